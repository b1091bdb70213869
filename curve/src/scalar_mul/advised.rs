//! Sums of multiples of public points, with slopes from an [`Advice`]: [`super::wnaf`]'s digits and
//! tables, in affine coordinates.
//!
//! A doubling takes 4 products and squares in place of 7 or 8, an addition 3 in place of 11. There
//! is no inversion. Where a sum meets an exception of [`affine`], no advice leads to a result, and
//! whoever asked computes without.

use alloc::vec::Vec;

use limb::each::Each;

use super::MultiplesData;
use super::wnaf::OddDigits;
use crate::advice::Advice;
use crate::field::{Anywhere, Red};
use crate::formulas::affine::{self, Xy};
use crate::integer::{SignedPart, scalar_to_integer};
use crate::weierstrass::{Affine, CurvePoint, Group};
use crate::windows::Windows;

/// Multiples of a point that comes once: digits of width 5.
const ONCE: usize = 8;

/// k·P as digits over a table of odd multiples of P.
struct Term<'a, C: Group> {
    digits: [OddDigits; 4],
    table: &'a [Xy<C>],
}

impl<'a, C: Group> Term<'a, C> {
    /// The table has a power of two of multiples, four or more.
    fn new(k: &Red<C::Scalar>, table: &'a [Xy<C>]) -> Self {
        let parts: [SignedPart; 4] = C::split(&scalar_to_integer(k));
        Self { digits: parts.each(|part| OddDigits::vartime(&part, table.len())), table }
    }

    /// What is to be added at a position for a part; none for most.
    #[inline(always)]
    fn take(&mut self, part: usize, position: u16) -> Option<Xy<C>> {
        // By its path: what is `Copy` has the iterator's method before this one.
        let digit = OddDigits::take(self.digits.get_mut(part)?, position)?;
        // A digit of the table's width reaches no further.
        let [mut x, mut y] = *self.table.get(usize::from(digit.unsigned_abs() >> 1))?;
        for _ in 0..part {
            (x, y) = C::endomorphism_xy(&x, &y);
        }
        Some([x, if digit < 0 { -&y } else { y }])
    }
}

/// P, 3P, …, 15P.
fn odd_multiples<C: Group<Base: Anywhere>>(
    point: &Xy<C>,
    advice: &mut impl Advice,
) -> Option<[Xy<C>; ONCE]> {
    let twice = affine::double::<C>(point, advice)?;
    let mut table = [*point; ONCE];
    for i in 1..ONCE {
        table[i] = affine::add::<C>(&table[i - 1], &twice, advice)?;
    }
    Some(table)
}

