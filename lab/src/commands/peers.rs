//! `curvemark peers`: who is measured.

use super::worker::WorkerArgument;
use super::{Exit, Failure, World, json};
use crate::implementations::foreign::{self, Language};
use crate::implementations::workers::{self, Build};
use crate::terminal::table::{plain, text};
use clap::{Args, Subcommand, ValueEnum};
use peer_api::OPERATIONS;
use serde::Serialize;
use std::io::Write;

/// Arguments of `peers`.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  \
        curvemark peers\n  \
        curvemark peers build                 all of them in Rust: the wide set as cargo builds it and for this CPU, and Ethereum's\n  \
        curvemark peers build native          for this CPU alone\n  \
        curvemark peers build ethereum        revm, and what Ethereum's clients build on\n  \
        curvemark peers build go              gnark-crypto; c (blst), js (noble-curves) and python (coincurve) likewise"
)]
pub struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    pub(super) worker: WorkerArgument,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Build peers that run as processes of their own; takes minutes, cargo, a C compiler, and a
    /// network the first time
    Build {
        /// Which: the wide set with default features, the same for this CPU in the best published
        /// configuration, Ethereum's, or one in another language
        #[arg(value_enum, default_value_t = Which::All)]
        which: Which,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Which {
    Plain,
    Native,
    Ethereum,
    C,
    Go,
    Js,
    Python,
    /// Those in Rust
    All,
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

#[derive(Serialize)]
struct Whole<'a> {
    peers: Vec<Entry>,
    remarks: &'a [String],
}

/// Runs `peers`.
///
/// # Errors
/// [`Failure`] if peers cannot be built, or if `out` fails.
pub fn run(arguments: &Arguments, world: &World<'_>, out: &mut dyn Write) -> Result<Exit, Failure> {
    if let Some(Action::Build { which }) = arguments.action {
        return build(which, out);
    }
    WorkerArgument::apply(world)?;
    let entries: Vec<Entry> = world
        .implementations
        .iter()
        .map(|implementation| {
            let about = implementation.about();
            let offered =
                OPERATIONS.iter().filter(|operation| implementation.contract(operation).is_some());
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
        json(out, &Whole { peers: entries, remarks: &world.implementations.remarks })?;
        return Ok(Exit::Good);
    }
    if entries.is_empty() {
        writeln!(out, "This build links no implementation.")?;
        return Ok(Exit::Good);
    }
    let mut table = plain(&["name", "version", "engine", "features", "flags", "operations"]);
    let words = |words: &[String]| if words.is_empty() { "-".to_owned() } else { words.join(" ") };
    for entry in entries {
        let count = format!(
            "{} of {}: {}",
            entry.operations.len(),
            OPERATIONS.len(),
            groups(&entry.operations)
        );
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
    for remark in &world.implementations.remarks {
        writeln!(out, "{remark}")?;
    }
    Ok(Exit::Good)
}

fn build(which: Which, out: &mut dyn Write) -> Result<Exit, Failure> {
    let language = match which {
        Which::C => Some(Language::C),
        Which::Go => Some(Language::Go),
        Which::Js => Some(Language::Js),
        Which::Python => Some(Language::Python),
        _ => None,
    };
    if let Some(language) = language {
        writeln!(out, "building the {} peers", language.name())?;
        out.flush()?;
        foreign::build(language).map_err(|why| {
            Failure::usage(format!("the {} peers were not built: {why}", language.name()))
        })?;
    }
    let builds: &[Build] = match which {
        Which::Plain => &[Build::Plain],
        Which::Native => &[Build::Native],
        Which::Ethereum => &[Build::Ethereum],
        Which::All => &Build::ALL,
        Which::C | Which::Go | Which::Js | Which::Python => &[],
    };
    for &build in builds {
        writeln!(out, "building the {} peers with cargo", build.name())?;
        out.flush()?;
        workers::build(build).map_err(|why| {
            Failure::usage(format!("the {} peers were not built: {why}", build.name()))
        })?;
    }
    writeln!(out, "done; `curvemark peers` shows them, `curvemark run` measures them")?;
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
