//! KZG commitments as Ethereum has them: blobs of EIP-4844, cells of EIP-7594.
//!
//! A blob is 131,072 bytes: 4,096 integers of 32 big-endian bytes below the order of the group. A
//! cell is 2,048 bytes, and a blob has 128 of them. Commitments and proofs are compressed points of
//! G1, 48 bytes; z and y are 32 big-endian bytes. All is public, and all takes variable time.
//!
//! Settings and provers are made once and used by as many threads as one likes.

#[cfg(feature = "parallel")]
use curvemark::kzg::parallel;
use curvemark::kzg::{
    self, BYTES_PER_BLOB, BYTES_PER_CELL, CELLS_PER_EXT_BLOB, CellProver, CellsAndProofs, Settings,
    TrustedSetup,
};

use crate::boundary::{Handle, New, Place, Room, export, export_free};
use crate::common::on_threads;
use crate::status::Status;

/// What the functions need that make no proofs of cells.
pub struct KzgSettings(pub(crate) Settings);

/// What the functions need that make proofs of cells.
pub struct KzgCellProver(CellProver);

impl Handle for KzgSettings {}
impl Handle for KzgCellProver {}

#[cfg(feature = "ethereum-setup")]
export! {
    /// Makes settings of Ethereum's ceremony, which is part of this library.
    ///
    /// table_bytes: 0 for no table; 4194304 for one of 3.75 MiB, which makes commitments a quarter
    /// cheaper. settings: where the handle is written; free it with curvemark_kzg_settings_free.
    fn curvemark_kzg_settings_ethereum(
        table_bytes: usize,
        settings: New<'_, KzgSettings>,
    ) {
        settings.put(KzgSettings(Settings::ethereum(table_bytes)));
        Ok(())
    }

    /// Makes a prover of cells of Ethereum's ceremony.
    ///
    /// table_bytes: 0 for no table, which takes 13 MiB; more is faster. threads: 1 for the calling
    /// thread only, 0 for as many as the machine has; at most 1024. prover: where the handle is
    /// written; free it with curvemark_kzg_cell_prover_free.
    /// Errors: CURVEMARK_ERROR_THREADS.
    fn curvemark_kzg_cell_prover_ethereum(
        table_bytes: usize,
        threads: usize,
        prover: New<'_, KzgCellProver>,
    ) {
        prover.put(cell_prover(&TrustedSetup::ethereum(), table_bytes, threads)?);
        Ok(())
    }
}

