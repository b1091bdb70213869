//! Affine points of y² = x³ + ax + b over Fp2, which has Fp in it.

use num_bigint::BigUint;

use super::arithmetic::{Pair, Quadratic, is_prime};

/// A curve.
#[derive(Clone, Debug)]
pub struct Equation {
    /// The field.
    pub field: Quadratic,
    /// a.
    pub a: Pair,
    /// b.
    pub b: Pair,
}

/// A point; none is the identity.
pub type Point = Option<(Pair, Pair)>;

impl Equation {
    /// x³ + ax + b.
    pub fn right_side(&self, x: &Pair) -> Pair {
        let f = &self.field;
        f.add(&f.mul(&f.add(&f.mul(x, x), &self.a), x), &self.b)
    }

    /// Whether the curve has its coefficients, and is meant to have its points, in Fp.
    fn is_over_fp(&self) -> bool {
        self.a[1] == BigUint::ZERO && self.b[1] == BigUint::ZERO
    }

    /// Whether the point is on the curve.
    pub fn has(&self, point: &Point) -> bool {
        point.as_ref().is_none_or(|(x, y)| self.field.mul(y, y) == self.right_side(x))
    }

    /// P + Q, by the chord or the tangent.
    pub fn add(&self, a: &Point, b: &Point) -> Point {
        let f = &self.field;
        let (Some((x1, y1)), Some((x2, y2))) = (a, b) else {
            return a.clone().or_else(|| b.clone());
        };
        let slope = if x1 != x2 {
            f.mul(&f.sub(y2, y1), &f.invert(&f.sub(x2, x1)))
        } else if y1 == y2 && *y1 != f.small(0, 0) {
            let three_xx = f.mul(&f.small(3, 0), &f.mul(x1, x1));
            f.mul(&f.add(&three_xx, &self.a), &f.invert(&f.add(y1, y1)))
        } else {
            return None;
        };
        let x3 = f.sub(&f.sub(&f.mul(&slope, &slope), x1), x2);
        let y3 = f.sub(&f.mul(&slope, &f.sub(x1, &x3)), y1);
        Some((x3, y3))
    }

    /// \[k\]P.
    pub fn mul(&self, k: &BigUint, point: &Point) -> Point {
        let mut out = None;
        for i in (0..k.bits()).rev() {
            out = self.add(&out, &out);
            if k.bit(i) {
                out = self.add(&out, point);
            }
        }
        out
    }

    /// −P.
    pub fn neg(&self, point: &Point) -> Point {
        point.as_ref().map(|(x, y)| (x.clone(), self.field.neg(y)))
    }

    /// The first point of the group of order n/cofactor: of x = 0, 1, 2, … the first with a point,
    /// of its two y the smaller one (c₁ decides, then c₀), times the cofactor; the next x where
    /// that is the identity.
    pub fn first_point(&self, cofactor: &BigUint) -> Point {
        let f = &self.field;
        (0..).map(|x| f.small(x, 0)).find_map(|x| {
            let y = f
                .sqrt(&self.right_side(&x))
                .filter(|y| y[1] == BigUint::ZERO || !self.is_over_fp())?;
            let other = f.neg(&y);
            let smaller = if [&y[1], &y[0]] < [&other[1], &other[0]] { y } else { other };
            self.mul(cofactor, &Some((x, smaller)))
        })
    }

    /// Proves that the curve over Fp has n points, n a prime: a point other than the identity has
    /// order n, and only one multiple of n lies in the interval of H. Hasse, p + 1 ± 2√p.
    ///
    /// # Panics
    /// If it cannot be proved.
    pub fn assert_prime_order(&self, n: &BigUint, point: &Point) {
        let p = self.field.p();
        assert!(is_prime(p) && is_prime(n), "p and n are prime");
        assert!(
            point.is_some() && self.has(point) && self.mul(n, point).is_none(),
            "a point of order n"
        );
        let count = p + 1u32;
        let distance = if *n > count { n - count } else { count - n };
        assert!(distance.pow(2) <= 4u32 * p, "n is in the interval");
    }
}
