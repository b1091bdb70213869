//! Published values: ethereum/bls12-381-tests (CC0), sign, aggregate, fast_aggregate_verify,
//! aggregate_verify; EIP-2333, test case 0; paulmillr/noble-curves (MIT) for keys in G2. Proofs of
//! possession and the two other schemes: py_ecc 8.0.0.

use super::Folder;

const SECRET: &str = "47b8192d77bf871b62e87859d653922725724a5c031afeabc60bcef5ff665138";
const KEY: &str = "b301803f8b5ac4a1133581fc676dfedc60d891dd5fa99028805e5ea5b08d3491af75d0707adab3b70c6a6a580217bf81";
const PROOF: &str = "88bb31b27eae23038e14f9d9d1b628a39f5881b5278c3c6f0249f81ba0deb1f68aa5f8847854d6554051aa810fdf1cdb\
                     02df4af7a5647b1aa4afb60ec6d446ee17af24a8a50876ffdaf9bf475038ec5f8ebeda1c1c6a3220293e23b13a9a5d26";
const MESSAGE: &str = "5656565656565656565656565656565656565656565656565656565656565656";
const SIGNATURE: &str = "af1390c3c47acdb37131a51216da683c509fce0e954328a59f93aebda7e4ff974ba208d9a4a2a2389f892a9d418d6184\
                         18dd7f7a6bc7aa0da999a9d3a5b815bc085e14fd001f6a1948768a3f4afefc8b8240dda329f984cb345c6363272ba4fe";
/// Of other secrets.
const KEYS: [&str; 2] = [
    "a491d1b0ecd9bb917989f0e74f0dea0422eac4a873e5e2644f368dffb9a6e20fd6e10c1b77654d067c0618f6e5a7f79a",
    "b53d21a4cfd562c469cc81514d4ce5a6b577d8403d32a394dc265dd190b47fa9f829fdd7963afdf972e5e77854051f6f",
];
const OTHER_PROOF: &str = "88873ea58f5017a33facc9bf04efaf5e2f34f7bc9ce564d0481dd469326c04ef43552f50e99de8a13315dcd37a4fb9ef\
                           036d1a54e5febf5d20b6aa488f3e3c917e6a96ce6461f609ec7e0a1fd8950380922e46c3654fa7542436603f833462da";
const OTHER_SIGNATURES: [&str; 2] = [
    "882730e5d03f6b42c3abc26d3372625034e1d871b65a8a6b900a56dae22da98abbe1b68f85e49fe7652a55ec3d0591c2\
     0767677e33e5cbb1207315c41a9ac03be39c2e7668edc043d6cb1d9fd93033caa8a1c5b0e84bedaeb6c64972503a43eb",
    "a4efa926610b8bd1c8330c918b7a5e9bf374e53435ef8b7ec186abf62e1b1f65aeaaeb365677ac1d1172a1f5b44b4e6d\
     022c252c58486c0a759fbdc7de15a756acc4d343064035667a594b4c2a6f0b0b421975977f297dba63ee2f63ffe47bb6",
];
const AGGREGATE: &str = "ad38fc73846583b08d110d16ab1d026c6ea77ac2071e8ae832f56ac0cbcdeb9f5678ba5ce42bd8dce334cc47b5abcba4\
                         0a58f7f1f80ab304193eb98836cc14d8183ec14cc77de0f80c4ffd49e168927a968b5cdaa4cf46b9805be84ad7efa77b";
const VALID: &str = "valid\n";
const NOT: &str = "not valid: the signature is not valid for these keys and messages\n";

fn said(exit: i32, out: &str) -> (i32, String, String) {
    (exit, out.to_owned(), String::new())
}

