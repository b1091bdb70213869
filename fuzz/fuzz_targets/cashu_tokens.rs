//! Tokens of Cashu, and conditions of spending.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| fuzzing::any("cashu_tokens", data));
