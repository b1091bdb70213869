//! Keyset ids as tokens have them: whole or short.

use core::fmt;

use super::{Error, legacy, v3};

/// The id of a keyset of any version; those of version 2 and 3 may be cut to eight bytes.
///
/// [Example](crate::cashu::tokens).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeysetId {
    /// Version 1 or 2.
    Legacy(legacy::KeysetId),
    /// Version 3.
    V3(v3::KeysetId),
    /// The first eight bytes of an id of version 2 or 3, to be [resolved](KeysetId::resolve).
    Short(Short),
}

/// A short id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Short([u8; 8]);

impl KeysetId {
    /// From 8 bytes or 33.
    ///
    /// # Errors
    /// [`Error::Keyset`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        if let Ok(short) = <[u8; 8]>::try_from(bytes)
            && matches!(short[0], 1 | 2)
        {
            return Ok(Self::Short(Short(short)));
        }
        match bytes.first() {
            Some(0 | 1) => {
                legacy::KeysetId::from_bytes(bytes).map(Self::Legacy).map_err(|_| Error::Keyset)
            }
            Some(2) => v3::KeysetId::from_bytes(bytes).map(Self::V3).map_err(|_| Error::Keyset),
            _ => Err(Error::Keyset),
        }
    }

    /// Gives the bytes: 8 or 33.
    pub fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
        match self {
            Self::Legacy(id) => take(id.as_bytes()),
            Self::V3(id) => take(&id.to_bytes()),
            Self::Short(id) => take(&id.0),
        }
    }

    /// The one keyset among those that a wallet knows of the mint whose id this is, or begins with
    /// this. A short id that several have is refused.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Ambiguous`].
    pub fn resolve<'k>(&self, known: impl IntoIterator<Item = &'k Self>) -> Result<Self, Error> {
        let mut found = None;
        for whole in known {
            let is = match self {
                Self::Short(short) => {
                    !matches!(whole, Self::Short(_))
                        && whole.with_bytes(|id| id.starts_with(&short.0))
                }
                _ => self == whole,
            };
            if is && found.replace(*whole).is_some_and(|other| other != *whole) {
                return Err(Error::Ambiguous);
            }
        }
        found.ok_or(Error::Unknown)
    }

    /// Whether the keyset is of version 3, on BLS12-381.
    pub(in crate::cashu) fn is_v3(&self) -> bool {
        self.with_bytes(|id| id[0] == v3::VERSION)
    }
}

impl fmt::Display for KeysetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_bytes(|id| id.iter().try_for_each(|byte| write!(f, "{byte:02x}")))
    }
}

impl fmt::Debug for KeysetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeysetId({self})")
    }
}
