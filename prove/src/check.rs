//! The checker: what is known in a run, and the rules by which more may be known.
//!
//! This is the part to review. All quantities are integers of one run of a kernel: *atoms*, which
//! are not negative, and polynomials in them. A *fact* is a polynomial that is zero. The semantics
//! make atoms and facts of definitions; every other fact enters by a [`Step`] of a certificate, and
//! [`Ledger::apply`] does not believe any of them. It has no heuristics. What finds steps is
//! [`crate::search`], which may be wrong.
//!
//! The rules: a polynomial may be rewritten by facts ([`Move`]); a bit is 0 if it is below 1, and 1
//! if it is above 0; an integer between −1 and 1 is 0; and a word is 0 modulo 2^k if its
//! coefficients are, after low halves of products were opened and M₀·n₀ was replaced by −1. A form
//! is an integer if multiples of known integers make its coefficients integers; and a word of k
//! bits is any form that it is modulo 2^k and that lies from 0 to 2^k − 1.

use std::collections::BTreeMap;

use num_bigint::BigInt;

use crate::polynomial::{Atom, Bound, Monomial, Polynomial, Range};
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};

/// How a polynomial is written in another way, with the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// The fact is solved for the atom, which is linear in it, and that is put in its place.
    Solve(usize, Atom),
    /// So many times the fact is added.
    Add(usize, Rational),
}

/// One step of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A fact, rewritten, is a fact.
    Derive(usize, Vec<Move>),
    /// A bit has this value, by a bound of its form, rewritten.
    Settle(usize, bool, Vec<Move>),
    /// An integer is zero: it is below 1 if it is written in the one way, and above −1 in the
    /// other. Answers [`Question::Zero`], and may come at any other time.
    Vanish(Polynomial, Integral, [Vec<Move>; 2]),
    /// A fact, rewritten, cannot be zero: this case cannot happen.
    Absurd(usize, Vec<Move>),
    /// Answers [`Question::Congruent`]: these low halves are opened, in this order.
    Congruent(Vec<Atom>),
    /// Answers [`Question::Negative`].
    Negative(Vec<Move>),
    /// Answers [`Question::Multiple`]: the form is rewritten, divided by M, and the quotient is
    /// rewritten to be seen as an integer.
    Multiple(Vec<Move>, Vec<Move>, Integral),
    /// Answers [`Question::Equal`]: so many times 2^k of these integers are added, then it is
    /// rewritten to be zero.
    Equal(Integral, Vec<Move>),
    /// Answers [`Question::Integer`]: these multiples are added, then it is rewritten.
    Integer(Integral, Vec<Move>),
    /// Answers [`Question::Word`]: these low halves are opened, so many times 2^k are added, and
    /// then it is between these limits, if it is written in these ways.
    Word(Vec<Atom>, BigInt, [(BigInt, Vec<Move>); 2]),
    /// Answers [`Question::Range`] with an upper limit.
    AtMost(BigInt, Vec<Move>),
    /// Answers [`Question::Range`] with a lower limit.
    AtLeast(BigInt, Vec<Move>),
    /// No more steps for this question.
    End,
}

/// Multiples of known integers, by their numbers, that make the coefficients of a polynomial
/// integers if they are added to it: how often, which has integers as coefficients itself.
pub type Integral = Vec<(usize, Polynomial)>;

/// What the semantics or a contract ask. An answer of no is always right: it only proves less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// What a bit is.
    Bit(usize),
    /// Whether a form is 0 modulo 2^k.
    Congruent(Polynomial, u32),
    /// Whether a form is below zero.
    Negative(Polynomial),
    /// Whether a form is an integer times M.
    Multiple(Polynomial),
    /// Whether a form is zero, or zero modulo 2^k.
    Equal(Polynomial, Option<u32>),
    /// Between which integers a form lies.
    Range(Polynomial),
    /// Whether a form is an integer, which it is known to be from then on; and multiples of known
    /// integers that may show it, which need not be believed.
    Integer(Polynomial, Integral),
    /// Another form of what a form is modulo 2^k, between 0 and 2^k − 1.
    Word(Polynomial, u32),
    /// Whether a form is zero, which is a fact from then on; and integers of which it is the sum,
    /// which need not be believed.
    Zero(Polynomial, Vec<Polynomial>),
}

