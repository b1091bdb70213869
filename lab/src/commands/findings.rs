//! `curvemark findings`: what stored runs and sweeps say beyond their figures.

pub mod selftest;

use super::{Exit, Failure, World, check_folder, json, not_readable, report, text_of};
use crate::terminal::progress::{Progress, say};
use crate::terminal::units;
use clap::{Args, ValueEnum};
use peer_api::worker::client::Launch;
use probe::Attack;
use record::findings::{self, Claim, Evidence, Finding, Severity};
use record::sweep::Sweep;
use record::{Run, jsonl, runs};
use std::cmp::Reverse;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Arguments of `findings`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    curvemark findings                          of everything in runs/\n  \
    curvemark findings --runs results --severity info\n  \
    curvemark findings results/*.sweep.json     only of some sweeps\n  \
    curvemark findings --runs results --claims record/published/claims.csv\n\n\
    Exits with 6 if a finding concerns security. docs/findings.md says what each of them means.")]
pub struct Arguments {
    /// Stored runs and sweeps to look at, each by its file or by its id in the folder `runs`;
    /// without any, all of the folder
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The folder of the runs
    #[arg(long, value_name = "FOLDER", default_value = runs::FOLDER)]
    runs: PathBuf,
    /// The least severity that is shown
    #[arg(long, value_name = "LEVEL", default_value = "advice")]
    severity: Level,
    /// Published claims to compare with: a CSV as record/published/claims.csv, or a published
    /// history; may be given often
    #[arg(long, value_name = "FILE")]
    claims: Vec<PathBuf>,
    /// Test the findings on implementations with planted faults: each fault must be found.
    /// `cargo build -p curvemark-planted` builds them next to this program
    #[arg(long, conflicts_with_all = ["files", "claims", "json"])]
    self_test: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// A severity on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Level {
    Info,
    Advice,
    Warning,
    Security,
}

impl From<Level> for Severity {
    fn from(level: Level) -> Self {
        match level {
            Level::Info => Self::Info,
            Level::Advice => Self::Advice,
            Level::Warning => Self::Warning,
            Level::Security => Self::Security,
        }
    }
}

/// Runs `findings`.
///
/// # Errors
/// [`Failure`] if a file cannot be read, or if `out` fails.
pub fn run(arguments: &Arguments, world: &World<'_>, out: &mut dyn Write) -> Result<Exit, Failure> {
    if arguments.self_test {
        return self_test(arguments, world, out);
    }
    let files = if arguments.files.is_empty() {
        check_folder(&arguments.runs)?;
        folder(&arguments.runs)?
    } else {
        arguments.files.iter().map(|file| report::found(file)).collect::<Result<_, _>>()?
    };
    let (mut runs, mut sweeps, mut unreadable) = (Vec::new(), Vec::new(), Vec::new());
    for file in &files {
        // What was asked for by name must be readable; of a folder, the rest is still worth looking
        // at.
        match load(file) {
            Ok(Stored::Run(run)) => runs.push(*run),
            Ok(Stored::Sweep(sweep)) => sweeps.push(*sweep),
            Err(problem) if arguments.files.is_empty() => {
                unreadable.push(not_readable(file, &problem))
            }
            Err(problem) => return Err(Failure::usage(format!("{}: {problem}", file.display()))),
        }
    }
    runs.sort_by(|a: &Run, b| a.id.cmp(&b.id));
    sweeps.sort_by(|a: &Sweep, b| a.id.cmp(&b.id));
    let claims = claims(&arguments.claims)?;
    let evidence =
        Evidence { runs: &runs, sweeps: &sweeps, claims: &claims, now: Some(SystemTime::now()) };
    let all = findings::all(&evidence);
    let least = Severity::from(arguments.severity);
    let (shown, rest): (Vec<&Finding>, Vec<&Finding>) =
        all.iter().partition(|one| one.severity >= least);
    if arguments.json {
        unreadable.iter().for_each(|line| say(line));
        json(out, &shown)?;
    } else {
        if runs.is_empty() && sweeps.is_empty() {
            writeln!(out, "No runs to look at. `curvemark` makes one.")?;
        } else {
            let from = [(runs.len(), "run"), (sweeps.len(), "sweep")]
                .map(|(number, one)| units::count(number as u64, one))
                .join(" and ");
            writeln!(out, "{}", verdict(&all, &from))?;
            if !rest.is_empty() {
                let hidden = units::count(rest.len() as u64, "finding");
                writeln!(out, "{hidden} below {least} not shown; --severity info shows all.")?;
            }
        }
        for line in unreadable {
            writeln!(out, "{line}")?;
        }
        if !shown.is_empty() {
            writeln!(out)?;
        }
        // The gravest first, of each severity in the order of the findings' numbers.
        let mut shown = shown;
        shown.sort_by_key(|finding| Reverse(finding.severity));
        for finding in &shown {
            present(finding, out)?;
        }
    }
    let security = all.iter().any(|finding| finding.severity == Severity::Security);
    Ok(if security { Exit::Security } else { Exit::Good })
}

/// Whether anything is bad, in a line, and how many findings of each severity there are.
fn verdict(all: &[Finding], from: &str) -> String {
    let of = |severity| all.iter().filter(|one| one.severity == severity).count();
    let [security, warning, advice, info] =
        [Severity::Security, Severity::Warning, Severity::Advice, Severity::Info].map(of);
    let first = match (security, warning) {
        (0, 0) => format!("Nothing bad was found in {from}"),
        (0, _) => format!("No finding concerns security in {from}"),
        (n, _) => {
            let verb = if n == 1 { "concerns" } else { "concern" };
            format!(
                "{} {verb} security in {from}",
                units::count(n as u64, "finding").to_uppercase()
            )
        }
    };
    let warnings = units::count(warning as u64, "warning");
    format!("{first}: {warnings}, {advice} advice, {info} info.")
}

/// The planted worker, beside this program.
fn self_test(
    arguments: &Arguments,
    world: &World<'_>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let here = std::env::current_exe().map_err(Failure::Output)?;
    let beside =
        |name: &str| here.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let (worker, attack) = (beside("curvemark-planted"), beside("curvemark-planted-attack"));
    if !worker.is_file() || !attack.is_file() {
        let build = "`cargo build -p curvemark-planted` (with --release for a release build)";
        return Err(Failure::usage(format!(
            "{} is not built; {build} builds it",
            worker.display()
        )));
    }
    let progress = Progress::new(1, false);
    progress.phase("measuring", "implementations with planted faults".to_owned());
    let attack = Attack { program: attack, arguments: Vec::new() };
    let outcome = selftest::run(&Launch::new(worker), &attack, &arguments.runs, world.clock)
        .map_err(Failure::usage)?;
    progress.clear();
    let least = Severity::from(arguments.severity);
    for finding in outcome.findings.iter().filter(|one| one.severity >= least) {
        present(finding, out)?;
    }
    writeln!(out, "run: {}", outcome.path.display())?;
    let problems = outcome.problems();
    for problem in &problems {
        writeln!(out, "- {problem}")?;
    }
    let faults = units::count(selftest::PLANTED.len() as u64, "planted fault");
    if problems.is_empty() {
        writeln!(out, "{faults} found out, and none of the sound implementations next to them.")?;
        return Ok(Exit::Good);
    }
    Ok(Exit::Incorrect)
}

/// A finding on a terminal.
pub(super) fn present(finding: &Finding, out: &mut dyn Write) -> Result<(), Failure> {
    let Finding { id, severity, sentence, confidence, sources, .. } = finding;
    writeln!(out, "{id} {severity}: {}", findings::title(id))?;
    writeln!(out, "    {sentence}")?;
    writeln!(out, "    {confidence}; {}\n", sources.join(", "))?;
    Ok(())
}

/// What a file holds.
enum Stored {
    Run(Box<Run>),
    Sweep(Box<Sweep>),
}

fn load(file: &Path) -> Result<Stored, String> {
    let sweep =
        file.file_name().is_some_and(|name| name.to_string_lossy().ends_with(Sweep::SUFFIX));
    if sweep {
        return Sweep::load(file).map(|sweep| Stored::Sweep(Box::new(sweep)));
    }
    jsonl::load(file).map(|run| Stored::Run(Box::new(run))).map_err(|error| error.to_string())
}

/// Everything of a folder that may be a run or a sweep; a folder that does not exist holds none.
fn folder(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let cannot = |error| Failure::usage(format!("cannot list {}: {error}", folder.display()));
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(cannot)?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(cannot)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".jsonl") || name.ends_with(Sweep::SUFFIX) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The claims of all files.
///
/// # Errors
/// [`Exit::Usage`], naming the file.
pub(super) fn claims(files: &[PathBuf]) -> Result<Vec<Claim>, Failure> {
    let mut all = Vec::new();
    for file in files {
        let wrong =
            |why: &dyn std::fmt::Display| Failure::usage(format!("{}: {why}", file.display()));
        let text = text_of(file)?;
        all.extend(record::claims::read(&text).map_err(|why| wrong(&why))?);
    }
    Ok(all)
}
