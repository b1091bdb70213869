//! Points with their bytes, since transcripts read bytes and sums read points.

use core::fmt;

use curve::bandersnatch::{Point, Scalar};
use curve::error::PointError;
use curve::scalar_mul::Comb;
use zeroize::Zeroize;

use super::Error;
use crate::kept::kept;

/// A point of order ℓ, or the identity, with its bytes.
#[derive(Clone, Copy)]
pub struct Encoded {
    pub point: Point,
    pub bytes: [u8; 32],
}

impl Encoded {
    /// Of the product of a secret. Constant-time; one inversion.
    ///
    /// With its Z a product tells more of the scalar than the point does: it is wiped, and Z is
    /// one.
    pub fn of(mut product: Point) -> Self {
        let xy = product.to_xy();
        product.zeroize();
        let bytes = Point::xy_to_bytes(&xy);
        let [x, y] = xy;
        Self { point: Point::from_xy_unchecked_curve(x, y), bytes }
    }

    /// Of a canonical encoding, if the point has the order ℓ or is the identity.
    pub fn read(bytes: &[u8]) -> Result<Self, PointError> {
        let point = Point::from_bytes(bytes)?;
        Ok(Self { point, bytes: bytes.try_into().map_err(|_| PointError::Length)? })
    }

    /// The same, but for the identity.
    pub fn read_not_identity(bytes: &[u8]) -> Result<Self, PointError> {
        let encoded = Self::read(bytes)?;
        encoded.point.not_identity()?;
        Ok(encoded)
    }
}

impl fmt::Debug for Encoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Encodings are unique.
impl PartialEq for Encoded {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Encoded {}

impl Zeroize for Encoded {
    fn zeroize(&mut self) {
        self.point.zeroize();
        self.bytes.zeroize();
    }
}

/// The bytes of the generator, which transcripts read.
pub const GENERATOR: [u8; 32] = [
    0x66, 0x41, 0x97, 0xcc, 0xb6, 0x67, 0x31, 0x5e, 0x60, 0x64, 0xe4, 0xee, 0x81, 0xad, 0x8c, 0x35,
    0x86, 0xd5, 0xdc, 0xba, 0x50, 0x8b, 0x7d, 0x15, 0x0f, 0x3e, 0x12, 0xda, 0x9e, 0x66, 0x6c, 0x2a,
];

/// \[k\]G. Constant-time. With `std` by a comb that is kept, 33 KiB.
pub fn mul_generator(k: &Scalar) -> Point {
    let comb: Option<&'static Comb<Point, 11, 32>> =
        kept!(Comb<Point, 11, 32>, crate::kept::comb(&Point::generator()));
    comb.map_or_else(|| Point::generator().mul(k), |comb| comb.mul(k))
}

/// A scalar of a proof: below ℓ.
pub fn read_scalar(bytes: &[u8]) -> Result<Scalar, Error> {
    Scalar::from_le_bytes(bytes).map_err(|_| Error::Scalar)
}

/// Parts of 32 bytes of a proof that has as many as are wanted.
pub fn parts<const N: usize>(bytes: &[u8]) -> Result<&[[u8; 32]; N], Error> {
    let (parts, rest) = bytes.as_chunks::<32>();
    if rest.is_empty() { parts.try_into().map_err(|_| Error::Length) } else { Err(Error::Length) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_the_generator() {
        assert_eq!(GENERATOR, Point::generator().to_bytes());
        let k = Scalar::from(1_234_567u32);
        assert!(mul_generator(&k) == Point::generator().mul(&k));
    }
}
