//! The state of a processor on symbolic words: registers, flags, and memory as words at a base and
//! an offset. A contract says what may be read and written; nothing else may be.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use iced_x86::{Instruction, Register};
use num_bigint::BigInt;

use crate::binary::{Binary, Cpu};
use crate::polynomial::{Atom, Bound, Polynomial};
use crate::prover::{Flag, Prover};
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};
use crate::words::{Shared, Word};
use crate::{arm64, rv32};

/// Where an address lies: an operand by its name, the frame, or the binary.
pub type Base = &'static str;

/// The frame, with offset 0 at the return address, or where that is in a register where the
/// caller's frame begins.
pub const STACK: Base = "stack";
/// What is below the stack pointer where that was rounded down to a multiple of 64, which is
/// offset 0: nobody knows how far it is from the return address.
pub const FRAME: Base = "frame";
/// The binary itself, by absolute addresses.
pub const BINARY: Base = "binary";

/// What is in a register or a place.
#[derive(Clone, Debug)]
pub enum Value {
    /// An integer.
    Word(Shared),
    /// An address: no number of it is known.
    Pointer(Base, i64),
    /// A vector, each of whose lanes is such an integer.
    Lane(Shared),
    /// A register whose low 32 bits are this, while nothing is known of the others: an argument.
    Half(Shared),
    /// The same of the low 8 bits.
    Byte(Shared),
    /// A register with a bit for each lane: this is the lane's.
    Choice(Flag),
}

impl Value {
    /// Whether this is the very same integer or address.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Word(one), Self::Word(other)) => Rc::ptr_eq(one, other),
            (Self::Lane(one), Self::Lane(other)) => Rc::ptr_eq(one, other),
            (Self::Pointer(..), Self::Pointer(..)) => self.pointer() == other.pointer(),
            _ => false,
        }
    }

    /// The address.
    #[must_use]
    pub fn pointer(&self) -> Option<(Base, i64)> {
        match self {
            Self::Pointer(base, offset) => Some((base, *offset)),
            _ => None,
        }
    }
}

/// A register for words and addresses, by its number. On ARM64 number 31 is the stack pointer.
/// RV32's x0, which is zero, is never looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number(pub usize);

impl From<Register> for Number {
    fn from(register: Register) -> Self {
        Self(register.full_register().number())
    }
}

/// A register or a place in the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The register.
    Register(Register),
    /// The offset.
    Frame(i64),
}

/// What a frame keeps over the rounds of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// An address.
    Pointer(Base, i64),
    /// A register of the caller's.
    Saved(Number),
}

/// The flags that kernels use. No other may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagName {
    /// CF.
    Carry,
    /// OF.
    Overflow,
    /// ZF.
    Zero,
    /// SF.
    Sign,
    /// SF is not OF: the first was less than the second, with their signs.
    Less,
}

/// Which cases a run may make of bits whose value is lost: hints of a contract. More cases are
/// never wrong, and each of them is proved.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cases {
    /// Of borrows.
    pub borrows: bool,
    /// Of carries.
    pub carries: bool,
}

/// A lane, by how many low bits it was split, and the parts.
pub(crate) type Split = (Shared, u32, (Shared, Shared));

