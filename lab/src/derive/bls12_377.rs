//! BLS12-377 from its seed.

use num_bigint::BigUint;

use super::arithmetic::{Quadratic, frobenius, is_prime};
use super::points::Equation;
use super::{Constant, Curve};

/// The curve.
pub const CURVE: Curve = Curve {
    name: "bls12_377",
    root_facts: "x = 0x8508c00000000001; u^2 = -5; xi = u; b = 1; b' = 1/u (D-type twist); the generator of G2, which is Zexe's",
    derive,
};

const CURVES: &str = "bls12_377.rs";
const G1: &str = "bls12_377/g1.rs";
const G2: &str = "bls12_377/g2.rs";
const TOWER: &str = "bls12_377/tower.rs";

const X: u64 = 0x8508_c000_0000_0001;

/// x and y of the generator of G2, c₀ then c₁, in decimal as Zexe has them.
const GENERATOR: [&str; 4] = [
    "233578398248691099356572568220835526895379068987715365179118596935057653620464273615301663571204657964920925606294",
    "140913150380207355837477652521042157274541796891053068589147167627541651775299824604154852141315666357241556069118",
    "63160294768292073209381361943935198908131692476676907196754037919244929611450776219210369229519898517858833747423",
    "149157405641012693445398062341192467754805999074082136895788947234480009303640899064710353187729182149407503257491",
];

fn derive() -> Vec<Constant> {
    let x = BigUint::from(X);
    let r = x.pow(4) - x.pow(2) + 1u32;
    let h1 = (&x - 1u32).pow(2) / 3u32;
    let p = &h1 * &r + &x;
    assert!(is_prime(&p) && is_prime(&r), "the seed gives primes");
    let field = Quadratic::with_norm(p.clone(), 5);
    assert_eq!(field.base.sqrt(&field.base.small(-5)), None, "-5 is no square");
    let root = BigUint::from(22u32).modpow(&((&r - 1u32) >> 47u32), &r);
    let reciprocal = ((BigUint::from(1u32) << 128u32) - 1u32) / &x - (BigUint::from(1u32) << 64u32);
    let mut out = vec![
        Constant::root(CURVES, "X", "x", vec![x.clone()]),
        Constant::derived(CURVES, "X_RECIPROCAL", "floor((2^128 - 1)/x) - 2^64", vec![reciprocal]),
        Constant::derived(CURVES, "FpModulus::P", "p = (x - 1)^2 r/3 + x", vec![p.clone()]),
        Constant::derived(CURVES, "FrModulus::P", "r = x^4 - x^2 + 1", vec![r.clone()]),
        Constant::derived(CURVES, "ROOT_OF_UNITY", "22^((r - 1)/2^47) mod r", vec![root]),
    ];

    let curve = Equation { field: field.clone(), a: field.small(0, 0), b: field.small(1, 0) };
    let generator = curve.first_point(&h1);
    assert!(curve.mul(&r, &generator).is_none(), "a point of order r");
    let (gx, gy) = generator.clone().expect("not the identity");
    let minus = curve.neg(&curve.mul(&x.pow(2), &generator));
    let third = (&p - 1u32) / 3u32;
    let [beta, _] = (2..)
        .map(|k| field.pow(&field.small(k, 0), &third))
        .find(|beta| Some((field.mul(beta, &gx), gy.clone())) == minus)
        .expect("one of the cube roots");
    let first = "the first point of the curve times h1";
    out.extend([
        Constant::derived(G1, "BETA", "beta^3 = 1 and (beta x, y) = [-x^2](x, y)", vec![beta]),
        Constant::derived(G1, "GENERATOR_X", first, vec![gx[0].clone()]),
        Constant::derived(G1, "GENERATOR_Y", first, vec![gy[0].clone()]),
        Constant::derived(G1, "G1Curve::COFACTOR", "h1 = (x - 1)^2/3", vec![h1]),
    ]);

    let u = field.small(0, 1);
    let b = field.invert(&u);
    let twist = Equation { field: field.clone(), a: field.small(0, 0), b: b.clone() };
    let decimal =
        |digits: &str| BigUint::parse_bytes(digits.as_bytes(), 10).expect("decimal digits");
    let [x0, x1, y0, y1] = GENERATOR.map(decimal);
    let (gx, gy) = ([x0, x1], [y0, y1]);
    let generator = Some((gx.clone(), gy.clone()));
    assert!(twist.has(&generator) && twist.mul(&r, &generator).is_none(), "a point of order r");
    let plus = x.pow(8) + 5u32 * x.pow(6) + 6u32 * x.pow(3) + 13u32;
    let h2 = (plus - 4u32 * x.pow(7) - 4u32 * x.pow(4) - 4u32 * x.pow(2) - 4u32 * &x) / 9u32;
    // Some point of order r is the first point times the cofactor, so that this is the cofactor.
    assert!(twist.mul(&r, &twist.first_point(&h2)).is_none(), "#E' = h2 r");
    let psi_x = field.pow(&u, &third);
    let psi_y = field.pow(&u, &((&p - 1u32) / 2u32));
    let image =
        (field.mul(&field.conjugate(&gx), &psi_x), field.mul(&field.conjugate(&gy), &psi_y));
    assert_eq!(Some(image), twist.mul(&x, &generator), "psi multiplies by x");
    let zero = BigUint::ZERO;
    assert!(b[0] == zero && psi_x[1] == zero && psi_y[1] == zero, "one coefficient says it");
    out.extend([
        Constant::derived(G2, "B", "1/u, divided by u", vec![b[1].clone()]),
        Constant::derived(
            G2,
            "THREE_B",
            "3/u, divided by u",
            vec![field.add(&field.add(&b, &b), &b)[1].clone()],
        ),
        Constant::derived(G2, "PSI_X", "u^((p - 1)/3)", vec![psi_x[0].clone()]),
        Constant::derived(G2, "PSI_Y", "u^((p - 1)/2)", vec![psi_y[0].clone()]),
        Constant::root(G2, "GENERATOR_X", "Zexe's", gx.to_vec()),
        Constant::root(G2, "GENERATOR_Y", "Zexe's", gy.to_vec()),
        Constant::derived(
            G2,
            "G2Curve::COFACTOR",
            "h2 = (x^8 - 4x^7 + 5x^6 - 4x^4 + 6x^3 - 4x^2 - 4x + 13)/9",
            vec![h2],
        ),
        Constant::derived(
            TOWER,
            "FROBENIUS",
            "xi^(i (p - 1)/6) for i = 1..5, then xi^(i (p^2 - 1)/6), then 1/3",
            frobenius(&field, &u),
        ),
    ]);
    out
}
