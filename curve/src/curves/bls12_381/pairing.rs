//! The pairing of BLS12-381 on points.
//!
//! | function | work |
//! |---|---|
//! | [`pairing()`] | one Miller loop, one final exponentiation |
//! | [`pairing_product_is_one`] | one loop with shared squarings, one final exponentiation |
//! | [`multi_miller_loop`], [`miller_loop`] | only the loop |
//! | [`pairing_batch`], [`pairing_product_is_one_batch`], [`final_exponentiation_batch`] | many of each, in lanes |

use limb::each::{Each, array};
use subtle::Choice;

use super::{
    BaseEngine, Bls12381, FpEngine, FrModulus, G1Affine, G1Curve, G2Affine, G2Curve, SEED, scalar,
};
use crate::engines::door::has_lanes;
use crate::engines::pairings::pairing_elsewhere;
use crate::error::BatchError;
use crate::field::{Anywhere, Canonical, InLanes, Red};
use crate::integer::{Integer, SignedPart};
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
        let [d0, d1, d2, d3] =
            scalar::digits_base_x(k).each(|digit| SignedPart::positive([digit, 0, 0, 0]));
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

pairing_on_points!(
    Bls12381,
    lines: "63 doublings and 5 additions",
    prepared: "19,584",
    pair: "584",
    power: "The cube of the optimal ate pairing e(P, Q), which is what blst, arkworks and zkcrypto call the pairing."
);
