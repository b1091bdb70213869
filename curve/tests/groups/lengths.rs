//! Bytes of every length get an answer: an element, or that there is none.

use curve::field::{Anywhere, Red};
use curve::{bls12_381, bn254, ed25519, p256, secp256k1};
#[cfg(feature = "pasta")]
use curve::{pallas, vesta};
use num_bigint::BigUint;

fn integer<F: Anywhere>(element: &Red<F>) -> BigUint {
    let mut bytes = vec![0; F::BYTES];
    element.to_bytes(&mut bytes);
    BigUint::from_bytes_be(&bytes)
}

/// Bytes from the highest on, none of them zero.
fn bytes(length: usize) -> Vec<u8> {
    (0..length).map(|i| 1 + ((i * 37) & 0x7f) as u8).collect()
}

/// What is encoded has one length; integers of every length have a residue.
fn prime_field<F: Anywhere>() {
    let modulus = integer(&-Red::<F>::one()) + 1u32;
    for length in 0..5 * F::BYTES {
        let bytes = bytes(length);
        let number = BigUint::from_bytes_be(&bytes);
        let (element, good) = Red::<F>::from_bytes(&bytes);
        assert_eq!(bool::from(good), length == F::BYTES && number < modulus, "{length}");
        assert_eq!(
            integer(&element),
            if bool::from(good) { number.clone() } else { BigUint::ZERO },
            "{length}"
        );
        assert_eq!(integer(&Red::<F>::from_uniform_bytes(&bytes)), number % &modulus, "{length}");
    }
}

#[test]
fn every_length_has_an_answer() {
    prime_field::<bls12_381::FpEngine>();
    prime_field::<bls12_381::FrEngine>();
    prime_field::<bn254::FpEngine>();
    prime_field::<bn254::FrEngine>();
    prime_field::<secp256k1::FpEngine>();
    prime_field::<secp256k1::FrEngine>();
    prime_field::<p256::FpEngine>();
    prime_field::<p256::FrEngine>();
    prime_field::<ed25519::FpEngine>();
    prime_field::<ed25519::FrEngine>();
    #[cfg(feature = "pasta")]
    {
        prime_field::<pallas::FpEngine>();
        prime_field::<vesta::FpEngine>();
    }
    for length in 0..200 {
        let bytes = bytes(length);
        let (element, good) = bls12_381::Fp2::from_bytes(&bytes);
        assert_eq!(
            bool::from(good),
            length == 96 && bytes[0] < 0x1a && bytes[48] < 0x1a,
            "{length}"
        );
        assert!(bool::from(good) || element == bls12_381::Fp2::zero(), "{length}");
        let (c0, c1) = bytes.split_at(length >> 1);
        let parts = [c0, c1].map(bls12_381::Fp::from_uniform_bytes);
        let wide = bls12_381::Fp2::from_uniform_bytes(&bytes);
        assert_eq!([wide.c0(), wide.c1()], parts, "{length}");
    }
}
