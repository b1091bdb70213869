//! Multiplication in G1 of BLS12-381 by the endomorphism and windows of five bits, in dialects with
//! registers.
//!
//! k·P = k₀·P + k₁·φ′(P) with k = k₀ + k₁·μ modulo r, μ = x² and φ′(x, y) = (βx, −y), which
//! multiplies by μ in G1 (R. Gallant, R. Lambert, S. Vanstone, "Faster point multiplication on
//! elliptic curves with efficient endomorphisms", 2001): both parts are below μ < 2^128, and the
//! split is one DIV and one MOD.
//!
//! Digits are odd, from −31 to 31 (M. Joye, M. Tunstall, "Exponent recoding and regular
//! exponentiation algorithms", 2009): an odd k is Σ dᵢ·32ⁱ with dᵢ = 2Kᵢ − 31, the Kᵢ being the
//! digits in base 32 of K = (k + 2^130 − 1)/2. So 16 odd multiples of P serve, and with βx beside x
//! and −y beside y for both signs and for φ′ too. Parts become odd by vectors of the lattice of all
//! (u, v) with u + v·μ = 0 modulo r, where r = μ² − μ + 1 and μ is even: where k₀ is even (1, μ −
//! 1) is subtracted, then where k₁ is even (μ, −1).
//!
//! Registers are named by immediates alone. So a table is looked up by a jump: each entry has an
//! addition of its own, 256 bytes with what fills them, and the digit makes the address.
//!
//! # No exceptions
//!
//! The formulas of [`g1_jacobian`](super::g1_jacobian) do not hold for the identity and for equal
//! points. The sum is a·P + b·φ′(P); each window adds a digit to b, then one to a. That adds equal
//! or opposite points where (a, b ∓ d) or (a ∓ d, b) is in the lattice. In both coordinates its
//! vectors but zero reach μ − 1, and within μ + 63 there are ±(μ, −1), ±(1, μ − 1), their sum and
//! their difference alone.
//!
//! * Such a pair is never zero: a and b are odd from their first digits on, or 32 times an odd
//!   number after the doublings.
//! * Before the last window both numbers are far below μ − 1.
//! * When b gets its last digit, a is 32 modulo 64, and none of the eight first coordinates is: μ
//!   is a multiple of 2^32.
//! * When a gets its last digit, b = k₁ is odd and a ∓ d too: the vector is ±(1, μ − 1). With a − d
//!   = ±1 that takes a = ±32 and k₀ = ±63, but no scalar below r becomes ±(63, μ − 1). With a + d =
//!   k₀ the scalar is zero: then opposite points are added, and their sum has Z = 0.

use alloc::vec::Vec;

use curve::bls12_381::{FpConst, FpEngine, FrModulus, G1Curve, X};
use curve::engines::recorder::Recorder;
use curve::weierstrass::Projective;
use limb::Modulus;

use super::g1_jacobian::{
    doubling, first_doubling, homogeneous, mixed_addition, next_multiple, scaled,
};
use super::g1_mul::AS_PRINTED;
use super::routines::{constants, copy};
use super::{ELEMENT, big_endian, load_modulus, set_modulus};
use crate::evmmax::assembler::{Assembler, Error, Label, op, safe_register};
use crate::evmmax::dialect::{Dialect, Operation, Vector};
use crate::evmmax::formula::{Constant, Formula};

/// Bits of a digit.
const WIDTH: u64 = 5;
/// Digits of a part.
const DIGITS: u64 = 26;
/// Where the first digit of a part stands.
const TOP: u64 = WIDTH * (DIGITS - 1);
/// Odd multiples of P.
const TABLE: usize = 16;
/// Bytes of the code of a digit, as a power of two.
const BLOCK_BITS: u64 = 8;
/// Of that of φ′'s first digit.
const LOAD_BITS: u64 = 5;

/// x², by which φ′ multiplies.
pub(super) const MU: u128 = X as u128 * X as u128;

