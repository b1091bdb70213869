//! `curvemark zklogin`: logins of Sui by hand. The exit codes are those of a [`tool`](super::tool).

use super::help::exit_codes;
use super::tool::input::{Inputs, Text};
use super::tool::{because, json_line, line, refuse, verdict};
use super::{Exit, Failure};
use clap::{Args, Subcommand, ValueEnum};
use curvemark::encoding::{Base64, hex};
use curvemark::zklogin::{
    AddressForm, AddressSeed, Environment, Error, Intent, JwkSet, Login, Request, Rules, Salt,
    Token, Verifier, ZkLoginSignature, address, nonce, public_input, signing_digest,
};
use serde::Serialize;
use std::io::Write;

/// Arguments of `zklogin`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false, after_help = concat!(
    "An address on Sui that a token of a provider opens, such as Google's. The chain sees a proof that there is such a token. Files are what \
     Sui's prover and the providers' servers answer with, of at most 16 MiB, or - for stdin. Nothing is fetched.\n\nExample:\n\n",
    include_str!("zklogin/example.sh"),
    exit_codes!()
))]
pub struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Verify a signature of a transaction or a message, as Sui's validators do
    Verify(VerifyArguments),
    /// Verify a proof, as Sui's prover makes it, for an ephemeral key
    VerifyProof(ProofArguments),
    /// Verify a token's signature by its provider, and show what it says
    Token(TokenArguments),
    /// Show the nonce that a token must have to be for an ephemeral key
    Nonce(NonceArguments),
}

/// The providers' keys, and whose they are.
#[derive(Debug, Args)]
struct Keys {
    /// The keys of the provider, as its server answers: {"keys": […]}. All verdicts rest on them
    #[arg(long, value_name = "FILE")]
    jwks: String,
    /// Whose keys these are, such as https://accounts.google.com
    #[arg(long, value_name = "URL")]
    issuer: String,
}

impl Keys {
    fn read(&self, inputs: &Inputs) -> Result<JwkSet, Failure> {
        let (file, mut keys) = (inputs.document("jwks", &self.jwks)?, JwkSet::new());
        keys.insert_json(&self.issuer, text(&file)?).map_err(because(file.label()))?;
        Ok(keys)
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Network {
    /// Sui's main network and its test network: the key of the ceremony
    Production,
    /// Sui's development networks, by a key that was not made in a ceremony
    Test,
}

impl Network {
    fn environment(self) -> Environment {
        match self {
            Self::Production => Environment::Production,
            Self::Test => Environment::Test,
        }
    }
}

#[derive(Debug, Args)]
#[command(
    group(clap::ArgGroup::new("signed").required(true)),
    after_help = "The signature is base64, as it stands in a transaction. What was signed is BCS of the transaction's data, or a message. The epoch is the \
    chain's of now. Both addresses of a short seed are taken, as Sui does it.\n\n\
    Example:\n  curvemark zklogin verify --jwks google.json --issuer https://accounts.google.com --epoch 700 \\\n    \
    --address 1c6b…0c6b --transaction tx.bcs @signature.txt"
)]
struct VerifyArguments {
    #[command(flatten)]
    keys: Keys,
    /// The verifying key
    #[arg(long, value_name = "NAME", default_value = "production")]
    network: Network,
    /// The epoch of now
    #[arg(long, value_name = "N")]
    epoch: u64,
    /// How many epochs ahead of now the ephemeral key may last
    #[arg(long, value_name = "N")]
    max_epochs_ahead: Option<u64>,
    /// Who claims to sign
    #[arg(long, value_name = "VALUE")]
    address: String,
    /// A transaction that was signed: BCS of its data
    #[arg(long, value_name = "FILE", group = "signed")]
    transaction: Option<String>,
    /// A message that was signed
    #[arg(long, value_name = "FILE", group = "signed")]
    message: Option<String>,
    /// The signature
    #[arg(value_name = "VALUE")]
    signature: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The file is {\"proofPoints\": …, \"issBase64Details\": …, \"headerBase64\": …}, as the prover answers. If the address seed is not in it, --seed says it.\n\n\
    Example:\n  curvemark zklogin verify-proof --jwks google.json --issuer https://accounts.google.com \\\n    \
    --ephemeral-key 00b9…9200 --max-epoch 10 --seed 1331…1211 inputs.json"
)]
struct ProofArguments {
    #[command(flatten)]
    keys: Keys,
    /// The verifying key
    #[arg(long, value_name = "NAME", default_value = "production")]
    network: Network,
    /// The flag and the bytes of the ephemeral public key
    #[arg(long, value_name = "VALUE")]
    ephemeral_key: String,
    /// The last epoch of the ephemeral key
    #[arg(long, value_name = "N")]
    max_epoch: u64,
    /// The address seed, in decimal digits
    #[arg(long, value_name = "VALUE")]
    seed: Option<String>,
    /// The proof and its pieces of the token
    #[arg(value_name = "FILE")]
    inputs: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "A token logs its user in, so that it comes from a file that is its owner's alone. Whether it has expired is not looked at. With a salt the \
    address seed and the address are shown too.\n\n\
    Example:\n  curvemark zklogin token --jwks google.json --issuer https://accounts.google.com --salt salt.txt token.txt"
)]
struct TokenArguments {
    #[command(flatten)]
    keys: Keys,
    /// The user's salt, in decimal digits
    #[arg(long, value_name = "FILE")]
    salt: Option<String>,
    /// The token
    #[arg(value_name = "FILE")]
    token: String,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  curvemark zklogin nonce --ephemeral-key 00b9…9200 --max-epoch 10 --randomness 1006…9117"
)]
struct NonceArguments {
    /// The flag and the bytes of the ephemeral public key
    #[arg(long, value_name = "VALUE")]
    ephemeral_key: String,
    /// The last epoch of the ephemeral key
    #[arg(long, value_name = "N")]
    max_epoch: u64,
    /// A random number, in decimal digits
    #[arg(long, value_name = "VALUE")]
    randomness: String,
}

