//! Formulas for twisted Edwards curves ax² + y² = 1 + dx²y².
//!
//! H. Hisil, K. Wong, G. Carter, E. Dawson, "Twisted Edwards curves revisited", ePrint 2008/522.
//! With a a square and d none the addition is complete (Theorem 1 there; D. J. Bernstein, T. Lange,
//! "Faster addition and doubling on elliptic curves", ePrint 2007/286, Theorem 3.3): equal,
//! opposite and identity operands and points of small order go through the same steps.
//!
//! With neither of them a square, P + Q meets a denominator that is zero exactly if P + Q or P − Q
//! is one of the points (∞, ±√(a/d)), which have order two; D. J. Bernstein, T. Lange, "A complete
//! set of addition laws for incomplete Edwards curves", ePrint 2009/580, §4. A group without these
//! two points has no such P and Q, so there equal, opposite and identity operands go through the
//! same steps too. The largest such group is all of odd order, and those plus (0, −1).
//!
//! Formulas are those for a = −1, where 2(Y₁Y₂ + X₁X₂) is the sum of two products whose difference
//! is needed anyway. For another a, 2(Y₁Y₂ − aX₁X₂) is that and 2(−a − 1)X₁X₂: one product more. So
//! points and tables have one form for every a.
//!
//! Every formula ends in x = E/G, y = H/F, and X : Y : Z : T = EF : GH : FG : EH. Where we deviate:
//! T is kept as its two factors, and multiplied by who reads it (M. Hamburg, "Ed448-Goldilocks",
//! ePrint 2015/625, calls such coordinates extensible). Only an addition does, so a doubling pays
//! for T neither going in nor out, and there is one type of point instead of three.

use crate::edwards::{Cached, Edwards, EdwardsPoint, Niels};
use crate::field::{Four, Lazy, Red, order, squares, sums, term};

/// The point x = E/G, y = H/F. 3 products, in the order in which their operands come: F is the
/// last, and X is needed last.
#[inline(always)]
pub fn point<C: Edwards>(
    e: Lazy<C::Base>,
    f: &Lazy<C::Base>,
    g: &Lazy<C::Base>,
    h: Lazy<C::Base>,
) -> EdwardsPoint<C> {
    let [y, z, x] = sums([[term(g, &h)], [term(f, g)], [term(&e, f)]]);
    EdwardsPoint { x, y, z, e, h }
}

/// −a·x.
#[inline(always)]
pub fn times_minus_a<C: Edwards>(x: &Red<C::Base>) -> Red<C::Base> {
    if const { C::MINUS_A == 1 } { x.clone() } else { x.times(C::MINUS_A) }
}

/// 2(Y₁Y₂ − aX₁X₂) from A, B and X₁, Q being given by y₂ + x₂ and y₂ − x₂: a product if a is not
/// −1.
#[inline(always)]
fn twice_h<C: Edwards>(
    [a, b]: [&Red<C::Base>; 2],
    x: &Red<C::Base>,
    [plus, minus]: [&Red<C::Base>; 2],
) -> Lazy<C::Base> {
    if const { C::MINUS_A == 1 } {
        return b.plus(a);
    }
    // (−a − 1)X₁·2X₂.
    let [more] = sums([[term(&x.times(C::MINUS_A - 1), &plus.minus(minus))]]);
    b.plus(a).weak().plus(&more)
}

/// P + Q: 8 products, 9 if a is not −1. Hisil et al. §3.1 and §4.2 (add-2008-hwcd-3). What
/// depends only on Q was done before.
#[inline(always)]
pub fn add<C: Edwards>(p: &EdwardsPoint<C>, q: &Cached<C>) -> EdwardsPoint<C> {
    let [t, a, b, d] = sums([
        [term(&p.e, &p.h)],                     // T₁
        [term(&p.y.minus(&p.x), &q.y_minus_x)], // A = (Y₁ − X₁)(Y₂ − X₂)
        [term(&p.y.plus(&p.x), &q.y_plus_x)],   // B = (Y₁ + X₁)(Y₂ + X₂)
        [term(&p.z, &q.z_2)],                   // D = Z₁·2Z₂
    ]);
    let [c] = sums([[term(&t, &q.t_2d)]]); // C = T₁·2d·T₂
    let h = twice_h::<C>([&a, &b], &p.x, [&q.y_plus_x, &q.y_minus_x]);
    point(b.minus(&a), &d.minus(&c), &d.plus(&c), h)
}

