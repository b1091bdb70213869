//! The record of one run: everything that the terminal table and the report show is read from it,
//! and nothing else is.
//!
//! Units are in the names: `_ns` are nanoseconds per call. A ratio is always *their time over
//! ours*, so above one means that curvemark is faster. Nothing in a record names a host, a user or
//! a path.

use crate::probe::Probe;
use crate::statistics::Interval;
use serde::{Deserialize, Serialize};

/// The version of this shape. A reader refuses a record with a higher one. The second has the seal
/// of a chain as its last line, and the rounds of controls and of rows without a ratio.
pub const SCHEMA: u32 = 2;

/// One run of the lab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Unique, sortable: UTC time to the second and four random hexadecimal digits.
    pub id: String,
    /// Start, RFC 3339, UTC.
    pub started: String,
    /// Seconds from start to end.
    pub seconds: f64,
    /// curvemark's version, and the commit where it is known.
    pub build: Build,
    /// The machine.
    pub machine: Machine,
    /// How it was measured.
    pub method: Method,
    /// What was checked before anything was timed.
    pub gate: Gate,
    /// Who took part.
    pub implementations: Vec<Implementation>,
    /// What was measured, in the order of the operations.
    pub operations: Vec<Operation>,
    /// Whether the figures can be believed.
    pub health: Health,
}

/// What was built, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Build {
    /// Package version.
    pub version: String,
    /// Git commit, abbreviated, with `+` if the tree was not clean; absent outside a checkout.
    pub commit: Option<String>,
    /// Compiler version.
    pub compiler: String,
    /// Cargo profile.
    pub profile: String,
    /// Target triple.
    pub target: String,
}

/// The machine's fingerprint: runs are compared only where it is equal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// CPU vendor and model name as the CPU says.
    pub cpu: String,
    /// Family, model and stepping.
    pub cpu_id: String,
    /// The features that matter to this kind of code, of those present.
    pub features: Vec<String>,
    /// Logical CPUs.
    pub cpus: u32,
    /// Caches, in words.
    pub caches: String,
    /// Kernel name and release, architecture.
    pub system: String,
    /// Whether a hypervisor is seen.
    pub virtual_machine: bool,
    /// Core clock as measured by a dependent chain of additions, GHz.
    pub clock_ghz: f64,
    /// A short hash of all of the above but the clock.
    pub fingerprint: String,
}

/// The parameters of the measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Method {
    /// Seed of the inputs and of every random order.
    pub seed: u64,
    /// Cases per operation through which the calls rotate.
    pub pool: u32,
    /// Target length of a block, microseconds.
    pub block_us: f64,
    /// Passes per round; the smallest counts.
    pub passes: u32,
    /// Time budget of the measurement, seconds.
    pub budget_s: f64,
    /// The CPU that the measuring thread was pinned to, if any.
    pub pinned: bool,
    /// The confidence of every interval, for instance 0.95.
    pub confidence: f64,
    /// Bootstrap resamples.
    pub resamples: u32,
    /// Whether an interval is at least as wide as the exact one of its visits' medians
    /// ([`crate::statistics::rank`]). Absent in records from before it was so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ranks: bool,
    /// The options that chose the operations, as for a shell: empty for the headline. Absent in
    /// records from before it was kept.
    #[serde(default)]
    pub selection: Option<String>,
}

/// What the correctness gate did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gate {
    /// Tier: `quick` or `full`.
    pub tier: String,
    /// Where the vectors came from, in words: `the repository's own` or `the full suites`.
    pub vectors: String,
    /// Suites, in order.
    pub suites: Vec<Suite>,
    /// Seconds.
    pub seconds: f64,
}

/// One suite of the gate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Suite {
    /// Stable name, `vectors/rfc9380-g1`.
    pub name: String,
    /// What it shows, one sentence.
    pub shows: String,
    /// Where its expected values come from.
    pub source: String,
    /// Cases that passed.
    pub passed: u64,
    /// The first failures, in words; empty if all passed.
    pub failures: Vec<String>,
    /// Cases that failed.
    pub failed: u64,
    /// If it did not run: why.
    pub skipped: Option<String>,
}

