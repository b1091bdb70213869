//! Why an input is not acceptable.

use core::fmt;

/// Why bytes or coordinates are not a point that this library takes.
///
/// [Example](crate#one-minute-of-code).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointError {
    /// The input is not as long as the encoding.
    Length,
    /// The compression bit, or the tag of SEC 1, says the other of the two forms: bytes of the
    /// length of a compressed point without the bit, such as zeros, or the reverse.
    Compression,
    /// The first byte is none of the tags of the encoding.
    Tag,
    /// The infinity or sign bit is set where the encoding must have it clear, or infinity is
    /// followed by more than zeros.
    Flags,
    /// A coordinate is not below the modulus.
    NotCanonical,
    /// No point of the curve has these coordinates.
    NotOnCurve,
    /// The point is on the curve but outside the group of prime order.
    NotInSubgroup,
    /// The point is the identity, which the caller refuses.
    Identity,
}

impl fmt::Display for PointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "the encoded point has the wrong length",
            Self::Compression => {
                "the first byte does not fit the length: a compressed point has the highest bit of its \
                 first byte set (in SEC 1 it begins with 02 or 03), an uncompressed one has not (in \
                 SEC 1 it begins with 04)"
            }
            Self::Tag => "the first byte is none of the encoding's tags",
            Self::Flags => "the infinity or sign bit of the encoding is set where it must be clear",
            Self::NotCanonical => "a coordinate is not below the field's modulus",
            Self::NotOnCurve => "the coordinates are not those of a point of the curve",
            Self::NotInSubgroup => "the point is not in the group of prime order",
            Self::Identity => "the identity is not accepted here",
        })
    }
}

impl core::error::Error for PointError {}

/// Why bytes are not a scalar that this library takes.
///
/// [Example](crate#one-minute-of-code).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarError {
    /// The input is not as long as the encoding.
    Length,
    /// The integer is not below the order of the group.
    NotCanonical,
    /// The scalar is zero, which the caller refuses.
    Zero,
}

impl fmt::Display for ScalarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "the encoded scalar has the wrong length",
            Self::NotCanonical => "the scalar is not below the order of the group",
            Self::Zero => "zero is not accepted here",
        })
    }
}

impl core::error::Error for ScalarError {}

/// Why encodings one behind the other are not scalars that this library takes.
///
/// [Example](crate#one-minute-of-code).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarsError {
    /// The input is not as long as the encodings of so many scalars.
    Length,
    /// This one, counted from zero, is the first that is not below the order of the group.
    NotCanonical(usize),
}

impl fmt::Display for ScalarsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => f.write_str("the encoded scalars have the wrong length"),
            Self::NotCanonical(index) => {
                write!(f, "scalar {index} is not below the order of the group")
            }
        }
    }
}

impl core::error::Error for ScalarsError {}

/// Why a batch cannot be computed.
///
/// [Example](crate#one-minute-of-code).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchError {
    /// There is nothing in the batch.
    Empty,
    /// The lists are not of one length.
    LengthMismatch,
    /// The caller's scratch space is smaller than stated.
    ScratchTooSmall,
    /// No table for the batch is as small as the caller asks for.
    TableTooLarge,
}

/// Whether there is a batch, and as many items in each of the lists that go with it. A batch of
/// none is [`BatchError::Empty`] whatever its other lists have.
pub(crate) fn check_lengths(items: usize, others: &[usize]) -> Result<(), BatchError> {
    match items {
        0 => Err(BatchError::Empty),
        _ if others.iter().any(|&length| length != items) => Err(BatchError::LengthMismatch),
        _ => Ok(()),
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the batch is empty",
            Self::LengthMismatch => "the lists of the batch differ in length",
            Self::ScratchTooSmall => "the scratch space is too small for the batch",
            Self::TableTooLarge => "no table for the batch is as small as that",
        })
    }
}

impl core::error::Error for BatchError {}

/// Why there is no transform of a size.
///
/// [Example](crate#one-minute-of-code).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DomainError {
    /// The field has no roots of unity of that order.
    TooLarge,
    /// There are fewer roots than the lanes take at once.
    TooSmall,
}

impl fmt::Display for DomainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "the field has no roots of unity of this order",
            Self::TooSmall => "there are fewer roots of unity than these lanes take at once",
        })
    }
}

impl core::error::Error for DomainError {}

/// Why there is no such permutation.
///
/// [Example](crate#one-minute-of-code).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoseidonError {
    /// The width is not one that there are parameters for.
    Width,
    /// There are fewer partial rounds than elements of the state, and the recurrence would not
    /// begin.
    Rounds,
    /// The matrix has a subspace that passes every partial round without an S-box.
    Matrix,
}

impl fmt::Display for PoseidonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Width => "there are no parameters for a state of this width",
            Self::Rounds => "there are fewer partial rounds than elements of the state",
            Self::Matrix => "the matrix has a subspace that no S-box of the partial rounds meets",
        })
    }
}

impl core::error::Error for PoseidonError {}
