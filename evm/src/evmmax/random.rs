//! Random programs, to compare machines, backends and fusion by.
//!
//! Six kinds, as rich in the extension as bytes by chance are poor: straight arithmetic with
//! garbage now and then, long vectors whose operands and results overlap, loops and branches around
//! runs of arithmetic, sums of products and products of complex numbers in loops, programs with a
//! byte changed or the end cut off, and mere bytes. Nearly all of them end within 100,000 gas; with
//! less it ends anywhere.
//!
//! ```
//! use curvemark_evm::evmmax::machine::run;
//! use curvemark_evm::evmmax::random::{Source, program};
//! use curvemark_evm::evmmax::{Dialect, Rules};
//!
//! let mut state = 1_u64;
//! let mut next = || {
//!     state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
//!     state
//! };
//! let code = program(Dialect::Eip6690, &mut Source::new(&mut next));
//! let outcome = run(&Rules::of(Dialect::Eip6690), &code, &[], 100_000);
//! assert!(outcome.gas_used <= 100_000);
//! ```
#![expect(clippy::integer_division_remainder_used, reason = "of random numbers")]

use alloc::vec;
use alloc::vec::Vec;

use curve::{bls12_381, bn254, ed25519, p256, secp256k1};
use limb::Modulus;
use limb::modulus::Limbs;

use super::dialect::Dialect;

/// Random numbers.
///
/// [Example](crate::evmmax::random).
pub struct Source<'a>(&'a mut dyn FnMut() -> u64);

impl core::fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a source of random numbers")
    }
}

impl<'a> Source<'a> {
    /// From a function that gives 64 random bits.
    pub fn new(next: &'a mut dyn FnMut() -> u64) -> Self {
        Self(next)
    }

    /// A number below a bound, which is not zero; nearly uniform for bounds far below 2^32.
    fn below(&mut self, bound: usize) -> usize {
        (self.0)() as u32 as usize % bound.max(1)
    }

    fn byte(&mut self) -> u8 {
        (self.0)() as u8
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }
}

/// Big-endian, with zeros in front.
fn big_endian(modulus: &Limbs) -> Vec<u8> {
    let bytes: Vec<u8> = modulus.iter().rev().flat_map(|limb| limb.to_be_bytes()).collect();
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    bytes[zeros..].to_vec()
}

/// A modulus of a curve, a random one, a power of two, an even one.
fn modulus(source: &mut Source<'_>) -> Vec<u8> {
    let known = [
        bls12_381::FpModulus::P,
        bls12_381::FrModulus::P,
        bn254::FpModulus::P,
        bn254::FrModulus::P,
        secp256k1::FpModulus::P,
        secp256k1::FrModulus::P,
        p256::FpModulus::P,
        p256::FrModulus::P,
        ed25519::FpModulus::P,
        ed25519::FrModulus::P,
    ];
    match source.below(8) {
        0..=3 => big_endian(&known[source.below(known.len())]),
        4 => {
            let mut power = vec![0; 1 + source.below(48)];
            power[0] = 1 << source.below(8);
            power
        }
        _ => {
            let mut bytes: Vec<u8> = (0..=source.below(96)).map(|_| source.byte()).collect();
            if let Some(last) = bytes.last_mut() {
                *last |= u8::from(!source.one_in(16));
            }
            bytes
        }
    }
}

fn push(code: &mut Vec<u8>, value: u64) {
    code.push(0x61);
    code.extend((value as u16).to_be_bytes());
}

/// SETMODX of so many bytes at 0.
fn set(code: &mut Vec<u8>, dialect: Dialect, size: usize, registers: u64, id: u64) {
    let operands: &[u64] = match dialect {
        Dialect::Eip5843Be | Dialect::Eip5843Le => &[0, size as u64 >> 3, 0],
        Dialect::Eip6690 => &[registers, size as u64, 0, id],
        Dialect::Evmone => &[registers, 8 * size as u64, 0],
    };
    operands.iter().for_each(|&operand| push(code, operand));
    code.push(if dialect.in_memory() { 0x21 } else { 0xc0 });
}

