//! Every function is asked next to c-kzg's own, and must say the same: bytes, verdicts, and which
//! error. Inputs are valid ones, and those changed in every way that a function must see.

use std::sync::LazyLock;

use rand::rngs::StdRng;
use rand::{RngCore, SeedableRng};

const BLOB: usize = curvemark_ckzg::BYTES_PER_BLOB;
const CELL: usize = curvemark_ckzg::BYTES_PER_CELL;
/// r of BLS12-381, the order of its groups: the first scalar that is none.
const ORDER: [u8; 32] = [
    0x73, 0xed, 0xa7, 0x53, 0x29, 0x9d, 0x7d, 0x48, 0x33, 0x39, 0xd8, 0x08, 0x09, 0xa1, 0xd8, 0x05,
    0x53, 0xbd, 0xa4, 0x02, 0xff, 0xfe, 0x5b, 0xfe, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x01,
];

static THEIRS: LazyLock<&c_kzg::KzgSettings> = LazyLock::new(|| c_kzg::ethereum_kzg_settings(0));

/// An error by its variant, and a code with it.
fn kind(error: impl std::fmt::Debug) -> String {
    let text = format!("{error:?}");
    match text.split_once('(') {
        // Texts differ.
        Some((kind, inside)) if inside.starts_with('"') => kind.to_owned(),
        _ => text,
    }
}

/// One program, over either crate.
macro_rules! side {
    ($name:ident, $library:ident) => {
        mod $name {
            use $library::{Blob, Bytes32, Bytes48, Cell, KzgCommitment, KzgProof, KzgSettings};

            use super::kind;

            type Result<T> = std::result::Result<T, String>;

            fn blob(bytes: &[u8]) -> Result<Blob> {
                Blob::from_bytes(bytes).map_err(kind)
            }

            fn points(bytes: &[Vec<u8>]) -> Result<Vec<Bytes48>> {
                bytes.iter().map(|bytes| Bytes48::from_bytes(bytes).map_err(kind)).collect()
            }

            fn cells(bytes: &[Vec<u8>]) -> Result<Vec<Cell>> {
                bytes.iter().map(|bytes| Cell::from_bytes(bytes).map_err(kind)).collect()
            }

            fn flat(cells: &[Cell], proofs: &[KzgProof]) -> Vec<u8> {
                let cells = cells.iter().flat_map(|cell| cell.to_bytes());
                cells.chain(proofs.iter().flat_map(|proof| *proof.to_bytes())).collect()
            }

            pub fn commit(settings: &KzgSettings, bytes: &[u8]) -> Result<Vec<u8>> {
                let commitment = settings.blob_to_kzg_commitment(&blob(bytes)?).map_err(kind)?;
                assert_eq!(commitment.as_hex_string().len(), 96);
                Ok(commitment.to_bytes().to_vec())
            }

            pub fn prove(settings: &KzgSettings, bytes: &[u8], z: &[u8]) -> Result<Vec<u8>> {
                let z = Bytes32::from_bytes(z).map_err(kind)?;
                let (proof, y) = settings.compute_kzg_proof(&blob(bytes)?, &z).map_err(kind)?;
                Ok([&proof.to_bytes()[..], &y[..]].concat())
            }

            pub fn prove_blob(settings: &KzgSettings, bytes: &[u8], to: &[u8]) -> Result<Vec<u8>> {
                let to = Bytes48::from_bytes(to).map_err(kind)?;
                let proof = settings.compute_blob_kzg_proof(&blob(bytes)?, &to).map_err(kind)?;
                Ok(proof.to_bytes().to_vec())
            }

            pub fn verify(settings: &KzgSettings, of: [&[u8]; 4]) -> Result<bool> {
                let [commitment, proof] =
                    [of[0], of[3]].map(|bytes| Bytes48::from_bytes(bytes).map_err(kind));
                let [z, y] = [of[1], of[2]].map(|bytes| Bytes32::from_bytes(bytes).map_err(kind));
                let verdict = settings.verify_kzg_proof(&commitment?, &z?, &y?, &proof?);
                verdict.map_err(kind)
            }

            pub fn verify_blobs(
                settings: &KzgSettings,
                blobs: &[Vec<u8>],
                commitments: &[Vec<u8>],
                proofs: &[Vec<u8>],
            ) -> Result<bool> {
                let blobs = blobs.iter().map(|bytes| blob(bytes)).collect::<Result<Vec<_>>>()?;
                let (commitments, proofs) = (points(commitments)?, points(proofs)?);
                let verdict = settings.verify_blob_kzg_proof_batch(&blobs, &commitments, &proofs);
                let verdict = verdict.map_err(kind);
                if let ([blob], [commitment], [proof]) = (&blobs[..], &commitments[..], &proofs[..])
                {
                    let one = settings.verify_blob_kzg_proof(blob, commitment, proof);
                    assert_eq!(one.map_err(kind), verdict);
                }
                verdict
            }

            pub fn extend(settings: &KzgSettings, bytes: &[u8]) -> Result<Vec<u8>> {
                let blob = blob(bytes)?;
                let (cells, proofs) = settings.compute_cells_and_kzg_proofs(&blob).map_err(kind)?;
                assert_eq!(settings.compute_cells(&blob).map_err(kind)?, cells);
                Ok(flat(&*cells, &*proofs))
            }

            pub fn recover(
                settings: &KzgSettings,
                indices: &[u64],
                bytes: &[Vec<u8>],
            ) -> Result<Vec<u8>> {
                let recovered = settings.recover_cells_and_kzg_proofs(indices, &cells(bytes)?);
                let (cells, proofs) = recovered.map_err(kind)?;
                Ok(flat(&*cells, &*proofs))
            }

            pub fn verify_cells(
                settings: &KzgSettings,
                commitments: &[Vec<u8>],
                indices: &[u64],
                bytes: &[Vec<u8>],
                proofs: &[Vec<u8>],
            ) -> Result<bool> {
                let (commitments, proofs) = (points(commitments)?, points(proofs)?);
                let cells = cells(bytes)?;
                let verdict =
                    settings.verify_cell_kzg_proof_batch(&commitments, indices, &cells, &proofs);
                verdict.map_err(kind)
            }

            /// What becomes of texts where bytes are wanted.
            pub fn texts(text: &str) -> [String; 4] {
                [
                    format!("{:?}", Bytes32::from_hex(text).map_err(kind).map(|bytes| *bytes)),
                    format!("{:?}", Bytes48::from_hex(text).map_err(kind).map(|bytes| *bytes)),
                    format!("{:?}", Cell::from_hex(text).map_err(kind).map(|cell| cell.to_bytes())),
                    format!("{:?}", Blob::from_hex(text).map_err(kind).map(|blob| blob.len())),
                ]
            }

            /// What becomes of a number of bytes.
            pub fn lengths(length: usize) -> [Option<String>; 6] {
                let bytes = vec![1; length];
                [
                    Bytes32::from_bytes(&bytes).err().map(kind),
                    Bytes48::from_bytes(&bytes).err().map(kind),
                    KzgCommitment::from_bytes(&bytes).err().map(kind),
                    KzgProof::from_bytes(&bytes).err().map(kind),
                    Cell::from_bytes(&bytes).err().map(kind),
                    Blob::from_bytes(&bytes).err().map(kind),
                ]
            }

            pub fn setup(text: &str, precompute: u64) -> Option<String> {
                KzgSettings::parse_kzg_trusted_setup(text, precompute).err().map(kind)
            }

            pub fn setup_of_bytes(lists: [&[u8]; 3], precompute: u64) -> Option<String> {
                let [monomial, lagrange, g2] = lists;
                let setup = KzgSettings::load_trusted_setup(monomial, lagrange, g2, precompute);
                setup.err().map(kind)
            }
        }
    };
}

