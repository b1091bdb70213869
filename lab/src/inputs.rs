//! The inputs of every operation: pools of cases from a seed, the same bytes for all
//! implementations.
//!
//! A case depends on the seed, the operation and its index alone, so that a filter or another order
//! of operations changes no input. Field elements and messages are made here; points and whole
//! protocol cases come from a [`Sampler`], since making them takes a curve.

pub(crate) mod contracts;

use crate::oracle;
use peer_api::families::Family;
use peer_api::{Case, Curve, Kind, Operation};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};
use std::fmt;

/// Most arguments of a pool, about: to make and to check a point takes a tenth of a millisecond.
const ARGUMENTS: u32 = 1 << 13;

/// Cases of a pool, unless said otherwise: enough that no branch predictor learns them by heart.
pub const POOL: u32 = 64;

/// p of BLS12-381, big-endian: `p = (x − 1)² (x⁴ − x² + 1) / 3 + x` with `x = −0xd201000000010000`
/// (Bowe, "BLS12-381: New zk-SNARK Elliptic Curve Construction", 2017;
/// draft-irtf-cfrg-pairing-friendly-curves-11, section 4.2.1).
pub const P: [u8; 48] = [
    0x1a, 0x01, 0x11, 0xea, 0x39, 0x7f, 0xe6, 0x9a, 0x4b, 0x1b, 0xa7, 0xb6, 0x43, 0x4b, 0xac, 0xd7,
    0x64, 0x77, 0x4b, 0x84, 0xf3, 0x85, 0x12, 0xbf, 0x67, 0x30, 0xd2, 0xa0, 0xf6, 0xb0, 0xf6, 0x24,
    0x1e, 0xab, 0xff, 0xfe, 0xb1, 0x53, 0xff, 0xff, 0xb9, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xaa, 0xab,
];

/// r of BLS12-381, big-endian: `r = x⁴ − x² + 1` with the same x.
pub const R: [u8; 32] = [
    0x73, 0xed, 0xa7, 0x53, 0x29, 0x9d, 0x7d, 0x48, 0x33, 0x39, 0xd8, 0x08, 0x09, 0xa1, 0xd8, 0x05,
    0x53, 0xbd, 0xa4, 0x02, 0xff, 0xfe, 0x5b, 0xfe, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x01,
];

/// Makes the values that need a curve or a protocol.
pub trait Sampler {
    /// A random value of a point kind on a curve ([`Kind::G1`] and the like, in the kind's
    /// canonical bytes). `None` if it cannot.
    fn value(&self, curve: Curve, kind: Kind, random: &mut ChaCha20Rng) -> Option<Vec<u8>>;

    /// So many different values of a kind, at less cost than one by one where that can be had.
    fn many(
        &self,
        curve: Curve,
        kind: Kind,
        count: usize,
        random: &mut ChaCha20Rng,
    ) -> Option<Vec<Vec<u8>>> {
        (0..count).map(|_| self.value(curve, kind, random)).collect()
    }

    /// All arguments of one case, for operations whose arguments belong together or whose bytes
    /// have a meaning (the Cashu operations: a signature must be one of that secret under that
    /// key). `None`, the default, for the others.
    fn case(&self, operation: &Operation, random: &mut ChaCha20Rng) -> Option<Case> {
        let _ = (operation, random);
        None
    }
}

/// A sampler that can make nothing: operations on points then have no inputs and are left out, with
/// a remark.
#[derive(Clone, Copy, Debug, Default)]
pub struct FieldsOnly;

impl Sampler for FieldsOnly {
    fn value(&self, _: Curve, _: Kind, _: &mut ChaCha20Rng) -> Option<Vec<u8>> {
        None
    }
}

/// Makes everything with one of the peers, or on slow integers, so that no input depends on the
/// stack under test.
#[derive(Clone, Copy, Debug, Default)]
pub struct PeerSampler;

