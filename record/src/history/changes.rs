//! Where a series changes its level.
//!
//! Splits are found as E-Divisive finds them (Matteson and James, "A Nonparametric Approach for
//! Multiple Change Point Analysis of Multivariate Data", *Journal of the American Statistical
//! Association* 109 (2014)): of all places in a segment the one where the energy distance between
//! the two sides is largest, and again in each side. Their test permutes the segment at random; a
//! history that is read twice must give the same answer twice, so Student's t between the two sides
//! decides here, as in Hunter (Fleming, Kołaczkowski, Kumar, Das, McCarthy, Pattabhiraman and Ingo,
//! "Hunter: Using Change Point Detection to Hunt for Performance Regressions", *ICPE* 2023), which
//! took up E-Divisive for this purpose after Daly, Brown, Ingo, O'Leary and Bradford ("The Use of
//! Change Point Detection to Identify Software Performance Regressions in a Continuous Integration
//! System", *ICPE* 2020). Since the place is chosen among many, its p-value is multiplied by their
//! number. Splits are first taken by a weak threshold, so that a change between two others is
//! found, and the weakest are dropped again until all pass a strong one.
//!
//! The L1-Potts functional is a second opinion that shares nothing with the first: the piecewise
//! constant function of least absolute error with a price on each jump (Weinmann, Storath and
//! Demaret, "The L1-Potts Functional for Robust Jump-Sparse Reconstruction", *SIAM Journal on
//! Numerical Analysis* 53 (2015)).

use crate::statistics::{median, normal_quantile};
use std::ops::Range;

/// No side of a split is shorter: one or two points are as well an accident.
pub const SHORTEST: usize = 3;

/// The chance of a split in a segment without change, before weak splits are dropped.
const WEAK: f64 = 0.1;

/// The same for the splits that stay.
const STRONG: f64 = 0.01;

/// A change of level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// Index of the first value of the new level.
    pub at: usize,
    /// Median before, back to the split before or the beginning.
    pub before: f64,
    /// Median after, up to the next split or the end.
    pub after: f64,
    /// The chance of a split as clear as this in a segment without one.
    pub p: f64,
}

/// A longer series is searched in pieces of so many values, each beginning in the middle of the one
/// before: both searches grow with the square of the length, and what a change is does not depend
/// on values that lie so far away.
pub const WINDOW: usize = 256;

/// The pieces, and of each the places at which its changes count: those that lie a quarter of a
/// window or more from an end that is not the series' own.
fn windows(n: usize) -> Vec<(Range<usize>, Range<usize>)> {
    let (step, margin) = (WINDOW / 2, WINDOW / 4);
    if n <= WINDOW {
        return vec![(0..n, 0..n)];
    }
    let last = (n - WINDOW).div_ceil(step) * step;
    let piece = |start: usize| {
        let from = if start == 0 { 0 } else { start + margin };
        let to = if start == last { n } else { start + step + margin };
        (start..(start + WINDOW).min(n), from..to)
    };
    (0..=last).step_by(step).map(piece).collect()
}

/// What is found in the pieces of a series, at places of the whole. Two pieces may lay one change a
/// place apart, on either side of where one takes over from the other: then it counts once.
fn in_pieces<T>(
    values: &[f64],
    find: impl Fn(&[f64]) -> Vec<T>,
    at: impl Fn(&mut T) -> &mut usize,
) -> Vec<T> {
    let pieces = windows(values.len());
    let many = pieces.len() > 1;
    let mut all: Vec<T> = Vec::new();
    for (piece, own) in pieces {
        let offset = piece.start;
        for mut one in find(&values[piece]) {
            let place = at(&mut one);
            *place += offset;
            let place = *place;
            let here = own.start.saturating_sub(1) <= place && place <= own.end;
            let known = many && all.last_mut().is_some_and(|last| at(last).abs_diff(place) <= 2);
            if here && !known {
                all.push(one);
            }
        }
    }
    all
}

