//! BN254 from its seed.

use num_bigint::{BigInt, BigUint};

use super::arithmetic::{Pair, Quadratic, frobenius, hex, is_prime, residue_root};
use super::points::{Equation, Point};
use super::{Constant, Curve, lattice, svdw};

/// The curve.
pub const CURVE: Curve = Curve {
    name: "bn254",
    root_facts: "x = 4965661367192848881; u^2 = -1; xi = 9 + u; b = 3; b' = 3/xi (D-type twist); of EIP-196 and EIP-197: G1 = (1, 2), G2",
    derive,
};

const FILE: &str = "bn254.rs";
const G1: &str = "bn254/g1.rs";
const G2: &str = "bn254/g2.rs";
const TOWER: &str = "bn254/tower.rs";
const PAIRING: &str = "bn254/pairing.rs";
const HASH: &str = "bn254/hash_to_curve.rs";

const X: u64 = 4_965_661_367_192_848_881;

fn derive() -> Vec<Constant> {
    let x = BigUint::from(X);
    let polynomial = |c: [u32; 5]| c.iter().fold(BigUint::ZERO, |sum, c| sum * &x + *c);
    let p = polynomial([36, 36, 24, 6, 1]);
    let r = polynomial([36, 36, 18, 6, 1]);
    assert!(is_prime(&p) && is_prime(&r), "the seed gives primes");
    let field = Quadratic::new(p.clone());
    let mut out = vec![
        Constant::root(FILE, "X", "x", vec![x.clone()]),
        Constant::derived(
            FILE,
            "FpModulus::P",
            "p = 36x^4 + 36x^3 + 24x^2 + 6x + 1",
            vec![p.clone()],
        ),
        Constant::derived(
            FILE,
            "FrModulus::P",
            "r = 36x^4 + 36x^3 + 18x^2 + 6x + 1",
            vec![r.clone()],
        ),
    ];
    out.push(Constant::derived(
        FILE,
        "ROOT_OF_UNITY",
        "5^((r - 1)/2^28) mod r",
        vec![BigUint::from(5_u32).modpow(&((&r - 1_u32) >> 28_u32), &r)],
    ));
    g1(&field, &x, &r, &mut out);
    g2(&field, &x, &r, &mut out);
    out.push(Constant::derived(
        TOWER,
        "FROBENIUS",
        "xi^(i (p - 1)/6) for i = 1..5, then xi^(i (p^2 - 1)/6), then 1/3",
        frobenius(&field, &field.small(9, 1)),
    ));
    out.push(Constant::derived(
        PAIRING,
        "Bn254::MINUS_ONE_OVER_LAMBDA",
        "-1/(6x + 2 + p - p^2 + p^3) mod (p^6 + 1)/r",
        vec![residue_root(&(6_u32 * &x + 2_u32 + &p + p.pow(3) - p.pow(2)), &p, &r)],
    ));
    hash_to_curve(&field, &mut out);
    out
}

/// The constants of the map of Shallue and van de Woestijne (RFC 9380 §6.6.1), with Z = 1.
fn hash_to_curve(field: &Quadratic, out: &mut Vec<Constant>) {
    let f = &field.base;
    let b2 = field.mul(&field.small(3, 0), &field.invert(&field.small(9, 1)));
    let map = |item, definition, b: Pair, n: Pair, degree: usize| {
        let sqrt = |a: &Pair| match degree {
            1 => f.sqrt(&a[0]).map(|root| [root, BigUint::ZERO]),
            _ => field.sqrt(a),
        };
        let numbers = svdw::constants(field, sqrt, &b, 1, &n);
        assert!(degree == 2 || numbers.iter().all(|[_, c1]| *c1 == BigUint::ZERO), "G1 is over Fp");
        let values = numbers.iter().flat_map(|number| number[..degree].iter().cloned()).collect();
        Constant::derived(HASH, item, definition, values)
    };
    let root = f.sqrt(&f.small(-5)).expect("a square");
    out.extend([
        map(
            "G1_MAP",
            "g(1) = 4, -1/2, c3, c4 of RFC 9380 §6.6.1 for Z = 1, sqrt(c4)^3/(g(1) N) with N = -1, x and y of the exceptional point",
            field.small(3, 0),
            field.small(-1, 0),
            1,
        ),
        map(
            "G2_MAP",
            "g(1), -1/2, c3, c4 of RFC 9380 §6.6.1 for Z = 1, sqrt(c4)^3/(g(1) N) with N = 2 + u, x and y of the exceptional point",
            b2,
            field.small(2, 1),
            2,
        ),
        Constant::derived(HASH, "ROOT", "sqrt(-5), a square, where 5 = N(2 + u)", vec![root]),
    ]);
}

