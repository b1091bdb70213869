//! Batches that several tasks verify together, on as many machines as one likes.
//!
//! A batch is cut into slices that lie one behind the other. Two rounds verify it, and little goes
//! from task to task:
//!
//! 1. For each slice a task hashes it: a [`SliceDigest`] of 40 bytes. One place hashes all of these
//!    to a [`Batch`] of 40 bytes, and tells it to the tasks.
//! 2. For each slice a task computes a [`Part`]: an element of the target group, or two points,
//!    with the range of the batch that it is of. Parts of neighbours [merge](Part::merge), and what
//!    is left covers the whole batch and is finished to a verdict.
//!
//! | batch | digest | part | finish |
//! |---|---|---|---|
//! | BLS signatures | `bls::digest_sets` | `bls::part_of_sets` | `bls::Part::finish` |
//! | openings of blobs | `kzg::digest_openings` | `part_of_openings` | `finish_openings` |
//! | cells | `kzg::digest_cells` | `part_of_cells` | `finish_cells` |
//! | proofs of Groth16 | `digest_proofs` | `part_of_proofs` | `groth16::Part::finish` |
//!
//! Names without a module are methods: of `kzg::Settings`, and of
//! `groth16::PreparedVerifyingKey`.
//!
//! The weights of the combination follow from the batch, thus from every byte of it, and from the
//! slice itself. Nothing is drawn: a task that runs again gives the same part, byte for byte. Who
//! wants a forgery to pass tries 2^125 batches, each at the cost of hashing it, as with
//! [`verify_sets_deterministic`](crate::bls::verify_sets_deterministic).
//!
//! A part knows its batch and its range. Parts of two batches do not merge, nor do parts that leave
//! out items between them or have one twice, and only a part that covers the batch is finished. So
//! a lost task cannot become a verdict.
//!
//! **Whoever computes parts is trusted.** A part is what its task says: who can write its bytes can
//! write the verdict. Decoding checks that they are canonical and that points and elements are in
//! their groups, so that broken bytes are refused, not lies.
//!
//! Sums of multiples need no type here: the part of Σ kᵢPᵢ is a point, and points add up. Neither
//! do products of pairings, whose parts are elements [`Gt`](curve::bls12_381::Gt).
//!
//! # Examples
//! ```
//! use curvemark::bls::min_pk::{Possession, SecretKey};
//! use curvemark::bls::{Part, SignatureSet, digest_sets, part_of_sets};
//! use curvemark::parts::Batch;
//!
//! let secret = SecretKey::key_gen(&[7; 32], b"")?;
//! let messages: [&[u8]; 3] = [b"one", b"two", b"three"];
//! let sets = messages.map(|message| SignatureSet {
//!     key: secret.public_key(),
//!     message,
//!     signature: secret.sign(message),
//! });
//! let slices = [&sets[..2], &sets[2..]]; // in earnest on two machines
//!
//! let digests: Vec<_> = slices.iter().map(|slice| digest_sets(slice)).collect();
//! let batch = Batch::new(&digests)?;
//!
//! let second = part_of_sets(slices[1], &batch, 2)?.to_bytes();
//! let first = part_of_sets(slices[0], &batch, 0)?;
//! first.merge(&Part::<Possession>::from_bytes(&second)?)?.finish()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use curve::error::PointError;
use sha2::{Digest, Sha256};

use crate::weights::Weights;

/// Bytes of a [`SliceDigest`] and of a [`Batch`].
pub const DIGEST_BYTES: usize = 40;

/// Bytes before the value of a part: its kind, the batch, the range.
const HEAD_BYTES: usize = 1 + DIGEST_BYTES + 16;

/// SHA-256 of all items of a slice, and how many they are.
///
/// Its encoding has 40 bytes: the hash, and the number in eight big-endian bytes.
///
/// [Example](crate::parts#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceDigest(Counted);

/// A whole batch, by the digests of its slices in their order.
///
/// The encoding is that of a [`SliceDigest`].
///
/// [Example](crate::parts#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batch(Counted);

