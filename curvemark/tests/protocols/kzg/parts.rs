//! Parts of batches of openings and of cells.

use curvemark::bls::{self, min_pk};
use curvemark::kzg::{
    BatchError, CellsPart, Error, Opening, OpeningsPart, digest_cells, digest_openings, parallel,
};
use curvemark::parts::{self, Batch};

use super::laws::random_blob;
use super::published::{prover, settings};
use crate::vectors;

const INFINITY: [u8; 48] = {
    let mut point = [0; 48];
    point[0] = 0xc0;
    point
};

type Blobs = (Vec<Vec<u8>>, Vec<[u8; 48]>, Vec<[u8; 48]>);

fn blobs(count: u64) -> Blobs {
    let blobs: Vec<_> = (0..count).map(random_blob).collect();
    let commit = |blob: &Vec<u8>| settings().blob_to_kzg_commitment(blob).expect("a blob");
    let commitments: Vec<_> = blobs.iter().map(commit).collect();
    let prove = |(blob, commitment): (&Vec<u8>, _)| {
        settings().compute_blob_kzg_proof(blob, commitment).expect("a blob")
    };
    let proofs = blobs.iter().zip(&commitments).map(prove).collect();
    (blobs, commitments, proofs)
}

fn parts_of(openings: &[Opening], lengths: &[usize]) -> Vec<OpeningsPart> {
    let mut ends = vec![0];
    lengths.iter().for_each(|length| ends.push(ends[ends.len() - 1] + length));
    let slices: Vec<_> = ends.windows(2).map(|ends| &openings[ends[0]..ends[1]]).collect();
    let digests: Vec<_> = slices.iter().map(|slice| digest_openings(slice)).collect();
    let batch = Batch::new(&digests).expect("slices");
    let part = |(slice, start): (&&[Opening], &usize)| {
        let part = settings().part_of_openings(slice, &batch, *start as u64).expect("openings");
        let other = parallel::part_of_openings(settings(), slice, &batch, *start as u64);
        assert_eq!(other.as_ref(), Ok(&part));
        assert_eq!(OpeningsPart::from_bytes(&part.to_bytes()), other);
        part
    };
    slices.iter().zip(&ends).map(part).collect()
}

#[test]
fn blobs_by_parts() {
    let (blobs, commitments, mut proofs) = blobs(4);
    let openings = settings().openings(&blobs, &commitments, &proofs).expect("blobs");
    assert_eq!(
        parallel::openings(settings(), &blobs, &commitments, &proofs).as_ref(),
        Ok(&openings)
    );
    for opening in &openings {
        let Opening { commitment, z, y, proof } = opening;
        assert_eq!(settings().verify_kzg_proof(commitment, z, y, proof), Ok(()));
        assert_eq!(Opening::from_bytes(&opening.to_bytes()), *opening);
    }
    for lengths in [&[4][..], &[1, 3], &[2, 1, 1]] {
        let all = OpeningsPart::merge_all(&parts_of(&openings, lengths)).expect("neighbours");
        assert_eq!(settings().finish_openings(&all), Ok(()));
    }
    // The proofs of two slices changed places.
    proofs.swap(0, 3);
    let openings = settings().openings(&blobs, &commitments, &proofs).expect("blobs");
    let parts = parts_of(&openings, &[2, 1, 1]);
    let holds: Vec<_> = parts.iter().map(|part| settings().openings_hold(part).is_ok()).collect();
    assert_eq!(holds, [false, true, false]);
    let all = OpeningsPart::merge_all(&parts).expect("neighbours");
    assert_eq!(settings().finish_openings(&all), Err(parts::Error::NotValid));
    assert_eq!(settings().finish_openings(&parts[0]), Err(parts::Error::Incomplete));
}

/// Errors of two slices whose sum is zero: only the weights tell.
#[test]
fn errors_that_cancel_are_found() {
    let zero = Opening { commitment: INFINITY, z: [0; 32], y: [0; 32], proof: INFINITY };
    let mut one = [0; 32];
    one[31] = 1;
    let mut minus =
        vectors::bytes("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000000");
    let minus: [u8; 32] = core::mem::take(&mut minus).try_into().expect("32 bytes");
    let openings = [Opening { y: one, ..zero }, Opening { y: minus, ..zero }];
    for lengths in [&[1, 1][..], &[2]] {
        let all = OpeningsPart::merge_all(&parts_of(&openings, lengths)).expect("neighbours");
        assert_eq!(settings().finish_openings(&all), Err(parts::Error::NotValid));
    }
}

