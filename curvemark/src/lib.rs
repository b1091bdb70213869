//! The cryptography that blockchains run on: protocols, bytes in and bytes out.
//!
//! | module | protocol |
//! |---|---|
//! | [`bls`] | BLS signatures on BLS12-381: draft-irtf-cfrg-bls-signature-05, Ethereum's rules, EIP-2333 |
//! | [`cashu::legacy`] | Cashu blind signatures on secp256k1, as today's wallets have them: NUT-00, 02, 12, 13 and 28 |
//! | [`cashu::v3`] | Cashu blind signatures on BLS12-381: NUT-00 v3, keyset ids of NUT-02 v3, secrets of NUT-13 v3 |
//! | [`cashu::nutroot`] | Cashu's secrets that are points, and how they are spent: NUT-10 v3 |
//! | [`ecdsa`] | ECDSA on secp256k1 and P-256: signing, verification one by one and many at once, recovery of keys |
//! | [`eddsa`] | Ed25519: signing, verification by two rules, one by one and many at once |
//! | `encoding` | texts of bytes, each in one form: hexadecimal, base64, base58, bech32; with the feature `alloc` |
//! | `groth16` | Groth16 on BN254 and BLS12-381: verification, proving from files of circom; with the feature of that name |
//! | [`hash`] | hash functions under one roof, HMAC, HKDF, Merkle trees |
//! | [`kzg`] | KZG commitments on BLS12-381 as Ethereum has them: EIP-4844, EIP-7594 |
//! | `poseidon` | Poseidon over the scalar fields of BN254 and BLS12-381, trees of it; with the feature `alloc` |
//! | [`schnorr`] | BIP-340: signing, verification one by one and many at once; MuSig2; proofs of equal logarithms |
//!
//! With the feature `tokens` [`cashu`] has the tokens that wallets exchange, conditions of
//! spending, transactions and quotes, for keysets of every version. With the feature `traits` keys
//! and signatures have those of the crate `signature`, version 3.
//!
//! Under `--cfg curvemark_insecure_dummy`, and never otherwise, there is `insecure_dummy`: instant
//! stand-ins of signatures and hash functions without any security, which show a host system what
//! cryptography costs it.
//!
//! Every function is constant-time in its secrets unless its name ends in `_vartime`; verification
//! takes public values and may be variable-time. Inside, an invalid point cannot be represented:
//! whatever comes from bytes has been checked.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod bls;
pub mod cashu;
// A program for the chip is linked as one, and holds nothing twice.
#[cfg(not(target_arch = "riscv32"))]
#[doc(hidden)]
pub mod compiled;
pub mod ecdsa;
pub mod eddsa;
#[cfg(feature = "alloc")]
pub mod encoding;
#[cfg(feature = "groth16")]
pub mod groth16;
pub mod hash;
#[cfg(all(curvemark_insecure_dummy, feature = "std", feature = "traits"))]
pub mod insecure_dummy;
mod kept;
pub mod kzg;
#[cfg(feature = "alloc")]
pub mod poseidon;
pub mod schnorr;
#[cfg(feature = "traits")]
mod traits;
#[cfg(feature = "alloc")]
mod weights;

#[cfg(all(curvemark_insecure_dummy, not(all(feature = "std", feature = "traits"))))]
compile_error!("--cfg curvemark_insecure_dummy needs the features `std` and `traits` of curvemark");

pub use curve;
pub use curve::{bls12_381, bn254, ed25519, p256, secp256k1};

/// Without the cfg nothing insecure can be named. The same lines compile with it: they are those of
/// the module's example.
///
/// ```compile_fail,E0432
/// use curvemark::insecure_dummy::{InsecureHash, InsecureSigningKey};
/// ```
#[cfg(all(doctest, not(curvemark_insecure_dummy)))]
pub struct NothingInsecure;

/// The examples of the README, compiled and run as documentation tests.
#[cfg(all(doctest, feature = "alloc"))]
#[doc = include_str!("../../README.md")]
pub struct Readme;
