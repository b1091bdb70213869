//! ECVRF on slow integers: RFC 9381's suites on edwards25519 and P-256, and fastcrypto's on
//! ristretto255.

use super::edwards::{self, ED25519};
use super::field::{Fp, Slow as _};
use super::short::{Point as ShortPoint, Short};
use super::values::{below, compressed, decompressed, number, number_bytes, random_scalar};
use super::{P256, order, ristretto};
use num_bigint::BigUint;
use peer_api::{Case, Curve};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng;
use sha2::{Digest, Sha256, Sha512};

/// What a suite has that others have not.
trait Suite {
    /// A point of its curve.
    type Point: Clone;
    /// The curve, which also says the order of bytes.
    const CURVE: Curve;
    /// suite_string.
    const STRING: &'static [u8];

    fn hash(parts: &[&[u8]]) -> Vec<u8>;
    /// x of a secret key.
    fn secret(key: &[u8]) -> Option<BigUint>;
    fn nonce(key: &[u8], x: &BigUint, h: &[u8]) -> BigUint;
    fn generator() -> Self::Point;
    fn add(p: &Self::Point, q: &Self::Point) -> Self::Point;
    fn negate(p: &Self::Point) -> Self::Point;
    fn multiply(p: &Self::Point, k: &BigUint) -> Self::Point;
    /// The bytes of a point that has some.
    fn encode(p: &Self::Point) -> Option<Vec<u8>>;
    fn decode(bytes: &[u8]) -> Option<Self::Point>;
    /// \[cofactor\]P.
    fn cleared(p: &Self::Point) -> Self::Point;
    /// Whether it is of small order.
    fn is_small(p: &Self::Point) -> bool;
    /// encode_to_curve.
    fn to_curve(key: &[u8], alpha: &[u8]) -> Option<Self::Point>;
}

/// Bytes of a challenge.
const C: usize = 16;

fn challenge<S: Suite>(points: [&S::Point; 5]) -> Option<Vec<u8>> {
    let points = points.map(S::encode).into_iter().collect::<Option<Vec<_>>>()?.concat();
    let mut hash = S::hash(&[S::STRING, &[2], &points, &[0]]);
    hash.truncate(C);
    Some(hash)
}

fn prove<S: Suite>(key: &[u8], alpha: &[u8]) -> Option<Vec<u8>> {
    let x = S::secret(key)?;
    let y = S::multiply(&S::generator(), &x);
    let h = S::to_curve(&S::encode(&y)?, alpha)?;
    let k = S::nonce(key, &x, &S::encode(&h)?);
    let [gamma, v] = [&x, &k].map(|k| S::multiply(&h, k));
    let u = S::multiply(&S::generator(), &k);
    let c = challenge::<S>([&y, &h, &gamma, &u, &v])?;
    let s = (k + number(S::CURVE, &c) * x) % order(S::CURVE);
    Some([S::encode(&gamma)?, c, number_bytes(S::CURVE, &s, 32)].concat())
}

/// The output, where the proof holds. `None` where it does not, or is none.
fn verify<S: Suite>(key: &[u8], alpha: &[u8], proof: &[u8]) -> Option<Vec<u8>> {
    let y = S::decode(key).filter(|y| !S::is_small(y))?;
    let (gamma, rest) = proof.split_at_checked(key.len())?;
    let (c, s) = rest.split_at_checked(C)?;
    let s = below(S::CURVE, s, order(S::CURVE))?;
    let (gamma, integer) = (S::decode(gamma)?, number(S::CURVE, c));
    let h = S::to_curve(key, alpha)?;
    let less = |p: &S::Point, q: &S::Point| {
        S::add(&S::multiply(p, &s), &S::negate(&S::multiply(q, &integer)))
    };
    let (u, v) = (less(&S::generator(), &y), less(&h, &gamma));
    if challenge::<S>([&y, &h, &gamma, &u, &v])? != c {
        return None;
    }
    Some(S::hash(&[S::STRING, &[3], &S::encode(&S::cleared(&gamma))?, &[0]]))
}

/// A key, an input of 32 bytes, and the proof.
fn proved<S: Suite>(random: &mut ChaCha20Rng) -> Option<Case> {
    let key = secret_key(S::CURVE, S::STRING, random);
    let mut alpha = [0; 32];
    random.fill_bytes(&mut alpha);
    let public = S::encode(&S::multiply(&S::generator(), &S::secret(&key)?))?;
    let proof = prove::<S>(&key, &alpha)?;
    Some(vec![public, alpha.to_vec(), proof])
}

