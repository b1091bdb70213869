//! Sums of many points: three ways, of which the number of points and the CPU choose.
//!
//! In lanes each has a running sum, by complete additions: on these a product is so cheap that
//! affine additions in batches, which take half of the products, lose more by their lists and
//! inversions (BLS12-381, up to 65,536 points, one Xeon with two IFMA ports: 13 % on G1; on G2 they
//! would win 6 % from 1,024 points on).

use super::affine::sum_of_points_vartime;
use crate::crossover;
use crate::engines::door::{elsewhere, in_lanes, side_by_side};
use crate::error::BatchError;
use crate::field::{Canonical, Lanes};
use crate::weierstrass::{Affine, CtxOf, GroupInLanes, Jacobian, Projective, Weierstrass};

/// Σ Pᵢ, in time that depends on the points. Identities, equal and opposite points are taken.
///
/// Cost per point: 11 products, on vectors from [`crossover::SUM_IN_LANES`] points on; where the
/// CPU has none, 5 products, a square, and an inversion for each halving of their number from
/// [`crossover::AFFINE_SUM`] points on.
///
/// # Errors
/// [`BatchError::Empty`].
///
/// [Example](super#example).
#[inline(never)]
pub fn sum_vartime_alloc<C: GroupInLanes>(
    points: &[Affine<C>],
) -> Result<Projective<C>, BatchError> {
    let Some(first) = points.first() else {
        return Err(BatchError::Empty);
    };
    let enough = crossover::SUM_IN_LANES.reached(points.len());
    if let Some(sum) = in_lanes!(C, enough => sum_on_lanes::<C, _>(points)) {
        return sum;
    }
    if crossover::AFFINE_SUM.reached(points.len()) {
        return Ok(
            side_by_side!(C, false, &first.x.ctx() => sum_of_points_vartime::<C, _>(points)),
        );
    }
    elsewhere!(short C, |there| {
        Ok(Projective::leave(&running_sum_vartime(points.iter().map(|point| point.enter(there)))))
    });
    Ok(running_sum_vartime(points.iter().copied()))
}

/// The sum of some points, one after the other.
fn running_sum_vartime<C: Weierstrass<Base: Canonical>>(
    mut points: impl Iterator<Item = Affine<C>>,
) -> Projective<C> {
    let first = points.next().unwrap_or_else(|| unreachable!("a point"));
    points
        .fold(Jacobian::from_affine_vartime(&first), |sum, point| sum.add_mixed_vartime(&point))
        .to_projective()
}

/// Σ Pᵢ on lanes of the caller's choice: `S` is the curve of `C` on an engine that holds several
/// elements side by side, or one. Constant-time.
///
/// # Errors
/// [`BatchError::Empty`].
pub fn sum_on_lanes<C, S>(ctx: &CtxOf<S>, points: &[Affine<C>]) -> Result<Projective<C>, BatchError>
where
    C: GroupInLanes,
    S: Weierstrass<Base: Lanes<One = C::Base>>,
{
    if points.is_empty() {
        return Err(BatchError::Empty);
    }
    let nothing = Affine::identity_in(&points[0].x.ctx());
    let lanes = S::Base::WIDTH;
    let mut sum = Projective::<S>::identity_in(ctx);
    for points in points.chunks(lanes) {
        sum = sum.add_mixed(&Affine::enter_lanes(ctx, |i| points.get(i).unwrap_or(&nothing)));
    }
    let all = sum.leave_lanes::<C>();
    let (first, rest) = all[..lanes.min(points.len())].split_at(1);
    elsewhere!(short C, |there| {
        Ok(Projective::leave(&rest.iter().fold(first[0].enter(there), |sum, point| sum.add(&point.enter(there)))))
    });
    Ok(rest.iter().fold(first[0], |sum, point| sum.add(point)))
}
