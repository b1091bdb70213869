//! Cases of KZG commitments under the setup of Ethereum's ceremony, made with arkworks from eight
//! of its points.
//!
//! A polynomial with few terms has values as full as any other's, while its commitment and its
//! proofs are sums of few multiples of the ceremony's points. What verifies it does the same work
//! as for any. Blobs that are to be committed to have 4,096 unrelated values.

use ark_bls12_381::{Fr, G1Affine, G1Projective};
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{BigInteger, FftField, Field, One, PrimeField, Zero};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use peer_api::{Case, Operation};
use sha2::{Digest, Sha256};

use super::{Seed, bytes, derived};

/// Scalars of a blob, of its extension, of a cell; cells.
const BLOB: usize = 4096;
const EXTENDED: usize = 2 * BLOB;
const CELL: usize = 64;
const CELLS: usize = 128;

/// i and \[τⁱ\]G₁: `g1_monomial` of `trusted_setup_4096.json` in ethereum/consensus-specs (CC0).
const POINTS: [(usize, &str); 8] = [
    (
        0,
        "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
    ),
    (
        1,
        "ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81",
    ),
    (
        2,
        "8029c8ce0d2dce761a7f29c2df2290850c85bdfaec2955626d7acc8864aeb01fe16c9e156863dc63b6c22553910e27c1",
    ),
    (
        3,
        "b1386c995d3101d10639e49b9e5d39b9a280dcf0f135c2e6c6928bb3ab8309a9da7178f33925768c324f11c3762cfdd5",
    ),
    (
        64,
        "a9ef67304dc297ab5af778cf8afa849eeac27db4b6978963e97b95ef7a8d3264d0d07775f728c298a2b6daed2ecf5053",
    ),
    (
        65,
        "a9b975520adb066e2ff2a4cde53284c23bc84261a22dc43b1634d99eff8e7892e46bb6e6da7319c9e72788aa9ea7a1ea",
    ),
    (
        128,
        "83dcae2568a0c518793c0f6e38b42f9ceb50673d100b556a17ec8bd9faeec84afe50b8d72422c6b2356959667bb8e2de",
    ),
    (
        129,
        "874731941be4474b4576226e5906b5dee89fc9b56a9870dcc7289c1a7d494d345ba6aba31f7546a16f9963283c05f744",
    ),
];

/// A case of an operation of KZG that holds. None for other operations.
pub fn case(operation: &Operation, seed: &Seed) -> Option<Case> {
    let part = |index: u64| derived(seed, "argument", index);
    let (_, verb) = operation.id.split_once('/').filter(|(group, _)| *group == "kzg")?;
    Some(match verb {
        "commit" | "commit_table" | "cells" | "cells_and_proofs" => vec![blob(seed)],
        "proof" | "proof_table" => vec![blob(seed), bytes_of(&scalar(&part(0)))],
        // Any point of the group is decoded like the blob's own commitment, which nobody looks at
        // further; a blob of low degree would have a quotient of few coefficients, from which a
        // library that goes by these would gain.
        "blob_proof" => vec![blob(seed), opening(&part(0))[0].clone()],
        "verify" => opening(seed),
        "verify_blob" => proven_blob(seed),
        "recover" | "recover_cells" => half_of_cells(seed),
        "recover_truncated" => three_quarters_of_cells(seed),
        "verify_cells_1" => proven_cell(seed),
        "verify_cells_128" => proven_cells(seed),
        _ if verb.starts_with("verify_blobs_") => (0..)
            .zip(operation.args.chunks(3))
            .flat_map(|(index, _)| proven_blob(&part(index)))
            .collect(),
        _ => return None,
    })
}

/// A blob of unrelated values.
pub fn blob(seed: &Seed) -> Vec<u8> {
    encoded(&unrelated(seed))
}

/// The blob of the same value everywhere.
pub fn constant_blob(value: &[u8; 32]) -> Vec<u8> {
    value.repeat(BLOB)
}

/// A root of unity that blobs have a value at: which one, by its place.
pub fn root_of_unity(place: usize) -> [u8; 32] {
    let mut out = [0; 32];
    out.copy_from_slice(&bytes_of(&root(BLOB).pow([place as u64])));
    out
}

