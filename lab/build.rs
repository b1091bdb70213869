//! Writes down how the lab is built: commit, compiler, profile, target. A run stores them beside
//! its figures.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let variable = |name| env::var(name).unwrap_or_default();
    set("COMPILER", &output(&rustc, &["--version"]).unwrap_or_else(|| "rustc unknown".to_owned()));
    // Cargo tells a build script `release` or `debug` alone; the folder's name is the profile's.
    let profile = Path::new(&variable("OUT_DIR"))
        .ancestors()
        .nth(3)
        .and_then(|folder| folder.file_name()?.to_str().map(str::to_owned))
        .map_or_else(
            || variable("PROFILE"),
            |name| if name == "debug" { "dev".to_owned() } else { name },
        );
    set("PROFILE", &profile);
    set("TARGET", &variable("TARGET"));
    set("COMMIT", &commit().unwrap_or_default());

    // What a figure depends on; a change there may turn a clean tree into one that is not.
    for path in [
        "src",
        "build.rs",
        "Cargo.toml",
        "../Cargo.lock",
        "../limb",
        "../curve",
        "../curvemark",
        "../peers",
        "../record",
    ] {
        println!("cargo::rerun-if-changed={path}");
    }
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = output("git", &["rev-parse", "--git-path", file])
            .filter(|path| Path::new(path).exists())
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

fn set(name: &str, value: &str) {
    println!("cargo::rustc-env=CURVEMARK_{name}={value}");
}

/// The abbreviated commit, with `+` if a tracked file differs from it. `None` outside a checkout.
fn commit() -> Option<String> {
    let hash = output("git", &["rev-parse", "--short=10", "HEAD"])?;
    let clean = output("git", &["status", "--porcelain", "--untracked-files=no"])?.is_empty();
    Some(if clean { hash } else { hash + "+" })
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
