//! What contracts are written in: which numbers are where, and what is claimed of the result.

use iced_x86::{Instruction, Mnemonic, Register};
use num_bigint::BigInt;

use crate::binary::Code;
use crate::check::Question;
use crate::machine::{Base, Cases, Machine, Number, Place, Value};
use crate::polynomial::{Atom, Bound, Polynomial, Range};
use crate::prover::Flag;
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};
use crate::words::{Shared, Word};
use crate::x86::Ending;
use crate::{arm64, rv32};

/// What a run of a kernel starts with and has to end with.
pub type Body = Box<dyn Fn(&mut Run<'_>) -> Result<(), Refusal> + Send + Sync>;

/// Gives an integer from 0 up to this one.
pub type Sampler = Box<dyn FnMut(&BigInt) -> BigInt + Send>;

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
    /// The modulus of this contract's shape that is nearest below a number of the range: for runs
    /// on numbers.
    pub nearest: fn(&BigInt) -> BigInt,
    /// Whether instances of the kernel are compiled for a modulus: each keeps one of the contracts.
    pub one_of: bool,
    /// Hints.
    pub cases: Cases,
    /// The run.
    pub body: Body,
}

/// A function's instructions, of any machine.
#[derive(Clone, Copy)]
pub enum Program<'a> {
    /// Of x86-64.
    X86(&'a Code),
    /// Of ARM64.
    Arm64(&'a arm64::Code),
    /// Of RV32.
    Rv32(&'a rv32::Code),
}

impl Program<'_> {
    /// How many instructions there are up to the first return.
    #[must_use]
    pub fn instructions(self) -> Option<usize> {
        let end = match self {
            Self::X86(code) => code.0.iter().position(|i| i.mnemonic() == Mnemonic::Ret),
            Self::Arm64(code) => {
                let is_return =
                    |word: &u32| arm64::decode(*word) == Some(arm64::Instruction::Return);
                code.0.iter().position(is_return)
            }
            Self::Rv32(code) => code.instructions.len().checked_sub(1),
        };
        end.map(|end| end + 1)
    }
}

impl<'a> From<&'a Code> for Program<'a> {
    fn from(code: &'a Code) -> Self {
        Self::X86(code)
    }
}

impl<'a> From<&'a arm64::Code> for Program<'a> {
    fn from(code: &'a arm64::Code) -> Self {
        Self::Arm64(code)
    }
}

impl<'a> From<&'a rv32::Code> for Program<'a> {
    fn from(code: &'a rv32::Code) -> Self {
        Self::Rv32(code)
    }
}

/// One run under a contract.
pub struct Run<'a> {
    /// The processor.
    pub machine: Machine<'a>,
    program: Program<'a>,
    kept: Vec<Atom>,
    sampler: Option<Sampler>,
}

/// 2^bits.
#[must_use]
pub fn power(bits: usize) -> BigInt {
    BigInt::from(1) << bits
}

/// The modulus's place.
pub const MODULUS: Base = "modulus";

impl<'a> Run<'a> {
    /// A run of this code: on all numbers, or on those that a sampler gives.
    #[must_use]
    pub fn new(machine: Machine<'a>, program: Program<'a>, sampler: Option<Sampler>) -> Self {
        Self { machine, program, kept: Vec::new(), sampler }
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
        if let Some(only) = self.only_modulus() {
            return Ok(Polynomial::constant(only));
        }
        let modulus = self.machine.prover.ledger.modulus();
        modulus.map_or_else(|| refuse("a contract without a modulus"), |m| Ok(Polynomial::atom(m)))
    }

    /// The only modulus, where there is only one.
    fn only_modulus(&self) -> Option<BigInt> {
        let (least, greatest) = self.machine.prover.ledger.range().as_ref()?;
        if least == greatest { least.integer() } else { None }
    }

