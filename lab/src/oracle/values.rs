//! Values of a kind on a curve: their canonical bytes ([`Kind`]), random ones, and the edges.

use super::edwards::{self, ED25519};
use super::field::{Fp, Fp2, Slow};
use super::short::{Point, Short};
use super::tower;
use super::{
    BLS12_377_G1, BLS12_377_G2, BN254_G1, BN254_G2, P256, PALLAS, SECP256K1, modulus, order,
};
use num_bigint::BigUint;
use peer_api::{Curve, Kind};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::sync::LazyLock;

/// A number as bytes in the order of its curve.
///
/// # Panics
/// If it does not fit.
pub fn number_bytes(curve: Curve, number: &BigUint, length: usize) -> Vec<u8> {
    let mut bytes = number.to_bytes_le();
    assert!(number.bits() <= 8 * length as u64, "the number fits");
    bytes.resize(length, 0);
    if curve != Curve::Ed25519 {
        bytes.reverse();
    }
    bytes
}

/// The number that the bytes are in the order of their curve.
pub fn number(curve: Curve, bytes: &[u8]) -> BigUint {
    if curve == Curve::Ed25519 {
        BigUint::from_bytes_le(bytes)
    } else {
        BigUint::from_bytes_be(bytes)
    }
}

/// The number below `bound` that the bytes are, of whole words of 64 bits as the bound is.
pub fn below(curve: Curve, bytes: &[u8], bound: &BigUint) -> Option<BigUint> {
    let number = number(curve, bytes);
    (bytes.len() == words_of(bound) && number < *bound).then_some(number)
}

/// Bytes of the words of 64 bits that hold what is below a bound.
fn words_of(bound: &BigUint) -> usize {
    8 * bound.bits().div_ceil(64) as usize
}

/// A coordinate of a curve as bytes.
fn coordinate(curve: Curve, number: &BigUint) -> Vec<u8> {
    number_bytes(curve, number, words_of(modulus(curve)))
}

/// A curve without an extension field, by name.
pub fn short(curve: Curve) -> Option<&'static Short<Fp>> {
    match curve {
        Curve::Bn254 => Some(&BN254_G1),
        Curve::Secp256k1 => Some(&SECP256K1),
        Curve::P256 => Some(&P256),
        Curve::Pallas => Some(&PALLAS),
        Curve::Bls12377 => Some(&BLS12_377_G1),
        Curve::Bls12381 | Curve::Ed25519 => None,
    }
}

/// The twist of a curve with a pairing, but for BLS12-381.
///
/// # Panics
/// For another curve.
pub fn twist(curve: Curve) -> &'static Short<Fp2> {
    match curve {
        Curve::Bn254 => &BN254_G2,
        Curve::Bls12377 => &BLS12_377_G2,
        _ => panic!("{} has no twist here", curve.name()),
    }
}

/// The bytes of a point over Fp: coordinates and zeros for the identity where there is a pairing,
/// as EIP-196 has it, SEC 1 uncompressed for the others.
pub fn short_bytes(curve: Curve, point: &Point<Fp>) -> Vec<u8> {
    let whole = |(x, y): &(BigUint, BigUint)| [coordinate(curve, x), coordinate(curve, y)].concat();
    match (curve, point) {
        (Curve::Bn254 | Curve::Bls12377, None) => vec![0; 2 * words_of(modulus(curve))],
        (Curve::Bn254 | Curve::Bls12377, Some(point)) => whole(point),
        (_, None) => vec![0],
        (_, Some(point)) => [vec![4], whole(point)].concat(),
    }
}

/// The point of these bytes, if there is one.
pub fn short_point(curve: Curve, bytes: &[u8]) -> Option<Point<Fp>> {
    let short = short(curve)?;
    if *bytes == *short_bytes(curve, &None) {
        return Some(None);
    }
    let whole = match (curve, bytes) {
        (Curve::Bn254 | Curve::Bls12377, whole) | (_, [4, whole @ ..]) => whole,
        _ => return None,
    };
    let (x, y) = whole.split_at_checked(words_of(&short.field.p))?;
    let point = Some((below(curve, x, &short.field.p)?, below(curve, y, &short.field.p)?));
    short.holds(&point).then_some(point)
}

/// The bytes of SEC 1 compressed.
pub fn compressed(curve: Curve, (x, y): &(BigUint, BigUint)) -> Vec<u8> {
    [vec![if y.bit(0) { 3 } else { 2 }], number_bytes(curve, x, 32)].concat()
}

/// The point of a compressed encoding of SEC 1.
pub fn decompressed(curve: Curve, bytes: &[u8]) -> Option<Point<Fp>> {
    let (short, [tag @ (2 | 3), x @ ..]) = (short(curve)?, bytes) else { return None };
    let x = below(curve, x, &short.field.p)?;
    let y = short.field.root(&short.right_side(&x))?;
    let y = if y.bit(0) == (*tag == 3) { y } else { short.field.minus(&BigUint::ZERO, &y) };
    Some(Some((x, y)))
}

