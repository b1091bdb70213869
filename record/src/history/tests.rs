//! Histories with something planted in them, and histories with nothing.

use super::*;
use crate::sample::sample;
use crate::statistics::below;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Runs of 40 operations with noise of 0.3 % and a spike now and then; `planted` gives the factor
/// of an operation in a run.
fn runs(count: usize, seed: u64, planted: impl Fn(usize, usize) -> f64) -> Vec<Run> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut uniform = move || below(&mut random, 1 << 20) as f64 / f64::from(1 << 20);
    let mut noise = move || {
        let normal = (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
        0.003 * (normal + if uniform() < 0.03 { 8.0 * uniform() } else { 0.0 })
    };
    (0..count)
        .map(|i| {
            let mut run = sample();
            run.id = format!("20260102T{i:06}Z-0000");
            run.build.commit = Some(format!("commit{i}"));
            run.operations = (0..40)
                .map(|op| {
                    let mut operation = sample().operations[0].clone();
                    operation.id = format!("a/op{op:02}");
                    operation.rows.truncate(1);
                    operation.rows[0].p10_ns =
                        10.0 * (op + 1) as f64 * planted(i, op) * noise().exp();
                    operation
                })
                .collect();
            run
        })
        .collect()
}

fn changes(history: &History) -> Vec<(&str, &Change)> {
    let of = |lane| -> Vec<(&str, &Change)> {
        let lane: &Lane = lane;
        lane.changes.iter().map(|change| (lane.key.operation.as_str(), change)).collect()
    };
    history.lanes.iter().flat_map(of).collect()
}

#[test]
fn a_step_names_its_two_commits() {
    for seed in 0..10 {
        let history = of(&runs(24, seed, |run, op| if op == 7 && run >= 15 { 1.05 } else { 1.0 }));
        let found = changes(&history);
        assert_eq!(found.len(), 1, "seed {seed}: {found:?}");
        let (operation, change) = found[0];
        assert_eq!(operation, "a/op07");
        assert!(
            (change.factor - 1.05).abs() < 0.01 && change.agreed && !change.drift,
            "seed {seed}: {change:?}"
        );
        assert_eq!(
            (change.at, &change.commits),
            (15, &(Some("commit14".to_owned()), Some("commit15".to_owned())))
        );
        assert_eq!(
            (history.events.len(), history.machines.len(), change.versions.as_ref()),
            (0, 0, None)
        );
    }
}

#[test]
fn what_all_do_together_is_an_event_of_the_run_and_nobodys_change() {
    // One run 4 % slower in common, and from the sixteenth on all 6 % faster; one operation has a
    // change of its own besides.
    let planted = |run: usize, op: usize| {
        let common = if run == 5 {
            1.04
        } else if run >= 16 {
            0.94
        } else {
            1.0
        };
        common * if op == 3 && run >= 10 { 1.08 } else { 1.0 }
    };
    let history = of(&runs(24, 1, planted));
    let found = changes(&history);
    assert_eq!(
        found.iter().map(|(operation, change)| (*operation, change.at)).collect::<Vec<_>>(),
        [("a/op03", 10)]
    );
    let slow = history.events.iter().find(|event| event.run.contains("T000005Z")).expect("told");
    assert!((slow.factor - 1.04).abs() < 0.005 && slow.lanes == 40, "{slow:?}");
    assert_eq!(
        history.events.iter().filter(|event| event.factor < 0.96).count(),
        8,
        "{:?}",
        history.events
    );
    // Without the removal every lane would have changed.
    let one = runs(24, 1, planted).into_iter().map(|mut run| {
        run.operations.truncate(2);
        run
    });
    assert_eq!(
        changes(&of(&one.collect::<Vec<_>>())).len(),
        2,
        "two lanes are too few to have anything in common"
    );
}

#[test]
fn another_machine_is_another_lane() {
    let mut all = runs(24, 2, |run, _| if run >= 12 { 1.4 } else { 1.0 });
    for run in &mut all[12..] {
        run.machine.fingerprint = "ffffffffffff".into();
        run.machine.cpu = "another".into();
    }
    let history = of(&all);
    assert_eq!(changes(&history), []);
    assert_eq!((history.lanes.len(), history.events.len(), history.machines.len()), (80, 0, 1));
    let change = &history.machines[0];
    assert_eq!(
        (change.run.as_str(), change.after.1.as_str()),
        ("20260102T000012Z-0000", "ffffffffffff")
    );
}

#[test]
fn a_drift_is_told_as_one() {
    let history = of(&runs(30, 3, |run, op| if op == 11 { 1.0 + 0.005 * run as f64 } else { 1.0 }));
    let found = changes(&history);
    assert!(
        !found.is_empty()
            && found.iter().all(|(operation, change)| *operation == "a/op11" && change.drift),
        "{found:?}"
    );
}

#[test]
fn another_engine_or_definition_is_another_lane() {
    let mut all = runs(20, 4, |run, _| if run >= 10 { 0.5 } else { 1.0 });
    for run in &mut all[10..] {
        run.implementations[0].engine = "adx".into();
    }
    for run in &mut all[..10] {
        run.operations[0].note = "another definition".into();
        run.operations[1].rows[0].contract.checks = "subgroup".into();
    }
    let history = of(&all);
    assert_eq!((changes(&history).len(), history.lanes.len()), (0, 80));
    let definitions: std::collections::BTreeSet<_> =
        history.lanes.iter().map(|lane| &lane.key.definition).collect();
    assert_eq!(definitions.len(), 3);
}

#[test]
fn a_short_history_says_only_that() {
    let history = of(&runs(FEWEST - 1, 5, |run, _| if run >= 4 { 2.0 } else { 1.0 }));
    assert!(history.lanes.iter().all(|lane| lane.is_short() && lane.changes.is_empty()));
    let mut all = runs(9, 5, |_, _| 1.0);
    all[3].health.fit = false;
    let history = of(&all);
    assert_eq!((history.unfit, history.lanes[0].points.len()), (1, 8));
    assert!(!history.lanes[0].is_short());
}

#[test]
fn a_peers_new_version_is_named() {
    let mut all = runs(20, 6, |run, op| if op == 0 && run >= 10 { 0.8 } else { 1.0 });
    all[10..].iter_mut().for_each(|run| run.implementations[0].version = "curvemark 0.2.0".into());
    let history = of(&all);
    let found = changes(&history);
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].1.versions,
        Some(("curvemark 0.1.0".to_owned(), "curvemark 0.2.0".to_owned()))
    );
}

#[test]
fn without_a_change_there_are_no_false_alarms_to_speak_of() {
    // A hundred histories of 40 lanes: 4,000 lanes.
    let alarms: usize = (0..100).map(|seed| changes(&of(&runs(24, seed, |_, _| 1.0))).len()).sum();
    assert!(alarms <= 4, "{alarms} of 4,000 lanes without a change have one");
}
