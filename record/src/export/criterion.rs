//! The messages of `cargo criterion --message-format=json`: a line per benchmark, as its
//! documentation ("External Tools") describes them. `typical` is the median; there is no slope,
//! since blocks have one length, and no change, since a run compares nothing with the last.

use super::{Series, rounded, series};
use crate::run::Run;
use crate::statistics::median;
use serde_json::{Value, json};

/// The lines.
pub fn text(run: &Run) -> String {
    let mut out = String::new();
    for series in series(run) {
        out += &message(&series).to_string();
        out.push('\n');
    }
    out
}

fn message(series: &Series<'_>) -> Value {
    let row = series.row;
    let calls = f64::from(row.calls);
    let times: &[f64] = series.rounds.as_ref().map_or(&[], |(times, _)| times);
    let off: Vec<f64> = times.iter().map(|ns| (ns - row.cpu_ns).abs()).collect();
    let mean =
        if times.is_empty() { row.cpu_ns } else { times.iter().sum::<f64>() / times.len() as f64 };
    let estimate = |value: f64, low: f64, high: f64| json!({"estimate": rounded(value), "lower_bound": rounded(low), "upper_bound": rounded(high), "unit": "ns"});
    let middle = estimate(row.cpu_ns, series.low, series.high);
    // The mean has the width of the median's interval around it; nothing more is claimed of it.
    let around =
        estimate(mean, mean - (row.cpu_ns - series.low), mean + (series.high - row.cpu_ns));
    let spread = median(&off).unwrap_or(series.deviation() / 1.4826);
    json!({
        "reason": "benchmark-complete",
        "id": series.name(),
        "report_directory": "",
        "iteration_count": vec![row.calls; times.len()],
        "measured_values": times.iter().map(|ns| rounded(ns * calls)).collect::<Vec<f64>>(),
        "unit": "ns",
        "throughput": [],
        "typical": middle.clone(),
        "mean": around,
        "median": middle,
        "median_abs_dev": estimate(spread, spread, spread),
        "slope": null,
        "change": null,
    })
}
