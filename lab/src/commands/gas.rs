//! `curvemark gas`: what the precompiles of Ethereum would cost at a price of time, next to their
//! gas under a fork.

use super::bar::Bar;
use super::check::passed;
use super::engine::EngineArgument;
use super::interrupt::Guard;
use super::run::{budget, starting};
use super::{Exit, Failure, World, json, names, report, select};
use crate::gate::engines::Engines;
use crate::gate::{Plan, Tier};
use crate::implementations::is_own;
use crate::measure::gas::{mgas_per_second, under, worst_client, worth};
use crate::measure::machine::machine;
use crate::measure::schedule::End;
use crate::measure::session::{Options, measure};
use crate::terminal::live::Shown;
use crate::terminal::progress::{Progress, say};
use crate::terminal::table::{best_peer, plain, right, text_with_spare};
use crate::terminal::units;
use clap::Args;
use evm::Fork;
use peer_api::OPERATIONS;
use record::{Operation, Row, eip_7904, jsonl};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `gas`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    curvemark gas                                         measure now, half a minute after the gate\n  \
    curvemark gas --filter 'bls12_*' --budget 10\n  \
    curvemark gas 20260102T030405Z-00ff --fork prague     from a stored run\n  \
    curvemark gas runs/20260102T030405Z-00ff.jsonl --ns-per-gas 4 --json\n\n\
    10 ns per gas, the default, are 100 million gas per second. EIP-7904 measures what precompiles cost at that speed; \
    'worst client' is what the time of its slowest client is worth. The ratio is what this machine's time is worth over the \
    fork's price: above 1 the precompile is too cheap.")]
pub struct Arguments {
    /// A stored run, its file or its id in the folder `runs`, in place of a measurement
    #[arg(value_name = "RUN", conflicts_with_all = ["budget", "seed", "no_pin", "engine"])]
    run: Option<PathBuf>,
    /// Only precompiles that match: a pattern such as 'bn254_*', or a part of the name
    #[arg(long, value_name = "GLOB")]
    filter: Option<String>,
    /// The fork whose prices stand next to it: istanbul, berlin, cancun, prague, osaka, amsterdam
    #[arg(long, value_name = "NAME", default_value = "osaka", value_parser = fork)]
    fork: Fork,
    /// Nanoseconds that one gas pays for
    #[arg(long, value_name = "NS", default_value = "10", value_parser = ns_per_gas)]
    ns_per_gas: f64,
    /// Seconds after the checks, preparing included; what has no room is left out and named
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = budget)]
    budget: f64,
    /// Seed of the inputs and of every order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    engine: EngineArgument,
    /// Do not pin the measuring thread to a CPU
    #[arg(long)]
    no_pin: bool,
    /// Do not say on stderr how far it is
    #[arg(long)]
    quiet: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

fn fork(name: &str) -> Result<Fork, String> {
    let known = Fork::ALL.into_iter().find(|fork| fork.name().eq_ignore_ascii_case(name));
    known.ok_or_else(|| format!("one of {}", Fork::ALL.map(Fork::name).join(", ").to_lowercase()))
}

fn ns_per_gas(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(ns) if (0.001..=1e6).contains(&ns) => Ok(ns),
        _ => Err("a number of nanoseconds from 0.001 to 1000000".to_owned()),
    }
}

#[derive(Serialize)]
struct Answer {
    /// The stored run, or none for a measurement of now.
    run: Option<String>,
    fork: &'static str,
    ns_per_gas: f64,
    /// Whether the machine was fit to measure.
    fit: bool,
    remarks: Vec<String>,
    rows: Vec<Priced>,
}

/// One implementation of one precompile.
#[derive(Serialize)]
struct Priced {
    id: String,
    title: String,
    implementation: String,
    ns: f64,
    /// The fork's price, for precompiles that it has.
    gas: Option<u64>,
    mgas_per_s: Option<f64>,
    /// The price that the time is worth.
    worth: u64,
    /// That price over the fork's.
    ratio: Option<f64>,
    /// What the time of the slowest client of EIP-7904 is worth, for precompiles that it has.
    worst_client: Option<u64>,
}

impl Priced {
    fn new(operation: &Operation, row: &Row, arguments: &Arguments) -> Self {
        let gas = under(&operation.gas, arguments.fork.priced_as().name());
        let worth = worth(row.cpu_ns, arguments.ns_per_gas);
        Self {
            id: operation.id.clone(),
            title: operation.title.clone(),
            implementation: row.implementation.clone(),
            ns: row.cpu_ns,
            gas,
            mgas_per_s: gas.map(|gas| mgas_per_second(gas, row.cpu_ns)),
            worth,
            ratio: gas.filter(|gas| *gas > 0).map(|gas| worth as f64 / gas as f64),
            worst_client: worst(&operation.id, arguments.ns_per_gas),
        }
    }
}

