//! ECDSA: published verdicts, one by one and in batches, what must be refused, and malleability.
//!
//! Published: C2SP/wycheproof `dac1dd47`, `ecdsa_*_sha256_p1363_test.json` (Apache-2.0); a part in `vectors/`, the whole from the folder that
//! `CURVEMARK_VECTORS` names.

use curve::error::PointError;
use curve::field::Red;
use curve::weierstrass::{Affine, Projective};
use curvemark::ecdsa::{Curve, Error, P256, Secp256k1, Signature, Verifier, VerifyingKey};
use sha2::{Digest, Sha256};

#[path = "../../curve/tests/support/vectors.rs"]
mod vectors;
use vectors::bytes;

struct Case {
    name: String,
    key: Vec<u8>,
    message: Vec<u8>,
    signature: Vec<u8>,
    holds: bool,
}

/// The cases of every clone, and those of the full suite where there is one.
fn cases(text: &'static str, suite: &str) -> Vec<Case> {
    let carried = vectors::cases(text).into_iter().map(|case| Case {
        name: case.text("name").to_owned(),
        key: case.bytes("key"),
        message: case.bytes("message"),
        signature: case.bytes("signature"),
        holds: case.text("holds") == "yes",
    });
    let mut all: Vec<Case> = carried.collect();
    let Some(folder) = std::env::var_os("CURVEMARK_VECTORS") else {
        println!("SKIPPED: {suite} in full, since CURVEMARK_VECTORS is not set");
        return all;
    };
    let text =
        std::fs::read_to_string(std::path::Path::new(&folder).join("wycheproof").join(suite)).expect("the suite");
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let of = |value: &serde_json::Value| bytes(value.as_str().expect("text"));
    for group in json["testGroups"].as_array().expect("groups") {
        for test in group["tests"].as_array().expect("tests") {
            all.push(Case {
                name: format!("{suite}: tcId {}", test["tcId"]),
                key: of(&group["publicKey"]["uncompressed"]),
                message: of(&test["msg"]),
                signature: of(&test["sig"]),
                holds: test["result"] == "valid",
            });
        }
    }
    assert!(all.len() > 300);
    all
}

/// Every case alone, then all whose signatures can be read in batches of several lengths.
fn published<C: Curve>(text: &'static str, suite: &str) {
    let verifier = Box::new(Verifier::<C>::new());
    let (mut keys, mut digests, mut signatures, mut expected) = (vec![], vec![], vec![], vec![]);
    let (mut held, mut refused) = (0, 0);
    for case in cases(text, suite) {
        let key = VerifyingKey::<C>::from_sec1(&case.key).expect("keys of the suite are good");
        let Ok(signature) = Signature::<C>::from_bytes(&case.signature) else {
            assert!(!case.holds, "{}", case.name);
            refused += 1;
            continue;
        };
        assert_eq!(verifier.verify(&key, &case.message, &signature), case.holds, "{}", case.name);
        // (r, n − s) holds as well, and no low s is above half the order.
        let other = Signature::<C>::from_bytes(&negated_s(&signature)).expect("in range");
        assert_eq!(verifier.verify(&key, &case.message, &other), case.holds, "{}", case.name);
        assert_eq!(signature.normalize_s(), other.normalize_s());
        assert!(signature.has_low_s() ^ other.has_low_s());
        let low = signature.normalize_s().to_bytes();
        assert_eq!(Signature::<C>::from_bytes_low_s(&low), Ok(signature.normalize_s()));
        let high = if signature.has_low_s() { other } else { signature };
        assert_eq!(Signature::<C>::from_bytes_low_s(&high.to_bytes()), Err(Error::HighS));

        keys.push(key);
        digests.push(<[u8; 32]>::from(Sha256::digest(&case.message)));
        signatures.push(signature);
        expected.push(case.holds);
        held += usize::from(case.holds);
    }
    println!("{held} of {} signatures hold, {refused} cannot be read", expected.len());
    assert!(held >= 30 && expected.len() - held >= 5 && refused >= 10);
    for length in [1, 3, 7, 8, 9, 63, 64, 65, expected.len()] {
        for start in [0, 5] {
            let range = start..(start + length).min(expected.len());
            let mut verdicts = vec![false; range.len()];
            let (keys, digests, signatures) =
                (&keys[range.clone()], &digests[range.clone()], &signatures[range.clone()]);
            verifier.verify_each_prehashed(keys, digests, signatures, &mut verdicts).expect("one length");
            assert_eq!(verdicts, expected[range], "{length} from {start}");
        }
    }
}

fn negated_s<C: Curve>(signature: &Signature<C>) -> [u8; 64] {
    let mut out = signature.to_bytes();
    let s = Red::<C::Scalar>::from_be_bytes(&out[32..]).expect("below the order");
    out[32..].copy_from_slice(&(-&s).to_be_bytes());
    out
}

#[test]
fn wycheproof_secp256k1() {
    published::<Secp256k1>(include_str!("../../vectors/ecdsa-secp256k1.txt"), "ecdsa_secp256k1_sha256_p1363_test.json");
}

#[test]
fn wycheproof_p256() {
    published::<P256>(include_str!("../../vectors/ecdsa-p256.txt"), "ecdsa_secp256r1_sha256_p1363_test.json");
}

