//! Whether operation counts explain measured times: three prices, of a product, a reduction and an
//! addition in the base field, fitted to all operations of a run on a curve.
//!
//! The prices are those with the least sum of squares of relative errors, none below zero. What
//! lies far above its explanation spends its time on something that no formula says: copies, table
//! reads, conversions, an instruction outside of its feature. What lies far below has a count that
//! is not what runs. Inversions are not priced: few formulas have one, and none more than a few.

use counts::{Engine, Row, rows};
use peer_api::Curve;
use record::Run;
use serde::Serialize;

/// Prices that are fitted.
const PRICES: usize = 3;

/// Fewest operations that say something about so many prices.
const FEWEST: usize = 2 * PRICES;

/// What an operation's verb is counted as: the sum of these rows of [`rows`].
const COUNTED: &[(&str, &[&str])] = &[
    ("fp_mul", &["Fp multiplication"]),
    ("fp_sqr", &["Fp squaring"]),
    ("fp2_mul", &["Fp2 multiplication"]),
    ("fp2_sqr", &["Fp2 squaring"]),
    ("fp12_mul", &["Fp12 multiplication"]),
    ("fp12_sqr", &["Fp12 squaring"]),
    ("fp12_cyclotomic_sqr", &["Fp12 cyclotomic squaring"]),
    ("g1_add", &["G1 addition"]),
    ("g1_double", &["G1 doubling"]),
    ("g1_mul", &["G1 multiplication"]),
    ("g2_add", &["G2 addition"]),
    ("g2_double", &["G2 doubling"]),
    ("g2_mul", &["G2 multiplication"]),
    ("miller_loop", &["Miller loop"]),
    ("final_exp", &["Final exponentiation"]),
    ("pairing", &["Pairing"]),
    ("multi_pairing_2", &["Miller loop over 2 pairs", "Final exponentiation"]),
    ("multi_pairing_8", &["Miller loop over 8 pairs", "Final exponentiation"]),
];

/// Times of one implementation on one curve, explained.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// Whose times.
    pub implementation: String,
    /// The curve.
    pub curve: &'static str,
    /// The engine whose formulas were counted.
    pub engine: &'static str,
    /// Nanoseconds of a product of the base field that is not reduced.
    pub product_ns: f64,
    /// Nanoseconds of a reduction.
    pub reduction_ns: f64,
    /// Nanoseconds of an addition, a correction or a small multiple.
    pub addition_ns: f64,
    /// The operations.
    pub lines: Vec<Line>,
}

/// One operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Its id.
    pub operation: String,
    /// What it is, in words.
    pub title: String,
    /// Products, reductions, and additions with corrections and small multiples.
    pub counts: [u32; PRICES],
    /// What the run has.
    pub measured_ns: f64,
    /// What the counts come to.
    pub explained_ns: f64,
}

impl Line {
    /// The measured time over the explained.
    pub fn ratio(&self) -> f64 {
        self.measured_ns / self.explained_ns
    }
}

/// Explains the times of every implementation in a run whose formulas are known, which are those of
/// curvemark, for each curve with enough operations.
pub fn explain(run: &Run) -> Vec<Explanation> {
    let mut out = Vec::new();
    for implementation in &run.implementations {
        let Some((engine, name)) = engine(&implementation.name, &implementation.engine) else {
            continue;
        };
        let counted = rows(engine);
        for curve in [Curve::Bls12381, Curve::Bn254] {
            let lines = lines(run, &implementation.name, engine, curve, &counted);
            out.extend(fitted(&implementation.name, curve, name, lines));
        }
    }
    out
}

/// The engine under whole algorithms, of a participant that is curvemark.
fn engine(implementation: &str, words: &str) -> Option<(Engine, &'static str)> {
    if !crate::implementations::is_own(implementation) {
        return None;
    }
    Some(if words.contains("residue numbers") {
        (Engine::Rns, "residue numbers")
    } else if words.contains("ADX") {
        (Engine::Adx, "ADX")
    } else {
        (Engine::Portable, "portable words")
    })
}

/// Whether an operation runs on the engine: products of Fp choose by themselves and stay on words,
/// and so does G1 of BN254.
fn runs_on(engine: Engine, curve: Curve, verb: &str) -> bool {
    let words = verb.starts_with("fp_") || curve == Curve::Bn254 && verb.starts_with("g1_");
    engine != Engine::Rns || !words
}

fn lines(
    run: &Run,
    implementation: &str,
    engine: Engine,
    curve: Curve,
    counted: &[Row],
) -> Vec<Line> {
    let of_curve = run.operations.iter().filter_map(|operation| {
        let verb = operation.id.strip_prefix(curve.id())?.strip_prefix('/')?;
        let (_, names) =
            COUNTED.iter().find(|(known, _)| *known == verb && runs_on(engine, curve, verb))?;
        let row = operation.rows.iter().find(|row| row.implementation == implementation)?;
        let mut counts = [0; PRICES];
        for name in *names {
            let row =
                counted.iter().find(|row| row.curve == curve.name() && row.operation == *name)?;
            let parts = [
                row.products + row.squarings,
                row.reductions,
                row.additions + row.corrections + row.small,
            ];
            counts.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        }
        Some(Line {
            operation: operation.id.clone(),
            title: operation.title.clone(),
            counts,
            measured_ns: row.cpu_ns,
            explained_ns: 0.0,
        })
    });
    of_curve.collect()
}

