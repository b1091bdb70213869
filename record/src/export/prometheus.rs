//! The text format 0.0.4 of Prometheus, for its node exporter's folder of text files. Times are in
//! seconds, its base unit.

use super::{rounded, series};
use crate::run::Run;
use std::fmt::Write;

/// The text. All samples of a metric stand together, after its `HELP` and `TYPE`.
pub fn text(run: &Run) -> String {
    let mut out = String::new();
    let all = series(run);
    let mut metric = |name: &str, help: &str, samples: Vec<(String, f64)>| {
        if samples.is_empty() {
            return;
        }
        let write = |out: &mut String, line: String| {
            writeln!(out, "{line}").expect("a string takes everything")
        };
        write(&mut out, format!("# HELP {name} {help}"));
        write(&mut out, format!("# TYPE {name} gauge"));
        for (labels, value) in samples {
            write(&mut out, format!("{name}{{{labels}}} {}", rounded(value)));
        }
    };
    let (mut times, mut ratios) = (Vec::new(), Vec::new());
    for series in &all {
        let row = series.row;
        let labels = format!(
            "operation=\"{}\",implementation=\"{}\",machine=\"{}\"",
            escaped(&series.operation.id),
            escaped(&row.implementation),
            escaped(&run.machine.fingerprint)
        );
        for (statistic, ns) in [
            ("median", row.cpu_ns),
            ("low", series.low),
            ("high", series.high),
            ("p10", row.p10_ns),
            ("p90", row.p90_ns),
        ] {
            times.push((format!("{labels},statistic=\"{statistic}\""), ns / 1e9));
        }
        if let Some(ratio) = row.ratio {
            for (statistic, value) in
                [("median", ratio.value), ("low", ratio.low), ("high", ratio.high)]
            {
                ratios.push((format!("{labels},statistic=\"{statistic}\""), value));
            }
        }
    }
    metric("curvemark_time_seconds", "Thread-CPU time of a call.", times);
    metric(
        "curvemark_ratio",
        "Time of a call over that of curvemark's own, where both do the same.",
        ratios,
    );
    let of_run =
        format!("run=\"{}\",machine=\"{}\"", escaped(&run.id), escaped(&run.machine.fingerprint));
    metric(
        "curvemark_fit",
        "Whether the machine was fit to measure.",
        vec![(of_run.clone(), f64::from(u8::from(run.health.fit)))],
    );
    let failed: u64 = run.gate.suites.iter().map(|suite| suite.failed).sum();
    metric(
        "curvemark_gate_failures",
        "Cases of the correctness gate that failed.",
        vec![(of_run, failed as f64)],
    );
    out
}

/// A label's value: `\`, `"` and line feeds are escaped.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
