//! Points of short Weierstrass curves y² = x³ + ax + b.
//!
//! A curve is a type that implements [`Weierstrass`]; G1 and G2, the ECDSA curves and the toy curves of the tests are the same
//! code over different fields and engines.
//!
//! | type | is | invariant |
//! |---|---|---|
//! | [`Projective`] | (X : Y : Z), x = X/Z, y = Y/Z; the identity is (0 : 1 : 0) | a point of the group of prime order |
//! | [`Affine`] | (x, y), or the identity | the same |
//! | [`CurvePoint`] | a projective point | on the curve, perhaps outside the group |
//! | [`Jacobian`] | x = X/Z², y = Y/Z³; for variable-time code | as what it was made from |
//!
//! Outside this crate a [`Projective`] or [`Affine`] comes from a decoder that has checked curve and subgroup, from a generator,
//! from hashing, or from other points. So multiplication may use an endomorphism that is right in the subgroup alone.

use core::fmt::Debug;

use limb::ct::declassify;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use crate::engines::door::{CurveThere, Holds, There, elsewhere};
use crate::error::PointError;
use crate::field::{Anywhere, Canonical, Field, InLanes, Invert, Lanes, Masked, Red, linear, product, reduce};
use crate::formulas::complete::{self, Coefficient};
use crate::formulas::jacobian::double as jacobian_double;
use crate::formulas::{negate_if, select};
use crate::glv::Part;

mod affine_add;
mod affine_batch;
mod batch;
mod curve_point;
mod eip196;
mod eip2537;
mod encoding;
mod jacobian;
mod operators;
mod sec1;
mod sec1_batch;
#[cfg(feature = "alloc")]
mod subgroup_randomized;

pub use affine_batch::batch_to_affine_on_lanes;
pub(crate) use affine_batch::to_affine_each;
pub use curve_point::{CurvePoint, Xy};
pub use eip196::Eip196Encoding;
pub use eip2537::{Eip2537Encoding, element_from_eip2537};
pub use encoding::ZcashEncoding;
pub use jacobian::Jacobian;
pub(crate) use jacobian::normalize_vartime;
pub use sec1::Sec1Encoding;
#[cfg(feature = "alloc")]
pub use subgroup_randomized::are_in_subgroup_on_lanes_vartime;

/// A curve y² = x³ + ax + b of odd order, over a field on some engine.
pub trait Weierstrass: Copy + Debug + 'static {
    /// The field of the coordinates.
    type Base: Field;
    /// a, and with it the formulas of the group law: [`complete::Zero`], [`complete::MinusThree`], or a type that multiplies by it.
    type A: Coefficient<Self>;

    /// b.
    fn b(ctx: &<Self::Base as Field>::Ctx) -> Red<Self::Base>;

    /// 3b·x, by small multiples where b is small.
    fn times_3b(x: &Red<Self::Base>) -> Red<Self::Base>;
}

/// A curve with an endomorphism that is cheap on coordinates and multiplies by an integer μ > 1 in the group.
///
/// It acts on x, y and z separately, so the same functions serve affine, homogeneous and Jacobian coordinates. The defaults are
/// the identity map (μ = 1), for curves that are multiplied in one part.
pub trait Endomorphism: Weierstrass {
    /// What becomes of the numerators x and y.
    fn endomorphism_xy(x: &Red<Self::Base>, y: &Red<Self::Base>) -> (Red<Self::Base>, Red<Self::Base>) {
        (x.clone(), y.clone())
    }

    /// What becomes of the denominator.
    fn endomorphism_z(z: &Red<Self::Base>) -> Red<Self::Base> {
        z.clone()
    }
}

/// An integer of 256 bits, least significant limb first.
pub type Integer = [u64; 4];

/// What values of a curve's coordinates are made with.
pub type CtxOf<C> = <<C as Weierstrass>::Base as Field>::Ctx;

/// Where the group of prime order lies on a curve: what needs masks alone, so that it runs on lanes too. The defaults are those of a curve whose
/// points are all in the group.
pub trait Subgroup: Endomorphism<Base: Masked> {
    /// Order of the curve divided by the group's, least significant limb first; by default 1.
    const COFACTOR: &'static [u64] = &[1];

    /// Whether a point of the curve is in the group. Constant-time. By default every point is: the cofactor is one.
    fn is_in_subgroup(point: &Projective<Self>) -> <Self::Base as Masked>::Mask {
        const { assert!(is_one(Self::COFACTOR), "a group that is not the whole curve has a test of its own") };
        let _ = point;
        Self::Base::mask(Choice::from(1))
    }

