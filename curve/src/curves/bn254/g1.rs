//! G1: E(Fp), y² = x³ + 3, of prime order r.
//!
//! j(E) = 0 gives the endomorphism φ(x, y) = (βx, y) with β a primitive cube root of one; φ² + φ +
//! 1 = 0, and φ multiplies by one of the two cube roots of one modulo r. [`BETA`] is the one for λ
//! = 36x³ + 18x² + 6x + 1, the other, β², multiplies by −λ − 1.

use super::{BaseEngine, FpConst, FrEngine, G1Curve, X};
use crate::field::{Canonical, InLanes, Masked, Red, There};
use crate::formulas::complete::Zero;
use crate::glv::{Lattice, Reciprocal, small_coordinate};
use crate::integer::{Integer, SignedPart};
use crate::weierstrass::{
    Affine, CurveThere, Eip196Encoding, Endomorphism, Group, GroupInLanes, Subgroup, Weierstrass,
};

/// β = 7^((p − 1)/3), of order 3: (βx, y) = \[λ\](x, y), λ = 36x³ + 18x² + 6x + 1.
pub(super) const BETA: FpConst = FpConst::hex("59e26bcea0d48bacd4f263f1acdb5c4f5763473177fffffe");

/// The seed, for the coordinates below.
const S: i128 = X as i128;

/// Scalars k ≡ k₀ + k₁λ in two parts: 2x + 1 − (6x² + 2x)·λ ≡ 0 and 6x² + 4x + 1 + (2x + 1)·λ ≡ 0
/// modulo r, the second λ times the first less a multiple of φ² + φ + 1. Both parts are at most
/// 3x² + 3x + 1 < 2^126.
pub const LATTICE: Lattice<2, 2> = Lattice {
    basis: [
        [small_coordinate(2 * S + 1), small_coordinate(-(6 * S * S + 2 * S))],
        [small_coordinate(6 * S * S + 4 * S + 1), small_coordinate(2 * S + 1)],
    ],
    reciprocals: [
        Reciprocal::hex("2d91d232ec7e0b3d76eb9c714773a6ef3"),
        Reciprocal::hex("24ccef014a773d2cf7a7bd9d4391eb18da5e38cfb5eaa26da"),
    ],
};

impl<F: BaseEngine> Weierstrass for G1Curve<F> {
    type Base = F;
    type A = Zero;

    fn b(ctx: &F::Ctx) -> Red<F> {
        Red::constant(ctx, &const { FpConst::small(3) })
    }

    #[inline(always)]
    fn times_3b(x: &Red<F>) -> Red<F> {
        x.times(9)
    }
}

impl<F: BaseEngine> Endomorphism for G1Curve<F> {
    #[inline]
    fn endomorphism_xy(x: &Red<F>, y: &Red<F>) -> (Red<F>, Red<F>) {
        (x * &Red::constant(&x.ctx(), &BETA), y.clone())
    }
}

/// Every point is in the group.
impl<F: BaseEngine + Masked> Subgroup for G1Curve<F> {}

#[cfg(feature = "hints")]
impl<F: BaseEngine + crate::field::Anywhere> crate::scalar_mul::AdvisedGroup for G1Curve<F> {
    /// G1 is the whole curve.
    fn is_in_subgroup_by_advice(
        _: &crate::formulas::affine::Xy<Self>,
        _: &mut impl crate::advice::Advice,
    ) -> Option<bool> {
        Some(true)
    }
}

impl<F: BaseEngine + Canonical> Group for G1Curve<F> {
    type Fast = G1Curve<F::Fast>;
    // In 254 bits a product on words takes no longer than in residue numbers.
    type Remainders = G1Curve<F::Fast>;

    #[inline(always)]
    fn fast() -> Option<CurveThere<Self::Fast>> {
        F::fast().map(There::of)
    }

    type Scalar = FrEngine;

    const PARTS: usize = 2;
    const PART_BITS: u32 = 126;

    fn split(k: &Integer) -> [SignedPart; 4] {
        SignedPart::four(LATTICE.split(k))
    }

    /// (1, 2) (EIP-196).
    fn generator(ctx: &F::Ctx) -> Affine<Self> {
        Affine::from_xy_unchecked_curve_and_subgroup(Red::one_in(ctx), Red::small(ctx, 2))
    }
}

impl<F: BaseEngine + InLanes> GroupInLanes for G1Curve<F> {
    type Lanes = G1Curve<F::Lanes>;
    type Doubles = G1Curve<F::Doubles>;
}

impl<F: BaseEngine + Canonical> Eip196Encoding for G1Curve<F> {
    type Bytes = [u8; 64];

    const BYTES: [u8; 64] = [0; 64];
}
