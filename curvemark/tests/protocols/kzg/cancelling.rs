//! Batches with two wrong items whose errors are opposite: without weights, or with weights that
//! are all equal, their sum is that of a batch that holds.
//!
//! A proof π with an error \[d\]G₁ adds d·(z − τ) to the exponent of its equation for a blob, and
//! d·(h⁶⁴ − τ⁶⁴) for a cell. \[τ\]G₁ and \[τ⁶⁴\]G₁ are the commitments to X and X⁶⁴.

use curve::bls12_381::{Fr, FrEngine, G1};
use curve::ntt::Domain;
use curvemark::kzg::{
    BYTES_PER_BLOB, BYTES_PER_CELL, BatchError, CELLS_PER_EXT_BLOB, Error, FIELD_ELEMENTS_PER_BLOB,
    compute_challenge, parallel,
};

use super::laws::{point, random_blob};
use super::published::{prover, settings};

const NOT_PROVEN: Result<(), BatchError> =
    Err(BatchError { index: None, reason: Error::NotProven });

/// The roots of unity of the order 2^bits, bit-reversed.
fn roots(bits: u32) -> Vec<Fr> {
    let root = Domain::<FrEngine>::new(bits).expect("roots").root();
    let reversed = |i: u32| i.reverse_bits() >> (32 - bits);
    (0..1u32 << bits).map(|i| root.pow_vartime(&[u64::from(reversed(i))])).collect()
}

/// \[τ^power\]G₁, as the commitment to X^power.
fn power_of_tau(power: u64) -> G1 {
    let blob: Vec<u8> = roots(FIELD_ELEMENTS_PER_BLOB.trailing_zeros())
        .iter()
        .flat_map(|root| root.pow_vartime(&[power]).to_be_bytes())
        .collect();
    point(&settings().blob_to_kzg_commitment(&blob).expect("a blob"))
}

/// Two proofs, changed so that the errors of their equations at these places are opposite, and not
/// zero.
fn opposite(proofs: [&[u8; 48]; 2], places: [&Fr; 2], tau: &G1) -> [[u8; 48]; 2] {
    let [d, e] = [places[1], places[0]].map(|place| &(&G1::generator() * place) - tau);
    [(&point(proofs[0]) + &d).to_bytes(), (&point(proofs[1]) - &e).to_bytes()]
}

/// The generator and its negative.
fn plus_and_minus() -> [[u8; 48]; 2] {
    [G1::generator().to_bytes(), (-&G1::generator()).to_bytes()]
}

fn verify_blobs(blobs: &[Vec<u8>], commitments: &[[u8; 48]], proofs: &[[u8; 48]]) {
    for (i, blob) in blobs.iter().enumerate() {
        let alone = settings().verify_blob_kzg_proof(blob, &commitments[i], &proofs[i]);
        assert_eq!(alone, Err(Error::NotProven), "{i}");
    }
    let batch = settings().verify_blob_kzg_proof_batch(blobs, commitments, proofs);
    assert_eq!(batch, NOT_PROVEN);
    let batch = parallel::verify_blob_kzg_proof_batch(settings(), blobs, commitments, proofs);
    assert_eq!(batch, NOT_PROVEN);
}

#[test]
fn blobs_whose_errors_cancel_do_not_hold() {
    let blobs: Vec<_> = (30..32).map(random_blob).collect();
    let (mut commitments, mut proofs, mut challenges) = (vec![], vec![], vec![]);
    for blob in &blobs {
        let commitment = settings().blob_to_kzg_commitment(blob).expect("a blob");
        proofs.push(settings().compute_blob_kzg_proof(blob, &commitment).expect("a blob"));
        let challenge = compute_challenge(blob, &commitment).expect("a blob");
        challenges.push(Fr::from_be_bytes(&challenge).expect("a scalar"));
        commitments.push(commitment);
    }
    let places = [&challenges[0], &challenges[1]];
    let changed = opposite([&proofs[0], &proofs[1]], places, &power_of_tau(1));
    verify_blobs(&blobs, &commitments, &changed);
    // A constant's proof is the identity at any place: commitments that are wrong by opposite
    // amounts.
    let zeros = vec![vec![0; BYTES_PER_BLOB]; 2];
    verify_blobs(&zeros, &plus_and_minus(), &[G1::identity().to_bytes(); 2]);
}

fn verify_cells(
    commitments: &[[u8; 48]],
    indices: &[u64],
    cells: &[[u8; BYTES_PER_CELL]],
    proofs: &[[u8; 48]],
) {
    for i in 0..cells.len() {
        let alone = settings().verify_cell_kzg_proof_batch(
            &commitments[i..=i],
            &indices[i..=i],
            &cells[i..=i],
            &proofs[i..=i],
        );
        assert_eq!(alone, NOT_PROVEN, "{i}");
    }
    let batch = settings().verify_cell_kzg_proof_batch(commitments, indices, cells, proofs);
    assert_eq!(batch, NOT_PROVEN);
    let batch =
        parallel::verify_cell_kzg_proof_batch(settings(), commitments, indices, cells, proofs);
    assert_eq!(batch, NOT_PROVEN);
}

#[test]
fn cells_whose_errors_cancel_do_not_hold() {
    let blobs = [32, 33].map(random_blob);
    let commitments =
        blobs.each_ref().map(|blob| settings().blob_to_kzg_commitment(blob).expect("a blob"));
    let [(cells, proofs), (others, other_proofs)] =
        blobs.each_ref().map(|blob| prover().compute_cells_and_kzg_proofs(blob).expect("a blob"));

    // One cell twice, with an element that is one more and one less.
    let mut twice = [cells[70]; 2];
    let element = Fr::from_be_bytes(&twice[0][..32]).expect("a scalar");
    twice[0][..32].copy_from_slice(&(&element + &Fr::one()).to_be_bytes());
    twice[1][..32].copy_from_slice(&(&element - &Fr::one()).to_be_bytes());
    verify_cells(&[commitments[0]; 2], &[70; 2], &twice, &[proofs[70]; 2]);

    // The cells of one index of two blobs, whose proofs count by the same factor.
    let delta = G1::generator();
    let changed =
        [(&point(&proofs[9]) + &delta).to_bytes(), (&point(&other_proofs[9]) - &delta).to_bytes()];
    verify_cells(&commitments, &[9; 2], &[cells[9], others[9]], &changed);

    // Cells of two indices.
    let powers = roots(CELLS_PER_EXT_BLOB.trailing_zeros());
    let places = [&powers[5], &powers[101]];
    let changed = opposite([&proofs[5], &proofs[101]], places, &power_of_tau(64));
    verify_cells(&[commitments[0]; 2], &[5, 101], &[cells[5], cells[101]], &changed);

    // Commitments.
    let (zeros, identity) = ([[0; BYTES_PER_CELL]; 2], G1::identity().to_bytes());
    verify_cells(&plus_and_minus(), &[3, 77], &zeros, &[identity; 2]);
}