export! {
    /// Makes settings of Ethereum's ceremony from a file, for a library that was built without its
    /// points.
    ///
    /// setup: the 792672 bytes of curvemark/src/kzg/ethereum/setup.bin, which are compared by their
    /// SHA-256. table_bytes, settings: as in curvemark_kzg_settings_ethereum.
    /// Errors: CURVEMARK_ERROR_SETUP for all other bytes.
    fn curvemark_kzg_settings_from_ethereum(
        setup[setup_len]: &[u8],
        table_bytes: usize,
        settings: New<'_, KzgSettings>,
    ) {
        let setup = TrustedSetup::from_ethereum_bytes(setup)?;
        settings.put(KzgSettings(Settings::new(&setup, table_bytes)));
        Ok(())
    }

    /// Makes settings of a trusted setup in the text format of c-kzg-4844 (trusted_setup.txt). All
    /// its points and their powers are checked.
    ///
    /// text: the content of the file. table_bytes, settings: as above.
    /// Errors: CURVEMARK_ERROR_SETUP.
    fn curvemark_kzg_settings_from_text(
        text[text_len]: &[u8],
        table_bytes: usize,
        settings: New<'_, KzgSettings>,
    ) {
        settings.put(KzgSettings(Settings::new(&setup(text)?, table_bytes)));
        Ok(())
    }

    /// Computes the commitment to a blob (blob_to_kzg_commitment).
    ///
    /// blob: 131072 bytes. commitment: 48 bytes. threads: 1 for the calling thread only, 0 for as
    /// many as the machine has; at most 1024.
    /// Errors: CURVEMARK_ERROR_SCALAR if an integer of the blob is not below the order;
    /// CURVEMARK_ERROR_THREADS.
    fn curvemark_kzg_commit(
        settings: &KzgSettings,
        blob[blob_len]: &[u8],
        commitment[commitment_len]: Place<'_, 48>,
        threads: usize,
    ) {
        let settings = &settings.0;
        commitment.put(&on_threads!(
            threads,
            || settings.blob_to_kzg_commitment(blob),
            || parallel::blob_to_kzg_commitment(settings, blob),
        )??)
    }

    /// Computes the value y of a blob's polynomial at z, and a proof of it (compute_kzg_proof).
    ///
    /// blob: 131072 bytes. z, y: 32 bytes. proof: 48 bytes. threads: as above.
    /// Errors: CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_THREADS.
    fn curvemark_kzg_prove(
        settings: &KzgSettings,
        blob[blob_len]: &[u8],
        z[z_len]: &[u8; 32],
        proof[proof_len]: Place<'_, 48>,
        y[y_len]: Place<'_, 32>,
        threads: usize,
    ) {
        let settings = &settings.0;
        let (made, value) = on_threads!(
            threads,
            || settings.compute_kzg_proof(blob, z),
            || parallel::compute_kzg_proof(settings, blob, z),
        )??;
        proof.put(&made)?;
        y.put(&value)
    }

    /// Computes a proof that a blob is that of its commitment (compute_blob_kzg_proof). The
    /// commitment must be the blob's: it is not computed again, and the proof is worthless if it is
    /// not.
    ///
    /// blob: 131072 bytes. commitment, proof: 48 bytes. threads: as above.
    /// Errors: CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_THREADS.
    fn curvemark_kzg_prove_blob(
        settings: &KzgSettings,
        blob[blob_len]: &[u8],
        commitment[commitment_len]: &[u8; 48],
        proof[proof_len]: Place<'_, 48>,
        threads: usize,
    ) {
        let settings = &settings.0;
        proof.put(&on_threads!(
            threads,
            || settings.compute_blob_kzg_proof(blob, commitment),
            || parallel::compute_blob_kzg_proof(settings, blob, commitment),
        )??)
    }

    /// Verifies that the polynomial of a commitment has the value y at z (verify_kzg_proof).
    ///
    /// commitment, proof: 48 bytes. z, y: 32 bytes.
    /// Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_SCALAR.
    fn curvemark_kzg_verify(
        settings: &KzgSettings,
        commitment[commitment_len]: &[u8; 48],
        z[z_len]: &[u8; 32],
        y[y_len]: &[u8; 32],
        proof[proof_len]: &[u8; 48],
    ) {
        Ok(settings.0.verify_kzg_proof(commitment, z, y, proof)?)
    }

    /// Verifies that a blob is that of a commitment (verify_blob_kzg_proof).
    ///
    /// blob: 131072 bytes. commitment, proof: 48 bytes.
    /// Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_SCALAR.
    fn curvemark_kzg_verify_blob(
        settings: &KzgSettings,
        blob[blob_len]: &[u8],
        commitment[commitment_len]: &[u8; 48],
        proof[proof_len]: &[u8; 48],
    ) {
        Ok(settings.0.verify_blob_kzg_proof(blob, commitment, proof)?)
    }

    /// Verifies many blobs at once (verify_blob_kzg_proof_batch); none are valid. The weights are
    /// hashed from the batch, as EIP-4844 has it.
    ///
    /// blobs: 131072 bytes each, one after the other. commitments, proofs: 48 bytes each. threads:
    /// as above.
    /// Errors: CURVEMARK_NOT_VALID is the verdict on all of them; CURVEMARK_ERROR_COUNT,
    /// CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_THREADS.
    fn curvemark_kzg_verify_blobs(
        settings: &KzgSettings,
        blobs[blobs_len]: &[[u8; 131_072]],
        commitments[commitments_len]: &[[u8; 48]],
        proofs[proofs_len]: &[[u8; 48]],
        threads: usize,
    ) {
        let settings = &settings.0;
        Ok(on_threads!(
            threads,
            || settings.verify_blob_kzg_proof_batch(blobs, commitments, proofs),
            || parallel::verify_blob_kzg_proof_batch(settings, blobs, commitments, proofs),
        )??)
    }

    /// Verifies that cells are those of blobs with these commitments
    /// (verify_cell_kzg_proof_batch); none are valid.
    ///
    /// commitments: 48 bytes for each cell, that of its blob, one after the other. indices: the
    /// index of each cell in its blob, 0 to 127. cells: 2048 bytes each. proofs: 48 bytes each.
    /// threads: as above.
    /// Errors: CURVEMARK_NOT_VALID is the verdict on all of them; CURVEMARK_ERROR_COUNT,
    /// CURVEMARK_ERROR_CELLS, CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_SCALAR,
    /// CURVEMARK_ERROR_THREADS.
    fn curvemark_kzg_verify_cells(
        settings: &KzgSettings,
        commitments[commitments_len]: &[[u8; 48]],
        indices[indices_count]: &[u64],
        cells[cells_len]: &[[u8; 2048]],
        proofs[proofs_len]: &[[u8; 48]],
        threads: usize,
    ) {
        let settings = &settings.0;
        Ok(on_threads!(
            threads,
            || settings.verify_cell_kzg_proof_batch(commitments, indices, cells, proofs),
            || {
                parallel::verify_cell_kzg_proof_batch(settings, commitments, indices, cells, proofs)
            },
        )??)
    }

    /// Computes the 128 cells of a blob without proofs (compute_cells).
    ///
    /// blob: 131072 bytes. cells: 262144 bytes.
    /// Errors: CURVEMARK_ERROR_SCALAR.
    fn curvemark_kzg_compute_cells(
        settings: &KzgSettings,
        blob[blob_len]: &[u8],
        cells[cells_len]: Room<'_>,
    ) {
        cells.must_be(CELLS_BYTES)?;
        if blob.len() != BYTES_PER_BLOB {
            return Err(Status::Length);
        }
        cells.put(settings.0.compute_cells(blob)?.as_flattened())
    }

    /// Makes a prover of cells of Ethereum's ceremony from a file.
    ///
    /// setup: as in curvemark_kzg_settings_from_ethereum. table_bytes, threads, prover: as in
    /// curvemark_kzg_cell_prover_ethereum.
    /// Errors: CURVEMARK_ERROR_SETUP, CURVEMARK_ERROR_THREADS.
    fn curvemark_kzg_cell_prover_from_ethereum(
        setup[setup_len]: &[u8],
        table_bytes: usize,
        threads: usize,
        prover: New<'_, KzgCellProver>,
    ) {
        prover.put(cell_prover(&TrustedSetup::from_ethereum_bytes(setup)?, table_bytes, threads)?);
        Ok(())
    }

    /// Makes a prover of cells of a trusted setup in the text format of c-kzg-4844.
    ///
    /// Arguments and errors as above, and those of curvemark_kzg_settings_from_text.
    fn curvemark_kzg_cell_prover_from_text(
        text[text_len]: &[u8],
        table_bytes: usize,
        threads: usize,
        prover: New<'_, KzgCellProver>,
    ) {
        prover.put(cell_prover(&setup(text)?, table_bytes, threads)?);
        Ok(())
    }

    /// Computes the 128 cells of a blob and their proofs (compute_cells_and_kzg_proofs).
    ///
    /// blob: 131072 bytes. cells: 262144 bytes. proofs: 6144 bytes. threads: as above.
    /// Errors: CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_THREADS.
    fn curvemark_kzg_prove_cells(
        prover: &KzgCellProver,
        blob[blob_len]: &[u8],
        cells[cells_len]: Room<'_>,
        proofs[proofs_len]: Room<'_>,
        threads: usize,
    ) {
        must_hold_cells(&cells, &proofs)?;
        let prover = &prover.0;
        let made = on_threads!(
            threads,
            || prover.compute_cells_and_kzg_proofs(blob),
            || parallel::compute_cells_and_kzg_proofs(prover, blob),
        )??;
        put_cells(&made, cells, proofs)
    }

    /// Recovers all 128 cells of a blob and their proofs from half of the cells or more
    /// (recover_cells_and_kzg_proofs). More than 64 cells that are not all of one blob are refused;
    /// curvemark_kzg_recover_cells_truncated has the rule of EIP-7594 for those.
    ///
    /// indices: of the cells that are there, ascending. known_cells: 2048 bytes each, in this
    /// order. cells: 262144 bytes. proofs: 6144 bytes. threads: as above.
    /// Errors: CURVEMARK_ERROR_CELLS, CURVEMARK_ERROR_COUNT, CURVEMARK_ERROR_SCALAR,
    /// CURVEMARK_ERROR_THREADS.
    fn curvemark_kzg_recover_cells(
        prover: &KzgCellProver,
        indices[indices_count]: &[u64],
        known_cells[known_cells_len]: &[[u8; 2048]],
        cells[cells_len]: Room<'_>,
        proofs[proofs_len]: Room<'_>,
        threads: usize,
    ) {
        must_hold_cells(&cells, &proofs)?;
        let prover = &prover.0;
        let made = on_threads!(
            threads,
            || prover.recover_cells_and_kzg_proofs(indices, known_cells),
            || parallel::recover_cells_and_kzg_proofs(prover, indices, known_cells),
        )??;
        put_cells(&made, cells, proofs)
    }

    /// As curvemark_kzg_recover_cells, by the rule of EIP-7594 for all input: for cells that are
    /// not all of one blob it answers with cells and proofs of another one, and no error says so.
    /// Take it only where the answer must be that of others who follow the specification to the
    /// letter.
    fn curvemark_kzg_recover_cells_truncated(
        prover: &KzgCellProver,
        indices[indices_count]: &[u64],
        known_cells[known_cells_len]: &[[u8; 2048]],
        cells[cells_len]: Room<'_>,
        proofs[proofs_len]: Room<'_>,
        threads: usize,
    ) {
        must_hold_cells(&cells, &proofs)?;
        let prover = &prover.0;
        let made = on_threads!(
            threads,
            || prover.recover_cells_and_kzg_proofs_truncated(indices, known_cells),
            || parallel::recover_cells_and_kzg_proofs_truncated(prover, indices, known_cells),
        )??;
        put_cells(&made, cells, proofs)
    }

    /// Hashes a commitment for a transaction (kzg_to_versioned_hash): SHA-256, whose first byte
    /// becomes 1.
    ///
    /// commitment: 48 bytes. hash: 32 bytes.
    fn curvemark_kzg_versioned_hash(
        commitment[commitment_len]: &[u8; 48],
        hash[hash_len]: Place<'_, 32>,
    ) {
        hash.put(&kzg::versioned_hash(commitment))
    }
}

