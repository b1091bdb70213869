//! Sums of scalar multiples of bases that stay: a table of their multiples by powers of two, so
//! that all digits of all scalars share one set of buckets.
//!
//! The table has the multiples 2^(s·j)·P of each base P, for some spacing s. A part of a scalar
//! (see [`Group::split`]) is written from its lowest bit on in digits of w bits, −2^(w−1) < d ≤
//! 2^(w−1), w a multiple of s: where the next s bits are zero they are passed over, elsewhere a
//! digit is taken. For s = 1 that is the non-adjacent form of width w (J. Solinas, "Efficient
//! arithmetic on Koblitz curves", 2000), whose digits are odd, so that half of the buckets stay
//! empty, and for s = w it is a fixed window. So a part of b bits takes about b/(w + s/(2^s − 1))
//! additions, and the buckets come to two additions each, whatever the number of bases.
//!
//! Where few bases have a small table, w divides s instead: s/w digits belong to one multiple, each
//! with buckets of its own, whose sums are combined by s doublings in all. Without a table there
//! would be as many sets of buckets as a part has digits.
//!
//! (E. F. Brickell, D. M. Gordon, K. S. McCurley, D. B. Wilson, "Fast exponentiation with
//! precomputation", EUROCRYPT 1992; N. Pippenger, 1980.)
//!
//! Each part has a set of buckets of its own, to whose sums the endomorphism is applied: it costs
//! next to nothing, and the table has the bits of one part instead of those of a scalar.

#![allow(clippy::integer_division_remainder_used)] // Of sizes, which are public.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use limb::each::array;

use super::affine::{binary_digits_vartime, horner};
use super::lists::{Entry, Lists, NEGATIVE, Point, Sorted, store};
use crate::engines::door::{Made, make, with_made};
use crate::error::BatchError;
use crate::field::{Lanes, RawOf, Red};
use crate::integer::{Integer, bits_at, scalar_to_integer};
use crate::weierstrass::{
    Affine, CtxOf, Endomorphism, Group, GroupInLanes, Projective, to_affine_each,
};

/// Widest spacing and digit.
const MAX_WIDTH: usize = 16;

/// Scalars whose digits are sorted into buckets at once.
const BLOCK: usize = 1 << 13;

/// Entries of the buckets that are summed at once, so that the sums stay in the cache.
const ENTRIES: usize = 1 << 13;

/// Bytes of a table that the CPU reads about as fast as any other memory.
const CACHE: usize = 1 << 21;

/// Multiples of each base.
const fn multiples<C: Group>(spacing: usize) -> usize {
    C::PART_BITS as usize / spacing + 1
}

/// Digits that belong to one multiple, each of which has buckets of its own.
const fn sets(spacing: usize, width: usize) -> usize {
    if width < spacing { spacing / width } else { 1 }
}

/// The width of the digits that makes a sum over n bases cost least, and that cost, in 64ths of an
/// addition: as many as there are digits, and two and a half for a bucket. Points of a table that
/// is larger than the cache cost more: as measured, by a tenth of an addition for each doubling.
fn width<C: Group>(n: usize, spacing: usize, table_bytes: usize) -> (usize, u64) {
    let addition = 64 + 7 * u64::from((table_bytes / CACHE + 1).ilog2());
    let cost = |width: usize| {
        // b/(w + s/(2^s − 1)), or for narrow digits b/(w + w/(2^w − 1)).
        let step = width.min(spacing);
        let zeros = (1u64 << step) - 1;
        let additions =
            (u64::from(C::PART_BITS) * zeros * addition) / (width as u64 * zeros + step as u64);
        let buckets = (1 << (width - 1)) - if spacing == 1 { 1 << (width - 1) >> 1 } else { 0 };
        (n * C::PARTS) as u64 * additions + sets(spacing, width) as u64 * buckets * 160
    };
    let narrow = (2..spacing).filter(|width| spacing.is_multiple_of(*width));
    let widths = narrow.chain((spacing..=MAX_WIDTH).step_by(spacing));
    widths
        .map(|width| (width, cost(width)))
        .min_by_key(|&(_, cost)| cost)
        .unwrap_or((spacing, u64::MAX))
}

