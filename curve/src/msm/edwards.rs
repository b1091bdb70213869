//! Sums of scalar multiples on Edwards curves, on lanes or on one element at a time.
//!
//! Scalars are written in signed windows of c bits. Additions of extended coordinates take seven
//! products where the second point has Z = 1, fewer than affine additions with a shared inversion
//! would (their law has two denominators), so each bucket is summed as it is: a lane runs through
//! one bucket with the sum so far in its registers, and reads the three coordinates of a point per
//! step. Buckets are sorted by how many points they have, so that eight that run together have
//! about as many; those that have more than 64 are cut, and their sums added. Σ b·Bᵦ is then taken
//! by running sums, eight windows or eight parts of a window at a time, and the windows are
//! combined by doublings.
//!
//! Few points share their doublings instead, each with a table in its lane. Points that stay have a
//! table of their multiples by powers of 2^c, [`FixedBases`], so that all windows share one set of
//! buckets (E. F. Brickell, D. M. Gordon, K. S. McCurley, D. B. Wilson, "Fast exponentiation with
//! precomputation", EUROCRYPT 1992).
//!
//! The formulas are complete: equal and opposite points, identities and points of small order are
//! points like others. What a lane has nothing to add to, it adds the identity to.
//!
//! D. J. Bernstein, J. Doumen, T. Lange, J.-J. Oosterwijk, "Faster batch forgery identification",
//! ePrint 2012/549, §4, for the method; H. Hisil et al., ePrint 2008/522, for the formulas.
//!
//! # Example
//!
//! ```
//! use curvemark_curve::ed25519::{Point, Scalar};
//! use curvemark_curve::msm::edwards::msm_vartime_alloc;
//!
//! let points = [Point::generator(), Point::generator().double()];
//! let sum = msm_vartime_alloc(&points, &[3u32, 2].map(Scalar::from))?;
//! assert!(sum == Point::generator().mul(&Scalar::from(7u32)));
//! # Ok::<(), curvemark_curve::error::BatchError>(())
//! ```

#![allow(clippy::integer_division_remainder_used)] // Of sizes, which are public.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use limb::each::Each;

use crate::crossover;
use crate::edwards::{
    Cached, CtxOf, Edwards, EdwardsGroup, EdwardsPoint, GroupInLanes, Niels, Term,
    combination_vartime, sum_one_by_one,
};
use crate::engines::door::{Made, elsewhere, make, side_by_side, with_made};
use crate::error::{BatchError, check_lengths};
use crate::field::{Field, Lanes, Red};
use crate::integer::{scalar_to_integer, signed_digit_vartime};

/// Most points that a lane adds to one sum.
const LONGEST: usize = 64;

/// Points that are summed by themselves: they stay in the cache, which is worth more than the wider
/// windows of many points.
const BLOCK: usize = 1 << 13;

/// Vectors of points that share an inversion.
const CHUNK: usize = 128;

/// Up to so many digits all windows are summed together; of more points, window by window, in
/// parts.
const TOGETHER: usize = 1 << 16;

/// Parts of a window in lanes of their own.
const SEGMENTS: usize = 8;

/// Widest window, whose digits have 16 bits.
const MAX_WINDOW: usize = 15;

/// Up to so many points share their doublings instead: Straus' method, with a table for each.
/// Curve25519, one Xeon with two IFMA ports, microseconds: on lanes 128 points take 347 so, 160
/// points 430 with buckets; on ADX 80 points 689, 100 points 854 and 745.
const fn few(lanes: usize) -> usize {
    if lanes > 1 { 144 } else { 88 }
}

/// Lanes, at most.
const LANES: usize = crate::engines::lanes8::LANES;

/// y + x, y − x and 2dxy in memory.
type Point<S> = [<<S as Edwards>::Base as Lanes>::Row; 3];
/// Y + X, Y − X, 2Z and 2dT in memory.
type Sum<S> = [<<S as Edwards>::Base as Lanes>::Row; 4];

/// The place of a point, with its sign in the highest bit.
type Entry = u32;
const NEGATIVE: Entry = 1 << 31;

