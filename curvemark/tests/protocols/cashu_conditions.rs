//! Conditions of spending: the published proofs and transactions, every rule of the text, and what
//! must be refused.
//!
//! Published: cashubtc/nuts `3ddb1ae7`, tests/11-test.md and 20-test.md (MIT), some in `vectors/`,
//! all in the full suites.

#![cfg(feature = "tokens")]

use crate::{suites, vectors};
use curvemark::cashu::conditions::{
    Blinded, Condition, Error, Input, Kind, MOST_KEYS, Output, message_to_sign, quote_message,
    sign, verify_quote, verify_transaction,
};
use curvemark::cashu::legacy::{BlindedMessage, Signature};
use curvemark::cashu::{tokens, v3};
use curvemark::encoding::hex;
use curvemark::schnorr::{self, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Of the published locks some are past, some in the years 2123 and 5138: any time of this century
/// will do.
const NOW: u64 = 1_800_000_000;

fn input(value: &Value) -> Input<'_> {
    Input {
        secret: suites::string(value, "secret"),
        signature: tokens::Signature::Legacy(
            Signature::from_bytes(&suites::hex(value, "C")).expect("C"),
        ),
        witness: value["witness"].as_str(),
    }
}

fn outputs(value: &Value) -> Vec<Output> {
    let output = |value: &Value| Output {
        amount: value["amount"].as_u64().expect("an amount"),
        message: Blinded::Legacy(
            BlindedMessage::from_bytes(&suites::hex(value, "B_")).expect("B_"),
        ),
    };
    suites::list(value, "outputs").iter().map(output).collect()
}

/// The verdict on a proof alone, or a swap or melt; and what would be signed for all.
fn judge(object: &Value) -> (Result<(), Error>, String) {
    if object["inputs"].is_null() {
        let input = input(object);
        return (verify_transaction(&[input], &[], None, NOW), input.secret.to_owned());
    }
    let inputs: Vec<Input<'_>> = suites::list(object, "inputs").iter().map(input).collect();
    let (outputs, quote) = (outputs(object), object["quote"].as_str());
    (verify_transaction(&inputs, &outputs, quote, NOW), message_to_sign(&inputs, &outputs, quote))
}

/// A request to mint a quote, by its key; what was signed, and the verdict.
fn quote(key: &str, request: &Value) -> (String, Result<(), Error>) {
    let (id, outputs) = (suites::string(request, "quote"), outputs(request));
    let signature =
        schnorr::Signature::from_bytes(&suites::hex(request, "signature")).expect("64 bytes");
    (quote_message(id, &outputs), verify_quote(key, id, &outputs, &signature))
}

#[test]
fn published() {
    let (mut locks, mut messages, mut quotes, mut signed) =
        ([0; 2], Vec::new(), [0; 2], Vec::new());
    for case in vectors::cases(include_str!("../../../vectors/cashu-conditions.txt")) {
        let name = case.text("name");
        let json = || serde_json::from_str::<Value>(case.text("json")).expect("JSON");
        match case.text("kind") {
            "lock" => {
                let (verdict, message) = judge(&json());
                signed.push(message);
                assert_eq!(verdict.is_ok(), case.text("spendable") == "yes", "{name}: {verdict:?}");
                locks[usize::from(verdict.is_ok())] += 1;
            }
            "message" => messages.push(case.text("message").to_owned()),
            "quote" => {
                let (message, verdict) = quote(case.text("key"), &json());
                if let [expected] = case.list("message")[..] {
                    assert_eq!(hex::encode(message.as_bytes()), expected);
                }
                assert_eq!(verdict.is_ok(), case.text("valid") == "yes", "{name}");
                quotes[usize::from(verdict.is_ok())] += 1;
            }
            kind => panic!("{kind}"),
        }
    }
    assert_eq!((locks, quotes), ([5, 6], [1, 1]));
    // The message of the swap is that of the valid swap after it.
    assert!(messages.iter().all(|message| signed.contains(message)) && messages.len() == 1);
}

