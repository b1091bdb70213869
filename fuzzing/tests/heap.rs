//! What garbage takes from the heap: for each target at most what stands beside it, whatever the
//! bytes.
//!
//! `CURVEMARK_GARBAGE=1000000` says for how many inputs of each fast target; a twentieth of them is
//! for each slower one.
//!
//! A program of its own without threads, that of the usual harness among them, since the allocator
//! counts for the whole process.

use peak_alloc::PeakAlloc;

use fuzzing::{Amount, Inputs};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() {
    let (fast, slow) = match std::env::var_os("CURVEMARK_GARBAGE") {
        // Each slower target as long as the other takes, at about 20 times the price.
        Some(_) => Amount::from_environment()
            .map(|amount| (amount.inputs, amount.inputs.div_ceil(20)))
            .expect("a number"),
        None => (2000, 40),
    };
    for target in fuzzing::all() {
        let mut inputs = Inputs::new(target, 3);
        // What the process keeps is made here: tables of generators, verifiers.
        inputs.valid().iter().for_each(|data| (target.body)(data));
        let mut most = 0;
        for turn in 0..if target.fast { fast } else { slow } {
            let data = inputs.valid().get(turn as usize).cloned().unwrap_or_else(|| inputs.draw());
            let before = HEAP.current_usage();
            HEAP.reset_peak_usage();
            (target.body)(&data);
            let taken = HEAP.peak_usage().saturating_sub(before);
            assert!(
                taken <= target.heap,
                "{}: {taken} bytes for an input of {}",
                target.name,
                data.len()
            );
            assert_eq!(
                HEAP.current_usage(),
                before,
                "{}: what is taken is given back",
                target.name
            );
            most = most.max(taken);
        }
        println!("{:28} at most {most} bytes of {}", target.name, target.heap);
    }
}
