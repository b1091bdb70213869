//! Tokens with what the next holder has to know.

use super::*;
use curvemark::cashu::tokens::{self, Token};
use curvemark::cashu::v3::models;
use curvemark::encoding::Base64;
use minicbor::Encoder;
use serde_json::{Value, json};

#[test]
fn published() {
    for case in cases("token", 5) {
        let (name, json) = (case.text("name"), case.text("json"));
        let expected: Value = serde_json::from_str(json).expect("JSON");
        for (form, whole) in [("whole", true), ("short", false)] {
            let token = Token::parse(case.text(form)).expect("a token");
            let [mint] = &token.mints[..] else { panic!("one mint") };
            let [proof] = &mint.proofs[..] else { panic!("one proof") };
            assert_eq!(
                (mint.mint.as_str(), token.unit.as_deref()),
                (case.text("mint"), Some(case.text("unit")))
            );
            assert_eq!(
                (proof.amount.to_string().as_str(), proof.secret.as_str()),
                (case.text("amount"), case.text("secret"))
            );
            assert!(case.text("keyset").starts_with(&proof.keyset.to_string()), "{name}");
            assert_eq!(proof.message().expect("a point").as_ref(), case.bytes("secret"), "{name}");
            let info = proof.spend_info.as_ref().expect("it says how to spend");
            assert_eq!(serde_json::to_value(info).expect("JSON"), expected, "{name}");
            let read: SpendInfo = serde_json::from_value(expected.clone()).expect("spend info");
            assert_eq!(serde_json::to_value(&read).expect("JSON"), expected, "{name}");
            let opened = info
                .open(&Secret::parse(&proof.secret).expect("a point"), &[small(3)])
                .expect("it is true");
            assert_eq!(
                opened.key.is_some(),
                name.contains('k') && !name.contains("explicit") && !name.contains("script")
            );
            // One writes whole ids and t first, as here; the other one short ids and m first.
            assert_eq!(token.to_v4().expect("one mint") == case.text(form), whole, "{name}");
            let again = Token::parse(&token.to_v3().expect("a proof")).expect("its own");
            let [proof] = &again.mints[0].proofs[..] else { panic!("one proof") };
            assert_eq!(serde_json::to_value(&proof.spend_info).expect("JSON"), expected, "{name}");
        }
    }
}

/// A field of a proof: its name, and what writes its value.
type Field<'a> = (&'a str, &'a dyn Fn(&mut Encoder<Vec<u8>>));

