//! Openings and cells that several tasks verify together: see [`parts`](crate::parts).
//!
//! The value of a part is the two sums of the combined equation, L and R: all of a batch holds if
//! e(L, G₂) = e(R, \[τ\]G₂), for cells with τ⁶⁴ (the pages of `verify` and `verify_cells` have the
//! equations). Weights are wᵢ of 126 bits, as in [`bls`](crate::bls), not powers of one scalar: a
//! slice needs no others then.

use alloc::vec::Vec;

use curve::bls12_381::{Fr, G1, G1Affine};

use super::blob::{challenge, decode};
use super::error::BatchError;
use super::threads::{Serial, Threads};
use super::verify::{decode_points, sums_of_openings};
use super::{BYTES_PER_COMMITMENT, BYTES_PER_FIELD_ELEMENT, BYTES_PER_PROOF, Error, Settings};
use crate::bls::{square_of_seed, weight};
use crate::parts::sealed::Values;
use crate::parts::{self, Batch, Part, SliceDigest, SliceHasher, verdict};
use crate::weights::Weights;

/// Bytes of an [`Opening`].
pub const BYTES_PER_OPENING: usize =
    BYTES_PER_COMMITMENT + 2 * BYTES_PER_FIELD_ELEMENT + BYTES_PER_PROOF;

/// The claim that the polynomial of a commitment has the value y at z, and its proof: what is left
/// of a blob once it is evaluated.
///
/// Nothing of it is decoded before it is verified.
///
/// [Example](crate::parts#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The commitment, compressed.
    pub commitment: [u8; BYTES_PER_COMMITMENT],
    /// The point of evaluation, big-endian.
    pub z: [u8; BYTES_PER_FIELD_ELEMENT],
    /// The value there.
    pub y: [u8; BYTES_PER_FIELD_ELEMENT],
    /// The proof, compressed.
    pub proof: [u8; BYTES_PER_PROOF],
}

impl Opening {
    /// Commitment, z, y and proof, 160 bytes.
    pub fn to_bytes(&self) -> [u8; BYTES_PER_OPENING] {
        let mut out = [0; BYTES_PER_OPENING];
        out[..48].copy_from_slice(&self.commitment);
        out[48..80].copy_from_slice(&self.z);
        out[80..112].copy_from_slice(&self.y);
        out[112..].copy_from_slice(&self.proof);
        out
    }

    /// The opening of these bytes, none of which is checked yet.
    pub fn from_bytes(bytes: &[u8; BYTES_PER_OPENING]) -> Self {
        let mut out = Self { commitment: [0; 48], z: [0; 32], y: [0; 32], proof: [0; 48] };
        out.commitment.copy_from_slice(&bytes[..48]);
        out.z.copy_from_slice(&bytes[48..80]);
        out.y.copy_from_slice(&bytes[80..112]);
        out.proof.copy_from_slice(&bytes[112..]);
        out
    }
}

/// The kind of parts of openings.
///
/// [Example](crate::parts#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openings {}

/// The kind of parts of cells.
///
/// [Example](crate::parts#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {}

/// What a slice of openings adds to the verdict: 153 bytes.
///
/// [Example](crate::parts#examples).
pub type OpeningsPart = Part<Openings>;
/// What a slice of cells adds to the verdict: 153 bytes.
///
/// [Example](crate::parts#examples).
pub type CellsPart = Part<Cells>;

/// L and R.
type Sums = [G1Affine; 2];

macro_rules! sums {
    ($Kind:ty, $tag:literal) => {
        impl Values for $Kind {
            type Value = Sums;

            const TAG: u8 = $tag;
            const BYTES: usize = 96;

            fn join(one: &Sums, other: &Sums) -> Sums {
                affine([0, 1].map(|i| one[i].to_projective().add_mixed(&other[i])))
            }

            fn put(value: &Sums, out: &mut Vec<u8>) {
                value.iter().for_each(|point| out.extend(point.to_bytes()));
            }

            fn get(bytes: &[u8]) -> Result<Sums, parts::Error> {
                let (left, right) = bytes.split_at(48);
                Ok([G1Affine::from_bytes(left)?, G1Affine::from_bytes(right)?])
            }
        }
    };
}

sums!(Openings, 3);
sums!(Cells, 4);

fn affine(sums: [G1; 2]) -> Sums {
    let mut out = [G1Affine::identity(); 2];
    // Two points and two places.
    let _always = G1::batch_to_affine(&sums, &mut out);
    out
}

