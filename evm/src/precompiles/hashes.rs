//! Hash functions of any input, and the input itself.

use alloc::vec::Vec;

use curvemark::hash;

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
    let mut out = [0; 32];
    out[12..].copy_from_slice(&hash::ripemd160(input));
    Ok(out.to_vec())
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
