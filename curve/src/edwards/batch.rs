//! Many multiplications at once, a point in each lane: constant-time ones by secret scalars, and
//! those of verification.
//!
//! All lanes double together and have their digits at the same positions, so that eight
//! multiplications take the steps of one. Signed windows of five bits over the multiples 0·P to
//! 16·P serve both times: for secrets every digit is a scan over the whole table with a mask per
//! lane, for public scalars each lane reads its row. A base that stays has a table of odd
//! multiples, and odd digits (M. Joye, M. Tunstall, "Exponent recoding and regular exponentiation
//! algorithms", AFRICACRYPT 2009, §3.2).
//!
//! | function | time | products in each lane, of them squares, on Curve25519 |
//! |---|---|---|
//! | [`EdwardsPoint::mul_batch`], [`EdwardsPoint::mul_batch_by`] | constant | 2302, 774 |
//! | [`EdwardsPoint::mul_batch_vartime`] | depends on all | 2310, 750 |
//! | [`EdwardsPoint::is_torsion_free_batch`] | constant | 2310, 750 |
//! | [`EdwardsPoint::double_base_batch_vartime`] | depends on all | 2590 with 64 multiples of the base, 756 |
//! | [`EdwardsPoint::sum_of_two_batch_vartime`] | depends on all | 2870, 750 |

use subtle::Choice;
use zeroize::Zeroize;

use super::lanes::{Multiples, negative, niels_of_users, signed_digits_vartime};
use super::{CtxOf, Edwards, EdwardsPoint, GroupInLanes, Niels, Vartime, VartimeEntry};
use crate::crossover;
use crate::engines::door::{elsewhere, in_lanes, side_by_side};
use crate::engines::lanes8::LANES;
use crate::error::{BatchError, check_lengths};
use crate::field::{Canonical, Lanes, Red};
use crate::integer::{
    Integer, WINDOW, bits_at, length_vartime, scalar_to_integer, signed_window, windows,
};
use crate::scalar_mul::{OddMultiples, digit_in_lanes, mul_vartime, sum_of_two_vartime};
use crate::vectors::put_verdicts;

/// The integers behind as many scalars as there are lanes, or fewer: the others are zero.
fn integers<'a, F: Canonical>(scalars: impl Iterator<Item = &'a Red<F>>) -> [Integer; LANES] {
    let mut integers = [[0; 4]; LANES];
    for (integer, scalar) in integers.iter_mut().zip(scalars) {
        *integer = scalar_to_integer(scalar);
    }
    integers
}

/// A point in each lane: the last one in those that are left.
fn enter<C, S>(ctx: &CtxOf<S>, points: &[EdwardsPoint<C>]) -> EdwardsPoint<S>
where
    C: Edwards,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    EdwardsPoint::enter_lanes(ctx, |i| &points[i.min(points.len() - 1)])
}

impl<C: GroupInLanes> EdwardsPoint<C> {
    /// \[kᵢ\]Pᵢ for the least integers of many scalars: [`EdwardsPoint::mul`] of each, eight at a
    /// time on vectors where the CPU has them.
    ///
    /// Constant-time in points and scalars. `scalars` is anything that lists as many of them, such
    /// as `&scalars`, or `secrets.iter().map(SecretScalar::expose)`.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// scalars or places.
    pub fn mul_batch<'a, K>(points: &[Self], scalars: K, out: &mut [Self]) -> Result<(), BatchError>
    where
        K: IntoIterator<Item = &'a Red<C::Scalar>, IntoIter: ExactSizeIterator>,
    {
        let mut scalars = scalars.into_iter();
        check_lengths(points.len(), &[scalars.len(), out.len()])?;
        for (points, out) in points.chunks(LANES).zip(out.chunks_mut(LANES)) {
            let enough = crossover::EDWARDS.reached(points.len());
            let product = in_lanes!(C, enough =>
                mul_secrets_in_lanes::<C, _>(points, scalars.by_ref().take(points.len()), out));
            if product.is_none() {
                for ((point, out), scalar) in points.iter().zip(out).zip(scalars.by_ref()) {
                    *out = point.mul(scalar);
                }
            }
        }
        Ok(())
    }

