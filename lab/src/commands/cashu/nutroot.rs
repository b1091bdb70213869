//! What secrets of v3 are since they are points: made, locked, opened, signed for and checked.

use super::token_secrets::{read_key, read_public_key};
use super::transaction::Request;
use crate::commands::tool::files::{SecretFile, digits, random_bytes, random_scalar};
use crate::commands::tool::input::Inputs;
use crate::commands::tool::{because, json_line, line, refuse, verdict as verdict_line};
use crate::commands::{Exit, Failure};
use clap::{ArgGroup, Args, Subcommand};
use curvemark::cashu::nutroot::{
    Condition, Error, Form, Leaf, NumsOffset, Opened, PublicKey, Secret, SecretKey, SpendInfo,
    Tree, Witness, lock, lock_to_receiver, lock_to_script,
};
use curvemark::cashu::v3::models::Proof;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `nutroot`.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = false,
    after_help = "A transaction is JSON: {\"inputs\": [proofs], \"outputs\": [blinded messages], \"mint_quotes\": [{\"quote\", \"amount\", \
    \"pubkey\"}], \"melt_quote\": {\"quote\", \"amount\"}}; leave out what it does not have. To sign with several keys, give --key several times."
)]
pub struct NutrootArguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Wallet: make the key of a secret, and show the secret
    Secret(SecretArguments),
    /// Show a leaf: keys that have to sign, and when or for what
    Leaf(LeafArguments),
    /// Wallet: make a secret with conditions, and what its next holder has to know
    Lock(LockArguments),
    /// Check what a proof says of its secret, and whether keys spend it
    Open(OpenArguments),
    /// Show the digest that every input of a transaction signs
    Digest(DigestArguments),
    /// Wallet: sign the inputs of a transaction that keys spend
    Sign(SignArguments),
    /// Mint: check that every input of a transaction is signed for
    Verify(VerifyArguments),
}

/// Runs `nutroot`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub fn run(
    arguments: &NutrootArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    match &arguments.tool {
        Tool::Secret(arguments) => secret(arguments, out),
        Tool::Leaf(arguments) => leaf(arguments, inputs, out),
        Tool::Lock(arguments) => locked(arguments, inputs, out),
        Tool::Open(arguments) => open(arguments, inputs, out),
        Tool::Digest(arguments) => digest(arguments, inputs, out),
        Tool::Sign(arguments) => sign(arguments, inputs, out),
        Tool::Verify(arguments) => verify(arguments, inputs, out),
    }
}

#[derive(Debug, Args)]
struct SecretArguments {
    /// Where to keep the key; must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

fn secret(arguments: &SecretArguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let file = SecretFile::create("FILE", &arguments.file)?;
    let key = random_scalar(SecretKey::from_bytes)?;
    file.keep(&digits(key.to_bytes().as_ref()))?;
    line(out, &Secret::of_key(key.public_key()).to_string())
}

#[derive(Debug, Args)]
struct LeafArguments {
    /// A key that may sign, 66 digits; again for each
    #[arg(long = "key", value_name = "VALUE", required = true)]
    keys: Vec<String>,
    /// How many of the keys have to sign
    #[arg(long, value_name = "N", default_value_t = 1)]
    threshold: u8,
    /// From when on, in seconds since 1970
    #[arg(long, value_name = "SECONDS", conflicts_with = "hash")]
    after: Option<u64>,
    /// With the preimage of this SHA-256 digest
    #[arg(long, value_name = "VALUE")]
    hash: Option<String>,
}

fn leaf(arguments: &LeafArguments, inputs: &Inputs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let condition = match (arguments.after, &arguments.hash) {
        (Some(time), _) => Condition::After(time),
        (None, Some(hash)) => {
            Condition::Hashlock(*inputs.value("--hash", hash)?.hex::<32>("--hash")?)
        }
        (None, None) => Condition::Threshold,
    };
    let keys = arguments
        .keys
        .iter()
        .map(|key| read_public_key(inputs, "--key", key))
        .collect::<Result<_, _>>()?;
    let leaf = Leaf::new(condition, arguments.threshold, keys).map_err(because("leaf"))?;
    line(out, &base16ct::lower::encode_string(&leaf.to_bytes()))
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("by").required(true).args(["receiver", "internal", "script"]))]
struct LockArguments {
    /// To whoever has this key; nobody else sees that it is that one
    #[arg(long, value_name = "VALUE")]
    receiver: Option<String>,
    /// To whoever has this key, which everybody sees who gets the proof
    #[arg(long, value_name = "VALUE", requires = "leaves")]
    internal: Option<String>,
    /// To the leaves only
    #[arg(long, requires = "leaves")]
    script: bool,
    /// A leaf, as `leaf` shows it; again for each
    #[arg(long = "leaf", id = "leaves", value_name = "VALUE")]
    leaves: Vec<String>,
}

#[derive(Serialize)]
struct Locked {
    secret: String,
    spend_info: SpendInfo,
}

