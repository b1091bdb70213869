//! `compare` and `bisect` from end to end, in a repository made for it: its package is a worker
//! that says what its calls take, so that the truth is known and no machine disturbs it. git,
//! cargo, processes and lines are real.

use super::*;
use peer_api::worker::{Hello, Offer, PROTOCOL, Reply, Served, definition};
use peer_api::{Checks, Input, Time, operation};
use std::process::Command;

const OPERATION: &str = "bls12-381/fp_mul";

/// A checkout with a line of commits, oldest first.
struct Repository {
    folder: Folder,
    commits: Vec<String>,
}

impl Repository {
    fn git(&self, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        git.args([
            "-c",
            "user.name=test",
            "-c",
            "user.email=test@localhost",
            "-c",
            "commit.gpgsign=false",
        ]);
        let output =
            git.args(arguments).current_dir(&self.folder.0).output().expect("git is installed");
        assert!(
            output.status.success(),
            "git {arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    fn commit(&mut self, subject: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", subject]);
        let commit = self.git(&["rev-parse", "HEAD"]);
        self.commits.push(commit);
    }

    fn version(&self, version: &str) {
        let package = format!("name = \"toy\"\nversion = \"{version}\"\n");
        self.write(
            "toy/Cargo.toml",
            &format!("[package]\n{package}edition = \"2021\"\n\n[[bin]]\nname = \"toy-worker\"\npath = \"main.rs\"\n\n[workspace]\n"),
        );
        self.write("toy/Cargo.lock", &format!("version = 4\n\n[[package]]\n{package}"));
    }

    /// A worker whose calls take so many nanoseconds and give these bytes.
    fn worker(&self, ns: f64, answer: &str) {
        let known = operation(OPERATION).expect("it is listed");
        let offer = Offer {
            operation: OPERATION.into(),
            definition: Some(definition(known)),
            input: Input::Parsed,
            checks: Checks::None,
            time: Time::Constant,
        };
        let served = Served {
            name: "toy".into(),
            version: "toy".into(),
            features: Vec::new(),
            flags: Vec::new(),
            engine: "none".into(),
            offers: vec![offer],
            families: Vec::new(),
            more: Vec::new(),
        };
        let hello = Reply::Hello(Hello {
            protocol: PROTOCOL,
            compiler: "toy".into(),
            implementations: vec![served],
        });
        let line = |reply: &Reply| serde_json::to_string(reply).expect("JSON");
        let source = SOURCE
            .replace("HELLO", &format!("{:?}", line(&hello)))
            .replace("DONE", &format!("{:?}", line(&Reply::Done)))
            .replace("ANSWER", &format!("{:?}", line(&Reply::Answer(answer.into()))))
            .replace("COST", &format!("{ns:?}"));
        self.write("toy/main.rs", &source);
    }

    /// Six commits: the third does not compile, the fourth is 3 % slower, the fifth has another
    /// version; on a branch, one that answers otherwise.
    fn new() -> Self {
        let mut made = Self { folder: Folder::new("compare"), commits: Vec::new() };
        made.git(&["init", "--quiet", "--initial-branch", "main"]);
        made.write(".gitignore", "target\n");
        made.write("README", "no worker yet\n");
        made.commit("Nothing to measure");
        made.version("0.1.0");
        made.worker(100.0, "00");
        made.commit("A worker");
        made.write("README", "a worker\n");
        made.commit("Words alone");
        made.write("toy/main.rs", "fn main() { this is no program }\n");
        made.commit("Broken");
        made.worker(103.0, "00");
        made.commit("Slow by accident");
        made.version("0.2.0");
        made.write("README", "a worker, now slow\n");
        made.commit("Version 0.2.0");
        made.git(&["checkout", "--quiet", "-b", "wrong"]);
        made.worker(90.0, "01");
        made.commit("Wrong answers");
        made.git(&["checkout", "--quiet", "main"]);
        made
    }

    fn call(&self, arguments: &[&str]) -> (Exit, String, String) {
        self.call_at(&SimulatedClock::new(1, 0.0), arguments)
    }

    fn call_at(&self, clock: &SimulatedClock, arguments: &[&str]) -> (Exit, String, String) {
        let folder = self.folder.0.display().to_string();
        let place =
            ["--repository", &folder, "--package", "toy/Cargo.toml", "--program", "toy-worker"];
        let all: Vec<&str> =
            arguments.iter().copied().chain(place).chain(["--quiet", "--no-pin"]).collect();
        // The clock stands still: the budget is never spent, and the canaries agree.
        call(&all, two(clock), clock, &gate(0, 1))
    }
}

