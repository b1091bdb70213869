//! ARM64: a decoder of the instructions that its kernels use, and what they do to a [`Machine`].
//! All that is not here is refused.
//!
//! Numbers as "C4.1" are sections of the "Arm Architecture Reference Manual for A-profile
//! architecture", DDI 0487. Memory, the stack and all equations are those of x86-64.
//!
//! Of the flags only C and Z are here. C is kept as a bit that it is, or that it is not: after a
//! subtraction it is 1 less the borrow.

use std::rc::Rc;

use num_bigint::BigInt;

use crate::machine::{Base, FlagName, Machine, Number, Value};
use crate::polynomial::Polynomial;
use crate::prover::Flag;
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};
use crate::words::{Shared, Word};
use crate::x86::{Ending, LONGEST};

/// The register that a call leaves the address in to which it returns.
pub const LINK: Number = Number(30);
/// Number 31, where it stands for the stack pointer.
pub const STACK_POINTER: Number = Number(31);
/// Number 31, where it stands for zero.
const ZERO: Number = Number(31);
/// Registers that belong to a caller in C's convention, and that of the platform, x18.
pub const SAVED: [Number; 12] = [
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
    Number(28),
    Number(29),
];

/// A function's instructions, in their order in the binary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code(pub Vec<u32>);

/// An operand: a register, so much to the left, or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The register's word, shifted.
    Register(Number, u32),
    /// The number.
    Constant(u64),
}

/// A condition: of C if `carry`, else of Z; and whether the flag is to be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Whether C is meant.
    pub carry: bool,
    /// Whether it is to be 1.
    pub set: bool,
}

/// Where a load or a store takes its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indexing {
    /// The base and the offset.
    Offset,
    /// The same, which is the new base.
    Before,
    /// The base, to which the offset is added then.
    After,
}

/// An instruction on words of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// one + other, or one − other, and the carry if so; the flags are set if so.
    Sum {
        /// Whether it is a difference.
        subtract: bool,
        /// Whether C comes in.
        carries: bool,
        /// Whether flags are set.
        sets: bool,
        /// The result.
        to: Number,
        /// The first operand.
        one: Number,
        /// The second.
        other: Operand,
    },
    /// A half of a product.
    Product {
        /// Which half.
        high: bool,
        /// The result.
        to: Number,
        /// The factors.
        factors: [Number; 2],
    },
    /// Bit by bit.
    And(Number, Number, Operand),
    /// The same; with zero it is a copy.
    Or(Number, Number, Operand),
    /// A number.
    Constant(Number, u64),
    /// The word, by so many bits to the left or else to the right.
    Shift {
        /// To the left.
        left: bool,
        /// The result.
        to: Number,
        /// What is shifted.
        from: Number,
        /// By what, modulo 64.
        by: Operand,
    },
    /// The first if the condition holds, else the second.
    Choose(Number, [Number; 2], Condition),
    /// Zero if the condition holds, else all ones.
    Mask(Number, Condition),
    /// One or two words from memory or to it.
    Access {
        /// Whether it writes memory.
        store: bool,
        /// The registers.
        registers: [Number; 2],
        /// How many of them.
        count: usize,
        /// Where.
        base: Number,
        /// And how far from there.
        offset: i64,
        /// When the base changes.
        indexing: Indexing,
    },
    /// To another instruction, so many further on, if the condition holds.
    Branch(Condition, i64),
    /// To the address in x30.
    Return,
    /// Nothing.
    Nothing,
}

/// What the model keeps of this machine beside registers and memory.
#[derive(Default)]
pub struct State {
    /// Whether C is 1 less the bit that is kept for it.
    inverted: bool,
    /// Whether C went into a chain's last word: nobody reads it again, as a rule.
    used: bool,
    /// The word that was compared with 1 last, and the borrow: a hint.
    compared: Option<(Shared, Flag)>,
    /// The last borrow that was lost: a hint.
    lost: Option<Flag>,
    /// The high half of the last product whose low half was wanted: a hint.
    high: Option<Shared>,
    /// The last carry out of a word that went nowhere, if it is not known: a hint.
    dropped: Option<Flag>,
}

fn register(word: u32, from: u32) -> Number {
    Number((word >> from & 31) as usize)
}

/// A number of so many bits with a sign.
fn signed(word: u32, from: u32, bits: u32) -> i64 {
    i64::from((word << (32 - from - bits)).cast_signed() >> (32 - bits))
}

/// EQ, NE, CS and CC (C1.2.4); the others read flags that are not here.
fn condition(code: u32) -> Option<Condition> {
    (code & 15 < 4).then_some(Condition { carry: code & 2 != 0, set: code & 1 == 0 })
}