/// Commitment, z, y, proof.
pub fn opening(seed: &Seed) -> Case {
    let (f, z) = (cubic(seed), scalar(&derived(seed, "place", 0)));
    let (y, proof) = opened(&f, &z);
    vec![point_bytes(&commitment(&f)), bytes_of(&z), bytes_of(&y), proof]
}

/// Blob, commitment, proof.
pub fn proven_blob(seed: &Seed) -> Case {
    let f = cubic(seed);
    let (blob, commitment) = (encoded(&values(&f, BLOB)), point_bytes(&commitment(&f)));
    // EIP-4844's `compute_challenge`.
    let hash =
        Sha256::new_with_prefix(b"FSBLOBVERIFY_V1_").chain_update((BLOB as u128).to_be_bytes());
    let z =
        Fr::from_be_bytes_mod_order(&hash.chain_update(&blob).chain_update(&commitment).finalize());
    let (_, proof) = opened(&f, &z);
    vec![blob, commitment, proof]
}

/// The indices of half of the cells of a blob of unrelated values, and these cells.
pub fn half_of_cells(seed: &Seed) -> Case {
    let cells = extension(unrelated(seed));
    // One of each pair of neighbours.
    let choice = bytes(&derived(seed, "choice", 0), CELLS >> 1);
    let indices: Vec<u8> =
        (0..).step_by(2).zip(&choice).map(|(pair, choice)| pair + (choice & 1)).collect();
    let chosen = indices.iter().map(|index| cells[usize::from(*index)].clone());
    [indices.clone()].into_iter().chain(chosen).collect()
}

/// As [`half_of_cells`], of three cells in four.
pub fn three_quarters_of_cells(seed: &Seed) -> Case {
    let cells = extension(unrelated(seed));
    let left_out = bytes(&derived(seed, "choice", 0), CELLS >> 2);
    let in_four = |(first, out): (u8, &u8)| {
        let out = first + (out & 3);
        (first..first + 4).filter(move |index| *index != out)
    };
    let indices: Vec<u8> = (0..).step_by(4).zip(&left_out).flat_map(in_four).collect();
    let chosen = indices.iter().map(|index| cells[usize::from(*index)].clone());
    [indices.clone()].into_iter().chain(chosen).collect()
}

/// A commitment, an index, its cell, its proof.
pub fn proven_cell(seed: &Seed) -> Case {
    let all = proven_cells(seed);
    let index = bytes(&derived(seed, "choice", 0), 1)[0] & 127;
    let (cell, proof) = (2 + usize::from(index), 2 + CELLS + usize::from(index));
    vec![all[0].clone(), vec![index], all[cell].clone(), all[proof].clone()]
}

/// A commitment, all indices, all cells, their proofs.
///
/// By X⁶⁴ − h with h the power of a cell's places, X⁶⁴⁺ʲ gives the quotient Xʲ, and X¹²⁸⁺ʲ gives
/// X⁶⁴⁺ʲ + h·Xʲ.
pub fn proven_cells(seed: &Seed) -> Case {
    let terms = [0, 1, 64, 65, 128, 129];
    let f: Vec<(usize, Fr)> =
        (0..).zip(terms).map(|(at, term)| (term, scalar(&derived(seed, "term", at)))).collect();
    let [(_, a64), (_, a65), (_, a128), (_, a129)] = f[2..] else { unreachable!("six terms") };
    let cells = encoded(&values(&f, EXTENDED));
    let common = sum(&[(64, a128), (65, a129), (0, a64), (1, a65)]);
    let by_place = sum(&[(0, a128), (1, a129)]);
    let places = reversed(&powers(&root(CELLS), CELLS));
    let proofs = places.iter().map(|place| point_bytes(&(common + by_place * place)));
    let indices = (0..CELLS as u8).collect();
    let cells = cells.chunks_exact(32 * CELL).map(<[u8]>::to_vec);
    [point_bytes(&commitment(&f)), indices].into_iter().chain(cells).chain(proofs).collect()
}

fn scalar(seed: &Seed) -> Fr {
    Fr::from_be_bytes_mod_order(&bytes(seed, 64))
}

fn unrelated(seed: &Seed) -> Vec<Fr> {
    bytes(seed, 32 * BLOB).chunks_exact(32).map(Fr::from_be_bytes_mod_order).collect()
}

/// The terms of a polynomial of degree three.
fn cubic(seed: &Seed) -> Vec<(usize, Fr)> {
    (0..4).map(|term| (term as usize, scalar(&derived(seed, "term", term)))).collect()
}

