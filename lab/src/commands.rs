//! The command line: arguments, dispatch, exit codes. Each command is a module below.
//!
//! A command writes to the `out` it is given and returns an [`Exit`]; nothing in it prints or exits
//! by itself, so that tests run commands on implementations and clocks of their own ([`World`]).

pub mod aa;
mod bar;
pub mod bisect;
pub mod bls;
pub mod cashu;
pub mod check;
pub mod compare;
pub mod count;
pub mod derive;
pub mod drand;
pub mod ecdsa;
pub mod eddsa;
pub mod engine;
pub mod evmmax;
pub mod export;
pub mod findings;
pub mod firmware;
pub mod gas;
pub mod groth16;
pub mod help;
pub mod history;
pub mod interrupt;
pub mod keep;
pub mod list;
pub mod machine;
pub mod peers;
pub mod report;
pub mod run;
pub mod schnorr;
pub mod sweep;
pub mod tool;
pub mod verify;
pub mod vrf;
pub mod wallet;
pub mod worker;
pub mod zklogin;

use crate::gate::engines::Engines;
use crate::gate::{self, Plan};
use crate::implementations::{self, Cast, CurvemarkSubject};
use crate::inputs::{PeerSampler, Sampler};
use crate::measure::clock::{Clock, SystemClock};
use crate::names::Names;
use crate::terminal::progress::say;
use crate::terminal::table;
use clap::{FromArgMatches, Parser, Subcommand};
use peer_api::{Curve, Implementation, OPERATIONS, Operation};
use record::sweep::Sweep;
use record::{Gate, Run};
use serde::Serialize;
use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How a command ended, for whoever called it. [`help::EXIT_CODES`] says the same to users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// All is well.
    Good = 0,
    /// A confirmed regression.
    Regression = 1,
    /// The arguments, or what they name, cannot be used.
    Usage = 2,
    /// A check failed: the code that was checked is wrong. Takes precedence over all.
    Incorrect = 3,
    /// The machine was unfit to measure, or the controls failed.
    Unfit = 4,
    /// The measurement does not decide, or was interrupted and is incomplete.
    Inconclusive = 5,
    /// A finding that concerns security.
    Security = 6,
    /// What was given is well formed and not valid: a signature, a proof, a token, a stored run.
    /// That is a verdict on the input, where [`Exit::Incorrect`] is one on the code.
    Invalid = 7,
    /// Interrupted before there was any result.
    Interrupted = 130,
}

/// Why a command gave up.
#[derive(Debug)]
pub enum Failure {
    /// Said on stderr in one line, with this exit code.
    Said(Exit, String),
    /// Writing to `out` failed. A closed pipe is nobody's fault and ends in silence.
    Output(io::Error),
}

impl Failure {
    /// Something about the arguments or the files they name.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Said(Exit::Usage, message.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// The gate, as the commands call it.
pub type Check<'a> =
    dyn Fn(&Plan, Engines, &[Box<dyn Implementation>], &dyn Fn(&str, u64, u64)) -> Gate + 'a;

/// What the commands work on.
pub struct World<'a> {
    /// Who is checked and measured. Asked for by the commands that need it alone: workers are
    /// processes.
    pub implementations: LazyCell<Cast, Box<dyn FnOnce() -> Cast + 'a>>,
    /// Where points come from.
    pub sampler: &'a dyn Sampler,
    /// What blocks are timed with.
    pub clock: &'a dyn Clock,
    /// The correctness gate.
    pub check: &'a Check<'a>,
}

/// Checks the curvemark stack and measures it next to other libraries, on this machine
#[derive(Debug, Parser)]
#[command(name = "curvemark", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: run::Arguments,
}

impl Cli {
    /// What a command line says.
    ///
    /// # Errors
    /// What is wrong with it; help and version are errors too.
    fn read(arguments: &[OsString]) -> Result<Self, clap::Error> {
        Self::from_arg_matches(&help::command().try_get_matches_from(arguments)?)
    }

