//! Serialisation: lower-case hexadecimal for people, validated while it is read.

use curvemark::bls::{AggregateSignature, min_pk, min_sig};

use super::secret;

#[test]
fn hexadecimal_for_people() {
    let secret = secret::<min_pk::Possession>(1);
    let (key, signature, proof) =
        (secret.public_key(), secret.sign(b"m"), secret.prove_possession());
    let text = serde_json::to_string(&key).expect("text");
    assert_eq!(text, format!("{:?}", key).replace("PublicKey(", "\"").replace(')', "\""));
    assert_eq!(serde_json::from_str::<min_pk::PublicKey>(&text).expect("a key"), key);
    let text = serde_json::to_string(&signature).expect("text");
    assert_eq!(serde_json::from_str::<min_pk::Signature>(&text).expect("a signature"), signature);
    let sum = AggregateSignature::from(&signature);
    assert_eq!(serde_json::to_string(&sum).expect("text"), text);
    assert_eq!(
        serde_json::from_str::<min_pk::AggregateSignature>(&text).expect("a signature"),
        sum
    );
    let text = serde_json::to_string(&proof).expect("text");
    assert_eq!(serde_json::from_str::<min_pk::ProofOfPossession>(&text).expect("a proof"), proof);
}

#[test]
fn what_is_refused() {
    let good = serde_json::to_string(&secret::<min_sig::Possession>(1).sign(b"m")).expect("text");
    let refusal =
        |text: &str| serde_json::from_str::<min_sig::Signature>(text).unwrap_err().to_string();
    assert!(refusal(&good.to_uppercase()).starts_with("Signature: not lower-case hexadecimal"));
    assert!(refusal(&good.replacen('"', "\"0x", 1)).contains("right number"));
    assert!(refusal(&format!("{}\"", &good[..good.len() - 3])).contains("right number"));
    assert!(refusal("\"\"").contains("right number"));
    assert!(refusal("7").contains("Signature of 48 bytes"));
    assert!(
        refusal(&format!("\"{}\"", "00".repeat(48))).contains("first byte does not fit the length")
    );
    // The point at infinity is no key.
    let infinity = format!("\"c0{}\"", "00".repeat(47));
    assert!(
        serde_json::from_str::<min_pk::PublicKey>(&infinity)
            .unwrap_err()
            .to_string()
            .contains("identity")
    );
    assert!(serde_json::from_str::<min_sig::Signature>(&infinity).is_ok());
}
