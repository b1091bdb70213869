//! Exact rational numbers. Nearly all denominators here are powers of two, so these are kept as an
//! exponent, and only what is left of a denominator needs a division.

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// numerator · 2^exponent / denominator, in lowest terms: the numerator is odd or zero, the
/// denominator is odd and positive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rational {
    numerator: BigInt,
    exponent: i64,
    denominator: BigInt,
}

impl Rational {
    fn new(mut numerator: BigInt, mut exponent: i64, mut denominator: BigInt) -> Self {
        let Some(zeros) = numerator.trailing_zeros() else {
            return Self { numerator, exponent: 0, denominator: BigInt::one() };
        };
        if zeros > 0 {
            numerator >>= zeros;
            exponent += i64::try_from(zeros).expect("a number fits the memory");
        }
        if !denominator.is_one() {
            let common = greatest_common_divisor(&numerator, &denominator);
            if !common.is_one() {
                numerator /= &common;
                denominator /= common;
            }
        }
        Self { numerator, exponent, denominator }
    }

    /// Zero.
    #[must_use]
    pub fn zero() -> Self {
        Self::from(0)
    }

    /// 2^exponent.
    #[must_use]
    pub fn power_of_two(exponent: i64) -> Self {
        Self { numerator: BigInt::one(), exponent, denominator: BigInt::one() }
    }

    /// Whether this is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Whether this is above zero.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.numerator.is_positive()
    }

    /// Whether this is below zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.numerator.is_negative()
    }

    /// Whether this is an integer.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.exponent >= 0 && self.denominator.is_one()
    }

    /// The integer, if it is one.
    #[must_use]
    pub fn integer(&self) -> Option<BigInt> {
        self.is_integer().then(|| &self.numerator << self.exponent)
    }

    /// The largest integer that is not above this.
    #[must_use]
    pub fn floor(&self) -> BigInt {
        let (above, below) = if self.exponent >= 0 {
            (&self.numerator << self.exponent, self.denominator.clone())
        } else {
            (self.numerator.clone(), &self.denominator << -self.exponent)
        };
        let quotient = &above / &below;
        if above.is_negative() && &quotient * below != above { quotient - 1 } else { quotient }
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        if self.is_zero() {
            return other.clone();
        }
        if other.is_zero() {
            return self.clone();
        }
        let exponent = self.exponent.min(other.exponent);
        let left = &self.numerator << (self.exponent - exponent);
        let right = &other.numerator << (other.exponent - exponent);
        if self.denominator == other.denominator {
            return Self::new(left + right, exponent, self.denominator.clone());
        }
        let numerator = left * &other.denominator + right * &self.denominator;
        Self::new(numerator, exponent, &self.denominator * &other.denominator)
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self::zero();
        }
        let numerator = &self.numerator * &other.numerator;
        let exponent = self.exponent + other.exponent;
        if self.denominator.is_one() && other.denominator.is_one() {
            return Self { numerator, exponent, denominator: BigInt::one() };
        }
        Self::new(numerator, exponent, &self.denominator * &other.denominator)
    }

    /// The negative.
    #[must_use]
    pub fn negated(&self) -> Self {
        let (exponent, denominator) = (self.exponent, self.denominator.clone());
        Self { numerator: -&self.numerator, exponent, denominator }
    }

    /// 1 over this, unless it is zero.
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        if self.is_zero() {
            return None;
        }
        let (exponent, denominator) = (-self.exponent, self.numerator.abs());
        let numerator = &self.denominator * self.numerator.signum();
        Some(Self { numerator, exponent, denominator })
    }
}

impl From<BigInt> for Rational {
    fn from(integer: BigInt) -> Self {
        Self::new(integer, 0, BigInt::one())
    }
}

impl From<i64> for Rational {
    fn from(integer: i64) -> Self {
        Self::from(BigInt::from(integer))
    }
}

impl core::fmt::Display for Rational {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}", self.numerator)?;
        if self.exponent != 0 {
            write!(f, "·2^{}", self.exponent)?;
        }
        if self.denominator.is_one() { Ok(()) } else { write!(f, "/{}", self.denominator) }
    }
}

fn greatest_common_divisor(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (a.abs(), b.abs());
    while !b.is_zero() {
        let rest = a % &b;
        a = core::mem::replace(&mut b, rest);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::Rational;
    use num_bigint::BigInt;

    fn fraction(above: i64, below: i64) -> Rational {
        Rational::from(above).times(&Rational::from(below).inverse().expect("not zero"))
    }

    #[test]
    fn sums_products_and_inverses_are_exact() {
        for (a, b) in [(1, 3), (-7, 12), (8, 6), (5, -64), (0, 9)] {
            for (c, d) in [(2, 3), (9, -4), (-1, 96)] {
                assert_eq!(fraction(a, b).plus(&fraction(c, d)), fraction(a * d + c * b, b * d));
                assert_eq!(fraction(a, b).times(&fraction(c, d)), fraction(a * c, b * d));
            }
        }
        assert!(Rational::zero().inverse().is_none());
        assert!(fraction(8, 4).is_integer() && !fraction(4, 8).is_integer());
        assert!(!fraction(4, 3).is_integer());
    }

    #[test]
    fn floors_go_down() {
        for (a, b, floor) in [(7, 2, 3), (-7, 2, -4), (6, 3, 2), (-6, 3, -2), (-1, 3, -1)] {
            assert_eq!(fraction(a, b).floor(), BigInt::from(floor));
        }
    }
}
