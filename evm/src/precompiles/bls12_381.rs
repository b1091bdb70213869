//! BLS12-381 (EIP-2537): sums, sums of products, products of pairings, maps to the groups.

use alloc::vec::Vec;

use curve::bls12_381::{
    Fr, FrEngine, G1Affine, G1Curve, G2Affine, G2Curve, Pair, map_to_g1, map_to_g2,
    pairing_product_is_one,
};
use curve::engines::door::in_residue_numbers;
use curve::error::PointError;
use curve::field::{Anywhere, Red};
use curve::msm::msm_vartime_alloc;
use curve::weierstrass::{Affine, Eip2537Encoding, GroupInLanes, element_from_eip2537};

use super::Error;
use super::padded::word;

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
/// and [`msm_vartime_alloc`].
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
    if pairs.is_empty() || !rest.is_empty() {
        return Err(Error::Length);
    }
    let p = G1Affine::from_eip2537_all(pairs.iter().map(|pair| &pair[..G1_BYTES]))?;
    let q = G2Affine::from_eip2537_all(pairs.iter().map(|pair| &pair[G1_BYTES..]))?;
    let mut pairs: Vec<Pair<'_>> = p.iter().zip(&q).map(|(p, q)| Pair::from_points(p, q)).collect();
    Ok(word(pairing_product_is_one(&mut pairs).into()).to_vec())
}

/// The point of G1 for an element of Fp, of 64 bytes: map_to_curve and clear_cofactor of RFC 9380
/// §8.8.1. Output: a point of 128 bytes.
///
/// [Example](crate::precompiles).
///
/// # Errors
/// [`Error::Length`], [`Error::Point`].
pub fn bls12_map_fp_to_g1(input: &[u8]) -> Result<Vec<u8>, Error> {
    Ok(map_to_g1(&element(input)?).to_eip2537_vartime().to_vec())
}

/// The point of G2 for an element of Fp2, of 128 bytes: map_to_curve and clear_cofactor of RFC 9380
/// §8.8.2. Output: a point of 256 bytes.
///
/// [Example](crate::precompiles).
///
/// # Errors
/// [`Error::Length`], [`Error::Point`].
pub fn bls12_map_fp2_to_g2(input: &[u8]) -> Result<Vec<u8>, Error> {
    Ok(map_to_g2(&element(input)?).to_eip2537_vartime().to_vec())
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
    let points = Affine::<C>::from_eip2537_all(pairs.clone().map(|pair| &pair[..point_bytes]))?;
    let scalars: Vec<Fr> = pairs.map(|pair| Fr::from_uniform_bytes(&pair[point_bytes..])).collect();
    let sum = match (&points[..], &scalars[..]) {
        // The fastest for one is constant-time, as it happens.
        ([point], [scalar]) if in_residue_numbers::<C>() => point.mul(scalar),
        // As many scalars as points: the one error is that there are none.
        _ => msm_vartime_alloc(&points, &scalars).map_err(|_| Error::Length)?,
    };
    Ok(sum.to_eip2537_vartime().as_ref().to_vec())
}

fn element<F: Anywhere>(input: &[u8]) -> Result<Red<F>, Error> {
    element_from_eip2537(input).map_err(|reason| match reason {
        PointError::Length => Error::Length,
        reason => Error::Point(reason),
    })
}