/// Reads just enough of the protocol. Each process has a speed of its own within a thousandth,
/// drawn from its environment's size.
const SOURCE: &str = r#"
use std::io::{BufRead, Write};

fn main() {
    let padding = std::env::var("CURVEMARK_PADDING").map_or(0, |padding| padding.len());
    let own = 1.0 + 0.0005 * ((padding % 64) as f64 / 32.0 - 1.0);
    let mut state = padding as u64 + 1;
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let reply = if line.contains("\"hello\"") {
            HELLO.to_owned()
        } else if line.contains("\"answer\"") {
            ANSWER.to_owned()
        } else if line.contains("\"block\"") {
            let digits: String =
                line.split("\"calls\":").nth(1).unwrap().chars().take_while(|c| c.is_ascii_digit()).collect();
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let noise = 1.0 + 0.002 * (state >> 40) as f64 / (1u64 << 24) as f64;
            let ns = COST * own * noise * digits.parse::<f64>().unwrap();
            format!("{{\"took\":{{\"wall_ns\":{ns},\"cpu_ns\":{ns}}}}}")
        } else {
            DONE.to_owned()
        };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{reply}").unwrap();
        out.flush().unwrap();
    }
}
"#;

#[test]
fn commits_are_compared_and_the_slow_one_is_found() {
    let made = Repository::new();
    let [nothing, first, words, _broken, slow, last, _wrong] = &made.commits[..] else {
        panic!("seven commits")
    };
    let filter = ["--filter", OPERATION];
    let compare = |base: &str, candidate: &str, more: &[&str]| {
        let line: Vec<&str> = ["compare", base, candidate]
            .into_iter()
            .chain(filter)
            .chain(more.iter().copied())
            .collect();
        made.call(&line)
    };

    let (exit, out, err) = compare(first, words, &[]);
    assert_eq!((exit, err.as_str()), (Exit::Good, ""));
    assert!(out.contains("the same program, byte for byte"), "{out}");

    let comment = made.folder.0.join("comment.md");
    let markdown = ["--markdown", comment.to_str().expect("text")];
    let (exit, out, err) = compare(first, "main", &markdown);
    assert_eq!((exit, err.as_str()), (Exit::Regression, ""), "{out}");
    assert!(out.contains("lock file  toy 0.1.0 → 0.2.0") && out.contains("slower"), "{out}");
    assert!(
        out.contains("Regression: 1 operation of 1 slower by more than 1 %, found twice."),
        "{out}"
    );
    assert!(out.contains("in new processes: +") && out.contains("1 of 1 controls"), "{out}");
    let text = std::fs::read_to_string(&comment).expect("it was written");
    assert!(
        text.starts_with("**Regression: 1 operation of 1")
            && text.contains("| `bls12-381/fp_mul` |"),
        "{text}"
    );

    let (exit, out, _) = compare(last, first, &["--json"]);
    let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((exit, value["verdict"].as_str()), (Exit::Good, Some("no regression")));
    assert_eq!(value["pairs"][0]["change"], "faster");
    let ratio = value["pairs"][0]["ratio"]["value"].as_f64().expect("a ratio");
    assert!((ratio - 1.0 / 1.03).abs() < 0.002, "{ratio}");
    assert!(value["pairs"][0]["launches"].as_u64() >= Some(2), "more than one process a side");

    let (exit, out, _) = compare(first, "main", &["--threshold", "5"]);
    assert!(exit == Exit::Good && out.contains("No regression: none of 1 operation"), "{out}");
    let (exit, out, _) = compare(first, "wrong", &[]);
    assert!(exit == Exit::Incorrect && out.contains("the base says 00, the candidate 01"), "{out}");

    for (name, says) in [
        (nothing.as_str(), "has no toy/Cargo.toml"),
        ("main~2", "cannot be built: error"),
        ("nobody", "'nobody' is no commit of this checkout, no file, and no implementation"),
    ] {
        let (exit, _, err) = compare(first, name, &[]);
        assert!(exit == Exit::Usage && err.contains(says), "{name}: {err}");
    }

    let (exit, out, err) = made.call(&["bisect", OPERATION, first, "main"]);
    assert_eq!((exit, err.as_str()), (Exit::Good, ""), "{out}");
    assert!(
        out.contains(&format!("The first slow commit is {} Slow by accident", &slow[..10])),
        "{out}"
    );
    assert!(out.contains(&format!("cannot be built: {}", &made.commits[3][..10])), "{out}");
    let (exit, out, _) = made.call(&["bisect", OPERATION, first, words, "--json"]);
    let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert!(exit == Exit::Inconclusive && value["found"].is_null(), "{out}");
    assert_eq!(value["steps"][0]["verdict"], "good: the same program");

    // A disturbance that passes costs a measurement, one that stays the verdict.
    let (passes, stays) =
        (SimulatedClock::new(1, 0.0).stolen_at_first(5, 4), SimulatedClock::new(1, 0.0).stolen(5));
    let (exit, again, _) = made.call_at(&passes, &["bisect", OPERATION, first, "main"]);
    assert!(exit == Exit::Good && again.contains("Slow by accident"), "{again}");
    let (exit, _, err) = made.call_at(&stays, &["bisect", OPERATION, first, "main"]);
    assert!(exit == Exit::Unfit && err.contains("the machine was unfit 3 times"), "{err}");

    // The user's own checkout is as it was.
    assert_eq!(made.git(&["status", "--porcelain"]), "?? comment.md");
}

