//! Polynomials over the rationals in atoms, which are integers of a run, and bounds on them, which
//! are polynomials in the modulus M only.

use std::collections::{BTreeMap, BTreeSet};

use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};

/// An integer of the run, by its number. 0 is none.
pub type Atom = u16;

/// A product of at most eight atoms, ascending, filled up with zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Monomial([Atom; 8]);

impl Monomial {
    /// The empty product.
    pub const ONE: Self = Self([0; 8]);

    /// One atom.
    #[must_use]
    pub const fn of(atom: Atom) -> Self {
        Self([atom, 0, 0, 0, 0, 0, 0, 0])
    }

    /// The atoms.
    pub fn atoms(&self) -> impl DoubleEndedIterator<Item = Atom> + '_ {
        self.0.iter().copied().filter(|atom| *atom != 0)
    }

    /// How many atoms it has.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.atoms().count()
    }

    /// How often this atom is in it.
    #[must_use]
    pub fn power_of(&self, atom: Atom) -> usize {
        self.atoms().filter(|other| *other == atom).count()
    }

    /// The atom, if it is a single one.
    #[must_use]
    pub fn single(&self) -> Option<Atom> {
        (self.degree() == 1).then_some(self.0[0])
    }

    /// Without one occurrence of this atom, if it has one.
    #[must_use]
    pub fn without(&self, atom: Atom) -> Option<Self> {
        let at = self.0.iter().position(|other| *other == atom && atom != 0)?;
        let mut rest = self.0;
        rest.copy_within(at + 1.., at);
        rest[7] = 0;
        Some(Self(rest))
    }

    fn times(&self, other: &Self) -> Result<Self, Refusal> {
        let mut all: Vec<Atom> = self.atoms().chain(other.atoms()).collect();
        if all.len() > 8 {
            return refuse("a product of more than eight factors");
        }
        all.sort_unstable();
        all.resize(8, 0);
        let mut out = [0; 8];
        out.copy_from_slice(&all);
        Ok(Self(out))
    }
}

/// A polynomial; no coefficient is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial(BTreeMap<Monomial, Rational>);

impl Polynomial {
    /// A number.
    pub fn constant(value: impl Into<Rational>) -> Self {
        let mut out = Self::default();
        out.add_term(Monomial::ONE, &value.into());
        out
    }

    /// An atom.
    #[must_use]
    pub fn atom(atom: Atom) -> Self {
        Self(BTreeMap::from([(Monomial::of(atom), Rational::from(1))]))
    }

    /// The terms, in the order of their monomials.
    pub fn terms(&self) -> impl DoubleEndedIterator<Item = (&Monomial, &Rational)> {
        self.0.iter()
    }

    /// How many terms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether this is zero.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The coefficient of a monomial, if it is not zero.
    #[must_use]
    pub fn coefficient(&self, monomial: &Monomial) -> Option<&Rational> {
        self.0.get(monomial)
    }

    /// The number, if no atom is in it.
    #[must_use]
    pub fn number(&self) -> Option<Rational> {
        match self.0.len() {
            0 => Some(Rational::zero()),
            1 => self.0.get(&Monomial::ONE).cloned(),
            _ => None,
        }
    }

    /// The atoms that are in it.
    #[must_use]
    pub fn atoms(&self) -> BTreeSet<Atom> {
        self.0
            .keys()
            .flat_map(|monomial| monomial.atoms())
            .collect::<Vec<_>>()
            .into_iter()
            .collect()
    }

    /// Whether an atom is in it.
    #[must_use]
    pub fn has(&self, atom: Atom) -> bool {
        self.0.keys().any(|monomial| monomial.power_of(atom) > 0)
    }