/// Bases with a table of their multiples, by which sums Σ kᵢPᵢ are computed.
///
/// The table is in the memory form of the engine that the CPU runs best, and serves that engine
/// alone. A larger table takes fewer additions, but those from beyond the cache take longer, so
/// [`FixedBases::new`] need not use all it is given:
///
/// | points of BLS12-381 G1 | has | additions for a point, and for all buckets |
/// |---|---|---|
/// | 64 | 129 multiples each, 0.8 MiB | 26, 300 |
/// | 4,096 | 10 multiples each, 3.75 MiB | 20, 10,000 |
///
/// (For 4,096 points 129 multiples each would take 48 MiB and one addition less in seven, and as
/// measured a third more time.)
///
/// # Examples
/// ```
/// use curvemark_curve::bls12_381::{Fr, G1, G1Affine, G1Curve};
/// use curvemark_curve::msm::FixedBases;
///
/// let bases = [G1::generator().to_affine(), G1::generator().double().to_affine()];
/// let table = FixedBases::<G1Curve>::new(&bases, 64 << 20)?;
/// assert_eq!(table.msm_vartime(&[Fr::from(3u32), Fr::from(2u32)])?, G1::mul_generator(&Fr::from(7u32)));
/// # Ok::<(), curvemark_curve::error::BatchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FixedBases<C: GroupInLanes>(Box<Tables<C>>);

/// A table on the engine that the CPU runs best.
type Tables<C> = Made<
    FixedBasesOnLanes<C, <C as GroupInLanes>::Lanes>,
    FixedBasesOnLanes<C, <C as GroupInLanes>::Doubles>,
    FixedBasesOnLanes<C, <C as Group>::Fast>,
    FixedBasesOnLanes<C, C>,
>;

impl<C: GroupInLanes> FixedBases<C> {
    /// The table of these bases that makes sums over all of them cheapest, among those of at most
    /// so many bytes, if coordinates are as long as in a [`Affine`]. On lanes of doubles
    /// ([`Engine::has_doubles`](crate::engines::cpu::Engine::has_doubles)) they are a third longer,
    /// and so is the table: the same bytes choose the same table on every engine. Identities are
    /// taken.
    ///
    /// Time: about 2,000 products for a base, in variable time.
    ///
    /// # Errors
    /// [`BatchError::Empty`], [`BatchError::TableTooLarge`].
    #[inline(never)]
    pub fn new(bases: &[Affine<C>], most_bytes: usize) -> Result<Self, BatchError> {
        let first = bases.first().ok_or(BatchError::Empty)?;
        let tables = make!(best C, true, &first.x.ctx() => |ctx| FixedBasesOnLanes::new(ctx, bases, most_bytes)?);
        Ok(Self(Box::new(tables)))
    }

    /// Bytes of the table.
    pub fn size_bytes(&self) -> usize {
        with_made!(C, &*self.0, true => |table| table.size_bytes())
    }

    /// Σ kᵢPᵢ over the first bases, as many as there are scalars; in time that depends on
    /// everything, for public scalars.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no scalars, [`BatchError::LengthMismatch`] if there are more than
    /// bases.
    pub fn msm_vartime(&self, scalars: &[Red<C::Scalar>]) -> Result<Projective<C>, BatchError> {
        self.msm_from_vartime(0, scalars)
    }

    /// As [`FixedBases::msm_vartime`] over the bases from the one of index `first` on: a part of a
    /// sum, for a thread of its own.
    ///
    /// # Errors
    /// As there.
    #[inline(never)]
    pub fn msm_from_vartime(
        &self,
        first: usize,
        scalars: &[Red<C::Scalar>],
    ) -> Result<Projective<C>, BatchError> {
        with_made!(C, &*self.0, true => |table| table.msm_from_vartime(first, scalars))
    }
}

/// [`FixedBases`] on lanes of the caller's choice: `S` is the curve of `C` on an engine that holds
/// several elements side by side, or one.
#[derive(Clone)]
pub struct FixedBasesOnLanes<C: Group, S: Endomorphism<Base: Lanes<One = C::Base>>> {
    ctx: CtxOf<S>,
    /// s, in bits.
    spacing: usize,
    /// Multiples of each base.
    multiples: usize,
    /// Base by base 2^(s·j)·P; rows of identities mean nothing.
    table: Vec<Point<S>>,
    identity: Vec<bool>,
    group: PhantomData<fn() -> C>,
}

