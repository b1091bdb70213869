//! A stored sweep: how batch operations grow with the number of their items, and where one way of curvemark's overtakes another.

use crate::run::{Build, Contract, Implementation, Machine, Ratio};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// The format of a stored sweep.
pub const SCHEMA: u32 = 1;

/// A whole sweep, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Its id; the name of its file begins with it.
    pub id: String,
    /// Start, RFC 3339, UTC.
    pub started: String,
    /// How long it took.
    pub seconds: f64,
    /// What was built.
    pub build: Build,
    /// Where it ran.
    pub machine: Machine,
    /// Seed of inputs and orders.
    pub seed: u64,
    /// Seconds for each point.
    pub budget_s: f64,
    /// The threads that one thread was measured beside, in wall time; absent where it was thread-CPU time.
    pub threads: Option<u16>,
    /// Whether the thread was pinned to a CPU.
    pub pinned: bool,
    /// Who took part, the baseline first.
    pub implementations: Vec<Implementation>,
    /// The curves.
    pub families: Vec<Curve>,
    /// The crossovers, where they were asked for.
    pub crossovers: Vec<Found>,
    /// What was left out and why.
    pub remarks: Vec<String>,
}

impl Sweep {
    /// What the names of files of stored sweeps end with, after the id.
    pub const SUFFIX: &'static str = ".sweep.json";

    /// A stored sweep.
    ///
    /// # Errors
    /// Why the file is none that this version reads.
    pub fn load(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let sweep: Self = serde_json::from_str(&text).map_err(|error| format!("no stored sweep: {error}"))?;
        if sweep.schema != SCHEMA {
            return Err(format!("a sweep of format {}; this version reads {SCHEMA}", sweep.schema));
        }
        Ok(sweep)
    }
}

/// The points of one family.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// The family.
    pub id: String,
    /// What it does.
    pub title: String,
    /// What an item is.
    pub item: String,
    /// The contract of all rows.
    pub contract: Contract,
    /// In order of size.
    pub points: Vec<Point>,
}

/// All rows at one size, measured interleaved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// How many items.
    pub items: usize,
    /// The baseline first.
    pub rows: Vec<PointRow>,
    /// Bytes of the table, or of whatever a call reads again and again at this size, where the family says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_bytes: Option<u64>,
}

/// One implementation at one size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PointRow {
    /// Who.
    pub implementation: String,
    /// Median over rounds of the time of a call, nanoseconds: thread-CPU time, or wall time in a sweep over threads.
    pub cpu_ns: f64,
    /// Rounds.
    pub rounds: u32,
    /// Median over rounds of this row's time over the first row's; 1 for the first.
    pub ratio: f64,
    /// Its interval, where there were visits enough.
    pub interval: Option<Ratio>,
}

/// Both ways of one crossover, on one family.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The crossover's name.
    pub name: String,
    /// The family.
    pub family: String,
    /// The ways below and beyond.
    pub ways: [String; 2],
    /// The least number of items for the second way, in the code.
    pub in_code: usize,
    /// The least measured size from which on the second way took less time at every size; absent if there is none.
    pub measured: Option<usize>,
    /// The sizes at which the code takes the slower way: its time is at least 5 % more, and its interval beyond one.
    pub wrong: Vec<usize>,
    /// Sizes, and the time of the first way over the second's.
    pub points: Vec<Point>,
}