fn g1(field: &Quadratic, x: &BigUint, r: &BigUint, out: &mut Vec<Constant>) {
    let curve = Equation { field: field.clone(), a: field.small(0, 0), b: field.small(3, 0) };
    let g = (field.small(1, 0), field.small(2, 0));
    curve.assert_prime_order(r, &Some(g.clone()));
    let lambda = 36u32 * x.pow(3) + 18u32 * x.pow(2) + 6u32 * x + 1u32;
    let multiple = curve.mul(&lambda, &Some(g.clone()));
    let third = (field.p() - 1u32) / 3u32;
    let phi = |beta: &Pair| -> Point { Some((field.mul(beta, &g.0), g.1.clone())) };
    let [beta, _] = (2..)
        .map(|k| field.pow(&field.small(k, 0), &third))
        .find(|beta| phi(beta) == multiple)
        .expect("one of the cube roots");
    let k = |k: u32| BigInt::from(k);
    let (s2, s) = (BigInt::from(x.pow(2)), BigInt::from(x.clone()));
    let basis = vec![
        vec![k(2) * &s + k(1), -k(6) * &s2 - k(2) * &s],
        vec![k(6) * &s2 + k(4) * &s + k(1), k(2) * &s + k(1)],
    ];
    assert!(lattice::is_basis(&basis, r, &lambda), "a basis");
    out.extend([
        Constant::derived(G1, "BETA", "beta^3 = 1 and (beta x, y) = [36x^3 + 18x^2 + 6x + 1](x, y)", vec![beta]),
        Constant::derived(
            G1,
            "LATTICE",
            "c_j 2^320, (1, 0) = sum c_j b_j, rounded; b = (2x + 1, -6x^2 - 2x), (6x^2 + 4x + 1, 2x + 1)",
            lattice::reciprocals(&basis, 320),
        ),
    ]);
}

fn g2(field: &Quadratic, x: &BigUint, r: &BigUint, out: &mut Vec<Constant>) {
    let p = field.p();
    let xi = field.small(9, 1);
    let b = field.mul(&field.small(3, 0), &field.invert(&xi));
    let curve = Equation { field: field.clone(), a: field.small(0, 0), b: b.clone() };
    let gx = [
        hex("1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"),
        hex("198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"),
    ];
    let gy = [
        hex("12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"),
        hex("090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"),
    ];
    let g: Point = Some((gx.clone(), gy.clone()));
    assert!(curve.has(&g) && curve.mul(r, &g).is_none(), "a point of order r");
    let cofactor = 2u32 * p - r;
    // A point of the curve that the cofactor takes to one of order r.
    let other = curve.first_point(&cofactor);
    assert!(curve.has(&other) && curve.mul(r, &other).is_none(), "the cofactor");
    let (s, one) = (BigInt::from(x.clone()), BigInt::from(1));
    let twice = &s + &s;
    let basis = vec![
        vec![&s + &one, s.clone(), s.clone(), -&twice],
        vec![twice.clone(), &s + &one, -&s, s.clone()],
        vec![-&s, twice.clone(), &twice + &one, -&s],
        vec![s.clone(), -&s, s.clone(), &twice + &one],
    ];
    assert!(lattice::is_basis(&basis, r, &(p % r)), "a basis");
    let three_b = field.mul(&field.small(3, 0), &b);
    out.extend([
        Constant::derived(G2, "B", "b' = 3/(9 + u)", b.to_vec()),
        Constant::derived(G2, "THREE_B", "3b' = 9/(9 + u)", three_b.to_vec()),
        Constant::root(G2, "GENERATOR_X", "x of G2 in EIP-197", gx.to_vec()),
        Constant::root(G2, "GENERATOR_Y", "y of G2 in EIP-197", gy.to_vec()),
        Constant::derived(
            G2,
            "LATTICE",
            "c_j 2^320, (1, 0, 0, 0) = sum c_j b_j, rounded; b_0 = (x + 1, x, x, -2x), then times p, p^2, p^3",
            lattice::reciprocals(&basis, 320),
        ),
        Constant::derived(G2, "G2Curve::COFACTOR", "h2 = 2p - r", vec![cofactor]),
    ]);
}
