//! The JSON models of NUT-00 and NUT-01, as far as they are the same for keysets of every version.
//!
//! [`v3::models`](super::v3::models) and [`legacy::models`](super::legacy::models) name them with
//! their own points, keys and ids, next to what differs. All bytes are lower-case hexadecimal of
//! exactly the right length, and points are validated while they are read: a value of these types
//! is acceptable in every field. Fields of other NUTs are ignored when read, and every error names
//! its field.

pub(crate) mod digits;
mod keys;
pub(crate) mod objects;

pub use keys::{Keys, Keyset};

use alloc::string::String;
use core::fmt;

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize};

use objects::objects;

/// What a wallet asks a mint to sign: an output.
///
/// [Example](crate::cashu::legacy::models).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct BlindedMessage<Id, B> {
    /// The value that the signature shall have.
    #[serde(deserialize_with = "amount")]
    pub amount: u64,
    /// The keyset that shall sign.
    pub id: Id,
    /// B_.
    #[serde(rename = "B_")]
    pub b_: B,
}

objects!(BlindedMessage<Id, B>);

/// An amount; where it is none, the error names the field.
pub(crate) fn amount<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    deserializer.deserialize_u64(Amount)
}

struct Amount;

impl Visitor<'_> for Amount {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("amount as a whole number from 0 to 2^64 - 1")
    }

    fn visit_u64<E: de::Error>(self, amount: u64) -> Result<u64, E> {
        Ok(amount)
    }
}

/// A secret; where it is none, the error names the field.
pub(crate) fn secret<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    deserializer.deserialize_string(Secret)
}

struct Secret;

impl Visitor<'_> for Secret {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("secret as a string")
    }

    fn visit_str<E: de::Error>(self, secret: &str) -> Result<String, E> {
        Ok(secret.into())
    }

    fn visit_string<E: de::Error>(self, secret: String) -> Result<String, E> {
        Ok(secret)
    }
}