/// All changes of `values`, first to last. Cost: the square of the length, or of [`WINDOW`], for
/// each.
pub fn splits(values: &[f64]) -> Vec<Split> {
    in_pieces(values, splits_of, |split| &mut split.at)
}

fn splits_of(values: &[f64]) -> Vec<Split> {
    let mut places = Vec::new();
    divide(values, 0, &mut places);
    places.sort_unstable();
    loop {
        let ends: Vec<usize> =
            [0].into_iter().chain(places.iter().copied()).chain([values.len()]).collect();
        let found: Vec<Split> = ends
            .windows(3)
            .map(|ends| {
                let (left, right) = (&values[ends[0]..ends[1]], &values[ends[1]..ends[2]]);
                let level = |side| median(side).unwrap_or(f64::NAN);
                let p = corrected(left, right);
                Split { at: ends[1], before: level(left), after: level(right), p }
            })
            .collect();
        match found.iter().max_by(|a, b| a.p.total_cmp(&b.p)) {
            Some(weakest) if weakest.p > STRONG => places.retain(|&place| place != weakest.at),
            _ => return found,
        }
    }
}

/// Collects the weak splits of a segment that begins at `offset`.
fn divide(values: &[f64], offset: usize, places: &mut Vec<usize>) {
    let Some((at, _)) = best(values) else { return };
    let (left, right) = values.split_at(at);
    if corrected(left, right) > WEAK {
        return;
    }
    places.push(offset + at);
    divide(left, offset, places);
    divide(right, offset + at, places);
}

/// The place of the largest energy statistic, and the statistic. `None` for a segment that is too
/// short for two sides.
fn best(values: &[f64]) -> Option<(usize, f64)> {
    let n = values.len();
    let distance = |i: usize, j: usize| (values[i] - values[j]).abs();
    // Sums of distances within the left side, within the right one, and between them, moved along
    // with the split.
    let (mut left, mut between) = (0.0, 0.0);
    let mut right: f64 = (0..n).map(|i| (i + 1..n).map(|j| distance(i, j)).sum::<f64>()).sum();
    let mut found: Option<(usize, f64)> = None;
    for at in 1..n {
        let moved = at - 1;
        let (to_left, to_right): (f64, f64) = (
            (0..moved).map(|i| distance(i, moved)).sum(),
            (at..n).map(|j| distance(moved, j)).sum(),
        );
        left += to_left;
        right -= to_right;
        between += to_right - to_left;
        if at < SHORTEST || n - at < SHORTEST {
            continue;
        }
        let statistic = energy(at, n - at, left, right, between);
        if found.is_none_or(|(_, best)| statistic > best) {
            found = Some((at, statistic));
        }
    }
    found
}

/// The energy statistic of two samples of `m` and `n` from the sums of distances within and between
/// them: Matteson and James, (5) and (6), with exponent one.
fn energy(m: usize, n: usize, within_first: f64, within_second: f64, between: f64) -> f64 {
    let (m, n) = (m as f64, n as f64);
    let pairs = |k: f64| k * (k - 1.0) / 2.0;
    let e = 2.0 * between / (m * n) - within_first / pairs(m) - within_second / pairs(n);
    m * n / (m + n) * e
}

/// Student's p-value for equal means, times the number of places that a split could have taken.
fn corrected(left: &[f64], right: &[f64]) -> f64 {
    let places = (left.len() + right.len()).saturating_sub(2 * SHORTEST - 1).max(1);
    (student(left, right) * places as f64).min(1.0)
}

/// The two-sided p-value of Student's t with pooled variance.
fn student(left: &[f64], right: &[f64]) -> f64 {
    let mean = |side: &[f64]| side.iter().sum::<f64>() / side.len() as f64;
    let squares = |side: &[f64], mean: f64| side.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
    let (a, b) = (mean(left), mean(right));
    let freedom = left.len() + right.len() - 2;
    let variance = (squares(left, a) + squares(right, b)) / freedom as f64;
    let scale = variance * (1.0 / left.len() as f64 + 1.0 / right.len() as f64);
    let difference = (a - b).abs();
    if difference == 0.0 {
        return 1.0;
    }
    tail(difference / scale.sqrt(), freedom)
}