side!(ours, curvemark_ckzg);
side!(theirs, c_kzg);

/// Both sides of one call, which say the same.
macro_rules! both {
    ($function:ident($($argument:expr),*)) => {{
        let own = ours::$function(curvemark_ckzg::ethereum_kzg_settings(1), $($argument),*);
        assert_eq!(own, theirs::$function(&THEIRS, $($argument),*));
        own
    }};
}

/// 4,096 scalars.
fn random_blob(rng: &mut StdRng) -> Vec<u8> {
    let mut blob = vec![0; BLOB];
    rng.fill_bytes(&mut blob);
    blob.chunks_exact_mut(32).for_each(|scalar| scalar[0] &= 0x3f);
    blob
}

/// Bytes that are no scalar at one place.
fn spoilt(bytes: &[u8], place: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[32 * place..32 * (place + 1)].copy_from_slice(&ORDER);
    bytes
}

/// Encodings that are none of a point of the group: of a large coordinate, off the curve, outside
/// of the group (x = 4), with wrong flags.
fn bad_points() -> Vec<Vec<u8>> {
    let with = |first: u8, last: u8| {
        let mut bytes = vec![0; 48];
        (bytes[0], bytes[47]) = (first, last);
        bytes
    };
    vec![vec![0xff; 48], with(0x80, 1), with(0x80, 4), with(0, 0), with(0xc0, 1), with(0xe0, 0)]
}

fn lists(bytes: &[u8], length: usize) -> Vec<Vec<u8>> {
    bytes.chunks_exact(length).map(<[u8]>::to_vec).collect()
}

