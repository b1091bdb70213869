//! Lines of a pairing as elements of Fp12, and what Fp12 is multiplied by them.

use limb::each::Each;

#[cfg(feature = "hints")]
use super::LazyOf;
use super::{Fp2Of, Fp6, Fp12, Tower, Twist, Wide6, product_of_sums, xi};
use crate::field::{Field, Karatsuba, Red, product, sums, term};
use crate::shapes::overlap::tower::{by_line, by_two, has_products_beside, parts};

/// A line function's value l₀ + l·w^m + l₃·w³, with m = 2 for a twist of M type and m = 1 for one
/// of D type.
#[derive(Debug)]
pub struct Line<T: Tower> {
    /// The coefficient of 1.
    pub l0: Fp2Of<T>,
    /// The coefficient of w^m.
    pub middle: Fp2Of<T>,
    /// The coefficient of w³.
    pub l3: Fp2Of<T>,
}

impl<T: Tower> Clone for Line<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self { l0: self.l0.clone(), middle: self.middle.clone(), l3: self.l3.clone() }
    }
}

impl<T: Tower<Fp: Field<Raw: Copy>>> Copy for Line<T> {}

impl<T: Tower> Line<T> {
    /// m.
    const MIDDLE: usize = match T::TWIST {
        Twist::M => 2,
        Twist::D => 1,
    };

    /// The same element, in full.
    pub fn to_fp12(&self) -> Fp12<T> {
        let zero = Red::zero_in(&self.l0.ctx());
        let mut w = [(); 6].each(|()| zero.clone());
        w[0] = self.l0.clone();
        w[Self::MIDDLE] = self.middle.clone();
        w[3] = self.l3.clone();
        Fp12::from_w(w)
    }
}

impl<T: Tower> Fp12<T> {
    /// Whether there is [`Fp12::mul_by_parts_assign`].
    pub(crate) const TAKES_PARTS: bool = Line::<T>::MIDDLE == 2
        && T::XI == 1
        && T::Fp::SHAPE.small_stack
        && matches!(T::Fp::SHAPE.karatsuba, Karatsuba::Wide);

