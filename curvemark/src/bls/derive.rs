//! Secret keys from key material: KeyGen of draft-irtf-cfrg-bls-signature-05, §2.3, and the tree of
//! keys of EIP-2333, which is built on it.
//!
//! HKDF-SHA-256 (RFC 5869) gives 48 bytes, which are reduced modulo r: a bias of 2^-128. All of it
//! is constant-time in the secrets, which leave no copies but those of the hash function's own
//! state.

use curve::bls12_381::{Fr, SecretScalar};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::Error;

/// What is hashed for the first salt: draft-irtf-cfrg-bls-signature-04, §2.3, and EIP-2333. Version
/// 5 of the draft leaves the salt to the caller.
const SALT: &[u8] = b"BLS-SIG-KEYGEN-SALT-";

/// Bytes of key material at least.
const LEAST_MATERIAL: usize = 32;

/// L = ⌈3·⌈log₂ r⌉/16⌉.
const UNIFORM: usize = 48;

/// Values of a Lamport secret: as many blocks as HKDF gives at most.
const LAMPORT: u8 = 255;

type Block = Zeroizing<[u8; 32]>;

fn mac(key: &[u8], parts: &[&[u8]]) -> Block {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else {
        unreachable!("HMAC takes keys of every length")
    };
    parts.iter().for_each(|part| mac.update(part));
    Zeroizing::new(mac.finalize().into_bytes().into())
}

/// The first blocks of HKDF-Expand, to `take` one after the other.
fn expand(key: &[u8; 32], info: [&[u8]; 2], blocks: u8, mut take: impl FnMut(&[u8; 32])) {
    let mut block = Zeroizing::new([0; 32]);
    for number in 1..=blocks {
        // The first block has none before it.
        let before = if number == 1 { &[][..] } else { &block[..] };
        block = mac(key, &[before, info[0], info[1], &[number]]);
        take(&block);
    }
}

/// The secret scalar of key material: KeyGen with this salt.
pub(super) fn key_gen(material: &[u8], salt: &[u8], info: &[u8]) -> Result<SecretScalar, Error> {
    if material.len() < LEAST_MATERIAL {
        return Err(Error::KeyMaterial);
    }
    // Zero comes up with probability 2^-255; that another salt follows tells nothing of the result.
    if let Ok(scalar) = attempt(material, salt, info).not_zero() {
        return Ok(scalar);
    }
    let mut salt = <[u8; 32]>::from(Sha256::digest(salt));
    loop {
        if let Ok(scalar) = attempt(material, &salt, info).not_zero() {
            return Ok(scalar);
        }
        salt = Sha256::digest(salt).into();
    }
}

/// KeyGen with the salt of version 4 of the draft, which EIP-2333 shares.
pub(super) fn key_gen_v4(material: &[u8], info: &[u8]) -> Result<SecretScalar, Error> {
    key_gen(material, &Sha256::digest(SALT), info)
}

fn attempt(material: &[u8], salt: &[u8], info: &[u8]) -> SecretScalar {
    let key = mac(salt, &[material, &[0]]);
    let mut uniform = Zeroizing::new([0; 64]);
    let mut filled = 0;
    expand(&key, [info, &[0, UNIFORM as u8]], 2, |block| {
        uniform[filled..filled + 32].copy_from_slice(block);
        filled += 32;
    });
    SecretScalar::new(Fr::from_uniform_bytes(&uniform[..UNIFORM]))
}

/// The child of a secret in the tree of EIP-2333.
pub(super) fn child(parent: &SecretScalar, index: u32) -> SecretScalar {
    let mut material = parent.to_be_bytes();
    let mut lamport = Sha256::new();
    for _ in 0..2 {
        let key = mac(&index.to_be_bytes(), &[&material[..]]);
        expand(&key, [&[], &[]], LAMPORT, |block| lamport.update(Sha256::digest(block)));
        material.iter_mut().for_each(|byte| *byte = !*byte);
    }
    let compressed = Zeroizing::new(<[u8; 32]>::from(lamport.finalize()));
    key_gen_v4(&*compressed, &[]).unwrap_or_else(|_| unreachable!("there are 32 bytes of material"))
}
