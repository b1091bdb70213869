//! From rounds to figures: what is stored of an operation, computed from the times of its rounds.
//!
//! A run computes its records with this, and so does the recovery of a run that was killed
//! ([`crate::journal`]), so that both give the same figures from the same rounds.

use crate::run::{Contract, Operation, Ratio, Row};
use crate::statistics::{Bootstrap, interval, quantile};
use serde::{Deserialize, Serialize};

/// One round of one implementation: the least of its passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// The visit in which it fell.
    pub visit: u32,
    /// Thread-CPU nanoseconds per call.
    pub cpu_ns: f64,
    /// Wall nanoseconds per call.
    pub wall_ns: f64,
}

/// Who takes part in an operation, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Who.
    pub implementation: String,
    /// What each call does.
    pub contract: Contract,
    /// Calls per block.
    pub calls: u32,
}

/// What was measured of one entrant. The `i`-th rounds of all entrants of an operation ran
/// interleaved.
#[derive(Clone, Debug, PartialEq)]
pub struct Timed {
    /// Who, and how.
    pub entrant: Entrant,
    /// In the order of time.
    pub rounds: Vec<Round>,
}

impl Timed {
    /// How many visits the rounds fell in.
    pub fn visits(&self) -> u32 {
        let mut visits: Vec<u32> = self.rounds.iter().map(|round| round.visit).collect();
        visits.dedup();
        visits.len() as u32
    }

    /// The row as it is stored, without a ratio. `None` without rounds.
    pub fn row(&self) -> Option<Row> {
        let cpu: Vec<f64> = self.rounds.iter().map(|round| round.cpu_ns).collect();
        let wall: Vec<f64> = self.rounds.iter().map(|round| round.wall_ns).collect();
        Some(Row {
            implementation: self.entrant.implementation.clone(),
            contract: self.entrant.contract.clone(),
            cpu_ns: quantile(&cpu, 0.5)?,
            wall_ns: quantile(&wall, 0.5)?,
            p10_ns: quantile(&cpu, 0.1)?,
            p90_ns: quantile(&cpu, 0.9)?,
            calls: self.entrant.calls,
            rounds: u32::try_from(self.rounds.len()).unwrap_or(u32::MAX),
            visits: self.visits(),
            ratio: None,
            rounds_ln: Vec::new(),
            rounds_visit: Vec::new(),
            rounds_ns: Vec::new(),
        })
    }

    /// ln(this over `ours`) of each round, and its visit.
    fn over(&self, ours: &Self) -> (Vec<f64>, Vec<u32>) {
        let pairs = self.rounds.iter().zip(&ours.rounds);
        pairs.map(|(theirs, ours)| ((theirs.cpu_ns / ours.cpu_ns).ln(), theirs.visit)).unzip()
    }
}

/// A ratio with its interval, from the logarithms of its rounds. `None` if the visits are too few.
pub fn ratio(rounds_ln: &[f64], rounds_visit: &[u32], bootstrap: &Bootstrap) -> Option<Ratio> {
    interval(rounds_ln, rounds_visit, bootstrap).as_ref().map(Ratio::of)
}

/// Fills `operation`, whose description is given, with the rows of `timed` and the ratio of
/// `control`. The first row is the baseline if `baselined`; the others get a ratio where their
/// contract equals its own.
pub fn fill(
    operation: &mut Operation,
    timed: &[Timed],
    control: Option<&Timed>,
    baselined: bool,
    bootstrap: &Bootstrap,
) {
    let baseline = timed.first().filter(|_| baselined);
    operation.rows.clear();
    for (i, theirs) in timed.iter().enumerate() {
        let Some(mut row) = theirs.row() else { continue };
        match baseline.filter(|ours| i > 0 && ours.entrant.contract == theirs.entrant.contract) {
            Some(ours) => {
                let (ln, visits) = theirs.over(ours);
                row.ratio = ratio(&ln, &visits, bootstrap);
                row.rounds_ln = ln.into_iter().map(kept_ln).collect();
                row.rounds_visit = visits;
            }
            None => {
                row.rounds_ns = theirs.rounds.iter().map(|round| kept_ns(round.cpu_ns)).collect()
            }
        }
        operation.rows.push(row);
    }
    (operation.control, operation.control_ln, operation.control_visit) =
        (None, Vec::new(), Vec::new());
    if let Some((ours, copy)) = baseline.zip(control) {
        let (ln, visits) = copy.over(ours);
        operation.control = ratio(&ln, &visits, bootstrap);
        operation.control_ln = ln.into_iter().map(kept_ln).collect();
        operation.control_visit = visits;
    }
}

