//! Cuts the tests out of blst's sources, unchanged, into files that `tests/suite` includes.
//!
//! Every test of the crate must be among what is cut, or in `SKIPPED` with its reason.

#[path = "../cut.rs"]
mod cut;

use cut::{block, tests, write};

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
    let sources = cut::folder("blst").join("src");
    let read = |name: &str| cut::read(&sources.join(name));
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
