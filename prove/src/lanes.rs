//! What the vector instructions of kernels do.
//!
//! Where no lane meets another, one lane of 64 bits stands for all eight: all instructions do the
//! same in each of them, and constants are alike in all. Where words move from lane to lane, all
//! eight are followed ([`Machine::eight`]).
//!
//! A lane is an integer from −2^63 to 2^64 − 1 with the lane's bits. What takes it for one with a
//! sign, or for one without, asks for its range. Sums must fit 64 bits with a sign: where they may
//! not, the kernel is refused.

use std::rc::Rc;

use iced_x86::{Instruction, Mnemonic, OpKind, Register};
use num_bigint::BigInt;

use crate::machine::{BINARY, Machine, STACK, Split, Value};
use crate::prover::Flag;
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
    /// To the left by a number.
    ShiftLeft,
    /// The second operand shifted, with bits of the third in the places that become free.
    ShiftFunnel {
        /// Whether to the left.
        left: bool,
    },
    /// The product of the low halves, of 32 bits each.
    Multiply,
    /// The low bits.
    And,
    /// The smaller one, without signs.
    Least,
    /// Of three operands, one of them low bits, any function that leaves an or of parts.
    Choose,
    /// A bit in each lane: the second operand is above the third.
    Greater,
    /// A bit in each lane: the second operand is below the third.
    Less,
    /// A bit in each lane: whether both operands are equal.
    Equal,
    /// A bit in each lane: whether an operand, given twice, is zero.
    Null,
    /// Bits of lanes from a register, or to one.
    Mask,
    /// An or of bits of lanes.
    MaskOr,
    /// No bit in common.
    Or,
    /// Words move from lane to lane.
    Move(Move),
    /// The upper halves of registers 0 to 15 become zero, so that lanes are no longer alike.
    Forget,
}

