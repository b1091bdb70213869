//! Verdicts on blobs, alone and many at once.
//!
//! n openings hold all at once if, for weights ρⁱ with ρ hashed from all of them, e(Σ ρⁱ·(Cᵢ −
//! \[yᵢ\]G₁ + \[zᵢ\]πᵢ), G₂) = e(Σ ρⁱ·πᵢ, \[τ\]G₂): `verify_kzg_proof_batch` of EIP-4844. The left
//! sum is one over 2n + 1 points, with Σ ρⁱ·yᵢ for the generator.

use alloc::vec::Vec;

use curve::bls12_381::{Fr, G1, G1Affine};
use curve::error::PointError;
use sha2::{Digest, Sha256};

use super::blob::{challenge, decode, powers, scalar_of};
use super::error::BatchError;
use super::opening::decode_pair;
use super::threads::{Serial, Threads};
use super::{
    BYTES_PER_COMMITMENT, BYTES_PER_FIELD_ELEMENT, BYTES_PER_PROOF, Error, FIELD_ELEMENTS_PER_BLOB,
    Settings,
};

/// RANDOM_CHALLENGE_KZG_BATCH_DOMAIN of EIP-4844.
const RANDOM_CHALLENGE_KZG_BATCH_DOMAIN: &[u8; 16] = b"RCKZGBATCH___V1_";

impl Settings {
    /// Whether the polynomial of a commitment has the value y at z, by this proof: see
    /// [`OpeningVerifier::verify`](super::OpeningVerifier::verify). `verify_kzg_proof` of EIP-4844.
    ///
    /// # Errors
    /// As there.
    pub fn verify_kzg_proof(
        &self,
        commitment: &[u8; BYTES_PER_COMMITMENT],
        z: &[u8; BYTES_PER_FIELD_ELEMENT],
        y: &[u8; BYTES_PER_FIELD_ELEMENT],
        proof: &[u8; BYTES_PER_PROOF],
    ) -> Result<(), Error> {
        self.verifier.verify(commitment, z, y, proof)
    }

    /// Whether a blob is that of a commitment, by this proof. `verify_blob_kzg_proof` of EIP-4844.
    ///
    /// Variable-time; all is public. Cost: SHA-256 of the blob, about 10,000 products of scalars,
    /// and that of [`OpeningVerifier::verify`](super::OpeningVerifier::verify).
    ///
    /// # Errors
    /// [`Error::NotProven`] is the verdict on acceptable input; [`Error::BlobLength`],
    /// [`Error::BlobElement`], [`Error::Commitment`], [`Error::Proof`].
    pub fn verify_blob_kzg_proof(
        &self,
        blob: &[u8],
        commitment: &[u8; BYTES_PER_COMMITMENT],
        proof: &[u8; BYTES_PER_PROOF],
    ) -> Result<(), Error> {
        let values = decode(blob)?;
        let (point, proof) = decode_pair(commitment, proof)?;
        let z = challenge(blob, commitment);
        self.verifier.verify_points(&point, &z, &self.roots.evaluate(&values, &z), &proof)
    }

    /// Whether each of many blobs is that of its commitment, by its proof; true for none.
    /// `verify_blob_kzg_proof_batch` of EIP-4844.
    ///
    /// The weights of the combination are hashed from the input, as EIP-4844 has it: a batch with a
    /// proof that does not hold passes with a probability of n·2^-255 for each try. Variable-time;
    /// all is public. Cost for n blobs: for each SHA-256, as many products and two decodings in G1,
    /// then a sum of 2n + 1 multiples and one of n, and a product of two pairings.
    ///
    /// # Errors
    /// [`Error::NotProven`] is the verdict on all of them. [`Error::LengthMismatch`] if there are
    /// not as many of each; else what is wrong with the first item that is not acceptable: points
    /// of all items before their blobs.
    pub fn verify_blob_kzg_proof_batch(
        &self,
        blobs: &[impl AsRef<[u8]> + Sync],
        commitments: &[[u8; BYTES_PER_COMMITMENT]],
        proofs: &[[u8; BYTES_PER_PROOF]],
    ) -> Result<(), BatchError> {
        self.verify_batch_on::<Serial>(blobs, commitments, proofs)
    }

