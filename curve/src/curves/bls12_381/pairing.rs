//! The pairing of BLS12-381 on points.
//!
//! | function | work |
//! |---|---|
//! | [`pairing()`] | one Miller loop, one final exponentiation |
//! | [`pairing_product_is_one`] | one loop with shared squarings, one final exponentiation |
//! | [`multi_miller_loop`], [`miller_loop`] | only the loop |
//! | [`pairing_batch`], [`pairing_product_is_one_batch`], [`final_exponentiation_batch`] | many of each, in lanes |

use limb::each::array;
use subtle::Choice;

use super::{
    BaseEngine, Bls12381, FpEngine, FrModulus, G1Affine, G1Curve, G2Affine, G2Curve, SEED, X,
    X_RECIPROCAL,
};
use crate::curves::bls12::four_parts;
use crate::engines::door::has_lanes;
use crate::engines::pairings::pairing_elsewhere;
use crate::error::BatchError;
use crate::field::{Anywhere, Canonical, InLanes, Red};
use crate::integer::{Integer, SignedPart};
#[cfg(feature = "hints")]
use crate::pairing::face::pairing_by_hints;
use crate::pairing::face::pairing_on_points;
use crate::pairing::{self, Family, Pairing, batch, product};
use crate::tower::{Fp2Of, Fp12};
use crate::windows::Windows;

impl<F: BaseEngine> Pairing for Bls12381<F> {
    const FAMILY: Family = Family::Bls12;
    const SEED: Windows = SEED;
    const SEED_NEGATIVE: bool = true;
    const LOOP: Windows = SEED;

    type Registers = [Fp12<Self>; pairing::register_count(Family::Bls12) - 1];
    type ScalarConst = limb::modulus::Constant<FrModulus>;
    type G1 = G1Curve<F>;
    type G2 = G2Curve<F>;

    const PART_BITS: u32 = 64;

    /// The digits of k in base |x|, odd ones negative: p ≡ x modulo r.
    fn split(k: &Integer) -> [SignedPart; 4] {
        let [d0, d1, d2, d3] = four_parts::<X, X_RECIPROCAL>(k);
        [d0, d1.neg(), d2, d3.neg()]
    }

    /// (−1, 2 + u): (2 + u)² = 3 + 4u = −1 + 4(1 + u). A test walks the loop from there and finds
    /// no zero.
    fn stand_in(ctx: &F::Ctx) -> [Fp2Of<Self>; 2] {
        let one = Red::one_in(ctx);
        let zero = Red::zero_in(ctx);
        [Fp2Of::<Self>::new(-&one, zero), Fp2Of::<Self>::new(Red::small(ctx, 2), one)]
    }

    fn registers(ctx: &F::Ctx) -> Self::Registers {
        let zero = Fp12::zero_in(ctx);
        array(|_| zero.clone())
    }
}

#[cfg(feature = "generator-lines")]
use super::lines::kept_line;

/// No lines are kept.
#[cfg(not(feature = "generator-lines"))]
fn kept_line<F: BaseEngine + Canonical>(
    _: &F::Ctx,
    _: usize,
) -> Option<pairing::Coefficients<Bls12381<F>>> {
    None
}

/// A pair with minus the generator of G2, e(P, −g2). With the feature `generator-lines`, where no
/// engine is faster than portable words, its lines are read and not computed, which spares half of
/// its part in a Miller loop; one inversion.
///
/// [Examples](super#examples).
pub fn pair_with_minus_generator(p: &G1Affine) -> Pair<'static> {
    if reads_lines() {
        return Pair::monic(&[p.x, p.y], &p.infinity);
    }
    Pair::from_points(p, &G2Affine::generator().neg())
}

/// A pair with minus the generator of G2 for a point of G1, by x and y: as
/// [`pair_with_minus_generator`]. With the feature `generator-lines` its lines are read, and no
/// slopes are asked for.
///
/// [Examples](super#examples).
#[cfg(feature = "hints")]
pub fn advised_pair_with_minus_generator(p: [Red<FpEngine>; 2]) -> AdvisedPair {
    let q = G2Affine::generator().neg();
    let q = [*q.x(), *q.y()];
    if cfg!(feature = "generator-lines") { AdvisedPair::kept(p, q) } else { AdvisedPair::new(p, q) }
}

/// Whether the lines of the generator are read.
fn reads_lines() -> bool {
    cfg!(feature = "generator-lines")
        && !pairing_elsewhere::<Bls12381>()
        && !has_lanes::<FpEngine>()
}

/// Whether e(P, g2) = e(Q, R): what a signature in G1 is verified by. A pair with an identity
/// counts as one.
///
/// [Examples](super#examples).
pub fn pairing_with_generator_equals(p: &G1Affine, q: &G1Affine, r: &G2Affine) -> Choice {
    if reads_lines() {
        let kept = || pairing::monic_point(&[p.x, p.y], &p.infinity);
        return product::product_beside_kept_lines_is_one(kept, || Pair::from_points(q, r));
    }
    product::product_of_fresh_pairs_is_one(|| {
        [pair_with_minus_generator(p), Pair::from_points(q, r)]
    })
}

#[cfg(feature = "hints")]
impl<F: BaseEngine> pairing::ResidueRoot for Bls12381<F> {
    /// −1/(p − x) modulo (p⁶ + 1)/r.
    const MINUS_ONE_OVER_LAMBDA: &'static [u64] = &[
        0x6b90_7aac_1f62_100b,
        0x9678_2ab3_2152_0bc6,
        0xdf1d_7421_90bb_0bee,
        0xff37_03b9_a02f_6fb8,
        0xfaa5_56b6_e4f2_9ade,
        0x8076_365e_a7f2_360e,
        0x40cf_f3ac_906b_0d1e,
        0xbbef_65e4_5f18_6fca,
        0x4267_c25f_c59f_d731,
        0xf7c8_8813_de5a_6645,
        0x0a2a_5839_d5e6_1645,
        0x13e6_0994_8b43_1766,
        0x0e3e_5911_9516_1f7a,
        0x51e0_1afa_8cfa_7aa7,
        0xed4c_971c_6420_d451,
        0xc8b6_6b78_41bb_bc82,
        0x8fdd_aad8_d1e2_fe2a,
        0x444f_b65a_d5e9_5609,
        0x6609_253c_f7d9_52d7,
        0xab45_979c_dc34_1bea,
        0xb6e7_8499_ecdc_6899,
        0x7c0a_59e0_045c_b459,
        0xda6c_58f5_1de0_330c,
        0x7a56_fcc9_fed9_7fe2,
        0x8905_4241_7e0a_f0dc,
        0x5334_a807_996d_6af6,
        0x106a_1971_ae88_362a,
        0xe340_8bab_38f7_1f07,
        0x9932_f032_d21a_855a,
        0xbed0_82f5_cb6b_ca30,
        0x5b4a_ba39_bb72_1c2d,
        0x0000_0275_de6b_7e5e,
    ];
}

pairing_on_points!(
    Bls12381,
    lines: "63 doublings and 5 additions",
    prepared: "19,584",
    pair: "584",
    power: "The cube of the optimal ate pairing e(P, Q), which is what blst, arkworks and zkcrypto call the pairing."
);
#[cfg(feature = "hints")]
pairing_by_hints!(Bls12381, advised: "1,000 to 1,100");
