//! `curvemark firmware`: curvemark on an ESP32-C3, in the emulator. Its programs are of another
//! workspace and by another compiler, so `chip/firmware/xtask` does the work, which cargo builds
//! and starts.

use super::interrupt::Waiting;
use super::{Exit, Failure};
use crate::implementations::workers::root;
use crate::terminal::progress::Progress;
use clap::{Args, Subcommand, ValueEnum};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// Arguments of `firmware`.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = false,
    after_help = "No chip is measured. Counts are exact, and two models turn them into times. Only the times of `run host` are measured, on this machine.\n\
    Without a compiler for the chip nothing runs, and the exit code is 4: docs/esp32.md says how to get one.\n\n\
    Example:\n  curvemark firmware run"
)]
pub struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Print the rows: counted, modelled, published by others on hardware; and other libraries in
    /// the same emulator
    Run {
        /// Only these rows
        part: Option<Part>,
    },
    /// Check answers against published cases, secrets in step, and counts against what is committed
    Check,
    /// Print where the instructions of a row go
    Profile {
        /// The row; `rsa/ROW` on the RSA block, `small/ROW` in small code, `rv64/ROW` on 64 bits
        row: String,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Part {
    /// Those of the curves without pairings
    Curves,
    /// Those of field arithmetic, of the parts of a pairing and of the RSA block
    Kernels,
    /// Those of the same sources on a processor of 64 bits, RV64IMC
    Rv64,
    /// Those of other libraries
    Peers,
    /// The same operations timed on this machine, which a plain `run` leaves out
    Host,
}

/// What `chip/firmware/xtask` is asked.
fn words(task: &Task) -> Vec<&str> {
    match task {
        Task::Run { part: None } => vec!["rows"],
        Task::Run { part: Some(Part::Curves) } => vec!["rows", "curves"],
        Task::Run { part: Some(Part::Kernels) } => vec!["rows", "kernels"],
        Task::Run { part: Some(Part::Rv64) } => vec!["rows", "rv64"],
        Task::Run { part: Some(Part::Peers) } => vec!["rows", "peers"],
        Task::Run { part: Some(Part::Host) } => vec!["rows", "host"],
        Task::Check => vec!["check"],
        Task::Profile { row } => vec!["profile", row],
    }
}

fn cargo(task: &Task, root: &Path) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--locked", "--manifest-path"]).arg(root.join("chip/firmware/Cargo.toml"));
    cargo.arg("--").args(words(task)).stdout(Stdio::piped());
    cargo
}

/// The exit code of `chip/firmware/xtask` as one of this program.
fn exit(code: Option<i32>) -> Exit {
    match code {
        Some(0) => Exit::Good,
        Some(3) => Exit::Incorrect,
        Some(4) => Exit::Unfit,
        _ => Exit::Usage,
    }
}

/// Runs `firmware`.
///
/// # Errors
/// [`Failure`] if there are no sources or no cargo, or if `out` fails.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let root = root().ok_or_else(|| {
        Failure::usage("no sources of curvemark here or above: run it in a checkout")
    })?;
    // The images take minutes the first time, which cargo tells of.
    let words = words(&arguments.task).join(" ");
    Progress::new(1, false).step("firmware", &format!("{words}: building what is not built yet"));
    let started = cargo(&arguments.task, &root).spawn();
    let mut child =
        started.map_err(|error| Failure::usage(format!("cargo cannot be started: {error}")))?;
    let _waiting = Waiting::of(&child);
    if let Some(mut printed) = child.stdout.take() {
        io::copy(&mut printed, out)?;
    }
    Ok(exit(child.wait()?.code()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_task_is_one_of_the_runner_and_its_codes_keep_their_meaning() {
        let root = root().expect("the tests run in a checkout");
        let runner = std::fs::read_to_string(root.join("chip/firmware/xtask/src/main.rs"))
            .expect("the runner's sources");
        let parts = Part::value_variants().iter().copied().map(Some).chain([None]);
        let tasks = parts.map(|part| Task::Run { part }).chain([Task::Check]);
        for task in tasks {
            let arm = format!(
                "[{}]",
                words(&task).iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", ")
            );
            assert!(runner.contains(&format!("        {arm} => task(")), "{arm}");
        }
        let profile = cargo(&Task::Profile { row: "rsa/blind".to_owned() }, &root);
        let arguments: Vec<_> =
            profile.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
        assert_eq!(arguments[arguments.len() - 3..], ["--", "profile", "rsa/blind"]);
        assert!(runner.contains("[\"profile\", row] =>"));
        let codes = [0, 2, 3, 4].map(|code| exit(Some(code)));
        assert_eq!(codes, [Exit::Good, Exit::Usage, Exit::Incorrect, Exit::Unfit]);
        assert_eq!(exit(None), Exit::Usage);
    }
}