/// How words move from lane to lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The lower, or the upper, words of pairs of two operands, by turns.
    Unpack {
        /// Whether the upper.
        high: bool,
    },
    /// Two pairs of the second operand and two of the third, by an immediate.
    Pairs,
    /// Words of two operands by the numbers in a third: the first operand, or the second.
    Table {
        /// Whether the first operand has the numbers.
        by_first: bool,
    },
    /// A shorter vector, the third operand, in the place of such a part of the second.
    Insert,
    /// Half of the second operand.
    Extract,
    /// The words of a short vector in any order.
    Order,
    /// Two halves of two short vectors.
    Halves,
    /// Words of the second or of the third operand, each at its place.
    Blend,
    /// One word, and zeros.
    Lowest,
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
        match meaning {
            LaneMeaning::Forget => {
                self.forget_lanes();
                Ok(())
            }
            LaneMeaning::Move(how) => self.moved(how, instruction),
            _ => {
                for at in 0..self.lanes() {
                    self.at = at;
                    self.one_lane(meaning, instruction)?;
                }
                self.at = 0;
                Ok(())
            }
        }
    }

    /// Words of whole vectors, each from a lane of an operand.
    fn moved(&mut self, how: Move, instruction: &Instruction) -> Result<(), Refusal> {
        if !self.eight || instruction.has_op_mask() {
            return refuse("words that move from lane to lane");
        }
        let out = instruction.op0_register();
        let immediate = || usize::from(instruction.immediate8());
        let inserted = words_of(instruction, 2);
        let mut lanes = Vec::new();
        for at in 0..width(instruction) {
            let (operand, from) = match how {
                Move::Unpack { high } => (1 + (at & 1), (at & !1) + usize::from(high)),
                Move::Pairs if out.is_zmm() => {
                    (1 + (at >> 2), 2 * (immediate() >> (at & !1) & 3) + (at & 1))
                }
                Move::Table { by_first } if out.is_zmm() => {
                    let (numbers, first) = if by_first { (0, 1) } else { (1, 0) };
                    let number = self.operand_lane(instruction, numbers, at)?.value();
                    let Some(number) = number.and_then(|number| usize::try_from(number).ok())
                    else {
                        return refuse("a permutation by data");
                    };
                    (if number & 8 == 0 { first } else { 2 }, number & 7)
                }
                Move::Insert if immediate() * inserted < width(instruction) => {
                    match at.checked_sub(immediate() * inserted) {
                        Some(from) if from < inserted => (2, from),
                        _ => (1, at),
                    }
                }
                Move::Extract if immediate() < 2 => (1, width(instruction) * immediate() + at),
                Move::Order if out.is_ymm() => (1, immediate() >> (2 * at) & 3),
                Move::Halves if immediate() & 0x88 == 0 => {
                    let half = immediate() >> (4 * (at >> 1)) & 3;
                    (1 + (half >> 1), 2 * (half & 1) + (at & 1))
                }
                Move::Blend => match immediate() >> (2 * at) & 3 {
                    0 => (1, at),
                    3 => (2, at),
                    _ => return refuse("a part of a word"),
                },
                Move::Lowest => {
                    if at == 0 {
                        lanes.push(self.lowest_word(instruction)?);
                    }
                    continue;
                }
                _ => return refuse("a move of another form"),
            };
            lanes.push(self.operand_lane(instruction, operand as u32, from)?);
        }
        // What is above a short register becomes zero.
        lanes.resize(8, Word::number(0));
        for (at, lane) in lanes.into_iter().enumerate() {
            self.at = at;
            if instruction.op0_kind() != OpKind::Memory {
                self.put_lane(out, lane)?;
            } else if at < width(instruction) {
                let place = self.place_of_lane(instruction)?;
                self.store(place, Value::Word(lane))?;
            }
        }
        self.at = 0;
        Ok(())
    }

    /// The word that is to be the lowest one: of memory or a register, where it may be an address.
    fn lowest_word(&mut self, instruction: &Instruction) -> Result<Shared, Refusal> {
        if instruction.op1_kind() == OpKind::Memory {
            return self.word_of_all(instruction);
        }
        match self.register(instruction.op1_register()) {
            _ if !instruction.op1_register().is_gpr64() => refuse("a move of another form"),
            Value::Pointer(base, offset) => Ok(self.word_of_address(base, offset)),
            Value::Word(word) => Ok(word),
            _ => refuse("a word that is not known"),
        }
    }

    /// A lane of an operand, of all eight.
    fn operand_lane(
        &mut self,
        instruction: &Instruction,
        operand: u32,
        at: usize,
    ) -> Result<Shared, Refusal> {
        let before = core::mem::replace(&mut self.at, at);
        let lane = if instruction.op_kind(operand) == OpKind::Memory {
            self.get_lane(instruction, operand)
        } else {
            self.lane_of(instruction.op_register(operand))
        };
        self.at = before;
        lane
    }

    /// What an instruction does in the lane that the machine is at.
    fn one_lane(&mut self, meaning: LaneMeaning, instruction: &Instruction) -> Result<(), Refusal> {
        let short = self.at >= width(instruction);
        if let Some(choice) = self.copy_of_choice(meaning, instruction)? {
            return self.put_lane(instruction.op0_register(), choice);
        }
        if instruction.has_op_mask() && !(short || self.is_chosen(instruction)?) {
            return Ok(());
        }
        let value = match meaning {
            LaneMeaning::Forget | LaneMeaning::Move(_) => return refuse("no work of a lane"),
            // What is above a short vector becomes zero.
            _ if short && self.eight => {
                return match instruction.op0_register() {
                    Register::None => Ok(()),
                    mask if mask.is_k() => self.put_mask(mask, Flag::Known(false)),
                    vector => self.put_lane(vector, Word::number(0)),
                };
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
            LaneMeaning::Broadcast if !self.eight && instruction.op0_register().is_xmm() => {
                let word = self.word_of_all(instruction)?;
                self.set_lane(instruction.op0_register(), None)?;
                self.lowest.insert(instruction.op0_register().full_register().number(), word);
                return Ok(());
            }
            LaneMeaning::Broadcast if instruction.op1_kind() == OpKind::Memory => {
                self.word_of_all(instruction)?
            }
            LaneMeaning::Broadcast if self.eight && instruction.op1_register().is_xmm() => {
                self.lane_at(instruction.op1_register(), 0)?
            }
            LaneMeaning::Broadcast => {
                let from = instruction.op1_register();
                let lowest = self.lowest.get(&from.full_register().number());
                match lowest.filter(|_| from.is_xmm()).cloned().or(self.register_of_all(from)) {
                    Some(word) => {
                        self.tell(&word, true);
                        word
                    }
                    None => return refuse("a lane in all lanes"),
                }
            }
            LaneMeaning::Mask if instruction.op1_register().is_k() => {
                let bit = self.mask(instruction.op1_register())?;
                if self.eight || !instruction.op0_register().is_gpr32() {
                    return refuse("a mask of another form");
                }
                self.set_register(instruction.op0_register(), Value::Choice(bit));
                return Ok(());
            }
            LaneMeaning::Mask => {
                let bit = match self.register(instruction.op1_register()) {
                    Value::Choice(bit) if !self.eight => bit,
                    Value::Word(word) if let Some(bit) = self.bit_of_lane(&word) => bit,
                    Value::Word(word) | Value::Byte(word) => match (word.value(), word.mask()) {
                        (Some(bits), _) => {
                            Flag::Known((bits >> self.at) & BigInt::from(1) == 1.into())
                        }
                        (None, Some(bit)) => bit,
                        (None, None) => return refuse("a mask from data"),
                    },
                    _ => return refuse("a mask that is none"),
                };
                return self.put_mask(instruction.op0_register(), bit);
            }
            LaneMeaning::MaskOr => {
                let [one, other] = [
                    self.mask(instruction.op1_register())?,
                    self.mask(instruction.op2_register())?,
                ];
                let or = match [one, other].map(|bit| self.prover.known(bit)) {
                    [Some(true), _] | [_, Some(true)] => Flag::Known(true),
                    [Some(false), _] => other,
                    [_, Some(false)] => one,
                    _ => return refuse("an or of two bits"),
                };
                return self.put_mask(instruction.op0_register(), or);
            }
            LaneMeaning::Equal => {
                let [one, other] = [self.get_lane(instruction, 1)?, self.get_lane(instruction, 2)?];
                let equal = self.are_equal(&one, &other)?;
                return self.put_mask(instruction.op0_register(), Flag::Known(equal));
            }
            LaneMeaning::Null => {
                if instruction.op1_register() != instruction.op2_register() {
                    return refuse("a test of two vectors");
                }
                let value = self.get_lane(instruction, 1)?;
                let or = self.ors.iter().find(|(or, _)| Rc::ptr_eq(or, &value));
                let parts = or.map_or(vec![value], |(_, parts)| parts.clone());
                let mut null = true;
                for part in parts {
                    null = null && self.are_equal(&part, &Word::number(0))?;
                }
                return self.put_mask(instruction.op0_register(), Flag::Known(null));
            }
            LaneMeaning::Greater | LaneMeaning::Less => {
                // Of the comparisons by number only 1 is "less".
                if meaning == LaneMeaning::Less && instruction.immediate8() != 1 {
                    return refuse("another comparison");
                }
                let [one, other] = [self.get_lane(instruction, 1)?, self.get_lane(instruction, 2)?];
                let [one, other] = [signed(one)?, signed(other)?];
                let less = meaning == LaneMeaning::Less;
                let (below, above) = if less { (&one, &other) } else { (&other, &one) };
                let difference = self.prover.lane_sum(below, above, true)?;
                let bit = self.prover.sign(&difference);
                return self.put_mask(instruction.op0_register(), bit);
            }
            LaneMeaning::MultiplyAdd { high } => {
                let sum = self.get_lane(instruction, 0)?;
                let [one, other] = [self.get_lane(instruction, 1)?, self.get_lane(instruction, 2)?];
                let estimates = high && !self.prover.words && sum.value() == Some(BigInt::from(0));
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
                let mut value = self.get_lane(instruction, 1)?;
                let count = self.lane_count(instruction, 2)?;
                if logical {
                    self.not_negative(&value)?;
                } else {
                    value = signed(value)?;
                }
                self.parts(&value, count)?.1
            }
            LaneMeaning::ShiftLeft => {
                let value = self.get_lane(instruction, 1)?;
                let count = self.lane_count(instruction, 2)?;
                let kept = self.low_bits(&value, 64 - count)?;
                self.prover.shifted(&kept, count)?
            }
            LaneMeaning::ShiftFunnel { left } => {
                let [one, other] = [self.get_lane(instruction, 1)?, self.get_lane(instruction, 2)?];
                let count = self.lane_count(instruction, 3)?;
                // What goes up, by how much, and what comes down.
                let (up, by, down) =
                    if left { (one, count, other) } else { (other, 64 - count, one) };
                self.funnel(&up, by, &down)?
            }
            LaneMeaning::Or => {
                let [one, other] = [self.get_lane(instruction, 1)?, self.get_lane(instruction, 2)?];
                self.any_or(&[one, other])?
            }
            LaneMeaning::Multiply => {
                let [one, other] = [self.get_lane(instruction, 1)?, self.get_lane(instruction, 2)?];
                let [one, other] = [self.parts(&one, 32)?.0, self.parts(&other, 32)?.0];
                self.prover.product(&one, &other, 64)?.0
            }
            LaneMeaning::Choose => self.chosen(instruction)?,
            LaneMeaning::Least => {
                let [one, other] = [self.get_lane(instruction, 1)?, self.get_lane(instruction, 2)?];
                self.prover.lesser(&one, &other)?
            }
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
            let place = self.place_of_lane(instruction)?;
            self.tell(&value, false);
            let value = if self.eight { Value::Word(value) } else { Value::Lane(value) };
            return self.store(place, value);
        }
        if width(instruction) < 8 && !self.eight {
            return refuse("a short vector");
        }
        self.put_lane(instruction.op0_register(), value)
    }

    /// A byte's bit for this lane, if it has one for each.
    fn bit_of_lane(&self, byte: &Shared) -> Option<Flag> {
        let known = self.flags.iter().find(|(known, _)| Rc::ptr_eq(known, byte));
        known.map(|(_, bits)| bits[self.at])
    }

    /// What a masked copy leaves where all lanes are followed and the lane's bit is not known: the
    /// one word or the other. Cases of so many bits would be too many.
    fn copy_of_choice(
        &mut self,
        meaning: LaneMeaning,
        instruction: &Instruction,
    ) -> Result<Option<Shared>, Refusal> {
        let out = instruction.op0_register();
        let masked = instruction.has_op_mask() && out.is_zmm() && !instruction.zeroing_masking();
        if !(self.eight && meaning == LaneMeaning::Copy && masked) {
            return Ok(None);
        }
        let bit = self.mask(instruction.op_mask())?;
        if self.prover.known(bit).is_some() {
            return Ok(None);
        }
        let [old, new] = [self.lane_of(out)?, self.get_lane(instruction, 1)?];
        let change = new.form().minus(&old.form()).times(&self.prover.form(bit))?;
        let (least, greatest) = (old.least().min(new.least()), old.greatest().max(new.greatest()));
        Ok(Some(Word::new(old.form().plus(&change), least, greatest)))
    }

    /// Whether a masked instruction does its work in this lane: a case. If not, the lane is as it
    /// was, or zero.
    fn is_chosen(&mut self, instruction: &Instruction) -> Result<bool, Refusal> {
        let bit = self.mask(instruction.op_mask())?;
        let chosen = self.prover.decide(bit)?;
        let out = instruction.op0_register();
        match instruction.op0_kind() {
            OpKind::Memory if self.eight => {}
            // A bit of a lane that is not chosen is 0.
            OpKind::Register if out.is_k() && !chosen => self.put_mask(out, Flag::Known(false))?,
            OpKind::Register if out.is_zmm() && !chosen && instruction.zeroing_masking() => {
                self.put_lane(out, Word::number(0))?;
            }
            OpKind::Register if out.is_zmm() || out.is_k() => {}
            _ => return refuse("a masked instruction of another form"),
        }
        Ok(chosen)
    }

    /// The bits of a lane where a constant has ones, which are side by side.
    pub(crate) fn masked(&mut self, value: &Shared, mask: &BigInt) -> Result<Shared, Refusal> {
        let Some((from, bits)) = u64::try_from(mask).ok().and_then(run_of_ones) else {
            return refuse("an and that is not of bits side by side");
        };
        let fresh = !self.splits.iter().any(|(of, ..)| Rc::ptr_eq(of, value));
        let (_, high) = self.parts(value, from)?;
        let (kept, above) = self.parts(&high, bits)?;
        self.lost(fresh, &above)?;
        Ok(with_above(&Word::number(0), &kept, from))
    }

    /// Whether two lanes are equal: a case, in which the fact is known, unless it is settled.
    fn are_equal(&mut self, one: &Shared, other: &Shared) -> Result<bool, Refusal> {
        let [one, other] = [signed(Rc::clone(one))?, signed(Rc::clone(other))?];
        let [up, down] = [(&one, &other), (&other, &one)];
        for (below, above) in [up, down] {
            let difference = self.prover.lane_sum(below, above, true)?;
            let less = self.prover.sign(&difference);
            if self.prover.decide(less)? {
                return Ok(false);
            }
        }
        // Neither is below the other.
        self.prover.ledger.define(one.form().minus(&other.form()));
        Ok(true)
    }

    /// The low bits of a word, so much further up, and in their place the high bits of another one.
    pub(crate) fn funnel(
        &mut self,
        up: &Shared,
        by: u32,
        down: &Shared,
    ) -> Result<Shared, Refusal> {
        self.not_negative(down)?;
        let (up, down) = (self.low_bits(up, 64 - by)?, self.parts(down, 64 - by)?.1);
        let shifted = self.prover.shifted(&up, by)?;
        let joined = self.prover.joined(&shifted, &down)?;
        self.splits.push((Rc::clone(&joined), by, (down, up)));
        Ok(joined)
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

    /// An or of bits: of those that do not meet it is the sum. Of others it is a word of its own,
    /// of which only it is known of what it is the or.
    fn any_or(&mut self, words: &[Shared]) -> Result<Shared, Refusal> {
        if let Some(bits) = words.iter().map(bits_of).collect::<Option<Vec<u64>>>() {
            return Ok(Word::number(bits.into_iter().fold(0, |all, one| all | one)));
        }
        let mut ascending = words.to_vec();
        ascending.sort_by_key(|word| word.zeros());
        let (first, rest) = ascending.split_first().map_or_else(|| refuse("no or"), Ok)?;
        let mut joined = Some(Rc::clone(first));
        for word in rest {
            joined = joined.and_then(|joined| self.prover.joined(&joined, word).ok());
        }
        if let Some(joined) = joined {
            return Ok(joined);
        }
        let mut parts = Vec::new();
        for word in words {
            self.not_negative(word)?;
            match self.ors.iter().find(|(or, _)| Rc::ptr_eq(or, word)) {
                Some((_, others)) => parts.extend(others.iter().cloned()),
                None => parts.push(Rc::clone(word)),
            }
        }
        let bits = parts.iter().map(|part| part.greatest().bits()).max().unwrap_or(0);
        let bits = u32::try_from(bits).unwrap_or(64);
        let or = Word::atom(self.prover.ledger.made("o", bits), bits);
        self.ors.push((Rc::clone(&or), parts));
        Ok(or)
    }

    /// A function of the bits of three operands, of which one is 2^n − 1: an or of what each of the
    /// other two gives, all its bits or the low n.
    fn chosen(&mut self, instruction: &Instruction) -> Result<Shared, Refusal> {
        let [zero, one, two] = [0, 1, 2].map(|operand| self.get_lane(instruction, operand));
        let operands = [zero?, one?, two?];
        // An or of all three.
        if instruction.immediate8() == 0xfe {
            return self.any_or(&operands);
        }
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
        self.prover.joined(&parts[0], &parts[1])
    }

    /// The count of a shift: an immediate, or the same number in each lane.
    fn lane_count(&self, instruction: &Instruction, operand: u32) -> Result<u32, Refusal> {
        let count = match instruction.op_kind(operand) {
            OpKind::Immediate8 => Some(u32::from(instruction.immediate8())),
            _ => self.get_lane(instruction, operand)?.value().and_then(|n| u32::try_from(n).ok()),
        };
        match count {
            Some(count @ 0..64) => Ok(count),
            Some(_) => refuse("a shift of all bits"),
            None => refuse("a shift by data"),
        }
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
            let place = self.place_of_lane(instruction)?;
            return match (self.load(place)?, place.0) {
                (Value::Word(word), _) if self.eight => Ok(match (word.value(), place.0) {
                    (Some(number), BINARY) => with_sign(number),
                    _ => word,
                }),
                (Value::Word(_), BINARY) => self.constant_of_all(place.1),
                (Value::Lane(lane), _) => Ok(lane),
                _ => refuse("a word as a vector"),
            };
        }
        let register = instruction.op_register(operand);
        if !register.is_zmm() && !self.eight {
            return refuse("a short vector");
        }
        self.lane_of(register)
    }

    /// The address of a vector, or of its word in this lane if all are followed.
    fn place_of_lane(&self, instruction: &Instruction) -> Result<(&'static str, i64), Refusal> {
        let (base, offset) = self.address(instruction)?;
        let size = instruction.memory_size().size();
        if size != 64 && !(self.eight && [16, 32].contains(&size)) {
            return refuse("a vector of another size");
        }
        // Nothing is known of how the frame is aligned, or what is words to its type.
        let aligned = [Mnemonic::Vmovdqa64, Mnemonic::Vmovdqa, Mnemonic::Vmovaps];
        let aligned = aligned.contains(&instruction.mnemonic());
        let words = base == STACK || self.words.contains(base);
        let within = offset & (i64::try_from(size).unwrap_or(0) - 1);
        if words && aligned || !words && (aligned || !self.eight) && within != 0 {
            return refuse("a vector of another alignment");
        }
        Ok((base, offset.wrapping_add(8 * i64::try_from(self.at).unwrap_or(0))))
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
        let place = self.address(instruction)?;
        let word = match self.load(place)? {
            Value::Word(word) if self.eight && place.0 != BINARY => return Ok(word),
            Value::Word(word) => word,
            _ => return refuse("an address as a number"),
        };
        match word.value() {
            Some(number) => Ok(with_sign(number)),
            None => refuse("a word in all lanes that is no constant"),
        }
    }

    /// The low bits of a lane: all of it, if it is known to have no others.
    pub(crate) fn low_bits(&mut self, lane: &Shared, bits: u32) -> Result<Shared, Refusal> {
        if lane.least() < BigInt::from(0) || lane.greatest() >> bits > BigInt::from(0) {
            self.prover.refine(lane)?;
        }
        Ok(self.parts(lane, bits)?.0)
    }

    /// The low bits of a lane and what is above them, the same each time they are asked for.
    pub(crate) fn parts(&mut self, lane: &Shared, bits: u32) -> Result<(Shared, Shared), Refusal> {
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
                let both = with_above(&low, &middle, by);
                self.splits.push((Rc::clone(&both), by, (low, middle)));
                (both, above)
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

impl Machine<'_> {
    /// Remembers a word for the contract: one of a vector that is stored, or that goes to all
    /// lanes.
    fn tell(&mut self, word: &Shared, to_all: bool) {
        let told = &mut self.told[usize::from(to_all)];
        if self.eight && self.at == 0 {
            told.push(Vec::new());
        }
        if let Some(last) = told.last_mut() {
            last.push(Rc::clone(word));
        }
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

/// How many lanes the result of an instruction has, or what a mask is of.
fn width(instruction: &Instruction) -> usize {
    let of_mask =
        instruction.op0_register().is_k() && instruction.op1_register().is_vector_register();
    words_of(instruction, u32::from(of_mask))
}

/// How many lanes an operand has: a mask is of eight.
fn words_of(instruction: &Instruction, operand: u32) -> usize {
    let register = instruction.op_register(operand);
    match instruction.op_kind(operand) {
        OpKind::Memory => instruction.memory_size().size() >> 3,
        _ if register.is_xmm() => 2,
        _ if register.is_ymm() => 4,
        _ => 8,
    }
}

/// A lane that may be taken for an integer with a sign.
fn signed(word: Shared) -> Result<Shared, Refusal> {
    if word.greatest() < BigInt::from(1_u64 << 63) {
        Ok(word)
    } else {
        refuse("a lane may overflow")
    }
}
