//! From instructions to code: labels, pushes, immediates, limits.
//!
//! An analysis of jumps that does not know the extension's immediates takes 0x60 to 0x7f in one for
//! a PUSH, which hides what follows, and 0x5b for a JUMPDEST. Contracts that are deployed on such a
//! client must run all the same, so the assembler refuses these bytes in immediates;
//! [`safe_register`] numbers registers around them.
//!
//! ```
//! use curvemark_evm::evmmax::assembler::{Assembler, Error, op};
//! use curvemark_evm::evmmax::machine::{End, run};
//! use curvemark_evm::evmmax::{Dialect, Rules};
//!
//! // 2 + 3, returned as one word.
//! let mut code = Assembler::new(Dialect::Eip6690);
//! code.push(2).push(3).ops(&[op::ADD]).push(0).ops(&[op::MSTORE]);
//! code.push(32).push(0).ops(&[op::RETURN]);
//! let outcome = run(&Rules::of(Dialect::Eip6690), &code.finish()?, &[], 100);
//! let End::Returned(word) = outcome.end else { panic!("it returns") };
//! assert_eq!(word[31], 5);
//! # Ok::<(), Error>(())
//! ```

use alloc::vec::Vec;
use core::fmt;

use super::dialect::{Dialect, Operation, Vector};

/// Longest code of a contract (EIP-170).
pub const MAX_CODE: usize = 24_576;

/// Opcodes that the generators use.
pub mod op {
    #![allow(missing_docs, reason = "the names are those of the Yellow Paper")]

    pub const STOP: u8 = 0x00;
    pub const ADD: u8 = 0x01;
    pub const MUL: u8 = 0x02;
    pub const SUB: u8 = 0x03;
    pub const DIV: u8 = 0x04;
    pub const MOD: u8 = 0x06;
    pub const LT: u8 = 0x10;
    pub const ISZERO: u8 = 0x15;
    pub const AND: u8 = 0x16;
    pub const OR: u8 = 0x17;
    pub const XOR: u8 = 0x18;
    pub const SHL: u8 = 0x1b;
    pub const SHR: u8 = 0x1c;
    pub const CALLDATALOAD: u8 = 0x35;
    pub const CALLDATACOPY: u8 = 0x37;
    pub const CODECOPY: u8 = 0x39;
    pub const POP: u8 = 0x50;
    pub const MLOAD: u8 = 0x51;
    pub const MSTORE: u8 = 0x52;
    pub const JUMP: u8 = 0x56;
    pub const JUMPI: u8 = 0x57;
    pub const JUMPDEST: u8 = 0x5b;
    pub const PUSH1: u8 = 0x60;
    pub const PUSH2: u8 = 0x61;
    pub const DUP1: u8 = 0x80;
    pub const SWAP1: u8 = 0x90;
    pub const RETURN: u8 = 0xf3;
}

/// Why there is no code.
///
/// [Example](crate::evmmax::assembler).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Longer than [`MAX_CODE`].
    TooLong,
    /// A label is used and stands nowhere, or twice.
    Label,
    /// The dialect lacks an operation.
    Operation,
    /// A byte of an immediate looks like a PUSH or a JUMPDEST.
    Immediate(u8),
    /// A vector of more than one element in a dialect without counts.
    Vector,
    /// More values live at once than there are registers.
    Registers,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "the code is longer than {MAX_CODE} bytes"),
            Self::Label => f.write_str("a label is not bound once"),
            Self::Operation => f.write_str("the dialect lacks an operation"),
            Self::Immediate(byte) => {
                write!(
                    f,
                    "{byte:#04x} in an immediate looks like an instruction that matters to jumps"
                )
            }
            Self::Vector => f.write_str("the dialect has no counts"),
            Self::Registers => f.write_str("too few registers"),
        }
    }
}

impl core::error::Error for Error {}

/// Whether a byte may stand in an immediate.
///
/// [Example](crate::evmmax::assembler).
pub const fn is_safe(byte: u8) -> bool {
    !matches!(byte, 0x5b | 0x60..=0x7f)
}

/// The i-th register whose number may stand in an immediate; none past the last of 256.
///
/// [Example](crate::evmmax::assembler).
pub fn safe_register(i: usize) -> Option<u8> {
    (0..=u8::MAX).filter(|&byte| is_safe(byte)).nth(i)
}

/// A place in the code.
///
/// [Example](crate::evmmax::assembler).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label(usize);

