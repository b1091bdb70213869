//! Random programs, valid and garbage: no panic, no more gas than given, and the same on every backend that computes.
#![allow(clippy::integer_division_remainder_used, reason = "of random numbers")]

use evm::evmmax::machine::{End, run};
use evm::evmmax::{Backend, Dialect, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Moduli of curves.
const KNOWN: [&str; 5] = [
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
    "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
    "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
    "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
];

/// Moduli with zeros in front: of curves, random ones, powers of two, even ones.
fn modulus(rng: &mut ChaCha8Rng) -> Vec<u8> {
    match rng.next_u32() & 7 {
        0..=3 => crate::hex(KNOWN[(rng.next_u64() as usize >> 8) % KNOWN.len()]),
        4 => vec![1, 0, 0],
        _ => {
            let mut bytes = vec![0; 1 + (rng.next_u32() as usize % 96)];
            rng.fill_bytes(&mut bytes);
            if let Some(last) = bytes.last_mut() {
                *last |= u8::from(rng.next_u32() & 15 != 0);
            }
            bytes
        }
    }
}

fn push(code: &mut Vec<u8>, value: u64) {
    code.push(0x61);
    code.extend((value as u16).to_be_bytes());
}

/// A program that sets a modulus, fills registers or slots, computes, and returns some of it; with a few bytes of garbage now and then.
fn program(rng: &mut ChaCha8Rng, dialect: Dialect) -> Vec<u8> {
    let mut code = Vec::new();
    let bytes = modulus(rng);
    let mut size = bytes.len().div_ceil(8) * 8;
    let mut memory = vec![0; size - bytes.len()];
    memory.extend(&bytes);
    if dialect == Dialect::Eip5843Le {
        memory.reverse();
    }
    // Memory is the code's tail: below 0x80 in its high byte, so that most values are below most moduli.
    for _ in 0..16 * size {
        memory.push(rng.next_u32() as u8 & 0x7f);
    }
    for slot in memory.chunks_mut(size).skip(1) {
        let top = if dialect == Dialect::Eip5843Le { size - 1 } else { 0 };
        slot[top] = if rng.next_u32() & 31 == 0 { 0xff } else { slot[top] & 0x0f };
    }
    if rng.next_u32() & 15 == 0 {
        size = size.saturating_sub(8);
    }
    push(&mut code, memory.len() as u64);
    let tail = code.len() + 1;
    push(&mut code, 0);
    push(&mut code, 0);
    code.push(0x39);
    let set = |code: &mut Vec<u8>, rng: &mut ChaCha8Rng| match dialect {
        Dialect::Eip5843Be | Dialect::Eip5843Le => {
            push(code, 0);
            push(code, size as u64 >> 3);
            push(code, 0);
            code.push(0x21);
        }
        Dialect::Eip6690 => {
            push(code, 1 + u64::from(rng.next_u32() & 31));
            push(code, size as u64);
            push(code, 0);
            push(code, u64::from(rng.next_u32() & 3));
            code.push(0xc0);
        }
        Dialect::Evmone => {
            push(code, u64::from(rng.next_u32() & 31));
            push(code, 8 * size as u64);
            push(code, 0);
            code.push(0xc0);
        }
    };
    set(&mut code, rng);
    for _ in 0..rng.next_u32() & 63 {
        let small = |rng: &mut ChaCha8Rng| (rng.next_u32() & 7) as u8;
        let choice = rng.next_u32() & 31;
        match choice {
            0 => set(&mut code, rng),
            1..=6 if dialect.in_memory() => {
                for _ in 0..2 {
                    push(&mut code, size as u64 * u64::from(rng.next_u32() & 15));
                }
                code.push(0x25);
            }
            1..=6 => {
                let load = choice < 3;
                let (register, offset) = (u64::from(small(rng)), (1 + u64::from(rng.next_u32() & 7)) * size as u64);
                push(&mut code, u64::from(rng.next_u32() & 3));
                push(&mut code, if load { register } else { offset });
                push(&mut code, if load { offset } else { register });
                code.push(if load { 0xc1 } else { 0xc2 });
            }
            7 => code.push(rng.next_u32() as u8),
            _ if dialect.in_memory() => {
                code.push(0x22 + (rng.next_u32() % 3) as u8);
                code.extend([0; 3].map(|_| 1 + small(rng)));
            }
            _ => {
                code.push(0xc3 + (rng.next_u32() % 3) as u8);
                code.extend([0; 6].map(|_| small(rng) >> 1));
                code.push(1 + (small(rng) >> 1));
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

/// Every backend that computes, with and without fusion; the one that does not costs as much where the arithmetic has no say in the way.
fn agree(dialect: Dialect, code: &[u8], gas: u64) -> End {
    let outcome = |backend, fused| {
        let outcome = run(&Rules { backend, fused, ..Rules::of(dialect) }, code, &[], gas);
        assert!(outcome.gas_used <= gas);
        outcome
    };
    let generic = outcome(Backend::Generic, false);
    for (backend, fused) in [
        (Backend::Generic, true),
        (Backend::Fixed, false),
        (Backend::Fixed, true),
        (Backend::Recognised, false),
        (Backend::Recognised, true),
    ] {
        assert_eq!(generic, outcome(backend, fused), "{dialect:?} {backend:?} {fused} {code:02x?}");
    }
    outcome(Backend::Null, true);
    generic.end
}

#[test]
fn programs_of_arithmetic() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut returned = 0;
    for i in 0..6_000_u64 {
        let dialect = Dialect::ALL[(i & 3) as usize];
        let code = program(&mut rng, dialect);
        let gas = if i & 7 == 7 { u64::from(rng.next_u32() & 1023) } else { 100_000 };
        returned += u32::from(matches!(agree(dialect, &code, gas), End::Returned(_)));
    }
    assert!(returned > 800, "{returned} of 6,000 end well");
}

/// Loops and branches whose targets stand before, in and behind runs of arithmetic, and gas that ends anywhere.
#[test]
fn jumps_into_runs_and_gas_that_ends_there() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut returned, mut halted) = (0, 0);
    for i in 0..4_000_u64 {
        let dialect = [Dialect::Eip6690, Dialect::Evmone][(i & 1) as usize];
        // A modulus of 97 or of BLS12-381 at 0, eight registers of 1 to 8, a counter on the stack.
        let bytes = if i & 2 == 0 { vec![97] } else { crate::hex(KNOWN[0]) };
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
        push(&mut code, 8);
        if dialect == Dialect::Evmone {
            push(&mut code, 8 * size as u64);
            push(&mut code, 0);
        } else {
            for operand in [size as u64, 0, 0] {
                push(&mut code, operand);
            }
        }
        code.push(0xc0);
        for operand in [8, size as u64, 0] {
            push(&mut code, operand);
        }
        code.push(0xc2);
        code.extend([0x60, 1 + (rng.next_u32() & 7) as u8]);
        let mut places = Vec::new();
        let mut uses = Vec::new();
        for _ in 0..rng.next_u32() & 31 {
            match rng.next_u32() & 7 {
                0 => {
                    places.push(code.len() as u16);
                    code.push(0x5b);
                }
                1 => {
                    // Down by one, and back or ahead while it is not zero.
                    code.extend([0x60, 1, 0x90, 0x03, 0x80, 0x61]);
                    uses.push(code.len());
                    code.extend([0, 0, 0x57]);
                }
                _ => {
                    code.push(0xc3 + (rng.next_u32() % 3) as u8);
                    // Rarely a register that is not there, a vector, or a destination inside the immediate.
                    let rare = rng.next_u32() & 63;
                    let register = |rng: &mut ChaCha8Rng| (rng.next_u32() & 7) as u8;
                    let out = if rare == 0 { 8 } else { register(&mut rng) };
                    let stride = if rare == 1 { 0x5b } else { 1 };
                    let count = if rare == 2 { 2 } else { 1 };
                    code.extend([out, 1, register(&mut rng), stride, register(&mut rng), 1, count]);
                }
            }
        }
        for at in uses {
            let length = code.len();
            let to = match places.len() {
                0 => rng.next_u32() as usize % length,
                there if rng.next_u32() & 15 != 0 => places[rng.next_u32() as usize % there].into(),
                _ => rng.next_u32() as usize % length,
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
        let gas = 450 + u64::from(rng.next_u32() & 1023);
        match agree(dialect, &code, gas) {
            End::Returned(_) => returned += 1,
            _ => halted += 1,
        }
    }
    assert!(returned > 400 && halted > 400, "{returned} return and {halted} halt");
}

#[test]
fn garbage() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    const LIKELY: [u8; 24] = [
        0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0x51, 0x52, 0x53, 0x56, 0x57, 0x5b,
        0x5f, 0x60, 0x80, 0x90, 0x37, 0x39,
    ];
    for i in 0..20_000_u64 {
        let mut code = vec![0; rng.next_u32() as usize % 120];
        rng.fill_bytes(&mut code);
        for byte in &mut code {
            match rng.next_u32() & 3 {
                0 => {}
                1 => *byte = [0, 1, 2, 32][(rng.next_u32() & 3) as usize],
                _ => *byte = LIKELY[rng.next_u32() as usize % LIKELY.len()],
            }
        }
        agree(Dialect::ALL[(i & 3) as usize], &code, u64::from(rng.next_u32() & 4095));
    }
}

/// A program changed in one byte, or cut.
#[test]
fn mutated() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for i in 0..3_000_u64 {
        let dialect = Dialect::ALL[(i & 3) as usize];
        let mut code = program(&mut rng, dialect);
        let at = rng.next_u32() as usize % code.len();
        if rng.next_u32() & 3 == 0 {
            code.truncate(at);
        } else {
            code[at] = rng.next_u32() as u8;
        }
        agree(dialect, &code, 50_000);
    }
}