#[test]
fn blobs() {
    let mut rng = StdRng::seed_from_u64(1);
    let blobs: Vec<_> = (0..3).map(|_| random_blob(&mut rng)).collect();
    let z = &blobs[2][..32];
    let mut commitments = Vec::new();
    let mut proofs = Vec::new();
    for blob in &blobs {
        let commitment = both!(commit(blob)).expect("a blob");
        let opened = both!(prove(blob, z)).expect("a blob");
        let (proof, y) = opened.split_at(48);
        assert_eq!(both!(verify([&commitment, z, y, proof])), Ok(true));
        assert_eq!(both!(verify([&commitment, y, y, proof])), Ok(false));
        for wrong in bad_points() {
            assert!(both!(verify([&wrong, z, y, proof])).is_err());
            assert!(both!(verify([&commitment, z, y, &wrong])).is_err());
            assert!(both!(prove_blob(blob, &wrong)).is_err());
        }
        assert!(both!(verify([&commitment, &ORDER, y, proof])).is_err());
        assert!(both!(verify([&commitment, z, &ORDER, proof])).is_err());
        assert!(both!(prove(blob, &ORDER)).is_err());
        proofs.push(both!(prove_blob(blob, &commitment)).expect("a blob"));
        commitments.push(commitment);
    }
    for n in 0..=3 {
        assert_eq!(both!(verify_blobs(&blobs[..n], &commitments[..n], &proofs[..n])), Ok(true));
    }
    let other = [proofs[1].clone(), proofs[0].clone(), proofs[2].clone()];
    assert_eq!(both!(verify_blobs(&blobs, &commitments, &other)), Ok(false));
    assert_eq!(both!(verify_blobs(&blobs[..1], &commitments[..1], &other[..1])), Ok(false));
    assert!(both!(verify_blobs(&blobs, &commitments[1..], &proofs)).is_err());
    assert!(both!(verify_blobs(&blobs, &commitments, &proofs[1..])).is_err());
    for place in [0, 4095] {
        let wrong = spoilt(&blobs[0], place);
        assert!(both!(commit(&wrong)).is_err() && both!(extend(&wrong)).is_err());
        assert!(both!(prove(&wrong, z)).is_err());
        assert!(both!(prove_blob(&wrong, &commitments[0])).is_err());
        let one = [wrong];
        assert!(both!(verify_blobs(&one, &commitments[..1], &proofs[..1])).is_err());
    }
    for wrong in bad_points() {
        let wrong = [wrong];
        assert!(both!(verify_blobs(&blobs[..1], &wrong, &proofs[..1])).is_err());
        assert!(both!(verify_blobs(&blobs[..1], &commitments[..1], &wrong)).is_err());
    }
}

#[test]
fn cells() {
    let mut rng = StdRng::seed_from_u64(2);
    let blob = random_blob(&mut rng);
    let commitment = both!(commit(&blob)).expect("a blob");
    let all = both!(extend(&blob)).expect("a blob");
    let (cells, proofs) = all.split_at(128 * CELL);
    let (cells, proofs) = (lists(cells, CELL), lists(proofs, 48));
    let indices: Vec<u64> = (0..128).collect();
    let commitments = vec![commitment.clone(); 128];

    // Halves, all, one too few, out of order, twice, beyond the last.
    let odd: Vec<u64> = (1..128).step_by(2).collect();
    let odd_cells: Vec<_> = odd.iter().map(|&index| cells[index as usize].clone()).collect();
    for (indices, cells) in [
        (&odd[..], &odd_cells[..]),
        (&indices[..64], &cells[..64]),
        (&indices[31..], &cells[31..]),
        (&indices[..], &cells[..]),
    ] {
        assert_eq!(both!(recover(indices, cells)).as_ref(), Ok(&all));
    }
    assert!(both!(recover(&indices[..63], &cells[..63])).is_err());
    assert!(both!(recover(&indices[..64], &cells[..65])).is_err());
    let mut wrong = indices.clone();
    wrong.swap(4, 9);
    assert!(both!(recover(&wrong, &cells)).is_err());
    wrong = indices.clone();
    wrong[5] = 4;
    assert!(both!(recover(&wrong, &cells)).is_err());
    wrong = indices.clone();
    wrong[127] = 128;
    assert!(both!(recover(&wrong, &cells)).is_err());
    // Cells that are not all of one blob.
    let mixed: Vec<_> = (0..100).map(|_| random_blob(&mut rng)[..CELL].to_vec()).collect();
    assert!(both!(recover(&indices[..64], &mixed[..64])).is_ok());
    assert!(theirs::recover(&THEIRS, &indices[..100], &mixed).is_ok());
    let own = ours::recover(curvemark_ckzg::ethereum_kzg_settings(1), &indices[..100], &mixed);
    assert_eq!(own.unwrap_err(), "CError(C_KZG_BADARGS)");
    let mut bad = cells.clone();
    bad[70] = spoilt(&bad[70], 63);
    assert!(both!(recover(&indices, &bad)).is_err());

    for n in [0, 1, 5, 128] {
        let verdict =
            both!(verify_cells(&commitments[..n], &indices[..n], &cells[..n], &proofs[..n]));
        assert_eq!(verdict, Ok(true));
    }
    let shifted =
        both!(verify_cells(&commitments[1..], &indices[1..], &cells[1..], &proofs[..127]));
    assert_eq!(shifted, Ok(false));
    assert!(both!(verify_cells(&commitments, &indices, &bad, &proofs)).is_err());
    assert!(both!(verify_cells(&commitments, &wrong, &cells, &proofs)).is_err());
    assert!(both!(verify_cells(&commitments[1..], &indices, &cells, &proofs)).is_err());
    assert!(both!(verify_cells(&commitments, &indices[1..], &cells, &proofs)).is_err());
    assert!(both!(verify_cells(&commitments, &indices, &cells, &proofs[1..])).is_err());
    for point in bad_points() {
        let point = [point];
        let (one, cell) = (&indices[..1], &cells[..1]);
        assert!(both!(verify_cells(&point, one, cell, &proofs[..1])).is_err());
        assert!(both!(verify_cells(&commitments[..1], one, cell, &point)).is_err());
    }
}

