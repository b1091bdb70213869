//! The published cases: snarkjs' JSON, fastcrypto's bytes.

use curvemark::groth16::fastcrypto::{
    inputs_from_bytes, prepare_pvk_bytes, verify_groth16_in_bytes,
};
use curvemark::groth16::{Bls12381, Bn254, Curve, Error, Form, Proof, PublicInputs, VerifyingKey};
use serde_json::{Value, json};

use super::{suites, vectors};

/// What a verifier of JSON says: the verdict, or that something was not acceptable.
pub fn verdict<C: Curve>(key: &Value, proof: &Value, inputs: &Value) -> Result<(), String> {
    let refused = |error: serde_json::Error| format!("refused: {error}");
    let key: VerifyingKey<C> = serde_json::from_value(key.clone()).map_err(refused)?;
    let proof: Proof<C> = serde_json::from_value(proof.clone()).map_err(refused)?;
    let inputs: PublicInputs<C> = serde_json::from_value(inputs.clone()).map_err(refused)?;
    let verdict = key.verify(&inputs.0, &proof);
    assert_eq!(key.prepare().verify(&inputs.0, &proof), verdict, "prepared or not");
    verdict.map_err(|error| {
        if error == Error::NotProven { "invalid".into() } else { format!("refused: {error}") }
    })
}

/// Numbers as snarkjs' point.
fn point(numbers: &str) -> Value {
    match numbers.split(' ').collect::<Vec<_>>()[..] {
        [x, y] => json!([x, y, "1"]),
        [x0, x1, y0, y1] => json!([[x0, x1], [y0, y1], ["1", "0"]]),
        _ => panic!("two or four numbers"),
    }
}

fn key(case: &vectors::Case, curve: &str) -> Value {
    let points: Vec<Value> = case.list("key").into_iter().map(point).collect();
    let [alpha, beta, gamma, delta, ic @ ..] = &points[..] else { panic!("four points and more") };
    json!({
        "protocol": "groth16", "curve": curve, "nPublic": ic.len() - 1,
        "vk_alpha_1": alpha, "vk_beta_2": beta, "vk_gamma_2": gamma, "vk_delta_2": delta, "IC": ic,
    })
}

/// Keys and cases in snarkjs' JSON, by curve: key, name, proof, inputs, whether valid.
pub fn snarkjs(curve: &str) -> (Value, Vec<(String, Value, Value, bool)>) {
    let (mut found, mut cases) = (Value::Null, vec![]);
    for case in vectors::cases(include_str!("../../../../vectors/groth16-snarkjs.txt")) {
        if case.text("curve") != curve {
            continue;
        }
        if case.text("name") == "key" {
            found = key(&case, curve);
            continue;
        }
        let points: Vec<Value> = case.list("point").into_iter().map(point).collect();
        let proof = json!({"pi_a": points[0], "pi_b": points[1], "pi_c": points[2], "protocol": "groth16", "curve": curve});
        cases.push((
            case.text("name").into(),
            proof,
            json!(case.list("input")),
            case.text("valid") == "yes",
        ));
    }
    assert_eq!(cases.len(), 14);
    (found, cases)
}

/// Which cases are refused before there is a verdict.
fn refused(name: &str) -> bool {
    ["off_curve", "wrong_number", "must_reject"].iter().any(|part| name.contains(part))
}

fn check<C: Curve>(key: &Value, cases: &[(String, Value, Value, bool)]) {
    for (name, proof, inputs, valid) in cases {
        match verdict::<C>(key, proof, inputs) {
            Ok(()) => assert!(valid, "{name}"),
            Err(reason) => {
                assert!(!valid, "{name}: {reason}");
                assert_eq!(reason.starts_with("refused"), refused(name), "{name}: {reason}");
            }
        }
    }
    assert_eq!(cases.iter().filter(|case| case.3).count(), 4);
}

#[test]
fn snarkjs_cases() {
    let (bn254, bls12381) = (snarkjs("bn128"), snarkjs("bls12381"));
    check::<Bn254>(&bn254.0, &bn254.1);
    check::<Bls12381>(&bls12381.0, &bls12381.1);
    // Each curve refuses the other's.
    assert!(
        verdict::<Bls12381>(&bn254.0, &bn254.1[0].1, &bn254.1[0].2)
            .is_err_and(|e| e.contains("another curve"))
    );
}

