//! `curvemark bls`: BLS signatures on BLS12-381 by hand. The exit codes are those of a
//! [`tool`](super::tool).

mod aggregate;
mod threshold;

use super::tool::files::{SecretFile, digits, random_scalar};
use super::tool::input::Inputs;
use super::tool::signing::{self, Message, NewFile, PublicKeyOf, Signer, Verifier, help};
use super::tool::{because, hex_line, refuse};
use super::{Exit, Failure};
use clap::{Args, Subcommand, ValueEnum};
use curvemark::bls::suite::ProofSuite;
use curvemark::bls::{
    Error, ProofOfPossession, PublicKey, SecretKey, Signature, Suite, min_pk, min_sig,
};
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `bls`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false, after_help = help!("bls/example.sh"))]
pub struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Make a secret key, and show the public key
    Keygen(KeygenArguments),
    /// Derive a secret key of a seed by a path (EIP-2333, EIP-2334), and show the public key
    Derive(DeriveArguments),
    /// Show the public key of a secret key
    PublicKey(PublicKeyArguments),
    /// Sign a message
    Sign(SignArguments),
    /// Verify a signature
    Verify(VerifyArguments),
    /// Prove to possess a secret key
    Prove(PublicKeyArguments),
    /// Verify a proof of possession
    VerifyProof(VerifyProofArguments),
    /// Add signatures
    Aggregate(aggregate::AggregateArguments),
    /// Verify a sum of signatures, of one message or of a message for each key
    VerifyAggregate(aggregate::VerifyArguments),
    /// Share a secret key among parties, of whom some sign together
    Split(threshold::SplitArguments),
    /// Combine signatures of parties into that of the shared key
    Combine(threshold::CombineArguments),
}

/// The suite.
#[derive(Clone, Copy, Debug, Args)]
struct InSuite {
    /// The suite; without one of the words `basic` and `augmented` possession of keys is proved
    #[arg(long, value_name = "NAME", default_value = "min-pk")]
    suite: SuiteName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SuiteName {
    /// Keys of 48 bytes, BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_ (Ethereum's)
    #[value(name = "min-pk")]
    PkPossession,
    /// …_NUL_
    #[value(name = "min-pk-basic")]
    PkBasic,
    /// …_AUG_
    #[value(name = "min-pk-augmented")]
    PkAugmented,
    /// Signatures of 48 bytes, BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_
    #[value(name = "min-sig")]
    SigPossession,
    /// …_NUL_
    #[value(name = "min-sig-basic")]
    SigBasic,
    /// …_AUG_
    #[value(name = "min-sig-augmented")]
    SigAugmented,
}

/// Calls a function for the suite of this name.
macro_rules! on {
    ($suite:expr, $function:ident($($argument:expr),*)) => {
        on!($suite, $function($($argument),*), $function($($argument),*))
    };
    ($suite:expr, $proved:ident($($first:expr),*), $other:ident($($second:expr),*)) => {
        match $suite.suite {
            SuiteName::PkPossession => $proved::<min_pk::Possession>($($first),*),
            SuiteName::SigPossession => $proved::<min_sig::Possession>($($first),*),
            SuiteName::PkBasic => $other::<min_pk::Basic>($($second),*),
            SuiteName::PkAugmented => $other::<min_pk::Augmented>($($second),*),
            SuiteName::SigBasic => $other::<min_sig::Basic>($($second),*),
            SuiteName::SigAugmented => $other::<min_sig::Augmented>($($second),*),
        }
    };
}
use on;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  curvemark bls keygen secret.key > public.hex\n  curvemark bls keygen secret.key --suite min-sig"
)]
struct KeygenArguments {
    #[command(flatten)]
    suite: InSuite,
    #[command(flatten)]
    file: NewFile,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The seed of a mnemonic (BIP 39) gives the keys of its wallet: m/12381/3600/i/0 withdraws, m/12381/3600/i/0/0 signs for \
    Ethereum's validator i. The path m is the master key.\n\n\
    Example:\n  curvemark bls derive --seed seed.hex --path m/12381/3600/0/0/0 secret.key > public.hex"
)]
struct DeriveArguments {
    #[command(flatten)]
    suite: InSuite,
    /// The seed, 32 bytes or more: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    seed: String,
    /// The path: m, then the numbers of children
    #[arg(long, value_name = "m/N/N…")]
    path: String,
    /// Where to keep the secret key; must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  curvemark bls public-key secret.key > public.hex\n  curvemark bls prove secret.key > proof.hex"
)]
struct PublicKeyArguments {
    #[command(flatten)]
    suite: InSuite,
    #[command(flatten)]
    of: PublicKeyOf,
}

#[derive(Debug, Args)]
#[command(after_help = "The same key and message give the same signature.\n\n\
    Examples:\n  curvemark bls sign --key secret.key message.txt > signature.hex\n  \
    curvemark bls sign --key secret.key --suite min-sig --hex 5656…")]
struct SignArguments {
    #[command(flatten)]
    suite: InSuite,
    #[command(flatten)]
    signer: Signer,
    #[command(flatten)]
    message: Message,
}

#[derive(Debug, Args)]
#[command(after_help = "The answer is `valid` (0) or `not valid` (7).\n\n\
    Example:\n  curvemark bls verify --key @public.hex --signature @signature.hex message.txt")]
struct VerifyArguments {
    #[command(flatten)]
    suite: InSuite,
    #[command(flatten)]
    verifier: Verifier,
    #[command(flatten)]
    message: Message,
}

