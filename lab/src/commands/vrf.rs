//! `curvemark vrf`: verifiable random functions by hand. The exit codes are those of a
//! [`tool`](super::tool).

use super::tool::files::random_scalar;
use super::tool::input::Inputs;
use super::tool::signing::{Message, NewFile, PublicKeyOf, help, secret_key};
use super::tool::{answer, because, hex_line, json_text, verdict};
use super::{Exit, Failure};
use clap::{Args, Subcommand, ValueEnum};
use curvemark::vrf::{
    Edwards25519Sha512Ell2, Edwards25519Sha512Tai, Error, P256Sha256Sswu, P256Sha256Tai, Proof,
    PublicKey, Ristretto255Sui, SecretKey, Suite,
};
use serde::Serialize;
use std::io::Write;

/// Arguments of `vrf`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false, after_help = help!("vrf/example.sh"))]
pub struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Make a secret key, and show the public key
    Keygen(KeygenArguments),
    /// Show the public key of a secret key
    PublicKey(PublicKeyArguments),
    /// Show the output for an input
    Hash(ProveArguments),
    /// Prove the output for an input
    Prove(ProveArguments),
    /// Verify a proof, and show the output
    Verify(VerifyArguments),
}

/// The suite.
#[derive(Clone, Copy, Debug, Args)]
struct InSuite {
    /// The suite; a key belongs to one
    #[arg(long, value_name = "NAME", default_value = "ell2")]
    suite: SuiteName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SuiteName {
    /// ECVRF-EDWARDS25519-SHA512-ELL2 of RFC 9381
    Ell2,
    /// ECVRF-EDWARDS25519-SHA512-TAI; the time shows something of the input
    Tai,
    /// ECVRF-P256-SHA256-SSWU
    P256Sswu,
    /// ECVRF-P256-SHA256-TAI; the time shows something of the input
    P256Tai,
    /// fastcrypto's, on ristretto255
    Sui,
}

/// Calls a function for the suite of this name.
macro_rules! on {
    ($suite:expr, $function:ident($($argument:expr),*)) => {
        match $suite.suite {
            SuiteName::Ell2 => $function::<Edwards25519Sha512Ell2>($($argument),*),
            SuiteName::Tai => $function::<Edwards25519Sha512Tai>($($argument),*),
            SuiteName::P256Sswu => $function::<P256Sha256Sswu>($($argument),*),
            SuiteName::P256Tai => $function::<P256Sha256Tai>($($argument),*),
            SuiteName::Sui => $function::<Ristretto255Sui>($($argument),*),
        }
    };
}

#[derive(Debug, Args)]
#[command(
    after_help = "A key for nothing else: whoever signs with it, too, may tell it to everybody.\n\n\
    Example:\n  curvemark vrf keygen secret.key > public.hex"
)]
struct KeygenArguments {
    #[command(flatten)]
    suite: InSuite,
    #[command(flatten)]
    file: NewFile,
}

#[derive(Debug, Args)]
struct PublicKeyArguments {
    #[command(flatten)]
    suite: InSuite,
    #[command(flatten)]
    of: PublicKeyOf,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  curvemark vrf hash --key secret.key round.txt\n  \
    curvemark vrf prove --key secret.key --hex 0102 > proof.hex")]
struct ProveArguments {
    #[command(flatten)]
    suite: InSuite,
    /// The secret key: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    key: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    input: Message,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The answer is the output (0), or `not valid` (7). There is one output for each key and input, and more than one proof of it may hold: \
    compare outputs, never proofs.\n\n\
    Example:\n  curvemark vrf verify --key @public.hex --proof @proof.hex round.txt"
)]
struct VerifyArguments {
    #[command(flatten)]
    suite: InSuite,
    /// The public key
    #[arg(long, value_name = "VALUE")]
    key: String,
    /// The proof
    #[arg(long, value_name = "VALUE")]
    proof: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    input: Message,
}

/// The answer to what holds.
#[derive(Serialize)]
struct Valid {
    valid: bool,
    output: String,
}

/// Runs `vrf`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let inputs = Inputs::default();
    match &arguments.tool {
        Tool::Keygen(arguments) => on!(arguments.suite, keygen(arguments, out)),
        Tool::PublicKey(arguments) => on!(arguments.suite, public_key(arguments, &inputs, out)),
        Tool::Hash(arguments) => on!(arguments.suite, hash(arguments, &inputs, out)),
        Tool::Prove(arguments) => on!(arguments.suite, prove(arguments, &inputs, out)),
        Tool::Verify(arguments) => on!(arguments.suite, verify(arguments, &inputs, out)),
    }
}

fn keygen<S: Suite>(arguments: &KeygenArguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    arguments.file.keep(out, || {
        let key = random_scalar(SecretKey::<S>::from_bytes)?;
        Ok((key.to_bytes(), key.public_bytes().as_ref().to_vec()))
    })
}

fn public_key<S: Suite>(
    arguments: &PublicKeyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let key = arguments.of.secret(inputs, SecretKey::<S>::from_bytes)?;
    arguments.of.answer(out, key.public_bytes().as_ref())
}

fn hash<S: Suite>(
    arguments: &ProveArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let key = secret_key(inputs, "key", &arguments.key, SecretKey::<S>::from_bytes)?;
    let input = arguments.input.read(inputs)?;
    hex_line(out, arguments.json, "output", key.hash(&input).as_ref())
}

fn prove<S: Suite>(
    arguments: &ProveArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let key = secret_key(inputs, "key", &arguments.key, SecretKey::<S>::from_bytes)?;
    let input = arguments.input.read(inputs)?;
    hex_line(out, arguments.json, "proof", key.prove(&input).to_bytes().as_ref())
}

fn verify<S: Suite>(
    arguments: &VerifyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let key = inputs.value("key", &arguments.key)?;
    let key = key.hex_of_length("key", PublicKey::<S>::BYTES)?;
    let key = PublicKey::<S>::from_bytes(&key).map_err(because("key"))?;
    let proof = inputs.value("proof", &arguments.proof)?;
    let proof = proof.hex_of_length("proof", Proof::<S>::BYTES)?;
    let proof = Proof::<S>::from_bytes(&proof).map_err(because("proof"))?;
    let input = arguments.input.read(inputs)?;
    match key.verify(&input, &proof) {
        Ok(output) => {
            let output = base16ct::lower::encode_string(output.as_ref());
            let text =
                if arguments.json { json_text(&Valid { valid: true, output })? } else { output };
            answer(out, Exit::Good, &text)
        }
        Err(reason) => verdict(
            out,
            arguments.json,
            false,
            match reason {
                Error::NotProved => Error::NotProved,
                other => return Err(because("proof")(other)),
            },
        ),
    }
}
