//! Tokens of Cashu: the published ones, every version of keysets in both formats, what must be
//! refused, and short ids.
//!
//! Published: cashubtc/nuts `3ddb1ae7`, tests/00-tests.md (MIT), all in `vectors/`.

#![cfg(feature = "tokens")]

use crate::{suites, vectors};
use curvemark::cashu::legacy::{BlindingFactor, MintSecretKey, blind};
use curvemark::cashu::tokens::{
    Dleq, Error, KeysetId, MOST_CHARACTERS, MOST_PROOFS, MintProofs, Proof, Signature, Token,
};
use curvemark::cashu::{legacy, v3};
use curvemark::encoding::{self, Base64, hex};
use minicbor::Encoder;
use serde_json::{Value, json};

/// The bytes of a field in either format: digits, or the digits of a byte string.
fn digits(value: &Value) -> &str {
    value.as_str().or_else(|| value["$bytes"].as_str()).expect("digits")
}

/// A token as its JSON in the suite has it, in either format.
fn values(token: &Token, version: &str) -> Value {
    let c = |proof: &Proof| match &proof.signature {
        Signature::Legacy(signature) => hex::encode(&signature.to_bytes()),
        Signature::V3(signature) => hex::encode(&signature.to_bytes()),
    };
    let mints: Vec<Value> = token
        .mints
        .iter()
        .map(|mint| {
            let proofs: Vec<Value> = mint
                .proofs
                .iter()
                .map(|proof| {
                    json!([proof.amount, proof.keyset.to_string(), proof.secret, c(proof)])
                })
                .collect();
            json!([mint.mint, proofs])
        })
        .collect();
    json!([version, mints, token.unit, token.memo])
}

/// The same of the suite's JSON.
fn expected(json: &Value, version: &str) -> Value {
    let proof = |id: &Value, proof: &Value, names: [&str; 3]| {
        let [amount, secret, c] = names.map(|name| &proof[name]);
        json!([amount, digits(id), secret, digits(c)])
    };
    if version == "v3" {
        let mints: Vec<Value> = suites::list(json, "token")
            .iter()
            .map(|mint| {
                let proofs: Vec<Value> = suites::list(mint, "proofs")
                    .iter()
                    .map(|value| proof(&value["id"], value, ["amount", "secret", "C"]))
                    .collect();
                json!([mint["mint"], proofs])
            })
            .collect();
        return json!([version, mints, json["unit"], json["memo"]]);
    }
    let mut proofs = Vec::new();
    for group in suites::list(json, "t") {
        proofs.extend(
            suites::list(group, "p").iter().map(|value| proof(&group["i"], value, ["a", "s", "c"])),
        );
    }
    json!([version, [[json["m"], proofs]], json["u"], json["d"]])
}

#[test]
fn published() {
    let mut counts = [0; 4];
    for case in vectors::cases(include_str!("../../../vectors/cashu-tokens.txt")) {
        let name = case.text("name");
        if let [refuse] = case.list("refuse")[..] {
            assert_eq!(
                Token::parse(refuse).err(),
                Some(Error::Prefix),
                "{name}: {}",
                case.text("why")
            );
            counts[3] += 1;
            continue;
        }
        let version = case.text("version");
        if let [raw] = case.list("raw")[..] {
            let raw = vectors::bytes(raw);
            let token = Token::parse_raw(&raw).expect(name);
            assert_eq!(
                values(&token, version),
                expected(&serde_json::from_str(case.text("json")).expect("JSON"), version)
            );
            assert_eq!(token.to_raw(), Ok(raw), "{name}");
            counts[1] += 1;
            continue;
        }
        let text = case.text("text");
        let token = Token::parse(text).expect(name);
        let written = if version == "v3" { token.to_v3() } else { token.to_v4() };
        // Some are published with padding, some without.
        assert_eq!(written.as_deref(), Ok(text.trim_end_matches('=')), "{name}");
        let [json] = case.list("json")[..] else {
            counts[2] += 1;
            continue;
        };
        assert_eq!(
            values(&token, version),
            expected(&serde_json::from_str(json).expect("JSON"), version),
            "{name}"
        );
        assert_eq!(
            values(&Token::parse(&format!("cashu:{text}")).expect(name), version),
            values(&token, version)
        );
        counts[0] += 1;
    }
    assert_eq!(counts, [3, 1, 3, 2]);
    let Some(suite) = suites::json("cashu/legacy/tokens.json") else { return };
    let count = |key| suites::list(&suite, key).len();
    assert_eq!([count("v3_serialize") + count("v4_serialize"), count("v4_raw")], [3, 1]);
    assert_eq!([count("v3_deserialize_valid"), count("v3_deserialize_invalid")], [3, 2]);
}

