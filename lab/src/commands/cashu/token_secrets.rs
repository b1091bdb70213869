//! What a wallet keeps of a token until it is spent, the secret and the blinding factor r: read, or
//! made, and kept in files; of both protocols.

use super::secret_keys::Secret;
use crate::commands::Failure;
use crate::commands::tool::because;
use crate::commands::tool::files::{SecretFile, digits, random_bytes, random_scalar};
use crate::commands::tool::input::Inputs;
use clap::{ArgGroup, Args};
use curvemark::cashu::nutroot::{Message, PublicKey, SecretKey};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// Each of both is given, or made and kept.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("which secret").required(true).args(["secret", "new_secret"]))]
#[command(group = ArgGroup::new("which r").required(true).args(["r", "new_r"]))]
pub struct GivenOrNew {
    /// The secret of the token, text: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    secret: Option<String>,
    /// Make a random secret, and keep it in this file
    #[arg(long, value_name = "FILE")]
    new_secret: Option<PathBuf>,
    /// The blinding factor r: a file, or - for stdin
    #[arg(long, value_name = "FILE")]
    r: Option<String>,
    /// Make a random r, and keep it in this file
    #[arg(long, value_name = "FILE")]
    new_r: Option<PathBuf>,
}

impl GivenOrNew {
    /// Both; files are made before anything is drawn, so that none is written over.
    ///
    /// # Errors
    /// [`Failure`] for input that is not acceptable, or for a file that exists or cannot be made.
    pub fn take<R: Secret>(&self, inputs: &Inputs) -> Result<(Zeroizing<String>, R), Failure> {
        let given_secret =
            self.secret.as_deref().map(|secret| read_secret(inputs, secret)).transpose()?;
        let given_r = self.r.as_deref().map(|r| read_r(inputs, r)).transpose()?;
        let new = |field, path: &Option<PathBuf>| {
            path.as_deref().map(|path: &Path| SecretFile::create(field, path)).transpose()
        };
        let secret_file = new("--new-secret", &self.new_secret)?;
        let r_file = new("--new-r", &self.new_r)?;
        let secret = match given_secret {
            Some(secret) => secret,
            None => digits(random_bytes()?.as_ref()),
        };
        let r: R = match given_r {
            Some(r) => r,
            None => random_scalar(R::from_bytes)?,
        };
        if let Some(file) = secret_file {
            file.keep(&secret)?;
        }
        if let Some(file) = r_file {
            file.keep(&digits(r.to_bytes().as_ref()))?;
        }
        Ok((secret, r))
    }
}

/// Both follow from a seed, and are kept.
#[derive(Debug, Args)]
pub struct Kept {
    /// Keep the secret in this file
    #[arg(long, value_name = "FILE")]
    new_secret: PathBuf,
    /// Keep r in this file
    #[arg(long, value_name = "FILE")]
    new_r: PathBuf,
}

impl Kept {
    /// Keeps both, or neither.
    ///
    /// # Errors
    /// [`Failure`] for a file that exists or cannot be made.
    pub fn keep<R: Secret>(&self, secret: &str, r: &R) -> Result<(), Failure> {
        let secret_file = SecretFile::create("--new-secret", &self.new_secret)?;
        let r_file = SecretFile::create("--new-r", &self.new_r)?;
        secret_file.keep(secret)?;
        r_file.keep(&digits(r.to_bytes().as_ref()))
    }
}

/// The secret of a token.
///
/// # Errors
/// [`Failure`] for what is no text of one line.
pub fn read_secret(inputs: &Inputs, given: &str) -> Result<Zeroizing<String>, Failure> {
    inputs.secret_file("secret", given)?.secret("secret")
}

/// A secret key on secp256k1, which stands in a file of its owner.
///
/// # Errors
/// [`Failure`] for what is no key.
pub fn read_key(inputs: &Inputs, field: &str, given: &str) -> Result<SecretKey, Failure> {
    SecretKey::from_bytes(inputs.secret_file(field, given)?.hex::<32>(field)?.as_ref())
        .map_err(because(field))
}

/// A public key on secp256k1.
///
/// # Errors
/// [`Failure`] for what is no key.
pub fn read_public_key(inputs: &Inputs, field: &str, given: &str) -> Result<PublicKey, Failure> {
    PublicKey::from_bytes(inputs.value(field, given)?.hex::<33>(field)?.as_ref())
        .map_err(because(field))
}

/// What a mint of v3 signs for a secret: of a point its bytes, of another text that.
///
/// # Errors
/// [`Failure`] for what is as long as a point and is none.
pub fn message(secret: &str) -> Result<Message<'_>, Failure> {
    Message::of_text(secret).map_err(because("secret"))
}

/// The blinding factor of a token.
///
/// # Errors
/// [`Failure`] for what is no factor.
pub fn read_r<R: Secret>(inputs: &Inputs, given: &str) -> Result<R, Failure> {
    R::from_bytes(inputs.secret_file(R::NAME, given)?.hex::<32>(R::NAME)?.as_ref())
        .map_err(because(R::NAME))
}
