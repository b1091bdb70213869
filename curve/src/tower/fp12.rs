//! Fp12 = Fp6\[w\]/(w² − v), also seen as Fp2\[w\]/(w⁶ − ξ).

use limb::each::array;

use super::{Fp2Of, Fp6, LazyOf, Tower, Wide6, assert_products, mul6, wide6, xi};
use crate::field::{
    Anywhere, Canonical, Field, Invert, Karatsuba, Known, Masked, Red, linear, product, reduce,
    square, sums, term,
};
use crate::fp2::scale_two;
use crate::shapes::low_stack::tower::low_stack;

/// c₀ + c₁·w.
#[derive(Debug)]
pub struct Fp12<T: Tower> {
    /// c₀.
    pub c0: Fp6<T>,
    /// c₁.
    pub c1: Fp6<T>,
}

impl<T: Tower> Clone for Fp12<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self { c0: self.c0.clone(), c1: self.c1.clone() }
    }

    #[inline(always)]
    fn clone_from(&mut self, other: &Self) {
        for (to, of) in self.w_mut().into_iter().zip(other.w()) {
            to.clone_from(of);
        }
    }
}

impl<T: Tower<Fp: Field<Raw: Copy>>> Copy for Fp12<T> {}

impl<T: Tower> Fp12<T> {
    /// The coefficients of 1, w, …, w⁵.
    #[inline(always)]
    pub fn w(&self) -> [&Fp2Of<T>; 6] {
        [&self.c0.c0, &self.c1.c0, &self.c0.c1, &self.c1.c1, &self.c0.c2, &self.c1.c2]
    }

    /// As [`Fp12::w`], to be changed.
    #[inline(always)]
    pub(super) const fn w_mut(&mut self) -> [&mut Fp2Of<T>; 6] {
        let Self { c0: Fp6 { c0: a0, c1: a2, c2: a4 }, c1: Fp6 { c0: a1, c1: a3, c2: a5 } } = self;
        [a0, a1, a2, a3, a4, a5]
    }

    /// From the coefficients of 1, w, …, w⁵.
    #[inline(always)]
    pub fn from_w(w: [Fp2Of<T>; 6]) -> Self {
        let [a0, a1, a2, a3, a4, a5] = w;
        Self { c0: Fp6 { c0: a0, c1: a2, c2: a4 }, c1: Fp6 { c0: a1, c1: a3, c2: a5 } }
    }

    /// The context of this value.
    #[doc(hidden)]
    #[inline(always)]
    pub fn ctx(&self) -> <T::Fp as Field>::Ctx {
        self.c0.c0.ctx()
    }

    /// 0, in a context.
    #[doc(hidden)]
    pub fn zero_in(ctx: &<T::Fp as Field>::Ctx) -> Self {
        Self { c0: Fp6::zero_in(ctx), c1: Fp6::zero_in(ctx) }
    }

    /// 1, in a context.
    #[doc(hidden)]
    pub fn one_in(ctx: &<T::Fp as Field>::Ctx) -> Self {
        Self { c0: Fp6::one_in(ctx), c1: Fp6::zero_in(ctx) }
    }

