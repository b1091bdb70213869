//! Rows of rounds, and the one place where two of them are set side by side.
//!
//! A ratio of times means something only where both sides did the same thing. [`compare`] is the
//! only function in the lab that makes one, and it refuses rows whose contracts differ.

use peer_api::{Checks, Contract, Input, Time};
pub use record::rounds::Round;
use record::rounds::{Entrant, Timed};
use record::statistics::{Bootstrap, Interval, interval};
use std::fmt;

/// What was measured of one implementation on one operation. The `i`-th rounds of all rows of an
/// operation ran interleaved.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Who.
    pub implementation: String,
    /// What each call did.
    pub contract: Contract,
    /// Calls per block.
    pub calls: u32,
    /// In the order of time.
    pub rounds: Vec<Round>,
}

impl Row {
    /// How many visits the rounds fell in.
    pub fn visits(&self) -> u32 {
        let mut last = None;
        let mut count = 0;
        for round in &self.rounds {
            if last != Some(round.visit) {
                (last, count) = (Some(round.visit), count + 1);
            }
        }
        count
    }

    /// As the record's arithmetic takes it.
    pub fn timed(&self) -> Timed {
        let (implementation, contract) =
            (self.implementation.clone(), contract_record(&self.contract));
        Timed {
            entrant: Entrant { implementation, contract, calls: self.calls },
            rounds: self.rounds.clone(),
        }
    }
}

/// Their time over ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Median and interval in log units; absent if the visits were too few.
    pub interval: Option<Interval>,
    /// ln(theirs / ours) of each round.
    pub rounds_ln: Vec<f64>,
    /// The visit of each round.
    pub rounds_visit: Vec<u32>,
}

impl Comparison {
    /// As a ratio.
    pub fn ratio(&self) -> Option<record::Ratio> {
        self.interval.as_ref().map(record::Ratio::of)
    }
}

/// Two rows that do not do the same thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContractMismatch {
    /// What the one does.
    pub theirs: Contract,
    /// What the other does.
    pub ours: Contract,
}

impl fmt::Display for ContractMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "not comparable: one row is {}, the other {}",
            contract_words(&self.theirs),
            contract_words(&self.ours)
        )
    }
}

impl std::error::Error for ContractMismatch {}

/// Compares two rows of one operation that were measured interleaved, round by round: the ratio is
/// `theirs / ours`.
///
/// # Errors
/// [`ContractMismatch`] if they take different inputs, make different checks, or only one of them
/// is constant-time.
pub fn compare(
    theirs: &Row,
    ours: &Row,
    bootstrap: &Bootstrap,
) -> Result<Comparison, ContractMismatch> {
    if theirs.contract != ours.contract {
        return Err(ContractMismatch { theirs: theirs.contract, ours: ours.contract });
    }
    let pairs = theirs.rounds.iter().zip(&ours.rounds);
    let (rounds_ln, rounds_visit): (Vec<f64>, Vec<u32>) =
        pairs.map(|(theirs, ours)| ((theirs.cpu_ns / ours.cpu_ns).ln(), theirs.visit)).unzip();
    let interval = interval(&rounds_ln, &rounds_visit, bootstrap);
    Ok(Comparison { interval, rounds_ln, rounds_visit })
}

/// The contract as it is stored.
pub fn contract_record(contract: &Contract) -> record::Contract {
    let input = match contract.input {
        Input::Parsed => "parsed",
        Input::Bytes => "bytes",
    };
    let checks = match contract.checks {
        Checks::None => "none",
        Checks::Curve => "curve",
        Checks::Subgroup => "subgroup",
        Checks::SubgroupNoIdentity => "subgroup, no identity",
    };
    let time = match contract.time {
        Time::Constant => "constant",
        Time::Variable => "variable",
    };
    record::Contract { input: input.into(), checks: checks.into(), time: time.into() }
}

/// The contract in a few words, for messages and tables.
pub fn contract_words(contract: &Contract) -> String {
    record_words(&contract_record(contract))
}

/// A stored contract in a few words.
pub fn record_words(contract: &record::Contract) -> String {
    let checks = match contract.checks.as_str() {
        "none" => String::new(),
        checks => format!(" + {checks}"),
    };
    format!("{}{checks}, {} time", contract.input, contract.time)
}