/// The files themselves, with all that snarkjs writes.
#[test]
fn snarkjs_files() {
    fn folder<C: Curve>(folder: &str) {
        let file = |name| suites::json(&format!("groth16/{folder}/{name}.json"));
        let (Some(key), Some(cases)) = (file("verification_key"), file("cases")) else { return };
        let case = |case: &Value| {
            let name = suites::string(case, "name").to_owned();
            (name, case["proof"].clone(), case["public"].clone(), case["valid"] == true)
        };
        let cases: Vec<_> = suites::list(&cases, "cases").iter().map(case).collect();
        assert_eq!(cases.len(), 14);
        check::<C>(&key, &cases);
        // What we write is what snarkjs wrote, less what follows from the rest.
        let read: VerifyingKey<C> = serde_json::from_value(key.clone()).expect("a key");
        let mut written = serde_json::to_value(&read).expect("JSON");
        written["vk_alphabeta_12"] = key["vk_alphabeta_12"].clone();
        assert_eq!(written, key);
        let read: Proof<C> = serde_json::from_value(cases[0].1.clone()).expect("a proof");
        assert_eq!(serde_json::to_value(read).expect("JSON"), cases[0].1);
        let read: PublicInputs<C> = serde_json::from_value(cases[0].2.clone()).expect("inputs");
        assert_eq!(serde_json::to_value(&read).expect("JSON"), cases[0].2);
    }
    folder::<Bn254>("snarkjs-bn128");
    folder::<Bls12381>("snarkjs-bls12381");
}

fn prepared(name: &str, vk: &[u8], expected: &[Vec<u8>]) {
    assert_eq!(prepare_pvk_bytes::<Bls12381>(vk).expect(name).to_vec(), expected, "{name}");
    let key = VerifyingKey::<Bls12381>::from_bytes(vk, Form::Compressed).expect(name);
    assert_eq!(key.to_bytes(Form::Compressed), vk, "{name}");
}

fn verified(name: &str, pvk: &[Vec<u8>], inputs: &[u8], proof: &[u8], expected: &str) {
    let result =
        verify_groth16_in_bytes::<Bls12381>(&pvk[0], &pvk[1], &pvk[2], &pvk[3], inputs, proof);
    match expected {
        "yes" => assert_eq!(result, Ok(()), "{name}"),
        "no" => assert_eq!(result, Err(Error::NotProven), "{name}"),
        "error" => {
            assert!(matches!(result, Err(error) if error != Error::NotProven), "{name}: {result:?}")
        }
        other => panic!("{other}"),
    }
}

#[test]
fn fastcrypto_cases() {
    let mut elusiv = None;
    let mut counts = [0; 3];
    for case in vectors::cases(include_str!("../../../../vectors/groth16-fastcrypto.txt")) {
        let name = case.text("name");
        let pvk: Vec<_> = case.list("pvk").into_iter().map(vectors::bytes).collect();
        if !case.list("vk").is_empty() {
            prepared(name, &case.bytes("vk"), &pvk);
            counts[0] += 1;
        } else if !pvk.is_empty() {
            verified(name, &pvk, &case.bytes("inputs"), &case.bytes("proof"), case.text("result"));
            counts[1] += 1;
        } else if name == "key" {
            let key: VerifyingKey<Bn254> =
                serde_json::from_value(key(&case, "bn128")).expect("a key");
            elusiv = Some(key);
        } else {
            let key = elusiv.as_ref().expect("the key comes first");
            let bytes = case.bytes("proof");
            let result = inputs_from_bytes::<Bn254>(&case.bytes("inputs"))
                .and_then(|inputs| Ok((inputs, Proof::from_bytes(&bytes, Form::Compressed)?)))
                .map(|(inputs, proof)| {
                    assert_eq!(proof.to_bytes(Form::Compressed), bytes);
                    key.prepare().verify(&inputs, &proof)
                });
            assert_eq!(result.is_err(), case.text("result") == "error", "{name}: {result:?}");
            assert!(result.is_err() || result == Ok(Ok(())), "{name}");
            // The same by strings.
            let parts = key.prepare().fastcrypto_parts();
            let [ic, alpha_beta, gamma, delta] = parts.each_ref().map(|part| &part[..]);
            let inputs = case.bytes("inputs");
            let strings =
                verify_groth16_in_bytes::<Bn254>(ic, alpha_beta, gamma, delta, &inputs, &bytes);
            assert_eq!(strings, result.and_then(|verdict| verdict), "{name}");
            counts[2] += 1;
        }
    }
    assert_eq!(counts, [1, 4, 3]);
}

#[test]
fn fastcrypto_file() {
    let Some(api) = suites::json("groth16/fastcrypto/bls12381_api.json") else { return };
    let cases = suites::list(&api, "prepare_pvk");
    assert_eq!(cases.len(), 2);
    for case in cases {
        let parts = suites::list(case, "pvk")
            .iter()
            .map(|part| vectors::bytes(part.as_str().expect("text")));
        prepared(
            suites::string(case, "name"),
            &suites::hex(case, "vk"),
            &parts.collect::<Vec<_>>(),
        );
    }
    let cases = suites::list(&api, "verify");
    assert_eq!(cases.len(), 7);
    for case in cases {
        let parts = ["vk_gamma_abc", "alpha_g1_beta_g2", "gamma_g2_neg_pc", "delta_g2_neg_pc"];
        let parts = parts.map(|part| suites::hex(case, part));
        let expected = if case["result"] == "error" {
            "error"
        } else {
            ["no", "yes"][usize::from(case["result"] == true)]
        };
        let (inputs, proof) = (suites::hex(case, "public_inputs"), suites::hex(case, "proof"));
        verified(suites::string(case, "name"), &parts, &inputs, &proof, expected);
    }
}