/// What the time of the slowest client of EIP-7904 is worth at so many nanoseconds per gas.
fn worst(id: &str, ns_per_gas: f64) -> Option<u64> {
    let gas = worst_client(peer_api::operation(id)?)?;
    Some(worth(gas as f64 * eip_7904::NS_PER_GAS, ns_per_gas))
}

/// What was measured, or is stored.
struct Measured {
    run: Option<String>,
    operations: Vec<Operation>,
    health: record::Health,
    /// Of how many precompiles figures were asked for, if the measurement was interrupted.
    interrupted: Option<usize>,
}

impl Measured {
    /// The code of an answer that has figures, or has none.
    fn exit(&self, any: bool) -> Exit {
        match (&self.run, self.interrupted) {
            (_, Some(_)) if !any => Exit::Interrupted,
            (_, Some(_)) => Exit::Inconclusive,
            (Some(_), None) if !any => Exit::Usage,
            (None, None) if !any => Exit::Inconclusive,
            _ => Exit::Good,
        }
    }
}

/// Runs `gas`.
///
/// # Errors
/// [`Failure`] for arguments that cannot be used, a run that cannot be read or has no precompiles,
/// a gate that does not pass, or if `out` fails.
pub fn run(arguments: &Arguments, world: &World<'_>, out: &mut dyn Write) -> Result<Exit, Failure> {
    let measured = match &arguments.run {
        Some(run) => stored(run)?,
        None => now(arguments, world)?,
    };
    let wanted = precompiles(arguments)?;
    let wanted = |operation: &&Operation| {
        wanted.iter().any(|one| one.id == operation.id) && !operation.gas.is_empty()
    };
    let operations: Vec<&Operation> = measured.operations.iter().filter(wanted).collect();
    if operations.is_empty() {
        let what = match (&measured.run, &arguments.filter) {
            (Some(run), _) => {
                format!("the run {run} has no precompiles of Ethereum that match")
            }
            (None, _) => format!("nothing was measured. {}", measured.health.remarks.join(" ")),
        };
        return Err(Failure::Said(measured.exit(false), what));
    }
    let exit = measured.exit(true);
    if let Some(asked) = measured.interrupted {
        say(&format!("interrupted: {} of {asked} precompiles have figures", operations.len()));
    }
    if arguments.json {
        let rows = operations
            .iter()
            .flat_map(|one| one.rows.iter().map(|row| Priced::new(one, row, arguments)));
        let Measured { run, health, .. } = &measured;
        let (fork, ns_per_gas) = (arguments.fork.name(), arguments.ns_per_gas);
        let answer = Answer {
            run: run.clone(),
            fork,
            ns_per_gas,
            fit: health.fit,
            remarks: health.remarks.clone(),
            rows: rows.collect(),
        };
        json(out, &answer)?;
        return Ok(exit);
    }
    present(&operations, &measured, arguments, out)?;
    Ok(exit)
}

/// The precompiles that were asked for.
fn precompiles(arguments: &Arguments) -> Result<Vec<&'static peer_api::Operation>, Failure> {
    let is_precompile = |operation: &peer_api::Operation| operation.id.starts_with("evm/");
    let filter = arguments.filter.as_deref();
    if let Some(filter) = filter {
        let names = names(filter)?;
        if !OPERATIONS.iter().any(|one| is_precompile(one) && names.has(one.id)) {
            return Err(Failure::usage(format!(
                "no precompile matches '{filter}'; `curvemark list --filter evm/` names them"
            )));
        }
    }
    select(filter, None, is_precompile)
}

fn stored(run: &std::path::Path) -> Result<Measured, Failure> {
    let path = report::found(run)?;
    let run = jsonl::load(&path)
        .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
    let (run, operations, health) = (Some(run.id), run.operations, run.health);
    Ok(Measured { run, operations, health, interrupted: None })
}