    /// A multiple of a point of the curve that is in the group; the same multiple for all. Constant-time. By default the point
    /// itself: the cofactor is one.
    fn clear_cofactor(point: &Projective<Self>) -> Projective<Self> {
        const { assert!(is_one(Self::COFACTOR), "a group that is not the whole curve has a map of its own") };
        point.clone()
    }
}

/// The group of prime order on a curve: its scalars, its generator and how to stay inside it.
pub trait Group: Subgroup<Base: Canonical> {
    /// The integers modulo the group's order.
    type Scalar: Anywhere;

    /// The same group on the faster engine of words; itself where there is none. A curve that is
    /// generic over its engine says [`Group::fast`] too.
    type Fast: Group<Base: Holds<Self::Base>, Scalar = Self::Scalar, Fast = Self::Fast>;
    /// The same group in residue numbers, for one long computation; [`Group::Fast`] where the curve
    /// does not go there.
    type Remainders: Group<Base: Holds<Self::Base>, Scalar = Self::Scalar, Fast = Self::Remainders, Remainders = Self::Remainders>;

    /// The faster engine of words, if there is one and this CPU runs it. Only the
    /// [door](crate::engines::door) asks.
    #[inline(always)]
    fn fast() -> Option<CurveThere<Self::Fast>> {
        None
    }
    /// Residue numbers, if the curve goes there and this CPU runs them.
    #[inline(always)]
    fn remainders() -> Option<CurveThere<Self::Remainders>> {
        None
    }

    /// In how many parts a scalar is multiplied, 1 to 4: see [`Group::split`].
    const PARTS: usize;
    /// Bits that hold the magnitude of each part.
    const PART_BITS: u32;
    /// Whether there are two parts, neither of them negative, and μ is a primitive sixth root of one, μ² = μ − 1, that acts as μ(x, y) = (βx, −y).
    const SIXTH_ROOT: bool = false;

    /// The parts kᵢ of an integer below the order r, k ≡ Σ kᵢ·μⁱ (mod r) with μ of [`Endomorphism`] and
    /// |kᵢ| < 2^[`Group::PART_BITS`]: the first [`Group::PARTS`] of four, the others zero. Constant-time.
    ///
    /// Where μ is about as long as the parts these are the digits of k in base μ; elsewhere a [`Lattice`](crate::glv::Lattice)
    /// gives them. By default k itself is the one part.
    fn split(k: &Integer) -> [Part; 4] {
        const { assert!(Self::PARTS == 1, "several parts need a split") };
        [Part::positive(*k), Part::zero(), Part::zero(), Part::zero()]
    }

    /// The agreed generator.
    fn generator(ctx: &<Self::Base as Field>::Ctx) -> Affine<Self>;
}

/// A group whose batches may run on lanes: that of a curve which is generic over its engine.
pub trait GroupInLanes: Group<Base: InLanes, Fast: Group<Base: Lanes<One = <Self as Weierstrass>::Base>>> {
    /// The curve on the vectors of its base field.
    type Lanes: Subgroup<Base = <Self::Base as InLanes>::Lanes>;

    /// The vectors, if this CPU has them.
    #[inline(always)]
    fn lanes() -> Option<CurveThere<Self::Lanes>> {
        <Self::Base as InLanes>::lanes().map(There::of)
    }
}

/// Whether an integer in limbs is 1.
const fn is_one(limbs: &[u64]) -> bool {
    limbs.len() == 1 && limbs[0] == 1
}

/// A point by its affine coordinates; the identity has (0, 0), which is on no curve with b ≠ 0, and its own mark.
pub struct Affine<C: Weierstrass<Base: Masked>> {
    pub(crate) x: Red<C::Base>,
    pub(crate) y: Red<C::Base>,
    pub(crate) infinity: <C::Base as Masked>::Mask,
}

/// A point in homogeneous coordinates (X : Y : Z).
#[derive(Debug, Clone)]
pub struct Projective<C: Weierstrass> {
    pub(crate) x: Red<C::Base>,
    pub(crate) y: Red<C::Base>,
    pub(crate) z: Red<C::Base>,
}

impl<C: Weierstrass<Base: Field<Raw: Copy>>> Copy for Projective<C> {}

