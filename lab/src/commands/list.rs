//! `curvemark list`: the operations, and what each implementation does for them.

use super::worker::WorkerArgument;
use super::{Exit, Failure, World, json, select};
use crate::measure::compare::{contract_record, contract_words};
use crate::measure::session::HEADLINE;
use crate::terminal::table::{plain, text};
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
    let names: Vec<&str> =
        world.implementations.iter().map(|implementation| implementation.about().name).collect();
    let mut table = plain(&[&["operation", "what", "timed as"][..], &names].concat());
    for operation in &operations {
        let star = if HEADLINE.contains(&operation.id) { "" } else { " +" };
        let mut row = vec![
            format!("{}{star}", operation.id),
            operation.title.to_owned(),
            shape(operation).to_owned(),
        ];
        for implementation in world.implementations.iter() {
            let contract = implementation.contract(operation);
            row.push(contract.map_or_else(|| "-".to_owned(), |contract| contract_words(&contract)));
        }
        table.add_row(row);
    }
    writeln!(out, "{}", text(&mut table))?;
    writeln!(
        out,
        "\n+ not in a plain run; `curvemark run --all` measures it. A ratio is formed only between equal contracts."
    )?;
    Ok(Exit::Good)
}

const fn shape(operation: &Operation) -> &'static str {
    match operation.shape {
        Shape::Chain => "latency",
        Shape::Independent => "throughput",
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