#[test]
fn bytes_and_texts() {
    for length in [0, 1, 31, 32, 33, 47, 48, 49, CELL - 1, CELL, CELL + 1, BLOB - 1, BLOB, BLOB + 1]
    {
        assert_eq!(ours::lengths(length), theirs::lengths(length), "{length}");
        for (prefix, digits) in [("", "aB"), ("0x", "cd"), ("0X", "cd"), ("", "0g"), ("x", "dd")] {
            let text = format!("{prefix}{}", digits.repeat(length));
            assert_eq!(ours::texts(&text), theirs::texts(&text), "{prefix} {digits} {length}");
        }
        let odd = "a".repeat(2 * length + 1);
        assert_eq!(ours::texts(&odd), theirs::texts(&odd), "{length}");
    }
}

#[test]
fn setups() {
    let text = include_str!(concat!(env!("OUT_DIR"), "/trusted_setup.txt"));
    let lines: Vec<&str> = text.lines().collect();
    let (g1, rest) = lines[2..].split_at(4096);
    let (g2, monomial) = rest.split_at(65);
    let joined = |parts: &[&[&str]]| parts.concat().join("\n");
    let head = ["4096", "65"];
    let whole = joined(&[&head, g1, g2, monomial]);
    let mut wrong_point = g1.to_vec();
    wrong_point[9] = g2[0].get(..96).expect("48 bytes");
    let mut no_digits = g1.to_vec();
    no_digits[9] = "zz";
    for text in [
        String::new(),
        "4096".to_owned(),
        "many\n65".to_owned(),
        "4096\n64".to_owned(),
        "4095\n65".to_owned(),
        joined(&[&head, g1, g2]),
        joined(&[&head, g1, g2, &monomial[1..]]),
        format!("{whole}\n00"),
        joined(&[&head, &no_digits, g2, monomial]),
        joined(&[&head, &wrong_point, g2, monomial]),
        joined(&[&head, monomial, g2, g1]),
    ] {
        let refused = theirs::setup(&text, 0);
        assert!(refused.is_some());
        assert_eq!(ours::setup(&text, 0), refused);
    }
    // Digits are taken in either case.
    assert_eq!(
        [ours::setup(&whole.to_uppercase(), 0), theirs::setup(&whole.to_uppercase(), 0)],
        [None, None]
    );
    assert_eq!(ours::setup(&whole, 16), theirs::setup(&whole, 16));

    let bytes = |list: &[&str]| -> Vec<u8> {
        let digits = list.concat();
        (0..digits.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("digits"))
            .collect()
    };
    let (g1, g2, monomial) = (bytes(g1), bytes(g2), bytes(monomial));
    assert_eq!(ours::setup_of_bytes([&monomial, &g1, &g2], 1), None);
    for lists in [
        [&monomial[48..], &g1, &g2],
        [&monomial, &g1[1..], &g2],
        [&monomial, &g1, &g2[96..]],
        [&g1, &monomial, &g2],
    ] {
        let refused = theirs::setup_of_bytes(lists, 0);
        assert!(refused.is_some());
        assert_eq!(ours::setup_of_bytes(lists, 0), refused);
    }
    // What c-kzg takes and we do not: points that are no setup together.
    let mut other = g1.clone();
    other.copy_within(48..96, 96);
    assert_eq!(theirs::setup_of_bytes([&monomial, &other, &g2], 0), None);
    assert_eq!(
        ours::setup_of_bytes([&monomial, &other, &g2], 0).as_deref(),
        Some("InvalidTrustedSetup")
    );
}
