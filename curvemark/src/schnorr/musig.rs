//! MuSig2, BIP-327: many keys sign as one. What comes out is a [`Signature`](super::Signature) of
//! BIP-340 under one key of 32 bytes, and nobody sees that there were several.
//!
//! Two rounds of messages, of which the first may come before there is anything to sign:
//!
//! 1. Everybody makes a [`SecretNonce`] and sends its [`PublicNonce`]; the sum of those is the
//!    [`AggregateNonce`].
//! 2. Everybody makes the same [`Session`] of keys, nonces and message, signs in it, and sends the
//!    [`PartialSignature`]; the session adds those up.
//!
//! A secret nonce signs once: [`Session::sign`] takes it away, it is neither copied nor written,
//! and it is wiped. **Two partial signatures by one nonce tell the key.** A signer that cannot keep
//! a state is served by [`SigningKey::sign_deterministic`], if it is the last to give its nonce.
//!
//! ```
//! use curvemark::schnorr::musig::{AggregateKey, AggregateNonce, Error, SecretNonce, Session, SigningKey};
//! # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
//!
//! # fn main() -> Result<(), Error> {
//! # let mut rng = ChaCha20Rng::from_seed([1; 32]); // yours is the operating system's
//! let signers = [SigningKey::from_bytes(&[7; 32])?, SigningKey::from_bytes(&[8; 32])?];
//! let keys = signers.each_ref().map(SigningKey::public_key);
//! let key = AggregateKey::new(&keys)?;
//!
//! let nonces = keys.map(|key| SecretNonce::generate(&key, &mut rng));
//! let nonce = AggregateNonce::new(&nonces.each_ref().map(SecretNonce::public_nonce));
//!
//! let session = Session::new(&key, &nonce, b"a message");
//! let [one, other] = nonces;
//! let partial = [session.sign(&signers[0], one)?, session.sign(&signers[1], other)?];
//! let signature = session.aggregate(&partial)?;
//! assert!(key.verifying_key().verify(b"a message", &signature).is_ok());
//! # Ok(()) }
//! ```

mod error;
mod keys;
mod nonce;
mod session;
#[cfg(test)]
mod tests;

pub use error::Error;
pub use keys::{AggregateKey, PublicKey, SigningKey};
pub use nonce::{AggregateNonce, Context, PublicNonce, SecretNonce};
pub use session::{PartialSignature, Session};
