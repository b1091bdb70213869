//! Points of the whole curve, for those who need them before, or without, the subgroup.

use subtle::Choice;

use super::{Affine, Group, Projective, Weierstrass};
use crate::engines::door::elsewhere;
use crate::error::PointError;
use crate::field::{Anywhere, Canonical, Red};

/// Affine coordinates x and y.
///
/// [Example](super#example).
pub type Xy<F> = (Red<F>, Red<F>);

/// A point of the curve of which it is not known whether it is in the group of prime order.
///
/// What is right on the whole curve is offered here (the group law, multiplication by public
/// integers); what needs the subgroup (scalars modulo its order, endomorphisms, pairings) asks for
/// [`Self::check_subgroup`] or [`Self::clear_cofactor`] first. EIP-2537's additions and the maps of
/// hash-to-curve work on such points. On a curve of even order ([`Weierstrass::ODD_ORDER`]), such
/// as that of G1 of BLS12-377, the group law is not offered here: a program that asks for it does
/// not compile.
///
/// [Example](super#example).
#[derive(Clone, Debug)]
pub struct CurvePoint<C: Weierstrass>(pub(crate) Projective<C>);

impl<C: Weierstrass<Base: Canonical>> Copy for CurvePoint<C> {}

impl<C: Weierstrass<Base: Canonical>> CurvePoint<C> {
    /// The point with these coordinates, if it is on the curve.
    ///
    /// # Errors
    /// [`PointError::NotOnCurve`].
    #[inline(never)]
    pub fn from_xy(x: Red<C::Base>, y: Red<C::Base>) -> Result<Self, PointError> {
        let point = Affine::<C>::from_xy_unchecked_curve_and_subgroup(x, y);
        if bool::from(point.is_on_curve()) {
            Ok(Self(point.to_projective()))
        } else {
            Err(PointError::NotOnCurve)
        }
    }

    /// The affine coordinates; none for the identity. One inversion.
    #[inline(never)]
    pub fn to_xy(&self) -> Option<Xy<C::Base>> {
        let point = self.0.to_affine();
        if bool::from(point.infinity) { None } else { Some((point.x, point.y)) }
    }

    /// As [`CurvePoint::to_xy`], in variable time and without an inversion for a point that has
    /// Z = 1, as those have that come from bytes.
    #[cfg(feature = "hints")]
    pub(crate) fn to_xy_vartime(self) -> Option<[Red<C::Base>; 2]> {
        let Projective { x, y, z, .. } = &self.0;
        if *z == Red::one_in(&z.ctx()) {
            return Some([*x, *y]);
        }
        self.to_xy().map(|(x, y)| [x, y])
    }

    /// Whether this is the identity.
    pub fn is_identity(&self) -> Choice {
        self.0.is_identity()
    }

    /// P + Q, for all P and Q.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        const { assert!(C::ODD_ORDER, "the group law is offered in the group of prime order only") };
        Self(self.0.add(&other.0))
    }

    /// 2P.
    #[must_use]
    pub fn double(&self) -> Self {
        Self(self.0.double())
    }

    /// −P.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self(self.0.neg())
    }

    /// \[k\]P for a public integer in limbs, least significant first; time depends only on k.
    #[must_use]
    #[inline(never)]
    pub fn mul_integer_vartime(&self, k: &[u64]) -> Self {
        const { assert!(C::ODD_ORDER, "the group law is offered in the group of prime order only") };
        Self(self.0.mul_integer_vartime(k))
    }
}

impl<C: Weierstrass<Base: Anywhere>> CurvePoint<C> {
    /// The identity.
    pub fn identity() -> Self {
        Self(Projective::identity())
    }
}

impl<C: Group> CurvePoint<C> {
    /// Whether the point is in the group of prime order.
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn is_in_subgroup(&self) -> Choice {
        self.0.is_in_subgroup()
    }

    /// The same point as a member of the group, if it is one.
    ///
    /// # Errors
    /// [`PointError::NotInSubgroup`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn check_subgroup(&self) -> Result<Projective<C>, PointError> {
        if bool::from(self.is_in_subgroup()) { Ok(self.0) } else { Err(PointError::NotInSubgroup) }
    }

    /// The same point as a member of the group, on the caller's word that it is one: for points
    /// whose membership was checked elsewhere, or is checked for a whole batch. Multiplications of
    /// a point outside the group give wrong results.
    pub fn assume_in_subgroup_unchecked(&self) -> Projective<C> {
        self.0
    }

    /// A multiple of this point that is in the group: see
    /// [`Subgroup::clear_cofactor`](crate::weierstrass::Subgroup::clear_cofactor).
    #[inline(never)]
    pub fn clear_cofactor(&self) -> Projective<C> {
        elsewhere!(long C, |there| Projective::leave(&self.enter(there).clear_cofactor()));
        C::clear_cofactor(&self.0)
    }
}

impl<C: Weierstrass<Base: Canonical>> From<Projective<C>> for CurvePoint<C> {
    fn from(point: Projective<C>) -> Self {
        Self(point)
    }
}

impl<C: Weierstrass<Base: Canonical>> From<Affine<C>> for CurvePoint<C> {
    fn from(point: Affine<C>) -> Self {
        Self(point.to_projective())
    }
}

impl<C: Weierstrass<Base: Canonical>> PartialEq for CurvePoint<C> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<C: Weierstrass<Base: Canonical>> Eq for CurvePoint<C> {}
