//! Many points at once, on lanes: decoding and subgroup checks, each with a verdict of its own.
//!
//! What looks at bytes is done one by one, on the users' engine; the root, the equation of the
//! curve and the subgroup are done in lanes, where eight cost little more than one. A lane whose
//! encoding is bad carries some point along; its verdict is settled already.

use subtle::Choice;

use super::encoding::{Header, ZcashEncoding, header};
use super::{
    Affine, CtxOf, CurvePoint, GroupInLanes, Projective, Subgroup, Weierstrass, right_side,
};
use crate::crossover::{self, Single};
use crate::engines::door::in_lanes;
use crate::error::{BatchError, PointError, check_lengths};
use crate::field::{Anywhere, Canonical, Lanes, Red};
use crate::hash_to_curve::sswu::Swu;
use crate::hash_to_curve::{RootsInLanes, Suite};
use crate::vectors::{by, put_verdicts};

impl<C: GroupInLanes> CurvePoint<C> {
    /// Which of many points are in the group of prime order: [`CurvePoint::is_in_subgroup`] of
    /// each, eight at a time on vectors where the CPU has them.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
    /// verdicts.
    #[inline(never)]
    pub fn is_in_subgroup_batch(
        points: &[Self],
        verdicts: &mut [Choice],
    ) -> Result<(), BatchError> {
        check_lengths(points.len(), &[verdicts.len()])?;
        let lanes = <C::Lanes as Weierstrass>::Base::WIDTH;
        for (points, verdicts) in points.chunks(lanes).zip(verdicts.chunks_mut(lanes)) {
            let enough = crossover::SUBGROUP_CHECKS.reached_beside(Single::of::<C>(), points.len());
            match in_lanes!(C, enough => subgroup_in_lanes::<C, _>(points)) {
                Some(inside) => put_verdicts(inside, verdicts),
                None => points
                    .iter()
                    .zip(verdicts)
                    .for_each(|(point, verdict)| *verdict = point.is_in_subgroup()),
            }
        }
        Ok(())
    }
}

/// These points, if each is in the group: [`CurvePoint::is_in_subgroup_batch`] of eight, and then
/// of the next.
///
/// # Errors
/// [`PointError::NotInSubgroup`].
#[cfg(feature = "alloc")]
pub(super) fn all_in_subgroup<C: GroupInLanes<Base: Anywhere>>(
    points: alloc::vec::Vec<Affine<C>>,
) -> Result<alloc::vec::Vec<Affine<C>>, PointError> {
    // A group that is the whole curve has nothing to check.
    if C::COFACTOR != [1] {
        for eight in points.chunks(8) {
            let mut of_curve = [CurvePoint::identity(); 8];
            of_curve
                .iter_mut()
                .zip(eight)
                .for_each(|(of_curve, point)| *of_curve = (*point).into());
            let mut verdicts = [Choice::from(1); 8];
            let checked = CurvePoint::is_in_subgroup_batch(
                &of_curve[..eight.len()],
                &mut verdicts[..eight.len()],
            );
            if checked.is_err() || !verdicts.iter().all(|&inside| bool::from(inside)) {
                return Err(PointError::NotInSubgroup);
            }
        }
    }
    Ok(points)
}

/// Which of at most as many points as `S` has lanes are in the group, a bit each; there is one at
/// least.
pub(super) fn subgroup_in_lanes<C, S>(ctx: &CtxOf<S>, points: &[CurvePoint<C>]) -> u8
where
    C: Weierstrass<Base: Canonical>,
    S: Subgroup<Base: Lanes<One = C::Base>>,
{
    let last = points.len() - 1;
    let coordinate = |which: usize| {
        let lane = |i: usize| points[i.min(last)].0.coordinates()[which].raw();
        Red::<S::Base>::from_raw(S::Base::enter_lanes(ctx, lane))
    };
    let point = Projective::<S> { x: coordinate(0), y: coordinate(1), z: coordinate(2) };
    S::Base::bits(&S::is_in_subgroup(&point))
}