/// A processor in a run.
pub struct Machine<'a> {
    /// What is known.
    pub prover: Prover,
    /// Which cases are made.
    pub cases: Cases,
    /// How many bytes below the stack pointer are the kernel's too.
    pub red_zone: i64,
    /// How many bytes a word has.
    pub size: i64,
    binary: &'a Binary,
    registers: Vec<Value>,
    /// Which of them is the stack pointer, and which has the return address, if one has it.
    stack: Number,
    link: Option<Number>,
    set: [Option<Flag>; 5],
    borrows: BTreeSet<usize>,
    memory: BTreeMap<(Base, i64), Value>,
    readable: BTreeMap<(Base, i64), Value>,
    /// Words and, apart from them, vectors.
    writable: [BTreeSet<(Base, i64)>; 2],
    /// Places of one byte, which no word and no vector meets.
    bytes: BTreeMap<(Base, i64), Shared>,
    saved: Vec<(Number, Value)>,
    back: Value,
    depth: i64,
    /// What others may see of a run: each instruction's place, each address, each shift's count.
    seen: RefCell<Vec<(Base, i64)>>,
    /// What was decided and is no secret.
    public: Vec<bool>,
    /// Whether all eight lanes are followed, and not one that stands for all: vectors in memory are
    /// words then.
    pub eight: bool,
    /// Operands that are words to their types, and so not aligned as vectors.
    pub words: BTreeSet<Base>,
    /// Addresses that came into vectors, as integers.
    addresses: BTreeMap<Base, Atom>,
    /// Bytes that have a bit for each lane.
    pub flags: Vec<(Shared, [Flag; 8])>,
    /// The lane that an instruction is at.
    pub at: usize,
    /// Words of vectors that were stored, and words that went to all lanes: contracts look there.
    pub told: [Vec<Vec<Shared>>; 2],
    /// Where the stack pointer was when it was rounded down.
    rounded: i64,
    /// Vectors, by lanes.
    vectors: Vec<[Option<Shared>; 8]>,
    /// Registers with a bit for each lane.
    masks: [[Option<Flag>; 8]; 8],
    /// The lowest words of registers whose lanes are not alike, where one lane stands for all.
    pub(crate) lowest: BTreeMap<usize, Shared>,
    /// Words of which only it is known that they are an or of others.
    pub(crate) ors: Vec<(Shared, Vec<Shared>)>,
    /// Quotients that were estimated, for [`crate::lanes`].
    pub(crate) quotients: Vec<Shared>,
    /// High halves of products of lanes that were added to something, for [`crate::lanes`].
    pub(crate) used: Vec<Shared>,
    /// Lanes that were split, and products of lanes, for [`crate::lanes`].
    pub(crate) splits: Vec<Split>,
    pub(crate) products: Vec<([Shared; 2], (Shared, Shared))>,
    /// The last word that was shifted to the left, for [`crate::x86`].
    pub(crate) above: Option<Shared>,
    /// The last row's multiplier, its highest half and the carry that is added to that.
    pub(crate) row: Option<(Shared, Shared, Flag)>,
    /// What [`crate::arm64`] keeps besides.
    pub(crate) arm64: arm64::State,
    /// And [`crate::rv32`].
    pub(crate) rv32: rv32::State,
}

/// Registers of x86-64 that belong to a caller.
const KEPT: [Register; 6] =
    [Register::RBX, Register::RBP, Register::R12, Register::R13, Register::R14, Register::R15];

const REGISTERS: [Register; 16] = [
    Register::RAX,
    Register::RCX,
    Register::RDX,
    Register::RBX,
    Register::RSP,
    Register::RBP,
    Register::RSI,
    Register::RDI,
    Register::R8,
    Register::R9,
    Register::R10,
    Register::R11,
    Register::R12,
    Register::R13,
    Register::R14,
    Register::R15,
];