/// Code in the making. Errors wait for [`Assembler::finish`].
///
/// [Example](crate::evmmax::assembler).
#[derive(Clone, Debug)]
pub struct Assembler {
    dialect: Dialect,
    code: Vec<u8>,
    labels: Vec<Option<usize>>,
    /// Where the two bytes of a label are to stand.
    uses: Vec<(usize, Label)>,
    error: Option<Error>,
}

impl Assembler {
    /// Empty code in a dialect.
    pub const fn new(dialect: Dialect) -> Self {
        Self { dialect, code: Vec::new(), labels: Vec::new(), uses: Vec::new(), error: None }
    }

    fn fail(&mut self, error: Error) {
        self.error.get_or_insert(error);
    }

    /// Bytes of code so far.
    #[expect(clippy::len_without_is_empty, reason = "code that is empty is of no interest")]
    pub const fn len(&self) -> usize {
        self.code.len()
    }

    /// Instructions without data.
    pub fn ops(&mut self, opcodes: &[u8]) -> &mut Self {
        self.code.extend(opcodes);
        self
    }

    /// A number in as few bytes as it takes, one at least: 3 gas.
    pub fn push(&mut self, value: u64) -> &mut Self {
        let bytes = value.to_be_bytes();
        let skipped = (value.leading_zeros() as usize >> 3).min(7);
        self.push_bytes(&bytes[skipped..])
    }

    /// 1 to 32 bytes; no more than the first 32 of them.
    pub fn push_bytes(&mut self, bytes: &[u8]) -> &mut Self {
        let bytes = &bytes[..bytes.len().min(32)];
        if let Some(more) = bytes.len().checked_sub(1) {
            self.code.push(op::PUSH1 + more as u8);
            self.code.extend(bytes);
        }
        self
    }

    /// A label that stands nowhere yet.
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// JUMPDEST, and the label is here.
    pub fn bind(&mut self, label: Label) -> &mut Self {
        self.place(label);
        self.ops(&[op::JUMPDEST])
    }

    fn place(&mut self, label: Label) {
        let here = self.code.len();
        match self.labels.get_mut(label.0) {
            Some(place @ None) => *place = Some(here),
            _ => self.fail(Error::Label),
        }
    }

    /// Bytes that are no instructions, and the label is at the first of them. Nothing may run into
    /// them or jump there.
    pub fn data(&mut self, label: Label, bytes: &[u8]) -> &mut Self {
        self.place(label);
        self.ops(bytes)
    }

    /// PUSH2 of a label's place.
    pub fn push_label(&mut self, label: Label) -> &mut Self {
        self.uses.push((self.code.len() + 1, label));
        self.ops(&[op::PUSH2, 0, 0])
    }

    /// An instruction of the extension without immediate.
    pub fn extended(&mut self, operation: Operation) -> &mut Self {
        match self.dialect.opcode(operation) {
            Some(opcode) if !operation.is_arithmetic() => self.code.push(opcode),
            _ => self.fail(Error::Operation),
        }
        self
    }

    /// An arithmetic instruction.
    pub fn vector(&mut self, operation: Operation, vector: &Vector) -> &mut Self {
        let Some(opcode) = self.dialect.opcode(operation).filter(|_| operation.is_arithmetic())
        else {
            self.fail(Error::Operation);
            return self;
        };
        let Vector { out, out_stride, x, x_stride, y, y_stride, count } = *vector;
        let all = [out, out_stride, x, x_stride, y, y_stride, count];
        let immediate: &[u8] = if self.dialect.in_memory() { &[out, x, y] } else { &all };
        if self.dialect.in_memory() && count != 1 {
            self.fail(Error::Vector);
        }
        if let Some(&byte) = immediate.iter().find(|&&byte| !is_safe(byte)) {
            self.fail(Error::Immediate(byte));
        }
        self.code.push(opcode);
        self.code.extend(immediate);
        self
    }

    /// The code.
    ///
    /// # Errors
    /// The first that occurred.
    pub fn finish(self) -> Result<Vec<u8>, Error> {
        let Self { mut code, labels, uses, error, .. } = self;
        if let Some(error) = error {
            return Err(error);
        }
        if code.len() > MAX_CODE {
            return Err(Error::TooLong);
        }
        for (at, label) in uses {
            let place = labels.get(label.0).copied().flatten().ok_or(Error::Label)?;
            // Below MAX_CODE.
            code[at..at + 2].copy_from_slice(&(place as u16).to_be_bytes());
        }
        Ok(code)
    }
}
