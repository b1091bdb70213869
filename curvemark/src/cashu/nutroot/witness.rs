//! Witnesses: what shows that an input may be spent, as JSON.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::secret::verifying_key;
use super::serde::there;
use super::{Condition, Error, Hash, Leaf, PublicKey, Secret, leaf_hash, root_of_path};
use crate::cashu::models::objects::objects;
use crate::encoding::hex;
use crate::schnorr::Signature;

/// The most characters of a witness; none that does is longer.
pub const MOST_WITNESS_CHARACTERS: usize = 8192;

/// The most bytes of a preimage.
const MOST_PREIMAGE: usize = 32;

/// How an input is spent.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
#[derive(Clone, Debug)]
pub enum Witness {
    /// By the key of the secret: [`SecretKey::sign`](super::SecretKey::sign).
    KeyPath(Signature),
    /// By a leaf.
    ScriptPath {
        /// The bytes of the leaf, which have to be one that is known.
        leaf: Vec<u8>,
        /// K.
        internal_key: PublicKey,
        /// The hashes next to its way to the root.
        path: Vec<Hash>,
        /// By keys of the leaf, in any order.
        signatures: Vec<Signature>,
        /// The preimage, for a leaf with a hash.
        preimage: Option<Vec<u8>>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
struct Fields {
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "there")]
    leaf: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "there")]
    control: Option<Control>,
    signatures: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "there")]
    preimage: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
struct Control {
    #[serde(rename = "K")]
    internal_key: PublicKey,
    path: Vec<String>,
}

objects!(Fields, Control);

/// Bytes of as many lower-case digits.
fn array<const N: usize>(text: &str) -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    hex::decode_into(text, &mut bytes).map_err(|_| Error::Witness)?;
    Ok(bytes)
}

fn signature(text: &str) -> Result<Signature, Error> {
    Signature::from_bytes(&array::<64>(text)?).map_err(|_| Error::Witness)
}

impl Witness {
    /// The witness of its JSON: by a leaf if there is one, else by the key. What the other way
    /// would have is refused, as are fields that are not known.
    ///
    /// # Errors
    /// [`Error::Length`] for more than [`MOST_WITNESS_CHARACTERS`], [`Error::Witness`].
    pub fn parse(json: &str) -> Result<Self, Error> {
        if json.len() > MOST_WITNESS_CHARACTERS {
            return Err(Error::Length);
        }
        let fields: Fields = serde_json::from_str(json).map_err(|_| Error::Witness)?;
        let signatures =
            fields.signatures.iter().map(|text| signature(text)).collect::<Result<Vec<_>, _>>()?;
        match (fields.leaf, fields.control, fields.preimage, &signatures[..]) {
            (None, None, None, [signature]) => Ok(Self::KeyPath(*signature)),
            (Some(leaf), Some(control), preimage, _) => Ok(Self::ScriptPath {
                leaf: hex::decode(&leaf).map_err(|_| Error::Witness)?,
                internal_key: control.internal_key,
                path: control.path.iter().map(|hash| array(hash)).collect::<Result<_, _>>()?,
                signatures,
                preimage: preimage
                    .map(|preimage| hex::decode(&preimage))
                    .transpose()
                    .map_err(|_| Error::Witness)?,
            }),
            _ => Err(Error::Witness),
        }
    }

    /// The JSON.
    pub fn to_json(&self) -> String {
        let digits = |signature: &Signature| hex::encode(&signature.to_bytes());
        let fields = match self {
            Self::KeyPath(signature) => Fields {
                leaf: None,
                control: None,
                signatures: [digits(signature)].into(),
                preimage: None,
            },
            Self::ScriptPath { leaf, internal_key, path, signatures, preimage } => Fields {
                leaf: Some(hex::encode(leaf)),
                control: Some(Control {
                    internal_key: *internal_key,
                    path: path.iter().map(|hash| hex::encode(hash)).collect(),
                }),
                signatures: signatures.iter().map(digits).collect(),
                preimage: preimage.as_ref().map(|preimage| hex::encode(preimage)),
            },
        };
        serde_json::to_string(&fields).unwrap_or_else(|_| unreachable!("strings and lists of them"))
    }

    /// That a secret may be spent so in the transaction of a digest, at a time in seconds since
    /// 1970.
    ///
    /// Variable-time; all is public. Cost: one verification by the key; by a leaf at most one for
    /// each of its keys and signatures, 900, and a multiplication of the generator.
    ///
    /// # Errors
    /// [`Error::Tree`] for a path that is too long, [`Error::NotCommitted`] if the leaf is not of
    /// this secret, what [`Leaf::from_bytes`] finds, [`Error::Witness`] for more signatures than
    /// the leaf has keys or for a preimage where there is no hash, [`Error::TooEarly`],
    /// [`Error::NotPreimage`], [`Error::NotSigned`].
    pub fn verify(&self, secret: &Secret, digest: &[u8; 32], now: u64) -> Result<(), Error> {
        match self {
            Self::KeyPath(signature) => {
                secret.verifying_key().verify(digest, signature).map_err(|_| Error::NotSigned)
            }
            Self::ScriptPath { leaf, internal_key, path, signatures, preimage } => {
                let root = root_of_path(&leaf_hash(leaf), path)?;
                if Secret::commit(internal_key, Some(&root))? != *secret {
                    return Err(Error::NotCommitted);
                }
                let leaf = Leaf::from_bytes(leaf)?;
                if signatures.len() > leaf.keys().len() {
                    return Err(Error::Witness);
                }
                match (leaf.condition(), preimage) {
                    (Condition::Hashlock(hash), Some(preimage)) => {
                        if preimage.len() > MOST_PREIMAGE || Sha256::digest(preimage)[..] != hash {
                            return Err(Error::NotPreimage);
                        }
                    }
                    (Condition::Hashlock(_), None) => return Err(Error::NotPreimage),
                    (_, Some(_)) => return Err(Error::Witness),
                    (Condition::After(time), None) if now < time => return Err(Error::TooEarly),
                    (Condition::After(_) | Condition::Threshold, None) => {}
                }
                let signed = |key: &&PublicKey| {
                    let key = verifying_key(key);
                    signatures.iter().any(|signature| key.verify(digest, signature).is_ok())
                };
                let needed = leaf.threshold().into();
                if leaf.keys().iter().filter(signed).take(needed).count() == needed {
                    Ok(())
                } else {
                    Err(Error::NotSigned)
                }
            }
        }
    }
}
