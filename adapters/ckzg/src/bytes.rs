//! Bytes by what they shall be. Nothing is decoded before a function of the settings needs it.

use core::ops::{Deref, DerefMut};

use crate::{
    BYTES_PER_BLOB, BYTES_PER_CELL, BYTES_PER_COMMITMENT, BYTES_PER_FIELD_ELEMENT, BYTES_PER_PROOF,
    Error,
};

/// The bytes of digits in either case, with 0x before them or without.
fn hex_to_bytes(text: &str) -> Result<Vec<u8>, Error> {
    base16ct::mixed::decode_vec(text.strip_prefix("0x").unwrap_or(text))
        .map_err(|reason| Error::InvalidHexFormat(format!("Failed to decode hex: {reason}")))
}

/// Bytes of a length of their own, and the error for those of another.
macro_rules! bytes {
    ($(#[$doc:meta])* $Name:ident, $length:expr, $Wrong:ident) => {
        $(#[$doc])*
        ///
        /// [Example](crate#example).
        #[derive(Clone, Debug, Hash, PartialEq, Eq)]
        pub struct $Name {
            /// The bytes.
            pub bytes: [u8; $length],
        }

        impl $Name {
            /// Of so many bytes.
            pub const fn new(bytes: [u8; $length]) -> Self {
                Self { bytes }
            }

            /// Of a slice of so many bytes.
            ///
            /// # Errors
            #[doc = concat!("[`Error::", stringify!($Wrong), "`] for another number of bytes.")]
            pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
                let wrong = || {
                    let (expected, got) = ($length, bytes.len());
                    Error::$Wrong(format!(
                        "Invalid byte length. Expected {expected} got {got}"
                    ))
                };
                bytes.try_into().map(Self::new).map_err(|_| wrong())
            }

            /// Of twice as many hexadecimal digits, in either case, with 0x before them or without.
            ///
            /// # Errors
            #[doc = concat!("[`Error::InvalidHexFormat`], [`Error::", stringify!($Wrong), "`].")]
            pub fn from_hex(digits: &str) -> Result<Self, Error> {
                Self::from_bytes(&hex_to_bytes(digits)?)
            }
        }

        impl Default for $Name {
            /// Zeros.
            fn default() -> Self {
                Self::new([0; $length])
            }
        }

        impl From<[u8; $length]> for $Name {
            fn from(bytes: [u8; $length]) -> Self {
                Self::new(bytes)
            }
        }

        impl Deref for $Name {
            type Target = [u8; $length];

            fn deref(&self) -> &Self::Target {
                &self.bytes
            }
        }
    };
}

/// What is known to be a commitment or a proof, and its name in texts.
macro_rules! point {
    ($Name:ident) => {
        impl Copy for $Name {}

        impl $Name {
            /// The bytes, as functions take them.
            pub const fn to_bytes(&self) -> Bytes48 {
                Bytes48::new(self.bytes)
            }

            /// The 96 hexadecimal digits in lower case.
            pub fn as_hex_string(&self) -> String {
                base16ct::lower::encode_string(&self.bytes)
            }
        }
    };
}

bytes! {
    /// 32 bytes that shall be a scalar, big-endian and below r.
    Bytes32, BYTES_PER_FIELD_ELEMENT, InvalidBytesLength
}
bytes! {
    /// 48 bytes that shall be a commitment or a proof: a compressed point of G1.
    Bytes48, BYTES_PER_COMMITMENT, InvalidBytesLength
}
bytes! {
    /// A commitment.
    KzgCommitment, BYTES_PER_COMMITMENT, InvalidKzgCommitment
}
bytes! {
    /// A proof.
    KzgProof, BYTES_PER_PROOF, InvalidKzgProof
}
bytes! {
    /// 4,096 scalars, the values of a polynomial.
    Blob, BYTES_PER_BLOB, InvalidBytesLength
}
bytes! {
    /// 64 scalars of an extended blob.
    Cell, BYTES_PER_CELL, InvalidBytesLength
}

point!(KzgCommitment);
point!(KzgProof);

impl Copy for Bytes32 {}
impl Copy for Bytes48 {}
impl Copy for Cell {}

impl Bytes48 {
    /// The bytes.
    pub const fn into_inner(self) -> [u8; BYTES_PER_COMMITMENT] {
        self.bytes
    }
}

impl Blob {
    /// The bytes.
    pub const fn into_inner(self) -> [u8; BYTES_PER_BLOB] {
        self.bytes
    }
}

impl Cell {
    /// The bytes.
    pub const fn to_bytes(&self) -> [u8; BYTES_PER_CELL] {
        self.bytes
    }
}

impl AsRef<[u8; BYTES_PER_FIELD_ELEMENT]> for Bytes32 {
    fn as_ref(&self) -> &[u8; BYTES_PER_FIELD_ELEMENT] {
        &self.bytes
    }
}

impl AsRef<[u8; BYTES_PER_COMMITMENT]> for Bytes48 {
    fn as_ref(&self) -> &[u8; BYTES_PER_COMMITMENT] {
        &self.bytes
    }
}

impl AsRef<[u8]> for Blob {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl AsRef<[u8]> for Cell {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl DerefMut for Bytes48 {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.bytes
    }
}

impl DerefMut for Blob {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.bytes
    }
}
