//! What a mint does: make keys, name a keyset, sign.

use super::keys::{PublicKeys, other_id};
use super::secret_keys::{self, SecretKeys};
use crate::commands::tool::files::{SecretFile, digits, random_scalar};
use crate::commands::tool::input::Inputs;
use crate::commands::tool::{because, hex_line, json_line, line, refuse};
use crate::commands::{Exit, Failure};
use clap::Args;
use curvemark::cashu::v3::models::{self, Keys, Keyset};
use curvemark::cashu::v3::{BlindedMessage, KeysetId, MintSecretKey, unframed};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `keygen`.
#[derive(Debug, Args)]
#[command(
    after_help = "Without --amounts the file gets one key and the answer is K. With it the file gets the keys as JSON and the \
    answer is a keyset of NUT-01 with its id.\n\n\
    Examples:\n  curvemark cashu keygen one.key\n  curvemark cashu keygen mint.key --amounts 1,2,4,8 --fee-ppk 100 > keyset.json"
)]
pub struct KeygenArguments {
    /// Where to keep the secret; must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// A key for each of these amounts
    #[arg(long, value_name = "N,N,…", value_delimiter = ',')]
    amounts: Vec<u64>,
    #[command(flatten)]
    data: KeysetData,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// What a keyset's id commits to beside its keys.
#[derive(Debug, Args)]
struct KeysetData {
    /// The unit of the amounts [default: sat]
    #[arg(long)]
    unit: Option<String>,
    /// The fee of spending one input, in thousandths of the unit
    #[arg(long, value_name = "N")]
    fee_ppk: Option<u64>,
    /// Until when the mint honours the keyset, in seconds since 1970; only an unframed id commits
    /// to it
    #[arg(long, value_name = "SECONDS")]
    expiry: Option<u64>,
}

impl KeysetData {
    fn is_given(&self) -> bool {
        self.unit.is_some() || self.fee_ppk.is_some() || self.expiry.is_some()
    }

    fn unit(&self) -> &str {
        self.unit.as_deref().unwrap_or("sat")
    }

    fn id(&self, keys: &Keys) -> Result<KeysetId, Failure> {
        KeysetId::derive(keys.iter(), self.unit(), self.fee_ppk).map_err(because("--unit"))
    }
}

/// Runs `keygen`.
///
/// # Errors
/// [`Failure`] if the file exists or cannot be made, for arguments that are no keyset, or if `out`
/// fails.
pub fn keygen(arguments: &KeygenArguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    if arguments.amounts.is_empty() {
        if arguments.data.is_given() {
            return Err(refuse(
                "--amounts",
                "a unit, a fee and an expiry are of a keyset, which needs amounts",
            ));
        }
        let file = SecretFile::create("FILE", &arguments.file)?;
        let key = random_scalar(MintSecretKey::from_bytes)?;
        file.keep(&digits(key.to_bytes().as_ref()))?;
        return hex_line(out, arguments.json, "K", &key.public_key().to_bytes());
    }
    let file = SecretFile::create("FILE", &arguments.file)?;
    let secret = secret_keys::generate::<MintSecretKey>(&arguments.amounts)?;
    let public = secret.iter().map(|(&amount, key)| (amount, key.public_key())).collect();
    let keys = Keys::new(public).map_err(because("--amounts"))?;
    let KeysetData { fee_ppk, expiry, .. } = arguments.data;
    let id = arguments.data.id(&keys)?;
    let unit = arguments.data.unit().to_owned();
    file.keep(&secret_keys::text(&secret))?;
    json_line(out, &Keyset { id, unit, input_fee_ppk: fee_ppk, final_expiry: expiry, keys })
}

/// Arguments of `keyset-id`.
#[derive(Debug, Args)]
#[command(
    after_help = "If the keyset holds an id, it is compared with that of the keys: 7 if they differ. The id from before parts were framed is taken too.\n\n\
    Examples:\n  curvemark cashu keyset-id keyset.json\n  curvemark cashu keyset-id keys.json --unit usd --fee-ppk 100"
)]
pub struct KeysetIdArguments {
    /// The keys: {"1": "…", "2": "…"}, or a keyset of NUT-01 (a file, or - for stdin)
    #[arg(value_name = "KEYS")]
    keys: String,
    #[command(flatten)]
    data: KeysetData,
    /// The id that the keys had before its parts were framed
    #[arg(long)]
    unframed: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Runs `keyset-id`.
///
/// # Errors
/// [`Failure`] for keys that cannot be read, for a keyset that says another id than it has (7), or
/// if `out` fails.
pub fn keyset_id(
    arguments: &KeysetIdArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let text = inputs.document("KEYS", &arguments.keys)?;
    let id = match PublicKeys::read_without_id_check(&text)? {
        PublicKeys::One(_) => return Err(refuse("KEYS", "one key, where a keyset is needed")),
        PublicKeys::Keys(keys) if arguments.unframed => {
            let KeysetData { fee_ppk, expiry, .. } = arguments.data;
            unframed::derive_keyset_id(keys.iter(), arguments.data.unit(), fee_ppk, expiry)
                .map_err(because("--unit"))?
        }
        PublicKeys::Keys(keys) => arguments.data.id(&keys)?,
        PublicKeys::Keyset(_) if arguments.data.is_given() || arguments.unframed => {
            return Err(refuse(
                "KEYS",
                "the keyset says its unit, fee and expiry itself, and its id",
            ));
        }
        PublicKeys::Keyset(keyset) => match other_id(&keyset).map_err(because(text.label()))? {
            None => keyset.id,
            Some(id) => {
                let message =
                    format!("{}: id: what the keyset holds has the id {id}", text.label());
                return Err(Failure::Said(Exit::Invalid, message));
            }
        },
    };
    let id = id.to_string();
    if arguments.json { json_line(out, &BTreeMap::from([("id", id)])) } else { line(out, &id) }
}

/// Arguments of `sign`.
#[derive(Debug, Args)]
#[command(
    after_help = "The amount is what the wallet asks for: sign only what was paid for. The id is copied.\n\n\
    Examples:\n  curvemark cashu sign --key @mint.key @blinded.json\n  curvemark cashu sign --key @one.key 8e88c5f6…"
)]
pub struct SignArguments {
    /// The secret key a, or keys by amount as `keygen --amounts` keeps them: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    key: String,
    /// The blinded message: hexadecimal, or JSON of NUT-00
    #[arg(value_name = "B_")]
    message: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Runs `sign`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub fn sign(
    arguments: &SignArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let keys = SecretKeys::<MintSecretKey>::read(inputs, &arguments.key)?;
    let text = inputs.value("B_", &arguments.message)?;
    if text.is_json() {
        let models::BlindedMessage { amount, id, b_ } = text.json()?;
        return json_line(
            out,
            &models::BlindSignature { amount, id, c_: keys.of(amount)?.sign(&b_) },
        );
    }
    let message =
        BlindedMessage::from_bytes(text.hex::<48>("B_")?.as_ref()).map_err(because("B_"))?;
    hex_line(out, arguments.json, "C_", &keys.one()?.sign(&message).to_bytes())
}
