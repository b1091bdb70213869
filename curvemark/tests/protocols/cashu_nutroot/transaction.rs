//! Transactions: the published transcripts, what enters, and what a mint refuses.

use super::*;
use curvemark::cashu::conditions::Blinded;
use curvemark::cashu::nutroot::{Authorisation, Input, Output, Transaction};
use curvemark::cashu::tokens::{self, Signature};
use curvemark::cashu::{legacy, v3};
use serde_json::Value;

fn number(value: &Value) -> u64 {
    value["amount"].as_u64().expect("a number")
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().expect("text")
}

fn id(digits: &str) -> tokens::KeysetId {
    tokens::KeysetId::from_bytes(&bytes(digits)).expect("an id")
}

fn list<'a>(value: &'a Value, key: &str) -> Vec<&'a Value> {
    value.get(key).map_or(Vec::new(), |list| list.as_array().expect("a list").iter().collect())
}

fn inputs(tx: &Value) -> Vec<Input<'_>> {
    let proofs = list(tx, "proof_inputs").into_iter().map(|proof| Input::Proof {
        amount: number(proof),
        keyset: id(text(proof, "keyset_id")),
        secret: text(proof, "secret"),
        signature: Signature::V3(
            v3::Signature::from_bytes(&bytes(text(proof, "C"))).expect("a point"),
        ),
    });
    let quote = |quote| Input::Quote { amount: number(quote), id: text(quote, "quote_id") };
    proofs.chain(list(tx, "mint_quote_inputs").into_iter().map(quote)).collect()
}

/// The quote first, so that the order of kinds is the transcript's doing.
fn outputs(tx: &Value) -> Vec<Output<'_>> {
    let quotes = list(tx, "melt_quote_outputs").into_iter();
    let quotes =
        quotes.map(|quote| Output::Quote { amount: number(quote), id: text(quote, "quote_id") });
    let message = |output| Output::Message {
        amount: number(output),
        keyset: id(text(output, "keyset_id")),
        message: Blinded::V3(
            v3::BlindedMessage::from_bytes(&bytes(text(output, "B_"))).expect("a point"),
        ),
    };
    quotes.chain(list(tx, "blinded_outputs").into_iter().map(message)).collect()
}

#[test]
fn published() {
    for case in cases("transaction", 4) {
        let (name, json) =
            (case.text("name"), serde_json::from_str::<Value>(case.text("json")).expect("JSON"));
        let (inputs, outputs) = (inputs(&json), outputs(&json));
        let transaction = Transaction { inputs: &inputs, outputs: &outputs };
        assert_eq!(transaction.transcript(), Ok(case.bytes("transcript")), "{name}");
        let digest = transaction.digest().expect("a digest");
        assert_eq!(digest, hash(case.text("digest")), "{name}");
        for signature in case.list("signature") {
            let signed = key(case.text("private")).sign(&digest, &[0; 32]);
            assert_eq!(hex::encode(&signed.to_bytes()), signature, "{name}");
            let witness = Witness::KeyPath(signed).to_json();
            assert_eq!(
                transaction.verify(&[Authorisation::Witness(Some(&witness))], 0),
                Ok(()),
                "{name}"
            );
        }
    }
}

/// A payment of a proof of version 3 and of one of version 1, and a quote, each with what spends
/// it.
struct Payment {
    secret: String,
    c: Signature,
    old: Signature,
    message: Blinded,
}

const KEYSET: &str = "02b7e077d020fabed456a6be138a8e20e9ef40b44d873fa12c005b656eb0cf99f6";
const OLD_KEYSET: &str = "00456a94ab4e1c46";
const OLD_SECRET: &str = "d341ee4871f1f889041e63cf0d3823c713eea6aff01e80f1719f08f9e5be98f6";

impl Payment {
    fn new() -> Self {
        let (mint, r) =
            (v3::MintSecretKey::from_bytes(&[7; 32]), v3::BlindingFactor::from_bytes(&[5; 32]));
        let (mint, r) = (mint.expect("a key"), r.expect("a factor"));
        let secret = Secret::of_key(small(9).public_key());
        let old =
            legacy::MintSecretKey::from_bytes(&[7; 32]).expect("a key").public_key().to_bytes();
        Self {
            secret: secret.to_string(),
            c: Signature::V3(mint.sign(&v3::blind(&secret.to_bytes(), &r)).unblind(&r)),
            old: Signature::Legacy(legacy::Signature::from_bytes(&old).expect("a point")),
            message: Blinded::V3(v3::blind(b"another", &r)),
        }
    }

