//! What is written is what is read, and every damage is named by its line.

use super::*;
use crate::store::record::{Contract, Ratio, Row, Suite};

pub(crate) fn sample() -> Run {
    let ratio = Ratio { value: 1.25, low: 1.2, high: 1.31, resolution: 0.07 };
    let row = |name: &str, ratio| Row {
        implementation: name.into(),
        contract: Contract { input: "parsed".into(), checks: "none".into(), time: "constant".into() },
        cpu_ns: 19.25,
        wall_ns: 20.5,
        p10_ns: 19.0,
        p90_ns: 22.0,
        calls: 10_000,
        rounds: 8,
        visits: 8,
        ratio,
        rounds_ln: vec![0.2231, -0.0001],
        rounds_visit: vec![0, 1],
    };
    let operation = |id: &str| Operation {
        id: id.into(),
        title: "A title".into(),
        shape: "chain".into(),
        note: String::new(),
        rows: vec![row("curvemark", None), row("other", Some(ratio))],
        control: Some(Ratio { value: 1.0, low: 0.999, high: 1.001, resolution: 0.0016 }),
        gas: Vec::new(),
    };
    Run {
        schema: SCHEMA,
        id: "20260102T030405Z-00ff".into(),
        started: "2026-01-02T03:04:05Z".into(),
        seconds: 12.5,
        build: Build {
            version: "0.1.0".into(),
            commit: Some("abcdef0+".into()),
            compiler: "rustc 1.95.0".into(),
            profile: "release".into(),
            target: "x86_64-unknown-linux-gnu".into(),
        },
        machine: Machine {
            cpu: "GenuineIntel µArch \"quoted\"".into(),
            cpu_id: "family 6".into(),
            features: vec!["adx".into()],
            cpus: 2,
            caches: "L1d 48K".into(),
            system: "Linux".into(),
            virtual_machine: true,
            clock_ghz: 2.9,
            fingerprint: "0123456789ab".into(),
        },
        method: Method {
            seed: u64::MAX,
            pool: 64,
            block_us: 200.0,
            passes: 3,
            budget_s: 45.0,
            pinned: true,
            confidence: 0.95,
            resamples: 2000,
            selection: None,
        },
        gate: Gate {
            tier: "quick".into(),
            vectors: "the repository's own".into(),
            suites: vec![Suite {
                name: "vectors/x".into(),
                shows: "Something.".into(),
                source: "RFC 9380".into(),
                passed: 3,
                failures: Vec::new(),
                failed: 0,
                skipped: None,
            }],
            seconds: 0.5,
        },
        implementations: vec![ImplementationRecord {
            name: "curvemark".into(),
            version: "curvemark 0.1.0".into(),
            features: Vec::new(),
            flags: Vec::new(),
            engine: "portable".into(),
        }],
        operations: vec![operation("a/one"), operation("a/two")],
        health: Health {
            fit: true,
            remarks: vec!["This is a virtual machine.".into()],
            control_held: 2,
            control_total: 2,
            canary_ns: vec![0.345, 0.346, 0.345],
        },
    }
}

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
    assert!(text.starts_with("{\"header\":{\"schema\":1,"));
    assert_eq!(read(text.as_bytes()).expect("it was just written"), run);
    let empty = Run { operations: Vec::new(), ..run };
    assert_eq!(read(self::text(&empty).as_bytes()).expect("no operation is fine"), empty);
}

#[test]
fn a_newer_schema_is_refused_whatever_else_it_holds() {
    let newer = "{\"header\":{\"schema\":2,\"shape\":\"unknown\"}}\n";
    assert_eq!(problem(newer), "line 1: written with schema 2, this curvemark reads up to 1; use a newer curvemark");
    let newer = text(&Run { schema: SCHEMA + 7, ..sample() });
    assert!(matches!(read(newer.as_bytes()), Err(ReadError::Newer { line: 1, schema: 8 })));
}

#[test]
fn damage_is_named_by_its_line() {
    let whole = text(&sample());
    let lines: Vec<&str> = whole.lines().collect();
    let join = |lines: &[&str]| lines.join("\n");
    assert_eq!(problem(""), "the file ends after line 0, before its summary");
    assert_eq!(problem(&join(&lines[..3])), "the file ends after line 3, before its summary");
    assert_eq!(problem(&join(&lines[1..])), "line 1: the first line is not a header");
    assert_eq!(problem(&join(&[lines[0], lines[1], lines[3]])), "line 3: the summary counts 2 operations, 1 are there");
    assert_eq!(problem(&join(&[lines[0], lines[0]])), "line 2: a second header");
    assert_eq!(problem(&(whole.clone() + lines[1])), "line 5: something follows the summary");
    assert!(problem(&join(&[lines[0], &lines[1][..50]])).starts_with("line 2: EOF"));
    assert!(problem(&join(&[lines[0], "{\"operation\":{\"id\":3}}"])).starts_with("line 2: "));
    assert!(problem("hello").starts_with("line 1: "));
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
    let left: Vec<_> = fs::read_dir(&folder).expect("it exists").collect();
    assert_eq!(left.len(), 1, "no temporary file stays behind");
    fs::remove_dir_all(&folder).expect("it is ours");
}
