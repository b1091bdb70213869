//! Batch verification on the threads of the caller's rayon pool: feature `parallel`.
//!
//! Each function has the answer and the errors of its namesake. Whose threads: see
//! [`curve::parallel`]. Batches below 32 sets run on the caller's thread, or below 4
//! where the CPU has no lanes.

use alloc::vec::Vec;

use rand_core::CryptoRng;

use super::batch::{SignatureSet, drawn, find_on, hashed, verify_on};
use super::part::{Part, part_on};
use super::threads::Pool;
use super::{Error, Suite};
use crate::parts::{self, Batch};

/// [`verify_sets`](super::verify_sets).
///
/// [Example](crate::bls).
///
/// # Errors
/// As there.
pub fn verify_sets<S: Suite, R: CryptoRng + ?Sized>(
    sets: &[SignatureSet<'_, S>],
    rng: &mut R,
) -> Result<(), Error> {
    verify_on::<S, Pool>(sets, drawn(sets, &mut { rng }))
}

/// [`verify_sets_deterministic`](super::verify_sets_deterministic).
///
/// [Example](crate::bls).
///
/// # Errors
/// As there.
pub fn verify_sets_deterministic<S: Suite>(sets: &[SignatureSet<'_, S>]) -> Result<(), Error> {
    verify_on::<S, Pool>(sets, hashed(sets))
}

/// [`find_invalid_sets`](super::find_invalid_sets).
///
/// [Example](crate::bls).
///
/// # Errors
/// As there.
pub fn find_invalid_sets<S: Suite, R: CryptoRng + ?Sized>(
    sets: &[SignatureSet<'_, S>],
    rng: &mut R,
) -> Result<Vec<usize>, Error> {
    find_on::<S, Pool>(sets, drawn(sets, &mut { rng }))
}

/// [`part_of_sets`](super::part_of_sets), with the same bytes.
///
/// [Example](crate::parts#examples).
///
/// # Errors
/// As there.
pub fn part_of_sets<S: Suite>(
    sets: &[SignatureSet<'_, S>],
    batch: &Batch,
    start: u64,
) -> Result<Part<S>, parts::Error> {
    part_on::<S, Pool>(sets, batch, start)
}
