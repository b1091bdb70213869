//! Mint quotes that are signed for, one by one and in batches.
//!
//! Published: cashubtc/nuts `a5a7c70c` (MIT) and cashubtc/cashu-ts `6654d495`, all in `vectors/`.

#![cfg(feature = "tokens")]

use crate::vectors::{self, Case, bytes};
use curvemark::cashu::conditions::{Blinded, Output};
use curvemark::cashu::nutroot::{PublicKey, SecretKey};
use curvemark::cashu::quotes::{Batch, Error, QUOTE_TAG, Quote, digest, sign, verify};
use curvemark::cashu::{legacy, v3};
use curvemark::schnorr::Signature;
use serde_json::Value;
use sha2::{Digest, Sha256};

fn cases(kind: &str, count: usize) -> Vec<Case> {
    let cases = vectors::cases(include_str!("../../../vectors/cashu-quotes.txt"));
    let cases: Vec<Case> = cases.into_iter().filter(|case| case.text("kind") == kind).collect();
    assert_eq!(cases.len(), count, "{kind}");
    cases
}

fn output(amount: u64, b_: &[u8]) -> Output {
    Output {
        amount,
        message: Blinded::Legacy(legacy::BlindedMessage::from_bytes(b_).expect("a point")),
    }
}

fn outputs(case: &Case) -> Vec<Output> {
    let one = |text: &str| {
        let (amount, b_) = text.split_once(',').expect("amount and B_");
        output(amount.parse().expect("a number"), &bytes(b_))
    };
    case.list("output").into_iter().map(one).collect()
}

#[test]
fn published_signatures() {
    let key =
        SecretKey::from_bytes(&bytes(&format!("{}01", "00".repeat(31)))).expect("1").signing_key();
    for case in cases("signature", 8) {
        let (name, quote, outputs) = (case.text("name"), case.text("quote"), outputs(&case));
        let found = digest(quote, &outputs).expect("a short id");
        assert_eq!(found, *case.bytes("digest"), "{name}");
        assert_eq!(found[..], Sha256::digest(case.bytes("message"))[..], "{name}");
        let signature = Signature::from_bytes(&case.bytes("signature")).expect("a signature");
        let verdict = verify(&case.bytes("key"), quote, &outputs, &signature);
        assert_eq!(
            verdict,
            if case.text("valid") == "yes" { Ok(()) } else { Err(Error::NotSigned) },
            "{name}"
        );
        // The x without its sign is not the key.
        assert_eq!(
            verify(&case.bytes("key")[1..], quote, &outputs, &signature),
            Err(Error::Key),
            "{name}"
        );
        let own = sign(&key, quote, &outputs, &[9; 32]).expect("a short id");
        assert_eq!(verify(&case.bytes("key"), quote, &outputs, &own), Ok(()), "{name}");
        if name.contains("aux zero") {
            let own = sign(&key, quote, &outputs, &[0; 32]).expect("a short id");
            assert_eq!(own.to_bytes(), *case.bytes("signature"), "{name}");
        }
    }
}

/// The message, spelled out, with a point of version 3 and the largest amount.
#[test]
fn the_message_is_of_framed_parts() {
    let r = v3::BlindingFactor::from_bytes(&[5; 32]).expect("a factor");
    let b_ = v3::blind(b"secret", &r);
    let outputs = [Output { amount: u64::MAX, message: Blinded::V3(b_) }];
    let framed = |part: &[u8]| [&(part.len() as u32).to_be_bytes(), part].concat();
    let message =
        [QUOTE_TAG, &framed("quöte".as_bytes()), &framed(&[0xff; 8]), &framed(&b_.to_bytes())]
            .concat();
    assert_eq!(digest("quöte", &outputs), Ok(Sha256::digest(message).into()));
}

/// What the mint of the published requests knows.
fn known(name: &str, id: &str) -> Option<Quote> {
    let unknown = ["bogus", "unknown-2", "unknown_quote_id"].contains(&id);
    let other = name.contains("mixed payment methods") && id.ends_with("f0ad");
    let amount = match id {
        "quote_id_a" => 5,
        "quote_id_b" => 3,
        _ if name.contains("mixed") => {
            if other {
                3
            } else {
                5
            }
        }
        _ => 1,
    };
    let lock = name.contains("NUT-20").then(|| key(1).public_key());
    let method = if other { "bolt12" } else { "bolt11" }.to_owned();
    (!unknown).then(|| Quote {
        method,
        unit: "sat".into(),
        mintable: amount,
        amount: Some(amount),
        lock,
    })
}

fn key(scalar: u8) -> SecretKey {
    SecretKey::from_bytes(&[[0; 31].as_slice(), &[scalar]].concat()).expect("a scalar")
}

fn point(number: u8) -> [u8; 33] {
    key(number).public_key().to_bytes()
}

