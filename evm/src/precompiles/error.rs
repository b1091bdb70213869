//! Why a contract refuses an input.

use core::fmt;

use curve::error::PointError;

/// Why a call fails. To the machine all reasons are one: the call takes its gas and gives nothing.
///
/// [Example](crate::precompiles).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The price is above the limit, or for MODEXP above
    /// [`MOST_MODEXP_GAS`](super::MOST_MODEXP_GAS).
    OutOfGas,
    /// The input does not have the length of the contract's inputs.
    Length,
    /// The last byte of BLAKE2's input is neither 0 nor 1.
    FinalFlag,
    /// Base, exponent or modulus of MODEXP is longer than 1024 bytes (EIP-7823).
    TooLong,
    /// A point, or an element to be mapped to one, is none, for this reason.
    Point(PointError),
    /// z or y of a point evaluation is not below the order of the group.
    Scalar,
    /// The versioned hash is not that of the commitment.
    VersionedHash,
    /// The proof of a point evaluation does not hold.
    Proof,
    /// No key has made this signature. [`ecrecover`](super::ecrecover), to which that is no error,
    /// does not say it; [`recover_key`](crate::primitives::recover_key) does.
    Signature,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfGas => f.write_str("out of gas"),
            Self::Length => {
                f.write_str("the input does not have the length of the contract's inputs")
            }
            Self::FinalFlag => f.write_str("the flag of the final block is neither 0 nor 1"),
            Self::TooLong => f.write_str("base, exponent or modulus is longer than 1024 bytes"),
            Self::Point(reason) => reason.fmt(f),
            Self::Scalar => f.write_str("z or y is not below the order of the group"),
            Self::VersionedHash => f.write_str("the versioned hash is not that of the commitment"),
            Self::Proof => f.write_str("the proof does not hold"),
            Self::Signature => f.write_str("no key has made the signature"),
        }
    }
}

impl core::error::Error for Error {}

impl From<PointError> for Error {
    fn from(reason: PointError) -> Self {
        Self::Point(reason)
    }
}
