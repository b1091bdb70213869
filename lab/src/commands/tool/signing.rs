//! What the tools of signature schemes share: their arguments, keys in files, messages, verdicts.

use super::files::{SecretFile, digits};
use super::input::{Inputs, Text};
use super::{because, hex_line};
use crate::commands::{Exit, Failure};
use clap::Args;
use std::fmt::Display;
use std::io::Write;
use std::path::PathBuf;
use zeroize::Zeroizing;

/// Of the help of each scheme: how values are given, and where secrets go.
macro_rules! help {
    ($example:literal) => {
        concat!(
            "A VALUE is hexadecimal in lower case: on the command line, in a file (@FILE) or on stdin (-). A message is a file or stdin of at most 256 MiB, \
             and every byte of it is signed, a line break at its end too; or --hex VALUE.\n\n\
             A secret key is read from its file or from stdin, never from the command line, which every user of a machine can see. Files with \
             new secrets are for their owner only (mode 0600) and never replace a file; one that others can use is refused.\n\n\
             Example:\n\n",
            include_str!($example),
            crate::commands::help::exit_codes!()
        )
    };
}
pub(in crate::commands) use help;

/// Where a new secret goes.
#[derive(Debug, Args)]
pub struct NewFile {
    /// Where to keep the secret key; must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl NewFile {
    /// Makes a secret key, keeps its 32 bytes in the file, and answers with the public key.
    ///
    /// # Errors
    /// [`Exit::Usage`] if the file exists or cannot be made, or if `make` fails; if `out` fails. In
    /// the last case the secret is kept.
    pub fn keep(
        &self,
        out: &mut dyn Write,
        make: impl FnOnce() -> Result<(Zeroizing<[u8; 32]>, Vec<u8>), Failure>,
    ) -> Result<Exit, Failure> {
        let file = SecretFile::create("FILE", &self.file)?;
        let (secret, public) = make()?;
        file.keep(&digits(secret.as_slice()))?;
        public_key_line(out, self.json, &public)
    }
}

/// Whose public key is asked for.
#[derive(Debug, Args)]
pub struct PublicKeyOf {
    /// The secret key: a file, or - for stdin
    #[arg(value_name = "FILE")]
    file: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl PublicKeyOf {
    /// The secret key.
    ///
    /// # Errors
    /// [`Exit::Usage`] if it is none.
    pub fn secret<K, E: Display>(
        &self,
        inputs: &Inputs,
        make: impl FnOnce(&[u8]) -> Result<K, E>,
    ) -> Result<K, Failure> {
        secret_key(inputs, "FILE", &self.file, make)
    }

    /// Writes the answer.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn answer(&self, out: &mut dyn Write, public: &[u8]) -> Result<Exit, Failure> {
        public_key_line(out, self.json, public)
    }

    /// Whether JSON is wanted.
    pub const fn json(&self) -> bool {
        self.json
    }
}

/// What is signed with.
#[derive(Debug, Args)]
pub struct Signer {
    /// The secret key: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    key: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl Signer {
    /// The secret key.
    ///
    /// # Errors
    /// [`Exit::Usage`] if it is none.
    pub fn secret<K, E: Display>(
        &self,
        inputs: &Inputs,
        make: impl FnOnce(&[u8]) -> Result<K, E>,
    ) -> Result<K, Failure> {
        secret_key(inputs, "key", &self.key, make)
    }

    /// Writes a signature.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn answer(&self, out: &mut dyn Write, signature: &[u8]) -> Result<Exit, Failure> {
        hex_line(out, self.json, "signature", signature)
    }
}

/// What is verified with.
#[derive(Debug, Args)]
pub struct Verifier {
    /// The public key
    #[arg(long, value_name = "VALUE")]
    key: String,
    /// The signature
    #[arg(long, value_name = "VALUE")]
    signature: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl Verifier {
    /// The public key as it was given.
    ///
    /// # Errors
    /// [`Exit::Usage`] if it cannot be read.
    pub fn key(&self, inputs: &Inputs) -> Result<Text, Failure> {
        inputs.value("key", &self.key)
    }

    /// The signature as it was given.
    ///
    /// # Errors
    /// [`Exit::Usage`] if it cannot be read.
    pub fn signature(&self, inputs: &Inputs) -> Result<Text, Failure> {
        inputs.value("signature", &self.signature)
    }

    /// Writes the verdict; `not_signed` is the error that is one.
    ///
    /// # Errors
    /// [`Exit::Usage`] for any other error, or if `out` fails.
    pub fn answer<E: Display + PartialEq>(
        &self,
        out: &mut dyn Write,
        verdict: Result<(), E>,
        not_signed: &E,
    ) -> Result<Exit, Failure> {
        answer(out, self.json, verdict, not_signed)
    }
}

/// Writes a verdict; `not_signed` is the error that is one.
///
/// # Errors
/// [`Exit::Usage`] for any other error, or if `out` fails.
pub fn answer<E: Display + PartialEq>(
    out: &mut dyn Write,
    json: bool,
    verdict: Result<(), E>,
    not_signed: &E,
) -> Result<Exit, Failure> {
    match verdict {
        Err(reason) if reason != *not_signed => Err(because("signature")(reason)),
        verdict => super::verdict(out, json, verdict.is_ok(), not_signed),
    }
}

/// What is signed.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct Message {
    /// The message: a file, or - for stdin
    #[arg(value_name = "MESSAGE")]
    message: Option<String>,
    /// The message in hexadecimal
    #[arg(long, value_name = "VALUE")]
    hex: Option<String>,
}

impl Message {
    /// Its bytes.
    ///
    /// # Errors
    /// [`Exit::Usage`] if it cannot be read.
    pub fn read(&self, inputs: &Inputs) -> Result<Zeroizing<Vec<u8>>, Failure> {
        message(inputs, self.message.as_deref(), self.hex.as_deref())
    }
}

/// A message out of a file or in hexadecimal; an empty one if neither is given, which arguments do
/// not allow.
///
/// # Errors
/// [`Exit::Usage`] if it cannot be read.
pub fn message(
    inputs: &Inputs,
    file: Option<&str>,
    hex: Option<&str>,
) -> Result<Zeroizing<Vec<u8>>, Failure> {
    match (file, hex) {
        (_, Some(digits)) => inputs.value("message", digits)?.hex_of_any_length("message"),
        (Some(file), None) => Ok(inputs.message("message", file)?.into_bytes()),
        (None, None) => Ok(Zeroizing::default()),
    }
}

/// The secret key of a file: 64 digits.
///
/// # Errors
/// [`Exit::Usage`] if there is none.
pub fn secret_key<K, E: Display>(
    inputs: &Inputs,
    field: &str,
    file: &str,
    make: impl FnOnce(&[u8]) -> Result<K, E>,
) -> Result<K, Failure> {
    let bytes = inputs.secret_file(field, file)?.hex::<32>(field)?;
    make(bytes.as_slice()).map_err(because(field))
}

/// Writes a public key.
///
/// # Errors
/// If `out` fails.
pub fn public_key_line(out: &mut dyn Write, json: bool, public: &[u8]) -> Result<Exit, Failure> {
    hex_line(out, json, "public_key", public)
}
