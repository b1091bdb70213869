//! Groth16: published verdicts in all encodings, malleability, batches, what must be refused; proving from files.
//!
//! Published: proofs of snarkjs 0.7.6 on both curves, with verdicts of py_ecc; fastcrypto's byte API, MystenLabs/fastcrypto `8afd59ea` (Apache-2.0).
#![cfg(feature = "groth16")]

#[path = "groth16/encodings.rs"]
mod encodings;
#[path = "groth16/prove.rs"]
mod prove;
#[cfg(feature = "serde")]
#[path = "groth16/published.rs"]
mod published;
#[path = "support/suites.rs"]
mod suites;
#[path = "../../curve/tests/support/vectors.rs"]
mod vectors;
#[cfg(feature = "serde")]
#[path = "groth16/verify.rs"]
mod verify;
