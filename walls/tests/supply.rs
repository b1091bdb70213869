//! What comes from others: licences, one version of each package, known advisories.
//!
//! The advisories are a list of ours, `walls/advisories.txt`, which `tools/advisories.py` compares
//! with a clone of the RustSec database: so no test needs the network beyond cargo's registry.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Licences of what the libraries pull in: nothing is asked of a user but to name the authors.
const OF_LIBRARIES: &[&str] = &[
    "MIT",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BlueOak-1.0.0",
    "CC0-1.0",
    "Unicode-3.0",
    "Unlicense",
];

/// What the rest of the repository may have besides.
const OF_THE_REST: &[&str] = &["Zlib", "ISC", "BSL-1.0", "NCSA", "CDLA-Permissive-2.0"];

/// Peers and judges in processes of their own, which are never shipped, may ask more. Each is known
/// by its name and the workspace that it stands in.
const IN_PROCESSES_OF_THEIR_OWN: &[(&str, &str, &str)] = &[
    ("bitmaps", "MPL-2.0+", "peers/ethereum"),
    ("im", "MPL-2.0+", "peers/ethereum"),
    ("sized-chunks", "MPL-2.0+", "peers/ethereum"),
    // Below revme, by what measures its benchmarks.
    ("colored", "MPL-2.0", "adapters/suites"),
    // Below `bitcoin`, on which cdk's crate stands: MIT, and whoever changes it says so.
    ("hex_lit", "MITNFA", "adapters/suites"),
];

/// The libraries with all that users may turn on, but for `revm`, which is a machine of others.
const LIBRARIES: &[&[&str]] = &[
    &["-p", "curvemark-limb", "--all-features"],
    &["-p", "curvemark-curve", "--all-features"],
    &["-p", "curvemark", "--all-features"],
    &["-p", "curvemark-evm", "--features", "std"],
    &["-p", "curvemark-guest", "--all-features"],
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace is the folder above")
        .to_path_buf()
}

/// The folders of the checkout that have a lock file, as paths in it; that of the root is empty.
fn workspaces() -> BTreeSet<String> {
    let mut folders = vec![root()];
    let mut found = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)
            .expect("a folder of the checkout")
            .map(|entry| entry.expect("an entry"))
        {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if path.is_dir() {
                let ours = name != "target" && name != "node_modules" && !name.starts_with('.');
                folders.extend(ours.then_some(path));
            } else if name == "Cargo.lock" {
                found.insert(
                    folder
                        .strip_prefix(root())
                        .expect("below the root")
                        .to_string_lossy()
                        .into_owned(),
                );
            }
        }
    }
    assert!(found.contains("") && found.contains("peers/wide"), "{found:?}");
    found
}

/// A package of others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    name: String,
    version: String,
    licence: String,
}

/// What `cargo tree` prints for these arguments, packages of this repository left out.
fn tree(arguments: &[&str]) -> BTreeSet<Package> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(root())
        .args(["tree", "--locked", "--prefix", "none", "-f", "{p}|{l}"])
        .args(arguments)
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("names are text");
    let packages = text.lines().filter(|line| !line.is_empty()).filter_map(|line| {
        let (package, licence) =
            line.trim_end_matches(" (*)").split_once('|').expect("a licence, or none");
        let mut words = package.split(' ');
        let (name, version) = (words.next()?, words.next()?);
        // A path of ours stands in brackets, and so does that something is a macro.
        let is_ours = words.any(|word| word.starts_with("(/") || word.contains('\\'));
        (!is_ours).then(|| Package {
            name: name.to_owned(),
            version: version.trim_start_matches('v').to_owned(),
            licence: licence.to_owned(),
        })
    });
    packages.collect()
}

fn of_libraries() -> BTreeSet<Package> {
    let found: BTreeSet<Package> = LIBRARIES
        .iter()
        .flat_map(|library| {
            let mut arguments = vec!["-e", "normal,build", "--no-default-features"];
            arguments.extend(*library);
            tree(&arguments)
        })
        .collect();
    assert!(found.len() > 30, "the trees were read: {found:?}");
    found
}

/// Whether a licence, an expression of SPDX or the older `A/B`, can be met with these only.
fn is_met(expression: &str, allowed: &dyn Fn(&str) -> bool) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let met = any(&words, &mut at, allowed);
    met && at == words.len()
}

fn any(words: &[&str], at: &mut usize, allowed: &dyn Fn(&str) -> bool) -> bool {
    let mut met = all(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        met |= all(words, at, allowed);
    }
    met
}

fn all(words: &[&str], at: &mut usize, allowed: &dyn Fn(&str) -> bool) -> bool {
    let mut met = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        met &= one(words, at, allowed);
    }
    met
}

fn one(words: &[&str], at: &mut usize, allowed: &dyn Fn(&str) -> bool) -> bool {
    let Some(&word) = words.get(*at) else { return false };
    *at += 1;
    let met = if word == "(" {
        let met = any(words, at, allowed);
        // What closes it.
        *at += 1;
        met
    } else {
        allowed(word)
    };
    // An exception takes conditions away and adds none.
    if words.get(*at) == Some(&"WITH") {
        *at += 2;
    }
    met
}

#[test]
fn licences_are_read_as_they_are_meant() {
    let allowed = |name: &str| ["MIT", "Apache-2.0", "Unicode-3.0"].contains(&name);
    for met in [
        "MIT",
        "MIT/Apache-2.0",
        "GPL-3.0 OR MIT",
        "(MIT OR GPL-3.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
        "MIT OR Apache-2.0 OR LGPL-2.1-or-later",
    ] {
        assert!(is_met(met, &allowed), "{met}");
    }
    for unmet in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR GPL-3.0) AND ISC", "MPL-2.0+", "(MIT"]
    {
        assert!(!is_met(unmet, &allowed), "{unmet}");
    }
}