/// The chance that |t| with this many degrees of freedom is larger (Abramowitz and Stegun,
/// *Handbook of Mathematical Functions*, 1964, 26.7.3 and 26.7.4: finite sums).
fn tail(t: f64, freedom: usize) -> f64 {
    let angle = (t / (freedom as f64).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let odd = freedom % 2 == 1;
    // Terms cos^(k) with k = 1, 3, … or 0, 2, … up to ν − 2, each from the one before.
    let first = if odd { 1 } else { 0 };
    let (mut term, mut sum) = (if odd { cosine } else { 1.0 }, 0.0);
    for k in (first..=freedom.saturating_sub(2)).step_by(2) {
        if freedom < 2 {
            break;
        }
        sum += term;
        let k = k as f64;
        term *= cosine * cosine * (k + 1.0) / (k + 2.0);
    }
    let within = if odd { (angle + sine * sum) * std::f64::consts::FRAC_2_PI } else { sine * sum };
    (1.0 - within).max(0.0)
}

/// Robust standard deviation of the noise of a series, from its steps: changes of level touch few
/// of them.
pub fn noise(values: &[f64]) -> f64 {
    let steps: Vec<f64> = values.windows(2).map(|pair| (pair[1] - pair[0]).abs()).collect();
    // The median of |N(0, 2σ²)| is √2 times the third quartile of the normal distribution times σ.
    median(&steps).unwrap_or(0.0) / (std::f64::consts::SQRT_2 * normal_quantile(0.75))
}

/// The least sum of distances of some values to one level, as values come one by one: they are kept
/// in order, and with them the sum of the lower half.
#[derive(Default)]
struct Level {
    sorted: Vec<f64>,
    sum: f64,
    /// Of the values below the middle one, or of the lower half.
    lower: f64,
}

impl Level {
    fn push(&mut self, value: f64) {
        let half = self.sorted.len() / 2;
        let place = self.sorted.partition_point(|&other| other < value);
        self.sorted.insert(place, value);
        self.sum += value;
        if place < half {
            // What was the last of the lower half has been moved out of it.
            self.lower += value - self.sorted[half];
        }
        if self.sorted.len() / 2 > half {
            self.lower += self.sorted[half];
        }
    }

    fn error(&self) -> f64 {
        let n = self.sorted.len();
        let middle = if n % 2 == 1 { self.sorted[n / 2] } else { 0.0 };
        (self.sum - middle - 2.0 * self.lower).max(0.0)
    }
}

/// The jumps of the L1-Potts fit, each the index of the first value of a level. Dynamic programming
/// over the last jump. Cost: the square of the length, or of [`WINDOW`] for each half of one.
pub fn potts(values: &[f64]) -> Vec<usize> {
    in_pieces(values, potts_of, |jump| jump)
}

fn potts_of(values: &[f64]) -> Vec<usize> {
    let n = values.len();
    // As a Laplace likelihood under Schwarz's criterion has it, doubled, with the scale from the
    // steps.
    let price = 2.0 * noise(values) * (n.max(2) as f64).ln();
    let mut cost = vec![f64::INFINITY; n + 1];
    let mut last = vec![0; n + 1];
    cost[0] = -price;
    for end in 1..=n {
        let mut level = Level::default();
        for start in (0..end).rev() {
            level.push(values[start]);
            let total = cost[start] + price + level.error();
            if total < cost[end] {
                (cost[end], last[end]) = (total, start);
            }
        }
    }
    let mut jumps = Vec::new();
    let mut end = last[n];
    while end > 0 {
        jumps.push(end);
        end = last[end];
    }
    jumps.reverse();
    jumps
}

/// Whether a straight line explains two neighbouring levels better than a step between them does: a
/// drift has no place.
pub fn drifts(values: &[f64], at: usize) -> bool {
    let squares = |side: &[f64]| {
        let mean = side.iter().sum::<f64>() / side.len() as f64;
        side.iter().map(|x| (x - mean).powi(2)).sum::<f64>()
    };
    let n = values.len() as f64;
    let (middle, mean) = ((n - 1.0) / 2.0, values.iter().sum::<f64>() / n);
    let centred = |i: usize| i as f64 - middle;
    let along: f64 = values.iter().enumerate().map(|(i, x)| centred(i) * (x - mean)).sum();
    let across: f64 = (0..values.len()).map(|i| centred(i).powi(2)).sum();
    let line = squares(values) - along * along / across;
    line < squares(&values[..at]) + squares(&values[at..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::below;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    /// Noise of the given scale: nearly normal, one value in twenty a spike upwards, as a shared
    /// machine gives.
    fn noisy(n: usize, scale: f64, seed: u64) -> Vec<f64> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut uniform = || below(&mut random, 1 << 20) as f64 / f64::from(1 << 20);
        (0..n)
            .map(|_| {
                let normal = (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
                let spike = if uniform() < 0.05 { 8.0 * uniform() } else { 0.0 };
                scale * (normal + spike)
            })
            .collect()
    }

    fn stepped(n: usize, at: usize, height: f64, seed: u64) -> Vec<f64> {
        let mut values = noisy(n, 0.003, seed);
        values[at..].iter_mut().for_each(|value| *value += height);
        values
    }

    #[test]
    fn the_statistic_is_that_of_the_paper() {
        // Two points against two: E = 2·1 − 0 − 0, times 2·2/4.
        assert!((energy(2, 2, 0.0, 0.0, 4.0) - 2.0).abs() < 1e-12);
        let values = [0.0, 0.1, -0.1, 0.0, 1.0, 1.1, 0.9];
        let (at, statistic) = best(&values).expect("long enough");
        // By hand: within the first 0.1·4 + 0.2 = 0.6 of 6 pairs, within the second 0.4 of 3,
        // between 12.
        assert!(
            at == 4 && (statistic - 12.0 / 7.0 * (2.0 - 0.1 - 0.4 / 3.0)).abs() < 1e-12,
            "{at} {statistic}"
        );
        assert_eq!(best(&values[..5]), None);
    }

    #[test]
    fn student_tails_against_published_tables() {
        // Abramowitz and Stegun, table 26.10: two-sided points.
        for (t, freedom, p) in [
            (12.706, 1, 0.05),
            (4.303, 2, 0.05),
            (5.841, 3, 0.01),
            (2.776, 4, 0.05),
            (4.032, 5, 0.01),
            (2.042, 30, 0.05),
            (3.646, 30, 0.001),
        ] {
            let found = tail(t, freedom);
            assert!((found / p - 1.0).abs() < 2e-3, "{t}, {freedom}: {found}");
        }
        assert_eq!(student(&[1.0; 4], &[1.0; 4]), 1.0);
        assert_eq!(student(&[1.0; 4], &[2.0; 4]), 0.0);
    }

    #[test]
    fn a_step_is_found_at_its_place() {
        let mut exact = 0;
        for seed in 0..100 {
            let found = splits(&stepped(30, 18, 0.03, seed));
            assert!(found.len() == 1 && found[0].at.abs_diff(18) <= 2, "seed {seed}: {found:?}");
            assert!(
                (found[0].after - found[0].before - 0.03).abs() < 0.01,
                "seed {seed}: {found:?}"
            );
            exact += u32::from(found[0].at == 18);
            let jumps = potts(&stepped(30, 18, 0.03, seed));
            assert!(jumps.iter().any(|jump| jump.abs_diff(18) <= 1), "seed {seed}: {jumps:?}");
        }
        assert!(exact >= 80, "{exact}");
    }

    #[test]
    fn two_steps_that_cancel_are_both_found() {
        for seed in 0..50 {
            let mut values = stepped(36, 12, 0.04, seed);
            values[24..].iter_mut().for_each(|value| *value -= 0.04);
            let found: Vec<usize> = splits(&values).iter().map(|split| split.at).collect();
            assert!(
                found.len() == 2 && found[0].abs_diff(12) <= 1 && found[1].abs_diff(24) <= 1,
                "seed {seed}: {found:?}"
            );
        }
    }

    #[test]
    fn a_level_is_off_by_what_its_median_is_off() {
        for seed in 0..20 {
            let values = noisy(41, 1.0, seed);
            let mut level = Level::default();
            for (i, &value) in values.iter().enumerate() {
                level.push(value);
                let middle = median(&values[..=i]).expect("one at least");
                let error: f64 = values[..=i].iter().map(|value| (value - middle).abs()).sum();
                assert!((level.error() - error).abs() < 1e-12 * (1.0 + error), "{seed}, {i}");
            }
        }
    }

    #[test]
    fn every_place_of_a_long_series_belongs_to_one_piece() {
        for n in [0, 1, WINDOW, WINDOW + 1, WINDOW + WINDOW / 2, 2 * WINDOW + 7, 5000] {
            let pieces = windows(n);
            let places: Vec<usize> = pieces.iter().flat_map(|(_, own)| own.clone()).collect();
            assert_eq!(places, (0..n).collect::<Vec<_>>(), "{n}");
            assert!(
                pieces.iter().all(|(piece, own)| piece.start <= own.start && own.end <= piece.end),
                "{n}"
            );
            assert!(pieces.iter().all(|(piece, _)| piece.len() <= WINDOW), "{n}");
        }
    }

    #[test]
    fn a_long_series_has_the_changes_that_it_was_given() {
        let places = [190, 256, 700, 1111, 1600, 1930];
        let mut values = noisy(2000, 0.003, 3);
        for (i, &place) in places.iter().enumerate() {
            let height = if i % 2 == 0 { 0.03 } else { -0.03 };
            values[place..].iter_mut().for_each(|value| *value += height);
        }
        let near = |found: &[usize]| {
            places.iter().all(|place| found.iter().any(|at| at.abs_diff(*place) <= 2))
        };
        let found: Vec<usize> = splits(&values).iter().map(|split| split.at).collect();
        assert!(near(&found) && found.len() <= places.len() + 2, "{found:?}");
        let jumps = potts(&values);
        assert!(near(&jumps) && jumps.len() <= places.len() + 4, "{jumps:?}");
        let quiet = splits(&noisy(2000, 0.003, 4));
        assert!(quiet.len() <= 2, "{quiet:?}");
    }

    #[test]
    fn without_a_change_few_are_found() {
        let (mut splits_found, mut jumps_found) = (0, 0);
        for seed in 0..100 {
            let values = noisy(30, 0.003, seed);
            splits_found += usize::from(!splits(&values).is_empty());
            jumps_found += usize::from(!potts(&values).is_empty());
        }
        assert!(splits_found <= 2, "{splits_found} of 100 series without a change have one");
        assert!(jumps_found <= 10, "{jumps_found}");
    }

    #[test]
    fn a_line_is_no_step() {
        let line: Vec<f64> = noisy(30, 0.003, 5)
            .iter()
            .enumerate()
            .map(|(i, noise)| noise + 0.004 * i as f64)
            .collect();
        let found = splits(&line);
        assert!(
            !found.is_empty() && found.iter().all(|split| drifts(&line, split.at)),
            "{found:?}"
        );
        assert!(!drifts(&stepped(30, 18, 0.03, 5), 18));
        assert_eq!(splits(&[1.0; 5]), []);
        assert_eq!((splits(&[]), potts(&[]), noise(&[])), (Vec::new(), Vec::new(), 0.0));
    }
}
