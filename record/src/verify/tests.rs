//! Folders that somebody tampered with, by one who forgets the hashes, by one who does not, and by
//! one who does it all over.

use super::*;
use crate::rounds::{Entrant, Round, Timed, fill};
use crate::run::Contract;
use crate::sample::{self, sample};
use std::path::PathBuf;

/// A run whose figures follow from its rounds.
fn run(id: &str) -> Run {
    let mut run = Run { id: id.to_owned(), ..sample() };
    run.method.resamples = 100;
    let bootstrap = Bootstrap::of(&run.method);
    for (salt, operation) in run.operations.iter_mut().enumerate() {
        let timed = |name: &str, ns: f64, step: u32| Timed {
            entrant: Entrant {
                implementation: name.into(),
                contract: Contract {
                    input: "parsed".into(),
                    checks: "none".into(),
                    time: "constant".into(),
                },
                calls: 5,
            },
            rounds: (0..40)
                .map(|i| {
                    let ns = ns * (1.0 + f64::from((i * step + salt as u32) % 7) / 50.0);
                    Round { visit: i / 5, cpu_ns: ns, wall_ns: ns * 1.1 }
                })
                .collect(),
        };
        let rows = [timed("curvemark", 123.456, 3), timed("other", 200.0, 5)];
        fill(operation, &rows, Some(&timed("curvemark", 123.456, 4)), true, &bootstrap);
    }
    let held = run.operations.iter().filter_map(|operation| operation.control);
    run.health.control_held =
        held.filter(|ratio| ratio.low <= 1.0 && 1.0 <= ratio.high).count() as u32;
    run
}

struct Folder(PathBuf, Vec<Head>);

impl Folder {
    /// Five runs.
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("curvemark-verify-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        let heads = (0..5).map(|i| runs::save(&run(&id(i)), &path).expect("a disk").head).collect();
        Self(path, heads)
    }

    fn file(&self, i: usize) -> PathBuf {
        runs::path(&self.0, &id(i))
    }

    fn verify(&self, noted: &[Noted]) -> Verified {
        folder(&self.0, noted).expect("it opens")
    }

    /// The place and the run of the first problem, which must be named with and without a head from
    /// elsewhere.
    fn first(&self) -> Option<(Option<u64>, String)> {
        let last = Noted::Head(self.1[4].clone());
        let first = |noted: &[Noted]| {
            self.verify(noted).problems.first().map(|first| (first.number, first.run.clone()))
        };
        let found = first(&[]);
        assert_eq!(first(&[last]), found);
        found
    }

