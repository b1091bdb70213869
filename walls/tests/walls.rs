//! The walls between the crates: who may use whom, who may have `unsafe`, who lives without `std`.
//! (That `limb` names no curve is a test of `limb`.)

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The edges of the diagram in ARCHITECTURE.md: the package and what of this workspace it may
/// depend on.
const MAY_USE: &[(&str, &[&str])] = &[
    ("curvemark-limb", &[]),
    ("curvemark-curve", &["curvemark-limb"]),
    ("curvemark", &["curvemark-curve"]),
    ("curvemark-evm", &["curvemark-limb", "curvemark-curve", "curvemark"]),
    ("curvemark-guest", &["curvemark", "curvemark-evm"]),
    ("curvemark-c", &["curvemark", "curvemark-curve", "curvemark-evm"]),
    ("curvemark-fuzzing", &["curvemark", "curvemark-curve", "curvemark-evm"]),
    ("curvemark-emulator", &[]),
    ("curvemark-gpu", &["curvemark-curve"]),
    ("curvemark-python", &["curvemark", "curvemark-curve", "curvemark-evm"]),
    ("curvemark-blst", &["curvemark"]),
    ("curvemark-ark", &["curvemark-curve"]),
    ("curvemark-group", &["curvemark-curve"]),
    ("curvemark-ckzg", &["curvemark"]),
    ("curvemark-signature", &["curvemark"]),
    ("curvemark-record", &[]),
    ("curvemark-peer-api", &[]),
    ("curvemark-peer-core", &["curvemark-peer-api"]),
    ("curvemark-probe", &["curvemark-peer-api", "curvemark-record"]),
    ("curvemark-planted", &["curvemark-curve", "curvemark-peer-api", "curvemark-probe"]),
    (
        "curvemark-peer-own",
        &["curvemark", "curvemark-curve", "curvemark-evm", "curvemark-peer-api"],
    ),
    ("curvemark-counts", &["curvemark-curve"]),
    ("curvemark-worker", &["curvemark-peer-api", "curvemark-peer-own"]),
    (
        "curvemark-lab",
        &[
            "curvemark",
            "curvemark-counts",
            "curvemark-curve",
            "curvemark-evm",
            "curvemark-fuzzing",
            "curvemark-peer-api",
            "curvemark-peer-core",
            "curvemark-peer-own",
            "curvemark-probe",
            "curvemark-record",
        ],
    ),
    ("curvemark-prove", &["curvemark-emulator", "curvemark-limb"]),
    ("curvemark-walls", &["curvemark-limb", "curvemark-curve", "curvemark"]),
    ("curvemark-ctcheck", &["curvemark-limb", "curvemark-curve", "curvemark"]),
];

/// Packages that the core may pull in without features, beyond this workspace.
const CORE_MAY_PULL: &[&str] = &[
    "subtle",
    "zeroize",
    "rand_core",
    "base16ct",
    "digest",
    "sha2",
    "hmac",
    // What those pull in.
    "block-buffer",
    "cfg-if",
    "cmov",
    "cpufeatures",
    "crypto-common",
    "ctutils",
    "hybrid-array",
    "libc",
    "typenum",
];

/// What the feature `alloc` adds to those: encodings, which give strings.
const ALLOC_MAY_PULL: &[&str] = &["base64ct", "bech32", "bs58"];

/// What the feature `hashes` adds: Keccak, BLAKE2, RIPEMD-160 and HKDF.
const HASHES_MAY_PULL: &[&str] = &["blake2", "hkdf", "keccak", "ripemd", "sha3", "sponge-cursor"];

/// What the feature `tokens` adds to those of `serde`: JSON and CBOR.
const TOKENS_MAY_PULL: &[&str] =
    &["itoa", "memchr", "minicbor", "serde", "serde_core", "serde_json", "zmij"];

/// What the feature `parallel` adds to those, and no other feature does: the caller's pool of
/// threads. A crate with `unsafe` and with threads of its own, which the project would have to
/// write and to prove otherwise.
const PARALLEL_MAY_PULL: &[&str] =
    &["rayon", "rayon-core", "crossbeam-deque", "crossbeam-epoch", "crossbeam-utils", "either"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace is the folder above")
        .to_path_buf()
}

fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

fn metadata() -> serde_json::Value {
    let output = cargo()
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON")
}

