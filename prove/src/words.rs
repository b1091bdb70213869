//! Sums, differences, products and splits of machine words, as exact equations.
//!
//! x + y + c makes its word s an atom and its carry the form (x + y + c − s)/2^64; a product makes
//! its low half an atom and its high half the form (xy − l)/2^64. So in any chain of carries, in
//! whichever flag, all that is inside cancels by itself.

use std::cell::RefCell;
use std::rc::Rc;

use num_bigint::BigInt;

use crate::check::Question;
use crate::polynomial::{Atom, Polynomial};
use crate::prover::{Flag, Prover};
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};

/// An integer in a register or a place: what it is of the atoms, and between which numbers.
#[derive(Debug)]
pub struct Word {
    form: RefCell<Polynomial>,
    least: RefCell<BigInt>,
    greatest: RefCell<BigInt>,
    /// All bits are this one.
    mask: Option<Flag>,
    /// So many low bits are zero.
    zeros: u32,
}

/// A word is shared by all places to which it was copied.
pub type Shared = Rc<Word>;

impl Word {
    /// An integer between these limits.
    #[must_use]
    pub fn new(form: Polynomial, least: BigInt, greatest: BigInt) -> Shared {
        Self::with(form, least, greatest, None, 0)
    }

    fn with(
        form: Polynomial,
        least: BigInt,
        greatest: BigInt,
        mask: Option<Flag>,
        zeros: u32,
    ) -> Shared {
        let [least, greatest] = [least, greatest].map(RefCell::new);
        Rc::new(Self { form: RefCell::new(form), least, greatest, mask, zeros })
    }

    /// A number.
    #[must_use]
    pub fn number(value: impl Into<BigInt>) -> Shared {
        let value = value.into();
        Self::new(Polynomial::constant(value.clone()), value.clone(), value)
    }

    /// An atom of at most so many bits.
    #[must_use]
    pub fn atom(atom: Atom, bits: u32) -> Shared {
        Self::new(Polynomial::atom(atom), BigInt::from(0), power(bits) - 1)
    }

    /// What it is of the atoms.
    #[must_use]
    pub fn form(&self) -> Polynomial {
        self.form.borrow().clone()
    }

    /// It is not below this.
    #[must_use]
    pub fn least(&self) -> BigInt {
        self.least.borrow().clone()
    }

    /// It is not above this.
    #[must_use]
    pub fn greatest(&self) -> BigInt {
        self.greatest.borrow().clone()
    }

    /// The bit that all its bits are.
    #[must_use]
    pub fn mask(&self) -> Option<Flag> {
        self.mask
    }

    /// How many low bits are zero for certain.
    #[must_use]
    pub fn zeros(&self) -> u32 {
        self.zeros
    }

    /// The number, if it is one.
    #[must_use]
    pub fn value(&self) -> Option<BigInt> {
        self.form.borrow().number().and_then(|number| number.integer())
    }

    fn is_within(&self, bits: u32) -> bool {
        *self.least.borrow() >= BigInt::from(0) && *self.greatest.borrow() < power(bits)
    }
}

fn power(bits: u32) -> BigInt {
    BigInt::from(1) << bits
}

fn fraction(bits: u32) -> Rational {
    Rational::power_of_two(-i64::from(bits))
}

impl Prover {
    fn limits(&self, flag: Flag) -> [BigInt; 2] {
        match self.known(flag) {
            Some(value) => [BigInt::from(u8::from(value)), BigInt::from(u8::from(value))],
            None => [BigInt::from(0), BigInt::from(1)],
        }
    }

    /// A carry or borrow of this form.
    fn bit(&mut self, form: Polynomial) -> Flag {
        self.ledger.define_integer(form.clone());
        Flag::Open(self.ledger.define_bit(form))
    }

    /// 1 less a bit.
    pub fn inverted(&mut self, flag: Flag) -> Flag {
        match self.known(flag) {
            Some(value) => Flag::Known(!value),
            None => {
                let form = Polynomial::constant(1).minus(&self.form(flag));
                self.bit(form)
            }
        }
    }

