//! Cells with their proofs, and what is missing of them.
//!
//! To recover (A. Reed-Solomon code's erasures; V. Buterin, "Reed–Solomon erasure code recovery in
//! n·log² n time with FFTs", 2018): the values E on the 8,192nd roots of unity, zero where missing,
//! are those of f where Z is not zero, with Z(X) = ∏ (X⁶⁴ − h_k⁶⁴) over the missing cells, so that
//! E·Z = f·Z everywhere. Its coefficients give its values on a coset where Z has no root, and there
//! f is the quotient. Z is a polynomial in X⁶⁴: its values are 128 on the roots, and 128 on the
//! coset.
//!
//! The quotient is a polynomial of degree below 64 for each given cell. It has the degree of a
//! blob's, below 4,096, if the cells are of one blob. If not, there are two rules; see [`Above`].

use alloc::vec::Vec;
use core::fmt;

use curve::bls12_381::{Fr, FrEngine};
use curve::ntt::Domain;
use curve::vectors::invert_batch_vartime;

use super::blob::{LOG_ELEMENTS, Roots, bit_reverse, domain};
use super::cells::{Cosets, cells_of, decode_cell, encode};
use super::fk20::Fk20;
use super::threads::{Serial, Threads};
use super::{
    BYTES_PER_PROOF, CELLS_PER_EXT_BLOB, Cell, Error, FIELD_ELEMENTS_PER_BLOB,
    FIELD_ELEMENTS_PER_CELL, TrustedSetup,
};

/// Cells that are enough to recover the others.
const ENOUGH: usize = CELLS_PER_EXT_BLOB >> 1;

/// What becomes of the coefficients from 4,096 on of the polynomial with the given values.
#[derive(Clone, Copy)]
pub(super) enum Above {
    /// One that is not zero is a refusal.
    Refused,
    /// They are left out, by EIP-7594's `recover_polynomialcoeff`.
    LeftOut,
}

/// All 128 cells of a blob and their proofs, index by index.
///
/// [Examples](crate::kzg#examples).
pub type CellsAndProofs = (Vec<Cell>, Vec<[u8; BYTES_PER_PROOF]>);

/// What the functions of EIP-7594 need that make proofs of cells.
///
/// Made once and used by as many threads as one likes. Memory: 0.8 MiB for roots of unity, and for
/// the transformed points of the setup:
///
/// | `table_bytes` | has | additions for the sums of a blob |
/// |---|---|---|
/// | 0 | 8,192 points, 0.8 MiB | 570,000 |
/// | 7 << 20 | tables, 6.75 MiB | 340,000 |
/// | 13 << 20 | tables, 12.75 MiB | 300,000 |
/// | 49 << 20 | tables, 48.75 MiB | 280,000 |
/// | 97 << 20 and more | tables, 96.75 MiB | 250,000 |
///
/// There are none below 6.75 MiB; the large ones save little, since their points come from beyond
/// the caches. On lanes of doubles a table takes a third more than the second column says.
/// [`CellProver::table_bytes`] tells what it came to.
///
/// [Examples](crate::kzg#examples).
#[derive(Clone)]
pub struct CellProver {
    roots: Roots,
    cosets: Cosets,
    /// The 8,192nd roots of unity.
    extended: Domain<FrEngine>,
    /// The 128th roots of unity.
    blocks: Domain<FrEngine>,
    fk20: Fk20,
}

impl fmt::Debug for CellProver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CellProver")
            .field("table_bytes", &self.table_bytes())
            .finish_non_exhaustive()
    }
}

impl CellProver {
    /// Of a setup, with tables of at most so many bytes in all, none below 6.75 MiB.
    ///
    /// Cost: 64 transforms of 128 points, and about 2,000 products for each point of tables.
    pub fn new(setup: &TrustedSetup, table_bytes: usize) -> Self {
        Self::new_on::<Serial>(setup, table_bytes)
    }

    pub(super) fn new_on<T: Threads>(setup: &TrustedSetup, table_bytes: usize) -> Self {
        Self {
            roots: Roots::new(),
            cosets: Cosets::new(),
            extended: domain(LOG_ELEMENTS + 1),
            blocks: domain(CELLS_PER_EXT_BLOB.trailing_zeros()),
            fk20: Fk20::new::<T>(&setup.g1_monomial, table_bytes),
        }
    }

    /// Of Ethereum's ceremony.
    #[cfg(feature = "ethereum-setup")]
    pub fn ethereum(table_bytes: usize) -> Self {
        Self::new(&TrustedSetup::ethereum(), table_bytes)
    }

    /// Bytes of the transformed points, or of their tables.
    pub fn table_bytes(&self) -> usize {
        self.fk20.size_bytes()
    }