/// The stored time of each round of each row, in nanoseconds of thread time per call: its own, or
/// the baseline's by its ratio. `None` where neither is stored.
pub fn times(operation: &Operation) -> Vec<Option<Vec<f64>>> {
    let baseline = operation.rows.first().map(|row| row.rounds_ns.as_slice()).unwrap_or_default();
    let of = |row: &Row| {
        if !row.rounds_ns.is_empty() {
            return Some(row.rounds_ns.clone());
        }
        let known = !baseline.is_empty() && row.rounds_ln.len() == baseline.len();
        known.then(|| row.rounds_ln.iter().zip(baseline).map(|(ln, ns)| ln.exp() * ns).collect())
    };
    operation.rows.iter().map(of).collect()
}

/// A logarithm as it is stored: a step is 0.01 %, far below what a round can tell.
fn kept_ln(ln: f64) -> f64 {
    (ln * 1e4).round() / 1e4
}

/// A time as it is stored: five digits.
fn kept_ns(ns: f64) -> f64 {
    if ns <= 0.0 || !ns.is_finite() {
        return ns;
    }
    let unit = 10f64.powi(ns.log10().floor() as i32 - 4);
    if unit >= 1.0 {
        (ns / unit).round() * unit
    } else {
        (ns / unit).round() / (1.0 / unit).round()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sample;

    fn timed(name: &str, time: &str, ns: impl Fn(u32) -> f64) -> Timed {
        let contract =
            Contract { input: "parsed".into(), checks: "none".into(), time: time.into() };
        let entrant = Entrant { implementation: name.into(), contract, calls: 7 };
        let rounds =
            (0..40).map(|i| Round { visit: i / 5, cpu_ns: ns(i), wall_ns: 2.0 * ns(i) }).collect();
        Timed { entrant, rounds }
    }

    #[test]
    fn rows_have_their_quantiles_and_ratios_where_contracts_agree() {
        let all = [
            timed("ours", "constant", |i| f64::from(i + 1)),
            timed("theirs", "constant", |i| 2.0 * f64::from(i + 1)),
            timed("other", "variable", |_| 5.0),
        ];
        let mut found = sample().operations.remove(0);
        fill(&mut found, &all, Some(&all[0]), true, &Bootstrap::default());
        let names: Vec<&str> = found.rows.iter().map(|row| row.implementation.as_str()).collect();
        assert_eq!(names, ["ours", "theirs", "other"]);
        let ours = &found.rows[0];
        let figures = [ours.cpu_ns, ours.p10_ns, ours.p90_ns, ours.wall_ns];
        assert!(
            figures
                .iter()
                .zip([20.5, 4.9, 36.1, 41.0])
                .all(|(found, by_hand)| (found - by_hand).abs() < 1e-9)
        );
        assert_eq!((ours.rounds, ours.visits, ours.calls, ours.ratio), (40, 8, 7, None));
        assert_eq!(ours.rounds_ns, (1..=40).map(f64::from).collect::<Vec<_>>());
        let theirs = found.rows[1].ratio.expect("8 visits");
        assert!((theirs.value - 2.0).abs() < 1e-12 && theirs.low < 2.0 && 2.0 < theirs.high);
        assert!((theirs.resolution - 0.0016).abs() < 1e-12, "floor of 0.1 % times 1.6");
        assert_eq!(
            (found.rows[1].rounds_ln[7], found.rows[1].rounds_visit[7]),
            ((2f64.ln() * 1e4).round() / 1e4, 1)
        );
        assert!(found.rows[1].rounds_ns.is_empty(), "they follow from the baseline's");
        assert_eq!((found.rows[2].ratio, found.rows[2].rounds_ns[3]), (None, 5.0));
        assert!(
            (found.control.expect("8 visits").value - 1.0).abs() < 1e-12
                && found.control_ln.len() == 40
        );

        fill(&mut found, &all, None, false, &Bootstrap::default());
        assert!(found.rows.iter().all(|row| row.ratio.is_none()) && found.control_ln.is_empty());
    }

    #[test]
    fn times_keep_five_digits() {
        let kept = [
            (19.256789, 19.257),
            (0.123456, 0.12346),
            (1_234_567.0, 1_234_600.0),
            (99_999.7, 100_000.0),
            (0.0, 0.0),
        ];
        assert!(
            kept.iter().all(|&(ns, stored)| kept_ns(ns) == stored),
            "{:?}",
            kept.map(|(ns, _)| kept_ns(ns))
        );
    }
}