/// Runs `zklogin`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    match &arguments.tool {
        Tool::Verify(arguments) => verify(arguments, out),
        Tool::VerifyProof(arguments) => verify_proof(arguments, out),
        Tool::Token(arguments) => token(arguments, out),
        Tool::Nonce(arguments) => show_nonce(arguments, out),
    }
}

/// The text of a file, without the line break at its end.
fn text(file: &Text) -> Result<&str, Failure> {
    let text = str::from_utf8(file.bytes()).map_err(|_| refuse(file.label(), "not UTF-8"))?;
    Ok(text.trim_ascii_end())
}

/// A verdict of the library: valid, not valid for a reason, or input that is not acceptable.
fn judged(
    result: Result<(), Error>,
    field: &str,
    json: bool,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    match result {
        Ok(()) => verdict(out, json, true, ""),
        Err(reason) if reason.is_verdict() => verdict(out, json, false, reason),
        Err(reason) => Err(refuse(field, reason)),
    }
}

fn verify(arguments: &VerifyArguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let inputs = Inputs::default();
    let keys = arguments.keys.read(&inputs)?;
    let address = inputs.value("address", &arguments.address)?.hex::<32>("address")?;
    let signature = inputs.value("signature", &arguments.signature)?;
    let bytes = Base64::Padded.decode(text(&signature)?).map_err(because("signature"))?;
    let signature = ZkLoginSignature::from_bytes(&bytes).map_err(because("signature"))?;
    let (intent, message) = match (&arguments.transaction, &arguments.message) {
        (Some(file), _) => (Intent::Transaction, inputs.message("transaction", file)?),
        (None, Some(file)) => (Intent::PersonalMessage, inputs.message("message", file)?),
        (None, None) => return Err(refuse("transaction", "--transaction or --message is needed")),
    };
    let digest = signing_digest(intent, message.bytes());
    let rules = Rules {
        keys: &keys,
        epoch: arguments.epoch,
        max_epochs_ahead: arguments.max_epochs_ahead,
        address_form: AddressForm::Either,
    };
    let request = Request { signature: &signature, digest: &digest, address: &address };
    let verifier = Verifier::kept(arguments.network.environment());
    judged(verifier.verify(&request, &rules), "signature", arguments.json, out)
}

fn verify_proof(arguments: &ProofArguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let inputs = Inputs::default();
    let keys = arguments.keys.read(&inputs)?;
    let file = inputs.document("inputs", &arguments.inputs)?;
    let read = match &arguments.seed {
        None => curvemark::zklogin::Inputs::from_json(text(&file)?),
        Some(digits) => {
            let seed = AddressSeed::from_decimal(digits).map_err(because("seed"))?;
            curvemark::zklogin::Inputs::from_prover_json(text(&file)?, &seed)
        }
    };
    let read = read.map_err(because(file.label()))?;
    let key = inputs.value("ephemeral-key", &arguments.ephemeral_key)?;
    let extended_key = key.hex_of_any_length("ephemeral-key")?;
    let login =
        Login { inputs: &read, max_epoch: arguments.max_epoch, extended_key: &extended_key };
    let verifier = Verifier::kept(arguments.network.environment());
    let result = public_input(&login, &keys).and_then(|_| verifier.verify_proof(&login, &keys));
    judged(result, "ephemeral-key", arguments.json, out)
}

/// What a token says.
#[derive(Serialize)]
struct Said<'s> {
    issuer: &'s str,
    audience: &'s str,
    subject: &'s str,
    nonce: &'s str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
}

fn token(arguments: &TokenArguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let inputs = Inputs::default();
    let keys = arguments.keys.read(&inputs)?;
    let file = inputs.secret_file("token", &arguments.token)?;
    let token = Token::parse(text(&file)?).map_err(because("token"))?;
    if let Err(reason) = token.verify_by(&keys) {
        return judged(Err(reason), "token", false, out);
    }
    let mut said = Said {
        issuer: token.issuer(),
        audience: token.audience(),
        subject: token.subject(),
        nonce: token.nonce(),
        seed: None,
        address: None,
    };
    if let Some(salt) = &arguments.salt {
        let salt = inputs.secret_file("salt", salt)?;
        let salt = Salt::from_decimal(text(&salt)?).map_err(because("salt"))?;
        let seed = token.address_seed(&salt).map_err(because("token"))?;
        let of_user = address(token.issuer(), &seed).map_err(because("token"))?;
        said.seed = Some(seed.to_decimal());
        said.address = Some(hex::encode(&of_user));
    }
    json_line(out, &said)
}

fn show_nonce(arguments: &NonceArguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let key = Inputs::default().value("ephemeral-key", &arguments.ephemeral_key)?;
    let key = key.hex_of_any_length("ephemeral-key")?;
    let made = nonce(&key, arguments.max_epoch, &arguments.randomness);
    line(out, &made.map_err(because("randomness"))?)
}
