//! `ff` and `group` 0.14 with `pairing` 0.24: the versions of bls12_381 0.9 and pasta_curves 0.6.

pub use ff_0_14 as ff;
pub use group_0_14 as group;
pub use pairing_0_24 as pairing;

use curve::weierstrass::Projective;
use curve::{bls12_381, bn254};
use rand_core_0_10::TryRng;
use subtle::{Choice, ConstantTimeEq, CtOption};

use crate::field::{Element, FieldFacts, PrimeFacts};
use crate::pairing::{Bls12, Bn256, G2Prepared, Gt, MillerLoopResult, PairingFacts};
use crate::point::{AffinePoint, CurveFacts, Point, ScalarOf, WnafFacts};

field_traits! { ff_0_14;
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        Self::random_by(|bytes| rng.try_fill_bytes(bytes))
    }
}

point_traits! { group_0_14;
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        Self::random_by(|bytes| rng.try_fill_bytes(bytes))
    }

    fn mul_by_generator(scalar: &ScalarOf<C>) -> Self {
        Self::mul_generator(scalar)
    }
}

pairing_traits! { group_0_14, pairing_0_24;
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        // The pairing with a generator maps G1 one to one.
        let point = Point::<E::G1>::random_by(|bytes| rng.try_fill_bytes(bytes))?;
        Ok(crate::pairing::pairing(&point.into(), &AffinePoint::generator()))
    }
}

impl<C: CurveFacts> group_0_14::Curve for Point<C> {
    type Affine = AffinePoint<C>;

    fn batch_normalize(points: &[Self], out: &mut [AffinePoint<C>]) {
        Self::normalize(points, out);
    }

    fn to_affine(&self) -> AffinePoint<C> {
        self.into()
    }
}

impl<C: CurveFacts> group_0_14::prime::PrimeCurve for Point<C> {}

impl<C: CurveFacts> group_0_14::cofactor::CofactorCurve for Point<C> {}

impl<C: CurveFacts> group_0_14::CurveAffine for AffinePoint<C> {
    type Curve = Point<C>;
    type Scalar = ScalarOf<C>;

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
}
