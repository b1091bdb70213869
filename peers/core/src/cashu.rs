//! The part of the Cashu NUT-00 v3 protocol that is not on the curve: tags, the batch transcript, its weights, the grouping by
//! key. All three adapters share it, so that their rows differ by the curve library alone.
//!
//! Source: cashubtc/nuts, pull request 371 at c65511b, `00.md`, "Optional: Batch Verification".

use sha2::{Digest, Sha256};

use crate::bytes::R;

/// The tag under which a secret is hashed to G1.
pub(crate) const HASH_DST: &[u8] = b"CASHU_BLS12_381_G1_XMD:SHA-256_SSWU_RO_";

/// The tag that opens a batch transcript.
const BATCH_DST: &[u8] = b"Cashu_BLS_Batch_v1";

/// One proof as it arrives: bytes, nothing checked.
#[derive(Clone, Copy)]
pub(crate) struct Proof<'a> {
    pub(crate) secret: &'a [u8],
    pub(crate) c: &'a [u8],
    pub(crate) k: &'a [u8],
}

/// The proofs of a case: secret, C, K; secret, C, K; …
pub(crate) fn proofs(case: &[Vec<u8>]) -> Vec<Proof<'_>> {
    case.as_chunks::<3>().0.iter().map(|[secret, c, k]| Proof { secret, c, k }).collect()
}

/// The weight of each proof: 32 bytes, big-endian, from 1 to r − 1.
pub(crate) fn weights(proofs: &[Proof<'_>]) -> Vec<[u8; 32]> {
    let mut transcript = Sha256::new_with_prefix(BATCH_DST);
    for proof in proofs {
        transcript.update(proof.c);
        transcript.update(proof.k);
        // A slice above 4 GiB cannot come out of a pool.
        transcript.update((proof.secret.len() as u32).to_be_bytes());
        transcript.update(proof.secret);
    }
    let challenge = transcript.finalize();
    let weight = |index: u32| {
        (0u32..)
            .map(|counter| {
                let hash = Sha256::new_with_prefix(challenge).chain_update(index.to_be_bytes());
                <[u8; 32]>::from(hash.chain_update(counter.to_be_bytes()).finalize())
            })
            .find(|candidate| *candidate != [0; 32] && *candidate < R)
            .expect("a candidate is accepted with probability r/2^256 = 0.45")
    };
    (0u32..).take(proofs.len()).map(weight).collect()
}

/// The distinct keys in order of appearance, and for each proof the index of its key. Equal keys have equal bytes, since only
/// the canonical encoding is accepted, so a key is decoded and validated once however many proofs it signed.
pub(crate) fn keys<'a>(proofs: &[Proof<'a>]) -> (Vec<&'a [u8]>, Vec<usize>) {
    let mut keys: Vec<&[u8]> = Vec::new();
    let indices = proofs
        .iter()
        .map(|proof| {
            keys.iter().position(|key| *key == proof.k).unwrap_or_else(|| {
                keys.push(proof.k);
                keys.len() - 1
            })
        })
        .collect();
    (keys, indices)
}
