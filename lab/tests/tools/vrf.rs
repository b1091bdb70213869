//! Published proofs of RFC 9381 and of fastcrypto, from `vectors/ecvrf.txt`.

use super::Folder;

/// A suite's name on the command line, the secret key, the public key, the input, the proof, the
/// output.
fn published() -> Vec<[&'static str; 6]> {
    let cases = include_str!("../../../vectors/ecvrf.txt").split("\n\n").skip(1);
    cases
        .map(|block| {
            let find = |key: &str| {
                let mut pairs = block.lines().filter_map(|line| line.split_once(" ="));
                pairs.find(|pair| pair.0 == key).expect(key).1.trim()
            };
            let suite = match find("suite") {
                "ECVRF-P256-SHA256-TAI" => "p256-tai",
                "ECVRF-P256-SHA256-SSWU" => "p256-sswu",
                "ECVRF-EDWARDS25519-SHA512-TAI" => "tai",
                "ECVRF-EDWARDS25519-SHA512-ELL2" => "ell2",
                other => {
                    assert_eq!(other, "sui_vrf");
                    "sui"
                }
            };
            [suite, find("sk"), find("pk"), find("alpha"), find("pi"), find("beta")]
        })
        .collect()
}

#[test]
fn published_proofs_are_made_and_hold() {
    let folder = Folder::new("vrf", "published");
    let mut suites = Vec::new();
    for [suite, secret, public, input, proof, output] in published() {
        suites.push(suite);
        let with = |rest: &[&str]| {
            let arguments = [&["--suite", suite], rest].concat();
            folder.answer(&[&rest[..1], &arguments[..2], &rest[1..]].concat())
        };
        folder.write("secret.key", format!("{secret}\n"));
        assert_eq!(with(&["public-key", "secret.key"]), public);
        assert_eq!(with(&["hash", "--key", "secret.key", "--hex", input]), output);
        assert_eq!(with(&["prove", "--key", "secret.key", "--hex", input]), proof);
        let verify = ["verify", "--key", public, "--proof", proof, "--hex"];
        assert_eq!(with(&[&verify[..], &[input]].concat()), output);
        assert_eq!(
            with(&[&verify[..], &[input, "--json"]].concat()),
            format!("{{\"valid\":true,\"output\":\"{output}\"}}")
        );
        let other = [&verify[..], &["00", "--suite", suite]].concat();
        let (exit, out, err) = folder.run(&other);
        let said = "not valid: the proof is not the key's for this input\n";
        assert_eq!((exit, out.as_str(), err.as_str()), (7, said, ""));
        let (exit, out, _) = folder.run(&[&other[..], &["--json"]].concat());
        assert_eq!((exit, out.as_str()), (7, "{\"valid\":false}\n"));
    }
    assert_eq!(suites, ["p256-tai", "p256-sswu", "tai", "ell2", "sui"]);
}

#[test]
fn what_is_not_acceptable_is_said() {
    let folder = Folder::new("vrf", "refused");
    let public = folder.answer(&["keygen", "secret.key"]);
    let proof = folder.answer(&["prove", "--key", "secret.key", "--hex", "00"]);
    folder.refused(
        &["prove", "--key", &folder.read("secret.key"), "--hex", "00"],
        "key: there is no file of this name, where one is needed",
    );
    folder.refused(
        &["keygen", "secret.key"],
        "secret.key exists and is never replaced; choose another name",
    );
    let verify = |key: &str, proof: &str, says| {
        folder.refused(&["verify", "--key", key, "--proof", proof, "--hex", "00"], says);
    };
    verify(&public[2..], &proof, "key: 62 hexadecimal digits where 64 are needed");
    verify(&public, &proof[2..], "proof: 158 hexadecimal digits where 160 are needed");
    // The identity.
    let identity = format!("01{}", "00".repeat(31));
    verify(&identity, &proof, "key: the key, or the point of the proof, is a point of small order");
    let large = format!("{}{}", &proof[..96], "ff".repeat(32));
    verify(&public, &large, "proof: s is not below the order of the group");
    folder.write("zero.key", "00".repeat(32));
    folder.refused(&["public-key", "--suite", "p256-sswu", "zero.key"], "FILE: the secret key: ");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let path = folder.path.join("secret.key");
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o644)).expect("a mode");
        folder.refused(
            &["hash", "--key", "secret.key", "--hex", "00"],
            "key: others can use secret.key (mode 0644)",
        );
    }
}

#[cfg(unix)]
#[test]
fn the_example_of_the_help_runs() {
    let folder = Folder::new("vrf", "example");
    let (exit, out, err) = folder.script(include_str!("../../src/commands/vrf/example.sh"));
    assert_eq!((exit, err.as_str()), (0, ""));
    assert_eq!(out.trim().len(), 128, "{out}");
    assert_eq!(folder.answer(&["hash", "--key", "secret.key", "round.txt"]), out.trim());
}
