//! Tokens: proofs as wallets hand them to each other in a line of text (NUT-00 §0.3 of
//! cashubtc/nuts, commit 3ddb1ae7), for keysets of every version.
//!
//! | text | is | of |
//! |---|---|---|
//! | `cashuA…` | V3: JSON in base64 | several mints; deprecated |
//! | `cashuB…` | V4: CBOR in base64 | one mint |
//! | `craw` `B` … | V4 as bytes | the same |
//!
//! Whatever is read has been checked: points are points of the group that the keyset's version
//! says, scalars are below its order, ids are of a known version. [`Token::parse`] takes `cashu:`
//! in front and padding at the end, as the specification demands; the alphabet, the last bits and
//! the padding are otherwise strict. Unknown fields are ignored, doubled ones refused. CBOR has
//! definite lengths, as every wallet writes it.
//!
//! ```
//! use curvemark::cashu::tokens::Token;
//!
//! let text = "cashuBpGF0gaJhaUgArSaMTR9YJmFwgaNhYQFhc3hAOWE2ZGJiODQ3YmQyMzJiYTc2ZGIwZGYxOTcyMTZiMjlkM2I4Y2MxNDU1M2NkMjc4MjdmYzFj\
//!             Yzk0MmZlZGI0ZWFjWCEDhhhUP_trhpXfStS6vN6So0qWvc2X3O4NfM-Y1HISZ5JhZGlUaGFuayB5b3VhbXVodHRwOi8vbG9jYWxob3N0OjMzMzhhdWNzYXQ";
//! let token = Token::parse(text)?;
//! assert_eq!((token.mints[0].mint.as_str(), token.mints[0].proofs[0].amount), ("http://localhost:3338", 1));
//! assert_eq!(token.to_v4()?, text);
//! # Ok::<(), curvemark::cashu::tokens::Error>(())
//! ```
//!
//! Time depends on the contents of a token: whoever has it can spend it, so that there is no secret
//! to keep from those who parse it. Its memory is the caller's to wipe.

mod cbor;
mod error;
mod id;
mod json;
mod raw;

pub use super::legacy::models::Dleq;
pub use error::Error;
pub use id::KeysetId;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use curve::secp256k1::AffinePoint;

use super::nutroot::{Message, SpendInfo};
use super::{legacy, v3};
use crate::encoding::Base64;

/// The most characters of a token, and the most bytes of a raw one.
pub const MOST_CHARACTERS: usize = 1 << 20;

/// The most proofs of a token, so that what it costs to check one is bounded: a point each, decoded
/// together.
pub const MOST_PROOFS: usize = 1000;

/// What a line of text holds: proofs of a mint, or of several.
///
/// [Example](crate::cashu::tokens).
#[derive(Clone, Debug)]
pub struct Token {
    /// The proofs by mint.
    pub mints: Vec<MintProofs>,
    /// The unit of their amounts: what V4 has always, and V3 not always.
    pub unit: Option<String>,
    /// What the sender says to them.
    pub memo: Option<String>,
}

/// Proofs of one mint.
///
/// [Example](crate::cashu::tokens).
#[derive(Clone, Debug)]
pub struct MintProofs {
    /// The mint's URL, without slashes at its end.
    pub mint: String,
    /// The proofs.
    pub proofs: Vec<Proof>,
}

/// A proof with all that it carries.
///
/// Whoever knows the secret and C can spend them, so that `Debug` does not show the secret; nor the
/// witness, in which a preimage may stand.
///
/// [Example](crate::cashu::tokens).
#[derive(Clone)]
pub struct Proof {
    /// The value.
    pub amount: u64,
    /// The keyset that signed.
    pub keyset: KeysetId,
    /// The secret. What was signed is [`Proof::message`].
    pub secret: String,
    /// C, a point of the curve that the keyset's version says.
    pub signature: Signature,
    /// The proof that C is the mint's, with the blinding factor: for keysets on secp256k1.
    pub dleq: Option<Dleq>,
    /// What a spending condition demands, as JSON. That of a secret that is a point is of one
    /// transaction: it is neither read nor written.
    pub witness: Option<String>,
    /// What the next holder has to know of a secret that is a point. To the mint it is not told.
    pub spend_info: Option<SpendInfo>,
    /// E, the sender's key for keys that are blinded (NUT-28).
    pub ephemeral_key: Option<AffinePoint>,
}

