//! The C extension for RV32 and RV64: from 16 bits to the 32-bit instruction that they stand for.
//!
//! Source: the RISC-V unprivileged specification (20240411), chapter 26. Hints expand as any other
//! instruction; what is reserved, of floating point or of custom extensions expands to nothing.

use crate::instruction::Xlen;

/// The instruction of 32 bits that a compressed one abbreviates; `None` if there is none. The two
/// lowest bits are not both set.
pub fn expand(bits: u16, xlen: Xlen) -> Option<u32> {
    let bits = u32::from(bits);
    let wide = xlen == Xlen::Rv64;
    let funct3 = bits >> 13;
    match bits & 3 {
        0 => quadrant_0(bits, funct3, wide),
        1 => quadrant_1(bits, funct3, wide),
        2 => quadrant_2(bits, funct3, wide),
        _ => None,
    }
}

/// Bits `low..low + width`, moved to `to`.
fn part(bits: u32, low: u32, width: u32, to: u32) -> u32 {
    ((bits >> low) & ((1 << width) - 1)) << to
}

/// The low `width` bits as a signed number.
fn signed(value: u32, width: u32) -> u32 {
    (((value << (32 - width)) as i32) >> (32 - width)) as u32
}

/// One of the registers 8 to 15, from three bits.
fn short(bits: u32, low: u32) -> u32 {
    8 + part(bits, low, 3, 0)
}

fn long(bits: u32, low: u32) -> u32 {
    part(bits, low, 5, 0)
}

const OP_IMM: u32 = 0x13;
const OP: u32 = 0x33;
const OP_IMM_32: u32 = 0x1b;
/// OP-32 is OP with this bit.
const ON_WORDS: u32 = 0x08;
const LOAD: u32 = 0x03;
const STORE: u32 = 0x23;
const LUI: u32 = 0x37;
const JALR: u32 = 0x67;
const WORD: u32 = 2;
const DOUBLE: u32 = 3;

fn i_type(opcode: u32, funct3: u32, rd: u32, rs1: u32, imm: u32) -> u32 {
    imm << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode
}

fn r_type(funct7: u32, funct3: u32, rd: u32, rs1: u32, rs2: u32) -> u32 {
    funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | OP
}

fn s_type(width: u32, rs1: u32, rs2: u32, imm: u32) -> u32 {
    part(imm, 5, 7, 25) | rs2 << 20 | rs1 << 15 | width << 12 | part(imm, 0, 5, 7) | STORE
}

fn b_type(funct3: u32, rs1: u32, imm: u32) -> u32 {
    let high = part(imm, 12, 1, 31) | part(imm, 5, 6, 25);
    high | rs1 << 15 | funct3 << 12 | part(imm, 1, 4, 8) | part(imm, 11, 1, 7) | 0x63
}

fn j_type(rd: u32, imm: u32) -> u32 {
    let high =
        part(imm, 20, 1, 31) | part(imm, 1, 10, 21) | part(imm, 11, 1, 20) | part(imm, 12, 8, 12);
    high | rd << 7 | 0x6f
}

fn quadrant_0(bits: u32, funct3: u32, wide: bool) -> Option<u32> {
    let (low, high) = (short(bits, 2), short(bits, 7));
    let word = part(bits, 6, 1, 2) | part(bits, 10, 3, 3) | part(bits, 5, 1, 6);
    let double = part(bits, 10, 3, 3) | part(bits, 5, 2, 6);
    match funct3 {
        // C.ADDI4SPN; an immediate of zero is reserved, and the all-zero pattern is illegal for
        // ever.
        0 => {
            let imm = part(bits, 6, 1, 2)
                | part(bits, 5, 1, 3)
                | part(bits, 11, 2, 4)
                | part(bits, 7, 4, 6);
            (imm != 0).then(|| i_type(OP_IMM, 0, low, 2, imm))
        }
        2 => Some(i_type(LOAD, WORD, low, high, word)),
        6 => Some(s_type(WORD, high, low, word)),
        // C.LD and C.SD, of RV64 alone.
        3 if wide => Some(i_type(LOAD, DOUBLE, low, high, double)),
        7 if wide => Some(s_type(DOUBLE, high, low, double)),
        _ => None,
    }
}

