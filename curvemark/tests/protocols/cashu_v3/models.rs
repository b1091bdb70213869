//! The JSON models: round trips, and errors that name their field.

use super::keyset::{ID_1, ID_2, KEYS};
use super::*;
use curvemark::cashu::v3::models;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn refused<T: DeserializeOwned>(value: &Value) -> String {
    serde_json::from_value::<T>(value.clone()).err().expect("an error").to_string()
}

fn proof() -> Value {
    json!({"amount": 8, "id": ID_1, "secret": "test_message", "C": C})
}

fn keyset() -> Value {
    let keys = json!({"1": KEYS[0], "2": KEYS[1], "4": KEYS[2], "8": KEYS[3]});
    json!({"id": ID_2, "unit": "sat", "input_fee_ppk": 100, "final_expiry": 2_000_000_000, "keys": keys})
}

#[test]
fn models_go_there_and_back() {
    for value in [proof(), json!({"amount": u64::MAX, "id": ID_2, "secret": "", "C": Y})] {
        let model: models::Proof = serde_json::from_value(value.clone()).expect("a proof");
        assert_eq!(serde_json::to_value(&model).expect("JSON"), value);
    }
    let value = json!({"amount": 0, "id": ID_1, "B_": B_});
    let model: models::BlindedMessage =
        serde_json::from_value(value.clone()).expect("a blinded message");
    assert_eq!(
        (model.b_.to_bytes().to_vec(), serde_json::to_value(&model).expect("JSON")),
        (hex(B_), value)
    );
    let value = json!({"amount": 1, "id": ID_1, "C_": C_});
    let model: models::BlindSignature =
        serde_json::from_value(value.clone()).expect("a blind signature");
    assert_eq!(
        (model.c_.to_bytes().to_vec(), serde_json::to_value(&model).expect("JSON")),
        (hex(C_), value)
    );
    let model: models::Keyset = serde_json::from_value(keyset()).expect("a keyset");
    assert_eq!(serde_json::to_value(&model).expect("JSON"), keyset());
}

#[test]
fn fields_of_other_nuts_are_ignored() {
    let mut value = proof();
    value["p2pk_e"] = json!({"signatures": []});
    value["dleq"] = json!(null);
    let read: models::Proof = serde_json::from_value(value).expect("a proof");
    assert_eq!(serde_json::to_value(&read).expect("JSON"), proof());
    let mut value = keyset();
    value["active"] = json!(true);
    assert!(serde_json::from_value::<models::Keyset>(value).is_ok());
}

/// An array of the values in the order of the fields is not the model.
#[test]
fn models_are_objects() {
    let error = refused::<models::Proof>(&json!([8, ID_1, "test_message", C]));
    assert!(error.contains("invalid type: sequence, expected Proof as an object"), "{error}");
    let error = refused::<models::BlindedMessage>(&json!([8, ID_1, B_]));
    assert!(error.contains("expected BlindedMessage as an object"), "{error}");
    let error = refused::<models::BlindSignature>(&json!([8, ID_1, C_]));
    assert!(error.contains("expected BlindSignature as an object"), "{error}");
    let error = refused::<models::Keyset>(&json!([ID_1, "sat", null, null, {"1": KEYS[0]}]));
    assert!(error.contains("expected Keyset as an object"), "{error}");
}

