//! curvemark for C: bytes in, bytes out into the caller's buffers, and a status.
//!
//! The functions are documented in `include/curvemark.h`, which a test compares with this source.
//! `boundary` has all `unsafe`, and the macro that makes a function of safe code one that C calls.
//! Everything else is safe code over `curvemark`, `curve` and `evm`.
//!
//! | file | functions |
//! |---|---|
//! | `status` | what every function answers with |
//! | `bls` | BLS signatures |
//! | `signatures` | ECDSA, Schnorr (BIP-340), Ed25519 |
//! | `kzg` | KZG commitments, blobs and cells |
//! | `evm` | the precompiled contracts of Ethereum |
//! | `groups` | points, sums of multiples, pairings, hashing to curves |
//! | `groth16` | Groth16 |
//! | `poseidon` | Poseidon |
//! | `cashu` | Cashu |
//! | `common` | lists, randomness, threads |
// Only `boundary` may, and in the functions that its macros write.
#![deny(unsafe_code)]

mod bls;
#[allow(unsafe_code)]
mod boundary;
mod cashu;
mod common;
mod evm;
mod groth16;
mod groups;
mod kzg;
mod poseidon;
mod signatures;
mod status;
