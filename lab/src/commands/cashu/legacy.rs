//! `curvemark cashu legacy`: the protocol of today's wallets by hand, for keysets with version byte
//! `00` and `01`.
//!
//! All but keys is the JSON of NUT-00, 01 and 12: without the proof of equality that stands in it,
//! nobody but the mint could verify anything.

use super::secret_keys::{self, SecretKeys};
use super::token_secrets::{GivenOrNew, Kept, read_r, read_secret};
use crate::commands::tool::files::{SecretFile, digits};
use crate::commands::tool::input::{Inputs, Text};
use crate::commands::tool::{because, json_line, line, refuse, verdict};
use crate::commands::{Exit, Failure};
use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use curvemark::cashu::legacy::models::{BlindSignature, BlindedMessage, Dleq, Keys, Keyset, Proof};
use curvemark::cashu::legacy::{
    BlindingFactor, Error, KeysetId, MintPublicKey, MintSecretKey, blind, derive_blinding_factor,
    derive_secret,
};
use std::io::Write;
use std::path::PathBuf;

/// How a whole round goes.
const HELP: &str = concat!("Example, a whole round in a shell:\n\n", include_str!("legacy.sh"));

/// Arguments of `legacy`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false, after_help = HELP)]
pub struct LegacyArguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Mint: make a secret key for each amount, and show the keyset
    Keygen(KeygenArguments),
    /// Check and show the id of a keyset
    KeysetId(KeysetIdArguments),
    /// Wallet: blind a secret, B_ = hash_to_curve(secret) + r·G
    Blind(BlindArguments),
    /// Wallet: as `blind`, with secret and r of a seed and a counter (NUT-13)
    Derive(DeriveArguments),
    /// Mint: sign a blinded message, C_ = k·B_, with the proof of NUT-12
    Sign(SignArguments),
    /// Wallet: check the mint's proof and unblind, C = C_ − r·K
    Unblind(UnblindArguments),
    /// Verify a proof: by the mint's secret keys, or by the proof of NUT-12 that a wallet handed on
    Verify(VerifyArguments),
}

/// Runs `legacy`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, for a promise that the mint did not sign (7), or
/// if `out` fails.
pub fn run(
    arguments: &LegacyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    match &arguments.tool {
        Tool::Keygen(arguments) => keygen(arguments, out),
        Tool::KeysetId(arguments) => keyset_id(arguments, inputs, out),
        Tool::Blind(arguments) => blind_one(arguments, inputs, out),
        Tool::Derive(arguments) => derive(arguments, inputs, out),
        Tool::Sign(arguments) => sign(arguments, inputs, out),
        Tool::Unblind(arguments) => unblind(arguments, inputs, out),
        Tool::Verify(arguments) => verify(arguments, inputs, out),
    }
}

/// The version of a keyset's id.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Version {
    /// 8 bytes, `00…`: of the keys alone.
    #[value(name = "1")]
    One,
    /// 33 bytes, `01…`: of keys, unit, fee and expiry.
    #[default]
    #[value(name = "2")]
    Two,
}

#[derive(Debug, Args)]
struct KeygenArguments {
    /// Where to keep the secret; must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// A key for each of these amounts
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', required = true)]
    amounts: Vec<u64>,
    /// The unit of the amounts
    #[arg(long, default_value = "sat")]
    unit: String,
    /// The fee of spending one input, in thousandths of the unit
    #[arg(long, value_name = "N")]
    fee_ppk: Option<u64>,
    /// Until when the mint honours the keyset, in seconds since 1970
    #[arg(long, value_name = "SECONDS")]
    expiry: Option<u64>,
    /// The version of the keyset's id
    #[arg(long, value_enum, default_value_t)]
    id_version: Version,
}

fn keygen(arguments: &KeygenArguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let file = SecretFile::create("FILE", &arguments.file)?;
    let secret = secret_keys::generate::<MintSecretKey>(&arguments.amounts)?;
    let public = secret.iter().map(|(&amount, key)| (amount, key.public_key())).collect();
    let keys = Keys::new(public).map_err(because("--amounts"))?;
    let KeygenArguments { fee_ppk, expiry, unit, .. } = arguments;
    let id = match arguments.id_version {
        Version::One => KeysetId::derive_v1(keys.iter()),
        Version::Two => KeysetId::derive_v2(keys.iter(), unit, *fee_ppk, *expiry),
    };
    let id = id.map_err(because("--unit"))?;
    file.keep(&secret_keys::text(&secret))?;
    json_line(
        out,
        &Keyset { id, unit: unit.clone(), input_fee_ppk: *fee_ppk, final_expiry: *expiry, keys },
    )
}