/// C, an unblinded signature.
///
/// [Example](crate::cashu::tokens).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signature {
    /// On secp256k1: keysets of version 1 and 2.
    Legacy(legacy::Signature),
    /// In G1 of BLS12-381: keysets of version 3.
    V3(v3::Signature),
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof")
            .field("amount", &self.amount)
            .field("keyset", &self.keyset)
            .field("secret", &format_args!("…"))
            .field("signature", &self.signature)
            .field("dleq", &self.dleq)
            .field("witness", &self.witness.as_ref().map(|_| format_args!("…")))
            .field("spend_info", &self.spend_info.as_ref().map(|_| format_args!("…")))
            .field("ephemeral_key", &self.ephemeral_key)
            .finish()
    }
}

impl Proof {
    /// What the mint signed: the UTF-8 bytes of the secret, or of a point of version 3 its bytes.
    ///
    /// # Errors
    /// [`Error::Field`] for a secret of version 3 that is as long as a point and is none.
    pub fn message(&self) -> Result<Message<'_>, Error> {
        if !self.keyset.is_v3() {
            return Ok(Message::Text(&self.secret));
        }
        Message::of_text(&self.secret).map_err(|_| Error::Field("secret"))
    }
}

/// Bytes of base64 as tokens have it, with padding or without.
fn base64(text: &str) -> Result<Vec<u8>, Error> {
    let variant = if text.ends_with('=') { Base64::UrlSafePadded } else { Base64::UrlSafeUnpadded };
    variant.decode(text).map_err(Error::Encoding)
}

impl Token {
    /// The token of a text, of either version.
    ///
    /// # Errors
    /// [`Error::TooLong`] for more than [`MOST_CHARACTERS`] or [`MOST_PROOFS`], [`Error::Prefix`],
    /// [`Error::Encoding`], [`Error::Json`], [`Error::Cbor`]; [`Error::Empty`] without proofs; and
    /// what is wrong with a field.
    pub fn parse(text: &str) -> Result<Self, Error> {
        if text.len() > MOST_CHARACTERS {
            return Err(Error::TooLong);
        }
        let text = text.strip_prefix("cashu:").unwrap_or(text);
        if let Some(text) = text.strip_prefix("cashuA") {
            json::read(&base64(text)?)
        } else if let Some(text) = text.strip_prefix("cashuB") {
            cbor::read(&base64(text)?)
        } else {
            Err(Error::Prefix)
        }
    }

    /// The token of raw bytes.
    ///
    /// # Errors
    /// As of [`Token::parse`].
    pub fn parse_raw(bytes: &[u8]) -> Result<Self, Error> {
        if bytes.len() > MOST_CHARACTERS {
            return Err(Error::TooLong);
        }
        cbor::read(bytes.strip_prefix(b"crawB").ok_or(Error::Prefix)?)
    }

    /// The text of version 3, without padding.
    ///
    /// # Errors
    /// [`Error::Empty`] without proofs.
    pub fn to_v3(&self) -> Result<String, Error> {
        Ok(["cashuA", &Base64::UrlSafeUnpadded.encode(&json::write(self)?)].concat())
    }

    /// The text of version 4, without padding.
    ///
    /// # Errors
    /// [`Error::Mints`] if there is not one mint, [`Error::Unit`] without a unit, [`Error::Empty`]
    /// without proofs.
    pub fn to_v4(&self) -> Result<String, Error> {
        Ok(["cashuB", &Base64::UrlSafeUnpadded.encode(&cbor::write(self)?)].concat())
    }

    /// The raw bytes of version 4.
    ///
    /// # Errors
    /// As of [`Token::to_v4`].
    pub fn to_raw(&self) -> Result<Vec<u8>, Error> {
        Ok([b"crawB", &cbor::write(self)?[..]].concat())
    }

    /// The sum of the amounts, unless it is 2^64 or more.
    pub fn value(&self) -> Option<u64> {
        let mut proofs = self.mints.iter().flat_map(|mint| &mint.proofs);
        proofs.try_fold(0, |sum: u64, proof| sum.checked_add(proof.amount))
    }
}
