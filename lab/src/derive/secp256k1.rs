//! secp256k1 from SEC 2.

use num_bigint::{BigInt, BigUint};

use super::arithmetic::{Quadratic, hex};
use super::points::{Equation, Point};
use super::{Constant, Curve, isogeny, lattice};

/// The curve.
pub const CURVE: Curve = Curve {
    name: "secp256k1",
    root_facts: "of SEC 2 §2.4.1: p = 2^256 - 2^32 - 977, a = 0, b = 7, n, G; of RFC 9380 §8.7: A', B' = 1771, degree 3, Z = -11",
    derive,
};

const FILE: &str = "secp256k1.rs";
const HASH: &str = "secp256k1/hash_to_curve.rs";

/// The curve and its generator.
pub fn group() -> (Equation, Point) {
    let one = BigUint::from(1u32);
    let field = Quadratic::new((&one << 256u32) - (&one << 32u32) - 977u32);
    let gx = hex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798");
    let gy = hex("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8");
    let curve = Equation { a: field.small(0, 0), b: field.small(7, 0), field };
    (curve, Some(([gx, BigUint::ZERO], [gy, BigUint::ZERO])))
}

fn derive() -> Vec<Constant> {
    let one = BigUint::from(1u32);
    let n = hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    let (curve, g) = group();
    let p = curve.field.p().clone();
    let f = &curve.field.base;
    let in_fp = |a: &BigUint| [a.clone(), BigUint::ZERO];
    let Some(([gx, _], [gy, _])) = g.clone() else { unreachable!("the generator is no identity") };
    curve.assert_prime_order(&n, &g);

    // Of the two primitive cube roots of one the smaller, modulo p; modulo n the one that belongs
    // to it.
    let smaller_root = |modulus: &BigUint| {
        let third = (modulus - 1u32) / 3u32;
        let roots =
            (2u32..).map(|k| BigUint::from(k).modpow(&third, modulus)).find(|root| *root != one);
        roots.map(|root| root.clone().min(modulus - root - 1u32)).expect("a cube root of one")
    };
    let (beta, lambda) = (smaller_root(&p), smaller_root(&n));
    let image = Some((in_fp(&f.mul(&beta, &gx)), in_fp(&gy)));
    let lambda = if curve.mul(&lambda, &g) == image { lambda } else { &n - &lambda - 1u32 };
    assert_eq!(curve.mul(&lambda, &g), image, "(beta x, y) = [lambda](x, y)");
    let basis = lattice::by_euclid(&n, &lambda);
    assert!(lattice::is_basis(&basis, &n, &lambda), "a basis");
    let reciprocals = lattice::reciprocals(&basis, 320);
    let all: Vec<BigInt> = basis.into_iter().flatten().chain(reciprocals).collect();

    let a = hex("3f8731abdd661adca08a5558f0f5d272e953d363cb6f0e5d405447c01a444533");
    let b = f.small(1771);
    let b_to = f.small(7 * 3i64.pow(6));
    let isogeny = isogeny::normalised(f, 3, [&a, &b], [&BigUint::ZERO, &b_to])
        .expect("the curves are 3-isogenous");
    let x0 = f.neg(&isogeny.kernel[0]);
    let t = f.mul(&f.small(2), &f.add(&f.mul(&f.small(3), &f.mul(&x0, &x0)), &a));
    let root = f.sqrt(&f.small(11)).expect("a square");
    vec![
        Constant::root(FILE, "FpModulus::P", "p = 2^256 - 2^32 - 977", vec![p.clone()]),
        Constant::root(FILE, "FrModulus::P", "n, the number of points", vec![n]),
        Constant::root(FILE, "GENERATOR_X", "x of G", vec![gx]),
        Constant::root(FILE, "GENERATOR_Y", "y of G", vec![gy]),
        Constant::derived(
            FILE,
            "BETA",
            "the smaller primitive cube root of one; (beta x, y) = [lambda](x, y)",
            vec![beta],
        ),
        Constant::derived(
            FILE,
            "LATTICE",
            "Euclid's two shortest (a, b) with a + b lambda = 0 mod n; then c_j 2^320, (1, 0) = sum c_j (a_j, b_j), rounded",
            all,
        ),
        Constant::root(HASH, "A", "A' of RFC 9380 §8.7", vec![a]),
        Constant::derived(
            HASH,
            "X0",
            "the abscissa of the kernel of the 3-isogeny that multiplies dx/y by 3",
            vec![x0],
        ),
        Constant::derived(HASH, "T", "2(3 x0^2 + A')", vec![t]),
        Constant::derived(HASH, "ROOT", "sqrt(-Z) = sqrt(11), a square", vec![root]),
    ]
}