    /// Seals the runs from `from` on again, as whoever knows how would, and makes the last the
    /// head.
    fn seal_again(&self, from: usize, change: impl Fn(&mut Run)) {
        let mut head = from.checked_sub(1).map(|before| self.1[before].clone());
        for i in from..5 {
            let mut run = jsonl::load(&self.file(i)).expect("a run");
            if i == from {
                change(&mut run);
            }
            let mut body = Vec::new();
            jsonl::write(&run, &mut body).expect("memory");
            let seal = Seal::new(&body, head.as_ref());
            fs::write(self.file(i), [&body[..], seal.line().as_bytes()].concat()).expect("a disk");
            head = Some(seal.head(&run.id));
        }
        chain::write_head(&self.0, &head.expect("runs")).expect("a disk");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn id(i: usize) -> String {
    format!("20260102T03040{i}Z-00ff")
}

/// A faster other library, with figures that follow from the rounds.
fn faster(run: &mut Run) {
    run.operations[0].rows[0].rounds_ns.iter_mut().for_each(|ns| *ns /= 2.0);
    let row = &mut run.operations[0].rows[0];
    (row.cpu_ns, row.p10_ns, row.p90_ns) = (row.cpu_ns / 2.0, row.p10_ns / 2.0, row.p90_ns / 2.0);
    let row = &mut run.operations[0].rows[1];
    (row.cpu_ns, row.p10_ns, row.p90_ns) = (row.cpu_ns / 2.0, row.p10_ns / 2.0, row.p90_ns / 2.0);
}

#[test]
fn what_was_stored_is_verified_as_far_as_it_goes() {
    let folder = Folder::new("whole");
    let alone = folder.verify(&[]);
    assert_eq!((alone.problems.as_slice(), alone.vouched, alone.chain.len()), (&[][..], 0, 5));
    assert!(
        alone.remarks[0].starts_with("No head from elsewhere was given"),
        "{:?}",
        alone.remarks
    );
    assert_eq!(alone.head.as_ref(), folder.1.last());
    // Of each run: two operations of two rows with three times, a ratio and a control, and the
    // count of the controls.
    assert_eq!((alone.figures, alone.unfounded), (5 * (2 * (2 * 3 + 1 + 1) + 1), 5 * 2 * 2));
    let hash = |i: usize| Noted::parse(&folder.1[i].link.hash).expect("a hash");
    let all = folder.verify(&[hash(4)]);
    assert_eq!((all.problems.len(), all.vouched, all.remarks.len()), (0, 5, 0));
    let some = folder.verify(&[Noted::parse(&folder.1[2].to_string()).expect("a head"), hash(0)]);
    assert_eq!((some.problems.len(), some.vouched), (0, 3));
    assert!(some.remarks[0].contains("up to number 3; the 2 after it"), "{:?}", some.remarks);
    assert_eq!(Noted::parse("0123"), None);
}

#[test]
fn a_flipped_bit_is_found_wherever_it_is() {
    let folder = Folder::new("flip");
    let whole = fs::read(folder.file(2)).expect("a file");
    let seal = whole.len() - Seal::split(&whole).1.expect("sealed").line().len();
    for at in (0..whole.len()).step_by(97).chain((seal..whole.len()).step_by(3)) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 7);
        fs::write(folder.file(2), &bytes).expect("a disk");
        let found = folder.verify(&[Noted::Head(folder.1[4].clone())]);
        let named = found.problems.iter().any(|problem| problem.run == id(2));
        assert!(named && found.vouched < 3, "byte {at}: {:?}", found.problems);
        if at < seal {
            assert_eq!(folder.first(), Some((Some(3), id(2))), "byte {at}");
        }
    }
}

#[test]
fn a_run_that_was_sealed_again_is_named_by_the_next() {
    let folder = Folder::new("again");
    let mut changed = jsonl::load(&folder.file(1)).expect("a run");
    faster(&mut changed);
    let mut body = Vec::new();
    jsonl::write(&changed, &mut body).expect("memory");
    let seal = Seal::new(&body, Some(&folder.1[0]));
    fs::write(folder.file(1), [&body[..], seal.line().as_bytes()].concat()).expect("a disk");
    assert_eq!(folder.first(), Some((Some(2), id(1))));
    let what = &folder.verify(&[]).problems[0].what;
    assert!(
        what.starts_with("it was changed and sealed again: its hash is ") && what.contains(&id(2)),
        "{what}"
    );
}

#[test]
fn runs_that_were_dropped_put_in_or_moved_are_named() {
    let dropped = Folder::new("dropped");
    fs::remove_file(dropped.file(3)).expect("it is ours");
    assert_eq!(dropped.first(), Some((Some(4), id(3))));
    assert_eq!(
        dropped.verify(&[]).problems[0].what,
        format!("it is missing, number 4: run {} was stored after it", id(4))
    );

    let last = Folder::new("last");
    fs::remove_file(last.file(4)).expect("it is ours");
    assert_eq!(last.first(), Some((Some(5), id(4))), "HEAD names it");
    // With the head set back the folder agrees with itself: only the noted head knows of a fifth
    // run.
    chain::write_head(&last.0, &last.1[3]).expect("a disk");
    assert_eq!(last.verify(&[]).problems, []);
    let found = last.verify(&[Noted::Head(last.1[4].clone()), Noted::Head(last.1[3].clone())]);
    assert_eq!(
        (found.problems[0].number, found.problems[0].run.as_str(), found.vouched),
        (Some(5), id(4).as_str(), 4)
    );

    let moved = Folder::new("moved");
    let (one, two) =
        (fs::read(moved.file(1)).expect("a file"), fs::read(moved.file(2)).expect("a file"));
    fs::write(moved.file(1), two).expect("a disk");
    fs::write(moved.file(2), one).expect("a disk");
    let found = moved.verify(&[]);
    assert!(
        found.problems.iter().any(|problem| problem.what.contains("holds run")),
        "{:?}",
        found.problems
    );

    let twice = Folder::new("twice");
    fs::copy(twice.file(1), runs::path(&twice.0, "20260102T030401Z-1111")).expect("a disk");
    let found = twice.verify(&[]);
    assert!(
        found.problems.iter().any(|problem| problem.what.starts_with("it claims the place of run"))
    );

    let bare = Folder::new("bare");
    let whole = fs::read(bare.file(0)).expect("a file");
    fs::write(bare.file(0), Seal::split(&whole).0).expect("a disk");
    let found = bare.verify(&[]);
    assert!(
        found
            .problems
            .iter()
            .any(|problem| problem.run == id(0) && problem.what.starts_with("its seal is gone"))
    );
}

