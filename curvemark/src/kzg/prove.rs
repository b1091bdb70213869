//! Commitments and proofs: sums over the Lagrange points.

use curve::bls12_381::{Fr, G1Affine};

use super::blob::{challenge, decode};
use super::threads::{Serial, Threads};
use super::{BYTES_PER_COMMITMENT, BYTES_PER_FIELD_ELEMENT, BYTES_PER_PROOF, Error, Settings};

impl Settings {
    /// The commitment to a blob: Σ fᵢ·\[Lᵢ(τ)\]G₁, 48 bytes compressed. `blob_to_kzg_commitment` of
    /// EIP-4844.
    ///
    /// A blob is 131,072 bytes: 4,096 scalars of 32 big-endian bytes below r. Variable-time; all is
    /// public. Cost: a sum of 4,096 multiples.
    ///
    /// # Errors
    /// [`Error::BlobLength`], [`Error::BlobElement`].
    pub fn blob_to_kzg_commitment(&self, blob: &[u8]) -> Result<[u8; BYTES_PER_COMMITMENT], Error> {
        self.commit_on::<Serial>(blob)
    }

    /// The proof that the polynomial of a blob has the value y at z, and y. `compute_kzg_proof` of
    /// EIP-4844.
    ///
    /// Variable-time; all is public. Cost: 4,096 inverses made together, a sum of 4,096 multiples.
    ///
    /// # Errors
    /// [`Error::BlobLength`], [`Error::BlobElement`], [`Error::Z`].
    pub fn compute_kzg_proof(
        &self,
        blob: &[u8],
        z: &[u8; BYTES_PER_FIELD_ELEMENT],
    ) -> Result<([u8; BYTES_PER_PROOF], [u8; BYTES_PER_FIELD_ELEMENT]), Error> {
        self.prove_on::<Serial>(blob, z)
    }

    /// The proof that a blob is that of its commitment: of its value at a point hashed from both.
    /// `compute_blob_kzg_proof` of EIP-4844.
    ///
    /// That the commitment is the blob's is not checked, as there; else the proof does not hold.
    /// Variable-time; all is public. Cost: SHA-256 of the blob, a decoding in G1, and that of
    /// [`Settings::compute_kzg_proof`].
    ///
    /// # Errors
    /// [`Error::BlobLength`], [`Error::BlobElement`], [`Error::Commitment`].
    pub fn compute_blob_kzg_proof(
        &self,
        blob: &[u8],
        commitment: &[u8; BYTES_PER_COMMITMENT],
    ) -> Result<[u8; BYTES_PER_PROOF], Error> {
        self.prove_blob_on::<Serial>(blob, commitment)
    }

    pub(super) fn commit_on<T: Threads>(
        &self,
        blob: &[u8],
    ) -> Result<[u8; BYTES_PER_COMMITMENT], Error> {
        Ok(self.lagrange.sum::<T>(&decode(blob)?).to_bytes())
    }

    pub(super) fn prove_on<T: Threads>(
        &self,
        blob: &[u8],
        z: &[u8; BYTES_PER_FIELD_ELEMENT],
    ) -> Result<([u8; BYTES_PER_PROOF], [u8; BYTES_PER_FIELD_ELEMENT]), Error> {
        let values = decode(blob)?;
        let z = Fr::from_be_bytes(z).map_err(Error::Z)?;
        let (y, quotient) = self.roots.divide(&values, &z);
        Ok((self.lagrange.sum::<T>(&quotient).to_bytes(), y.to_be_bytes()))
    }

    pub(super) fn prove_blob_on<T: Threads>(
        &self,
        blob: &[u8],
        commitment: &[u8; BYTES_PER_COMMITMENT],
    ) -> Result<[u8; BYTES_PER_PROOF], Error> {
        let values = decode(blob)?;
        G1Affine::from_bytes(commitment).map_err(Error::Commitment)?;
        let (_, quotient) = self.roots.divide(&values, &challenge(blob, commitment));
        Ok(self.lagrange.sum::<T>(&quotient).to_bytes())
    }
}
