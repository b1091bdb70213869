//! The findings on planted faults, from the worker's process to the stored run and back. This
//! program starts itself as that worker, and as the attack on a signing oracle.

use lab::commands::findings::selftest::{self, Outcome, PLANTED};
use lab::measure::clock::SystemClock;
use peer_api::worker::client::Launch;
use probe::Attack;
use std::ffi::OsString;
use std::fs;

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("worker") => planted::work().expect("requests and a place for replies"),
        Some("attack") => planted::attack().expect("signatures of an oracle"),
        _ => {
            planted_faults_are_found_out();
            println!("ok: planted faults are found out in a stored run, and have no figure");
        }
    }
}

fn planted_faults_are_found_out() {
    let program = std::env::current_exe().expect("the path of this test");
    let role = |name: &str| vec![OsString::from(name)];
    let worker = Launch { arguments: role("worker"), ..Launch::new(&program) };
    let attack = Attack { program, arguments: role("attack") };
    let folder = std::env::temp_dir().join(format!("curvemark-findings-{}", std::process::id()));
    // A test of times on a loaded machine may see what is not there; four times in a row it may
    // not.
    let mut problems = Vec::new();
    for _ in 0..4 {
        // Nor does a block of a loaded machine always grow with its calls, without which there is
        // no figure.
        problems = match selftest::run(&worker, &attack, &folder, &SystemClock::new()) {
            Ok(outcome) => {
                check(&outcome);
                outcome.problems()
            }
            Err(why) => vec![why],
        };
        if problems.is_empty() {
            break;
        }
        eprintln!("again, since {}", problems.join("; "));
    }
    fs::remove_dir_all(&folder).expect("it is ours");
    assert!(problems.is_empty(), "{problems:#?}");
}

/// What does not depend on times.
fn check(outcome: &Outcome) {
    for (name, id) in
        PLANTED.iter().filter(|(_, id)| ["F06", "F15", "F16", "F20", "F29"].contains(id))
    {
        assert!(outcome.has(name, id), "{id} does not find {name}: {:#?}", outcome.findings);
    }
    let oracle = outcome
        .findings
        .iter()
        .find(|one| one.implementations == ["oracle"])
        .expect("it was found");
    assert!(oracle.sentence.contains("secret scalar"), "{}", oracle.sentence);
}
