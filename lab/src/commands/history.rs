//! `curvemark history`: the runs on disk, and what became of an operation from run to run.

use super::{Exit, Failure, check_folder, json, runs_of, spelled, sweeps_of, text_of, unlisted};
use crate::names::Names;
use crate::terminal::table::{plain, text_with_spare};
use crate::terminal::units;
use clap::Args;
use record::history::{self, Key, Lane};
use record::{Run, published, runs};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Arguments of `history`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    curvemark history --runs results\n  \
    curvemark history g1_mul --by curvemark\n  \
    curvemark history --all\n  \
    curvemark history --published record/published/fastcrypto.csv\n\n\
    A lane is a series of figures: one library on one operation, with one engine on one machine. What all lanes of a run have in common \
    comes from the machine, and is subtracted. A change is a suspicion, not a verdict: compare the two commits that it names. With fewer \
    than eight runs nothing is shown.")]
pub struct Arguments {
    /// Show the lanes of the operations whose name contains this, or matches this pattern
    #[arg(value_name = "OPERATION", conflicts_with = "published")]
    operation: Option<String>,
    /// Show the lanes of all operations
    #[arg(long, conflicts_with_all = ["operation", "published"])]
    all: bool,
    /// Only lanes of this implementation
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    /// Evaluate a history that others have published: a table
    /// commit,id,typical_ns,half_ns,verdict
    #[arg(long, value_name = "FILE")]
    published: Option<PathBuf>,
    /// The folder of the runs
    #[arg(long, value_name = "FOLDER", default_value = runs::FOLDER)]
    runs: PathBuf,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Entry {
    Run {
        id: String,
        started: String,
        commit: Option<String>,
        cpu: String,
        fingerprint: String,
        operations: usize,
        seconds: f64,
        fit: bool,
    },
    Unreadable {
        file: String,
        problem: String,
    },
}

/// Runs `history`.
///
/// # Errors
/// [`Failure`] if the folder cannot be listed, or if `out` fails.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let folder = &arguments.runs;
    if let Some(file) = &arguments.published {
        return tell(file, arguments.json, out);
    }
    if arguments.all || arguments.operation.is_some() {
        let runs: Vec<Run> = runs_of(folder)?.into_iter().map(|(_, run)| run).collect();
        if runs.is_empty() {
            let folder = folder.display();
            return Err(Failure::usage(format!("no runs in {folder}; `curvemark run` makes one")));
        }
        return lanes(&runs, arguments, out);
    }
    check_folder(folder)?;
    let found = runs::list(folder).map_err(|error| unlisted(folder, &error))?;
    let entries: Vec<Entry> = found
        .into_iter()
        .map(|(path, run)| match run {
            Ok(run) => entry(run),
            Err(problem) => {
                Entry::Unreadable { file: path.display().to_string(), problem: problem.to_string() }
            }
        })
        .collect();
    if arguments.json {
        json(out, &entries)?;
        return Ok(Exit::Good);
    }
    if entries.is_empty() {
        let sweeps = sweeps_of(folder)?;
        match sweeps.len() as u64 {
            0 => writeln!(out, "No runs in {}. `curvemark` makes one.", folder.display())?,
            n => writeln!(
                out,
                "No runs in {}, but {}: `curvemark report FILE` makes the page of one.",
                folder.display(),
                units::count(n, "sweep")
            )?,
        }
        return Ok(Exit::Good);
    }
    let mut table = plain(&["run", "commit", "CPU", "machine", "operations", "took", "fit"]);
    let mut unreadable = Vec::new();
    for entry in entries {
        match entry {
            Entry::Run { id, commit, cpu, fingerprint, operations, seconds, fit, .. } => {
                let fit = if fit { "yes" } else { "no" }.to_owned();
                let commit = commit.unwrap_or_else(|| "-".to_owned());
                table.add_row([
                    id,
                    commit,
                    cpu,
                    fingerprint,
                    operations.to_string(),
                    units::seconds(seconds),
                    fit,
                ]);
            }
            Entry::Unreadable { file, problem } => unreadable.push(format!("{file}: {problem}")),
        }
    }
    if !table.is_empty() {
        writeln!(out, "{}", text_with_spare(&mut table, &[2, 5, 4, 1, 3]))?;
    }
    for line in unreadable {
        writeln!(out, "not readable: {line}")?;
    }
    Ok(Exit::Good)
}

