//! What anyone does: verify a proof, or many at once.

use super::keys::PublicKeys;
use super::token_secrets::{message, read_secret};
use crate::commands::tool::input::{Inputs, Text};
use crate::commands::tool::{answer, because, json_text, refuse, verdict};
use crate::commands::{Exit, Failure};
use clap::Args;
use curvemark::cashu::nutroot::Message;
use curvemark::cashu::v3::models;
use curvemark::cashu::v3::{self, Error, MintPublicKey, Signature};
use serde::Serialize;
use serde::de::{SeqAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer};
use std::collections::HashMap;
use std::io::Write;

/// Arguments of `verify`.
#[derive(Debug, Args)]
#[command(after_help = "The answer is `valid` (0) or `not valid` (7).\n\n\
    Examples:\n  curvemark cashu verify --key @keyset.json @proof.json\n  \
    curvemark cashu verify --key @K.hex --secret @secret b7a48810…")]
pub struct VerifyArguments {
    /// K, keys by amount, or a keyset
    #[arg(long, value_name = "VALUE")]
    key: String,
    /// The secret of the token, text, in a file or, for -, on stdin; a proof in JSON holds it
    #[arg(long, value_name = "FILE")]
    secret: Option<String>,
    /// The proof in JSON of NUT-00 (@FILE, or - for stdin), or the signature C in hexadecimal
    #[arg(value_name = "PROOF")]
    proof: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Runs `verify`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub fn verify(
    arguments: &VerifyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let keys = PublicKeys::read(&inputs.value("K", &arguments.key)?)?;
    let secret =
        arguments.secret.as_deref().map(|secret| read_secret(inputs, secret)).transpose()?;
    let text = inputs.proof("C", &arguments.proof)?;
    let held = if text.is_json() {
        let proof: models::Proof = text.json()?;
        if secret.is_some() {
            return Err(refuse("--secret", "the proof holds the secret itself"));
        }
        let key =
            keys.of(proof.amount, proof.id).map_err(|problem| refuse(text.label(), problem))?;
        key.verify(message(&proof.secret)?.as_ref(), &proof.c)
    } else {
        let signature =
            Signature::from_bytes(text.hex::<48>("C")?.as_ref()).map_err(because("C"))?;
        let Some(secret) = secret else {
            return Err(refuse("secret", "missing; give --secret, or a proof in JSON"));
        };
        keys.one()?.verify(message(&secret)?.as_ref(), &signature)
    };
    verdict(out, arguments.json, holds(held)?, NOT_SIGNED)
}

const NOT_SIGNED: &str = "the key did not sign this secret";

/// A verdict as a truth value; anything else is the input's fault.
fn holds(verdict: Result<(), Error>) -> Result<bool, Failure> {
    match verdict {
        Ok(()) => Ok(true),
        Err(Error::NotSigned) => Ok(false),
        Err(reason) => Err(refuse("proofs", reason)),
    }
}

/// Arguments of `verify-batch`.
#[derive(Debug, Args)]
#[command(
    after_help = "The proofs are a JSON array, or proofs and arrays one after the other. The answer is `valid` (0), or `not valid` \
    (7) with the numbers of the proofs that fail, counted from 0. A secret that comes twice fails too: it can be spent once.\n\n\
    Example:\n  curvemark cashu verify-batch proofs.json keyset.json"
)]
pub struct BatchArguments {
    /// The proofs in JSON of NUT-00 (a file, or - for stdin)
    #[arg(value_name = "PROOFS")]
    proofs: String,
    /// The keys: {"1": "…", "2": "…"}, or a keyset of NUT-01 (a file, or - for stdin)
    #[arg(value_name = "KEYS")]
    keys: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct BatchVerdict {
    valid: bool,
    proofs: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failures: Vec<Failed>,
}

/// A proof that fails, by its number from 0, and why.
#[derive(Serialize)]
struct Failed {
    proof: usize,
    reason: String,
}

/// Runs `verify-batch`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub fn verify_batch(
    arguments: &BatchArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let keys_text = inputs.document("KEYS", &arguments.keys)?;
    let proofs_text = inputs.document("PROOFS", &arguments.proofs)?;
    let keys = PublicKeys::read(&keys_text)?;
    let proofs = read_proofs(&proofs_text)?;
    if proofs.is_empty() {
        return Err(refuse(proofs_text.label(), "there are no proofs"));
    }
    let keys = keys_of(&proofs, &keys).map_err(|problem| refuse(proofs_text.label(), problem))?;
    let messages: Vec<Message<'_>> =
        proofs.iter().map(|proof| message(&proof.secret)).collect::<Result<_, _>>()?;
    let batch: Vec<v3::Proof<'_>> = proofs
        .iter()
        .zip(&messages)
        .zip(keys)
        .map(|((proof, message), key)| v3::Proof {
            secret: message.as_ref(),
            signature: proof.c,
            key,
        })
        .collect();
    let mut failures = repeated(&proofs);
    if !holds(v3::verify_batch(&batch))? {
        for (proof, one) in batch.iter().enumerate() {
            if !holds(one.key.verify(one.secret, &one.signature))? {
                failures.push(Failed { proof, reason: NOT_SIGNED.to_owned() });
            }
        }
        failures.sort_by_key(|failed| failed.proof);
        if failures.is_empty() {
            let message = "the batch fails although each proof holds by itself, which must not happen: please report it";
            return Err(Failure::Said(Exit::Invalid, message.to_owned()));
        }
    }
    let valid = failures.is_empty();
    let exit = if valid { Exit::Good } else { Exit::Invalid };
    let words: Vec<String> = failures
        .iter()
        .map(|failed| format!("proofs[{}]: {}", failed.proof, failed.reason))
        .collect();
    let text = match (arguments.json, valid) {
        (true, _) => json_text(&BatchVerdict { valid, proofs: proofs.len(), failures })?,
        (false, true) => "valid".to_owned(),
        (false, false) => format!("not valid: {}", words.join("; ")),
    };
    answer(out, exit, &text)
}

