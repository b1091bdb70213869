//! BIP-32, SLIP-10, BIP-39, BIP-324 and BIP-352.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| fuzzing::any("wallets", data));
