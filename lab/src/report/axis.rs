//! The axis of ratios, and the rule that only equal contracts are set side by side.
//!
//! A chart can be drawn only from the [`Mark`]s of an [`Axis`], and an axis is made only by
//! [`axis`], which refuses rows of different contracts. So no chart of this report can compare a
//! constant-time function with a variable-time one, or one that checks its input with one that does
//! not.
//!
//! Positions are logarithmic: twice as fast and half as fast lie equally far from 1.0.

use std::fmt;

use record::{Contract, Ratio, Row};

/// A ratio nearer to one than this counts as equal, in words and colours: differences below it come
/// and go with the layout of the code in memory.
pub const EVEN: f64 = 0.02;

/// What a ratio with its interval says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The interval lies above one, and the value by more than [`EVEN`].
    Faster,
    /// The value lies within [`EVEN`] of one, and so does the whole interval if it holds one.
    Even,
    /// The interval lies below one, and the value by more than [`EVEN`].
    Slower,
    /// The interval holds one but reaches further than [`EVEN`]: this run cannot tell.
    Unclear,
}

impl Verdict {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 4] = [Self::Faster, Self::Even, Self::Slower, Self::Unclear];

    /// The verdict on a ratio of their time to ours.
    pub fn on(ratio: &Ratio) -> Self {
        let even = |x: f64| (1.0 / (1.0 + EVEN)..=1.0 + EVEN).contains(&x);
        if ratio.low <= 1.0 && ratio.high >= 1.0 {
            if even(ratio.low) && even(ratio.high) { Self::Even } else { Self::Unclear }
        } else if even(ratio.value) {
            Self::Even
        } else if ratio.value > 1.0 {
            Self::Faster
        } else {
            Self::Slower
        }
    }

    /// The word.
    pub fn word(self) -> String {
        match self {
            Self::Faster => "faster".to_owned(),
            Self::Even => format!("within {}", super::number::chosen(EVEN)),
            Self::Slower => "slower".to_owned(),
            Self::Unclear => "undecided".to_owned(),
        }
    }

    /// The class in the style sheet, which gives it a colour and a shape next to the word.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Faster => "faster",
            Self::Even => "even",
            Self::Slower => "slower",
            Self::Unclear => "unclear",
        }
    }
}

/// One comparison on an axis: a row with a usable ratio.
#[derive(Clone, Copy, Debug)]
pub struct Mark<'a> {
    row: &'a Row,
    ratio: Ratio,
}

impl<'a> Mark<'a> {
    /// The peer's row.
    pub const fn row(&self) -> &'a Row {
        self.row
    }

    /// Their time over ours: finite, positive, its interval in order.
    pub const fn ratio(&self) -> Ratio {
        self.ratio
    }

    /// What it says.
    pub fn verdict(&self) -> Verdict {
        Verdict::on(&self.ratio)
    }
}

/// A logarithmic axis of ratios on which 1.0 always lies.
#[derive(Clone, Debug)]
pub struct Axis<'a> {
    marks: Vec<Mark<'a>>,
    /// Natural logarithms of the ends.
    low: f64,
    high: f64,
}

/// Rows of different contracts were asked onto one axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MixedContracts {
    /// The contract of the first row, in words.
    pub first: String,
    /// The one that differs.
    pub other: String,
}

impl fmt::Display for MixedContracts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rows of different contracts on one axis: {} and {}", self.first, self.other)
    }
}

impl std::error::Error for MixedContracts {}

/// A contract in a few words: `parsed, no checks, constant time`.
pub fn words(contract: &Contract) -> String {
    contract_words(contract).join(", ")
}

/// A contract in as few words as tell it from the others of a run: `parsed, constant`.
pub fn short(contract: &Contract) -> String {
    let Contract { input, checks, time } = contract;
    if checks == "none" { format!("{input}, {time}") } else { format!("{input}, {checks}, {time}") }
}

