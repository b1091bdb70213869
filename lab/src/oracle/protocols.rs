//! Signatures on slow integers: cases, and what is right for them.

use super::edwards::ED25519;
use super::values::{
    below, compressed, decompressed, number, number_bytes, random_below, random_scalar, short,
    short_bytes, short_point,
};
use super::{edwards, order};
use num_bigint::BigUint;
use peer_api::{Case, Curve};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng;
use sha2::{Digest, Sha256, Sha512};

fn bytes<const N: usize>(random: &mut ChaCha20Rng) -> [u8; N] {
    let mut bytes = [0; N];
    random.fill_bytes(&mut bytes);
    bytes
}

/// A digest, a signature with the lower s, a public key (FIPS 186-5, section 6.4). `None` for a
/// curve without ECDSA.
pub fn ecdsa(curve: Curve, random: &mut ChaCha20Rng) -> Option<Case> {
    let [secret, nonce] = [random_scalar(curve, random), random_scalar(curve, random)];
    let digest = bytes::<32>(random);
    let signature = ecdsa_by(curve, &secret, &nonce, &digest)?;
    let key = short_bytes(curve, &short(curve)?.multiply_generator(&secret));
    Some(vec![digest.to_vec(), signature[..64].to_vec(), key])
}

/// A digest, a signature with the lower s and its recovery id.
pub fn ecdsa_recoverable(curve: Curve, random: &mut ChaCha20Rng) -> Option<Case> {
    let [secret, nonce] = [random_scalar(curve, random), random_scalar(curve, random)];
    let digest = bytes::<32>(random);
    Some(vec![digest.to_vec(), ecdsa_by(curve, &secret, &nonce, &digest)?])
}

/// A signature with the lower s, and its recovery id, by a nonce that follows from key and digest.
pub fn ecdsa_sign(curve: Curve, secret: &[u8], digest: &[u8]) -> Option<Vec<u8>> {
    let nonce = Sha512::new().chain_update(secret).chain_update(digest).finalize();
    let nonce = number(curve, &nonce) % (order(curve) - 1_u32) + 1_u32;
    ecdsa_by(curve, &scalar(curve, secret)?, &nonce, digest)
}

/// r ‖ s ‖ id with the lower s: the id says whether y of the nonce point is odd, and whether its x
/// was n or more.
fn ecdsa_by(curve: Curve, secret: &BigUint, nonce: &BigUint, digest: &[u8]) -> Option<Vec<u8>> {
    let (short, n) = (short(curve)?, order(curve));
    let (x, y) = short.multiply_generator(nonce)?;
    let r = &x % n;
    let s = nonce.modinv(n)? * (number(curve, digest) + &r * secret) % n;
    let high = s > n >> 1_u32;
    let s = if high { n - s } else { s };
    let id = u8::from(y.bit(0) != high) | u8::from(x >= *n) << 1;
    Some([number_bytes(curve, &r, 32), number_bytes(curve, &s, 32), vec![id]].concat())
}

/// Whether a signature holds (FIPS 186-5, section 6.4.2). `None` for a malformed one, or one with
/// the higher s.
pub fn ecdsa_verify(curve: Curve, case: &Case) -> Option<bool> {
    let (short, n) = (short(curve)?, order(curve));
    let [digest, signature, key] = &case[..] else { return None };
    let (r, s) = signature.split_at_checked(32)?;
    let (r, s) = (scalar(curve, r)?, scalar(curve, s)?);
    if s > n >> 1_u32 {
        return None;
    }
    let inverse = s.modinv(n)?;
    let [u1, u2] = [number(curve, digest) * &inverse % n, &r * &inverse % n];
    let key = short_point(curve, key)?;
    let sum = short.add(&short.multiply_generator(&u1), &short.multiply(&key, &u2));
    Some(sum.is_some_and(|(x, _)| x % n == r))
}

/// Whether a signature with either s is that of a secret key d: whether r is the x of kG, with the
/// k = (z + rd)/s that d gives. `None` for a malformed one.
pub fn ecdsa_is_of(curve: Curve, secret: &[u8], digest: &[u8], signature: &[u8]) -> Option<bool> {
    let n = order(curve);
    let (r, s) = signature.split_at_checked(32)?;
    let (r, s) = (scalar(curve, r)?, scalar(curve, s)?);
    let k = (number(curve, digest) + &r * scalar(curve, secret)?) * s.modinv(n)? % n;
    Some(short(curve)?.multiply_generator(&k).is_some_and(|(x, _)| x % n == r))
}

