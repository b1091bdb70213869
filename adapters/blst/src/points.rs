//! Points of which it may not be known whether they are in the group of prime order, and sums of
//! their multiples.
//!
//! blst's types hold any point of the curve, and callers say by flags what is still to be checked.
//! Here a point carries a mark: whether this process has seen that it is in the group. Secret keys,
//! hashes, checked bytes and sums of marked points give marked ones. So a check is never done
//! twice, and what is fast only in the group (endomorphisms, shared pairs) is done only with points
//! that are known to be there. All others are taken too, by the formulas of the whole curve, so
//! that verdicts are blst's whatever the flags say.

use core::fmt;
use core::ops::{Index, IndexMut};
use core::slice::SliceIndex;

use curvemark::bls::suite::{MinPk, MinSig, Parameters, Side};
use curvemark::bls12_381::{Fr, G1Curve, G2Curve};
use curvemark::curve::error::BatchError;
use curvemark::curve::weierstrass::{Affine, CurvePoint, Projective};
use subtle::Choice;

use crate::BLST_ERROR;
use crate::scalar::{factor, low_bits};
use crate::threads::{is_in_subgroup_batch, msm_vartime, sum_vartime};
use BLST_ERROR::*;

/// G1 or G2 of BLS12-381, with what blst does differently in the two.
///
/// [Example](crate#example).
pub trait Curve: Side {
    /// Whether decoding itself refuses points with x = 0, which are on the curve but not in the
    /// group: so it is in G1.
    const REFUSES_ZERO_X: bool;
}

impl Curve for G1Curve {
    const REFUSES_ZERO_X: bool = true;
}

impl Curve for G2Curve {
    const REFUSES_ZERO_X: bool = false;
}

/// Which group holds keys: [`MinPk`] or [`MinSig`].
///
/// [Example](crate#example).
pub trait Variant: Parameters<Key: Curve, Signature: Curve> {}

impl Variant for MinPk {}
impl Variant for MinSig {}

/// A point of the curve by its affine coordinates, in the group or not: `blst_p1_affine` and
/// `blst_p2_affine`. By default the point at infinity.
///
/// [Example](crate#example).
#[derive(Clone, Copy)]
pub struct AffinePoint<C: Curve> {
    pub(crate) point: Affine<C>,
    /// Whether the point is known to be in the group.
    pub(crate) checked: bool,
}

/// A point of the curve for additions, in the group or not: `blst_p1` and `blst_p2`. By default the
/// point at infinity.
///
/// [Example](crate#example).
#[derive(Clone, Copy)]
pub struct ProjectivePoint<C: Curve> {
    pub(crate) point: Projective<C>,
    /// Whether the point is known to be in the group.
    pub(crate) checked: bool,
}

impl<C: Curve> AffinePoint<C> {
    /// A point of the group.
    pub(crate) const fn inside(point: Affine<C>) -> Self {
        Self { point, checked: true }
    }

    /// From the compressed encoding. The subgroup is not checked.
    pub(crate) fn uncompress(bytes: &[u8]) -> Result<Self, BLST_ERROR> {
        Self::decoded(Affine::<C>::from_bytes_unchecked_subgroup(bytes)?)
    }

    /// From the compressed or the uncompressed encoding. The subgroup is not checked.
    pub(crate) fn deserialize(bytes: &[u8]) -> Result<Self, BLST_ERROR> {
        match bytes.first() {
            Some(first) if first & 0x80 != 0 => Self::uncompress(bytes),
            _ => Self::decoded(Affine::<C>::from_bytes_uncompressed_unchecked_subgroup(bytes)?),
        }
    }

    /// What was decoded, whose denominator is one.
    fn decoded(point: CurvePoint<C>) -> Result<Self, BLST_ERROR> {
        if bool::from(point.is_identity()) {
            return Ok(Self::default());
        }
        let point = point.assume_in_subgroup_unchecked();
        let [x, y, _] = point.coordinates();
        if C::REFUSES_ZERO_X && bool::from(x.is_zero()) {
            return Err(BLST_POINT_NOT_IN_GROUP);
        }
        Ok(Self { point: Affine::from_xy_unchecked_curve_and_subgroup(*x, *y), checked: false })
    }

