//! Why a text is no token, or a token has no text.

use core::fmt;

use super::{legacy, v3};
use crate::encoding;

/// Why an input is not acceptable.
///
/// [Example](crate::cashu::tokens).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The text does not begin as a token of a known version.
    Prefix,
    /// There are more characters or proofs than a token may have.
    TooLong,
    /// What follows is not base64, for this reason.
    Encoding(encoding::Error),
    /// Not JSON of the form of a token.
    Json,
    /// Not CBOR of the form of a token, or with something after it.
    Cbor,
    /// A field is missing, or there twice, or not of its form.
    Field(&'static str),
    /// A value of a keyset on secp256k1 is not acceptable, for this reason.
    Legacy(legacy::Error),
    /// A value of a keyset on BLS12-381 is not acceptable, for this reason.
    V3(v3::Error),
    /// The id of a keyset is of no known version, or not of its length.
    Keyset,
    /// There are no proofs.
    Empty,
    /// A token of version 4 has one mint.
    Mints,
    /// A token of version 4 has a unit.
    Unit,
    /// No known keyset has this short id.
    Unknown,
    /// Several known keysets have this short id.
    Ambiguous,
}

impl From<legacy::Error> for Error {
    fn from(reason: legacy::Error) -> Self {
        Self::Legacy(reason)
    }
}

impl From<v3::Error> for Error {
    fn from(reason: v3::Error) -> Self {
        Self::V3(reason)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prefix => f.write_str("the text does not begin as a token of a known version"),
            Self::TooLong => f.write_str("a token does not have so many characters or proofs"),
            Self::Encoding(reason) => write!(f, "not base64: {reason}"),
            Self::Json => f.write_str("not the JSON of a token"),
            Self::Cbor => f.write_str("not the CBOR of a token"),
            Self::Field(name) => {
                write!(f, "the field '{name}' is missing, there twice, or not of its form")
            }
            Self::Legacy(reason) => reason.fmt(f),
            Self::V3(reason) => reason.fmt(f),
            Self::Keyset => f.write_str("the keyset id is of no known version"),
            Self::Empty => f.write_str("there are no proofs"),
            Self::Mints => f.write_str("a token of version 4 has one mint"),
            Self::Unit => f.write_str("a token of version 4 has a unit"),
            Self::Unknown => f.write_str("no known keyset has this short id"),
            Self::Ambiguous => f.write_str("several known keysets have this short id"),
        }
    }
}

impl core::error::Error for Error {}