/// A proof of a keyset on secp256k1, with all that it may carry.
fn legacy_proof(id: &[u8], number: u8) -> Proof {
    let mint = MintSecretKey::from_bytes(&[7; 32]).expect("a scalar");
    let factor = BlindingFactor::from_bytes(&[number + 1; 32]).expect("a scalar");
    let secret = format!("secret {number}");
    let (promise, proof) = mint.sign_with_proof(&blind(secret.as_bytes(), &factor));
    Proof {
        amount: 1 << (number & 63),
        keyset: KeysetId::from_bytes(id).expect("an id"),
        secret,
        signature: Signature::Legacy(
            promise.unblind(&factor, &mint.public_key()).expect("a point"),
        ),
        ephemeral_key: (number & 1 == 1).then(|| *promise.affine()),
        dleq: (number & 2 == 0).then_some(Dleq { proof, factor }),
        witness: (number & 4 == 0).then(|| r#"{"signatures":[]}"#.to_owned()),
        spend_info: None,
    }
}

/// A proof of a keyset on BLS12-381.
fn v3_proof(id: &[u8], number: u8) -> Proof {
    let mint = v3::MintSecretKey::from_bytes(&[5; 32]).expect("a scalar");
    let factor = v3::BlindingFactor::from_bytes(&[number + 1; 32]).expect("a scalar");
    let secret = format!("“secret” {number}\n");
    Proof {
        amount: u64::MAX,
        keyset: KeysetId::from_bytes(id).expect("an id"),
        signature: Signature::V3(
            mint.sign(&v3::blind(secret.as_bytes(), &factor)).unblind(&factor),
        ),
        secret,
        dleq: None,
        witness: None,
        spend_info: None,
        ephemeral_key: None,
    }
}

fn id(version: u8) -> [u8; 33] {
    [version; 33]
}

/// Proofs of all versions of keysets, and of short ids.
fn mixed() -> Token {
    let (one, two, three) = ([0; 8], id(1), id(2));
    let mut proofs: Vec<Proof> = (0..8).map(|number| legacy_proof(&one, number)).collect();
    proofs.extend((0..3).map(|number| legacy_proof(&two, number)));
    proofs.extend((0..3).map(|number| v3_proof(&three, number)));
    proofs.push(legacy_proof(&two[..8], 4));
    proofs.push(v3_proof(&three[..8], 5));
    let mint = MintProofs { mint: "https://mint.example/path//".to_owned(), proofs };
    Token {
        mints: vec![mint],
        unit: Some("sat".to_owned()),
        memo: Some("ünïcode \"memo\"".to_owned()),
    }
}

fn same(one: &Token, other: &Token) {
    assert_eq!(values(one, ""), values(other, ""));
    let more = |token: &Token| -> Vec<_> {
        let proofs = token.mints.iter().flat_map(|mint| &mint.proofs);
        proofs
            .map(|proof| {
                let dleq =
                    proof.dleq.as_ref().map(|dleq| (dleq.proof, dleq.factor.to_bytes().to_vec()));
                (dleq, proof.witness.clone(), proof.ephemeral_key)
            })
            .collect()
    };
    assert_eq!(more(one), more(other));
}

#[test]
fn all_versions_go_there_and_back() {
    let mut token = mixed();
    let (of_v3, of_v4) = (token.to_v3().expect("proofs"), token.to_v4().expect("one mint"));
    assert!(of_v4.len() < of_v3.len());
    token.mints[0].mint = "https://mint.example/path".to_owned();
    for text in [&of_v3, &of_v4] {
        let read = Token::parse(text).expect("a token");
        same(&read, &token);
        assert_eq!((read.to_v3(), read.to_v4()), (Ok(of_v3.clone()), Ok(of_v4.clone())));
        // What it carries holds.
        for proof in &read.mints[0].proofs {
            match &proof.signature {
                Signature::Legacy(signature) => {
                    let mint = MintSecretKey::from_bytes(&[7; 32]).expect("a scalar");
                    assert_eq!(mint.verify(proof.secret.as_bytes(), signature), Ok(()));
                    if let Some(dleq) = &proof.dleq {
                        let key = mint.public_key();
                        let verdict = dleq.proof.verify_unblinded(
                            &key,
                            proof.secret.as_bytes(),
                            signature,
                            &dleq.factor,
                        );
                        assert_eq!(verdict, Ok(()));
                    }
                }
                Signature::V3(signature) => {
                    let mint = v3::MintSecretKey::from_bytes(&[5; 32]).expect("a scalar");
                    assert_eq!(
                        mint.public_key().verify(proof.secret.as_bytes(), signature),
                        Ok(())
                    );
                }
            }
        }
    }
    same(&Token::parse_raw(&token.to_raw().expect("one mint")).expect("a token"), &token);

    token.unit = None;
    assert_eq!(token.to_v4(), Err(Error::Unit));
    assert!(Token::parse(&token.to_v3().expect("proofs")).is_ok());
    token.mints.push(token.mints[0].clone());
    assert_eq!((token.to_v4(), token.to_raw().err()), (Err(Error::Mints), Some(Error::Mints)));
    assert_eq!(Token::parse(&token.to_v3().expect("proofs")).expect("a token").mints.len(), 2);
    assert_eq!(token.value(), None);
    token.mints[1].proofs.clear();
    assert_eq!(token.to_v3(), Err(Error::Empty));
    token.mints.clear();
    assert_eq!(
        (token.to_v3(), token.to_v4(), token.value()),
        (Err(Error::Empty), Err(Error::Mints), Some(0))
    );
}

#[test]
fn short_ids() {
    let known = [&[0; 8][..], &id(1), &id(2), &[&id(1)[..32], &[7]].concat()]
        .map(|id| KeysetId::from_bytes(id).expect("an id"));
    let resolve =
        |id: &[u8], known: &[KeysetId]| KeysetId::from_bytes(id).expect("an id").resolve(known);
    assert_eq!(resolve(&[0; 8], &known), Ok(known[0]));
    assert_eq!(resolve(&id(2)[..8], &known), Ok(known[2]));
    assert_eq!(resolve(&id(1), &known), Ok(known[1]));
    assert_eq!(resolve(&id(1)[..8], &known), Err(Error::Ambiguous));
    assert_eq!(resolve(&id(1)[..8], &known[..3]), Ok(known[1]));
    assert_eq!(resolve(&id(1)[..8], &[known[1], known[1]]), Ok(known[1]));
    assert_eq!(resolve(&[2; 8], &known[..2]), Err(Error::Unknown));
    assert_eq!(resolve(&[0, 1, 2, 3, 4, 5, 6, 7], &known), Err(Error::Unknown));
    assert_eq!(
        resolve(&[1; 8], &[KeysetId::from_bytes(&[1; 8]).expect("an id")]),
        Err(Error::Unknown)
    );
    for bad in
        [&[][..], &[0; 7], &[0; 33], &[1; 32], &[1; 34], &[2; 9], &[3; 8], &[3; 33], &[0xff; 8]]
    {
        assert_eq!(KeysetId::from_bytes(bad), Err(Error::Keyset));
    }
}

fn text_of(json: &Value) -> String {
    format!("cashuA{}", Base64::UrlSafeUnpadded.encode(json.to_string().as_bytes()))
}

/// The token of one good proof.
fn good() -> Value {
    json!({"token": [{"mint": "https://8333.space:3338", "proofs": [{
        "amount": 2, "id": "009a1f293253e41e", "secret": "407915bc",
        "C": "02bc9097997d81afb2cc7346b5e4345a9346bd2a506eb7958598a72f0cf85163ea"}]}], "unit": "sat"})
}

#[test]
fn json_that_is_refused() {
    assert!(Token::parse(&text_of(&good())).is_ok());
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut json = good();
        change(&mut json);
        Token::parse(&text_of(&json)).err()
    };
    let proof =
        |change: &dyn Fn(&mut Value)| refused(&|json| change(&mut json["token"][0]["proofs"][0]));
    for (name, value, reason) in [
        ("amount", json!(-1), Error::Json),
        ("amount", json!("2"), Error::Json),
        ("amount", json!(2.0), Error::Json),
        ("id", json!("009a1f293253e41"), Error::Field("id")),
        ("id", json!("009A1F293253E41E"), Error::Field("id")),
        ("id", json!("039a1f293253e41e"), Error::Keyset),
        ("id", json!("009a1f293253e41e00"), Error::Keyset),
        ("secret", json!(null), Error::Json),
        ("C", json!("02bc"), Error::Legacy(legacy::Error::Length)),
        ("C", json!("2"), Error::Field("C")),
        (
            "C",
            json!(format!("05{}", "11".repeat(32))),
            Error::Legacy(legacy::Error::Point(curve::error::PointError::Tag)),
        ),
        ("witness", json!({"signatures": []}), Error::Json),
        ("dleq", json!({"e": "00", "s": "00"}), Error::Json),
        ("dleq", json!({"e": "00", "s": "00", "r": "00"}), Error::Legacy(legacy::Error::Length)),
        ("dleq", json!({"e": "0", "s": "00", "r": "00"}), Error::Field("e")),
        ("p2pk_e", json!("00"), Error::Field("p2pk_e")),
        ("p2pk_e", json!("xx"), Error::Field("p2pk_e")),
    ] {
        assert_eq!(proof(&|proof| proof[name] = value.clone()), Some(reason), "{name} {value}");
    }
    for name in ["amount", "id", "secret", "C"] {
        let found = proof(&|proof| drop(proof.as_object_mut().expect("an object").remove(name)));
        assert_eq!(found, Some(Error::Json), "{name}");
    }
    for name in ["dleq", "witness", "p2pk_e", "unknown"] {
        assert_eq!(proof(&|proof| proof[name] = json!(null)), None, "{name}");
    }
    assert_eq!(
        proof(&|proof| *proof = json!([2, "009a1f293253e41e", "x", "02"])),
        Some(Error::Json)
    );
    assert_eq!(refused(&|json| json["token"] = json!([])), Some(Error::Empty));
    assert_eq!(refused(&|json| json["token"][0]["proofs"] = json!([])), Some(Error::Empty));
    assert_eq!(
        refused(&|json| drop(json.as_object_mut().expect("an object").remove("token"))),
        Some(Error::Json)
    );
    assert_eq!(refused(&|json| *json = json!([[], "sat", null])), Some(Error::Json));
    assert_eq!(refused(&|json| json["unit"] = json!(5)), Some(Error::Json));
    // A point of the other curve for a keyset, and too many proofs.
    assert_eq!(
        proof(&|proof| proof["id"] = json!("02".repeat(33))),
        Some(Error::V3(v3::Error::Length))
    );
    let many = |count: usize| {
        let proofs = good()["token"][0]["proofs"][0].clone();
        refused(&|json| json["token"][0]["proofs"] = json!(vec![&proofs; count]))
    };
    assert_eq!((many(MOST_PROOFS), many(MOST_PROOFS + 1)), (None, Some(Error::TooLong)));

    let raw = |json: &str| {
        Token::parse(&format!("cashuA{}", Base64::UrlSafeUnpadded.encode(json.as_bytes()))).err()
    };
    let json = good().to_string();
    assert_eq!(raw(&json), None);
    assert_eq!(raw(&format!("{json}x")), Some(Error::Json));
    assert_eq!(raw(&json.replacen("{", "{\"unit\":\"sat\",", 1)), Some(Error::Json));
    assert_eq!(raw(&json.replacen("\"amount\"", "\"amount\":2,\"amount\"", 1)), Some(Error::Json));
    assert_eq!(
        raw(&format!("{{\"x\":{}{}}}", "[".repeat(5000), "]".repeat(5000))),
        Some(Error::Json)
    );
}