/// What some reader of JSON takes for a lock is a lock or refused, and what none can take for one
/// is plain.
#[test]
fn other_readers() {
    let mut seen = [0; 4];
    for case in vectors::cases(include_str!("../../../vectors/cashu-readers.txt")) {
        let name = case.text("name");
        let text = String::from_utf8(case.bytes("text")).expect("UTF-8");
        let answer = Condition::of_secret(&text);
        match case.text("answer") {
            "none" => assert_eq!(answer, Ok(None), "{name}"),
            "lock" => assert!(matches!(answer, Ok(Some(_))), "{name}: {answer:?}"),
            "form" => assert_eq!(answer, Err(Error::Form), "{name}"),
            answer => panic!("{answer}"),
        }
        let signature =
            Signature::from_bytes(&hex::decode(&public(1)).expect("hexadecimal")).expect("C");
        let input =
            Input { secret: &text, signature: tokens::Signature::Legacy(signature), witness: None };
        assert_eq!(
            verify_transaction(&[input], &[], None, NOW).is_ok(),
            answer == Ok(None),
            "{name}"
        );

        let rust = matches!(serde_json::from_str(&text), Ok(Value::Array(list))
            if matches!(&list[..], [Value::String(kind), Value::Object(_), ..] if kind == "P2PK" || kind == "HTLC"));
        let readers = case.list("sees");
        assert!(answer != Ok(None) || !rust && readers.is_empty(), "{name}: {readers:?}");
        for (count, sees) in
            seen.iter_mut().zip(["python", "javascript", "go"].map(|name| readers.contains(&name)))
        {
            *count += usize::from(sees);
        }
        seen[3] += usize::from(rust);
    }
    assert!(seen.iter().all(|count| *count >= 10), "{seen:?}");
}

/// Transactions that nutshell's mint and cashu-ts have judged. Answers are those of the mint, but
/// where the file says why not.
#[test]
fn other_judges() {
    let (mut answers, mut differ) = ([0; 2], [0; 2]);
    for case in vectors::cases(include_str!("../../../vectors/cashu-locks.txt")) {
        let name = case.text("name");
        let [mint, wallet, answer] =
            ["nutshell", "cashu-ts", "spendable"].map(|key| case.text(key) == "yes");
        let object: Value = serde_json::from_str(case.text("json")).expect("JSON");
        let (verdict, _) = judge(&object);
        assert_eq!(verdict.is_ok(), answer, "{name}: {verdict:?}");
        assert_eq!(answer == mint, case.list("why").is_empty(), "{name}");
        answers[usize::from(answer)] += 1;
        differ[0] += usize::from(answer != mint);
        differ[1] += usize::from(answer != wallet);
    }
    assert!(answers.iter().all(|count| *count >= 30), "{answers:?}");
    assert!(differ.iter().all(|count| *count <= 6), "{differ:?}");
}

#[test]
fn the_full_suites() {
    let Some(suite) = suites::json("cashu/legacy/nut11_p2pk.json") else { return };
    let (mut counts, mut signed, mut messages, mut digests) = ([0; 3], Vec::new(), Vec::new(), 0);
    for case in suites::list(&suite, "cases") {
        if let Some(message) = case["msg_to_sign"].as_str() {
            assert_eq!(
                signed.last().map(String::as_str),
                Some(message),
                "of the transaction before it"
            );
            messages.push(message);
            continue;
        }
        let (verdict, message) = judge(&case["object"]);
        if let Some(digest) = case["sha256_of_previous_msg_to_sign"].as_str() {
            assert_eq!(hex::encode(&Sha256::digest(&message)), digest);
            digests += 1;
        }
        match case["spendable"].as_bool() {
            Some(spendable) => {
                assert_eq!(verdict.is_ok(), spendable, "{}: {verdict:?}", case["description"]);
                counts[usize::from(spendable)] += 1;
            }
            None => {
                // The text gives no verdict: a lock without a witness, which only shows its form,
                // is not satisfied; an example of a swap and one of a melt are those that are
                // called valid two cases later.
                let witness = case["object"]["inputs"][0]["witness"].is_string();
                assert_eq!(verdict.is_ok(), witness, "{}", case["description"]);
                counts[2] += 1;
            }
        }
        signed.push(message);
    }
    assert_eq!((counts, messages.len(), digests), ([5, 12, 3], 2, 2));

    let suite = suites::json("cashu/legacy/nut20_mint_quote_signature.json").expect("as the other");
    let verdicts: Vec<bool> = suites::list(&suite, "cases")
        .iter()
        .map(|case| {
            let (message, verdict) = quote(suites::string(case, "pubkey"), &case["request"]);
            if let Some(expected) = case["message_bytes"].as_str() {
                assert_eq!(hex::encode(message.as_bytes()), expected);
            }
            verdict.is_ok()
        })
        .collect();
    assert_eq!(verdicts, [true, false]);
}

