//! Random bytes, and valid inputs with something changed: a verdict or an error, never a panic, whatever the bytes.
//!
//! An ordinary run takes seconds and reads no clock. The full one, in a release build,
//!
//! ```sh
//! cargo test --release -p curvemark --all-features --test garbage -- --ignored --nocapture
//! ```
//!
//! feeds a million inputs to each fast target (`CURVEMARK_GARBAGE` says another number), and each slower one for ten minutes (`CURVEMARK_GARBAGE_SECONDS`), with
//! another seed (`CURVEMARK_GARBAGE_SEED`), and asks that none takes 10 ms. `CURVEMARK_GARBAGE_TARGET` names part of the targets' names.
#![cfg(feature = "alloc")]

use std::time::{Duration, Instant};

use bodies::Target;
use inputs::Inputs;

#[path = "support/bodies.rs"]
mod bodies;
#[path = "support/inputs.rs"]
mod inputs;

/// Inputs of an ordinary run.
const FAST: usize = 3000;
const SLOW: usize = 40;

#[test]
fn every_target_takes_garbage() {
    for target in bodies::all() {
        let mut inputs = Inputs::new(target, 1);
        inputs.valid().iter().for_each(|data| (target.body)(data));
        for _ in 0..if target.fast { FAST } else { SLOW } {
            run(target, &inputs.draw());
        }
    }
}

#[test]
fn no_bytes_at_all_and_a_few() {
    for target in bodies::all() {
        for length in 0..4 {
            [0x00, 0x80, 0xff].iter().for_each(|byte| run(target, &vec![*byte; length]));
        }
    }
}

/// The body, which names the input if it panics.
fn run(target: &Target, data: &[u8]) {
    struct Witness<'a>(&'a Target, &'a [u8]);
    impl Drop for Witness<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                let hex: String = self.1.iter().map(|byte| format!("{byte:02x}")).collect();
                println!("{}: {hex}", self.0.name);
            }
        }
    }
    let _witness = Witness(target, data);
    (target.body)(data);
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// What no input may take, in a release build.
const HANG: Duration = Duration::from_millis(10);

#[test]
#[ignore = "hours; see above"]
fn the_full_tier() {
    let count = number("CURVEMARK_GARBAGE", 1_000_000);
    let seconds = Duration::from_secs(number("CURVEMARK_GARBAGE_SECONDS", 600));
    let seed = number("CURVEMARK_GARBAGE_SEED", 2);
    let part = std::env::var("CURVEMARK_GARBAGE_TARGET").unwrap_or_default();
    let mut hangs = Vec::new();
    for target in bodies::all().into_iter().filter(|target| target.name.contains(&part)) {
        let mut inputs = Inputs::new(target, seed);
        // What is made once is made here.
        inputs.valid().iter().for_each(|data| run(target, data));
        let time = |data: &[u8]| {
            let start = Instant::now();
            run(target, data);
            start.elapsed()
        };
        let (start, mut done, mut inside, mut longest) = (Instant::now(), 0, Duration::ZERO, Duration::ZERO);
        while if target.fast { done < count } else { start.elapsed() < seconds } {
            let data = inputs.draw();
            let mut taken = time(&data);
            inside += taken;
            // A machine that is busy with other things makes one call long, not three of the same.
            if taken > longest {
                taken = taken.min(time(&data)).min(time(&data));
            }
            longest = longest.max(taken);
            done += 1;
        }
        if done == 0 {
            continue;
        }
        let mean = inside.as_secs_f64() * 1e6 / done as f64;
        println!("{:28} {done:>9} inputs, {mean:9.2} µs each, the longest {longest:?}", target.name);
        if longest >= HANG && !cfg!(debug_assertions) {
            hangs.push((target.name, longest));
        }
    }
    assert!(hangs.is_empty(), "{hangs:?}");
}
