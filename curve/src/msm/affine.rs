//! Sums of scalar multiples by affine additions in batches, on lanes or on one element at a time.
//!
//! Scalars are split by the curve's endomorphism, k = Σ kᵢμⁱ, so that n points become [`Group::PARTS`]·n points with short scalars, in signed
//! windows of c bits. What goes into one bucket is summed as a tree: each round pairs the bucket's points and adds all pairs of all buckets
//! at once, by the affine formulas
//!
//! λ = (y₂ − y₁)/(x₂ − x₁), x₃ = λ² − x₁ − x₂, y₃ = λ(x₁ − x₃) − y₁,
//!
//! with one inversion for [`CHUNK`] vectors of pairs (P. L. Montgomery, 1987): five products and a square for an addition, where a mixed addition
//! takes seven and four. Σ b·Bᵦ is then taken by running sums with complete formulas, several windows or parts of windows at a time, and
//! the windows are combined by doublings.
//!
//! Equal and opposite points, whose x₂ − x₁ vanishes, are seen before the product of all differences is inverted: the tangent takes the place
//! of the chord, or the pair drops out. Identities never enter a bucket.
//!
//! Points come in blocks of a size that stays in the cache, and a bucket's sum enters its next block as one more point; so the space
//! needed is that of a block and the buckets, whatever the number of points.

#![allow(clippy::integer_division_remainder_used)] // Of sizes, which are public.

use alloc::vec::Vec;

use super::signed_digit_vartime;
use crate::crossover;
use crate::field::{Lanes, Red, linear};
use crate::formulas::complete::Coefficient;
use crate::glv::Part;
use crate::scalar_mul::scalar_to_integer;
use crate::weierstrass::{Affine, CtxOf, Endomorphism, Group, GroupInLanes, Projective, Weierstrass};

/// Vectors of pairs that share an inversion.
const CHUNK: usize = 256;

/// Points of a block, times the parts of their scalars.
const BLOCK: usize = 1 << 13;

/// Points that are put into buckets at once: windows of short blocks go together.
const ENTRIES: usize = 1 << 14;

/// Parts of a window in lanes of their own, where there are buckets enough.
const SEGMENTS: usize = 8;

/// Buckets of a window from which on it is cut into segments.
const SEGMENTED: usize = 1 << 9;

/// Widest window.
const MAX_WINDOW: usize = 16;

/// x and y in memory.
type Point<S> = [<<S as Weierstrass>::Base as Lanes>::Row; 2];

/// The place of a point, with its sign in the highest bit.
type Entry = u32;
const NEGATIVE: Entry = 1 << 31;
/// No point: the identity.
const NOTHING: Entry = Entry::MAX;

const fn place(entry: Entry) -> usize {
    (entry & !NEGATIVE) as usize
}

/// The window c for n points, after the split, with scalars of so many bits: an addition to a bucket takes 6 products, a bucket's share of the
/// running sums 27, and the passage over the buckets for another block about one.
fn window(n: usize, bits: usize) -> usize {
    let of_bucket = 27 + (n / BLOCK) as u64;
    let cost = |width: usize| (bits + 1).div_ceil(width) as u64 * (6 * n as u64 + (of_bucket << (width - 1)));
    (2..=MAX_WINDOW).min_by_key(|&width| cost(width)).unwrap_or(2)
}

/// Σ kᵢPᵢ on the lanes of `S`, in time that depends on everything; as many scalars as points.
pub(super) fn sum_vartime<C, S>(ctx: CtxOf<S>, points: &[Affine<C>], scalars: &[Red<C::Scalar>]) -> Projective<C>
where
    C: GroupInLanes,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    let bits = C::PART_BITS as usize;
    let width = window(points.len() * C::PARTS, bits);
    let mut sums = Buckets::<S>::new(ctx, (bits + 1).div_ceil(width), width);
    let block = BLOCK / C::PARTS;
    for (points, scalars) in points.chunks(block).zip(scalars.chunks(block)) {
        sums.add_vartime::<C>(points, scalars);
    }
    let parts = sums.parts();
    match C::fast() {
        Some(fast) => {
            let parts: Vec<_> = parts.iter().map(|part| part.each_ref().map(|p| p.enter(&fast))).collect();
            Projective::leave(&combine_vartime::<C::Fast>(&parts, &sums.shape))
        }
        None => combine_vartime::<C>(&parts, &sums.shape),
    }
}