    /// Adds coefficient · monomial.
    pub fn add_term(&mut self, monomial: Monomial, coefficient: &Rational) {
        if coefficient.is_zero() {
            return;
        }
        let sum = match self.0.get(&monomial) {
            Some(old) => old.plus(coefficient),
            None => coefficient.clone(),
        };
        if sum.is_zero() {
            self.0.remove(&monomial);
        } else {
            self.0.insert(monomial, sum);
        }
    }

    /// Adds factor · other.
    pub fn add_scaled(&mut self, other: &Self, factor: &Rational) {
        for (monomial, coefficient) in &other.0 {
            self.add_term(*monomial, &coefficient.times(factor));
        }
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let mut out = self.clone();
        out.add_scaled(other, &Rational::from(1));
        out
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let mut out = self.clone();
        out.add_scaled(other, &Rational::from(-1));
        out
    }

    /// factor times this.
    #[must_use]
    pub fn scaled(&self, factor: &Rational) -> Self {
        let mut out = Self::default();
        out.add_scaled(self, factor);
        out
    }

    /// The product.
    ///
    /// # Errors
    /// If a monomial would have more than eight factors.
    pub fn times(&self, other: &Self) -> Result<Self, Refusal> {
        let mut out = Self::default();
        for (left, a) in &self.0 {
            for (right, b) in &other.0 {
                out.add_term(left.times(right)?, &a.times(b));
            }
        }
        Ok(out)
    }

    /// This with an expression in place of an atom.
    ///
    /// # Errors
    /// If a monomial would have more than eight factors.
    pub fn substituted(&self, atom: Atom, expression: &Self) -> Result<Self, Refusal> {
        let mut out = Self::default();
        for (monomial, coefficient) in &self.0 {
            let (mut rest, mut power) = (*monomial, 0);
            while let Some(less) = rest.without(atom) {
                (rest, power) = (less, power + 1);
            }
            if power == 0 {
                out.add_term(rest, coefficient);
                continue;
            }
            let mut term = Self::default();
            term.add_term(rest, coefficient);
            for _ in 0..power {
                term = term.times(expression)?;
            }
            out.add_scaled(&term, &Rational::from(1));
        }
        Ok(out)
    }

    /// Whether all coefficients are integers, which makes the value one.
    #[must_use]
    pub fn has_integer_coefficients(&self) -> bool {
        self.0.values().all(Rational::is_integer)
    }
}

/// A bound: a polynomial in the modulus M, by ascending powers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound(Vec<Rational>);

impl Bound {
    /// constant + linear·M.
    pub fn new(constant: impl Into<Rational>, linear: impl Into<Rational>) -> Self {
        Self(vec![constant.into(), linear.into()])
    }

    /// A number.
    pub fn number(constant: impl Into<Rational>) -> Self {
        Self(vec![constant.into()])
    }