/// The lanes that were asked for.
fn lanes(runs: &[Run], arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut history = history::of(runs);
    let pattern = arguments.operation.as_deref().unwrap_or_default();
    let names = Names::new(&spelled(pattern))
        .map_err(|error| Failure::usage(format!("'{pattern}' is not a pattern: {}", error.msg)))?;
    let wanted = |lane: &Lane| {
        names.has(&lane.key.operation)
            && arguments.by.as_ref().is_none_or(|by| *by == lane.key.implementation)
    };
    history.lanes.retain(wanted);
    if arguments.json {
        json(out, &history)?;
        return Ok(Exit::Good);
    }
    if history.lanes.is_empty() {
        return Err(Failure::usage(format!(
            "no fit run in {} has an operation '{pattern}'",
            arguments.runs.display()
        )));
    }
    for lane in &history.lanes {
        show(lane, out)?;
    }
    for event in &history.events {
        let (percent, lanes) = (percent(event.factor), event.lanes);
        writeln!(
            out,
            "run {}: all {lanes} lanes of machine {} moved by {percent} together; that is removed above",
            event.run, event.machine
        )?;
    }
    for change in &history.machines {
        let ((old, before), (new, after)) = (&change.before, &change.after);
        writeln!(
            out,
            "run {}: another machine, {new} ({after}) after {old} ({before}); its lanes are others",
            change.run
        )?;
    }
    if history.unfit > 0 {
        writeln!(out, "left out as unfit: {}", units::count(history.unfit as u64, "run"))?;
    }
    Ok(Exit::Good)
}

fn show(lane: &Lane, out: &mut dyn Write) -> Result<(), Failure> {
    let Key { operation, implementation, machine, engine, .. } = &lane.key;
    let points = units::count(lane.points.len() as u64, "run");
    let own: Vec<f64> = lane.points.iter().map(|point| point.own).collect();
    let last = lane.points.last().map(|point| units::time(point.ln.exp())).unwrap_or_default();
    writeln!(
        out,
        "{operation}  {implementation} ({engine}) on {machine}  {}  {last} in the last of {points}",
        sparkline(&own)
    )?;
    if lane.is_short() {
        let fewest = history::FEWEST;
        writeln!(
            out,
            "  too short to be judged: {fewest} runs are needed; `curvemark compare` measures two commits"
        )?;
    } else if lane.changes.is_empty() {
        writeln!(out, "  no change")?;
    }
    for change in &lane.changes {
        let at = lane.points.get(change.at).map(|point| point.run.as_str()).unwrap_or_default();
        let kind = if change.drift { "drifts around" } else { "changes at" };
        let agreed = if change.agreed { ", seen by both methods" } else { "" };
        let percent = percent(change.factor);
        writeln!(out, "  {kind} run {at} by {percent} (p {:.1e}{agreed})", change.p.max(1e-15))?;
        if let Some((old, new)) = &change.versions {
            writeln!(out, "    {old} became {new} there")?;
        } else if let (Some(old), Some(new)) = &change.commits {
            writeln!(out, "    to be sure: curvemark compare {old} {new}")?;
        }
    }
    Ok(())
}

fn percent(factor: f64) -> String {
    format!("{:+.1} %", 100.0 * (factor - 1.0))
}

/// A character for each value, between the least and the most. Where all are within 1 % it shows a
/// line, not their noise.
fn sparkline(values: &[f64]) -> String {
    let (least, most) =
        values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), &v| (l.min(v), m.max(v)));
    let span = (most - least).max(0.01);
    let place = |value: f64| (((value - least) / span) * 7.0).round().clamp(0.0, 7.0) as usize;
    values.iter().map(|&value| ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'][place(value)]).collect()
}

/// What a published history shows.
fn tell(file: &Path, as_json: bool, out: &mut dyn Write) -> Result<Exit, Failure> {
    let wrong =
        |error: &dyn std::fmt::Display| Failure::usage(format!("{}: {error}", file.display()));
    let text = text_of(file)?;
    let runs = published::read(&text).map_err(|line| {
        wrong(&format!("line {line} is not commit,id,typical_ns,half_ns,verdict"))
    })?;
    let said = published::sentences(&runs);
    if as_json {
        json(out, &said.lines().collect::<Vec<_>>())?;
    } else {
        write!(out, "{said}")?;
    }
    Ok(Exit::Good)
}

fn entry(run: Run) -> Entry {
    Entry::Run {
        id: run.id,
        started: run.started,
        commit: run.build.commit,
        cpu: run.machine.cpu,
        fingerprint: run.machine.fingerprint,
        operations: run.operations.len(),
        seconds: run.seconds,
        fit: run.health.fit,
    }
}
