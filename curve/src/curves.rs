//! The curves by name: facts, and what only they can do faster.

#[cfg(feature = "bandersnatch")]
pub mod bandersnatch;
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
