//! Sums of scalar multiples Σ kᵢPᵢ.
//!
//! Pippenger's bucket method (N. Pippenger, "On the evaluation of powers and monomials", 1980; D.
//! J. Bernstein, J. Doumen, T. Lange, J.-J. Oosterwijk, "Faster batch forgery identification",
//! ePrint 2012/549, §4): scalars are written in signed windows of c bits; per window each point
//! goes into the bucket of its digit's magnitude, and Σ b·Bᵦ comes from running sums. With n
//! points: ⌈(bits + 1)/c⌉ windows of n mixed additions and 2^c further additions.
//!
//! # Example
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use curvemark_curve::bls12_381::{G1, G1Affine, Scalar};
//! use curvemark_curve::msm::{FixedBases, msm_runs_vartime, msm_vartime_alloc, sum_vartime_alloc};
//!
//! let times = |k: u32| G1::mul_generator(&Scalar::from(k));
//! let points: [G1Affine; 4] = [1, 2, 3, 4].map(|k| times(k).to_affine());
//! let scalars = [2u32, 3, 5, 7].map(Scalar::from);
//! let sum = msm_vartime_alloc(&points, &scalars)?;
//! assert_eq!(sum, times(2 + 2 * 3 + 3 * 5 + 4 * 7));
//! assert_eq!(sum_vartime_alloc(&points)?, times(1 + 2 + 3 + 4));
//!
//! // Two sums at once: of the first two points, and of the others.
//! let runs = msm_runs_vartime(&points, &scalars, &[2, 2])?;
//! assert_eq!(runs[0].add(&runs[1]), sum);
//!
//! // Points that come again have a table, here of a megabyte at most.
//! let table = FixedBases::new(&points, 1 << 20)?;
//! assert_eq!(table.msm_vartime(&scalars)?, sum);
//! # }
//! # Ok::<(), curvemark_curve::error::BatchError>(())
//! ```
//!
//! Without an allocator the caller lends the space:
//!
//! ```
//! use curvemark_curve::bls12_381::{G1, Scalar};
//! use curvemark_curve::integer::Integer;
//! use curvemark_curve::msm::{ScratchSize, msm_vartime, scratch_size};
//! use curvemark_curve::weierstrass::Jacobian;
//!
//! const SIZE: ScratchSize = scratch_size(2);
//! let mut buckets = [Jacobian::identity(); SIZE.buckets];
//! let mut integers = [Integer::default(); SIZE.integers];
//!
//! let points = [G1::generator().to_affine(), G1::generator().double().to_affine()];
//! let scalars = [3u32, 2].map(Scalar::from);
//! let sum = msm_vartime(&points, &scalars, &mut buckets, &mut integers)?;
//! assert_eq!(sum, G1::mul_generator(&Scalar::from(7u32)));
//! # Ok::<(), curvemark_curve::error::BatchError>(())
//! ```

#[cfg(feature = "alloc")]
use crate::crossover::{self, Single};
#[cfg(feature = "alloc")]
use crate::engines::door::{in_lanes, in_residue_numbers, side_by_side};
use crate::error::{BatchError, check_lengths};
#[cfg(feature = "alloc")]
use crate::field::Lanes;
use crate::field::{Canonical, Red};
use crate::integer::{Integer, scalar_to_integer, signed_digit_vartime};
#[cfg(feature = "alloc")]
use crate::scalar_mul::lincomb_in_vartime;
use crate::weierstrass::{Affine, Group, Jacobian, Projective};
#[cfg(feature = "alloc")]
use crate::weierstrass::{CtxOf, Endomorphism, GroupInLanes};

#[cfg(feature = "alloc")]
mod affine;
#[cfg(feature = "alloc")]
pub mod edwards;
#[cfg(feature = "alloc")]
mod fixed;
#[cfg(feature = "alloc")]
pub(crate) mod lists;
#[cfg(feature = "alloc")]
pub(crate) mod runs;
#[cfg(feature = "alloc")]
mod sums;

#[cfg(feature = "alloc")]
pub use fixed::{FixedBases, FixedBasesOnLanes};
#[cfg(feature = "alloc")]
pub use runs::msm_runs_vartime;
#[cfg(feature = "alloc")]
pub use sums::{sum_on_lanes, sum_vartime_alloc};

/// Widest window, which bounds the scratch space of any batch: 2^14 buckets.
const MAX_WINDOW: usize = 15;

/// What [`msm_vartime`] borrows from its caller: so many of each for n points.
///
/// [Example](self#example).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScratchSize {
    /// [`Jacobian`] points.
    pub buckets: usize,
    /// [`Integer`]s.
    pub integers: usize,
}

/// The scratch space for `n` points.
///
/// [Example](self#example).
pub const fn scratch_size(n: usize) -> ScratchSize {
    ScratchSize { buckets: 1 << (window(n) - 1), integers: n }
}

/// The window c for n points that makes ⌈257/c⌉·(n + 1.5·2^c) least: an addition to a running sum
/// costs half as much again as a mixed one into a bucket.
const fn window(n: usize) -> usize {
    let mut best = (1, u64::MAX);
    let mut width = 2;
    while width <= MAX_WINDOW {
        let additions = (n as u64).saturating_add(3 << (width - 1));
        let cost = (257u64.div_ceil(width as u64)).saturating_mul(additions);
        if cost < best.1 {
            best = (width, cost);
        }
        width += 1;
    }
    best.0
}