/// The 32 bytes of a secret key: a seed for the suites of Ed25519, else a number.
fn secret_key(curve: Curve, string: &[u8], random: &mut ChaCha20Rng) -> Vec<u8> {
    if curve == Curve::Ed25519 && string != Sui::STRING {
        let mut seed = [0; 32];
        random.fill_bytes(&mut seed);
        return seed.to_vec();
    }
    number_bytes(curve, &random_scalar(curve, random), 32)
}

/// Calls a function for the suite that an operation's id ends with.
macro_rules! of_suite {
    ($id:expr, $function:ident($($argument:expr),*)) => {
        match $id.split_once("/vrf_").map(|(group, verb)| (group, verb.rsplit('_').next())) {
            Some(("ed25519", Some("ell2"))) => $function::<Ell2>($($argument),*),
            Some(("ed25519", Some("tai"))) => $function::<EdTai>($($argument),*),
            Some(("ed25519", Some("sui"))) => $function::<Sui>($($argument),*),
            Some(("p256", Some("sswu"))) => $function::<Sswu>($($argument),*),
            Some(("p256", Some("tai"))) => $function::<P256Tai>($($argument),*),
            _ => None,
        }
    };
}

/// Whether an operation is one of these.
pub fn serves(id: &str) -> bool {
    id.contains("/vrf_")
}

/// A case of an operation.
pub fn case(id: &str, random: &mut ChaCha20Rng) -> Option<Case> {
    if !id.contains("/vrf_prove_") {
        return of_suite!(id, proved(random));
    }
    let curve = Curve::of(id)?;
    let string = if id.ends_with("_sui") { Sui::STRING } else { &[] };
    let mut alpha = [0; 32];
    let key = secret_key(curve, string, random);
    random.fill_bytes(&mut alpha);
    Some(vec![key, alpha.to_vec()])
}

/// What is right, or `None` where the input must be refused.
pub fn answer(id: &str, case: &Case) -> Option<Vec<u8>> {
    match &case[..] {
        [key, alpha] => of_suite!(id, prove(key, alpha)),
        [key, alpha, proof] => of_suite!(id, verify(key, alpha, proof)),
        _ => None,
    }
}

/// encode_to_curve_try_and_increment: the point of the first hash that has one.
fn try_and_increment<S: Suite>(
    key: &[u8],
    alpha: &[u8],
    of_hash: impl Fn(&[u8]) -> Option<S::Point>,
) -> Option<S::Point> {
    let hash = |counter: u8| S::hash(&[S::STRING, &[1], key, alpha, &[counter, 0]]);
    (0..=u8::MAX).find_map(|counter| of_hash(&hash(counter)))
}

/// expand_message_xmd (RFC 9380, section 5.3.1), with a hash of these many bytes in blocks of so
/// many.
pub fn expand(
    hash: fn(&[&[u8]]) -> Vec<u8>,
    block: usize,
    message: &[&[u8]],
    tag: &[u8],
    length: u8,
) -> Vec<u8> {
    let tag = [tag, &[tag.len() as u8]].concat();
    let first = hash(&[&vec![0; block], &message.concat(), &[0, length, 0], &tag]);
    let (mut last, mut out) = (vec![0; first.len()], Vec::new());
    for counter in 1..=u8::MAX {
        if out.len() >= usize::from(length) {
            break;
        }
        let mixed: Vec<u8> = first.iter().zip(&last).map(|(a, b)| a ^ b).collect();
        last = hash(&[&mixed, &[counter], &tag]);
        out.extend_from_slice(&last);
    }
    out.truncate(usize::from(length));
    out
}

fn sha256(parts: &[&[u8]]) -> Vec<u8> {
    Sha256::digest(parts.concat()).to_vec()
}

fn sha512(parts: &[&[u8]]) -> Vec<u8> {
    Sha512::digest(parts.concat()).to_vec()
}

