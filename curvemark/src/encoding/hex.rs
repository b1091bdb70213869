//! Hexadecimal digits in lower case, two for each byte, in constant time (the crate `base16ct`).
//!
//! ```
//! use curvemark::encoding::hex;
//!
//! assert_eq!(hex::encode(&[0xc0, 0x01]), "c001");
//! assert_eq!(hex::decode("c001")?, [0xc0, 0x01]);
//! let mut bytes = [0; 2];
//! hex::decode_into("c001", &mut bytes)?;
//! # assert_eq!(bytes, [0xc0, 0x01]);
//! # Ok::<(), curvemark::encoding::Error>(())
//! ```

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use zeroize::Zeroize;

use super::Error;

/// The digits of bytes.
///
/// [Example](crate::encoding::hex).
pub fn encode(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

/// The bytes of digits.
///
/// [Example](crate::encoding::hex).
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
/// [Example](crate::encoding::hex).
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
