//! Keyset ids of version 3 (NUT-02 of cashubtc/nuts pull request 371, commit c65511be).

use core::fmt;

use super::{Error, MintPublicKey};
use crate::cashu::preimage;

/// The version byte of keysets on BLS12-381.
pub const VERSION: u8 = 0x02;

/// The identifier of a keyset: the version byte and a SHA-256 digest of its public data.
///
/// Displayed as 66 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeysetId([u8; 33]);

impl KeysetId {
    /// From 33 bytes.
    ///
    /// # Errors
    /// [`Error::Length`] for another length, [`Error::KeysetVersion`] if the first byte is not [`VERSION`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let bytes: [u8; 33] = bytes.try_into().map_err(|_| Error::Length)?;
        if bytes[0] != VERSION { Err(Error::KeysetVersion) } else { Ok(Self(bytes)) }
    }

    /// The 33 bytes.
    pub fn to_bytes(self) -> [u8; 33] {
        self.0
    }

    /// The id of a keyset.
    ///
    /// `keys` are amounts with their keys in strictly ascending order of amounts. `unit` enters in lower case. A fee of zero counts
    /// as none, so does an expiry of zero.
    ///
    /// # Errors
    /// [`Error::EmptyBatch`] without keys, [`Error::KeyOrder`] if the amounts do not ascend, [`Error::Unit`] if the unit is empty,
    /// has a `|`, which would let two keysets share a preimage, or has a `Σ`, the one letter whose lower case depends on its
    /// neighbours, so that implementations differ.
    pub fn derive<'k>(
        keys: impl IntoIterator<Item = (u64, &'k MintPublicKey)>,
        unit: &str,
        input_fee_ppk: Option<u64>,
        final_expiry: Option<u64>,
    ) -> Result<Self, Error> {
        let keys = keys.into_iter().map(|(amount, key)| (amount, key.encoding()));
        let digest = preimage::digest(keys, unit, input_fee_ppk, final_expiry)?;
        let mut id = [VERSION; 33];
        id[1..].copy_from_slice(&digest);
        Ok(Self(id))
    }
}

impl fmt::Display for KeysetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0 {
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for KeysetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeysetId({self})")
    }
}
