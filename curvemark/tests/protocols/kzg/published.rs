//! The format of the published cases.

use std::collections::HashMap;
use std::path::Path;
use std::sync::OnceLock;

use curvemark::kzg::{CellProver, Settings};
use serde_json::Value;

use crate::{suites, vectors};

/// The settings that all tests share.
pub fn settings() -> &'static Settings {
    static SETTINGS: OnceLock<Settings> = OnceLock::new();
    SETTINGS.get_or_init(|| Settings::ethereum(0))
}

/// The prover that all tests share.
pub fn prover() -> &'static CellProver {
    static PROVER: OnceLock<CellProver> = OnceLock::new();
    PROVER.get_or_init(|| CellProver::ethereum(0))
}

/// Name, input and output of every case of a file, in which a null output means an error.
pub fn cases(file: &str) -> Option<Vec<(String, Value, Value)>> {
    let json = suites::json(&format!("kzg/{file}.json"))?;
    let cases = json.as_object().expect("cases by name");
    Some(
        cases
            .iter()
            .map(|(name, case)| (name.clone(), case["input"].clone(), case["output"].clone()))
            .collect(),
    )
}

/// Bytes: hexadecimal digits after 0x, or a blob or cell of the suite by its name.
pub fn bytes(value: &Value) -> Vec<u8> {
    let text = value.as_str().expect("text");
    if let Some(name) = text.strip_prefix("@blob:") {
        let folder = std::env::var_os("CURVEMARK_VECTORS").expect("the suite is there");
        return std::fs::read(Path::new(&folder).join(format!("kzg/blobs/{name}.bin")))
            .expect("the blob");
    }
    if let Some(name) = text.strip_prefix("@cell:") {
        static CELLS: OnceLock<HashMap<String, String>> = OnceLock::new();
        let cells = CELLS.get_or_init(|| {
            let text = suites::text("kzg/cells.txt").expect("the suite is there");
            let pair = |line: &str| {
                line.split_once(' ').map(|(name, digits)| (name.to_owned(), digits.to_owned()))
            };
            text.lines().map(|line| pair(line).expect("a name and digits")).collect()
        });
        return vectors::bytes(&cells[name]);
    }
    vectors::bytes(text.strip_prefix("0x").expect("0x"))
}

/// As many bytes, if there are as many.
pub fn array<const N: usize>(value: &Value) -> Option<[u8; N]> {
    bytes(value).try_into().ok()
}

/// The values of a list; none if one of them is.
pub fn list<T>(value: &Value, of: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    value.as_array().expect("a list").iter().map(of).collect()
}