fn signer(number: u8) -> SigningKey {
    SigningKey::from_bytes(&[number; 32]).expect("a key")
}

/// A public key, with either tag.
fn public(number: u8) -> String {
    format!("0{}{}", 2 + (number & 1), hex::encode(&signer(number).public_bytes()))
}

fn publics(numbers: &[u8]) -> Vec<String> {
    numbers.iter().map(|number| public(*number)).collect()
}

/// A tag of keys.
fn keys_tag(name: &str, numbers: &[u8]) -> Value {
    let mut tag = vec![name.to_owned()];
    tag.extend(publics(numbers));
    json!(tag)
}

fn p2pk(data: u8, tags: &[Value]) -> String {
    json!(["P2PK", {"nonce": "n", "data": public(data), "tags": tags}]).to_string()
}

fn htlc(tags: &[Value]) -> String {
    json!(["HTLC", {"nonce": "n", "data": hex::encode(&Sha256::digest([9; 32])), "tags": tags}])
        .to_string()
}

/// A witness with signatures of these on a message, and a preimage.
fn witness(message: &str, signers: &[u8], preimage: Option<[u8; 32]>) -> String {
    let signatures: Vec<String> = signers
        .iter()
        .zip(0..)
        .map(|(number, aux)| {
            hex::encode(&sign(&signer(*number), message.as_bytes(), &[aux; 32]).to_bytes())
        })
        .collect();
    match preimage {
        Some(preimage) => {
            json!({"signatures": signatures, "preimage": hex::encode(&preimage)}).to_string()
        }
        None => json!({"signatures": signatures}).to_string(),
    }
}

fn condition(secret: &str) -> Condition {
    Condition::of_secret(secret).expect("of its form").expect("a lock")
}

/// Whether signatures of these on the secret itself open it at a time.
fn opens_at(secret: &str, signers: &[u8], preimage: Option<[u8; 32]>, now: u64) -> bool {
    let verdict =
        condition(secret).verify(secret.as_bytes(), Some(&witness(secret, signers, preimage)), now);
    assert!(matches!(verdict, Ok(()) | Err(Error::NotSatisfied)), "{verdict:?}");
    verdict.is_ok()
}

