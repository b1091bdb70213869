//! A program in C, on declarations of its own, against the static library.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The library: `examples/static_library.rs`, which cargo builds for the tests.
fn library() -> PathBuf {
    let program = std::env::current_exe().expect("the path of this program");
    let profile = program.parent().and_then(Path::parent).expect("the folder of the profile");
    profile.join("examples/libstatic_library.a")
}

#[test]
fn a_program_in_c_calls_every_function() {
    if Command::new("cc").arg("--version").output().is_err() {
        eprintln!("SKIPPED, cc is not installed: no program in C was linked");
        return;
    }
    let library = library();
    assert!(library.exists(), "{}: run the tests without `--test`", library.display());
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/program.c");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("curvemark-guest-program");
    let output = Command::new("cc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-o"])
        .args([&program, &source, &library])
        .args(["-lpthread", "-ldl", "-lm"])
        .output()
        .expect("cc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(&program).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(text, "19 functions, 39 calls\n");
}
