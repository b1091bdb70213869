//! The precompiled contracts of the Ethereum virtual machine: all 18, from bytes to bytes, with
//! their gas under each [`Fork`] from Istanbul to Amsterdam.
//!
//! # One minute of code
//!
//! **Call a contract** as a client does, with a limit of gas:
//!
//! ```
//! use curvemark_evm::Fork;
//! use curvemark_evm::precompiles::{Error, Precompile, run};
//!
//! let sha256 = Precompile::Sha256.address();
//! let output = run(Fork::Osaka, &sha256, b"abc", 1_000).expect("there is one")?;
//! assert_eq!(output.gas, 60 + 12);
//! assert_eq!(output.bytes[..4], [0xba, 0x78, 0x16, 0xbf]);
//!
//! // BLS12-381 came with Prague.
//! assert!(run(Fork::Cancun, &Precompile::Bls12G1Add.address(), &[0; 256], 1_000).is_none());
//! let poor = run(Fork::Prague, &Precompile::Bls12G1Add.address(), &[0; 256], 374);
//! assert_eq!(poor, Some(Err(Error::OutOfGas)));
//! # Ok::<(), Error>(())
//! ```
//!
//! **Ask for a price, or for an output without a limit:**
//!
//! ```
//! use curvemark_evm::Fork;
//! use curvemark_evm::precompiles::{Error, Precompile};
//!
//! let contract = Precompile::Identity;
//! assert_eq!(contract.gas(Fork::Osaka, b"abc"), 15 + 3);
//! assert_eq!(contract.call(Fork::Osaka, b"abc")?, b"abc");
//! # Ok::<(), Error>(())
//! ```
//!
//! **Give `revm` this arithmetic** (feature `revm`), once per process:
//!
//! ```
//! # #[cfg(feature = "revm")] {
//! assert!(revm::install_crypto(curvemark_evm::revm::Curvemark), "nobody was first");
//! # }
//! ```
//!
//! The page of [`evmmax`] runs a program with opcodes of modular arithmetic.
//!
//! # Which function to take
//!
//! | you want | take |
//! |---|---|
//! | what a client does: address, input and limit of gas | [`precompiles::run`] |
//! | the contract at an address under a fork, if there is one | [`precompiles::Precompile::at`] |
//! | its price only | [`gas::gas`] |
//! | its output, whatever it costs | [`precompiles::Precompile::call`] |
//! | what a contract computes, of an input that is taken apart | [`primitives`] |
//! | `revm` with its own contracts and prices, and this arithmetic | `revm::Curvemark` |
//! | `revm` with these contracts, and nothing installed for the process | `revm::Precompiles` |
//! | the curves themselves | the crate `curvemark`, not these framings |
//!
//! # Features
//!
//! | feature | brings | costs |
//! |---|---|---|
//! | `std` (default) | the verifier of KZG openings is made once and kept | `std` |
//! | `revm` | the contracts and EVMMAX inside `revm` 43 | a hundred crates, Rust 1.91 |
//!
//! Without `std` the crate needs an allocator, and `revm` is built without `std` too. It is linked
//! without its own choices of arithmetic.
//!
//! # What holds everywhere
//!
//! Arithmetic, curves and protocols are those of the crates below. This crate adds what the
//! contracts add: encodings, what is padded and what is refused, and prices. All inputs are public,
//! and everything is in variable time. No input panics. Nobody has audited this code.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod evmmax;
mod fork;
pub mod gas;
pub mod precompiles;
pub mod primitives;
#[cfg(feature = "revm")]
pub mod revm;

pub use fork::Fork;

/// The examples of this package's README, compiled and run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
