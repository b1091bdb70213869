//! A decoded instruction, as the machine keeps it: operation, registers, immediate, length.

use crate::counters::Event;

/// How wide registers are, and so which base set is executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Xlen {
    /// RV32I, what the chip has.
    Rv32,
    /// RV64I.
    Rv64,
}

impl Xlen {
    /// 32 or 64.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Rv32 => 32,
            Self::Rv64 => 64,
        }
    }
}

/// What an instruction does. The names are the mnemonics of the RISC-V unprivileged specification
/// (20240411), chapters 2, 4, 6 and 12.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the specification defines the mnemonics")]
pub enum Op {
    /// No instruction of RV32IMC or RV64IMC with Zicsr.
    Illegal,
    Lui,
    Auipc,
    Jal,
    Jalr,
    Beq,
    Bne,
    Blt,
    Bge,
    Bltu,
    Bgeu,
    Lb,
    Lh,
    Lw,
    Lbu,
    Lhu,
    Lwu,
    Ld,
    Sb,
    Sh,
    Sw,
    Sd,
    Addi,
    Slti,
    Sltiu,
    Xori,
    Ori,
    Andi,
    Slli,
    Srli,
    Srai,
    Addiw,
    Slliw,
    Srliw,
    Sraiw,
    Add,
    Sub,
    Sll,
    Slt,
    Sltu,
    Xor,
    Srl,
    Sra,
    Or,
    And,
    Addw,
    Subw,
    Sllw,
    Srlw,
    Sraw,
    Mul,
    Mulh,
    Mulhsu,
    Mulhu,
    Div,
    Divu,
    Rem,
    Remu,
    Mulw,
    Divw,
    Divuw,
    Remw,
    Remuw,
    Fence,
    Ecall,
    Ebreak,
    Csrrw,
    Csrrs,
    Csrrc,
    Csrrwi,
    Csrrsi,
    Csrrci,
    /// `slti x0, x0, n` with one of the numbers of [`crate::marker`]: a call of the program to the
    /// emulator, no operation on a chip.
    Marker,
}

/// An instruction of 16 or 32 bits after decoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// What it does.
    pub op: Op,
    /// The register that is written; 0 if none.
    pub rd: u8,
    /// The first register that is read; 0 if none.
    pub rs1: u8,
    /// The second register that is read; 0 if none.
    pub rs2: u8,
    /// In memory, in bytes: 2 or 4; 0 in a table of instructions that are not decoded yet.
    pub length: u8,
    /// The immediate, sign-extended; the number of a control register, plus 2^16 times the operand
    /// of `csrr?i`.
    pub imm: i32,
}

impl Instruction {
    /// What stands in a table of instructions before they are decoded.
    pub(crate) const UNKNOWN: Self =
        Self { op: Op::Illegal, rd: 0, rs1: 0, rs2: 0, length: 0, imm: 0 };

    /// Under what it is counted; branches as not taken.
    pub fn event(&self) -> Event {
        match self.op {
            Op::Lb | Op::Lh | Op::Lw | Op::Lbu | Op::Lhu | Op::Lwu | Op::Ld => Event::Load,
            Op::Sb | Op::Sh | Op::Sw | Op::Sd => Event::Store,
            Op::Beq | Op::Bne | Op::Blt | Op::Bge | Op::Bltu | Op::Bgeu => Event::BranchNotTaken,
            Op::Jal => Event::Jal,
            Op::Jalr => Event::Jalr,
            Op::Mul | Op::Mulw => Event::Mul,
            Op::Mulh | Op::Mulhsu | Op::Mulhu => Event::MulHigh,
            Op::Div | Op::Divu | Op::Rem | Op::Remu => Event::Divide,
            Op::Divw | Op::Divuw | Op::Remw | Op::Remuw => Event::Divide,
            Op::Csrrw | Op::Csrrs | Op::Csrrc | Op::Csrrwi | Op::Csrrsi | Op::Csrrci => Event::Csr,
            Op::Marker => Event::Marker,
            _ => Event::Alu,
        }
    }
}
