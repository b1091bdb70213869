//! BN254: sums, multiples and products of pairings.

use alloc::vec::Vec;

use curve::bn254::{Fr, G1Affine, G1Curve, G2Affine, G2Curve, Pair, pairing_product_is_one};
use curve::weierstrass::CurvePoint;

use crate::precompiles::Error;

/// A point of each curve, in the groups or not.
type Points = (CurvePoint<G1Curve>, CurvePoint<G2Curve>);

/// P + Q for two points of G1, the identity among them.
///
/// Cost: [`Affine::add_eip196_vartime`](curve::weierstrass::Affine::add_eip196_vartime).
///
/// [Example](super).
///
/// # Errors
/// [`Error::Point`].
pub fn bn254_g1_add(p: &[u8; 64], q: &[u8; 64]) -> Result<[u8; 64], Error> {
    Ok(G1Affine::add_eip196_vartime(p, q)?)
}

/// kP for a point of G1 and any integer of 32 bytes.
///
/// Cost: the equation of the point, a multiplication and an inversion.
///
/// [Example](super).
///
/// # Errors
/// [`Error::Point`].
pub fn bn254_g1_mul(point: &[u8; 64], k: &[u8; 32]) -> Result<[u8; 64], Error> {
    // G1 is the whole curve.
    let point = G1Affine::from_eip196_unchecked_subgroup(point)?.assume_in_subgroup_unchecked();
    Ok(point.mul_vartime(&Fr::from_uniform_bytes(k)).to_eip196_vartime())
}

/// Whether the product of the pairings of k pairs is one. Of no pairs it is.
///
/// Cost: k exact subgroup checks in G2, eight at a time on vectors where the CPU has them; one
/// Miller loop with k pairs, one final exponentiation.
///
/// [Example](super).
///
/// # Errors
/// [`Error::Point`], of the points of G1 before those of G2.
pub fn bn254_pairing<'b>(
    pairs: impl Iterator<Item = (&'b [u8; 64], &'b [u8; 128])> + Clone,
) -> Result<bool, Error> {
    bn254_pairing_of(pairs.clone().map(|(p, _)| &p[..]), pairs.map(|(_, q)| &q[..]))
}

/// The points of pairs, on the curves, of which it is not known whether they are in the groups.
///
/// Cost: the equations of two points for each pair.
///
/// [Example](super).
///
/// # Errors
/// [`Error::Point`].
pub fn bn254_points<'b>(
    pairs: impl Iterator<Item = (&'b [u8; 64], &'b [u8; 128])>,
) -> Result<Vec<Points>, Error> {
    let points = |(p, q): (&[u8; 64], &[u8; 128])| {
        let p = G1Affine::from_eip196_unchecked_subgroup(p)?;
        Ok((p, G2Affine::from_eip196_unchecked_subgroup(q)?))
    };
    pairs.map(points).collect()
}

/// [`bn254_pairing`] of encodings of as many points of G2 as of G1.
pub(crate) fn bn254_pairing_of<'b>(
    p: impl Iterator<Item = &'b [u8]>,
    q: impl Iterator<Item = &'b [u8]>,
) -> Result<bool, Error> {
    let (p, q) = (G1Affine::from_eip196_all(p)?, G2Affine::from_eip196_all(q)?);
    let mut pairs: Vec<Pair<'_>> = p.iter().zip(&q).map(|(p, q)| Pair::from_points(p, q)).collect();
    Ok(pairing_product_is_one(&mut pairs).into())
}