    /// a·b: [`Fp12::mul_karatsuba`] or [`Fp12::mul_schoolbook`], as the engine prefers.
    #[inline(never)]
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        T::Fp::kernel(
            #[inline(always)]
            || match const { T::Fp::SHAPE.karatsuba } {
                Karatsuba::Never => self.mul_schoolbook(other),
                Karatsuba::Reduced => self.mul_karatsuba(other),
                Karatsuba::Wide => self.mul_wide(other),
            },
        )
    }

    /// a ← a·b, where sums are wide without a copy of either.
    #[inline(never)]
    pub fn mul_assign(&mut self, other: &Self) {
        T::Fp::kernel(
            #[inline(always)]
            || match const { T::Fp::SHAPE.karatsuba } {
                Karatsuba::Never => *self = self.mul_schoolbook(other),
                Karatsuba::Reduced => *self = self.mul_karatsuba(other),
                Karatsuba::Wide => self.mul_wide_assign(other),
            },
        );
    }

    /// a ← a·(g + w), or a·(g − w): two products in Fp6, where sums are reduced. It is how
    /// products of powers and witnesses of residues write their elements.
    #[cfg(feature = "alloc")]
    #[inline(never)]
    pub(crate) fn mul_torus_assign(&mut self, g: &Fp6<T>, minus_w: bool) {
        T::Fp::kernel(
            #[inline(always)]
            || {
                // Where sums are not reduced, they would grow from product to product.
                if const { matches!(T::Fp::SHAPE.karatsuba, Karatsuba::Never) } {
                    let one = Fp6::one_in(&self.ctx());
                    let c1 = if minus_w { one.neg() } else { one };
                    *self = self.mul_schoolbook(&Self { c0: g.clone(), c1 });
                    return;
                }
                let Self { c0, c1 } = self;
                let (x, y) = (c0.mul(g), c1.mul(g));
                let by_w = c1.mul_by_v();
                *self = if minus_w {
                    Self { c0: x.sub(&by_w), c1: y.sub(c0) }
                } else {
                    Self { c0: x.add(&by_w), c1: y.add(c0) }
                };
            },
        );
    }

    /// a²: [`Fp12::sqr_complex`] or [`Fp12::sqr_schoolbook`], as the engine prefers.
    #[must_use]
    pub fn sqr(&self) -> Self {
        let mut square = self.clone();
        square.sqr_assign();
        square
    }

    /// a ← a², without a copy.
    #[inline(never)]
    pub fn sqr_assign(&mut self) {
        T::Fp::kernel(
            #[inline(always)]
            || match const { T::Fp::SHAPE.karatsuba } {
                Karatsuba::Never => *self = self.sqr_schoolbook(),
                Karatsuba::Reduced => *self = self.sqr_complex(),
                Karatsuba::Wide => self.sqr_wide_assign(),
            },
        );
    }

    /// a·b by Σ aᵢbⱼ·w^(i+j), w⁶ = ξ: six sums of six products; 36 M, 6 R.
    #[inline(always)]
    #[must_use]
    pub fn mul_schoolbook(&self, other: &Self) -> Self {
        let (a, b) = (self.w(), other.w());
        let xb: [LazyOf<T>; 5] =
            [xi::<T>(b[1]), xi::<T>(b[2]), xi::<T>(b[3]), xi::<T>(b[4]), xi::<T>(b[5])];
        let [c0, c1, c2, c3, c4, c5] = sums([
            [
                term(a[0], b[0]),
                term(a[1], &xb[4]),
                term(a[2], &xb[3]),
                term(a[3], &xb[2]),
                term(a[4], &xb[1]),
                term(a[5], &xb[0]),
            ],
            [
                term(a[0], b[1]),
                term(a[1], b[0]),
                term(a[2], &xb[4]),
                term(a[3], &xb[3]),
                term(a[4], &xb[2]),
                term(a[5], &xb[1]),
            ],
            [
                term(a[0], b[2]),
                term(a[1], b[1]),
                term(a[2], b[0]),
                term(a[3], &xb[4]),
                term(a[4], &xb[3]),
                term(a[5], &xb[2]),
            ],
            [
                term(a[0], b[3]),
                term(a[1], b[2]),
                term(a[2], b[1]),
                term(a[3], b[0]),
                term(a[4], &xb[4]),
                term(a[5], &xb[3]),
            ],
            [
                term(a[0], b[4]),
                term(a[1], b[3]),
                term(a[2], b[2]),
                term(a[3], b[1]),
                term(a[4], b[0]),
                term(a[5], &xb[4]),
            ],
            [
                term(a[0], b[5]),
                term(a[1], b[4]),
                term(a[2], b[3]),
                term(a[3], b[2]),
                term(a[4], b[1]),
                term(a[5], b[0]),
            ],
        ]);
        Self::from_w([c0, c1, c2, c3, c4, c5])
    }

    /// a·b by Karatsuba over Fp6: with s = c₀d₀ and t = c₁d₁, (s + v·t) + ((c₀ + c₁)(d₀ + d₁) − s −
    /// t)·w; 27 M, 9 R.
    #[inline(always)]
    #[must_use]
    pub fn mul_karatsuba(&self, other: &Self) -> Self {
        let (a, b) = (self, other);
        let s = a.c0.mul(&b.c0);
        let t = a.c1.mul(&b.c1);
        let sum_b = b.c0.add(&b.c1);
        let sum_a = [a.c0.c0.plus(&a.c1.c0), a.c0.c1.plus(&a.c1.c1), a.c0.c2.plus(&a.c1.c2)];
        let m: Fp6<T> = mul6([&sum_a[0], &sum_a[1], &sum_a[2]], [&sum_b.c0, &sum_b.c1, &sum_b.c2]);
        let [c0, c1, c2] = linear([
            [(&m.c0, 1), (&s.c0, -1), (&t.c0, -1)],
            [(&m.c1, 1), (&s.c1, -1), (&t.c1, -1)],
            [(&m.c2, 1), (&s.c2, -1), (&t.c2, -1)],
        ]);
        Self { c0: s.add(&t.mul_by_v()), c1: Fp6 { c0, c1, c2 } }
    }

    /// a·b by Karatsuba over Fp6 and within it, on sums: as [`Fp12::mul_karatsuba`]; 18 M, 6 R.
    ///
    /// Bound: the differences are those of integers, so what is reduced is the sum of
    /// [`Fp12::mul_schoolbook`], six products of which five are multiplied by ξ = k + u. That is at
    /// most 2 + 10(k + 1) products of reduced values: 22 for k = 1, and for k = 9, where p²/R is
    /// below p/5, less than 21 times pR.
    #[inline(always)]
    #[must_use]
    pub fn mul_wide(&self, other: &Self) -> Self {
        let mut out = self.clone();
        out.mul_wide_assign(other);
        out
    }

    /// [`Fp12::mul_wide`] in place: the product of the sums first, whose operands give their places
    /// to the others.
    #[inline(always)]
    fn mul_wide_assign(&mut self, other: &Self) {
        if const { low_stack::<T>() } {
            return self.mul_low_stack_assign(other);
        }
        let mut m = {
            let sum = self.c0.add(&self.c1);
            wide6(&sum, &other.c0.add(&other.c1))
        };
        let t = wide6(&self.c1, &other.c1);
        let mut s = wide6(&self.c0, &other.c0);
        self.set_wide(&mut s, &t, &mut m);
    }

    /// (s + v·t) + (m − s − t)·w, reduced; 6 R.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    pub(crate) fn set_wide(&mut self, s: &mut Wide6<T>, t: &Wide6<T>, m: &mut Wide6<T>) {
        for i in 0..3 {
            m[i].sub_two(&s[i], &t[i]);
        }
        s[0].add_times_small_plus_u(&t[2], T::XI);
        s[1] += &t[0];
        s[2] += &t[1];
        self.c0.set_reduced(s);
        self.c1.set_reduced(m);
    }

    /// a² by the complex method on sums: as [`Fp12::sqr_complex`], t doubled after its reduction;
    /// 12 M, 6 R.
    #[inline(always)]
    #[must_use]
    pub fn sqr_wide(&self) -> Self {
        let mut out = self.clone();
        out.sqr_wide_assign();
        out
    }

    #[inline(always)]
    fn sqr_wide_assign(&mut self) {
        if const { low_stack::<T>() } {
            return self.sqr_low_stack_assign();
        }
        let mut m = {
            let sum = self.c0.add(&self.c1);
            wide6(&sum, &self.c0.add(&self.c1.mul_by_v()))
        };
        let t = wide6(&self.c0, &self.c1);
        m[0] -= &t[0];
        m[1].sub_two(&t[1], &t[0]);
        m[2].sub_two(&t[2], &t[1]);
        let Self { c0, c1 } = self;
        c0.set_reduced(&m);
        c1.set_reduced(&t);
        // ξ·t₂ on its reduced value, where it costs least.
        c0.c0 = &c0.c0 - &c1.c2.mul_by_small_plus_u(T::XI);
        *c1 = c1.add(c1);
    }

    /// a² by Σ aᵢaⱼ·w^(i+j), mixed products once with a doubled operand; 18 M, 3 S, 6 R.
    #[inline(always)]
    #[must_use]
    pub fn sqr_schoolbook(&self) -> Self {
        const { assert_products::<T>(4) };
        let a = self.w();
        let (x3, x4, x5) = (xi::<T>(a[3]), xi::<T>(a[4]), xi::<T>(a[5]));
        let d = [a[0].twice(), a[1].twice(), a[2].twice(), a[3].twice(), a[4].twice()];
        let [c0, c1, c2, c3, c4, c5] = reduce([
            square(a[0]).plus(&d[1], &x5).plus(&d[2], &x4).plus(a[3], &x3),
            product(&d[0], a[1]).plus(&d[2], &x5).plus(&d[3], &x4),
            product(&d[0], a[2]).plus_square(a[1]).plus(&d[3], &x5).plus(a[4], &x4),
            product(&d[0], a[3]).plus(&d[1], a[2]).plus(&d[4], &x5),
            product(&d[0], a[4]).plus(&d[1], a[3]).plus_square(a[2]).plus(a[5], &x5),
            product(&d[0], a[5]).plus(&d[1], a[4]).plus(&d[2], a[3]),
        ]);
        Self::from_w([c0, c1, c2, c3, c4, c5])
    }

    /// a² by the complex method: with t = c₀c₁, ((c₀ + c₁)(c₀ + v·c₁) − t − v·t) + 2t·w; 18 M, 6 R.
    #[inline(always)]
    #[must_use]
    pub fn sqr_complex(&self) -> Self {
        let Self { c0, c1 } = self;
        let t = c0.mul(c1);
        let sum = [c0.c0.plus(&c1.c0), c0.c1.plus(&c1.c1), c0.c2.plus(&c1.c2)];
        let other = c0.add(&c1.mul_by_v());
        let m: Fp6<T> = mul6([&sum[0], &sum[1], &sum[2]], [&other.c0, &other.c1, &other.c2]);
        // m − t − v·t; v·t = ξt₂ + t₀v + t₁v² with ξ = k + u, u² = −n.
        let k = T::XI as i32;
        let n = <<T::Fp as Field>::Const as Known>::NORM_OF_U as i32;
        let (m0, t0, t2) = (&m.c0, &t.c0, &t.c2);
        let [c00, c01] = linear([
            [(&m0.c0(), 1), (&t0.c0(), -1), (&t2.c0(), -k), (&t2.c1(), n)],
            [(&m0.c1(), 1), (&t0.c1(), -1), (&t2.c0(), -1), (&t2.c1(), -k)],
        ]);
        let [c1, c2] = linear([
            [(&m.c1, 1), (&t.c1, -1), (&t.c0, -1)],
            [(&m.c2, 1), (&t.c2, -1), (&t.c1, -1)],
        ]);
        Self { c0: Fp6 { c0: Red::new(c00, c01), c1, c2 }, c1: t.add(&t) }
    }

    /// a^(p⁶) = c₀ − c₁·w.
    #[must_use]
    pub fn conjugate(&self) -> Self {
        let mut out = self.clone();
        out.conjugate_assign();
        out
    }

    /// [`Fp12::conjugate`] in place.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(crate) fn conjugate_assign(&mut self) {
        T::Fp::kernel(
            #[inline(always)]
            || {
                let Fp6 { c0, c1, c2 } = &mut self.c1;
                for a in [c0, c1, c2] {
                    *a = -&*a;
                }
            },
        );
    }

    /// a^p: each coefficient conjugated, that of w^i times ξ^(i(p−1)/6); 5 M, 5 R.
    #[must_use]
    pub fn frobenius(&self) -> Self {
        let mut out = self.clone();
        out.frobenius_assign();
        out
    }

    /// [`Fp12::frobenius`] in place.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(crate) fn frobenius_assign(&mut self) {
        T::Fp::kernel(
            #[inline(always)]
            || {
                let ctx = self.ctx();
                let constants = &T::frobenius().p1;
                if const { matches!(T::Fp::SHAPE.karatsuba, Karatsuba::Wide) } {
                    let [a0, rest @ ..] = self.w_mut();
                    a0.conjugate_assign();
                    for (a, gamma) in rest.into_iter().zip(constants) {
                        a.conjugate_assign();
                        *a = &*a * &Fp2Of::<T>::constant(&ctx, gamma);
                    }
                    return;
                }
                let [a0, a1, a2, a3, a4, a5] = self.w();
                let (a1, a2, a3, a4, a5) = (
                    a1.conjugate(),
                    a2.conjugate(),
                    a3.conjugate(),
                    a4.conjugate(),
                    a5.conjugate(),
                );
                let [g1, g2, g3, g4, g5] = constants;
                let gamma = |g: &_| Fp2Of::<T>::constant(&ctx, g);
                let (g1, g2, g3, g4, g5) = (gamma(g1), gamma(g2), gamma(g3), gamma(g4), gamma(g5));
                let [a1, a2, a3, a4, a5] = sums([
                    [term(&a1, &g1)],
                    [term(&a2, &g2)],
                    [term(&a3, &g3)],
                    [term(&a4, &g4)],
                    [term(&a5, &g5)],
                ]);
                *self = Self::from_w([a0.conjugate(), a1, a2, a3, a4, a5]);
            },
        );
    }

    /// a^(p²): the coefficient of w^i times ξ^(i(p²−1)/6), which lies in Fp; 10 products in Fp.
    #[must_use]
    pub fn frobenius_p2(&self) -> Self {
        let mut out = self.clone();
        out.frobenius_p2_assign();
        out
    }

    /// [`Fp12::frobenius_p2`] in place.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(crate) fn frobenius_p2_assign(&mut self) {
        T::Fp::kernel(
            #[inline(always)]
            || {
                let ctx = self.ctx();
                let constants = &T::frobenius().p2;
                let gamma = |g: &_| Red::<T::Fp>::constant(&ctx, g);
                if const { matches!(T::Fp::SHAPE.karatsuba, Karatsuba::Wide) } {
                    let [_, rest @ ..] = self.w_mut();
                    for (a, g) in rest.into_iter().zip(constants) {
                        *a = a.scale(&gamma(g));
                    }
                    return;
                }
                let [a0, a1, a2, a3, a4, a5] = self.w();
                let [g1, g2, g3, g4, g5] = constants;
                let [a1, a2] = scale_two(a1, &gamma(g1), a2, &gamma(g2));
                let [a3, a4] = scale_two(a3, &gamma(g3), a4, &gamma(g4));
                *self = Self::from_w([a0.clone(), a1, a2, a3, a4, a5.scale(&gamma(g5))]);
            },
        );
    }

    /// a^(p³), by the other two maps.
    #[must_use]
    pub fn frobenius_p3(&self) -> Self {
        self.frobenius().frobenius_p2()
    }
}