/// An integer that is 0 or 1.
#[derive(Clone, Debug)]
pub struct Bit {
    /// What it is of the atoms.
    pub form: Polynomial,
    /// Its value, once it is known.
    pub value: Option<bool>,
}

#[derive(Clone, Debug)]
struct Known {
    name: String,
    least: Bound,
    greatest: Bound,
    input: bool,
}

/// What is known in a run.
#[derive(Clone, Debug)]
pub struct Ledger {
    atoms: Vec<Known>,
    facts: Vec<Polynomial>,
    bits: Vec<Bit>,
    /// Forms that are integers, of which the first is 1.
    integers: Vec<Polynomial>,
    /// What an atom is modulo 2^k.
    residues: BTreeMap<Atom, (Polynomial, u32)>,
    /// Two atoms whose product is −1 modulo 2^64.
    inverses: Option<(Atom, Atom)>,
    modulus: Option<Atom>,
    range: Range,
    question: Option<Question>,
    answer: bool,
    limits: [Option<BigInt>; 2],
    found: Option<Polynomial>,
    impossible: bool,
}

impl Ledger {
    /// Nothing is known. The modulus, if there is one, is an atom between these limits.
    #[must_use]
    pub fn new(range: Range) -> Self {
        let mut ledger = Self {
            atoms: Vec::new(),
            facts: Vec::new(),
            bits: Vec::new(),
            integers: vec![Polynomial::constant(1)],
            residues: BTreeMap::new(),
            inverses: None,
            modulus: None,
            range,
            question: None,
            answer: false,
            limits: [None, None],
            found: None,
            impossible: false,
        };
        if ledger.range.is_some() {
            ledger.modulus = Some(ledger.input("M", Bound::new(0, 1), Bound::new(0, 1)));
        }
        ledger
    }

    /// The modulus.
    #[must_use]
    pub fn modulus(&self) -> Option<Atom> {
        self.modulus
    }

    /// The moduli of the claim.
    #[must_use]
    pub fn range(&self) -> &Range {
        &self.range
    }

    // ---- What the semantics and the contracts define.

    /// An integer that the caller chooses, between limits that are not negative.
    ///
    /// # Panics
    /// In a run of more than 65,535 atoms.
    pub fn input(&mut self, name: &str, least: Bound, greatest: Bound) -> Atom {
        self.atoms.push(Known { name: name.to_owned(), least, greatest, input: true });
        Atom::try_from(self.atoms.len()).expect("a run has fewer atoms")
    }

    /// Any word of 64 bits.
    pub fn made_input(&mut self, name: &str) -> Atom {
        let greatest = Rational::from((BigInt::from(1) << 64_u32) - 1);
        self.input(name, Bound::number(0), Bound::number(greatest))
    }

    /// An integer of at most so many bits that follows from others.
    pub fn made(&mut self, name: &str, bits: u32) -> Atom {
        self.made_up_to(name, (BigInt::from(1) << bits) - 1)
    }

    /// An integer from 0 to this one that follows from others.
    ///
    /// # Panics
    /// As [`Ledger::input`].
    pub fn made_up_to(&mut self, name: &str, greatest: BigInt) -> Atom {
        let (least, greatest) = (Bound::number(0), Bound::number(greatest));
        self.atoms.push(Known { name: name.to_owned(), least, greatest, input: false });
        Atom::try_from(self.atoms.len()).expect("a run has fewer atoms")
    }

    /// A fact by definition, or of the case that is assumed.
    pub fn define(&mut self, fact: Polynomial) -> usize {
        self.facts.push(fact);
        self.facts.len() - 1
    }

    /// An atom is this modulo 2^bits.
    pub fn define_residue(&mut self, atom: Atom, form: Polynomial, bits: u32) {
        self.residues.insert(atom, (form, bits));
    }

    /// The product of these is −1 modulo 2^64.
    pub fn define_inverses(&mut self, one: Atom, other: Atom) {
        self.inverses = Some((one, other));
    }

    /// A form whose value is an integer.
    pub fn define_integer(&mut self, form: Polynomial) -> usize {
        self.integers.push(form);
        self.integers.len() - 1
    }

    /// A form whose value is 0 or 1.
    pub fn define_bit(&mut self, form: Polynomial) -> usize {
        self.bits.push(Bit { form, value: None });
        self.bits.len() - 1
    }

