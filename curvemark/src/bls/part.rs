//! Signature sets that several tasks verify together: see [`parts`](crate::parts).
//!
//! The value of a part is ∏ Eᵢ^wᵢ over its sets, which is one if all of them are valid.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use curve::bls12_381::{Fr, Gt};

use super::batch::{Batch as Sets, SignatureSet, square_of_seed, weight};
use super::suite::Parameters;
use super::threads::{Serial, Threads};
use super::{PublicKey, Signature, Suite};
use crate::parts::sealed::Values;
use crate::parts::{self, Batch, Error, SliceDigest, SliceHasher, verdict};

/// The kind of parts of signature sets of a suite.
///
/// [Example](crate::parts#examples).
pub struct SignatureSets<S>(PhantomData<S>);

impl<S> fmt::Debug for SignatureSets<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignatureSets")
    }
}

/// What a slice of signature sets adds to the verdict: 633 bytes.
///
/// [Example](crate::parts#examples).
pub type Part<S> = parts::Part<SignatureSets<S>>;

impl<S: Suite> Values for SignatureSets<S> {
    type Value = Gt;

    const TAG: u8 = if S::Parameters::KEYS_IN_G1 { 1 } else { 2 };
    const BYTES: usize = 576;

    fn join(one: &Gt, other: &Gt) -> Gt {
        one * other
    }

    fn put(value: &Gt, out: &mut Vec<u8>) {
        let start = out.len();
        out.resize(start + Self::BYTES, 0);
        value.to_bytes(&mut out[start..]);
    }

    fn get(bytes: &[u8]) -> Result<Gt, Error> {
        Gt::from_bytes(bytes).into_option().ok_or(Error::Target)
    }
}

impl<S: Suite> Part<S> {
    /// Whether all sets of this part are valid, the rest of the batch apart: to see which slice has
    /// a set that is not.
    ///
    /// # Errors
    /// [`Error::NotValid`] if one is not.
    pub fn holds(&self) -> Result<(), Error> {
        verdict(self.value().is_identity().into())
    }

    /// Whether all sets of the batch are valid, with the chance of error of
    /// [`verify_sets_deterministic`](super::verify_sets_deterministic).
    ///
    /// # Errors
    /// [`Error::NotValid`] if one is not; [`Error::Incomplete`] if the part does not cover the
    /// batch.
    pub fn finish(&self) -> Result<(), Error> {
        verdict(self.complete()?.is_identity().into())
    }
}

/// A hasher of sets of a suite.
fn hasher<S: Suite>() -> SliceHasher {
    SliceHasher::new(b"curvemark-parts-bls-v1", &[S::DST])
}

/// The digest of a slice of sets. Cost: SHA-256 of keys, messages and signatures.
///
/// [Example](crate::parts#examples).
#[inline(never)]
pub fn digest_sets<S: Suite>(sets: &[SignatureSet<'_, S>]) -> SliceDigest {
    let mut hasher = hasher::<S>();
    for set in sets {
        let (key, signature) = (set.key.to_bytes(), set.signature.to_bytes());
        hasher.item(&[key.as_ref(), set.message, signature.as_ref()]);
    }
    hasher.digest()
}

/// The same of keys and signatures that are still encoded, compressed: nothing of them is checked
/// but their lengths.
///
/// [Example](crate::parts#examples).
///
/// # Errors
/// [`Error::LengthMismatch`] if there are not as many of each, [`Error::Length`] if one has another
/// length than such encodings have.
#[inline(never)]
pub fn digest_encoded_sets<S: Suite>(
    keys: &[&[u8]],
    messages: &[&[u8]],
    signatures: &[&[u8]],
) -> Result<SliceDigest, Error> {
    if [messages.len(), signatures.len()] != [keys.len(); 2] {
        return Err(Error::LengthMismatch);
    }
    let mut hasher = hasher::<S>();
    for ((key, message), signature) in keys.iter().zip(messages).zip(signatures) {
        if [key.len(), signature.len()] != [PublicKey::<S>::BYTES, Signature::<S>::BYTES] {
            return Err(Error::Length);
        }
        hasher.item(&[key, message, signature]);
    }
    Ok(hasher.digest())
}

/// The part of a slice of sets that begins at this set of the batch. Variable-time; all is public.
///
/// Cost: that of [`verify_sets`](super::verify_sets) over the slice.
///
/// [Example](crate::parts#examples).
///
/// # Errors
/// [`Error::Empty`] for no sets, [`Error::Range`] if they go beyond the batch.
pub fn part_of_sets<S: Suite>(
    sets: &[SignatureSet<'_, S>],
    batch: &Batch,
    start: u64,
) -> Result<Part<S>, Error> {
    part_on::<S, Serial>(sets, batch, start)
}

/// [`part_of_sets`] on threads.
#[inline(never)]
pub(super) fn part_on<S: Suite, T: Threads>(
    sets: &[SignatureSet<'_, S>],
    batch: &Batch,
    start: u64,
) -> Result<Part<S>, Error> {
    let (range, bytes) = batch.slice(&digest_sets(sets), start)?;
    let square = square_of_seed();
    let weights: Vec<Fr> = bytes.take(sets.len()).map(|bytes| weight(&square, bytes)).collect();
    let (sets, signatures) = Sets::new::<T>(sets, weights);
    let count = range.end - range.start;
    Ok(Part::of(batch, range, sets.value::<T>(0..count as usize, &signatures)))
}
