//! Complete formulas for y² = x³ + b in homogeneous coordinates.
//!
//! J. Renes, C. Costello, L. Batina, "Complete addition formulas for prime order elliptic curves", ePrint 2015/1060,
//! algorithms 7, 8 and 9 (a = 0). They come from the Bosma-Lenstra law: its exceptional pairs are those whose difference is a
//! point of order two, so on a curve of odd order there is no special case at all: equal, opposite and identity operands in any
//! combination go through the same steps. All curves of this library with a = 0 have odd order.
//!
//! Where we deviate: the paper counts full multiplications and saves products by Karatsuba's trick
//! (X₁Y₂ + X₂Y₁ = (X₁ + Y₁)(X₂ + Y₂) − X₁X₂ − Y₁Y₂). Here each output is a sum of products reduced once, which
//! takes three products more and three reductions less, keeps every operand a reduced value or one sum of two, and leaves two
//! layers of independent reductions. Sums of one length stand together, since engines that interleave products with their
//! reduction take them whole.

use crate::field::{Red, product, reduce, squares, sums, term};
use crate::weierstrass::{Projective, Weierstrass};

/// P + Q: 15 products, 9 reductions, 3 small multiples (3b·Z₁, 3b·Z₂, 3·X₁), for all P and Q. Algorithm 7.
pub fn add<C: Weierstrass>(p: &Projective<C>, q: &Projective<C>) -> Projective<C> {
    let z1_3b = C::times_3b(&p.z);
    let z2_3b = C::times_3b(&q.z);
    let x1_3 = p.x.times(3);
    let [t0, t1, t2] = sums([
        [term(&x1_3, &q.x)],  // 3·X₁X₂
        [term(&p.y, &q.y)],   // Y₁Y₂
        [term(&z1_3b, &q.z)], // 3b·Z₁Z₂
    ]);
    let [t3, t4, t5] = sums([
        [term(&p.x, &q.y), term(&q.x, &p.y)],     // X₁Y₂ + X₂Y₁
        [term(&p.y, &q.z), term(&q.y, &p.z)],     // Y₁Z₂ + Y₂Z₁
        [term(&p.x, &z2_3b), term(&q.x, &z1_3b)], // 3b·(X₁Z₂ + X₂Z₁)
    ]);
    last_layer([t0, t1, t2, t3, t4, t5])
}

/// P + (x₂, y₂): 12 products, 8 reductions, 5 small multiples (two of them linear terms of sums), for all P and every affine point. Algorithm 8.
///
/// The identity has no affine coordinates: the caller selects P itself where the second operand is the identity.
pub fn add_mixed<C: Weierstrass>(p: &Projective<C>, x2: &Red<C::Base>, y2: &Red<C::Base>) -> Projective<C> {
    let t2 = C::times_3b(&p.z); // 3b·Z₁Z₂, as Z₂ = 1
    let x1_3b = C::times_3b(&p.x);
    let x1_3 = p.x.times(3);
    let [t0, t1] = sums([[term(&x1_3, x2)], [term(&p.y, y2)]]);
    let [t3] = sums([[term(&p.x, y2), term(x2, &p.y)]]);
    let [t4, t5] = reduce([product(y2, &p.z).plus_small(&p.y, 1), product(&t2, x2).plus_small(&x1_3b, 1)]);
    last_layer([t0, t1, t2, t3, t4, t5])
}

/// The second half of both additions, from t₀ = 3X₁X₂, t₁ = Y₁Y₂, t₂ = 3bZ₁Z₂, t₃ = X₁Y₂ + X₂Y₁, t₄ = Y₁Z₂ + Y₂Z₁,
/// t₅ = 3b(X₁Z₂ + X₂Z₁). 6 products, 3 reductions.
#[inline(always)]
fn last_layer<C: Weierstrass>([t0, t1, t2, t3, t4, t5]: [Red<C::Base>; 6]) -> Projective<C> {
    let u = t1.plus(&t2);
    let v = t1.minus(&t2);
    let [x, y, z] = sums([
        [term(&t3, &v), term(&-&t4, &t5)], // X₃ = t₃(t₁ − t₂) − t₄t₅
        [term(&u, &v), term(&t0, &t5)],    // Y₃ = (t₁ + t₂)(t₁ − t₂) + t₀t₅
        [term(&t4, &u), term(&t0, &t3)],   // Z₃ = t₄(t₁ + t₂) + t₀t₃
    ]);
    Projective { x, y, z }
}

/// 2P: 8 products, 7 reductions, 3 small multiples (3b·Z, 3·t₂, 8·Y²), for all P. Algorithm 9.
pub fn double<C: Weierstrass>(p: &Projective<C>) -> Projective<C> {
    let z_3b = C::times_3b(&p.z);
    let [t0] = squares([&p.y]); // Y²
    let [t1, t2, xy] = sums([
        [term(&p.y, &p.z)],  // YZ
        [term(&z_3b, &p.z)], // 3b·Z²
        [term(&p.x, &p.y)],
    ]);
    let t0_8 = t0.times(8);
    let u = t0.plus(&t2);
    let v = t0.minus(&t2.times(3));
    let [x, z] = sums([
        [term(&xy.twice(), &v)], // X₃ = 2XY(Y² − 9bZ²)
        [term(&t0_8, &t1)],      // Z₃ = 8Y³Z
    ]);
    let [y] = sums([[term(&u, &v), term(&t0_8, &t2)]]); // Y₃ = (Y² + 3bZ²)(Y² − 9bZ²) + 24bY²Z²
    Projective { x, y, z }
}
