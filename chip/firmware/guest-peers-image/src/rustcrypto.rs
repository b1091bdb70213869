//! RustCrypto's k256, p256, sha2 and ripemd, as revm calls them. The last is curvemark's too.

use alloc::vec;
use alloc::vec::Vec;

use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};
use p256::ecdsa::signature::hazmat::PrehashVerifier;

use crate::bytes::{address, recoverable, word};
use crate::serve::Output;

pub fn call(contract: u16, input: &[u8]) -> Option<Output> {
    Some(match contract {
        1 => Some(recover(input).unwrap_or_default()),
        2 => Some(<sha2::Sha256 as sha2::Digest>::digest(input).to_vec()),
        3 => Some(ripemd160(input)),
        0x100 => Some(if verify(input).is_some() { word(true) } else { Vec::new() }),
        _ => return None,
    })
}

fn recover(input: &[u8]) -> Output {
    let (hash, signature, mut id) = recoverable(input)?;
    let mut signature = Signature::from_slice(&signature).ok()?;
    // The library takes only the lower s, which has the other point.
    if let Some(normal) = signature.normalize_s() {
        signature = normal;
        id ^= 1;
    }
    let id = RecoveryId::from_byte(id)?;
    let key = VerifyingKey::recover_from_prehash(&hash, &signature, id).ok()?;
    Some(address(&key.to_encoded_point(false).as_bytes()[1..]))
}

fn ripemd160(input: &[u8]) -> Vec<u8> {
    let mut out = vec![0; 32];
    out[12..].copy_from_slice(&<ripemd::Ripemd160 as ripemd::Digest>::digest(input));
    out
}

fn verify(input: &[u8]) -> Option<()> {
    let input: &[u8; 160] = input.try_into().ok()?;
    let signature = p256::ecdsa::Signature::from_slice(&input[32..96]).ok()?;
    let point = p256::EncodedPoint::from_untagged_bytes(input[96..].into());
    let key = p256::ecdsa::VerifyingKey::from_encoded_point(&point).ok()?;
    key.verify_prehash(&input[..32], &signature).ok()
}