/// A hash and a number of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counted {
    hash: [u8; 32],
    count: u64,
}

impl Counted {
    fn to_bytes(self) -> [u8; DIGEST_BYTES] {
        let mut out = [0; DIGEST_BYTES];
        out[..32].copy_from_slice(&self.hash);
        out[32..].copy_from_slice(&self.count.to_be_bytes());
        out
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let (hash, count) = bytes.split_first_chunk().ok_or(Error::Length)?;
        let count = u64::from_be_bytes(count.try_into().map_err(|_| Error::Length)?);
        if count == 0 { Err(Error::Empty) } else { Ok(Self { hash: *hash, count }) }
    }
}

impl SliceDigest {
    /// How many items the slice has.
    pub fn count(&self) -> u64 {
        self.0.count
    }

    /// The encoding.
    pub fn to_bytes(&self) -> [u8; DIGEST_BYTES] {
        self.0.to_bytes()
    }

    /// The digest of an encoding.
    ///
    /// # Errors
    /// [`Error::Length`]; [`Error::Empty`] for a slice without items.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Counted::from_bytes(bytes).map(Self)
    }
}

impl Batch {
    /// The batch of these slices, in their order. Cost: SHA-256 of 40 bytes for each.
    ///
    /// # Errors
    /// [`Error::Empty`] for no slices, and for one without items; [`Error::Range`] for 2^64 items
    /// and more.
    pub fn new(slices: &[SliceDigest]) -> Result<Self, Error> {
        if slices.is_empty() {
            return Err(Error::Empty);
        }
        let mut hash = Sha256::new().chain_update(b"curvemark-parts-batch-v1");
        let mut count = 0u64;
        for slice in slices {
            if slice.count() == 0 {
                return Err(Error::Empty);
            }
            hash.update(slice.to_bytes());
            count = count.checked_add(slice.count()).ok_or(Error::Range)?;
        }
        Ok(Self(Counted { hash: hash.finalize().into(), count }))
    }

    /// How many items the batch has.
    pub fn count(&self) -> u64 {
        self.0.count
    }

    /// The encoding.
    pub fn to_bytes(&self) -> [u8; DIGEST_BYTES] {
        self.0.to_bytes()
    }

    /// The batch of an encoding.
    ///
    /// # Errors
    /// [`Error::Length`]; [`Error::Empty`] for a batch without items.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Counted::from_bytes(bytes).map(Self)
    }

    /// Where a slice lies that begins at this item, and 16 bytes for the weight of each of its
    /// items.
    pub(crate) fn slice(
        &self,
        slice: &SliceDigest,
        start: u64,
    ) -> Result<(Range<u64>, Weights), Error> {
        if slice.count() == 0 {
            return Err(Error::Empty);
        }
        let end = start.checked_add(slice.count()).ok_or(Error::Range)?;
        if end > self.count() {
            return Err(Error::Range);
        }
        let transcript = Sha256::new()
            .chain_update(b"curvemark-parts-weights-v1")
            .chain_update(self.to_bytes())
            .chain_update(start.to_be_bytes())
            .chain_update(slice.to_bytes());
        Ok((start..end, Weights::of(transcript)))
    }
}

/// Hashes the items of a slice.
pub(crate) struct SliceHasher {
    hash: Sha256,
    count: u64,
}

impl SliceHasher {
    /// For a use, under what all items have in common.
    pub(crate) fn new(label: &[u8], common: &[&[u8]]) -> Self {
        let mut out = Self { hash: Sha256::new(), count: 0 };
        out.absorb(label);
        common.iter().for_each(|piece| out.absorb(piece));
        out
    }

    /// An item of pieces; each item of a slice has as many.
    pub(crate) fn item(&mut self, pieces: &[&[u8]]) {
        self.count += 1;
        pieces.iter().for_each(|piece| self.absorb(piece));
    }

    fn absorb(&mut self, piece: &[u8]) {
        self.hash.update((piece.len() as u64).to_be_bytes());
        self.hash.update(piece);
    }

