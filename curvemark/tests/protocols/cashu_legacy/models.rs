//! The JSON models: the objects of the published cases there and back, what they prove, and errors
//! that name their field.

use super::*;
use crate::suites;
use curvemark::cashu::legacy::models::{self, Dleq, Keys, Keyset};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// tests/12-tests.md, the mint's key of both.
const K: &str = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
const B_: &str = "02a9acc1e48c25eeeb9289b5031cc57da9fe72f3fe2861d264bdc074209b107ba2";
const C: &str = "024369d2d22a80ecf78f3937da9d5f30c1b9f74f0c32684d583cca0fa6a61cdcfc";
/// tests/02-tests.md.
const KEY: &str = "03a40f20667ed53513075dc51e715ff2046cad64eb68960632269ba7f0210e38bc";

/// tests/12-tests.md, "DLEQ verification on BlindSignature".
fn promise() -> Value {
    json!({"amount": 8, "id": "00882760bfa2eb41", "C_": B_, "dleq": {
        "e": "9818e061ee51d5c8edc3342369a554998ff7b4381c8652d724cdf46429be73d9",
        "s": "9818e061ee51d5c8edc3342369a554998ff7b4381c8652d724cdf46429be73da"}})
}

/// tests/12-tests.md, "DLEQ verification on Proof".
fn proof() -> Value {
    json!({"amount": 1, "id": "00882760bfa2eb41", "C": C,
        "secret": "daf4dd00a2b68a0858a80450f52c8a7d2ccf87d375e43e216e0c571f089f63e9", "dleq": {
        "e": "b31e58ac6527f34975ffab13e70a48b6d2b0d35abc4b03f0151f09ee1a9763d4",
        "s": "8fbae004c59e754d71df67e392b6ae4e29293113ddc2ec86592a0431d16306d8",
        "r": "a6d13fcd7a18442e6076f5e1e7c887ad5de40a019824bdfa9fe740d302e8d861"}})
}

/// What is read, if it is written as it was.
fn there_and_back<T: Serialize + DeserializeOwned>(value: &Value) -> T {
    let model: T =
        serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{value}: {error}"));
    assert_eq!(serde_json::to_value(&model).expect("JSON"), *value);
    model
}

fn refused<T: DeserializeOwned>(value: &Value) -> String {
    serde_json::from_value::<T>(value.clone()).err().expect("an error").to_string()
}

fn check_promise(value: &Value, key: &str, message: &str) {
    let model: models::BlindSignature = there_and_back(value);
    let key = MintPublicKey::from_bytes(&vectors::bytes(key)).expect("a key");
    let message: BlindedMessage = serde_json::from_value(json!(message)).expect("B_");
    let proof = model.dleq.expect("a proof");
    assert_eq!(proof.verify(&key, &message, &model.c_), Ok(()));
    let other = blind(b"another", &BlindingFactor::from_bytes(&[1; 32]).expect("a factor"));
    assert_eq!(proof.verify(&key, &other, &model.c_), Err(Error::NotProven));
}

fn check_proof(value: &Value, key: &str) {
    let model: models::Proof = there_and_back(value);
    let key = MintPublicKey::from_bytes(&vectors::bytes(key)).expect("a key");
    let Dleq { proof, factor } = model.dleq.expect("a proof");
    assert_eq!(proof.verify_unblinded(&key, model.secret.as_bytes(), &model.c, &factor), Ok(()));
    assert_eq!(proof.verify_unblinded(&key, b"another", &model.c, &factor), Err(Error::NotProven));
}

#[test]
fn published_models_go_there_and_back_and_prove() {
    check_promise(&promise(), K, B_);
    check_proof(&proof(), K);
}

