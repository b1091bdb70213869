//! Cuts the tests out of blst's sources, unchanged, into files that `tests/suite` includes.
//!
//! Every test of the crate must be among what is cut, or in `SKIPPED` with its reason.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Tests that are not run, by the beginning of their names.
const SKIPPED: &[(&str, &str)] = &[
    (
        "bindgen_test_layout_",
        "places of fields in structures of C, of which curvemark-blst has only blst_scalar",
    ),
    (
        "bindgen_test_normal_types",
        "names structures of C that are not there; `main.rs` asks the same of the types that are",
    ),
];

/// The one structure of C that curvemark-blst has too.
const LAYOUT: &str = "bindgen_test_layout_blst_scalar";

fn main() {
    let sources = sources();
    let read = |name: &str| {
        let path = sources.join(name);
        println!("cargo::rerun-if-changed={}", path.display());
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
    };
    let (lib, bindings) = (read("lib.rs"), read("bindings.rs"));
    let pippenger = read("pippenger.rs");
    let points = read("pippenger-test_mod.rs");

    // In the macro that makes the two variants, and at the end of the file.
    let variant = block(&lib, "        #[cfg(test)]\n        mod tests {");
    let others = ["fp12_test", "sk_test"]
        .map(|module| block(&lib, &format!("#[cfg(test)]\nmod {module} {{")));
    let layout = block(&bindings, &format!("#[test]\nfn {LAYOUT}() {{"));
    write("variant.rs", variant);
    write("others.rs", &others.join("\n"));
    write("points.rs", &points);
    write("layout.rs", layout);

    // Nothing is left out silently.
    let taken = [variant, others[0], others[1], layout, &points].map(tests).concat();
    let all = [&lib, &bindings, &pippenger, &points].map(|text| tests(text)).concat();
    let left: Vec<_> = all
        .iter()
        .filter(|name| !taken.contains(name))
        .filter(|name| !SKIPPED.iter().any(|(skipped, _)| name.starts_with(skipped)))
        .collect();
    assert!(left.is_empty(), "tests that are neither cut out nor skipped: {left:?}");
    assert_eq!(taken.len(), 11, "tests of blst 0.3.17: {taken:?}");
    for (beginning, reason) in SKIPPED {
        let skips = |name: &&String| name.starts_with(beginning) && !taken.contains(name);
        let count = all.iter().filter(skips).count();
        assert!(count > 0, "a test {beginning}* is skipped");
        println!("cargo::warning=skipped {count} of {beginning}*: {reason}");
    }
}

/// The folder of blst's sources, as cargo has it.
fn sources() -> PathBuf {
    let cargo = std::env::var_os("CARGO").expect("cargo says where it is");
    let folder = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let output = Command::new(cargo)
        .current_dir(folder)
        .args(["metadata", "--format-version", "1", "--offline"])
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let blst = packages.iter().find(|package| package["name"] == "blst").expect("blst is used");
    let manifest = Path::new(blst["manifest_path"].as_str().expect("a path"));
    manifest.parent().expect("a folder").join("src")
}

/// From a beginning, which stands in the text once, to the brace that closes its last one.
fn block<'a>(text: &'a str, beginning: &str) -> &'a str {
    let start = text.find(beginning).unwrap_or_else(|| panic!("blst has {beginning:?}"));
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
fn tests(text: &str) -> Vec<String> {
    let after = text.split("#[test]").skip(1);
    after
        .map(|text| {
            let (_, name) = text.split_once("fn ").expect("a test is a function");
            name.split('(').next().expect("a name").to_string()
        })
        .collect()
}

fn write(name: &str, text: &str) {
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where to write"));
    std::fs::write(folder.join(name), text).unwrap_or_else(|error| panic!("{name}: {error}"));
}
