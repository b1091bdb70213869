//! What users install can be published as it stands: manifests, licences, READMEs, and files that a
//! package lacks. `tools/release.sh --packages` makes the packages, and `.ci/long packages`
//! compiles what was made.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Folders and packages of users, in the order in which they are published.
const PUBLISHED: &[(&str, &str)] = &[
    ("limb", "curvemark-limb"),
    ("curve", "curvemark-curve"),
    ("curvemark", "curvemark"),
    ("evm", "curvemark-evm"),
    ("guest", "curvemark-guest"),
    ("adapters/blst", "curvemark-blst"),
    ("adapters/ark", "curvemark-ark"),
    ("adapters/group", "curvemark-group"),
    ("adapters/ckzg", "curvemark-ckzg"),
    ("adapters/signature", "curvemark-signature"),
];

/// Those of the registry's categories that fit one of the packages.
const CATEGORIES: &[&str] = &[
    "cryptography",
    "cryptography::cryptocurrencies",
    "mathematics",
    "no-std",
    "no-std::no-alloc",
];

/// Lines that a README of a package has at most, and columns of a line.
const README: (usize, usize) = (60, 100);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace is the folder above")
        .to_path_buf()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn cargo(arguments: &[&str]) -> String {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output =
        Command::new(cargo).current_dir(root()).args(arguments).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The packages of the workspace, as cargo reads their manifests.
fn packages() -> Vec<Value> {
    let text = cargo(&["metadata", "--format-version", "1", "--no-deps"]);
    let metadata: Value = serde_json::from_str(&text).expect("cargo metadata prints JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

fn name(package: &Value) -> &str {
    package["name"].as_str().expect("a name")
}

/// The texts of a list.
fn texts(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|text| text.as_str().expect("text")).collect()
}

#[test]
fn what_is_published_is_what_users_install() {
    let packages = packages();
    let listed: BTreeSet<&str> = PUBLISHED.iter().map(|(_, name)| *name).collect();
    let published: BTreeSet<&str> =
        packages.iter().filter(|package| package["publish"].is_null()).map(name).collect();
    assert_eq!(published, listed, "all others have `publish = false`");
    let in_order: Vec<&str> = PUBLISHED.iter().map(|(_, name)| *name).collect();
    let line = format!("packages=({})", in_order.join(" "));
    assert!(read("tools/release.sh").contains(&line), "tools/release.sh has {line}");
}

#[test]
fn manifests_say_what_a_registry_wants() {
    let packages = packages();
    let one = |name_of: &str| packages.iter().find(|package| name(package) == name_of);
    let first = one(PUBLISHED[0].1).expect("a package");
    for (folder, name_of) in PUBLISHED {
        let package = one(name_of).expect("a package");
        for key in ["description", "license", "repository"] {
            assert!(package[key].as_str().is_some_and(|text| !text.is_empty()), "{folder}: {key}");
        }
        assert_eq!(package["readme"], "README.md", "{folder}");
        // What is released together has one version, and asks for one compiler.
        for key in ["version", "rust_version", "edition", "license"] {
            assert_eq!(package[key], first[key], "{folder}: {key}");
        }
        let keywords = texts(&package["keywords"]);
        assert!((1..=5).contains(&keywords.len()), "{folder}: one to five keywords");
        for keyword in keywords {
            let taken = keyword.len() <= 20
                && keyword.starts_with(|c: char| c.is_ascii_alphanumeric())
                && keyword.chars().all(|c| c.is_ascii_alphanumeric() || "-_+".contains(c));
            assert!(taken, "{folder}: the keyword {keyword}");
        }
        let categories = texts(&package["categories"]);
        assert!((1..=5).contains(&categories.len()), "{folder}: one to five categories");
        for category in categories {
            assert!(CATEGORIES.contains(&category), "{folder}: the category {category}");
        }
        let docs = &package["metadata"]["docs"]["rs"];
        assert_eq!(docs["all-features"], true, "{folder}");
        assert_eq!(texts(&docs["rustdoc-args"]), ["--cfg", "docsrs"], "{folder}");
        let exactly = format!("={}", package["version"].as_str().expect("a version"));
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            if dependency["path"].is_string() {
                let used = name(dependency);
                assert!(PUBLISHED.iter().any(|(_, name)| *name == used), "{folder} uses {used}");
                assert_eq!(dependency["req"], exactly.as_str(), "{folder}: the version of {used}");
            }
        }
    }
}

#[test]
fn packages_have_their_licences_and_a_short_readme() {
    for (folder, name) in PUBLISHED {
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(read(&format!("{folder}/{licence}")) == read(licence), "{folder}/{licence}");
        }
        let readme = read(&format!("{folder}/README.md"));
        let (lines, columns) = README;
        assert!(readme.lines().count() <= lines, "{folder}: a README has at most {lines} lines");
        let long = readme.lines().find(|line| line.chars().count() > columns);
        assert_eq!(long, None, "{folder}: a README has at most {columns} columns");
        assert!(readme.contains("```toml\n[dependencies]\n"), "{folder}: how it is added");
        let (_, rest) = readme.split_once("[dependencies]\n").expect("there is one");
        let version = cargo(&["pkgid", "-p", name]);
        let version = version.trim().rsplit(['#', '@']).next().expect("a version").to_owned();
        let short = version.rsplit_once('.').expect("three numbers").0;
        let line = rest.lines().next().expect("a line");
        assert!(
            line.starts_with(name) && line.contains(&format!("\"{short}\"")),
            "{folder}: {line}"
        );
        // Its example is a documentation test, and features have their badges.
        assert!(readme.contains("```rust\n"), "{folder}: an example");
        let page = read(&format!("{folder}/src/lib.rs"));
        for line in [
            "#![cfg_attr(docsrs, feature(doc_cfg))]",
            "#[cfg(doctest)]\n#[doc = include_str!(\"../README.md\")]",
        ] {
            assert!(page.contains(line), "{folder}/src/lib.rs: {line}");
        }
    }
}

