//! Fields, towers, groups, pairings and hash-to-curve.
//!
//! A formula is a plain generic function over the contract of [`field`], written once for each cost
//! shape ([`shapes`]). Engines run it, and [`engines::door`] chooses which. This crate names curves
//! and knows no protocol.
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

// A program for the chip is linked as one, and holds nothing twice.
#[cfg(not(target_arch = "riscv32"))]
#[doc(hidden)]
pub mod compiled;
pub mod crossover;
pub mod curves;
pub mod edwards;
pub mod engines;
pub mod error;
pub mod field;
pub mod formulas;
pub mod fp2;
pub mod glv;
pub mod hash_to_curve;
pub mod integer;
pub mod msm;
#[cfg(feature = "alloc")]
pub mod ntt;
pub mod pairing;
#[cfg(feature = "parallel")]
pub mod parallel;
#[cfg(feature = "alloc")]
pub mod poseidon;
pub mod scalar;
pub mod scalar_mul;
pub mod shapes;
pub mod tower;
pub mod vectors;
pub mod weierstrass;
pub mod windows;

pub use curves::{bls12_381, bn254, ed25519, p256, secp256k1};
