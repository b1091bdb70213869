//! The curves of cycles, y² = x³ + b of prime order: Pallas and Vesta, and Grumpkin.

use num_bigint::{BigInt, BigUint};

use super::arithmetic::{Quadratic, hex, is_prime};
use super::points::Equation;
use super::{Constant, Curve, isogeny, lattice, svdw};

/// Pallas and Vesta.
pub const PASTA: Curve = Curve {
    name: "pasta",
    root_facts: "of pasta_curves: p, q; a = 0, b = 5, G = (-1, 2), 5 generates both fields; A' of both, B' = 1265, degree 3, Z = -13 of both maps",
    derive: pasta,
};

/// Grumpkin.
pub const GRUMPKIN: Curve = Curve {
    name: "grumpkin",
    root_facts: "p and r are r and p of BN254; a = 0, b = -17, G = (1, the smaller of +-sqrt(-16)), Z = 1",
    derive: grumpkin,
};

const P: &str = "40000000000000000000000000000000224698fc094cf91b992d30ed00000001";
const Q: &str = "40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001";

/// The order of the group of points, b and the generator's x.
struct Facts<'a> {
    file: &'static str,
    p: &'a BigUint,
    n: &'a BigUint,
    b: i64,
    x: i64,
}

fn pasta() -> Vec<Constant> {
    let (p, q) = (hex(P), hex(Q));
    assert!(is_prime(&p) && is_prime(&q));
    let pallas = Facts { file: "pasta/pallas.rs", p: &p, n: &q, b: 5, x: -1 };
    let vesta = Facts { file: "pasta/vesta.rs", p: &q, n: &p, b: 5, x: -1 };
    let of_both = [
        (pallas, "18354a2eb0ea8c9c49be2d7258370742b74134581a27a59f92bb4b0b657a014b"),
        (vesta, "267f9b2ee592271a81639c4d96f787739673928c7d01b212c515ad7242eaa6b1"),
    ];
    let mut out = Vec::new();
    for (facts, a) in of_both {
        let equation = "the order of the other curve's group";
        out.push(Constant::root(facts.file, "FpModulus::P", equation, vec![facts.p.clone()]));
        facts.group(&mut out);
        facts.hash(&hex(a), &mut out);
        facts.map(-13, &mut out);
    }
    out
}