/// What the suites of edwards25519 share; the last two are its suite_string and its
/// encode_to_curve.
macro_rules! on_edwards25519 {
    ($name:ident, $string:expr, $to_curve:path) => {
        enum $name {}

        impl Suite for $name {
            type Point = edwards::Point;
            const CURVE: Curve = Curve::Ed25519;
            const STRING: &'static [u8] = $string;

            fn hash(parts: &[&[u8]]) -> Vec<u8> {
                sha512(parts)
            }
            fn secret(key: &[u8]) -> Option<BigUint> {
                let key: [u8; 32] = key.try_into().ok()?;
                let mut half: [u8; 32] = sha512(&[&key]).first_chunk().copied()?;
                half[0] &= 0xf8;
                half[31] = half[31] & 0x7f | 0x40;
                Some(BigUint::from_bytes_le(&half))
            }
            fn nonce(key: &[u8], _: &BigUint, h: &[u8]) -> BigUint {
                BigUint::from_bytes_le(&sha512(&[&sha512(&[key])[32..], h])) % &ED25519.order
            }
            fn generator() -> edwards::Point {
                ED25519.generator.clone()
            }
            fn add(p: &edwards::Point, q: &edwards::Point) -> edwards::Point {
                ED25519.add(p, q)
            }
            fn negate((x, y): &edwards::Point) -> edwards::Point {
                ((&ED25519.p - x) % &ED25519.p, y.clone())
            }
            fn multiply(p: &edwards::Point, k: &BigUint) -> edwards::Point {
                ED25519.multiply(p, k)
            }
            fn encode(p: &edwards::Point) -> Option<Vec<u8>> {
                Some(ED25519.encode(p))
            }
            fn decode(bytes: &[u8]) -> Option<edwards::Point> {
                ED25519.decode(bytes)
            }
            fn cleared(p: &edwards::Point) -> edwards::Point {
                ED25519.multiply(p, &BigUint::from(8_u32))
            }
            fn is_small(p: &edwards::Point) -> bool {
                Self::cleared(p) == (BigUint::ZERO, BigUint::from(1_u32))
            }
            fn to_curve(key: &[u8], alpha: &[u8]) -> Option<edwards::Point> {
                $to_curve(key, alpha)
            }
        }
    };
}

on_edwards25519!(EdTai, &[3], edwards_tai);
on_edwards25519!(Ell2, &[4], edwards_ell2);

fn edwards_tai(key: &[u8], alpha: &[u8]) -> Option<edwards::Point> {
    try_and_increment::<EdTai>(key, alpha, |hash| {
        let point = ED25519.decode(hash.get(..32)?)?;
        (!EdTai::is_small(&point)).then(|| EdTai::cleared(&point))
    })
}

fn edwards_ell2(key: &[u8], alpha: &[u8]) -> Option<edwards::Point> {
    let tag = b"ECVRF_edwards25519_XMD:SHA-512_ELL2_NU_\x04";
    let uniform = expand(sha512, 128, &[key, alpha], tag, 48);
    let u = BigUint::from_bytes_be(&uniform) % &ED25519.p;
    Some(Ell2::cleared(&elligator2(&u)))
}

/// The element of edwards25519 for u: map_to_curve_elligator2_edwards25519 (RFC 9380, section
/// 6.8.2), by the definitions of 6.7.1 and appendix D.1.
fn elligator2(u: &BigUint) -> edwards::Point {
    let fp = Fp { p: ED25519.p.clone() };
    let (one, zero) = (BigUint::from(1_u32), BigUint::ZERO);
    let (j, minus) = (BigUint::from(486_662_u32), |a: &BigUint| fp.minus(&zero, a));
    let right = |x: &BigUint| {
        let square = fp.times(x, x);
        fp.plus(&fp.plus(&fp.times(&square, x), &fp.times(&j, &square)), x)
    };
    let twice_square = fp.times(&BigUint::from(2_u32), &fp.times(u, u));
    let inverse = fp.inverse(&fp.plus(&one, &twice_square));
    let x1 = if inverse == zero { minus(&j) } else { fp.times(&minus(&j), &inverse) };
    let of_sign = |root: BigUint, odd: bool| if root.bit(0) == odd { root } else { minus(&root) };
    let (s, t) = match ristretto::root(&right(&x1)) {
        Some(root) => (x1, of_sign(root, true)),
        None => {
            let x2 = fp.minus(&minus(&x1), &j);
            let root = ristretto::root(&right(&x2)).expect("one of the two is a square");
            (x2, of_sign(root, false))
        }
    };
    let denominator = fp.plus(&s, &one);
    if t == zero || denominator == zero {
        return (zero, one);
    }
    let factor = ristretto::root(&minus(&BigUint::from(486_664_u32))).expect("it is a square");
    let factor = of_sign(factor, false);
    (
        fp.times(&fp.times(&factor, &s), &fp.inverse(&t)),
        fp.times(&fp.minus(&s, &one), &fp.inverse(&denominator)),
    )
}

/// fastcrypto's, on ristretto255.
enum Sui {}

impl Suite for Sui {
    type Point = edwards::Point;
    const CURVE: Curve = Curve::Ed25519;
    const STRING: &'static [u8] = b"sui_vrf";

