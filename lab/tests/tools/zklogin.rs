//! `curvemark zklogin`: Sui's published logins and their token, judged and refused.

use super::Folder;
use curvemark::eddsa::{SigningKey, Zip215};
use curvemark::encoding::{Base64, hex};
use curvemark::zklogin::{
    AddressSeed, EphemeralSignature, Inputs, Intent, Scheme, ZkLoginSignature, signing_digest,
};
use serde_json::{Value, json};

/// What curvemark's tests have: logins on Sui's development network, their provider's key, a token.
fn sui() -> Value {
    let text = include_str!("../../../curvemark/tests/protocols/zklogin/sui.json");
    serde_json::from_str(text).expect("JSON")
}

/// The extended ephemeral keys of the logins: the integers that are published, in hexadecimal.
const KEYS: [&str; 3] = [
    "00b9c6ee1630ef3e711144a648db06bbb2284f7274cfbee53ffcee503cc1a49200",
    "01029bef8d556d80e43ae7e0becb3a7e6838b95defe45896ed6075bb9035d06c9964",
    "0203edc11bb1ccea43368d9d0d3e5771e00479cefbbe978657442e25a37f61fcae6c",
];
const ISSUER: &str = "https://id.twitch.tv/oauth2";

fn folder(test: &str) -> Folder {
    let folder = Folder::new("zklogin", test);
    folder.write("jwks.json", sui()["jwks"].to_string());
    folder
}

#[test]
fn proofs() {
    let (folder, sui) = (folder("proofs"), sui());
    let judge = |case: &Value, key: &str, epoch: &str, network: &str| {
        folder.write("inputs.json", case["inputs"].to_string());
        let seed = case["address_seed"].as_str().expect("digits");
        folder.run(&[
            "verify-proof",
            "--jwks",
            "jwks.json",
            "--issuer",
            ISSUER,
            "--network",
            network,
            "--ephemeral-key",
            key,
            "--max-epoch",
            epoch,
            "--seed",
            seed,
            "inputs.json",
        ])
    };
    let valid = (0, "valid\n".to_owned(), String::new());
    let said = "not valid: the proof is not valid for these inputs\n".to_owned();
    let unproven = (7, said, String::new());
    let others = KEYS.iter().cycle().skip(1);
    let cases = sui["cases"].as_array().expect("a list").iter();
    for ((case, key), other) in cases.zip(KEYS).zip(others) {
        assert_eq!(judge(case, key, "10", "test"), valid);
        assert_eq!(judge(case, key, "11", "test"), unproven);
        assert_eq!(judge(case, key, "10", "production"), unproven);
        assert_eq!(judge(case, other, "10", "test"), unproven);
    }
    let case = &sui["cases"][0];
    let (exit, out, err) = judge(case, "00", "10", "test");
    assert_eq!((exit, out.as_str()), (2, ""), "{err}");
    folder.write("jwks.json", json!({"keys": []}).to_string());
    let (exit, out, err) = judge(case, KEYS[0], "10", "test");
    assert_eq!((exit, out.as_str()), (2, ""), "{err}");
}

#[test]
fn tokens_nonces_and_signatures_that_are_none() {
    let (folder, sui) = (folder("tokens"), sui());
    let token = sui["token"].as_str().expect("a text");
    folder.write("token.txt", token);
    folder.write("salt.txt", "248191903847969014646285995941615069143\n");
    let run = |token: &str| {
        folder.run(&[
            "token",
            "--jwks",
            "jwks.json",
            "--issuer",
            ISSUER,
            "--salt",
            "salt.txt",
            token,
        ])
    };
    let (exit, out, err) = run("token.txt");
    assert_eq!((exit, err.as_str()), (0, ""));
    let said: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(said["subject"], "904448692");
    assert_eq!(
        said["seed"],
        "16657007263003735230240998439420301694514420923267872433517882233836276100450"
    );
    assert_eq!(said["nonce"], "hTPpgF7XAKbW37rEUS6pEVZqmoI");
    // Another signature.
    let (signed, signature) = token.rsplit_once('.').expect("points");
    folder.write("forged.txt", format!("{signed}.A{}", &signature[1..]));
    let (exit, out, _) = run("forged.txt");
    assert_eq!((exit, out.as_str()), (7, "not valid: the signature is not the provider's\n"));
    let signed = ["verify", "--jwks", "jwks.json", "--issuer", ISSUER, "--epoch", "10"];
    let address = "00".repeat(32);
    let rest = ["--address", &address, "--transaction", "jwks.json", "BQ=="];
    folder.refused(&[&signed[..], &rest].concat(), "signature: the bytes are not as many");
    folder.refused(&[&signed[..], &rest[..2], &["BQ=="]].concat(), "the following required");
}