#[test]
fn published_batches() {
    let mut reasons = Vec::new();
    for case in cases("batch", 7) {
        let (name, json) =
            (case.text("name"), serde_json::from_str::<Value>(case.text("json")).expect("JSON"));
        let list = |key: &str| json.get(key).map(|list| list.as_array().expect("a list").clone());
        let quotes = list("quotes").expect("quotes");
        let quotes: Vec<&str> = quotes.iter().map(|id| id.as_str().expect("text")).collect();
        let amounts: Option<Vec<u64>> = list("quote_amounts")
            .map(|list| list.iter().map(|amount| amount.as_u64().expect("a number")).collect());
        // The published text has no valid B_ and no valid signatures; these stand in for them.
        let outputs: Vec<Output> = list("outputs")
            .unwrap_or_default()
            .iter()
            .zip(1..)
            .map(|(out, number)| output(out["amount"].as_u64().expect("a number"), &point(number)))
            .collect();
        let signature = |id: &&str| sign(&key(1).signing_key(), id, &outputs, &[0; 32]).ok();
        let signatures: Option<Vec<Option<Signature>>> =
            list("signatures").map(|list| quotes.iter().take(list.len()).map(signature).collect());
        let batch = Batch {
            quotes: &quotes,
            amounts: amounts.as_deref(),
            outputs: &outputs,
            signatures: signatures.as_deref(),
        };
        let verdict = batch.verify("bolt11", |id| known(name, id));
        assert_eq!(verdict.is_ok(), case.text("valid") == "yes", "{name}: {verdict:?}");
        reasons.extend(verdict.err());
    }
    let expected = [
        Error::Unknown,
        Error::Unknown,
        Error::Empty,
        Error::Repeated,
        Error::Method,
        Error::Count,
    ];
    assert_eq!(reasons, expected);
}

#[test]
fn batches_are_minted_whole_or_not() {
    let quote = |amount: Option<u64>, mintable, lock: Option<PublicKey>| Quote {
        method: "bolt12".into(),
        unit: "sat".into(),
        mintable,
        amount,
        lock,
    };
    let lock = key(3).public_key();
    let known = |id: &str| match id {
        "fixed" => Some(quote(Some(5), 5, None)),
        "open" => Some(quote(None, 10, None)),
        "unpaid" => Some(quote(Some(5), 0, None)),
        "locked" => Some(quote(Some(5), 5, Some(lock))),
        "usd" => Some(Quote { unit: "usd".into(), ..quote(Some(5), 5, None) }),
        "endless" => Some(quote(None, u64::MAX, None)),
        _ => None,
    };
    let outputs = |amounts: &[u64]| -> Vec<Output> {
        amounts.iter().zip(1..).map(|(amount, number)| output(*amount, &point(number))).collect()
    };
    let ask = |quotes: &[&str],
               amounts: Option<&[u64]>,
               outs: &[u64],
               signatures: Option<&[Option<Signature>]>| {
        Batch { quotes, amounts, outputs: &outputs(outs), signatures }.verify("bolt12", known)
    };
    assert_eq!(ask(&["fixed"], None, &[4, 1], None), Ok(vec![5]));
    assert_eq!(ask(&["fixed", "open"], Some(&[5, 3]), &[8], None), Ok(vec![5, 3]));
    // Of what is open less may be taken; of what is fixed all.
    assert_eq!(ask(&["open"], Some(&[3]), &[2], None), Ok(vec![3]));
    assert_eq!(ask(&["fixed"], None, &[4], None), Err(Error::Amount));
    assert_eq!(ask(&["fixed"], Some(&[4]), &[4], None), Err(Error::Amount));
    assert_eq!(ask(&["open"], Some(&[3]), &[4], None), Err(Error::Amount));
    assert_eq!(ask(&["open"], None, &[4], None), Err(Error::Count));
    assert_eq!(ask(&["open"], Some(&[11]), &[4], None), Err(Error::NotPaid));
    assert_eq!(ask(&["unpaid"], None, &[5], None), Err(Error::NotPaid));
    assert_eq!(ask(&["fixed", "usd"], None, &[10], None), Err(Error::Unit));
    assert_eq!(ask(&["fixed", "open"], Some(&[5]), &[5], None), Err(Error::Count));
    // Sums that wrap are no sums.
    let wraps = Some(&[u64::MAX, 2][..]);
    assert_eq!(ask(&["endless", "open"], wraps, &[1], None), Err(Error::Amount));
    assert_eq!(ask(&["endless"], Some(&[1]), &[u64::MAX, 2], None), Err(Error::Amount));
    // Each locked quote is signed for, by its key, over all outputs; no other one is.
    let signed = |scalar, id: &str, outs: &[u64]| {
        sign(&key(scalar).signing_key(), id, &outputs(outs), &[0; 32]).ok()
    };
    let good = signed(3, "locked", &[8, 2]);
    assert_eq!(ask(&["locked", "fixed"], None, &[8, 2], Some(&[good, None])), Ok(vec![5, 5]));
    for signatures in [None, Some(&[None, None][..]), Some(&[good, good]), Some(&[None, good])] {
        assert_eq!(ask(&["locked", "fixed"], None, &[8, 2], signatures), Err(Error::Lock));
    }
    assert_eq!(ask(&["locked", "fixed"], None, &[8, 2], Some(&[good])), Err(Error::Count));
    for bad in [
        signed(4, "locked", &[8, 2]),
        signed(3, "fixed", &[8, 2]),
        signed(3, "locked", &[2, 8]),
        signed(3, "locked", &[8]),
    ] {
        assert_eq!(
            ask(&["locked", "fixed"], None, &[8, 2], Some(&[bad, None])),
            Err(Error::NotSigned)
        );
    }
}
