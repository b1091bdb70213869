//! The full suites, in the folder that `CURVEMARK_VECTORS` names.
#![allow(dead_code)]

/// The text of a file there; without the folder nothing, said loudly.
pub fn text(path: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("CURVEMARK_VECTORS") else {
        println!("SKIPPED: {path}, since CURVEMARK_VECTORS is not set");
        return None;
    };
    Some(std::fs::read_to_string(std::path::Path::new(&folder).join(path)).expect("the suite"))
}

/// A file of JSON there.
pub fn json(path: &str) -> Option<serde_json::Value> {
    text(path).map(|text| serde_json::from_str(&text).expect("JSON"))
}

/// The list under a key.
pub fn list<'a>(value: &'a serde_json::Value, key: &str) -> &'a [serde_json::Value] {
    value[key].as_array().expect("a list")
}

/// The text under a key.
pub fn string<'a>(value: &'a serde_json::Value, key: &str) -> &'a str {
    value[key].as_str().expect("text")
}

/// The bytes under a key, from hexadecimal digits.
pub fn hex(value: &serde_json::Value, key: &str) -> Vec<u8> {
    super::vectors::bytes(string(value, key))
}