impl<T: Tower<Fp: Invert>> Fp12<T> {
    /// 1/a, zero for zero: (c₀ − c₁w)/(c₀² − v·c₁²), one inversion in Fp.
    #[must_use]
    pub fn invert(&self) -> Self {
        let mut out = self.clone();
        out.invert_assign();
        out
    }

    /// [`Fp12::invert`] in place.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(crate) fn invert_assign(&mut self) {
        T::Fp::kernel(
            #[inline(always)]
            || {
                if const { T::Fp::SHAPE.small_stack && matches!(T::Fp::SHAPE.karatsuba, Karatsuba::Wide) }
                {
                    let mut inverse = self.c0.clone();
                    self.put_inverse_of_norm(&mut inverse);
                    self.c0.mul_low_stack_assign(&inverse);
                    self.c1.mul_low_stack_assign(&inverse);
                    return;
                }
                let inverse = self.norm().invert();
                self.c0 = self.c0.mul(&inverse);
                self.c1 = self.c1.mul(&inverse);
            },
        );
        self.conjugate_assign();
    }
}

impl<T: Tower> Fp12<T> {
    /// a·(c₀ − c₁w) = c₀² − v·c₁², in Fp6.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn norm(&self) -> Fp6<T> {
        let other = self.c1.sqr().mul_by_v();
        self.c0.sqr().sub(&other)
    }
}

