//! Schnorr signatures on secp256k1 as Bitcoin has them: BIP-340.
//!
//! A public key is the x of a point, which stands for the one with the even y; a signature is the x
//! of a nonce point, again of the even y, and a scalar s. Messages are signed as they are, of any
//! length; whoever signs digests says so in them, by a tag.
//!
//! | | |
//! |---|---|
//! | [`SigningKey::sign`] | with fresh randomness, against faults and side channels; the nonce is good without it too |
//! | [`VerifyingKey::verify`] | one signature |
//! | [`verify_each`] | many, with a verdict each |
//! | `verify_batch` | many with one verdict, by a random combination, in as much memory as the caller grants |
//! | [`musig`] | many keys that sign as one, BIP-327 |
//! | [`dleq`] | proofs of equal discrete logarithms, BIP-374 |
//! | [`tagged_hash`] | the hashes of this and other proposals |
//!
//! ```
//! use curvemark::schnorr::{Signature, SigningKey, VerifyingKey};
//!
//! # fn main() -> Result<(), curvemark::schnorr::Error> {
//! let key = SigningKey::from_bytes(&[7; 32])?;
//! let signature: [u8; 64] = key.sign_with_aux(b"a message", &[0x35; 32]).to_bytes(); // or `sign`, with a generator
//!
//! let verifying_key = VerifyingKey::from_bytes(&key.public_bytes())?;
//! verifying_key.verify(b"a message", &Signature::from_bytes(&signature)?)?;
//! # Ok(()) }
//! ```
//!
//! # Many at once
//!
//! ```
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::from_seed([1; 32]); // yours is the operating system's
//! # #[cfg(feature = "alloc")] {
//! use curvemark::schnorr::{SigningKey, verify_batch};
//!
//! let key = SigningKey::from_bytes(&[7; 32])?;
//! let messages = [b"one", b"two"];
//! let signatures = messages.map(|message| key.sign_with_aux(message, &[0x35; 32]));
//! // One verdict on all of them, in 64 KiB at most.
//! let keys = [key.verifying_key(), key.verifying_key()];
//! verify_batch(&keys, &messages, &signatures, 1 << 16, &mut rng)?;
//! # }
//! # Ok::<(), curvemark::schnorr::Error>(())
//! ```

#[cfg(feature = "alloc")]
mod batch;
pub mod dleq;
mod error;
mod hash;
pub mod musig;
mod sign;
mod signature;
mod verify;

#[cfg(feature = "alloc")]
pub use batch::verify_batch;
pub use error::Error;
pub use hash::tagged_hash;
pub use sign::SigningKey;
pub use signature::Signature;
pub use verify::{VerifyingKey, verify_each};
