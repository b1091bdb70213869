//! KZG polynomial commitments on BLS12-381, as Ethereum has them: EIP-4844.
//!
//! A commitment to a polynomial f is C = \[f(τ)\]G₁ for a τ that nobody knows (A. Kate, G. M. Zaverucha, I. Goldberg, "Constant-size commitments to
//! polynomials and their applications", ASIACRYPT 2010). The proof that f(z) = y is π = \[(f(τ) − y)/(τ − z)\]G₁, and it holds if
//! e(C − \[y\]G₁, G₂) = e(π, \[τ − z\]G₂).
//!
//! | what | here |
//! |---|---|
//! | the verdict on one opening, all that the EVM's precompile 0x0a needs | [`OpeningVerifier`] |
//! | the hash by which blocks name a commitment | [`versioned_hash`] |
//!
//! Everything is public: nothing here is constant-time. Bytes are those of EIP-4844 and of c-kzg: points compressed, scalars and roots big-endian.

mod error;
mod opening;

pub use error::Error;
pub use opening::OpeningVerifier;

use sha2::{Digest, Sha256};

/// Bytes of a commitment: a compressed point of G1.
pub const BYTES_PER_COMMITMENT: usize = 48;
/// Bytes of a proof: a compressed point of G1.
pub const BYTES_PER_PROOF: usize = 48;
/// Bytes of a scalar, big-endian and below r.
pub const BYTES_PER_FIELD_ELEMENT: usize = 32;

/// VERSIONED_HASH_VERSION_KZG of EIP-4844.
pub const VERSIONED_HASH_VERSION_KZG: u8 = 1;

/// The hash by which a transaction names a commitment: SHA-256 of its 48 bytes, with the version, 1, for the first byte.
///
/// The bytes are not decoded. Source: EIP-4844, `kzg_to_versioned_hash`.
pub fn versioned_hash(commitment: &[u8; BYTES_PER_COMMITMENT]) -> [u8; 32] {
    let mut hash: [u8; 32] = Sha256::digest(commitment).into();
    hash[0] = VERSIONED_HASH_VERSION_KZG;
    hash
}
