//! Times of closures, interleaved: every one once per round, so that a change of the machine's
//! clock meets all.

use crate::measure::clock::Clock;

/// What is timed.
pub(super) type Body<'a> = Box<dyn FnMut() + 'a>;

/// Thread time of a block.
const BLOCK_NS: f64 = 200_000.0;

/// Most calls of a block.
const MOST_CALLS: u32 = 1000;

/// No frame runs in less: a clock that says so sees nothing, and more calls would not help it.
const LEAST_NS: f64 = 20.0;

/// Median times of a call in nanoseconds, of as many rounds as asked for.
pub(super) fn interleaved(clock: &dyn Clock, times: u32, bodies: &mut [Body<'_>]) -> Vec<f64> {
    rounds(clock, times, bodies).iter().map(|times| median(times)).collect()
}

/// The upper median; not a number for none.
pub(super) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() >> 1).copied().unwrap_or(f64::NAN)
}

/// Times of a call in nanoseconds, one for each round, of each body.
pub(super) fn rounds(clock: &dyn Clock, rounds: u32, bodies: &mut [Body<'_>]) -> Vec<Vec<f64>> {
    let overhead = clock.overhead();
    let time = |body: &mut Body<'_>, calls: u32| {
        let start = clock.start();
        (0..calls).for_each(|_| body());
        clock.stop().since(&start, &overhead).cpu_ns / f64::from(calls)
    };
    let calls: Vec<u32> = bodies
        .iter_mut()
        .map(|body| {
            // The first call pays for cold caches.
            body();
            let ns = time(body, 1);
            if ns < LEAST_NS { 1 } else { ((BLOCK_NS / ns) as u32).clamp(1, MOST_CALLS) }
        })
        .collect();
    let mut times = vec![Vec::new(); bodies.len()];
    for _ in 0..rounds.max(1) {
        for ((body, calls), times) in bodies.iter_mut().zip(&calls).zip(&mut times) {
            // What the others took from the caches comes back in a call that is not timed: figures
            // are of calls again and again.
            body();
            times.push(time(body, *calls));
        }
    }
    times
}