    /// The digest of the items so far.
    pub(crate) fn digest(self) -> SliceDigest {
        SliceDigest(Counted { hash: self.hash.finalize().into(), count: self.count })
    }
}

pub(crate) mod sealed {
    use alloc::vec::Vec;
    use core::fmt::Debug;

    use super::Error;

    /// What a kind of parts is made of: see [`Kind`](super::Kind).
    pub trait Values {
        /// What is joined.
        type Value: Clone + Debug + PartialEq + Send + Sync;

        /// The first byte of an encoding.
        const TAG: u8;
        /// Bytes of a value.
        const BYTES: usize;

        /// The value of two parts together.
        fn join(one: &Self::Value, other: &Self::Value) -> Self::Value;
        /// Appends the one encoding that a value has.
        fn put(value: &Self::Value, out: &mut Vec<u8>);
        /// The value of as many bytes, checked.
        fn get(bytes: &[u8]) -> Result<Self::Value, Error>;
    }
}

/// What parts are of: signatures, openings, cells, proofs. Sealed.
///
/// [Example](crate::parts#examples).
pub trait Kind: sealed::Values {}

impl<K: sealed::Values> Kind for K {}

/// What a slice of a batch adds to the verdict.
///
/// The encoding begins with a byte for the kind, the batch (40 bytes), the first item and the one
/// after the last (8 big-endian bytes each). Then come 576 bytes for signatures and for proofs on
/// BLS12-381, 384 for proofs on BN254, or 96 for openings and cells.
///
/// [Example](crate::parts#examples).
pub struct Part<K: Kind> {
    batch: Batch,
    range: Range<u64>,
    value: K::Value,
}

impl<K: Kind> Clone for Part<K> {
    fn clone(&self) -> Self {
        Self { batch: self.batch, range: self.range.clone(), value: self.value.clone() }
    }
}

impl<K: Kind> fmt::Debug for Part<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part")
            .field("batch", &self.batch)
            .field("range", &self.range)
            .finish_non_exhaustive()
    }
}

impl<K: Kind> PartialEq for Part<K> {
    fn eq(&self, other: &Self) -> bool {
        self.batch == other.batch && self.range == other.range && self.value == other.value
    }
}

impl<K: Kind> Eq for Part<K> {}

impl<K: Kind> Part<K> {
    /// Bytes of the encoding.
    pub const BYTES: usize = HEAD_BYTES + K::BYTES;

    pub(crate) fn of(batch: &Batch, range: Range<u64>, value: K::Value) -> Self {
        Self { batch: *batch, range, value }
    }

    pub(crate) fn value(&self) -> &K::Value {
        &self.value
    }

    /// The batch.
    pub fn batch(&self) -> &Batch {
        &self.batch
    }

