//! Whether a product of pairings is one, where nobody has checked the order of the points.
//!
//! A Miller loop comes to a multiple of each Q. Where every instruction is paid for, the check of
//! Q's order reads it: a few products in place of a multiplication by the seed.
//!
//! **The multiple is right, whatever the order of Q is.** A tangent has Z₃ = 8·Y³·Z and a chord Z₃
//! = Z·(X − x_Q·Z)³, up to sign. So Z is zero from the first step on that has an exception, which
//! is the identity or two points with one x, and to the end. If Z is not zero at the end, then no
//! step had one, and T is the multiple that the loop is for.
//!
//! **The relation says that Q has order r.** On BLS12 the loop gives \[|x|\]Q, which must be the
//! image of Q under the curve's endomorphism: the test that the group has. On BN it gives T =
//! \[6x + 2\]Q + ψ(Q) − ψ²(Q), which must be −ψ³(Q). With 6x + 2 + ψ − ψ² + ψ³ = a + bψ by ψ² =
//! tψ − p, the norm N = a² + abt + b²p of that takes Q to the identity, and N and the order r·h₂ of
//! the curve have only r in common (a test computes it). On G2 ψ is p, and 6x + 2 + p − p² + p³ is
//! a multiple of r, so that every point of G2 passes.
//!
//! By advice ([`super::advised`]) the multiple is affine, and none of its steps had an exception,
//! since there is no advice for one.
//!
//! A value to which a point of another order has contributed is thrown away.

use alloc::vec::Vec;

use super::line::TwistPoint;
use super::residue::{self, ResidueWitness};
use super::{Family, MillerPair, Pairing, Source, final_exponentiation_is_one};
use crate::engines::pairings::PairingEngines;
use crate::error::PointError;
use crate::field::Anywhere;
use crate::tower::Fp2Of;
use crate::weierstrass::{CurvePoint, Endomorphism, Group};

/// A point of each curve, in the groups or not.
pub type UncheckedPair<T> = (CurvePoint<<T as Pairing>::G1>, CurvePoint<<T as Pairing>::G2>);

/// Whether ∏ e(Pᵢ, Qᵢ) = 1; all points are checked to be in their groups.
pub fn product_is_one<T>(
    points: &[UncheckedPair<T>],
    witness: Option<&ResidueWitness<T>>,
) -> Result<bool, PointError>
where
    T: PairingEngines<Fp: Anywhere, G1: Group<Base: Anywhere>, G2: Group<Base: Anywhere>>,
{
    let mut pairs = Vec::with_capacity(points.len());
    for (p, q) in points {
        p.check_subgroup()?;
        match (p.to_xy_vartime(), q.to_xy_vartime()) {
            (Some(p), Some(q)) => pairs.push(MillerPair::new(p, q)),
            // It is not in the product, and still has to be in the group.
            (None, Some(_)) => {
                q.check_subgroup()?;
            }
            (_, None) => {}
        }
    }
    let value = match witness {
        Some(witness) => residue::loop_with_witness(&mut pairs, witness),
        None => residue::loop_without(&mut pairs),
    };
    let Some(mut value) = value else { return Ok(true) };
    let of_order_r = |pair: &MillerPair<'_, T>| match &pair.lines {
        Source::Point { q, t } => comes_to_image(t, q),
        Source::Prepared(_) | Source::Brought | Source::Monic => false,
    };
    if !pairs.iter().all(of_order_r) {
        return Err(PointError::NotInSubgroup);
    }
    Ok(match witness {
        Some(_) => residue::is_one_up_to_fp6(&value),
        None => final_exponentiation_is_one(&mut value).into(),
    })
}

/// Whether the multiple that a loop has come to is the one by which Q has order r.
fn comes_to_image<T>(t: &TwistPoint<T>, q: &[Fp2Of<T>; 2]) -> bool
where
    T: Pairing<Fp: Anywhere, G2: Endomorphism>,
{
    let [x, y] = last_multiple::<T>(q);
    let [tx, ty, tz] = t.coordinates();
    let equal = |a: &Fp2Of<T>, b: &Fp2Of<T>| bool::from(a.equal(b));
    !bool::from(tz.is_zero()) && equal(tx, &(&x * tz)) && equal(ty, &(&y * tz))
}

/// The multiple that a loop comes to if Q has order r, and only then.
pub(super) fn last_multiple<T>(q: &[Fp2Of<T>; 2]) -> [Fp2Of<T>; 2]
where
    T: Pairing<G2: Endomorphism>,
{
    let image = |[x, y]: &[Fp2Of<T>; 2]| {
        let (x, y) = T::G2::endomorphism_xy(x, y);
        [x, y]
    };
    match T::FAMILY {
        Family::Bls12 => image(q),
        Family::Bn => {
            let [x, y] = image(&image(&image(q)));
            [x, -&y]
        }
    }
}