#[test]
fn paths_open_as_the_text_says() {
    let opens = |secret: &str, signers: &[u8], now| opens_at(secret, signers, None, now);
    let basic = p2pk(1, &[]);
    assert!(opens(&basic, &[1], 0) && opens(&basic, &[2, 1], 0));
    assert!(!opens(&basic, &[], 0) && !opens(&basic, &[2], 0) && !opens(&basic, &[], u64::MAX));
    assert_eq!(condition(&basic).verify(basic.as_bytes(), None, 0), Err(Error::NotSatisfied));

    let several = p2pk(1, &[keys_tag("pubkeys", &[2, 3]), json!(["n_sigs", "2"])]);
    for (signers, good) in [
        (&[1, 2][..], true),
        (&[3, 2], true),
        (&[1], false),
        (&[1, 1], false),
        (&[3, 3, 3], false),
        (&[1, 4], false),
        (&[4, 3, 5, 1], true),
    ] {
        assert_eq!(opens(&several, signers, u64::MAX), good, "{signers:?}");
    }
    let any = p2pk(1, &[keys_tag("pubkeys", &[2, 3])]);
    assert!(opens(&any, &[3], 0) && !opens(&any, &[4], 0));

    let refund =
        [json!(["locktime", "100"]), keys_tag("refund", &[5, 6, 1]), json!(["n_sigs_refund", "2"])];
    let secret = p2pk(1, &refund);
    assert!(opens(&secret, &[1], 100) && opens(&secret, &[1], 101));
    assert!(
        !opens(&secret, &[5, 6], 100)
            && opens(&secret, &[5, 6], 101)
            && opens(&secret, &[1, 6], 101)
    );
    assert!(
        !opens(&secret, &[5], 101) && !opens(&secret, &[5, 5], 101) && !opens(&secret, &[], 101)
    );
    // Without refund anyone, afterwards; with an empty one nobody but the key; without a time that
    // is a number never.
    let expiring = p2pk(1, &[json!(["locktime", "100"])]);
    assert!(!opens(&expiring, &[], 100) && opens(&expiring, &[], 101));
    assert_eq!(condition(&expiring).verify(b"", None, 101), Ok(()));
    let nobody = p2pk(1, &[json!(["locktime", "100"]), json!(["refund"])]);
    assert!(!opens(&nobody, &[2], 101) && opens(&nobody, &[1], 101));
    for time in ["x", "-1", "+1", "1.0", " 1", "18446744073709551616"] {
        let secret = p2pk(1, &[json!(["locktime", time])]);
        assert!(!opens(&secret, &[], u64::MAX) && opens(&secret, &[1], u64::MAX));
    }
    for tag in [json!(["locktime"]), json!(["locktime", "1", "2"])] {
        assert_eq!(condition(&p2pk(1, &[tag])).locktime(), None);
    }

    let hash = htlc(&[]);
    assert!(
        opens_at(&hash, &[], Some([9; 32]), 0)
            && !opens_at(&hash, &[], Some([8; 32]), 0)
            && !opens_at(&hash, &[], None, u64::MAX)
    );
    let locked = htlc(&[
        keys_tag("pubkeys", &[2, 3]),
        json!(["n_sigs", "2"]),
        json!(["locktime", "100"]),
        keys_tag("refund", &[5]),
    ]);
    for (signers, preimage, before, after) in [
        (&[2, 3][..], Some([9; 32]), true, true),
        (&[2, 3], None, false, false),
        (&[2], Some([9; 32]), false, false),
        (&[5], Some([9; 32]), false, true),
        (&[5], None, false, true),
        (&[2, 3], Some([8; 32]), false, false),
        (&[], Some([9; 32]), false, false),
    ] {
        assert_eq!(
            [100, 101].map(|now| opens_at(&locked, signers, preimage, now)),
            [before, after],
            "{signers:?}"
        );
    }
    let nobody = htlc(&[json!(["pubkeys"])]);
    assert!(!opens_at(&nobody, &[2], Some([9; 32]), u64::MAX));
    assert_eq!(condition(&hash).kind(), Kind::Htlc { hash: Sha256::digest([9; 32]).into() });
    let long = json!({"signatures": [], "preimage": format!("{}00", "09".repeat(32))}).to_string();
    assert_eq!(condition(&hash).verify(b"", Some(&long), 0), Err(Error::NotSatisfied));
    let upper = json!({"preimage": "0A".repeat(32)}).to_string();
    assert_eq!(condition(&hash).verify(b"", Some(&upper), 0), Err(Error::NotSatisfied));
}

