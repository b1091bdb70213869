//! The map of Shallue and van de Woestijne to y² = g(x) = x³ + ax + b, for curves that the
//! simplified map does not serve, such as those with a = 0 and no cheap isogeny (RFC 9380 §6.6.1;
//! A. Shallue, C. van de Woestijne, "Construction of rational points on elliptic curves over finite
//! fields", ANTS 2006; R. Wahby, D. Boneh, ePrint 2019/403, §3).
//!
//! For any u, one of three numbers is the x of a point. With h = (3Z² + 4a)/4 for a constant Z, c₃
//! = √(−g(Z)·4h) and d = 1 + g(Z)·u², t = 1 − g(Z)·u² they are
//!
//! x₁ = −Z/2 − c₃u/d, x₂ = −Z/2 + c₃u/d, x₃ = Z + c₄·(d/t)² with c₄ = −g(Z)/h,
//!
//! and the first that is one is taken. They are those of RFC 9380: its tv4 = u·t·c₃/(d·t).
//!
//! Where we deviate: RFC 9380 F.1 inverts once, takes two Legendre symbols and then a root, three
//! powers in all. Here neither inversion nor a third power is needed. x₁ + x₂ = −Z, so (X − Z)(X −
//! x₁)(X − x₂) has no square term and differs from g(X) by a linear polynomial: with η = Z² + Zx₁ +
//! x₁² + a it is g(X) = (X − Z)(X − x₁)(X − x₂) + η·(X − Z) + g(Z). For y² = x₃ − Z, g(Z) = −ηy² by
//! the construction, so that g(xᵢ) = −η·(x₃ − xᵢ) for i = 1, 2 and g(x₃) = y²(x₃ − x₁)(x₃ − x₂),
//! hence
//!
//! g(x₃) = (y/η)²·g(x₁)·g(x₂) = (y³/g(Z))²·g(x₁)·g(x₂).
//!
//! [`Svdw::sqrt_ratio`] gives √g(xᵢ) or, where that does not exist, √(N·g(xᵢ)) for one fixed
//! non-square N. If both do not exist, their product is N·√(g(x₁)g(x₂)), and √g(x₃) is a product
//! away. The function is of a ratio, so the denominators d and t are carried along, and y comes out
//! affine, as its sign is asked for.
//!
//! Exceptional case: d·t = 0. RFC 9380's inversion gives zero there, so x₁ = x₂ = −Z/2 and x₃ = Z,
//! of which at least one is an x by the choice of Z: one point, up to sign, for all such u, which
//! the curve names.

use limb::each::Each;

use super::sswu::Sign;
use crate::field::{Field, Masked, Red, product, sums, term};
use crate::formulas::complete::Coefficient;
use crate::weierstrass::{Projective, Weierstrass};

/// The constants of the map, elements of the field of the coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Constants<C> {
    /// Z.
    pub z: C,
    /// c₁ = g(Z).
    pub g_z: C,
    /// c₂ = −Z/2.
    pub minus_half_z: C,
    /// c₃ = √(−g(Z)·(3Z² + 4a)), with sgn0 = 0.
    pub c3: C,
    /// c₄ = −4g(Z)/(3Z² + 4a).
    pub c4: C,
    /// √c₄³/(g(Z)·N), of either sign.
    pub third: C,
    /// x and y, of either sign, of the point of the exceptional u: x = −Z/2 if that is one, else Z.
    pub exceptional: [C; 2],
}

/// A curve with what the map needs of it.
pub trait Svdw: Weierstrass<Base: Sign> {
    /// The constants.
    fn constants() -> &'static Constants<<Self::Base as Field>::Const>;

    /// √(u/v) and true if u/v is a square, else √(N·u/v) and false, for v ≠ 0; of the two roots it
    /// is not said which.
    fn sqrt_ratio(
        u: &Red<Self::Base>,
        v: &Red<Self::Base>,
    ) -> (Red<Self::Base>, <Self::Base as Masked>::Mask);
}

/// The point of the curve for a field element; never the identity.
///
/// Time: constant. Cost, besides two roots: 25 products, squarings among them, 24 reductions, and a
/// multiplication by a.
pub fn map_to_curve<C: Svdw>(u: &Red<C::Base>) -> Projective<C> {
    let ctx = u.ctx();
    let constants = C::constants();
    let constant = |c: &<C::Base as Field>::Const| Red::constant(&ctx, c);
    let one = Red::one_in(&ctx);
    let tv1 = &u.sqr() * &constant(&constants.g_z);
    let (d, t) = (&one + &tv1, &one - &tv1);
    // Where d·t = 0 everything up to the last selection is of no use, but is kept defined.
    let exceptional = d.is_zero() | t.is_zero();
    let (d, t) = (Red::select(&d, &one, &exceptional), Red::select(&t, &one, &exceptional));

    // x₁ = n₁/d, x₂ = n₂/d, with g(x) = d·(n³ + a·nd² + b·d³)/d⁴.
    let [cd, cu] =
        sums([[term(&constant(&constants.minus_half_z), &d)], [term(&constant(&constants.c3), u)]]);
    let (n1, n2) = (&cd - &cu, &cd + &cu);
    let (dd, tt) = (d.sqr(), t.sqr());
    let [d3, t3] = sums([[term(&dd, &d)], [term(&tt, &t)]]);
    let (d4, t6) = (dd.sqr(), t3.sqr());
    let (add, bd3) = (C::A::times(&dd), &C::b(&ctx) * &d3);
    let above = |n: &Red<C::Base>| {
        let square = &n.sqr() + &add;
        let g = product(&square, n).plus_small(&bd3, 1).reduce();
        &g * &d
    };
    let (y1, is_1) = C::sqrt_ratio(&above(&n1), &d4);
    // y₂/t³, for y₃ = (√c₄·d/t)³·y₁y₂/(g(Z)·N).
    let (y2_t3, is_2) = C::sqrt_ratio(&above(&n2), &(&d4 * &t6));
    let [y2, y12] = sums([[term(&y2_t3, &t3)], [term(&y1, &y2_t3)]]);
    let y3 = &(&y12 * &d3) * &constant(&constants.third);
    let x3 = product(&constant(&constants.z), &tt).plus(&constant(&constants.c4), &dd).reduce();

    let select =
        |first: &Red<C::Base>, second: &Red<C::Base>, third: &Red<C::Base>, last: &Red<C::Base>| {
            let out = Red::select(&Red::select(third, second, &is_2), first, &is_1);
            Red::select(&out, last, &exceptional)
        };
    let [x, y] = [&constants.exceptional[0], &constants.exceptional[1]].each(constant);
    let x = select(&n1, &n2, &x3, &x);
    let y = select(&y1, &y2, &y3, &y);
    let z = select(&d, &d, &tt, &one);
    let (sign_u, sign_y) = (C::Base::sgn0(u.raw()), C::Base::sgn0(y.raw()));
    let differ = (sign_u.clone() & !sign_y.clone()) | (!sign_u & sign_y);
    Projective { y: &y.negate_if(&differ) * &z, x, z }
}
