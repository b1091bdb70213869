//! Why an input of the proof system is not acceptable, or a proof not valid.

use core::fmt;

use curve::error::{PointError, ScalarError};

/// Why an input is not acceptable ([`Error::NotProven`] excepted, which is a verdict on acceptable
/// input).
///
/// [Example](crate::groth16).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A point is not one of the group, or is the identity where a key must not have it, for this
    /// reason.
    Point(PointError),
    /// A public input is not a scalar, for this reason.
    Input(ScalarError),
    /// An element of the target group is not canonical or not of order r.
    Target,
    /// The bytes are not as many as they must be.
    Length,
    /// There are not as many public inputs as the key is for.
    InputCount,
    /// There is no proof in the batch.
    Empty,
    /// There are not as many lists of public inputs as proofs.
    LengthMismatch,
    /// The verdict: all inputs are acceptable, and the proof is not valid for them under the key;
    /// or one of a batch is not.
    NotProven,
}

impl From<PointError> for Error {
    fn from(reason: PointError) -> Self {
        Self::Point(reason)
    }
}

impl From<ScalarError> for Error {
    fn from(reason: ScalarError) -> Self {
        Self::Input(reason)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point(reason) => reason.fmt(f),
            Self::Input(reason) => write!(f, "a public input: {reason}"),
            Self::Target => f.write_str("not an element of the target group"),
            Self::Length => f.write_str("the encoding has the wrong length"),
            Self::InputCount => f.write_str("the key is for another number of public inputs"),
            Self::Empty => f.write_str("there is no proof in the batch"),
            Self::LengthMismatch => {
                f.write_str("there are not as many lists of public inputs as proofs")
            }
            Self::NotProven => {
                f.write_str("the proof is not valid for these public inputs and this key")
            }
        }
    }
}

impl core::error::Error for Error {}

/// Why a file of circom or snarkjs is not acceptable, or makes no proof.
///
/// [Example](crate::groth16).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileError {
    /// The file does not begin with the four letters of its kind.
    Kind,
    /// The file is of another version of the format, or of another proof system.
    Version,
    /// The file ends before what it announces.
    Truncated,
    /// There is more after the last section.
    TrailingBytes,
    /// The file has a section of this number that its kind has not, or a second one of it.
    UnexpectedSection(u32),
    /// A section is missing.
    MissingSection(u32),
    /// A section is not as long as the header's numbers say.
    SectionLength(u32),
    /// The file is for another curve.
    Modulus,
    /// The header's numbers do not fit each other: signals, public inputs, size of the domain.
    Counts,
    /// A coefficient names a matrix, a constraint or a signal that is not there.
    Index,
    /// A scalar of this section is not below the order.
    Scalar(u32),
    /// A point of this section is not acceptable, for this reason.
    Point(u32, PointError),
    /// The witness has not as many elements as the key has signals.
    WitnessLength,
    /// The first element of the witness is not one.
    WitnessOne,
    /// No proof was made: the witness does not satisfy the constraints, or the key is not one of a
    /// setup.
    Unsatisfied,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind => f.write_str("the file is of another kind"),
            Self::Version => f.write_str("the file is of another version or proof system"),
            Self::Truncated => f.write_str("the file ends early"),
            Self::TrailingBytes => f.write_str("there is more after the last section"),
            Self::UnexpectedSection(section) => {
                write!(f, "section {section} is unknown or repeated")
            }
            Self::MissingSection(section) => write!(f, "section {section} is missing"),
            Self::SectionLength(section) => write!(f, "section {section} has the wrong length"),
            Self::Modulus => f.write_str("the file is for another curve"),
            Self::Counts => f.write_str("the numbers of the header do not fit each other"),
            Self::Index => {
                f.write_str("a coefficient is of a matrix, constraint or signal that is not there")
            }
            Self::Scalar(section) => {
                write!(f, "a scalar of section {section} is not below the order")
            }
            Self::Point(section, reason) => write!(f, "a point of section {section}: {reason}"),
            Self::WitnessLength => f.write_str("the witness is for another number of signals"),
            Self::WitnessOne => f.write_str("the first element of the witness is not one"),
            Self::Unsatisfied => {
                f.write_str("the witness does not satisfy the constraints of the key")
            }
        }
    }
}

impl core::error::Error for FileError {}
