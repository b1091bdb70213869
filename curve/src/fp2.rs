//! Fp2 = Fp\[u\]/(u² + k) for a small k: an engine over an engine.
//!
//! A value is c₀ + c₁·u, a sum of products is two sums of products. k = u·(−u) is a fact of the
//! modulus ([`Modulus::NORM_OF_U`](limb::Modulus::NORM_OF_U)). It is 1 for p ≡ 3 (mod 4), where
//! engines have kernels of their own; for another k products are made of products in Fp.

use core::marker::PhantomData;

use limb::each::Each;
use subtle::Choice;

use crate::field::{
    Canonical, Field, FieldThere, Fp2Kernels, Holds, InLanes, Invert, Item, Kernels, Known, Lanes,
    Lazy, Masked, NoKernels, RawOf, Red, Shape, SumOf, There, Wide, product,
};
use crate::formulas::{negate_if, select};

mod by_norm;

use by_norm::ByNorm;

/// A function of [`Fp2Kernels`]: that of the engine, which is for u² = −1, or that for another u.
macro_rules! fp2 {
    ($engine:ident, $function:ident($($operand:expr),+)) => {
        if const { $engine::Const::NORM_OF_U == 1 } {
            $engine::Fp2::$function($($operand),+)
        } else {
            <ByNorm as Fp2Kernels<$engine>>::$function($($operand),+)
        }
    };
}

/// The quadratic extension of `F` by u² = −k, as a [`Field`].
///
/// # Example
///
/// ```
/// use curvemark_curve::bls12_381::{Fp, Fp2};
///
/// let u = Fp2::new(Fp::zero(), Fp::one());
/// assert_eq!(u.sqr(), -&Fp2::one());
/// assert_eq!(u.conjugate(), -&u);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quad<F>(PhantomData<F>);

impl<F: Field> Field for Quad<F> {
    type Ctx = F::Ctx;
    type Const = [F::Const; 2];
    type Raw = [F::Raw; 2];
    type Wide = [F::Wide; 2];

    const MAX_PRODUCTS: u32 = F::MAX_PRODUCTS >> 1;
    // Products in Fp2 are not begun one by one, and what is short of memory keeps values of Fp.
    const SHAPE: Shape = Shape { compresses: true, overlap: false, small_stack: false, ..F::SHAPE };

    type Kernels = Self;
    type Fp2 = NoKernels;
    type Overlap = NoKernels;

    #[inline(always)]
    fn ctx(a: &Self::Raw) -> Self::Ctx {
        F::ctx(&a[0])
    }

    #[inline(always)]
    fn constant(ctx: &Self::Ctx, constant: &Self::Const) -> Self::Raw {
        [F::constant(ctx, &constant[0]), F::constant(ctx, &constant[1])]
    }

    #[inline(always)]
    fn small(ctx: &Self::Ctx, value: u32) -> Self::Raw {
        [F::small(ctx, value), F::small(ctx, 0)]
    }

    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn add(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        [F::add(&a[0], &b[0]), F::add(&a[1], &b[1])]
    }

    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn sub(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        [F::sub(&a[0], &b[0]), F::sub(&a[1], &b[1])]
    }

    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn neg(a: &Self::Raw) -> Self::Raw {
        [F::neg(&a[0]), F::neg(&a[1])]
    }

    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn times(a: &Self::Raw, k: u32) -> Self::Raw {
        [F::times(&a[0], k), F::times(&a[1], k)]
    }

    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn weak(a: &Self::Raw) -> Self::Raw {
        [F::weak(&a[0]), F::weak(&a[1])]
    }

    #[inline(always)]
    fn wide(ctx: &Self::Ctx) -> Self::Wide {
        [F::wide(ctx), F::wide(ctx)]
    }

    #[inline(always)]
    fn mac(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        fp2!(F, mac(wide, a, b));
    }

    #[inline(always)]
    fn msub(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        fp2!(F, msub(wide, a, b));
    }

