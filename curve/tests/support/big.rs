//! Slow and plain arithmetic in Fp2 = Fp[u]/(u² + 1) and on curves over it, with big integers.
#![allow(dead_code, clippy::integer_division_remainder_used)]

use curve::field::{Anywhere, Red};
use curve::weierstrass::{Affine, Weierstrass};
use num_bigint::BigUint;

/// An element c₀ + c₁·u.
pub type Fp2 = [BigUint; 2];

pub fn mul(a: &Fp2, b: &Fp2, p: &BigUint) -> Fp2 {
    let c0 = (&a[0] * &b[0] + (p - &a[1]) * &b[1]) % p;
    let c1 = (&a[0] * &b[1] + &a[1] * &b[0]) % p;
    [c0, c1]
}

pub fn sub(a: &Fp2, b: &Fp2, p: &BigUint) -> Fp2 {
    [(&a[0] + p - &b[0]) % p, (&a[1] + p - &b[1]) % p]
}

pub fn pow(a: &Fp2, exponent: &BigUint, p: &BigUint) -> Fp2 {
    let mut out = [BigUint::from(1u32), BigUint::ZERO];
    for i in (0..exponent.bits()).rev() {
        out = mul(&out, &out, p);
        if exponent.bit(i) {
            out = mul(&out, a, p);
        }
    }
    out
}

pub fn invert(a: &Fp2, p: &BigUint) -> Fp2 {
    // a^(p² − 2).
    pow(a, &(p.pow(2) - 2u32), p)
}

/// A point of either curve, coordinates in Fp2; `None` is the identity.
pub type Point = Option<(Fp2, Fp2)>;

pub fn add(a: &Point, b: &Point, p: &BigUint) -> Point {
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

pub fn multiply(k: &BigUint, a: &Point, p: &BigUint) -> Point {
    let mut out = None;
    for i in (0..k.bits()).rev() {
        out = add(&out, &out, p);
        if k.bit(i) {
            out = add(&out, a, p);
        }
    }
    out
}

/// A coordinate of the library in Fp or Fp2, with coefficients of `bytes` bytes.
pub fn integers<F: Anywhere>(a: &Red<F>, bytes: usize) -> Fp2 {
    let mut out = vec![0; F::BYTES];
    a.to_bytes(&mut out);
    let low = F::BYTES - bytes;
    [BigUint::from_bytes_be(&out[low..]), BigUint::from_bytes_be(&out[..low])]
}

/// A point of the library.
pub fn point<C: Weierstrass<Base: Anywhere>>(a: &Affine<C>, bytes: usize) -> Point {
    if bool::from(a.is_identity()) {
        None
    } else {
        Some((integers(a.x(), bytes), integers(a.y(), bytes)))
    }
}

pub fn hex(digits: &str) -> BigUint {
    BigUint::parse_bytes(digits.as_bytes(), 16).unwrap()
}

pub fn limbs(digits: &[u64]) -> BigUint {
    digits.iter().rev().fold(BigUint::ZERO, |n, &limb| (n << 64u32) + limb)
}

pub fn gcd(mut a: BigUint, mut b: BigUint) -> BigUint {
    while b != BigUint::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}

pub fn conjugate(a: &Fp2, p: &BigUint) -> Fp2 {
    [a[0].clone(), (p - &a[1]) % p]
}
