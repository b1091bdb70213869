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
//! | P + Q and the line through both | 4 | 1 |
//! | 2P and the tangent | 5 | 1 |
//! | 2P + Q and the parabola through P, P, Q and −(2P + Q) | 8 | 2 |
//!
//! Lines and parabolas are what a pairing multiplies by ([`pairing`](crate::pairing)). The parabola
//! is that source's too: P, P and Q have a line through P and Q and one through P + Q and P, whose
//! product is the parabola times a vertical line.
//!
//! Exceptions: a slope has the denominator zero exactly if the sum is the identity, or the operands
//! are equal where they should not be (in 2P + Q also if P + Q is P, −P or the identity; P + Q = P
//! cannot be). Then there is no quotient, and no result. Points are not the identity.

use crate::advice::Advice;
use crate::field::{Anywhere, Red, product, reduce};
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

/// The slope of the line through P and Q; none if P is Q or −Q.
#[inline(always)]
fn chord<C: Weierstrass<Base: Anywhere>>(
    p: &Xy<C>,
    q: &Xy<C>,
    advice: &mut impl Advice,
) -> Option<Red<C::Base>> {
    advice.quotient(&(&q[1] - &p[1]), &(&q[0] - &p[0]))
}

/// The slope of the tangent at P; none if P has order two.
#[inline(always)]
fn tangent<C: Weierstrass<Base: Anywhere>>(
    [x, y]: &Xy<C>,
    advice: &mut impl Advice,
) -> Option<Red<C::Base>> {
    let xx = x.sqr();
    // Sums, where a small multiple takes as long as three of them on words.
    let mut rise = &(&xx + &xx) + &xx;
    if const { !C::A::IS_ZERO } {
        rise = &rise + &C::A::times(&Red::one());
    }
    advice.quotient(&rise, &(y + y))
}

/// The slopes of the lines through P and Q and through P + Q and P: λ₁, −(λ₁ + λ₂) and the x of P +
/// Q. None if P is Q or −Q, or if P + Q is −P.
#[inline(always)]
fn chords<C: Weierstrass<Base: Anywhere>>(
    p: &Xy<C>,
    q: &Xy<C>,
    advice: &mut impl Advice,
) -> Option<[Red<C::Base>; 3]> {
    let [x, y] = p;
    let first = chord::<C>(p, q, advice)?;
    let x3 = &(&first.sqr() - x) - &q[0];
    // (y₃ − y)/(x₃ − x), where y₃ = first·(x − x₃) − y.
    let rest = advice.quotient(&(y + y), &(&x3 - x))?;
    Some([first, rest, x3])
}

/// P + Q; none if P is Q or −Q.
#[inline(always)]
pub fn add<C: Weierstrass<Base: Anywhere>>(
    p: &Xy<C>,
    q: &Xy<C>,
    advice: &mut impl Advice,
) -> Option<Xy<C>> {
    Some(third::<C>(p, &q[0], &chord::<C>(p, q, advice)?))
}

/// 2P; none if P has order two.
#[inline(always)]
pub fn double<C: Weierstrass<Base: Anywhere>>(
    p: &Xy<C>,
    advice: &mut impl Advice,
) -> Option<Xy<C>> {
    Some(third::<C>(p, &p[0], &tangent::<C>(p, advice)?))
}

/// 2P + Q as (P + Q) + P; none if P is Q or −Q, or if P + Q is −P.
#[inline(always)]
pub fn double_and_add<C: Weierstrass<Base: Anywhere>>(
    p: &Xy<C>,
    q: &Xy<C>,
    advice: &mut impl Advice,
) -> Option<Xy<C>> {
    let [first, rest, x3] = chords::<C>(p, q, advice)?;
    Some(third::<C>(p, &x3, &-&(&first + &rest)))
}

/// The line y = slope·x − constant.
#[derive(Clone, Copy, Debug)]
pub struct Line<C: Weierstrass<Base: Anywhere>> {
    /// Its slope.
    pub slope: Red<C::Base>,
    /// slope·x − y of any of its points.
    pub constant: Red<C::Base>,
}

impl<C: Weierstrass<Base: Anywhere>> Line<C> {
    #[inline(always)]
    fn through([x, y]: &Xy<C>, slope: Red<C::Base>) -> Self {
        let constant = &(&slope * x) - y;
        Self { slope, constant }
    }

    /// The third point that it has in common with the curve, with its sign turned.
    #[inline(always)]
    fn third(&self, x1: &Red<C::Base>, x2: &Red<C::Base>) -> Xy<C> {
        let x = &(&self.slope.sqr() - x1) - x2;
        let y = &self.constant - &(&self.slope * &x);
        [x, y]
    }
}

/// P + Q, and the line through both; none if P is Q or −Q.
#[inline(always)]
pub fn add_with_line<C: Weierstrass<Base: Anywhere>>(
    p: &Xy<C>,
    q: &Xy<C>,
    advice: &mut impl Advice,
) -> Option<(Xy<C>, Line<C>)> {
    let line = Line::through(p, chord::<C>(p, q, advice)?);
    Some((line.third(&p[0], &q[0]), line))
}

/// 2P, and the tangent; none if P has order two.
#[inline(always)]
pub fn double_with_line<C: Weierstrass<Base: Anywhere>>(
    p: &Xy<C>,
    advice: &mut impl Advice,
) -> Option<(Xy<C>, Line<C>)> {
    let line = Line::through(p, tangent::<C>(p, advice)?);
    Some((line.third(&p[0], &p[0]), line))
}

/// The parabola x² + linear·x + y_factor·y + constant = 0.
#[derive(Clone, Copy, Debug)]
pub struct Parabola<C: Weierstrass<Base: Anywhere>> {
    /// The factor of x.
    pub linear: Red<C::Base>,
    /// The factor of y.
    pub y_factor: Red<C::Base>,
    /// The rest.
    pub constant: Red<C::Base>,
}

/// 2P + Q, and the parabola that meets the curve in P twice, in Q and in −(2P + Q); none as in
/// [`double_and_add`].
///
/// With the slopes λ₁ and λ₂ the source has (x − x_P)(x + x_P + x_{P+Q} + λ₁λ₂) − (λ₁ + λ₂)(y −
/// y_P). With s = −(λ₁ + λ₂) and m = x_Q + λ₁·s that is (x − x_P)(x − m) + s·(y − y_P), since
/// x_{P+Q} = λ₁² − x_P − x_Q.
#[inline(always)]
pub fn double_and_add_with_parabola<C: Weierstrass<Base: Anywhere>>(
    p: &Xy<C>,
    q: &Xy<C>,
    advice: &mut impl Advice,
) -> Option<(Xy<C>, Parabola<C>)> {
    let [x, y] = p;
    let [first, rest, x3] = chords::<C>(p, q, advice)?;
    let m = &(&first * &rest) + &q[0];
    let [constant] = reduce([product(x, &m).minus(&rest, y)]);
    let parabola = Parabola { linear: -&(x + &m), y_factor: rest, constant };
    Some((third::<C>(p, &x3, &-&(&first + &rest)), parabola))
}
