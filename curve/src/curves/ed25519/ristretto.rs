//! The constants of ristretto255 (RFC 9496 §4.1).

use super::{Ed25519, FpConst, SQRT_MINUS_ONE};
use crate::edwards::ristretto::RistrettoCurve;
use crate::field::{Canonical, Field, Red};

/// 1/√(a − d) with a = −1.
const INVSQRT_A_MINUS_D: FpConst =
    FpConst::hex("786c8905cfaffca216c27b91fe01d8409d2f16175a4172be99c8fdaa805d40ea");
/// √(ad − 1) with a = −1.
const SQRT_AD_MINUS_ONE: FpConst =
    FpConst::hex("376931bf2b8348ac0f3cfcc931f5d1fdaf9d8e0c1b7854bd7e97f6a0497b2e1b");
/// 1 − d².
const ONE_MINUS_D_SQ: FpConst =
    FpConst::hex("029072a8b2b3e0d79994abddbe70dfe42c81a138cd5e350fe27c09c1945fc176");
/// (d − 1)².
const D_MINUS_ONE_SQ: FpConst =
    FpConst::hex("5968b37af66c22414cdcd32f529b4eebd29e4a2cb01e199931ad5aaa44ed4d20");

impl<F: Canonical + Field<Const = FpConst>> RistrettoCurve for Ed25519<F> {
    fn i(ctx: &F::Ctx) -> Red<F> {
        Red::constant(ctx, &SQRT_MINUS_ONE)
    }

    fn invsqrt_a_minus_d(ctx: &F::Ctx) -> Red<F> {
        Red::constant(ctx, &INVSQRT_A_MINUS_D)
    }

    fn sqrt_ad_minus_one(ctx: &F::Ctx) -> Red<F> {
        Red::constant(ctx, &SQRT_AD_MINUS_ONE)
    }

    fn one_minus_d_sq(ctx: &F::Ctx) -> Red<F> {
        Red::constant(ctx, &ONE_MINUS_D_SQ)
    }

    fn d_minus_one_sq(ctx: &F::Ctx) -> Red<F> {
        Red::constant(ctx, &D_MINUS_ONE_SQ)
    }
}