impl<C: Weierstrass> Projective<C> {
    /// The identity, in a context.
    pub fn identity_in(ctx: &<C::Base as Field>::Ctx) -> Self {
        Self { x: Red::zero_in(ctx), y: Red::one_in(ctx), z: Red::zero_in(ctx) }
    }

    /// The point (X : Y : Z), on the caller's word that it is one: for engines that hold points in forms of their own, and
    /// for maps onto the curve. Neither curve nor subgroup is checked.
    pub fn from_xyz_unchecked_curve_and_subgroup(x: Red<C::Base>, y: Red<C::Base>, z: Red<C::Base>) -> Self {
        Self { x, y, z }
    }

    /// P + Q, for all P and Q. Cost: [`complete::add`].
    #[must_use]
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline)]
    pub fn add(&self, other: &Self) -> Self {
        complete::add(self, other)
    }

    /// P − Q, for all P and Q.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        complete::add(self, &other.neg())
    }

    /// 2P. Cost: [`complete::double`].
    #[must_use]
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    pub fn double(&self) -> Self {
        complete::double(self)
    }

    /// −P.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self { x: self.x.clone(), y: -&self.y, z: self.z.clone() }
    }

    /// X, Y and Z.
    pub fn coordinates(&self) -> [&Red<C::Base>; 3] {
        [&self.x, &self.y, &self.z]
    }
}

impl<C: Endomorphism> Projective<C> {
    /// \[μ\]P by the curve's endomorphism.
    #[must_use]
    pub fn endomorphism(&self) -> Self {
        let (x, y) = C::endomorphism_xy(&self.x, &self.y);
        Self { x, y, z: C::endomorphism_z(&self.z) }
    }
}

impl<S: Weierstrass<Base: Lanes>> Projective<S> {
    /// The points of all lanes, on the users' engine: as many as there are lanes, the rest of eight undefined.
    pub(crate) fn leave_lanes<C: Weierstrass<Base = <S::Base as Lanes>::One>>(&self) -> [Projective<C>; 8] {
        let [x, y, z] = self.coordinates().map(|a| {
            let mut lanes = [None; 8];
            S::Base::leave_lanes(a.raw(), |i, a| lanes[i] = Some(a));
            // One lane at least; where there is one alone it stands for all.
            lanes.map(|lane| lane.or(lanes[0]).map_or_else(|| unreachable!("there is a lane"), Red::from_raw))
        });
        core::array::from_fn(|i| Projective { x: x[i], y: y[i], z: z[i] })
    }
}

impl<S: Weierstrass<Base: Lanes>> Affine<S> {
    /// From a point per lane, on the users' engine. Constant-time in the points.
    pub(crate) fn enter_lanes<'a, C: Weierstrass<Base = <S::Base as Lanes>::One>>(
        ctx: &CtxOf<S>,
        lane: impl Fn(usize) -> &'a Affine<C>,
    ) -> Self
    where
        C::Base: Canonical,
    {
        let infinity = (0..S::Base::WIDTH).fold(0, |bits, i| bits | lane(i).infinity.unwrap_u8() << i);
        Self {
            x: Red::from_raw(S::Base::enter_lanes(ctx, |i| lane(i).x.raw())),
            y: Red::from_raw(S::Base::enter_lanes(ctx, |i| lane(i).y.raw())),
            infinity: S::Base::of_bits(infinity),
        }
    }
}

impl<C: Weierstrass<Base: Masked>> Projective<C> {
    /// P + Q for an affine Q, for all P and Q. Cost: [`complete::add_mixed`].
    #[must_use]
    pub fn add_mixed(&self, other: &Affine<C>) -> Self {
        let sum = complete::add_mixed(self, &other.x, &other.y);
        Self::select(&sum, self, &other.infinity)
    }

    /// 2^n·P, for all P. Constant-time.
    ///
    /// Cost: n doublings; or from as many on as the curve's coefficient says ([`Coefficient::JACOBIAN_RUN`]), n
    /// [`jacobian::double`](crate::formulas::jacobian::double), 6 products and 2 selections. Jacobian doubling has no exceptions on a curve of odd order.
    #[must_use]
    pub fn double_times(&self, n: usize) -> Self {
        // A complete doubling is two layers, a Jacobian one three.
        if C::Base::SHAPE.layers || n < C::A::JACOBIAN_RUN { self.double_shortly(n) } else { self.double_long(n) }
    }

