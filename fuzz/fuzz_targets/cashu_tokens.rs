//! Tokens of Cashu, and conditions of spending.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../curvemark/tests/support/bodies.rs"]
mod bodies;

fuzz_target!(|data: &[u8]| bodies::any(bodies::cashu_tokens::TARGETS, data));