impl Sampler for PeerSampler {
    fn value(&self, curve: Curve, kind: Kind, random: &mut ChaCha20Rng) -> Option<Vec<u8>> {
        match curve {
            Curve::Bls12381 => Some(peer_core::sample::value(kind, &seed(random))),
            other => oracle::values::random(other, kind, random),
        }
    }

    fn many(
        &self,
        curve: Curve,
        kind: Kind,
        count: usize,
        random: &mut ChaCha20Rng,
    ) -> Option<Vec<Vec<u8>>> {
        match (curve, peer_core::sample::many(kind, &seed(random), count)) {
            (Curve::Bls12381, Some(values)) => Some(values),
            _ => (0..count).map(|_| self.value(curve, kind, random)).collect(),
        }
    }

    fn case(&self, operation: &Operation, random: &mut ChaCha20Rng) -> Option<Case> {
        if let Some((curve, verification)) =
            oracle::groth16::asked(operation.id, operation.args.len())
        {
            return Some(match verification {
                Some((inputs, proofs)) => oracle::groth16::case(curve, inputs, proofs, random),
                // The numbers of witnesses.
                None => operation.args.iter().map(|_| seed(random)[..8].to_vec()).collect(),
            });
        }
        match operation.id {
            "rsa/rs256_verify" => return Some(oracle::rsa::case(random)),
            "zklogin/verify" | "zklogin/verify_64" => {
                return Some(oracle::zklogin::case(operation.args.len() / 3, random));
            }
            _ => (),
        }
        if let Some(verb) = operation.id.strip_prefix("banderwagon/") {
            return oracle::verkle::case(verb, random);
        }
        if operation.id.starts_with("kzg/") {
            return Some(peer_core::sample::case(operation, &seed(random)));
        }
        let Some(curve) = operation.curve() else { return contracts::case(operation, random) };
        if curve == Curve::Bls12381 {
            return Some(peer_core::sample::case(operation, &seed(random)));
        }
        if let Some((one, count)) =
            operation.each().filter(|(one, _)| one.id.ends_with("/ecdsa_verify"))
        {
            // Sixteen signatures, four times each: to sign on slow integers takes long.
            let calls: Vec<Case> =
                (0..count.min(16)).map(|_| self.case(one, random)).collect::<Option<_>>()?;
            return Some(calls.iter().cycle().take(count).flatten().cloned().collect());
        }
        let (group, verb) = operation.id.split_once('/')?;
        if group == "cashu-legacy" {
            return oracle::cashu::case(verb, random);
        }
        if oracle::vrf::serves(operation.id) {
            return oracle::vrf::case(operation.id, random);
        }
        if verb.starts_with("bip") {
            return oracle::wallets::case(verb, random);
        }
        match (verb, curve) {
            ("ecdsa_sign" | "schnorr_sign", _) => {
                let secret = oracle::values::random_scalar(curve, random);
                Some(vec![oracle::values::number_bytes(curve, &secret, 32), seed(random).to_vec()])
            }
            ("ecdh", _) => {
                let secret = oracle::values::random_scalar(curve, random);
                Some(vec![
                    oracle::values::number_bytes(curve, &secret, 32),
                    oracle::values::random(curve, Kind::Point, random)?,
                ])
            }
            ("ecdsa_verify", _) => oracle::protocols::ecdsa(curve, random),
            ("ecdsa_recover", _) => oracle::protocols::ecdsa_recoverable(curve, random),
            ("schnorr_verify" | "schnorr_verify_64" | "schnorr_batch_verify_64", _) => {
                oracle::protocols::schnorr(operation.args.len() / 3, random)
            }
            ("sign" | "x25519", Curve::Ed25519) => {
                Some(vec![seed(random).to_vec(), seed(random).to_vec()])
            }
            ("verify" | "batch_verify_64", Curve::Ed25519) => {
                Some(oracle::protocols::ed25519(operation.args.len() / 3, random))
            }
            ("public_key" | "x25519_public_key", Curve::Ed25519) => {
                Some(vec![seed(random).to_vec()])
            }
            ("decode", Curve::Ed25519) => {
                Some(vec![oracle::values::random(curve, Kind::Point, random)?])
            }
            ("decode", _) => Some(vec![oracle::protocols::encoding(curve, random)?]),
            ("g1_decode", _) => Some(vec![oracle::values::random(curve, Kind::G1, random)?]),
            ("g2_decode", _) => Some(vec![oracle::values::random(curve, Kind::G2, random)?]),
            _ => None,
        }
    }
}

