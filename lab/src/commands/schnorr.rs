//! `curvemark schnorr`: BIP-340, and the proofs of equal logarithms of BIP-374, by hand. The exit
//! codes are those of a [`tool`](super::tool).

use super::tool::files::{random_bytes, random_scalar};
use super::tool::input::Inputs;
use super::tool::signing::{Message, NewFile, PublicKeyOf, Signer, Verifier, answer, help};
use super::tool::{because, json_line};
use super::{Exit, Failure};
use clap::{Args, Subcommand};
use curve::secp256k1::{AffinePoint, SecretScalar};
use curvemark::schnorr::dleq::{Proof, Statement, prove};
use curvemark::schnorr::{Error, Signature, SigningKey, VerifyingKey};
use std::collections::BTreeMap;
use std::io::Write;
use zeroize::Zeroizing;

/// Arguments of `schnorr`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false, after_help = help!("schnorr/example.sh"))]
pub struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Make a secret key, and show the public key
    Keygen(NewFile),
    /// Show the public key of a secret key: 32 bytes, the x of a point
    PublicKey(PublicKeyOf),
    /// Sign a message
    Sign(SignArguments),
    /// Verify a signature
    Verify(VerifyArguments),
    /// Prove that A = a·G and C = a·B for a secret key a (BIP-374)
    ProveDleq(ProveArguments),
    /// Verify such a proof
    VerifyDleq(VerifyDleqArguments),
}

#[derive(Debug, Args)]
#[command(
    after_help = "Fresh random bytes go into the nonce, unless --aux gives others. So two signatures of one message differ.\n\n\
    Examples:\n  curvemark schnorr sign --key secret.key message.txt > signature.hex\n  \
    curvemark schnorr sign --key secret.key --hex 243f6a88…"
)]
struct SignArguments {
    #[command(flatten)]
    signer: Signer,
    /// 32 bytes that go into the nonce, next to key and message
    #[arg(long, value_name = "VALUE")]
    aux: Option<String>,
    #[command(flatten)]
    message: Message,
}

#[derive(Debug, Args)]
#[command(after_help = "The answer is `valid` (0) or `not valid` (7).\n\n\
    Example:\n  curvemark schnorr verify --key @public.hex --signature @signature.hex message.txt")]
struct VerifyArguments {
    #[command(flatten)]
    verifier: Verifier,
    #[command(flatten)]
    message: Message,
}

/// What a proof is about beside A, B and C.
#[derive(Debug, Args)]
struct About {
    /// G, in place of the generator
    #[arg(long, value_name = "VALUE")]
    generator: Option<String>,
    /// The 32 bytes that the proof is made for
    #[arg(long, value_name = "VALUE")]
    message: Option<String>,
}

impl About {
    fn generator(&self, inputs: &Inputs) -> Result<AffinePoint, Failure> {
        self.generator
            .as_deref()
            .map_or_else(|| Ok(AffinePoint::generator()), |given| point(inputs, "G", given))
    }

    fn message(&self, inputs: &Inputs) -> Result<Option<Zeroizing<[u8; 32]>>, Failure> {
        self.message
            .as_deref()
            .map(|given| inputs.value("message", given)?.hex::<32>("message"))
            .transpose()
    }
}

#[derive(Debug, Args)]
#[command(after_help = "The answer is JSON with A, C and the proof.\n\n\
    Example:\n  curvemark schnorr prove-dleq --key secret.key --b 02f9308a… > proof.json")]
struct ProveArguments {
    /// The secret key a: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    key: String,
    /// B: the 33 bytes of SEC 1
    #[arg(long, value_name = "VALUE")]
    b: String,
    #[command(flatten)]
    about: About,
    /// 32 bytes that go into the nonce, next to key and points
    #[arg(long, value_name = "VALUE")]
    aux: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "The answer is `valid` (0) or `not valid` (7).\n\n\
    Example:\n  curvemark schnorr verify-dleq --a 0279be66… --b 02f9308a… --c 02c6047f… --proof 5b1b0f…")]
