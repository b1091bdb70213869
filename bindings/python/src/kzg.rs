//! KZG commitments as Ethereum has them.

use std::sync::Arc;

use curvemark::kzg::{self, BatchError, Error, Opening, OpeningVerifier, TrustedSetup, parallel};
use curvemark::parts;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyBytes};

use crate::failure::{Failure, verdict};
use crate::octets::{Flat, Octets, bytes};
use crate::parts::{batch_of, part_class};
use crate::threads::on_threads;
use crate::{allocated, functions};

pub const PAGE: &str = "\
KZG commitments of EIP-4844 (blobs) and EIP-7594 (cells), over Ethereum's trusted setup.

A blob is 131072 bytes, a cell 2048, a commitment or a proof 48, a field element 32. Many blobs,
cells, commitments or proofs are a flat array, or a list. Make `Settings` once and keep it; threads
share it.";

fn batch_verdict(result: Result<(), BatchError>) -> Result<bool, Failure> {
    verdict!(result, BatchError { reason: Error::NotProven, .. })
}

/// The setup of a text in c-kzg's format, or Ethereum's, which the wheel contains.
fn setup(text: Option<&str>) -> Result<TrustedSetup, Failure> {
    match text {
        Some(text) => Ok(TrustedSetup::from_text(text)?),
        None => Ok(TrustedSetup::ethereum()),
    }
}

/// What `__reduce__` gives: the class, its setup's text and the bytes of its table.
type Made<'py> = (Bound<'py, PyAny>, (Option<String>, usize));

/// What commits, proves and verifies. It never changes; threads share it.
///
/// `Settings()` has the setup of Ethereum's ceremony. Another one is a text in the format of
/// c-kzg's `trusted_setup.txt`, all of which is checked. `table_bytes` is how large a table for
/// commitments and proofs may be. What is pickled is how it was made.
#[pyclass(frozen, module = "curvemark.kzg")]
pub struct Settings {
    settings: Box<kzg::Settings>,
    text: Option<Arc<str>>,
    most_bytes: usize,
}

#[pymethods]
impl Settings {
    #[new]
    #[pyo3(signature = (trusted_setup=None, table_bytes=0))]
    fn new(py: Python<'_>, trusted_setup: Option<String>, table_bytes: usize) -> PyResult<Self> {
        Ok(py.detach(|| -> Result<_, Failure> {
            let setup = setup(trusted_setup.as_deref())?;
            let settings = Box::new(kzg::Settings::new(&setup, table_bytes));
            Ok(Self { settings, text: trusted_setup.map(Into::into), most_bytes: table_bytes })
        })?)
    }

    /// Bytes of the points for commitments, or of their table.
    #[getter]
    fn table_bytes(&self) -> usize {
        self.settings.table_bytes()
    }

