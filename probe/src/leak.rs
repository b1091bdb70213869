//! Two classes of secrets in turn, and Welch's test whether their times differ: the method of
//! Reparaz, Balasch and Verbauwhede, "Dude, is my code constant time?" (DATE 2017).

use peer_api::clock::SystemClock;
use peer_api::{Body, Case, Implementation, Operation};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use record::probe::Leak;
use record::statistics::quantile;

/// One class is the fixed case, the other all random ones; blocks of `calls` calls of either, in
/// random order. `None` where the implementation does not take the cases.
pub fn leak(
    implementation: &dyn Implementation,
    operation: &Operation,
    fixed: &Case,
    random: &[Case],
    calls: u32,
    blocks: u32,
    seed: u64,
) -> Option<Leak> {
    between(
        implementation,
        operation,
        [&vec![fixed.clone(); random.len()], random],
        calls,
        blocks,
        seed,
    )
}

/// Two classes of as many cases each, which differ in nothing but the secret: in the first it is
/// always one and the same.
pub fn between(
    implementation: &dyn Implementation,
    operation: &Operation,
    classes: [&[Case]; 2],
    calls: u32,
    blocks: u32,
    seed: u64,
) -> Option<Leak> {
    let [fixed, random] = classes.map(|pool| implementation.prepare(operation, pool).ok());
    let mut bodies = [fixed?, random?];
    let clock = SystemClock::new();
    let time = |body: &mut Box<dyn Body>| match body.timed(calls) {
        Some(reading) => reading.ok().map(|reading| reading.cpu_ns),
        None => {
            let start = clock.start();
            body.run(calls);
            Some(clock.stop().since(&start, &clock.overhead()).cpu_ns)
        }
    };
    let mut order = ChaCha20Rng::seed_from_u64(seed);
    let mut times = [Vec::new(), Vec::new()];
    for body in &mut bodies {
        time(body)?;
    }
    while times.iter().any(|times| times.len() < blocks as usize) {
        let class = (order.next_u32() & 1) as usize;
        times[class].push(time(&mut bodies[class])?);
    }
    // Interrupts lengthen blocks of both classes alike: the slowest tenth is left out, by one bound
    // for both.
    let bound = quantile(&times.concat(), 0.9)?;
    let moments = |times: &[f64]| {
        let kept: Vec<f64> = times.iter().copied().filter(|ns| *ns <= bound).collect();
        let n = kept.len() as f64;
        let mean = kept.iter().sum::<f64>() / n;
        let variance = kept.iter().map(|ns| (ns - mean).powi(2)).sum::<f64>() / (n - 1.0);
        (kept.len() > 1).then_some((mean, variance / n))
    };
    // Of a class that is slower throughout than nine tenths of all, nothing would be left; then
    // nothing is left out.
    let whole = |times: &[f64]| {
        let n = times.len() as f64;
        let mean = times.iter().sum::<f64>() / n;
        (mean, times.iter().map(|ns| (ns - mean).powi(2)).sum::<f64>() / (n - 1.0) / n)
    };
    let [fixed, random] = match times.each_ref().map(|times| moments(times)) {
        [Some(a), Some(b)] => [a, b],
        _ => times.each_ref().map(|times| whole(times)),
    };
    let t = (fixed.0 - random.0) / (fixed.1 + random.1).sqrt().max(f64::MIN_POSITIVE);
    Some(Leak { t, blocks, ratio: fixed.0 / random.0 })
}
