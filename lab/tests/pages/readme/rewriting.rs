//! The command that writes a block: it writes whole files or nothing.

use super::call;
use crate::fixture;
use lab::commands::Exit;
use lab::report::readme::{END, START, WITH_CHANGES};
use record::{Run, jsonl};
use std::fs;
use std::path::PathBuf;

/// A folder that is gone when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("curvemark-readme-{name}-{}", std::process::id()));
        fs::create_dir_all(path.join("results")).expect("a temporary folder");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Stores a run and says where.
    fn store(&self, run: &Run) -> String {
        let path = self.0.join("results").join(format!("{}.jsonl", run.id));
        jsonl::save(run, &path).expect("a new file");
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_command_writes_compares_and_leaves_alone() {
    let folder = Folder::new("writes");
    let (run, file) = (folder.store(&fixture::run(4)), folder.file("README.md"));
    let old = format!("# Title\n\n{START}\nold\n{END}\n\nThe end.\n");
    fs::write(&file, &old).expect("a new file");
    let quote = ["report", &run, "--readme", &file];
    let check = ["report", &run, "--readme", &file, "--check"];

    let (exit, out, err) = call(&check);
    assert_eq!((exit, out.as_str()), (Exit::Regression, ""));
    assert!(
        err.contains("README.md is not what run 20260916T101502Z-7c1e gives")
            && err.lines().count() == 1,
        "{err}"
    );
    assert_eq!(fs::read_to_string(&file).expect("text"), old, "--check writes nothing");

    let (exit, out, err) = call(&quote);
    assert_eq!((exit, err.as_str()), (Exit::Good, ""));
    assert!(out.ends_with("README.md is written\n"), "{out}");
    let written = fs::read_to_string(&file).expect("text");
    assert!(
        written.starts_with("# Title\n\n") && written.ends_with(&format!("{END}\n\nThe end.\n"))
    );
    assert!(written.contains("](results/20260916T101502Z-7c1e.jsonl)") && !written.contains("old"));
    assert!(!written.contains(&folder.0.display().to_string()));

    assert_eq!(call(&check).0, Exit::Good);
    assert!(call(&quote).1.ends_with("README.md is as it should be\n"));
    let json = [&quote[..], &["--json"]].concat();
    let answer: serde_json::Value = serde_json::from_str(&call(&json).1).expect("JSON");
    assert_eq!((&answer["current"], &answer["written"]), (&true.into(), &false.into()));
    let names: Vec<_> = fs::read_dir(&folder.0)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(names.len(), 2, "nothing is left behind: {names:?}");
}

#[test]
fn a_run_of_a_tree_with_changes_is_refused_or_named() {
    let folder = Folder::new("changes");
    let file = folder.file("README.md");
    let old = format!("{START}\nold\n{END}\n");
    fs::write(&file, &old).expect("a new file");
    let mut run = fixture::run(4);
    run.build.commit = Some("7b0cc28+".to_owned());
    let stored = folder.store(&run);
    let (exit, out, err) = call(&["report", &stored, "--readme", &file]);
    assert_eq!((exit, out.as_str()), (Exit::Usage, ""));
    assert!(err.contains("of a tree with changes beyond it"), "{err}");
    assert_eq!(fs::read_to_string(&file).expect("text"), old);
    // One of the list is quoted, and it is said, in words and in JSON.
    let listed = folder.store(&Run { id: WITH_CHANGES[0].to_owned(), ..run });
    let (exit, out, err) = call(&["report", &listed, "--readme", &file]);
    assert_eq!((exit, err.as_str()), (Exit::Good, ""));
    let said = format!("run {} is of a tree with changes that no commit has", WITH_CHANGES[0]);
    assert!(out.contains(&said), "{out}");
    let written = fs::read_to_string(&file).expect("text").replace('\n', " ");
    assert!(written.contains("`7b0cc28` with changes beyond it"), "{written}");
    let json = call(&["report", &listed, "--readme", &file, "--json"]).1;
    let answer: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!(answer["remark"].as_str().expect("a remark").starts_with(&said), "{json}");
    // Others are quoted without a word.
    let clean = folder.store(&Run { id: "20260917T000000Z-0001".to_owned(), ..fixture::run(4) });
    let out = call(&["report", &clean, "--readme", &file]).1;
    assert_eq!(out.lines().count(), 1, "{out}");
}

#[cfg(unix)]
#[test]
fn behind_a_link_the_file_is_written_and_the_link_kept() {
    let folder = Folder::new("link");
    let run = folder.store(&fixture::run(4));
    fs::write(folder.file("real.md"), format!("{START}\n{END}\n")).expect("a new file");
    std::os::unix::fs::symlink("real.md", folder.0.join("README.md")).expect("a new link");
    assert_eq!(call(&["report", &run, "--readme", &folder.file("README.md")]).0, Exit::Good);
    assert!(folder.0.join("README.md").is_symlink());
    assert!(fs::read_to_string(folder.file("real.md")).expect("text").contains("| operation |"));
}

#[test]
fn on_any_error_the_file_is_left_alone() {
    let folder = Folder::new("errors");
    let good = folder.store(&fixture::run(4));
    let failed = folder.store(&Run { id: "20260917T000000Z-0001".to_owned(), ..fixture::failed() });
    let empty = folder.store(&Run { id: "20260918T000000Z-0002".to_owned(), ..fixture::empty() });
    let (file, plain, binary) =
        (folder.file("README.md"), folder.file("plain.md"), folder.file("binary.md"));
    let text = format!("{START}\nkept\n{END}\n");
    fs::write(&file, &text).expect("a new file");
    fs::write(&plain, "no markers").expect("a new file");
    fs::write(&binary, [0xff, 0xfe]).expect("a new file");
    let (missing, page) = (folder.file("missing.md"), folder.file("page.html"));
    for (line, exit, says) in [
        (
            &["report", &good, "--readme", &plain][..],
            Exit::Usage,
            "plain.md: there is no line <!-- curvemark:scoreboard -->",
        ),
        (
            &["report", &good, "--readme", &plain, "--check"],
            Exit::Usage,
            "plain.md: there is no line",
        ),
        (&["report", &good, "--readme", &missing], Exit::Usage, "missing.md: "),
        (&["report", &good, "--readme", &binary], Exit::Usage, "binary.md is a binary file"),
        (&["report", &missing, "--readme", &file], Exit::Usage, "there is no file "),
        (
            &["report", &empty, "--readme", &file],
            Exit::Usage,
            "has none of the headline operations",
        ),
        (
            &["report", &failed, "--readme", &file],
            Exit::Incorrect,
            "the correctness gate of the run did not pass",
        ),
        (&["report", &good, "--check"], Exit::Usage, "required arguments were not provided"),
        (&["report", &good, "--readme", &file, "--out", &page], Exit::Usage, "cannot be used with"),
    ] {
        let (found, out, err) = call(line);
        assert_eq!((found, out.as_str()), (exit, ""), "{line:?}: {err}");
        assert!(err.contains(says) && err.lines().count() == 1, "{line:?}: {err}");
        assert_eq!(fs::read_to_string(&file).expect("text"), text);
    }
}
