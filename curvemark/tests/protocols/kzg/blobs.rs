//! The functions of EIP-4844: all published cases of each.

use curvemark::kzg::{BatchError, Error, compute_challenge, parallel};

use super::published::{array, bytes, cases, list, settings};

/// Runs all cases of a file: the result of each, none where an input has a length for which there
/// is no type.
#[track_caller]
pub fn run<T: PartialEq + std::fmt::Debug>(
    file: &str,
    counts: [usize; 2],
    expected: impl Fn(&serde_json::Value) -> T,
    result: impl Fn(&serde_json::Value) -> Option<Result<T, Error>>,
) {
    let Some(cases) = cases(file) else { return };
    let mut seen = [0; 2];
    for (name, input, output) in cases {
        let result = result(&input);
        if output.is_null() {
            assert!(!matches!(result, Some(Ok(_) | Err(Error::NotProven))), "{name}: {result:?}");
            seen[1] += 1;
        } else {
            assert_eq!(
                result.map(|result| result.expect("a result")),
                Some(expected(&output)),
                "{name}"
            );
            seen[0] += 1;
        }
    }
    assert_eq!(seen, counts);
}

/// A verdict as the suites have it.
pub fn verdict(result: Result<(), Error>) -> Result<bool, Error> {
    match result {
        Ok(()) => Ok(true),
        Err(Error::NotProven) => Ok(false),
        Err(reason) => Err(reason),
    }
}

#[test]
fn blob_to_kzg_commitment() {
    let expected = |output: &_| array::<48>(output).expect("48 bytes");
    run("blob_to_kzg_commitment", [7, 4], expected, |input| {
        let blob = bytes(&input["blob"]);
        let commitment = settings().blob_to_kzg_commitment(&blob);
        Some(commitment)
    });
}

#[test]
fn compute_kzg_proof() {
    let expected = |output: &serde_json::Value| {
        (array(&output[0]).expect("48 bytes"), array(&output[1]).expect("32"))
    };
    run("compute_kzg_proof", [42, 10], expected, |input| {
        let (blob, z) = (bytes(&input["blob"]), array(&input["z"])?);
        let proof = settings().compute_kzg_proof(&blob, &z);
        Some(proof)
    });
}

#[test]
fn compute_blob_kzg_proof() {
    let expected = |output: &_| array::<48>(output).expect("48 bytes");
    run("compute_blob_kzg_proof", [7, 8], expected, |input| {
        let (blob, commitment) = (bytes(&input["blob"]), array(&input["commitment"])?);
        let proof = settings().compute_blob_kzg_proof(&blob, &commitment);
        Some(proof)
    });
}

#[test]
fn challenges() {
    let expected = |output: &_| array::<32>(output).expect("32 bytes");
    run("compute_challenge", [9, 0], expected, |input| {
        Some(compute_challenge(&bytes(&input["blob"]), &array(&input["commitment"])?))
    });
}

#[test]
fn verify_blob_kzg_proof() {
    run(
        "verify_blob_kzg_proof",
        [17, 12],
        |output| output.as_bool().expect("a verdict"),
        |input| {
            let (blob, commitment) = (bytes(&input["blob"]), array(&input["commitment"])?);
            let proof = array(&input["proof"])?;
            let one = settings().verify_blob_kzg_proof(&blob, &commitment, &proof);
            // Alone and beside itself in a batch.
            let (blobs, commitments, proofs) = ([&blob, &blob], [commitment; 2], [proof; 2]);
            for n in 1..=2 {
                let (blobs, commitments, proofs) = (&blobs[..n], &commitments[..n], &proofs[..n]);
                let batch = settings().verify_blob_kzg_proof_batch(blobs, commitments, proofs);
                let index =
                    if one.is_ok() || one == Err(Error::NotProven) { None } else { Some(0) };
                assert_eq!(batch, one.map_err(|reason| BatchError { index, reason }));
            }
            Some(verdict(one))
        },
    );
}

#[test]
fn verify_blob_kzg_proof_batch() {
    run(
        "verify_blob_kzg_proof_batch",
        [9, 15],
        |output| output.as_bool().expect("a verdict"),
        |input| {
            let blobs = list(&input["blobs"], |blob| Some(bytes(blob)))?;
            let (commitments, proofs) =
                (list(&input["commitments"], array)?, list(&input["proofs"], array)?);
            let batch = settings().verify_blob_kzg_proof_batch(&blobs, &commitments, &proofs);
            assert_eq!(
                parallel::verify_blob_kzg_proof_batch(settings(), &blobs, &commitments, &proofs),
                batch
            );
            Some(verdict(batch.map_err(|error| error.reason)))
        },
    );
}