    /// The commitment of a blob.
    #[pyo3(signature = (blob, *, threads=1))]
    fn blob_to_kzg_commitment<'py>(
        &self,
        py: Python<'py>,
        blob: Octets,
        threads: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let out = py.detach(|| -> Result<_, Failure> {
            let serial = || self.settings.blob_to_kzg_commitment(&blob);
            let together = || parallel::blob_to_kzg_commitment(&self.settings, &blob);
            Ok(on_threads(threads, serial, together)??)
        })?;
        Ok(bytes(py, out))
    }

    /// The proof that a blob's polynomial has a value at z, and the value.
    #[pyo3(signature = (blob, z, *, threads=1))]
    fn compute_kzg_proof<'py>(
        &self,
        py: Python<'py>,
        blob: Octets,
        z: Octets,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let (proof, y) = py.detach(|| -> Result<_, Failure> {
            let z = z.array("z")?;
            let serial = || self.settings.compute_kzg_proof(&blob, z);
            let together = || parallel::compute_kzg_proof(&self.settings, &blob, z);
            Ok(on_threads(threads, serial, together)??)
        })?;
        Ok((bytes(py, proof), bytes(py, y)))
    }

    /// The proof that a commitment is a blob's.
    #[pyo3(signature = (blob, commitment, *, threads=1))]
    fn compute_blob_kzg_proof<'py>(
        &self,
        py: Python<'py>,
        blob: Octets,
        commitment: Octets,
        threads: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let out = py.detach(|| -> Result<_, Failure> {
            let commitment = commitment.array("commitment")?;
            let serial = || self.settings.compute_blob_kzg_proof(&blob, commitment);
            let together = || parallel::compute_blob_kzg_proof(&self.settings, &blob, commitment);
            Ok(on_threads(threads, serial, together)??)
        })?;
        Ok(bytes(py, out))
    }

    /// Whether the polynomial of a commitment has the value y at z.
    fn verify_kzg_proof(
        &self,
        py: Python<'_>,
        commitment: Octets,
        z: Octets,
        y: Octets,
        proof: Octets,
    ) -> PyResult<bool> {
        Ok(py.detach(|| opens(self.settings.opening_verifier(), &commitment, &z, &y, &proof))?)
    }

    /// Whether a commitment is a blob's, by a proof.
    fn verify_blob_kzg_proof(
        &self,
        py: Python<'_>,
        blob: Octets,
        commitment: Octets,
        proof: Octets,
    ) -> PyResult<bool> {
        Ok(py.detach(|| -> Result<_, Failure> {
            let (commitment, proof) = (commitment.array("commitment")?, proof.array("proof")?);
            let result = self.settings.verify_blob_kzg_proof(&blob, commitment, proof);
            verdict!(result, Error::NotProven)
        })?)
    }

    /// Whether all commitments are their blobs', by a proof each. True for none.
    #[pyo3(signature = (blobs, commitments, proofs, *, threads=1))]
    fn verify_blob_kzg_proof_batch(
        &self,
        py: Python<'_>,
        blobs: Flat,
        commitments: Flat,
        proofs: Flat,
        threads: usize,
    ) -> PyResult<bool> {
        Ok(py.detach(|| -> Result<_, Failure> {
            let blobs = blobs.items("blobs", kzg::BYTES_PER_BLOB)?;
            let (commitments, proofs) =
                (commitments.arrays("commitments")?, proofs.arrays("proofs")?);
            let settings = &self.settings;
            let serial = || settings.verify_blob_kzg_proof_batch(&blobs, commitments, proofs);
            let together =
                || parallel::verify_blob_kzg_proof_batch(settings, &blobs, commitments, proofs);
            batch_verdict(on_threads(threads, serial, together)?)
        })?)
    }

    /// The 128 cells of a blob, flat.
    fn compute_cells<'py>(&self, py: Python<'py>, blob: Octets) -> PyResult<Bound<'py, PyBytes>> {
        let cells = py.detach(|| self.settings.compute_cells(&blob)).map_err(Failure::from)?;
        Ok(bytes(py, cells.as_flattened()))
    }

    /// Whether all cells are their commitments', by a proof each. True for none.
    ///
    /// `commitments`, `cells` and `proofs` are flat arrays, one of each for each of the indices.
    #[pyo3(signature = (commitments, cell_indices, cells, proofs, *, threads=1))]
    fn verify_cell_kzg_proof_batch(
        &self,
        py: Python<'_>,
        commitments: Flat,
        cell_indices: Vec<u64>,
        cells: Flat,
        proofs: Flat,
        threads: usize,
    ) -> PyResult<bool> {
        Ok(py.detach(|| -> Result<_, Failure> {
            let cells = cells.items("cells", kzg::BYTES_PER_CELL)?;
            let (commitments, proofs) =
                (commitments.arrays("commitments")?, proofs.arrays("proofs")?);
            let settings = &self.settings;
            let serial =
                || settings.verify_cell_kzg_proof_batch(commitments, &cell_indices, &cells, proofs);
            let together = || {
                let indices = &cell_indices;
                parallel::verify_cell_kzg_proof_batch(
                    settings,
                    commitments,
                    indices,
                    &cells,
                    proofs,
                )
            };
            batch_verdict(on_threads(threads, serial, together)?)
        })?)
    }

    /// What is left of blobs to verify: commitment, z, y and proof of each, a flat array of 160
    /// bytes each.
    ///
    /// Of a blob that is its hash z, and its value there. Commitments and proofs are not decoded.
    #[pyo3(signature = (blobs, commitments, proofs, *, threads=1))]
    fn openings<'py>(
        &self,
        py: Python<'py>,
        blobs: Flat,
        commitments: Flat,
        proofs: Flat,
        threads: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let out = py.detach(|| -> Result<Vec<_>, Failure> {
            let blobs = blobs.items("blobs", kzg::BYTES_PER_BLOB)?;
            let (commitments, proofs) =
                (commitments.arrays("commitments")?, proofs.arrays("proofs")?);
            let serial = || self.settings.openings(&blobs, commitments, proofs);
            let together = || parallel::openings(&self.settings, &blobs, commitments, proofs);
            let openings = on_threads(threads, serial, together)??;
            Ok(openings.iter().map(Opening::to_bytes).collect())
        })?;
        Ok(bytes(py, out.as_flattened()))
    }

    /// The part of a slice of openings which begins at an item of the batch.
    ///
    /// `openings` is what the method of this name gives, `batch` what `parts.batch` gives.
    #[pyo3(signature = (openings, batch, start, *, threads=1))]
    fn part_of_openings(
        &self,
        py: Python<'_>,
        openings: Flat,
        batch: Octets,
        start: u64,
        threads: usize,
    ) -> PyResult<OpeningsPart> {
        let part = py.detach(|| -> Result<_, Failure> {
            let (openings, batch) = (openings_of(&openings)?, batch_of(&batch)?);
            let serial = || self.settings.part_of_openings(&openings, &batch, start);
            let together = || parallel::part_of_openings(&self.settings, &openings, &batch, start);
            Ok(on_threads(threads, serial, together)??)
        })?;
        Ok(OpeningsPart(Box::new(part)))
    }

    /// Whether all openings of a part hold, the rest of the batch apart.
    fn openings_hold(&self, py: Python<'_>, part: &OpeningsPart) -> PyResult<bool> {
        let result = py.detach(|| self.settings.openings_hold(&part.0));
        Ok(verdict!(result, parts::Error::NotValid)?)
    }

    /// Whether all openings of a batch hold. A part that does not cover it raises `Error`.
    fn finish_openings(&self, py: Python<'_>, part: &OpeningsPart) -> PyResult<bool> {
        let result = py.detach(|| self.settings.finish_openings(&part.0));
        Ok(verdict!(result, parts::Error::NotValid)?)
    }

    /// The part of a slice of cells which begins at an item of the batch.
    ///
    /// Arguments as those of `verify_cell_kzg_proof_batch`, then what `parts.batch` gives.
    #[pyo3(signature = (commitments, cell_indices, cells, proofs, batch, start, *, threads=1))]
    #[expect(clippy::too_many_arguments, reason = "named ones, in Python")]
    fn part_of_cells(
        &self,
        py: Python<'_>,
        commitments: Flat,
        cell_indices: Vec<u64>,
        cells: Flat,
        proofs: Flat,
        batch: Octets,
        start: u64,
        threads: usize,
    ) -> PyResult<CellsPart> {
        let part = py.detach(|| -> Result<_, Failure> {
            let batch = batch_of(&batch)?;
            let cells = cells.items("cells", kzg::BYTES_PER_CELL)?;
            let (commitments, proofs) =
                (commitments.arrays("commitments")?, proofs.arrays("proofs")?);
            let (settings, indices) = (&self.settings, &cell_indices);
            let serial =
                || settings.part_of_cells(commitments, indices, &cells, proofs, &batch, start);
            let together = || {
                parallel::part_of_cells(
                    settings,
                    commitments,
                    indices,
                    &cells,
                    proofs,
                    &batch,
                    start,
                )
            };
            Ok(on_threads(threads, serial, together)??)
        })?;
        Ok(CellsPart(Box::new(part)))
    }

    /// Whether all cells of a part hold, the rest of the batch apart.
    fn cells_hold(&self, py: Python<'_>, part: &CellsPart) -> PyResult<bool> {
        let result = py.detach(|| self.settings.cells_hold(&part.0));
        Ok(verdict!(result, parts::Error::NotValid)?)
    }

    /// Whether all cells of a batch hold. A part that does not cover it raises `Error`.
    fn finish_cells(&self, py: Python<'_>, part: &CellsPart) -> PyResult<bool> {
        let result = py.detach(|| self.settings.finish_cells(&part.0));
        Ok(verdict!(result, parts::Error::NotValid)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Made<'py> {
        let text = self.text.as_deref().map(str::to_owned);
        (py.get_type::<Self>().into_any(), (text, self.most_bytes))
    }
}