    /// An integer between two bounds, neither of them below zero.
    pub fn integer(&mut self, name: &str, least: &Bound, greatest: &Bound) -> Polynomial {
        let modulus = self.only_modulus().unwrap_or_default();
        if let Some(sampler) = &mut self.sampler {
            let [low, high] =
                [least, greatest].map(|bound| bound.at(&Rational::from(modulus.clone())).floor());
            return Polynomial::constant(&low + sampler(&(high - &low)));
        }
        Polynomial::atom(self.machine.prover.ledger.input(name, least.clone(), greatest.clone()))
    }

    /// How many bits a word has.
    fn bits(&self) -> usize {
        if self.machine.size == 4 { 32 } else { 64 }
    }

    /// The places of words from an offset on.
    fn places(&self, offset: i64) -> impl Iterator<Item = i64> + use<> {
        (offset..).step_by(self.bits() >> 3)
    }

    /// The words of an integer: any words that make it, the highest of them between these limits.
    ///
    /// # Panics
    /// If there are none.
    pub fn words_of(
        &mut self,
        name: &str,
        number: &Polynomial,
        count: usize,
        highest: Option<[BigInt; 2]>,
    ) -> Vec<Shared> {
        let bits = self.bits();
        if let Some(number) = number.number().and_then(|number| number.integer()) {
            let word = |i: usize| Word::number((&number >> (bits * i)) & (power(bits) - 1));
            return (0..count).map(word).collect();
        }
        let [least, greatest] = highest.unwrap_or([BigInt::from(0), power(bits) - 1]);
        let ledger = &mut self.machine.prover.ledger;
        let words: Vec<Atom> = (0..count)
            .map(|i| {
                let name = format!("{name}{i}");
                if i + 1 == count {
                    return ledger.input(
                        &name,
                        Bound::number(least.clone()),
                        Bound::number(greatest.clone()),
                    );
                }
                ledger.input(&name, Bound::number(0), Bound::number(power(bits) - 1))
            })
            .collect();
        let mut fact = number.scaled(&Rational::from(-1));
        for (i, word) in words.iter().enumerate() {
            fact.add_scaled(&Polynomial::atom(*word), &Rational::from(power(bits * i)));
        }
        self.defined(words[0], fact);
        let (top, rest) = words.split_last().expect("a number has words");
        let mut out: Vec<Shared> = rest.iter().map(|w| Word::atom(*w, bits as u32)).collect();
        out.push(Word::new(Polynomial::atom(*top), least, greatest));
        out
    }

    /// A fact that defines this atom by others.
    pub fn defined(&mut self, atom: Atom, fact: Polynomial) {
        let fact = self.machine.prover.ledger.define(fact);
        if let Some((search, ledger)) = self.machine.prover.search() {
            search.number(ledger, atom, fact);
        }
    }

    /// A number of so many words at a place, from 0 up to a greatest one.
    pub fn number(
        &mut self,
        base: Base,
        offset: i64,
        name: &str,
        count: usize,
        greatest: Bound,
    ) -> Polynomial {
        self.kept_number(base, offset, name, count, (greatest, None))
    }

    /// The same, whose highest word lies between two numbers.
    pub fn kept_number(
        &mut self,
        base: Base,
        offset: i64,
        name: &str,
        count: usize,
        (greatest, highest): (Bound, Option<[BigInt; 2]>),
    ) -> Polynomial {
        let number = self.integer(name, &Bound::number(0), &greatest);
        let words = self.words_of(name, &number, count, highest);
        if let Some(lowest) = words.first().map(|word| word.form())
            && let Some((search, _)) = self.machine.prover.search()
        {
            self.kept.extend(lowest.atoms());
            search.keep(vec![self.kept.clone(), self.kept.iter().take(1).copied().collect()]);
        }
        self.place(base, offset, &words);
        number
    }

