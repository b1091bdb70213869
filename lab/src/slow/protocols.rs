//! Signatures on slow integers: cases for the verifications.

use super::edwards::ED25519;
use super::values::{
    below, compressed, number, number_bytes, random_below, random_scalar, short, short_bytes, short_point,
};
use super::{edwards, order};
use num_bigint::BigUint;
use peer_api::{Case, Curve};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng;
use sha2::{Digest, Sha512};

fn bytes<const N: usize>(random: &mut ChaCha20Rng) -> [u8; N] {
    let mut bytes = [0; N];
    random.fill_bytes(&mut bytes);
    bytes
}

/// A digest, a signature with the lower s, a public key (FIPS 186-5, section 6.4). `None` for a curve without ECDSA.
pub fn ecdsa(curve: Curve, random: &mut ChaCha20Rng) -> Option<Case> {
    let (short, n) = (short(curve)?, order(curve));
    let [secret, nonce] = [random_scalar(curve, random), random_scalar(curve, random)];
    let digest = bytes::<32>(random);
    let (x, _) = short.multiply_generator(&nonce)?;
    let r = x % n;
    let s = nonce.modinv(n)? * (number(curve, &digest) + &r * &secret) % n;
    let s = if s > n >> 1_u32 { n - s } else { s };
    let signature = [number_bytes(curve, &r, 32), number_bytes(curve, &s, 32)].concat();
    let key = short_bytes(curve, &short.multiply_generator(&secret));
    Some(vec![digest.to_vec(), signature, key])
}

/// Whether a signature holds (FIPS 186-5, section 6.4.2). `None` for a malformed one, or one with the higher s.
pub fn ecdsa_verify(curve: Curve, case: &Case) -> Option<bool> {
    let (short, n) = (short(curve)?, order(curve));
    let [digest, signature, key] = &case[..] else { return None };
    let (r, s) = signature.split_at_checked(32)?;
    let (r, s) = (below(curve, r, n)?, below(curve, s, n)?);
    if r == BigUint::ZERO || s == BigUint::ZERO || s > n >> 1_u32 {
        return None;
    }
    let inverse = s.modinv(n)?;
    let [u1, u2] = [number(curve, digest) * &inverse % n, &r * &inverse % n];
    let key = short_point(curve, key)?;
    let sum = short.add(&short.multiply_generator(&u1), &short.multiply(&key, &u2));
    Some(sum.is_some_and(|(x, _)| x % n == r))
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

/// The public key of a seed.
pub fn ed25519_public_key(seed: &[u8]) -> Vec<u8> {
    ED25519.encode(&ED25519.multiply(&ED25519.generator, &expanded(seed).0))
}

fn challenge(r: &[u8], key: &[u8], message: &[u8]) -> BigUint {
    let hash = Sha512::new().chain_update(r).chain_update(key).chain_update(message).finalize();
    BigUint::from_bytes_le(&hash) % &ED25519.order
}

/// A public key, a message of 32 bytes, a signature (RFC 8032, section 5.1.6, with a random nonce).
pub fn ed25519(random: &mut ChaCha20Rng) -> Case {
    let (seed, message) = (bytes::<32>(random), bytes::<32>(random));
    let (secret, key) = (expanded(&seed).0, ed25519_public_key(&seed));
    let nonce = random_below(&ED25519.order, random);
    let r = ED25519.encode(&ED25519.multiply(&ED25519.generator, &nonce));
    let s = (nonce + challenge(&r, &key, &message) * secret) % &ED25519.order;
    vec![key, message.to_vec(), [r, number_bytes(Curve::Ed25519, &s, 32)].concat()]
}

/// Whether a signature holds, without the cofactor. `None` for a malformed one.
pub fn ed25519_verify(case: &Case) -> Option<bool> {
    let [key, message, signature] = &case[..] else { return None };
    let (r, s) = signature.split_at_checked(32)?;
    let s = below(Curve::Ed25519, s, &ED25519.order)?;
    let point: edwards::Point = ED25519.decode(key)?;
    let left = ED25519.multiply(&ED25519.generator, &s);
    let right = ED25519.add(&ED25519.decode(r)?, &ED25519.multiply(&point, &challenge(r, key, message)));
    Some(left == right)
}
