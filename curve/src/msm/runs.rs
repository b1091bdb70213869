//! Several sums of multiples at once, of consecutive runs of one list: what verification of many
//! signatures does under few keys.
//!
//! A long run is a sum of multiples. On lanes the points of short ones are multiplied each, eight
//! side by side whichever run they belong to, and the products are added up; on one element at a
//! time even two points share enough doublings to be a sum.

use alloc::vec;
use alloc::vec::Vec;

use super::msm_vartime_alloc;
use crate::engines::door::has_lanes;
use crate::engines::lanes8::LANES;
use crate::error::{BatchError, check_lengths};
use crate::field::Red;
use crate::weierstrass::{Affine, GroupInLanes, Projective};

/// The least run among others that is a sum on lanes. Microseconds for scalars of 126 bits, sum
/// against multiplications: 6 points of G1 81 and 70, 60 points 338 and 532; of G2 178 and 200, 895
/// and 1549.
const LEAST_ON_LANES: usize = 24;

/// Σ kᵢPᵢ of each of consecutive runs of the points, `runs` being their lengths, in time that
/// depends on everything. The sum of an empty run is the identity.
///
/// Cost: the lesser of [`msm_vartime_alloc`] of each run and [`Projective::mul_batch_vartime`] of
/// all points, nearly.
///
/// # Errors
/// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
/// scalars or the runs do not add up to as many.
///
/// [Example](super#example).
#[inline(never)]
pub fn msm_runs_vartime<C: GroupInLanes>(
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
    runs: &[usize],
) -> Result<Vec<Projective<C>>, BatchError> {
    runs_by(points, scalars, runs, msm_vartime_alloc, Projective::mul_batch_vartime)
}

/// [`msm_runs_vartime`] by two functions: the sum of multiples, and all multiples.
pub(crate) fn runs_by<C: GroupInLanes>(
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
    runs: &[usize],
    sum: impl Fn(&[Affine<C>], &[Red<C::Scalar>]) -> Result<Projective<C>, BatchError>,
    multiples: impl Fn(&[Affine<C>], &[Red<C::Scalar>], &mut [Projective<C>]) -> Result<(), BatchError>,
) -> Result<Vec<Projective<C>>, BatchError> {
    check_lengths(points.len(), &[scalars.len()])?;
    let total = runs.iter().try_fold(0usize, |total, &run| total.checked_add(run));
    if total != Some(points.len()) {
        return Err(BatchError::LengthMismatch);
    }
    let least = least::<C>(points.len(), runs.len());
    let identity = Projective::identity_in(&points[0].x.ctx());
    let mut sums = vec![identity; runs.len()];
    // The points of short runs, and which sum each belongs to.
    let (mut few, mut factors, mut places) = (Vec::new(), Vec::new(), Vec::new());
    let mut start = 0;
    for (place, &length) in runs.iter().enumerate() {
        let range = start..start + length;
        start = range.end;
        if length >= least {
            sums[place] = sum(&points[range.clone()], &scalars[range])?;
        } else {
            few.extend_from_slice(&points[range.clone()]);
            factors.extend_from_slice(&scalars[range]);
            places.resize(few.len(), place);
        }
    }
    if !few.is_empty() {
        let mut products = vec![identity; few.len()];
        multiples(&few, &factors, &mut products)?;
        let mut last = None;
        for (product, place) in products.iter().zip(places) {
            // The first of a run needs no addition.
            sums[place] = if last == Some(place) { sums[place].add(product) } else { *product };
            last = Some(place);
        }
    }
    Ok(sums)
}

/// The length from which on a run is a sum; one at least.
fn least<C: GroupInLanes>(points: usize, runs: usize) -> usize {
    if !has_lanes::<C::Base>() {
        return 2;
    }
    match runs {
        // All fit into one vector.
        _ if points <= LANES => usize::MAX,
        1 => 1,
        _ => LEAST_ON_LANES,
    }
}