/// Σ Pᵢ on the lanes of `S`, in time that depends on the points: one bucket for all.
pub(super) fn sum_of_points_vartime<C, S>(ctx: CtxOf<S>, points: &[Affine<C>]) -> Projective<C>
where
    C: GroupInLanes,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    if S::Base::WIDTH > 1 && !crossover::AFFINE_SUM.reached(points.len()) {
        return sum_of_few::<C, S>(&ctx, points);
    }
    let mut sums = Buckets::<S>::new(ctx, 1, 1);
    for points in points.chunks(BLOCK) {
        sums.spread::<C>(points, 1);
        sums.entries.clear();
        if core::mem::take(&mut sums.filled[0]) {
            sums.entries.push(0);
        }
        let some = points.iter().enumerate().filter(|(_, point)| !bool::from(point.infinity));
        sums.entries.extend(some.map(|(i, _)| 1 + i as Entry));
        sums.starts.clear();
        sums.starts.extend([0, sums.entries.len() as u32]);
        sums.collapse_vartime(0, 1);
    }
    let [[sum, _]] = sums.parts::<C>()[..] else { unreachable!("one window of one segment") };
    sum
}

/// Σ Pᵢ by complete additions, a running sum in each lane: twice the products of affine additions and no inversion.
fn sum_of_few<C, S>(ctx: &CtxOf<S>, points: &[Affine<C>]) -> Projective<C>
where
    C: GroupInLanes,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    let lanes = S::Base::WIDTH;
    let mut sum = Projective::<S>::identity_in(ctx);
    for points in points.chunks(lanes) {
        let of = |i: usize| points.get(i).unwrap_or(&points[0]);
        let absent = |i: usize| i >= points.len() || bool::from(points[i].infinity);
        sum = sum.add_mixed(&Affine::<S> {
            x: Red::from_raw(S::Base::enter_lanes(ctx, |i| of(i).x.raw())),
            y: Red::from_raw(S::Base::enter_lanes(ctx, |i| of(i).y.raw())),
            infinity: S::Base::of_bits((0..lanes).fold(0, |bits, i| bits | u8::from(absent(i)) << i)),
        });
    }
    let all = sum.leave_lanes::<C>();
    let (first, rest) = all[..lanes.min(points.len())].split_at(1);
    match C::fast() {
        Some(fast) => {
            Projective::leave(&rest.iter().fold(first[0].enter(&fast), |sum, point| sum.add(&point.enter(&fast))))
        }
        None => rest.iter().fold(first[0], |sum, point| sum.add(point)),
    }
}

/// How buckets are numbered: window by window, the magnitude less one within.
struct Shape {
    windows: usize,
    width: usize,
    /// Buckets of a window.
    buckets: usize,
    /// Into how many parts a window is cut for its running sums.
    segments: usize,
}

/// The buckets of all windows, and what is needed to fill them.
struct Buckets<S: Weierstrass<Base: Lanes>> {
    ctx: CtxOf<S>,
    shape: Shape,
    /// Points in rows: each bucket's sum so far, then those of a block, then the sums that are made of them.
    rows: Vec<Point<S>>,
    /// How many rows are in use; those behind are kept for the next sums.
    used: usize,
    /// Whether a bucket has a sum.
    filled: Vec<bool>,
    parts: Vec<Part>,
    /// The entries of the buckets that a block adds to, in order, and where each bucket's begin.
    entries: Vec<Entry>,
    starts: Vec<u32>,
    pairs: Vec<[Entry; 2]>,
    scratch: Scratch<S>,
}

