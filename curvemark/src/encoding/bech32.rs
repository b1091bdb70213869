//! Bech32 (BIP-173) and bech32m (BIP-350): a prefix for people, `1`, symbols of five bits, and six
//! symbols of a checksum that finds any four wrong characters. In variable time (the crate
//! `bech32`).
//!
//! The crate takes up to 1023 characters, and bits at the end that no byte needs, whatever they
//! are. Here both are checked before: 90 characters at most, fewer than five spare bits, all of
//! them zero.
//!
//! [`decode`] gives bytes. Where the first symbol says something of its own, as in Bitcoin's
//! addresses, [`decode_symbols`] gives symbols, and [`bytes_of_symbols`] the bytes of those after
//! it.
//!
//! ```
//! use curvemark::encoding::bech32::{Checksum, bytes_of_symbols, decode, decode_symbols, encode};
//!
//! let text = encode(Checksum::Bech32m, "test", b"some bytes")?;
//! assert_eq!(decode(Checksum::Bech32m, &text)?, ("test".into(), b"some bytes".to_vec()));
//!
//! // An address of Bitcoin: a symbol of its own for the version, then the bytes of a hash.
//! let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
//! let (prefix, symbols) = decode_symbols(Checksum::Bech32, address)?;
//! assert_eq!((prefix.as_str(), symbols[0]), ("bc", 0));
//! assert_eq!(bytes_of_symbols(&symbols[1..])?.len(), 20);
//! # Ok::<(), curvemark::encoding::Error>(())
//! ```

use alloc::string::String;
use alloc::vec::Vec;

use bech32::primitives::decode::{
    CharError, CheckedHrpstring, CheckedHrpstringError, ChecksumError, UncheckedHrpstringError,
};
use bech32::{ByteIterExt, Fe32, Fe32IterExt, Hrp};

use super::Error;

/// The most characters of a text, as the proposals bound it: the checksum finds any four wrong
/// characters among so many.
pub const MOST: usize = 90;

/// Characters that are not symbols of data: the separator and the checksum.
const OTHERS: usize = 7;

/// Which of the two checksums a text has. No text has both.
///
/// [Example](crate::encoding::bech32).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checksum {
    /// BIP-173: for what has a fixed length, since symbols inserted before a last `p` may stay
    /// unseen.
    Bech32,
    /// BIP-350.
    Bech32m,
}

/// The text of bytes with a prefix in lower case.
///
/// [Example](crate::encoding::bech32).
///
/// # Errors
/// [`Error::Prefix`], [`Error::Case`], [`Error::Length`] for a text of more than [`MOST`]
/// characters.
pub fn encode(checksum: Checksum, prefix: &str, bytes: &[u8]) -> Result<String, Error> {
    if bytes.len() > MOST {
        return Err(Error::Length);
    }
    encode_symbols(checksum, prefix, &symbols_of_bytes(bytes))
}

/// The text of symbols, each below 32, with a prefix in lower case.
///
/// [Example](crate::encoding::bech32).
///
/// # Errors
/// [`Error::Symbol`] for one that is not below 32; and as [`encode`].
pub fn encode_symbols(checksum: Checksum, prefix: &str, symbols: &[u8]) -> Result<String, Error> {
    encode_symbols_to(MOST, checksum, prefix, symbols)
}

/// As [`encode_symbols`], of at most so many characters.
pub(crate) fn encode_symbols_to(
    most: usize,
    checksum: Checksum,
    prefix: &str,
    symbols: &[u8],
) -> Result<String, Error> {
    let hrp = Hrp::parse(prefix).map_err(|_| Error::Prefix)?;
    if prefix.bytes().any(|character| character.is_ascii_uppercase()) {
        return Err(Error::Case);
    }
    if prefix.len() + symbols.len() + OTHERS > most {
        return Err(Error::Length);
    }
    let symbols: Vec<Fe32> = symbols
        .iter()
        .map(|symbol| Fe32::try_from(*symbol))
        .collect::<Result<_, _>>()
        .map_err(|_| Error::Symbol)?;
    let symbols = symbols.into_iter();
    Ok(match checksum {
        Checksum::Bech32 => symbols.with_checksum::<bech32::Bech32>(&hrp).chars().collect(),
        Checksum::Bech32m => symbols.with_checksum::<bech32::Bech32m>(&hrp).chars().collect(),
    })
}

/// The prefix of a text, in lower case, and the bytes.
///
/// [Example](crate::encoding::bech32).
///
/// # Errors
/// [`Error::Padding`]; and as [`decode_symbols`].
pub fn decode(checksum: Checksum, text: &str) -> Result<(String, Vec<u8>), Error> {
    let (prefix, symbols) = decode_symbols(checksum, text)?;
    Ok((prefix, bytes_of_symbols(&symbols)?))
}

/// The prefix of a text, in lower case, and the symbols, each below 32.
///
/// [Example](crate::encoding::bech32).
///
/// # Errors
/// [`Error::Length`] for more than [`MOST`] characters, or too few; [`Error::Case`],
/// [`Error::Prefix`], [`Error::Symbol`], [`Error::Checksum`].
pub fn decode_symbols(checksum: Checksum, text: &str) -> Result<(String, Vec<u8>), Error> {
    decode_symbols_to(MOST, checksum, text)
}

/// As [`decode_symbols`], of at most so many characters; the crate takes 1023.
pub(crate) fn decode_symbols_to(
    most: usize,
    checksum: Checksum,
    text: &str,
) -> Result<(String, Vec<u8>), Error> {
    if text.len() > most {
        return Err(Error::Length);
    }
    let read = match checksum {
        Checksum::Bech32 => CheckedHrpstring::new::<bech32::Bech32>(text),
        Checksum::Bech32m => CheckedHrpstring::new::<bech32::Bech32m>(text),
    };
    let read = read.map_err(|reason| match reason {
        CheckedHrpstringError::Parse(UncheckedHrpstringError::Char(CharError::MixedCase)) => {
            Error::Case
        }
        CheckedHrpstringError::Parse(UncheckedHrpstringError::Char(CharError::InvalidChar(_))) => {
            Error::Symbol
        }
        CheckedHrpstringError::Parse(_) => Error::Prefix,
        CheckedHrpstringError::Checksum(ChecksumError::InvalidLength) => Error::Length,
        _ => Error::Checksum,
    })?;
    Ok((read.hrp().to_lowercase(), read.fe32_iter().map(Fe32::to_u8).collect()))
}

/// The symbols of bytes: five bits each, the last filled up with zeros.
///
/// [Example](crate::encoding::bech32).
pub fn symbols_of_bytes(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().bytes_to_fes().map(Fe32::to_u8).collect()
}

/// The bytes of symbols.
///
/// [Example](crate::encoding::bech32).
///
/// # Errors
/// [`Error::Symbol`] for one that is not below 32; [`Error::Padding`] for five spare bits or more,
/// or some that are not zero.
pub fn bytes_of_symbols(symbols: &[u8]) -> Result<Vec<u8>, Error> {
    if symbols.iter().any(|symbol| *symbol >= 32) {
        return Err(Error::Symbol);
    }
    // Bits of the last symbol that no byte needs: 5n modulo 8, where five or more are a symbol too
    // many.
    let spare = (5 * (symbols.len() & 7)) & 7;
    let last = symbols.last().copied().unwrap_or(0);
    if spare >= 5 || last & ((1 << spare) - 1) != 0 {
        return Err(Error::Padding);
    }
    let symbols = symbols.iter().filter_map(|symbol| Fe32::try_from(*symbol).ok());
    Ok(symbols.fes_to_bytes().collect())
}
