//! What is left of a journal, wherever it ends.

use super::*;
use crate::run::Contract;
use crate::sample::sample;

fn plans() -> Vec<Plan> {
    let entrant = |name: &str, time: &str| Entrant {
        implementation: name.into(),
        contract: Contract { input: "parsed".into(), checks: "none".into(), time: time.into() },
        calls: 3,
    };
    let plan = |id: &str| Plan {
        id: id.into(),
        title: "A title".into(),
        shape: "chain".into(),
        note: String::new(),
        gas: Vec::new(),
        parts: Vec::new(),
        entrants: vec![entrant("curvemark", "constant"), entrant("other", "constant")],
        baselined: true,
        controlled: true,
    };
    vec![plan("a/one"), plan("a/two")]
}

fn visit(i: u32) -> Visit {
    let times = |ns: f64| (0..3).map(|round| ns + f64::from(i + round) / 8.0).collect::<Vec<f64>>();
    let lists = vec![times(10.0), times(20.0), times(10.0)];
    Visit {
        operation: i as usize % 2,
        visit: i / 2,
        at_s: f64::from(i),
        cpu_ns: lists.clone(),
        wall_ns: lists,
    }
}

fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("curvemark-journal-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

/// A journal with this many visits.
fn bytes(name: &str, visits: impl Iterator<Item = Visit>) -> Vec<u8> {
    let folder = folder(name);
    let path = folder.join("x.journal");
    let mut journal = Journal::create(&path, &Header::of(&sample())).expect("a new file");
    journal.plan(&plans()).expect("a disk");
    visits.for_each(|visit| journal.visit(visit).expect("a disk"));
    drop(journal);
    let bytes = std::fs::read(&path).expect("just written");
    std::fs::remove_dir_all(&folder).expect("it is ours");
    bytes
}

#[test]
fn a_whole_journal_gives_the_figures_of_its_rounds() {
    let found = recover(&bytes("whole", (0..20).map(visit))).expect("twenty visits");
    assert_eq!((found.visits, found.dropped, found.run.operations.len()), (20, 0, 2));
    assert_eq!((found.run.id.as_str(), found.run.seconds), ("20260102T030405Z-00ff", 19.0));
    let remark = "The run did not come to its end: 20 visits of 2 of 2 operations are kept.";
    assert_eq!((found.run.health.fit, found.run.health.remarks[0].as_str()), (false, remark));
    assert_eq!((found.run.health.control_held, found.run.health.control_total), (2, 2));
    // The same from the rounds, without a file between.
    let mut timed = entrants(&plans()[1]);
    (0..20).filter(|i| i % 2 == 1).for_each(|i| assert!(add(&mut timed, &visit(i))));
    let control = timed.pop();
    let mut expected = plans()[1].operation();
    fill(&mut expected, &timed, control.as_ref(), true, &Bootstrap::of(&sample().method));
    assert_eq!(found.run.operations[1], expected);
    assert_eq!(
        (expected.rows[0].rounds, expected.rows[0].visits, expected.rows[1].rounds_ln.len()),
        (30, 10, 30)
    );
}

#[test]
fn wherever_it_ends_every_whole_visit_is_kept_and_the_rest_counted() {
    let whole = bytes("cut", (0..9).map(visit));
    let ends: Vec<usize> = whole
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'\n')
        .map(|(at, _)| at + 1)
        .collect();
    for end in 0..=whole.len() {
        let lines = ends.iter().filter(|&&line| line <= end).count();
        let kept = ends.iter().rev().find(|&&line| line <= end).copied().unwrap_or(0);
        match recover(&whole[..end]) {
            Ok(found) => {
                assert_eq!(
                    (found.visits + 2, found.dropped),
                    (lines, end - kept),
                    "cut after {end} bytes"
                );
                let said = &found.run.health.remarks[0];
                let dropped = format!("and {} bytes of an unfinished one were dropped", end - kept);
                assert_eq!(said.contains(&dropped), end > kept, "{said}");
            }
            Err(lost) => {
                assert_eq!(lost, Lost::Nothing { bytes: end }, "cut after {end} bytes");
                assert!(lines < 3, "cut after {end} bytes: a visit was lost");
            }
        }
    }
}

#[test]
fn damage_inside_ends_it_there() {
    let whole = bytes("damage", (0..6).map(visit));
    let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    let with = |at: usize, line: &[u8]| {
        let mut lines = lines.clone();
        lines[at] = line;
        recover(&lines.concat()).map(|found| (found.visits, found.dropped))
    };
    let tail = |from: usize| lines[from..].iter().map(|line| line.len()).sum::<usize>();
    assert_eq!(with(5, b"{}\n"), Ok((3, 3 + tail(6))));
    assert_eq!(with(5, lines[0]), Ok((3, lines[0].len() + tail(6))));
    let strange =
        serde_json::to_vec(&Line::Visit(Visit { operation: 2, ..visit(3) })).expect("it has JSON");
    assert_eq!(with(5, &[&strange[..], b"\n"].concat()), Ok((3, strange.len() + 1 + tail(6))));
    let short = Visit { wall_ns: vec![vec![1.0]; 3], ..visit(3) };
    let short =
        [&serde_json::to_vec(&Line::Visit(short)).expect("it has JSON")[..], b"\n"].concat();
    assert_eq!(with(5, &short), Ok((3, short.len() + tail(6))));
    assert_eq!(with(0, b"{}\n"), Err(Lost::NotAJournal));
    assert_eq!(recover(b"not a journal\n"), Err(Lost::NotAJournal));
    let newer =
        String::from_utf8(lines[0].to_vec()).expect("text").replace("\"schema\":2", "\"schema\":3");
    assert_eq!(with(0, newer.as_bytes()), Err(Lost::NotAJournal));
}

#[test]
fn whoever_was_lost_on_the_way_has_no_row() {
    let without = |lost: usize| {
        let visits = (0..12).map(move |i| {
            let mut visit = visit(i);
            if i >= 6 {
                // A worker that died within a visit leaves a time that is none; after that nothing.
                visit.cpu_ns[lost] = if i < 8 { vec![f64::INFINITY, 1.0, 1.0] } else { Vec::new() };
                visit.wall_ns[lost] = visit.cpu_ns[lost].clone();
            }
            visit
        });
        recover(&bytes(&format!("lost{lost}"), visits))
            .expect("twelve visits")
            .run
            .operations
            .remove(0)
    };
    let names = |operation: &Operation| {
        operation
            .rows
            .iter()
            .map(|row| (row.implementation.clone(), row.ratio.is_some()))
            .collect::<Vec<_>>()
    };
    let (ours, theirs) = (("curvemark".to_owned(), false), ("other".to_owned(), false));
    let peer = without(1);
    assert_eq!((names(&peer), peer.control.is_some()), (vec![ours], true));
    let baseline = without(0);
    assert_eq!(
        (names(&baseline), baseline.control),
        (vec![theirs], None),
        "without a baseline there is no ratio"
    );
    assert_eq!(without(2).control, None);
}
