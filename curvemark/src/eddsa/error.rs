//! Why an input is not acceptable, or a signature not the key's.

use core::fmt;

use curve::error::PointError;

/// Why an input is not acceptable ([`Error::NotSigned`] excepted, which is a verdict on acceptable
/// input).
///
/// [Example](crate::eddsa).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A signature does not have 64 bytes, or a seed 32.
    Length,
    /// s is not below the order of the generator.
    S,
    /// The bytes are not those of a public key by its rule, for this reason.
    Key(PointError),
    /// A key, or R of a signature, is one of the eight points of small order, which were not to be
    /// taken.
    SmallOrder,
    /// A context has more than 255 bytes, or none where there must be one.
    Context,
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
            Self::Length => f.write_str("a signature does not have 64 bytes, or a seed 32"),
            Self::S => f.write_str("s is not below the order of the generator"),
            Self::Key(reason) => reason.fmt(f),
            Self::SmallOrder => {
                f.write_str("the key, or R of the signature, is a point of small order")
            }
            Self::Context => {
                f.write_str("a context has more than 255 bytes, or none where there must be one")
            }
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
