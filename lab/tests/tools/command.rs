//! The command as a whole, in a pipe: its help, what it says while it works, how it is interrupted,
//! and what it says about files that hold nothing or anything.

use crate::tool::Folder;

#[test]
fn help_is_in_groups_and_names_exit_codes() {
    let folder = Folder::new("help", "top");
    let (exit, out, err) = folder.run(&[]);
    assert_eq!((exit, err.as_str()), (0, ""));
    for heading in ["Measure:", "Look:", "Tools:", "Research:", "Exit codes:"] {
        assert!(out.lines().any(|line| line == heading), "{heading} in {out}");
    }
    assert!(out.contains("\n  7    the input is well formed and not valid"), "{out}");
    assert_eq!(Folder::new("--help", "top").run(&[]), (0, out, String::new()));
    let (exit, out, _) = folder.run(&["run"]);
    assert!(exit == 0 && out.contains("--budget <SECONDS>") && out.contains("Examples:"), "{out}");
    let (exit, out, _) = folder.run(&["bls", "sign"]);
    assert!(exit == 0 && out.contains("Usage: curvemark bls sign"), "{out}");
    assert_eq!(Folder::new("eddsa", "help-word").run(&["help"]).0, 0);
    folder.refused(&["nothing"], "unrecognized subcommand 'nothing'");
    let said = "curvemark firmware needs one of these: run, check, profile (see curvemark firmware";
    Folder::new("firmware", "alone").refused(&[], said);
}

#[test]
fn a_missing_choice_is_explained() {
    let folder = Folder::new("eddsa", "rule");
    let (exit, _, err) = folder.run(&["verify", "--key", "00", "--signature", "00", "--hex", ""]);
    assert_eq!((exit, err.lines().count()), (2, 1));
    for part in ["--rule is zip215 (ZIP 215: with the cofactor", "or rfc8032-strict (The strict"] {
        assert!(err.contains(part), "{err}");
    }
}