impl<T: Tower<Fp: Masked>> Fp12<T> {
    /// Whether two elements are equal.
    pub fn equal(&self, other: &Self) -> <T::Fp as Masked>::Mask {
        self.c0.equal(&other.c0) & self.c1.equal(&other.c1)
    }

    /// Whether this is one.
    pub fn is_one(&self) -> <T::Fp as Masked>::Mask {
        let [a0, rest @ ..] = self.w();
        let is_one = a0.equal(&Red::one_in(&self.ctx()));
        rest.into_iter().fold(is_one, |is_one, a| is_one & a.is_zero())
    }

    /// a where the mask is false, b where it is true.
    #[must_use]
    pub fn select(a: &Self, b: &Self, mask: &<T::Fp as Masked>::Mask) -> Self {
        Self { c0: Fp6::select(&a.c0, &b.c0, mask), c1: Fp6::select(&a.c1, &b.c1, mask) }
    }
}

/// Bytes of an Fp12 element over a 381-bit field.
pub const GT_BYTES: usize = 576;

/// So many big-endian coefficients, and whether there were as many bytes and all were canonical.
pub(crate) fn coefficients_from_bytes<F: Canonical, const N: usize>(
    ctx: &F::Ctx,
    bytes: &[u8],
) -> ([Red<F>; N], subtle::Choice) {
    let mut canonical = subtle::Choice::from(u8::from(bytes.len() == N * F::BYTES));
    let mut coefficients = [Red::zero_in(ctx); N];
    for (coefficient, chunk) in coefficients.iter_mut().zip(bytes.chunks_exact(F::BYTES)) {
        let (value, good) = Red::from_bytes_in(ctx, chunk);
        *coefficient = value;
        canonical &= good;
    }
    (coefficients, canonical)
}

