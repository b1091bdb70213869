//! On which threads a function runs: the caller's own, or those of its pool. The batch functions of
//! `curve` do the work; here they have one face.

use alloc::vec::Vec;

use curve::bls12_381::{Fr, FrEngine, G1, G1Affine, G1Curve};
use curve::error::{BatchError, PointError};
use curve::msm::{FixedBases, msm_vartime_alloc};
use curve::ntt::Domain;

use super::BYTES_PER_COMMITMENT;

/// The batch functions that everything here is made of.
pub(super) trait Threads {
    /// Σ kᵢPᵢ.
    fn msm(points: &[G1Affine], scalars: &[Fr]) -> Result<G1, BatchError>;
    /// The same over the first bases of a table.
    fn fixed(table: &FixedBases<G1Curve>, scalars: &[Fr]) -> Result<G1, BatchError>;
    /// Compressed points with their checks.
    fn decode(
        encodings: &[[u8; BYTES_PER_COMMITMENT]],
        out: &mut [Result<G1Affine, PointError>],
    ) -> Result<(), BatchError>;
    /// Coefficients to values, of points.
    fn transform(domain: &Domain<FrEngine>, points: &mut [G1]) -> Result<(), BatchError>;
    /// A function of each number below a count, each of which takes some hundred microseconds.
    fn each<O: Send>(count: usize, of: impl Fn(usize) -> O + Send + Sync) -> Vec<O>;
}

/// The caller's own thread.
pub(super) enum Serial {}

impl Threads for Serial {
    fn msm(points: &[G1Affine], scalars: &[Fr]) -> Result<G1, BatchError> {
        msm_vartime_alloc(points, scalars)
    }

    fn fixed(table: &FixedBases<G1Curve>, scalars: &[Fr]) -> Result<G1, BatchError> {
        table.msm_vartime(scalars)
    }

    fn decode(
        encodings: &[[u8; BYTES_PER_COMMITMENT]],
        out: &mut [Result<G1Affine, PointError>],
    ) -> Result<(), BatchError> {
        G1Affine::from_bytes_batch(encodings, out)
    }

    fn transform(domain: &Domain<FrEngine>, points: &mut [G1]) -> Result<(), BatchError> {
        domain.forward_points_vartime(points)
    }

    fn each<O: Send>(count: usize, of: impl Fn(usize) -> O + Send + Sync) -> Vec<O> {
        (0..count).map(of).collect()
    }
}

/// The threads of the caller's rayon pool.
#[cfg(feature = "parallel")]
pub(super) enum Pool {}

#[cfg(feature = "parallel")]
impl Threads for Pool {
    fn msm(points: &[G1Affine], scalars: &[Fr]) -> Result<G1, BatchError> {
        curve::parallel::msm_vartime(points, scalars)
    }

    fn fixed(table: &FixedBases<G1Curve>, scalars: &[Fr]) -> Result<G1, BatchError> {
        curve::parallel::fixed_msm_vartime(table, scalars)
    }

    fn decode(
        encodings: &[[u8; BYTES_PER_COMMITMENT]],
        out: &mut [Result<G1Affine, PointError>],
    ) -> Result<(), BatchError> {
        curve::parallel::from_bytes_batch(encodings, out)
    }

    fn transform(domain: &Domain<FrEngine>, points: &mut [G1]) -> Result<(), BatchError> {
        domain.forward_points_vartime(points)
    }

    fn each<O: Send>(count: usize, of: impl Fn(usize) -> O + Send + Sync) -> Vec<O> {
        use rayon::prelude::*;
        // One item is not handed over.
        if count < 2 {
            Serial::each(count, of)
        } else {
            (0..count).into_par_iter().with_max_len(1).map(of).collect()
        }
    }
}
