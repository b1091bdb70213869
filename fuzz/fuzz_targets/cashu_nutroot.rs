//! Secrets of Cashu that are points.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| fuzzing::any("cashu_nutroot", data));
