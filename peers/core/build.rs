//! Hands on what only a build script can see: the compiler flags of this build, and whether the
//! building machine has ADX, by which blst's own build script chooses its assembly.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    // Only these: other flags may hold paths of the building machine.
    let told: Vec<&str> = flags
        .split('\x1f')
        .map(|flag| flag.trim_start_matches("-C"))
        .filter(|flag| flag.starts_with("target-cpu=") || flag.starts_with("target-feature="))
        .collect();
    println!("cargo::rustc-env=PEER_CORE_RUSTFLAGS={}", told.join(" "));
    println!("cargo::rustc-env=PEER_CORE_OPT_LEVEL={}", env::var("OPT_LEVEL").unwrap_or_default());

    // blst 0.3.17, build.rs: with `target-cpu=` among the flags it obeys the target features, else
    // it asks the host.
    let obeys_flags = flags.contains("target-cpu=");
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let has = |name: &str| features.split(',').any(|feature| feature == name);
    let blst = match env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default().as_str() {
        "x86_64" if obeys_flags && !has("ssse3") => "portable assembly, ADX chosen at run time",
        "x86_64" if if obeys_flags { has("adx") } else { host_has_adx() } => {
            "assembly, ADX (chosen when it was built)"
        }
        "x86_64" => "assembly, no ADX (chosen when it was built)",
        "aarch64" => "assembly, ARMv8",
        _ => "C, no assembly",
    };
    println!("cargo::rustc-env=PEER_CORE_BLST_ENGINE={blst}");
}

#[cfg(target_arch = "x86_64")]
fn host_has_adx() -> bool {
    std::is_x86_feature_detected!("adx")
}

#[cfg(not(target_arch = "x86_64"))]
fn host_has_adx() -> bool {
    false
}