part_class!("curvemark.kzg", OpeningsPart, kzg::OpeningsPart, "openings", {});
part_class!("curvemark.kzg", CellsPart, kzg::CellsPart, "cells", {});

fn openings_of(openings: &Flat) -> Result<Vec<Opening>, Failure> {
    Ok(openings.arrays("openings")?.iter().map(Opening::from_bytes).collect())
}

/// The digest of a slice of openings, for `parts.batch`: 40 bytes. Nothing is decoded.
#[pyfunction]
fn digest_openings<'py>(py: Python<'py>, openings: Flat) -> PyResult<Bound<'py, PyBytes>> {
    let out = py.detach(|| -> Result<_, Failure> {
        Ok(kzg::digest_openings(&openings_of(&openings)?).to_bytes())
    })?;
    Ok(bytes(py, out))
}

/// The digest of a slice of cells, for `parts.batch`: 40 bytes. Nothing is decoded.
#[pyfunction]
fn digest_cells<'py>(
    py: Python<'py>,
    commitments: Flat,
    cell_indices: Vec<u64>,
    cells: Flat,
    proofs: Flat,
) -> PyResult<Bound<'py, PyBytes>> {
    let out = py.detach(|| -> Result<_, Failure> {
        let cells = cells.items("cells", kzg::BYTES_PER_CELL)?;
        let (commitments, proofs) = (commitments.arrays("commitments")?, proofs.arrays("proofs")?);
        Ok(kzg::digest_cells(commitments, &cell_indices, &cells, proofs)?.to_bytes())
    })?;
    Ok(bytes(py, out))
}

