//! A table of all rows: comma-separated values as in RFC 4180, with a header, times in nanoseconds
//! per call.

use super::{rounded, series};
use crate::run::Run;

/// The columns.
const HEADER: &str = "run,commit,machine,operation,implementation,input,checks,time,cpu_ns,cpu_low_ns,cpu_high_ns,wall_ns,p10_ns,p90_ns,calls,rounds,visits,ratio,ratio_low,ratio_high";

/// The table; lines end with CR LF, as the RFC has it.
pub fn text(run: &Run) -> String {
    let mut out = format!("{HEADER}\r\n");
    for series in series(run) {
        let row = series.row;
        let number = |value: f64| rounded(value).to_string();
        let ratio = row.ratio.map_or([const { String::new() }; 3], |ratio| {
            [ratio.value, ratio.low, ratio.high].map(number)
        });
        let words = [
            &run.id,
            run.build.commit.as_ref().unwrap_or(&String::new()),
            &run.machine.fingerprint,
            &series.operation.id,
            &row.implementation,
            &row.contract.input,
            &row.contract.checks,
            &row.contract.time,
        ]
        .map(|text| quoted(text));
        let times =
            [row.cpu_ns, series.low, series.high, row.wall_ns, row.p10_ns, row.p90_ns].map(number);
        let counts = [row.calls, row.rounds, row.visits].map(|count| count.to_string());
        out += &[&words[..], &times[..], &counts[..], &ratio[..]].concat().join(",");
        out += "\r\n";
    }
    out
}

/// A field, in quotes where it needs them.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
