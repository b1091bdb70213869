//! What is written is what is read, and every damage is named by its line.

use super::*;
use crate::sample::sample;

fn text(run: &Run) -> String {
    let mut out = Vec::new();
    write(run, &mut out).expect("memory takes everything");
    String::from_utf8(out).expect("JSON is text")
}

fn problem(text: &str) -> String {
    read(text.as_bytes()).expect_err("it is damaged").to_string()
}

#[test]
fn a_run_comes_back_as_it_was() {
    let run = sample();
    let text = text(&run);
    assert_eq!(text.lines().count(), 4);
    assert!(text.starts_with("{\"header\":{\"schema\":2,"));
    assert_eq!(read(text.as_bytes()).expect("it was just written"), run);
    let empty = Run { operations: Vec::new(), ..run };
    assert_eq!(read(self::text(&empty).as_bytes()).expect("no operation is fine"), empty);
}

#[test]
fn a_newer_schema_is_refused_whatever_else_it_holds() {
    let newer = "{\"header\":{\"schema\":3,\"shape\":\"unknown\"}}\n";
    assert_eq!(
        problem(newer),
        "line 1: written with schema 3, this curvemark reads up to 2; use a newer curvemark"
    );
    let newer = text(&Run { schema: SCHEMA + 7, ..sample() });
    assert!(matches!(read(newer.as_bytes()), Err(ReadError::Newer { line: 1, schema: 9 })));
}

#[test]
fn damage_is_named_by_its_line() {
    let whole = text(&sample());
    let lines: Vec<&str> = whole.lines().collect();
    let join = |lines: &[&str]| lines.join("\n");
    assert_eq!(problem(""), "the file is empty; put a whole copy in its place");
    assert_eq!(
        problem(&join(&lines[..3])),
        "the file ends after line 3, before its summary; put a whole copy in its place"
    );
    assert_eq!(problem(&join(&lines[1..])), "line 1: the first line is not a header");
    assert_eq!(
        problem(&join(&[lines[0], lines[1], lines[3]])),
        "line 3: the summary counts 2 operations, 1 are there"
    );
    assert_eq!(problem(&join(&[lines[0], lines[0]])), "line 2: a second header");
    assert_eq!(problem(&(whole.clone() + lines[1])), "line 5: something follows the summary");
    assert_eq!(
        problem(&join(&[lines[0], &lines[1][..50]])),
        "line 2: it ends too soon: the file was cut off; put a whole copy in its place"
    );
    // A run whose seal was cut off is whole but for that, and the error says how to have it.
    let sealed = whole.clone() + &Seal::new(whole.as_bytes(), None).line();
    for end in whole.len() + 1..sealed.len() - 1 {
        assert_eq!(
            problem(&sealed[..end]),
            "line 5: the seal was cut off; put a whole copy in its place. `head -n 4` has the whole run, without its place in the chain"
        );
    }
    assert_eq!(read(&sealed.as_bytes()[..whole.len()]).expect("what head gives"), sample());
    assert!(problem(&(whole.clone() + "{\"sail")).starts_with("line 5: it ends too soon"));
    assert!(problem(&join(&[lines[0], "{\"operation\":{\"id\":3}}"])).starts_with("line 2: "));
    assert_eq!(problem("hello"), "line 1: no line of a run: expected value, at character 1");
    let bytes = [lines[0].as_bytes(), b"\n\xff\xfe\n"].concat();
    assert_eq!(read(&bytes[..]).expect_err("damaged").to_string(), "line 2: not UTF-8 text");
}

#[test]
fn no_prefix_of_a_file_passes_for_a_run() {
    let whole = text(&sample());
    for end in (0..whole.len() - 1).filter(|end| whole.is_char_boundary(*end)) {
        assert!(read(&whole.as_bytes()[..end]).is_err(), "cut after {end} bytes");
    }
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = std::env::temp_dir().join(format!("curvemark-jsonl-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    let path = folder.join("run.jsonl");
    save(&sample(), &path).expect("a new file");
    assert_eq!(load(&path).expect("just written"), sample());

    let failed = replace(&path, |out| {
        out.write_all(b"half of it")?;
        Err(io::Error::other("the disk is full"))
    });
    assert_eq!(failed.expect_err("it failed").to_string(), "the disk is full");
    assert_eq!(load(&path).expect("the old file is untouched"), sample());
    try_place(&path).expect("a place where files can be written");
    assert!(try_place(&folder.join("none/run.jsonl")).is_err());
    let left: Vec<_> = fs::read_dir(&folder).expect("it exists").collect();
    assert_eq!(left.len(), 1, "no temporary file stays behind");
    fs::remove_dir_all(&folder).expect("it is ours");
}

/// `--out /dev/null` must not put a page in the place of the device.
#[cfg(unix)]
#[test]
fn what_is_no_file_stays_what_it_is() {
    let folder = std::env::temp_dir().join(format!("curvemark-device-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    let path = folder.join("null");
    std::os::unix::fs::symlink("/dev/null", &path).expect("a new link");
    try_place(&path).expect("it takes everything");
    replace(&path, |out| out.write_all(b"a page")).expect("it takes everything");
    assert!(fs::symlink_metadata(&path).expect("it is there").is_symlink());
    assert!(!fs::metadata(&path).expect("it is there").is_file());
    fs::remove_dir_all(&folder).expect("it is ours");
}
