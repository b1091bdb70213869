//! Leaves: conditions as bytes, in records of type, length and value.

use alloc::vec::Vec;

use super::tree::{Hash, leaf_hash};
use super::{Error, PublicKey};
use crate::cashu::framing::Minimal;

/// The most bytes of a leaf behind its version.
pub const MOST_LEAF_BYTES: usize = 1024;

/// The latest time of a leaf, 2^53 − 1: the last that every language counts to.
pub const MOST_LEAF_TIME: u64 = (1 << 53) - 1;

/// The one version of leaves that is known.
const VERSION: u8 = 0;

/// Types of fields.
const THRESHOLD: u8 = 2;
const KEYS: u8 = 4;
const TIME: u8 = 6;
const HASH: u8 = 8;

/// What a leaf asks for besides signatures.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Nothing.
    Threshold,
    /// That this time has come, in seconds since 1970; [`MOST_LEAF_TIME`] at most.
    After(u64),
    /// The preimage of this SHA-256 digest.
    Hashlock([u8; 32]),
}

/// One way to spend: signatures by so many of these keys, and a condition.
///
/// [Example](crate::cashu::nutroot#a-secret-with-a-condition).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    condition: Condition,
    threshold: u8,
    keys: Vec<PublicKey>,
}

/// Appends a record: its type, two bytes of length, its value.
pub(super) fn record(out: &mut Vec<u8>, kind: u8, value: &[u8]) -> Result<(), Error> {
    let length = u16::try_from(value.len()).map_err(|_| Error::Length)?;
    out.push(kind);
    out.extend(length.to_be_bytes());
    out.extend(value);
    Ok(())
}

/// The first record of some bytes, and what follows.
fn split(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let ([kind, high, low], rest) = bytes.split_first_chunk()?;
    let (value, rest) = rest.split_at_checked(u16::from_be_bytes([*high, *low]).into())?;
    Some((*kind, value, rest))
}

/// A number without leading zeros.
fn number(bytes: &[u8]) -> Option<u64> {
    let mut padded = [0; 8];
    let start = padded.len().checked_sub(bytes.len())?;
    padded[start..].copy_from_slice(bytes);
    if bytes.first() == Some(&0) { None } else { Some(u64::from_be_bytes(padded)) }
}

impl Leaf {
    /// A leaf of so many signatures by different ones of these keys.
    ///
    /// # Errors
    /// [`Error::LeafKeys`], [`Error::Threshold`]; [`Error::LeafField`] for a time that is too late;
    /// [`Error::Length`] for more keys than [`MOST_LEAF_BYTES`] hold, which is 30.
    pub fn new(condition: Condition, threshold: u8, keys: Vec<PublicKey>) -> Result<Self, Error> {
        if matches!(condition, Condition::After(time) if time > MOST_LEAF_TIME) {
            return Err(Error::LeafField);
        }
        if 33 * keys.len() > MOST_LEAF_BYTES {
            return Err(Error::Length);
        }
        // Signatures are of an x: two keys of one would be one signer who counts twice.
        let mut xs: Vec<[u8; 33]> = keys.iter().map(PublicKey::to_bytes).collect();
        xs.iter_mut().for_each(|key| key[0] = 0);
        xs.sort_unstable();
        if xs.is_empty() || xs.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Error::LeafKeys);
        }
        if threshold == 0 || usize::from(threshold) > keys.len() {
            return Err(Error::Threshold);
        }
        let leaf = Self { condition, threshold, keys };
        if leaf.to_bytes().len() > 1 + MOST_LEAF_BYTES { Err(Error::Length) } else { Ok(leaf) }
    }

    /// The leaf of its bytes. Whatever is not known is refused, so that no condition is passed
    /// over.
    ///
    /// Cost: a square root for each key, of which there are 30 at most.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::LeafVersion`], [`Error::LeafType`], [`Error::LeafField`],
    /// [`Error::Point`], [`Error::LeafKeys`], [`Error::Threshold`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let [version, kind, fields @ ..] = bytes else { return Err(Error::Length) };
        if bytes.len() > 1 + MOST_LEAF_BYTES {
            return Err(Error::Length);
        }
        if *version != VERSION {
            return Err(Error::LeafVersion);
        }
        if !(1..=3).contains(kind) {
            return Err(Error::LeafType);
        }
        let (mut rest, mut last) = (fields, None);
        let (mut threshold, mut keys, mut time, mut hash) = (None, None, None, None);
        while !rest.is_empty() {
            let (field, value, following) = split(rest).ok_or(Error::LeafField)?;
            // In ascending order, and so each one once.
            if last.is_some_and(|last| field <= last) {
                return Err(Error::LeafField);
            }
            (last, rest) = (Some(field), following);
            match (field, value) {
                (THRESHOLD, [count]) => threshold = Some(*count),
                (KEYS, keys_of) if keys_of.len().is_multiple_of(33) => keys = Some(keys_of),
                (TIME, time_of) => time = Some(number(time_of).ok_or(Error::LeafField)?),
                (HASH, hash_of) => hash = Some(hash_of.try_into().map_err(|_| Error::LeafField)?),
                _ => return Err(Error::LeafField),
            }
        }
        let condition = match (kind, time, hash) {
            (1, None, None) => Condition::Threshold,
            (2, Some(time), None) => Condition::After(time),
            (3, None, Some(hash)) => Condition::Hashlock(hash),
            _ => return Err(Error::LeafField),
        };
        let (threshold, keys) = threshold.zip(keys).ok_or(Error::LeafField)?;
        let keys = keys
            .chunks_exact(33)
            .map(|key| Ok(PublicKey::from_bytes(key)?))
            .collect::<Result<_, Error>>()?;
        Self::new(condition, threshold, keys)
    }

    /// The bytes, which are what is hashed and what a witness shows.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (kind, field, value) = match &self.condition {
            Condition::Threshold => (1, None, Minimal::of(0)),
            Condition::After(time) => (2, Some(TIME), Minimal::of(*time)),
            Condition::Hashlock(_) => (3, Some(HASH), Minimal::of(0)),
        };
        let value = match &self.condition {
            Condition::Hashlock(hash) => &hash[..],
            _ => value.as_bytes(),
        };
        let keys = self.keys.iter().flat_map(PublicKey::to_bytes).collect::<Vec<_>>();
        let mut out = [VERSION, kind].to_vec();
        let fields = [(THRESHOLD, &[self.threshold][..]), (KEYS, &keys)];
        for (field, value) in fields.into_iter().chain(field.map(|field| (field, value))) {
            record(&mut out, field, value)
                .unwrap_or_else(|_| unreachable!("no more keys than a leaf holds"));
        }
        out
    }

    /// The hash of the leaf.
    pub fn hash(&self) -> Hash {
        leaf_hash(&self.to_bytes())
    }

    /// What the leaf asks for besides signatures.
    pub const fn condition(&self) -> Condition {
        self.condition
    }

    /// How many of the keys have to sign.
    pub const fn threshold(&self) -> u8 {
        self.threshold
    }

    /// The keys, in order.
    pub fn keys(&self) -> &[PublicKey] {
        &self.keys
    }
}
