//! The derived constants of the BLS12-381 groups, computed again with plain big integers and affine
//! chords and tangents.

// Slow and plain on purpose, and all of it public.
#![allow(clippy::integer_division_remainder_used)]

use crate::big;
use std::vec::Vec;

use curve::bls12_381::{G1Affine, G1Curve, G2Affine, G2Curve, X};
use curve::field::{Anywhere, Red};
use curve::weierstrass::{Subgroup, Weierstrass, ZcashEncoding};
use num_bigint::BigUint;

use crate::big::{Fp2, Point, conjugate, gcd, hex, invert, limbs, mul, multiply, point, pow, sub};

/// Bytes of a coefficient.
const BYTES: usize = 48;

fn integers<F: Anywhere>(a: &Red<F>) -> Fp2 {
    big::integers(a, BYTES)
}

/// p and r from the seed x = −|x|, by their polynomials.
fn p_and_r() -> (BigUint, BigUint) {
    let x = BigUint::from(X);
    let r = x.pow(4) - x.pow(2) + 1u32;
    // p = (x − 1)²·r/3 + x with x negative.
    let p = (&x + 1u32).pow(2) * &r / 3u32 - &x;
    (p, r)
}

/// The endomorphism of the library on the generator.
fn endomorphism<C: ZcashEncoding<Base: Anywhere>>() -> Point {
    let g = C::generator(&());
    let (x, y) = C::endomorphism_xy(g.x(), g.y());
    Some((integers(&x), integers(&y)))
}

#[test]
fn primes_and_cofactors() {
    let (p, r) = p_and_r();
    let x = BigUint::from(X);
    // (x − 1)²/3 and the polynomial of h₂ at x = −|x|.
    let h1 = (&x + 1u32).pow(2) / 3u32;
    let h2 = (x.pow(8) + 4u32 * x.pow(7) + 5u32 * x.pow(6)
        - 4u32 * x.pow(4)
        - 6u32 * x.pow(3)
        - 4u32 * x.pow(2)
        + 4u32 * &x
        + 13u32)
        / 9u32;
    assert_eq!(limbs(<G1Curve>::COFACTOR), h1);
    assert_eq!(limbs(<G2Curve>::COFACTOR), h2);
    assert_eq!(
        p,
        hex(
            "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
        )
    );
    // The subgroup checks and the complete formulas stand on these.
    assert_eq!(&p + &x, &h1 * &r);
    assert_eq!(gcd(h1.clone(), h2.clone()), BigUint::from(1u32));
    assert!((&h1 * &r).bit(0) && (&h2 * &r).bit(0));
    // #E(Fp) = p + 1 − t with t = x + 1.
    assert_eq!(&h1 * &r, &p + &x);
}

#[test]
fn generators() {
    let (p, r) = p_and_r();
    let g1 = point(&G1Affine::generator(), BYTES);
    let g2 = point(&G2Affine::generator(), BYTES);
    let on_curve = |point: &Point, b: &Fp2| {
        let (x, y) = point.as_ref().unwrap();
        let xxx = mul(&mul(x, x, &p), x, &p);
        assert_eq!(sub(&mul(y, y, &p), &xxx, &p), *b);
    };
    on_curve(&g1, &[BigUint::from(4u32), BigUint::ZERO]);
    on_curve(&g2, &[BigUint::from(4u32), BigUint::from(4u32)]);
    assert_eq!(multiply(&(&r - 1u32), &g1, &p).map(|(x, _)| x), g1.map(|(x, _)| x));
    assert_eq!(integers(&<G1Curve as Weierstrass>::b(&())), [BigUint::from(4u32), BigUint::ZERO]);
    assert_eq!(
        integers(&<G2Curve as Weierstrass>::b(&())),
        [BigUint::from(4u32), BigUint::from(4u32)]
    );
    for (i, k) in [3u32, 5, 12].iter().enumerate() {
        let one = Red::<<G2Curve as Weierstrass>::Base>::from(*k + i as u32);
        let expected = one * <G2Curve as Weierstrass>::b(&()).times(3);
        assert_eq!(<G2Curve as Weierstrass>::times_3b(&one), expected);
    }
}

#[test]
fn endomorphisms() {
    let (p, _) = p_and_r();
    let one = BigUint::from(1u32);
    let x = BigUint::from(X);
    // −φ: β = 2^((p − 1)/3) on x, −1 on y; x² times the generator.
    let (gx, gy) = point(&G1Affine::generator(), BYTES).unwrap();
    let beta = BigUint::from(2u32).modpow(&((&p - 1u32) / 3u32), &p);
    assert!(beta != one && beta.modpow(&BigUint::from(3u32), &p) == one);
    let expected = Some(([&gx[0] * &beta % &p, BigUint::ZERO], [&p - &gy[0], BigUint::ZERO]));
    assert_eq!(endomorphism::<G1Curve>(), expected);
    assert_eq!(multiply(&x.pow(2), &Some((gx, gy)), &p), expected);
    // −ψ: conjugates times powers of ξ = 1 + u; |x| times the generator.
    let (gx, gy) = point(&G2Affine::generator(), BYTES).unwrap();
    let xi = [one.clone(), one];
    let psi_x = invert(&pow(&xi, &((&p - 1u32) / 3u32), &p), &p);
    let psi_y = invert(&pow(&xi, &((&p - 1u32) / 2u32), &p), &p);
    let zero = [BigUint::ZERO, BigUint::ZERO];
    let expected = Some((
        mul(&conjugate(&gx, &p), &psi_x, &p),
        sub(&zero, &mul(&conjugate(&gy, &p), &psi_y, &p), &p),
    ));
    assert_eq!(endomorphism::<G2Curve>(), expected);
    assert_eq!(multiply(&x, &Some((gx, gy)), &p), expected);
}

/// Square roots in Fp2 on elements where the method branches: real, imaginary, zero, squares and
/// not.
#[test]
fn square_roots() {
    type Base = <G2Curve as Weierstrass>::Base;
    let real = |k: u32| Red::<Base>::from(k);
    let u = real(1) - (real(1) - <G2Curve as Weierstrass>::b(&()) * real(4).invert()) - real(1);
    assert_eq!(u.sqr(), -real(1));
    let mut squares = 0;
    let mut tried: Vec<Red<Base>> = Vec::new();
    for a in 0..6 {
        for b in 0..6 {
            let v = real(a) + real(b) * u;
            tried.extend([v, -v, v.sqr(), -v.sqr(), v.sqr() * (real(1) + u)]);
        }
    }
    for a in tried {
        let (root, exists) = a.sqrt();
        assert_eq!(bool::from(exists), bool::from(a.is_square()));
        if bool::from(exists) {
            squares += 1;
            assert_eq!(root.sqr(), a);
        }
    }
    assert!(squares > 100);
}
