//! Sums of signatures.

use super::{InSuite, SuiteName, on};
use crate::commands::tool::input::{Inputs, Line};
use crate::commands::tool::signing::{answer, message};
use crate::commands::tool::{because, hex_line, refuse, verdict};
use crate::commands::{Exit, Failure};
use clap::{ArgGroup, Args};
use curvemark::bls::suite::{AggregateKey, ProofSuite, Scheme};
use curvemark::bls::{
    AggregateSignature, Error, ProofOfPossession, ProvenPublicKey, PublicKey, Signature, Suite,
    min_pk, min_sig,
};
use std::io::Write;

/// Arguments of `aggregate`.
#[derive(Debug, Args)]
#[command(after_help = "The signatures stand in lines, one in each.\n\n\
    Example:\n  cat signature*.hex | curvemark bls aggregate - > aggregate.hex")]
pub struct AggregateArguments {
    #[command(flatten)]
    suite: InSuite,
    /// The signatures: a file, or - for stdin
    #[arg(value_name = "FILE")]
    signatures: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Arguments of `verify-aggregate`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("which messages").required(true).args(["message", "hex"]))]
#[command(
    after_help = "A line of KEYS is a public key, and in the suites min-pk and min-sig its proof of possession behind a blank: with a key that \
    nobody proved, signatures of others are forged. --assume-possession takes keys without a proof on your word that it was verified before. \
    A key that stands twice counts twice.\n\n\
    There is one message, which all keys signed, or one for each key in the order of the keys. The answer is `valid` (0) or `not valid` (7).\n\n\
    Example:\n  curvemark bls verify-aggregate --keys keys.txt --signature @aggregate.hex message.txt"
)]
pub struct VerifyArguments {
    #[command(flatten)]
    suite: InSuite,
    /// The public keys: a file, or - for stdin
    #[arg(long, value_name = "KEYS")]
    keys: String,
    /// Take keys without a proof of possession
    #[arg(long)]
    assume_possession: bool,
    /// The sum of the signatures
    #[arg(long, value_name = "VALUE")]
    signature: String,
    /// The messages: files, or - for stdin
    #[arg(value_name = "MESSAGE")]
    message: Vec<String>,
    /// A message in hexadecimal; may be given again
    #[arg(long, value_name = "VALUE")]
    hex: Vec<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Runs `aggregate`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub(super) fn aggregate(
    arguments: &AggregateArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    on!(arguments.suite, sum(arguments, inputs, out))
}

fn sum<S: Suite>(
    arguments: &AggregateArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let text = inputs.document("FILE", &arguments.signatures)?;
    let mut signatures = Vec::new();
    for line in text.lines()? {
        for word in line.words() {
            let bytes = word.hex_of_length(&line.place(), Signature::<S>::BYTES)?;
            signatures.push(Signature::<S>::from_bytes(&bytes).map_err(because(&line.place()))?);
        }
    }
    let sum = AggregateSignature::aggregate(&signatures).map_err(because(text.label()))?;
    hex_line(out, arguments.json, "signature", sum.to_bytes().as_ref())
}

/// Runs `verify-aggregate`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub(super) fn verify(
    arguments: &VerifyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    on!(
        arguments.suite,
        verify_proven(arguments, inputs, out),
        verify_plain(arguments, inputs, out)
    )
}

/// In the suites with proofs of possession.
fn verify_proven<S: ProofSuite>(
    arguments: &VerifyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let text = inputs.document("KEYS", &arguments.keys)?;
    let mut keys = Vec::new();
    let mut unproven = None;
    for line in text.lines()? {
        match proven::<S>(&line, arguments.assume_possession)? {
            Some(key) => keys.push(key),
            None => unproven = unproven.or_else(|| Some(line.place())),
        }
    }
    let (signature, messages) = signed::<S>(arguments, inputs)?;
    if let Some(place) = unproven {
        let reason = format_args!("{place}: the proof of possession is not that of the key");
        return verdict(out, arguments.json, false, reason);
    }
    let verdict = match &messages[..] {
        [message] => signature.fast_aggregate_verify(&keys, message),
        messages => signature.aggregate_verify(&keys, messages),
    };
    judge(arguments, keys.len(), verdict, out)
}

