//! How this package was built, for [`peer_api::About`].

/// The compiler flags of this build that matter to a figure.
pub(crate) fn flags() -> Vec<String> {
    let mut flags = vec![format!("opt-level={}", env!("PEER_CORE_OPT_LEVEL"))];
    match env!("PEER_CORE_RUSTFLAGS") {
        "" => flags.push("target-cpu and target-feature: default".into()),
        given => flags.extend(given.split(' ').map(String::from)),
    }
    flags
}

/// Features in the form of [`peer_api::About::features`].
pub(crate) fn list(features: &[&str]) -> Vec<String> {
    features.iter().map(ToString::to_string).collect()
}
