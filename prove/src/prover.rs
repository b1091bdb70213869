//! One run of a kernel under a claim: what is known, who gives the steps, and which way is taken
//! where a comparison can go two ways.

use num_bigint::BigInt;

use crate::check::{Ledger, Question, Step};
use crate::polynomial::{Atom, Polynomial};
use crate::refusal::{Refusal, refuse};
use crate::search::Search;

/// Who gives the steps.
pub enum Advisor {
    /// The search, which writes them down.
    Search(Box<Search>),
    /// A certificate: the steps of this run, and how many were taken.
    Certificate(Vec<Step>, usize),
}

/// A run.
pub struct Prover {
    /// What is known.
    pub ledger: Ledger,
    /// Whether low halves are looked for among what is known: a hint.
    pub words: bool,
    advisor: Advisor,
    decisions: Vec<bool>,
    taken: Vec<bool>,
}

/// A bit that is known or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// A number.
    Known(bool),
    /// A bit of the ledger.
    Open(usize),
}

impl Prover {
    /// A run that takes these decisions first and then always the case 0.
    #[must_use]
    pub fn new(ledger: Ledger, advisor: Advisor, decisions: Vec<bool>) -> Self {
        Self { ledger, words: false, advisor, decisions, taken: Vec::new() }
    }

    /// The decisions that were taken.
    #[must_use]
    pub fn taken(&self) -> &[bool] {
        &self.taken
    }

    /// The steps that the search found.
    #[must_use]
    pub fn into_steps(self) -> Vec<Step> {
        match self.advisor {
            Advisor::Search(search) => search.log,
            Advisor::Certificate(steps, _) => steps,
        }
    }

    /// The search, to be given hints. A certificate needs none.
    pub fn search(&mut self) -> Option<(&mut Search, &Ledger)> {
        match &mut self.advisor {
            Advisor::Search(search) => Some((search, &self.ledger)),
            Advisor::Certificate(..) => None,
        }
    }

    /// Asks. No is always possible.
    ///
    /// # Errors
    /// If a step of the certificate does not hold, or this case cannot happen.
    pub fn ask(&mut self, question: Question) -> Result<bool, Refusal> {
        self.ledger.pose(question);
        match &mut self.advisor {
            Advisor::Search(search) if search.is_exhausted() => {
                return refuse("the search takes too long");
            }
            Advisor::Search(search) => search.answer(&mut self.ledger),
            Advisor::Certificate(..) => self.replay()?,
        }
        if self.ledger.is_impossible() {
            return Err(Refusal::Impossible);
        }
        Ok(self.ledger.answer().0)
    }

    /// Takes steps of the certificate up to the next end.
    fn replay(&mut self) -> Result<(), Refusal> {
        let Advisor::Certificate(steps, next) = &mut self.advisor else { return Ok(()) };
        loop {
            let Some(step) = steps.get(*next) else {
                return refuse("the certificate is too short");
            };
            *next += 1;
            if *step == Step::End {
                return Ok(());
            }
            self.ledger.apply(step)?;
        }
    }

    /// The form of a bit: a number, once it is known.
    #[must_use]
    pub fn form(&self, flag: Flag) -> Polynomial {
        match self.known(flag) {
            Some(value) => Polynomial::constant(i64::from(value)),
            None => match flag {
                Flag::Open(bit) => self.ledger.bits()[bit].form.clone(),
                Flag::Known(value) => Polynomial::constant(i64::from(value)),
            },
        }
    }

    /// A bit's value, if it is known.
    #[must_use]
    pub fn known(&self, flag: Flag) -> Option<bool> {
        match flag {
            Flag::Known(value) => Some(value),
            Flag::Open(bit) => self.ledger.bits()[bit].value,
        }
    }

    /// A bit's value, if it can be proved.
    ///
    /// # Errors
    /// As [`Prover::ask`].
    pub fn settle(&mut self, flag: Flag) -> Result<Option<bool>, Refusal> {
        if let Flag::Open(bit) = flag
            && self.known(flag).is_none()
        {
            self.ask(Question::Bit(bit))?;
        }
        Ok(self.known(flag))
    }

    /// A bit's value, in this run: if it cannot be proved, there is another run with the other one.
    ///
    /// # Errors
    /// As [`Prover::ask`].
    pub fn decide(&mut self, flag: Flag) -> Result<bool, Refusal> {
        if let Some(value) = self.settle(flag)? {
            return Ok(value);
        }
        let Flag::Open(bit) = flag else { return refuse("a bit without a value") };
        let value = self.decisions.get(self.taken.len()).copied().unwrap_or(false);
        self.taken.push(value);
        self.ledger.assume(bit, value);
        match &mut self.advisor {
            Advisor::Search(search) => search.case(&mut self.ledger),
            Advisor::Certificate(..) => self.replay()?,
        }
        if self.ledger.is_impossible() { Err(Refusal::Impossible) } else { Ok(value) }
    }

    /// From now on low halves are looked for, and facts are not solved: a hint.
    pub fn look_for_words(&mut self) {
        self.words = true;
        if let Advisor::Search(search) = &mut self.advisor {
            search.flat = true;
        }
    }

    /// From now on facts are solved: a hint.
    pub fn look_for_facts(&mut self) {
        if let Advisor::Search(search) = &mut self.advisor {
            search.flat = false;
        }
    }

    /// Asks whether a form is an integer, by multiples of integers that may show it. Returns its
    /// number.
    ///
    /// # Errors
    /// As [`Prover::ask`].
    pub fn integer(
        &mut self,
        form: Polynomial,
        by: Vec<(usize, BigInt)>,
    ) -> Result<Option<usize>, Refusal> {
        let by = by.into_iter().map(|(at, factor)| (at, Polynomial::constant(factor))).collect();
        let holds = self.ask(Question::Integer(form, by))?;
        Ok(holds.then(|| self.ledger.integers().len() - 1))
    }

    /// A name for a sum, and the fact that defines it.
    pub fn name(&mut self, atom: Atom, fact: usize) {
        if let Advisor::Search(search) = &mut self.advisor {
            search.name(&self.ledger, atom, fact);
        }
    }
}

impl Prover {
    /// Looks whether a sum of integers is zero. Nothing follows if it is not.
    ///
    /// # Errors
    /// As [`Prover::ask`].
    pub fn vanishes(&mut self, parts: Vec<Polynomial>) -> Result<bool, Refusal> {
        let sum = parts.iter().fold(Polynomial::default(), |sum, part| sum.plus(part));
        self.ask(Question::Zero(sum, parts))
    }
}
