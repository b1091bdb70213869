//! The dialects: which bytes are instructions, what follows them, and which rules they keep.

/// A version of the extension.
///
/// [Example](crate::evmmax).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The draft of EIP-5843 of October 2022 with the third operand of its author's implementation:
    /// elements are slots of memory, big-endian, in Montgomery's form, which the program enters and
    /// leaves by itself.
    Eip5843Be,
    /// The same with little-endian slots that are not compared with the modulus, as the
    /// implementation "asm384" had it.
    Eip5843Le,
    /// EIP-6690 as of its last text: registers apart from memory, strides and counts.
    #[default]
    Eip6690,
    /// The branches of evmone of 2025: EIP-6690 with one context, an `out_stride` of zero, and
    /// memory that LOADX and STOREX expand.
    Evmone,
}

/// What an instruction of the extension does.
///
/// [Example](crate::evmmax).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// SETMODX: sets the modulus, or the active context.
    SetMod,
    /// LOADX: registers to memory.
    Load,
    /// STOREX: memory to registers.
    Store,
    /// TOMONTX: an integer into Montgomery's form, in memory.
    ToMont,
    /// ADDMODX: x + y mod m.
    Add,
    /// SUBMODX: x − y mod m.
    Sub,
    /// MULMODX: x·y mod m; MULMONTX: x·y/R mod m.
    Mul,
}

impl Operation {
    /// The mnemonic in a dialect.
    pub const fn name(self, dialect: Dialect) -> &'static str {
        match self {
            Self::SetMod => "SETMODX",
            Self::Load => "LOADX",
            Self::Store => "STOREX",
            Self::ToMont => "TOMONTX",
            Self::Add => "ADDMODX",
            Self::Sub => "SUBMODX",
            Self::Mul if dialect.in_memory() => "MULMONTX",
            Self::Mul => "MULMODX",
        }
    }

    /// Whether this is one of the three that compute on registers named in an immediate.
    pub const fn is_arithmetic(self) -> bool {
        matches!(self, Self::Add | Self::Sub | Self::Mul)
    }
}

/// The operands of an arithmetic instruction: `count` times out ← x ∘ y, each index growing by its
/// stride.
///
/// [Example](crate::evmmax).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vector {
    /// The first register or slot of the results.
    pub out: u8,
    /// Between two results.
    pub out_stride: u8,
    /// The first left operand.
    pub x: u8,
    /// Between two of them.
    pub x_stride: u8,
    /// The first right operand.
    pub y: u8,
    /// Between two of them.
    pub y_stride: u8,
    /// How many.
    pub count: u8,
}

impl Vector {
    /// One operation.
    pub const fn one(out: u8, x: u8, y: u8) -> Self {
        Self { out, out_stride: 1, x, x_stride: 1, y, y_stride: 1, count: 1 }
    }

    /// Whether no element reads a register that an element before it wrote: each operand's
    /// registers lie apart from the results', or are the same, one by one.
    pub(super) fn reads_nothing_that_it_wrote(&self) -> bool {
        let steps = usize::from(self.count.saturating_sub(1));
        let ends = |first: u8, stride: u8| {
            [usize::from(first), usize::from(first) + usize::from(stride) * steps]
        };
        let [low, high] = ends(self.out, self.out_stride);
        [(self.x, self.x_stride), (self.y, self.y_stride)].into_iter().all(|(first, stride)| {
            let [lowest, highest] = ends(first, stride);
            highest < low
                || high < lowest
                || (stride != 0 && (first, stride) == (self.out, self.out_stride))
        })
    }

    /// The highest register that is touched; none for a count of zero.
    pub fn last(&self) -> Option<usize> {
        let steps = usize::from(self.count).checked_sub(1)?;
        let last = |first: u8, stride: u8| usize::from(first) + usize::from(stride) * steps;
        Some(
            last(self.out, self.out_stride)
                .max(last(self.x, self.x_stride))
                .max(last(self.y, self.y_stride)),
        )
    }
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Eip5843Be, Self::Eip5843Le, Self::Eip6690, Self::Evmone];

    /// The name in vectors and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Eip5843Be => "eip5843-be",
            Self::Eip5843Le => "eip5843-le",
            Self::Eip6690 => "eip6690",
            Self::Evmone => "evmone",
        }
    }

    /// The dialect of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name)
    }

    /// Whether elements lie in the machine's memory.
    pub const fn in_memory(self) -> bool {
        matches!(self, Self::Eip5843Be | Self::Eip5843Le)
    }

    /// The operation of a byte of code.
    pub const fn operation(self, opcode: u8) -> Option<Operation> {
        Some(if self.in_memory() {
            match opcode {
                0x21 => Operation::SetMod,
                0x22 => Operation::Add,
                0x23 => Operation::Sub,
                0x24 => Operation::Mul,
                0x25 => Operation::ToMont,
                _ => return None,
            }
        } else {
            match opcode {
                0xc0 => Operation::SetMod,
                0xc1 => Operation::Load,
                0xc2 => Operation::Store,
                0xc3 => Operation::Add,
                0xc4 => Operation::Sub,
                0xc5 => Operation::Mul,
                _ => return None,
            }
        })
    }

    /// The byte of an operation; none if the dialect lacks it.
    pub fn opcode(self, operation: Operation) -> Option<u8> {
        (0x21..=0xc5).find(|&byte| self.operation(byte) == Some(operation))
    }

    /// Bytes of code that follow an arithmetic instruction.
    pub const fn immediate(self) -> usize {
        if self.in_memory() { 3 } else { 7 }
    }

    /// The operands in an immediate; none if it is cut off.
    pub fn vector(self, immediate: &[u8]) -> Option<Vector> {
        if self.in_memory() {
            let &[out, x, y] = immediate.first_chunk()?;
            return Some(Vector::one(out, x, y));
        }
        let &[out, out_stride, x, x_stride, y, y_stride, count] = immediate.first_chunk()?;
        Some(Vector { out, out_stride, x, x_stride, y, y_stride, count })
    }

    /// Most words of a modulus.
    pub const fn max_words(self) -> usize {
        match self {
            Self::Eip5843Be | Self::Eip5843Le => 16,
            Self::Eip6690 => 12,
            Self::Evmone => 6,
        }
    }

    /// Most bytes of registers in one frame.
    pub const fn max_register_bytes(self) -> usize {
        match self {
            Self::Eip5843Be | Self::Eip5843Le => 0,
            Self::Eip6690 => 24_576,
            Self::Evmone => 65_536,
        }
    }
}
