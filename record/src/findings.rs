//! What stored runs and sweeps say beyond their figures: crossovers, leaks, unfair comparisons,
//! changes.
//!
//! Each finding is a pure function of records ([`Evidence`]): it looks at nothing else, and the
//! same records give the same findings. Its sentence is written from the numbers that it found; no
//! sentence has a number of its own. `docs/findings.md` says of each what triggers it, by which
//! statistic, and what it cannot see.

pub use crate::claims::Claim;
use crate::run::{Operation, Row, Run};
use crate::sweep::Sweep;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::SystemTime;

pub mod behaviour;
pub mod claims;
pub mod contracts;
pub mod cost;
pub mod fit;
pub mod growth;
pub mod hardware;
pub mod runs;
pub mod threads;
mod words;

#[cfg(test)]
mod tests;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Something could be done better.
    Advice,
    /// A figure or a comparison is not what it seems, or something became worse.
    Warning,
    /// It concerns the security of whoever uses it.
    Security,
}

impl Severity {
    /// All, the least first.
    pub const ALL: [Self; 4] = [Self::Info, Self::Advice, Self::Warning, Self::Security];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Advice => "advice",
            Self::Warning => "warning",
            Self::Security => "security",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How sure a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// The coverage of the interval that decided it.
    Level(f64),
    /// It was seen to happen: no chance is involved.
    Seen,
    /// Point estimates suggest it; no interval decides.
    Suggested,
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "{} % interval", (level * 1000.0).round() / 10.0),
            Self::Seen => f.write_str("seen"),
            Self::Suggested => f.write_str("suggested"),
        }
    }
}

/// The number that a finding turns on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statistic {
    /// What it is.
    pub name: String,
    /// The number.
    pub value: f64,
    /// The lower end of its interval, where there is one.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl Statistic {
    /// Without an interval.
    pub fn plain(name: &str, value: f64) -> Self {
        Self { name: name.to_owned(), value, low: None, high: None }
    }

    /// With one.
    pub fn between(name: &str, value: f64, low: f64, high: f64) -> Self {
        Self { name: name.to_owned(), value, low: Some(low), high: Some(high) }
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// `F01` to `F29`.
    pub id: String,
    /// How much it matters.
    pub severity: Severity,
    /// What it is about: ids of operations or families.
    pub operations: Vec<String>,
    /// Whom it is about.
    pub implementations: Vec<String>,
    /// The number that decided.
    pub statistic: Statistic,
    /// How sure it is.
    pub confidence: Confidence,
    /// What was found, in a sentence or two.
    pub sentence: String,
    /// The ids of the runs and sweeps that it comes from.
    pub sources: Vec<String>,
}

/// What findings are made from.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// Runs, oldest first.
    pub runs: &'a [Run],
    /// Sweeps, oldest first.
    pub sweeps: &'a [Sweep],
    /// Claims.
    pub claims: &'a [Claim],
    /// When they are looked at, for what grows old; `None` where it does not matter.
    pub now: Option<SystemTime>,
}

impl<'a> Evidence<'a> {
    /// Of runs alone.
    pub const fn of_runs(runs: &'a [Run]) -> Self {
        Self { runs, sweeps: &[], claims: &[], now: None }
    }

    /// Of sweeps alone.
    pub const fn of_sweeps(sweeps: &'a [Sweep]) -> Self {
        Self { runs: &[], sweeps, claims: &[], now: None }
    }

    /// The newest record of each operation on each machine: what holds today.
    pub(crate) fn newest(&self) -> Vec<(&'a Run, &'a Operation)> {
        let mut found: Vec<(&Run, &Operation)> = Vec::new();
        for run in self.runs.iter().rev() {
            for operation in &run.operations {
                let known = found.iter().any(|(other, known)| {
                    known.id == operation.id && other.machine.fingerprint == run.machine.fingerprint
                });
                if !known {
                    found.push((run, operation));
                }
            }
        }
        found
    }

    /// The newest run that has each set of operations on each machine; older runs of the same are
    /// left to the findings on history.
    pub(crate) fn newest_runs(&self) -> Vec<&'a Run> {
        let mut found: Vec<&Run> = Vec::new();
        for (run, _) in self.newest() {
            if !found.iter().any(|known| known.id == run.id) {
                found.push(run);
            }
        }
        found
    }
}

/// A finding's function.
pub type Detector = fn(&Evidence<'_>) -> Vec<Finding>;

/// All of them, with their ids and what they look for.
pub const ALL: &[(&str, &str, Detector)] = &[
    ("F01", "crossover", growth::crossover),
    ("F02", "growth with the number of items", growth::scaling),
    ("F03", "hardware decides the winner", hardware::order),
    ("F04", "hardware changed in the history", hardware::flip),
    ("F05", "hidden parsing", contracts::parsing),
    ("F06", "validation skipped", contracts::validation),
    ("F07", "saving that vanishes with size", growth::constant_saving),
    ("F08", "slow sibling", cost::sibling),
    ("F09", "knee of a table's size", growth::knee),
    ("F10", "share of a part", cost::share),
    ("F11", "missing specialisation", cost::hole),
    ("F12", "mix and match", cost::mix),
    ("F13", "preparation that pays back", contracts::preparation),
    ("F14", "dependence on the input's size", growth::flat),
    ("F15", "malleable encoding", contracts::codec),
    ("F16", "signing entry that takes a public key", contracts::signing),
    ("F17", "slow on a shared back end", cost::backend),
    ("F18", "unwanted threads", threads::unwanted),
    ("F19", "threads that do not pay", threads::efficiency),
    ("F20", "wrong answers to several callers", threads::together),
    ("F21", "how much a host can gain", behaviour::host),
    ("F22", "change between two states of the code", runs::change),
    ("F23", "a dependency changed", runs::dependency),
    ("F24", "unstable figure", runs::unstable),
    ("F25", "published claim", claims::claims),
    ("F26", "choice of a scheme", cost::choice),
    ("F27", "old figure", runs::fresh),
    ("F28", "time depends on a secret", behaviour::leak),
    ("F29", "no work done", behaviour::no_work),
];

/// Everything that is to be found, what matters most first.
pub fn all(evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found: Vec<Finding> =
        ALL.iter().flat_map(|(_, _, detector)| detector(evidence)).collect();
    found.sort_by(|a, b| b.severity.cmp(&a.severity).then_with(|| a.id.cmp(&b.id)));
    found
}

/// What a finding is called.
pub fn title(id: &str) -> &'static str {
    ALL.iter().find(|(known, ..)| *known == id).map_or("", |(_, title, _)| title)
}

/// The row of an implementation.
pub(crate) fn row<'a>(operation: &'a Operation, name: &str) -> Option<&'a Row> {
    operation.rows.iter().find(|row| row.implementation == name)
}

/// The operation of a run.
pub(crate) fn operation<'a>(run: &'a Run, id: &str) -> Option<&'a Operation> {
    run.operations.iter().find(|operation| operation.id == id)
}

/// Curvemark's own names: the baseline, and itself on other engines or threads.
pub(crate) fn is_own(name: &str) -> bool {
    name == OWN || name.starts_with("curvemark (")
}

/// The baseline's name.
pub(crate) const OWN: &str = "curvemark";
