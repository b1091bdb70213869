//! The precompiled contracts of the Ethereum virtual machine: all 18, from bytes to bytes, with
//! their gas under each [`Fork`] from Istanbul to Amsterdam.
//!
//! ```
//! use curvemark_evm::Fork;
//! use curvemark_evm::precompiles::{Error, Precompile, run};
//!
//! // The contract at an address, under a fork and a limit of gas: as a client calls it.
//! let sha256 = Precompile::Sha256.address();
//! let output = run(Fork::Osaka, &sha256, b"abc", 1_000).expect("there is one")?;
//! assert_eq!(output.gas, 60 + 12);
//! assert_eq!(output.bytes[..4], [0xba, 0x78, 0x16, 0xbf]);
//!
//! // BLS12-381 came with Prague.
//! assert!(run(Fork::Cancun, &Precompile::Bls12G1Add.address(), &[0; 256], 1_000).is_none());
//! assert_eq!(run(Fork::Prague, &Precompile::Bls12G1Add.address(), &[0; 256], 374), Some(Err(Error::OutOfGas)));
//! # Ok::<(), Error>(())
//! ```
//!
//! Arithmetic, curves and protocols are those of `limb`, `curve` and `curvemark`; what is here is
//! what the contracts add: encodings, what is padded and what is refused, and prices. All inputs
//! are public, and everything is in variable time.
//!
//! Without the feature `std` the crate needs `alloc` alone. With the feature `revm` the module of
//! that name plugs the contracts into `revm` 43.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod evmmax;
mod fork;
pub mod gas;
pub mod precompiles;
#[cfg(feature = "revm")]
pub mod revm;

pub use fork::Fork;
