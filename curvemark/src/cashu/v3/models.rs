//! The JSON models of NUT-00, for keysets of version 3.
//!
//! All bytes are lower-case hexadecimal of exactly the right length, and points are validated while they are read: a value of
//! these types is acceptable in every field. Fields of other NUTs are ignored when read, and every error names its field.

mod keys;

pub use keys::{Keys, Keyset};

use alloc::string::String;
use core::fmt;

use serde::de::{self, Deserializer, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use super::{BlindSignature as Promise, BlindedMessage as Blinded, Error, KeysetId, MintPublicKey, Point, Signature};
use crate::cashu::objects::objects;
use crate::cashu::role::Role;

/// What a wallet asks a mint to sign: an output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct BlindedMessage {
    /// The value that the signature shall have.
    #[serde(deserialize_with = "amount")]
    pub amount: u64,
    /// The keyset that shall sign.
    pub id: KeysetId,
    /// B_.
    #[serde(rename = "B_")]
    pub b_: Blinded,
}

/// What a mint answers: a promise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct BlindSignature {
    /// The value of the token.
    #[serde(deserialize_with = "amount")]
    pub amount: u64,
    /// The keyset that signed.
    pub id: KeysetId,
    /// C_.
    #[serde(rename = "C_")]
    pub c_: Promise,
}

/// What a wallet spends: an input.
///
/// Whoever knows the secret and C can spend them, so that `Debug` does not show the secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Proof {
    /// The value.
    #[serde(deserialize_with = "amount")]
    pub amount: u64,
    /// The keyset that signed.
    pub id: KeysetId,
    /// The secret; its UTF-8 bytes are what was signed.
    #[serde(deserialize_with = "secret")]
    pub secret: String,
    /// C.
    #[serde(rename = "C")]
    pub c: Signature,
}

objects!(BlindedMessage, BlindSignature, Proof, Keyset);

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof")
            .field("amount", &self.amount)
            .field("id", &self.id)
            .field("secret", &format_args!("…"))
            .field("C", &self.c)
            .finish()
    }
}

/// An amount; where it is none, the error names the field.
fn amount<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
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
fn secret<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
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

/// Bytes from lower-case hexadecimal of exactly the length of `out`.
fn from_hex<'o>(hex: &str, out: &'o mut [u8]) -> Result<&'o [u8], Error> {
    if hex.len() != 2 * out.len() {
        return Err(Error::Length);
    }
    base16ct::lower::decode(hex, out).map_err(|_| Error::Hex)
}

/// Reads a string and makes a value of it; errors begin with the field's name.
struct Hex<T> {
    name: &'static str,
    digits: usize,
    make: fn(&str) -> Result<T, Error>,
}

impl<T> Visitor<'_> for Hex<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} as {} lower-case hexadecimal digits", self.name, self.digits)
    }

    fn visit_str<E: de::Error>(self, hex: &str) -> Result<T, E> {
        (self.make)(hex).map_err(|reason| E::custom(format_args!("{}: {reason}", self.name)))
    }
}

fn serialize_hex<S: Serializer, const N: usize>(bytes: &[u8; N], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&base16ct::lower::encode_string(bytes))
}

impl<R> Serialize for Point<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_hex(&self.to_bytes(), serializer)
    }
}

impl<'de, R: Role> Deserialize<'de> for Point<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Hex {
            name: R::NAME,
            digits: 96,
            make: |hex| Self::from_bytes(from_hex(hex, &mut [0; 48])?),
        })
    }
}

impl Serialize for MintPublicKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_hex(&self.to_bytes(), serializer)
    }
}

impl<'de> Deserialize<'de> for MintPublicKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Hex {
            name: "K",
            digits: 192,
            make: |hex| Self::from_bytes(from_hex(hex, &mut [0; 96])?),
        })
    }
}

impl Serialize for KeysetId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_hex(&self.to_bytes(), serializer)
    }
}

impl<'de> Deserialize<'de> for KeysetId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Hex {
            name: "id",
            digits: 66,
            make: |hex| Self::from_bytes(from_hex(hex, &mut [0; 33])?),
        })
    }
}