    /// [`Fp12::mul_by_line_wide`] in place, by a line's coefficients where they stand: l₀, l and
    /// l₃.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    pub(crate) fn mul_by_parts_assign(&mut self, line: [&Fp2Of<T>; 3]) {
        if const { has_products_beside::<T>() } {
            return by_line(self, line);
        }
        self.mul_by_line_low_stack_assign(line);
    }

    /// a·(l₀ + l·w^m + l₃w³) by Karatsuba on sums, c₀L + v·c₁M and (c₀ + c₁)(L + M) − c₀L − c₁M,
    /// where L = l₀ + l·v and M = l₃v for m = 2, L = l₀ and M = l + l₃v for m = 1; 13 M, 6 R.
    #[inline(always)]
    #[must_use]
    pub fn mul_by_line_wide(&self, line: &Line<T>) -> Self {
        let mut out = self.clone();
        out.mul_by_line_wide_assign(line);
        out
    }

    /// [`Fp12::mul_by_line_wide`] in place.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn mul_by_line_wide_assign(&mut self, line: &Line<T>) {
        let Line { l0, middle, l3 } = line;
        if const { Self::TAKES_PARTS } {
            return self.mul_by_parts_assign([l0, middle, l3]);
        }
        let (c, d) = (&self.c0, &self.c1);
        if Line::<T>::MIDDLE == 2 {
            let mut m = {
                let (sum, other) = (c.add(d), middle + l3);
                wide6_by_two(&sum, l0, &other)
            };
            let mut s = wide6_by_two(c, l0, middle);
            let t = [product(&xi::<T>(&d.c2), l3), product(&d.c0, l3), product(&d.c1, l3)];
            self.set_wide(&mut s, &t, &mut m);
        } else {
            let mut m = wide6_by_two(&c.add(d), &(l0 + middle), l3);
            let mut s = [product(&c.c0, l0), product(&c.c1, l0), product(&c.c2, l0)];
            let t = wide6_by_two(d, middle, l3);
            self.set_wide(&mut s, &t, &mut m);
        }
    }

    /// a ← a·(c + l·w² + w³) for a twist of M type, a·(1 + l·w + c·w³) for one of D type. With L =
    /// c + l·v, (c₀L + v²·c₁) + (c₁L + v·c₀)·w, and with L = l + c·v, (c₀ + v·c₁L) + (c₁ +
    /// c₀L)·w; 10 M, 6 R where sums are wide, else 12 M, 6 R.
    #[inline(always)]
    pub(crate) fn mul_by_monic_line_assign(&mut self, constant: &Fp2Of<T>, middle: &Fp2Of<T>) {
        // Where sums are not reduced, they would grow from product to product.
        if const { matches!(T::Fp::SHAPE.karatsuba, Karatsuba::Never) } {
            let one = Red::one_in(&self.ctx());
            let (constant, middle) = (constant.clone(), middle.clone());
            let line = match T::TWIST {
                Twist::M => Line { l0: constant, middle, l3: one },
                Twist::D => Line { l0: one, middle, l3: constant },
            };
            return self.mul_by_line_assign(&line);
        }
        let (b0, b1) = match T::TWIST {
            Twist::M => (constant, middle),
            Twist::D => (middle, constant),
        };
        if const { matches!(T::Fp::SHAPE.karatsuba, Karatsuba::Wide) } {
            let s = wide6_by_two(&self.c0, b0, b1);
            let m = wide6_by_two(&self.c1, b0, b1);
            let Self { c0: c, c1: d } = self;
            match T::TWIST {
                Twist::M => {
                    let before = c.clone();
                    c.set_reduced(&s);
                    c.add_times_v2(d);
                    d.set_reduced(&m);
                    d.add_times_v(&before);
                }
                Twist::D => {
                    let mut by_l = c.clone();
                    by_l.set_reduced(&s);
                    d.add_assign(&by_l);
                    by_l.set_reduced(&m);
                    c.add_times_v(&by_l);
                }
            }
            return;
        }
        let (s, m) = (mul6_by_two(&self.c0, b0, b1), mul6_by_two(&self.c1, b0, b1));
        match T::TWIST {
            Twist::M => {
                let Self { c0, c1 } = core::mem::replace(self, Self { c0: s, c1: m });
                self.c0.add_times_v2(&c1);
                self.c1.add_times_v(&c0);
            }
            Twist::D => {
                self.c0.add_times_v(&m);
                self.c1.add_assign(&s);
            }
        }
    }

    /// a ← z·a·(c + l·w² + w³) for a twist of M type, z·a·(1 + l·w + c·w³) for one of D type, where
    /// z is 2 if sums are wide, and else 1: where factors of Fp do not matter, which
    /// [`wide6_by_two`] pays a product to be rid of. 8 M, 6 R where sums are wide.
    #[cfg(feature = "hints")]
    #[inline(always)]
    pub(crate) fn mul_by_monic_line_up_to_fp_assign(
        &mut self,
        constant: &Fp2Of<T>,
        middle: &Fp2Of<T>,
    ) {
        if const { !matches!(T::Fp::SHAPE.karatsuba, Karatsuba::Wide) } {
            return self.mul_by_monic_line_assign(constant, middle);
        }
        self.mul_by_monic_line_twice_assign(constant, middle);
    }

    /// [`Fp12::mul_by_monic_line_assign`], twice that.
    #[cfg(feature = "hints")]
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn mul_by_monic_line_twice_assign(&mut self, constant: &Fp2Of<T>, middle: &Fp2Of<T>) {
        let by = match T::TWIST {
            Twist::M => Evaluated::<T>::new(constant, middle),
            Twist::D => Evaluated::<T>::new(middle, constant),
        };
        let mut s = wide6_by_evaluated(&self.c0, &by);
        let mut m = wide6_by_evaluated(&self.c1, &by);
        let Self { c0: c, c1: d } = self;
        match T::TWIST {
            Twist::M => {
                add_twice_times_v2(&mut s, d);
                add_twice_times_v(&mut m, c);
                c.set_reduced(&s);
                d.set_reduced(&m);
            }
            Twist::D => {
                add_twice(&mut s, d);
                d.set_reduced(&s);
                c.set_twice_and_times_v(&mut m);
            }
        }
    }

    /// a ← z·a·(c + l·w² + k·w³ + w⁴) for a twist of M type, z·a·(1 + k·w + l·w² + c·w⁴) for one of
    /// D type, z as above: a parabola that was divided by its factor of x². A line's product and
    /// additions, since it is one and v², or 1 and a line times w; 11 M, 6 R where sums are wide.
    #[cfg(feature = "hints")]
    pub(crate) fn mul_by_monic_parabola_up_to_fp_assign(
        &mut self,
        constant: Fp2Of<T>,
        linear: Fp2Of<T>,
        y_factor: Fp2Of<T>,
    ) {
        const { assert!(!matches!(T::Fp::SHAPE.karatsuba, Karatsuba::Never), "sums would grow") };
        if const { matches!(T::Fp::SHAPE.karatsuba, Karatsuba::Wide) } {
            return self.mul_by_monic_parabola_twice_assign(&constant, &linear, &y_factor);
        }
        let before = self.clone();
        match T::TWIST {
            Twist::M => {
                self.mul_by_line_assign(&Line { l0: constant, middle: linear, l3: y_factor });
                self.c0.add_times_v2(&before.c0);
                self.c1.add_times_v2(&before.c1);
            }
            Twist::D => {
                self.mul_by_line_assign(&Line { l0: y_factor, middle: linear, l3: constant });
                let by_line = core::mem::replace(self, before);
                self.c0.add_times_v(&by_line.c1);
                self.c1.add_assign(&by_line.c0);
            }
        }
    }

    /// The same on sums, z = 2. The line by Karatsuba as in [`Fp12::mul_by_line_wide`].
    ///
    /// Bound: for ξ = 9 + u the imaginary part of s₀ + ξt₂ is the largest, s₀ being below 4p², t₂
    /// within 10p² and 16p² on either side of zero, since lazy operands make it no small integer.
    /// That is at most 158p², and with twice an element, on BN254, less than 33pR.
    #[cfg(feature = "hints")]
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn mul_by_monic_parabola_twice_assign(
        &mut self,
        constant: &Fp2Of<T>,
        linear: &Fp2Of<T>,
        y_factor: &Fp2Of<T>,
    ) {
        let Self { c0: c, c1: d } = self;
        let y_factor_2 = y_factor.twice();
        let (mut s, t, mut m) = match T::TWIST {
            Twist::M => {
                let m = Evaluated::<T>::new(constant, &(linear + y_factor));
                let t = xi::<T>(&d.c2).weak();
                (
                    wide6_by_evaluated(c, &Evaluated::new(constant, linear)),
                    [&t, &d.c0, &d.c1].each(|d| product(d, &y_factor_2)),
                    wide6_by_evaluated(&c.add(d), &m),
                )
            }
            Twist::D => {
                let m = Evaluated::<T>::new(&(y_factor + linear), constant);
                (
                    [&c.c0, &c.c1, &c.c2].each(|c| product(c, &y_factor_2)),
                    wide6_by_evaluated(d, &Evaluated::new(linear, constant)),
                    wide6_by_evaluated(&c.add(d), &m),
                )
            }
        };
        for i in 0..3 {
            m[i].sub_two(&s[i], &t[i]);
        }
        s[0].add_times_small_plus_u(&t[2], T::XI);
        s[1] += &t[0];
        s[2] += &t[1];
        match T::TWIST {
            Twist::M => {
                add_twice_times_v2(&mut s, c);
                add_twice_times_v2(&mut m, d);
                c.set_reduced(&s);
                d.set_reduced(&m);
            }
            Twist::D => {
                add_twice(&mut s, d);
                d.set_reduced(&s);
                c.set_twice_and_times_v(&mut m);
            }
        }
    }

    /// a ← a·(l₀ + l·w^m + l₃w³): six sums of three products, aₖl₀ + aₖ₋ₘl + aₖ₋₃l₃ with ξ where
    /// the index wraps, 18 M, 6 R; or [`Fp12::mul_by_line_wide`].
    ///
    /// Karatsuba on reduced values would take 15 M and 9 R, which no engine has cheaper.
    #[inline(always)]
    pub(crate) fn mul_by_line_assign(&mut self, line: &Line<T>) {
        if const { matches!(T::Fp::SHAPE.karatsuba, Karatsuba::Wide) } {
            return self.mul_by_line_wide_assign(line);
        }
        let a = self.w();
        let Line { l0, middle, l3 } = line;
        let (xm, x3) = (xi::<T>(middle), xi::<T>(l3));
        let m = Line::<T>::MIDDLE;
        let by_middle =
            |k: usize| if k < m { term(a[k + 6 - m], &xm) } else { term(a[k - m], middle) };
        let by_l3 = |k: usize| if k < 3 { term(a[k + 3], &x3) } else { term(a[k - 3], l3) };
        // Six calls, since `map` of an array is a function of its own to the compiler, which takes
        // its closure and returns its terms in memory.
        let at = |k: usize| [term(a[k], l0), by_middle(k), by_l3(k)];
        *self = Self::from_w(sums([at(0), at(1), at(2), at(3), at(4), at(5)]));
    }

    /// a·(l₀ + l·w^m + l₃w³): as [`Fp12::mul_by_line_wide`], or by six sums of three products.
    #[inline(never)]
    #[must_use]
    pub fn mul_by_line(&self, line: &Line<T>) -> Self {
        let mut out = self.clone();
        T::Fp::kernel(
            #[inline(always)]
            || out.mul_by_line_assign(line),
        );
        out
    }
}