    /// \[k\]Pᵢ for the least integer of one scalar: as [`EdwardsPoint::mul_batch`].
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// places.
    #[inline(never)]
    pub fn mul_batch_by(
        points: &[Self],
        scalar: &Red<C::Scalar>,
        out: &mut [Self],
    ) -> Result<(), BatchError> {
        check_lengths(points.len(), &[out.len()])?;
        Self::mul_batch(points, Repeated { scalar, left: points.len() }, out)
    }

    /// \[kᵢ\]Pᵢ in time that depends on all; for public points and scalars.
    /// [`EdwardsPoint::mul_vartime`] of each, eight at a time on vectors where the CPU has them.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// scalars or places.
    #[inline(never)]
    pub fn mul_batch_vartime(
        points: &[Self],
        scalars: &[Red<C::Scalar>],
        out: &mut [Self],
    ) -> Result<(), BatchError> {
        check_lengths(points.len(), &[scalars.len(), out.len()])?;
        let chunks = points.chunks(LANES).zip(scalars.chunks(LANES)).zip(out.chunks_mut(LANES));
        for ((points, scalars), out) in chunks {
            let enough = crossover::EDWARDS.reached(points.len());
            let product = in_lanes!(C, enough =>
                sum_in_lanes_vartime::<C, _>(None, points, &integers(scalars.iter()), out));
            if product.is_none() {
                for ((point, scalar), out) in points.iter().zip(scalars).zip(out) {
                    *out = mul_vartime(&Vartime(*point), scalar).0;
                }
            }
        }
        Ok(())
    }

    /// aᵢ·B + bᵢ·Pᵢ for many i and one base B with its table, in time that depends on everything;
    /// for verification. [`OddMultiples::double_base_vartime`] of each, eight at a time on vectors
    /// where the CPU has them.
    ///
    /// Right for all points, B among them: scalars are the least integers of their classes.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// scalars of each kind and places.
    #[inline(never)]
    pub fn double_base_batch_vartime<const N: usize>(
        table: &OddMultiples<Vartime<C>, N>,
        a: &[Red<C::Scalar>],
        b: &[Red<C::Scalar>],
        points: &[Self],
        out: &mut [Self],
    ) -> Result<(), BatchError> {
        check_lengths(points.len(), &[a.len(), b.len(), out.len()])?;
        let lists = points
            .chunks(LANES)
            .zip(a.chunks(LANES))
            .zip(b.chunks(LANES))
            .zip(out.chunks_mut(LANES));
        let is_affine = is_affine(table.table());
        for (((points, a), b), out) in lists {
            let enough = is_affine && crossover::EDWARDS.reached(points.len());
            let sum = in_lanes!(C, enough => sum_in_lanes_vartime::<C, _>(
                Some((table.table().as_slice(), &integers(a.iter()))), points, &integers(b.iter()), out));
            if sum.is_none() {
                for (((point, a), b), out) in points.iter().zip(a).zip(b).zip(out) {
                    *out = table.double_base_vartime(a, b, &Vartime(*point)).0;
                }
            }
        }
        Ok(())
    }
}

impl<C: GroupInLanes> EdwardsPoint<C> {
    /// aᵢ·Pᵢ + bᵢ·Qᵢ for many i, in time that depends on everything; for verification.
    /// [`sum_of_two_vartime`] of each, eight at a time on vectors where the CPU has them.
    ///
    /// Right for all points: scalars are the least integers of their classes.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// points and scalars of each kind and places.
    #[inline(never)]
    pub fn sum_of_two_batch_vartime(
        points: [&[Self]; 2],
        scalars: [&[Red<C::Scalar>]; 2],
        out: &mut [Self],
    ) -> Result<(), BatchError> {
        let ([p, q], [a, b]) = (points, scalars);
        check_lengths(p.len(), &[q.len(), a.len(), b.len(), out.len()])?;
        let points = p.chunks(LANES).zip(q.chunks(LANES));
        let scalars = a.chunks(LANES).zip(b.chunks(LANES));
        for (((p, q), (a, b)), out) in points.zip(scalars).zip(out.chunks_mut(LANES)) {
            let enough = crossover::EDWARDS.reached(p.len());
            let sum = in_lanes!(C, enough => two_in_lanes_vartime::<C, _>(
                [p, q], [&integers(a.iter()), &integers(b.iter())], out));
            if sum.is_none() {
                let points = p.iter().zip(q).map(|(p, q)| [Vartime(*p), Vartime(*q)]);
                for ((points, scalars), out) in points.zip(a.iter().zip(b)).zip(out) {
                    *out = sum_of_two_vartime(&points, [scalars.0, scalars.1]).0;
                }
            }
        }
        Ok(())
    }
}