/// Σ kᵢPᵢ for the least integers of scalars, in time that depends on everything: on vectors where
/// the CPU has them. Right for all points of the curve.
///
/// Cost: up to 88 points (144 on lanes) those doublings of one multiplication that all share, and
/// 552 products for each point; of more, for windows of c bits, 7 products per point and 13 to 20
/// per bucket in each of ⌈254/c⌉ windows, and 3 products per point before it, or 7 where some Z is
/// not 1. Space from the heap: 2 kB per point, or 100 to 200 bytes up to 2^13 points; no more for
/// more.
///
/// # Errors
/// [`BatchError::Empty`], [`BatchError::LengthMismatch`].
///
/// [Example](self#example).
#[inline(never)]
pub fn msm_vartime_alloc<C: GroupInLanes>(
    points: &[EdwardsPoint<C>],
    scalars: &[Red<C::Scalar>],
) -> Result<EdwardsPoint<C>, BatchError> {
    let first = points.first().ok_or(BatchError::Empty)?;
    let enough = crossover::EDWARDS_MULTIPLES.reached(points.len());
    side_by_side!(C, enough, &first.z.ctx() => msm_on_lanes_vartime::<C, _>(points, scalars))
}

/// As [`msm_vartime_alloc`], on lanes of the caller's choice: `S` is the curve of `C` on an engine
/// that holds several elements side by side, or one.
///
/// # Errors
/// [`BatchError::Empty`], [`BatchError::LengthMismatch`].
pub fn msm_on_lanes_vartime<C, S>(
    ctx: &CtxOf<S>,
    points: &[EdwardsPoint<C>],
    scalars: &[Red<C::Scalar>],
) -> Result<EdwardsPoint<C>, BatchError>
where
    C: GroupInLanes,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    check_lengths(points.len(), &[scalars.len()])?;
    let first = &points[0];
    // Blocks of about one size.
    let block = points.len().div_ceil(points.len().div_ceil(BLOCK));
    let blocks = points.chunks(block).zip(scalars.chunks(block)).map(|(points, scalars)| {
        if points.len() <= few(S::Base::WIDTH) {
            few_vartime::<C, S>(ctx, points, scalars, first)
        } else {
            block_vartime::<C, S>(ctx, points, scalars, first)
        }
    });
    Ok(blocks.reduce(|a, b| a.add(&b)).unwrap_or(*first))
}

/// Σ kᵢPᵢ by buckets.
#[inline(never)]
fn block_vartime<C, S>(
    ctx: &CtxOf<S>,
    points: &[EdwardsPoint<C>],
    scalars: &[Red<C::Scalar>],
    first: &EdwardsPoint<C>,
) -> EdwardsPoint<C>
where
    C: GroupInLanes,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    let bits = C::SCALAR_BITS as usize + 1;
    let width = window(points.len(), bits);
    let windows = bits.div_ceil(width);
    // Digits of all points, window by window.
    let mut digits = alloc::vec![0; windows * points.len()];
    for (i, scalar) in scalars.iter().enumerate() {
        let integer = scalar_to_integer(scalar);
        for (window, of_window) in digits.chunks_mut(points.len()).enumerate() {
            of_window[i] = signed_digit_vartime(&integer, window, width) as i16;
        }
    }
    let together = if digits.len() <= TOGETHER { windows } else { 1 };
    let buckets = 1 << (width - 1);
    let segments = if together == 1 && buckets >= SEGMENTS { SEGMENTS } else { 1 };
    let shape = Shape { width, segments, length: buckets / segments };
    let rows = affine_table::<C, S>(ctx, points);
    let mut sums = Sums::<S>::new(ctx, &rows);
    let mut parts = Vec::with_capacity(windows * segments);
    for digits in digits.chunks(together * points.len()) {
        sums.windows_vartime(digits, points.len(), &shape, first, &mut parts);
    }
    whole_vartime::<C>(&parts, &shape)
}

/// [`combine_vartime`] on the faster engine of words.
fn whole_vartime<C: GroupInLanes>(
    parts: &[[EdwardsPoint<C>; 2]],
    shape: &Shape,
) -> EdwardsPoint<C> {
    elsewhere!(short C, |there| {
        let parts: Vec<_> = parts.iter().map(|part| part.each_ref().each(|p| p.enter(there))).collect();
        EdwardsPoint::leave(&combine_vartime(&parts, shape))
    });
    combine_vartime(parts, shape)
}

