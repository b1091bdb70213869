//! Inputs for pools and tests, made with blst from 32-byte seeds: the same seed always gives the
//! same bytes, and different seeds unrelated ones.
//!
//! [`case`] makes a case of any operation. The edge cases (zero, identity, equal points, bad
//! encodings) have functions and constants of their own, since a pool for timing should not hold
//! them.

pub mod kzg;

use peer_api::{Case, Kind, Operation};
use sha2::{Digest, Sha256};

use crate::blst::{self, g1_on_curve, g2_on_curve};
use crate::bytes::{below_p, below_r};

/// A source of everything here.
pub type Seed = [u8; 32];

/// The identity of G1, compressed.
pub const G1_IDENTITY: [u8; 48] = with_first_byte(0xc0);

/// The identity of G2, compressed.
pub const G2_IDENTITY: [u8; 96] = with_first_byte(0xc0);

/// The modulus of the base field, big-endian.
pub const P: [u8; 48] = crate::bytes::P;

/// The order of the groups, big-endian.
pub const R: [u8; 32] = crate::bytes::R;

const fn with_first_byte<const N: usize>(first: u8) -> [u8; N] {
    let mut bytes = [0; N];
    bytes[0] = first;
    bytes
}

/// The seed of number `index` among those that belong to `label`.
pub fn seed(label: &str, index: u64) -> Seed {
    let hash = Sha256::new_with_prefix(index.to_be_bytes());
    hash.chain_update(label).finalize().into()
}

/// `length` bytes without structure.
pub fn bytes(seed: &Seed, length: usize) -> Vec<u8> {
    let block =
        |index: u64| Sha256::new_with_prefix(seed).chain_update(index.to_be_bytes()).finalize();
    (0u64..).flat_map(block).take(length).collect()
}

/// The first candidate that is accepted, out of the arrays that follow from a seed.
fn first_accepted<const N: usize, T>(
    seed: &Seed,
    mut accept: impl FnMut([u8; N]) -> Option<T>,
) -> T {
    (0u64..)
        .find_map(|attempt| {
            let mut candidate = [0; N];
            candidate.copy_from_slice(&bytes(&derived(seed, "candidate", attempt), N));
            accept(candidate)
        })
        .expect("every caller accepts a fair part of all candidates")
}

/// A seed that belongs to another seed, a label and a number.
fn derived(seed: &Seed, label: &str, index: u64) -> Seed {
    Sha256::new_with_prefix(seed).chain_update(self::seed(label, index)).finalize().into()
}

/// What was made from scalars of [`fr`] and points of [`g1`] and [`g2`] exists.
fn made<T>(value: Option<T>) -> T {
    value.expect("a scalar from 1 to r − 1 and a point of the subgroup")
}

/// A base field element, uniform below p.
pub fn fp(seed: &Seed) -> [u8; 48] {
    first_accepted(seed, |mut candidate: [u8; 48]| {
        candidate[0] &= 0x1f;
        below_p(&candidate).copied()
    })
}

/// A scalar, uniform from 1 to r − 1.
pub fn fr(seed: &Seed) -> [u8; 32] {
    first_accepted(seed, |mut candidate: [u8; 32]| {
        candidate[0] &= 0x7f;
        below_r(&candidate).copied().filter(|scalar| *scalar != [0; 32])
    })
}

/// An element of Fp2.
pub fn fp2(seed: &Seed) -> [u8; 96] {
    concatenated(seed)
}

/// An element of Fp12.
pub fn fp12(seed: &Seed) -> [u8; 576] {
    concatenated(seed)
}

/// An element of GT, of order r: the final exponentiation of [`fp12`].
pub fn gt(seed: &Seed) -> [u8; 576] {
    blst::final_exponentiation(&fp12(seed))
}

fn concatenated<const N: usize>(seed: &Seed) -> [u8; N] {
    let mut out = [0; N];
    for (index, part) in (0u64..).zip(out.as_chunks_mut::<48>().0) {
        *part = fp(&derived(seed, "coefficient", index));
    }
    out
}

/// The generator of G1 times [`fr`] of the seed, compressed.
pub fn g1(seed: &Seed) -> [u8; 48] {
    blst::g1_generator_times(&fr(seed))
}

/// The generator of G2 times [`fr`] of the seed, compressed.
pub fn g2(seed: &Seed) -> [u8; 96] {
    blst::g2_generator_times(&fr(seed))
}

