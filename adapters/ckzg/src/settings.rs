//! The settings, which all functions belong to.

use core::ffi::CStr;
use core::fmt::Write;
use std::path::Path;

use curvemark::kzg::{CellProver, Settings, SetupError, TrustedSetup};

use crate::error::verdict;
use crate::{
    Blob, Bytes32, Bytes48, CELLS_PER_EXT_BLOB, Cell, Error, KzgCommitment, KzgErrors, KzgProof,
};

/// Points of a setup: as many of G1 in each of its two lists, and of G2.
const G1_POINTS: usize = 4096;
const G2_POINTS: usize = 65;
/// Bytes of a compressed point.
const G1_BYTES: usize = 48;
const G2_BYTES: usize = 96;

/// What c-kzg's table takes for `precompute` of 1: 8,192 affine points of 96 bytes. It doubles with
/// each step.
const C_KZG_TABLE: usize = 8192 * 96;
/// The table of Lagrange points, for commitments: there is none larger that is faster.
const LAGRANGE_TABLE: usize = 4 << 20;

/// What all functions need, made once from a trusted setup.
///
/// [Example](crate#example).
pub struct KzgSettings {
    settings: Settings,
    prover: CellProver,
}

impl core::fmt::Debug for KzgSettings {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("KzgSettings").finish_non_exhaustive()
    }
}

/// All cells of a blob, or their proofs.
type Each<T> = Box<[T; CELLS_PER_EXT_BLOB]>;

/// As an array, which the length of the list is known to allow.
fn each<B, T: From<B>>(list: Vec<B>) -> Each<T> {
    let list: Vec<T> = list.into_iter().map(T::from).collect();
    list.try_into().unwrap_or_else(|_| unreachable!("as many as there are cells"))
}

/// Without their type.
fn bare(points: &[Bytes48]) -> Vec<[u8; G1_BYTES]> {
    points.iter().map(|point| point.bytes).collect()
}

/// Lists that belong together are as long as the first.
fn same_length(first: (&str, usize), others: &[(&str, usize)]) -> Result<(), Error> {
    match others.iter().find(|other| other.1 != first.1) {
        None => Ok(()),
        Some((what, count)) => Err(Error::MismatchLength(format!(
            "There are {} {} and {count} {what}",
            first.1, first.0
        ))),
    }
}

fn invalid(reason: impl core::fmt::Display) -> Error {
    Error::InvalidTrustedSetup(format!("Invalid trusted setup: {reason}"))
}

/// The setup of a text in c-kzg's format, with digits in either case.
fn read(text: &str) -> Result<TrustedSetup, SetupError> {
    TrustedSetup::from_text(&text.to_ascii_lowercase())
}

impl KzgSettings {
    /// Of compressed points: 4,096 powers of τ in G1, as many Lagrange points of G1 in natural
    /// order, and 65 powers of τ in G2.
    ///
    /// `precompute` up to 15 says how much memory tables for proofs of cells may take, none for 0:
    /// as much as c-kzg's, and never more than 97 MiB, beyond which none is faster. From 1 on there
    /// is a table of 3.75 MiB for commitments too.
    ///
    /// # Errors
    /// [`Error::InvalidTrustedSetup`] for other numbers of bytes, for points that are none of their
    /// group, and for points that are not what they shall be to one another.
    pub fn load_trusted_setup(
        g1_monomial_bytes: &[u8],
        g1_lagrange_bytes: &[u8],
        g2_monomial_bytes: &[u8],
        precompute: u64,
    ) -> Result<Self, Error> {
        let lists = [
            (g1_lagrange_bytes, G1_POINTS, G1_BYTES),
            (g2_monomial_bytes, G2_POINTS, G2_BYTES),
            (g1_monomial_bytes, G1_POINTS, G1_BYTES),
        ];
        let mut text = format!("{G1_POINTS}\n{G2_POINTS}\n");
        for (bytes, points, length) in lists {
            if bytes.len() != points * length {
                return Err(invalid(format_args!("{} bytes of {points} points", bytes.len())));
            }
            for point in bytes.chunks_exact(length) {
                // Writing to a string does not fail.
                let _always = writeln!(text, "{:x}", base16ct::HexDisplay(point));
            }
        }
        Self::checked(TrustedSetup::from_text(&text)?, precompute)
    }

