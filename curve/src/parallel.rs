//! The batch functions on the threads of the caller's rayon pool: feature `parallel`.
//!
//! Each function here has the name, the answer and the errors of the one that it calls on pieces of
//! the batch, and its cost divided by the number of threads, nearly. Lanes serve within a piece, so
//! that the two gains multiply. Nothing here knows a formula.
//!
//! Whose threads: those of the pool that the caller runs in (`ThreadPool::install`), as for all of
//! rayon; outside of any it is rayon's global pool, which the first call that is cut into pieces
//! starts. No thread is created here. In a pool of one thread, and for batches below two pieces, a
//! function is the serial one: nothing is handed over, and outside of a pool none is started.
//!
//! How small a piece may be is one figure per operation,
//! [`crossover::pieces`].
//!
//! # Example
//!
//! ```
//! use curvemark_curve::bls12_381::{G1, Scalar};
//! use curvemark_curve::msm::msm_vartime_alloc;
//! use curvemark_curve::parallel;
//!
//! let points = [G1::generator().to_affine(), G1::generator().double().to_affine()];
//! let scalars = [3u32, 2].map(Scalar::from);
//! let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
//! let sum = pool.install(|| parallel::msm_vartime(&points, &scalars))?;
//! assert_eq!(sum, msm_vartime_alloc(&points, &scalars)?);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use alloc::vec::Vec;

use rayon::prelude::*;
use subtle::Choice;

use crate::crossover::{self, pieces};
use crate::engines::pairings::PairingInLanes;
use crate::error::{BatchError, PointError};
use crate::field::{Anywhere, InLanes, Red};
use crate::hash_to_curve::{self, Expander, Message, RootsInLanes, SuiteInLanes};
use crate::msm;
use crate::pairing::{self, Gt, MillerPair};
use crate::poseidon::Poseidon;
use crate::tower::Fp12;
use crate::weierstrass::{Affine, CtxOf, CurvePoint, GroupInLanes, Projective, ZcashEncoding};

/// Pieces for each thread where the items of a batch do not share anything: a thread that others
/// hold up for a while leaves its pieces to the rest.
const SHARES: usize = 4;

/// Whether so many items are worth two threads: two pieces of `least` items on lanes of AVX-512, or
/// of an eighth of that without them, where each item takes as long as a vector or longer.
///
/// Nobody is asked how large the pool is: to ask outside of any would start one.
///
/// [Example](self#example).
pub fn worth_two_threads(items: usize, least: usize) -> bool {
    items >= 2 * crossover::shortest_piece(least)
}

/// How many items a piece has, of a batch that is cut into `shares` pieces for each thread, none
/// shorter than `least`; all of them where that leaves one piece.
fn piece(items: usize, least: usize, shares: usize) -> usize {
    if !worth_two_threads(items, least) {
        return items;
    }
    match rayon::current_num_threads() {
        1 => items,
        threads => crossover::whole_vectors(
            items.div_ceil(threads * shares).max(crossover::shortest_piece(least)),
        ),
    }
}

/// Σ kᵢPᵢ, as [`msm_vartime_alloc`](msm::msm_vartime_alloc): a block of points for each thread, and
/// the sum of their sums.
///
/// # Errors
/// [`BatchError::Empty`], [`BatchError::LengthMismatch`].
///
/// [Example](self#example).
#[inline(never)]
pub fn msm_vartime<C>(
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
) -> Result<Projective<C>, BatchError>
where
    C: GroupInLanes,
    Affine<C>: Sync,
    Projective<C>: Send,
    Red<C::Scalar>: Sync,
{
    let piece = piece(points.len(), pieces::MULTIPLES, 1);
    if points.len() != scalars.len() || piece >= points.len() {
        return msm::msm_vartime_alloc(points, scalars);
    }
    let blocks = points.par_chunks(piece).zip(scalars.par_chunks(piece)).with_max_len(1);
    total(blocks.map(|(points, scalars)| msm::msm_vartime_alloc(points, scalars)).collect())
}

/// Σ kᵢPᵢ of each of consecutive runs of the points, as
/// [`msm_runs_vartime`](msm::msm_runs_vartime).
///
/// # Errors
/// [`BatchError::Empty`], [`BatchError::LengthMismatch`].
///
/// [Example](self#example).
#[inline(never)]
pub fn msm_runs_vartime<C>(
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
    runs: &[usize],
) -> Result<Vec<Projective<C>>, BatchError>
where
    C: GroupInLanes,
    Affine<C>: Sync,
    Projective<C>: Send,
    Red<C::Scalar>: Sync,
{
    msm::runs::runs_by(points, scalars, runs, msm_vartime, mul_batch_vartime)
}

