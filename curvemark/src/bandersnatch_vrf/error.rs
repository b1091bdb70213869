//! Why an input is not acceptable, or a proof proves nothing.

use core::fmt;

use curve::error::{PointError, ScalarError};

/// Why an input is not acceptable ([`Error::NotProved`] excepted, which is a verdict on acceptable
/// input).
///
/// [Examples](crate::bandersnatch_vrf#examples).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A proof does not have the length of its kind: 48, 64 or 160 bytes.
    Length,
    /// The bytes are not those of a public key, for this reason.
    Key(PointError),
    /// The bytes are not those of a secret key, for this reason.
    SecretKey(ScalarError),
    /// The bytes are not those of a pre-output, for this reason.
    PreOutput(PointError),
    /// A point of a proof is none, for this reason.
    Point(PointError),
    /// A scalar of a proof is not below the order of the group.
    Scalar,
    /// The verdict: all inputs are acceptable, and the proof does not hold for them.
    NotProved,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => f.write_str("a proof does not have the length of its kind"),
            Self::Key(reason) => write!(f, "the public key: {reason}"),
            Self::SecretKey(reason) => write!(f, "the secret key: {reason}"),
            Self::PreOutput(reason) => write!(f, "the pre-output: {reason}"),
            Self::Point(reason) => write!(f, "a point of the proof: {reason}"),
            Self::Scalar => f.write_str("a scalar of the proof is not below the order"),
            Self::NotProved => f.write_str("the proof does not hold"),
        }
    }
}

impl core::error::Error for Error {}

impl From<ScalarError> for Error {
    fn from(reason: ScalarError) -> Self {
        Self::SecretKey(reason)
    }
}