    pub(crate) fn is_infinity(&self) -> bool {
        self.point.is_identity().into()
    }

    /// Whether the point is in the group.
    pub(crate) fn is_inside(&self) -> bool {
        self.checked || self.point.is_in_subgroup().into()
    }

    /// Whether the point is in the group and, if that is asked for, not at infinity.
    pub(crate) fn validate(&self, refuse_infinity: bool) -> Result<(), BLST_ERROR> {
        if refuse_infinity && self.is_infinity() {
            return Err(BLST_PK_IS_INFINITY);
        }
        if self.is_inside() { Ok(()) } else { Err(BLST_POINT_NOT_IN_GROUP) }
    }

    /// This point, with the mark that it is in the group.
    ///
    /// The caller has just seen that it is.
    pub(crate) const fn marked(self) -> Self {
        Self::inside(self.point)
    }

    pub(crate) fn to_projective(self) -> ProjectivePoint<C> {
        ProjectivePoint { point: self.point.to_projective(), checked: self.checked }
    }
}

impl<C: Curve> ProjectivePoint<C> {
    pub(crate) fn to_affine(self) -> AffinePoint<C> {
        AffinePoint { point: self.point.to_affine_vartime(), checked: self.checked }
    }

    pub(crate) fn is_inside(&self) -> bool {
        self.checked || self.point.is_in_subgroup().into()
    }

    pub(crate) fn add(&mut self, other: &Self) {
        *self =
            Self { point: self.point.add(&other.point), checked: self.checked && other.checked };
    }

    pub(crate) fn sub(&mut self, other: &Self) {
        *self =
            Self { point: self.point.sub(&other.point), checked: self.checked && other.checked };
    }

    pub(crate) fn add_affine(&mut self, other: &AffinePoint<C>) {
        *self = Self {
            point: self.point.add_mixed(&other.point),
            checked: self.checked && other.checked,
        };
    }
}

macro_rules! values {
    ($name:ident, $of:ident, $text:literal) => {
        impl<C: Curve> Default for $name<C> {
            fn default() -> Self {
                Self { point: $of::identity(), checked: true }
            }
        }

        impl<C: Curve> PartialEq for $name<C> {
            fn eq(&self, other: &Self) -> bool {
                self.point == other.point
            }
        }

        impl<C: Curve> Eq for $name<C> {}

        impl<C: Curve> fmt::Debug for $name<C> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($text, "("))?;
                self.point
                    .to_bytes()
                    .as_ref()
                    .iter()
                    .try_for_each(|byte| write!(f, "{byte:02x}"))?;
                f.write_str(")")
            }
        }

        /// A point that curvemark holds is in the group.
        impl<C: Curve> From<$of<C>> for $name<C> {
            fn from(point: $of<C>) -> Self {
                Self { point, checked: true }
            }
        }

        /// The point, of which it may not be known whether it is in the group.
        impl<C: Curve> From<$name<C>> for CurvePoint<C> {
            fn from(point: $name<C>) -> Self {
                point.point.into()
            }
        }
    };
}

values!(AffinePoint, Affine, "AffinePoint");
values!(ProjectivePoint, Projective, "ProjectivePoint");

/// Whether all of some points are in the group.
pub(crate) fn all_inside<'p, C: Curve>(points: impl Iterator<Item = &'p AffinePoint<C>>) -> bool {
    let unknown: Vec<_> = points.filter(|point| !point.checked).copied().collect();
    are_inside(&unknown).into_iter().all(|inside| inside)
}

/// Which of some points are in the group.
pub(crate) fn are_inside<C: Curve>(points: &[AffinePoint<C>]) -> Vec<bool> {
    if points.len() < 2 || points.iter().all(|point| point.checked) {
        return points.iter().map(AffinePoint::is_inside).collect();
    }
    let mut verdicts = vec![Choice::from(0); points.len()];
    let points: Vec<_> = points.iter().map(|point| CurvePoint::from(point.point)).collect();
    settled(is_in_subgroup_batch(&points, &mut verdicts));
    verdicts.into_iter().map(bool::from).collect()
}