impl<C: Group, S: Endomorphism<Base: Lanes<One = C::Base>>> FixedBasesOnLanes<C, S> {
    /// As [`FixedBases::new`].
    ///
    /// # Errors
    /// [`BatchError::Empty`], [`BatchError::TableTooLarge`].
    pub fn new(ctx: &CtxOf<S>, bases: &[Affine<C>], most_bytes: usize) -> Result<Self, BatchError> {
        if bases.is_empty() {
            return Err(BatchError::Empty);
        }
        // Of the users' engine, whatever a row takes here.
        let size = |points: usize| points.saturating_mul(size_of::<[RawOf<C::Base>; 2]>());
        let points = |spacing| multiples::<C>(spacing).saturating_mul(bases.len());
        let fits = |spacing: &usize| {
            let points = points(*spacing);
            // Places have a bit for the sign.
            size(points) <= most_bytes && points < (1 << 30)
        };
        let cost = |spacing: &usize| width::<C>(bases.len(), *spacing, size(points(*spacing))).1;
        let Some(spacing) = (1..=MAX_WIDTH).filter(fits).min_by_key(cost) else {
            return Err(BatchError::TableTooLarge);
        };
        let multiples = multiples::<C>(spacing);
        let mut out = Self {
            ctx: *ctx,
            spacing,
            multiples,
            table: alloc::vec![[S::Base::zero_row(ctx); 2]; multiples * bases.len()],
            identity: bases.iter().map(|base| base.infinity.into()).collect(),
            group: PhantomData,
        };
        out.fill_vartime(bases);
        Ok(out)
    }

    /// The multiples of as many bases at a time as there are lanes, made affine together.
    fn fill_vartime(&mut self, bases: &[Affine<C>]) {
        let (ctx, lanes) = (self.ctx, S::Base::WIDTH);
        let mut points = Vec::with_capacity(self.multiples);
        let mut affine = alloc::vec![Affine::<S>::identity_in(&ctx); self.multiples];
        for (bases, rows) in bases.chunks(lanes).zip(self.table.chunks_mut(lanes * self.multiples))
        {
            let of = |i: usize| &bases[i.min(bases.len() - 1)];
            points.clear();
            points.push(Affine::<S>::enter_lanes(&ctx, of).to_projective());
            for j in 1..self.multiples {
                points.push((0..self.spacing).fold(points[j - 1], |point, _| point.double()));
            }
            to_affine_each(&points, &mut affine);
            for (j, point) in affine.iter().enumerate() {
                let mut of_lanes = [[S::Base::zero_row(&ctx); 2]; 8];
                store::<S>(&point.x, &point.y, &mut of_lanes[..bases.len()]);
                for (rows, row) in rows.chunks_exact_mut(self.multiples).zip(of_lanes) {
                    rows[j] = row;
                }
            }
        }
    }

    /// As [`FixedBases::size_bytes`].
    pub fn size_bytes(&self) -> usize {
        size_of_val(self.table.as_slice())
    }

    /// As [`FixedBases::msm_vartime`].
    ///
    /// # Errors
    /// [`BatchError::Empty`], [`BatchError::LengthMismatch`].
    pub fn msm_vartime(&self, scalars: &[Red<C::Scalar>]) -> Result<Projective<C>, BatchError> {
        self.msm_from_vartime(0, scalars)
    }

