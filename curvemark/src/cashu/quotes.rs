//! Mint quotes that are locked to a key, one by one (NUT-20) and in batches (NUT-29), as
//! cashubtc/nuts pull request 375 has them, commit a5a7c70c.
//!
//! Whoever has the key signs, by BIP-340, the SHA-256 digest of `Cashu_MintQuoteSig_v1`, of the
//! quote's id, and of the amount and B_ of each output; all but the first behind their lengths. In
//! a batch each quote's key signs all outputs. What was signed before is in
//! [`conditions`](super::conditions::quote_message); with outputs of version 3 a quote is an input
//! of a [`Transaction`](super::nutroot::Transaction) and signs that.
//!
//! ```
//! use curvemark::cashu::conditions::{Blinded, Output};
//! use curvemark::cashu::legacy::{BlindingFactor, blind};
//! use curvemark::cashu::nutroot::SecretKey;
//! use curvemark::cashu::quotes::{sign, verify};
//!
//! let key = SecretKey::from_bytes(&[7; 32])?;
//! let message = blind(b"a secret", &BlindingFactor::from_bytes(&[5; 32])?);
//! let outputs = [Output { amount: 8, message: Blinded::Legacy(message) }];
//! let signature = sign(&key.signing_key(), "a quote", &outputs, &[0x35; 32])?;
//! verify(&key.public_key().to_bytes(), "a quote", &outputs, &signature)?;
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use sha2::{Digest, Sha256};

use super::conditions::{Blinded, Output};
use super::framing::{Minimal, frame};
use super::nutroot::PublicKey;
use crate::schnorr::{Signature, SigningKey, VerifyingKey};

/// What stands before a quote and its outputs where they are hashed.
pub const QUOTE_TAG: &[u8] = b"Cashu_MintQuoteSig_v1";

/// Why quotes are not minted.
///
/// [Example](crate::cashu::quotes).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The key is not the 33 bytes of a point.
    Key,
    /// The id of a quote has 2^32 bytes or more.
    Length,
    /// There are no quotes in a batch.
    Empty,
    /// A quote is in a batch twice.
    Repeated,
    /// A quote is not known.
    Unknown,
    /// A quote is of another method than the batch.
    Method,
    /// A quote is of another unit than the first.
    Unit,
    /// A quote is not paid, or not that much of it is left.
    NotPaid,
    /// There are not as many amounts or signatures as quotes.
    Count,
    /// What the outputs are worth is not what is minted.
    Amount,
    /// A locked quote has no signature, or one that is not locked has one.
    Lock,
    /// The verdict: the signature is not the key's on this quote and these outputs.
    NotSigned,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Key => "the key is not the 33 bytes of a point",
            Self::Length => "the id of a quote is too long",
            Self::Empty => "there are no quotes",
            Self::Repeated => "a quote is there twice",
            Self::Unknown => "a quote is not known",
            Self::Method => "a quote is of another method of payment",
            Self::Unit => "a quote is of another unit than the first",
            Self::NotPaid => "a quote is not paid, or not that much of it is left",
            Self::Count => "there are not as many amounts or signatures as quotes",
            Self::Amount => "the outputs are not worth what is minted",
            Self::Lock => "a locked quote has no signature, or one that is not locked has one",
            Self::NotSigned => "the signature is not the key's on this quote and these outputs",
        })
    }
}

impl core::error::Error for Error {}

/// What is signed for a quote, as its SHA-256 digest.
///
/// [Example](crate::cashu::quotes).
///
/// # Errors
/// [`Error::Length`].
pub fn digest(quote: &str, outputs: &[Output]) -> Result<[u8; 32], Error> {
    let mut hash = Sha256::new_with_prefix(QUOTE_TAG);
    frame(&mut hash, quote.as_bytes()).ok_or(Error::Length)?;
    for output in outputs {
        let mut part = |bytes: &[u8]| frame(&mut hash, bytes).ok_or(Error::Length);
        part(Minimal::of(output.amount).as_bytes())?;
        match &output.message {
            Blinded::Legacy(message) => part(&message.to_bytes())?,
            Blinded::V3(message) => part(&message.to_bytes())?,
        }
    }
    Ok(hash.finalize().into())
}

/// The signature of a quote and its outputs: [`SigningKey::sign_with_aux`] of [`digest()`].
///
/// [Example](crate::cashu::quotes).
///
/// # Errors
/// [`Error::Length`].
pub fn sign(
    key: &SigningKey,
    quote: &str,
    outputs: &[Output],
    aux_rand: &[u8; 32],
) -> Result<Signature, Error> {
    Ok(key.sign_with_aux(&digest(quote, outputs)?, aux_rand))
}

