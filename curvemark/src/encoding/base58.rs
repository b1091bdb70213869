//! Base58 as Bitcoin has it: the integer of the bytes in 58 digits, and a `1` for each zero byte in
//! front. In variable time (the crate `bs58`).
//!
//! Texts and bytes correspond one to one, so that there is nothing to normalise. The conversion is
//! quadratic, hence the bound on lengths.
//!
//! ```
//! use curvemark::encoding::base58;
//!
//! // Bitcoin's address of a hash: a version, the hash and a checksum. The hash here is zero.
//! let address = base58::encode_check(&[0; 21])?;
//! assert_eq!(address, "1111111111111111111114oLvT2");
//! assert_eq!(base58::decode_check(&address)?, [0; 21]);
//! assert_eq!(base58::decode(&base58::encode(b"no checksum")?)?, b"no checksum");
//! # Ok::<(), curvemark::encoding::Error>(())
//! ```

use alloc::string::String;
use alloc::vec::Vec;

use sha2::{Digest, Sha256};

use super::Error;

/// The most bytes that are encoded.
pub const MOST_BYTES: usize = 1024;

/// The most digits of 1024 bytes: 1024·log 256/log 58 are 1398.4.
const MOST_DIGITS: usize = 1399;

/// Bytes of the checksum.
pub(crate) const CHECKSUM: usize = 4;

/// The text of bytes.
///
/// [Example](crate::encoding::base58).
///
/// # Errors
/// [`Error::Length`] for more than [`MOST_BYTES`].
pub fn encode(bytes: &[u8]) -> Result<String, Error> {
    if bytes.len() > MOST_BYTES {
        Err(Error::Length)
    } else {
        Ok(bs58::encode(bytes).into_string())
    }
}

/// The bytes of a text.
///
/// [Example](crate::encoding::base58).
///
/// # Errors
/// [`Error::Length`] for more than [`MOST_BYTES`], [`Error::Symbol`].
pub fn decode(text: &str) -> Result<Vec<u8>, Error> {
    if text.len() > MOST_DIGITS {
        return Err(Error::Length);
    }
    let bytes = bs58::decode(text).into_vec().map_err(|_| Error::Symbol)?;
    if bytes.len() > MOST_BYTES { Err(Error::Length) } else { Ok(bytes) }
}

/// The first four bytes of SHA-256 of SHA-256.
pub(crate) fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    let digest = Sha256::digest(Sha256::digest(bytes));
    [digest[0], digest[1], digest[2], digest[3]]
}

/// The text of bytes and their checksum, called Base58Check. What kind of thing they are their
/// first bytes tell.
///
/// [Example](crate::encoding::base58).
///
/// # Errors
/// [`Error::Length`] for more than [`MOST_BYTES`], checksum included.
pub fn encode_check(bytes: &[u8]) -> Result<String, Error> {
    encode(&[bytes, &checksum(bytes)].concat())
}

/// The bytes of a text whose checksum holds, without it.
///
/// [Example](crate::encoding::base58).
///
/// # Errors
/// [`Error::Length`] also if there is no checksum, [`Error::Symbol`], [`Error::Checksum`].
pub fn decode_check(text: &str) -> Result<Vec<u8>, Error> {
    let mut bytes = decode(text)?;
    let (data, found) = bytes.split_last_chunk::<CHECKSUM>().ok_or(Error::Length)?;
    if checksum(data) != *found {
        // It may be a private key with one letter wrong.
        zeroize::Zeroize::zeroize(&mut bytes);
        return Err(Error::Checksum);
    }
    bytes.truncate(bytes.len() - CHECKSUM);
    Ok(bytes)
}
