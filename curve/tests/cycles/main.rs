//! The curves of cycles, Pallas, Vesta and Grumpkin: constants, laws, roots, encodings, published
//! multiples and hashes.
#![cfg(all(feature = "pasta", feature = "grumpkin", feature = "alloc"))]

extern crate curvemark_curve as curve;

#[macro_use]
#[path = "../support/modulus.rs"]
mod modulus;
#[path = "../support/engine.rs"]
mod engine;
#[path = "../support/json.rs"]
mod json;
#[path = "../support/lattice.rs"]
mod lattice;
#[path = "../support/laws.rs"]
mod laws;
#[path = "../support/on_lanes.rs"]
mod on_lanes;

mod bytes;
mod groups;
mod hashing;
mod published;
mod roots;
mod slow;
