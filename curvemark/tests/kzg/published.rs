//! The format of the published cases.

use serde_json::Value;

use crate::{suites, vectors};

/// Name, input and output of every case of a file, in which a null output means an error.
pub fn cases(file: &str) -> Option<Vec<(String, Value, Value)>> {
    let json = suites::json(&format!("kzg/{file}.json"))?;
    let cases = json.as_object().expect("cases by name");
    Some(cases.iter().map(|(name, case)| (name.clone(), case["input"].clone(), case["output"].clone())).collect())
}

/// Bytes from hexadecimal digits after 0x.
pub fn hex(value: &Value) -> Vec<u8> {
    vectors::bytes(value.as_str().expect("text").strip_prefix("0x").expect("0x"))
}

/// As many bytes, if there are as many.
pub fn array<const N: usize>(value: &Value) -> Option<[u8; N]> {
    hex(value).try_into().ok()
}