/// All objects of these kinds in the suites of NUT-01, 02, 11, 12, 20 and 28, and of V3 tokens.
#[test]
fn the_full_suites_of_models() {
    let Some(suite) = suites::json("cashu/legacy/nut12_dleq.json") else { return };
    for case in suites::list(&suite, "blind_signature_dleq") {
        check_promise(&case["object"], suites::string(case, "A"), suites::string(case, "B_"));
    }
    suites::list(&suite, "proof_dleq")
        .iter()
        .for_each(|case| check_proof(&case["object"], suites::string(case, "A")));

    let (mut proofs, mut outputs) = (Vec::new(), Vec::new());
    let suite = suites::json("cashu/legacy/nut11_p2pk.json").expect("as the other");
    for object in suites::list(&suite, "cases").iter().map(|case| &case["object"]) {
        match object.get("inputs") {
            Some(_) => {
                proofs.extend_from_slice(suites::list(object, "inputs"));
                outputs.extend_from_slice(suites::list(object, "outputs"));
            }
            None if object.is_object() => proofs.push(object.clone()),
            None => {}
        }
    }
    proofs.push(
        suites::json("cashu/legacy/nut28_p2bk.json").expect("as the other")["example_proof"]
            .clone(),
    );
    let suite = suites::json("cashu/legacy/tokens.json").expect("as the other");
    for case in suites::list(&suite, "v3_serialize") {
        suites::list(&case["token"], "token")
            .iter()
            .for_each(|mint| proofs.extend_from_slice(suites::list(mint, "proofs")));
    }
    let suite = suites::json("cashu/legacy/nut20_mint_quote_signature.json").expect("as the other");
    suites::list(&suite, "cases")
        .iter()
        .for_each(|case| outputs.extend_from_slice(suites::list(&case["request"], "outputs")));
    let mut carried = [0; 3];
    for value in &proofs {
        let model: models::Proof = there_and_back(value);
        let has = [model.dleq.is_some(), model.witness.is_some(), model.ephemeral_key.is_some()];
        carried.iter_mut().zip(has).for_each(|(count, has)| *count += usize::from(has));
    }
    for value in &outputs {
        let _: models::BlindedMessage = there_and_back(value);
    }
    assert_eq!((proofs.len(), carried, outputs.len()), (24, [1, 19, 1], 24));

    let mut ids = 0;
    for file in ["keyset_id_v1", "keyset_id_v2"] {
        let suite = suites::json(&format!("cashu/legacy/{file}.json")).expect("as the other");
        for case in suites::list(&suite, "cases") {
            let mut value = case.clone();
            value["unit"] = case.get("unit").cloned().unwrap_or(json!("sat"));
            let keyset: Keyset = serde_json::from_value(value).expect("a keyset");
            assert_eq!(keyset.derive_id(), Ok(keyset.id));
            ids += 1;
        }
    }
    let suite = suites::json("cashu/legacy/nut01_keysets.json").expect("as the other");
    let verdicts: Vec<_> = suites::list(&suite, "cases")
        .iter()
        .map(|case| {
            let keys = serde_json::from_value::<Keys>(case["keys"].clone());
            assert_eq!(keys.is_ok(), case["valid"] == json!(true), "{keys:?}");
            keys.map(|keys| keys.iter().count()).map_err(|error| error.to_string())
        })
        .collect();
    let length = "the input does not have the length of its encoding";
    let refusal = |amount| Err(format!("K of amount {amount}: {length}"));
    assert_eq!((ids, &verdicts[..]), (5, &[refusal(1), refusal(2), Ok(4), Ok(64)][..]));
}

