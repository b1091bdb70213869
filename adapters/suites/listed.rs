//! Takes the tests of other crates out of their packages, where cargo keeps them: for the build
//! scripts here.
//!
//! A file's tests are the items of its modules `test`, `tests` or `…_tests`, or functions with
//! `#[test]` next to the code. They are copied unchanged into a module of their own, whose first
//! line takes the place of what stood above them in their file: it names our types. `left-out.txt`
//! says which items are not copied and why. A line there that names no item, fails the build.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use syn::spanned::Spanned;

/// The folder of each package that this one is built with.
pub fn packages() -> BTreeMap<(String, String), PathBuf> {
    let cargo = env::var_os("CARGO").expect("cargo says which it is");
    let run = Command::new(cargo)
        // Not offline: cargo has the packages of other platforms on no new machine.
        .args(["metadata", "--format-version", "1", "--locked"])
        .output()
        .expect("cargo runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let all: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    let text = |value: &serde_json::Value| value.as_str().expect("a string").to_owned();
    let packages = all["packages"].as_array().expect("a list");
    packages
        .iter()
        .map(|package| {
            let manifest = PathBuf::from(text(&package["manifest_path"]));
            let folder = manifest.parent().expect("a folder").to_owned();
            ((text(&package["name"]), text(&package["version"])), folder)
        })
        .collect()
}

/// All files in a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder of a package")
        .map(|entry| entry.expect("an entry").path())
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .collect();
    found.sort();
    found
}

/// The sources in a folder.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    files(folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect()
}

/// What is not copied: package and path, item, reason.
pub struct LeftOut {
    lines: Vec<[String; 3]>,
    used: BTreeSet<usize>,
}

impl LeftOut {
    /// The list of this package.
    pub fn read() -> Self {
        let text = fs::read_to_string("left-out.txt").expect("the list");
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let lines = lines
            .map(|line| {
                let parts: Vec<&str> = line.split(" | ").map(str::trim).collect();
                let [path, item, reason] = parts[..] else { panic!("not three parts: {line}") };
                assert!(reason.len() > 10, "a reason: {line}");
                [path, item, reason].map(str::to_owned)
            })
            .collect();
        Self { lines, used: BTreeSet::new() }
    }

    /// Whether an item stands in the list, where `NAME*` means all that begin with `NAME`.
    fn has(&mut self, path: &str, item: &str) -> bool {
        let like = |pattern: &str, text: &str| match pattern.strip_suffix('*') {
            Some(start) => text.starts_with(start),
            None => pattern == text,
        };
        let mut found = false;
        for (i, [of, name, _]) in self.lines.iter().enumerate() {
            if like(of, path) && like(name, item) {
                self.used.insert(i);
                found = true;
            }
        }
        found
    }

    /// Every line was of use.
    pub fn check(&self) {
        let stale: Vec<_> = (0..self.lines.len())
            .filter(|i| !self.used.contains(i))
            .map(|i| &self.lines[i][..2])
            .collect();
        assert!(stale.is_empty(), "left-out.txt names what is not there: {stale:?}");
    }
}

/// The module of a file's tests; nothing if there are none.
pub fn tests_of(package: &str, path: &str, file: &Path, left_out: &mut LeftOut) -> String {
    let text = fs::read_to_string(file).expect("a source");
    let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let is_test = |attribute: &syn::Attribute| attribute.path().is_ident("test");
    // By the module that they are in; what stands next to the code is in `test` too.
    let mut modules: BTreeMap<String, Vec<syn::Item>> = BTreeMap::new();
    // A file of tests has macros for them too.
    let whole = path.starts_with("src/tests/");
    if whole && package != "bls12_381" {
        // These are modules where they are.
        return String::new();
    }
    for item in parsed.items {
        match item {
            syn::Item::Use(_) | syn::Item::Mod(_) if whole => {}
            item if whole => modules.entry("test".into()).or_default().push(item),
            syn::Item::Mod(module) if is_of_tests(&module.ident.to_string()) => {
                let items = module.content.into_iter().flat_map(|(_, items)| items);
                modules.entry(module.ident.to_string()).or_default().extend(items);
            }
            syn::Item::Fn(function) if function.attrs.iter().any(is_test) => {
                modules.entry("test".into()).or_default().push(syn::Item::Fn(function));
            }
            _ => {}
        }
    }
    let key = format!("{package} {path}");
    let mut body = String::new();
    for (name, items) in modules {
        let mut inner = String::new();
        let mut tests = false;
        for item in items {
            let source = &text[item.span().byte_range()];
            if left_out.has(&key, &name_of(&item, source)) {
                continue;
            }
            tests |= !matches!(item, syn::Item::Use(_) | syn::Item::Const(_));
            writeln!(inner, "{source}").expect("a string");
        }
        if tests {
            writeln!(
                body,
                "    mod {name} {{\n        #[allow(unused_imports)] use super::*;\n{inner}\n    }}"
            )
            .expect("a string");
        }
    }
    if body.is_empty() {
        return String::new();
    }
    let module = path.trim_start_matches("src/").trim_end_matches(".rs").replace(['/', '-'], "_");
    format!("mod {module} {{\n    pub use crate::names::{module}::*;\n{body}}}\n")
}

fn is_of_tests(module: &str) -> bool {
    module == "test" || module == "tests" || module.ends_with("_tests")
}

/// What the list calls an item: a function's name, or the text of another item in one line.
fn name_of(item: &syn::Item, source: &str) -> String {
    match item {
        syn::Item::Fn(function) => function.sig.ident.to_string(),
        syn::Item::Const(constant) => constant.ident.to_string(),
        _ => source.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}
