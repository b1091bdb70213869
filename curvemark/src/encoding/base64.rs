//! Base64 (RFC 4648, §4 and §5), in constant time (the crate `base64ct`).

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use base64ct::{Base64Unpadded, Base64Url, Base64UrlUnpadded, Encoding};
use zeroize::Zeroize;

use super::Error;

/// An alphabet, and whether texts are filled up to multiples of four symbols. A text is one of a
/// single variant, unless it is of a multiple of three bytes and has no symbol that the alphabets
/// differ in.
///
/// [Example](crate::encoding).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base64 {
    /// `+` and `/`, padded with `=`.
    Padded,
    /// `+` and `/`, without padding.
    Unpadded,
    /// `-` and `_`, padded with `=`.
    UrlSafePadded,
    /// `-` and `_`, without padding.
    UrlSafeUnpadded,
}

impl Base64 {
    /// The text of bytes.
    pub fn encode(self, bytes: &[u8]) -> String {
        match self {
            Self::Padded => base64ct::Base64::encode_string(bytes),
            Self::Unpadded => Base64Unpadded::encode_string(bytes),
            Self::UrlSafePadded => Base64Url::encode_string(bytes),
            Self::UrlSafeUnpadded => Base64UrlUnpadded::encode_string(bytes),
        }
    }

    /// The bytes of a text.
    ///
    /// # Errors
    /// [`Error::Length`] for a length that no encoding has; [`Error::Symbol`], also for padding
    /// where none may stand; [`Error::Padding`] for spare bits of the last symbol that are not
    /// zero.
    pub fn decode(self, text: &str) -> Result<Vec<u8>, Error> {
        match self {
            Self::Padded => padded::<base64ct::Base64, Base64Unpadded>(text),
            Self::Unpadded => unpadded::<Base64Unpadded>(text),
            Self::UrlSafePadded => padded::<Base64Url, Base64UrlUnpadded>(text),
            Self::UrlSafeUnpadded => unpadded::<Base64UrlUnpadded>(text),
        }
    }
}

/// With padding: as much as completes the last four symbols, and so two characters at most.
fn padded<E: Encoding, U: Encoding>(text: &str) -> Result<Vec<u8>, Error> {
    if text.len() & 3 != 0 {
        return Err(Error::Length);
    }
    let symbols = text.strip_suffix("==").or_else(|| text.strip_suffix('=')).unwrap_or(text);
    no_spare_bits::<U>(symbols)?;
    decode::<E>(text, symbols.len())
}

/// Without padding.
fn unpadded<U: Encoding>(text: &str) -> Result<Vec<u8>, Error> {
    if text.len() & 3 == 1 {
        return Err(Error::Length);
    }
    no_spare_bits::<U>(text)?;
    decode::<U>(text, text.len())
}

/// That the last symbol says nothing but what belongs to bytes: of the six bits of a second symbol
/// the last four are zero, of a third the last two.
///
/// `base64ct` finds such a symbol by encoding the last bytes again. Here the bits are read, so that
/// what is canonical does not hang on that.
fn no_spare_bits<U: Encoding>(symbols: &str) -> Result<(), Error> {
    let spare = match symbols.len() & 3 {
        2 => 0b1111,
        3 => 0b0011,
        _ => return Ok(()),
    };
    // Alone at the end of a block of zeros, a symbol is the last byte.
    let mut block = *b"AAAA";
    block[3] = symbols.as_bytes()[symbols.len() - 1];
    let mut value = [0; 3];
    U::decode(block, &mut value).map_err(|_| Error::Symbol)?;
    let excess = value[2] & spare;
    value.zeroize();
    if excess == 0 { Ok(()) } else { Err(Error::Padding) }
}

/// The bytes of a text with so many symbols.
fn decode<E: Encoding>(text: &str, symbols: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = vec![0; (symbols >> 2) * 3 + (((symbols & 3) * 3) >> 2)];
    let decoded = E::decode(text, &mut bytes).map(<[u8]>::len);
    if decoded != Ok(bytes.len()) {
        bytes.zeroize();
        return Err(Error::Symbol);
    }
    Ok(bytes)
}
