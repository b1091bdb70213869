//! Rows by this machine's monotonic clock.

use std::cell::Cell;
use std::hint::black_box;
use std::time::{Duration, Instant};

thread_local! {
    static ROW: Cell<Option<Duration>> = const { Cell::new(None) };
}

/// What `work` takes is the row; a request has one at most.
pub fn operation<T>(_name: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    // What is timed must not move across the clock: what it works on is known only here, and what
    // it makes is used here.
    let result = black_box(black_box(work)());
    ROW.set(Some(start.elapsed()));
    result
}

/// The row since the last call.
pub fn take() -> Option<Duration> {
    ROW.take()
}
