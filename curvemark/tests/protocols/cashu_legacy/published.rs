//! The published vectors: cashubtc/nuts `3ddb1ae7`, tests (MIT), all cases of NUT-00 (less tokens),
//! 12, 13 and 27 in `vectors/`, some of NUT-01 and 02.

use crate::{suites, vectors};
use curve::error::{PointError, ScalarError};
use curve::secp256k1::{AffinePoint, SecretScalar};
use curvemark::cashu::legacy::p2bk::{SLOTS, SharedSecret};
use curvemark::cashu::legacy::{
    BlindSignature, BlindedMessage, BlindingFactor, DleqProof, Error, KeysetId, MintPublicKey,
    MintSecretKey, Purpose, Signature, blind, challenge, derive_backup_key, derive_blinding_factor,
    derive_key, derive_secret, hash_to_curve, keyset_id_int,
};
use curvemark::schnorr;

/// The keys of a case by amount, as far as they can be read.
fn keys(case: &vectors::Case) -> Vec<(u64, Result<MintPublicKey, Error>)> {
    let key = |text: &str| {
        let (amount, key) = text.split_once(',').expect("amount,key");
        (amount.parse().expect("an amount"), MintPublicKey::from_bytes(&vectors::bytes(key)))
    };
    case.list("key").into_iter().map(key).collect()
}

/// Ids of a keyset with the unit, fee and expiry that they are of.
type Id = (String, Option<String>, Option<u64>, Option<u64>);

fn keyset_ids(keys: &[(u64, MintPublicKey)], ids: &[Id]) -> usize {
    let keys = || keys.iter().map(|(amount, key)| (*amount, key));
    for (id, unit, fee, expiry) in ids {
        let bytes = vectors::bytes(id);
        let read = KeysetId::from_bytes(&bytes).expect("an id");
        assert_eq!(
            (read.as_bytes(), &read.to_string(), read.short().as_slice()),
            (&bytes[..], id, &bytes[..8])
        );
        let Some(unit) = unit else {
            assert_eq!(KeysetId::derive_v1(keys()), Ok(read), "{id}");
            assert_ne!(KeysetId::derive_v1(keys().skip(1)), Ok(read), "{id}");
            continue;
        };
        assert_eq!(KeysetId::derive_v2(keys(), unit, *fee, *expiry), Ok(read), "{id}");
        // The unit in upper case is the same; every other difference is another keyset.
        assert_eq!(KeysetId::derive_v2(keys(), &unit.to_uppercase(), *fee, *expiry), Ok(read));
        assert_ne!(KeysetId::derive_v2(keys(), "msat", *fee, *expiry), Ok(read));
        assert_ne!(KeysetId::derive_v2(keys(), unit, Some(7), *expiry), Ok(read));
        assert_ne!(KeysetId::derive_v2(keys(), unit, *fee, Some(7)), Ok(read));
        assert_ne!(KeysetId::derive_v2(keys().skip(1), unit, *fee, *expiry), Ok(read));
    }
    assert_eq!(KeysetId::derive_v1(keys().take(2).chain(keys().take(1))), Err(Error::KeyOrder));
    ids.len()
}

/// The ids of a case in `vectors/`.
fn ids_of_case(case: &vectors::Case) -> usize {
    let keys: Vec<(u64, MintPublicKey)> =
        keys(case).into_iter().map(|(amount, key)| (amount, key.expect("a key"))).collect();
    let id = |text: &str| {
        let [id, unit, fee, expiry] = text.split(',').collect::<Vec<_>>()[..] else {
            panic!("{text}")
        };
        let number = |text: &str| text.parse::<u64>().ok();
        (
            id.to_owned(),
            Some(unit.to_owned()).filter(|unit| !unit.is_empty()),
            number(fee),
            number(expiry),
        )
    };
    keyset_ids(&keys, &case.list("id").into_iter().map(id).collect::<Vec<_>>())
}

/// The keys of an object by amount, ascending.
fn keys_of_json(object: &serde_json::Value) -> Vec<(u64, Result<MintPublicKey, Error>)> {
    let object = object.as_object().expect("an object");
    let mut keys: Vec<_> = object
        .iter()
        .map(|(amount, key)| {
            let key = vectors::bytes(key.as_str().expect("text"));
            (amount.parse().expect("an amount"), MintPublicKey::from_bytes(&key))
        })
        .collect();
    keys.sort_by_key(|(amount, _)| *amount);
    keys
}