impl<'a> Machine<'a> {
    /// A processor at a function's first instruction: all registers but rsp hold words of the
    /// caller's, which `word` gives.
    #[must_use]
    pub fn new(
        binary: &'a Binary,
        mut prover: Prover,
        mut word: impl FnMut(&mut Prover, &str) -> Shared,
    ) -> Self {
        let mut registers = Vec::new();
        let mut any = |count: u8| {
            for number in 0..count {
                registers.push(Value::Word(word(&mut prover, &format!("x{number}"))));
            }
        };
        match binary.cpu() {
            Cpu::Arm64 => {
                any(31);
                registers.push(Value::Pointer(STACK, 0));
            }
            Cpu::Rv32 => {
                any(32);
                registers[rv32::STACK_POINTER.0] = Value::Pointer(STACK, 0);
            }
            Cpu::X86 => {
                for register in REGISTERS {
                    let name = format!("{register:?}").to_lowercase();
                    registers.push(Value::Word(word(&mut prover, &name)));
                }
                registers[4] = Value::Pointer(STACK, 0);
            }
        }
        let (keeps, stack, link) = match binary.cpu() {
            Cpu::Arm64 => (arm64::SAVED.to_vec(), arm64::STACK_POINTER, Some(arm64::LINK)),
            Cpu::Rv32 => (rv32::SAVED.to_vec(), rv32::STACK_POINTER, Some(rv32::LINK)),
            Cpu::X86 => (KEPT.map(Number::from).to_vec(), Register::RSP.into(), None),
        };
        // The return address is in a register, or on the stack.
        let back = match link {
            Some(link) => registers[link.0].clone(),
            None => Value::Word(word(&mut prover, "return")),
        };
        let saved = keeps.into_iter().map(|number| (number, registers[number.0].clone())).collect();
        let pushed = link.is_none().then(|| ((STACK, 0), back.clone()));
        Self {
            prover,
            cases: Cases::default(),
            red_zone: 0,
            size: if binary.cpu() == Cpu::Rv32 { 4 } else { 8 },
            binary,
            registers,
            stack,
            link,
            set: [None; 5],
            borrows: BTreeSet::new(),
            memory: pushed.into_iter().collect(),
            readable: BTreeMap::new(),
            writable: [BTreeSet::new(), BTreeSet::new()],
            bytes: BTreeMap::new(),
            saved,
            back,
            depth: 0,
            seen: RefCell::default(),
            public: Vec::new(),
            eight: false,
            words: BTreeSet::new(),
            addresses: BTreeMap::new(),
            flags: Vec::new(),
            at: 0,
            told: [Vec::new(), Vec::new()],
            rounded: 0,
            vectors: vec![[const { None }; 8]; 32],
            masks: [[None; 8]; 8],
            lowest: BTreeMap::new(),
            ors: Vec::new(),
            quotients: Vec::new(),
            used: Vec::new(),
            splits: Vec::new(),
            products: Vec::new(),
            above: None,
            row: None,
            arm64: arm64::State::default(),
            rv32: rv32::State::default(),
        }
    }

