//! What an engine may have of its own beyond [`Field`]: kernels for sums, for Fp2, and for products
//! that run next to other work. Each function has a default in terms of [`Field`], so that an
//! engine writes only those it is faster at, or none: [`NoKernels`].

use limb::each::Each;

use super::{Field, Item, Red};
use crate::fp2::Quad;

/// An engine without kernels of its own: the defaults of [`Kernels`], [`Fp2Kernels`] and
/// [`Overlap`].
#[derive(Clone, Copy, Debug)]
pub struct NoKernels;

impl<F: Field> Kernels<F> for NoKernels {}
impl<F: Field> Fp2Kernels<F> for NoKernels {}
impl<F: Field> Overlap<F> for NoKernels {}

/// Two raw operands in Fp2, one product of a sum: see [`Fp2Kernels::sums`].
pub type Fp2Term<'a, R> = (&'a [R; 2], &'a [R; 2]);

/// A raw value in Fp2 and how many times it is added: see [`Fp2Kernels::linear_in_place`].
pub type Fp2Multiple<'a, R> = (&'a [R; 2], i32);

/// Sums, layers of sums, and products in place, of an engine's field.
pub trait Kernels<F: Field> {
    /// a + b, reduced; of reduced values.
    #[inline(always)]
    fn sum(a: &F::Raw, b: &F::Raw) -> F::Raw {
        F::weak(&F::add(a, b))
    }

    /// a − b, reduced; of reduced values.
    #[inline(always)]
    fn difference(a: &F::Raw, b: &F::Raw) -> F::Raw {
        F::weak(&F::sub(a, b))
    }

    /// reduces a sum to where its residue is to stand.
    #[inline(always)]
    fn reduce_to(wide: &F::Wide, out: &mut F::Raw) {
        let [residue] = F::reduce([wide]);
        *out = residue;
    }

    /// adds two other sums.
    #[inline(always)]
    fn wide_add_two(wide: &mut F::Wide, one: &F::Wide, other: &F::Wide) {
        F::wide_add(wide, one);
        F::wide_add(wide, other);
    }

    /// adds another sum and subtracts a third.
    #[inline(always)]
    fn wide_add_sub(wide: &mut F::Wide, plus: &F::Wide, minus: &F::Wide) {
        F::wide_add(wide, plus);
        F::wide_sub(wide, minus);
    }

    /// adds k times another sum and subtracts a third.
    #[inline(always)]
    fn wide_add_times_sub(wide: &mut F::Wide, plus: &F::Wide, k: u32, minus: &F::Wide) {
        let mut multiple = plus.clone();
        F::wide_times(&mut multiple, k);
        Self::wide_add_sub(wide, &multiple, minus);
    }

    /// adds k times another sum, and a third.
    #[inline(always)]
    fn wide_add_times_add(wide: &mut F::Wide, one: &F::Wide, k: u32, other: &F::Wide) {
        let mut multiple = one.clone();
        F::wide_times(&mut multiple, k);
        Self::wide_add_two(wide, &multiple, other);
    }

    /// subtracts two other sums.
    #[inline(always)]
    fn wide_sub_two(wide: &mut F::Wide, one: &F::Wide, other: &F::Wide) {
        F::wide_sub(wide, one);
        F::wide_sub(wide, other);
    }

    /// a·b as the start of a sum; lazy values.
    #[inline(always)]
    fn product(a: &F::Raw, b: &F::Raw) -> F::Wide {
        let mut wide = F::wide(&F::ctx(a));
        F::mac(&mut wide, a, b);
        wide
    }

    /// a² as the start of a sum; a reduced value.
    #[inline(always)]
    fn square(a: &F::Raw) -> F::Wide {
        let mut wide = F::wide(&F::ctx(a));
        Self::mac_sqr(&mut wide, a);
        wide
    }

    /// adds a²; a reduced value.
    #[inline(always)]
    fn mac_sqr(wide: &mut F::Wide, a: &F::Raw) {
        F::mac(wide, a, a);
    }

    /// N independent sums of K products each, reduced; lazy operands.
    #[inline(always)]
    fn sums<const K: usize, const N: usize>(sums: [[(&F::Raw, &F::Raw); K]; N]) -> [F::Raw; N] {
        let wides = sums.each(|terms| {
            let mut wide = F::wide(&F::ctx(terms[0].0));
            for (a, b) in terms {
                F::mac(&mut wide, a, b);
            }
            wide
        });
        F::reduce(wides.each_ref())
    }

