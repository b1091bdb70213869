//! Who reads the page of a type, a trait or a function of a package finds an example there, or a
//! link to one. This holds for all of `curvemark`, `evm` and `guest`, and in `curve` for modules of
//! concrete curves and for those that the page of the crate sends its readers to. It is read as
//! text: a tool that knows the compiler's own list of items would have to build the packages.
//!
//! Methods are on the page of their type, and constants explain themselves. Functions and types
//! that take an engine need none: their readers write engines ([`MACHINERY`]).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of sources with a tour, and where in them it is.
const TOURS: [(&str, &[&str]); 4] = [
    (
        "curve/src",
        &[
            "curves/",
            "edwards",
            "error.rs",
            "fp2.rs",
            "hash_to_curve.rs",
            "hash_to_curve/expand.rs",
            "hash_to_curve/face.rs",
            "msm",
            "ntt",
            "pairing/face.rs",
            "parallel.rs",
            "poseidon",
            "scalar",
            "vectors",
            "weierstrass",
        ],
    ),
    ("curvemark/src", &[""]),
    ("evm/src", &[""]),
    ("guest/src", &[""]),
];

/// What the names of items say that take an engine: functions on lanes of the caller's choice, and
/// what a curve is on an engine.
const MACHINERY: [&str; 6] = ["_on_lanes", "_in_lanes", "OnLanes", "InLanes", "There", "CtxOf"];

/// What an item has a page for.
const KINDS: [&str; 5] = ["fn", "struct", "enum", "trait", "type"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace is the folder above")
        .to_path_buf()
}

/// The sources below a folder, by their paths in it.
fn sources(folder: &Path) -> BTreeMap<String, String> {
    let (mut found, mut folders) = (BTreeMap::new(), vec![folder.to_path_buf()]);
    while let Some(here) = folders.pop() {
        for entry in fs::read_dir(&here).expect("a folder of the checkout") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name = path.strip_prefix(folder).expect("below it").to_string_lossy();
                found.insert(name.into_owned(), fs::read_to_string(&path).expect("text"));
            }
        }
    }
    found
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The names that any file exports again.
fn exported_again(files: &BTreeMap<String, String>) -> BTreeSet<String> {
    let uses = files.values().flat_map(|text| text.split("\npub use ").skip(1));
    let lists = uses.filter_map(|text| text.split(';').next());
    lists.flat_map(words).map(str::to_owned).collect()
}

/// Whether a file is a module that users can name.
fn is_public(file: &str, files: &BTreeMap<String, String>) -> bool {
    let Some(path) = file.strip_suffix(".rs").filter(|path| *path != "lib") else { return true };
    let (parent, name) = match path.rsplit_once('/') {
        Some((parent, name)) => (format!("{parent}.rs"), name),
        None => ("lib.rs".to_owned(), path),
    };
    let declared = files.get(&parent).is_some_and(|text| {
        text.split(&format!("\npub mod {name};")).next().is_some_and(|before| {
            before.len() < text.len() && !before.trim_end().ends_with("#[doc(hidden)]")
        })
    });
    declared && is_public(&parent, files)
}

/// The name of an item with a page, if a line begins one.
fn item(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let rest = rest.strip_prefix("const fn ").map(|name| ("fn", name));
    let (kind, name) = match rest {
        Some(found) => found,
        None => line.trim_start().strip_prefix("pub ")?.split_once(' ')?,
    };
    let end = |c: char| !c.is_alphanumeric() && c != '_' && c != '$';
    KINDS.contains(&kind).then(|| name.split(end).next().unwrap_or_default())
}

/// The items with a page in a file, with what stands above them: documentation and attributes.
///
/// `whole` says that the file is a macro whose items are all on pages. Else an item that is
/// indented counts in a public module only: others are methods.
fn items(text: &str, whole: bool) -> Vec<(&str, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let tests = lines.windows(2).position(|two| {
        two[0] == "#[cfg(test)]" && two[1].starts_with("mod ") && two[1].ends_with('{')
    });
    let mut found = Vec::new();
    let mut outside = "";
    for (at, line) in lines.iter().enumerate().take(tests.unwrap_or(lines.len())) {
        let indented = line.starts_with(' ');
        if !indented && !line.is_empty() {
            outside = line;
        }
        let Some(name) = item(line) else { continue };
        if indented && !whole && !outside.starts_with("pub mod ") {
            continue;
        }
        let above = lines[..at].iter().rev().map(|line| line.trim_start());
        let above: Vec<&str> =
            above.take_while(|line| line.starts_with("///") || line.starts_with("#[")).collect();
        found.push((name, above.into_iter().rev().collect::<Vec<_>>().join("\n")));
    }
    found
}

/// What a link to an example names, if there is one.
fn link(above: &str) -> Option<&str> {
    let (_, rest) = above.split_once("[Example](").or_else(|| above.split_once("[Examples]("))?;
    rest.split(')').next()
}

