//! The pairing of BN254 on points.
//!
//! | function | work |
//! |---|---|
//! | [`pairing()`] | one Miller loop, one final exponentiation |
//! | [`pairing_product_is_one`] | one loop with shared squarings, one final exponentiation |
//! | [`multi_miller_loop`], [`miller_loop`] | the loop alone |

use limb::modulus::Constant;
use subtle::Choice;

use super::g2::{GENERATOR_X, GENERATOR_Y, LATTICE};
use super::{BaseEngine, Bn254, FpEngine, FrModulus, G1Curve, G2Curve, SEED};
use crate::field::{Canonical, Red};
use crate::glv::Part;
use crate::pairing::{self, Family, MillerPair, Pairing, Prepared, final_exponentiation};
use crate::tower::{Fp2Of, Fp12};
use crate::weierstrass::{Affine, Integer};
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

    type ScalarConst = Constant<FrModulus>;
    type G1 = G1Curve<F>;
    type G2 = G2Curve<F>;

    const PART_BITS: u32 = 64;

    /// As in G2, where ψ multiplies by p.
    fn split(k: &Integer) -> [Part; 4] {
        LATTICE.split(k)
    }

    /// The generator of G2. A test walks the loop from there and finds no zero.
    fn stand_in(ctx: &F::Ctx) -> [Fp2Of<Self>; 2] {
        [Red::constant(ctx, &GENERATOR_X), Red::constant(ctx, &GENERATOR_Y)]
    }
}

/// Lines of a prepared point: 64 doublings, 21 additions, and 2 with images under Frobenius.
pub const LINES: usize = pairing::lines::<Bn254>();

/// An element of the target group.
pub type Gt<F = FpEngine> = pairing::Gt<Bn254<F>>;
/// A value of the Miller loop.
pub type MillerValue<F = FpEngine> = Fp12<Bn254<F>>;
/// The lines of a point of G2: 16,704 bytes with 64-bit words.
pub type G2Prepared<F = FpEngine> = Prepared<Bn254<F>, LINES>;
/// A pair of a Miller loop, with its progress: what [`multi_miller_loop`] takes as scratch.
pub type Pair<'q, F = FpEngine> = MillerPair<'q, Bn254<F>>;

/// A point of G1 and a point of G2.
pub type PointPair<'p, F = FpEngine> = (&'p Affine<G1Curve<F>>, &'p Affine<G2Curve<F>>);

/// The optimal ate pairing e(P, Q) to the power 2x(6x² + 3x + 1), which is what arkworks and gnark-crypto call the pairing; one if
/// either point is the identity. Constant-time in both points. [`Gt`] has the encoding.
///
/// EIP-197 asks only whether products of values are one, which the power does not change: see [`pairing_product_is_one`].
pub fn pairing<F: BaseEngine + Canonical>(p: &Affine<G1Curve<F>>, q: &Affine<G2Curve<F>>) -> Gt<F> {
    final_exponentiation(&multi_miller_loop([(p, q)]))
}

/// The Miller loop over an array of pairs of points, before the final exponentiation; one for no pairs.
///
/// One squaring per digit serves all pairs. Prepared points, or a number of pairs known only at run time, go through [`Pair`]
/// and [`miller_loop`].
pub fn multi_miller_loop<F: BaseEngine + Canonical, const N: usize>(pairs: [PointPair<'_, F>; N]) -> MillerValue<F> {
    pairing::multi_miller_loop(&(), pairs.map(|(p, q)| Pair::from_points(p, q)))
}

/// The Miller loop over a slice of fresh pairs, prepared or not, mixed; it uses them up. One for no pairs.
pub fn miller_loop<F: BaseEngine + Canonical>(pairs: &mut [Pair<'_, F>]) -> MillerValue<F> {
    pairing::miller_loop(&(), pairs)
}

/// Whether ∏ e(Pᵢ, Qᵢ) = 1 over a slice of fresh pairs, which it uses up; true for no pairs. A pair with an identity counts as one.
pub fn pairing_product_is_one<F: BaseEngine + Canonical>(pairs: &mut [Pair<'_, F>]) -> Choice {
    final_exponentiation(&miller_loop(pairs)).is_identity()
}

/// As [`multi_miller_loop`] for any number of pairs, with scratch from the heap: 424 bytes per pair.
#[cfg(feature = "alloc")]
pub fn multi_miller_loop_any<F: BaseEngine + Canonical>(pairs: &[PointPair<'_, F>]) -> MillerValue<F> {
    let mut pairs: alloc::vec::Vec<_> = pairs.iter().map(|(p, q)| Pair::from_points(p, q)).collect();
    miller_loop(&mut pairs)
}