    fn hash(parts: &[&[u8]]) -> Vec<u8> {
        sha512(parts)
    }
    fn secret(key: &[u8]) -> Option<BigUint> {
        below(Curve::Ed25519, key, &ED25519.order).filter(|x| *x != BigUint::ZERO)
    }
    fn nonce(key: &[u8], x: &BigUint, h: &[u8]) -> BigUint {
        EdTai::nonce(key, x, h)
    }
    fn generator() -> edwards::Point {
        EdTai::generator()
    }
    fn add(p: &edwards::Point, q: &edwards::Point) -> edwards::Point {
        EdTai::add(p, q)
    }
    fn negate(p: &edwards::Point) -> edwards::Point {
        EdTai::negate(p)
    }
    fn multiply(p: &edwards::Point, k: &BigUint) -> edwards::Point {
        EdTai::multiply(p, k)
    }
    fn encode(p: &edwards::Point) -> Option<Vec<u8>> {
        Some(ristretto::encode(p))
    }
    fn decode(bytes: &[u8]) -> Option<edwards::Point> {
        ristretto::decode(bytes)
    }
    fn cleared(p: &edwards::Point) -> edwards::Point {
        p.clone()
    }
    fn is_small(p: &edwards::Point) -> bool {
        ristretto::encode(p).iter().all(|byte| *byte == 0)
    }
    fn to_curve(key: &[u8], alpha: &[u8]) -> Option<edwards::Point> {
        let tag = b"ECVRF_ristretto255_XMD:SHA-512_R255MAP_RO_sui_vrf";
        let uniform = expand(sha512, 128, &[key, alpha], tag, 64);
        let (first, second) = uniform.split_at(32);
        Some(ED25519.add(&ristretto::map(first), &ristretto::map(second)))
    }
}

/// What the two suites of P-256 share.
macro_rules! on_p256 {
    ($name:ident, $string:expr, $to_curve:path) => {
        enum $name {}

        impl Suite for $name {
            type Point = ShortPoint<Fp>;
            const CURVE: Curve = Curve::P256;
            const STRING: &'static [u8] = $string;

            fn hash(parts: &[&[u8]]) -> Vec<u8> {
                sha256(parts)
            }
            fn secret(key: &[u8]) -> Option<BigUint> {
                below(Curve::P256, key, &P256.order).filter(|x| *x != BigUint::ZERO)
            }
            fn nonce(_: &[u8], x: &BigUint, h: &[u8]) -> BigUint {
                rfc6979(x, h)
            }
            fn generator() -> ShortPoint<Fp> {
                Some(P256.generator.clone())
            }
            fn add(p: &ShortPoint<Fp>, q: &ShortPoint<Fp>) -> ShortPoint<Fp> {
                P256.add(p, q)
            }
            fn negate(p: &ShortPoint<Fp>) -> ShortPoint<Fp> {
                P256.negate(p)
            }
            fn multiply(p: &ShortPoint<Fp>, k: &BigUint) -> ShortPoint<Fp> {
                P256.multiply(p, k)
            }
            fn encode(p: &ShortPoint<Fp>) -> Option<Vec<u8>> {
                Some(compressed(Curve::P256, p.as_ref()?))
            }
            fn decode(bytes: &[u8]) -> Option<ShortPoint<Fp>> {
                decompressed(Curve::P256, bytes)
            }
            fn cleared(p: &ShortPoint<Fp>) -> ShortPoint<Fp> {
                p.clone()
            }
            fn is_small(p: &ShortPoint<Fp>) -> bool {
                p.is_none()
            }
            fn to_curve(key: &[u8], alpha: &[u8]) -> Option<ShortPoint<Fp>> {
                $to_curve(key, alpha)
            }
        }
    };
}

on_p256!(P256Tai, &[1], p256_tai);
on_p256!(Sswu, &[2], p256_sswu);

fn p256_tai(key: &[u8], alpha: &[u8]) -> Option<ShortPoint<Fp>> {
    try_and_increment::<P256Tai>(key, alpha, |hash| {
        decompressed(Curve::P256, &[&[2], hash].concat())
    })
}

fn p256_sswu(key: &[u8], alpha: &[u8]) -> Option<ShortPoint<Fp>> {
    let tag = b"ECVRF_P256_XMD:SHA-256_SSWU_NU_\x02";
    let uniform = expand(sha256, 64, &[key, alpha], tag, 48);
    Some(simplified_swu(&P256, 10, &(BigUint::from_bytes_be(&uniform) % &P256.field.p)))
}

