//! Calls of the Ethereum machine's contracts: valid ones, with points and signatures from blst and
//! slow integers, and published openings.

use crate::oracle::values::{short_bytes, twist_bytes};
use crate::oracle::{BN254_G1, BN254_G2, order, protocols};
use num_bigint::BigUint;
use peer_api::contracts::{Call, block, call};
use peer_api::{Case, Curve, Kind, Operation};
use peer_core::sample;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Multiples of each generator that pairings choose from, and points that sums do.
const MULTIPLES: u64 = 16;
const POINTS: usize = 128;

/// The first words of all seeds here.
const LABEL: &str = "contracts of the Ethereum machine";

/// A case of an operation that is a contract.
pub(super) fn case(operation: &Operation, random: &mut ChaCha20Rng) -> Option<Case> {
    if let Some(calls) = block(operation) {
        return block_case(&calls, random);
    }
    let Call { name, size, .. } = call(operation)?;
    let count = || size.parse::<usize>().ok();
    let input = match name {
        "ecrecover" => {
            let [digest, signature] =
                <[Vec<u8>; 2]>::try_from(protocols::ecdsa_recoverable(Curve::Secp256k1, random)?)
                    .ok()?;
            let (id, signature) = signature.split_last()?;
            [&digest[..], &word(27 + u64::from(*id)), signature].concat()
        }
        "sha256" | "ripemd160" => bytes(random, count()?),
        "modexp" => power(size, random)?,
        "bn254_g1add" => [bn254(random).g1, bn254(random).g1].concat(),
        "bn254_g1mul" => [bn254(random).g1, bytes(random, 32)].concat(),
        "bn254_pairingcheck" => pairs(&BN254, Curve::Bn254, count()?, random),
        "blake2f" => {
            let mut input = bytes(random, 213);
            input[..4].copy_from_slice(&size.parse::<u32>().ok()?.to_be_bytes());
            input[212] = 1;
            input
        }
        "kzg_point_eval" => OPENINGS[index(random, OPENINGS.len())].clone(),
        "bls12_g1add" => [point(&G1_POINTS, random), point(&G1_POINTS, random)].concat(),
        "bls12_g2add" => [point(&G2_POINTS, random), point(&G2_POINTS, random)].concat(),
        "bls12_g1mul" => products(&G1_POINTS, 1, random),
        "bls12_g2mul" => products(&G2_POINTS, 1, random),
        "bls12_g1msm" => products(&G1_POINTS, count()?, random),
        "bls12_g2msm" => products(&G2_POINTS, count()?, random),
        "bls12_pairingcheck" => pairs(&BLS12_381, Curve::Bls12381, count()?, random),
        "bls12_map_fp_to_g1" => element(random),
        "bls12_map_fp2_to_g2" => [element(random), element(random)].concat(),
        "p256verify" => {
            let [digest, signature, key] =
                <[Vec<u8>; 3]>::try_from(protocols::ecdsa(Curve::P256, random)?).ok()?;
            [&digest[..], &signature, &key[1..]].concat()
        }
        _ => return None,
    };
    Some(vec![input])
}

/// So many calls of a kind are made for a block, and done again and again: to sign on slow integers
/// takes long.
const OF_A_KIND: usize = 16;

fn block_case(calls: &[&Operation], random: &mut ChaCha20Rng) -> Option<Case> {
    let mut made: HashMap<&str, Vec<Vec<u8>>> = HashMap::new();
    let mut input = |call: &Operation| {
        let known = made.entry(call.id).or_default();
        if known.len() < OF_A_KIND {
            known.push(case(call, random)?.concat());
            return known.last().cloned();
        }
        known.rotate_left(1);
        known.last().cloned()
    };
    calls.iter().map(|call| input(call)).collect()
}

fn bytes(random: &mut ChaCha20Rng, length: usize) -> Vec<u8> {
    let mut out = vec![0; length];
    random.fill_bytes(&mut out);
    out
}

/// A place among so many.
fn index(random: &mut ChaCha20Rng, length: usize) -> usize {
    (random.next_u64() % length as u64) as usize
}

/// A word of the machine.
fn word(number: u64) -> [u8; 32] {
    let mut word = [0; 32];
    word[24..].copy_from_slice(&number.to_be_bytes());
    word
}

