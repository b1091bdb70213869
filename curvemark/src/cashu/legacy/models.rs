//! The JSON models of NUT-00, 01 and 12, for keysets of versions 1 and 2.
//!
//! All bytes are lower-case hexadecimal of exactly the right length, and points are validated while
//! they are read: a value of these types is acceptable in every field. Fields of other NUTs are
//! ignored when read, and every error names its field.
//!
//! ```
//! use curvemark::cashu::legacy::models::{BlindedMessage, BlindSignature, Proof};
//! use curvemark::cashu::legacy::{BlindingFactor, KeysetId, MintSecretKey, blind};
//!
//! let (mint, r) = (MintSecretKey::from_bytes(&[7; 32])?, BlindingFactor::from_bytes(&[5; 32])?);
//! let id = KeysetId::from_bytes(&[0, 1, 2, 3, 4, 5, 6, 7])?;
//! let request = serde_json::to_string(&BlindedMessage { amount: 8, id, b_: blind(b"a secret", &r) })?;
//!
//! let BlindedMessage { amount, id, b_ } = serde_json::from_str(&request)?; // the mint
//! let (c_, proof) = mint.sign_with_proof(&b_);
//! let answer = serde_json::to_string(&BlindSignature { amount, id, c_, dleq: Some(proof) })?;
//!
//! let promise: BlindSignature = serde_json::from_str(&answer)?; // the wallet
//! promise.dleq.ok_or("no proof")?.verify(&mint.public_key(), &b_, &promise.c_)?;
//! let c = promise.c_.unblind(&r, &mint.public_key())?;
//! let input = Proof { amount, id, secret: "a secret".into(), c, dleq: None, witness: None, ephemeral_key: None };
//! assert!(serde_json::to_string(&input)?.starts_with(r#"{"amount":8,"id":"0001020304050607","secret":"a secret","C":"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dleq;

pub use dleq::Dleq;

use alloc::string::String;
use core::fmt;

use curve::secp256k1::AffinePoint;
use serde::de::Deserializer;
use serde::ser::{Error as _, Serializer};
use serde::{Deserialize, Serialize};

use super::{
    BlindSignature as Promise, BlindedMessage as Blinded, DleqProof, Error, KeysetId,
    MintPublicKey, Point, Signature,
};
use crate::cashu::models::digits::{Digits, Malformed, in_digits};
use crate::cashu::models::objects::objects;
use crate::cashu::models::{self, amount, secret};
use crate::cashu::role::Role;

/// What a wallet asks a mint to sign: an output.
///
/// [Example](crate::cashu::legacy::models).
pub type BlindedMessage = models::BlindedMessage<KeysetId, Blinded>;

/// The public keys of a keyset by amount.
///
/// [Example](crate::cashu::legacy::models).
pub type Keys = models::Keys<MintPublicKey>;

/// A keyset: its keys, and what else its id commits to.
///
/// [Example](crate::cashu::legacy::models).
pub type Keyset = models::Keyset<KeysetId, MintPublicKey>;

/// What a mint answers: a promise.
///
/// [Example](crate::cashu::legacy::models).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct BlindSignature {
    /// The value of the token.
    #[serde(deserialize_with = "amount")]
    pub amount: u64,
    /// The keyset that signed.
    pub id: KeysetId,
    /// C_.
    #[serde(rename = "C_")]
    pub c_: Promise,
    /// The proof that C_ is of the keyset's key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dleq: Option<DleqProof>,
}

/// What a wallet spends: an input.
///
/// Whoever knows the secret and C can spend them, so that `Debug` does not show the secret; nor the
/// witness, in which a preimage may stand.
///
/// [Example](crate::cashu::legacy::models).
#[derive(Clone, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Proof {
    /// The value.
    #[serde(deserialize_with = "amount")]
    pub amount: u64,
    /// The keyset that signed.
    pub id: KeysetId,
    /// The secret; its UTF-8 bytes are what was signed.
    #[serde(deserialize_with = "secret")]
    pub secret: String,
    /// C.
    #[serde(rename = "C")]
    pub c: Signature,
    /// The proof that C is of the keyset's key, for whom the wallet pays. A mint that saw it would
    /// know which B_ this was, so that a wallet leaves it out of what it sends there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dleq: Option<Dleq>,
    /// What a spending condition demands, as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<String>,
    /// E, the sender's key for keys that are blinded (NUT-28). The identity cannot be written.
    #[serde(
        rename = "p2pk_e",
        default,
        skip_serializing_if = "Option::is_none",
        with = "ephemeral"
    )]
    pub ephemeral_key: Option<AffinePoint>,
}

objects!(BlindSignature, Proof);

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof")
            .field("amount", &self.amount)
            .field("id", &self.id)
            .field("secret", &format_args!("…"))
            .field("C", &self.c)
            .field("dleq", &self.dleq)
            .field("witness", &self.witness.as_ref().map(|_| format_args!("…")))
            .field("p2pk_e", &self.ephemeral_key)
            .finish()
    }
}

impl Keyset {
    /// The id of this keyset by NUT-02, of the version that its `id` says.
    ///
    /// # Errors
    /// [`Error::Unit`], as of [`KeysetId::derive_v2`]; version 1 does not commit to the unit.
    pub fn derive_id(&self) -> Result<KeysetId, Error> {
        match self.id {
            KeysetId::V1(_) => KeysetId::derive_v1(self.keys.iter()),
            KeysetId::V2(_) => KeysetId::derive_v2(
                self.keys.iter(),
                &self.unit,
                self.input_fee_ppk,
                self.final_expiry,
            ),
        }
    }
}

impl<R: Role> Digits for Point<R> {
    type Error = Error;
    const NAME: &'static str = R::NAME;
    const LENGTHS: &'static [usize] = &[33];

    fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(bytes)
    }

    fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
        take(&self.to_bytes())
    }
}

impl Digits for MintPublicKey {
    type Error = Error;
    const NAME: &'static str = "K";
    const LENGTHS: &'static [usize] = &[33];

    fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(bytes)
    }

    fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
        take(self.encoding())
    }
}

impl Digits for KeysetId {
    type Error = Error;
    const NAME: &'static str = "id";
    const LENGTHS: &'static [usize] = &[8, 33];

    fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(bytes)
    }

    fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
        take(self.as_bytes())
    }
}

in_digits!(Point<R> where R: Role, MintPublicKey, KeysetId);

/// E, which is one of the protocol's points in all but its role.
mod ephemeral {
    use super::*;

    #[derive(Clone, Copy)]
    pub enum Sender {}

    impl Role for Sender {
        const NAME: &'static str = "p2pk_e";
    }

    pub fn serialize<S: Serializer>(
        key: &Option<AffinePoint>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let point = key.map(Point::<Sender>::from_affine).transpose();
        point
            .map_err(|reason| S::Error::custom(format_args!("p2pk_e: {reason}")))?
            .serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<AffinePoint>, D::Error> {
        let point = Option::<Point<Sender>>::deserialize(deserializer)?;
        Ok(point.map(|point| *point.affine()))
    }
}

impl From<Malformed> for Error {
    fn from(reason: Malformed) -> Self {
        match reason {
            Malformed::Length => Self::Length,
            Malformed::Hex => Self::Hex,
            Malformed::Empty => Self::Empty,
            Malformed::Reused => Self::KeyReused,
        }
    }
}