#[test]
fn the_example_of_the_help_runs() {
    let folder = Folder::new("zklogin", "example");
    let (exit, out, err) = folder.script(include_str!("../../src/commands/zklogin/example.sh"));
    assert_eq!((exit, err.as_str()), (0, ""), "{out}");
    assert_eq!(out, "hTPpgF7XAKbW37rEUS6pEVZqmoI\n");
}

#[test]
fn signatures() {
    let (folder, sui) = (folder("signatures"), sui());
    let case = &sui["cases"][0];
    let seed = AddressSeed::from_decimal(case["address_seed"].as_str().expect("digits"));
    let inputs = Inputs::from_prover_json(&case["inputs"].to_string(), &seed.expect("a seed"));
    let inputs = inputs.expect("inputs");
    let address = hex::encode(&inputs.address().expect("an address"));
    // The published key of the login signs a transaction.
    let secret = Base64::Padded.decode(case["kp"].as_str().expect("base64")).expect("base64");
    let key = SigningKey::from_bytes(&secret[1..]).expect("a key");
    let signature = key.sign(&signing_digest(Intent::Transaction, b"a transaction"));
    let public = key.verifying_key::<Zip215>().to_bytes();
    let ephemeral = EphemeralSignature::new(Scheme::Ed25519, &signature.to_bytes(), &public);
    let ephemeral = ephemeral.expect("lengths");
    let signature = ZkLoginSignature { inputs, max_epoch: 10, ephemeral };
    folder.write("signature.txt", Base64::Padded.encode(&signature.to_bytes()) + "\n");
    folder.write("tx.bcs", "a transaction");
    let judge = |epoch: &str, address: &str, signed: &str, file: &str| {
        folder.run(&[
            "verify",
            "--jwks",
            "jwks.json",
            "--issuer",
            ISSUER,
            "--network",
            "test",
            "--epoch",
            epoch,
            "--max-epochs-ahead",
            "2",
            "--address",
            address,
            signed,
            file,
            "@signature.txt",
        ])
    };
    let valid = (0, "valid\n".to_owned(), String::new());
    assert_eq!(judge("10", &address, "--transaction", "tx.bcs"), valid);
    assert_eq!(judge("8", &address, "--transaction", "tx.bcs"), valid);
    let refused = |done: (i32, String, String), reason: &str| {
        assert_eq!(done, (7, format!("not valid: {reason}\n"), String::new()));
    };
    let over = "the last epoch of the ephemeral key is over";
    refused(judge("11", &address, "--transaction", "tx.bcs"), over);
    let ahead = "the last epoch of the ephemeral key is too far ahead";
    refused(judge("7", &address, "--transaction", "tx.bcs"), ahead);
    let other = "00".repeat(32);
    let not_of_it = "the address is not the one of this login";
    refused(judge("10", &other, "--transaction", "tx.bcs"), not_of_it);
    let not_signed = "the signature is not the ephemeral key's";
    refused(judge("10", &address, "--message", "tx.bcs"), not_signed);
    refused(judge("10", &address, "--transaction", "jwks.json"), not_signed);
}
