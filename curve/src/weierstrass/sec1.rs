//! The encodings of SEC 1 (Certicom Research, version 2.0, 2009, §2.3.3 and §2.3.4) for curves over
//! fields of 256 bits, and the encoding of BIP-340, by only x.
//!
//! | form | bytes | first byte |
//! |---|---|---|
//! | compressed: tag, x | 33 | 02 for an even y, 03 for an odd one |
//! | uncompressed: tag, x, y | 65 | 04 |
//! | only x, for the point with the even y (BIP-340) | 32 | that of x |
//!
//! Coordinates are big-endian and below p. Each point has one string of each form, and everything
//! else is refused with its reason: other lengths, other tags (also the hybrid forms 06 and 07 of
//! ANSI X9.62), coordinates of p and more, and coordinates of no point.
//!
//! The identity has no coordinates. SEC 1 writes it as one zero byte; here it is neither written
//! nor read, since no protocol on these encodings takes it as a key, a nonce or a shared secret:
//! both ways it is [`PointError::Identity`].
//!
//! Encoding is constant-time but for the question whether the point is the identity; decoding is of
//! public data.

use limb::ct::declassify;
use subtle::{Choice, ConditionallySelectable};

use super::lift::lift;
use super::{Affine, Group, Projective};
use crate::error::PointError;
use crate::field::{Anywhere, Canonical, Red};

/// Bytes of a coordinate.
const COORDINATE: usize = 32;

const EVEN: u8 = 0x02;
const ODD: u8 = 0x03;
const UNCOMPRESSED: u8 = 0x04;

/// A group of prime order on a whole curve over a prime field of 249 to 256 bits, encoded as SEC 1
/// does.
///
/// [Example](super#example).
pub trait Sec1Encoding: Group {}

impl<C: Sec1Encoding<Base: Anywhere>> Affine<C> {
    /// The compressed encoding: 02 or 03, then x.
    ///
    /// # Errors
    /// [`PointError::Identity`].
    #[inline(never)]
    pub fn to_sec1(&self) -> Result<[u8; 33], PointError> {
        self.refuse_identity()?;
        Ok(self.to_sec1_unchecked_identity())
    }

    /// The uncompressed encoding: 04, then x and y.
    ///
    /// # Errors
    /// [`PointError::Identity`].
    #[inline(never)]
    pub fn to_sec1_uncompressed(&self) -> Result<[u8; 65], PointError> {
        self.refuse_identity()?;
        Ok(self.to_sec1_uncompressed_unchecked_identity())
    }

    /// The compressed encoding of a point that the caller knows not to be the identity: it cannot
    /// fail. The identity would give 02 and 32 zero bytes.
    ///
    /// Constant-time.
    pub fn to_sec1_unchecked_identity(&self) -> [u8; 33] {
        const { assert!(C::Base::BYTES == COORDINATE, "coordinates have 32 bytes") };
        let mut out = [u8::conditional_select(&EVEN, &ODD, self.y.sgn0()); 33];
        self.x.to_bytes(&mut out[1..]);
        out
    }

    /// As [`Affine::to_sec1_unchecked_identity`], uncompressed. The identity would give 04 and 64
    /// zero bytes.
    ///
    /// Constant-time.
    pub fn to_sec1_uncompressed_unchecked_identity(&self) -> [u8; 65] {
        const { assert!(C::Base::BYTES == COORDINATE, "coordinates have 32 bytes") };
        let mut out = [UNCOMPRESSED; 65];
        let (x, y) = out[1..].split_at_mut(COORDINATE);
        self.x.to_bytes(x);
        self.y.to_bytes(y);
        out
    }

    /// x, which this point shares with its negative. BIP-340 means by it the one with the even y.
    ///
    /// # Errors
    /// [`PointError::Identity`].
    #[inline(never)]
    pub fn to_x_only(&self) -> Result<[u8; 32], PointError> {
        const { assert!(C::Base::BYTES == COORDINATE, "coordinates have 32 bytes") };
        self.refuse_identity()?;
        let mut out = [0; COORDINATE];
        self.x.to_bytes(&mut out);
        Ok(out)
    }

    /// Whether it is the identity is public: the caller learns it from the error.
    fn refuse_identity(&self) -> Result<(), PointError> {
        if declassify(self.infinity) { Err(PointError::Identity) } else { Ok(()) }
    }

    /// Whether y is even, as an integer below p; it is for the identity's zero.
    pub fn has_even_y(&self) -> Choice {
        !self.y.sgn0()
    }

