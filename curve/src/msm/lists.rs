//! Lists of affine points, all summed at once: by trees of additions in batches, on lanes or on one
//! element at a time.
//!
//! Each round pairs the points of each list and adds all pairs of all lists at once, by the affine
//! formulas
//!
//! λ = (y₂ − y₁)/(x₂ − x₁), x₃ = λ² − x₁ − x₂, y₃ = λ(x₁ − x₃) − y₁,
//!
//! with one inversion for [`CHUNK`] vectors of pairs (P. L. Montgomery, 1987): five products and a
//! square for an addition, where a mixed addition takes seven and four.
//!
//! Equal and opposite points, whose x₂ − x₁ vanishes, are seen before the product of all
//! differences is inverted: the tangent takes the place of the chord, or the pair drops out. The
//! identity is in no list. This holds for all points of a curve of odd order, in the subgroup or
//! not.

#![allow(clippy::integer_division_remainder_used)] // Of sizes, which are public.

use alloc::vec::Vec;

use limb::cpu::prefetch;
use limb::each::array;

use crate::field::{Lanes, Masked, Red, linear};
use crate::formulas::complete::Coefficient;
use crate::weierstrass::{Affine, CtxOf, Endomorphism, Weierstrass};

/// Vectors of pairs that share an inversion.
const CHUNK: usize = 256;

/// How many pairs before their differences are taken the points are asked for: they lie all over a
/// block, or a table.
const AHEAD: usize = 24;

/// How many pairs before they are added y is asked for again: a chunk's points are more than the
/// nearest cache holds.
const AGAIN: usize = 16;

/// x and y in memory.
pub(crate) type Point<S> = [<<S as Weierstrass>::Base as Lanes>::Row; 2];

/// The place of a point, with its sign in the highest bit.
pub(crate) type Entry = u32;
pub(crate) const NEGATIVE: Entry = 1 << 31;
/// No point: the identity.
pub(crate) const NOTHING: Entry = Entry::MAX;

const fn place(entry: Entry) -> usize {
    (entry & !NEGATIVE) as usize
}

/// Points in rows, lists of them, and what is needed to sum the lists.
///
/// Places count the points of a table that the caller holds, which may be empty, and then the rows.
pub(crate) struct Lists<'a, S: Weierstrass<Base: Lanes>> {
    ctx: CtxOf<S>,
    table: &'a [Point<S>],
    /// The caller's points, then the sums that are made.
    rows: Vec<Point<S>>,
    /// How many rows are in use; those behind are kept for the next sums.
    used: usize,
    /// The lists one behind the other, and where each begins; the last number is where the last one
    /// ends.
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
    /// Whether points were opposite.
    vanished: bool,
}

/// Of one vector of pairs, x₁ and x₂, and the product of all differences before its own.
struct Vector<F: Lanes> {
    x: [Red<F>; 2],
    before: Red<F>,
}

/// The rows of a table and those of [`Lists`].
#[derive(Clone, Copy)]
struct Known<'a, S: Weierstrass<Base: Lanes>> {
    table: &'a [Point<S>],
    rows: &'a [Point<S>],
}

impl<S: Weierstrass<Base: Lanes>> Known<'_, S> {
    #[inline(always)]
    fn get(&self, entry: Entry) -> &Point<S> {
        let place = place(entry);
        match self.table.get(place) {
            Some(point) => point,
            None => &self.rows[place - self.table.len()],
        }
    }
}

impl<'a, S: Weierstrass<Base: Lanes>> Lists<'a, S> {
    /// No lists, and so many rows; space for `more` of them, so that they need not move when they
    /// are taken.
    pub(crate) fn new(ctx: CtxOf<S>, table: &'a [Point<S>], rows: usize, more: usize) -> Self {
        let mut lists = Self {
            ctx,
            table,
            rows: Vec::with_capacity(rows + more),
            used: 0,
            entries: Vec::new(),
            starts: Vec::new(),
            pairs: Vec::new(),
            scratch: Scratch { vectors: Vec::new(), special: Vec::new(), vanished: false },
        };
        lists.take_rows(rows);
        lists.clear();
        lists
    }

    /// Takes no lists and the first rows alone; the others are free again.
    pub(crate) fn keep_rows(&mut self, rows: usize) {
        self.clear();
        self.used = rows;
    }

    /// The entry of a row.
    pub(crate) const fn entry(&self, row: usize) -> Entry {
        (self.table.len() + row) as Entry
    }

    /// Takes more rows into use; they hold anything.
    fn take_rows(&mut self, more: usize) {
        self.used += more;
        if self.rows.len() < self.used {
            self.rows.resize(self.used, [S::Base::zero_row(&self.ctx); 2]);
        }
    }

