//! The container of circom's binary files: four letters, a version, a number of sections, and each
//! section with its number and length.
//!
//! All integers are little-endian. Here every section is of a known number and comes once, and
//! nothing is left over.

use alloc::vec::Vec;

use super::FileError;

/// Most numbers of sections that a kind of file has.
const SECTIONS: usize = 10;

/// A kind of file.
pub(super) struct Kind {
    pub letters: [u8; 4],
    pub version: u32,
    /// Sections have the numbers from one to this.
    pub sections: u32,
}

pub(super) const ZKEY: Kind = Kind { letters: *b"zkey", version: 1, sections: 10 };
pub(super) const WTNS: Kind = Kind { letters: *b"wtns", version: 2, sections: 2 };
pub(super) const R1CS: Kind = Kind { letters: *b"r1cs", version: 1, sections: 5 };

/// The sections of a file.
pub(super) struct Sections<'a>([Option<&'a [u8]>; SECTIONS]);

impl<'a> Sections<'a> {
    pub(super) fn read(file: &'a [u8], kind: &Kind) -> Result<Self, FileError> {
        let mut cursor = Cursor(file);
        if cursor.take(4).is_none_or(|letters| letters != kind.letters) {
            return Err(FileError::Kind);
        }
        if cursor.u32().ok_or(FileError::Truncated)? != kind.version {
            return Err(FileError::Version);
        }
        let mut sections = [None; SECTIONS];
        for _ in 0..cursor.u32().ok_or(FileError::Truncated)? {
            let number = cursor.u32().ok_or(FileError::Truncated)?;
            let length = cursor
                .u64()
                .and_then(|length| usize::try_from(length).ok())
                .ok_or(FileError::Truncated)?;
            let section = cursor.take(length).ok_or(FileError::Truncated)?;
            // Each number is taken once, so that the loop ends whatever the file announces.
            if number == 0
                || number > kind.sections
                || sections[number as usize - 1].replace(section).is_some()
            {
                return Err(FileError::UnexpectedSection(number));
            }
        }
        if cursor.0.is_empty() { Ok(Self(sections)) } else { Err(FileError::TrailingBytes) }
    }

    pub(super) fn get(&self, number: u32) -> Result<&'a [u8], FileError> {
        self.0[number as usize - 1].ok_or(FileError::MissingSection(number))
    }

    /// A section of `count` items of `size` bytes each.
    pub(super) fn items(
        &self,
        number: u32,
        count: usize,
        size: usize,
    ) -> Result<&'a [u8], FileError> {
        let section = self.get(number)?;
        if count.checked_mul(size) == Some(section.len()) {
            Ok(section)
        } else {
            Err(FileError::SectionLength(number))
        }
    }
}

/// What is left to read.
pub(super) struct Cursor<'a>(pub &'a [u8]);

impl<'a> Cursor<'a> {
    pub(super) fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (piece, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(piece)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        let (value, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*value))
    }

    pub(super) fn u64(&mut self) -> Option<u64> {
        let (value, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*value))
    }
}

/// The file of these sections.
pub(super) fn write(kind: &Kind, sections: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let mut out = kind.letters.to_vec();
    out.extend(kind.version.to_le_bytes());
    out.extend((sections.len() as u32).to_le_bytes());
    for (number, section) in sections {
        out.extend(number.to_le_bytes());
        out.extend((section.len() as u64).to_le_bytes());
        out.extend(section);
    }
    out
}
