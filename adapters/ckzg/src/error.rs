//! Why something is refused, in c-kzg's terms.

use core::fmt;

use curvemark::kzg::{BatchError, Error as Reason, SetupError};

/// What c-kzg's functions in C return. Here only two come up: `C_KZG_BADARGS` for input that is not
/// acceptable, and none for input that is.
///
/// [Example](crate#example).
#[repr(u32)]
#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq)]
pub enum CkzgError {
    /// No error.
    C_KZG_OK = 0,
    /// An input is not acceptable: a scalar that is not below r, a point that is none of its group,
    /// an index of a cell that there is not, too few cells.
    C_KZG_BADARGS = 1,
    /// Never given.
    C_KZG_ERROR = 2,
    /// Never given.
    C_KZG_MALLOC = 3,
}

/// Why the text of a setup is none.
///
/// [Example](crate#example).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KzgErrors {
    /// Never given.
    FailedCurrentDirectory,
    /// Never given.
    PathNotExists,
    /// Never given.
    IOError,
    /// Never given.
    NotValidFile,
    /// There are fewer lines than points, or more.
    FileFormatError,
    /// A line is no number, or no hexadecimal digits of its length.
    ParseError,
    /// The numbers of points are not 4096 and 65.
    MismatchedNumberOfPoints,
}

/// Why an input is refused.
///
/// [Example](crate#example).
#[derive(Debug)]
pub enum Error {
    /// Wrong number of bytes.
    InvalidBytesLength(String),
    /// No hexadecimal digits, or an odd number of them.
    InvalidHexFormat(String),
    /// Wrong number of bytes of a proof.
    InvalidKzgProof(String),
    /// Wrong number of bytes of a commitment.
    InvalidKzgCommitment(String),
    /// The setup cannot be read, or is none.
    InvalidTrustedSetup(String),
    /// Lists that belong together differ in length.
    MismatchLength(String),
    /// The text of a setup is none.
    LoadingTrustedSetupFailed(KzgErrors),
    /// An input is not acceptable.
    CError(CkzgError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidBytesLength(text)
            | Self::InvalidHexFormat(text)
            | Self::InvalidKzgProof(text)
            | Self::InvalidKzgCommitment(text)
            | Self::InvalidTrustedSetup(text)
            | Self::MismatchLength(text) => f.write_str(text),
            Self::LoadingTrustedSetupFailed(reason) => write!(f, "KzgErrors: {reason:?}"),
            Self::CError(code) => write!(f, "{code:?}"),
        }
    }
}

impl core::error::Error for Error {}

impl From<KzgErrors> for Error {
    fn from(reason: KzgErrors) -> Self {
        Self::LoadingTrustedSetupFailed(reason)
    }
}

impl From<Reason> for Error {
    fn from(_: Reason) -> Self {
        Self::CError(CkzgError::C_KZG_BADARGS)
    }
}

impl From<SetupError> for Error {
    fn from(reason: SetupError) -> Self {
        Self::InvalidTrustedSetup(format!("Invalid trusted setup: {reason}"))
    }
}

/// Our verdict as c-kzg has it: a proof that does not hold is no error.
pub(crate) fn verdict(result: Result<(), impl Into<BatchError>>) -> Result<bool, Error> {
    match result.map_err(|error| error.into().reason) {
        Ok(()) => Ok(true),
        Err(Reason::NotProven) => Ok(false),
        Err(reason) => Err(reason.into()),
    }
}
