//! The reduction, in its two steps: the digits of the result in the second basis, then the result in both.
//!
//! Every loop is written out with indices that are known at compile time, tables are read where they lie, and the digits that every lane needs go
//! through memory, from where a load brings one to all lanes.

use super::tables::{Facts, Half};
use super::vector::{LANES, Row, Vector};
use super::{Element, Sum};
use crate::modulus::Params;

/// Chains that a sum of rows is split into, so that a reduction alone does not wait for each of its multiply-adds.
const CHAINS: usize = 4;

/// Chains for K reductions side by side.
const fn chains(count: usize) -> usize {
    match count {
        1 => 4,
        2 => 2,
        _ => 1,
    }
}

/// (high·2^52 + low)/2^52 modulo m, plus `offset`, a multiple of m that keeps it positive: less than high + ⌊low/2^52⌋ + offset + 1.
///
/// With q = low/m mod 2^52 it is high + ⌊low/2^52⌋ − ⌊qm/2^52⌋: low and qm agree in their 52 low bits.
#[inline(always)]
fn divided<V: Vector>(token: V::Token, low: V, high: V, half: &Half, offset: &Row) -> V {
    let zero = V::splat(token, 0);
    let quotient = zero.add_low(low, V::load(token, &half.inverse));
    let borrowed = zero.add_high(quotient, V::load(token, &half.m));
    high.add(V::load(token, offset)).add(low.above_52()).sub(borrowed)
}

/// The same residue, at most 2^50 + 2^24, of one below 2^64: its upper bits times 2^50 mod m.
#[inline(always)]
fn folded<V: Vector>(token: V::Token, x: V, half: &Half) -> V {
    x.and(V::splat(token, (1 << 50) - 1)).add_low(x.above_50(), V::load(token, &half.c))
}

/// The digit of a sum: what [`divided`] and [`folded`] give.
#[inline(always)]
pub(super) fn digit<V: Vector>(token: V::Token, low: V, high: V, half: &Half) -> V {
    folded(token, divided(token, low, high, half, &half.offset), half)
}

/// Adds Σ digits[k][i]·rows[i] to K sums.
macro_rules! add_rows {
    ($token:expr, $low:ident, $high:ident, $digits:expr, $rows:expr, $lanes:expr, $count:ident) => {
        unrolled!(i < $lanes => {
            let row = V::load($token, &$rows[i]);
            unrolled!(k < $count => {
                let chain = i & (chains($count) - 1);
                let digit = V::splat($token, $digits[k].words()[i]);
                $low[k][chain] = $low[k][chain].add_low(row, digit);
                $high[k][chain] = $high[k][chain].add_high(row, digit);
            });
        });
        unrolled!(k < $count => {
            for chain in 1..chains($count) {
                $low[k][0] = $low[k][0].add($low[k][chain]);
                $high[k][0] = $high[k][0].add($high[k][chain]);
            }
        });
    };
}

/// The digits in the second basis of K results, of sums whose quotients are given: at most 2^50 + 2^24 each.
#[inline(always)]
pub(super) fn digits<M: Params<u64, N>, V: Vector, const N: usize, const K: usize>(
    token: V::Token,
    sums: &[Sum<V>; K],
    out: &mut [Row; K],
) {
    let tables = Facts::<M, N>::FOR_REDUCTION;
    let zero = V::splat(token, 0);
    let (mut low, mut high) = ([[zero; CHAINS]; K], [[zero; CHAINS]; K]);
    unrolled!(k < K => {
        low[k][0] = sums[k].low;
        high[k][0] = sums[k].high;
    });
    add_rows!(token, low, high, sums, tables.into_b, Facts::<M, N>::LANES, K);
    unrolled!(k < K => {
        digit(token, low[k][0], high[k][0], &tables.b).spill(&mut out[k]);
    });
}

/// How often N = Πbⱼ is in Σ digitⱼ·(N/bⱼ): ⌊Σ digitⱼ/2^50 + 1/2⌋ (S. Kawamura et al. 2000), exact since the rest is far below N.
#[inline(always)]
pub(super) fn rank<M: Params<u64, N>, const N: usize>(digits: &Row) -> u64 {
    let mut sum = 1 << 49;
    unrolled!(j < Facts::<M, N>::LANES => {
        sum += digits.0[j];
    });
    sum >> 50
}

/// K elements from their digits in the second basis.
#[inline(always)]
pub(super) fn extended<M: Params<u64, N>, V: Vector, const N: usize, const K: usize>(
    token: V::Token,
    digits: &[Row; K],
) -> [Element<V>; K] {
    let tables = Facts::<M, N>::FOR_REDUCTION;
    let zero = V::splat(token, 0);
    let mut out = [Element::of(token, zero, zero, Facts::<M, N>::REDUCED); K];
    let (mut low, mut high) = ([[zero; CHAINS]; K], [[zero; CHAINS]; K]);
    add_rows!(token, low, high, digits, tables.into_a, Facts::<M, N>::LANES, K);
    let row = V::load(token, &tables.rank);
    unrolled!(k < K => {
        let rank = V::splat(token, rank::<M, N>(&digits[k]));
        let low = low[k][0].add_low(row, rank);
        let high = high[k][0].add_high(row, rank);
        // At most 2m + 2^27 and m: one subtraction of 2m is enough.
        out[k].a = once(token, divided(token, low, high, &tables.a, &tables.a.m), &tables.a);
        // v·digit − ⌊⌊2^52·v/b⌋·digit/2^52⌋·b, below 2b (V. Shoup).
        let digit = V::load(token, &digits[k]);
        let [by, quotients, minus] = &tables.scale;
        let quotient = zero.add_high(digit, V::load(token, quotients));
        let product = zero.add_low(digit, V::load(token, by)).add_low(quotient, V::load(token, minus));
        out[k].b = product.and(V::splat(token, (1 << 52) - 1));
    });
    out
}

/// x or x − 2m, whichever is not negative and smaller: at most 2m of x at most 4m.
#[inline(always)]
pub(super) fn once<V: Vector>(token: V::Token, x: V, half: &Half) -> V {
    x.min(x.sub(V::load(token, &half.twice)))
}

/// K reductions side by side.
#[inline(always)]
pub(super) fn reduced<M: Params<u64, N>, V: Vector, const N: usize, const K: usize>(
    token: V::Token,
    sums: &[Sum<V>; K],
) -> [Element<V>; K] {
    const { assert!(K > 0 && K <= LANES) };
    let mut of_b = [Row([0; LANES]); K];
    digits::<M, V, N, K>(token, sums, &mut of_b);
    extended::<M, V, N, K>(token, &of_b)
}