#[test]
fn whoever_does_it_all_over_is_caught_by_a_head_from_elsewhere_alone() {
    let folder = Folder::new("over");
    folder.seal_again(2, faster);
    let alone = folder.verify(&[]);
    assert_eq!(alone.problems, [], "the folder agrees with itself");
    assert!(alone.remarks[0].starts_with("No head from elsewhere"));
    let found = folder.verify(&[Noted::Hash(folder.1[4].link.hash.clone())]);
    assert_eq!((found.problems.len(), found.vouched), (1, 0));
    assert!(found.problems[0].what.contains("no run has the noted hash"), "{:?}", found.problems);
    // Two heads enclose it: the first run that changed is named.
    let enclosed = folder
        .verify(&[Noted::Hash(folder.1[1].link.hash.clone()), Noted::Head(folder.1[2].clone())]);
    assert_eq!(
        (enclosed.vouched, enclosed.problems[0].number, &enclosed.problems[0].run),
        (2, Some(3), &id(2))
    );
    // A head that was noted before the change vouches for what came before it.
    assert_eq!(folder.verify(&[Noted::Hash(folder.1[1].link.hash.clone())]).problems, []);
}

#[test]
fn a_head_that_was_replaced_is_no_proof() {
    let folder = Folder::new("head");
    let other = Head { number: 5, link: Link { id: id(4), hash: "0".repeat(64) } };
    chain::write_head(&folder.0, &other).expect("a disk");
    assert_eq!(folder.verify(&[]).problems[0].run, id(4));
    fs::write(folder.0.join(chain::HEAD), "nonsense").expect("a disk");
    assert_eq!(folder.verify(&[]).problems[0].run, chain::HEAD);
    chain::write_head(&folder.0, &folder.1[2]).expect("a disk");
    let late = folder.verify(&[]);
    assert!(
        late.problems.is_empty() && late.remarks[0].starts_with("HEAD is 2 runs behind"),
        "{late:?}"
    );
    fs::remove_file(folder.0.join(chain::HEAD)).expect("it is ours");
    assert_eq!(folder.verify(&[]).remarks[0], "The file HEAD is missing.");
}

#[test]
fn figures_that_do_not_follow_from_their_rounds_are_named_even_if_sealed() {
    type Change = fn(&mut Run);
    let changes: [(Change, &str); 7] = [
        (
            |run| run.operations[1].rows[1].ratio.as_mut().expect("one").value *= 1.001,
            "the ratio of other on a/two",
        ),
        (
            |run| run.operations[0].rows[1].ratio.as_mut().expect("one").low = 1.0,
            "the ratio of other on a/one",
        ),
        (|run| run.operations[0].control.as_mut().expect("one").high = 1.2, "the control of a/one"),
        (|run| run.operations[0].rows[0].cpu_ns *= 0.999, "the time of curvemark on a/one"),
        (|run| run.operations[0].rows[1].p10_ns *= 0.99, "the tenth percentile of other on a/one"),
        (
            |run| run.operations[0].rows[1].ratio = None,
            "other on a/one has no ratio, and its rounds give one",
        ),
        (|run| run.health.control_held = 7, "7 of 2 controls are said to hold"),
    ];
    for (change, what) in changes {
        let folder = Folder::new("figures");
        folder.seal_again(3, change);
        let found = folder.verify(&[]);
        assert_eq!(
            (found.problems.len(), found.problems[0].number),
            (1, Some(4)),
            "{:?}",
            found.problems
        );
        assert!(found.problems[0].what.contains(what), "{:?}", found.problems);
    }
}

