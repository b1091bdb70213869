//! Why an input of the protocol is not acceptable, or a signature not valid.

use core::fmt;

use curve::error::PointError;

use crate::cashu::preimage::Reason;

/// Why an input is not acceptable ([`Error::NotSigned`] excepted, which is a verdict on acceptable
/// input).
///
/// [Example](crate::cashu::v3).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The input is not as long as its encoding.
    Length,
    /// The bytes are not a valid point of the group, for this reason.
    Point(PointError),
    /// The scalar is zero or not below the order of the group.
    Scalar,
    /// The first byte of a keyset id is not the version of this protocol.
    KeysetVersion,
    /// The amounts of a keyset are not in strictly ascending order.
    KeyOrder,
    /// The unit of a keyset is empty, or has a character that its id does not take.
    Unit,
    /// Two amounts of a keyset have the same key.
    KeyReused,
    /// A batch or a keyset has no members.
    EmptyBatch,
    /// A batch has more members than 2^32 − 1, or than the caller's scratch space serves.
    Scratch,
    /// The input is not lower-case hexadecimal.
    Hex,
    /// The verdict: all inputs are acceptable, and the signature is not the key's on the secret.
    NotSigned,
}

impl From<PointError> for Error {
    fn from(reason: PointError) -> Self {
        Self::Point(reason)
    }
}

impl From<Reason> for Error {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Empty => Self::EmptyBatch,
            Reason::Order => Self::KeyOrder,
            Reason::Unit => Self::Unit,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => f.write_str("the input does not have the length of its encoding"),
            Self::Point(reason) => reason.fmt(f),
            Self::Scalar => f.write_str("the scalar is zero or not below the order of the group"),
            Self::KeysetVersion => f.write_str("the keyset id does not begin with version byte 02"),
            Self::KeyOrder => {
                f.write_str("the amounts of the keyset are not in strictly ascending order")
            }
            Self::Unit => {
                f.write_str("the unit is empty, or has a character that the id does not take")
            }
            Self::KeyReused => f.write_str("two amounts have the same key"),
            Self::EmptyBatch => f.write_str("there is nothing in the batch"),
            Self::Scratch => f.write_str("the batch is larger than its scratch space"),
            Self::Hex => f.write_str("not lower-case hexadecimal digits"),
            Self::NotSigned => f.write_str("the signature is not valid for this secret and key"),
        }
    }
}

impl core::error::Error for Error {}