    /// As [`FixedBases::msm_from_vartime`].
    ///
    /// # Errors
    /// [`BatchError::Empty`], [`BatchError::LengthMismatch`].
    pub fn msm_from_vartime(
        &self,
        first: usize,
        scalars: &[Red<C::Scalar>],
    ) -> Result<Projective<C>, BatchError> {
        if scalars.is_empty() {
            return Err(BatchError::Empty);
        }
        if scalars.len() > self.identity.len().saturating_sub(first) {
            return Err(BatchError::LengthMismatch);
        }
        let (width, _) = width::<C>(scalars.len(), self.spacing, self.size_bytes());
        // Of a set, and of a part.
        let count = 1 << (width - 1);
        let buckets_of_part = sets(self.spacing, width) * count;
        // Sums of digits; and of all parts, of one, and then its sums by bits.
        let digits = scalars.len() * C::PARTS * (C::PART_BITS as usize / width + 1);
        let more = ENTRIES.min(digits).max(C::PARTS.max(3) * buckets_of_part);
        let mut lists = Lists::<S>::new(self.ctx, &self.table, C::PARTS * buckets_of_part, more);
        let mut filled = alloc::vec![false; C::PARTS * buckets_of_part];
        let (mut keyed, mut sorted) = (Vec::new(), Sorted::new());
        for (block, scalars) in scalars.chunks(BLOCK).enumerate() {
            keyed.clear();
            for (i, scalar) in scalars.iter().enumerate() {
                let base = first + block * BLOCK + i;
                if self.identity[base] {
                    continue;
                }
                let parts = C::split(&scalar_to_integer(scalar));
                for (part, of_part) in parts.iter().take(C::PARTS).enumerate() {
                    let sign = bool::from(of_part.negative);
                    digits_vartime(
                        &of_part.magnitude,
                        C::PART_BITS as usize,
                        self.spacing,
                        width,
                        |j, set, digit| {
                            let bucket = part * buckets_of_part
                                + set * count
                                + (digit.unsigned_abs() as usize & (count - 1));
                            let place = (base * self.multiples + j) as Entry;
                            keyed.push((
                                bucket as u32,
                                place | if (digit < 0) ^ sign { NEGATIVE } else { 0 },
                            ));
                        },
                    );
                }
            }
            let first_row = lists.entry(0);
            sorted.sort(filled.len(), &keyed, |bucket| {
                core::mem::take(&mut filled[bucket]).then_some(first_row + bucket as Entry)
            });
            for group in sorted.groups(ENTRIES) {
                lists.keep_rows(filled.len());
                lists.set(&sorted, group.clone());
                lists.sum_vartime();
                lists.keep_sums_vartime(group.start, &mut filled[group]);
            }
        }
        // Each part's sums belong to its power of the endomorphism.
        lists.keep_rows(filled.len());
        for part in 1..C::PARTS {
            lists.endomorphism(part * buckets_of_part..(part + 1) * buckets_of_part, part);
        }
        for bucket in 0..buckets_of_part {
            let entry = |part: usize| {
                filled[part * buckets_of_part + bucket].then(|| part * buckets_of_part + bucket)
            };
            let entries: [Option<usize>; 4] =
                array(|part| if part < C::PARTS { entry(part) } else { None });
            let first = lists.entry(0);
            lists.push(entries.into_iter().flatten().map(|row| first + row as Entry));
        }
        lists.sum_vartime();
        let buckets = lists.sums().collect();
        let mut bits = Vec::with_capacity(width);
        binary_digits_vartime(&mut lists, buckets, count, self.spacing == 1, &mut bits);
        Ok(horner::<C, S>(&self.ctx, &bits))
    }
}

impl<C: Group, S: Endomorphism<Base: Lanes<One = C::Base>>> fmt::Debug for FixedBasesOnLanes<C, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bases = self.identity.len();
        f.debug_struct("FixedBasesOnLanes")
            .field("bases", &bases)
            .field("spacing", &self.spacing)
            .finish_non_exhaustive()
    }
}

/// The digits of an integer of so many bits, each given with its place in multiples of the spacing
/// and its set: see the [module](self).
#[inline(always)]
fn digits_vartime(
    integer: &Integer,
    bits: usize,
    spacing: usize,
    width: usize,
    mut each: impl FnMut(usize, usize, i32),
) {
    let step = width.min(spacing);
    // Which multiple, and which of its digits.
    let (mut place, mut set) = (0, 0);
    let (mut position, mut carry) = (0, 0);
    while position <= bits {
        let value = bits_at(integer, position, width) + carry;
        let mut passed = 1;
        if value & ((1 << step) - 1) == 0 {
            carry = (bits_at(integer, position, step) + carry) >> step;
        } else {
            carry = u64::from(value > 1 << (width - 1));
            each(place, set, value as i32 - ((carry as i32) << width));
            passed = width / step;
        }
        position += passed * step;
        set += 1;
        if set >= spacing / step {
            (place, set) = (place + passed, 0);
        }
    }
}
