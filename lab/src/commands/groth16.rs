//! `curvemark groth16`: proofs by hand, from and to the files of circom and snarkjs. The exit codes
//! are those of a [`tool`](super::tool).

use super::help::exit_codes;
use super::tool::files::{cannot_make, random_bytes};
use super::tool::input::{Inputs, Text};
use super::tool::{json_line, json_text, line, refuse, verdict};
use super::{Exit, Failure};
use clap::{Args, Subcommand, ValueEnum};
use curvemark::groth16::insecure_test_setup::InsecureTestSetup;
use curvemark::groth16::{
    Bls12381, Bn254, Curve, Error, FileError, Proof, ProvingKey, PublicInputs, VerifyingKey,
    Witness,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Deserialize;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Arguments of `groth16`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false, after_help = concat!(
    "Files are those of circom and snarkjs, on BN254 (their bn128) or BLS12-381 (bls12381); JSON of at most 16 MiB, others of at most 8 GiB. \
     A file is named, or is - for stdin. A witness is a secret.\n\nExample:\n\n",
    include_str!("groth16/example.sh"),
    exit_codes!()
))]
pub struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Verify a proof
    Verify(VerifyArguments),
    /// Make a proof from a proving key and a witness, and show it
    Prove(ProveArguments),
    /// Show the verifying key of a proving key
    Key(KeyArguments),
    /// Make a circuit, its keys and a witness for tests
    Setup(SetupArguments),
}

#[derive(Debug, Args)]
#[command(
    after_help = "Public inputs that are not below the order are refused, and points that are not in their groups. From a valid proof anybody \
    makes other valid ones for the same inputs: a proof is no identifier. The answer is `valid` (0) or `not valid` (7).\n\n\
    Example:\n  curvemark groth16 verify verification_key.json proof.json public.json"
)]
struct VerifyArguments {
    /// snarkjs' verification_key.json
    #[arg(value_name = "KEY")]
    key: String,
    /// snarkjs' proof.json
    #[arg(value_name = "PROOF")]
    proof: String,
    /// snarkjs' public.json
    #[arg(value_name = "PUBLIC")]
    public: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The answer is the proof in snarkjs' JSON, another one each time; a witness that does not satisfy the circuit makes none (7). \
    The time it takes depends on the witness.\n\n\
    Example:\n  curvemark groth16 prove circuit.zkey witness.wtns --public public.json > proof.json"
)]
struct ProveArguments {
    /// snarkjs' proving key
    #[arg(value_name = "ZKEY")]
    key: String,
    /// circom's witness
    #[arg(value_name = "WTNS")]
    witness: String,
    /// Where to write the public inputs, in snarkjs' JSON; must not exist
    #[arg(long, value_name = "FILE")]
    public: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  curvemark groth16 key circuit.zkey > verification_key.json")]
struct KeyArguments {
    /// snarkjs' proving key
    #[arg(value_name = "ZKEY")]
    key: String,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The circuit is a chain of products of numbers of the seed. Anyone who knows the seed can prove anything under the key: use it for tests only, \
    which --insecure-test says. The folder gets circuit.r1cs, circuit.zkey and witness.wtns. The same numbers make the same files.\n\n\
    Example:\n  curvemark groth16 setup --insecure-test --constraints 65000 --seed 7 --out test"
)]
struct SetupArguments {
    /// Confirm that the keys are for tests only
    #[arg(long, required = true)]
    insecure_test: bool,
    /// How many constraints the circuit has
    #[arg(long, value_name = "NUMBER")]
    constraints: u32,
    /// How many public inputs it has
    #[arg(long, value_name = "NUMBER", default_value_t = 2)]
    public: u32,
    /// What circuit, keys and witness are made of
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// The curve; snarkjs' own names, bn128 and bls12381, are taken too
    #[arg(long, value_name = "NAME", default_value = "bn254")]
    curve: CurveName,
    /// The folder; must not exist
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CurveName {
    /// BN254
    #[value(name = "bn254", alias = "bn128")]
    Bn254,
    /// BLS12-381
    #[value(name = "bls12-381", aliases = ["bls12381", "bls12_381"])]
    Bls12381,
}

/// Runs `groth16`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let inputs = Inputs::default();
    match &arguments.tool {
        Tool::Verify(arguments) => verify(arguments, &inputs, out),
        Tool::Prove(arguments) => prove(arguments, &inputs, out),
        Tool::Key(arguments) => key(arguments, &inputs, out),
        Tool::Setup(arguments) => match arguments.curve {
            CurveName::Bn254 => setup::<Bn254>(arguments, out),
            CurveName::Bls12381 => setup::<Bls12381>(arguments, out),
        },
    }
}

/// The curve that a key says it is on.
#[derive(Deserialize)]
struct OnCurve {
    curve: Option<String>,
}

