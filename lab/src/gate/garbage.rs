//! Garbage for every public function that takes bytes: the bodies of `fuzzing`, which property
//! tests and fuzzers have too.
//!
//! The targets are shared out among as many threads as there are cores. What they take from the
//! heap is not seen here, since an allocator that counts would be in every figure of this program:
//! `fuzzing/tests/heap.rs` asserts the bounds.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use fuzzing::{Amount, Fed, Target, feed};
use peer_api::clock::SystemClock;

use super::tally::{self, Title};
use super::{Plan, Progress, Tier};
use record::Suite;

/// Another seed than that of the ordinary tests.
const SEED: u64 = 2;

/// One suite for each target, in their order. A failure is an input, in full, with what was wrong.
pub(crate) fn all(plan: &Plan, progress: Progress<'_>) -> Vec<Suite> {
    if plan.tier == Tier::Quick {
        return vec![tally::skipped("garbage", "hours: `check --tier full`")];
    }
    match Amount::from_environment() {
        Ok(amount) => {
            let asked = fuzzing::all().filter(|target| plan.has(&slug(target)));
            if tally::counting() {
                asked.for_each(|target| progress(&name(target), 0, 1000));
                return Vec::new();
            }
            of(&asked.collect::<Vec<_>>(), amount, progress)
        }
        Err(problem) => vec![tally::unusable(Title::new("garbage", "", ""), &problem)],
    }
}

/// The names of all functions that garbage is fed to.
pub(crate) fn names() -> impl Iterator<Item = String> {
    fuzzing::all().map(slug)
}

/// What the threads say.
enum Said {
    Progress(usize, u64),
    Done(usize, Fed),
}

fn of(targets: &[&Target], amount: Amount, progress: Progress<'_>) -> Vec<Suite> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(targets.len());
    let next = AtomicUsize::new(0);
    let (said, hear) = mpsc::channel();
    let mut suites: Vec<Option<Suite>> = targets.iter().map(|_| None).collect();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (said, next) = (said.clone(), &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(target) = targets.get(index) else { return };
                    let mut tell = |_, part| drop(said.send(Said::Progress(index, part)));
                    let clock = SystemClock::new();
                    let spent = || Duration::from_nanos(clock.start().cpu_ns as u64);
                    let fed = feed(target, SEED, amount, &spent, &mut tell);
                    drop(said.send(Said::Done(index, fed)));
                }
            });
        }
        drop(said);
        for message in hear {
            match message {
                Said::Progress(index, part) => progress(&name(targets[index]), part, 1000),
                Said::Done(index, fed) => suites[index] = Some(suite(targets[index], fed)),
            }
        }
    });
    let lost =
        |target: &Target| tally::unusable(Title::new(name(target), "", ""), &"its thread was lost");
    suites
        .into_iter()
        .zip(targets)
        .map(|(suite, target)| suite.unwrap_or_else(|| lost(target)))
        .collect()
}

/// A target's name in one word.
fn slug(target: &Target) -> String {
    target.name.replace([' ', ','], "-").replace("--", "-")
}

fn name(target: &Target) -> String {
    format!("garbage/{}", slug(target))
}

fn suite(target: &Target, fed: Fed) -> Suite {
    Suite {
        name: name(target),
        shows: format!(
            "a verdict or an error for random and mutated bytes, the longest after {:?}",
            fed.longest
        ),
        source: format!("seed {SEED}"),
        passed: fed.good,
        failures: fed.problems.iter().map(ToString::to_string).collect(),
        failed: fed.bad,
        skipped: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every target has its suite in order, good inputs are counted, and an input that panics is a
    /// failure that shows it.
    #[test]
    fn each_target_has_a_suite() {
        fn refuses(data: &[u8]) {
            assert!(data.first() != Some(&0xff), "not that");
        }
        let target = |name, body| Target { name, body, valid: |_| vec![1; 4], fast: true, heap: 0 };
        let (good, bad) = (target("a, good", |_| {}), target("bad one", refuses));
        let amount = Amount { inputs: 3000, time: Duration::ZERO };
        let suites = of(&[&good, &bad, &good], amount, &|_, _, _| {});
        let names: Vec<&str> = suites.iter().map(|suite| suite.name.as_str()).collect();
        assert_eq!(names, ["garbage/a-good", "garbage/bad-one", "garbage/a-good"]);
        assert!(
            suites[0].passed >= 3000
                && suites[0].failed == 0
                && suites[0].passed == suites[2].passed
        );
        assert!(
            suites[1].failed > 0 && suites[1].failures[0].starts_with("panic: not that; input ff")
        );
        assert_eq!(suites[0].passed, suites[1].passed + suites[1].failed);
    }

    #[test]
    fn the_quick_tier_says_that_it_has_none() {
        let suites = all(&Plan::of(Tier::Quick), &|_, _, _| {});
        assert!(suites.len() == 1 && suites[0].skipped.is_some());
    }
}