/// One scalar as a list.
struct Repeated<'a, K> {
    scalar: &'a K,
    left: usize,
}

impl<'a, K> Iterator for Repeated<'a, K> {
    type Item = &'a K;

    fn next(&mut self) -> Option<&'a K> {
        self.left = self.left.checked_sub(1)?;
        Some(self.scalar)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<K> ExactSizeIterator for Repeated<'_, K> {}

/// Whether all entries have Z = 1, as those of [`OddMultiples::new`] have.
fn is_affine<C: GroupInLanes>(table: &[VartimeEntry<C>]) -> bool {
    table.iter().all(|entry| matches!(entry, VartimeEntry::Niels(_)))
}

/// [`EdwardsPoint::mul_batch`] on lanes of the caller's choice: `S` is the curve of `C` on an
/// engine that holds several elements side by side, or one. Constant-time.
///
/// # Errors
/// As [`EdwardsPoint::mul_batch`].
pub fn mul_on_lanes<C, S>(
    ctx: &CtxOf<S>,
    points: &[EdwardsPoint<C>],
    scalars: &[Red<C::Scalar>],
    out: &mut [EdwardsPoint<C>],
) -> Result<(), BatchError>
where
    C: GroupInLanes,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    each_vector::<C, S>(points, scalars, out, |points, k, out| {
        mul_in_lanes::<C, S>(ctx, points, k, out)
    })
}

/// [`EdwardsPoint::mul_batch_vartime`] on lanes of the caller's choice, as [`mul_on_lanes`].
///
/// # Errors
/// As [`EdwardsPoint::mul_batch_vartime`].
pub fn mul_on_lanes_vartime<C, S>(
    ctx: &CtxOf<S>,
    points: &[EdwardsPoint<C>],
    scalars: &[Red<C::Scalar>],
    out: &mut [EdwardsPoint<C>],
) -> Result<(), BatchError>
where
    C: GroupInLanes,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    each_vector::<C, S>(points, scalars, out, |points, k, out| {
        sum_in_lanes_vartime::<C, S>(ctx, None, points, k, out);
    })
}

/// Points, their integers and places for the products, as many at a time as `S` has lanes. The
/// integers may be secrets.
fn each_vector<C, S>(
    points: &[EdwardsPoint<C>],
    scalars: &[Red<C::Scalar>],
    out: &mut [EdwardsPoint<C>],
    vector: impl Fn(&[EdwardsPoint<C>], &[Integer; LANES], &mut [EdwardsPoint<C>]),
) -> Result<(), BatchError>
where
    C: GroupInLanes,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    check_lengths(points.len(), &[scalars.len(), out.len()])?;
    let lanes = S::Base::WIDTH;
    for ((points, scalars), out) in
        points.chunks(lanes).zip(scalars.chunks(lanes)).zip(out.chunks_mut(lanes))
    {
        let mut integers = integers(scalars.iter());
        vector(points, &integers, out);
        integers.zeroize();
    }
    Ok(())
}

/// [`EdwardsPoint::double_base_batch_vartime`] on lanes of the caller's choice, as
/// [`mul_on_lanes`]; the entries of the table have Z = 1, as [`OddMultiples::new`] makes them.
///
/// # Errors
/// As [`EdwardsPoint::double_base_batch_vartime`].
///
/// # Panics
/// If an entry of the table has another form.
pub fn double_base_on_lanes_vartime<C, S, const N: usize>(
    ctx: &CtxOf<S>,
    table: &OddMultiples<Vartime<C>, N>,
    a: &[Red<C::Scalar>],
    b: &[Red<C::Scalar>],
    points: &[EdwardsPoint<C>],
    out: &mut [EdwardsPoint<C>],
) -> Result<(), BatchError>
where
    C: GroupInLanes,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    check_lengths(points.len(), &[a.len(), b.len(), out.len()])?;
    assert!(is_affine(table.table()), "entries have Z = 1");
    let lanes = S::Base::WIDTH;
    let lists =
        points.chunks(lanes).zip(a.chunks(lanes)).zip(b.chunks(lanes)).zip(out.chunks_mut(lanes));
    for (((points, a), b), out) in lists {
        let fixed = (table.table().as_slice(), &integers(a.iter()));
        sum_in_lanes_vartime::<C, S>(ctx, Some(fixed), points, &integers(b.iter()), out);
    }
    Ok(())
}

