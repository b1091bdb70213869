//! From the bits of an instruction to an [`Instruction`]: RV32I or RV64I, M, Zicsr, and C by its
//! expansion.
//!
//! Every pattern gives an instruction; what is not defined is [`Op::Illegal`]. Source: the RISC-V
//! unprivileged specification (20240411), chapter 35 (opcode listings).

use crate::compressed;
use crate::instruction::{Instruction, Op, Xlen};
use crate::marker;

/// Decodes the instruction that starts with these 32 bits; if it is compressed, the upper half is
/// the next instruction's and ignored.
pub fn decode(bits: u32, xlen: Xlen) -> Instruction {
    if bits & 3 == 3 {
        return decode_32(bits, xlen);
    }
    let expanded =
        compressed::expand((bits & 0xffff) as u16, xlen).map(|bits| decode_32(bits, xlen));
    let illegal = Instruction { length: 2, ..Instruction::UNKNOWN };
    expanded.map_or(illegal, |instruction| Instruction { length: 2, ..instruction })
}

fn decode_32(bits: u32, xlen: Xlen) -> Instruction {
    let field = |low: u32, width: u32| (bits >> low) & ((1 << width) - 1);
    let register = |low| field(low, 5) as u8;
    let (rd, rs1, rs2) = (register(7), register(15), register(20));
    let (funct3, funct7) = (field(12, 3), field(25, 7));
    let signed = bits as i32;
    let immediate_i = signed >> 20;
    let immediate_s = (signed >> 25) << 5 | field(7, 5) as i32;
    let immediate_b =
        (signed >> 31) << 12 | (field(7, 1) << 11 | field(25, 6) << 5 | field(8, 4) << 1) as i32;
    let immediate_u = signed & !0xfff;
    let immediate_j = (signed >> 31) << 20
        | (field(12, 8) << 12 | field(20, 1) << 11 | field(21, 10) << 1) as i32;

    let make = |op, rd, rs1, rs2, imm| Instruction { op, rd, rs1, rs2, length: 4, imm };
    let illegal = make(Op::Illegal, 0, 0, 0, 0);
    let wide = xlen == Xlen::Rv64;
    match field(0, 7) {
        0b011_0111 => make(Op::Lui, rd, 0, 0, immediate_u),
        0b001_0111 => make(Op::Auipc, rd, 0, 0, immediate_u),
        0b110_1111 => make(Op::Jal, rd, 0, 0, immediate_j),
        0b110_0111 if funct3 == 0 => make(Op::Jalr, rd, rs1, 0, immediate_i),
        0b110_0011 => {
            let op = match funct3 {
                0 => Op::Beq,
                1 => Op::Bne,
                4 => Op::Blt,
                5 => Op::Bge,
                6 => Op::Bltu,
                7 => Op::Bgeu,
                _ => return illegal,
            };
            make(op, 0, rs1, rs2, immediate_b)
        }
        0b000_0011 => {
            let op = match funct3 {
                0 => Op::Lb,
                1 => Op::Lh,
                2 => Op::Lw,
                4 => Op::Lbu,
                5 => Op::Lhu,
                3 if wide => Op::Ld,
                6 if wide => Op::Lwu,
                _ => return illegal,
            };
            make(op, rd, rs1, 0, immediate_i)
        }
        0b010_0011 => {
            let op = match funct3 {
                0 => Op::Sb,
                1 => Op::Sh,
                2 => Op::Sw,
                3 if wide => Op::Sd,
                _ => return illegal,
            };
            make(op, 0, rs1, rs2, immediate_s)
        }
        0b001_0011 => {
            // The distance has a sixth bit where registers have 64, which is the lowest of funct7
            // else.
            let (shift, funct6) =
                if wide { (field(20, 6) as i32, funct7 & !1) } else { (i32::from(rs2), funct7) };
            match (funct3, funct6) {
                (0, _) => make(Op::Addi, rd, rs1, 0, immediate_i),
                (2, _) if rd == 0 && rs1 == 0 && marker::is_one(immediate_i) => {
                    make(Op::Marker, 0, 0, 0, immediate_i)
                }
                (2, _) => make(Op::Slti, rd, rs1, 0, immediate_i),
                (3, _) => make(Op::Sltiu, rd, rs1, 0, immediate_i),
                (4, _) => make(Op::Xori, rd, rs1, 0, immediate_i),
                (6, _) => make(Op::Ori, rd, rs1, 0, immediate_i),
                (7, _) => make(Op::Andi, rd, rs1, 0, immediate_i),
                (1, 0) => make(Op::Slli, rd, rs1, 0, shift),
                (5, 0) => make(Op::Srli, rd, rs1, 0, shift),
                (5, 0x20) => make(Op::Srai, rd, rs1, 0, shift),
                _ => illegal,
            }
        }
        0b001_1011 if wide => match (funct3, funct7) {
            (0, _) => make(Op::Addiw, rd, rs1, 0, immediate_i),
            (1, 0) => make(Op::Slliw, rd, rs1, 0, i32::from(rs2)),
            (5, 0) => make(Op::Srliw, rd, rs1, 0, i32::from(rs2)),
            (5, 0x20) => make(Op::Sraiw, rd, rs1, 0, i32::from(rs2)),
            _ => illegal,
        },
        0b011_1011 if wide => {
            let op = match (funct7, funct3) {
                (0, 0) => Op::Addw,
                (0x20, 0) => Op::Subw,
                (0, 1) => Op::Sllw,
                (0, 5) => Op::Srlw,
                (0x20, 5) => Op::Sraw,
                (1, 0) => Op::Mulw,
                (1, 4) => Op::Divw,
                (1, 5) => Op::Divuw,
                (1, 6) => Op::Remw,
                (1, 7) => Op::Remuw,
                _ => return illegal,
            };
            make(op, rd, rs1, rs2, 0)
        }
        0b011_0011 => {
            let op = match (funct7, funct3) {
                (0, 0) => Op::Add,
                (0x20, 0) => Op::Sub,
                (0, 1) => Op::Sll,
                (0, 2) => Op::Slt,
                (0, 3) => Op::Sltu,
                (0, 4) => Op::Xor,
                (0, 5) => Op::Srl,
                (0x20, 5) => Op::Sra,
                (0, 6) => Op::Or,
                (0, 7) => Op::And,
                (1, 0) => Op::Mul,
                (1, 1) => Op::Mulh,
                (1, 2) => Op::Mulhsu,
                (1, 3) => Op::Mulhu,
                (1, 4) => Op::Div,
                (1, 5) => Op::Divu,
                (1, 6) => Op::Rem,
                (1, 7) => Op::Remu,
                _ => return illegal,
            };
            make(op, rd, rs1, rs2, 0)
        }
        // FENCE.I is of an extension that the chip does not list.
        0b000_1111 if funct3 == 0 => make(Op::Fence, 0, 0, 0, 0),
        0b111_0011 => {
            let number = field(20, 12) as i32;
            let with_operand = number | i32::from(rs1) << 16;
            match funct3 {
                0 if bits == 0x0000_0073 => make(Op::Ecall, 0, 0, 0, 0),
                0 if bits == 0x0010_0073 => make(Op::Ebreak, 0, 0, 0, 0),
                1 => make(Op::Csrrw, rd, rs1, 0, number),
                2 => make(Op::Csrrs, rd, rs1, 0, number),
                3 => make(Op::Csrrc, rd, rs1, 0, number),
                5 => make(Op::Csrrwi, rd, 0, 0, with_operand),
                6 => make(Op::Csrrsi, rd, 0, 0, with_operand),
                7 => make(Op::Csrrci, rd, 0, 0, with_operand),
                _ => illegal,
            }
        }
        _ => illegal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Patterns of the specification's assembly examples and of `riscv64-unknown-elf-as` 2.40, with
    /// what its disassembler says.
    #[test]
    fn known_encodings() {
        let cases = [
            (0x1234_52b7, Op::Lui, 5, 0, 0, 0x1234_5000),
            (0xffff_f517, Op::Auipc, 10, 0, 0, -4096),
            (0xffdf_f06f, Op::Jal, 0, 0, 0, -4),
            (0x0000_80e7, Op::Jalr, 1, 1, 0, 0),
            (0xfe62_9ee3, Op::Bne, 0, 5, 6, -4),
            (0x8006_2503, Op::Lw, 10, 12, 0, -2048),
            (0xfea6_2e23, Op::Sw, 0, 12, 10, -4),
            (0xfff5_8513, Op::Addi, 10, 11, 0, -1),
            (0x41f5_d513, Op::Srai, 10, 11, 0, 31),
            (0x40c5_8533, Op::Sub, 10, 11, 12, 0),
            (0x02c5_b533, Op::Mulhu, 10, 11, 12, 0),
            (0x7e20_2573, Op::Csrrs, 10, 0, 0, 0x7e2),
            (0x0ff0_000f, Op::Fence, 0, 0, 0, 0),
            (0x0000_0073, Op::Ecall, 0, 0, 0, 0),
            (0x0010_0073, Op::Ebreak, 0, 0, 0, 0),
            // fence.i, amoadd.w, fadd.s and a shift by 32 are of other extensions.
            (0x0000_100f, Op::Illegal, 0, 0, 0, 0),
            (0x00c5_a52f, Op::Illegal, 0, 0, 0, 0),
            (0x00c5_8553, Op::Illegal, 0, 0, 0, 0),
            (0x0205_9513, Op::Illegal, 0, 0, 0, 0),
        ];
        for (bits, op, rd, rs1, rs2, imm) in cases {
            assert_eq!(
                decode(bits, Xlen::Rv32),
                Instruction { op, rd, rs1, rs2, length: 4, imm },
                "{bits:#010x}"
            );
        }
    }

    /// By `riscv64-unknown-elf-as -march=rv64imc` 2.40.
    #[test]
    fn known_encodings_of_64_bits() {
        let cases = [
            (0xff06_3503, Op::Ld, 10, 12, 0, -16),
            (0x0086_6503, Op::Lwu, 10, 12, 0, 8),
            (0xfea6_3c23, Op::Sd, 0, 12, 10, -8),
            (0xfff5_851b, Op::Addiw, 10, 11, 0, -1),
            (0x0205_9513, Op::Slli, 10, 11, 0, 32),
            (0x43f5_d513, Op::Srai, 10, 11, 0, 63),
            (0x41f5_d51b, Op::Sraiw, 10, 11, 0, 31),
            (0x40c5_853b, Op::Subw, 10, 11, 12, 0),
            (0x02c5_853b, Op::Mulw, 10, 11, 12, 0),
            (0x02c5_f53b, Op::Remuw, 10, 11, 12, 0),
            // slliw by 32, amoadd.d, and fadd.d.
            (0x0205_951b, Op::Illegal, 0, 0, 0, 0),
            (0x00c5_b52f, Op::Illegal, 0, 0, 0, 0),
            (0x02c5_8553, Op::Illegal, 0, 0, 0, 0),
        ];
        for (bits, op, rd, rs1, rs2, imm) in cases {
            assert_eq!(
                decode(bits, Xlen::Rv64),
                Instruction { op, rd, rs1, rs2, length: 4, imm },
                "{bits:#010x}"
            );
            let there =
                matches!(op, Op::Slli | Op::Illegal) || decode(bits, Xlen::Rv32).op == Op::Illegal;
            assert!(there, "{bits:#010x} is of 64 bits alone");
        }
    }
}
