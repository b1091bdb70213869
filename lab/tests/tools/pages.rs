//! Blocks of commands in README.md and `docs` that say `<!-- run -->`: each runs as a reader would
//! run it, in a folder of its own. That every other block says why it is not run is asked by
//! `walls/tests/papers.rs`.

use crate::tool::Folder;
use std::fs;
use std::path::{Path, PathBuf};

/// The blocks of a page that are marked so.
fn marked(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        if line == "<!-- run -->" {
            let fence = lines.next().expect("a block follows");
            assert!(fence.starts_with("```sh"), "{fence:?} after <!-- run -->");
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            found.push(block.join("\n"));
        }
    }
    found
}

#[test]
fn marked_blocks_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned();
    let docs = fs::read_dir(root.join("docs")).expect("a folder");
    let mut pages: Vec<PathBuf> = docs.map(|entry| entry.expect("an entry").path()).collect();
    pages.extend(["README.md", "SCOREBOARD.md", "CONTRIBUTING.md"].map(|name| root.join(name)));
    let mut seen = 0;
    for page in pages.iter().filter(|page| page.extension().is_some_and(|end| end == "md")) {
        for (k, block) in marked(&fs::read_to_string(page).expect("text")).iter().enumerate() {
            let name = page.file_stem().expect("a name").to_string_lossy();
            let folder = Folder::new("page", &format!("{name}-{k}"));
            // What a block reads lies where it lies in a clone.
            std::os::unix::fs::symlink(root.join("results"), folder.path.join("results"))
                .expect("a link");
            let (exit, out, err) = folder.shell(block);
            assert_eq!(exit, 0, "{}:\n{block}\n{out}{err}", page.display());
            seen += 1;
        }
    }
    assert!(seen >= 4, "{seen} blocks were run");
}