/// A number from 1 to n − 1.
fn scalar(curve: Curve, bytes: &[u8]) -> Option<BigUint> {
    below(curve, bytes, order(curve)).filter(|number| *number != BigUint::ZERO)
}

/// The public key of a signature with either s and a recovery id (SEC 1, section 4.1.6): Q = r⁻¹(sR
/// − zG). `None` if there is none.
pub fn ecdsa_recover(curve: Curve, case: &Case) -> Option<Vec<u8>> {
    let (short, n) = (short(curve)?, order(curve));
    let [digest, signature] = &case[..] else { return None };
    let (r, rest) = signature.split_at_checked(32)?;
    let (s, [id @ 0..4]) = rest.split_at_checked(32)? else { return None };
    let (r, s) = (scalar(curve, r)?, scalar(curve, s)?);
    let x = if id & 2 == 0 { r.clone() } else { &r + n };
    let nonce = decompressed(curve, &[&[2 | id & 1], &number_bytes_of(curve, &x)?[..]].concat())?;
    let inverse = r.modinv(n)?;
    let minus_z = n - number(curve, digest) % n;
    let sum = short.add(
        &short.multiply(&nonce, &(s * &inverse % n)),
        &short.multiply_generator(&(minus_z * &inverse % n)),
    );
    sum.is_some().then(|| short_bytes(curve, &sum))
}

/// 32 bytes, if the number fits.
fn number_bytes_of(curve: Curve, number: &BigUint) -> Option<Vec<u8>> {
    (number.bits() <= 256).then(|| number_bytes(curve, number, 32))
}

const BITCOIN: Curve = Curve::Secp256k1;

/// A tagged hash (BIP-340, "Design").
pub(super) fn tagged(tag: &str, parts: &[&[u8]]) -> [u8; 32] {
    let tag = Sha256::digest(tag);
    let hash = Sha256::new().chain_update(tag).chain_update(tag);
    parts.iter().fold(hash, |hash, part| hash.chain_update(part)).finalize().into()
}

pub(super) fn tagged_number(tag: &str, parts: &[&[u8]]) -> BigUint {
    number(BITCOIN, &tagged(tag, parts)) % order(BITCOIN)
}

/// The x of a point and the one of k and n − k whose point has the even y.
fn even(k: &BigUint, (x, y): &(BigUint, BigUint)) -> (Vec<u8>, BigUint) {
    (number_bytes(BITCOIN, x, 32), if y.bit(0) { order(BITCOIN) - k } else { k.clone() })
}

/// R ‖ s for a key and a nonce with the x of their points.
fn schnorr_by(key: &(Vec<u8>, BigUint), nonce: &(Vec<u8>, BigUint), message: &[u8]) -> Vec<u8> {
    let e = tagged_number("BIP0340/challenge", &[&nonce.0, &key.0, message]);
    [nonce.0.clone(), number_bytes(BITCOIN, &((&nonce.1 + e * &key.1) % order(BITCOIN)), 32)]
        .concat()
}

/// The signature of BIP-340 with auxiliary bytes of zero. `None` for no secret key.
pub fn schnorr_sign(secret: &[u8], message: &[u8]) -> Option<Vec<u8>> {
    let curve = short(BITCOIN)?;
    let secret = scalar(BITCOIN, secret)?;
    let key = even(&secret, &curve.multiply_generator(&secret)?);
    let mut masked = number_bytes(BITCOIN, &key.1, 32);
    masked
        .iter_mut()
        .zip(tagged("BIP0340/aux", &[&[0; 32]]))
        .for_each(|(byte, mask)| *byte ^= mask);
    let nonce = tagged_number("BIP0340/nonce", &[&masked, &key.0, message]);
    Some(schnorr_by(&key, &even(&nonce, &curve.multiply_generator(&nonce)?), message))
}

/// Messages of 32 bytes, signatures, x-only keys, of so many different keys and nonces: k, k + 1,
/// k + 2, … for random k, whose points cost an addition each. Their coordinates are without
/// structure.
pub fn schnorr(count: usize, random: &mut ChaCha20Rng) -> Option<Case> {
    let curve = short(BITCOIN)?;
    let generator = Some(curve.generator.clone());
    let mut scalars = [random_scalar(BITCOIN, random), random_scalar(BITCOIN, random)];
    let mut points = [0, 1].map(|i: usize| curve.multiply_generator(&scalars[i]));
    let mut case = Case::with_capacity(3 * count);
    for _ in 0..count {
        let [key, nonce] = [0, 1].map(|i: usize| Some(even(&scalars[i], points[i].as_ref()?)));
        let (key, message) = (key?, bytes::<32>(random).to_vec());
        let signature = schnorr_by(&key, &nonce?, &message);
        case.extend([message, signature, key.0]);
        scalars = scalars.map(|scalar| (scalar + 1_u32) % order(BITCOIN));
        points = points.map(|point| curve.add(&point, &generator));
    }
    Some(case)
}

