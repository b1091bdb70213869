//! Bytes as text, strictly: every sequence of bytes has one text, and every other text is refused.
//!
//! | | alphabet | refused besides symbols of no alphabet | time |
//! |---|---|---|---|
//! | [`hex`] | `0-9a-f` | upper case, odd lengths | constant in the bytes |
//! | [`Base64`] | RFC 4648, two alphabets, with padding or without | padding that is missing or too much, spare bits that are not zero, line breaks | constant in the bytes |
//! | [`base58`] | Bitcoin's; with a checksum or without | more than 1024 bytes | variable |
//! | [`bech32`] | BIP-173 and BIP-350 | mixed case, checksums of the other kind, spare bits, more than 90 characters | variable |
//!
//! White space is a symbol of no alphabet, wherever it stands. One text more is taken for bech32
//! alone: all of it in upper case, as the proposals demand.
//!
//! Secrets belong into the first two; the other two look symbols up in tables. Time depends on
//! lengths always, and on the verdict. Decoders wipe what they have decoded of a text that they
//! refuse; what they return is the caller's to wipe.
//!
//! ```
//! use curvemark::encoding::{Base64, Error, hex};
//!
//! let text = Base64::UrlSafeUnpadded.encode(&hex::decode("fbefff")?);
//! assert_eq!(text, "--__");
//! assert_eq!(Base64::Padded.decode("Zh=="), Err(Error::Padding)); // `Zg==` is that byte
//! # Ok::<(), Error>(())
//! ```

mod base64;

pub mod base58;
pub mod bech32;
pub mod hex;

pub use base64::Base64;

use core::fmt;

/// Why a text is the encoding of no bytes, or bytes have no encoding.
///
/// [Example](crate::encoding).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A character is no symbol of the alphabet; white space and padding where none may stand among
    /// them.
    Symbol,
    /// Bits at the end that stand for nothing are not zero, or there are too many of them.
    Padding,
    /// No encoding has this length, or it is more than is ever encoded.
    Length,
    /// Letters of both cases; or a prefix to be encoded that is not in lower case.
    Case,
    /// The checksum is another.
    Checksum,
    /// The prefix of bech32 is missing, or has a character that none may have.
    Prefix,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Symbol => "a character is no symbol of the alphabet",
            Self::Padding => "the spare bits at the end are not zero, or too many",
            Self::Length => "no encoding has this length",
            Self::Case => "letters of both cases, or a prefix in upper case",
            Self::Checksum => "the checksum is another",
            Self::Prefix => "the prefix is missing, or has a character that none may have",
        })
    }
}

impl core::error::Error for Error {}
