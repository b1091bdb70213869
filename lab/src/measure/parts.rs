//! What operations are made of, as far as the parts are operations too: for the shares that each
//! has in the whole.
//!
//! A table of the protocols' definitions, not of anybody's code: an implementation may share work
//! between parts, and then they take longer alone.

use record::Part;

/// Operations, with their parts and how often each is done in a call.
const PARTS: &[(&str, &[(&str, f64)])] = &[
    ("bls12-381/pairing", &[("bls12-381/miller_loop", 1.0), ("bls12-381/final_exp", 1.0)]),
    ("bls12-381/bls_sign", &[("bls12-381/hash_to_g2", 1.0), ("bls12-381/g2_mul", 1.0)]),
    (
        "bls12-381/bls_verify_parsed",
        &[("bls12-381/hash_to_g2", 1.0), ("bls12-381/multi_pairing_2", 1.0)],
    ),
    (
        "bls12-381/bls_verify",
        &[
            ("bls12-381/g1_decode", 1.0),
            ("bls12-381/g2_decode", 1.0),
            ("bls12-381/hash_to_g2", 1.0),
            ("bls12-381/multi_pairing_2", 1.0),
        ],
    ),
    ("secp256k1/ecdsa_sign", &[("secp256k1/generator_mul", 1.0)]),
    ("p256/ecdsa_sign", &[("p256/generator_mul", 1.0)]),
    ("secp256k1/ecdsa_verify", &[("secp256k1/decode", 1.0), ("secp256k1/double_mul_vartime", 1.0)]),
    ("p256/ecdsa_verify", &[("p256/decode", 1.0), ("p256/double_mul_vartime", 1.0)]),
    ("ed25519/x25519_public_key", &[("ed25519/generator_mul", 1.0)]),
    ("p256/ecdh", &[("p256/mul", 1.0)]),
    ("secp256k1/ecdh", &[("secp256k1/mul", 1.0)]),
    ("ed25519/sign", &[("ed25519/generator_mul", 1.0)]),
    ("ed25519/verify", &[("ed25519/decode", 1.0), ("ed25519/double_mul_vartime", 1.0)]),
    ("cashu-v3/sign", &[("bls12-381/g1_decode", 1.0), ("bls12-381/g1_mul", 1.0)]),
    (
        "cashu-v3/verify",
        &[
            ("bls12-381/g1_decode", 1.0),
            ("bls12-381/g2_decode", 1.0),
            ("bls12-381/hash_to_g1", 1.0),
            ("bls12-381/multi_pairing_2", 1.0),
        ],
    ),
    (
        "secp256k1/bip352_scan",
        &[("secp256k1/mul", 1.0), ("secp256k1/generator_mul", 1.0), ("secp256k1/add", 2.0)],
    ),
    ("secp256k1/bip352_scan_1000", &[("secp256k1/bip352_scan", 1000.0)]),
    ("secp256k1/bip32_child", &[("secp256k1/generator_mul", 1.0)]),
    ("secp256k1/bip32_public_child", &[("secp256k1/generator_mul_vartime", 1.0)]),
    ("secp256k1/bip324_exchange", &[("secp256k1/mul", 1.0)]),
    ("ed25519/vrf_prove_ell2", &[("ed25519/mul", 2.0), ("ed25519/generator_mul", 1.0)]),
    ("p256/vrf_prove_sswu", &[("p256/mul", 2.0), ("p256/generator_mul", 1.0)]),
    (
        "bls12-381/bls_threshold_combine_67",
        &[("bls12-381/g1_msm_64", 1.0), ("bls12-381/bls_min_sig_verify_parsed", 1.0)],
    ),
    // The digest of a key is kept with the key: issuer and header are eight elements each, and so
    // are all inputs.
    (
        "zklogin/verify",
        &[("bn254/poseidon_8", 3.0), ("groth16/bn254_verify_1", 1.0), ("ed25519/verify", 1.0)],
    ),
    ("zklogin/verify_64", &[("zklogin/verify", 64.0)]),
    ("cashu-legacy/blind", &[("secp256k1/generator_mul", 1.0)]),
    ("cashu-legacy/sign", &[("secp256k1/decode", 1.0), ("secp256k1/mul", 1.0)]),
    (
        "cashu-legacy/sign_with_proof",
        &[("secp256k1/decode", 1.0), ("secp256k1/mul", 2.0), ("secp256k1/generator_mul", 1.0)],
    ),
    ("cashu-legacy/unblind", &[("secp256k1/decode", 2.0), ("secp256k1/mul", 1.0)]),
    ("cashu-legacy/mint_verify", &[("secp256k1/decode", 1.0), ("secp256k1/mul", 1.0)]),
];

/// The parts of an operation; none where the lab does not know them.
pub fn of(id: &str) -> Vec<Part> {
    let known = PARTS.iter().find(|(whole, _)| *whole == id).map_or(&[][..], |(_, parts)| parts);
    known
        .iter()
        .map(|(operation, times)| Part { operation: (*operation).to_owned(), times: *times })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wholes_and_parts_are_operations() {
        for (whole, parts) in PARTS {
            assert!(peer_api::operation(whole).is_some(), "{whole}");
            for (part, times) in *parts {
                assert!(peer_api::operation(part).is_some() && *times > 0.0, "{part}");
                assert_ne!(whole, part);
            }
        }
        assert_eq!(of("bls12-381/pairing").len(), 2);
        assert!(of("bls12-381/fp_mul").is_empty());
    }
}
