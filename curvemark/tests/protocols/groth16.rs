//! Groth16: published verdicts in all encodings, malleability, batches, what must be refused;
//! proving from files.
//!
//! Published: proofs of snarkjs 0.7.6 on both curves, with verdicts of py_ecc; fastcrypto's byte
//! API, MystenLabs/fastcrypto `8afd59ea` (Apache-2.0).
#![cfg(feature = "groth16")]

use crate::{suites, vectors};

mod encodings;
mod parts;
mod prove;
#[cfg(feature = "serde")]
mod published;
#[cfg(feature = "serde")]
mod verify;