#[derive(Debug, Args)]
#[command(after_help = "The exit code is 7 if the id in the keyset is not that of its keys.")]
struct KeysetIdArguments {
    /// A keyset of NUT-01 (a file, or - for stdin)
    #[arg(value_name = "KEYSET")]
    keyset: String,
}

fn keyset_id(
    arguments: &KeysetIdArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let text = inputs.document("KEYSET", &arguments.keyset)?;
    let keyset: Keyset = text.json()?;
    let id = keyset.derive_id().map_err(because(text.label()))?;
    if id != keyset.id {
        let message = format!("{}: id: what the keyset holds has the id {id}", text.label());
        return Err(Failure::Said(Exit::Invalid, message));
    }
    line(out, &id.to_string())
}

/// A keyset whose id is that of its content.
fn read_keyset(inputs: &Inputs, given: &str) -> Result<Keyset, Failure> {
    let text = inputs.value("keyset", given)?;
    let keyset: Keyset = text.json()?;
    let id = keyset.derive_id().map_err(because(text.label()))?;
    if id == keyset.id {
        return Ok(keyset);
    }
    Err(refuse(text.label(), format_args!("id: what the keyset holds has the id {id}")))
}

/// The key of a keyset for an amount.
fn key_of<'k>(
    keyset: &'k Keyset,
    text: &Text,
    amount: u64,
    id: KeysetId,
) -> Result<&'k MintPublicKey, Failure> {
    if keyset.id != id {
        return Err(refuse(text.label(), format_args!("id: not of the keyset {}", keyset.id)));
    }
    let none = || refuse(text.label(), format_args!("amount: the keyset has no key for {amount}"));
    keyset.keys.get(amount).ok_or_else(none)
}

#[derive(Debug, Args)]
struct BlindArguments {
    #[command(flatten)]
    secrets: GivenOrNew,
    /// The value that the token shall have
    #[arg(long, value_name = "N")]
    amount: u64,
    /// The id of the keyset that shall sign
    #[arg(long, value_name = "VALUE")]
    id: String,
}

fn blind_one(
    arguments: &BlindArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let id = read_id(inputs, &arguments.id)?;
    let (secret, r) = arguments.secrets.take::<BlindingFactor>(inputs)?;
    json_line(
        out,
        &BlindedMessage { amount: arguments.amount, id, b_: blind(secret.as_bytes(), &r) },
    )
}

#[derive(Debug, Args)]
#[command(
    after_help = "The same seed, id and counter give the same secret and r again; never use a counter twice."
)]
struct DeriveArguments {
    /// The seed, hexadecimal (16 to 64 bytes for ids of version 1, by BIP 32): a file, or - for
    /// stdin
    #[arg(long, value_name = "FILE")]
    seed: String,
    /// The id of the keyset that shall sign
    #[arg(long, value_name = "VALUE")]
    id: String,
    /// Which token of this seed and keyset it is
    #[arg(long, value_name = "N")]
    counter: u64,
    #[command(flatten)]
    kept: Kept,
    /// The value that the token shall have
    #[arg(long, value_name = "N")]
    amount: u64,
}

fn derive(
    arguments: &DeriveArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let seed = inputs.secret_file("seed", &arguments.seed)?.hex_of_any_length("seed")?;
    let id = read_id(inputs, &arguments.id)?;
    let secret = derive_secret(&seed, &id, arguments.counter).map_err(because("seed"))?;
    let secret = digits(secret.as_ref());
    let r = derive_blinding_factor(&seed, &id, arguments.counter).map_err(because("seed"))?;
    arguments.kept.keep(&secret, &r)?;
    json_line(
        out,
        &BlindedMessage { amount: arguments.amount, id, b_: blind(secret.as_bytes(), &r) },
    )
}

#[derive(Debug, Args)]
#[command(
    after_help = "The amount is what the wallet asks for: sign only what was paid for. The id is copied."
)]
struct SignArguments {
    /// The secret keys by amount as `keygen` keeps them, or one key k: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    key: String,
    /// The blinded message in JSON of NUT-00
    #[arg(value_name = "MESSAGE")]
    message: String,
}

