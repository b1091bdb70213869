//! `ff` and `group` 0.13 with `pairing` 0.23: the versions of bls12_381 0.8, blstrs, halo2curves,
//! bellman and pasta_curves 0.5.

pub use ff_0_13 as ff;
pub use group_0_13 as group;
pub use pairing_0_23 as pairing;

use curve::weierstrass::Projective;
use curve::{bls12_381, bn254};
use rand_core_0_6::RngCore;
use subtle::{Choice, ConstantTimeEq, CtOption};

use crate::field::{Element, FieldFacts, PrimeFacts};
use crate::pairing::{Bls12, Bn256, G2Prepared, Gt, MillerLoopResult, PairingFacts};
use crate::point::{AffinePoint, CurveFacts, Point, ScalarOf, WnafFacts};

/// Bytes of a generator that cannot fail.
fn filled(
    rng: &mut impl RngCore,
) -> impl FnMut(&mut [u8]) -> Result<(), core::convert::Infallible> {
    |bytes| {
        rng.fill_bytes(bytes);
        Ok(())
    }
}

field_traits! { ff_0_13;
    fn random(mut rng: impl RngCore) -> Self {
        let Ok(element) = Self::random_by(filled(&mut rng));
        element
    }
}

point_traits! { group_0_13;
    fn random(mut rng: impl RngCore) -> Self {
        let Ok(point) = Self::random_by(filled(&mut rng));
        point
    }
}

pairing_traits! { group_0_13, pairing_0_23;
    fn random(mut rng: impl RngCore) -> Self {
        // The pairing with a generator maps G1 one to one.
        let Ok(point) = Point::<E::G1>::random_by(filled(&mut rng));
        crate::pairing::pairing(&point.into(), &AffinePoint::generator())
    }
}

impl<C: CurveFacts> group_0_13::Curve for Point<C> {
    type AffineRepr = AffinePoint<C>;

    fn batch_normalize(points: &[Self], out: &mut [AffinePoint<C>]) {
        Self::normalize(points, out);
    }

    fn to_affine(&self) -> AffinePoint<C> {
        self.into()
    }
}

impl<C: CurveFacts> group_0_13::prime::PrimeCurve for Point<C> {
    type Affine = AffinePoint<C>;
}

impl<C: CurveFacts> group_0_13::cofactor::CofactorCurve for Point<C> {
    type Affine = AffinePoint<C>;
}

/// The same trait under two names: of prime order, and with a cofactor of one.
macro_rules! affine_traits {
    ($($trait:path),+) => {
        $(impl<C: CurveFacts> $trait for AffinePoint<C> {
            type Scalar = ScalarOf<C>;
            type Curve = Point<C>;

            fn identity() -> Self {
                Self::identity()
            }

            fn generator() -> Self {
                Self::generator()
            }

            fn is_identity(&self) -> Choice {
                self.is_identity()
            }

            fn to_curve(&self) -> Point<C> {
                self.into()
            }
        })+
    };
}

affine_traits!(group_0_13::prime::PrimeCurveAffine, group_0_13::cofactor::CofactorCurveAffine);
