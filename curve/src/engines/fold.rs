//! The portable engine of primes 2^k − c: [`limb::Fold`] as a [`Field`].
//!
//! Its reduced and its lazy range are one, so nothing is ever brought back ([`Field::weak`] is the
//! identity), and a value may be held in more than one form: it is compared through
//! [`Masked::is_zero`](crate::field::Masked::is_zero), never by its words.

use limb::each::Each;
use limb::modulus::{Constant, LIMBS, words_of};
use limb::{Fold, Params, Wide, Word};
use subtle::Choice;

use super::integer;
use super::word_engines::WordEngines;
use crate::field::{Field, Karatsuba, Kernels, NoKernels, RawOf, Shape};

impl<M, W, const N: usize> Field for Fold<M, W, N>
where
    M: Params<W, N>,
    W: WordEngines,
{
    linear_on_plain_words!(Wide);

    // A reduction is a third of a product. Where products are folded as they are made, a sum costs
    // what a small multiple does, and a square less than a product.
    const SHAPE: Shape = Shape { lazy_sums: W::KERNELS, ..Shape::of(Karatsuba::Never) };

    type Kernels = Self;
    type Fp2 = NoKernels;
    type Overlap = NoKernels;

    #[inline(always)]
    fn constant((): &(), constant: &Self::Const) -> Self::Raw {
        Self::words(&constant.integer())
    }

    #[inline(always)]
    fn small((): &(), value: u32) -> Self::Raw {
        let mut limbs = [0; LIMBS];
        limbs[0] = u64::from(value);
        Self::words(&limbs)
    }

    #[inline(always)]
    fn weak(a: &Self::Raw) -> Self::Raw {
        *a
    }

    // Products are functions, not inlined: formulas hold a dozen of them.
    #[inline(never)]
    fn mac(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        Self::mac(wide, a, b);
    }

    #[inline(never)]
    fn msub(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        Self::msub(wide, a, b);
    }

    #[inline(never)]
    fn mac_small(wide: &mut Self::Wide, a: &Self::Raw, k: i32) {
        Self::mac_small(wide, a, k);
    }

    #[inline(always)]
    fn reduce<const K: usize>(wides: [&Self::Wide; K]) -> [Self::Raw; K] {
        wides.each(reduce_one::<M, W, N>)
    }

    single_products!(W::Fold<M, N>, W::fold::<M, N>(), mul::<M, W, N>, sqr::<M, W, N>);
}

impl<M, W, const N: usize> Kernels<Self> for Fold<M, W, N>
where
    M: Params<W, N>,
    W: WordEngines,
{
    linear_kernels_on_plain_words!();
    single_products_in_place!(W::Fold<M, N>, W::fold::<M, N>(), mul::<M, W, N>, sqr::<M, W, N>);

    #[inline(always)]
    fn sums<const T: usize, const K: usize>(
        sums: [[(&RawOf<Self>, &RawOf<Self>); T]; K],
    ) -> [RawOf<Self>; K] {
        sums.each(sum_of_products::<M, W, N, T>)
    }

    #[inline(always)]
    fn squares<const K: usize>(values: [&RawOf<Self>; K]) -> [RawOf<Self>; K] {
        values.each(sqr::<M, W, N>)
    }

    #[inline(always)]
    fn mul_less_squares(a: &RawOf<Self>, b: &RawOf<Self>, c: &RawOf<Self>) -> RawOf<Self> {
        let squares = <Self as Field>::times(&sqr::<M, W, N>(c), 8);
        Self::sub(&mul::<M, W, N>(a, b), &squares)
    }
}

whole_on_plain_words!(Fold, faster: Fold by fold, lanes: FoldLanes by fold_lanes, doubles: FoldLanes by None, if false, integer: Self::canonical, residue: Clone::clone, held: all_are_held, radix: M::R_W, unread: None);

/// Whether words hold an element: all do.
#[inline(always)]
fn all_are_held<W, const N: usize>(_: &[W; N]) -> Choice {
    Choice::from(1)
}

/// a·b in portable code; a function, as all kernels here.
#[inline(never)]
fn mul<M: Params<W, N>, W: Word, const N: usize>(a: &[W; N], b: &[W; N]) -> [W; N] {
    Fold::<M, W, N>::mul(a, b)
}

/// a² in portable code.
#[inline(never)]
fn sqr<M: Params<W, N>, W: Word, const N: usize>(a: &[W; N]) -> [W; N] {
    Fold::<M, W, N>::sqr(a)
}

/// The sum's residue, out of line.
#[inline(never)]
fn reduce_one<M: Params<W, N>, W: Word, const N: usize>(wide: &Wide<W, N>) -> [W; N] {
    Fold::<M, W, N>::reduce(wide)
}

/// A sum of products, out of line; a single one by the function that all share.
#[inline(always)]
fn sum_of_products<M: Params<W, N>, W: Word, const N: usize, const T: usize>(
    terms: [(&[W; N], &[W; N]); T],
) -> [W; N] {
    #[inline(never)]
    fn sum<M: Params<W, N>, W: Word, const N: usize, const T: usize>(
        terms: [(&[W; N], &[W; N]); T],
    ) -> [W; N] {
        Fold::<M, W, N>::sum_of_products(terms)
    }
    if T == 1 { mul::<M, W, N>(terms[0].0, terms[0].1) } else { sum::<M, W, N, T>(terms) }
}

/// The residues modulo 2^k − c on the words of this build: 64 bits, or 32 on small chips.
pub type PortableFold<M, const N: usize> = Fold<M, limb::DefaultWord, N>;

impl<M: Params<limb::DefaultWord, N>, const N: usize> crate::field::Red<PortableFold<M, N>> {
    /// The element of a constant, at compile time: for constants of your own.
    ///
    /// ```
    /// use curvemark_curve::field::Constant;
    /// use curvemark_curve::secp256k1::{Fp, FpModulus};
    ///
    /// const SEVEN: Fp = Fp::from_constant(&Constant::<FpModulus>::small(7));
    /// assert_eq!(SEVEN, Fp::from(7u32));
    /// ```
    #[must_use]
    pub const fn from_constant(constant: &Constant<M>) -> Self {
        Self::from_raw(words_of(&constant.integer()))
    }
}
