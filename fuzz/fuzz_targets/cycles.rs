//! Points of Pallas, Vesta and Grumpkin.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| fuzzing::any("cycles", data));