    #[inline(always)]
    fn mac_small(wide: &mut Self::Wide, a: &Self::Raw, k: i32) {
        F::mac_small(&mut wide[0], &a[0], k);
        F::mac_small(&mut wide[1], &a[1], k);
    }

    #[inline(always)]
    fn wide_add(wide: &mut Self::Wide, other: &Self::Wide) {
        F::wide_add(&mut wide[0], &other[0]);
        F::wide_add(&mut wide[1], &other[1]);
    }

    #[inline(always)]
    fn wide_sub(wide: &mut Self::Wide, other: &Self::Wide) {
        F::wide_sub(&mut wide[0], &other[0]);
        F::wide_sub(&mut wide[1], &other[1]);
    }

    #[inline(always)]
    fn wide_times(wide: &mut Self::Wide, k: u32) {
        F::wide_times(&mut wide[0], k);
        F::wide_times(&mut wide[1], k);
    }

    #[inline(always)]
    fn reduce<const N: usize>(wides: [&Self::Wide; N]) -> [Self::Raw; N] {
        F::Fp2::reduce(wides)
    }

    #[inline(always)]
    fn kernel<R>(formula: impl FnOnce() -> R) -> R {
        F::kernel(formula)
    }

    #[inline]
    fn mul(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        fp2!(F, mul(a, b))
    }

    #[inline]
    fn sqr(a: &Self::Raw) -> Self::Raw {
        fp2!(F, sqr(a))
    }
}

impl<F: Field> Kernels<Self> for Quad<F> {
    #[cfg(target_arch = "riscv32")]
    #[inline(never)]
    fn sum(a: &RawOf<Self>, b: &RawOf<Self>) -> RawOf<Self> {
        [F::Kernels::sum(&a[0], &b[0]), F::Kernels::sum(&a[1], &b[1])]
    }

    #[cfg(target_arch = "riscv32")]
    #[inline(never)]
    fn difference(a: &RawOf<Self>, b: &RawOf<Self>) -> RawOf<Self> {
        [F::Kernels::difference(&a[0], &b[0]), F::Kernels::difference(&a[1], &b[1])]
    }

    #[inline(always)]
    fn wide_add_sub(wide: &mut SumOf<Self>, plus: &SumOf<Self>, minus: &SumOf<Self>) {
        F::Kernels::wide_add_sub(&mut wide[0], &plus[0], &minus[0]);
        F::Kernels::wide_add_sub(&mut wide[1], &plus[1], &minus[1]);
    }

    #[inline(always)]
    fn wide_sub_two(wide: &mut SumOf<Self>, one: &SumOf<Self>, other: &SumOf<Self>) {
        F::Kernels::wide_sub_two(&mut wide[0], &one[0], &other[0]);
        F::Kernels::wide_sub_two(&mut wide[1], &one[1], &other[1]);
    }

    #[inline(always)]
    fn product(a: &RawOf<Self>, b: &RawOf<Self>) -> SumOf<Self> {
        fp2!(F, product(a, b))
    }

    #[inline(always)]
    fn square(a: &RawOf<Self>) -> SumOf<Self> {
        fp2!(F, square(a))
    }

    #[cfg(target_arch = "riscv32")]
    #[inline(never)]
    fn reduce_to(wide: &SumOf<Self>, out: &mut RawOf<Self>) {
        F::Kernels::reduce_to(&wide[0], &mut out[0]);
        F::Kernels::reduce_to(&wide[1], &mut out[1]);
    }

    #[inline(always)]
    fn mac_sqr(wide: &mut SumOf<Self>, a: &RawOf<Self>) {
        by_norm::mac_square::<F>(wide, a);
    }

    #[inline(always)]
    fn sums<const K: usize, const N: usize>(
        sums: [[(&RawOf<Self>, &RawOf<Self>); K]; N],
    ) -> [RawOf<Self>; N] {
        fp2!(F, sums(sums))
    }

    #[inline(always)]
    fn mul_less_squares(a: &RawOf<Self>, b: &RawOf<Self>, c: &RawOf<Self>) -> RawOf<Self> {
        fp2!(F, mul_less_squares(a, b, c))
    }

