//! Curves y² = x³ + ax + b with affine points; `None` is the identity.

use super::field::Slow;
use num_bigint::BigUint;

/// A point.
pub type Point<F> = Option<(<F as Slow>::Value, <F as Slow>::Value)>;

/// A curve.
pub struct Short<F: Slow> {
    /// The field of the coordinates.
    pub field: F,
    /// a.
    pub a: F::Value,
    /// b.
    pub b: F::Value,
    /// The generator of the group of prime order.
    pub generator: (F::Value, F::Value),
    /// Its order.
    pub order: BigUint,
}

impl<F: Slow> Short<F> {
    /// x³ + ax + b.
    pub fn right_side(&self, x: &F::Value) -> F::Value {
        let f = &self.field;
        f.plus(&f.times(&f.plus(&f.times(x, x), &self.a), x), &self.b)
    }

    /// Whether the point is on the curve.
    pub fn holds(&self, point: &Point<F>) -> bool {
        point.as_ref().is_none_or(|(x, y)| self.field.times(y, y) == self.right_side(x))
    }

    /// −P.
    pub fn negate(&self, point: &Point<F>) -> Point<F> {
        point.clone().map(|(x, y)| (x, self.field.minus(&self.field.zero(), &y)))
    }

    /// P + Q, any two points.
    pub fn add(&self, p: &Point<F>, q: &Point<F>) -> Point<F> {
        let f = &self.field;
        let (Some((x1, y1)), Some((x2, y2))) = (p, q) else {
            return p.clone().or_else(|| q.clone());
        };
        let slope = if x1 != x2 {
            f.times(&f.minus(y2, y1), &f.inverse(&f.minus(x2, x1)))
        } else if y1 == y2 && *y1 != f.zero() {
            let square = f.times(x1, x1);
            let three = f.plus(&f.plus(&square, &square), &square);
            f.times(&f.plus(&three, &self.a), &f.inverse(&f.plus(y1, y1)))
        } else {
            return None;
        };
        let x = f.minus(&f.minus(&f.times(&slope, &slope), x1), x2);
        let y = f.minus(&f.times(&slope, &f.minus(x1, &x)), y1);
        Some((x, y))
    }

    /// k·P, from the highest bit down.
    pub fn multiply(&self, point: &Point<F>, k: &BigUint) -> Point<F> {
        (0..k.bits()).rev().fold(None, |sum, bit| {
            let twice = self.add(&sum, &sum);
            if k.bit(bit) { self.add(&twice, point) } else { twice }
        })
    }

    /// k·G.
    pub fn multiply_generator(&self, k: &BigUint) -> Point<F> {
        self.multiply(&Some(self.generator.clone()), k)
    }
}
