//! The cryptography that blockchains run on: protocols, bytes in and bytes out.
//!
//! | module | protocol |
//! |---|---|
//! | [`bls`] | BLS signatures on BLS12-381: draft-irtf-cfrg-bls-signature-05, Ethereum's rules, EIP-2333 |
//! | [`cashu::v3`] | Cashu blind signatures on BLS12-381: NUT-00 v3, keyset ids of NUT-02 v3, secrets of NUT-13 v3 |
//! | [`ecdsa`] | ECDSA on secp256k1 and P-256: signing, verification one by one and many at once, recovery of keys |
//! | [`eddsa`] | Ed25519: signing, verification by two rules, one by one and many at once |
//! | [`hash`] | hash functions under one roof, HMAC, HKDF, Merkle trees |
//! | [`schnorr`] | BIP-340: signing, verification one by one and many at once |
//!
//! With the feature `traits` keys and signatures have those of the crate `signature`, version 3.
//!
//! Every function is constant-time in its secrets unless its name ends in `_vartime`; verification takes public values and may
//! be variable-time. Inside, an invalid point cannot be represented: whatever comes from bytes has been checked.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod bls;
pub mod cashu;
pub mod ecdsa;
pub mod eddsa;
pub mod hash;
mod kept;
pub mod schnorr;
#[cfg(feature = "traits")]
mod traits;

pub use curve::bls12_381;

/// The examples of the README, compiled and run as documentation tests.
#[cfg(all(doctest, feature = "alloc"))]
#[doc = include_str!("../../README.md")]
pub struct Readme;