/// The three parts of a contract, each in words.
pub fn contract_words(contract: &Contract) -> [String; 3] {
    let checks = match contract.checks.as_str() {
        "none" => "no checks".to_owned(),
        "curve" => "curve check".to_owned(),
        "subgroup" => "subgroup check".to_owned(),
        "subgroup, no identity" => "subgroup check, identity refused".to_owned(),
        other => other.to_owned(),
    };
    let input = match contract.input.as_str() {
        "bytes" => "from bytes".to_owned(),
        other => other.to_owned(),
    };
    [input, checks, format!("{} time", contract.time)]
}

/// The axis of the rows of one operation: those among them that have a usable ratio, on a scale
/// that holds all intervals and 1.0.
///
/// # Errors
/// [`MixedContracts`] unless all rows, with a ratio or without, have one contract.
pub fn axis<'a>(rows: &[&'a Row]) -> Result<Axis<'a>, MixedContracts> {
    if let Some((first, rest)) = rows.split_first()
        && let Some(odd) = rest.iter().find(|row| row.contract != first.contract)
    {
        return Err(MixedContracts { first: words(&first.contract), other: words(&odd.contract) });
    }
    Ok(Axis::of(
        rows.iter().filter_map(|row| Some(Mark { row, ratio: usable(row.ratio?)? })).collect(),
    ))
}

/// The ratio, if it can be drawn on a logarithmic axis.
fn usable(ratio: Ratio) -> Option<Ratio> {
    let drawable = |x: f64| x.is_finite() && x > 0.0;
    let ordered = ratio.low <= ratio.high;
    (drawable(ratio.value) && drawable(ratio.low) && drawable(ratio.high) && ordered)
        .then_some(ratio)
}

impl<'a> Axis<'a> {
    /// The scale is never narrower than 0.8 to 1.25, so that a difference of one per cent does not
    /// look like a gulf.
    fn of(marks: Vec<Mark<'a>>) -> Self {
        let (mut low, mut high) = (0.8_f64.ln(), 1.25_f64.ln());
        for Mark { ratio, .. } in &marks {
            low = low.min(ratio.low.min(ratio.value).ln());
            high = high.max(ratio.high.max(ratio.value).ln());
        }
        let margin = 0.03 * (high - low);
        Self { marks, low: low - margin, high: high + margin }
    }

    /// One scale for several axes. Each was checked by [`axis`], and a ratio has no unit, so the
    /// lines of different operations may share it; their times may not.
    pub fn stacked(axes: impl IntoIterator<Item = Self>) -> Self {
        Self::of(axes.into_iter().flat_map(|axis| axis.marks).collect())
    }

    /// What lies on it.
    pub fn marks(&self) -> &[Mark<'a>] {
        &self.marks
    }

