//! Values that JSON has as lower-case hexadecimal digits.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, Deserializer, Visitor};
use serde::ser::Serializer;
use zeroize::Zeroizing;

/// What is wrong with a value before its bytes are looked at, or with keys together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// The digits are not as many as an encoding has.
    Length,
    /// There is something else than digits, or a digit in upper case.
    Hex,
    /// A keyset has no keys.
    Empty,
    /// Two amounts have the same key.
    Reused,
}

/// A value of bytes that is written as digits.
pub trait Digits: Sized {
    /// Why bytes are not acceptable.
    type Error: fmt::Display + From<Malformed>;

    /// The name of the field, with which errors begin.
    const NAME: &'static str;

    /// How many bytes an encoding has: these alone, [`MOST`] at most.
    const LENGTHS: &'static [usize];

    /// The value of bytes.
    fn from_bytes(bytes: &[u8]) -> Result<Self, Self::Error>;

    /// Gives the bytes.
    fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T;

    /// The value of digits.
    fn from_digits(digits: &str) -> Result<Self, Self::Error> {
        let length = Self::LENGTHS
            .iter()
            .find(|&&length| digits.len() == 2 * length)
            .ok_or(Malformed::Length)?;
        // Blinding factors are among what is read.
        let mut bytes = Zeroizing::new([0; MOST]);
        let bytes =
            base16ct::lower::decode(digits, &mut bytes[..*length]).map_err(|_| Malformed::Hex)?;
        Self::from_bytes(bytes)
    }
}

/// The longest encoding: a point in G2.
pub const MOST: usize = 96;

/// Writes the digits.
pub fn serialize<T: Digits, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut digits = Zeroizing::new([0; 2 * MOST]);
    value.with_bytes(|bytes| match base16ct::lower::encode_str(bytes, &mut *digits) {
        Ok(text) => serializer.serialize_str(text),
        Err(_) => unreachable!("no encoding is longer"),
    })
}

/// Reads the digits; errors begin with the field's name.
pub fn deserialize<'de, T: Digits, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_str(DigitsVisitor(PhantomData))
}

struct DigitsVisitor<T>(PhantomData<T>);

impl<T: Digits> Visitor<'_> for DigitsVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} as ", T::NAME)?;
        many::<T>(f)
    }

    fn visit_str<E: de::Error>(self, digits: &str) -> Result<T, E> {
        T::from_digits(digits).map_err(|reason| E::custom(format_args!("{}: {reason}", T::NAME)))
    }
}

/// How many digits a value has.
pub fn many<T: Digits>(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (index, length) in T::LENGTHS.iter().enumerate() {
        let or = if index == 0 { "" } else { " or " };
        write!(f, "{or}{}", 2 * length)?;
    }
    f.write_str(" lower-case hexadecimal digits")
}

/// Lets serde write values as digits, and read them.
macro_rules! in_digits {
    ($($type:ty $(where $of:ident: $bound:ident)?),+) => { $(
        impl $(<$of: $bound>)? serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::cashu::models::digits::serialize(self, serializer)
            }
        }

        impl<'de, $($of: $bound)?> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::cashu::models::digits::deserialize(deserializer)
            }
        }
    )+ };
}
pub(crate) use in_digits;