    #[inline(always)]
    fn layer<const N: usize>(items: [Item<'_, RawOf<Self>>; N]) -> [RawOf<Self>; N] {
        fp2!(F, layer(items))
    }

    #[inline(always)]
    fn squares<const N: usize>(values: [&RawOf<Self>; N]) -> [RawOf<Self>; N] {
        fp2!(F, squares(values))
    }

    #[inline(always)]
    fn sums_in_place<const K: usize, const N: usize>(
        sums: [[(&RawOf<Self>, &RawOf<Self>); K]; N],
    ) -> [Red<Self>; N] {
        fp2!(F, sums_in_place(sums))
    }

    #[inline(always)]
    fn squares_in_place<const N: usize>(values: [&RawOf<Self>; N]) -> [Red<Self>; N] {
        fp2!(F, squares_in_place(values))
    }

    #[inline(always)]
    fn linear<const K: usize, const N: usize>(
        sums: [[(&RawOf<Self>, i32); K]; N],
    ) -> [RawOf<Self>; N] {
        let c0 = F::Kernels::linear(sums.each(|terms| terms.each(|(a, k)| (&a[0], k))));
        let c1 = F::Kernels::linear(sums.each(|terms| terms.each(|(a, k)| (&a[1], k))));
        let mut c1 = c1.into_iter();
        c0.each(|c0| [c0, c1.next().expect("as many of both coefficients")])
    }

    #[inline(always)]
    fn linear_in_place<const K: usize, const N: usize>(
        sums: [[(&RawOf<Self>, i32); K]; N],
    ) -> [Red<Self>; N] {
        F::Fp2::linear_in_place(sums)
    }

    #[inline(always)]
    fn mul_assign(a: &mut RawOf<Self>, b: &RawOf<Self>) {
        fp2!(F, mul_assign(a, b));
    }

    #[inline(always)]
    fn sqr_times_assign(a: &mut RawOf<Self>, n: u32) {
        for _ in 0..n {
            fp2!(F, sqr_assign(a));
        }
    }

    #[cfg(not(target_arch = "riscv32"))]
    #[inline]
    fn sqr_of_reduced(a: &RawOf<Self>) -> RawOf<Self> {
        fp2!(F, sqr_of_reduced(a))
    }
}

impl<F: Masked> Masked for Quad<F> {
    type Mask = F::Mask;

    #[inline(always)]
    fn is_zero(a: &Self::Raw) -> Self::Mask {
        F::is_zero(&a[0]) & F::is_zero(&a[1])
    }

    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn select(a: &Self::Raw, b: &Self::Raw, mask: &Self::Mask) -> Self::Raw {
        [F::select(&a[0], &b[0], mask), F::select(&a[1], &b[1], mask)]
    }

    #[inline(always)]
    fn scan<T>(
        none: &Self::Raw,
        table: &[T],
        entry: impl Fn(&T) -> &Self::Raw,
        is: &[Self::Mask],
    ) -> Self::Raw {
        [
            F::scan(&none[0], table, |item| &entry(item)[0], is),
            F::scan(&none[1], table, |item| &entry(item)[1], is),
        ]
    }

    #[inline(always)]
    fn mask(choice: Choice) -> Self::Mask {
        F::mask(choice)
    }
}

impl<F: Lanes<Raw: Copy>> Lanes for Quad<F> {
    type One = Quad<F::One>;
    type Row = [F::Row; 2];

    const WIDTH: usize = F::WIDTH;

    crate::field::plain_in_own_form!();

    #[inline(always)]
    fn bits(mask: &Self::Mask) -> u8 {
        F::bits(mask)
    }

    #[inline(always)]
    fn of_bits(bits: u8) -> Self::Mask {
        F::of_bits(bits)
    }

    #[inline(always)]
    fn zeros_vartime(a: &Self::Raw) -> u8 {
        match F::zeros_vartime(&a[0]) {
            0 => 0,
            zeros => zeros & F::zeros_vartime(&a[1]),
        }
    }

