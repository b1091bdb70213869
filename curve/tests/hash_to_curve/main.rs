//! Hashing to curves: RFC 9380's cases, the maps' own laws, and batches.

extern crate curvemark_curve as curve;

#[macro_use]
#[path = "../support/modulus.rs"]
mod modulus;
#[path = "../support/engine.rs"]
mod engine;
#[path = "../support/json.rs"]
mod json;
#[path = "../support/vectors.rs"]
mod vectors;

mod batch;
mod bls12_381;
mod bn254;
mod ecdsa;
mod expand;
mod laws;
mod map;
mod suites;
mod svdw;