/// The generator of G1 times a scalar below r, compressed.
///
/// # Panics
/// If the scalar is not below r.
pub fn g1_of_scalar(scalar: &[u8; 32]) -> [u8; 48] {
    blst::g1_generator_times(scalar)
}

/// The generator of G2 times a scalar below r, compressed: a mint's public key.
///
/// # Panics
/// If the scalar is not below r.
pub fn g2_of_scalar(scalar: &[u8; 32]) -> [u8; 96] {
    blst::g2_generator_times(scalar)
}

/// The generator of G1 times a scalar below r, uncompressed.
///
/// # Panics
/// If the scalar is not below r.
pub fn g1_uncompressed_of_scalar(scalar: &[u8; 32]) -> Vec<u8> {
    made(blst::g1_serialized(&blst::g1_generator_times(scalar)))
}

/// The generator of G2 times a scalar below r, uncompressed.
///
/// # Panics
/// If the scalar is not below r.
pub fn g2_uncompressed_of_scalar(scalar: &[u8; 32]) -> Vec<u8> {
    made(blst::g2_serialized(&blst::g2_generator_times(scalar)))
}

/// So many points of a kind at little cost: a·G, (a + d)·G, (a + 2d)·G, … for two scalars of
/// [`fr`]. Their coordinates are without structure; sums of them are not. None for kinds that are
/// no points of the groups.
pub fn many(kind: Kind, seed: &Seed, count: usize) -> Option<Vec<Vec<u8>>> {
    let (a, d) = (fr(seed), fr(&derived(seed, "step", 0)));
    match kind {
        Kind::G1 | Kind::G1Uncompressed => {
            blst::families::g1_progression(&a, &d, count, kind == Kind::G1)
        }
        Kind::G2 | Kind::G2Uncompressed => {
            blst::families::g2_progression(&a, &d, count, kind == Kind::G2)
        }
        _ => None,
    }
}

/// A point of the curve of G1 outside the subgroup, compressed. (The subgroup is one part in 2^125
/// of the curve.)
pub fn g1_outside_subgroup(seed: &Seed) -> [u8; 48] {
    first_accepted(seed, |mut candidate: [u8; 48]| {
        candidate[0] = candidate[0] & 0x3f | 0x80;
        g1_on_curve(&candidate).filter(|point| !blst::p1_in_subgroup(point)).map(|_| candidate)
    })
}

/// A point of the curve of G2 outside the subgroup, compressed.
pub fn g2_outside_subgroup(seed: &Seed) -> [u8; 96] {
    first_accepted(seed, |mut candidate: [u8; 96]| {
        candidate[0] = candidate[0] & 0x3f | 0x80;
        // The second coordinate part has no flag bits; clearing them makes a number below p likely.
        candidate[48] &= 0x1f;
        g2_on_curve(&candidate).filter(|point| !blst::p2_in_subgroup(point)).map(|_| candidate)
    })
}

/// A well-formed x coordinate below p that belongs to no point of G1's curve.
pub fn g1_off_curve(seed: &Seed) -> [u8; 48] {
    first_accepted(seed, |mut candidate: [u8; 48]| {
        candidate[0] &= 0x1f;
        below_p(&candidate)?;
        candidate[0] |= 0x80;
        g1_on_curve(&candidate).is_none().then_some(candidate)
    })
}

/// A well-formed x coordinate below p that belongs to no point of G2's curve.
pub fn g2_off_curve(seed: &Seed) -> [u8; 96] {
    first_accepted(seed, |mut candidate: [u8; 96]| {
        candidate[0] &= 0x1f;
        candidate[48] &= 0x1f;
        below_p(&candidate[..48])?;
        below_p(&candidate[48..])?;
        candidate[0] |= 0x80;
        g2_on_curve(&candidate).is_none().then_some(candidate)
    })
}

/// A Cashu v3 proof that holds: the secret in the recommended form (64 hexadecimal digits), C, and
/// K, for a mint's key.
///
/// # Panics
/// If the key is zero or not below r.
pub fn cashu_proof(seed: &Seed, mint_key: &[u8; 32]) -> (Vec<u8>, [u8; 48], [u8; 96]) {
    let secret = cashu_secret(seed);
    // C = a·Y is what blinding with 1 gives when a takes the blinding factor's place.
    let c = made(blst::blind(&secret, mint_key));
    (secret, c, g2_of_scalar(mint_key))
}

