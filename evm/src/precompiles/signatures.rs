//! ECDSA: the signer's address on secp256k1, verification on P-256.

use alloc::vec::Vec;

use curvemark::ecdsa::{P256, RecoveryId, Secp256k1, Signature, VerifyingKey};
use curvemark::hash::keccak256;

use super::Error;
use super::padded::{padded, word};

/// The address whose signature (r, s) of a hash this is, behind 12 zeros: the last 20 bytes of the
/// key's Keccak-256. Nothing if there is none.
///
/// Input: hash, v, r, s of 32 bytes each, padded; v is 27 or 28. Either s is taken.
///
/// Cost: [`Signature::recover_prehashed`].
///
/// [Example](crate::precompiles).
///
/// # Errors
/// None.
pub fn ecrecover(input: &[u8]) -> Result<Vec<u8>, Error> {
    let input = padded::<128>(input, 0);
    let (digest, rest) =
        input.split_first_chunk::<32>().unwrap_or_else(|| unreachable!("the input has 128 bytes"));
    let (v, signature) = rest.split_at(32);
    let id = match v.split_last() {
        Some((v @ (27 | 28), zeros)) if zeros.iter().all(|&byte| byte == 0) => v - 27,
        _ => return Ok(Vec::new()),
    };
    Ok(signer(digest, signature, id).map_or_else(Vec::new, |address| address.to_vec()))
}

/// The signer's address behind 12 zeros, of a hash and `r ‖ s`.
pub(crate) fn signer(digest: &[u8; 32], signature: &[u8], id: u8) -> Option<[u8; 32]> {
    let signature = Signature::<Secp256k1>::from_bytes(signature).ok()?;
    let key = signature.recover_prehashed(digest, RecoveryId::from_byte(id).ok()?).ok()?;
    let mut address = keccak256(&key.to_sec1_uncompressed()[1..]);
    address[..12].fill(0);
    Some(address)
}

/// 1 in 32 bytes if a signature is a key's on P-256, else nothing (EIP-7951).
///
/// Input: hash, r, s, x and y of the key, of 32 bytes each and no more. Either s is taken.
///
/// Cost: [`VerifyingKey::verify_prehashed`].
///
/// [Example](crate::precompiles).
///
/// # Errors
/// None.
pub fn p256_verify(input: &[u8]) -> Result<Vec<u8>, Error> {
    let Some((digest, rest)) =
        input.split_first_chunk::<32>().filter(|(_, rest)| rest.len() == 128)
    else {
        return Ok(Vec::new());
    };
    let (signature, key) = rest.split_at(64);
    Ok(if p256_holds(digest, signature, key) { word(true).to_vec() } else { Vec::new() })
}

/// Whether `r ‖ s` is a signature of a hash by the key `x ‖ y`.
pub(crate) fn p256_holds(digest: &[u8; 32], signature: &[u8], key: &[u8]) -> bool {
    let mut encoding = [4; 65];
    encoding[1..].copy_from_slice(key);
    let verdict = Signature::<P256>::from_bytes(signature).and_then(|signature| {
        VerifyingKey::from_sec1(&encoding)?.verify_prehashed(digest, &signature)
    });
    verdict.is_ok()
}
