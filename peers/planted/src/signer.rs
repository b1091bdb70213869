//! Ed25519 by hand, and how a key is lost by it.
//!
//! A signature is R = r·B and S = r + k·a with r a hash of secret and message alone, and k a hash
//! of R, the public key and the message. Under two public keys one message has one R and two S, so
//! that a = (S − S′) / (k − k′): RUSTSEC-2022-0093.

use curve::ed25519::{Fr, Point, clamp};
use peer_api::body::{Prepared, refusing, unparsed};
use peer_api::{Case, Operation};
use sha2::{Digest, Sha512};
use std::hint::black_box;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

fn reduced(parts: &[&[u8]]) -> Fr {
    let hash = parts.iter().fold(Sha512::new(), |hash, part| hash.chain_update(part));
    let hash: [u8; 64] = hash.finalize().into();
    Fr::from_wide_le_bytes(&hash).expect("64 bytes")
}

/// The secret scalar and the prefix of nonces: RFC 8032, section 5.1.5.
fn expanded(seed: &[u8]) -> (Fr, [u8; 32]) {
    let hash: [u8; 64] = Sha512::digest(seed).into();
    let (mut scalar, mut prefix) = ([0; 32], [0; 32]);
    scalar.copy_from_slice(&hash[..32]);
    prefix.copy_from_slice(&hash[32..]);
    (Fr::from_wide_le_bytes(&clamp(scalar)).expect("32 bytes"), prefix)
}

fn multiple(k: &Fr) -> [u8; 32] {
    Point::generator().mul(k).to_bytes()
}

fn public_key(seed: &[u8]) -> [u8; 32] {
    multiple(&expanded(seed).0)
}

fn finish(secret: &Fr, nonce: &Fr, public_key: &[u8], message: &[u8]) -> Vec<u8> {
    let commitment = multiple(nonce);
    let challenge = reduced(&[&commitment, public_key, message]);
    [commitment, (nonce + &(&challenge * secret)).to_le_bytes()].concat()
}

fn sign(seed: &[u8], public_key: &[u8], message: &[u8]) -> Vec<u8> {
    let (secret, prefix) = expanded(seed);
    finish(&secret, &reduced(&[&prefix, message]), public_key, message)
}

/// A proof of knowledge of a seed's scalar, over a message.
fn prove(case: &Case) -> Vec<u8> {
    sign(&case[0], &public_key(&case[0]), &case[1])
}

pub(crate) fn prover(operation: &Operation, pool: &[Case]) -> Prepared {
    refusing(unparsed(operation, pool)?, |case| Some(prove(case)), Vec::clone)
}

/// The request that is being proved, whoever asked.
static REQUEST: Mutex<Case> = Mutex::new(Vec::new());

/// Right for one caller at a time.
pub(crate) fn mixed_prover(operation: &Operation, pool: &[Case]) -> Prepared {
    let call = |case: &Case| {
        case.clone_into(&mut *REQUEST.lock().unwrap_or_else(PoisonError::into_inner));
        // What a prover does before it reads the witness: the others come in.
        thread::sleep(Duration::from_micros(20));
        let request = REQUEST.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Some(prove(&request))
    };
    refusing(unparsed(operation, pool)?, call, Vec::clone)
}

pub(crate) fn oracle(operation: &Operation, pool: &[Case]) -> Prepared {
    refusing(
        unparsed(operation, pool)?,
        |case| Some(sign(&case[0], &case[1], &case[2])),
        Vec::clone,
    )
}

/// Refuses a public key that is not that of the seed.
pub(crate) fn bound(operation: &Operation, pool: &[Case]) -> Prepared {
    let call = |case: &Case| {
        (public_key(&case[0]) == *case[1]).then(|| sign(&case[0], &case[1], &case[2]))
    };
    refusing(unparsed(operation, pool)?, call, Vec::clone)
}

pub(crate) fn steady(operation: &Operation, pool: &[Case]) -> Prepared {
    refusing(unparsed(operation, pool)?, |case| Some(public_key(&case[0])), |key| key.to_vec())
}

/// As `steady`, and a public key more for each eight bits of the seed that are set.
pub(crate) fn leaky(operation: &Operation, pool: &[Case]) -> Prepared {
    let call = |case: &Case| {
        let set: u32 = case[0].iter().map(|byte| byte.count_ones()).sum();
        for _ in 0..set / 8 {
            black_box(public_key(black_box(&case[0])));
        }
        Some(public_key(&case[0]))
    };
    refusing(unparsed(operation, pool)?, call, |key| key.to_vec())
}

/// The attack: from the signer's public key, another one, a message and its two signatures under
/// these keys, the secret scalar and a signature of `forge`. `None` if they are not such
/// signatures.
pub fn extract(
    keys: [&[u8]; 2],
    message: &[u8],
    signatures: [&[u8]; 2],
    forge: &[u8],
) -> Option<([u8; 32], Vec<u8>)> {
    let part = |signature: &[u8]| {
        Some((
            <[u8; 32]>::try_from(signature.get(..32)?).ok()?,
            signature.get(32..)?.try_into().ok()?,
        ))
    };
    let [(first, s), (second, t)]: [([u8; 32], [u8; 32]); 2] =
        [part(signatures[0])?, part(signatures[1])?];
    if first != second || keys[0] == keys[1] {
        return None;
    }
    let scalar = |bytes: [u8; 32]| Fr::from_le_bytes(&bytes).ok();
    let [k, l] = keys.map(|key| reduced(&[&first, key, message]));
    let secret = &(&scalar(s)? - &scalar(t)?) * &(&k - &l).invert();
    // Any nonce does that nobody else knows; this one is known, to those who read this.
    let nonce = reduced(&[b"a nonce of the attack", &secret.to_le_bytes(), forge]);
    Some((secret.to_le_bytes(), finish(&secret, &nonce, keys[0], forge)))
}
