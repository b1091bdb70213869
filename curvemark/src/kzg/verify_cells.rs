//! Verdicts on many cells at once, of any blobs.
//!
//! The cell k of a commitment C on the coset h·⟨ω¹²⁸⟩ holds by its proof π if e(C − \[I(τ)\]G₁, G₂)
//! = e(π, \[τ⁶⁴ − h⁶⁴\]G₂), I being the polynomial of degree below 64 with the values of the cell
//! there. For weights ρᵏ hashed from all that is one equation (D. Feist, D. Khovratovich, ePrint
//! 2023/033, §3; B. Wagner, A. Zapico, ePrint 2024/1362):
//!
//! e(Σ ρᵏ·Cₖ − \[Σ ρᵏ·Iₖ(τ)\]G₁ + Σ ρᵏ·hₖ⁶⁴·πₖ, G₂) = e(Σ ρᵏ·πₖ, \[τ⁶⁴\]G₂).
//!
//! Cells of one index lie on one coset, so their values are combined before they are interpolated:
//! at most 128 interpolations, whatever the number of cells.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use curve::bls12_381::{Fr, G1};
use curve::vectors::{add_assign_slices, add_scaled_slice};
use sha2::{Digest, Sha256};

use super::blob::{bit_reverse, powers, scalar_of};
use super::cells::decode_cell;
use super::error::BatchError;
use super::threads::{Serial, Threads};
use super::verify::{decode_points, sum_of_multiples};
use super::{
    BYTES_PER_COMMITMENT, BYTES_PER_FIELD_ELEMENT, BYTES_PER_PROOF, CELLS_PER_EXT_BLOB, Error,
    FIELD_ELEMENTS_PER_BLOB, FIELD_ELEMENTS_PER_CELL, Settings,
};

/// RANDOM_CHALLENGE_KZG_CELL_BATCH_DOMAIN of EIP-7594.
const RANDOM_CHALLENGE_KZG_CELL_BATCH_DOMAIN: &[u8; 16] = b"RCKZGCBATCH__V1_";

impl Settings {
    /// Whether each of many cells is that of its index and its commitment, by its proof; true for
    /// none. `verify_cell_kzg_proof_batch` of EIP-7594.
    ///
    /// Item by item a commitment, an index below 128, a cell of 2,048 bytes and a proof;
    /// commitments may come again, in any order. The weights of the combination are hashed from the
    /// input, as EIP-7594 has it. Variable-time; all is public. Cost for n cells of m commitments:
    /// SHA-256 of all, n + m decodings in G1, an interpolation for each index that comes, a sum of
    /// n + m + 64 multiples and one of n, a product of two pairings.
    ///
    /// # Errors
    /// [`Error::NotProven`] is the verdict on all of them. [`Error::LengthMismatch`] if there are
    /// not as many of each; else what is wrong with an item that is not acceptable: an index, then
    /// commitments, then cells, then proofs.
    pub fn verify_cell_kzg_proof_batch(
        &self,
        commitments: &[[u8; BYTES_PER_COMMITMENT]],
        cell_indices: &[u64],
        cells: &[impl AsRef<[u8]>],
        proofs: &[[u8; BYTES_PER_PROOF]],
    ) -> Result<(), BatchError> {
        self.verify_cells_on::<Serial>(commitments, cell_indices, cells, proofs)
    }

    pub(super) fn verify_cells_on<T: Threads>(
        &self,
        commitments: &[[u8; BYTES_PER_COMMITMENT]],
        cell_indices: &[u64],
        cells: &[impl AsRef<[u8]>],
        proofs: &[[u8; BYTES_PER_PROOF]],
    ) -> Result<(), BatchError> {
        if [commitments.len(), cell_indices.len(), proofs.len()] != [cells.len(); 3] {
            return Err(Error::LengthMismatch.into());
        }
        if cells.is_empty() {
            return Ok(());
        }
        let weights = |distinct: &Distinct| {
            let mut hash = start(distinct.commitments.len(), cells.len());
            distinct.commitments.iter().for_each(|commitment| hash.update(commitment));
            for (((place, index), cell), proof) in
                distinct.places.iter().zip(cell_indices).zip(cells).zip(proofs)
            {
                absorb(&mut hash, *place as u64, *index, cell.as_ref(), proof);
            }
            powers(&scalar_of(hash), cells.len())
        };
        let [left, right] =
            self.sums_of_cells::<T>(commitments, cell_indices, cells, proofs, weights)?;
        Ok(self.verifier.verify_sums(&left, &right, Some(&self.tau_64))?)
    }