/// a·(b₀ + b₁v) in Fp6; 6 M, 3 R.
#[inline(always)]
fn mul6_by_two<T: Tower>(a: &Fp6<T>, b0: &Fp2Of<T>, b1: &Fp2Of<T>) -> Fp6<T> {
    let xb1 = xi::<T>(b1);
    let [c0, c1, c2] = sums([
        [term(&a.c0, b0), term(&a.c2, &xb1)],
        [term(&a.c1, b0), term(&a.c0, b1)],
        [term(&a.c2, b0), term(&a.c1, b1)],
    ]);
    Fp6 { c0, c1, c2 }
}

/// b₀ + b₁v at 1 and −1, and twice its coefficients.
#[cfg(feature = "hints")]
struct Evaluated<T: Tower> {
    twice: [LazyOf<T>; 2],
    at_1: LazyOf<T>,
    at_minus_1: LazyOf<T>,
}

#[cfg(feature = "hints")]
impl<T: Tower> Evaluated<T> {
    #[inline(always)]
    fn new(b0: &Fp2Of<T>, b1: &Fp2Of<T>) -> Self {
        Self { twice: [b0.twice(), b1.twice()], at_1: b0.plus(b1), at_minus_1: b0.minus(b1) }
    }
}

/// 2a·(b₀ + b₁v) in Fp6, not reduced; 4 M. With the values at 1, s = (a₀ + a₁ + a₂)(b₀ + b₁), and
/// at −1, d = (a₀ − a₁ + a₂)(b₀ − b₁), it is (2a₀b₀ + 2ξa₂b₁) + (s − d − 2a₂b₁)v + (s + d −
/// 2a₀b₀)v² (A. L. Toom, "The complexity of a scheme of functional elements realizing the
/// multiplication of integers", 1963, whose values at four points take a halving that the factor
/// spares).
///
/// Bound: s and d are products of lazy operands, at most 8 of (2m)² together, the others of a
/// reduced and a lazy one; ξ = k + u takes 2a₂b₁ k + 1 times.
#[cfg(feature = "hints")]
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
fn wide6_by_evaluated<T: Tower>(a: &Fp6<T>, b: &Evaluated<T>) -> Wide6<T> {
    let even = &a.c0 + &a.c2;
    let mut out = [
        product(&a.c0, &b.twice[0]),
        product(&even.plus(&a.c1), &b.at_1),
        product(&even.minus(&a.c1), &b.at_minus_1),
    ];
    let last = product(&a.c2, &b.twice[1]);
    {
        let [out0, out1, out2] = &mut out;
        let at_1 = out1.clone();
        out1.sub_two(out2, &last);
        out2.add_sub(&at_1, out0);
        out0.add_times_small_plus_u(&last, T::XI);
    }
    out
}