/// [`EdwardsPoint::sum_of_two_batch_vartime`] on lanes of the caller's choice, as [`mul_on_lanes`].
///
/// # Errors
/// As [`EdwardsPoint::sum_of_two_batch_vartime`].
pub fn sum_of_two_on_lanes_vartime<C, S>(
    ctx: &CtxOf<S>,
    [p, q]: [&[EdwardsPoint<C>]; 2],
    [a, b]: [&[Red<C::Scalar>]; 2],
    out: &mut [EdwardsPoint<C>],
) -> Result<(), BatchError>
where
    C: GroupInLanes,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    check_lengths(p.len(), &[q.len(), a.len(), b.len(), out.len()])?;
    let lanes = S::Base::WIDTH;
    let points = p.chunks(lanes).zip(q.chunks(lanes));
    let scalars = a.chunks(lanes).zip(b.chunks(lanes));
    for (((p, q), (a, b)), out) in points.zip(scalars).zip(out.chunks_mut(lanes)) {
        let scalars = [&integers(a.iter()), &integers(b.iter())];
        two_in_lanes_vartime::<C, S>(ctx, [p, q], scalars, out);
    }
    Ok(())
}

/// The products of points and secrets of at most as many lanes, whose integers are wiped.
fn mul_secrets_in_lanes<'a, C, S>(
    ctx: &CtxOf<S>,
    points: &[EdwardsPoint<C>],
    scalars: impl Iterator<Item = &'a Red<C::Scalar>>,
    out: &mut [EdwardsPoint<C>],
) where
    C: GroupInLanes,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    let mut integers = integers(scalars);
    mul_in_lanes::<C, S>(ctx, points, &integers, out);
    integers.zeroize();
}

/// kᵢ·Pᵢ for at most as many points as there are lanes, and one at least. Constant-time.
#[inline(never)]
fn mul_in_lanes<C, S>(
    ctx: &CtxOf<S>,
    points: &[EdwardsPoint<C>],
    integers: &[Integer; LANES],
    out: &mut [EdwardsPoint<C>],
) where
    C: GroupInLanes,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    S::Base::enter(
        ctx,
        #[inline(always)]
        || {
            let point = enter::<C, S>(ctx, points);
            let digit =
                |window: usize| digit_in_lanes::<S::Base>(|i| signed_window(&integers[i], window));
            point.mul_digits(windows(C::SCALAR_BITS as usize), digit).leave_lanes(out);
        },
    );
}

/// A table of odd multiples of a base, N of them, and the scalars that it is multiplied with.
type Fixed<'a, C> = (&'a [VartimeEntry<C>], &'a [Integer; LANES]);

/// aᵢ·B + bᵢ·Pᵢ for at most as many points as there are lanes, and one at least; without a table
/// bᵢ·Pᵢ.
#[inline(never)]
fn sum_in_lanes_vartime<C, S>(
    ctx: &CtxOf<S>,
    fixed: Option<Fixed<'_, C>>,
    points: &[EdwardsPoint<C>],
    b: &[Integer; LANES],
    out: &mut [EdwardsPoint<C>],
) where
    C: GroupInLanes,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    S::Base::enter(
        ctx,
        #[inline(always)]
        || {
            let terms = [Term::of(&enter::<C, S>(ctx, points), *b)];
            combination_vartime::<C, S>(ctx, fixed, &terms).leave_lanes(out);
        },
    );
}

