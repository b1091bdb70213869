//! Sums of scalar multiples by affine additions in batches, on lanes or on one element at a time.
//!
//! Scalars are split by the curve's endomorphism, k = Σ kᵢμⁱ, so that n points become
//! [`Group::PARTS`]·n points with short scalars, in signed windows of c bits. What goes into one
//! bucket is a list of points, and all lists are summed at once ([`Lists`]).
//!
//! Of a window's buckets B₁ … B_N, N = 2^(c−1), what is asked for is Σ b·Bᵦ = Σₗ 2ˡ·Oₗ, with Oₗ the
//! sum of those whose number has bit l. From the sums S of neighbours, B₂ᵢ + B₂ᵢ₊₁, come those of
//! the next bit: Oₗ is the sum of the odd ones of the l-th generation. That takes two additions for
//! a bucket, as running sums do, but all of one generation at once, and so in batches too. The Oₗ
//! of all windows are digits of one number in base two, with points for digits: it is evaluated by
//! Horner's rule, as many runs of digits at once as there are lanes.
//!
//! Points come in blocks of a size that stays in the cache, and a bucket's sum enters its next
//! block as one more point; so the space needed is that of a block and the buckets, whatever the
//! number of points.

#![allow(clippy::integer_division_remainder_used)] // Of sizes, which are public.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::lists::{Entry, Lists, NEGATIVE, NOTHING, Point, Sorted, load};
use crate::engines::door::elsewhere;
use crate::field::{Lanes, Red};
use crate::integer::{scalar_to_integer, signed_digit_vartime};
use crate::weierstrass::{Affine, CtxOf, Endomorphism, Group, GroupInLanes, Projective};

/// Points of a block, times the parts of their scalars.
const BLOCK: usize = 1 << 13;

/// Points that are put into buckets at once: windows of short blocks go together.
const ENTRIES: usize = 1 << 13;

/// Widest window.
const MAX_WINDOW: usize = 16;

/// The window c for n points, after the split, with scalars of so many bits: an addition to a
/// bucket takes 6 products, a bucket's two additions 12 and what is around them as much as a third,
/// and the passage over the buckets for another block about one.
fn window(n: usize, bits: usize) -> usize {
    let of_bucket = 16 + (n / BLOCK) as u64;
    let cost = |width: usize| {
        (bits + 1).div_ceil(width) as u64 * (6 * n as u64 + (of_bucket << (width - 1)))
    };
    (2..=MAX_WINDOW).min_by_key(|&width| cost(width)).unwrap_or(2)
}

/// Σ kᵢPᵢ on the lanes of `S`, in time that depends on everything; as many scalars as points.
pub(super) fn sum_vartime<C, S>(
    ctx: CtxOf<S>,
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
) -> Projective<C>
where
    C: GroupInLanes,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    let block = BLOCK / C::PARTS;
    let mut parts = Parts::<C>::new();
    let mut buckets = None;
    for (points_of_block, scalars) in points.chunks(block).zip(scalars.chunks(block)) {
        parts.split_vartime(points_of_block, scalars);
        let buckets = buckets.get_or_insert_with(|| {
            // Of one block it is known how many parts there are, and how long: short scalars take
            // fewer windows.
            let (count, bits) = if points.len() <= block {
                let (present, longest) = parts.present_and_longest_vartime();
                (present.max(1), longest.max(1))
            } else {
                (points.len() * C::PARTS, C::PART_BITS as usize)
            };
            let width = window(count, bits);
            Buckets::<S>::new(ctx, parts.negative.len(), (bits + 1).div_ceil(width), width)
        });
        buckets.add_vartime::<C>(points_of_block, &parts);
    }
    let buckets = buckets.unwrap_or_else(|| unreachable!("there is a point"));
    horner::<C, S>(&ctx, &buckets.binary_digits_vartime())
}

/// The parts of the scalars of a block, part by part, in as few limbs as hold them: each window
/// reads all of them.
struct Parts<C> {
    /// The magnitudes, [`Parts::LIMBS`] limbs each, least significant first.
    limbs: Vec<u64>,
    negative: Vec<bool>,
    curve: PhantomData<C>,
}

impl<C: GroupInLanes> Parts<C> {
    const LIMBS: usize = (C::PART_BITS as usize).div_ceil(64);

    fn new() -> Self {
        Self { limbs: Vec::new(), negative: Vec::new(), curve: PhantomData }
    }