/// The first refusal among points that are checked in their order, if there is one; else they are
/// marked.
pub(crate) fn validate_in_order<C: Curve>(
    points: &mut [AffinePoint<C>],
    refuse_infinity: bool,
) -> Result<(), BLST_ERROR> {
    let inside = are_inside(points);
    for (point, inside) in points.iter_mut().zip(inside) {
        if refuse_infinity && point.is_infinity() {
            return Err(BLST_PK_IS_INFINITY);
        }
        if !inside {
            return Err(BLST_POINT_NOT_IN_GROUP);
        }
        *point = point.marked();
    }
    Ok(())
}

/// [`MultiPoint::validate`](crate::MultiPoint::validate): blst's threads give one reason for
/// several points, whatever it is.
pub(crate) fn validate_all<C: Curve>(points: &mut [AffinePoint<C>]) -> Result<(), BLST_ERROR> {
    match validate_in_order(points, true) {
        Err(_) if points.len() > 1 => Err(BLST_POINT_NOT_IN_GROUP),
        verdict => verdict,
    }
}

/// The points of encodings, one at least, each decoded and, if that is asked for, checked before
/// the next: the reason is that of the first one which is refused.
pub(crate) fn decode_in_order<C: Curve>(
    encodings: &[&[u8]],
    check: bool,
    refuse_infinity: bool,
) -> Result<Vec<AffinePoint<C>>, BLST_ERROR> {
    if encodings.is_empty() {
        return Err(BLST_AGGR_TYPE_MISMATCH);
    }
    let mut points = Vec::with_capacity(encodings.len());
    let mut refused = Ok(());
    for encoding in encodings {
        match AffinePoint::deserialize(encoding) {
            Ok(point) => points.push(point),
            Err(reason) => {
                refused = Err(reason);
                break;
            }
        }
    }
    if check {
        // These come before the one that is no point.
        validate_in_order(&mut points, refuse_infinity)?;
    }
    refused.map(|()| points)
}

/// The sum of points, which need not be in the group.
pub(crate) fn sum<C: Curve>(points: &[AffinePoint<C>]) -> ProjectivePoint<C> {
    let checked = points.iter().all(|point| point.checked);
    let points: Vec<_> = points.iter().map(|point| point.point).collect();
    // There is no sum only if there is no point.
    ProjectivePoint { point: sum_vartime(&points).unwrap_or_default(), checked }
}

/// The sum of multiples of points by the lowest bits of factors, which lie one behind the other in
/// as many bytes each as those bits take.
pub(crate) fn sum_of_multiples<C: Curve>(
    points: &[AffinePoint<C>],
    scalars: &[u8],
    bits: usize,
) -> ProjectivePoint<C> {
    let bytes = bits.div_ceil(8);
    assert!(scalars.len() >= bytes.saturating_mul(points.len()), "scalars length mismatch");
    if bits == 0 || points.is_empty() {
        return ProjectivePoint::default();
    }
    let scalars: Vec<_> =
        scalars.chunks(bytes).take(points.len()).map(|scalar| low_bits(scalar, bits)).collect();
    if points.iter().any(|point| !point.checked) {
        let integers: Vec<_> = scalars.iter().map(|scalar| words(scalar)).collect();
        let sum = sum_by_bits(points, &integers);
        return ProjectivePoint { point: sum.assume_in_subgroup_unchecked(), checked: false };
    }
    let scalars: Vec<_> = scalars.iter().map(|scalar| residue(scalar)).collect();
    let points: Vec<_> = points.iter().map(|point| point.point).collect();
    ProjectivePoint { point: settled(msm_vartime(&points, &scalars)), checked: true }
}

