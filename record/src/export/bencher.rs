//! Bencher Metric Format: `{"name": {"latency": {"value", "lower_value", "upper_value"}}}`, latency
//! in nanoseconds.

use super::{rounded, series};
use crate::chain::json_page;
use crate::run::Run;
use serde_json::{Map, json};

/// The object.
pub fn text(run: &Run) -> String {
    let mut all = Map::new();
    for series in series(run) {
        let [value, lower, upper] = [series.row.cpu_ns, series.low, series.high].map(rounded);
        let latency = json!({"value": value, "lower_value": lower, "upper_value": upper});
        all.insert(series.name(), json!({"latency": latency}));
    }
    json_page(&all)
}
