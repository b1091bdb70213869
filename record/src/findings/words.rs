//! Numbers in sentences.

/// A time with three significant digits.
pub(super) fn time(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 999.5 => (ns, "ns"),
        ns if ns < 999.5e3 => (ns / 1e3, "µs"),
        ns if ns < 999.5e6 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    format!("{} {unit}", digits(value))
}

/// Three significant digits.
pub(super) fn digits(value: f64) -> String {
    let places = match value.abs() {
        value if value < 9.995 => 2,
        value if value < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.places$}")
}

/// A relative change in percent, with its sign.
pub(super) fn percent(ratio: f64) -> String {
    format!("{:+.1} %", (ratio - 1.0) * 100.0)
}

/// A relative change in words: `3.1 % more`, `18.0 % less`.
pub(super) fn more(ratio: f64) -> String {
    let word = if ratio < 1.0 { "less" } else { "more" };
    format!("{:.1} % {word}", ((ratio - 1.0) * 100.0).abs())
}

/// A share in percent.
pub(super) fn share(part: f64) -> String {
    format!("{:.0} %", part * 100.0)
}

/// A size in memory.
pub(super) fn bytes(bytes: u64) -> String {
    match bytes {
        bytes if bytes < 10 << 10 => format!("{bytes} B"),
        bytes if bytes < 10 << 20 => format!("{} KiB", digits(bytes as f64 / 1024.0)),
        bytes => format!("{} MiB", digits(bytes as f64 / 1_048_576.0)),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// `1 thread`, `2 threads`.
pub(super) fn count(n: u64, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}