/// Σ kᵢPᵢ over the first bases of a table, as
/// [`FixedBases::msm_vartime`](msm::FixedBases::msm_vartime): a block of bases for each thread, and
/// the sum of their sums.
///
/// # Errors
/// [`BatchError::Empty`], [`BatchError::LengthMismatch`].
///
/// [Example](self#example).
#[inline(never)]
pub fn fixed_msm_vartime<C>(
    table: &msm::FixedBases<C>,
    scalars: &[Red<C::Scalar>],
) -> Result<Projective<C>, BatchError>
where
    C: GroupInLanes,
    msm::FixedBases<C>: Sync,
    Projective<C>: Send,
    Red<C::Scalar>: Sync,
{
    let piece = piece(scalars.len(), pieces::FIXED_MULTIPLES, 1);
    if piece >= scalars.len() {
        return table.msm_vartime(scalars);
    }
    let blocks = scalars.par_chunks(piece).enumerate().with_max_len(1);
    total(blocks.map(|(block, scalars)| table.msm_from_vartime(block * piece, scalars)).collect())
}

/// Σ Pᵢ, as [`sum_vartime_alloc`](msm::sum_vartime_alloc): a block of points for each thread, and
/// the sum of their sums.
///
/// # Errors
/// [`BatchError::Empty`].
///
/// [Example](self#example).
#[inline(never)]
pub fn sum_vartime<C>(points: &[Affine<C>]) -> Result<Projective<C>, BatchError>
where
    C: GroupInLanes,
    Affine<C>: Sync,
    Projective<C>: Send,
{
    let piece = piece(points.len(), pieces::ADDITIONS, 1);
    if piece >= points.len() {
        return msm::sum_vartime_alloc(points);
    }
    total(points.par_chunks(piece).with_max_len(1).map(msm::sum_vartime_alloc).collect())
}

/// \[kᵢ\]Pᵢ for each point and its scalar, in time that depends on both:
/// [`Projective::mul_batch_vartime`].
///
/// # Errors
/// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
/// scalars and places for products.
///
/// [Example](self#example).
#[inline(never)]
pub fn mul_batch_vartime<C>(
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
    products: &mut [Projective<C>],
) -> Result<(), BatchError>
where
    C: GroupInLanes,
    Affine<C>: Sync,
    Projective<C>: Send,
    Red<C::Scalar>: Sync,
{
    let piece = piece(points.len(), pieces::PRODUCTS, SHARES);
    if points.len() != scalars.len() || points.len() != products.len() || piece >= points.len() {
        return Projective::mul_batch_vartime(points, scalars, products);
    }
    let pieces =
        points.par_chunks(piece).zip(scalars.par_chunks(piece)).zip(products.par_chunks_mut(piece));
    pieces.with_max_len(1).try_for_each(|((points, scalars), products)| {
        Projective::mul_batch_vartime(points, scalars, products)
    })
}

/// The sum of the blocks' sums.
fn total<C: GroupInLanes>(
    sums: Result<Vec<Projective<C>>, BatchError>,
) -> Result<Projective<C>, BatchError> {
    sums?.into_iter().reduce(|a, b| a.add(&b)).ok_or(BatchError::Empty)
}

/// The points of many compressed encodings, checked, each with a verdict of its own:
/// [`Affine::from_bytes_batch`].
///
/// # Errors
/// [`BatchError::Empty`] for no encodings, [`BatchError::LengthMismatch`] if there are not as many
/// places for points.
///
/// [Example](self#example).
pub fn from_bytes_batch<C>(
    encodings: &[impl AsRef<[u8]> + Sync],
    points: &mut [Result<Affine<C>, PointError>],
) -> Result<(), BatchError>
where
    C: ZcashEncoding<Base: Anywhere> + RootsInLanes,
    Affine<C>: Send,
{
    each(encodings, points, pieces::ENCODINGS, Affine::from_bytes_batch)
}

/// Which of many points are in the group of prime order: [`CurvePoint::is_in_subgroup_batch`].
///
/// # Errors
/// [`BatchError::Empty`] for no points, [`BatchError::LengthMismatch`] if there are not as many
/// verdicts.
///
/// [Example](self#example).
#[inline(never)]
pub fn is_in_subgroup_batch<C>(
    points: &[CurvePoint<C>],
    verdicts: &mut [Choice],
) -> Result<(), BatchError>
where
    C: GroupInLanes,
    CurvePoint<C>: Sync,
{
    each(points, verdicts, pieces::SUBGROUP_CHECKS, CurvePoint::is_in_subgroup_batch)
}

