//! Wilcoxon's signed-rank test and the interval that belongs to it: exact for any distribution that
//! is symmetric about its middle.
//!
//! Two copies of one thing, measured in random order within each visit, may be exchanged without
//! anybody noticing, so the visits' medians of their log-ratio are symmetric about zero *whatever
//! the machine does*: a visit in a bad second scatters more, but to neither side. Only signs and
//! ranks are used, hence few and unequal visits make the interval wider and never false (Wilcoxon,
//! *Biometrics Bulletin* 1 (1945); the interval and the estimate: Hodges and Lehmann, *Annals of
//! Mathematical Statistics* 34 (1963)).

use super::{normal_cdf, normal_quantile};

/// Up to so many values the distribution is counted, and beyond it is taken as normal: the error is
/// then below 0.0002.
pub const COUNTED: usize = 64;

/// `P(W ≤ w)` for `w = 0, 1, …`, of the sum `W` of those ranks among `1 … n` whose fair coins show
/// heads.
fn distribution(n: usize) -> Vec<f64> {
    let mut probability = vec![0.0; n * (n + 1) / 2 + 1];
    probability[0] = 1.0;
    let mut most = 0;
    for rank in 1..=n {
        most += rank;
        for sum in (0..=most).rev() {
            let with = if sum >= rank { probability[sum - rank] } else { 0.0 };
            probability[sum] = f64::midpoint(probability[sum], with);
        }
    }
    let mut total = 0.0;
    for value in &mut probability {
        total += *value;
        *value = total;
    }
    probability
}

/// Mean and standard deviation of `W`.
fn moments(n: usize) -> (f64, f64) {
    let n = n as f64;
    (n * (n + 1.0) / 4.0, (n * (n + 1.0) * (2.0 * n + 1.0) / 24.0).sqrt())
}

/// The interval of the middle of `values` with this confidence: from the `k`-th smallest to the
/// `k`-th largest mean of two of them, each with itself included. Where so few values cannot give
/// the confidence (below 6 for 95 %, below 8 for 98.75 %), it is the whole range of them. `None`
/// for no values.
///
/// Cost: n²/2 means, sorted.
pub fn signed_rank_interval(values: &[f64], confidence: f64) -> Option<(f64, f64)> {
    let n = values.len();
    let mut means: Vec<f64> = values
        .iter()
        .enumerate()
        .flat_map(|(i, a)| values[..=i].iter().map(move |b| a.midpoint(*b)))
        .collect();
    means.sort_unstable_by(f64::total_cmp);
    let tail = (1.0 - confidence) / 2.0;
    let below = if n <= COUNTED {
        distribution(n).iter().take_while(|probability| **probability <= tail).count()
    } else {
        let (mean, deviation) = moments(n);
        (mean + normal_quantile(tail) * deviation).max(0.0) as usize
    };
    let place = below.max(1) - 1;
    Some((*means.get(place)?, *means.get(means.len().checked_sub(1 + place)?)?))
}

/// The probability that values symmetric about `bound` lie as far above it as these do, or farther:
/// the one-sided test of *the middle is at most `bound`*. One without values. Values at the bound
/// count against, so that it errs to the careful side.
pub fn signed_rank_above(values: &[f64], bound: f64) -> f64 {
    let n = values.len();
    let mut shifted: Vec<f64> = values.iter().map(|value| value - bound).collect();
    // Of equal sizes the lower sides take the higher ranks.
    shifted
        .sort_unstable_by(|a, b| a.abs().total_cmp(&b.abs()).then((*a <= 0.0).cmp(&(*b <= 0.0))));
    let against: usize =
        (1..).zip(&shifted).filter(|(_, value)| **value <= 0.0).map(|(rank, _)| rank).sum();
    if n == 0 {
        1.0
    } else if n <= COUNTED {
        // Few ranks against is as rare as many for.
        distribution(n)[against]
    } else {
        let (mean, deviation) = moments(n);
        normal_cdf((against as f64 + 0.5 - mean) / deviation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distribution_by_hand_and_by_table() {
        // n = 3: sums 0 1 2 3 3 4 5 6 over eight patterns.
        let by_hand = [1.0, 2.0, 3.0, 5.0, 6.0, 7.0, 8.0].map(|count: f64| count / 8.0);
        assert_eq!(distribution(3), by_hand);
        // Wilcoxon's table: the one-sided 2.5 % points are 0 for six, 3 for eight, 8 for ten, 52
        // for twenty.
        for (n, point) in [(6, 0), (8, 3), (10, 8), (20, 52)] {
            let distribution = distribution(n);
            assert!(distribution[point] <= 0.025 && distribution[point + 1] > 0.025, "{n}");
        }
        assert!((distribution(64).last().expect("sums") - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_interval_by_hand() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
        // Means of pairs: 1, 1.5, 2, 2, 2.5 …; P(W ≤ 3) = 5/256 ≤ 2.5 %, so the fourth from either
        // end.
        assert_eq!(signed_rank_interval(&values, 0.95), Some((2.0, 7.0)));
        assert_eq!(signed_rank_interval(&values, 0.9875), Some((1.0, 8.0)));
        assert_eq!(
            signed_rank_interval(&values[..3], 0.95),
            Some((1.0, 3.0)),
            "three values give their range"
        );
        assert_eq!(signed_rank_interval(&[], 0.95), None);
    }

    #[test]
    fn the_test_by_hand() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
        assert!((signed_rank_above(&values, 0.0) - 1.0 / 256.0).abs() < 1e-15);
        assert!((signed_rank_above(&values, 9.0) - 1.0).abs() < 1e-15);
        // −0.5 has rank 1 or 2 beside 0.5, and takes the higher: P(W ≤ 2) = 3/256.
        assert!((signed_rank_above(&values, 1.5) - 3.0 / 256.0).abs() < 1e-15);
        assert!((signed_rank_above(&[], 0.0) - 1.0).abs() < 1e-15);
        let many: Vec<f64> = (0..100).map(|i| f64::from(i) - 49.5).collect();
        // Fifty pairs of one size each, of which the lower takes the higher rank: 50/2 ranks above
        // the mean of 2525, whose deviation is 291.
        assert!(
            (signed_rank_above(&many, 0.0) - normal_cdf(25.5 / 290.84)).abs() < 1e-4,
            "as normal beyond 64"
        );
    }
}
