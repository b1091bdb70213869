//! What the vector instructions of kernels do, in one lane: all of them do the same in each of the
//! eight lanes of 64 bits, constants are alike in all lanes, and no lane meets another. So what is
//! proved of one lane is proved of all.
//!
//! A lane is a signed integer, of which sums must fit 64 bits: where they may not, the kernel is
//! refused.

use std::rc::Rc;

use iced_x86::{Instruction, OpKind, Register};
use num_bigint::BigInt;

use crate::machine::{BINARY, Machine, STACK, Value};
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
    /// The low bits.
    And,
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
        if instruction.has_op_mask() || instruction.zeroing_masking() {
            return refuse("a masked instruction");
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
            LaneMeaning::Broadcast => return refuse("a lane in all lanes"),
            LaneMeaning::MultiplyAdd { high } => {
                let sum = self.get_lane(instruction, 0)?;
                let [one, other] = [self.get_lane(instruction, 1)?, self.get_lane(instruction, 2)?];
                let [one, other] = [self.parts(&one, 52)?.0, self.parts(&other, 52)?.0];
                let (low, above) = self.lane_product(&one, &other)?;
                self.prover.lane_sum(&sum, if high { &above } else { &low }, false)?
            }
            LaneMeaning::Sum { subtract } => {
                let [one, other] = [self.get_lane(instruction, 1)?, self.get_lane(instruction, 2)?];
                self.prover.lane_sum(&one, &other, subtract)?
            }
            LaneMeaning::ShiftRight { logical } => {
                let value = self.get_lane(instruction, 1)?;
                if instruction.op2_kind() != OpKind::Immediate8 {
                    return refuse("a shift by data");
                }
                if logical && value.least() < BigInt::from(0) {
                    return refuse("a logical shift of what may be negative");
                }
                let count = u32::from(instruction.immediate8());
                if count > 63 {
                    return refuse("a shift of all bits");
                }
                self.parts(&value, count)?.1
            }
            LaneMeaning::And => {
                let [one, other] = [self.get_lane(instruction, 1)?, self.get_lane(instruction, 2)?];
                let (value, mask) =
                    if other.value().is_some() { (one, other) } else { (other, one) };
                let mask = mask.value().and_then(|mask| u64::try_from(mask).ok());
                let Some(mask) = mask.filter(|mask| mask & (mask.wrapping_add(1)) == 0) else {
                    return refuse("an and that is not of low bits");
                };
                self.parts(&value, mask.trailing_ones())?.0
            }
        };
        if instruction.op0_kind() == OpKind::Memory {
            let (base, offset) = self.vector_address(instruction)?;
            return self.store((base, offset), Value::Lane(value));
        }
        if !instruction.op0_register().is_zmm() {
            return refuse("a short vector");
        }
        self.put_lane(instruction.op0_register(), value)
    }

    fn get_lane(&self, instruction: &Instruction, operand: u32) -> Result<Shared, Refusal> {
        if instruction.op_kind(operand) == OpKind::Memory {
            if instruction.is_broadcast() {
                return self.word_of_all(instruction);
            }
            return match self.load(self.vector_address(instruction)?)? {
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
        if instruction.memory_size().size() != 64 || offset & 63 != 0 {
            return refuse("a vector of another size or alignment");
        }
        if base == STACK || base == BINARY {
            return refuse("a vector in the frame or among the constants");
        }
        Ok((base, offset))
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
            Some(number) if number < BigInt::from(1_u64 << 63) => Ok(Word::number(number)),
            _ => refuse("a word in all lanes that is no small constant"),
        }
    }

    /// The low bits of a lane and what is above them, the same each time they are asked for.
    fn parts(&mut self, lane: &Shared, bits: u32) -> Result<(Shared, Shared), Refusal> {
        let known = self.splits.iter().find(|(of, by, _)| *by == bits && Rc::ptr_eq(of, lane));
        if let Some((.., parts)) = known {
            return Ok(parts.clone());
        }
        let parts = self.prover.split(lane, bits)?;
        self.splits.push((Rc::clone(lane), bits, parts.clone()));
        Ok(parts)
    }

    /// Both halves of a product of 52 by 52 bits, the same each time they are asked for.
    fn lane_product(&mut self, one: &Shared, other: &Shared) -> Result<(Shared, Shared), Refusal> {
        let same = |[x, y]: &[Shared; 2]| {
            Rc::ptr_eq(x, one) && Rc::ptr_eq(y, other) || Rc::ptr_eq(x, other) && Rc::ptr_eq(y, one)
        };
        if let Some((_, halves)) = self.products.iter().find(|(factors, _)| same(factors)) {
            return Ok(halves.clone());
        }
        let halves = self.prover.product(one, other, 52)?;
        self.products.push(([Rc::clone(one), Rc::clone(other)], halves.clone()));
        Ok(halves)
    }
}