    fn proof(&self) -> Input<'_> {
        Input::Proof { amount: 8, keyset: id(KEYSET), secret: &self.secret, signature: self.c }
    }

    fn old(&self) -> Input<'_> {
        self.locked(OLD_SECRET)
    }

    fn locked<'a>(&self, secret: &'a str) -> Input<'a> {
        Input::Proof { amount: 2, keyset: id(OLD_KEYSET), secret, signature: self.old }
    }

    fn output(&self, amount: u64) -> Output<'_> {
        Output::Message { amount, keyset: id(KEYSET), message: self.message }
    }
}

#[test]
fn every_input_is_asked() {
    let payment = Payment::new();
    let quote = Input::Quote { amount: 3, id: "a quote" };
    let (inputs, outputs) =
        ([quote, payment.old(), payment.proof()], [payment.output(8), payment.output(4)]);
    let transaction = Transaction { inputs: &inputs, outputs: &outputs };
    let digest = transaction.digest().expect("a digest");
    let witness = |key: u8| Witness::KeyPath(small(key).sign(&digest, &[0; 32])).to_json();
    let (good, bad, lock) = (witness(9), witness(8), small(4).public_key());
    let [right, wrong] = [small(4).sign(&digest, &[0; 32]), small(5).sign(&digest, &[0; 32])];
    let quote = |signature| Authorisation::Quote { lock: &lock, signature };
    let verdict = |all: &[Authorisation<'_>]| transaction.verify(all, 0);
    let (none, proof) = (Authorisation::Witness(None), Authorisation::Witness(Some(&good)));
    assert_eq!(verdict(&[quote(&right), none, proof]), Ok(()));
    assert_eq!(verdict(&[quote(&wrong), none, proof]), Err(Error::NotSigned));
    assert_eq!(
        verdict(&[quote(&right), none, Authorisation::Witness(Some(&bad))]),
        Err(Error::NotSigned)
    );
    assert_eq!(verdict(&[quote(&right), none, none]), Err(Error::NotSigned));
    assert_eq!(verdict(&[none, none, proof]), Err(Error::Transaction));
    assert_eq!(verdict(&[quote(&right), none, quote(&right)]), Err(Error::Transaction));
    assert_eq!(verdict(&[quote(&right), none]), Err(Error::Transaction));
    assert_eq!(verdict(&[]), Err(Error::Transaction));

    // An old lock stays a lock, and one on all inputs cannot stand among others.
    let locked = |flag: &str| {
        let key = hex::encode(&small(3).public_key().to_bytes());
        format!(r#"["P2PK",{{"nonce":"n","data":"{key}","tags":[["sigflag","{flag}"]]}}]"#)
    };
    for flag in ["SIG_INPUTS", "SIG_ALL"] {
        let secret = locked(flag);
        let inputs = [payment.locked(&secret), payment.proof()];
        let transaction = Transaction { inputs: &inputs, outputs: &outputs };
        let digest = transaction.digest().expect("a digest");
        let proof = Witness::KeyPath(small(9).sign(&digest, &[0; 32])).to_json();
        let sign = |message: &[u8]| {
            let signature =
                small(3).signing_key().sign_with_aux(&Sha256::digest(message), &[0; 32]);
            format!(r#"{{"signatures":["{}"]}}"#, hex::encode(&signature.to_bytes()))
        };
        let own = sign(secret.as_bytes());
        for (witness, good) in
            [(None, false), (Some(own.as_str()), flag == "SIG_INPUTS"), (Some(&proof), false)]
        {
            let all = [Authorisation::Witness(witness), Authorisation::Witness(Some(&proof))];
            let expected = if good { Ok(()) } else { Err(Error::Condition) };
            assert_eq!(transaction.verify(&all, 0), expected, "{flag}");
        }
    }
}

/// Whatever a transaction says is signed: no part can be another one.
#[test]
fn everything_counts() {
    let payment = Payment::new();
    let digest = |inputs: &[Input<'_>], outputs: &[Output<'_>]| {
        Transaction { inputs, outputs }.digest().expect("one")
    };
    let (proof, old) = (payment.proof(), payment.old());
    let (a, b) = (payment.output(8), payment.output(4));
    let quote = |amount, id| Input::Quote { amount, id };
    let melt = |amount, id| Output::Quote { amount, id };
    let other = Input::Proof {
        amount: 9,
        keyset: id(KEYSET),
        secret: &payment.secret,
        signature: payment.c,
    };
    let elsewhere = Input::Proof {
        amount: 8,
        keyset: id(&"02".repeat(33)),
        secret: &payment.secret,
        signature: payment.c,
    };
    let all = [
        digest(&[proof], &[a, b]),
        digest(&[proof], &[b, a]),
        digest(&[proof], &[a]),
        digest(&[proof], &[a, a]),
        digest(&[other], &[a, b]),
        digest(&[elsewhere], &[a, b]),
        digest(&[proof, old], &[a, b]),
        digest(&[old, proof], &[a, b]),
        digest(&[quote(1, "a")], &[a]),
        digest(&[quote(2, "a")], &[a]),
        digest(&[quote(1, "b")], &[a]),
        digest(&[quote(1, "a"), quote(1, "b")], &[a]),
        digest(&[quote(1, "b"), quote(1, "a")], &[a]),
        digest(&[proof], &[melt(1, "a")]),
        digest(&[proof], &[melt(0, "a")]),
        digest(&[proof], &[melt(1, "a"), a]),
        digest(&[proof, quote(1, "a")], &[a]),
    ];
    for (i, one) in all.iter().enumerate() {
        assert!(!all[..i].contains(one), "{i}");
    }
    // Kinds stand in their order, whatever the request's.
    assert_eq!(
        digest(&[quote(1, "a"), proof], &[melt(1, "a"), a]),
        digest(&[proof, quote(1, "a")], &[a, melt(1, "a")])
    );
}

#[test]
fn what_is_no_transaction() {
    let payment = Payment::new();
    let (proof, out) = (payment.proof(), payment.output(8));
    let error = |inputs: &[Input<'_>], outputs: &[Output<'_>]| {
        let transaction = Transaction { inputs, outputs };
        assert!(transaction.verify(&vec![Authorisation::Witness(None); inputs.len()], 0).is_err());
        transaction.digest().err()
    };
    let with = |keyset: &str, secret, signature| Input::Proof {
        amount: 8,
        keyset: id(keyset),
        secret,
        signature,
    };
    let (long, capitals) = ("q".repeat(1 << 16), payment.secret.to_uppercase());
    assert_eq!(error(&[], &[out]), Some(Error::Transaction));
    assert_eq!(error(&[proof], &[]), Some(Error::Transaction));
    assert_eq!(error(&[proof, proof], &[out]), Some(Error::Repeated));
    let quote = |id| Input::Quote { amount: 1, id };
    assert_eq!(error(&[quote("a"), quote("b"), quote("a")], &[out]), Some(Error::Repeated));
    assert_eq!(error(&[quote("")], &[out]), Some(Error::Length));
    assert_eq!(error(&[quote(&long)], &[out]), Some(Error::Length));
    assert_eq!(error(&[proof], &[Output::Quote { amount: 1, id: "" }]), Some(Error::Length));
    // A short id may be that of two keysets; a point is of its keyset's curve.
    assert_eq!(
        error(&[with(&KEYSET[..16], &payment.secret, payment.c)], &[out]),
        Some(Error::Keyset)
    );
    assert_eq!(error(&[with(OLD_KEYSET, &payment.secret, payment.c)], &[out]), Some(Error::Keyset));
    assert_eq!(error(&[with(KEYSET, &payment.secret, payment.old)], &[out]), Some(Error::Keyset));
    let message = Output::Message { amount: 8, keyset: id(OLD_KEYSET), message: payment.message };
    assert_eq!(error(&[proof], &[message]), Some(Error::Keyset));
    // A keyset of version 3 has only points, whatever old secrets wallets hold.
    assert_eq!(error(&[with(KEYSET, OLD_SECRET, payment.c)], &[out]), Some(Error::Length));
    assert_eq!(error(&[with(KEYSET, &capitals, payment.c)], &[out]), Some(Error::Hex));
    assert_eq!(error(&[with(OLD_KEYSET, "", payment.old)], &[out]), Some(Error::Length));
}
