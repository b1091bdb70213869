//! BLS12-381 (EIP-2537), without the padding of the contracts.

use alloc::vec::Vec;

use curvemark::bls12_381::{UncheckedPair, checked_product_is_one};
use evm::primitives;

use crate::{COUNTED, Error};

/// A point of G1 and what it is multiplied by.
///
/// [Example](crate).
#[repr(C, align(8))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bls12G1Term {
    /// x and y.
    pub point: [u8; 96],
    /// Any integer.
    pub scalar: [u8; 32],
}

/// A point of G2 and what it is multiplied by.
///
/// [Example](crate).
#[repr(C, align(8))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bls12G2Term {
    /// x and y, each with the coefficient of 1 first.
    pub point: [u8; 192],
    /// Any integer.
    pub scalar: [u8; 32],
}

/// A point of G1 and one of G2.
///
/// [Example](crate).
#[repr(C, align(8))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bls12Pair {
    /// x and y.
    pub g1: [u8; 96],
    /// x and y, each with the coefficient of 1 first.
    pub g2: [u8; 192],
}

const _: () = assert!(
    size_of::<Bls12G1Term>() == 128
        && size_of::<Bls12G2Term>() == 224
        && size_of::<Bls12Pair>() == 288
);

/// P + Q for two points of the curve over Fp, in the group or not, the identity among them.
///
/// [Example](crate).
///
/// # Errors
/// [`Error::Point`].
pub fn bls12_g1_add(p1: &[u8; 96], p2: &[u8; 96]) -> Result<[u8; 96], Error> {
    primitives::bls12_g1_add(p1, p2)
}

/// Σ kᵢPᵢ for at least one point of G1.
///
/// Cost: an exact subgroup check of each point, and a sum of multiples.
///
/// [Example](crate).
///
/// # Errors
/// [`Error::Length`] of no pairs; [`Error::Point`].
pub fn bls12_g1_msm(pairs: &[Bls12G1Term]) -> Result<[u8; 96], Error> {
    primitives::bls12_g1_msm(pairs.iter().map(|pair| (&pair.point, &pair.scalar)))
}

/// P + Q for two points of the twist, in the group or not, the identity among them.
///
/// [Example](crate).
///
/// # Errors
/// [`Error::Point`].
pub fn bls12_g2_add(p1: &[u8; 192], p2: &[u8; 192]) -> Result<[u8; 192], Error> {
    primitives::bls12_g2_add(p1, p2)
}

/// Σ kᵢQᵢ for at least one point of G2.
///
/// Cost: an exact subgroup check of each point, and a sum of multiples.
///
/// [Example](crate).
///
/// # Errors
/// [`Error::Length`] of no pairs; [`Error::Point`].
pub fn bls12_g2_msm(pairs: &[Bls12G2Term]) -> Result<[u8; 192], Error> {
    primitives::bls12_g2_msm(pairs.iter().map(|pair| (&pair.point, &pair.scalar)))
}

/// Whether the product of the pairings of at least one pair is one.
///
/// Cost: two exact subgroup checks for each pair; one Miller loop, one final exponentiation.
///
/// [Example](crate).
///
/// # Errors
/// [`Error::Length`] of no pairs; [`Error::Point`].
pub fn bls12_pairing(pairs: &[Bls12Pair]) -> Result<bool, Error> {
    if COUNTED {
        return Ok(checked_product_is_one(&points(pairs)?, None)?);
    }
    primitives::bls12_pairing(halves(pairs))
}

fn halves(pairs: &[Bls12Pair]) -> impl Iterator<Item = (&[u8; 96], &[u8; 192])> + Clone {
    pairs.iter().map(|pair| (&pair.g1, &pair.g2))
}

/// The points, on the curves; there must be some.
pub(crate) fn points(pairs: &[Bls12Pair]) -> Result<Vec<UncheckedPair>, Error> {
    if pairs.is_empty() {
        return Err(Error::Length);
    }
    primitives::bls12_points(halves(pairs))
}

/// The point of G1 for an element of Fp: map_to_curve and clear_cofactor of RFC 9380 §8.8.1.
///
/// [Example](crate).
///
/// # Errors
/// [`Error::Point`] if the element is not below the modulus.
pub fn bls12_map_fp_to_g1(field_element: &[u8; 48]) -> Result<[u8; 96], Error> {
    primitives::bls12_map_fp_to_g1(field_element)
}

/// The point of G2 for an element of Fp2, the coefficient of 1 first: map_to_curve and
/// clear_cofactor of RFC 9380 §8.8.2.
///
/// [Example](crate).
///
/// # Errors
/// [`Error::Point`] if a coefficient is not below the modulus.
pub fn bls12_map_fp2_to_g2(field_element: &[u8; 96]) -> Result<[u8; 192], Error> {
    primitives::bls12_map_fp2_to_g2(field_element)
}