    /// The 128 cells of a blob, of 2,048 bytes each, of which the first 64 are the blob.
    /// `compute_cells` of EIP-7594.
    ///
    /// # Errors
    /// [`Error::BlobLength`], [`Error::BlobElement`].
    pub fn compute_cells(&self, blob: &[u8]) -> Result<Vec<Cell>, Error> {
        Ok(cells_of(&self.roots, &self.cosets, blob)?.0)
    }

    /// The 128 cells of a blob and their proofs of 48 bytes. `compute_cells_and_kzg_proofs` of
    /// EIP-7594.
    ///
    /// Variable-time; all is public. Cost: 128 sums of 64 multiples, two transforms of 128 points,
    /// and some transforms of scalars.
    ///
    /// # Errors
    /// [`Error::BlobLength`], [`Error::BlobElement`].
    pub fn compute_cells_and_kzg_proofs(&self, blob: &[u8]) -> Result<CellsAndProofs, Error> {
        self.prove_on::<Serial>(blob)
    }

    /// All cells of a blob and their proofs, from half of the cells or more.
    ///
    /// `recover_cells_and_kzg_proofs` of EIP-7594, but for cells that are not all of one blob:
    /// those are refused here. Take this where cells come from anywhere.
    /// [`CellProver::recover_cells_and_kzg_proofs_truncated`] has EIP-7594's rule for them. The two
    /// agree on all cells that hold by their proofs for one commitment.
    ///
    /// The indices of the given cells ascend. Variable-time; all is public. Cost: four transforms
    /// of 8,192 scalars, and that of [`CellProver::compute_cells_and_kzg_proofs`].
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if there are not as many indices; [`Error::CellCount`] for fewer
    /// than 64 cells or more than 128; [`Error::CellIndex`], [`Error::CellOrder`],
    /// [`Error::CellLength`], [`Error::CellElement`]; [`Error::CellsDisagree`] for more than 64
    /// cells that are not all of one blob.
    pub fn recover_cells_and_kzg_proofs(
        &self,
        cell_indices: &[u64],
        cells: &[impl AsRef<[u8]>],
    ) -> Result<CellsAndProofs, Error> {
        self.recover_on::<Serial>(cell_indices, cells, Above::Refused)
    }

    /// All cells of a blob and their proofs, from half of the cells or more, by the rule of
    /// EIP-7594 for all input: `recover_cells_and_kzg_proofs` there.
    ///
    /// Of n cells it takes the polynomial of degree below 64n with their values, and leaves out its
    /// coefficients from 4,096 on. So for cells that are not all of one blob it answers with cells
    /// and proofs of another one, to which even the given cells need not belong; no error says so.
    /// Take this where the answer must be that of others who follow the specification to the
    /// letter, whatever the input. In all other cases
    /// [`CellProver::recover_cells_and_kzg_proofs`] is the one to take.
    ///
    /// Indices, time and cost are as there. Source: `recover_polynomialcoeff` of consensus-specs,
    /// fulu/polynomial-commitments-sampling.md.
    ///
    /// # Errors
    /// As there, but never [`Error::CellsDisagree`].
    pub fn recover_cells_and_kzg_proofs_truncated(
        &self,
        cell_indices: &[u64],
        cells: &[impl AsRef<[u8]>],
    ) -> Result<CellsAndProofs, Error> {
        self.recover_on::<Serial>(cell_indices, cells, Above::LeftOut)
    }

    /// All cells of a blob, from half of the cells or more, without proofs: the blob is then the
    /// first 64 of them.
    ///
    /// As [`CellProver::recover_cells_and_kzg_proofs`] in all but the proofs, which take most of
    /// its time. Variable-time; all is public. Cost: four transforms of 8,192 scalars.
    ///
    /// # Errors
    /// As there.
    pub fn recover_cells(
        &self,
        cell_indices: &[u64],
        cells: &[impl AsRef<[u8]>],
    ) -> Result<Vec<Cell>, Error> {
        let values = known_values(cell_indices, cells)?;
        Ok(self.all_cells(&self.recover(values, Above::Refused)?))
    }

    pub(super) fn prove_on<T: Threads>(&self, blob: &[u8]) -> Result<CellsAndProofs, Error> {
        let (cells, coefficients) = cells_of(&self.roots, &self.cosets, blob)?;
        Ok((cells, self.fk20.proofs::<T>(coefficients)))
    }

    pub(super) fn recover_on<T: Threads>(
        &self,
        cell_indices: &[u64],
        cells: &[impl AsRef<[u8]>],
        above: Above,
    ) -> Result<CellsAndProofs, Error> {
        let values = known_values(cell_indices, cells)?;
        let coefficients = self.recover(values, above)?;
        Ok((self.all_cells(&coefficients), self.fk20.proofs::<T>(coefficients)))
    }

