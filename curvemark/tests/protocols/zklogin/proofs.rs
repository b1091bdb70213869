//! Inputs and proofs: published ones under both keys, changed ones, and the forms of numbers.

use curve::error::PointError;
use curvemark::encoding::Base64;
use curvemark::groth16::{Bn254, VerifyingKey};
use curvemark::zklogin::{
    AddressSeed, Environment, Error, Inputs, Jwk, JwkSet, Login, RsaPublicKey, Verifier,
    public_input, verifying_key,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde_json::{Value, json};

use super::{MODULUS, ORDER, folder, list, multiple, sui, sui_inputs, sui_keys, text};
use crate::vectors::bytes;

/// The extended key of a case of Sui.
fn extended_key(case: &Value) -> Vec<u8> {
    let secret = Base64::Padded.decode(text(case, "kp")).expect("base64");
    // The integer of the flag and the key.
    let mut key = vec![0; if secret[0] == 0 { 33 } else { 34 }];
    for digit in text(case, "pk_bigint").bytes() {
        let mut carry = u32::from(digit - b'0');
        for byte in key.iter_mut().rev() {
            carry += u32::from(*byte) * 10;
            *byte = carry as u8;
            carry >>= 8;
        }
    }
    assert_eq!(key[0], secret[0]);
    key
}

#[test]
fn keys_are_the_published_ones() {
    let Some(file) = folder("zklogin/zklogin.json") else { return };
    let number = |value: &Value| value.as_str().expect("digits").to_owned();
    let g1 = |point: &Value| json!([number(&point[0]), number(&point[1]), "1"]);
    let g2 = |point: &Value| json!([point[0], point[1], ["1", "0"]]);
    for (name, environment) in
        [("verifying_key_prod", Environment::Production), ("verifying_key_test", Environment::Test)]
    {
        let key = &file[name];
        let snarkjs = json!({
            "protocol": "groth16", "curve": "bn128", "nPublic": 1,
            "vk_alpha_1": g1(&key["alpha_g1"]), "vk_beta_2": g2(&key["beta_g2"]),
            "vk_gamma_2": g2(&key["gamma_g2"]), "vk_delta_2": g2(&key["delta_g2"]),
            "IC": list(key, "ic").iter().map(g1).collect::<Vec<_>>(),
        });
        let published: VerifyingKey<Bn254> = serde_json::from_value(snarkjs).expect(name);
        assert_eq!(verifying_key(environment), published, "{name}");
    }
}

#[test]
fn published_logins() {
    let Some(file) = folder("zklogin/zklogin.json") else { return };
    let (mut valid, mut unproven, mut unread) = (0, 0, 0);
    for case in list(&file, "verify") {
        let seed = AddressSeed::from_decimal(text(case, "address_seed")).expect("a seed");
        let inputs = match Inputs::from_prover_json(&case["inputs"].to_string(), &seed) {
            Ok(inputs) => inputs,
            Err(reason) => {
                assert_eq!(reason, Error::Point(PointError::NotOnCurve));
                assert_eq!(case["valid"], false);
                unread += 1;
                continue;
            }
        };
        let jwk = &case["jwk"];
        let modulus = Base64::UrlSafeUnpadded.decode(text(jwk, "n")).expect("a modulus");
        let key = RsaPublicKey::new(&modulus, &[1, 0, 1]).expect("a key");
        let mut keys = JwkSet::new();
        keys.insert(inputs.issuer(), text(jwk, "kid"), Jwk::new(key));
        let extended_key = bytes(text(case, "eph_public_key"));
        let max_epoch = case["max_epoch"].as_u64().expect("an epoch");
        let login = Login { inputs: &inputs, max_epoch, extended_key: &extended_key };
        let input = public_input(&login, &keys).expect("a scalar");
        let published = AddressSeed::from_decimal(text(case, "all_inputs_hash")).expect("digits");
        let is_valid = case["valid"] == true;
        assert_eq!(input.to_be_bytes(), published.to_be_bytes());
        let production = text(case, "env") == "prod";
        let [right, wrong] = match production {
            true => [Environment::Production, Environment::Test],
            false => [Environment::Test, Environment::Production],
        };
        let expected = if is_valid { Ok(()) } else { Err(Error::NotProven) };
        assert_eq!(Verifier::kept(right).verify_proof(&login, &keys), expected);
        assert_eq!(Verifier::kept(wrong).verify_proof(&login, &keys), Err(Error::NotProven));
        if let Some(digits) = case["address"].as_str() {
            assert_eq!(inputs.address().expect("an address")[..], bytes(digits));
        }
        if is_valid {
            valid += 1;
        } else {
            unproven += 1;
        }
    }
    assert_eq!((valid, unproven, unread), (2, 1, 1));
}

/// Sui's cases: inputs and extended keys.
fn logins() -> Vec<(Inputs, Vec<u8>)> {
    let sui = sui();
    list(&sui, "cases").iter().map(|case| (sui_inputs(case), extended_key(case))).collect()
}

fn login((inputs, extended_key): &(Inputs, Vec<u8>)) -> Login<'_> {
    Login { inputs, max_epoch: 10, extended_key }
}

