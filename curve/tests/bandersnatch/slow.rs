//! −5x² + y² = 1 + dx²y² modulo p by big integers and the affine law.

// Slow and plain on purpose, and all of it public.
#![allow(clippy::integer_division_remainder_used)]

use curve::bandersnatch::{Fp, Point, Scalar};
use curve::edwards::EdwardsPoint;
use curve::field::{Anywhere, Red};
use num_bigint::BigUint;

use crate::laws::hex;

/// x and y.
pub type Xy = [BigUint; 2];

/// The curve.
pub struct Slow {
    pub p: BigUint,
    pub l: BigUint,
    pub a: BigUint,
    pub d: BigUint,
    pub g: Xy,
}

impl Slow {
    /// d as the paper has it, G as arkworks has it.
    pub fn new() -> Self {
        let p = hex("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
        let l = hex("1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1");
        let number = |digits: &str| BigUint::parse_bytes(digits.as_bytes(), 10).expect("digits");
        let above = number("138827208126141220649022263972958607803");
        let below = number("171449701953573178309673572579671231137");
        let d = above * below.modinv(&p).expect("not zero") % &p;
        let g = [
            number("18886178867200960497001835917649091219057080094937609519140440539760939937304"),
            number("19188667384257783945677642223292697773471335439753913231509108946878080696678"),
        ];
        Self { a: &p - 5u32, d, l, g, p }
    }

    /// a/b.
    pub fn ratio(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a * b.modinv(&self.p).expect("not zero") % &self.p
    }

    pub fn minus(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a + &self.p - b % &self.p) % &self.p
    }

    /// Euler's criterion; zero is no square here.
    pub fn is_square(&self, a: &BigUint) -> bool {
        a.modpow(&((&self.p - 1u32) >> 1), &self.p) == BigUint::from(1u32)
    }

    pub fn is_on_curve(&self, [x, y]: &Xy) -> bool {
        let (xx, yy) = (x * x % &self.p, y * y % &self.p);
        (&self.a * &xx + &yy) % &self.p == (1u32 + &self.d * xx % &self.p * yy) % &self.p
    }

    pub fn identity() -> Xy {
        [BigUint::ZERO, BigUint::from(1u32)]
    }

    /// (0, −1).
    pub fn order_two(&self) -> Xy {
        [BigUint::ZERO, &self.p - 1u32]
    }

    /// ((x₁y₂ + y₁x₂)/(1 + dx₁x₂y₁y₂), (y₁y₂ − ax₁x₂)/(1 − dx₁x₂y₁y₂)).
    pub fn add(&self, [x1, y1]: &Xy, [x2, y2]: &Xy) -> Xy {
        let (one, xx, yy) = (BigUint::from(1u32), x1 * x2 % &self.p, y1 * y2 % &self.p);
        let t = &self.d * &xx % &self.p * &yy % &self.p;
        let x = self.ratio(&(x1 * y2 + y1 * x2), &(&one + &t));
        let y = self.ratio(&self.minus(&yy, &(&self.a * &xx)), &self.minus(&one, &t));
        [x, y]
    }

    pub fn neg(&self, [x, y]: &Xy) -> Xy {
        [self.minus(&BigUint::ZERO, x), y.clone()]
    }

    pub fn mul(&self, k: &BigUint, point: &Xy) -> Xy {
        (0..k.bits()).rev().fold(Self::identity(), |sum, bit| {
            let sum = self.add(&sum, &sum);
            if k.bit(bit) { self.add(&sum, point) } else { sum }
        })
    }