/// Whether a signature of BIP-340 holds. `None` for a malformed one, or for no key.
pub fn schnorr_verify(case: &Case) -> Option<bool> {
    let (curve, n) = (short(BITCOIN)?, order(BITCOIN));
    let [message, signature, key] = &case[..] else { return None };
    let (r, s) = signature.split_at_checked(32)?;
    let (x, s) = (below(BITCOIN, r, &curve.field.p)?, below(BITCOIN, s, n)?);
    let point = decompressed(BITCOIN, &[&[2], &key[..]].concat())?;
    let minus_e = n - tagged_number("BIP0340/challenge", &[r, key, message]);
    let nonce = curve.add(&curve.multiply_generator(&s), &curve.multiply(&point, &minus_e));
    Some(nonce.is_some_and(|nonce| !nonce.1.bit(0) && nonce.0 == x))
}

/// A compressed point for the curve, of SEC 1.
pub fn encoding(curve: Curve, random: &mut ChaCha20Rng) -> Option<Vec<u8>> {
    let point = super::values::random(curve, peer_api::Kind::Point, random)?;
    Some(compressed(curve, &short_point(curve, &point)??))
}

/// The secret scalar and the prefix of a seed (RFC 8032, section 5.1.5).
fn expanded(seed: &[u8]) -> (BigUint, [u8; 32]) {
    let hash: [u8; 64] = Sha512::digest(seed).into();
    let (mut scalar, mut prefix) = ([0; 32], [0; 32]);
    scalar.copy_from_slice(&hash[..32]);
    prefix.copy_from_slice(&hash[32..]);
    scalar[0] &= 0xf8;
    scalar[31] = scalar[31] & 0x7f | 0x40;
    (BigUint::from_bytes_le(&scalar), prefix)
}

/// The integer of X25519's secret key (RFC 7748, section 5). `None` for no key.
fn x25519_integer(key: &[u8]) -> Option<BigUint> {
    let mut bytes: [u8; 32] = key.try_into().ok()?;
    bytes[0] &= 0xf8;
    bytes[31] = bytes[31] & 0x7f | 0x40;
    Some(BigUint::from_bytes_le(&bytes))
}

/// X25519's public key, by way of edwards25519: u = (1 + y)/(1 − y) (RFC 7748, section 4.1).
pub fn x25519_public_key(key: &[u8]) -> Option<Vec<u8>> {
    let p = &ED25519.p;
    let (_, y) = ED25519.multiply(&ED25519.generator, &x25519_integer(key)?);
    let u = (&y + 1_u32) * (p + 1_u32 - y).modinv(p)? % p;
    Some(number_bytes(Curve::Ed25519, &u, 32))
}

/// X25519 by the steps of RFC 7748, section 5. `None` for no keys, and where it is zero.
pub fn x25519(key: &[u8], other: &[u8]) -> Option<Vec<u8>> {
    let p = &ED25519.p;
    let k = x25519_integer(key)?;
    let mut bytes: [u8; 32] = other.try_into().ok()?;
    bytes[31] &= 0x7f;
    let u = BigUint::from_bytes_le(&bytes) % p;
    let minus = |a: &BigUint, b: &BigUint| (a + p - b) % p;
    let [zero, one] = [0_u32, 1].map(BigUint::from);
    let [mut x2, mut z2, mut x3, mut z3] = [one.clone(), zero.clone(), u.clone(), one];
    for bit in (0..255).rev() {
        if k.bit(bit) {
            core::mem::swap(&mut x2, &mut x3);
            core::mem::swap(&mut z2, &mut z3);
        }
        let [a, c] = [(&x2, &z2), (&x3, &z3)].map(|(x, z)| (x + z) % p);
        let [b, d] = [(&x2, &z2), (&x3, &z3)].map(|(x, z)| minus(x, z));
        let [aa, bb, da, cb] = [(&a, &a), (&b, &b), (&d, &a), (&c, &b)].map(|(s, t)| s * t % p);
        let e = minus(&aa, &bb);
        x3 = (&da + &cb).pow(2) % p;
        z3 = &u * minus(&da, &cb).pow(2) % p;
        x2 = &aa * &bb % p;
        z2 = &e * (&aa + 121_665_u32 * &e) % p;
        if k.bit(bit) {
            core::mem::swap(&mut x2, &mut x3);
            core::mem::swap(&mut z2, &mut z3);
        }
    }
    let shared = x2 * z2.modinv(p)? % p;
    (shared != zero).then(|| number_bytes(Curve::Ed25519, &shared, 32))
}

