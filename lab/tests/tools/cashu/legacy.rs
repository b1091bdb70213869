//! `curvemark cashu legacy`. Published values: cashubtc/nuts, commit
//! 3ddb1ae767b50859a0f346947479451027404dae (MIT), tests/02-tests.md, 12-tests.md, 13-tests.md.

use crate::tool::Folder;

/// tests/02-tests.md, version 1, and version 2 with its unit, fee and expiry.
const KEYS: &str = r#"{"1":"03a40f20667ed53513075dc51e715ff2046cad64eb68960632269ba7f0210e38bc","2":"03fd4ce5a16b65576145949e6f99f445f8249fee17c606b688b504a849cdc452de","4":"02648eccfa4c026960966276fa5a4cae46ce0fd432211a4f449bf84f13aa5f8303","8":"02fdfd6796bfeac490cbee12f778f867f0a2c68f6508d17c649759ea0dc3547528"}"#;
const ID_1: &str = "00456a94ab4e1c46";
const ID_2: &str = "015ba18a8adcd02e715a58358eb618da4a4b3791151a4bee5e968bb88406ccf76a";
/// tests/12-tests.md, the nonce of a proof.
const TWO: &str = "0000000000000000000000000000000000000000000000000000000000000002";
const B_: &str = "02a9acc1e48c25eeeb9289b5031cc57da9fe72f3fe2861d264bdc074209b107ba2";
const C_: &str = "0244eccfc7a348274458bb38044c7f3c389b3c2086c7ec18b5812d2877ab937787";
const E: &str = "2a16ffee280aff3c429045607f9b8e0bf8b35910c44c1b20b9dfaf01b263d7b3";
const S: &str = "9df27731238334718d120d4f74611a7c668233f988e687ac3fb188f0a34a2dab";

fn answer(folder: &Folder, arguments: &[&str]) -> String {
    folder.answer(&[&["legacy"], arguments].concat())
}

fn refused(folder: &Folder, arguments: &[&str], expected: &str) {
    folder.refused(&[&["legacy"], arguments].concat(), expected);
}

