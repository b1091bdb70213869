//! What instructions do, as data: one row of [`MEANINGS`] for each mnemonic that kernels use, and
//! what each kind of meaning does to a [`Machine`]. All that is not here is refused.
//!
//! Which flags an instruction changes is the decoder's to say: a flag that it names and that the
//! meaning does not set is undefined from then on. (N. 2A to 2C of Intel's "64 and IA-32
//! Architectures Software Developer's Manual".)

use iced_x86::{Instruction, Mnemonic, OpKind, Register, RflagsBits};

use crate::binary::Code;
use crate::lanes::LaneMeaning;
use crate::machine::{FlagName, Machine, Value};
use crate::prover::Flag;
use crate::refusal::{Refusal, refuse};
use crate::words::{Shared, Word};

use FlagName::{Carry, Overflow, Zero};

/// What a mnemonic means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Nothing.
    Nothing,
    /// The second operand is copied.
    Copy,
    /// An address is computed, or a sum of a pointer and a number.
    Address,
    /// first + second + the flag `with`; the carry goes to the flag `to`. Subtracts if so.
    Sum {
        /// Whether it is a difference.
        subtract: bool,
        /// The flag that comes in.
        with: Option<FlagName>,
        /// The flag that the carry or borrow goes to.
        to: FlagName,
    },
    /// Both halves of rdx times the third operand.
    Halves,
    /// The low half of a product.
    LowHalf,
    /// The second operand is copied if CF is this.
    CopyIf(bool),
    /// A number less one, with ZF.
    Countdown,
    /// A mask and a word.
    And,
    /// Words that have no bit in common.
    Or,
    /// Zero, of a register and itself.
    Xor,
    /// Right by a number.
    ShiftRight,
    /// Left by a number, of a word that leaves room.
    ShiftLeft,
    /// Two numbers are compared, with ZF.
    Compare,
    /// To the stack.
    Push,
    /// From the stack.
    Pop,
    /// A vector instruction.
    Lane(LaneMeaning),
}

const fn sum(subtract: bool, with: Option<FlagName>, to: FlagName) -> Meaning {
    Meaning::Sum { subtract, with, to }
}

/// The instructions of kernels.
pub const MEANINGS: &[(Mnemonic, Meaning)] = &[
    (Mnemonic::Nop, Meaning::Nothing),
    (Mnemonic::Endbr64, Meaning::Nothing),
    (Mnemonic::Mov, Meaning::Copy),
    (Mnemonic::Movzx, Meaning::Copy),
    (Mnemonic::Lea, Meaning::Address),
    (Mnemonic::Add, sum(false, None, Carry)),
    (Mnemonic::Adc, sum(false, Some(Carry), Carry)),
    (Mnemonic::Adcx, sum(false, Some(Carry), Carry)),
    (Mnemonic::Adox, sum(false, Some(Overflow), Overflow)),
    (Mnemonic::Sub, sum(true, None, Carry)),
    (Mnemonic::Sbb, sum(true, Some(Carry), Carry)),
    (Mnemonic::Mulx, Meaning::Halves),
    (Mnemonic::Imul, Meaning::LowHalf),
    (Mnemonic::Cmovb, Meaning::CopyIf(true)),
    (Mnemonic::Cmovae, Meaning::CopyIf(false)),
    (Mnemonic::Dec, Meaning::Countdown),
    (Mnemonic::Cmp, Meaning::Compare),
    (Mnemonic::And, Meaning::And),
    (Mnemonic::Or, Meaning::Or),
    (Mnemonic::Xor, Meaning::Xor),
    (Mnemonic::Shr, Meaning::ShiftRight),
    (Mnemonic::Shrx, Meaning::ShiftRight),
    (Mnemonic::Shlx, Meaning::ShiftLeft),
    (Mnemonic::Push, Meaning::Push),
    (Mnemonic::Pop, Meaning::Pop),
    (Mnemonic::Vmovdqa64, Meaning::Lane(LaneMeaning::Copy)),
    (Mnemonic::Vmovdqu64, Meaning::Lane(LaneMeaning::Copy)),
    (Mnemonic::Vmovaps, Meaning::Lane(LaneMeaning::Copy)),
    (Mnemonic::Vmovups, Meaning::Lane(LaneMeaning::Copy)),
    (Mnemonic::Vpxor, Meaning::Lane(LaneMeaning::Zero)),
    (Mnemonic::Vpxord, Meaning::Lane(LaneMeaning::Zero)),
    (Mnemonic::Vpxorq, Meaning::Lane(LaneMeaning::Zero)),
    (Mnemonic::Vxorps, Meaning::Lane(LaneMeaning::Zero)),
    (Mnemonic::Vpbroadcastq, Meaning::Lane(LaneMeaning::Broadcast)),
    (Mnemonic::Vpmadd52luq, Meaning::Lane(LaneMeaning::MultiplyAdd { high: false })),
    (Mnemonic::Vpmadd52huq, Meaning::Lane(LaneMeaning::MultiplyAdd { high: true })),
    (Mnemonic::Vpaddq, Meaning::Lane(LaneMeaning::Sum { subtract: false })),
    (Mnemonic::Vpsubq, Meaning::Lane(LaneMeaning::Sum { subtract: true })),
    (Mnemonic::Vpsraq, Meaning::Lane(LaneMeaning::ShiftRight { logical: false })),
    (Mnemonic::Vpsrlq, Meaning::Lane(LaneMeaning::ShiftRight { logical: true })),
    (Mnemonic::Vpandq, Meaning::Lane(LaneMeaning::And)),
    (Mnemonic::Vpandd, Meaning::Lane(LaneMeaning::And)),
    (Mnemonic::Vpsllq, Meaning::Lane(LaneMeaning::ShiftLeft)),
    (Mnemonic::Vpmuludq, Meaning::Lane(LaneMeaning::Multiply)),
    (Mnemonic::Vpternlogq, Meaning::Lane(LaneMeaning::Choose)),
    (Mnemonic::Vpcmpgtq, Meaning::Lane(LaneMeaning::Greater)),
    (Mnemonic::Vpcmpq, Meaning::Lane(LaneMeaning::Less)),
    (Mnemonic::Kmovw, Meaning::Lane(LaneMeaning::Mask)),
    (Mnemonic::Kmovd, Meaning::Lane(LaneMeaning::Mask)),
    (Mnemonic::Vzeroupper, Meaning::Lane(LaneMeaning::Forget)),
];

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// At its return.
    Returned,
    /// At an instruction that the contract asked to stop before.
    Stopped,
}