/// Who took part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Implementation {
    /// Short name.
    pub name: String,
    /// Package and version.
    pub version: String,
    /// Resolved features.
    pub features: Vec<String>,
    /// Compiler flags.
    pub flags: Vec<String>,
    /// Engine on this CPU.
    pub engine: String,
}

/// One operation, with a row per implementation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Operation {
    /// Stable name.
    pub id: String,
    /// In words.
    pub title: String,
    /// `chain` (latency), `independent` (throughput), or `threads`: then a call may keep all CPUs
    /// busy, and wall time stands in the place of thread-CPU time.
    pub shape: String,
    /// What the reader must know beyond the title.
    pub note: String,
    /// One row per implementation.
    pub rows: Vec<Row>,
    /// The A/A control: a second copy of curvemark's own row against the first.
    pub control: Option<Ratio>,
    /// The control's rounds, as [`Row::rounds_ln`]. Absent in records of the first schema.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub control_ln: Vec<f64>,
    /// The visit of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub control_visit: Vec<u32>,
    /// For a contract of the Ethereum machine, what a call of these inputs costs under each fork
    /// that has it; empty for all else, and in records from before it was kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gas: Vec<Gas>,
    /// What was found out about implementations besides their time, see [`probe`](crate::probe);
    /// absent in records from before it was kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub probes: Vec<Probe>,
    /// The operations that a call of this one is made of, where the lab says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

/// A part of an operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The operation that the part is.
    pub operation: String,
    /// How often it is done in one call.
    pub times: f64,
}

/// The price of a call under a fork.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gas {
    /// The fork's name: `Osaka`.
    pub fork: String,
    /// Gas.
    pub gas: u64,
}

/// One implementation on one operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Who.
    pub implementation: String,
    /// The contract.
    pub contract: Contract,
    /// Median over rounds of the smallest thread-CPU time of a pass, per call.
    pub cpu_ns: f64,
    /// Median over rounds of the smallest wall time of a pass, per call.
    pub wall_ns: f64,
    /// Tenth and ninetieth percentile of the rounds, thread-CPU.
    pub p10_ns: f64,
    /// Ninetieth percentile of the rounds, thread-CPU.
    pub p90_ns: f64,
    /// Calls per block.
    pub calls: u32,
    /// Rounds.
    pub rounds: u32,
    /// Visits in which the rounds fell.
    pub visits: u32,
    /// Their time over curvemark's, where the contracts are equal and this is not curvemark itself.
    pub ratio: Option<Ratio>,
    /// ln(their time / curvemark's), per round, rounded to 0.0001, for whoever wants to recompute
    /// the interval.
    pub rounds_ln: Vec<f64>,
    /// The visit of each round.
    pub rounds_visit: Vec<u32>,
    /// Thread-CPU time per call of each round, to five digits, for a row without a ratio: with
    /// `rounds_ln` the times of all rows follow. Absent in records of the first schema.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds_ns: Vec<f64>,
}

/// What a row includes; only equal contracts are set side by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contract {
    /// `parsed` or `bytes`.
    pub input: String,
    /// `none`, `curve`, `subgroup` or `subgroup, no identity`.
    pub checks: String,
    /// `constant` or `variable`.
    pub time: String,
}

/// A ratio of times with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// Median over rounds.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// The smallest change, relative, that this measurement would have shown in four of five
    /// repetitions.
    pub resolution: f64,
}

impl Ratio {
    /// From an interval in log units.
    pub fn of(interval: &Interval) -> Self {
        Self {
            value: interval.median.exp(),
            low: interval.low.exp(),
            high: interval.high.exp(),
            resolution: interval.detectable(),
        }
    }
}

/// Whether the figures can be believed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Health {
    /// The machine was fit to measure.
    pub fit: bool,
    /// Why not, or what to know; each a sentence.
    pub remarks: Vec<String>,
    /// How many A/A controls held one in their interval.
    pub control_held: u32,
    /// How many A/A controls there were.
    pub control_total: u32,
    /// Clock canaries, start, middle and end: nanoseconds per step of a dependent chain.
    pub canary_ns: Vec<f64>,
}
