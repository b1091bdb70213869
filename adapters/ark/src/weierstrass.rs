//! Groups on curves y² = x³ + ax + b.

use core::borrow::Borrow;
use core::fmt::{self, Debug, Display};
use core::hash::{Hash, Hasher};
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use ark_ec::short_weierstrass::{self as sw, Bucket, SWCurveConfig, SWFlags};
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
use curve::field::Red;
use curve::weierstrass::{self, CurvePoint, GroupInLanes, ZcashEncoding};
use num_traits::Zero;
use sw::Affine as Theirs;
use zeroize::Zeroize;

use crate::group::{Element, group};

/// A curve of [`curve`], by the facts that arkworks has of it.
pub trait Curve:
    CurveConfig<BaseField: Element, ScalarField: Element> + SWCurveConfig<ZeroFlag = ()>
{
    /// The group.
    type Group: GroupInLanes<
            Base = <Self::BaseField as Element>::Engine,
            Scalar = <Self::ScalarField as Element>::Engine,
        >;

    /// The identity.
    const IDENTITY: weierstrass::Projective<Self::Group>;
}

/// What [`curve`] has for a point by its coordinates.
type Inner<C> = weierstrass::Affine<<C as Curve>::Group>;

/// A point by its coordinates; (0, 0) is the identity.
pub struct Affine<C: Curve> {
    /// x.
    pub x: C::BaseField,
    /// y.
    pub y: C::BaseField,
}

/// A point of [`curve`], in homogeneous coordinates, with the traits of arkworks.
pub struct Projective<C: Curve>(weierstrass::Projective<C::Group>);

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
    pub const fn identity() -> Self {
        Self { x: C::BaseField::ZERO, y: C::BaseField::ZERO }
    }

    /// A point with this x, if there is one on the curve, perhaps outside the group: of the two the
    /// one with the larger y, or with the smaller.
    pub fn get_point_from_x_unchecked(x: C::BaseField, greatest: bool) -> Option<Self> {
        let (smaller, larger) = Self::get_ys_from_x_unchecked(x)?;
        Some(Self { x, y: if greatest { larger } else { smaller } })
    }

    /// Both y for this x, the smaller first.
    pub fn get_ys_from_x_unchecked(x: C::BaseField) -> Option<(C::BaseField, C::BaseField)> {
        Theirs::<C>::get_ys_from_x_unchecked(x)
    }

    /// Whether the coordinates are those of a point of the curve, or of the identity.
    pub fn is_on_curve(&self) -> bool {
        self.to_curve().is_on_curve().into()
    }

    /// Whether a point of the curve is in the group.
    pub fn is_in_correct_subgroup_assuming_on_curve(&self) -> bool {
        self.to_curve().is_in_subgroup().into()
    }

    /// From a point of [`curve`].
    #[inline]
    pub fn from_curve(point: &Inner<C>) -> Self {
        Self { x: C::BaseField::of(*point.x()), y: C::BaseField::of(*point.y()) }
    }

    /// As a point of [`curve`]; the caller answers for one that is not checked.
    #[inline]
    pub fn to_curve(&self) -> Inner<C> {
        Inner::<C>::from_xy_or_zeros_unchecked_curve_and_subgroup(*self.x.get(), *self.y.get())
    }

    fn of_point(point: &weierstrass::Projective<C::Group>) -> Self {
        Self::from_curve(&point.to_affine())
    }

    #[inline]
    fn negated(&self) -> Self {
        Self { x: self.x, y: -self.y }
    }
}

impl<C: Curve> Projective<C> {
    /// From a point of [`curve`].
    #[inline(always)]
    pub const fn from_curve(point: weierstrass::Projective<C::Group>) -> Self {
        Self(point)
    }

    /// As a point of [`curve`].
    #[inline(always)]
    pub const fn to_curve(&self) -> weierstrass::Projective<C::Group> {
        self.0
    }

    /// \[k\]P for any point of the curve.
    fn times_integer(point: impl Into<CurvePoint<C::Group>>, k: &[u64]) -> Self {
        Self(point.into().mul_integer_vartime(k).assume_in_subgroup_unchecked())
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
        Self(point.to_curve().to_projective())
    }
}

// Lengths are equal in the three functions below, so that there is one error only: there is no
// point.

fn sum<C: Curve>(points: &[Inner<C>]) -> Projective<C> {
    curve::msm::sum_vartime_alloc(points).map_or(Projective::ZERO, Projective)
}

/// Multiples of bases, of which as many count as there are scalars, in time that depends on all.
fn msm<C: Curve>(
    bases: &[Affine<C>],
    scalars: impl ExactSizeIterator<Item = Red<<C::ScalarField as Element>::Engine>>,
) -> Projective<C> {
    let count = bases.len().min(scalars.len());
    let points: Vec<_> = bases[..count].iter().map(Affine::to_curve).collect();
    let scalars: Vec<_> = scalars.take(count).collect();
    #[cfg(feature = "parallel")]
    let sum = curve::parallel::msm_vartime(&points, &scalars);
    #[cfg(not(feature = "parallel"))]
    let sum = curve::msm::msm_vartime_alloc(&points, &scalars);
    sum.map_or(Projective::ZERO, Projective)
}

fn normalize<C: Curve>(points: Vec<weierstrass::Projective<C::Group>>) -> Vec<Affine<C>> {
    let mut affine = vec![Inner::<C>::identity(); points.len()];
    let _nothing_to_do = weierstrass::Projective::batch_to_affine(&points, &mut affine);
    affine.iter().map(Affine::from_curve).collect()
}

