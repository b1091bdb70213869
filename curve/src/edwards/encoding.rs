//! Compressed points: y little-endian, the sign of x (its parity) in the highest bit (RFC 8032 §5.1.2).
//!
//! Two decoders, since the world has two rules:
//!
//! | | [`EdwardsPoint::from_bytes`] | [`EdwardsPoint::from_bytes_zip215`] |
//! |---|---|---|
//! | rule | RFC 8032 §5.1.3 | ZIP 215 |
//! | y not below p | refused | its residue |
//! | x = 0 with the sign set | refused | x = 0 |
//! | points of small order, points with torsion | taken | taken |
//!
//! The second is what consensus among many implementations of batch verification needs: K. Chalkias, F. Garillot, V. Nikolaenko,
//! "Taming the many EdDSAs", ePrint 2020/1244.

use subtle::Choice;

use super::{EdwardsGroup, EdwardsPoint};
use crate::error::PointError;
use crate::field::{Anywhere, Masked, Red};

/// A curve over a prime field whose modulus leaves the highest bit of its bytes free.
pub trait EdwardsEncoding: EdwardsGroup {
    /// A byte array of the length of a field element.
    type Bytes: AsRef<[u8]> + AsMut<[u8]> + Copy;

    /// Zero bytes.
    const ZERO: Self::Bytes;
}

impl<C: EdwardsGroup> EdwardsPoint<C> {
    /// The point with this y and this sign of x: x² = (y² − 1)/(dy² + 1), where the denominator is never zero, since −1 is a square
    /// and d none.
    fn of_y(y: Red<C::Base>, sign: Choice) -> Result<Self, PointError> {
        if let Some(ctx) = C::fast() {
            return EdwardsPoint::<C::Fast>::of_y(C::enter(&ctx, &y), sign).map(|point| Self::leave(&point));
        }
        let one = Red::one_in(&y.ctx());
        let yy = y.sqr();
        let (x, exists) = C::sqrt_ratio(&(&yy - &one), &(&C::times_d(&yy) + &one));
        if !bool::from(exists) {
            return Err(PointError::NotOnCurve);
        }
        let x = x.negate_if(&C::Base::mask(x.sgn0() ^ sign));
        Ok(Self::from_xy_unchecked_curve(x, y))
    }
}

impl<C: EdwardsEncoding<Base: Anywhere>> EdwardsPoint<C> {
    /// The compressed encoding, which is canonical. Constant-time; one inversion.
    pub fn to_bytes(&self) -> C::Bytes {
        let [x, y] = self.to_xy();
        let mut out = C::ZERO;
        y.to_bytes(out.as_mut());
        out.as_mut().reverse();
        if let Some(last) = out.as_mut().last_mut() {
            *last |= x.sgn0().unwrap_u8() << 7;
        }
        out
    }

    /// The point of a canonical encoding, whatever its order: RFC 8032 §5.1.3. Constant-time but for the verdict.
    ///
    /// # Errors
    /// [`PointError::Length`]; [`PointError::NotCanonical`] if y is not below p; [`PointError::NotOnCurve`];
    /// [`PointError::Flags`] if x = 0 comes with its sign set.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PointError> {
        let (y, sign) = split::<C>(bytes)?;
        let (y, canonical) = Red::from_bytes(y.as_ref());
        if !bool::from(canonical) {
            return Err(PointError::NotCanonical);
        }
        let point = Self::of_y(y, sign)?;
        if bool::from(point.x.is_zero() & sign) { Err(PointError::Flags) } else { Ok(point) }
    }

    /// The point of an encoding by the rules of ZIP 215, whatever its order: y may be any integer of its bits, and a sign of
    /// x = 0 means nothing. Constant-time but for the verdict.
    ///
    /// Not injective: what is compared or hashed must be the bytes that came, never the encoding of the point.
    ///
    /// # Errors
    /// [`PointError::Length`], [`PointError::NotOnCurve`].
    pub fn from_bytes_zip215(bytes: &[u8]) -> Result<Self, PointError> {
        let (y, sign) = split::<C>(bytes)?;
        Self::of_y(Red::from_uniform_bytes(y.as_ref()), sign)
    }
}

/// The bytes of y in big-endian order, and the sign.
fn split<C: EdwardsEncoding>(bytes: &[u8]) -> Result<(C::Bytes, Choice), PointError> {
    let mut y = C::ZERO;
    if bytes.len() != y.as_ref().len() {
        return Err(PointError::Length);
    }
    y.as_mut().copy_from_slice(bytes);
    y.as_mut().reverse();
    let mut sign = Choice::from(0);
    if let Some(first) = y.as_mut().first_mut() {
        sign = Choice::from(*first >> 7);
        *first &= 0x7f;
    }
    Ok((y, sign))
}
