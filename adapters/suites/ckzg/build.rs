//! Cuts the tests out of c-kzg's sources, unchanged but for the folders in which files lie, and
//! writes the published cases, which its package lacks, as its tests read them.
//!
//! Every test of the crate is cut out.

#[path = "../cut.rs"]
mod cut;

use std::collections::BTreeMap;
use std::fs::{create_dir_all, read, read_dir, write};
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The functions of c-kzg whose cases its tests read.
const FUNCTIONS: [&str; 10] = [
    "blob_to_kzg_commitment",
    "compute_kzg_proof",
    "compute_blob_kzg_proof",
    "verify_kzg_proof",
    "verify_blob_kzg_proof",
    "verify_blob_kzg_proof_batch",
    "compute_cells",
    "compute_cells_and_kzg_proofs",
    "recover_cells_and_kzg_proofs",
    "verify_cell_kzg_proof_batch",
];

/// Published cases of these functions, of 344: the others are of two functions that the Rust crate
/// does not show, `compute_challenge` and `compute_verify_cell_kzg_proof_batch_challenge`.
const CASES: usize = 325;

fn main() {
    let package = cut::folder("c-kzg");
    let sources = package.join("bindings/rust/src");
    let source = |name: &str| cut::read(&sources.join(name));
    let (bindings, serde) = (source("bindings/mod.rs"), source("bindings/serde.rs"));
    let ethereum = source("ethereum_kzg_settings/mod.rs");
    let beginnings = [
        "#[cfg(test)]\n#[allow(unused_imports, dead_code)]\nmod tests {",
        "#[cfg(test)]\nmod tests {",
        "#[cfg(test)]\nmod tests {",
    ];
    let texts = [&bindings, &serde, &ethereum];
    let [bindings, serde, ethereum] = [0, 1, 2].map(|at| cut::block(texts[at], beginnings[at]));
    let taken = [bindings, serde, ethereum].map(cut::tests).concat();
    assert_eq!(taken, texts.map(|text| cut::tests(text)).concat(), "every test is cut out");
    assert_eq!(taken.len(), 16, "tests of c-kzg 2.1.8: {taken:?}");

    cut::write("trusted_setup.txt", &cut::read(&package.join("src/trusted_setup.txt")));

    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where to write"));
    let place = |text: &str| {
        let setup = format!("{:?}", package.join("src/trusted_setup.txt"));
        text.replace("\"../../src/trusted_setup.txt\"", &setup)
            .replace("\"src/trusted_setup.txt\"", &setup)
            .replace("\"tests/", &format!("\"{}/tests/", out.display()))
    };
    cut::write("bindings.rs", &place(bindings));
    cut::write("serde.rs", &place(serde));
    cut::write("ethereum.rs", &place(ethereum));
    let formats = sources.join("bindings/test_formats");
    let list = source("bindings/test_formats/mod.rs");
    let modules = list.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let modules = modules.map(|name| {
        format!("#[path = {:?}]\npub mod {name};\n", formats.join(format!("{name}.rs")))
    });
    cut::write("test_formats.rs", &modules.collect::<String>());

    println!("cargo::rustc-check-cfg=cfg(published)");
    println!("cargo::rerun-if-env-changed=CURVEMARK_VECTORS");
    match std::env::var_os("CURVEMARK_VECTORS") {
        Some(vectors) => {
            assert_eq!(cases(&Path::new(&vectors).join("kzg"), &out), CASES);
            println!("cargo::rustc-cfg=published");
        }
        None => println!(
            "cargo::warning=SKIPPED the 12 tests of bindings/mod.rs: CURVEMARK_VECTORS names no \
             folder with the published cases"
        ),
    }
}

/// Writes the cases as files, in folders as c-kzg has them, and says how many. (JSON is YAML.)
fn cases(from: &Path, out: &Path) -> usize {
    // Cells and blobs have names there, since they come often.
    let mut named = BTreeMap::new();
    for line in cut::read(&from.join("cells.txt")).lines() {
        let (name, digits) = line.split_once(' ').expect("a name and digits");
        named.insert(format!("@cell:{name}"), format!("0x{digits}"));
    }
    for entry in read_dir(from.join("blobs")).expect("a folder of blobs") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let bytes = read(&path).expect("a blob");
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        named.insert(format!("@blob:{name}"), format!("0x{digits}"));
    }
    let mut count = 0;
    for function in FUNCTIONS {
        let text = cut::read(&from.join(format!("{function}.json")));
        let all: Value = serde_json::from_str(&text).expect("JSON");
        for (name, mut case) in all.as_object().expect("cases").clone() {
            spell_out(&mut case, &named);
            let folder = out.join("tests").join(function).join("published").join(name);
            create_dir_all(&folder).expect("a folder");
            write(folder.join("data.yaml"), case.to_string()).expect("a file");
            count += 1;
        }
    }
    count
}

/// With the digits of cells and blobs in place of their names.
fn spell_out(value: &mut Value, named: &BTreeMap<String, String>) {
    match value {
        Value::String(text) => {
            if let Some(digits) = named.get(text) {
                *text = digits.clone();
            }
            assert!(!text.starts_with('@'), "nothing is named {text}");
        }
        Value::Array(list) => list.iter_mut().for_each(|value| spell_out(value, named)),
        Value::Object(map) => map.values_mut().for_each(|value| spell_out(value, named)),
        _ => {}
    }
}
