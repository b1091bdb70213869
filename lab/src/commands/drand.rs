//! `curvemark drand`: rounds of drand's networks by hand. The exit codes are those of a
//! [`tool`](super::tool).

use super::help::exit_codes;
use super::tool::files::random_bytes;
use super::tool::input::Inputs;
use super::tool::{answer, because, json_text, refuse};
use super::{Exit, Failure};
use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use curvemark::drand::{Beacon, Chain, Error, Scheme};
use curvemark::encoding::hex;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Arguments of `drand`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false, after_help = concat!(
    "A network signs the number of each round, and SHA-256 of the signature is the randomness of the round. Files are the JSON that drand's \
     servers answer with, of at most 16 MiB, or - for stdin. Nothing is fetched.\n\nExample:\n\n",
    include_str!("drand/example.sh"),
    exit_codes!()
))]
pub struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Verify rounds, and show their randomness
    Verify(VerifyArguments),
}

#[derive(Debug, Args)]
#[command(
    group(ArgGroup::new("chain").required(true)),
    after_help = "The file holds one round, or a list of rounds: {\"round\": 123, \"signature\": \"…\"}, with \"previous_signature\" on chained networks. If it has \
    \"randomness\" too, that is compared. The answer is the randomness, a line for each round, or `not valid` (7). Check yourself that a round is the \
    one that you want: a server can answer with an old one, which is valid too.\n\n\
    Examples:\n  curvemark drand verify --network quicknet round.json\n  curvemark drand verify --info info.json --json rounds.json"
)]
struct VerifyArguments {
    /// A network whose public key is known here
    #[arg(long, value_name = "NAME", group = "chain")]
    network: Option<Network>,
    /// The description of another network, as its servers answer to /info: its public key and its
    /// scheme. All verdicts rest on it
    #[arg(long, value_name = "FILE", group = "chain")]
    info: Option<String>,
    /// The rounds
    #[arg(value_name = "FILE")]
    rounds: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Network {
    /// The League of Entropy's first network, a round every 30 seconds
    Default,
    /// A round every 3 seconds, with signatures of 48 bytes
    Quicknet,
    /// Signatures on BN254, for Ethereum's contracts
    Evmnet,
}

/// What a server answers to `/info`. Version 2 of its interface has another name for the scheme.
#[derive(Deserialize)]
struct Info {
    public_key: String,
    #[serde(alias = "schemeID")]
    scheme: String,
}

/// What a server answers to `/public/N`.
#[derive(Deserialize)]
struct Round {
    round: u64,
    signature: String,
    previous_signature: Option<String>,
    randomness: Option<String>,
}

/// The answer.
#[derive(Serialize)]
struct Answer {
    valid: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rounds: Vec<Randomness>,
}

#[derive(Serialize)]
struct Randomness {
    round: u64,
    randomness: String,
}

/// Runs `drand`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let Tool::Verify(arguments) = &arguments.tool;
    let inputs = Inputs::default();
    let chain = match (arguments.network, &arguments.info) {
        (Some(Network::Default), _) => Chain::default_network(),
        (Some(Network::Quicknet), _) => Chain::quicknet(),
        (Some(Network::Evmnet), _) => Chain::evmnet(),
        (None, Some(file)) => described(&inputs, file)?,
        (None, None) => return Err(refuse("network", "--network or --info is needed")),
    };
    let file = inputs.document("rounds", &arguments.rounds)?;
    let is_list = file.bytes().trim_ascii_start().starts_with(b"[");
    let rounds: Vec<Round> = if is_list { file.json()? } else { vec![file.json()?] };
    if rounds.is_empty() {
        return Err(refuse(file.label(), "there are no rounds in it"));
    }
    judge(&chain, file.label(), &rounds, arguments.json, out)
}

fn described(inputs: &Inputs, file: &str) -> Result<Chain, Failure> {
    let info: Info = inputs.document("info", file)?.json()?;
    let scheme: Scheme = info
        .scheme
        .parse()
        .map_err(|reason| refuse("info", format_args!("'{}': {reason}", info.scheme)))?;
    let key = hex::decode(&info.public_key).map_err(because("public_key"))?;
    Chain::new(scheme, &key).map_err(because("info"))
}

fn judge(
    chain: &Chain,
    file: &str,
    rounds: &[Round],
    json: bool,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let bytes = |field: &str, round: &Round, digits: &str| {
        hex::decode(digits)
            .map_err(|reason| refuse(file, format!("round {}: {field}: {reason}", round.round)))
    };
    let mut parts = Vec::with_capacity(rounds.len());
    for round in rounds {
        let previous = round.previous_signature.as_deref();
        let previous = previous.map(|digits| bytes("previous_signature", round, digits));
        parts.push((bytes("signature", round, &round.signature)?, previous.transpose()?));
    }
    let beacons: Vec<_> = rounds
        .iter()
        .zip(&parts)
        .map(|(round, (signature, previous))| Beacon {
            round: round.round,
            signature,
            previous_signature: previous.as_deref(),
        })
        .collect();
    let mut rng = ChaCha20Rng::from_seed(*random_bytes()?);
    let randomness = match chain.verify_all(&beacons, &mut rng) {
        Ok(randomness) => randomness,
        Err(Error::NotSigned) => return not_valid(chain, &beacons, json, out),
        Err(_) => return Err(refused(chain, file, &beacons)),
    };
    let mut answers = Vec::with_capacity(rounds.len());
    for (round, randomness) in rounds.iter().zip(randomness) {
        let randomness = hex::encode(&randomness);
        if round.randomness.as_ref().is_some_and(|given| *given != randomness) {
            let reason = format!("the randomness of round {} is another one", round.round);
            return verdict(&reason, json, out);
        }
        answers.push(Randomness { round: round.round, randomness });
    }
    let text = if json {
        json_text(&Answer { valid: true, rounds: answers })?
    } else {
        answers.iter().map(|one| one.randomness.as_str()).collect::<Vec<_>>().join("\n")
    };
    answer(out, Exit::Good, &text)
}

/// Says which signature is not the network's.
fn not_valid(
    chain: &Chain,
    beacons: &[Beacon<'_>],
    json: bool,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let bad = beacons.iter().find(|beacon| chain.verify(beacon).is_err());
    let reason = bad.map_or_else(
        || "not all signatures are the network's".to_owned(),
        |beacon| format!("the signature of round {} is not the network's", beacon.round),
    );
    verdict(&reason, json, out)
}

fn verdict(reason: &str, json: bool, out: &mut dyn Write) -> Result<Exit, Failure> {
    let text = if json {
        json_text(&Answer { valid: false, rounds: Vec::new() })?
    } else {
        format!("not valid: {reason}")
    };
    answer(out, Exit::Invalid, &text)
}

/// Says which round is not acceptable.
fn refused(chain: &Chain, file: &str, beacons: &[Beacon<'_>]) -> Failure {
    let bad = beacons.iter().find_map(|beacon| match chain.verify(beacon) {
        Ok(_) | Err(Error::NotSigned) => None,
        Err(reason) => Some((beacon.round, reason)),
    });
    match bad {
        Some((round, reason)) => refuse(file, format_args!("round {round}: {reason}")),
        None => refuse(file, "the rounds cannot be verified together"),
    }
}
