//! The batch functions of `curve`, on the threads of the caller's rayon pool with the feature
//! `parallel`, else on the caller's own thread.

use curvemark::bls12_381::Pair;
use subtle::Choice;

#[cfg(feature = "parallel")]
pub(crate) use curvemark::curve::parallel::{
    hash_to_curve_batch, is_in_subgroup_batch, msm_runs_vartime, msm_vartime, sum_vartime,
};
#[cfg(not(feature = "parallel"))]
pub(crate) use curvemark::curve::{
    hash_to_curve::hash_to_curve_batch,
    msm::{msm_runs_vartime, msm_vartime_alloc as msm_vartime, sum_vartime_alloc as sum_vartime},
};

#[cfg(not(feature = "parallel"))]
pub(crate) use serial::is_in_subgroup_batch;

#[cfg(not(feature = "parallel"))]
mod serial {
    use curvemark::curve::error::BatchError;
    use curvemark::curve::weierstrass::{CurvePoint, GroupInLanes};
    use subtle::Choice;

    pub(crate) fn is_in_subgroup_batch<C: GroupInLanes>(
        points: &[CurvePoint<C>],
        verdicts: &mut [Choice],
    ) -> Result<(), BatchError> {
        CurvePoint::is_in_subgroup_batch(points, verdicts)
    }
}

/// Whether the product of the pairings of fresh pairs is one.
pub(crate) fn product_is_one(pairs: &mut [Pair<'static>]) -> bool {
    #[cfg(feature = "parallel")]
    let one: Choice = if pairs.len() > 2 {
        curvemark::curve::parallel::pairing_product(pairs).is_identity()
    } else {
        curvemark::bls12_381::pairing_product_is_one(pairs)
    };
    #[cfg(not(feature = "parallel"))]
    let one: Choice = curvemark::bls12_381::pairing_product_is_one(pairs);
    one.into()
}

/// The product of the Miller functions of fresh pairs.
pub(crate) fn miller_loop(pairs: &mut [Pair<'static>]) -> curvemark::bls12_381::MillerValue {
    #[cfg(feature = "parallel")]
    return curvemark::curve::parallel::miller_loop(pairs);
    #[cfg(not(feature = "parallel"))]
    curvemark::bls12_381::miller_loop(pairs)
}
