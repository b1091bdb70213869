//! RV32IMC: what the instructions that its kernels use do to a [`Machine`]. All that is not here is
//! refused. The decoder is the chip emulator's, whose own tests compare it with others.
//!
//! Names are those of "The RISC-V Instruction Set Manual, Volume I", 20240411. There are no flags:
//! a carry is what `sltu` says of a sum and a summand. Memory and the equations of sums,
//! differences and products are those of the other machines, with words of 32 bits.
//!
//! The integer that is kept for a register is the register's number, or that less 2^32: so minus
//! one is minus one, and a carry with a sign is an integer. Where an instruction needs the number
//! itself, the integer has to be known not to be negative.

use std::rc::Rc;

pub use emulator::{Instruction, Op, Xlen};
use num_bigint::BigInt;

use crate::check::Question;
use crate::machine::{BINARY, Base, Machine, Number, Value};
use crate::polynomial::Polynomial;
use crate::prover::Flag;
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};
use crate::words::{Shared, Word};
use crate::x86::Ending;

/// x1, where a call leaves the address to return to.
pub const LINK: Number = Number(1);
/// x2.
pub const STACK_POINTER: Number = Number(2);
/// Registers that belong to a caller in C's convention, and gp and tp, which nobody may change.
pub const SAVED: [Number; 14] = [
    Number(3),
    Number(4),
    Number(8),
    Number(9),
    Number(18),
    Number(19),
    Number(20),
    Number(21),
    Number(22),
    Number(23),
    Number(24),
    Number(25),
    Number(26),
    Number(27),
];
/// A function's instructions, in their order in the binary, and where the first one stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The address.
    pub address: u64,
    /// The instructions.
    pub instructions: Vec<Instruction>,
}

/// The instructions of these bytes.
#[must_use]
pub fn decode_all(bytes: &[u8]) -> Vec<Instruction> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let byte = |i: usize| bytes.get(at + i).copied().unwrap_or(0);
        let bits = u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)]);
        let instruction = emulator::decode(bits, Xlen::Rv32);
        at += usize::from(instruction.length.max(2));
        all.push(instruction);
    }
    all
}

/// A sum or difference of two words that wraps.
struct Sum {
    subtract: bool,
    of: [Shared; 2],
    word: Shared,
    carry: Flag,
    /// Whether an instruction asked for the carry, or for nothing else.
    used: bool,
    compared: bool,
}

/// What the model keeps of this machine beside registers and memory.
#[derive(Default)]
pub struct State {
    sums: Vec<Sum>,
    /// Integers that are 0 or 1, as bits.
    bits: Vec<(Shared, Flag)>,
    /// How many functions were called.
    calls: usize,
    /// The words that the last function that was called has left: contracts look there.
    pub(crate) left: Vec<Shared>,
}

fn radix() -> BigInt {
    BigInt::from(1) << 32_u32
}

/// A number that an instruction has, with its sign.
fn immediate(instruction: &Instruction) -> Shared {
    Word::number(instruction.imm)
}

/// A number without its sign.
fn unsigned(word: &Shared) -> Shared {
    match word.value() {
        Some(value) if value < 0.into() => Word::number(value + radix()),
        _ => Rc::clone(word),
    }
}

fn is_bit(word: &Shared) -> bool {
    word.least() >= 0.into() && word.greatest() <= 1.into()
}

fn negated(word: &Shared) -> Shared {
    let form = word.form().scaled(&Rational::from(-1));
    Word::new(form, -word.greatest(), -word.least())
}