#[test]
fn implementations_are_compared_by_name_and_stored_runs_without_a_verdict() {
    let clock = SimulatedClock::new(1, 0.01);
    let line = [
        "compare",
        "curvemark",
        "other",
        "--filter",
        OPERATION,
        "--no-pin",
        "--quiet",
        "--repository",
        "/",
    ];
    let (exit, out, err) = call(&line, two(&clock), &clock, &gate(0, 1));
    assert_eq!((exit, err.as_str()), (Exit::Regression, ""), "{out}");

    // A twentieth of the time went to others.
    let clock = SimulatedClock::new(1, 0.01).stolen(5);
    let (exit, out, err) = call(&line, two(&clock), &clock, &gate(0, 1));
    assert_eq!((exit, err.as_str()), (Exit::Unfit, ""), "{out}");
    assert!(out.contains("The hypervisor gave 5.0 % of the CPU time to others."), "{out}");
    let allowed: Vec<&str> = line.into_iter().chain(["--allow-unfit"]).collect();
    assert_eq!(call(&allowed, two(&clock), &clock, &gate(0, 1)).0, Exit::Regression);

    let folder = Folder::new("stored");
    let run = record::sample::sample();
    let path = record::runs::save(&run, &folder.0).expect("a new file").path.display().to_string();
    let (exit, out, _) = plain(&["compare", &path, &path]);
    assert!(
        exit == Exit::Inconclusive && out.contains("1.000") && out.contains("there is no verdict"),
        "{out}"
    );
    assert_eq!(plain(&["compare", &path, &path, "--allow-inconclusive"]).0, Exit::Good);
    let mut moved = run;
    (moved.machine.fingerprint, moved.id) = ("ffffffffffff".into(), "20270102T030405Z-00ff".into());
    let elsewhere =
        record::runs::save(&moved, &folder.0).expect("a new file").path.display().to_string();
    let (exit, _, err) = plain(&["compare", &path, &elsewhere]);
    assert!(exit == Exit::Usage && err.contains("different machines"), "{err}");
    let (exit, _, err) = plain(&["compare", &path, "curvemark", "--repository", "/"]);
    assert!(
        exit == Exit::Usage && err.contains("only another stored run can be set next to it"),
        "{err}"
    );
}

#[test]
fn budgets_have_units() {
    for (text, seconds) in [("60", 60.0), ("60s", 60.0), ("2m", 120.0), ("0.5m", 30.0)] {
        assert_eq!(run::budget(text), Ok(seconds));
    }
    for text in ["", "s", "m", "0", "-1s", "60h", "nan", "inf"] {
        assert!(run::budget(text).is_err(), "{text}");
    }
}