/// Adds 2a to a sum.
#[cfg(feature = "hints")]
#[inline(always)]
fn add_twice<T: Tower>(sum: &mut Wide6<T>, a: &Fp6<T>) {
    sum[0].add_small(&a.c0, 2);
    sum[1].add_small(&a.c1, 2);
    sum[2].add_small(&a.c2, 2);
}

/// Adds 2v·a to a sum.
#[cfg(feature = "hints")]
#[inline(always)]
fn add_twice_times_v<T: Tower>(sum: &mut Wide6<T>, a: &Fp6<T>) {
    sum[0].add_small(&a.c2.mul_by_small_plus_u(T::XI), 2);
    sum[1].add_small(&a.c0, 2);
    sum[2].add_small(&a.c1, 2);
}

/// Adds 2v²·a to a sum.
#[cfg(feature = "hints")]
#[inline(always)]
fn add_twice_times_v2<T: Tower>(sum: &mut Wide6<T>, a: &Fp6<T>) {
    sum[0].add_small(&a.c1.mul_by_small_plus_u(T::XI), 2);
    sum[1].add_small(&a.c2.mul_by_small_plus_u(T::XI), 2);
    sum[2].add_small(&a.c0, 2);
}

#[cfg(feature = "hints")]
impl<T: Tower> Fp6<T> {
    /// a ← 2a + v·b, of a sum that is used up.
    #[inline(always)]
    fn set_twice_and_times_v(&mut self, b: &mut Wide6<T>) {
        let twice = &self.c0 + &self.c0;
        self.c0 = &twice + &b[2].reduced().mul_by_small_plus_u(T::XI);
        b[0].add_small(&self.c1, 2);
        b[0].reduce_to(&mut self.c1);
        b[1].add_small(&self.c2, 2);
        b[1].reduce_to(&mut self.c2);
    }
}

