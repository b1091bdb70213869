//! Medians, quantiles, and the interval of a median of paired log-ratios.
//!
//! Everything here is a pure function of numbers: no clock, no thread, no state, and the random
//! numbers come from a seed that the caller gives. A *sample* is one round: the natural logarithm
//! of one time over another, with the visit it fell in.
//!
//! Rounds of one visit share whatever the machine went through in those 50 ms, so they are not
//! independent; visits, spread over the whole run, nearly are. The bootstrap therefore draws whole
//! visits (cluster bootstrap: Davison and Hinkley, *Bootstrap Methods and their Application*, 1997,
//! §3.8). With `k` visits the plain percentile interval is too narrow by a factor of about
//! `√(k/(k−1)) · t/z`; the percentiles are moved outwards accordingly (Hesterberg, "What Teachers
//! Should Know About the Bootstrap", *The American Statistician* 69 (2015), §4.4, "expanded
//! percentile interval").
//!
//! On a busy machine the visits themselves differ more than the rounds in them, and a median over
//! few such visits jumps: there the bootstrap alone is too narrow. So the interval is widened,
//! where it must be, to the exact one of the visits' medians ([`rank`]).

pub mod discovery;
pub mod rank;
pub mod sequential;

use crate::run::Method;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// No interval is narrower than this on either side, in log units. Below it the fixed costs of a
/// block (clock reads, loop set-up) weigh more than the scatter of the rounds, which is all that a
/// bootstrap can see.
pub const FLOOR: f64 = 0.001;

/// With fewer visits than this, resampling visits says nothing and no interval is given.
pub const FEWEST_VISITS: usize = 4;

/// Half width of a 95 % interval times this is the change that is found in four of five
/// repetitions: `(1.96 + 0.84) / 1.96 = 1.43`, rounded up to 1.6 since the half width is itself an
/// estimate.
pub const RESOLUTION: f64 = 1.6;

/// The median of a log-ratio with its interval, in log units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The median.
    pub median: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Half of the interval's width.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The smallest true difference that a measurement of this width finds in four of five
    /// repetitions, in log units.
    pub fn detectable(&self) -> f64 {
        self.half_width() * RESOLUTION
    }

    /// Whether the interval contains `value`, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// How an interval is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// Resamples.
    pub resamples: u32,
    /// Coverage aimed at, for instance 0.95.
    pub confidence: f64,
    /// Seed of the draws; the same seed on the same samples gives the same interval.
    pub seed: u64,
    /// Widen it to the exact interval of the visits' medians, where that reaches farther. Runs from
    /// before that was so are checked without.
    pub ranks: bool,
}

impl Bootstrap {
    /// As a run says that it computed its own.
    pub fn of(method: &Method) -> Self {
        Self {
            resamples: method.resamples,
            confidence: method.confidence,
            seed: method.seed,
            ranks: method.ranks,
        }
    }
}

impl Default for Bootstrap {
    fn default() -> Self {
        Self { resamples: 2000, confidence: 0.95, seed: 0x0063_7572_7665, ranks: true }
    }
}

/// The `q` quantile, `0 ≤ q ≤ 1`, linear between neighbours (definition 7 of Hyndman and Fan, *The
/// American Statistician* 50 (1996)). `None` for an empty slice.
pub fn quantile(values: &[f64], q: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    quantile_of_sorted(&sorted, q)
}

fn quantile_of_sorted(sorted: &[f64], q: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let position = q.clamp(0.0, 1.0) * last as f64;
    let below = position.floor() as usize;
    let above = (below + 1).min(last);
    let part = position - below as f64;
    Some(sorted[below] + (sorted[above] - sorted[below]) * part)
}

/// The median; the mean of the two middle values for an even number. `None` for an empty slice.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// The median of `samples` with its interval, resampling visits. `visits[i]` is the visit of
/// `samples[i]`; the numbers need not be dense. `None` if there are fewer than [`FEWEST_VISITS`]
/// visits.
///
/// The interval always contains the median and reaches at least [`FLOOR`] to either side of it.
///
/// Cost: one sort, then `resamples` walks over the samples, about 1 ns per sample each.
///
/// # Panics
/// If the two slices differ in length.
pub fn interval(samples: &[f64], visits: &[u32], bootstrap: &Bootstrap) -> Option<Interval> {
    assert_eq!(samples.len(), visits.len(), "each sample has its visit");
    let mut names = visits.to_vec();
    names.sort_unstable();
    names.dedup();
    let clusters = names.len();
    if clusters < FEWEST_VISITS {
        return None;
    }
    // Sorted once: a resample is then only a multiplicity per visit, and its median a walk that
    // counts.
    let mut sorted: Vec<(f64, usize)> = samples
        .iter()
        .zip(visits)
        .map(|(&value, visit)| {
            (value, names.binary_search(visit).expect("the name was collected above"))
        })
        .collect();
    sorted.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));

    let median = weighted_median(&sorted, &vec![1; clusters])?;
    let mut random = ChaCha8Rng::seed_from_u64(bootstrap.seed);
    let mut weights = vec![0u32; clusters];
    let mut medians: Vec<f64> = (0..bootstrap.resamples)
        .filter_map(|_| {
            weights.fill(0);
            for _ in 0..clusters {
                weights[below(&mut random, clusters)] += 1;
            }
            weighted_median(&sorted, &weights)
        })
        .collect();
    medians.sort_unstable_by(f64::total_cmp);
    let tail = expanded_tail(clusters, bootstrap.confidence);
    let low = quantile_of_sorted(&medians, tail)?;
    let high = quantile_of_sorted(&medians, 1.0 - tail)?;
    let (least, most) = if bootstrap.ranks {
        rank::signed_rank_interval(&visit_medians(samples, visits), bootstrap.confidence)?
    } else {
        (median, median)
    };
    Some(Interval {
        median,
        low: low.min(least).min(median - FLOOR),
        high: high.max(most).max(median + FLOOR),
    })
}