    /// Adds factor · other.
    pub fn add_scaled(&mut self, other: &Self, factor: &Rational) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), Rational::zero());
        }
        for (left, right) in self.0.iter_mut().zip(&other.0) {
            *left = left.plus(&right.times(factor));
        }
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let mut out = vec![Rational::zero(); self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate().filter(|(_, a)| !a.is_zero()) {
            for (j, b) in other.0.iter().enumerate() {
                out[i + j] = out[i + j].plus(&a.times(b));
            }
        }
        Self(out)
    }

    /// The value at a modulus.
    #[must_use]
    pub fn at(&self, modulus: &Rational) -> Rational {
        let horner = |sum: Rational, next: &Rational| sum.times(modulus).plus(next);
        self.0.iter().rev().fold(Rational::zero(), horner)
    }

    /// A bound of at most this degree, not below this one for any modulus of the range: M^n is at
    /// most max·M^(n − 1) and at least min·M^(n − 1).
    #[must_use]
    pub fn of_degree(&self, degree: usize, range: &Range) -> Option<Self> {
        let mut out = self.0.clone();
        while out.last().is_some_and(Rational::is_zero) {
            out.pop();
        }
        while out.len() > degree + 1 {
            let (least, greatest) = range.as_ref()?;
            let highest = out.pop()?;
            let limit = if highest.is_positive() { greatest } else { least };
            let next = out.last_mut()?;
            *next = next.plus(&highest.times(limit));
        }
        Some(Self(out))
    }

    /// Whether this is below zero for every modulus of the range.
    #[must_use]
    pub fn is_negative(&self, range: &Range) -> bool {
        let Some(quadratic) = self.of_degree(2, range) else { return false };
        let [c0, c1, c2] =
            [0, 1, 2].map(|i| quadratic.0.get(i).cloned().unwrap_or_else(Rational::zero));
        let Some((least, greatest)) = range else {
            return c0.is_negative() && c1.is_zero() && c2.is_zero();
        };
        if !quadratic.at(least).is_negative() || !quadratic.at(greatest).is_negative() {
            return false;
        }
        if !c2.is_negative() {
            return true;
        }
        // Concave: the greatest value is at M = −c1/2c2, if that is within the range.
        let vertex = c2.inverse().map(|inverse| c1.times(&inverse).times(&half()).negated());
        vertex.is_some_and(|vertex| {
            let inside = vertex.plus(&least.negated()).is_positive()
                && greatest.plus(&vertex.negated()).is_positive();
            !inside || quadratic.at(&vertex).is_negative()
        })
    }
}

fn half() -> Rational {
    Rational::power_of_two(-1)
}

/// The least and the greatest modulus, or none if there is no modulus.
pub type Range = Option<(Rational, Rational)>;

#[cfg(test)]
mod tests {
    use super::{Bound, Monomial, Polynomial};
    use crate::rational::Rational;

    #[test]
    fn substitution_is_evaluation() {
        // (x + 2y)² with x = 3 − 2y is 9.
        let [x, y] = [1, 2].map(Polynomial::atom);
        let sum = x.plus(&y.scaled(&Rational::from(2)));
        let expression = Polynomial::constant(3).minus(&y.scaled(&Rational::from(2)));
        let square = sum.times(&sum).expect("degree two");
        assert_eq!(square.len(), 3);
        assert_eq!(square.substituted(1, &expression).expect("fits"), Polynomial::constant(9));
    }

    #[test]
    fn monomials_are_refused_above_their_size() {
        let x = Polynomial::atom(1);
        let eighth = (0..7).fold(x.clone(), |power, _| power.times(&x).expect("fits"));
        assert!(eighth.times(&x).is_err());
        assert_eq!(Monomial::of(3).without(2), None);
    }

    #[test]
    fn bounds_are_decided_over_the_whole_range() {
        let range = Some((Rational::from(3), Rational::from(10)));
        // M² − 11M + 10 is below zero at 3, but not at 10.
        let mut bound = Bound::new(0, 1).times(&Bound::new(-11, 1));
        bound.add_scaled(&Bound::number(10), &Rational::from(1));
        assert!(!bound.is_negative(&range));
        bound.add_scaled(&Bound::number(-1), &Rational::from(1));
        assert!(bound.is_negative(&range));
        // −(M − 6)² + 1 is below zero at both ends, not between.
        let square = Bound::new(-6, 1).times(&Bound::new(-6, 1));
        let mut between = Bound::number(1);
        between.add_scaled(&square, &Rational::from(-1));
        assert!(!between.is_negative(&range));
        // Without a modulus only numbers are bounds.
        assert!(!Bound::new(-1, -1).is_negative(&None));
        assert!(Bound::number(-1).is_negative(&None));
        // M³ − 1000 is below zero only below 10.
        let cube = Bound::new(0, 1).times(&Bound::new(0, 1)).times(&Bound::new(0, 1));
        let mut less = Bound::number(-1001);
        less.add_scaled(&cube, &Rational::from(1));
        assert!(less.is_negative(&range));
        less.add_scaled(&Bound::number(1), &Rational::from(1));
        assert!(!less.is_negative(&range));
    }
}
