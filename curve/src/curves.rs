//! The curves by name: facts, and what only they can do faster.

pub mod bls12_381;
pub mod bn254;
pub mod ed25519;
pub mod p256;
pub mod secp256k1;