export_free! {
    /// Frees settings. Null is allowed.
    fn curvemark_kzg_settings_free(settings: KzgSettings);

    /// Frees a prover of cells. Null is allowed.
    fn curvemark_kzg_cell_prover_free(prover: KzgCellProver);
}

/// All cells of a blob.
const CELLS_BYTES: usize = CELLS_PER_EXT_BLOB * BYTES_PER_CELL;
/// All their proofs.
const PROOFS_BYTES: usize = CELLS_PER_EXT_BLOB * kzg::BYTES_PER_PROOF;

fn setup(text: &[u8]) -> Result<TrustedSetup, Status> {
    let text = core::str::from_utf8(text).map_err(|_| Status::Setup)?;
    Ok(TrustedSetup::from_text(text)?)
}

fn cell_prover(
    setup: &TrustedSetup,
    table_bytes: usize,
    threads: usize,
) -> Result<KzgCellProver, Status> {
    let prover =
        on_threads!(threads, || CellProver::new(setup, table_bytes), || parallel::cell_prover(
            setup,
            table_bytes
        ),)?;
    Ok(KzgCellProver(prover))
}

fn must_hold_cells(cells: &Room<'_>, proofs: &Room<'_>) -> Result<(), Status> {
    cells.must_be(CELLS_BYTES)?;
    proofs.must_be(PROOFS_BYTES)
}

fn put_cells(made: &CellsAndProofs, cells: Room<'_>, proofs: Room<'_>) -> Result<(), Status> {
    cells.put(made.0.as_flattened())?;
    proofs.put(made.1.as_flattened())
}
