//! Conditions of spending: locks to keys and to hashes, which a mint checks before it accepts a
//! proof (NUT-10, 11 and 14 of cashubtc/nuts, commit 3ddb1ae7), for keysets of every version.
//! Signatures are those of BIP-340 on the SHA-256 digest of a message. Secrets of version 3 that
//! are points are spent by [`nutroot`](super::nutroot), and [`verify_transaction`] refuses them.
//!
//! ```
//! use curvemark::cashu::conditions::{Condition, Error, sign};
//! use curvemark::encoding::hex;
//! use curvemark::schnorr::SigningKey;
//!
//! let key = SigningKey::from_bytes(&[7; 32]).expect("a key");
//! let secret = format!(r#"["P2PK",{{"nonce":"c7f2","data":"02{}"}}]"#, hex::encode(&key.public_bytes()));
//! let condition = Condition::of_secret(&secret)?.expect("a lock");
//!
//! let signature = sign(&key, secret.as_bytes(), &[0x35; 32]);
//! let witness = format!(r#"{{"signatures":["{}"]}}"#, hex::encode(&signature.to_bytes()));
//! condition.verify(secret.as_bytes(), Some(&witness), 1_800_000_000)?;
//! assert_eq!(condition.verify(b"another", Some(&witness), 1_800_000_000), Err(Error::NotSatisfied));
//! # Ok::<(), Error>(())
//! ```
//!
//! | path | open | needs |
//! |---|---|---|
//! | keys | always | `n_sigs` signatures (one, if there is no such tag) by different keys of `data` and `pubkeys` |
//! | hash | always | the preimage of `data`, and as many signatures by keys of `pubkeys`, if there is that tag |
//! | refund | after `locktime` | `n_sigs_refund` signatures by different keys of `refund` |
//! | anyone | after `locktime`, if there is no tag `refund` | nothing |
//!
//! Where the text leaves a case open, the lock stays shut: a time is after `locktime` if it is
//! greater; a tag `refund` or `pubkeys` without keys is there, and nobody can sign for it; a secret
//! of kind `P2PK` or `HTLC` that lacks a field, or has one twice, is malformed and nobody's. A
//! `locktime` that is no number is none, as the text has it. All is public, and time depends on it.
//!
//! What is not surely a plain secret is locked. A secret is plain if its first character is not
//! `[`, when white space, control characters and byte order marks are passed over, for then no
//! reader of JSON sees a list in it. One that begins with `[` must be JSON to the letter, a list of
//! a string and one more value. If it is not, it is malformed and nobody's, since other readers of
//! JSON take more than the standard has (Python's takes `NaN`) and may see a lock there. So is a
//! lock with a field whose name is `nonce`, `data` or `tags` but for the case of letters, which
//! Go's reader takes for the field itself.

mod error;
mod transaction;

pub use error::Error;
pub use transaction::{
    Blinded, Input, Output, message_to_sign, quote_message, verify_quote, verify_transaction,
};

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::models::objects::objects;
use crate::encoding::hex;
use crate::schnorr;

/// The most keys of a path, and the most signatures of a witness: all are tried with all. NUT-28
/// counts eleven keys of all paths together.
pub const MOST_KEYS: usize = 16;

/// What a proof is locked to.
///
/// [Example](crate::cashu::conditions).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// To keys, the first of which is in `data`.
    P2pk,
    /// To a hash.
    Htlc {
        /// SHA-256 of a preimage of 32 bytes.
        hash: [u8; 32],
    },
}

/// A condition, as a secret says it.
///
/// [Example](crate::cashu::conditions).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    kind: Kind,
    sig_all: bool,
    keys: Path,
    refund: Path,
    locktime: Option<u64>,
    /// As they are written, for comparison with other inputs.
    data: String,
    tags: Vec<Vec<String>>,
}

/// Keys, of which some have to sign.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Path {
    /// Whether there is such a path at all.
    present: bool,
    keys: Vec<schnorr::VerifyingKey>,
    needed: usize,
}

/// The second element of a secret.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Self")]
struct Body {
    nonce: String,
    data: String,
    #[serde(default)]
    tags: Vec<Vec<String>>,
}

/// The names of its fields.
type Names = BTreeMap<String, IgnoredAny>;

/// What satisfies a condition.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Self")]
struct Witness {
    #[serde(default)]
    signatures: Vec<String>,
    #[serde(default)]
    preimage: Option<String>,
}

objects!(Body, Witness);

