//! Why an input is not acceptable, or a proof does not hold.

use core::fmt;

use curve::error::{PointError, ScalarError};

/// Why an input is not acceptable ([`Error::NotProven`] excepted, which is a verdict on acceptable input).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The commitment is not a point of G1, for this reason.
    Commitment(PointError),
    /// The proof is not a point of G1, for this reason.
    Proof(PointError),
    /// The point of evaluation z is not a scalar, for this reason.
    Z(ScalarError),
    /// The value y is not a scalar, for this reason.
    Y(ScalarError),
    /// \[τ\]G₂ of a setup is not a point of G2 other than the identity, for this reason.
    Tau(PointError),
    /// The verdict: all inputs are acceptable, and the proof does not hold.
    NotProven,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Commitment(reason) => write!(f, "commitment: {reason}"),
            Self::Proof(reason) => write!(f, "proof: {reason}"),
            Self::Z(reason) => write!(f, "z: {reason}"),
            Self::Y(reason) => write!(f, "y: {reason}"),
            Self::Tau(reason) => write!(f, "τ in G2: {reason}"),
            Self::NotProven => f.write_str("the proof does not hold"),
        }
    }
}

impl core::error::Error for Error {}