#[test]
fn every_edge_between_packages_is_one_of_the_diagram() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("packages");
    let ours: BTreeSet<&str> =
        packages.iter().map(|package| package["name"].as_str().expect("name")).collect();
    let listed: BTreeSet<&str> = MAY_USE.iter().map(|(name, _)| *name).collect();
    assert_eq!(ours, listed, "every package of the workspace stands in the table of this test");
    for package in packages {
        let name = package["name"].as_str().expect("name");
        let allowed = MAY_USE.iter().find(|(listed, _)| *listed == name).expect("listed").1;
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let normal = dependency["kind"].is_null();
            let used = dependency["name"].as_str().expect("name");
            if normal && ours.contains(used) {
                assert!(allowed.contains(&used), "{name} must not use {used}");
            }
        }
    }
}

/// What `curvemark` pulls in with these features.
fn pulled(features: &str) -> BTreeSet<String> {
    pulled_by("curvemark", features)
}

/// What a package pulls in with these features.
fn pulled_by(package: &str, features: &str) -> BTreeSet<String> {
    let output = cargo()
        .args([
            "tree",
            "-p",
            package,
            "--no-default-features",
            "-e",
            "normal",
            "--prefix",
            "none",
            "-f",
            "{p}",
        ])
        .args(["--features", features])
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("names are text");
    let names: BTreeSet<String> = text
        .lines()
        .filter_map(|line| line.split(' ').next())
        .filter(|name| !name.is_empty())
        .map(Into::into)
        .collect();
    assert!(names.len() > 3, "the tree was read: {names:?}");
    names
}

#[test]
fn the_core_pulls_in_nothing_that_is_not_listed() {
    for name in pulled("") {
        assert!(
            name.starts_with("curvemark") || CORE_MAY_PULL.contains(&name.as_str()),
            "curvemark without features pulls in {name}"
        );
    }
}

#[test]
fn strings_and_tokens_pull_in_what_is_listed() {
    let hash = &["blake2"][..];
    for (features, listed) in [
        ("alloc", &[][..]),
        ("tokens", TOKENS_MAY_PULL),
        ("grumpkin", &[]),
        ("bandersnatch", &[]),
        // What `pasta_curves` hashes with.
        ("pasta", hash),
    ] {
        for name in pulled(features) {
            let listed = CORE_MAY_PULL
                .iter()
                .chain(ALLOC_MAY_PULL)
                .chain(listed)
                .any(|listed| *listed == name);
            // What derives is of the build.
            let derives = ["serde_derive", "proc-macro2", "quote", "syn", "unicode-ident"]
                .contains(&name.as_str());
            assert!(
                listed || derives && features == "tokens" || name.starts_with("curvemark"),
                "curvemark with the feature `{features}` pulls in {name}"
            );
        }
    }
}

/// The contracts of the Ethereum machine are of our own arithmetic: no other library of it, and of
/// big integers, is below them.
#[test]
fn contracts_pull_in_nothing_that_is_not_listed() {
    for features in ["", "std"] {
        for name in pulled_by("curvemark-evm", features) {
            let listed = CORE_MAY_PULL
                .iter()
                .chain(ALLOC_MAY_PULL)
                .chain(HASHES_MAY_PULL)
                .any(|listed| *listed == name);
            assert!(
                listed || name.starts_with("curvemark"),
                "curvemark-evm with the features `{features}` pulls in {name}"
            );
        }
    }
    assert!(pulled_by("curvemark-evm", "revm").contains("revm"));
}

/// Kernels for GPUs come only from the formulas of `curve`, and bring no other library.
#[test]
fn kernels_for_gpus_pull_in_nothing_that_is_not_listed() {
    for name in pulled_by("curvemark-gpu", "") {
        let known = CORE_MAY_PULL.contains(&name.as_str());
        assert!(known || name.starts_with("curvemark"), "curvemark-gpu pulls in {name}");
    }
    let metadata = metadata();
    for package in metadata["packages"].as_array().expect("packages") {
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let user = package["name"].as_str().expect("name");
            assert_ne!(dependency["name"], "curvemark-gpu", "{user} uses kernels for GPUs");
        }
    }
}

