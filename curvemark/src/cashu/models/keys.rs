//! The JSON models of NUT-01: the keys of a mint.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use super::digits::{self, Digits, Malformed};
use super::objects::objects;

/// The public keys of a keyset by amount: one at least, and no key twice.
///
/// In JSON an object from amounts to keys. An amount is written in one way only, without sign or
/// leading zeros, and is refused when it comes twice. Whatever is wrong with a key is said with its
/// amount.
///
/// [Example](crate::cashu::legacy::models).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys<K>(BTreeMap<u64, K>);

impl<K: Digits> Keys<K> {
    /// The keys of these amounts.
    ///
    /// # Errors
    /// The protocol's reason for an empty list without keys, and `KeyReused` if two amounts have
    /// one key: whoever held a signature for the lower amount could then claim the higher.
    pub fn new(keys: BTreeMap<u64, K>) -> Result<Self, K::Error> {
        Ok(Self::of(keys)?)
    }

    fn of(keys: BTreeMap<u64, K>) -> Result<Self, Malformed> {
        if keys.is_empty() {
            return Err(Malformed::Empty);
        }
        let distinct: BTreeSet<_> =
            keys.values().map(|key| key.with_bytes(<[u8]>::to_vec)).collect();
        if distinct.len() != keys.len() { Err(Malformed::Reused) } else { Ok(Self(keys)) }
    }

    /// The key of an amount.
    pub fn get(&self, amount: u64) -> Option<&K> {
        self.0.get(&amount)
    }

    /// The amounts with their keys, in ascending order, as ids are derived from them.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &K)> + Clone {
        self.0.iter().map(|(&amount, key)| (amount, key))
    }
}

/// A keyset: its keys, and what else its id commits to.
///
/// Reading one does not compare `id` with what `derive_id` gives; a wallet that meets a keyset for
/// the first time should.
///
/// [Example](crate::cashu::legacy::models).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Keyset<Id, K: Digits> {
    /// What the mint calls the keyset.
    pub id: Id,
    /// The unit of its amounts.
    pub unit: String,
    /// The fee of spending one input, in thousandths of the unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_fee_ppk: Option<u64>,
    /// Until when the mint honours the keyset, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_expiry: Option<u64>,
    /// The keys.
    pub keys: Keys<K>,
}

objects!(Keyset<Id, K: Digits>);

impl<K: Serialize> Serialize for Keys<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(&self.0)
    }
}

impl<'de, K: Digits> Deserialize<'de> for Keys<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(KeysVisitor(PhantomData))
    }
}

struct KeysVisitor<K>(PhantomData<K>);

impl<'de, K: Digits> Visitor<'de> for KeysVisitor<K> {
    type Value = Keys<K>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("keys as an object from amounts to keys of ")?;
        digits::many::<K>(f)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Keys<K>, M::Error> {
        let mut keys = BTreeMap::new();
        while let Some(AmountName(amount)) = map.next_key()? {
            let key = map.next_value_seed(KeyOf(amount, PhantomData))?;
            if keys.insert(amount, key).is_some() {
                return Err(de::Error::custom(format_args!(
                    "keys: the amount {amount} comes twice"
                )));
            }
        }
        Keys::of(keys).map_err(|reason| match reason {
            Malformed::Empty => de::Error::custom("keys: there are none"),
            reason => de::Error::custom(format_args!("keys: {}", K::Error::from(reason))),
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
        let canonical = name.bytes().all(|digit| digit.is_ascii_digit())
            && (name == "0" || !name.starts_with('0'));
        let amount = if canonical { name.parse().ok() } else { None };
        amount.map(AmountName).ok_or_else(|| {
            E::custom(
                "keys: an amount is not a whole number from 0 to 2^64 - 1 in decimal digits without leading zeros",
            )
        })
    }
}

/// Reads the key of an amount.
struct KeyOf<K>(u64, PhantomData<K>);

impl<'de, K: Digits> DeserializeSeed<'de> for KeyOf<K> {
    type Value = K;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<K, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<K: Digits> Visitor<'_> for KeyOf<K> {
    type Value = K;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of amount {} as ", K::NAME, self.0)?;
        digits::many::<K>(f)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<K, E> {
        K::from_digits(text)
            .map_err(|reason| E::custom(format_args!("{} of amount {}: {reason}", K::NAME, self.0)))
    }
}
