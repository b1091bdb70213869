//! Jacobian points for variable-time algorithms: fast formulas and explicit branches for their
//! exceptions.

use super::{Affine, Projective, Weierstrass};
use crate::field::{Anywhere, Canonical, Field, Red};
use crate::formulas::jacobian;

/// A point in Jacobian coordinates, x = X/Z², y = Y/Z³; Z = 0 is the identity. Everything here is
/// variable-time.
///
/// [Example](super#example).
#[derive(Debug, Clone)]
pub struct Jacobian<C: Weierstrass> {
    pub(crate) x: Red<C::Base>,
    pub(crate) y: Red<C::Base>,
    pub(crate) z: Red<C::Base>,
}

impl<C: Weierstrass<Base: Field<Raw: Copy>>> Copy for Jacobian<C> {}

impl<C: Weierstrass> Jacobian<C> {
    /// The point of these coordinates, on the caller's word that it is one. Neither curve nor
    /// subgroup is checked.
    pub fn from_xyz_unchecked_curve_and_subgroup(
        x: Red<C::Base>,
        y: Red<C::Base>,
        z: Red<C::Base>,
    ) -> Self {
        Self { x, y, z }
    }

    /// X, Y and Z.
    pub fn coordinates(&self) -> [&Red<C::Base>; 3] {
        [&self.x, &self.y, &self.z]
    }
}

impl<C: Weierstrass<Base: Canonical>> Jacobian<C> {
    /// The identity, in a context.
    #[doc(hidden)]
    pub fn identity_in(ctx: &<C::Base as Field>::Ctx) -> Self {
        Self { x: Red::one_in(ctx), y: Red::one_in(ctx), z: Red::zero_in(ctx) }
    }

    /// Whether this is the identity.
    pub fn is_identity_vartime(&self) -> bool {
        self.z.is_zero().into()
    }

    /// From affine coordinates.
    pub fn from_affine_vartime(point: &Affine<C>) -> Self {
        let ctx = point.x.ctx();
        if bool::from(point.infinity) {
            Self::identity_in(&ctx)
        } else {
            Self { x: point.x, y: point.y, z: Red::one_in(&ctx) }
        }
    }

    /// From homogeneous coordinates, without inversion: (XZ, YZ², Z).
    pub fn from_projective(point: &Projective<C>) -> Self {
        let yz = &point.y * &point.z;
        Self { x: &point.x * &point.z, y: &yz * &point.z, z: point.z }
    }

    /// To homogeneous coordinates, without inversion: (XZ : Y : Z³).
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub fn to_projective(&self) -> Projective<C> {
        if self.is_identity_vartime() {
            return Projective::identity_in(&self.z.ctx());
        }
        let zz = self.z.sqr();
        Projective { x: &self.x * &self.z, y: self.y, z: &zz * &self.z }
    }

    /// 2P. Cost: [`jacobian::double`]; no exceptions on a curve of odd order.
    #[must_use]
    #[inline(always)]
    pub fn double_vartime(&self) -> Self {
        jacobian::double(self)
    }

    /// P + Q, for all P and Q. Cost: [`jacobian::add`].
    #[must_use]
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub fn add_vartime(&self, other: &Self) -> Self {
        if self.is_identity_vartime() {
            return *other;
        }
        if other.is_identity_vartime() {
            return *self;
        }
        self.resolve_vartime(jacobian::add(self, other))
    }

    /// P + Q for an affine Q, for all P and Q. Cost: [`jacobian::add_mixed`].
    #[must_use]
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    pub fn add_mixed_vartime(&self, other: &Affine<C>) -> Self {
        if bool::from(other.infinity) {
            return *self;
        }
        if self.is_identity_vartime() {
            return Self::from_affine_vartime(other);
        }
        self.resolve_vartime(jacobian::add_mixed(self, &other.x, &other.y))
    }

    /// 2P where a sum is that. On a chip a call, so that its temporaries are not on the stack of
    /// every sum.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn double_instead_vartime(&self) -> Self {
        self.double_vartime()
    }

    /// The sum, if the formula gave one: Z₃ = 0 says that the operands had one x, and then X₃ = 0
    /// that they were equal.
    #[inline(always)]
    fn resolve_vartime(&self, sum: Self) -> Self {
        if !sum.is_identity_vartime() { sum } else { self.instead_vartime(&sum) }
    }

    /// What stands in place of such a sum with Z₃ = 0.
    #[inline(always)]
    pub(crate) fn instead_vartime(&self, sum: &Self) -> Self {
        if bool::from(sum.x.is_zero()) {
            self.double_instead_vartime()
        } else {
            Self::identity_in(&self.z.ctx())
        }
    }
}

impl<C: Weierstrass<Base: Anywhere>> Jacobian<C> {
    /// The identity.
    pub fn identity() -> Self {
        Self::identity_in(&())
    }
}

/// The identity.
impl<C: Weierstrass<Base: Anywhere>> Default for Jacobian<C> {
    fn default() -> Self {
        Self::identity()
    }
}

/// Affine coordinates of a few points, with one inversion (Montgomery's trick); the slices have one
/// length.
pub(crate) fn normalize_vartime<C: Weierstrass<Base: Canonical>>(
    points: &[Jacobian<C>],
    out: &mut [Affine<C>],
) {
    debug_assert_eq!(points.len(), out.len());
    let Some(first) = points.first() else {
        return;
    };
    let ctx = first.z.ctx();
    let mut running = Red::one_in(&ctx);
    for (point, out) in points.iter().zip(out.iter_mut()) {
        out.x = running;
        if !point.is_identity_vartime() {
            running = &running * &point.z;
        }
    }
    // A chip needs the other inversion anyway.
    let mut inverse =
        if cfg!(target_arch = "riscv32") { running.invert() } else { running.invert_vartime() };
    for (point, out) in points.iter().rev().zip(out.iter_mut().rev()) {
        if point.is_identity_vartime() {
            *out = Affine::identity_in(&ctx);
            continue;
        }
        let z_inverse = &inverse * &out.x;
        inverse = &inverse * &point.z;
        let zz = z_inverse.sqr();
        *out = Affine::from_xy_unchecked_curve_and_subgroup(
            &point.x * &zz,
            &(&point.y * &zz) * &z_inverse,
        );
    }
}