fn verify(
    arguments: &VerifyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    fn on<C: Curve>(texts: [&Text; 3], json: bool, out: &mut dyn Write) -> Result<Exit, Failure> {
        let [key, proof, public] = texts;
        let (key, proof) = (key.json::<VerifyingKey<C>>()?, proof.json::<Proof<C>>()?);
        let public: PublicInputs<C> = public.json()?;
        match key.verify(&public.0, &proof) {
            Err(error) if error != Error::NotProven => Err(refuse("public", error)),
            verified => verdict(out, json, verified.is_ok(), Error::NotProven),
        }
    }
    let key = inputs.document("key", &arguments.key)?;
    let proof = inputs.document("proof", &arguments.proof)?;
    let public = inputs.document("public", &arguments.public)?;
    let texts = [&key, &proof, &public];
    match key.json::<OnCurve>()?.curve.as_deref() {
        Some(name) if name == Bn254::NAME => on::<Bn254>(texts, arguments.json, out),
        Some(name) if name == Bls12381::NAME => on::<Bls12381>(texts, arguments.json, out),
        Some(name) => Err(no_curve(&key, format_args!("has the curve '{name}'"))),
        None => Err(no_curve(&key, format_args!("has no field 'curve'"))),
    }
}

/// A verifying key that is on none of the curves.
fn no_curve(key: &Text, problem: std::fmt::Arguments<'_>) -> Failure {
    let [bn254, bls12_381] = [Bn254::NAME, Bls12381::NAME];
    refuse(
        key.label(),
        format_args!(
            "this key {problem}; 'curve' is '{bn254}' for BN254 or '{bls12_381}' for BLS12-381"
        ),
    )
}

/// What is done with a key of either curve.
enum AnyKey {
    Bn254(Box<ProvingKey<Bn254>>),
    Bls12381(Box<ProvingKey<Bls12381>>),
}

fn proving_key(given: &str, inputs: &Inputs, rng: &mut ChaCha20Rng) -> Result<AnyKey, Failure> {
    let file = inputs.large("key", given)?;
    let key = match ProvingKey::from_zkey(file.bytes(), rng) {
        Err(FileError::Modulus) => {
            ProvingKey::from_zkey(file.bytes(), rng).map(|key| AnyKey::Bls12381(Box::new(key)))
        }
        key => key.map(|key| AnyKey::Bn254(Box::new(key))),
    };
    key.map_err(|error| not_of_kind("key", &file, &error, "a proving key (.zkey)"))
}

/// A file that is not what it should be. Empty or of another kind: what is needed is said too.
fn not_of_kind(field: &str, file: &Text, error: &FileError, needed: &str) -> Failure {
    let empty = file.bytes().is_empty();
    let file = file.label();
    if empty {
        return refuse(field, format_args!("{file} is empty, where {needed} is needed"));
    }
    if *error == FileError::Kind {
        return refuse(field, format_args!("{file}: {error}, where {needed} is needed"));
    }
    refuse(field, format_args!("{file}: {error}"))
}

fn generator() -> Result<ChaCha20Rng, Failure> {
    Ok(ChaCha20Rng::from_seed(*random_bytes()?))
}

fn key(arguments: &KeyArguments, inputs: &Inputs, out: &mut dyn Write) -> Result<Exit, Failure> {
    match proving_key(&arguments.key, inputs, &mut generator()?)? {
        AnyKey::Bn254(key) => json_line(out, key.verifying_key()),
        AnyKey::Bls12381(key) => json_line(out, key.verifying_key()),
    }
}

fn prove(
    arguments: &ProveArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let mut rng = generator()?;
    match proving_key(&arguments.key, inputs, &mut rng)? {
        AnyKey::Bn254(key) => prove_on(&key, arguments, inputs, &mut rng, out),
        AnyKey::Bls12381(key) => prove_on(&key, arguments, inputs, &mut rng, out),
    }
}

fn prove_on<C: Curve>(
    key: &ProvingKey<C>,
    arguments: &ProveArguments,
    inputs: &Inputs,
    rng: &mut ChaCha20Rng,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let file = inputs.large("witness", &arguments.witness)?;
    let witness = Witness::<C>::from_wtns(file.bytes())
        .map_err(|error| not_of_kind("witness", &file, &error, "a witness (.wtns)"))?;
    drop(file);
    let proof = key.prove(&witness, rng).map_err(|error| match error {
        FileError::Unsatisfied => Failure::Said(Exit::Invalid, format!("witness: {error}")),
        _ => refuse("witness", error),
    })?;
    if let Some(path) = &arguments.public {
        let public = witness.public_inputs(key.verifying_key().inputs());
        new_file(path, json_text(&public)?.as_bytes())?;
    }
    json_line(out, &proof)
}

fn setup<C: Curve>(arguments: &SetupArguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let setup =
        InsecureTestSetup::<C>::new(arguments.constraints, arguments.public, arguments.seed)
            .map_err(|_| {
                refuse(
                    "constraints",
                    "one constraint and one public input at least, and less than 2^24 together",
                )
            })?;
    let folder = &arguments.out;
    std::fs::create_dir(folder).map_err(|error| Failure::usage(cannot_make(folder, &error)))?;
    new_file(&folder.join("circuit.r1cs"), &setup.r1cs())?;
    new_file(&folder.join("circuit.zkey"), &setup.zkey())?;
    new_file(&folder.join("witness.wtns"), &setup.witness(arguments.seed).to_wtns())?;
    line(
        out,
        &format!(
            "{}: circuit.r1cs, circuit.zkey and witness.wtns, for tests only",
            folder.display()
        ),
    )
}

/// Writes a file that must not exist.
fn new_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    let written =
        options.write(true).create_new(true).open(path).and_then(|mut file| file.write_all(bytes));
    written.map_err(|error| Failure::usage(cannot_make(path, &error)))
}
