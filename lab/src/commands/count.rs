//! `curvemark count`: what operations cost in operations of the base field.

use super::{Exit, Failure, json, report};
use crate::measure::explain::{Explanation, explain};
use crate::terminal::table::{plain, right, text};
use crate::terminal::units;
use clap::{Args, ValueEnum};
use counts::{Engine, Row, rows};
use record::jsonl;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// [`Engine`], as users name it.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shape {
    /// Words on any machine: a product costs about as much as a reduction
    Portable,
    /// x86-64 with ADX: additions of sums are cheap next to products, so each output coefficient
    /// is reduced once
    Adx,
    /// Vector lanes, per vector of eight: likewise
    Lanes,
    /// Residue numbers: a reduction costs ten products
    Rns,
}

impl From<Shape> for Engine {
    fn from(shape: Shape) -> Self {
        match shape {
            Shape::Portable => Self::Portable,
            Shape::Adx => Self::Adx,
            Shape::Lanes => Self::Lanes,
            Shape::Rns => Self::Rns,
        }
    }
}

/// Arguments of `count`.
#[derive(Debug, Args)]
#[command(
    after_help = "Nothing is timed: formulas run on an engine that counts. Each engine takes its own shape of \
    the towers: where a reduction costs much, there are fewer reductions and more products.\n\n\
    Examples:\n  curvemark count\n  curvemark count --engine lanes --filter Fp12\n  curvemark count --json\n  \
    curvemark count --run results/20260102T030405Z-00ff.jsonl     do counts explain its times?"
)]
pub struct Arguments {
    /// The engine whose shapes of the formulas are counted
    #[arg(long, value_enum, default_value_t = Shape::Portable)]
    engine: Shape,
    /// Only operations whose name contains this; the curve's name stands before it
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Explain the times of a stored run, its file or its id in the folder `runs`: what a product,
    /// a reduction and an addition took
    #[arg(long, value_name = "RUN.jsonl", conflicts_with_all = ["engine", "filter"])]
    run: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    engine: String,
    rows: Vec<Row>,
}

/// Runs `count`.
///
/// # Errors
/// [`Failure`] for a filter that matches nothing, for a run that cannot be read or has too few
/// operations, or if `out` fails.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    if let Some(run) = &arguments.run {
        return explained(&report::found(run)?, arguments.json, out);
    }
    let wanted = arguments.filter.as_deref().unwrap_or_default().to_lowercase();
    let mut rows = rows(arguments.engine.into());
    rows.retain(|row| format!("{} {}", row.curve, row.operation).to_lowercase().contains(&wanted));
    if rows.is_empty() {
        return Err(Failure::usage(format!("no counted operation has '{wanted}' in its name")));
    }
    if arguments.json {
        let engine = format!("{:?}", arguments.engine).to_lowercase();
        json(out, &Answer { engine, rows })?;
        return Ok(Exit::Good);
    }
    let header = [
        "operation",
        "products",
        "squarings",
        "reductions",
        "additions",
        "corrections",
        "small",
        "inversions",
    ];
    for of_curve in rows.chunk_by(|a, b| a.curve == b.curve) {
        let mut table = plain(&header);
        for row in of_curve {
            let figures = [
                row.products,
                row.squarings,
                row.reductions,
                row.additions,
                row.corrections,
                row.small,
                row.inversions,
            ];
            table.add_row(
                core::iter::once(row.operation.clone())
                    .chain(figures.map(|figure| figure.to_string())),
            );
        }
        right(&mut table, &[1, 2, 3, 4, 5, 6, 7]);
        writeln!(
            out,
            "{}, in operations of its base field\n\n{}\n",
            of_curve[0].curve,
            text(&mut table)
        )?;
    }
    writeln!(
        out,
        "A reduction ends a sum of any number of products. Corrections bring one sum or difference back below the modulus."
    )?;
    Ok(Exit::Good)
}

/// `--run`.
fn explained(path: &Path, as_json: bool, out: &mut dyn Write) -> Result<Exit, Failure> {
    let run = jsonl::load(path)
        .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
    let all = explain(&run);
    if all.is_empty() {
        return Err(Failure::usage(format!(
            "run {} has too few counted operations on one curve: `curvemark run --table scalar` has enough",
            run.id
        )));
    }
    if as_json {
        json(out, &all)?;
        return Ok(Exit::Good);
    }
    for Explanation {
        implementation,
        curve,
        engine,
        product_ns,
        reduction_ns,
        addition_ns,
        lines,
    } in &all
    {
        let mut table = plain(&[
            "operation",
            "products",
            "reductions",
            "additions",
            "measured",
            "explained",
            "measured/explained",
        ]);
        for line in lines {
            let counts = line.counts.map(|count| count.to_string());
            let times = [line.measured_ns, line.explained_ns].map(units::time);
            let ratio = format!("{:.2}", line.ratio());
            table.add_row(
                [line.title.clone()].into_iter().chain(counts).chain(times).chain([ratio]),
            );
        }
        right(&mut table, &[1, 2, 3, 4, 5, 6]);
        writeln!(
            out,
            "{implementation} on {curve}, formulas of {engine}: a product {product_ns:.2} ns, a reduction {reduction_ns:.2} ns, an addition \
             {addition_ns:.2} ns\n\n{}\n",
            text(&mut table)
        )?;
    }
    writeln!(
        out,
        "The three prices are fitted to the operations of each table. Far above 1 there is work that no formula says: copies, tables, conversions."
    )?;
    Ok(Exit::Good)
}
