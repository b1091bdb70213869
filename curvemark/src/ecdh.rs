//! ECDH on secp256k1 and P-256 (NIST SP 800-56A revision 3, §5.7.1.2; SEC 1 version 2.0, §3.3.1): a
//! secret that two parties agree on, each by its own key and the other's public one.
//!
//! Public keys are points of the group but the identity, by SEC 1 in either form, and are validated
//! in full where bytes come in: coordinates below p, and on the curve. The curves are of prime
//! order, so that is all of SP 800-56A's §5.6.2.3.3, the cofactor is one, and no agreement fails.
//!
//! | of a [`SharedSecret`] | is | who takes it |
//! |---|---|---|
//! | [`x`](SharedSecret::x) | x, 32 big-endian bytes | SP 800-56A, SEC 1, TLS, HPKE, JOSE, ECIES |
//! | [`sha256`](SharedSecret::sha256) | SHA-256 of the point's compressed encoding | libsecp256k1's `ecdh`, Bitcoin, Nostr's first form |
//!
//! x is no key: it goes through a key derivation first. For X25519 see [`x25519`](crate::x25519).
//!
//! ```
//! use curvemark::ecdh::{P256, PublicKey, SecretKey};
//!
//! # fn main() -> Result<(), curvemark::ecdh::Error> {
//! let alice = SecretKey::<P256>::from_bytes(&[7; 32])?;
//! let bob = SecretKey::<P256>::from_bytes(&[8; 32])?;
//! let from_bob = PublicKey::from_sec1(&bob.public_key().to_sec1())?;
//! let shared = alice.diffie_hellman(&from_bob);
//! assert_eq!(shared.x(), bob.diffie_hellman(&alice.public_key()).x());
//! # Ok(()) }
//! ```

use core::fmt;

use curve::error::{PointError, ScalarError};
use curve::scalar::SecretScalar;
use curve::weierstrass::{Affine, Projective};
use rand_core::CryptoRng;
use sha2::{Digest, Sha256};
use subtle::{Choice, ConstantTimeEq};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

pub use crate::ecdsa::{Curve, P256, Secp256k1};
use crate::kept::mul_generator;

/// A secret key: an integer from 1 to n − 1. It is wiped when dropped and never shown. A move
/// leaves the bytes where they were: keep a key in one place, or in a box.
///
/// [Example](crate::ecdh).
#[derive(Clone)]
pub struct SecretKey<C: Curve>(SecretScalar<C::Scalar>);

impl<C: Curve> ZeroizeOnDrop for SecretKey<C> {}

impl<C: Curve> fmt::Debug for SecretKey<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

/// A public key: a point of the group that is not the identity.
///
/// [Example](crate::ecdh).
#[derive(Clone, Copy, Debug)]
pub struct PublicKey<C: Curve>(Affine<C>);

impl<C: Curve> PartialEq for PublicKey<C> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<C: Curve> Eq for PublicKey<C> {}

/// What both parties have: a point, wiped when dropped and never shown. It compares in constant
/// time, by [`ConstantTimeEq`].
///
/// [Example](crate::ecdh).
pub struct SharedSecret {
    /// The compressed encoding of SEC 1.
    point: [u8; 33],
}

impl Drop for SharedSecret {
    fn drop(&mut self) {
        self.point.zeroize();
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
        self.point.ct_eq(&other.point)
    }
}

/// Why an input is not acceptable.
///
/// [Example](crate::ecdh).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The bytes are not those of a public key, for this reason.
    Key(PointError),
    /// The bytes are not those of a secret key, for this reason.
    SecretKey(ScalarError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(reason) => reason.fmt(f),
            Self::SecretKey(reason) => reason.fmt(f),
        }
    }
}

impl core::error::Error for Error {}

impl From<PointError> for Error {
    fn from(reason: PointError) -> Self {
        Self::Key(reason)
    }
}

impl From<ScalarError> for Error {
    fn from(reason: ScalarError) -> Self {
        Self::SecretKey(reason)
    }
}

impl<C: Curve> SecretKey<C> {
    /// A fresh key. Its distance from uniform is below 2^-255.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        loop {
            if let Ok(secret) = SecretScalar::random(rng).not_zero() {
                return Self(secret);
            }
        }
    }

    /// The key of 32 big-endian bytes. Constant-time but for the verdict.
    ///
    /// # Errors
    /// [`Error::SecretKey`].
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self(SecretScalar::from_be_bytes(bytes)?.not_zero()?))
    }

    /// The 32 big-endian bytes, in a buffer that wipes itself.
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        self.0.to_be_bytes()
    }

    /// The public key. Constant-time; one multiplication of the generator.
    #[inline(never)]
    pub fn public_key(&self) -> PublicKey<C> {
        PublicKey(mul_generator::<C>(self.0.expose()).to_affine())
    }

    /// The secret that the holder of the other key has too: the other's point times this key. It is
    /// never the identity, since the order of the group is a prime. Constant-time in key and point.
    ///
    /// Cost: one multiplication of a point and an inversion.
    #[must_use]
    #[inline(never)]
    pub fn diffie_hellman(&self, other: &PublicKey<C>) -> SharedSecret {
        let mut product: Projective<C> = other.0.to_projective().mul(self.0.expose());
        let mut point = product.to_affine();
        let secret = SharedSecret { point: point.to_sec1_unchecked_identity() };
        // The point is the secret, and with its Z a product tells more of the key than that.
        product.zeroize();
        point.zeroize();
        secret
    }
}

impl<C: Curve> PublicKey<C> {
    /// The key of 33 or 65 bytes: see [`Affine::from_sec1`].
    ///
    /// # Errors
    /// [`Error::Key`].
    #[inline(never)]
    pub fn from_sec1(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self(Affine::from_sec1(bytes)?))
    }

    /// The key at a point.
    ///
    /// # Errors
    /// [`Error::Key`] with [`PointError::Identity`].
    pub fn from_point(point: Affine<C>) -> Result<Self, Error> {
        Ok(Self(point.not_identity()?))
    }

    /// The point of the key.
    pub const fn as_point(&self) -> &Affine<C> {
        &self.0
    }

    /// The compressed encoding of SEC 1: 33 bytes.
    pub fn to_sec1(&self) -> [u8; 33] {
        self.0.to_sec1_unchecked_identity()
    }

    /// The uncompressed encoding of SEC 1: 65 bytes.
    pub fn to_sec1_uncompressed(&self) -> [u8; 65] {
        self.0.to_sec1_uncompressed_unchecked_identity()
    }
}

impl SharedSecret {
    /// x of the point, big-endian, for a key derivation.
    pub fn x(&self) -> &[u8; 32] {
        self.point.last_chunk().unwrap_or_else(|| unreachable!("33 bytes have 32"))
    }

    /// SHA-256 of the point's compressed encoding, in a buffer that wipes itself: what libsecp256k1
    /// gives. Constant-time.
    #[must_use]
    pub fn sha256(&self) -> Zeroizing<[u8; 32]> {
        let mut digest = Sha256::digest(self.point);
        let out = Zeroizing::new(digest.into());
        digest.as_mut_slice().zeroize();
        out
    }
}
