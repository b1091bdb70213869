//! Keys and signatures as lower-case hexadecimal where the format is for people to read, else as
//! bytes: the compressed encodings, validated while they are read. Secret keys have no such form;
//! they leave by [`SecretKey::to_bytes`](super::SecretKey::to_bytes) alone.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::signature::Role;
use super::{AggregateSignature, Error, PublicKey, SignaturePoint, Suite};

/// Longest encoding: a point of G2.
const MOST: usize = 96;

fn serialize_point<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    if !serializer.is_human_readable() {
        return serializer.serialize_bytes(bytes);
    }
    let mut hex = [0; 2 * MOST];
    serializer.serialize_str(
        base16ct::lower::encode_str(bytes, &mut hex).map_err(serde::ser::Error::custom)?,
    )
}

/// Reads an encoding and makes a value of it; errors begin with its name.
struct Encoding<T> {
    name: &'static str,
    bytes: usize,
    make: fn(&[u8]) -> Result<T, Error>,
    value: PhantomData<T>,
}

impl<T> Encoding<T> {
    fn read<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(self)
        } else {
            deserializer.deserialize_bytes(self)
        }
    }

    fn value<E: de::Error>(&self, bytes: &[u8]) -> Result<T, E> {
        (self.make)(bytes).map_err(|reason| E::custom(format_args!("{}: {reason}", self.name)))
    }
}

impl<'de, T> Visitor<'de> for Encoding<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} bytes", self.name, self.bytes)
    }

    fn visit_str<E: de::Error>(self, hex: &str) -> Result<T, E> {
        let mut bytes = [0; MOST];
        let bytes = &mut bytes[..self.bytes];
        if hex.len() != 2 * bytes.len() || base16ct::lower::decode(hex, bytes).is_err() {
            return Err(E::custom(format_args!("{}: {}", self.name, Error::Hex)));
        }
        self.value(bytes)
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<T, E> {
        self.value(bytes)
    }

    // Some formats have no bytes of their own.
    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<T, A::Error> {
        let mut bytes = [0; MOST + 1];
        let mut count = 0;
        while let Some(byte) = sequence.next_element()? {
            // One too many is enough for the verdict.
            if count <= MOST {
                bytes[count] = byte;
                count += 1;
            }
        }
        self.value(&bytes[..count])
    }
}

impl<S: Suite> Serialize for PublicKey<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serialize_point(self.to_bytes().as_ref(), serializer)
    }
}

impl<'de, S: Suite> Deserialize<'de> for PublicKey<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Encoding {
            name: "public key",
            bytes: Self::BYTES,
            make: Self::from_bytes,
            value: PhantomData,
        }
        .read(deserializer)
    }
}

impl<S: Suite, R: Role> Serialize for SignaturePoint<S, R> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serialize_point(self.to_bytes().as_ref(), serializer)
    }
}

impl<'de, S: Suite, R: Role> Deserialize<'de> for SignaturePoint<S, R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Encoding { name: R::NAME, bytes: Self::BYTES, make: Self::from_bytes, value: PhantomData }
            .read(deserializer)
    }
}

impl<S: Suite> Serialize for AggregateSignature<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serialize_point(self.to_bytes().as_ref(), serializer)
    }
}

impl<'de, S: Suite> Deserialize<'de> for AggregateSignature<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let signature = super::Signature::<S>::deserialize(deserializer)?;
        Ok(Self::from(&signature))
    }
}
