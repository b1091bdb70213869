//! Poseidon of integers, and paths of its trees.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../curvemark/tests/support/bodies.rs"]
mod bodies;

fuzz_target!(|data: &[u8]| bodies::any(bodies::poseidon::TARGETS, data));
