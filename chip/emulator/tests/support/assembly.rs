//! Encodings by hand, for programs of a few instructions: the specification's formats, and labels
//! by counting.

pub const RA: u32 = 1;
pub const SP: u32 = 2;
pub const T0: u32 = 5;
pub const T1: u32 = 6;
pub const A0: u32 = 10;
pub const A1: u32 = 11;
pub const A2: u32 = 12;

pub fn r(funct7: u32, funct3: u32, rd: u32, rs1: u32, rs2: u32) -> u32 {
    funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | 0x33
}

pub fn i(opcode: u32, funct3: u32, rd: u32, rs1: u32, imm: i32) -> u32 {
    (imm as u32) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode
}

pub fn addi(rd: u32, rs1: u32, imm: i32) -> u32 {
    i(0x13, 0, rd, rs1, imm)
}

pub fn lw(rd: u32, base: u32, imm: i32) -> u32 {
    i(0x03, 2, rd, base, imm)
}

pub fn store(width: u32, base: u32, source: u32, imm: i32) -> u32 {
    let imm = imm as u32;
    (imm >> 5) << 25 | source << 20 | base << 15 | width << 12 | (imm & 31) << 7 | 0x23
}

pub fn sw(source: u32, base: u32, imm: i32) -> u32 {
    store(2, base, source, imm)
}

pub fn branch(funct3: u32, rs1: u32, rs2: u32, offset: i32) -> u32 {
    let imm = offset as u32;
    let high = (imm >> 12 & 1) << 31 | (imm >> 5 & 0x3f) << 25;
    high | rs2 << 20 | rs1 << 15 | funct3 << 12 | (imm >> 1 & 15) << 8 | (imm >> 11 & 1) << 7 | 0x63
}

pub fn beq(rs1: u32, rs2: u32, offset: i32) -> u32 {
    branch(0, rs1, rs2, offset)
}

pub fn bne(rs1: u32, rs2: u32, offset: i32) -> u32 {
    branch(1, rs1, rs2, offset)
}

pub fn jal(rd: u32, offset: i32) -> u32 {
    let imm = offset as u32;
    let high = (imm >> 20 & 1) << 31 | (imm >> 1 & 0x3ff) << 21;
    high | (imm >> 11 & 1) << 20 | (imm >> 12 & 0xff) << 12 | rd << 7 | 0x6f
}

pub fn jalr(rd: u32, rs1: u32, imm: i32) -> u32 {
    i(0x67, 0, rd, rs1, imm)
}

pub fn csrrw(rd: u32, number: u32, rs1: u32) -> u32 {
    i(0x73, 1, rd, rs1, number as i32)
}

pub fn csrrs(rd: u32, number: u32, rs1: u32) -> u32 {
    i(0x73, 2, rd, rs1, number as i32)
}

pub fn lui(rd: u32, value: u32) -> u32 {
    value & !0xfff | rd << 7 | 0x37
}

/// Two instructions that put a value into a register.
pub fn li(rd: u32, value: u32) -> [u32; 2] {
    let low = (value as i32) << 20 >> 20;
    [lui(rd, value.wrapping_sub(low as u32)), addi(rd, rd, low)]
}

pub fn marker(number: i32) -> u32 {
    i(0x13, 2, 0, 0, number)
}

pub fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
