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
//! | `module` | for a module of WebAssembly: memory, random bytes |
//!
//! Each file but `status`, `bls` and `common` has a feature, so that others take a part of them: a
//! chip what needs neither a heap nor an operating system (`esp-idf`), JavaScript what its modules
//! offer (`bindings/js`).
#![cfg_attr(not(feature = "std"), no_std)]
// A part of the files uses a part of what all share.
#![cfg_attr(not(feature = "signatures"), allow(dead_code))]
// Only `boundary` and `module` may, and the functions that macros of `boundary` write.
#![deny(unsafe_code)]

mod bls;
#[cfg(feature = "std")]
mod bls_lists;
#[allow(unsafe_code)]
mod boundary;
#[cfg(feature = "cashu")]
mod cashu;
#[cfg(feature = "std")]
mod common;
#[cfg(feature = "evm")]
mod evm;
#[cfg(feature = "groth16")]
mod groth16;
#[cfg(feature = "points")]
mod groups;
#[cfg(feature = "kzg")]
mod kzg;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
#[allow(unsafe_code)]
mod module;
#[cfg(feature = "parts")]
mod parts;
#[cfg(feature = "poseidon")]
mod poseidon;
#[cfg(all(feature = "signatures", feature = "std"))]
mod signature_lists;
#[cfg(feature = "signatures")]
mod signatures;
mod status;

// For the tests of this package, which cannot make a function panic otherwise.
#[cfg(feature = "std")]
#[doc(hidden)]
pub use boundary::guard;
#[doc(hidden)]
pub use status::Status;
