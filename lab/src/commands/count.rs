//! `curvemark count`: what operations cost in operations of the base field.

use super::{Exit, Failure, json};
use crate::count::{Engine, Row, rows};
use crate::terminal::table::{plain, right, text};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;

/// [`Engine`], as users name it.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shape {
    /// Words on any machine: a product costs about as much as a reduction
    Portable,
    /// x86-64 with ADX: additions of sums are cheap beside products, so each output coefficient is reduced once
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
    after_help = "Nothing is timed: formulas run on an engine that counts. Where adding to a sum costs less than reducing it, fewer\n\
    reductions are worth more products, so each engine takes its own shape of the towers.\n\n\
    Examples:\n  curvemark count\n  curvemark count --engine lanes --filter Fp12\n  curvemark count --json"
)]
pub struct Arguments {
    /// The engine whose shapes of the formulas are counted
    #[arg(long, value_enum, default_value_t = Shape::Portable)]
    engine: Shape,
    /// Only operations whose name, with the curve's before it, has this in it
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
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
/// [`Failure`] for a filter that matches nothing, or if `out` fails.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
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
    let header =
        ["operation", "products", "squarings", "reductions", "additions", "corrections", "small", "inversions"];
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
            table.add_row(core::iter::once(row.operation.clone()).chain(figures.map(|figure| figure.to_string())));
        }
        right(&mut table, &[1, 2, 3, 4, 5, 6, 7]);
        writeln!(out, "{}, in operations of its base field\n\n{}\n", of_curve[0].curve, text(&mut table))?;
    }
    writeln!(
        out,
        "A reduction ends a sum of any number of products. Corrections bring one sum or difference back below the modulus."
    )?;
    Ok(Exit::Good)
}
