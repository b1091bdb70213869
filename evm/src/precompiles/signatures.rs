//! ECDSA: the signer's address on secp256k1, verification on P-256.

use alloc::vec::Vec;

use curvemark::hash::keccak256;

use super::Error;
use super::padded::{padded, word};
use crate::primitives::{p256_holds, recover_key};

/// The address whose signature (r, s) of a hash this is, behind 12 zeros: the last 20 bytes of the
/// key's Keccak-256. Nothing if there is none.
///
/// Input: hash, v, r, s of 32 bytes each, padded; v is 27 or 28. Either s is taken.
///
/// Cost: [`recover_key`].
///
/// [Example](crate::precompiles).
///
/// # Errors
/// None.
pub fn ecrecover(input: &[u8]) -> Result<Vec<u8>, Error> {
    let input = padded::<128>(input, 0);
    let (digest, rest) =
        input.split_first_chunk::<32>().unwrap_or_else(|| unreachable!("the input has 128 bytes"));
    let (v, signature) =
        rest.split_last_chunk::<64>().unwrap_or_else(|| unreachable!("96 bytes are left"));
    let id = match v.split_last() {
        Some((v @ (27 | 28), zeros)) if zeros.iter().all(|&byte| byte == 0) => v - 27,
        _ => return Ok(Vec::new()),
    };
    Ok(signer(digest, signature, id).map_or_else(Vec::new, |address| address.to_vec()))
}

/// The signer's address behind 12 zeros, of a hash and `r ‖ s`.
pub(crate) fn signer(digest: &[u8; 32], signature: &[u8; 64], id: u8) -> Option<[u8; 32]> {
    let mut address = keccak256(&recover_key(digest, signature, id).ok()?);
    address[..12].fill(0);
    Some(address)
}

/// 1 in 32 bytes if a signature is a key's on P-256, else nothing (EIP-7951).
///
/// Input: hash, r, s, x and y of the key, of 32 bytes each and no more. Either s is taken.
///
/// Cost: [`p256_holds`].
///
/// [Example](crate::precompiles).
///
/// # Errors
/// None.
pub fn p256_verify(input: &[u8]) -> Result<Vec<u8>, Error> {
    let parts = || {
        let (digest, rest) = input.split_first_chunk::<32>()?;
        let (signature, key) = rest.split_first_chunk::<64>()?;
        Some((digest, signature, key.try_into().ok()?))
    };
    let holds = parts().is_some_and(|(digest, signature, key)| p256_holds(digest, signature, key));
    Ok(if holds { word(true).to_vec() } else { Vec::new() })
}