/// The largest first digit of a part, which is at most μ, while all others together are below
/// 2^125.
const LARGEST_FIRST: u64 = (MU >> TOP) as u64;
const _: () =
    assert!(LARGEST_FIRST & 1 == 1, "digits are odd, so that it bounds those of μ + 2^125 too");

/// Registers, before the table.
mod register {
    pub(super) const SUM: [u8; 3] = [0, 1, 2];
    pub(super) const ZERO: u8 = 3;
    pub(super) const BETA: u8 = 4;
    pub(super) const POINT: [u8; 2] = [5, 6];
    /// The Z of all multiples.
    pub(super) const COMMON: u8 = 7;
    /// By how much it is larger than the Z that a multiple was computed with.
    pub(super) const RATIO: u8 = 8;
    pub(super) const TEMPORARIES: [u8; 9] = [9, 10, 11, 12, 13, 14, 15, 16, 17];
    /// The first that is the table's.
    pub(super) const TABLE: usize = 18;
    pub(super) const LOADED: u64 = 7;
    pub(super) const SMALL: &[(u32, u8)] = &[(0, ZERO)];
}

/// An odd multiple of P: where its coordinates are, and those of its images.
#[derive(Clone, Copy)]
struct Entry {
    x: u8,
    y: u8,
    minus_y: u8,
    /// While the table is made, by how much its Z is larger than that of the multiple before.
    beta_x: u8,
}

impl Entry {
    /// The point or its image, or the opposite of that.
    const fn point(&self, image: bool, negative: bool) -> [u8; 2] {
        // φ′ changes the sign of y once, a negative digit once more.
        [
            if image { self.beta_x } else { self.x },
            if image != negative { self.minus_y } else { self.y },
        ]
    }
}

/// The multiples of P.
struct Table {
    entries: [Entry; TABLE],
    /// How many registers there are in all.
    registers: u64,
}

impl Table {
    /// Gives each entry its registers.
    fn new() -> Result<Self, Error> {
        let all = (register::TABLE..).map_while(safe_register);
        let mut all = register::POINT.into_iter().chain(all);
        let mut fresh = || all.next().ok_or(Error::Registers);
        let mut entries = [Entry { x: 0, y: 0, minus_y: 0, beta_x: 0 }; TABLE];
        let mut last = 0;
        for entry in &mut entries {
            *entry = Entry { x: fresh()?, y: fresh()?, minus_y: fresh()?, beta_x: fresh()? };
            last = entry.beta_x;
        }
        Ok(Self { entries, registers: u64::from(last) + 1 })
    }

    /// The multiple by a digit, which comes as (digit + 31)/2, or its image.
    fn multiple(&self, digit: u64, image: bool) -> Result<[u8; 2], Error> {
        let half = TABLE as u64;
        let (negative, entry) =
            if digit < half { (true, half - 1 - digit) } else { (false, digit - half) };
        let entry = self.entries.get(entry as usize).ok_or(Error::Registers)?;
        Ok(entry.point(image, negative))
    }

    /// Computes all entries from the first, with one Z.
    fn fill(&self, code: &mut Assembler, endomorphism: &Formula<FpConst>) -> Result<(), Error> {
        // 2P, with the Z of the last multiple.
        let [x, y, _] = register::SUM;
        let [first, .., last] = &self.entries;
        emit(
            code,
            &first_doubling(),
            &register::POINT,
            &[x, y, register::COMMON, first.x, first.y],
        )?;
        let next = next_multiple();
        for pair in self.entries.windows(2) {
            if let [before, entry] = pair {
                emit(
                    code,
                    &next,
                    &[x, y, before.x, before.y],
                    &[entry.x, entry.y, entry.beta_x, x, y],
                )?;
            }
        }
        let scaled = scaled();
        let mut ratio = last.beta_x;
        for (entry, after) in self.entries.iter().zip(&self.entries[1..]).rev() {
            if after.x != last.x {
                code.vector(Operation::Mul, &Vector::one(register::RATIO, ratio, after.beta_x));
                ratio = register::RATIO;
            }
            emit(code, &scaled, &[entry.x, entry.y, ratio], &[entry.x, entry.y])?;
        }
        code.vector(Operation::Mul, &Vector::one(register::COMMON, register::COMMON, ratio));
        for entry in &self.entries {
            emit(code, endomorphism, &[entry.x, entry.y], &[entry.beta_x, entry.minus_y])?;
        }
        Ok(())
    }
}

