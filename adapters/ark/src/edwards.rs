//! Groups on curves −x² + y² = 1 + dx²y².

use core::borrow::Borrow;
use core::fmt::{self, Debug, Display};
use core::hash::{Hash, Hasher};
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use ark_ec::twisted_edwards::{self as te, TECurveConfig, TEFlags};
use ark_ec::{AffineRepr, CurveConfig, CurveGroup, PrimeGroup, ScalarMul, VariableBaseMSM};
use ark_ff::{AdditiveGroup, Field, PrimeField, ToConstraintField, UniformRand};
use ark_serialize::{
    CanonicalDeserialize, CanonicalSerialize, Compress, Read, SerializationError, Valid, Validate,
    Write,
};
use ark_std::rand::Rng;
use ark_std::rand::distributions::{Distribution, Standard};
use ark_std::vec;
use ark_std::vec::Vec;
use curve::edwards::{EdwardsPoint, GroupInLanes};
use curve::field::Red;
use num_traits::{One, Zero};
use te::Affine as Theirs;
use zeroize::Zeroize;

use crate::group::{Element, group};

/// A curve of [`curve`], by the facts that arkworks has of it.
pub trait Curve: CurveConfig<BaseField: Element, ScalarField: Element> + TECurveConfig {
    /// The group.
    type Group: GroupInLanes<
            Base = <Self::BaseField as Element>::Engine,
            Scalar = <Self::ScalarField as Element>::Engine,
        >;

    /// The identity.
    const IDENTITY: EdwardsPoint<Self::Group>;
}

/// What [`curve`] has for a point.
type Inner<C> = EdwardsPoint<<C as Curve>::Group>;

/// What sums of multiples are collected in.
type Bucket<C> = Projective<C>;

/// A point by its coordinates.
pub struct Affine<C: Curve> {
    /// x.
    pub x: C::BaseField,
    /// y.
    pub y: C::BaseField,
}

/// A point of [`curve`], in extended coordinates, with the traits of arkworks.
pub struct Projective<C: Curve>(Inner<C>);

group! {}

impl<C: Curve> Affine<C> {
    /// The point (x, y).
    ///
    /// # Panics
    /// If it is not on the curve or not in the group.
    pub fn new(x: C::BaseField, y: C::BaseField) -> Self {
        let point = Self::new_unchecked(x, y);
        assert!(point.is_on_curve());
        assert!(point.is_in_correct_subgroup_assuming_on_curve());
        point
    }

    /// The point (x, y), on the caller's word that it is one of the group.
    pub const fn new_unchecked(x: C::BaseField, y: C::BaseField) -> Self {
        Self { x, y }
    }

    /// The identity.
    pub const fn zero() -> Self {
        Self { x: C::BaseField::ZERO, y: C::BaseField::ONE }
    }

    /// A point with this y, if there is one on the curve, perhaps outside the group: of the two the
    /// one with the larger x, or with the smaller.
    pub fn get_point_from_y_unchecked(y: C::BaseField, greatest: bool) -> Option<Self> {
        Theirs::get_point_from_y_unchecked(y, greatest).map(Self::from)
    }

    /// Both x for this y, the smaller first.
    pub fn get_xs_from_y_unchecked(y: C::BaseField) -> Option<(C::BaseField, C::BaseField)> {
        Theirs::<C>::get_xs_from_y_unchecked(y)
    }

    /// Whether the coordinates are those of a point of the curve.
    pub fn is_on_curve(&self) -> bool {
        Inner::<C>::from_xy(*self.x.get(), *self.y.get()).is_ok()
    }

    /// Whether a point of the curve is in the group.
    pub fn is_in_correct_subgroup_assuming_on_curve(&self) -> bool {
        self.to_curve().is_torsion_free().into()
    }

    /// As a point of [`curve`]; the caller answers for one that is not checked.
    #[inline]
    pub fn to_curve(&self) -> Inner<C> {
        Inner::<C>::from_xy_unchecked_curve(*self.x.get(), *self.y.get())
    }

    /// From a point of [`curve`]: one inversion.
    fn of_point(point: &Inner<C>) -> Self {
        let [x, y] = point.to_xy().map(C::BaseField::of);
        Self { x, y }
    }

    #[inline]
    fn negated(&self) -> Self {
        Self { x: -self.x, y: self.y }
    }
}

impl<C: Curve> Projective<C> {
    /// From a point of [`curve`].
    #[inline(always)]
    pub const fn from_curve(point: Inner<C>) -> Self {
        Self(point)
    }

    /// As a point of [`curve`].
    #[inline(always)]
    pub const fn to_curve(&self) -> Inner<C> {
        self.0
    }

    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        Self(&self.0 + &other.0)
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        Self(&self.0 - &other.0)
    }

    #[inline(always)]
    fn negated(&self) -> Self {
        Self(-&self.0)
    }

    fn is_zero_element(&self) -> bool {
        self.0.is_identity().into()
    }
}