    /// The sums of the combined equation, of as many of each, for weights that may be hashed from
    /// the commitments without repetitions.
    pub(super) fn sums_of_cells<T: Threads>(
        &self,
        commitments: &[[u8; BYTES_PER_COMMITMENT]],
        cell_indices: &[u64],
        cells: &[impl AsRef<[u8]>],
        proofs: &[[u8; BYTES_PER_PROOF]],
        weights: impl FnOnce(&Distinct) -> Vec<Fr>,
    ) -> Result<[G1; 2], BatchError> {
        let n = cells.len();
        let mut columns = Vec::with_capacity(n);
        for (i, &index) in cell_indices.iter().enumerate() {
            let column = usize::try_from(index).ok().filter(|&column| column < CELLS_PER_EXT_BLOB);
            columns.push(column.ok_or(BatchError::at(i, Error::CellIndex(index)))?);
        }
        let distinct = Distinct::new(commitments);
        let mut points =
            decode_points::<T>(&distinct.commitments, Error::Commitment).map_err(|error| {
                let first = error
                    .index
                    .and_then(|of| distinct.places.iter().position(|&place| place == of));
                BatchError { index: first, ..error }
            })?;
        let decode = |(i, cell): (usize, _)| {
            decode_cell(AsRef::<[u8]>::as_ref(cell)).map_err(|reason| BatchError::at(i, reason))
        };
        let values: Vec<Vec<Fr>> =
            cells.iter().enumerate().map(decode).collect::<Result<_, _>>()?;
        let proof_points = decode_points::<T>(proofs, Error::Proof)?;

        let weights = weights(&distinct);
        let mut scalars = alloc::vec![Fr::zero(); points.len()];
        for (place, weight) in distinct.places.iter().zip(&weights) {
            scalars[*place] += weight;
        }
        points.extend_from_slice(&self.monomial);
        let interpolated = self.interpolate(&columns, &values, &weights);
        scalars.extend(interpolated.iter().map(|coefficient| -coefficient));
        points.extend_from_slice(&proof_points);
        scalars.extend(
            weights
                .iter()
                .zip(&columns)
                .map(|(weight, column)| weight * &self.cosets.shifts_64[*column]),
        );
        let left = sum_of_multiples::<T>(&points, &scalars);
        Ok([left, sum_of_multiples::<T>(&proof_points, &weights)])
    }

    /// The coefficients of Σ ρᵏ·Iₖ.
    fn interpolate(
        &self,
        columns: &[usize],
        values: &[Vec<Fr>],
        weights: &[Fr],
    ) -> [Fr; FIELD_ELEMENTS_PER_CELL] {
        let mut combined: Vec<Option<[Fr; FIELD_ELEMENTS_PER_CELL]>> =
            alloc::vec![None; CELLS_PER_EXT_BLOB];
        for ((column, values), weight) in columns.iter().zip(values).zip(weights) {
            let sum = combined[*column].get_or_insert([Fr::zero(); FIELD_ELEMENTS_PER_CELL]);
            if add_scaled_slice(sum, weight, values).is_err() {
                unreachable!("the values of a cell");
            }
        }
        let mut all = [Fr::zero(); FIELD_ELEMENTS_PER_CELL];
        for (combined, shift) in combined.iter_mut().zip(&self.cosets.shifts) {
            if let Some(values) = combined {
                bit_reverse(values);
                if self
                    .cosets
                    .cell
                    .coset_inverse(values, shift)
                    .and_then(|()| add_assign_slices(&mut all, values))
                    .is_err()
                {
                    unreachable!("the values of a cell");
                }
            }
        }
        all
    }
}

/// The commitments without those that came before, and where each stands among them.
pub(super) struct Distinct {
    commitments: Vec<[u8; BYTES_PER_COMMITMENT]>,
    places: Vec<usize>,
}

impl Distinct {
    fn new(all: &[[u8; BYTES_PER_COMMITMENT]]) -> Self {
        let mut known = BTreeMap::new();
        let mut commitments = Vec::new();
        let place = |commitment: &[u8; BYTES_PER_COMMITMENT]| {
            *known.entry(*commitment).or_insert_with(|| {
                commitments.push(*commitment);
                commitments.len() - 1
            })
        };
        let places = all.iter().map(place).collect();
        Self { commitments, places }
    }
}

/// The transcript of so many commitments and cells.
fn start(commitments: usize, cells: usize) -> Sha256 {
    let mut hash = Sha256::new();
    hash.update(RANDOM_CHALLENGE_KZG_CELL_BATCH_DOMAIN);
    for number in [FIELD_ELEMENTS_PER_BLOB, FIELD_ELEMENTS_PER_CELL, commitments, cells] {
        hash.update((number as u64).to_be_bytes());
    }
    hash
}

/// A cell of the transcript.
fn absorb(
    hash: &mut Sha256,
    commitment: u64,
    index: u64,
    cell: &[u8],
    proof: &[u8; BYTES_PER_PROOF],
) {
    hash.update(commitment.to_be_bytes());
    hash.update(index.to_be_bytes());
    hash.update(cell);
    hash.update(proof);
}

/// The scalar whose powers are the weights of a batch of cells:
/// `compute_verify_cell_kzg_proof_batch_challenge` of EIP-7594, 32 bytes big-endian.
///
/// The commitments are without repetitions, and `commitment_indices` says which of them each cell
/// is of. Nothing is decoded, nor are lengths of cells checked. Cost: SHA-256 of all.
///
/// [Examples](crate::kzg#examples).
///
/// # Errors
/// [`Error::LengthMismatch`] if there are not as many of both indices, cells and proofs.
pub fn compute_verify_cell_kzg_proof_batch_challenge(
    commitments: &[[u8; BYTES_PER_COMMITMENT]],
    commitment_indices: &[u64],
    cell_indices: &[u64],
    cells: &[impl AsRef<[u8]>],
    proofs: &[[u8; BYTES_PER_PROOF]],
) -> Result<[u8; BYTES_PER_FIELD_ELEMENT], Error> {
    if [commitment_indices.len(), cell_indices.len(), proofs.len()] != [cells.len(); 3] {
        return Err(Error::LengthMismatch);
    }
    let mut hash = start(commitments.len(), cells.len());
    commitments.iter().for_each(|commitment| hash.update(commitment));
    for (((commitment, index), cell), proof) in
        commitment_indices.iter().zip(cell_indices).zip(cells).zip(proofs)
    {
        absorb(&mut hash, *commitment, *index, cell.as_ref(), proof);
    }
    Ok(scalar_of(hash).to_be_bytes())
}
