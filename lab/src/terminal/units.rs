//! Figures with units that fit their size.

use record::Ratio;

/// A time with four significant digits at most, in ns, µs, ms or s.
pub fn time(ns: f64) -> String {
    // The bounds are where rounding to three digits would carry into the next unit.
    let (value, unit) = match ns {
        ns if ns < 999.5 => (ns, "ns"),
        ns if ns < 999.5e3 => (ns / 1e3, "µs"),
        ns if ns < 999.5e6 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    format!("{} {unit}", digits(value))
}

/// Three significant digits, four from 1000 on.
fn digits(value: f64) -> String {
    let places = match value {
        value if value < 9.995 => 2,
        value if value < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.places$}")
}

/// A cost in units of another operation, three significant digits or a whole number: `1.00`,
/// `12.3`, `5213`.
pub fn cost(units: f64) -> String {
    let places = if units < 9.995 { 2 } else { usize::from(units < 99.95) };
    format!("{units:.places$}")
}

/// A ratio with its interval: `1.32 [1.31, 1.33]`; as many digits as the resolution carries, two or
/// three after the point.
pub fn ratio(ratio: &Ratio) -> String {
    let places = if ratio.resolution < 0.005 { 3 } else { 2 };
    format!("{:.places$} [{:.places$}, {:.places$}]", ratio.value, ratio.low, ratio.high)
}

/// Seconds in words: `0.5 s`, `42 s`, `3 min 05 s`.
pub fn seconds(seconds: f64) -> String {
    if seconds < 9.95 {
        format!("{seconds:.1} s")
    } else if seconds < 119.5 {
        format!("{seconds:.0} s")
    } else {
        let whole = seconds.round() as u64;
        format!("{} min {:02} s", whole / 60, whole % 60)
    }
}

/// `1 case`, `2 cases`.
pub fn count(n: u64, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_scale() {
        for (ns, text) in [
            (0.5, "0.50 ns"),
            (8.93, "8.93 ns"),
            (9.996, "10.0 ns"),
            (46.04, "46.0 ns"),
            (999.4, "999 ns"),
            (999.6, "1.00 µs"),
            (12_345.0, "12.3 µs"),
            (594_000.0, "594 µs"),
            (999_900.0, "1.00 ms"),
            (1.5e9, "1.50 s"),
            (4.2e12, "4200 s"),
        ] {
            assert_eq!(time(ns), text);
        }
        assert_eq!(seconds(3.24), "3.2 s");
        assert_eq!(seconds(59.9), "60 s");
        assert_eq!(seconds(185.2), "3 min 05 s");
        assert_eq!((count(1, "run"), count(0, "run")), ("1 run".into(), "0 runs".into()));
    }

    #[test]
    fn ratios_show_what_they_resolve() {
        let at =
            |resolution| ratio(&Ratio { value: 1.3219, low: 1.3188, high: 1.3251, resolution });
        assert_eq!(at(0.003), "1.322 [1.319, 1.325]");
        assert_eq!(at(0.02), "1.32 [1.32, 1.33]");
    }
}