    /// As [`Run::number`], of a number whose words are not kept in any further spelling.
    pub fn other_number(
        &mut self,
        base: Base,
        offset: i64,
        name: &str,
        count: usize,
        greatest: Bound,
    ) -> Polynomial {
        let number = self.integer(name, &Bound::number(0), &greatest);
        let words = self.words_of(name, &number, count, None);
        self.place(base, offset, &words);
        number
    }

    /// A word of which the modulus is made, M = factor·word + rest, in a register.
    ///
    /// # Errors
    /// If the contract has no modulus.
    pub fn shape(
        &mut self,
        register: impl Into<Number>,
        name: &str,
        limits: [BigInt; 2],
        factor: &BigInt,
        rest: &BigInt,
    ) -> Result<Polynomial, Refusal> {
        let [least, greatest] = limits;
        if self.sampler.is_some() {
            let value = (self.only_modulus().unwrap_or_default() - rest) / factor;
            self.machine.set_register(register, Value::Word(Word::number(value.clone())));
            return Ok(Polynomial::constant(value));
        }
        let bounds = [&least, &greatest].map(|limit| Bound::number(limit.clone()));
        let [low, high] = bounds;
        let atom = self.machine.prover.ledger.input(name, low, high);
        let form = Polynomial::atom(atom);
        let made =
            form.scaled(&Rational::from(factor.clone())).plus(&Polynomial::constant(rest.clone()));
        let fact = made.minus(&self.modulus()?);
        self.defined(atom, fact);
        self.machine.set_register(register, Value::Word(Word::new(form.clone(), least, greatest)));
        Ok(form)
    }

    /// Further spellings keep the lowest words of these too: a hint.
    pub fn keep_also(&mut self, form: &Polynomial) {
        let Some(atom) = form.atoms().first().copied() else { return };
        let (kept, all) = (self.kept.clone(), [&self.kept[..], &[atom]].concat());
        if let Some((search, _)) = self.machine.prover.search() {
            search.keep(vec![kept, vec![atom], all]);
        }
    }

    /// Words that may be read.
    pub fn place(&mut self, base: Base, offset: i64, words: &[Shared]) {
        for (at, word) in self.places(offset).zip(words) {
            self.machine.allow_read(base, at, Value::Word(word.clone()));
        }
    }

    /// A register has this place's address.
    pub fn point(&mut self, register: impl Into<Number>, base: Base) {
        self.machine.set_register(register, Value::Pointer(base, 0));
    }

    /// Words that may be written.
    pub fn writable(&mut self, base: Base, offset: i64, count: usize) {
        for at in self.places(offset).take(count) {
            self.machine.allow_write(base, at, false);
        }
    }

    /// What stands in memory for a lane: a vector, or a word of it if all are followed.
    fn lane(&self, lane: Shared) -> Value {
        if self.machine.eight { Value::Word(lane) } else { Value::Lane(lane) }
    }

    /// A number in limbs of 52 bits, a vector each, from 0 up to a greatest one. If all lanes are
    /// followed the offset is that of the number's lane.
    pub fn limbs(
        &mut self,
        base: Base,
        offset: i64,
        name: &str,
        count: usize,
        greatest: &BigInt,
    ) -> Polynomial {
        let number = self.integer(name, &Bound::number(0), &Bound::number(greatest.clone()));
        let places = (offset..).step_by(64).take(count).enumerate();
        if let Some(value) = number.number().and_then(|number| number.integer()) {
            for (at, place) in places {
                let limb = (&value >> (52 * at)) & (power(52) - 1);
                let limb = self.lane(Word::number(limb));
                self.machine.allow_read(base, place, limb);
            }
            return number;
        }
        let mut fact = number.scaled(&Rational::from(-1));
        let mut lowest = None;
        for (at, place) in places {
            let highest = if at + 1 == count { greatest >> (52 * at) } else { power(52) - 1 };
            let (least, most) = (Bound::number(0), Bound::number(highest.clone()));
            let limb = self.machine.prover.ledger.input(&format!("{name}{at}"), least, most);
            lowest = lowest.or(Some(limb));
            let form = Polynomial::atom(limb);
            fact.add_scaled(&form, &Rational::from(power(52 * at)));
            let lane = self.lane(Word::new(form, BigInt::from(0), highest));
            self.machine.allow_read(base, place, lane);
        }
        if let Some(lowest) = lowest {
            self.defined(lowest, fact);
        }
        number
    }

