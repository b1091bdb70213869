//! Jacobian formulas for y² = x³ + ax + b: x = X/Z², y = Y/Z³, and Z = 0 for the identity.
//!
//! From the Explicit-Formulas Database (D. J. Bernstein, T. Lange,
//! hyperelliptic.org/EFD/g1p/auto-shortw-jacobian-0.html and -3.html): dbl-2009-l (a = 0),
//! dbl-2001-b (a = −3), add-2007-bl and madd-2007-bl, which do not depend on a. They are a little
//! faster than the complete ones. The additions are wrong where the operands are equal, opposite or
//! the identity, so the variable-time code of [`crate::weierstrass::Jacobian`] uses them, which
//! looks at the operands before and at the result after; and constant-time multiplications that
//! prove that no operands are so (`scalar_mul::{apart, comb}`). The doublings are right for every
//! point of a curve of odd order, in constant time.
//!
//! Where we deviate: those formulas trade products for squarings ((Z₁ + Z₂)² − Z₁² − Z₂² = 2Z₁Z₂)
//! and scale the result by two for it. A sum of products gains nothing from that, so H and r stay
//! unscaled, as in add-1998-cmo-2 (Cohen, Miyaji, Ono, 1998): H = U₂ − U₁, r = S₂ − S₁, Z₃ = Z₁Z₂H.

use crate::field::{Field, Red, mul_less_squares, squares, sum_of_two, sums, term};
use crate::formulas::complete::Coefficient;
use crate::formulas::{difference as less, minus, negative, plus, times};
use crate::shapes::overlap;
use crate::weierstrass::{Jacobian, Weierstrass};

/// 2P: 7 products, 6 reductions, 2 small multiples for a = 0 (dbl-2009-l), 8 products, 7
/// reductions, 2 small multiples for a = −3 (dbl-2001-b).
///
/// The identity gives the identity, and so does a point of order two (Y = 0).
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
pub fn double<C: Weierstrass>(p: &Jacobian<C>) -> Jacobian<C> {
    if const { C::Base::SHAPE.overlap && C::A::IS_ZERO } {
        return overlap::points::double_jacobian(p);
    }
    if const { C::Base::SHAPE.lazy_sums } {
        return double_by_lazy_sums(p);
    }
    let e = C::A::tangent(&p.x, &p.z); // E = 3X₁² + aZ₁⁴
    let (z, minus_b, b_8, rest, x);
    {
        let d; // D = 4X₁B
        {
            let b = p.y.sqr(); // B = Y₁²
            z = &plus(&p.y, &p.y) * &p.z; // Z₃ = 2Y₁Z₁
            let b_4 = times(&b, 4);
            b_8 = plus(&b_4, &b_4);
            minus_b = negative(&b);
            d = &p.x * &b_4;
        }
        let half = less(&e.sqr(), &d);
        x = less(&half, &d); // X₃ = E² − 2D
        rest = minus(&d, &x);
    }
    let y = sum_of_two([term(&e, &rest), term(&minus_b, &b_8)]); // Y₃ = E(D − X₃) − 8B²
    Jacobian { x, y, z }
}

/// [`double`] where sums that are not reduced cost little: the same in as many products and
/// reductions, with 4XB as 2X·2B, and 8B² left to the engine ([`Field::mul_less_squares`]). Of the
/// small multiples 3X² alone remains for a = 0.
#[inline(always)]
fn double_by_lazy_sums<C: Weierstrass>(p: &Jacobian<C>) -> Jacobian<C> {
    let e = C::A::tangent(&p.x, &p.z);
    let b = p.y.sqr();
    let z = &p.y.twice() * &p.z; // Z₃ = 2Y₁Z₁
    let d = &p.x.twice() * &b.twice(); // D = 4X₁B
    let x = &(&e.sqr() - &d) - &d; // X₃ = E² − 2D
    let y = mul_less_squares(&e, &d.minus(&x), &b); // Y₃ = E(D − X₃) − 8B²
    Jacobian { x, y, z }
}

