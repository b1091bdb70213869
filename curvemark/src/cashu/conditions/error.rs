//! Why a secret is nobody's to spend, or a witness does not do.

use core::fmt;

/// Why a condition is malformed, or not satisfied.
///
/// [Example](crate::cashu::conditions).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A secret is not surely plain and is no JSON of its form, or one of a known kind lacks a
    /// field, or has one twice.
    Form,
    /// A tag comes twice, has values of another form, or asks for more signatures than there are
    /// keys.
    Tags,
    /// A key is not the compressed encoding of a point, or is there twice in one path.
    Key,
    /// The lock of an HTLC is not 64 lower-case hexadecimal digits.
    Hash,
    /// There are more keys or signatures than are ever tried.
    TooMany,
    /// A witness is not JSON of its form.
    Witness,
    /// One input asks for signatures on all, and another is not locked alike.
    Mixed,
    /// There are no inputs.
    Empty,
    /// A secret of version 3 is a point, or as long as one. Whoever spends it signs, which
    /// [`nutroot::Transaction::verify`](crate::cashu::nutroot::Transaction::verify) asks for.
    Point,
    /// The verdict: all is of its form, and the witness does not satisfy the condition.
    NotSatisfied,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form => "the secret begins as a condition and is not of its form, lacks a field, or has one twice",
            Self::Tags => "a tag comes twice, is not of its form, or asks for more signatures than there are keys",
            Self::Key => "a key is not the compressed encoding of a point, or is there twice",
            Self::Hash => "the hash is not 64 lower-case hexadecimal digits",
            Self::TooMany => "there are more keys or signatures than are ever tried",
            Self::Witness => "the witness is not JSON of its form",
            Self::Mixed => "one input asks for signatures on all, and another is not locked alike",
            Self::Empty => "there are no inputs",
            Self::Point => "the secret is a point, which signs for the transaction as a whole",
            Self::NotSatisfied => "the witness does not satisfy the condition",
        })
    }
}

impl core::error::Error for Error {}
