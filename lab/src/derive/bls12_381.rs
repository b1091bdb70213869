//! BLS12-381 from its seed.

use num_bigint::BigUint;

use super::arithmetic::{Pair, Quadratic, hex, is_prime};
use super::points::{Equation, Point};
use super::{Constant, Curve, isogeny};

/// The curve.
pub const CURVE: Curve = Curve {
    name: "bls12_381",
    root_facts: "x = -0xd201000000010000; u^2 = -1; xi = 1 + u; b = 4; b' = 4 xi (M-type twist); of RFC 9380 §8.8.1: A', B', degree 11, Z = 11; \
        of §8.8.2: Z = -(2 + u)",
    derive,
};

const CURVES: &str = "bls12_381.rs";
const G1: &str = "bls12_381/g1.rs";
const G2: &str = "bls12_381/g2.rs";
const TOWER: &str = "bls12_381/tower.rs";
const PAIRING: &str = "bls12_381/pairing.rs";
const HASH: &str = "bls12_381/hash_to_curve.rs";

/// |x|.
const X: u64 = 0xd201_0000_0001_0000;
/// A′ (RFC 9380 §8.8.1).
const A: &str = "144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d";
/// B′ (RFC 9380 §8.8.1).
const B: &str = "12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0";

/// What the seed gives: p, r and the cofactors, by their polynomials at x = −|x|.
struct Family {
    x: BigUint,
    p: BigUint,
    r: BigUint,
    h1: BigUint,
    h2: BigUint,
}

impl Family {
    fn new() -> Self {
        let x = BigUint::from(X);
        let r = x.pow(4) - x.pow(2) + 1u32;
        let h1 = (&x + 1u32).pow(2) / 3u32;
        let p = &h1 * &r - &x;
        // (x⁸ − 4x⁷ + 5x⁶ − 4x⁴ + 6x³ − 4x² − 4x + 13)/9.
        let plus = x.pow(8) + 4u32 * x.pow(7) + 5u32 * x.pow(6) + 4u32 * &x + 13u32;
        let h2 = (plus - 4u32 * x.pow(4) - 6u32 * x.pow(3) - 4u32 * x.pow(2)) / 9u32;
        assert!(is_prime(&p) && is_prime(&r), "the seed gives primes");
        Self { x, p, r, h1, h2 }
    }
}

fn derive() -> Vec<Constant> {
    let family = Family::new();
    let field = Quadratic::new(family.p.clone());
    let mut out = vec![
        Constant::root(CURVES, "X", "|x|", vec![family.x.clone()]),
        Constant::derived(CURVES, "FpModulus::P", "p = (x - 1)^2 r/3 + x", vec![family.p.clone()]),
        Constant::derived(CURVES, "FrModulus::P", "r = x^4 - x^2 + 1", vec![family.r.clone()]),
        Constant::derived(
            CURVES,
            "ROOT_OF_UNITY",
            "7^((r - 1)/2^32) mod r",
            vec![BigUint::from(7_u32).modpow(&((&family.r - 1_u32) >> 32_u32), &family.r)],
        ),
    ];
    g1(&family, &field, &mut out);
    g2(&family, &field, &mut out);
    let reciprocal =
        ((BigUint::from(1u32) << 128u32) - 1u32) / &family.x - (BigUint::from(1u32) << 64u32);
    out.push(Constant::derived(
        CURVES,
        "X_RECIPROCAL",
        "floor((2^128 - 1)/|x|) - 2^64",
        vec![reciprocal],
    ));
    out.push(Constant::derived(
        TOWER,
        "FROBENIUS",
        "xi^(i (p - 1)/6) for i = 1..5, then xi^(i (p^2 - 1)/6), then 1/3",
        super::arithmetic::frobenius(&field, &field.small(1, 1)),
    ));
    out.push(Constant::derived(
        PAIRING,
        "Bls12381::MINUS_ONE_OVER_LAMBDA",
        "-1/(p - x) mod (p^6 + 1)/r",
        vec![super::arithmetic::residue_root(&(&family.p + &family.x), &family.p, &family.r)],
    ));
    hash_to_curve(&field, &mut out);
    out
}

/// A generator, with the proof that it is one.
fn generator(curve: &Equation, cofactor: &BigUint, r: &BigUint) -> (Pair, Pair) {
    let point = curve.first_point(cofactor);
    assert!(curve.has(&point) && curve.mul(r, &point).is_none(), "a point of order r");
    point.expect("not the identity")
}

fn g1(family: &Family, field: &Quadratic, out: &mut Vec<Constant>) {
    let Family { x, p, r, h1, .. } = family;
    let curve = Equation { field: field.clone(), a: field.small(0, 0), b: field.small(4, 0) };
    let g = generator(&curve, h1, r);
    // Both primitive cube roots of one, by a non-cube; φ of one of them multiplies by −x².
    let minus = curve.neg(&curve.mul(&x.pow(2), &Some(g.clone())));
    let phi = |beta: &Pair| -> Point { Some((field.mul(beta, &g.0), g.1.clone())) };
    let third = (p - 1u32) / 3u32;
    let beta = (2..)
        .map(|k| field.pow(&field.small(k, 0), &third))
        .find(|beta| phi(beta) == minus)
        .expect("one of the cube roots");
    let [beta, _] = beta;
    out.extend([
        Constant::derived(G1, "BETA", "beta^3 = 1 and (beta x, y) = [-x^2](x, y)", vec![beta]),
        Constant::derived(
            G1,
            "GENERATOR_X",
            "the first point of the curve times h1",
            vec![g.0[0].clone()],
        ),
        Constant::derived(
            G1,
            "GENERATOR_Y",
            "the first point of the curve times h1",
            vec![g.1[0].clone()],
        ),
        Constant::derived(G1, "G1Curve::COFACTOR", "h1 = (x - 1)^2/3", vec![h1.clone()]),
    ]);
}