    /// 2^n·P by complete doublings.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    fn double_shortly(&self, n: usize) -> Self {
        C::Base::kernel(
            #[inline(always)]
            || {
                let Some(others) = n.checked_sub(1) else { return self.clone() };
                let mut point = self.double();
                // To and fro, since a result in the place of its operand would be moved there.
                for _ in 0..others >> 1 {
                    let between = point.double();
                    point = between.double();
                }
                if others & 1 == 1 { point.double() } else { point }
            },
        )
    }

    /// 2^n·P by way of Jacobian coordinates.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    fn double_long(&self, n: usize) -> Self {
        let mut point = self.to_jacobian();
        let point = C::Base::kernel(
            #[inline(always)]
            || {
                // To and fro, as above.
                for _ in 0..n >> 1 {
                    let between = jacobian_double(&point);
                    point = jacobian_double(&between);
                }
                if n & 1 == 1 { jacobian_double(&point) } else { point }
            },
        );
        Self::of_jacobian(&point)
    }

    /// (XZ, YZ²; Z); the identity is (1, 1; 0).
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    fn to_jacobian(&self) -> Jacobian<C> {
        let (infinity, one) = (self.is_identity(), Red::one_in(&self.z.ctx()));
        let x = select(&(&self.x * &self.z), &one, &infinity);
        let y = select(&(&(&self.y * &self.z) * &self.z), &one, &infinity);
        Jacobian { x, y, z: self.z.clone() }
    }

    /// (XZ : Y : Z³); the identity comes back with Y = 1 and the rest zero.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    fn of_jacobian(Jacobian { x, y, z }: &Jacobian<C>) -> Self {
        Self { x: x * z, z: &z.sqr() * z, y: y.clone() }
    }

    /// Whether this is the identity.
    pub fn is_identity(&self) -> <C::Base as Masked>::Mask {
        self.z.is_zero()
    }

    /// Whether this is the image of a point under the curve's endomorphism.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(crate) fn is_image_of(&self, point: &Self) -> <C::Base as Masked>::Mask
    where
        C: Endomorphism,
    {
        point.endomorphism().equal(self)
    }

    /// Whether two triples are the same point: x and y cross-multiplied. The identity's Y is never zero, which tells it from
    /// every other point.
    pub fn equal(&self, other: &Self) -> <C::Base as Masked>::Mask {
        // A chip has no room for two sums.
        if cfg!(target_arch = "riscv32") {
            let equal = |a: &Red<C::Base>, b: &Red<C::Base>| (a * &other.z).equal(&(b * &self.z));
            return equal(&self.x, &other.x) & equal(&self.y, &other.y);
        }
        let [x, y] = C::Base::kernel(
            #[inline(always)]
            || {
                reduce([
                    product(&self.x, &other.z).minus(&other.x, &self.z),
                    product(&self.y, &other.z).minus(&other.y, &self.z),
                ])
            },
        );
        x.is_zero() & y.is_zero()
    }

    /// a where the mask is false, b where it is true.
    #[must_use]
    #[inline]
    pub fn select(a: &Self, b: &Self, mask: &<C::Base as Masked>::Mask) -> Self {
        Self { x: select(&a.x, &b.x, mask), y: select(&a.y, &b.y, mask), z: select(&a.z, &b.z, mask) }
    }

    /// −P where the mask is true.
    #[must_use]
    #[inline]
    pub fn negate_if(&self, mask: &<C::Base as Masked>::Mask) -> Self {
        Self { x: self.x.clone(), y: negate_if(&self.y, mask), z: self.z.clone() }
    }

    /// Whether the coordinates are those of a point: Y²Z = X³ + aXZ² + bZ³, and not all zero. Always true of a value that was
    /// not corrupted.
    #[inline(never)]
    pub fn is_on_curve(&self) -> <C::Base as Masked>::Mask {
        let difference = C::Base::kernel(
            #[inline(always)]
            || {
                let zz = self.z.sqr();
                let [xx_azz] = linear([[(&self.x.sqr(), 1), (&C::A::times(&zz), 1)]]);
                let bz = &C::b(&self.z.ctx()) * &self.z;
                product(&self.y.sqr(), &self.z).minus(&xx_azz, &self.x).minus(&bz, &zz).reduce()
            },
        );
        difference.is_zero() & !(self.y.is_zero() & self.z.is_zero())
    }

    /// Whether this is a point with such an x; the identity has none. Constant-time; no inversion, one product.
    pub fn has_x(&self, x: &Red<C::Base>) -> <C::Base as Masked>::Mask {
        self.x.equal(&(x * &self.z)) & !self.z.is_zero()
    }
}