/// In the others.
fn verify_plain<S: Suite<Scheme: Scheme<AggregateKey<S> = PublicKey<S>>>>(
    arguments: &VerifyArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    if arguments.assume_possession {
        return Err(refuse(
            "--assume-possession",
            "possession is proved in min-pk and min-sig only",
        ));
    }
    let text = inputs.document("KEYS", &arguments.keys)?;
    let keys: Vec<AggregateKey<S>> =
        text.lines()?.iter().map(plain::<S>).collect::<Result<_, _>>()?;
    let (signature, mut messages) = signed::<S>(arguments, inputs)?;
    if let [message] = &messages[..] {
        messages = vec![message.clone(); keys.len()];
    }
    judge(arguments, keys.len(), signature.aggregate_verify(&keys, &messages), out)
}

/// A key and its proof; `None` if that is another's.
fn proven<S: ProofSuite>(
    line: &Line<'_>,
    assume: bool,
) -> Result<Option<ProvenPublicKey<S>>, Failure> {
    let words: Vec<_> = line.words().collect();
    let place = &line.place();
    let key = |bytes: &[u8]| PublicKey::<S>::from_bytes(bytes).map_err(because(place));
    match &words[..] {
        [digits] if assume => Ok(Some(
            key(&digits.hex_of_length(place, PublicKey::<S>::BYTES)?)?
                .assume_possession_unchecked(),
        )),
        [_] => Err(refuse(
            place,
            "a key without a proof of possession; --assume-possession takes it on your word",
        )),
        [digits, proof] => {
            let key = key(&digits.hex_of_length(place, PublicKey::<S>::BYTES)?)?;
            let proof = proof.hex_of_length(place, ProofOfPossession::<S>::BYTES)?;
            let proof = ProofOfPossession::from_bytes(&proof).map_err(because(place))?;
            Ok(key.verify_possession(&proof).ok())
        }
        _ => Err(refuse(place, "more than a key and a proof")),
    }
}

/// A key alone.
fn plain<S: Suite>(line: &Line<'_>) -> Result<PublicKey<S>, Failure> {
    let words: Vec<_> = line.words().collect();
    let [digits] = &words[..] else { return Err(refuse(&line.place(), "more than a key")) };
    let bytes = digits.hex_of_length(&line.place(), PublicKey::<S>::BYTES)?;
    PublicKey::from_bytes(&bytes).map_err(because(&line.place()))
}

type Messages = Vec<Vec<u8>>;

fn signed<S: Suite>(
    arguments: &VerifyArguments,
    inputs: &Inputs,
) -> Result<(AggregateSignature<S>, Messages), Failure> {
    let signature = inputs.value("signature", &arguments.signature)?;
    let signature = signature.hex_of_length("signature", Signature::<S>::BYTES)?;
    let signature = AggregateSignature::from_bytes(&signature).map_err(because("signature"))?;
    let files = arguments.message.iter().map(|file| message(inputs, Some(file), None));
    let messages =
        files.chain(arguments.hex.iter().map(|digits| message(inputs, None, Some(digits))));
    Ok((signature, messages.map(|message| Ok(message?.to_vec())).collect::<Result<_, Failure>>()?))
}

/// Writes the verdict.
fn judge(
    arguments: &VerifyArguments,
    keys: usize,
    verdict: Result<(), Error>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    match verdict {
        Err(Error::LengthMismatch) => Err(refuse(
            "message",
            format_args!("there must be one, or one for each of the {keys} keys"),
        )),
        Err(reason @ (Error::Empty | Error::KeysCancel)) => Err(refuse("KEYS", reason)),
        Err(reason @ Error::RepeatedMessage) => Err(refuse("message", reason)),
        verdict => answer(out, arguments.json, verdict, &Error::NotSigned),
    }
}