/// `a/b/../c` is `a/c`.
fn resolved(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if out.pop() => {}
            part => out.push(part),
        }
    }
    out
}

/// The files that a source names next to it, by the words before their names.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let words = ["include_str!(\"", "include_bytes!(\"", "include!(\"", "#[path = \""];
    words.into_iter().flat_map(move |word| {
        text.split(word).skip(1).map(|rest| rest.split('"').next().expect("a part"))
    })
}

/// What a source includes from outside of its package is not there for users.
#[test]
fn packages_have_every_file_that_they_name() {
    for (folder, name) in PUBLISHED {
        let list = cargo(&["package", "--list", "--allow-dirty", "--offline", "-p", name]);
        let files: BTreeSet<PathBuf> = list.lines().map(PathBuf::from).collect();
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "src/lib.rs"] {
            assert!(files.contains(Path::new(file)), "{name} has {file}");
        }
        let sources = files.iter().filter(|file| file.extension().is_some_and(|end| end == "rs"));
        for file in sources {
            let text = read(&format!("{folder}/{}", file.display()));
            let folder_of = file.parent().expect("a file is in a folder");
            for other in named(&text) {
                assert!(
                    files.contains(&resolved(&folder_of.join(other))),
                    "{name}: {} names {other}, which is not in the package",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn names_of_files_are_found() {
    let text = "include_str!(\"a.txt\") include_bytes!(\"../b\") #[path = \"c.rs\"]";
    assert_eq!(named(text).collect::<Vec<_>>(), ["a.txt", "../b", "c.rs"]);
    assert_eq!(resolved(Path::new("src/a/../../b")), Path::new("b"));
    assert_eq!(resolved(Path::new("src/../../b")), Path::new("../b"));
}
