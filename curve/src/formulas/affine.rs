//! Affine formulas for y² = x³ + ax + b, where slopes come from an [`Advice`]: a slope costs the
//! product that checks it.
//!
//! From the Explicit-Formulas Database (D. J. Bernstein, T. Lange,
//! hyperelliptic.org/EFD/g1p/auto-shortw.html). P + Q and 2P as they are there; 2P + Q as in K.
//! Eisenträger, K. Lauter, P. L. Montgomery, "Fast elliptic curve arithmetic and improved Weil
//! pairing evaluation" (CT-RSA 2003), without y of P + Q.
//!
//! | sum | products and squares | quotients among them |
//! |---|---:|---:|
//! | P + Q | 3 | 1 |
//! | 2P | 4 | 1 |
//! | 2P + Q | 5 | 2 |
//!
//! Exceptions: a slope has the denominator zero exactly if the sum is the identity, or the operands
//! are equal where they should not be (in 2P + Q also if P + Q is P, −P or the identity; P + Q = P
//! cannot be). Then there is no quotient, and no result. Points are not the identity.

use crate::advice::Advice;
use crate::field::{Anywhere, Red};
use crate::formulas::complete::Coefficient;
use crate::weierstrass::Weierstrass;

/// x and y of a point other than the identity.
pub type Xy<C> = [Red<<C as Weierstrass>::Base>; 2];

/// The third point on a line through P, with its sign turned: x from the slope and the other
/// point's x, then y.
#[inline(always)]
fn third<C: Weierstrass<Base: Anywhere>>(
    [x1, y1]: &Xy<C>,
    x2: &Red<C::Base>,
    slope: &Red<C::Base>,
) -> Xy<C> {
    let x = &(&slope.sqr() - x1) - x2;
    let y = &(slope * &x1.minus(&x)) - y1;
    [x, y]
}

/// P + Q; none if P is Q or −Q.
#[inline(always)]
pub fn add<C: Weierstrass<Base: Anywhere>>(
    p: &Xy<C>,
    q: &Xy<C>,
    advice: &mut impl Advice,
) -> Option<Xy<C>> {
    let slope = advice.quotient(&(&q[1] - &p[1]), &(&q[0] - &p[0]))?;
    Some(third::<C>(p, &q[0], &slope))
}

/// 2P; none if P has order two.
#[inline(always)]
pub fn double<C: Weierstrass<Base: Anywhere>>(
    p: &Xy<C>,
    advice: &mut impl Advice,
) -> Option<Xy<C>> {
    let [x, y] = p;
    let xx = x.sqr();
    // Sums, where a small multiple takes as long as three of them on words.
    let mut tangent = &(&xx + &xx) + &xx;
    if const { !C::A::IS_ZERO } {
        tangent = &tangent + &C::A::times(&Red::one());
    }
    let slope = advice.quotient(&tangent, &(y + y))?;
    Some(third::<C>(p, x, &slope))
}

/// 2P + Q as (P + Q) + P; none if P is Q or −Q, or if P + Q is −P.
#[inline(always)]
pub fn double_and_add<C: Weierstrass<Base: Anywhere>>(
    p: &Xy<C>,
    q: &Xy<C>,
    advice: &mut impl Advice,
) -> Option<Xy<C>> {
    let [x, y] = p;
    let first = advice.quotient(&(&q[1] - y), &(&q[0] - x))?;
    let x3 = &(&first.sqr() - x) - &q[0];
    // (y₃ − y)/(x₃ − x), where y₃ = first·(x − x₃) − y.
    let rest = advice.quotient(&(y + y), &(&x3 - x))?;
    Some(third::<C>(p, &x3, &-&(&first + &rest)))
}