/// The point of a curve for u: map_to_curve_simple_swu (RFC 9380, section 6.6.2) with Z = −z.
///
/// # Panics
/// If Z is a square: then there may be none.
pub fn simplified_swu(curve: &Short<Fp>, z: u32, u: &BigUint) -> ShortPoint<Fp> {
    let (f, zero) = (&curve.field, BigUint::ZERO);
    let z = f.minus(&zero, &BigUint::from(z));
    let zu2 = f.times(&z, &f.times(u, u));
    let inverse = f.inverse(&f.plus(&f.times(&zu2, &zu2), &zu2));
    let x1 = if inverse == zero {
        f.times(&curve.b, &f.inverse(&f.times(&z, &curve.a)))
    } else {
        let ratio = f.times(&f.minus(&zero, &curve.b), &f.inverse(&curve.a));
        f.times(&ratio, &f.plus(&BigUint::from(1_u32), &inverse))
    };
    let (x, y) = match f.root(&curve.right_side(&x1)) {
        Some(root) => (x1, root),
        None => {
            let x2 = f.times(&zu2, &x1);
            let root = f.root(&curve.right_side(&x2)).expect("one of the two is a square");
            (x2, root)
        }
    };
    let y = if y.bit(0) == u.bit(0) { y } else { f.minus(&zero, &y) };
    Some((x, y))
}

/// HMAC with SHA-256 (RFC 2104), of a key of at most 64 bytes.
fn hmac(key: &[u8], parts: &[&[u8]]) -> Vec<u8> {
    let pad = |byte: u8| {
        let mut block = vec![byte; 64];
        block.iter_mut().zip(key).for_each(|(pad, key)| *pad ^= key);
        block
    };
    sha256(&[&pad(0x5c), &sha256(&[&pad(0x36), &parts.concat()])])
}

/// The nonce of RFC 6979, section 3.2, for P-256 with SHA-256, whose orders have as many bits.
fn rfc6979(x: &BigUint, message: &[u8]) -> BigUint {
    let n = &P256.order;
    let x = number_bytes(Curve::P256, x, 32);
    let digest = BigUint::from_bytes_be(&sha256(&[message])) % n;
    let digest = number_bytes(Curve::P256, &digest, 32);
    let (mut key, mut value) = (vec![0; 32], vec![1; 32]);
    for round in 0..2 {
        key = hmac(&key, &[&value, &[round], &x, &digest]);
        value = hmac(&key, &[&value]);
    }
    loop {
        value = hmac(&key, &[&value]);
        let nonce = BigUint::from_bytes_be(&value);
        if nonce != BigUint::ZERO && nonce < *n {
            return nonce;
        }
        key = hmac(&key, &[&value, &[0]]);
        value = hmac(&key, &[&value]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::vectors::cases::from_hex;

    /// Examples of RFC 9381, appendix B, and one of fastcrypto's tests.
    #[test]
    fn proofs_and_outputs_are_published_ones() {
        let cases = include_str!("../../../vectors/ecvrf.txt").split("\n\n").skip(1);
        let mut seen = 0;
        for block in cases {
            let find = |key: &str| {
                let mut pairs = block.lines().filter_map(|line| line.split_once(" ="));
                pairs.find(|pair| pair.0 == key).expect(key).1.trim()
            };
            let bytes = |key| from_hex(find(key)).expect("digits");
            let id = match find("suite") {
                "ECVRF-P256-SHA256-TAI" => "p256/vrf_prove_tai",
                "ECVRF-P256-SHA256-SSWU" => "p256/vrf_prove_sswu",
                "ECVRF-EDWARDS25519-SHA512-TAI" => "ed25519/vrf_prove_tai",
                "ECVRF-EDWARDS25519-SHA512-ELL2" => "ed25519/vrf_prove_ell2",
                _ => "ed25519/vrf_prove_sui",
            };
            let proof = answer(id, &vec![bytes("sk"), bytes("alpha")]);
            assert_eq!(proof, Some(bytes("pi")), "{id}");
            let case = vec![bytes("pk"), bytes("alpha"), bytes("pi")];
            assert_eq!(answer(&id.replace("prove", "verify"), &case), Some(bytes("beta")), "{id}");
            seen += 1;
        }
        assert_eq!(seen, 5);
    }

    #[test]
    fn cases_hold_and_changed_ones_do_not() {
        use rand_chacha::rand_core::SeedableRng;
        let mut random = ChaCha20Rng::seed_from_u64(9381);
        for id in ["ed25519/vrf_verify_sui", "p256/vrf_verify_sswu"] {
            let mut case = case(id, &mut random).expect("it can be made");
            assert!(answer(id, &case).is_some_and(|output| !output.is_empty()));
            case[1][3] ^= 1;
            assert_eq!(answer(id, &case), None);
        }
    }
}
