//! Elligator 2: a field element to a point of a Montgomery curve, without inversion (RFC 9380
//! §6.7.1; D. J. Bernstein, M. Hamburg, A. Krasnova, T. Lange, "Elligator: elliptic-curve points
//! indistinguishable from uniform random strings", ePrint 2013/325, §5), and on to the twisted
//! Edwards curve that it is birational to (RFC 9380 §6.8, D.1).
//!
//! The curve is t² = g(s) = s³ + As² + B²s: that of the RFC, Kt² = s³ + Js² + s, with s and t
//! divided by K, so that A = J/K and B = 1/K.
//!
//! −1 is a square here, and Z is none. For any u, with s₁ = −A/(1 + Zu²) and s₂ = −s₁ − A, one of
//! g(s₁), g(s₂) = Zu²·g(s₁) is a square. One root serves both: where r² = Z·g(s₁), (ur)² = g(s₂).

use limb::each::Each;

use super::sswu::Sign;
use super::{Expander, Message, hash_to_field_in};
use crate::edwards::{Edwards, EdwardsGroup, EdwardsPoint, EdwardsThere, RootOf};
use crate::engines::door::elsewhere;
use crate::field::{Anywhere, Red, There};
use crate::formulas::edwards::point;

/// An Edwards curve and the Montgomery curve that it comes from.
pub trait Elligator2: Edwards<Base: Sign> {
    /// Whether the formulas add every two points of the curve, as they do where a is a square.
    const COMPLETE: bool = true;

    /// A·x.
    fn times_a(x: &Red<Self::Base>) -> Red<Self::Base>;

    /// B·x.
    #[inline(always)]
    fn times_b(x: &Red<Self::Base>) -> Red<Self::Base> {
        x.clone()
    }

    /// c·x for (s, t) ↦ (c·s/t, (s − B)/(s + B)).
    #[inline(always)]
    fn times_c(x: &Red<Self::Base>) -> Red<Self::Base> {
        x.clone()
    }

    /// Z·x.
    fn times_z(x: &Red<Self::Base>) -> Red<Self::Base>;

    /// √(u/v) and true if u/v is a square, else √(Z·u/v) and false, for v ≠ 0; of the two roots it
    /// is not said which.
    fn sqrt_or_z_times(u: &Red<Self::Base>, v: &Red<Self::Base>) -> RootOf<Self>;
}

/// The point of the Montgomery curve for a field element: numerator and denominator of s, and t.
/// Never at infinity.
///
/// Exceptional case: 1 + Zu² = 0 cannot happen where −1 is a square and Z is none; RFC 9380's step
/// for it is left out.
///
/// Cost, besides the root: 2 squarings, 5 products, two by A, two by B, one by Z.
pub fn map_to_montgomery<C: Elligator2>(u: &Red<C::Base>) -> [Red<C::Base>; 3] {
    let one = Red::one_in(&u.ctx());
    let uu_z = C::times_z(&u.sqr());
    let d = &uu_z + &one;
    let n = -&C::times_a(&one);
    // g(n/d) = n·(n² + A·n·d + B²·d²)/d³ = n·(n·(n + A·d) + B²·d²)/d³
    let dd = d.sqr();
    let bb_dd = C::times_b(&C::times_b(&dd));
    let numerator = &(&(&n * &(&n + &C::times_a(&d))) + &bb_dd) * &n;
    let (t, is_square) = C::sqrt_or_z_times(&numerator, &(&dd * &d));
    // s₂ = −n/d − A = Zu²·n/d, since n = −A.
    let s = Red::select(&(&n * &uu_z), &n, &is_square);
    let t = Red::select(&(&t * u), &t, &is_square);
    // sgn0(t) is 1 for s₁, 0 for s₂.
    let sign = C::Base::sgn0(t.raw());
    let wrong = (sign.clone() & !is_square.clone()) | (!sign & is_square);
    [s, d, t.negate_if(&wrong)]
}

