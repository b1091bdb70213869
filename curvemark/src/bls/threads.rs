//! On which threads a batch runs: the caller's own, or those of its pool. The batch functions of
//! `curve` do the work; here they have one face.

use alloc::vec::Vec;

use curve::bls12_381::{Fr, MillerValue, Pair, miller_loop};
use curve::error::BatchError;
use curve::hash_to_curve::hash_to_curve_batch;
use curve::msm::{msm_runs_vartime, msm_vartime_alloc};
use curve::weierstrass::{Affine, Projective};

use super::suite::{Expander, Side};

/// A message as the pieces that are hashed one after the other: the key, or nothing, and the
/// message.
pub(super) type Message<'m> = [&'m [u8]; 2];

/// The batch functions that a verification is made of.
pub(super) trait Threads {
    /// Points of the group for messages.
    fn hashes<C: Side>(
        messages: &[Message<'_>],
        dst: &[u8],
        out: &mut [Projective<C>],
    ) -> Result<(), BatchError>;
    /// Σ kᵢPᵢ of each of consecutive runs, which have these lengths.
    fn sums_of_runs<C: Side>(
        points: &[Affine<C>],
        scalars: &[Fr],
        runs: &[usize],
    ) -> Result<Vec<Projective<C>>, BatchError>;
    /// Σ kᵢPᵢ.
    fn sum_of_multiples<C: Side>(
        points: &[Affine<C>],
        scalars: &[Fr],
    ) -> Result<Projective<C>, BatchError>;
    /// The Miller loop over fresh pairs.
    fn miller_loop(pairs: &mut [Pair<'static>]) -> MillerValue;
    /// The values of two functions, of a batch of so many items.
    fn both<A: Send, B: Send>(
        items: usize,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B);
}

/// The caller's own thread.
pub(super) enum Serial {}

impl Threads for Serial {
    fn hashes<C: Side>(
        messages: &[Message<'_>],
        dst: &[u8],
        out: &mut [Projective<C>],
    ) -> Result<(), BatchError> {
        hash_to_curve_batch::<C, Expander>(&(), messages, dst, out)
    }

    fn sums_of_runs<C: Side>(
        points: &[Affine<C>],
        scalars: &[Fr],
        runs: &[usize],
    ) -> Result<Vec<Projective<C>>, BatchError> {
        msm_runs_vartime(points, scalars, runs)
    }

    fn sum_of_multiples<C: Side>(
        points: &[Affine<C>],
        scalars: &[Fr],
    ) -> Result<Projective<C>, BatchError> {
        msm_vartime_alloc(points, scalars)
    }

    fn miller_loop(pairs: &mut [Pair<'static>]) -> MillerValue {
        miller_loop(pairs)
    }

    fn both<A: Send, B: Send>(
        _items: usize,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        (first(), second())
    }
}

/// The threads of the caller's rayon pool.
#[cfg(feature = "parallel")]
pub(super) enum Pool {}

#[cfg(feature = "parallel")]
impl Threads for Pool {
    fn hashes<C: Side>(
        messages: &[Message<'_>],
        dst: &[u8],
        out: &mut [Projective<C>],
    ) -> Result<(), BatchError> {
        curve::parallel::hash_to_curve_batch::<C, Expander>(&(), messages, dst, out)
    }

    fn sums_of_runs<C: Side>(
        points: &[Affine<C>],
        scalars: &[Fr],
        runs: &[usize],
    ) -> Result<Vec<Projective<C>>, BatchError> {
        curve::parallel::msm_runs_vartime(points, scalars, runs)
    }

    fn sum_of_multiples<C: Side>(
        points: &[Affine<C>],
        scalars: &[Fr],
    ) -> Result<Projective<C>, BatchError> {
        curve::parallel::msm_vartime(points, scalars)
    }

    fn miller_loop(pairs: &mut [Pair<'static>]) -> MillerValue {
        curve::parallel::miller_loop(pairs)
    }

    fn both<A: Send, B: Send>(
        items: usize,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        // Below that nothing else is handed over either, and no pool is asked for.
        if !curve::parallel::worth_two_threads(items, curve::crossover::pieces::MESSAGES) {
            return Serial::both(items, first, second);
        }
        rayon::join(first, second)
    }
}