impl<C> Affine<C>
where
    C: ZcashEncoding<Base: Anywhere> + RootsInLanes,
{
    /// The points of many compressed encodings, checked: [`Affine::from_bytes`] of each, eight at a
    /// time on vectors where the CPU has them. A verdict depends only on its own encoding.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no encodings, [`BatchError::LengthMismatch`] if there are not as
    /// many places for points.
    pub fn from_bytes_batch<B: AsRef<[u8]>>(
        encodings: &[B],
        points: &mut [Result<Self, PointError>],
    ) -> Result<(), BatchError> {
        Self::decode_batch(encodings, points, true)
    }

    /// As [`Affine::from_bytes_batch`], without the check of the subgroup: only for who does it
    /// next.
    #[cfg(feature = "alloc")]
    pub(super) fn from_bytes_batch_unchecked_subgroup(
        encodings: &[impl AsRef<[u8]>],
        points: &mut [Result<Self, PointError>],
    ) -> Result<(), BatchError> {
        Self::decode_batch(encodings, points, false)
    }

    /// The subgroup is checked where `subgroup` says so.
    fn decode_batch(
        encodings: &[impl AsRef<[u8]>],
        points: &mut [Result<Self, PointError>],
        subgroup: bool,
    ) -> Result<(), BatchError> {
        check_lengths(encodings.len(), &[points.len()])?;
        by::<8, _>(encodings, points, |encodings, points| {
            Self::decode_few(encodings, points, subgroup)
        });
        Ok(())
    }

    /// At most eight.
    #[inline(never)]
    fn decode_few(encodings: &[&[u8]], points: &mut [Result<Self, PointError>], subgroup: bool) {
        let lanes = <C::Lanes as Weierstrass>::Base::WIDTH;
        for (encodings, points) in encodings.chunks(lanes).zip(points.chunks_mut(lanes)) {
            let enough = crossover::DECODINGS.reached_beside(Single::of::<C>(), encodings.len());
            if in_lanes!(C, enough => decode_in_lanes::<C, _>(encodings, points, subgroup))
                .is_none()
            {
                for (encoding, point) in encodings.iter().zip(points) {
                    *point = if subgroup {
                        Self::from_bytes(encoding)
                    } else {
                        Self::decode_unchecked_subgroup(encoding)
                    };
                }
            }
        }
    }
}

/// [`Affine::from_bytes`] of at most as many encodings as `S` has lanes, the subgroup checked where
/// `subgroup` says so.
pub(super) fn decode_in_lanes<C, S>(
    ctx: &CtxOf<S>,
    encodings: &[impl AsRef<[u8]>],
    points: &mut [Result<Affine<C>, PointError>],
    subgroup: bool,
) where
    C: ZcashEncoding<Base: Anywhere>,
    S: Suite<Base: Lanes<One = C::Base>, Map: Swu> + Subgroup,
{
    let mut headers = [const { None }; 8];
    for (header_of, encoding) in headers.iter_mut().zip(encodings) {
        *header_of = Some(header::<C>(&(), encoding.as_ref()));
    }
    let filler = Red::<C::Base>::zero();
    let lane = |i: usize| match &headers[i] {
        Some(Ok(Header::Point { x, .. })) => x.raw(),
        _ => filler.raw(),
    };
    let x = Red::<S::Base>::from_raw(S::Base::enter_lanes(ctx, lane));
    let one = Red::one_in(ctx);
    let (y, exists) = <S::Map as Swu>::sqrt_ratio(&right_side::<S>(&x), &one);
    // A point and its negative are in the group, or both are not: the sign can wait.
    let inside = if subgroup {
        S::Base::bits(&S::is_in_subgroup(&Projective::<S> { x, y, z: one }))
    } else {
        u8::MAX
    };
    let exists = S::Base::bits(&exists);
    let mut roots = [None; 8];
    S::Base::leave_lanes(y.raw(), |i, y| roots[i] = Some(Red::<C::Base>::from_raw(y)));
    for (i, (point, header)) in points.iter_mut().zip(headers).enumerate() {
        *point = match (header, roots[i]) {
            (Some(Err(error)), _) => Err(error),
            (Some(Ok(Header::Identity)), _) => Ok(Affine::identity()),
            _ if (exists >> i) & 1 == 0 => Err(PointError::NotOnCurve),
            _ if (inside >> i) & 1 == 0 => Err(PointError::NotInSubgroup),
            (Some(Ok(Header::Point { x, largest })), Some(y)) => {
                Ok(Affine::from_xy_unchecked_curve_and_subgroup(
                    x,
                    y.negate_if(&(y.is_largest() ^ largest)),
                ))
            }
            _ => unreachable!("as many encodings and roots as points"),
        };
    }
}
