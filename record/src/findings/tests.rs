//! The frame of the findings; each finding's own planted and negative case is measured by the lab,
//! in its tests.

use super::*;
use crate::sample::sample;

#[test]
fn ids_are_in_order_and_titles_are_known() {
    let ids: Vec<&str> = ALL.iter().map(|(id, ..)| *id).collect();
    let expected: Vec<String> = (1..=ids.len()).map(|n| format!("F{n:02}")).collect();
    assert_eq!(ids, expected);
    assert!(ALL.iter().all(|(id, words, _)| title(id) == *words));
    assert_eq!(title("F99"), "");
}

#[test]
fn nothing_comes_of_nothing() {
    assert!(all(&Evidence::of_runs(&[])).is_empty());
}

#[test]
fn severities_order_and_print() {
    assert!(Severity::ALL.is_sorted());
    assert_eq!(Severity::Security.to_string(), "security");
    assert_eq!(Confidence::Level(0.95).to_string(), "95 % interval");
}

#[test]
fn the_newest_record_of_each_operation_counts() {
    let old = sample();
    let mut new = Run { id: "20270102T030405Z-00ff".into(), ..sample() };
    new.operations.truncate(1);
    let runs = [old, new];
    let evidence = Evidence::of_runs(&runs);
    let newest: Vec<(&str, &str)> = evidence
        .newest()
        .into_iter()
        .map(|(run, operation)| (run.id.as_str(), operation.id.as_str()))
        .collect();
    assert_eq!(newest, [("20270102T030405Z-00ff", "a/one"), ("20260102T030405Z-00ff", "a/two")]);
}

/// What fastcrypto's paper has as "40 to 45" and its published runs as 39 to 45, in a stored sweep:
/// from so many signatures on, one aggregate takes less than a batch of Ed25519, on curvemark and
/// on fastcrypto's crates.
#[test]
fn the_break_even_of_batches_and_aggregates_is_found_again() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../results/20261123T074836Z-e096.sweep.json");
    let sweep = Sweep::load(file.as_ref()).expect("a stored sweep");
    let found = growth::crossover(&Evidence::of_sweeps(&[sweep]));
    // Ours crosses earlier: residue numbers serve the two pairings of the aggregate, and a batch of
    // Ed25519 gains less.
    for (who, least) in [("curvemark", 20.0), ("fastcrypto", 34.0)] {
        for keys in ["keys in G1", "keys in G2"] {
            let pair = [format!("{who} (Ed25519 batch)"), format!("{who} (BLS aggregate, {keys})")];
            let finding = found.iter().find(|one| one.implementations == pair).expect("they cross");
            let statistic = &finding.statistic;
            assert!(statistic.low.is_some_and(|low| low > least), "{}", finding.sentence);
            assert!(statistic.high.is_some_and(|high| high < 54.0), "{}", finding.sentence);
        }
    }
}

/// What the repository has stored, and what others have published.
#[test]
fn published_claims_stand_beside_the_stored_runs() {
    let results: &std::path::Path = concat!(env!("CARGO_MANIFEST_DIR"), "/../results").as_ref();
    let runs = crate::runs::list(results).expect("stored runs").into_iter();
    let runs: Vec<_> = runs
        .map(|(path, run)| run.unwrap_or_else(|why| panic!("{}: {why}", path.display())))
        .collect();
    let sweeps = crate::sweep::list(results).expect("stored sweeps").into_iter();
    let sweeps: Vec<_> = sweeps.map(|(_, sweep)| sweep.expect("a stored sweep")).collect();
    let tables = [
        include_str!("../../published/claims.csv"),
        include_str!("../../published/fastcrypto.csv"),
    ];
    let claims: Vec<Claim> =
        tables.iter().flat_map(|text| crate::claims::read(text).expect("claims")).collect();
    let evidence = Evidence { runs: &runs, sweeps: &sweeps, claims: &claims, now: None };
    let found = claims::claims(&evidence);
    // Each claim is about something that is stored.
    assert_eq!(found.len(), claims.len(), "{found:#?}");
    let said = |operation: &str, word: &str| {
        let about =
            found.iter().filter(|one| one.operations == [operation] && one.sentence.contains(word));
        about.collect::<Vec<_>>()
    };
    // The break-even holds, as the paper has it and as its ten runs have it.
    for held in said("signatures/verify_one_message", " items on (") {
        assert!(held.sentence.contains(": it holds"), "{}", held.sentence);
    }
    assert_eq!(said("signatures/verify_one_message", " items on (").len(), 4);
    // Sums with one library on all threads and the other on one are told by two machines.
    let [threads] = said("bn254/g1_msm_1024", "zkalc")[..] else { panic!("{found:#?}") };
    assert!(
        threads.severity == Severity::Warning && threads.sentence.ends_with("it does not hold."),
        "{threads:?}"
    );
    // Constant time is not set beside variable time.
    let [unlike] = said("bls12-381/pairing", "zkalc")[..] else { panic!("{found:#?}") };
    assert!(
        unlike.sentence.contains("variable time against parsed, constant time"),
        "{}",
        unlike.sentence
    );
}
