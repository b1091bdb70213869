//! Bytes for serde: uncompressed points, and with the feature `serde-secret` secret keys.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::points::Variant;
use crate::{BLST_ERROR, PublicKey, Signature};

/// A value from bytes.
struct Bytes<T>(fn(&[u8]) -> Result<T, BLST_ERROR>, PhantomData<T>);

impl<T> Visitor<'_> for Bytes<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
        self.0(bytes).map_err(|reason| E::custom(format_args!("{reason:?}")))
    }
}

macro_rules! as_bytes {
    ($type:ident) => {
        impl<P: Variant> Serialize for $type<P> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_bytes(self.serialize().as_ref())
            }
        }

        impl<'de, P: Variant> Deserialize<'de> for $type<P> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_bytes(Bytes(Self::deserialize, PhantomData))
            }
        }
    };
}

as_bytes!(PublicKey);
as_bytes!(Signature);

#[cfg(feature = "serde-secret")]
mod secret {
    use zeroize::Zeroizing;

    use super::{Bytes, Deserialize, Deserializer, PhantomData, Serialize, Serializer, Variant};
    use crate::SecretKey;

    impl<P: Variant> Serialize for SecretKey<P> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(Zeroizing::new(self.serialize()).as_ref())
        }
    }

    impl<'de, P: Variant> Deserialize<'de> for SecretKey<P> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_bytes(Bytes(Self::deserialize, PhantomData))
        }
    }
}
