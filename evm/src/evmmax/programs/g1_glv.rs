//! Multiplication in G1 of BLS12-381 by the endomorphism and windows of five bits, in dialects with registers.
//!
//! k·P = k₀·P + k₁·φ′(P) with k = k₀ + k₁·x² modulo r and φ′(x, y) = (βx, −y), which multiplies by x² in G1 (R. Gallant, R. Lambert, S. Vanstone, "Faster point
//! multiplication on elliptic curves with efficient endomorphisms", 2001): both parts are below x² < 2^128, and the split is one DIV and one MOD. Their digits are
//! −16 to 15, so that 16 multiples of P serve for both signs and, with βX beside X and −Y beside Y, for φ′ too. The digits of k + 16·(1 + 32 + … + 32²⁵) in base 32
//! are those of k, each 16 larger.
//!
//! Registers are named by immediates alone. So a table is looked up by a jump: each entry has an addition of its own, all of one length, and the digit makes the address.

use alloc::vec::Vec;

use curve::bls12_381::{FpConst, FpEngine, FpModulus, FrModulus, G1Curve, X};
use curve::engines::recorder::Recorder;
use curve::weierstrass::Projective;
use limb::Modulus;

use super::big_endian;
use super::g1_mul::{AS_PRINTED, addition, doubling, mixed_addition};
use super::routines::constants;
use crate::evmmax::assembler::{Assembler, Error, op, safe_register};
use crate::evmmax::dialect::{Dialect, Operation};
use crate::evmmax::formula::{Constant, Formula};

/// Bytes of an element.
const ELEMENT: u64 = 48;
/// Bits of a digit.
const WIDTH: u64 = 5;
/// Digits of a part: 26·5 bits hold it with what is added.
const DIGITS: u64 = 26;
/// Multiples of P.
const TABLE: usize = 16;

/// x², by which φ′ multiplies.
pub(super) const MU: u128 = X as u128 * X as u128;

/// Registers, before the table.
mod register {
    pub(super) const SUM: [u8; 3] = [0, 1, 2];
    pub(super) const ZERO: u8 = 3;
    pub(super) const ONE: u8 = 4;
    pub(super) const TWELVE: u8 = 5;
    pub(super) const BETA: u8 = 6;
    pub(super) const POINT: [u8; 2] = [7, 8];
    pub(super) const TEMPORARIES: [u8; 9] = [9, 10, 11, 12, 13, 14, 15, 16, 17];
    /// The first that is the table's.
    pub(super) const TABLE: usize = 18;
    pub(super) const LOADED: u64 = 9;
    pub(super) const SMALL: &[(u32, u8)] = &[(0, ZERO), (1, ONE), (12, TWELVE)];
}

/// A multiple of P: where its coordinates are, and those of its images.
#[derive(Clone, Copy)]
struct Entry {
    x: u8,
    y: u8,
    z: u8,
    minus_y: u8,
    beta_x: u8,
}

/// Gives each entry its registers: how many there are in all, and the entries.
fn table() -> Result<(u64, Vec<Entry>), Error> {
    let mut next = register::TABLE;
    let mut last = 0;
    let mut fresh = || {
        last = safe_register(next).ok_or(Error::Registers)?;
        next += 1;
        Ok::<u8, Error>(last)
    };
    let mut entries = Vec::new();
    for i in 0..TABLE {
        let [x, y, z] = if i == 0 {
            [register::POINT[0], register::POINT[1], register::ONE]
        } else {
            [fresh()?, fresh()?, fresh()?]
        };
        entries.push(Entry { x, y, z, minus_y: fresh()?, beta_x: fresh()? });
    }
    Ok((u64::from(last) + 1, entries))
}