/// Keysets of 64 keys are in the full suites alone.
#[test]
fn the_full_suites_of_keysets() {
    let mut ids = 0;
    for file in ["cashu/legacy/keyset_id_v1.json", "cashu/legacy/keyset_id_v2.json"] {
        let Some(suite) = suites::json(file) else { return };
        for case in suites::list(&suite, "cases") {
            let keys: Vec<_> = keys_of_json(&case["keys"])
                .into_iter()
                .map(|(amount, key)| (amount, key.expect("a key")))
                .collect();
            let id = (
                suites::string(case, "id").to_owned(),
                case["unit"].as_str().map(Into::into),
                case["input_fee_ppk"].as_u64(),
                case["final_expiry"].as_u64(),
            );
            ids += keyset_ids(&keys, &[id]);
        }
    }
    assert_eq!(ids, 5);
    let suite = suites::json("cashu/legacy/nut01_keysets.json").expect("as the others");
    let verdicts: Vec<(bool, bool)> = suites::list(&suite, "cases")
        .iter()
        .map(|case| {
            (case["valid"] == true, keys_of_json(&case["keys"]).iter().all(|(_, key)| key.is_ok()))
        })
        .collect();
    assert_eq!(verdicts, [(false, false), (false, false), (true, true), (true, true)]);
}

fn proof(case: &vectors::Case) -> DleqProof {
    DleqProof::from_bytes(&case.bytes("e"), &case.bytes("s")).expect("a proof")
}

/// A key in its slot, with e, E, p, P, x of Z, the factor, P', and the secret keys of P' if P were
/// p·G and if it were −p·G.
fn blinded_key(
    [e, ephemeral, p, key, shared, factor, blinded, equal, other]: [Vec<u8>; 9],
    slot: u8,
) {
    let scalar = |bytes: &[u8]| SecretScalar::from_be_bytes(bytes).expect("a scalar");
    let point = |bytes: &[u8]| AffinePoint::from_sec1(bytes).expect("a point");
    let public = |secret: &SecretScalar| (&AffinePoint::generator() * secret).to_affine();
    let (e, p, key, blinded) = (scalar(&e), scalar(&p), point(&key), point(&blinded));
    assert_eq!(public(&e), point(&ephemeral));
    assert_eq!((&key * &e).to_affine().to_x_only().expect("a point").to_vec(), shared);
    let [sender, receiver] = [(&e, &key), (&p, &point(&ephemeral))]
        .map(|(secret, point)| SharedSecret::new(secret, point).expect("Z"));
    for side in [&sender, &receiver] {
        assert_eq!(side.factor(slot).expect("a factor").to_be_bytes().to_vec(), factor);
        assert_eq!(side.blind_key(&key, slot), Ok(blinded));
    }
    // P of the suite is −p·G.
    assert_eq!(key, public(&p).neg());
    let own = |blinded: &AffinePoint| {
        receiver.secret_key(&p, blinded, slot).map(|key| key.to_be_bytes().to_vec())
    };
    assert_eq!(own(&blinded).as_ref(), Ok(&other));
    assert_eq!(public(&scalar(&other)), blinded);
    let of_equal = sender.blind_key(&public(&p), slot).expect("a point");
    assert_eq!((own(&of_equal), public(&scalar(&equal))), (Ok(equal), of_equal));
    assert_eq!(own(&blinded.neg()), Err(Error::OtherKey));
    assert_eq!(own(&sender.blind_key(&public(&e), slot).expect("a point")), Err(Error::OtherKey));
    assert_eq!(own(&AffinePoint::identity()), Err(Error::Point(PointError::Identity)));
    // ρ·G itself blinds no key.
    assert_eq!(own(&public(&scalar(&factor))), Err(Error::OtherKey));
}

