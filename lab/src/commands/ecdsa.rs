//! `curvemark ecdsa`: ECDSA on secp256k1 and P-256 by hand. The exit codes are those of a
//! [`tool`](super::tool).

use super::tool::files::random_scalar;
use super::tool::input::{Inputs, Text};
use super::tool::signing::{NewFile, PublicKeyOf, Signer, Verifier, help, message};
use super::tool::{because, hex_line, refuse};
use super::{Exit, Failure};
use clap::{Args, Subcommand, ValueEnum};
use curvemark::ecdsa::{
    Curve, Error, P256, Secp256k1, Signature, SigningKey, VerifyingKey, leftmost_32,
};
use sha2::{Digest, Sha256};
use std::io::Write;

/// Arguments of `ecdsa`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false, after_help = help!("ecdsa/example.sh"))]
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
    /// Sign a message, or a digest
    Sign(SignArguments),
    /// Verify a signature
    Verify(VerifyArguments),
    /// Show the public key of a signature that says its recovery id
    Recover(RecoverArguments),
}

/// The curve.
#[derive(Debug, Args)]
struct OnCurve {
    /// The curve
    #[arg(long, value_name = "NAME", default_value = "secp256k1")]
    curve: CurveName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CurveName {
    /// Bitcoin's and Ethereum's
    Secp256k1,
    /// NIST's, also secp256r1 and prime256v1
    P256,
}

/// Calls a function for the curve of this name.
macro_rules! on {
    ($curve:expr, $function:ident($($argument:expr),*)) => {
        match $curve.curve {
            CurveName::Secp256k1 => $function::<Secp256k1>($($argument),*),
            CurveName::P256 => $function::<P256>($($argument),*),
        }
    };
}

#[derive(Debug, Args)]
#[command(after_help = "The answer is the public key in the 33 bytes of SEC 1.\n\n\
    Examples:\n  curvemark ecdsa keygen secret.key > public.hex\n  curvemark ecdsa keygen secret.key --curve p256")]
struct KeygenArguments {
    #[command(flatten)]
    curve: OnCurve,
    #[command(flatten)]
    file: NewFile,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  curvemark ecdsa public-key secret.key\n  curvemark ecdsa public-key - --uncompressed < secret.key"
)]
struct PublicKeyArguments {
    #[command(flatten)]
    curve: OnCurve,
    #[command(flatten)]
    of: PublicKeyOf,
    /// Show the 65 bytes of SEC 1 rather than 33
    #[arg(long)]
    uncompressed: bool,
}

/// What is signed.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Signed {
    /// The message, which SHA-256 hashes: a file, or - for stdin
    #[arg(value_name = "MESSAGE")]
    message: Option<String>,
    /// The message in hexadecimal
    #[arg(long, value_name = "VALUE")]
    hex: Option<String>,
    /// A digest of 20 to 64 bytes by another hash function
    #[arg(long, value_name = "VALUE")]
    digest: Option<String>,
}

impl Signed {
    /// Its digest, as ECDSA takes it.
    fn read(&self, inputs: &Inputs) -> Result<[u8; 32], Failure> {
        let Some(digest) = &self.digest else {
            return Ok(Sha256::digest(message(
                inputs,
                self.message.as_deref(),
                self.hex.as_deref(),
            )?)
            .into());
        };
        let digest = inputs.value("digest", digest)?.hex_of_any_length("digest")?;
        if !(20..=64).contains(&digest.len()) {
            return Err(refuse(
                "digest",
                format_args!("{} bytes where 20 to 64 are needed", digest.len()),
            ));
        }
        Ok(leftmost_32(&digest))
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "The nonce follows from key and digest (RFC 6979), and the signature has the lower s of two, so the same input gives the \
    same signature. The answer is the 64 bytes r ‖ s unless said otherwise. With --digest it is for you to know what was hashed.\n\n\
    Examples:\n  curvemark ecdsa sign --key secret.key message.txt > signature.hex\n  \
    curvemark ecdsa sign --key secret.key --recoverable --digest @keccak.hex"
)]
struct SignArguments {
    #[command(flatten)]
    curve: OnCurve,
    #[command(flatten)]
    signer: Signer,
    /// Write the signature as DER
    #[arg(long, conflicts_with = "recoverable")]
    der: bool,
    /// Write the 65 bytes r ‖ s ‖ id, with the recovery id 0 to 3
    #[arg(long)]
    recoverable: bool,
    #[command(flatten)]
    signed: Signed,
}

/// How a signature is read.
#[derive(Debug, Args)]
struct Form {
    /// Take both of the two signatures of a message, not only the one with the lower s
    #[arg(long)]
    any_s: bool,
}

