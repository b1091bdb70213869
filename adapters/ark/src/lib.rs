//! The traits of arkworks over curvemark's fields, curves and pairings.
//!
//! Change the crate of a curve, and keep the program: the README has an example, and what differs.
//!
//! | arkworks' crate | module |
//! |---|---|
//! | `ark_bls12_381` | [`bls12_381`] |
//! | `ark_bn254` | [`bn254`] |
//! | `ark_secp256k1` | [`secp256k1`] |
//! | `ark_secp256r1` | [`secp256r1`] |
//! | `ark_ed25519` | [`ed25519`] |
//! | `ark_pallas`, `ark_vesta` | `pallas`, `vesta`, by the feature `pasta` |
//! | `ark_grumpkin` | `grumpkin`, by the feature of that name |
//!
//! Types have the names that they have there. They wrap those of [`curve`], which do the work:
//! `from_curve` and `as_curve` (`to_curve`) lead from one to the other.
//!
//! Operators run in constant time, `*` by a scalar too, which takes a scalar for a secret. Methods
//! that take integers (`mul_bigint`, `pow`) and sums of multiples run in time that depends on the
//! values, as with arkworks.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod coefficients;
pub mod dodecic;
pub mod edwards;
mod facts;
pub mod group;
mod operators;
pub mod pairing;
pub mod prime;
pub mod quadratic;
pub mod sextic;
pub mod weierstrass;

mod curves {
    pub mod bls12_381;
    pub mod bn254;
    pub mod ed25519;
    #[cfg(feature = "grumpkin")]
    pub mod grumpkin;
    #[cfg(feature = "pasta")]
    pub mod pallas;
    pub mod secp256k1;
    pub mod secp256r1;
    #[cfg(feature = "pasta")]
    pub mod vesta;
}

#[cfg(feature = "grumpkin")]
pub use curves::grumpkin;
pub use curves::{bls12_381, bn254, ed25519, secp256k1, secp256r1};
#[cfg(feature = "pasta")]
pub use curves::{pallas, vesta};

/// The README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
