//! Published rounds of drand, from `vectors/drand.txt`, one by one and together.

use super::Folder;
use serde_json::{Value, json};

/// The cases of the file, each as its description of the network and its round.
fn published() -> Vec<(Value, Value, bool)> {
    let cases = include_str!("../../../vectors/drand.txt").split("\n\n").skip(1);
    cases
        .map(|block| {
            let find = |key: &str| {
                let mut pairs = block.lines().filter_map(|line| line.split_once(" = "));
                pairs.find(|pair| pair.0 == key).map(|pair| pair.1)
            };
            let text = |key: &str| find(key).expect(key);
            let info = json!({"public_key": text("key"), "schemeID": text("scheme")});
            let number: u64 = text("round").parse().expect("a number");
            let mut round = json!({"round": number, "signature": text("signature")});
            if let Some(previous) = find("previous") {
                round["previous_signature"] = previous.into();
            }
            round["randomness"] = text("randomness").into();
            (info, round, text("valid") == "yes")
        })
        .collect()
}

#[test]
fn published_rounds_are_judged() {
    let folder = Folder::new("drand", "published");
    let (mut valid, mut invalid) = (0, 0);
    for (info, round, is_valid) in published() {
        folder.write("info.json", info.to_string());
        folder.write("round.json", round.to_string());
        let (exit, out, err) = folder.run(&["verify", "--info", "info.json", "round.json"]);
        let randomness = round["randomness"].as_str().expect("a text");
        if is_valid {
            assert_eq!((exit, out, err.as_str()), (0, format!("{randomness}\n"), ""));
            valid += 1;
            continue;
        }
        invalid += 1;
        if round["previous_signature"].is_null() == (info["schemeID"] == "pedersen-bls-chained") {
            assert_eq!((exit, out.as_str()), (2, ""), "{round}");
            assert!(err.contains("the previous signature is needed"), "{err}");
        } else {
            let number = &round["round"];
            let said = format!("not valid: the signature of round {number} is not the network's\n");
            assert_eq!((exit, out, err.as_str()), (7, said, ""), "{round}");
        }
    }
    assert_eq!((valid, invalid), (8, 7));
}

#[test]
fn known_networks_lists_and_json() {
    let folder = Folder::new("drand", "networks");
    let of = |scheme: &str| {
        let wanted = |(info, _, valid): &(Value, Value, bool)| *valid && info["schemeID"] == scheme;
        published().into_iter().filter(wanted).map(|case| case.1).next_back().expect("a round")
    };
    for (network, scheme) in [
        ("default", "pedersen-bls-chained"),
        ("quicknet", "bls-unchained-g1-rfc9380"),
        ("evmnet", "bls-bn254-unchained-on-g1"),
    ] {
        let round = of(scheme);
        folder.write("rounds.json", json!([round, round]).to_string());
        let randomness = round["randomness"].as_str().expect("a text");
        let (exit, list, err) = folder.run(&["verify", "--network", network, "rounds.json"]);
        assert_eq!((exit, err.as_str()), (0, ""));
        assert_eq!(list, format!("{randomness}\n{randomness}\n"));
        let line = folder.answer(&["verify", "--network", network, "--json", "rounds.json"]);
        let one = json!({"round": round["round"], "randomness": randomness});
        let answer: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(answer, json!({"valid": true, "rounds": [one, one]}));

        // The second says another randomness; or is another round.
        let mut other = round.clone();
        other["randomness"] = "00".into();
        folder.write("rounds.json", json!([round, other]).to_string());
        let (exit, out, _) = folder.run(&["verify", "--network", network, "rounds.json"]);
        assert_eq!(exit, 7);
        assert!(out.starts_with("not valid: the randomness of round "), "{out}");
        other["round"] = 5.into();
        folder.write("rounds.json", json!([round, other]).to_string());
        let (exit, out, _) = folder.run(&["verify", "--network", network, "rounds.json"]);
        let said = "not valid: the signature of round 5 is not the network's\n";
        assert_eq!((exit, out.as_str()), (7, said));
        let (exit, out, _) = folder.run(&["verify", "--network", network, "--json", "rounds.json"]);
        assert_eq!((exit, out.as_str()), (7, "{\"valid\":false}\n"));
    }
}

#[test]
fn what_is_no_round_is_refused() {
    let folder = Folder::new("drand", "refused");
    folder.write("empty.json", "[]");
    folder.write("digits.json", r#"{"round": 1, "signature": "0g"}"#);
    folder.write("short.json", r#"{"round": 1, "signature": "00"}"#);
    folder.write("number.json", r#"{"round": -1, "signature": "00"}"#);
    folder.write("text.json", "round 1");
    folder.write("unknown.json", r#"{"public_key": "00", "scheme": "bls"}"#);
    folder.write("key.json", r#"{"public_key": "00", "scheme": "bls-unchained-on-g1"}"#);
    let quicknet = ["verify", "--network", "quicknet"];
    for (file, said) in [
        ("empty.json", "empty.json: there are no rounds in it"),
        ("digits.json", "digits.json: round 1: signature: "),
        ("short.json", "short.json: round 1: the signature: "),
        ("number.json", "number.json: invalid value: integer `-1`, expected u64 at line 1"),
        ("text.json", "text.json: no JSON: expected value at line 1"),
        ("none.json", "rounds: none.json cannot be read"),
    ] {
        folder.refused(&[&quicknet[..], &[file]].concat(), said);
    }
    folder.refused(
        &["verify", "--info", "unknown.json", "short.json"],
        "info: 'bls': no scheme of this",
    );
    folder.refused(&["verify", "--info", "key.json", "short.json"], "info: the public key: ");
    folder.refused(&["verify", "short.json"], "the following required arguments");
    let both = ["verify", "--network", "quicknet", "--info", "key.json", "short.json"];
    folder.refused(&both, "the argument '--network <NAME>' cannot be used with");
}

#[test]
fn the_example_of_the_help_runs() {
    let folder = Folder::new("drand", "example");
    let (exit, out, err) = folder.script(include_str!("../../src/commands/drand/example.sh"));
    assert_eq!((exit, err.as_str()), (0, ""), "{out}");
    assert_eq!(out, "fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc\n");
}