/// So many weights.
fn weights(bytes: Weights, count: usize) -> Vec<Fr> {
    let square = square_of_seed();
    bytes.take(count).map(|bytes| weight(&square, bytes)).collect()
}

/// The digest of a slice of openings. Nothing is decoded.
///
/// [Example](crate::parts#examples).
#[inline(never)]
pub fn digest_openings(openings: &[Opening]) -> SliceDigest {
    let mut hasher = SliceHasher::new(b"curvemark-parts-openings-v1", &[]);
    openings.iter().for_each(|opening| hasher.item(&[&opening.to_bytes()]));
    hasher.digest()
}

/// The digest of a slice of cells: item by item a commitment, an index, a cell and a proof. Nothing
/// is decoded. Cost: SHA-256 of all.
///
/// [Example](crate::parts#examples).
///
/// # Errors
/// [`Error::LengthMismatch`](parts::Error::LengthMismatch) if there are not as many of each.
#[inline(never)]
pub fn digest_cells(
    commitments: &[[u8; BYTES_PER_COMMITMENT]],
    cell_indices: &[u64],
    cells: &[impl AsRef<[u8]>],
    proofs: &[[u8; BYTES_PER_PROOF]],
) -> Result<SliceDigest, parts::Error> {
    if [commitments.len(), cell_indices.len(), proofs.len()] != [cells.len(); 3] {
        return Err(parts::Error::LengthMismatch);
    }
    let mut hasher = SliceHasher::new(b"curvemark-parts-cells-v1", &[]);
    for (((commitment, index), cell), proof) in
        commitments.iter().zip(cell_indices).zip(cells).zip(proofs)
    {
        hasher.item(&[commitment, &index.to_be_bytes(), cell.as_ref(), proof]);
    }
    Ok(hasher.digest())
}

impl Settings {
    /// The openings that show blobs to be those of their commitments: of each blob its hash z, and
    /// the value of its polynomial there. Of 131,072 bytes 160 are left.
    ///
    /// Commitments and proofs are not decoded here. Cost for each blob: SHA-256 of it, about 10,000
    /// products of scalars.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] if there are not as many of each; [`Error::BlobLength`],
    /// [`Error::BlobElement`] with the index of the blob.
    pub fn openings(
        &self,
        blobs: &[impl AsRef<[u8]> + Sync],
        commitments: &[[u8; BYTES_PER_COMMITMENT]],
        proofs: &[[u8; BYTES_PER_PROOF]],
    ) -> Result<Vec<Opening>, BatchError> {
        self.openings_on::<Serial>(blobs, commitments, proofs)
    }

    pub(super) fn openings_on<T: Threads>(
        &self,
        blobs: &[impl AsRef<[u8]> + Sync],
        commitments: &[[u8; BYTES_PER_COMMITMENT]],
        proofs: &[[u8; BYTES_PER_PROOF]],
    ) -> Result<Vec<Opening>, BatchError> {
        if [commitments.len(), proofs.len()] != [blobs.len(); 2] {
            return Err(Error::LengthMismatch.into());
        }
        let opening = |i: usize| {
            let blob = blobs[i].as_ref();
            let values = decode(blob).map_err(|reason| BatchError::at(i, reason))?;
            let z = challenge(blob, &commitments[i]);
            Ok(Opening {
                commitment: commitments[i],
                z: z.to_be_bytes(),
                y: self.roots.evaluate(&values, &z).to_be_bytes(),
                proof: proofs[i],
            })
        };
        T::each(blobs.len(), opening).into_iter().collect()
    }

    /// The part of a slice of openings that begins at this item of the batch. Variable-time; all is
    /// public. Cost for n openings: 2n decodings in G1, a sum of 2n + 1 multiples and one of n.
    ///
    /// # Errors
    /// [`Empty`](parts::Error::Empty) for no openings, [`Range`](parts::Error::Range) if they go
    /// beyond the batch; [`Kzg`](parts::Error::Kzg) with what is wrong with the first that is not
    /// acceptable: commitments before proofs before scalars.
    pub fn part_of_openings(
        &self,
        openings: &[Opening],
        batch: &Batch,
        start: u64,
    ) -> Result<OpeningsPart, parts::Error> {
        self.part_of_openings_on::<Serial>(openings, batch, start)
    }

