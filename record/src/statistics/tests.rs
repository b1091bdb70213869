//! Hand-computed values, then simulated experiments whose truth is known.

use super::*;

/// A standard normal number, by the inverse of the distribution function.
fn normal(random: &mut ChaCha8Rng) -> f64 {
    normal_quantile((f64::from(random.next_u32()) + 0.5) / 4_294_967_296.0)
}

/// A table of normal numbers: bisection per draw would dominate the simulations.
fn normals() -> Vec<f64> {
    (0..4096).map(|i| normal_quantile((f64::from(i) + 0.5) / 4096.0)).collect()
}

/// One experiment: log-ratios with a shift common to each visit, scatter per round, and now and then a preempted round.
fn experiment(seed: u64, truth: f64, visits: u32, rounds: u32) -> (Vec<f64>, Vec<u32>) {
    thread_local!(static NORMALS: Vec<f64> = normals());
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut draw = || NORMALS.with(|table| table[below(&mut random, table.len())]);
    let (mut samples, mut names) = (Vec::new(), Vec::new());
    for visit in 0..visits {
        let shift = 0.004 * draw();
        for _ in 0..rounds {
            let mut sample = truth + shift + 0.006 * draw();
            if draw() > 1.6 {
                sample += 0.3 * draw(); // a preempted block, on one side or the other
            }
            samples.push(sample);
            names.push(visit);
        }
    }
    (samples, names)
}

#[test]
fn quantiles_by_hand() {
    assert_eq!(median(&[]), None);
    assert_eq!(median(&[3.0]), Some(3.0));
    assert_eq!(median(&[4.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    // Position 0.1 · 4 = 0.4, between 10 and 20.
    assert_eq!(quantile(&[10.0, 20.0, 30.0, 40.0, 50.0], 0.1), Some(14.0));
    assert_eq!(quantile(&[10.0, 20.0, 30.0, 40.0, 50.0], 1.0), Some(50.0));
    assert_eq!(quantile(&[1.0, 2.0], 7.0), Some(2.0));
}

#[test]
fn weighted_medians_are_medians_of_the_repeated_list() {
    let sorted = [(1.0, 0), (2.0, 1), (3.0, 0), (4.0, 1)];
    assert_eq!(weighted_median(&sorted, &[1, 1]), Some(2.5));
    assert_eq!(weighted_median(&sorted, &[2, 0]), Some(2.0)); // 1 1 3 3
    assert_eq!(weighted_median(&sorted, &[0, 3]), Some(3.0)); // 2 2 2 4 4 4
    assert_eq!(weighted_median(&sorted, &[2, 1]), Some(2.5)); // 1 1 2 3 3 4
    assert_eq!(weighted_median(&sorted, &[1, 2]), Some(2.5)); // 1 2 2 3 4 4
    assert_eq!(weighted_median(&sorted, &[0, 0]), None);
}

#[test]
fn distribution_functions_against_published_tables() {
    for (x, p) in [(0.0, 0.5), (-1.0, 0.158_655_253_9), (-1.96, 0.024_997_895_1), (-3.5, 0.000_232_629_1)] {
        assert!((normal_cdf(x) - p).abs() < 1e-9, "Φ({x}) = {}", normal_cdf(x));
        assert!((normal_cdf(-x) - (1.0 - p)).abs() < 1e-9);
    }
    assert!((normal_quantile(0.975) - 1.959_963_985).abs() < 1e-8);
    // Abramowitz and Stegun, table 26.10.
    for (degrees, t) in [(3.0, 3.182), (4.0, 2.776), (7.0, 2.365), (15.0, 2.131), (63.0, 1.998)] {
        let computed = student_quantile(0.975, degrees);
        assert!((computed / t - 1.0).abs() < 0.01, "t({degrees}) = {computed}, table {t}");
    }
    // Eight visits: Φ(−2.365 · √(8/7)) = Φ(−2.528).
    assert!((expanded_tail(8, 0.95) - 0.005_73).abs() < 1e-4);
}

#[test]
fn identical_samples_give_the_floor() {
    let visits: Vec<u32> = (0..40).map(|i| i / 5).collect();
    let found = interval(&[0.02; 40], &visits, &Bootstrap::default()).expect("eight visits");
    assert_eq!(found, Interval { median: 0.02, low: 0.02 - FLOOR, high: 0.02 + FLOOR });
    assert!((found.half_width() - FLOOR).abs() < 1e-15);
}

#[test]
fn too_few_visits_give_no_interval() {
    assert_eq!(interval(&[0.0; 30], &[0; 30], &Bootstrap::default()), None);
    assert_eq!(interval(&[0.0; 3], &[0, 1, 2], &Bootstrap::default()), None);
    assert_eq!(interval(&[], &[], &Bootstrap::default()), None);
    assert!(interval(&[0.0; 4], &[7, 9, 11, 500], &Bootstrap::default()).is_some());
}

#[test]
fn the_seed_decides_everything() {
    let (samples, visits) = experiment(1, 0.0, 8, 20);
    let one = interval(&samples, &visits, &Bootstrap::default());
    assert_eq!(one, interval(&samples, &visits, &Bootstrap::default()));
    assert_ne!(one, interval(&samples, &visits, &Bootstrap { seed: 2, ..Bootstrap::default() }));
}

#[test]
fn swapping_the_two_sides_mirrors_the_median() {
    let (samples, visits) = experiment(5, 0.01, 9, 11);
    let mirrored: Vec<f64> = samples.iter().map(|sample| -sample).collect();
    let one = interval(&samples, &visits, &Bootstrap::default()).expect("nine visits");
    let other = interval(&mirrored, &visits, &Bootstrap::default()).expect("nine visits");
    assert!((one.median + other.median).abs() < 1e-12);
    assert!((one.low + other.high).abs() < 1e-3 && (one.high + other.low).abs() < 1e-3);
}

/// 500 experiments in which nothing differs. Noise shared by a visit is what a bootstrap over rounds would miss.
#[test]
fn the_interval_covers_the_truth() {
    for (visits, rounds) in [(8, 16), (24, 6)] {
        let held = (0..500)
            .filter(|seed| {
                let (samples, names) = experiment(1000 + seed, 0.0, visits, rounds);
                interval(&samples, &names, &Bootstrap::default()).is_some_and(|found| found.contains(0.0))
            })
            .count();
        assert!(held >= 460, "{visits} visits: only {held} of 500 intervals held the truth");
        assert!(held <= 499, "{visits} visits: {held} of 500 is too wide to be useful");
    }
}

#[test]
fn three_per_cent_is_found() {
    for start in [0, 7000, 9000] {
        let found = (0..20)
            .filter(|seed| {
                let (samples, names) = experiment(start + seed, 1.03_f64.ln(), 8, 16);
                interval(&samples, &names, &Bootstrap::default()).is_some_and(|found| found.low > 0.0)
            })
            .count();
        assert!(found >= 19, "a slowdown of 3 % was found in only {found} of 20 runs");
    }
}

#[test]
fn shuffling_keeps_every_item_and_favours_no_order() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut seen = [0u32; 6];
    for _ in 0..6000 {
        let mut items = [0, 1, 2];
        shuffle(&mut items, &mut random);
        let order = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        seen[order.iter().position(|order| *order == items).expect("a permutation")] += 1;
    }
    // Six orders, 1000 expected each, standard deviation 29.
    assert!(seen.iter().all(|count| (870..1130).contains(count)), "{seen:?}");
    assert!(normal(&mut random).is_finite());
}