/// A program of one of the six kinds.
///
/// [Example](crate::evmmax::random).
pub fn program(dialect: Dialect, source: &mut Source<'_>) -> Vec<u8> {
    match source.below(8) {
        0 | 1 => straight(dialect, source),
        2 => vectors(dialect, source),
        3 => looping(dialect, source),
        4 => products(dialect, source),
        5 => {
            let mut code = straight(dialect, source);
            change(&mut code, source);
            code
        }
        6 => {
            let mut code = looping(dialect, source);
            change(&mut code, source);
            code
        }
        _ => bytes(source),
    }
}

fn change(code: &mut Vec<u8>, source: &mut Source<'_>) {
    let at = source.below(code.len());
    if source.one_in(4) {
        code.truncate(at);
    } else if let Some(byte) = code.get_mut(at) {
        *byte = source.byte();
    }
}

/// Sets a modulus, fills registers or slots, computes, and returns some of it; with a byte of
/// garbage now and then.
///
/// [Example](crate::evmmax::random).
pub fn straight(dialect: Dialect, source: &mut Source<'_>) -> Vec<u8> {
    let mut code = Vec::new();
    let bytes = modulus(source);
    let mut size = bytes.len().next_multiple_of(8);
    let mut memory = vec![0; size - bytes.len()];
    memory.extend(&bytes);
    if dialect == Dialect::Eip5843Le {
        memory.reverse();
    }
    memory.extend((0..16 * size).map(|_| source.byte()));
    // Most values are below most moduli.
    for slot in memory.chunks_mut(size).skip(1) {
        let top = if dialect == Dialect::Eip5843Le { size - 1 } else { 0 };
        slot[top] = if source.one_in(32) { 0xff } else { slot[top] & 0x0f };
    }
    if source.one_in(16) {
        size = size.saturating_sub(8);
    }
    // Memory is the code's tail.
    push(&mut code, memory.len() as u64);
    let tail = code.len() + 1;
    push(&mut code, 0);
    push(&mut code, 0);
    code.push(0x39);
    let registers =
        |source: &mut Source<'_>| u64::from(dialect == Dialect::Eip6690) + source.below(32) as u64;
    let first = registers(source);
    set(&mut code, dialect, size, first, source.below(4) as u64);
    for _ in 0..source.below(64) {
        match source.below(32) {
            0 => {
                let registers = registers(source);
                set(&mut code, dialect, size, registers, source.below(4) as u64);
            }
            1..=6 if dialect.in_memory() => {
                for _ in 0..2 {
                    push(&mut code, (size * source.below(16)) as u64);
                }
                code.push(0x25);
            }
            choice @ 1..=6 => {
                let load = choice < 3;
                let (register, offset) = (source.below(8), (1 + source.below(8)) * size);
                push(&mut code, source.below(4) as u64);
                push(&mut code, if load { register } else { offset } as u64);
                push(&mut code, if load { offset } else { register } as u64);
                code.push(if load { 0xc1 } else { 0xc2 });
            }
            7 => code.push(source.byte()),
            _ if dialect.in_memory() => {
                code.push(0x22 + source.below(3) as u8);
                code.extend([0; 3].map(|_: u8| 1 + source.below(8) as u8));
            }
            _ => {
                code.push(0xc3 + source.below(3) as u8);
                code.extend([0; 6].map(|_: u8| source.below(4) as u8));
                code.push(1 + source.below(4) as u8);
            }
        }
    }
    if !dialect.in_memory() {
        push(&mut code, 2);
        push(&mut code, 0);
        push(&mut code, size as u64);
        code.push(0xc1);
    }
    push(&mut code, memory.len() as u64);
    push(&mut code, 0);
    code.push(0xf3);
    let at = code.len() as u16;
    code[tail..tail + 2].copy_from_slice(&at.to_be_bytes());
    code.extend(memory);
    code
}

