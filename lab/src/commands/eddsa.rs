//! `curvemark eddsa`: Ed25519 by hand. The exit codes are those of a [`tool`](super::tool).
//!
//! Whoever signs gives the secret key alone. A public key beside it could be another's, and two
//! signatures of one message under two public keys tell the secret.

use super::tool::because;
use super::tool::files::random_bytes;
use super::tool::input::Inputs;
use super::tool::signing::{Message, NewFile, PublicKeyOf, Signer, Verifier, help};
use super::{Exit, Failure};
use clap::{Args, Subcommand, ValueEnum};
use curvemark::eddsa::{Error, Rfc8032Strict, Rule, Signature, SigningKey, VerifyingKey, Zip215};
use sha2::{Digest, Sha512};
use std::io::Write;

/// Arguments of `eddsa`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false, after_help = help!("eddsa/example.sh"))]
pub struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Make a secret key (the seed of RFC 8032), and show the public key
    Keygen(NewFile),
    /// Show the public key of a secret key
    PublicKey(PublicKeyOf),
    /// Sign a message
    Sign(SignArguments),
    /// Verify a signature by one of two rules
    Verify(VerifyArguments),
}

/// Which of the variants of RFC 8032.
#[derive(Debug, Args)]
struct Variant {
    /// Ed25519ctx: sign in this context of 1 to 255 bytes; with --prehash of at most 255
    #[arg(long, value_name = "VALUE")]
    context: Option<String>,
    /// Ed25519ph: sign the SHA-512 digest of the message
    #[arg(long)]
    prehash: bool,
}

impl Variant {
    fn context(&self, inputs: &Inputs) -> Result<Option<Vec<u8>>, Failure> {
        let Some(context) = &self.context else { return Ok(None) };
        Ok(Some(inputs.value("context", context)?.hex_of_any_length("context")?.to_vec()))
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "This is Ed25519, unless --context or --prehash says otherwise. The public key that is hashed is that of the secret key.\n\n\
    Examples:\n  curvemark eddsa sign --key secret.key message.txt > signature.hex\n  \
    curvemark eddsa sign --key secret.key --context 666f6f --hex 0102"
)]
struct SignArguments {
    #[command(flatten)]
    signer: Signer,
    #[command(flatten)]
    variant: Variant,
    #[command(flatten)]
    message: Message,
}

/// A rule, by its name.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum RuleName {
    /// ZIP 215: with the cofactor; every encoding of a point is taken
    Zip215,
    /// The strict reading of RFC 8032: without the cofactor; only canonical encodings
    #[value(name = "rfc8032-strict")]
    Rfc8032Strict,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The rules differ on signatures that no honest signer makes. Where parties must agree, the rule is part of their \
    protocol. The answer is `valid` (0) or `not valid` (7).\n\n\
    Examples:\n  curvemark eddsa verify --rule zip215 --key @public.hex --signature @signature.hex message.txt\n  \
    curvemark eddsa verify --rule rfc8032-strict --key d75a9801… --signature e5564300… --hex \"\""
)]
struct VerifyArguments {
    /// The rule of verification
    #[arg(long)]
    rule: RuleName,
    #[command(flatten)]
    verifier: Verifier,
    #[command(flatten)]
    variant: Variant,
    #[command(flatten)]
    message: Message,
}

/// Runs `eddsa`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let inputs = Inputs::default();
    match &arguments.tool {
        Tool::Keygen(file) => file.keep(out, || {
            let seed = random_bytes()?;
            let public = SigningKey::from_seed(&seed).public_bytes();
            Ok((seed, public.to_vec()))
        }),
        Tool::PublicKey(arguments) => {
            let key = arguments.secret(&inputs, SigningKey::from_bytes)?;
            arguments.answer(out, &key.public_bytes())
        }
        Tool::Sign(arguments) => sign(arguments, &inputs, out),
        Tool::Verify(arguments) => match arguments.rule {
            RuleName::Zip215 => verify::<Zip215>(arguments, &inputs, out),
            RuleName::Rfc8032Strict => verify::<Rfc8032Strict>(arguments, &inputs, out),
        },
    }
}

fn sign(arguments: &SignArguments, inputs: &Inputs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let key = arguments.signer.secret(inputs, SigningKey::from_bytes)?;
    let context = arguments.variant.context(inputs)?;
    let message = arguments.message.read(inputs)?;
    let signature = match (arguments.variant.prehash, context) {
        (false, None) => Ok(key.sign(&message)),
        (false, Some(context)) => key.sign_context(&message, &context),
        (true, context) => {
            key.sign_prehashed(&Sha512::digest(&message).into(), &context.unwrap_or_default())
        }
    };
    arguments.signer.answer(out, &signature.map_err(because("context"))?.to_bytes())
}

fn verify<R: Rule>(
    arguments: &VerifyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let key = arguments.verifier.key(inputs)?.hex::<32>("key")?;
    let key = VerifyingKey::<R>::from_bytes(key.as_slice()).map_err(because("key"))?;
    let signature = arguments.verifier.signature(inputs)?.hex::<64>("signature")?;
    let signature = Signature::from_bytes(signature.as_slice()).map_err(because("signature"))?;
    let context = arguments.variant.context(inputs)?;
    let message = arguments.message.read(inputs)?;
    let verdict = match (arguments.variant.prehash, context) {
        (false, None) => key.verify(&message, &signature),
        (false, Some(context)) => key.verify_context(&message, &context, &signature),
        (true, context) => key.verify_prehashed(
            &Sha512::digest(&message).into(),
            &context.unwrap_or_default(),
            &signature,
        ),
    };
    if verdict == Err(Error::Context) {
        return Err(because("context")(Error::Context));
    }
    arguments.verifier.answer(out, verdict, &Error::NotSigned)
}
