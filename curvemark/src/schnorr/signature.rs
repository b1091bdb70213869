//! A signature and its encoding.

use curve::secp256k1::{Fp, Fr};

use super::Error;

/// A signature: r below p, an x or none, and s below n.
///
/// [Example](crate::schnorr).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    pub(super) r: [u8; 32],
    pub(super) s: Fr,
}

impl Signature {
    /// Bytes of a signature.
    pub const BYTES: usize = 64;

    /// The signature of the 64 bytes `r ‖ s`, big-endian.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::R`], [`Error::S`], tested in this order.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let (r, s) = bytes.split_first_chunk::<32>().ok_or(Error::Length)?;
        let s: &[u8; 32] = s.try_into().map_err(|_| Error::Length)?;
        if !bool::from(Fp::from_bytes(r).1) {
            return Err(Error::R);
        }
        Ok(Self { r: *r, s: Fr::from_be_bytes(s).map_err(|_| Error::S)? })
    }

    /// `r ‖ s`.
    pub fn to_bytes(&self) -> [u8; 64] {
        let mut out = [0; 64];
        out[..32].copy_from_slice(&self.r);
        out[32..].copy_from_slice(&self.s.to_be_bytes());
        out
    }
}
