//! The transcript of both sides, from which challenges come (A. Fiat, A. Shamir, 1986).

use alloc::vec::Vec;

use curve::bandersnatch::{Banderwagon, Scalar};
use sha2::{Digest, Sha256};

/// What prover and verifier have said so far.
///
/// A challenge is the residue modulo ℓ of SHA-256 of all that was appended since the challenge
/// before, read little-endian. Nothing is framed: labels must make out what follows.
///
/// [Examples](super#examples).
#[derive(Clone, Debug)]
pub struct Transcript(Vec<u8>);

impl Transcript {
    /// A transcript that begins with the name of a protocol.
    pub fn new(label: &[u8]) -> Self {
        Self(label.to_vec())
    }

    /// A label.
    pub fn domain_separator(&mut self, label: &[u8]) {
        self.0.extend_from_slice(label);
    }

    /// A label and a scalar, 32 bytes, little-endian.
    pub fn append_scalar(&mut self, label: &[u8], scalar: &Scalar) {
        self.domain_separator(label);
        self.0.extend_from_slice(&scalar.to_le_bytes());
    }

    /// A label and an element, 32 bytes.
    pub fn append_element(&mut self, label: &[u8], element: &Banderwagon) {
        self.append_encoded(label, &element.to_bytes());
    }

    /// A label and an element that is encoded already.
    pub(super) fn append_encoded(&mut self, label: &[u8], encoding: &[u8; 32]) {
        self.domain_separator(label);
        self.0.extend_from_slice(encoding);
    }

    /// The challenge of a label, with which the transcript goes on.
    #[must_use]
    pub fn challenge(&mut self, label: &[u8]) -> Scalar {
        self.domain_separator(label);
        let mut hash: [u8; 32] = Sha256::digest(&self.0).into();
        hash.reverse();
        let challenge = Scalar::from_uniform_bytes(&hash);
        self.0.clear();
        self.append_scalar(label, &challenge);
        challenge
    }
}
