//! ECDSA: published signatures by deterministic nonces, recovery of keys, and what must be refused.
//!
//! Published: RFC 6979, A.2.5, for P-256; paulmillr/noble-curves `ef106458` (MIT) for secp256k1,
//! with additional data for the nonce: a part in `vectors/`, the whole from the folder that
//! `CURVEMARK_VECTORS` names.

use crate::{suites, vectors};
use curve::error::ScalarError;
use curve::field::Red;
use curve::weierstrass::{Affine, Group, Projective};
use curvemark::ecdsa::{
    Curve, Error, P256, RecoveryId, Secp256k1, Signature, SigningKey, Verifier, VerifyingKey,
    leftmost_32,
};
use digest::block_api::EagerHash;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};

/// Signs, compares, verifies, and recovers the key.
fn signs<C: Curve, D: EagerHash>(
    d: &[u8],
    digest: &[u8; 32],
    entropy: &[u8],
    expected: &[u8],
    any_s: bool,
) {
    let key = SigningKey::<C>::from_bytes(d).expect("a key");
    assert_eq!(*key.to_bytes(), d);
    let expected = Signature::<C>::from_bytes(expected).expect("a signature");
    let raw = key.sign_prehashed_any_s::<D>(digest, entropy);
    assert_eq!(raw, if any_s { expected } else { raw });
    let (signature, id) = key.sign_recoverable_prehashed_with::<D>(digest, entropy);
    assert_eq!(signature, expected.normalize_s());
    assert!(signature.has_low_s());
    let public = key.verifying_key();
    public.verify_prehashed(digest, &signature).expect("holds");
    recovers(&public, digest, &signature, id);
    let other =
        if signature == raw { id } else { RecoveryId::from_byte(id.to_byte() ^ 1).expect("an id") };
    recovers(&public, digest, &raw, other);
}

/// The id recovers the key, and the other ids recover none or others.
fn recovers<C: Curve>(
    public: &VerifyingKey<C>,
    digest: &[u8; 32],
    signature: &Signature<C>,
    id: RecoveryId,
) {
    for byte in 0..4 {
        let other = RecoveryId::from_byte(byte).expect("an id");
        let recovered = signature.recover_prehashed(digest, other);
        assert_eq!(recovered == Ok(*public), other == id, "{byte} for {id:?}");
        // Whatever is recovered is a key whose signature this is.
        if let Ok(key) = recovered {
            key.verify_prehashed(digest, signature).expect("holds by its making");
        }
    }
    let bytes = signature.to_recoverable_bytes(id);
    assert_eq!(Signature::from_recoverable_bytes(&bytes), Ok((*signature, id)));
    // Ethereum's v is another number, and the error says which.
    let v = [&bytes[..64], &[id.to_byte() + 27]].concat();
    let refused = Signature::<C>::from_recoverable_bytes(&v).expect_err("no id");
    assert_eq!(refused, Error::RecoveryId);
    assert!(refused.to_string().contains("27 and 28 are 0 and 1 plus 27"), "{refused}");
}

/// Signs a message by the hash of this name.
fn by_hash<C: Curve>(hash: &str, d: &[u8], message: &[u8], expected: &[u8]) {
    fn with<C: Curve, D: EagerHash>(d: &[u8], message: &[u8], expected: &[u8]) {
        signs::<C, D>(d, &leftmost_32(&D::digest(message)), &[], expected, true);
    }
    match hash {
        "SHA1" => with::<C, Sha1>(d, message, expected),
        "SHA224" => with::<C, Sha224>(d, message, expected),
        "SHA256" => with::<C, Sha256>(d, message, expected),
        "SHA384" => with::<C, Sha384>(d, message, expected),
        "SHA512" => with::<C, Sha512>(d, message, expected),
        _ => panic!("{hash}"),
    }
}

/// The cases of every clone.
#[test]
fn published_signatures() {
    let cases = vectors::cases(include_str!("../../../vectors/ecdsa-sign.txt"));
    let mut counts = [0; 2];
    for case in &cases {
        match case.text("curve") {
            "P-256" => {
                counts[0] += 1;
                by_hash::<P256>(
                    case.text("hash"),
                    &case.bytes("secret"),
                    &case.bytes("message"),
                    &case.bytes("signature"),
                );
            }
            "secp256k1" => {
                counts[1] += 1;
                let digest = case.bytes("digest").try_into().expect("32 bytes");
                let entropy = case.bytes("entropy");
                signs::<Secp256k1, Sha256>(
                    &case.bytes("secret"),
                    &digest,
                    &entropy,
                    &case.bytes("signature"),
                    false,
                );
            }
            other => panic!("{other}"),
        }
    }
    assert_eq!(counts, [10, 21]);
}

