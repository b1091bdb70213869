//! Statuses: what every function answers with.

use core::ffi::CStr;

#[cfg(feature = "std")]
use curve::error::{BatchError, ScalarsError};
use curve::error::{PointError, ScalarError};
use curvemark::cashu::{legacy, v3};
#[cfg(feature = "groth16")]
use curvemark::groth16;
#[cfg(feature = "kzg")]
use curvemark::kzg;
#[cfg(feature = "parts")]
use curvemark::parts;
#[cfg(feature = "poseidon")]
use curvemark::poseidon;
use curvemark::{bls, ecdsa, eddsa, schnorr};
#[cfg(feature = "evm")]
use evm::precompiles;

use crate::boundary::export_text;

/// Writes the statuses with their texts.
macro_rules! statuses {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident = $number:literal as $c_name:ident, $text:literal;
    )*) => {
        /// The answer of a function.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Status {
            $($(#[doc = $doc])* $name = $number),*
        }

        fn text(status: i32) -> &'static CStr {
            match status {
                $($number => $text,)*
                _ => c"this number is no status of curvemark",
            }
        }
    };
}

statuses! {
    /// Done; or, of a verification: it holds.
    Ok = 0 as CURVEMARK_OK, c"done";
    /// The verdict of a verification on acceptable input: it does not hold.
    NotValid = 1 as CURVEMARK_NOT_VALID, c"the signature or proof does not hold";
    /// A pointer is null where bytes must be, or misaligned.
    Pointer = 2 as CURVEMARK_ERROR_POINTER, c"a pointer is null or misaligned";
    /// A buffer has not the length that the function asks for.
    Length = 3 as CURVEMARK_ERROR_LENGTH, c"a buffer has a wrong length";
    /// The room for the output is too small.
    Room = 4 as CURVEMARK_ERROR_ROOM, c"the room for the output is too small";
    /// Lists have different numbers of items.
    Count = 5 as CURVEMARK_ERROR_COUNT, c"lists have different numbers of items";
    /// A list is empty that must not be.
    Empty = 6 as CURVEMARK_ERROR_EMPTY, c"a list is empty that must not be";
    /// A number is none of the choices, or out of its range.
    Argument = 7 as CURVEMARK_ERROR_ARGUMENT, c"a number is none of the choices or out of range";
    /// A buffer or handle that is written overlaps another one.
    Overlap = 8 as CURVEMARK_ERROR_OVERLAP, c"a buffer that is written overlaps another one";
    /// The bytes are not the canonical encoding of a point.
    PointEncoding = 9 as CURVEMARK_ERROR_POINT_ENCODING,
        c"the bytes are not the canonical encoding of a point";
    /// The point is not on the curve.
    PointNotOnCurve = 10 as CURVEMARK_ERROR_POINT_NOT_ON_CURVE, c"the point is not on the curve";
    /// The point is not in the group of prime order.
    PointNotInSubgroup = 11 as CURVEMARK_ERROR_POINT_NOT_IN_SUBGROUP,
        c"the point is not in the group of prime order";
    /// The point is the identity, or of small order, where that is not allowed.
    PointIdentity = 12 as CURVEMARK_ERROR_POINT_IDENTITY,
        c"the point is the identity or of small order where that is not allowed";
    /// An integer is not below its modulus.
    Scalar = 13 as CURVEMARK_ERROR_SCALAR, c"an integer is not below its modulus";
    /// An integer is zero that must not be.
    ScalarZero = 14 as CURVEMARK_ERROR_SCALAR_ZERO, c"an integer is zero that must not be";
    /// The bytes that a key is made of are too few or too many.
    KeyMaterial = 15 as CURVEMARK_ERROR_KEY_MATERIAL,
        c"the bytes that a key is made of are too few or too many";
    /// The keys of an aggregate cancel each other.
    KeysCancel = 16 as CURVEMARK_ERROR_KEYS_CANCEL, c"the keys of the aggregate cancel each other";
    /// The bytes are not the encoding of a signature.
    SignatureEncoding = 17 as CURVEMARK_ERROR_SIGNATURE_ENCODING,
        c"the bytes are not the encoding of a signature";
    /// No key has this signature with this recovery id.
    NotRecoverable = 18 as CURVEMARK_ERROR_NOT_RECOVERABLE,
        c"no key has this signature with this recovery id";
    /// Cells of a blob have wrong indices, a wrong order or number, or are of several blobs.
    Cells = 19 as CURVEMARK_ERROR_CELLS,
        c"cells have wrong indices, a wrong order or number, or are not all of one blob";
    /// The text is no trusted setup.
    Setup = 20 as CURVEMARK_ERROR_SETUP, c"the text is no trusted setup";
    /// There is no precompiled contract at the address under the fork.
    NoContract = 21 as CURVEMARK_ERROR_NO_CONTRACT,
        c"there is no precompiled contract at the address under the fork";
    /// The precompiled contract costs more gas than the limit.
    OutOfGas = 22 as CURVEMARK_ERROR_OUT_OF_GAS, c"out of gas";
    /// The precompiled contract refuses its input.
    Contract = 23 as CURVEMARK_ERROR_CONTRACT, c"the precompiled contract refuses its input";
    /// A table would be too large.
    Table = 24 as CURVEMARK_ERROR_TABLE, c"the table would be too large, or there is none so small";
    /// The operating system gave no random bytes.
    Randomness = 25 as CURVEMARK_ERROR_RANDOMNESS, c"the operating system gave no random bytes";
    /// The operating system gave no threads.
    Threads = 26 as CURVEMARK_ERROR_THREADS, c"the operating system gave no threads";
    /// The input is refused for a reason without a number of its own.
    Refused = 27 as CURVEMARK_ERROR_REFUSED, c"the input is refused";
    /// A fault of curvemark. Please report it. The handles of the call must be freed.
    Panic = 28 as CURVEMARK_ERROR_PANIC, c"a fault of curvemark, please report it";
    /// Parts are of another kind or batch, go beyond it, leave out items or have one twice.
    Parts = 29 as CURVEMARK_ERROR_PARTS,
        c"parts are of another kind or batch, leave out items or have one twice";
}

