//! Secrets: keys, or keys that commit to a tree.

use core::fmt;

use curve::secp256k1::{Fr, Secp256k1};
use sha2::Digest;

use super::{Error, PublicKey};
use crate::cashu::legacy::Point;
use crate::kept::mul_generator;
use crate::schnorr::{VerifyingKey, tagged_hash};

/// t, by which a secret differs from its internal key: the tagged hash of the key and, if there is
/// a tree, of its root, modulo n.
///
/// [Example](crate::cashu::nutroot).
pub fn tweak(internal_key: &PublicKey, root: Option<&[u8; 32]>) -> Fr {
    let mut hash = tagged_hash(b"Cashu_NutrootTweak").chain_update(internal_key.to_bytes());
    if let Some(root) = root {
        hash.update(root);
    }
    Fr::from_uniform_bytes(&hash.finalize())
}

/// The secret of a proof. In JSON and in tokens it is a text of 66 lower-case hexadecimal digits,
/// as which it is displayed; what the mint signs are its 33 bytes.
///
/// [Example](crate::cashu::nutroot).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(PublicKey);

impl Secret {
    /// The secret without conditions of the key k, which is K.
    pub const fn of_key(key: PublicKey) -> Self {
        Self(key)
    }

    /// K + t·G: of a tree's root, or of none, which shows that there is no tree where nobody has
    /// all of k.
    ///
    /// # Errors
    /// [`Error::Point`] if that is the identity, which was never seen.
    pub fn commit(internal_key: &PublicKey, root: Option<&[u8; 32]>) -> Result<Self, Error> {
        let sum =
            mul_generator::<Secp256k1>(&tweak(internal_key, root)).add_mixed(internal_key.affine());
        Ok(Self(Point::from_sum(&sum)?))
    }

    /// From 33 bytes. Cost: a square root.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Point`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self(PublicKey::from_bytes(bytes)?))
    }

    /// From its text.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Hex`] also for digits in upper case, [`Error::Point`].
    pub fn parse(text: &str) -> Result<Self, Error> {
        if text.len() != 66 {
            return Err(Error::Length);
        }
        let mut bytes = [0; 33];
        base16ct::lower::decode(text, &mut bytes).map_err(|_| Error::Hex)?;
        Self::from_bytes(&bytes)
    }

    /// The 33 bytes, which the mint signs.
    pub fn to_bytes(&self) -> [u8; 33] {
        self.0.to_bytes()
    }

    /// The point as a key.
    pub const fn key(&self) -> &PublicKey {
        &self.0
    }

    /// The key of the key path, as BIP-340 has it. Cost: a square root.
    pub fn verifying_key(&self) -> VerifyingKey {
        verifying_key(&self.0)
    }
}

/// The key of a point's x, whose signatures are those of the point or of its negative.
pub(super) fn verifying_key(key: &PublicKey) -> VerifyingKey {
    let [_, x @ ..] = key.to_bytes();
    VerifyingKey::from_bytes(&x).unwrap_or_else(|_| unreachable!("the x of a point"))
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// What was signed for the text of a secret of version 3: the bytes of a point, or the text itself
/// as wallets had it [before](crate::cashu::v3::unframed).
///
/// For wallets, which may hold both. A mint takes only a [`Secret`].
///
/// [Example](crate::cashu::nutroot).
#[derive(Clone, Copy)]
pub enum Message<'a> {
    /// Of a point.
    Point([u8; 33]),
    /// Of a text, in UTF-8.
    Text(&'a str),
}

impl<'a> Message<'a> {
    /// Of a secret's text. What has the length of a point has to be one.
    ///
    /// # Errors
    /// [`Error::Hex`], [`Error::Point`].
    pub fn of_text(text: &'a str) -> Result<Self, Error> {
        match Secret::parse(text) {
            Ok(secret) => Ok(Self::Point(secret.to_bytes())),
            Err(Error::Length) => Ok(Self::Text(text)),
            Err(reason) => Err(reason),
        }
    }
}

impl AsRef<[u8]> for Message<'_> {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Point(bytes) => bytes,
            Self::Text(text) => text.as_bytes(),
        }
    }
}

impl fmt::Debug for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Message(…)")
    }
}