    /// x + y + c: the word of so many bits, and the carry.
    ///
    /// # Errors
    /// As [`Prover::ask`]; if an operand is no word.
    pub fn sum(
        &mut self,
        x: &Shared,
        y: &Shared,
        carry: Flag,
        bits: u32,
    ) -> Result<(Shared, Flag), Refusal> {
        if !x.is_within(bits) || !y.is_within(bits) {
            return refuse("a sum of what may be no words");
        }
        if let Some(mask) = x.mask
            && Rc::ptr_eq(x, y)
            && self.known(carry) == Some(false)
        {
            // Twice a mask is the mask less one, and carries it out.
            let form = self.form(mask).scaled(&Rational::from(power(bits) - 2));
            return Ok((Word::new(form, BigInt::from(0), power(bits) - 2), mask));
        }
        let form = x.form().plus(&y.form()).plus(&self.form(carry));
        let [low, high] = self.limits(carry);
        let (least, greatest) = (x.least() + y.least() + low, x.greatest() + y.greatest() + high);
        if let Some(number) = form.number().and_then(|number| number.integer()) {
            let word = &number % power(bits);
            return Ok((Word::number(word), Flag::Known(number >= power(bits))));
        }
        if greatest < power(bits) {
            self.ledger.define_integer(form.clone());
            return Ok((Word::new(form, least, greatest), Flag::Known(false)));
        }
        if Rc::ptr_eq(x, y) && self.known(carry) == Some(false) {
            // Twice a word: its highest bit is the carry.
            let low = self.ledger.made("l", bits - 1);
            self.ledger.define_residue(low, x.form(), bits - 1);
            let low = Polynomial::atom(low);
            let carry = self.bit(x.form().minus(&low).scaled(&fraction(bits - 1)));
            let word = low.scaled(&Rational::from(2));
            return Ok((Word::with(word, BigInt::from(0), power(bits) - 2, None, 1), carry));
        }
        if self.known(carry) == Some(false) && self.ask(Question::Congruent(form.clone(), bits))? {
            let carry = self.bit(form.scaled(&fraction(bits)));
            return Ok((Word::number(0), carry));
        }
        let word = self.ledger.made("s", bits);
        let carry = self.bit(form.minus(&Polynomial::atom(word)).scaled(&fraction(bits)));
        Ok((Word::atom(word, bits), carry))
    }

    /// x − y − b: the word of so many bits, and the borrow.
    ///
    /// # Errors
    /// If an operand is no word.
    pub fn difference(
        &mut self,
        x: &Shared,
        y: &Shared,
        borrow: Flag,
        bits: u32,
    ) -> Result<(Shared, Flag), Refusal> {
        if !x.is_within(bits) || !y.is_within(bits) {
            return refuse("a difference of what may be no words");
        }
        if Rc::ptr_eq(x, y) {
            return Ok((self.mask(borrow, bits), borrow));
        }
        let form = x.form().minus(&y.form()).minus(&self.form(borrow));
        let [low, high] = self.limits(borrow);
        let (least, greatest) = (x.least() - y.greatest() - high, x.greatest() - y.least() - low);
        let zero = BigInt::from(0);
        if let Some(number) = form.number().and_then(|number| number.integer()) {
            let under = number < zero;
            let word = if under { number + power(bits) } else { number };
            return Ok((Word::number(word), Flag::Known(under)));
        }
        if least >= zero {
            self.ledger.define_integer(form.clone());
            return Ok((Word::new(form, least, greatest), Flag::Known(false)));
        }
        let word = self.ledger.made("d", bits);
        let borrow = self.bit(Polynomial::atom(word).minus(&form).scaled(&fraction(bits)));
        Ok((Word::atom(word, bits), borrow))
    }

    /// A word all of whose bits are this one.
    pub fn mask(&mut self, bit: Flag, bits: u32) -> Shared {
        let [_, high] = self.limits(bit);
        let ones: BigInt = power(bits) - 1;
        let form = self.form(bit).scaled(&Rational::from(ones.clone()));
        let mask = (self.known(bit).is_none()).then_some(bit);
        Word::with(form, BigInt::from(0), ones * high, mask, 0)
    }