/// Σ kᵢPᵢ for few points, each with a table of its own in its lane.
#[inline(never)]
fn few_vartime<C, S>(
    ctx: &CtxOf<S>,
    points: &[EdwardsPoint<C>],
    scalars: &[Red<C::Scalar>],
    first: &EdwardsPoint<C>,
) -> EdwardsPoint<C>
where
    C: GroupInLanes,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    let lanes = S::Base::WIDTH;
    let mut terms = Vec::with_capacity(points.len().div_ceil(lanes));
    for (points, scalars) in points.chunks(lanes).zip(scalars.chunks(lanes)) {
        S::Base::enter(
            ctx,
            #[inline(always)]
            || terms.push(Term::<S>::new::<C>(ctx, points, scalars)),
        );
    }
    let mut of_lanes = [*first; LANES];
    S::Base::enter(
        ctx,
        #[inline(always)]
        || combination_vartime::<C, S>(ctx, None, &terms).leave_lanes(&mut of_lanes),
    );
    sum_one_by_one(&of_lanes[..lanes], &[])
}

/// The window c for n points and scalars of so many bits: an addition to a bucket takes 7 products
/// and a load, a bucket's share of the running sums 20 and its own 2, less the 7 of its first
/// point.
fn window(n: usize, bits: usize) -> usize {
    let cost = |width: usize| bits.div_ceil(width) * (8 * n + (18 << (width - 1)));
    (2..=MAX_WINDOW).min_by_key(|&width| cost(width)).unwrap_or(2)
}

/// How a sum's parts are put together.
struct Shape {
    width: usize,
    /// Parts of a window.
    segments: usize,
    /// Buckets of a part.
    length: usize,
}

/// The points, and the buckets of as many windows as are summed together.
struct Sums<'a, S: Edwards<Base: Lanes>> {
    ctx: CtxOf<S>,
    /// The points, and the identity behind them.
    points: &'a [Point<S>],
    /// What is in each bucket, bucket by bucket.
    entries: Vec<Entry>,
    /// Where each bucket begins.
    starts: Vec<u32>,
    /// Where the stretches of entries begin that are summed each by one lane, bucket by bucket, and
    /// the end of the last.
    stretches: Vec<u32>,
    /// Which stretches each bucket has: where they begin.
    of_bucket: Vec<u32>,
    /// The stretches by length, the longest first.
    order: Vec<u32>,
    /// Their sums; the first of a bucket becomes that of the bucket. The identity is behind them.
    sums: Vec<Sum<S>>,
}

impl<'a, S: Edwards<Base: Lanes>> Sums<'a, S> {
    /// Over the rows of [`affine_table`].
    fn new(ctx: &CtxOf<S>, points: &'a [Point<S>]) -> Self {
        Self {
            ctx: *ctx,
            points,
            entries: Vec::new(),
            starts: Vec::new(),
            stretches: Vec::new(),
            of_bucket: Vec::new(),
            order: Vec::new(),
            sums: Vec::new(),
        }
    }

    /// The parts of as many windows as there are `count` digits for.
    fn windows_vartime<C: EdwardsGroup>(
        &mut self,
        digits: &[i16],
        count: usize,
        shape: &Shape,
        some: &EdwardsPoint<C>,
        parts: &mut Vec<[EdwardsPoint<C>; 2]>,
    ) where
        S::Base: Lanes<One = C::Base>,
    {
        let ctx = self.ctx;
        self.sort_vartime(digits, count, shape.segments * shape.length);
        S::Base::enter(
            &ctx,
            #[inline(always)]
            || self.add_vartime(),
        );
        S::Base::enter(
            &ctx,
            #[inline(always)]
            || self.merge_vartime(),
        );
        S::Base::enter(
            &ctx,
            #[inline(always)]
            || self.parts(shape.length, some, parts),
        );
    }