/// f(z) and the proof of it, of a cubic: Horner's rule gives the quotient on its way.
fn opened(f: &[(usize, Fr)], z: &Fr) -> (Fr, Vec<u8>) {
    let (mut value, mut quotient) = (Fr::zero(), Vec::new());
    for (term, coefficient) in f.iter().rev() {
        if *term + 1 < f.len() {
            quotient.push((*term, value));
        }
        value = value * z + coefficient;
    }
    (value, point_bytes(&sum(&quotient)))
}

/// Σ aᵢ·\[τⁱ\]G₁ over terms of [`POINTS`].
fn sum(terms: &[(usize, Fr)]) -> G1Projective {
    let point = |term: usize| {
        let (_, text) =
            POINTS.iter().find(|(i, _)| *i == term).expect("a term that there is a point for");
        let digit = |digit: u8| (digit as char).to_digit(16).expect("a digit") as u8;
        let bytes: Vec<u8> = text
            .as_bytes()
            .as_chunks::<2>()
            .0
            .iter()
            .map(|[a, b]| (digit(*a) << 4) | digit(*b))
            .collect();
        G1Affine::deserialize_compressed(&bytes[..]).expect("a published point")
    };
    terms.iter().map(|(term, coefficient)| point(*term).into_group() * coefficient).sum()
}

fn commitment(f: &[(usize, Fr)]) -> G1Projective {
    sum(f)
}

/// The values at the roots of unity of an order, in bit-reversed order.
fn values(f: &[(usize, Fr)], order: usize) -> Vec<Fr> {
    let powers = powers(&root(order), order);
    let value = |place: usize| {
        f.iter().map(|(term, coefficient)| powers[(place * term) & (order - 1)] * coefficient).sum()
    };
    reversed(&(0..order).map(value).collect::<Vec<Fr>>())
}

/// The cells of the polynomial with these values.
fn extension(values: Vec<Fr>) -> Vec<Vec<u8>> {
    let size = Fr::from(BLOB as u64).inverse().expect("not zero");
    let inverse = root(BLOB).inverse().expect("not zero");
    let mut coefficients = transform(&reversed(&values), &inverse);
    coefficients.iter_mut().for_each(|coefficient| *coefficient *= size);
    coefficients.resize(EXTENDED, Fr::zero());
    let all = encoded(&reversed(&transform(&coefficients, &root(EXTENDED))));
    all.chunks_exact(32 * CELL).map(<[u8]>::to_vec).collect()
}

/// Σ aᵢωⁱʲ for all j.
fn transform(a: &[Fr], root: &Fr) -> Vec<Fr> {
    if let [one] = a {
        return vec![*one];
    }
    let half = |from: usize| {
        transform(&a.iter().skip(from).step_by(2).copied().collect::<Vec<_>>(), &root.square())
    };
    let (even, mut odd) = (half(0), half(1));
    odd.iter_mut().zip(powers(root, even.len())).for_each(|(odd, power)| *odd *= power);
    let first = even.iter().zip(&odd).map(|(even, odd)| *even + odd);
    let second = even.iter().zip(&odd).map(|(even, odd)| *even - odd);
    first.chain(second).collect()
}

/// The root of unity of this order, a power of two, that the specification names: a power of 7.
fn root(order: usize) -> Fr {
    Fr::get_root_of_unity(order as u64).expect("a power of two below 2^32")
}

fn powers(of: &Fr, count: usize) -> Vec<Fr> {
    let mut power = Fr::one();
    let next = |_| {
        let this = power;
        power *= of;
        this
    };
    (0..count).map(next).collect()
}

fn reversed(values: &[Fr]) -> Vec<Fr> {
    let unused = usize::BITS - values.len().trailing_zeros();
    (0..values.len()).map(|place| values[place.reverse_bits() >> unused]).collect()
}

fn bytes_of(scalar: &Fr) -> Vec<u8> {
    scalar.into_bigint().to_bytes_be()
}

fn encoded(scalars: &[Fr]) -> Vec<u8> {
    scalars.iter().flat_map(bytes_of).collect()
}

fn point_bytes(point: &G1Projective) -> Vec<u8> {
    let mut out = Vec::with_capacity(48);
    point.into_affine().serialize_compressed(&mut out).expect("a vector takes all");
    out
}
