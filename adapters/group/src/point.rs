//! Points of groups of prime order, in the coat that the traits go on.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Add;

use curve::hash_to_curve::{Suite, map_two_to_group};
use curve::weierstrass::{Affine, CurvePoint, Group, GroupInLanes, Projective};
use curve::{bls12_381, bn254};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use zeroize::DefaultIsZeroes;

use crate::encoding::PointEncoding;
use crate::field::{Element, FieldFacts, PrimeFacts};

/// What the traits ask of a group besides arithmetic.
pub trait CurveFacts:
    GroupInLanes<Base: FieldFacts, Scalar: PrimeFacts, Fast: Suite> + Suite + PointEncoding
{
}

impl<C> CurveFacts for C where
    C: GroupInLanes<Base: FieldFacts, Scalar: PrimeFacts, Fast: Suite> + Suite + PointEncoding
{
}

/// A group whose order has less than 256 bits. `group::Wnaf` loses the last carry of longer
/// scalars, so `WnafGroup` is for these only.
pub trait WnafFacts: CurveFacts {}

impl WnafFacts for bls12_381::G1Curve {}
impl WnafFacts for bls12_381::G2Curve {}
impl WnafFacts for bn254::G1Curve {}
impl WnafFacts for bn254::G2Curve {}
#[cfg(feature = "pasta")]
impl WnafFacts for curve::pallas::Pallas {}
#[cfg(feature = "pasta")]
impl WnafFacts for curve::vesta::Vesta {}
#[cfg(feature = "grumpkin")]
impl WnafFacts for curve::grumpkin::Grumpkin {}

/// A point for arithmetic: curvemark's [`Projective`] with the traits of `group`.
///
/// It is in the group of prime order. All operations take constant time but decoding, which is of
/// public bytes.
#[repr(transparent)]
pub struct Point<C: CurveFacts>(
    /// The point itself.
    pub Projective<C>,
);

/// A point by its coordinates: curvemark's [`Affine`] with the traits of `group`.
#[repr(transparent)]
pub struct AffinePoint<C: CurveFacts>(
    /// The point itself.
    pub Affine<C>,
);

/// The scalars of a group.
pub type ScalarOf<C> = Element<<C as Group>::Scalar>;

impl<C: CurveFacts> Point<C> {
    /// A random point that is not the identity, whose logarithm nobody knows, of bytes that `fill`
    /// gives.
    ///
    /// # Errors
    /// What `fill` fails with.
    pub(crate) fn random_by<E>(
        mut fill: impl FnMut(&mut [u8]) -> Result<(), E>,
    ) -> Result<Self, E> {
        loop {
            let elements = [Element::random_by(&mut fill)?.0, Element::random_by(&mut fill)?.0];
            let point = map_two_to_group(&elements);
            if !bool::from(point.is_identity()) {
                return Ok(Self(point));
            }
        }
    }

    /// k times the generator.
    pub fn mul_generator(k: &ScalarOf<C>) -> Self {
        Self(Projective::mul_generator(&k.0))
    }

    /// The affine coordinates of many points.
    ///
    /// # Panics
    /// If there are not as many places as points.
    pub(crate) fn normalize(points: &[Self], out: &mut [AffinePoint<C>]) {
        assert_eq!(points.len(), out.len(), "as many places as points");
        let points: Vec<_> = points.iter().map(|point| point.0).collect();
        let mut affine = vec![Affine::identity(); points.len()];
        // It fails for no points only, and then there is nothing to do.
        let _ = Projective::batch_to_affine(&points, &mut affine);
        out.iter_mut().zip(affine).for_each(|(out, point)| *out = AffinePoint(point));
    }

    /// Whether the point is in the group of prime order: true of all that checked functions gave.
    pub fn is_torsion_free(&self) -> Choice {
        self.0.is_in_subgroup()
    }

    /// Whether the coordinates are those of a point of the curve.
    pub fn is_on_curve(&self) -> Choice {
        self.0.is_on_curve()
    }