    /// Puts points into the buckets of their digits, of which there are `count` for each window.
    #[inline(never)]
    fn sort_vartime(&mut self, digits: &[i16], count: usize, buckets: usize) {
        let all = buckets * (digits.len() / count);
        // Counts, one place further than where the bucket begins.
        self.starts.clear();
        self.starts.resize(all + 2, 0);
        for (window, digits) in digits.chunks(count).enumerate() {
            let starts = &mut self.starts[window * buckets + 1..(window + 1) * buckets + 2];
            for digit in digits.iter().filter(|digit| **digit != 0) {
                starts[usize::from(digit.unsigned_abs())] += 1;
            }
        }
        let mut total = 0;
        for start in &mut self.starts[2..] {
            total += *start;
            *start = total;
        }
        self.entries.clear();
        self.entries.resize(total as usize, 0);
        let entries = self.entries.as_mut_slice();
        for (window, digits) in digits.chunks(count).enumerate() {
            let places = &mut self.starts[window * buckets..=(window + 1) * buckets];
            for (i, &digit) in digits.iter().enumerate().filter(|(_, digit)| **digit != 0) {
                let place = &mut places[usize::from(digit.unsigned_abs())];
                // No branch: signs are random.
                entries[*place as usize] = i as Entry | (i32::from(digit) as Entry & NEGATIVE);
                *place += 1;
            }
        }
        self.starts.truncate(all + 1);
        self.stretch();
    }

    /// Cuts buckets into stretches, and sorts those by length.
    fn stretch(&mut self) {
        self.stretches.clear();
        self.of_bucket.clear();
        let mut counts = [0; LONGEST + 1];
        for bounds in self.starts.windows(2) {
            self.of_bucket.push(self.stretches.len() as u32);
            let (mut start, end) = (bounds[0], bounds[1]);
            while start < end {
                let length = (end - start).min(LONGEST as u32);
                self.stretches.push(start);
                counts[length as usize] += 1;
                start += length;
            }
        }
        let stretches = self.stretches.len();
        self.of_bucket.push(stretches as u32);
        self.stretches.push(self.entries.len() as u32);
        // From counts to places, from the longest down.
        let mut place = 0;
        for count in counts.iter_mut().rev() {
            (*count, place) = (place, place + *count);
        }
        self.order.clear();
        self.order.resize(stretches, 0);
        for (i, bounds) in self.stretches.windows(2).enumerate() {
            let place = &mut counts[(bounds[1] - bounds[0]) as usize];
            self.order[*place] = i as u32;
            *place += 1;
        }
    }

    /// Sums all stretches: eight at a time, the first point of each for nothing.
    #[inline(always)]
    fn add_vartime(&mut self) {
        let (lanes, stretches) = (S::Base::WIDTH, self.order.len());
        self.sums.resize(stretches + 1, [S::Base::zero_row(&self.ctx); 4]);
        let nothing = self.points.len() as Entry - 1;
        for order in self.order.chunks(lanes) {
            let mut of_lanes: [&[Entry]; LANES] = [&[]; LANES];
            for (entries, &i) in of_lanes.iter_mut().zip(order) {
                *entries = &self.entries
                    [self.stretches[i as usize] as usize..self.stretches[i as usize + 1] as usize];
            }
            let mut sum = EdwardsPoint::<S>::identity_in(&self.ctx);
            for step in 0..of_lanes[0].len() {
                let mut entries = [nothing; LANES];
                for (entry, of_lane) in entries.iter_mut().zip(&of_lanes) {
                    *entry = of_lane.get(step).copied().unwrap_or(nothing);
                }
                let point = load_point::<S>(&self.ctx, self.points, &entries);
                sum = if step == 0 {
                    EdwardsPoint::from_niels(&point)
                } else {
                    sum.add_mixed(&point)
                };
            }
            store_sums(&sum.cached(), &mut self.sums, order);
        }
        store_sums(&Cached::<S>::identity_in(&self.ctx), &mut self.sums, &[stretches as u32]);
    }