/// A Cashu secret: 64 hexadecimal digits.
pub fn cashu_secret(seed: &Seed) -> Vec<u8> {
    bytes(seed, 32).iter().flat_map(|byte| format!("{byte:02x}").into_bytes()).collect()
}

/// A key, a message of 32 bytes and a signature that holds: set `index` of a seed.
fn bls_set(seed: &Seed, index: u64) -> [Vec<u8>; 3] {
    let seed = derived(seed, "signature", index);
    let (key, message) = (fr(&seed), bytes(&seed, 32));
    let signature = made(blst::signatures::signature(&key, &message));
    [blst::g1_generator_times(&key).to_vec(), message, signature.to_vec()]
}

/// So many votes, on so many messages in turn.
fn bls_votes(seed: &Seed, votes: u64, messages: u64) -> Case {
    (0..votes).flat_map(|index| bls_vote(seed, index, index.rem_euclid(messages))).collect()
}

/// As [`bls_set`], on message `index` of the seed.
fn bls_vote(seed: &Seed, index: u64, message: u64) -> [Vec<u8>; 3] {
    let key = fr(&derived(seed, "signature", index));
    let message = bytes(&derived(seed, "message", message), 32);
    let signature = made(blst::signatures::signature(&key, &message));
    [blst::g1_generator_times(&key).to_vec(), message, signature.to_vec()]
}

/// So many keys, a message of 32 bytes and the sum of their signatures on it.
fn bls_aggregate(seed: &Seed, keys: u64) -> Case {
    let (keys, message): (Vec<_>, _) =
        ((0..keys).map(|index| fr(&derived(seed, "key", index))).collect(), bytes(seed, 32));
    let signature = made(blst::signatures::aggregate(&keys, &message));
    let mut case: Case = keys.iter().map(|key| blst::g1_generator_times(key).to_vec()).collect();
    case.extend([message, signature.to_vec()]);
    case
}

/// A polynomial of degree 66 over the scalars, in multiples of the generator of G2, a message of
/// which the first byte is zero, as in the lab's messages for Ed25519, and the partial signatures
/// of these parties.
fn threshold(seed: &Seed, parties: &[u8]) -> (Case, Vec<[u8; 48]>) {
    let coefficients: Vec<[u8; 32]> =
        (0..67).map(|index| fr(&derived(seed, "coefficient", index))).collect();
    let mut message = bytes(seed, 32);
    message[0] = 0;
    let shares = parties.iter().map(|party| blst::threshold::value(&coefficients, *party));
    let partials =
        shares.map(|share| made(blst::signatures::signature_in_g1(&share, &message))).collect();
    let points = coefficients.iter().map(|one| g2_of_scalar(one).to_vec());
    (points.chain([message]).collect(), partials)
}

/// 67 of the parties 1 to 100, in the order of hashes of the seed.
fn some_parties(seed: &Seed) -> Vec<u8> {
    let mut parties: Vec<u8> = (1..=100).collect();
    parties.sort_by_key(|party| derived(seed, "party", u64::from(*party)));
    parties.truncate(67);
    parties
}

