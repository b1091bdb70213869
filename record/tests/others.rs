//! The page of what others have published is the one that is made from the list.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use record::others::{self, Figure, HEADER};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf()
}

fn list() -> Vec<Figure> {
    let text =
        fs::read_to_string(root().join("record/published/peers.csv")).expect("the list is there");
    others::read(&text).unwrap_or_else(|(line, why)| panic!("peers.csv:{line}: {why}"))
}

#[test]
fn no_figure_stands_twice() {
    let mut seen = BTreeSet::new();
    for Figure { source, machine, operation, .. } in list() {
        assert!(seen.insert((source, machine, operation.clone())), "twice: {operation}");
    }
    assert!(seen.len() > 50);
}

#[test]
fn the_page_is_that_of_the_list() {
    let (path, page) = (root().join("docs/published.md"), others::page(&list()));
    if std::env::var_os("CURVEMARK_WRITE_PUBLISHED").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    }
    let there = fs::read_to_string(path).unwrap_or_default();
    assert!(
        there == page,
        "docs/published.md is old: CURVEMARK_WRITE_PUBLISHED=1 cargo test -p curvemark-record --test others"
    );
}

#[test]
fn what_is_no_figure_is_refused() {
    let read = |line: &str| others::read(&format!("{HEADER}\n{line}"));
    let figure = read("a/b 1,2026-01-01,a machine,add,ns,2,5,").expect("a figure");
    assert_eq!(figure[0].ratio(), Some(2.5));
    let alone = read("a/b 1,2026-01-01,a machine,add,ns,2,,alone").expect("a figure");
    assert_eq!(alone[0].ratio(), None);
    for line in [
        "a/b 1,2026-01-01,a machine,add,ns,0,5,",
        "a/b 1,2026-01-01,a machine,add,ns,x,5,",
        "a/b 1,2026-01-01,a machine,add,ns,2,-5,",
        "a/b 1,2026-01-01,a machine,,ns,2,5,",
        "a/b 1,2026-01-01,a machine,add,ns,2,5",
        "a/b 1,2026-01-01,\"a machine,add,ns,2,5,",
    ] {
        assert_eq!(read(line).expect_err(line).0, 2, "{line}");
    }
    assert_eq!(others::read("source,date").expect_err("no header").0, 1);
}
