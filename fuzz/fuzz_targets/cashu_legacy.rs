//! Cashu on secp256k1.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../curvemark/tests/support/bodies.rs"]
mod bodies;

fuzz_target!(|data: &[u8]| bodies::any(bodies::cashu_legacy::TARGETS, data));
