//! The same answers from several threads at once: no hidden state.

use std::thread;

use super::Progress;
use super::subject::Subject;
use super::suites;
use super::tally::{self, Title};
use super::vectors::Origin;
use record::Suite;

const THREADS: usize = 4;

/// Runs all suites of known answers on four threads at once, over the repository's own vectors. A
/// thread that finds another number of good and bad cases than the first one alone has seen state
/// that is shared.
pub fn threads(subject: &dyn Subject, progress: Progress<'_>) -> Suite {
    let vectors = Origin::Repository.load();
    let title = Title::new(
        "threads/known-answers",
        format!("{THREADS} threads at once give the answers that one gives"),
        "the repository's own vectors",
    );
    let counts = |suites: Vec<Suite>| {
        suites.into_iter().map(|suite| (suite.name, suite.passed, suite.failed)).collect::<Vec<_>>()
    };
    tally::run(title, THREADS, progress, |tally| {
        let alone = counts(suites::all(subject, &vectors, &|_, _, _| ()));
        let found: Vec<_> = thread::scope(|scope| {
            let work = || counts(suites::all(subject, &vectors, &|_, _, _| ()));
            let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
            threads.into_iter().map(thread::ScopedJoinHandle::join).collect()
        });
        for (index, result) in found.into_iter().enumerate() {
            match result {
                Ok(counts) => {
                    let different = alone.iter().zip(&counts).find(|(one, other)| one != other);
                    tally.holds(different.is_none() && alone.len() == counts.len(), || {
                        format!(
                            "thread {index}: {:?}",
                            different.map(|(one, other)| format!("{other:?}, alone {one:?}"))
                        )
                    });
                }
                Err(_) => tally.fail(format!("thread {index} panicked")),
            }
        }
    })
}
