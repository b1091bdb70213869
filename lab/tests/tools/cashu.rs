//! `curvemark cashu` from outside: whole rounds, exit codes, and what it says about input that it
//! does not take.
//!
//! Published values: cashubtc/nuts, pull request 371, commit
//! c65511be85a71d1cc524e47d07aaf0718a8a6a57 (MIT), tests/00-tests.md, tests/02-tests.md,
//! tests/13-tests.md. Points that are refused: computed from the text of NUT-00 with py_ecc 8.0.0,
//! refused by cashu-ts v5.0.0-rc.7 and blst too.

mod bad_input;
mod legacy;
mod nutroot;

use crate::tool::{Folder, answer_of};

/// tests/00-tests.md, "Test 1": the secret "test_message", r = 3, a = 2.
const K: &str = "aa4edef9c1ed7f729f520e47730a124fd70662a904ba1074728114d1031e1572c6c886f6b57ec72a6178288c47c33577\
                 1638533957d540a9d2370f17cc7ed5863bc0b995b8825e0ee1ea1e1e4d00dbae81f14b0bf3611b78c952aacab827a053";
const B_: &str = "8e88c5f6a93f653784a66b033a00e52128499e18b095c2a56f080d1c2a937ffc9ef4600804a48d087bbd1f662f6b068f";
const C_: &str = "8d52d7a6cbe5e99858d5c15c092d11a0c387c78917471211082a6e5afc2a79680dfa188fafe5d4a51c5398ce160e7a16";
const C: &str = "b7a4881059133fd91a8753600d9a5e524c65d6224f6fe2d5aef9e59f1507fdad90b3b4d48ee46da5c8dfaa0b88e28b69";
const TWO: &str = "0000000000000000000000000000000000000000000000000000000000000002";
const THREE: &str = "0000000000000000000000000000000000000000000000000000000000000003";
/// tests/02-tests.md, vector 1.
const ID: &str = "02b7e077d020fabed456a6be138a8e20e9ef40b44d873fa12c005b656eb0cf99f6";
/// The same of before parts were framed.
const UNFRAMED_ID: &str = "02abd02ebc1ff44652153375162407deaf0b30e590844cca0b6e4894a08a8828dd";
const KEY_1: &str = "8d0273f6bf31ed37c3b8d68083ec3d8e20b5f2cc170fa24b9b5be35b34ed013f9a921f1cad1644d4bdb14674247234c8\
                     049cd1dbb2d2c3581e54c088135fef36505a6823d61b859437bfc79b617030dc8b40e32bad1fa85b9c0f368af6d38d3c";
const KEY_2: &str = "8bf78a97086750eb166986ed8e428ca1d23ae3bbf8b2ee67451d7dd84445311e8bc8ab558b0bc008199f577195fc39b7\
                     152110e866f1a6e8c5348f6e005dbd93de671b7d0fbfa04d6614bcdd27a3cb2a70f0deacb3608ba95226268481a0be7c";

/// A folder with the secrets of that test, and a few more, in files: none is taken from the command
/// line.
fn folder(name: &str) -> Folder {
    let folder = Folder::new("cashu", name);
    for (name, content) in [
        ("two", TWO),
        ("three", THREE),
        ("message", "test_message"),
        ("other", "other"),
        ("letter", "x"),
    ] {
        folder.write(name, content);
    }
    folder
}

