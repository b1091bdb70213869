//! The accelerators of Ethereum's zkVM standard in software: the 19 functions of
//! `zkvm_accelerators.h` ([eth-act/zkvm-standards](https://github.com/eth-act/zkvm-standards)), for
//! guests on rv32im and rv64im, and for the clients that run the same program natively.
//!
//! # One minute of code
//!
//! **Call a function** as the standard has it, without `zkvm_` before its name:
//!
//! ```
//! use curvemark_guest::{Error, bn254_g1_add, keccak256, secp256k1_ecrecover};
//!
//! assert_eq!(keccak256(b"")[..4], [0xc5, 0xd2, 0x46, 0x01]);
//!
//! // Zeros encode the identity.
//! let mut point = [0; 64];
//! (point[31], point[63]) = (1, 2);
//! assert_eq!(bn254_g1_add(&point, &[0; 64])?, point);
//!
//! // The id is that of the signature, 0 to 3, and not the v of a transaction.
//! assert_eq!(secp256k1_ecrecover(&[1; 32], &[1; 64], 27), Err(Error::Signature));
//! # Ok::<(), Error>(())
//! ```
//!
//! **A list of pairs** is a slice of a type that is laid out as in C:
//!
//! ```
//! use curvemark_guest::{Bls12Pair, Bn254Pair, Error, bls12_pairing, bn254_pairing};
//!
//! let pair = Bn254Pair { g1: [0; 64], g2: [0; 128] };
//! assert_eq!(bn254_pairing(&[pair, pair]), Ok(true));
//!
//! // Of no pairs EIP-197 says yes, and EIP-2537 that there must be one.
//! assert_eq!(bn254_pairing(&[]), Ok(true));
//! assert_eq!(bls12_pairing(&[]), Err(Error::Length));
//! let pair = Bls12Pair { g1: [0; 96], g2: [0; 192] };
//! assert_eq!(bls12_pairing(&[pair]), Ok(true));
//! ```
//!
//! # Which function to take
//!
//! | function | contract | fails | heap |
//! |---|---|---|---|
//! | [`keccak256`] | – | never | no |
//! | [`secp256k1_verify`] | – | never | no |
//! | [`secp256k1_ecrecover`] | `01` | if no key has signed, or the id is above 3 | no |
//! | [`sha256`], [`ripemd160`] | `02`, `03` | never | no |
//! | [`modexp`] | `05` | never | the numbers, a table of powers |
//! | [`bn254_g1_add`], [`bn254_g1_mul`] | `06`, `07` | on bytes of no point | no |
//! | [`bn254_pairing`] | `08` | on bytes of no point, in G2 outside the group | the pairs |
//! | [`blake2f`] | `09` | on a flag that is neither 0 nor 1 | no |
//! | [`kzg_point_eval`] | `0a` | on bytes of no point, z or y above the order | no |
//! | [`bls12_g1_add`], [`bls12_g2_add`] | `0b`, `0d` | on bytes of no point of the curve | no |
//! | [`bls12_g1_msm`], [`bls12_g2_msm`] | `0c`, `0e` | on no pairs, or bytes of no point of the group | the pairs, buckets |
//! | [`bls12_pairing`] | `0f` | the same | the pairs |
//! | [`bls12_map_fp_to_g1`], [`bls12_map_fp2_to_g2`] | `10`, `11` | on an element above the modulus | no |
//! | [`secp256r1_verify`] | `0100` | never | no |
//!
//! An [`Error`] says that the input cannot be taken. `Ok(false)` and `false` say that it can, and
//! that what it claims does not hold. A signature that cannot be read, or a key that is no point,
//! is a signature of nobody, since the contract of EIP-7951 knows no error.
//!
//! The contracts of the machine, with gas and padding, are in the crate `curvemark-evm`. The curves
//! themselves are in `curvemark`.
//!
//! # Encodings
//!
//! Integers are big-endian but for those of [`blake2f`]. A point is x and then y, and zeros encode
//! the identity. Coordinates are below the modulus, each point has one string, and all others are
//! refused. Where the standard does not say it, its contracts do: on BN254 an element of Fp2 has
//! the coefficient of u first (EIP-197), on BLS12-381 that of 1 (EIP-2537). On BLS12-381 an element
//! of Fp has 48 bytes, without the padding of the contracts. A scalar is any integer of 32 bytes,
//! but for those of [`kzg_point_eval`].
//!
//! # Features
//!
//! | feature | brings | costs |
//! |---|---|---|
//! | `std` (default) | tables and the verifier of KZG openings are made once and kept | `std` |
//! | `c` | the functions of the standard for C, `c` | nobody else may define these symbols |
//!
//! Without `std` the crate needs an allocator, which a guest chooses. It has no state there, and
//! makes the verifier of KZG for each call.
//!
//! # What holds everywhere
//!
//! The arithmetic is that of the crates below, and the published cases of the contracts are its
//! tests. All inputs are public, and everything is in variable time. A guest asks the host for
//! nothing, but by [`hints`], which it checks: a result depends on the input only. No input panics.
//! Time is bounded by the lengths of inputs, for [`blake2f`] by its rounds; whoever has a limit,
//! such as gas, asks for the price first. Nobody has audited this code.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "c"), forbid(unsafe_code))]
#![deny(unsafe_code)]

extern crate alloc;

mod bls12_381;
mod bn254;
#[cfg(feature = "c")]
#[allow(unsafe_code)]
pub mod c;
mod hashes;
pub mod hints;
mod kzg;
mod modexp;
mod signatures;

/// Whether every instruction is paid for: then the check of a point's order is read from the loop
/// of the pairing, and nothing is made first that pays from the second call on. Elsewhere there are
/// engines that are faster than that saves.
const COUNTED: bool = cfg!(any(target_arch = "riscv32", target_arch = "riscv64"));

pub use bls12_381::{
    Bls12G1Term, Bls12G2Term, Bls12Pair, bls12_g1_add, bls12_g1_msm, bls12_g2_add, bls12_g2_msm,
    bls12_map_fp_to_g1, bls12_map_fp2_to_g2, bls12_pairing,
};
pub use bn254::{Bn254Pair, bn254_g1_add, bn254_g1_mul, bn254_pairing};
pub use evm::precompiles::Error;
pub use hashes::{blake2f, keccak256, ripemd160, sha256};
pub use kzg::kzg_point_eval;
pub use modexp::modexp;
pub use signatures::{secp256k1_ecrecover, secp256k1_verify, secp256r1_verify};

/// The examples of this package's README, compiled and run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