#[test]
fn licences_of_what_the_libraries_pull_in() {
    for package in of_libraries() {
        let is_good = is_met(&package.licence, &|name| OF_LIBRARIES.contains(&name));
        assert!(is_good, "{package:?}");
    }
}

/// Two versions of a package are two of its tables, two of its faults, and types that do not meet.
#[test]
fn libraries_pull_in_one_version_of_each_package() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in of_libraries() {
        versions.entry(package.name).or_default().insert(package.version);
    }
    versions.retain(|_, versions| versions.len() > 1);
    assert!(versions.is_empty(), "{versions:?}");
}

/// What may not stand in a workspace, by its licence.
fn unmet(packages: BTreeSet<Package>, workspace: &str) -> Vec<String> {
    let allowed = |name: &str| OF_LIBRARIES.contains(&name) || OF_THE_REST.contains(&name);
    let known = |package: &Package| {
        IN_PROCESSES_OF_THEIR_OWN.contains(&(
            package.name.as_str(),
            package.licence.as_str(),
            workspace,
        ))
    };
    packages
        .into_iter()
        .filter(|package| !is_met(&package.licence, &allowed) && !known(package))
        .map(|package| format!("{workspace}: {package:?}"))
        .collect()
}

#[test]
fn licences_of_the_workspace() {
    let packages = tree(&["--workspace", "--all-features", "-e", "normal,build,dev"]);
    assert!(packages.len() > 150, "{} packages", packages.len());
    assert_eq!(unmet(packages, ""), [""; 0]);
}

/// Needs the packages of all workspaces from the registry, for every target.
#[test]
#[ignore = "a part of .ci/long: it downloads what is not built otherwise"]
fn licences_of_all_workspaces() {
    let everything = ["--workspace", "--all-features", "--target", "all", "-e", "normal,build,dev"];
    let mut wrong = Vec::new();
    for workspace in workspaces() {
        let manifest = root().join(&workspace).join("Cargo.toml").to_string_lossy().into_owned();
        let mut arguments = vec!["--manifest-path", &manifest];
        arguments.extend(everything);
        wrong.extend(unmet(tree(&arguments), &workspace));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A line of the list of advisories.
struct Advisory {
    id: String,
    package: String,
    /// The first version that is good again, if there is one.
    good: Option<[u64; 3]>,
    /// Lock files in which it may stay.
    may_stay: BTreeSet<String>,
}

fn version(text: &str) -> [u64; 3] {
    let numbers = text.split(['-', '+']).next().expect("a part");
    let mut parts =
        numbers.split('.').map(|part| part.parse().unwrap_or_else(|_| panic!("a version: {text}")));
    [parts.next(), parts.next(), parts.next()].map(|part| part.unwrap_or(0))
}

fn advisories() -> Vec<Advisory> {
    let text = fs::read_to_string(root().join("walls/advisories.txt")).expect("the list");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split(" | ").collect();
            let [id, package, affected, files, _why] = cells[..] else {
                panic!("five cells: {line}")
            };
            let good = match affected.strip_prefix("< ") {
                Some(first) => Some(version(first)),
                None => {
                    assert_eq!(affected, "*", "{line}");
                    None
                }
            };
            let may_stay = files.split(", ").filter(|file| *file != "-").map(Into::into).collect();
            Advisory { id: id.to_owned(), package: package.to_owned(), good, may_stay }
        })
        .collect()
}

impl Advisory {
    fn affects(&self, name: &str, at: &str) -> bool {
        name == self.package && self.good.is_none_or(|good| version(at) < good)
    }
}

/// The packages of others in a lock file.
fn locked(file: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(file).expect("a lock file");
    let field = |package: &str, key: &str| {
        let line = package
            .lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"'));
        line.map(str::to_owned)
    };
    let packages =
        text.split("[[package]]").skip(1).filter(|package| field(package, "source").is_some());
    packages
        .map(|package| {
            (field(package, "name").expect("a name"), field(package, "version").expect("a version"))
        })
        .collect()
}

#[test]
fn advisories_that_are_known() {
    let advisories = advisories();
    let files = workspaces().into_iter().map(|workspace| format!("{workspace}/Cargo.lock"));
    let files: Vec<String> = files.map(|file| file.trim_start_matches('/').to_owned()).collect();
    let mut wrong = Vec::new();
    let mut stay = BTreeSet::new();
    let mut read = 0;
    for file in &files {
        for (name, version) in locked(&root().join(file)) {
            read += 1;
            for advisory in advisories.iter().filter(|advisory| advisory.affects(&name, &version)) {
                if advisory.may_stay.contains(file) {
                    stay.insert((advisory.id.clone(), file.clone()));
                } else {
                    wrong.push(format!("{file}: {name} {version} has {}", advisory.id));
                }
            }
        }
    }
    assert!(read > 1_000, "{read} packages were read");
    for advisory in &advisories {
        for file in &advisory.may_stay {
            if !stay.contains(&(advisory.id.clone(), file.clone())) {
                wrong.push(format!("{} is not in {file}: take it out of the list", advisory.id));
            }
        }
    }
    for package in of_libraries() {
        let affected =
            advisories.iter().find(|advisory| advisory.affects(&package.name, &package.version));
        wrong.extend(
            affected.map(|advisory| format!("the libraries pull in {package:?}: {}", advisory.id)),
        );
    }
    assert!(wrong.is_empty(), "walls/advisories.txt\n{}", wrong.join("\n"));
}
