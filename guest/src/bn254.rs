//! BN254 (EIP-196, EIP-197).

use alloc::vec::Vec;

use curvemark::bn254::{UncheckedPair, checked_product_is_one};
use evm::primitives;

use crate::{COUNTED, Error};

/// A point of G1 and one of G2.
///
/// [Example](crate).
#[repr(C, align(8))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bn254Pair {
    /// x and y.
    pub g1: [u8; 64],
    /// x and y, each with the coefficient of u first.
    pub g2: [u8; 128],
}

const _: () = assert!(size_of::<Bn254Pair>() == 192);

/// P + Q for two points of G1, the identity among them.
///
/// [Example](crate).
///
/// # Errors
/// [`Error::Point`].
pub fn bn254_g1_add(p1: &[u8; 64], p2: &[u8; 64]) -> Result<[u8; 64], Error> {
    primitives::bn254_g1_add(p1, p2)
}

/// kP for a point of G1 and any integer of 32 bytes.
///
/// [Example](crate).
///
/// # Errors
/// [`Error::Point`].
pub fn bn254_g1_mul(point: &[u8; 64], scalar: &[u8; 32]) -> Result<[u8; 64], Error> {
    primitives::bn254_g1_mul(point, scalar)
}

/// Whether the product of the pairings is one. Of no pairs it is.
///
/// Cost: an exact subgroup check in G2 for each pair; one Miller loop, one final exponentiation.
///
/// [Example](crate).
///
/// # Errors
/// [`Error::Point`].
pub fn bn254_pairing(pairs: &[Bn254Pair]) -> Result<bool, Error> {
    if COUNTED {
        return Ok(checked_product_is_one(&points(pairs)?, None)?);
    }
    primitives::bn254_pairing(halves(pairs))
}

fn halves(pairs: &[Bn254Pair]) -> impl Iterator<Item = (&[u8; 64], &[u8; 128])> + Clone {
    pairs.iter().map(|pair| (&pair.g1, &pair.g2))
}

/// The points, on the curves.
pub(crate) fn points(pairs: &[Bn254Pair]) -> Result<Vec<UncheckedPair>, Error> {
    primitives::bn254_points(halves(pairs))
}
