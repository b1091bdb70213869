//! Kernels for NVIDIA GPUs as PTX text, made from the recorded formulas of `curvemark-curve`, and
//! an interpreter of that text.
//!
//! | module | what it has |
//! |---|---|
//! | [`ptx`] | a builder of the text: registers, chains of carries and labels as types |
//! | [`arithmetic`] | Montgomery arithmetic with a bound for every value |
//! | [`lower`] | recorded formulas as code of a kernel |
//! | [`curve`] | the groups, with their complete additions |
//! | [`kernels`] | what threads do in a sum of multiples |
//! | [`machine`] | what runs kernels: memory and launches |
//! | [`interpreter`] | a machine that needs no card, and is stricter than one |
//!
//! No formula of a group stands in this crate: `curve`'s own are recorded and lowered. There is no
//! driver for a card yet, and nothing here chooses one: docs/gpu.md of the repository says what is
//! there and what is owed.
#![forbid(unsafe_code)]

pub mod arithmetic;
pub mod bound;
pub mod curve;
pub mod integer;
pub mod interpreter;
pub mod kernels;
pub mod lower;
pub mod machine;
pub mod modulus;
pub mod ptx;