/// What a ratio with its interval allows to say about curvemark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// curvemark takes less time: the interval lies above one, and the median at least 1 % above.
    Faster,
    /// curvemark takes more time, likewise.
    Slower,
    /// The interval lies within 1 % of one.
    Level,
    /// The measurement does not decide.
    Undecided,
}

impl Verdict {
    /// Differences below this are called none.
    pub const TOLERANCE: f64 = 0.01;

    /// Reads a ratio of *their time over ours*.
    pub fn of(ratio: &record::Ratio) -> Self {
        let upper = 1.0 + Self::TOLERANCE;
        let lower = 1.0 / upper;
        if lower <= ratio.low && ratio.high <= upper {
            Self::Level
        } else if ratio.low > 1.0 && ratio.value > upper {
            Self::Faster
        } else if ratio.high < 1.0 && ratio.value < lower {
            Self::Slower
        } else {
            Self::Undecided
        }
    }

    /// One word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Faster => "faster",
            Self::Slower => "slower",
            Self::Level => "level",
            Self::Undecided => "undecided",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, contract: Contract, ns: f64) -> Row {
        let rounds =
            (0..40).map(|i| Round { visit: i / 5, cpu_ns: ns, wall_ns: ns * 1.5 }).collect();
        Row { implementation: name.into(), contract, calls: 7, rounds }
    }

    #[test]
    fn unequal_contracts_are_refused() {
        let parsed = Contract::parsed(Time::Constant);
        let others = [
            Contract::parsed(Time::Variable),
            Contract::bytes(Checks::None, Time::Constant),
            Contract { checks: Checks::Subgroup, ..parsed },
            Contract { checks: Checks::SubgroupNoIdentity, ..parsed },
        ];
        let ours = row("ours", parsed, 10.0);
        for contract in others {
            let theirs = row("theirs", contract, 20.0);
            let refused = compare(&theirs, &ours, &Bootstrap::default());
            assert_eq!(refused, Err(ContractMismatch { theirs: contract, ours: parsed }));
            assert!(compare(&ours, &theirs, &Bootstrap::default()).is_err());
        }
        let message = ContractMismatch { theirs: others[1], ours: parsed }.to_string();
        assert_eq!(
            message,
            "not comparable: one row is bytes, constant time, the other parsed, constant time"
        );
    }

    #[test]
    fn a_ratio_is_their_time_over_ours() {
        let contract = Contract::parsed(Time::Variable);
        let (ours, theirs) = (row("ours", contract, 10.0), row("theirs", contract, 20.0));
        let ratio = compare(&theirs, &ours, &Bootstrap::default())
            .expect("equal contracts")
            .ratio()
            .expect("8 visits");
        assert!((ratio.value - 2.0).abs() < 1e-12);
        assert!(ratio.low < 2.0 && 2.0 < ratio.high);
        assert!((ratio.resolution - 0.0016).abs() < 1e-12, "floor of 0.1 % times 1.6");
        assert_eq!(Verdict::of(&ratio), Verdict::Faster);
        let other = compare(&ours, &theirs, &Bootstrap::default())
            .expect("equal contracts")
            .ratio()
            .expect("8 visits");
        assert_eq!(Verdict::of(&other), Verdict::Slower);
    }

    #[test]
    fn verdicts_need_both_size_and_certainty() {
        let ratio = |value, low, high| record::Ratio { value, low, high, resolution: 0.0 };
        assert_eq!(Verdict::of(&ratio(1.002, 0.999, 1.005)), Verdict::Level);
        assert_eq!(Verdict::of(&ratio(1.005, 1.002, 1.008)), Verdict::Level);
        assert_eq!(Verdict::of(&ratio(1.05, 0.98, 1.10)), Verdict::Undecided);
        assert_eq!(Verdict::of(&ratio(1.008, 1.004, 1.012)), Verdict::Undecided);
        assert_eq!(Verdict::of(&ratio(1.02, 1.004, 1.04)), Verdict::Faster);
        assert_eq!(Verdict::of(&ratio(0.97, 0.95, 0.99)), Verdict::Slower);
    }
}
