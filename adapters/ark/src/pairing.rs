//! Pairings.

use core::fmt::{self, Debug};

use ark_ec::{AffineRepr, CurveGroup};
use ark_serialize::{
    CanonicalDeserialize, CanonicalSerialize, Compress, Read, SerializationError, Valid, Validate,
    Write,
};

use crate::weierstrass::{Affine, Curve, Projective};

/// A point that goes into a pairing. It is serialised as the point.
pub struct Prepared<C: Curve>(pub Affine<C>);

impl<C: Curve> Clone for Prepared<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Curve> Copy for Prepared<C> {}

impl<C: Curve> PartialEq for Prepared<C> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<C: Curve> Eq for Prepared<C> {}

impl<C: Curve> Debug for Prepared<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Prepared").field(&self.0).finish()
    }
}

/// The generator, as with arkworks.
impl<C: Curve> Default for Prepared<C> {
    fn default() -> Self {
        Self(Affine::GENERATOR)
    }
}

impl<C: Curve> From<Affine<C>> for Prepared<C> {
    fn from(point: Affine<C>) -> Self {
        Self(point)
    }
}

impl<C: Curve> From<&Affine<C>> for Prepared<C> {
    fn from(point: &Affine<C>) -> Self {
        Self(*point)
    }
}

impl<C: Curve> From<Projective<C>> for Prepared<C> {
    fn from(point: Projective<C>) -> Self {
        Self(point.into_affine())
    }
}

impl<C: Curve> From<&Projective<C>> for Prepared<C> {
    fn from(point: &Projective<C>) -> Self {
        Self(point.into_affine())
    }
}

impl<C: Curve> CanonicalSerialize for Prepared<C> {
    fn serialize_with_mode<W: Write>(
        &self,
        writer: W,
        compress: Compress,
    ) -> Result<(), SerializationError> {
        self.0.serialize_with_mode(writer, compress)
    }

    fn serialized_size(&self, compress: Compress) -> usize {
        self.0.serialized_size(compress)
    }
}

impl<C: Curve> CanonicalDeserialize for Prepared<C> {
    fn deserialize_with_mode<R: Read>(
        reader: R,
        compress: Compress,
        validate: Validate,
    ) -> Result<Self, SerializationError> {
        Affine::deserialize_with_mode(reader, compress, validate).map(Self)
    }
}

impl<C: Curve> Valid for Prepared<C> {
    fn check(&self) -> Result<(), SerializationError> {
        self.0.check()
    }
}

/// The pairing of a curve, by the functions of its module in [`curve`].
macro_rules! pairing {
    ($name:ident, $module:ident) => {
        impl ark_ec::pairing::Pairing for $name {
            type BaseField = Fq;
            type ScalarField = Fr;
            type G1 = G1Projective;
            type G1Affine = G1Affine;
            type G1Prepared = G1Prepared;
            type G2 = G2Projective;
            type G2Affine = G2Affine;
            type G2Prepared = G2Prepared;
            type TargetField = Fq12;

            /// # Panics
            /// If there are not as many points of both groups, as with arkworks.
            fn multi_miller_loop(
                a: impl IntoIterator<Item = impl Into<G1Prepared>>,
                b: impl IntoIterator<Item = impl Into<G2Prepared>>,
            ) -> MillerLoopOutput<Self> {
                let p: Vec<_> = a.into_iter().map(|p| p.into().0.to_curve()).collect();
                let q: Vec<_> = b.into_iter().map(|q| q.into().0.to_curve()).collect();
                assert_eq!(p.len(), q.len(), "a point of each group in a pair");
                let pairs = p.iter().zip(&q).map(|(p, q)| $module::Pair::from_points(p, q));
                let mut pairs: Vec<_> = pairs.collect();
                #[cfg(feature = "parallel")]
                let value = curve::parallel::miller_loop(&mut pairs);
                #[cfg(not(feature = "parallel"))]
                let value = $module::miller_loop(&mut pairs);
                MillerLoopOutput(Fq12::from_curve(value))
            }

            fn final_exponentiation(value: MillerLoopOutput<Self>) -> Option<PairingOutput<Self>> {
                if value.0.is_zero() {
                    return None;
                }
                let power = $module::final_exponentiation(value.0.as_curve());
                Some(PairingOutput(Fq12::from_curve(*power.as_fp12())))
            }

            fn pairing(p: impl Into<G1Prepared>, q: impl Into<G2Prepared>) -> PairingOutput<Self> {
                let (p, q) = (p.into().0.to_curve(), q.into().0.to_curve());
                PairingOutput(Fq12::from_curve(*$module::pairing(&p, &q).as_fp12()))
            }
        }
    };
}

pub(crate) use pairing;
