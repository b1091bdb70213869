//! Residues modulo 2^k − c as they are, eight at a time: reduction by folding, for k = 255 and 256
//! on five limbs.
//!
//! With K = 2^260 mod m = c·2^(260 − k), the columns from 2^260 on are brought to limbs, multiplied
//! by K and added to those below; then what is above 2^k, multiplied by c, once more. A product of
//! lazy operands is below 2^516, so the first fold leaves less than 2^300 and the second less than
//! 2^k + 2^80. A product takes 62 multiply-adds against Montgomery's 101, a square 42 against 81.

use core::arch::x86_64::*;
use core::marker::PhantomData;

use super::functions::{by_length, functions, products};
use super::linear::{self, carry, constant, splat};
use super::{
    BITS, Columns, Facts, LOW, Lanes, Number, Wide, ZERO, fold as short, is_within, of_limbs, wide,
};
use crate::cpu;
use crate::modulus::{Constant, Params};

/// Residues modulo `M`, 2^k − c, in eight lanes: a namespace of functions, never a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold<M, const N: usize>(PhantomData<M>);

impl<M: Params<u64, N>, const N: usize> Facts<M, N> {
    /// k.
    const K: u32 = M::BITS;

    /// Whether m is 2^k − c with such a k and a c below 2^40: 2^260 − m is c and the bits of 2^k up
    /// to 2^260.
    const FOLDS: bool = matches!(Self::MINUS, [c, 0, 0, 0, ..] if c < 1 << 40)
        && Self::LIMBS == 5
        && (Self::K == 255 || Self::K == 256);

    /// c.
    const FOLDED: u64 = if Self::FOLDS { Self::MINUS[0] } else { 0 };

    /// 2^260 mod m.
    const FOLDED_LIMBS: u64 = if Self::FOLDS { Self::FOLDED << (260 - Self::K) } else { 0 };

    /// m·2^265, which is more than 32 products of lazy operands, from the fifth column on.
    const FOLDED_OFFSET: [u64; 8] = Self::multiple(32);
}

/// The residue of columns: positive, or (if `SIGNED`) above −m·2^265.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn folded<M: Params<u64, N>, const N: usize, const SIGNED: bool>(t: &mut Columns) -> Number {
    let low = splat(LOW);
    if SIGNED {
        for i in 0..5 {
            t[5 + i] = _mm512_add_epi64(t[5 + i], splat(Facts::<M, N>::FOLDED_OFFSET[i]));
        }
    }
    // Columns below may be negative in a signed sum, and then their borrows must be seen here.
    for i in if SIGNED { 0 } else { 5 }..10 {
        t[i + 1] = _mm512_add_epi64(t[i + 1], _mm512_srai_epi64::<BITS>(t[i]));
        t[i] = _mm512_and_si512(t[i], low);
    }
    let factor = splat(Facts::<M, N>::FOLDED_LIMBS);
    let mut out = [ZERO; 8];
    out[..5].copy_from_slice(&t[..5]);
    for i in 0..5 {
        out[i] = _mm512_madd52lo_epu64(out[i], t[5 + i], factor);
        out[i + 1] = _mm512_madd52hi_epu64(out[i + 1], t[5 + i], factor);
    }
    if SIGNED {
        // A few bits above 2^520.
        out[5] = _mm512_madd52lo_epu64(out[5], t[10], factor);
    }
    carry(&mut out, 6);
    refold::<M, N>(&mut out);
    out
}

/// Reduced from limbs whose sixth is above 2^260: what is above 2^k times c, added below.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn refold<M: Params<u64, N>, const N: usize>(out: &mut Number) {
    let bits = Facts::<M, N>::TOP_BITS;
    let above = _mm512_srlv_epi64(out[4], splat(u64::from(bits)));
    let over = _mm512_sllv_epi64(out[5], splat(u64::from(BITS - bits)));
    let over = _mm512_or_si512(over, above);
    out[4] = _mm512_and_si512(out[4], splat((1 << bits) - 1));
    out[5] = ZERO;
    let c = splat(Facts::<M, N>::FOLDED);
    out[0] = _mm512_madd52lo_epu64(out[0], over, c);
    out[1] = _mm512_madd52hi_epu64(out[1], over, c);
    carry(out, 5);
}

/// The residue of columns that are a sum of products, none of them negative.
macro_rules! folded_product {
    ($t:ident, $modulus:ty, $words:expr) => {
        folded::<$modulus, $words, false>(&mut $t)
    };
}

// Short enough to be inlined into a formula: a call, with its loads, stores and copies, takes half
// as long as a product.
products!(folded_product, two: folded_product, #[inline] fn);

#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
#[inline]
fn reduce<M: Params<u64, N>, const N: usize>(wide: &Wide<N>) -> Lanes<N> {
    let mut t = wide.columns();
    Lanes::of(wide.token, &folded::<M, N, true>(&mut t))
}

functions!(Fold, supported: Facts::<M, N>::FOLDS, ones: 0);

impl<M: Params<u64, N>, const N: usize> Fold<M, N> {
    /// All kernels are inlined anyway.
    const SHORT: bool = true;

    /// A constant in every lane.
    #[inline]
    pub fn constant(token: cpu::Ifma, integer: &Constant<M>) -> Lanes<N> {
        // SAFETY: the token proves the feature.
        Lanes::of(token, &unsafe { constant(&of_limbs(&integer.integer())) })
    }

    /// A small integer in every lane.
    #[inline]
    pub fn small(token: cpu::Ifma, value: u32) -> Lanes<N> {
        // SAFETY: the token proves the feature.
        Lanes::of(token, &unsafe { constant(&[u64::from(value), 0, 0, 0, 0, 0, 0, 0]) })
    }

    /// Integers of N words, one per lane: reduced.
    pub fn of_words(token: cpu::Ifma, lanes: [&[u64; N]; 8]) -> Lanes<N> {
        #[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
        fn refolded<M: Params<u64, N>, const N: usize>(a: &Lanes<N>) -> Lanes<N> {
            let mut limbs = a.number();
            refold::<M, N>(&mut limbs);
            Lanes::of(a.token, &limbs)
        }
        // SAFETY: the token proves the feature.
        unsafe { refolded::<M, N>(&Lanes::of_rows(token, lanes)) }
    }

    /// Which lanes are odd integers below m, a bit each: reduced.
    pub fn is_odd(a: &Lanes<N>) -> u8 {
        // SAFETY: the value carries the token of the CPU's feature.
        unsafe { linear::is_odd(&Self::canonical(a)) }
    }

    /// The residues below m.
    pub fn to_words(a: &Lanes<N>) -> [[u64; N]; 8] {
        Self::canonical(a).to_rows()
    }
}
