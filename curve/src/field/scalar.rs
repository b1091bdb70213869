//! Scalars from bytes and from generators. Pages of types have their methods in the order of files,
//! and these are what most readers look for: so they stand before those of all fields, in `values`.

use limb::ct::declassify;
use rand_core::CryptoRng;
use zeroize::{Zeroize, Zeroizing};

use super::Red;
use crate::error::ScalarError;
use crate::scalar::{FromU64, ScalarField};

impl<F: ScalarField> Red<F> {
    /// The 32 big-endian bytes of the integer below the order.
    pub fn to_be_bytes(&self) -> [u8; 32] {
        const { assert!(F::BYTES == 32, "the encoding has 32 bytes") };
        let mut out = [0; 32];
        self.to_bytes(&mut out);
        out
    }

    /// The scalar of 32 big-endian bytes. Constant-time in the value.
    ///
    /// # Errors
    /// [`ScalarError::Length`], [`ScalarError::NotCanonical`].
    #[inline(never)]
    pub fn from_be_bytes(bytes: &[u8]) -> Result<Self, ScalarError> {
        if bytes.len() != Self::BYTES {
            return Err(ScalarError::Length);
        }
        let (value, canonical) = Self::from_bytes(bytes);
        // Public: the caller learns it from the error.
        if declassify(canonical) { Ok(value) } else { Err(ScalarError::NotCanonical) }
    }

    /// The 32 little-endian bytes of the integer below the order.
    pub fn to_le_bytes(&self) -> [u8; 32] {
        let mut out = self.to_be_bytes();
        out.reverse();
        out
    }

    /// The scalar of 32 little-endian bytes. Constant-time in the value.
    ///
    /// # Errors
    /// [`ScalarError::Length`], [`ScalarError::NotCanonical`].
    pub fn from_le_bytes(bytes: &[u8]) -> Result<Self, ScalarError> {
        let mut buffer: [u8; 32] = bytes.try_into().map_err(|_| ScalarError::Length)?;
        buffer.reverse();
        let out = Self::from_be_bytes(&buffer);
        buffer.zeroize();
        out
    }

    /// The residue of a little-endian integer of at most 64 bytes. Constant-time in the value.
    ///
    /// # Errors
    /// [`ScalarError::Length`].
    pub fn from_wide_le_bytes(bytes: &[u8]) -> Result<Self, ScalarError> {
        let mut buffer = [0; 64];
        buffer.get_mut(..bytes.len()).ok_or(ScalarError::Length)?.copy_from_slice(bytes);
        buffer.reverse();
        let out = Self::from_uniform_bytes(&buffer);
        buffer.zeroize();
        Ok(out)
    }

    /// A scalar from a generator: 64 bytes reduced modulo the order, so that its distance from
    /// uniform is below 2^-256.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let mut bytes = Zeroizing::new([0; 64]);
        rng.fill_bytes(bytes.as_mut());
        Self::from_uniform_bytes(bytes.as_ref())
    }

    /// This scalar unless it is zero, for protocols that refuse it.
    ///
    /// # Errors
    /// [`ScalarError::Zero`].
    pub fn not_zero(self) -> Result<Self, ScalarError> {
        // Public: the caller learns it from the error.
        if declassify(self.is_zero()) { Err(ScalarError::Zero) } else { Ok(self) }
    }
}

impl<F: FromU64> From<u64> for Red<F> {
    fn from(value: u64) -> Self {
        Self::from_uniform_bytes(&value.to_be_bytes())
    }
}
