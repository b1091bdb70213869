//! `curvemark aa`: the method measured by itself.

use super::engine::EngineArgument;
use super::interrupt::Guard;
use super::{Exit, Failure, World, json, operation_named};
use crate::implementations::baseline;
use crate::inputs::{POOL, pool};
use crate::measure::load::Load;
use crate::measure::machine::machine;
use crate::measure::schedule::Observer;
use crate::measure::selftest::{self, Gather, Kernel, Options, Outcome};
use crate::terminal::progress::Progress;
use clap::Args;
use peer_api::Body;
use peer_api::pin::Pin;
use record::statistics::quantile;
use serde::Serialize;
use std::io::Write;

/// Arguments of `aa`.
#[derive(Debug, Args)]
#[command(
    after_help = "Without --operation there are two subjects: a chain of products, slowed by 1 %, and loads from a \
    table of 4 MiB, slowed by 2 %, while another core copies 64 MiB again and again. Each trial has an equal \
    copy, of which nothing may be reported, and a slowed one, which must be found. \
    Trial 0 has the seed 0, trial 1 the seed 1, and so on.\n\n\
    Exits with 0 if both hold in 95 % of the trials, with 4 if not: then figures of this machine mean nothing.\n\n\
    Examples:\n  \
    curvemark aa                          20 trials\n  \
    curvemark aa --trials 100             100 of them, some minutes\n  \
    curvemark aa --operation bls12-381/fp_mul --planted 1"
)]
pub struct Arguments {
    /// Plant a slowdown of this many per cent, in place of 1 in the chain and 2 in the loads
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, default_missing_value = "3", value_parser = percent)]
    planted: Option<f64>,
    /// Use an operation of the baseline instead of the two built-in subjects; nothing is planted
    /// unless asked for
    #[arg(long, value_name = "ID")]
    operation: Option<String>,
    #[command(flatten)]
    engine: EngineArgument,
    /// Trials side by side
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    trials: u32,
    /// Seconds for each subject at the most; by default 1.8 per trial, and 3.2 for loads, which
    /// scatter more; a trial that has its answer needs less
    #[arg(long, value_name = "SECONDS", value_parser = super::run::budget)]
    budget: Option<f64>,
    /// Leave the other cores alone
    #[arg(long)]
    no_load: bool,
    /// Do not pin the thread to a CPU; then there is no load either
    #[arg(long)]
    no_pin: bool,
    /// Do not say on stderr how far it is
    #[arg(long)]
    quiet: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The answer of `--json`.
#[derive(Serialize)]
struct Whole<'a> {
    load: Option<&'a str>,
    passed: bool,
    subjects: &'a [Outcome],
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
    let subjects = subjects(arguments, world)?;
    let progress = Progress::new(1, arguments.quiet);
    let pin = if arguments.no_pin { None } else { Pin::last_cpu() };
    let load = pin.as_ref().filter(|_| !arguments.no_load).and_then(Load::beside);
    let machine = machine(world.clock);
    let mut outcomes = Vec::new();
    let mut bar = Bar { progress: &progress, guard: Guard::new() };
    for Subject { name, make, planted, trial_s } in &subjects {
        if bar.stop() {
            break;
        }
        let budget_s = arguments.budget.unwrap_or(trial_s * f64::from(arguments.trials));
        let options = Options { trials: arguments.trials, planted: *planted, budget_s };
        let outcome = selftest::run(name, make, &machine, &options, world.clock, &mut bar)
            .map_err(|suspect| Failure::Said(Exit::Unfit, format!("{name}: {suspect}")))?;
        outcomes.push(outcome);
    }
    let interrupted = bar.stop();
    let load_words = load.as_ref().map(Load::words);
    drop((load, pin, bar));
    progress.clear();
    let passed = !interrupted && outcomes.iter().all(Outcome::passed);
    if arguments.json {
        json(out, &Whole { load: load_words.as_deref(), passed, subjects: &outcomes })?;
    } else {
        writeln!(
            out,
            "next to          {}",
            load_words.as_deref().unwrap_or("no load of the lab's own")
        )?;
        outcomes.iter().try_for_each(|outcome| show(outcome, out))?;
        for Subject { name, .. } in &subjects[outcomes.len()..] {
            writeln!(out, "subject          {name}: not measured before it was interrupted")?;
        }
        let verdict = match passed {
            _ if interrupted => "interrupted",
            true => "the method works here",
            false => "the method does not work here",
        };
        writeln!(out, "verdict          {verdict}")?;
    }
    Ok(match passed {
        _ if interrupted => Exit::Inconclusive,
        true => Exit::Good,
        false => Exit::Unfit,
    })
}

