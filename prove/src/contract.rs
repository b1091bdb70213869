//! What contracts are written in: which numbers are where, and what is claimed of the result.

use iced_x86::{Instruction, Mnemonic, Register};
use num_bigint::BigInt;

use crate::binary::Code;
use crate::check::Question;
use crate::machine::{Base, Cases, Machine, STACK, Value};
use crate::polynomial::{Atom, Bound, Polynomial, Range};
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};
use crate::words::{Shared, Word};
use crate::x86::Ending;

/// What a run of a kernel starts with and has to end with.
pub type Body = Box<dyn Fn(&mut Run<'_>) -> Result<(), Refusal> + Send + Sync>;

/// One claim on a kernel.
pub struct Contract {
    /// The kernel's path.
    pub kernel: &'static str,
    /// What is claimed.
    pub claim: String,
    /// Of which moduli and operands.
    pub condition: String,
    /// The least and the greatest modulus.
    pub range: Range,
    /// Hints.
    pub cases: Cases,
    /// The run.
    pub body: Body,
}

/// One run under a contract.
pub struct Run<'a> {
    /// The processor.
    pub machine: Machine<'a>,
    code: &'a Code,
    kept: Vec<Atom>,
}

/// 2^bits.
#[must_use]
pub fn power(bits: usize) -> BigInt {
    BigInt::from(1) << bits
}

/// The modulus's place.
pub const MODULUS: Base = "modulus";

impl<'a> Run<'a> {
    /// A run of this code.
    #[must_use]
    pub fn new(machine: Machine<'a>, code: &'a Code) -> Self {
        Self { machine, code, kept: Vec::new() }
    }