    /// The binary.
    #[must_use]
    pub fn binary(&self) -> &'a Binary {
        self.binary
    }

    /// How many bytes of the stack were used, below the return address.
    #[must_use]
    pub fn depth(&self) -> i64 {
        -self.depth
    }

    /// What others may see of the run, by what was decided and is no secret.
    #[must_use]
    pub fn seen(&self) -> (Vec<bool>, Vec<(Base, i64)>) {
        (self.public.clone(), self.seen.borrow().clone())
    }

    /// Others may see this.
    pub(crate) fn show(&self, place: (Base, i64)) {
        self.seen.borrow_mut().push(place);
    }

    /// This was decided, and is no secret.
    pub(crate) fn publish(&mut self, value: bool) {
        self.public.push(value);
    }

    // ---- What a contract places.

    /// A word that may be read.
    pub fn allow_read(&mut self, base: Base, offset: i64, value: Value) {
        self.readable.insert((base, offset), value);
    }

    /// A place for a word, or for a whole vector, that may be written.
    pub fn allow_write(&mut self, base: Base, offset: i64, vector: bool) {
        self.writable[usize::from(vector)].insert((base, offset));
    }

    /// A byte that may be read and written. No word and no vector that may be reaches it.
    pub fn allow_byte(&mut self, base: Base, offset: i64, value: Shared) {
        self.bytes.insert((base, offset), value);
    }

    /// The byte at a place.
    ///
    /// # Errors
    /// If there is none that may be read.
    pub fn byte(&self, place: (Base, i64)) -> Result<Shared, Refusal> {
        self.bytes
            .get(&place)
            .map_or_else(|| refuse("a byte that is not the kernel's"), |b| Ok(Rc::clone(b)))
    }

    /// Writes a byte.
    ///
    /// # Errors
    /// If the place is not the kernel's, or the number is no byte.
    pub fn store_byte(&mut self, place: (Base, i64), value: Shared) -> Result<(), Refusal> {
        match self.bytes.get_mut(&place) {
            Some(byte) if value.least() >= 0.into() && value.greatest() < 256.into() => {
                *byte = value;
                Ok(())
            }
            _ => refuse("a byte that is not the kernel's"),
        }
    }

    /// What is in a register.
    #[must_use]
    pub fn register(&self, register: impl Into<Number>) -> Value {
        self.registers[register.into().0].clone()
    }

    /// Puts it there.
    pub fn set_register(&mut self, register: impl Into<Number>, value: Value) {
        let register = register.into();
        if register == self.stack
            && let Value::Pointer(STACK, top) = &value
        {
            self.depth = self.depth.min(*top);
            // What is below the stack pointer may be lost at any time.
            let end = top - self.red_zone;
            self.memory
                .retain(|(base, offset), _| *base != FRAME && (*base != STACK || *offset >= end));
        }
        if register == self.stack
            && let Value::Pointer(FRAME, top) = &value
        {
            // Rounding took up to 63 bytes.
            self.depth = self.depth.min(self.rounded - 63 + top);
            let end = top - self.red_zone;
            self.memory.retain(|(base, offset), _| *base != FRAME || *offset >= end);
        }
        self.registers[register.0] = value;
    }

    /// The stack pointer is rounded down to a multiple of 64: what was below it is lost.
    ///
    /// # Errors
    /// If it was already, or is lost.
    pub fn align_stack(&mut self) -> Result<(), Refusal> {
        let Value::Pointer(STACK, top) = self.register(Register::RSP) else {
            return refuse("a stack pointer that is rounded again");
        };
        self.rounded = top;
        self.memory.retain(|(base, offset), _| *base != STACK || *offset >= top);
        self.set_register(Register::RSP, Value::Pointer(FRAME, 0));
        Ok(())
    }

    /// What is known wherever a loop's head is reached: the addresses in these registers, rsp, and
    /// in the frame addresses, the caller's registers and the counter, which is in a register or a
    /// place. All else is forgotten: any words are there, and no flag is defined.
    ///
    /// # Errors
    /// If something but the frame was written before.
    pub fn forget(
        &mut self,
        registers: &[Register],
        counter: &Place,
        mut word: impl FnMut(&mut Prover) -> Shared,
    ) -> Result<(), Refusal> {
        if self.memory.keys().any(|(base, _)| *base != STACK) {
            return refuse("writes a result before the loop");
        }
        for register in REGISTERS {
            let kept = register == Register::RSP
                || registers.contains(&register) && self.register(register).pointer().is_some()
                || *counter == Place::Register(register);
            if !kept {
                let any = Value::Word(word(&mut self.prover));
                self.set_register(register, any);
            }
        }
        let frame = self.frame();
        self.memory.retain(|(base, offset), _| {
            *base != STACK
                || *offset == 0
                || frame.contains_key(offset)
                || *counter == Place::Frame(*offset)
        });
        self.set = [None; 5];
        self.vectors.fill([const { None }; 8]);
        self.masks = [[None; 8]; 8];
        self.lowest.clear();
        (self.above, self.row) = (None, None);
        Ok(())
    }

    /// The frame's addresses and callers' registers, by their places.
    #[must_use]
    pub fn frame(&self) -> BTreeMap<i64, Kept> {
        let places = self.memory.iter().filter(|((base, _), _)| *base == STACK);
        let kept = places.filter_map(|((_, offset), value)| {
            let saved = self.saved.iter().find(|(_, saved)| saved.is(value));
            let kept = match (value.pointer(), saved) {
                (Some((base, at)), _) => Kept::Pointer(base, at),
                (None, Some((register, _))) => Kept::Saved(*register),
                (None, None) => return None,
            };
            Some((*offset, kept))
        });
        kept.collect()
    }

    /// Where the operand of a counting instruction is.
    ///
    /// # Errors
    /// If it is neither in a register nor in the frame.
    pub fn counter(&self, instruction: &Instruction) -> Result<Place, Refusal> {
        if instruction.op0_kind() == iced_x86::OpKind::Register {
            return Ok(Place::Register(instruction.op0_register()));
        }
        match self.address(instruction)? {
            (STACK, offset) => Ok(Place::Frame(offset)),
            _ => refuse("a counter outside the frame"),
        }
    }

    /// All that was written.
    #[must_use]
    pub fn memory(&self) -> &BTreeMap<(Base, i64), Value> {
        &self.memory
    }

    /// What the kernel wrote there, if it did.
    #[must_use]
    pub fn at(&self, base: Base, offset: i64) -> Option<&Value> {
        self.memory.get(&(base, offset))
    }

    /// The word that the kernel wrote there.
    ///
    /// # Errors
    /// If it wrote no word.
    pub fn written(&self, base: Base, offset: i64) -> Result<Shared, Refusal> {
        match self.memory.get(&(base, offset)) {
            Some(Value::Word(word)) if word.least() >= 0.into() => Ok(Rc::clone(word)),
            _ => refuse(format!("[{base}{offset:+}] has no result")),
        }
    }

    /// Whether these registers are as they were.
    ///
    /// # Errors
    /// If one is not.
    pub fn check_saved(&self, registers: &[impl Into<Number> + Copy]) -> Result<(), Refusal> {
        let wanted =
            |number: &Number| registers.iter().any(|register| (*register).into() == *number);
        for (register, value) in self.saved.iter().filter(|(number, _)| wanted(number)) {
            if !self.register(*register).is(value) {
                return refuse(format!("{register:?} is lost"));
            }
        }
        Ok(())
    }

    /// How many lanes are followed.
    #[must_use]
    pub const fn lanes(&self) -> usize {
        if self.eight { 8 } else { 1 }
    }

    /// A lane of a vector register: that which the machine is at.
    ///
    /// # Errors
    /// If nothing is known of it.
    pub fn lane_of(&self, register: Register) -> Result<Shared, Refusal> {
        self.lane_at(register, self.at)
    }

    /// This lane of it.
    ///
    /// # Errors
    /// If nothing is known of it.
    pub(crate) fn lane_at(&self, register: Register, at: usize) -> Result<Shared, Refusal> {
        if !register.is_vector_register() {
            return refuse("no vector register");
        }
        self.vectors[register.full_register().number()][at]
            .clone()
            .map_or_else(|| refuse("a vector of which nothing is known"), Ok)
    }

    /// Puts an integer in each lane of a register.
    ///
    /// # Errors
    /// If it is no vector register.
    pub fn put_lane(&mut self, register: Register, lane: Shared) -> Result<(), Refusal> {
        self.set_lane(register, Some(lane))
    }

    /// The same, or nothing is known of it any more.
    pub(crate) fn set_lane(
        &mut self,
        register: Register,
        lane: Option<Shared>,
    ) -> Result<(), Refusal> {
        if !register.is_vector_register() {
            return refuse("no vector register");
        }
        self.vectors[register.full_register().number()][self.at] = lane;
        self.lowest.remove(&register.full_register().number());
        Ok(())
    }

    /// The bit of a register that has one for each lane.
    ///
    /// # Errors
    /// If nothing is known of it.
    pub fn mask(&self, register: Register) -> Result<Flag, Refusal> {
        if !register.is_k() {
            return refuse("no mask");
        }
        let bit = self.masks[register.number()][self.at];
        bit.map_or_else(|| refuse("a mask of which nothing is known"), Ok)
    }

    /// Puts a bit there.
    ///
    /// # Errors
    /// If it is no such register.
    pub fn put_mask(&mut self, register: Register, bit: Flag) -> Result<(), Refusal> {
        if !register.is_k() {
            return refuse("no mask");
        }
        self.masks[register.number()][self.at] = Some(bit);
        Ok(())
    }

    /// Nothing is known of the first 16 vector registers any more.
    pub(crate) fn forget_lanes(&mut self) {
        self.vectors[..16].fill([const { None }; 8]);
        self.lowest.clear();
    }

    /// The return: rsp is where it was, and the address is untouched.
    ///
    /// # Errors
    /// If not.
    pub fn check_return(&self) -> Result<(), Refusal> {
        let there = match self.link {
            Some(link) => self.register(link).is(&self.back),
            None => self.memory.get(&(STACK, 0)).is_some_and(|value| value.is(&self.back)),
        };
        if self.register(self.stack).pointer() == Some((STACK, 0)) && there {
            Ok(())
        } else {
            refuse("the return address is lost")
        }
    }

    /// An address as a word: the integer at which its base lies, of which only the offset is known.
    /// Processors have addresses of 57 bits, those of programs below half of that.
    pub(crate) fn word_of_address(&mut self, base: Base, offset: i64) -> Shared {
        let end = BigInt::from(1) << 57_u32;
        let ledger = &mut self.prover.ledger;
        let place = self
            .addresses
            .entry(base)
            .or_insert_with(|| ledger.input(base, Bound::number(0), Bound::number(end.clone())));
        let form = Polynomial::atom(*place).plus(&Polynomial::constant(offset));
        Word::new(form, BigInt::from(offset), end + offset)
    }

    /// The address that a word is, if it is one.
    pub(crate) fn address_of_word(&self, word: &Shared) -> Option<(Base, i64)> {
        let offset = |place: &Atom| word.form().minus(&Polynomial::atom(*place)).number();
        self.addresses
            .iter()
            .find_map(|(base, place)| Some((*base, i64::try_from(offset(place)?.integer()?).ok()?)))
    }

    // ---- What instructions do.

    /// The address of an instruction's memory operand.
    ///
    /// # Errors
    /// If it is made of data.
    pub fn address(&self, instruction: &Instruction) -> Result<(Base, i64), Refusal> {
        if instruction.segment_prefix() != Register::None {
            return refuse("an address in a segment");
        }
        if instruction.is_ip_rel_memory_operand() {
            return Ok((BINARY, instruction.ip_rel_memory_address().cast_signed()));
        }
        let mut index = 0;
        if instruction.memory_index() != Register::None {
            let Value::Word(word) = self.register(instruction.memory_index()) else {
                return refuse("an address with an index");
            };
            let Some(number) = word.value().and_then(|number| i64::try_from(number).ok()) else {
                return refuse("an index from data");
            };
            index = number.wrapping_mul(instruction.memory_index_scale().into());
        }
        let base = instruction.memory_base();
        if !base.is_gpr64() {
            return refuse("an address that is no register's");
        }
        let Some((base, offset)) = self.register(base).pointer() else {
            return refuse("an address from data");
        };
        let displacement = instruction.memory_displacement64().cast_signed();
        Ok((base, offset.wrapping_add(index).wrapping_add(displacement)))
    }

    /// Where what the kernel may use of the stack ends.
    fn top(&self, base: Base) -> Option<i64> {
        match self.register(self.stack) {
            Value::Pointer(of, top) if of == base => Some(top - self.red_zone),
            // All that was there before it was rounded is above.
            Value::Pointer(FRAME, _) if base == STACK => Some(self.rounded),
            _ => None,
        }
    }

    /// Reads a word.
    ///
    /// # Errors
    /// If it is not the kernel's.
    pub fn load(&self, (base, offset): (Base, i64)) -> Result<Value, Refusal> {
        if base == BINARY {
            let at = offset.cast_unsigned();
            let word = match self.size {
                4 => self.binary.constant_32(at).map(u64::from),
                _ => self.binary.constant(at),
            };
            let Some(word) = word else { return refuse("reads variable memory") };
            return Ok(Value::Word(Word::number(word)));
        }
        if [STACK, FRAME].contains(&base) && self.top(base).is_none_or(|top| offset < top) {
            return refuse("reads below the stack pointer");
        }
        let place = (base, offset);
        match self.memory.get(&place).or_else(|| self.readable.get(&place)) {
            Some(value) => Ok(value.clone()),
            None => refuse(format!("reads [{base}{offset:+}], which is not the kernel's")),
        }
    }

    /// Writes a word.
    ///
    /// # Errors
    /// If the place is not the kernel's.
    pub fn store(&mut self, (base, offset): (Base, i64), value: Value) -> Result<(), Refusal> {
        if [STACK, FRAME].contains(&base) {
            let word = self.size;
            let size = |value: &Value| if matches!(value, Value::Lane(_)) { 64 } else { word };
            let end = offset + size(&value);
            if end > 0 {
                return refuse("writes over the caller's frame");
            }
            if self.top(base).is_none_or(|top| offset < top) {
                return refuse("writes below the stack pointer");
            }
            if offset & (word - 1) != 0 {
                return refuse("words that overlap");
            }
            // What is written over in part is lost.
            self.memory
                .retain(|(of, at), old| *of != base || *at >= end || at + size(old) <= offset);
        } else if !self.writable[usize::from(matches!(value, Value::Lane(_)))]
            .contains(&(base, offset))
        {
            return refuse(format!("writes [{base}{offset:+}], which is not the kernel's"));
        }
        self.memory.insert((base, offset), value);
        Ok(())
    }

    /// A flag that is read.
    ///
    /// # Errors
    /// If nothing is known of it.
    pub fn flag(&self, name: FlagName) -> Result<Flag, Refusal> {
        self.set[name as usize].map_or_else(|| refuse("an undefined flag"), Ok)
    }

    /// A flag that was used up.
    pub fn set_flag(&mut self, name: FlagName, flag: Option<Flag>) {
        self.set[name as usize] = flag;
    }

    /// The flag is a borrow.
    pub fn is_borrow(&mut self, flag: Flag) {
        if let Flag::Open(bit) = flag {
            self.borrows.insert(bit);
        }
    }

    /// A flag that is lost: now is the time to find out what it was.
    ///
    /// # Errors
    /// As [`Prover::ask`].
    pub fn lose_flag(&mut self, name: FlagName, flag: Option<Flag>) -> Result<(), Refusal> {
        let old = self.set[name as usize];
        if let Some(Flag::Open(bit)) = old
            && old != flag
            && self.prover.settle(Flag::Open(bit))?.is_none()
        {
            let borrow = self.cases.borrows && self.borrows.contains(&bit);
            if borrow || (self.cases.carries && name == FlagName::Carry) {
                self.prover.decide(Flag::Open(bit))?;
            } else if name == FlagName::Overflow {
                self.carried_out(bit)?;
            }
        }
        self.set[name as usize] = flag;
        Ok(())
    }

    /// What a row of R − m carries out is its multiplier, less the word that was above.
    fn carried_out(&mut self, bit: usize) -> Result<(), Refusal> {
        let Some((multiplier, high, carry)) = self.row.clone() else { return Ok(()) };
        let negated = multiplier.form().scaled(&Rational::from(-1));
        let mut parts =
            vec![self.prover.form(Flag::Open(bit)), high.form(), self.prover.form(carry), negated];
        if !self.prover.vanishes(parts.clone())?
            && let Some(above) = &self.above
        {
            parts.push(above.form());
            self.prover.vanishes(parts)?;
        }
        Ok(())
    }
}
