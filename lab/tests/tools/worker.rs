//! `--worker` from outside: an executable of a user's own takes part, and what is none is refused
//! in one line.

use super::Folder;
use std::path::Path;
use std::process::Command;

pub(super) fn smallest() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../peers/python/smallest.py").display().to_string()
}

pub(super) fn python() -> bool {
    let there =
        Command::new("python3").arg("--version").output().is_ok_and(|done| done.status.success());
    if !there {
        eprintln!("SKIPPED: there is no python3 here, and no executable took part");
    }
    there && cfg!(unix)
}

#[test]
fn an_executable_takes_part() {
    if !python() {
        return;
    }
    let folder = Folder::new("list", "worker");
    let (exit, out, err) = folder.run(&["--json", "--filter", "fp_mul", "--worker", &smallest()]);
    assert_eq!((exit, err.as_str()), (0, ""));
    let operations: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let find = |id: &str| {
        operations
            .as_array()
            .expect("a list")
            .iter()
            .find(|one| one["id"] == id)
            .expect("it is there")
            .clone()
    };
    let product = find("secp256k1/fp_mul");
    assert_eq!(product["contracts"]["integers"]["time"], "variable");
    // What a worker in another language must know of an operation.
    assert_eq!(
        (&product["args"], &product["result"]),
        (&serde_json::json!(["fp", "fp"]), &serde_json::json!("fp"))
    );
    assert_eq!(product["definition"].as_str().map(str::len), Some(16));
    assert_eq!(find("p256/fp_mul")["contracts"]["integers"], serde_json::Value::Null);
}

#[test]
fn whoever_cannot_take_part_is_refused_with_the_reason() {
    let folder = Folder::new("list", "no-worker");
    let refused = |workers: &[&str]| {
        let words: Vec<&str> = workers.iter().flat_map(|worker| ["--worker", *worker]).collect();
        let (exit, out, err) = folder.run(&[&["--filter", "fp_mul"], &words[..]].concat());
        assert_eq!((exit, out.as_str(), err.lines().count()), (2, "", 1), "{workers:?}: {err}");
        err
    };
    assert!(refused(&["./nothing"]).contains("--worker ./nothing: there is no such file"));
    folder.write("plain.txt", "no program");
    assert!(refused(&["plain.txt"]).contains("it cannot be started"));
    if python() {
        let twice = refused(&[&smallest(), &smallest()]);
        assert!(twice.contains("there is an implementation called integers already"), "{twice}");
    }
}