    /// A sum of columns of 52 bits, a vector each, which are of either sign and not beyond ±reach;
    /// the sum itself is not beyond ±limit. Returns the sum, and its columns.
    pub fn columns(
        &mut self,
        base: Base,
        count: usize,
        reach: &BigInt,
        limit: &BigInt,
    ) -> (Polynomial, Vec<Polynomial>) {
        let above = self.integer(base, &Bound::number(0), &Bound::number(limit * 2));
        let number = above.minus(&Polynomial::constant(limit.clone()));
        let mut fact = number.scaled(&Rational::from(-1));
        let (mut lowest, mut columns) = (None, Vec::new());
        let numbers = number.number().and_then(|number| number.integer());
        let numbers = numbers.map(|number| columns_of(&number, count, reach));
        for (at, place) in (0..).step_by(64).take(count).enumerate() {
            let (column, least, greatest) = if let Some(numbers) = &numbers {
                let column = &numbers[at];
                (Polynomial::constant(column.clone()), column.clone(), column.clone())
            } else {
                let [low, high] = [BigInt::from(0), reach * 2].map(Bound::number);
                let atom = self.machine.prover.ledger.input(&format!("{base}{at}"), low, high);
                lowest = lowest.or(Some(atom));
                let column = Polynomial::atom(atom).minus(&Polynomial::constant(reach.clone()));
                (column, -reach, reach.clone())
            };
            fact.add_scaled(&column, &Rational::from(power(52 * at)));
            let lane = Value::Lane(Word::new(column.clone(), least, greatest));
            self.machine.allow_read(base, place, lane);
            columns.push(column);
        }
        if let Some(lowest) = lowest {
            self.defined(lowest, fact);
        }
        (number, columns)
    }

    /// Whether this is a run on numbers.
    #[must_use]
    pub fn is_sampled(&self) -> bool {
        self.sampler.is_some()
    }

    /// An integer between two numbers of either sign.
    pub fn signed(&mut self, name: &str, least: &BigInt, greatest: &BigInt) -> Polynomial {
        let above = self.integer(name, &Bound::number(0), &Bound::number(greatest - least));
        above.plus(&Polynomial::constant(least.clone()))
    }

    /// An integer from 0 or more up to a greatest one that is this form modulo a number.
    pub fn remainder(
        &mut self,
        name: &str,
        form: &Polynomial,
        modulus: &BigInt,
        [least, greatest]: &[BigInt; 2],
    ) -> Polynomial {
        if let Some(value) = form.number().and_then(|form| form.integer())
            && let Some(sampler) = &mut self.sampler
        {
            let smallest = least + (((value - least) % modulus + modulus) % modulus);
            let times = sampler(&((greatest - &smallest) / modulus));
            return Polynomial::constant(smallest + times * modulus);
        }
        let out = self.signed(name, least, greatest);
        if let Some(inverse) = Rational::from(modulus.clone()).inverse() {
            self.machine.prover.ledger.define_integer(out.minus(form).scaled(&inverse));
        }
        out
    }

    /// An integer that a form is, between two numbers: a condition on the form. In runs on numbers
    /// it has to be met already.
    ///
    /// # Errors
    /// If it is not.
    pub fn bounded(
        &mut self,
        name: &str,
        form: &Polynomial,
        least: &BigInt,
        greatest: &BigInt,
    ) -> Result<Polynomial, Refusal> {
        if let Some(value) = form.number().and_then(|form| form.integer()) {
            let within = value >= *least && value <= *greatest;
            return if within { Ok(form.clone()) } else { refuse("a number of another range") };
        }
        let out = self.signed(name, least, greatest);
        let Some(atom) = out.atoms().last().copied() else { return refuse("no integer") };
        let fact = self.machine.prover.ledger.define(out.minus(form));
        self.machine.prover.name(atom, fact);
        Ok(out)
    }