/// What the first pass over a chunk keeps for the second.
struct Scratch<S: Weierstrass<Base: Lanes>> {
    vectors: Vec<Vector<S::Base>>,
    /// Vectors with equal or opposite points, and in which lanes.
    special: Vec<(usize, u8, u8)>,
}

/// Of one vector of pairs, x₁ and x₂, and the product of all differences before its own.
#[derive(Clone)]
struct Vector<F: Lanes> {
    x: [Red<F>; 2],
    before: Red<F>,
}

impl<S: Endomorphism<Base: Lanes>> Buckets<S> {
    fn new(ctx: CtxOf<S>, windows: usize, width: usize) -> Self {
        let buckets = 1 << (width - 1);
        let segments = if buckets >= SEGMENTED { SEGMENTS } else { 1 };
        Self {
            ctx,
            shape: Shape { windows, width, buckets, segments },
            rows: alloc::vec![[S::Base::zero_row(&ctx); 2]; windows * buckets],
            used: windows * buckets,
            filled: alloc::vec![false; windows * buckets],
            parts: Vec::new(),
            entries: Vec::new(),
            starts: Vec::new(),
            pairs: Vec::new(),
            scratch: Scratch { vectors: Vec::new(), special: Vec::new() },
        }
    }

    /// Adds a block of points to the buckets of all windows.
    fn add_vartime<C: GroupInLanes>(&mut self, points: &[Affine<C>], scalars: &[Red<C::Scalar>])
    where
        S::Base: Lanes<One = C::Base>,
    {
        let count = points.len() * C::PARTS;
        self.spread::<C>(points, C::PARTS);
        self.parts.clear();
        self.parts.resize(count, Part::zero());
        for (i, (point, scalar)) in points.iter().zip(scalars).enumerate() {
            // The identity enters no bucket.
            if !bool::from(point.infinity) {
                for (j, part) in C::split(&scalar_to_integer(scalar)).into_iter().take(C::PARTS).enumerate() {
                    self.parts[j * points.len() + i] = part;
                }
            }
        }
        let together = (ENTRIES / count).clamp(1, self.shape.windows);
        for first in (0..self.shape.windows).step_by(together) {
            let last = (first + together).min(self.shape.windows);
            self.sort_vartime(first, last);
            self.collapse_vartime(first, last);
            self.used = self.filled.len() + count;
        }
    }

    /// Takes more rows into use; they hold anything.
    fn take_rows(&mut self, more: usize) {
        self.used += more;
        if self.rows.len() < self.used {
            self.rows.resize(self.used, [S::Base::zero_row(&self.ctx); 2]);
        }
    }

    /// The points and their images under as many powers of the endomorphism, as rows.
    #[inline(never)]
    fn spread<C: GroupInLanes>(&mut self, points: &[Affine<C>], parts: usize)
    where
        S::Base: Lanes<One = C::Base>,
    {
        let (ctx, count, lanes) = (self.ctx, points.len(), S::Base::WIDTH);
        self.used = self.filled.len();
        self.take_rows(count * parts);
        let block = &mut self.rows[self.filled.len()..];
        for first in (0..count).step_by(lanes) {
            let of = |i: usize| &points[(first + i).min(count - 1)];
            let mut x = Red::from_raw(S::Base::enter_lanes(&ctx, |i| of(i).x.raw()));
            let mut y = Red::from_raw(S::Base::enter_lanes(&ctx, |i| of(i).y.raw()));
            for part in 0..parts {
                if part > 0 {
                    (x, y) = S::endomorphism_xy(&x, &y);
                }
                store::<S>(&x, &y, &mut block[part * count + first..(part + 1) * count]);
            }
        }
    }

