//! What a wallet does: blind, derive, unblind.

use super::keys::PublicKeys;
use super::token_secrets::{GivenOrNew, Kept, message, read_r, read_secret};
use crate::commands::tool::files::{SecretFile, digits};
use crate::commands::tool::input::Inputs;
use crate::commands::tool::{because, hex_line, json_line, refuse};
use crate::commands::{Exit, Failure};
use clap::Args;
use curvemark::cashu::nutroot::Secret;
use curvemark::cashu::v3::models;
use curvemark::cashu::v3::{
    self, BlindSignature, BlindedMessage, BlindingFactor, Error, KeysetId, MintPublicKey, unframed,
};
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `blind`.
#[derive(Debug, Args)]
#[command(
    after_help = "The answer is B_, or with --amount and --id the blinded message of NUT-00.\n\n\
    Examples:\n  curvemark cashu blind --new-secret secret --new-r r\n  \
    curvemark cashu blind --secret @secret --new-r r --amount 4 --id \"$id\""
)]
pub struct BlindArguments {
    #[command(flatten)]
    secrets: GivenOrNew,
    /// The value that the token shall have
    #[arg(long, value_name = "N", requires = "id")]
    amount: Option<u64>,
    /// The id of the keyset that shall sign
    #[arg(long, value_name = "VALUE", requires = "amount")]
    id: Option<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Runs `blind`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, for a file that exists or cannot be made, or if
/// `out` fails.
pub fn blind(
    arguments: &BlindArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let id = arguments.id.as_deref().map(|id| read_id(inputs, id)).transpose()?;
    let (secret, r) = arguments.secrets.take::<BlindingFactor>(inputs)?;
    let blinded = v3::blind(message(&secret)?.as_ref(), &r);
    write_blinded(out, arguments.json, arguments.amount.zip(id), blinded)
}

/// Arguments of `derive`.
#[derive(Debug, Args)]
#[command(
    after_help = "The same seed, id and counter give the same secret, key and r again; never use a counter twice. The secret is the point of the key, \
    which signs when it is spent. With --unframed they are what wallets derived before: a secret without a key.\n\n\
    Example:\n  curvemark cashu derive --seed @seed --id \"$id\" --counter 0 --new-key k --new-secret secret --new-r r --amount 4"
)]
pub struct DeriveArguments {
    /// The seed, hexadecimal (64 bytes by BIP 39, any length here): a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    seed: String,
    /// The id of the keyset that shall sign
    #[arg(long, value_name = "VALUE")]
    id: String,
    /// Which token of this seed and keyset it is
    #[arg(long, value_name = "N")]
    counter: u64,
    /// Keep the key of the secret in this file
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "unframed",
        conflicts_with = "unframed"
    )]
    new_key: Option<PathBuf>,
    #[command(flatten)]
    kept: Kept,
    /// As before parts were framed and secrets were points
    #[arg(long)]
    unframed: bool,
    /// The value that the token shall have
    #[arg(long, value_name = "N")]
    amount: Option<u64>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Runs `derive`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, for a file that exists or cannot be made, or if
/// `out` fails.
pub fn derive(
    arguments: &DeriveArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let seed = inputs.secret_file("seed", &arguments.seed)?.hex_of_any_length("seed")?;
    if seed.is_empty() {
        return Err(refuse("seed", "empty"));
    }
    let id = read_id(inputs, &arguments.id)?;
    let counter = arguments.counter;
    let model = arguments.amount.map(|amount| (amount, id));
    let Some(path) = &arguments.new_key else {
        let secret = unframed::derive_secret(&seed, &id, counter).map_err(because("seed"))?;
        let secret = digits(secret.as_ref());
        let (r, _) =
            unframed::derive_blinding_factor(&seed, &id, counter).map_err(because("seed"))?;
        arguments.kept.keep(&secret, &r)?;
        return write_blinded(out, arguments.json, model, v3::blind(secret.as_bytes(), &r));
    };
    let key = v3::derive_secret_key(&seed, &id, counter).map_err(because("seed"))?;
    let (r, _) = v3::derive_blinding_factor(&seed, &id, counter).map_err(because("seed"))?;
    let secret = Secret::of_key(key.public_key());
    let file = SecretFile::create("--new-key", path)?;
    arguments.kept.keep(&secret.to_string(), &r)?;
    file.keep(&digits(key.to_bytes().as_ref()))?;
    write_blinded(out, arguments.json, model, v3::blind(&secret.to_bytes(), &r))
}

