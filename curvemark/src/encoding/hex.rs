//! Hexadecimal digits in lower case, two for each byte, in constant time (the crate `base16ct`).

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use zeroize::Zeroize;

use super::Error;

/// The digits of bytes.
pub fn encode(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

/// The bytes of digits.
///
/// # Errors
/// [`Error::Length`] for an odd number of digits, [`Error::Symbol`].
pub fn decode(text: &str) -> Result<Vec<u8>, Error> {
    let mut bytes = vec![0; text.len() >> 1];
    decode_into(text, &mut bytes)?;
    Ok(bytes)
}

/// The bytes of digits, exactly as many as `out` has.
///
/// # Errors
/// [`Error::Length`] for another number of digits, [`Error::Symbol`]; `out` holds zeros then.
pub fn decode_into(text: &str, out: &mut [u8]) -> Result<(), Error> {
    if text.len() & 1 != 0 || text.len() >> 1 != out.len() {
        out.zeroize();
        return Err(Error::Length);
    }
    if base16ct::lower::decode(text, out).is_err() {
        out.zeroize();
        return Err(Error::Symbol);
    }
    Ok(())
}
