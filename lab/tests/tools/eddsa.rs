//! Published values: RFC 8032, sections 7.1 to 7.3; novifinancial/ed25519-speccheck, case 4.

use super::Folder;

/// Secret, public key, message, further arguments, signature.
const CASES: [(&str, &str, &str, &[&str], &str); 5] = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        &[],
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        &[],
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6",
        "dfc9425e4f968f7f0c29f0259cf5f9aed6851c2bb4ad8bfb860cfee0ab248292",
        "f726936d19c800494e3fdaff20b276a8",
        &["--context", "666f6f"],
        "55a4cc2f70a54e04288c5f4cd1e45a7bb520b36292911876cada7323198dd87a8b36950b95130022907a7fb7c4e9b2d5f6cca685a587b4b21f4b888e4e7edb0d",
    ),
    (
        "0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6",
        "dfc9425e4f968f7f0c29f0259cf5f9aed6851c2bb4ad8bfb860cfee0ab248292",
        "f726936d19c800494e3fdaff20b276a8",
        &["--context", "626172"],
        "fc60d5872fc46b3aa69f8b5b4351d5808f92bcc044606db097abab6dbcb1aee3216c48e8b3b66431b5b186d1d28f8ee15a5ca2df6668346291c2043d4eb3e90d",
    ),
    (
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "616263",
        &["--prehash"],
        "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae4131f85042463c2a355a2003d062adf5aaa10b8c61e636062aaad11c2a26083406",
    ),
];

#[test]
fn published_signatures_are_made_and_hold_by_both_rules() {
    let folder = Folder::new("eddsa", "published");
    for (secret, public, message, variant, signature) in CASES {
        folder.write("secret.key", format!("{secret}\n"));
        assert_eq!(folder.answer(&["public-key", "secret.key"]), public);
        let sign = [&["sign", "--key", "secret.key", "--hex", message], variant].concat();
        assert_eq!(folder.answer(&sign), signature);
        for rule in ["zip215", "rfc8032-strict"] {
            let verify = [
                "verify",
                "--rule",
                rule,
                "--key",
                public,
                "--signature",
                signature,
                "--hex",
                message,
            ];
            assert_eq!(folder.answer(&[&verify[..], variant].concat()), "valid");
            // Another variant is another signature.
            let others: [&[&str]; 3] = [&[], &["--prehash"], &["--context", "00"]];
            for other in others.into_iter().filter(|other| *other != variant) {
                assert_eq!(folder.run(&[&verify[..], other].concat()).0, 7, "{rule} {other:?}");
            }
        }
    }
}

#[test]
fn the_rules_have_their_own_verdicts() {
    let folder = Folder::new("eddsa", "rules");
    // speccheck 4: holds with the cofactor alone.
    let key = "cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d";
    let message = "e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c";
    let signature = "160a1cb0dc9c0258cd0a7d23e94d8fa878bcb1925f2c64246b2dee1796bed512\
                     5ec6bc982a269b723e0668e540911a9a6a58921d6925e434ab10aa7940551a09";
    let verify = |rule| {
        folder.run(&[
            "verify",
            "--rule",
            rule,
            "--key",
            key,
            "--signature",
            signature,
            "--hex",
            message,
        ])
    };
    assert_eq!(verify("zip215"), (0, "valid\n".to_owned(), String::new()));
    let said = "not valid: the signature is not the key's on this message\n";
    assert_eq!(verify("rfc8032-strict"), (7, said.to_owned(), String::new()));
    // y = p + 1, which is 1: a key by the one rule, none by the other.
    let key = format!("ee{}7f", "ff".repeat(30));
    let rest = ["--key", &key, "--signature", signature, "--hex", message];
    assert_eq!(folder.run(&[&["verify", "--rule", "zip215"], &rest[..]].concat()).0, 7);
    folder.refused(&[&["verify", "--rule", "rfc8032-strict"], &rest[..]].concat(), "key: ");
    // No rule is a default, and none has another name.
    folder.refused(
        &[&["verify"], &rest[..]].concat(),
        "the following required arguments were not provided: --rule",
    );
    folder.refused(
        &[&["verify", "--rule", "strict"], &rest[..]].concat(),
        "invalid value 'strict' for '--rule <RULE>'",
    );
}

#[test]
fn contexts_and_scalars_have_bounds() {
    let folder = Folder::new("eddsa", "bounds");
    let (secret, public, _, _, signature) = CASES[0];
    folder.write("secret.key", secret);
    let sign = ["sign", "--key", "secret.key", "--hex", ""];
    let long = "00".repeat(256);
    for context in ["", &long] {
        let said = "context: a context has more than 255 bytes, or none where there must be one";
        folder.refused(&[&sign[..], &["--context", context]].concat(), said);
        let verify =
            ["verify", "--rule", "zip215", "--key", public, "--signature", signature, "--hex", ""];
        folder.refused(&[&verify[..], &["--context", context]].concat(), said);
    }
    folder.answer(&[&sign[..], &["--prehash", "--context", &long[2..]]].concat());
    folder.refused(&[&sign[..], &["--prehash", "--context", &long]].concat(), "context: ");
    // s = ℓ.
    let order = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";
    let signature = format!("{}{order}", &signature[..64]);
    let verify =
        ["verify", "--rule", "zip215", "--key", public, "--signature", &signature, "--hex", ""];
    folder.refused(&verify, "signature: s is not below the order of the generator");
}

#[cfg(unix)]
#[test]
fn the_example_of_the_help_runs() {
    let folder = Folder::new("eddsa", "example");
    let done = folder.script(include_str!("../../src/commands/eddsa/example.sh"));
    assert_eq!(done, (0, "valid\n".to_owned(), String::new()));
}
