//! What `CurveExt` and `CurveAffine` of halo2curves and of pasta_curves ask alike: coordinates and
//! the equation of the curve.

use curve::formulas::complete::Coefficient;
use curve::weierstrass::{Affine, Jacobian, Projective, Weierstrass};
use subtle::{Choice, CtOption};

use crate::field::{Element, FieldFacts, PrimeFacts};
use crate::point::{AffinePoint, CurveFacts, Point};

/// a of y² = x³ + ax + b.
pub fn a<C: CurveFacts>() -> Element<C::Base> {
    Element(<C::A as Coefficient<C>>::times(&C::Base::ONE))
}

/// b of y² = x³ + ax + b.
pub fn b<C: CurveFacts>() -> Element<C::Base> {
    Element(<C as Weierstrass>::b(&()))
}

impl<C: CurveFacts<Base: PrimeFacts>> Point<C> {
    /// (ζx, y), on a curve that has this endomorphism.
    pub(crate) fn times_zeta(&self) -> Self {
        let [x, y, z] = self.0.coordinates();
        Self(Projective::from_xyz_unchecked_curve_and_subgroup(x * &C::Base::ZETA, *y, *z))
    }

    /// X, Y and Z with x = X/Z² and y = Y/Z³.
    pub(crate) fn to_jacobian(self) -> [Element<C::Base>; 3] {
        let point = Jacobian::from_projective(&self.0);
        let [x, y, z] = point.coordinates();
        [Element(*x), Element(*y), Element(*z)]
    }

    /// The point of such coordinates. The curve is checked, and the subgroup too: no value of this
    /// type is outside it. Variable time where z is zero.
    pub(crate) fn from_jacobian([x, y, z]: [Element<C::Base>; 3]) -> CtOption<Self> {
        let point = Jacobian::from_xyz_unchecked_curve_and_subgroup(x.0, y.0, z.0).to_projective();
        CtOption::new(Self(point), point.is_on_curve() & point.is_in_subgroup())
    }
}

impl<C: CurveFacts> AffinePoint<C> {
    /// The point of such coordinates, which are public. The curve is checked, and the subgroup too:
    /// no value of this type is outside it.
    pub(crate) fn of_xy(x: Element<C::Base>, y: Element<C::Base>) -> CtOption<Self> {
        let point = Affine::from_xy(x.0, y.0).ok();
        let is_some = Choice::from(u8::from(point.is_some()));
        CtOption::new(Self(point.unwrap_or_default()), is_some)
    }
}
