//! Why an input is not acceptable, or a signature not the key's.

use core::fmt;

use curve::error::{PointError, ScalarError};

/// Why an input is not acceptable ([`Error::NotSigned`] excepted, which is a verdict on acceptable
/// input).
///
/// [Example](crate::schnorr).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A signature does not have 64 bytes.
    Length,
    /// r is not below the modulus of the field.
    R,
    /// s is not below the order of the group.
    S,
    /// The bytes are not the x of a point, for this reason.
    Key(PointError),
    /// The bytes are not those of a secret key, for this reason.
    SecretKey(ScalarError),
    /// There is nothing in the batch.
    Empty,
    /// The lists of a batch differ in length.
    LengthMismatch,
    /// The verdict: all inputs are acceptable, and the signature is not the key's on this message;
    /// or one of a batch is not.
    NotSigned,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => f.write_str("a signature does not have 64 bytes"),
            Self::R => f.write_str("r is not below the modulus of the field"),
            Self::S => f.write_str("s is not below the order of the group"),
            Self::Key(reason) => reason.fmt(f),
            Self::SecretKey(reason) => reason.fmt(f),
            Self::Empty => f.write_str("there is nothing in the batch"),
            Self::LengthMismatch => f.write_str("the lists of the batch differ in length"),
            Self::NotSigned => f.write_str("the signature is not the key's on this message"),
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
