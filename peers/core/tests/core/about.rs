//! What the adapters say about themselves is what cargo resolved.

use std::path::Path;
use std::process::Command;

use peer_api::About;

fn about(name: &str) -> About {
    let all = peer_core::implementations();
    all.iter()
        .map(|one| one.about())
        .find(|about| about.name == name)
        .expect("an implementation of this name")
}

#[test]
fn versions_are_those_of_the_lock_file() {
    let lock =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock"))
            .expect("a lock file");
    for (name, package) in
        [("blst", "blst"), ("arkworks", "ark-bls12-381"), ("zkcrypto", "bls12_381")]
    {
        let version = about(name).version;
        let (stated_package, number) = version.split_once(' ').expect("package and version");
        assert_eq!(stated_package, package);
        let entry = format!("name = \"{package}\"\nversion = \"{number}\"\n");
        assert!(lock.contains(&entry), "{version} is not what the lock file holds");
        assert_eq!(
            lock.matches(&format!("name = \"{package}\"\n")).count(),
            1,
            "several versions of {package}"
        );
    }
    // The generic halves of arkworks go under the curve crate's version.
    let number = about("arkworks").version.replace("ark-bls12-381 ", "");
    for package in ["ark-ec", "ark-ff", "ark-serialize"] {
        assert!(
            lock.contains(&format!("name = \"{package}\"\nversion = \"{number}\"\n")),
            "{package} has another version"
        );
    }
}

#[test]
fn features_are_those_that_cargo_resolves() {
    // The packages that a plain `cargo run` builds together: what one of them turns on is on for
    // all.
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--edges", "normal", "--prefix", "none", "--format", "{p}|{f}"])
        .args(["-p", "curvemark-peer-core", "-p", "curvemark-lab"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let tree = String::from_utf8(tree.stdout).expect("text");
    for (name, package) in
        [("blst", "blst"), ("arkworks", "ark-bls12-381"), ("zkcrypto", "bls12_381")]
    {
        let line = tree
            .lines()
            .find(|line| line.starts_with(&format!("{package} v")))
            .expect("the package is in the tree");
        let (_, features) = line.split_once('|').expect("the format asked for");
        let mut resolved: Vec<&str> =
            features.trim_end_matches(" (*)").split(',').filter(|f| !f.is_empty()).collect();
        resolved.sort_unstable();
        assert_eq!(about(name).features, resolved, "features of {package}");
    }
}

#[test]
fn names_are_unique_and_engines_are_told() {
    let abouts: Vec<About> = peer_core::implementations().iter().map(|one| one.about()).collect();
    assert_eq!(
        abouts.iter().map(|about| about.name).collect::<Vec<_>>(),
        ["blst", "arkworks", "zkcrypto"]
    );
    assert!(abouts.iter().all(|about| !about.engine.is_empty() && !about.flags.is_empty()));
}