    /// Adds the sums of the stretches of each bucket that has several.
    #[inline(always)]
    fn merge_vartime(&mut self) {
        let nothing = self.order.len() as u32;
        let mut cut = Vec::new();
        for bounds in self.of_bucket.windows(2) {
            if bounds[1] - bounds[0] > 1 {
                cut.push([bounds[0], bounds[1]]);
            }
        }
        for cut in cut.chunks(S::Base::WIDTH) {
            let mut sum = EdwardsPoint::<S>::identity_in(&self.ctx);
            for step in 0..cut.iter().map(|[start, end]| end - start).max().unwrap_or(0) {
                let mut places = [nothing; LANES];
                for (place, [start, end]) in places.iter_mut().zip(cut) {
                    *place = if start + step < *end { start + step } else { nothing };
                }
                sum = sum.add_cached(&load_sum::<S>(&self.ctx, &self.sums, &places));
            }
            let mut places = [nothing; LANES];
            for (place, [start, _]) in places.iter_mut().zip(cut) {
                *place = *start;
            }
            store_sums(&sum.cached(), &mut self.sums, &places[..cut.len()]);
        }
    }

    /// Of each `length` buckets in a row Σ (k + 1)·Bₖ and Σ Bₖ, the k-th of them Bₖ from zero on.
    #[inline(always)]
    fn parts<C: EdwardsGroup>(
        &self,
        length: usize,
        some: &EdwardsPoint<C>,
        out: &mut Vec<[EdwardsPoint<C>; 2]>,
    ) where
        S::Base: Lanes<One = C::Base>,
    {
        let (lanes, nothing) = (S::Base::WIDTH, self.order.len() as u32);
        let jobs = (self.of_bucket.len() - 1) / length;
        for first in (0..jobs).step_by(lanes) {
            let mut running = EdwardsPoint::<S>::identity_in(&self.ctx);
            let mut sum = running;
            for k in (0..length).rev() {
                let mut places = [nothing; LANES];
                for (i, place) in places.iter_mut().enumerate().take(lanes.min(jobs - first)) {
                    let bucket = (first + i) * length + k;
                    if self.of_bucket[bucket] < self.of_bucket[bucket + 1] {
                        *place = self.of_bucket[bucket];
                    }
                }
                if places != [nothing; LANES] {
                    running = running.add_cached(&load_sum::<S>(&self.ctx, &self.sums, &places));
                }
                sum = sum.add(&running);
            }
            let mut of_lanes = [[*some; LANES]; 2];
            sum.leave_lanes(&mut of_lanes[0]);
            running.leave_lanes(&mut of_lanes[1]);
            out.extend((0..lanes.min(jobs - first)).map(|i| [of_lanes[0][i], of_lanes[1][i]]));
        }
    }
}

/// The points with Z = 1, and the identity behind them: seven products for each, three where it is
/// so already, and an inversion for [`CHUNK`] vectors.
fn affine_table<C, S>(ctx: &CtxOf<S>, points: &[EdwardsPoint<C>]) -> Vec<Point<S>>
where
    C: EdwardsGroup,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    let mut rows = alloc::vec![[S::Base::zero_row(ctx); 3]; points.len() + 1];
    let chunk = CHUNK * S::Base::WIDTH;
    let mut before = Vec::with_capacity(CHUNK.min(points.len()));
    for (points, rows) in points.chunks(chunk).zip(rows[..points.len()].chunks_mut(chunk)) {
        S::Base::enter(
            ctx,
            #[inline(always)]
            || affine_rows::<C, S>(ctx, points, rows, &mut before),
        );
    }
    store_point(&Niels::<S>::identity_in(ctx), &mut rows[points.len()..]);
    rows
}

/// The rows of at most [`CHUNK`] vectors of points, which share an inversion (P. L. Montgomery,
/// 1987) unless all have Z = 1.
#[inline(always)]
fn affine_rows<C, S>(
    ctx: &CtxOf<S>,
    points: &[EdwardsPoint<C>],
    rows: &mut [Point<S>],
    before: &mut Vec<Red<S::Base>>,
) where
    C: EdwardsGroup,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    let (lanes, one) = (S::Base::WIDTH, Red::<S::Base>::one_in(ctx));
    let all = u8::MAX >> (8 - lanes);
    let coordinate = |points: &[EdwardsPoint<C>], which: usize| {
        let of = |i: usize| points[i.min(points.len() - 1)].coordinates()[which].raw();
        Red::<S::Base>::from_raw(S::Base::enter_lanes(ctx, of))
    };
    before.clear();
    let (mut product, mut ones) = (one, true);
    for points in points.chunks(lanes) {
        let z = coordinate(points, 2);
        before.push(product);
        ones &= S::Base::zeros_vartime(z.minus(&one).raw()) == all;
        product = &product * &z;
    }
    if ones {
        for (points, rows) in points.chunks(lanes).zip(rows.chunks_mut(lanes)) {
            store_point(&Niels::<S>::of_xy(&coordinate(points, 0), &coordinate(points, 1)), rows);
        }
        return;
    }
    let mut inverse = product.invert_vartime();
    let vectors = points.chunks(lanes).zip(rows.chunks_mut(lanes)).zip(before.iter());
    for ((points, rows), before) in vectors.rev() {
        let own = &inverse * before;
        inverse = &inverse * &coordinate(points, 2);
        let [x, y] = [&coordinate(points, 0) * &own, &coordinate(points, 1) * &own];
        store_point::<S>(&Niels::of_xy(&x, &y), rows);
    }
}