/// An instruction, if it is one of these.
#[must_use]
pub fn decode(word: u32) -> Option<Instruction> {
    let [to, one, second] = [0, 5, 16].map(|from| register(word, from));
    let is = |mask: u32, value: u32| word & mask == value;
    // Bits 30 and 29 of sums; the count of a shift.
    let (subtract, sets, by) = (word >> 30 & 1 == 1, word >> 29 & 1 == 1, word >> 10 & 63);
    let sum = |carries, other| Instruction::Sum { subtract, carries, sets, to, one, other };
    // Shifted register, to the left only (C6.2: ADD, ADDS, SUB, SUBS).
    if is(0x9fe0_0000, 0x8b00_0000) {
        return Some(sum(false, Operand::Register(second, by)));
    }
    // Immediate, without a shift of it. Number 31 is the stack pointer there, but for a result of
    // which only flags are left.
    if is(0x9fc0_0000, 0x9100_0000) {
        let constant = Operand::Constant(u64::from(word >> 10 & 0xfff));
        return (one != STACK_POINTER && (sets || to != STACK_POINTER))
            .then(|| sum(false, constant));
    }
    // ADC, ADCS, SBC, SBCS.
    if is(0x9fe0_fc00, 0x9a00_0000) {
        return Some(sum(true, Operand::Register(second, 0)));
    }
    // MADD and UMULH, with nothing added.
    if is(0xffe0_fc00, 0x9b00_7c00) || is(0xffe0_fc00, 0x9bc0_7c00) {
        let high = is(0xffe0_fc00, 0x9bc0_7c00);
        return Some(Instruction::Product { high, to, factors: [one, second] });
    }
    // AND and ORR of a shifted register.
    if is(0xffe0_0000, 0x8a00_0000) {
        return Some(Instruction::And(to, one, Operand::Register(second, by)));
    }
    if is(0xffe0_0000, 0xaa00_0000) {
        return Some(Instruction::Or(to, one, Operand::Register(second, by)));
    }
    // ORR of zero and a run of ones, to be turned right by `immr`.
    if is(0xffc0_03e0, 0xb240_03e0) && by < 63 && to != STACK_POINTER {
        let ones = u64::MAX >> (63 - by);
        return Some(Instruction::Constant(to, ones.rotate_right(word >> 16 & 63)));
    }
    // MOVN and MOVZ.
    if is(0xbf80_0000, 0x9280_0000) {
        let number = u64::from(word >> 5 & 0xffff) << (16 * (word >> 21 & 3));
        let number = if word >> 30 & 1 == 0 { !number } else { number };
        return Some(Instruction::Constant(to, number));
    }
    // LSLV and LSRV; UBFM as LSR.
    if is(0xffe0_f800, 0x9ac0_2000) {
        let by = Operand::Register(second, 0);
        return Some(Instruction::Shift { left: word >> 10 & 1 == 0, to, from: one, by });
    }
    if is(0xffc0_fc00, 0xd340_fc00) {
        let by = Operand::Constant(u64::from(word >> 16 & 63));
        return Some(Instruction::Shift { left: false, to, from: one, by });
    }
    // CSEL, and CSINV of zero and zero.
    if is(0xffe0_0c00, 0x9a80_0000) {
        return Some(Instruction::Choose(to, [one, second], condition(word >> 12)?));
    }
    if is(0xffff_0fe0, 0xda9f_03e0) {
        return Some(Instruction::Mask(to, condition(word >> 12)?));
    }
    // LDP and STP.
    if is(0xfe00_0000, 0xa800_0000) {
        let indexing = match word >> 23 & 3 {
            1 => Indexing::After,
            2 => Indexing::Offset,
            3 => Indexing::Before,
            _ => return None,
        };
        let registers = [to, register(word, 10)];
        let store = word >> 22 & 1 == 0;
        // What the manual leaves open.
        let twice = !store && registers[0] == registers[1];
        let changed =
            indexing != Indexing::Offset && one != STACK_POINTER && registers.contains(&one);
        if twice || changed {
            return None;
        }
        let offset = 8 * signed(word, 15, 7);
        return Some(Instruction::Access {
            store,
            registers,
            count: 2,
            base: one,
            offset,
            indexing,
        });
    }
    // LDR and STR with an offset that is not negative.
    if is(0xff80_0000, 0xf900_0000) {
        let (store, offset) = (word >> 22 & 1 == 0, 8 * i64::from(word >> 10 & 0xfff));
        let indexing = Indexing::Offset;
        let registers = [to, to];
        return Some(Instruction::Access {
            store,
            registers,
            count: 1,
            base: one,
            offset,
            indexing,
        });
    }
    if is(0xff00_0010, 0x5400_0000) {
        return Some(Instruction::Branch(condition(word)?, signed(word, 5, 19)));
    }
    match word {
        0xd65f_03c0 => Some(Instruction::Return),
        0xd503_201f => Some(Instruction::Nothing),
        _ => None,
    }
}

