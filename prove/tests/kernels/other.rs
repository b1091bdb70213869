//! Programs of other machines, which are built here and never run.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The program in this folder of the package, or nothing where it cannot be built: that is said
/// aloud.
pub fn built(package: &str, target: &str) -> Option<PathBuf> {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output().expect("a compiler");
    let libraries = Path::new(String::from_utf8_lossy(&sysroot.stdout).trim()).join("lib/rustlib");
    let linker = libraries.join("x86_64-unknown-linux-gnu/bin/rust-lld");
    for (path, what) in
        [(libraries.join(target), "library of the target"), (linker.clone(), "linker")]
    {
        if !path.exists() {
            let kernels = format!("the kernels of {package} are not proved");
            println!("SKIPPED: no {what} at {}; {kernels}", path.display());
            eprintln!("SKIPPED: no {what}; `rustup target add {target}`: {kernels}");
            return None;
        }
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(package);
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join(package).join("Cargo.toml");
    // Nothing that it never runs has to be there: neither what unwinds nor what copies memory.
    let flags = "-Clinker-flavor=ld.lld -Clink-arg=--unresolved-symbols=ignore-all";
    let variable = target.to_uppercase().replace('-', "_");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "--quiet", "--target", target])
        .arg("--manifest-path")
        .arg(manifest)
        .arg("--target-dir")
        .arg(&folder)
        .env(format!("CARGO_TARGET_{variable}_LINKER"), linker)
        .env("RUSTFLAGS", flags)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the program of {package} is not built");
    Some(folder.join(target).join(format!("release/curvemark-prove-{package}")))
}
