//! Σ kᵢ·Pᵢ in G1 of BLS12-381 for a few points, in dialects with registers: doublings for all of
//! them together, the endomorphism of [`g1_glv()`](super::g1_glv()) and digits of four bits.
//!
//! An addition for every point and digit would be a hundred kilobytes of code. So a digit jumps to
//! a copy of its multiple into the operand of one addition: three sums with zero, and a difference
//! where it is negative, instead of 33 instructions. The multiple of zero is the identity, which
//! the complete formulas add like any other point. (E. G. Straus, "Addition chains of vectors",
//! 1964.)

use alloc::vec::Vec;

use curve::bls12_381::FrModulus;
use limb::Modulus;

use super::g1_glv::{MU, beta, endomorphism};
use super::g1_mul::{AS_PRINTED, addition, doubling, mixed_addition};
use super::routines::{constants, copy, negate};
use super::{ELEMENT, big_endian, load_modulus, set_modulus};
use crate::evmmax::assembler::{Assembler, Error, is_safe, op};
use crate::evmmax::dialect::{Dialect, Operation};

/// Most points: their multiples fill the registers.
pub const MAX_POINTS: usize = 8;

/// Bits of a digit.
const WIDTH: u64 = 4;
/// Digits of a part: 33·4 bits hold it with what is added, so that digits are −8 to 7.
const DIGITS: u64 = 33;
/// Multiples of a point.
const TABLE: usize = 8;
/// Bytes of the code of a digit, as a power of two.
const BLOCK_BITS: u64 = 5;
/// Bytes of call data of a point and its scalar.
const PAIR: u64 = 2 * ELEMENT + 32;

/// Registers, before the points.
mod register {
    pub(super) const SUM: [u8; 3] = [0, 1, 2];
    pub(super) const TWELVE: u8 = 3;
    pub(super) const BETA: u8 = 4;
    /// Where the identity stands.
    pub(super) const ZERO: u8 = 5;
    pub(super) const ONE: u8 = 6;
    pub(super) const OPERAND: [u8; 3] = [8, 9, 10];
    pub(super) const TEMPORARIES: [u8; 9] = [11, 12, 13, 14, 15, 16, 17, 18, 19];
    /// x, y and 1 of each point.
    pub(super) const POINTS: u8 = 20;
    pub(super) const SMALL: &[(u32, u8)] = &[(0, ZERO), (1, ONE), (12, TWELVE)];
}

/// Three registers whose numbers follow one another, from the first.
const fn triple(first: u8) -> [u8; 3] {
    [first, first + 1, first + 2]
}

/// The first registers of the multiples of each point, and how many registers there are in all.
fn tables(points: usize) -> Result<(Vec<[u8; TABLE]>, u64), Error> {
    let mut next = usize::from(register::POINTS) + 3 * points;
    let mut end = next;
    let mut fresh = || {
        while (next..next + 3)
            .any(|number| u8::try_from(number).is_ok_and(|number| !is_safe(number)))
        {
            next += 1;
        }
        let first = u8::try_from(next)
            .ok()
            .filter(|first| *first <= u8::MAX - 2)
            .ok_or(Error::Registers)?;
        next += 3;
        end = next;
        Ok::<u8, Error>(first)
    };
    let mut tables = Vec::new();
    for point in 0..points {
        let mut table = [register::POINTS + 3 * point as u8; TABLE];
        for entry in &mut table[1..] {
            *entry = fresh()?;
        }
        tables.push(table);
    }
    Ok((tables, end as u64))
}

