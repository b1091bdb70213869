//! Bandersnatch and Banderwagon: constants, a toy curve of the same form exhaustively, laws against
//! big integers, encodings, published commitments and keys.
#![cfg(all(feature = "bandersnatch", feature = "alloc"))]

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

mod constants;
mod elements;
mod encodings;
mod groups;
mod hashing;
mod published;
mod slow;
mod toy;
