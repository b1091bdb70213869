//! Tagged hashes: SHA-256 of SHA256(tag) ‖ SHA256(tag) ‖ data, so that no two protocols hash the
//! same bytes (BIP-340, "Design").

use curve::secp256k1::Fr;
use sha2::{Digest, Sha256};

use crate::kept::kept;

/// SHA-256 in its state after a tag, to be fed with data. The two digests fill a block, so that a
/// copy of the state saves whoever hashes much under one tag two blocks each time.
///
/// [Example](crate::schnorr).
pub fn tagged_hash(tag: &[u8]) -> Sha256 {
    let digest = Sha256::digest(tag);
    Sha256::new_with_prefix(digest).chain_update(digest)
}

/// A state, from what is kept if there is such.
fn state(kept: Option<&'static Sha256>, tag: &[u8]) -> Sha256 {
    kept.cloned().unwrap_or_else(|| tagged_hash(tag))
}

/// The hash that hides the auxiliary randomness.
pub(super) fn aux() -> Sha256 {
    const TAG: &[u8] = b"BIP0340/aux";
    state(kept!(Sha256, tagged_hash(TAG)), TAG)
}

/// The hash of nonces.
pub(super) fn nonce() -> Sha256 {
    const TAG: &[u8] = b"BIP0340/nonce";
    state(kept!(Sha256, tagged_hash(TAG)), TAG)
}

/// The hash of r, the key and the message, of which e is made.
pub(super) fn challenge_hash(r: &[u8; 32], key: &[u8; 32], message: &[u8]) -> [u8; 32] {
    const TAG: &[u8] = b"BIP0340/challenge";
    let hash = state(kept!(Sha256, tagged_hash(TAG)), TAG);
    hash.chain_update(r).chain_update(key).chain_update(message).finalize().into()
}

/// e, that hash modulo n.
pub(super) fn challenge(r: &[u8; 32], key: &[u8; 32], message: &[u8]) -> Fr {
    Fr::from_uniform_bytes(&challenge_hash(r, key, message))
}
