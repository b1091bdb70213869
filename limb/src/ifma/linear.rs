//! What needs no product of two values: sums, differences, choices, comparisons, small multiples.

use core::arch::x86_64::*;

use super::{BITS, Facts, LOW, Lanes, Number, ZERO, is_within};
use crate::modulus::Params;
use crate::wide::MAX_PRODUCTS;

/// The same integer in every lane.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn splat(word: u64) -> __m512i {
    _mm512_set1_epi64(word as i64)
}

/// A constant in every lane.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn constant(limbs: &[u64; 8]) -> Number {
    let mut out = [ZERO; 8];
    for i in 0..8 {
        out[i] = splat(limbs[i]);
    }
    out
}

/// Takes each limb's carry, or borrow, to the next; the highest of `count` limbs keeps its own.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn carry(t: &mut Number, count: usize) {
    let low = splat(LOW);
    for i in 0..count - 1 {
        t[i + 1] = _mm512_add_epi64(t[i + 1], _mm512_srai_epi64::<BITS>(t[i]));
        t[i] = _mm512_and_si512(t[i], low);
    }
}

/// a − b if that is not negative, else a.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn subtract_once(a: &Number, b: &[u64; 8], count: usize) -> Number {
    let mut d = [ZERO; 8];
    for i in 0..count {
        d[i] = _mm512_sub_epi64(a[i], splat(b[i]));
    }
    carry(&mut d, count);
    let negative = _mm512_movepi64_mask_f(d[count - 1]);
    let mut out = [ZERO; 8];
    for i in 0..count {
        out[i] = _mm512_mask_blend_epi64(negative, d[i], a[i]);
    }
    out
}

/// The signs of eight integers; the instruction of this name is of another feature.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn _mm512_movepi64_mask_f(a: __m512i) -> __mmask8 {
    _mm512_cmplt_epi64_mask(a, ZERO)
}

/// a + b: lazy from reduced.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn add<M: Params<u64, N>, const N: usize>(a: &Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
    debug_assert!(is_within::<M, N>(a, 2) && is_within::<M, N>(b, 2));
    let (x, y) = (a.number(), b.number());
    let mut t = [ZERO; 8];
    for i in 0..Facts::<M, N>::LIMBS {
        t[i] = _mm512_add_epi64(x[i], y[i]);
    }
    carry(&mut t, Facts::<M, N>::LIMBS);
    Lanes::of(a.token, &t)
}

/// k·m + a − b in limbs.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn difference(a: &Number, b: &Number, m: &[u64; 8], count: usize) -> Number {
    let mut t = [ZERO; 8];
    for i in 0..count {
        t[i] = _mm512_sub_epi64(_mm512_add_epi64(a[i], splat(m[i])), b[i]);
    }
    carry(&mut t, count);
    t
}

/// a − b: lazy from reduced.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn sub<M: Params<u64, N>, const N: usize>(a: &Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
    debug_assert!(is_within::<M, N>(a, 2) && is_within::<M, N>(b, 2));
    let t = difference(&a.number(), &b.number(), &Facts::<M, N>::M2, Facts::<M, N>::LIMBS);
    Lanes::of(a.token, &t)
}

/// a + 4m − b, for lazy a and b: at most 8m.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn sub_lazy<M: Params<u64, N>, const N: usize>(a: &Number, b: &Number) -> Number {
    difference(a, b, &Facts::<M, N>::M4, Facts::<M, N>::LIMBS)
}

/// a + b, for lazy a and b: at most 8m.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn add_lazy<M: Params<u64, N>, const N: usize>(a: &Number, b: &Number) -> Number {
    let mut t = [ZERO; 8];
    for i in 0..Facts::<M, N>::LIMBS {
        t[i] = _mm512_add_epi64(a[i], b[i]);
    }
    carry(&mut t, Facts::<M, N>::LIMBS);
    t
}

/// −a: reduced from reduced.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn neg<M: Params<u64, N>, const N: usize>(a: &Lanes<N>) -> Lanes<N> {
    debug_assert!(is_within::<M, N>(a, 2));
    Lanes::of(
        a.token,
        &difference(&[ZERO; 8], &a.number(), &Facts::<M, N>::M2, Facts::<M, N>::LIMBS),
    )
}

