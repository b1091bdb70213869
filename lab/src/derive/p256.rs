//! P-256 from SP 800-186.

use num_bigint::BigUint;

use super::arithmetic::{Quadratic, hex};
use super::points::{Equation, Point};
use super::{Constant, Curve};

/// The curve.
pub const CURVE: Curve = Curve {
    name: "p256",
    root_facts: "of SP 800-186 §3.2.1.3: p = 2^256 - 2^224 + 2^192 + 2^96 - 1, a = -3, b, n, G; of RFC 9380 §8.2: Z = -10",
    derive,
};

const FILE: &str = "p256.rs";
const HASH: &str = "p256/hash_to_curve.rs";

/// The curve and its generator.
pub fn group() -> (Equation, Point) {
    let two = |k: u32| BigUint::from(1u32) << k;
    let field = Quadratic::new(two(256) - two(224) + two(192) + two(96) - 1u32);
    let b = hex("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b");
    let gx = hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296");
    let gy = hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5");
    let curve = Equation { a: field.small(-3, 0), b: [b, BigUint::ZERO], field };
    (curve, Some(([gx, BigUint::ZERO], [gy, BigUint::ZERO])))
}

fn derive() -> Vec<Constant> {
    let n = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
    let (curve, g) = group();
    let p = curve.field.p().clone();
    let f = &curve.field.base;
    let [b, _] = curve.b.clone();
    let Some(([gx, _], [gy, _])) = g.clone() else { unreachable!("the generator is no identity") };
    curve.assert_prime_order(&n, &g);
    let root = f.sqrt(&f.small(10)).expect("a square");
    vec![
        Constant::root(
            FILE,
            "FpModulus::P",
            "p = 2^256 - 2^224 + 2^192 + 2^96 - 1",
            vec![p.clone()],
        ),
        Constant::root(FILE, "FrModulus::P", "n, the number of points", vec![n]),
        Constant::root(FILE, "B", "b", vec![b.clone()]),
        Constant::derived(FILE, "B_3", "3b", vec![f.mul(&b, &f.small(3))]),
        Constant::root(FILE, "GENERATOR_X", "x of G", vec![gx]),
        Constant::root(FILE, "GENERATOR_Y", "y of G", vec![gy]),
        Constant::derived(HASH, "ROOT", "sqrt(-Z) = sqrt(10), a square", vec![root]),
    ]
}
