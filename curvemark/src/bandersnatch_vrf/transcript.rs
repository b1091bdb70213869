//! What prover and verifier hash, and what they draw from it (A. Fiat, A. Shamir, 1986).
//!
//! Nothing is framed but the number of pairs and the additional data. One byte says what follows,
//! or what is drawn.

use curve::bandersnatch::{Scalar, SecretScalar};
use sha2::{Digest, Sha512};
use zeroize::{Zeroize, Zeroizing};

use super::Suite;

/// Which proof a transcript is of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scheme {
    Tiny = 0x00,
    Thin = 0x01,
    Pedersen = 0x02,
}

/// What stands before the key from which the key of nonces is made.
const NONCE_KEY: u8 = 0x10;
/// What stands before the key of a nonce.
const NONCE: u8 = 0x11;
/// What stands before the nonce that blinds a key.
const BLINDING: u8 = 0x12;
/// What stands before a pre-output.
const OUTPUT: u8 = 0x20;
/// The weight of the second pair.
const WEIGHT: u8 = 0x30;
/// What stands before the points of a challenge.
const CHALLENGE: u8 = 0x40;

/// Bytes whose residue is a nonce: 128 bits more than ℓ has.
const NONCE_BYTES: usize = 48;

/// What was said so far. The hash wipes itself when dropped.
#[derive(Clone)]
pub(super) struct Transcript(Sha512);

impl Transcript {
    /// One of a suite, and of some bytes.
    pub fn new<S: Suite>(bytes: &[u8]) -> Self {
        let mut transcript = Self(Sha512::new());
        transcript.absorb(S::NAME.as_bytes());
        transcript.absorb(bytes);
        transcript
    }

    /// That of a proof for pairs of points, which have one secret scalar in common.
    pub fn of<S: Suite>(scheme: Scheme, pairs: &[[&[u8; 32]; 2]], data: &[u8]) -> Self {
        let mut transcript = Self::new::<S>(&[scheme as u8]);
        transcript.absorb(&(pairs.len() as u64).to_le_bytes());
        pairs.as_flattened().iter().for_each(|point| transcript.absorb(*point));
        transcript.absorb(&(data.len() as u64).to_le_bytes());
        transcript.absorb(data);
        transcript
    }

    /// Bytes.
    pub fn absorb(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// As many bytes as are wanted: hashes of the hash and a counter of eight bytes, little-endian.
    fn squeeze(self, out: &mut [u8]) {
        let mut seed = self.0.finalize();
        for (chunk, i) in out.chunks_mut(64).zip(0u64..) {
            let mut block =
                Sha512::new().chain_update(seed).chain_update(i.to_le_bytes()).finalize();
            chunk.iter_mut().zip(&block).for_each(|(out, byte)| *out = *byte);
            block.as_mut_slice().zeroize();
        }
        seed.as_mut_slice().zeroize();
    }

    /// 16 bytes.
    fn short(mut self, label: u8, points: &[&[u8; 32]]) -> [u8; 16] {
        self.absorb(&[label]);
        points.iter().for_each(|point| self.absorb(*point));
        let mut out = [0; 16];
        self.squeeze(&mut out);
        out
    }

    /// The challenge of some points.
    pub fn challenge(self, points: &[&[u8; 32]]) -> [u8; 16] {
        self.short(CHALLENGE, points)
    }

    /// The weight of the second pair in the sum of two; that of the first is one.
    pub fn weight(&self) -> Scalar {
        short_scalar(&self.clone().short(WEIGHT, &[]))
    }

    /// A nonce by a secret. Constant-time.
    pub fn nonce(&self, secret: &SecretScalar) -> SecretScalar {
        let mut first = self.clone();
        first.absorb(&[NONCE_KEY]);
        first.absorb(Zeroizing::new(secret.expose().to_le_bytes()).as_slice());
        let mut key = Zeroizing::new([0; 64]);
        first.squeeze(key.as_mut());

        let mut second = self.clone();
        second.absorb(&[NONCE]);
        second.absorb(key.as_slice());
        let mut bytes = Zeroizing::new([0; NONCE_BYTES]);
        second.squeeze(bytes.as_mut());
        SecretScalar::new(residue(bytes.as_slice()))
    }

    /// What a key is blinded with. Constant-time.
    pub fn blinding(&self, secret: &SecretScalar) -> SecretScalar {
        let mut fork = self.clone();
        fork.absorb(&[BLINDING]);
        fork.nonce(secret)
    }
}

/// The output of a pre-output, as long as is wanted. Constant-time.
pub fn output<S: Suite>(pre_output: &[u8; 32], out: &mut [u8]) {
    let mut transcript = Transcript::new::<S>(&[OUTPUT]);
    transcript.absorb(pre_output);
    transcript.squeeze(out);
}

/// The residue of a little-endian integer of at most 64 bytes. Constant-time.
pub fn residue(bytes: &[u8]) -> Scalar {
    Scalar::from_wide_le_bytes(bytes).unwrap_or_else(|_| unreachable!("64 bytes at most"))
}

/// The integer of 16 bytes.
pub fn short_scalar(bytes: &[u8; 16]) -> Scalar {
    residue(bytes)
}