/// The bytes of a point of a twist, as EIP-197 has them.
pub fn twist_bytes(curve: Curve, point: &Point<Fp2>) -> Vec<u8> {
    match point {
        None => vec![0; 4 * words_of(modulus(curve))],
        Some(([x0, x1], [y0, y1])) => {
            [x1, x0, y1, y0].iter().flat_map(|part| coordinate(curve, part)).collect()
        }
    }
}

/// The point of a twist that these bytes are; it may be outside the subgroup.
pub fn twist_point(curve: Curve, bytes: &[u8]) -> Option<Point<Fp2>> {
    let size = words_of(modulus(curve));
    if bytes.len() != 4 * size {
        return None;
    }
    if bytes.iter().all(|byte| *byte == 0) {
        return Some(None);
    }
    let part =
        |index: usize| below(curve, &bytes[size * index..size * (index + 1)], modulus(curve));
    let point = Some(([part(1)?, part(0)?], [part(3)?, part(2)?]));
    twist(curve).holds(&point).then_some(point)
}

/// A uniform number below `bound`.
pub fn random_below(bound: &BigUint, random: &mut ChaCha20Rng) -> BigUint {
    let mut bytes = vec![0; bound.bits().div_ceil(8) as usize];
    let mask = u8::MAX >> (8 * bytes.len() as u64 - bound.bits());
    loop {
        random.fill_bytes(&mut bytes);
        bytes[0] &= mask;
        let number = BigUint::from_bytes_be(&bytes);
        if number < *bound {
            return number;
        }
    }
}

/// A scalar from 1 to r − 1.
pub fn random_scalar(curve: Curve, random: &mut ChaCha20Rng) -> BigUint {
    random_below(&(order(curve) - 1_u32), random) + 1_u32
}

fn random_short(short: &Short<Fp>, random: &mut ChaCha20Rng) -> Point<Fp> {
    loop {
        let x = random_below(&short.field.p, random);
        if let Some(y) = short.field.root(&short.right_side(&x)) {
            let point = Some((x, y));
            return if random.next_u32() & 1 == 0 { point } else { short.negate(&point) };
        }
    }
}

/// A point of a twist; it is outside the subgroup but for a chance of 2⁻²⁵⁰.
fn random_twist(curve: &Short<Fp2>, random: &mut ChaCha20Rng) -> Point<Fp2> {
    let p = &curve.field.base.p;
    loop {
        let x = [random_below(p, random), random_below(p, random)];
        if let Some(y) = curve.field.root(&curve.right_side(&x)) {
            return Some((x, y));
        }
    }
}

/// Points of BN254's G2, of which [`random_sum`] makes others: clearing the cofactor 2p − r takes
/// ten milliseconds.
static G2_BASES: LazyLock<Vec<Point<Fp2>>> = LazyLock::new(|| {
    let mut random = ChaCha20Rng::seed_from_u64(254);
    let cofactor = 2_u32 * &BN254_G1.field.p - &BN254_G1.order;
    (0..16).map(|_| BN254_G2.multiply(&random_twist(&BN254_G2, &mut random), &cofactor)).collect()
});

/// Points of Pallas: a square root takes longer than three additions where p − 1 is a multiple of
/// 2^32.
static PALLAS_BASES: LazyLock<Vec<Point<Fp>>> = LazyLock::new(|| bases(Curve::Pallas, &PALLAS));

/// Points of both groups of BLS12-377.
static BLS12_377_BASES: LazyLock<Vec<Point<Fp>>> =
    LazyLock::new(|| bases(Curve::Bls12377, &BLS12_377_G1));
static BLS12_377_G2_BASES: LazyLock<Vec<Point<Fp2>>> =
    LazyLock::new(|| bases(Curve::Bls12377, &BLS12_377_G2));

/// Sixteen multiples of the generator.
fn bases<F: Slow>(curve: Curve, short: &Short<F>) -> Vec<Point<F>> {
    let mut random = ChaCha20Rng::seed_from_u64(255);
    (0..16).map(|_| short.multiply_generator(&random_scalar(curve, &mut random))).collect()
}

/// A sum of four of sixteen unrelated points, with random signs.
fn random_sum<F: Slow>(curve: &Short<F>, bases: &[Point<F>], random: &mut ChaCha20Rng) -> Point<F> {
    (0..4).fold(None, |sum, _| {
        let drawn = random.next_u32();
        let base = &bases[(drawn & 15) as usize];
        let base = if drawn & 16 == 0 { base.clone() } else { curve.negate(base) };
        curve.add(&sum, &base)
    })
}

/// A point of Edwards25519 in the group of order ℓ.
pub fn random_edwards(random: &mut ChaCha20Rng) -> edwards::Point {
    loop {
        let y = random_below(&ED25519.p, random);
        if let Some(point) = ED25519.lift(y, random.next_u32() & 1 == 1) {
            return ED25519.multiply(&point, &BigUint::from(8_u32));
        }
    }
}

