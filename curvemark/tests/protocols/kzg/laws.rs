//! Laws between the functions, on random blobs and on blobs with something changed.

use curve::bls12_381::{Fr, G1};
use curvemark::kzg::{
    BYTES_PER_BLOB, BatchError, Error, FIELD_ELEMENTS_PER_BLOB, Settings, parallel,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::published::{prover, settings};

pub fn random_blob(number: u64) -> Vec<u8> {
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    (0..FIELD_ELEMENTS_PER_BLOB).flat_map(|_| Fr::random(&mut rng).to_be_bytes()).collect()
}

fn elements(blob: &[u8]) -> Vec<Fr> {
    blob.chunks(32).map(|bytes| Fr::from_be_bytes(bytes).expect("a scalar")).collect()
}

pub fn point(bytes: &[u8; 48]) -> G1 {
    G1::from_bytes(bytes).expect("a point")
}

#[test]
fn commitments_are_linear() {
    let (a, b) = (random_blob(1), random_blob(2));
    let k = Fr::from(12_345u32);
    let sum: Vec<u8> = elements(&a)
        .iter()
        .zip(elements(&b))
        .flat_map(|(a, b)| (a + &(&k * &b)).to_be_bytes())
        .collect();
    let commit = |blob: &[u8]| point(&settings().blob_to_kzg_commitment(blob).expect("a blob"));
    assert_eq!(commit(&sum), &commit(&a) + &(&commit(&b) * &k));
}

#[test]
fn tables_and_threads_change_nothing() {
    let with_table = Settings::ethereum(4 << 20);
    assert!(with_table.table_bytes() > settings().table_bytes());
    let blob = random_blob(3);
    let commitment = settings().blob_to_kzg_commitment(&blob);
    assert_eq!(with_table.blob_to_kzg_commitment(&blob), commitment);
    assert_eq!(parallel::blob_to_kzg_commitment(settings(), &blob), commitment);
    let at_five = settings().compute_kzg_proof(&blob, &[5; 32]);
    assert_eq!(parallel::compute_kzg_proof(&with_table, &blob, &[5; 32]), at_five);
    assert_eq!(parallel::blob_to_kzg_commitment(&with_table, &blob), commitment);
    let commitment = commitment.expect("a blob");
    let proof = settings().compute_blob_kzg_proof(&blob, &commitment);
    assert_eq!(with_table.compute_blob_kzg_proof(&blob, &commitment), proof);
    assert_eq!(parallel::compute_blob_kzg_proof(&with_table, &blob, &commitment), proof);
}

#[test]
fn proofs_at_a_root_and_beside_one_hold() {
    let blob = random_blob(4);
    let commitment = settings().blob_to_kzg_commitment(&blob).expect("a blob");
    // ω of order 4,096 in bit-reversed order: the second element is the value at −1, the third at
    // √−1.
    let i = curve::ntt::Domain::<curve::bls12_381::FrEngine>::new(2).expect("roots").root();
    for (z, index) in
        [(Fr::one(), Some(0)), (-Fr::one(), Some(1)), (i, Some(2)), (Fr::from(2u32), None)]
    {
        let (proof, y) = settings().compute_kzg_proof(&blob, &z.to_be_bytes()).expect("a blob");
        if let Some(index) = index {
            assert_eq!(y, blob[32 * index..32 * (index + 1)]);
        }
        assert_eq!(settings().verify_kzg_proof(&commitment, &z.to_be_bytes(), &y, &proof), Ok(()));
        let wrong = (&Fr::from_be_bytes(&y).expect("a scalar") + &Fr::one()).to_be_bytes();
        let verdict = settings().verify_kzg_proof(&commitment, &z.to_be_bytes(), &wrong, &proof);
        assert_eq!(verdict, Err(Error::NotProven));
    }
}

#[test]
fn a_batch_holds_as_all_of_it_do() {
    let blobs: Vec<_> = (10..13).map(random_blob).collect();
    let commitments: Vec<_> =
        blobs.iter().map(|blob| settings().blob_to_kzg_commitment(blob).expect("a blob")).collect();
    let prove = |(blob, commitment): (&Vec<u8>, _)| {
        settings().compute_blob_kzg_proof(blob, commitment).expect("a blob")
    };
    let proofs: Vec<_> = blobs.iter().zip(&commitments).map(prove).collect();
    let verify = |blobs: &[Vec<u8>], commitments: &[_], proofs: &[_]| {
        let verdict = settings().verify_blob_kzg_proof_batch(blobs, commitments, proofs);
        assert_eq!(
            parallel::verify_blob_kzg_proof_batch(settings(), blobs, commitments, proofs),
            verdict
        );
        verdict
    };
    assert_eq!(verify(&blobs, &commitments, &proofs), Ok(()));
    assert_eq!(verify(&[], &[], &[]), Ok(()));
    let not_proven = Err(BatchError { index: None, reason: Error::NotProven });
    let swapped = [proofs[1], proofs[0], proofs[2]];
    assert_eq!(verify(&blobs, &commitments, &swapped), not_proven);
    let mut bits = blobs.clone();
    bits[2][BYTES_PER_BLOB - 1] ^= 1;
    assert_eq!(verify(&bits, &commitments, &proofs), not_proven);
    bits[2][BYTES_PER_BLOB - 32..].fill(0xff);
    let at = |index, reason| Err(BatchError { index: Some(index), reason });
    assert_eq!(
        verify(&bits, &commitments, &proofs),
        at(2, Error::BlobElement(FIELD_ELEMENTS_PER_BLOB - 1))
    );
    bits[1].pop();
    assert_eq!(verify(&bits, &commitments, &proofs), at(1, Error::BlobLength));
    let mismatch = Err(BatchError { index: None, reason: Error::LengthMismatch });
    assert_eq!(verify(&blobs[1..], &commitments, &proofs), mismatch);
    assert_eq!(verify(&blobs, &commitments[1..], &proofs), mismatch);
    assert_eq!(verify(&blobs, &commitments, &proofs[1..]), mismatch);
}

#[test]
fn cells_of_a_blob_hold_and_recover_it() {
    let blob = random_blob(20);
    let commitment = settings().blob_to_kzg_commitment(&blob).expect("a blob");
    let (cells, proofs) = prover().compute_cells_and_kzg_proofs(&blob).expect("a blob");
    assert_eq!(cells[..64].as_flattened(), blob);
    assert_eq!(
        parallel::compute_cells_and_kzg_proofs(prover(), &blob),
        Ok((cells.clone(), proofs.clone()))
    );
    let all: Vec<u64> = (0..128).collect();
    let verify = |indices: &[u64], cells: &[_], proofs: &[_]| {
        let commitments = vec![commitment; cells.len()];
        settings().verify_cell_kzg_proof_batch(&commitments, indices, cells, proofs)
    };
    assert_eq!(verify(&all, &cells, &proofs), Ok(()));
    let not_proven = Err(BatchError { index: None, reason: Error::NotProven });
    let mut changed = cells.clone();
    changed[77][2047] ^= 1;
    assert_eq!(verify(&all, &changed, &proofs), not_proven);
    let mut swapped = proofs.clone();
    swapped.swap(3, 90);
    assert_eq!(verify(&all, &cells, &swapped), not_proven);
    assert_eq!(verify(&[1, 0], &cells[..2], &proofs[..2]), not_proven);
    assert_eq!(verify(&[127], &cells[127..], &proofs[127..]), Ok(()));
    let beyond = Err(BatchError { index: Some(1), reason: Error::CellIndex(128) });
    assert_eq!(verify(&[0, 128], &cells[..2], &proofs[..2]), beyond);

    // From three of four, and from all.
    for indices in [(0..128).filter(|i| i & 3 > 0).collect(), all] {
        let given: Vec<_> = indices.iter().map(|&index| cells[index as usize]).collect();
        let recovered = parallel::recover_cells_and_kzg_proofs(prover(), &indices, &given);
        assert_eq!(recovered, Ok((cells.clone(), proofs.clone())));
    }
    // One more than enough, of which one is of another blob.
    let indices: Vec<u64> = (30..95).collect();
    let refused = prover().recover_cells_and_kzg_proofs(&indices, &changed[30..95]);
    assert_eq!(refused, Err(Error::CellsDisagree));
    let without_proofs = prover().recover_cells(&indices, &changed[30..95]);
    assert_eq!(without_proofs, Err(Error::CellsDisagree));
}

/// The values of a polynomial at as many roots of unity as 2^bits, bit-reversed, as bytes.
fn values(coefficients: &[Fr], bits: u32) -> Vec<u8> {
    let mut values = coefficients.to_vec();
    values.resize(1 << bits, Fr::zero());
    let domain = curve::ntt::Domain::<curve::bls12_381::FrEngine>::new(bits).expect("roots");
    domain.forward(&mut values).expect("as many values as roots");
    (0..1u32 << bits)
        .flat_map(|i| values[(i.reverse_bits() >> (32 - bits)) as usize].to_be_bytes())
        .collect()
}

/// Of a polynomial with more coefficients than a blob's, EIP-7594's rule leaves those above out,
/// and the stricter rule refuses the cells.
#[test]
fn cells_of_no_blob_are_recovered_from_only_by_the_rule_that_truncates() {
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    let coefficients: Vec<Fr> = (0..8_192).map(|_| Fr::random(&mut rng)).collect();
    let truncated = values(&coefficients[..FIELD_ELEMENTS_PER_BLOB], 12);
    let expected = prover().compute_cells_and_kzg_proofs(&truncated);
    // n cells determine 64n coefficients. Of 64 none is above.
    for (n, step) in [(64, 2), (65, 1), (100, 1), (128, 1)] {
        let cells = values(&coefficients[..64 * n], 13);
        let indices: Vec<u64> = (0..128).step_by(step).take(n).collect();
        let given: Vec<_> = indices
            .iter()
            .map(|&index| cells[2_048 * index as usize..].first_chunk::<2_048>().expect("a cell"))
            .collect();
        let strict = if n == 64 { expected.clone() } else { Err(Error::CellsDisagree) };
        assert_eq!(prover().recover_cells_and_kzg_proofs(&indices, &given), strict, "{n}");
        let truncating = prover().recover_cells_and_kzg_proofs_truncated(&indices, &given);
        assert_eq!(truncating, expected, "{n}");
        assert_eq!(
            parallel::recover_cells_and_kzg_proofs_truncated(prover(), &indices, &given),
            truncating
        );
    }
}

#[test]
fn cells_that_cannot_be_recovered_from_have_their_reasons() {
    let cells = vec![[0u8; 2048]; 129];
    let recover = |indices: &[u64], cells: &[[u8; 2048]]| {
        let refused = prover().recover_cells_and_kzg_proofs(indices, cells).err();
        let truncated = prover().recover_cells_and_kzg_proofs_truncated(indices, cells).err();
        assert_eq!(truncated, refused);
        refused
    };
    let first: Vec<u64> = (0..129).collect();
    assert_eq!(recover(&first[..63], &cells[..63]), Some(Error::CellCount));
    assert_eq!(recover(&[], &[]), Some(Error::CellCount));
    assert_eq!(recover(&first, &cells), Some(Error::CellCount));
    assert_eq!(recover(&first[..64], &cells[..65]), Some(Error::LengthMismatch));
    assert_eq!(recover(&first[65..], &cells[65..]), Some(Error::CellIndex(128)));
    let mut order = first[..64].to_vec();
    order[5] = 4;
    assert_eq!(recover(&order, &cells[..64]), Some(Error::CellOrder));
    order.swap(5, 6);
    assert_eq!(recover(&order, &cells[..64]), Some(Error::CellOrder));
    let mut large = cells[..64].to_vec();
    large[9][32..64].fill(0xff);
    assert_eq!(recover(&first[..64], &large), Some(Error::CellElement(1)));
    let short: Vec<Vec<u8>> = large.iter().map(|cell| cell[1..].to_vec()).collect();
    let refused = prover().recover_cells_and_kzg_proofs(&first[..64], &short);
    assert_eq!(refused.err(), Some(Error::CellLength));
}
