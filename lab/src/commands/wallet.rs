//! `curvemark wallet`: words, seeds, trees of keys and silent payments by hand. The exit codes are
//! those of a [`tool`](super::tool).

mod silent;

use super::help::exit_codes;
use super::tool::files::{SecretFile, digits, random_bytes};
use super::tool::input::Inputs;
use super::tool::signing::public_key_line;
use super::tool::{because, hex_line, json_line, line};
use super::{Exit, Failure};
use clap::{Args, Subcommand, ValueEnum};
use curvemark::ecdsa::{P256, Secp256k1};
use curvemark::wallets;
use curvemark::wallets::bip32::{ExtendedPrivateKey, ExtendedPublicKey};
use curvemark::wallets::bip39::{Language, Mnemonic};
use curvemark::wallets::slip10::{Curve, Ed25519Key, PrivateKey};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use zeroize::Zeroizing;

/// Arguments of `wallet`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = false, after_help = concat!(
    "Words, seeds, passphrases and private keys are read from files or from stdin (-), never from the command line, which every user of a machine can see. \
     Files with new secrets are for their owner only (mode 0600) and never replace a file; one that others can use is refused.\n\nExample:\n\n",
    include_str!("wallet/example.sh"),
    exit_codes!()
))]
pub struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Make the words of a new wallet (BIP 39)
    Mnemonic(MnemonicArguments),
    /// Make the seed of words and a passphrase, and show the fingerprint of its root
    Seed(SeedArguments),
    /// Derive a private key of a seed by a path (BIP 32, SLIP 10), and show the public key
    Derive(DeriveArguments),
    /// Derive a public key of an extended public key by a path (BIP 32)
    Child(ChildArguments),
    /// Show the address of a receiver of silent payments (BIP 352)
    Address(silent::AddressArguments),
    /// Look for silent payments in transactions
    Scan(silent::ScanArguments),
}

/// The language of the words.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum LanguageName {
    English,
    ChineseSimplified,
    ChineseTraditional,
    Czech,
    French,
    Italian,
    Japanese,
    Korean,
    Portuguese,
    Spanish,
}

impl From<LanguageName> for Language {
    fn from(name: LanguageName) -> Self {
        match name {
            LanguageName::English => Self::English,
            LanguageName::ChineseSimplified => Self::ChineseSimplified,
            LanguageName::ChineseTraditional => Self::ChineseTraditional,
            LanguageName::Czech => Self::Czech,
            LanguageName::French => Self::French,
            LanguageName::Italian => Self::Italian,
            LanguageName::Japanese => Self::Japanese,
            LanguageName::Korean => Self::Korean,
            LanguageName::Portuguese => Self::Portuguese,
            LanguageName::Spanish => Self::Spanish,
        }
    }
}

/// Which of Bitcoin's networks.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum NetworkName {
    /// The network with money
    Main,
    /// The test networks
    Test,
}

impl From<NetworkName> for wallets::Network {
    fn from(name: NetworkName) -> Self {
        match name {
            NetworkName::Main => Self::Main,
            NetworkName::Test => Self::Test,
        }
    }
}

#[derive(Debug, Args)]
#[command(
    after_help = "Whoever has the words has the wallet. The answer says how many there are.\n\nExample:\n  curvemark wallet mnemonic words --words 12"
)]
struct MnemonicArguments {
    /// Where to keep the words; must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many words
    #[arg(long, value_name = "NUMBER", default_value = "24", value_parser = words)]
    words: usize,
    /// The language of the words
    #[arg(long, value_name = "NAME", default_value = "english")]
    language: LanguageName,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// A number of words that a mnemonic has.
fn words(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| [12, 15, 18, 21, 24].contains(number));
    number.ok_or_else(|| "there are 12, 15, 18, 21 or 24 words".to_owned())
}

#[derive(Debug, Args)]
#[command(
    after_help = "The file of words has a space between two, as wallets show them. Another passphrase gives another wallet, and no error. The fingerprint \
    of the root (BIP 32) is public: other wallets show it too.\n\nExample:\n  curvemark wallet seed --words words --passphrase passphrase seed.hex"
)]
struct SeedArguments {
    /// The words: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    words: String,
    /// The passphrase: a file, or - for stdin; without it there is none
    #[arg(long, value_name = "FILE")]
    passphrase: Option<String>,
    /// The language of the words
    #[arg(long, value_name = "NAME", default_value = "english")]
    language: LanguageName,
    /// Where to keep the 64 bytes of the seed; must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// What kind of tree.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Tree {
    /// BIP 32: extended keys, xprv… and xpub…
    Bip32,
    /// The same keys, as 32 bytes for `curvemark ecdsa`, `schnorr` and silent payments
    Secp256k1,
    /// SLIP 10 on P-256, 32 bytes for `curvemark ecdsa`
    P256,
    /// SLIP 10 on Ed25519, 32 bytes for `curvemark eddsa`; hardened numbers only
    Ed25519,
}

