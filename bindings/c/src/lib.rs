//! curvemark for C: bytes in, bytes out into the caller's buffers, and a status.
//!
//! The functions are documented in `include/curvemark.h`, which a test compares with this source.
//! `boundary` has all `unsafe`, and the macro that makes a function of safe code one that C calls.
//! Everything else is safe code over `curvemark`, `curve` and `evm`.
//!
//! | file | functions |
//! |---|---|
//! | `status` | what every function answers with |
//! | `bls`, `bls_lists` | BLS signatures |
//! | `signatures`, `signature_lists` | ECDSA, Schnorr (BIP-340), Ed25519 |
//! | `kzg` | KZG commitments, blobs and cells |
//! | `evm` | the precompiled contracts of Ethereum |
//! | `groups` | points, sums of multiples, pairings, hashing to curves |
//! | `groth16` | Groth16 |
//! | `parts` | batches that several processes verify |
//! | `poseidon` | Poseidon |
//! | `cashu` | Cashu |
//! | `common` | lists, randomness, threads |
//!
//! Without the feature `std` there are those functions that need neither a heap nor an operating
//! system: `esp-idf` builds them for a chip.
#![cfg_attr(not(feature = "std"), no_std)]
// Only `boundary` may, and in the functions that its macros write.
#![deny(unsafe_code)]

mod bls;
#[cfg(feature = "std")]
mod bls_lists;
#[allow(unsafe_code)]
mod boundary;
mod cashu;
#[cfg(feature = "std")]
mod common;
#[cfg(feature = "std")]
mod evm;
#[cfg(feature = "std")]
mod groth16;
#[cfg(feature = "std")]
mod groups;
#[cfg(feature = "std")]
mod kzg;
#[cfg(feature = "std")]
mod parts;
#[cfg(feature = "std")]
mod poseidon;
#[cfg(feature = "std")]
mod signature_lists;
mod signatures;
mod status;

// For the tests of this package, which cannot make a function panic otherwise.
#[cfg(feature = "std")]
#[doc(hidden)]
pub use boundary::guard;
#[doc(hidden)]
pub use status::Status;