impl<C: Weierstrass<Base: Masked + Invert>> Projective<C> {
    /// The affine coordinates. Constant-time; one inversion.
    #[inline(never)]
    pub fn to_affine(&self) -> Affine<C> {
        // 1/0 is 0, so the identity gets the coordinates (0, 0) that its affine form has.
        let inverse = self.z.invert();
        Affine { x: &self.x * &inverse, y: &self.y * &inverse, infinity: self.z.is_zero() }
    }

    /// The affine coordinates, in time that depends on the point; one inversion.
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn to_affine_vartime(&self) -> Affine<C> {
        let inverse = self.z.invert_vartime();
        Affine { x: &self.x * &inverse, y: &self.y * &inverse, infinity: self.z.is_zero() }
    }
}

/// x³ + ax + b.
#[cfg_attr(target_arch = "riscv32", inline(never))]
pub(crate) fn right_side<C: Weierstrass>(x: &Red<C::Base>) -> Red<C::Base> {
    C::Base::kernel(
        #[inline(always)]
        || {
            let sum = product(&x.sqr(), x).plus_small(&C::b(&x.ctx()), 1);
            sum.plus_small(&C::A::times(x), 1).reduce()
        },
    )
}

impl<C: Weierstrass<Base: Masked>> Affine<C> {
    /// The point (x, y), on the caller's word that it is one: for engines that hold points in forms of their own, and for
    /// tables. Neither curve nor subgroup is checked.
    pub fn from_xy_unchecked_curve_and_subgroup(x: Red<C::Base>, y: Red<C::Base>) -> Self {
        Self { x, y, infinity: C::Base::mask(Choice::from(0)) }
    }

    /// The identity, in a context.
    pub fn identity_in(ctx: &<C::Base as Field>::Ctx) -> Self {
        Self { x: Red::zero_in(ctx), y: Red::zero_in(ctx), infinity: C::Base::mask(Choice::from(1)) }
    }

    /// x; zero for the identity.
    pub fn x(&self) -> &Red<C::Base> {
        &self.x
    }

    /// y; zero for the identity.
    pub fn y(&self) -> &Red<C::Base> {
        &self.y
    }

    /// Whether this is the identity.
    pub fn is_identity(&self) -> <C::Base as Masked>::Mask {
        self.infinity.clone()
    }

    /// −P.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self { x: self.x.clone(), y: -&self.y, infinity: self.infinity.clone() }
    }

    /// a where the mask is false, b where it is true.
    #[must_use]
    pub fn select(a: &Self, b: &Self, mask: &<C::Base as Masked>::Mask) -> Self {
        Self {
            x: select(&a.x, &b.x, mask),
            y: select(&a.y, &b.y, mask),
            infinity: (a.infinity.clone() & !mask.clone()) | (b.infinity.clone() & mask.clone()),
        }
    }

    /// The same point in homogeneous coordinates.
    pub fn to_projective(&self) -> Projective<C> {
        let ctx = self.x.ctx();
        let one = Red::one_in(&ctx);
        Projective {
            x: self.x.clone(),
            y: select(&self.y, &one, &self.infinity),
            z: select(&one, &Red::zero_in(&ctx), &self.infinity),
        }
    }

    /// Whether the coordinates are those of a point. Always true of a value that was not corrupted.
    #[inline(never)]
    pub fn is_on_curve(&self) -> <C::Base as Masked>::Mask {
        let on_curve = self.y.sqr().equal(&right_side::<C>(&self.x));
        on_curve | (self.infinity.clone() & self.x.is_zero() & self.y.is_zero())
    }
}

impl<C: Weierstrass<Base: Masked + Field<Ctx = ()>>> Projective<C> {
    /// The identity.
    pub fn identity() -> Self {
        Self::identity_in(&())
    }
}

impl<C: Weierstrass<Base: Masked + Field<Ctx = ()>>> Affine<C> {
    /// The identity.
    pub fn identity() -> Self {
        Self::identity_in(&())
    }
}

impl<C: Group<Base: Anywhere>> Projective<C> {
    /// The agreed generator of the group.
    pub fn generator() -> Self {
        C::generator(&()).to_projective()
    }
}

impl<C: Group<Base: Anywhere>> Affine<C> {
    /// The agreed generator of the group.
    pub fn generator() -> Self {
        C::generator(&())
    }
}

