//! A user's crate compiles next to nothing of ours: what `curve::compiled` and
//! `curvemark::compiled` are for.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustc_demangle::demangle;

/// Crates of ours that users link.
const OURS: [&str; 3] = ["curvemark", "curvemark_curve", "limb"];

/// What a program of `walls/users` made the compiler work on.
struct Compiled {
    /// Lines of LLVM's language.
    lines: usize,
    /// Functions of ours.
    functions: BTreeSet<String>,
}

/// The crate in which a function was written, by its path or that of the type whose method it is.
fn crate_of(function: &str) -> &str {
    let path = function.trim_start_matches(['<', '&']).trim_start_matches("mut ");
    path.split("::").next().unwrap_or_default()
}

/// Builds a program with the profile that cargo gives it. What it links is built without
/// optimisation, which takes a third of the time: where a function is compiled does not depend on
/// it.
fn compile(program: &str) -> Compiled {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // A folder of its own: the build must not wait for the lock of the build that runs this test.
    let target = root.join("../target/users");
    let entries = |folder: &str, start: &str, end: &str| -> Vec<PathBuf> {
        let Ok(entries) = std::fs::read_dir(target.join(folder)) else { return Vec::new() };
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let name =
            |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        paths.filter(|path| name(path).starts_with(start) && name(path).ends_with(end)).collect()
    };
    let written = || entries("release/deps", program, ".ll");
    for file in written() {
        std::fs::remove_file(file).expect("what an earlier test left");
    }
    // Else cargo would not compile it again, and there would be no such file.
    for folder in entries("release/.fingerprint", "users-", "") {
        std::fs::remove_dir_all(folder).expect("what an earlier test left");
    }
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(root.join("users"))
        .args(["rustc", "--release", "--locked", "--bin", program])
        .args(["--config", "profile.release.package.\"*\".opt-level=0"])
        .args(["--config", "profile.release.incremental=false"])
        .arg("--target-dir")
        .arg(&target)
        .args(["--", "--emit=llvm-ir,link"])
        // The flags of the build that runs this test are not a stranger's.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let run =
        Command::new(target.join("release").join(program)).status().expect("the program runs");
    assert!(run.success(), "{program}");

    let mut compiled = Compiled { lines: 0, functions: BTreeSet::new() };
    for file in written() {
        let text = std::fs::read_to_string(file).expect("LLVM's language is text");
        compiled.lines += text.lines().count();
        for line in text.lines().filter(|line| line.starts_with("define ")) {
            let symbol =
                line.split('@').nth(1).and_then(|rest| rest.split('(').next()).expect("a name");
            let function = format!("{:#}", demangle(symbol.trim_matches('"')));
            if OURS.contains(&crate_of(&function)) {
                compiled.functions.insert(function);
            }
        }
    }
    assert!(compiled.lines > 0, "no .ll file of {program}");
    compiled
}

/// Says what there is too much of.
fn check(program: &str, functions: usize, lines: usize) {
    let compiled = compile(program);
    println!("{program}: {} lines, {} functions of ours", compiled.lines, compiled.functions.len());
    assert!(
        compiled.functions.len() <= functions && compiled.lines <= lines,
        "{program} compiles {} lines and {} functions of ours, where {lines} and {functions} are allowed. What is \
         generic and takes long is `inline(never)` and has a line in `compiled.rs` of its crate: {:#?}",
        compiled.lines,
        compiled.functions.len(),
        compiled.functions,
    );
}

#[test]
fn a_program_compiles_next_to_nothing_of_ours() {
    check("hello", 10, 5_000);
    check("client", 30, 20_000);
}

#[test]
fn functions_are_told_by_their_crates() {
    assert_eq!(crate_of("curvemark_curve::msm::msm_vartime_alloc"), "curvemark_curve");
    assert_eq!(crate_of("<curvemark::bls::error::Error as core::fmt::Debug>::fmt"), "curvemark");
    assert_eq!(crate_of("<&mut limb::mont::Mont as core::fmt::Debug>::fmt"), "limb");
    assert_eq!(crate_of("core::ptr::drop_in_place<curvemark_curve::msm::FixedBases>"), "core");
}
