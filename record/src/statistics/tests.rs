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

/// One experiment: log-ratios with a shift common to each visit, scatter per round, and now and
/// then a preempted round.
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
    for (x, p) in
        [(0.0, 0.5), (-1.0, 0.158_655_253_9), (-1.96, 0.024_997_895_1), (-3.5, 0.000_232_629_1)]
    {
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
    assert!(
        (found.half_width() - FLOOR).abs() < 1e-15
            && (found.detectable() - 1.6 * FLOOR).abs() < 1e-15
    );
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
    let once = |data, seed| {
        let (samples, visits) = experiment(data, 0.0, 8, 20);
        interval(&samples, &visits, &Bootstrap { seed, ..Bootstrap::default() })
    };
    assert!((0..10).all(|data| once(data, 1) == once(data, 1)));
    // Not in all: where the visits differ most, their exact interval is the wider one and has no
    // seed.
    assert!((0..10).any(|data| once(data, 1) != once(data, 2)));
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

/// 500 experiments in which nothing differs. Noise shared by a visit is what a bootstrap over
/// rounds would miss.
#[test]
fn the_interval_covers_the_truth() {
    for (visits, rounds) in [(8, 16), (24, 6)] {
        let held = (0..500)
            .filter(|seed| {
                let (samples, names) = experiment(1000 + seed, 0.0, visits, rounds);
                interval(&samples, &names, &Bootstrap::default())
                    .is_some_and(|found| found.contains(0.0))
            })
            .count();
        assert!(held >= 460, "{visits} visits: only {held} of 500 intervals held the truth");
        assert!(held <= 499, "{visits} visits: {held} of 500 is too wide to be useful");
    }
}

/// One experiment on a busy machine: each visit has a scale of its own, now and then a hundred
/// times another's, and the copies' places in memory differ, so that whole visits are shifted.
fn busy(seed: u64, truth: f64, visits: u32) -> (Vec<f64>, Vec<u32>) {
    thread_local!(static NORMALS: Vec<f64> = normals());
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut draw = || NORMALS.with(|table| table[below(&mut random, table.len())]);
    let (mut samples, mut names) = (Vec::new(), Vec::new());
    for visit in 0..visits {
        let scale = 0.002 * (1.5 * draw()).exp();
        let shift = scale * draw();
        for _ in 0..12 {
            samples.push(truth + shift + 0.3 * scale * draw());
            names.push(visit);
        }
    }
    (samples, names)
}

/// Seeds 0 to 99, four looks each: what is equal is never called different more often than
/// promised, and the final interval holds the truth.
#[test]
fn looking_four_times_keeps_its_promise_on_a_busy_machine() {
    use sequential::{Answer, LOOKS, Question, look};
    let bootstrap = Bootstrap { resamples: 400, ..Bootstrap::default() };
    let (mut alarms, mut held, mut found) = (0, 0, 0);
    for seed in 0..100 {
        let first = |truth| {
            let (samples, names) = busy(seed, truth, 64);
            let looks = LOOKS.iter().filter_map(|&visits| {
                let end = names.partition_point(|visit| *visit < visits);
                look(&samples[..end], &names[..end], &Question::any(0.005), &bootstrap)
            });
            let looks: Vec<_> = looks.collect();
            *looks.iter().find(|look| look.answer != Answer::Open).unwrap_or(&looks[3])
        };
        let equal = first(0.0);
        alarms += u32::from(matches!(equal.answer, Answer::Above | Answer::Below));
        held += u32::from(equal.interval.contains(0.0));
        found += u32::from(first(1.01_f64.ln()).answer == Answer::Above);
    }
    assert!(alarms <= 5 && held >= 95, "{alarms} false alarms, {held} of 100 intervals held");
    assert!(found >= 95, "a slowdown of 1 % was found in {found} of 100");
}

/// The same machine, one interval of eight visits: the bootstrap alone would not hold what it says.
#[test]
fn few_unequal_visits_do_not_make_the_interval_false() {
    let held = (0..400).filter(|seed| {
        let (samples, names) = busy(*seed, 0.0, 8);
        interval(&samples, &names, &Bootstrap { resamples: 400, ..Bootstrap::default() })
            .is_some_and(|found| found.contains(0.0))
    });
    let held = held.count();
    assert!(held >= 378, "{held} of 400 held the truth");
}

#[test]
fn the_gate_wants_a_difference_beyond_its_threshold_and_beyond_chance() {
    use sequential::{Answer, Question, look};
    let ask = |truth: f64, visits: u32, comparisons| {
        let (samples, names) = experiment(11, truth, visits, 16);
        look(&samples, &names, &Question::gate(0.01, comparisons), &Bootstrap::default())
            .expect("enough visits")
            .answer
    };
    assert_eq!(ask(0.05, 8, 1), Answer::Open, "eight visits alone cannot be rare enough");
    assert_eq!(ask(0.05, 16, 1), Answer::Above);
    assert_eq!(ask(-0.05, 16, 1), Answer::Below);
    assert_eq!(ask(0.0, 32, 1), Answer::Equal);
    assert_eq!(ask(0.01, 64, 1), Answer::Open, "at the threshold itself there is no answer");
    assert_eq!(ask(0.05, 16, 1000), Answer::Open, "of a thousand, one is as far off by chance");
    assert_eq!(ask(0.05, 32, 1000), Answer::Above);
}

#[test]
fn medians_of_visits_come_in_the_order_of_their_numbers() {
    assert_eq!(visit_medians(&[5.0, 1.0, 2.0, 9.0, 3.0], &[7, 2, 2, 7, 2]), [2.0, 7.0]);
    assert!(visit_medians(&[], &[]).is_empty());
}

#[test]
fn three_per_cent_is_found() {
    for start in [0, 7000, 9000] {
        let found = (0..20)
            .filter(|seed| {
                let (samples, names) = experiment(start + seed, 1.03_f64.ln(), 8, 16);
                interval(&samples, &names, &Bootstrap::default())
                    .is_some_and(|found| found.low > 0.0)
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