/// The median of each visit, in the order of their numbers.
///
/// # Panics
/// If the two slices differ in length.
pub fn visit_medians(samples: &[f64], visits: &[u32]) -> Vec<f64> {
    assert_eq!(samples.len(), visits.len(), "each sample has its visit");
    let mut sorted: Vec<(u32, f64)> = visits.iter().copied().zip(samples.iter().copied()).collect();
    sorted.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let of_visit = sorted.chunk_by(|a, b| a.0 == b.0);
    of_visit
        .filter_map(|visit| {
            quantile_of_sorted(&visit.iter().map(|(_, value)| *value).collect::<Vec<_>>(), 0.5)
        })
        .collect()
}

/// The median of sorted values, each counted as often as its visit was drawn.
fn weighted_median(sorted: &[(f64, usize)], weights: &[u32]) -> Option<f64> {
    let total: u64 = sorted.iter().map(|(_, visit)| u64::from(weights[*visit])).sum();
    if total == 0 {
        return None;
    }
    // The values number ⌈total/2⌉ and ⌊total/2⌋ + 1, counted from one; the same one if total is
    // odd.
    let (first, second) = (total.div_ceil(2), total / 2 + 1);
    let mut seen = 0;
    let mut lower = None;
    for &(value, visit) in sorted {
        seen += u64::from(weights[visit]);
        if lower.is_none() && seen >= first {
            lower = Some(value);
        }
        if seen >= second {
            return lower.map(|lower| (lower + value) / 2.0);
        }
    }
    None
}

/// The share of resamples to cut off on either side: `Φ(−√(k/(k−1)) · t)`, `t` being Student's
/// quantile with `k − 1` degrees of freedom (Hesterberg 2015, §4.4).
fn expanded_tail(clusters: usize, confidence: f64) -> f64 {
    let degrees = clusters as f64 - 1.0;
    let t = student_quantile(1.0 - (1.0 - confidence) / 2.0, degrees);
    normal_cdf(-t * (clusters as f64 / degrees).sqrt())
}

/// The standard normal distribution function, by the continued fraction of Mills' ratio in the tail
/// and by the series of `erf` in the middle (Abramowitz and Stegun, *Handbook of Mathematical
/// Functions*, 1964, 26.2.14 and 26.2.11). Error below 1e-10.
pub fn normal_cdf(x: f64) -> f64 {
    if x > 0.0 {
        return 1.0 - normal_cdf(-x);
    }
    let z = -x;
    let density = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt();
    if z < 3.0 {
        let (mut term, mut sum, mut n) = (z, z, 1.0);
        while term > 1e-17 * sum {
            term *= z * z / (2.0 * n + 1.0);
            sum += term;
            n += 1.0;
        }
        return 0.5 - density * sum;
    }
    let mut fraction = z;
    for n in (1..60).rev() {
        fraction = z + f64::from(n) / fraction;
    }
    density / fraction
}

/// The standard normal quantile, by bisection of [`normal_cdf`]: it is called a few times per run,
/// so plainness wins.
pub fn normal_quantile(p: f64) -> f64 {
    let (mut low, mut high) = (-40.0_f64, 40.0_f64);
    for _ in 0..200 {
        let middle = low.midpoint(high);
        if normal_cdf(middle) < p { low = middle } else { high = middle }
    }
    low.midpoint(high)
}

/// Student's quantile by the Cornish-Fisher expansion in `1/ν` (Abramowitz and Stegun 26.7.5, four
/// terms). Within 1 % of the true value at 97.5 % from three degrees of freedom on, which is all
/// that [`FEWEST_VISITS`] lets through.
fn student_quantile(p: f64, degrees: f64) -> f64 {
    let x = normal_quantile(p);
    let (x3, x5, x7, x9) = (x.powi(3), x.powi(5), x.powi(7), x.powi(9));
    let g1 = (x3 + x) / 4.0;
    let g2 = (5.0 * x5 + 16.0 * x3 + 3.0 * x) / 96.0;
    let g3 = (3.0 * x7 + 19.0 * x5 + 17.0 * x3 - 15.0 * x) / 384.0;
    let g4 = (79.0 * x9 + 776.0 * x7 + 1482.0 * x5 - 1920.0 * x3 - 945.0 * x) / 92160.0;
    x + g1 / degrees + g2 / degrees.powi(2) + g3 / degrees.powi(3) + g4 / degrees.powi(4)
}

/// A number below `n`, for `n` far below 2^32: the high half of a 32 × 32 bit product, whose bias
/// of at most `n / 2^32` is far below anything that is measured here.
pub fn below(random: &mut impl Rng, n: usize) -> usize {
    ((u64::from(random.next_u32()) * n as u64) >> 32) as usize
}

/// Puts `items` in a random order (Fisher-Yates, downwards; Knuth, *The Art of Computer
/// Programming* vol. 2, 3.4.2, algorithm P).
pub fn shuffle<T>(items: &mut [T], random: &mut impl Rng) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(random, i + 1));
    }
}

#[cfg(test)]
mod tests;
