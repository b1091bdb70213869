//! The portable engine of primes 2^k − c: [`limb::Fold`] as a [`Field`].
//!
//! Its reduced and its lazy range are one, so nothing is ever brought back ([`Field::weak`] is the identity), and a value may be held
//! in more than one form: it is compared through [`Masked::is_zero`], never by its words.

use limb::modulus::{Constant, LIMBS};
use limb::{Fold, Params, Wide, Word};
use subtle::Choice;

use super::faster::Faster;
use super::integer;
use crate::field::{Canonical, Field, InLanes, Invert, Karatsuba, Lanes, Masked};

impl<M, W, const N: usize> Field for Fold<M, W, N>
where
    M: Params<W, N>,
    W: Faster,
{
    type Ctx = ();
    type Const = Constant<M>;
    type Raw = [W; N];
    type Wide = Wide<W, N>;

    const MAX_PRODUCTS: u32 = limb::wide::MAX_PRODUCTS;
    // A reduction is a third of a product.
    const KARATSUBA: Karatsuba = Karatsuba::Never;

    #[inline(always)]
    fn ctx(_: &Self::Raw) {}

    #[inline(always)]
    fn constant((): &(), constant: &Self::Const) -> Self::Raw {
        Self::words(&constant.integer)
    }

    #[inline(always)]
    fn small((): &(), value: u32) -> Self::Raw {
        let mut limbs = [0; LIMBS];
        limbs[0] = u64::from(value);
        Self::words(&limbs)
    }

    #[inline(always)]
    fn add(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        Self::add(a, b)
    }

    #[inline(always)]
    fn sub(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        Self::sub(a, b)
    }

    #[inline(always)]
    fn neg(a: &Self::Raw) -> Self::Raw {
        Self::neg(a)
    }

    #[inline(never)]
    fn times(a: &Self::Raw, k: u32) -> Self::Raw {
        Self::times(a, k)
    }

    #[inline(always)]
    fn weak(a: &Self::Raw) -> Self::Raw {
        *a
    }

    #[inline(always)]
    fn wide((): &()) -> Self::Wide {
        Wide::zero()
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

    #[inline(never)]
    fn wide_add(wide: &mut Self::Wide, other: &Self::Wide) {
        wide.add(other);
    }

    #[inline(never)]
    fn wide_sub(wide: &mut Self::Wide, other: &Self::Wide) {
        wide.sub(other);
    }

    #[inline(never)]
    fn wide_times(wide: &mut Self::Wide, k: u32) {
        wide.times(k);
    }

    #[inline(always)]
    fn reduce<const K: usize>(wides: [&Self::Wide; K]) -> [Self::Raw; K] {
        wides.map(reduce_one::<M, W, N>)
    }

    single_products!(W::Fold<M, N>, W::fold::<M, N>(), mul::<M, W, N>, sqr::<M, W, N>);

    #[inline(always)]
    fn sums<const T: usize, const K: usize>(sums: [[(&Self::Raw, &Self::Raw); T]; K]) -> [Self::Raw; K] {
        sums.map(sum_of_products::<M, W, N, T>)
    }

    #[inline(always)]
    fn linear<const T: usize, const K: usize>(sums: [[(&Self::Raw, i32); T]; K]) -> [Self::Raw; K] {
        sums.map(Self::linear)
    }

    #[inline(always)]
    fn squares<const K: usize>(values: [&Self::Raw; K]) -> [Self::Raw; K] {
        values.map(sqr::<M, W, N>)
    }
}

impl<M, W, const N: usize> Masked for Fold<M, W, N>
where
    M: Params<W, N>,
    W: Faster,
{
    type Mask = Choice;

    #[inline(always)]
    fn is_zero(a: &Self::Raw) -> Choice {
        Self::is_zero(a)
    }

    #[inline(always)]
    fn select(a: &Self::Raw, b: &Self::Raw, mask: &Choice) -> Self::Raw {
        Self::select(a, b, *mask)
    }

    #[inline(always)]
    fn mask(choice: Choice) -> Choice {
        choice
    }

    #[inline]
    fn lookup<const K: usize>(table: &[[Self::Raw; K]], index: u32) -> [Self::Raw; K] {
        limb::ct::lookup(table, index)
    }
}

impl<M, W, const N: usize> Lanes for Fold<M, W, N>
where
    M: Params<W, N>,
    W: Faster,
{
    crate::field::single_lane!(Self, enter: |(): &(), a: &Self::Raw| *a, leave: |a: &Self::Raw| *a);
}

impl<M, W, const N: usize> InLanes for Fold<M, W, N>
where
    M: Params<W, N>,
    W: Faster,
{
    type Lanes = W::FoldLanes<M, N>;

    #[inline(always)]
    fn lanes() -> Option<<Self::Lanes as Field>::Ctx> {
        W::fold_lanes::<M, N>()
    }
}

impl<M, W, const N: usize> Invert for Fold<M, W, N>
where
    M: Params<W, N>,
    W: Faster,
{
    fn invert(a: &Self::Raw) -> Self::Raw {
        Self::invert(a)
    }

    fn invert_vartime(a: &Self::Raw) -> Self::Raw {
        Self::invert_vartime(a)
    }
}

impl<M, W, const N: usize> Canonical for Fold<M, W, N>
where
    M: Params<W, N>,
    W: Faster,
{
    faster_words!(W::Fold<M, N>, W::fold::<M, N>());

    const BYTES: usize = (M::BITS as usize).div_ceil(8);
    // L of RFC 9380 §5.1 for 128-bit security: ⌈(bits + 128)/8⌉.
    const UNIFORM_BYTES: usize = (M::BITS as usize + 128).div_ceil(8);

    fn to_bytes(a: &Self::Raw, out: &mut [u8]) {
        assert_eq!(out.len(), Self::BYTES, "the encoding has a fixed length");
        integer::to_be_bytes(&Self::limbs(&Self::canonical(a)), out);
    }

    fn from_bytes((): &(), bytes: &[u8]) -> (Self::Raw, Choice) {
        assert_eq!(bytes.len(), Self::BYTES, "the encoding has a fixed length");
        let words = Self::words(&integer::of_be_bytes(bytes));
        let canonical = Self::is_below_modulus(&words);
        (Self::select(&Self::ZERO, &words, canonical), canonical)
    }

    fn from_uniform_bytes((): &(), bytes: &[u8]) -> Self::Raw {
        let radix_bytes = 8 * M::LEN;
        assert!(bytes.len() <= 2 * radix_bytes, "at most two radices wide");
        let split = bytes.len().saturating_sub(radix_bytes);
        let high = Self::words(&integer::of_be_bytes(&bytes[..split]));
        let low = Self::words(&integer::of_be_bytes(&bytes[split..]));
        // high·R + low, R modulo m.
        Self::add(&Self::mul(&high, &M::R_W), &low)
    }

    fn sqrt(a: &Self::Raw) -> (Self::Raw, Choice) {
        Self::sqrt(a)
    }

    fn inverse_sqrt(a: &Self::Raw) -> (Self::Raw, Choice) {
        Self::inverse_sqrt(a)
    }

    fn is_square(a: &Self::Raw) -> Choice {
        Self::is_square(a)
    }

    fn sgn0(a: &Self::Raw) -> Choice {
        Choice::from((Self::canonical(a)[0] & W::ONE).to_u64() as u8)
    }

    fn is_largest(a: &Self::Raw) -> Choice {
        integer::is_greater(&Self::canonical(a), &Self::words(&M::HALF))
    }
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
fn sum_of_products<M: Params<W, N>, W: Word, const N: usize, const T: usize>(terms: [(&[W; N], &[W; N]); T]) -> [W; N] {
    #[inline(never)]
    fn sum<M: Params<W, N>, W: Word, const N: usize, const T: usize>(terms: [(&[W; N], &[W; N]); T]) -> [W; N] {
        Fold::<M, W, N>::sum_of_products(terms)
    }
    if T == 1 { mul::<M, W, N>(terms[0].0, terms[0].1) } else { sum::<M, W, N, T>(terms) }
}

/// The residues modulo 2^k − c on the words of this build: 64 bits, or 32 on small chips.
pub type PortableFold<M, const N: usize> = Fold<M, limb::DefaultWord, N>;