fn g2(family: &Family, field: &Quadratic, out: &mut Vec<Constant>) {
    let Family { x, p, r, h2, .. } = family;
    let xi = field.small(1, 1);
    let curve = Equation { field: field.clone(), a: field.small(0, 0), b: field.small(4, 4) };
    let (gx, gy) = generator(&curve, h2, r);
    let psi_x = field.invert(&field.pow(&xi, &((p - 1u32) / 3u32)));
    let psi_y = field.invert(&field.pow(&xi, &((p - 1u32) / 2u32)));
    let image =
        (field.mul(&field.conjugate(&gx), &psi_x), field.mul(&field.conjugate(&gy), &psi_y));
    assert_eq!(
        curve.neg(&Some(image)),
        curve.mul(x, &Some((gx.clone(), gy.clone()))),
        "psi multiplies by x"
    );
    assert_eq!(psi_x[0], BigUint::ZERO, "the coefficient of x is imaginary");
    let [_, psi_x] = psi_x;
    out.extend([
        Constant::derived(G2, "PSI_X", "xi^(-(p - 1)/3)/u", vec![psi_x]),
        Constant::derived(G2, "PSI_Y", "xi^(-(p - 1)/2)", psi_y.to_vec()),
        Constant::derived(G2, "GENERATOR_X", "the first point of the curve times h2", gx.to_vec()),
        Constant::derived(G2, "GENERATOR_Y", "the first point of the curve times h2", gy.to_vec()),
        Constant::derived(
            G2,
            "G2Curve::COFACTOR",
            "h2 = (x^8 - 4x^7 + 5x^6 - 4x^4 + 6x^3 - 4x^2 - 4x + 13)/9",
            vec![h2.clone()],
        ),
    ]);
}

fn hash_to_curve(field: &Quadratic, out: &mut Vec<Constant>) {
    let f = &field.base;
    let (a, b) = (hex(A), hex(B));
    // To y² = x³ + 4·11⁶, which (x/11², y/11³) takes to y² = x³ + 4: the isogeny multiplies
    // differentials by 11.
    let b_to = f.small(4 * 11i64.pow(6));
    let isogeny = isogeny::normalised(f, 11, [&a, &b], [&BigUint::ZERO, &b_to])
        .expect("the curves are 11-isogenous");
    let over = |polynomial: &[BigUint], k: i64| -> Vec<BigUint> {
        let inverse = f.invert(&f.small(k));
        polynomial.iter().map(|x| f.mul(x, &inverse)).collect()
    };
    let kernel = &isogeny.kernel[..isogeny.kernel.len() - 1];
    let constants =
        [kernel.to_vec(), over(&isogeny.x, 11i64.pow(2)), over(&isogeny.y, 11i64.pow(3))].concat();
    let root = |k: i64| f.sqrt(&f.small(k)).expect("a square");
    out.extend([
        Constant::root(HASH, "G1_A", "A' of RFC 9380 §8.8.1", vec![a]),
        Constant::root(HASH, "G1_B", "B' of RFC 9380 §8.8.1", vec![b]),
        Constant::derived(HASH, "G1_ROOT", "sqrt(-11), a square", vec![root(-11)]),
        Constant::derived(HASH, "G2_ROOT", "sqrt(-N(Z)) = sqrt(-5), no square", vec![f.neg(&root(-5))]),
        Constant::derived(
            HASH,
            "G1_ISOGENY",
            "kernel h less its leading 1, X, Y of (X/h^2, y Y/h^3), the 11-isogeny that multiplies dx/y by 11",
            constants,
        ),
    ]);
}

/// The lines of the Miller loop for minus the generator of G2, as `curve` keeps them: λ·x_T − y_T
/// and −λ of each, by affine points, c₀ before c₁, in 48 big-endian bytes for each coefficient.
///
/// # Panics
/// If the seed is none of the curve's.
pub fn lines_of_minus_generator() -> Vec<u8> {
    let Family { p, r, h2, .. } = Family::new();
    let field = Quadratic::new(p);
    let curve = Equation { field: field.clone(), a: field.small(0, 0), b: field.small(4, 4) };
    let q = curve.neg(&Some(generator(&curve, &h2, &r)));
    let mut t = q.clone();
    let mut out = Vec::new();
    // Of T and another point, or twice of T; T is their sum afterwards.
    let mut line = |t: &mut Point, other: Point| {
        let (Some((x, y)), Some((x2, y2))) = (&*t, &other) else {
            panic!("no multiple in the loop is the identity")
        };
        let [over, under] = if t == &other {
            [field.mul(&field.small(3, 0), &field.mul(x, x)), field.add(y, y)]
        } else {
            [field.sub(y2, y), field.sub(x2, x)]
        };
        let slope = field.mul(&over, &field.invert(&under));
        for [c0, c1] in [field.sub(&field.mul(&slope, x), y), field.neg(&slope)] {
            for coefficient in [c0, c1] {
                let bytes = coefficient.to_bytes_be();
                out.extend(std::iter::repeat_n(0, 48 - bytes.len()).chain(bytes));
            }
        }
        *t = curve.add(t, &other);
    };
    for bit in (0..X.ilog2()).rev() {
        let same = t.clone();
        line(&mut t, same);
        if (X >> bit) & 1 == 1 {
            line(&mut t, q.clone());
        }
    }
    out
}
