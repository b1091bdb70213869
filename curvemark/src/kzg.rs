//! KZG polynomial commitments on BLS12-381, as Ethereum has them: EIP-4844 and EIP-7594.
//!
//! A commitment to a polynomial f is C = \[f(τ)\]G₁ for a τ that nobody knows (A. Kate, G. M.
//! Zaverucha, I. Goldberg, "Constant-size commitments to polynomials and their applications",
//! ASIACRYPT 2010). The proof that f(z) = y is π = \[(f(τ) − y)/(τ − z)\]G₁, and it holds if e(C −
//! \[y\]G₁, G₂) = e(π, \[τ − z\]G₂). A blob is 4,096 values of a polynomial; its cells are 8,192
//! values, in 128 pieces each of which has a proof.
//!
//! | what for | here | memory |
//! |---|---|---|
//! | the verdict on one opening: all that the EVM's precompile 0x0a needs, without a heap | [`OpeningVerifier`] | 45 KiB |
//! | the hash by which blocks name a commitment | [`versioned_hash`] | |
//! | a trusted setup, validated: of a file, or the ceremony's behind the feature `ethereum-setup` | `TrustedSetup` | 830 KiB |
//! | EIP-4844; cells without proofs, and verdicts on cells | `Settings` | 0.8 MiB, or 4 MiB with a table |
//! | cells with proofs, and cells from half of them | `CellProver` | 1.6 MiB, or 8 to 98 MiB with tables |
//! | the same on several threads, behind the feature `parallel` | `parallel` | |
//! | verdicts by several machines | `OpeningsPart`, `CellsPart` | 153 bytes each |
//!
//! All but the first two need the feature `alloc`.
//!
//! # For users of c-kzg
//!
//! | `c_kzg` | here |
//! |---|---|
//! | `KzgSettings::load_trusted_setup`, `parse_kzg_trusted_setup` | `TrustedSetup::from_text`, or `serde` for the JSON of consensus-specs, then `Settings::new` and `CellProver::new`, whose tables have the size that one chooses |
//! | `ethereum_kzg_settings(precompute)` | `Settings::ethereum(table_bytes)`, `CellProver::ethereum(table_bytes)` |
//! | `blob_to_kzg_commitment`, `compute_kzg_proof`, `compute_blob_kzg_proof` | the same on `Settings` |
//! | `verify_kzg_proof`, `verify_blob_kzg_proof`, `verify_blob_kzg_proof_batch`: `Ok(false)` | the same on `Settings`: [`Error::NotProven`], while only `Ok(())` means that it holds |
//! | `compute_cells`, `verify_cell_kzg_proof_batch` | the same on `Settings` |
//! | `compute_cells_and_kzg_proofs` | the same on `CellProver` |
//! | `recover_cells_and_kzg_proofs` | the same on `CellProver`, which refuses cells that are not all of one blob; `recover_cells_and_kzg_proofs_truncated` answers for them as EIP-7594 has it |
//! | `Error::BadArgs` | [`Error`] says which input, and why |
//!
//! The example `curvemark/examples/kzg.rs` does all of it.
//!
//! Everything is public: nothing here is constant-time. Bytes are those of EIP-4844 and of c-kzg:
//! points compressed, scalars and roots big-endian.
//!
//! # Examples
//!
//! ```
//! # #[cfg(feature = "ethereum-setup")]
//! # fn run() -> Result<(), Box<dyn std::error::Error>> {
//! use curvemark::kzg::{BYTES_PER_BLOB, CellProver, Settings, versioned_hash};
//!
//! let settings = Settings::ethereum(4 << 20); // once per process, with tables of 4 MiB
//! let blob = vec![0; BYTES_PER_BLOB];
//! let commitment = settings.blob_to_kzg_commitment(&blob)?;
//! let named = versioned_hash(&commitment); // by this a transaction names it
//! let proof = settings.compute_blob_kzg_proof(&blob, &commitment)?;
//! settings.verify_blob_kzg_proof(&blob, &commitment, &proof)?;
//!
//! let prover = CellProver::ethereum(8 << 20); // once per process too
//! let (cells, proofs) = prover.compute_cells_and_kzg_proofs(&blob)?;
//! settings.verify_cell_kzg_proof_batch(&[commitment; 2], &[0, 1], &cells[..2], &proofs[..2])?;
//! # Ok(()) }
//! ```

#[cfg(feature = "alloc")]
mod blob;
#[cfg(feature = "alloc")]
mod cell_prover;
#[cfg(feature = "alloc")]
mod cells;
mod error;
#[cfg(feature = "alloc")]
mod ethereum;
#[cfg(feature = "alloc")]
mod fk20;
#[cfg(feature = "hints")]
mod once;
mod opening;
#[cfg(feature = "parallel")]
pub mod parallel;
#[cfg(feature = "alloc")]
mod part;
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
#[cfg(feature = "hints")]
pub use once::{
    ethereum_opening_holds, ethereum_opening_holds_by_advice, ethereum_opening_witness,
};
pub use opening::OpeningVerifier;
#[cfg(feature = "alloc")]
pub use part::{
    BYTES_PER_OPENING, Cells, CellsPart, Opening, Openings, OpeningsPart, digest_cells,
    digest_openings,
};
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
///
/// [Examples](crate::kzg#examples).
pub type Cell = [u8; BYTES_PER_CELL];

/// VERSIONED_HASH_VERSION_KZG of EIP-4844.
pub const VERSIONED_HASH_VERSION_KZG: u8 = 1;

/// The hash by which a transaction names a commitment: SHA-256 of its 48 bytes, with the version,
/// 1, for the first byte.
///
/// The bytes are not decoded. Source: EIP-4844, `kzg_to_versioned_hash`.
///
/// [Examples](crate::kzg#examples).
pub fn versioned_hash(commitment: &[u8; BYTES_PER_COMMITMENT]) -> [u8; 32] {
    let mut hash: [u8; 32] = Sha256::digest(commitment).into();
    hash[0] = VERSIONED_HASH_VERSION_KZG;
    hash
}