    #[inline(always)]
    fn enter_lanes<'a>(
        ctx: &Self::Ctx,
        lane: impl Fn(usize) -> &'a [<F::One as Field>::Raw; 2],
    ) -> Self::Raw {
        [F::enter_lanes(ctx, |i| &lane(i)[0]), F::enter_lanes(ctx, |i| &lane(i)[1])]
    }

    #[inline(always)]
    fn leave_lanes(a: &Self::Raw, mut lane: impl FnMut(usize, [<F::One as Field>::Raw; 2])) {
        let mut c0 = [None; 8];
        F::leave_lanes(&a[0], |i, c| c0[i] = Some(c));
        F::leave_lanes(&a[1], |i, c1| lane(i, [c0[i].expect("as many of both coefficients"), c1]));
    }

    #[inline(always)]
    fn zero_row(ctx: &Self::Ctx) -> Self::Row {
        [F::zero_row(ctx), F::zero_row(ctx)]
    }

    #[inline(always)]
    fn load<'a>(ctx: &Self::Ctx, row: impl Fn(usize) -> &'a Self::Row) -> Self::Raw {
        [F::load(ctx, |i| &row(i)[0]), F::load(ctx, |i| &row(i)[1])]
    }

    #[inline(always)]
    fn store<T>(a: &Self::Raw, places: &mut [T], row: impl Fn(&mut T) -> &mut Self::Row) {
        F::store(&a[0], places, |place| &mut row(place)[0]);
        F::store(&a[1], places, |place| &mut row(place)[1]);
    }

    #[inline(always)]
    fn enter<R>(ctx: &Self::Ctx, formula: impl FnOnce() -> R) -> R {
        F::enter(ctx, formula)
    }
}

impl<F: InLanes> InLanes for Quad<F> {
    type Lanes = Quad<F::Lanes>;

    #[inline(always)]
    fn lanes() -> Option<FieldThere<Self::Lanes>> {
        F::lanes().map(There::of)
    }

    const DOUBLES: bool = F::DOUBLES;

    type Doubles = Quad<F::Doubles>;

    #[inline(always)]
    fn doubles() -> Option<FieldThere<Self::Doubles>> {
        F::doubles().map(There::of)
    }
}

/// (a₀ + a₁u)(a₀ − a₁u) = a₀² + k·a₁².
fn norm<F: Field>(a0: &Red<F>, a1: &Red<F>) -> Red<F> {
    let k = F::Const::NORM_OF_U;
    F::kernel(
        #[inline(always)]
        || match k {
            1 => product(a0, a0).plus(a1, a1).reduce(),
            _ => {
                let mut sum = product(a1, a1);
                sum.scale(k);
                sum.plus(a0, a0).reduce()
            }
        },
    )
}

/// 1/(a₀ + a₁u) = (a₀ − a₁u)/(a₀² + k·a₁²): one inversion, 2 squarings, 2 products.
fn invert_by<F: Field>(a: &[F::Raw; 2], invert: impl Fn(&F::Raw) -> F::Raw) -> [F::Raw; 2] {
    let inverse =
        invert(norm(&Red::<F>::from_raw(a[0].clone()), &Red::from_raw(a[1].clone())).raw());
    [F::mul(&a[0], &inverse), F::mul(&F::neg(&a[1]), &inverse)]
}

impl<F: Invert> Invert for Quad<F> {
    fn invert(a: &Self::Raw) -> Self::Raw {
        invert_by::<F>(a, F::invert)
    }

    fn invert_vartime(a: &Self::Raw) -> Self::Raw {
        invert_by::<F>(a, F::invert_vartime)
    }
}

impl<F: Field, G: Holds<F>> Holds<Quad<F>> for Quad<G> {
    #[inline(always)]
    fn enter(ctx: &G::Ctx, [c0, c1]: &[F::Raw; 2]) -> [G::Raw; 2] {
        [G::enter(ctx, c0), G::enter(ctx, c1)]
    }

    #[inline(always)]
    fn leave([c0, c1]: &[G::Raw; 2]) -> [F::Raw; 2] {
        [G::leave(c0), G::leave(c1)]
    }
}

