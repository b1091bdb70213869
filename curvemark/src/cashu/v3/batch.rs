//! Batch verification: the transcript, its challenge, the weights, and one multi-Miller loop.
//!
//! n proofs under U distinct keys hold together if, for weights wᵢ that their maker could not foresee,
//! e(Σ wᵢ·Cᵢ, g2) = Π_k e(Σ_{i: Kᵢ = K_k} wᵢ·Yᵢ, K_k): 1 + U pairings and one final exponentiation instead of 2n of each.
//! The weights come from a Fiat–Shamir transcript of the whole batch; a forgery passes with probability at most about 2/r.

use curve::bls12_381::{Fr, G1, G1Affine, G2Affine};
use sha2::{Digest, Sha256};

use super::{Error, MintPublicKey, Signature, hash_to_curve};

/// The domain separation of the transcript.
pub const BATCH_DST: &[u8] = b"Cashu_BLS_Batch_v1";

/// The most counters tried for one weight; all fail with probability 2^-220.
const MAX_COUNTERS: u32 = 256;

/// A proof, for verification: the secret, the signature on it, and the mint's key for its amount.
#[derive(Clone, Copy, Debug)]
pub struct Proof<'a> {
    /// The bytes of the secret (UTF-8 on the wire).
    pub secret: &'a [u8],
    /// C.
    pub signature: Signature,
    /// K.
    pub key: &'a MintPublicKey,
}

/// The challenge of a batch: SHA-256 of the transcript.
///
/// # Errors
/// [`Error::EmptyBatch`] without proofs; [`Error::Length`] if a secret has 2^32 bytes or more.
pub fn batch_challenge(proofs: &[Proof<'_>]) -> Result<[u8; 32], Error> {
    if proofs.is_empty() {
        return Err(Error::EmptyBatch);
    }
    let mut hash = Sha256::new();
    hash.update(BATCH_DST);
    for proof in proofs {
        let length = u32::try_from(proof.secret.len()).map_err(|_| Error::Length)?;
        hash.update(proof.signature.to_bytes());
        hash.update(proof.key.to_bytes());
        hash.update(length.to_be_bytes());
        hash.update(proof.secret);
    }
    Ok(hash.finalize().into())
}

/// The weight of proof `index` and the counter that gave it: the first digest that is a scalar other than zero.
///
/// # Errors
/// [`Error::Scalar`] if no counter up to a bound gives one, which has probability 2^-220.
pub fn batch_weight(challenge: &[u8; 32], index: u32) -> Result<(Fr, u32), Error> {
    for counter in 0..MAX_COUNTERS {
        let mut hash = Sha256::new();
        hash.update(challenge);
        hash.update(index.to_be_bytes());
        hash.update(counter.to_be_bytes());
        let (weight, canonical) = Fr::from_bytes(&hash.finalize());
        // The digest is public, and so is whether it was taken.
        if bool::from(canonical & !weight.is_zero()) {
            return Ok((weight, counter));
        }
    }
    Err(Error::Scalar)
}