#[test]
fn secrets_that_are_malformed() {
    let of = |secret: &str| Condition::of_secret(secret).err();
    let tagged = |tags: &[Value]| of(&p2pk(1, tags));
    assert_eq!(tagged(&[]), None);
    for (tags, reason) in [
        (vec![json!([])], Error::Tags),
        (vec![json!([""])], Error::Tags),
        (vec![json!(["locktime", ""])], Error::Tags),
        (vec![json!(["locktime", 1])], Error::Form),
        (vec![json!("locktime")], Error::Form),
        (vec![json!(["locktime", "1"]), json!(["locktime", "1"])], Error::Tags),
        (vec![json!(["sigflag"])], Error::Tags),
        (vec![json!(["sigflag", "SIG_NONE"])], Error::Tags),
        (vec![json!(["sigflag", "sig_all"])], Error::Tags),
        (vec![json!(["sigflag", "SIG_ALL", "SIG_ALL"])], Error::Tags),
        (vec![json!(["n_sigs", "0"])], Error::Tags),
        (vec![json!(["n_sigs", "2"])], Error::Tags),
        (vec![json!(["n_sigs", "-1"])], Error::Tags),
        (vec![json!(["n_sigs", "+1"])], Error::Tags),
        (vec![json!(["n_sigs", "1", "1"])], Error::Tags),
        (vec![json!(["n_sigs"])], Error::Tags),
        (vec![json!(["n_sigs", "99999999999999999999999"])], Error::Tags),
        (vec![json!(["n_sigs_refund", "1"])], Error::Tags),
        (vec![keys_tag("refund", &[5]), json!(["n_sigs_refund", "2"])], Error::Tags),
        (vec![keys_tag("pubkeys", &[2]), keys_tag("pubkeys", &[3])], Error::Tags),
        (vec![keys_tag("pubkeys", &[2, 2])], Error::Key),
        (vec![keys_tag("pubkeys", &[1])], Error::Key),
        (vec![keys_tag("refund", &[5, 5])], Error::Key),
        (vec![json!(["pubkeys", "02"])], Error::Key),
        (vec![json!(["pubkeys", format!("04{}", &public(2)[2..])])], Error::Key),
        (vec![json!(["pubkeys", format!("02{:064x}", 5)])], Error::Key),
        (vec![json!(["pubkeys", &public(2)[2..]])], Error::Key),
    ] {
        assert_eq!(tagged(&tags), Some(reason), "{tags:?}");
    }
    // The same x with the other tag, in the other case, is the same key; in two paths it may be.
    let other = format!("0{}{}", 3 - (1 & 1), &public(1)[2..].to_uppercase());
    assert_eq!(tagged(&[json!(["pubkeys", other])]), Some(Error::Key));
    assert_eq!(tagged(&[json!(["refund", other])]), None);
    assert_eq!(
        tagged(&[json!(["n_sigs", "1"]), json!(["unknown"]), json!(["unknown", "twice"])]),
        None
    );
    let many: Vec<u8> = (1..=40).collect();
    assert_eq!(tagged(&[keys_tag("pubkeys", &many[1..MOST_KEYS])]), None);
    assert_eq!(tagged(&[keys_tag("pubkeys", &many[1..=MOST_KEYS])]), Some(Error::TooMany));
    assert_eq!(tagged(&[keys_tag("refund", &many[..MOST_KEYS])]), None);
    assert_eq!(tagged(&[keys_tag("refund", &many[..=MOST_KEYS])]), Some(Error::TooMany));

    let data = public(1);
    for (secret, reason) in [
        (json!(["P2PK", {"data": data}]), Some(Error::Form)),
        (json!(["P2PK", {"nonce": "n"}]), Some(Error::Form)),
        (json!(["P2PK", {"nonce": 1, "data": data}]), Some(Error::Form)),
        (json!(["P2PK", {"nonce": "n", "data": data, "tags": null}]), Some(Error::Form)),
        (json!(["P2PK", ["n", data, []]]), Some(Error::Form)),
        (json!(["P2PK", "x"]), Some(Error::Form)),
        (json!(["P2PK", {"nonce": "n", "data": "xyz"}]), Some(Error::Key)),
        (json!(["HTLC", {"nonce": "n", "data": data}]), Some(Error::Hash)),
        (json!(["HTLC", {"nonce": "n", "data": "AB".repeat(32)}]), Some(Error::Hash)),
        (json!(["P2PK", {"nonce": "n", "data": data, "new": [1, {}]}]), None),
    ] {
        assert_eq!(of(&secret.to_string()), reason, "{secret}");
    }
    let twice = format!(r#"["P2PK",{{"nonce":"n","data":"{data}","data":"{data}"}}]"#);
    assert_eq!(of(&twice), Some(Error::Form));
    // Lists that are no conditions are not surely plain; anything else is a secret as any other.
    for secret in ["[]", "[\"P2PK\"]", "[\"P2PK\",{},1]", "[1,{}]"] {
        assert_eq!(of(secret), Some(Error::Form), "{secret}");
    }
    for secret in ["", "x", "{}", "[\"p2pk\",{}]", "[\"NEW\",{}]", "407915bc212be61a"] {
        assert_eq!(Condition::of_secret(secret), Ok(None), "{secret}");
    }
}

#[test]
fn witnesses_that_are_refused() {
    let secret = p2pk(1, &[]);
    let condition = condition(&secret);
    let verify = |witness: &str| condition.verify(secret.as_bytes(), Some(witness), 0);
    let good = hex::encode(&sign(&signer(1), secret.as_bytes(), &[0; 32]).to_bytes());
    for witness in [
        "",
        "x",
        "[]",
        "[[\"\"]]",
        "1",
        "{\"signatures\":1}",
        "{\"signatures\":[1]}",
        "{\"preimage\":1}",
        "{\"signatures\":[],\"signatures\":[]}",
    ] {
        assert_eq!(verify(witness), Err(Error::Witness), "{witness}");
    }
    assert_eq!(verify(&format!("{{\"signatures\":[\"{good}\"]}} x")), Err(Error::Witness));
    for signatures in [vec![], vec!["x"], vec![&good[2..]], vec!["00"]] {
        assert_eq!(
            verify(&json!({"signatures": signatures}).to_string()),
            Err(Error::NotSatisfied)
        );
    }
    assert_eq!(verify("{}"), Err(Error::NotSatisfied));
    // One that is none beside a good one, and digits in the other case.
    assert_eq!(
        verify(&json!({"signatures": ["x", good.to_uppercase()], "new": 1}).to_string()),
        Ok(())
    );
    let count = |count: usize| verify(&json!({"signatures": vec![&good; count]}).to_string());
    assert_eq!((count(MOST_KEYS), count(MOST_KEYS + 1)), (Ok(()), Err(Error::TooMany)));
}

#[test]
fn transactions_on_all() {
    let all = |tags: &[Value], nonce: &str| {
        let mut tags = tags.to_vec();
        tags.push(json!(["sigflag", "SIG_ALL"]));
        json!(["P2PK", {"nonce": nonce, "data": public(1), "tags": tags}]).to_string()
    };
    let c = tokens::Signature::Legacy(
        Signature::from_bytes(&vectors::bytes(
            "02bc9097997d81afb2cc7346b5e4345a9346bd2a506eb7958598a72f0cf85163ea",
        ))
        .expect("C"),
    );
    let newer = v3::BlindedMessage::from_bytes(
        &v3::blind(b"x", &v3::BlindingFactor::from_bytes(&[3; 32]).expect("r")).to_bytes(),
    );
    let outputs = [Output { amount: 12, message: Blinded::V3(newer.expect("B_")) }];
    let secrets = [all(&[], "a"), all(&[], "b")];
    let inputs = |witness| {
        let input = |i: usize, witness| Input { secret: &secrets[i], signature: c, witness };
        [input(0, witness), input(1, None)]
    };
    let message = message_to_sign(&inputs(None), &outputs, Some("quote"));
    assert!(
        message.starts_with(&secrets[0]) && message.ends_with("quote") && message.contains("12")
    );
    let signed = witness(&message, &[1], None);
    let on_secret = witness(&secrets[0], &[1], None);
    let verify = |inputs: &[Input<'_>], quote| verify_transaction(inputs, &outputs, quote, 0);
    assert_eq!(verify(&inputs(Some(&signed)), Some("quote")), Ok(()));
    let not = Err(Error::NotSatisfied);
    assert_eq!(verify(&inputs(Some(&signed)), None), not);
    assert_eq!(verify(&inputs(Some(&signed)), Some("quota")), not);
    assert_eq!(verify(&inputs(None), Some("quote")), not);
    assert_eq!(verify(&inputs(Some(&signed))[..1], Some("quote")), not);
    assert_eq!(verify_transaction(&inputs(Some(&signed)), &[], Some("quote"), 0), not);
    // A signature on the secret alone is not one on all.
    assert_eq!(verify(&inputs(Some(&on_secret)), Some("quote")), not);
    // Other locks beside: plain secrets, other tags, other data, another kind.
    let others = [
        "plain".to_owned(),
        p2pk(1, &[]),
        all(&[json!(["locktime", "5"])], "c"),
        json!(["P2PK", {"nonce": "n", "data": public(2), "tags": [["sigflag", "SIG_ALL"]]}])
            .to_string(),
        htlc(&[json!(["sigflag", "SIG_ALL"])]),
    ];
    for other in &others {
        for first in [true, false] {
            let mut inputs = inputs(Some(&signed));
            inputs[usize::from(!first)].secret = other;
            assert_eq!(verify(&inputs, Some("quote")), Err(Error::Mixed), "{other}");
        }
    }
    assert_eq!(verify(&[], None), Err(Error::Empty));

    // Without such a flag each input has its own witness, and plain ones need none.
    let (one, two) = (p2pk(1, &[]), p2pk(2, &[]));
    let own = [witness(&one, &[1], None), witness(&two, &[2], None)];
    let input = |secret, witness| Input { secret, signature: c, witness };
    assert_eq!(
        verify(
            &[input(&one, Some(&own[0])), input("plain", None), input(&two, Some(&own[1]))],
            None
        ),
        Ok(())
    );
    assert_eq!(verify(&[input(&one, Some(&own[0])), input(&two, Some(&own[0]))], None), not);
    assert_eq!(verify(&[input(&one, Some(&own[0])), input(&two, None)], None), not);
    assert_eq!(verify(&[input("[\"P2PK\",{}]", None)], None), Err(Error::Form));
}

/// A point of a keyset of version 3 is a lock to its key, whatever JSON says of it.
#[test]
fn points_of_version_3_are_no_plain_secrets() {
    let r = v3::BlindingFactor::from_bytes(&[5; 32]).expect("r");
    let mint = v3::MintSecretKey::from_bytes(&[7; 32]).expect("a key");
    let signed =
        |message: &[u8]| tokens::Signature::V3(mint.sign(&v3::blind(message, &r)).unblind(&r));
    let point = public(1);
    let on_point = signed(&hex::decode(&point).expect("hexadecimal"));
    let of_witness = witness(&point, &[1], None);
    for witness in [None, Some(of_witness.as_str())] {
        let input = Input { secret: &point, signature: on_point, witness };
        assert_eq!(verify_transaction(&[input], &[], None, NOW), Err(Error::Point));
        let before = Input { secret: "plain", signature: signed(b"plain"), witness: None };
        assert_eq!(verify_transaction(&[before, input], &[], None, NOW), Err(Error::Point));
        assert_eq!(verify_transaction(&[before], &[], None, NOW), Ok(()));
    }
    // Other spellings, and what is as long and no point.
    for secret in [point.to_uppercase(), "02".repeat(33), "z".repeat(66)] {
        let input = Input { secret: &secret, signature: signed(secret.as_bytes()), witness: None };
        assert_eq!(verify_transaction(&[input], &[], None, NOW), Err(Error::Point), "{secret}");
    }
    // What is signed as text stays what it was, and so do older keysets.
    let lock = p2pk(1, &[]);
    let locked = Input { secret: &lock, signature: signed(lock.as_bytes()), witness: None };
    assert_eq!(verify_transaction(&[locked], &[], None, NOW), Err(Error::NotSatisfied));
    let older = Signature::from_bytes(&hex::decode(&point).expect("hexadecimal")).expect("C");
    let signature = tokens::Signature::Legacy(older);
    let older = Input { secret: &point, signature, witness: None };
    assert_eq!(verify_transaction(&[older], &[], None, NOW), Ok(()));
}

#[test]
fn debug_of_an_input_shows_neither_secret_nor_preimage() {
    let signature =
        Signature::from_bytes(&hex::decode(&public(1)).expect("hexadecimal")).expect("C");
    let witness = Some(r#"{"preimage":"0bad"}"#);
    let input =
        Input { secret: "a secret", signature: tokens::Signature::Legacy(signature), witness };
    let shown = format!("{input:?} {input:#?}");
    assert!(
        !shown.contains("a secret")
            && !shown.contains("0bad")
            && shown.contains("witness: Some(…)"),
        "{shown}"
    );
}