    /// A bit that the caller chooses.
    pub fn any_bit(&mut self, name: &str) -> Flag {
        let form = self.integer(name, &Bound::number(0), &Bound::number(1));
        Flag::Open(self.machine.prover.ledger.define_bit(form))
    }

    /// A bit that the caller chooses and that is no secret: both cases are proved.
    ///
    /// # Errors
    /// If this case cannot happen.
    pub fn public_bit(&mut self, name: &str) -> Result<bool, Refusal> {
        let bit = self.any_bit(name);
        let value = self.machine.prover.decide(bit)?;
        self.machine.publish(value);
        Ok(value)
    }

    /// Places for vectors that may be written.
    pub fn writable_vectors(&mut self, base: Base, offset: i64, count: usize) {
        for at in (offset..).step_by(64).take(count) {
            self.machine.allow_write(base, at, true);
        }
    }

    /// A vector that was written at a place.
    ///
    /// # Errors
    /// If none was.
    pub fn written_vector(&self, base: Base, place: i64) -> Result<Shared, Refusal> {
        match self.machine.at(base, place) {
            Some(Value::Lane(limb)) => Ok(limb.clone()),
            Some(Value::Word(limb)) if self.machine.eight => Ok(limb.clone()),
            _ => refuse(format!("[{base}{place:+}] has no result")),
        }
    }

    /// The limbs that were written at a place: all but the highest of 52 bits.
    ///
    /// # Errors
    /// If one was not written, or may be wider.
    pub fn written_limbs(
        &self,
        base: Base,
        offset: i64,
        count: usize,
    ) -> Result<Polynomial, Refusal> {
        let mut out = Polynomial::default();
        for (at, place) in (offset..).step_by(64).take(count).enumerate() {
            let limb = self.written_vector(base, place)?;
            let narrow = limb.least() >= BigInt::from(0) && limb.greatest() < power(52);
            if at + 1 < count && !narrow {
                return refuse("a limb of more than 52 bits");
            }
            out.add_scaled(&limb.form(), &Rational::from(power(52 * at)));
        }
        Ok(out)
    }

    /// m and −1/m modulo 2^64, at the register: what Montgomery's kernels read of a modulus.
    ///
    /// # Errors
    /// If the contract has no modulus.
    pub fn montgomery(&mut self, register: impl Into<Number>, count: usize) -> Result<(), Refusal> {
        let inverse = self.modulus_at(register, count)?;
        self.place(MODULUS, 8 * i64::try_from(count).unwrap_or(0), &[inverse]);
        Ok(())
    }

    /// m at the register; −1/m modulo 2^64.
    ///
    /// # Errors
    /// If the contract has no modulus.
    pub fn modulus_at(
        &mut self,
        register: impl Into<Number>,
        count: usize,
    ) -> Result<Shared, Refusal> {
        let modulus = match self.only_modulus() {
            Some(modulus) => Polynomial::constant(modulus),
            None => self.modulus()?,
        };
        let words = self.words_of("M", &modulus, count, None);
        let inverse = if let Some(lowest) = words[0].value() {
            Word::number(negated_inverse(&lowest))
        } else {
            let inverse = self.machine.prover.ledger.made_input("n0");
            if let Some(lowest) = words[0].form().atoms().first() {
                self.machine.prover.ledger.define_inverses(*lowest, inverse);
            }
            Word::atom(inverse, 64)
        };
        self.place(MODULUS, 0, &words);
        self.point(register, MODULUS);
        Ok(inverse)
    }