    /// The entries of windows `first` to `last`, bucket by bucket; where there are any, the sum so far among them.
    #[inline(never)]
    fn sort_vartime(&mut self, first: usize, last: usize) {
        let Shape { width, buckets, .. } = self.shape;
        let block = self.filled.len();
        let filled = &mut self.filled[first * buckets..last * buckets];
        // Counts, one place further than where the bucket begins.
        self.starts.clear();
        self.starts.resize(filled.len() + 2, 0);
        let digits = |parts: &[Part], each: &mut dyn FnMut(usize, Entry)| {
            for window in first..last {
                for (i, part) in parts.iter().enumerate() {
                    let digit = signed_digit_vartime(&part.magnitude, window, width);
                    if digit != 0 {
                        let bucket = (window - first) * buckets + digit.unsigned_abs() as usize - 1;
                        let negative = (digit < 0) ^ bool::from(part.negative);
                        each(bucket, (block + i) as Entry | if negative { NEGATIVE } else { 0 });
                    }
                }
            }
        };
        let starts = &mut self.starts;
        digits(&self.parts, &mut |bucket, _| starts[bucket + 2] += 1);
        let mut total = 0;
        for (count, filled) in starts[2..].iter_mut().zip(filled.iter()) {
            total += if *count > 0 { *count + u32::from(*filled) } else { 0 };
            *count = total;
        }
        self.entries.clear();
        self.entries.resize(total as usize, NOTHING);
        let entries = &mut self.entries;
        for (bucket, filled) in filled.iter_mut().enumerate() {
            if starts[bucket + 1] < starts[bucket + 2] && core::mem::take(filled) {
                entries[starts[bucket + 1] as usize] = (first * buckets + bucket) as Entry;
                starts[bucket + 1] += 1;
            }
        }
        let mut put = |bucket: usize, entry: Entry| {
            entries[starts[bucket + 1] as usize] = entry;
            starts[bucket + 1] += 1;
        };
        digits(&self.parts, &mut put);
        self.starts.truncate(filled.len() + 1);
    }

