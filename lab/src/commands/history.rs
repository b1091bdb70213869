//! `curvemark history`: the runs on disk.

use super::{Exit, Failure, json};
use crate::terminal::table::{plain, text};
use crate::terminal::units;
use clap::Args;
use record::Run;
use record::runs;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `history`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  curvemark history --runs results")]
pub struct Arguments {
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
    let found =
        runs::list(folder).map_err(|error| Failure::usage(format!("cannot list {}: {error}", folder.display())))?;
    let entries: Vec<Entry> = found
        .into_iter()
        .map(|(path, run)| match run {
            Ok(run) => entry(run),
            Err(problem) => Entry::Unreadable { file: path.display().to_string(), problem: problem.to_string() },
        })
        .collect();
    if arguments.json {
        json(out, &entries)?;
        return Ok(Exit::Good);
    }
    if entries.is_empty() {
        writeln!(out, "No runs in {}. `curvemark` makes one.", folder.display())?;
        return Ok(Exit::Good);
    }
    let mut table = plain(&["run", "commit", "CPU", "machine", "operations", "took", "fit"]);
    let mut unreadable = Vec::new();
    for entry in entries {
        match entry {
            Entry::Run { id, commit, cpu, fingerprint, operations, seconds, fit, .. } => {
                let fit = if fit { "yes" } else { "no" }.to_owned();
                let commit = commit.unwrap_or_else(|| "-".to_owned());
                table.add_row([id, commit, cpu, fingerprint, operations.to_string(), units::seconds(seconds), fit]);
            }
            Entry::Unreadable { file, problem } => unreadable.push(format!("{file}: {problem}")),
        }
    }
    if !table.is_empty() {
        writeln!(out, "{}", text(&mut table))?;
    }
    for line in unreadable {
        writeln!(out, "not readable: {line}")?;
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
