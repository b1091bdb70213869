//! Ed25519.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| garbage::any("eddsa", data));