    /// Whether it works for long, and says where it was if it is interrupted. The others end at
    /// once, as every program does.
    fn takes_long(&self) -> bool {
        use Command::*;
        !matches!(
            self.command,
            Some(
                Bls(_)
                    | Ecdsa(_)
                    | Schnorr(_)
                    | Eddsa(_)
                    | Groth16(_)
                    | Cashu(_)
                    | Drand(_)
                    | Vrf(_)
                    | Wallet(_)
            )
        )
    }

    /// The executables that the command line names.
    fn workers(&self) -> &[PathBuf] {
        match &self.command {
            None => &self.run.worker.workers,
            Some(Command::Run(arguments)) => &arguments.worker.workers,
            Some(Command::Check(arguments)) => &arguments.worker.workers,
            Some(Command::List(arguments)) => &arguments.worker.workers,
            Some(Command::Peers(arguments)) => &arguments.worker.workers,
            Some(Command::Sweep(arguments)) => &arguments.worker.workers,
            Some(_) => &[],
        }
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check, measure next to the peers, and write a report (the default)
    Run(run::Arguments),
    /// Measure two commits or builds in one run, and say whether the second is slower
    Compare(compare::Arguments),
    /// Find the commit that made an operation slower, by paired runs
    Bisect(bisect::Arguments),
    /// Show how the time of batches grows with the number of their items
    Sweep(sweep::Arguments),
    /// Run only the checks
    Check(check::Arguments),
    /// Make the report of a stored run again
    Report(report::Arguments),
    /// Show who is measured: versions, engines, operations; build more of them
    Peers(peers::Arguments),
    /// Show this machine's fingerprint, and whether it is fit to measure
    Machine(machine::Arguments),
    /// List the operations, and what each implementation does for them
    List(list::Arguments),
    /// Say whether stored runs show something bad: leaks, unfair comparisons, changes
    Findings(findings::Arguments),
    /// List the stored runs, or show what became of an operation from run to run
    History(history::Arguments),
    /// Write a stored run in the format of another tool
    Export(export::Arguments),
    /// Read the results of another tool as rows of a history
    Import(export::ImportArguments),
    /// Test the method: equal copies must look equal, a planted slowdown must be seen
    Aa(aa::Arguments),
    /// Count what operations cost in operations of the base field
    Count(count::Arguments),
    /// Say what Ethereum's precompiles would cost at a price of time, next to their gas
    Gas(gas::Arguments),
    /// Run programs of modular arithmetic in the Ethereum machine: gas and time
    Evmmax(Box<evmmax::Arguments>),
    /// Run curvemark on an emulated ESP32-C3: rows, checks, profiles
    Firmware(firmware::Arguments),
    /// Derive the constants of a curve from its root facts, by big integers only
    Derive(derive::Arguments),
    /// BLS signatures by hand: keys, sign, verify, aggregate, proofs of possession
    Bls(bls::Arguments),
    /// ECDSA on secp256k1 and P-256 by hand: keys, sign, verify, recover
    Ecdsa(ecdsa::Arguments),
    /// Schnorr signatures of BIP-340 by hand: keys, sign, verify
    Schnorr(schnorr::Arguments),
    /// Ed25519 by hand: keys, sign, verify by one of two rules
    Eddsa(eddsa::Arguments),
    /// Groth16 by hand: verify, prove from files of circom
    Groth16(groth16::Arguments),
    /// Try Cashu v3 by hand: keys, blind, sign, unblind, verify
    Cashu(cashu::Arguments),
    /// Public randomness of drand: verify rounds
    Drand(drand::Arguments),
    /// Logins of Sui's zkLogin: verify signatures, proofs and tokens
    Zklogin(zklogin::Arguments),
    /// Verifiable random functions by hand: keys, prove, verify
    Vrf(vrf::Arguments),
    /// Wallets by hand: words, seeds, derived keys, silent payments
    Wallet(wallet::Arguments),
}

/// The whole program: arguments from the environment, output to the terminal.
pub fn main() -> ExitCode {
    main_with(Vec::new())
}

/// The whole program, with implementations of the caller's own, which are checked, compared and
/// measured as all others are. Each needs a name that nobody else has; one that has not is refused
/// by every command that would ask it.
pub fn main_with(own: Vec<Box<dyn Implementation>>) -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    // What is wrong with them is said by `execute`.
    let read = Cli::read(&arguments).ok();
    if read.as_ref().is_some_and(Cli::takes_long) {
        interrupt::listen();
    }
    table::fit_terminal();
    let named = read.map(|cli| cli.workers().to_vec()).unwrap_or_default();
    let cast = || {
        let mut cast = implementations::all();
        own.into_iter().for_each(|one| cast.join(one));
        named.iter().for_each(|path| worker::join(path, &mut cast));
        cast
    };
    let clock = SystemClock::new();
    let check = |plan: &Plan,
                 engines,
                 implementations: &[Box<dyn Implementation>],
                 progress: &dyn Fn(&str, u64, u64)| {
        gate::engines::check(plan, engines, &CurvemarkSubject::SOUND, implementations, progress)
    };
    let world = World {
        implementations: LazyCell::new(Box::new(cast)),
        sampler: &PeerSampler,
        clock: &clock,
        check: &check,
    };
    // Standard error is not locked: whoever is interrupted says so from another thread.
    let exit = execute(arguments, &world, &mut io::stdout().lock(), &mut io::stderr());
    ExitCode::from(exit as u8)
}