/// The signature of a message as conditions and quotes have it: by BIP-340 on its SHA-256 digest.
/// See [`schnorr::SigningKey::sign_with_aux`].
///
/// [Example](crate::cashu::conditions).
#[must_use]
pub fn sign(key: &schnorr::SigningKey, message: &[u8], aux_rand: &[u8; 32]) -> schnorr::Signature {
    key.sign_with_aux(&Sha256::digest(message), aux_rand)
}

/// The key of 66 hexadecimal digits in either case; whether its y is even does not matter to
/// signatures.
fn key(text: &str) -> Result<schnorr::VerifyingKey, Error> {
    let mut bytes = [0; 33];
    match base16ct::mixed::decode(text, &mut bytes) {
        Ok([2 | 3, x @ ..]) if x.len() == 32 => {
            schnorr::VerifyingKey::from_bytes(x).map_err(|_| Error::Key)
        }
        _ => Err(Error::Key),
    }
}

/// A number in decimal digits alone.
fn number(text: &str) -> Option<u64> {
    if text.bytes().all(|digit| digit.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// The tags of a secret.
struct Tags<'a>(&'a [Vec<String>]);

impl<'a> Tags<'a> {
    /// The values of a tag that comes once at most.
    fn get(&self, name: &str) -> Result<Option<&'a [String]>, Error> {
        let mut values =
            self.0.iter().filter_map(|tag| tag.split_first()).filter(|(first, _)| *first == name);
        let found = values.next().map(|(_, values)| values);
        if values.next().is_some() { Err(Error::Tags) } else { Ok(found) }
    }

    /// The one value of a tag.
    fn value(&self, name: &str) -> Result<Option<&'a str>, Error> {
        match self.get(name)? {
            None => Ok(None),
            Some([value]) => Ok(Some(value)),
            Some(_) => Err(Error::Tags),
        }
    }

    /// A path of keys, `first` among them.
    fn path(
        &self,
        first: Option<schnorr::VerifyingKey>,
        keys: &str,
        needed: &str,
    ) -> Result<Path, Error> {
        let values = self.get(keys)?;
        let more = values.unwrap_or_default();
        if more.len() + usize::from(first.is_some()) > MOST_KEYS {
            return Err(Error::TooMany);
        }
        let mut out = Path {
            present: first.is_some() || values.is_some(),
            keys: first.into_iter().collect(),
            needed: 1,
        };
        for text in more {
            let key = key(text)?;
            if out.keys.contains(&key) {
                return Err(Error::Key);
            }
            out.keys.push(key);
        }
        if let Some(text) = self.value(needed)? {
            let count =
                number(text).and_then(|count| usize::try_from(count).ok()).ok_or(Error::Tags)?;
            if count == 0 || count > out.keys.len() {
                return Err(Error::Tags);
            }
            out.needed = count;
        }
        Ok(out)
    }
}

impl Path {
    /// Whether so many of the keys have signed.
    fn signed(&self, digest: &[u8], signatures: &[schnorr::Signature]) -> bool {
        let has = |key: &&schnorr::VerifyingKey| {
            signatures.iter().any(|signature| key.verify(digest, signature).is_ok())
        };
        self.keys.iter().filter(has).take(self.needed).count() == self.needed
    }
}

/// Whether some reader of JSON may see a list in a text. Readers pass over white space and, of
/// bytes, a byte order mark; one that guesses how bytes are encoded passes over zeros.
fn may_be_list(text: &str) -> bool {
    text.trim_start_matches(|c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}')
        .starts_with('[')
}

/// Whether a reader that does not mind the case of letters takes one name for another.
fn is_confused(name: &str) -> bool {
    let upper = |name: &str| name.chars().flat_map(char::to_uppercase).collect::<String>();
    ["nonce", "data", "tags"].into_iter().any(|field| name != field && upper(name) == upper(field))
}

