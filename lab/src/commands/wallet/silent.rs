//! Silent payments: the addresses of a receiver, and what pays it.

use super::{NetworkName, text_line};
use crate::commands::tool::files::{SecretFile, digits};
use crate::commands::tool::input::Inputs;
use crate::commands::tool::signing::secret_key;
use crate::commands::tool::{because, json_line, line, refuse};
use crate::commands::{Exit, Failure};
use clap::Args;
use curvemark::curve::secp256k1::{AffinePoint, SecretScalar};
use curvemark::encoding::hex;
use curvemark::wallets::bip352::{Payment, Receiver, Transaction, Tweak};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use zeroize::Zeroizing;

/// Who receives.
#[derive(Debug, Args)]
struct Keys {
    /// The secret key to scan by: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    scan_key: String,
    /// The public key to spend by, 33 bytes
    #[arg(long, value_name = "VALUE")]
    spend: String,
}

impl Keys {
    fn receiver(&self, inputs: &Inputs) -> Result<Receiver, Failure> {
        let scan = secret_key(inputs, "scan-key", &self.scan_key, SecretScalar::from_be_bytes)?;
        let spend = inputs.value("spend", &self.spend)?.hex::<33>("spend")?;
        let spend =
            AffinePoint::from_sec1_compressed(spend.as_slice()).map_err(because("spend"))?;
        Receiver::new(&scan, &spend).map_err(because("scan-key"))
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  curvemark wallet address --scan-key scan.key --spend @spend.pub"
)]
pub struct AddressArguments {
    #[command(flatten)]
    keys: Keys,
    /// A label from 1 on, by which payments are told apart
    #[arg(long, value_name = "NUMBER")]
    label: Option<u32>,
    /// The network
    #[arg(long, value_name = "NAME", default_value = "main")]
    network: NetworkName,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The file is a list of transactions, of at most 16 MiB: [{\"tweak\": \"02…\", \"outputs\": [\"…\"]}]. A tweak is the 33 bytes that servers of light \
    clients have of each transaction, and an output the 32 bytes of a taproot output. Payments without a label and change are always looked for.\n\n\
    The answer is a line for each payment: the number of the transaction and of the output, both counted from 0, the output, and the label if there is \
    one (0 is change); or `no payments`. With --tweaks what spends them, next to the key to spend by, is kept in a file for its owner.\n\n\
    Example:\n  curvemark wallet scan --scan-key scan.key --spend @spend.pub block.json"
)]
pub struct ScanArguments {
    #[command(flatten)]
    keys: Keys,
    /// A label to look for, of an address that was given out; may be repeated
    #[arg(long, value_name = "NUMBER")]
    label: Vec<u32>,
    /// The transactions
    #[arg(value_name = "FILE")]
    transactions: String,
    /// Where to keep what is to be added to the key to spend by, for each payment; must not exist
    #[arg(long, value_name = "FILE")]
    tweaks: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// A transaction of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    tweak: String,
    outputs: Vec<String>,
}

/// A payment of the answer.
#[derive(Serialize)]
struct Found {
    transaction: usize,
    output: usize,
    key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<u32>,
}

/// Runs `wallet address`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub fn address(
    arguments: &AddressArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let mut receiver = arguments.keys.receiver(inputs)?;
    let network = arguments.network.into();
    let address = match arguments.label {
        Some(label) => receiver.labelled_address(label, network).map_err(because("label"))?,
        None => receiver.address(network),
    };
    text_line(out, arguments.json, "address", &address.to_text())
}

/// Runs `wallet scan`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub fn scan(
    arguments: &ScanArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let mut receiver = arguments.keys.receiver(inputs)?;
    for label in &arguments.label {
        receiver.add_label(*label).map_err(because("label"))?;
    }
    let file = inputs.document("transactions", &arguments.transactions)?;
    let given: Vec<Given> = file.json()?;
    let mut parsed = Vec::with_capacity(given.len());
    for (number, transaction) in given.iter().enumerate() {
        parsed.push(transaction.parse(file.label(), number)?);
    }
    let transactions: Vec<Transaction<'_>> =
        parsed.iter().map(|(tweak, outputs)| Transaction { tweak: *tweak, outputs }).collect();
    let keep = arguments.tweaks.as_deref().map(|path| SecretFile::create("tweaks", path));
    let keep = keep.transpose()?;
    let payments = receiver.scan(&transactions);
    if let Some(file) = keep {
        file.keep(&tweaks(&payments))?;
    }
    let found: Vec<Found> = payments.iter().map(Found::new).collect();
    if arguments.json {
        return json_line(out, &BTreeMap::from([("payments", found)]));
    }
    if found.is_empty() {
        return line(out, "no payments");
    }
    let lines: Vec<String> = found.iter().map(Found::text).collect();
    line(out, &lines.join("\n"))
}

impl Given {
    /// What is scanned; `number` says in errors which transaction of the file it is.
    fn parse(&self, file: &str, number: usize) -> Result<(Tweak, Vec<[u8; 32]>), Failure> {
        let place = |what: &str| format!("transaction {number}: {what}");
        let tweak = hex::decode(&self.tweak)
            .map_err(|reason| refuse(file, format!("{}: {reason}", place("tweak"))))?;
        let tweak = Tweak::from_bytes(&tweak)
            .map_err(|reason| refuse(file, format!("{}: {reason}", place("tweak"))))?;
        let output = |(index, text): (usize, &String)| {
            let bytes = hex::decode(text).ok();
            bytes.and_then(|bytes| bytes.try_into().ok()).ok_or_else(|| {
                let place = place(&format!("output {index}"));
                refuse(file, format!("{place}: not 64 lower-case hexadecimal digits"))
            })
        };
        let outputs = self.outputs.iter().enumerate().map(output).collect::<Result<_, _>>()?;
        Ok((tweak, outputs))
    }
}

impl Found {
    fn new(payment: &Payment) -> Self {
        Self {
            transaction: payment.transaction(),
            output: payment.output(),
            key: hex::encode(&payment.key()),
            label: payment.label(),
        }
    }

    fn text(&self) -> String {
        let label = self.label.map_or_else(String::new, |label| format!(" {label}"));
        format!("{} {} {}{label}", self.transaction, self.output, self.key)
    }
}

/// What spends the payments, as JSON, built by hand so that there is one copy and it is wiped.
fn tweaks(payments: &[Payment]) -> Zeroizing<String> {
    const LONGEST_ENTRY: usize = 2 * 20 + 64 + 48;
    let mut text = Zeroizing::new(String::with_capacity(2 + payments.len() * LONGEST_ENTRY));
    text.push('[');
    for (index, payment) in payments.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let (transaction, output) = (payment.transaction(), payment.output());
        text.push_str(&format!(
            "{comma}{{\"transaction\":{transaction},\"output\":{output},\"tweak\":\""
        ));
        text.push_str(&digits(payment.tweak().to_be_bytes().as_slice()));
        text.push_str("\"}");
    }
    text.push(']');
    text
}