    /// the items of a layer, reduced side by side; asked for where
    /// [`Shape::layers`](super::Shape::layers) says so.
    #[inline(always)]
    fn layer<const N: usize>(items: [Item<'_, F::Raw>; N]) -> [F::Raw; N] {
        items.each(
            #[inline(always)]
            |item| match item {
                Item::Product(a, b) => F::mul(a, b),
                Item::Square(a) => F::sqr(a),
                Item::SumOfTwo(terms) => Self::sum_of_two(terms),
            },
        )
    }

    /// a·b + c·d, reduced; lazy operands. What [`Kernels::sums`] gives of one sum, without an array
    /// around large values.
    #[inline(always)]
    fn sum_of_two(terms: [(&F::Raw, &F::Raw); 2]) -> F::Raw {
        let [out] = Self::sums([terms]);
        out
    }

    /// a·b − 8c², reduced; a and c reduced, b lazy. Where
    /// [`Shape::lazy_sums`](super::Shape::lazy_sums) says so.
    #[inline(always)]
    fn mul_less_squares(a: &F::Raw, b: &F::Raw, c: &F::Raw) -> F::Raw {
        // −2c·4c.
        let c_2 = Self::sum(c, c);
        let minus_c_2 = F::sub(&F::small(&F::ctx(c), 0), &c_2);
        Self::sum_of_two([(a, b), (&minus_c_2, &F::add(&c_2, &c_2))])
    }

    /// [`Kernels::sums`] as elements, for engines whose values are so long that they are better
    /// made where they are to stand.
    #[inline(always)]
    fn sums_in_place<const K: usize, const N: usize>(
        sums: [[(&F::Raw, &F::Raw); K]; N],
    ) -> [Red<F>; N] {
        Self::sums(sums).each(Red::from_raw)
    }

    /// [`Kernels::squares`] as elements; as [`Kernels::sums_in_place`].
    #[inline(always)]
    fn squares_in_place<const N: usize>(values: [&F::Raw; N]) -> [Red<F>; N] {
        Self::squares(values).each(Red::from_raw)
    }

    /// [`Kernels::linear`] as elements; as [`Kernels::sums_in_place`].
    #[inline(always)]
    fn linear_in_place<const K: usize, const N: usize>(
        sums: [[(&F::Raw, i32); K]; N],
    ) -> [Red<F>; N] {
        Self::linear(sums).each(Red::from_raw)
    }

    /// N independent squares, reduced; of reduced values.
    #[inline(always)]
    fn squares<const N: usize>(values: [&F::Raw; N]) -> [F::Raw; N] {
        let wides = values.each(|a| Self::square(a));
        F::reduce(wides.each_ref())
    }

    /// N independent linear combinations Σ k·a with small constants, reduced; of reduced values, Σ
    /// |k| at most [`Field::MAX_PRODUCTS`].
    #[inline(always)]
    fn linear<const K: usize, const N: usize>(sums: [[(&F::Raw, i32); K]; N]) -> [F::Raw; N] {
        let wides = sums.each(|terms| {
            let mut wide = F::wide(&F::ctx(terms[0].0));
            for (a, k) in terms {
                F::mac_small(&mut wide, a, k);
            }
            wide
        });
        F::reduce(wides.each_ref())
    }

    /// a²: reduced, of a reduced value.
    #[inline(always)]
    fn sqr_of_reduced(a: &F::Raw) -> F::Raw {
        F::sqr(a)
    }

    /// a = a·b; a reduced, as it stays, and b lazy.
    #[inline(always)]
    fn mul_assign(a: &mut F::Raw, b: &F::Raw) {
        *a = F::mul(a, b);
    }

    /// a = a^(2^n), n squarings in a row; reduced. To and fro, since a result in the place of its
    /// operand would be moved there.
    #[inline(always)]
    fn sqr_times_assign(a: &mut F::Raw, n: u32) {
        for _ in 0..n >> 1 {
            let between = F::sqr(a);
            *a = F::sqr(&between);
        }
        if n & 1 == 1 {
            *a = F::sqr(a);
        }
    }
}

/// Adds a square in Fp2 to a sum there; a reduced: (a₀ + a₁)(a₀ − a₁) + 2a₀a₁·u, two products.
#[inline(always)]
pub(crate) fn mac_fp2_square<F: Field>(wide: &mut [F::Wide; 2], a: &[F::Raw; 2]) {
    F::mac(&mut wide[0], &F::add(&a[0], &a[1]), &F::sub(&a[0], &a[1]));
    F::mac(&mut wide[1], &F::add(&a[0], &a[0]), &a[1]);
}

/// The same in Fp2 = Fp\[u\]/(u² + 1) over an engine's field: what [`Quad`] is made of. By default
/// a product is four products, a square two.
pub trait Fp2Kernels<F: Field> {
    /// a = a·b in Fp2.
    #[inline(always)]
    fn mul_assign(a: &mut [F::Raw; 2], b: &[F::Raw; 2]) {
        *a = Self::mul(a, b);
    }

