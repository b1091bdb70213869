//! Pairs of points, by the groups' own types.

use super::{MillerPair, Pairing, Prepared};
use crate::field::Masked;
use crate::weierstrass::Affine;

impl<'q, T: Pairing<Fp: Masked>> MillerPair<'q, T> {
    /// A pair of points; one in the product where either is the identity, in constant time.
    pub fn from_points(p: &Affine<T::G1>, q: &Affine<T::G2>) -> Self {
        let skip = p.infinity.clone() | q.infinity.clone();
        Self::masked([p.x.clone(), p.y.clone()], [q.x.clone(), q.y.clone()], &skip)
    }

    /// A pair with prepared lines; one in the product where either point is the identity.
    pub fn from_prepared<const LINES: usize>(p: &Affine<T::G1>, q: &'q Prepared<T, LINES>) -> Self {
        Self::prepared([p.x.clone(), p.y.clone()], q, &p.infinity)
    }
}

impl<T: Pairing<Fp: Masked>, const LINES: usize> Prepared<T, LINES> {
    /// The lines of a point; those of a stand-in for the identity.
    pub fn from_affine(q: &Affine<T::G2>) -> Self {
        Self::new(&[q.x.clone(), q.y.clone()], &q.infinity)
    }
}
