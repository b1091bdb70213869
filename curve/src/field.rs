//! The contract between formulas and engines.
//!
//! A formula (a point addition, a tower product, a line, an isogeny) is written once, as a plain generic function over
//! [`Field`]. What runs under it is an engine: words on any machine, eight lanes, a residue-number system, a recorder of bytecode.
//! The contract is what all of these can do well:
//!
//! * The primitive is the sum of products. [`product`] starts a [`Wide`], [`Wide::plus`] and [`Wide::minus`] extend it,
//!   [`reduce`] brings a layer of independent sums back at once.
//! * Three types carry the ranges. [`Red`] is what a reduction gives. [`Lazy`] is one sum or difference of two `Red`. Both may be
//!   operands of a product; anything more goes through [`Lazy::weak`] first. [`Wide`] is an unreduced sum of at most
//!   [`Field::MAX_PRODUCTS`] products. The compiler checks what a formula asks for, the engine proves its limits.
//! * Values are used by reference and need not be `Copy`; constants enter through [`Red::constant`] with the engine's context; there
//!   is no global zero. A recorder can implement this.
//! * What needs masks is [`Masked`]; inversion is [`Invert`]; whatever looks at the integer (bytes, order, sign, roots) is
//!   [`Canonical`].
//! * [`Field::fp2_mac`] and its siblings are hooks: an engine with a better way to do a product in Fp2 than four products in Fp
//!   says so there, and no formula changes.

use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, Not};

use subtle::{Choice, ConstantTimeEq};

use crate::fp2::Quad;

mod lanes;
mod operators;
mod sums;
mod values;

pub use lanes::{InLanes, Lanes};
pub(crate) use lanes::{plain_in_own_form, single_lane};
pub use limb::rns::Item;
pub(crate) use sums::mul_less_squares;
pub use sums::{
    Layer, LayerItem, Term, Wide, layer, linear, product, reduce, reduce_each, square, squares, sum_of_two, sums, term,
};
pub(crate) use values::Part;
pub use values::{Begun, Lazy, Operand, Red, begin};