/// A formula on registers.
fn emit(
    code: &mut Assembler,
    formula: &Formula<FpConst>,
    inputs: &[u8],
    targets: &[u8],
) -> Result<(), Error> {
    let constant = constants(register::SMALL, Some(register::BETA));
    formula.emit(code, inputs, constant, &register::TEMPORARIES, Some(targets)).map(|_| ())
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
        Constant::Element(beta) => Some(big_endian(&beta.integer()[..6])),
        Constant::Small(_) => None,
    });
    element.ok_or(Error::Registers)
}

/// JUMPDEST, with a label or without.
fn destination(code: &mut Assembler, label: Option<Label>) {
    match label {
        Some(label) => code.bind(label),
        None => code.ops(&[op::JUMPDEST]),
    };
}

/// Fills what began there up to so many bytes.
fn fill(code: &mut Assembler, begin: usize, bytes: usize) -> Result<(), Error> {
    let missing = (begin + bytes).checked_sub(code.len()).ok_or(Error::TooLong)?;
    code.ops(&Vec::from_iter((0..missing).map(|_| op::STOP)));
    Ok(())
}

/// K₁ and K₀ of the scalar onto the stack, a digit at its place being the distance of its block.
fn split(code: &mut Assembler) {
    let mu = MU.to_be_bytes();
    let is_even = |code: &mut Assembler| {
        code.ops(&[op::DUP1]).push(1).ops(&[op::AND, op::ISZERO]);
    };
    code.push_bytes(&big_endian(&FrModulus::P[..4])).push(0).ops(&[op::CALLDATALOAD, op::MOD]);
    code.push_bytes(&mu)
        .ops(&[op::DUP1 + 1, op::DIV, op::SWAP1])
        .push_bytes(&mu)
        .ops(&[op::SWAP1, op::MOD]);
    // k₁, k₀: both less a multiple of (1, μ − 1).
    is_even(code);
    code.ops(&[op::DUP1, op::SWAP1 + 1, op::SUB, op::SWAP1]).push_bytes(&(MU - 1).to_be_bytes());
    code.ops(&[op::MUL, op::SWAP1, op::SWAP1 + 1, op::SUB]);
    // k₀, k₁: less a multiple of (μ, −1).
    is_even(code);
    code.ops(&[op::DUP1, op::SWAP1 + 1, op::ADD, op::SWAP1]).push_bytes(&mu);
    code.ops(&[op::MUL, op::SWAP1, op::SWAP1 + 1, op::SUB]);
    // k₁, k₀. The sums are even, so that K is on its place by one bit less.
    let mut offset = [0xff; 17];
    offset[0] = 3;
    for _ in 0..2 {
        code.push_bytes(&offset).ops(&[op::ADD]).push(BLOCK_BITS - 1).ops(&[op::SHL, op::SWAP1]);
    }
}