fn fitted(
    implementation: &str,
    curve: Curve,
    engine: &'static str,
    mut lines: Vec<Line>,
) -> Option<Explanation> {
    if lines.len() < FEWEST {
        return None;
    }
    let prices = prices(&lines);
    for line in &mut lines {
        line.explained_ns =
            line.counts.iter().zip(prices).map(|(&count, price)| f64::from(count) * price).sum();
    }
    let [product_ns, reduction_ns, addition_ns] = prices;
    let implementation = implementation.to_owned();
    Some(Explanation {
        implementation,
        curve: curve.name(),
        engine,
        product_ns,
        reduction_ns,
        addition_ns,
        lines,
    })
}

/// The prices with the least Σ (explained/measured − 1)², none below zero: the best of the
/// solutions in which some are zero and no other is negative.
fn prices(lines: &[Line]) -> [f64; PRICES] {
    let mut best = ([0.0; PRICES], f64::INFINITY);
    for used in 1_u32..1 << PRICES {
        let used: Vec<usize> = (0..PRICES).filter(|place| used >> place & 1 == 1).collect();
        let parts = |line: &Line| -> Vec<f64> {
            used.iter().map(|&place| f64::from(line.counts[place]) / line.measured_ns).collect()
        };
        let Some(solution) = least_squares(&lines.iter().map(parts).collect::<Vec<_>>()) else {
            continue;
        };
        let mut all = [0.0; PRICES];
        used.iter().zip(solution).for_each(|(&place, price)| all[place] = price);
        let error = |line: &Line| {
            let explained: f64 =
                line.counts.iter().zip(all).map(|(&count, price)| f64::from(count) * price).sum();
            (explained / line.measured_ns - 1.0).powi(2)
        };
        let error: f64 = lines.iter().map(error).sum();
        if all.iter().all(|price| *price >= 0.0) && error < best.1 {
            best = (all, error);
        }
    }
    best.0
}

/// x with the least Σ (row·x − 1)², by the normal equations and elimination with pivots. `None` if
/// the rows do not determine it.
fn least_squares(rows: &[Vec<f64>]) -> Option<Vec<f64>> {
    let count = rows.first()?.len();
    let sum = |f: &dyn Fn(&Vec<f64>) -> f64| rows.iter().map(f).sum::<f64>();
    let mut system: Vec<Vec<f64>> = (0..count)
        .map(|i| {
            (0..count).map(|j| sum(&|row| row[i] * row[j])).chain([sum(&|row| row[i])]).collect()
        })
        .collect();
    for step in 0..count {
        let pivot = (step..count)
            .max_by(|&a, &b| system[a][step].abs().total_cmp(&system[b][step].abs()))?;
        system.swap(step, pivot);
        let row = system[step].clone();
        // Sums of squares of numbers of one size: what is this much smaller is what rounding left.
        if row[step].abs() <= 1e-12 * sum(&|row| row[step].powi(2)) {
            return None;
        }
        for (_, other) in system.iter_mut().enumerate().filter(|(place, _)| *place != step) {
            let factor = other[step] / row[step];
            other.iter_mut().zip(&row).for_each(|(a, b)| *a -= factor * b);
        }
    }
    Some((0..count).map(|i| system[i][count] / system[i][i]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(counts: [u32; PRICES], measured_ns: f64) -> Line {
        Line {
            operation: String::new(),
            title: String::new(),
            counts,
            measured_ns,
            explained_ns: 0.0,
        }
    }

    #[test]
    fn true_prices_are_found() {
        let counts = [[4, 2, 0], [144, 12, 10], [42, 12, 40], [60, 18, 20], [8, 7, 6], [15, 9, 6]];
        let time =
            |[a, b, c]: [u32; 3]| 1.25 * f64::from(a) + 18.0 * f64::from(b) + 0.5 * f64::from(c);
        let found = prices(&counts.map(|counts| line(counts, time(counts))));
        for (price, want) in found.into_iter().zip([1.25, 18.0, 0.5]) {
            assert!((price - want).abs() < 1e-9, "{found:?}");
        }
    }

    #[test]
    fn no_price_is_negative_and_what_is_not_determined_is_not_priced() {
        // Additions that save time: they are given none.
        let lines = [([4, 2, 9], 40.0), ([8, 2, 1], 60.0), ([40, 4, 90], 200.0), ([9, 9, 9], 90.0)]
            .map(|(c, t)| line(c, t));
        assert!(prices(&lines).iter().all(|price| *price >= 0.0));
        let [product, reduction, addition] =
            prices(&[line([1, 1, 0], 20.0), line([2, 2, 0], 40.0)]);
        assert!((product + reduction - 20.0).abs() < 1e-9 && addition == 0.0);
    }
}