fn seed(random: &mut ChaCha20Rng) -> [u8; 32] {
    let mut seed = [0; 32];
    random.fill_bytes(&mut seed);
    seed
}

/// An operation for which no inputs could be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoInput {
    /// The kind that was wanted.
    pub kind: Kind,
}

impl fmt::Display for NoInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no inputs of kind {:?} can be made", self.kind)
    }
}

impl std::error::Error for NoInput {}

/// Most cases of an operation's pool.
fn most_cases(operation: &Operation) -> u32 {
    let arguments = operation.args.len().ilog2();
    match operation.id.split('/').next() {
        // Cases of 128 KiB for each blob.
        Some("kzg") => (16 >> arguments).max(2),
        // A point on slow integers takes ten milliseconds.
        Some("groth16") => 4,
        // A proof on slow integers takes a second.
        Some("banderwagon") if operation.id.contains("/multiproof_") => 4,
        // A committee of a hundred is made for each.
        _ if operation.id.contains("/bls_threshold_") => 4,
        // A signature takes as long.
        Some("evm") if operation.args.len() > 1 => 2,
        _ => (ARGUMENTS >> arguments).max(2),
    }
}

/// The pool of `operation` under `seed`: so many cases, or fewer where a case has more than a
/// hundred arguments.
///
/// # Errors
/// [`NoInput`] if the sampler cannot make a value that the operation needs.
pub fn pool(
    operation: &Operation,
    seed: u64,
    size: u32,
    sampler: &dyn Sampler,
) -> Result<Vec<Case>, NoInput> {
    // On threads it is asked the same as on one.
    let operation = operation.alone().unwrap_or(operation);
    (0..size.min(most_cases(operation)))
        .map(|index| case(operation, &mut generator(operation.id, seed, index), sampler))
        .collect()
}

/// So many items of a family under `seed`.
///
/// # Errors
/// [`NoInput`] if the sampler cannot make a value that the family needs.
pub fn items(
    family: &Family,
    seed: u64,
    count: usize,
    sampler: &dyn Sampler,
) -> Result<Vec<Case>, NoInput> {
    let mut random = generator(family.id, seed, 0);
    let mut items: Vec<Case> = vec![Vec::with_capacity(family.args.len()); count];
    for &kind in family.args {
        let values = match kind {
            Kind::Fr if family.curve() == Some(Curve::Bls12381) => {
                (0..count).map(|_| fr(&mut random).to_vec()).collect()
            }
            Kind::Bytes => (0..count).map(|_| self::seed(&mut random).to_vec()).collect(),
            kind => {
                let curve = family.curve().ok_or(NoInput { kind })?;
                sampler.many(curve, kind, count, &mut random).ok_or(NoInput { kind })?
            }
        };
        items.iter_mut().zip(values).for_each(|(item, value)| item.push(value));
    }
    Ok(items)
}

/// The random numbers of one case: ChaCha20 under the hash of everything that names it.
fn generator(id: &str, seed: u64, index: u32) -> ChaCha20Rng {
    let mut hash = Sha256::new();
    hash.update(b"curvemark lab inputs 1");
    hash.update(seed.to_be_bytes());
    hash.update(index.to_be_bytes());
    hash.update(id.as_bytes());
    ChaCha20Rng::from_seed(hash.finalize().into())
}

