//! Keys on secp256k1: a wallet's own, those of leaves, and one that nobody has.

use core::fmt;

use curve::secp256k1::{AffinePoint, Secp256k1, SecretScalar};
use rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::{Error, tweak};
use crate::cashu::legacy::Point;
use crate::cashu::role::Role;
use crate::kept::mul_generator;
use crate::schnorr::{Signature, SigningKey};

/// The role of a key.
///
/// [Example](crate::cashu::nutroot).
#[derive(Clone, Copy, Debug)]
pub enum Key {}

impl Role for Key {
    const NAME: &'static str = "key";
}

/// A point other than the identity: a key of 33 bytes, whose parity counts.
///
/// [Example](crate::cashu::nutroot).
pub type PublicKey = Point<Key>;

/// k, a secret key from 1 to n − 1. Wiped from memory when dropped; a move leaves the bytes where
/// they were.
///
/// [Example](crate::cashu::nutroot).
#[derive(Clone)]
pub struct SecretKey(SecretScalar);

impl ZeroizeOnDrop for SecretKey {}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

impl SecretKey {
    /// From 32 big-endian bytes. Constant-time but for the verdict.
    ///
    /// # Errors
    /// [`Error::Length`] for another length, [`Error::Scalar`] for zero or an integer that is not
    /// below n.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        if bytes.len() != 32 {
            return Err(Error::Length);
        }
        SecretScalar::from_be_bytes(bytes).map_err(|_| Error::Scalar).and_then(Self::of_scalar)
    }

    /// A uniformly random key.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        loop {
            if let Ok(key) = Self::of_scalar(SecretScalar::random(rng)) {
                return key;
            }
        }
    }

    pub(crate) fn of_scalar(scalar: SecretScalar) -> Result<Self, Error> {
        scalar.not_zero().map(Self).map_err(|_| Error::Scalar)
    }

    /// The 32 big-endian bytes, in a buffer that wipes itself.
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        self.0.to_be_bytes()
    }

    /// The scalar.
    pub const fn as_scalar(&self) -> &SecretScalar {
        &self.0
    }

    /// K = k·G. Constant-time; one multiplication of the generator.
    pub fn public_key(&self) -> PublicKey {
        let mut product = mul_generator::<Secp256k1>(self.0.expose());
        let key = Point::from_nonzero(&product);
        product.zeroize();
        key
    }

    /// k + t, the key of the secret K + t·G: of a tree's root, or of no tree. Constant-time in k.
    ///
    /// # Errors
    /// [`Error::Scalar`] if that is zero, which was never seen.
    pub fn tweaked(&self, root: Option<&[u8; 32]>) -> Result<Self, Error> {
        let tweak = SecretScalar::new(tweak(&self.public_key(), root));
        Self::of_scalar(&self.0 + &tweak)
    }

    /// The key as BIP-340 has it.
    pub fn signing_key(&self) -> SigningKey {
        SigningKey::from_scalar(&self.0)
    }

    /// A signature of the digest of a transaction: [`SigningKey::sign_with_aux`].
    #[must_use]
    pub fn sign(&self, digest: &[u8; 32], aux_rand: &[u8; 32]) -> Signature {
        self.signing_key().sign_with_aux(digest, aux_rand)
    }
}

/// H, compressed: the point whose x is SHA-256 of the uncompressed generator, with an even y
/// (BIP-341). Nobody has its logarithm.
pub const NUMS_KEY: [u8; 33] = [
    0x02, 0x50, 0x92, 0x9b, 0x74, 0xc1, 0xa0, 0x49, 0x54, 0xb7, 0x8b, 0x4b, 0x60, 0x35, 0xe9, 0x7a,
    0x5e, 0x07, 0x8a, 0x5a, 0x0f, 0x28, 0xec, 0x96, 0xd5, 0x47, 0xbf, 0xee, 0x9a, 0xce, 0x80, 0x3a,
    0xc0,
];

/// u, with which K = H + u·G is a key that nobody has, and another one for each secret. It is told
/// to whoever gets the proof.
///
/// [Example](crate::cashu::nutroot).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct NumsOffset([u8; 32]);

impl fmt::Debug for NumsOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NumsOffset(")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

impl NumsOffset {
    /// From 32 big-endian bytes.
    ///
    /// # Errors
    /// As of [`SecretKey::from_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        SecretKey::from_bytes(bytes).map(|scalar| Self(*scalar.to_bytes()))
    }

    /// A uniformly random offset.
    pub fn random<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        Self(*SecretKey::random(rng).to_bytes())
    }

    /// The 32 bytes.
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.0
    }

    /// K = H + u·G.
    ///
    /// # Errors
    /// [`Error::Point`] for the one u that is minus the unknown logarithm of H.
    pub fn internal_key(&self) -> Result<PublicKey, Error> {
        let base = AffinePoint::from_sec1_compressed(&NUMS_KEY)?;
        let offset = SecretKey::from_bytes(&self.0)?;
        let sum = mul_generator::<Secp256k1>(offset.as_scalar().expose()).add_mixed(&base);
        Ok(Point::from_sum(&sum)?)
    }
}
