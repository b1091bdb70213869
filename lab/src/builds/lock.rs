//! What two lock files differ in: a package that was upgraded may change a time as well as any line
//! of code.

use std::collections::BTreeMap;

/// The versions of each package of a lock file, with the start of the checksum where it has one: a
/// version that changed its content is a change too.
fn packages(lock: &str) -> BTreeMap<&str, Vec<String>> {
    let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let value = |key: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
            line.map(|value| value.trim_matches('"'))
        };
        let (Some(name), Some(version)) = (value("name"), value("version")) else { continue };
        let sum = value("checksum")
            .and_then(|sum| sum.get(..8))
            .map(|sum| format!(" ({sum})"))
            .unwrap_or_default();
        found.entry(name).or_default().push(format!("{version}{sum}"));
    }
    found
}

/// The differences, a few words each: `subtle 2.6.0 → 2.6.1`, `+ rand 0.10.0`, `− hex 0.4.3`.
pub fn changes(base: &str, candidate: &str) -> Vec<String> {
    let (before, after) = (packages(base), packages(candidate));
    let plain = |versions: &[String], others: &[String]| {
        let bare = |version: &String| version.split(' ').next().unwrap_or_default().to_owned();
        let (mine, theirs): (Vec<String>, Vec<String>) =
            (versions.iter().map(bare).collect(), others.iter().map(bare).collect());
        // Checksums are shown only where they are all that differs.
        if mine == theirs { versions.join(", ") } else { mine.join(", ") }
    };
    let mut found = Vec::new();
    for (name, old) in &before {
        match after.get(name) {
            Some(new) if new == old => {}
            Some(new) => found.push(format!("{name} {} → {}", plain(old, new), plain(new, old))),
            None => found.push(format!("− {name} {}", plain(old, &[]))),
        }
    }
    let added = after.iter().filter(|(name, _)| !before.contains_key(*name));
    found.extend(added.map(|(name, new)| format!("+ {name} {}", plain(new, &[]))));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upgrades_additions_removals_and_changed_contents_are_named() {
        let package = |name: &str, version: &str, sum: &str| {
            format!(
                "[[package]]\nname = \"{name}\"\nversion = \"{version}\"\nchecksum = \"{sum}\"\n\n"
            )
        };
        let base = [
            package("same", "1.0.0", "0123456789"),
            package("up", "1.0.0", "0123456789"),
            package("gone", "0.1.0", "0123456789"),
            package("sly", "2.0.0", "0123456789"),
        ];
        let candidate = [
            package("same", "1.0.0", "0123456789"),
            package("up", "1.0.1", "abcdef0123"),
            package("sly", "2.0.0", "fedcba9876"),
            package("new", "3.0.0", "0123456789"),
            package("new", "4.0.0", "0123456789"),
        ];
        let (base, candidate) = (base.concat(), candidate.concat());
        let expected = [
            "− gone 0.1.0",
            "sly 2.0.0 (01234567) → 2.0.0 (fedcba98)",
            "up 1.0.0 → 1.0.1",
            "+ new 3.0.0, 4.0.0",
        ];
        assert_eq!(changes(&base, &candidate), expected);
        assert!(changes(&base, &base).is_empty() && changes("", "").is_empty());
    }
}