/// That a signature is that of a quote's key, 33 bytes, on the quote and its outputs.
///
/// [Example](crate::cashu::quotes).
///
/// # Errors
/// [`Error::Key`], also for the 32 bytes of an x; [`Error::Length`], [`Error::NotSigned`].
pub fn verify(
    public_key: &[u8],
    quote: &str,
    outputs: &[Output],
    signature: &Signature,
) -> Result<(), Error> {
    let [_, x @ ..] = PublicKey::from_bytes(public_key).map_err(|_| Error::Key)?.to_bytes();
    let key = VerifyingKey::from_bytes(&x).map_err(|_| Error::Key)?;
    key.verify(&digest(quote, outputs)?, signature).map_err(|_| Error::NotSigned)
}

/// What a mint knows of a quote.
///
/// [Example](crate::cashu::quotes).
#[derive(Clone, Debug)]
pub struct Quote {
    /// The method of payment.
    pub method: String,
    /// The unit of its amounts.
    pub unit: String,
    /// What is paid of it and not yet minted.
    pub mintable: u64,
    /// The amount that has to be minted, all at once; none where any part may be (`bolt12`).
    pub amount: Option<u64>,
    /// The key that locks it.
    pub lock: Option<PublicKey>,
}

/// What a wallet asks for: several quotes at once.
///
/// [Example](crate::cashu::quotes).
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    /// The ids of the quotes.
    pub quotes: &'a [&'a str],
    /// How much to mint of each.
    pub amounts: Option<&'a [u64]>,
    /// The outputs of all of them together.
    pub outputs: &'a [Output],
    /// A signature for each locked quote; none for each other one.
    pub signatures: Option<&'a [Option<Signature>]>,
}

/// Σ of amounts, unless it is 2^64 or more.
fn sum(amounts: impl IntoIterator<Item = u64>) -> Result<u64, Error> {
    amounts.into_iter().try_fold(0, u64::checked_add).ok_or(Error::Amount)
}

impl Batch<'_> {
    /// That a mint may mint all of the quotes by a method of payment, and how much of each; `known`
    /// is what it knows of a quote. If one of them is refused, none is minted.
    ///
    /// Where every quote has an amount, the outputs are worth their sum. Else they may be worth
    /// less. A quote without an amount needs one in [`Batch::amounts`].
    ///
    /// # Errors
    /// Each of [`Error`] but [`Error::Key`].
    pub fn verify(
        &self,
        method: &str,
        known: impl Fn(&str) -> Option<Quote>,
    ) -> Result<Vec<u64>, Error> {
        if self.quotes.is_empty() {
            return Err(Error::Empty);
        }
        if self.quotes.iter().collect::<BTreeSet<_>>().len() != self.quotes.len() {
            return Err(Error::Repeated);
        }
        let quotes: Vec<Quote> = self
            .quotes
            .iter()
            .map(|id| known(id).ok_or(Error::Unknown))
            .collect::<Result<_, _>>()?;
        if quotes.iter().any(|quote| quote.method != method) {
            return Err(Error::Method);
        }
        if quotes.iter().any(|quote| quote.unit != quotes[0].unit) {
            return Err(Error::Unit);
        }
        let counts = [self.amounts.map(<[_]>::len), self.signatures.map(<[_]>::len)];
        if counts.into_iter().flatten().any(|count| count != quotes.len()) {
            return Err(Error::Count);
        }
        let mut amounts = Vec::new();
        for (index, quote) in quotes.iter().enumerate() {
            let asked = self.amounts.map(|amounts| amounts[index]);
            let amount = match (asked, quote.amount) {
                (Some(asked), Some(amount)) if asked != amount => return Err(Error::Amount),
                (Some(amount), _) | (None, Some(amount)) => amount,
                (None, None) => return Err(Error::Count),
            };
            if amount > quote.mintable {
                return Err(Error::NotPaid);
            }
            amounts.push(amount);
        }
        let (minted, asked) =
            (sum(amounts.iter().copied())?, sum(self.outputs.iter().map(|output| output.amount))?);
        let exactly = quotes.iter().all(|quote| quote.amount.is_some());
        if asked > minted || (exactly && asked != minted) {
            return Err(Error::Amount);
        }
        for (index, quote) in quotes.iter().enumerate() {
            match (&quote.lock, self.signatures.and_then(|signatures| signatures[index].as_ref())) {
                (None, None) => {}
                (Some(lock), Some(signature)) => {
                    verify(&lock.to_bytes(), self.quotes[index], self.outputs, signature)?;
                }
                _ => return Err(Error::Lock),
            }
        }
        Ok(amounts)
    }
}
