//! The JSON models of NUT-01: the keys of a mint.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use core::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use super::super::{Error, KeysetId, MintPublicKey};

/// The public keys of a keyset by amount: one at least, and no key twice.
///
/// In JSON an object from amounts to keys. An amount is written in one way only, without sign or leading zeros, and is refused when it
/// comes twice. Whatever is wrong with a key is said with its amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys(BTreeMap<u64, MintPublicKey>);

impl Keys {
    /// The keys of these amounts.
    ///
    /// # Errors
    /// [`Error::EmptyBatch`] without keys, [`Error::KeyReused`] if two amounts have one key: whoever held a signature for the lower
    /// amount could then claim the higher.
    pub fn new(keys: BTreeMap<u64, MintPublicKey>) -> Result<Self, Error> {
        if keys.is_empty() {
            return Err(Error::EmptyBatch);
        }
        let distinct: BTreeSet<[u8; 96]> = keys.values().map(MintPublicKey::to_bytes).collect();
        if distinct.len() != keys.len() { Err(Error::KeyReused) } else { Ok(Self(keys)) }
    }

    /// The key of an amount.
    pub fn get(&self, amount: u64) -> Option<&MintPublicKey> {
        self.0.get(&amount)
    }

    /// The amounts with their keys, in ascending order, as [`KeysetId::derive`] takes them.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &MintPublicKey)> {
        self.0.iter().map(|(&amount, key)| (amount, key))
    }
}

/// A keyset: its keys, and what else its id commits to.
///
/// Reading one does not compare `id` with [`Keyset::derive_id`]; a wallet that meets a keyset for the first time should.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Keyset {
    /// What the mint calls the keyset.
    pub id: KeysetId,
    /// The unit of its amounts.
    pub unit: String,
    /// The fee of spending one input, in thousandths of the unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_fee_ppk: Option<u64>,
    /// Until when the mint honours the keyset, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_expiry: Option<u64>,
    /// The keys.
    pub keys: Keys,
}

impl Keyset {
    /// The id of this keyset by NUT-02.
    ///
    /// # Errors
    /// [`Error::Unit`], as of [`KeysetId::derive`].
    pub fn derive_id(&self) -> Result<KeysetId, Error> {
        KeysetId::derive(self.keys.iter(), &self.unit, self.input_fee_ppk, self.final_expiry)
    }
}

impl Serialize for Keys {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(&self.0)
    }
}

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(KeysVisitor)
    }
}

struct KeysVisitor;

impl<'de> Visitor<'de> for KeysVisitor {
    type Value = Keys;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("keys as an object from amounts to keys of 192 lower-case hexadecimal digits")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Keys, M::Error> {
        let mut keys = BTreeMap::new();
        while let Some(AmountName(amount)) = map.next_key()? {
            let key = map.next_value_seed(KeyOf(amount))?;
            if keys.insert(amount, key).is_some() {
                return Err(de::Error::custom(format_args!("keys: the amount {amount} comes twice")));
            }
        }
        Keys::new(keys).map_err(|reason| match reason {
            Error::EmptyBatch => de::Error::custom("keys: there are none"),
            reason => de::Error::custom(format_args!("keys: {reason}")),
        })
    }
}

/// An amount in the one way that it is written.
struct AmountName(u64);

impl<'de> Deserialize<'de> for AmountName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(AmountNameVisitor)
    }
}

struct AmountNameVisitor;

impl Visitor<'_> for AmountNameVisitor {
    type Value = AmountName;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an amount in decimal digits")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<AmountName, E> {
        let canonical = name.bytes().all(|digit| digit.is_ascii_digit()) && (name == "0" || !name.starts_with('0'));
        let amount = if canonical { name.parse().ok() } else { None };
        amount.map(AmountName).ok_or_else(|| {
            E::custom(
                "keys: an amount is not a whole number from 0 to 2^64 - 1 in decimal digits without leading zeros",
            )
        })
    }
}

/// Reads the key of an amount.
struct KeyOf(u64);

impl<'de> DeserializeSeed<'de> for KeyOf {
    type Value = MintPublicKey;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<MintPublicKey, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for KeyOf {
    type Value = MintPublicKey;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "K of amount {} as 192 lower-case hexadecimal digits", self.0)
    }

    fn visit_str<E: de::Error>(self, hex: &str) -> Result<MintPublicKey, E> {
        super::from_hex(hex, &mut [0; 96])
            .and_then(MintPublicKey::from_bytes)
            .map_err(|reason| E::custom(format_args!("K of amount {}: {reason}", self.0)))
    }
}