    /// A multiple of the point that is in the group.
    pub(crate) fn cleared(&self) -> Self {
        Self(CurvePoint::from(self.0).clear_cofactor())
    }
}

impl<C: CurveFacts> AffinePoint<C> {
    /// The identity.
    pub fn identity() -> Self {
        Self(Affine::identity())
    }

    /// The agreed generator.
    pub fn generator() -> Self {
        Self(Affine::generator())
    }

    /// Whether this is the identity.
    pub fn is_identity(&self) -> Choice {
        self.0.is_identity()
    }

    /// Whether the point is in the group of prime order: true of all that checked functions gave.
    pub fn is_torsion_free(&self) -> Choice {
        self.0.is_in_subgroup()
    }

    /// Whether the coordinates are those of a point of the curve.
    pub fn is_on_curve(&self) -> Choice {
        self.0.is_on_curve()
    }

    /// The shorter encoding.
    pub fn to_compressed(&self) -> C::Compressed {
        C::compress(&self.0)
    }

    /// The point of the shorter encoding: bytes, curve and subgroup are checked.
    pub fn from_compressed(bytes: &C::Compressed) -> CtOption<Self> {
        found(C::decompress(bytes, true))
    }

    /// As [`AffinePoint::from_compressed`], and the subgroup is the caller's affair.
    pub fn from_compressed_unchecked(bytes: &C::Compressed) -> CtOption<Self> {
        found(C::decompress(bytes, false))
    }

    /// The longer encoding.
    pub fn to_uncompressed(&self) -> C::Uncompressed {
        C::serialize(&self.0)
    }

    /// The point of the longer encoding: bytes, curve and subgroup are checked.
    pub fn from_uncompressed(bytes: &C::Uncompressed) -> CtOption<Self> {
        found(C::deserialize(bytes, true))
    }

    /// As [`AffinePoint::from_uncompressed`], and the subgroup is the caller's affair.
    pub fn from_uncompressed_unchecked(bytes: &C::Uncompressed) -> CtOption<Self> {
        found(C::deserialize(bytes, false))
    }
}

/// What a decoder of public bytes found, as the traits want it.
fn found<C: CurveFacts>(point: Option<Affine<C>>) -> CtOption<AffinePoint<C>> {
    let is_some = Choice::from(u8::from(point.is_some()));
    CtOption::new(AffinePoint(point.unwrap_or_default()), is_some)
}

operator!([C: CurveFacts] Add::add(Point<C>, Point<C>) -> Point<C>: |a, b| Point(&a.0 + &b.0));
operator!([C: CurveFacts] Add::add(Point<C>, AffinePoint<C>) -> Point<C>:
    |a, b| Point(&a.0 + &b.0));
operator!([C: CurveFacts] Add::add(AffinePoint<C>, Point<C>) -> Point<C>:
    |a, b| Point(&a.0 + &b.0));
operator!([C: CurveFacts] Add::add(AffinePoint<C>, AffinePoint<C>) -> Point<C>:
    |a, b| Point(&a.0 + &b.0));
operator!([C: CurveFacts] Sub::sub(Point<C>, Point<C>) -> Point<C>: |a, b| Point(&a.0 - &b.0));
operator!([C: CurveFacts] Sub::sub(Point<C>, AffinePoint<C>) -> Point<C>:
    |a, b| Point(&a.0 - &b.0));
operator!([C: CurveFacts] Sub::sub(AffinePoint<C>, Point<C>) -> Point<C>:
    |a, b| Point(&a.0 - &b.0));
operator!([C: CurveFacts] Sub::sub(AffinePoint<C>, AffinePoint<C>) -> Point<C>:
    |a, b| Point(&a.0 - &b.0));
