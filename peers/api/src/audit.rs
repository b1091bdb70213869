//! Who works during a call, and what several callers at once are answered.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Answer, Audit, Body, Case, Implementation, Operation, Refusal};

/// Rounds in which others must have worked before it is said that they do, each beside one in which
/// the caller works alone.
pub const ROUNDS: u32 = 12;

/// Others that take less of the calling thread's time than this are none: no clock of CPU time is
/// better.
const NOTHING: f64 = 0.02;

/// CPU and wall time of some work, nanoseconds.
#[derive(Clone, Copy)]
struct Times {
    process_ns: f64,
    thread_ns: f64,
    wall_ns: f64,
}

impl Times {
    fn of(work: impl FnOnce()) -> Self {
        let (process, thread, wall) = (process_ns(), thread_ns(), Instant::now());
        work();
        let (thread_ns, process_ns) = (thread_ns() - thread, process_ns() - process);
        Self { process_ns, thread_ns, wall_ns: wall.elapsed().as_nanos() as f64 }
    }

    /// What others of the process worked meanwhile.
    fn others(&self) -> f64 {
        (self.process_ns - self.thread_ns).max(0.0)
    }
}

/// Does `calls` calls of a body of this process again and again, for the times and then while
/// another thread counts threads.
///
/// The process has threads that are not the body's: those of the program, of other libraries, and
/// of the counting itself, whose end the system may charge later. So every round stands beside one
/// of the same length in which the calling thread spins, only what goes beyond that counts, and
/// only if it does so in each of [`ROUNDS`] rounds, which begin at irregular times. The first round
/// without ends it.
pub fn audit(body: &mut dyn Body, calls: u32) -> Audit {
    // What a library starts once and keeps is there after the first call.
    body.run(1);
    let mut least: Option<Times> = None;
    let share = |times: &Times| times.others() / times.thread_ns.max(1.0);
    let mut rounds = 0;
    while rounds < ROUNDS {
        settle(rounds);
        let called = Times::of(|| body.run(calls));
        let alone = Times::of(|| spin(called.wall_ns));
        let process_ns = called.thread_ns + (called.others() - alone.others()).max(0.0);
        let times = Times { process_ns, ..called };
        rounds += 1;
        if least.is_none_or(|least| share(&times) < share(&least)) {
            least = Some(times);
        }
        if share(&times) <= NOTHING {
            break;
        }
    }
    let times = least.unwrap_or(Times { process_ns: 0.0, thread_ns: 0.0, wall_ns: 0.0 });
    Audit {
        process_ns: times.process_ns.max(0.0),
        thread_ns: times.thread_ns.max(0.0),
        wall_ns: times.wall_ns,
        extra_threads: extra_threads(body, calls, times.wall_ns),
        rounds,
    }
}

/// The most threads that are seen during some calls, beyond those that were there and those that
/// come while the caller spins: the fewest of all rounds.
fn extra_threads(body: &mut dyn Body, calls: u32, wall_ns: f64) -> u32 {
    let mut least = u32::MAX;
    for round in 0..ROUNDS {
        settle(round);
        let called = most_threads(|| body.run(calls));
        // Without one there is nothing to compare.
        let more =
            if called == 0 { 0 } else { called.saturating_sub(most_threads(|| spin(wall_ns))) };
        least = least.min(more);
        if least == 0 {
            break;
        }
    }
    least
}

/// The most threads that are seen while something is done, beyond those that were there.
fn most_threads(work: impl FnOnce()) -> u32 {
    let (began, done, most) = (AtomicBool::new(false), AtomicBool::new(false), AtomicU32::new(0));
    let before = threads();
    thread::scope(|scope| {
        scope.spawn(|| {
            began.store(true, Ordering::Relaxed);
            while !done.load(Ordering::Relaxed) {
                // One of them is this one.
                most.fetch_max(threads().saturating_sub(1), Ordering::Relaxed);
                thread::sleep(Duration::from_micros(50));
            }
        });
        // What takes less than the start of a thread would be over before anybody looked.
        while !began.load(Ordering::Relaxed) {
            thread::yield_now();
        }
        work();
        done.store(true, Ordering::Relaxed);
    });
    most.load(Ordering::Relaxed).saturating_sub(before)
}

