//! `curvemark peers`: who is measured.

use super::worker::WorkerArgument;
use super::{Exit, Failure, World, json};
use crate::implementations::foreign::{self, Language};
use crate::implementations::workers::{self, Build};
use crate::terminal::progress::Progress;
use crate::terminal::table::{plain, text_with_spare};
use crate::terminal::units;
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
        curvemark peers build                 all of them in Rust, and those of the system\n  \
        curvemark peers build native          only those for this CPU\n  \
        curvemark peers build ethereum        revm, and what Ethereum's clients build on\n  \
        curvemark peers build system          OpenSSL and GMP, as the system has them\n  \
        curvemark peers build go              gnark-crypto and others; likewise c, js and python"
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
        /// Which set
        #[arg(value_enum, default_value_t = Which::All)]
        which: Which,
        /// Say only what cannot be built
        #[arg(long)]
        quiet: bool,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Which {
    /// Many libraries in Rust, as anybody's cargo builds them
    Plain,
    /// The same for this CPU, in the fastest configuration that each of them documents
    Native,
    /// The same for a CPU with ADX and without AVX-512, next to which a CPU with it shows what
    /// one without it would
    Adx,
    /// What Ethereum's clients build on, in Rust: revm and others
    Ethereum,
    /// OpenSSL and GMP, as the system has them
    System,
    /// blst from C
    C,
    /// gnark-crypto, go-ethereum, go-eth-kzg, go-kzg-4844 and go-ipa
    Go,
    /// noble-curves, mcl-wasm, bls-eth-wasm and @chainsafe/blst
    Js,
    /// coincurve
    Python,
    /// All sets in Rust that this CPU has a use for, and those of the system
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
    if let Some(Action::Build { which, quiet }) = arguments.action {
        return build(which, quiet, out);
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
    let (who, remarks) = (entries.len() as u64, &world.implementations.remarks);
    let others = if remarks.is_empty() { "." } else { ". What is missing:" };
    writeln!(out, "{} can be measured{others}", units::count(who, "implementation"))?;
    for remark in remarks {
        writeln!(out, "- {remark}")?;
    }
    writeln!(out)?;
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
    writeln!(out, "{}", text_with_spare(&mut table, &[4, 3]))?;
    writeln!(out, "\n`curvemark list` shows what each does for each operation.")?;
    Ok(Exit::Good)
}

fn build(which: Which, quiet: bool, out: &mut dyn Write) -> Result<Exit, Failure> {
    let progress = Progress::new(1, quiet);
    let languages: &[Language] = match which {
        Which::C => &[Language::C],
        Which::Go => &[Language::Go, Language::GoIpa],
        Which::Js => &[Language::Js],
        Which::Python => &[Language::Python],
        _ => &[],
    };
    for &language in languages {
        progress.step("building", &format!("the {} peers", language.name()));
        foreign::build(language, quiet).map_err(|why| {
            Failure::usage(format!("the {} peers were not built: {why}", language.name()))
        })?;
    }
    let builds: Vec<Build> = match which {
        Which::Plain => vec![Build::Plain],
        Which::Native => vec![Build::Native],
        Which::Adx => vec![Build::Adx],
        Which::Ethereum => vec![Build::Ethereum],
        Which::System => vec![Build::System],
        Which::All => Build::here().collect(),
        Which::C | Which::Go | Which::Js | Which::Python => Vec::new(),
    };
    for (number, &build) in builds.iter().enumerate() {
        let (name, number, all) = (build.name(), number + 1, builds.len());
        progress.step(
            "building",
            &format!("set {number} of {all}, the {name} peers; cargo takes minutes"),
        );
        workers::build(build, quiet).map_err(|why| {
            Failure::usage(format!("the {} peers were not built: {why}", build.name()))
        })?;
    }
    if !quiet {
        writeln!(out, "done; `curvemark peers` shows them, `curvemark run` measures them")?;
    }
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