/// A proof in a token of version 4, with what follows the three fields that each has.
fn token(id: &[u8], secret: &str, fields: &[Field<'_>]) -> Result<Token, tokens::Error> {
    let c = cases("token", 5)[0].bytes("c");
    let mut e = Encoder::new(Vec::new());
    let mut write = || -> Result<(), minicbor::encode::Error<core::convert::Infallible>> {
        e.map(3)?.str("m")?.str("http://localhost")?.str("u")?.str("sat")?.str("t")?.array(1)?;
        e.map(2)?.str("i")?.bytes(id)?.str("p")?.array(1)?;
        e.map(3 + fields.len() as u64)?
            .str("a")?
            .u64(8)?
            .str("s")?
            .str(secret)?
            .str("c")?
            .bytes(&c)?;
        for (name, value) in fields {
            e.str(name)?;
            value(&mut e);
        }
        Ok(())
    };
    write().expect("CBOR");
    Token::parse(&["cashuB", &Base64::UrlSafeUnpadded.encode(&e.into_writer())].concat())
}

type Fields<'a> = &'a [(&'a str, &'a [u8])];

/// `si` of these fields.
fn info(fields: Fields<'_>, leaves: Option<&[&[u8]]>) -> Result<Token, tokens::Error> {
    let write = |e: &mut Encoder<Vec<u8>>| {
        e.map((fields.len() + usize::from(leaves.is_some())) as u64).expect("CBOR");
        for (name, value) in fields {
            e.str(name).and_then(|e| e.bytes(value)).expect("CBOR");
        }
        if let Some(leaves) = leaves {
            e.str("t").and_then(|e| e.array(leaves.len() as u64)).expect("CBOR");
            for leaf in leaves {
                e.bytes(leaf).expect("CBOR");
            }
        }
    };
    let case = &cases("token", 5)[0];
    token(&case.bytes("keyset"), case.text("secret"), &[("si", &write)])
}

#[test]
fn what_contradicts_itself_is_refused() {
    let (k, e) = (small(7).to_bytes(), small(5).public_key().to_bytes());
    let (k, e) = (k.as_slice(), &e[..]);
    let leaf = leaf(Condition::Threshold, 1, &[3]).to_bytes();
    let leaf = &leaf[..];
    assert!(info(&[("k", k)], None).is_ok());
    assert!(info(&[("e", e)], Some(&[leaf])).is_ok());
    assert!(info(&[("i", e)], Some(&[leaf])).is_ok());
    let nobody =
        NumsOffset::from_bytes(k).and_then(|u| u.internal_key()).expect("a point").to_bytes();
    assert!(info(&[("i", &nobody), ("u", k)], Some(&[leaf])).is_ok());
    let refused: [(Fields<'_>, Option<&[&[u8]]>); 15] = [
        (&[], None),
        (&[], Some(&[leaf])),
        (&[("k", k), ("e", e)], None),
        (&[("k", k), ("k", k)], None),
        (&[("k", &k[1..])], None),
        (&[("k", &[0; 32])], None),
        (&[("e", &e[1..])], None),
        (&[("e", &[0; 33])], None),
        (&[("i", e)], Some(&[])),
        (&[("i", e)], Some(&[&leaf[1..]])),
        (&[("i", e)], Some(&[leaf, &[0, 4, 2]])),
        (&[("k", k), ("x", k)], None),
        (&[("i", e), ("u", k)], Some(&[leaf])),
        (&[("i", &nobody), ("u", k)], None),
        (&[("k", k), ("i", &nobody), ("u", k)], Some(&[leaf])),
    ];
    for (fields, leaves) in refused {
        assert!(info(fields, leaves).is_err(), "{fields:?} {leaves:?}");
    }
    for json in [
        json!({}),
        json!([]),
        json!({ "k": hex::encode(k), "E": hex::encode(e) }),
        json!({ "k": hex::encode(k), "x": 1 }),
        json!({ "k": hex::encode(k).to_uppercase().replace('0', "A") }),
        json!({ "K": hex::encode(e), "tree": [] }),
        json!({ "K": hex::encode(e), "tree": null }),
        json!({ "K": hex::encode(e), "tree": [hex::encode(&leaf[1..])] }),
        json!({ "u": hex::encode(k), "tree": [hex::encode(leaf)] }),
    ] {
        assert!(serde_json::from_value::<SpendInfo>(json.clone()).is_err(), "{json}");
    }
}

#[test]
fn witnesses_stay_with_their_transaction() {
    let case = &cases("token", 5)[0];
    let (id, secret) = (case.bytes("keyset"), case.text("secret"));
    let witness = |e: &mut Encoder<Vec<u8>>| {
        e.str("{}").expect("CBOR");
    };
    let mut read = token(&id, secret, &[("w", &witness)]).expect("a token");
    assert_eq!(read.mints[0].proofs[0].witness, None);
    read.mints[0].proofs[0].witness = Some("{}".into());
    for text in [read.to_v3(), read.to_v4()] {
        let read = Token::parse(&text.expect("a proof")).expect("its own");
        assert_eq!(read.mints[0].proofs[0].witness, None);
    }
    // A text of before may carry one, and has no spend info; what is as long as a point is one.
    let read = token(&id, "an older secret", &[("w", &witness)]).expect("a token");
    assert_eq!(read.mints[0].proofs[0].witness.as_deref(), Some("{}"));
    assert_eq!(read.mints[0].proofs[0].message().expect("a text").as_ref(), b"an older secret");
    let info = |e: &mut Encoder<Vec<u8>>| {
        e.map(1).and_then(|e| e.str("k")).and_then(|e| e.bytes(&[7; 32])).expect("CBOR");
    };
    assert!(token(&id, secret, &[("si", &info)]).is_ok());
    assert_eq!(
        token(&id, "an older secret", &[("si", &info)]).err(),
        Some(tokens::Error::Field("spend_info"))
    );
    assert_eq!(token(&id, &secret.to_uppercase(), &[]).err(), Some(tokens::Error::Field("secret")));
    let mut wrong = token(&id, "an older secret", &[]).expect("a token");
    wrong.mints[0].proofs[0].spend_info = Some(SpendInfo::bearer(small(7)));
    assert_eq!(wrong.to_v3().err(), Some(tokens::Error::Field("spend_info")));
    assert_eq!(wrong.to_v4().err(), Some(tokens::Error::Field("spend_info")));
}

#[test]
fn models_have_both() {
    let case = &cases("token", 5)[2];
    let value = json!({
        "amount": 8, "id": case.text("keyset"), "secret": case.text("secret"), "C": case.text("c"),
        "witness": "{}", "spend_info": serde_json::from_str::<Value>(case.text("json")).expect("JSON"),
    });
    let model: models::Proof = serde_json::from_value(value.clone()).expect("a proof");
    assert_eq!(serde_json::to_value(&model).expect("JSON"), value);
    assert!(!format!("{model:?}").contains(case.text("secret")));
}