    /// The mark of the fastest peer: the smallest ratio.
    pub fn best(&self) -> Option<Mark<'a>> {
        self.marks.iter().min_by(|a, b| a.ratio.value.total_cmp(&b.ratio.value)).copied()
    }

    /// This axis with the one mark that `keep` names first, if any.
    pub fn only(&self, keep: impl Fn(&Mark<'a>) -> bool) -> Self {
        Self::of(self.marks.iter().copied().find(|mark| keep(mark)).into_iter().collect())
    }

    /// Where a ratio lies, in per cent of the width, kept inside it.
    pub fn position(&self, ratio: f64) -> f64 {
        (100.0 * (ratio.ln() - self.low) / (self.high - self.low)).clamp(0.0, 100.0)
    }

    /// Where to write figures: the densest of a few regular series whose neighbours stand far
    /// enough apart. 1.0 is always one.
    pub fn ticks(&self) -> Vec<f64> {
        const NEAREST: f64 = 0.12;
        // Mantissas within a decade, and how many decades lie between two ticks of the sparsest
        // series.
        const SERIES: [(&[f64], i32); 7] = [
            (&[1.0, 1.1, 1.2, 1.35, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0], 1),
            (&[1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0], 1),
            (&[1.0, 1.5, 2.0, 3.0, 5.0, 7.0], 1),
            (&[1.0, 2.0, 5.0], 1),
            (&[1.0, 3.0], 1),
            (&[1.0], 1),
            (&[1.0], 3),
        ];
        let span = self.high - self.low;
        let mut ticks = vec![1.0];
        for (mantissas, decades) in SERIES {
            ticks = (-4..=4)
                .flat_map(|k| mantissas.iter().map(move |m| m * 10_f64.powi(k * decades)))
                .filter(|tick| (self.low..=self.high).contains(&tick.ln()))
                .collect();
            if ticks.windows(2).all(|pair| (pair[1] / pair[0]).ln() >= NEAREST * span) {
                break;
            }
        }
        ticks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(value: f64, low: f64, high: f64) -> Ratio {
        Ratio { value, low, high, resolution: 0.003 }
    }

    fn row(time: &str, value: Option<Ratio>) -> Row {
        Row {
            implementation: "peer".to_owned(),
            contract: Contract {
                input: "parsed".to_owned(),
                checks: "none".to_owned(),
                time: time.to_owned(),
            },
            cpu_ns: 1.0,
            wall_ns: 1.0,
            p10_ns: 1.0,
            p90_ns: 1.0,
            calls: 1,
            rounds: 1,
            visits: 1,
            ratio: value,
            rounds_ln: Vec::new(),
            rounds_visit: Vec::new(),
            rounds_ns: Vec::new(),
        }
    }

    #[test]
    fn rows_of_different_contracts_are_refused() {
        let (constant, variable) =
            (row("constant", None), row("variable", Some(ratio(0.5, 0.4, 0.6))));
        let refused = axis(&[&constant, &variable]).unwrap_err();
        assert_eq!(
            (refused.first.as_str(), refused.other.as_str()),
            ("parsed, no checks, constant time", "parsed, no checks, variable time")
        );
        assert_eq!(axis(&[&variable, &variable]).unwrap().marks().len(), 2);
    }

    #[test]
    fn one_is_always_a_tick_and_ticks_never_crowd() {
        for (low, high) in
            [(0.99, 1.01), (0.7, 1.9), (0.01, 0.02), (0.05, 40.0), (0.01, 1000.0), (1e-9, 1e9)]
        {
            let far = row("constant", Some(ratio(f64::sqrt(low * high), low, high)));
            let axis = axis(&[&far]).unwrap();
            let ticks = axis.ticks();
            assert!(ticks.contains(&1.0), "{low} {high}: {ticks:?}");
            assert!((2..=9).contains(&ticks.len()) || low < 1e-8, "{low} {high}: {ticks:?}");
            assert!(
                ticks.windows(2).all(|pair| axis.position(pair[1]) - axis.position(pair[0]) > 10.0),
                "{ticks:?}"
            );
            assert!(
                (0.0..=100.0).contains(&axis.position(low))
                    && axis.position(low) < axis.position(high)
            );
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_no_mark() {
        let bad = [
            (f64::NAN, 1.0, 1.0),
            (1.0, 0.0, 1.0),
            (1.0, 1.0, f64::INFINITY),
            (-1.0, 1.0, 2.0),
            (1.0, 2.0, 1.0),
        ];
        for (value, low, high) in bad {
            let row = row("constant", Some(ratio(value, low, high)));
            assert!(axis(&[&row]).unwrap().marks().is_empty());
        }
        assert!(axis(&[]).unwrap().best().is_none());
    }

    #[test]
    fn verdicts() {
        let cases = [
            (1.30, 1.28, 1.32, Verdict::Faster),
            (0.70, 0.69, 0.71, Verdict::Slower),
            (1.00, 0.99, 1.01, Verdict::Even),
            (1.01, 1.005, 1.015, Verdict::Even),
            (1.015, 1.005, 1.03, Verdict::Even),
            (1.01, 0.90, 1.10, Verdict::Unclear),
            (1.03, 0.99, 1.07, Verdict::Unclear),
            (0.95, 0.94, 1.00, Verdict::Unclear),
        ];
        for (value, low, high, wanted) in cases {
            assert_eq!(Verdict::on(&ratio(value, low, high)), wanted, "{value} [{low}, {high}]");
        }
    }
}
