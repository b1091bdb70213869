//! Cells: the values of a blob's polynomial at the 8,192nd roots of unity, in bit-reversed order,
//! cut into 128 pieces of 64.
//!
//! In that order the first half of the values is the blob itself, and the second half are the
//! values on the coset ω·⟨ω²⟩, ω of order 8,192. Piece k holds the values on the coset h_k·⟨ω¹²⁸⟩
//! of the 64th roots of unity, h_k = ω^rev(k), rev(k) the seven bits of k read backwards.

use alloc::vec::Vec;

use curve::bls12_381::{Fr, FrEngine};
use curve::ntt::Domain;

use super::blob::{LOG_ELEMENTS, Roots, bit_reverse, decode, domain, elements, powers};
use super::{
    BYTES_PER_CELL, BYTES_PER_FIELD_ELEMENT, CELLS_PER_EXT_BLOB, Cell, Error,
    FIELD_ELEMENTS_PER_CELL, Settings,
};

/// The cosets of cells.
#[derive(Clone, Debug)]
pub(super) struct Cosets {
    /// ω.
    pub root: Fr,
    /// h_k by k.
    pub shifts: Vec<Fr>,
    /// h_k⁶⁴ by k: the 128th roots of unity in bit-reversed order.
    pub shifts_64: Vec<Fr>,
    /// The 64th roots of unity.
    pub cell: Domain<FrEngine>,
}

impl Cosets {
    pub(super) fn new() -> Self {
        let root = domain(LOG_ELEMENTS + 1).root();
        let mut shifts = powers(&root, CELLS_PER_EXT_BLOB);
        bit_reverse(&mut shifts);
        let shifts_64 = shifts.iter().map(|shift| {
            let mut power = *shift;
            power.square_times(FIELD_ELEMENTS_PER_CELL.trailing_zeros());
            power
        });
        let shifts_64 = shifts_64.collect();
        Self { root, shifts, shifts_64, cell: domain(FIELD_ELEMENTS_PER_CELL.trailing_zeros()) }
    }

    /// The cells of the second half, of a polynomial's coefficients, which are used up.
    pub(super) fn second_half(&self, roots: &Roots, mut coefficients: Vec<Fr>) -> Vec<Cell> {
        if roots.domain.coset_forward(&mut coefficients, &self.root).is_err() {
            unreachable!("as many coefficients as roots");
        }
        bit_reverse(&mut coefficients);
        encode(&coefficients)
    }
}

/// The scalars of a cell.
pub(super) fn decode_cell(cell: &[u8]) -> Result<Vec<Fr>, Error> {
    if cell.len() != BYTES_PER_CELL {
        return Err(Error::CellLength);
    }
    elements(cell).map_err(Error::CellElement)
}

/// Whole cells of scalars.
pub(super) fn encode(values: &[Fr]) -> Vec<Cell> {
    let cell = |values: &[Fr]| {
        let mut cell = [0; BYTES_PER_CELL];
        for (bytes, value) in cell.chunks_exact_mut(BYTES_PER_FIELD_ELEMENT).zip(values) {
            bytes.copy_from_slice(&value.to_be_bytes());
        }
        cell
    };
    values.chunks_exact(FIELD_ELEMENTS_PER_CELL).map(cell).collect()
}

/// All cells of a blob and the coefficients of its polynomial.
pub(super) fn cells_of(
    roots: &Roots,
    cosets: &Cosets,
    blob: &[u8],
) -> Result<(Vec<Cell>, Vec<Fr>), Error> {
    let coefficients = roots.coefficients(decode(blob)?);
    let mut cells = Vec::with_capacity(CELLS_PER_EXT_BLOB);
    cells.extend(blob.chunks_exact(BYTES_PER_CELL).filter_map(|cell| Cell::try_from(cell).ok()));
    cells.extend(cosets.second_half(roots, coefficients.clone()));
    Ok((cells, coefficients))
}

impl Settings {
    /// The 128 cells of a blob, of 2,048 bytes each, of which the first 64 are the blob.
    /// `compute_cells` of EIP-7594.
    ///
    /// Variable-time; all is public. Cost: two transforms of 4,096 scalars.
    ///
    /// # Errors
    /// [`Error::BlobLength`], [`Error::BlobElement`].
    pub fn compute_cells(&self, blob: &[u8]) -> Result<Vec<Cell>, Error> {
        Ok(cells_of(&self.roots, &self.cosets, blob)?.0)
    }
}
