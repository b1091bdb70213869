//! Ed25519 from RFC 8032, its Ristretto group from RFC 9496.

use num_bigint::BigUint;

use super::arithmetic::{Prime, is_prime};
use super::{Constant, Curve};

/// The curve.
pub const CURVE: Curve = Curve {
    name: "ed25519",
    root_facts: "p = 2^255 - 19, l = 2^252 + 27742317777372353535851937790883648493, a = -1, d = -121665/121666, y of G = 4/5 with x even \
        (RFC 8032 §5.1); J = 486662 (RFC 9380 §8.5); which roots are meant (RFC 9496 §4.1)",
    derive,
};

const FILE: &str = "ed25519.rs";
const HASH: &str = "ed25519/hash_to_curve.rs";
const RISTRETTO: &str = "ed25519/ristretto.rs";

/// ax² + y² = 1 + dx²y² over Fp.
pub struct Edwards {
    /// Fp.
    pub field: Prime,
    /// a.
    pub a: BigUint,
    /// d.
    pub d: BigUint,
}

impl Edwards {
    /// x₃ = (x₁y₂ + y₁x₂)/(1 + dx₁x₂y₁y₂), y₃ = (y₁y₂ − ax₁x₂)/(1 − dx₁x₂y₁y₂): complete where d is
    /// no square and a is one, and for points of odd order.
    pub fn add(&self, [x1, y1]: &[BigUint; 2], [x2, y2]: &[BigUint; 2]) -> [BigUint; 2] {
        let f = &self.field;
        let one = f.small(1);
        let k = f.mul(&self.d, &f.mul(&f.mul(x1, x2), &f.mul(y1, y2)));
        let x = f.add(&(x1 * y2), &(y1 * x2));
        let y = f.sub(&(y1 * y2), &f.mul(&self.a, &(x1 * x2)));
        [f.mul(&x, &f.invert(&f.add(&one, &k))), f.mul(&y, &f.invert(&f.sub(&one, &k)))]
    }

    /// \[k\]P.
    pub fn mul(&self, k: &BigUint, point: &[BigUint; 2]) -> [BigUint; 2] {
        let identity = [BigUint::ZERO, BigUint::from(1u32)];
        (0..k.bits()).rev().fold(identity, |sum, i| {
            let sum = self.add(&sum, &sum);
            if k.bit(i) { self.add(&sum, point) } else { sum }
        })
    }

    /// (−x, y).
    pub fn neg(&self, [x, y]: &[BigUint; 2]) -> [BigUint; 2] {
        [self.field.neg(x), y.clone()]
    }
}

/// The curve and its generator.
pub fn group() -> (Edwards, [BigUint; 2]) {
    let f = Prime { p: (BigUint::from(1u32) << 255u32) - 19u32 };
    let one = f.small(1);
    let square = |a: &BigUint| f.mul(a, a);
    let d = f.mul(&f.small(-121_665), &f.invert(&f.small(121_666)));
    let y = f.mul(&f.small(4), &f.invert(&f.small(5)));
    let xx = f.mul(&f.sub(&square(&y), &one), &f.invert(&f.add(&one, &f.mul(&d, &square(&y)))));
    let x = root(&f, &xx, false);
    (Edwards { a: f.small(-1), field: f, d }, [x, y])
}

fn derive() -> Vec<Constant> {
    let l =
        (BigUint::from(1u32) << 252u32) + 27_742_317_777_372_353_535_851_937_790_883_648_493u128;
    let (curve, g) = group();
    assert_order(&curve, 8, &l, &g);
    let (Edwards { field: f, a: minus_one, d }, [x, y]) = (curve, g);
    let p = f.p.clone();
    let one = f.small(1);
    let square = |a: &BigUint| f.mul(a, a);
    vec![
        Constant::root(FILE, "FpModulus::P", "p = 2^255 - 19", vec![p.clone()]),
        Constant::root(
            FILE,
            "FrModulus::P",
            "l = 2^252 + 27742317777372353535851937790883648493",
            vec![l],
        ),
        Constant::derived(FILE, "D", "d = -121665/121666", vec![d.clone()]),
        Constant::derived(FILE, "D_2", "2d", vec![f.add(&d, &d)]),
        Constant::derived(
            FILE,
            "SQRT_MINUS_ONE",
            "2^((p - 1)/4), which is even",
            vec![root(&f, &minus_one, false)],
        ),
        Constant::derived(FILE, "GENERATOR_X", "the even x with y = 4/5", vec![x]),
        Constant::derived(FILE, "GENERATOR_Y", "4/5", vec![y]),
        Constant::derived(
            HASH,
            "C",
            "sqrt(-486664), even",
            vec![root(&f, &f.small(-486_664), false)],
        ),
        Constant::derived(
            RISTRETTO,
            "INVSQRT_A_MINUS_D",
            "1/sqrt(a - d), even",
            vec![root(&f, &f.invert(&f.sub(&minus_one, &d)), false)],
        ),
        Constant::derived(
            RISTRETTO,
            "SQRT_AD_MINUS_ONE",
            "sqrt(ad - 1), odd",
            vec![root(&f, &f.sub(&f.neg(&d), &one), true)],
        ),
        Constant::derived(RISTRETTO, "ONE_MINUS_D_SQ", "1 - d^2", vec![f.sub(&one, &square(&d))]),
        Constant::derived(RISTRETTO, "D_MINUS_ONE_SQ", "(d - 1)^2", vec![square(&f.sub(&d, &one))]),
    ]
}

/// The odd or the even root of a square.
fn root(f: &Prime, a: &BigUint, odd: bool) -> BigUint {
    let root = f.sqrt(a).expect("a square");
    if root.bit(0) == odd { root } else { f.neg(&root) }
}

/// Proves that the curve has hl points, l a prime: G has order l, and of its multiples only hl lies
/// in the interval of H. Hasse, p + 1 ± 2√p, which is shorter than l.
pub fn assert_order(curve: &Edwards, h: u32, l: &BigUint, g: &[BigUint; 2]) {
    let f = &curve.field;
    let identity = [BigUint::ZERO, f.small(1)];
    assert!(is_prime(&f.p) && is_prime(l), "p and l are prime");
    assert!(curve.mul(l, g) == identity && *g != identity, "a point of order l");
    let (count, points) = (&f.p + 1u32, h * l);
    let distance = if points > count { points - count } else { count - points };
    assert!(distance.pow(2) <= 4u32 * &f.p, "hl is in the interval");
}
