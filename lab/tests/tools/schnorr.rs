//! Published values: BIP-340, test-vectors.csv, and BIP-374, test_vectors_generate_proof.csv and
//! test_vectors_verify_proof.csv.

use super::Folder;

/// Secret, public key, auxiliary bytes, message, signature: vectors 0 and 1.
const CASES: [[&str; 5]; 2] = [
    [
        "0000000000000000000000000000000000000000000000000000000000000003",
        "f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca8215\
         25f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0",
    ],
    [
        "b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfef",
        "dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659",
        "0000000000000000000000000000000000000000000000000000000000000001",
        "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        "6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de3341\
         8906d11ac976abccb20b091292bff4ea897efcb639ea871cfa95f6de339e4b0a",
    ],
];
/// Vector 5: no x of a point.
const OFF_CURVE: &str = "eefdea4cdb677750a420fee807eacf21eb9898ae79b9768766e4faa04a2d4a34";
/// Vector 6, with the key and the message of vector 1: the nonce point has an odd y.
const ODD: &str = "fff97bd5755eeea420453a14355235d382f6472f8568a18b2f057a14602975563cc27944640ac607cd107ae10923d9ef7a73c643e166be5ebeafa34b1ac553e2";

#[test]
fn published_signatures_are_made_and_hold() {
    let folder = Folder::new("schnorr", "published");
    for [secret, public, aux, message, signature] in CASES {
        folder.write("secret.key", secret);
        assert_eq!(folder.answer(&["public-key", "secret.key"]), public);
        assert_eq!(
            folder.answer(&["sign", "--key", "secret.key", "--aux", aux, "--hex", message]),
            signature
        );
        // Without --aux each is another, and holds.
        let [one, two] =
            [(); 2].map(|()| folder.answer(&["sign", "--key", "secret.key", "--hex", message]));
        assert!(one != two && one != signature);
        for signature in [&one, &two, signature] {
            let verify = ["verify", "--key", public, "--signature", signature, "--hex", message];
            assert_eq!(folder.answer(&verify), "valid");
        }
    }
    let [_, public, _, message, signature] = CASES[1];
    let verify = |key: &str, signature: &str| {
        folder.run(&["verify", "--key", key, "--signature", signature, "--hex", message])
    };
    let not = (
        7,
        "not valid: the signature is not the key's on this message\n".to_owned(),
        String::new(),
    );
    assert_eq!(verify(public, ODD), not);
    assert_eq!(verify(CASES[0][1], signature), not);
}

#[test]
fn keys_and_signatures_are_validated_under_their_names() {
    let folder = Folder::new("schnorr", "validated");
    let [secret, public, _, message, signature] = CASES[1];
    let refused = |key: &str, signature: &str, expected: &str| {
        folder.refused(
            &["verify", "--key", key, "--signature", signature, "--hex", message],
            expected,
        );
    };
    refused(OFF_CURVE, signature, "key: the coordinates are not those of a point of the curve");
    refused(&"f".repeat(64), signature, "key: a coordinate is not below the field's modulus");
    refused(&format!("02{public}"), signature, "key: 66 hexadecimal digits where 64 are needed");
    refused(
        public,
        &["f".repeat(64).as_str(), &signature[64..]].concat(),
        "signature: r is not below the modulus",
    );
    refused(
        public,
        &[&signature[..64], "f".repeat(64).as_str()].concat(),
        "signature: s is not below the order",
    );
    folder.write("secret.key", secret);
    folder.refused(
        &["sign", "--key", "secret.key", "--aux", "00", "--hex", ""],
        "aux: 2 hexadecimal digits where 64",
    );
}

#[test]
fn published_proofs_of_equal_logarithms() {
    let folder = Folder::new("schnorr", "dleq");
    // "Success case 1" of both files.
    let g = "02cef38f55e78b321a1f785cb1c6e33dfcef9784c18bdc4e279801c449ccdfb88e";
    let [a, b, c] = [
        "02b540b22c2c5ef0dc886abdaad27498453d893265560bc08a187319af6f845f58",
        "02dad4b35c2379ba8334c9a5dda8f6e6d5cd575a7cc9d3ca4faaac51839daaa30f",
        "03fefe00951dcd0ef10b12523393c2b8113119de4fdeeab320694e96bdccd2775b",
    ];
    let message = "efb07d4b382d3da1079fbf24df623ba6c2e4c764993bbfa6dd7a4fe4aaf33859";
    let proof = "7e7e934169e0bf4706e6b29e5a621c7fe199a524744a25af80071e111c0e2e94\
                 118e730d8add118dd2ee4f7d1cc183e1b87168362d1a6f85c16d8671a3fc7a8a";
    folder.write("secret.key", "07ff93d43f1012a5d4a44aba55240212ed39c87b3344e46757d99f24177fc576");
    let aux = "cb979b0fc8ccc7f237751e719d992fcc324b6500af33999cd54a3e5c05fb1ea4";
    let about = ["--generator", g, "--message", message];
    let made = folder.answer(
        &[&["prove-dleq", "--key", "secret.key", "--b", b, "--aux", aux], &about[..]].concat(),
    );
    assert_eq!(made, format!(r#"{{"A":"{a}","C":"{c}","proof":"{proof}"}}"#));
    let verify = |c: &str, proof: &str, about: &[&str]| {
        folder.run(
            &[&["verify-dleq", "--a", a, "--b", b, "--c", c, "--proof", proof], about].concat(),
        )
    };
    assert_eq!(verify(c, proof, &about), (0, "valid\n".to_owned(), String::new()));
    for (c, about) in [(b, &about[..]), (c, &about[..2]), (c, &about[2..])] {
        assert_eq!(verify(c, proof, about).0, 7);
    }
    folder.refused(
        &["verify-dleq", "--a", a, "--b", b, "--c", &format!("04{}", &c[2..]), "--proof", proof],
        "C: ",
    );
    let high = ["verify-dleq", "--a", a, "--b", b, "--c", c, "--proof", &"f".repeat(128)];
    folder.refused(&high, "proof: s is not below the order of the group");
    folder.write("secret.key", "0".repeat(64));
    folder.refused(
        &["prove-dleq", "--key", "secret.key", "--b", b],
        "key: zero is not accepted here",
    );
}

#[cfg(unix)]
#[test]
fn the_example_of_the_help_runs() {
    let folder = Folder::new("schnorr", "example");
    let done = folder.script(include_str!("../../src/commands/schnorr/example.sh"));
    assert_eq!(done, (0, "valid\n".to_owned(), String::new()));
}