impl<C: Group> Projective<C> {
    /// This point unless it is the identity, for protocols that refuse it.
    ///
    /// # Errors
    /// [`PointError::Identity`].
    pub fn not_identity(self) -> Result<Self, PointError> {
        // Public: the caller learns it from the error.
        if declassify(self.is_identity()) { Err(PointError::Identity) } else { Ok(self) }
    }

    /// Whether the point is in the group of prime order. Always true of a value that was not corrupted.
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn is_in_subgroup(&self) -> Choice {
        elsewhere!(long C, |there| self.enter(there).is_in_subgroup());
        C::is_in_subgroup(self)
    }
}

impl<C: Group> Affine<C> {
    /// The point with these coordinates, if it is on the curve and in the group. The identity has none; see [`Self::identity`].
    ///
    /// # Errors
    /// [`PointError::NotOnCurve`], [`PointError::NotInSubgroup`].
    #[inline(never)]
    pub fn from_xy(x: Red<C::Base>, y: Red<C::Base>) -> Result<Self, PointError> {
        CurvePoint::<C>::from_xy(x, y)?;
        let point = Self::from_xy_unchecked_curve_and_subgroup(x, y);
        if bool::from(point.is_in_subgroup()) { Ok(point) } else { Err(PointError::NotInSubgroup) }
    }

    /// This point unless it is the identity, for protocols that refuse it.
    ///
    /// # Errors
    /// [`PointError::Identity`].
    pub fn not_identity(self) -> Result<Self, PointError> {
        self.check_not_identity().map(|()| self)
    }

    /// As [`Affine::not_identity`], of a point that stays where it is.
    ///
    /// # Errors
    /// [`PointError::Identity`].
    pub fn check_not_identity(&self) -> Result<(), PointError> {
        // Public: the caller learns it from the error.
        if declassify(self.is_identity()) { Err(PointError::Identity) } else { Ok(()) }
    }

    /// Whether the point is in the group of prime order. Always true of a value that was not corrupted.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub fn is_in_subgroup(&self) -> Choice {
        self.to_projective().is_in_subgroup()
    }
}

impl<C: Weierstrass<Base: Masked>> Clone for Affine<C> {
    fn clone(&self) -> Self {
        Self { x: self.x.clone(), y: self.y.clone(), infinity: self.infinity.clone() }
    }
}

impl<C: Weierstrass<Base: Masked<Mask: Copy> + Field<Raw: Copy>>> Copy for Affine<C> {}

impl<C: Weierstrass<Base: Canonical>> Debug for Affine<C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if bool::from(self.infinity) {
            f.write_str("Affine(identity)")
        } else {
            f.debug_struct("Affine").field("x", &self.x).field("y", &self.y).finish()
        }
    }
}

impl<C: Weierstrass<Base: Canonical>> ConstantTimeEq for Projective<C> {
    #[inline(never)]
    fn ct_eq(&self, other: &Self) -> Choice {
        self.equal(other)
    }
}

impl<C: Weierstrass<Base: Canonical>> ConstantTimeEq for Affine<C> {
    #[inline(never)]
    fn ct_eq(&self, other: &Self) -> Choice {
        // The identity's coordinates are fixed, so its mark need only agree.
        self.x.equal(&other.x) & self.y.equal(&other.y) & !(self.infinity ^ other.infinity)
    }
}

impl<C: Weierstrass<Base: Canonical>> ConditionallySelectable for Projective<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::select(a, b, &choice)
    }
}

impl<C: Weierstrass<Base: Canonical>> ConditionallySelectable for Affine<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::select(a, b, &choice)
    }
}

impl<C: Weierstrass<Base: Canonical>> PartialEq for Projective<C> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: Weierstrass<Base: Canonical>> Eq for Projective<C> {}

impl<C: Weierstrass<Base: Canonical>> PartialEq for Affine<C> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: Weierstrass<Base: Canonical>> Eq for Affine<C> {}

/// The identity.
impl<C: Weierstrass<Base: Anywhere>> Default for Projective<C> {
    fn default() -> Self {
        Self::identity()
    }
}

/// The identity.
impl<C: Weierstrass<Base: Anywhere>> Default for Affine<C> {
    fn default() -> Self {
        Self::identity()
    }
}

/// A wiped point is the identity.
impl<C: Weierstrass<Base: Anywhere>> zeroize::DefaultIsZeroes for Projective<C> {}

/// A wiped point is the identity.
impl<C: Weierstrass<Base: Anywhere>> zeroize::DefaultIsZeroes for Affine<C> {}