    #[inline(never)]
    pub(super) fn part_of_openings_on<T: Threads>(
        &self,
        openings: &[Opening],
        batch: &Batch,
        start: u64,
    ) -> Result<OpeningsPart, parts::Error> {
        let (range, bytes) = batch.slice(&digest_openings(openings), start)?;
        let commitments: Vec<_> = openings.iter().map(|opening| opening.commitment).collect();
        let proofs: Vec<_> = openings.iter().map(|opening| opening.proof).collect();
        let points = decode_points::<T>(&commitments, Error::Commitment)?;
        let proofs = decode_points::<T>(&proofs, Error::Proof)?;
        let scalars = |(i, opening): (usize, &Opening)| {
            let z = Fr::from_be_bytes(&opening.z).map_err(|why| BatchError::at(i, Error::Z(why)));
            let y = Fr::from_be_bytes(&opening.y).map_err(|why| BatchError::at(i, Error::Y(why)));
            Ok((z?, y?))
        };
        let claims: Vec<(Fr, Fr)> =
            openings.iter().enumerate().map(scalars).collect::<Result<_, BatchError>>()?;
        let weights = weights(bytes, openings.len());
        let sums = sums_of_openings::<T>(points, &proofs, &claims, weights);
        Ok(Part::of(batch, range, affine(sums)))
    }

    /// Whether all openings of a part hold, the rest of the batch apart.
    ///
    /// # Errors
    /// [`NotValid`](parts::Error::NotValid) if one does not.
    pub fn openings_hold(&self, part: &OpeningsPart) -> Result<(), parts::Error> {
        self.sums_hold(part.value(), false)
    }

    /// Whether all openings of a batch hold, but for a chance of 2^-125. Cost: a product of two
    /// pairings.
    ///
    /// # Errors
    /// [`NotValid`](parts::Error::NotValid) if one does not;
    /// [`Incomplete`](parts::Error::Incomplete) if the part does not cover the batch.
    pub fn finish_openings(&self, part: &OpeningsPart) -> Result<(), parts::Error> {
        self.sums_hold(part.complete()?, false)
    }

    /// The part of a slice of cells that begins at this item of the batch: see
    /// [`Settings::verify_cell_kzg_proof_batch`], without the pairings.
    ///
    /// # Errors
    /// [`Empty`](parts::Error::Empty) for no cells, [`Range`](parts::Error::Range) if they go
    /// beyond the batch, [`LengthMismatch`](parts::Error::LengthMismatch);
    /// [`Kzg`](parts::Error::Kzg) with what is wrong with an item that is not acceptable.
    pub fn part_of_cells(
        &self,
        commitments: &[[u8; BYTES_PER_COMMITMENT]],
        cell_indices: &[u64],
        cells: &[impl AsRef<[u8]>],
        proofs: &[[u8; BYTES_PER_PROOF]],
        batch: &Batch,
        start: u64,
    ) -> Result<CellsPart, parts::Error> {
        let slice = (commitments, cell_indices, cells, proofs);
        self.part_of_cells_on::<Serial, _>(slice, batch, start)
    }

    pub(super) fn part_of_cells_on<T: Threads, C: AsRef<[u8]>>(
        &self,
        (commitments, cell_indices, cells, proofs): CellSlice<'_, C>,
        batch: &Batch,
        start: u64,
    ) -> Result<CellsPart, parts::Error> {
        let digest = digest_cells(commitments, cell_indices, cells, proofs)?;
        let (range, bytes) = batch.slice(&digest, start)?;
        let weights = |_: &_| weights(bytes, cells.len());
        let sums = self.sums_of_cells::<T>(commitments, cell_indices, cells, proofs, weights)?;
        Ok(Part::of(batch, range, affine(sums)))
    }

    /// Whether all cells of a part hold, the rest of the batch apart.
    ///
    /// # Errors
    /// [`NotValid`](parts::Error::NotValid) if one does not.
    pub fn cells_hold(&self, part: &CellsPart) -> Result<(), parts::Error> {
        self.sums_hold(part.value(), true)
    }

    /// Whether all cells of a batch hold, but for a chance of 2^-125. Cost: a product of two
    /// pairings.
    ///
    /// # Errors
    /// As [`Settings::finish_openings`].
    pub fn finish_cells(&self, part: &CellsPart) -> Result<(), parts::Error> {
        self.sums_hold(part.complete()?, true)
    }

    fn sums_hold(&self, [left, right]: &Sums, cells: bool) -> Result<(), parts::Error> {
        let q = cells.then_some(&self.tau_64);
        let [left, right] = [left.to_projective(), right.to_projective()];
        verdict(self.verifier.verify_sums(&left, &right, q).is_ok())
    }
}

/// Commitments, indices, cells and proofs.
pub(super) type CellSlice<'a, C> =
    (&'a [[u8; BYTES_PER_COMMITMENT]], &'a [u64], &'a [C], &'a [[u8; BYTES_PER_PROOF]]);