/// Reduced from lazy.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn weak<M: Params<u64, N>, const N: usize>(a: &Lanes<N>) -> Lanes<N> {
    debug_assert!(is_within::<M, N>(a, 4));
    Lanes::of(a.token, &subtract_once(&a.number(), &Facts::<M, N>::M2, Facts::<M, N>::LIMBS))
}

/// The representative below m, of a reduced value.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn canonical<M: Params<u64, N>, const N: usize>(a: &Lanes<N>) -> Lanes<N> {
    debug_assert!(is_within::<M, N>(a, 2));
    let (m, count) = (&Facts::<M, N>::M1, Facts::<M, N>::LIMBS);
    Lanes::of(a.token, &subtract_once(&subtract_once(&a.number(), m, count), m, count))
}

/// Which lanes of a reduced value are zero: 0, m or 2m.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn is_zero<M: Params<u64, N>, const N: usize>(a: &Lanes<N>) -> u8 {
    debug_assert!(is_within::<M, N>(a, 2));
    let (a, mut zero, mut one, mut two) = (a.number(), 0xff, 0xff, 0xff);
    for i in 0..Facts::<M, N>::LIMBS {
        zero &= _mm512_cmpeq_epi64_mask(a[i], ZERO);
        one &= _mm512_cmpeq_epi64_mask(a[i], splat(Facts::<M, N>::M1[i]));
        two &= _mm512_cmpeq_epi64_mask(a[i], splat(Facts::<M, N>::M2[i]));
    }
    zero | one | two
}

/// Which lanes of a value below m are odd.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn is_odd<const N: usize>(a: &Lanes<N>) -> u8 {
    _mm512_test_epi64_mask(a.number()[0], splat(1))
}

/// Which lanes of a lazy value are zero, in variable time: a lowest limb that is no multiple's of m
/// settles most lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn zeros_vartime<M: Params<u64, N>, const N: usize>(a: &Lanes<N>) -> u8 {
    debug_assert!(is_within::<M, N>(a, 4));
    let lowest = a.number()[0];
    let mut candidates = _mm512_cmpeq_epi64_mask(lowest, ZERO);
    for k in 1..=4 {
        candidates |= _mm512_cmpeq_epi64_mask(lowest, splat((k * Facts::<M, N>::M1[0]) & LOW));
    }
    if candidates == 0 { 0 } else { is_zero::<M, N>(&weak::<M, N>(a)) }
}

/// Lanes of a where the mask is 0, of b where it is 1.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn select<const N: usize>(a: &Lanes<N>, b: &Lanes<N>, mask: u8) -> Lanes<N> {
    let (x, y) = (a.number(), b.number());
    let mut t = [ZERO; 8];
    for i in 0..Lanes::<N>::LIMBS {
        t[i] = _mm512_mask_blend_epi64(mask, x[i], y[i]);
    }
    Lanes::of(a.token, &t)
}

/// Lanes of the entries whose masks are 1, of `none` where no mask is: the limbs stay in registers
/// while the table is read.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn scan<T, K, const N: usize>(
    none: &Lanes<N>,
    table: &[T],
    entry: impl Fn(&T) -> &Lanes<N>,
    is: &[K],
    mask: impl Fn(&K) -> u8,
) -> Lanes<N> {
    let mut t = none.number();
    for (item, is) in table.iter().zip(is) {
        let (x, mask) = (entry(item).number(), mask(is));
        for i in 0..Lanes::<N>::LIMBS {
            t[i] = _mm512_mask_mov_epi64(t[i], mask, x[i]);
        }
    }
    Lanes::of(none.token, &t)
}

/// Reduced from limbs with carries of the integer V, if 0 ≤ V ≤ 600·m.
///
/// With s bits of the highest limb left out, h = ⌊V/2^s⌋ up to the carries that have not come to
/// it, d = ⌊m/2^s⌋ + 1 and ρ = ⌊2^52/d⌋ the number h·ρ/2^52 is never above V/m, and falls short of
/// it by at most
/// - (V/m)/2^12 and 2/2^12 from the roundings of d and h and the carries, since d > 2^12 for all
///   moduli that are supported,
/// - h/2^52 < 2^-24 from that of ρ (h < 600·2^18),
///
/// so by less than 0.15; its floor is the quotient, and what is left is below 1.15·m.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn reduce_small<M: Params<u64, N>, const N: usize>(t: &mut Number) {
    let count = Facts::<M, N>::LIMBS;
    let from = _mm_cvtsi32_si128(Facts::<M, N>::ESTIMATE_FROM as i32);
    let high = _mm512_srl_epi64(t[count - 1], from);
    let quotient = _mm512_madd52hi_epu64(ZERO, high, splat(Facts::<M, N>::RECIPROCAL));
    for i in 0..count {
        let minus = splat(Facts::<M, N>::MINUS[i]);
        t[i] = _mm512_madd52lo_epu64(t[i], quotient, minus);
        if i + 1 < count {
            t[i + 1] = _mm512_madd52hi_epu64(t[i + 1], quotient, minus);
        }
    }
    carry(t, count);
    t[count - 1] = _mm512_and_si512(t[count - 1], splat(LOW));
}

