//! `curvemark list`: the operations, and what each implementation does for them.

use super::worker::WorkerArgument;
use super::{Exit, Failure, World, json, select};
use crate::measure::compare::{contract_record, contract_words};
use crate::measure::session::HEADLINE;
use crate::terminal::table::{plain, text_with_spare};
use crate::terminal::units;
use clap::Args;
use peer_api::worker::definition;
use peer_api::{Kind, Operation, Shape};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// Arguments of `list`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  curvemark list\n  curvemark list --filter 'g2_*' --json")]
pub struct Arguments {
    /// Only operations that match: a pattern such as 'g1_*', or a part of the name
    #[arg(long, value_name = "GLOB")]
    filter: Option<String>,
    /// Only operations on this curve
    #[arg(long, value_name = "NAME")]
    curve: Option<String>,
    #[command(flatten)]
    pub(super) worker: WorkerArgument,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    id: &'static str,
    title: &'static str,
    shape: &'static str,
    args: &'static [Kind],
    result: Kind,
    note: &'static str,
    definition: String,
    headline: bool,
    contracts: BTreeMap<&'static str, record::Contract>,
}

/// Runs `list`.
///
/// # Errors
/// [`Failure`] for a pattern that matches nothing, or if `out` fails.
pub fn run(arguments: &Arguments, world: &World<'_>, out: &mut dyn Write) -> Result<Exit, Failure> {
    let operations = select(arguments.filter.as_deref(), arguments.curve.as_deref(), |_| true)?;
    WorkerArgument::apply(world)?;
    if arguments.json {
        let entries: Vec<Entry> =
            operations.iter().map(|operation| entry(operation, world)).collect();
        json(out, &entries)?;
        return Ok(Exit::Good);
    }
    let plain_run = operations.iter().filter(|one| HEADLINE.contains(&one.id)).count();
    writeln!(
        out,
        "{}, of which `curvemark run` measures {plain_run}; those with + are measured by\n\
         `curvemark run --filter ID` or `--all`. Ratios are formed only under equal contracts.\n",
        units::count(operations.len() as u64, "operation")
    )?;
    let mut table = plain(&["operation", "what", "timed as", "contract: who offers it"]);
    for operation in &operations {
        let star = if HEADLINE.contains(&operation.id) { "" } else { " +" };
        table.add_row([
            format!("{}{star}", operation.id),
            operation.title.to_owned(),
            shape(operation).to_owned(),
            offers(operation, world),
        ]);
    }
    writeln!(out, "{}", text_with_spare(&mut table, &[2]))?;
    Ok(Exit::Good)
}

/// Who offers an operation, by contract: `bytes + subgroup, variable time: blst, arkworks`.
fn offers(operation: &Operation, world: &World<'_>) -> String {
    let mut by_contract: Vec<(String, Vec<&str>)> = Vec::new();
    for implementation in world.implementations.iter() {
        let Some(contract) = implementation.contract(operation) else { continue };
        let (words, name) = (contract_words(&contract), implementation.about().name);
        match by_contract.iter_mut().find(|(known, _)| *known == words) {
            Some((_, names)) => names.push(name),
            None => by_contract.push((words, vec![name])),
        }
    }
    if by_contract.is_empty() {
        return "-".to_owned();
    }
    let words = by_contract.iter().map(|(words, names)| format!("{words}: {}", names.join(", ")));
    words.collect::<Vec<_>>().join("; ")
}

const fn shape(operation: &Operation) -> &'static str {
    match operation.shape {
        Shape::Chain => "latency",
        Shape::Independent => "throughput",
        Shape::Threads => "all threads",
    }
}

fn entry(operation: &Operation, world: &World<'_>) -> Entry {
    let contracts = world.implementations.iter().filter_map(|implementation| {
        Some((implementation.about().name, contract_record(&implementation.contract(operation)?)))
    });
    Entry {
        id: operation.id,
        title: operation.title,
        shape: shape(operation),
        args: operation.args,
        result: operation.result,
        note: operation.note,
        definition: definition(operation),
        headline: HEADLINE.contains(&operation.id),
        contracts: contracts.collect(),
    }
}
