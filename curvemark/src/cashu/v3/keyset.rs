//! Keyset ids of version 3 (NUT-02 as cashubtc/nuts pull request 371 has it since cashu-ts, commit
//! 4385f732).

use core::fmt;

use super::{Error, MintPublicKey};
use crate::cashu::preimage;

/// The version byte of keysets on BLS12-381.
pub const VERSION: u8 = 0x02;

/// The identifier of a keyset: the version byte and a SHA-256 digest of its public data.
///
/// Displayed as 66 lower-case hexadecimal digits.
///
/// [Example](crate::cashu::v3#many-at-once).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeysetId([u8; 33]);

impl KeysetId {
    /// From 33 bytes.
    ///
    /// # Errors
    /// [`Error::Length`] for another length, [`Error::KeysetVersion`] if the first byte is not
    /// [`VERSION`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let bytes: [u8; 33] = bytes.try_into().map_err(|_| Error::Length)?;
        if bytes[0] != VERSION { Err(Error::KeysetVersion) } else { Ok(Self(bytes)) }
    }

    /// The 33 bytes.
    pub fn to_bytes(self) -> [u8; 33] {
        self.0
    }

    /// The id of a keyset: SHA-256 of the keys, the unit and the fee, each behind its length, and
    /// the keys together so too.
    ///
    /// `keys` are amounts with their keys in strictly ascending order of amounts; they are gone
    /// through twice. A fee of zero counts as none. When a keyset expires does not enter. Ids of
    /// before are [`unframed::derive_keyset_id`](super::unframed::derive_keyset_id).
    ///
    /// # Errors
    /// [`Error::EmptyBatch`] without keys, [`Error::KeyOrder`] if the amounts do not ascend,
    /// [`Error::Unit`] if the unit is empty or has another character than `a` to `z`, `0` to `9`,
    /// `_` and `-`: capitals are not lowered.
    pub fn derive<'k>(
        keys: impl IntoIterator<Item = (u64, &'k MintPublicKey), IntoIter: Clone>,
        unit: &str,
        input_fee_ppk: Option<u64>,
    ) -> Result<Self, Error> {
        let keys = keys.into_iter().map(|(amount, key)| (amount, key.encoding()));
        Ok(Self::of_digest(&preimage::framed_digest(keys, unit, input_fee_ppk)?))
    }

    /// The version byte and a digest.
    pub(super) fn of_digest(digest: &[u8; 32]) -> Self {
        let mut id = [VERSION; 33];
        id[1..].copy_from_slice(digest);
        Self(id)
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
