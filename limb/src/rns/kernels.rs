//! The reduction, in its two steps: the digits of the result in the second basis, then the result in both.
//!
//! Every loop is written out with indices that are known at compile time, tables are read where they lie, and the digits that every lane needs go
//! through memory, from where a load brings one to all lanes.

use core::mem::MaybeUninit;

use super::tables::{Facts, Half};
use super::vector::{LANES, Row, Vector};
use super::{Element, Sum};
use crate::modulus::Params;

/// Chains that a sum of rows is split into, so that a few reductions do not wait for each of their multiply-adds.
const CHAINS: usize = 4;

/// Chains for so many reductions side by side.
const fn chains(count: usize) -> usize {
    match count {
        1 => 4,
        2 => 2,
        _ => 1,
    }
}

/// (high·2^52 + low)/2^52 modulo m, of columns that were started ([`Half::start`]): less than high + ⌈low/2^52⌉ + m.
///
/// With q = −low/m mod 2^52 it is high + ⌈low/2^52⌉ + ⌊qm/2^52⌋, for low + qm is a multiple of 2^52: what is given is 2^52 − 1 more than low, so
/// that a shift rounds up, and −1/m is added for the 1.
#[inline(always)]
fn divided<V: Vector>(token: V::Token, low: V, high: V, half: &Half) -> V {
    let inverse = V::load(token, &half.inverse);
    let quotient = inverse.add_low(low, inverse);
    high.add_high(quotient, V::load(token, &half.m)).add(low.above_52())
}

/// x − ⌊x/2^50⌋·m of x below 2^62, at most 2^50 + 2^24: the low 52 bits alone are it.
#[inline(always)]
fn folded_low<V: Vector>(token: V::Token, x: V, half: &Half) -> V {
    x.add_low(x.above_50(), V::load(token, &half.minus))
}

/// The same without other bits.
#[inline(always)]
pub(super) fn folded<V: Vector>(token: V::Token, x: V, half: &Half) -> V {
    low_52(token, folded_low(token, x, half))
}

/// The digit of a sum whose columns were started: what [`divided`] gives, folded. The low 52 bits alone are it.
#[inline(always)]
pub(super) fn digit<V: Vector>(token: V::Token, low: V, high: V, half: &Half) -> V {
    folded_low(token, divided(token, low, high, half), half)
}

/// The low 52 bits.
#[inline(always)]
fn low_52<V: Vector>(token: V::Token, x: V) -> V {
    x.and(V::splat(token, (1 << 52) - 1))
}

/// Adds Σ digits[k][i]·rows[i] to the sums k of a range.
macro_rules! add_rows {
    ($token:expr, $low:ident, $high:ident, $digits:expr, $rows:expr, $lanes:expr, $from:ident, $to:ident) => {
        unrolled!(i < $lanes => {
            let row = V::load($token, &$rows[i]);
            unrolled!(k < $to => {
                if k >= $from {
                    let chain = i & (chains($to - $from) - 1);
                    let digit = V::splat($token, $digits[k].words()[i]);
                    $low[k][chain] = $low[k][chain].add_low(row, digit);
                    $high[k][chain] = $high[k][chain].add_high(row, digit);
                }
            });
        });
        unrolled!(k < $to => {
            if k >= $from {
                for chain in 1..chains($to - $from) {
                    $low[k][0] = $low[k][0].add($low[k][chain]);
                    $high[k][0] = $high[k][0].add($high[k][chain]);
                }
            }
        });
    };
}

/// The digits in the second basis of the results of a range, of sums whose quotients are given: at most 2^50 + 2^24 each.
#[inline(always)]
pub(super) fn digits<
    M: Params<u64, N>,
    V: Vector,
    const N: usize,
    const K: usize,
    const FROM: usize,
    const TO: usize,
>(
    token: V::Token,
    sums: &[Sum<V>; K],
    out: &mut [MaybeUninit<Row>; K],
) {
    let tables = Facts::<M, N>::FOR_REDUCTION;
    let zero = V::splat(token, 0);
    let (mut low, mut high) = ([[zero; CHAINS]; K], [[zero; CHAINS]; K]);
    unrolled!(k < K => {
        low[k][0] = sums[k].low;
        high[k][0] = sums[k].high;
    });
    add_rows!(token, low, high, sums, tables.into_b, Facts::<M, N>::LANES, FROM, TO);
    unrolled!(k < TO => {
        if k >= FROM {
            let digits = low_52(token, digit(token, low[k][0], high[k][0], &tables.b));
            // What is cleared and filled at once is stored once.
            digits.spill(out[k].write(Row([0; LANES])));
        }
    });
}