#[test]
fn text_that_is_refused() {
    let text = text_of(&good());
    let error = |text: &str| Token::parse(text).err();
    let encoding = |reason| Some(Error::Encoding(reason));
    for bad in ["", "cashu", "cashuC", "cashua", "Cashu", "cashu:", "cashu:cashu:cashuA"] {
        assert_eq!(error(bad), Some(Error::Prefix), "{bad}");
    }
    assert_eq!(error(&format!("CASHU:{text}")), Some(Error::Prefix));
    assert_eq!(error(&format!(" {text}")), Some(Error::Prefix));
    assert!(error(&format!("{text}\n")).is_some() && error(&format!("{text} ")).is_some());
    assert_eq!(error(&format!("{text}=====")).map(|_| ()), Some(()));
    assert_eq!(error("cashuA+/+/"), encoding(encoding::Error::Symbol));
    assert_eq!(error("cashuBab"), encoding(encoding::Error::Padding));
    assert_eq!(error("cashuBa"), encoding(encoding::Error::Length));
    assert_eq!((error("cashuA"), error("cashuB")), (Some(Error::Json), Some(Error::Cbor)));
    assert_eq!(error(&format!("cashuA{}", "A".repeat(MOST_CHARACTERS))), Some(Error::TooLong));
    for bad in [&b""[..], b"craw", b"crawA\xa0", b"crawB", b"cashuB"] {
        assert!(Token::parse_raw(bad).is_err());
    }
    assert_eq!(Token::parse_raw(&vec![0; MOST_CHARACTERS + 1]).err(), Some(Error::TooLong));
}

