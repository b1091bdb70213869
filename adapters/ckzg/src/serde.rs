//! Hexadecimal text for serde, with 0x before it: as c-kzg has it, of the same three types.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Blob, Bytes32, Bytes48};

macro_rules! as_text {
    ($($Name:ident),*) => {$(
        impl Serialize for $Name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let digits = base16ct::lower::encode_string(&self.bytes);
                serializer.serialize_str(&format!("0x{digits}"))
            }
        }

        impl<'de> Deserialize<'de> for $Name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::from_hex(&String::deserialize(deserializer)?).map_err(Error::custom)
            }
        }
    )*};
}

as_text!(Blob, Bytes32, Bytes48);
