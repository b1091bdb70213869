//! Proves that the kernels of `curvemark-limb` in a linked binary compute what they say, for all
//! operands and for all moduli of their condition: see `docs/proofs.md`.
//!
//! Read [`check`] first, which alone decides what is proved, then [`words`], [`x86`], [`arm64`] and
//! [`rv32`], which say what instructions do, then the contracts in [`kernels`]. [`search`] finds
//! the steps, and need not be believed.
#![forbid(unsafe_code)]

pub mod arm64;
pub mod binary;
pub mod check;
pub mod contract;
pub mod kernels;
pub mod lanes;
pub mod machine;
pub mod polynomial;
pub mod proof;
pub mod prover;
pub mod rational;
pub mod refusal;
pub mod report;
pub mod rv32;
pub mod search;
pub mod words;
pub mod x86;