/// k·P for a point P of G1.
///
/// Call data are the scalar k, 32 bytes big-endian and of any size, and an affine point (x, y). It
/// must be in G1: in the rest of the curve the endomorphism is no multiplication by x², and neither
/// the group nor the curve is checked. Returned are X, Y and Z; Z is zero for the identity.
///
/// Cost: 126 doublings, 51 mixed additions, and 15 additions of points with one Z for the table, of
/// 11 products each with what brings them to the last Z. Gas is the same for all scalars and
/// points.
///
/// [Example](crate::evmmax::programs).
///
/// # Errors
/// In dialects without registers.
pub fn g1_glv(dialect: Dialect) -> Result<Vec<u8>, Error> {
    let table = Table::new()?;
    let mut code = Assembler::new(dialect);
    let endomorphism = endomorphism();
    let beta = beta(&endomorphism)?;

    // Memory: the modulus, then registers 0 to 6: 0, 0, 1, 0, β, x, y.
    let place = |register: u8| ELEMENT * (u64::from(register) + 1);
    load_modulus(&mut code);
    // The lowest of its bytes ends the word.
    code.push(1).push(place(register::SUM[2]) + 16).ops(&[op::MSTORE]);
    code.push_bytes(&beta[..32]).push(place(register::BETA)).ops(&[op::MSTORE]);
    code.push_bytes(&beta[16..]).push(place(register::BETA) + 16).ops(&[op::MSTORE]);
    code.push(2 * ELEMENT).push(32).push(place(register::POINT[0])).ops(&[op::CALLDATACOPY]);
    set_modulus(&mut code, dialect, table.registers);
    code.push(register::LOADED).push(ELEMENT).push(0).extended(Operation::Store);
    table.fill(&mut code, &endomorphism)?;

    // On the stack: K₁, K₀, and the place of the next digits.
    let [body, first, images, points, done] = [0; 5].map(|_| code.label());
    let largest = (LARGEST_FIRST + (1 << WIDTH) - 1) >> 1;
    let least = (1 << WIDTH) - 1 - largest;
    split(&mut code);
    code.push(TOP).push(least << LOAD_BITS).ops(&[op::DUP1 + 3]).push(TOP + BLOCK_BITS - LOAD_BITS);
    code.ops(&[op::SHR]).push(((1 << WIDTH) - 1) << LOAD_BITS).ops(&[op::AND, op::SUB]);
    code.push_label(first).ops(&[op::ADD, op::JUMP]);

    code.bind(body).push(WIDTH).ops(&[op::SWAP1, op::SUB]);
    let double = doubling();
    for _ in 0..WIDTH {
        emit(&mut code, &double, &register::SUM, &register::SUM)?;
    }
    let jump = |code: &mut Assembler, part: u8, start| {
        code.ops(&[part, op::DUP1 + 1, op::SHR])
            .push(((1 << WIDTH) - 1) << BLOCK_BITS)
            .ops(&[op::AND]);
        code.push_label(start).ops(&[op::ADD, op::JUMP]);
    };
    jump(&mut code, op::DUP1 + 2, images);

    // φ′'s first digit makes the sum, whose Z is 1.
    let [x, y, z] = register::SUM;
    for digit in least..=largest {
        let begin = code.len();
        destination(&mut code, (digit == least).then_some(first));
        for (to, from) in [x, y].into_iter().zip(table.multiple(digit, true)?) {
            copy(&mut code, to, from, 1, register::ZERO);
        }
        jump(&mut code, op::DUP1 + 1, points);
        fill(&mut code, begin, 1 << LOAD_BITS)?;
    }
    let add = mixed_addition();
    for (image, start) in [(true, images), (false, points)] {
        for digit in 0..1 << WIDTH {
            let begin = code.len();
            destination(&mut code, (digit == 0).then_some(start));
            let inputs = [&register::SUM[..], &table.multiple(digit, image)?].concat();
            emit(&mut code, &add, &inputs, &register::SUM)?;
            if image {
                jump(&mut code, op::DUP1 + 1, points);
            } else {
                code.ops(&[op::DUP1])
                    .push_label(body)
                    .ops(&[op::JUMPI])
                    .push_label(done)
                    .ops(&[op::JUMP]);
            }
            fill(&mut code, begin, 1 << BLOCK_BITS)?;
        }
    }

    code.bind(done).vector(Operation::Mul, &Vector::one(z, z, register::COMMON));
    emit(&mut code, &homogeneous(), &[x, z], &[x, z])?;
    code.push(3).push(x.into()).push(0).extended(Operation::Load);
    code.push(3 * ELEMENT).push(0).ops(&[op::RETURN]);
    code.finish()
}