#[test]
fn blinded_keys() {
    let (one, zero) = (
        SecretScalar::from_be_bytes(&[1; 32]).expect("a scalar"),
        SecretScalar::from_be_bytes(&[0; 32]).expect("a scalar"),
    );
    let g = AffinePoint::generator();
    assert_eq!(SharedSecret::new(&zero, &g).err(), Some(Error::Scalar(ScalarError::Zero)));
    assert_eq!(
        SharedSecret::new(&one, &AffinePoint::identity()).err(),
        Some(Error::Point(PointError::Identity))
    );
    let shared = SharedSecret::new(&one, &g).expect("Z");
    assert!(shared.factor(SLOTS - 1).is_ok());
    for slot in [SLOTS, 255] {
        assert_eq!(shared.factor(slot).err(), Some(Error::Slot));
        assert_eq!(shared.blind_key(&g, slot), Err(Error::Slot));
        assert_eq!(shared.secret_key(&one, &g, slot).err(), Some(Error::Slot));
    }
    assert_eq!(
        shared.blind_key(&AffinePoint::identity(), 0),
        Err(Error::Point(PointError::Identity))
    );
    assert_eq!(shared.secret_key(&zero, &g, 0).err(), Some(Error::Scalar(ScalarError::Zero)));
    // P = −ρ·G has the identity as P', and p = −ρ a zero as k.
    let factor = shared.factor(3).expect("a factor");
    let minus = (&g * &factor).to_affine().neg();
    assert_eq!(shared.blind_key(&minus, 3), Err(Error::Point(PointError::Identity)));
    assert_eq!(format!("{shared:?}"), "SharedSecret(…)");

    let Some(suite) = suites::json("cashu/legacy/nut28_p2bk.json") else { return };
    let (given, keys) = (&suite["inputs"], &suite["derived_secret_keys"]);
    let slots = suites::list(&suite, "blinding_scalars").len();
    let list = |value: &serde_json::Value, key: &str, slot: usize| {
        vectors::bytes(suites::list(value, key)[slot].as_str().expect("text"))
    };
    for slot in 0..slots {
        let [e, ephemeral, p, key, shared] =
            ["e", "E", "p", "P", "Zx"].map(|name| suites::hex(given, name));
        let [factor, blinded] =
            ["blinding_scalars", "blinded_pubkeys"].map(|name| list(&suite, name, slot));
        let [equal, other] =
            ["std_p_plus_r", "neg_minus_p_plus_r"].map(|name| list(keys, name, slot));
        blinded_key([e, ephemeral, p, key, shared, factor, blinded, equal, other], slot as u8);
    }
    assert_eq!(slots, usize::from(SLOTS));
}

