//! Jacobian formulas for y² = x³ + ax + b: x = X/Z², y = Y/Z³, and Z = 0 for the identity.
//!
//! From the Explicit-Formulas Database (D. J. Bernstein, T. Lange, hyperelliptic.org/EFD/g1p/auto-shortw-jacobian-0.html and -3.html):
//! dbl-2009-l (a = 0), dbl-2001-b (a = −3), add-2007-bl and madd-2007-bl, which do not depend on a. They are a little faster than the
//! complete ones. The additions are wrong where the operands are equal, opposite or the identity, so only the variable-time code of
//! [`crate::weierstrass::Jacobian`] uses them, which looks at the operands before and at the result after. The doublings are right for
//! every point of a curve of odd order, in constant time.
//!
//! Where we deviate: those formulas trade products for squarings ((Z₁ + Z₂)² − Z₁² − Z₂² = 2Z₁Z₂) and scale the
//! result by two for it. A sum of products gains nothing from that, so H and r stay unscaled, as in add-1998-cmo-2 (Cohen,
//! Miyaji, Ono, 1998): H = U₂ − U₁, r = S₂ − S₁, Z₃ = Z₁Z₂H.

use crate::field::{Red, squares, sums, term};
use crate::formulas::complete::Coefficient;
use crate::weierstrass::{Jacobian, Weierstrass};

/// 2P: 7 products, 6 reductions, 2 small multiples for a = 0 (dbl-2009-l), 8 products, 7 reductions, 2 small multiples for a = −3
/// (dbl-2001-b).
///
/// The identity gives the identity, and so does a point of order two (Y = 0).
#[inline(always)]
pub fn double<C: Weierstrass>(p: &Jacobian<C>) -> Jacobian<C> {
    let e = C::A::tangent(&p.x, &p.z); // E = 3X₁² + aZ₁⁴
    let [b] = squares([&p.y]); // B = Y₁²
    let [z] = sums([[term(&p.y.twice(), &p.z)]]); // Z₃ = 2Y₁Z₁
    let b_4 = b.times(4);
    let b_8 = b_4.twice();
    let [d] = sums([[term(&p.x, &b_4)]]); // D = 4X₁B
    let [ee] = squares([&e]);
    let x = &(&ee - &d) - &d; // X₃ = E² − 2D
    let [y] = sums([[term(&e, &d.minus(&x)), term(&-&b, &b_8)]]); // Y₃ = E(D − X₃) − 8B²
    Jacobian { x, y, z }
}

/// P + Q for operands that are not the identity: 18 products, 15 reductions; add-2007-bl unscaled.
///
/// Exceptional results, from H = 0 exactly if x₁ = x₂: P = −Q gives Z₃ = 0 and X₃ = r² ≠ 0, a form of the identity;
/// P = Q gives X₃ = Y₃ = Z₃ = 0, which no point has and the caller must replace by the double.
pub fn add<C: Weierstrass>(p: &Jacobian<C>, q: &Jacobian<C>) -> Jacobian<C> {
    let [z1z1, z2z2] = squares([&p.z, &q.z]);
    let [z1z2, y1z2, y2z1] = sums([[term(&p.z, &q.z)], [term(&p.y, &q.z)], [term(&q.y, &p.z)]]);
    let [u1, s1] = sums([[term(&p.x, &z2z2)], [term(&y1z2, &z2z2)]]); // U₁ = X₁Z₂², S₁ = Y₁Z₂³
    let [h, r] = sums([
        [term(&q.x, &z1z1), term(&-&p.x, &z2z2)],   // H = U₂ − U₁
        [term(&y2z1, &z1z1), term(&-&y1z2, &z2z2)], // r = S₂ − S₁
    ]);
    last_layers(&z1z2, &u1, &h, &s1, &r)
}

/// P + (x₂, y₂) for P not the identity: 11 products, 10 reductions; madd-2007-bl unscaled. Exceptions as in [`add`].
#[inline(always)]
pub fn add_mixed<C: Weierstrass>(p: &Jacobian<C>, x2: &Red<C::Base>, y2: &Red<C::Base>) -> Jacobian<C> {
    add_mixed_with_ratio(p, x2, y2).0
}

/// As [`add_mixed`], with the ratio H = Z₃/Z₁.
#[inline(always)]
pub fn add_mixed_with_ratio<C: Weierstrass>(
    p: &Jacobian<C>,
    x2: &Red<C::Base>,
    y2: &Red<C::Base>,
) -> (Jacobian<C>, Red<C::Base>) {
    let [z1z1] = squares([&p.z]);
    let [y2z1] = sums([[term(y2, &p.z)]]);
    let [u2, s2] = sums([[term(x2, &z1z1)], [term(&y2z1, &z1z1)]]);
    let h = &u2 - &p.x; // H = U₂ − X₁
    let r = &s2 - &p.y; // r = S₂ − Y₁
    (last_layers(&p.z, &p.x, &h, &p.y, &r), h)
}

/// What both additions share: 7 products, 6 reductions.
#[inline(always)]
fn last_layers<C: Weierstrass>(
    z1z2: &Red<C::Base>,
    u1: &Red<C::Base>,
    h: &Red<C::Base>,
    s1: &Red<C::Base>,
    r: &Red<C::Base>,
) -> Jacobian<C> {
    let [hh, rr] = squares([h, r]);
    let [hhh, v, z] = sums([[term(h, &hh)], [term(u1, &hh)], [term(z1z2, h)]]); // Z₃ = Z₁Z₂H
    let x = &(&(&rr - &hhh) - &v) - &v; // X₃ = r² − H³ − 2V
    let [y] = sums([[term(r, &v.minus(&x)), term(&-s1, &hhh)]]); // Y₃ = r(V − X₃) − S₁H³
    Jacobian { x, y, z }
}
