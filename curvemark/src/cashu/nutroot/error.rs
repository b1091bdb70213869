//! Why something is no secret, leaf, spend info or transaction, or a witness does not do.

use core::fmt;

use curve::error::PointError;

use crate::cashu::legacy;

/// Why an input is not acceptable. The last five are verdicts on acceptable input.
///
/// [Example](crate::cashu::nutroot).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The input is not as long as its encoding, or longer than it may be.
    Length,
    /// The input is not lower-case hexadecimal.
    Hex,
    /// The bytes are not the compressed encoding of a point, for this reason; or a sum of points is
    /// the identity.
    Point(PointError),
    /// The scalar is zero or not below the order of the group.
    Scalar,
    /// The version of a leaf is not known.
    LeafVersion,
    /// The type of a leaf is not known.
    LeafType,
    /// A field of a leaf is not known, missing, there twice, in the wrong place, of another type of
    /// leaf, or not of its form.
    LeafField,
    /// A leaf has no keys, or two with one x.
    LeafKeys,
    /// A leaf asks for no signature, or for more than there are keys.
    Threshold,
    /// A tree has no leaves, or more of them, of keys or of levels than there may be; or there is
    /// no such leaf.
    Tree,
    /// There are more slots for keys than a secret has.
    Slot,
    /// What is said about a secret contradicts itself, or does not say by which key.
    SpendInfo,
    /// A witness is not JSON of its form, or has more signatures than it may.
    Witness,
    /// A transaction has no inputs or no outputs, or they are not as many as what they are given
    /// with.
    Transaction,
    /// A transaction has an input twice.
    Repeated,
    /// The id of a keyset is short, or of another version than the point that comes with it.
    Keyset,
    /// The verdict: the key and the tree do not make this secret.
    NotCommitted,
    /// The verdict: it is too early for this leaf.
    TooEarly,
    /// The verdict: this is not the preimage.
    NotPreimage,
    /// The verdict: too few keys have signed.
    NotSigned,
    /// The verdict: the condition of an input of an older keyset is not satisfied.
    Condition,
}

impl From<PointError> for Error {
    fn from(reason: PointError) -> Self {
        match reason {
            PointError::Length => Self::Length,
            reason => Self::Point(reason),
        }
    }
}

impl From<legacy::Error> for Error {
    fn from(reason: legacy::Error) -> Self {
        match reason {
            legacy::Error::Point(reason) => Self::Point(reason),
            legacy::Error::Scalar(_) => Self::Scalar,
            legacy::Error::Slot => Self::Slot,
            legacy::Error::Hex => Self::Hex,
            _ => Self::Length,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "the input does not have the length of its encoding, or is too long",
            Self::Hex => "not lower-case hexadecimal digits",
            Self::Point(reason) => return reason.fmt(f),
            Self::Scalar => "the scalar is zero or not below the order of the group",
            Self::LeafVersion => "the version of the leaf is not known",
            Self::LeafType => "the type of the leaf is not known",
            Self::LeafField => "a field of the leaf is not known, missing, there twice, misplaced or not of its form",
            Self::LeafKeys => "the leaf has no keys, or two with one x",
            Self::Threshold => "the leaf asks for no signature, or for more than there are keys",
            Self::Tree => "the tree has no leaves or too many, or there is no such leaf",
            Self::Slot => "there are more slots for keys than a secret has",
            Self::SpendInfo => "what is said about the secret contradicts itself, or does not say by which key",
            Self::Witness => "the witness is not JSON of its form, or has too many signatures",
            Self::Transaction => "the transaction has no inputs or no outputs, or not as many as are signed for",
            Self::Repeated => "the transaction has an input twice",
            Self::Keyset => "the keyset id is short, or of another version than the point beside it",
            Self::NotCommitted => "the key and the tree do not make this secret",
            Self::TooEarly => "it is too early for this leaf",
            Self::NotPreimage => "not the preimage of the leaf's hash",
            Self::NotSigned => "too few keys have signed",
            Self::Condition => "the condition of an input of an older keyset is not satisfied",
        })
    }
}

impl core::error::Error for Error {}
