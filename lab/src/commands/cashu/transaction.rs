//! A transaction of v3 as the tools take it in JSON.

use crate::commands::Failure;
use crate::commands::tool::refuse;
use curvemark::cashu::conditions::Blinded;
use curvemark::cashu::nutroot::{Authorisation, Error, Input, Output, PublicKey, Transaction};
use curvemark::cashu::tokens::{KeysetId, Signature};
use curvemark::cashu::v3::models::{BlindedMessage, Proof};
use curvemark::schnorr;
use serde::{Deserialize, Serialize};

/// What goes in and what comes out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Proofs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Proof>,
    /// Blinded messages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<BlindedMessage>,
    /// Quotes that are minted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mint_quotes: Vec<MintQuote>,
    /// The quote that is paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub melt_quote: Option<MeltQuote>,
}

/// A mint quote, as the mint knows it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MintQuote {
    quote: String,
    amount: u64,
    /// The key that locks it.
    pub pubkey: PublicKey,
    /// The signature of that key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
}

/// A melt quote.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeltQuote {
    quote: String,
    amount: u64,
}

impl Request {
    /// Gives the transaction.
    pub fn with<T>(&self, take: impl FnOnce(Transaction<'_>) -> T) -> T {
        let proofs = self.inputs.iter().map(|proof| Input::Proof {
            amount: proof.amount,
            keyset: KeysetId::V3(proof.id),
            secret: &proof.secret,
            signature: Signature::V3(proof.c),
        });
        let quotes = self
            .mint_quotes
            .iter()
            .map(|quote| Input::Quote { amount: quote.amount, id: &quote.quote });
        let messages = self.outputs.iter().map(|output| Output::Message {
            amount: output.amount,
            keyset: KeysetId::V3(output.id),
            message: Blinded::V3(output.b_),
        });
        let melt = self
            .melt_quote
            .iter()
            .map(|quote| Output::Quote { amount: quote.amount, id: &quote.quote });
        let (inputs, outputs): (Vec<_>, Vec<_>) =
            (proofs.chain(quotes).collect(), messages.chain(melt).collect());
        take(Transaction { inputs: &inputs, outputs: &outputs })
    }

    /// Whether every input is signed for.
    ///
    /// # Errors
    /// [`Failure`] for a signature of a quote that is none.
    pub fn verify(&self, now: u64) -> Result<Result<(), Error>, Failure> {
        let mut signatures = Vec::new();
        for (index, quote) in self.mint_quotes.iter().enumerate() {
            let field = format!("mint_quotes[{index}]");
            let Some(text) = &quote.signature else { return Ok(Err(Error::NotSigned)) };
            let mut bytes = [0; 64];
            base16ct::lower::decode(text, &mut bytes)
                .ok()
                .and_then(|bytes| schnorr::Signature::from_bytes(bytes).ok())
                .map(|signature| signatures.push((&quote.pubkey, signature)))
                .ok_or_else(|| refuse(&field, "signature: not 128 digits of one"))?;
        }
        let witnesses =
            self.inputs.iter().map(|proof| Authorisation::Witness(proof.witness.as_deref()));
        let quotes =
            signatures.iter().map(|(lock, signature)| Authorisation::Quote { lock, signature });
        let all: Vec<_> = witnesses.chain(quotes).collect();
        Ok(self.with(|transaction| transaction.verify(&all, now)))
    }
}
