//! `curvemark machine`: the fingerprint, and a short look at whether the machine is fit to measure.

use super::{Exit, Failure, World, json};
use crate::engine::allowed;
use crate::measure::fitness::Watch;
use crate::measure::machine::machine;
use clap::Args;
use curve::engines::cpu::Engine;
use peer_api::pin::Pin;
use record::{Health, Machine};
use serde::Serialize;
use std::io::Write;
use std::thread::sleep;
use std::time::Duration;

/// Arguments of `machine`.
#[derive(Debug, Args)]
#[command(
    after_help = "Runs are compared only where the fingerprint is equal. Host name, user and paths are not looked at.\n\n\
    Example:\n  curvemark machine --json"
)]
pub struct Arguments {
    /// Exit with 4 if the machine is unfit
    #[arg(long)]
    strict: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    machine: Machine,
    /// curvemark's engines that the CPU runs, the fastest first.
    engines: Vec<&'static str>,
    health: Health,
}

/// How long the look takes, twice: between the first two canaries and between the last two.
const PAUSE: Duration = Duration::from_millis(250);

/// Runs `machine`.
///
/// # Errors
/// [`Failure::Output`] if `out` fails.
pub fn run(arguments: &Arguments, world: &World<'_>, out: &mut dyn Write) -> Result<Exit, Failure> {
    let pin = Pin::last_cpu();
    let machine = machine(world.clock);
    let mut watch =
        Watch::begin(world.clock, Some(pin.is_some()), machine.cpus, machine.virtual_machine);
    sleep(PAUSE);
    watch.canary(world.clock);
    sleep(PAUSE);
    let health = watch.end(world.clock, 0, 0);
    let engines: Vec<&str> = allowed().into_iter().map(Engine::name).collect();
    let exit = if arguments.strict && !health.fit { Exit::Unfit } else { Exit::Good };
    if arguments.json {
        json(out, &Answer { machine, engines, health })?;
        return Ok(exit);
    }
    let features = if machine.features.is_empty() {
        "none of those that matter".to_owned()
    } else {
        machine.features.join(" ")
    };
    let kind = if machine.virtual_machine { "virtual" } else { "physical, as far as can be seen" };
    for (name, value) in [
        ("fingerprint", machine.fingerprint),
        ("CPU", format!("{} ({})", machine.cpu, machine.cpu_id)),
        ("CPUs", machine.cpus.to_string()),
        ("clock", format!("{:.2} GHz, measured", machine.clock_ghz)),
        ("features", features),
        ("engines", engines.join(" ")),
        ("caches", machine.caches),
        ("system", machine.system),
        ("machine", kind.to_owned()),
        ("fit", if health.fit { "yes" } else { "no" }.to_owned()),
    ] {
        writeln!(out, "{name:<12} {value}")?;
    }
    for remark in &health.remarks {
        writeln!(out, "{:<12} {remark}", "")?;
    }
    Ok(exit)
}