    /// Forgets all lists.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.starts.clear();
        self.starts.push(0);
    }

    /// Forgets all lists but the first ones.
    pub(crate) fn truncate(&mut self, lists: usize) {
        self.starts.truncate(lists + 1);
        self.entries.truncate(self.starts[lists] as usize);
    }

    /// One more list.
    pub(crate) fn push(&mut self, list: impl IntoIterator<Item = Entry>) {
        self.entries.extend(list);
        self.starts.push(self.entries.len() as u32);
    }

    /// Takes lists that are sorted already.
    pub(crate) fn set(&mut self, sorted: &Sorted, lists: core::ops::Range<usize>) {
        let ends = &sorted.starts[lists.start..=lists.end];
        let first = ends[0];
        self.starts.clear();
        self.starts.extend(ends.iter().map(|end| end - first));
        self.entries.clear();
        self.entries
            .extend_from_slice(&sorted.entries[first as usize..ends[ends.len() - 1] as usize]);
    }

    /// The one entry that each list has after [`Lists::sum_vartime`], or [`NOTHING`].
    pub(crate) fn sums(&self) -> impl Iterator<Item = Entry> + '_ {
        self.sums_from(0)
    }

    /// The one entry of each list from one on that has no more, or [`NOTHING`].
    pub(crate) fn sums_from(&self, first: usize) -> impl Iterator<Item = Entry> + '_ {
        self.starts[first..]
            .windows(2)
            .map(|ends| if ends[0] < ends[1] { self.entries[ends[0] as usize] } else { NOTHING })
    }

    /// Adds what is in each list until there is one entry or none, round by round. Entries are
    /// places, signed, in the table and then in the rows.
    #[inline(never)]
    pub(crate) fn sum_vartime(&mut self) {
        // A list of n entries takes n − 1 additions.
        self.reserve(self.entries.len());
        while self.add_pairs_vartime() {}
    }

    /// Space for so many additions at once, since space that grows is fresh space, page by page.
    pub(crate) fn reserve(&mut self, additions: usize) {
        self.rows.reserve_exact((self.used + additions).saturating_sub(self.rows.len()));
    }

    /// One round: half as many entries in each list, or one more. Whether there was anything to
    /// add.
    #[inline(never)]
    pub(crate) fn add_pairs_vartime(&mut self) -> bool {
        let old = self.used;
        let first = self.entry(old);
        self.pair(first);
        if self.pairs.is_empty() {
            return false;
        }
        self.take_rows(self.pairs.len());
        self.scratch.vanished = false;
        let (rows, free) = self.rows.split_at_mut(old);
        let known = Known { table: self.table, rows };
        let chunk = CHUNK * S::Base::WIDTH;
        // Sums of one round are not summands of it.
        for (pairs, sums) in
            self.pairs.chunks_mut(chunk).zip(free[..self.used - old].chunks_mut(chunk))
        {
            let (ctx, scratch) = (&self.ctx, &mut self.scratch);
            S::Base::enter(
                ctx,
                #[inline(always)]
                || add_chunk_vartime::<S>(ctx, known, pairs, sums, scratch),
            );
        }
        if self.scratch.vanished {
            self.drop_vanished(first);
        }
        true
    }

    /// Takes the pairs of each list out, and puts the places in that their sums will have, from
    /// `first` on.
    #[inline(never)]
    fn pair(&mut self, first: Entry) {
        self.pairs.clear();
        let (mut next, mut start) = (0, 0);
        for end in &mut self.starts[1..] {
            let old_end = *end as usize;
            while start + 1 < old_end {
                let pair = [self.entries[start], self.entries[start + 1]];
                self.entries[next] = first + self.pairs.len() as Entry;
                self.pairs.push(pair);
                next += 1;
                start += 2;
            }
            if start < old_end {
                self.entries[next] = self.entries[start];
                next += 1;
            }
            start = old_end;
            *end = next as u32;
        }
        self.entries.truncate(next);
    }

    /// Takes the sums of opposite points out.
    fn drop_vanished(&mut self, first: Entry) {
        let (mut next, mut start) = (0, 0);
        for end in &mut self.starts[1..] {
            let old_end = *end as usize;
            for at in start..old_end {
                let entry = self.entries[at];
                // What is not a new sum has a place below the first, or a sign.
                let pair = entry.checked_sub(first).and_then(|i| self.pairs.get(i as usize));
                if pair.is_none_or(|pair| pair[0] != NOTHING) {
                    self.entries[next] = entry;
                    next += 1;
                }
            }
            start = old_end;
            *end = next as u32;
        }
        self.entries.truncate(next);
    }

    /// Puts the sum of each list that has one in the row of its number, counted from `first`, and
    /// says that the row is filled.
    pub(crate) fn keep_sums_vartime(&mut self, first: usize, filled: &mut [bool]) {
        for (i, filled) in filled.iter_mut().enumerate() {
            let (start, end) = (self.starts[i], self.starts[i + 1]);
            if start < end {
                self.rows[first + i] = self.point(self.entries[start as usize]);
                *filled = true;
            }
        }
    }

    /// The point of an entry, with its sign.
    pub(crate) fn point(&self, entry: Entry) -> Point<S> {
        let row = *Known::<S> { table: self.table, rows: &self.rows }.get(entry);
        if entry & NEGATIVE == 0 {
            return row;
        }
        let y = -&Red::<S::Base>::from_raw(S::Base::load(&self.ctx, |_| &row[1]));
        let mut out = [row];
        S::Base::store(y.raw(), &mut out, |row| &mut row[1]);
        out[0]
    }
}