    /// Adds what is in each bucket until there is one point or none, round by round.
    #[inline(never)]
    fn collapse_vartime(&mut self, first: usize, last: usize) {
        let Shape { buckets, .. } = self.shape;
        loop {
            self.pairs.clear();
            for bounds in self.starts.windows(2) {
                let bucket = &self.entries[bounds[0] as usize..bounds[1] as usize];
                self.pairs.extend(bucket.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
            }
            if self.pairs.is_empty() {
                break;
            }
            let mut sums = self.used as Entry;
            let count = self.pairs.len();
            self.take_rows(count);
            let (known, free) = self.rows.split_at_mut(sums as usize);
            let chunk = CHUNK * S::Base::WIDTH;
            // Sums of one round are not summands of it.
            for (pairs, sums) in self.pairs.chunks_mut(chunk).zip(free[..count].chunks_mut(chunk)) {
                let (ctx, scratch) = (&self.ctx, &mut self.scratch);
                S::Base::enter(ctx, || add_chunk_vartime::<S>(ctx, known, pairs, sums, scratch));
            }
            // The sums take the places of their pairs; what was opposite leaves none.
            let (mut next, mut pair) = (0, 0);
            for bucket in 0..self.starts.len() - 1 {
                let (start, end) = (self.starts[bucket] as usize, self.starts[bucket + 1] as usize);
                self.starts[bucket] = next as u32;
                for _ in 0..(end - start) >> 1 {
                    if self.pairs[pair][0] != NOTHING {
                        self.entries[next] = sums;
                        next += 1;
                    }
                    sums += 1;
                    pair += 1;
                }
                if (end - start) & 1 == 1 {
                    self.entries[next] = self.entries[end - 1];
                    next += 1;
                }
            }
            if let Some(end) = self.starts.last_mut() {
                *end = next as u32;
            }
        }
        for bucket in 0..(last - first) * buckets {
            let (start, end) = (self.starts[bucket], self.starts[bucket + 1]);
            // Sums of buckets that had no entries stay where they are.
            if start < end {
                let sum = first * buckets + bucket;
                self.filled[sum] = true;
                self.rows[sum] = self.signed_row(self.entries[start as usize]);
            }
        }
    }

    /// The row of an entry, with its sign.
    fn signed_row(&self, entry: Entry) -> Point<S> {
        let row = self.rows[place(entry)];
        if entry & NEGATIVE == 0 {
            return row;
        }
        let y = -&Red::<S::Base>::from_raw(S::Base::load(&self.ctx, |_| &row[1]));
        let mut out = [row];
        S::Base::store(y.raw(), &mut out, |row| &mut row[1]);
        out[0]
    }

    /// Of each segment of each window Σ (k + 1)·Bₖ and Σ Bₖ, its k-th bucket Bₖ from zero on.
    #[inline(never)]
    fn parts<C: Group>(&self) -> Vec<[Projective<C>; 2]>
    where
        S::Base: Lanes<One = C::Base>,
    {
        let Shape { windows, buckets, segments, .. } = self.shape;
        let (jobs, length) = (windows * segments, buckets / segments);
        let mut out = Vec::with_capacity(jobs);
        for first in (0..jobs).step_by(S::Base::WIDTH) {
            let mut running = Projective::<S>::identity_in(&self.ctx);
            let mut sum = running;
            for k in (0..length).rev() {
                let of = |i: usize| {
                    let sum = (first + i) * length + k;
                    if self.filled.get(sum) == Some(&true) { Some(&self.rows[sum]) } else { None }
                };
                let absent = (0..S::Base::WIDTH).fold(0, |bits, i| bits | u8::from(of(i).is_none()) << i);
                if let Some(some) = (0..S::Base::WIDTH).find_map(of) {
                    let point = Affine::<S> {
                        x: Red::from_raw(S::Base::load(&self.ctx, |i| &of(i).unwrap_or(some)[0])),
                        y: Red::from_raw(S::Base::load(&self.ctx, |i| &of(i).unwrap_or(some)[1])),
                        infinity: S::Base::of_bits(absent),
                    };
                    running = running.add_mixed(&point);
                }
                sum = sum.add(&running);
            }
            let lanes = [sum.leave_lanes::<C>(), running.leave_lanes::<C>()];
            out.extend((0..S::Base::WIDTH.min(jobs - first)).map(|i| lanes.each_ref().map(|points| points[i])));
        }
        out
    }
}

/// The first lanes to as many rows as there are.
#[inline(always)]
fn store<S: Weierstrass<Base: Lanes>>(x: &Red<S::Base>, y: &Red<S::Base>, rows: &mut [Point<S>]) {
    S::Base::store(x.raw(), rows, |row| &mut row[0]);
    S::Base::store(y.raw(), rows, |row| &mut row[1]);
}

/// The first or the second x of up to as many pairs as there are lanes.
#[inline(always)]
fn load_x<S: Weierstrass<Base: Lanes>>(
    ctx: &CtxOf<S>,
    rows: &[Point<S>],
    pairs: &[[Entry; 2]],
    which: usize,
) -> Red<S::Base> {
    let last = pairs.len() - 1;
    Red::from_raw(S::Base::load(ctx, |i| &rows[place(pairs[i.min(last)][which])][0]))
}

/// The first or the second y of up to as many pairs as there are lanes, with its sign.
#[inline(always)]
fn load_y<S: Weierstrass<Base: Lanes>>(
    ctx: &CtxOf<S>,
    rows: &[Point<S>],
    pairs: &[[Entry; 2]],
    which: usize,
) -> Red<S::Base> {
    let last = pairs.len() - 1;
    let y = Red::from_raw(S::Base::load(ctx, |i| &rows[place(pairs[i.min(last)][which])][1]));
    let negative = (0..S::Base::WIDTH).fold(0, |bits, i| bits | ((pairs[i.min(last)][which] >> 31) as u8) << i);
    if negative == 0 { y } else { y.negate_if(&S::Base::of_bits(negative)) }
}

/// The sum of each pair, with one inversion for all; a pair whose sum is the identity becomes [`NOTHING`], and its row means nothing.
#[inline(always)]
fn add_chunk_vartime<S: Weierstrass<Base: Lanes>>(
    ctx: &CtxOf<S>,
    rows: &[Point<S>],
    pairs: &mut [[Entry; 2]],
    sums: &mut [Point<S>],
    scratch: &mut Scratch<S>,
) {
    let lanes = S::Base::WIDTH;
    let one = Red::<S::Base>::one_in(ctx);
    let select = |a: &Red<S::Base>, b: &Red<S::Base>, lanes| Red::select(a, b, &S::Base::of_bits(lanes));
    let vectors = pairs.len().div_ceil(lanes);
    if scratch.vectors.len() < vectors {
        let blank = Vector { x: [one, one], before: one };
        scratch.vectors.resize(vectors, blank);
    }
    scratch.special.clear();
    let mut product = one;
    for (index, (pairs, vector)) in pairs.chunks(lanes).zip(&mut scratch.vectors).enumerate() {
        vector.x[0] = load_x::<S>(ctx, rows, pairs, 0);
        vector.x[1] = load_x::<S>(ctx, rows, pairs, 1);
        vector.before = product;
        let difference = vector.x[1].minus(&vector.x[0]);
        let equal = S::Base::zeros_vartime(difference.raw());
        if equal == 0 {
            product *= &difference;
        } else {
            // Opposite points have opposite y, which is never zero in a group of odd order.
            let (y1, y2) = (load_y::<S>(ctx, rows, pairs, 0), load_y::<S>(ctx, rows, pairs, 1));
            let twice = equal & S::Base::bits(&y1.equal(&y2));
            scratch.special.push((index, twice, equal & !twice));
            let run = select(&difference.weak(), &(&y1 + &y1), twice);
            product = &product * &select(&run, &one, equal & !twice);
        }
    }
    let mut inverse = product.invert_vartime();
    for ((index, pairs), sums) in pairs.chunks_mut(lanes).enumerate().rev().zip(sums.chunks_mut(lanes).rev()) {
        let Vector { x: [x1, x2], before } = &scratch.vectors[index];
        let (y1, y2) = (load_y::<S>(ctx, rows, pairs, 0), load_y::<S>(ctx, rows, pairs, 1));
        let own = &inverse * before;
        let mut rise = y2.minus(&y1);
        let difference = x2.minus(x1);
        match scratch.special.last().copied() {
            Some((special, twice, opposite)) if special == index => {
                scratch.special.pop();
                let run = select(&difference.weak(), &(&y1 + &y1), twice);
                inverse = &inverse * &select(&run, &one, opposite);
                rise = select(&rise.weak(), &S::A::tangent(x1, &one), twice).lazy();
                for (i, pair) in pairs.iter_mut().enumerate() {
                    if (opposite >> i) & 1 == 1 {
                        pair[0] = NOTHING;
                    }
                }
            }
            _ => inverse *= &difference,
        }
        let slope = &rise * &own;
        let [x3] = linear([[(&slope.sqr(), 1), (x1, -1), (x2, -1)]]);
        let y3 = &(&slope * &x1.minus(&x3)) - &y1;
        store::<S>(&x3, &y3, sums);
    }
}

/// Σ over windows w of 2^(c·w)·Σ b·Bᵦ, from the sums of all segments.
#[inline(never)]
fn combine_vartime<G: Group>(parts: &[[Projective<G>; 2]], shape: &Shape) -> Projective<G> {
    let length = shape.buckets / shape.segments;
    let ctx = parts[0][0].x.ctx();
    let mut total = Projective::identity_in(&ctx);
    for segments in parts.chunks(shape.segments).rev() {
        total = total.double_times(shape.width);
        // Segment s has the buckets from s·length on: each of them counts s·length times more than its place in the segment.
        let (mut running, mut multiples) = (Projective::identity_in(&ctx), Projective::identity_in(&ctx));
        for [sum, buckets] in segments[1..].iter().rev() {
            running = running.add(buckets);
            multiples = multiples.add(&running);
            total = total.add(sum);
        }
        if segments.len() > 1 {
            total = total.add(&multiples.double_times(length.trailing_zeros() as usize));
        }
        total = total.add(&segments[0][0]);
    }
    total
}
