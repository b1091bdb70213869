//! BN254 (EIP-196, EIP-197): sums, multiples and products of pairings.

use alloc::vec::Vec;

use super::Error;
use super::padded::{padded, word};
use crate::primitives;

/// Bytes of a point of G1, and of a pair of points.
const G1_BYTES: usize = 64;
const PAIR_BYTES: usize = 192;

/// P + Q for two points of G1, the identity among them.
///
/// Input: two points of 64 bytes, padded. Output: a point.
///
/// Cost: [`Affine::add_eip196_vartime`](curve::weierstrass::Affine::add_eip196_vartime).
///
/// [Example](crate::precompiles).
///
/// # Errors
/// [`Error::Point`].
pub fn bn254_add(input: &[u8]) -> Result<Vec<u8>, Error> {
    let [p, q] = [0, G1_BYTES].map(|offset| padded(input, offset));
    Ok(primitives::bn254_g1_add(&p, &q)?.to_vec())
}

/// kP for a point of G1 and any integer of 32 bytes.
///
/// Input: a point of 64 bytes and k, padded. Output: a point.
///
/// Cost: the equation of the point, a multiplication and an inversion.
///
/// [Example](crate::precompiles).
///
/// # Errors
/// [`Error::Point`].
pub fn bn254_mul(input: &[u8]) -> Result<Vec<u8>, Error> {
    let (point, k) = (padded(input, 0), padded(input, G1_BYTES));
    Ok(primitives::bn254_g1_mul(&point, &k)?.to_vec())
}

/// Whether the product of the pairings of k pairs is one: 0 or 1 in 32 bytes. Of no pairs it is.
///
/// Input: k times a point of G1, of 64 bytes, and one of G2, of 128.
///
/// Cost: k exact subgroup checks in G2, eight at a time on vectors where the CPU has them; one
/// Miller loop with k pairs, one final exponentiation.
///
/// [Example](crate::precompiles).
///
/// # Errors
/// [`Error::Length`], [`Error::Point`].
pub fn bn254_pairing(input: &[u8]) -> Result<Vec<u8>, Error> {
    let (pairs, rest) = input.as_chunks::<PAIR_BYTES>();
    if !rest.is_empty() {
        return Err(Error::Length);
    }
    let p = pairs.iter().map(|pair| &pair[..G1_BYTES]);
    let q = pairs.iter().map(|pair| &pair[G1_BYTES..]);
    Ok(word(primitives::bn254_pairing_of(p, q)?).to_vec())
}
