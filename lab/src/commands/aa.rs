//! `curvemark aa`: the method measured by itself.

use super::engine::EngineArgument;
use super::interrupt::Guard;
use super::{Exit, Failure, World, json};
use crate::implementations::baseline;
use crate::inputs::{POOL, pool};
use crate::measure::machine::machine;
use crate::measure::pin::Pin;
use crate::measure::schedule::Observer;
use crate::measure::selftest::{self, Kernel, Options, Outcome};
use crate::terminal::progress::Progress;
use clap::Args;
use peer_api::{Body, operation};
use record::statistics::quantile;
use std::io::Write;

/// Arguments of `aa`.
#[derive(Debug, Args)]
#[command(after_help = "Exits with 4 if the method does not work here: then figures of this machine mean nothing.\n\n\
    Examples:\n  \
    curvemark aa                          20 pairs of equal copies\n  \
    curvemark aa --planted                and 20 copies that do 3 % more\n  \
    curvemark aa --planted 1 --operation bls12-381/fp_mul")]
pub struct Arguments {
    /// Plant a slowdown of this many per cent, and see that it is found
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, default_missing_value = "3", value_parser = percent)]
    planted: Option<f64>,
    /// Use an operation of the baseline instead of the built-in chain of products
    #[arg(long, value_name = "ID")]
    operation: Option<String>,
    #[command(flatten)]
    engine: EngineArgument,
    /// Trials side by side
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    trials: u32,
    /// Seconds in all
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = super::run::budget)]
    budget: f64,
    /// Seed of all orders
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Do not pin the thread to a CPU
    #[arg(long)]
    no_pin: bool,
    /// No progress bar
    #[arg(long)]
    quiet: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

fn percent(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= 100.0 => Ok(value),
        _ => Err("a number of per cent above 0, up to 100".to_owned()),
    }
}

struct Bar<'a> {
    progress: &'a Progress,
    guard: Guard,
}

impl Observer for Bar<'_> {
    fn visited(&mut self, operation: usize, open: usize, spent: f64, budget: f64) {
        self.progress.phase("measuring", format!("trial {}, {open} open", operation + 1));
        self.progress.at((spent * 1e3) as u64, (budget * 1e3) as u64);
    }

    fn stop(&self) -> bool {
        self.guard.asked()
    }
}

/// Runs `aa`.
///
/// # Errors
/// [`Failure`] if the operation cannot be prepared, or if `out` fails.
pub fn run(arguments: &Arguments, world: &World<'_>, out: &mut dyn Write) -> Result<Exit, Failure> {
    let _limit = arguments.engine.apply()?;
    let (name, mut make) = subject(arguments, world)?;
    let progress = Progress::new(1, arguments.quiet);
    let pin = if arguments.no_pin { None } else { Pin::last_cpu() };
    let options = Options {
        trials: arguments.trials,
        planted: arguments.planted.map(|percent| percent / 100.0),
        budget_s: arguments.budget,
        seed: arguments.seed,
    };
    let mut bar = Bar { progress: &progress, guard: Guard::new() };
    let outcome = selftest::run(&name, &mut make, &machine(world.clock), &options, world.clock, &mut bar)
        .map_err(|suspect| Failure::Said(Exit::Unfit, format!("{name}: {suspect}")))?;
    drop((pin, bar));
    progress.clear();
    if arguments.json {
        json(out, &outcome)?;
    } else {
        show(&outcome, out)?;
    }
    Ok(match outcome.passed() {
        _ if outcome.interrupted => Exit::Inconclusive,
        true => Exit::Good,
        false => Exit::Unfit,
    })
}

type Make<'a> = Box<dyn FnMut() -> Box<dyn Body> + 'a>;

/// What runs, and how to prepare it anew.
fn subject<'a>(arguments: &Arguments, world: &'a World<'_>) -> Result<(String, Make<'a>), Failure> {
    let Some(id) = &arguments.operation else {
        return Ok((Kernel::NAME.to_owned(), Box::new(|| Box::new(Kernel::new()))));
    };
    let known = operation(id);
    let operation = known.ok_or_else(|| Failure::usage(format!("no operation '{id}'; `curvemark list` names them")))?;
    let baseline = baseline(&world.implementations).map(|index| &world.implementations[index]);
    let baseline = baseline.ok_or_else(|| Failure::usage("this build links no implementation"))?;
    let name = format!("{} of {}", operation.id, baseline.about().name);
    let cases = pool(operation, arguments.seed, POOL, world.sampler)
        .map_err(|reason| Failure::usage(format!("{name}: {reason}")))?;
    let prepare = move || baseline.prepare(operation, &cases);
    if let Err(refusal) = prepare() {
        return Err(Failure::usage(format!("{name} cannot be prepared: {refusal:?}")));
    }
    // It was prepared a moment ago from the same cases; preparing is a function of them.
    Ok((name, Box::new(move || prepare().expect("it was prepared before"))))
}

fn show(outcome: &Outcome, out: &mut dyn Write) -> Result<(), Failure> {
    let trials = outcome.trials;
    writeln!(out, "subject          {}", outcome.subject)?;
    writeln!(out, "equal copies     {} of {trials} held 1 in their interval", outcome.held)?;
    let widths: Vec<f64> = outcome.copies.iter().map(|ratio| ratio.resolution * 100.0).collect();
    if let Some(width) = quantile(&widths, 0.5) {
        writeln!(out, "resolution       {width:.2} % (median)")?;
    }
    if let Some(planted) = outcome.planted {
        let values: Vec<f64> = outcome.slowed.iter().map(|ratio| (ratio.value - 1.0) * 100.0).collect();
        let seen = quantile(&values, 0.5).unwrap_or_default();
        let percent = planted * 100.0;
        writeln!(out, "planted {percent:.1} %    {} of {trials} found, seen as {seen:.2} % (median)", outcome.found)?;
    }
    for remark in &outcome.health.remarks {
        writeln!(out, "                 {remark}")?;
    }
    let verdict = match outcome.passed() {
        _ if outcome.interrupted => "interrupted",
        true => "the method works here",
        false => "the method does not work here",
    };
    writeln!(out, "verdict          {verdict}")?;
    Ok(())
}
