//! Weights of batches: drawn, and bound to what they weigh.
//!
//! They follow from SHA-256 of 32 drawn bytes and of everything in the batch. Where nobody can
//! foresee the bytes, nobody can foresee a weight, as if each was drawn. Where a generator is
//! broken, because it repeats itself or is known, whoever changes anything in a batch still changes
//! its weights by a hash, and a forger has nothing better than to try batch after batch.

use rand_core::CryptoRng;
use sha2::{Digest, Sha256};

/// A transcript of a batch, with the drawn bytes in it.
pub(crate) fn transcript(label: &[u8; 16], rng: &mut dyn CryptoRng) -> Sha256 {
    let mut drawn = [0; 32];
    rng.fill_bytes(&mut drawn);
    Sha256::new().chain_update(label).chain_update(drawn)
}

/// 16 bytes for each weight, without end: halves of SHA-256 of the seed and a counter, a block of
/// the hash for two.
pub(crate) struct Weights {
    seed: [u8; 32],
    counter: u64,
    other: Option<[u8; 16]>,
}

impl Weights {
    /// Of a transcript that holds the whole batch.
    pub(crate) fn of(transcript: Sha256) -> Self {
        Self { seed: transcript.finalize().into(), counter: 0, other: None }
    }
}

impl Iterator for Weights {
    type Item = [u8; 16];

    fn next(&mut self) -> Option<[u8; 16]> {
        if let Some(other) = self.other.take() {
            return Some(other);
        }
        let digest = Sha256::new()
            .chain_update(self.seed)
            .chain_update(self.counter.to_be_bytes())
            .finalize();
        self.counter += 1;
        let (one, other) = digest.split_at(16);
        self.other = other.try_into().ok();
        one.try_into().ok()
    }
}
