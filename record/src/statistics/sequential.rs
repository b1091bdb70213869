//! When to stop measuring: looks at fixed numbers of visits, each of which may decide, with the
//! error shared among them.
//!
//! Whoever looks again and again until something shows finds something. Here the looks are four,
//! known beforehand, and each spends a quarter of the error that the whole may make (Bonferroni),
//! so that all of them together hold what one alone would promise.

use super::rank::signed_rank_above;
use super::{Bootstrap, Interval, interval, visit_medians};

/// The numbers of visits at which a comparison is looked at.
pub const LOOKS: [u32; 4] = [8, 16, 32, 64];

/// The confidence of an interval at one look, so that all looks together have `confidence`.
pub fn look_confidence(confidence: f64) -> f64 {
    1.0 - (1.0 - confidence) / LOOKS.len() as f64
}

/// What is asked of a comparison, in log units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// A difference counts if it is beyond this, on either side; zero for any difference.
    pub differs_by: f64,
    /// Two sides are equal if their difference is surely within this.
    pub equal_within: f64,
    /// The probability that a difference may have by chance before the comparison is stopped for
    /// it: below one where it must later stand among many ([`super::discovery`]).
    pub chance: f64,
}

impl Question {
    /// The gate's: beyond `threshold`, or within it. `comparisons` are asked it side by side.
    pub fn gate(threshold: f64, comparisons: usize) -> Self {
        let chance = super::discovery::FALSE_DISCOVERIES / comparisons.max(1) as f64;
        Self { differs_by: threshold, equal_within: threshold, chance }
    }

    /// Whether there is any difference; `equal_within` of none is no difference.
    pub fn any(equal_within: f64) -> Self {
        Self { differs_by: 0.0, equal_within, chance: 1.0 }
    }
}

/// What a look found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The interval is wholly above the difference asked for.
    Above,
    /// It is wholly below.
    Below,
    /// It is wholly within what counts as equal (two one-sided tests: Schuirmann, *Journal of
    /// Pharmacokinetics and Biopharmaceutics* 15 (1987)).
    Equal,
    /// None of these: more visits are needed, or there is no answer.
    Open,
}

/// A look: the interval at its share of the error, and what it says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// With the confidence of one look.
    pub interval: Interval,
    /// What it says.
    pub answer: Answer,
    /// The probability of such a difference by chance, over all looks and both sides, were the
    /// truth no more than [`Question::differs_by`] away; at most one.
    pub chance: f64,
}

/// Looks at a comparison. `None` while there are too few visits for an interval.
///
/// # Panics
/// If the two slices differ in length.
pub fn look(
    samples: &[f64],
    visits: &[u32],
    question: &Question,
    bootstrap: &Bootstrap,
) -> Option<Look> {
    let one = Bootstrap { confidence: look_confidence(bootstrap.confidence), ..*bootstrap };
    let interval = interval(samples, visits, &one)?;
    let medians = visit_medians(samples, visits);
    let mirrored: Vec<f64> = medians.iter().map(|median| -median).collect();
    let side = signed_rank_above(&medians, question.differs_by)
        .min(signed_rank_above(&mirrored, question.differs_by));
    let chance = (side * 2.0 * LOOKS.len() as f64).min(1.0);
    let rare = chance <= question.chance;
    let answer = if interval.low > question.differs_by && rare {
        Answer::Above
    } else if interval.high < -question.differs_by && rare {
        Answer::Below
    } else if -question.equal_within < interval.low && interval.high < question.equal_within {
        Answer::Equal
    } else {
        Answer::Open
    };
    Some(Look { interval, answer, chance })
}