    /// A root of a square, by A. Tonelli and D. Shanks: bit by bit of the exponent e in a^t = g^e.
    pub fn sqrt(&self, a: &BigUint) -> BigUint {
        let (p, one) = (&self.p, BigUint::from(1u32));
        let v = (p - 1u32).trailing_zeros().expect("p is larger than one");
        let t = (p - 1u32) >> v;
        let mut g = BigUint::from(5u32).modpow(&t, p);
        let (mut root, mut rest) = (a.modpow(&((&t + 1u32) >> 1), p), a.modpow(&t, p));
        for i in 1..v {
            if rest.modpow(&(&one << (v - 1 - i)), p) != one {
                root = root * &g % p;
                rest = rest * &g % p * &g % p;
            }
            g = &g * &g % p;
        }
        assert_eq!(&root * &root % p, a % p);
        root
    }

    /// y of an x, either of the two, if there is one: y² = (1 − ax²)/(1 − dx²).
    pub fn y_of_x(&self, x: &BigUint) -> Option<BigUint> {
        let (one, xx) = (BigUint::from(1u32), x * x % &self.p);
        let above = self.minus(&one, &(&self.a * &xx));
        let yy = self.ratio(&above, &self.minus(&one, &(&self.d * &xx)));
        self.is_square(&yy).then(|| self.sqrt(&yy))
    }

    /// Whether ℓ annihilates a point of any order: by chords and tangents on Bv² = u³ + Au² + u
    /// with u = (1 + y)/(1 − y), v = u/x, A = 2(a + d)/(a − d), B = 4/(a − d), where (0, −1) is (0,
    /// 0).
    pub fn has_odd_order(&self, [x, y]: &Xy) -> bool {
        let one = BigUint::from(1u32);
        let less = self.minus(&self.a, &self.d);
        let curve = [2u32 * (&self.a + &self.d), BigUint::from(4u32)];
        let [a, b] = curve.map(|number| self.ratio(&number, &less));
        if *x == BigUint::ZERO {
            return *y == one;
        }
        let u = self.ratio(&(&one + y), &self.minus(&one, y));
        let point = Some([u.clone(), self.ratio(&u, x)]);
        let add = |p: &Option<Xy>, q: &Option<Xy>| {
            let (Some([u1, v1]), Some([u2, v2])) = (p, q) else {
                return p.clone().or_else(|| q.clone());
            };
            let (above, below) = if u1 != u2 {
                (self.minus(v2, v1), self.minus(u2, u1))
            } else if v1 == v2 && *v1 != BigUint::ZERO {
                (u1 * u1 * 3u32 + &a * u1 * 2u32 + 1u32, &b * v1 * 2u32 % &self.p)
            } else {
                return None;
            };
            let slope = self.ratio(&above, &below);
            let u = self.minus(&(&b * &slope * &slope), &(&a + u1 + u2));
            let v = self.minus(&(&slope * self.minus(u1, &u)), v1);
            Some([u, v])
        };
        let multiple = (0..self.l.bits()).rev().fold(None, |sum, bit| {
            let sum = add(&sum, &sum);
            if self.l.bit(bit) { add(&sum, &point) } else { sum }
        });
        multiple.is_none()
    }

    /// Whether the integer is above (p − 1)/2.
    pub fn is_largest(&self, a: &BigUint) -> bool {
        *a > &self.p >> 1
    }
}

/// The integer of an element.
pub fn integer<F: Anywhere>(a: &Red<F>) -> BigUint {
    let mut bytes = vec![0; F::BYTES];
    a.to_bytes(&mut bytes);
    BigUint::from_bytes_be(&bytes)
}

/// The element of an integer.
pub fn element(a: &BigUint) -> Fp {
    Red::from_uniform_bytes(&a.to_bytes_be())
}

/// The scalar of an integer.
pub fn scalar(a: &BigUint) -> Scalar {
    Red::from_uniform_bytes(&a.to_bytes_be())
}

/// The coordinates of the library's point, which is on the curve.
pub fn xy(point: &Point) -> Xy {
    assert!(bool::from(point.is_on_curve()));
    point.to_xy().each_ref().map(integer)
}

/// The library's point, whatever its order.
pub fn point([x, y]: &Xy) -> Point {
    EdwardsPoint::from_xy_unchecked_curve(element(x), element(y))
}
