//! Tokens of Cashu, and conditions of spending.

use curvemark::cashu::conditions::{Condition, Input, message_to_sign, sign, verify_transaction};
use curvemark::cashu::legacy::{self, BlindingFactor, MintSecretKey, blind};
use curvemark::cashu::tokens::{Dleq, KeysetId, MintProofs, Proof, Signature, Token};
use curvemark::encoding::hex;
use curvemark::schnorr;

use crate::{Target, rng};

/// Of a text of 64 KiB and more: itself, what it says as a tree, and texts of that.
const HEAP: usize = 4 << 20;

pub const TARGETS: &[Target] = &[
    Target { name: "cashu tokens", body: tokens, valid: a_token, fast: false, heap: HEAP },
    Target { name: "cashu conditions", body: conditions, valid: a_condition, fast: false, heap: HEAP },
];

/// A token as text or raw: what is read is written and read again as the same.
fn tokens(data: &[u8]) {
    for token in [Token::parse(&String::from_utf8_lossy(data)), Token::parse_raw(data)].into_iter().flatten() {
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
                let message = if condition.is_sig_all() { message_to_sign(&inputs, &[], None) } else { secret.into() };
                assert_eq!(verdict, condition.verify(message.as_bytes(), Some(witness), now));
            }
            Err(error) => assert_eq!(verdict, Err(error)),
        }
    }
}

/// A token of as many proofs as the number says, as text of both versions and raw.
fn a_token(number: u64) -> Vec<u8> {
    let rng = &mut rng(number);
    let mut proof = |amount: u64| {
        let (mint, factor) = (MintSecretKey::random(rng), BlindingFactor::random(rng));
        let (promise, proof) = mint.sign_with_proof(&blind(b"secret", &factor));
        Proof {
            amount,
            keyset: KeysetId::from_bytes(if amount & 1 == 0 { &[0; 8] } else { &[1; 33] }).expect("an id"),
            secret: "secret".to_owned(),
            signature: Signature::Legacy(promise.unblind(&factor, &mint.public_key()).expect("a point")),
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

fn a_condition(number: u64) -> Vec<u8> {
    let key = schnorr::SigningKey::random(&mut rng(number));
    let public = hex::encode(&key.public_bytes());
    let tags = [r#"["n_sigs","1"]"#, r#"["locktime","9"]"#, r#"["sigflag","SIG_ALL"]"#, r#"["refund"]"#];
    let tags: Vec<&str> =
        tags.into_iter().zip(0..).filter(|(_, bit)| number >> bit & 1 == 1).map(|(tag, _)| tag).collect();
    let secret = format!(r#"["P2PK",{{"nonce":"n","data":"02{public}","tags":[{}]}}]"#, tags.join(","));
    let signature = hex::encode(&sign(&key, secret.as_bytes(), &[0; 32]).to_bytes());
    format!("{secret}\n{{\"signatures\":[\"{signature}\"]}}").into_bytes()
}
