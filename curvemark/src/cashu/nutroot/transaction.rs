//! Transactions: what goes in, what comes out, and the one digest that every input of version 3
//! signs.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt;

use sha2::{Digest, Sha256};

use super::leaf::record;
use super::secret::verifying_key;
use super::{Error, PublicKey, Secret, Witness};
use crate::cashu::conditions::{self, Blinded};
use crate::cashu::framing::Minimal;
use crate::cashu::tokens::{KeysetId, Signature};
use crate::schnorr;

/// What stands before the records of a transaction where it is hashed.
pub const TRANSACTION_TAG: &[u8] = b"Cashu_Transaction_v1";

/// Where value comes from.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
#[derive(Clone, Copy)]
pub enum Input<'a> {
    /// A proof of a keyset of any version.
    Proof {
        /// The value.
        amount: u64,
        /// The whole id of the keyset.
        keyset: KeysetId,
        /// The text of the secret.
        secret: &'a str,
        /// C.
        signature: Signature,
    },
    /// A mint quote that is paid.
    Quote {
        /// The amount of the quote; 0 where it has none.
        amount: u64,
        /// Its id.
        id: &'a str,
    },
}

impl fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proof { amount, keyset, signature, .. } => f
                .debug_struct("Proof")
                .field("amount", amount)
                .field("keyset", keyset)
                .field("secret", &format_args!("…"))
                .field("signature", signature)
                .finish(),
            Self::Quote { amount, id } => {
                f.debug_struct("Quote").field("amount", amount).field("id", id).finish()
            }
        }
    }
}

/// Where value goes.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
#[derive(Clone, Copy, Debug)]
pub enum Output<'a> {
    /// A blinded message, which may be blank: of amount 0, for change.
    Message {
        /// The value.
        amount: u64,
        /// The whole id of the keyset.
        keyset: KeysetId,
        /// B_.
        message: Blinded,
    },
    /// A melt quote.
    Quote {
        /// Its amount, without the reserve for fees.
        amount: u64,
        /// Its id.
        id: &'a str,
    },
}

/// A swap, a mint or a melt: inputs and outputs as they stand in the request.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
#[derive(Clone, Copy, Debug)]
pub struct Transaction<'a> {
    /// Where value comes from.
    pub inputs: &'a [Input<'a>],
    /// Where value goes.
    pub outputs: &'a [Output<'a>],
}

/// What an input comes with.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
#[derive(Clone, Copy, Debug)]
pub enum Authorisation<'a> {
    /// The witness of a proof: of a keyset of version 3 that of [`Witness`], of an older one what
    /// its condition demands.
    Witness(Option<&'a str>),
    /// The signature of the key that locks a quote.
    Quote {
        /// The key, as the mint knows it.
        lock: &'a PublicKey,
        /// The signature.
        signature: &'a schnorr::Signature,
    },
}

/// The bytes of an id; a short one may be that of two keysets.
fn keyset_bytes(keyset: &KeysetId, v3: bool) -> Result<Vec<u8>, Error> {
    match keyset {
        KeysetId::Short(_) => Err(Error::Keyset),
        _ if keyset.is_v3() != v3 => Err(Error::Keyset),
        _ => Ok(keyset.with_bytes(<[u8]>::to_vec)),
    }
}

/// Bytes, unless there are none.
fn some(bytes: &[u8]) -> Result<&[u8], Error> {
    if bytes.is_empty() { Err(Error::Length) } else { Ok(bytes) }
}

/// Appends a record of records: an amount under 1, and what is under 2 and so on.
fn container(out: &mut Vec<u8>, kind: u8, amount: u64, fields: &[&[u8]]) -> Result<(), Error> {
    let mut body = Vec::new();
    record(&mut body, 1, Minimal::of(amount).as_bytes())?;
    for (field, value) in (2..).zip(fields) {
        record(&mut body, field, value)?;
    }
    record(out, kind, &body)
}

impl Input<'_> {
    const PROOF: u8 = 1;
    const QUOTE: u8 = 2;

    const fn kind(&self) -> u8 {
        match self {
            Self::Proof { .. } => Self::PROOF,
            Self::Quote { .. } => Self::QUOTE,
        }
    }

    fn append(&self, out: &mut Vec<u8>) -> Result<(), Error> {
        match self {
            Self::Proof { amount, keyset, secret, signature } => {
                let (c, v3) = match signature {
                    Signature::Legacy(signature) => (signature.to_bytes().to_vec(), false),
                    Signature::V3(signature) => (signature.to_bytes().to_vec(), true),
                };
                let id = keyset_bytes(keyset, v3)?;
                let point = if v3 { Some(Secret::parse(secret)?.to_bytes()) } else { None };
                let secret = point.as_ref().map_or(secret.as_bytes(), |point| &point[..]);
                container(out, Self::PROOF, *amount, &[&id, some(secret)?, &c])
            }
            Self::Quote { amount, id } => {
                container(out, Self::QUOTE, *amount, &[some(id.as_bytes())?])
            }
        }
    }
}

