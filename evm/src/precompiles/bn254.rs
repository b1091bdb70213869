//! BN254 (EIP-196, EIP-197): sums, multiples and products of pairings.

use alloc::vec::Vec;

use curve::bn254::{Fr, G1, G1Affine, G2Affine, Pair, pairing_product_is_one};

use super::Error;
use super::padded::{padded, word};

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
    let input = padded::<128>(input, 0);
    let (p, q) = input.split_at(G1_BYTES);
    Ok(G1Affine::add_eip196_vartime(p, q)?.to_vec())
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
    let input = padded::<96>(input, 0);
    let (point, k) = input.split_at(G1_BYTES);
    let k = Fr::from_uniform_bytes(k);
    Ok(g1(point)?.mul_vartime(&k).to_eip196_vartime().to_vec())
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
    let p = G1Affine::from_eip196_all(pairs.iter().map(|pair| &pair[..G1_BYTES]))?;
    let q = G2Affine::from_eip196_all(pairs.iter().map(|pair| &pair[G1_BYTES..]))?;
    let mut pairs: Vec<Pair<'_>> = p.iter().zip(&q).map(|(p, q)| Pair::from_points(p, q)).collect();
    Ok(word(pairing_product_is_one(&mut pairs).into()).to_vec())
}

/// A point of G1, which is the whole curve.
fn g1(bytes: &[u8]) -> Result<G1, Error> {
    Ok(G1Affine::from_eip196_unchecked_subgroup(bytes)?.assume_in_subgroup_unchecked())
}
