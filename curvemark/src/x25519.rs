//! X25519 (RFC 7748): a secret that two parties agree on, each by its own key and the other's
//! public one.
//!
//! | type | bytes | is |
//! |---|---|---|
//! | [`SecretKey`] | 32 | any bytes; clamped when it is used, kept as it came |
//! | [`PublicKey`] | 32 | any bytes; the highest bit does not count |
//! | [`SharedSecret`] | 32 | never zero |
//!
//! **Points of small order.** For a dozen public keys the RFC's function gives zero with every
//! secret key. RFC 7748 §6.1 lets a protocol refuse that; TLS 1.3, HPKE and others must. Here it is
//! refused: [`SecretKey::diffie_hellman`] gives no secret then. Whoever wants the bare function
//! takes [`curve::ed25519::x25519`]. That both parties have contributed is all that is shown: two
//! public keys may still be one point, with the highest bit or p and more, so a protocol hashes the
//! bytes of both keys with the secret.
//!
//! A shared secret is no key: its bytes go through a key derivation (HKDF, in
//! [`hash`](crate::hash)) first.
//!
//! All of it is constant-time in keys, points and secrets. A public key is a multiple of the
//! generator by the comb of [`eddsa`](crate::eddsa) on the Edwards form of the curve; a shared
//! secret goes by the ladder on the Montgomery form, which takes points of the twist as they are.
//!
//! ```
//! use curvemark::x25519::{PublicKey, SecretKey};
//!
//! # fn main() -> Result<(), curvemark::x25519::Error> {
//! let (alice, bob) = (SecretKey::from_bytes(&[7; 32])?, SecretKey::from_bytes(&[8; 32])?);
//! let from_bob = PublicKey::from_bytes(&bob.public_key().to_bytes())?;
//! let shared = alice.diffie_hellman(&from_bob)?;
//! assert_eq!(shared.as_bytes(), bob.diffie_hellman(&alice.public_key())?.as_bytes());
//! # Ok(()) }
//! ```

use core::fmt;

use curve::ed25519::{Fr, clamp, x25519_not_identity};
use curve::error::PointError;
use rand_core::CryptoRng;
use subtle::{Choice, ConstantTimeEq};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::eddsa::mul_generator;

/// A secret key: 32 bytes, wiped when dropped and never shown. A move leaves the bytes where they
/// were: keep a key in one place, or in a box.
///
/// [Example](crate::x25519).
#[derive(Clone)]
pub struct SecretKey([u8; 32]);

impl Drop for SecretKey {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for SecretKey {}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

/// A public key: x of a point of the curve or its twist.
///
/// Keys are compared by their bytes; other bytes may be the same point.
///
/// [Example](crate::x25519).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PublicKey([u8; 32]);

/// What both parties have: 32 bytes, not all zero, wiped when dropped and never shown. It compares
/// in constant time, by [`ConstantTimeEq`].
///
/// [Example](crate::x25519).
pub struct SharedSecret([u8; 32]);

impl Drop for SharedSecret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for SharedSecret {}

impl fmt::Debug for SharedSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedSecret(…)")
    }
}

impl ConstantTimeEq for SharedSecret {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

/// Why an input is not acceptable.
///
/// [Example](crate::x25519).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A key does not have 32 bytes.
    Length,
    /// The other party's point is of small order: the secret would be zero whatever one's own key.
    SmallOrder,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "a key does not have 32 bytes",
            Self::SmallOrder => {
                "the public key is of small order, so that the secret would be zero"
            }
        })
    }
}

impl core::error::Error for Error {}

impl From<PointError> for Error {
    fn from(_: PointError) -> Self {
        Self::SmallOrder
    }
}

impl SecretKey {
    /// A fresh key.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let mut key = Self([0; 32]);
        rng.fill_bytes(&mut key.0);
        key
    }

    /// The key of 32 bytes, which may be any.
    ///
    /// # Errors
    /// [`Error::Length`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        bytes.try_into().map(Self).map_err(|_| Error::Length)
    }

    /// The bytes as they came, in a buffer that wipes itself.
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.0)
    }

    /// The public key: X25519 of this key and 9. Constant-time.
    ///
    /// Cost: one multiplication of the generator and an inversion.
    #[must_use]
    #[inline(never)]
    pub fn public_key(&self) -> PublicKey {
        let clamped = Zeroizing::new(clamp(self.0));
        // The generator is without torsion, so that the integer's class serves.
        let mut scalar = Fr::from_wide_le_bytes(clamped.as_slice())
            .unwrap_or_else(|_| unreachable!("32 bytes are not too many"));
        let public = PublicKey(mul_generator(&scalar).to_montgomery_bytes());
        scalar.zeroize();
        public
    }

    /// The secret that the holder of the other key has too: X25519 of this key and that one.
    /// Constant-time but for the verdict.
    ///
    /// Cost: a ladder of 255 steps and an inversion.
    ///
    /// # Errors
    /// [`Error::SmallOrder`].
    #[inline(never)]
    pub fn diffie_hellman(&self, other: &PublicKey) -> Result<SharedSecret, Error> {
        Ok(SharedSecret(x25519_not_identity(&self.0, &other.0)?))
    }
}

impl PublicKey {
    /// The key of 32 bytes, which may be any.
    ///
    /// # Errors
    /// [`Error::Length`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        bytes.try_into().map(Self).map_err(|_| Error::Length)
    }

    /// The bytes as they came.
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.0
    }
}

impl SharedSecret {
    /// The 32 bytes, for a key derivation.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}
