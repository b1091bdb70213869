//! Elliptic curves for protocols: fields, groups, pairings, hashing to curves, sums of multiples.
//!
//! The curves are [`bls12_381`], [`bn254`], [`secp256k1`], [`p256`] and [`ed25519`], with
//! ristretto255; with features also Pallas, Vesta, Grumpkin and Bandersnatch. Signatures and other
//! protocols are in the crate `curvemark`, which also has this crate as `curvemark::curve`. If a
//! protocol of yours is there, take it from there.
//!
//! # One minute of code
//!
//! Multiply a point by a secret, send it, and read it again. Reading checks the encoding, the curve
//! and the subgroup, so every point that you hold is valid:
//!
//! ```
//! use curvemark_curve::bls12_381::{G1, G1Affine, SecretScalar};
//! # let mut rng = getrandom::rand_core::UnwrapErr(getrandom::SysRng);
//!
//! let secret = SecretScalar::random(&mut rng); // any `rand_core::CryptoRng`
//! let public = (&G1::generator() * &secret).to_affine(); // in constant time
//! let bytes = public.to_bytes(); // 48 of them
//! assert_eq!(G1Affine::from_bytes(&bytes)?, public);
//! # Ok::<(), curvemark_curve::error::PointError>(())
//! ```
//!
//! Hash a message to the curve, and compare two pairings. This checks a BLS signature:
//!
//! ```
//! use curvemark_curve::bls12_381::{G2, G2Affine, SecretScalar, hash_to_g1, multi_pairing_is_one};
//! use curvemark_curve::hash_to_curve::Xmd;
//! use sha2::Sha256;
//!
//! let secret = SecretScalar::from_be_bytes(&[7; 32])?;
//! let public = (&G2::generator() * &secret).to_affine();
//!
//! // The tag names your protocol: RFC 9380, section 3.1.
//! let tag = b"EXAMPLE-V01-CS01-with-BLS12381G1_XMD:SHA-256_SSWU_RO_";
//! let hash = hash_to_g1::<Xmd<Sha256>>(b"a message", tag);
//! let signature = (&hash * &secret).to_affine();
//!
//! // e(s, g2) = e(h, k), asked as e(-s, g2) * e(h, k) = 1.
//! let pairs = [(&signature.neg(), &G2Affine::generator()), (&hash.to_affine(), &public)];
//! assert!(bool::from(multi_pairing_is_one(pairs)));
//! # Ok::<(), curvemark_curve::error::ScalarError>(())
//! ```
//!
//! Sum many multiples of public points (feature `alloc`):
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use curvemark_curve::bls12_381::{G1, Scalar};
//! use curvemark_curve::msm::msm_vartime_alloc;
//!
//! let points = [G1::generator().to_affine(), G1::generator().double().to_affine()];
//! let sum = msm_vartime_alloc(&points, &[Scalar::from(3u32), Scalar::from(2u32)])?;
//! assert_eq!(sum, G1::mul_generator(&Scalar::from(7u32)));
//! # }
//! # Ok::<(), curvemark_curve::error::BatchError>(())
//! ```
//!
//! Work in a scalar field:
//!
//! ```
//! use curvemark_curve::bn254::Scalar;
//!
//! let (a, b) = (Scalar::from(6u32), Scalar::from(7u32));
//! assert_eq!((&a * &b).to_be_bytes()[31], 42);
//! assert_eq!(&(&a * &b) * &b.invert(), a);
//! ```
//!
//! Use a group of prime order on Curve25519:
//!
//! ```
//! use curvemark_curve::ed25519::{Ristretto255, Scalar};
//!
//! let point = Ristretto255::generator().mul(&Scalar::from(5u32));
//! assert!(Ristretto255::from_bytes(&point.to_bytes())? == point);
//! # Ok::<(), curvemark_curve::error::PointError>(())
//! ```
//!
//! Use secp256k1 or P-256 with the encodings of SEC 1:
//!
//! ```
//! use curvemark_curve::secp256k1::{AffinePoint, Point, Scalar};
//!
//! let point = Point::mul_generator(&Scalar::from(5u32)).to_affine();
//! let bytes = point.to_sec1()?; // 33 of them
//! assert_eq!(AffinePoint::from_sec1(&bytes)?, point);
//! # Ok::<(), curvemark_curve::error::PointError>(())
//! ```
//!
//! # Which function to take
//!
//! A function takes constant time in its values unless its name ends in `_vartime`. Take those with
//! `_vartime` for public values only: they are faster. Functions that skip a check say so in their
//! names (`_unchecked_subgroup`).
//!
//! | you want | take | not |
//! |---|---|---|
//! | a multiple by a secret | `*` with a `SecretScalar`, which is wiped | |
//! | a multiple of public values | [`Projective::mul_vartime`] | |
//! | multiples of many points | [`Projective::mul_batch`] | a loop |
//! | the same by one scalar | [`mul_batch_by`] | |
//! | a sum of up to some hundred multiples, no heap | [`scalar_mul::lincomb_vartime`] | |
//! | a sum of any number of multiples | `msm::msm_vartime_alloc` | `msm_vartime`, for no heap |
//! | many sums over the same points | `msm::FixedBases` | |
//! | sums and batches on several threads | the module `parallel` | |
//! | a point from bytes | [`Affine::from_bytes`]; `from_sec1` on secp256k1 and P-256 | |
//! | many points from bytes | [`Affine::from_bytes_batch`] | a loop |
//! | affine coordinates of many points | [`Projective::batch_to_affine`] | `to_affine` in a loop |
//! | whether two pairings are equal | [`bls12_381::multi_pairing_is_one`] | `==` on two pairings |
//! | the same, one point known before | [`bls12_381::pairing_product_is_one`] | |
//! | a point from a message | [`bls12_381::hash_to_g1`] | `encode_to_g1`, which is not uniform |
//! | a scalar from random bytes | `Scalar::from_wide_le_bytes` of 64 bytes | reducing 32 bytes |
//!
//! Functions for many items run eight at a time where the CPU has vectors for it. Functions with
//! `_on_lanes` or `_in` in their names take an engine, for those who run a pipeline of their own.
//!
//! # Features
//!
//! None is on by default, and none chooses an engine: the CPU is asked at run time.
//!
//! | feature | brings | costs |
//! |---|---|---|
//! | `alloc` | functions that give `Vec`, `ntt`, `poseidon`, larger batches | an allocator |
//! | `parallel` | `parallel`: batches on the caller's rayon pool | `std`, and six crates |
//! | `generator-lines` | faster checks with the generator of G2 of BLS12-381 | 13 KB |
//! | `generator-combs` | faster multiples of generators: secp256k1, P-256, Ed25519 | 28 KiB |
//! | `ellswift` | `secp256k1::ellswift`: points as bytes that look random | little |
//! | `pasta` | `pasta`: Pallas and Vesta, halo2's curves | 36 KiB, compile time |
//! | `grumpkin` | `grumpkin`, which makes a cycle with BN254 | 16 KiB, compile time |
//! | `bls12-377` | `bls12_377`, with its pairing | compile time |
//! | `bandersnatch` | `bandersnatch`, over the scalars of BLS12-381, and Banderwagon | 1.5 KiB, compile time |
//! | `hints` | what a host has computed, and a guest checks: `advice`, also for pairings, and witnesses of these | `alloc`, `generator-combs` |
//!
//! `generator-lines` and `generator-combs` help where no table is kept in memory, such as on a
//! chip.
//!
//! # How it is built
//!
//! A formula is a plain generic function over the contract of [`field`], written once for each cost
//! shape ([`shapes`]). Engines run it, and [`engines::door`] chooses which. This crate names curves
//! and knows no protocol. Field elements have the type [`Red`](field::Red), under a name of each
//! curve such as `Fp` or `Scalar`; `Red` means that the value is reduced.
//!
//! [`Affine::from_bytes`]: weierstrass::Affine::from_bytes
//! [`Affine::from_bytes_batch`]: weierstrass::Affine::from_bytes_batch
//! [`Projective::batch_to_affine`]: weierstrass::Projective::batch_to_affine
//! [`Projective::mul_batch`]: weierstrass::Projective::mul_batch
//! [`mul_batch_by`]: weierstrass::Projective::mul_batch_by
//! [`Projective::mul_vartime`]: weierstrass::Projective::mul_vartime
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

#[cfg(feature = "hints")]
pub mod advice;
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
pub mod modular;
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

#[cfg(feature = "bandersnatch")]
pub use curves::bandersnatch;
#[cfg(feature = "bls12-377")]
pub use curves::bls12_377;
#[cfg(feature = "grumpkin")]
pub use curves::grumpkin;
#[cfg(feature = "pasta")]
pub use curves::pasta::{self, pallas, vesta};
pub use curves::{bls12_381, bn254, ed25519, p256, secp256k1};

/// The examples of this package's README, compiled and run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