    /// Its end.
    #[must_use]
    pub fn into_machine(self) -> Machine<'a> {
        self.machine
    }

    /// The modulus, as a form.
    ///
    /// # Errors
    /// If there is none.
    pub fn modulus(&self) -> Result<Polynomial, Refusal> {
        let modulus = self.machine.prover.ledger.modulus();
        modulus.map_or_else(|| refuse("a contract without a modulus"), |m| Ok(Polynomial::atom(m)))
    }

    /// The words of a number that is this atom: any words that make it.
    pub fn words_of(&mut self, name: &str, number: Atom, count: usize) -> Vec<Shared> {
        let ledger = &mut self.machine.prover.ledger;
        let words: Vec<Atom> = (0..count).map(|i| ledger.made_input(&format!("{name}{i}"))).collect();
        let mut fact = Polynomial::atom(number).scaled(&Rational::from(-1));
        for (i, word) in words.iter().enumerate() {
            fact.add_scaled(&Polynomial::atom(*word), &Rational::from(power(64 * i)));
        }
        self.defined(words[0], fact);
        words.into_iter().map(|word| Word::atom(word, 64)).collect()
    }

    /// A fact that defines this atom by others.
    pub fn defined(&mut self, atom: Atom, fact: Polynomial) {
        let fact = self.machine.prover.ledger.define(fact);
        if let Some((search, ledger)) = self.machine.prover.search() {
            search.number(ledger, atom, fact);
        }
    }

    /// A number of so many words at a place, from 0 up to a greatest one.
    pub fn number(&mut self, base: Base, offset: i64, name: &str, count: usize, greatest: Bound) -> Polynomial {
        let number = self.machine.prover.ledger.input(name, Bound::number(0), greatest);
        let words = self.words_of(name, number, count);
        if let Some(lowest) = words.first().map(|word| word.form())
            && let Some((search, _)) = self.machine.prover.search()
        {
            self.kept.extend(lowest.atoms());
            search.keep(vec![self.kept.clone(), self.kept[..1].to_vec()]);
        }
        self.place(base, offset, &words);
        Polynomial::atom(number)
    }

    /// As [`Run::number`], of a number whose words are not kept in any further spelling.
    pub fn other_number(&mut self, base: Base, offset: i64, name: &str, count: usize, greatest: Bound) -> Polynomial {
        let number = self.machine.prover.ledger.input(name, Bound::number(0), greatest);
        let words = self.words_of(name, number, count);
        self.place(base, offset, &words);
        Polynomial::atom(number)
    }

    /// Further spellings keep the lowest words of these too: a hint.
    pub fn keep_also(&mut self, atom: Atom) {
        let (kept, all) = (self.kept.clone(), [&self.kept[..], &[atom]].concat());
        if let Some((search, _)) = self.machine.prover.search() {
            search.keep(vec![kept, vec![atom], all]);
        }
    }

    /// Words that may be read.
    pub fn place(&mut self, base: Base, offset: i64, words: &[Shared]) {
        for (at, word) in (offset..).step_by(8).zip(words) {
            self.machine.allow_read(base, at, Value::Word(word.clone()));
        }
    }

    /// A register has this place's address.
    pub fn point(&mut self, register: Register, base: Base) {
        self.machine.set_register(register, Value::Pointer(base, 0));
    }

    /// Words that may be written.
    pub fn writable(&mut self, base: Base, offset: i64, count: usize) {
        for at in (offset..).step_by(8).take(count) {
            self.machine.allow_write(base, at);
        }
    }

    /// m and −1/m modulo 2^64, at the register: what Montgomery's kernels read of a modulus.
    ///
    /// # Errors
    /// If the contract has no modulus.
    pub fn montgomery(&mut self, register: Register, count: usize) -> Result<(), Refusal> {
        let Some(modulus) = self.machine.prover.ledger.modulus() else {
            return refuse("a contract without a modulus");
        };
        let words = self.words_of("M", modulus, count);
        let inverse = self.machine.prover.ledger.made_input("n0");
        if let Some(lowest) = words[0].form().atoms().first() {
            self.machine.prover.ledger.define_inverses(*lowest, inverse);
        }
        self.place(MODULUS, 0, &words);
        self.place(MODULUS, 8 * i64::try_from(count).unwrap_or(0), &[Word::atom(inverse, 64)]);
        self.point(register, MODULUS);
        Ok(())
    }

    /// Runs to the return.
    ///
    /// # Errors
    /// If an instruction is not allowed.
    pub fn go(&mut self) -> Result<(), Refusal> {
        match self.machine.run(self.code, &mut |_, _| false)? {
            Ending::Returned => Ok(()),
            Ending::Stopped => refuse("stopped"),
        }
    }

    /// Runs to the branch that ends a loop, and compares the frame and these registers with what
    /// they were at the loop's head: what the induction over the rounds needs.
    ///
    /// # Errors
    /// If an instruction is not allowed, or something is not as it was.
    pub fn go_round(&mut self, registers: &[Register]) -> Result<(), Refusal> {
        let branch = self.code.0.iter().find(|instruction| instruction.mnemonic() == Mnemonic::Jne);
        let Some(head) = branch.map(Instruction::near_branch_target) else { return refuse("no loop") };
        let mut at_head = None;
        let ending = self.machine.run(self.code, &mut |machine, instruction| {
            if instruction.ip() == head && at_head.is_none() {
                at_head = Some(places(machine, registers));
            }
            instruction.mnemonic() == Mnemonic::Jne
        })?;
        if ending != Ending::Stopped || at_head != Some(places(&self.machine, registers)) {
            return refuse("a round changes the loop's frame or registers");
        }
        Ok(())
    }

    /// The words in these registers.
    ///
    /// # Errors
    /// If one is an address.
    pub fn registers(&self, registers: &[Register]) -> Result<Vec<Shared>, Refusal> {
        let word = |register: &Register| match self.machine.register(*register) {
            Value::Word(word) => Ok(word),
            Value::Pointer(..) => refuse("a result that is an address"),
        };
        registers.iter().map(word).collect()
    }

    /// The words that were written there.
    ///
    /// # Errors
    /// If one was not.
    pub fn written(&self, base: Base, offset: i64, count: usize) -> Result<Vec<Shared>, Refusal> {
        (offset..).step_by(8).take(count).map(|at| self.machine.written(base, at)).collect()
    }

    /// Claims that a form is an integer times M.
    ///
    /// # Errors
    /// If that is not proved.
    pub fn claim_multiple(&mut self, what: &str, form: Polynomial) -> Result<(), Refusal> {
        let holds = self.machine.prover.ask(Question::Multiple(form))?;
        if holds { Ok(()) } else { refuse(format!("{what} is not congruent")) }
    }

    /// Claims that a form is below another.
    ///
    /// # Errors
    /// If that is not proved.
    pub fn claim_below(&mut self, what: &str, form: &Polynomial, limit: &Polynomial) -> Result<(), Refusal> {
        let holds = self.machine.prover.ask(Question::Negative(form.minus(limit)))?;
        if holds { Ok(()) } else { refuse(format!("{what} is not within its bound")) }
    }

    /// Claims that words are a form, or are it modulo 2^bits.
    ///
    /// # Errors
    /// If that is not proved.
    pub fn claim_equal(&mut self, what: &str, words: &[Shared], form: &Polynomial, bits: Option<u32>) -> Result<(), Refusal> {
        let holds = self.machine.prover.ask(Question::Equal(value(words).minus(form), bits))?;
        if holds { Ok(()) } else { refuse(format!("{what} is not equal")) }
    }

    /// Claims Montgomery's product: words·2^(64·their count) ≡ form modulo M, and words < limit.
    ///
    /// # Errors
    /// If that is not proved.
    pub fn claim_reduced(&mut self, what: &str, words: &[Shared], form: &Polynomial, limit: &Polynomial) -> Result<(), Refusal> {
        let out = value(words);
        let scaled = out.scaled(&Rational::from(power(64 * words.len())));
        self.claim_multiple(what, scaled.minus(form))?;
        self.claim_below(what, &out, limit)
    }
}

/// The number that words are, least significant first.
#[must_use]
pub fn value(words: &[Shared]) -> Polynomial {
    let mut out = Polynomial::default();
    for (i, word) in words.iter().enumerate() {
        out.add_scaled(&word.form(), &Rational::from(power(64 * i)));
    }
    out
}

type Places = (Vec<Option<(Base, i64)>>, Vec<(i64, Base, i64)>);

/// The addresses in registers and in the frame.
fn places(machine: &Machine<'_>, registers: &[Register]) -> Places {
    let in_registers = registers.iter().chain(&[Register::RSP]);
    let in_registers = in_registers.map(|register| machine.register(*register).pointer()).collect();
    let frame = machine.memory().iter().filter(|((base, _), _)| *base == STACK);
    let frame = frame.filter_map(|((_, at), value)| {
        let (base, offset) = value.pointer()?;
        Some((*at, base, offset))
    });
    (in_registers, frame.collect())
}
