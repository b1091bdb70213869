//! The address seed: a hash of who the user is to the provider, of the application, and of a salt
//! that keeps both private.

use alloc::string::String;
use core::fmt;

use curve::bn254::{FrEngine, Scalar};
use curve::scalar::SecretScalar;

use super::numbers::{canonical, digits};
use super::{Error, hashes};

/// A user's salt, below the order of BN254's groups: who has it, and knows the user's name at the
/// provider, links the address to the user. It spends nothing.
///
/// Wiped on drop; `Debug` does not print it. It is read from digits in a time that tells how many
/// there are.
///
/// [Example](crate::zklogin).
#[derive(Clone)]
pub struct Salt(SecretScalar<FrEngine>);

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salt")
    }
}

impl Salt {
    /// The salt of decimal digits, as salt servers give it.
    ///
    /// # Errors
    /// [`Error::Number`], [`Error::NotCanonical`].
    pub fn from_decimal(text: &str) -> Result<Self, Error> {
        Ok(Self(SecretScalar::new(canonical::<FrEngine>(text)?)))
    }

    /// Poseidon of the salt, which shows whose an address is without showing the salt.
    pub fn hash(&self) -> Scalar {
        hashes::poseidon(&[*self.0.expose()])
    }
}

/// An address seed.
///
/// [Example](crate::zklogin).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressSeed(pub(super) Scalar);

impl AddressSeed {
    /// The seed of a user: of the name and value of the claim that names them, such as `sub`, and
    /// of the application's name at the provider, `aud`.
    ///
    /// Cost: five hashes of 1 to 5 integers.
    ///
    /// # Errors
    /// [`Error::TooLong`] for a name of more than 32, a value of more than 115, an audience of more
    /// than 145 characters; [`Error::Character`].
    #[inline(never)]
    pub fn new(salt: &Salt, name: &str, value: &str, audience: &str) -> Result<Self, Error> {
        Self::from_salt_hash(&salt.hash(), name, value, audience)
    }

    /// The same of Poseidon of the salt.
    ///
    /// # Errors
    /// As [`AddressSeed::new`].
    #[inline(never)]
    pub fn from_salt_hash(
        salt_hash: &Scalar,
        name: &str,
        value: &str,
        audience: &str,
    ) -> Result<Self, Error> {
        Ok(Self(hashes::poseidon(&[
            hashes::hash_text(name, hashes::NAME)?,
            hashes::hash_text(value, hashes::VALUE)?,
            hashes::hash_text(audience, hashes::AUDIENCE)?,
            *salt_hash,
        ])))
    }

    /// The seed of decimal digits.
    ///
    /// # Errors
    /// [`Error::Number`], [`Error::NotCanonical`].
    pub fn from_decimal(text: &str) -> Result<Self, Error> {
        canonical::<FrEngine>(text).map(Self)
    }

    /// Its decimal digits.
    pub fn to_decimal(&self) -> String {
        digits(&self.0)
    }

    /// Its 32 bytes, big-endian.
    pub fn to_be_bytes(&self) -> [u8; 32] {
        self.0.to_be_bytes()
    }
}