/// Without `std` the contracts need an allocator, which the library of
/// `the_core_links_without_std_and_without_an_allocator` has not, so that they are not in it. But
/// for what that links they have crates whose `std` is a feature below them: nobody has it, nor
/// asks the default of anybody who would.
#[test]
fn nobody_below_the_contracts_has_std_unless_asked() {
    let with_std = |features: &str| {
        let output = cargo()
            .args([
                "tree",
                "-p",
                "curvemark-evm",
                "--no-default-features",
                "-e",
                "normal",
                "--prefix",
                "none",
            ])
            .args(["-f", "{p} [{f}]", "--features", features])
            .output()
            .expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("names are text");
        let lines = text
            .lines()
            .filter_map(|line| line.trim_end_matches(" (*)").strip_suffix("]")?.rsplit_once(" ["));
        let found: BTreeSet<(String, bool)> = lines
            .filter_map(|(package, features)| {
                Some((package.split(' ').next()?.to_owned(), features))
            })
            .map(|(name, features)| (name, features.split(',').any(|feature| feature == "std")))
            .collect();
        assert!(found.len() > 20, "the tree was read: {found:?}");
        found.into_iter().filter(|(_, std)| *std).map(|(name, _)| name).collect::<Vec<_>>()
    };
    assert_eq!(with_std(""), [""; 0]);
    assert_eq!(with_std("std"), ["curvemark", "curvemark-evm"]);
    let root_of = |krate: &str| {
        std::fs::read_to_string(root().join(krate).join("src/lib.rs")).expect("a crate root")
    };
    for krate in ["curvemark", "evm"] {
        let without = root_of(krate)
            .lines()
            .any(|line| line == "#![cfg_attr(not(feature = \"std\"), no_std)]");
        assert!(
            without || root_of(krate).lines().any(|line| line == "#![no_std]"),
            "{krate} lives without std"
        );
    }
}

#[test]
fn threads_come_with_their_feature_alone() {
    let with = pulled("parallel");
    for name in &with {
        let listed = CORE_MAY_PULL
            .iter()
            .chain(ALLOC_MAY_PULL)
            .chain(PARALLEL_MAY_PULL)
            .any(|listed| listed == name);
        assert!(
            listed || name.starts_with("curvemark"),
            "curvemark with the feature `parallel` pulls in {name}"
        );
    }
    assert!(with.contains("rayon"));
    let without = pulled("std,alloc,serde");
    let threads: Vec<&&str> =
        PARALLEL_MAY_PULL.iter().filter(|name| without.contains(**name)).collect();
    assert!(threads.is_empty(), "curvemark without the feature `parallel` pulls in {threads:?}");
}

#[test]
fn unsafe_is_forbidden_outside_limb_and_the_foreign_boundary() {
    for krate in [
        "curve",
        "curvemark",
        "evm",
        "bindings/python",
        "adapters/blst",
        "adapters/ark",
        "adapters/group",
        "adapters/ckzg",
        "adapters/signature",
        "fuzzing",
        "chip/emulator",
        "gpu",
        "record",
        "lab",
        "peers/api",
        "prove",
    ] {
        let text =
            std::fs::read_to_string(root().join(krate).join("src/lib.rs")).expect("a crate root");
        assert!(text.contains("#![forbid(unsafe_code)]"), "{krate} forbids unsafe code");
    }
}

/// The functions for C of a guest are in one file, and that file is a feature.
#[test]
fn a_guest_has_unsafe_for_c_alone() {
    let text = std::fs::read_to_string(root().join("guest/src/lib.rs")).expect("a crate root");
    for attribute in [
        "#![no_std]",
        "#![cfg_attr(not(feature = \"c\"), forbid(unsafe_code))]",
        "#![deny(unsafe_code)]",
        "#[cfg(feature = \"c\")]\n#[allow(unsafe_code)]\npub mod c;",
    ] {
        assert_eq!(text.matches(attribute).count(), 1, "{attribute}");
    }
    assert_eq!(text.matches("allow(unsafe_code)").count(), 1);
    for name in pulled_by("curvemark-guest", "c") {
        let listed = CORE_MAY_PULL
            .iter()
            .chain(ALLOC_MAY_PULL)
            .chain(HASHES_MAY_PULL)
            .any(|listed| *listed == name);
        assert!(listed || name.starts_with("curvemark"), "curvemark-guest pulls in {name}");
    }
}

/// The sources of Rust in some folders of the checkout, with their paths.
fn sources(folders: &[&str]) -> Vec<(PathBuf, String)> {
    let mut folders: Vec<PathBuf> = folders.iter().map(|name| root().join(name)).collect();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)
            .expect("a folder of the checkout")
            .map(|entry| entry.expect("an entry"))
        {
            let path = entry.path();
            if path.is_dir() {
                folders.extend((entry.file_name() != "target").then_some(path));
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = std::fs::read_to_string(&path).expect("text");
                found.push((path, text));
            }
        }
    }
    found
}