    /// a = a² in Fp2; reduced coefficients.
    #[inline(always)]
    fn sqr_assign(a: &mut [F::Raw; 2]) {
        *a = Self::sqr(a);
    }

    /// adds the product in Fp2 = Fp\[u\]/(u² + 1) to a sum in Fp2. By default four products.
    fn mac(wide: &mut [F::Wide; 2], a: &[F::Raw; 2], b: &[F::Raw; 2]) {
        F::mac(&mut wide[0], &a[0], &b[0]);
        F::msub(&mut wide[0], &a[1], &b[1]);
        F::mac(&mut wide[1], &a[0], &b[1]);
        F::mac(&mut wide[1], &a[1], &b[0]);
    }

    /// the product in Fp2 as the start of a sum.
    #[inline(always)]
    fn product(a: &[F::Raw; 2], b: &[F::Raw; 2]) -> [F::Wide; 2] {
        let ctx = F::ctx(&a[0]);
        let mut wide = [F::wide(&ctx), F::wide(&ctx)];
        Self::mac(&mut wide, a, b);
        wide
    }

    /// a square in Fp2 as the start of a sum; a reduced.
    #[inline(always)]
    fn square(a: &[F::Raw; 2]) -> [F::Wide; 2] {
        let ctx = F::ctx(&a[0]);
        let mut wide = [F::wide(&ctx), F::wide(&ctx)];
        mac_fp2_square::<F>(&mut wide, a);
        wide
    }

    /// subtracts a product in Fp2 from a sum in Fp2. By default four products.
    fn msub(wide: &mut [F::Wide; 2], a: &[F::Raw; 2], b: &[F::Raw; 2]) {
        F::msub(&mut wide[0], &a[0], &b[0]);
        F::mac(&mut wide[0], &a[1], &b[1]);
        F::msub(&mut wide[1], &a[0], &b[1]);
        F::msub(&mut wide[1], &a[1], &b[0]);
    }

    /// a·b in Fp2.
    fn mul(a: &[F::Raw; 2], b: &[F::Raw; 2]) -> [F::Raw; 2] {
        let ctx = F::ctx(&a[0]);
        let mut wide = [F::wide(&ctx), F::wide(&ctx)];
        Self::mac(&mut wide, a, b);
        F::reduce(wide.each_ref())
    }

    /// a² in Fp2, of lazy coefficients: (a₀ + a₁)(a₀ − a₁) + 2a₀a₁·u. By default two products.
    fn sqr(a: &[F::Raw; 2]) -> [F::Raw; 2] {
        let (a0, a1) = (F::weak(&a[0]), F::weak(&a[1]));
        let ctx = F::ctx(&a0);
        let mut wide = [F::wide(&ctx), F::wide(&ctx)];
        F::mac(&mut wide[0], &F::add(&a0, &a1), &F::sub(&a0, &a1));
        F::mac(&mut wide[1], &F::add(&a0, &a0), &a1);
        F::reduce(wide.each_ref())
    }

    /// a² in Fp2, of reduced coefficients.
    #[inline(always)]
    fn sqr_of_reduced(a: &[F::Raw; 2]) -> [F::Raw; 2] {
        Self::sqr(a)
    }

    /// [`Kernels::mul_less_squares`] in Fp2.
    #[inline(always)]
    fn mul_less_squares(a: &[F::Raw; 2], b: &[F::Raw; 2], c: &[F::Raw; 2]) -> [F::Raw; 2] {
        let c_2 = <Quad<F> as Field>::Kernels::sum(c, c);
        let zero = F::small(&F::ctx(&c[0]), 0);
        let minus_c_2 = c_2.each_ref().each(|c| F::sub(&zero, c));
        <Quad<F> as Field>::Kernels::sum_of_two([(a, b), (&minus_c_2, &Quad::<F>::add(&c_2, &c_2))])
    }

