//! Published proofs: snarkjs 0.7.6, on BN254 and BLS12-381, from `vectors/groth16-snarkjs.txt`.

use super::Folder;
use serde_json::{Value, json};

/// A point of snarkjs from its numbers.
fn point(numbers: &str) -> Value {
    match numbers.split(' ').collect::<Vec<_>>()[..] {
        [x, y] => json!([x, y, "1"]),
        [x0, x1, y0, y1] => json!([[x0, x1], [y0, y1], ["1", "0"]]),
        _ => panic!("two or four numbers"),
    }
}

#[test]
fn published_proofs_are_judged() {
    let folder = Folder::new("groth16", "published");
    let (mut counts, mut valid) = ([0; 8], String::new());
    for block in include_str!("../../../vectors/groth16-snarkjs.txt").split("\n\n").skip(1) {
        let list = |key: &str| -> Vec<&str> {
            block
                .lines()
                .filter_map(|line| line.split_once(" = "))
                .filter(|pair| pair.0 == key)
                .map(|pair| pair.1)
                .collect()
        };
        let (name, curve) = (list("name")[0], list("curve")[0]);
        let points = |key: &str| list(key).into_iter().map(point).collect::<Vec<_>>();
        if name == "key" {
            let points = points("key");
            let key = json!({
                "protocol": "groth16", "curve": curve, "nPublic": points.len() - 5, "vk_alpha_1": points[0],
                "vk_beta_2": points[1], "vk_gamma_2": points[2], "vk_delta_2": points[3], "IC": points[4..],
            });
            folder.write("vk.json", key.to_string());
            continue;
        }
        let points = points("point");
        let proof = json!({"pi_a": points[0], "pi_b": points[1], "pi_c": points[2], "protocol": "groth16", "curve": curve});
        folder.write("proof.json", proof.to_string());
        folder.write("public.json", json!(list("input")).to_string());
        let (exit, out, err) = folder.run(&["verify", "vk.json", "proof.json", "public.json"]);
        let refused =
            ["off_curve", "wrong_number", "must_reject"].iter().any(|part| name.contains(part));
        let expected = if list("valid")[0] == "yes" {
            0
        } else if refused {
            2
        } else {
            7
        };
        assert_eq!(exit, expected, "{name}: {out}{err}");
        assert_eq!((out.is_empty(), err.is_empty()), (refused, !refused));
        assert!(
            refused || out == "valid\n" || out.starts_with("not valid: the proof is not valid for"),
            "{out}"
        );
        counts[expected as usize] += 1;
        if exit == 0 {
            let json = folder.answer(&["verify", "--json", "vk.json", "proof.json", "public.json"]);
            assert_eq!(json, r#"{"valid":true}"#);
            valid = proof.to_string();
        }
    }
    assert_eq!(counts, [8, 0, 8, 0, 0, 0, 0, 12]);
    // What is refused is named.
    folder.write("proof.json", &valid);
    let verify = |key, proof| ["verify", key, proof, "public.json"];
    folder
        .refused(&verify("none.json", "proof.json"), "key: none.json cannot be read: No such file");
    folder.write("bad.json", valid.replace("bls12381", "bn128"));
    folder.refused(&verify("vk.json", "bad.json"), "bad.json: another curve than bls12381");
    folder.write("bad.json", r#"{"curve":"secp256k1"}"#);
    folder
        .refused(&verify("bad.json", "proof.json"), "bad.json: this key has the curve 'secp256k1'");
    folder.write("bad.json", "{}");
    folder.refused(&verify("bad.json", "proof.json"), "bad.json: this key has no field 'curve'");
    folder.write("bad.json", r#"["0"]"#);
    folder.refused(
        &["verify", "vk.json", "proof.json", "bad.json"],
        "public: the key is for another number of public inputs",
    );
    folder
        .refused(&["verify", "vk.json", "-", "-"], "public: stdin can be read for one value only");
}

#[test]
fn proofs_are_made_from_files() {
    for curve in ["bn128", "bls12381"] {
        let folder = Folder::new("groth16", curve);
        let setup = [
            "setup",
            "--insecure-test",
            "--curve",
            curve,
            "--constraints",
            "9",
            "--public",
            "3",
            "--out",
        ];
        folder.answer(&[&setup[..], &["one"]].concat());
        folder.answer(&[&setup[..], &["two", "--seed", "2"]].concat());
        folder.refused(
            &[&setup[..], &["one"]].concat(),
            "one exists and is never replaced; choose another name",
        );
        folder.write("vk.json", folder.answer(&["key", "one/circuit.zkey"]));
        let prove = ["prove", "one/circuit.zkey", "one/witness.wtns"];
        let first = folder.answer(&[&prove[..], &["--public", "public.json"]].concat());
        let second = folder.answer(&prove);
        assert_ne!(first, second);
        for proof in [&first, &second] {
            folder.write("proof.json", proof);
            assert_eq!(folder.answer(&["verify", "vk.json", "proof.json", "public.json"]), "valid");
        }
        folder.refused(
            &[&prove[..], &["--public", "public.json"]].concat(),
            "public.json exists and is never replaced; choose another name",
        );
        let (exit, out, err) = folder.run(&["prove", "one/circuit.zkey", "two/witness.wtns"]);
        assert_eq!((exit, out.as_str()), (7, ""));
        assert_eq!(
            err,
            "curvemark: witness: the witness does not satisfy the constraints of the key\n"
        );
        folder.refused(
            &["prove", "one/witness.wtns", "one/witness.wtns"],
            "key: one/witness.wtns: the file is of another kind, where a proving key (.zkey)",
        );
        folder.refused(
            &["prove", "one/circuit.zkey", "one/circuit.zkey"],
            "witness: one/circuit.zkey: the file is of another kind, where a witness (.wtns)",
        );
        folder.write("empty", "");
        folder.refused(&["key", "empty"], "key: empty is empty, where a proving key (.zkey)");
        folder.refused(
            &["key", "one/circuit.r1cs"],
            "key: one/circuit.r1cs: the file is of another kind",
        );
    }
    let folder = Folder::new("groth16", "setup");
    let setup = ["setup", "--constraints", "9", "--out", "one"];
    folder.refused(&setup, "the following required arguments were not provided: --insecure-test");
    folder.refused(
        &["setup", "--insecure-test", "--constraints", "0", "--out", "one"],
        "constraints: one constraint",
    );
    assert!(!folder.has("one"));
}

#[cfg(unix)]
#[test]
fn the_example_of_the_help_runs() {
    let folder = Folder::new("groth16", "example");
    let (exit, out, err) = folder.script(include_str!("../../src/commands/groth16/example.sh"));
    assert_eq!((exit, err.as_str()), (0, ""));
    assert!(out.ends_with("\nvalid\n"), "{out}");
}

/// Nobody reads the answer: a verdict stays what it is.
#[cfg(unix)]
#[test]
fn a_closed_pipe_changes_no_verdict() {
    let folder = Folder::new("groth16", "unread");
    folder.answer(&["setup", "--insecure-test", "--constraints", "3", "--out", "test"]);
    folder.write("vk.json", folder.answer(&["key", "test/circuit.zkey"]));
    let prove = ["prove", "test/circuit.zkey", "test/witness.wtns", "--public", "public.json"];
    folder.write("proof.json", folder.answer(&prove));
    assert_eq!(folder.unread(&["verify", "vk.json", "proof.json", "public.json"]), Some(0));
    folder.write("public.json", r#"["1","2"]"#);
    assert_eq!(folder.unread(&["verify", "vk.json", "proof.json", "public.json"]), Some(7));
}