    /// The cells of a polynomial by its coefficients.
    fn all_cells(&self, coefficients: &[Fr]) -> Vec<Cell> {
        let mut first_half = coefficients.to_vec();
        if self.roots.domain.forward(&mut first_half).is_err() {
            unreachable!("as many coefficients as roots");
        }
        bit_reverse(&mut first_half);
        let mut all = encode(&first_half);
        all.extend(self.cosets.second_half(&self.roots, coefficients.to_vec()));
        all
    }

    /// The coefficients below 4,096 of the polynomial with the known values.
    fn recover(&self, known: Vec<Option<Vec<Fr>>>, rule: Above) -> Result<Vec<Fr>, Error> {
        // Z as a polynomial in X⁶⁴, from its roots there; and its values at all 128th roots of
        // unity.
        let mut vanishing = alloc::vec![Fr::one()];
        for (values, root) in known.iter().zip(&self.cosets.shifts_64) {
            if values.is_none() {
                vanishing.push(Fr::zero());
                for i in (0..vanishing.len()).rev() {
                    let below = if i > 0 { vanishing[i - 1] } else { Fr::zero() };
                    vanishing[i] = &below - &(root * &vanishing[i]);
                }
            }
        }
        vanishing.resize(CELLS_PER_EXT_BLOB, Fr::zero());
        let mut on_roots = vanishing.clone();
        self.blocks_forward(&mut on_roots, None);
        bit_reverse(&mut on_roots);

        // E·Z in the order of cells, then its coefficients.
        let mut product = Vec::with_capacity(2 * FIELD_ELEMENTS_PER_BLOB);
        for (values, z) in known.iter().zip(&on_roots) {
            match values {
                Some(values) => product.extend(values.iter().map(|value| value * z)),
                None => product.resize(product.len() + FIELD_ELEMENTS_PER_CELL, Fr::zero()),
            }
        }
        bit_reverse(&mut product);
        self.extended_inverse(&mut product, None);

        // f on the coset of the generator 7, as the quotient: the power 64 of its elements runs
        // through 128 values.
        let shift = Fr::from(7u32);
        if self.extended.coset_forward(&mut product, &shift).is_err() {
            unreachable!("as many values as roots");
        }
        let mut shift_64 = shift;
        shift_64.square_times(FIELD_ELEMENTS_PER_CELL.trailing_zeros());
        self.blocks_forward(&mut vanishing, Some(&shift_64));
        invert_batch_vartime(&mut vanishing);
        for (value, inverse) in product.iter_mut().zip(vanishing.iter().cycle()) {
            *value *= inverse;
        }
        self.extended_inverse(&mut product, Some(&shift));
        let above = product.split_off(FIELD_ELEMENTS_PER_BLOB);
        match rule {
            Above::Refused if above.iter().any(|coefficient| coefficient != &Fr::zero()) => {
                Err(Error::CellsDisagree)
            }
            _ => Ok(product),
        }
    }

    fn blocks_forward(&self, values: &mut [Fr], shift: Option<&Fr>) {
        let transformed = match shift {
            Some(shift) => self.blocks.coset_forward(values, shift),
            None => self.blocks.forward(values),
        };
        if transformed.is_err() {
            unreachable!("as many values as roots");
        }
    }

    fn extended_inverse(&self, values: &mut [Fr], shift: Option<&Fr>) {
        let transformed = match shift {
            Some(shift) => self.extended.coset_inverse(values, shift),
            None => self.extended.inverse(values),
        };
        if transformed.is_err() {
            unreachable!("as many values as roots");
        }
    }
}

/// The values of the given cells, by index.
fn known_values(
    cell_indices: &[u64],
    cells: &[impl AsRef<[u8]>],
) -> Result<Vec<Option<Vec<Fr>>>, Error> {
    if cell_indices.len() != cells.len() {
        return Err(Error::LengthMismatch);
    }
    if !(ENOUGH..=CELLS_PER_EXT_BLOB).contains(&cells.len()) {
        return Err(Error::CellCount);
    }
    let mut known = alloc::vec![None; CELLS_PER_EXT_BLOB];
    let mut before = None;
    for (&index, cell) in cell_indices.iter().zip(cells) {
        if index >= CELLS_PER_EXT_BLOB as u64 {
            return Err(Error::CellIndex(index));
        }
        if before.is_some_and(|before| before >= index) {
            return Err(Error::CellOrder);
        }
        before = Some(index);
        known[index as usize] = Some(decode_cell(cell.as_ref())?);
    }
    Ok(known)
}