export_text! {
    /// What a status means, in a few English words: a text that ends with a zero byte and lives as
    /// long as the program. Any number is allowed.
    fn curvemark_status_text(status: i32) { text(status) }

    /// The version of this library, such as "0.1.0".
    fn curvemark_version() { VERSION }
}

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(text) => text,
        Err(_) => unreachable!(),
    };

impl From<PointError> for Status {
    fn from(error: PointError) -> Self {
        match error {
            PointError::Length => Self::Length,
            PointError::NotOnCurve => Self::PointNotOnCurve,
            PointError::NotInSubgroup => Self::PointNotInSubgroup,
            PointError::Identity => Self::PointIdentity,
            _ => Self::PointEncoding,
        }
    }
}

impl From<ScalarError> for Status {
    fn from(error: ScalarError) -> Self {
        match error {
            ScalarError::Length => Self::Length,
            ScalarError::Zero => Self::ScalarZero,
            _ => Self::Scalar,
        }
    }
}

#[cfg(feature = "std")]
impl From<ScalarsError> for Status {
    fn from(error: ScalarsError) -> Self {
        match error {
            ScalarsError::Length => Self::Length,
            _ => Self::Scalar,
        }
    }
}

#[cfg(feature = "std")]
impl From<BatchError> for Status {
    fn from(error: BatchError) -> Self {
        match error {
            BatchError::Empty => Self::Empty,
            BatchError::LengthMismatch => Self::Count,
            BatchError::TableTooLarge => Self::Table,
            _ => Self::Refused,
        }
    }
}

impl From<bls::Error> for Status {
    fn from(error: bls::Error) -> Self {
        match error {
            bls::Error::Point(error) => error.into(),
            bls::Error::SecretKey(error) => error.into(),
            bls::Error::KeyMaterial => Self::KeyMaterial,
            bls::Error::KeysCancel => Self::KeysCancel,
            bls::Error::Empty => Self::Empty,
            bls::Error::LengthMismatch => Self::Count,
            bls::Error::NotSigned => Self::NotValid,
            _ => Self::Refused,
        }
    }
}

impl From<ecdsa::Error> for Status {
    fn from(error: ecdsa::Error) -> Self {
        use ecdsa::Error;
        match error {
            Error::Length => Self::Length,
            Error::Key(error) => error.into(),
            Error::SecretKey(error) => error.into(),
            Error::NotRecoverable => Self::NotRecoverable,
            Error::Empty => Self::Empty,
            Error::LengthMismatch => Self::Count,
            Error::NotSigned => Self::NotValid,
            _ => Self::SignatureEncoding,
        }
    }
}

impl From<schnorr::Error> for Status {
    fn from(error: schnorr::Error) -> Self {
        use schnorr::Error;
        match error {
            Error::Length => Self::Length,
            Error::Key(error) => error.into(),
            Error::SecretKey(error) => error.into(),
            Error::Empty => Self::Empty,
            Error::LengthMismatch => Self::Count,
            Error::NotSigned => Self::NotValid,
            _ => Self::SignatureEncoding,
        }
    }
}