impl<F: Canonical> Canonical for Quad<F> {
    type Four = crate::field::Apart<Self>;
    type Fast = Quad<F::Fast>;
    type Remainders = Quad<F::Remainders>;

    #[inline(always)]
    fn fast() -> Option<FieldThere<Self::Fast>> {
        F::fast().map(There::of)
    }

    #[inline(always)]
    fn remainders() -> Option<FieldThere<Self::Remainders>> {
        F::remainders().map(There::of)
    }

    const BYTES: usize = 2 * F::BYTES;
    const UNIFORM_BYTES: usize = 2 * F::UNIFORM_BYTES;
    const LIMBS: usize = 2 * F::LIMBS;

    fn to_limbs(a: &Self::Raw, out: &mut [u64]) {
        let (low, high) = out.split_at_mut(F::LIMBS);
        F::to_limbs(&a[0], low);
        F::to_limbs(&a[1], high);
    }

    fn to_held(a: &Self::Raw, out: &mut [u64]) {
        let (low, high) = out.split_at_mut(F::LIMBS);
        F::to_held(&a[0], low);
        F::to_held(&a[1], high);
    }

    fn from_held(ctx: &Self::Ctx, limbs: &[u64]) -> Option<Self::Raw> {
        let (low, high) = limbs.split_at(F::LIMBS);
        Some([F::from_held(ctx, low)?, F::from_held(ctx, high)?])
    }

    fn to_bytes(a: &Self::Raw, out: &mut [u8]) {
        assert_eq!(out.len(), Self::BYTES, "the encoding has a fixed length");
        let (high, low) = out.split_at_mut(F::BYTES);
        F::to_bytes(&a[1], high);
        F::to_bytes(&a[0], low);
    }

    fn from_bytes(ctx: &Self::Ctx, bytes: &[u8]) -> (Self::Raw, Choice) {
        let zero = F::small(ctx, 0);
        if bytes.len() != Self::BYTES {
            return ([zero; 2], Choice::from(0));
        }
        let (c1, canonical_1) = F::from_bytes(ctx, &bytes[..F::BYTES]);
        let (c0, canonical_0) = F::from_bytes(ctx, &bytes[F::BYTES..]);
        let canonical = canonical_0 & canonical_1;
        ([F::select(&zero, &c0, &canonical), F::select(&zero, &c1, &canonical)], canonical)
    }

    fn from_uniform_bytes(ctx: &Self::Ctx, bytes: &[u8]) -> Self::Raw {
        let (c0, c1) = bytes.split_at(bytes.len() >> 1);
        [F::from_uniform_bytes(ctx, c0), F::from_uniform_bytes(ctx, c1)]
    }