impl Machine<'_> {
    /// Runs a function, which has no jumps, to its return.
    ///
    /// # Errors
    /// If an instruction is not allowed.
    pub fn run_rv32(&mut self, code: &Code) -> Result<Ending, Refusal> {
        self.run_to_return(code)?;
        self.check_return()?;
        self.look_at_carries()?;
        Ok(Ending::Returned)
    }

    /// A function that a kernel calls, whose address is a number: it is run as if it stood there.
    /// It has to come back to what the call left in the link register, which is the number of the
    /// next instruction.
    fn call(&mut self, instruction: &Instruction, next: i64) -> Result<(), Refusal> {
        // More than any kernel calls.
        self.rv32.calls += 1;
        if self.rv32.calls > 8 {
            return refuse("calls without an end");
        }
        let to = self.integer_in(instruction.rs1)?.value();
        let to = to.map(|to| (to + instruction.imm) & BigInt::from(u32::MAX));
        let to = to.and_then(|to| u64::try_from(to).ok());
        let Some(code) = to.and_then(|to| self.binary().rv32_code_at(to)) else {
            return refuse("a call of what is no function");
        };
        let out = self.register(Number(10)).pointer();
        let back = Word::number(next);
        self.set_register(LINK, Value::Word(Rc::clone(&back)));
        self.run_to_return(&code)?;
        let there = self.integer_in(1)?;
        if there.value() != back.value() {
            return refuse("a function that returns elsewhere");
        }
        let word = |i: i64| self.written(out?.0, out?.1 + 4 * i).ok();
        self.rv32.left = (0..).map_while(word).collect();
        self.look_at_carries()
    }

    fn run_to_return(&mut self, code: &Code) -> Result<(), Refusal> {
        let is_return = |i: &Instruction| (i.op, i.rd, i.rs1, i.imm) == (Op::Jalr, 0, 1, 0);
        let Some(end) = code.instructions.iter().position(is_return) else {
            return refuse("no return");
        };
        let mut at = i64::try_from(code.address).unwrap_or(i64::MAX);
        for instruction in &code.instructions[..end] {
            self.show(("instruction", at));
            let next = at + i64::from(instruction.length);
            let done = if (instruction.op, instruction.rd) == (Op::Jalr, 1) {
                self.call(instruction, next)
            } else {
                self.step_rv32(instruction, at)
            };
            done.map_err(|refusal| match refusal {
                Refusal::Because(why) => {
                    Refusal::Because(format!("{instruction:?} at {at:x}: {why}"))
                }
                Refusal::Impossible => Refusal::Impossible,
            })?;
            at = next;
        }
        Ok(())
    }

    /// What the carries of a function that has returned are: hints.
    fn look_at_carries(&mut self) -> Result<(), Refusal> {
        self.prover.look_for_facts();
        // Carries that nobody asked for may be known by now, or what two or three of them make, and
        // so may the last two: hints.
        let sums: Vec<&Sum> = self.rv32.sums.iter().filter(|sum| !sum.compared).collect();
        let signed = |sum: &&Sum| (sum.carry, Rational::from(if sum.subtract { -1 } else { 1 }));
        let unused: Vec<_> = sums.iter().filter(|sum| !sum.used).map(signed).collect();
        let last = sums[sums.len().saturating_sub(2)..].iter().map(signed).collect();
        for carries in [unused, last] {
            self.look_at(carries)?;
        }
        Ok(())
    }

    /// Settles carries, or what two or three in succession make.
    fn look_at(&mut self, carries: Vec<(Flag, Rational)>) -> Result<(), Refusal> {
        let mut last: Vec<Polynomial> = Vec::new();
        for (carry, sign) in carries {
            if self.prover.settle(carry)?.is_some() {
                continue;
            }
            last.push(self.prover.form(carry).scaled(&sign));
            for (count, wrapped) in [(2, 0), (2, -1), (3, 0), (3, -1)] {
                if let Some(first) = last.len().checked_sub(count) {
                    let parts = [&last[first..], &[Polynomial::constant(wrapped)]].concat();
                    if self.prover.vanishes(parts)? {
                        last.clear();
                    }
                }
            }
        }
        Ok(())
    }

    /// One instruction that does not jump, at an address.
    ///
    /// # Errors
    /// If it is not allowed.
    pub fn step_rv32(&mut self, instruction: &Instruction, at: i64) -> Result<(), Refusal> {
        let Instruction { op, rd, rs1, rs2, imm, .. } = *instruction;
        let out = match op {
            Op::Lui => Word::number(imm.cast_unsigned()),
            Op::Auipc => Word::number((at + i64::from(imm)) & 0xffff_ffff),
            Op::Lw => {
                let place = self.place(rs1, imm)?;
                let value = self.load(place)?;
                self.put_word(rd, value);
                return Ok(());
            }
            Op::Sw => {
                let place = self.place(rs1, imm)?;
                let value = match self.value_at(rs2) {
                    Value::Word(word) => Value::Word(unsigned(&word)),
                    other => other,
                };
                return self.store(place, value);
            }
            Op::Addi => match self.value_at(rs1) {
                Value::Pointer(base, offset) => {
                    let moved = Value::Pointer(base, offset.wrapping_add(imm.into()));
                    self.put_word(rd, moved);
                    return Ok(());
                }
                _ if imm == 0 => {
                    let value = self.value_at(rs1);
                    self.put_word(rd, value);
                    return Ok(());
                }
                _ => {
                    let word = self.integer_in(rs1)?;
                    self.added(&word, &immediate(instruction), false)?
                }
            },
            // A copy, also of an address.
            Op::Add if rs1 == 0 || rs2 == 0 => {
                let value = self.value_at(rs1.max(rs2));
                self.put_word(rd, value);
                return Ok(());
            }
            Op::Add | Op::Sub => {
                let (one, other) = (self.integer_in(rs1)?, self.integer_in(rs2)?);
                self.added(&one, &other, op == Op::Sub)?
            }
            Op::Sltu | Op::Sltiu => {
                let one = self.integer_in(rs1)?;
                let other =
                    if op == Op::Sltu { self.integer_in(rs2)? } else { immediate(instruction) };
                self.is_less(&one, &other)?
            }
            Op::Mul | Op::Mulhu => {
                let factors = [self.integer_in(rs1)?, self.integer_in(rs2)?];
                let halves = self.halves_of(&factors)?;
                if op == Op::Mul { halves.0 } else { halves.1 }
            }
            Op::And | Op::Andi => {
                let one = self.integer_in(rs1)?;
                let other =
                    if op == Op::And { self.integer_in(rs2)? } else { immediate(instruction) };
                self.both_of(&one, &other)?
            }
            Op::Or => {
                let (one, other) = (self.integer_in(rs1)?, self.integer_in(rs2)?);
                self.either(&one, &other)?
            }
            Op::Xor | Op::Xori => {
                let one = self.integer_in(rs1)?;
                let other =
                    if op == Op::Xor { self.integer_in(rs2)? } else { immediate(instruction) };
                self.exclusive(&one, &other)?
            }
            Op::Slli | Op::Srli | Op::Srai => {
                let (word, by) = (self.integer_in(rs1)?, imm.cast_unsigned() & 31);
                self.shifted_by(&word, op, by)?
            }
            _ => return refuse("not an instruction of a kernel"),
        };
        self.put_word(rd, Value::Word(out));
        Ok(())
    }

    fn value_at(&self, register: u8) -> Value {
        if register == 0 { Value::Word(Word::number(0)) } else { self.register(number(register)) }
    }

    fn integer_in(&self, register: u8) -> Result<Shared, Refusal> {
        match self.value_at(register) {
            Value::Word(word) => Ok(word),
            _ => refuse("a pointer as a number"),
        }
    }

    fn put_word(&mut self, register: u8, value: Value) {
        if register != 0 {
            self.set_register(number(register), value);
        }
    }

    /// The address of a word: of an operand or the frame, or a number, in the binary.
    fn place(&self, register: u8, offset: i32) -> Result<(Base, i64), Refusal> {
        let place = match self.value_at(register) {
            Value::Pointer(base, at) => (base, at.wrapping_add(offset.into())),
            Value::Word(word) => match word.value().and_then(|at| i64::try_from(at).ok()) {
                Some(at) => (BINARY, (at + i64::from(offset)) & 0xffff_ffff),
                None => return refuse("an address from data"),
            },
            _ => return refuse("an address from data"),
        };
        self.show(place);
        Ok(place)
    }

    /// x + y or x − y: the integer itself where it is small enough, else what is left of it modulo
    /// 2^32.
    fn added(&mut self, x: &Shared, y: &Shared, subtract: bool) -> Result<Shared, Refusal> {
        let y = &if subtract { negated(y) } else { Rc::clone(y) };
        let (least, greatest) = (x.least() + y.least(), x.greatest() + y.greatest());
        let zero = BigInt::from(0);
        let form = x.form().plus(&y.form());
        let fits = greatest < radix() && least > -radix();
        // Small numbers may have signs, and what is negative for certain is.
        let small = BigInt::from(1) << 16_u32;
        if let Some(number) = form.number().and_then(|number| number.integer()) {
            let wrapped: BigInt = &number & (radix() - 1);
            let is_small = number < zero && number > -small;
            return Ok(Word::number(if is_small { number } else { wrapped }));
        }
        let signed = least > -&small && greatest < small || greatest < zero;
        if fits && (least >= zero || signed) {
            self.prover.ledger.define_integer(form.clone());
            return Ok(Word::new(form, least, greatest));
        }
        let (x, y, subtract) = if y.greatest() <= zero {
            (Rc::clone(x), negated(y), true)
        } else if x.greatest() <= zero {
            (Rc::clone(y), negated(x), true)
        } else {
            (Rc::clone(x), Rc::clone(y), false)
        };
        let sum = self.wrapped(&x, &y, subtract)?;
        // What a quotient's part leaves of the quotient is not negative: a hint.
        let carry = self.rv32.sums[sum].carry;
        if subtract && self.products.iter().any(|(_, (_, high))| high.form() == y.form()) {
            self.prover.settle(carry)?;
        }
        Ok(Rc::clone(&self.rv32.sums[sum].word))
    }

    /// The sum or difference of two words, the same each time it is asked for.
    fn wrapped(&mut self, x: &Shared, y: &Shared, subtract: bool) -> Result<usize, Refusal> {
        let (x, y) = (&unsigned(x), &unsigned(y));
        let same =
            |one: &Shared, other: &Shared| Rc::ptr_eq(one, other) || one.form() == other.form();
        let is = |sum: &Sum| {
            let [one, other] = &sum.of;
            sum.subtract == subtract
                && (same(one, x) && same(other, y) || !subtract && same(one, y) && same(other, x))
        };
        if let Some(at) = self.rv32.sums.iter().rposition(is) {
            self.rv32.sums[at].compared = false;
            return Ok(at);
        }
        let (word, carry) = if subtract {
            self.prover.difference(x, y, Flag::Known(false), 32)?
        } else {
            self.prover.sum(x, y, Flag::Known(false), 32)?
        };
        let of = [Rc::clone(x), Rc::clone(y)];
        self.rv32.sums.push(Sum { subtract, of, word, carry, used: false, compared: false });
        Ok(self.rv32.sums.len() - 1)
    }

    /// 1 if x is below y, which is what x − y borrows.
    fn is_less(&mut self, x: &Shared, y: &Shared) -> Result<Shared, Refusal> {
        let before = self.rv32.sums.len();
        let sum = self.wrapped(x, y, true)?;
        self.rv32.sums[sum].used = true;
        self.rv32.sums[sum].compared |= sum == before;
        let borrow = self.rv32.sums[sum].carry;
        let mut form = self.prover.form(borrow);
        // If x is a sum of y and others, the sums on the way carry as much: a hint.
        // x is below c just if c − 1 − x does not borrow: a hint.
        if let Some(most) = unsigned(y).value() {
            let is_less = |sum: &&Sum| {
                sum.subtract
                    && Rc::ptr_eq(&sum.of[1], x)
                    && sum.of[0].value() == Some(&most - 1_u32)
            };
            if let Some(other) = self.rv32.sums.iter().find(is_less) {
                let other = self.prover.form(other.carry).minus(&Polynomial::constant(1));
                if self.prover.vanishes(vec![form.clone(), other.clone()])? {
                    form = other.scaled(&Rational::from(-1));
                }
            }
        }
        let carries = self.carries(x, y, 3);
        if carries.is_none() && x.form().len() > 1 {
            self.prover.settle(borrow)?;
        } else if self.prover.known(borrow).is_none()
            && let Some(carries) = carries
        {
            let mut parts = vec![form.clone()];
            for at in carries {
                self.rv32.sums[at].used = true;
                let carry = self.prover.form(self.rv32.sums[at].carry);
                parts.push(carry.scaled(&Rational::from(-1)));
            }
            if self.prover.vanishes(parts.clone())? {
                form = parts[1..].iter().fold(Polynomial::default(), |sum, part| sum.minus(part));
            }
        }
        self.prover.ledger.define_integer(form.clone());
        let word = match self.prover.known(borrow) {
            Some(value) => Word::number(u8::from(value)),
            None => Word::new(form, BigInt::from(0), BigInt::from(1)),
        };
        Ok(word)
    }

    /// The sums by which y came into x: a hint.
    fn carries(&self, x: &Shared, y: &Shared, deepest: usize) -> Option<Vec<usize>> {
        let is_sum = |sum: &Sum| !sum.subtract && Rc::ptr_eq(&sum.word, x);
        let at = self.rv32.sums.iter().rposition(is_sum)?;
        let of = &self.rv32.sums[at].of;
        if of.iter().any(|part| Rc::ptr_eq(part, y)) {
            return Some(vec![at]);
        }
        let below = |part| self.carries(part, y, deepest.checked_sub(1)?);
        let rest = of.iter().find_map(below)?;
        Some([vec![at], rest].concat())
    }

    /// Both halves of a product, the same each time they are asked for.
    fn halves_of(&mut self, [x, y]: &[Shared; 2]) -> Result<(Shared, Shared), Refusal> {
        let (x, y) = (&unsigned(x), &unsigned(y));
        let same = |[one, other]: &[Shared; 2]| {
            Rc::ptr_eq(one, x) && Rc::ptr_eq(other, y) || Rc::ptr_eq(one, y) && Rc::ptr_eq(other, x)
        };
        if let Some((_, halves)) = self.products.iter().find(|(factors, _)| same(factors)) {
            return Ok(halves.clone());
        }
        let halves = self.prover.product(x, y, 32)?;
        self.products.push(([Rc::clone(x), Rc::clone(y)], halves.clone()));
        Ok(halves)
    }

    /// An integer that is 0 or 1, in this run.
    fn decided(&mut self, word: &Shared) -> Result<bool, Refusal> {
        let known = self.rv32.bits.iter().find(|(of, _)| Rc::ptr_eq(of, word));
        let bit = match known {
            Some((_, bit)) => *bit,
            None => {
                let bit = Flag::Open(self.prover.ledger.define_bit(word.form()));
                self.rv32.bits.push((Rc::clone(word), bit));
                bit
            }
        };
        self.prover.decide(bit)
    }

    /// Whether an integer is 0 or −1, and then whether it is −1, in this run.
    fn as_mask(&mut self, word: &Shared) -> Result<Option<bool>, Refusal> {
        if let Some(value) = word.value() {
            let is_set = value == BigInt::from(-1) || value == radix() - 1;
            return Ok((is_set || value == 0.into()).then_some(is_set));
        }
        let (least, greatest) = (word.least(), word.greatest());
        if least < BigInt::from(-1) || greatest > BigInt::from(1) {
            return Ok(None);
        }
        if greatest > 0.into() {
            let less = word.form().minus(&Polynomial::constant(1));
            if !self.prover.ask(Question::Negative(less))? {
                return Ok(None);
            }
        }
        let known = self.rv32.bits.iter().find(|(of, _)| Rc::ptr_eq(of, word)).cloned();
        let bit = known.map_or_else(
            || {
                let negated = word.form().scaled(&Rational::from(-1));
                let bit = Flag::Open(self.prover.ledger.define_bit(negated));
                self.rv32.bits.push((Rc::clone(word), bit));
                bit
            },
            |(_, bit)| bit,
        );
        Ok(Some(self.prover.decide(bit)?))
    }

    fn both_of(&mut self, one: &Shared, other: &Shared) -> Result<Shared, Refusal> {
        if let (Some(one), Some(other)) = (one.value(), other.value()) {
            return Ok(Word::number((one & other) & (radix() - 1)));
        }
        for (value, mask) in [(one, other), (other, one)] {
            if let Some(is_set) = self.as_mask(mask)? {
                return Ok(if is_set { Rc::clone(value) } else { Word::number(0) });
            }
        }
        refuse("an and that is no mask")
    }

    fn either(&mut self, one: &Shared, other: &Shared) -> Result<Shared, Refusal> {
        if is_bit(one) && is_bit(other) {
            let form = one.form().plus(&other.form());
            let both = form.minus(&Polynomial::constant(2));
            if self.prover.ask(Question::Negative(both))? {
                return Ok(Word::new(form, BigInt::from(0), BigInt::from(1)));
            }
            let either = self.decided(one)? | self.decided(other)?;
            return Ok(Word::number(u8::from(either)));
        }
        let (one, other) = (unsigned(one), unsigned(other));
        match (one.value(), other.value()) {
            (Some(one), Some(other)) => Ok(Word::number(one | other)),
            _ => self.prover.joined(&one, &other),
        }
    }

    fn exclusive(&mut self, one: &Shared, other: &Shared) -> Result<Shared, Refusal> {
        if is_bit(one) && is_bit(other) {
            let differ = self.decided(one)? ^ self.decided(other)?;
            return Ok(Word::number(u8::from(differ)));
        }
        for (value, mask) in [(one, other), (other, one)] {
            if is_bit(value) && mask.value() == Some(1.into()) {
                return self.added(mask, value, true);
            }
            let Some(is_set) = self.as_mask(mask)? else { continue };
            if !is_set {
                return Ok(Rc::clone(value));
            }
            // −1 − x, which is the complement.
            let ones = if value.least() < 0.into() { BigInt::from(-1) } else { radix() - 1 };
            return self.added(&Word::number(ones), value, true);
        }
        match (unsigned(one).value(), unsigned(other).value()) {
            (Some(one), Some(other)) => Ok(Word::number(one ^ other)),
            _ => refuse("an exclusive or that is no mask"),
        }
    }

    fn shifted_by(&mut self, word: &Shared, op: Op, by: u32) -> Result<Shared, Refusal> {
        let word = &unsigned(word);
        if word.least() < 0.into() {
            return refuse("a number with a sign as a word");
        }
        match op {
            Op::Slli => {
                let low = self.parts(word, 32 - by)?.0;
                self.prover.shifted(&low, by)
            }
            Op::Srli => Ok(self.parts(word, by)?.1),
            // The highest bit, in all places.
            _ if by == 31 => Ok(negated(&self.parts(word, by)?.1)),
            _ => refuse("a shift with a sign"),
        }
    }
}

fn number(register: u8) -> Number {
    Number(register.into())
}
