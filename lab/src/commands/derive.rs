//! `curvemark derive`: the constants of a curve from its root facts.

use super::report::check_place;
use super::{Exit, Failure, curve_named, json, spelled};
use crate::derive::{CURVES, Constant, Written, comb, lines_of_minus_generator, multiples};
use crate::terminal::progress::Progress;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Arguments of `derive`.
#[derive(Debug, Args)]
#[command(
    after_help = "Constants are computed by big integers, never by the library that uses them. A test compares the library's \
    sources with what is derived here.\n\n\
    Examples:\n  curvemark derive bls12-381\n  curvemark derive bls12-381 --item FROBENIUS\n  curvemark derive bls12-381 --json"
)]
pub struct Arguments {
    /// The curve; without one, the names of all
    curve: Option<String>,
    /// Only constants whose name contains this
    #[arg(long, value_name = "TEXT")]
    item: Option<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Write the lines of the pairing with minus the generator of G2 to a file, as `curve` keeps
    /// them; of bls12-381 only
    #[arg(long, value_name = "FILE", conflicts_with_all = ["item", "json"])]
    lines: Option<PathBuf>,
    /// Write the comb of the generator to a file, as `curve` keeps it; of secp256k1, p256 and
    /// ed25519
    #[arg(long, value_name = "FILE", conflicts_with_all = ["item", "json", "lines"])]
    comb: Option<PathBuf>,
    /// Write odd multiples of the generator to a file, as `curve` keeps them; of secp256k1
    #[arg(long, value_name = "FILE", conflicts_with_all = ["item", "json", "lines", "comb"])]
    multiples: Option<PathBuf>,
    /// Do not say on stderr what is going on
    #[arg(long)]
    quiet: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    curve: &'a str,
    root_facts: &'a str,
    constants: Vec<Written<'a>>,
}

/// Runs `derive`.
///
/// # Errors
/// [`Failure`] for a curve or a constant that there is not, or if `out` fails.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let names: Vec<String> = CURVES.iter().map(|curve| spelled(curve.name)).collect();
    let Some(name) = &arguments.curve else {
        if arguments.json {
            json(out, &names)?;
        } else {
            for name in names {
                writeln!(out, "{name}")?;
            }
        }
        return Ok(Exit::Good);
    };
    // Some have no operations that are measured, and stand here alone.
    let find = |id: &str| CURVES.iter().find(|curve| spelled(curve.name) == id);
    let curve = match find(name) {
        Some(curve) => curve,
        None => find(curve_named(name)?.id()).ok_or_else(|| {
            Failure::usage(format!("nothing is derived for {name}; there are {}", names.join(", ")))
        })?,
    };
    let id = spelled(curve.name);
    let id = id.as_str();
    if let Some(file) = &arguments.lines {
        if curve.name != "bls12_381" {
            return Err(Failure::usage("lines are kept for bls12-381 only".to_owned()));
        }
        check_place(file)?;
        let _progress = deriving(arguments.quiet, id);
        return put(file, &lines_of_minus_generator(), out);
    }
    if let Some(file) = &arguments.comb {
        check_place(file)?;
        let comb = comb(curve.name)
            .ok_or_else(|| Failure::usage(format!("no comb is kept for {name}")))?;
        return put(file, &comb, out);
    }
    if let Some(file) = &arguments.multiples {
        check_place(file)?;
        let multiples = multiples(curve.name)
            .ok_or_else(|| Failure::usage(format!("no multiples are kept for {name}")))?;
        return put(file, &multiples, out);
    }
    let progress = deriving(arguments.quiet, id);
    let wanted = arguments.item.as_deref().unwrap_or_default();
    let mut constants = (curve.derive)();
    progress.clear();
    constants.retain(|constant| constant.item.contains(wanted));
    if constants.is_empty() {
        return Err(Failure::usage(format!("no constant of {name} has '{wanted}' in its name")));
    }
    if arguments.json {
        let constants = constants.iter().map(Written::from).collect();
        json(out, &Answer { curve: id, root_facts: curve.root_facts, constants })?;
        return Ok(Exit::Good);
    }
    writeln!(out, "{id}: {}", curve.root_facts)?;
    for of_file in constants.chunk_by(|a, b| a.file == b.file) {
        writeln!(out, "\n{}", of_file[0].file)?;
        for constant in of_file {
            write(constant, out)?;
        }
    }
    Ok(Exit::Good)
}

/// It takes seconds, and the answer comes at the end.
fn deriving(quiet: bool, curve: &str) -> Progress {
    let progress = Progress::new(1, quiet);
    progress.phase("deriving", format!("the constants of {curve} from its root facts"));
    progress
}

/// Writes a file that `curve` has as data.
fn put(file: &Path, bytes: &[u8], out: &mut dyn Write) -> Result<Exit, Failure> {
    std::fs::write(file, bytes)
        .map_err(|error| Failure::usage(format!("{}: {error}", file.display())))?;
    writeln!(out, "{}: {} bytes", file.display(), bytes.len())?;
    Ok(Exit::Good)
}

fn write(constant: &Constant, out: &mut dyn Write) -> Result<(), Failure> {
    let kind = if constant.root { ", a root fact" } else { "" };
    writeln!(out, "  {}: {}{kind}", constant.item, constant.equation)?;
    for value in constant.hex() {
        writeln!(out, "    {value}")?;
    }
    Ok(())
}
