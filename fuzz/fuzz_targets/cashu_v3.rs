//! Cashu on BLS12-381.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| fuzzing::any("cashu_v3", data));
