//! Tokens of Cashu, and conditions of spending.

use curvemark::cashu::conditions::{
    Condition, Error, Input, message_to_sign, sign, verify_transaction,
};
use curvemark::cashu::legacy::{self, BlindingFactor, MintSecretKey, blind};
use curvemark::cashu::tokens::{Dleq, KeysetId, MintProofs, Proof, Signature, Token};
use curvemark::encoding::hex;
use curvemark::schnorr;

use crate::{Target, rng};

/// Of a text of 64 KiB and more: itself, what it says as a tree, and texts of that.
const HEAP: usize = 4 << 20;

pub const TARGETS: &[Target] = &[
    Target { name: "cashu tokens", body: tokens, valid: a_token, fast: false, heap: HEAP },
    Target {
        name: "cashu conditions",
        body: conditions,
        valid: a_condition,
        fast: false,
        heap: HEAP,
    },
];

/// A token as text or raw: what is read is written and read again as the same.
fn tokens(data: &[u8]) {
    for token in
        [Token::parse(&String::from_utf8_lossy(data)), Token::parse_raw(data)].into_iter().flatten()
    {
        let text = token.to_v3().expect("proofs");
        assert_eq!(Token::parse(&text).expect("its own").to_v3().as_ref(), Ok(&text));
        if let Ok(text) = token.to_v4() {
            assert_eq!(Token::parse(&text).expect("its own").to_v4().as_ref(), Ok(&text));
        }
        let _value = token.value();
    }
}

/// A secret and, after a line break, a witness.
fn conditions(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (secret, witness) = text.split_once('\n').unwrap_or((&text, ""));
    let c = MintSecretKey::from_bytes(&[7; 32]).expect("a key").public_key().to_bytes();
    let signature = Signature::Legacy(legacy::Signature::from_bytes(&c).expect("a point"));
    let inputs = [Input { secret, signature, witness: Some(witness) }; 2];
    for now in [0, u64::MAX] {
        let verdict = verify_transaction(&inputs, &[], None, now);
        match Condition::of_secret(secret) {
            Ok(None) => assert_eq!(verdict, Ok(())),
            Ok(Some(condition)) => {
                let message = if condition.is_sig_all() {
                    message_to_sign(&inputs, &[], None)
                } else {
                    secret.into()
                };
                assert_eq!(verdict, condition.verify(message.as_bytes(), Some(witness), now));
            }
            Err(error) => assert_eq!(verdict, Err(error)),
        }
    }
    stays_locked(secret);
}

/// What some reader of JSON passes over at the beginning.
const PASSED_OVER: [&str; 5] = [" ", "\t\r\n", "\u{feff}", "\0", "\u{2028}"];

/// What some reader of JSON takes in an object, and others do not.
const ODD: [&str; 6] = [
    r#","x":NaN"#,
    r#","x":-Infinity"#,
    r#","\ud800":1"#,
    ",\"x\":\"\t\"",
    r#","Data":"""#,
    r#","nonce":"""#,
];

/// No lock opens because some reader of JSON takes more or less than ours does.
fn stays_locked(secret: &str) {
    let answer = Condition::of_secret(secret);
    assert!(answer != Ok(None) || !may_be_lock(secret), "{secret}");
    for before in PASSED_OVER {
        let again = Condition::of_secret(&format!("{before}{secret}"));
        assert!(
            again != Ok(None) || answer == Ok(None) || !secret.trim_start().starts_with('['),
            "{secret}"
        );
    }
    if let (Ok(Some(_)), Some(end)) = (answer, secret.rfind('}')) {
        for odd in ODD {
            let (body, rest) = secret.split_at(end);
            assert_eq!(
                Condition::of_secret(&format!("{body}{odd}{rest}")),
                Err(Error::Form),
                "{secret}"
            );
        }
    }
}

/// Whether the first element of a list is the name of a lock, for a reader that minds nothing after
/// it.
fn may_be_lock(text: &str) -> bool {
    let skip = |text: &str| {
        text.trim_start_matches(['\u{feff}', '\0', ' ', '\t', '\r', '\n', '\u{2028}']).to_owned()
    };
    let Some(list) = skip(text).strip_prefix('[').map(skip) else { return false };
    let Some((kind, _)) = list.strip_prefix('"').and_then(|list| list.split_once('"')) else {
        return false;
    };
    ["P2PK", "HTLC"].into_iter().any(|name| {
        let mut rest = kind;
        let all = name.bytes().all(|letter| {
            let escape = [
                format!("\\u{letter:04x}"),
                format!("\\u{letter:04X}"),
                char::from(letter).to_string(),
            ];
            let found = escape.iter().find_map(|form| rest.strip_prefix(form.as_str()));
            rest = found.unwrap_or(rest);
            found.is_some()
        });
        all && rest.is_empty()
    })
}

/// A token of as many proofs as the number says, as text of both versions and raw.
fn a_token(number: u64) -> Vec<u8> {
    let rng = &mut rng(number);
    let mut proof = |amount: u64| {
        let (mint, factor) = (MintSecretKey::random(rng), BlindingFactor::random(rng));
        let (promise, proof) = mint.sign_with_proof(&blind(b"secret", &factor));
        Proof {
            amount,
            keyset: KeysetId::from_bytes(if amount & 1 == 0 { &[0; 8] } else { &[1; 33] })
                .expect("an id"),
            secret: "secret".to_owned(),
            signature: Signature::Legacy(
                promise.unblind(&factor, &mint.public_key()).expect("a point"),
            ),
            dleq: (amount & 2 == 0).then_some(Dleq { proof, factor }),
            witness: (amount & 4 == 0).then(|| "{}".to_owned()),
            spend_info: None,
            ephemeral_key: None,
        }
    };
    let proofs = (0..=number & 3).map(&mut proof).collect();
    let mint = MintProofs { mint: "http://localhost:3338".to_owned(), proofs };
    let token = Token { mints: vec![mint], unit: Some("sat".to_owned()), memo: None };
    match number & 12 {
        0 => token.to_v3().expect("proofs").into_bytes(),
        4 => token.to_v4().expect("proofs").into_bytes(),
        _ => token.to_raw().expect("proofs"),
    }
}

#[expect(clippy::integer_division_remainder_used, reason = "inputs are public")]
fn a_condition(number: u64) -> Vec<u8> {
    let key = schnorr::SigningKey::random(&mut rng(number));
    let public = hex::encode(&key.public_bytes());
    let tags =
        [r#"["n_sigs","1"]"#, r#"["locktime","9"]"#, r#"["sigflag","SIG_ALL"]"#, r#"["refund"]"#];
    let tags: Vec<&str> = tags
        .into_iter()
        .zip(0..)
        .filter(|(_, bit)| number >> bit & 1 == 1)
        .map(|(tag, _)| tag)
        .collect();
    let kind = if number & 16 == 0 { "P2PK" } else { r"\u0050\u0032P\u004b" };
    // Half of them as this crate reads them.
    let (before, odd) = if number & 32 == 0 {
        ("", "")
    } else {
        (PASSED_OVER[number as usize % PASSED_OVER.len()], ODD[number as usize % ODD.len()])
    };
    let tags = tags.join(",");
    let secret =
        format!(r#"{before}["{kind}",{{"nonce":"n","data":"02{public}","tags":[{tags}]{odd}}}]"#);
    let signature = hex::encode(&sign(&key, secret.as_bytes(), &[0; 32]).to_bytes());
    format!("{secret}\n{{\"signatures\":[\"{signature}\"]}}").into_bytes()
}
