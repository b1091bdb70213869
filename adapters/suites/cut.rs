//! How tests are cut out of others' sources, unchanged: for the build scripts here.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of a package that this one depends on, as cargo has it.
pub fn folder(package: &str) -> PathBuf {
    let cargo = std::env::var_os("CARGO").expect("cargo says where it is");
    let folder = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let output = Command::new(cargo)
        .current_dir(folder)
        // Not offline: cargo has the packages of other platforms on no new machine.
        .args(["metadata", "--format-version", "1", "--locked"])
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let found = packages.iter().find(|found| found["name"] == package).expect("it is used");
    let manifest = Path::new(found["manifest_path"].as_str().expect("a path"));
    manifest.parent().expect("a folder").to_path_buf()
}

/// The text of a source, whose changes make the build script run again.
pub fn read(path: &Path) -> String {
    println!("cargo::rerun-if-changed={}", path.display());
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

/// From a beginning, which stands in the text once, to the brace that closes its last one.
pub fn block<'a>(text: &'a str, beginning: &str) -> &'a str {
    let start = text.find(beginning).unwrap_or_else(|| panic!("there is {beginning:?}"));
    assert_eq!(text.matches(beginning).count(), 1, "{beginning:?} stands there once");
    let mut depth = 0;
    for (at, character) in text[start..].char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 1 => return &text[start..=start + at],
            '}' => depth -= 1,
            _ => {}
        }
    }
    panic!("{beginning:?} is closed")
}

/// The names of the tests in a text.
pub fn tests(text: &str) -> Vec<String> {
    let after = text.split("#[test]").skip(1);
    after
        .map(|text| {
            let (_, name) = text.split_once("fn ").expect("a test is a function");
            name.split('(').next().expect("a name").to_string()
        })
        .collect()
}

/// Writes a file that a test includes.
pub fn write(name: &str, text: &str) {
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where to write"));
    std::fs::write(folder.join(name), text).unwrap_or_else(|error| panic!("{name}: {error}"));
}