#[test]
fn each_thing_that_a_proof_is_for() {
    let (keys, verifier) = (sui_keys(), Verifier::kept(Environment::Test));
    for (case, inputs) in list(&sui(), "cases").iter().zip(logins()) {
        let good = login(&inputs);
        assert_eq!(verifier.verify_proof(&good, &keys), Ok(()));
        let other = Verifier::kept(Environment::Production);
        assert_eq!(other.verify_proof(&good, &keys), Err(Error::NotProven));
        assert_eq!(verifier.verify_proof(&good, &JwkSet::new()), Err(Error::UnknownKey));
        let refused = |login: &Login<'_>, keys: &JwkSet| {
            assert_eq!(verifier.verify_proof(login, keys), Err(Error::NotProven), "{login:?}");
        };
        // The epoch, and each byte of the ephemeral key.
        for max_epoch in [0, 9, 11, u64::MAX] {
            refused(&Login { max_epoch, ..good }, &keys);
        }
        for i in 0..good.extended_key.len() {
            let mut extended_key = good.extended_key.to_vec();
            extended_key[i] ^= 0x80;
            refused(&Login { extended_key: &extended_key, ..good }, &keys);
        }
        // Another key of the issuer with this name.
        let mut modulus = keys.get(inputs.0.issuer(), "1").expect("a key").key().modulus();
        modulus[100] ^= 1;
        let mut others = keys.clone();
        let key = RsaPublicKey::new(&modulus, &[1, 0, 1]).expect("a key");
        others.insert(inputs.0.issuer(), "1", Jwk::new(key));
        refused(&good, &others);
        // The seed, the header, the piece and its index, the points.
        let change = |place: &str, value: Value| {
            let mut json = case["inputs"].clone();
            json["addressSeed"] = case["address_seed"].clone();
            *json.pointer_mut(place).expect(place) = value;
            Inputs::from_json(&json.to_string())
        };
        let header = super::base64url(r#"{"alg":"RS256","kid":"1"}"#);
        // The first symbol's first bits are another claim's.
        let piece = "0iaXNzIjoiaHR0cHM6Ly9pZC50d2l0Y2gudHYvb2F1dGgyIiw";
        for (place, value) in [
            ("/addressSeed", "1".into()),
            ("/headerBase64", header.into()),
            ("/issBase64Details/value", piece.into()),
            ("/proofPoints/a", case["inputs"]["proofPoints"]["c"].clone()),
            ("/proofPoints/a", json!(["0", "1", "0"])),
            ("/proofPoints/b", json!([["0", "0"], ["1", "0"], ["0", "0"]])),
            ("/proofPoints/c", json!(["1", "2", "1"])),
        ] {
            let inputs = change(place, value).expect(place);
            refused(&Login { inputs: &inputs, ..good }, &keys);
        }
    }
}

#[test]
fn batches() {
    let (keys, verifier) = (sui_keys(), Verifier::kept(Environment::Test));
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let cases = logins();
    let mut all: Vec<_> = cases.iter().cycle().take(20).map(login).collect();
    for count in [1, 2, 3, 8, 20] {
        assert_eq!(verifier.verify_proofs(&all[..count], &keys, &mut rng), Ok(()), "{count}");
    }
    assert_eq!(verifier.verify_proofs(&[], &keys, &mut rng), Err(Error::Empty));
    let unknown = verifier.verify_proofs(&all, &JwkSet::new(), &mut rng);
    assert_eq!(unknown, Err(Error::UnknownKey));
    for bad in [0, 7, 19] {
        all[bad].max_epoch = 11;
        assert_eq!(verifier.verify_proofs(&all, &keys, &mut rng), Err(Error::NotProven));
        all[bad].max_epoch = 10;
    }
    // The same key under each proof's neighbour.
    let swapped = [
        Login { extended_key: cases[1].1.as_slice(), ..login(&cases[0]) },
        Login { extended_key: cases[0].1.as_slice(), ..login(&cases[1]) },
    ];
    assert_eq!(verifier.verify_proofs(&swapped, &keys, &mut rng), Err(Error::NotProven));
    let short = Login { extended_key: &[0; 15], ..all[0] };
    for bad in [short, Login { extended_key: &[0; 48], ..all[0] }] {
        assert_eq!(verifier.verify_proof(&bad, &keys), Err(Error::EphemeralKey));
        let batch = verifier.verify_proofs(&[all[0], bad], &keys, &mut rng);
        assert_eq!(batch, Err(Error::EphemeralKey));
    }
    for length in [16, 47] {
        let odd = Login { extended_key: &[0xff; 47][..length], ..all[0] };
        assert_eq!(verifier.verify_proof(&odd, &keys), Err(Error::NotProven));
    }
}