/// x of a secret's multiple of a public key of 65 bytes. `None` for no keys.
pub fn ecdh(curve: Curve, case: &Case) -> Option<Vec<u8>> {
    let [secret, other] = &case[..] else { return None };
    let point = short_point(curve, other).filter(|_| other.len() == 65)?;
    let (x, _) = short(curve)?.multiply(&point, &scalar(curve, secret)?)?;
    Some(number_bytes(curve, &x, 32))
}

/// The public key of a seed.
pub fn ed25519_public_key(seed: &[u8]) -> Vec<u8> {
    ED25519.encode(&ED25519.multiply(&ED25519.generator, &expanded(seed).0))
}

fn challenge(r: &[u8], key: &[u8], message: &[u8]) -> BigUint {
    let hash = Sha512::new().chain_update(r).chain_update(key).chain_update(message).finalize();
    BigUint::from_bytes_le(&hash) % &ED25519.order
}

/// The signature of a message (RFC 8032, section 5.1.6). `None` for no seed.
pub fn ed25519_sign(seed: &[u8], message: &[u8]) -> Option<Vec<u8>> {
    let (secret, prefix) =
        expanded(seed.first_chunk::<32>().filter(|all| all.len() == seed.len())?);
    let nonce = Sha512::new().chain_update(prefix).chain_update(message).finalize();
    let nonce = BigUint::from_bytes_le(&nonce) % &ED25519.order;
    let r = ED25519.encode(&ED25519.multiply(&ED25519.generator, &nonce));
    Some(ed25519_by(&secret, &ed25519_public_key(seed), &nonce, r, message))
}

/// R ‖ s.
fn ed25519_by(
    secret: &BigUint,
    key: &[u8],
    nonce: &BigUint,
    r: Vec<u8>,
    message: &[u8],
) -> Vec<u8> {
    let s = (nonce + challenge(&r, key, message) * secret) % &ED25519.order;
    [r, number_bytes(Curve::Ed25519, &s, 32)].concat()
}

/// A message of 32 bytes, the first of them zero: commonware's functions take a message behind the
/// length of a name, which this is for them.
pub fn ed25519_message(random: &mut ChaCha20Rng) -> Vec<u8> {
    let mut message = bytes::<32>(random).to_vec();
    message[0] = 0;
    message
}

/// Public keys, messages of 32 bytes, signatures, of so many different keys and nonces, as in
/// [`schnorr`]; of random scalars, which no verifier can tell from those of seeds.
pub fn ed25519(count: usize, random: &mut ChaCha20Rng) -> Case {
    let mut scalars = [random_below(&ED25519.order, random), random_below(&ED25519.order, random)];
    let mut points = [0, 1].map(|i: usize| ED25519.multiply(&ED25519.generator, &scalars[i]));
    let mut case = Case::with_capacity(3 * count);
    for _ in 0..count {
        let [key, r] = [0, 1].map(|i: usize| ED25519.encode(&points[i]));
        let message = ed25519_message(random);
        let signature = ed25519_by(&scalars[0], &key, &scalars[1], r, &message);
        case.extend([key, message, signature]);
        scalars = scalars.map(|scalar| (scalar + 1_u32) % &ED25519.order);
        points = points.map(|point| ED25519.add(&point, &ED25519.generator));
    }
    case
}

/// Whether a signature holds, without the cofactor. `None` for a malformed one.
pub fn ed25519_verify(case: &Case) -> Option<bool> {
    let [key, message, signature] = &case[..] else { return None };
    let (r, s) = signature.split_at_checked(32)?;
    let s = below(Curve::Ed25519, s, &ED25519.order)?;
    let point: edwards::Point = ED25519.decode(key)?;
    let left = ED25519.multiply(&ED25519.generator, &s);
    let right =
        ED25519.add(&ED25519.decode(r)?, &ED25519.multiply(&point, &challenge(r, key, message)));
    Some(left == right)
}
