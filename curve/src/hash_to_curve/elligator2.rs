//! Elligator 2: a field element to a point of a Montgomery curve t² = s³ + Js² + s, without
//! inversion (RFC 9380 §6.7.1; D. J. Bernstein, M. Hamburg, A. Krasnova, T. Lange, "Elligator:
//! elliptic-curve points indistinguishable from uniform random strings", ePrint 2013/325, §5), and
//! on to the twisted Edwards curve that it is birational to (RFC 9380 §6.8, D.1).
//!
//! For p ≡ 5 (mod 8), where 2 is no square, Z = 2 and i = √−1. For any u, with s₁ = −J/(1 + 2u²)
//! and s₂ = −s₁ − J, one of g(s₁), g(s₂) = 2u²·g(s₁) is a square. One root serves both: where r² =
//! i·g(s₁), (u(1 − i)r)² = −2i·i·u²·g(s₁) = 2u²·g(s₁).

use super::sswu::Sign;
use crate::edwards::{Edwards, EdwardsPoint};
use crate::field::{Field, Masked, Red};
use crate::formulas::edwards::point;

/// An Edwards curve and the Montgomery curve that it comes from.
pub trait Elligator2: Edwards<Base: Sign> {
    /// J·x.
    fn times_j(x: &Red<Self::Base>) -> Red<Self::Base>;

    /// √(u/v) and true if u/v is a square, else √(i·u/v) and false, for v ≠ 0.
    fn sqrt_ratio(
        u: &Red<Self::Base>,
        v: &Red<Self::Base>,
    ) -> (Red<Self::Base>, <Self::Base as Masked>::Mask);

    /// i = √−1, the one of [`Elligator2::sqrt_ratio`].
    fn i(ctx: &<Self::Base as Field>::Ctx) -> Red<Self::Base>;

    /// c of (s, t) ↦ (c·s/t, (s − 1)/(s + 1)): √−(J + 2), the even one.
    fn c(ctx: &<Self::Base as Field>::Ctx) -> Red<Self::Base>;
}

/// The point of the Montgomery curve for a field element: numerator and denominator of s, and t.
/// Never at infinity.
///
/// Exceptional case: 1 + 2u² = 0 cannot happen where −1 is a square and 2 is none; RFC 9380's step
/// for it is left out.
///
/// Cost, besides the root: 2 squarings, 8 products.
pub fn map_to_montgomery<C: Elligator2>(u: &Red<C::Base>) -> [Red<C::Base>; 3] {
    let one = Red::one_in(&u.ctx());
    let uu_2 = u.sqr().twice().weak();
    let d = &uu_2 + &one;
    let n = -&C::times_j(&one);
    // g(n/d) = n·(n² + J·n·d + d²)/d³ = n·(n·(n + J·d) + d²)/d³
    let dd = d.sqr();
    let numerator = &(&(&n * &(&n + &C::times_j(&d))) + &dd) * &n;
    let (t, is_square) = C::sqrt_ratio(&numerator, &(&dd * &d));
    let t_2 = &(&t * u) * &one.minus(&C::i(&u.ctx()));
    // s₂ = −n/d − J = 2u²·n/d, since n = −J.
    let s = Red::select(&(&n * &uu_2), &n, &is_square);
    let t = Red::select(&t_2, &t, &is_square);
    // sgn0(t) is 1 for s₁, 0 for s₂.
    let sign = C::Base::sgn0(t.raw());
    let wrong = (sign.clone() & !is_square.clone()) | (!sign & is_square);
    [s, d, t.negate_if(&wrong)]
}

/// The point of the Edwards curve for a field element; hardly ever without torsion.
///
/// The rational map is not defined at t = 0 and at s = −1; RFC 9380 §6.8.2 gives the identity
/// there.
///
/// Cost: [`map_to_montgomery`] and 5 products.
pub fn map_to_curve<C: Elligator2>(u: &Red<C::Base>) -> EdwardsPoint<C> {
    let [n, d, t] = map_to_montgomery::<C>(u);
    let ctx = u.ctx();
    let e = &n * &C::c(&ctx);
    let g = &d * &t;
    let (h, f) = (&n - &d, &n + &d);
    let undefined = g.is_zero() | f.is_zero();
    let (zero, one) = (Red::zero_in(&ctx), Red::one_in(&ctx));
    let choose =
        |value: &Red<C::Base>, or: &Red<C::Base>| Red::select(value, or, &undefined).lazy();
    point(choose(&e, &zero), &choose(&f, &one), &choose(&g, &one), choose(&h, &one))
}