impl Machine<'_> {
    /// Runs code from this instruction to its return, or until it is at another one.
    ///
    /// # Errors
    /// If an instruction is not allowed.
    pub fn run_arm64(
        &mut self,
        code: &Code,
        from: usize,
        stop: Option<usize>,
    ) -> Result<Ending, Refusal> {
        let mut at = from;
        for _ in 0..LONGEST {
            let Some(word) = code.0.get(at) else { return refuse("ran off its end") };
            if stop == Some(at) {
                self.lose_carry(None)?;
                return Ok(Ending::Stopped);
            }
            self.show(("instruction", i64::try_from(at).unwrap_or(i64::MAX)));
            let Some(instruction) = decode(*word) else {
                return refuse(format!("{word:08x} at {at}: not an instruction of a kernel"));
            };
            let located = |refusal| match refusal {
                Refusal::Because(why) => {
                    Refusal::Because(format!("{instruction:x?} at {at}: {why}"))
                }
                Refusal::Impossible => Refusal::Impossible,
            };
            match instruction {
                Instruction::Return => {
                    self.check_return()?;
                    self.lose_carry(None)?;
                    return Ok(Ending::Returned);
                }
                Instruction::Branch(condition, by) => {
                    let (bit, when) = self.holds(condition).map_err(located)?;
                    let Some(value) = self.prover.known(bit) else {
                        return refuse("a branch on data").map_err(located);
                    };
                    let by = if value == when { by } else { 1 };
                    let next = i64::try_from(at).ok().and_then(|at| at.checked_add(by));
                    let Some(next) = next.and_then(|next| usize::try_from(next).ok()) else {
                        return refuse("a jump out of the kernel");
                    };
                    at = next;
                    continue;
                }
                _ => self.step_arm64(instruction).map_err(located)?,
            }
            at += 1;
        }
        refuse("a run without an end")
    }

    /// One instruction that is neither a branch nor a return.
    ///
    /// # Errors
    /// If it is not allowed.
    pub fn step_arm64(&mut self, instruction: Instruction) -> Result<(), Refusal> {
        match instruction {
            Instruction::Nothing => {}
            Instruction::Branch(..) | Instruction::Return => return refuse("a jump by itself"),
            Instruction::Sum { subtract, carries, sets, to, one, other } => {
                self.add(subtract, carries, sets, to, one, other)?;
            }
            Instruction::Product { high, to, factors } => {
                let factors = [self.word_in(factors[0])?, self.word_in(factors[1])?];
                let halves = self.both_halves(&factors, high)?;
                self.put_in(to, Value::Word(if high { halves.1 } else { halves.0 }));
            }
            Instruction::And(to, one, other) => {
                let (one, other) = (self.word_in(one)?, self.operand(other)?);
                let (value, bit) = match (one.mask(), other.mask(), one.value(), other.value()) {
                    (.., Some(one), Some(other)) => {
                        self.put_in(to, Value::Word(Word::number(one & other)));
                        return Ok(());
                    }
                    (_, Some(bit), ..) => (one, bit),
                    (Some(bit), ..) => (other, bit),
                    // A mask that is known by now.
                    (.., Some(known), None) => (other, known_mask(&known)?),
                    (.., None, Some(known)) => (one, known_mask(&known)?),
                    _ => return refuse("an and that is no mask"),
                };
                let kept = if self.prover.decide(bit)? { value } else { Word::number(0) };
                self.put_in(to, Value::Word(kept));
            }
            Instruction::Or(to, ZERO, Operand::Register(from, 0)) => {
                let value = self.value_in(from);
                self.put_in(to, value);
            }
            Instruction::Or(to, one, other) => {
                let (one, other) = (self.word_in(one)?, self.operand(other)?);
                let joined = match (one.value(), other.value()) {
                    (Some(one), Some(other)) => Word::number(one | other),
                    _ => self.prover.joined(&one, &other)?,
                };
                self.put_in(to, Value::Word(joined));
            }
            Instruction::Constant(to, number) => self.put_in(to, Value::Word(Word::number(number))),
            Instruction::Shift { left, to, from, by } => {
                let from = self.word_in(from)?;
                let by = self.operand(by)?.value().and_then(|by| u64::try_from(by).ok());
                let Some(by) = by else { return refuse("a shift by data") };
                let by = (by & 63) as u32;
                self.show(("shift", by.into()));
                let shifted =
                    if left { self.shifted_left(&from, by)? } else { self.parts(&from, by)?.1 };
                self.put_in(to, Value::Word(shifted));
            }
            Instruction::Choose(to, from, condition) => {
                // Both are read, as the processor does.
                let [yes, no] = [self.word_in(from[0])?, self.word_in(from[1])?];
                let (bit, when) = self.holds(condition)?;
                let chosen = if self.prover.decide(bit)? == when { yes } else { no };
                self.put_in(to, Value::Word(chosen));
            }
            Instruction::Mask(to, condition) => {
                let (bit, when) = self.holds(condition)?;
                let ones = if when { self.prover.inverted(bit) } else { bit };
                let mask = self.prover.mask(ones, 64);
                self.put_in(to, Value::Word(mask));
            }
            Instruction::Access { store, registers, count, base, offset, indexing } => {
                // Number 31 is the stack pointer as a base.
                let Some((of, at)) = self.register(base).pointer() else {
                    return refuse("an address from data");
                };
                let moved = at.wrapping_add(offset);
                let from = if indexing == Indexing::After { at } else { moved };
                self.show((of, from));
                if base == STACK_POINTER && at & 15 != 0 {
                    return refuse("a stack pointer that is no multiple of 16");
                }
                if store && indexing == Indexing::Before {
                    self.set_register(base, Value::Pointer(of, moved));
                }
                for (register, place) in registers.into_iter().zip((from..).step_by(8)).take(count)
                {
                    if store {
                        let value = self.value_in(register);
                        self.store((of, place), value)?;
                    } else {
                        let value = self.load_integer((of, place))?;
                        self.put_in(register, value);
                    }
                }
                if indexing != Indexing::Offset {
                    self.set_register(base, Value::Pointer(of, moved));
                }
            }
        }
        Ok(())
    }

    /// All registers but these hold words that nobody knows, and no flag is defined: the head of a
    /// loop.
    ///
    /// # Errors
    /// If something was written before.
    pub fn forget_arm64(
        &mut self,
        kept: &[Number],
        mut word: impl FnMut(&mut crate::prover::Prover) -> Shared,
    ) -> Result<(), Refusal> {
        if !self.memory().is_empty() {
            return refuse("writes before the loop");
        }
        for number in (0..31).map(Number).filter(|number| !kept.contains(number)) {
            let any = word(&mut self.prover);
            self.set_register(number, Value::Word(any));
        }
        self.set_flag(FlagName::Carry, None);
        self.set_flag(FlagName::Zero, None);
        self.arm64 = State::default();
        Ok(())
    }

    /// Which bit a condition is of, and with which value it holds.
    fn holds(&self, Condition { carry, set }: Condition) -> Result<(Flag, bool), Refusal> {
        if carry {
            return Ok((self.flag(FlagName::Carry)?, set != self.arm64.inverted));
        }
        Ok((self.flag(FlagName::Zero)?, set))
    }

    fn add(
        &mut self,
        subtract: bool,
        carries: bool,
        sets: bool,
        to: Number,
        one: Number,
        other: Operand,
    ) -> Result<(), Refusal> {
        let (one, other) = (self.word_in(one)?, self.operand(other)?);
        let carry = if carries {
            let bit = self.flag(FlagName::Carry)?;
            // A difference takes the borrow, a sum the carry.
            if subtract == self.arm64.inverted { bit } else { self.prover.inverted(bit) }
        } else {
            Flag::Known(false)
        };
        let (value, out) = if subtract {
            self.prover.difference(&one, &other, carry, 64)?
        } else {
            self.prover.sum(&one, &other, carry, 64)?
        };
        if !sets {
            // What the word carries is lost: now is the time to find out what it was.
            self.arm64.used |= carries;
            if self.prover.settle(out)?.is_none() && self.cases.carries {
                self.prover.decide(out)?;
            }
            // What the two chains of a row carry out of its highest word is zero: a hint.
            let before = self.arm64.dropped.take();
            if self.prover.known(out).is_none() {
                self.arm64.dropped = Some(out);
                if let Some(before) = before {
                    let parts = vec![self.prover.form(before), self.prover.form(out)];
                    if self.prover.vanishes(parts)? {
                        self.arm64.dropped = None;
                    }
                }
            }
            self.put_in(to, Value::Word(value));
            return Ok(());
        }
        if carries || self.arm64.used {
            self.set_flag(FlagName::Carry, Some(out));
        } else {
            self.lose_carry(Some(out))?;
        }
        self.arm64.inverted = subtract;
        self.arm64.used = false;
        let zero = value.value().map(|number| Flag::Known(number == 0.into()));
        self.set_flag(FlagName::Zero, zero);
        if subtract && other.value() == Some(1.into()) {
            self.arm64.compared = Some((Rc::clone(&one), out));
        }
        self.put_in(to, Value::Word(value));
        Ok(())
    }

    /// C is lost, with or without another one.
    fn lose_carry(&mut self, flag: Option<Flag>) -> Result<(), Refusal> {
        let old = self.flag(FlagName::Carry).ok().filter(|_| !self.arm64.used);
        self.set_flag(FlagName::Carry, flag);
        let Some(old) = old else { return Ok(()) };
        // What two chains of differences borrow, and the half that they leave out, is the word
        // above: a hint.
        let before = self.arm64.lost.take();
        if self.arm64.inverted {
            let words = (before, self.above.clone(), self.arm64.high.clone());
            if let (Some(before), Some(above), Some(high)) = words {
                let above = above.form().scaled(&Rational::from(-1));
                let borrows = [before, old].map(|bit| self.prover.form(bit));
                self.prover.vanishes([&borrows[..], &[high.form(), above]].concat())?;
            }
            self.arm64.lost = Some(old);
        }
        if self.prover.settle(old)?.is_none() && self.cases.borrows && self.arm64.inverted {
            self.prover.decide(old)?;
        }
        Ok(())
    }

    /// Both halves of a product, the same each time they are asked for.
    fn both_halves(
        &mut self,
        [one, other]: &[Shared; 2],
        high: bool,
    ) -> Result<(Shared, Shared), Refusal> {
        let same = |[x, y]: &[Shared; 2]| {
            Rc::ptr_eq(x, one) && Rc::ptr_eq(y, other) || Rc::ptr_eq(x, other) && Rc::ptr_eq(y, one)
        };
        if let Some((_, halves)) = self.products.iter().find(|(factors, _)| same(factors)) {
            return Ok(halves.clone());
        }
        let halves = self.prover.product(one, other, 64)?;
        if !high {
            self.arm64.high = Some(Rc::clone(&halves.1));
        }
        self.products.push(([Rc::clone(one), Rc::clone(other)], halves.clone()));
        if high && let Some((lowest, borrow)) = self.arm64.compared.take() {
            // A row's lowest word, if this makes it zero, carries just if it was none: a hint.
            let (_, carry) = self.prover.sum(&lowest, &halves.0, Flag::Known(false), 64)?;
            let parts = vec![
                self.prover.form(carry),
                self.prover.form(borrow),
                Polynomial::constant(BigInt::from(-1)),
            ];
            self.prover.vanishes(parts)?;
        }
        Ok(halves)
    }

    fn shifted_left(&mut self, word: &Shared, by: u32) -> Result<Shared, Refusal> {
        self.above = Some(Rc::clone(word));
        let kept = if word.greatest() << by >> 64_u32 > 0.into() {
            self.low_bits(word, 64 - by)?
        } else {
            Rc::clone(word)
        };
        self.prover.shifted(&kept, by)
    }

    fn value_in(&self, number: Number) -> Value {
        if number == ZERO { Value::Word(Word::number(0)) } else { self.register(number) }
    }

    fn word_in(&self, number: Number) -> Result<Shared, Refusal> {
        match self.value_in(number) {
            Value::Word(word) => Ok(word),
            _ => refuse("a pointer as a number"),
        }
    }

    fn operand(&mut self, operand: Operand) -> Result<Shared, Refusal> {
        match operand {
            Operand::Constant(number) => Ok(Word::number(number)),
            Operand::Register(number, 0) => self.word_in(number),
            Operand::Register(number, by) => {
                let word = self.word_in(number)?;
                self.shifted_left(&word, by)
            }
        }
    }

    fn put_in(&mut self, number: Number, value: Value) {
        if number != ZERO {
            self.set_register(number, value);
        }
    }

    fn load_integer(&self, place: (Base, i64)) -> Result<Value, Refusal> {
        match self.load(place)? {
            Value::Word(word) if word.least() < 0.into() => {
                refuse("a number with a sign as a word")
            }
            value @ (Value::Word(_) | Value::Pointer(..)) => Ok(value),
            _ => refuse("a part of a vector"),
        }
    }
}

/// The bit that all bits of a number are.
fn known_mask(number: &BigInt) -> Result<Flag, Refusal> {
    let zero = *number == 0.into();
    if zero || *number == u64::MAX.into() {
        Ok(Flag::Known(!zero))
    } else {
        refuse("an and that is no mask")
    }
}
