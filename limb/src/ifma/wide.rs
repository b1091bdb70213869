//! Sums of products in columns, before their reduction.

use core::arch::x86_64::*;

use super::linear::{add_multiple, splat};
use super::{BITS, Columns, LOW, Lanes, Wide, ZERO};

#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
#[inline(never)]
pub(super) fn product<const N: usize>(a: &Lanes<N>, b: &Lanes<N>) -> Wide<N> {
    let (x, y) = (a.number(), b.number());
    let mut t: Columns = [ZERO; 17];
    add_product!(t, x, y, Lanes::<N>::LIMBS);
    Wide::of(a.token, &t, 1)
}

#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
#[inline(never)]
pub(super) fn mac<const N: usize>(wide: &mut Wide<N>, a: &Lanes<N>, b: &Lanes<N>) {
    let (x, y) = (a.number(), b.number());
    let mut t = wide.columns();
    add_product!(t, x, y, Lanes::<N>::LIMBS);
    wide.set(&t);
    wide.count(1);
}

/// wide ± other, column by column.
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
#[inline]
fn combine<const N: usize, const MINUS: bool>(wide: &mut Wide<N>, other: &Wide<N>) {
    let (mut t, u) = (wide.columns(), other.columns());
    for i in 0..Wide::<N>::COLUMNS {
        t[i] = if MINUS { _mm512_sub_epi64(t[i], u[i]) } else { _mm512_add_epi64(t[i], u[i]) };
    }
    wide.set(&t);
    wide.join(other);
}

/// k times a sum whose columns give their carries away first.
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
#[inline]
fn times<const N: usize>(wide: &mut Wide<N>, k: u32) {
    let (mut t, low, k) = (wide.columns(), splat(LOW), splat(u64::from(k)));
    for i in 0..Wide::<N>::COLUMNS {
        let last = i + 1 == Wide::<N>::COLUMNS;
        if !last {
            t[i + 1] = _mm512_add_epi64(t[i + 1], _mm512_srai_epi64::<BITS>(t[i]));
            t[i] = _mm512_and_si512(t[i], low);
        }
        // 32 by 32 bits, low half and (of the highest column signed) high half.
        let high = _mm512_mul_epu32(_mm512_srli_epi64::<32>(t[i]), k);
        t[i] = _mm512_add_epi64(_mm512_mul_epu32(t[i], k), _mm512_slli_epi64::<32>(high));
    }
    wide.set(&t);
}

/// wide + k·a, from the column `ones` on; k of either sign.
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
#[inline]
pub(super) fn mac_small<const N: usize>(wide: &mut Wide<N>, a: &Lanes<N>, k: i32, ones: usize) {
    let mut multiple = [ZERO; 8];
    add_multiple(&mut multiple, &a.number(), k.unsigned_abs(), Lanes::<N>::LIMBS);
    let mut t = wide.columns();
    for i in 0..Lanes::<N>::LIMBS {
        let place = &mut t[ones + i];
        *place = if k < 0 {
            _mm512_sub_epi64(*place, multiple[i])
        } else {
            _mm512_add_epi64(*place, multiple[i])
        };
    }
    wide.set(&t);
    wide.linear = true;
    wide.count(k.unsigned_abs());
}

impl<const N: usize> Wide<N> {
    /// Adds another sum.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        // SAFETY: the sums carry the token of the CPU's feature.
        unsafe { combine::<N, false>(self, other) }
    }

    /// Subtracts another sum.
    #[inline(always)]
    pub fn sub(&mut self, other: &Self) {
        // SAFETY: as in `add`.
        unsafe { combine::<N, true>(self, other) }
    }

    /// Multiplies the sum by k, at most 256.
    #[inline(always)]
    pub fn times(&mut self, k: u32) {
        // SAFETY: as in `add`.
        unsafe { times::<N>(self, k) }
    }
}