/// The key of each proof, or which proof has none and why. Keys without an id are those of one
/// keyset, whichever it is.
fn keys_of<'k>(
    proofs: &[models::Proof],
    keys: &'k PublicKeys,
) -> Result<Vec<&'k MintPublicKey>, String> {
    let first = proofs[0].id;
    proofs
        .iter()
        .enumerate()
        .map(|(index, proof)| match keys {
            PublicKeys::Keys(_) if proof.id != first => Err(format!(
                "proofs[{index}]: id: not that of proofs[0], and KEYS holds the keys of one keyset"
            )),
            _ => keys
                .of(proof.amount, proof.id)
                .map_err(|problem| format!("proofs[{index}]: {problem}")),
        })
        .collect()
}

/// The proofs whose secret came before. A mint refuses them whatever their signatures.
fn repeated(proofs: &[models::Proof]) -> Vec<Failed> {
    let mut seen = HashMap::new();
    let mut failures = Vec::new();
    for (proof, model) in proofs.iter().enumerate() {
        let first = *seen.entry(model.secret.as_str()).or_insert(proof);
        if first != proof {
            failures.push(Failed { proof, reason: format!("the secret of proofs[{first}] again") });
        }
    }
    failures
}

/// Proofs and arrays of proofs, one after the other.
fn read_proofs(text: &Text) -> Result<Vec<models::Proof>, Failure> {
    let mut proofs = Vec::new();
    for read in serde_json::Deserializer::from_slice(text.bytes()).into_iter::<OneOrMore>() {
        proofs.extend(read.map_err(|error| refuse(text.label(), error))?.0);
    }
    Ok(proofs)
}

/// A proof or an array of them, with the errors of proofs.
struct OneOrMore(Vec<models::Proof>);

impl<'de> Deserialize<'de> for OneOrMore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrMoreVisitor)
    }
}

struct OneOrMoreVisitor;

impl<'de> Visitor<'de> for OneOrMoreVisitor {
    type Value = OneOrMore;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a proof or an array of proofs")
    }

    fn visit_map<M: serde::de::MapAccess<'de>>(self, map: M) -> Result<OneOrMore, M::Error> {
        models::Proof::deserialize(MapAccessDeserializer::new(map))
            .map(|proof| OneOrMore(vec![proof]))
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<OneOrMore, S::Error> {
        let mut proofs = Vec::new();
        while let Some(proof) = seq.next_element()? {
            proofs.push(proof);
        }
        Ok(OneOrMore(proofs))
    }
}
