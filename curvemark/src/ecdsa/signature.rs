//! A signature and its encodings: the fixed one of 64 bytes, and DER.

use core::fmt;

use curve::field::Red;

use super::{Curve, DerError, Error};

/// A signature: r and s, integers from 1 to n − 1.
///
/// [Example](crate::ecdsa).
#[derive(Clone, Copy, Debug)]
pub struct Signature<C: Curve> {
    pub(super) r: Red<C::Scalar>,
    pub(super) s: Red<C::Scalar>,
}

impl<C: Curve> PartialEq for Signature<C> {
    fn eq(&self, other: &Self) -> bool {
        self.r == other.r && self.s == other.s
    }
}

impl<C: Curve> Eq for Signature<C> {}

impl<C: Curve> Signature<C> {
    /// Bytes of a signature in its fixed form.
    pub const BYTES: usize = 64;

    /// The signature of the 64 bytes `r ‖ s`, big-endian, with either s.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::R`], [`Error::S`], tested in this order.
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let halves: &[u8; 64] = bytes.try_into().map_err(|_| Error::Length)?;
        let (r, s) = halves.split_at(32);
        let part =
            |bytes, error| Red::from_be_bytes(bytes).and_then(Red::not_zero).map_err(|_| error);
        Ok(Self { r: part(r, Error::R)?, s: part(s, Error::S)? })
    }

    /// As [`Signature::from_bytes`], with only s up to half the order.
    ///
    /// # Errors
    /// Those and [`Error::HighS`].
    pub fn from_bytes_low_s(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(bytes)?.low_s()
    }

    /// The signature of a DER encoding, with either s. There is one encoding of each; whatever BER
    /// would take besides is refused.
    ///
    /// # Errors
    /// [`Error::Der`], [`Error::R`], [`Error::S`], tested in this order.
    #[inline(never)]
    pub fn from_der(bytes: &[u8]) -> Result<Self, Error> {
        let (content, rest) = element(bytes, SEQUENCE)?;
        let (r, content) = unsigned(content)?;
        let (s, content) = unsigned(content)?;
        if !(rest.is_empty() && content.is_empty()) {
            return Err(DerError::Trailing.into());
        }
        let mut fixed = [0; 64];
        let (places, errors) = (fixed.as_chunks_mut::<32>().0, [Error::R, Error::S]);
        for ((place, integer), error) in places.iter_mut().zip([r, s]).zip(errors) {
            let start = place.len().checked_sub(integer.len()).ok_or(error)?;
            place[start..].copy_from_slice(integer);
        }
        Self::from_bytes(&fixed)
    }

    /// As [`Signature::from_der`], with only s up to half the order: what Bitcoin relays (BIP-66
    /// with BIP-146).
    ///
    /// # Errors
    /// Those and [`Error::HighS`].
    pub fn from_der_low_s(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_der(bytes)?.low_s()
    }

    /// This signature if it has the low s.
    fn low_s(self) -> Result<Self, Error> {
        if self.has_low_s() { Ok(self) } else { Err(Error::HighS) }
    }

    /// `r ‖ s`, big-endian.
    pub fn to_bytes(&self) -> [u8; 64] {
        let mut out = [0; 64];
        out[..32].copy_from_slice(&self.r.to_be_bytes());
        out[32..].copy_from_slice(&self.s.to_be_bytes());
        out
    }

    /// The DER encoding: 8 to 72 bytes.
    #[inline(never)]
    pub fn to_der(&self) -> DerSignature {
        let mut out = DerSignature { bytes: [0; 72], length: 2 };
        for integer in [self.r, self.s].map(|part| part.to_be_bytes()) {
            out.push_integer(&integer);
        }
        out.bytes[0] = SEQUENCE;
        out.bytes[1] = out.length - 2;
        out
    }

    /// Whether s is at most half the order.
    pub fn has_low_s(&self) -> bool {
        !bool::from(self.s.is_largest())
    }

    /// The signature of the same message with the lower s.
    #[must_use]
    pub fn normalize_s(&self) -> Self {
        Self { r: self.r, s: self.s.negate_if(&self.s.is_largest()) }
    }
}

const SEQUENCE: u8 = 0x30;
const INTEGER: u8 = 0x02;

/// The content of the element at the front, which has this tag, and what follows. Two integers of
/// 256 bits take at most 70 bytes, so that a length of more than one byte is never the shortest
/// form of a good one.
fn element(bytes: &[u8], tag: u8) -> Result<(&[u8], &[u8]), DerError> {
    match bytes {
        [first, ..] if *first != tag => Err(DerError::Tag),
        [_, length, rest @ ..] if *length < 0x80 => {
            rest.split_at_checked(usize::from(*length)).ok_or(DerError::Length)
        }
        [] => Err(DerError::Tag),
        _ => Err(DerError::Length),
    }
}

/// The bytes of the integer at the front, without the zero of a sign, and what follows.
fn unsigned(bytes: &[u8]) -> Result<(&[u8], &[u8]), DerError> {
    let (integer, rest) = element(bytes, INTEGER)?;
    match integer {
        [] => Err(DerError::Length),
        [0x80..=0xff, ..] => Err(DerError::Negative),
        [0, 0..=0x7f, ..] => Err(DerError::Padding),
        [0, magnitude @ ..] if !magnitude.is_empty() => Ok((magnitude, rest)),
        _ => Ok((integer, rest)),
    }
}

/// The DER encoding of a signature, without the heap.
///
/// ```
/// use curvemark::ecdsa::{Secp256k1, Signature, SigningKey};
///
/// let signature = SigningKey::<Secp256k1>::from_bytes(&[7; 32])?.sign(b"a message");
/// let der = signature.to_der();
/// assert!(Signature::from_der_low_s(der.as_bytes())? == signature);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DerSignature {
    bytes: [u8; 72],
    length: u8,
}

impl DerSignature {
    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }

    /// Appends an integer that is not zero.
    fn push_integer(&mut self, integer: &[u8; 32]) {
        let zeros = integer.iter().take_while(|byte| **byte == 0).count();
        let magnitude = &integer[zeros..];
        let sign = u8::from(magnitude.first().is_some_and(|byte| *byte >= 0x80));
        let start = usize::from(self.length);
        let end = start + 2 + usize::from(sign) + magnitude.len();
        self.bytes[start] = INTEGER;
        self.bytes[start + 1] = magnitude.len() as u8 + sign;
        self.bytes[end - magnitude.len()..end].copy_from_slice(magnitude);
        self.length = end as u8;
    }
}

impl AsRef<[u8]> for DerSignature {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl fmt::Debug for DerSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DerSignature(")?;
        self.as_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}