/// (x, y, 1) as (x·z², y·z³, z) for z = 2, each number with the modulus added k times.
fn other_form(point: &Value, k: u32) -> Value {
    let number = |digits: &Value, by: u32| {
        let product = multiple(digits.as_str().expect("digits"), by, "0");
        multiple(MODULUS, k, &product)
    };
    match &point[0] {
        Value::String(_) => json!([number(&point[0], 4), number(&point[1], 8), "2"]),
        _ => {
            let pair = |pair: &Value, by| json!([number(&pair[0], by), number(&pair[1], by)]);
            json!([pair(&point[0], 4), pair(&point[1], 8), ["2", "0"]])
        }
    }
}

#[test]
fn numbers_in_other_forms() {
    let (sui, keys) = (sui(), sui_keys());
    let case = &sui["cases"][0];
    let (inputs, extended_key) = (sui_inputs(case), extended_key(case));
    assert_eq!(inputs.check_canonical(), Ok(()));
    let mut json = case["inputs"].clone();
    json["addressSeed"] = multiple(ORDER, 1, text(case, "address_seed")).into();
    let read = |json: &Value| Inputs::from_json(&json.to_string());
    let verifies = |json: &Value| {
        let inputs = read(json).expect("inputs");
        assert_eq!(inputs.check_canonical(), Err(Error::NotCanonical));
        let login = Login { inputs: &inputs, max_epoch: 10, extended_key: &extended_key };
        Verifier::kept(Environment::Test).verify_proof(&login, &keys)
    };
    // As validators do it: reduced, and from Jacobian coordinates.
    assert_eq!(verifies(&json), Ok(()));
    json["addressSeed"] = case["address_seed"].clone();
    assert_eq!(read(&json).map(|inputs| inputs.check_canonical()), Ok(Ok(())));
    for k in [0, 1, 1_000_000_007 / 4] {
        for name in ["a", "b", "c"] {
            let mut json = json.clone();
            json["proofPoints"][name] = other_form(&json["proofPoints"][name], k);
            assert_eq!(verifies(&json), Ok(()), "{name} {k}");
            // What is written anew is in the one form.
            let again = Inputs::from_json(&read(&json).expect("inputs").to_json());
            assert_eq!(again.as_ref(), Ok(&inputs));
        }
    }
    // The identity is read, and proves nothing.
    let mut other = json.clone();
    other["proofPoints"]["a"] = json!(["5", "7", "0"]);
    assert_eq!(verifies(&other), Err(Error::NotProven));
    let refused = |place: &str, value: Value, reason: Error| {
        let mut json = json.clone();
        *json.pointer_mut(place).expect(place) = value.clone();
        assert_eq!(read(&json), Err(reason), "{place} {value}");
    };
    for digits in ["", "01", "-1", "+1", " 1", "1.0", "0x1", "\u{661}"] {
        refused("/proofPoints/a/0", digits.into(), Error::Number);
        refused("/proofPoints/b/2/1", digits.into(), Error::Number);
        refused("/addressSeed", digits.into(), Error::Number);
    }
    refused("/proofPoints/a/0", "1".into(), Error::Point(PointError::NotOnCurve));
    refused("/proofPoints/b/0/0", "1".into(), Error::Point(PointError::NotOnCurve));
    for (place, value) in [
        ("/proofPoints/a", json!(["1", "2"])),
        ("/proofPoints/a", json!(["1", "2", "1", "1"])),
        ("/proofPoints/a/0", json!(1)),
        ("/proofPoints/b/2", json!(["1"])),
        ("/proofPoints/b/2", json!("1")),
        ("/proofPoints", json!(null)),
        ("/issBase64Details/indexMod4", json!(256)),
        ("/issBase64Details/indexMod4", json!("2")),
        ("/headerBase64", json!(null)),
        ("/addressSeed", json!(null)),
        ("/addressSeed", json!(1)),
    ] {
        refused(place, value, Error::Json);
    }
    refused("/issBase64Details/indexMod4", json!(3), Error::IssuerClaim);
    let seed = AddressSeed::from_decimal("5").expect("a seed");
    assert_eq!(Inputs::from_prover_json(&json.to_string(), &seed), Err(Error::Json));
    assert_eq!(Inputs::from_json(""), Err(Error::Json));
    assert_eq!(Inputs::from_json(&format!("{json} x")), Err(Error::Json));
    let twice = json.to_string().replacen('{', r#"{"addressSeed":"1","#, 1);
    assert_eq!(Inputs::from_json(&twice), Err(Error::Json));
}
