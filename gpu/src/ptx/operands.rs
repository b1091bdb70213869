//! What instructions read and write: registers, numbers, labels.

use std::fmt;

/// A register of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word(pub(super) u32);

/// A register of 64 bits that holds an address in global memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address(pub(super) u32);

/// A register of one bit, a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag(pub(super) u32);

/// A place in the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label(pub(super) usize);

/// What an instruction reads: a register or a number that stands in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A register.
    Word(Word),
    /// A number.
    Immediate(u32),
}

impl From<Word> for Operand {
    fn from(word: Word) -> Self {
        Self::Word(word)
    }
}

impl From<u32> for Operand {
    fn from(value: u32) -> Self {
        Self::Immediate(value)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%r{}", self.0)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%d{}", self.0)
    }
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%p{}", self.0)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "L{}", self.0)
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => word.fmt(f),
            Self::Immediate(value) => write!(f, "{value:#x}"),
        }
    }
}

/// How two numbers without sign compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// =
    Equal,
    /// ≠
    NotEqual,
    /// <
    Less,
    /// ≥
    AtLeast,
    /// >
    Greater,
}

impl Comparison {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Equal => "eq",
            Self::NotEqual => "ne",
            Self::Less => "lt",
            Self::AtLeast => "ge",
            Self::Greater => "gt",
        }
    }
}

/// What tells one thread from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// Its number in its block.
    Thread,
    /// How many threads a block has.
    Threads,
    /// The block's number in the first direction of the grid.
    Block,
    /// The block's number in the second direction.
    BlockY,
}

impl Special {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Thread => "%tid.x",
            Self::Threads => "%ntid.x",
            Self::Block => "%ctaid.x",
            Self::BlockY => "%ctaid.y",
        }
    }
}
