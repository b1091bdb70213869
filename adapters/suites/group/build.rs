//! Takes the tests of other crates out of their packages, where cargo keeps them.
//!
//! A file's tests are the items of its `mod test` or `mod tests`, or functions with `#[test]` next
//! to the code. They are copied unchanged into a module of their own, whose first line takes the
//! place of what stood above them in their file: it names our types. `left-out.txt` says which
//! items are not copied and why. A line there that names no item, fails this build.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use syn::spanned::Spanned;

/// Packages, and the folders of theirs that are looked through.
const SUITES: [(&str, &str); 3] =
    [("blstrs", "0.7.1"), ("bls12_381", "0.8.0"), ("halo2curves", "0.10.0")];

fn main() {
    println!("cargo::rerun-if-changed=left-out.txt");
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    let mut left_out = LeftOut::read();
    let packages = packages();
    for (name, version) in SUITES {
        let folder = &packages[&(name.to_owned(), version.to_owned())];
        let mut suite = String::new();
        for file in sources(&folder.join("src")) {
            let path = file.strip_prefix(folder).expect("in the package").display().to_string();
            suite += &tests_of(name, &path, &file, &mut left_out);
        }
        // What tests include stands next to them.
        for data in data(&folder.join("src")) {
            let to = out.join(data.file_name().expect("a file"));
            fs::copy(&data, to).expect("a copy");
        }
        fs::write(out.join(format!("{name}.rs")), suite).expect("the folder of this build");
    }
    // Files that need no change at all are modules where they are.
    let whole = |package: &str, version: &str, file: &str, name: &str| {
        let path = packages[&(package.to_owned(), version.to_owned())].join(file);
        format!("#[path = {path:?}]\npub mod {name};\n")
    };
    let halo2 =
        format!("#[macro_use]\n{}", whole("halo2curves", "0.10.0", "src/tests/mod.rs", "tests"));
    fs::write(out.join("halo2curves_tests.rs"), halo2).expect("the folder of this build");
    let blstrs = ["engine", "field"]
        .map(|name| whole("blstrs", "0.7.1", &format!("src/tests/{name}.rs"), name))
        .concat();
    fs::write(out.join("blstrs_tests.rs"), blstrs).expect("the folder of this build");
    left_out.check();
}

/// The folder of each package that this one is built with.
fn packages() -> BTreeMap<(String, String), PathBuf> {
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

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder of a package")
        .map(|entry| entry.expect("an entry").path())
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .collect();
    found.sort();
    found
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    files(folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect()
}

fn data(folder: &Path) -> Vec<PathBuf> {
    files(folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "dat"))
        .collect()
}

/// What is not copied: package and path, item, reason.
struct LeftOut {
    lines: Vec<[String; 3]>,
    used: BTreeSet<usize>,
}

impl LeftOut {
    fn read() -> Self {
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

    /// Whether an item stands in the list; `*` at the end stands for any end.
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

    fn check(&self) {
        let stale: Vec<_> = (0..self.lines.len())
            .filter(|i| !self.used.contains(i))
            .map(|i| &self.lines[i][..2])
            .collect();
        assert!(stale.is_empty(), "left-out.txt names what is not there: {stale:?}");
    }
}

/// The module of a file's tests; nothing if there are none.
fn tests_of(package: &str, path: &str, file: &Path, left_out: &mut LeftOut) -> String {
    let text = fs::read_to_string(file).expect("a source");
    let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let is_test = |attribute: &syn::Attribute| attribute.path().is_ident("test");
    let mut items: Vec<syn::Item> = Vec::new();
    // A file of tests has macros for them too.
    let whole = path.starts_with("src/tests/");
    if whole && package != "bls12_381" {
        // These are modules where they are.
        return String::new();
    }
    for item in parsed.items {
        match item {
            syn::Item::Use(_) | syn::Item::Mod(_) if whole => {}
            item if whole => items.push(item),
            syn::Item::Mod(module) if module.ident == "test" || module.ident == "tests" => {
                items.extend(module.content.into_iter().flat_map(|(_, items)| items));
            }
            syn::Item::Fn(function) if function.attrs.iter().any(is_test) => {
                items.push(syn::Item::Fn(function));
            }
            _ => {}
        }
    }
    let key = format!("{package} {path}");
    let mut body = String::new();
    let mut tests = false;
    for item in items {
        let source = &text[item.span().byte_range()];
        if left_out.has(&key, &name_of(&item, source)) {
            continue;
        }
        tests |= !matches!(item, syn::Item::Use(_) | syn::Item::Const(_));
        writeln!(body, "{source}").expect("a string");
    }
    if !tests {
        return String::new();
    }
    let module = path.trim_start_matches("src/").trim_end_matches(".rs").replace(['/', '-'], "_");
    format!(
        "mod {module} {{\n    pub use crate::names::{module}::*;\n    mod test {{\n    \
         #[allow(unused_imports)] use super::*;\n{body}\n    }}\n}}\n"
    )
}

/// What the list calls an item: a function's name, or the text of another item in one line.
fn name_of(item: &syn::Item, source: &str) -> String {
    match item {
        syn::Item::Fn(function) => function.sig.ident.to_string(),
        syn::Item::Const(constant) => constant.ident.to_string(),
        _ => source.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}
