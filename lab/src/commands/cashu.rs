//! `curvemark cashu`: the protocols of Cashu by hand, from key to verified proof: v3, and today's
//! under `legacy`.
//!
//! The exit codes are those of a [`tool`](super::tool).

mod keys;
mod legacy;
mod mint;
mod nutroot;
mod quotes;
mod secret_keys;
mod token_secrets;
mod transaction;
mod verify;
mod wallet;

use super::help::exit_codes;
use super::tool::input::Inputs;
use super::{Exit, Failure};
use clap::{Args, Subcommand};
use std::io::Write;

/// How values are given, where secrets go, and a whole round.
const HELP: &str = concat!(
    "A VALUE is hexadecimal in lower case or JSON of NUT-00 or NUT-01. It stands on the command line, in a file (@FILE) or on stdin \
     (-). A line break at the end of a file is not part of the value. What is given in JSON is answered in JSON.\n\n\
     Every user of a machine can see the command lines of all programs: keys, factors, seeds, secrets and proofs are read from files \
     or stdin (-) only. Files that hold such (--new-secret, --new-r, keygen) are for their owner only (mode 0600) and never replace a \
     file; a file with a secret that others can use is refused.\n\n\
     Example, a whole round in a shell:\n\n",
    include_str!("cashu/example.sh"),
    exit_codes!()
);

/// Arguments of `cashu`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false, after_help = HELP)]
pub struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Mint: make a secret key, or one for each amount, and show the public keys
    Keygen(mint::KeygenArguments),
    /// Show the id of a keyset
    KeysetId(mint::KeysetIdArguments),
    /// Wallet: blind a secret, B_ = r·hash_to_curve(secret)
    Blind(wallet::BlindArguments),
    /// Wallet: as `blind`, with secret and r of a seed and a counter (NUT-13)
    Derive(wallet::DeriveArguments),
    /// Mint: sign a blinded message, C_ = a·B_
    Sign(mint::SignArguments),
    /// Wallet: unblind a promise, C = r⁻¹·C_
    Unblind(wallet::UnblindArguments),
    /// Verify a proof, e(C, g2) = e(hash_to_curve(secret), K)
    Verify(verify::VerifyArguments),
    /// Verify many proofs at once, and name those that fail
    VerifyBatch(verify::BatchArguments),
    /// Secrets that are points: conditions, transactions, signatures (NUT-10)
    Nutroot(nutroot::NutrootArguments),
    /// Sign for mint quotes that are locked to a key (NUT-20)
    Quote(quotes::QuoteArguments),
    /// The same round on secp256k1, as today's wallets and mints do it
    Legacy(legacy::LegacyArguments),
}

/// Runs `cashu`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, for a promise that the mint did not sign, or if
/// `out` fails.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let inputs = Inputs::default();
    match &arguments.tool {
        Tool::Keygen(arguments) => mint::keygen(arguments, out),
        Tool::KeysetId(arguments) => mint::keyset_id(arguments, &inputs, out),
        Tool::Blind(arguments) => wallet::blind(arguments, &inputs, out),
        Tool::Derive(arguments) => wallet::derive(arguments, &inputs, out),
        Tool::Sign(arguments) => mint::sign(arguments, &inputs, out),
        Tool::Unblind(arguments) => wallet::unblind(arguments, &inputs, out),
        Tool::Verify(arguments) => verify::verify(arguments, &inputs, out),
        Tool::VerifyBatch(arguments) => verify::verify_batch(arguments, &inputs, out),
        Tool::Nutroot(arguments) => nutroot::run(arguments, &inputs, out),
        Tool::Quote(arguments) => quotes::run(arguments, &inputs, out),
        Tool::Legacy(arguments) => legacy::run(arguments, &inputs, out),
    }
}
