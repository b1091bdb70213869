//! What the vector instructions of kernels do, in one lane: all of them do the same in each of the
//! eight lanes of 64 bits, constants are alike in all lanes, and no lane meets another. So what is
//! proved of one lane is proved of all.
//!
//! A lane is a signed integer, of which sums must fit 64 bits: where they may not, the kernel is
//! refused.

use std::rc::Rc;

use iced_x86::{Instruction, Mnemonic, OpKind, Register};
use num_bigint::BigInt;

use crate::machine::{BINARY, Machine, STACK, Split, Value};
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};
use crate::words::{Shared, Word};

/// What a vector instruction does in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneMeaning {
    /// A vector is copied, from or to memory too.
    Copy,
    /// Zero, of a register and itself.
    Zero,
    /// A word of memory in every lane.
    Broadcast,
    /// first + the low 52 bits, or those above them, of the product of the low 52 bits of others.
    MultiplyAdd {
        /// Whether those above.
        high: bool,
    },
    /// A sum or difference.
    Sum {
        /// Whether a difference.
        subtract: bool,
    },
    /// To the right by a number, with the sign.
    ShiftRight {
        /// Whether it is one of integers that are not negative only.
        logical: bool,
    },
    /// To the left by a number, of what leaves room for a sign.
    ShiftLeft,
    /// The product of the low halves, of 32 bits each.
    Multiply,
    /// The low bits.
    And,
    /// Of three operands, one of them low bits, any function that leaves an or of parts.
    Choose,
    /// A bit in each lane: the second operand is above the third.
    Greater,
    /// A bit in each lane: the second operand is below the third.
    Less,
    /// Bits of lanes from a register.
    Mask,
    /// The upper halves of registers 0 to 15 become zero, so that lanes are no longer alike.
    Forget,
}