    /// The case in which this bit has this value. Whoever assumes it proves the other case too.
    pub fn assume(&mut self, bit: usize, value: bool) {
        self.bits[bit].value = Some(value);
        self.define(self.bits[bit].form.minus(&Polynomial::constant(i64::from(value))));
    }

    // ---- What is known.

    /// The facts.
    #[must_use]
    pub fn facts(&self) -> &[Polynomial] {
        &self.facts
    }

    /// The bits.
    #[must_use]
    pub fn bits(&self) -> &[Bit] {
        &self.bits
    }

    /// The forms that are integers.
    #[must_use]
    pub fn integers(&self) -> &[Polynomial] {
        &self.integers
    }

    /// What an atom is modulo 2^k, and k.
    #[must_use]
    pub fn residue(&self, atom: Atom) -> Option<&(Polynomial, u32)> {
        self.residues.get(&atom)
    }

    /// Whether the caller chooses this atom.
    #[must_use]
    pub fn is_input(&self, atom: Atom) -> bool {
        self.atoms[usize::from(atom) - 1].input
    }

    /// Whether the steps have shown that this case cannot happen.
    #[must_use]
    pub fn is_impossible(&self) -> bool {
        self.impossible
    }

    /// Asks: the next answer is for this question.
    pub fn pose(&mut self, question: Question) {
        self.question = Some(question);
        self.answer = false;
        self.limits = [None, None];
        self.found = None;
    }

    /// The question.
    #[must_use]
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// Whether the question was answered with yes, and the limits that were shown.
    #[must_use]
    pub fn answer(&self) -> (bool, &[Option<BigInt>; 2]) {
        (self.answer, &self.limits)
    }

    /// What [`Question::Word`] has found; its limits are those of [`Ledger::answer`].
    #[must_use]
    pub fn found(&self) -> Option<&Polynomial> {
        self.found.as_ref()
    }

    /// A polynomial for people.
    #[must_use]
    pub fn show(&self, form: &Polynomial) -> String {
        let mut out = String::new();
        for (monomial, coefficient) in form.terms().take(12) {
            out += &format!(" + {coefficient}");
            for atom in monomial.atoms() {
                out += &format!("·{}", self.atoms[usize::from(atom) - 1].name);
            }
        }
        out
    }

    // ---- The rules.

    /// The same value in another way.
    ///
    /// # Errors
    /// If a move is not allowed.
    pub fn respelled(&self, form: &Polynomial, moves: &[Move]) -> Result<Polynomial, Refusal> {
        let mut out = form.clone();
        for step in moves {
            match step {
                Move::Add(fact, factor) => out.add_scaled(self.fact(*fact)?, factor),
                Move::Solve(fact, atom) => {
                    if out.has(*atom) {
                        out = out.substituted(*atom, &self.solved(*fact, *atom)?)?;
                    }
                }
            }
        }
        Ok(out)
    }

    fn fact(&self, fact: usize) -> Result<&Polynomial, Refusal> {
        self.facts.get(fact).map_or_else(|| refuse("there is no such fact"), Ok)
    }

    /// What a fact says of an atom, which is in one monomial of it, alone.
    ///
    /// # Errors
    /// If there is no such fact, or it is not linear in the atom.
    pub fn solved(&self, fact: usize, atom: Atom) -> Result<Polynomial, Refusal> {
        let fact = self.fact(fact)?;
        let linear = Monomial::of(atom);
        let inverse = fact.coefficient(&linear).and_then(Rational::inverse);
        let Some(inverse) = inverse else { return refuse("a fact that lacks the atom") };
        let mut expression = fact.scaled(&inverse.negated());
        expression.add_term(linear, &Rational::from(1));
        if expression.has(atom) {
            return refuse("a fact that is not linear in the atom");
        }
        Ok(expression)
    }

    /// A bound that a form does not exceed: each atom at its greatest where its coefficient is
    /// above zero, and at its least where it is below. No atom is negative.
    #[must_use]
    pub fn upper(&self, form: &Polynomial) -> Bound {
        let mut out = Bound::number(0);
        for (monomial, coefficient) in form.terms() {
            let mut product = Bound::number(1);
            for atom in monomial.atoms() {
                let known = &self.atoms[usize::from(atom) - 1];
                let limit = if coefficient.is_positive() { &known.greatest } else { &known.least };
                product = product.times(limit);
            }
            out.add_scaled(&product, coefficient);
        }
        out
    }

