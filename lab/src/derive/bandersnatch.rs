//! Bandersnatch from its paper, S. Masson, A. Sanso, Z. Zhang, ePrint 2021/1152.

use num_bigint::{BigInt, BigUint};

use super::arithmetic::{Prime, hex};
use super::ed25519::{Edwards, assert_order};
use super::{Constant, Curve, lattice};

/// The curve.
pub const CURVE: Curve = Curve {
    name: "bandersnatch",
    root_facts: "p is r of BLS12-381; a = -5, d = 138827208126141220649022263972958607803/171449701953573178309673572579671231137, l, \
        x of G as arkworks has it and the smaller y; which root of -2 and which c are meant (ePrint 2021/1152)",
    derive,
};

const FILE: &str = "bandersnatch.rs";
const HASH: &str = "bandersnatch/hash_to_curve.rs";

fn derive() -> Vec<Constant> {
    let f = Prime { p: hex("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001") };
    let l = hex("1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1");
    let (one, a) = (f.small(1), f.small(-5));
    let d = f.mul(
        &BigUint::from(138_827_208_126_141_220_649_022_263_972_958_607_803u128),
        &f.invert(&BigUint::from(171_449_701_953_573_178_309_673_572_579_671_231_137u128)),
    );
    // y² = (1 − ax²)/(1 − dx²).
    let x = hex("29c132cc2c0b34c5743711777bbe42f32b79c022ad998465e1e71866a252ae18");
    let xx = f.mul(&x, &x);
    let below = f.invert(&f.sub(&one, &f.mul(&d, &xx)));
    let y = f.sqrt(&f.mul(&f.sub(&one, &f.mul(&a, &xx)), &below)).expect("a point");
    let y = y.clone().min(f.neg(&y));
    let curve = Edwards { field: f, a, d };
    let g = [x, y];
    assert_order(&curve, 4, &l, &g);
    let Edwards { field: f, a, d } = &curve;
    assert!(f.sqrt(a).is_none() && f.sqrt(d).is_none(), "neither is a square");

    // ψ(x, y) = (c(1 − y²)/(xy), b(y² + b)/(y² − b)); b and the sign of c by the image of G, which
    // an endomorphism of degree two with ψ² = [−2] has as [λ]G.
    let lambda = hex("13b4f3dc4a39a493edf849562b38c72bcfc49db970a5056ed13d21408783df05");
    assert_eq!((&lambda * &lambda + 2u32) % &l, BigUint::ZERO, "a root of -2");
    let image = curve.mul(&lambda, &g);
    let [x, y] = &g;
    let yy = f.mul(y, y);
    let root = f.sqrt(&f.small(2)).expect("a square");
    let y_of = |b: &BigUint| f.mul(&f.mul(b, &f.add(&yy, b)), &f.invert(&f.sub(&yy, b)));
    let b = [f.sub(&root, &one), f.sub(&f.neg(&root), &one)];
    let b = b.into_iter().find(|b| y_of(b) == image[1]).expect("(b + 1)^2 = 2");
    assert_eq!(f.mul(&f.mul(&b, &b), d), *a, "b^2 = a/d");
    let c = f.mul(&f.mul(&image[0], &f.mul(x, y)), &f.invert(&f.sub(&one, &yy)));

    let basis = lattice::by_euclid(&l, &lambda);
    assert!(lattice::is_basis(&basis, &l, &lambda), "a basis");
    let reciprocals = lattice::reciprocals(&basis, 320);
    let lattice: Vec<BigInt> = basis.into_iter().flatten().chain(reciprocals).collect();
    let (a_c, minus_c_d) = (f.mul(a, &c), f.neg(&f.mul(&c, d)));

    // g is 5^t for p - 1 = 2^32 t.
    let t = (&f.p - 1u32) >> 32u32;
    let ratio_root = f.invert(&f.small(5).modpow(&((&t - 1u32) >> 1u32), &f.p));
    let over = |sum: &BigUint, below: i64| f.mul(sum, &f.invert(&f.small(below)));
    vec![
        Constant::root(FILE, "FrModulus::P", "l, the order of G", vec![l]),
        Constant::derived(FILE, "D", "d, the quotient", vec![d.clone()]),
        Constant::derived(FILE, "D_2", "2d", vec![f.add(d, d)]),
        Constant::root(FILE, "GENERATOR_X", "x of G", vec![x.clone()]),
        Constant::derived(
            FILE,
            "GENERATOR_Y",
            "the smaller root of (1 - ax^2)/(1 - dx^2)",
            vec![y.clone()],
        ),
        Constant::derived(FILE, "B", "(b + 1)^2 = 2 with psi(G) = [lambda]G", vec![b]),
        Constant::derived(FILE, "A_C", "ac", vec![a_c]),
        Constant::derived(FILE, "MINUS_C_D", "-cd", vec![minus_c_d]),
        Constant::derived(
            FILE,
            "LATTICE",
            "Euclid's two shortest (v0, v1) with v0 + v1 lambda = 0 mod l; then c_j 2^320, (1, 0) = sum c_j (v0_j, v1_j), rounded",
            lattice,
        ),
        Constant::derived(HASH, "A", "(a + d)/2", vec![over(&f.add(a, d), 2)]),
        Constant::derived(HASH, "B", "(a - d)/4", vec![over(&f.sub(a, d), 4)]),
        Constant::derived(HASH, "ROOT", "5^((1 - t)/2), p - 1 = 2^32 t", vec![ratio_root]),
    ]
}
