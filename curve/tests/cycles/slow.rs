//! y² = x³ + b modulo p by big integers, chords and tangents.

// Slow and plain on purpose, and all of it public.
#![allow(clippy::integer_division_remainder_used)]

use curve::field::{Anywhere, Red};
use curve::weierstrass::{Group, Projective};
use num_bigint::BigUint;

use crate::laws::hex;

/// A curve.
pub struct Slow {
    pub p: BigUint,
    pub n: BigUint,
    pub b: BigUint,
    pub g: (BigUint, BigUint),
}

/// A point; `None` is the identity.
pub type Point = Option<(BigUint, BigUint)>;

pub const P: &str = "40000000000000000000000000000000224698fc094cf91b992d30ed00000001";
pub const Q: &str = "40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001";
const BN_P: &str = "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47";
const BN_R: &str = "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";

impl Slow {
    /// Of the two moduli.
    fn pasta(p: &str, n: &str) -> Self {
        let p = hex(p);
        Self { g: (&p - 1u32, BigUint::from(2u32)), n: hex(n), b: BigUint::from(5u32), p }
    }

    pub fn pallas() -> Self {
        Self::pasta(P, Q)
    }

    pub fn vesta() -> Self {
        Self::pasta(Q, P)
    }

    /// With the generator's y as barretenberg writes it.
    pub fn grumpkin() -> Self {
        let p = hex(BN_R);
        let y = hex("2cf135e7506a45d632d270d45f1181294833fc48d823f272c");
        Self { g: (BigUint::from(1u32), y), n: hex(BN_P), b: &p - 17u32, p }
    }

    fn minus(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a + &self.p - b) % &self.p
    }

    pub fn add(&self, s: &Point, t: &Point) -> Point {
        let (Some((x1, y1)), Some((x2, y2))) = (s, t) else {
            return s.clone().or_else(|| t.clone());
        };
        let (above, below) = if x1 != x2 {
            (self.minus(y2, y1), self.minus(x2, x1))
        } else if y1 == y2 && *y1 != BigUint::ZERO {
            (x1 * x1 * 3u32 % &self.p, y1 * 2u32 % &self.p)
        } else {
            return None;
        };
        let slope = above * below.modinv(&self.p).expect("not zero") % &self.p;
        let x = self.minus(&self.minus(&(&slope * &slope), &(x1 % &self.p)), x2);
        let y = self.minus(&(&slope * self.minus(x1, &x)), y1);
        Some((x, y))
    }

    pub fn mul(&self, k: &BigUint, s: &Point) -> Point {
        (0..k.bits()).rev().fold(None, |sum, bit| {
            let sum = self.add(&sum, &sum);
            if k.bit(bit) { self.add(&sum, s) } else { sum }
        })
    }

    pub fn generator(&self) -> Point {
        Some(self.g.clone())
    }
}

/// The integer of an element.
pub fn integer<F: Anywhere>(a: &Red<F>) -> BigUint {
    let mut bytes = vec![0; F::BYTES];
    a.to_bytes(&mut bytes);
    BigUint::from_bytes_be(&bytes)
}

/// The element of an integer.
pub fn element<F: Anywhere>(a: &BigUint) -> Red<F> {
    Red::from_uniform_bytes(&a.to_bytes_be())
}

/// The point of the library.
pub fn point<C: Group<Base: Anywhere>>(point: &Projective<C>) -> Point {
    let point = point.to_affine();
    (!bool::from(point.is_identity())).then(|| (integer(point.x()), integer(point.y())))
}
