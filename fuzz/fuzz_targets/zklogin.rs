//! Logins of Sui's zkLogin: signatures, inputs, tokens, keys of providers.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| fuzzing::any("zklogin", data));
