//! The names of the crate `c-kzg` over curvemark.
//!
//! `use curvemark_ckzg as c_kzg` is the one line that changes, or one line of the manifest: see the
//! README, which also says what differs.
//!
//! # Example
//!
//! ```
//! # #[cfg(feature = "ethereum_kzg_settings")]
//! # fn run() -> Result<(), curvemark_ckzg::Error> {
//! use curvemark_ckzg as c_kzg;
//! use c_kzg::{Blob, Bytes48, KzgProof, ethereum_kzg_settings};
//!
//! let settings = ethereum_kzg_settings(8); // made once per process
//! let blob = Blob::default();
//! let commitment = settings.blob_to_kzg_commitment(&blob)?.to_bytes();
//! let proof = settings.compute_blob_kzg_proof(&blob, &commitment)?.to_bytes();
//! assert!(settings.verify_blob_kzg_proof(&blob, &commitment, &proof)?);
//!
//! let (cells, proofs) = settings.compute_cells_and_kzg_proofs(&blob)?;
//! let proofs: Vec<Bytes48> = proofs.iter().map(KzgProof::to_bytes).collect();
//! let indices: Vec<u64> = (0..128).collect();
//! let commitments = vec![commitment; 128];
//! assert!(settings.verify_cell_kzg_proof_batch(&commitments, &indices, &*cells, &proofs)?);
//! let (all, _) = settings.recover_cells_and_kzg_proofs(&indices[64..], &cells[64..])?;
//! assert_eq!(all, cells);
//! # Ok(()) }
//! # #[cfg(feature = "ethereum_kzg_settings")]
//! # run().unwrap();
//! ```
//!
//! # Time
//!
//! Everything is public: nothing here is constant-time.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// The names are c-kzg's.
#![allow(non_camel_case_types)]

mod bytes;
mod error;
#[cfg(feature = "ethereum_kzg_settings")]
mod ethereum;
#[cfg(feature = "serde")]
mod serde;
mod settings;

pub use bytes::{Blob, Bytes32, Bytes48, Cell, KzgCommitment, KzgProof};
pub use curvemark::kzg::{
    BYTES_PER_BLOB, BYTES_PER_CELL, BYTES_PER_COMMITMENT, BYTES_PER_FIELD_ELEMENT, BYTES_PER_PROOF,
    CELLS_PER_EXT_BLOB, FIELD_ELEMENTS_PER_BLOB, FIELD_ELEMENTS_PER_CELL,
};
pub use error::{CkzgError, Error, KzgErrors};
#[cfg(feature = "ethereum_kzg_settings")]
pub use ethereum::{ethereum_kzg_settings, ethereum_kzg_settings_arc};
pub use settings::KzgSettings;

/// The README's example.
#[cfg(feature = "ethereum_kzg_settings")]
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