#[test]
fn published() {
    let mut counts = std::collections::BTreeMap::new();
    for case in vectors::cases(include_str!("../../../../vectors/cashu-legacy.txt")) {
        let (name, kind) = (case.text("name"), case.text("kind"));
        let mut number = 1;
        let key = |name| MintPublicKey::from_bytes(&case.bytes(name)).expect("a key");
        let promise = || BlindSignature::from_bytes(&case.bytes("promise")).expect("C_");
        let message = || BlindedMessage::from_bytes(&case.bytes("message")).expect("B_");
        let factor = || BlindingFactor::from_bytes(&case.bytes("r")).expect("a factor");
        match kind {
            "hash" => {
                let point = hash_to_curve(&case.bytes("secret"));
                assert_eq!(
                    point.to_sec1().expect("a point").to_vec(),
                    case.bytes("point"),
                    "{name}"
                );
            }
            "blind" => assert_eq!(blind(&case.bytes("secret"), &factor()), message(), "{name}"),
            "sign" => {
                let mint = MintSecretKey::from_bytes(&case.bytes("k")).expect("a key");
                assert_eq!(mint.sign(&message()), promise(), "{name}");
            }
            "keyset" => number = ids_of_case(&case),
            "keys" => {
                let refused: Vec<Error> =
                    keys(&case).into_iter().filter_map(|(_, key)| key.err()).collect();
                assert_eq!(refused, [Error::Length], "{name}: {}", case.text("why"));
            }
            "challenge" => {
                let nonce = |name| AffinePoint::from_sec1(&case.bytes(name)).expect("a point");
                let e =
                    challenge(&nonce("r1"), &nonce("r2"), &key("key"), &promise()).expect("points");
                assert_eq!(e.to_vec(), case.bytes("e"), "{name}");
            }
            "prove" => {
                let mint = MintSecretKey::from_bytes(&case.bytes("k")).expect("a key");
                assert_eq!(mint.public_key(), key("key"));
                assert_eq!(mint.sign_with_proof(&message()), (promise(), proof(&case)), "{name}");
                assert_eq!(proof(&case).verify(&key("key"), &message(), &promise()), Ok(()));
            }
            "promise" => assert_eq!(
                proof(&case).verify(&key("key"), &message(), &promise()),
                Ok(()),
                "{name}"
            ),
            "payment" => {
                let signature = Signature::from_bytes(&case.bytes("c")).expect("C");
                let secret = case.bytes("secret");
                let verify = |secret: &[u8]| {
                    proof(&case).verify_unblinded(&key("key"), secret, &signature, &factor())
                };
                assert_eq!(verify(&secret), Ok(()), "{name}");
                assert_eq!(verify(&secret[1..]), Err(Error::NotProven), "{name}");
            }
            "number" => {
                let keyset = KeysetId::from_bytes(&case.bytes("keyset")).expect("an id");
                assert_eq!(keyset_id_int(&keyset).to_string(), case.text("number"));
            }
            "derive" => {
                let keyset = KeysetId::from_bytes(&case.bytes("keyset")).expect("an id");
                let (seed, counter) =
                    (case.bytes("seed"), case.text("counter").parse().expect("a number"));
                let secret = derive_secret(&seed, &keyset, counter).expect("a secret");
                assert_eq!(secret.to_vec(), case.bytes("secret"), "{name}");
                let factor = derive_blinding_factor(&seed, &keyset, counter).expect("a factor");
                assert_eq!(factor.to_bytes().to_vec(), case.bytes("r"), "{name}");
            }
            "slot" => blinded_key(
                [
                    "e",
                    "ephemeral",
                    "p",
                    "key",
                    "shared",
                    "factor",
                    "blinded",
                    "of-equal-parity",
                    "of-other-parity",
                ]
                .map(|name| case.bytes(name)),
                case.text("slot").parse().expect("a number"),
            ),
            "key" => {
                let purpose =
                    if case.text("purpose") == "10" { Purpose::P2pk } else { Purpose::QuoteLock };
                let (seed, counter) =
                    (case.bytes("seed"), case.text("counter").parse().expect("a number"));
                let key = derive_key(&seed, purpose, counter).expect("a key");
                assert_eq!(key.public_key().to_bytes().to_vec(), case.bytes("public"), "{name}");
            }
            "backup" => {
                let secret = derive_backup_key(&case.bytes("seed"));
                assert_eq!(secret.to_vec(), case.bytes("key"));
                let key = schnorr::SigningKey::from_bytes(secret.as_slice()).expect("a key");
                assert_eq!(key.public_bytes().to_vec(), case.bytes("public"));
            }
            _ => panic!("{kind}"),
        }
        *counts.entry(kind).or_insert(0) += number;
    }
    let expected = [
        ("backup", 1),
        ("blind", 2),
        ("challenge", 1),
        ("derive", 11),
        ("hash", 3),
        ("key", 10),
        ("keys", 2),
        ("keyset", 2),
        ("number", 1),
        ("payment", 1),
        ("promise", 1),
        ("prove", 1),
        ("sign", 2),
        ("slot", 3),
    ];
    assert_eq!(counts, expected.into_iter().collect());

    // All there are.
    let count = |file: &str, keys: &[&str]| {
        let suite = suites::json(&format!("cashu/legacy/{file}.json"))?;
        Some(keys.iter().map(|key| suites::list(&suite, key).len()).sum::<usize>())
    };
    for (file, keys, cases) in [
        ("hash_to_curve", &["cases"][..], 3),
        ("blind", &["cases"], 2),
        ("sign", &["cases"], 2),
        ("nut12_dleq", &["hash_e", "deterministic_nonce", "blind_signature_dleq", "proof_dleq"], 4),
    ] {
        assert!(count(file, keys).is_none_or(|found| found == cases), "{file}");
    }
    if let Some(suite) = suites::json("cashu/legacy/nut13_secrets.json") {
        assert_eq!(
            ["v1_bip32", "v2_hmac"].map(|kind| suites::list(&suite[kind], "cases").len()),
            [5, 5]
        );
    }
}
