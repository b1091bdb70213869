//! Why an input is not acceptable, or a signature not the key's.

use core::fmt;

use curve::error::{PointError, ScalarError};

/// Why an input is not acceptable ([`Error::NotSigned`] excepted, which is a verdict on acceptable
/// input).
///
/// [Example](crate::ecdsa).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A signature does not have the bytes of its form: 64, or 65 with a recovery id.
    Length,
    /// r is zero, or not below the order.
    R,
    /// s is zero, or not below the order.
    S,
    /// s is the higher of two, and the caller takes only the lower.
    HighS,
    /// The bytes are not the DER encoding of two integers, for this reason.
    Der(DerError),
    /// The bytes are not those of a public key, for this reason.
    Key(PointError),
    /// The bytes are not those of a secret key, for this reason.
    SecretKey(ScalarError),
    /// A recovery id is not below 4. Take 27 from Ethereum's v of 27 or 28, and 35 plus twice the
    /// chain's id from that of EIP-155.
    RecoveryId,
    /// No key has this signature with this recovery id: there is no such nonce point, or the key
    /// would be the identity.
    NotRecoverable,
    /// There is nothing in the batch.
    Empty,
    /// The lists of a batch differ in length.
    LengthMismatch,
    /// The verdict: all inputs are acceptable, and the signature is not the key's on this digest.
    NotSigned,
}

/// Why bytes are not the DER encoding (ITU-T X.690, §8 and §10) of
/// `SEQUENCE { r INTEGER, s INTEGER }`.
///
/// [Example](crate::ecdsa).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DerError {
    /// A tag is not that of the sequence, or of an integer.
    Tag,
    /// A length has not the shortest form, or does not fit in what there is.
    Length,
    /// An integer is negative.
    Negative,
    /// An integer begins with zeros that it does not need.
    Padding,
    /// Bytes follow the last integer, or the sequence.
    Trailing,
}

impl fmt::Display for DerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tag => "a tag is not that of a sequence of two integers",
            Self::Length => "a length is not of the shortest form, or not that of what follows",
            Self::Negative => "an integer is negative",
            Self::Padding => "an integer begins with zeros that it does not need",
            Self::Trailing => "bytes follow the signature",
        })
    }
}

impl core::error::Error for DerError {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => f.write_str("a signature does not have the length of its form"),
            Self::R => f.write_str("r is zero or not below the order of the group"),
            Self::S => f.write_str("s is zero or not below the order of the group"),
            Self::HighS => f.write_str("s is above half the order of the group"),
            Self::Der(reason) => reason.fmt(f),
            Self::Key(reason) => reason.fmt(f),
            Self::SecretKey(reason) => reason.fmt(f),
            Self::RecoveryId => f.write_str(
                "a recovery id is not 0, 1, 2 or 3 (Ethereum's 27 and 28 are 0 and 1 plus 27)",
            ),
            Self::NotRecoverable => f.write_str("no key has this signature with this recovery id"),
            Self::Empty => f.write_str("there is nothing in the batch"),
            Self::LengthMismatch => f.write_str("the lists of the batch differ in length"),
            Self::NotSigned => f.write_str("the signature is not the key's on this digest"),
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

impl From<DerError> for Error {
    fn from(reason: DerError) -> Self {
        Self::Der(reason)
    }
}