    /// Which items of the batch this part is of.
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }

    /// This part and the one that follows it, as one. Cost: a product in the target group, or two
    /// additions of points.
    ///
    /// # Errors
    /// [`Error::OtherBatch`]; [`Error::NotNext`] if the other one does not begin where this one
    /// ends.
    pub fn merge(&self, next: &Self) -> Result<Self, Error> {
        if self.batch != next.batch {
            return Err(Error::OtherBatch);
        }
        if self.range.end != next.range.start {
            return Err(Error::NotNext);
        }
        let value = K::join(&self.value, &next.value);
        Ok(Self { batch: self.batch, range: self.range.start..next.range.end, value })
    }

    /// All of these parts as one, in whichever order they come.
    ///
    /// # Errors
    /// [`Error::Empty`] for no parts; as [`Part::merge`].
    pub fn merge_all(parts: &[Self]) -> Result<Self, Error> {
        let mut order: Vec<&Self> = parts.iter().collect();
        order.sort_by_key(|part| part.range.start);
        let (first, rest) = order.split_first().ok_or(Error::Empty)?;
        rest.iter().try_fold((*first).clone(), |all, part| all.merge(part))
    }

    /// Whether the part covers the batch.
    ///
    /// # Errors
    /// [`Error::Incomplete`] if it does not.
    pub(crate) fn complete(&self) -> Result<&K::Value, Error> {
        if self.range == (0..self.batch.count()) { Ok(&self.value) } else { Err(Error::Incomplete) }
    }

    /// The encoding.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(Self::BYTES);
        out.push(K::TAG);
        out.extend(self.batch.to_bytes());
        out.extend(self.range.start.to_be_bytes());
        out.extend(self.range.end.to_be_bytes());
        K::put(&self.value, &mut out);
        out
    }

    /// The part of an encoding, which is the only one that it has. Points are checked to be on the
    /// curve and in the subgroup, elements of the target group to be of order r.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Kind`]; [`Error::Empty`] and [`Error::Range`] for a range that
    /// is none of the batch; [`Error::Point`], [`Error::Target`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        if bytes.len() != Self::BYTES {
            return Err(Error::Length);
        }
        let (head, value) = bytes.split_at(HEAD_BYTES);
        if head[0] != K::TAG {
            return Err(Error::Kind);
        }
        let batch = Batch::from_bytes(&head[1..=DIGEST_BYTES])?;
        let number = |at: usize| head[at..].first_chunk().map_or(0, |n| u64::from_be_bytes(*n));
        let range = number(1 + DIGEST_BYTES)..number(9 + DIGEST_BYTES);
        if range.is_empty() {
            return Err(Error::Empty);
        }
        if range.end > batch.count() {
            return Err(Error::Range);
        }
        Ok(Self { batch, range, value: K::get(value)? })
    }
}

/// Why a part is not acceptable ([`Error::NotValid`] excepted, which is the verdict).
///
/// [Example](crate::parts#examples).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The bytes are not as many as the encoding has.
    Length,
    /// The encoding is that of a part of another kind.
    Kind,
    /// There are no slices, no items in one, or no parts.
    Empty,
    /// The range goes beyond the batch.
    Range,
    /// A point is not one of the group, for this reason.
    Point(PointError),
    /// An element of the target group is not canonical or not of order r.
    Target,
    /// The lists of a slice differ in length.
    LengthMismatch,
    /// The parts are of different batches.
    OtherBatch,
    /// A part does not begin where the one before it ends.
    NotNext,
    /// The part does not cover the batch.
    Incomplete,
    /// An opening or a cell of the slice is not acceptable, for this reason.
    Kzg(crate::kzg::BatchError),
    /// A proof of the slice does not fit the key, for this reason.
    #[cfg(feature = "groth16")]
    Groth16(crate::groth16::Error),
    /// The verdict: something in the batch is not valid.
    NotValid,
}

impl From<PointError> for Error {
    fn from(reason: PointError) -> Self {
        Self::Point(reason)
    }
}

impl From<crate::kzg::BatchError> for Error {
    fn from(reason: crate::kzg::BatchError) -> Self {
        Self::Kzg(reason)
    }
}

#[cfg(feature = "groth16")]
impl From<crate::groth16::Error> for Error {
    fn from(reason: crate::groth16::Error) -> Self {
        Self::Groth16(reason)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => f.write_str("the encoding has the wrong length"),
            Self::Kind => f.write_str("the encoding is that of a part of another kind"),
            Self::Empty => f.write_str("there is nothing in the batch, in a slice or in the list"),
            Self::Range => f.write_str("the range goes beyond the batch"),
            Self::Point(reason) => reason.fmt(f),
            Self::Target => f.write_str("not an element of the target group"),
            Self::LengthMismatch => f.write_str("the lists differ in length"),
            Self::OtherBatch => f.write_str("the parts are of different batches"),
            Self::NotNext => f.write_str("a part does not begin where the one before it ends"),
            Self::Incomplete => f.write_str("the part does not cover the whole batch"),
            Self::Kzg(reason) => reason.fmt(f),
            #[cfg(feature = "groth16")]
            Self::Groth16(reason) => reason.fmt(f),
            Self::NotValid => f.write_str("something in the batch is not valid"),
        }
    }
}

impl core::error::Error for Error {}

/// The verdict that a value is one or is not.
pub(crate) fn verdict(holds: bool) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(Error::NotValid) }
}
