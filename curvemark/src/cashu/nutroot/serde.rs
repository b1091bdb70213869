//! The JSON of spend info, which travels with a proof.

use alloc::string::String;
use alloc::vec::Vec;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};

use super::{Error, Leaf, NumsOffset, PublicKey, SecretKey, Source, SpendInfo, Tree};
use crate::cashu::models::digits::{Digits, Malformed, in_digits};
use crate::cashu::models::objects::objects;
use crate::encoding::hex;

impl Digits for SecretKey {
    type Error = Error;
    const NAME: &'static str = "k";
    const LENGTHS: &'static [usize] = &[32];

    fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(bytes)
    }

    fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
        take(self.to_bytes().as_slice())
    }
}

impl Digits for NumsOffset {
    type Error = Error;
    const NAME: &'static str = "u";
    const LENGTHS: &'static [usize] = &[32];

    fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(bytes)
    }

    fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
        take(&self.to_bytes())
    }
}

in_digits!(SecretKey, NumsOffset);

impl From<Malformed> for Error {
    fn from(reason: Malformed) -> Self {
        match reason {
            Malformed::Hex => Self::Hex,
            _ => Self::Length,
        }
    }
}

impl Serialize for Leaf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(&self.to_bytes()))
    }
}

impl<'de> Deserialize<'de> for Leaf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = hex::decode(&String::deserialize(deserializer)?).map_err(|_| Error::Hex);
        bytes
            .and_then(|bytes| Self::from_bytes(&bytes))
            .map_err(|reason| D::Error::custom(format_args!("leaf: {reason}")))
    }
}

/// As JSON has it: each field may be left out, and none is null.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
struct Fields {
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "there")]
    k: Option<SecretKey>,
    #[serde(
        rename = "E",
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "there"
    )]
    ephemeral: Option<PublicKey>,
    #[serde(
        rename = "K",
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "there"
    )]
    internal_key: Option<PublicKey>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "there")]
    tree: Option<Vec<Leaf>>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "there")]
    u: Option<NumsOffset>,
}

objects!(Fields);

/// A value that is there.
pub(super) fn there<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl SpendInfo {
    /// Of the parts that JSON and CBOR have.
    ///
    /// # Errors
    /// As of [`SpendInfo::check`] and [`Tree::new`].
    pub(crate) fn of_parts(
        k: Option<SecretKey>,
        ephemeral: Option<PublicKey>,
        internal_key: Option<PublicKey>,
        leaves: Option<Vec<Leaf>>,
        nums_offset: Option<NumsOffset>,
    ) -> Result<Self, Error> {
        let source = match (k, ephemeral) {
            (Some(k), None) => Source::Bearer(k),
            (None, Some(ephemeral)) => Source::Receiver(ephemeral),
            (None, None) => Source::Disclosed,
            (Some(_), Some(_)) => return Err(Error::SpendInfo),
        };
        let info =
            Self { source, internal_key, nums_offset, tree: leaves.map(Tree::new).transpose()? };
        info.check()?;
        Ok(info)
    }
}

impl Serialize for SpendInfo {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (k, ephemeral) = match &self.source {
            Source::Bearer(k) => (Some(k.clone()), None),
            Source::Receiver(ephemeral) => (None, Some(*ephemeral)),
            Source::Disclosed => (None, None),
        };
        let tree = self.tree.as_ref().map(|tree| tree.leaves().to_vec());
        let fields =
            Fields { k, ephemeral, internal_key: self.internal_key, tree, u: self.nums_offset };
        Serialize::serialize(&fields, serializer)
    }
}

impl<'de> Deserialize<'de> for SpendInfo {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Fields { k, ephemeral, internal_key, tree, u } =
            <Fields as Deserialize>::deserialize(deserializer)?;
        Self::of_parts(k, ephemeral, internal_key, tree, u)
            .map_err(|reason| D::Error::custom(format_args!("spend_info: {reason}")))
    }
}
