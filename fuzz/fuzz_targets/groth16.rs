//! Groth16: keys, proofs, byte strings, files.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../curvemark/tests/support/bodies.rs"]
mod bodies;

fuzz_target!(|data: &[u8]| bodies::any(bodies::groth16::TARGETS, data));
