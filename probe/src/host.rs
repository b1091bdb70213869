//! How much a host's request depends on one operation, by stand-ins that do nothing but wait.

use peer_api::Body;
use peer_api::clock::SystemClock;
use record::probe::Host;
use std::hint::black_box;
use std::time::Duration;

/// A host's request, which calls the operation as often as it needs it.
pub type Request<'a> = dyn FnMut(&mut dyn FnMut()) + 'a;

/// The least CPU time of a request over so many rounds, with the real operation and with stand-ins that keep the CPU for these delays, in turn. The
/// operation must live in this process.
pub fn host(body: &mut dyn Body, request: &mut Request<'_>, delays: &[Duration], rounds: u32) -> Host {
    let clock = SystemClock::new();
    let mut time = |operation: &mut dyn FnMut()| {
        let start = clock.start();
        request(operation);
        clock.stop().since(&start, &clock.overhead()).cpu_ns
    };
    let (mut real_ns, mut delayed) = (f64::INFINITY, vec![f64::INFINITY; delays.len()]);
    for _ in 0..rounds {
        real_ns = real_ns.min(time(&mut || body.run(1)));
        for (delay, least) in delays.iter().zip(&mut delayed) {
            *least = least.min(time(&mut || wait(&clock, *delay)));
        }
    }
    let pairs = delays.iter().zip(delayed).map(|(delay, ns)| [delay.as_nanos() as f64, ns]);
    Host { real_ns, delayed: pairs.collect() }
}

/// Keeps the CPU for so long, by the thread's own clock.
fn wait(clock: &SystemClock, delay: Duration) {
    let until = clock.start().cpu_ns + delay.as_nanos() as f64;
    while black_box(clock.start().cpu_ns) < until {}
}
