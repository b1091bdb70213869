//! Where a program may jump to, immediates of the extension counted as data like those of PUSH.
//!
//! EIP-5843 says so; EIP-6690 says nothing, and an analysis that does not know the immediates both
//! hides JUMPDESTs (0x7f in an immediate swallows 32 bytes) and makes new ones (0x5b in an
//! immediate).

use alloc::vec;
use alloc::vec::Vec;

use super::dialect::Dialect;

const STOP: u8 = 0x00;
const PUSH1: u8 = 0x60;
const PUSH32: u8 = 0x7f;
const JUMPDEST: u8 = 0x5b;

/// The destinations of a code.
///
/// [Example](crate::evmmax).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JumpMap {
    /// A bit per byte of code.
    bits: Vec<u64>,
    end: usize,
    stops: bool,
}

impl JumpMap {
    /// Analyses a code. Time and space are linear in its length.
    pub fn new(dialect: Dialect, code: &[u8]) -> Self {
        let mut bits = vec![0; code.len().div_ceil(64)];
        let (mut at, mut stops) = (0, false);
        while let Some(&opcode) = code.get(at) {
            if opcode == JUMPDEST {
                bits[at >> 6] |= 1 << (at & 63);
            }
            stops = opcode == STOP || dialect.operation(opcode).is_some();
            at += 1 + data(dialect, opcode);
        }
        Self { bits, end: at, stops }
    }

    /// Whether a JUMPDEST stands there as an instruction.
    pub fn is_destination(&self, at: u64) -> bool {
        usize::try_from(at >> 6)
            .ok()
            .and_then(|word| self.bits.get(word))
            .is_some_and(|word| word >> (at & 63) & 1 == 1)
    }

    /// The byte behind the last instruction and its data: beyond the code's length if that is cut
    /// off.
    pub const fn end(&self) -> usize {
        self.end
    }

    /// Whether nothing is read behind the last instruction: it is STOP, or one of the extension,
    /// which looks where the code ends.
    pub const fn stops(&self) -> bool {
        self.stops
    }
}

/// Bytes of data behind an instruction.
pub fn data(dialect: Dialect, opcode: u8) -> usize {
    match opcode {
        PUSH1..=PUSH32 => usize::from(opcode - PUSH1) + 1,
        _ if dialect.operation(opcode).is_some_and(super::Operation::is_arithmetic) => {
            dialect.immediate()
        }
        _ => 0,
    }
}