impl From<eddsa::Error> for Status {
    fn from(error: eddsa::Error) -> Self {
        use eddsa::Error;
        match error {
            Error::Length => Self::Length,
            Error::Key(error) => error.into(),
            Error::SmallOrder => Self::PointIdentity,
            Error::Context => Self::Argument,
            Error::Empty => Self::Empty,
            Error::LengthMismatch => Self::Count,
            Error::NotSigned => Self::NotValid,
            _ => Self::SignatureEncoding,
        }
    }
}

#[cfg(feature = "kzg")]
impl From<kzg::Error> for Status {
    fn from(error: kzg::Error) -> Self {
        use kzg::Error;
        match error {
            Error::Commitment(error) | Error::Proof(error) | Error::Tau(error) => error.into(),
            Error::BlobLength | Error::CellLength => Self::Length,
            Error::LengthMismatch => Self::Count,
            Error::NotProven => Self::NotValid,
            Error::Z(error) | Error::Y(error) => error.into(),
            Error::BlobElement(_) | Error::CellElement(_) => Self::Scalar,
            Error::CellIndex(_) | Error::CellOrder | Error::CellCount | Error::CellsDisagree => {
                Self::Cells
            }
            _ => Self::Refused,
        }
    }
}

#[cfg(feature = "kzg")]
impl From<kzg::BatchError> for Status {
    fn from(error: kzg::BatchError) -> Self {
        error.reason.into()
    }
}

#[cfg(feature = "kzg")]
impl From<kzg::SetupError> for Status {
    fn from(_: kzg::SetupError) -> Self {
        Self::Setup
    }
}

#[cfg(feature = "groth16")]
impl From<groth16::Error> for Status {
    fn from(error: groth16::Error) -> Self {
        use groth16::Error;
        match error {
            Error::Point(error) => error.into(),
            Error::Input(error) => error.into(),
            Error::Length => Self::Length,
            Error::InputCount | Error::LengthMismatch => Self::Count,
            Error::Empty => Self::Empty,
            Error::NotProven => Self::NotValid,
            _ => Self::Refused,
        }
    }
}

#[cfg(feature = "parts")]
impl From<parts::Error> for Status {
    fn from(error: parts::Error) -> Self {
        use parts::Error;
        match error {
            Error::Length => Self::Length,
            Error::Empty => Self::Empty,
            Error::LengthMismatch => Self::Count,
            Error::Point(error) => error.into(),
            Error::Target => Self::PointNotInSubgroup,
            Error::Kzg(error) => error.into(),
            Error::Groth16(error) => error.into(),
            Error::NotValid => Self::NotValid,
            _ => Self::Parts,
        }
    }
}

#[cfg(feature = "poseidon")]
impl From<poseidon::Error> for Status {
    fn from(error: poseidon::Error) -> Self {
        use poseidon::Error;
        match error {
            Error::Empty => Self::Empty,
            Error::TooManyInputs | Error::LengthMismatch | Error::Leaves => Self::Count,
            Error::NotCanonical { .. } => Self::Scalar,
            Error::NotIncluded => Self::NotValid,
            _ => Self::Refused,
        }
    }
}

impl From<v3::Error> for Status {
    fn from(error: v3::Error) -> Self {
        use v3::Error;
        match error {
            Error::Length => Self::Length,
            Error::Point(error) => error.into(),
            Error::Scalar => Self::Scalar,
            Error::EmptyBatch => Self::Empty,
            Error::NotSigned => Self::NotValid,
            _ => Self::Refused,
        }
    }
}

impl From<legacy::Error> for Status {
    fn from(error: legacy::Error) -> Self {
        use legacy::Error;
        match error {
            Error::Length => Self::Length,
            Error::Point(error) => error.into(),
            Error::Scalar(error) => error.into(),
            Error::Empty => Self::Empty,
            Error::LengthMismatch => Self::Count,
            Error::Counter => Self::Argument,
            Error::NotSigned | Error::NotProven => Self::NotValid,
            _ => Self::Refused,
        }
    }
}

#[cfg(feature = "evm")]
impl From<precompiles::Error> for Status {
    fn from(error: precompiles::Error) -> Self {
        match error {
            precompiles::Error::OutOfGas => Self::OutOfGas,
            _ => Self::Contract,
        }
    }
}
