//! Integers modulo m on N machine words: Montgomery arithmetic, folding, sums of products,
//! inversion, square roots.
//!
//! This crate knows no curve. A modulus is one hexadecimal string, and everything else about it is
//! derived at compile time ([`Modulus`]):
//!
//! ```
//! use limb::modulus::{Limbs, hex};
//! use limb::{Modulus, Mont};
//!
//! /// The prime 2^255 - 19.
//! #[derive(Clone, Copy, Debug, PartialEq, Eq)]
//! struct Prime;
//!
//! impl Modulus for Prime {
//!     const P: Limbs = hex("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
//! }
//!
//! let a = Mont::<Prime, u64, 4>::from_words(&[3, 0, 0, 0]);
//! let product = Mont::<Prime, u64, 4>::mul(&a, &a);
//! assert_eq!(Mont::<Prime, u64, 4>::to_words(&product), [9, 0, 0, 0]);
//! ```
//!
//! | module | object |
//! |---|---|
//! | [`word`] | machine words of 64 and 32 bits behind one trait |
//! | [`modulus`] | what follows from a modulus at compile time |
//! | [`mont`] | Montgomery arithmetic on N words: the portable engine |
//! | [`fold`] | residues modulo 2^k − c, reduced by folding |
//! | [`wide`] | sums of double-width products, reduced once |
//! | [`narrow`] | sums of products that come reduced |
//! | [`sums`] | sums of products of complex operands |
//! | [`residues`] | what the next two need of either form |
//! | [`each`] | `map` of arrays, compiled into whoever calls it |
//! | [`inv`] | inversion: constant-time safegcd and its vartime twin |
//! | [`rns`] | one residue in a residue-number system: low latency on vectors |
//! | [`runtime`] | powers and single operations modulo numbers of run time |
//! | `rv32` | kernels on 32-bit words; loops in their place under `--cfg curvemark_small` |
//! | `multiplier` | the hook for a driver's multiplier, under `--cfg curvemark_multiplier` |
//! | `doubles` | eight residues on AVX2 or AVX-512, as doubles |
//! | [`blake2`] | the rounds of BLAKE2b, on words or on vectors |
//! | [`pow`] | powers by public exponents, square roots, Legendre symbol |
//!
//! Every function is constant-time in the values unless its name ends in `_vartime`.
#![no_std]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg_attr(test, allow(clippy::integer_division_remainder_used))]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(test)]
extern crate std;

#[macro_use]
mod unrolled;

#[cfg(all(target_arch = "aarch64", not(miri)))]
#[macro_use]
mod arm64;

#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
pub mod adx;
pub mod blake2;
pub mod cpu;
pub mod ct;
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub mod doubles;
pub mod each;
pub mod fold;
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub mod ifma;
pub mod inv;
pub mod modulus;
pub mod mont;
#[cfg(all(curvemark_multiplier, any(target_arch = "riscv32", curvemark_word = "32")))]
pub mod multiplier;
pub mod narrow;
pub mod pow;
pub mod residues;
pub mod rns;
pub mod runtime;
#[cfg(any(target_arch = "riscv32", curvemark_word = "32"))]
pub mod rv32;
#[cfg(all(target_arch = "riscv64", not(miri)))]
mod rv64;
pub mod sums;
pub mod wide;
pub mod word;

pub use fold::Fold;
pub use modulus::{Modulus, Params};
pub use mont::Mont;
pub use narrow::Narrow;
pub use wide::Wide;
pub use word::{DefaultWord, Word};

/// What a sum of products in Montgomery's form is held in: products in double width.
#[cfg(not(curvemark_multiplier))]
pub type Sum<W, const N: usize> = Wide<W, N>;
/// What a sum of products in Montgomery's form is held in: products that come reduced.
#[cfg(curvemark_multiplier)]
pub type Sum<W, const N: usize> = Narrow<W, N>;

/// The example of this package's README, compiled and run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
