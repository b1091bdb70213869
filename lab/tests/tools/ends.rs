//! How measurements end that do not come to their end: by signals, and by disks that take nothing.
//!
//! `compare` and `sweep` measure without the checks before, which take minutes. For `run` without
//! them this program starts itself.

use super::Folder;
use super::worker::{python, smallest};
use lab::commands::{World, execute, interrupt};
use lab::gate::Plan;
use lab::gate::engines::Engines;
use lab::implementations::linked;
use lab::inputs::PeerSampler;
use lab::measure::clock::SystemClock;
use peer_api::{Implementation, OPERATIONS};
use record::{Gate, Suite};
use std::cell::LazyCell;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// The words of a command line for [`without_checks`], one a line.
const WORDS: &str = "CURVEMARK_TEST_WORDS";

/// A gate that passes at once.
fn passes(_: &Plan, _: Engines, _: &[Box<dyn Implementation>], _: &dyn Fn(&str, u64, u64)) -> Gate {
    let suite = Suite {
        name: "vectors/none".into(),
        shows: "Nothing: a test of what comes after.".into(),
        source: "here".into(),
        passed: 1,
        failures: Vec::new(),
        failed: 0,
        skipped: None,
    };
    Gate { tier: "quick".into(), vectors: "none".into(), suites: vec![suite], seconds: 0.0 }
}

/// The program that [`run_without_checks`] starts.
#[test]
#[ignore = "other tests start it as a program of its own"]
fn without_checks() {
    let Ok(words) = std::env::var(WORDS) else { return };
    interrupt::listen();
    let clock = SystemClock::new();
    let world = World {
        implementations: LazyCell::new(Box::new(|| linked().into())),
        sampler: &PeerSampler,
        clock: &clock,
        check: &passes,
    };
    let words = ["curvemark"].into_iter().chain(words.lines()).map(OsString::from);
    let exit = execute(words, &world, &mut io::stdout(), &mut io::stderr());
    std::process::exit(exit as i32);
}

