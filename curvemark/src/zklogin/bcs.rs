//! BCS, the encoding of Sui's values, as far as a signature has it: lengths in LEB128, texts, lists
//! of a known length, little-endian integers. A value has one encoding.

use alloc::string::String;
use alloc::vec::Vec;

use super::Error;

/// Appends a length.
pub(super) fn put_length(mut length: usize, out: &mut Vec<u8>) {
    while length >= 0x80 {
        out.push(length as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
}

/// Appends a text or bytes with their length.
pub(super) fn put(bytes: &[u8], out: &mut Vec<u8>) {
    put_length(bytes.len(), out);
    out.extend(bytes);
}

/// What is left of an encoding.
pub(super) struct Reader<'b>(pub &'b [u8]);

impl<'b> Reader<'b> {
    pub(super) fn byte(&mut self) -> Result<u8, Error> {
        let (&byte, rest) = self.0.split_first().ok_or(Error::Length)?;
        self.0 = rest;
        Ok(byte)
    }

    pub(super) fn u64(&mut self) -> Result<u64, Error> {
        let (bytes, rest) = self.0.split_first_chunk().ok_or(Error::Length)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*bytes))
    }

    /// A length below 2^28: four bytes of LEB128, without a zero byte at the end.
    fn length(&mut self) -> Result<usize, Error> {
        let mut length = 0;
        for i in 0..4 {
            let byte = self.byte()?;
            length |= usize::from(byte & 0x7f) << (7 * i);
            if byte < 0x80 {
                return if byte == 0 && i != 0 { Err(Error::Length) } else { Ok(length) };
            }
        }
        Err(Error::Length)
    }

    /// Bytes behind their length.
    pub(super) fn bytes(&mut self) -> Result<&'b [u8], Error> {
        let length = self.length()?;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or(Error::Length)?;
        self.0 = rest;
        Ok(bytes)
    }

    pub(super) fn text(&mut self) -> Result<String, Error> {
        let text = core::str::from_utf8(self.bytes()?).map_err(|_| Error::Character)?;
        Ok(String::from(text))
    }

    /// A list of so many values.
    pub(super) fn list<T: Default, const N: usize>(
        &mut self,
        mut value: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<[T; N], Error>
    where
        [T; N]: Default,
    {
        if self.length()? != N {
            return Err(Error::Length);
        }
        let mut list = <[T; N]>::default();
        for place in &mut list {
            *place = value(self)?;
        }
        Ok(list)
    }
}