fn locked(
    arguments: &LockArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let leaf = |given: &String| {
        let bytes = inputs.value("--leaf", given)?.hex_of_any_length("--leaf")?;
        Leaf::from_bytes(&bytes).map_err(because("--leaf"))
    };
    let leaves = arguments.leaves.iter().map(leaf).collect::<Result<Vec<_>, _>>()?;
    let tree =
        if leaves.is_empty() { None } else { Some(Tree::new(leaves).map_err(because("--leaf"))?) };
    let made = match (&arguments.receiver, &arguments.internal, tree) {
        (Some(receiver), _, tree) => {
            let receiver = read_public_key(inputs, "--receiver", receiver)?;
            lock_to_receiver(&receiver, &random_scalar(SecretKey::from_bytes)?, tree, &[])
        }
        (None, Some(internal), Some(tree)) => {
            lock(read_public_key(inputs, "--internal", internal)?, tree)
        }
        (None, None, Some(tree)) => lock_to_script(random_scalar(NumsOffset::from_bytes)?, tree),
        (None, _, None) => return Err(refuse("--leaf", "missing")),
    };
    let (secret, spend_info) = made.map_err(because("--leaf"))?;
    json_line(out, &Locked { secret: secret.to_string(), spend_info })
}

#[derive(Debug, Args)]
struct OpenArguments {
    /// A key that this wallet receives with, in a file of its owner (@FILE or -); again for each
    #[arg(long = "key", value_name = "@FILE")]
    keys: Vec<String>,
    /// The proof in JSON, with its spend info
    #[arg(value_name = "PROOF")]
    proof: String,
}

/// What is known of a secret.
#[derive(Serialize)]
struct Known {
    form: &'static str,
    internal_key: PublicKey,
    /// Whether the keys spend it without a leaf.
    key_path: bool,
    /// By which leaves the keys may sign, and for how many of its signatures.
    leaves: Vec<KnownLeaf>,
}

#[derive(Serialize)]
struct KnownLeaf {
    keys: usize,
    threshold: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
}

fn open(arguments: &OpenArguments, inputs: &Inputs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let keys = read_keys(inputs, &arguments.keys)?;
    let text = inputs.value("PROOF", &arguments.proof)?;
    let proof: Proof = text.json()?;
    let secret = Secret::parse(&proof.secret).map_err(because("secret"))?;
    let Some(info) = &proof.spend_info else { return Err(refuse("spend_info", "missing")) };
    let opened = info.open(&secret, &keys);
    let Opened { form, internal_key, key } =
        opened.map_err(|reason| Failure::Said(Exit::Invalid, format!("spend_info: {reason}")))?;
    let own = info.leaf_keys(&keys).map_err(because("--key"))?;
    let leaves = info.tree.as_ref().map(Tree::leaves).unwrap_or_default();
    let leaf = |(index, leaf): (usize, &Leaf)| KnownLeaf {
        keys: own.iter().filter(|key| key.leaf == index).count(),
        threshold: leaf.threshold(),
        after: if let Condition::After(time) = leaf.condition() { Some(time) } else { None },
        hash: match leaf.condition() {
            Condition::Hashlock(hash) => Some(base16ct::lower::encode_string(&hash)),
            _ => None,
        },
    };
    let leaves = leaves.iter().enumerate().map(leaf).collect();
    let form = match form {
        Form::Bare => "bare",
        Form::NoTree => "no tree",
        Form::Tree => "tree",
    };
    json_line(out, &Known { form, internal_key, key_path: key.is_some(), leaves })
}

fn read_keys(inputs: &Inputs, given: &[String]) -> Result<Vec<SecretKey>, Failure> {
    given.iter().map(|key| read_key(inputs, "--key", key)).collect()
}

#[derive(Debug, Args)]
struct DigestArguments {
    /// The transaction in JSON
    #[arg(value_name = "TRANSACTION")]
    transaction: String,
    /// Show what is hashed, without the tag in front
    #[arg(long)]
    transcript: bool,
}

fn digest(
    arguments: &DigestArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let text = inputs.value("TRANSACTION", &arguments.transaction)?;
    let request: Request = text.json()?;
    let bytes = request.with(|transaction| {
        if arguments.transcript {
            transaction.transcript()
        } else {
            transaction.digest().map(Into::into)
        }
    });
    line(out, &base16ct::lower::encode_string(&bytes.map_err(because(text.label()))?))
}

#[derive(Debug, Args)]
struct SignArguments {
    /// A key, in a file of its owner (@FILE or -); again for each
    #[arg(long = "key", value_name = "@FILE", required = true)]
    keys: Vec<String>,
    /// By this leaf of the spend info, counted from 0, instead of the key path
    #[arg(long, value_name = "N")]
    leaf: Option<usize>,
    /// The preimage that the leaf asks for
    #[arg(long, value_name = "VALUE", requires = "leaf")]
    preimage: Option<String>,
    /// The transaction in JSON; proofs say how they are spent, or their secret is that of a key
    #[arg(value_name = "TRANSACTION")]
    transaction: String,
}

