//! A signature and its encoding.

use curve::ed25519::{Fr, Point};

use super::Error;

/// A signature: the bytes of R as they came, and s below ℓ. What R is a rule decides, in
/// verification.
///
/// [Example](crate::eddsa).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    pub(super) r: [u8; 32],
    pub(super) s: Fr,
}

impl Signature {
    /// Bytes of a signature.
    pub const BYTES: usize = 64;

    /// The signature of the 64 bytes `R ‖ s`, s little-endian.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::S`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let (r, s) = bytes.split_first_chunk::<32>().ok_or(Error::Length)?;
        let s: &[u8; 32] = s.try_into().map_err(|_| Error::Length)?;
        Ok(Self { r: *r, s: Fr::from_le_bytes(s).map_err(|_| Error::S)? })
    }

    /// That R is not a point of small order, in any encoding. What is no point at all is not one of
    /// these; no rule of verification takes it.
    ///
    /// Cost: a square root.
    ///
    /// # Errors
    /// [`Error::SmallOrder`].
    pub fn reject_small_order(&self) -> Result<(), Error> {
        match Point::from_bytes_zip215(&self.r) {
            Ok(r) if bool::from(r.is_small_order()) => Err(Error::SmallOrder),
            _ => Ok(()),
        }
    }

    /// `R ‖ s`.
    pub fn to_bytes(&self) -> [u8; 64] {
        let mut out = [0; 64];
        out[..32].copy_from_slice(&self.r);
        out[32..].copy_from_slice(&self.s.to_le_bytes());
        out
    }
}