/// Sets a modulus, fills so many registers, computes, and returns them; without registers, as
/// [`straight`].
fn in_registers(
    dialect: Dialect,
    source: &mut Source<'_>,
    registers: usize,
    compute: impl FnOnce(&mut Vec<u8>, &mut Source<'_>),
) -> Vec<u8> {
    if dialect.in_memory() {
        return straight(dialect, source);
    }
    let mut code = Vec::new();
    let bytes = modulus(source);
    let size = bytes.len().next_multiple_of(8);
    let mut memory = vec![0; size - bytes.len()];
    memory.extend(&bytes);
    memory.extend((0..registers * size).map(|_| source.byte()));
    // Below most moduli.
    memory.chunks_mut(size).skip(1).for_each(|element| element[0] &= 0x0f);
    push(&mut code, memory.len() as u64);
    let tail = code.len() + 1;
    push(&mut code, 0);
    push(&mut code, 0);
    code.push(0x39);
    set(&mut code, dialect, size, registers as u64, 0);
    let transfer = |code: &mut Vec<u8>, opcode: u8, top: u64, below: u64| {
        push(code, registers as u64);
        push(code, below);
        push(code, top);
        code.push(opcode);
    };
    transfer(&mut code, 0xc2, 0, size as u64);
    compute(&mut code, source);
    transfer(&mut code, 0xc1, size as u64, 0);
    push(&mut code, memory.len() as u64);
    push(&mut code, 0);
    code.push(0xf3);
    let at = code.len() as u16;
    code[tail..tail + 2].copy_from_slice(&at.to_be_bytes());
    code.extend(memory);
    code
}

/// Vectors of up to 40 elements on 64 registers, with strides from 0 to 3 and whatever overlap they
/// happen to have; 100,000 gas last.
///
/// [Example](crate::evmmax::random).
pub fn vectors(dialect: Dialect, source: &mut Source<'_>) -> Vec<u8> {
    const REGISTERS: usize = 64;
    in_registers(dialect, source, REGISTERS, |code, source| {
        for _ in 0..=source.below(12) {
            code.push([0xc3, 0xc4, 0xc5, 0xc5][source.below(4)]);
            let count = [1, 7, 8, 9, 16, 33, 40, 1 + source.below(40)][source.below(8)];
            // Most operands and results end inside, whatever their stride.
            let mut place = || {
                let stride = [0, 1, 1, 1, 2, 3][source.below(6)];
                let stride = if stride * (count - 1) < REGISTERS { stride } else { 1 };
                let last = stride * (count - 1);
                let room =
                    if source.one_in(64) { REGISTERS } else { REGISTERS.saturating_sub(last) };
                [source.below(room) as u8, stride as u8]
            };
            let (mut out, x, y) = (place(), place(), place());
            if dialect == Dialect::Eip6690 && out[1] == 0 && !source.one_in(8) {
                out[1] = 1;
            }
            // In place, or one register on, where results overtake operands.
            let x = match source.below(4) {
                0 => out,
                1 => [out[0].saturating_add(1), out[1]],
                _ => x,
            };
            code.extend(out);
            code.extend(x);
            code.extend(y);
            code.push(count as u8);
        }
    })
}

/// What plans of runs look for, in a loop of one to three rounds: sums of two products and products
/// of complex numbers on 16 registers, as they should be, with an operation changed, or on
/// registers that overlap; 100,000 gas last.
///
/// [Example](crate::evmmax::random).
pub fn products(dialect: Dialect, source: &mut Source<'_>) -> Vec<u8> {
    const REGISTERS: usize = 16;
    in_registers(dialect, source, REGISTERS, |code, source| {
        push(code, 1 + source.below(3) as u64);
        let start = code.len();
        code.push(0x5b);
        const ADD: u8 = 0xc3;
        const SUB: u8 = 0xc4;
        const MUL: u8 = 0xc5;
        for _ in 0..=source.below(6) {
            let apart = source.one_in(2);
            let first = source.below(REGISTERS);
            // Ten registers, different ones or whatever comes.
            let mut numbers = [0; 10];
            for (i, number) in numbers.iter_mut().enumerate() {
                *number =
                    if apart { (first + 3 * i) % REGISTERS } else { source.below(REGISTERS) } as u8;
            }
            let [a0, a1, b0, b1, low, high, left, right, whole, re] = numbers;
            let template: &[[u8; 4]] = match source.below(4) {
                0 => &[
                    [MUL, low, a0, b0],
                    [MUL, high, a1, b1],
                    [[ADD, SUB][source.below(2)], re, low, high],
                ],
                1 => &[
                    [ADD, left, a0, a1],
                    [SUB, right, b0, b1],
                    [MUL, re, left, right],
                    [MUL, whole, left, left],
                ],
                _ => &[
                    [MUL, low, a0, b0],
                    [MUL, high, a1, b1],
                    [ADD, left, a0, a1],
                    [ADD, right, b0, b1],
                    [MUL, whole, left, right],
                    [SUB, re, low, high],
                    [ADD, low, low, high],
                    [SUB, whole, whole, low],
                ],
            };
            let changed =
                if source.one_in(4) { source.below(template.len()) } else { template.len() };
            for (i, &[mut operation, out, mut x, mut y]) in template.iter().enumerate() {
                if i == changed {
                    operation = [ADD, SUB, MUL][source.below(3)];
                }
                if source.one_in(2) && (operation != SUB || source.one_in(4)) {
                    (x, y) = (y, x);
                }
                code.extend([operation, out, 1, x, 1, y, 1, 1]);
            }
            if source.one_in(2) {
                // Behind it, what is between is overwritten.
                for out in [low, high, left, right] {
                    code.extend([ADD, out, 1, a0, 1, a1, 1, 1]);
                }
            }
        }
        code.extend([0x60, 1, 0x90, 0x03, 0x80]);
        push(code, start as u64);
        code.push(0x57);
    })
}

/// Loops and branches whose targets stand before, in and behind runs of arithmetic, on registers of
/// 1 to 8; 450 to 1500 gas end it anywhere.
///
/// [Example](crate::evmmax::random).
pub fn looping(dialect: Dialect, source: &mut Source<'_>) -> Vec<u8> {
    if dialect.in_memory() {
        return straight(dialect, source);
    }
    let bytes = if source.one_in(2) { vec![97] } else { big_endian(&bls12_381::FpModulus::P) };
    let size = bytes.len().next_multiple_of(8);
    let mut code = Vec::new();
    for (at, &byte) in bytes.iter().enumerate() {
        code.extend([0x60, byte, 0x60, (size - bytes.len() + at) as u8, 0x53]);
    }
    for register in 1..=8 {
        push(&mut code, register);
        push(&mut code, (register + 1) * size as u64 - 1);
        code.push(0x53);
    }
    set(&mut code, dialect, size, 8, 0);
    for operand in [8, size as u64, 0] {
        push(&mut code, operand);
    }
    code.push(0xc2);
    // A counter.
    code.extend([0x60, 1 + source.below(8) as u8]);
    let (mut places, mut uses) = (Vec::new(), Vec::new());
    for _ in 0..source.below(32) {
        match source.below(8) {
            0 => {
                places.push(code.len());
                code.push(0x5b);
            }
            1 => {
                // Down by one, and back or ahead while it is not zero.
                code.extend([0x60, 1, 0x90, 0x03, 0x80, 0x61]);
                uses.push(code.len());
                code.extend([0, 0, 0x57]);
            }
            _ => {
                code.push(0xc3 + source.below(3) as u8);
                // Rarely a register that is not there, a destination inside an immediate, or a
                // vector.
                let rare = source.below(64);
                let [out, x, y] = [0; 3].map(|_: u8| source.below(8) as u8);
                let out = if rare == 0 { 8 } else { out };
                code.extend([
                    out,
                    1,
                    x,
                    if rare == 1 { 0x5b } else { 1 },
                    y,
                    1,
                    1 + u8::from(rare == 2),
                ]);
            }
        }
    }
    for at in uses {
        let to = if places.is_empty() || source.one_in(16) {
            source.below(code.len())
        } else {
            places[source.below(places.len())]
        };
        code[at..at + 2].copy_from_slice(&(to as u16).to_be_bytes());
    }
    for operand in [8, 0, 0] {
        push(&mut code, operand);
    }
    code.push(0xc1);
    push(&mut code, 8 * size as u64);
    push(&mut code, 0);
    code.push(0xf3);
    code
}

/// Programs that call one another by STATICCALL, for [`run_among`](super::machine::run_among): the
/// first two call, the rest are of any kind.
///
/// [Example](crate::evmmax::random).
pub fn world(dialect: Dialect, source: &mut Source<'_>) -> Vec<Vec<u8>> {
    const CODES: usize = 5;
    let mut codes: Vec<Vec<u8>> = (0..2).map(|_| calling(dialect, source, CODES)).collect();
    codes.extend((2..CODES).map(|_| program(dialect, source)));
    codes
}

/// Runs of arithmetic on eight elements with calls of some codes between them, whose verdicts and
/// results are returned with the elements, or reverted with.
fn calling(dialect: Dialect, source: &mut Source<'_>, codes: usize) -> Vec<u8> {
    const SIZE: usize = 8;
    let mut code = Vec::new();
    let lowest = if dialect == Dialect::Eip5843Le { 0 } else { SIZE - 1 };
    for (i, value) in core::iter::once(97).chain(1..=8).enumerate() {
        code.extend([0x60, value, 0x60, (SIZE * i + lowest) as u8, 0x53]);
    }
    set(&mut code, dialect, SIZE, 8, 0);
    let transfer = |code: &mut Vec<u8>, opcode: u8, below: u64, top: u64| {
        [8, below, top].into_iter().for_each(|operand| push(code, operand));
        code.push(opcode);
    };
    if !dialect.in_memory() {
        transfer(&mut code, 0xc2, SIZE as u64, 0);
    }
    for i in 0..=source.below(5) {
        for _ in 0..source.below(6) {
            let [out, x, y] = [0; 3].map(|_: u8| source.below(8) as u8);
            if dialect.in_memory() {
                code.extend([0x22 + source.below(3) as u8, 1 + out, 1 + x, 1 + y]);
            } else {
                code.extend([0xc3 + source.below(3) as u8, out, 1, x, 1, y, 1, 1]);
            }
        }
        // Their bytes go behind the elements, and verdicts behind those.
        let to = if source.one_in(16) { source.below(0x10000) } else { source.below(codes) };
        for operand in [source.below(64), 128, source.below(72), 0, to, source.below(0x8000)] {
            push(&mut code, operand as u64);
        }
        code.extend([0xfa, 0x60, 192 + i as u8, 0x53]);
    }
    if !dialect.in_memory() {
        transfer(&mut code, 0xc1, 0, SIZE as u64);
    }
    push(&mut code, 224);
    push(&mut code, 0);
    code.push(if source.one_in(4) { 0xfd } else { 0xf3 });
    code
}

/// Bytes, many of them instructions that matter here.
///
/// [Example](crate::evmmax::random).
pub fn bytes(source: &mut Source<'_>) -> Vec<u8> {
    const LIKELY: [u8; 24] = [
        0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0x51, 0x52, 0x53,
        0x56, 0x57, 0x5b, 0x5f, 0x60, 0x80, 0x90, 0x37, 0x39,
    ];
    let length = source.below(120);
    let byte = |_| match source.below(4) {
        0 => source.byte(),
        1 => [0, 1, 2, 32][source.below(4)],
        _ => LIKELY[source.below(LIKELY.len())],
    };
    (0..length).map(byte).collect()
}
