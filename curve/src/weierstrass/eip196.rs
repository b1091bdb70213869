//! The encodings of EIP-196 and EIP-197, which Ethereum's precompiled contracts take: x and y, each
//! big-endian and below p; in Fp2 the coefficient of u first. The identity is all zeros, which no
//! other point is: (0, 0) is on no curve with b ≠ 0.
//!
//! Each point has exactly one string, and everything else is refused with its reason. Encoding is
//! constant-time; decoding is of public data.

use super::{Affine, CurvePoint, Group, Projective};
use crate::engines::door::elsewhere;
use crate::error::PointError;
use crate::field::{Anywhere, Canonical, Red, There};
use crate::weierstrass::CurveThere;

/// A group encoded as EIP-196 and EIP-197 do.
///
/// [Example](super#example).
pub trait Eip196Encoding: Group {
    /// Bytes of x and y: `[u8; 64]` in G1, `[u8; 128]` in G2 of BN254.
    type Bytes: Copy + AsRef<[u8]> + AsMut<[u8]>;

    /// Zeros.
    const BYTES: Self::Bytes;
}

impl<C: Eip196Encoding<Base: Anywhere>> Affine<C> {
    /// The encoding: x, then y. Constant-time.
    #[inline(never)]
    pub fn to_eip196(&self) -> C::Bytes {
        let mut out = C::BYTES;
        encode(self, out.as_mut());
        out
    }

    /// The point of an encoding: coordinates, curve and subgroup are checked. The identity is a
    /// point; those who refuse it add [`Affine::not_identity`].
    ///
    /// Cost: the equation of the curve and the subgroup check, which is none where the cofactor is
    /// one.
    ///
    /// # Errors
    /// [`PointError`]: `Length`, `NotCanonical`, `NotOnCurve`, `NotInSubgroup`, tested in this
    /// order.
    #[inline(never)]
    pub fn from_eip196(bytes: &[u8]) -> Result<Self, PointError> {
        elsewhere!(short C, |there| in_subgroup(Self::leave(&decode(there, bytes)?)));
        in_subgroup(decode(&There::new(()), bytes)?)
    }

    /// As [`Affine::from_eip196`] without the subgroup check, which the type of the result still
    /// asks for.
    ///
    /// # Errors
    /// As [`Affine::from_eip196`], less `NotInSubgroup`.
    #[inline(never)]
    pub fn from_eip196_unchecked_subgroup(bytes: &[u8]) -> Result<CurvePoint<C>, PointError> {
        elsewhere!(short C, |there| decode(there, bytes).map(|point| Affine::leave(&point).into()));
        decode(&There::new(()), bytes).map(CurvePoint::from)
    }

    /// The encoding of P + Q of two encoded points of the curve, in the subgroup or not, and be
    /// they equal, opposite or the identity. In variable time.
    ///
    /// Cost: the equations of two points, an inversion, two products and a square.
    ///
    /// # Errors
    /// As [`Affine::from_eip196_unchecked_subgroup`], of P before those of Q.
    #[inline(never)]
    pub fn add_eip196_vartime(p: &[u8], q: &[u8]) -> Result<C::Bytes, PointError> {
        let mut out = C::BYTES;
        elsewhere!(short C, |there| add(there, p, q, out.as_mut()).map(|()| out));
        add::<C>(&There::new(()), p, q, out.as_mut()).map(|()| out)
    }
}

#[cfg(feature = "alloc")]
impl<C: Eip196Encoding<Base: Anywhere> + super::GroupInLanes> Affine<C> {
    /// [`Affine::from_eip196`] of each of many encodings, with the subgroup checks eight at a time
    /// on vectors where the CPU has them. Each check is exact.
    ///
    /// # Errors
    /// The first [`PointError`] of an encoding, of which `NotInSubgroup` comes after all others.
    pub fn from_eip196_all<'b>(
        encodings: impl Iterator<Item = &'b [u8]>,
    ) -> Result<alloc::vec::Vec<Self>, PointError> {
        let decode = |bytes| {
            elsewhere!(short C, |there| decode(there, bytes).map(|point| Self::leave(&point)));
            decode(&There::new(()), bytes)
        };
        super::batch::all_in_subgroup(encodings.map(decode).collect::<Result<_, _>>()?)
    }
}

impl<C: Eip196Encoding<Base: Anywhere>> Projective<C> {
    /// The encoding: x, then y. Constant-time; one inversion.
    #[inline(never)]
    pub fn to_eip196(&self) -> C::Bytes {
        self.to_affine().to_eip196()
    }

    /// The encoding: x, then y. One inversion, in variable time.
    #[inline(never)]
    pub fn to_eip196_vartime(&self) -> C::Bytes {
        self.to_affine_vartime().to_eip196()
    }

    /// See [`Affine::from_eip196`].
    ///
    /// # Errors
    /// As [`Affine::from_eip196`].
    #[inline(never)]
    pub fn from_eip196(bytes: &[u8]) -> Result<Self, PointError> {
        Affine::from_eip196(bytes).map(|point| point.to_projective())
    }
}

impl<C: Eip196Encoding<Base: Anywhere>> CurvePoint<C> {
    /// The encoding, which has room for every point of the curve.
    #[inline(never)]
    pub fn to_eip196(&self) -> C::Bytes {
        self.0.to_eip196()
    }
}

fn encode<C: Group>(point: &Affine<C>, out: &mut [u8]) {
    let (x, y) = out.split_at_mut(C::Base::BYTES);
    // The identity has x = y = 0.
    point.x.to_bytes(x);
    point.y.to_bytes(y);
}

/// The encoding of the sum of two encoded points.
fn add<C: Group>(
    ctx: &CurveThere<C>,
    p: &[u8],
    q: &[u8],
    out: &mut [u8],
) -> Result<(), PointError> {
    encode(&decode::<C>(ctx, p)?.add_vartime(&decode(ctx, q)?), out);
    Ok(())
}

fn decode<C: Group>(ctx: &CurveThere<C>, bytes: &[u8]) -> Result<Affine<C>, PointError> {
    if bytes.len() != 2 * C::Base::BYTES {
        return Err(PointError::Length);
    }
    if bytes.iter().all(|&byte| byte == 0) {
        return Ok(Affine::<C>::identity_in(ctx));
    }
    let (x, y) = bytes.split_at(C::Base::BYTES);
    let ((x, x_canonical), (y, y_canonical)) =
        (Red::<C::Base>::from_bytes_in(ctx, x), Red::<C::Base>::from_bytes_in(ctx, y));
    if !bool::from(x_canonical & y_canonical) {
        return Err(PointError::NotCanonical);
    }
    let point = Affine::<C>::from_xy_unchecked_curve_and_subgroup(x, y);
    if bool::from(point.is_on_curve()) { Ok(point) } else { Err(PointError::NotOnCurve) }
}

fn in_subgroup<C: Group>(point: Affine<C>) -> Result<Affine<C>, PointError> {
    if bool::from(point.is_in_subgroup()) { Ok(point) } else { Err(PointError::NotInSubgroup) }
}
