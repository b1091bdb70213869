//! The pairing of BN254 on points.
//!
//! | function | work |
//! |---|---|
//! | [`pairing()`] | one Miller loop, one final exponentiation |
//! | [`pairing_product_is_one`] | one loop with shared squarings, one final exponentiation |
//! | [`multi_miller_loop`], [`miller_loop`] | only the loop |
//! | [`pairing_batch`], [`pairing_product_is_one_batch`], [`final_exponentiation_batch`] | many of each, in lanes |

use limb::each::array;
use limb::modulus::Constant;
use subtle::Choice;

use super::g2::{GENERATOR_X, GENERATOR_Y, LATTICE};
use super::{BaseEngine, Bn254, FpEngine, FrModulus, G1Affine, G1Curve, G2Affine, G2Curve, SEED};
use crate::error::BatchError;
use crate::field::{Anywhere, Canonical, InLanes, Red};
use crate::integer::{Integer, SignedPart};
#[cfg(feature = "hints")]
use crate::pairing::face::pairing_by_hints;
use crate::pairing::face::pairing_on_points;
use crate::pairing::{self, Family, Pairing, batch, product};
use crate::tower::{Fp2Of, Fp12};
use crate::windows::Windows;

/// 6x + 2 = 29793968203157093288 in digits ±1: 64 doublings and 21 additions, the least of both.
const LOOP: Windows = Windows {
    table: 1,
    first: 1,
    steps: &[
        (1, 1),
        (2, 1),
        (4, -1),
        (2, -1),
        (4, -1),
        (3, 1),
        (1, 1),
        (3, -1),
        (6, 1),
        (3, -1),
        (2, 1),
        (3, -1),
        (6, -1),
        (1, -1),
        (4, -1),
        (2, -1),
        (3, 1),
        (4, -1),
        (3, -1),
        (2, 1),
        (2, 1),
    ],
    last: 3,
};

impl<F: BaseEngine> Pairing for Bn254<F> {
    const FAMILY: Family = Family::Bn;
    const SEED: Windows = SEED;
    const SEED_NEGATIVE: bool = false;
    const LOOP: Windows = LOOP;

    type Registers = [Fp12<Self>; pairing::register_count(Family::Bn) - 1];
    type ScalarConst = Constant<FrModulus>;
    type G1 = G1Curve<F>;
    type G2 = G2Curve<F>;

    const PART_BITS: u32 = 64;

    /// As in G2, where ψ multiplies by p.
    fn split(k: &Integer) -> [SignedPart; 4] {
        LATTICE.split(k)
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
) -> Option<pairing::Coefficients<Bn254<F>>> {
    None
}

#[cfg(feature = "hints")]
impl<F: BaseEngine> pairing::ResidueRoot for Bn254<F> {
    /// −1/(6x + 2 + p − p² + p³) modulo (p⁶ + 1)/r.
    const MINUS_ONE_OVER_LAMBDA: &'static [u64] = &[
        0x0fc0_f95f_cdd9_8297,
        0x7d92_158e_2751_460e,
        0xa4bd_d1af_f292_c339,
        0x00fb_b785_7304_77b4,
        0x7247_6457_af04_199a,
        0x0ad5_c5e6_5b43_a278,
        0xccd5_2518_9036_cdfd,
        0x2666_bed5_8e89_a07f,
        0x5631_7806_ed3e_3c87,
        0x0af0_f539_b1d7_2b5e,
        0x85d1_96f7_3b42_6390,
        0x3220_415a_5969_0539,
        0x5e1b_c834_ced3_7a90,
        0x8c8c_cb17_93d7_3f25,
        0xbee8_af8a_27ea_7795,
        0x0af0_8e85_a0c7_076b,
        0x2705_60e3_16e0_f294,
        0xbaba_82db_8df6_c4f6,
        0x791c_f2ec_70db_8896,
        0x0003_c59a_2f05_629f,
    ];
}

pairing_on_points!(
    Bn254,
    lines: "64 doublings, 21 additions, and 2 with images under Frobenius",
    prepared: "16,704",
    pair: "392",
    power: "The optimal ate pairing e(P, Q) to the power 2x(6x² + 3x + 1), which is what arkworks and gnark-crypto call the pairing. EIP-197 asks \
        only whether products of values are one, which the power does not change: see [`pairing_product_is_one`]."
);
#[cfg(feature = "hints")]
pairing_by_hints!(Bn254, advised: "1,100 to 1,300");
