//! The JSON models of NUT-00, for keysets of version 3.
//!
//! All bytes are lower-case hexadecimal of exactly the right length, and points are validated while
//! they are read: a value of these types is acceptable in every field. Fields of other NUTs are
//! ignored when read, and every error names its field.
//!
//! ```
//! use curvemark::cashu::v3::models::BlindedMessage;
//! use curvemark::cashu::v3::{BlindingFactor, KeysetId, MintSecretKey, blind};
//!
//! let key = MintSecretKey::from_bytes(&[7; 32])?.public_key();
//! let id = KeysetId::derive([(8, &key)], "sat", None)?;
//! let b_ = blind(b"a secret", &BlindingFactor::from_bytes(&[5; 32])?);
//! let request = serde_json::to_string(&BlindedMessage { amount: 8, id, b_ })?;
//!
//! let message: BlindedMessage = serde_json::from_str(&request)?; // the mint
//! assert!(message.amount == 8 && message.id == id);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use alloc::string::String;
use core::fmt;

use serde::{Deserialize, Serialize};

use super::{
    BlindSignature as Promise, BlindedMessage as Blinded, Error, KeysetId, MintPublicKey, Point,
    Signature, unframed,
};
use crate::cashu::models::digits::{Digits, Malformed, in_digits};
use crate::cashu::models::objects::objects;
use crate::cashu::models::{self, amount, secret};
use crate::cashu::nutroot::SpendInfo;
use crate::cashu::role::Role;

/// What a wallet asks a mint to sign: an output.
///
/// [Example](crate::cashu::v3::models).
pub type BlindedMessage = models::BlindedMessage<KeysetId, Blinded>;

/// The public keys of a keyset by amount.
///
/// [Example](crate::cashu::v3::models).
pub type Keys = models::Keys<MintPublicKey>;

/// A keyset: its keys, and what else its id commits to.
///
/// [Example](crate::cashu::v3::models).
pub type Keyset = models::Keyset<KeysetId, MintPublicKey>;

/// What a mint answers: a promise.
///
/// [Example](crate::cashu::v3::models).
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
}

/// What a wallet spends: an input.
///
/// Whoever knows an older secret and C can spend them, so that `Debug` does not show the secret.
///
/// [Example](crate::cashu::v3::models).
#[derive(Clone, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Proof {
    /// The value.
    #[serde(deserialize_with = "amount")]
    pub amount: u64,
    /// The keyset that signed.
    pub id: KeysetId,
    /// The secret. What was signed is
    /// [`Message::of_text`](crate::cashu::nutroot::Message::of_text).
    #[serde(deserialize_with = "secret")]
    pub secret: String,
    /// C.
    #[serde(rename = "C")]
    pub c: Signature,
    /// What shows a mint that the secret may be spent, as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<String>,
    /// What the next holder has to know of the secret. A wallet leaves it out of what it sends to a
    /// mint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spend_info: Option<SpendInfo>,
}

objects!(BlindSignature, Proof);

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof")
            .field("amount", &self.amount)
            .field("id", &self.id)
            .field("secret", &format_args!("…"))
            .field("C", &self.c)
            .field("witness", &self.witness.as_ref().map(|_| format_args!("…")))
            .field("spend_info", &self.spend_info.as_ref().map(|_| format_args!("…")))
            .finish()
    }
}

impl Keyset {
    /// The id of this keyset by NUT-02.
    ///
    /// # Errors
    /// [`Error::Unit`], as of [`KeysetId::derive`].
    pub fn derive_id(&self) -> Result<KeysetId, Error> {
        KeysetId::derive(self.keys.iter(), &self.unit, self.input_fee_ppk)
    }

    /// The id that this keyset had before ids were framed, which wallets may hold.
    ///
    /// # Errors
    /// [`Error::Unit`], as of [`unframed::derive_keyset_id`].
    pub fn derive_unframed_id(&self) -> Result<KeysetId, Error> {
        unframed::derive_keyset_id(
            self.keys.iter(),
            &self.unit,
            self.input_fee_ppk,
            self.final_expiry,
        )
    }
}

impl<R: Role> Digits for Point<R> {
    type Error = Error;
    const NAME: &'static str = R::NAME;
    const LENGTHS: &'static [usize] = &[48];

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
    const LENGTHS: &'static [usize] = &[96];

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
    const LENGTHS: &'static [usize] = &[33];

    fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(bytes)
    }

    fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
        take(&self.to_bytes())
    }
}

in_digits!(Point<R> where R: Role, MintPublicKey, KeysetId);

impl From<Malformed> for Error {
    fn from(reason: Malformed) -> Self {
        match reason {
            Malformed::Length => Self::Length,
            Malformed::Hex => Self::Hex,
            Malformed::Empty => Self::EmptyBatch,
            Malformed::Reused => Self::KeyReused,
        }
    }
}
