//! Input that is not acceptable: exit code 2, nothing on stdout, one line on stderr that names the
//! field and the reason.

use super::*;

#[track_caller]
fn refused(folder: &Folder, arguments: &[&str], expected: &str) {
    folder.refused(arguments, expected);
}

/// G1 points, and the reason why each is refused.
const POINTS: [(&str, &str); 7] = [
    (
        "c00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
        "the identity",
    ),
    (
        "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
        "the first byte does not fit",
    ),
    (
        "d7f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
        "the infinity or sign bit",
    ),
    (
        "9a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
        "a coordinate is not below the field's modulus",
    ),
    (
        "800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001",
        "the coordinates are not those of a point of the curve",
    ),
    (
        "800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
        "the point is not in the group of prime order",
    ),
    (
        "89cc53e3c5bcd46e16418011263d86916b1627671fe5b132acd5129628d6bc5a836d65544bcd27c6288deb3602a1246b",
        "the point is not in the group of prime order",
    ),
];

#[test]
fn points_are_validated_under_their_names() {
    let folder = folder("points");
    for (point, reason) in POINTS {
        refused(&folder, &["sign", "--key", "@two", point], &format!("B_: {reason}"));
        refused(&folder, &["unblind", "--r", "@three", point], &format!("C_: {reason}"));
        refused(
            &folder,
            &["verify", "--key", K, "--secret", "@letter", point],
            &format!("C: {reason}"),
        );
        // In JSON the same, with the place.
        let json = format!(r#"{{"amount":1,"id":"{ID}","B_":"{point}"}}"#);
        refused(&folder, &["sign", "--key", "@two", &json], &format!("B_: B_: {reason}"));
        folder.write(
            "promise.json",
            format!("{{\"amount\":1,\n\"id\":\"{ID}\",\n\"C_\":\"{point}\"}}"),
        );
        refused(
            &folder,
            &["unblind", "--r", "@three", "@promise.json"],
            &format!("promise.json: C_: {reason}"),
        );
        let (_, _, err) = folder.run(&["unblind", "--r", "@three", "@promise.json"]);
        assert!(err.contains(" at line 3 column "), "{err}");
        folder.write("proof.json", proof(1, "x", point));
        refused(
            &folder,
            &["verify", "--key", K, "@proof.json"],
            &format!("proof.json: C: {reason}"),
        );
    }
    let identity = format!("c0{}", "0".repeat(190));
    let order_13 = "83a58fd8e0c4b1a4025da5ca3176405ed7fa11dcf55003b1ceae958a7a62815f5f3a79792d91eebf83ccffc228784a45\
                    09c801b1c24e6662e6c94f9b8f0ac01768d0b974fe1ad3d3727c7afc77bafd60e086aeed8a678de31267be27fd73543b";
    for (key, reason) in
        [(identity.as_str(), "the identity"), (order_13, "the point is not in the group")]
    {
        refused(
            &folder,
            &["verify", "--key", key, "--secret", "@letter", C],
            &format!("K: {reason}"),
        );
        folder.write("keys.json", format!(r#"{{"1":"{K}","4":"{key}"}}"#));
        refused(
            &folder,
            &["keyset-id", "keys.json"],
            &format!("keys.json: K of amount 4: {reason}"),
        );
    }
}

#[test]
fn hexadecimal_is_strict() {
    let folder = folder("digits");
    let sign = |digits: &str, expected: &str| {
        refused(&folder, &["sign", "--key", "@two", digits], expected)
    };
    sign(&B_[..94], "B_: 94 hexadecimal digits where 96 are needed");
    sign(&B_[..95], "B_: 95 hexadecimal digits where 96 are needed");
    sign(&format!("{B_}00"), "B_: 98 hexadecimal digits where 96 are needed");
    sign("", "B_: 0 hexadecimal digits where 96 are needed");
    sign(&B_.to_uppercase(), "B_: not lower-case hexadecimal digits at character 2");
    sign(&format!("0x{B_}"), "B_: hexadecimal digits without 0x are needed");
    sign(&format!("{}g", &B_[..95]), "B_: not lower-case hexadecimal digits at character 96");
    sign(
        &format!("{} {}", &B_[..48], &B_[48..]),
        "B_: not lower-case hexadecimal digits at character 49",
    );
    sign("é", "B_: not lower-case hexadecimal digits at character 1");
    // The name of a file where its content is meant.
    folder.write("blinded", B_);
    sign(
        "blinded",
        "B_: not lower-case hexadecimal digits; to read the file blinded, write @blinded",
    );
    refused(
        &folder,
        &["verify", "--key", C, "--secret", "@letter", C],
        "K: 96 hexadecimal digits where 192 are needed",
    );
    let blind = |id: &str, expected: &str| {
        refused(
            &folder,
            &["blind", "--secret", "@letter", "--r", "@three", "--amount", "1", "--id", id],
            expected,
        );
    };
    blind(&ID[..16], "id: 16 hexadecimal digits where 66 are needed");
    blind(&ID.replacen("02", "01", 1), "id: the keyset id does not begin with version byte 02");
    let derive = |seed: &str, expected: &str| {
        folder.write("seed", seed);
        let arguments = [
            "derive",
            "--seed",
            "seed",
            "--id",
            ID,
            "--counter",
            "0",
            "--new-key",
            "k",
            "--new-secret",
            "x",
            "--new-r",
            "y",
        ];
        refused(&folder, &arguments, expected);
        assert!(!folder.has("x") && !folder.has("y"));
    };
    derive("", "seed: empty");
    derive("abc", "seed: 3 hexadecimal digits, an odd number");
    derive("AB", "seed: not lower-case hexadecimal digits at character 1");
}

#[test]
fn scalars_are_between_one_and_the_order() {
    let folder = folder("scalars");
    let order = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    for bad in ["0".repeat(64).as_str(), order, "f".repeat(64).as_str()] {
        let reason = "the scalar is zero or not below the order of the group";
        folder.write("bad", bad);
        refused(&folder, &["sign", "--key", "@bad", B_], &format!("a: {reason}"));
        refused(&folder, &["unblind", "--r", "@bad", C_], &format!("r: {reason}"));
        refused(&folder, &["blind", "--secret", "@letter", "--r", "@bad"], &format!("r: {reason}"));
        folder.write("mint.key", format!(r#"{{"1":"{bad}"}}"#));
        let message = format!(r#"{{"amount":1,"id":"{ID}","B_":"{B_}"}}"#);
        refused(
            &folder,
            &["sign", "--key", "@mint.key", &message],
            &format!("mint.key: a: {reason}"),
        );
    }
    folder.write("short", &TWO[1..]);
    refused(
        &folder,
        &["sign", "--key", "@short", B_],
        "a: short has 63 hexadecimal digits where 64 are needed",
    );
}

/// Errors about secrets say where and never what: stderr ends up in logs.
#[test]
fn errors_do_not_repeat_secrets() {
    let folder = folder("quiet");
    let secret = "5ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2";
    let message = format!(r#"{{"amount":1,"id":"{ID}","B_":"{B_}"}}"#);
    let wrong =
        [format!("{secret}Z"), secret.to_uppercase(), format!("{secret}00"), format!("{secret}0")];
    for value in wrong {
        folder.write("secret", &value);
        folder.write("keys.json", format!(r#"{{"1": "{value}"}}"#));
        for arguments in [
            &["sign", "--key", "@secret", B_][..],
            &["sign", "--key", "@keys.json", &message],
            &["unblind", "--r", "@secret", C_],
        ] {
            let (exit, out, err) = folder.run(arguments);
            assert_eq!((exit, out.as_str()), (2, ""));
            assert!(!err.to_lowercase().contains("5ec2e7"), "{err}");
        }
    }
}

/// A secret on the command line is not taken, whatever it looks like, and not repeated.
#[test]
fn secrets_on_the_command_line_are_refused() {
    let folder = folder("visible");
    let secret = "5ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2";
    let key = format!(r#"{{"1":"{secret}"}}"#);
    let money = proof(1, "a secret", C);
    let message = format!(r#"{{"amount":1,"id":"{ID}","B_":"{B_}"}}"#);
    let new = [
        "--counter",
        "0",
        "--id",
        ID,
        "--new-key",
        "new-key",
        "--new-secret",
        "new-secret",
        "--new-r",
        "new-r",
    ];
    let legacy_id = "00456a94ab4e1c46";
    let point = "02a9acc1e48c25eeeb9289b5031cc57da9fe72f3fe2861d264bdc074209b107ba2";
    folder
        .write("proof", format!(r#"{{"amount":1,"id":"{legacy_id}","secret":"s","C":"{point}"}}"#));
    let to_sign = format!(r#"{{"amount":1,"id":"{legacy_id}","B_":"{point}"}}"#);
    for arguments in [
        &["sign", "--key", secret, B_][..],
        &["sign", "--key", &key, &message],
        &["unblind", "--r", secret, C_],
        &["unblind", "--r", "@three", "--secret", "a secret", C_],
        &["blind", "--secret", "a secret", "--r", "@three"],
        &["blind", "--secret", "@letter", "--r", secret],
        &[&["derive", "--seed", "5ec2e7"][..], &new].concat(),
        &["verify", "--key", K, "--secret", "a secret", C],
        &["verify", "--key", K, &money],
        &["legacy", "sign", "--key", secret, &to_sign],
        &["legacy", "sign", "--key", &key, &to_sign],
        &[
            "legacy", "unblind", "--r", secret, "--secret", "@letter", "--keyset", "@keyset",
            "@promise",
        ],
        &[
            "legacy", "unblind", "--r", "@three", "--secret", "a secret", "--keyset", "@keyset",
            "@promise",
        ],
        &[
            "legacy", "blind", "--secret", "a secret", "--r", "@three", "--amount", "1", "--id",
            legacy_id,
        ],
        &["legacy", "verify", "--key", secret, "@proof"],
        &["legacy", "verify", "--key", "@two", &money],
    ] {
        let (exit, out, err) = folder.run(arguments);
        assert_eq!((exit, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains("on the command line"), "{arguments:?}: {err}");
        assert!(
            !err.contains("5ec2e7") && !err.contains("a secret:") && !err.contains("\"a secret"),
            "{err}"
        );
        assert!(!folder.has("new-secret") && !folder.has("new-r") && !folder.has("new-key"));
    }
}

/// Nor is a file with a secret that others can read.
#[cfg(unix)]
#[test]
fn secrets_that_others_can_read_are_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("modes");
    for name in ["two", "three", "letter"] {
        let permissions = std::fs::Permissions::from_mode(0o640);
        std::fs::set_permissions(folder.path.join(name), permissions).expect("a mode");
    }
    let refused = |arguments: &[&str], field: &str, name: &str| {
        let said = format!(
            "{field}: others can use {name} (mode 0640); to keep it to its owner: chmod 600 {name}"
        );
        refused(&folder, arguments, &said);
    };
    refused(&["sign", "--key", "@two", B_], "a", "two");
    refused(&["unblind", "--r", "@three", C_], "r", "three");
    refused(&["verify", "--key", K, "--secret", "@letter", C], "secret", "letter");
    let new = [
        "--counter",
        "0",
        "--id",
        ID,
        "--new-key",
        "new-key",
        "--new-secret",
        "new-secret",
        "--new-r",
        "new-r",
    ];
    refused(&[&["derive", "--seed", "@two"][..], &new].concat(), "seed", "two");
    assert!(!folder.has("new-secret"));
}

#[test]
fn files_that_cannot_be_used() {
    let folder = folder("unusable");
    folder.write("keys.json", format!(r#"{{"1":"{KEY_1}"}}"#));
    refused(
        &folder,
        &["sign", "--key", "@none", B_],
        "a: none cannot be read: No such file or directory",
    );
    refused(&folder, &["sign", "--key", "@", B_], "a:  cannot be read: No such file");
    refused(&folder, &["sign", "--key", "@.", B_], "a: . cannot be read: Is a directory");
    refused(&folder, &["verify-batch", "none", "keys.json"], "PROOFS: none cannot be read");
    refused(&folder, &["verify-batch", "keys.json", "none"], "KEYS: none cannot be read");
    folder.write("huge", vec![b'0'; (1 << 20) + 1]);
    refused(&folder, &["sign", "--key", "@two", "@huge"], "B_: huge is longer than 1 MiB");
    refused(
        &folder,
        &["blind", "--secret", "@huge", "--r", "@three"],
        "secret: huge is longer than 1 MiB",
    );
    folder.write("huge.json", vec![b' '; (1 << 24) + 1]);
    refused(
        &folder,
        &["verify-batch", "huge.json", "keys.json"],
        "PROOFS: huge.json is longer than 16 MiB",
    );
    #[cfg(target_os = "linux")]
    refused(
        &folder,
        &["verify-batch", "keys.json", "/dev/zero"],
        "KEYS: /dev/zero is longer than 16 MiB",
    );
    folder.write("latin1", b"caf\xe9");
    refused(
        &folder,
        &["blind", "--secret", "@latin1", "--r", "@three"],
        "secret: not UTF-8 at byte 4",
    );
    refused(
        &folder,
        &["sign", "--key", "@two", "@latin1"],
        "B_: latin1 is not text in UTF-8, where hexadecimal digits are needed",
    );
    refused(
        &folder,
        &["verify-batch", "latin1", "keys.json"],
        "latin1: expected value at line 1 column 1",
    );
    refused(&folder, &["verify-batch", "-", "-"], "PROOFS: stdin can be read for one value only");
    refused(
        &folder,
        &["keygen", "no/such/folder/key"],
        "no/such/folder/key cannot be made, since there is no folder no/such/folder",
    );
    folder.write("longest", vec![b'x'; 1 << 20]);
    assert_eq!(folder.answer(&["blind", "--secret", "@longest", "--r", "@three"]).len(), 96);
}

#[test]
fn json_that_is_none_or_another() {
    let folder = folder("malformed");
    folder.write("keys.json", format!("{{\"1\":\"{KEY_1}\",\n\"2\":\"{KEY_2}\"}}"));
    let batch = |proofs: &str, expected: &str| {
        folder.write("proofs.json", proofs);
        refused(&folder, &["verify-batch", "proofs.json", "keys.json"], expected);
    };
    batch("", "proofs.json: there are no proofs");
    batch("[]", "proofs.json: there are no proofs");
    batch("[] []", "proofs.json: there are no proofs");
    batch("[\n  oops\n]", "proofs.json: expected value at line 2 column 3");
    batch("[{\"amount\":", "proofs.json: EOF while parsing");
    batch("5", "proofs.json: invalid type: integer `5`, expected a proof or an array of proofs");
    batch("[[]]", "proofs.json: invalid type: sequence, expected Proof as an object");
    let unnamed = format!(r#"[[1,"{ID}","x","{C}"]]"#);
    batch(&unnamed, "proofs.json: invalid type: sequence, expected Proof as an object");
    batch("[{}]", "proofs.json: missing field `amount` at line 1 column 3");
    batch(
        &proof(1, "x", C).replace(":1,", ":-1,"),
        "proofs.json: invalid type: integer `-1`, expected amount as",
    );
    batch(
        &proof(1, "x", C).replace("\"x\"", "7"),
        "proofs.json: invalid type: integer `7`, expected secret as",
    );
    batch(&proof(3, "x", C), "proofs.json: proofs[0]: amount: the keyset has no key for 3");
    let other = ID.replace("02b7", "02b8");
    assert_ne!(other, ID);
    let two = format!("{}\n{}", proof(1, "x", C), proof(1, "y", C).replace(ID, &other));
    batch(
        &two,
        "proofs.json: proofs[1]: id: not that of proofs[0], and KEYS holds the keys of one keyset",
    );
    batch(&format!("{} trailing", proof(1, "x", C)), "proofs.json: expected");
    batch(&"[".repeat(100_000), "proofs.json: ");

    let keys = |keys: &str, expected: &str| {
        folder.write("other.json", keys);
        refused(&folder, &["keyset-id", "other.json"], expected);
    };
    keys("{}", "other.json: keys: there are none");
    keys("[]", "other.json: invalid type: sequence, expected a map");
    keys(K, "KEYS: one key, where a keyset is needed");
    keys(&format!(r#"{{"1":"{K}","1":"{KEY_1}"}}"#), "other.json: keys: the amount 1 comes twice");
    keys(&format!(r#"{{"1":"{K}","2":"{K}"}}"#), "other.json: keys: two amounts have the same key");
    keys(&format!(r#"{{"01":"{K}"}}"#), "other.json: keys: an amount is not a whole number");
    keys(r#"{"keysets":[]}"#, "other.json: keysets: give only one keyset of the list");
    keys(&format!(r#"{{"keys":{{"1":"{K}"}},"unit":"sat"}}"#), "other.json: missing field `id`");
    let legacy = "015ba18a8adcd02e715a58358eb618da4a4b3791151a4bee5e968bb88406ccf76a";
    let keyset =
        |id: &str, unit: &str| format!(r#"{{"id":"{id}","unit":"{unit}","keys":{{"1":"{K}"}}}}"#);
    keys(
        &keyset(legacy, "sat"),
        "other.json: id: the keyset id does not begin with version byte 02",
    );
    keys(&keyset(ID, "a|b"), "other.json: the unit is empty, or has a character");
    refused(
        &folder,
        &["keyset-id", "keys.json", "--unit", "a|b"],
        "--unit: the unit is empty, or has a character",
    );
    // A keyset whose id is not its own is not taken to verify with.
    folder.write("keyset.json", keyset(ID, "usd"));
    folder.write("proofs.json", proof(1, "x", C));
    let said = "keyset.json: id: what the keyset holds has the id 02";
    refused(&folder, &["verify-batch", "proofs.json", "keyset.json"], said);
    refused(&folder, &["verify", "--key", "@keyset.json", "@proofs.json"], said);
}

#[test]
fn arguments_that_do_not_go_together() {
    let folder = folder("arguments");
    folder.answer(&["keygen", "mint.key", "--amounts", "1,2"]);
    folder.write("keys.json", format!(r#"{{"1":"{KEY_1}"}}"#));
    let message = format!(r#"{{"amount":4,"id":"{ID}","B_":"{B_}"}}"#);
    let promise = format!(r#"{{"amount":4,"id":"{ID}","C_":"{C_}"}}"#);
    refused(&folder, &[], "curvemark cashu needs one of these: keygen, ");
    refused(
        &folder,
        &["sign", "--key", "@mint.key", B_],
        "B_: hexadecimal does not say for which amount",
    );
    refused(
        &folder,
        &["sign", "--key", "@mint.key", &message],
        "amount: the mint has no key for 4",
    );
    refused(&folder, &["unblind", "--r", "@three", &promise], "secret: missing");
    let unblind = ["unblind", "--r", "@three", "--secret", "@letter", "--key", "@keys.json"];
    refused(&folder, &[&unblind[..], &[C_]].concat(), "K: a keyset, but hexadecimal does not say");
    refused(
        &folder,
        &[&unblind[..], &[&promise]].concat(),
        "C_: amount: the keyset has no key for 4",
    );
    refused(
        &folder,
        &["unblind", "--r", "@three", "--key", K, C_],
        "the following required arguments",
    );
    refused(&folder, &["verify", "--key", K, C], "secret: missing");
    folder.write("proof.json", proof(1, "x", C));
    refused(
        &folder,
        &["verify", "--key", K, "--secret", "@letter", "@proof.json"],
        "--secret: the proof holds",
    );
    refused(
        &folder,
        &["blind", "--secret", "@letter"],
        "the following required arguments were not provided: <--r <FILE>|",
    );
    refused(
        &folder,
        &["blind", "--secret", "@letter", "--r", "@three", "--new-r", "r"],
        "the argument '--r <FILE>' cannot be",
    );
    refused(
        &folder,
        &["blind", "--secret", "@letter", "--r", "@three", "--amount", "1"],
        "the following required arguments",
    );
    refused(
        &folder,
        &["keygen", "new", "--unit", "sat"],
        "--amounts: a unit, a fee and an expiry are of a keyset",
    );
    refused(&folder, &["keygen", "new", "--amounts", "1,x"], "invalid value 'x' for '--amounts");
    refused(&folder, &["keygen", "new", "--amounts", "1,-2"], "invalid value '-2' for '--amounts");
    refused(&folder, &["keygen", "new", "--amounts", "4,1,4"], "--amounts: 4 comes twice");
    refused(&folder, &["keygen", "new", "--amounts", "0"], "--amounts: 0 is no amount of a token");
    assert!(!folder.has("new") && !folder.has("r"));
}
