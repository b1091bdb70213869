//! Why an input is not acceptable, or a transaction pays nobody silently.

use core::fmt;

use curve::error::{PointError, ScalarError};

use crate::encoding;

/// Why an input is not acceptable, or a transaction pays nobody silently.
///
/// [Example](crate::wallets::bip352).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The text is not bech32m, for this reason.
    Text(encoding::Error),
    /// The text does not begin with `sp` or `tsp`.
    Prefix,
    /// The version is 31, which is for changes that nobody can pay to yet.
    Version,
    /// An address has not as many bytes as its version asks for.
    Length,
    /// The bytes are no point, for this reason.
    Key(PointError),
    /// The bytes are no secret key, for this reason.
    SecretKey(ScalarError),
    /// No input has a key that counts.
    NoInputs,
    /// The keys of the inputs cancel.
    KeysCancel,
    /// An input spends an output of a version of SegWit that is not known yet.
    SegwitVersion,
    /// A hash is not below the order, or zero: never seen.
    Hash,
    /// More outputs for one key to scan by than [`MOST_OUTPUTS`](super::MOST_OUTPUTS).
    TooMany,
    /// The secret key is that of another receiver.
    OtherKey,
    /// Label zero is for change, and its address is for nobody else.
    Change,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(reason) => reason.fmt(f),
            Self::Prefix => f.write_str("the text does not begin with sp or tsp"),
            Self::Version => f.write_str("nobody can pay to version 31"),
            Self::Length => {
                f.write_str("the address has not as many bytes as its version asks for")
            }
            Self::Key(reason) => reason.fmt(f),
            Self::SecretKey(reason) => reason.fmt(f),
            Self::NoInputs => f.write_str("no input has a key that counts"),
            Self::KeysCancel => f.write_str("the keys of the inputs cancel"),
            Self::SegwitVersion => f.write_str("an input is of a version of SegWit above 1"),
            Self::Hash => f.write_str("a hash is no scalar"),
            Self::TooMany => f.write_str("more outputs for one key than there may be"),
            Self::OtherKey => f.write_str("the secret key is that of another receiver"),
            Self::Change => f.write_str("label zero is for change"),
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