/// Of a size such as `64_qube`: base and modulus of so many bytes with their first bit set, and one
/// of four exponents.
fn power(size: &str, random: &mut ChaCha20Rng) -> Option<Vec<u8>> {
    let (length, exponent) = size.split_once('_')?;
    let mut integer = || {
        let mut out = bytes(random, length.parse().ok()?);
        out[0] |= 0x80;
        Some(out)
    };
    let (base, mut modulus, full) = (integer()?, integer()?, integer()?);
    let last = modulus.last_mut()?;
    *last = if exponent == "full_even" { *last & !1 } else { *last | 1 };
    let exponent = match exponent {
        "square" => vec![2],
        "qube" => vec![3],
        "pow0x10001" => vec![1, 0, 1],
        _ => full,
    };
    let lengths = [&base, &exponent, &modulus].map(|part| word(part.len() as u64));
    Some([lengths.as_flattened(), &base, &exponent, &modulus].concat())
}

/// A number k with kG₁ and kG₂, as the contracts have them.
#[derive(Clone)]
struct Multiple {
    k: BigUint,
    g1: Vec<u8>,
    g2: Vec<u8>,
}

impl Multiple {
    fn new(curve: Curve, k: BigUint) -> Self {
        Self { g1: g1(curve, &k), g2: g2(curve, &k), k }
    }
}

/// The generator of G1 times a number below r.
fn g1(curve: Curve, k: &BigUint) -> Vec<u8> {
    match curve {
        Curve::Bls12381 => padded(&sample::g1_uncompressed_of_scalar(&scalar(k))),
        _ => short_bytes(Curve::Bn254, &BN254_G1.multiply_generator(k)),
    }
}

/// The generator of G2 times a number below r.
fn g2(curve: Curve, k: &BigUint) -> Vec<u8> {
    match curve {
        Curve::Bls12381 => padded(&sample::g2_uncompressed_of_scalar(&scalar(k))),
        _ => twist_bytes(Curve::Bn254, &BN254_G2.multiply_generator(k)),
    }
}

fn scalar(k: &BigUint) -> [u8; 32] {
    let mut bytes = [0; 32];
    let short = k.to_bytes_be();
    bytes[32 - short.len()..].copy_from_slice(&short);
    bytes
}

fn multiples(curve: Curve) -> Vec<Multiple> {
    let scalar =
        |index| BigUint::from_bytes_be(&sample::fr(&sample::seed(LABEL, index))) % order(curve);
    (0..MULTIPLES).map(|index| Multiple::new(curve, scalar(index))).collect()
}

static BN254: LazyLock<Vec<Multiple>> = LazyLock::new(|| multiples(Curve::Bn254));
static BLS12_381: LazyLock<Vec<Multiple>> = LazyLock::new(|| multiples(Curve::Bls12381));

fn bn254(random: &mut ChaCha20Rng) -> Multiple {
    BN254[index(random, BN254.len())].clone()
}

/// Pairs of points whose pairings have the product one, where there is more than one pair.
fn pairs(of: &[Multiple], curve: Curve, count: usize, random: &mut ChaCha20Rng) -> Vec<u8> {
    let r = order(curve);
    let mut sum = BigUint::ZERO;
    let mut out = Vec::new();
    let inner = if count > 1 { count - 1 } else { 1 };
    for _ in 0..inner {
        let [p, q] = [&of[index(random, of.len())], &of[index(random, of.len())]];
        sum = (sum + &p.k * &q.k) % r;
        out.extend([&p.g1[..], &q.g2].concat());
    }
    if count > 1 {
        // The last point of G1 has what is missing, on the generator of G2.
        out.extend(g1(curve, &((r - sum) % r)));
        out.extend(g2(curve, &BigUint::from(1_u32)));
    }
    out
}

/// Coordinates of 48 bytes with 16 zeros before each; those of Fp2 come imaginary part first from
/// ZCash's encodings and last in EIP-2537.
fn padded(uncompressed: &[u8]) -> Vec<u8> {
    let (elements, _) = uncompressed.as_chunks::<48>();
    let padded = |element: &[u8; 48]| [&[0; 16][..], element].concat();
    match elements {
        [x1, x0, y1, y0] => [x0, x1, y0, y1].map(padded).concat(),
        elements => elements.iter().flat_map(padded).collect(),
    }
}