assignment!([C: CurveFacts] AddAssign::add_assign(Point<C>, Point<C>): |a, b| a.0 += &b.0);
assignment!([C: CurveFacts] AddAssign::add_assign(Point<C>, AffinePoint<C>): |a, b| a.0 += &b.0);
assignment!([C: CurveFacts] SubAssign::sub_assign(Point<C>, Point<C>): |a, b| a.0 -= &b.0);
assignment!([C: CurveFacts] SubAssign::sub_assign(Point<C>, AffinePoint<C>): |a, b| a.0 -= &b.0);
negation!([C: CurveFacts] Point<C>: |a| Point(-&a.0));
negation!([C: CurveFacts] AffinePoint<C>: |a| AffinePoint(-&a.0));
total!([C: CurveFacts] Sum::sum(Point<C>): Self(Projective::identity()), Add::add);

operator!([C: CurveFacts] Mul::mul(Point<C>, ScalarOf<C>) -> Point<C>: |a, k| Point(&a.0 * &k.0));
operator!([C: CurveFacts] Mul::mul(AffinePoint<C>, ScalarOf<C>) -> Point<C>:
    |a, k| Point(&a.0 * &k.0));
operator!([C: CurveFacts] Mul::mul(ScalarOf<C>, Point<C>) -> Point<C>: |k, a| Point(&a.0 * &k.0));
operator!([C: CurveFacts] Mul::mul(ScalarOf<C>, AffinePoint<C>) -> Point<C>:
    |k, a| Point(&a.0 * &k.0));
assignment!([C: CurveFacts] MulAssign::mul_assign(Point<C>, ScalarOf<C>): |a, k| a.0 *= &k.0);

/// What points of both forms have.
macro_rules! values {
    ($point:ident, $inner:ident) => {
        impl<C: CurveFacts> Clone for $point<C> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<C: CurveFacts> Copy for $point<C> {}

        /// The identity.
        impl<C: CurveFacts> Default for $point<C> {
            fn default() -> Self {
                Self($inner::identity())
            }
        }

        /// A wiped point is the identity.
        impl<C: CurveFacts> DefaultIsZeroes for $point<C> {}

        impl<C: CurveFacts> ConstantTimeEq for $point<C> {
            fn ct_eq(&self, other: &Self) -> Choice {
                self.0.ct_eq(&other.0)
            }
        }

        impl<C: CurveFacts> PartialEq for $point<C> {
            fn eq(&self, other: &Self) -> bool {
                self.ct_eq(other).into()
            }
        }

        impl<C: CurveFacts> Eq for $point<C> {}

        impl<C: CurveFacts> ConditionallySelectable for $point<C> {
            fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
                Self($inner::conditional_select(&a.0, &b.0, choice))
            }
        }

        impl<C: CurveFacts> From<$inner<C>> for $point<C> {
            fn from(point: $inner<C>) -> Self {
                Self(point)
            }
        }

        impl<C: CurveFacts> From<$point<C>> for $inner<C> {
            fn from(point: $point<C>) -> Self {
                point.0
            }
        }

        impl<C: CurveFacts> fmt::Display for $point<C> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self, f)
            }
        }
    };
}

values!(Point, Projective);
values!(AffinePoint, Affine);

impl<C: CurveFacts> fmt::Debug for Point<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        AffinePoint::from(self).fmt(f)
    }
}

impl<C: CurveFacts> fmt::Debug for AffinePoint<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if bool::from(self.is_identity()) {
            return f.write_str("Infinity");
        }
        write!(f, "({:?}, {:?})", Element(*self.0.x()), Element(*self.0.y()))
    }
}

impl<C: CurveFacts> From<AffinePoint<C>> for Point<C> {
    fn from(point: AffinePoint<C>) -> Self {
        Self(point.0.to_projective())
    }
}

impl<C: CurveFacts> From<&AffinePoint<C>> for Point<C> {
    fn from(point: &AffinePoint<C>) -> Self {
        Self(point.0.to_projective())
    }
}

/// One inversion.
impl<C: CurveFacts> From<Point<C>> for AffinePoint<C> {
    fn from(point: Point<C>) -> Self {
        Self(point.0.to_affine())
    }
}

/// One inversion.
impl<C: CurveFacts> From<&Point<C>> for AffinePoint<C> {
    fn from(point: &Point<C>) -> Self {
        Self(point.0.to_affine())
    }
}
