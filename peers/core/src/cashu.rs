//! The part of the Cashu NUT-00 v3 protocol that is not on the curve: tags, the batch transcript,
//! its weights, the grouping by key. All three adapters share it, so that their rows differ by the
//! curve library alone.
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

/// The distinct keys in order of appearance, and for each proof the index of its key. Equal keys
/// have equal bytes, since only the canonical encoding is accepted, so a key is decoded and
/// validated once however many proofs it signed.
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

#[cfg(test)]
mod tests {
    use super::{Proof, keys, weights};

    fn hex(text: &str) -> Vec<u8> {
        let pairs = text.as_bytes().as_chunks::<2>().0;
        pairs
            .iter()
            .map(|pair| {
                u8::from_str_radix(str::from_utf8(pair).expect("ASCII"), 16).expect("digits")
            })
            .collect()
    }

    /// "Two proofs, one key" of cashubtc/nuts `tests/00-tests.md` at c65511b (MIT); its first
    /// weight is the fifth candidate.
    #[test]
    fn weights_are_the_published_ones() {
        let k = hex(
            "aa4edef9c1ed7f729f520e47730a124fd70662a904ba1074728114d1031e1572c6c886f6b57ec72a6178288c47c335771638533957d540a9d2370f17cc7ed5863bc0b995b8825e0ee1ea1e1e4d00dbae81f14b0bf3611b78c952aacab827a053",
        );
        let c = [
            "acebf797506a7031cef3189904715cb22792528f1ea0e6ab25341401d245539438ed97122f00e38ee6185cc20b09ba11",
            "9776497ad47a00f8a56233fb88f939b0572cf174a4c6d2446c0b1060434e305fae6845fd1f68b70376ba53ffe67f0414",
        ]
        .map(hex);
        let proofs = [
            Proof { secret: b"batch_proof_1", c: &c[0], k: &k },
            Proof { secret: b"batch_proof_2", c: &c[1], k: &k },
        ];
        let published = [
            "0e7ff8be2ccb756d4ef390991bdd77eb65e8db624a2729fa1657c3cf8d7d4b55",
            "6d026a181a6215b233e73b121d01908a1a1eb6911955bea5130bbf2f2966554d",
        ];
        assert_eq!(weights(&proofs).concat(), published.map(hex).concat());
        assert_eq!(keys(&proofs), (vec![&k[..]], vec![0, 0]));
    }
}
