//! Points in homogeneous coordinates, for all of which sums are complete.

use core::fmt::Debug;

use limb::ct::declassify;
use limb::each::{Each, array};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use super::jacobian::Jacobian;
use super::{Affine, Endomorphism, Group, Weierstrass};
use crate::engines::door::elsewhere;
use crate::error::PointError;
use crate::field::{
    Anywhere, Canonical, Field, Invert, Lanes, Masked, Red, linear, product, reduce,
};
use crate::formulas::complete::{self, Coefficient};
use crate::formulas::jacobian::double as jacobian_double;
use crate::formulas::{negate_if, select};

/// A point in homogeneous coordinates (X : Y : Z).
///
/// [Example](super#example).
#[derive(Debug, Clone)]
pub struct Projective<C: Weierstrass> {
    pub(crate) x: Red<C::Base>,
    pub(crate) y: Red<C::Base>,
    pub(crate) z: Red<C::Base>,
}

impl<C: Weierstrass<Base: Field<Raw: Copy>>> Copy for Projective<C> {}

impl<C: Weierstrass> Projective<C> {
    /// The identity, in a context.
    #[doc(hidden)]
    pub fn identity_in(ctx: &<C::Base as Field>::Ctx) -> Self {
        Self { x: Red::zero_in(ctx), y: Red::one_in(ctx), z: Red::zero_in(ctx) }
    }

    /// The point (X : Y : Z), on the caller's word that it is one: for engines that hold points in
    /// forms of their own, and for maps onto the curve. Neither curve nor subgroup is checked.
    pub const fn from_xyz_unchecked_curve_and_subgroup(
        x: Red<C::Base>,
        y: Red<C::Base>,
        z: Red<C::Base>,
    ) -> Self {
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
    /// The points of all lanes, on the users' engine: as many as there are lanes, the rest of eight
    /// undefined.
    pub(crate) fn leave_lanes<C: Weierstrass<Base = <S::Base as Lanes>::One>>(
        &self,
    ) -> [Projective<C>; 8] {
        let [x, y, z] = self.coordinates().each(|a| {
            let mut lanes = [None; 8];
            S::Base::leave_lanes(a.raw(), |i, a| lanes[i] = Some(a));
            // One lane at least; where there is only one, it stands for all.
            lanes.each(|lane| {
                lane.or(lanes[0]).map_or_else(|| unreachable!("there is a lane"), Red::from_raw)
            })
        });
        array(|i| Projective { x: x[i], y: y[i], z: z[i] })
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
    /// Cost: n doublings; or from as many on as the curve's coefficient says
    /// ([`Coefficient::JACOBIAN_RUN`]), n [`jacobian::double`](crate::formulas::jacobian::double),
    /// 6 products and 2 selections. Jacobian doubling has no exceptions on a curve of odd order.
    #[must_use]
    pub fn double_times(&self, n: usize) -> Self {
        // A complete doubling is two layers, a Jacobian one three.
        if C::Base::SHAPE.layers || n < C::A::JACOBIAN_RUN {
            self.double_shortly(n)
        } else {
            self.double_long(n)
        }
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
    pub(crate) fn of_jacobian(Jacobian { x, y, z }: &Jacobian<C>) -> Self {
        Self { x: x * z, z: &z.sqr() * z, y: y.clone() }
    }

    /// Whether this is the identity.
    pub fn is_identity(&self) -> <C::Base as Masked>::Mask {
        self.z.is_zero()
    }

    /// Whether this is 0 : 0 : 0, which is no point: what a sum outside of the group may come to on
    /// a curve that is not of [odd order](Weierstrass::ODD_ORDER). It stays so in all further sums.
    #[cfg(feature = "bls12-377")]
    pub(crate) fn is_void(&self) -> <C::Base as Masked>::Mask {
        self.y.is_zero() & self.z.is_zero()
    }

    /// Whether this is the image of a point under the curve's endomorphism.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub(crate) fn is_image_of(&self, point: &Self) -> <C::Base as Masked>::Mask
    where
        C: Endomorphism,
    {
        point.endomorphism().equal(self)
    }

    /// Whether two triples are the same point: x and y cross-multiplied. The identity's Y is never
    /// zero, which tells it from every other point.
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
        Self {
            x: select(&a.x, &b.x, mask),
            y: select(&a.y, &b.y, mask),
            z: select(&a.z, &b.z, mask),
        }
    }

    /// −P where the mask is true.
    #[must_use]
    #[inline]
    pub fn negate_if(&self, mask: &<C::Base as Masked>::Mask) -> Self {
        Self { x: self.x.clone(), y: negate_if(&self.y, mask), z: self.z.clone() }
    }

    /// Whether the coordinates are those of a point: Y²Z = X³ + aXZ² + bZ³, and not all zero.
    /// Always true of a value that was not corrupted.
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

    /// Whether this is a point with such an x; the identity has none. Constant-time; no inversion,
    /// one product.
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

impl<C: Weierstrass<Base: Masked + Field<Ctx = ()>>> Projective<C> {
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

impl<C: Group> Projective<C> {
    /// This point unless it is the identity, for protocols that refuse it.
    ///
    /// # Errors
    /// [`PointError::Identity`].
    pub fn not_identity(self) -> Result<Self, PointError> {
        // Public: the caller learns it from the error.
        if declassify(self.is_identity()) { Err(PointError::Identity) } else { Ok(self) }
    }

    /// Whether the point is in the group of prime order. Always true of a value that was not
    /// corrupted.
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn is_in_subgroup(&self) -> Choice {
        elsewhere!(long C, |there| self.enter(there).is_in_subgroup());
        C::is_in_subgroup(self)
    }
}

impl<C: Weierstrass<Base: Canonical>> ConstantTimeEq for Projective<C> {
    #[inline(never)]
    fn ct_eq(&self, other: &Self) -> Choice {
        self.equal(other)
    }
}

impl<C: Weierstrass<Base: Canonical>> ConditionallySelectable for Projective<C> {
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

/// The identity.
impl<C: Weierstrass<Base: Anywhere>> Default for Projective<C> {
    fn default() -> Self {
        Self::identity()
    }
}

/// A wiped point is the identity.
impl<C: Weierstrass<Base: Anywhere>> zeroize::DefaultIsZeroes for Projective<C> {}