/// The sum of all terms; none also if it is the identity.
fn sum<C: Group<Base: Anywhere>>(
    terms: &mut [Term<'_, C>],
    advice: &mut impl Advice,
) -> Option<Xy<C>> {
    let digits = terms.iter().flat_map(|term| &term.digits);
    let highest = digits.map(OddDigits::highest).max()?;
    let mut sum: Option<Xy<C>> = None;
    for position in (0..=highest).rev() {
        let mut doubled = false;
        for term in &mut *terms {
            for part in 0..C::PARTS {
                let Some(entry) = term.take(part, position) else { continue };
                sum = Some(match &sum {
                    None => entry,
                    Some(sum) if doubled => affine::add::<C>(sum, &entry, advice)?,
                    Some(sum) => affine::double_and_add::<C>(sum, &entry, advice)?,
                });
                doubled = true;
            }
        }
        if let (false, Some(point)) = (doubled, &sum) {
            sum = Some(affine::double::<C>(point, advice)?);
        }
    }
    sum
}

/// a·B + b·P for a base with multiples that are data, and a point other than the identity, as x and
/// y. None if it is the identity, if the advice is wrong, or if the sum meets an exception.
///
/// Cost on secp256k1: some 680 products and squares, of which 210 check quotients.
///
/// [Example](crate::advice#of-a-sum).
#[inline(never)]
pub fn double_base_by_advice_vartime<C: Group<Base: Anywhere>, const N: usize>(
    base: &MultiplesData<C, N>,
    factors: [&Red<C::Scalar>; 2],
    point: &Xy<C>,
    advice: &mut impl Advice,
) -> Option<Xy<C>> {
    let table = odd_multiples::<C>(point, advice)?;
    let [a, b] = factors;
    sum(&mut [Term::<C>::new(a, base.table()), Term::new(b, &table)], advice)
}

/// Σ kᵢPᵢ for points other than the identity, as x and y; the slices have one length. None if it is
/// the identity, if the advice is wrong, or if the sum meets an exception.
///
/// Cost: 25 products and squares for each point's table, 4 for a doubling, of which there are as
/// many as the longest part of a scalar has bits, and 3 for each sixth bit of each part.
///
/// [Example](crate::advice#of-a-sum).
#[inline(never)]
pub fn lincomb_by_advice_vartime<C: Group<Base: Anywhere>>(
    points: &[Xy<C>],
    scalars: &[Red<C::Scalar>],
    advice: &mut impl Advice,
) -> Option<Xy<C>> {
    if points.len() != scalars.len() {
        return None;
    }
    let tables: Vec<_> =
        points.iter().map(|point| odd_multiples::<C>(point, advice)).collect::<Option<_>>()?;
    let mut terms: Vec<_> =
        scalars.iter().zip(&tables).map(|(k, table)| Term::<C>::new(k, table)).collect();
    sum(&mut terms, advice)
}

/// n·P for a number whose digits are ones.
pub(crate) fn multiple_by_advice<C: Group<Base: Anywhere>>(
    n: &Windows,
    point: &Xy<C>,
    advice: &mut impl Advice,
) -> Option<Xy<C>> {
    debug_assert!(n.table == 1 && n.first == 1, "no other multiples are here");
    let mut out = *point;
    for (step, &(doublings, _)) in n.steps.iter().enumerate() {
        for _ in 1..doublings {
            out = affine::double::<C>(&out, advice)?;
        }
        out = if step == 0 && doublings == 1 {
            // 3P is 2P + P: P + P has no chord.
            affine::add::<C>(&affine::double::<C>(&out, advice)?, point, advice)?
        } else {
            affine::double_and_add::<C>(&out, point, advice)?
        };
    }
    for _ in 0..n.last {
        out = affine::double::<C>(&out, advice)?;
    }
    Some(out)
}

/// Groups whose points can be told from others of the curve by advice.
///
/// [Example](crate::advice#of-a-sum).
pub trait AdvisedGroup: Group<Base: Anywhere> {
    /// Whether a point of the curve other than the identity is in the group of prime order. None if
    /// the advice is wrong, or if the point has so small an order that there is none.
    fn is_in_subgroup_by_advice(point: &Xy<Self>, advice: &mut impl Advice) -> Option<bool>;
}

/// Σ kᵢPᵢ for points of the curve, in the group or not; the slices have one length. None if one is
/// not in the group, and where [`lincomb_by_advice_vartime`] gives none.
///
/// Cost: a subgroup check of each point, and [`lincomb_by_advice_vartime`].
///
/// [Example](crate::advice#of-a-sum).
#[inline(never)]
pub fn checked_lincomb_by_advice_vartime<C: AdvisedGroup>(
    points: &[CurvePoint<C>],
    scalars: &[Red<C::Scalar>],
    advice: &mut impl Advice,
) -> Option<Affine<C>> {
    if points.len() != scalars.len() {
        return None;
    }
    // The identity adds nothing, and has no x and y.
    let terms = points.iter().zip(scalars).filter(|(point, _)| !bool::from(point.is_identity()));
    let (points, scalars): (Vec<Xy<C>>, Vec<_>) =
        terms.filter_map(|(point, k)| Some((point.to_xy_vartime()?, *k))).unzip();
    for point in &points {
        if !C::is_in_subgroup_by_advice(point, advice)? {
            return None;
        }
    }
    let [x, y] = lincomb_by_advice_vartime::<C>(&points, &scalars, advice)?;
    Some(Affine::from_xy_unchecked_curve_and_subgroup(x, y))
}
