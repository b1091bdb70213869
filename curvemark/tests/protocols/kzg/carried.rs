//! The published cases that every clone has.

use curve::bls12_381::Fr;
use curvemark::kzg::{
    BYTES_PER_BLOB, BatchError, Cell, CellsAndProofs, Error, FIELD_ELEMENTS_PER_BLOB,
    compute_challenge,
};
use sha2::{Digest, Sha256};

use super::published::{prover, settings};
use crate::vectors::{self, Case};

/// A blob from its description: `all VALUE`, `powers BASE` for base^(i + 256), or
/// `zeros but INDEX VALUE`.
fn blob(words: &str) -> Vec<u8> {
    let words: Vec<&str> = words.split(' ').collect();
    match words[..] {
        ["all", value] => vectors::bytes(value).repeat(FIELD_ELEMENTS_PER_BLOB),
        ["zeros", "but", index, value] => {
            let index: usize = index.parse().expect("an index");
            let mut out = vec![0; BYTES_PER_BLOB];
            out[32 * index..32 * (index + 1)].copy_from_slice(&vectors::bytes(value));
            out
        }
        ["powers", base] => {
            let base = Fr::from(base.parse::<u32>().expect("a number"));
            let mut power = base.pow_vartime(&[256]);
            let mut out = Vec::with_capacity(BYTES_PER_BLOB);
            for _ in 0..FIELD_ELEMENTS_PER_BLOB {
                out.extend(power.to_be_bytes());
                power *= &base;
            }
            out
        }
        _ => panic!("{words:?} is no blob"),
    }
}

fn fixed<const N: usize>(case: &Case, key: &str) -> [u8; N] {
    case.bytes(key).try_into().expect("as many bytes")
}

fn all<const N: usize>(case: &Case, key: &str) -> Vec<[u8; N]> {
    case.list(key)
        .into_iter()
        .map(|text| vectors::bytes(text).try_into().expect("as many bytes"))
        .collect()
}

/// What a function gives as the file has it.
fn bytes<const N: usize>(result: Result<[u8; N], Error>) -> String {
    result.map_or_else(
        |_| "error".to_owned(),
        |bytes| bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    )
}

fn verdict(result: Result<(), Error>) -> String {
    match result {
        Ok(()) => "yes",
        Err(Error::NotProven) => "no",
        Err(_) => "error",
    }
    .to_owned()
}

fn of_batch(result: Result<(), BatchError>) -> String {
    verdict(result.map_err(|error| error.reason))
}

fn check_cells(case: &Case, result: Result<CellsAndProofs, Error>) {
    let (cells, proofs) = result.expect("cells");
    assert_eq!((cells.len(), proofs.len()), (128, 128));
    assert_eq!(
        Sha256::digest(cells.as_flattened())[..],
        case.bytes("cells")[..],
        "{}",
        case.text("name")
    );
    assert_eq!(
        Sha256::digest(proofs.as_flattened())[..],
        case.bytes("proofs")[..],
        "{}",
        case.text("name")
    );
}

/// The result of a case; none where it was compared here.
fn result(case: &Case) -> Option<String> {
    let settings = settings();
    let the_blob = || blob(case.text("blob"));
    Some(match case.text("function") {
        "blob_to_kzg_commitment" => bytes(settings.blob_to_kzg_commitment(&the_blob())),
        "compute_kzg_proof" => {
            let result = settings.compute_kzg_proof(&the_blob(), &fixed(case, "z"));
            if let Ok((_, y)) = result {
                assert_eq!(y, fixed(case, "value"), "{}", case.text("name"));
            }
            bytes(result.map(|(proof, _)| proof))
        }
        "compute_blob_kzg_proof" => {
            bytes(settings.compute_blob_kzg_proof(&the_blob(), &fixed(case, "commitment")))
        }
        "compute_challenge" => bytes(compute_challenge(&the_blob(), &fixed(case, "commitment"))),
        "verify_kzg_proof" => {
            let (z, y) = (fixed(case, "z"), fixed(case, "y"));
            verdict(settings.verify_kzg_proof(
                &fixed(case, "commitment"),
                &z,
                &y,
                &fixed(case, "proof"),
            ))
        }
        "verify_blob_kzg_proof" => verdict(settings.verify_blob_kzg_proof(
            &the_blob(),
            &fixed(case, "commitment"),
            &fixed(case, "proof"),
        )),
        "verify_blob_kzg_proof_batch" => {
            let blobs: Vec<_> = case.list("blob").into_iter().map(blob).collect();
            of_batch(settings.verify_blob_kzg_proof_batch(
                &blobs,
                &all(case, "commitment"),
                &all(case, "proof"),
            ))
        }
        "verify_cell_kzg_proof_batch" => {
            let indices: Vec<u64> = case
                .list("index")
                .into_iter()
                .map(|text| text.parse().expect("an index"))
                .collect();
            let cells: Vec<Cell> = case.list("cell").into_iter().map(cell).collect();
            let (commitments, proofs) = (all(case, "commitment"), all(case, "proof"));
            of_batch(settings.verify_cell_kzg_proof_batch(&commitments, &indices, &cells, &proofs))
        }
        "compute_cells_and_kzg_proofs" => {
            check_cells(case, prover().compute_cells_and_kzg_proofs(&the_blob()));
            return None;
        }
        "recover_cells_and_kzg_proofs" => {
            let indices: Vec<u64> = case
                .text("indices")
                .split(' ')
                .map(|text| text.parse().expect("an index"))
                .collect();
            let all = settings.compute_cells(&the_blob()).expect("a blob");
            let cells: Vec<Cell> = indices.iter().map(|&index| all[index as usize]).collect();
            check_cells(case, prover().recover_cells_and_kzg_proofs(&indices, &cells));
            return None;
        }
        other => panic!("{other} is no function"),
    })
}

/// A cell of a blob.
fn cell(words: &str) -> Cell {
    let (index, words) = words.split_once(' ').expect("an index and a blob");
    settings().compute_cells(&blob(words)).expect("a blob")
        [index.parse::<usize>().expect("an index")]
}

#[test]
fn carried_cases() {
    let cases = vectors::cases(include_str!("../../../../vectors/kzg.txt"));
    for case in &cases {
        if let Some(result) = result(case) {
            assert_eq!(result, case.text("result"), "{}", case.text("name"));
        }
    }
}
