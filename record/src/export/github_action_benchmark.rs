//! github-action-benchmark, tool `customSmallerIsBetter`: a list of
//! `{"name", "unit", "value", "range", "extra"}`.

use super::{rounded, series};
use crate::chain::json_page;
use crate::run::Run;
use serde_json::{Value, json};

/// The list.
pub fn text(run: &Run) -> String {
    let entries: Vec<Value> = series(run)
        .iter()
        .map(|series| {
            let row = series.row;
            let half = ((series.high - series.low) / 2.0).max(0.0);
            let ratio = row.ratio.map_or(String::new(), |ratio| {
                format!("\n{:.4} times curvemark's ({:.4} to {:.4})", ratio.value, ratio.low, ratio.high)
            });
            json!({
                "name": series.name(),
                "unit": "ns",
                "value": rounded(row.cpu_ns),
                "range": format!("± {}", rounded(half)),
                "extra": format!("run {}, machine {}, {} rounds{ratio}", run.id, run.machine.fingerprint, row.rounds),
            })
        })
        .collect();
    json_page(&entries)
}
