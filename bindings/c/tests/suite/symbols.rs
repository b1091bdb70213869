//! What the libraries show to a linker: the functions of the header, and nothing else.

use std::collections::BTreeSet;

use super::programs::{build, installed, run};
use super::source::functions;

fn names_of_header() -> BTreeSet<String> {
    functions().into_iter().map(|function| function.name).collect()
}

/// The names that `nm` lists as defined and visible.
fn visible(arguments: &[&str], library: &std::path::Path) -> BTreeSet<String> {
    let library = library.to_str().expect("a path in UTF-8");
    let text = run("nm", &[arguments, &["--defined-only", library]].concat(), &[]);
    let name = |line: &str| {
        let mut words = line.split_whitespace();
        let (_, _, name) = (words.next()?, words.next()?, words.next()?);
        Some(name.to_owned())
    };
    text.lines().filter_map(name).collect()
}

#[test]
fn the_shared_library_shows_the_functions_of_the_header_and_nothing_else() {
    assert_eq!(visible(&["-D"], &build().join("libcurvemark_c.so")), names_of_header());
    assert_eq!(visible(&["-D"], &installed().join("lib/libcurvemark.so.0")), names_of_header());
}

#[test]
fn so_does_the_installed_static_library() {
    assert_eq!(visible(&["-g"], &installed().join("lib/libcurvemark.a")), names_of_header());
    // The one that cargo makes shows Rust's names too: the test would see them.
    assert!(visible(&["-g"], &build().join("libcurvemark_c.a")).len() > names_of_header().len());
}
