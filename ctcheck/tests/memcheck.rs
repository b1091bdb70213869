//! The release build's secret paths under Valgrind, and the planted faults that it must find.
//!
//! Skipped, and loudly, where Valgrind is missing and where the build has debug assertions, which
//! look at secrets on purpose.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output};

use ctcheck::engine::{Engine, Vectors};
use ctcheck::paths::{self, Kernels};
use ctcheck::planted::PLANTED;
use ctcheck::valgrind::SUPPORTED;

/// What every public verdict is reported as.
const VERDICT: &str = "limb::ct::declassify";

/// `valgrind` with these arguments before the examined program, or why there is none.
fn valgrind(arguments: &[&str]) -> Option<Command> {
    let reason = if cfg!(debug_assertions) {
        "this build has debug assertions; run `cargo test --release -p curvemark-ctcheck`"
    } else if !SUPPORTED {
        "requests to Valgrind are written for x86-64 Linux alone"
    } else if Command::new("valgrind").arg("--version").output().is_err() {
        "valgrind is not installed"
    } else {
        let mut command = Command::new("valgrind");
        command.arg("--quiet").args(arguments).arg(env!("CARGO_BIN_EXE_ctcheck"));
        return Some(command);
    };
    // Past the capturing of output, so that nobody takes this for a pass.
    let _ = writeln!(
        std::io::stderr(),
        "\nSKIPPED, nothing was examined for secret-dependent time: {reason}\n"
    );
    None
}

/// The engines that this CPU runs; the others are skipped, and loudly.
fn available() -> impl Iterator<Item = Engine> {
    Engine::ALL.iter().copied().filter(|engine| {
        let available = engine.is_available();
        if !available {
            let _ = writeln!(
                std::io::stderr(),
                "\nSKIPPED, not examined for secret-dependent time: this CPU lacks {engine}\n"
            );
        }
        available
    })
}

fn run(mut command: Command) -> (Output, String, String) {
    let output = command.output().expect("valgrind runs");
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, out, err)
}

/// A report: the path that ran, what is wrong, and the functions from the innermost on.
#[derive(Debug)]
struct Report {
    path: String,
    kind: String,
    stack: Vec<String>,
}

/// The reports on a stream of Valgrind's and the program's.
fn reports(err: &str) -> Vec<Report> {
    let mut out: Vec<Report> = Vec::new();
    let mut path = String::new();
    let mut open = false;
    for line in err.lines() {
        if let Some(name) = line.strip_prefix("ctcheck: ") {
            path = name.to_owned();
            continue;
        }
        // "==pid== text"
        let Some((_, text)) = line.strip_prefix("==").and_then(|line| line.split_once("== "))
        else {
            continue;
        };
        let text = text.trim();
        let frame = text
            .strip_prefix("at ")
            .or_else(|| text.strip_prefix("by "))
            .and_then(|f| f.split_once(": "));
        match (frame, open) {
            (Some((_, function)), true) => {
                out.last_mut().expect("a report is open").stack.push(function.to_owned());
            }
            _ if text.is_empty() => open = false,
            // From then on equal tops of stacks are one report on this stream; `ctcheck` counts
            // them all.
            _ if text.starts_with("More than 100 errors detected")
                || text.starts_with("will still be recorded") => {}
            _ => {
                open = true;
                out.push(Report { path: path.clone(), kind: text.to_owned(), stack: Vec::new() });
            }
        }
    }
    out
}

#[test]
fn secret_paths_have_no_secret_dependent_branch_or_address() {
    for engine in available() {
        let Some(mut command) = valgrind(&["--error-limit=no", "--num-callers=24"]) else { return };
        command.args(["--engine", engine.name()]);
        let (output, out, err) = run(command);
        println!("{out}");
        let leaks: Vec<_> = reports(&err)
            .into_iter()
            .filter(|report| !report.stack.first().is_some_and(|f| f.starts_with(VERDICT)))
            .collect();
        assert!(
            output.status.success() && leaks.is_empty(),
            "{out}\n{leaks:#?}\n{}",
            output.status
        );
        assert!(out.starts_with(&format!("engine: {engine}\n")), "the engine is printed");
        let clean = out.lines().filter(|line| line.contains(" clean")).count();
        assert_eq!(clean, paths::all().count(), "every path was examined");
    }
}

#[test]
fn planted_faults_are_found() {
    for engine in available() {
        let Some(mut command) = valgrind(&["--error-limit=no", "--num-callers=24"]) else { return };
        command.args(["--engine", engine.name(), "--planted"]);
        let (output, out, err) = run(command);
        assert_eq!(output.status.code(), Some(1), "{out}\n{err}");
        let reports = reports(&err);
        for planted in PLANTED {
            let found = reports.iter().any(|report| {
                report.path == planted.path.name
                    && report.kind.starts_with(planted.kind)
                    && report.stack.iter().any(|function| function.contains(planted.function))
            });
            assert!(found, "{engine}: {} was not found\n{reports:#?}", planted.path.name);
            let line = out
                .lines()
                .find(|line| line.starts_with(planted.path.name))
                .expect("a verdict on every path");
            assert!(line.contains("FAILED"), "{line}");
        }
    }
}