    /// Of a file in c-kzg's format, `trusted_setup.txt`.
    ///
    /// `precompute` as in [`KzgSettings::load_trusted_setup`].
    ///
    /// # Errors
    /// [`Error::InvalidTrustedSetup`] if it cannot be read, or as there.
    pub fn load_trusted_setup_file(file_path: &Path, precompute: u64) -> Result<Self, Error> {
        let text = std::fs::read_to_string(file_path).map_err(|error| {
            let path = file_path.display();
            Error::InvalidTrustedSetup(format!("Failed to open trusted setup file {path}: {error}"))
        })?;
        Self::checked(read(&text)?, precompute)
    }

    /// [`KzgSettings::load_trusted_setup_file`] of a path in UTF-8.
    ///
    /// # Errors
    /// As there, and if the path is none.
    pub fn load_trusted_setup_file_inner(file_path: &CStr, precompute: u64) -> Result<Self, Error> {
        let path = file_path.to_str().map_err(|_| invalid("the path is not UTF-8"))?;
        Self::load_trusted_setup_file(Path::new(path), precompute)
    }

    /// Of a text in c-kzg's format.
    ///
    /// `precompute` as in [`KzgSettings::load_trusted_setup`].
    ///
    /// # Errors
    /// [`Error::LoadingTrustedSetupFailed`] for the format, [`Error::InvalidTrustedSetup`] for
    /// points.
    pub fn parse_kzg_trusted_setup(trusted_setup: &str, precompute: u64) -> Result<Self, Error> {
        let mut lines = trusted_setup.lines();
        for expected in [G1_POINTS, G2_POINTS] {
            let line = lines.next().ok_or(KzgErrors::FileFormatError)?;
            if line.parse::<usize>().map_err(|_| KzgErrors::ParseError)? != expected {
                return Err(KzgErrors::MismatchedNumberOfPoints.into());
            }
        }
        let setup = read(trusted_setup).map_err(|reason| match reason {
            SetupError::Truncated(..) | SetupError::Trailing => KzgErrors::FileFormatError.into(),
            SetupError::Hex(..) => KzgErrors::ParseError.into(),
            reason => Error::from(reason),
        })?;
        Self::checked(setup, precompute)
    }

    fn checked(setup: TrustedSetup, precompute: u64) -> Result<Self, Error> {
        if precompute > 15 {
            return Err(invalid(format_args!("precompute is {precompute}, above 15")));
        }
        Ok(Self::new(&setup, precompute))
    }

    /// With `precompute` up to 15.
    pub(crate) fn new(setup: &TrustedSetup, precompute: u64) -> Self {
        let (lagrange, cells) = match precompute {
            0 => (0, 0),
            _ => (LAGRANGE_TABLE, C_KZG_TABLE << (precompute - 1)),
        };
        let (settings, prover) = (Settings::new(setup, lagrange), CellProver::new(setup, cells));
        Self { settings, prover }
    }

    /// The commitment to a blob.
    ///
    /// # Errors
    /// [`Error::CError`] if a scalar is not below r. So for all that take a blob.
    pub fn blob_to_kzg_commitment(&self, blob: &Blob) -> Result<KzgCommitment, Error> {
        Ok(self.settings.blob_to_kzg_commitment(&blob.bytes)?.into())
    }

    /// The proof of the value of a blob's polynomial at z, and the value.
    ///
    /// # Errors
    /// [`Error::CError`].
    pub fn compute_kzg_proof(
        &self,
        blob: &Blob,
        z_bytes: &Bytes32,
    ) -> Result<(KzgProof, Bytes32), Error> {
        let (proof, y) = self.settings.compute_kzg_proof(&blob.bytes, &z_bytes.bytes)?;
        Ok((proof.into(), y.into()))
    }

    /// The proof that a blob is that of a commitment, which is not checked.
    ///
    /// # Errors
    /// [`Error::CError`].
    pub fn compute_blob_kzg_proof(
        &self,
        blob: &Blob,
        commitment_bytes: &Bytes48,
    ) -> Result<KzgProof, Error> {
        let commitment = &commitment_bytes.bytes;
        Ok(self.settings.compute_blob_kzg_proof(&blob.bytes, commitment)?.into())
    }