#[test]
fn published_signatures_are_made_and_hold() {
    let folder = Folder::new("bls", "published");
    folder.write("secret.key", SECRET);
    assert_eq!(folder.answer(&["public-key", "secret.key"]), KEY);
    assert_eq!(folder.answer(&["sign", "--key", "secret.key", "--hex", MESSAGE]), SIGNATURE);
    let verify =
        |message| folder.run(&["verify", "--key", KEY, "--signature", SIGNATURE, "--hex", message]);
    assert_eq!(verify(MESSAGE), said(0, VALID));
    assert_eq!(verify("00"), said(7, NOT));

    // Another suite, another signature: the first two of py_ecc, the last of noble-curves, on the
    // message "h".
    folder.write("noble.key", "611810ebd8f5a7faad47b2249f9d13be0506131db987b6948f1ca3194fa6b643");
    for (suite, key, message, signature) in [
        (
            "min-pk-basic",
            "secret.key",
            "616263",
            "a29a700ce4cc96112dd43894ec888a949998f9023a5759248d4c685b454b31cf4b2554e2f3190ff2fffd1357fe98379a\
             156fedbc442eb44a778913fbbb8af5a93dc4f94dc15a49a8fad07658c8b27fa055fae105685f0ea9e223210a5382b928",
        ),
        (
            "min-pk-augmented",
            "secret.key",
            "616263",
            "a2f9cbd33867973cbc4abe43a1968ede55f27c49a460038f5d385dd7d826ee8435225bdb300e77f061c76394db66f80d\
             11a4b0fa2841c492afdc474dc0a8ac1d24184ac4b7851090a6097aaacd8b09e49d80e590b83d310d3a8d501c238dff13",
        ),
        (
            "min-sig-basic",
            "noble.key",
            "68",
            "94250c0cc62ae9041c6f6e5042202b3c327991ce4b2841a4145d270f6c8311bc95673c826ada72a6d69e92a833d649e6",
        ),
    ] {
        let suite = ["--suite", suite];
        assert_eq!(
            folder.answer(&[&["sign", "--key", key, "--hex", message], &suite[..]].concat()),
            signature
        );
        let public = folder.answer(&[&["public-key", key], &suite[..]].concat());
        let verify =
            [&["verify", "--key", &public, "--signature", signature, "--hex", message], &suite[..]]
                .concat();
        assert_eq!(folder.answer(&verify), "valid");
    }
    for suite in ["min-sig", "min-sig-augmented"] {
        let suite = ["--suite", suite];
        let signature =
            folder.answer(&[&["sign", "--key", "secret.key", "--hex", "00"], &suite[..]].concat());
        let public = folder.answer(&[&["public-key", "secret.key"], &suite[..]].concat());
        assert_eq!((public.len(), signature.len()), (192, 96));
        let verify = ["verify", "--key", &public, "--signature", &signature, "--hex", "00"];
        assert_eq!(folder.answer(&[&verify[..], &suite].concat()), "valid");
        assert_eq!(
            folder.run(&[&verify[..], &["--suite", "min-sig-basic"]].concat()),
            said(7, NOT)
        );
    }
}

#[test]
fn keys_are_derived_of_a_seed() {
    let folder = Folder::new("bls", "derive");
    folder.write(
        "seed",
        "c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04",
    );
    let derive =
        |path: &'static str, file: &'static str| ["derive", "--seed", "seed", "--path", path, file];
    let public = folder.answer(&derive("m", "master.key"));
    assert_eq!(folder.answer(&["public-key", "master.key"]), public);
    folder.answer(&derive("m/0", "child.key"));
    assert_eq!(
        folder.read("master.key"),
        "0d7359d57963ab8fbbde1852dcf553fedbc31f464d80ee7d40ae683122b45070\n"
    );
    assert_eq!(
        folder.read("child.key"),
        "2d18bd6c14e6d15bf8b5085c9b74f3daae3b03cc2014770a599d8c1539e50f8e\n"
    );
    #[cfg(unix)]
    assert_eq!(folder.mode("child.key"), 0o600);
    folder.refused(
        &derive("m/0", "child.key"),
        "child.key exists and is never replaced; choose another name",
    );
    for path in
        ["", "0", "m/", "m//0", "m/-1", "m/+1", "m/4294967296", "m/0x1", "M/0", "m/0'", "m/0/"]
    {
        folder.refused(&derive(path, "new.key"), "--path: not m and numbers below 2^32");
    }
    folder.write("seed", "00".repeat(31));
    folder.refused(&derive("m", "new.key"), "seed: there are fewer than 32 bytes of key material");
    assert!(!folder.has("new.key"));
}

