//! Why an input is not acceptable, or a proof not the key's.

use core::fmt;

use curve::error::{PointError, ScalarError};

/// Why an input is not acceptable ([`Error::NotProved`] excepted, which is a verdict on acceptable
/// input).
///
/// [Example](crate::vrf).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A proof does not have the bytes of its suite: 80, or 81 on P-256.
    Length,
    /// The bytes are not those of a public key, for this reason.
    Key(PointError),
    /// The bytes are not those of a secret key, for this reason.
    SecretKey(ScalarError),
    /// Γ of a proof is no point, for this reason.
    Gamma(PointError),
    /// The key, or Γ of a proof, is a point whose order divides the cofactor. With such a key the
    /// output would be the same for every input.
    SmallOrder,
    /// s is not below the order of the group.
    S,
    /// There is nothing in the batch.
    Empty,
    /// The lists of a batch differ in length.
    LengthMismatch,
    /// The verdict: all inputs are acceptable, and the proof is not the key's for this input.
    NotProved,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => f.write_str("a proof does not have the length of its suite"),
            Self::Key(reason) => write!(f, "the public key: {reason}"),
            Self::SecretKey(reason) => write!(f, "the secret key: {reason}"),
            Self::Gamma(reason) => write!(f, "the point of the proof: {reason}"),
            Self::SmallOrder => {
                f.write_str("the key, or the point of the proof, is a point of small order")
            }
            Self::S => f.write_str("s is not below the order of the group"),
            Self::Empty => f.write_str("there is nothing in the batch"),
            Self::LengthMismatch => f.write_str("the lists of the batch differ in length"),
            Self::NotProved => f.write_str("the proof is not the key's for this input"),
        }
    }
}

impl core::error::Error for Error {}

impl From<ScalarError> for Error {
    fn from(reason: ScalarError) -> Self {
        Self::SecretKey(reason)
    }
}