impl Output<'_> {
    const MESSAGE: u8 = 3;
    const QUOTE: u8 = 4;

    const fn kind(&self) -> u8 {
        match self {
            Self::Message { .. } => Self::MESSAGE,
            Self::Quote { .. } => Self::QUOTE,
        }
    }

    fn append(&self, out: &mut Vec<u8>) -> Result<(), Error> {
        match self {
            Self::Message { amount, keyset, message } => {
                let (b_, v3) = match message {
                    Blinded::Legacy(message) => (message.to_bytes().to_vec(), false),
                    Blinded::V3(message) => (message.to_bytes().to_vec(), true),
                };
                container(out, Self::MESSAGE, *amount, &[&keyset_bytes(keyset, v3)?, &b_])
            }
            Self::Quote { amount, id } => {
                container(out, Self::QUOTE, *amount, &[some(id.as_bytes())?])
            }
        }
    }
}

impl Transaction<'_> {
    /// The records of a transaction: proofs, mint quotes, blinded messages, melt quotes, each kind
    /// in the order of the request.
    ///
    /// # Errors
    /// [`Error::Transaction`] without inputs or without outputs, [`Error::Repeated`] if a secret or
    /// a quote goes in twice, [`Error::Keyset`]; what [`Secret::parse`] finds in a secret of
    /// version 3; [`Error::Length`] for a secret or a quote's id without bytes, or of 64 KiB.
    pub fn transcript(&self) -> Result<Vec<u8>, Error> {
        if self.inputs.is_empty() || self.outputs.is_empty() {
            return Err(Error::Transaction);
        }
        let mut seen = BTreeSet::new();
        for input in self.inputs {
            let name = match *input {
                Input::Proof { keyset, secret, .. } => (input.kind(), keyset.is_v3(), secret),
                Input::Quote { id, .. } => (input.kind(), false, id),
            };
            if !seen.insert(name) {
                return Err(Error::Repeated);
            }
        }
        let mut out = Vec::new();
        for kind in [Input::PROOF, Input::QUOTE] {
            self.inputs
                .iter()
                .filter(|input| input.kind() == kind)
                .try_for_each(|input| input.append(&mut out))?;
        }
        for kind in [Output::MESSAGE, Output::QUOTE] {
            self.outputs
                .iter()
                .filter(|output| output.kind() == kind)
                .try_for_each(|output| output.append(&mut out))?;
        }
        Ok(out)
    }

    /// The digest that every input of version 3 signs.
    ///
    /// # Errors
    /// As of [`Transaction::transcript`].
    pub fn digest(&self) -> Result<[u8; 32], Error> {
        Ok(Sha256::new_with_prefix(TRANSACTION_TAG)
            .chain_update(self.transcript()?)
            .finalize()
            .into())
    }

    /// That all inputs may be spent so, at a time in seconds since 1970: what a mint asks before it
    /// takes any of them. That C is the mint's signature, that amounts agree and that nothing was
    /// spent before are other questions.
    ///
    /// A proof of an older keyset satisfies its own condition. One that wants signatures on all
    /// inputs cannot stand here: no secret of version 3 is like it.
    ///
    /// # Errors
    /// As of [`Transaction::transcript`], [`Witness::parse`] and [`Witness::verify`];
    /// [`Error::Transaction`] if there is not one authorisation of its kind for each input;
    /// [`Error::NotSigned`] for a quote; [`Error::Condition`] for a proof of an older keyset.
    pub fn verify(&self, authorisations: &[Authorisation<'_>], now: u64) -> Result<(), Error> {
        if authorisations.len() != self.inputs.len() {
            return Err(Error::Transaction);
        }
        let digest = self.digest()?;
        for (input, authorisation) in self.inputs.iter().zip(authorisations) {
            match (input, authorisation) {
                (Input::Proof { keyset, secret, .. }, Authorisation::Witness(witness))
                    if keyset.is_v3() =>
                {
                    Witness::parse(witness.ok_or(Error::NotSigned)?)?.verify(
                        &Secret::parse(secret)?,
                        &digest,
                        now,
                    )?;
                }
                (Input::Proof { secret, .. }, Authorisation::Witness(witness)) => {
                    let condition =
                        conditions::Condition::of_secret(secret).map_err(|_| Error::Condition)?;
                    if let Some(condition) = condition {
                        if condition.is_sig_all() {
                            return Err(Error::Condition);
                        }
                        condition
                            .verify(secret.as_bytes(), *witness, now)
                            .map_err(|_| Error::Condition)?;
                    }
                }
                (Input::Quote { .. }, Authorisation::Quote { lock, signature }) => {
                    verifying_key(lock).verify(&digest, signature).map_err(|_| Error::NotSigned)?;
                }
                _ => return Err(Error::Transaction),
            }
        }
        Ok(())
    }
}