impl Machine<'_> {
    /// One vector instruction.
    ///
    /// # Errors
    /// If it is not allowed.
    pub(crate) fn lane(
        &mut self,
        meaning: LaneMeaning,
        instruction: &Instruction,
    ) -> Result<(), Refusal> {
        if instruction.has_op_mask() && !self.is_chosen(instruction)? {
            return Ok(());
        }
        let value = match meaning {
            LaneMeaning::Forget => {
                self.forget_lanes();
                return Ok(());
            }
            LaneMeaning::Zero => {
                let [one, other] = [1, 2].map(|i| instruction.op_register(i));
                if one == Register::None || one != other {
                    return refuse("an exclusive or of two vectors");
                }
                // What is above a short register becomes zero too.
                return self.put_lane(instruction.op0_register(), Word::number(0));
            }
            LaneMeaning::Copy => self.get_lane(instruction, 1)?,
            LaneMeaning::Broadcast if instruction.op1_kind() == OpKind::Memory => {
                self.word_of_all(instruction)?
            }
            LaneMeaning::Broadcast => match self.register_of_all(instruction.op1_register()) {
                Some(word) => word,
                None => return refuse("a lane in all lanes"),
            },
            LaneMeaning::Mask => {
                let Value::Choice(bit) = self.register(instruction.op1_register()) else {
                    return refuse("a mask that is none");
                };
                return self.put_mask(instruction.op0_register(), bit);
            }
            LaneMeaning::Greater | LaneMeaning::Less => {
                // Of the comparisons by number only 1 is "less".
                if meaning == LaneMeaning::Less && instruction.immediate8() != 1 {
                    return refuse("another comparison");
                }
                let [one, other] = [self.get_lane(instruction, 1)?, self.get_lane(instruction, 2)?];
                let less = meaning == LaneMeaning::Less;
                let (below, above) = if less { (&one, &other) } else { (&other, &one) };
                let difference = self.prover.lane_sum(below, above, true)?;
                let bit = self.prover.sign(&difference);
                return self.put_mask(instruction.op0_register(), bit);
            }
            LaneMeaning::MultiplyAdd { high } => {
                let sum = self.get_lane(instruction, 0)?;
                let [one, other] = [self.get_lane(instruction, 1)?, self.get_lane(instruction, 2)?];
                let estimates = high && sum.value() == Some(BigInt::from(0));
                let estimates = estimates && (one.value().is_some() || other.value().is_some());
                // A number that may only look as if it had more bits is taken as it is.
                let (zero, most) = (BigInt::from(0), BigInt::from(1_u64 << 52));
                for factor in [&one, &other] {
                    let looks = factor.least() < zero && factor.greatest() < most;
                    if looks || estimates && factor.greatest() >= most {
                        self.prover.refine(factor)?;
                    }
                }
                let [one, other] = [self.parts(&one, 52)?.0, self.parts(&other, 52)?.0];
                let (low, above) = self.lane_product(&one, &other)?;
                if high {
                    self.used.push(Rc::clone(&above));
                }
                let taken = [&one, &other].map(|x| self.quotients.iter().any(|q| Rc::ptr_eq(q, x)));
                let out = self.prover.lane_sum(&sum, if high { &above } else { &low }, false)?;
                if estimates && taken == [false, false] {
                    self.quotients.push(Rc::clone(&out));
                }
                out
            }
            LaneMeaning::Sum { subtract } => {
                let [one, other] = [self.get_lane(instruction, 1)?, self.get_lane(instruction, 2)?];
                self.prover.lane_sum(&one, &other, subtract)?
            }
            LaneMeaning::ShiftRight { logical } => {
                let value = self.get_lane(instruction, 1)?;
                let count = count(instruction)?;
                if logical {
                    self.not_negative(&value)?;
                }
                self.parts(&value, count)?.1
            }
            LaneMeaning::ShiftLeft => {
                let value = self.get_lane(instruction, 1)?;
                self.not_negative(&value)?;
                let shifted = self.prover.shifted(&value, count(instruction)?)?;
                signed(shifted)?
            }
            LaneMeaning::Multiply => {
                let [one, other] = [self.get_lane(instruction, 1)?, self.get_lane(instruction, 2)?];
                let [one, other] = [self.parts(&one, 32)?.0, self.parts(&other, 32)?.0];
                let (low, _) = self.prover.product(&one, &other, 64)?;
                signed(low)?
            }
            LaneMeaning::Choose => self.chosen(instruction)?,
            LaneMeaning::And => {
                let [one, other] = [self.get_lane(instruction, 1)?, self.get_lane(instruction, 2)?];
                match (one.value(), other.value()) {
                    (Some(one), Some(other)) => Word::number(one & other),
                    (Some(mask), None) => self.masked(&other, &mask)?,
                    (None, Some(mask)) => self.masked(&one, &mask)?,
                    (None, None) => return refuse("an and without a constant"),
                }
            }
        };
        if instruction.op0_kind() == OpKind::Memory {
            if instruction.has_op_mask() {
                return refuse("a masked store");
            }
            let (base, offset) = self.vector_address(instruction)?;
            return self.store((base, offset), Value::Lane(value));
        }
        if !instruction.op0_register().is_zmm() {
            return refuse("a short vector");
        }
        self.put_lane(instruction.op0_register(), value)
    }

    /// Whether a masked instruction does its work in this lane: a case. If not, the lane is as it
    /// was, or zero.
    fn is_chosen(&mut self, instruction: &Instruction) -> Result<bool, Refusal> {
        let bit = self.mask(instruction.op_mask())?;
        let chosen = self.prover.decide(bit)?;
        if !instruction.op0_register().is_zmm() {
            return refuse("a masked instruction of another form");
        }
        if !chosen && instruction.zeroing_masking() {
            self.put_lane(instruction.op0_register(), Word::number(0))?;
        }
        Ok(chosen)
    }

    /// The bits of a lane where a constant has ones, which are side by side.
    fn masked(&mut self, value: &Shared, mask: &BigInt) -> Result<Shared, Refusal> {
        let Some((from, bits)) = u64::try_from(mask).ok().and_then(run_of_ones) else {
            return refuse("an and that is not of bits side by side");
        };
        let fresh = !self.splits.iter().any(|(of, ..)| Rc::ptr_eq(of, value));
        let (_, high) = self.parts(value, from)?;
        let (kept, above) = self.parts(&high, bits)?;
        self.lost(fresh, &above)?;
        Ok(with_above(&Word::number(0), &kept, from))
    }

    fn not_negative(&mut self, lane: &Shared) -> Result<(), Refusal> {
        if lane.least() < BigInt::from(0) {
            self.prover.refine(lane)?;
        }
        if lane.least() < BigInt::from(0) {
            return refuse("a shift of what may be negative");
        }
        Ok(())
    }

    /// What an and takes away is one of the last quotients, if that was estimated well, less what
    /// was left out of its products: a hint, to be proved. Not of limbs whose carry is handed on.
    fn lost(&mut self, fresh: bool, above: &Shared) -> Result<(), Refusal> {
        if !fresh || above.value().is_some() {
            return Ok(());
        }
        for quotient in self.quotients.iter().rev().take(2).cloned().collect::<Vec<_>>() {
            let mut parts = vec![above.form(), quotient.form().scaled(&Rational::from(-1))];
            for ([x, y], (_, high)) in &self.products {
                let of_quotient = Rc::ptr_eq(x, &quotient) || Rc::ptr_eq(y, &quotient);
                if of_quotient && !self.used.iter().any(|used| Rc::ptr_eq(used, high)) {
                    parts.push(high.form());
                }
            }
            if self.prover.vanishes(parts)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// A function of the bits of three operands, of which one is 2^n − 1: an or of what each of the
    /// other two gives, all its bits or the low n.
    fn chosen(&mut self, instruction: &Instruction) -> Result<Shared, Refusal> {
        let [zero, one, two] = [0, 1, 2].map(|operand| self.get_lane(instruction, operand));
        let operands = [zero?, one?, two?];
        if let [Some(zero), Some(one), Some(two)] = operands.each_ref().map(bits_of) {
            let rows = (0..8_u32).filter(|row| instruction.immediate8() >> row & 1 == 1);
            let is = |word: u64, one: u32| if one == 1 { word } else { !word };
            let row = |row: u32| is(zero, row >> 2) & is(one, row >> 1 & 1) & is(two, row & 1);
            return Ok(with_sign(rows.map(row).fold(0, |all, row| all | row).into()));
        }
        let low = |lane: &Shared| lane.value().and_then(|mask| u64::try_from(mask).ok());
        let low = |lane: &Shared| low(lane).filter(|mask| mask & mask.wrapping_add(1) == 0);
        let Some((mask, ones)) = (0..3).find_map(|i| low(&operands[i]).map(|ones| (i, ones)))
        else {
            return refuse("a choice without low bits");
        };
        let others = [0, 1, 2].into_iter().filter(|i| *i != mask).collect::<Vec<_>>();
        let [x, y] = [others[0], others[1]];
        // What comes out where the mask has this bit, x that and y that.
        let table = instruction.immediate8();
        let bit = |of_mask: usize, of_x: usize, of_y: usize| {
            table >> (of_mask << (2 - mask) | of_x << (2 - x) | of_y << (2 - y)) & 1 == 1
        };
        let mut parts = Vec::new();
        for (operand, takes) in [
            (x, [0, 1].map(|of_mask| bit(of_mask, 1, 0))),
            (y, [0, 1].map(|of_mask| bit(of_mask, 0, 1))),
        ] {
            match takes {
                [false, false] => parts.push(Word::number(0)),
                [true, true] => parts.push(Rc::clone(&operands[operand])),
                [false, true] => {
                    parts.push(self.parts(&operands[operand], ones.trailing_ones())?.0);
                }
                [true, false] => return refuse("a choice of high bits"),
            }
        }
        for of_mask in [0, 1] {
            let [of_x, of_y] = [bit(of_mask, 1, 0), bit(of_mask, 0, 1)];
            if bit(of_mask, 0, 0) || bit(of_mask, 1, 1) != (of_x || of_y) {
                return refuse("a choice that is no or");
            }
        }
        let joined = self.prover.joined(&parts[0], &parts[1])?;
        signed(joined)
    }

    /// A word of a register in all lanes, if it has no sign.
    fn register_of_all(&self, register: Register) -> Option<Shared> {
        match self.register(register) {
            Value::Word(word)
                if register.is_gpr64()
                    && word.least() >= BigInt::from(0)
                    && word.greatest() < BigInt::from(1_u64 << 63) =>
            {
                Some(word)
            }
            _ => None,
        }
    }

    fn get_lane(&self, instruction: &Instruction, operand: u32) -> Result<Shared, Refusal> {
        if instruction.op_kind(operand) == OpKind::Memory {
            if instruction.is_broadcast() {
                return self.word_of_all(instruction);
            }
            let (base, offset) = self.vector_address(instruction)?;
            if base == BINARY {
                return self.constant_of_all(offset);
            }
            return match self.load((base, offset))? {
                Value::Lane(lane) => Ok(lane),
                _ => refuse("a word as a vector"),
            };
        }
        let register = instruction.op_register(operand);
        if !register.is_zmm() {
            return refuse("a short vector");
        }
        self.lane_of(register)
    }

    /// The address of a whole vector.
    fn vector_address(&self, instruction: &Instruction) -> Result<(&'static str, i64), Refusal> {
        let (base, offset) = self.address(instruction)?;
        if instruction.memory_size().size() != 64 {
            return refuse("a vector of another size");
        }
        // Nothing is known of how the frame is aligned.
        let aligned = [Mnemonic::Vmovdqa64, Mnemonic::Vmovaps].contains(&instruction.mnemonic());
        if base == STACK && aligned || base != STACK && offset & 63 != 0 {
            return refuse("a vector of another alignment");
        }
        Ok((base, offset))
    }

    /// A constant vector, all of whose lanes are the same number.
    fn constant_of_all(&self, offset: i64) -> Result<Shared, Refusal> {
        let word =
            |at: i64| self.load((BINARY, offset.wrapping_add(8 * at))).map(|word| word_of(&word));
        let first = word(0)?;
        for at in 1..8 {
            if word(at)? != first {
                return refuse("a constant that is not the same in all lanes");
            }
        }
        first.map_or_else(|| refuse("an address as a number"), |number| Ok(with_sign(number)))
    }

    /// A word of memory that comes to be in every lane.
    fn word_of_all(&self, instruction: &Instruction) -> Result<Shared, Refusal> {
        let size = instruction.memory_size();
        let size = if size.is_broadcast() { size.element_size() } else { size.size() };
        if size != 8 {
            return refuse("lanes of another size");
        }
        let Value::Word(word) = self.load(self.address(instruction)?)? else {
            return refuse("an address as a number");
        };
        match word.value() {
            Some(number) => Ok(with_sign(number)),
            None => refuse("a word in all lanes that is no constant"),
        }
    }

    /// The low bits of a lane and what is above them, the same each time they are asked for.
    fn parts(&mut self, lane: &Shared, bits: u32) -> Result<(Shared, Shared), Refusal> {
        if bits == 0 {
            return Ok((Word::number(0), Rc::clone(lane)));
        }
        let of_lane = |(of, ..): &&Split| Rc::ptr_eq(of, lane);
        if let Some((.., parts)) = self.splits.iter().filter(of_lane).find(|(_, by, _)| *by == bits)
        {
            return Ok(parts.clone());
        }
        // One that was split into itself and zero says nothing.
        let whole = |(.., (low, _)): &&Split| Rc::ptr_eq(low, lane);
        let other = self.splits.iter().filter(of_lane).find(|split| !whole(split)).cloned();
        let parts = match other {
            // What is above is split once more.
            Some((_, by, (low, above))) if by < bits => {
                let (middle, above) = self.parts(&above, bits - by)?;
                (with_above(&low, &middle, by), above)
            }
            // What is below is.
            Some((_, by, (low, above))) => {
                let (low, middle) = self.parts(&low, bits)?;
                let both = with_above(&middle, &above, by - bits);
                self.splits.push((Rc::clone(&both), by - bits, (middle, above)));
                (low, both)
            }
            None => self.prover.split(lane, bits)?,
        };
        self.splits.push((Rc::clone(lane), bits, parts.clone()));
        Ok(parts)
    }

    /// Both halves of a product of 52 by 52 bits, the same each time they are asked for.
    fn lane_product(&mut self, one: &Shared, other: &Shared) -> Result<(Shared, Shared), Refusal> {
        let is = |x: &Shared, y: &Shared| {
            Rc::ptr_eq(x, y) || x.value().is_some_and(|number| y.value() == Some(number))
        };
        let same = |[x, y]: &[Shared; 2]| is(x, one) && is(y, other) || is(x, other) && is(y, one);
        if let Some((_, halves)) = self.products.iter().find(|(factors, _)| same(factors)) {
            return Ok(halves.clone());
        }
        let halves = self.prover.product(one, other, 52)?;
        self.products.push(([Rc::clone(one), Rc::clone(other)], halves.clone()));
        Ok(halves)
    }
}

/// The number of a word.
fn word_of(value: &Value) -> Option<BigInt> {
    if let Value::Word(word) = value { word.value() } else { None }
}

/// low + 2^bits·above.
fn with_above(low: &Shared, above: &Shared, bits: u32) -> Shared {
    if bits == 0 {
        return Rc::clone(above);
    }
    let times = |limit: BigInt| limit << bits;
    let form = low.form().plus(&above.form().scaled(&Rational::power_of_two(bits.into())));
    Word::new(form, low.least() + times(above.least()), low.greatest() + times(above.greatest()))
}

/// Where ones begin in a mask, and how many there are, if they are side by side.
fn run_of_ones(mask: u64) -> Option<(u32, u32)> {
    let from = mask.trailing_zeros() & 63;
    let ones = mask >> from;
    (ones & ones.wrapping_add(1) == 0).then(|| (from, ones.trailing_ones()))
}

/// The bits of a lane, if it is a number.
fn bits_of(lane: &Shared) -> Option<u64> {
    let number = lane.value()?;
    let word = if number < BigInt::from(0) { number + (BigInt::from(1) << 64) } else { number };
    u64::try_from(word).ok()
}

/// A word as a lane, which has a sign.
fn with_sign(word: BigInt) -> Shared {
    let negative = word >= BigInt::from(1_u64 << 63);
    Word::number(if negative { word - (BigInt::from(1) << 64) } else { word })
}

/// The count of a shift.
fn count(instruction: &Instruction) -> Result<u32, Refusal> {
    if instruction.op2_kind() != OpKind::Immediate8 {
        return refuse("a shift by data");
    }
    let count = u32::from(instruction.immediate8());
    if count > 63 { refuse("a shift of all bits") } else { Ok(count) }
}

/// A word as a lane: one that has no sign.
fn signed(word: Shared) -> Result<Shared, Refusal> {
    if word.greatest() < BigInt::from(1_u64 << 63) {
        Ok(word)
    } else {
        refuse("a lane may overflow")
    }
}