/// What runs, how to prepare it anew, and how much more its slowed copy does.
struct Subject<'a> {
    name: String,
    make: Box<dyn Fn() -> Box<dyn Body> + 'a>,
    planted: Option<f64>,
    /// Seconds that a trial takes at the most on a machine that is busy elsewhere; one that has its
    /// answer leaves them to the others.
    trial_s: f64,
}

fn subjects<'a>(arguments: &Arguments, world: &'a World<'_>) -> Result<Vec<Subject<'a>>, Failure> {
    let planted = arguments.planted.map(|percent| percent / 100.0);
    let Some(id) = &arguments.operation else {
        let table = Gather::table();
        let chain: Subject<'_> = Subject {
            name: Kernel::NAME.to_owned(),
            make: Box::new(|| Box::new(Kernel::new())),
            planted: Some(planted.unwrap_or(0.01)),
            trial_s: 1.8,
        };
        let loads = Subject {
            name: Gather::NAME.to_owned(),
            make: Box::new(move || Box::new(Gather::new(&table))),
            planted: Some(planted.unwrap_or(0.02)),
            trial_s: 3.2,
        };
        return Ok(vec![chain, loads]);
    };
    let operation = operation_named(id)?;
    let baseline = baseline(&world.implementations).map(|index| &world.implementations[index]);
    let baseline = baseline.ok_or_else(|| Failure::usage("this build links no implementation"))?;
    let name = format!("{} of {}", operation.id, baseline.about().name);
    let cases = pool(operation, 0, POOL, world.sampler)
        .map_err(|reason| Failure::usage(format!("{name}: {reason}")))?;
    let prepare = move || baseline.prepare(operation, &cases);
    if let Err(refusal) = prepare() {
        return Err(Failure::usage(format!("{name} cannot be prepared: {refusal:?}")));
    }
    // It was prepared a moment ago from the same cases; preparing is a function of them.
    let make = Box::new(move || prepare().expect("it was prepared before"));
    Ok(vec![Subject { name, make, planted, trial_s: 1.8 }])
}

fn show(outcome: &Outcome, out: &mut dyn Write) -> Result<(), Failure> {
    let trials = outcome.trials;
    let share = |(low, high): (f64, f64)| {
        format!("[{:.1}, {:.1}] % with 95 % confidence", low * 100.0, high * 100.0)
    };
    writeln!(out, "subject          {}", outcome.subject)?;
    writeln!(
        out,
        "equal copies     {} of {trials} quiet, {}",
        outcome.quiet,
        share(outcome.quiet_share)
    )?;
    let widths: Vec<f64> = outcome.copies.iter().map(|ratio| ratio.resolution * 100.0).collect();
    if let Some(width) = quantile(&widths, 0.5) {
        writeln!(out, "resolution       {width:.2} % (median)")?;
    }
    if let Some(planted) = outcome.planted {
        let values: Vec<f64> =
            outcome.slowed.iter().map(|ratio| (ratio.value - 1.0) * 100.0).collect();
        let seen = quantile(&values, 0.5).unwrap_or_default();
        let found =
            format!("{} of {trials} reported, {}", outcome.found, share(outcome.found_share));
        writeln!(out, "planted {:.1} %    {found}; seen as {seen:.2} % (median)", planted * 100.0)?;
    }
    for remark in &outcome.health.remarks {
        writeln!(out, "                 {remark}")?;
    }
    Ok(())
}