    /// Those of a block; zeros for identities, which enter no bucket.
    fn split_vartime(&mut self, points: &[Affine<C>], scalars: &[Red<C::Scalar>]) {
        let count = points.len() * C::PARTS;
        self.limbs.clear();
        self.limbs.resize(count * Self::LIMBS, 0);
        self.negative.clear();
        self.negative.resize(count, false);
        for (i, (point, scalar)) in points.iter().zip(scalars).enumerate() {
            if bool::from(point.infinity) {
                continue;
            }
            let parts = C::split(&scalar_to_integer(scalar));
            for (j, part) in parts.iter().take(C::PARTS).enumerate() {
                let at = j * points.len() + i;
                self.limbs[at * Self::LIMBS..][..Self::LIMBS]
                    .copy_from_slice(&part.magnitude[..Self::LIMBS]);
                self.negative[at] = part.negative.into();
            }
        }
    }

    /// How many parts are not zero, and the bits of the longest.
    fn present_and_longest_vartime(&self) -> (usize, usize) {
        let bits = |limbs: &[u64]| {
            let highest = limbs.iter().rposition(|&limb| limb != 0);
            highest.map_or(0, |i| 64 * (i + 1) - limbs[i].leading_zeros() as usize)
        };
        let lengths = self.limbs.chunks_exact(Self::LIMBS).map(bits).filter(|&bits| bits > 0);
        lengths.fold((0, 0), |(count, longest), bits| (count + 1, longest.max(bits)))
    }

    /// Calls `f` with number, digit and sign of each part that has a digit in a window.
    #[inline(always)]
    fn digits_vartime(&self, window: usize, width: usize, mut f: impl FnMut(usize, u32, bool)) {
        let magnitudes = self.limbs.chunks_exact(Self::LIMBS);
        for (i, (magnitude, negative)) in magnitudes.zip(&self.negative).enumerate() {
            let digit = signed_digit_vartime(magnitude, window, width);
            if digit != 0 {
                f(i, digit.unsigned_abs(), (digit < 0) ^ negative);
            }
        }
    }
}

/// Σ Pᵢ, in time that depends on the points: one list of all, on one element at a time.
pub(super) fn sum_of_points_vartime<C: GroupInLanes, S>(
    ctx: &CtxOf<S>,
    points: &[Affine<C>],
) -> Projective<C>
where
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    // The sum so far, then a block.
    let mut lists = Lists::<S>::new(*ctx, &[], 1, 2 * points.len().min(BLOCK));
    let mut filled = [false];
    for points in points.chunks(BLOCK) {
        lists.keep_rows(1);
        lists.take_points(points, 1);
        let present = points.iter().enumerate().filter(|(_, point)| !bool::from(point.infinity));
        let sum_so_far = filled[0].then_some(0);
        lists.push(sum_so_far.into_iter().chain(present.map(|(i, _)| 1 + i as Entry)));
        lists.sum_vartime();
        filled = [false];
        lists.keep_sums_vartime(0, &mut filled);
    }
    horner::<C, S>(ctx, &[filled[0].then(|| lists.point(0))])
}

/// The buckets of all windows: window by window, and within by the digit's magnitude modulo their
/// number 2^(c−1), so that the first is that of 2^(c−1) itself.
struct Buckets<S: Endomorphism<Base: Lanes>> {
    windows: usize,
    width: usize,
    /// Buckets of a window.
    count: usize,
    /// Rows: each bucket's sum so far, then the points of a block.
    lists: Lists<'static, S>,
    /// Whether a bucket has a sum.
    filled: Vec<bool>,
    keyed: Vec<(u32, Entry)>,
    sorted: Sorted,
}

impl<S: Endomorphism<Base: Lanes>> Buckets<S> {
    /// For blocks of so many points.
    fn new(ctx: CtxOf<S>, points: usize, windows: usize, width: usize) -> Self {
        let count = 1 << (width - 1);
        let entries = points * (ENTRIES / points).clamp(1, windows);
        Self {
            windows,
            width,
            count,
            lists: Lists::new(ctx, &[], windows * count, points + entries),
            filled: alloc::vec![false; windows * count],
            keyed: Vec::new(),
            sorted: Sorted::new(),
        }
    }

    /// Adds a block of points to the buckets of all windows.
    fn add_vartime<C: GroupInLanes>(&mut self, points: &[Affine<C>], parts: &Parts<C>)
    where
        S::Base: Lanes<One = C::Base>,
    {
        let count = parts.negative.len();
        self.lists.keep_rows(self.filled.len());
        self.lists.take_points(points, C::PARTS);
        let together = (ENTRIES / count).clamp(1, self.windows);
        for first in (0..self.windows).step_by(together) {
            let last = (first + together).min(self.windows);
            self.sort_vartime(parts, first, last);
            self.lists.sum_vartime();
            // Sums of buckets that had no entries stay where they are.
            let filled = &mut self.filled[first * self.count..last * self.count];
            self.lists.keep_sums_vartime(first * self.count, filled);
            self.lists.keep_rows(self.filled.len() + count);
        }
    }

