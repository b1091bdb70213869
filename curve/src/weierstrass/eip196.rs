//! The encodings of EIP-196 and EIP-197, which Ethereum's precompiled contracts take: x and y, each big-endian and below p; in Fp2
//! the coefficient of u first. The identity is all zeros, which no other point is: (0, 0) is on no curve with b ≠ 0.
//!
//! Each point has exactly one string, and everything else is refused with its reason. Encoding is constant-time; decoding is of
//! public data.

use super::{Affine, CurvePoint, Group, Projective};
use crate::error::PointError;
use crate::field::{Canonical, Red};

/// A group encoded as EIP-196 and EIP-197 do.
pub trait Eip196Encoding: Group {
    /// Bytes of x and y: `[u8; 64]` in G1, `[u8; 128]` in G2 of BN254.
    type Bytes: Copy + AsRef<[u8]> + AsMut<[u8]>;

    /// Zeros.
    const BYTES: Self::Bytes;
}

impl<C: Eip196Encoding> Affine<C> {
    /// The encoding: x, then y. Constant-time.
    pub fn to_eip196(&self) -> C::Bytes {
        let mut out = C::BYTES;
        let (x, y) = out.as_mut().split_at_mut(C::Base::BYTES);
        // The identity has x = y = 0.
        self.x.to_bytes(x);
        self.y.to_bytes(y);
        out
    }

    /// The point of an encoding: coordinates, curve and subgroup are checked. The identity is a point; those who refuse it add
    /// [`Affine::not_identity`].
    ///
    /// Cost: the equation of the curve and the subgroup check, which is none where the cofactor is one.
    ///
    /// # Errors
    /// [`PointError`]: `Length`, `NotCanonical`, `NotOnCurve`, `NotInSubgroup`, tested in this order.
    pub fn from_eip196(bytes: &[u8]) -> Result<Self, PointError> {
        let point = decode::<C>(bytes)?;
        if bool::from(point.is_in_subgroup()) { Ok(point) } else { Err(PointError::NotInSubgroup) }
    }

    /// As [`Affine::from_eip196`] without the subgroup check, which the type of the result still asks for.
    ///
    /// # Errors
    /// As [`Affine::from_eip196`], less `NotInSubgroup`.
    pub fn from_eip196_unchecked_subgroup(bytes: &[u8]) -> Result<CurvePoint<C>, PointError> {
        decode(bytes).map(CurvePoint::from)
    }
}

impl<C: Eip196Encoding> Projective<C> {
    /// The encoding: x, then y. Constant-time; one inversion.
    pub fn to_eip196(&self) -> C::Bytes {
        self.to_affine().to_eip196()
    }

    /// See [`Affine::from_eip196`].
    ///
    /// # Errors
    /// As [`Affine::from_eip196`].
    pub fn from_eip196(bytes: &[u8]) -> Result<Self, PointError> {
        Affine::from_eip196(bytes).map(|point| point.to_projective())
    }
}

impl<C: Eip196Encoding> CurvePoint<C> {
    /// The encoding, which has room for every point of the curve.
    pub fn to_eip196(&self) -> C::Bytes {
        self.0.to_eip196()
    }
}

fn decode<C: Eip196Encoding>(bytes: &[u8]) -> Result<Affine<C>, PointError> {
    if bytes.len() != C::BYTES.as_ref().len() {
        return Err(PointError::Length);
    }
    if bytes.iter().all(|&byte| byte == 0) {
        return Ok(Affine::identity());
    }
    let (x, y) = bytes.split_at(C::Base::BYTES);
    let ((x, x_canonical), (y, y_canonical)) = (Red::from_bytes(x), Red::from_bytes(y));
    if !bool::from(x_canonical & y_canonical) {
        return Err(PointError::NotCanonical);
    }
    let point = Affine::<C>::from_xy_unchecked_curve_and_subgroup(x, y);
    if bool::from(point.is_on_curve()) { Ok(point) } else { Err(PointError::NotOnCurve) }
}
