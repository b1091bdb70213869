//! Secret keys as a mint keeps them: one, or one for each amount; of both protocols.

use crate::commands::Failure;
use crate::commands::tool::files::{digits, random_scalar};
use crate::commands::tool::input::Inputs;
use crate::commands::tool::{because, refuse};
use curvemark::cashu::{legacy, v3};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::marker::PhantomData;
use zeroize::Zeroizing;

/// A secret of 32 bytes: a mint's key, or a wallet's blinding factor.
pub trait Secret: Sized {
    /// Why bytes are none.
    type Error: Display;
    /// What the specification calls it.
    const NAME: &'static str;
    /// From 32 bytes.
    ///
    /// # Errors
    /// Why they are none.
    fn from_bytes(bytes: &[u8]) -> Result<Self, Self::Error>;
    /// The bytes, which wipe themselves.
    fn to_bytes(&self) -> Zeroizing<[u8; 32]>;
}

macro_rules! secret {
    ($($protocol:ident::$secret:ident: $name:literal),+) => {$(
        impl Secret for $protocol::$secret {
            type Error = $protocol::Error;
            const NAME: &'static str = $name;

            fn from_bytes(bytes: &[u8]) -> Result<Self, Self::Error> {
                Self::from_bytes(bytes)
            }

            fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
                self.to_bytes()
            }
        }
    )+};
}
secret!(v3::MintSecretKey: "a", v3::BlindingFactor: "r", legacy::MintSecretKey: "k", legacy::BlindingFactor: "r");

/// A fresh key for each amount.
///
/// # Errors
/// [`crate::commands::Exit::Usage`] for an amount that comes twice, and for 0, which no token has.
pub fn generate<K: Secret>(amounts: &[u64]) -> Result<BTreeMap<u64, K>, Failure> {
    let mut keys = BTreeMap::new();
    for &amount in amounts {
        if amount == 0 {
            return Err(refuse("--amounts", "0 is no amount of a token; the least is 1"));
        }
        if keys.insert(amount, random_scalar(K::from_bytes)?).is_some() {
            return Err(refuse("--amounts", format_args!("{amount} comes twice")));
        }
    }
    Ok(keys)
}

/// The secret keys by amount as JSON, built by hand so that there is one copy and it is wiped.
pub fn text<K: Secret>(keys: &BTreeMap<u64, K>) -> Zeroizing<String> {
    const LONGEST_ENTRY: usize = 20 + 64 + 6;
    let mut text = Zeroizing::new(String::with_capacity(2 + keys.len() * LONGEST_ENTRY));
    text.push('{');
    for (index, (amount, key)) in keys.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        text.push_str(&format!("{comma}\"{amount}\":\""));
        text.push_str(&digits(key.to_bytes().as_ref()));
        text.push('"');
    }
    text.push('}');
    text
}

/// What a mint signs with.
pub enum SecretKeys<K> {
    /// One key, whatever the amount.
    One(K),
    /// A key for each amount.
    ByAmount(BTreeMap<u64, Scalar<K>>),
}

impl<K: Secret> SecretKeys<K> {
    /// From hexadecimal digits or JSON, in a file of its owner or on stdin.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`].
    pub fn read(inputs: &Inputs, given: &str) -> Result<Self, Failure> {
        let text = inputs.secret_file(K::NAME, given)?;
        if text.is_json() {
            return text.json().map(Self::ByAmount);
        }
        K::from_bytes(text.hex::<32>(K::NAME)?.as_ref()).map(Self::One).map_err(because(K::NAME))
    }

    /// The key for an amount, or the one key.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] if there is none.
    pub fn of(&self, amount: u64) -> Result<&K, Failure> {
        match self {
            Self::One(key) => Ok(key),
            Self::ByAmount(keys) => keys
                .get(&amount)
                .map(|Scalar(key)| key)
                .ok_or_else(|| refuse("amount", format_args!("the mint has no key for {amount}"))),
        }
    }

    /// The one key, for a message that is given without its amount.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] if there are keys by amount.
    pub fn one(&self) -> Result<&K, Failure> {
        match self {
            Self::One(key) => Ok(key),
            Self::ByAmount(_) => Err(refuse(
                "B_",
                "hexadecimal does not say for which amount; give JSON, or one key",
            )),
        }
    }
}

/// A secret key in JSON. Errors do not repeat what stands there.
pub struct Scalar<K>(K);

impl<'de, K: Secret> Deserialize<'de> for Scalar<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(ScalarVisitor(PhantomData))
    }
}

struct ScalarVisitor<K>(PhantomData<K>);

impl<K: Secret> Visitor<'_> for ScalarVisitor<K> {
    type Value = Scalar<K>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} as 64 lower-case hexadecimal digits", K::NAME)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Scalar<K>, E> {
        let mut bytes = Zeroizing::new([0; 32]);
        let read = base16ct::lower::decode(text, bytes.as_mut());
        if text.len() != 64 || read.is_err() {
            return Err(E::custom(format_args!(
                "{}: not 64 lower-case hexadecimal digits",
                K::NAME
            )));
        }
        K::from_bytes(bytes.as_ref())
            .map(Scalar)
            .map_err(|reason| E::custom(format_args!("{}: {reason}", K::NAME)))
    }
}