    /// A word that is a sum gets a name, so that products of it have one monomial.
    fn named(&mut self, word: &Shared, bits: u32) {
        let form = word.form();
        let single = form.len() == 1
            && form.terms().all(|(m, factor)| m.degree() == 1 && *factor == Rational::from(1));
        if single || form.number().is_some() {
            return;
        }
        let greatest = word.greatest().min(power(bits) - 1);
        let atom = self.ledger.made_up_to("v", greatest);
        let fact = self.ledger.define(Polynomial::atom(atom).minus(&form));
        self.name(atom, fact);
        *word.form.borrow_mut() = Polynomial::atom(atom);
    }

    /// The low half of so many bits, and the high half, of x·y.
    ///
    /// # Errors
    /// If an operand is no word.
    pub fn product(
        &mut self,
        x: &Shared,
        y: &Shared,
        bits: u32,
    ) -> Result<(Shared, Shared), Refusal> {
        if !x.is_within(bits) || !y.is_within(bits) {
            return refuse("a product of what may be no words");
        }
        self.named(x, bits);
        self.named(y, bits);
        let form = x.form().times(&y.form())?;
        let greatest = x.greatest() * y.greatest();
        if let Some(number) = form.number().and_then(|number| number.integer()) {
            return Ok((Word::number(&number % power(bits)), Word::number(number >> bits)));
        }
        if greatest < power(bits) {
            return Ok((Word::new(form, BigInt::from(0), greatest), Word::number(0)));
        }
        self.halves(form, BigInt::from(0), greatest >> bits, bits)
    }

    /// x mod 2^bits and the floor of x/2^bits, where x may be negative.
    ///
    /// # Errors
    /// As [`Prover::ask`].
    pub fn split(&mut self, x: &Shared, bits: u32) -> Result<(Shared, Shared), Refusal> {
        if bits == 0 {
            return Ok((Word::number(0), Rc::clone(x)));
        }
        if x.is_within(bits) {
            return Ok((Rc::clone(x), Word::number(0)));
        }
        if let Some(number) = x.value() {
            let high: BigInt = &number >> bits;
            let low = number - (&high << bits);
            return Ok((Word::number(low), Word::number(high)));
        }
        let (form, least, greatest) = (x.form(), x.least() >> bits, x.greatest() >> bits);
        if !self.words && self.ask(Question::Congruent(form.clone(), bits))? {
            let high = form.scaled(&fraction(bits));
            self.ledger.define_integer(high.clone());
            return Ok((Word::number(0), Word::new(high, least, greatest)));
        }
        self.halves(form, least, greatest, bits)
    }

    fn halves(
        &mut self,
        form: Polynomial,
        least: BigInt,
        greatest: BigInt,
        bits: u32,
    ) -> Result<(Shared, Shared), Refusal> {
        if self.words && self.ask(Question::Word(form.clone(), bits))? {
            let (_, [low, high]) = self.ledger.answer();
            let limits = (low.clone().unwrap_or_default(), high.clone().unwrap_or_default());
            let found = self.ledger.found().cloned().unwrap_or_default();
            let high = form.minus(&found).scaled(&fraction(bits));
            self.ledger.define_integer(high.clone());
            return Ok((Word::new(found, limits.0, limits.1), Word::new(high, least, greatest)));
        }
        let low = self.ledger.made("l", bits);
        let high = form.minus(&Polynomial::atom(low)).scaled(&fraction(bits));
        self.ledger.define_residue(low, form, bits);
        self.ledger.define_integer(high.clone());
        Ok((Word::atom(low, bits), Word::new(high, least, greatest)))
    }

    /// Whether x, of 64 bits with a sign, is below zero.
    pub fn sign(&mut self, x: &Shared) -> Flag {
        let zero = BigInt::from(0);
        if x.least() >= zero || x.greatest() < zero {
            return Flag::Known(x.greatest() < zero);
        }
        // x and 2^63 for a sign make a word of 63 bits.
        let low = self.ledger.made("l", 63);
        self.bit(Polynomial::atom(low).minus(&x.form()).scaled(&fraction(63)))
    }