/// A wiped point is the identity.
impl<C: Curve> Zeroize for Projective<C> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<C: Curve> From<Affine<C>> for Projective<C> {
    fn from(point: Affine<C>) -> Self {
        Self(point.to_curve())
    }
}

// Lengths are equal in the three functions below, so that there is one error only: there is no
// point.

fn sum<C: Curve>(points: &[Inner<C>]) -> Projective<C> {
    Inner::<C>::sum_batch(points).map_or(Projective::ZERO, Projective)
}

/// Multiples of bases, of which as many count as there are scalars, in time that depends on all.
fn msm<C: Curve>(
    bases: &[Affine<C>],
    scalars: impl ExactSizeIterator<Item = Red<<C::ScalarField as Element>::Engine>>,
) -> Projective<C> {
    let count = bases.len().min(scalars.len());
    let points: Vec<_> = bases[..count].iter().map(Affine::to_curve).collect();
    let scalars: Vec<_> = scalars.take(count).collect();
    let sum = curve::msm::edwards::msm_vartime_alloc(&points, &scalars);
    sum.map_or(Projective::ZERO, Projective)
}

fn normalize<C: Curve>(points: Vec<Inner<C>>) -> Vec<Affine<C>> {
    let mut inverses: Vec<_> = points.iter().map(|point| *point.coordinates()[2]).collect();
    curve::vectors::invert_batch(&mut inverses);
    let affine = |(point, inverse): (&Inner<C>, &Red<_>)| {
        let [x, y, _] = point.coordinates();
        Affine { x: C::BaseField::of(x * inverse), y: C::BaseField::of(y * inverse) }
    };
    points.iter().zip(&inverses).map(affine).collect()
}

fn all_in_subgroup<C: Curve>(points: Vec<Inner<C>>) -> bool {
    let mut verdicts = vec![1.into(); points.len()];
    let _nothing_to_do = Inner::<C>::is_torsion_free_batch(&points, &mut verdicts);
    verdicts.into_iter().all(bool::from)
}

impl<C: Curve> AdditiveGroup for Projective<C> {
    type Scalar = C::ScalarField;

    const ZERO: Self = Self(C::IDENTITY);

    #[inline]
    fn double_in_place(&mut self) -> &mut Self {
        self.0 = self.0.double();
        self
    }
}

impl<C: Curve> PrimeGroup for Projective<C> {
    type ScalarField = C::ScalarField;

    fn generator() -> Self {
        Self(Inner::<C>::generator())
    }

    /// In time that depends on the integer; right for any point of the curve.
    fn mul_bigint(&self, k: impl AsRef<[u64]>) -> Self {
        Self(self.0.mul_integer_vartime(k.as_ref()))
    }
}

impl<C: Curve> AffineRepr for Affine<C> {
    type Config = C;
    type ScalarField = C::ScalarField;
    type BaseField = C::BaseField;
    type Group = Projective<C>;

    const GENERATOR: Self = Self { x: C::GENERATOR.x, y: C::GENERATOR.y };
    const ZERO: Self = Self::zero();

    fn xy(&self) -> Option<(C::BaseField, C::BaseField)> {
        (!self.is_zero()).then_some((self.x, self.y))
    }

    fn zero() -> Self {
        Self::zero()
    }

    fn is_zero(&self) -> bool {
        self.x.is_zero() && self.y.is_one()
    }

    fn generator() -> Self {
        Self::GENERATOR
    }

    fn from_random_bytes(bytes: &[u8]) -> Option<Self> {
        let (y, flags) = C::BaseField::from_random_bytes_with_flags::<TEFlags>(bytes)?;
        Self::get_point_from_y_unchecked(y, flags.is_negative())
    }

    /// In time that depends on the integer; right for any point of the curve.
    fn mul_bigint(&self, k: impl AsRef<[u64]>) -> Projective<C> {
        Projective::from(*self).mul_bigint(k)
    }

    fn clear_cofactor(&self) -> Self {
        self.mul_by_cofactor()
    }

    fn mul_by_cofactor_to_group(&self) -> Projective<C> {
        Projective(self.to_curve().mul_by_cofactor())
    }
}

/// The point that arkworks draws from the same generator.
impl<C: Curve> Distribution<Projective<C>> for Standard {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Projective<C> {
        loop {
            let y = C::BaseField::rand(rng);
            let greatest = rng.r#gen();
            if let Some(point) = Affine::get_point_from_y_unchecked(y, greatest) {
                return point.mul_by_cofactor_to_group();
            }
        }
    }
}