    /// Whether a form, rewritten, is below a number for all moduli.
    fn is_below(
        &self,
        form: &Polynomial,
        moves: &[Move],
        limit: impl Into<Rational>,
    ) -> Result<bool, Refusal> {
        let mut less = self.upper(&self.respelled(form, moves)?);
        less.add_scaled(&Bound::number(limit), &Rational::from(-1));
        Ok(less.is_negative(&self.range))
    }

    /// A form with multiples of integers added, each times a power of two: an integer if it was
    /// one, and the other way round.
    fn with_integers(
        &self,
        form: &Polynomial,
        integers: &Integral,
        shift: u32,
    ) -> Result<Polynomial, Refusal> {
        let mut out = form.clone();
        for (index, factor) in integers {
            let Some(integer) = self.integers.get(*index) else {
                return refuse("there is no such integer");
            };
            if !factor.has_integer_coefficients() {
                return refuse("a part of an integer");
            }
            let times = Rational::power_of_two(shift.into());
            out.add_scaled(&integer.times(factor)?, &times);
        }
        Ok(out)
    }

    fn is_integral(&self, form: &Polynomial, integers: &Integral) -> Result<bool, Refusal> {
        Ok(self.with_integers(form, integers, 0)?.has_integer_coefficients())
    }

    /// What a form is modulo 2^bits, with a low half opened.
    ///
    /// # Errors
    /// If the atom is no low half, or that half is not known modulo so much.
    pub fn opened(&self, form: &Polynomial, atom: Atom, bits: u32) -> Result<Polynomial, Refusal> {
        let Some((residue, known)) = self.residues.get(&atom) else {
            return refuse("an atom that is no low half");
        };
        let fractions = form
            .terms()
            .any(|(monomial, factor)| monomial.power_of(atom) > 0 && !factor.is_integer());
        if *known < bits || fractions {
            return refuse("a low half that is not known modulo so much");
        }
        Ok(modulo(&form.substituted(atom, residue)?, bits))
    }

    /// Whether a form is seen to be 0 modulo 2^bits.
    #[must_use]
    pub fn is_zero_modulo(&self, form: &Polynomial, bits: u32) -> bool {
        let mut without = Polynomial::default();
        for (monomial, factor) in form.terms() {
            let (mut rest, mut factor) = (*monomial, factor.clone());
            if let Some((one, other)) = self.inverses.filter(|_| bits <= 64 && factor.is_integer())
            {
                while let Some(less) = rest.without(one).and_then(|less| less.without(other)) {
                    (rest, factor) = (less, factor.negated());
                }
            }
            without.add_term(rest, &factor);
        }
        modulo(&without, bits).is_empty()
    }

    /// Takes one step of a certificate. Nothing changes if it is refused.
    ///
    /// # Errors
    /// If the step does not follow from what is known.
    pub fn apply(&mut self, step: &Step) -> Result<(), Refusal> {
        let holds = match step {
            Step::Derive(fact, moves) => {
                let derived = self.respelled(self.fact(*fact)?, moves)?;
                self.facts.push(derived);
                true
            }
            Step::Settle(bit, value, moves) => {
                let Some(Bit { form, value: None }) = self.bits.get(*bit).cloned() else {
                    return refuse("there is no such open bit");
                };
                let holds = if *value {
                    self.is_below(&form.scaled(&Rational::from(-1)), moves, 0)?
                } else {
                    self.is_below(&form, moves, 1)?
                };
                if holds {
                    self.assume(*bit, *value);
                }
                holds
            }
            Step::Vanish(form, integers, [above, below]) => {
                let holds = self.is_integral(form, integers)?
                    && self.is_below(form, above, 1)?
                    && self.is_below(&form.scaled(&Rational::from(-1)), below, 1)?;
                if holds {
                    self.facts.push(form.clone());
                    self.answer |=
                        matches!(&self.question, Some(Question::Zero(asked, _)) if asked == form);
                }
                holds
            }
            Step::Absurd(fact, moves) => {
                let fact = self.fact(*fact)?;
                let holds = self.is_below(fact, moves, 0)?
                    || self.is_below(&fact.scaled(&Rational::from(-1)), moves, 0)?;
                self.impossible |= holds;
                holds
            }
            Step::End => true,
            _ => self.is_answer(step)?,
        };
        if holds { Ok(()) } else { refuse("a step of the certificate does not hold") }
    }

