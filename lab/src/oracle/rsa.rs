//! RS256 on slow integers: a key, its signatures, and the judge of others' answers.

use num_bigint::BigUint;
use peer_api::Case;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

/// Bytes of the modulus.
const BYTES: usize = 256;

/// What a provider signs: header, point and claims of a token are of this order.
const MESSAGE: usize = 640;

const EXPONENT: u32 = 65_537;

/// What stands before the digest (RFC 8017, section 9.2, note 1).
const DIGEST_INFO: [u8; 19] = [
    0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05,
    0x00, 0x04, 0x20,
];

struct Key {
    modulus: BigUint,
    private: BigUint,
}

/// Two primes are looked for once; whose key it is does not matter.
static KEY: LazyLock<Key> = LazyLock::new(|| {
    let mut random = ChaCha20Rng::seed_from_u64(2048);
    let (p, q) = (prime(&mut random), prime(&mut random));
    let order = (&p - 1_u32) * (&q - 1_u32);
    let private = BigUint::from(EXPONENT).modinv(&order).expect("p − 1 is no multiple of it");
    Key { modulus: p * q, private }
});

/// A prime of 1,024 bits, both of the highest set, so that a product of two has 2,048. One less is
/// no multiple of the exponent.
fn prime(random: &mut ChaCha20Rng) -> BigUint {
    let mut bytes = [0; BYTES / 2];
    loop {
        random.fill_bytes(&mut bytes);
        bytes[0] |= 0xc0;
        bytes[BYTES / 2 - 1] |= 1;
        let candidate = BigUint::from_bytes_be(&bytes);
        let small = [3_u32, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];
        let sieved = small.iter().all(|prime| &candidate % prime != BigUint::ZERO);
        if sieved && (&candidate - 1_u32) % EXPONENT != BigUint::ZERO && is_prime(&candidate) {
            return candidate;
        }
    }
}

/// Fermat's test to four bases, which so large a random number passes by chance never.
fn is_prime(candidate: &BigUint) -> bool {
    let less = candidate - 1_u32;
    [2_u32, 3, 5, 7]
        .iter()
        .all(|base| BigUint::from(*base).modpow(&less, candidate) == BigUint::from(1_u32))
}

/// What is raised to the private exponent: 00 01 FF … FF 00, the digest's name, the digest.
fn encoded(message: &[u8]) -> BigUint {
    let tail = [&[0][..], &DIGEST_INFO, &Sha256::digest(message)].concat();
    let mut out = vec![0xff; BYTES - tail.len()];
    (out[0], out[1]) = (0, 1);
    out.extend(tail);
    BigUint::from_bytes_be(&out)
}

fn bytes(number: &BigUint) -> Vec<u8> {
    let bytes = number.to_bytes_be();
    [vec![0; BYTES - bytes.len()], bytes].concat()
}

/// Modulus, exponent, a message and its signature.
pub fn case(random: &mut ChaCha20Rng) -> Case {
    let mut message = vec![0; MESSAGE];
    random.fill_bytes(&mut message);
    let signature = encoded(&message).modpow(&KEY.private, &KEY.modulus);
    let exponent = EXPONENT.to_be_bytes()[1..].to_vec();
    vec![bytes(&KEY.modulus), exponent, message, bytes(&signature)]
}

/// Whether a signature holds (RFC 8017, section 8.2.2). `None` for one that is none under the key:
/// of another length, or no number below the modulus.
pub fn verify(case: &Case) -> Option<bool> {
    let [modulus, exponent, message, signature] = &case[..] else { return None };
    let [modulus, exponent, number] =
        [modulus, exponent, signature].map(|bytes| BigUint::from_bytes_be(bytes));
    if signature.len() != BYTES || number >= modulus {
        return None;
    }
    Some(number.modpow(&exponent, &modulus) == encoded(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_hold_and_changed_ones_do_not() {
        let mut random = ChaCha20Rng::seed_from_u64(1);
        let case = case(&mut random);
        assert_eq!(KEY.modulus.bits(), 2048);
        assert_eq!(verify(&case), Some(true));
        for part in [2, 3] {
            let mut changed = case.clone();
            changed[part][40] ^= 1;
            assert_eq!(verify(&changed), Some(false));
        }
    }
}
