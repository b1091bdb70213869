//! Formulas of G1 of BLS12-381 in Jacobian coordinates (x = X/Z², y = Y/Z³), as operations:
//! `curve`'s, with products rather than squares where that saves sums, since both cost the same
//! here.
//!
//! They are shorter than the complete ones and hold for operands that are neither equal nor
//! opposite nor the identity; a sum of opposite points comes out with Z = 0, as it should. A
//! program that uses them answers for its operands.
//!
//! None of them contains b, so they hold as well on the curve y² = x³ + b·Z⁶, where the points (X,
//! Y, Z) of one Z are the affine (X, Y): a table of points with one Z is added by mixed additions,
//! and Z multiplied into the result. That is how tables are made here without an inversion. (D.
//! Meloni, "New point addition formulae for ECC applications", 2007; P. Longa, C. Gebotys, "Novel
//! precomputation schemes for elliptic curve cryptosystems", 2009.)

use alloc::vec;
use alloc::vec::Vec;

use curve::bls12_381::{FpConst, FpEngine, G1Curve};
use curve::field::Red;
use curve::formulas::jacobian;
use curve::weierstrass::Jacobian;

use crate::evmmax::formula::{Eager, Formula, Shape};

/// A value of the recorder.
type Value = Red<Eager<FpEngine>>;
type Point = Jacobian<G1Curve<Eager<FpEngine>>>;

/// Small multiples by sums.
const SHAPE: Shape = Shape { karatsuba: false, most_sums: 3 };

fn record(inputs: usize, formula: impl FnOnce(&[Value]) -> Vec<Value>) -> Formula<FpConst> {
    Formula::record_tower::<FpEngine>(SHAPE, inputs, formula)
}

fn point(x: &Value, y: &Value, z: &Value) -> Point {
    Jacobian::from_xyz_unchecked_curve_and_subgroup(x.clone(), y.clone(), z.clone())
}

fn coordinates(point: &Point) -> [Value; 3] {
    point.coordinates().map(Clone::clone)
}

/// 2P from X, Y, Z: 7 products, 8 sums.
///
/// [Example](crate::evmmax::programs).
pub fn doubling() -> Formula<FpConst> {
    record(3, |p| coordinates(&jacobian::double(&point(&p[0], &p[1], &p[2]))).to_vec())
}

/// P + (x₂, y₂) from X₁, Y₁, Z₁, x₂, y₂, for other points than P, −P and the identity: 11 products,
/// 7 sums.
///
/// [Example](crate::evmmax::programs).
pub fn mixed_addition() -> Formula<FpConst> {
    record(5, |p| {
        coordinates(&jacobian::add_mixed(&point(&p[0], &p[1], &p[2]), &p[3], &p[4])).to_vec()
    })
}

/// 2P and P with one Z from x, y: X and Y of 2P, Z, and X and Y of P.
///
/// [Example](crate::evmmax::programs).
pub fn first_doubling() -> Formula<FpConst> {
    record(2, |p| {
        let [x, y, z] =
            coordinates(&jacobian::double(&point(&p[0], &p[1], &Red::one_in(&p[0].ctx()))));
        let zz = z.sqr();
        let of_p = [&p[0] * &zz, &(&p[1] * &zz) * &z];
        [&[x, y, z][..], &of_p].concat()
    })
}

/// P + Q and P with one Z, from X and Y of P and of Q, which have one Z: X and Y of the sum, the
/// ratio of the new Z to the old one, X and Y of P. 6 products, 7 sums.
///
/// [Example](crate::evmmax::programs).
pub fn next_multiple() -> Formula<FpConst> {
    record(4, |p| {
        let (h, r) = (&p[2] - &p[0], &p[3] - &p[1]);
        let sum = jacobian::add_difference(&point(&p[0], &p[1], &Red::one_in(&p[0].ctx())), &h, &r);
        let [x, y, ratio] = coordinates(&sum);
        let hh = h.sqr();
        vec![x, y, ratio, &p[0] * &hh, &p[1] * &(&h * &hh)]
    })
}

/// X and Y with a Z that is s times as large, from X, Y and s: 4 products.
///
/// [Example](crate::evmmax::programs).
pub fn scaled() -> Formula<FpConst> {
    record(3, |p| {
        let ss = p[2].sqr();
        vec![&p[0] * &ss, &(&p[1] * &ss) * &p[2]]
    })
}

/// XZ and Z³, which with Y are homogeneous coordinates, from X and Z: 3 products. Of the identity,
/// which has Z = 0, they are (0 : Y : 0).
///
/// [Example](crate::evmmax::programs).
pub fn homogeneous() -> Formula<FpConst> {
    record(2, |p| vec![&p[0] * &p[1], &p[1].sqr() * &p[1]])
}
