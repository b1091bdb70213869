//! Points of Bandersnatch, elements of Banderwagon, proofs of values of vectors, and those of
//! verifiable random functions.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| fuzzing::any("bandersnatch", data));