/// Arguments of `unblind`.
#[derive(Debug, Args)]
#[command(
    after_help = "The answer is C, or for a promise in JSON the proof of NUT-00, which needs the secret. With --key the signature \
    is verified first. If the mint did not sign, there is no answer, and the exit code is 7.\n\n\
    Examples:\n  curvemark cashu unblind --r @r 8d52d7a6…\n  \
    curvemark cashu unblind --r @r --secret @secret --key @keyset.json @promise.json"
)]
pub struct UnblindArguments {
    /// The blinding factor r of the blinded message: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    r: String,
    /// The secret of the token, text: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    secret: Option<String>,
    /// Verify with K, with keys by amount, or with a keyset
    #[arg(long, value_name = "VALUE", requires = "secret")]
    key: Option<String>,
    /// The promise: hexadecimal, or JSON of NUT-00
    #[arg(value_name = "C_")]
    promise: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Runs `unblind`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, for a promise that the key did not sign (7), or if
/// `out` fails.
pub fn unblind(
    arguments: &UnblindArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let r: BlindingFactor = read_r(inputs, &arguments.r)?;
    let secret =
        arguments.secret.as_deref().map(|secret| read_secret(inputs, secret)).transpose()?;
    let keys = match &arguments.key {
        Some(key) => Some(PublicKeys::read(&inputs.value("K", key)?)?),
        None => None,
    };
    let check = |key: &MintPublicKey, signature| match &secret {
        Some(secret) => key.verify(message(secret)?.as_ref(), signature).map_err(not_signed),
        None => Ok(()),
    };
    let text = inputs.value("C_", &arguments.promise)?;
    if text.is_json() {
        let models::BlindSignature { amount, id, c_ } = text.json()?;
        let Some(secret) = &secret else {
            return Err(refuse("secret", "missing; a proof in JSON holds it"));
        };
        let c = c_.unblind(&r);
        if let Some(keys) = &keys {
            let key = keys.of(amount, id).map_err(|problem| refuse(text.label(), problem))?;
            check(key, &c)?;
        }
        return json_line(
            out,
            &models::Proof {
                amount,
                id,
                secret: secret.to_string(),
                c,
                witness: None,
                spend_info: None,
            },
        );
    }
    let c = BlindSignature::from_bytes(text.hex::<48>("C_")?.as_ref())
        .map_err(because("C_"))?
        .unblind(&r);
    if let Some(keys) = &keys {
        check(keys.one()?, &c)?;
    }
    hex_line(out, arguments.json, "C", &c.to_bytes())
}

fn not_signed(_: Error) -> Failure {
    Failure::Said(
        Exit::Invalid,
        "C_: not a signature of this key on this secret, blinded by this r".to_owned(),
    )
}

fn write_blinded(
    out: &mut dyn Write,
    json: bool,
    model: Option<(u64, KeysetId)>,
    b_: BlindedMessage,
) -> Result<Exit, Failure> {
    match model {
        Some((amount, id)) => json_line(out, &models::BlindedMessage { amount, id, b_ }),
        None => hex_line(out, json, "B_", &b_.to_bytes()),
    }
}

fn read_id(inputs: &Inputs, given: &str) -> Result<KeysetId, Failure> {
    let bytes = inputs.value("id", given)?.hex::<33>("id")?;
    KeysetId::from_bytes(bytes.as_ref()).map_err(because("id"))
}
