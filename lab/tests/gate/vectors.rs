//! The two sources of vectors: equal where both have a case, strict about what is broken, and made
//! again byte for byte.

use std::path::{Path, PathBuf};
use std::process::Command;

use lab::gate::vectors::{FOLDER, Origin, Vectors};
use lab::gate::{Plan, Stage, Tier, check};
use record::Gate;

use crate::witness::Witness;

/// The folder of the full suites. Its absence is said aloud, since a test that did not run must not
/// look like one that did.
fn folder(test: &str) -> Option<PathBuf> {
    let folder = std::env::var_os(FOLDER).filter(|folder| !folder.is_empty());
    if folder.is_none() {
        eprintln!("SKIPPED: {test}: {FOLDER} names no folder with the full suites");
    }
    folder.map(PathBuf::from)
}

/// The known answers of a folder, over the witness.
fn known_answers(folder: PathBuf) -> Gate {
    let plan = Plan {
        tier: Tier::Quick,
        origin: Origin::Full(folder),
        stages: vec![Stage::Vectors],
        only: None,
        without: Vec::new(),
    };
    check(&plan, &Witness, &[], &|_, _, _| ())
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("vectors")
}

#[test]
fn the_repositorys_cases_are_all_readable() {
    let Vectors {
        expand,
        hash_g1,
        hash_g2,
        multiples,
        uncompressed,
        min_sig,
        min_pk,
        pairings,
        round_trips,
        batches,
        points,
        keysets,
        secrets,
    } = Origin::Repository.load();
    assert_eq!(expand.unwrap().cases.len(), 20);
    assert_eq!([hash_g1, hash_g2].map(|set| set.unwrap().cases.len()), [10, 10]);
    assert_eq!(multiples.unwrap().cases.len(), 44);
    assert_eq!(uncompressed.unwrap().cases.len(), 37);
    assert_eq!([min_sig, min_pk].map(|set| set.unwrap().cases.len()), [16, 16]);
    assert_eq!(pairings.unwrap().cases.len(), 8);
    assert_eq!(round_trips.unwrap().cases.len(), 17);
    assert_eq!(batches.unwrap().cases.len(), 11);
    assert_eq!(points.unwrap().cases.len(), 67);
    assert_eq!(keysets.unwrap().cases.len(), 5);
    assert_eq!(secrets.unwrap().cases.len(), 4);
}

#[test]
fn the_repositorys_files_stay_small() {
    let sizes = std::fs::read_dir(repository())
        .unwrap()
        .map(|entry| entry.unwrap().metadata().unwrap().len());
    let sum: u64 = sizes.sum();
    assert!(sum < 1_070_000, "{sum} bytes");
}

#[test]
fn every_case_of_the_repository_is_in_the_full_suites() {
    let Some(folder) = folder("every_case_of_the_repository_is_in_the_full_suites") else { return };
    let (own, full) = (Origin::Repository.load(), Origin::Full(folder).load());
    macro_rules! contained {
        ($($set:ident),*) => {$(
            let (some, all) = (&own.$set.as_ref().unwrap().cases, &full.$set.as_ref().unwrap().cases);
            for case in some {
                assert!(all.contains(case), "{}: {case:?}", stringify!($set));
            }
            assert!(some.len() <= all.len());
        )*};
    }
    contained!(expand, hash_g1, hash_g2, multiples, uncompressed, min_sig, min_pk, pairings);
    contained!(round_trips, batches, points, keysets, secrets);
}

#[test]
fn the_full_suites_pass() {
    let Some(folder) = folder("the_full_suites_pass") else { return };
    let gate = known_answers(folder);
    assert_eq!(gate.vectors, "the full suites");
    for suite in &gate.suites {
        assert_eq!(suite.failed, 0, "{suite:#?}");
    }
}

#[test]
fn a_folder_without_the_suites_fails_each_of_them() {
    let empty = tempfile("empty");
    let gate = known_answers(empty.clone());
    let suites: Vec<_> =
        gate.suites.iter().filter(|suite| suite.name.starts_with("vectors/")).collect();
    assert_eq!(suites.len(), 14);
    for suite in suites {
        assert_eq!(suite.failed, 1, "{suite:#?}");
        let file = suite.failures[0].split(':').next().unwrap();
        assert!(
            file.contains('/') && !suite.failures[0].contains(empty.to_str().unwrap()),
            "{}",
            suite.failures[0]
        );
    }
    std::fs::remove_dir_all(empty).unwrap();
}

#[test]
fn a_broken_file_of_a_full_suite_is_named_with_its_line() {
    let root = tempfile("broken");
    let write = |name: &str, text: &str| {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let keyset =
        "{\"cases\": [{\"name\": \"x\",\n \"id\": \"02AB\",\n \"unit\": \"sat\", \"keys\": {}}]}";
    write("cashu/v3-2026/keyset_id.json", keyset);
    write("bls12-381-misc/bls12-381-g1-test-vectors.txt", "00:11:22\n00:11\n");
    write("zkcrypto-bls12-381/g1_compressed_valid_test_vectors.dat", "47 bytes or so");
    write("cashu/v3/derived_point_validation.json", "{\"g1\": [], \"g2\": []}");
    let vectors = Origin::Full(root.clone()).load();
    let texts = [
        vectors.keysets.unwrap_err().to_string(),
        vectors.min_sig.unwrap_err().to_string(),
        vectors.multiples.unwrap_err().to_string(),
        vectors.points.unwrap_err().to_string(),
    ];
    assert!(
        texts[0].starts_with("cashu/v3-2026/keyset_id.json:2: not lower-case hexadecimal"),
        "{}",
        texts[0]
    );
    assert_eq!(
        texts[1],
        "bls12-381-misc/bls12-381-g1-test-vectors.txt:2: is not three hexadecimal fields"
    );
    assert!(texts[2].contains("is not rows of 48 bytes"), "{}", texts[2]);
    assert!(texts[3].contains("has 0 cases, at least 67 are needed"), "{}", texts[3]);
    std::fs::remove_dir_all(root).unwrap();
}

#[test]
fn the_script_makes_the_committed_files_again() {
    let test = "the_script_makes_the_committed_files_again";
    let Some(folder) = folder(test) else { return };
    let out = tempfile("again");
    let script = repository().join("..").join("tools").join("vectors.py");
    let run =
        Command::new("python3").arg(script).arg("--out").arg(&out).env(FOLDER, folder).status();
    let Ok(status) = run else {
        eprintln!("SKIPPED: {test}: there is no python3");
        return;
    };
    assert!(status.success());
    // A file names the script that made it; those of other scripts are not this one's to make.
    let made_here = |text: &String| text.lines().any(|line| line == "made-by = tools/vectors.py");
    let texts = |folder: &Path| {
        let mut texts: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
            .map(|path| {
                (path.file_name().unwrap().to_owned(), std::fs::read_to_string(path).unwrap())
            })
            .filter(|(_, text)| made_here(text))
            .collect();
        texts.sort();
        texts
    };
    let (again, committed) = (texts(&out), texts(&repository()));
    assert_eq!(again.len(), committed.len());
    assert!(!again.is_empty());
    for (one, other) in again.iter().zip(&committed) {
        assert!(one == other, "{:?} differs from what the script makes", other.0);
    }
    std::fs::remove_dir_all(out).unwrap();
}

/// A new folder of this process.
fn tempfile(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("curvemark-gate-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