/// aᵢ·Pᵢ + bᵢ·Qᵢ for at most as many points of each kind as there are lanes, and one at least.
#[inline(never)]
fn two_in_lanes_vartime<C, S>(
    ctx: &CtxOf<S>,
    [p, q]: [&[EdwardsPoint<C>]; 2],
    [a, b]: [&[Integer; LANES]; 2],
    out: &mut [EdwardsPoint<C>],
) where
    C: GroupInLanes,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    S::Base::enter(
        ctx,
        #[inline(always)]
        || {
            let terms =
                [Term::of(&enter::<C, S>(ctx, p), *a), Term::of(&enter::<C, S>(ctx, q), *b)];
            combination_vartime::<C, S>(ctx, None, &terms).leave_lanes(out);
        },
    );
}

/// Multiples of a point in each lane, and the integers that those are multiplied with.
pub(crate) struct Term<S: Edwards<Base: Lanes>> {
    multiples: Multiples<S>,
    scalars: [Integer; LANES],
    /// Windows that the longest of them has: those above add nothing.
    windows: usize,
}

impl<S: Edwards<Base: Lanes>> Term<S> {
    /// Of at most as many points and scalars as there are lanes, and one at least.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn new<C: GroupInLanes>(
        ctx: &CtxOf<S>,
        points: &[EdwardsPoint<C>],
        scalars: &[Red<C::Scalar>],
    ) -> Self
    where
        S::Base: Lanes<One = C::Base>,
    {
        Self::of(&enter::<C, S>(ctx, points), integers(scalars.iter()))
    }

    #[inline(always)]
    fn of(points: &EdwardsPoint<S>, scalars: [Integer; LANES]) -> Self {
        let mut any = [0; 4];
        for scalar in &scalars {
            any.iter_mut().zip(scalar).for_each(|(any, limb)| *any |= limb);
        }
        Self { multiples: Multiples::new(points), scalars, windows: windows(length_vartime(&any)) }
    }
}

/// Σ bⱼ·Pⱼ over terms j, and a·B, in each lane: all terms share their doublings (E. G. Straus,
/// "Addition chains of vectors", 1964).
///
/// a, or a + 1 where that is even, has an odd digit in every window of w bits, 2^w = 2N: that of
/// window j is the w + 1 bits from w·j on, the lowest taken as set, less 2^w; but for the highest,
/// from which nothing is taken. Where one was added, B is taken off at the end.
#[inline(always)]
pub(crate) fn combination_vartime<C, S>(
    ctx: &CtxOf<S>,
    fixed: Option<Fixed<'_, C>>,
    terms: &[Term<S>],
) -> EdwardsPoint<S>
where
    C: GroupInLanes,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    let bits = C::SCALAR_BITS as usize;
    let (entries, a) = fixed.unwrap_or((&[], &[[0; 4]; LANES]));
    let niels = |at: usize| match &entries[at] {
        VartimeEntry::Niels(entry) => entry,
        VartimeEntry::Cached(_) => unreachable!("entries have Z = 1"),
    };
    let mut left = windows(bits);
    let width = entries.len().trailing_zeros() as usize + 1;
    let mut fixed_left = if entries.is_empty() { 0 } else { bits.div_ceil(width) };
    let highest = fixed_left.saturating_sub(1);
    let top = (WINDOW * (left - 1)).max(width * highest);
    let mut sum = EdwardsPoint::<S>::identity_in(ctx);
    for position in (0..=top).rev() {
        if position != top {
            sum = sum.double();
        }
        if left > 0 && position == WINDOW * (left - 1) {
            left -= 1;
            for Term { multiples, scalars, windows } in terms {
                if *windows <= left {
                    continue;
                }
                sum = sum
                    .add_cached(&multiples.get_vartime(ctx, &signed_digits_vartime(scalars, left)));
            }
        }
        if fixed_left > 0 && position == width * (fixed_left - 1) {
            fixed_left -= 1;
            let (mut digits, mut of_lanes) = ([0; LANES], [niels(0); LANES]);
            for i in 0..LANES {
                let bits = bits_at(&a[i], position, width + 1) as i32 | 1;
                digits[i] = (if fixed_left == highest { bits } else { bits - (1 << width) }) as i16;
                of_lanes[i] = niels(usize::from(digits[i].unsigned_abs() >> 1));
            }
            sum = sum.add_mixed(&niels_of_users::<S, C>(ctx, &of_lanes, negative(&digits)));
        }
    }
    if let Some(VartimeEntry::Niels(base)) = entries.first() {
        let identity = Niels::identity_in(&base.xy_2d.ctx());
        let mut of_lanes = [&identity; LANES];
        for (a, entry) in a.iter().zip(&mut of_lanes) {
            if a[0] & 1 == 0 {
                *entry = base;
            }
        }
        sum = sum.add_mixed(&niels_of_users::<S, C>(ctx, &of_lanes, u8::MAX));
    }
    sum
}