/// The sum of multiples of points, which need not be in the group, by integers in words: bit by
/// bit, with nothing but additions and doublings. That takes less time than to check the points.
pub(crate) fn sum_by_bits<C: Curve>(
    points: &[AffinePoint<C>],
    integers: &[impl AsRef<[u64]>],
) -> CurvePoint<C> {
    let has = |integer: &[u64], bit: usize| {
        integer.get(bit >> 6).is_some_and(|word| (word >> (bit & 63)) & 1 == 1)
    };
    let most = integers.iter().map(|integer| 64 * integer.as_ref().len()).max().unwrap_or(0);
    let mut sum = CurvePoint::identity();
    for bit in (0..most).rev() {
        let chosen: Vec<_> = points
            .iter()
            .zip(integers)
            .filter(|(_, integer)| has(integer.as_ref(), bit))
            .map(|(point, _)| point.point)
            .collect();
        sum = if bool::from(sum.is_identity()) { sum } else { sum.double() };
        // There is no sum only if there is no point.
        if let Ok(more) = sum_vartime(&chosen) {
            sum = sum.add(&more.into());
        }
    }
    sum
}

/// A little-endian integer of public bytes in words.
fn words(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks(8).map(|bytes| factor(bytes, 8 * bytes.len())[0]).collect()
}

/// A little-endian integer of any length modulo r.
fn residue(bytes: &[u8]) -> Fr {
    let of = |bytes: &[u8]| {
        Fr::from_wide_le_bytes(bytes).unwrap_or_else(|_| unreachable!("at most 64 bytes"))
    };
    let mut step = [0; 33];
    step[32] = 1;
    let step = of(&step);
    bytes.chunks(32).rev().fold(Fr::zero(), |sum, bytes| &(&sum * &step) + &of(bytes))
}

/// A multiple of a point, which need not be in the group, by an integer in words.
pub(crate) fn multiple<C: Curve>(point: &AffinePoint<C>, integer: &[u64]) -> CurvePoint<C> {
    CurvePoint::from(point.point).mul_integer_vartime(integer)
}

/// The affine coordinates of a point, which need not be in the group: for pairs.
pub(crate) fn affine<C: Curve>(point: &CurvePoint<C>) -> Affine<C> {
    match point.to_xy() {
        Some((x, y)) => Affine::from_xy_unchecked_curve_and_subgroup(x, y),
        None => Affine::identity(),
    }
}

/// Affine coordinates of points.
pub(crate) fn all_affine<C: Curve>(points: &[Projective<C>]) -> Vec<Affine<C>> {
    let mut out = vec![Affine::identity(); points.len()];
    if !points.is_empty() {
        settled(Projective::batch_to_affine(points, &mut out));
    }
    out
}

/// The value of a batch function that is given lists of one length.
pub(crate) fn settled<T>(result: Result<T, BatchError>) -> T {
    result.unwrap_or_else(|_| unreachable!("the lists are of one length, and not empty"))
}

/// Affine points that were made of others together: `p1_affines` and `p2_affines`.
///
/// [Example](crate#example).
#[derive(Clone, Debug)]
pub struct AffinePoints<C: Curve> {
    points: Vec<AffinePoint<C>>,
}

impl<C: Curve> AffinePoints<C> {
    /// The affine coordinates of points, with one inversion for many of them.
    pub fn from(points: &[ProjectivePoint<C>]) -> Self {
        let projective: Vec<_> = points.iter().map(|point| point.point).collect();
        let affine = all_affine(&projective).into_iter().zip(points);
        Self {
            points: affine.map(|(point, of)| AffinePoint { point, checked: of.checked }).collect(),
        }
    }

    /// The points.
    pub fn as_slice(&self) -> &[AffinePoint<C>] {
        &self.points
    }

    /// As [`MultiPoint::mult`](crate::MultiPoint::mult).
    ///
    /// # Panics
    /// As there.
    pub fn mult(&self, scalars: &[u8], nbits: usize) -> ProjectivePoint<C> {
        sum_of_multiples(&self.points, scalars, nbits)
    }

    /// As [`MultiPoint::add`](crate::MultiPoint::add).
    pub fn add(&self) -> ProjectivePoint<C> {
        sum(&self.points)
    }
}

impl<C: Curve, I: SliceIndex<[AffinePoint<C>]>> Index<I> for AffinePoints<C> {
    type Output = I::Output;

    fn index(&self, index: I) -> &I::Output {
        &self.points[index]
    }
}

impl<C: Curve, I: SliceIndex<[AffinePoint<C>]>> IndexMut<I> for AffinePoints<C> {
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        &mut self.points[index]
    }
}
