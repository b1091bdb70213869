//! Groth16: keys, proofs, byte strings, files.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| fuzzing::any("groth16", data));