#[test]
fn runs_from_before_there_were_seals_are_read_and_said_not_to_be_covered() {
    let folder = Folder::new("old");
    let old = Run { schema: 1, ..run("20250102T030405Z-00ff") };
    jsonl::save(&old, &runs::path(&folder.0, &old.id)).expect("a disk");
    let found = folder.verify(&[Noted::Head(folder.1[4].clone())]);
    assert_eq!((found.problems.len(), found.unsealed.as_slice()), (0, &[old.id][..]));
    assert_eq!(
        found.remarks,
        ["1 runs and sweeps are from before there were seals: of their bytes nothing is known."]
    );
}

/// The folder with a sweep as number six and a run after it.
fn swept(name: &str) -> (Folder, PathBuf, Head) {
    let folder = Folder::new(name);
    let sweep = sample::sweep("20260102T030405Z-5555").save(&folder.0).expect("a disk");
    assert_eq!(
        (sweep.head.number, chain::read_head(&folder.0).expect("readable")),
        (6, Some(sweep.head))
    );
    let last = runs::save(&run(&id(6)), &folder.0).expect("a disk").head;
    (folder, sweep.path, last)
}

#[test]
fn a_sweep_stands_in_the_chain_as_a_run_does() {
    let (folder, file, last) = swept("sweep");
    let found = folder.verify(&[Noted::Head(last)]);
    assert_eq!((found.problems.as_slice(), found.vouched, found.chain.len()), (&[][..], 7, 7));
    assert_eq!((found.chain[5].as_str(), found.remarks.len()), ("20260102T030405Z-5555", 0));
    // Five points of two rows, each with a time and a ratio that nothing but the seal covers.
    assert_eq!(found.unfounded, 6 * 2 * 2 + 5 * 2 * 2);
    assert_eq!(Sweep::load(&file).expect("it can be read").families.len(), 2);
    // A folder whose HEAD was lost is continued behind it all the same.
    fs::remove_file(folder.0.join(chain::HEAD)).expect("it is ours");
    fs::remove_file(folder.file(6)).expect("it is ours");
    assert_eq!(
        runs::head(&folder.0).expect("readable").expect("one").link.id,
        "20260102T030405Z-5555"
    );
}

#[test]
fn a_sweep_that_was_tampered_with_is_found() {
    let (folder, file, last) = swept("tampered");
    let whole = fs::read(&file).expect("a file");
    let noted = [Noted::Head(last)];
    let problems = |bytes: &[u8], noted: &[Noted]| {
        fs::write(&file, bytes).expect("a disk");
        folder.verify(noted).problems
    };
    assert_eq!(problems(&whole, &noted), []);
    for at in (0..whole.len()).step_by(61).chain(whole.len() - 300..whole.len()) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 7);
        for noted in [&[][..], &noted] {
            let found = problems(&bytes, noted);
            assert!(
                found.iter().any(|problem| problem.run == "20260102T030405Z-5555"),
                "byte {at}: {found:?}"
            );
        }
    }
    // A figure changed and the file sealed again: the next run's seal names it.
    let body = String::from_utf8(Seal::split_member(&whole).0.to_vec()).expect("text");
    let faster = body.replacen("10.25", "5.125", 1);
    assert_ne!(faster, body);
    let seal = Seal::new(faster.as_bytes(), Some(&folder.1[4]));
    let again = &problems((faster + &seal.member()).as_bytes(), &[])[0];
    assert_eq!((again.number, again.run.as_str()), (Some(6), "20260102T030405Z-5555"));
    assert!(again.what.starts_with("it was changed and sealed again"), "{again:?}");
    // Without its seal, or dropped.
    let bare = problems(&[body.as_bytes(), b"\n}\n"].concat(), &[]);
    assert!(bare.iter().any(|problem| problem.what.starts_with("its seal is gone")), "{bare:?}");
    fs::remove_file(&file).expect("it is ours");
    let dropped = folder.verify(&[]).problems;
    assert_eq!(
        (dropped[0].number, dropped[0].run.as_str()),
        (Some(6), "20260102T030405Z-5555"),
        "{dropped:?}"
    );
}

#[test]
fn the_committed_runs_give_their_figures_again() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results");
    let found = folder(&results, &[]).expect("it opens");
    assert_eq!(found.problems, []);
    assert!(
        found.figures > 500 && found.unsealed.len() + found.chain.len() >= 11,
        "{}",
        found.figures
    );
}
