//! KZG: openings, blobs, cells, setups.

use std::sync::OnceLock;

use curve::bls12_381::{Fr, G1};
use curvemark::kzg::{
    BYTES_PER_BLOB, BYTES_PER_CELL, CellProver, Cells, Error, OpeningVerifier, Openings, Settings,
    TrustedSetup, versioned_hash,
};

use crate::{Target, fixed, head_of_part, part, random, rng, take};

/// Bytes that a blob and what is computed of it may take.
const MEMORY: usize = 2 << 20;

pub const TARGETS: &[Target] = &[
    Target { name: "kzg opening", body: opening, valid: an_opening, fast: false, heap: 0 },
    Target { name: "kzg setup", body: setup, valid: a_setup, fast: true, heap: 1 << 20 },
    Target { name: "kzg blob", body: blob, valid: a_blob, fast: false, heap: MEMORY },
    Target { name: "kzg cells", body: cells, valid: some_cells, fast: false, heap: MEMORY },
    Target {
        name: "kzg openings part",
        body: part::<Openings>,
        valid: a_part::<3>,
        fast: false,
        heap: 16 << 10,
    },
    Target {
        name: "kzg cells part",
        body: part::<Cells>,
        valid: a_part::<4>,
        fast: false,
        heap: 16 << 10,
    },
];

fn settings() -> &'static Settings {
    static SETTINGS: OnceLock<Settings> = OnceLock::new();
    SETTINGS.get_or_init(|| Settings::ethereum(0))
}

/// A commitment, z, y, a proof.
fn opening(mut data: &[u8]) {
    let (commitment, z, y, proof) =
        (fixed(&mut data), fixed(&mut data), fixed(&mut data), fixed(&mut data));
    let verdict = OpeningVerifier::ethereum_kept().verify(&commitment, &z, &y, &proof);
    assert_eq!(versioned_hash(&commitment)[0], 1);
    // What holds for y does not for another.
    if verdict.is_ok() {
        let other = &Fr::from_be_bytes(&y).expect("a scalar") + &Fr::one();
        let verdict =
            OpeningVerifier::ethereum_kept().verify(&commitment, &z, &other.to_be_bytes(), &proof);
        assert_eq!(verdict, Err(Error::NotProven));
    }
}

/// A text or JSON, which is never a whole setup.
fn setup(data: &[u8]) {
    if let Ok(text) = core::str::from_utf8(data) {
        assert!(TrustedSetup::from_text(text).is_err());
    }
    assert!(serde_json::from_slice::<TrustedSetup>(data).is_err());
}

/// A commitment and a proof, then a blob's first bytes; or a blob of another length, as the first
/// byte says.
fn blob(mut data: &[u8]) {
    let (commitment, proof) = (fixed(&mut data), fixed(&mut data));
    let mut blob = data.to_vec();
    if !data.is_empty() && data[0] < 0xf0 {
        blob.resize(BYTES_PER_BLOB, 0);
    }
    let verdict = settings().verify_blob_kzg_proof(&blob, &commitment, &proof);
    let batch =
        settings().verify_blob_kzg_proof_batch(&[&blob, &blob], &[commitment; 2], &[proof; 2]);
    assert_eq!(batch.is_ok(), verdict.is_ok());
    assert_eq!(batch.err() == Some(Error::NotProven.into()), verdict == Err(Error::NotProven));
}

/// A count, then items of an index, a commitment, a proof and a cell's first bytes.
fn cells(mut data: &[u8]) {
    let count = usize::from(take(&mut data, 1).first().copied().unwrap_or(0) & 3);
    let mut items = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..count {
        items.0.push(fixed::<48>(&mut data));
        items.1.push(u64::from(fixed::<1>(&mut data)[0]));
        items.2.push(fixed::<48>(&mut data));
        let mut cell = take(&mut data, 64).to_vec();
        cell.resize(BYTES_PER_CELL, 0);
        items.3.push(cell);
    }
    let (commitments, indices, proofs, cells) = items;
    let all = settings().verify_cell_kzg_proof_batch(&commitments, &indices, &cells, &proofs);
    // All hold if each does.
    let each = (0..count).map(|i| {
        let (commitments, indices) = (&commitments[i..=i], &indices[i..=i]);
        settings().verify_cell_kzg_proof_batch(commitments, indices, &cells[i..=i], &proofs[i..=i])
    });
    assert_eq!(all.is_ok(), each.collect::<Vec<_>>().iter().all(Result::is_ok));
    // Few cells are refused, whatever they are.
    static PROVER: OnceLock<CellProver> = OnceLock::new();
    let prover = PROVER.get_or_init(|| CellProver::ethereum(0));
    assert_eq!(prover.recover_cells_and_kzg_proofs(&indices, &cells).err(), Some(Error::CellCount));
    assert_eq!(
        prover.recover_cells_and_kzg_proofs_truncated(&indices, &cells).err(),
        Some(Error::CellCount)
    );
}

/// The opening of a constant.
fn an_opening(number: u64) -> Vec<u8> {
    let y = Fr::random(&mut rng(number));
    let z = Fr::random(&mut rng(!number)).to_be_bytes();
    [&G1::mul_generator(&y).to_bytes()[..], &z, &y.to_be_bytes(), &G1::identity().to_bytes()]
        .concat()
}

/// The beginning of one.
fn a_setup(number: u64) -> Vec<u8> {
    let point: String = random::<48>(number).iter().map(|byte| format!("{byte:02x}")).collect();
    match number & 1 {
        0 => format!("4096\n65\n{point}\n{point}\n"),
        _ => format!(
            "{{\"g1_monomial\":[\"0x{point}\"],\"g1_lagrange\":[\"0x{point}\"],\"g2_monomial\":[]}}"
        ),
    }
    .into_bytes()
}

/// The blob of zeros but for the first element.
fn a_blob(number: u64) -> Vec<u8> {
    let mut blob = vec![0; BYTES_PER_BLOB];
    blob[31] = number as u8;
    let commitment = settings().blob_to_kzg_commitment(&blob).expect("a blob");
    let proof = settings().compute_blob_kzg_proof(&blob, &commitment).expect("a blob");
    [&commitment[..], &proof, &blob[..32]].concat()
}

/// A part of two points.
fn a_part<const KIND: u8>(number: u64) -> Vec<u8> {
    let [left, right] = [number, !number].map(|k| G1::mul_generator(&Fr::from(k)).to_bytes());
    [&head_of_part(KIND, number)[..], &left, &right].concat()
}

/// Cells of zeros, and one that is not.
fn some_cells(number: u64) -> Vec<u8> {
    let identity = G1::identity().to_bytes();
    let mut out = vec![number as u8];
    for i in 0..number as u8 & 3 {
        out.extend(identity);
        out.push(i);
        out.extend(identity);
        out.extend([u8::from(number > 8); 64]);
    }
    out
}