/// (βX, −Y) from X, Y: the curve's endomorphism.
pub(super) fn endomorphism() -> Formula<FpConst> {
    Formula::record::<FpEngine>(AS_PRINTED, 2, |p| {
        let one = curve::field::Red::one_in(&p[0].ctx());
        let point: Projective<G1Curve<Recorder<FpEngine>>> =
            Projective::from_xyz_unchecked_curve_and_subgroup(p[0].clone(), p[1].clone(), one);
        let [x, y, _] = point.endomorphism().coordinates().map(Clone::clone);
        [x, y].to_vec()
    })
}

/// β, big-endian.
pub(super) fn beta(endomorphism: &Formula<FpConst>) -> Result<Vec<u8>, Error> {
    let element = endomorphism.constants().iter().find_map(|constant| match constant {
        Constant::Element(beta) => Some(big_endian(&beta.integer[..6])),
        Constant::Small(_) => None,
    });
    element.ok_or(Error::Registers)
}

/// k·P for a point P of G1.
///
/// Call data are the scalar k, 32 bytes big-endian and of any size, and an affine point (x, y). It must be in G1: in the rest of the curve the endomorphism is no
/// multiplication by x², and neither the group nor the curve is checked. Returned are X, Y and Z; Z is zero for the identity.
///
/// Cost: 133 doublings, 7 mixed additions, and 52 additions less one for each digit that is zero.
///
/// # Errors
/// In dialects without registers.
pub fn g1_glv(dialect: Dialect) -> Result<Vec<u8>, Error> {
    let (registers, table) = table()?;
    let mut code = Assembler::new(dialect);
    let endomorphism = endomorphism();
    let beta = beta(&endomorphism)?;
    let constant = constants(register::SMALL, Some(register::BETA));

    // Memory: the modulus, then registers 0 to 8: 0, 1, 0, 0, 1, 12, β, x, y.
    let element = |code: &mut Assembler, offset: u64, bytes: &[u8]| {
        code.push_bytes(&bytes[..32]).push(offset).ops(&[op::MSTORE]);
        code.push_bytes(&bytes[16..]).push(offset + 16).ops(&[op::MSTORE]);
    };
    let place = |register: u8| ELEMENT * (u64::from(register) + 1);
    element(&mut code, 0, &big_endian(&FpModulus::P[..6]));
    for (register, value) in [(register::SUM[1], 1), (register::ONE, 1), (register::TWELVE, 12)] {
        // The lowest of its bytes ends the word.
        code.push(value).push(place(register) + 16).ops(&[op::MSTORE]);
    }
    element(&mut code, place(register::BETA), &beta);
    code.push(2 * ELEMENT).push(32).push(place(register::POINT[0])).ops(&[op::CALLDATACOPY]);
    code.push(registers);
    if dialect == Dialect::Evmone {
        // In bits.
        code.push(8 * ELEMENT).push(0);
    } else {
        code.push(ELEMENT).push(0).push(0);
    }
    code.extended(Operation::SetMod);
    code.push(register::LOADED).push(ELEMENT).push(0).extended(Operation::Store);

    // Even multiples are doubled, odd ones are one more than the even.
    let [double, add, mixed] = [doubling(AS_PRINTED), addition(AS_PRINTED), mixed_addition(AS_PRINTED)];
    let xyz = |entry: &Entry| [entry.x, entry.y, entry.z];
    for i in 1..TABLE {
        let target = xyz(&table[i]);
        if i & 1 == 1 {
            // 2m from m, where the entry of m is m − 1.
            double.emit(&mut code, &xyz(&table[i >> 1]), constant, &register::TEMPORARIES, Some(&target))?;
        } else {
            let inputs = [&xyz(&table[i - 1])[..], &register::POINT].concat();
            mixed.emit(&mut code, &inputs, constant, &register::TEMPORARIES, Some(&target))?;
        }
    }
    for entry in &table {
        let targets = [entry.beta_x, entry.minus_y];
        endomorphism.emit(&mut code, &[entry.x, entry.y], constant, &register::TEMPORARIES, Some(&targets))?;
    }

    // On the stack: k₁, k₀, both with their offsets, and the place of the next digit.
    let offset = (0..DIGITS).fold([0_u64; 3], |mut sum, i| {
        let bit = WIDTH * i + WIDTH - 1;
        sum[bit as usize >> 6] |= 1 << (bit & 63);
        sum
    });
    let offset = big_endian(&offset);
    let mu = MU.to_be_bytes();
    code.push_bytes(&big_endian(&FrModulus::P[..4])).push(0).ops(&[op::CALLDATALOAD, op::MOD]);
    code.push_bytes(&mu).ops(&[op::DUP1 + 1, op::DIV]).push_bytes(&offset).ops(&[op::ADD, op::SWAP1]);
    code.push_bytes(&mu).ops(&[op::SWAP1, op::MOD]).push_bytes(&offset).ops(&[op::ADD]);
    code.push(WIDTH * (DIGITS - 1));
    let [body, first, blocks, images, done] = [0; 5].map(|_| code.label());
    code.push_label(first).ops(&[op::JUMP]);

    code.bind(body).push(WIDTH).ops(&[op::SWAP1, op::SUB]);
    for _ in 0..WIDTH {
        double.emit(&mut code, &register::SUM, constant, &register::TEMPORARIES, Some(&register::SUM))?;
    }
    code.bind(first);
    let additions = [false, true].map(|image| block(&add, &table, image, dialect));
    let [additions, of_images] = additions;
    let (additions, of_images) = (additions?, of_images?);
    let longest = additions.iter().chain(&of_images).map(Vec::len).max().unwrap_or(0);
    for (part, start) in [(op::DUP1 + 2, blocks), (op::DUP1 + 3, images)] {
        let back = code.label();
        code.push_label(back).ops(&[part, op::DUP1 + 2, op::SHR]).push((1 << WIDTH) - 1).ops(&[op::AND]);
        code.push(longest as u64).ops(&[op::MUL]).push_label(start).ops(&[op::ADD, op::JUMP]).bind(back);
    }
    code.ops(&[op::DUP1]).push_label(body).ops(&[op::JUMPI]);
    code.push_label(done).ops(&[op::JUMP]);
    for (start, blocks) in [(blocks, &additions), (images, &of_images)] {
        for (i, block) in blocks.iter().enumerate() {
            if i == 0 {
                code.bind(start).ops(&block[1..]);
            } else {
                code.ops(block);
            }
            code.ops(&Vec::from_iter((block.len()..longest).map(|_| op::STOP)));
        }
    }
    code.bind(done).push(3).push(register::SUM[0].into()).push(0).extended(Operation::Load);
    code.push(3 * ELEMENT).push(0).ops(&[op::RETURN]);
    code.finish()
}

/// The additions of all digits, −16 to 15, of P's multiples or of their images: JUMPDEST, the formula, JUMP to what is on the stack.
fn block(add: &Formula<FpConst>, table: &[Entry], image: bool, dialect: Dialect) -> Result<Vec<Vec<u8>>, Error> {
    let constant = constants(register::SMALL, None);
    let blocks = (-(TABLE as i32)..TABLE as i32).map(|digit| {
        let mut code = Assembler::new(dialect);
        let start = code.label();
        code.bind(start);
        if let Some(entry) = (digit.unsigned_abs() as usize).checked_sub(1).and_then(|i| table.get(i)) {
            // φ′ changes the sign of y once, a negative digit once more.
            let y = if image != (digit < 0) { entry.minus_y } else { entry.y };
            let x = if image { entry.beta_x } else { entry.x };
            let inputs = [&register::SUM[..], &[x, y, entry.z]].concat();
            add.emit(&mut code, &inputs, constant, &register::TEMPORARIES, Some(&register::SUM))?;
        }
        code.ops(&[op::JUMP]);
        code.finish()
    });
    blocks.collect()
}