    fn is_answer(&mut self, step: &Step) -> Result<bool, Refusal> {
        let Some(question) = self.question.clone() else { return refuse("nothing was asked") };
        let holds = match (question, step) {
            (Question::Congruent(form, bits), Step::Congruent(atoms)) if bits > 0 => {
                let open = |form: Polynomial, atom: &Atom| self.opened(&form, *atom, bits);
                self.is_zero_modulo(&atoms.iter().try_fold(form, open)?, bits)
            }
            (Question::Negative(form), Step::Negative(moves)) => self.is_below(&form, moves, 0)?,
            (Question::Multiple(form), Step::Multiple(moves, quotient, integers)) => {
                let form = self.respelled(&form, moves)?;
                let quotient = self.respelled(&self.divided(&form)?, quotient)?;
                self.is_integral(&quotient, integers)?
            }
            (Question::Equal(form, bits), Step::Equal(integers, moves)) => {
                if bits.is_none() && !integers.is_empty() {
                    return refuse("nothing may be added to what is to be equal");
                }
                let form = self.with_integers(&form, integers, bits.unwrap_or(0))?;
                self.respelled(&form, moves)?.is_empty()
            }
            (Question::Integer(form, _), Step::Integer(integers, moves)) => {
                let with = self.with_integers(&form, integers, 0)?;
                let holds = self.respelled(&with, moves)?.has_integer_coefficients();
                if holds {
                    self.integers.push(form);
                }
                holds
            }
            (
                Question::Word(form, bits),
                Step::Word(atoms, times, [(least, below), (most, above)]),
            ) if bits > 0 => {
                // As multiples of 2^k are left out, this is the form modulo 2^k. Both are integers.
                let open = |form: Polynomial, atom: &Atom| self.opened(&form, *atom, bits);
                let opened = modulo(&atoms.iter().try_fold(form, open)?, bits);
                let other = opened.plus(&Polynomial::constant(times << bits));
                let holds = *least >= BigInt::from(0)
                    && *most < BigInt::from(1) << bits
                    && self.is_below(&other, above, most + 1)?
                    && self.is_below(
                        &other.scaled(&Rational::from(-1)),
                        below,
                        BigInt::from(1) - least,
                    )?;
                if holds {
                    self.limits = [Some(least.clone()), Some(most.clone())];
                    self.found = Some(other);
                }
                holds
            }
            (Question::Range(form), Step::AtMost(limit, moves)) => {
                let holds = self.is_below(&form, moves, limit + 1)?;
                self.limits[1] = holds.then(|| limit.clone());
                holds
            }
            (Question::Range(form), Step::AtLeast(limit, moves)) => {
                let negated = form.scaled(&Rational::from(-1));
                let holds = self.is_below(&negated, moves, BigInt::from(1) - limit)?;
                self.limits[0] = holds.then(|| limit.clone());
                holds
            }
            _ => return refuse("an answer to another question"),
        };
        self.answer |= holds;
        Ok(holds)
    }

    /// A form by M: M is a factor of each monomial, or it is a number.
    ///
    /// # Errors
    /// If it is not.
    pub fn divided(&self, form: &Polynomial) -> Result<Polynomial, Refusal> {
        let Some(modulus) = self.modulus else { return refuse("there is no modulus") };
        if let Some((least, greatest)) = &self.range
            && least == greatest
            && let Some(inverse) = least.inverse()
        {
            return Ok(form.scaled(&inverse));
        }
        let mut out = Polynomial::default();
        for (monomial, factor) in form.terms() {
            let Some(rest) = monomial.without(modulus) else {
                return refuse("a term that is no multiple of the modulus");
            };
            out.add_term(rest, factor);
        }
        Ok(out)
    }
}

/// The coefficients that are integers, modulo 2^bits, the nearest to zero: so −1 is seen to be −1,
/// and terms with fractions cancel.
#[must_use]
pub fn modulo(form: &Polynomial, bits: u32) -> Polynomial {
    let (modulus, half) = (BigInt::from(1) << bits, BigInt::from(1) << (bits - 1));
    let nearest = |integer: BigInt| {
        let rest: BigInt = (integer + &half) & (&modulus - 1);
        Rational::from(rest - &half)
    };
    let mut out = Polynomial::default();
    for (monomial, factor) in form.terms() {
        let reduced = factor.integer().map(nearest);
        out.add_term(*monomial, &reduced.unwrap_or_else(|| factor.clone()));
    }
    out
}