    /// The point of either encoding, which its length tells.
    ///
    /// Cost: a square root for the compressed form, the curve's equation for the other.
    ///
    /// # Errors
    /// [`PointError`]: `Identity` for the one zero byte, `Length`, `Compression` (the tag of the
    /// other form), `Tag`, `NotCanonical`, `NotOnCurve`, tested in this order.
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn from_sec1(bytes: &[u8]) -> Result<Self, PointError> {
        match bytes.len() {
            33 => Self::from_sec1_compressed(bytes),
            65 => Self::from_sec1_uncompressed(bytes),
            1 if bytes[0] == 0 => Err(PointError::Identity),
            _ => Err(PointError::Length),
        }
    }

    /// The point of a compressed encoding, for protocols that take no other.
    ///
    /// # Errors
    /// As [`Affine::from_sec1`], less `Identity`.
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn from_sec1_compressed(bytes: &[u8]) -> Result<Self, PointError> {
        let (x, odd) = compressed::<C>(bytes)?;
        lift(x, odd)
    }

    /// The point of an uncompressed encoding, for protocols that take no other.
    ///
    /// # Errors
    /// As [`Affine::from_sec1`], less `Identity`.
    #[inline(never)]
    pub fn from_sec1_uncompressed(bytes: &[u8]) -> Result<Self, PointError> {
        let (tag, coordinates) = split::<{ 2 * COORDINATE }>(bytes)?;
        match tag {
            UNCOMPRESSED => {}
            EVEN | ODD => return Err(PointError::Compression),
            _ => return Err(PointError::Tag),
        }
        let ([x, y], []) = coordinates.as_chunks() else { return Err(PointError::Length) };
        let point =
            Self::from_xy_unchecked_curve_and_subgroup(coordinate::<C>(x)?, coordinate::<C>(y)?);
        if bool::from(point.is_on_curve()) { Ok(point) } else { Err(PointError::NotOnCurve) }
    }

    /// The point with this x and an even y: lift_x of BIP-340.
    ///
    /// # Errors
    /// [`PointError`]: `Length`, `NotCanonical`, `NotOnCurve`.
    #[inline(never)]
    pub fn from_x_only(bytes: &[u8]) -> Result<Self, PointError> {
        let (x, even) = x_only::<C>(bytes)?;
        lift(x, even)
    }
}

impl<C: Sec1Encoding<Base: Anywhere>> Projective<C> {
    /// See [`Affine::to_sec1`]. One inversion.
    ///
    /// # Errors
    /// [`PointError::Identity`].
    #[inline(never)]
    pub fn to_sec1(&self) -> Result<[u8; 33], PointError> {
        self.to_affine().to_sec1()
    }

    /// See [`Affine::to_sec1_uncompressed`]. One inversion.
    ///
    /// # Errors
    /// [`PointError::Identity`].
    #[inline(never)]
    pub fn to_sec1_uncompressed(&self) -> Result<[u8; 65], PointError> {
        self.to_affine().to_sec1_uncompressed()
    }

    /// See [`Affine::from_sec1`].
    ///
    /// # Errors
    /// As [`Affine::from_sec1`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn from_sec1(bytes: &[u8]) -> Result<Self, PointError> {
        Affine::from_sec1(bytes).map(|point| point.to_projective())
    }
}

/// The tag of an encoding, and so many bytes after it.
fn split<const REST: usize>(bytes: &[u8]) -> Result<(u8, &[u8; REST]), PointError> {
    let (tag, rest) = bytes.split_first().ok_or(PointError::Length)?;
    Ok((*tag, rest.try_into().map_err(|_| PointError::Length)?))
}

/// x of a compressed encoding, and whether y is odd.
pub(super) fn compressed<C: Group<Base: Anywhere>>(
    bytes: &[u8],
) -> Result<(Red<C::Base>, Choice), PointError> {
    let (tag, x) = split::<COORDINATE>(bytes)?;
    let odd = match tag {
        EVEN => 0,
        ODD => 1,
        UNCOMPRESSED => return Err(PointError::Compression),
        _ => return Err(PointError::Tag),
    };
    Ok((coordinate::<C>(x)?, Choice::from(odd)))
}

/// An x by itself, whose y is even.
pub(super) fn x_only<C: Group<Base: Anywhere>>(
    bytes: &[u8],
) -> Result<(Red<C::Base>, Choice), PointError> {
    let x = bytes.try_into().map_err(|_| PointError::Length)?;
    Ok((coordinate::<C>(x)?, Choice::from(0)))
}

fn coordinate<C: Group<Base: Anywhere>>(
    bytes: &[u8; COORDINATE],
) -> Result<Red<C::Base>, PointError> {
    let (value, canonical) = Red::from_bytes(bytes);
    // Public: the caller learns it from the error.
    if declassify(canonical) { Ok(value) } else { Err(PointError::NotCanonical) }
}