    pub(super) fn verify_batch_on<T: Threads>(
        &self,
        blobs: &[impl AsRef<[u8]> + Sync],
        commitments: &[[u8; BYTES_PER_COMMITMENT]],
        proofs: &[[u8; BYTES_PER_PROOF]],
    ) -> Result<(), BatchError> {
        let n = blobs.len();
        if commitments.len() != n || proofs.len() != n {
            return Err(Error::LengthMismatch.into());
        }
        if n == 0 {
            return Ok(());
        }
        if let ([blob], [commitment], [proof]) = (blobs, commitments, proofs) {
            let verdict = self.verify_blob_kzg_proof(blob.as_ref(), commitment, proof);
            return verdict.map_err(|reason| match reason {
                Error::NotProven => reason.into(),
                _ => BatchError::at(0, reason),
            });
        }
        let points = decode_points::<T>(commitments, Error::Commitment)?;
        let proof_points = decode_points::<T>(proofs, Error::Proof)?;
        let opening = |i: usize| {
            let blob = blobs[i].as_ref();
            let values = decode(blob)?;
            let z = challenge(blob, &commitments[i]);
            Ok((z, self.roots.evaluate(&values, &z)))
        };
        let openings = T::each(n, opening).into_iter().enumerate();
        let openings =
            openings.map(|(i, opening)| opening.map_err(|reason| BatchError::at(i, reason)));
        let openings: Vec<(Fr, Fr)> = openings.collect::<Result<_, _>>()?;

        let weights = powers(&batch_challenge(commitments, &openings, proofs), n);
        let [left, right] = sums_of_openings::<T>(points, &proof_points, &openings, weights);
        Ok(self.verifier.verify_sums(&left, &right, None)?)
    }
}

/// The sums of the combined equation, of as many commitments, proofs, (z, y) and weights.
pub(super) fn sums_of_openings<T: Threads>(
    mut points: Vec<G1Affine>,
    proof_points: &[G1Affine],
    openings: &[(Fr, Fr)],
    weights: Vec<Fr>,
) -> [G1; 2] {
    let right = sum_of_multiples::<T>(proof_points, &weights);
    let mut scalars = weights.clone();
    let mut of_generator = Fr::zero();
    for ((z, y), weight) in openings.iter().zip(&weights) {
        scalars.push(weight * z);
        of_generator += weight * y;
    }
    scalars.push(-of_generator);
    points.extend_from_slice(proof_points);
    points.push(G1Affine::generator());
    [sum_of_multiples::<T>(&points, &scalars), right]
}

/// The points of compressed encodings; the first that is none, by its index.
pub(super) fn decode_points<T: Threads>(
    encodings: &[[u8; 48]],
    reason: impl Fn(PointError) -> Error,
) -> Result<Vec<G1Affine>, BatchError> {
    let mut points = alloc::vec![Err(PointError::Length); encodings.len()];
    // As many places; of no encodings there is nothing to do.
    let _always = T::decode(encodings, &mut points);
    let points = points.into_iter().enumerate();
    points.map(|(i, point)| point.map_err(|why| BatchError::at(i, reason(why)))).collect()
}

/// Σ kᵢPᵢ over as many points as scalars; the identity for none.
pub(super) fn sum_of_multiples<T: Threads>(points: &[G1Affine], scalars: &[Fr]) -> G1 {
    T::msm(points, scalars).unwrap_or(G1::identity())
}

/// ρ.
fn batch_challenge(
    commitments: &[[u8; BYTES_PER_COMMITMENT]],
    openings: &[(Fr, Fr)],
    proofs: &[[u8; BYTES_PER_PROOF]],
) -> Fr {
    let mut hash = Sha256::new();
    hash.update(RANDOM_CHALLENGE_KZG_BATCH_DOMAIN);
    hash.update((FIELD_ELEMENTS_PER_BLOB as u64).to_be_bytes());
    hash.update((openings.len() as u64).to_be_bytes());
    for ((commitment, (z, y)), proof) in commitments.iter().zip(openings).zip(proofs) {
        hash.update(commitment);
        hash.update(z.to_be_bytes());
        hash.update(y.to_be_bytes());
        hash.update(proof);
    }
    scalar_of(hash)
}
