//! What instructions do, as data: one row of [`MEANINGS`] for each mnemonic that kernels use, and
//! what each kind of meaning does to a [`Machine`]. All that is not here is refused.
//!
//! Which flags an instruction changes is the decoder's to say: a flag that it names and that the
//! meaning does not set is undefined from then on. (N. 2A to 2C of Intel's "64 and IA-32
//! Architectures Software Developer's Manual".)

use iced_x86::{Instruction, Mnemonic, OpKind, Register, RflagsBits};
use num_bigint::BigInt;

use crate::binary::Code;
use crate::lanes::{LaneMeaning, Move};
use crate::machine::{FlagName, Machine, Value};
use crate::polynomial::Polynomial;
use crate::prover::Flag;
use crate::refusal::{Refusal, refuse};
use crate::words::{Shared, Word};

use FlagName::{Carry, Less, Overflow, Sign, Zero};

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
    /// The second operand is copied if this holds.
    CopyIf(Condition),
    /// The next instruction is that of the target if this holds, or without one in any case.
    Jump(Option<Condition>),
    /// A number of 32 bits with its sign.
    Extend,
    /// 0 less a number.
    Negate,
    /// A number and this, with ZF.
    Count(i64),
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
    /// The first word to the left by a number, with the highest bits of the second one.
    ShiftFunnel,
    /// Two numbers are compared.
    Compare,
    /// A number is compared with zero.
    Test,
    /// To the stack.
    Push,
    /// From the stack.
    Pop,
    /// A vector instruction.
    Lane(LaneMeaning),
}