impl<C: GroupInLanes> EdwardsPoint<C> {
    /// Which of many points are in the subgroup of prime order: [`EdwardsPoint::is_torsion_free`]
    /// of each, eight at a time on vectors where the CPU has them. Constant-time.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// verdicts.
    #[inline(never)]
    pub fn is_torsion_free_batch(
        points: &[Self],
        verdicts: &mut [Choice],
    ) -> Result<(), BatchError> {
        check_lengths(points.len(), &[verdicts.len()])?;
        for (points, verdicts) in points.chunks(LANES).zip(verdicts.chunks_mut(LANES)) {
            let enough = crossover::EDWARDS.reached(points.len());
            match in_lanes!(C, enough => torsion_free_in_lanes::<C, _>(points)) {
                Some(inside) => put_verdicts(inside, verdicts),
                None => points
                    .iter()
                    .zip(verdicts)
                    .for_each(|(point, verdict)| *verdict = point.is_torsion_free()),
            }
        }
        Ok(())
    }

    /// Σ Pᵢ: eight running sums on vectors where the CPU has them. Constant-time.
    ///
    /// Cost: 10 products per point.
    ///
    /// # Errors
    /// [`BatchError::Empty`].
    #[inline(never)]
    pub fn sum_batch(points: &[Self]) -> Result<Self, BatchError> {
        let first = points.first().ok_or(BatchError::Empty)?;
        let enough = crossover::EDWARDS_SUM.reached(points.len());
        Ok(side_by_side!(C, enough, &first.z.ctx() => sum_on_lanes::<C, _>(points, first)))
    }
}

/// Which of at most as many points as `S` has lanes have no torsion, a bit each: there is one point
/// at least. Only the order is read in variable time.
fn torsion_free_in_lanes<C, S>(ctx: &CtxOf<S>, points: &[EdwardsPoint<C>]) -> u8
where
    C: GroupInLanes,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    S::Base::enter(
        ctx,
        #[inline(always)]
        || {
            let term = Term::of(&enter::<C, S>(ctx, points), [C::ORDER; LANES]);
            S::Base::bits(&combination_vartime::<C, S>(ctx, None, &[term]).is_identity())
        },
    )
}

/// Σ Pᵢ over at least one point, the first of them given too.
fn sum_on_lanes<C, S>(
    ctx: &CtxOf<S>,
    points: &[EdwardsPoint<C>],
    first: &EdwardsPoint<C>,
) -> EdwardsPoint<C>
where
    C: GroupInLanes,
    S: Edwards<Base: Lanes<One = C::Base>>,
{
    let lanes = S::Base::WIDTH;
    let full = points.len() & !(lanes - 1);
    let mut of_lanes = [*first; LANES];
    S::Base::enter(
        ctx,
        #[inline(always)]
        || {
            let mut sum = EdwardsPoint::<S>::identity_in(ctx);
            for points in points[..full].chunks_exact(lanes) {
                sum = sum.add(&enter::<C, S>(ctx, points));
            }
            sum.leave_lanes(&mut of_lanes);
        },
    );
    sum_one_by_one(&of_lanes[..lanes], &points[full..])
}

/// Σ Pᵢ + Σ Qⱼ over few points, on the faster engine of one element.
pub(crate) fn sum_one_by_one<C: GroupInLanes>(
    points: &[EdwardsPoint<C>],
    more: &[EdwardsPoint<C>],
) -> EdwardsPoint<C> {
    let all = points.iter().chain(more);
    elsewhere!(short C, |there| {
        let sum = all.map(|point| point.enter(there)).reduce(|sum, point| sum.add(&point));
        sum.as_ref().map_or_else(|| points[0], |sum| EdwardsPoint::leave(sum))
    });
    all.copied().reduce(|sum, point| sum.add(&point)).unwrap_or(points[0])
}
