//! Polynomials in several variables with integer coefficients, and fractions of them.

use std::collections::BTreeMap;
use std::ops::{Add, Mul, Neg, Sub};

/// How many variables there are: two elements of Fp12 and a few more.
pub const VARIABLES: usize = 28;

/// The exponents of all variables.
pub type Monomial = [u8; VARIABLES];

/// A polynomial: its coefficients, none of them zero. Coefficients that leave 128 bits end a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial(BTreeMap<Monomial, i128>);

impl curve::field::Known for Polynomial {}

/// An integer.
pub fn integer(k: i128) -> Polynomial {
    term([0; VARIABLES], k)
}

/// The variable of this number.
pub fn variable(i: usize) -> Polynomial {
    term(power(i, 1), 1)
}

/// A variable to a power.
pub fn power(i: usize, exponent: u8) -> Monomial {
    let mut monomial = [0; VARIABLES];
    monomial[i] = exponent;
    monomial
}

/// A term.
fn term(monomial: Monomial, coefficient: i128) -> Polynomial {
    let mut out = Polynomial::default();
    out.add_term(monomial, coefficient);
    out
}

impl Polynomial {
    fn add_term(&mut self, monomial: Monomial, coefficient: i128) {
        let sum = self.0.get(&monomial).unwrap_or(&0).checked_add(coefficient).expect("128 bits");
        if sum == 0 {
            self.0.remove(&monomial);
        } else {
            self.0.insert(monomial, sum);
        }
    }

    /// Adds k·a.
    fn add_multiple(&mut self, a: &Self, k: i128) {
        for (monomial, coefficient) in &a.0 {
            self.add_term(*monomial, coefficient.checked_mul(k).expect("128 bits"));
        }
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// k·a.
    pub fn times(&self, k: i128) -> Self {
        let mut out = Self::default();
        out.add_multiple(self, k);
        out
    }

    /// What is left when each multiple of the relation's monomial is replaced, as long as there
    /// is one. Where the relation is monic in a variable, zero is left exactly by its multiples.
    pub fn modulo(&self, relation: &Relation) -> Self {
        let mut rest = self.clone();
        loop {
            let mut next = Self::default();
            let mut replaced = false;
            for (monomial, &coefficient) in &rest.0 {
                let mut quotient = *monomial;
                let divides = quotient.iter_mut().zip(&relation.leading).all(|(exponent, by)| {
                    *exponent = exponent.wrapping_sub(*by);
                    *exponent < 128
                });
                if divides {
                    next.add_multiple(&(&relation.rest * &term(quotient, 1)), coefficient);
                    replaced = true;
                } else {
                    next.add_term(*monomial, coefficient);
                }
            }
            if !replaced {
                return next;
            }
            rest = next;
        }
    }

    /// The largest monomial that divides all terms.
    fn content(&self) -> Monomial {
        let mut content = [u8::MAX; VARIABLES];
        for monomial in self.0.keys() {
            for (least, exponent) in content.iter_mut().zip(monomial) {
                *least = (*least).min(*exponent);
            }
        }
        content
    }

    fn divided_by(&self, content: &Monomial) -> Self {
        let less = |monomial: &Monomial| std::array::from_fn(|i| monomial[i] - content[i]);
        Self(self.0.iter().map(|(monomial, k)| (less(monomial), *k)).collect())
    }
}

/// A monomial that stands for a polynomial: the equation of a curve, for example.
pub struct Relation {
    pub leading: Monomial,
    pub rest: Polynomial,
}

impl Add for &Polynomial {
    type Output = Polynomial;

    fn add(self, other: Self) -> Polynomial {
        let mut out = self.clone();
        out.add_multiple(other, 1);
        out
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;

    fn sub(self, other: Self) -> Polynomial {
        let mut out = self.clone();
        out.add_multiple(other, -1);
        out
    }
}

impl Neg for &Polynomial {
    type Output = Polynomial;

    fn neg(self) -> Polynomial {
        self.times(-1)
    }
}

impl Mul for &Polynomial {
    type Output = Polynomial;

    fn mul(self, other: Self) -> Polynomial {
        let mut out = Polynomial::default();
        for (a, j) in &self.0 {
            for (b, k) in &other.0 {
                let product = std::array::from_fn(|i| a[i].checked_add(b[i]).expect("8 bits"));
                out.add_term(product, j.checked_mul(*k).expect("128 bits"));
            }
        }
        out
    }
}

/// A fraction. Common powers of variables are cancelled, nothing else is.
#[derive(Clone, Debug)]
pub struct Fraction {
    numerator: Polynomial,
    denominator: Polynomial,
}

impl Fraction {
    pub fn new(numerator: &Polynomial, denominator: &Polynomial) -> Self {
        let (a, b) = (numerator.content(), denominator.content());
        let common = std::array::from_fn(|i| a[i].min(b[i]));
        Self {
            numerator: numerator.divided_by(&common),
            denominator: denominator.divided_by(&common),
        }
    }

    pub fn whole(a: &Polynomial) -> Self {
        Self::new(a, &integer(1))
    }

    /// 1/a.
    pub fn inverse(&self) -> Self {
        Self::new(&self.denominator, &self.numerator)
    }

    /// Whether two fractions are equal where the relations hold. Neither may have a denominator
    /// that is zero there: then it would say nothing.
    pub fn equals(&self, other: &Self, relations: &[Relation]) -> bool {
        let modulo =
            |a: &Polynomial| relations.iter().fold(a.clone(), |a, relation| a.modulo(relation));
        let difference =
            &(&self.numerator * &other.denominator) - &(&other.numerator * &self.denominator);
        !modulo(&self.denominator).is_zero()
            && !modulo(&other.denominator).is_zero()
            && modulo(&difference).is_zero()
    }
}

impl Add for &Fraction {
    type Output = Fraction;

    fn add(self, other: Self) -> Fraction {
        if self.denominator == other.denominator {
            return Fraction::new(&(&self.numerator + &other.numerator), &self.denominator);
        }
        let sum = &(&self.numerator * &other.denominator) + &(&other.numerator * &self.denominator);
        Fraction::new(&sum, &(&self.denominator * &other.denominator))
    }
}

impl Neg for &Fraction {
    type Output = Fraction;

    fn neg(self) -> Fraction {
        Fraction { numerator: -&self.numerator, denominator: self.denominator.clone() }
    }
}

impl Sub for &Fraction {
    type Output = Fraction;

    fn sub(self, other: Self) -> Fraction {
        self + &-other
    }
}

impl Mul for &Fraction {
    type Output = Fraction;

    fn mul(self, other: Self) -> Fraction {
        let product = &self.numerator * &other.numerator;
        Fraction::new(&product, &(&self.denominator * &other.denominator))
    }
}