/// Whether one of these flags is set, if so is asked; else whether none of them is.
pub type Condition = (&'static [FlagName], bool);

/// Conditions, by the flags that processors read for them.
const fn jump(flags: &'static [FlagName], set: bool) -> Meaning {
    Meaning::Jump(Some((flags, set)))
}

const fn copy_if(flags: &'static [FlagName], set: bool) -> Meaning {
    Meaning::CopyIf((flags, set))
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
    (Mnemonic::Cmovb, copy_if(&[Carry], true)),
    (Mnemonic::Cmovae, copy_if(&[Carry], false)),
    (Mnemonic::Cmovne, copy_if(&[Zero], false)),
    (Mnemonic::Cmovs, copy_if(&[Sign], true)),
    (Mnemonic::Cmovns, copy_if(&[Sign], false)),
    (Mnemonic::Jmp, Meaning::Jump(None)),
    (Mnemonic::Je, jump(&[Zero], true)),
    (Mnemonic::Jne, jump(&[Zero], false)),
    (Mnemonic::Jb, jump(&[Carry], true)),
    (Mnemonic::Jae, jump(&[Carry], false)),
    (Mnemonic::Jbe, jump(&[Carry, Zero], true)),
    (Mnemonic::Ja, jump(&[Carry, Zero], false)),
    (Mnemonic::Jl, jump(&[Less], true)),
    (Mnemonic::Jge, jump(&[Less], false)),
    (Mnemonic::Jle, jump(&[Less, Zero], true)),
    (Mnemonic::Jg, jump(&[Less, Zero], false)),
    (Mnemonic::Js, jump(&[Sign], true)),
    (Mnemonic::Jns, jump(&[Sign], false)),
    (Mnemonic::Dec, Meaning::Count(-1)),
    (Mnemonic::Inc, Meaning::Count(1)),
    (Mnemonic::Neg, Meaning::Negate),
    (Mnemonic::Movsxd, Meaning::Extend),
    (Mnemonic::Cmp, Meaning::Compare),
    (Mnemonic::Test, Meaning::Test),
    (Mnemonic::And, Meaning::And),
    (Mnemonic::Or, Meaning::Or),
    (Mnemonic::Xor, Meaning::Xor),
    (Mnemonic::Shr, Meaning::ShiftRight),
    (Mnemonic::Shrx, Meaning::ShiftRight),
    (Mnemonic::Shlx, Meaning::ShiftLeft),
    (Mnemonic::Shl, Meaning::ShiftLeft),
    (Mnemonic::Shld, Meaning::ShiftFunnel),
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
    (Mnemonic::Vmovdqu, Meaning::Lane(LaneMeaning::Copy)),
    (Mnemonic::Vmovdqa, Meaning::Lane(LaneMeaning::Copy)),
    (Mnemonic::Vpsravq, Meaning::Lane(LaneMeaning::ShiftRight { logical: false })),
    (Mnemonic::Vpsrlvq, Meaning::Lane(LaneMeaning::ShiftRight { logical: true })),
    (Mnemonic::Vpsllvq, Meaning::Lane(LaneMeaning::ShiftLeft)),
    (Mnemonic::Vpshldq, Meaning::Lane(LaneMeaning::ShiftFunnel { left: true })),
    (Mnemonic::Vpshrdq, Meaning::Lane(LaneMeaning::ShiftFunnel { left: false })),
    (Mnemonic::Vpminuq, Meaning::Lane(LaneMeaning::Least)),
    (Mnemonic::Vporq, Meaning::Lane(LaneMeaning::Or)),
    (Mnemonic::Vpord, Meaning::Lane(LaneMeaning::Or)),
    (Mnemonic::Vpor, Meaning::Lane(LaneMeaning::Or)),
    (Mnemonic::Vpcmpeqq, Meaning::Lane(LaneMeaning::Equal)),
    (Mnemonic::Vptestnmq, Meaning::Lane(LaneMeaning::Null)),
    (Mnemonic::Korw, Meaning::Lane(LaneMeaning::MaskOr)),
    (Mnemonic::Vpunpcklqdq, Meaning::Lane(LaneMeaning::Move(Move::Unpack { high: false }))),
    (Mnemonic::Vpunpckhqdq, Meaning::Lane(LaneMeaning::Move(Move::Unpack { high: true }))),
    (Mnemonic::Vshufi64x2, Meaning::Lane(LaneMeaning::Move(Move::Pairs))),
    (Mnemonic::Vpermt2q, Meaning::Lane(LaneMeaning::Move(Move::Table { by_first: false }))),
    (Mnemonic::Vpermi2q, Meaning::Lane(LaneMeaning::Move(Move::Table { by_first: true }))),
    (Mnemonic::Vinserti64x4, Meaning::Lane(LaneMeaning::Move(Move::Insert))),
    (Mnemonic::Vextracti64x4, Meaning::Lane(LaneMeaning::Move(Move::Extract))),
    (Mnemonic::Vinserti32x4, Meaning::Lane(LaneMeaning::Move(Move::Insert))),
    (Mnemonic::Vinserti128, Meaning::Lane(LaneMeaning::Move(Move::Insert))),
    (Mnemonic::Vpermpd, Meaning::Lane(LaneMeaning::Move(Move::Order))),
    (Mnemonic::Vperm2i128, Meaning::Lane(LaneMeaning::Move(Move::Halves))),
    (Mnemonic::Vpblendd, Meaning::Lane(LaneMeaning::Move(Move::Blend))),
    (Mnemonic::Vmovq, Meaning::Lane(LaneMeaning::Move(Move::Lowest))),
    (Mnemonic::Vbroadcastsd, Meaning::Lane(LaneMeaning::Broadcast)),
    (Mnemonic::Vpand, Meaning::Lane(LaneMeaning::And)),
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
pub(crate) const LONGEST: usize = 20_000;

/// The flags of the decoder that kernels use.
const FLAGS: [(FlagName, u32); 5] = [
    (Carry, RflagsBits::CF),
    (Overflow, RflagsBits::OF),
    (Zero, RflagsBits::ZF),
    (Sign, RflagsBits::SF),
    (Less, RflagsBits::SF | RflagsBits::OF),
];

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
            self.show(("instruction", instruction.ip().cast_signed()));
            // Pushes have no other address.
            let stack = self.register(Register::RSP).pointer();
            let memory = self.address(instruction).ok();
            stack.into_iter().chain(memory).for_each(|place| self.show(place));
            at += 1;
            let located = |refusal| match refusal {
                Refusal::Because(why) => Refusal::Because(format!(
                    "{:?} at {:x}: {why}",
                    instruction.mnemonic(),
                    instruction.ip()
                )),
                Refusal::Impossible => Refusal::Impossible,
            };
            let jump = MEANINGS.iter().find_map(|(mnemonic, meaning)| match meaning {
                Meaning::Jump(condition) if *mnemonic == instruction.mnemonic() => Some(condition),
                _ => None,
            });
            if let Some(condition) = jump {
                if self.is_met(*condition).map_err(located)? {
                    at = target(code, instruction)?;
                }
                continue;
            }
            match instruction.mnemonic() {
                Mnemonic::Ret if instruction.op_count() == 0 => {
                    self.check_return()?;
                    self.lose_flags()?;
                    return Ok(Ending::Returned);
                }
                _ => self.step(instruction).map_err(located)?,
            }
        }
        refuse("a run without an end")
    }

    /// Whether a jump is taken, which is known: no branch is on data.
    fn is_met(&self, condition: Option<Condition>) -> Result<bool, Refusal> {
        let Some((flags, wanted)) = condition else { return Ok(true) };
        let mut any = false;
        for name in flags {
            match self.prover.known(self.flag(*name)?) {
                Some(value) => any |= value,
                None => return refuse("a branch on data"),
            }
        }
        Ok(any == wanted)
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
            if changed & bit != 0 && !set.contains(&name) {
                self.lose_flag(name, None)?;
            }
            if changed & bit == 0 && set.contains(&name) {
                return refuse("a flag that the decoder does not know of");
            }
        }
        Ok(())
    }

    fn mean(
        &mut self,
        meaning: Meaning,
        instruction: &Instruction,
    ) -> Result<&'static [FlagName], Refusal> {
        match meaning {
            Meaning::Nothing => {}
            Meaning::Copy => {
                let value = self.get(instruction, 1)?;
                self.put(instruction, 0, value)?;
            }
            Meaning::Address => {
                let number = |register| word(self.register(register)).ok()?.value();
                let [base, index] = [instruction.memory_base(), instruction.memory_index()];
                if let (true, true, Some(base), Some(index)) =
                    (base.is_gpr64(), index.is_gpr64(), number(base), number(index))
                {
                    let sum = base
                        + index * instruction.memory_index_scale()
                        + instruction.memory_displacement64();
                    let sum = sum & BigInt::from(u64::MAX);
                    self.put(instruction, 0, Value::Word(Word::number(sum)))?;
                    return Ok(&[]);
                }
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
            Meaning::Jump(_) => return refuse("a jump by itself"),
            Meaning::CopyIf((flags, wanted)) => {
                // Read in any case, as the processor does.
                let value = word(self.get(instruction, 1)?)?;
                let mut any = false;
                for name in flags {
                    any |= self.prover.decide(self.flag(*name)?)?;
                }
                if any == wanted {
                    self.put(instruction, 0, Value::Word(value))?;
                } else if instruction.op0_register().is_gpr32() {
                    // The upper half becomes zero all the same.
                    let same = self.get(instruction, 0)?;
                    self.put(instruction, 0, same)?;
                }
            }
            Meaning::Extend => {
                let value = word(self.get(instruction, 1)?)?;
                let Some(negative) = is_negative(&value, 32) else {
                    return refuse("a number of either sign");
                };
                let above = if negative { u64::MAX << 32 } else { 0 };
                let form = value.form().plus(&Polynomial::constant(BigInt::from(above)));
                let extended = Word::new(form, value.least() + above, value.greatest() + above);
                self.put(instruction, 0, Value::Word(extended))?;
            }
            Meaning::Negate => {
                let value = word(self.get(instruction, 0)?)?;
                let bits = bits_of(instruction)?;
                let all = BigInt::from(1) << bits;
                let negated = if let Some(bit) = self.bit_of(&value)
                    && bits == 64
                {
                    self.prover.mask(bit, 64)
                } else if value.least() > 0.into() {
                    let form = Polynomial::constant(all.clone()).minus(&value.form());
                    Word::new(form, &all - value.greatest(), &all - value.least())
                } else {
                    match value.value() {
                        Some(number) if number == 0.into() => value,
                        _ => return refuse("the negative of what may be zero"),
                    }
                };
                self.set_flag(Sign, is_negative(&negated, bits).map(Flag::Known));
                self.put(instruction, 0, Value::Word(negated))?;
                return Ok(&[Sign]);
            }
            Meaning::Count(by) => {
                let number = word(self.get(instruction, 0)?)?.value();
                let number = number.and_then(|number| u64::try_from(number).ok());
                let Some(number) = number.filter(|_| bits_of(instruction) == Ok(64)) else {
                    return refuse("a counter from data");
                };
                let next = number.wrapping_add_signed(by);
                self.put(instruction, 0, Value::Word(Word::number(next)))?;
                self.set_flag(Zero, Some(Flag::Known(next == 0)));
                return Ok(&[Zero]);
            }
            Meaning::Compare => {
                if let (Value::Pointer(one, from), Value::Pointer(other, to)) =
                    (self.get(instruction, 0)?, self.get(instruction, 1)?)
                    && one == other
                {
                    self.set_flag(Zero, Some(Flag::Known(from == to)));
                    return Ok(&[Zero]);
                }
                let [one, other] = self.words(instruction)?;
                return self.compare(&one, &other, bits_of(instruction)?);
            }
            Meaning::Test => {
                let [one, other] = self.words(instruction)?;
                if !std::rc::Rc::ptr_eq(&one, &other)
                    && instruction.op0_register() != instruction.op1_register()
                {
                    return refuse("a test of two words");
                }
                return self.compare(&one, &Word::number(0), bits_of(instruction)?);
            }
            Meaning::And if instruction.op0_register() == Register::RSP => {
                let align = immediate(instruction, 1).map(u64::cast_signed);
                if align != Some(-64) {
                    return refuse("a stack pointer from data");
                }
                self.align_stack()?;
                return self.clear();
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
                let (_, high) = self.parts(&value, bits)?;
                self.put(instruction, 0, Value::Word(high))?;
            }
            Meaning::ShiftLeft => {
                let by = instruction.op_count() - 1;
                let value = word(self.get(instruction, by - 1)?)?;
                let bits = self.count(instruction, by)?;
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
            Meaning::ShiftFunnel => {
                let [up, down] = self.words(instruction)?;
                let by = self.count(instruction, 2)?;
                if by == 0 || bits_of(instruction)? != 64 {
                    return refuse("a shift of another form");
                }
                let joined = self.funnel(&up, by, &down)?;
                self.put(instruction, 0, Value::Word(joined))?;
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
        Ok(&[])
    }

    /// The bit that a word is, if it is one.
    fn bit_of(&self, word: &Shared) -> Option<Flag> {
        let form = word.form();
        form.number().is_none().then_some(())?;
        let bits = self.prover.ledger.bits();
        bits.iter().position(|bit| bit.value.is_none() && bit.form == form).map(Flag::Open)
    }

    /// What a comparison says of all numbers that these may be; else it is one of data.
    fn compare(
        &mut self,
        one: &Shared,
        other: &Shared,
        bits: u32,
    ) -> Result<&'static [FlagName], Refusal> {
        let less = |[from, to]: [BigInt; 2], [low, high]: [BigInt; 2]| {
            if to < low { Some(true) } else { (from >= high).then_some(false) }
        };
        let limits = |word: &Shared| [word.least(), word.greatest()];
        let with_sign = |word: &Shared| {
            let all = BigInt::from(1) << bits;
            let negative = is_negative(word, bits)?;
            Some(limits(word).map(|limit| if negative { limit - &all } else { limit }))
        };
        let below = less(limits(one), limits(other));
        let above = less(limits(other), limits(one));
        let (Some(below), Some(above)) = (below, above) else {
            return refuse("a comparison of data");
        };
        let signed = with_sign(one).zip(with_sign(other));
        let signed = signed.and_then(|(one, other)| less(one, other));
        self.set_flag(Zero, Some(Flag::Known(!below && !above)));
        self.lose_flag(Carry, Some(Flag::Known(below)))?;
        self.set_flag(Less, signed.map(Flag::Known));
        let sign = is_negative(one, bits).filter(|_| other.value() == Some(0.into()));
        self.set_flag(Sign, sign.map(Flag::Known));
        Ok(&[Zero, Carry, Less, Sign])
    }

    fn sum(
        &mut self,
        instruction: &Instruction,
        subtract: bool,
        with: Option<FlagName>,
        to: FlagName,
    ) -> Result<&'static [FlagName], Refusal> {
        let operands = [self.get(instruction, 0)?, self.get(instruction, 1)?];
        if with.is_none()
            && let [Value::Pointer(base, offset), Value::Word(number)]
            | [Value::Word(number), Value::Pointer(base, offset)] = &operands
        {
            let to_number = matches!(operands[1], Value::Pointer(..));
            let number = number.value().and_then(|number| u64::try_from(number).ok());
            let Some(number) = number.filter(|_| !(subtract && to_number)) else {
                return refuse("a pointer and no number");
            };
            let number = number.cast_signed();
            let to =
                if subtract { offset.wrapping_sub(number) } else { offset.wrapping_add(number) };
            self.put(instruction, 0, Value::Pointer(base, to))?;
            return Ok(&[]);
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
        self.put(instruction, 0, Value::Word(value.clone()))?;
        if with.is_some() {
            self.set_flag(to, Some(out));
        } else {
            self.lose_flag(to, Some(out))?;
        }
        let Some(number) = value.value() else {
            return Ok(if to == Carry { &[Carry] } else { &[Overflow] });
        };
        if instruction.rflags_modified() & RflagsBits::ZF == 0 {
            return Ok(if to == Carry { &[Carry] } else { &[Overflow] });
        }
        self.set_flag(Zero, Some(Flag::Known(number == 0.into())));
        Ok(&[Carry, Zero])
    }

    fn and_numbers(
        &mut self,
        instruction: &Instruction,
        one: &Shared,
        other: &Shared,
    ) -> Result<&'static [FlagName], Refusal> {
        let kept = match (one.value(), other.value()) {
            (Some(one), Some(other)) => Word::number(one & other),
            (None, Some(mask)) if instruction.op0_register().is_gpr64() => {
                self.masked(one, &mask)?
            }
            _ => return refuse("an and that is no mask"),
        };
        self.put(instruction, 0, Value::Word(kept))?;
        self.clear()
    }

    fn clear(&mut self) -> Result<&'static [FlagName], Refusal> {
        self.lose_flag(Carry, Some(Flag::Known(false)))?;
        self.lose_flag(Overflow, Some(Flag::Known(false)))?;
        Ok(&[Carry, Overflow])
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

    /// A shift's count, which the processor takes modulo 64, or 32 for half a register.
    fn count(&self, instruction: &Instruction, operand: u32) -> Result<u32, Refusal> {
        let count = word(self.get(instruction, operand)?)?.value();
        let count = count.and_then(|count| u64::try_from(count).ok());
        let most = u64::from(bits_of(instruction)?) - 1;
        let Some(count) = count else { return refuse("a shift by data") };
        self.show(("shift", (count & most).cast_signed()));
        Ok((count & most) as u32)
    }

    fn words(&self, instruction: &Instruction) -> Result<[Shared; 2], Refusal> {
        Ok([word(self.get(instruction, 0)?)?, word(self.get(instruction, 1)?)?])
    }

    fn get(&self, instruction: &Instruction, operand: u32) -> Result<Value, Refusal> {
        if let Some(number) = immediate(instruction, operand) {
            let half = bits_of(instruction).is_ok_and(|bits| bits == 32);
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
            OpKind::Memory if instruction.memory_size().size() == 4 => {
                match self.load(self.address(instruction)?)? {
                    Value::Half(half) => Ok(Value::Word(half)),
                    _ => refuse("a part of a word"),
                }
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
                if register.is_gpr32()
                    && word.least() >= 0.into()
                    && word.greatest() >> 32_u32 == 0.into() =>
            {
                Ok(Value::Word(word))
            }
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
            Value::Word(word) => match self.address_of_word(&word) {
                Some((base, offset)) => Ok(Value::Pointer(base, offset)),
                None if word.least() < 0.into() => refuse("a lane with a sign as a word"),
                None => Ok(Value::Word(word)),
            },
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
            // The upper half becomes zero.
            OpKind::Register if register.is_gpr32() => {
                let half = word(value)?;
                if half.least() < 0.into() || half.greatest() >> 32_u32 > 0.into() {
                    return refuse("more than half a register");
                }
                self.set_register(register, Value::Word(half));
                Ok(())
            }
            // The other bits stay as they are.
            OpKind::Register if [Register::AL, Register::CL, Register::DL].contains(&register) => {
                self.set_register(register, Value::Byte(word(value)?));
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
        Value::Half(_) | Value::Byte(_) | Value::Choice(_) => refuse("a word that is not known"),
    }
}

/// How many bits an instruction computes with.
fn bits_of(instruction: &Instruction) -> Result<u32, Refusal> {
    let size = match instruction.op0_kind() {
        OpKind::Memory => instruction.memory_size().size(),
        _ => instruction.op0_register().size(),
    };
    match size {
        8 => Ok(64),
        4 => Ok(32),
        1 => Ok(8),
        _ => refuse("an operand of another size"),
    }
}

/// Whether a word of so many bits is below zero to those who give it a sign; if it is known.
fn is_negative(word: &Shared, bits: u32) -> Option<bool> {
    let half = BigInt::from(1) << (bits - 1);
    if word.greatest() < half { Some(false) } else { (word.least() >= half).then_some(true) }
}

/// Where a jump goes to.
fn target(code: &Code, instruction: &Instruction) -> Result<usize, Refusal> {
    if !instruction.is_jmp_short_or_near() && !instruction.is_jcc_short_or_near() {
        return refuse("a jump to an address from memory");
    }
    let to = instruction.near_branch_target();
    let found = code.0.iter().position(|instruction| instruction.ip() >= to);
    let outside = code.0.first().is_none_or(|first| to < first.ip());
    let found = found.filter(|_| !outside);
    found.map_or_else(|| refuse("a jump out of the kernel"), Ok)
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
