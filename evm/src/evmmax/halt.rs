//! Why a frame ends with all of its gas gone.

use core::fmt;

/// An exceptional halt: the frame's gas is consumed and its changes are undone.
///
/// [Example](crate::evmmax).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Halt {
    /// The gas does not suffice.
    OutOfGas,
    /// The stack has too few words.
    StackUnderflow,
    /// The stack has too many.
    StackOverflow,
    /// A jump to what is no JUMPDEST.
    InvalidJump,
    /// A byte that is no instruction.
    InvalidInstruction,
    /// The code ends inside an immediate.
    TruncatedImmediate,
    /// An identifier of a field context that is too large.
    Context,
    /// A modulus of a length, parity or size that the dialect does not take.
    Modulus,
    /// No register is asked for, or more than the dialect gives.
    Registers,
    /// No modulus is set.
    NoModulus,
    /// A register that there is not.
    Register,
    /// A count or a stride of zero where the dialect takes none.
    Count,
    /// Bytes outside memory.
    Memory,
    /// An element that is not below the modulus.
    NotReduced,
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OutOfGas => "out of gas",
            Self::StackUnderflow => "too few words on the stack",
            Self::StackOverflow => "too many words on the stack",
            Self::InvalidJump => "a jump to no JUMPDEST",
            Self::InvalidInstruction => "no instruction",
            Self::TruncatedImmediate => "the code ends inside an immediate",
            Self::Context => "an identifier that is too large",
            Self::Modulus => "a modulus that is not taken",
            Self::Registers => "too few or too many registers",
            Self::NoModulus => "no modulus is set",
            Self::Register => "no such register",
            Self::Count => "a count or a stride of zero",
            Self::Memory => "outside memory",
            Self::NotReduced => "an element that is not below the modulus",
        })
    }
}

impl core::error::Error for Halt {}
