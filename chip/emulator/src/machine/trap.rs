//! How a run ends.

use core::fmt;

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The program said so, with this code.
    Exit(u32),
    /// As many instructions as were allowed.
    Limit,
    /// The program did what the chip traps on.
    Trap(Trap),
}

/// An instruction that could not be executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trap {
    /// Where it lies.
    pub pc: u32,
    /// What was wrong.
    pub cause: Cause,
}

/// What was wrong with an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// No instruction of the machine.
    Illegal,
    /// No memory where the instruction should be.
    Fetch,
    /// No memory and no peripheral at this address.
    Nothing {
        /// The address.
        address: u32,
    },
    /// At 4 GB or beyond, where registers of 64 bits can point.
    Far {
        /// The address.
        address: u64,
    },
    /// A store to flash.
    ReadOnly {
        /// The address.
        address: u32,
    },
    /// A load or store that is not aligned to its size.
    Misaligned {
        /// The address.
        address: u32,
    },
    /// A peripheral register was not accessed as a word.
    Width {
        /// The address.
        address: u32,
    },
    /// A control register that the chip lacks, the standard `cycle` and `instret` among them.
    Csr {
        /// Its number.
        number: u16,
    },
    /// `ecall`, for which nothing is installed.
    EnvironmentCall,
    /// `ebreak`.
    Breakpoint,
    /// The stack pointer went below the limit.
    StackOverflow,
    /// A marker whose text lies in no memory or is too long, or an end without a beginning.
    Marker,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal => f.write_str("illegal instruction"),
            Self::Fetch => f.write_str("no instruction memory"),
            Self::Nothing { address } => write!(f, "nothing at {address:#010x}"),
            Self::Far { address } => write!(f, "nothing at {address:#018x}"),
            Self::ReadOnly { address } => write!(f, "store to flash at {address:#010x}"),
            Self::Misaligned { address } => write!(f, "misaligned access to {address:#010x}"),
            Self::Width { address } => {
                write!(f, "not a word access to the peripheral at {address:#010x}")
            }
            Self::Csr { number } => write!(f, "no control register {number:#05x}"),
            Self::EnvironmentCall => f.write_str("ecall"),
            Self::Breakpoint => f.write_str("ebreak"),
            Self::StackOverflow => f.write_str("stack overflow"),
            Self::Marker => f.write_str("a marker with arguments that make no sense"),
        }
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at pc {:#010x}", self.cause, self.pc)
    }
}

impl core::error::Error for Trap {}