#[test]
fn possession_is_proved() {
    let folder = Folder::new("bls", "possession");
    folder.write("secret.key", SECRET);
    assert_eq!(folder.answer(&["prove", "secret.key"]), PROOF);
    assert_eq!(
        folder.answer(&["prove", "secret.key", "--json"]),
        format!(r#"{{"proof":"{PROOF}"}}"#)
    );
    assert_eq!(folder.answer(&["verify-proof", "--key", KEY, PROOF]), "valid");
    assert_eq!(folder.run(&["verify-proof", "--key", KEY, OTHER_PROOF]), said(7, NOT));
    assert_eq!(
        folder.answer(&["verify-proof", "--key", KEYS[1], OTHER_PROOF, "--json"]),
        r#"{"valid":true}"#
    );
    // A signature of the key is no proof: another tag.
    let signature = folder.answer(&["sign", "--key", "secret.key", "--hex", KEY]);
    assert_eq!(folder.run(&["verify-proof", "--key", KEY, &signature]), said(7, NOT));
    let none = |tag| {
        format!(
            "--suite: BLS_SIG_BLS12381{tag}_ has no proofs of possession; min-pk and min-sig have"
        )
    };
    let basic = none("G2_XMD:SHA-256_SSWU_RO_NUL");
    folder.refused(&["prove", "secret.key", "--suite", "min-pk-basic"], &basic);
    let augmented = none("G1_XMD:SHA-256_SSWU_RO_AUG");
    folder.refused(
        &["verify-proof", "--key", KEY, PROOF, "--suite", "min-sig-augmented"],
        &augmented,
    );
}

#[test]
fn one_message_under_several_keys() {
    let folder = Folder::new("bls", "one-message");
    let signatures = [OTHER_SIGNATURES[0], SIGNATURE, OTHER_SIGNATURES[1]];
    folder.write("signatures", signatures.join("\n"));
    assert_eq!(folder.answer(&["aggregate", "signatures"]), AGGREGATE);
    folder.write(
        "signatures",
        format!("{}\r\n\n{} {}\n", signatures[2], signatures[0], signatures[1]),
    );
    assert_eq!(
        folder.answer(&["aggregate", "@signatures", "--json"]),
        format!(r#"{{"signature":"{AGGREGATE}"}}"#)
    );
    // The sum of two of them, from the suite of fast_aggregate_verify.
    let two = "912c3615f69575407db9392eb21fee18fff797eeb2fbe1816366ca2a08ae574d8824dbfafb4c9eaa1cf61b63c6f9b699\
               11f269b664c42947dd1b53ef1081926c1e82bb2a465f927124b08391a5249036146d6f3f1e17ff5f162f779746d830d1";
    folder.write("keys", format!("{}\n{KEY}\n", KEYS[0]));
    let verify = |signature: &str, more: &[&str]| {
        let arguments =
            ["verify-aggregate", "--keys", "keys", "--signature", signature, "--hex", MESSAGE];
        folder.run(&[&arguments[..], more].concat())
    };
    assert_eq!(verify(two, &["--assume-possession"]), said(0, VALID));
    assert_eq!(verify(AGGREGATE, &["--assume-possession"]), said(7, NOT));
    let (exit, _, err) = verify(two, &[]);
    let expected = "curvemark: keys: line 1: a key without a proof of possession; --assume-possession takes it on your word\n";
    assert_eq!((exit, err.as_str()), (2, expected));

    // With proofs.
    let sum = folder.answer(&["aggregate", "signatures"]);
    folder.write("keys", format!("{} {OTHER_PROOF}\n{KEY} {PROOF}\n", KEYS[1]));
    assert_eq!(verify(&sum, &[]), said(7, NOT), "a signer is missing");
    folder.write("signatures", format!("{SIGNATURE}\n{}", OTHER_SIGNATURES[1]));
    let sum = folder.answer(&["aggregate", "signatures"]);
    assert_eq!(verify(&sum, &[]), said(0, VALID));
    assert_eq!(verify(&sum, &["--json"]), said(0, "{\"valid\":true}\n"));
    folder.write("keys", format!("{} {OTHER_PROOF}\n{KEY} {OTHER_PROOF}\n", KEYS[1]));
    assert_eq!(
        verify(&sum, &[]),
        said(7, "not valid: keys: line 2: the proof of possession is not that of the key\n")
    );
    assert_eq!(verify(&sum, &["--json"]), said(7, "{\"valid\":false}\n"));
}

#[test]
fn a_message_for_each_key() {
    let folder = Folder::new("bls", "messages");
    let signature = "9104e74b9dfd3ad502f25d6a5ef57db0ed7d9a0e00f3500586d8ce44231212542fcfaf87840539b398bf07626705cf11\
                     05d246ca1062c6c2e1a53029a0f790ed5e3cb1f52f8234dc5144c45fc847c0cd37a92d68e7c5ba7c648a8a339f171244";
    folder.write("keys", format!("{}\n{KEY}\n{}", KEYS[0], KEYS[1]));
    let (zeros, last) = ("00".repeat(32), "ab".repeat(32));
    let verify = |messages: [&str; 3]| {
        let arguments =
            ["verify-aggregate", "--assume-possession", "--keys", "keys", "--signature", signature];
        let hex = messages.into_iter().flat_map(|message| ["--hex", message]);
        folder.run(&arguments.into_iter().chain(hex).collect::<Vec<_>>())
    };
    assert_eq!(verify([&zeros, MESSAGE, &last]), said(0, VALID));
    assert_eq!(verify([&last, MESSAGE, &zeros]), said(7, NOT));
    let arguments = [
        "verify-aggregate",
        "--assume-possession",
        "--keys",
        "keys",
        "--signature",
        signature,
        "keys",
        "keys",
    ];
    folder.refused(&arguments, "message: there must be one, or one for each of the 3 keys");

    // The basic scheme has distinct messages, and keys without proofs.
    folder.write("secret.key", SECRET);
    folder.write("keys", KEY);
    let suite = ["--suite", "min-pk-basic"];
    let one =
        folder.answer(&[&["sign", "--key", "secret.key", "--hex", "01"], &suite[..]].concat());
    let verify = |more: &[&str]| {
        let arguments = ["verify-aggregate", "--keys", "keys", "--signature", &one, "--hex", "01"];
        [&arguments[..], &suite, more]
            .concat()
            .iter()
            .map(|&word| word.to_owned())
            .collect::<Vec<String>>()
    };
    let words = |more: &[&str]| verify(more);
    let run = |words: &[String]| folder.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(run(&words(&[])), said(0, VALID));
    let (exit, _, err) = run(&words(&["--assume-possession"]));
    assert_eq!(
        (
            exit,
            err.contains("--assume-possession: possession is proved in min-pk and min-sig only")
        ),
        (2, true)
    );
    folder.write("keys", format!("{KEY}\n{}", KEYS[0]));
    let (exit, _, err) = run(&words(&[]));
    assert_eq!(
        (exit, err.as_str()),
        (2, "curvemark: message: two messages of the aggregate are equal\n")
    );
    folder.write("keys", format!("{KEY} {PROOF}"));
    let (exit, _, err) = run(&words(&[]));
    assert_eq!((exit, err.as_str()), (2, "curvemark: keys: line 1: more than a key\n"));
}

#[test]
fn points_are_validated_under_their_names() {
    let folder = Folder::new("bls", "validated");
    let identity = format!("c0{}", "00".repeat(47));
    let refused = |key: &str, signature: &str, expected: &str| {
        folder.refused(
            &["verify", "--key", key, "--signature", signature, "--hex", MESSAGE],
            expected,
        );
    };
    refused(&identity, SIGNATURE, "key: the identity");
    refused(
        &format!("80{}", "00".repeat(47)),
        SIGNATURE,
        "key: the point is not in the group of prime order",
    );
    refused(
        &format!("80{}01", "00".repeat(46)),
        SIGNATURE,
        "key: the coordinates are not those of a point",
    );
    refused(SIGNATURE, SIGNATURE, "key: 192 hexadecimal digits where 96 are needed");
    refused(KEY, KEY, "signature: 96 hexadecimal digits where 192 are needed");
    refused(KEY, &format!("1f{}", &SIGNATURE[2..]), "signature: the first byte does not fit");
    // The identity is a signature, and nobody's.
    let none = format!("c0{}", "00".repeat(95));
    assert_eq!(
        folder.run(&["verify", "--key", KEY, "--signature", &none, "--hex", MESSAGE]),
        said(7, NOT)
    );
    folder.write("signatures", format!("{SIGNATURE}\n{}", &SIGNATURE[2..]));
    folder.refused(
        &["aggregate", "signatures"],
        "signatures: line 2: 190 hexadecimal digits where 192 are needed",
    );
    folder.write("signatures", " \n");
    folder.refused(&["aggregate", "signatures"], "signatures: there is nothing in the list");
    folder.write("signatures", b"\xff");
    folder.refused(&["aggregate", "signatures"], "signatures: not UTF-8 at byte 1");
    let keys = |content: &str, expected: &str| {
        folder.write("keys", content);
        let arguments =
            ["verify-aggregate", "--assume-possession", "--keys", "keys", "--signature", SIGNATURE];
        folder.refused(&[&arguments[..], &["--hex", "00"]].concat(), expected);
    };
    keys("", "KEYS: there is nothing in the list");
    keys(&identity, "keys: line 1: the identity");
    keys(&format!("\n{KEY} {PROOF} {PROOF}"), "keys: line 2: more than a key and a proof");
    // A key and its negative.
    keys(&format!("{KEY}\n9{}", &KEY[1..]), "KEYS: the keys add up to the identity");
    folder.refused(&["keygen", "x", "--suite", "min"], "invalid value 'min' for '--suite <NAME>'");
}

#[cfg(unix)]
#[test]
fn the_example_of_the_help_runs() {
    let folder = Folder::new("bls", "example");
    let done = folder.script(include_str!("../../src/commands/bls/example.sh"));
    assert_eq!(done, (0, "valid\n".to_owned(), String::new()));
}

/// A command in a suite.
fn in_suite<'a>(suite: &'a str, rest: &[&'a str]) -> Vec<&'a str> {
    [rest, &["--suite", suite]].concat()
}

/// Shares, and what is combined of them: the signature of the key, whoever signs.
#[test]
fn parties_sign_together() {
    let folder = Folder::new("bls", "threshold");
    for suite in ["min-pk", "min-sig-basic"] {
        let (key, share) = (format!("{suite}.key"), format!("{suite}.share"));
        let public = folder.answer(&in_suite(suite, &["keygen", &key]));
        let split =
            in_suite(suite, &["split", "--key", &key, "--needed", "3", "--parties", "5", &share]);
        let (exit, commitment, err) = folder.run(&split);
        assert_eq!((exit, err.as_str(), commitment.lines().count()), (0, "", 3));
        assert_eq!(commitment.lines().next(), Some(public.as_str()));
        folder.refused(&split, &format!("{share}.1 exists and is never replaced"));
        folder.write("commitment", &commitment);
        let sign =
            |key: &str| folder.answer(&in_suite(suite, &["sign", "--key", key, "--hex", "07"]));
        let signature = sign(&key);
        let partial = |index: u32| format!("{index} {}\n", sign(&format!("{share}.{index}")));
        let combine = in_suite(
            suite,
            &["combine", "--commitment", "commitment", "--partials", "partials", "--hex", "07"],
        );
        for parties in [[1, 2, 3], [5, 3, 1]] {
            folder.write("partials", parties.map(partial).concat());
            assert_eq!(folder.answer(&combine), signature);
        }
        // One that is wrong does not matter where there are enough others.
        let wrong = partial(2).replacen('2', "4", 1);
        folder.write("partials", [wrong.clone(), partial(1), partial(3), partial(5)].concat());
        assert_eq!(folder.answer(&combine), signature);
        folder.write("partials", [wrong, partial(1), partial(3)].concat());
        let (exit, out, err) = folder.run(&combine);
        let said = "not valid: 3 shares or partial signatures are needed, and 2 are good; wrong are those of parties 4\n";
        assert_eq!((exit, out.as_str(), err.as_str()), (7, said, ""));

        folder.write("partials", [partial(1), partial(1), partial(3)].concat());
        folder.refused(&combine, "partials: party 1 is there twice");
        folder.write("partials", [partial(1), partial(3)].concat());
        folder.refused(&combine, "partials: 3 signatures are needed, and there are 2");
        folder.write("partials", "0 00\n");
        folder.refused(&combine, "partials: line 1: the number of a party is from 1 to 2^32 - 1");
        let many =
            in_suite(suite, &["split", "--key", &key, "--needed", "3", "--parties", "2", "no"]);
        folder.refused(&many, "--needed: more parties would be needed than there are");
        assert!(!folder.has("no.1"));
    }
    folder.refused(
        &[
            "split",
            "--suite",
            "min-pk-augmented",
            "--key",
            "min-pk.key",
            "--needed",
            "1",
            "--parties",
            "1",
            "no",
        ],
        "--suite: in the augmented suites each share would sign another message",
    );
}