/// A field on an engine. Implemented by an empty type; its elements are [`Red`].
///
/// The functions work on raw values and state the range that they take and give; formulas do not call them but go through
/// [`Red`], [`Lazy`] and [`Wide`], which enforce the ranges.
pub trait Field: Sized + Copy + Debug + 'static {
    /// What an engine needs to make a value out of nothing; `()` for all that compute.
    type Ctx: Clone;
    /// A field element known at compile time, the same type for all engines of one field.
    type Const: 'static;
    /// A value, reduced or lazy.
    type Raw: Clone + Debug;
    /// A sum of products.
    type Wide: Clone;

    /// Most products of two lazy values in one sum; k times a value counts as k products.
    const MAX_PRODUCTS: u32;
    /// Where Karatsuba's trick pays in towers.
    const KARATSUBA: Karatsuba;
    /// Whether an inversion is cheap beside products: whether it takes less than a third of fifty squarings in the cyclotomic subgroup, which is
    /// what [`Compressed`](crate::tower::Compressed) elements save by one.
    const COMPRESSES: bool = true;
    /// Whether independent sums of several kinds are better reduced together than each with what the engine has for it alone: see [`layer`].
    const LAYERS: bool = false;
    /// Whether a multiplier beside the processor makes products (`limb::multiplier`), so that a formula does well to have additions between [`Field::begin`] and
    /// [`Field::end`], and all products and squares cost the same.
    const BESIDE: bool = false;

    /// Whether a sum that is not reduced costs little beside one that is, so that a formula does well to take small multiples apart into sums of both
    /// operands of a product.
    const LAZY_SUMS: bool = false;

    /// Whether formulas of the towers keep few values at a time, since there is little memory for stacks: a few reductions and copies more.
    const SMALL_STACK: bool = false;

    /// The context that a value came from.
    fn ctx(a: &Self::Raw) -> Self::Ctx;
    /// A constant; reduced.
    fn constant(ctx: &Self::Ctx, constant: &Self::Const) -> Self::Raw;
    /// A small integer; reduced.
    fn small(ctx: &Self::Ctx, value: u32) -> Self::Raw;

    /// a + b: lazy, of reduced values.
    fn add(a: &Self::Raw, b: &Self::Raw) -> Self::Raw;
    /// Hook: a + b: lazy, of lazy values.
    #[inline(always)]
    fn add_lazy(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        Self::add(&Self::weak(a), &Self::weak(b))
    }
    /// a − b: lazy, of reduced values.
    fn sub(a: &Self::Raw, b: &Self::Raw) -> Self::Raw;
    /// Hook: a + b, reduced; of reduced values.
    #[inline(always)]
    fn sum(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        Self::weak(&Self::add(a, b))
    }
    /// Hook: a − b, reduced; of reduced values.
    #[inline(always)]
    fn difference(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        Self::weak(&Self::sub(a, b))
    }
    /// −a: reduced, of a reduced value.
    fn neg(a: &Self::Raw) -> Self::Raw;
    /// k·a for k ≤ 256: reduced, of a reduced value.
    fn times(a: &Self::Raw, k: u32) -> Self::Raw;
    /// Reduced, of a lazy value.
    fn weak(a: &Self::Raw) -> Self::Raw;

    /// The empty sum.
    fn wide(ctx: &Self::Ctx) -> Self::Wide;
    /// Adds a·b; lazy values.
    fn mac(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw);
    /// Subtracts a·b; lazy values.
    fn msub(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw);
    /// Adds k·a; a reduced value.
    fn mac_small(wide: &mut Self::Wide, a: &Self::Raw, k: i32);
    /// Reduces N independent sums.
    fn reduce<const N: usize>(wides: [&Self::Wide; N]) -> [Self::Raw; N];

    /// Hook: reduces a sum to where its residue is to stand.
    #[inline(always)]
    fn reduce_to(wide: &Self::Wide, out: &mut Self::Raw) {
        let [residue] = Self::reduce([wide]);
        *out = residue;
    }

    /// Adds another sum. The formula proves that the value stays within that of [`Field::MAX_PRODUCTS`] products.
    fn wide_add(wide: &mut Self::Wide, other: &Self::Wide);
    /// Subtracts another sum; the formula proves the bound. For towers: portable engines that fold take no sum below zero.
    fn wide_sub(wide: &mut Self::Wide, other: &Self::Wide);
    /// Hook: adds two other sums.
    #[inline(always)]
    fn wide_add_two(wide: &mut Self::Wide, one: &Self::Wide, other: &Self::Wide) {
        Self::wide_add(wide, one);
        Self::wide_add(wide, other);
    }
    /// Hook: adds another sum and subtracts a third.
    #[inline(always)]
    fn wide_add_sub(wide: &mut Self::Wide, plus: &Self::Wide, minus: &Self::Wide) {
        Self::wide_add(wide, plus);
        Self::wide_sub(wide, minus);
    }
    /// Hook: subtracts two other sums.
    #[inline(always)]
    fn wide_sub_two(wide: &mut Self::Wide, one: &Self::Wide, other: &Self::Wide) {
        Self::wide_sub(wide, one);
        Self::wide_sub(wide, other);
    }
    /// Hook: a ± b ± c as a sum, of reduced values: minus b where `LESS_B` says so, minus c where `LESS_C` does.
    #[inline(always)]
    fn wide_of_three<const LESS_B: bool, const LESS_C: bool>(
        a: &Self::Raw,
        b: &Self::Raw,
        c: &Self::Raw,
    ) -> Self::Wide {
        let sign = |less| if less { -1 } else { 1 };
        let mut wide = Self::wide(&Self::ctx(a));
        Self::mac_small(&mut wide, a, 1);
        Self::mac_small(&mut wide, b, sign(LESS_B));
        Self::mac_small(&mut wide, c, sign(LESS_C));
        wide
    }
    /// Hook: k times a sum and 2a, or less 2a where `MINUS` says so, reduced; a reduced value. The formula proves the bound.
    #[inline(always)]
    fn reduce_with_twice<const MINUS: bool>(wide: &Self::Wide, k: u32, a: &Self::Raw) -> Self::Raw {
        let mut wide = wide.clone();
        Self::wide_times(&mut wide, k);
        Self::mac_small(&mut wide, a, if MINUS { -2 } else { 2 });
        let [out] = Self::reduce([&wide]);
        out
    }
    /// Multiplies a sum by a small integer; the formula proves the bound.
    fn wide_times(wide: &mut Self::Wide, k: u32);

    /// Hook: a·b as the start of a sum; lazy values.
    #[inline(always)]
    fn product(a: &Self::Raw, b: &Self::Raw) -> Self::Wide {
        let mut wide = Self::wide(&Self::ctx(a));
        Self::mac(&mut wide, a, b);
        wide
    }

    /// Hook: a² as the start of a sum; a reduced value.
    #[inline(always)]
    fn square(a: &Self::Raw) -> Self::Wide {
        let mut wide = Self::wide(&Self::ctx(a));
        Self::mac_sqr(&mut wide, a);
        wide
    }

    /// Hook: adds a²; a reduced value.
    #[inline(always)]
    fn mac_sqr(wide: &mut Self::Wide, a: &Self::Raw) {
        Self::mac(wide, a, a);
    }

    /// Hook: N independent sums of K products each, reduced; lazy operands.
    #[inline(always)]
    fn sums<const K: usize, const N: usize>(sums: [[(&Self::Raw, &Self::Raw); K]; N]) -> [Self::Raw; N] {
        let wides = sums.map(|terms| {
            let mut wide = Self::wide(&Self::ctx(terms[0].0));
            for (a, b) in terms {
                Self::mac(&mut wide, a, b);
            }
            wide
        });
        Self::reduce(wides.each_ref())
    }

    /// Hook: the items of a layer, reduced side by side; asked for where [`Field::LAYERS`] says so.
    #[inline(always)]
    fn layer<const N: usize>(items: [Item<'_, Self::Raw>; N]) -> [Self::Raw; N] {
        items.map(
            #[inline(always)]
            |item| match item {
                Item::Product(a, b) => Self::mul(a, b),
                Item::Square(a) => Self::sqr(a),
                Item::SumOfTwo(terms) => Self::sum_of_two(terms),
            },
        )
    }

    /// Hook: a·b + c·d, reduced; lazy operands. What [`Field::sums`] gives of one sum, without an array around large values.
    #[inline(always)]
    fn sum_of_two(terms: [(&Self::Raw, &Self::Raw); 2]) -> Self::Raw {
        let [out] = Self::sums([terms]);
        out
    }

    /// Hook: a·b − 8c², reduced; a and c reduced, b lazy. Where [`Field::LAZY_SUMS`] says so.
    #[inline(always)]
    fn mul_less_squares(a: &Self::Raw, b: &Self::Raw, c: &Self::Raw) -> Self::Raw {
        // −2c·4c.
        let c_2 = Self::sum(c, c);
        let minus_c_2 = Self::sub(&Self::small(&Self::ctx(c), 0), &c_2);
        Self::sum_of_two([(a, b), (&minus_c_2, &Self::add(&c_2, &c_2))])
    }

    /// Hook: [`Field::sums`] as elements, for engines whose values are so long that they are better made where they are to stand.
    #[inline(always)]
    fn sums_in_place<const K: usize, const N: usize>(sums: [[(&Self::Raw, &Self::Raw); K]; N]) -> [Red<Self>; N] {
        Self::sums(sums).map(Red::from_raw)
    }

    /// Hook: [`Field::squares`] as elements; as [`Field::sums_in_place`].
    #[inline(always)]
    fn squares_in_place<const N: usize>(values: [&Self::Raw; N]) -> [Red<Self>; N] {
        Self::squares(values).map(Red::from_raw)
    }

    /// Hook: [`Field::linear`] as elements; as [`Field::sums_in_place`].
    #[inline(always)]
    fn linear_in_place<const K: usize, const N: usize>(sums: [[(&Self::Raw, i32); K]; N]) -> [Red<Self>; N] {
        Self::linear(sums).map(Red::from_raw)
    }

    /// Hook: N independent squares, reduced; of reduced values.
    #[inline(always)]
    fn squares<const N: usize>(values: [&Self::Raw; N]) -> [Self::Raw; N] {
        let wides = values.map(|a| Self::square(a));
        Self::reduce(wides.each_ref())
    }

    /// Hook: N independent linear combinations Σ k·a with small constants, reduced; of reduced values, Σ |k| at most
    /// [`Field::MAX_PRODUCTS`].
    #[inline(always)]
    fn linear<const K: usize, const N: usize>(sums: [[(&Self::Raw, i32); K]; N]) -> [Self::Raw; N] {
        let wides = sums.map(|terms| {
            let mut wide = Self::wide(&Self::ctx(terms[0].0));
            for (a, k) in terms {
                Self::mac_small(&mut wide, a, k);
            }
            wide
        });
        Self::reduce(wides.each_ref())
    }

    /// Hook: runs a formula that is worth a function of its own (an Fp12 product, a doubling step). Engines whose kernels need a
    /// CPU feature enter it here, so that everything inlined into the closure is compiled with it.
    ///
    /// A formula that residue numbers run has its layers ([`reduce`](Self::reduce), [`sums`](Self::sums), [`layer`](Self::layer) and their like) in here: outside, each
    /// instruction of theirs would be a call. `ctcheck` looks for such calls in a release build.
    #[inline(always)]
    fn kernel<R>(formula: impl FnOnce() -> R) -> R {
        formula()
    }

    /// Begins a·b, and says whether it did; see [`Field::BESIDE`]. Until [`Field::end`] nothing else is to be multiplied: it would be the processor's work.
    #[inline(always)]
    fn begin(_: &Self::Raw, _: &Self::Raw) -> bool {
        false
    }

    /// a·b, of the operands for which [`Field::begin`] said that.
    #[inline(always)]
    fn end(_begun: bool, a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        Self::mul(a, b)
    }

    /// a^exponent where something beside the processor takes whole powers; a reduced, the exponent public, in 64-bit limbs, the lowest first.
    #[inline(always)]
    fn power_beside(_: &Self::Raw, _exponent: &[u64]) -> Option<Self::Raw> {
        None
    }

    /// a·b: reduced, of lazy values.
    fn mul(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        let mut wide = Self::wide(&Self::ctx(a));
        Self::mac(&mut wide, a, b);
        let [out] = Self::reduce([&wide]);
        out
    }

    /// a²: reduced, of a lazy value.
    fn sqr(a: &Self::Raw) -> Self::Raw {
        Self::mul(a, a)
    }

    /// Hook: a²: reduced, of a reduced value.
    #[inline(always)]
    fn sqr_of_reduced(a: &Self::Raw) -> Self::Raw {
        Self::sqr(a)
    }

    /// Hook: a = a·b; a reduced, as it stays, and b lazy.
    #[inline(always)]
    fn mul_assign(a: &mut Self::Raw, b: &Self::Raw) {
        *a = Self::mul(a, b);
    }

    /// Hook: a = a^(2^n), n squarings in a row; reduced. To and fro, since a result in the place of its operand would be moved there.
    #[inline(always)]
    fn sqr_times_assign(a: &mut Self::Raw, n: u32) {
        for _ in 0..n >> 1 {
            let between = Self::sqr(a);
            *a = Self::sqr(&between);
        }
        if n & 1 == 1 {
            *a = Self::sqr(a);
        }
    }

    /// Hook: a = a·b in Fp2.
    #[inline(always)]
    fn fp2_mul_assign(a: &mut [Self::Raw; 2], b: &[Self::Raw; 2]) {
        *a = Self::fp2_mul(a, b);
    }

    /// Hook: a = a² in Fp2; reduced coefficients.
    #[inline(always)]
    fn fp2_sqr_assign(a: &mut [Self::Raw; 2]) {
        *a = Self::fp2_sqr(a);
    }

    /// Hook: adds the product in Fp2 = Fp\[u\]/(u² + 1) to a sum in Fp2. By default four products.
    fn fp2_mac(wide: &mut [Self::Wide; 2], a: &[Self::Raw; 2], b: &[Self::Raw; 2]) {
        Self::mac(&mut wide[0], &a[0], &b[0]);
        Self::msub(&mut wide[0], &a[1], &b[1]);
        Self::mac(&mut wide[1], &a[0], &b[1]);
        Self::mac(&mut wide[1], &a[1], &b[0]);
    }

    /// Hook: the product in Fp2 as the start of a sum.
    #[inline(always)]
    fn fp2_product(a: &[Self::Raw; 2], b: &[Self::Raw; 2]) -> [Self::Wide; 2] {
        let ctx = Self::ctx(&a[0]);
        let mut wide = [Self::wide(&ctx), Self::wide(&ctx)];
        Self::fp2_mac(&mut wide, a, b);
        wide
    }

    /// Hook: a product in Fp2 as a sum, of a₀b₀, a₁b₁ and (a₀ + a₁)(b₀ + b₁), which are reduced: the first less the second, and the third less both.
    #[inline(always)]
    fn fp2_of_three_products(first: &Self::Raw, second: &Self::Raw, third: &Self::Raw) -> [Self::Wide; 2] {
        let ctx = Self::ctx(first);
        let mut wide = [Self::wide(&ctx), Self::wide(&ctx)];
        Self::mac_small(&mut wide[0], first, 1);
        Self::mac_small(&mut wide[0], second, -1);
        Self::mac_small(&mut wide[1], third, 1);
        Self::mac_small(&mut wide[1], first, -1);
        Self::mac_small(&mut wide[1], second, -1);
        wide
    }

    /// Hook: a square in Fp2 as the start of a sum; a reduced.
    #[inline(always)]
    fn fp2_square(a: &[Self::Raw; 2]) -> [Self::Wide; 2] {
        let ctx = Self::ctx(&a[0]);
        let mut wide = [Self::wide(&ctx), Self::wide(&ctx)];
        Self::fp2_mac_sqr(&mut wide, a);
        wide
    }

    /// Hook: subtracts a product in Fp2 from a sum in Fp2. By default four products.
    fn fp2_msub(wide: &mut [Self::Wide; 2], a: &[Self::Raw; 2], b: &[Self::Raw; 2]) {
        Self::msub(&mut wide[0], &a[0], &b[0]);
        Self::mac(&mut wide[0], &a[1], &b[1]);
        Self::msub(&mut wide[1], &a[0], &b[1]);
        Self::msub(&mut wide[1], &a[1], &b[0]);
    }

    /// Hook: adds a square in Fp2 to a sum in Fp2; a reduced: (a₀ + a₁)(a₀ − a₁) + 2a₀a₁·u, two products.
    #[inline(always)]
    fn fp2_mac_sqr(wide: &mut [Self::Wide; 2], a: &[Self::Raw; 2]) {
        Self::mac(&mut wide[0], &Self::add(&a[0], &a[1]), &Self::sub(&a[0], &a[1]));
        Self::mac(&mut wide[1], &Self::add(&a[0], &a[0]), &a[1]);
    }

    /// Hook: a·b in Fp2.
    fn fp2_mul(a: &[Self::Raw; 2], b: &[Self::Raw; 2]) -> [Self::Raw; 2] {
        let ctx = Self::ctx(&a[0]);
        let mut wide = [Self::wide(&ctx), Self::wide(&ctx)];
        Self::fp2_mac(&mut wide, a, b);
        Self::reduce(wide.each_ref())
    }

    /// Hook: a² in Fp2, of lazy coefficients: (a₀ + a₁)(a₀ − a₁) + 2a₀a₁·u. By default two products.
    fn fp2_sqr(a: &[Self::Raw; 2]) -> [Self::Raw; 2] {
        let (a0, a1) = (Self::weak(&a[0]), Self::weak(&a[1]));
        let ctx = Self::ctx(&a0);
        let mut wide = [Self::wide(&ctx), Self::wide(&ctx)];
        Self::mac(&mut wide[0], &Self::add(&a0, &a1), &Self::sub(&a0, &a1));
        Self::mac(&mut wide[1], &Self::add(&a0, &a0), &a1);
        Self::reduce(wide.each_ref())
    }

    /// Hook: a² in Fp2, of reduced coefficients.
    #[inline(always)]
    fn fp2_sqr_of_reduced(a: &[Self::Raw; 2]) -> [Self::Raw; 2] {
        Self::fp2_sqr(a)
    }

    /// Hook: [`Field::mul_less_squares`] in Fp2.
    #[inline(always)]
    fn fp2_mul_less_squares(a: &[Self::Raw; 2], b: &[Self::Raw; 2], c: &[Self::Raw; 2]) -> [Self::Raw; 2] {
        let c_2 = Quad::<Self>::sum(c, c);
        let zero = Self::small(&Self::ctx(&c[0]), 0);
        let minus_c_2 = c_2.each_ref().map(|c| Self::sub(&zero, c));
        Quad::<Self>::sum_of_two([(a, b), (&minus_c_2, &Quad::<Self>::add(&c_2, &c_2))])
    }

    /// Hook: [`Field::layer`] in Fp2.
    #[inline(always)]
    fn fp2_layer<const N: usize>(items: [Item<'_, [Self::Raw; 2]>; N]) -> [[Self::Raw; 2]; N] {
        items.map(
            #[inline(always)]
            |item| match item {
                Item::Product(a, b) => Self::fp2_mul(a, b),
                Item::Square(a) => Self::fp2_sqr(a),
                Item::SumOfTwo(terms) => Quad::<Self>::sum_of_two(terms),
            },
        )
    }

    /// Hook: [`Field::sums_in_place`] in Fp2.
    #[inline(always)]
    fn fp2_sums_in_place<const K: usize, const N: usize>(
        sums: [[Fp2Term<'_, Self::Raw>; K]; N],
    ) -> [Red<Quad<Self>>; N] {
        Self::fp2_sums(sums).map(Red::from_raw)
    }

    /// Hook: [`Field::linear_in_place`] in Fp2.
    #[inline(always)]
    fn fp2_linear_in_place<const K: usize, const N: usize>(
        sums: [[Fp2Multiple<'_, Self::Raw>; K]; N],
    ) -> [Red<Quad<Self>>; N] {
        Quad::<Self>::linear(sums).map(Red::from_raw)
    }

    /// Hook: [`Field::squares_in_place`] in Fp2.
    #[inline(always)]
    fn fp2_squares_in_place<const N: usize>(values: [&[Self::Raw; 2]; N]) -> [Red<Quad<Self>>; N] {
        Self::fp2_squares(values).map(Red::from_raw)
    }

    /// Hook: [`Field::sums`] in Fp2.
    #[inline(always)]
    fn fp2_sums<const K: usize, const N: usize>(sums: [[Fp2Term<'_, Self::Raw>; K]; N]) -> [[Self::Raw; 2]; N] {
        let wides = sums.map(|terms| {
            let ctx = Self::ctx(&terms[0].0[0]);
            let mut wide = [Self::wide(&ctx), Self::wide(&ctx)];
            for (a, b) in terms {
                Self::fp2_mac(&mut wide, a, b);
            }
            wide
        });
        Self::fp2_reduce(wides.each_ref())
    }

    /// Hook: [`Field::squares`] in Fp2.
    #[inline(always)]
    fn fp2_squares<const N: usize>(values: [&[Self::Raw; 2]; N]) -> [[Self::Raw; 2]; N] {
        let wides = values.map(|a| Self::fp2_square(a));
        Self::fp2_reduce(wides.each_ref())
    }

    /// Hook: reduces N independent sums in Fp2, that is 2N in Fp.
    #[inline(always)]
    fn fp2_reduce<const N: usize>(wides: [&[Self::Wide; 2]; N]) -> [[Self::Raw; 2]; N] {
        wides.map(|wide| Self::reduce(wide.each_ref()))
    }
}

/// Where an engine gains by Karatsuba's trick, three products instead of four, in Fp6 and Fp12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Karatsuba {
    /// Nowhere: adding a product to a sum is almost free, a reduction is dear. Each output coefficient is one sum of products.
    Never,
    /// On reduced values: a product costs as much as its reduction, and both go best together.
    Reduced,
    /// On sums before their reduction: additions of sums are cheap beside products. Fewest products and one reduction for each
    /// output coefficient.
    Wide,
}

/// Two raw operands in Fp2, one product of a sum: see [`Field::fp2_sums`].
pub type Fp2Term<'a, R> = (&'a [R; 2], &'a [R; 2]);

/// A raw value in Fp2 and how many times it is added: see [`Field::fp2_linear_in_place`].
pub type Fp2Multiple<'a, R> = (&'a [R; 2], i32);

/// A truth value of an engine: one bit, or a bit per lane.
pub trait Mask: Clone + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {}

impl<T> Mask for T where T: Clone + BitAnd<Output = T> + BitOr<Output = T> + Not<Output = T> {}

/// Engines that can compare with zero and select; a recorder cannot.
pub trait Masked: Field {
    /// The truth value.
    type Mask: Mask;

    /// Whether a reduced value is zero.
    fn is_zero(a: &Self::Raw) -> Self::Mask;
    /// a where the mask is false, b where it is true; both of one range, which the result keeps.
    fn select(a: &Self::Raw, b: &Self::Raw, mask: &Self::Mask) -> Self::Raw;
    /// The same truth value in every lane.
    fn mask(choice: Choice) -> Self::Mask;

    /// Hook: what `entry` says of the item of a table whose mask is true, or `none` where no mask is; by reading all of it. At most one mask is
    /// true, in each lane.
    #[inline(always)]
    fn scan<T>(none: &Self::Raw, table: &[T], entry: impl Fn(&T) -> &Self::Raw, is: &[Self::Mask]) -> Self::Raw {
        let mut out = none.clone();
        for (item, is) in table.iter().zip(is) {
            out = Self::select(&out, entry(item), is);
        }
        out
    }

    /// Hook: entry `index` of a table, by reading all of it; the index, a secret, is below the table's length.
    fn lookup<const K: usize>(table: &[[Self::Raw; K]], index: u32) -> [Self::Raw; K] {
        let mut out = table[0].clone();
        for (i, entry) in table.iter().enumerate().skip(1) {
            let is = Self::mask(index.ct_eq(&(i as u32)));
            out = core::array::from_fn(|k| Self::select(&out[k], &entry[k], &is));
        }
        out
    }
}

/// Engines that can invert.
pub trait Invert: Field {
    /// 1/a, zero for zero: reduced, of a reduced value.
    fn invert(a: &Self::Raw) -> Self::Raw;
    /// As [`Invert::invert`], in time that depends on the value.
    fn invert_vartime(a: &Self::Raw) -> Self::Raw {
        Self::invert(a)
    }
}

/// Engines of one element that can look at the integer behind it: bytes, order, sign, roots.
///
/// All reduced values, constant-time unless named otherwise.
pub trait Canonical: Masked<Mask = Choice> + Invert + Field<Ctx: Copy, Raw: Copy + Send + Sync> {
    /// Bytes of the encoding.
    const BYTES: usize;
    /// Bytes that hash-to-field takes per element: m·L of RFC 9380 §5.2, L = 64 for the 381-bit field.
    const UNIFORM_BYTES: usize;

    /// The engine that runs whole algorithms for this one where the CPU has it; itself if there is none.
    type Fast: Canonical<Const = Self::Const, Fast = Self::Fast>;

    /// What the faster engine makes its values with, if there is one and this CPU runs it: one load. See [`crate::engines::switch`].
    fn fast() -> Option<<Self::Fast as Field>::Ctx>;
    /// A value on the faster engine.
    fn enter(ctx: &<Self::Fast as Field>::Ctx, a: &Self::Raw) -> <Self::Fast as Field>::Raw;
    /// A value from the faster engine.
    fn leave(a: &<Self::Fast as Field>::Raw) -> Self::Raw;

    /// The engine that runs algorithms on single items at the lowest latency, in a residue-number system; itself if there is none.
    type Remainders: Canonical<Const = Self::Const, Fast = Self::Remainders, Remainders = Self::Remainders>;

    /// What that engine makes its values with, if there is one and this CPU runs it: one load.
    fn remainders() -> Option<<Self::Remainders as Field>::Ctx>;
    /// A value on that engine: a few dozen nanoseconds.
    fn enter_remainders(ctx: &<Self::Remainders as Field>::Ctx, a: &Self::Raw) -> <Self::Remainders as Field>::Raw;
    /// A value from that engine: as much.
    fn leave_remainders(a: &<Self::Remainders as Field>::Raw) -> Self::Raw;

    /// Big-endian bytes; in Fp2 c₁ before c₀, as the ZCash encodings have it.
    ///
    /// # Panics
    /// If `out` is not [`Canonical::BYTES`] long.
    fn to_bytes(a: &Self::Raw, out: &mut [u8]);
    /// The value of big-endian bytes and whether they were canonical ([`Canonical::BYTES`] that say
    /// a number below the modulus); zero if not.
    fn from_bytes(ctx: &Self::Ctx, bytes: &[u8]) -> (Self::Raw, Choice);
    /// Hook: as [`Canonical::from_bytes`], some constant c times the value where that is less work: for many at once, which are then to be
    /// multiplied by [`Canonical::unscale_bytes`].
    #[inline]
    fn from_bytes_scaled(ctx: &Self::Ctx, bytes: &[u8]) -> (Self::Raw, Choice) {
        Self::from_bytes(ctx, bytes)
    }
    /// Hook: 1/c, reduced; none where c is one.
    #[inline]
    fn unscale_bytes(_: &Self::Ctx) -> Option<Self::Raw> {
        None
    }
    /// The residue of a big-endian integer of any length; in Fp2 c₀'s half comes first (RFC 9380),
    /// one byte shorter if the length is odd.
    fn from_uniform_bytes(ctx: &Self::Ctx, bytes: &[u8]) -> Self::Raw;
    /// A square root and whether there is one; of the two it is not said which.
    fn sqrt(a: &Self::Raw) -> (Self::Raw, Choice);
    /// f with a·f² = 1, and whether a is a square that is not zero; of the two f it is not said which.
    ///
    /// Otherwise f is zero for zero, and in a prime field with p ≡ 3 (mod 4), where just one of a and −a is a square, the one
    /// with a·f² = −1. There it costs one exponentiation, f = a^((p − 3)/4), and a·f is the root.
    fn inverse_sqrt(a: &Self::Raw) -> (Self::Raw, Choice) {
        let (root, exists) = Self::sqrt(a);
        (Self::invert(&root), exists & !Self::is_zero(a))
    }
    /// Whether a is a square; zero is.
    fn is_square(a: &Self::Raw) -> Choice;
    /// The sign of RFC 9380 §4.1: parity of the integer, in Fp2 of the first coefficient that is not zero.
    fn sgn0(a: &Self::Raw) -> Choice;
    /// Whether a is larger than −a as an integer; in Fp2 c₁ decides, then c₀ (the ZCash sign bit).
    fn is_largest(a: &Self::Raw) -> Choice;
}

/// An engine that runs on every CPU: its values may be made from nothing.
pub trait Anywhere: Canonical + Field<Ctx = ()> {}

impl<F: Canonical + Field<Ctx = ()>> Anywhere for F {}
