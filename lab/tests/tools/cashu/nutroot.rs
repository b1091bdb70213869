//! Secrets that are points, by hand: made, locked, signed for and checked; quotes.

use super::*;
use serde_json::{Value, json};

/// test/vectors/nutroot-v3.json of cashu-ts 6654d495: counter 0, and the swap.
const K0: &str = "47196dc081150ce13fd0e478b8b71831b825be389211c9c56a8062a61af70347";
const SECRET0: &str = "02e6e7cfa7b82d4b3b449fa6466c893469a727d0214d48db4956a6054b8022a29b";
const C0: &str = "84d1b7291ae5737f3c851aa33cafe0f7afeb5ccb4da086c482bb85b7525e61547f1b5a6d1a01b1fed1f960d1a9d03327";
const B0: &str = "b42a0bcc39598db1dca617aeea6bc367f2566636826dc961a54faae15b3b8d10afc1cb0206e70ab3b0e12c2b9478cd55";
const DIGEST: &str = "77d581ac1ea31d85ecc5c251a7115ef6777e5b2a8f297933fd3a1a7e441094bd";
/// The points of 3, 4 and 9.
const P3: &str = "02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9";
const P4: &str = "02e493dbf1c10d80f3581e4904930b1404cc6c13900ee0758474fa94abe8c4cd13";
const P9: &str = "03acd484e2f0c7f65309ad178a9f559abde09796974c57e714c35f110dfc27ccbe";

fn swap(secret: &str, info: Option<&Value>) -> String {
    let mut proof = json!({"amount": 8, "id": ID, "secret": secret, "C": C0});
    if let Some(info) = info {
        proof["spend_info"] = info.clone();
    }
    let output = json!({"amount": 4, "id": ID, "B_": B0});
    json!({"inputs": [proof], "outputs": [output, output]}).to_string()
}

fn small(scalar: u8) -> String {
    format!("{scalar:064x}")
}