/// A change of one field, and what the error must say.
#[test]
fn errors_name_the_field() {
    let not_on_the_curve = format!("02{}", "0".repeat(63) + "5");
    let cases = [
        (json!([1, 2]), "amount", "amount as a whole number"),
        (json!(5), "secret", "secret as a string"),
        (json!(5), "witness", "expected a string"),
        (json!(&C[2..]), "C", "C: the input does not have the length"),
        (json!(C.to_uppercase()), "C", "C: not lower-case"),
        (json!(null), "C", "C as 66 lower-case hexadecimal digits"),
        (json!(not_on_the_curve), "C", "C: "),
        (json!("00882760bfa2eb"), "id", "id: the input does not have the length"),
        (json!("01882760bfa2eb41"), "id", "id: the input does not have the length"),
        (
            json!("02882760bfa2eb41"),
            "id",
            "id: the keyset id does not begin with version byte 00 or 01",
        ),
        (json!(format!("00{}", "ab".repeat(32))), "id", "id: the input does not have the length"),
        (json!(8), "id", "id as 16 or 66 lower-case hexadecimal digits"),
        (json!(C.to_uppercase()), "p2pk_e", "p2pk_e: not lower-case"),
        (json!([]), "dleq", "as an object"),
    ];
    for (wrong, field, expected) in cases {
        let mut value = proof();
        value[field] = wrong;
        let error = refused::<models::Proof>(&value);
        assert!(error.contains(expected), "{value}: {error}");
    }
    let cases = [
        ("e", json!("ab"), "e: the input does not have the length"),
        ("s", json!(ORDER), "s: "),
        ("r", json!(ORDER), "r: "),
        ("r", json!("0".repeat(64)), "r: "),
        ("r", json!(null), "r as 64 lower-case hexadecimal digits"),
    ];
    for (field, wrong, expected) in cases {
        let mut value = proof();
        value["dleq"][field] = wrong;
        let error = refused::<models::Proof>(&value);
        assert!(error.contains(expected), "{value}: {error}");
    }
    for field in ["amount", "id", "secret", "C"] {
        let mut value = proof();
        value.as_object_mut().expect("an object").remove(field);
        assert!(refused::<models::Proof>(&value).contains(&format!("missing field `{field}`")));
    }
    for field in ["e", "s", "r"] {
        let mut value = proof();
        value["dleq"].as_object_mut().expect("an object").remove(field);
        assert!(refused::<models::Proof>(&value).contains(&format!("missing field `{field}`")));
    }
    // A mint that shows r shows nothing that it could know; it is ignored as other fields are.
    let mut value = promise();
    value["dleq"]["r"] = proof()["dleq"]["r"].clone();
    assert_eq!(
        serde_json::from_value::<models::BlindSignature>(value).ok(),
        serde_json::from_value(promise()).ok()
    );
}

#[test]
fn errors_of_keys_name_the_amount() {
    let cases = [
        (json!({"1": KEY, "2": K.to_uppercase()}), "K of amount 2: "),
        (json!({"4": 4}), "K of amount 4 as 66 lower-case"),
        (json!({"1": KEY, "8": KEY}), "keys: two amounts have the same key"),
        (json!({}), "keys: there are none"),
        (json!([]), "keys as an object"),
        (json!({"01": KEY}), "keys: an amount is not a whole number"),
    ];
    for (keys, expected) in cases {
        let error = refused::<Keys>(&keys);
        assert!(error.contains(expected), "{keys}: {error}");
    }
}

/// An array of the values in the order of the fields is not the model, nor null.
#[test]
fn models_are_objects() {
    for wrong in [json!([8, "00882760bfa2eb41", B_]), json!(null), json!("{}")] {
        assert!(
            refused::<models::BlindedMessage>(&wrong)
                .contains("expected BlindedMessage as an object")
        );
        assert!(
            refused::<models::BlindSignature>(&wrong)
                .contains("expected BlindSignature as an object")
        );
        assert!(refused::<models::Proof>(&wrong).contains("expected Proof as an object"));
        assert!(refused::<Keyset>(&wrong).contains("expected Keyset as an object"));
    }
}

#[test]
fn what_is_not_there_is_not_written() {
    let mut value = proof();
    value.as_object_mut().expect("an object").remove("dleq");
    assert!(there_and_back::<models::Proof>(&value).dleq.is_none());
    value["witness"] = json!(null);
    value["p2pk_e"] = json!(null);
    value["memo"] = json!("of another NUT");
    let model: models::Proof = serde_json::from_value(value).expect("a proof");
    assert!(model.witness.is_none() && model.ephemeral_key.is_none());
    let identity = models::Proof { ephemeral_key: Some(AffinePoint::identity()), ..model };
    assert!(
        serde_json::to_value(&identity).expect_err("no encoding").to_string().contains("p2pk_e: ")
    );
}

#[test]
fn debug_of_a_proof_shows_neither_secret_nor_factor() {
    let mut model: models::Proof = serde_json::from_value(proof()).expect("a proof");
    model.witness = Some(r#"{"preimage":"0bad"}"#.to_owned());
    let shown = format!("{model:?} {model:#?}");
    assert!(!shown.contains("0bad"), "{shown}");
    assert!(
        !shown.contains("daf4dd00") && !shown.contains("a6d13fcd") && shown.contains("amount: 1"),
        "{shown}"
    );
}