#[test]
fn what_is_refused() {
    let zero = Opening { commitment: INFINITY, z: [0; 32], y: [0; 32], proof: INFINITY };
    let bad = [
        (Opening { commitment: [0; 48], ..zero }, "commitment"),
        (Opening { proof: [0xff; 48], ..zero }, "proof"),
        (Opening { z: [0xff; 32], ..zero }, "z"),
        (Opening { y: [0xff; 32], ..zero }, "y"),
    ];
    for (opening, name) in bad {
        let openings = [zero, opening];
        let batch = Batch::new(&[digest_openings(&openings)]).expect("a slice");
        let error = settings().part_of_openings(&openings, &batch, 0).expect_err(name);
        let parts::Error::Kzg(BatchError { index: Some(1), reason }) = error else {
            panic!("{name}: {error:?}");
        };
        let fits = match reason {
            Error::Commitment(_) => "commitment",
            Error::Proof(_) => "proof",
            Error::Z(_) => "z",
            Error::Y(_) => "y",
            _ => "another",
        };
        assert_eq!(fits, name);
    }
    let batch = Batch::new(&[digest_openings(&[zero; 2])]).expect("a slice");
    assert_eq!(settings().part_of_openings(&[], &batch, 0), Err(parts::Error::Empty));
    assert_eq!(settings().part_of_openings(&[zero; 2], &batch, 1), Err(parts::Error::Range));
    let none: [&[u8]; 0] = [];
    let mismatch = settings().openings(&none, &[INFINITY], &[]);
    assert_eq!(mismatch, Err(Error::LengthMismatch.into()));
    let short = settings().openings(&[[0; 5]], &[INFINITY], &[INFINITY]);
    assert_eq!(short, Err(BatchError { index: Some(0), reason: Error::BlobLength }));

    let part = settings().part_of_openings(&[zero; 2], &batch, 0).expect("a part");
    let bytes = part.to_bytes();
    assert_eq!((bytes.len(), bytes[0]), (153, 3));
    assert_eq!(CellsPart::from_bytes(&bytes), Err(parts::Error::Kind));
    let other = bls::Part::<min_pk::Possession>::from_bytes(&bytes);
    assert_eq!(other.map(|_| ()), Err(parts::Error::Length));
    // On the curve, outside the group: x = 4.
    let outside = [&[0x80][..], &[0; 46], &[4]].concat();
    for place in [57, 105] {
        let mut bytes = bytes.clone();
        bytes[place..place + 48].copy_from_slice(&outside);
        let error = OpeningsPart::from_bytes(&bytes).expect_err("no point of the group");
        assert_eq!(error, parts::Error::Point(curve::error::PointError::NotInSubgroup));
        bytes[place..place + 48].fill(0xff);
        assert!(matches!(OpeningsPart::from_bytes(&bytes), Err(parts::Error::Point(_))));
    }
}

#[test]
fn cells_by_parts() {
    let blob = random_blob(9);
    let commitment = settings().blob_to_kzg_commitment(&blob).expect("a blob");
    let (cells, mut proofs) = prover().compute_cells_and_kzg_proofs(&blob).expect("a blob");
    let picked = [0usize, 5, 127, 5, 64];
    let indices = picked.map(|i| i as u64);
    let commitments = [commitment; 5];
    let verdict = |proofs: &[[u8; 48]], lengths: &[usize]| {
        let cells = picked.map(|i| cells[i]);
        let proofs = picked.map(|i| proofs[i]);
        let mut ends = vec![0];
        lengths.iter().for_each(|length| ends.push(ends[ends.len() - 1] + length));
        let ranges: Vec<_> = ends.windows(2).map(|ends| ends[0]..ends[1]).collect();
        let digest = |r: &core::ops::Range<usize>| {
            let r = r.clone();
            digest_cells(
                &commitments[r.clone()],
                &indices[r.clone()],
                &cells[r.clone()],
                &proofs[r],
            )
            .expect("as many of each")
        };
        let digests: Vec<_> = ranges.iter().map(digest).collect();
        let batch = Batch::new(&digests).expect("slices");
        let part = |r: &core::ops::Range<usize>| {
            let (c, i) = (&commitments[r.clone()], &indices[r.clone()]);
            let (cells, p) = (&cells[r.clone()], &proofs[r.clone()]);
            let start = r.start as u64;
            let part = settings().part_of_cells(c, i, cells, p, &batch, start).expect("cells");
            let other = parallel::part_of_cells(settings(), c, i, cells, p, &batch, start);
            assert_eq!(other.as_ref(), Ok(&part));
            assert_eq!(CellsPart::from_bytes(&part.to_bytes()), other);
            part
        };
        let parts: Vec<_> = ranges.iter().map(part).collect();
        let all = CellsPart::merge_all(&parts).expect("neighbours");
        let holds: Vec<_> = parts.iter().map(|part| settings().cells_hold(part).is_ok()).collect();
        (settings().finish_cells(&all), holds)
    };
    for lengths in [&[5][..], &[2, 3], &[1, 1, 3]] {
        assert_eq!(verdict(&proofs, lengths), (Ok(()), vec![true; lengths.len()]));
    }
    proofs.swap(0, 127);
    let not = Err(parts::Error::NotValid);
    assert_eq!(verdict(&proofs, &[2, 3]), (not, vec![false, false]));
    assert_eq!(verdict(&proofs, &[2, 1, 2]), (not, vec![false, false, true]));
    let none = digest_cells(&commitments, &indices[..4], &[[0u8; 1]; 5], &[INFINITY; 5]);
    assert_eq!(none, Err(parts::Error::LengthMismatch));
}
