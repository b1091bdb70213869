//! BLS12-381 (EIP-2537): sums, sums of products, products of pairings, maps to the groups.

use alloc::vec::Vec;

use curve::bls12_381::{FrEngine, G1Curve, G2Curve, map_to_g1, map_to_g2};
use curve::field::Anywhere;
use curve::weierstrass::{Affine, Eip2537Encoding, GroupInLanes};

use super::Error;
use super::padded::word;
use crate::primitives::{bls12_msm_of, bls12_pairing_of, element_of};

/// Bytes of a point of G1, a scalar, and a pair of points.
const G1_BYTES: usize = 128;
const SCALAR_BYTES: usize = 32;
const PAIR_BYTES: usize = 384;

/// P + Q for two points of the curve over Fp, in the group or not.
///
/// Input: two points of 128 bytes. Output: a point.
///
/// Cost: [`Affine::add_eip2537_vartime`].
///
/// [Example](crate::precompiles).
///
/// # Errors
/// [`Error::Length`], [`Error::Point`].
pub fn bls12_g1_add(input: &[u8]) -> Result<Vec<u8>, Error> {
    add::<G1Curve>(input)
}

/// P + Q for two points of the twist, in the group or not: as [`bls12_g1_add`], with points of 256
/// bytes.
///
/// [Example](crate::precompiles).
///
/// # Errors
/// [`Error::Length`], [`Error::Point`].
pub fn bls12_g2_add(input: &[u8]) -> Result<Vec<u8>, Error> {
    add::<G2Curve>(input)
}

/// Σ kᵢPᵢ for at least one point of G1, and any integers of 32 bytes.
///
/// Input: points of 128 bytes, each before its integer. Output: a point.
///
/// Cost: an exact subgroup check of each point, eight at a time on vectors where the CPU has them,
/// and [`msm_vartime_alloc`](curve::msm::msm_vartime_alloc).
///
/// [Example](crate::precompiles).
///
/// # Errors
/// [`Error::Length`], [`Error::Point`].
pub fn bls12_g1_msm(input: &[u8]) -> Result<Vec<u8>, Error> {
    msm::<G1Curve>(input)
}

/// Σ kᵢQᵢ for at least one point of G2: as [`bls12_g1_msm`], with points of 256 bytes.
///
/// [Example](crate::precompiles).
///
/// # Errors
/// [`Error::Length`], [`Error::Point`].
pub fn bls12_g2_msm(input: &[u8]) -> Result<Vec<u8>, Error> {
    msm::<G2Curve>(input)
}

/// Whether the product of the pairings of k ≥ 1 pairs is one: 0 or 1 in 32 bytes.
///
/// Input: k times a point of G1, of 128 bytes, and one of G2, of 256.
///
/// Cost: 2k exact subgroup checks, eight at a time on vectors where the CPU has them; one Miller
/// loop with k pairs, one final exponentiation.
///
/// [Example](crate::precompiles).
///
/// # Errors
/// [`Error::Length`], [`Error::Point`].
pub fn bls12_pairing(input: &[u8]) -> Result<Vec<u8>, Error> {
    let (pairs, rest) = input.as_chunks::<PAIR_BYTES>();
    if !rest.is_empty() {
        return Err(Error::Length);
    }
    let p = pairs.iter().map(|pair| &pair[..G1_BYTES]);
    let q = pairs.iter().map(|pair| &pair[G1_BYTES..]);
    Ok(word(bls12_pairing_of(p, q)?).to_vec())
}

/// The point of G1 for an element of Fp, of 64 bytes: map_to_curve and clear_cofactor of RFC 9380
/// §8.8.1. Output: a point of 128 bytes.
///
/// [Example](crate::precompiles).
///
/// # Errors
/// [`Error::Length`], [`Error::Point`].
pub fn bls12_map_fp_to_g1(input: &[u8]) -> Result<Vec<u8>, Error> {
    Ok(map_to_g1(&element_of(input)?).to_eip2537_vartime().to_vec())
}

/// The point of G2 for an element of Fp2, of 128 bytes: map_to_curve and clear_cofactor of RFC 9380
/// §8.8.2. Output: a point of 256 bytes.
///
/// [Example](crate::precompiles).
///
/// # Errors
/// [`Error::Length`], [`Error::Point`].
pub fn bls12_map_fp2_to_g2(input: &[u8]) -> Result<Vec<u8>, Error> {
    Ok(map_to_g2(&element_of(input)?).to_eip2537_vartime().to_vec())
}

fn add<C: Eip2537Encoding<Base: Anywhere>>(input: &[u8]) -> Result<Vec<u8>, Error> {
    let point_bytes = C::BYTES.as_ref().len();
    if input.len() != 2 * point_bytes {
        return Err(Error::Length);
    }
    let (p, q) = input.split_at(point_bytes);
    Ok(Affine::<C>::add_eip2537_vartime(p, q)?.as_ref().to_vec())
}

fn msm<C: Eip2537Encoding<Base: Anywhere, Scalar = FrEngine> + GroupInLanes>(
    input: &[u8],
) -> Result<Vec<u8>, Error> {
    let point_bytes = C::BYTES.as_ref().len();
    let pairs = input.chunks_exact(point_bytes + SCALAR_BYTES);
    if !pairs.remainder().is_empty() {
        return Err(Error::Length);
    }
    let points = pairs.clone().map(|pair| &pair[..point_bytes]);
    let sum = bls12_msm_of::<C>(points, pairs.map(|pair| &pair[point_bytes..]))?;
    Ok(sum.as_ref().to_vec())
}