/// Points of the group for many messages under one tag:
/// [`hash_to_curve_batch`](hash_to_curve::hash_to_curve_batch).
///
/// Time: constant in the content of the messages.
///
/// # Errors
/// [`BatchError::Empty`] for no messages, [`BatchError::LengthMismatch`] if `out` has not as many
/// places.
///
/// [Example](self#example).
pub fn hash_to_curve_batch<C, E>(
    ctx: &CtxOf<C>,
    messages: &[impl Message + Sync],
    dst: &[u8],
    out: &mut [Projective<C>],
) -> Result<(), BatchError>
where
    C: SuiteInLanes,
    E: Expander,
    CtxOf<C>: Sync,
    Projective<C>: Send,
{
    each(messages, out, pieces::MESSAGES, |messages, out| {
        hash_to_curve::hash_to_curve_batch::<C, E>(ctx, messages, dst, out)
    })
}

/// The hashes of many lists of elements, one list after the other: [`Poseidon::hash_batch`].
///
/// # Errors
/// [`BatchError::Empty`], [`BatchError::LengthMismatch`] if there are not as many elements as the
/// places need.
///
/// [Example](self#example).
#[inline(never)]
pub fn poseidon_hash_batch<F>(
    poseidon: &Poseidon<F>,
    elements: &[Red<F>],
    out: &mut [Red<F>],
) -> Result<(), BatchError>
where
    F: InLanes + Anywhere,
    Poseidon<F>: Sync,
    Red<F>: Send + Sync,
{
    let each = poseidon.elements();
    let piece = piece(out.len(), pieces::POSEIDON_HASHES, SHARES);
    if out.len().checked_mul(each) != Some(elements.len()) || piece >= out.len() {
        return poseidon.hash_batch(elements, out);
    }
    let pieces = elements.par_chunks(piece * each).zip(out.par_chunks_mut(piece)).with_max_len(1);
    pieces.try_for_each(|(elements, out)| poseidon.hash_batch(elements, out))
}

/// A function of items that do not share anything, in pieces. The serial function sees lists of
/// unlike lengths and no items, and says what is wrong with them.
fn each<I: Sync, O: Send>(
    items: &[I],
    out: &mut [O],
    least: usize,
    serial: impl Fn(&[I], &mut [O]) -> Result<(), BatchError> + Sync,
) -> Result<(), BatchError> {
    let piece = piece(items.len(), least, SHARES);
    if items.len() != out.len() || piece >= items.len() {
        return serial(items, out);
    }
    let pieces = items.par_chunks(piece).zip(out.par_chunks_mut(piece)).with_max_len(1);
    pieces.try_for_each(|(items, out)| serial(items, out))
}

/// The product of the Miller functions over a slice of fresh pairs, which it uses up; one for none:
/// bit for bit the value of a pairing curve's own function of this name, such as
/// [`bls12_381::miller_loop`](crate::bls12_381::miller_loop).
///
/// Each piece squares for itself: on BLS12-381 63 squarings in Fp12 more for each vector of eight
/// pairs in it.
///
/// [Example](self#example).
pub fn miller_loop<'q, T>(pairs: &mut [MillerPair<'q, T>]) -> Fp12<T>
where
    T: PairingInLanes,
    MillerPair<'q, T>: Send,
    Fp12<T>: Send,
{
    let piece = piece(pairs.len(), pieces::PAIRS, 1);
    if piece >= pairs.len() {
        return pairing::product::miller_loop(pairs);
    }
    let values: Vec<_> =
        pairs.par_chunks_mut(piece).with_max_len(1).map(pairing::product::miller_loop).collect();
    values.into_iter().reduce(|a, b| a.mul(&b)).unwrap_or_else(|| Fp12::one_in(&()))
}

/// ∏ e(Pᵢ, Qᵢ) over a slice of fresh pairs, which it uses up; one for none: [`miller_loop`] and one
/// final exponentiation, which is not divided.
///
/// [Example](self#example).
pub fn pairing_product<'q, T>(pairs: &mut [MillerPair<'q, T>]) -> Gt<T>
where
    T: PairingInLanes,
    MillerPair<'q, T>: Send,
    Fp12<T>: Send,
{
    pairing::product::final_exponentiation_of_one(&miller_loop(pairs))
}