struct VerifyDleqArguments {
    /// A: the 33 bytes of SEC 1
    #[arg(long, value_name = "VALUE")]
    a: String,
    /// B
    #[arg(long, value_name = "VALUE")]
    b: String,
    /// C
    #[arg(long, value_name = "VALUE")]
    c: String,
    #[command(flatten)]
    about: About,
    /// The proof: 64 bytes
    #[arg(long, value_name = "VALUE")]
    proof: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Runs `schnorr`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let inputs = Inputs::default();
    match &arguments.tool {
        Tool::Keygen(file) => file.keep(out, || {
            let key = random_scalar(SigningKey::from_bytes)?;
            Ok((key.to_bytes(), key.public_bytes().to_vec()))
        }),
        Tool::PublicKey(arguments) => {
            let key = arguments.secret(&inputs, SigningKey::from_bytes)?;
            arguments.answer(out, &key.public_bytes())
        }
        Tool::Sign(arguments) => {
            let key = arguments.signer.secret(&inputs, SigningKey::from_bytes)?;
            let aux = aux(&inputs, arguments.aux.as_deref())?;
            let signature = key.sign_with_aux(&arguments.message.read(&inputs)?, &aux);
            arguments.signer.answer(out, &signature.to_bytes())
        }
        Tool::Verify(arguments) => verify(arguments, &inputs, out),
        Tool::ProveDleq(arguments) => prove_dleq(arguments, &inputs, out),
        Tool::VerifyDleq(arguments) => verify_dleq(arguments, &inputs, out),
    }
}

/// Given, or fresh from the operating system.
fn aux(inputs: &Inputs, given: Option<&str>) -> Result<Zeroizing<[u8; 32]>, Failure> {
    given.map_or_else(random_bytes, |given| inputs.value("aux", given)?.hex::<32>("aux"))
}

fn verify(
    arguments: &VerifyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let key = arguments.verifier.key(inputs)?.hex::<32>("key")?;
    let key = VerifyingKey::from_bytes(key.as_slice()).map_err(because("key"))?;
    let signature = arguments.verifier.signature(inputs)?.hex::<64>("signature")?;
    let signature = Signature::from_bytes(signature.as_slice()).map_err(because("signature"))?;
    let message = arguments.message.read(inputs)?;
    arguments.verifier.answer(out, key.verify(&message, &signature), &Error::NotSigned)
}

fn point(inputs: &Inputs, field: &str, given: &str) -> Result<AffinePoint, Failure> {
    let bytes = inputs.value(field, given)?.hex::<33>(field)?;
    AffinePoint::from_sec1_compressed(bytes.as_slice()).map_err(because(field))
}

fn prove_dleq(
    arguments: &ProveArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let digits = inputs.secret_file("key", &arguments.key)?.hex::<32>("key")?;
    let secret = SecretScalar::from_be_bytes(digits.as_slice()).map_err(because("key"))?;
    let generator = arguments.about.generator(inputs)?;
    let b = point(inputs, "B", &arguments.b)?;
    let message = arguments.about.message(inputs)?;
    let aux = aux(inputs, arguments.aux.as_deref())?;
    let (statement, proof) =
        prove(&secret, &generator, &b, &aux, message.as_deref()).map_err(because("key"))?;
    let digits =
        |point: &AffinePoint| point.to_sec1().map(|bytes| base16ct::lower::encode_string(&bytes));
    let answer = BTreeMap::from([
        ("A", digits(statement.a()).map_err(because("A"))?),
        ("C", digits(statement.c()).map_err(because("C"))?),
        ("proof", base16ct::lower::encode_string(&proof.to_bytes())),
    ]);
    json_line(out, &answer)
}

fn verify_dleq(
    arguments: &VerifyDleqArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let generator = arguments.about.generator(inputs)?;
    let [a, b, c] = [("A", &arguments.a), ("B", &arguments.b), ("C", &arguments.c)]
        .map(|(field, given)| point(inputs, field, given));
    let statement = Statement::new(&generator, &a?, &b?, &c?).map_err(because("points"))?;
    let proof = inputs.value("proof", &arguments.proof)?.hex::<64>("proof")?;
    let proof = Proof::from_bytes(proof.as_slice()).map_err(because("proof"))?;
    let message = arguments.about.message(inputs)?;
    answer(out, arguments.json, statement.verify(&proof, message.as_deref()), &Error::NotSigned)
}