/// A token that is taken on one's word proves nothing, so only the program that Valgrind runs may
/// do it.
#[test]
fn only_ctcheck_takes_an_engine_on_its_word() {
    let word = concat!("Adx::", "assume");
    let all = sources(&[
        "limb",
        "curve",
        "curvemark",
        "evm",
        "guest",
        "bindings",
        "adapters",
        "fuzzing",
        "chip/emulator",
        "chip/firmware",
        "record",
        "lab",
        "peers",
        "prove",
        "walls",
        "ctcheck",
    ]);
    let found: Vec<_> =
        all.into_iter().filter(|(_, text)| text.contains(word)).map(|(path, _)| path).collect();
    assert_eq!(found, [root().join("ctcheck/src/engine.rs")]);
}

/// What is not inlined into who enters the vectors' feature is compiled without it, instruction by
/// instruction a call.
#[test]
fn closures_that_enter_lanes_are_inlined() {
    let mut seen = 0;
    for (path, text) in sources(&["curve/src"]) {
        for (at, call) in
            text.match_indices("S::Base::enter(").chain(text.match_indices("L::enter("))
        {
            let (argument, closure) =
                text[at + call.len()..].split_once("||").expect("a context and a closure");
            assert!(
                argument.trim_end().ends_with("#[inline(always)]"),
                "{}: {argument}|| {closure:.40}",
                path.display()
            );
            seen += 1;
        }
    }
    assert!(seen >= 20, "{seen} entries");
}

/// Who asks whether there is a better engine: only the door. A curve says which engine it has by
/// forwarding to its field's.
#[test]
fn engines_are_chosen_at_the_door() {
    // An interpreter that keeps the lanes of each program's modulus.
    const OTHERS: &[&str] = &["evm/src/evmmax/arithmetic/lanes.rs"];
    let asks = |line: &str| {
        let code = line.split("//").next().unwrap_or_default();
        ["fast()", "remainders()", "lanes()", "doubles()"]
            .iter()
            .any(|call| code.match_indices(call).any(|(at, _)| code[..at].ends_with("::")))
    };
    let mut asked_at_the_door = 0;
    for (path, text) in sources(&["curve/src", "curvemark/src", "evm/src"]) {
        let mut before = "";
        for line in text.lines() {
            let path = path.to_string_lossy();
            if asks(line) && path.contains("curve/src/engines/") {
                asked_at_the_door += 1;
            } else if asks(line) && !OTHERS.iter().any(|other| path.ends_with(other)) {
                let forwards = ["fn fast()", "fn remainders()", "fn lanes()", "fn doubles()"]
                    .iter()
                    .any(|of| before.contains(of));
                assert!(forwards, "{path}: `{}` belongs to curve/src/engines/door.rs", line.trim());
            }
            before = line;
        }
    }
    assert!(asked_at_the_door >= 10, "{asked_at_the_door} places");
}

#[test]
fn the_core_links_without_std_and_without_an_allocator() {
    // A folder of its own: the build must not wait for the lock of the build that runs this test.
    let target = root().join("target/walls");
    let output = cargo()
        .args(["build", "-p", "curvemark-walls", "--lib", "--profile", "bare", "--target-dir"])
        .arg(&target)
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let library = target.join("bare/libwalls.a");
    // Linking is the proof: a program without the standard library, made of this archive alone.
    let main = target.join("main.c");
    // The compiled `core` carries unwind tables that name the personality function; no code of an
    // aborting build calls it.
    let text = "extern int curvemark_walls(void);\n\
                void rust_eh_personality(void) {}\n\
                int main(void) { return curvemark_walls(); }\n";
    std::fs::write(&main, text).expect("a C file");
    let program = target.join("walls");
    let linked = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()))
        .arg(&main)
        .arg(&library)
        .arg("-o")
        .arg(&program)
        .output();
    let linked = match linked {
        Ok(linked) => linked,
        Err(error) => {
            panic!("a C compiler is needed to link (cc, or the one that CC names): {error}")
        }
    };
    assert!(linked.status.success(), "{}", String::from_utf8_lossy(&linked.stderr));
    let run = Command::new(&program).status().expect("the program runs");
    assert_eq!(run.code(), Some(0), "the calls give what they should");
}
