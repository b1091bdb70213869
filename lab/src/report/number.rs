//! Numbers as a reader sees them: one way per quantity, everywhere on the page.
//!
//! Nothing here ever prints `NaN` or `inf`: a value that is not finite is shown as [`ABSENT`], and
//! the caller has nothing to remember.

/// Stands where there is no value.
pub const ABSENT: &str = "–";

/// A no-break space, narrow: between groups of three digits, and between a number and its unit.
const THIN: char = '\u{202f}';

/// A duration in nanoseconds as three significant digits with its unit: `34.1 ns`, `116 µs`,
/// `1.23 ms`.
pub fn time(ns: f64) -> String {
    if !ns.is_finite() || ns < 0.0 {
        return ABSENT.to_owned();
    }
    // 999.5 rounds to 1000 at three digits, so the next unit starts there.
    let (value, unit) = match ns {
        x if x < 999.5 => (x, "ns"),
        x if x < 999.5e3 => (x * 1e-3, "µs"),
        x if x < 999.5e6 => (x * 1e-6, "ms"),
        x => (x * 1e-9, "s"),
    };
    format!("{}{THIN}{unit}", three_digits(value))
}

/// Three significant digits without an exponent, and all the digits of the whole part.
fn three_digits(value: f64) -> String {
    let decimals = match value {
        x if x < 9.995 => 2,
        x if x < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

/// A ratio with the decimals that its size deserves: `1.213`, `12.41`, `1 004`, `0.0102`.
pub fn ratio(value: f64) -> String {
    if !value.is_finite() {
        return ABSENT.to_owned();
    }
    let decimals = match value.abs() {
        x if x >= 1000.0 => return group(&format!("{value:.0}")),
        x if x >= 100.0 => 1,
        x if x >= 10.0 => 2,
        x if x >= 0.1 => 3,
        x if x >= 0.01 => 4,
        _ => 5,
    };
    format!("{value:.decimals$}")
}

/// A cost in units of another operation: `1.00`, `12.3`, `5213`.
pub fn cost(units: f64) -> String {
    if units < 999.5 { crate::terminal::units::cost(units) } else { count(units.round() as u64) }
}

/// The ends of an interval of ratios: `1.209–1.217`.
pub fn interval(low: f64, high: f64) -> String {
    format!("{}–{}", ratio(low), ratio(high))
}

/// A share of one as a percentage, two significant digits: `0.31 %`, `12 %`.
pub fn percent(share: f64) -> String {
    let value = share * 100.0;
    if !value.is_finite() {
        return ABSENT.to_owned();
    }
    let decimals = match value.abs() {
        x if x >= 9.95 => 0,
        x if x >= 0.995 => 1,
        _ => 2,
    };
    format!("{value:.decimals$}{THIN}%")
}

/// A percentage that was chosen, not measured: `95 %`, `2 %`, `99.5 %`.
pub fn chosen(share: f64) -> String {
    // To a millionth of a per cent, past which lies only what the binary fraction added.
    format!("{}{THIN}%", plain((share * 1e8).round() / 1e6))
}

/// A count, its digits in groups of three from five digits on.
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    if digits.len() > 4 { group(&digits) } else { digits }
}

/// A count with its noun: `1 suite`, `12 suites`.
pub fn counted(value: u64, singular: &str, plural: &str) -> String {
    format!("{} {}", count(value), if value == 1 { singular } else { plural })
}

/// Seconds, as a person says them: `0.8 s`, `42 s`, `3 min 10 s`.
pub fn seconds(value: f64) -> String {
    if !value.is_finite() || value < 0.0 {
        return ABSENT.to_owned();
    }
    match value {
        x if x < 9.95 => format!("{x:.1}{THIN}s"),
        x if x < 119.5 => format!("{x:.0}{THIN}s"),
        x => {
            let minutes = (x.round() / 60.0).floor();
            format!("{minutes:.0}{THIN}min {:.0}{THIN}s", x.round() - 60.0 * minutes)
        }
    }
}

/// A parameter as it was given: no more decimals than it has.
pub fn plain(value: f64) -> String {
    if value.is_finite() { format!("{value}") } else { ABSENT.to_owned() }
}

/// Sets the separator between groups of three digits.
fn group(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() + 6);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(THIN);
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_keep_three_digits_and_change_unit_at_the_right_place() {
        let shown =
            [0.0, 1.234, 34.06, 999.4, 999.6, 116_040.0, 999_600.0, 1.2345e6, 4.2e9].map(time);
        let wanted = [
            "0.00 ns", "1.23 ns", "34.1 ns", "999 ns", "1.00 µs", "116 µs", "1.00 ms", "1.23 ms",
            "4.20 s",
        ];
        assert_eq!(shown.map(|text| text.replace(THIN, " ")), wanted);
        assert_eq!(time(f64::NAN), ABSENT);
        assert_eq!(time(f64::INFINITY), ABSENT);
    }

    #[test]
    fn ratios_show_small_differences_near_one_and_all_sizes() {
        let shown = [1.0, 1.2126, 12.406, 999.94, 1004.2, 0.01023, 0.99].map(ratio);
        let wanted = ["1.000", "1.213", "12.41", "999.9", "1 004", "0.0102", "0.990"];
        assert_eq!(shown.map(|text| text.replace(THIN, " ")), wanted);
        assert_eq!(ratio(f64::NAN), ABSENT);
    }

    #[test]
    fn percentages_counts_and_durations() {
        assert_eq!(
            [0.95, 0.02, 0.003, 0.123].map(percent).map(|text| text.replace(THIN, " ")),
            ["95 %", "2.0 %", "0.30 %", "12 %"]
        );
        assert_eq!(
            [0.95, 0.02, 1.0 - 0.95, 0.995].map(chosen).map(|text| text.replace(THIN, " ")),
            ["95 %", "2 %", "5 %", "99.5 %"]
        );
        assert_eq!(count(9999), "9999");
        assert_eq!(count(48_231).replace(THIN, " "), "48 231");
        assert_eq!(counted(1, "suite", "suites"), "1 suite");
        assert_eq!(
            [0.84, 42.0, 119.7, 190.2].map(seconds).map(|text| text.replace(THIN, " ")),
            ["0.8 s", "42 s", "2 min 0 s", "3 min 10 s"]
        );
    }
}