/// The heading as it stands in an address: rustdoc's rule for plain words.
fn slug(heading: &str) -> String {
    heading.to_lowercase().replace(' ', "-")
}

/// Whether the page of a module has an example, below a heading if one is named.
fn has_example(module: &str, heading: &str) -> bool {
    let page = module.lines().filter_map(|line| line.strip_prefix("//!")).map(str::trim);
    let below = page.skip_while(|line| {
        !heading.is_empty() && line.strip_prefix("# ").is_none_or(|title| slug(title) != heading)
    });
    below.skip(1).any(|line| line.starts_with("```"))
}

/// What is wrong with the items of a file.
fn faults(file: &str, files: &BTreeMap<String, String>, again: &BTreeSet<String>) -> Vec<String> {
    let (text, whole) = (&files[file], file.ends_with("face.rs"));
    let public = is_public(file, files);
    let mut faults = Vec::new();
    for (name, above) in items(text, whole) {
        let seen = public || whole || again.contains(name);
        let nobodys = ["#[doc(hidden)]", "doctest"].iter().any(|word| above.contains(word));
        let machinery = MACHINERY.iter().any(|word| name.contains(word));
        if !seen || nobodys || machinery || above.contains("/// ```") {
            continue;
        }
        let Some(target) = link(&above) else {
            faults.push(format!("{file}: {name} has no example and no link to one"));
            continue;
        };
        let (path, heading) = target.split_once('#').unwrap_or((target, ""));
        let page = match path {
            // The modules of curves, which are not known here.
            "super" if whole => continue,
            "self" => Some(file.to_owned()),
            "super" => file.rsplit_once('/').map(|(parent, _)| format!("{parent}.rs")),
            "crate" => Some("lib.rs".to_owned()),
            _ => path.strip_prefix("crate::").map(|path| path.replace("::", "/") + ".rs"),
        };
        let good = match page {
            Some(page) => files.get(&page).is_some_and(|page| has_example(page, heading)),
            // A type of this file.
            None => items(text, whole)
                .iter()
                .any(|(name, above)| *name == path && above.contains("/// ```")),
        };
        if !good {
            faults.push(format!("{file}: {name} links to {target}, where no example is"));
        }
    }
    faults
}

#[test]
fn every_page_of_the_tour_has_an_example_or_a_link_to_one() {
    let (mut all, mut pages) = (Vec::new(), 0);
    for (folder, parts) in TOURS {
        let files = sources(&root().join(folder));
        let again = exported_again(&files);
        let toured = files.keys().filter(|file| {
            !file.ends_with("tests.rs") && parts.iter().any(|part| file.starts_with(part))
        });
        for file in toured {
            pages += items(&files[file], file.ends_with("face.rs")).len();
            all.extend(
                faults(file, &files, &again).iter().map(|fault| format!("{folder}/{fault}")),
            );
        }
    }
    assert!(pages > 500, "{pages} items were read");
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn curves_have_the_examples_that_macros_link_to() {
    for curve in [
        "bandersnatch",
        "bls12_377",
        "bls12_381",
        "bn254",
        "ed25519",
        "grumpkin",
        "p256",
        "pasta/pallas",
        "pasta/vesta",
        "secp256k1",
    ] {
        let path = root().join(format!("curve/src/curves/{curve}.rs"));
        let text = fs::read_to_string(&path).expect("text");
        assert!(has_example(&text, "examples"), "{curve}");
    }
}

#[test]
fn what_lacks_an_example_is_found() {
    let text = "//! A page.\n//!\n//! # In short\n//!\n//! ```\n//! ```\n\nmod hidden;\npub mod seen;\n\
                pub use hidden::Shown;\n\n\
                /// With.\n///\n/// ```\n/// ```\npub struct With;\n\
                impl With {\n    /// A method.\n    pub fn method() {}\n}\n\
                /// Linked.\n///\n/// [Example](crate#in-short).\npub const fn linked() {}\n\
                /// To nothing.\n///\n/// [Example](crate#elsewhere).\npub trait Astray {}\n\
                /// Without.\npub enum Without {}\n\
                pub mod inner {\n    /// Without.\n    pub type Inside = u8;\n}\n";
    let hidden = "/// Without.\npub struct Shown;\n/// Nobody sees it.\npub struct Unseen;\n";
    let files: BTreeMap<String, String> =
        [("lib.rs", text), ("hidden.rs", hidden), ("seen.rs", "/// Without.\npub fn plain() {}\n")]
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .into();
    let again = exported_again(&files);
    let found: Vec<String> = files.keys().flat_map(|file| faults(file, &files, &again)).collect();
    let lacks =
        |file: &str, name: &str| format!("{file}: {name} has no example and no link to one");
    assert_eq!(
        found,
        [
            lacks("hidden.rs", "Shown"),
            "lib.rs: Astray links to crate#elsewhere, where no example is".to_owned(),
            lacks("lib.rs", "Without"),
            lacks("lib.rs", "Inside"),
            lacks("seen.rs", "plain"),
        ]
    );
}