fn quadrant_1(bits: u32, funct3: u32, wide: bool) -> Option<u32> {
    let rd = long(bits, 7);
    let imm = signed(part(bits, 2, 5, 0) | part(bits, 12, 1, 5), 6);
    match funct3 {
        // C.ADDI and C.NOP, C.LI.
        0 => Some(i_type(OP_IMM, 0, rd, rd, imm)),
        2 => Some(i_type(OP_IMM, 0, rd, 0, imm)),
        // C.ADDIW, of RV64 alone; into register 0 it is reserved.
        1 if wide => (rd != 0).then(|| i_type(OP_IMM_32, 0, rd, rd, imm)),
        // C.JAL, of RV32 alone, and C.J.
        1 | 5 => {
            let near = part(bits, 3, 3, 1)
                | part(bits, 11, 1, 4)
                | part(bits, 2, 1, 5)
                | part(bits, 7, 1, 6);
            let far = part(bits, 6, 1, 7)
                | part(bits, 9, 2, 8)
                | part(bits, 8, 1, 10)
                | part(bits, 12, 1, 11);
            Some(j_type(u32::from(funct3 == 1), signed(near | far, 12)))
        }
        // C.ADDI16SP; zero is reserved.
        3 if rd == 2 => {
            let near = part(bits, 6, 1, 4) | part(bits, 2, 1, 5) | part(bits, 5, 1, 6);
            let imm = signed(near | part(bits, 3, 2, 7) | part(bits, 12, 1, 9), 10);
            (imm != 0).then(|| i_type(OP_IMM, 0, 2, 2, imm))
        }
        // C.LUI; zero is reserved.
        3 => (imm != 0).then_some(imm << 12 | rd << 7 | LUI),
        4 => arithmetic(bits, imm, wide),
        // C.BEQZ, C.BNEZ.
        _ => {
            let near = part(bits, 3, 2, 1) | part(bits, 10, 2, 3) | part(bits, 2, 1, 5);
            let offset = signed(near | part(bits, 5, 2, 6) | part(bits, 12, 1, 8), 9);
            Some(b_type(funct3 & 1, short(bits, 7), offset))
        }
    }
}

/// C.SRLI, C.SRAI, C.ANDI, and C.SUB, C.XOR, C.OR, C.AND, C.SUBW, C.ADDW.
fn arithmetic(bits: u32, imm: u32, wide: bool) -> Option<u32> {
    let (rd, rs2) = (short(bits, 7), short(bits, 2));
    let shift = imm & 0x3f;
    match part(bits, 10, 2, 0) {
        // A shift by 32 or more is of custom extensions on RV32.
        0 => (wide || shift < 32).then(|| i_type(OP_IMM, 5, rd, rd, shift)),
        1 => (wide || shift < 32).then(|| i_type(OP_IMM, 5, rd, rd, 0x400 | shift)),
        2 => Some(i_type(OP_IMM, 7, rd, rd, imm)),
        _ => match (part(bits, 12, 1, 0), part(bits, 5, 2, 0)) {
            (0, 0) => Some(r_type(0x20, 0, rd, rd, rs2)),
            (0, 1) => Some(r_type(0, 4, rd, rd, rs2)),
            (0, 2) => Some(r_type(0, 6, rd, rd, rs2)),
            (0, _) => Some(r_type(0, 7, rd, rd, rs2)),
            (_, 0) if wide => Some(r_type(0x20, 0, rd, rd, rs2) | ON_WORDS),
            (_, 1) if wide => Some(r_type(0, 0, rd, rd, rs2) | ON_WORDS),
            _ => None,
        },
    }
}

fn quadrant_2(bits: u32, funct3: u32, wide: bool) -> Option<u32> {
    let (rd, rs2) = (long(bits, 7), long(bits, 2));
    match funct3 {
        // C.SLLI.
        0 => (wide || bits & 0x1000 == 0)
            .then(|| i_type(OP_IMM, 1, rd, rd, rs2 | part(bits, 12, 1, 5))),
        // C.LWSP; into register 0 it is reserved.
        2 => {
            let imm = part(bits, 4, 3, 2) | part(bits, 12, 1, 5) | part(bits, 2, 2, 6);
            (rd != 0).then(|| i_type(LOAD, WORD, rd, 2, imm))
        }
        4 => match (part(bits, 12, 1, 0), rd, rs2) {
            (0, 0, 0) => None,
            // C.JR, C.MV, C.EBREAK, C.JALR, C.ADD.
            (0, _, 0) => Some(i_type(JALR, 0, 0, rd, 0)),
            (0, _, _) => Some(r_type(0, 0, rd, 0, rs2)),
            (_, 0, 0) => Some(0x0010_0073),
            (_, _, 0) => Some(i_type(JALR, 0, 1, rd, 0)),
            _ => Some(r_type(0, 0, rd, rd, rs2)),
        },
        // C.LDSP and C.SDSP, of RV64 alone; the first into register 0 is reserved.
        3 if wide => {
            let imm = part(bits, 5, 2, 3) | part(bits, 12, 1, 5) | part(bits, 2, 3, 6);
            (rd != 0).then(|| i_type(LOAD, DOUBLE, rd, 2, imm))
        }
        7 if wide => Some(s_type(DOUBLE, 2, rs2, part(bits, 10, 3, 3) | part(bits, 7, 3, 6))),
        // C.SWSP.
        6 => Some(s_type(WORD, 2, rs2, part(bits, 9, 4, 2) | part(bits, 7, 2, 6))),
        _ => None,
    }
}