    /// 2^bits·x, which must fit a word of 64 bits.
    ///
    /// # Errors
    /// If it may not fit; as [`Prover::ask`].
    pub fn shifted(&mut self, x: &Shared, bits: u32) -> Result<Shared, Refusal> {
        if x.greatest() << bits >= power(64) {
            self.refine(x)?;
        }
        if !x.is_within(64 - bits) {
            return refuse("bits may be shifted out");
        }
        let form = x.form().scaled(&Rational::from(power(bits)));
        Ok(Word::with(form, x.least() << bits, x.greatest() << bits, None, bits))
    }

    /// x + y for words that have no bit in common for certain.
    ///
    /// # Errors
    /// If they may have one.
    pub fn joined(&mut self, x: &Shared, y: &Shared) -> Result<Shared, Refusal> {
        let apart = |x: &Shared, y: &Shared| y.is_within(x.zeros);
        if !x.is_within(64) || !y.is_within(64) || !(apart(x, y) || apart(y, x)) {
            return refuse("an or of bits that may meet");
        }
        let (form, zeros) = (x.form().plus(&y.form()), x.zeros.min(y.zeros));
        let greatest = x.greatest() + y.greatest();
        Ok(Word::with(form, x.least() + y.least(), greatest, None, zeros))
    }

    /// Narrows the limits of a word by all that is known.
    ///
    /// # Errors
    /// As [`Prover::ask`].
    pub fn refine(&mut self, x: &Shared) -> Result<(), Refusal> {
        self.ask(Question::Range(x.form()))?;
        let [least, greatest] = self.ledger.answer().1.clone();
        if let Some(least) = least {
            let mut known = x.least.borrow_mut();
            *known = known.clone().max(least);
        }
        if let Some(greatest) = greatest {
            let mut known = x.greatest.borrow_mut();
            *known = known.clone().min(greatest);
        }
        Ok(())
    }

    /// The smaller of x and y without signs, where one is the other less a constant c: x − c if x
    /// is that or more, and else x, below c, since x − c is large without its sign.
    ///
    /// # Errors
    /// If they are not so.
    pub fn lesser(&mut self, x: &Shared, y: &Shared) -> Result<Shared, Refusal> {
        let zero = BigInt::from(0);
        let Some(less) = x.form().minus(&y.form()).number().and_then(|less| less.integer()) else {
            return refuse("the smaller of two words that have nothing to do with each other");
        };
        let (x, y, less) = if less < zero { (y, x, -less) } else { (x, y, less) };
        if x.least() < zero || x.greatest() >= power(63) {
            return refuse("the smaller of words with signs");
        }
        if y.least() >= zero || x.greatest() < less || less == zero {
            return Ok(Rc::clone(if y.least() >= zero { y } else { x }));
        }
        let greatest: BigInt = (&less - 1_u32).max(x.greatest() - &less);
        let atom = self.ledger.made_up_to("m", greatest.clone());
        let out = Polynomial::atom(atom);
        let Some(inverse) = Rational::from(less).inverse() else { return refuse("no constant") };
        self.ledger.define_integer(x.form().minus(&out).scaled(&inverse));
        Ok(Word::new(out, zero, greatest))
    }

    /// x + y or x − y in a lane, which must fit 64 bits with a sign.
    ///
    /// # Errors
    /// If it may not fit.
    pub fn lane_sum(&mut self, x: &Shared, y: &Shared, subtract: bool) -> Result<Shared, Refusal> {
        let (form, least, greatest) = if subtract {
            (x.form().minus(&y.form()), x.least() - y.greatest(), x.greatest() - y.least())
        } else {
            (x.form().plus(&y.form()), x.least() + y.least(), x.greatest() + y.greatest())
        };
        if least < -power(63) || greatest >= power(63) {
            return refuse("a lane may overflow");
        }
        Ok(Word::new(form, least, greatest))
    }
}
