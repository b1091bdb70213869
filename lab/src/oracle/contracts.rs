//! Contracts of the Ethereum machine on slow integers: those whose arithmetic is on curves of the
//! grid or on integers alone.

use super::protocols::ecdsa_recover;
use super::short::Point;
use super::values::{number, short_bytes, short_point};
use super::{BN254_G1, P256, order};
use crate::oracle::field::Fp;
use num_bigint::BigUint;
use peer_api::Curve;
use peer_api::contracts::Call;
use sha2::{Digest, Sha256};
use sha3::Keccak256;

/// Whether there is an answer here.
pub(super) fn serves(call: &Call) -> bool {
    ["ecrecover", "sha256", "modexp", "bn254_g1add", "bn254_g1mul", "p256verify"]
        .contains(&call.name)
}

/// What the contract gives under Osaka's rules, or `None` where it refuses the input.
pub(super) fn answer(call: &Call, input: &[u8]) -> Option<Vec<u8>> {
    Some(match call.name {
        "sha256" => Sha256::digest(input).to_vec(),
        "ecrecover" => signer(&padded(input, 128)).unwrap_or_default(),
        "modexp" => return power(input),
        "bn254_g1add" => {
            let input = padded(input, 128);
            bn254_bytes(&BN254_G1.add(&bn254(&input[..64])?, &bn254(&input[64..])?))
        }
        "bn254_g1mul" => {
            let input = padded(input, 96);
            bn254_bytes(
                &BN254_G1.multiply(&bn254(&input[..64])?, &BigUint::from_bytes_be(&input[64..])),
            )
        }
        "p256verify" if holds(input) == Some(true) => {
            padded(&[], 31).into_iter().chain([1]).collect()
        }
        "p256verify" => Vec::new(),
        _ => return None,
    })
}

/// The first bytes of an input with zeros behind it.
fn padded(input: &[u8], length: usize) -> Vec<u8> {
    input.iter().copied().chain(core::iter::repeat(0)).take(length).collect()
}

fn bn254(bytes: &[u8]) -> Option<Point<Fp>> {
    short_point(Curve::Bn254, bytes)
}

fn bn254_bytes(point: &Point<Fp>) -> Vec<u8> {
    short_bytes(Curve::Bn254, point)
}

/// The address behind twelve zeros.
fn signer(input: &[u8]) -> Option<Vec<u8>> {
    let (digest, rest) = input.split_at(32);
    let (v, signature) = rest.split_at(32);
    let id = match v.split_last()? {
        (v @ (27 | 28), zeros) if zeros.iter().all(|byte| *byte == 0) => v - 27,
        _ => return None,
    };
    let key = ecdsa_recover(Curve::Secp256k1, &vec![digest.to_vec(), [signature, &[id]].concat()])?;
    let hash = Keccak256::digest(&key[1..]);
    Some([&[0; 12], &hash[12..]].concat())
}

/// EIP-7951, with either s: r is the x of (z/s)G + (r/s)Q.
fn holds(input: &[u8]) -> Option<bool> {
    let curve = Curve::P256;
    let [digest, r, s, x, y] = <[&[u8]; 5]>::try_from(input.chunks(32).collect::<Vec<_>>()).ok()?;
    let n = order(curve);
    let below = |bytes: &[u8]| Some(number(curve, bytes)).filter(|k| k < n && *k != BigUint::ZERO);
    let (r, s) = (below(r)?, below(s)?);
    let key = short_point(curve, &[&[4], x, (y.len() == 32).then_some(y)?].concat())?;
    let inverse = s.modinv(n)?;
    let [u1, u2] = [number(curve, digest) * &inverse % n, &r * &inverse % n];
    let sum = P256.add(&P256.multiply_generator(&u1), &P256.multiply(&key, &u2));
    Some(sum.is_some_and(|(x, _)| x % n == r))
}

/// EIP-198 with the limits of EIP-7823.
fn power(input: &[u8]) -> Option<Vec<u8>> {
    let length = |index: usize| {
        let number =
            BigUint::from_bytes_be(&padded(input.get(32 * index..).unwrap_or_default(), 32));
        usize::try_from(&number).ok().filter(|length| *length <= 1024)
    };
    let [base, exponent, modulus] = [length(0)?, length(1)?, length(2)?];
    let rest = padded(input.get(96..).unwrap_or_default(), base + exponent + modulus);
    let part = |from: usize, length: usize| BigUint::from_bytes_be(&rest[from..from + length]);
    let m = part(base + exponent, modulus);
    let power =
        if m == BigUint::ZERO { m } else { part(0, base).modpow(&part(base, exponent), &m) };
    let bytes = power.to_bytes_be();
    // Zero has one byte, which is one too many where nothing is asked for.
    let bytes = bytes.strip_prefix(&[0]).unwrap_or(&bytes);
    Some([&vec![0; modulus - bytes.len()][..], bytes].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::modulus;

    /// EIP-198's first example: 3^(p − 1) mod p is one; and no modulus at all.
    #[test]
    fn powers() {
        let p = modulus(Curve::Secp256k1);
        let word = |number: u8| padded(&[], 31).into_iter().chain([number]).collect::<Vec<_>>();
        let input =
            [word(1), word(32), word(32), vec![3], (p - 1_u32).to_bytes_be(), p.to_bytes_be()]
                .concat();
        assert_eq!(power(&input), Some(word(1)));
        assert_eq!(power(&[]), Some(Vec::new()));
        assert_eq!(power(&[0xff; 200]), None);
    }
}