fn sign(arguments: &SignArguments, inputs: &Inputs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let keys = SecretKeys::<MintSecretKey>::read(inputs, &arguments.key)?;
    let BlindedMessage { amount, id, b_ } = inputs.value("message", &arguments.message)?.json()?;
    let (c_, proof) = keys.of(amount)?.sign_with_proof(&b_);
    json_line(out, &BlindSignature { amount, id, c_, dleq: Some(proof) })
}

#[derive(Debug, Args)]
#[command(
    after_help = "The mint's proof is verified first. If the mint did not sign, there is no answer, and the exit code is 7.\n\nWith --hand-on the \
    answer holds the mint's proof and r, for whom you pay. Never send that to the mint: it would learn where the token came from."
)]
struct UnblindArguments {
    /// The blinding factor r of the blinded message: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    r: String,
    /// The secret of the token, text: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    secret: String,
    /// The mint's keyset
    #[arg(long, value_name = "VALUE")]
    keyset: String,
    /// The promise in JSON of NUT-00
    #[arg(value_name = "PROMISE")]
    promise: String,
    /// Add what lets others verify without the mint
    #[arg(long)]
    hand_on: bool,
    /// Take a promise without a proof: only the mint will tell whether it is good
    #[arg(long, conflicts_with = "hand_on")]
    unproven: bool,
}

fn unblind(
    arguments: &UnblindArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let r: BlindingFactor = read_r(inputs, &arguments.r)?;
    let secret = read_secret(inputs, &arguments.secret)?;
    let keyset = read_keyset(inputs, &arguments.keyset)?;
    let text = inputs.value("promise", &arguments.promise)?;
    let BlindSignature { amount, id, c_, dleq } = text.json()?;
    let key = key_of(&keyset, &text, amount, id)?;
    match dleq {
        Some(proof) => proof.verify(key, &blind(secret.as_bytes(), &r), &c_).map_err(|_| {
            let message =
                "promise: not a signature of this key on this secret, blinded by this r".to_owned();
            Failure::Said(Exit::Invalid, message)
        })?,
        None if arguments.unproven => {}
        None => return Err(refuse(text.label(), "dleq: missing; --unproven takes it as it is")),
    }
    let c = c_.unblind(&r, key).map_err(because("C_"))?;
    let dleq = if arguments.hand_on { dleq.map(|proof| Dleq { proof, factor: r }) } else { None };
    json_line(
        out,
        &Proof {
            amount,
            id,
            secret: secret.to_string(),
            c,
            dleq,
            witness: None,
            ephemeral_key: None,
        },
    )
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("who").required(true).args(["key", "keyset"]))]
#[command(after_help = "The answer is `valid` (0) or `not valid` (7).")]
struct VerifyArguments {
    /// The mint: its secret keys by amount, or one key: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    key: Option<String>,
    /// Whom a wallet pays: the mint's keyset; the proof must hold what `unblind --hand-on` adds
    #[arg(long, value_name = "VALUE")]
    keyset: Option<String>,
    /// The proof in JSON of NUT-00 (@FILE, or - for stdin)
    #[arg(value_name = "PROOF")]
    proof: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

fn verify(
    arguments: &VerifyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let text = inputs.proof("proof", &arguments.proof)?;
    let Proof { amount, id, secret, c, dleq, .. } = text.json()?;
    let held = if let Some(key) = &arguments.key {
        let keys = SecretKeys::<MintSecretKey>::read(inputs, key)?;
        keys.of(amount)?.verify(secret.as_bytes(), &c)
    } else {
        let keyset = read_keyset(inputs, arguments.keyset.as_deref().unwrap_or_default())?;
        let key = key_of(&keyset, &text, amount, id)?;
        let Some(Dleq { proof, factor }) = dleq else {
            return Err(refuse(text.label(), "dleq: missing; without it only the mint can tell"));
        };
        proof.verify_unblinded(key, secret.as_bytes(), &c, &factor)
    };
    match held {
        Ok(()) => verdict(out, arguments.json, true, ""),
        Err(Error::NotSigned | Error::NotProven) => {
            verdict(out, arguments.json, false, "the key did not sign this secret")
        }
        Err(reason) => Err(refuse(text.label(), reason)),
    }
}

fn read_id(inputs: &Inputs, given: &str) -> Result<KeysetId, Failure> {
    let bytes = inputs.value("id", given)?.hex_of_any_length("id")?;
    KeysetId::from_bytes(bytes.as_ref()).map_err(because("id"))
}