/// Entries of many lists, sorted by list.
pub(crate) struct Sorted {
    entries: Vec<Entry>,
    starts: Vec<u32>,
}

impl Sorted {
    pub(crate) const fn new() -> Self {
        Self { entries: Vec::new(), starts: Vec::new() }
    }

    /// Takes pairs of a list's number, below `lists`, and an entry: a counting sort. Where a list
    /// is not empty, `leading` may put an entry in front.
    #[inline(never)]
    pub(crate) fn sort(
        &mut self,
        lists: usize,
        keyed: &[(u32, Entry)],
        mut leading: impl FnMut(usize) -> Option<Entry>,
    ) {
        let Self { entries, starts } = self;
        // Counts, one place further than where the list begins.
        starts.clear();
        starts.resize(lists + 2, 0);
        for &(list, _) in keyed {
            starts[list as usize + 2] += 1;
        }
        entries.clear();
        entries.resize(keyed.len(), NOTHING);
        let mut total = 0;
        for list in 0..lists {
            let count = starts[list + 2];
            if count > 0
                && let Some(entry) = leading(list)
            {
                // The last one goes there at the latest.
                entries.push(NOTHING);
                entries[total as usize] = entry;
                total += 1;
                starts[list + 1] = total;
            }
            total += count;
            starts[list + 2] = total;
        }
        for &(list, entry) in keyed {
            let end = &mut starts[list as usize + 1];
            entries[*end as usize] = entry;
            *end += 1;
        }
        starts.truncate(lists + 1);
    }

    /// The lists in groups of at most so many entries, or of one list that has more.
    pub(crate) fn groups(&self, most: usize) -> impl Iterator<Item = core::ops::Range<usize>> + '_ {
        let mut next = 0;
        core::iter::from_fn(move || {
            let first = next;
            let limit = u32::max(*self.starts.get(first + 1)?, self.starts[first] + most as u32);
            next += self.starts[first + 1..].iter().take_while(|&&end| end <= limit).count();
            Some(first..next)
        })
    }
}

impl<S: Endomorphism<Base: Lanes>> Lists<'_, S> {
    /// What the endomorphism, applied so many times, makes of rows.
    pub(crate) fn endomorphism(&mut self, rows: core::ops::Range<usize>, times: usize) {
        let ctx = self.ctx;
        for rows in self.rows[rows].chunks_mut(S::Base::WIDTH) {
            let last = rows.len() - 1;
            let coordinate =
                |which: usize| Red::from_raw(S::Base::load(&ctx, |i| &rows[i.min(last)][which]));
            let xy = (0..times)
                .fold((coordinate(0), coordinate(1)), |(x, y), _| S::endomorphism_xy(&x, &y));
            store::<S>(&xy.0, &xy.1, rows);
        }
    }

    /// Takes users' points into rows, and their images under the powers of the endomorphism up to
    /// `parts` behind them. What becomes of an identity means nothing.
    #[inline(never)]
    pub(crate) fn take_points<C>(&mut self, points: &[Affine<C>], parts: usize)
    where
        C: Weierstrass<Base = <S::Base as Lanes>::One>,
        C::Base: Masked,
    {
        let (ctx, count, lanes) = (self.ctx, points.len(), S::Base::WIDTH);
        let first_row = self.used;
        self.take_rows(count * parts);
        let block = &mut self.rows[first_row..];
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
}

/// The first lanes to as many rows as there are.
#[inline(always)]
pub(crate) fn store<S: Weierstrass<Base: Lanes>>(
    x: &Red<S::Base>,
    y: &Red<S::Base>,
    rows: &mut [Point<S>],
) {
    S::Base::store(x.raw(), rows, |row| &mut row[0]);
    S::Base::store(y.raw(), rows, |row| &mut row[1]);
}