/// Before all rounds but the first, a moment for threads to end and to be accounted for, of another
/// length each time: what comes at even intervals does not meet every round.
fn settle(round: u32) {
    if round > 0 {
        thread::sleep(Duration::from_micros(u64::from(700 + 370 * round)));
    }
}

/// Keeps the calling thread at work for so long.
fn spin(wall_ns: f64) {
    let start = Instant::now();
    let mut state = 1u64;
    while (start.elapsed().as_nanos() as f64) < wall_ns {
        state =
            (0..64).fold(state, |state, step| black_box(state.wrapping_mul(3).wrapping_add(step)));
    }
}

/// Threads of this process; none where the system does not say.
fn threads() -> u32 {
    std::fs::read_dir("/proc/self/task")
        .map_or(0, |tasks| u32::try_from(tasks.count()).unwrap_or(u32::MAX))
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

/// [`Implementation::answers_together`] for an implementation that threads may share: each thread
/// prepares a body of its own for a case at a time, and all begin at once.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::mpsc::{Sender, channel};

    /// Works for so many steps, and hands as many to another thread of its own where there is one.
    struct Work {
        steps: u32,
        helper: Option<Sender<(u32, Sender<u64>)>>,
    }

    fn steps(steps: u32) -> u64 {
        (0..steps).fold(1u64, |sum, step| black_box(sum.wrapping_mul(5).wrapping_add(step.into())))
    }

    impl Body for Work {
        fn run(&mut self, calls: u32) {
            for _ in 0..calls {
                let (answer, answered) = channel();
                if let Some(helper) = &self.helper {
                    helper.send((self.steps, answer)).expect("it lives as long as this");
                }
                black_box(steps(self.steps));
                if self.helper.is_some() {
                    black_box(answered.recv().expect("it answers"));
                }
            }
        }

        fn answer(&mut self, _: usize) -> Result<Vec<u8>, Refusal> {
            Err(Refusal::Unsupported("nobody asks".into()))
        }
    }

    /// A thread that was there before and works on and off, as one that draws would, or the thread
    /// that just counted.
    struct Background(Arc<AtomicBool>);

    impl Background {
        fn start() -> Self {
            let done = Arc::new(AtomicBool::new(false));
            let seen = Arc::clone(&done);
            thread::spawn(move || {
                while !seen.load(Ordering::Relaxed) {
                    black_box(steps(200_000));
                    // Threads that come and go, too.
                    thread::spawn(|| black_box(steps(1_000)));
                    thread::sleep(Duration::from_micros(300));
                }
            });
            Self(done)
        }
    }

    impl Drop for Background {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    fn share(seen: &Audit) -> f64 {
        seen.process_ns / seen.thread_ns
    }

    /// One test, since whatever else this process does is background to it.
    #[cfg(target_os = "linux")]
    #[test]
    fn threads_of_the_program_are_not_those_of_an_implementation() {
        let (helper, asked) = channel::<(u32, Sender<u64>)>();
        thread::spawn(move || {
            for (count, answer) in asked {
                let _ = answer.send(steps(count));
            }
        });
        let mut pooled = Work { steps: 100_000, helper: Some(helper) };
        // A pool that is kept is seen by its time alone. Other tests may work for a moment.
        let seen: Vec<Audit> = (0..3).map(|_| audit(&mut pooled, 10)).collect();
        assert!(seen.iter().any(|seen| share(seen) > 1.3 && seen.rounds == ROUNDS), "{seen:?}");
        assert!(seen.iter().all(|seen| seen.extra_threads == 0), "it was there before: {seen:?}");

        let mut alone = Work { steps: 40, helper: None };
        for _ in 0..5 {
            let seen = audit(&mut alone, 5_000);
            assert!(share(&seen) <= 1.05 && seen.extra_threads == 0, "{seen:?}");
            assert!(seen.rounds >= 1 && seen.thread_ns > 0.0 && seen.wall_ns > 0.0, "{seen:?}");
        }
        let _background = Background::start();
        let seen = audit(&mut alone, 5_000);
        assert!(share(&seen) <= 1.05 && seen.extra_threads == 0, "beside one that works: {seen:?}");
    }
}