/// A random value of a kind. `None` where the curve has no such values, or where bytes have no
/// meaning by themselves.
pub fn random(curve: Curve, kind: Kind, random: &mut ChaCha20Rng) -> Option<Vec<u8>> {
    let fps = |count: usize, random: &mut ChaCha20Rng| {
        (0..count).flat_map(|_| coordinate(curve, &random_below(modulus(curve), random))).collect()
    };
    Some(match (kind, curve) {
        (_, Curve::Bls12381) => return None,
        (Kind::Fp, _) => fps(1, random),
        (Kind::Fr, _) => number_bytes(curve, &random_scalar(curve, random), 32),
        (Kind::Fp2, Curve::Bn254) => fps(2, random),
        (Kind::Fp12, Curve::Bn254) => fps(12, random),
        (Kind::Gt, Curve::Bn254) => tower::random_gt(random),
        (Kind::G1 | Kind::G1Curve, Curve::Bn254)
        | (Kind::Point, Curve::Secp256k1 | Curve::P256) => {
            short_bytes(curve, &random_short(short(curve)?, random))
        }
        (Kind::Point, Curve::Pallas) => {
            short_bytes(curve, &random_sum(&PALLAS, &PALLAS_BASES, random))
        }
        (Kind::G1, Curve::Bls12377) => {
            short_bytes(curve, &random_sum(&BLS12_377_G1, &BLS12_377_BASES, random))
        }
        (Kind::G1Curve, Curve::Bls12377) => {
            short_bytes(curve, &random_short(&BLS12_377_G1, random))
        }
        (Kind::G2, Curve::Bn254) => twist_bytes(curve, &random_sum(&BN254_G2, &G2_BASES, random)),
        (Kind::G2, Curve::Bls12377) => {
            twist_bytes(curve, &random_sum(&BLS12_377_G2, &BLS12_377_G2_BASES, random))
        }
        (Kind::G2Curve, Curve::Bn254 | Curve::Bls12377) => {
            twist_bytes(curve, &random_twist(twist(curve), random))
        }
        (Kind::Point, Curve::Ed25519) => ED25519.encode(&random_edwards(random)),
        _ => return None,
    })
}

/// Numbers where carries and limbs end: 0, 1, 2, the largest, and neighbours of limb boundaries,
/// below `bound`.
fn edge_numbers(bound: &BigUint) -> Vec<BigUint> {
    let one = BigUint::from(1_u32);
    let mut all = vec![
        BigUint::ZERO,
        one.clone(),
        &one + 1_u32,
        bound - 1_u32,
        bound - 2_u32,
        bound >> 1_u32,
    ];
    for bits in [32_u32, 51, 52, 64, 102, 104, 128, 192, 208, 224, 252, 253, 254, 255] {
        all.extend([(&one << bits) - 1_u32, &one << bits]);
    }
    all.retain(|number| number < bound);
    all
}

/// The edges of a kind of argument; none where the kind has no bytes of its own.
pub fn edges(curve: Curve, kind: Kind) -> Vec<Vec<u8>> {
    let numbers = |bound: &BigUint| {
        let size = words_of(bound);
        edge_numbers(bound).iter().map(|n| number_bytes(curve, n, size)).collect::<Vec<_>>()
    };
    let small = |multiples: &mut dyn FnMut(&BigUint) -> Vec<u8>| {
        let ends = [0_u32, 1, 2, 3, 999].map(BigUint::from);
        ends.into_iter().chain([order(curve) - 1_u32]).map(|k| multiples(&k)).collect::<Vec<_>>()
    };
    let tower = |count: usize| {
        let largest = number_bytes(curve, &(modulus(curve) - 1_u32), 32);
        let one =
            [number_bytes(curve, &BigUint::from(1_u32), 32), vec![0; 32 * (count - 1)]].concat();
        let mut all = vec![vec![0; 32 * count], one, largest.repeat(count)];
        all.extend((0..count).map(|place| {
            let mut single = vec![0; 32 * count];
            single[32 * place..32 * (place + 1)].copy_from_slice(&largest);
            single
        }));
        all
    };
    match (kind, curve) {
        (_, Curve::Bls12381) => vec![],
        (Kind::Fp, _) => numbers(modulus(curve)),
        (Kind::Fr, _) => numbers(order(curve)),
        (Kind::Fp2, _) => tower(2),
        (Kind::Fp12, _) => tower(12),
        (Kind::Gt, _) => vec![[vec![0; 31], vec![1], vec![0; 32 * 11]].concat()],
        (Kind::G2, _) => small(&mut |k| twist_bytes(curve, &twist(curve).multiply_generator(k))),
        (Kind::Point, Curve::Ed25519) => {
            small(&mut |k| ED25519.encode(&ED25519.multiply(&ED25519.generator, k)))
        }
        (Kind::G1 | Kind::Point, _) => match short(curve) {
            Some(short) => small(&mut |k| short_bytes(curve, &short.multiply_generator(k))),
            None => vec![],
        },
        _ => vec![],
    }
}