/// Runs one command line. `arguments` begins with the program's name.
pub fn execute(
    arguments: impl IntoIterator<Item = OsString>,
    world: &World<'_>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Exit {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let done = match Cli::read(&arguments) {
        Ok(cli) => dispatch(cli, world, out),
        Err(error) if error.use_stderr() => Err(Failure::usage(help::one_line(&error, &arguments))),
        // Help and version come as errors too.
        Err(help) => write!(out, "{help}").map(|()| Exit::Good).map_err(Failure::Output),
    };
    match done.and_then(|exit| Ok(out.flush().map(|()| exit)?)) {
        Ok(exit) => exit,
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Good,
        Err(Failure::Output(error)) => end(err, Exit::Usage, &unwritten(&error)),
        Err(Failure::Said(exit, message)) => end(err, exit, &message),
    }
}

/// That stdout takes nothing, such as a file on a full disk.
fn unwritten(error: &io::Error) -> String {
    format!("cannot write to standard output: {error}")
}

fn end(err: &mut dyn Write, exit: Exit, message: &str) -> Exit {
    // With stderr gone there is nobody left to tell.
    let _ = writeln!(err, "curvemark: {message}");
    exit
}

fn dispatch(cli: Cli, world: &World<'_>, out: &mut dyn Write) -> Result<Exit, Failure> {
    match cli.command.unwrap_or(Command::Run(cli.run)) {
        Command::Run(arguments) => run::run(&arguments, world, out),
        Command::Compare(arguments) => compare::run(&arguments, world, out),
        Command::Bisect(arguments) => bisect::run(&arguments, world, out),
        Command::Sweep(arguments) => sweep::run(&arguments, world, out),
        Command::Check(arguments) => check::run(&arguments, world, out),
        Command::Report(arguments) => report::run(&arguments, out),
        Command::Peers(arguments) => peers::run(&arguments, world, out),
        Command::Machine(arguments) => machine::run(&arguments, world, out),
        Command::List(arguments) => list::run(&arguments, world, out),
        Command::Findings(arguments) => findings::run(&arguments, world, out),
        Command::History(arguments) => history::run(&arguments, out),
        Command::Export(arguments) => export::run(&arguments, out),
        Command::Import(arguments) => export::import(&arguments, out),
        Command::Aa(arguments) => aa::run(&arguments, world, out),
        Command::Count(arguments) => count::run(&arguments, out),
        Command::Gas(arguments) => gas::run(&arguments, world, out),
        Command::Evmmax(arguments) => evmmax::run(&arguments, world, out),
        Command::Firmware(arguments) => firmware::run(&arguments, out),
        Command::Derive(arguments) => derive::run(&arguments, out),
        Command::Bls(arguments) => bls::run(&arguments, out),
        Command::Ecdsa(arguments) => ecdsa::run(&arguments, out),
        Command::Schnorr(arguments) => schnorr::run(&arguments, out),
        Command::Eddsa(arguments) => eddsa::run(&arguments, out),
        Command::Groth16(arguments) => groth16::run(&arguments, out),
        Command::Cashu(arguments) => cashu::run(&arguments, out),
        Command::Drand(arguments) => drand::run(&arguments, out),
        Command::Zklogin(arguments) => zklogin::run(&arguments, out),
        Command::Vrf(arguments) => vrf::run(&arguments, out),
        Command::Wallet(arguments) => wallet::run(&arguments, out),
    }
}

