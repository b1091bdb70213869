//! ECDSA on secp256k1 and P-256 (FIPS 186-5, §6.4; SEC 1 version 2.0, §4.1): keys, signing,
//! verification one by one or many at once, and recovery of keys.
//!
//! A [`Signature`] is the pair (r, s) with both from 1 to n − 1. For each signature (r, s) of a
//! message (r, n − s) is one too. What is signed here has the lower s, unless the name says
//! `any_s`. Protocols that must not take both, as Bitcoin and Ethereum since their BIP-146 and
//! EIP-2, read signatures by [`Signature::from_bytes_low_s`] and [`Signature::from_der_low_s`],
//! others by [`Signature::from_bytes`] and [`Signature::from_der`]: the choice stands where the
//! bytes come in.
//!
//! | form | bytes |
//! |---|---|
//! | fixed, as IEEE P1363 writes it | 64: `r ‖ s`, big-endian |
//! | DER, as X.509 and Bitcoin write it | 8 to 72; one encoding of each signature, all else is refused |
//! | recoverable | 65: `r ‖ s ‖ id` |
//!
//! Signing is constant-time and deterministic: the nonce is a function of key and digest (RFC
//! 6979), so that no bad generator gives a key away. Keys and signatures are checked when they are
//! read, so a verification has one answer: the signature is the key's on this digest, or it is not
//! ([`Error::NotSigned`]). All of it is of public data and in variable time.
//!
//! ```
//! use curvemark::ecdsa::{Secp256k1, Signature, SigningKey, VerifyingKey};
//!
//! # fn main() -> Result<(), curvemark::ecdsa::Error> {
//! let key = SigningKey::<Secp256k1>::from_bytes(&[7; 32])?;
//! let bytes = key.sign(b"a message").to_bytes();
//!
//! let verifying_key = VerifyingKey::<Secp256k1>::from_sec1(&key.verifying_key().to_sec1())?;
//! verifying_key.verify(b"a message", &Signature::from_bytes_low_s(&bytes)?)?;
//! # Ok(()) }
//! ```
//!
//! Many at once:
//!
//! ```
//! use curvemark::ecdsa::{Secp256k1, Signature, Verifier, VerifyingKey};
//!
//! # fn run(key: VerifyingKey<Secp256k1>, signature: Signature<Secp256k1>, digests: &[[u8; 32]]) -> Result<(), curvemark::ecdsa::Error> {
//! let verifier = Verifier::<Secp256k1>::new(); // 32 KiB: made once
//! verifier.verify_prehashed(&key, &digests[0], &signature)?;
//!
//! // Eight at a time on vectors, where the CPU has them; a verdict each.
//! let mut verdicts = [Ok(()); 2];
//! verifier.verify_each_prehashed(&[key; 2], &digests[..2], &[signature; 2], &mut verdicts)?;
//! # Ok(()) }
//! ```

use curve::scalar::FromU64;
use curve::weierstrass::GroupInLanes;

use crate::kept::Kept;

#[cfg(feature = "hints")]
mod advised;
mod error;
pub(crate) mod nonce;
mod recovery;
mod sign;
mod signature;
mod verify;

#[cfg(feature = "hints")]
pub use advised::AdvisedCurve;
pub use curve::p256::P256;
pub use curve::secp256k1::Secp256k1;
pub use error::{DerError, Error};
pub use recovery::RecoveryId;
pub use sign::SigningKey;
pub use signature::{DerSignature, Signature};
pub use verify::{Verifier, VerifyingKey};

/// A curve of ECDSA: a whole curve of prime order, with coordinates and scalars of 256 bits.
///
/// [Example](crate::ecdsa).
pub trait Curve: Kept + GroupInLanes<Scalar: FromU64> {}

impl Curve for Secp256k1 {}
impl Curve for P256 {}

/// What ECDSA on these curves takes of a digest of any length: its leftmost 256 bits, or all of a
/// shorter one behind zeros.
///
/// [Example](crate::ecdsa).
pub fn leftmost_32(digest: &[u8]) -> [u8; 32] {
    let mut out = [0; 32];
    let taken = digest.len().min(out.len());
    let start = out.len() - taken;
    out[start..].copy_from_slice(&digest[..taken]);
    out
}
