//! Many comparisons at once: which of them may be called discoveries, and how sure a count is.

use super::normal_quantile;

/// The share of false ones among all reported differences of a run that is aimed at.
pub const FALSE_DISCOVERIES: f64 = 0.01;

/// Which of these probabilities are discoveries, such that of all discoveries the expected share of
/// false ones is at most `share` (Benjamini and Hochberg, *Journal of the Royal Statistical Society
/// B* 57 (1995)): the smallest `k` of `n`, for the largest `k` whose own probability is at most
/// `share · k / n`.
pub fn discoveries(probabilities: &[f64], share: f64) -> Vec<bool> {
    let n = probabilities.len() as f64;
    let mut sorted = probabilities.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let limit = (1..)
        .zip(&sorted)
        .filter(|(k, p)| **p <= share * f64::from(*k) / n)
        .map(|(_, p)| *p)
        .last();
    probabilities.iter().map(|p| limit.is_some_and(|limit| *p <= limit)).collect()
}

/// The interval of a share of which `hits` of `trials` were seen (Wilson, *Journal of the American
/// Statistical Association* 22 (1927)). From 0 to 1 without trials.
pub fn wilson(hits: u32, trials: u32, confidence: f64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let (n, share) = (f64::from(trials), f64::from(hits) / f64::from(trials));
    let z = normal_quantile(1.0 - (1.0 - confidence) / 2.0);
    let middle = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discoveries_of_the_published_example() {
        // Benjamini and Hochberg 1995, §4: fifteen hypotheses, four are rejected at 5 %.
        let published = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
            0.5719, 0.6528, 0.7590, 1.0,
        ];
        let found = discoveries(&published, 0.05);
        assert_eq!(found.iter().filter(|found| **found).count(), 4);
        let reversed: Vec<f64> = published.iter().rev().copied().collect();
        assert_eq!(discoveries(&reversed, 0.05)[11..], [true; 4], "the order does not matter");
        assert!(discoveries(&[], 0.05).is_empty());
        // A step up: the second carries the first with it.
        assert_eq!(discoveries(&[0.03, 0.04], 0.05), [true, true]);
    }

    #[test]
    fn wilson_of_published_values() {
        // Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263, 15 of 148, 0 of 20.
        for (hits, trials, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)]
        {
            let (found_low, found_high) = wilson(hits, trials, 0.95);
            assert!(
                (found_low - low).abs() < 5e-5 && (found_high - high).abs() < 5e-5,
                "{hits} of {trials}"
            );
        }
        assert_eq!(wilson(0, 0, 0.95), (0.0, 1.0));
    }
}