fn grumpkin() -> Vec<Constant> {
    let p = hex("30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001");
    let n = hex("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
    let facts = Facts { file: "grumpkin.rs", p: &p, n: &n, b: -17, x: 1 };
    let mut out = Vec::new();
    let y = facts.group(&mut out);
    facts.map(1, &mut out);
    out.push(Constant::root(
        facts.file,
        "GENERATOR_Y",
        "y of G, the smaller of +-sqrt(-16)",
        vec![y],
    ));
    out
}

/// Of the two primitive cube roots of one the smaller.
fn smaller_root(modulus: &BigUint) -> BigUint {
    let one = BigUint::from(1u32);
    let third = (modulus - 1u32) / 3u32;
    let mut roots = (2u32..).map(|k| BigUint::from(k).modpow(&third, modulus));
    let root = roots.find(|root| *root != one).expect("a cube root of one");
    root.clone().min(modulus - root - 1u32)
}

impl Facts<'_> {
    /// What the group needs; gives y of the generator.
    fn group(&self, out: &mut Vec<Constant>) -> BigUint {
        let field = Quadratic::new(self.p.clone());
        let f = &field.base;
        let x = f.small(self.x);
        let y = f.sqrt(&f.add(&f.mul(&x, &f.mul(&x, &x)), &f.small(self.b))).expect("a point");
        let y = y.clone().min(self.p - y);
        let in_fp = |a: &BigUint| [a.clone(), BigUint::ZERO];
        let g = Some((in_fp(&x), in_fp(&y)));
        let curve =
            Equation { a: field.small(0, 0), b: field.small(self.b, 0), field: field.clone() };
        curve.assert_prime_order(self.n, &g);

        let (beta, lambda) = (smaller_root(self.p), smaller_root(self.n));
        let image = Some((in_fp(&f.mul(&beta, &x)), in_fp(&y)));
        let lambda = if curve.mul(&lambda, &g) == image { lambda } else { self.n - &lambda - 1u32 };
        assert_eq!(curve.mul(&lambda, &g), image, "(beta x, y) = [lambda](x, y)");
        let basis = lattice::by_euclid(self.n, &lambda);
        assert!(lattice::is_basis(&basis, self.n, &lambda), "a basis");
        let reciprocals = lattice::reciprocals(&basis, 320);
        let all: Vec<BigInt> = basis.into_iter().flatten().chain(reciprocals).collect();
        out.extend([
            Constant::derived(
                self.file,
                "BETA",
                "the smaller primitive cube root of one; (beta x, y) = [lambda](x, y)",
                vec![beta],
            ),
            Constant::derived(
                self.file,
                "LATTICE",
                "Euclid's two shortest (a, b) with a + b lambda = 0 mod n; then c_j 2^320, (1, 0) = sum c_j (a_j, b_j), rounded",
                all,
            ),
        ]);
        y
    }

    /// What hashing by y² = x³ + ax + 1265 and transforms need.
    fn hash(&self, a: &BigUint, out: &mut Vec<Constant>) {
        let field = Quadratic::new(self.p.clone());
        let f = &field.base;
        let root_of_unity = BigUint::from(5u32).modpow(&((self.p - 1u32) >> 32u32), self.p);
        let isogeny = isogeny::normalised(
            f,
            3,
            [a, &f.small(1265)],
            [&BigUint::ZERO, &f.small(5 * 3i64.pow(6))],
        )
        .expect("the curves are 3-isogenous");
        let x0 = f.neg(&isogeny.kernel[0]);
        let t = f.mul(&f.small(2), &f.add(&f.mul(&f.small(3), &f.mul(&x0, &x0)), a));
        let w =
            f.mul(&f.small(4), &f.add(&f.mul(&x0, &f.add(&f.mul(&x0, &x0), a)), &f.small(1265)));
        assert_eq!(w, f.small(20), "w = 4(x0^3 + A' x0 + 1265)");
        let z = f.small(-13);
        assert_eq!(f.sqrt(&z), None, "Z is no square");
        let root = f.sqrt(&f.mul(&z, &f.invert(&root_of_unity))).expect("a square");
        let root = root.clone().min(self.p - root);
        let file = self.file;
        out.extend([
            Constant::derived(file, "ROOT_OF_UNITY", "5^((p - 1)/2^32) mod p", vec![root_of_unity]),
            Constant::root(file, "A", "A' of pasta_curves", vec![a.clone()]),
            Constant::derived(
                file,
                "X0",
                "the abscissa of the kernel of the 3-isogeny that multiplies dx/y by 3",
                vec![x0],
            ),
            Constant::derived(file, "T", "2(3 x0^2 + A')", vec![t]),
            Constant::derived(
                file,
                "ROOT",
                "the smaller of +-sqrt(Z/g), g = ROOT_OF_UNITY",
                vec![root],
            ),
        ]);
    }
    /// What the map of Shallue and van de Woestijne needs.
    fn map(&self, z: i64, out: &mut Vec<Constant>) {
        let field = Quadratic::new(self.p.clone());
        let two_adicity = (self.p - 1u32).trailing_zeros().expect("p is odd");
        let mut numbers = (2u32..).map(BigUint::from);
        let least = numbers.find(|k| field.base.sqrt(k).is_none()).expect("half of all are none");
        let n = least.modpow(&((self.p - 1u32) >> two_adicity), self.p);
        let in_fp = |a| [a, BigUint::ZERO];
        let sqrt = |a: &[BigUint; 2]| field.base.sqrt(&a[0]).map(in_fp);
        let numbers = svdw::constants(&field, sqrt, &field.small(self.b, 0), z, &in_fp(n));
        let values = numbers.into_iter().map(|[c0, c1]| {
            assert_eq!(c1, BigUint::ZERO, "all of them are in Fp");
            c0
        });
        out.push(Constant::derived(
            self.file,
            "MAP",
            "g(Z), -Z/2, c3, c4 of RFC 9380 §6.6.1, sqrt(c4)^3/(g(Z) N) with N = n^((p - 1)/2^v) for the least non-residue n and p - 1 = 2^v t, x and y of the exceptional point",
            values.collect(),
        ));
    }
}