    /// [`Kernels::layer`] in Fp2.
    #[inline(always)]
    fn layer<const N: usize>(items: [Item<'_, [F::Raw; 2]>; N]) -> [[F::Raw; 2]; N] {
        items.each(
            #[inline(always)]
            |item| match item {
                Item::Product(a, b) => Self::mul(a, b),
                Item::Square(a) => Self::sqr(a),
                Item::SumOfTwo(terms) => <Quad<F> as Field>::Kernels::sum_of_two(terms),
            },
        )
    }

    /// [`Kernels::sums_in_place`] in Fp2.
    #[inline(always)]
    fn sums_in_place<const K: usize, const N: usize>(
        sums: [[Fp2Term<'_, F::Raw>; K]; N],
    ) -> [Red<Quad<F>>; N] {
        Self::sums(sums).each(Red::from_raw)
    }

    /// [`Kernels::linear_in_place`] in Fp2.
    #[inline(always)]
    fn linear_in_place<const K: usize, const N: usize>(
        sums: [[Fp2Multiple<'_, F::Raw>; K]; N],
    ) -> [Red<Quad<F>>; N] {
        <Quad<F> as Field>::Kernels::linear(sums).each(Red::from_raw)
    }

    /// [`Kernels::squares_in_place`] in Fp2.
    #[inline(always)]
    fn squares_in_place<const N: usize>(values: [&[F::Raw; 2]; N]) -> [Red<Quad<F>>; N] {
        Self::squares(values).each(Red::from_raw)
    }

    /// [`Kernels::sums`] in Fp2.
    #[inline(always)]
    fn sums<const K: usize, const N: usize>(
        sums: [[Fp2Term<'_, F::Raw>; K]; N],
    ) -> [[F::Raw; 2]; N] {
        let wides = sums.each(|terms| {
            let ctx = F::ctx(&terms[0].0[0]);
            let mut wide = [F::wide(&ctx), F::wide(&ctx)];
            for (a, b) in terms {
                Self::mac(&mut wide, a, b);
            }
            wide
        });
        Self::reduce(wides.each_ref())
    }

    /// [`Kernels::squares`] in Fp2.
    #[inline(always)]
    fn squares<const N: usize>(values: [&[F::Raw; 2]; N]) -> [[F::Raw; 2]; N] {
        let wides = values.each(|a| Self::square(a));
        Self::reduce(wides.each_ref())
    }

    /// reduces N independent sums in Fp2, that is 2N in Fp.
    #[inline(always)]
    fn reduce<const N: usize>(wides: [&[F::Wide; 2]; N]) -> [[F::Raw; 2]; N] {
        wides.each(|wide| F::reduce(wide.each_ref()))
    }
}

/// Products that something next to the processor makes while it does other work
/// (`limb::multiplier`), and sums that formulas of that shape ask for.
pub trait Overlap<F: Field> {
    /// a + b: lazy, of lazy values.
    #[inline(always)]
    fn add_lazy(a: &F::Raw, b: &F::Raw) -> F::Raw {
        F::add(&F::weak(a), &F::weak(b))
    }

    /// a ± b ± c as a sum, of reduced values: minus b where `LESS_B` says so, minus c where
    /// `LESS_C` does.
    #[inline(always)]
    fn sum_of_three<const LESS_B: bool, const LESS_C: bool>(
        a: &F::Raw,
        b: &F::Raw,
        c: &F::Raw,
    ) -> F::Wide {
        let sign = |less| if less { -1 } else { 1 };
        let mut wide = F::wide(&F::ctx(a));
        F::mac_small(&mut wide, a, 1);
        F::mac_small(&mut wide, b, sign(LESS_B));
        F::mac_small(&mut wide, c, sign(LESS_C));
        wide
    }

    /// k times a sum and 2a, or less 2a where `MINUS` says so, reduced; a reduced value. The
    /// formula proves the bound.
    #[inline(always)]
    fn reduce_with_twice<const MINUS: bool>(wide: &F::Wide, k: u32, a: &F::Raw) -> F::Raw {
        let mut wide = wide.clone();
        F::wide_times(&mut wide, k);
        F::mac_small(&mut wide, a, if MINUS { -2 } else { 2 });
        let [out] = F::reduce([&wide]);
        out
    }

    /// Begins a·b, and says whether it did; see [`Shape::overlap`](super::Shape::overlap). Until
    /// [`Overlap::end`] nothing else is to be multiplied: it would be the processor's work.
    #[inline(always)]
    fn begin(_: &F::Raw, _: &F::Raw) -> bool {
        false
    }

    /// a·b, of the operands for which [`Overlap::begin`] said that.
    #[inline(always)]
    fn end(_begun: bool, a: &F::Raw, b: &F::Raw) -> F::Raw {
        F::mul(a, b)
    }

    /// a^exponent where something beside the processor takes whole powers; a reduced, the exponent
    /// public, in 64-bit limbs, the lowest first.
    #[inline(always)]
    fn power(_: &F::Raw, _exponent: &[u64]) -> Option<F::Raw> {
        None
    }

    /// a product in Fp2 as a sum, of a₀b₀, a₁b₁ and (a₀ + a₁)(b₀ + b₁), which are reduced: the
    /// first less the second, and the third less both.
    #[inline(always)]
    fn fp2_of_three_products(first: &F::Raw, second: &F::Raw, third: &F::Raw) -> [F::Wide; 2] {
        let ctx = F::ctx(first);
        let mut wide = [F::wide(&ctx), F::wide(&ctx)];
        F::mac_small(&mut wide[0], first, 1);
        F::mac_small(&mut wide[0], second, -1);
        F::mac_small(&mut wide[1], third, 1);
        F::mac_small(&mut wide[1], first, -1);
        F::mac_small(&mut wide[1], second, -1);
        wide
    }
}