    /// Whether the polynomial of a commitment has the value y at z.
    ///
    /// # Errors
    /// [`Error::CError`] for input that is not acceptable. So for all verdicts.
    pub fn verify_kzg_proof(
        &self,
        commitment_bytes: &Bytes48,
        z_bytes: &Bytes32,
        y_bytes: &Bytes32,
        proof_bytes: &Bytes48,
    ) -> Result<bool, Error> {
        let (commitment, proof) = (&commitment_bytes.bytes, &proof_bytes.bytes);
        let (z, y) = (&z_bytes.bytes, &y_bytes.bytes);
        verdict(self.settings.verify_kzg_proof(commitment, z, y, proof))
    }

    /// Whether a blob is that of a commitment.
    ///
    /// # Errors
    /// [`Error::CError`].
    pub fn verify_blob_kzg_proof(
        &self,
        blob: &Blob,
        commitment_bytes: &Bytes48,
        proof_bytes: &Bytes48,
    ) -> Result<bool, Error> {
        let (commitment, proof) = (&commitment_bytes.bytes, &proof_bytes.bytes);
        verdict(self.settings.verify_blob_kzg_proof(&blob.bytes, commitment, proof))
    }

    /// Whether each blob is that of its commitment.
    ///
    /// # Errors
    /// [`Error::MismatchLength`], [`Error::CError`].
    pub fn verify_blob_kzg_proof_batch(
        &self,
        blobs: &[Blob],
        commitments_bytes: &[Bytes48],
        proofs_bytes: &[Bytes48],
    ) -> Result<bool, Error> {
        let (commitments, proofs) = (bare(commitments_bytes), bare(proofs_bytes));
        let others = [("commitments", commitments.len()), ("proofs", proofs.len())];
        same_length(("blobs", blobs.len()), &others)?;
        verdict(self.settings.verify_blob_kzg_proof_batch(blobs, &commitments, &proofs))
    }

    /// The 128 cells of a blob.
    ///
    /// # Errors
    /// [`Error::CError`].
    pub fn compute_cells(&self, blob: &Blob) -> Result<Each<Cell>, Error> {
        Ok(each(self.settings.compute_cells(&blob.bytes)?))
    }

    /// The 128 cells of a blob and their proofs.
    ///
    /// # Errors
    /// [`Error::CError`].
    pub fn compute_cells_and_kzg_proofs(
        &self,
        blob: &Blob,
    ) -> Result<(Each<Cell>, Each<KzgProof>), Error> {
        let (cells, proofs) = self.prover.compute_cells_and_kzg_proofs(&blob.bytes)?;
        Ok((each(cells), each(proofs)))
    }

    /// All cells and their proofs, of 64 cells or more whose indices ascend.
    ///
    /// Cells that are not all of one blob are refused. c-kzg answers with what is no extended blob.
    ///
    /// # Errors
    /// [`Error::MismatchLength`], [`Error::CError`].
    pub fn recover_cells_and_kzg_proofs(
        &self,
        cell_indices: &[u64],
        cells: &[Cell],
    ) -> Result<(Each<Cell>, Each<KzgProof>), Error> {
        same_length(("cell indices", cell_indices.len()), &[("cells", cells.len())])?;
        let (cells, proofs) = self.prover.recover_cells_and_kzg_proofs(cell_indices, cells)?;
        Ok((each(cells), each(proofs)))
    }

    /// Whether each cell is the one of its index, of the blob of its commitment.
    ///
    /// # Errors
    /// [`Error::MismatchLength`], [`Error::CError`].
    pub fn verify_cell_kzg_proof_batch(
        &self,
        commitments_bytes: &[Bytes48],
        cell_indices: &[u64],
        cells: &[Cell],
        proofs_bytes: &[Bytes48],
    ) -> Result<bool, Error> {
        let (commitments, proofs) = (bare(commitments_bytes), bare(proofs_bytes));
        let others = [
            ("commitments", commitments.len()),
            ("column indices", cell_indices.len()),
            ("proofs", proofs.len()),
        ];
        same_length(("cells", cells.len()), &others)?;
        let settings = &self.settings;
        verdict(settings.verify_cell_kzg_proof_batch(&commitments, cell_indices, cells, &proofs))
    }
}
