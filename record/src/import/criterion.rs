//! The messages of `cargo criterion --message-format=json`.

use super::{Imported, Malformed};
use serde::Deserialize;

#[derive(Deserialize)]
struct Message {
    reason: String,
    #[serde(default)]
    id: String,
    typical: Option<Estimate>,
}

#[derive(Deserialize)]
struct Estimate {
    estimate: f64,
    lower_bound: f64,
    upper_bound: f64,
    unit: String,
}

/// Every benchmark that is complete. Other messages, and lines that are no JSON object (what a
/// benchmark prints itself), are passed over.
///
/// # Errors
/// [`Malformed`] for a complete benchmark without a name or a typical time above zero in a unit of
/// time.
pub fn read(text: &str) -> Result<Vec<Imported>, Malformed> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let wrong = |problem: &str| Malformed { line: index + 1, problem: problem.to_owned() };
        if !line.trim_start().starts_with('{') {
            continue;
        }
        let message: Message =
            serde_json::from_str(line).map_err(|error| wrong(&error.to_string()))?;
        if message.reason != "benchmark-complete" {
            continue;
        }
        let typical = message.typical.ok_or_else(|| wrong("a benchmark without a typical time"))?;
        let unit = match typical.unit.as_str() {
            "ps" => 1e-3,
            "ns" => 1.0,
            "us" | "µs" => 1e3,
            "ms" => 1e6,
            "s" => 1e9,
            unit => return Err(wrong(&format!("'{unit}' is no unit of time"))),
        };
        let ns = typical.estimate * unit;
        let half = (typical.upper_bound - typical.lower_bound) / 2.0 * unit;
        if message.id.is_empty() || !(ns > 0.0 && ns.is_finite() && half >= 0.0) {
            return Err(wrong("a benchmark without a name, or with a time that is none"));
        }
        found.push(Imported { id: message.id, ns, half });
    }
    Ok(found)
}