fn proof(amount: u64, secret: &str, c: &str) -> String {
    format!(r#"{{"amount":{amount},"id":"{ID}","secret":"{secret}","C":"{c}"}}"#)
}

#[test]
fn the_published_round_in_hexadecimal() {
    let folder = folder("hex");
    folder.write("a", TWO);
    folder.write("r", format!("{THREE}\n"));
    folder.write("x", "test_message\n");
    for secret in ["x", "@x"] {
        assert_eq!(folder.answer(&["blind", "--secret", secret, "--r", "@r"]), B_);
    }
    assert_eq!(
        answer_of(
            folder.run_with(&["blind", "--secret", "-", "--r", "@three"], b"test_message\r\n")
        ),
        B_
    );
    assert_eq!(folder.answer(&["sign", "--key", "@a", B_]), C_);
    assert_eq!(answer_of(folder.run_with(&["sign", "--key", "-", B_], TWO.as_bytes())), C_);
    assert_eq!(folder.answer(&["unblind", "--r", "@r", C_]), C);
    assert_eq!(folder.answer(&["unblind", "--r", "@r", "--secret", "@x", "--key", K, C_]), C);
    assert_eq!(folder.answer(&["verify", "--key", K, "--secret", "@message", C]), "valid");
    assert_eq!(
        folder.answer(&["blind", "--json", "--secret", "@x", "--r", "@r"]),
        format!(r#"{{"B_":"{B_}"}}"#)
    );
    assert_eq!(
        folder.answer(&["sign", "--json", "--key", "@a", B_]),
        format!(r#"{{"C_":"{C_}"}}"#)
    );
    assert_eq!(folder.answer(&["unblind", "--json", "--r", "@r", C_]), format!(r#"{{"C":"{C}"}}"#));
    let verdict = folder.answer(&["verify", "--json", "--key", K, "--secret", "@x", C]);
    assert_eq!(verdict, r#"{"valid":true}"#);
}

#[test]
fn the_published_round_in_json() {
    let folder = folder("json");
    folder.write("a", TWO);
    folder.write("keys.json", format!(r#"{{"8": "{K}"}}"#));
    let blinded = folder
        .answer(&["blind", "--secret", "@message", "--r", "@three", "--amount", "8", "--id", ID]);
    assert_eq!(blinded, format!(r#"{{"amount":8,"id":"{ID}","B_":"{B_}"}}"#));
    let promise = folder.answer(&["sign", "--key", "@a", &blinded]);
    assert_eq!(promise, format!(r#"{{"amount":8,"id":"{ID}","C_":"{C_}"}}"#));
    let done = folder.run_with(
        &["unblind", "--r", "@three", "--secret", "@message", "--key", "@keys.json", "-"],
        promise.as_bytes(),
    );
    let proof_line = answer_of(done);
    assert_eq!(proof_line, proof(8, "test_message", C));
    folder.write("proof.json", &proof_line);
    assert_eq!(folder.answer(&["verify", "--key", "@keys.json", "@proof.json"]), "valid");
    for proofs in ["proof.json", "@proof.json"] {
        assert_eq!(folder.answer(&["verify-batch", proofs, "keys.json"]), "valid");
    }
    let done = folder.run_with(
        &["verify-batch", "--json", "-", "keys.json"],
        format!("[{proof_line}]").as_bytes(),
    );
    assert_eq!(answer_of(done), r#"{"valid":true,"proofs":1}"#);
}

#[test]
fn the_published_keyset_and_secret() {
    let folder = folder("keyset");
    folder.write("keys.json", format!(r#"{{"2": "{KEY_2}", "1": "{KEY_1}"}}"#));
    assert_eq!(folder.answer(&["keyset-id", "keys.json"]), ID);
    assert_eq!(
        folder.answer(&["keyset-id", "keys.json", "--unit", "sat", "--fee-ppk", "0", "--json"]),
        { format!(r#"{{"id":"{ID}"}}"#) }
    );
    let unframed = ["keyset-id", "keys.json", "--unframed", "--unit", "SAT"];
    assert_eq!(folder.answer(&unframed), UNFRAMED_ID);
    // A keyset says either of its ids.
    for id in [ID, UNFRAMED_ID] {
        let keyset =
            format!(r#"{{"id":"{id}","unit":"sat","keys":{{"2":"{KEY_2}","1":"{KEY_1}"}}}}"#);
        folder.write("keyset.json", keyset);
        assert_eq!(folder.answer(&["keyset-id", "keyset.json"]), id);
    }
    assert_ne!(folder.answer(&["keyset-id", "keys.json", "--unit", "usd"]), ID);
    folder.write("seed", "6e7574313320763320746573742073656564\n");
    let derive = |id: &str, more: &[&str]| {
        let common = ["derive", "--seed", "@seed", "--counter", "3", "--id", id];
        folder.answer(&[&common[..], more].concat())
    };
    let b_ = derive(UNFRAMED_ID, &["--unframed", "--new-secret", "old", "--new-r", "old-r"]);
    assert_eq!(
        folder.read("old"),
        "7a45e04943504b25273e9569ab7019ab62f814dade23998c12f5f4cb1bb7978a\n"
    );
    assert_eq!(
        folder.read("old-r"),
        "236dbcb12fc064ceeae6c5e2de7f79258374dccbf23ac0afdf72cf9eb53540c9\n"
    );
    assert_eq!(folder.answer(&["blind", "--secret", "@old", "--r", "@old-r"]), b_);
    // test/vectors/nutroot-v3.json of cashu-ts 6654d495.
    let b_ = derive(ID, &["--new-key", "k", "--new-secret", "secret", "--new-r", "r"]);
    assert_eq!(
        folder.read("k"),
        "46c2c20d79496e1ebe19805ba4df33535474800eefefc252140e1f20d0284ffe\n"
    );
    assert_eq!(
        folder.read("secret"),
        "03189b6c67a0046084bbd2d810b5c6086c117082fe569cb56107d70f4acf8ddb5c\n"
    );
    assert_eq!(
        folder.read("r"),
        "65724fcdbc4ccfbb2a610b1bddd14238492b81d3761584b6492fcbadfeb9355f\n"
    );
    assert_eq!(folder.answer(&["blind", "--secret", "@secret", "--r", "@r"]), b_);
}

/// The example that `--help` shows, as it stands there.
#[cfg(unix)]
#[test]
fn the_example_of_the_help_runs() {
    let folder = folder("example");
    let done = folder.script(include_str!("../../src/commands/cashu/example.sh"));
    assert_eq!(done, (0, "valid\n".to_owned(), String::new()));

    // A round by a seed joins it; the three proofs hold together, and the keyset's id is its own.
    let id = folder.answer(&["keyset-id", "keyset.json"]);
    let blinded = folder.answer(&[
        "derive",
        "--seed",
        "@two",
        "--id",
        &id,
        "--counter",
        "0",
        "--new-key",
        "k3",
        "--new-secret",
        "secret3",
        "--new-r",
        "r3",
        "--amount",
        "2",
    ]);
    let promise = folder.answer(&["sign", "--key", "@mint.key", &blinded]);
    let third = folder.answer(&[
        "unblind",
        "--r",
        "@r3",
        "--secret",
        "@secret3",
        "--key",
        "@keyset.json",
        &promise,
    ]);
    folder.write("all.json", folder.read("proofs.json") + &third);
    let verdict = folder.answer(&["verify-batch", "all.json", "keyset.json", "--json"]);
    assert_eq!(verdict, r#"{"valid":true,"proofs":3}"#);
    assert_eq!(
        answer_of(folder.run_with(&["verify", "--key", "@keyset.json", "-"], third.as_bytes())),
        "valid"
    );
}

#[cfg(unix)]
#[test]
fn secret_files_are_their_owners_and_replace_nothing() {
    let folder = folder("files");
    let mode = |name: &str| folder.mode(name);
    let k = folder.answer(&["keygen", "one.key"]);
    assert_eq!((k.len(), folder.read("one.key").len(), mode("one.key")), (192, 65, 0o600));
    folder.answer(&["keygen", "many.key", "--amounts", "1,2"]);
    folder.answer(&["blind", "--new-secret", "x", "--new-r", "r"]);
    assert_eq!((mode("many.key"), mode("x"), mode("r")), (0o600, 0o600, 0o600));
    assert_eq!((folder.read("x").len(), folder.read("r").len()), (65, 65));

    let before = folder.read("one.key");
    for arguments in [
        &["keygen", "one.key"][..],
        &["keygen", "one.key", "--amounts", "1"],
        &["blind", "--new-secret", "new", "--new-r", "one.key"],
        &["blind", "--new-secret", "one.key", "--new-r", "new"],
        &[
            "derive",
            "--seed",
            "two",
            "--id",
            ID,
            "--counter",
            "0",
            "--new-key",
            "k",
            "--new-secret",
            "new",
            "--new-r",
            "one.key",
        ],
        &[
            "derive",
            "--seed",
            "two",
            "--id",
            ID,
            "--counter",
            "0",
            "--new-key",
            "one.key",
            "--new-secret",
            "s",
            "--new-r",
            "t",
        ],
    ] {
        let (exit, out, err) = folder.run(arguments);
        assert_eq!((exit, out.as_str()), (2, ""));
        assert!(err.contains("one.key exists and is never replaced; choose another name"), "{err}");
        // Nor is a half-made pair left behind.
        assert!(folder.read("one.key") == before && !folder.has("new"));
    }
    // A link to nowhere is not followed.
    std::os::unix::fs::symlink(folder.path.join("elsewhere"), folder.path.join("link"))
        .expect("a link");
    assert_eq!(folder.run(&["keygen", "link"]).0, 2);
    assert!(!folder.has("elsewhere"));
    // What fails later leaves no file either.
    assert_eq!(folder.run(&["keygen", "late", "--amounts", "1,1"]).0, 2);
    assert_eq!(folder.run(&["keygen", "late", "--amounts", "1", "--unit", "a|b"]).0, 2);
    assert!(!folder.has("late"));
    assert_eq!(folder.run(&["keygen", "-"]).0, 2);
    assert!(!folder.has("-"));
}

#[test]
fn two_keys_and_two_secrets_are_never_the_same() {
    let folder = folder("random");
    assert_ne!(folder.answer(&["keygen", "1"]), folder.answer(&["keygen", "2"]));
    let one = folder.answer(&["blind", "--secret", "@other", "--new-r", "r1"]);
    assert_ne!(one, folder.answer(&["blind", "--secret", "@other", "--new-r", "r2"]));
    assert_eq!(one, folder.answer(&["blind", "--secret", "@other", "--r", "@r1"]));
}

#[test]
fn what_is_well_formed_but_not_valid_ends_with_three() {
    let folder = folder("invalid");
    let (exit, out, err) = folder.run(&["verify", "--key", K, "--secret", "@other", C]);
    assert_eq!(
        (exit, out.as_str(), err.as_str()),
        (7, "not valid: the key did not sign this secret\n", "")
    );
    let (exit, out, _) =
        folder.run(&["verify", "--json", "--key", KEY_1, "--secret", "@message", C]);
    assert_eq!((exit, out.as_str()), (7, "{\"valid\":false}\n"));
    folder.write("proof.json", proof(1, "test_message", C_));
    let (exit, out, _) = folder.run(&["verify", "--key", K, "@proof.json"]);
    assert_eq!((exit, out.as_str()), (7, "not valid: the key did not sign this secret\n"));
    // A mint that signs with another key is found by the wallet, which then has no proof to lose.
    let (exit, out, err) =
        folder.run(&["unblind", "--r", "@three", "--secret", "@message", "--key", KEY_1, C_]);
    assert_eq!((exit, out.as_str()), (7, ""));
    assert_eq!(
        err,
        "curvemark: C_: not a signature of this key on this secret, blinded by this r\n"
    );
    let keyset = |id: &str| {
        format!(r#"{{"id":"{id}","unit":"usd","keys":{{"1":"{KEY_1}","2":"{KEY_2}"}}}}"#)
    };
    folder.write("keyset.json", keyset(ID));
    let (exit, out, err) = folder.run(&["keyset-id", "keyset.json"]);
    assert_eq!((exit, out.as_str()), (7, ""));
    assert!(err.contains("keyset.json: id: what the keyset holds has the id 02"), "{err}");
}

/// Which proofs of a batch fail: the forged ones and the second of two with one secret.
#[test]
fn a_batch_names_what_fails() {
    let folder = folder("batch");
    folder.write("keys.json", format!(r#"{{"8": "{K}", "1": "{KEY_1}"}}"#));
    // tests/00-tests.md, "Batch verification", a = 2.
    let first = "acebf797506a7031cef3189904715cb22792528f1ea0e6ab25341401d245539438ed97122f00e38ee6185cc20b09ba11";
    let second = "9776497ad47a00f8a56233fb88f939b0572cf174a4c6d2446c0b1060434e305fae6845fd1f68b70376ba53ffe67f0414";
    let good = [
        proof(8, "batch_proof_1", first),
        proof(8, "test_message", C),
        proof(8, "batch_proof_2", second),
    ];
    let verdict = |proofs: &[String], json: &[&str]| {
        folder.write("proofs.json", format!("[{}]", proofs.join(",\n")));
        folder.run(&[&["verify-batch", "proofs.json", "keys.json"], json].concat())
    };
    assert_eq!(verdict(&good, &[]), (0, "valid\n".into(), String::new()));

    let swapped =
        [proof(8, "batch_proof_1", second), good[1].clone(), proof(8, "batch_proof_2", first)];
    let (exit, out, err) = verdict(&swapped, &[]);
    assert_eq!((exit, err.as_str()), (7, ""));
    let reason = "the key did not sign this secret";
    assert_eq!(out, format!("not valid: proofs[0]: {reason}; proofs[2]: {reason}\n"));
    let (exit, out, _) = verdict(&swapped, &["--json"]);
    let failure = |proof| format!(r#"{{"proof":{proof},"reason":"{reason}"}}"#);
    let expected =
        format!(r#"{{"valid":false,"proofs":3,"failures":[{},{}]}}"#, failure(0), failure(2));
    assert_eq!((exit, out), (7, expected + "\n"));

    // The right signature for another amount.
    let (exit, out, _) = verdict(&[good[0].clone(), proof(1, "test_message", C)], &[]);
    assert_eq!((exit, out), (7, format!("not valid: proofs[1]: {reason}\n")));
    let twice = [good[0].clone(), good[1].clone(), good[0].clone()];
    let (exit, out, _) = verdict(&twice, &[]);
    assert_eq!((exit, out.as_str()), (7, "not valid: proofs[2]: the secret of proofs[0] again\n"));
}

/// Nobody reads the answer: no complaint, and the verdict is still that of the proof.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_silent_and_changes_no_verdict() {
    let folder = folder("unread");
    for (secret, expected) in [("message", 0), ("other", 7)] {
        assert_eq!(
            folder.unread(&["verify", "--key", K, "--secret", secret, C]),
            Some(expected),
            "{secret}"
        );
    }
}
