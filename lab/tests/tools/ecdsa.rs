//! Published values: RFC 6979, A.2.5; paulmillr/noble-curves, commit
//! ef106458a5bba5408ba4c342f2ae2ab54adb892e (MIT), vectors of secp256k1.

use super::Folder;

/// RFC 6979, A.2.5, SHA-256, "sample".
const D: &str = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
const Q: &str = "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6\
                 7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299";
const COMPRESSED: &str = "0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6";
const R: &str = "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716";
const S: &str = "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8";
/// n − s.
const LOW_S: &str = "0834e36ad29a83bf2bc9385e491d6099c8fdf9d1ed67aa7ea5f51f93782857a9";

/// Secret key, digest, signature; public keys of the secrets 1 and n − 1 are the generator and its
/// negative.
const SECP256K1: [(&str, &str, &str, &str); 2] = [
    (
        "0000000000000000000000000000000000000000000000000000000000000001",
        "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        "06ef2b193b83b3d701f765f1db34672ab84897e1252343cc2197829af3a30456",
        "33a69cd2065432a30f3d1ce4eb0d59b8ab58c74f27c41a7fdb5696ad4e6108c9\
         6f807982866f785d3f6418d24163ddae117b7db4d5fdf0071de069fa54342262",
    ),
    (
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140",
        "0379be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        "5e9f0a0d593efdcf78ac923bc3313e4e7d408d574354ee2b3288c0da9fbba6ed",
        "54c4a33c6423d689378f160a7ff8b61330444abb58fb470f96ea16d99d4a2fed\
         07082304410efa6b2943111b6a4e0aaa7b7db55a07e9861d1fb3cb1f421044a5",
    ),
];

#[test]
fn published_signatures_are_made_and_hold() {
    let folder = Folder::new("ecdsa", "published");
    folder.write("p256.key", D);
    folder.write("sample", "sample");
    let p256 = ["--curve", "p256"];
    let key =
        |more: &[&str]| folder.answer(&[&["public-key", "p256.key"], &p256[..], more].concat());
    assert_eq!(key(&[]), COMPRESSED);
    assert_eq!(key(&["--uncompressed"]), Q);
    let low = [R, LOW_S].concat();
    assert_eq!(folder.answer(&[&["sign", "--key", "p256.key", "sample"], &p256[..]].concat()), low);
    let der = format!("30450221 00{R}0220{LOW_S}").replace(' ', "");
    assert_eq!(
        folder.answer(&[&["sign", "--der", "--key", "p256.key", "sample"], &p256[..]].concat()),
        der
    );
    // That of the RFC has the higher s, which is taken where that is asked for.
    let high = [R, S].concat();
    let verify = |key: &str, signature: &str, more: &[&str]| {
        folder.run(
            &[&["verify", "--key", key, "--signature", signature, "sample"], &p256[..], more]
                .concat(),
        )
    };
    let valid = (0, "valid\n".to_owned(), String::new());
    for key in [Q, COMPRESSED] {
        assert_eq!(verify(key, &low, &[]), valid);
        assert_eq!(verify(key, &high, &["--any-s"]), valid);
        assert_eq!(verify(key, &der, &["--der"]), valid);
    }
    let (exit, out, err) = verify(Q, &high, &[]);
    assert_eq!((exit, out.as_str()), (2, ""));
    assert_eq!(
        err,
        "curvemark: signature: s is above half the order of the group; --any-s takes it\n"
    );
    let swapped = verify(Q, &[LOW_S, R].concat(), &["--any-s"]);
    assert_eq!(
        swapped,
        (7, "not valid: the signature is not the key's on this digest\n".to_owned(), String::new())
    );
}