/// More instructions than any run has.
const LONGEST: usize = 20_000;

/// The flags of the decoder that kernels use.
const FLAGS: [(FlagName, u32); 3] =
    [(Carry, RflagsBits::CF), (Overflow, RflagsBits::OF), (Zero, RflagsBits::ZF)];

impl Machine<'_> {
    /// Runs code from this instruction to its return, or until `stop` says so. Jumps are followed
    /// only if their condition is a number.
    ///
    /// # Errors
    /// If an instruction is not allowed.
    pub fn run(
        &mut self,
        code: &Code,
        from: usize,
        stop: &mut dyn FnMut(&Instruction) -> bool,
    ) -> Result<Ending, Refusal> {
        let mut at = from;
        for _ in 0..LONGEST {
            let Some(instruction) = code.0.get(at) else { return refuse("ran off its end") };
            if stop(instruction) {
                self.lose_flags()?;
                return Ok(Ending::Stopped);
            }
            at += 1;
            let located = |refusal| match refusal {
                Refusal::Because(why) => Refusal::Because(format!(
                    "{:?} at {:x}: {why}",
                    instruction.mnemonic(),
                    instruction.ip()
                )),
                Refusal::Impossible => Refusal::Impossible,
            };
            match instruction.mnemonic() {
                Mnemonic::Ret if instruction.op_count() == 0 => {
                    self.check_return()?;
                    self.lose_flags()?;
                    return Ok(Ending::Returned);
                }
                Mnemonic::Jne | Mnemonic::Je | Mnemonic::Jmp => {
                    let conditional = instruction.mnemonic() != Mnemonic::Jmp;
                    if !conditional && !instruction.is_jmp_short_or_near() {
                        return refuse("a jump to an address from memory");
                    }
                    let zero = if conditional {
                        self.flag(Zero).map_err(located)?
                    } else {
                        Flag::Known(false)
                    };
                    let Flag::Known(zero) = zero else { return refuse("a branch on data") };
                    if !conditional || zero == (instruction.mnemonic() == Mnemonic::Je) {
                        let to = instruction.near_branch_target();
                        let found = code.0.iter().position(|instruction| instruction.ip() >= to);
                        let outside = code.0.first().is_none_or(|first| to < first.ip());
                        let Some(found) = found.filter(|_| !outside) else {
                            return refuse("a jump out of the kernel");
                        };
                        at = found;
                    }
                }
                _ => self.step(instruction).map_err(located)?,
            }
        }
        refuse("a run without an end")
    }

    fn lose_flags(&mut self) -> Result<(), Refusal> {
        self.lose_flag(Carry, None)?;
        self.lose_flag(Overflow, None)
    }

    /// One instruction that is no jump.
    ///
    /// # Errors
    /// If it is not allowed.
    pub fn step(&mut self, instruction: &Instruction) -> Result<(), Refusal> {
        let mnemonic = instruction.mnemonic();
        let meaning =
            MEANINGS.iter().find(|(known, _)| *known == mnemonic).map(|(_, meaning)| meaning);
        let Some(meaning) = meaning else { return refuse("not an instruction of a kernel") };
        if instruction.has_lock_prefix()
            || instruction.has_rep_prefix()
            || instruction.has_repne_prefix()
        {
            return refuse("a prefix");
        }
        let set = self.mean(*meaning, instruction)?;
        // All flags that it changes, but those that were set, are undefined.
        let changed = instruction.rflags_modified();
        for (name, bit) in FLAGS {
            if changed & bit != 0 && !set.contains(&Some(name)) {
                self.lose_flag(name, None)?;
            }
        }
        if let [Some(name), _] | [_, Some(name)] = set
            && FLAGS.iter().any(|(other, bit)| *other == name && changed & bit == 0)
        {
            return refuse("a flag that the decoder does not know of");
        }
        Ok(())
    }

    fn mean(
        &mut self,
        meaning: Meaning,
        instruction: &Instruction,
    ) -> Result<[Option<FlagName>; 2], Refusal> {
        match meaning {
            Meaning::Nothing => {}
            Meaning::Copy => {
                let value = self.get(instruction, 1)?;
                self.put(instruction, 0, value)?;
            }
            Meaning::Address => {
                let (base, offset) = self.address(instruction)?;
                self.put(instruction, 0, Value::Pointer(base, offset))?;
            }
            Meaning::Sum { subtract, with, to } => {
                return self.sum(instruction, subtract, with, to);
            }
            Meaning::Halves => {
                let multiplier = word(self.register(Register::RDX))?;
                let other = word(self.get(instruction, 2)?)?;
                let (low, high) = self.prover.product(&multiplier, &other, 64)?;
                self.row = Some((multiplier, high.clone(), Flag::Known(false)));
                self.put(instruction, 1, Value::Word(low))?;
                self.put(instruction, 0, Value::Word(high))?;
            }
            Meaning::LowHalf => {
                if instruction.op_count() != 2 {
                    return refuse("a product of another form");
                }
                let [one, other] = self.words(instruction)?;
                let (low, _) = self.prover.product(&one, &other, 64)?;
                self.put(instruction, 0, Value::Word(low))?;
            }
            Meaning::CopyIf(wanted) => {
                let flag = self.flag(Carry)?;
                // Read in any case, as the processor does.
                let value = word(self.get(instruction, 1)?)?;
                if self.prover.decide(flag)? == wanted {
                    self.put(instruction, 0, Value::Word(value))?;
                }
            }
            Meaning::Countdown => {
                let Some(number) = word(self.get(instruction, 0)?)?.value() else {
                    return refuse("a counter from data");
                };
                let less: num_bigint::BigInt =
                    if number == 0.into() { number + u64::MAX } else { number - 1 };
                let zero = less == 0.into();
                self.put(instruction, 0, Value::Word(Word::number(less)))?;
                self.set_flag(Zero, Some(Flag::Known(zero)));
                return Ok([Some(Zero), None]);
            }
            Meaning::Compare => {
                let [one, other] = self.words(instruction)?;
                let (Some(one), Some(other)) = (one.value(), other.value()) else {
                    return refuse("a comparison of data");
                };
                self.set_flag(Zero, Some(Flag::Known(one == other)));
                return Ok([Some(Zero), None]);
            }
            Meaning::And => {
                let [value, mask] = self.words(instruction)?;
                let Some(bit) = mask.mask() else {
                    return self.and_numbers(instruction, &value, &mask);
                };
                let kept = if self.prover.decide(bit)? { value } else { Word::number(0) };
                self.put(instruction, 0, Value::Word(kept))?;
                return self.clear();
            }
            Meaning::Or => {
                let [one, other] = self.words(instruction)?;
                let joined = match (one.value(), other.value()) {
                    (Some(one), Some(other)) => Word::number(one | other),
                    _ => self.prover.joined(&one, &other)?,
                };
                self.put(instruction, 0, Value::Word(joined))?;
                return self.clear();
            }
            Meaning::Xor => {
                let [one, other] = [0, 1].map(|i| instruction.op_register(i));
                if one == Register::None || one != other || !(one.is_gpr64() || one.is_gpr32()) {
                    return refuse("an exclusive or of two words");
                }
                self.set_register(one, Value::Word(Word::number(0)));
                return self.clear();
            }
            Meaning::ShiftRight => {
                let by = instruction.op_count() - 1;
                let value = word(self.get(instruction, by - 1)?)?;
                let bits = self.count(instruction, by)?;
                let (_, high) = self.prover.split(&value, bits)?;
                self.put(instruction, 0, Value::Word(high))?;
            }
            Meaning::ShiftLeft => {
                let value = word(self.get(instruction, 1)?)?;
                let bits = self.count(instruction, 2)?;
                if self.cases.carries
                    && (value.greatest() << bits) >> 64_u32 > 0.into()
                    && let Ok(carry) = self.flag(Carry)
                {
                    self.prover.decide(carry)?;
                }
                let shifted = self.prover.shifted(&value, bits)?;
                self.above = Some(value);
                self.put(instruction, 0, Value::Word(shifted))?;
            }
            Meaning::Lane(meaning) => self.lane(meaning, instruction)?,
            Meaning::Push => {
                let value = self.get(instruction, 0)?;
                self.move_stack(-8)?;
                let top = self.top_of_stack()?;
                self.store(top, value)?;
            }
            Meaning::Pop => {
                let value = self.load_word(self.top_of_stack()?)?;
                self.move_stack(8)?;
                self.put(instruction, 0, value)?;
            }
        }
        Ok([None, None])
    }

    fn sum(
        &mut self,
        instruction: &Instruction,
        subtract: bool,
        with: Option<FlagName>,
        to: FlagName,
    ) -> Result<[Option<FlagName>; 2], Refusal> {
        if with.is_none()
            && let Value::Pointer(base, offset) = self.get(instruction, 0)?
        {
            let Some(number) = immediate(instruction, 1) else {
                return refuse("a pointer and a number");
            };
            let number = number.cast_signed();
            let to =
                if subtract { offset.wrapping_sub(number) } else { offset.wrapping_add(number) };
            self.put(instruction, 0, Value::Pointer(base, to))?;
            return Ok([None, None]);
        }
        let [one, other] = self.words(instruction)?;
        let carry = match with {
            None => Flag::Known(false),
            Some(name) => self.flag(name)?,
        };
        let (value, out) = if subtract {
            self.prover.difference(&one, &other, carry, 64)?
        } else {
            self.prover.sum(&one, &other, carry, 64)?
        };
        if subtract {
            self.is_borrow(out);
        }
        if let Some((_, high, added)) = &mut self.row
            && to == Carry
            && std::rc::Rc::ptr_eq(high, &other)
        {
            *added = carry;
        }
        self.put(instruction, 0, Value::Word(value))?;
        if with.is_some() {
            self.set_flag(to, Some(out));
        } else {
            self.lose_flag(to, Some(out))?;
        }
        Ok([Some(to), None])
    }

    fn and_numbers(
        &mut self,
        instruction: &Instruction,
        one: &Shared,
        other: &Shared,
    ) -> Result<[Option<FlagName>; 2], Refusal> {
        let (Some(one), Some(other)) = (one.value(), other.value()) else {
            return refuse("an and that is no mask");
        };
        self.put(instruction, 0, Value::Word(Word::number(one & other)))?;
        self.clear()
    }

    fn clear(&mut self) -> Result<[Option<FlagName>; 2], Refusal> {
        self.lose_flag(Carry, Some(Flag::Known(false)))?;
        self.lose_flag(Overflow, Some(Flag::Known(false)))?;
        Ok([Some(Carry), Some(Overflow)])
    }

    fn top_of_stack(&self) -> Result<(crate::machine::Base, i64), Refusal> {
        self.register(Register::RSP)
            .pointer()
            .map_or_else(|| refuse("the stack pointer is lost"), Ok)
    }

    fn move_stack(&mut self, by: i64) -> Result<(), Refusal> {
        let (base, offset) = self.top_of_stack()?;
        self.set_register(Register::RSP, Value::Pointer(base, offset + by));
        Ok(())
    }

    /// A shift's count, which the processor takes modulo 64.
    fn count(&self, instruction: &Instruction, operand: u32) -> Result<u32, Refusal> {
        let count = word(self.get(instruction, operand)?)?.value();
        let count = count.and_then(|count| u64::try_from(count).ok());
        count.map_or_else(|| refuse("a shift by data"), |count| Ok((count & 63) as u32))
    }

    fn words(&self, instruction: &Instruction) -> Result<[Shared; 2], Refusal> {
        Ok([word(self.get(instruction, 0)?)?, word(self.get(instruction, 1)?)?])
    }

    fn get(&self, instruction: &Instruction, operand: u32) -> Result<Value, Refusal> {
        if let Some(number) = immediate(instruction, operand) {
            let half = instruction.op_register(0).is_gpr32();
            let number = if half { number & u64::from(u32::MAX) } else { number };
            return Ok(Value::Word(Word::number(number)));
        }
        match instruction.op_kind(operand) {
            OpKind::Register if instruction.op_register(operand).is_gpr64() => {
                Ok(self.register(instruction.op_register(operand)))
            }
            OpKind::Memory if instruction.memory_size().size() == 8 => {
                self.load_word(self.address(instruction)?)
            }
            OpKind::Memory if instruction.memory_size().size() == 1 => {
                Ok(Value::Word(self.byte(self.address(instruction)?)?))
            }
            OpKind::Register => self.get_part(instruction.op_register(operand)),
            _ => refuse("an operand of another size"),
        }
    }

    /// The low half of a register, or its lowest byte if there is nothing above it.
    fn get_part(&self, register: Register) -> Result<Value, Refusal> {
        match self.register(register) {
            Value::Half(half) if register.is_gpr32() => Ok(Value::Word(half)),
            Value::Word(word)
                if [Register::AL, Register::CL, Register::DL].contains(&register)
                    && word.least() >= 0.into()
                    && word.greatest() < 256.into() =>
            {
                Ok(Value::Word(word))
            }
            _ => refuse("a part of a register"),
        }
    }

    /// Eight bytes of memory: not a part of a vector.
    fn load_word(&self, place: (crate::machine::Base, i64)) -> Result<Value, Refusal> {
        match self.load(place)? {
            Value::Lane(_) => refuse("a part of a vector"),
            value => Ok(value),
        }
    }

    fn put(
        &mut self,
        instruction: &Instruction,
        operand: u32,
        value: Value,
    ) -> Result<(), Refusal> {
        let register = instruction.op_register(operand);
        match instruction.op_kind(operand) {
            OpKind::Register if register.is_gpr64() => {
                self.set_register(register, value);
                Ok(())
            }
            // The upper half becomes zero: only numbers are moved so.
            OpKind::Register
                if register.is_gpr32()
                    && [Mnemonic::Mov, Mnemonic::Movzx].contains(&instruction.mnemonic()) =>
            {
                self.set_register(register, value);
                Ok(())
            }
            OpKind::Memory if instruction.memory_size().size() == 8 => {
                self.store(self.address(instruction)?, value)
            }
            OpKind::Memory if instruction.memory_size().size() == 1 => {
                let value = word(value)?;
                self.store_byte(self.address(instruction)?, value)
            }
            _ => refuse("a result of another size"),
        }
    }
}

fn word(value: Value) -> Result<Shared, Refusal> {
    match value {
        Value::Word(word) => Ok(word),
        Value::Pointer(..) => refuse("a pointer as a number"),
        Value::Lane(_) => refuse("a vector as a word"),
        Value::Half(_) | Value::Choice(_) => refuse("a register of which half is known"),
    }
}

fn immediate(instruction: &Instruction, operand: u32) -> Option<u64> {
    match instruction.op_kind(operand) {
        OpKind::Immediate8
        | OpKind::Immediate32
        | OpKind::Immediate64
        | OpKind::Immediate8to32
        | OpKind::Immediate8to64
        | OpKind::Immediate32to64 => Some(instruction.immediate(operand)),
        _ => None,
    }
}