/// A key, a digest and a signature with chosen factors of the generator and of the key d·G: u₁ and u₂, if x(u₁·G + u₂·d·G) is `r`.
fn chosen<C: Curve>(
    d: &Red<C::Scalar>,
    u1: &Red<C::Scalar>,
    u2: &Red<C::Scalar>,
    r: &Red<C::Scalar>,
) -> (VerifyingKey<C>, [u8; 32], Signature<C>) {
    let s = r * &u2.invert();
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(&r.to_be_bytes());
    bytes[32..].copy_from_slice(&s.to_be_bytes());
    let key = Projective::<C>::mul_generator(d).to_affine();
    let key = VerifyingKey::from_point(key).expect("d is not zero");
    (key, (u1 * &s).to_be_bytes(), Signature::from_bytes(&bytes).expect("in range"))
}

/// x of k·G modulo the order.
fn x<C: Curve>(k: &Red<C::Scalar>) -> Red<C::Scalar> {
    let point = Projective::<C>::mul_generator(k).to_affine();
    Red::from_uniform_bytes(&point.to_x_only().expect("k is not zero"))
}

/// Sums that are the identity, doublings, and a good and a bad signature, each in every place of batches around it.
fn special_sums_in_every_lane<C: Curve>() {
    let verifier = Box::new(Verifier::<C>::new());
    let [d, u1, u2] = [7_u64, 1_234_567_891_011, 0xffff_ffff_ffff_fff1].map(Red::<C::Scalar>::from);
    let good = chosen::<C>(&d, &u1, &u2, &x::<C>(&(&u1 + &(&u2 * &d))));
    let bad = chosen::<C>(&d, &u1, &u2, &x::<C>(&u1));
    // u₁·G = u₂·P, and u₁·G = −u₂·P, whose sum has no x whatever r is.
    let same = &u1 * &d.invert();
    let doubled = chosen::<C>(&d, &u1, &same, &x::<C>(&(&u1 + &u1)));
    let vanishing = chosen::<C>(&d, &u1, &-&same, &x::<C>(&(&u1 + &u1)));
    // A digest of zero: nothing of the generator.
    let keyed = chosen::<C>(&d, &Red::zero(), &u2, &x::<C>(&(&u2 * &d)));
    let special = [(good, true), (bad, false), (doubled, true), (vanishing, false), (keyed, true)];
    for ((key, digest, signature), holds) in &special {
        assert_eq!(verifier.verify_prehashed(key, digest, signature), *holds);
    }
    for place in 0..8 {
        for other in 0..special.len() {
            // Good and bad ones in turn, and in this place one of the others.
            let mut items: Vec<_> = special[..2].iter().cycle().take(9).collect();
            items[place] = &special[other];
            let keys: Vec<_> = items.iter().map(|item| item.0.0).collect();
            let digests: Vec<_> = items.iter().map(|item| item.0.1).collect();
            let signatures: Vec<_> = items.iter().map(|item| item.0.2).collect();
            let mut verdicts = [false; 9];
            verifier.verify_each_prehashed(&keys, &digests, &signatures, &mut verdicts).expect("nine of each");
            assert!(verdicts.iter().zip(&items).all(|(verdict, item)| *verdict == item.1), "{place}: {verdicts:?}");
        }
    }
}

#[test]
fn sums_that_vanish_or_double_are_judged_in_every_lane() {
    special_sums_in_every_lane::<Secp256k1>();
    special_sums_in_every_lane::<P256>();
}

#[test]
fn inputs_that_are_none_are_refused_with_their_reason() {
    type S = Signature<Secp256k1>;
    let order = (-&Red::<<Secp256k1 as curve::weierstrass::Group>::Scalar>::one()).to_be_bytes();
    let part = |r: &[u8; 32], s: &[u8; 32]| [&r[..], s].concat();
    let one = std::array::from_fn(|i| u8::from(i == 31));
    let beyond = std::array::from_fn(|i| order[i] + u8::from(i == 31));
    for length in [0, 1, 63, 65, 128] {
        assert_eq!(S::from_bytes(&vec![1; length]), Err(Error::Length));
    }
    assert_eq!(S::from_bytes(&part(&[0; 32], &one)), Err(Error::R));
    assert_eq!(S::from_bytes(&part(&beyond, &one)), Err(Error::R));
    assert_eq!(S::from_bytes(&part(&one, &[0; 32])), Err(Error::S));
    assert_eq!(S::from_bytes(&part(&one, &beyond)), Err(Error::S));
    assert_eq!(S::from_bytes(&part(&one, &[0xff; 32])), Err(Error::S));
    assert!(S::from_bytes(&part(&order, &order)).is_ok());
    assert_eq!(S::from_bytes_low_s(&part(&one, &order)), Err(Error::HighS));

    assert_eq!(VerifyingKey::<P256>::from_point(Affine::identity()), Err(Error::Key(PointError::Identity)));
    assert_eq!(VerifyingKey::<P256>::from_sec1(&[0]), Err(Error::Key(PointError::Identity)));
    assert_eq!(VerifyingKey::<P256>::from_sec1(&[4; 65]), Err(Error::Key(PointError::NotOnCurve)));

    let verifier = Box::new(Verifier::<Secp256k1>::new());
    let key = VerifyingKey::from_point(Affine::generator()).expect("no identity");
    let signature = S::from_bytes(&part(&one, &one)).expect("in range");
    let mut verdicts = [true; 2];
    assert_eq!(
        verifier.verify_each_prehashed(&[key; 2], &[[0; 32]; 2], &[signature; 1], &mut verdicts),
        Err(Error::LengthMismatch)
    );
    assert_eq!(verifier.verify_each_prehashed(&[key; 1], &[], &[], &mut []), Err(Error::LengthMismatch));
    assert_eq!(verifier.verify_each_prehashed(&[], &[], &[], &mut []), Ok(()));
    assert_eq!(verdicts, [true; 2], "no verdict was written");
}