#[derive(Debug, Args)]
#[command(
    after_help = "A path is m, then numbers of children, each behind a slash; ' or h marks hardened ones. The path m is the root.\n\n\
    Examples:\n  curvemark wallet derive --seed seed.hex --path m/84h/0h/0h account.xprv > account.xpub\n  \
    curvemark wallet derive --seed seed.hex --path m/352h/0h/0h/1h/0 --tree secp256k1 scan.key"
)]
struct DeriveArguments {
    /// The seed, 16 to 64 bytes: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    seed: String,
    /// The path from the root
    #[arg(long, value_name = "PATH")]
    path: String,
    /// The tree
    #[arg(long, value_name = "NAME", default_value = "bip32")]
    tree: Tree,
    /// The network of extended keys
    #[arg(long, value_name = "NAME", default_value = "main")]
    network: NetworkName,
    /// Where to keep the private key; must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The path begins at the key, whatever its depth. A public key has no hardened children.\n\n\
    Example:\n  curvemark wallet child --key @account.xpub --path m/0/5"
)]
struct ChildArguments {
    /// The extended public key
    #[arg(long, value_name = "VALUE")]
    key: String,
    /// The path from it
    #[arg(long, value_name = "PATH")]
    path: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Runs `wallet`.
///
/// # Errors
/// [`Failure`] for input that is not acceptable, or if `out` fails.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let inputs = Inputs::default();
    match &arguments.tool {
        Tool::Mnemonic(arguments) => mnemonic(arguments, out),
        Tool::Seed(arguments) => seed(arguments, &inputs, out),
        Tool::Derive(arguments) => derive(arguments, &inputs, out),
        Tool::Child(arguments) => child(arguments, &inputs, out),
        Tool::Address(arguments) => silent::address(arguments, &inputs, out),
        Tool::Scan(arguments) => silent::scan(arguments, &inputs, out),
    }
}

fn mnemonic(arguments: &MnemonicArguments, out: &mut dyn Write) -> Result<Exit, Failure> {
    let file = SecretFile::create("FILE", &arguments.file)?;
    let entropy = random_bytes()?;
    // 32 bits for three words.
    let bytes = 4 * (arguments.words / 3);
    let mnemonic = Mnemonic::from_entropy(arguments.language.into(), &entropy[..bytes])
        .map_err(because("words"))?;
    file.keep(&mnemonic.to_text())?;
    if arguments.json {
        json_line(out, &BTreeMap::from([("words", arguments.words)]))
    } else {
        line(out, &format!("{} words", arguments.words))
    }
}

fn seed(arguments: &SeedArguments, inputs: &Inputs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let words = inputs.secret_file("words", &arguments.words)?.secret("words")?;
    let mnemonic = Mnemonic::from_text(arguments.language.into(), &words);
    let mnemonic = mnemonic.map_err(because("words"))?;
    let passphrase = match &arguments.passphrase {
        Some(file) => inputs.secret_file("passphrase", file)?.secret("passphrase")?,
        None => Zeroizing::default(),
    };
    let file = SecretFile::create("FILE", &arguments.file)?;
    let seed = mnemonic.to_seed(&passphrase);
    let root = ExtendedPrivateKey::from_seed(seed.as_slice(), wallets::Network::Main);
    let root = root.map_err(because("words"))?;
    file.keep(&digits(seed.as_slice()))?;
    hex_line(out, arguments.json, "fingerprint", &root.fingerprint())
}

fn derive(
    arguments: &DeriveArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let seed = inputs.secret_file("seed", &arguments.seed)?.hex_of_any_length("seed")?;
    let path = &arguments.path;
    let file = || SecretFile::create("FILE", &arguments.file);
    match arguments.tree {
        Tree::Bip32 => {
            let root = ExtendedPrivateKey::from_seed(&seed, arguments.network.into());
            let key = root.map_err(because("seed"))?.derive(path).map_err(because("path"))?;
            file()?.keep(&key.to_xprv())?;
            text_line(out, arguments.json, "xpub", &key.public().to_xpub())
        }
        Tree::Secp256k1 => {
            let (secret, public) = of_tree::<Secp256k1>(&seed, path)?;
            file()?.keep(&digits(secret.as_slice()))?;
            public_key_line(out, arguments.json, &public)
        }
        Tree::P256 => {
            let (secret, public) = of_tree::<P256>(&seed, path)?;
            file()?.keep(&digits(secret.as_slice()))?;
            public_key_line(out, arguments.json, &public)
        }
        Tree::Ed25519 => {
            let root = Ed25519Key::from_seed(&seed).map_err(because("seed"))?;
            let key = root.derive(path).map_err(because("path"))?;
            file()?.keep(&digits(key.secret_bytes().as_slice()))?;
            public_key_line(out, arguments.json, &key.signing_key().public_bytes())
        }
    }
}

/// A private key of SLIP-10 and its public key.
fn of_tree<C: Curve>(seed: &[u8], path: &str) -> Result<(Zeroizing<[u8; 32]>, [u8; 33]), Failure> {
    let root = PrivateKey::<C>::from_seed(seed).map_err(because("seed"))?;
    let key = root.derive(path).map_err(because("path"))?;
    Ok((key.secret_bytes(), key.public().to_sec1()))
}

fn child(
    arguments: &ChildArguments,
    inputs: &Inputs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let text = inputs.value("key", &arguments.key)?;
    let text = String::from_utf8_lossy(text.bytes().trim_ascii()).into_owned();
    let key = ExtendedPublicKey::from_xpub(&text).map_err(because("key"))?;
    let key = key.derive(&arguments.path).map_err(because("path"))?;
    text_line(out, arguments.json, "xpub", &key.to_xpub())
}

/// Writes a text, or an object that has it under a name.
fn text_line(out: &mut dyn Write, json: bool, field: &str, text: &str) -> Result<Exit, Failure> {
    if json { json_line(out, &BTreeMap::from([(field, text)])) } else { line(out, text) }
}