/// What proves cells and recovers blobs. It never changes; threads share it.
///
/// As `Settings`. Without a table it holds some megabytes, and is made in some tenths of a second.
#[pyclass(frozen, module = "curvemark.kzg")]
pub struct CellProver {
    prover: Box<kzg::CellProver>,
    text: Option<Arc<str>>,
    most_bytes: usize,
}

/// Cells and their proofs, each flat.
type Flats<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);

#[pymethods]
impl CellProver {
    #[new]
    #[pyo3(signature = (trusted_setup=None, table_bytes=0))]
    fn new(py: Python<'_>, trusted_setup: Option<String>, table_bytes: usize) -> PyResult<Self> {
        Ok(py.detach(|| -> Result<_, Failure> {
            let setup = setup(trusted_setup.as_deref())?;
            let prover = Box::new(kzg::CellProver::new(&setup, table_bytes));
            Ok(Self { prover, text: trusted_setup.map(Into::into), most_bytes: table_bytes })
        })?)
    }

    /// Bytes of the table.
    #[getter]
    fn table_bytes(&self) -> usize {
        self.prover.table_bytes()
    }

    /// The 128 cells of a blob, and a proof for each: two flat arrays.
    #[pyo3(signature = (blob, *, threads=1))]
    fn compute_cells_and_kzg_proofs<'py>(
        &self,
        py: Python<'py>,
        blob: Octets,
        threads: usize,
    ) -> PyResult<Flats<'py>> {
        let (cells, proofs) = py.detach(|| -> Result<_, Failure> {
            let serial = || self.prover.compute_cells_and_kzg_proofs(&blob);
            let together = || parallel::compute_cells_and_kzg_proofs(&self.prover, &blob);
            Ok(on_threads(threads, serial, together)??)
        })?;
        Ok((bytes(py, cells.as_flattened()), bytes(py, proofs.as_flattened())))
    }

    /// All cells and proofs of a blob from half of its cells or more, by their ascending indices.
    #[pyo3(signature = (cell_indices, cells, *, threads=1))]
    fn recover_cells_and_kzg_proofs<'py>(
        &self,
        py: Python<'py>,
        cell_indices: Vec<u64>,
        cells: Flat,
        threads: usize,
    ) -> PyResult<Flats<'py>> {
        let (cells, proofs) = py.detach(|| -> Result<_, Failure> {
            let cells = cells.items("cells", kzg::BYTES_PER_CELL)?;
            let prover = &self.prover;
            let serial = || prover.recover_cells_and_kzg_proofs(&cell_indices, &cells);
            let together = || parallel::recover_cells_and_kzg_proofs(prover, &cell_indices, &cells);
            Ok(on_threads(threads, serial, together)??)
        })?;
        Ok((bytes(py, cells.as_flattened()), bytes(py, proofs.as_flattened())))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Made<'py> {
        let text = self.text.as_deref().map(str::to_owned);
        (py.get_type::<Self>().into_any(), (text, self.most_bytes))
    }
}

