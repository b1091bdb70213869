//! The pairing of BLS12-377 on points.
//!
//! | function | work |
//! |---|---|
//! | [`pairing()`] | one Miller loop, one final exponentiation |
//! | [`pairing_product_is_one`] | one loop with shared squarings, one final exponentiation |
//! | [`multi_miller_loop`], [`miller_loop`] | only the loop |
//! | [`pairing_batch`], [`pairing_product_is_one_batch`], [`final_exponentiation_batch`] | many of each, in lanes |

use limb::each::array;
use subtle::Choice;

use super::g2::{GENERATOR_X, GENERATOR_Y};
use super::{
    BaseEngine, Bls12377, FpEngine, FrModulus, G1Affine, G1Curve, G2Affine, G2Curve, SEED, X,
    X_RECIPROCAL,
};
use crate::curves::bls12::four_parts;
use crate::error::BatchError;
use crate::field::{Anywhere, Canonical, InLanes, Red};
use crate::integer::{Integer, SignedPart};
use crate::pairing::face::pairing_on_points;
use crate::pairing::{self, Family, Pairing, batch, product};
use crate::tower::{Fp2Of, Fp12};
use crate::windows::Windows;

impl<F: BaseEngine> Pairing for Bls12377<F> {
    const FAMILY: Family = Family::Bls12;
    const SEED: Windows = SEED;
    const SEED_NEGATIVE: bool = false;
    const LOOP: Windows = SEED;

    type Registers = [Fp12<Self>; pairing::register_count(Family::Bls12) - 1];
    type ScalarConst = limb::modulus::Constant<FrModulus>;
    type G1 = G1Curve<F>;
    type G2 = G2Curve<F>;

    const PART_BITS: u32 = 64;

    /// The digits of k in base x: p ≡ x modulo r.
    fn split(k: &Integer) -> [SignedPart; 4] {
        four_parts::<X, X_RECIPROCAL>(k)
    }

    /// The generator of G2. A test walks the loop from there and finds no zero.
    fn stand_in(ctx: &F::Ctx) -> [Fp2Of<Self>; 2] {
        [Red::constant(ctx, &GENERATOR_X), Red::constant(ctx, &GENERATOR_Y)]
    }

    fn registers(ctx: &F::Ctx) -> Self::Registers {
        let zero = Fp12::zero_in(ctx);
        array(|_| zero.clone())
    }
}

/// No lines are kept.
fn kept_line<F: BaseEngine + Canonical>(
    _: &F::Ctx,
    _: usize,
) -> Option<pairing::Coefficients<Bls12377<F>>> {
    None
}

pairing_on_points!(
    Bls12377,
    lines: "63 doublings and 6 additions",
    prepared: "19,872",
    pair: "584",
    power: "The cube of the optimal ate pairing e(P, Q), which is what arkworks and gnark-crypto call the pairing."
);
