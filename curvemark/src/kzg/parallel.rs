//! The functions of [`Settings`] on the threads of the caller's rayon pool: feature `parallel`.
//!
//! Each function has the answer and the errors of its namesake. Whose threads: see [`curve::parallel`].

use super::threads::Pool;
use super::{BYTES_PER_COMMITMENT, BYTES_PER_FIELD_ELEMENT, BYTES_PER_PROOF, BatchError, Error, Settings};

/// [`Settings::blob_to_kzg_commitment`].
///
/// # Errors
/// As there.
pub fn blob_to_kzg_commitment(settings: &Settings, blob: &[u8]) -> Result<[u8; BYTES_PER_COMMITMENT], Error> {
    settings.commit_on::<Pool>(blob)
}

/// [`Settings::compute_kzg_proof`].
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