/// A change of one field, and what the error must say.
#[test]
fn errors_name_the_field() {
    let wrong_group = "800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000";
    let identity = format!("c0{}", "0".repeat(94));
    let cases = [
        ("amount", json!(-1), "amount as a whole number"),
        ("amount", json!(1.5), "amount as a whole number"),
        ("amount", json!("8"), "amount as a whole number"),
        ("amount", json!(null), "amount as a whole number"),
        ("secret", json!(5), "secret as a string"),
        ("C", json!(null), "C as 96 lower-case hexadecimal digits"),
        ("C", json!(C.to_uppercase()), "C: not lower-case"),
        ("C", json!(format!("0x{}", &C[2..])), "C: not lower-case"),
        ("C", json!(format!("0x{C}")), "C: the input does not have the length"),
        ("C", json!(&C[1..]), "C: the input does not have the length"),
        ("C", json!(""), "C: the input does not have the length"),
        ("C", json!(format!("{}zz", &C[2..])), "C: not lower-case"),
        ("C", json!(format!("{}é", &C[2..])), "C: not lower-case"),
        ("C", json!(wrong_group), "C: the point is not in the group of prime order"),
        ("C", json!(identity), "C: the identity"),
        ("id", json!(&ID_1[..64]), "id: the input does not have the length"),
        ("id", json!(&ID_1[..16]), "id: the input does not have the length"),
        (
            "id",
            json!(ID_1.replacen("02", "01", 1)),
            "id: the keyset id does not begin with version byte 02",
        ),
        ("id", json!(ID_1.to_uppercase()), "id: not lower-case"),
        ("id", json!(2), "id as 66 lower-case hexadecimal digits"),
    ];
    for (field, wrong, expected) in cases {
        let mut value = proof();
        value[field] = wrong;
        let error = refused::<models::Proof>(&value);
        assert!(error.contains(expected), "{value}: {error}");
    }
    for field in ["amount", "id", "secret", "C"] {
        let mut value = proof();
        value.as_object_mut().expect("an object").remove(field);
        assert!(refused::<models::Proof>(&value).contains(&format!("missing field `{field}`")));
    }
    let twice =
        format!(r#"{{"amount": 1, "id": "{ID_1}", "secret": "a", "C": "{C}", "C": "{C}"}}"#);
    let error = serde_json::from_str::<models::Proof>(&twice).expect_err("twice").to_string();
    assert!(error.contains("duplicate field `C`"), "{error}");
    // The blinded models have the same points under their own names.
    let value = json!({"amount": 1, "id": ID_1, "B_": wrong_group});
    assert!(
        refused::<models::BlindedMessage>(&value).contains("B_: the point is not in the group")
    );
    let value = json!({"amount": 1, "id": ID_1, "C_": wrong_group});
    assert!(
        refused::<models::BlindSignature>(&value).contains("C_: the point is not in the group")
    );
}

#[test]
fn errors_of_keys_name_the_amount() {
    let cases = [
        (json!({"1": KEYS[0], "2": K.to_uppercase()}), "K of amount 2: not lower-case"),
        (json!({"4": C}), "K of amount 4: the input does not have the length"),
        (json!({"4": format!("c0{}", "0".repeat(190))}), "K of amount 4: the identity"),
        (json!({"4": 4}), "K of amount 4 as 192"),
        (json!({"1": KEYS[0], "8": KEYS[0]}), "keys: two amounts have the same key"),
        (json!({}), "keys: there are none"),
        (json!([]), "keys as an object"),
    ];
    for (keys, expected) in cases {
        let error = refused::<models::Keys>(&keys);
        assert!(error.contains(expected), "{keys}: {error}");
    }
    for name in ["01", "+1", "-1", "1.0", " 1", "", "0x1", "1e3", "18446744073709551616", "one"] {
        let error = refused::<models::Keys>(&json!({name: KEYS[0]}));
        assert!(error.contains("keys: an amount is not a whole number"), "{name}: {error}");
    }
    let twice = format!(r#"{{"1": "{}", "1": "{}"}}"#, KEYS[0], KEYS[1]);
    let error = serde_json::from_str::<models::Keys>(&twice).expect_err("twice").to_string();
    assert!(
        error.contains("keys: the amount 1 comes twice") && error.contains("line 1 column"),
        "{error}"
    );
}

#[test]
fn a_keyset_knows_its_id() {
    let read: models::Keyset = serde_json::from_value(keyset()).expect("a keyset");
    assert_eq!(read.derive_id(), Ok(read.id));
    let before = "020c5210bbb16757130c7e26061df3ea3f97a47046d2cebb54a21b3b4c370f42d8";
    assert_eq!(read.derive_unframed_id().map(|id| id.to_string()).as_deref(), Ok(before));
    let mut other = read.clone();
    other.input_fee_ppk = Some(101);
    assert!(other.derive_id().is_ok_and(|id| id != read.id));
    other.unit = "a|b".into();
    assert_eq!(other.derive_id(), Err(Error::Unit));
    let mut plain = keyset();
    plain["input_fee_ppk"] = json!(null);
    plain.as_object_mut().expect("an object").remove("final_expiry");
    let read: models::Keyset = serde_json::from_value(plain).expect("a keyset");
    assert_eq!((read.input_fee_ppk, read.final_expiry, read.keys.iter().count()), (None, None, 4));
    assert!(read.keys.get(4).is_some() && read.keys.get(3).is_none());
}

#[test]
fn debug_of_a_proof_does_not_show_its_secret_nor_its_witness() {
    let mut value = proof();
    value["witness"] = json!("a_preimage");
    let model: models::Proof = serde_json::from_value(value).expect("a proof");
    let shown = format!("{model:?} {model:#?}");
    assert!(!shown.contains("test_message") && shown.contains("amount: 8"), "{shown}");
    assert!(!shown.contains("a_preimage") && shown.contains("witness: Some("), "{shown}");
}
