//! BLS12-381: sums, sums of products, products of pairings, maps to the groups.
//!
//! The curves have the encodings of EIP-2537, with sixteen zeros before each element. They are put
//! there and taken away on the stack: some hundred instructions, where a sum takes a hundred
//! thousand.

use alloc::vec::Vec;

use curve::bls12_381::{
    Fr, FrEngine, G1Affine, G1Curve, G2Affine, G2Curve, Pair, map_to_g1, map_to_g2,
    pairing_product_is_one,
};
use curve::engines::door::in_residue_numbers;
use curve::error::PointError;
use curve::field::{Anywhere, Red};
use curve::msm::msm_vartime_alloc;
use curve::weierstrass::{Affine, CurvePoint, Eip2537Encoding, GroupInLanes, element_from_eip2537};

use crate::precompiles::Error;

/// A point of each curve, in the groups or not.
type Points = (CurvePoint<G1Curve>, CurvePoint<G2Curve>);

/// Bytes of an element of Fp, and of the zeros before it.
const ELEMENT: usize = 48;
const PADDING: usize = 16;

/// Elements of Fp with zeros before each.
pub(super) fn padded<const BARE: usize, const PADDED: usize>(bare: &[u8; BARE]) -> [u8; PADDED] {
    const { assert!(BARE * (PADDING + ELEMENT) == PADDED * ELEMENT) };
    let mut out = [0; PADDED];
    for (out, element) in out.chunks_exact_mut(PADDING + ELEMENT).zip(bare.chunks_exact(ELEMENT)) {
        out[PADDING..].copy_from_slice(element);
    }
    out
}

/// Elements of Fp without the zeros.
pub(super) fn bare<const PADDED: usize, const BARE: usize>(padded: &[u8; PADDED]) -> [u8; BARE] {
    const { assert!(BARE * (PADDING + ELEMENT) == PADDED * ELEMENT) };
    let mut out = [0; BARE];
    for (out, element) in out.chunks_exact_mut(ELEMENT).zip(padded.chunks_exact(PADDING + ELEMENT))
    {
        out.copy_from_slice(&element[PADDING..]);
    }
    out
}

/// P + Q for two points of the curve over Fp, in the group or not.
///
/// Cost: [`Affine::add_eip2537_vartime`].
///
/// [Example](super).
///
/// # Errors
/// [`Error::Point`].
pub fn bls12_g1_add(p: &[u8; 96], q: &[u8; 96]) -> Result<[u8; 96], Error> {
    Ok(bare(&G1Affine::add_eip2537_vartime(&padded::<96, 128>(p), &padded::<96, 128>(q))?))
}

/// P + Q for two points of the twist, in the group or not.
///
/// Cost: [`Affine::add_eip2537_vartime`].
///
/// [Example](super).
///
/// # Errors
/// [`Error::Point`].
pub fn bls12_g2_add(p: &[u8; 192], q: &[u8; 192]) -> Result<[u8; 192], Error> {
    Ok(bare(&G2Affine::add_eip2537_vartime(&padded::<192, 256>(p), &padded::<192, 256>(q))?))
}

/// Σ kᵢPᵢ for at least one point of G1, and any integers of 32 bytes.
///
/// Cost: an exact subgroup check of each point, eight at a time on vectors where the CPU has them,
/// and [`msm_vartime_alloc`].
///
/// [Example](super).
///
/// # Errors
/// [`Error::Length`] of no points; [`Error::Point`].
pub fn bls12_g1_msm<'b>(
    pairs: impl Iterator<Item = (&'b [u8; 96], &'b [u8; 32])> + Clone,
) -> Result<[u8; 96], Error> {
    let points = pairs.clone().map(|(point, _)| padded::<96, 128>(point));
    Ok(bare(&bls12_msm_of::<G1Curve>(points, pairs.map(|(_, scalar)| &scalar[..]))?))
}

/// Σ kᵢQᵢ for at least one point of G2: as [`bls12_g1_msm`].
///
/// [Example](super).
///
/// # Errors
/// [`Error::Length`] of no points; [`Error::Point`].
pub fn bls12_g2_msm<'b>(
    pairs: impl Iterator<Item = (&'b [u8; 192], &'b [u8; 32])> + Clone,
) -> Result<[u8; 192], Error> {
    let points = pairs.clone().map(|(point, _)| padded::<192, 256>(point));
    Ok(bare(&bls12_msm_of::<G2Curve>(points, pairs.map(|(_, scalar)| &scalar[..]))?))
}

