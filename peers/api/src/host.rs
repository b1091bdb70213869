//! How much a host's request depends on one operation, by stand-ins that keep the CPU for known
//! times.

use std::hint::black_box;

use serde::{Deserialize, Serialize};

use crate::Body;
use crate::clock::SystemClock;

/// A host's request, which calls the operation as often as it needs it.
pub type Request<'a> = dyn FnMut(&mut dyn FnMut()) + 'a;

/// What requests took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hosted {
    /// A request with the real operation, nanoseconds of thread-CPU time.
    pub real_ns: f64,
    /// Delays of the stand-in, and the request with it, nanoseconds.
    pub delayed: Vec<[f64; 2]>,
}

/// The least CPU time of a request over so many rounds, with the real operation and with stand-ins
/// that keep the CPU for these delays, nanoseconds, in turn. The operation must live in this
/// process.
pub fn hosted(
    body: &mut dyn Body,
    request: &mut Request<'_>,
    delays_ns: &[u64],
    rounds: u32,
) -> Hosted {
    let clock = SystemClock::new();
    let mut time = |operation: &mut dyn FnMut()| {
        let start = clock.start();
        request(operation);
        clock.stop().since(&start, &clock.overhead()).cpu_ns
    };
    let (mut real_ns, mut delayed) = (f64::INFINITY, vec![f64::INFINITY; delays_ns.len()]);
    for _ in 0..rounds {
        real_ns = real_ns.min(time(&mut || body.run(1)));
        for (delay, least) in delays_ns.iter().zip(&mut delayed) {
            *least = least.min(time(&mut || wait(&clock, *delay)));
        }
    }
    Hosted {
        real_ns,
        delayed: delays_ns.iter().zip(delayed).map(|(delay, ns)| [*delay as f64, ns]).collect(),
    }
}

/// Keeps the CPU for so long, by the thread's own clock.
fn wait(clock: &SystemClock, delay_ns: u64) {
    let until = clock.start().cpu_ns + delay_ns as f64;
    while black_box(clock.start().cpu_ns) < until {}
}
