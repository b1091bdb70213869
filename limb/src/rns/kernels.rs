//! The reduction, in its two steps: the digits of the result in the second basis, then the result
//! in both.
//!
//! Every loop is written out with indices that are known at compile time, tables are read where
//! they lie, and the digits that every lane needs go through memory, from where a load brings one
//! to all lanes.

use core::mem::MaybeUninit;

use super::tables::{Facts, Half};
use super::vector::{LANES, Row, Vector};
use super::{Element, Sum};
use crate::modulus::Params;

/// Chains that a sum of rows is split into, so that a few reductions do not wait for each of their
/// multiply-adds.
const CHAINS: usize = 4;

/// Chains for so many reductions side by side.
const fn chains(count: usize) -> usize {
    match count {
        1 => 4,
        2 => 2,
        _ => 1,
    }
}

/// (high·2^52 + low)/2^52 modulo m, of columns that were started ([`Half::start`]): less than
/// high + ⌈low/2^52⌉ + m.
///
/// With q = −low/m mod 2^52 it is high + ⌈low/2^52⌉ + ⌊qm/2^52⌋, for low + qm is a multiple of
/// 2^52: what is given is 2^52 − 1 more than low, so that a shift rounds up, and −1/m is added for
/// the 1.
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

/// The digit of a sum whose columns were started: what [`divided`] gives, folded. The low 52 bits
/// alone are it.
#[inline(always)]
pub(super) fn digit<V: Vector>(token: V::Token, low: V, high: V, half: &Half) -> V {
    folded_low(token, divided(token, low, high, half), half)
}

/// The low 52 bits.
#[inline(always)]
fn low_52<V: Vector>(token: V::Token, x: V) -> V {
    x.and(V::splat(token, (1 << 52) - 1))
}

/// Adds Σ digits[from + j][i]·rows[i] to the sums j of a group.
macro_rules! add_rows {
    ($token:expr, $low:ident, $high:ident, $digits:expr, $rows:expr, $lanes:expr, $from:ident, $count:ident) => {
        unrolled!(i < $lanes => {
            let row = V::load($token, &$rows[i]);
            unrolled!(j < $count => {
                let chain = i & (chains($count) - 1);
                let digit = V::splat($token, $digits[$from + j].words()[i]);
                $low[j][chain] = $low[j][chain].add_low(row, digit);
                $high[j][chain] = $high[j][chain].add_high(row, digit);
            });
        });
        unrolled!(j < $count => {
            for chain in 1..chains($count) {
                $low[j][0] = $low[j][0].add($low[j][chain]);
                $high[j][0] = $high[j][0].add($high[j][chain]);
            }
        });
    };
}

/// The digits in the second basis of the results of a group, of sums whose quotients are given: at
/// most 2^50 + 2^24 each.
#[inline(always)]
pub(super) fn digits<
    M: Params<u64, N>,
    V: Vector,
    const N: usize,
    const K: usize,
    const FROM: usize,
    const COUNT: usize,
>(
    token: V::Token,
    sums: &[Sum<V>; K],
    out: &mut [MaybeUninit<Row>; K],
) {
    let tables = Facts::<M, N>::FOR_REDUCTION;
    let zero = V::splat(token, 0);
    let (mut low, mut high) = ([[zero; CHAINS]; COUNT], [[zero; CHAINS]; COUNT]);
    unrolled!(j < COUNT => {
        low[j][0] = sums[FROM + j].low;
        high[j][0] = sums[FROM + j].high;
    });
    add_rows!(token, low, high, sums, tables.into_b, Facts::<M, N>::LANES, FROM, COUNT);
    unrolled!(j < COUNT => {
        let digits = low_52(token, digit(token, low[j][0], high[j][0], &tables.b));
        // What is cleared and filled at once is stored once.
        digits.spill(out[FROM + j].write(Row([0; LANES])));
    });
}

/// How often N = Πbⱼ is in Σ digitⱼ·(N/bⱼ): ⌊Σ digitⱼ/2^50 + 1/2⌋ (S. Kawamura et al. 2000), exact
/// since the rest is far below N.
#[inline(always)]
pub(super) fn rank<M: Params<u64, N>, V: Vector, const N: usize>(digits: &Row) -> u64 {
    let sum =
        if Facts::<M, N>::LANES == LANES { V::sum::<LANES>(digits) } else { V::sum::<6>(digits) };
    (sum + (1 << 49)) >> 50
}

/// The elements of a group from their digits in the second basis.
#[inline(always)]
fn extended<
    M: Params<u64, N>,
    V: Vector,
    const N: usize,
    const K: usize,
    const FROM: usize,
    const COUNT: usize,
>(
    token: V::Token,
    digits: &[Row],
    out: &mut [MaybeUninit<Element<V>>; K],
) {
    let tables = Facts::<M, N>::FOR_REDUCTION;
    let zero = V::splat(token, 0);
    let (mut low, mut high) = ([[zero; CHAINS]; COUNT], [[zero; CHAINS]; COUNT]);
    unrolled!(j < COUNT => {
        low[j][0] = V::load(token, &tables.a.start[0]);
    });
    add_rows!(token, low, high, digits, tables.into_a, Facts::<M, N>::LANES, FROM, COUNT);
    let row = V::load(token, &tables.rank);
    unrolled!(j < COUNT => {
        let digits = &digits[FROM + j];
        let rank = V::splat(token, rank::<M, V, N>(digits));
        let low = low[j][0].add_low(row, rank);
        let high = high[j][0].add_high(row, rank);
        // At most 2m + 2^27 and m: one subtraction of 2m is enough.
        let of_a = once(token, divided(token, low, high, &tables.a), &tables.a);
        // v·digit − ⌊⌊2^52·v/b⌋·digit/2^52⌋·b, below 2b (V. Shoup).
        let digit = V::load(token, digits);
        let [by, quotients, minus] = &tables.scale;
        let quotient = zero.add_high(digit, V::load(token, quotients));
        let product = zero.add_low(digit, V::load(token, by)).add_low(quotient, V::load(token, minus));
        out[FROM + j].write(Element::of(token, of_a, low_52(token, product), Facts::<M, N>::REDUCED));
    });
}

/// x or x − 2m, whichever is not negative and smaller: at most 2m of x at most 4m.
#[inline(always)]
pub(super) fn once<V: Vector>(token: V::Token, x: V, half: &Half) -> V {
    x.min(x.sub(V::load(token, &half.twice)))
}

/// K reductions side by side, each result in its place. Four or six go in two groups, each of which
/// works while digits of the other are on their way through memory; twelve at once take as long.
#[inline(always)]
pub(super) fn reduced<M: Params<u64, N>, V: Vector, const N: usize, const K: usize>(
    token: V::Token,
    sums: &[Sum<V>; K],
    out: &mut [MaybeUninit<Element<V>>; K],
) {
    const { assert!(matches!(K, 1 | 2 | 3 | 4 | 6)) };
    let mut of_b = [const { MaybeUninit::uninit() }; K];
    /// Both steps of all groups: where each begins, and how many it has.
    macro_rules! groups {
        ($($from:literal + $count:literal),*) => {{
            $(digits::<M, V, N, K, $from, $count>(token, sums, &mut of_b);)*
            // SAFETY: the groups are all of them.
            let of_b = unsafe { filled(&of_b) };
            $(extended::<M, V, N, K, $from, $count>(token, of_b, out);)*
        }};
    }
    match K {
        1 => groups!(0 + 1),
        2 => groups!(0 + 2),
        3 => groups!(0 + 3),
        4 => groups!(0 + 2, 2 + 2),
        _ => groups!(0 + 3, 3 + 3),
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
