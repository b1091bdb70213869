//! The text of Go benchmarks (Go proposal 14313, "Benchmark data format"), for benchstat: a line
//! per visit, whose time is the median of the visit's rounds, so that the reader sees the scatter
//! between visits and not one number. A name has its parts as `key=value`; it ends with the number
//! of threads, lest the end of an implementation's name be taken for it.

use super::{Series, rounded, series};
use crate::run::Run;
use crate::statistics::median;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The text.
pub fn text(run: &Run) -> String {
    let mut out = String::new();
    let mut line = |text: String| writeln!(out, "{text}").expect("a string takes everything");
    line("pkg: curvemark".to_owned());
    line(format!("cpu: {}", run.machine.cpu));
    line(format!("machine: {}", run.machine.fingerprint));
    line(format!("run: {}", run.id));
    if let Some(commit) = &run.build.commit {
        line(format!("commit: {commit}"));
    }
    for series in series(run) {
        let name = name(&series);
        let calls = u64::from(series.row.calls);
        for (rounds, ns) in visits(&series) {
            line(format!("{name} {} {} ns/op", calls.max(1) * rounds, rounded(ns)));
        }
    }
    out
}

/// No space and no control character may be in it.
fn name(series: &Series<'_>) -> String {
    let (group, verb) = series.operation.id.split_once('/').unwrap_or(("", &series.operation.id));
    let name =
        format!("BenchmarkCurvemark/on={group}/op={verb}/by={}-1", series.row.implementation);
    name.chars().map(|c| if c.is_whitespace() || c.is_control() { '_' } else { c }).collect()
}

/// Rounds and median time of each visit; the run's own median where rounds are not known.
fn visits(series: &Series<'_>) -> Vec<(u64, f64)> {
    let Some((times, visits)) = &series.rounds else {
        return vec![(u64::from(series.row.rounds.max(1)), series.row.cpu_ns)];
    };
    let mut by_visit: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for (ns, visit) in times.iter().zip(visits) {
        by_visit.entry(*visit).or_default().push(*ns);
    }
    by_visit.into_values().filter_map(|times| Some((times.len() as u64, median(&times)?))).collect()
}
