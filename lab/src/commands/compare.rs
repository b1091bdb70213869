//! `curvemark compare`: two commits, builds or implementations in one run, and whether the second
//! is slower.

pub mod side;
mod stored;
mod words;

use super::bar::Bar;
use super::interrupt::Guard;
use super::report::check_place;
use super::run::budget;
use super::{Exit, Failure, World, json, select};
use crate::measure::machine::machine;
use crate::measure::paired::{Change, Compared, Options, compare, confirm};
use crate::measure::schedule::End;
use crate::measure::session::HEADLINE;
use crate::terminal::live::Shown;
use crate::terminal::progress::{Progress, say};
use clap::Args;
use peer_api::Operation;
use record::statistics::sequential::Question;
use serde::Serialize;
use side::{Builds, Ready, Side};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `compare`.
#[derive(Debug, Args)]
#[command(
    after_help = "BASE and CANDIDATE are each a commit, branch or tag of this checkout, the file of a \
    worker (FILE:NAME where it serves several), the name of an implementation, or a stored run by \
    its file or its id in the folder `runs`. Commits are built, once each, under target/compare.\n\n\
    Exits with 0 if nothing is slower, 1 for a confirmed regression, 3 if the two sides give \
    different answers, 4 if the machine was unfit, 5 if the measurement does not decide or was interrupted. \
    docs/ci.md shows it at work.\n\n\
    Examples:\n  \
    curvemark compare main                          HEAD against main, the headline operations\n  \
    curvemark compare v1 v2 --filter 'g1_*' --threshold 0.5\n  \
    curvemark compare main HEAD --budget 60 --markdown comment.md\n  \
    curvemark compare curvemark blst --curve bls12-381"
)]
pub struct Arguments {
    /// The version to compare with
    base: String,
    /// The version that may have become slower
    #[arg(default_value = "HEAD")]
    candidate: String,
    /// Only operations that match: a pattern such as 'g1_*', or a part of the name
    #[arg(long, value_name = "GLOB")]
    filter: Option<String>,
    /// Every operation on this curve
    #[arg(long, value_name = "NAME")]
    curve: Option<String>,
    /// Seconds to prepare and measure, building not counted; what seems slower is measured again
    /// in half of that
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = budget)]
    budget: f64,
    /// Differences up to this many per cent are none
    #[arg(long, value_name = "PERCENT", default_value = "1", value_parser = percent)]
    threshold: f64,
    /// Seed of the inputs and of every order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Exit with 0 where the measurement does not decide
    #[arg(long)]
    allow_inconclusive: bool,
    /// Judge even if the machine was unfit to measure
    #[arg(long)]
    allow_unfit: bool,
    /// Write a summary, ready as a comment
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write JSON to stdout, in place of the table
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    builds: Builds,
    /// Do not pin the measuring thread to a CPU
    #[arg(long)]
    no_pin: bool,
    /// Do not say on stderr how far it is, nor what cargo does
    #[arg(long)]
    quiet: bool,
}

pub(super) use words::change;

pub(super) fn percent(text: &str) -> Result<f64, String> {
    match text.trim_end_matches('%').trim().parse::<f64>() {
        Ok(value) if (0.1..=100.0).contains(&value) => Ok(value),
        _ => Err("a number of per cent from 0.1 to 100".to_owned()),
    }
}

/// Everything that is said about a comparison, in whatever form.
#[derive(Serialize)]
struct Summary<'a> {
    base: &'a Side,
    candidate: &'a Side,
    /// Differences of the lock files.
    lock: Vec<String>,
    /// The two sides are one program.
    same_program: bool,
    threshold_percent: f64,
    #[serde(flatten)]
    found: Option<&'a Compared>,
    /// The verdict in one word, and the code that this command exits with.
    verdict: &'static str,
    exit: u8,
}

