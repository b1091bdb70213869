//! What the seed says, by big integers, and roots in both fields. `curvemark constants` derives the
//! constants without the library.

#![allow(clippy::integer_division_remainder_used)]

use curve::bls12_377::{Fp, Fp2, FpEngine, FrEngine, G1Curve, G2Affine, G2Curve, X, pairing};
use curve::field::{Anywhere, Red};
use curve::weierstrass::{Endomorphism, Projective, Subgroup, Weierstrass};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::laws::order;
use crate::slow::integer;

pub fn limbs(digits: &[u64]) -> BigUint {
    digits.iter().rev().fold(BigUint::ZERO, |n, &limb| (n << 64u32) + limb)
}

fn gcd(mut a: BigUint, mut b: BigUint) -> BigUint {
    while b != BigUint::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}

#[test]
fn the_seed_gives_orders_and_cofactors() {
    let x = BigUint::from(X);
    let one = BigUint::from(1u32);
    let r = x.pow(4) - x.pow(2) + 1u32;
    let h1 = (&x - 1u32).pow(2) / 3u32;
    let p = &h1 * &r + &x;
    for prime in [&p, &r] {
        for base in [2u32, 3, 5, 7, 11] {
            assert_eq!(BigUint::from(base).modpow(&(prime - 1u32), prime), one);
        }
    }
    assert_eq!(integer(&-Fp::one()), &p - 1u32);
    assert_eq!(order::<FrEngine>(), r);
    let plus = x.pow(8) + 5u32 * x.pow(6) + 6u32 * x.pow(3) + 13u32;
    let h2 = (plus - 4u32 * x.pow(7) - 4u32 * x.pow(4) - 4u32 * x.pow(2) - 4u32 * &x) / 9u32;
    assert_eq!(limbs(G1Curve::<FpEngine>::COFACTOR), h1);
    assert_eq!(limbs(G2Curve::<FpEngine>::COFACTOR), h2);
    // The subgroup check of G2 stands on this, the complete formulas on the order's last bit.
    assert_eq!(gcd(h1.clone(), h2.clone()), one);
    assert_eq!(h1.bit(0), <G1Curve as Weierstrass>::ODD_ORDER);
    assert_eq!(h2.bit(0), <G2Curve as Weierstrass>::ODD_ORDER);
    // −5 is no square, and u no square and no cube, so that the tower is one of fields.
    let half = (&p - 1u32) / 2u32;
    assert_eq!((&p - 5u32).modpow(&half, &p), &p - 1u32);
    let u = Fp2::new(Fp::zero(), Fp::one());
    assert_eq!(u.sqr(), -Fp2::from(5));
    for k in [2u32, 3] {
        let exponent = ((p.pow(2) - 1u32) / k).to_u64_digits();
        assert!(u.pow_vartime(&exponent) != Fp2::one(), "{k}");
    }
}

#[test]
fn coefficients_and_endomorphisms() {
    let u = Fp2::new(Fp::zero(), Fp::one());
    assert_eq!(<G1Curve as Weierstrass>::b(&()), Fp::one());
    assert_eq!(&<G2Curve as Weierstrass>::b(&()) * &u, Fp2::one());
    for k in [1u32, 5, 12] {
        let x = Fp2::new(Fp::from(k), Fp::from(k + 3));
        let expected = &x * &<G2Curve as Weierstrass>::b(&()).times(3);
        assert_eq!(<G2Curve as Weierstrass>::times_3b(&x), expected);
        assert_eq!(<G1Curve as Weierstrass>::times_3b(&Fp::from(k)), Fp::from(3 * k));
    }
    // ψ by its definition.
    let third = ((order_of_fp() - 1u32) / 3u32).to_u64_digits();
    let half = ((order_of_fp() - 1u32) / 2u32).to_u64_digits();
    let g = G2Affine::generator();
    let image = G2Curve::<FpEngine>::endomorphism_xy(g.x(), g.y());
    assert_eq!(image.0, &g.x().conjugate() * &u.pow_vartime(&third));
    assert_eq!(image.1, &g.y().conjugate() * &u.pow_vartime(&half));
    assert_eq!(pairing::LINES, 69);
}

fn order_of_fp() -> BigUint {
    integer(&-Fp::one()) + 1u32
}

/// Roots of squares, of others, and of elements of Fp, where the method branches.
#[test]
fn square_roots() {
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    let mut random = || {
        let mut bytes = [0; 128];
        rng.fill_bytes(&mut bytes);
        let (c0, c1) = bytes.split_at(64);
        Fp2::new(Fp::from_uniform_bytes(c0), Fp::from_uniform_bytes(c1))
    };
    let mut tried: Vec<Fp2> = Vec::new();
    for a in 0..6 {
        for b in 0..6 {
            let v = Fp2::new(Fp::from(a), Fp::from(b));
            tried.extend([v, -v, v.sqr(), -v.sqr(), random(), random().sqr()]);
        }
    }
    let (mut squares, mut others) = (0, 0);
    for a in tried {
        let (root, exists) = a.sqrt();
        assert_eq!(bool::from(exists), bool::from(a.is_square()));
        if bool::from(exists) {
            squares += 1;
            assert_eq!(root.sqr(), a);
        } else {
            others += 1;
        }
        // Of two elements of Fp that differ by the factor −5, one is a square there.
        let c = a.c0();
        let [first, second] = [c, -c.times(5)].map(|c| bool::from(c.is_square()));
        assert!(first != second || bool::from(c.is_zero()));
        for c in [c, -c] {
            let (root, exists) = Fp2::new(c, Fp::zero()).sqrt();
            assert!(bool::from(exists) && root.sqr() == Fp2::new(c, Fp::zero()));
        }
    }
    assert!(squares > 100 && others > 20, "{squares} {others}");
}

#[test]
fn generators_have_the_order() {
    fn check<C: curve::weierstrass::Group<Base: Anywhere>>()
    where
        Red<C::Base>: PartialEq,
    {
        let g = Projective::<C>::generator();
        assert!(bool::from(g.is_on_curve()) && bool::from(g.is_in_subgroup()));
        let r = order::<FrEngine>().to_u64_digits();
        assert!(bool::from(g.mul_integer_vartime(&r).is_identity()));
        assert!(!bool::from(g.is_identity()));
    }
    check::<G1Curve>();
    check::<G2Curve>();
}