/// The text of a file that the command line names.
///
/// # Errors
/// [`Exit::Usage`] for one that cannot be read, or is no text.
fn text_of(file: &Path) -> Result<String, Failure> {
    let shown = file.display();
    std::fs::read_to_string(file).map_err(|error| {
        Failure::usage(match error.kind() {
            io::ErrorKind::InvalidData => format!("{shown} is a binary file, where text is needed"),
            io::ErrorKind::IsADirectory => format!("{shown} is a folder, where a file is needed"),
            io::ErrorKind::NotFound => format!("there is no file {shown}"),
            _ => format!("{shown}: {error}"),
        })
    })
}

/// What is wrong with a folder of runs that is named and is none.
fn no_folder(folder: &Path) -> Failure {
    let shown = folder.display();
    Failure::usage(if folder.exists() {
        format!("{shown} is a file, where a folder of runs is needed")
    } else {
        format!("there is no folder {shown}")
    })
}

/// Makes the folder in which something will be stored, if it is not there.
///
/// # Errors
/// [`Exit::Usage`].
fn make_folder(folder: &Path) -> Result<(), Failure> {
    let shown = folder.display();
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::usage(match error.kind() {
            io::ErrorKind::AlreadyExists => {
                format!("{shown} is a file, where a folder of runs is needed")
            }
            _ => format!("cannot make the folder {shown}: {error}"),
        })
    })
}

/// Refuses a folder of runs that was named and is not there: whoever mistypes it must not read that
/// nothing was found. The usual one may not be there yet.
///
/// # Errors
/// [`Exit::Usage`].
fn check_folder(folder: &Path) -> Result<(), Failure> {
    if folder == Path::new(record::runs::FOLDER) || folder.is_dir() {
        return Ok(());
    }
    Err(no_folder(folder))
}

/// The runs of a folder, oldest first, each with its file. What cannot be read is named on stderr:
/// whoever gets figures of the others must know that some are missing.
///
/// # Errors
/// [`Exit::Usage`] for a folder that is not there or cannot be listed.
fn runs_of(folder: &Path) -> Result<Vec<(PathBuf, Run)>, Failure> {
    check_folder(folder)?;
    let found = record::runs::list(folder).map_err(|error| unlisted(folder, &error))?;
    Ok(readable(found))
}

/// As [`runs_of`], for sweeps.
fn sweeps_of(folder: &Path) -> Result<Vec<(PathBuf, Sweep)>, Failure> {
    check_folder(folder)?;
    let found = record::sweep::list(folder).map_err(|error| unlisted(folder, &error))?;
    Ok(readable(found))
}

fn unlisted(folder: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!("cannot list {}: {error}", folder.display()))
}

fn readable<T, E: Display>(found: Vec<(PathBuf, Result<T, E>)>) -> Vec<(PathBuf, T)> {
    let one = |(path, found): (PathBuf, Result<T, E>)| match found {
        Ok(found) => Some((path, found)),
        Err(problem) => {
            say(&not_readable(&path, &problem));
            None
        }
    };
    found.into_iter().filter_map(one).collect()
}

