//! `curvemark peers`: who is measured.

use super::{Exit, Failure, World, json};
use crate::terminal::table::{plain, text};
use clap::Args;
use peer_api::OPERATIONS;
use serde::Serialize;
use std::io::Write;

/// Arguments of `peers`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  curvemark peers --json")]
pub struct Arguments {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    version: String,
    engine: String,
    features: Vec<String>,
    flags: Vec<String>,
    operations: Vec<&'static str>,
}

/// Runs `peers`.
///
/// # Errors
/// [`Failure::Output`] if `out` fails.
pub fn run(arguments: &Arguments, world: &World<'_>, out: &mut dyn Write) -> Result<Exit, Failure> {
    let entries: Vec<Entry> = world
        .implementations
        .iter()
        .map(|implementation| {
            let about = implementation.about();
            let offered = OPERATIONS.iter().filter(|operation| implementation.contract(operation).is_some());
            Entry {
                name: about.name,
                version: about.version,
                engine: about.engine,
                features: about.features,
                flags: about.flags,
                operations: offered.map(|operation| operation.id).collect(),
            }
        })
        .collect();
    if arguments.json {
        json(out, &entries)?;
        return Ok(Exit::Good);
    }
    if entries.is_empty() {
        writeln!(out, "This build links no implementation.")?;
        return Ok(Exit::Good);
    }
    let mut table = plain(&["name", "version", "engine", "features", "flags", "operations"]);
    let words = |words: &[String]| if words.is_empty() { "-".to_owned() } else { words.join(" ") };
    for entry in entries {
        let count = format!("{} of {}: {}", entry.operations.len(), OPERATIONS.len(), groups(&entry.operations));
        table.add_row([
            entry.name.to_owned(),
            entry.version,
            entry.engine,
            words(&entry.features),
            words(&entry.flags),
            count,
        ]);
    }
    writeln!(out, "{}", text(&mut table))?;
    writeln!(out, "\n`curvemark list` shows what each does for each operation.")?;
    Ok(Exit::Good)
}

/// The groups of these operations with their numbers: `bls12-381 29, cashu-v3 6`.
fn groups(ids: &[&str]) -> String {
    let mut counts: Vec<(&str, u32)> = Vec::new();
    for id in ids {
        let group = id.split('/').next().unwrap_or_default();
        match counts.iter_mut().find(|(name, _)| *name == group) {
            Some((_, count)) => *count += 1,
            None => counts.push((group, 1)),
        }
    }
    counts.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
}