    /// The complex method with one candidate (G. Adj, F. Rodríguez-Henríquez, "Square root
    /// computation over even extension fields", ePrint 2012/685, §5.2; the exponent that gives root
    /// and inverse root at once: M. Scott, "A note on the calculation of some functions in finite
    /// fields: tricks of the trade", ePrint 2020/1497). Two exponentiations in Fp, no inversion.
    ///
    /// A square has a square norm, N = a₀² + a₁² = n². Let δ = (a₀ + n)/2, so that δ·(a₀ − n)/2 =
    /// −a₁²/4, and r² = ±δ with the sign that has a root. Then
    ///
    /// * if r² = δ, the root is r + a₁/(2r)·u, since r² − a₁²/(4r²) = δ + (a₀ − n)/2 = a₀;
    /// * if r² = −δ, the root is a₁/(2r) + r·u, since a₁²/(4r²) − r² = (a₀ − n)/2 + δ = a₀.
    ///
    /// δ = 0 needs n = −a₀ and a₁ = 0; then a₀ takes its place, which is δ for the other sign of n,
    /// and the two lines give √a₀ or √(−a₀)·u. For a = 0 all is zero. If N is no square, a is none.
    ///
    /// No halves: with f from D = 4δ, D·f² = ±1, r is D·f/2 = (a₀ + n)·f and 1/(2r) is ±f.
    ///
    /// This is for k = 1; for another see `sqrt_by_three`.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    fn sqrt(a: &Self::Raw) -> (Self::Raw, Choice) {
        let (a0, a1) = (Red::<F>::from_raw(a[0]), Red::<F>::from_raw(a[1]));
        if const { F::Const::NORM_OF_U != 1 } {
            return sqrt_by_three(&a0, &a1);
        }
        let (delta_2, exists) = {
            let norm = norm(&a0, &a1);
            let (f, norm_is_square) = norm.inverse_sqrt();
            let delta_2 = &a0 + &(&norm * &f);
            let delta_2 = select(&delta_2, &a0.twice().weak(), &delta_2.is_zero());
            (delta_2, norm_is_square | norm.is_zero())
        };
        let (f, delta_is_square) = delta_2.twice().weak().inverse_sqrt();
        let r = &delta_2 * &f;
        let other = &a1 * &negate_if(&f, &!delta_is_square);
        let c0 = select(&other, &r, &delta_is_square);
        let c1 = select(&r, &other, &delta_is_square);
        ([*c0.raw(), *c1.raw()], exists)
    }

    /// a is a square exactly if its norm is one in Fp.
    fn is_square(a: &Self::Raw) -> Choice {
        let (a0, a1) = (Red::<F>::from_raw(a[0]), Red::<F>::from_raw(a[1]));
        norm(&a0, &a1).is_square()
    }

    fn sgn0(a: &Self::Raw) -> Choice {
        F::sgn0(&a[0]) | (F::is_zero(&a[0]) & F::sgn0(&a[1]))
    }

    fn is_largest(a: &Self::Raw) -> Choice {
        F::is_largest(&a[1]) | (F::is_zero(&a[1]) & F::is_largest(&a[0]))
    }
}

/// A square root in Fp2 for any k. Three square roots in Fp, one inversion.
///
/// A square has a square norm, a₀² + k·a₁² = n². For a₁ ≠ 0 one of the two d = 2(a₀ ± n) is a
/// square, since their product −4k·a₁² is none, and with s = √d the root is (a₀ ± n)/s + a₁/s·u:
/// its square is ((a₀ ± n)² − k·a₁²)/d = 2a₀(a₀ ± n)/d = a₀, and 2(a₀ ± n)·a₁/d = a₁. For a₁ = 0 it
/// is a₀/√a₀, or a₀/√(−k·a₀)·u.
fn sqrt_by_three<F: Canonical>(a0: &Red<F>, a1: &Red<F>) -> ([F::Raw; 2], Choice) {
    let in_fp = a1.is_zero();
    let (n, exists) = norm(a0, a1).sqrt();
    let (plus, minus) = ((a0 + &n), (a0 - &n));
    let minus_k_a0 = -&a0.times(F::Const::NORM_OF_U);
    let (s, is_first) = select(&plus.times(2), a0, &in_fp).sqrt();
    let (other, _) = select(&minus.times(2), &minus_k_a0, &in_fp).sqrt();
    let inverse = select(&other, &s, &is_first).invert();
    let c0 = select(
        &select(&minus, &Red::zero_in(&a0.ctx()), &in_fp),
        &select(&plus, a0, &in_fp),
        &is_first,
    );
    let c1 = select(a1, a0, &(in_fp & !is_first));
    ([*(&c0 * &inverse).raw(), *(&c1 * &inverse).raw()], exists)
}

impl<F: Field> Red<Quad<F>> {
    /// c₀ + c₁·u.
    #[inline(always)]
    pub fn new(c0: Red<F>, c1: Red<F>) -> Self {
        Self::from_raw([c0.raw().clone(), c1.raw().clone()])
    }

    /// c₀.
    #[inline(always)]
    pub fn c0(&self) -> Red<F> {
        Red::from_raw(self.raw()[0].clone())
    }

    /// c₁.
    #[inline(always)]
    pub fn c1(&self) -> Red<F> {
        Red::from_raw(self.raw()[1].clone())
    }

    /// a^p = c₀ − c₁·u.
    #[inline(always)]
    pub fn conjugate(&self) -> Self {
        Self::from_raw([self.raw()[0].clone(), F::neg(&self.raw()[1])])
    }