/// The point of the Edwards curve for a field element; hardly ever without torsion.
///
/// The rational map is not defined at t = 0 and at s = −B; RFC 9380 §6.8.2 gives the identity
/// there.
///
/// Cost: [`map_to_montgomery`], 4 products, one by B and one by c.
pub fn map_to_curve<C: Elligator2>(u: &Red<C::Base>) -> EdwardsPoint<C> {
    let [n, d, t] = map_to_montgomery::<C>(u);
    let ctx = u.ctx();
    let e = C::times_c(&n);
    let g = &d * &t;
    let d = C::times_b(&d);
    let (h, f) = (&n - &d, &n + &d);
    let undefined = g.is_zero() | f.is_zero();
    let (zero, one) = (Red::zero_in(&ctx), Red::one_in(&ctx));
    let choose =
        |value: &Red<C::Base>, or: &Red<C::Base>| Red::select(value, or, &undefined).lazy();
    point(choose(&e, &zero), &choose(&f, &one), &choose(&g, &one), choose(&h, &one))
}

/// The point of the group for both elements of a message: \[h\](P₀ + P₁) for their points of the
/// curve and the cofactor h.
///
/// Where the formulas are not complete it is h/2 times 2P₀ + 2P₁. A doubling divides by 1 ± dx²y²,
/// which is not zero, as −1 is a square and d is none. Such a curve must have three points of order
/// two and h = 4, so that doubles have odd order, and sums of these have no exception.
///
/// Time: constant. Cost: two maps, an addition and as many doublings as h has bits; one more where
/// the formulas are not complete.
pub fn map_two_to_group<C: Elligator2 + EdwardsGroup>(u: [&Red<C::Base>; 2]) -> EdwardsPoint<C> {
    let [p, q] = u.each(map_to_curve::<C>);
    if const { C::COMPLETE } {
        p.add(&q).mul_by_cofactor()
    } else {
        p.double().add(&q.double()).double_many(C::COFACTOR_LOG2 - 1)
    }
}

/// A point of the group, random to everyone, for a message: hash_to_curve of RFC 9380 §3.
///
/// Time: constant in the content of `msg`, not in the lengths. Cost: the expansion, and
/// [`map_two_to_group`].
pub fn hash_to_curve<C, E>(msg: &(impl Message + ?Sized), dst: &[u8]) -> EdwardsPoint<C>
where
    C: Elligator2 + EdwardsGroup<Base: Anywhere, Fast: Elligator2>,
    E: Expander,
{
    elsewhere!(short C, |there| EdwardsPoint::leave(&hash_on::<_, E>(there, msg, dst)));
    hash_on::<C, E>(&There::new(()), msg, dst)
}

/// The point on an engine.
fn hash_on<C: Elligator2 + EdwardsGroup, E: Expander>(
    there: &EdwardsThere<C>,
    msg: &(impl Message + ?Sized),
    dst: &[u8],
) -> EdwardsPoint<C> {
    let [u0, u1] = hash_to_field_in::<C::Base, E, 2>(there, msg, dst);
    map_two_to_group::<C>([&u0, &u1])
}

/// A point of the group that is not uniform, for a message: encode_to_curve of RFC 9380 §3.
///
/// Time as in [`hash_to_curve`]; see [`encode_to_curve`](super::encode_to_curve) for what it is not
/// good for.
pub fn encode_to_curve<C, E>(msg: &(impl Message + ?Sized), dst: &[u8]) -> EdwardsPoint<C>
where
    C: Elligator2 + EdwardsGroup<Base: Anywhere, Fast: Elligator2>,
    E: Expander,
{
    elsewhere!(short C, |there| EdwardsPoint::leave(&encode_on::<_, E>(there, msg, dst)));
    encode_on::<C, E>(&There::new(()), msg, dst)
}

/// The point on an engine.
fn encode_on<C: Elligator2 + EdwardsGroup, E: Expander>(
    there: &EdwardsThere<C>,
    msg: &(impl Message + ?Sized),
    dst: &[u8],
) -> EdwardsPoint<C> {
    let [u] = hash_to_field_in::<C::Base, E, 1>(there, msg, dst);
    map_to_curve::<C>(&u).mul_by_cofactor()
}
