//! The functions of [`Settings`] and [`CellProver`] on the threads of the caller's rayon pool:
//! feature `parallel`.
//!
//! Each function has the answer and the errors of its namesake. Whose threads: see
//! [`curve::parallel`].

use alloc::vec::Vec;

use super::cell_prover::Above;
use super::part::{CellsPart, Opening, OpeningsPart};
use super::threads::Pool;
use super::{
    BYTES_PER_COMMITMENT, BYTES_PER_FIELD_ELEMENT, BYTES_PER_PROOF, BatchError, CellProver,
    CellsAndProofs, Error, Settings, TrustedSetup,
};
use crate::parts::{self, Batch};

/// [`Settings::blob_to_kzg_commitment`].
///
/// [Examples](crate::kzg#examples).
///
/// # Errors
/// As there.
pub fn blob_to_kzg_commitment(
    settings: &Settings,
    blob: &[u8],
) -> Result<[u8; BYTES_PER_COMMITMENT], Error> {
    settings.commit_on::<Pool>(blob)
}

/// [`Settings::compute_kzg_proof`].
///
/// [Examples](crate::kzg#examples).
///
/// # Errors
/// As there.
pub fn compute_kzg_proof(
    settings: &Settings,
    blob: &[u8],
    z: &[u8; BYTES_PER_FIELD_ELEMENT],
) -> Result<([u8; BYTES_PER_PROOF], [u8; BYTES_PER_FIELD_ELEMENT]), Error> {
    settings.prove_on::<Pool>(blob, z)
}

/// [`Settings::compute_blob_kzg_proof`].
///
/// [Examples](crate::kzg#examples).
///
/// # Errors
/// As there.
pub fn compute_blob_kzg_proof(
    settings: &Settings,
    blob: &[u8],
    commitment: &[u8; BYTES_PER_COMMITMENT],
) -> Result<[u8; BYTES_PER_PROOF], Error> {
    settings.prove_blob_on::<Pool>(blob, commitment)
}

/// [`Settings::verify_blob_kzg_proof_batch`].
///
/// [Examples](crate::kzg#examples).
///
/// # Errors
/// As there.
pub fn verify_blob_kzg_proof_batch(
    settings: &Settings,
    blobs: &[impl AsRef<[u8]> + Sync],
    commitments: &[[u8; BYTES_PER_COMMITMENT]],
    proofs: &[[u8; BYTES_PER_PROOF]],
) -> Result<(), BatchError> {
    settings.verify_batch_on::<Pool>(blobs, commitments, proofs)
}

/// [`CellProver::new`].
///
/// [Examples](crate::kzg#examples).
pub fn cell_prover(setup: &TrustedSetup, table_bytes: usize) -> CellProver {
    CellProver::new_on::<Pool>(setup, table_bytes)
}

/// [`CellProver::compute_cells_and_kzg_proofs`].
///
/// [Examples](crate::kzg#examples).
///
/// # Errors
/// As there.
pub fn compute_cells_and_kzg_proofs(
    prover: &CellProver,
    blob: &[u8],
) -> Result<CellsAndProofs, Error> {
    prover.prove_on::<Pool>(blob)
}

/// [`CellProver::recover_cells_and_kzg_proofs`].
///
/// [Examples](crate::kzg#examples).
///
/// # Errors
/// As there.
pub fn recover_cells_and_kzg_proofs(
    prover: &CellProver,
    cell_indices: &[u64],
    cells: &[impl AsRef<[u8]>],
) -> Result<CellsAndProofs, Error> {
    prover.recover_on::<Pool>(cell_indices, cells, Above::Refused)
}

/// [`CellProver::recover_cells_and_kzg_proofs_truncated`].
///
/// [Examples](crate::kzg#examples).
///
/// # Errors
/// As there.
pub fn recover_cells_and_kzg_proofs_truncated(
    prover: &CellProver,
    cell_indices: &[u64],
    cells: &[impl AsRef<[u8]>],
) -> Result<CellsAndProofs, Error> {
    prover.recover_on::<Pool>(cell_indices, cells, Above::LeftOut)
}

/// [`Settings::verify_cell_kzg_proof_batch`].
///
/// [Examples](crate::kzg#examples).
///
/// # Errors
/// As there.
pub fn verify_cell_kzg_proof_batch(
    settings: &Settings,
    commitments: &[[u8; BYTES_PER_COMMITMENT]],
    cell_indices: &[u64],
    cells: &[impl AsRef<[u8]>],
    proofs: &[[u8; BYTES_PER_PROOF]],
) -> Result<(), BatchError> {
    settings.verify_cells_on::<Pool>(commitments, cell_indices, cells, proofs)
}

/// [`Settings::openings`].
///
/// [Example](crate::parts#examples).
///
/// # Errors
/// As there.
pub fn openings(
    settings: &Settings,
    blobs: &[impl AsRef<[u8]> + Sync],
    commitments: &[[u8; BYTES_PER_COMMITMENT]],
    proofs: &[[u8; BYTES_PER_PROOF]],
) -> Result<Vec<Opening>, BatchError> {
    settings.openings_on::<Pool>(blobs, commitments, proofs)
}

/// [`Settings::part_of_openings`], with the same bytes.
///
/// [Example](crate::parts#examples).
///
/// # Errors
/// As there.
pub fn part_of_openings(
    settings: &Settings,
    openings: &[Opening],
    batch: &Batch,
    start: u64,
) -> Result<OpeningsPart, parts::Error> {
    settings.part_of_openings_on::<Pool>(openings, batch, start)
}

/// [`Settings::part_of_cells`], with the same bytes.
///
/// [Example](crate::parts#examples).
///
/// # Errors
/// As there.
pub fn part_of_cells(
    settings: &Settings,
    commitments: &[[u8; BYTES_PER_COMMITMENT]],
    cell_indices: &[u64],
    cells: &[impl AsRef<[u8]>],
    proofs: &[[u8; BYTES_PER_PROOF]],
    batch: &Batch,
    start: u64,
) -> Result<CellsPart, parts::Error> {
    let slice = (commitments, cell_indices, cells, proofs);
    settings.part_of_cells_on::<Pool, _>(slice, batch, start)
}