#[test]
fn rfc6979_p256() {
    let Some(json) = suites::json("rfc6979/p256.json") else { return };
    let cases = suites::list(&json, "cases");
    assert_eq!(cases.len(), 10);
    for case in cases {
        let signature = [suites::hex(case, "r"), suites::hex(case, "s")].concat();
        let message = suites::string(case, "message_utf8").as_bytes();
        by_hash::<P256>(suites::string(case, "hash"), &suites::hex(case, "d"), message, &signature);
        let key = SigningKey::<P256>::from_bytes(&suites::hex(case, "d")).expect("a key");
        let public = [vec![4], suites::hex(case, "Qx"), suites::hex(case, "Qy")].concat();
        assert_eq!(key.verifying_key().to_sec1_uncompressed().to_vec(), public);
        if case["hash"] == "SHA256" {
            assert_eq!(
                key.sign(message),
                Signature::from_bytes(&signature).expect("one").normalize_s()
            );
        }
    }
}

#[test]
fn secp256k1_of_noble() {
    let Some(json) = suites::json("secp256k1-misc/ecdsa.json") else { return };
    let valid = suites::list(&json, "valid");
    assert_eq!(valid.len(), 2019);
    for case in valid {
        let digest = suites::hex(case, "m").try_into().expect("32 bytes");
        signs::<Secp256k1, Sha256>(
            &suites::hex(case, "d"),
            &digest,
            &[],
            &suites::hex(case, "signature"),
            false,
        );
    }
    let order: [u8; 32] = {
        let mut last = (-&Red::<<Secp256k1 as Group>::Scalar>::one()).to_be_bytes();
        last[31] += 1;
        last
    };
    let one: [u8; 32] = std::array::from_fn(|i| u8::from(i == 31));
    let extra = suites::list(&json, "extraEntropy");
    assert_eq!(extra.len(), 5);
    for case in extra {
        let digest = suites::hex(case, "m").try_into().expect("32 bytes");
        // Skipped: extraEntropyRand, whose additional data the file does not give.
        let entropies = [
            ("signature", vec![]),
            ("extraEntropy0", vec![0; 32]),
            ("extraEntropy1", one.to_vec()),
        ];
        let more = [("extraEntropyN", order.to_vec()), ("extraEntropyMax", vec![0xff; 32])];
        for (name, entropy) in entropies.into_iter().chain(more) {
            signs::<Secp256k1, Sha256>(
                &suites::hex(case, "d"),
                &digest,
                &entropy,
                &suites::hex(case, name),
                false,
            );
        }
    }
    // What signing refuses: keys of zero, of the order and more, and digests of other lengths,
    // which a type does here.
    let mut refused = 0;
    for case in suites::list(&json["invalid"], "sign") {
        let key = SigningKey::<Secp256k1>::from_bytes(&suites::hex(case, "d"));
        refused += usize::from(key.is_err());
        assert!(key.is_err() || suites::hex(case, "m").len() != 32, "{case}");
    }
    assert_eq!(refused, 4);
    let mut refused = 0;
    for case in suites::list(&json["invalid"], "verify") {
        let key = VerifyingKey::<Secp256k1>::from_sec1(&suites::hex(case, "Q"));
        let strict = case["strict"] == true;
        let read = if strict { Signature::from_bytes_low_s } else { Signature::from_bytes };
        let signature = read(&suites::hex(case, "signature"));
        let digest = <[u8; 32]>::try_from(suites::hex(case, "m"));
        let verdict =
            key.and_then(|key| key.verify_prehashed(&digest.expect("32 bytes"), &signature?));
        assert!(verdict.is_err(), "{case}");
        refused += 1;
    }
    assert_eq!(refused, 25);
}

#[test]
fn keys_that_are_none_are_refused_with_their_reason() {
    fn each<C: Curve>() {
        let of = |bytes: &[u8]| SigningKey::<C>::from_bytes(bytes).map(|_| ());
        let order = (-&Red::<C::Scalar>::one()).to_be_bytes();
        let beyond: [u8; 32] = std::array::from_fn(|i| order[i] + u8::from(i == 31));
        assert_eq!(of(&order), Ok(()));
        assert_eq!(of(&beyond), Err(Error::SecretKey(ScalarError::NotCanonical)));
        assert_eq!(of(&[0xff; 32]), Err(Error::SecretKey(ScalarError::NotCanonical)));
        assert_eq!(of(&[0; 32]), Err(Error::SecretKey(ScalarError::Zero)));
        for length in [0, 1, 31, 33, 64] {
            assert_eq!(of(&vec![1; length]), Err(Error::SecretKey(ScalarError::Length)));
        }
        let key = SigningKey::<C>::from_bytes(&[7; 32]).expect("a key");
        assert_eq!(format!("{key:?}"), "SigningKey(…)");
        let again = SigningKey::<C>::from_bytes(&*key.to_bytes()).expect("a key");
        assert_eq!(again.verifying_key(), key.verifying_key());
        let public = key.verifying_key();
        assert_eq!(VerifyingKey::from_sec1(&public.to_sec1()), Ok(public));
        assert_eq!(VerifyingKey::from_sec1(&public.to_sec1_uncompressed()), Ok(public));
        assert_eq!(
            *public.as_point(),
            Projective::<C>::generator()
                .mul(&Red::from_be_bytes(&[7; 32]).expect("a scalar"))
                .to_affine()
        );
    }
    each::<Secp256k1>();
    each::<P256>();
    for byte in 4..=255 {
        assert_eq!(RecoveryId::from_byte(byte), Err(Error::RecoveryId));
    }
}