/// P + Q for operands that are not the identity: 18 products, 15 reductions; add-2007-bl unscaled.
///
/// Exceptional results, from H = 0 exactly if x₁ = x₂: P = −Q gives Z₃ = 0 and X₃ = r² ≠ 0, a form
/// of the identity; P = Q gives X₃ = Y₃ = Z₃ = 0, which no point has and the caller must replace by
/// the double.
pub fn add<C: Weierstrass>(p: &Jacobian<C>, q: &Jacobian<C>) -> Jacobian<C> {
    // What only this needs leaves the stack before the rest is computed.
    let (first, [h, r]) = {
        let [z1z1, z2z2] = squares([&p.z, &q.z]);
        let [z, y1z2, y2z1] = sums([[term(&p.z, &q.z)], [term(&p.y, &q.z)], [term(&q.y, &p.z)]]);
        let [x, y] = sums([[term(&p.x, &z2z2)], [term(&y1z2, &z2z2)]]); // U₁ = X₁Z₂², S₁ = Y₁Z₂³
        let difference = sums([
            [term(&q.x, &z1z1), term(&-&p.x, &z2z2)],   // H = U₂ − U₁
            [term(&y2z1, &z1z1), term(&-&y1z2, &z2z2)], // r = S₂ − S₁
        ]);
        (Jacobian { x, y, z }, difference)
    };
    add_difference(&first, &h, &r)
}

/// P + (x₂, y₂) for P not the identity: 11 products, 10 reductions; madd-2007-bl unscaled.
/// Exceptions as in [`add`].
#[inline(always)]
pub fn add_mixed<C: Weierstrass>(
    p: &Jacobian<C>,
    x2: &Red<C::Base>,
    y2: &Red<C::Base>,
) -> Jacobian<C> {
    add_mixed_with_ratio(p, x2, y2).0
}

/// As [`add_mixed`], with the ratio H = Z₃/Z₁.
#[inline(always)]
pub fn add_mixed_with_ratio<C: Weierstrass>(
    p: &Jacobian<C>,
    x2: &Red<C::Base>,
    y2: &Red<C::Base>,
) -> (Jacobian<C>, Red<C::Base>) {
    let (h, r) = difference(p, x2, y2);
    (add_difference(p, &h, &r), h)
}

/// How (x₂, y₂) differs from P: H = x₂Z₁² − X₁ and r = y₂Z₁³ − Y₁, for [`add_difference`]. 4
/// products, 4 reductions.
#[inline(always)]
pub fn difference<C: Weierstrass>(
    p: &Jacobian<C>,
    x2: &Red<C::Base>,
    y2: &Red<C::Base>,
) -> (Red<C::Base>, Red<C::Base>) {
    difference_at(p, &p.z, x2, y2)
}

/// As [`difference`], with another Z₁: that by which (x₂, y₂) is to be multiplied.
#[inline(always)]
pub fn difference_at<C: Weierstrass>(
    p: &Jacobian<C>,
    z: &Red<C::Base>,
    x2: &Red<C::Base>,
    y2: &Red<C::Base>,
) -> (Red<C::Base>, Red<C::Base>) {
    let (u2, s2);
    {
        let z1z1 = z.sqr();
        let y2z1 = y2 * z;
        (u2, s2) = (x2 * &z1z1, &y2z1 * &z1z1);
    }
    (less(&u2, &p.x), less(&s2, &p.y))
}

/// What all additions share: the sum of P, or of (U₁, S₁, Z₁Z₂), and what differs from it by H and
/// r. 7 products, 6 reductions.
#[inline(always)]
pub fn add_difference<C: Weierstrass>(
    p: &Jacobian<C>,
    h: &Red<C::Base>,
    r: &Red<C::Base>,
) -> Jacobian<C> {
    if const { C::Base::SHAPE.overlap } {
        return overlap::points::add_difference(p, h, r);
    }
    let (hhh, v, x);
    {
        let hh = h.sqr();
        hhh = h * &hh;
        v = &p.x * &hh; // V = U₁H²
    }
    let z = &p.z * h; // Z₃ = Z₁Z₂H
    {
        let rest = less(&r.sqr(), &hhh);
        let half = less(&rest, &v);
        x = less(&half, &v); // X₃ = r² − H³ − 2V
    }
    let y = sum_of_two([term(r, &v.minus(&x)), term(&-&p.y, &hhh)]); // Y₃ = r(V − X₃) − S₁H³
    Jacobian { x, y, z }
}