/// The first lanes to as many rows as there are.
#[inline(always)]
fn store_point<S: Edwards<Base: Lanes>>(point: &Niels<S>, rows: &mut [Point<S>]) {
    S::Base::store(point.y_plus_x.raw(), rows, |row| &mut row[0]);
    S::Base::store(point.y_minus_x.raw(), rows, |row| &mut row[1]);
    S::Base::store(point.xy_2d.raw(), rows, |row| &mut row[2]);
}

/// A point in each lane, with its sign.
#[inline(always)]
fn load_point<S: Edwards<Base: Lanes>>(
    ctx: &CtxOf<S>,
    points: &[Point<S>],
    entries: &[Entry; LANES],
) -> Niels<S> {
    let mut rows = [&points[0]; LANES];
    let mut negative = 0;
    for (i, (row, entry)) in rows.iter_mut().zip(entries).enumerate() {
        *row = &points[(entry & !NEGATIVE) as usize];
        negative |= ((entry >> 31) as u8) << i;
    }
    // −P has y + x and y − x exchanged.
    let swapped = |i: usize| (entries[i] >> 31) as usize;
    let xy_2d = Red::<S::Base>::from_raw(S::Base::load(ctx, |i| &rows[i][2]));
    Niels {
        y_plus_x: Red::from_raw(S::Base::load(ctx, |i| &rows[i][swapped(i)])),
        y_minus_x: Red::from_raw(S::Base::load(ctx, |i| &rows[i][1 - swapped(i)])),
        xy_2d: if negative == 0 { xy_2d } else { xy_2d.negate_if(&S::Base::of_bits(negative)) },
    }
}

/// The first lanes to rows at as many places.
#[inline(always)]
fn store_sums<S: Edwards<Base: Lanes>>(sum: &Cached<S>, sums: &mut [Sum<S>], places: &[u32]) {
    let mut rows = [[S::Base::zero_row(&sum.z_2.ctx()); 4]; LANES];
    for (i, a) in [&sum.y_plus_x, &sum.y_minus_x, &sum.z_2, &sum.t_2d].into_iter().enumerate() {
        S::Base::store(a.raw(), &mut rows[..S::Base::WIDTH], |row| &mut row[i]);
    }
    for (&place, row) in places.iter().zip(rows) {
        sums[place as usize] = row;
    }
}

/// A sum in each lane.
#[inline(always)]
fn load_sum<S: Edwards<Base: Lanes>>(
    ctx: &CtxOf<S>,
    sums: &[Sum<S>],
    places: &[u32; LANES],
) -> Cached<S> {
    let mut rows = [&sums[0]; LANES];
    for (row, &place) in rows.iter_mut().zip(places) {
        *row = &sums[place as usize];
    }
    Cached {
        y_plus_x: Red::from_raw(S::Base::load(ctx, |i| &rows[i][0])),
        y_minus_x: Red::from_raw(S::Base::load(ctx, |i| &rows[i][1])),
        z_2: Red::from_raw(S::Base::load(ctx, |i| &rows[i][2])),
        t_2d: Red::from_raw(S::Base::load(ctx, |i| &rows[i][3])),
    }
}

