//! A run in the formats of other tools.
//!
//! A figure's name is that of the operation and of the implementation,
//! `bls12-381/fp_mul/curvemark`. Its value is the median of thread-CPU time per call, in
//! nanoseconds where a format does not ask for seconds. Its interval is that of the median over
//! rounds, by the bootstrap that the run names. Records of the first schema have no rounds for some
//! rows: there the tenth and the ninetieth percentile stand in its place, which is wider.

pub mod bencher;
pub mod criterion;
pub mod csv;
pub mod github_action_benchmark;
pub mod go;
pub mod junit;
pub mod prometheus;
pub mod zkalc;

use crate::rounds::times;
use crate::run::{Operation, Row, Run};
use crate::statistics::{Bootstrap, interval};

/// A file of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Where it is expected, with `/` between folders.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// A format: its name, and how it is made.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// As it is named on a command line.
    pub name: &'static str,
    /// Who reads it.
    pub reader: &'static str,
    /// The files: one, but for zkalc.
    pub files: fn(&Run) -> Vec<File>,
}

/// All formats.
pub const FORMATS: [Format; 8] = [
    Format {
        name: "zkalc",
        reader: "zkalc: a file per curve, library and machine",
        files: zkalc::files,
    },
    Format {
        name: "criterion",
        reader: "what reads cargo-criterion's messages",
        files: |run| one("criterion.json", criterion::text(run)),
    },
    Format {
        name: "gha",
        reader: "github-action-benchmark, customSmallerIsBetter",
        files: |run| one("benchmark.json", github_action_benchmark::text(run)),
    },
    Format {
        name: "bmf",
        reader: "Bencher, adapter json",
        files: |run| one("bencher.json", bencher::text(run)),
    },
    Format { name: "go", reader: "benchstat", files: |run| one("go.txt", go::text(run)) },
    Format { name: "csv", reader: "spreadsheets", files: |run| one("run.csv", csv::text(run)) },
    Format {
        name: "prometheus",
        reader: "Prometheus, text format 0.0.4",
        files: |run| one("curvemark.prom", prometheus::text(run)),
    },
    Format { name: "junit", reader: "CI panes", files: |run| one("junit.xml", junit::text(run)) },
];

fn one(name: &str, text: String) -> Vec<File> {
    vec![File { name: name.to_owned(), text }]
}

/// A row with what formats ask for beside what is stored.
#[derive(Clone, Debug)]
pub(crate) struct Series<'a> {
    pub(crate) operation: &'a Operation,
    pub(crate) row: &'a Row,
    /// Nanoseconds per call of each round, if they are known, and their visits.
    pub(crate) rounds: Option<(Vec<f64>, Vec<u32>)>,
    /// Ends of the interval of the median, nanoseconds.
    pub(crate) low: f64,
    /// Upper end.
    pub(crate) high: f64,
}

impl Series<'_> {
    /// `operation/implementation`.
    pub(crate) fn name(&self) -> String {
        format!("{}/{}", self.operation.id, self.row.implementation)
    }

    /// Standard deviation of the rounds, by the distance of their tenth and ninetieth percentile:
    /// 2.563 of it in a normal distribution.
    pub(crate) fn deviation(&self) -> f64 {
        (self.row.p90_ns - self.row.p10_ns).max(0.0) / 2.563
    }
}

/// All rows of a run.
pub(crate) fn series(run: &Run) -> Vec<Series<'_>> {
    let bootstrap = Bootstrap::of(&run.method);
    let mut all = Vec::new();
    for operation in &run.operations {
        // All rows of an operation ran in the same rounds, of which one that has a ratio knows the
        // visits.
        let visits =
            operation.rows.iter().map(|row| &row.rounds_visit).chain([&operation.control_visit]);
        let visits: &[u32] = visits.max_by_key(|visits| visits.len()).map_or(&[], Vec::as_slice);
        for (row, ns) in operation.rows.iter().zip(times(operation)) {
            let rounds = ns.filter(|ns| ns.len() == visits.len()).map(|ns| (ns, visits.to_vec()));
            let found = rounds.as_ref().and_then(|(ns, visits)| {
                let logs: Vec<f64> = ns.iter().map(|ns| ns.ln()).collect();
                interval(&logs, visits, &bootstrap)
            });
            let (low, high) =
                found.map_or((row.p10_ns, row.p90_ns), |found| (found.low.exp(), found.high.exp()));
            all.push(Series {
                operation,
                row,
                rounds,
                low: low.min(row.cpu_ns),
                high: high.max(row.cpu_ns),
            });
        }
    }
    all
}

/// To six digits: more would claim what was not measured.
pub(crate) fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests;