/// The CBOR of one proof, from pieces that a test may change.
fn cbor(write: impl Fn(&mut Encoder<Vec<u8>>)) -> Option<Error> {
    let mut e = Encoder::new(Vec::new());
    write(&mut e);
    Token::parse_raw(&[b"crawB", &e.into_writer()[..]].concat()).err()
}

const C: &str = "02bc9097997d81afb2cc7346b5e4345a9346bd2a506eb7958598a72f0cf85163ea";

/// A token with this proof.
fn with_proof(e: &mut Encoder<Vec<u8>>, proof: impl Fn(&mut Encoder<Vec<u8>>)) {
    e.map(3).unwrap().str("t").unwrap().array(1).unwrap();
    e.map(2).unwrap().str("p").unwrap().array(1).unwrap();
    proof(e);
    // The id may come after the proofs.
    e.str("i").unwrap().bytes(&[0; 8]).unwrap();
    e.str("u").unwrap().str("sat").unwrap().str("m").unwrap().str("m").unwrap();
}

#[test]
fn cbor_that_is_refused() {
    let c = vectors::bytes(C);
    let plain = |e: &mut Encoder<Vec<u8>>, fields: u64| {
        e.map(fields)
            .unwrap()
            .str("a")
            .unwrap()
            .u8(1)
            .unwrap()
            .str("s")
            .unwrap()
            .str("x")
            .unwrap()
            .str("c")
            .unwrap()
            .bytes(&c)
            .unwrap();
    };
    let proof = |write: &dyn Fn(&mut Encoder<Vec<u8>>)| cbor(|e| with_proof(e, write));
    assert_eq!(proof(&|e| plain(e, 3)), None);
    // Unknown fields of any value, null where a field may be missing, doubled fields.
    for (name, doubled) in [("a", "a"), ("s", "s"), ("c", "c")] {
        assert_eq!(
            proof(&|e| {
                plain(e, 4);
                match name {
                    "a" => e.str(name).unwrap().u8(1).unwrap(),
                    "s" => e.str(name).unwrap().str("x").unwrap(),
                    _ => e.str(name).unwrap().bytes(&c).unwrap(),
                };
            }),
            Some(Error::Field(doubled))
        );
    }
    for name in ["d", "w", "pe", "unknown"] {
        assert_eq!(
            proof(&|e| {
                plain(e, 4);
                e.str(name).unwrap().null().unwrap();
            }),
            None,
            "{name}"
        );
    }
    assert_eq!(
        proof(&|e| {
            plain(e, 4);
            e.str("w").unwrap().u8(1).unwrap();
        }),
        Some(Error::Field("w"))
    );
    assert_eq!(
        proof(&|e| {
            plain(e, 5);
            e.str("w").unwrap().null().unwrap().str("w").unwrap().null().unwrap();
        }),
        Some(Error::Field("w"))
    );
    assert_eq!(
        proof(&|e| {
            plain(e, 4);
            e.str("new")
                .unwrap()
                .map(1)
                .unwrap()
                .array(2)
                .unwrap()
                .bool(true)
                .unwrap()
                .f64(0.5)
                .unwrap()
                .begin_array()
                .unwrap()
                .end()
                .unwrap();
        }),
        None
    );
    assert_eq!(
        proof(&|e| {
            plain(e, 4);
            e.str("d")
                .unwrap()
                .map(2)
                .unwrap()
                .str("e")
                .unwrap()
                .bytes(&[0; 32])
                .unwrap()
                .str("s")
                .unwrap()
                .bytes(&[0; 32])
                .unwrap();
        }),
        Some(Error::Field("r"))
    );
    // Keys are text; lengths are definite and true; amounts are not negative.
    assert_eq!(
        proof(&|e| {
            plain(e, 4);
            e.u8(1).unwrap().u8(1).unwrap();
        }),
        Some(Error::Cbor)
    );
    assert_eq!(
        proof(&|e| {
            e.begin_map().unwrap().str("a").unwrap().u8(1).unwrap().end().unwrap();
        }),
        Some(Error::Cbor)
    );
    assert_eq!(
        proof(&|e| {
            e.map(1).unwrap().str("a").unwrap().i8(-1).unwrap();
        }),
        Some(Error::Field("a"))
    );
    for fields in [0, 1, 2, 4, 1 << 32, u64::MAX] {
        assert!(proof(&|e| plain(e, fields)).is_some(), "{fields}");
    }
    assert_eq!(
        cbor(|e| {
            e.map(u64::MAX).unwrap();
        }),
        Some(Error::Cbor)
    );
    assert_eq!(
        cbor(|e| {
            e.map(1).unwrap().str("t").unwrap().array(u64::MAX).unwrap();
        }),
        Some(Error::Cbor)
    );
    assert_eq!(
        cbor(|e| {
            e.map(1).unwrap().str("x").unwrap().bytes_len(u64::MAX).unwrap();
        }),
        Some(Error::Cbor)
    );
    assert_eq!(
        cbor(|e| {
            e.array(0).unwrap();
        }),
        Some(Error::Cbor)
    );
    assert_eq!(
        cbor(|e| {
            e.map(0).unwrap();
        }),
        Some(Error::Field("m"))
    );
    assert_eq!(
        cbor(|e| {
            with_proof(e, |e| plain(e, 3));
            e.u8(0).unwrap();
        }),
        Some(Error::Cbor)
    );
    assert_eq!(
        cbor(|e| {
            e.map(3)
                .unwrap()
                .str("t")
                .unwrap()
                .array(0)
                .unwrap()
                .str("u")
                .unwrap()
                .str("")
                .unwrap()
                .str("m")
                .unwrap()
                .str("")
                .unwrap();
        }),
        Some(Error::Empty)
    );
    // Every byte of a good one changed, cut, or doubled: an error or a token, nothing else.
    let mut good = mixed();
    good.mints[0].proofs = [0, 8, 11].map(|i| good.mints[0].proofs[i].clone()).to_vec();
    let good = good.to_raw().expect("one mint");
    for place in 0..good.len() {
        let _ = Token::parse_raw(&good[..place]).expect_err("cut");
        for change in [1, 0x20, 0xff] {
            let mut bytes = good.clone();
            bytes[place] ^= change;
            let _ = Token::parse_raw(&bytes);
        }
    }
}

#[test]
fn debug_shows_no_secret() {
    let mut token = mixed();
    token.mints[0].proofs[0].witness = Some(r#"{"preimage":"0bad"}"#.to_owned());
    let shown = format!("{token:?}");
    assert!(!shown.contains("secret 0") && shown.contains("BlindingFactor(…)"), "{shown}");
    // A preimage may stand in a witness.
    assert!(!shown.contains("0bad") && shown.contains("witness: Some(…)"), "{shown}");
}
