//! Instructions as the interpreter holds them.

/// A register's number, or a number in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Register(usize),
    Immediate(u32),
    Special(Special),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    Thread,
    Threads,
    Block,
    BlockY,
}

/// What is computed of x, y and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Sub,
    MulLo,
    MulHi,
    MadLo,
    MadHi,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bits {
    And,
    Or,
    Shl,
    Shr,
    Min,
    Div,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtLeast,
    Greater,
}

/// A register of 64 bits or a number, added to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offset {
    Register(usize),
    Immediate(u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Arithmetic {
        what: Arithmetic,
        takes: bool,
        sets: bool,
        to: usize,
        of: [Source; 3],
    },
    Bits {
        what: Bits,
        to: usize,
        of: [Source; 2],
    },
    Move {
        to: usize,
        from: Source,
    },
    Compare {
        what: Comparison,
        to: usize,
        of: [Source; 2],
    },
    Select {
        to: usize,
        of: [Source; 2],
        by: usize,
    },
    SelectAddress {
        to: usize,
        of: [usize; 2],
        by: usize,
    },
    /// The product of two words as an address.
    Wide {
        to: usize,
        of: [Source; 2],
    },
    AddAddress {
        to: usize,
        base: usize,
        offset: Offset,
    },
    ParameterWord {
        to: usize,
        index: usize,
    },
    ParameterAddress {
        to: usize,
        index: usize,
    },
    ToGlobal {
        to: usize,
        from: usize,
    },
    Constant {
        to: usize,
        value: u32,
    },
    Load {
        to: Vec<usize>,
        read_only: bool,
        base: usize,
        offset: u64,
    },
    Store {
        from: Vec<usize>,
        base: usize,
        offset: u64,
    },
    StoreWord {
        from: Source,
        base: usize,
    },
    Atomic {
        to: usize,
        base: usize,
        value: Source,
    },
    Branch(usize),
    /// A place that is branched to.
    Label,
    Return,
}

impl Operation {
    /// Whether this is a link of a chain that takes a carry, and whether it sets one.
    pub(super) fn carries(&self) -> (bool, bool) {
        match self {
            Self::Arithmetic { takes, sets, .. } => (*takes, *sets),
            _ => (false, false),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Instruction {
    /// A flag, and what it must be for the instruction to be executed.
    pub(super) guard: Option<(usize, bool)>,
    pub(super) operation: Operation,
    pub(super) line: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parameter {
    Word,
    Address,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Kernel {
    pub(super) name: String,
    pub(super) parameters: Vec<(String, Parameter)>,
    pub(super) most_threads: u32,
    /// How many registers of each kind.
    pub(super) words: usize,
    pub(super) addresses: usize,
    pub(super) flags: usize,
    pub(super) code: Vec<Instruction>,
}
