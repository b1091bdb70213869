//! Mint quotes that are locked to a key: sign for one, and check (NUT-20).

use super::token_secrets::{read_key, read_public_key};
use crate::commands::tool::files::random_bytes;
use crate::commands::tool::input::Inputs;
use crate::commands::tool::{because, hex_line, verdict};
use crate::commands::{Exit, Failure};
use clap::{Args, Subcommand};
use curvemark::cashu::conditions::{Blinded, Output};
use curvemark::cashu::quotes::{self, Error};
use curvemark::cashu::{legacy, v3};
use curvemark::schnorr::Signature;
use serde::Deserialize;
use std::io::Write;

/// Arguments of `quote`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false)]
pub struct QuoteArguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Sign for a quote and its outputs
    Sign(SignArguments),
    /// Check the signature of a quote and its outputs
    Verify(VerifyArguments),
}

/// What is signed for.
#[derive(Debug, Args)]
struct Signed {
    /// The id of the quote
    #[arg(long, value_name = "TEXT")]
    quote: String,
    /// The outputs in JSON: an array of blinded messages, of keysets of any version
    #[arg(value_name = "OUTPUTS")]
    outputs: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct SignArguments {
    /// The key, in a file of its owner (@FILE or -)
    #[arg(long, value_name = "@FILE")]
    key: String,
    #[command(flatten)]
    signed: Signed,
}

#[derive(Debug, Args)]
struct VerifyArguments {
    /// The public key, 66 digits
    #[arg(long, value_name = "VALUE")]
    key: String,
    /// The signature, 128 digits
    #[arg(long, value_name = "VALUE")]
    signature: String,
    #[command(flatten)]
    signed: Signed,
}

/// A blinded message of a keyset of either kind.
#[derive(Deserialize)]
#[serde(untagged)]
enum Message {
    V3(v3::models::BlindedMessage),
    Legacy(legacy::models::BlindedMessage),
}

impl Signed {
    fn outputs(&self, inputs: &Inputs) -> Result<Vec<Output>, Failure> {
        let messages: Vec<Message> = inputs.value("OUTPUTS", &self.outputs)?.json()?;
        let output = |message| match message {
            Message::V3(message) => {
                Output { amount: message.amount, message: Blinded::V3(message.b_) }
            }
            Message::Legacy(message) => {
                Output { amount: message.amount, message: Blinded::Legacy(message.b_) }
            }
        };
        Ok(messages.into_iter().map(output).collect())
    }
}

/// Runs `quote`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub fn run(
    arguments: &QuoteArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    match &arguments.tool {
        Tool::Sign(SignArguments { key, signed }) => {
            let key = read_key(inputs, "--key", key)?.signing_key();
            let signature =
                quotes::sign(&key, &signed.quote, &signed.outputs(inputs)?, &*random_bytes()?);
            hex_line(
                out,
                signed.json,
                "signature",
                &signature.map_err(because("--quote"))?.to_bytes(),
            )
        }
        Tool::Verify(VerifyArguments { key, signature, signed }) => {
            let key = read_public_key(inputs, "--key", key)?;
            let bytes = inputs.value("--signature", signature)?.hex::<64>("--signature")?;
            let signature =
                Signature::from_bytes(bytes.as_ref()).map_err(because("--signature"))?;
            match quotes::verify(
                &key.to_bytes(),
                &signed.quote,
                &signed.outputs(inputs)?,
                &signature,
            ) {
                Ok(()) => verdict(out, signed.json, true, ""),
                Err(reason @ Error::NotSigned) => verdict(out, signed.json, false, reason),
                Err(reason) => Err(because("--quote")(reason)),
            }
        }
    }
}