#[test]
fn a_signature_tells_its_key() {
    let folder = Folder::new("ecdsa", "recover");
    for (secret, public, digest, signature) in SECP256K1 {
        folder.write("secret.key", secret);
        assert_eq!(folder.answer(&["public-key", "secret.key"]), public);
        assert_eq!(folder.answer(&["sign", "--key", "secret.key", "--digest", digest]), signature);
        let recoverable =
            folder.answer(&["sign", "--recoverable", "--key", "secret.key", "--digest", digest]);
        assert!(recoverable.starts_with(signature) && recoverable.len() == 130, "{recoverable}");
        folder.write("signature", &recoverable);
        let recover = ["recover", "--signature", "@signature", "--digest", digest];
        assert_eq!(folder.answer(&recover), public);
        assert_eq!(
            folder.answer(&[&recover[..], &["--json"]].concat()),
            format!(r#"{{"public_key":"{public}"}}"#)
        );
        // With the other id it is another key's, whose signature it is too.
        let id = u8::from_str_radix(&recoverable[128..], 16).expect("digits");
        folder.write("signature", format!("{signature}{:02x}", id ^ 1));
        let other = folder.answer(&recover);
        assert_ne!(other, public);
        for key in [public, &other] {
            let verify = ["verify", "--key", key, "--signature", signature, "--digest", digest];
            assert_eq!(folder.answer(&verify), "valid");
        }
        // No x is as large as r + n.
        folder.write("signature", format!("{signature}02"));
        let (exit, out, err) = folder.run(&recover);
        assert_eq!((exit, out.as_str()), (7, ""));
        assert_eq!(err, "curvemark: signature: no key has this signature with this recovery id\n");
        folder.write("signature", format!("{signature}04"));
        folder.refused(&recover, "signature: a recovery id is not 0, 1, 2 or 3");
        // Ethereum's way.
        folder.write("signature", format!("{signature}1b"));
        folder.refused(&recover, "signature: a recovery id is not 0, 1, 2 or 3");
        folder.write("signature", signature);
        folder.refused(&recover, "signature: 128 hexadecimal digits where 130 are needed");
    }
}

#[test]
fn keys_signatures_and_digests_are_validated_under_their_names() {
    let folder = Folder::new("ecdsa", "validated");
    let (_, public, digest, signature) = SECP256K1[0];
    let refused = |key: &str, signature: &str, digest: &str, more: &[&str], expected: &str| {
        let verify = ["verify", "--key", key, "--signature", signature, "--digest", digest];
        folder.refused(&[&verify[..], more].concat(), expected);
    };
    let (zero, half) = ("0".repeat(64), &signature[..64]);
    refused(
        public,
        &[&zero, half].concat(),
        digest,
        &[],
        "signature: r is zero or not below the order",
    );
    refused(
        public,
        &[half, &zero].concat(),
        digest,
        &[],
        "signature: s is zero or not below the order",
    );
    refused(public, &"f".repeat(128), digest, &[], "signature: r is zero or not below the order");
    refused(public, signature, digest, &["--der"], "signature: a tag is not that of a sequence");
    refused(public, "3006020100020101", digest, &["--der"], "signature: r is zero");
    refused(
        public,
        "300702020001020101",
        digest,
        &["--der"],
        "signature: an integer begins with zeros",
    );
    refused(public, "30060201ff020101", digest, &["--der"], "signature: an integer is negative");
    refused(public, "3006020101020101ff", digest, &["--der"], "signature: bytes follow");
    refused(public, signature, &digest[..38], &[], "digest: 19 bytes where 20 to 64 are needed");
    refused(public, signature, &"00".repeat(65), &[], "digest: 65 bytes where 20 to 64 are needed");
    refused("00", signature, digest, &[], "key: ");
    refused(&format!("05{}", &public[2..]), signature, digest, &[], "key: ");
    refused(
        &format!("02{}05", "00".repeat(31)),
        signature,
        digest,
        &[],
        "key: the coordinates are not those",
    );
    refused(&public[..64], signature, digest, &[], "key: ");
    let (exit, _, _) = folder.run(&[
        "verify",
        "--key",
        public,
        "--signature",
        signature,
        "--digest",
        &"00".repeat(20),
    ]);
    assert_eq!(exit, 7);
    folder
        .refused(&["keygen", "x", "--curve", "p384"], "invalid value 'p384' for '--curve <NAME>'");
    folder.refused(
        &["sign", "--key", "x", "--der", "--recoverable", "--hex", ""],
        "the argument '--der' cannot be used",
    );
    folder.refused(
        &["sign", "--key", "x", "--digest", digest, "--hex", ""],
        "the argument '--digest <VALUE>' cannot be",
    );
}

#[cfg(unix)]
#[test]
fn the_example_of_the_help_runs() {
    let folder = Folder::new("ecdsa", "example");
    let done = folder.script(include_str!("../../src/commands/ecdsa/example.sh"));
    assert_eq!(done, (0, "valid\n".to_owned(), String::new()));
}