/// The witness of a proof, if the keys spend it.
fn witness(
    arguments: &SignArguments,
    keys: &[SecretKey],
    proof: &Proof,
    digest: &[u8; 32],
    preimage: Option<&[u8]>,
) -> Result<Option<Witness>, Failure> {
    let secret = Secret::parse(&proof.secret).map_err(because("secret"))?;
    let sign = |key: &SecretKey| Ok::<_, Failure>(key.sign(digest, &*random_bytes()?));
    if let Some(key) =
        keys.iter().find(|key| arguments.leaf.is_none() && key.public_key() == *secret.key())
    {
        return sign(key).map(Witness::KeyPath).map(Some);
    }
    let Some(info) = &proof.spend_info else { return Ok(None) };
    let opened = match info.open(&secret, keys) {
        // With E and without K it is somebody else's.
        Err(Error::NotCommitted) => return Ok(None),
        opened => opened.map_err(because("spend_info"))?,
    };
    let Some(index) = arguments.leaf else {
        // One who has only the internal key may have got the tree by another way than with k.
        let root = info.tree.as_ref().map(Tree::root);
        let own = keys.iter().find(|key| key.public_key() == opened.internal_key);
        let key = match (opened.key, own) {
            (Some(key), _) => Some(key),
            (None, Some(own)) => Some(own.tweaked(root.as_ref()).map_err(because("--key"))?),
            (None, None) => None,
        };
        return key.as_ref().map(|key| sign(key).map(Witness::KeyPath)).transpose();
    };
    let tree = info.tree.as_ref().ok_or_else(|| refuse("--leaf", "the secret has no tree"))?;
    let path = tree.path(index).map_err(because("--leaf"))?;
    let leaf = tree.leaves().get(index).ok_or_else(|| refuse("--leaf", "there is no such leaf"))?;
    let own = info.leaf_keys(keys).map_err(because("--key"))?;
    let own: Vec<_> =
        own.iter().filter(|key| key.leaf == index).take(leaf.threshold().into()).collect();
    if own.len() < leaf.threshold().into() {
        return Ok(None);
    }
    let signatures = own.iter().map(|own| sign(&own.key)).collect::<Result<_, _>>()?;
    let (leaf, internal_key, preimage) =
        (leaf.to_bytes(), opened.internal_key, preimage.map(Into::into));
    Ok(Some(Witness::ScriptPath { leaf, internal_key, path, signatures, preimage }))
}

fn sign(arguments: &SignArguments, inputs: &Inputs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let keys = read_keys(inputs, &arguments.keys)?;
    let preimage =
        arguments.preimage.as_deref().map(|given| inputs.value("--preimage", given)).transpose()?;
    let preimage = preimage.map(|text| text.hex_of_any_length("--preimage")).transpose()?;
    let text = inputs.value("TRANSACTION", &arguments.transaction)?;
    let mut request: Request = text.json()?;
    let digest = request.with(|transaction| transaction.digest()).map_err(because(text.label()))?;
    let mut signed = 0;
    for proof in &mut request.inputs {
        let preimage = preimage.as_ref().map(|preimage| preimage.as_slice());
        let witness = witness(arguments, &keys, proof, &digest, preimage)?;
        if let Some(witness) = witness {
            // The mint is told nothing but the signature.
            (proof.witness, proof.spend_info) = (Some(witness.to_json()), None);
            signed += 1;
        }
    }
    for quote in &mut request.mint_quotes {
        if let Some(key) = keys.iter().find(|key| key.public_key() == quote.pubkey) {
            let signature = key.sign(&digest, &*random_bytes()?);
            quote.signature = Some(base16ct::lower::encode_string(&signature.to_bytes()));
            signed += 1;
        }
    }
    if signed == 0 {
        return Err(refuse("--key", "none of the inputs is spent by these keys"));
    }
    json_line(out, &request)
}

#[derive(Debug, Args)]
struct VerifyArguments {
    /// The time, in seconds since 1970 [default: now]
    #[arg(long, value_name = "SECONDS")]
    now: Option<u64>,
    /// The transaction in JSON, signed
    #[arg(value_name = "TRANSACTION")]
    transaction: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

fn verify(
    arguments: &VerifyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let text = inputs.value("TRANSACTION", &arguments.transaction)?;
    let request: Request = text.json()?;
    let now = match arguments.now {
        Some(now) => now,
        None => std::time::SystemTime::UNIX_EPOCH.elapsed().map_err(because("--now"))?.as_secs(),
    };
    // What is no transaction at all is the input's fault.
    request.with(|transaction| transaction.digest()).map_err(because(text.label()))?;
    let verdict = request.verify(now)?;
    let reason = verdict.err().map_or(String::new(), |reason| reason.to_string());
    verdict_line(out, arguments.json, verdict.is_ok(), reason)
}