impl<T: Tower<Fp: Canonical>> Fp12<T> {
    /// The twelve coefficients in Fp, the order of the encoding: c₀.c₀.c₀, c₀.c₀.c₁, c₀.c₁.c₀, …
    /// c₁.c₂.c₁.
    pub fn coefficients(&self) -> [Red<T::Fp>; 12] {
        let all = [&self.c0.c0, &self.c0.c1, &self.c0.c2, &self.c1.c0, &self.c1.c1, &self.c1.c2];
        array(|i| if i & 1 == 0 { all[i >> 1].c0() } else { all[i >> 1].c1() })
    }

    /// From [`Fp12::coefficients`].
    pub fn from_coefficients(c: &[Red<T::Fp>; 12]) -> Self {
        let half = |from: usize| Fp6::from_coefficients(&array(|i| c[from + i]));
        Self { c0: half(0), c1: half(6) }
    }

    /// The coefficients in the order of [`Fp12::coefficients`], each big-endian: 12 times
    /// [`Canonical::BYTES`].
    ///
    /// # Panics
    /// If `out` has another length.
    pub fn to_bytes(&self, out: &mut [u8]) {
        assert_eq!(out.len(), 12 * T::Fp::BYTES, "the encoding has a fixed length");
        for (coefficient, chunk) in
            self.coefficients().iter().zip(out.chunks_exact_mut(T::Fp::BYTES))
        {
            coefficient.to_bytes(chunk);
        }
    }

    /// The inverse of [`Fp12::to_bytes`], and whether there were as many bytes and all coefficients
    /// were canonical.
    #[doc(hidden)]
    pub fn from_bytes_in(ctx: &<T::Fp as Field>::Ctx, bytes: &[u8]) -> (Self, subtle::Choice) {
        let (coefficients, canonical) = coefficients_from_bytes(ctx, bytes);
        (Self::from_coefficients(&coefficients), canonical)
    }
}

impl<T: Tower<Fp: Anywhere>> Fp12<T> {
    /// 1.
    pub fn one() -> Self {
        Self::one_in(&())
    }

    /// See [`Fp12::from_bytes_in`].
    pub fn from_bytes(bytes: &[u8]) -> (Self, subtle::Choice) {
        Self::from_bytes_in(&(), bytes)
    }
}

impl<T: Tower<Fp: Canonical>> PartialEq for Fp12<T> {
    fn eq(&self, other: &Self) -> bool {
        self.equal(other).into()
    }
}

impl<T: Tower<Fp: Canonical>> Eq for Fp12<T> {}
