//! The portable engine: [`limb::Mont`] as a [`Field`].

use limb::modulus::{Constant, LIMBS};
use limb::{Modulus, Mont, Params, Wide, Word};
use subtle::Choice;

use super::faster::Faster;
use super::integer;
use crate::field::{Canonical, Field, Fp2Term, InLanes, Invert, Karatsuba, Lanes, Masked};

impl<M, W, const N: usize> Field for Mont<M, W, N>
where
    M: Params<W, N>,
    W: Faster,
{
    type Ctx = ();
    type Const = Constant<M>;
    type Raw = [W; N];
    type Wide = Wide<W, N>;

    const MAX_PRODUCTS: u32 = limb::wide::MAX_PRODUCTS;
    // A product of 6 words costs about as much as its reduction.
    const KARATSUBA: Karatsuba = Karatsuba::Reduced;

    #[inline(always)]
    fn ctx(_: &Self::Raw) {}

    #[inline(always)]
    fn constant((): &(), constant: &Self::Const) -> Self::Raw {
        Self::words(&constant.montgomery)
    }

    #[inline(always)]
    fn small((): &(), value: u32) -> Self::Raw {
        match value {
            0 => Self::ZERO,
            1 => Self::ONE,
            _ => {
                let mut limbs = [0; LIMBS];
                limbs[0] = u64::from(value);
                Self::from_words(&Self::words(&limbs))
            }
        }
    }

    // With their range checks these are too large to inline everywhere: test builds would take minutes.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        Self::add(a, b)
    }

    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sub(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        Self::sub(a, b)
    }

    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg(a: &Self::Raw) -> Self::Raw {
        Self::neg(a)
    }

    #[inline(never)]
    fn times(a: &Self::Raw, k: u32) -> Self::Raw {
        Self::times(a, k)
    }

    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn weak(a: &Self::Raw) -> Self::Raw {
        Self::weak(a)
    }

    #[inline(always)]
    fn wide((): &()) -> Self::Wide {
        Wide::zero()
    }

    // The kernels are functions, not inlined: a call costs little beside 36 word products, and formulas hold dozens of them.
    #[inline(never)]
    fn mac(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        wide.mac::<M>(a, b);
    }

    #[inline(never)]
    fn msub(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        wide.msub::<M>(a, b);
    }

    #[inline(never)]
    fn mac_small(wide: &mut Self::Wide, a: &Self::Raw, k: i32) {
        wide.mac_small::<M>(a, k);
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

    single_products!(W::Mont<M, N>, W::products::<M, N>(), mul::<M, W, N>, sqr::<M, W, N>);

    #[inline(always)]
    fn sums<const T: usize, const K: usize>(sums: [[(&Self::Raw, &Self::Raw); T]; K]) -> [Self::Raw; K] {
        sums.map(Self::sum_of_products)
    }

    #[inline(always)]
    fn linear<const T: usize, const K: usize>(sums: [[(&Self::Raw, i32); T]; K]) -> [Self::Raw; K] {
        sums.map(Self::linear)
    }

    #[inline(always)]
    fn squares<const K: usize>(values: [&Self::Raw; K]) -> [Self::Raw; K] {
        values.map(sqr::<M, W, N>)
    }

    #[inline(always)]
    fn fp2_mul(a: &[Self::Raw; 2], b: &[Self::Raw; 2]) -> [Self::Raw; 2] {
        if let Some(proof) = W::mont::<M, N>() {
            return W::Mont::<M, N>::fp2_mul(W::in_place(&proof, a), W::in_place(&proof, b)).each_ref().map(W::leave);
        }
        let [out] = Self::fp2_sums([[(a, b)]]);
        out
    }

    #[inline(always)]
    fn fp2_sqr(a: &[Self::Raw; 2]) -> [Self::Raw; 2] {
        if let Some(proof) = W::mont::<M, N>() {
            return W::Mont::<M, N>::fp2_sqr(W::in_place(&proof, a)).each_ref().map(W::leave);
        }
        complex_sqr::<M, W, N>(a)
    }

    #[inline(always)]
    fn fp2_mul_assign(a: &mut [Self::Raw; 2], b: &[Self::Raw; 2]) {
        match W::mont::<M, N>() {
            Some(proof) => W::Mont::<M, N>::fp2_mul_assign(W::in_place_mut(&proof, a), W::in_place(&proof, b)),
            None => *a = Self::fp2_mul(a, b),
        }
    }

    #[inline(always)]
    fn fp2_sqr_assign(a: &mut [Self::Raw; 2]) {
        match W::mont::<M, N>() {
            Some(proof) => W::Mont::<M, N>::fp2_sqr_assign(W::in_place_mut(&proof, a)),
            None => *a = complex_sqr::<M, W, N>(a),
        }
    }

    #[inline(always)]
    fn fp2_squares<const K: usize>(values: [&[Self::Raw; 2]; K]) -> [[Self::Raw; 2]; K] {
        values.map(complex_sqr::<M, W, N>)
    }

    #[inline(always)]
    fn fp2_sums<const T: usize, const K: usize>(sums: [[Fp2Term<'_, Self::Raw>; T]; K]) -> [[Self::Raw; 2]; K] {
        if Self::LAZY {
            sums.map(Self::complex_sum)
        } else {
            sums.map(|terms| {
                let mut wide = [Wide::zero(), Wide::zero()];
                for (a, b) in terms {
                    Self::fp2_mac(&mut wide, a, b);
                }
                wide.map(|wide| reduce_one::<M, W, N>(&wide))
            })
        }
    }
}

impl<M, W, const N: usize> Masked for Mont<M, W, N>
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

impl<M, W, const N: usize> Lanes for Mont<M, W, N>
where
    M: Params<W, N>,
    W: Faster,
{
    crate::field::single_lane!(Self, enter: |(): &(), a: &Self::Raw| *a, leave: |a: &Self::Raw| *a);
}

impl<M, W, const N: usize> InLanes for Mont<M, W, N>
where
    M: Params<W, N>,
    W: Faster,
{
    type Lanes = W::MontLanes<M, N>;

    #[inline(always)]
    fn lanes() -> Option<<Self::Lanes as Field>::Ctx> {
        W::mont_lanes::<M, N>()
    }
}

impl<M, W, const N: usize> Invert for Mont<M, W, N>
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

impl<M, W, const N: usize> Canonical for Mont<M, W, N>
where
    M: Params<W, N>,
    W: Faster,
{
    faster_words!(W::Mont<M, N>, W::mont::<M, N>());

    const BYTES: usize = (M::BITS as usize).div_ceil(8);
    // L of RFC 9380 §5.1 for 128-bit security: ⌈(bits + 128)/8⌉.
    const UNIFORM_BYTES: usize = (M::BITS as usize + 128).div_ceil(8);

    fn to_bytes(a: &Self::Raw, out: &mut [u8]) {
        assert_eq!(out.len(), Self::BYTES, "the encoding has a fixed length");
        integer::to_be_bytes(&Self::limbs(&Self::to_words(a)), out);
    }

    fn from_bytes((): &(), bytes: &[u8]) -> (Self::Raw, Choice) {
        assert_eq!(bytes.len(), Self::BYTES, "the encoding has a fixed length");
        let words = Self::words(&integer::of_be_bytes(bytes));
        let canonical = Self::is_below_modulus(&words);
        (Self::select(&Self::ZERO, &Self::from_words(&words), canonical), canonical)
    }

    fn from_uniform_bytes((): &(), bytes: &[u8]) -> Self::Raw {
        let radix_bytes = 8 * M::LEN;
        assert!(bytes.len() <= 2 * radix_bytes, "at most two radices wide");
        let split = bytes.len().saturating_sub(radix_bytes);
        let high = Self::words(&integer::of_be_bytes(&bytes[..split]));
        let low = Self::words(&integer::of_be_bytes(&bytes[split..]));
        // high·R + low: both to Montgomery form by R², then high once more by R² for its factor R.
        let high = Self::mul(&Self::from_words(&high), &M::R2_W);
        Self::weak(&Self::add(&high, &Self::from_words(&low)))
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
        Choice::from((Self::to_words(a)[0] & W::ONE).to_u64() as u8)
    }

    fn is_largest(a: &Self::Raw) -> Choice {
        integer::is_greater(&Self::to_words(a), &Self::words(&M::HALF))
    }
}

/// a·b in portable code; a function, as all kernels here.
#[inline(never)]
fn mul<M: Params<W, N>, W: Word, const N: usize>(a: &[W; N], b: &[W; N]) -> [W; N] {
    Mont::<M, W, N>::mul(a, b)
}

/// a² in portable code.
#[inline(never)]
fn sqr<M: Params<W, N>, W: Word, const N: usize>(a: &[W; N]) -> [W; N] {
    Mont::<M, W, N>::sqr(a)
}

/// a² in Fp2 in portable code: two products that reduce on the way, which are faster than two sums.
#[inline(never)]
fn complex_sqr<M: Params<W, N>, W: Word, const N: usize>(a: &[[W; N]; 2]) -> [[W; N]; 2] {
    let [a0, a1] = a.each_ref().map(Mont::<M, W, N>::weak);
    let sum = Mont::<M, W, N>::add(&a0, &a1);
    let difference = Mont::<M, W, N>::sub(&a0, &a1);
    let double = Mont::<M, W, N>::add(&a0, &a0);
    [mul::<M, W, N>(&sum, &difference), mul::<M, W, N>(&double, &a1)]
}

/// The sum's residue, out of line.
#[inline(never)]
fn reduce_one<M: Params<W, N>, W: Word, const N: usize>(wide: &Wide<W, N>) -> [W; N] {
    wide.reduce::<M>()
}

/// The residues modulo `M` on the words of this build: 64 bits, or 32 on small chips.
pub type Portable<M, const N: usize> = Mont<M, limb::DefaultWord, N>;

/// Words of a modulus in this build, for [`Portable`].
pub const fn words<M: Modulus>() -> usize {
    limb::word::default_words(M::BITS as usize)
}
