//! The points of the protocol: validated once, told apart by type.

use core::fmt;
use core::marker::PhantomData;

use curve::error::PointError;
use curve::secp256k1::{AffinePoint, Point as Sum};

use super::Error;
use crate::cashu::role::{Blinded, Promised, Role, Signed};

/// A point of secp256k1 other than the identity, in the role that `R` names.
///
/// [Example](crate::cashu::legacy).
pub struct Point<R> {
    point: AffinePoint,
    role: PhantomData<R>,
}

/// B_, a blinded message.
///
/// [Example](crate::cashu::legacy).
pub type BlindedMessage = Point<Blinded>;
/// C_, a blind signature.
///
/// [Example](crate::cashu::legacy).
pub type BlindSignature = Point<Promised>;
/// C, an unblinded signature.
///
/// [Example](crate::cashu::legacy).
pub type Signature = Point<Signed>;

impl<R> Point<R> {
    /// From the 33 bytes of the compressed encoding.
    ///
    /// Variable-time. Cost: one square root.
    ///
    /// # Errors
    /// [`Error::Length`] for another length, [`Error::Point`] with the reason otherwise; the
    /// identity has no such encoding.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let bytes: &[u8; 33] = bytes.try_into().map_err(|_| Error::Length)?;
        Ok(Self { point: AffinePoint::from_sec1_compressed(bytes)?, role: PhantomData })
    }

    /// [`Point::from_bytes`] of each, eight at a time on vectors where the CPU has them. A result
    /// depends only on its own bytes.
    ///
    /// # Errors
    /// [`Error::Empty`], [`Error::LengthMismatch`]; no result is written then.
    pub fn from_bytes_batch(
        encodings: &[impl AsRef<[u8]>],
        points: &mut [Result<Self, Error>],
    ) -> Result<(), Error> {
        /// Points at once, for space on the stack.
        const CHUNK: usize = 64;
        if encodings.len() != points.len() {
            return Err(Error::LengthMismatch);
        }
        if encodings.is_empty() {
            return Err(Error::Empty);
        }
        for (encodings, points) in encodings.chunks(CHUNK).zip(points.chunks_mut(CHUNK)) {
            let mut read = [Err(PointError::Length); CHUNK];
            let read = &mut read[..encodings.len()];
            AffinePoint::from_sec1_compressed_batch(encodings, read)
                .map_err(|_| Error::LengthMismatch)?;
            for (out, read) in points.iter_mut().zip(read) {
                *out = match *read {
                    Ok(point) => Ok(Self { point, role: PhantomData }),
                    Err(PointError::Length) => Err(Error::Length),
                    Err(reason) => Err(Error::Point(reason)),
                };
            }
        }
        Ok(())
    }

    /// The 33 bytes.
    pub fn to_bytes(&self) -> [u8; 33] {
        self.point.to_sec1_unchecked_identity()
    }

    /// The point.
    pub fn affine(&self) -> &AffinePoint {
        &self.point
    }

    /// From a point, unless it is the identity.
    pub(in crate::cashu) fn from_affine(point: AffinePoint) -> Result<Self, PointError> {
        Ok(Self { point: point.not_identity()?, role: PhantomData })
    }

    /// As [`Point::from_affine`]. One inversion.
    pub(in crate::cashu) fn from_sum(point: &Sum) -> Result<Self, PointError> {
        Self::from_affine(point.to_affine())
    }

    /// From a sum that the caller knows not to be the identity: nothing can fail, and nothing is
    /// declassified. One inversion.
    ///
    /// Were it the identity nevertheless, its encoding would be of x = 0, which no decoder takes: 7
    /// is not a square.
    pub(in crate::cashu) fn from_nonzero(point: &Sum) -> Self {
        let point = point.to_affine();
        debug_assert!(point.not_identity().is_ok(), "not the identity");
        Self { point, role: PhantomData }
    }
}

impl<R> Clone for Point<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Point<R> {}

impl<R> PartialEq for Point<R> {
    fn eq(&self, other: &Self) -> bool {
        self.point == other.point
    }
}

impl<R> Eq for Point<R> {}

impl<R: Role> fmt::Debug for Point<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", R::NAME)?;
        self.to_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}