#[derive(Debug, Args)]
#[command(after_help = "The answer is `valid` (0) or `not valid` (7).\n\n\
    Example:\n  curvemark bls verify-proof --key @public.hex @proof.hex")]
struct VerifyProofArguments {
    #[command(flatten)]
    suite: InSuite,
    /// The public key
    #[arg(long, value_name = "VALUE")]
    key: String,
    /// The proof of possession
    #[arg(value_name = "PROOF")]
    proof: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Runs `bls`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let inputs = Inputs::default();
    match &arguments.tool {
        Tool::Keygen(arguments) => on!(arguments.suite, keygen(&arguments.file, out)),
        Tool::Derive(arguments) => on!(arguments.suite, derive(arguments, &inputs, out)),
        Tool::PublicKey(arguments) => on!(arguments.suite, public_key(arguments, &inputs, out)),
        Tool::Sign(arguments) => on!(arguments.suite, sign(arguments, &inputs, out)),
        Tool::Verify(arguments) => on!(arguments.suite, verify(arguments, &inputs, out)),
        Tool::Prove(arguments) => {
            on!(arguments.suite, prove(arguments, &inputs, out), without_proofs())
        }
        Tool::VerifyProof(arguments) => {
            on!(arguments.suite, verify_proof(arguments, &inputs, out), without_proofs())
        }
        Tool::Aggregate(arguments) => aggregate::aggregate(arguments, &inputs, out),
        Tool::VerifyAggregate(arguments) => aggregate::verify(arguments, &inputs, out),
        Tool::Split(arguments) => threshold::split(arguments, &inputs, out),
        Tool::Combine(arguments) => threshold::combine(arguments, &inputs, out),
    }
}

/// In the other suites a key needs no proof.
fn without_proofs<S: Suite>() -> Result<Exit, Failure> {
    let tag = String::from_utf8_lossy(S::DST);
    Err(refuse(
        "--suite",
        format_args!("{tag} has no proofs of possession; min-pk and min-sig have"),
    ))
}

fn keygen<S: Suite>(file: &NewFile, out: &mut dyn Write) -> Result<Exit, Failure> {
    file.keep(out, || {
        let key = random_scalar(SecretKey::<S>::from_bytes)?;
        Ok((key.to_bytes(), key.public_key().to_bytes().as_ref().to_vec()))
    })
}

fn derive<S: Suite>(
    arguments: &DeriveArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let path = path(&arguments.path)
        .ok_or_else(|| refuse("--path", "not m and numbers below 2^32, such as m/12381/3600/0"))?;
    let seed = inputs.secret_file("seed", &arguments.seed)?.hex_of_any_length("seed")?;
    let master = SecretKey::<S>::derive_master(&seed).map_err(because("seed"))?;
    let key = path.iter().fold(master, |key, index| key.derive_child(*index));
    let file = SecretFile::create("FILE", &arguments.file)?;
    file.keep(&digits(key.to_bytes().as_slice()))?;
    signing::public_key_line(out, arguments.json, key.public_key().to_bytes().as_ref())
}

/// The numbers of a path.
fn path(text: &str) -> Option<Vec<u32>> {
    let mut parts = text.split('/');
    let number = |part: &str| {
        let digits = !part.is_empty() && part.bytes().all(|digit| digit.is_ascii_digit());
        if digits { part.parse().ok() } else { None }
    };
    if parts.next() == Some("m") { parts.map(number).collect() } else { None }
}

fn public_key<S: Suite>(
    arguments: &PublicKeyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let key = arguments.of.secret(inputs, SecretKey::<S>::from_bytes)?;
    arguments.of.answer(out, key.public_key().to_bytes().as_ref())
}

fn sign<S: Suite>(
    arguments: &SignArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let key = arguments.signer.secret(inputs, SecretKey::<S>::from_bytes)?;
    let signature = key.sign(&arguments.message.read(inputs)?);
    arguments.signer.answer(out, signature.to_bytes().as_ref())
}

fn verify<S: Suite>(
    arguments: &VerifyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let key = arguments.verifier.key(inputs)?.hex_of_length("key", PublicKey::<S>::BYTES)?;
    let key = PublicKey::<S>::from_bytes(&key).map_err(because("key"))?;
    let signature =
        arguments.verifier.signature(inputs)?.hex_of_length("signature", Signature::<S>::BYTES)?;
    let signature = Signature::<S>::from_bytes(&signature).map_err(because("signature"))?;
    let message = arguments.message.read(inputs)?;
    arguments.verifier.answer(out, key.verify(&message, &signature), &Error::NotSigned)
}

fn prove<S: ProofSuite>(
    arguments: &PublicKeyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let key = arguments.of.secret(inputs, SecretKey::<S>::from_bytes)?;
    hex_line(out, arguments.of.json(), "proof", key.prove_possession().to_bytes().as_ref())
}

fn verify_proof<S: ProofSuite>(
    arguments: &VerifyProofArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let key = inputs.value("key", &arguments.key)?.hex_of_length("key", PublicKey::<S>::BYTES)?;
    let key = PublicKey::<S>::from_bytes(&key).map_err(because("key"))?;
    let proof = inputs
        .value("proof", &arguments.proof)?
        .hex_of_length("proof", ProofOfPossession::<S>::BYTES)?;
    let proof = ProofOfPossession::<S>::from_bytes(&proof).map_err(because("proof"))?;
    let verdict = key.verify_possession(&proof).map(|_| ());
    signing::answer(out, arguments.json, verdict, &Error::NotSigned)
}