/// k·a for k ≤ 256: reduced from reduced.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn times<M: Params<u64, N>, const N: usize>(a: &Lanes<N>, k: u32) -> Lanes<N> {
    debug_assert!(is_within::<M, N>(a, 2) && k <= 256);
    let mut t = [ZERO; 8];
    add_multiple(&mut t, &a.number(), k, Facts::<M, N>::LIMBS);
    carry(&mut t, Facts::<M, N>::LIMBS);
    reduce_small::<M, N>(&mut t);
    Lanes::of(a.token, &t)
}

/// t += k·a for limbs of 52 bits and k ≤ 256; the highest of `count` limbs takes the whole of its
/// product, 61 bits at most.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn add_multiple(t: &mut Number, a: &Number, k: u32, count: usize) {
    let k = splat(u64::from(k));
    for i in 0..count - 1 {
        t[i] = _mm512_madd52lo_epu64(t[i], a[i], k);
        t[i + 1] = _mm512_madd52hi_epu64(t[i + 1], a[i], k);
    }
    // 32 by 32 bits, low and high half of the limb: one 64-bit product is three of these.
    let (highest, place) = (a[count - 1], &mut t[count - 1]);
    let high = _mm512_mul_epu32(_mm512_srli_epi64::<32>(highest), k);
    *place = _mm512_add_epi64(
        *place,
        _mm512_add_epi64(_mm512_mul_epu32(highest, k), _mm512_slli_epi64::<32>(high)),
    );
}

/// Σ k·a with Σ |k| at most [`MAX_PRODUCTS`]: reduced from reduced.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn linear<M: Params<u64, N>, const N: usize>(terms: &[(&Lanes<N>, i32)]) -> Lanes<N> {
    let count = Facts::<M, N>::LIMBS;
    // What is subtracted is at most 32·2m.
    let mut t = constant(&const { Facts::<M, N>::multiple(2 * MAX_PRODUCTS as u64) });
    let mut minus = [ZERO; 8];
    for (a, k) in terms {
        debug_assert!(is_within::<M, N>(a, 2));
        let a = a.number();
        match *k {
            1 => (0..count).for_each(|i| t[i] = _mm512_add_epi64(t[i], a[i])),
            -1 => (0..count).for_each(|i| t[i] = _mm512_sub_epi64(t[i], a[i])),
            k if k > 0 => add_multiple(&mut t, &a, k.unsigned_abs(), count),
            k => add_multiple(&mut minus, &a, k.unsigned_abs(), count),
        }
    }
    (0..count).for_each(|i| t[i] = _mm512_sub_epi64(t[i], minus[i]));
    carry(&mut t, count);
    reduce_small::<M, N>(&mut t);
    Lanes::of(terms[0].0.token, &t)
}

impl<const N: usize> Lanes<N> {
    /// Lanes of a where the mask is 0, of b where it is 1.
    #[inline(always)]
    pub fn select(a: &Self, b: &Self, mask: u8) -> Self {
        // SAFETY: the operands carry the token of the CPU's feature.
        unsafe { select(a, b, mask) }
    }

    /// In each lane the entry of the item of a table whose mask is 1, this value where no mask is;
    /// at most one is. By reading the whole table.
    #[inline(always)]
    #[must_use]
    pub fn scan<T, K>(
        &self,
        table: &[T],
        entry: impl Fn(&T) -> &Self,
        is: &[K],
        mask: impl Fn(&K) -> u8,
    ) -> Self {
        // SAFETY: the value carries the token of the CPU's feature.
        unsafe { scan(self, table, entry, is, mask) }
    }
}