#[test]
fn the_published_transaction_is_signed_and_checked() {
    let folder = Folder::new("cashu", "nutroot");
    folder.write("k", K0);
    folder.write("other", small(3));
    let transaction = swap(SECRET0, None);
    assert_eq!(folder.answer(&["nutroot", "digest", &transaction]), DIGEST);
    let transcript = folder.answer(&["nutroot", "digest", "--transcript", &transaction]);
    assert!(transcript.starts_with("01007f010001080200210"), "{transcript}");
    let (exit, out, _) = folder.run(&["nutroot", "verify", &transaction]);
    assert_eq!((exit, out.as_str()), (7, "not valid: too few keys have signed\n"));
    let (exit, _, err) = folder.run(&["nutroot", "sign", "--key", "@other", &transaction]);
    assert!(exit == 2 && err.contains("none of the inputs is spent by these keys"), "{err}");
    let signed = folder.answer(&["nutroot", "sign", "--key", "@k", &transaction]);
    assert_eq!(folder.answer(&["nutroot", "verify", &signed]), "valid");
    // The signature is of these outputs.
    let (exit, out, _) = folder.run(&[
        "nutroot",
        "verify",
        "--json",
        &signed.replace("\"amount\":4", "\"amount\":2"),
    ]);
    assert_eq!((exit, out.as_str()), (7, "{\"valid\":false}\n"));
    // A key is no argument.
    let (exit, _, err) = folder.run(&["nutroot", "sign", "--key", K0, &transaction]);
    assert!(exit == 2 && !err.contains(K0), "{err}");
    let (exit, _, err) = folder.run(&["nutroot", "digest", &swap(&SECRET0[..64], None)]);
    assert!(exit == 2 && err.contains("length"), "{err}");
    let (exit, _, err) = folder.run(&["nutroot", "verify", r#"{"inputs":[],"more":1}"#]);
    assert!(exit == 2 && err.contains("unknown field `more`"), "{err}");
}

#[test]
fn locks_open_by_their_keys() {
    let folder = Folder::new("cashu", "locks");
    for scalar in [3, 4, 9] {
        folder.write(&format!("k{scalar}"), small(scalar));
    }
    let leaf = folder.answer(&["nutroot", "leaf", "--key", P4, "--after", "1755561600"]);
    assert_eq!(leaf, format!("00020200010104002102{}06000468a3be80", &P4[2..]));
    let hash = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"; // of 32 zeros
    let second = folder.answer(&[
        "nutroot",
        "leaf",
        "--key",
        P4,
        "--key",
        P9,
        "--threshold",
        "2",
        "--hash",
        hash,
    ]);
    let locked =
        folder.answer(&["nutroot", "lock", "--receiver", P3, "--leaf", &leaf, "--leaf", &second]);
    let locked: Value = serde_json::from_str(&locked).expect("JSON");
    let secret = locked["secret"].as_str().expect("a secret");
    let transaction = swap(secret, Some(&locked["spend_info"]));
    let proof = serde_json::from_str::<Value>(&transaction).expect("JSON")["inputs"][0].to_string();
    let open = |key: &str| -> Value {
        serde_json::from_str(&folder.answer(&["nutroot", "open", "--key", key, &proof]))
            .expect("JSON")
    };
    let mine = open("@k3");
    assert_eq!((&mine["form"], &mine["key_path"]), (&json!("tree"), &json!(true)));
    let hers = open("@k4");
    let leaves = json!([{"keys": 1, "threshold": 1, "after": 1_755_561_600}, {"keys": 1, "threshold": 2, "hash": hash}]);
    assert_eq!((&hers["key_path"], &hers["leaves"]), (&json!(false), &leaves));

    let sign = |arguments: &[&str]| {
        folder.answer(&[&["nutroot", "sign"], arguments, &[transaction.as_str()]].concat())
    };
    let verify =
        |signed: &str, now: &str| folder.run(&["nutroot", "verify", "--now", now, signed]).0;
    let by_key = sign(&["--key", "@k3"]);
    assert!(!by_key.contains("spend_info"));
    assert_eq!(verify(&by_key, "0"), 0);
    let by_leaf = sign(&["--key", "@k4", "--leaf", "0"]);
    assert_eq!([verify(&by_leaf, "1755561599"), verify(&by_leaf, "1755561600")], [7, 0]);
    let zeros = "00".repeat(32);
    let both = sign(&["--key", "@k4", "--key", "@k9", "--leaf", "1", "--preimage", &zeros]);
    assert_eq!(verify(&both, "0"), 0);
    let without = sign(&["--key", "@k4", "--key", "@k9", "--leaf", "1"]);
    assert_eq!(verify(&without, "0"), 7);
    let one = ["nutroot", "sign", "--key", "@k4", "--leaf", "1", &transaction];
    assert_eq!(folder.run(&one).0, 2);

    // Of a key that nobody has, and one that is said.
    let script = folder.answer(&["nutroot", "lock", "--script", "--leaf", &leaf]);
    assert!(script.contains("\"u\":"), "{script}");
    let internal = folder.answer(&["nutroot", "lock", "--internal", P3, "--leaf", &leaf]);
    let internal: Value = serde_json::from_str(&internal).expect("JSON");
    let secret = internal["secret"].as_str().expect("a secret");
    let signed = folder.answer(&[
        "nutroot",
        "sign",
        "--key",
        "@k3",
        &swap(secret, Some(&internal["spend_info"])),
    ]);
    assert_eq!(verify(&signed, "0"), 0);
    // Another secret is not what is said.
    let other = swap(SECRET0, Some(&internal["spend_info"]));
    let proof = serde_json::from_str::<Value>(&other).expect("JSON")["inputs"][0].to_string();
    let (exit, _, err) = folder.run(&["nutroot", "open", &proof]);
    assert!(exit == 7 && err.contains("do not make this secret"), "{err}");
    assert_eq!(folder.run(&["nutroot", "lock", "--script"]).0, 2);
    assert_eq!(folder.run(&["nutroot", "leaf", "--key", P3, "--threshold", "2"]).0, 2);
}

#[cfg(unix)]
#[test]
fn secrets_are_blinded_as_points() {
    let folder = Folder::new("cashu", "points");
    folder.answer(&["keygen", "mint.key", "--amounts", "8"]);
    let keyset = folder.answer(&["keygen", "mint2.key", "--amounts", "8"]);
    folder.write("keyset.json", &keyset);
    let id = folder.answer(&["keyset-id", "keyset.json"]);
    let secret = folder.answer(&["nutroot", "secret", "k"]);
    assert_eq!((secret.len(), folder.mode("k")), (66, 0o600));
    folder.write("secret", &secret);
    let blinded = folder
        .answer(&["blind", "--secret", "@secret", "--new-r", "r", "--amount", "8", "--id", &id]);
    let promise = folder.answer(&["sign", "--key", "@mint2.key", &blinded]);
    let proof = folder.answer(&[
        "unblind",
        "--r",
        "@r",
        "--secret",
        "@secret",
        "--key",
        "@keyset.json",
        &promise,
    ]);
    folder.write("proofs.json", &proof);
    assert_eq!(folder.answer(&["verify", "--key", "@keyset.json", "@proofs.json"]), "valid");
    assert_eq!(folder.answer(&["verify-batch", "proofs.json", "keyset.json"]), "valid");
    let transaction = format!(r#"{{"inputs":[{proof}],"outputs":[{blinded}]}}"#);
    let signed = folder.answer(&["nutroot", "sign", "--key", "@k", &transaction]);
    assert_eq!(folder.answer(&["nutroot", "verify", &signed]), "valid");
    // What is as long as a point is one.
    folder.write("upper", secret.to_uppercase());
    folder.write("three", THREE);
    let (exit, _, err) = folder.run(&["blind", "--secret", "@upper", "--r", "@three"]);
    assert!(exit == 2 && err.contains("secret: not lower-case"), "{err}");
}

#[test]
fn quotes_are_signed_for() {
    let folder = Folder::new("cashu", "quotes");
    folder.write("k1", small(1));
    // tests/20-test.md of cashubtc/nuts a5a7c70c.
    let key = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
    let output = |b_: &str| json!({"amount": 1, "id": "009a1f293253e41e", "B_": b_});
    let outputs = json!([
        output("036d6caac248af96f6afa7f904f550253a0f3ef3f5aa2fe6838a95b216691468e2"),
        output("021f8a566c205633d029094747d2e18f44e05993dda7a5f88f496078205f656e59"),
    ]);
    let outputs = outputs.to_string();
    let quote = "0192d3c0-7e8a-7c3d-8e9f-1a2b3c4d5e6f";
    let published = "4881093a332ff7c79f3e598ce5b249d64978b47165a0b19c18adf0ced0246228\
                     e61e702f0abaf1bf27b92be4336bdbabacfbe4c914076386b3c66fdcd0b3480e";
    let verify = |signature: &str, quote: &str, outputs: &str| {
        folder
            .run(&[
                "quote",
                "verify",
                "--key",
                key,
                "--signature",
                signature,
                "--quote",
                quote,
                outputs,
            ])
            .0
    };
    assert_eq!(verify(published, quote, &outputs), 0);
    assert_eq!(verify(published, "another", &outputs), 7);
    let own = folder.answer(&["quote", "sign", "--key", "@k1", "--quote", quote, &outputs]);
    assert_eq!(verify(&own, quote, &outputs), 0);
    let v3 = json!([{"amount": 4, "id": ID, "B_": B0}]).to_string();
    assert_eq!(verify(&own, quote, &v3), 7);
    let own = folder.answer(&["quote", "sign", "--key", "@k1", "--quote", quote, &v3]);
    assert_eq!(verify(&own, quote, &v3), 0);
    assert_eq!(verify(&own[2..], quote, &v3), 2);
    assert_eq!(verify(&own, quote, "[{}]"), 2);
}
