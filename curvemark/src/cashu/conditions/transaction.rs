//! Conditions of all inputs of a swap or a melt, and signatures on mint quotes (NUT-20).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use sha2::{Digest, Sha256};

use super::{Condition, Error, key};
use crate::cashu::nutroot::Message;
use crate::cashu::tokens::Signature;
use crate::cashu::{legacy, v3};
use crate::encoding::hex;
use crate::schnorr;

/// What is spent.
///
/// [Example](crate::cashu::conditions).
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The secret.
    pub secret: &'a str,
    /// C.
    pub signature: Signature,
    /// What satisfies the condition of the secret, as JSON.
    pub witness: Option<&'a str>,
}

impl core::fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Input")
            .field("secret", &format_args!("…"))
            .field("signature", &self.signature)
            .field("witness", &self.witness.as_ref().map(|_| format_args!("…")))
            .finish()
    }
}

/// What is asked for.
///
/// [Example](crate::cashu::conditions).
#[derive(Clone, Copy, Debug)]
pub struct Output {
    /// The value.
    pub amount: u64,
    /// B_.
    pub message: Blinded,
}

/// B_, a blinded message.
///
/// [Example](crate::cashu::conditions).
#[derive(Clone, Copy, Debug)]
pub enum Blinded {
    /// On secp256k1.
    Legacy(legacy::BlindedMessage),
    /// In G1 of BLS12-381.
    V3(v3::BlindedMessage),
}

impl Blinded {
    fn to_hex(self) -> String {
        match self {
            Self::Legacy(message) => hex::encode(&message.to_bytes()),
            Self::V3(message) => hex::encode(&message.to_bytes()),
        }
    }
}

/// What is signed for all inputs and outputs of a transaction: secrets and C, amounts and B_, and
/// the quote of a melt, one after the other.
///
/// [Example](crate::cashu::conditions).
pub fn message_to_sign(inputs: &[Input<'_>], outputs: &[Output], quote: Option<&str>) -> String {
    let mut message = String::new();
    for input in inputs {
        message.push_str(input.secret);
        message.push_str(&match &input.signature {
            Signature::Legacy(signature) => hex::encode(&signature.to_bytes()),
            Signature::V3(signature) => hex::encode(&signature.to_bytes()),
        });
    }
    for output in outputs {
        message.push_str(&output.amount.to_string());
        message.push_str(&output.message.to_hex());
    }
    message.push_str(quote.unwrap_or_default());
    message
}

/// Whether the secret of an input is a point that signs, or nothing that could be spent otherwise.
fn is_point(input: &Input<'_>) -> bool {
    matches!(input.signature, Signature::V3(_))
        && !matches!(Message::of_text(input.secret), Ok(Message::Text(_)))
}

/// That the conditions of all inputs of a swap (without quote) or a melt (with one) are satisfied
/// at a time, in seconds since 1970. That C is the mint's signature on each secret is another
/// question.
///
/// If one input asks for signatures on all, so must every other, with the same lock; the witness of
/// the first one is that of all. Otherwise each input has its own.
///
/// A transaction with a secret of version 3 that is a point is one of
/// [`nutroot`](crate::cashu::nutroot::Transaction::verify), older proofs in it too, and is refused
/// here.
///
/// [Example](crate::cashu::conditions).
///
/// # Errors
/// [`Error::Empty`] without inputs, [`Error::Point`], [`Error::Mixed`]; what
/// [`Condition::of_secret`] and [`Condition::verify`] find.
pub fn verify_transaction(
    inputs: &[Input<'_>],
    outputs: &[Output],
    quote: Option<&str>,
    now: u64,
) -> Result<(), Error> {
    if inputs.iter().any(is_point) {
        return Err(Error::Point);
    }
    let conditions: Vec<Option<Condition>> =
        inputs.iter().map(|input| Condition::of_secret(input.secret)).collect::<Result<_, _>>()?;
    let ([first, ..], [first_condition, ..]) = (inputs, &conditions[..]) else {
        return Err(Error::Empty);
    };
    if conditions.iter().flatten().any(Condition::is_sig_all) {
        let first_condition = first_condition.as_ref().ok_or(Error::Mixed)?;
        let alike = |other: &Option<Condition>| {
            other.as_ref().is_some_and(|other| other.is_like(first_condition))
        };
        if !conditions.iter().all(alike) {
            return Err(Error::Mixed);
        }
        return first_condition.verify(
            message_to_sign(inputs, outputs, quote).as_bytes(),
            first.witness,
            now,
        );
    }
    for (input, condition) in inputs.iter().zip(&conditions) {
        if let Some(condition) = condition {
            condition.verify(input.secret.as_bytes(), input.witness, now)?;
        }
    }
    Ok(())
}

/// What is signed to mint a quote that is locked to a key: its id, and B_ of each output; for mints
/// that do not have [`quotes`](crate::cashu::quotes) yet.
///
/// [Example](crate::cashu::conditions).
pub fn quote_message(quote: &str, outputs: &[Output]) -> String {
    let mut message = String::from(quote);
    outputs.iter().for_each(|output| message.push_str(&output.message.to_hex()));
    message
}

/// That a signature is that of a quote's key, 66 hexadecimal digits, on the quote and its outputs.
///
/// [Example](crate::cashu::conditions).
///
/// # Errors
/// [`Error::Key`], [`Error::NotSatisfied`].
pub fn verify_quote(
    public_key: &str,
    quote: &str,
    outputs: &[Output],
    signature: &schnorr::Signature,
) -> Result<(), Error> {
    let digest = Sha256::digest(quote_message(quote, outputs));
    key(public_key)?.verify(&digest, signature).map_err(|_| Error::NotSatisfied)
}
