//! Why an input of the protocol is not acceptable, or a signature not valid.

use core::fmt;

use curve::error::{PointError, ScalarError};

use crate::cashu::preimage::Reason;

/// Why an input is not acceptable ([`Error::NotSigned`] and [`Error::NotProven`] excepted, which
/// are verdicts on acceptable input).
///
/// [Example](crate::cashu::legacy).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The input is not as long as its encoding.
    Length,
    /// The bytes are not the compressed encoding of a point, for this reason; or what a mint
    /// answered unblinds to no point but the identity.
    Point(PointError),
    /// The scalar is not acceptable, for this reason.
    Scalar(ScalarError),
    /// The first byte of a keyset id is not a version of this protocol.
    KeysetVersion,
    /// The amounts of a keyset are not in strictly ascending order.
    KeyOrder,
    /// The unit of a keyset is empty or holds a `|` or a `Σ`.
    Unit,
    /// Two amounts of a keyset have the same key.
    KeyReused,
    /// A batch or a keyset has no members.
    Empty,
    /// The lists of a batch differ in length.
    LengthMismatch,
    /// A counter of a keyset of version `00` is 2^31 or more.
    Counter,
    /// There are not so many slots for keys.
    Slot,
    /// A blinded key is that of another.
    OtherKey,
    /// The input is not lower-case hexadecimal.
    Hex,
    /// The verdict: all inputs are acceptable, and the signature is not the key's on the secret.
    NotSigned,
    /// The verdict: all inputs are acceptable, and the proof does not show that the signature is
    /// the key's.
    NotProven,
}

impl From<PointError> for Error {
    fn from(reason: PointError) -> Self {
        Self::Point(reason)
    }
}

impl From<ScalarError> for Error {
    fn from(reason: ScalarError) -> Self {
        Self::Scalar(reason)
    }
}

impl From<Reason> for Error {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Empty => Self::Empty,
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
            Self::Scalar(reason) => reason.fmt(f),
            Self::KeysetVersion => {
                f.write_str("the keyset id does not begin with version byte 00 or 01")
            }
            Self::KeyOrder => {
                f.write_str("the amounts of the keyset are not in strictly ascending order")
            }
            Self::Unit => f.write_str("the unit is empty or holds a '|' or a 'Σ'"),
            Self::KeyReused => f.write_str("two amounts have the same key"),
            Self::Empty => f.write_str("there is nothing in the batch or the keyset"),
            Self::LengthMismatch => f.write_str("the lists of the batch differ in length"),
            Self::Counter => f.write_str("the counter of a keyset of version 00 is 2^31 or more"),
            Self::Slot => f.write_str("there are eleven slots for keys, from 0 on"),
            Self::OtherKey => f.write_str("the blinded key is that of another"),
            Self::Hex => f.write_str("not lower-case hexadecimal digits"),
            Self::NotSigned => f.write_str("the signature is not valid for this secret and key"),
            Self::NotProven => {
                f.write_str("the proof does not show that the signature is the key's")
            }
        }
    }
}

impl core::error::Error for Error {}
