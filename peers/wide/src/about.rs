//! Who a library is in this build.

use peer_api::About;

/// Package, version and features, as cargo resolved them.
const RESOLVED: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/resolved.rs"));

/// Packages whose arithmetic others are built on.
const BACKENDS: &[&str] = &["blst", "ed25519-consensus", "curve25519-dalek"];

/// What [`About`] says of the library whose main package is `package`; the features are those of
/// all `packages`.
pub fn about(
    name: &'static str,
    package: &str,
    packages: &[&str],
    engine: impl Into<String>,
) -> About {
    let version = |package: &str| {
        RESOLVED.iter().find(|known| known.0 == package).map_or("", |known| known.1)
    };
    let mut features = Vec::new();
    for wanted in [package].iter().chain(packages) {
        let found = RESOLVED.iter().find(|known| known.0 == *wanted).map_or("", |known| known.2);
        features.extend(found.split(',').filter(|feature| !feature.is_empty()).map(|feature| {
            if *wanted == package { feature.to_owned() } else { format!("{wanted}/{feature}") }
        }));
    }
    // What the arithmetic is, where it is another package's: rows on one back end that differ much
    // are a finding.
    let backend = packages.iter().find(|package| BACKENDS.contains(package));
    features.extend(backend.map(|package| format!("backend {package} {}", version(package))));
    let version = format!("{package} {}", version(package));
    About { name, version, features, flags: flags(), engine: engine.into() }
}

fn flags() -> Vec<String> {
    let mut flags = vec![format!("opt-level={}", env!("PEERS_OPT_LEVEL")), "lto=fat".into()];
    match env!("PEERS_FLAGS") {
        "" => flags.push("target-cpu and target-feature: default".into()),
        given => flags.extend(given.split(' ').map(String::from)),
    }
    let on = [
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("adx", cfg!(target_feature = "adx")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512ifma", cfg!(target_feature = "avx512ifma")),
    ];
    let on: Vec<&str> =
        on.into_iter().filter(|feature| feature.1).map(|feature| feature.0).collect();
    if !on.is_empty() {
        flags.push(format!("compiled for {}", on.join(", ")));
    }
    flags
}
