//! Modelled time, which shows both bounds and the name of its model or nothing.

use core::fmt;

/// A time that no clock has measured: the interval between models A and B, and which file they
/// stand in.
///
/// There is no way to print or to take out one bound alone.
///
/// ```
/// let model = emulator::Model::esp32c3();
/// let nothing = model.time(&emulator::Ledger::default());
/// assert_eq!(nothing.to_string(), "0 to 0 cycles (esp32c3-v1, models A to B)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modelled {
    model: String,
    megahertz: u32,
    /// By models A and B.
    centicycles: [u64; 2],
}

/// How many times longer one modelled time is than another of the same models: an interval too.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratio {
    model: String,
    /// By models A and B.
    ratios: [f64; 2],
}

impl Modelled {
    pub(super) fn new(model: String, megahertz: u32, centicycles: [u64; 2]) -> Self {
        Self { model, megahertz, centicycles }
    }

    /// For a table: model, milliseconds by A, milliseconds by B.
    pub fn columns(&self) -> [String; 3] {
        let [a, b] =
            self.centicycles.map(|centicycles| format!("{:.3}", self.milliseconds(centicycles)));
        [self.model.clone(), a, b]
    }

    /// How many times longer this is than `other`; `None` if that is nothing or of another model.
    pub fn over(&self, other: &Self) -> Option<Ratio> {
        if self.model != other.model || other.centicycles.contains(&0) {
            return None;
        }
        let ratios = core::array::from_fn(|bound| {
            self.centicycles[bound] as f64 / other.centicycles[bound] as f64
        });
        Some(Ratio { model: self.model.clone(), ratios })
    }

    /// How many times longer this is than a time that others published; `None` unless that is a
    /// positive number.
    pub fn over_milliseconds(&self, published: f64) -> Option<Ratio> {
        if !(published.is_finite() && published > 0.0) {
            return None;
        }
        let ratios = self.centicycles.map(|centicycles| self.milliseconds(centicycles) / published);
        Some(Ratio { model: self.model.clone(), ratios })
    }

    /// Whether both models say less than this many milliseconds.
    pub fn is_below_milliseconds(&self, most: f64) -> bool {
        self.centicycles.iter().all(|centicycles| self.milliseconds(*centicycles) < most)
    }

    fn milliseconds(&self, centicycles: u64) -> f64 {
        centicycles as f64 / (f64::from(self.megahertz) * 100_000.0)
    }
}

impl Ratio {
    /// Whether both ends, by models A and B, are those within this part of them.
    pub fn is_near(&self, expected: [f64; 2], part: f64) -> bool {
        self.ratios
            .iter()
            .zip(expected)
            .all(|(ratio, expected)| (ratio - expected).abs() <= expected * part)
    }
}

/// Both ends of an interval with as many digits as the models deserve: three.
fn interval(f: &mut fmt::Formatter<'_>, ends: [f64; 2], unit: &str, model: &str) -> fmt::Result {
    let [low, high] = if ends[0] <= ends[1] { ends } else { [ends[1], ends[0]] };
    let digits = match high {
        high if high < 10.0 => 2,
        high if high < 100.0 => 1,
        _ => 0,
    };
    write!(f, "{low:.digits$} to {high:.digits$}{unit} ({model}, models A to B)")
}

impl fmt::Display for Modelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = self.centicycles.map(|centicycles| self.milliseconds(centicycles));
        let longest = milliseconds[0].max(milliseconds[1]);
        if longest >= 1.0 {
            interval(f, milliseconds, " ms", &self.model)
        } else if longest >= 0.1 {
            interval(f, milliseconds.map(|time| time * 1000.0), " µs", &self.model)
        } else {
            let [a, b] = self.centicycles.map(|centicycles| centicycles.div_ceil(100));
            let [low, high] = [a.min(b), a.max(b)];
            write!(f, "{low} to {high} cycles ({}, models A to B)", self.model)
        }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        interval(f, self.ratios, " times", &self.model)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(a: u64, b: u64) -> Modelled {
        Modelled::new("esp32c3-v1".into(), 160, [a, b])
    }

    #[test]
    fn every_way_to_print_shows_the_interval_and_the_model() {
        for (time, text) in [
            (time(6_347_200_000, 7_388_800_000), "397 to 462 ms"),
            (time(1_662_400_000, 1_654_400_000), "103 to 104 ms"),
            (time(16_000_000, 24_000_000), "1.00 to 1.50 ms"),
            (time(8_000_000, 8_100_000), "500 to 506 µs"),
            (time(272_800, 301_001), "2728 to 3011 cycles"),
        ] {
            assert_eq!(time.to_string(), format!("{text} (esp32c3-v1, models A to B)"));
            let debug = format!("{time:?}");
            assert!(
                debug.contains("esp32c3-v1")
                    && time.centicycles.iter().all(|bound| debug.contains(&bound.to_string()))
            );
        }
        let ratio = time(4_000, 9_000).over(&time(2_000, 3_000)).expect("of one model");
        assert_eq!(ratio.to_string(), "2.00 to 3.00 times (esp32c3-v1, models A to B)");
        assert_eq!(time(16_000_000, 24_000_000).columns(), ["esp32c3-v1", "1.000", "1.500"]);
        assert_eq!(time(1, 1).over(&time(0, 1)), None);
        assert_eq!(time(1, 1).over(&Modelled::new("other-v1".into(), 160, [1, 1])), None);
        let published =
            time(6_347_200_000, 7_388_800_000).over_milliseconds(459.0).expect("a time");
        assert_eq!(published.to_string(), "0.86 to 1.01 times (esp32c3-v1, models A to B)");
        assert!(
            published.is_near([0.864, 1.006], 0.001) && !published.is_near([0.864, 1.016], 0.001)
        );
        assert!(!published.is_near([0.854, 1.006], 0.001));
        for nothing in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(time(1, 1).over_milliseconds(nothing), None);
        }
        assert!(time(16_000_000, 24_000_000).is_below_milliseconds(1.6));
        assert!(!time(16_000_000, 24_000_000).is_below_milliseconds(1.4));
    }
}