fn points(kind: Kind) -> Vec<Vec<u8>> {
    let points = sample::many(kind, &sample::seed(LABEL, MULTIPLES), POINTS).unwrap_or_default();
    points.iter().map(|point| padded(point)).collect()
}

static G1_POINTS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| points(Kind::G1Uncompressed));
static G2_POINTS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| points(Kind::G2Uncompressed));

fn point(of: &[Vec<u8>], random: &mut ChaCha20Rng) -> Vec<u8> {
    of[index(random, of.len())].clone()
}

/// As many different points, from a random one on, each with an integer.
fn products(of: &[Vec<u8>], count: usize, random: &mut ChaCha20Rng) -> Vec<u8> {
    let first = index(random, of.len());
    of.iter()
        .cycle()
        .skip(first)
        .take(count)
        .flat_map(|point| [&point[..], &bytes(random, 32)].concat())
        .collect()
}

/// An element of the field of BLS12-381.
fn element(random: &mut ChaCha20Rng) -> Vec<u8> {
    padded(&super::fp(random))
}

/// A published call.
pub(crate) struct Published {
    /// The last two bytes of the contract's address.
    pub(crate) number: u16,
    pub(crate) input: Vec<u8>,
    /// Nothing if the contract must refuse the input.
    pub(crate) output: Option<Vec<u8>>,
}

/// The repository's own cases.
pub(crate) static PUBLISHED: LazyLock<Vec<Published>> = LazyLock::new(|| {
    let one = |block: &str| {
        let value = |key: &str| {
            block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" =")).map(str::trim)
        };
        let number = match value("contract")? {
            "sha256" => 0x02,
            "modexp" => 0x05,
            "blake2f" => 0x09,
            "point-evaluation" => 0x0a,
            "bls12-g1-add" => 0x0b,
            "bls12-g1-msm" => 0x0c,
            "bls12-g2-add" => 0x0d,
            "bls12-g2-msm" => 0x0e,
            "bls12-pairing" => 0x0f,
            "bls12-map-fp-to-g1" => 0x10,
            "bls12-map-fp2-to-g2" => 0x11,
            "p256-verify" => 0x100,
            _ => return None,
        };
        let bytes = |text: &str| base16ct::lower::decode_vec(text).ok();
        let output = match value("output")? {
            "error" => None,
            output => Some(bytes(output)?),
        };
        Some(Published { number, input: bytes(value("input")?)?, output })
    };
    include_str!("../../../vectors/evm-precompiles.txt").split("\n\n").filter_map(one).collect()
});

/// Openings that hold, whose commitments and proofs are not the identity.
static OPENINGS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let openings = PUBLISHED.iter().filter(|one| one.number == 0x0a && one.output.is_some());
    openings
        .map(|one| one.input.clone())
        .filter(|input| input[96] != 0xc0 && input[144] != 0xc0)
        .collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use evm::Fork;
    use evm::precompiles::Precompile;
    use peer_api::OPERATIONS;
    use rand_chacha::rand_core::SeedableRng;

    /// What the note of a row promises: a contract takes its inputs, all have one price under each
    /// fork, and checks of more than one pair hold.
    #[test]
    fn calls_are_valid_and_of_one_price() {
        let mut rows = 0;
        for operation in OPERATIONS {
            let Some(call) = call(operation) else { continue };
            rows += 1;
            let random = &mut ChaCha20Rng::seed_from_u64(7);
            let contract = Precompile::at(Fork::Osaka, &call.address()).expect("Osaka has all");
            let mut prices = Vec::new();
            for _ in 0..2 {
                let case = case(operation, random).expect("a case");
                let forks = Fork::ALL.into_iter().filter(|fork| *fork >= contract.since());
                prices.push(forks.map(|fork| contract.gas(fork, &case[0])).collect::<Vec<_>>());
                let output = contract
                    .call(Fork::Osaka, &case[0])
                    .unwrap_or_else(|why| panic!("{}: {why}", operation.id));
                assert!(!output.is_empty(), "{}", operation.id);
                if call.name.ends_with("pairingcheck") {
                    assert_eq!(output[31] == 1, call.size != "1", "{}", operation.id);
                }
            }
            assert_eq!(prices[0], prices[1], "{}", operation.id);
        }
        assert_eq!(rows, 74);
        assert_eq!((PUBLISHED.len(), OPENINGS.len()), (172, 3));
    }
}