impl Condition {
    /// The condition that the secret of a proof says; none if the secret is plain, or is JSON of
    /// another kind of condition. The module's documentation says which secrets are plain. Of a
    /// point, which a keyset of version 3 locks to its key, this says none.
    ///
    /// # Errors
    /// [`Error::Form`], [`Error::Tags`], [`Error::Key`], [`Error::Hash`], [`Error::TooMany`]: the
    /// secret is malformed, and the proof cannot be spent.
    pub fn of_secret(secret: &str) -> Result<Option<Self>, Error> {
        if !may_be_list(secret) {
            return Ok(None);
        }
        let (kind, IgnoredAny) =
            serde_json::from_str::<(String, IgnoredAny)>(secret).map_err(|_| Error::Form)?;
        if kind != "P2PK" && kind != "HTLC" {
            return Ok(None);
        }
        let (_, body) = serde_json::from_str::<(String, Body)>(secret).map_err(|_| Error::Form)?;
        let (IgnoredAny, names) =
            serde_json::from_str::<(IgnoredAny, Names)>(secret).map_err(|_| Error::Form)?;
        if names.keys().any(|name| is_confused(name)) {
            return Err(Error::Form);
        }
        if body.tags.iter().any(|tag| tag.is_empty() || tag.iter().any(String::is_empty)) {
            return Err(Error::Tags);
        }
        let tags = Tags(&body.tags);
        let sig_all = match tags.get("sigflag")? {
            None => false,
            Some([flag]) if flag == "SIG_INPUTS" => false,
            Some([flag]) if flag == "SIG_ALL" => true,
            Some(_) => return Err(Error::Tags),
        };
        let (kind, first) = if kind == "P2PK" {
            (Kind::P2pk, Some(key(&body.data)?))
        } else {
            let mut hash = [0; 32];
            hex::decode_into(&body.data, &mut hash).map_err(|_| Error::Hash)?;
            (Kind::Htlc { hash }, None)
        };
        let locktime = match tags.get("locktime")? {
            Some([time]) => number(time),
            _ => None,
        };
        Ok(Some(Self {
            kind,
            sig_all,
            keys: tags.path(first, "pubkeys", "n_sigs")?,
            refund: tags.path(None, "refund", "n_sigs_refund")?,
            locktime,
            data: body.data,
            tags: body.tags,
        }))
    }

    /// What the proof is locked to.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether signatures are on all inputs and outputs of a transaction: see
    /// [`verify_transaction`].
    pub const fn is_sig_all(&self) -> bool {
        self.sig_all
    }

    /// When the refund opens, in seconds since 1970; never, if there is no such time.
    pub const fn locktime(&self) -> Option<u64> {
        self.locktime
    }

    /// The keys that may sign at all times.
    pub fn keys(&self) -> &[schnorr::VerifyingKey] {
        &self.keys.keys
    }

    /// The keys that may sign after [`Condition::locktime`].
    pub fn refund_keys(&self) -> &[schnorr::VerifyingKey] {
        &self.refund.keys
    }

    /// Whether another condition is the same but for its nonce.
    fn is_like(&self, other: &Self) -> bool {
        core::mem::discriminant(&self.kind) == core::mem::discriminant(&other.kind)
            && self.data == other.data
            && self.tags == other.tags
    }

    /// That a witness satisfies the condition at a time, in seconds since 1970, with signatures on
    /// a message: the secret itself, unless [`Condition::is_sig_all`].
    ///
    /// Signatures of the witness that are not 64 bytes in hexadecimal digits count as not made.
    ///
    /// Cost: a verification for each key and signature, 512 at most.
    ///
    /// # Errors
    /// [`Error::Witness`] if it is not JSON of its form, [`Error::TooMany`] for more than
    /// [`MOST_KEYS`] signatures; [`Error::NotSatisfied`].
    pub fn verify(&self, message: &[u8], witness: Option<&str>, now: u64) -> Result<(), Error> {
        let expired = self.locktime.is_some_and(|locktime| now > locktime);
        if expired && !self.refund.present {
            return Ok(());
        }
        let witness = match witness {
            Some(witness) => serde_json::from_str(witness).map_err(|_| Error::Witness)?,
            None => Witness { signatures: Vec::new(), preimage: None },
        };
        if witness.signatures.len() > MOST_KEYS {
            return Err(Error::TooMany);
        }
        let signature = |text: &String| {
            let mut bytes = [0; 64];
            base16ct::mixed::decode(text, &mut bytes)
                .ok()
                .and_then(|bytes| schnorr::Signature::from_bytes(bytes).ok())
        };
        let signatures: Vec<schnorr::Signature> =
            witness.signatures.iter().filter_map(signature).collect();
        let digest = Sha256::digest(message);
        let unlocked = match self.kind {
            Kind::P2pk => true,
            Kind::Htlc { hash } => witness.preimage.is_some_and(|preimage| opens(&hash, &preimage)),
        };
        let by_keys = || !self.keys.present || self.keys.signed(&digest, &signatures);
        if (unlocked && by_keys()) || (expired && self.refund.signed(&digest, &signatures)) {
            return Ok(());
        }
        Err(Error::NotSatisfied)
    }
}

/// Whether 64 lower-case hexadecimal digits are a preimage.
fn opens(hash: &[u8; 32], preimage: &str) -> bool {
    let mut bytes = [0; 32];
    hex::decode_into(preimage, &mut bytes).is_ok() && Sha256::digest(bytes)[..] == *hash
}