/// Σ over windows w of 2^(c·w)·Σ b·Bᵦ, from the parts of all windows.
#[inline(never)]
fn combine_vartime<G: EdwardsGroup>(
    parts: &[[EdwardsPoint<G>; 2]],
    shape: &Shape,
) -> EdwardsPoint<G> {
    let identity = EdwardsPoint::identity_in(&parts[0][0].z.ctx());
    let mut total = identity;
    for segments in parts.chunks(shape.segments).rev() {
        total = total.double_many(shape.width as u32);
        // Each bucket of segment s counts s·length times more than its place in the segment.
        let (mut running, mut multiples) = (identity, identity);
        for [sum, buckets] in segments[1..].iter().rev() {
            running = running.add(buckets);
            multiples = multiples.add(&running);
            total = total.add(sum);
        }
        if segments.len() > 1 {
            total = total.add(&multiples.double_many(shape.length.trailing_zeros()));
        }
        total = total.add(&segments[0][0]);
    }
    total
}

/// Bases with a table of their multiples 2^(c·j)·P, by which sums Σ kᵢPᵢ are computed.
///
/// The table is in the memory form of the engine that the CPU runs best, and serves only that
/// engine. Digits of c bits share one set of 2^(c − 1) buckets: 256 points with scalars of 253 bits
/// have c = 10 and 26 multiples each in 0.6 MiB, and a sum over them takes 26 additions for a point
/// and 1,000 for the buckets. Of a few of the bases it takes as many for the buckets.
///
/// # Example
/// ```
/// use curvemark_curve::ed25519::{Ed25519, Point, Scalar};
/// use curvemark_curve::msm::edwards::FixedBases;
///
/// let bases = [Point::generator(), Point::generator().double()];
/// let table = FixedBases::<Ed25519>::new(&bases, 1 << 20)?;
/// let sum = table.msm_vartime(&[Scalar::from(3u32), Scalar::from(2u32)])?;
/// assert!(sum == Point::generator().mul(&Scalar::from(7u32)));
/// # Ok::<(), curvemark_curve::error::BatchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FixedBases<C: GroupInLanes>(Box<Tables<C>>);

/// A table on the engine that the CPU runs best.
type Tables<C> = Made<
    FixedBasesOnLanes<C, <C as GroupInLanes>::Lanes>,
    FixedBasesOnLanes<C, <C as GroupInLanes>::Doubles>,
    FixedBasesOnLanes<C, <C as EdwardsGroup>::Fast>,
    FixedBasesOnLanes<C, C>,
>;

impl<C: GroupInLanes> FixedBases<C> {
    /// The table of these bases that makes sums over all of them cheapest, among those of at most
    /// so many bytes, if coordinates are as long as in a point. On lanes of doubles
    /// ([`Engine::Doubles`](crate::engines::cpu::Engine::Doubles)) they are a third longer, and so
    /// is the table: the same bytes choose the same table on every engine. Identities are taken.
    ///
    /// Time: about 2,000 products for a base, in variable time.
    ///
    /// # Errors
    /// [`BatchError::Empty`], [`BatchError::TableTooLarge`].
    #[inline(never)]
    pub fn new(bases: &[EdwardsPoint<C>], most_bytes: usize) -> Result<Self, BatchError> {
        let first = bases.first().ok_or(BatchError::Empty)?;
        let tables = make!(best C, true, &first.z.ctx() => |ctx| FixedBasesOnLanes::new(ctx, bases, most_bytes)?);
        Ok(Self(Box::new(tables)))
    }

    /// Bytes of the table.
    pub fn size_bytes(&self) -> usize {
        with_made!(C, &*self.0, true => |table| table.size_bytes())
    }

    /// Σ kᵢPᵢ over the first bases, as many as there are scalars, for the least integers of these;
    /// in time that depends on everything. Right for all points of the curve.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no scalars, [`BatchError::LengthMismatch`] if there are more than
    /// bases.
    #[inline(never)]
    pub fn msm_vartime(&self, scalars: &[Red<C::Scalar>]) -> Result<EdwardsPoint<C>, BatchError> {
        with_made!(C, &*self.0, true => |table| table.msm_vartime(scalars))
    }
}