fn case(
    operation: &Operation,
    random: &mut ChaCha20Rng,
    sampler: &dyn Sampler,
) -> Result<Case, NoInput> {
    if let Some(case) = sampler.case(operation, random) {
        return Ok(case);
    }
    operation.args.iter().map(|&kind| value(operation, kind, random, sampler)).collect()
}

fn value(
    operation: &Operation,
    kind: Kind,
    random: &mut ChaCha20Rng,
    sampler: &dyn Sampler,
) -> Result<Vec<u8>, NoInput> {
    match kind {
        Kind::Verdict => return Ok(vec![(random.next_u32() & 1) as u8]),
        Kind::Bytes => return bytes(operation, random, sampler),
        _ => (),
    }
    let curve = operation.curve().ok_or(NoInput { kind })?;
    match kind {
        Kind::Fp | Kind::Fr | Kind::Fp2 | Kind::Fp12 if curve != Curve::Bls12381 => {
            oracle::values::random(curve, kind, random).ok_or(NoInput { kind })
        }
        Kind::Fp => Ok(fp(random).to_vec()),
        Kind::Fr => Ok(fr(random).to_vec()),
        Kind::Fp2 => Ok((0..2).flat_map(|_| fp(random)).collect()),
        Kind::Fp12 => Ok((0..12).flat_map(|_| fp(random)).collect()),
        point => sampler.value(curve, point, random).ok_or(NoInput { kind: point }),
    }
}

/// What the bytes of an operation are: encodings where it decodes, 32-byte messages where it
/// hashes.
fn bytes(
    operation: &Operation,
    random: &mut ChaCha20Rng,
    sampler: &dyn Sampler,
) -> Result<Vec<u8>, NoInput> {
    let verb = operation.id.rsplit('/').next().unwrap_or_default();
    let encoded = match verb {
        "g1_decode" | "g1_decode_unchecked" | "g1_decode_64" => Kind::G1,
        "g2_decode" | "g2_decode_unchecked" | "g2_decode_64" => Kind::G2,
        _ if verb.starts_with("hash_to_") => {
            let mut message = vec![0; 32];
            random.fill_bytes(&mut message);
            return Ok(message);
        }
        _ if operation.id.starts_with("codec/") => {
            let mut value = vec![0; if verb.starts_with("base64_") { 48 } else { 32 }];
            random.fill_bytes(&mut value);
            return Ok(match verb {
                "base64_decode" => oracle::codec::base64(&value),
                "hex_decode" => oracle::codec::hex(&value),
                "base58_decode" => oracle::codec::base58(&value),
                _ => value,
            });
        }
        _ => return Err(NoInput { kind: Kind::Bytes }),
    };
    let curve = operation.curve().ok_or(NoInput { kind: encoded })?;
    sampler.value(curve, encoded, random).ok_or(NoInput { kind: encoded })
}

/// A uniform element of Fp, big-endian.
pub fn fp(random: &mut ChaCha20Rng) -> [u8; 48] {
    uniform_below(&P, random)
}

/// A uniform element of Fr, big-endian.
pub fn fr(random: &mut ChaCha20Rng) -> [u8; 32] {
    uniform_below(&R, random)
}