/// The points of up to as many rows as there are lanes; the lanes without one hold the identity.
pub(crate) fn load<S: Weierstrass<Base: Lanes>>(
    ctx: &CtxOf<S>,
    row: impl Fn(usize) -> Option<Point<S>>,
) -> Affine<S> {
    let rows: [Option<Point<S>>; 8] = array(|i| if i < S::Base::WIDTH { row(i) } else { None });
    let zero = [S::Base::zero_row(ctx); 2];
    let coordinate = |which: usize| {
        Red::from_raw(S::Base::load(ctx, |i| {
            rows[i].as_ref().map_or(&zero[which], |row| &row[which])
        }))
    };
    let absent =
        rows.iter().enumerate().fold(0, |bits, (i, row)| bits | u8::from(row.is_none()) << i);
    Affine { x: coordinate(0), y: coordinate(1), infinity: S::Base::of_bits(absent) }
}

/// x (0) or y (1) of the first or the second points of up to as many pairs as there are lanes,
/// without their signs.
#[inline(always)]
fn load_coordinate<S: Weierstrass<Base: Lanes>>(
    ctx: &CtxOf<S>,
    known: Known<'_, S>,
    pairs: &[[Entry; 2]],
    which: usize,
    coordinate: usize,
) -> Red<S::Base> {
    let last = pairs.len() - 1;
    Red::from_raw(S::Base::load(ctx, |i| &known.get(pairs[i.min(last)][which])[coordinate]))
}

/// y of the first or the second points, with its sign.
#[inline(always)]
fn load_y<S: Weierstrass<Base: Lanes>>(
    ctx: &CtxOf<S>,
    known: Known<'_, S>,
    pairs: &[[Entry; 2]],
    which: usize,
) -> Red<S::Base> {
    let y = load_coordinate(ctx, known, pairs, which, 1);
    let last = pairs.len() - 1;
    let negative = (0..S::Base::WIDTH)
        .fold(0, |bits, i| bits | ((pairs[i.min(last)][which] >> 31) as u8) << i);
    if negative == 0 { y } else { y.negate_if(&S::Base::of_bits(negative)) }
}

/// The sum of each pair, with one inversion for all; a pair whose sum is the identity becomes
/// [`NOTHING`], and its row means nothing.
#[inline(always)]
fn add_chunk_vartime<S: Weierstrass<Base: Lanes>>(
    ctx: &CtxOf<S>,
    known: Known<'_, S>,
    pairs: &mut [[Entry; 2]],
    sums: &mut [Point<S>],
    scratch: &mut Scratch<S>,
) {
    let lanes = S::Base::WIDTH;
    let one = Red::<S::Base>::one_in(ctx);
    let select =
        |a: &Red<S::Base>, b: &Red<S::Base>, lanes| Red::select(a, b, &S::Base::of_bits(lanes));
    scratch.vectors.clear();
    scratch.vectors.reserve(pairs.len().div_ceil(lanes));
    scratch.special.clear();
    let mut product = one;
    let soon =
        pairs.get(AHEAD..).unwrap_or(&[]).chunks(lanes).chain(core::iter::repeat::<&[_]>(&[]));
    for (index, (pairs, soon)) in pairs.chunks(lanes).zip(soon).enumerate() {
        for entry in soon.as_flattened() {
            prefetch(known.get(*entry));
        }
        let x1 = load_coordinate(ctx, known, pairs, 0, 0);
        let x2 = load_coordinate(ctx, known, pairs, 1, 0);
        let difference = x2.minus(&x1);
        scratch.vectors.push(Vector { x: [x1, x2], before: product });
        let equal = S::Base::zeros_vartime(difference.raw());
        if equal == 0 {
            product *= &difference;
        } else {
            // Opposite points have opposite y, which is never zero in a group of odd order.
            let (y1, y2) = (load_y::<S>(ctx, known, pairs, 0), load_y::<S>(ctx, known, pairs, 1));
            let twice = equal & S::Base::bits(&y1.equal(&y2));
            scratch.special.push((index, twice, equal & !twice));
            let run = select(&difference.weak(), &(&y1 + &y1), twice);
            product = &product * &select(&run, &one, equal & !twice);
        }
    }
    let mut inverse = product.invert_vartime();
    for (index, sums) in sums.chunks_mut(lanes).enumerate().rev() {
        let first = index * lanes;
        let soon = first.checked_sub(AGAIN).map_or(&[][..], |soon| &pairs[soon..soon + lanes]);
        for entry in soon.as_flattened() {
            prefetch(&known.get(*entry)[1]);
        }
        let pairs = &mut pairs[first..first + sums.len()];
        let Vector { x: [x1, x2], before } = &scratch.vectors[index];
        let (y1, y2) = (load_y::<S>(ctx, known, pairs, 0), load_y::<S>(ctx, known, pairs, 1));
        let own = &inverse * before;
        let mut rise = y2.minus(&y1);
        let difference = x2.minus(x1);
        match scratch.special.last().copied() {
            Some((special, twice, opposite)) if special == index => {
                scratch.special.pop();
                let run = select(&difference.weak(), &(&y1 + &y1), twice);
                inverse = &inverse * &select(&run, &one, opposite);
                scratch.vanished |= opposite != 0;
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