impl Form {
    /// A signature by the rule for s.
    fn policy<C: Curve>(
        &self,
        signature: Result<Signature<C>, Error>,
    ) -> Result<Signature<C>, Failure> {
        let signature = signature.map_err(because("signature"))?;
        if self.any_s || signature.has_low_s() {
            return Ok(signature);
        }
        Err(refuse("signature", format_args!("{}; --any-s takes it", Error::HighS)))
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "A signature with the higher s is refused, as Bitcoin and Ethereum do, unless --any-s is given: signers on P-256 make both. \
    The answer is `valid` (0) or `not valid` (7).\n\n\
    Examples:\n  curvemark ecdsa verify --key @public.hex --signature @signature.hex message.txt\n  \
    curvemark ecdsa verify --curve p256 --any-s --der --key 0460fed4… --signature 3045… --hex 7361…"
)]
struct VerifyArguments {
    #[command(flatten)]
    curve: OnCurve,
    #[command(flatten)]
    verifier: Verifier,
    /// The signature is DER
    #[arg(long)]
    der: bool,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    signed: Signed,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The signature holds for the key that is shown, so check that this is the key that you expect. Ethereum writes 27 + id, \
    and hashes messages with Keccak-256: give the digest.\n\n\
    Example:\n  curvemark ecdsa recover --signature @signature.hex message.txt"
)]
struct RecoverArguments {
    #[command(flatten)]
    curve: OnCurve,
    /// The signature: 65 bytes r ‖ s ‖ id
    #[arg(long, value_name = "VALUE")]
    signature: String,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    signed: Signed,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Runs `ecdsa`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let inputs = Inputs::default();
    match &arguments.tool {
        Tool::Keygen(arguments) => on!(arguments.curve, keygen(&arguments.file, out)),
        Tool::PublicKey(arguments) => on!(arguments.curve, public_key(arguments, &inputs, out)),
        Tool::Sign(arguments) => on!(arguments.curve, sign(arguments, &inputs, out)),
        Tool::Verify(arguments) => on!(arguments.curve, verify(arguments, &inputs, out)),
        Tool::Recover(arguments) => on!(arguments.curve, recover(arguments, &inputs, out)),
    }
}

fn keygen<C: Curve>(file: &NewFile, out: &mut dyn Write) -> Result<Exit, Failure> {
    file.keep(out, || {
        let key = random_scalar(SigningKey::<C>::from_bytes)?;
        Ok((key.to_bytes(), key.verifying_key().to_sec1().to_vec()))
    })
}

fn public_key<C: Curve>(
    arguments: &PublicKeyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let key = arguments.of.secret(inputs, SigningKey::<C>::from_bytes)?.verifying_key();
    if arguments.uncompressed {
        return arguments.of.answer(out, &key.to_sec1_uncompressed());
    }
    arguments.of.answer(out, &key.to_sec1())
}

fn sign<C: Curve>(
    arguments: &SignArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let key = arguments.signer.secret(inputs, SigningKey::<C>::from_bytes)?;
    let (signature, id) = key.sign_recoverable_prehashed(&arguments.signed.read(inputs)?);
    if arguments.recoverable {
        return arguments.signer.answer(out, &signature.to_recoverable_bytes(id));
    }
    if arguments.der {
        return arguments.signer.answer(out, signature.to_der().as_bytes());
    }
    arguments.signer.answer(out, &signature.to_bytes())
}

fn verify<C: Curve>(
    arguments: &VerifyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let key = arguments.verifier.key(inputs)?.hex_of_any_length("key")?;
    let key = VerifyingKey::<C>::from_sec1(&key).map_err(because("key"))?;
    let text: Text = arguments.verifier.signature(inputs)?;
    let signature = if arguments.der {
        Signature::from_der(&text.hex_of_any_length("signature")?)
    } else {
        Signature::from_bytes(text.hex::<64>("signature")?.as_slice())
    };
    let signature = arguments.form.policy(signature)?;
    let digest = arguments.signed.read(inputs)?;
    arguments.verifier.answer(out, key.verify_prehashed(&digest, &signature), &Error::NotSigned)
}

fn recover<C: Curve>(
    arguments: &RecoverArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let bytes = inputs.value("signature", &arguments.signature)?.hex::<65>("signature")?;
    let (signature, id) =
        Signature::<C>::from_recoverable_bytes(bytes.as_slice()).map_err(because("signature"))?;
    let signature = arguments.form.policy(Ok(signature))?;
    match signature.recover_prehashed(&arguments.signed.read(inputs)?, id) {
        Ok(key) => hex_line(out, arguments.json, "public_key", &key.to_sec1()),
        Err(reason) => Err(Failure::Said(Exit::Invalid, format!("signature: {reason}"))),
    }
}