/// A uniform number below `bound`, both big-endian: draws of the bound's bit length until one is
/// below, two draws on average at the worst.
fn uniform_below<const N: usize>(bound: &[u8; N], random: &mut ChaCha20Rng) -> [u8; N] {
    let mask = u8::MAX >> bound[0].leading_zeros();
    loop {
        let mut drawn = [0; N];
        random.fill_bytes(&mut drawn);
        drawn[0] &= mask;
        if drawn < *bound {
            return drawn;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use peer_api::{OPERATIONS, operation};
    use std::collections::HashSet;

    #[test]
    fn the_constants_are_what_they_say() {
        // x enters p to the first power with its sign: p = (|x| + 1)² r / 3 − |x|.
        let x = BigUint::from(0xd201_0000_0001_0000_u64);
        let one = BigUint::from(1u8);
        let r = x.pow(4) - x.pow(2) + &one;
        let p = (&x + &one).pow(2) * &r / 3u8 - &x;
        assert_eq!(BigUint::from_bytes_be(&R), r);
        assert_eq!(BigUint::from_bytes_be(&P), p);
    }

    #[test]
    fn elements_are_below_their_bound_and_reach_its_top() {
        let mut random = generator("test", 1, 0);
        let (mut tops, mut lows) = (HashSet::new(), 0);
        for _ in 0..2000 {
            let (a, b) = (fp(&mut random), fr(&mut random));
            assert!(a < P && b < R);
            tops.insert(a[0]);
            lows += u32::from(b[0] < 0x3a);
        }
        // The leading byte 0x1a leaves room for one in 6700 of the elements.
        assert!(tops.len() >= 0x1a, "every leading byte occurs");
        assert!((900..1100).contains(&lows), "half of the scalars lie in the lower half: {lows}");
    }

    #[test]
    fn a_case_depends_on_seed_operation_and_index_alone() {
        let mul = operation("bls12-381/fp_mul").expect("it is listed");
        let sqr = operation("bls12-381/fp_sqr").expect("it is listed");
        let of = |operation, seed, size| pool(operation, seed, size, &FieldsOnly).expect("fields");
        let one = of(mul, 1, 64);
        assert_eq!(one, of(mul, 1, 64));
        assert_eq!(one[..10], of(mul, 1, 10)[..]);
        assert_ne!(one, of(mul, 2, 64));
        assert_ne!(one[0][0], of(sqr, 1, 1)[0][0]);
        let distinct: HashSet<&Vec<u8>> = one.iter().flatten().collect();
        assert_eq!(distinct.len(), 128, "no value twice");
    }

    #[test]
    fn every_operation_gets_values_of_the_right_length() {
        struct Lengths;
        impl Sampler for Lengths {
            fn value(&self, curve: Curve, kind: Kind, _: &mut ChaCha20Rng) -> Option<Vec<u8>> {
                Some(vec![0; kind.length(curve)?])
            }
            fn case(&self, operation: &Operation, _: &mut ChaCha20Rng) -> Option<Case> {
                operation.args.contains(&Kind::Bytes).then(|| vec![vec![1]; operation.args.len()])
            }
        }
        for operation in OPERATIONS {
            let pool = pool(operation, 5, 3, &Lengths).expect("everything can be made");
            // Fewer where a case has thousands of arguments, or is large.
            let large = operation.args.len() >= 4096
                || operation.id.starts_with("kzg/") && operation.args.len() >= 8
                || operation.id.starts_with("evm/") && operation.args.len() > 1;
            assert_eq!(pool.len(), if large { 2 } else { 3 }, "{}", operation.id);
            for case in pool {
                assert_eq!(case.len(), operation.args.len(), "{}", operation.id);
                for (value, kind) in
                    case.iter().zip(operation.args).filter(|(value, _)| value.len() > 1)
                {
                    let length = operation.curve().and_then(|curve| kind.length(curve));
                    assert!(length.is_none_or(|length| length == value.len()), "{}", operation.id);
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_made_is_named() {
        let add = operation("bls12-381/g1_add").expect("it is listed");
        assert_eq!(pool(add, 1, 1, &FieldsOnly), Err(NoInput { kind: Kind::G1 }));
        let decode = operation("bls12-381/g2_decode").expect("it is listed");
        assert_eq!(pool(decode, 1, 1, &FieldsOnly), Err(NoInput { kind: Kind::G2 }));
        let sign = operation("cashu-v3/sign").expect("it is listed");
        assert_eq!(pool(sign, 1, 1, &FieldsOnly), Err(NoInput { kind: Kind::Bytes }));
    }
}
