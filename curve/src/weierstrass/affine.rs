//! Points by their affine coordinates.

use core::fmt::Debug;

use limb::ct::declassify;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use super::{CtxOf, CurvePoint, Group, Projective, Weierstrass, right_side};
use crate::error::PointError;
use crate::field::{Anywhere, Canonical, Field, Lanes, Masked, Red};

use crate::formulas::select;

/// A point by its affine coordinates; the identity has (0, 0), which is on no curve with b ≠ 0, and
/// its own mark.
///
/// [Example](super#example).
pub struct Affine<C: Weierstrass<Base: Masked>> {
    pub(crate) x: Red<C::Base>,
    pub(crate) y: Red<C::Base>,
    pub(crate) infinity: <C::Base as Masked>::Mask,
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
        let infinity =
            (0..S::Base::WIDTH).fold(0, |bits, i| bits | lane(i).infinity.unwrap_u8() << i);
        Self {
            x: Red::from_raw(S::Base::enter_lanes(ctx, |i| lane(i).x.raw())),
            y: Red::from_raw(S::Base::enter_lanes(ctx, |i| lane(i).y.raw())),
            infinity: S::Base::of_bits(infinity),
        }
    }
}

impl<C: Weierstrass<Base: Masked>> Affine<C> {
    /// The point (x, y), on the caller's word that it is one: for engines that hold points in forms
    /// of their own, and for tables. Neither curve nor subgroup is checked.
    pub fn from_xy_unchecked_curve_and_subgroup(x: Red<C::Base>, y: Red<C::Base>) -> Self {
        Self { x, y, infinity: C::Base::mask(Choice::from(0)) }
    }

    /// As [`Affine::from_xy_unchecked_curve_and_subgroup`], where (0, 0) is the identity: for those
    /// who keep points without a mark. Constant-time. The curve must have b ≠ 0.
    #[inline]
    pub fn from_xy_or_zeros_unchecked_curve_and_subgroup(x: Red<C::Base>, y: Red<C::Base>) -> Self {
        let infinity = x.is_zero() & y.is_zero();
        Self { x, y, infinity }
    }

    /// The identity, in a context.
    #[doc(hidden)]
    pub fn identity_in(ctx: &<C::Base as Field>::Ctx) -> Self {
        Self {
            x: Red::zero_in(ctx),
            y: Red::zero_in(ctx),
            infinity: C::Base::mask(Choice::from(1)),
        }
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

impl<C: Weierstrass<Base: Masked + Field<Ctx = ()>>> Affine<C> {
    /// The identity.
    pub fn identity() -> Self {
        Self::identity_in(&())
    }
}

impl<C: Group<Base: Anywhere>> Affine<C> {
    /// The agreed generator of the group.
    pub fn generator() -> Self {
        C::generator(&())
    }
}

impl<C: Group> Affine<C> {
    /// The point with these coordinates, if it is on the curve and in the group. The identity has
    /// none; see [`Self::identity`].
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

    /// Whether the point is in the group of prime order. Always true of a value that was not
    /// corrupted.
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

impl<C: Weierstrass<Base: Canonical>> ConstantTimeEq for Affine<C> {
    #[inline(never)]
    fn ct_eq(&self, other: &Self) -> Choice {
        // The identity's coordinates are fixed, so its mark need only agree.
        self.x.equal(&other.x) & self.y.equal(&other.y) & !(self.infinity ^ other.infinity)
    }
}

impl<C: Weierstrass<Base: Canonical>> ConditionallySelectable for Affine<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::select(a, b, &choice)
    }
}

impl<C: Weierstrass<Base: Canonical>> PartialEq for Affine<C> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: Weierstrass<Base: Canonical>> Eq for Affine<C> {}

/// The identity.
impl<C: Weierstrass<Base: Anywhere>> Default for Affine<C> {
    fn default() -> Self {
        Self::identity()
    }
}

/// A wiped point is the identity.
impl<C: Weierstrass<Base: Anywhere>> zeroize::DefaultIsZeroes for Affine<C> {}
