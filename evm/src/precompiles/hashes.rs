//! Hash functions of any input, and the input itself.

use alloc::vec::Vec;
use core::mem::ManuallyDrop;

use curvemark::hash::{self, Digest, Ripemd160};

use super::Error;

/// SHA-256 (FIPS 180-4): 32 bytes.
///
/// [Example](crate::precompiles).
///
/// # Errors
/// None.
pub fn sha256(input: &[u8]) -> Result<Vec<u8>, Error> {
    Ok(hash::sha256(input).to_vec())
}

/// RIPEMD-160 (Dobbertin, Bosselaers, Preneel, 1996): 20 bytes behind 12 zeros.
///
/// [Example](crate::precompiles).
///
/// # Errors
/// None.
pub fn ripemd160(input: &[u8]) -> Result<Vec<u8>, Error> {
    Ok(ripemd160_of_public(input).to_vec())
}

/// RIPEMD-160 behind 12 zeros.
///
/// What a contract hashes is public, so the state is not dropped: that would wipe it, which takes a
/// tenth of the time of 32 bytes.
pub(crate) fn ripemd160_of_public(input: &[u8]) -> [u8; 32] {
    let mut state = ManuallyDrop::new(Ripemd160::new_with_prefix(input));
    let mut out = [0; 32];
    out[12..].copy_from_slice(&state.finalize_reset());
    out
}

/// The input.
///
/// [Example](crate::precompiles).
///
/// # Errors
/// None.
pub fn identity(input: &[u8]) -> Result<Vec<u8>, Error> {
    Ok(input.to_vec())
}
