//! The text of Go benchmarks (Go proposal 14313, "Benchmark data format").

use super::{Imported, Malformed};
use crate::statistics::{median, quantile};
use std::collections::BTreeMap;

/// The benchmarks that have a time. Lines of one name are samples of it: their median counts, and
/// half the distance of their quartiles. Configuration and all other lines are passed over, as the
/// format says.
///
/// # Errors
/// [`Malformed`] for a result whose time is no number above zero.
pub fn read(text: &str) -> Result<Vec<Imported>, Malformed> {
    let mut order = Vec::new();
    let mut samples: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        let mut fields = line.split_whitespace();
        let Some(name) = fields.next().and_then(|name| name.strip_prefix("Benchmark")) else {
            continue;
        };
        // A result is a name, iterations, and pairs of value and unit; a name alone says only that
        // it runs.
        let Some(Ok(_)) = fields.next().map(str::parse::<u64>) else { continue };
        let pairs: Vec<&str> = fields.collect();
        for pair in pairs.chunks_exact(2) {
            let factor = match pair[1] {
                "ns/op" => 1.0,
                "sec/op" => 1e9,
                _ => continue,
            };
            let ns = pair[0]
                .parse::<f64>()
                .map(|value| value * factor)
                .ok()
                .filter(|ns| ns.is_finite() && *ns > 0.0);
            let wrong =
                || Malformed { line: index + 1, problem: format!("'{}' is no time", pair[0]) };
            let ns = ns.ok_or_else(wrong)?;
            if !samples.contains_key(name) {
                order.push(name.to_owned());
            }
            samples.entry(name.to_owned()).or_default().push(ns);
        }
    }
    let imported = |id: String| {
        let times = &samples[&id];
        let quartile = |q| quantile(times, q).unwrap_or(0.0);
        Imported {
            ns: median(times).unwrap_or(0.0),
            half: (quartile(0.75) - quartile(0.25)) / 2.0,
            id,
        }
    };
    Ok(order.into_iter().map(imported).collect())
}
