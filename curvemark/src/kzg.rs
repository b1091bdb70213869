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

#[cfg(feature = "alloc")]
mod blob;
#[cfg(feature = "alloc")]
mod cell_prover;
#[cfg(feature = "alloc")]
mod cells;
mod error;
#[cfg(feature = "ethereum-setup")]
mod ethereum;
#[cfg(feature = "alloc")]
mod fk20;
mod opening;
#[cfg(feature = "parallel")]
pub mod parallel;
#[cfg(feature = "alloc")]
mod prove;
#[cfg(feature = "alloc")]
mod settings;
#[cfg(feature = "alloc")]
mod setup;
#[cfg(feature = "alloc")]
mod threads;
#[cfg(feature = "alloc")]
mod verify;
#[cfg(feature = "alloc")]
mod verify_cells;

#[cfg(feature = "alloc")]
pub use blob::compute_challenge;
#[cfg(feature = "alloc")]
pub use cell_prover::{CellProver, CellsAndProofs};
pub use error::{BatchError, Error};
pub use opening::OpeningVerifier;
#[cfg(feature = "alloc")]
pub use settings::Settings;
#[cfg(feature = "alloc")]
pub use setup::{List, SetupError, TrustedSetup};
#[cfg(feature = "alloc")]
pub use verify_cells::compute_verify_cell_kzg_proof_batch_challenge;

use sha2::{Digest, Sha256};

/// Bytes of a commitment: a compressed point of G1.
pub const BYTES_PER_COMMITMENT: usize = 48;
/// Bytes of a proof: a compressed point of G1.
pub const BYTES_PER_PROOF: usize = 48;
/// Bytes of a scalar, big-endian and below r.
pub const BYTES_PER_FIELD_ELEMENT: usize = 32;

/// Scalars of a blob.
pub const FIELD_ELEMENTS_PER_BLOB: usize = 4096;
/// Bytes of a blob.
pub const BYTES_PER_BLOB: usize = FIELD_ELEMENTS_PER_BLOB * BYTES_PER_FIELD_ELEMENT;
/// Scalars of a cell.
pub const FIELD_ELEMENTS_PER_CELL: usize = 64;
/// Bytes of a cell.
pub const BYTES_PER_CELL: usize = FIELD_ELEMENTS_PER_CELL * BYTES_PER_FIELD_ELEMENT;
/// Cells of a blob extended to twice its length.
pub const CELLS_PER_EXT_BLOB: usize = 128;

/// A piece of an extended blob: 64 scalars.
pub type Cell = [u8; BYTES_PER_CELL];

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