fn opens(
    verifier: &OpeningVerifier,
    commitment: &Octets,
    z: &Octets,
    y: &Octets,
    proof: &Octets,
) -> Result<bool, Failure> {
    let (commitment, proof) = (commitment.array("commitment")?, proof.array("proof")?);
    let result = verifier.verify(commitment, z.array("z")?, y.array("y")?, proof);
    verdict!(result, Error::NotProven)
}

/// Whether the polynomial of a commitment has the value y at z, by Ethereum's setup.
///
/// Needs no `Settings`.
#[pyfunction]
fn verify_kzg_proof(
    py: Python<'_>,
    commitment: Octets,
    z: Octets,
    y: Octets,
    proof: Octets,
) -> PyResult<bool> {
    Ok(py.detach(|| opens(OpeningVerifier::ethereum_kept(), &commitment, &z, &y, &proof))?)
}

/// The versioned hash of a commitment: 32 bytes, the first one 1.
#[pyfunction]
fn versioned_hash<'py>(py: Python<'py>, commitment: Octets) -> PyResult<Bound<'py, PyBytes>> {
    Ok(bytes(py, kzg::versioned_hash(commitment.array("commitment")?)))
}

/// The point at which a blob's commitment is opened: 32 bytes.
#[pyfunction]
fn compute_challenge<'py>(
    py: Python<'py>,
    blob: Octets,
    commitment: Octets,
) -> PyResult<Bound<'py, PyBytes>> {
    let out = py.detach(|| -> Result<_, Failure> {
        Ok(kzg::compute_challenge(&blob, commitment.array("commitment")?)?)
    })?;
    Ok(bytes(py, out))
}

allocated!(Settings, CellProver);

/// The scalar whose powers weigh a batch of cells: 32 bytes (EIP-7594).
///
/// `commitments` has no repetitions; `commitment_indices` says which of them each cell is of.
/// Nothing is decoded.
#[pyfunction]
fn compute_verify_cell_kzg_proof_batch_challenge<'py>(
    py: Python<'py>,
    commitments: Flat,
    commitment_indices: Vec<u64>,
    cell_indices: Vec<u64>,
    cells: Flat,
    proofs: Flat,
) -> PyResult<Bound<'py, PyBytes>> {
    let out = py.detach(|| -> Result<_, Failure> {
        Ok(kzg::compute_verify_cell_kzg_proof_batch_challenge(
            commitments.arrays("commitments")?,
            &commitment_indices,
            &cell_indices,
            &cells.items("cells", kzg::BYTES_PER_CELL)?,
            proofs.arrays("proofs")?,
        )?)
    })?;
    Ok(bytes(py, out))
}

/// Fills the module.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(
        module,
        verify_kzg_proof,
        versioned_hash,
        compute_challenge,
        compute_verify_cell_kzg_proof_batch_challenge,
        digest_openings,
        digest_cells,
    );
    module.add_class::<OpeningsPart>()?;
    module.add_class::<CellsPart>()?;
    module.add("BYTES_PER_OPENING", kzg::BYTES_PER_OPENING)?;
    module.add_class::<Settings>()?;
    module.add_class::<CellProver>()?;
    module.add("BYTES_PER_BLOB", kzg::BYTES_PER_BLOB)?;
    module.add("BYTES_PER_CELL", kzg::BYTES_PER_CELL)?;
    module.add("BYTES_PER_COMMITMENT", kzg::BYTES_PER_COMMITMENT)?;
    module.add("BYTES_PER_FIELD_ELEMENT", kzg::BYTES_PER_FIELD_ELEMENT)?;
    module.add("BYTES_PER_PROOF", kzg::BYTES_PER_PROOF)?;
    module.add("CELLS_PER_EXT_BLOB", kzg::CELLS_PER_EXT_BLOB)
}