/// Random keys and digests, and digests that are multiples of the order or beyond it.
#[test]
fn what_is_signed_holds_and_is_recovered() {
    fn each<C: Curve>(seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let order = (-&Red::<C::Scalar>::one()).to_be_bytes();
        let beyond: [u8; 32] = std::array::from_fn(|i| order[i] + u8::from(i == 31));
        for turn in 0..40 {
            let key = SigningKey::<C>::random(&mut rng);
            let mut digest =
                [[0; 32], [0xff; 32], order, beyond].get(turn).copied().unwrap_or_default();
            if turn > 3 {
                rng.fill_bytes(&mut digest);
            }
            let (signature, id) = key.sign_recoverable_prehashed(&digest);
            assert_eq!(signature, key.sign_prehashed(&digest));
            key.verifying_key().verify_prehashed(&digest, &signature).expect("holds");
            recovers(&key.verifying_key(), &digest, &signature, id);
            digest[5] ^= 1;
            assert_eq!(
                key.verifying_key().verify_prehashed(&digest, &signature),
                Err(Error::NotSigned)
            );
        }
    }
    each::<Secp256k1>(1);
    each::<P256>(2);
}

/// Points whose x is n or more: r is n less, which only the higher ids say. Such points are known
/// by search from the top of the field.
#[test]
fn nonce_points_beyond_the_order_are_recovered() {
    fn each<C: Curve>() {
        let (verifier, digest) = (Box::new(Verifier::<C>::new()), [0x5a; 32]);
        let mut found = 0;
        for r in 1_u64..40 {
            let r = Red::<C::Scalar>::from(r);
            let bytes = [r.to_be_bytes(), Red::<C::Scalar>::from(3_u64).to_be_bytes()].concat();
            let signature = Signature::<C>::from_bytes(&bytes).expect("in range");
            for byte in 0..4 {
                let id = RecoveryId::from_byte(byte).expect("an id");
                let recovered = verifier.recover_prehashed(&digest, &signature, id);
                assert_eq!(recovered, signature.recover_prehashed(&digest, id));
                if let Ok(key) = recovered {
                    verifier
                        .verify_prehashed(&key, &digest, &signature)
                        .expect("holds by its making");
                    found += usize::from(byte > 1);
                }
            }
        }
        assert!(found > 10, "half of all x have points");
        // r + n is p or more: there is no such point.
        let key = SigningKey::<C>::from_bytes(&[9; 32]).expect("a key");
        let (signature, id) = key.sign_recoverable_prehashed(&digest);
        let beyond = RecoveryId::from_byte(id.to_byte() | 2).expect("an id");
        assert_eq!(signature.recover_prehashed(&digest, beyond), Err(Error::NotRecoverable));
    }
    each::<Secp256k1>();
    each::<P256>();
}

/// sR = zG: the key would be the identity.
#[test]
fn the_identity_is_not_recovered() {
    fn each<C: Curve>() {
        let k = Red::<C::Scalar>::from(12_345_u64);
        let point: Affine<C> = Projective::mul_generator(&k).to_affine();
        let r: Red<C::Scalar> = Red::from_uniform_bytes(&point.to_x_only().expect("a point"));
        let s = Red::<C::Scalar>::from(77_u64);
        let signature = [r.to_be_bytes(), s.to_be_bytes()].concat();
        let signature = Signature::<C>::from_bytes(&signature).expect("in range");
        let digest = (&s * &k).to_be_bytes();
        let odd = u8::from(!bool::from(point.has_even_y()));
        let id = RecoveryId::from_byte(odd).expect("an id");
        assert_eq!(signature.recover_prehashed(&digest, id), Err(Error::NotRecoverable));
    }
    each::<Secp256k1>();
    each::<P256>();
}