fn all_in_subgroup<C: Curve>(points: Vec<Inner<C>>) -> bool {
    let points: Vec<_> = points.into_iter().map(CurvePoint::from).collect();
    let mut verdicts = vec![1.into(); points.len()];
    let _nothing_to_do = CurvePoint::is_in_subgroup_batch(&points, &mut verdicts);
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
        Self(weierstrass::Projective::generator())
    }

    /// In time that depends on both; right for any point of the curve, as some check the group by
    /// it. The endomorphism, which is right in the group only, is worth such a check.
    fn mul_bigint(&self, k: impl AsRef<[u64]>) -> Self {
        if !C::cofactor_is_one() && !bool::from(self.0.is_in_subgroup()) {
            return Self::times_integer(self.0, k.as_ref());
        }
        let bytes: Vec<u8> = k.as_ref().iter().rev().flat_map(|limb| limb.to_be_bytes()).collect();
        let k = C::ScalarField::from_be_bytes_mod_order(&bytes);
        Self(self.0.mul_vartime(k.get()))
    }
}

impl<C: Curve> AffineRepr for Affine<C> {
    type Config = C;
    type ScalarField = C::ScalarField;
    type BaseField = C::BaseField;
    type Group = Projective<C>;

    const GENERATOR: Self = Self { x: C::GENERATOR.x, y: C::GENERATOR.y };
    const ZERO: Self = Self::identity();

    fn xy(&self) -> Option<(C::BaseField, C::BaseField)> {
        (!self.is_zero()).then_some((self.x, self.y))
    }

    fn zero() -> Self {
        Self::identity()
    }

    fn is_zero(&self) -> bool {
        self.x.is_zero() && self.y.is_zero()
    }

    fn generator() -> Self {
        Self::GENERATOR
    }

    fn from_random_bytes(bytes: &[u8]) -> Option<Self> {
        let (x, flags) = C::BaseField::from_random_bytes_with_flags::<SWFlags>(bytes)?;
        match flags.is_positive() {
            Some(positive) => Self::get_point_from_x_unchecked(x, positive),
            None => x.is_zero().then(Self::identity),
        }
    }

    /// As [`PrimeGroup::mul_bigint`].
    fn mul_bigint(&self, k: impl AsRef<[u64]>) -> Projective<C> {
        Projective::from(*self).mul_bigint(k)
    }

    fn clear_cofactor(&self) -> Self {
        C::clear_cofactor(&(*self).into()).into()
    }

    fn mul_by_cofactor_to_group(&self) -> Projective<C> {
        Projective::times_integer(self.to_curve(), C::COFACTOR)
    }
}

/// The point that arkworks draws from the same generator.
impl<C: Curve> Distribution<Projective<C>> for Standard {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Projective<C> {
        loop {
            let x = C::BaseField::rand(rng);
            let greatest = rng.r#gen();
            if let Some(point) = Affine::get_point_from_x_unchecked(x, greatest) {
                return point.mul_by_cofactor_to_group();
            }
        }
    }
}

// The buckets of arkworks, for what it sums by itself.

impl<C: Curve> From<Affine<C>> for Bucket<C> {
    fn from(point: Affine<C>) -> Self {
        Theirs::from(point).into()
    }
}

impl<C: Curve> From<Bucket<C>> for Projective<C> {
    fn from(bucket: Bucket<C>) -> Self {
        // By way of Jacobian coordinates: the shorter way of ark-ec 0.6.0 gives another x.
        Affine::from(Theirs::from(sw::Projective::from(bucket))).into()
    }
}

impl<C: Curve> AddAssign<&Bucket<C>> for Projective<C> {
    fn add_assign(&mut self, bucket: &Bucket<C>) {
        *self += Self::from(*bucket);
    }
}

/// What is added to a bucket.
macro_rules! into_bucket {
    ($($trait:ident $method:ident $operator:tt $type:ty;)*) => {
        $(
            impl<C: Curve> $trait<$type> for Bucket<C> {
                fn $method(&mut self, point: $type) {
                    *self $operator Theirs::from(*Borrow::<Affine<C>>::borrow(&point));
                }
            }
        )*
    };
}

into_bucket! {
    AddAssign add_assign += Affine<C>;
    AddAssign add_assign += &Affine<C>;
    SubAssign sub_assign -= Affine<C>;
    SubAssign sub_assign -= &Affine<C>;
}

/// The multiple of a point that [`curve`] takes into the group.
pub(crate) fn clear_cofactor<C: Curve>(point: &Theirs<C>) -> Theirs<C> {
    let point = CurvePoint::from(Affine::from(*point).to_curve()).clear_cofactor();
    Affine::of_point(&point).into()
}

/// A point in an encoding of ZCash.
pub(crate) fn decode_zcash<C: Curve<Group: ZcashEncoding>>(
    bytes: &[u8],
    compress: Compress,
    validate: Validate,
) -> Result<Affine<C>, SerializationError> {
    let any = |point: CurvePoint<C::Group>| {
        let (x, y) = point.to_xy().unwrap_or_else(|| (Red::zero(), Red::zero()));
        Affine { x: C::BaseField::of(x), y: C::BaseField::of(y) }
    };
    let decoded = match (compress, validate) {
        (Compress::Yes, Validate::Yes) => {
            Inner::<C>::from_bytes(bytes).map(|point| Affine::from_curve(&point))
        }
        (Compress::No, Validate::Yes) => {
            Inner::<C>::from_bytes_uncompressed(bytes).map(|point| Affine::from_curve(&point))
        }
        (Compress::Yes, Validate::No) => Inner::<C>::from_bytes_unchecked_subgroup(bytes).map(any),
        (Compress::No, Validate::No) => {
            Inner::<C>::from_bytes_uncompressed_unchecked_subgroup(bytes).map(any)
        }
    };
    decoded.map_err(|_| SerializationError::InvalidData)
}