/// a·(b₀ + b₁v) in Fp6, not reduced: (a₀b₀ + ξa₂b₁) + ((a₀ + a₁)(b₀ + b₁) − a₀b₀ − a₁b₁)v + (a₂b₀ +
/// a₁b₁)v²; 5 M.
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
fn wide6_by_two<T: Tower>(a: &Fp6<T>, b0: &Fp2Of<T>, b1: &Fp2Of<T>) -> Wide6<T> {
    if const { has_products_beside::<T>() && T::XI == 1 } {
        return by_two::<T>([&a.c0, &a.c1, &a.c2].each(parts::<T>), parts::<T>(b0), parts::<T>(b1));
    }
    let mut out = [
        {
            let xi_c2 = xi::<T>(&a.c2);
            product(&xi_c2, b1)
        },
        product_of_sums::<T>([&a.c0, &a.c1], [b0, b1]),
        product(&a.c2, b0),
    ];
    let (v0, v1) = (product(&a.c0, b0), product(&a.c1, b1));
    out[0] += &v0;
    out[1].sub_two(&v0, &v1);
    out[2] += &v1;
    out
}

#[cfg(all(test, feature = "hints"))]
mod tests {
    use super::*;
    use crate::bls12_381::Bls12381;
    use crate::bn254::Bn254;
    use crate::field::Anywhere;

    use limb::each::array;
    use rand_chacha::ChaCha20Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    /// Random coefficients in Fp, among them 0, 1 and −1.
    fn coefficient<T: Tower<Fp: Anywhere>>(rng: &mut ChaCha20Rng) -> Red<T::Fp> {
        let mut bytes = [0; 64];
        rng.fill_bytes(&mut bytes);
        match bytes[0] & 7 {
            0 => Red::zero_in(&()),
            1 => Red::one_in(&()),
            2 => -&Red::one_in(&()),
            _ => Red::from_uniform_bytes_in(&(), &bytes),
        }
    }

    fn twice<T: Tower>(a: &Fp12<T>) -> Fp12<T> {
        Fp12 { c0: a.c0.add(&a.c0), c1: a.c1.add(&a.c1) }
    }

    fn products_up_to_fp<T: Tower<Fp: Anywhere>>() {
        let mut rng = ChaCha20Rng::seed_from_u64(3);
        let (zero, one) = (Red::zero_in(&()), Red::one_in(&()));
        for _ in 0..200 {
            let a = Fp12::<T>::from_coefficients(&array(|_| coefficient::<T>(&mut rng)));
            let [constant, middle, third] =
                [(); 3].map(|()| Red::new(coefficient::<T>(&mut rng), coefficient::<T>(&mut rng)));
            let line = match T::TWIST {
                Twist::M => [constant, zero, middle, one, zero, zero],
                Twist::D => [one, middle, zero, constant, zero, zero],
            };
            let mut product = a;
            product.mul_by_monic_line_twice_assign(&constant, &middle);
            assert_eq!(product, twice(&a.mul_schoolbook(&Fp12::from_w(line))));
            let parabola = match T::TWIST {
                Twist::M => [constant, zero, middle, third, one, zero],
                Twist::D => [one, third, middle, zero, constant, zero],
            };
            let mut product = a;
            product.mul_by_monic_parabola_twice_assign(&constant, &middle, &third);
            assert_eq!(product, twice(&a.mul_schoolbook(&Fp12::from_w(parabola))));
        }
    }

    /// On the words of this build, whether or not they take these forms.
    #[test]
    fn products_up_to_fp_are_those_of_the_other_forms() {
        products_up_to_fp::<Bls12381>();
        products_up_to_fp::<Bn254>();
    }
}
