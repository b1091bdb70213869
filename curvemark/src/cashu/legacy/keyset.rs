//! Keyset ids of versions 1 and 2 (NUT-02 of cashubtc/nuts, commit 3ddb1ae7).

use core::fmt;

use sha2::{Digest, Sha256};

use super::{Error, MintPublicKey};
use crate::cashu::preimage;

/// The identifier of a keyset on secp256k1: 8 bytes that begin with `00`, or 33 that begin with
/// `01`.
///
/// Displayed as lower-case hexadecimal digits.
///
/// [Example](crate::cashu::legacy#many-at-once).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeysetId {
    /// Version 1: seven bytes of a digest of only the keys. Two keysets of one id can be found by
    /// some 2^28 trials, so that a wallet refuses a keyset whose id it knows already.
    V1(V1),
    /// Version 2: a digest of the keys, the unit, the fee and the expiry.
    V2(V2),
}

/// An id of version 1.
///
/// [Example](crate::cashu::legacy#many-at-once).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct V1([u8; 8]);

/// An id of version 2.
///
/// [Example](crate::cashu::legacy#many-at-once).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct V2([u8; 33]);

impl KeysetId {
    /// From 8 bytes or 33.
    ///
    /// # Errors
    /// [`Error::KeysetVersion`] for another first byte than `00` and `01`; [`Error::Length`] for
    /// another length than that version has.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        match bytes.first() {
            None => Err(Error::Length),
            Some(0) => Ok(Self::V1(V1(bytes.try_into().map_err(|_| Error::Length)?))),
            Some(1) => Ok(Self::V2(V2(bytes.try_into().map_err(|_| Error::Length)?))),
            Some(_) => Err(Error::KeysetVersion),
        }
    }

    /// The 8 or 33 bytes.
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::V1(id) => &id.0,
            Self::V2(id) => &id.0,
        }
    }

    /// The first 8 bytes: all of an id of version 1, the short form of the other in tokens.
    pub fn short(&self) -> [u8; 8] {
        match self {
            Self::V1(id) => id.0,
            Self::V2(id) => {
                let [
                    short @ ..,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                    _,
                ] = id.0;
                short
            }
        }
    }

    /// The id of version 1 of a keyset: `keys` are amounts with their keys in strictly ascending
    /// order of amounts.
    ///
    /// # Errors
    /// [`Error::Empty`] without keys, [`Error::KeyOrder`] if the amounts do not ascend.
    pub fn derive_v1<'k>(
        keys: impl IntoIterator<Item = (u64, &'k MintPublicKey)>,
    ) -> Result<Self, Error> {
        let mut hash = Sha256::new();
        let mut last = None;
        for (amount, key) in keys {
            if last.is_some_and(|last| amount <= last) {
                return Err(Error::KeyOrder);
            }
            last = Some(amount);
            hash.update(key.encoding());
        }
        last.ok_or(Error::Empty)?;
        let mut id = [0; 8];
        id[1..].copy_from_slice(&hash.finalize()[..7]);
        Ok(Self::V1(V1(id)))
    }

    /// The id of version 2 of a keyset: `keys` as of [`KeysetId::derive_v1`]. `unit` enters in
    /// lower case. A fee of zero counts as none, so does an expiry of zero.
    ///
    /// # Errors
    /// [`Error::Empty`], [`Error::KeyOrder`]; [`Error::Unit`] if the unit is empty, has a `|`,
    /// which would let two keysets share a preimage, or has a `Σ`, the one letter whose lower case
    /// depends on its neighbours, so that implementations differ.
    pub fn derive_v2<'k>(
        keys: impl IntoIterator<Item = (u64, &'k MintPublicKey)>,
        unit: &str,
        input_fee_ppk: Option<u64>,
        final_expiry: Option<u64>,
    ) -> Result<Self, Error> {
        let keys = keys.into_iter().map(|(amount, key)| (amount, key.encoding()));
        let mut id = [1; 33];
        id[1..].copy_from_slice(&preimage::digest(keys, unit, input_fee_ppk, final_expiry)?);
        Ok(Self::V2(V2(id)))
    }
}

impl fmt::Display for KeysetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for KeysetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeysetId({self})")
    }
}