#[test]
fn files_that_hold_nothing_or_anything_are_named() {
    let folder = Folder::new("evmmax", "files");
    folder.write("empty", "");
    folder.write("binary", [0xff, 0x00, 0xfe]);
    folder.write("prices.json", r#"{"base": "eip9999"}"#);
    folder.refused(&["run", "empty"], "empty is empty, where code is needed");
    folder.refused(&["run", "binary"], "binary is a binary file, where hexadecimal digits");
    folder.refused(&["run", "none"], "none: no program and no file of this name; programs are");
    let said = "invalid value 'prices.json' for '--prices <NAME|FILE>': base: no table 'eip9999'";
    folder.refused(&["run", "g1-glv", "--prices", "prices.json"], said);
    let said = "invalid value 'empty' for '--prices <NAME|FILE>': the file is empty";
    folder.refused(&["run", "g1-glv", "--prices", "empty"], said);
    let said = "invalid value '384' for '--price <BITS=ADD,MUL>': BITS=ADD,MUL is needed";
    folder.refused(&["run", "g1-glv", "--price", "384"], said);

    let folder = Folder::new("eddsa", "contents");
    folder.answer(&["keygen", "secret.key"]);
    folder.write("empty", "\n");
    folder.write("binary", [0x7f, b'E', b'L', b'F', 0, 1]);
    let sign = |file: &'static str| ["sign", "--key", file, "--hex", ""];
    folder.refused(&sign("empty"), "key: empty is empty, where 64 hexadecimal digits are needed");
    folder.refused(&sign("binary"), "key: binary is a binary file, where hexadecimal digits");

    let folder = Folder::new("groth16", "contents");
    folder.write("empty.json", "");
    folder.write("binary.json", [0x01, 0x81]);
    folder.write("vk.json", r#"{"protocol": "groth16"}"#);
    folder.write("other.json", r#"{"protocol": "groth16", "curve": "bw6"}"#);
    let verify = |key: &'static str| ["verify", key, "vk.json", "vk.json"];
    folder.refused(&verify("empty.json"), "empty.json is empty, where JSON is needed");
    folder.refused(&verify("binary.json"), "binary.json is a binary file, where JSON is needed");
    let curves = "'curve' is 'bn128' for BN254 or 'bls12381' for BLS12-381";
    let said = format!("vk.json: this key has no field 'curve'; {curves}");
    folder.refused(&verify("vk.json"), &said);
    let said = format!("other.json: this key has the curve 'bw6'; {curves}");
    folder.refused(&verify("other.json"), &said);
}

/// Without a terminal each stage is a line, so that nobody takes the command for hung; and whoever
/// ends it before anything was measured is told where it was.
#[cfg(unix)]
#[test]
fn stages_are_lines_and_a_signal_says_where_it_was() {
    use std::io::{BufRead, BufReader, Read};
    for signal in ["-INT", "-TERM"] {
        let folder = Folder::new("run", signal);
        let mut command = folder.command(&["--filter", "bls12-381/fp_mul", "--budget", "1"]);
        let mut child = command.spawn().expect("the command starts");
        let mut said = BufReader::new(child.stderr.take().expect("a pipe"));
        let (mut line, mut lines) = (String::new(), Vec::new());
        while !line.starts_with("curvemark: checking: suite ") {
            line.clear();
            let read = said.read_line(&mut line).expect("text");
            assert!(read > 0, "it ended after {lines:?}");
            lines.push(line.clone());
        }
        assert_eq!(lines[0], "curvemark: starting: the libraries that take part\n");
        let id = child.id().to_string();
        let kill = std::process::Command::new("kill").args([signal, &id]).status();
        assert!(kill.expect("kill").success());
        let mut rest = String::new();
        said.read_to_string(&mut rest).expect("text");
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{rest}");
        let last = rest.lines().last().unwrap_or_default();
        let where_it_was = "curvemark: interrupted: it was checking: suite ";
        assert!(last.starts_with(where_it_was) && last.contains(" of "), "{rest}");
        assert!(!folder.has("report.html"));
    }
}

/// A stored file that was cut off is named by whatever reads it, with what to do; the others are
/// shown, and no file is changed.
#[cfg(unix)]
#[test]
fn a_stored_file_that_was_cut_off_is_named_and_nothing_is_lost() {
    let folder = Folder::new("history", "cut-off");
    let runs = folder.path.join("runs");
    let whole = record::sample::sample();
    let other = record::Run { id: "20270102T030405Z-0000".into(), ..whole.clone() };
    let kept = record::runs::save(&whole, &runs).expect("a folder of ours").path;
    let cut = record::runs::save(&other, &runs).expect("a folder of ours").path;
    let (kept_bytes, bytes) =
        (std::fs::read(kept).expect("a run"), std::fs::read(&cut).expect("one"));
    let seal = bytes[..bytes.len() - 1].iter().rposition(|byte| *byte == b'\n').expect("lines") + 1;
    let lines = bytes[..seal].iter().filter(|byte| **byte == b'\n').count();
    let file = format!("runs/{}.jsonl", other.id);
    let copy = "put a whole copy in its place";
    let cases = [
        (bytes.len() - 20, format!("line {}: the seal was cut off; {copy}", lines + 1)),
        (seal - 20, format!("line {lines}: it ends too soon: the file was cut off; {copy}")),
        (0, format!("the file is empty; {copy}")),
    ];
    for (length, problem) in cases {
        std::fs::write(&cut, &bytes[..length]).expect("a file of ours");
        let said = format!("not readable: {file}: {problem}");
        for (script, on_stdout) in [
            ("curvemark history", true),
            ("curvemark history --all", false),
            ("curvemark findings --severity security", true),
            ("curvemark findings --json", false),
            ("curvemark report --platforms runs", false),
            ("curvemark report --beside runs 20260102T030405Z-00ff", false),
        ] {
            let (exit, out, err) = folder.shell(script);
            assert_eq!(exit, 0, "{script}: {err}{out}");
            let place = if on_stdout { &out } else { &err };
            assert!(place.contains(&said), "{script}: {err}{out}");
        }
        for script in [
            "curvemark report FILE --out none.html",
            "curvemark findings FILE",
            "curvemark compare runs/20260102T030405Z-00ff.jsonl FILE",
            "curvemark export FILE --format csv",
            "curvemark gas FILE",
            "curvemark count --run FILE",
        ] {
            let (exit, out, err) = folder.shell(&script.replace("FILE", &file));
            assert_eq!((exit, out.as_str(), err.lines().count()), (2, "", 1), "{script}: {err}");
            assert!(err.starts_with(&format!("curvemark: {file}: {problem}")), "{script}: {err}");
        }
        let (exit, out, err) = folder.shell("curvemark report --verify");
        assert_eq!(exit, 7, "{err}");
        let wrong = format!("WRONG: {}", other.id);
        let named = out.lines().any(|line| line.starts_with(&wrong) && line.contains(&problem));
        assert!(named, "{out}{err}");
        assert_eq!(std::fs::read(&cut).expect("still there"), &bytes[..length]);
    }
    assert_eq!(folder.read("runs/20260102T030405Z-00ff.jsonl").as_bytes(), kept_bytes);
    assert!(!folder.has("none.html"));
    // What the error offers: the run without its seal.
    std::fs::write(&cut, &bytes[..bytes.len() - 20]).expect("a file of ours");
    let whole = format!("head -n {lines} {file} > whole.jsonl && curvemark report whole.jsonl");
    assert_eq!(folder.shell(&whole).0, 0);
    // The end of the chain, likewise.
    folder.write("runs/HEAD", "2 20270102T0304");
    let (exit, _, err) = Folder::new("run", "head").run(&["--runs", &runs.display().to_string()]);
    assert_eq!(exit, 2, "{err}");
    assert!(err.contains("HEAD is not a number, an id and a hash; ") && err.contains("remove it"));
}