/// That a stored file is left out, and why.
fn not_readable(file: &Path, problem: &dyn Display) -> String {
    format!("not readable: {}: {problem}", file.display())
}

/// Writes `value` as JSON, indented, with a newline.
fn json(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(io::Error::from)?;
    Ok(writeln!(out, "{text}")?)
}

/// The operations that match a filter and are on a curve, or those that are wanted without either:
/// a filter is a pattern with `*`, `?` or `[…]` against the whole id or its part after the slash,
/// anything else a part of the id.
///
/// # Errors
/// [`Exit::Usage`] for a pattern that is none, a curve that is none, or if nothing matches.
fn select(
    filter: Option<&str>,
    curve: Option<&str>,
    wanted: impl Fn(&Operation) -> bool,
) -> Result<Vec<&'static Operation>, Failure> {
    let curve = curve.map(curve_named).transpose()?;
    let of_curve = |operation: &&Operation| {
        curve.is_none_or(|curve| operation.curve() == Some(curve)) && wanted(operation)
    };
    let Some(filter) = filter else { return Ok(OPERATIONS.iter().filter(of_curve).collect()) };
    let names = names(filter)?;
    let found: Vec<&Operation> =
        OPERATIONS.iter().filter(of_curve).filter(|one| names.has(one.id)).collect();
    if found.is_empty() {
        let place = curve.map(|curve| format!(" on {}", curve.name())).unwrap_or_default();
        return Err(Failure::usage(format!(
            "no operation{place} matches '{filter}'; `curvemark list` names them"
        )));
    }
    Ok(found)
}

/// Refuses a filter without a character, which is what a shell makes of a variable that is not set:
/// it would match everything.
///
/// # Errors
/// [`Exit::Usage`].
fn refuse_empty(filter: &str) -> Result<(), Failure> {
    match filter.is_empty() {
        true => Err(Failure::usage("--filter is empty: leave it out, or say what it should match")),
        false => Ok(()),
    }
}

/// The names that a filter means.
///
/// # Errors
/// [`Exit::Usage`] for a pattern that is none.
fn names(filter: &str) -> Result<Names, Failure> {
    refuse_empty(filter)?;
    Names::new(&spelled(filter)).map_err(|error| {
        Failure::usage(format!(
            "--filter '{filter}' is not a pattern: {} at character {}",
            error.msg,
            error.pos + 1
        ))
    })
}

/// What somebody wrote, with the ids in it as we spell them: `bls12-381` for Rust's `bls12_381`,
/// `cashu-v3` for `cashu_v3`.
fn spelled(text: &str) -> String {
    let groups = OPERATIONS.iter().filter_map(|operation| operation.id.split('/').next());
    let mut text = text.to_owned();
    for group in groups.collect::<BTreeSet<_>>().into_iter().filter(|group| group.contains('-')) {
        text = text.replace(&group.replace('-', "_"), group);
    }
    text
}

/// An operation by its id.
///
/// # Errors
/// [`Exit::Usage`] for one that there is not.
fn operation_named(id: &str) -> Result<&'static Operation, Failure> {
    peer_api::operation(&spelled(id))
        .ok_or_else(|| Failure::usage(format!("no operation '{id}'; `curvemark list` names them")))
}

/// A curve by its id or its name, in any case.
fn curve_named(name: &str) -> Result<Curve, Failure> {
    let known = Curve::ALL.into_iter();
    let spelled = spelled(&name.to_ascii_lowercase());
    known
        .clone()
        .find(|curve| {
            [curve.id(), curve.name()].iter().any(|known| known.eq_ignore_ascii_case(&spelled))
        })
        .ok_or_else(|| {
            let ids: Vec<&str> = known.map(Curve::id).collect();
            Failure::usage(format!("no curve '{name}'; there are {}", ids.join(", ")))
        })
}

#[cfg(test)]
mod tests;
