//! The sum of two public points whose affine coordinates come in and go out: the chord or the
//! tangent takes the one inversion that leaving projective coordinates takes, and a fifth of the
//! products.

use super::{Affine, Weierstrass};
use crate::field::{Canonical, Field, Red, linear};
use crate::formulas::complete::Coefficient;

impl<C: Weierstrass<Base: Canonical>> Affine<C> {
    /// P + Q for all P and Q on the curve, in variable time.
    ///
    /// λ = (y₂ − y₁)/(x₂ − x₁), or (3x² + a)/2y where P = Q; x₃ = λ² − x₁ − x₂, y₃ = λ(x₁ − x₃) −
    /// y₁. Where x₁ = x₂ and Q is not P, it is −P. A point with y = 0, of which groups of odd order
    /// have none, is its own opposite and seen as that.
    ///
    /// Cost: an inversion, two products and a square; where P = Q, two squares.
    pub(super) fn add_vartime(&self, other: &Self) -> Self {
        let (x1, y1, x2, y2) = (&self.x, &self.y, &other.x, &other.y);
        let ctx = x1.ctx();
        if bool::from(self.infinity) {
            return *other;
        }
        if bool::from(other.infinity) {
            return *self;
        }
        let (run, rise) = if !bool::from(x1.equal(x2)) {
            (x2.minus(x1).weak(), y2.minus(y1).weak())
        } else if bool::from((y1 + y2).is_zero()) {
            return Self::identity_in(&ctx);
        } else {
            (y1 + y1, C::A::tangent(x1, &Red::one_in(&ctx)))
        };
        let inverse = run.invert_vartime();
        let (x3, y3) = C::Base::kernel(
            #[inline(always)]
            || {
                let slope = &rise * &inverse;
                let [x3] = linear([[(&slope.sqr(), 1), (x1, -1), (x2, -1)]]);
                let y3 = &(&slope * &x1.minus(&x3)) - y1;
                (x3, y3)
            },
        );
        Self::from_xy_unchecked_curve_and_subgroup(x3, y3)
    }
}
