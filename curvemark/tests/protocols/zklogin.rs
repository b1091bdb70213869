//! Sui's zkLogin: published tokens, seeds, proofs and keys; whole signatures, of which nothing can
//! be changed; what must be refused, and the laws.
#![expect(clippy::integer_division_remainder_used, reason = "nothing here is secret")]

mod pieces;
mod proofs;
mod rs256;
mod seeds;
mod signatures;

use std::path::Path;

use curvemark::encoding::Base64;
use curvemark::zklogin::{AddressSeed, Inputs, JwkSet};
use serde_json::Value;

/// The order of BN254's groups, and the modulus of its base field.
const ORDER: &str = "21888242871839275222246405745257275088548364400416034343698204186575808495617";
const MODULUS: &str =
    "21888242871839275222246405745257275088696311157297823662689037894645226208583";

/// A file of the folder of published cases, if there is one.
fn folder(name: &str) -> Option<Value> {
    let Some(folder) = std::env::var_os("CURVEMARK_VECTORS") else {
        println!("{name}: CURVEMARK_VECTORS is not set");
        return None;
    };
    let text = std::fs::read_to_string(Path::new(&folder).join(name)).expect("the file");
    Some(serde_json::from_str(&text).expect("JSON"))
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_else(|| panic!("no text {name}"))
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().unwrap_or_else(|| panic!("no list {name}"))
}

/// Sui's cases, which every clone carries.
fn sui() -> Value {
    serde_json::from_str(include_str!("zklogin/sui.json")).expect("JSON")
}

/// The provider's keys of [`sui`].
fn sui_keys() -> JwkSet {
    let (sui, mut keys) = (sui(), JwkSet::new());
    let taken = keys.insert_json(text(&sui, "issuer"), &sui["jwks"].to_string());
    assert_eq!(taken, Ok(1));
    keys
}

/// The inputs of a case of [`sui`].
fn sui_inputs(case: &Value) -> Inputs {
    let seed = AddressSeed::from_decimal(text(case, "address_seed")).expect("a seed");
    Inputs::from_prover_json(&case["inputs"].to_string(), &seed).expect("inputs")
}

fn base64url(bytes: impl AsRef<[u8]>) -> String {
    Base64::UrlSafeUnpadded.encode(bytes.as_ref())
}

/// a·b + c of decimal digits.
fn multiple(a: &str, b: u32, c: &str) -> String {
    let digit = |digits: &str, i: usize| {
        digits.bytes().rev().nth(i).map_or(0, |digit| u32::from(digit - b'0'))
    };
    let (mut out, mut carry) = (Vec::new(), 0);
    for i in 0..a.len().max(c.len()) + 10 {
        carry += digit(a, i) * b + digit(c, i);
        out.push(char::from(b'0' + (carry % 10) as u8));
        carry /= 10;
    }
    let digits: String = out.into_iter().rev().collect();
    match digits.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => digits.to_owned(),
    }
}
