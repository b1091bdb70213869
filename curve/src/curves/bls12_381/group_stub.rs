//! Stand-in until the groups are merged: the least of a curve that [`Affine`](crate::weierstrass::Affine) asks for.

use super::{BaseEngine, G1Curve, G2Curve};
use crate::field::Red;
use crate::fp2::Quad;
use crate::weierstrass::Weierstrass;

impl<F: BaseEngine> Weierstrass for G1Curve<F> {
    type Base = F;

    fn b(ctx: &F::Ctx) -> Red<F> {
        Red::small(ctx, 4)
    }

    fn times_3b(x: &Red<F>) -> Red<F> {
        x.times(12)
    }
}

impl<F: BaseEngine> Weierstrass for G2Curve<F> {
    type Base = Quad<F>;

    fn b(ctx: &F::Ctx) -> Red<Quad<F>> {
        Red::new(Red::small(ctx, 4), Red::small(ctx, 4))
    }

    fn times_3b(x: &Red<Quad<F>>) -> Red<Quad<F>> {
        x.times(12).mul_by_small_plus_u(1)
    }
}