    /// The lists of windows `first` to `last`: each bucket's points of the block; where there are
    /// any, behind its sum so far.
    #[inline(never)]
    fn sort_vartime<C: GroupInLanes>(&mut self, parts: &Parts<C>, first: usize, last: usize) {
        let (block, width, count) = (self.filled.len(), self.width, self.count);
        self.keyed.clear();
        for window in first..last {
            let number = (window - first) * count;
            parts.digits_vartime(window, width, |i, magnitude, negative| {
                let bucket = number + (magnitude as usize & (count - 1));
                let sign = if negative { NEGATIVE } else { 0 };
                self.keyed.push((bucket as u32, (block + i) as Entry | sign));
            });
        }
        let filled = &mut self.filled;
        self.sorted.sort((last - first) * count, &self.keyed, |list| {
            let bucket = first * count + list;
            core::mem::take(&mut filled[bucket]).then_some(bucket as Entry)
        });
        self.lists.set(&self.sorted, 0..(last - first) * count);
    }

    /// The Oₗ of all windows, from the lowest bit of the first on.
    fn binary_digits_vartime(mut self) -> Vec<Option<Point<S>>> {
        let mut digits = Vec::with_capacity(self.windows * self.width);
        let together = (ENTRIES / self.count).clamp(1, self.windows);
        for first in (0..self.windows).step_by(together) {
            let last = (first + together).min(self.windows);
            self.lists.keep_rows(self.filled.len());
            let entries = (first * self.count..last * self.count)
                .map(|bucket| if self.filled[bucket] { bucket as Entry } else { NOTHING })
                .collect();
            binary_digits_vartime(&mut self.lists, entries, self.count, false, &mut digits);
        }
        digits
    }
}

/// Of sets of `count` buckets each, the first of which counts `count` times and the b-th b times:
/// the Oₗ, set by set. Where the even ones are all empty, O₀ comes with the others.
#[inline(never)]
pub(super) fn binary_digits_vartime<S: Endomorphism<Base: Lanes>>(
    lists: &mut Lists<'_, S>,
    mut buckets: Vec<Entry>,
    mut count: usize,
    odd_alone: bool,
    digits: &mut Vec<Option<Point<S>>>,
) {
    let sets = buckets.len() / count;
    let some = |entry: &Entry| (*entry != NOTHING).then_some(*entry);
    // Those of the highest bit, and for the others a number that counts nothing.
    let highest: Vec<_> =
        buckets.iter_mut().step_by(count).map(|first| core::mem::replace(first, NOTHING)).collect();
    // The lists for the digits, generation by generation, and within set by set. They are summed in
    // the same rounds as neighbours, since a round has an inversion of its own.
    lists.clear();
    lists.reserve(2 * buckets.len());
    let mut of_digits = 0;
    while count > 1 {
        for set in buckets.chunks_exact(count) {
            let odd = if of_digits > 0 || !odd_alone { &set[1..] } else { &[] };
            lists.push(odd.iter().step_by(2).filter_map(some));
        }
        of_digits += sets;
        count >>= 1;
        if count > 1 || odd_alone {
            for pair in buckets.chunks_exact(2) {
                lists.push(pair.iter().filter_map(some));
            }
            lists.add_pairs_vartime();
            buckets.clear();
            buckets.extend(lists.sums_from(of_digits));
            lists.truncate(of_digits);
        }
    }
    for first in &highest {
        lists.push(some(first));
    }
    lists.sum_vartime();
    let mut by_bit: Vec<_> = lists.sums().collect();
    if odd_alone && of_digits > 0 {
        by_bit[..sets].copy_from_slice(&buckets);
    }
    let of_set = |set| by_bit.iter().skip(set).step_by(sets);
    digits
        .extend((0..sets).flat_map(of_set).map(|&sum| (sum != NOTHING).then(|| lists.point(sum))));
}

/// Σ 2ⁱ·Dᵢ, of which `digits` holds the Dᵢ: each lane evaluates a run of them.
#[inline(never)]
pub(super) fn horner<C, S>(ctx: &CtxOf<S>, digits: &[Option<Point<S>>]) -> Projective<C>
where
    C: Group,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    let run = digits.len().div_ceil(S::Base::WIDTH);
    let mut sum = Projective::<S>::identity_in(ctx);
    for i in (0..run).rev() {
        sum = sum.double();
        sum = sum.add_mixed(&load(ctx, |lane| digits.get(lane * run + i).copied().flatten()));
    }
    let of_runs = sum.leave_lanes::<C>();
    let (last, others) =
        of_runs[..S::Base::WIDTH].split_last().unwrap_or_else(|| unreachable!("a lane"));
    elsewhere!(short C, |there| {
        let sum = others.iter().rev().fold(last.enter(there), |sum: Projective<_>, of_run| {
            sum.double_times(run).add(&of_run.enter(there))
        });
        Projective::leave(&sum)
    });
    others.iter().rev().fold(*last, |sum, of_run| sum.double_times(run).add(of_run))
}
