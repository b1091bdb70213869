//! fastcrypto's ten published runs, replayed. Expected values are those of an analysis of the
//! published JSON by another program.

use super::*;

fn runs() -> Vec<Published> {
    read(include_str!("../../published/fastcrypto.csv")).expect("it is committed")
}

#[test]
fn every_run_is_there() {
    let runs = runs();
    let found: Vec<(&str, usize)> =
        runs.iter().map(|run| (run.commit.as_str(), run.figures.len())).collect();
    let expected = [
        ("79ff64", 226),
        ("7dc17a", 206),
        ("51a2bf", 223),
        ("375ab9", 225),
        ("4235ea", 245),
        ("6100b7", 198),
        ("a6e3e8", 356),
        ("a13997", 368),
        ("dd5adb", 368),
        ("df8311", 380),
    ];
    assert_eq!(found, expected);
    let commits: Vec<&str> = include_str!("../../published/fastcrypto-runs.csv")
        .lines()
        .skip(1)
        .map(|line| &line[..6])
        .collect();
    assert!(commits.iter().eq(expected.iter().map(|(commit, _)| commit)));
    assert_eq!(
        (read(""), read("commit,id,typical_ns,half_ns,verdict\na,b,0,1,N\n")),
        (Err(1), Err(2))
    );
    assert_eq!(read("commit,id,typical_ns,half_ns,verdict\na,b,1,1,N\na,b\n"), Err(3));
}

#[test]
fn the_common_mode_is_removed() {
    // Benchmarks in common, common mode in per mille, spread in per mille, over 5 % before and
    // after, verdicts.
    type Expected = (usize, i32, i32, usize, usize, [usize; 3]);
    let expected: [Expected; 9] = [
        (203, -32, 28, 62, 64, [33, 139, 31]),
        (206, -9, 40, 69, 68, [40, 91, 75]),
        (223, 40, 18, 50, 11, [182, 8, 33]),
        (225, 6, 19, 49, 49, [85, 32, 108]),
        (137, 2, 18, 26, 24, [31, 38, 68]),
        (198, -152, 148, 162, 153, [39, 237, 26]),
        (356, 9, 92, 196, 196, [168, 111, 77]),
        (368, -30, 137, 218, 243, [99, 200, 69]),
        (368, 1, 3, 11, 10, [45, 19, 304]),
    ];
    for (pair, expected) in runs().windows(2).zip(expected) {
        let step = Step::between(&pair[0], &pair[1]).expect("they share benchmarks");
        let mille = |x: f64| (1e3 * x).round() as i32;
        let found = (
            step.common,
            mille(step.mode.exp_m1()),
            mille(step.spread),
            step.moved,
            step.moved_alone,
            step.verdicts,
        );
        assert_eq!(found, expected, "{} to {}", pair[0].commit, pair[1].commit);
    }
}

#[test]
fn the_machine_that_changed_is_named() {
    let runs = runs();
    let others: Vec<&str> = runs
        .windows(2)
        .filter(|pair| Step::between(&pair[0], &pair[1]).is_some_and(|step| step.other_cpu()))
        .map(|pair| pair[1].commit.as_str())
        .collect();
    assert_eq!(others, ["a6e3e8", "a13997", "dd5adb"]);
    // The canary knows the same from two hash functions alone: nothing lies between its two levels.
    let canaries: Vec<f64> = runs.iter().filter_map(Published::canary).collect();
    assert!(
        canaries.len() == 5
            && canaries.iter().all(|c| (0.54..0.67).contains(c) || (3.96..3.99).contains(c)),
        "{canaries:?}"
    );
    let said = sentences(&runs);
    let flip = "a6e3e8 to a13997: the machine is another, and no benchmark is to be compared: SHA-256 took ";
    assert!(
        said.contains(flip)
            && said.contains("so the new CPU has no instructions for SHA-256, the old one had"),
        "{said}"
    );
    assert!(
        said.contains("6100b7 to a6e3e8: the machine is another")
            && said.contains("so the new CPU has instructions for SHA-256, the old one had none")
    );
    assert!(!said.contains("dd5adb to df8311: the machine is another"));
}

#[test]
fn the_crossover_is_found_in_every_run_that_has_it() {
    let runs = runs();
    let all = |second: &str| -> Vec<[f64; 3]> {
        runs.iter().filter_map(|run| run.crossover("Verify batch/Ed25519_batch", second)).collect()
    };
    let mut min_sig = all("Verify batch/BLS12381MinSig_aggregated");
    assert!(
        min_sig.iter().all(|[at, low, high]| low < at && at < high && high - low < 1.0),
        "{min_sig:?}"
    );
    min_sig.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let tenths: Vec<i32> = min_sig.iter().map(|[at, ..]| (10.0 * at).round() as i32).collect();
    assert_eq!(tenths, [394, 397, 398, 398, 400, 402, 403, 403, 404]);
    let min_pk = all("Verify batch/BLS12381MinPk_aggregated");
    assert!(
        min_pk.len() == 9 && min_pk.iter().all(|[at, ..]| (43.45..44.55).contains(at)),
        "{min_pk:?}"
    );
    let said = sentences(&runs);
    assert!(
        said.contains(
            "a BLS aggregate (min-sig) from 40.0 signatures on: 39.4 to 40.4 in 9 runs, "
        ),
        "{said}"
    );
    assert!(
        said.contains("a BLS aggregate (min-pk) from 4")
            && said.contains(" signatures on: 43.5 to 44.5 in 9 runs, "),
        "{said}"
    );
    // One that never is faster has no crossover.
    assert_eq!(
        runs[9].crossover("Verify batch/Ed25519_batch", "Verify batch/Secp256r1_batch"),
        None
    );
}

#[test]
fn twice_the_points_gain_nothing() {
    let said = sentences(&runs());
    let expected = "128 = 256 points: twice the memory gains nothing; 256 points take 1.0003 to 1.0096 times the time of 128 in 3 runs.";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn the_order_of_hash_functions_is_the_machines() {
    let said = sentences(&runs());
    let line = said
        .lines()
        .find(|line| line.starts_with("SHA-256 of 1 KiB is number 1 of 5"))
        .expect("it is said");
    assert!(
        line.contains("and number 5 without, BLAKE3 0.8")
            && line.ends_with("the order is the machine's."),
        "{line}"
    );
}
