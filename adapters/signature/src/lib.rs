//! The traits of the crate `signature`, version 2, and generators of `rand_core` 0.6, for
//! curvemark's keys and signatures. (Version 3 is curvemark's own feature `traits`.)
//!
//! [`V2`] is a coat for one key or one signature, with the traits on it:
//!
//! | trait | of |
//! |---|---|
//! | `Signer` | [`ecdsa::SigningKey`] (SHA-256, the low s), [`eddsa::SigningKey`] |
//! | `RandomizedSigner` | [`schnorr::SigningKey`], with the feature `rand-core-0-6` |
//! | `PrehashSigner`, `PrehashVerifier` | the keys of [`ecdsa`], for digests of 20 bytes and more |
//! | `Verifier` | all public keys |
//! | `Keypair` | all secret keys; of [`eddsa`] with the rule [`eddsa::Rfc8032Strict`] |
//! | `SignatureEncoding` | all signatures, in their 64 bytes; of ECDSA with either s |
//!
//! # Example
//!
//! ```
//! use curvemark::ecdsa::{Secp256k1, SigningKey};
//! use curvemark_signature::V2;
//! use signature::{Keypair, SignatureEncoding, Signer, Verifier};
//!
//! /// What a program does that was written for k256, p256 or ed25519-dalek.
//! fn signed_and_read<S: SignatureEncoding, K: Signer<S> + Keypair>(key: &K) -> bool
//! where
//!     K::VerifyingKey: Verifier<S>,
//! {
//!     let bytes = key.sign(b"a message").to_bytes();
//!     let Ok(signature) = S::try_from(bytes.as_ref()) else { return false };
//!     key.verifying_key().verify(b"a message", &signature).is_ok()
//! }
//!
//! let key = SigningKey::<Secp256k1>::from_bytes(&[7; 32])?; // 32 bytes that nobody can guess
//! assert!(signed_and_read(&V2(key)));
//! # Ok::<(), curvemark::ecdsa::Error>(())
//! ```
//!
//! # Time
//!
//! What takes a secret key is constant-time in it, as the functions below are.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "rand-core-0-6")]
mod generators;

#[cfg(feature = "rand-core-0-6")]
pub use generators::Generator;

use curvemark::{ecdsa, eddsa, schnorr};
use signature::hazmat::{PrehashSigner, PrehashVerifier};
use signature::{Error, Keypair, SignatureEncoding, Signer, Verifier};

/// A key or a signature of curvemark with the traits of `signature` 2.
///
/// [Example](crate#example).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct V2<T>(pub T);

/// Errors of these traits give no reason: that is theirs.
fn unnamed<T, E>(result: Result<T, E>) -> Result<T, Error> {
    result.map_err(|_| Error::new())
}

/// A digest of at least 160 bits, as ECDSA takes it: shorter ones are mistakes.
fn digest(prehash: &[u8]) -> Result<[u8; 32], Error> {
    if prehash.len() < 20 { Err(Error::new()) } else { Ok(ecdsa::leftmost_32(prehash)) }
}

/// What the traits ask of a signature, and of the public key that it is verified with.
macro_rules! verified {
    ([$($of:tt)*] $signature:ty, [$($with:tt)*] $key:ty) => {
        impl<$($of)*> TryFrom<&[u8]> for V2<$signature> {
            type Error = Error;

            fn try_from(bytes: &[u8]) -> Result<Self, Error> {
                unnamed(<$signature>::from_bytes(bytes)).map(Self)
            }
        }

        impl<$($of)*> From<V2<$signature>> for [u8; 64] {
            fn from(signature: V2<$signature>) -> Self {
                signature.0.to_bytes()
            }
        }

        impl<$($of)*> SignatureEncoding for V2<$signature> {
            type Repr = [u8; 64];
        }

        impl<$($with)*> Verifier<V2<$signature>> for V2<$key> {
            fn verify(&self, message: &[u8], signature: &V2<$signature>) -> Result<(), Error> {
                unnamed(self.0.verify(message, &signature.0))
            }
        }
    };
}

verified!([C: ecdsa::Curve] ecdsa::Signature<C>, [C: ecdsa::Curve] ecdsa::VerifyingKey<C>);
verified!([] eddsa::Signature, [R: eddsa::Rule] eddsa::VerifyingKey<R>);
verified!([] schnorr::Signature, [] schnorr::VerifyingKey);

impl<C: ecdsa::Curve> Keypair for V2<ecdsa::SigningKey<C>> {
    type VerifyingKey = V2<ecdsa::VerifyingKey<C>>;

    fn verifying_key(&self) -> Self::VerifyingKey {
        V2(self.0.verifying_key())
    }
}

impl<C: ecdsa::Curve> Signer<V2<ecdsa::Signature<C>>> for V2<ecdsa::SigningKey<C>> {
    fn try_sign(&self, message: &[u8]) -> Result<V2<ecdsa::Signature<C>>, Error> {
        Ok(V2(self.0.sign(message)))
    }
}

impl<C: ecdsa::Curve> PrehashSigner<V2<ecdsa::Signature<C>>> for V2<ecdsa::SigningKey<C>> {
    fn sign_prehash(&self, prehash: &[u8]) -> Result<V2<ecdsa::Signature<C>>, Error> {
        Ok(V2(self.0.sign_prehashed(&digest(prehash)?)))
    }
}

impl<C: ecdsa::Curve> PrehashVerifier<V2<ecdsa::Signature<C>>> for V2<ecdsa::VerifyingKey<C>> {
    fn verify_prehash(
        &self,
        prehash: &[u8],
        signature: &V2<ecdsa::Signature<C>>,
    ) -> Result<(), Error> {
        unnamed(self.0.verify_prehashed(&digest(prehash)?, &signature.0))
    }
}

impl Keypair for V2<eddsa::SigningKey> {
    type VerifyingKey = V2<eddsa::VerifyingKey<eddsa::Rfc8032Strict>>;

    fn verifying_key(&self) -> Self::VerifyingKey {
        V2(self.0.verifying_key())
    }
}

impl Signer<V2<eddsa::Signature>> for V2<eddsa::SigningKey> {
    fn try_sign(&self, message: &[u8]) -> Result<V2<eddsa::Signature>, Error> {
        Ok(V2(self.0.sign(message)))
    }
}

impl Keypair for V2<schnorr::SigningKey> {
    type VerifyingKey = V2<schnorr::VerifyingKey>;

    fn verifying_key(&self) -> Self::VerifyingKey {
        V2(self.0.verifying_key())
    }
}

/// The README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
