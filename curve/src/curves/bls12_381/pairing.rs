//! The pairing of BLS12-381 on points.
//!
//! | function | work |
//! |---|---|
//! | [`pairing()`] | one Miller loop, one final exponentiation |
//! | [`pairing_product_is_one`] | one loop with shared squarings, one final exponentiation |
//! | [`multi_miller_loop`], [`miller_loop`] | the loop alone |

use subtle::Choice;

use super::{BaseEngine, Bls12381, FpEngine, FrModulus, G1Curve, G2Curve, SEED, scalar};
use crate::engines::switch::{self, Switch};
use crate::field::{Anywhere, Canonical, Red};
use crate::glv::Part;
use crate::pairing::{self, Family, MillerPair, Pairing, Prepared};
use crate::tower::{Fp2Of, Fp12};
use crate::weierstrass::{Affine, Integer};
use crate::windows::Windows;

impl<F: BaseEngine> Pairing for Bls12381<F> {
    const FAMILY: Family = Family::Bls12;
    const SEED: Windows = SEED;
    const SEED_NEGATIVE: bool = true;
    const LOOP: Windows = SEED;

    type ScalarConst = limb::modulus::Constant<FrModulus>;
    type G1 = G1Curve<F>;
    type G2 = G2Curve<F>;

    const PART_BITS: u32 = 64;

    /// The digits of k in base |x|, odd ones negative: p ≡ x modulo r.
    fn split(k: &Integer) -> [Part; 4] {
        let [d0, d1, d2, d3] = scalar::digits_base_x(k).map(|digit| Part::positive([digit, 0, 0, 0]));
        [d0, d1.neg(), d2, d3.neg()]
    }

    /// (−1, 2 + u): (2 + u)² = 3 + 4u = −1 + 4(1 + u). A test walks the loop from there and finds no zero.
    fn stand_in(ctx: &F::Ctx) -> [Fp2Of<Self>; 2] {
        let one = Red::one_in(ctx);
        let zero = Red::zero_in(ctx);
        [Fp2Of::<Self>::new(-&one, zero), Fp2Of::<Self>::new(Red::small(ctx, 2), one)]
    }
}

impl<F: BaseEngine + Canonical> Switch for Bls12381<F> {
    type Fast = Bls12381<F::Fast>;
}

/// Lines of a prepared point: 63 doublings and 5 additions.
pub const LINES: usize = pairing::lines::<Bls12381>();

/// An element of the target group.
pub type Gt<F = FpEngine> = pairing::Gt<Bls12381<F>>;
/// A value of the Miller loop.
pub type MillerValue<F = FpEngine> = Fp12<Bls12381<F>>;
/// The lines of a point of G2: 19,584 bytes with 64-bit words.
pub type G2Prepared<F = FpEngine> = Prepared<Bls12381<F>, LINES>;
/// A pair of a Miller loop, with its progress: what [`multi_miller_loop`] takes as scratch.
pub type Pair<'q, F = FpEngine> = MillerPair<'q, Bls12381<F>>;

/// A point of G1 and a point of G2.
pub type PointPair<'p, F = FpEngine> = (&'p Affine<G1Curve<F>>, &'p Affine<G2Curve<F>>);

/// The cube of the optimal ate pairing e(P, Q), which is what blst, arkworks and zkcrypto call the pairing; one if either point is
/// the identity. Constant-time in both points. [`Gt`] has the encoding.
pub fn pairing<F: BaseEngine + Canonical>(p: &Affine<G1Curve<F>>, q: &Affine<G2Curve<F>>) -> Gt<F> {
    if let Some(ctx) = F::fast() {
        return Gt::leave(&pairing::<F::Fast>(&p.enter(&ctx), &q.enter(&ctx)));
    }
    pairing::final_exponentiation(&pairing::multi_miller_loop(&p.x.ctx(), [Pair::from_points(p, q)]))
}

/// The Miller loop over an array of pairs of points, ∏ f(Pᵢ, Qᵢ) before the final exponentiation; one for no pairs.
///
/// One squaring per bit serves all pairs. Prepared points, or a number of pairs known only at run time, go through [`Pair`]
/// and [`miller_loop`].
pub fn multi_miller_loop<F: BaseEngine + Anywhere, const N: usize>(pairs: [PointPair<'_, F>; N]) -> MillerValue<F> {
    if let Some(ctx) = F::fast() {
        let pairs = pairs.map(|(p, q)| Pair::from_points(&p.enter(&ctx), &q.enter(&ctx)));
        return Fp12::leave(&pairing::multi_miller_loop(&ctx, pairs));
    }
    pairing::multi_miller_loop(&(), pairs.map(|(p, q)| Pair::from_points(p, q)))
}

/// The Miller loop over a slice of fresh pairs, prepared or not, mixed; it uses them up. One for no pairs.
pub fn miller_loop<F: BaseEngine + Anywhere>(pairs: &mut [Pair<'_, F>]) -> MillerValue<F> {
    switch::miller_loop(pairs)
}

/// The final exponentiation, to the power 3·(p¹² − 1)/r. Constant-time.
pub fn final_exponentiation<F: BaseEngine + Canonical>(f: &MillerValue<F>) -> Gt<F> {
    if let Some(ctx) = F::fast() {
        return Gt::leave(&final_exponentiation(&f.enter(&ctx)));
    }
    pairing::final_exponentiation(f)
}

/// Whether ∏ e(Pᵢ, Qᵢ) = 1 over a slice of fresh pairs, which it uses up; true for no pairs. A pair with an identity counts as one.
pub fn pairing_product_is_one<F: BaseEngine + Anywhere>(pairs: &mut [Pair<'_, F>]) -> Choice {
    final_exponentiation(&miller_loop(pairs)).is_identity()
}

/// As [`multi_miller_loop`] for any number of pairs, with scratch from the heap: 584 bytes per pair.
#[cfg(feature = "alloc")]
pub fn multi_miller_loop_any<F: BaseEngine + Anywhere>(pairs: &[PointPair<'_, F>]) -> MillerValue<F> {
    let mut pairs: alloc::vec::Vec<_> = pairs.iter().map(|(p, q)| Pair::from_points(p, q)).collect();
    miller_loop(&mut pairs)
}
