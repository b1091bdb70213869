//! Why an input is not acceptable, or a proof does not hold.

use core::fmt;

use curve::error::{PointError, ScalarError};

/// Why an input is not acceptable ([`Error::NotProven`] excepted, which is a verdict on acceptable
/// input).
///
/// [Examples](crate::kzg#examples).
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
    /// The blob is not 4,096 times 32 bytes long.
    BlobLength,
    /// This element of the blob, counted from zero, is not below r.
    BlobElement(usize),
    /// The cell is not 64 times 32 bytes long.
    CellLength,
    /// This element of the cell, counted from zero, is not below r.
    CellElement(usize),
    /// There is no cell of this index: there are 128.
    CellIndex(u64),
    /// The indices of cells do not ascend, each above the one before.
    CellOrder,
    /// There are fewer than 64 cells, or more than 128.
    CellCount,
    /// There are more than 64 cells, which are not all of one blob.
    CellsDisagree,
    /// The lists differ in length.
    LengthMismatch,
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
            Self::BlobLength => f.write_str("the blob does not have 131,072 bytes"),
            Self::BlobElement(index) => {
                write!(f, "element {index} of the blob is not below the order of the group")
            }
            Self::CellLength => f.write_str("the cell does not have 2,048 bytes"),
            Self::CellElement(index) => {
                write!(f, "element {index} of the cell is not below the order of the group")
            }
            Self::CellIndex(index) => write!(f, "there is no cell {index}"),
            Self::CellOrder => f.write_str("the indices of the cells do not ascend"),
            Self::CellCount => f.write_str("there are fewer than 64 cells or more than 128"),
            Self::CellsDisagree => f.write_str("the cells are not all of one blob"),
            Self::LengthMismatch => f.write_str("the lists differ in length"),
            Self::Tau(reason) => write!(f, "τ in G2: {reason}"),
            Self::NotProven => f.write_str("the proof does not hold"),
        }
    }
}

impl core::error::Error for Error {}

/// Why a batch is not acceptable, or does not hold: the reason, and which item it is of.
///
/// [Examples](crate::kzg#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchError {
    /// The item, counted from zero; none for the verdict, which is on all of them, and for lists
    /// that differ in length.
    pub index: Option<usize>,
    /// Why.
    pub reason: Error,
}

impl BatchError {
    /// Of one item.
    #[cfg(feature = "alloc")]
    pub(super) const fn at(index: usize, reason: Error) -> Self {
        Self { index: Some(index), reason }
    }
}

impl From<Error> for BatchError {
    fn from(reason: Error) -> Self {
        Self { index: None, reason }
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index {
            Some(index) => write!(f, "item {index}: {}", self.reason),
            None => self.reason.fmt(f),
        }
    }
}

impl core::error::Error for BatchError {}