/// The functions that each path executed since its last secret came in, by callgrind.
fn executed(engine: Engine, planted: bool) -> Option<BTreeMap<String, Vec<String>>> {
    let what = if planted { "planted" } else { "paths" };
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("callgrind-{engine}-{what}"));
    let file = format!("--callgrind-out-file={}", folder.join("out").display());
    let mut command = valgrind(&["--tool=callgrind", &file, "--compress-strings=no"])?;
    // Not before: a build that skips this may run next to one that writes there.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for callgrind");
    command.args(["--trace", "--engine", engine.name()]);
    if planted {
        command.arg("--planted");
    }
    let (output, out, err) = run(command);
    assert!(output.status.success(), "{out}\n{err}");
    assert!(out.starts_with(&format!("engine: {engine}\n")), "the engine is printed");
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(&folder).expect("what callgrind wrote") {
        let text = fs::read_to_string(entry.expect("a file").path()).expect("text");
        let name =
            text.lines().find_map(|line| line.strip_prefix("desc: Trigger: Client Request: "));
        // The rest, after the last path, has no name.
        let Some(name) = name else { continue };
        let functions =
            text.lines().filter_map(|line| line.strip_prefix("fn=")).map(str::to_owned).collect();
        all.insert(name.to_owned(), functions);
    }
    Some(all)
}

/// Without this, a check of one engine's kernels could silently run another's.
#[test]
fn the_engine_that_is_named_is_the_one_that_runs() {
    let mut wrong = Vec::new();
    for engine in available() {
        let (Some(mut executed), Some(planted)) = (executed(engine, false), executed(engine, true))
        else {
            return;
        };
        executed.extend(planted);
        for path in paths::all().chain(PLANTED.iter().map(|planted| &planted.path)) {
            let functions =
                executed.get(path.name).unwrap_or_else(|| panic!("{} was not traced", path.name));
            let on_vectors = |function: &str| {
                Vectors::IN_USE && Vectors::ALL.iter().any(|vectors| vectors.has_kernel(function))
            };
            let ran = |engine: Engine| {
                functions.iter().any(|name| engine.has_kernel(name) || on_vectors(name))
            };
            if let Some(above) = functions.iter().find(|function| engine.is_above(function)) {
                wrong.push(format!("{engine}: {} executed {above}", path.name));
            }
            let (holds, must) = match path.kernels {
                Kernels::OfEngine => (ran(engine), "executes kernels of the engine"),
                Kernels::OnWords(_) => {
                    (ran(engine) || ran(Engine::Portable), "does field arithmetic")
                }
                Kernels::None => {
                    (!ran(engine) && !ran(Engine::Portable), "does no field arithmetic")
                }
            };
            if !holds {
                wrong.push(format!("{engine}: {} {must}? not among {functions:?}", path.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The columns of lanes and of residue numbers are what ran there.
///
/// In builds with `--cfg curvemark_vectors="portable"`, where both run on words under Valgrind.
#[test]
#[cfg_attr(not(curvemark_vectors = "portable"), ignore = "this build has no portable vectors")]
fn lanes_and_residues_run_where_the_table_says() {
    let paper = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/constant-time.md");
    let paper = fs::read_to_string(paper).expect("the paper");
    let Some(executed) = executed(Engine::Portable, false) else { return };
    let mut wrong = Vec::new();
    for path in paths::all() {
        // Some call the portable lanes by name, in every build.
        if path.kernels == Kernels::OnWords(paths::PORTABLE_LANES) {
            continue;
        }
        let start = format!("| `{}` |", path.name);
        let row = paper.lines().find(|line| line.starts_with(&start)).expect("a row of its path");
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        for (vectors, said) in Vectors::ALL.into_iter().zip(&cells[4..6]) {
            let functions = &executed[path.name];
            let ran = functions.iter().any(|function| vectors.has_kernel(function));
            if *said != if ran { "D" } else { "–" } {
                wrong.push(format!("{}: {vectors:?} {ran}, the table says {said}", path.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What `limb` says is examined is.
#[test]
fn the_examined_engines_are_those() {
    use limb::cpu::Engine as Known;
    let examined =
        Known::ALL.into_iter().filter(|engine| *engine <= Known::EXAMINED).map(Known::name);
    assert!(examined.eq(Engine::ALL.iter().map(|engine| engine.name())));
}