/// P + Q for Q with Z₂ = 1: 7 products, 8 if a is not −1. Hisil et al. §4.2, madd-2008-hwcd-3.
#[inline(always)]
pub fn add_mixed<C: Edwards>(p: &EdwardsPoint<C>, q: &Niels<C>) -> EdwardsPoint<C> {
    let [t, a, b] = sums([
        [term(&p.e, &p.h)],
        [term(&p.y.minus(&p.x), &q.y_minus_x)],
        [term(&p.y.plus(&p.x), &q.y_plus_x)],
    ]);
    let [c] = sums([[term(&t, &q.xy_2d)]]);
    let d = p.z.twice().weak();
    let h = twice_h::<C>([&a, &b], &p.x, [&q.y_plus_x, &q.y_minus_x]);
    point(b.minus(&a), &d.minus(&c), &d.plus(&c), h)
}

/// 2P: 4 products, 3 squares. Hisil et al. §3.3 (dbl-2008-hwcd): on the curve 1 + dx²y² = y² + ax²,
/// so x₃ = 2XY/(Y² + aX²) and y₃ = (Y² − aX²)/(2Z² − (Y² + aX²)). E = 2XY is a product here instead
/// of the difference (X + Y)² − X² − Y², which spares three sums.
#[inline(always)]
pub fn double<C: Edwards>(p: &EdwardsPoint<C>) -> EdwardsPoint<C> {
    let [b, zz, a] = squares([&p.y, &p.z, &p.x]);
    let a = times_minus_a::<C>(&a);
    let [e]: [Red<C::Base>; 1] = sums([[term(&p.x.twice(), &p.y)]]);
    let g = b.minus(&a).weak();
    let f = zz.twice().weak().minus(&g);
    point(e.lazy(), &f, &g.lazy(), b.plus(&a))
}

/// A point in one vector as the formulas below have it: X, T, Z, Y. They are those above for a =
/// −1, whose independent products are made at once (Hisil et al. §4, for four processors).
#[inline(always)]
fn point_in_four<V: Four>(e_h_f_g: &V) -> V {
    // (E, H, F, G)·(F, E, G, H) = (X, T, Z, Y).
    e_h_f_g.mul(&e_h_f_g.pick::<{ order([2, 0, 3, 1]) }>())
}

/// Y − X, T, Z, Y + X of a point: reduced.
#[inline(always)]
pub fn sums_in_four<V: Four>(p: &V) -> V {
    let x = p.pick::<{ order([0; 4]) }>();
    let y_t_z_y = p.pick::<{ order([3, 1, 2, 3]) }>();
    y_t_z_y.offset::<0b0001>().minus::<0b0001>(&x).plus::<0b1000>(&x).carried()
}

/// P + Q for Q as Y − X, 2dT, 2Z, Y + X: two products of vectors.
#[inline(always)]
pub fn add_in_four<V: Four>(p: &V, q: &V) -> V {
    // A, C, D, B.
    let products = sums_in_four(p).open_product::<0b1100>(q);
    let b_b_d_d = products.pick::<{ order([3, 3, 2, 2]) }>();
    let a_a_c_c = products.pick::<{ order([0, 0, 1, 1]) }>();
    point_in_four(&b_b_d_d.minus::<0b0101>(&a_a_c_c).plus::<0b1010>(&a_a_c_c).carried())
}

/// 2P: two products of vectors.
#[inline(always)]
pub fn double_in_four<V: Four>(p: &V) -> V {
    // XY, X², Z², Y².
    let x_x_z_y = p.pick::<{ order([0, 0, 2, 3]) }>();
    let products = x_x_z_y.open_product::<0b1100>(&p.pick::<{ order([3, 0, 2, 3]) }>());
    // E = 2XY, H = X² + Y², F = 2Z² + X² − Y², G = Y² − X².
    let other = products.pick::<{ order([0, 3, 1, 1]) }>();
    let yy = products.pick::<{ order([3; 4]) }>();
    let twice = products.plus::<0b0101>(&products).plus::<0b0110>(&other);
    point_in_four(&twice.minus::<0b1000>(&other).minus::<0b0100>(&yy).carried())
}
