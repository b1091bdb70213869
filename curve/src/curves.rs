//! The curves by name: facts, and what only they can do faster.

#[macro_use]
mod paired;

#[cfg(feature = "bandersnatch")]
pub mod bandersnatch;
mod bls12;
#[cfg(feature = "bls12-377")]
pub mod bls12_377;
pub mod bls12_381;
pub mod bn254;
#[cfg(any(feature = "pasta", feature = "grumpkin"))]
#[macro_use]
mod cycle;
pub mod ed25519;
#[cfg(feature = "grumpkin")]
pub mod grumpkin;
pub mod p256;
#[cfg(feature = "pasta")]
pub mod pasta;
pub mod secp256k1;
