//! Why an input of the scheme is not acceptable, or a signature not valid.

use core::fmt;

use curve::error::{PointError, ScalarError};

/// Why an input is not acceptable ([`Error::NotSigned`] excepted, which is a verdict on acceptable
/// input).
///
/// [Example](crate::bls).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The bytes are not a valid point of the group, for this reason; a key is never the identity.
    Point(PointError),
    /// The bytes are not a secret key, for this reason.
    SecretKey(ScalarError),
    /// There are fewer than 32 bytes of key material.
    KeyMaterial,
    /// The keys of an aggregate add up to the identity, which no signature is valid for.
    ///
    /// `fast_aggregate_verify` refuses such keys, since their sum is what it verifies with.
    /// `aggregate_verify` never forms the sum: on one message it takes the identity as the
    /// signature of a key and its negative. Both are as the draft has it (N. T. M. Quan, "0",
    /// ePrint 2021/377). Code that must agree with others on verdicts calls the one that its
    /// specification names.
    KeysCancel,
    /// There is nothing to aggregate, to verify or to look through.
    Empty,
    /// There are not as many messages as keys, or not as many places as encodings.
    LengthMismatch,
    /// Two messages of an aggregate are equal, which the basic scheme refuses.
    RepeatedMessage,
    /// The input is not lower-case hexadecimal of the right length.
    Hex,
    /// The verdict: all inputs are acceptable, and the signature is not that of the keys on the
    /// messages.
    NotSigned,
}

impl From<PointError> for Error {
    fn from(reason: PointError) -> Self {
        Self::Point(reason)
    }
}

impl From<ScalarError> for Error {
    fn from(reason: ScalarError) -> Self {
        Self::SecretKey(reason)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point(reason) => reason.fmt(f),
            Self::SecretKey(reason) => reason.fmt(f),
            Self::KeyMaterial => f.write_str("there are fewer than 32 bytes of key material"),
            Self::KeysCancel => f.write_str("the keys add up to the identity"),
            Self::Empty => f.write_str("there is nothing in the list"),
            Self::LengthMismatch => f.write_str("the lists differ in length"),
            Self::RepeatedMessage => f.write_str("two messages of the aggregate are equal"),
            Self::Hex => f.write_str("not lower-case hexadecimal digits of the right number"),
            Self::NotSigned => {
                f.write_str("the signature is not valid for these keys and messages")
            }
        }
    }
}

impl core::error::Error for Error {}