#[test]
fn published_ids_signatures_and_secrets() {
    let folder = Folder::new("cashu", "legacy-published");
    folder.write("1.json", format!(r#"{{"id":"{ID_1}","unit":"sat","keys":{KEYS}}}"#));
    folder.write(
        "2.json",
        format!(r#"{{"id":"{ID_2}","unit":"sat","input_fee_ppk":100,"final_expiry":2059210353,"keys":{KEYS}}}"#),
    );
    assert_eq!(answer(&folder, &["keyset-id", "1.json"]), ID_1);
    assert_eq!(answer(&folder, &["keyset-id", "2.json"]), ID_2);
    folder.write("other.json", folder.read("2.json").replace("100", "101"));
    let (exit, out, err) = folder.run(&["legacy", "keyset-id", "other.json"]);
    assert_eq!((exit, out.as_str()), (7, ""));
    assert!(err.contains("other.json: id: what the keyset holds has the id 01"), "{err}");

    let message = format!(r#"{{"amount":8,"id":"{ID_1}","B_":"{B_}"}}"#);
    let promise =
        format!(r#"{{"amount":8,"id":"{ID_1}","C_":"{C_}","dleq":{{"e":"{E}","s":"{S}"}}}}"#);
    folder.write("k", TWO);
    assert_eq!(answer(&folder, &["sign", "--key", "@k", &message]), promise);

    // The seed of the mnemonic "half depart obvious quality work element tank gorilla view sugar
    // picture humble" without a passphrase, by BIP 39.
    folder.write("seed", SEED);
    let id = "009a1f293253e41e";
    let to = ["--counter", "0", "--new-secret", "x", "--new-r", "r", "--amount", "2"];
    let derived = answer(&folder, &[&["derive", "--seed", "@seed", "--id", id][..], &to].concat());
    assert_eq!(
        folder.read("x"),
        "485875df74771877439ac06339e284c3acfcd9be7abf3bc20b516faeadfe77ae\n"
    );
    assert_eq!(
        folder.read("r"),
        "ad00d431add9c673e843d4c2bf9a778a5f402b985b8da2d5550bf39cda41d679\n"
    );
    let blinded =
        answer(&folder, &["blind", "--secret", "@x", "--r", "@r", "--amount", "2", "--id", id]);
    assert_eq!(blinded, derived);
}

const SEED: &str = "dd44ee516b0647e80b488e8dcc56d736a148f15276bef588b37057476d4b2b25780d3688a32b37353d6995997842c0fd8b412475c891c16310471fbc86dcbda8";

/// The example that `--help` shows, and what a dishonest mint, wallet and payer are told after it.
#[cfg(unix)]
#[test]
fn the_example_of_the_help_and_what_is_not_valid() {
    let folder = Folder::new("cashu", "legacy-example");
    let done = folder
        .script_of(&["legacy", "--help"], include_str!("../../../src/commands/cashu/legacy.sh"));
    assert_eq!(done, (0, "valid\nvalid\n".to_owned(), String::new()));
    assert_eq!(folder.mode("mint.key"), 0o600);
    let [proof, payment, promise] =
        ["proof.json", "payment.json", "promise.json"].map(|name| folder.read(name));
    assert!(!proof.contains("dleq") && payment.contains(r#""r":""#), "{payment}");

    let verdict = |arguments: &[&str]| folder.run(&[&["legacy", "verify"], arguments].concat());
    let not_valid = (7, "not valid: the key did not sign this secret\n".to_owned(), String::new());
    let other = payment.replacen(r#""secret":""#, r#""secret":"0"#, 1);
    folder.write("other.json", &other);
    assert_eq!(verdict(&["--keyset", "@keyset.json", "@other.json"]), not_valid);
    assert_eq!(verdict(&["--key", "@mint.key", "@other.json"]), not_valid);
    assert_eq!(verdict(&["--key", "@mint.key", "--json", "@other.json"]).1, "{\"valid\":false}\n");
    refused(
        &folder,
        &["verify", "--keyset", "@keyset.json", "@proof.json"],
        "proof.json: dleq: missing",
    );

    // A mint that signs with the key of another amount is found out before anything is unblinded.
    let wrong = answer(
        &folder,
        &["sign", "--key", "@mint.key", &folder.read("blinded.json").replace(":4,", ":2,")],
    );
    let wrong = wrong.replace(":2,", ":4,");
    let unblind = |promise: &str, more: &[&str]| {
        let arguments = [
            "legacy",
            "unblind",
            "--r",
            "@r",
            "--secret",
            "@secret",
            "--keyset",
            "@keyset.json",
            promise,
        ];
        folder.run(&[&arguments, more].concat())
    };
    let (exit, out, err) = unblind(&wrong, &[]);
    assert_eq!((exit, out.as_str()), (7, ""));
    assert!(err.contains("promise: not a signature of this key on this secret"), "{err}");
    let bare = promise.split(r#","dleq""#).next().expect("a promise").to_owned() + "}";
    let (exit, _, err) = unblind(&bare, &[]);
    assert_eq!(exit, 2);
    assert!(err.contains("dleq: missing; --unproven takes it as it is"), "{err}");
    assert_eq!(unblind(&bare, &["--unproven"]), (0, proof.clone(), String::new()));

    refused(
        &folder,
        &["sign", "--key", "@mint.key", &folder.read("blinded.json").replace(":4,", ":8,")],
        "amount: the mint has no key for 8",
    );
    folder.write("two", TWO);
    folder.write("zero", TWO.replace('2', "0"));
    refused(
        &folder,
        &["blind", "--secret", "@secret", "--r", "@two", "--amount", "1", "--id", "02"],
        "id: ",
    );
    refused(
        &folder,
        &["blind", "--secret", "@secret", "--r", "@zero", "--amount", "1", "--id", ID_1],
        "r: ",
    );
    let point = format!(r#"{{"amount":1,"id":"{ID_1}","B_":"{}"}}"#, B_.replace("02a9", "04a9"));
    refused(&folder, &["sign", "--key", "@two", &point], "message: B_: ");
    refused(
        &folder,
        &["keygen", "mint.key", "--amounts", "1"],
        "mint.key exists and is never replaced; choose another name",
    );
    refused(&folder, &["keygen", "new.key", "--amounts", "1,1"], "--amounts: 1 comes twice");
}