/// How often N = Πbⱼ is in Σ digitⱼ·(N/bⱼ): ⌊Σ digitⱼ/2^50 + 1/2⌋ (S. Kawamura et al. 2000), exact since the rest is far below N.
#[inline(always)]
pub(super) fn rank<M: Params<u64, N>, V: Vector, const N: usize>(digits: &Row) -> u64 {
    let sum = if Facts::<M, N>::LANES == LANES { V::sum::<LANES>(digits) } else { V::sum::<6>(digits) };
    (sum + (1 << 49)) >> 50
}

/// The elements of a range from their digits in the second basis.
#[inline(always)]
fn extended<M: Params<u64, N>, V: Vector, const N: usize, const K: usize, const FROM: usize, const TO: usize>(
    token: V::Token,
    digits: &[Row],
    out: &mut [MaybeUninit<Element<V>>; K],
) {
    let tables = Facts::<M, N>::FOR_REDUCTION;
    let zero = V::splat(token, 0);
    let (mut low, mut high) = ([[zero; CHAINS]; K], [[zero; CHAINS]; K]);
    unrolled!(k < K => {
        low[k][0] = V::load(token, &tables.a.start[0]);
    });
    add_rows!(token, low, high, digits, tables.into_a, Facts::<M, N>::LANES, FROM, TO);
    let row = V::load(token, &tables.rank);
    unrolled!(k < TO => {
        if k >= FROM {
            let rank = V::splat(token, rank::<M, V, N>(&digits[k]));
            let low = low[k][0].add_low(row, rank);
            let high = high[k][0].add_high(row, rank);
            // At most 2m + 2^27 and m: one subtraction of 2m is enough.
            let of_a = once(token, divided(token, low, high, &tables.a), &tables.a);
            // v·digit − ⌊⌊2^52·v/b⌋·digit/2^52⌋·b, below 2b (V. Shoup).
            let digit = V::load(token, &digits[k]);
            let [by, quotients, minus] = &tables.scale;
            let quotient = zero.add_high(digit, V::load(token, quotients));
            let product = zero.add_low(digit, V::load(token, by)).add_low(quotient, V::load(token, minus));
            out[k].write(Element::of(token, of_a, low_52(token, product), Facts::<M, N>::REDUCED));
        }
    });
}

/// x or x − 2m, whichever is not negative and smaller: at most 2m of x at most 4m.
#[inline(always)]
pub(super) fn once<V: Vector>(token: V::Token, x: V, half: &Half) -> V {
    x.min(x.sub(V::load(token, &half.twice)))
}

/// K reductions side by side, each result in its place. Four or more go in two groups, each of which works while digits of the other are on their
/// way through memory.
#[inline(always)]
pub(super) fn reduced<M: Params<u64, N>, V: Vector, const N: usize, const K: usize>(
    token: V::Token,
    sums: &[Sum<V>; K],
    out: &mut [MaybeUninit<Element<V>>; K],
) {
    const { assert!(matches!(K, 1 | 2 | 3 | 4 | 6)) };
    let mut of_b = [const { MaybeUninit::uninit() }; K];
    /// Both steps of both groups.
    macro_rules! groups {
        ($($from:literal to $to:literal),*) => {{
            $(digits::<M, V, N, K, $from, $to>(token, sums, &mut of_b);)*
            // SAFETY: the groups are all of them.
            let of_b = unsafe { filled(&of_b) };
            $(extended::<M, V, N, K, $from, $to>(token, of_b, out);)*
        }};
    }
    match K {
        1 => groups!(0 to 1),
        2 => groups!(0 to 2),
        3 => groups!(0 to 3),
        4 => groups!(0 to 2, 2 to 4),
        _ => groups!(0 to 3, 3 to 6),
    }
}

/// Places that were filled, all of them.
///
/// # Safety
/// They were.
#[inline(always)]
pub(super) unsafe fn filled<T>(places: &[MaybeUninit<T>]) -> &[T] {
    // SAFETY: the same layout, and they are there.
    unsafe { &*(core::ptr::from_ref(places) as *const [T]) }
}
