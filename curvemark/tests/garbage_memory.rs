//! What garbage takes from the heap: for each target at most what stands beside it, whatever the bytes.
//!
//! A program of its own without threads, that of the usual harness among them, since the allocator counts for the whole process.

use peak_alloc::PeakAlloc;

use inputs::Inputs;

#[path = "support/bodies.rs"]
mod bodies;
#[path = "support/inputs.rs"]
mod inputs;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() {
    for target in bodies::all() {
        let mut inputs = Inputs::new(target, 3);
        // What the process keeps is made here: tables of generators, verifiers.
        inputs.valid().iter().for_each(|data| (target.body)(data));
        let mut most = 0;
        for turn in 0..if target.fast { 2000 } else { 40 } {
            let data = if turn < 16 { inputs.valid()[turn].clone() } else { inputs.draw() };
            let before = HEAP.current_usage();
            HEAP.reset_peak_usage();
            (target.body)(&data);
            let taken = HEAP.peak_usage().saturating_sub(before);
            assert!(taken <= target.heap, "{}: {taken} bytes for an input of {}", target.name, data.len());
            assert_eq!(HEAP.current_usage(), before, "{}: what is taken is given back", target.name);
            most = most.max(taken);
        }
        println!("{:28} at most {most} bytes of {}", target.name, target.heap);
    }
}
