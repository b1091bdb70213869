//! Generators of whole programs: Rust functions that emit code from `curve`'s formulas.
//!
//! | program | dialects | call data | returns |
//! |---|---|---|---|
//! | [`g1_mul::seed`] | EIP-5843 | scalar (32 bytes), x, y (48 each, in the dialect's order of bytes) | X, Y, Z (48 each), or 96 zeros for the identity |
//! | [`g1_mul::tight`] | EIP-6690, evmone | the same, big-endian | X, Y, Z, Z being zero for the identity |
//! | [`g1_glv()`] | EIP-6690, evmone | the same; the point in G1 | the same |
//!
//! A program checks no more than its documentation says; what it assumes of its input is written there.

mod g1_glv;
pub mod g1_mul;

pub use g1_glv::g1_glv;
