//! zkLogin: inputs and proofs, in whatever form their numbers are; seeds, addresses, nonces.

use std::str::FromStr;

use curvemark::zklogin::{
    AddressSeed, Environment, Inputs, JwkSet, Login, Salt, Verifier, address, nonce, public_input,
};
use fastcrypto::rsa::Encoding;
use fastcrypto_zkp::bn254::utils::{gen_address_seed, get_nonce, get_zk_login_address};
use fastcrypto_zkp::bn254::zk_login::{JWK, JwkId, ZkLoginInputs};
use fastcrypto_zkp::bn254::zk_login_api::{ZkLoginEnv, verify_zk_login};
use fastcrypto_zkp::zk_login_utils::Bn254FrElement;
use im::HashMap;
use serde_json::Value;

use super::{Mutator, Tally};

/// Published logins on Sui's development network, with the key of their provider.
const SUI: &str = include_str!("../../../../../curvemark/tests/protocols/zklogin/sui.json");

/// The integers of the published ephemeral keys.
fn extended_key(case: &Value) -> Vec<u8> {
    let digits = case["pk_bigint"].as_str().expect("digits");
    let mut key = vec![0; if digits.len() < 78 { 33 } else { 34 }];
    for digit in digits.bytes() {
        let mut carry = u32::from(digit - b'0');
        for byte in key.iter_mut().rev() {
            carry += u32::from(*byte) * 10;
            *byte = carry as u8;
            carry >>= 8;
        }
    }
    key
}

/// A login with changes of it, and words of which a seed is made.
pub fn round(number: u64, mutator: &mut Mutator, tally: &mut Tally) {
    let sui: Value = serde_json::from_str(SUI).expect("JSON");
    let case = &sui["cases"][(number % 3) as usize];
    let issuer = sui["issuer"].as_str().expect("a text");
    let mut keys = JwkSet::new();
    keys.insert_json(issuer, &sui["jwks"].to_string()).expect("keys");
    let jwk = &sui["jwks"]["keys"][0];
    let text = |name: &str| jwk[name].as_str().expect(name).to_owned();
    let theirs = JWK { kty: text("kty"), e: text("e"), n: text("n"), alg: text("alg") };
    let all: HashMap<_, _> =
        [(JwkId::new(issuer.to_owned(), text("kid")), theirs)].into_iter().collect();

    let (json, key) = (case["inputs"].clone(), extended_key(case));
    let seed = case["address_seed"].as_str().expect("digits");
    let mut judge = |json: &Value, seed: &str, key: &[u8], epoch: u64| {
        let ours = || {
            let mut json = json.clone();
            json["addressSeed"] = seed.into();
            let inputs = Inputs::from_json(&json.to_string()).ok()?;
            let login = Login { inputs: &inputs, max_epoch: epoch, extended_key: key };
            let input = public_input(&login, &keys).ok()?;
            let verdict = Verifier::kept(Environment::Test).verify_proof(&login, &keys).is_ok();
            Some((input.to_be_bytes(), inputs.issuer().to_owned(), verdict))
        };
        let theirs = || {
            let inputs = ZkLoginInputs::from_json(&json.to_string(), seed).ok()?;
            inputs.get_proof().as_arkworks().ok()?;
            all.get(&JwkId::new(inputs.get_iss().to_owned(), inputs.get_kid().to_owned()))?;
            let modulus = fastcrypto::rsa::Base64UrlUnpadded::decode_vec(&text("n")).ok()?;
            let hash = inputs.calculate_all_inputs_hash(key, &modulus, epoch).ok()?;
            let hash = AddressSeed::from_decimal(&hash.to_string()).expect("digits");
            let verdict = verify_zk_login(&inputs, epoch, key, &all, &ZkLoginEnv::Test).is_ok();
            Some((hash.to_be_bytes(), inputs.get_iss().to_owned(), verdict))
        };
        tally.compare(ours(), theirs(), &(json.to_string(), seed, key, epoch));
    };
    judge(&json, seed, &key, 10);
    judge(&json, seed, &key, number);
    let mut other = key.clone();
    let at = mutator.below(other.len());
    other[at] ^= 1 << mutator.below(8);
    judge(&json, seed, &other, 10);
    for place in [
        "/proofPoints/a/0",
        "/proofPoints/a/2",
        "/proofPoints/b/1/0",
        "/proofPoints/b/2/0",
        "/proofPoints/c/1",
        "/issBase64Details/value",
        "/headerBase64",
    ] {
        let mut json = json.clone();
        let old = json.pointer(place).and_then(Value::as_str).expect(place).to_owned();
        *json.pointer_mut(place).expect(place) = changed_text(&old, mutator).into();
        judge(&json, seed, &key, 10);
    }
    for index in 0..=4 {
        let mut json = json.clone();
        json["issBase64Details"]["indexMod4"] = index.into();
        judge(&json, seed, &key, 10);
    }
    for _ in 0..4 {
        judge(&json, &changed_text(seed, mutator), &key, 10);
    }

    let word = |mutator: &mut Mutator, longest: usize| {
        let length = mutator.below(longest + 3);
        let character = |byte: &u8| char::from(if *byte == 0 { b'0' } else { *byte });
        mutator.bytes(length).iter().map(character).collect::<String>()
    };
    for _ in 0..10 {
        let salt = changed_text(seed, mutator);
        let [name, value, audience] = [32, 115, 145].map(|longest| word(mutator, longest));
        // fastcrypto reduces salts and random numbers.
        let Ok(ours) = Salt::from_decimal(&salt) else { continue };
        let made = AddressSeed::new(&ours, &name, &value, &audience).ok();
        let theirs = gen_address_seed(&salt, &name, &value, &audience).ok();
        tally.compare(
            made.map(|seed| seed.to_decimal()),
            theirs.clone(),
            &(&salt, &name, &value, &audience),
        );
        tally.compare(nonce(&key, number, &salt).ok(), get_nonce(&key, number, &salt).ok(), &salt);
        let (Some(made), Some(theirs)) = (made, theirs) else { continue };
        let issuer = word(mutator, 60);
        let theirs = Bn254FrElement::from_str(&theirs).expect("digits");
        let theirs = get_zk_login_address(&theirs, &issuer).ok();
        tally.compare(address(&issuer, &made).ok(), theirs, &issuer);
    }
}

/// A text with one change: a character, the length, the number with the order or the modulus added.
fn changed_text(text: &str, mutator: &mut Mutator) -> String {
    const ORDER: &str =
        "21888242871839275222246405745257275088548364400416034343698204186575808495617";
    const MODULUS: &str =
        "21888242871839275222246405745257275088696311157297823662689037894645226208583";
    let at = mutator.below(text.len());
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let of = b"0123456789-_AZaz=+ ";
    match mutator.below(6) {
        0 => text[..at].to_owned(),
        1 => format!("{text}{}", &text[..at.min(3)]),
        2 if digits => sum(text, ORDER),
        3 if digits => sum(text, MODULUS),
        _ => {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] = of[mutator.below(of.len())];
            String::from_utf8(bytes).expect("ASCII")
        }
    }
}

/// The sum of two numbers in decimal digits.
fn sum(a: &str, b: &str) -> String {
    let digit = |text: &str, i: usize| text.bytes().rev().nth(i).map_or(0, |byte| byte - b'0');
    let (mut out, mut carry) = (Vec::new(), 0);
    for i in 0..=a.len().max(b.len()) {
        carry += digit(a, i) + digit(b, i);
        out.push(char::from(b'0' + carry % 10));
        carry /= 10;
    }
    let digits: String = out.into_iter().rev().collect();
    digits.trim_start_matches('0').to_owned()
}
