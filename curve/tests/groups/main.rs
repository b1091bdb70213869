//! Groups: laws on toy and real curves, constants derived again, published multiples and
//! signatures.

extern crate curvemark_curve as curve;

#[macro_use]
#[path = "../support/modulus.rs"]
mod modulus;
#[path = "../support/big.rs"]
mod big;
#[path = "../support/engine.rs"]
mod engine;
#[path = "../support/json.rs"]
mod json;
#[path = "../support/lattice.rs"]
mod lattice;
#[path = "../support/laws.rs"]
mod laws;
#[path = "../support/vectors.rs"]
mod vectors;

#[cfg(feature = "hints")]
mod advice;
mod bls12_381;
mod bn254;
mod constants;
mod ecdsa;
mod ecdsa_vectors;
mod ed25519;
mod edwards_toy;
mod glv;
mod lengths;
mod ristretto;
mod scalar_mul;
mod toy;