/// Measures the precompiles, after the gate.
fn now(arguments: &Arguments, world: &World<'_>) -> Result<Measured, Failure> {
    let operations = precompiles(arguments)?;
    let _limit = arguments.engine.apply()?;
    let progress = Progress::new(1, arguments.quiet);
    starting(&progress);
    let gate = (world.check)(
        &Plan::of(Tier::Quick),
        Engines::InForce,
        &world.implementations,
        &|suite, done, total| {
            progress.suite(suite, done, total);
        },
    );
    if !passed(&gate.suites) {
        progress.clear();
        let why =
            "the correctness gate did not pass: nothing was timed; `curvemark check` says more";
        return Err(Failure::Said(Exit::Incorrect, why.to_owned()));
    }
    progress.phase("preparing", "inputs".to_owned());
    let machine = machine(world.clock);
    let options = Options {
        seed: arguments.seed,
        budget_s: arguments.budget,
        pin: !arguments.no_pin,
        table: None,
    };
    let guard = Guard::before_visits();
    let mut bar = Bar::new(&progress, &guard, Shown::BestPeer, "measuring", &operations);
    let measured = measure(
        &world.implementations,
        &operations,
        world.sampler,
        &machine,
        &options,
        world.clock,
        &mut bar,
    );
    drop(bar);
    progress.clear();
    let interrupted = (measured.end == End::Interrupted).then_some(operations.len());
    let (operations, health) = (measured.operations, measured.health);
    Ok(Measured { run: None, operations, health, interrupted })
}

fn present(
    operations: &[&Operation],
    measured: &Measured,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (fork, at) = (arguments.fork.name(), arguments.ns_per_gas);
    let priced_as = arguments.fork.priced_as().name();
    let dash = || "-".to_owned();
    let price = format!("gas, {fork}");
    let worth = format!("at {at} ns");
    let mut table = plain(&[
        "precompile",
        "curvemark",
        &price,
        "Mgas/s",
        &worth,
        "ratio",
        "worst client",
        "best peer",
        "its time",
        "Mgas/s",
    ]);
    for operation in operations {
        let ours = operation.rows.iter().find(|row| is_own(&row.implementation));
        let ours = ours.map(|row| Priced::new(operation, row, arguments));
        let peer = best_peer(operation).map(|row| Priced::new(operation, row, arguments));
        let mgas = |priced: &Option<Priced>| {
            priced.as_ref().and_then(|priced| priced.mgas_per_s).map_or_else(dash, units::cost)
        };
        table.add_row([
            operation.title.clone(),
            ours.as_ref().map_or_else(dash, |ours| units::time(ours.ns)),
            under(&operation.gas, priced_as).map_or_else(dash, |gas| gas.to_string()),
            mgas(&ours),
            ours.as_ref().map_or_else(dash, |ours| ours.worth.to_string()),
            ours.as_ref().and_then(|ours| ours.ratio).map_or_else(dash, units::cost),
            worst(&operation.id, at).map_or_else(dash, |gas| gas.to_string()),
            peer.as_ref().map_or_else(dash, |peer| peer.implementation.clone()),
            peer.as_ref().map_or_else(dash, |peer| units::time(peer.ns)),
            mgas(&peer),
        ]);
    }
    right(&mut table, &[1, 2, 3, 4, 5, 6, 8, 9]);
    writeln!(out, "{}", text_with_spare(&mut table, &[9, 6, 3, 8, 7]))?;
    let source = measured
        .run
        .as_ref()
        .map_or_else(|| "measured now".to_owned(), |run| format!("from the run {run}"));
    writeln!(
        out,
        "\nThread-CPU time of one call, one thread, {source}; {at} ns per gas are {} million gas per second. The ratio is the \
         price that curvemark's time is worth over {fork}'s own. The worst client is the slowest of six, by the table of EIP-7904, \
         which recommends no prices.",
        units::cost(1e3 / at)
    )?;
    if !measured.health.fit {
        writeln!(out, "The machine was not fit to measure: these figures are rough.")?;
    }
    for remark in &measured.health.remarks {
        writeln!(out, "- {remark}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_measurement_is_no_success() {
        let of = |run: Option<&str>, interrupted, any| {
            let (run, operations) = (run.map(str::to_owned), Vec::new());
            let health = record::sample::sample().health;
            Measured { run, operations, health, interrupted }.exit(any)
        };
        assert_eq!((of(None, None, true), of(None, None, false)), (Exit::Good, Exit::Inconclusive));
        let ended = (of(None, Some(74), true), of(None, Some(74), false));
        assert_eq!(ended, (Exit::Inconclusive, Exit::Interrupted));
        assert_eq!(
            (of(Some("id"), None, true), of(Some("id"), None, false)),
            (Exit::Good, Exit::Usage)
        );
    }
}