    /// Runs to the return.
    ///
    /// # Errors
    /// If an instruction is not allowed.
    pub fn go(&mut self) -> Result<(), Refusal> {
        let ending = match self.program {
            Program::X86(code) => self.machine.run(code, 0, &mut |_| false)?,
            Program::Arm64(code) => self.machine.run_arm64(code, 0, None)?,
            Program::Rv32(code) => self.machine.run_rv32(code)?,
        };
        match ending {
            Ending::Returned => Ok(()),
            Ending::Stopped => refuse("stopped"),
        }
    }

    /// Runs to the head of a loop and forgets all but what is the same in every round: see
    /// [`Machine::forget`]. Then runs one round: to the return if it is the last one, else to the
    /// branch, where what was the same at the head has to be so again. That is the step of the
    /// induction over the rounds.
    ///
    /// # Errors
    /// If an instruction is not allowed, or something is not as it was.
    pub fn go_round(&mut self, registers: &[Register], last: bool) -> Result<(), Refusal> {
        let code = self.code()?;
        let find = |mnemonic| code.0.iter().find(move |i| i.mnemonic() == mnemonic);
        let (Some(branch), Some(count)) = (find(Mnemonic::Jne), find(Mnemonic::Dec)) else {
            return refuse("no loop that counts");
        };
        let head = code.0.iter().position(|i| i.ip() == branch.near_branch_target());
        let Some(head) = head else { return refuse("a jump out of the kernel") };
        let first = code.0[head].ip();
        if self.machine.run(code, 0, &mut |instruction| instruction.ip() == first)?
            == Ending::Returned
        {
            return refuse("the loop was not reached");
        }
        let counter = self.machine.counter(count)?;
        self.forget(registers, &counter)?;
        let stack =
            |machine: &Machine<'_>| (machine.register(Register::RSP).pointer(), machine.frame());
        let at_head = stack(&self.machine);
        let mut is_end =
            |instruction: &Instruction| !last && instruction.mnemonic() == Mnemonic::Jne;
        let ending = self.machine.run(code, head, &mut is_end)?;
        match (last, ending) {
            (true, Ending::Returned) => Ok(()),
            (false, Ending::Stopped) if stack(&self.machine) == at_head => Ok(()),
            _ => refuse("a round changes the loop's frame"),
        }
    }

    /// The same with these registers: see [`Machine::forget`].
    ///
    /// # Errors
    /// As it.
    pub fn forget(&mut self, registers: &[Register], counter: &Place) -> Result<(), Refusal> {
        let sampler = &mut self.sampler;
        self.machine.forget(registers, counter, |prover| match sampler {
            Some(sampler) => Word::number(sampler(&BigInt::from(u64::MAX))),
            None => Word::atom(prover.ledger.made_input("any"), 64),
        })
    }