/// A valid case of any operation, with unrelated arguments where it has several. Subgroup checks
/// and decodings get points of the subgroup, messages have 32 bytes, and the Cashu verifications
/// get proofs that hold.
pub fn case(operation: &Operation, seed: &Seed) -> Case {
    let part = |index: u64| derived(seed, "argument", index);
    let proof = |index: u64, key: u64| {
        let (secret, c, k) = cashu_proof(&part(index), &fr(&derived(seed, "mint key", key)));
        [secret, c.to_vec(), k.to_vec()]
    };
    if let Some(case) = kzg::case(operation, seed) {
        return case;
    }
    match operation.id {
        "bls12-381/g1_decode" | "bls12-381/g1_decode_unchecked" => vec![g1(seed).to_vec()],
        "bls12-381/g2_decode" | "bls12-381/g2_decode_unchecked" => vec![g2(seed).to_vec()],
        "bls12-381/g1_decode_64" => (0..64).map(|index| g1(&part(index)).to_vec()).collect(),
        "bls12-381/g2_decode_64" => (0..64).map(|index| g2(&part(index)).to_vec()).collect(),
        "bls12-381/bls_verify" | "bls12-381/bls_verify_parsed" => bls_set(seed, 0).to_vec(),
        "bls12-381/bls_min_sig_verify_parsed" => {
            let (key, message) = (fr(seed), bytes(seed, 32));
            let signature = made(blst::signatures::signature_in_g1(&key, &message));
            vec![g2_of_scalar(&key).to_vec(), message, signature.to_vec()]
        }
        "bls12-381/bls_verify_parsed_6"
        | "bls12-381/bls_verify_parsed_60"
        | "bls12-381/bls_verify_parsed_180"
        | "bls12-381/bls_batch_verify_6"
        | "bls12-381/bls_batch_verify_60"
        | "bls12-381/bls_batch_verify_180" => operation
            .args
            .as_chunks::<3>()
            .0
            .iter()
            .zip(0..)
            .flat_map(|(_, index)| bls_set(seed, index))
            .collect(),
        "bls12-381/bls_votes_32_on_1" => bls_votes(seed, 32, 1),
        "bls12-381/bls_votes_256_on_4" => bls_votes(seed, 256, 4),
        "bls12-381/bls_votes_2000_on_8" => bls_votes(seed, 2000, 8),
        "bls12-381/bls_fast_aggregate_verify_128"
        | "bls12-381/bls_fast_aggregate_verify_128_bytes" => bls_aggregate(seed, 128),
        "bls12-381/bls_threshold_combine_67" => {
            let parties = some_parties(seed);
            let (mut case, partials) = threshold(seed, &parties);
            for (party, partial) in parties.iter().zip(partials) {
                case.extend([vec![*party], partial.to_vec()]);
            }
            case
        }
        "bls12-381/bls_threshold_verify_100" => {
            let parties: Vec<u8> = (1..=100).collect();
            let (mut case, partials) = threshold(seed, &parties);
            case.extend(partials.iter().map(|partial| partial.to_vec()));
            case
        }
        "cashu-v3/blind" => vec![cashu_secret(seed), fr(&part(1)).to_vec()],
        "cashu-v3/sign" => {
            let blinded = made(blst::blind(&cashu_secret(seed), &fr(&part(1))));
            vec![blinded.to_vec(), fr(&part(2)).to_vec()]
        }
        "cashu-v3/sign_64" => {
            let one = peer_api::operation("cashu-v3/sign").unwrap_or(operation);
            (0..64).flat_map(|index| case(one, &part(index))).collect()
        }
        "cashu-v3/unblind" => {
            let r = fr(&part(1));
            let blinded = made(blst::blind(&cashu_secret(seed), &r));
            let signature = made(blst::sign(&blinded, &fr(&part(2))));
            vec![signature.to_vec(), r.to_vec()]
        }
        "cashu-v3/verify" => proof(0, 0).to_vec(),
        "cashu-v3/batch_verify_10_1" => (0..10).flat_map(|index| proof(index, 0)).collect(),
        "cashu-v3/batch_verify_10_10" => (0..10).flat_map(|index| proof(index, index)).collect(),
        _ => (0u64..).zip(operation.args).map(|(index, kind)| value(*kind, &part(index))).collect(),
    }
}

/// A value of a kind on BLS12-381: for [`Kind::Bytes`] 32 bytes, for [`Kind::Verdict`] true.
///
/// # Panics
/// For [`Kind::Point`], which BLS12-381 has not.
pub fn value(kind: Kind, seed: &Seed) -> Vec<u8> {
    match kind {
        Kind::Fp => fp(seed).to_vec(),
        Kind::Fr => fr(seed).to_vec(),
        Kind::Fp2 => fp2(seed).to_vec(),
        Kind::Fp12 => fp12(seed).to_vec(),
        Kind::Gt => gt(seed).to_vec(),
        Kind::G1 | Kind::G1Curve => g1(seed).to_vec(),
        Kind::G2 | Kind::G2Curve => g2(seed).to_vec(),
        Kind::G1Uncompressed => made(blst::g1_serialized(&g1(seed))),
        Kind::G2Uncompressed => made(blst::g2_serialized(&g2(seed))),
        Kind::Bytes => bytes(seed, 32),
        Kind::Verdict => vec![1],
        Kind::Point => panic!("BLS12-381 has G1 and G2"),
    }
}
