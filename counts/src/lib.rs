//! What operations cost in operations of the base field, counted by running the library's own
//! formulas on its counting engine.
//!
//! Costs depend on an engine through the constants that choose the shape of formulas, so each
//! engine is counted on its own. They do not depend on values: what is constant-time costs the same
//! for all, and what is not is not counted here. What is counted are formulas, so the CPU need not
//! run the engine.
//!
//! It is a package of its own, since it instantiates towers and groups on engines that are never
//! timed: they need not be optimised (`Cargo.toml` of the workspace).
#![forbid(unsafe_code)]

use curve::engines::counting::{Counter, Counts};
use serde::Serialize;

mod curves;
mod parts;

/// An engine whose costs can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Words on any machine: a product costs about as much as a reduction.
    Portable,
    /// x86-64 with ADX: additions of sums are cheap beside products, so each output coefficient is
    /// reduced once.
    Adx,
    /// Vector lanes, per vector of eight: likewise.
    Lanes,
    /// Residue numbers: a reduction costs ten products.
    Rns,
}

/// The cost of one operation.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The curve.
    pub curve: &'static str,
    /// What is computed.
    pub operation: String,
    /// Products in the base field, squarings apart.
    pub products: u32,
    /// Squarings.
    pub squarings: u32,
    /// Reductions of a sum of products.
    pub reductions: u32,
    /// Additions, subtractions and negations.
    pub additions: u32,
    /// Sums brought back into the range of reduced values.
    pub corrections: u32,
    /// Multiples by small integers.
    pub small: u32,
    /// Inversions.
    pub inversions: u32,
}

/// The costs on an engine, in an order that builds up from fields to protocols' operations.
pub fn rows(engine: Engine) -> Vec<Row> {
    match engine {
        Engine::Portable => curves::portable(),
        Engine::Adx => curves::adx(),
        Engine::Lanes => curves::lanes(),
        Engine::Rns => curves::rns(),
    }
}

/// Rows of one curve in the making.
struct Tally {
    curve: &'static str,
    counter: Counter,
    rows: Vec<Row>,
}

impl Tally {
    fn new(curve: &'static str) -> Self {
        Self { curve, counter: Counter::default(), rows: Vec::new() }
    }

    /// Adds a row: what `formula` costs.
    fn row<R>(&mut self, operation: impl Into<String>, formula: impl FnOnce() -> R) -> R {
        self.counter.reset();
        let out = formula();
        let Counts {
            products,
            squarings,
            reductions,
            layers: _,
            additions,
            weak,
            small,
            inversions,
            wide_additions: _,
        } = self.counter.counts();
        self.rows.push(Row {
            curve: self.curve,
            operation: operation.into(),
            products,
            squarings,
            reductions,
            additions,
            corrections: weak,
            small,
            inversions,
        });
        out
    }
}