    /// The instructions.
    ///
    /// # Errors
    /// If they are of ARM64.
    pub fn code(&self) -> Result<&'a Code, Refusal> {
        match self.program {
            Program::X86(code) => Ok(code),
            _ => refuse("instructions of another machine"),
        }
    }

    /// The same of ARM64.
    ///
    /// # Errors
    /// If they are of x86-64.
    pub fn arm64_code(&self) -> Result<&'a arm64::Code, Refusal> {
        match self.program {
            Program::Arm64(code) => Ok(code),
            _ => refuse("instructions of another machine"),
        }
    }

    /// See [`Machine::forget_arm64`].
    ///
    /// # Errors
    /// As it.
    pub fn forget_arm64(&mut self, kept: &[Number]) -> Result<(), Refusal> {
        let sampler = &mut self.sampler;
        self.machine.forget_arm64(kept, |prover| match sampler {
            Some(sampler) => Word::number(sampler(&BigInt::from(u64::MAX))),
            None => Word::atom(prover.ledger.made_input("any"), 64),
        })
    }

    /// Runs from one instruction to another, or to the return.
    ///
    /// # Errors
    /// If an instruction is not allowed, or that one is not reached.
    pub fn go_part(&mut self, from: usize, to: Option<usize>) -> Result<(), Refusal> {
        let code = self.code()?;
        let end = to.and_then(|to| code.0.get(to)).map(Instruction::ip);
        let ending = self.machine.run(code, from, &mut |i| Some(i.ip()) == end)?;
        if (ending == Ending::Stopped) == to.is_some() {
            Ok(())
        } else {
            refuse("a part that ends elsewhere")
        }
    }

    /// The words in these registers.
    ///
    /// # Errors
    /// If one is an address.
    pub fn registers(
        &self,
        registers: &[impl Into<Number> + Copy],
    ) -> Result<Vec<Shared>, Refusal> {
        let word = |register: Number| match self.machine.register(register) {
            Value::Word(word) => Ok(word),
            _ => refuse("a result that is no word"),
        };
        registers.iter().map(|register| word((*register).into())).collect()
    }

    /// The words that were written there.
    ///
    /// # Errors
    /// If one was not.
    pub fn written(&self, base: Base, offset: i64, count: usize) -> Result<Vec<Shared>, Refusal> {
        self.places(offset).take(count).map(|at| self.machine.written(base, at)).collect()
    }

    /// The number that words are, least significant first.
    #[must_use]
    pub fn value(&self, words: &[Shared]) -> Polynomial {
        let mut out = Polynomial::default();
        for (i, word) in words.iter().enumerate() {
            out.add_scaled(&word.form(), &Rational::from(power(self.bits() * i)));
        }
        out
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
    pub fn claim_below(
        &mut self,
        what: &str,
        form: &Polynomial,
        limit: &Polynomial,
    ) -> Result<(), Refusal> {
        let holds = self.machine.prover.ask(Question::Negative(form.minus(limit)))?;
        if holds { Ok(()) } else { refuse(format!("{what} is not within its bound")) }
    }

    /// Claims that words are a form, or are it modulo 2^bits.
    ///
    /// # Errors
    /// If that is not proved.
    pub fn claim_equal(
        &mut self,
        what: &str,
        words: &[Shared],
        form: &Polynomial,
        bits: Option<u32>,
    ) -> Result<(), Refusal> {
        let holds =
            self.machine.prover.ask(Question::Equal(self.value(words).minus(form), bits))?;
        if holds { Ok(()) } else { refuse(format!("{what} is not equal")) }
    }

    /// Claims Montgomery's product: words·2^(64·their count) ≡ form modulo M, and words < limit.
    ///
    /// # Errors
    /// If that is not proved.
    pub fn claim_reduced(
        &mut self,
        what: &str,
        words: &[Shared],
        form: &Polynomial,
        limit: &Polynomial,
    ) -> Result<(), Refusal> {
        let out = self.value(words);
        let scaled = out.scaled(&Rational::from(power(self.bits() * words.len())));
        self.claim_multiple(what, scaled.minus(form))?;
        self.claim_below(what, &out, limit)
    }
}

/// Columns of 52 bits that make a number, none of them beyond ±reach if that is possible.
fn columns_of(number: &BigInt, count: usize, reach: &BigInt) -> Vec<BigInt> {
    let mut out: Vec<BigInt> =
        (0..count).map(|at| (number >> (52 * at)) & (power(52) - 1)).collect();
    out[count - 1] = number >> (52 * (count - 1));
    for at in (1..count).rev() {
        let within = out[at].clone().clamp(-reach, reach.clone());
        let beyond = &out[at] - &within;
        out[at] = within;
        out[at - 1] += beyond << 52;
    }
    out
}

/// −1/word modulo 2^64, for odd words.
fn negated_inverse(word: &BigInt) -> BigInt {
    let mut inverse = BigInt::from(1);
    for _ in 0..6 {
        inverse = (&inverse * (2 - word * &inverse)) & BigInt::from(u64::MAX);
    }
    power(64) - inverse
}
