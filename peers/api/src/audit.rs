//! Who works during a call, and what several callers at once are answered.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Answer, Audit, Body, Case, Implementation, Operation, Refusal};

/// Does `calls` calls of a body of this process, twice: once for the times, once while another thread counts threads.
pub fn audit(body: &mut dyn Body, calls: u32) -> Audit {
    // What a library starts once and keeps is there after the first call.
    body.run(1);
    let (process, thread, wall) = (process_ns(), thread_ns(), Instant::now());
    body.run(calls);
    let (thread, process, wall) = (thread_ns() - thread, process_ns() - process, wall.elapsed());
    Audit {
        process_ns: process.max(0.0),
        thread_ns: thread.max(0.0),
        wall_ns: wall.as_nanos() as f64,
        extra_threads: extra_threads(body, calls),
    }
}

/// The most threads that are seen during some calls, beyond those that were there.
fn extra_threads(body: &mut dyn Body, calls: u32) -> u32 {
    let (done, most) = (AtomicBool::new(false), AtomicU32::new(0));
    let before = threads();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                // One of them is this one.
                most.fetch_max(threads().saturating_sub(1), Ordering::Relaxed);
                thread::sleep(Duration::from_micros(50));
            }
        });
        body.run(calls);
        done.store(true, Ordering::Relaxed);
    });
    most.load(Ordering::Relaxed).saturating_sub(before)
}

/// Threads of this process; none where the system does not say.
fn threads() -> u32 {
    std::fs::read_dir("/proc/self/task").map_or(0, |tasks| u32::try_from(tasks.count()).unwrap_or(u32::MAX))
}

#[cfg(unix)]
fn process_ns() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

#[cfg(unix)]
fn thread_ns() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

#[cfg(not(unix))]
fn process_ns() -> f64 {
    0.0
}

#[cfg(not(unix))]
fn thread_ns() -> f64 {
    0.0
}

/// [`Implementation::answers_together`] for an implementation that threads may share: each thread prepares a body of its own for a case at a time, and
/// all begin at once.
pub fn together(
    implementation: &(dyn Implementation + Sync),
    operation: &Operation,
    cases: &[Case],
    callers: u32,
) -> Vec<Answer> {
    let callers = usize::try_from(callers).unwrap_or(1).clamp(1, cases.len().max(1));
    let unasked = || Err(Refusal::Lost("a caller ended before it asked".into()));
    let answers = Mutex::new((0..cases.len()).map(|_| unasked()).collect::<Vec<Answer>>());
    let (next, start) = (AtomicUsize::new(0), Barrier::new(callers));
    thread::scope(|scope| {
        for _ in 0..callers {
            scope.spawn(|| {
                start.wait();
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(place) else { break };
                    let body = implementation.prepare(operation, std::slice::from_ref(case));
                    let answer = body.and_then(|mut body| body.answer(0));
                    answers.lock().unwrap_or_else(PoisonError::into_inner)[place] = answer;
                }
            });
        }
    });
    answers.into_inner().unwrap_or_else(PoisonError::into_inner)
}