/// Whether the product of the pairings of k ≥ 1 pairs is one.
///
/// Cost: 2k exact subgroup checks, eight at a time on vectors where the CPU has them; one Miller
/// loop with k pairs, one final exponentiation.
///
/// [Example](super).
///
/// # Errors
/// [`Error::Length`] of no pairs; [`Error::Point`], of the points of G1 before those of G2.
pub fn bls12_pairing<'b>(
    pairs: impl Iterator<Item = (&'b [u8; 96], &'b [u8; 192])> + Clone,
) -> Result<bool, Error> {
    let p = pairs.clone().map(|(p, _)| padded::<96, 128>(p));
    bls12_pairing_of(p, pairs.map(|(_, q)| padded::<192, 256>(q)))
}

/// The points of pairs, on the curves, of which it is not known whether they are in the groups.
///
/// Cost: the equations of two points for each pair.
///
/// [Example](super).
///
/// # Errors
/// [`Error::Point`].
pub fn bls12_points<'b>(
    pairs: impl Iterator<Item = (&'b [u8; 96], &'b [u8; 192])>,
) -> Result<Vec<Points>, Error> {
    let points = |(p, q): (&[u8; 96], &[u8; 192])| {
        let p = G1Affine::from_eip2537_unchecked_subgroup(&padded::<96, 128>(p))?;
        Ok((p, G2Affine::from_eip2537_unchecked_subgroup(&padded::<192, 256>(q))?))
    };
    pairs.map(points).collect()
}

/// The point of G1 for an element of Fp: map_to_curve and clear_cofactor of RFC 9380 §8.8.1.
///
/// [Example](super).
///
/// # Errors
/// [`Error::Point`] with [`PointError::NotCanonical`].
pub fn bls12_map_fp_to_g1(element: &[u8; 48]) -> Result<[u8; 96], Error> {
    let element = element_of(&padded::<48, 64>(element))?;
    Ok(bare(&map_to_g1(&element).to_eip2537_vartime()))
}

/// The point of G2 for an element of Fp2: map_to_curve and clear_cofactor of RFC 9380 §8.8.2.
///
/// [Example](super).
///
/// # Errors
/// [`Error::Point`] with [`PointError::NotCanonical`].
pub fn bls12_map_fp2_to_g2(element: &[u8; 96]) -> Result<[u8; 192], Error> {
    let element = element_of(&padded::<96, 128>(element))?;
    Ok(bare(&map_to_g2(&element).to_eip2537_vartime()))
}

/// The sum of products, of points with their padding and as many scalars.
pub(crate) fn bls12_msm_of<'b, C>(
    points: impl Iterator<Item: AsRef<[u8]>>,
    scalars: impl Iterator<Item = &'b [u8]>,
) -> Result<C::Bytes, Error>
where
    C: Eip2537Encoding<Base: Anywhere, Scalar = FrEngine> + GroupInLanes,
{
    let points = Affine::<C>::from_eip2537_all(points)?;
    let scalars: Vec<Fr> = scalars.map(Fr::from_uniform_bytes).collect();
    let sum = match (&points[..], &scalars[..]) {
        // The fastest for one is constant-time, as it happens.
        ([point], [scalar]) if in_residue_numbers::<C>() => point.mul(scalar),
        // As many scalars as points: the one error is that there are none.
        _ => msm_vartime_alloc(&points, &scalars).map_err(|_| Error::Length)?,
    };
    Ok(sum.to_eip2537_vartime())
}

/// Whether the product of pairings is one, of points with their padding, as many of G2 as of G1.
pub(crate) fn bls12_pairing_of(
    p: impl Iterator<Item: AsRef<[u8]>>,
    q: impl Iterator<Item: AsRef<[u8]>>,
) -> Result<bool, Error> {
    let (p, q) = (G1Affine::from_eip2537_all(p)?, G2Affine::from_eip2537_all(q)?);
    let mut pairs: Vec<Pair<'_>> = p.iter().zip(&q).map(|(p, q)| Pair::from_points(p, q)).collect();
    if pairs.is_empty() {
        return Err(Error::Length);
    }
    Ok(pairing_product_is_one(&mut pairs).into())
}

/// The element of Fp or Fp2 with its padding.
pub(crate) fn element_of<F: Anywhere>(bytes: &[u8]) -> Result<Red<F>, Error> {
    element_from_eip2537(bytes).map_err(|reason| match reason {
        PointError::Length => Error::Length,
        reason => Error::Point(reason),
    })
}