    /// [`Self::conjugate`] in place.
    #[inline(always)]
    pub(crate) fn conjugate_assign(&mut self) {
        let [_, c1] = self.raw_mut();
        *c1 = F::neg(c1);
    }

    /// k·a with k in Fp: 2 products.
    #[inline(always)]
    pub fn scale(&self, k: &Red<F>) -> Self {
        Self::from_raw([F::mul(&self.raw()[0], k.raw()), F::mul(&self.raw()[1], k.raw())])
    }

    /// a·(k + u) for a small k, the shape of every sextic non-residue here; with u² = −1 (k·c₀ −
    /// c₁) + (c₀ + k·c₁)·u.
    #[inline(always)]
    pub fn mul_by_small_plus_u(&self, k: u32) -> Self {
        // Where sums come reduced in one pass.
        if cfg!(target_arch = "riscv32") && k == 1 {
            let [c0, c1] = self.raw();
            return Self::from_raw([F::Kernels::difference(c0, c1), F::Kernels::sum(c0, c1)]);
        }
        self.mul_by_small_plus_u_lazy(k).weak()
    }

    /// As [`Self::mul_by_small_plus_u`], not reduced: each coefficient is one sum or difference, so
    /// it may enter a product.
    #[inline(always)]
    pub fn mul_by_small_plus_u_lazy(&self, k: u32) -> Lazy<Quad<F>> {
        let [c0, c1] = self.raw();
        if const { F::Const::NORM_OF_U != 1 } {
            let minus = F::neg(&F::times(c1, F::Const::NORM_OF_U));
            return Lazy::from_raw(match k {
                0 => [minus, c0.clone()],
                _ => [F::add(&F::times(c0, k), &minus), F::add(c0, &F::times(c1, k))],
            });
        }
        if k == 1 {
            return Lazy::from_raw([F::sub(c0, c1), F::add(c0, c1)]);
        }
        let (k0, k1) = (F::times(c0, k), F::times(c1, k));
        Lazy::from_raw([F::sub(&k0, c1), F::add(c0, &k1)])
    }
}

/// a·k and b·l with k and l in Fp: 4 products in one layer.
#[inline(always)]
pub(crate) fn scale_two<F: Field>(
    a: &Red<Quad<F>>,
    k: &Red<F>,
    b: &Red<Quad<F>>,
    l: &Red<F>,
) -> [Red<Quad<F>>; 2] {
    let ([a0, a1], [b0, b1], k, l) = (a.raw(), b.raw(), k.raw(), l.raw());
    let [a0, a1, b0, b1] = F::Kernels::sums([[(a0, k)], [(a1, k)], [(b0, l)], [(b1, l)]]);
    [Red::from_raw([a0, a1]), Red::from_raw([b0, b1])]
}

impl<F: Field> Wide<Quad<F>> {
    /// Adds (k + u) times another sum, for a small k; with u² = −1 (k·w₀ − w₁) + (w₀ + k·w₁)·u.
    #[inline(always)]
    pub fn add_times_small_plus_u(&mut self, other: &Self, k: u32) {
        let [c0, c1] = self.raw_mut();
        let [w0, w1] = other.raw();
        if const { F::Const::NORM_OF_U != 1 } {
            let mut times_norm = w1.clone();
            F::wide_times(&mut times_norm, F::Const::NORM_OF_U);
            match k {
                0 => {
                    F::wide_sub(c0, &times_norm);
                    F::wide_add(c1, w0);
                }
                _ => {
                    F::Kernels::wide_add_times_sub(c0, w0, k, &times_norm);
                    F::Kernels::wide_add_times_add(c1, w1, k, w0);
                }
            }
        } else if k == 1 {
            F::Kernels::wide_add_sub(c0, w0, w1);
            F::Kernels::wide_add_two(c1, w0, w1);
        } else {
            F::Kernels::wide_add_times_sub(c0, w0, k, w1);
            F::Kernels::wide_add_times_add(c1, w1, k, w0);
        }
    }
}
