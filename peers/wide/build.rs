//! Writes down what only cargo knows: the versions and features that it resolved for this build,
//! the compiler and its flags. What a worker says about itself is then what was built, and no list
//! has to be kept.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    for path in ["src", "Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let rustc =
        output(&variable("RUSTC"), &["--version"]).unwrap_or_else(|| "rustc unknown".into());
    println!("cargo::rustc-env=PEERS_COMPILER={rustc}");
    println!("cargo::rustc-env=PEERS_OPT_LEVEL={}", variable("OPT_LEVEL"));
    // Only these: other flags may hold paths of the building machine.
    let flags = variable("CARGO_ENCODED_RUSTFLAGS");
    let told: Vec<&str> = flags
        .split('\x1f')
        .map(|flag| flag.trim_start_matches("-C"))
        .filter(|flag| flag.starts_with("target-cpu=") || flag.starts_with("target-feature="))
        .collect();
    println!("cargo::rustc-env=PEERS_FLAGS={}", told.join(" "));

    let features: Vec<&str> = ["native", "mcl"]
        .into_iter()
        .filter(|name| env::var_os(format!("CARGO_FEATURE_{}", name.to_uppercase())).is_some())
        .collect();
    let features = features.join(",");
    let mut arguments = vec![
        "tree",
        "--locked",
        "--offline",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--format",
        "{p}|{f}",
    ];
    if !features.is_empty() {
        arguments.extend(["--features", &features]);
    }
    let tree = output(&variable("CARGO"), &arguments)
        .expect("cargo resolves this package as it has just done");
    let mut table = String::from("&[\n");
    let mut known = Vec::new();
    for line in tree.lines().map(|line| line.trim_end_matches(" (*)")) {
        let Some((package, features)) = line.split_once('|') else { continue };
        let mut words = package.split(' ');
        if let (Some(name), Some(version)) = (words.next(), words.next())
            && !known.contains(&name)
        {
            known.push(name);
            let version = version.trim_start_matches('v');
            writeln!(table, "    ({name:?}, {version:?}, {features:?}),").expect("a string");
        }
    }
    table += "]\n";
    fs::write(Path::new(&variable("OUT_DIR")).join("resolved.rs"), table)
        .expect("the build's folder");
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
