//! The derived constants of the BLS12-381 groups, computed again with plain big integers and affine chords and tangents.

// Slow and plain on purpose, and all of it public.
#![allow(clippy::integer_division_remainder_used)]

use std::vec::Vec;

use curve::bls12_381::{G1Affine, G1Curve, G2Affine, G2Curve, X};
use curve::field::{Anywhere, Red};
use curve::weierstrass::{Affine, Group, Weierstrass, ZcashEncoding};
use num_bigint::BigUint;

/// p and r from the seed x = −|x|, by their polynomials.
fn p_and_r() -> (BigUint, BigUint) {
    let x = BigUint::from(X);
    let r = x.pow(4) - x.pow(2) + 1u32;
    // p = (x − 1)²·r/3 + x with x negative.
    let p = (&x + 1u32).pow(2) * &r / 3u32 - &x;
    (p, r)
}

/// An element c₀ + c₁·u.
type Fp2 = [BigUint; 2];

fn mul(a: &Fp2, b: &Fp2, p: &BigUint) -> Fp2 {
    let c0 = (&a[0] * &b[0] + (p - &a[1]) * &b[1]) % p;
    let c1 = (&a[0] * &b[1] + &a[1] * &b[0]) % p;
    [c0, c1]
}

fn sub(a: &Fp2, b: &Fp2, p: &BigUint) -> Fp2 {
    [(&a[0] + p - &b[0]) % p, (&a[1] + p - &b[1]) % p]
}

fn pow(a: &Fp2, exponent: &BigUint, p: &BigUint) -> Fp2 {
    let mut out = [BigUint::from(1u32), BigUint::ZERO];
    for i in (0..exponent.bits()).rev() {
        out = mul(&out, &out, p);
        if exponent.bit(i) {
            out = mul(&out, a, p);
        }
    }
    out
}

fn invert(a: &Fp2, p: &BigUint) -> Fp2 {
    // a^(p² − 2).
    pow(a, &(p.pow(2) - 2u32), p)
}

/// A point of either curve, coordinates in Fp2; `None` is the identity.
type Point = Option<(Fp2, Fp2)>;

fn add(a: &Point, b: &Point, p: &BigUint) -> Point {
    let (Some((x1, y1)), Some((x2, y2))) = (a, b) else {
        return a.clone().or_else(|| b.clone());
    };
    let slope = if x1 != x2 {
        mul(&sub(y2, y1, p), &invert(&sub(x2, x1, p), p), p)
    } else if y1 == y2 {
        let xx = mul(x1, x1, p);
        let three = [BigUint::from(3u32), BigUint::ZERO];
        let two = [BigUint::from(2u32), BigUint::ZERO];
        mul(&mul(&xx, &three, p), &invert(&mul(y1, &two, p), p), p)
    } else {
        return None;
    };
    let x3 = sub(&sub(&mul(&slope, &slope, p), x1, p), x2, p);
    let y3 = sub(&mul(&slope, &sub(x1, &x3, p), p), y1, p);
    Some((x3, y3))
}

fn multiply(k: &BigUint, a: &Point, p: &BigUint) -> Point {
    let mut out = None;
    for i in (0..k.bits()).rev() {
        out = add(&out, &out, p);
        if k.bit(i) {
            out = add(&out, a, p);
        }
    }
    out
}

/// A coordinate of the library as an integer pair; big-endian bytes, c₁ first.
fn integers<F: Anywhere>(a: &Red<F>) -> Fp2 {
    let mut bytes = std::vec![0; F::BYTES];
    a.to_bytes(&mut bytes);
    let low = F::BYTES - 48;
    [BigUint::from_bytes_be(&bytes[low..]), BigUint::from_bytes_be(&bytes[..low])]
}

fn point<C: ZcashEncoding<Base: Anywhere>>(a: &Affine<C>) -> Point {
    if bool::from(a.is_identity()) { None } else { Some((integers(a.x()), integers(a.y()))) }
}

fn hex(digits: &str) -> BigUint {
    BigUint::parse_bytes(digits.as_bytes(), 16).unwrap()
}

fn limbs(digits: &[u64]) -> BigUint {
    digits.iter().rev().fold(BigUint::ZERO, |n, &limb| (n << 64u32) + limb)
}

fn gcd(mut a: BigUint, mut b: BigUint) -> BigUint {
    while b != BigUint::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
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
    let h2 = (x.pow(8) + 4u32 * x.pow(7) + 5u32 * x.pow(6) - 4u32 * x.pow(4) - 6u32 * x.pow(3) - 4u32 * x.pow(2)
        + 4u32 * &x
        + 13u32)
        / 9u32;
    assert_eq!(limbs(<G1Curve>::COFACTOR), h1);
    assert_eq!(limbs(<G2Curve>::COFACTOR), h2);
    assert_eq!(
        p,
        hex("1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab")
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
    let g1 = point(&G1Affine::generator());
    let g2 = point(&G2Affine::generator());
    let on_curve = |point: &Point, b: &Fp2| {
        let (x, y) = point.as_ref().unwrap();
        let xxx = mul(&mul(x, x, &p), x, &p);
        assert_eq!(sub(&mul(y, y, &p), &xxx, &p), *b);
    };
    on_curve(&g1, &[BigUint::from(4u32), BigUint::ZERO]);
    on_curve(&g2, &[BigUint::from(4u32), BigUint::from(4u32)]);
    assert_eq!(multiply(&(&r - 1u32), &g1, &p).map(|(x, _)| x), g1.map(|(x, _)| x));
    assert_eq!(integers(&<G1Curve as Weierstrass>::b(&())), [BigUint::from(4u32), BigUint::ZERO]);
    assert_eq!(integers(&<G2Curve as Weierstrass>::b(&())), [BigUint::from(4u32), BigUint::from(4u32)]);
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
    let (gx, gy) = point(&G1Affine::generator()).unwrap();
    let beta = BigUint::from(2u32).modpow(&((&p - 1u32) / 3u32), &p);
    assert!(beta != one && beta.modpow(&BigUint::from(3u32), &p) == one);
    let expected = Some(([&gx[0] * &beta % &p, BigUint::ZERO], [&p - &gy[0], BigUint::ZERO]));
    assert_eq!(endomorphism::<G1Curve>(), expected);
    assert_eq!(multiply(&x.pow(2), &Some((gx, gy)), &p), expected);
    // −ψ: conjugates times powers of ξ = 1 + u; |x| times the generator.
    let (gx, gy) = point(&G2Affine::generator()).unwrap();
    let xi = [one.clone(), one];
    let psi_x = invert(&pow(&xi, &((&p - 1u32) / 3u32), &p), &p);
    let psi_y = invert(&pow(&xi, &((&p - 1u32) / 2u32), &p), &p);
    let conjugate = |a: &Fp2| [a[0].clone(), (&p - &a[1]) % &p];
    let zero = [BigUint::ZERO, BigUint::ZERO];
    let expected = Some((mul(&conjugate(&gx), &psi_x, &p), sub(&zero, &mul(&conjugate(&gy), &psi_y, &p), &p)));
    assert_eq!(endomorphism::<G2Curve>(), expected);
    assert_eq!(multiply(&x, &Some((gx, gy)), &p), expected);
}

/// Square roots in Fp2 on elements where the method branches: real, imaginary, zero, squares and not.
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