/// Σ kᵢPᵢ, in time that depends on everything; for public points and scalars.
///
/// Identities, equal and opposite points and all scalars are taken. The contents of the scratch
/// slices do not matter; they may be longer than [`scratch_size`] says.
///
/// # Errors
/// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
/// scalars, [`BatchError::ScratchTooSmall`].
///
/// [Example](self#example).
#[inline(never)]
pub fn msm_vartime<C: Group>(
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
    buckets: &mut [Jacobian<C>],
    integers: &mut [Integer],
) -> Result<Projective<C>, BatchError> {
    check_lengths(points.len(), &[scalars.len()])?;
    let size = scratch_size(points.len());
    let (Some(buckets), Some(integers)) =
        (buckets.get_mut(..size.buckets), integers.get_mut(..size.integers))
    else {
        return Err(BatchError::ScratchTooSmall);
    };
    for (integer, scalar) in integers.iter_mut().zip(scalars) {
        *integer = scalar_to_integer(scalar);
    }
    let width = window(points.len());
    let windows = (8 * C::Scalar::BYTES + 1).div_ceil(width);
    let identity = Jacobian::identity_in(&points[0].x.ctx());
    let mut sum = identity;
    for window in (0..windows).rev() {
        for _ in 0..width {
            sum = sum.double_vartime();
        }
        sum = sum
            .add_vartime(&window_sum_vartime(&identity, points, integers, buckets, window, width));
    }
    Ok(sum.to_projective())
}

/// Σ dᵢPᵢ with dᵢ the signed digit of kᵢ in one window.
fn window_sum_vartime<C: Group>(
    identity: &Jacobian<C>,
    points: &[Affine<C>],
    integers: &[Integer],
    buckets: &mut [Jacobian<C>],
    window: usize,
    width: usize,
) -> Jacobian<C> {
    buckets.fill(*identity);
    for (point, integer) in points.iter().zip(integers) {
        let digit = signed_digit_vartime(integer, window, width);
        // Bucket b − 1 holds the points of digit ±b.
        let bucket = digit.unsigned_abs() as usize;
        if digit > 0 {
            buckets[bucket - 1] = buckets[bucket - 1].add_mixed_vartime(point);
        } else if digit < 0 {
            buckets[bucket - 1] = buckets[bucket - 1].add_mixed_vartime(&point.neg());
        }
    }
    // Σ b·Bᵦ = Σ over b of (Bₘ + … + Bᵦ).
    let mut running = *identity;
    let mut sum = *identity;
    for bucket in buckets.iter().rev() {
        running = running.add_vartime(bucket);
        sum = sum.add_vartime(&running);
    }
    sum
}

/// As [`msm_vartime`], with space from the heap and affine additions in batches: on vectors where
/// the CPU has them. One point is multiplied by itself, [`Affine::mul_vartime`], and a few on one
/// element at a time share their doublings,
/// [`lincomb_vartime`](crate::scalar_mul::lincomb_vartime).
///
/// # Errors
/// [`BatchError::Empty`], [`BatchError::LengthMismatch`].
///
/// [Example](self#example).
#[cfg(feature = "alloc")]
#[inline(never)]
pub fn msm_vartime_alloc<C: GroupInLanes>(
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
) -> Result<Projective<C>, BatchError> {
    if let ([point], [scalar]) = (points, scalars) {
        return Ok(point.mul_vartime(scalar));
    }
    // What has one part has as many doublings as two points with two.
    let items = if C::PARTS == 1 { points.len().div_ceil(3) } else { points.len() };
    let enough = crossover::MULTIPLES.reached_beside(Single::of::<C>(), items);
    if let Some(sum) = in_lanes!(C, enough => msm_on_lanes_vartime::<C, _>(points, scalars)) {
        return sum;
    }
    check_lengths(points.len(), &[scalars.len()])?;
    let ctx = points[0].x.ctx();
    let weight = if C::PARTS > 2 { 3 } else { 1 };
    if in_residue_numbers::<C>() || !crossover::BUCKETS.reached(points.len().saturating_mul(weight))
    {
        return Ok(lincomb_in_vartime(&ctx, points, scalars));
    }
    side_by_side!(C, false, &ctx => msm_on_lanes_vartime::<C, _>(points, scalars))
}

/// As [`msm_vartime_alloc`], on lanes of the caller's choice: `S` is the curve of `C` on an engine
/// that holds several elements side by side, or one.
///
/// # Errors
/// [`BatchError::Empty`], [`BatchError::LengthMismatch`].
#[cfg(feature = "alloc")]
pub fn msm_on_lanes_vartime<C, S>(
    ctx: &CtxOf<S>,
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
) -> Result<Projective<C>, BatchError>
where
    C: GroupInLanes,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    check_lengths(points.len(), &[scalars.len()])?;
    Ok(affine::sum_vartime::<C, S>(*ctx, points, scalars))
}