/// [`FixedBases`] on lanes of the caller's choice: `S` is the curve of `C` on an engine that holds
/// several elements side by side, or one.
#[derive(Clone)]
pub struct FixedBasesOnLanes<C: EdwardsGroup, S: Edwards<Base: Lanes<One = C::Base>>> {
    ctx: CtxOf<S>,
    /// c, in bits.
    width: usize,
    /// Multiples of each base.
    windows: usize,
    /// Base by base 2^(c·j)·P, and the identity.
    table: Vec<Point<S>>,
    /// The identity, of the users' engine.
    identity: EdwardsPoint<C>,
}

impl<C: GroupInLanes, S: Edwards<Base: Lanes<One = C::Base>>> FixedBasesOnLanes<C, S> {
    /// As [`FixedBases::new`].
    ///
    /// # Errors
    /// [`BatchError::Empty`], [`BatchError::TableTooLarge`].
    pub fn new(
        ctx: &CtxOf<S>,
        bases: &[EdwardsPoint<C>],
        most_bytes: usize,
    ) -> Result<Self, BatchError> {
        let first = bases.first().ok_or(BatchError::Empty)?;
        let bits = C::SCALAR_BITS as usize + 1;
        let points = |width: usize| bits.div_ceil(width).saturating_mul(bases.len());
        // Of the users' engine, whatever a row takes here.
        let size = |width| points(width).saturating_add(1).saturating_mul(size_of::<Row<C>>());
        // As in `window`, but with one set of buckets.
        let cost =
            |width: &usize| points(*width).saturating_mul(8).saturating_add(18 << (width - 1));
        // Places have a bit for the sign.
        let fits = |width: &usize| size(*width) <= most_bytes && points(*width) < (1 << 30);
        let Some(width) = (2..=MAX_WINDOW).filter(fits).min_by_key(cost) else {
            return Err(BatchError::TableTooLarge);
        };
        let windows = bits.div_ceil(width);
        let mut multiples = Vec::with_capacity(points(width));
        for base in bases {
            let mut multiple = *base;
            for window in 0..windows {
                if window > 0 {
                    multiple = multiple.double_many(width as u32);
                }
                multiples.push(multiple);
            }
        }
        let table = affine_table::<C, S>(ctx, &multiples);
        let identity = EdwardsPoint::identity_in(&first.z.ctx());
        Ok(Self { ctx: *ctx, width, windows, table, identity })
    }

    /// As [`FixedBases::size_bytes`].
    pub fn size_bytes(&self) -> usize {
        size_of_val(self.table.as_slice())
    }

    /// As [`FixedBases::msm_vartime`].
    ///
    /// # Errors
    /// [`BatchError::Empty`], [`BatchError::LengthMismatch`].
    pub fn msm_vartime(&self, scalars: &[Red<C::Scalar>]) -> Result<EdwardsPoint<C>, BatchError> {
        if scalars.is_empty() {
            return Err(BatchError::Empty);
        }
        if scalars.len() * self.windows >= self.table.len() {
            return Err(BatchError::LengthMismatch);
        }
        let mut digits = Vec::with_capacity(scalars.len() * self.windows);
        for scalar in scalars {
            let integer = scalar_to_integer(scalar);
            digits.extend(
                (0..self.windows)
                    .map(|window| signed_digit_vartime(&integer, window, self.width) as i16),
            );
        }
        let buckets = 1 << (self.width - 1);
        let segments = if buckets >= SEGMENTS { SEGMENTS } else { 1 };
        let shape = Shape { width: self.width, segments, length: buckets / segments };
        let mut parts = Vec::with_capacity(segments);
        Sums::<S>::new(&self.ctx, &self.table).windows_vartime(
            &digits,
            digits.len(),
            &shape,
            &self.identity,
            &mut parts,
        );
        Ok(whole_vartime::<C>(&parts, &shape))
    }
}

/// y + x, y − x and 2dxy as users have them.
type Row<C> = [<<C as Edwards>::Base as Field>::Raw; 3];

impl<C: EdwardsGroup, S: Edwards<Base: Lanes<One = C::Base>>> fmt::Debug
    for FixedBasesOnLanes<C, S>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FixedBasesOnLanes")
            .field("bases", &(self.table.len() / self.windows))
            .field("width", &self.width)
            .finish_non_exhaustive()
    }
}