/// Runs `compare`.
///
/// # Errors
/// [`Failure`] for sides that cannot be had, or if a file or `out` cannot be written.
pub fn run(arguments: &Arguments, world: &World<'_>, out: &mut dyn Write) -> Result<Exit, Failure> {
    let Arguments { filter, curve, .. } = arguments;
    let whole = filter.is_some() || curve.is_some();
    let operations = select(filter.as_deref(), curve.as_deref(), |operation| {
        whole || HEADLINE.contains(&operation.id)
    })?;
    arguments.markdown.as_deref().map_or(Ok(()), check_place)?;
    let side = |name: &str| Side::find(name, world, &arguments.builds, arguments.quiet);
    let (base, candidate) = (side(&arguments.base)?, side(&arguments.candidate)?);
    if let (Side::Stored(old), Side::Stored(new)) = (&base, &candidate) {
        stored::compare(&old.run, &new.run, out)?;
        return Ok(if arguments.allow_inconclusive { Exit::Good } else { Exit::Inconclusive });
    }
    let lock = base.built().zip(candidate.built());
    let lock =
        lock.map_or_else(Vec::new, |(old, new)| crate::builds::lock::changes(&old.lock, &new.lock));
    let same_program = base.program().is_some() && base.program() == candidate.program();
    let mut summary = Summary {
        base: &base,
        candidate: &candidate,
        lock,
        same_program,
        threshold_percent: arguments.threshold,
        found: None,
        verdict: "same program",
        exit: Exit::Good as u8,
    };
    if same_program {
        return finish(arguments, &summary, Exit::Good, out);
    }

    let progress = Progress::new(1, arguments.quiet);
    let guard = Guard::before_visits();
    progress.phase("starting", format!("{} and {}", arguments.base, arguments.candidate));
    let machine = machine(world.clock);
    let (old, new) = (base.ready(world, arguments.seed)?, candidate.ready(world, arguments.seed)?);
    let threshold = (arguments.threshold / 100.0).ln_1p();
    let measure = |operations: &[&'static Operation], seed, budget_s, activity| {
        let question = Question::gate(threshold, operations.len());
        let options = Options { seed, budget_s, pin: !arguments.no_pin, question };
        let mut bar = Bar::new(&progress, &guard, Shown::Change, activity, operations);
        compare(
            Ready::of(&old),
            Ready::of(&new),
            operations,
            world.sampler,
            &machine,
            &options,
            world.clock,
            &mut bar,
        )
    };
    let mut found = measure(&operations, arguments.seed, arguments.budget, "comparing");
    confirm(&mut found, |ids| {
        let again: Vec<_> = operations
            .iter()
            .copied()
            .filter(|known| ids.iter().any(|id| id == known.id))
            .collect();
        measure(&again, arguments.seed ^ 0x5eed_0000, arguments.budget / 2.0, "confirming")
    });
    drop(guard);
    progress.clear();
    let (verdict, exit) = judge(&found, arguments);
    if found.end == End::Interrupted {
        let sides = [Ready::of(&old), Ready::of(&new)];
        let offered = |one: &&&Operation| sides.iter().all(|side| side.contract(one).is_some());
        let (done, all) = (found.pairs.len(), operations.iter().filter(offered).count());
        say(&format!("interrupted: {done} of {all} operations were compared"));
    }
    (summary.found, summary.verdict, summary.exit) = (Some(&found), verdict, exit as u8);
    finish(arguments, &summary, exit, out)
}

/// The verdict and the code, the gravest first.
fn judge(found: &Compared, arguments: &Arguments) -> (&'static str, Exit) {
    let any = |change: Change| found.pairs.iter().any(|pair| pair.change == change);
    let open = any(Change::Undecided) || any(Change::NotConfirmed) || found.pairs.is_empty();
    if !found.disagreements.is_empty() {
        ("different answers", Exit::Incorrect)
    } else if found.end == End::Interrupted && !any(Change::Slower) {
        // Whoever ends it asks for no verdict, and a few visits say little about the machine.
        let exit = if found.pairs.is_empty() { Exit::Interrupted } else { Exit::Inconclusive };
        ("interrupted", exit)
    } else if !found.health.fit && !arguments.allow_unfit {
        ("machine unfit", Exit::Unfit)
    } else if any(Change::Slower) {
        ("regression", Exit::Regression)
    } else if open && !arguments.allow_inconclusive {
        ("inconclusive", Exit::Inconclusive)
    } else if open {
        ("inconclusive, which is allowed", Exit::Good)
    } else {
        ("no regression", Exit::Good)
    }
}

fn finish(
    arguments: &Arguments,
    summary: &Summary<'_>,
    exit: Exit,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    // A file that cannot be written must not cost the figures.
    let written = arguments.markdown.as_ref().map_or(Ok(()), |path| {
        fs::write(path, words::markdown(summary))
            .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
    });
    if arguments.json {
        json(out, summary)?;
    } else {
        write!(out, "{}", words::plain(summary))?;
    }
    written.map(|()| exit)
}
