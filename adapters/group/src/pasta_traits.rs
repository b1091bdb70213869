//! The traits of pasta_curves: `CurveExt`, `CurveAffine`, `VartimeField`.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use blake2::Blake2b512;
use curve::hash_to_curve::Xmd;
use curve::pallas::{self, Pallas};
use curve::vesta::{self, Vesta};
use curve::weierstrass::Projective;
use pasta_curves::arithmetic::{Coordinates, CurveAffine, CurveExt, VartimeField};
use subtle::{Choice, CtOption};

use crate::coordinates::{a, b};
use crate::field::{Element, FieldFacts, PrimeFacts};
use crate::point::{AffinePoint, CurveFacts, Point, ScalarOf};

/// What pasta_curves says of a curve besides.
pub trait PastaFacts: CurveFacts<Base: PrimeFacts> {
    /// Its name there.
    const CURVE_ID: &'static str;

    /// The point of a message under a whole tag.
    fn hash(message: &[u8], tag: &[u8]) -> Projective<Self>;
}

macro_rules! facts {
    ($($curve:ty: $id:literal, $hash:path;)+) => {
        $(impl PastaFacts for $curve {
            const CURVE_ID: &'static str = $id;

            fn hash(message: &[u8], tag: &[u8]) -> Projective<Self> {
                $hash(message, tag)
            }
        })+
    };
}

facts! {
    Pallas: "pallas", pallas::hash_to_curve::<Xmd<Blake2b512>>;
    Vesta: "vesta", vesta::hash_to_curve::<Xmd<Blake2b512>>;
}

impl<F: FieldFacts> VartimeField for Element<F> {
    fn invert_vartime(&self) -> Option<Self> {
        (!bool::from(self.0.is_zero())).then(|| Self(self.0.invert_vartime()))
    }
}

impl<C: PastaFacts> CurveExt for Point<C> {
    type ScalarExt = ScalarOf<C>;
    type Base = Element<C::Base>;
    type AffineExt = AffinePoint<C>;

    const CURVE_ID: &'static str = C::CURVE_ID;

    fn endo(&self) -> Self {
        self.times_zeta()
    }

    fn jacobian_coordinates(&self) -> (Self::Base, Self::Base, Self::Base) {
        self.to_jacobian().into()
    }

    fn hash_to_curve<'a>(domain_prefix: &'a str) -> Box<dyn Fn(&[u8]) -> Self + 'a> {
        let tag = [domain_prefix, "-", C::CURVE_ID, "_XMD:BLAKE2b_SSWU_RO_"].concat();
        Box::new(move |message| Self(C::hash(message, tag.as_bytes())))
    }

    fn is_on_curve(&self) -> Choice {
        self.is_on_curve()
    }

    fn a() -> Self::Base {
        a::<C>()
    }

    fn b() -> Self::Base {
        b::<C>()
    }

    /// Variable time where z is zero.
    fn new_jacobian(x: Self::Base, y: Self::Base, z: Self::Base) -> CtOption<Self> {
        Self::from_jacobian([x, y, z])
    }

    fn to_affine_vartime(&self) -> AffinePoint<C> {
        AffinePoint(self.0.to_affine_vartime())
    }

    fn batch_normalize_vartime(points: &[Self], out: &mut [AffinePoint<C>]) {
        Self::normalize(points, out);
    }

    /// Eight at a time on vectors where the CPU has them.
    fn batch_mul_same_scalar_vartime(
        points: &[AffinePoint<C>],
        scalar: &ScalarOf<C>,
        out: &mut [Self],
    ) {
        assert_eq!(points.len(), out.len(), "as many places as points");
        let points: Vec<_> = points.iter().map(|point| point.0).collect();
        let scalars = vec![scalar.0; points.len()];
        let mut products = vec![Projective::identity(); points.len()];
        // It fails for no points only, and then there is nothing to do.
        let _ = Projective::mul_batch_vartime(&points, &scalars, &mut products);
        out.iter_mut().zip(products).for_each(|(out, product)| *out = Self(product));
    }
}

impl<C: PastaFacts> CurveAffine for AffinePoint<C> {
    type ScalarExt = ScalarOf<C>;
    type Base = Element<C::Base>;
    type CurveExt = Point<C>;

    /// The trait makes coordinates by [`CurveAffine::from_xy`] only, so this checks them again.
    fn coordinates(&self) -> CtOption<Coordinates<Self>> {
        let coordinates = Coordinates::from_xy(Element(*self.0.x()), Element(*self.0.y()));
        coordinates.and_then(|coordinates| CtOption::new(coordinates, !self.is_identity()))
    }

    /// As pasta_curves has it, zeros are the identity. The coordinates are public.
    fn from_xy(x: Self::Base, y: Self::Base) -> CtOption<Self> {
        if bool::from(x.0.is_zero() & y.0.is_zero()) {
            return CtOption::new(Self::identity(), Choice::from(1));
        }
        Self::of_xy(x, y)
    }

    fn is_on_curve(&self) -> Choice {
        self.is_on_curve()
    }

    fn a() -> Self::Base {
        a::<C>()
    }

    fn b() -> Self::Base {
        b::<C>()
    }
}
