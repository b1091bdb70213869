//! Keys that are shared, and signatures of as many parties as are needed.

use super::{InSuite, SuiteName};
use crate::commands::tool::files::{SecretFile, digits, random_bytes};
use crate::commands::tool::input::{Inputs, Line, Text};
use crate::commands::tool::signing::{Message, secret_key};
use crate::commands::tool::{because, hex_line, json_line, line, refuse, verdict};
use crate::commands::{Exit, Failure};
use clap::Args;
use curvemark::bls::threshold::{
    Commitment, Committee, Error, Index, PartialSignature, Polynomial,
};
use curvemark::bls::{PublicKey, SecretKey, Signature, Suite, min_pk, min_sig};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Arguments of `split`.
#[derive(Debug, Args)]
#[command(
    after_help = "The share of party 1 goes to the file SHARE.1, and so on: each is a secret key, with which `bls sign` makes the party's signature. The answer is the \
    dealer's commitment, a point in each line, the public key first: everybody needs it. Whoever has as many shares as are needed has the key.\n\n\
    Example:\n  curvemark bls split --key secret.key --needed 2 --parties 3 share > commitment.txt"
)]
pub struct SplitArguments {
    #[command(flatten)]
    suite: InSuite,
    /// The secret key: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    key: String,
    /// How many parties sign together
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1000))]
    needed: u32,
    /// How many parties there are
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1000))]
    parties: u32,
    /// Where to keep the shares: files with the party's number behind this name; must not exist
    #[arg(value_name = "SHARE")]
    share: PathBuf,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Arguments of `combine`.
#[derive(Debug, Args)]
#[command(
    after_help = "A line of PARTIALS is the number of a party and its signature behind a blank. The answer is the signature of the shared key, which is verified; or \
    `not valid` (7) with the parties whose signatures are wrong, if too few are good.\n\n\
    Example:\n  curvemark bls combine --commitment commitment.txt --partials partials.txt message.txt > signature.hex"
)]
pub struct CombineArguments {
    #[command(flatten)]
    suite: InSuite,
    /// The dealer's commitment: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    commitment: String,
    /// The parties' signatures: a file, or - for stdin
    #[arg(long, value_name = "PARTIALS")]
    partials: String,
    #[command(flatten)]
    message: Message,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Calls a function for the suite of this name, unless shares of it would sign other messages.
macro_rules! shared {
    ($suite:expr, $function:ident($($argument:expr),*)) => {
        match $suite.suite {
            SuiteName::PkPossession => $function::<min_pk::Possession>($($argument),*),
            SuiteName::SigPossession => $function::<min_sig::Possession>($($argument),*),
            SuiteName::PkBasic => $function::<min_pk::Basic>($($argument),*),
            SuiteName::SigBasic => $function::<min_sig::Basic>($($argument),*),
            SuiteName::PkAugmented | SuiteName::SigAugmented => Err(refuse(
                "--suite",
                "in the augmented suites each share would sign another message; the others can be shared",
            )),
        }
    };
}

/// Runs `split`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub(super) fn split(
    arguments: &SplitArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    shared!(arguments.suite, deal(arguments, inputs, out))
}

/// Runs `combine`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub(super) fn combine(
    arguments: &CombineArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    shared!(arguments.suite, join(arguments, inputs, out))
}

fn deal<S: Suite>(
    arguments: &SplitArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    if arguments.needed > arguments.parties {
        return Err(refuse("--needed", "more parties would be needed than there are"));
    }
    let key = secret_key(inputs, "key", &arguments.key, SecretKey::<S>::from_bytes)?;
    let mut rng = ChaCha20Rng::from_seed(*random_bytes()?);
    let polynomial = Polynomial::of_key(&key, arguments.needed as usize, &mut rng)
        .map_err(because("--needed"))?;
    // All or none: a file that is there already is found before any is written.
    let mut files = Vec::new();
    for index in (1..=arguments.parties).filter_map(Index::new) {
        files.push((index, SecretFile::create("SHARE", &numbered(&arguments.share, index))?));
    }
    for (index, file) in files {
        let share = polynomial.share(index).map_err(because("SHARE"))?;
        file.keep(&digits(share.secret_key().to_bytes().as_slice()))?;
    }
    let commitment = polynomial.commitment();
    let points = commitment.points().iter();
    let points: Vec<String> =
        points.map(|point| base16ct::lower::encode_string(point.to_bytes().as_ref())).collect();
    if arguments.json {
        json_line(out, &BTreeMap::from([("commitment", points)]))
    } else {
        line(out, &points.join("\n"))
    }
}

/// A name with a number behind it.
fn numbered(name: &Path, number: Index) -> PathBuf {
    let mut name = name.as_os_str().to_owned();
    name.push(format!(".{number}"));
    name.into()
}

fn join<S: Suite>(
    arguments: &CombineArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let text = inputs.document("commitment", &arguments.commitment)?;
    let commitment = committed::<S>(&text)?;
    let text = inputs.document("partials", &arguments.partials)?;
    let partials: Vec<PartialSignature<S>> =
        text.lines()?.iter().map(partial).collect::<Result<_, _>>()?;
    let message = arguments.message.read(inputs)?;
    let parties: Vec<Index> = partials.iter().map(PartialSignature::index).collect();
    if parties.len() < commitment.threshold() {
        let needed = commitment.threshold();
        let reason = format!("{needed} signatures are needed, and there are {}", parties.len());
        return Err(refuse(text.label(), reason));
    }
    let committee = Committee::new(&commitment, &parties).map_err(because(text.label()))?;
    match committee.combine(&message, &partials) {
        Ok(signature) => hex_line(out, arguments.json, "signature", signature.to_bytes().as_ref()),
        Err(reason @ Error::TooFew { .. }) => {
            let bad = committee.find_invalid(&message, &partials).map_err(because(text.label()))?;
            let bad: Vec<String> = bad.iter().map(Index::to_string).collect();
            let reason = format!("{reason}; wrong are those of parties {}", bad.join(", "));
            verdict(out, arguments.json, false, reason)
        }
        Err(reason) => Err(because(text.label())(reason)),
    }
}

/// A commitment's points, one in each line.
fn committed<S: Suite>(text: &Text) -> Result<Commitment<S>, Failure> {
    let mut points = Vec::new();
    for line in text.lines()? {
        for word in line.words() {
            let bytes = word.hex_of_length(&line.place(), PublicKey::<S>::BYTES)?;
            points.push(PublicKey::<S>::from_bytes(&bytes).map_err(because(&line.place()))?);
        }
    }
    Commitment::new(points).map_err(because(text.label()))
}

/// The number of a party and its signature.
fn partial<S: Suite>(line: &Line<'_>) -> Result<PartialSignature<S>, Failure> {
    let words: Vec<Text> = line.words().collect();
    let [index, signature] = words.as_slice() else {
        return Err(refuse(&line.place(), "not the number of a party and its signature"));
    };
    let index = str::from_utf8(index.bytes()).ok().and_then(|index| index.parse::<Index>().ok());
    let index = index
        .ok_or_else(|| refuse(&line.place(), "the number of a party is from 1 to 2^32 - 1"))?;
    let signature = signature.hex_of_length(&line.place(), Signature::<S>::BYTES)?;
    let signature = Signature::from_bytes(&signature).map_err(because(&line.place()))?;
    Ok(PartialSignature::new(index, signature))
}