/// `run` with the real clock and the linked libraries, and nothing checked before.
fn run_without_checks(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", "ends::without_checks", "--ignored", "--nocapture"]);
    command.env(WORDS, ["run"].iter().chain(arguments).copied().collect::<Vec<_>>().join("\n"));
    command.current_dir(&folder.path);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What a command said on stderr up to the first line that begins so.
fn until(said: &mut impl BufRead, beginning: &str) -> String {
    let mut text = String::new();
    loop {
        let mut line = String::new();
        assert!(said.read_line(&mut line).expect("text") > 0, "it ended after: {text}");
        text += &line;
        if line.starts_with(beginning) {
            return text;
        }
    }
}

/// Sends a signal to a process, or with a minus to a group of them, as a terminal does.
fn signal(name: &str, target: &str) {
    let sent = Command::new("kill").args([name, "--", target]).status();
    assert!(sent.expect("kill").success());
}

/// Starts a command and waits until it measures.
fn measuring(mut command: Command, beginning: &str) -> (Child, impl BufRead) {
    let mut child = command.process_group(0).spawn().expect("the command starts");
    let mut said = BufReader::new(child.stderr.take().expect("a pipe"));
    until(&mut said, beginning);
    (child, said)
}

/// The exit code, stdout, and the rest of stderr.
fn end(mut child: Child, mut said: impl BufRead) -> (Option<i32>, String, String) {
    let (mut out, mut rest) = (String::new(), String::new());
    said.read_to_string(&mut rest).expect("text");
    child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("text");
    (child.wait().expect("it ends").code(), out, rest)
}

/// Ctrl-C on a terminal reaches the whole group, and workers with it, if they were of it.
#[test]
fn an_interrupted_comparison_keeps_what_its_workers_measured() {
    if !python() {
        return;
    }
    let folder = Folder::new("compare", "interrupted");
    let program = std::fs::read_to_string(smallest()).expect("a worker");
    for (name, end) in [("a.py", ""), ("b.py", "# Another program.\n")] {
        folder.write(name, program.clone() + end);
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
        std::fs::set_permissions(folder.path.join(name), mode).expect("a mode");
    }
    let line = ["a.py", "b.py", "--filter", "secp256k1/f*", "--budget", "60", "--no-pin"];
    let command = folder.command(&line);
    let (child, mut said) = measuring(command, "curvemark: comparing:");
    signal("-INT", &format!("-{}", child.id()));
    until(&mut said, "curvemark: interrupted: it ends after the present visit");
    let (code, out, err) = end(child, said);
    // After a few visits there is something to show, after the first there is not.
    assert!(matches!(code, Some(5 | 130)), "{code:?} {err}{out}");
    assert!(!out.contains("its process ended") && !err.contains("its process ended"), "{err}{out}");
    assert!(out.contains("Interrupted: what had been measured by then is shown."), "{out}");
    // The worker offers five of the operations that were asked for; the others are no loss.
    assert!(err.contains("of 5 operations were compared"), "{err}");
}

#[test]
fn a_second_signal_ends_a_sweep_and_the_next_one_stores_its_points() {
    let folder = Folder::new("sweep", "twice");
    let line = ["--filter", "g1_msm", "--max", "1024", "--budget", "1", "--no-pin"];
    let (child, said) = measuring(folder.command(&line), "curvemark: measuring:");
    let has_point = || {
        let files = std::fs::read_dir(folder.path.join("runs")).expect("a folder").flatten();
        let texts = files.map(|file| std::fs::read_to_string(file.path()).unwrap_or_default());
        texts.into_iter().any(|text| text.contains("{\"point\":") && text.ends_with('\n'))
    };
    while !has_point() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    // Both are there when it goes on, so that it cannot come to its end in between.
    for name in ["-STOP", "-INT", "-TERM", "-CONT"] {
        signal(name, &child.id().to_string());
    }
    let (code, out, err) = end(child, said);
    assert_eq!((code, out.as_str()), (Some(130), ""), "{err}");
    assert!(err.contains("curvemark: interrupted: it ends after the present visit"), "{err}");
    let last = err.lines().last().unwrap_or_default();
    assert!(last.starts_with("curvemark: interrupted: it was measuring: G1 multi-scalar"), "{err}");
    assert!(last.contains("; its points are in runs/"), "{err}");
    let (code, out, err) = folder.run(&["--filter", "g1_msm", "--max", "1", "--budget", "0.1"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("was left behind and is stored now"), "{out}");
}

/// The shell lets no file grow, as a full disk does. Figures are shown, and no part of a file stays
/// behind.
#[test]
fn on_a_full_disk_figures_are_shown_and_no_half_of_a_file_stays() {
    let folder = Folder::new("sweep", "full");
    let line = "trap '' XFSZ; ulimit -f 0; exec \"$0\" sweep --filter g1_sum --max 1 --budget 0.1";
    for (more, shown) in [("--no-pin", true), ("--no-pin --quiet", false)] {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{line} {more}"), env!("CARGO_BIN_EXE_curvemark")]);
        let done = shell.current_dir(&folder.path).output().expect("a shell");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, err) = (text(&done.stdout), text(&done.stderr));
        assert_eq!(done.status.code(), Some(2), "{err}{out}");
        assert!(err.contains("curvemark: cannot store the sweep in runs: File too large"), "{err}");
        assert!(err.contains("The page cannot be written either. Not all of its points"), "{err}");
        // Where stdout shows nothing, the error does.
        assert_eq!(out.contains("thread-CPU time per item"), shown, "{out}");
        assert_eq!(err.contains("thread-CPU time per item"), !shown, "{err}");
        let left: Vec<_> = std::fs::read_dir(folder.path.join("runs")).expect("a folder").collect();
        assert_eq!(left.len(), 1, "LOCK only: {left:?}");
    }
}

/// What is measured is stored before it is shown: whoever cannot see it is told where it is.
#[test]
fn what_stdout_does_not_take_is_stored() {
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else { return };
    let folder = Folder::new("sweep", "stdout");
    let mut command = folder.command(&["--filter", "g1_sum", "--max", "1", "--budget", "0.1"]);
    let done = command.stdout(full).output().expect("the command ends");
    let err = String::from_utf8(done.stderr).expect("text");
    assert_eq!(done.status.code(), Some(2), "{err}");
    let last = err.lines().last().unwrap_or_default();
    assert!(last.starts_with("curvemark: cannot write to standard output: No space left"), "{err}");
    let file = last.split(" is stored in ").nth(1).and_then(|rest| rest.split(',').next());
    assert!(folder.has(file.expect("a file is named")) && folder.has("sweep.html"), "{err}");
    let list = Folder::new("list", "stdout");
    let full = std::fs::File::options().write(true).open("/dev/full").expect("as before");
    let done = list.command(&[]).stdout(full).output().expect("the command ends");
    let err = String::from_utf8(done.stderr).expect("text");
    assert!(err.starts_with("curvemark: cannot write to standard output: No space left"), "{err}");
}

/// What was measured is stored and shown, and all else is named.
#[test]
fn a_run_that_is_ended_keeps_what_was_measured_and_names_the_rest() {
    let folder = Folder::new("run", "ended");
    let line = ["--filter", "bls12-381/fp*", "--budget", "60", "--no-pin"];
    let command = run_without_checks(&folder, &line);
    let (child, mut said) = measuring(command, "curvemark: measuring:");
    signal("-TERM", &child.id().to_string());
    until(&mut said, "curvemark: interrupted: it ends after the present visit");
    let (code, out, err) = end(child, said);
    assert_eq!(code, Some(5), "{err}{out}");
    let stored = file_in(&folder, "jsonl").expect("a stored run");
    assert_eq!(file_in(&folder, "journal"), None, "{err}");
    let run = record::jsonl::load(&stored).expect("it is whole");
    assert!(out.contains(&format!("run:    runs/{}.jsonl", run.id)), "{out}");
    assert!(folder.has("report.html"), "{err}");
    // The last line of stderr: how many have figures, and which have none.
    let last = err.lines().last().unwrap_or_default();
    let measured = run.operations.len();
    let words = last.strip_prefix(&format!("curvemark: interrupted: {measured} of ")).expect(last);
    let (asked, rest) = words.split_once(" operations have figures, which are kept.").expect(last);
    let wanted: Vec<&str> =
        OPERATIONS.iter().map(|one| one.id).filter(|id| id.starts_with("bls12-381/fp")).collect();
    assert_eq!(asked.parse(), Ok(wanted.len()), "{last}");
    for id in wanted {
        let has_figures = run.operations.iter().any(|one| one.id == id && !one.rows.is_empty());
        assert!(has_figures || rest.contains(id), "{id}: {last}");
    }
}

/// A file of the folder of runs, by its extension.
fn file_in(folder: &Folder, extension: &str) -> Option<std::path::PathBuf> {
    let files = std::fs::read_dir(folder.path.join("runs")).expect("a folder").flatten();
    let mut paths = files.map(|file| file.path());
    paths.find(|path| path.extension().is_some_and(|end| end == extension))
}

/// Whoever must not write there is told before the minutes of the checks, and what to change.
#[cfg(target_os = "linux")]
#[test]
fn folders_that_take_nothing_are_refused_before_anything_runs() {
    // In `/sys` nobody makes files, whoever he is.
    for command in ["run", "sweep"] {
        let folder = Folder::new(command, "read-only");
        folder.refused(&["--out", "/sys/page.html"], "cannot write /sys/page.html: ");
        folder.refused(&["--runs", "/sys"], "cannot use the folder /sys: ");
        folder.refused(&["--runs", "/sys/runs"], "cannot make the folder /sys/runs: ");
        assert!(!folder.has("report.html") && !folder.has("sweep.html"));
    }
    let folder = Folder::new("compare", "read-only");
    let said = "cannot write /sys/comment.md: ";
    folder.refused(&["blst", "arkworks", "--markdown", "/sys/comment.md"], said);
}
