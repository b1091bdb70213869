// Written for this test after the shape of Lighthouse's `crypto/bls/src/impls/blst.rs`, without
// its text: wrappers around `min_pk`, sets of signatures with random factors, and every error.

use blst::min_pk::{AggregatePublicKey, AggregateSignature, PublicKey, SecretKey, Signature};
use blst::{BLST_ERROR, blst_scalar};

const DST: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
const FACTOR_BITS: usize = 64;

/// A message that several keys have signed.
struct Set {
    signature: AggregateSignature,
    keys: Vec<PublicKey>,
    message: [u8; 32],
}

/// As a caller's own error type wraps it.
#[derive(Debug)]
struct Error(#[allow(dead_code)] BLST_ERROR);

impl From<BLST_ERROR> for Error {
    fn from(reason: BLST_ERROR) -> Self {
        Self(reason)
    }
}

trait Encoded: Sized {
    fn decode(bytes: &[u8]) -> Result<Self, Error>;
    fn encode(&self) -> Vec<u8>;
}

impl Encoded for PublicKey {
    fn decode(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self::key_validate(bytes)?)
    }

    fn encode(&self) -> Vec<u8> {
        self.compress().to_vec()
    }
}

impl Encoded for Signature {
    fn decode(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(bytes).map_err(Into::into)
    }

    fn encode(&self) -> Vec<u8> {
        self.to_bytes().to_vec()
    }
}

fn factor(low: u64) -> blst_scalar {
    let mut b = [0; 32];
    b[..8].copy_from_slice(&low.to_le_bytes());
    blst_scalar { b }
}

fn verify_sets(sets: &[Set]) -> bool {
    let (mut keys, mut signatures, mut messages, mut factors) = (vec![], vec![], vec![], vec![]);
    for (i, set) in sets.iter().enumerate() {
        if !set.signature.subgroup_check() {
            return false;
        }
        let set_keys: Vec<&PublicKey> = set.keys.iter().collect();
        let Ok(sum) = AggregatePublicKey::aggregate(&set_keys, false) else {
            return false;
        };
        keys.push(sum.to_public_key());
        signatures.push(set.signature.to_signature());
        messages.push(&set.message[..]);
        // A program in earnest draws them.
        factors.push(factor(0x9e37_79b9_7f4a_7c15 ^ (i as u64)));
    }
    let key_refs: Vec<_> = keys.iter().collect();
    let signature_refs: Vec<_> = signatures.iter().collect();
    let verdict = Signature::verify_multiple_aggregate_signatures(
        &messages,
        DST,
        &key_refs,
        false,
        &signature_refs,
        false,
        &factors,
        FACTOR_BITS,
    );
    verdict == BLST_ERROR::BLST_SUCCESS
}

fn set(number: u8, signers: u8) -> Set {
    let message = [number; 32];
    let secrets: Vec<SecretKey> =
        (0..signers).map(|i| SecretKey::key_gen(&[i + 7 * number; 32], &[]).unwrap()).collect();
    let infinity = Signature::from_bytes(&[[0xc0].as_slice(), &[0; 95]].concat()).unwrap();
    let mut signature = AggregateSignature::from_signature(&infinity);
    for secret in &secrets {
        signature.add_signature(&secret.sign(&message, DST, &[]), false).unwrap();
    }
    Set { signature, keys: secrets.iter().map(SecretKey::sk_to_pk).collect(), message }
}

/// What the program prints.
pub fn run() -> String {
    let mut lines = Vec::new();
    let mut sets: Vec<Set> = (0..9).map(|i| set(i, 1 + i % 4)).collect();
    for set in &sets {
        let signature = set.signature.to_signature();
        lines.push(format!("{:02x?}", signature.encode()));
        let keys: Vec<_> = set.keys.iter().collect();
        let verdict = signature.fast_aggregate_verify(true, &set.message, DST, &keys);
        lines.push(format!("{verdict:?}"));
        lines.push(format!("{:?}", signature.verify(true, &set.message, DST, &[], keys[0], false)));
        lines.push(format!("{:02x?}", PublicKey::decode(&keys[0].encode()).unwrap().serialize()));
    }
    lines.push(format!("{}", verify_sets(&sets)));
    sets[3].message[0] ^= 1;
    lines.push(format!("{} {}", verify_sets(&sets), verify_sets(&[])));
    let bad: [&[u8]; 5] = [&[], &[0; 48], &[0xc0; 48], &[0x9f; 48], &[0xff; 96]];
    for bytes in bad {
        lines.push(format!("{:?}", PublicKey::decode(bytes).map(|key| key.encode())));
        lines.push(format!("{:?}", Signature::decode(bytes).map(|signature| signature.encode())));
        lines.push(format!("{:?}", SecretKey::from_bytes(bytes).map(|key| key.to_bytes())));
    }
    lines.push(format!("{:?}", AggregatePublicKey::aggregate(&[], true).map(|_| ())));
    lines.join("\n") + "\n"
}