/// Σ kᵢ·Pᵢ for 1 to [`MAX_POINTS`] points of G1.
///
/// Call data are, for each, the affine point (x, y), 48 bytes big-endian each, and the scalar k, 32
/// bytes big-endian and of any size. The points must be in G1, as for
/// [`g1_glv()`](super::g1_glv()), and none is the identity; nothing is checked. Returned are X, Y
/// and Z; Z is zero for the identity.
///
/// Cost: 128 doublings, and for each point 4 doublings, 3 mixed additions and 66 additions; and a
/// difference for each digit that is negative. Gas depends only on their number.
///
/// [Example](crate::evmmax::programs).
///
/// # Errors
/// In dialects without registers, and [`Error::Registers`] for other numbers of points.
pub fn g1_msm(dialect: Dialect, points: usize) -> Result<Vec<u8>, Error> {
    if points == 0 || points > MAX_POINTS {
        return Err(Error::Registers);
    }
    let (tables, registers) = tables(points)?;
    let loaded = u64::from(register::POINTS) + 3 * points as u64;
    let place = |register: u8| ELEMENT * (u64::from(register) + 1);
    // Behind the registers' image: both parts of each scalar, 32 bytes each.
    let part = |point: usize, image: bool| {
        ELEMENT * (loaded + 1) + 64 * point as u64 + 32 * u64::from(image)
    };
    let endomorphism = endomorphism();
    let beta = beta(&endomorphism)?;
    let constant = constants(register::SMALL, Some(register::BETA));

    let mut code = Assembler::new(dialect);
    load_modulus(&mut code);
    for (register, value) in [(register::SUM[1], 1), (register::TWELVE, 12), (register::ONE, 1)] {
        // The lowest of its bytes ends the word.
        code.push(value).push(place(register) + 16).ops(&[op::MSTORE]);
    }
    code.push_bytes(&beta[..32]).push(place(register::BETA)).ops(&[op::MSTORE]);
    code.push_bytes(&beta[16..]).push(place(register::BETA) + 16).ops(&[op::MSTORE]);
    let offset = (0..DIGITS).fold([0_u64; 3], |mut sum, i| {
        let bit = WIDTH * i + WIDTH - 1;
        sum[bit as usize >> 6] |= 1 << (bit & 63);
        sum
    });
    let (offset, mu, order) =
        (big_endian(&offset), MU.to_be_bytes(), big_endian(&FrModulus::P[..4]));
    for (i, table) in tables.iter().enumerate() {
        let from = PAIR * i as u64;
        code.push(2 * ELEMENT).push(from).push(place(table[0])).ops(&[op::CALLDATACOPY]);
        code.push(1).push(place(table[0] + 2) + 16).ops(&[op::MSTORE]);
        // Both parts in digits from 0 to 15, and 2^5 times that: a digit at its place is where its
        // block begins.
        code.push_bytes(&order).push(from + 2 * ELEMENT).ops(&[op::CALLDATALOAD, op::MOD]);
        let store = |code: &mut Assembler, at: u64| {
            code.push_bytes(&offset)
                .ops(&[op::ADD])
                .push(BLOCK_BITS)
                .ops(&[op::SHL])
                .push(at)
                .ops(&[op::MSTORE]);
        };
        code.push_bytes(&mu).ops(&[op::DUP1 + 1, op::DIV]);
        store(&mut code, part(i, true));
        code.push_bytes(&mu).ops(&[op::SWAP1, op::MOD]);
        store(&mut code, part(i, false));
    }
    set_modulus(&mut code, dialect, registers);
    code.push(loaded).push(ELEMENT).push(0).extended(Operation::Store);

    // Even multiples are doubled, odd ones are one more than the even.
    let [double, add, mixed] =
        [doubling(AS_PRINTED), addition(AS_PRINTED), mixed_addition(AS_PRINTED)];
    for table in &tables {
        for i in 1..TABLE {
            let target = triple(table[i]);
            if i & 1 == 1 {
                let half = triple(table[i >> 1]);
                double.emit(&mut code, &half, constant, &register::TEMPORARIES, Some(&target))?;
            } else {
                let inputs = [triple(table[i - 1]).as_slice(), &triple(table[0])[..2]].concat();
                mixed.emit(&mut code, &inputs, constant, &register::TEMPORARIES, Some(&target))?;
            }
        }
    }

    // On the stack: the place of the digits.
    let [body, first] = [code.label(), code.label()];
    let starts: Vec<_> = (0..points).map(|_| code.label()).collect();
    code.push(WIDTH * (DIGITS - 1)).push_label(first).ops(&[op::JUMP]);
    code.bind(body).push(WIDTH).ops(&[op::SWAP1, op::SUB]);
    for _ in 0..WIDTH {
        double.emit(
            &mut code,
            &register::SUM,
            constant,
            &register::TEMPORARIES,
            Some(&register::SUM),
        )?;
    }
    code.bind(first);
    for (i, &start) in starts.iter().enumerate() {
        for image in [false, true] {
            let back = code.label();
            code.push_label(back).push(part(i, image)).ops(&[op::MLOAD, op::DUP1 + 2, op::SHR]);
            code.push(((1 << WIDTH) - 1) << BLOCK_BITS).ops(&[op::AND]);
            code.push_label(start).ops(&[op::ADD, op::JUMP]).bind(back);
            let [x, y, _] = register::OPERAND;
            if image {
                endomorphism.emit(
                    &mut code,
                    &[x, y],
                    constant,
                    &register::TEMPORARIES,
                    Some(&[x, y]),
                )?;
            }
            let inputs = [register::SUM, register::OPERAND].concat();
            add.emit(&mut code, &inputs, constant, &register::TEMPORARIES, Some(&register::SUM))?;
        }
    }
    code.ops(&[op::DUP1]).push_label(body).ops(&[op::JUMPI]);
    code.push(3).push(register::SUM[0].into()).push(0).extended(Operation::Load);
    code.push(3 * ELEMENT).push(0).ops(&[op::RETURN]);
    for (table, &start) in tables.iter().zip(&starts) {
        for digit in 0..2 * TABLE {
            let block = block(dialect, table, digit as i32 - TABLE as i32)?;
            if digit == 0 {
                code.bind(start).ops(&block[1..]);
            } else {
                code.ops(&block);
            }
            code.ops(&Vec::from_iter((block.len()..1 << BLOCK_BITS).map(|_| op::STOP)));
        }
    }
    code.finish()
}

/// A digit: JUMPDEST, its multiple into the operand, JUMP to what is on the stack.
fn block(dialect: Dialect, table: &[u8; TABLE], digit: i32) -> Result<Vec<u8>, Error> {
    let mut code = Assembler::new(dialect);
    let start = code.label();
    code.bind(start);
    let multiple = (digit.unsigned_abs() as usize).checked_sub(1).and_then(|i| table.get(i));
    let [first, y, _] = register::OPERAND;
    copy(&mut code, first, multiple.copied().unwrap_or(register::ZERO), 3, register::ZERO);
    if digit < 0 {
        negate(&mut code, y, 1, register::ZERO);
    }
    code.ops(&[op::JUMP]);
    code.finish()
}
