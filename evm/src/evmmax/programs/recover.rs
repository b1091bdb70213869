//! The public key of an ECDSA signature on secp256k1, in dialects with registers: what ecrecover
//! computes before it hashes the key.
//!
//! Q = r⁻¹·(s·R − z·G), with R the point whose x is r and whose y has the parity of v (SEC 1
//! §4.1.6). Scalars are computed modulo n in a context of their own; then the lift of r and u₁·G +
//! u₂·R modulo p, by doublings for both and digits of four bits from tables of 15 multiples
//! (Straus), a digit jumping to a copy of its multiple.

use alloc::vec::Vec;

use curve::engines::recorder::Recorder;
use curve::formulas::complete;
use curve::secp256k1::{FpConst, FpEngine, FpModulus, Fr, FrEngine, FrModulus, Point, Secp256k1};
use curve::weierstrass::{Group, Projective, Weierstrass};
use limb::Modulus;
use limb::modulus::Constant as Known;

use super::routines::{constants, copy, negate};
use super::{big_endian, power};
use crate::evmmax::assembler::{Assembler, Error, Label, op, safe_register};
use crate::evmmax::dialect::{Dialect, Operation};
use crate::evmmax::formula::{Formula, Recorded, Shape};

/// Bytes of an element.
const ELEMENT: u64 = 32;
/// Bits of a digit.
const WIDTH: u64 = 4;
/// Multiples of G and of R.
const TABLE: usize = 15;
/// The register of zero modulo n, behind those of r, z and s.
const ZERO_MODULO_N: u8 = 3;
/// Bytes of the code of a digit, as a power of two.
const BLOCK_BITS: u64 = 5;

/// Products cost two sums: Karatsuba's trick saves nothing.
const SHAPE: Shape = Shape { karatsuba: false, most_sums: 3 };

type Value = Recorded<FpEngine>;
type Curve = Secp256k1<Recorder<FpEngine>>;

/// Where call data has what.
mod input {
    pub(super) const HASH: u64 = 0;
    pub(super) const V: u64 = 32;
    pub(super) const R: u64 = 64;
    pub(super) const S: u64 = 96;
}

/// Memory: the modulus in force, then r, z and s, which become u₁ and u₂, then the image of the
/// registers modulo p.
mod memory {
    pub(super) const SCALARS: u64 = 32;
    pub(super) const IMAGE: u64 = 128;
}

/// Registers modulo p.
mod register {
    pub(super) const SUM: [u8; 3] = [0, 1, 2];
    pub(super) const TWENTY_ONE: u8 = 3;
    pub(super) const SEVEN: u8 = 4;
    pub(super) const ZERO: u8 = 5;
    /// R, the first of its multiples.
    pub(super) const R: [u8; 3] = [6, 7, 8];
    pub(super) const OPERAND: [u8; 3] = [9, 10, 11];
    /// x and y of the multiples of G.
    pub(super) const G: u8 = 12;
    pub(super) const LOADED: u8 = G + 30;
    /// Where the multiples of R but the first begin.
    pub(super) const MULTIPLES: u8 = 64;
    pub(super) const SMALL: &[(u32, u8)] = &[(0, ZERO), (7, SEVEN), (21, TWENTY_ONE)];
}

/// The formulas.
///
/// [Example](crate::evmmax::programs).
#[derive(Clone, Debug)]
pub struct Formulas {
    /// u₁ = −z/r and u₂ = s/r from r, z and s, modulo n.
    pub scalars: Formula<Known<FrModulus>>,
    /// w^((p + 1)/4) of w = x³ + 7, and its square less w, from x.
    pub lift: Formula<FpConst>,
    /// 2P from X, Y, Z.
    pub doubling: Formula<FpConst>,
    /// P + Q from X₁, Y₁, Z₁, X₂, Y₂, Z₂.
    pub addition: Formula<FpConst>,
    /// P + (x₂, y₂) from X₁, Y₁, Z₁, x₂, y₂.
    pub mixed_addition: Formula<FpConst>,
    /// X/Z and Y/Z.
    pub affine: Formula<FpConst>,
}

fn point(values: &[Value]) -> Projective<Curve> {
    let [x, y, z] = [0, 1, 2].map(|i| values[i].clone());
    Projective::from_xyz_unchecked_curve_and_subgroup(x, y, z)
}

fn coordinates(point: &Projective<Curve>) -> Vec<Value> {
    point.coordinates().map(Clone::clone).to_vec()
}

impl Formulas {
    /// Records them.
    pub fn new() -> Self {
        let record = |inputs: usize, formula: &dyn Fn(&[Value]) -> Vec<Value>| {
            Formula::record::<FpEngine>(SHAPE, inputs, formula)
        };
        Self {
            scalars: Formula::record::<FrEngine>(SHAPE, 3, |values| {
                let [r, z, s] = [&values[0], &values[1], &values[2]];
                let inverse = power(r, &FrModulus::P_MINUS_2);
                [-&(z * &inverse), s * &inverse].to_vec()
            }),
            lift: record(1, &|x| {
                let x = &x[0];
                let w = &(&(x * x) * x) + &Curve::b(&x.ctx());
                let y = &power(&w, &FpModulus::SQRT_EXPONENT) * &w;
                let rest = &(&y * &y) - &w;
                [y, rest].to_vec()
            }),
            doubling: record(3, &|p| coordinates(&complete::double(&point(p)))),
            addition: record(6, &|p| coordinates(&complete::add(&point(p), &point(&p[3..])))),
            mixed_addition: record(5, &|p| {
                coordinates(&complete::add_mixed(&point(p), &p[3], &p[4]))
            }),
            affine: record(3, &|p| {
                let inverse = power(&p[2], &FpModulus::P_MINUS_2);
                [&p[0] * &inverse, &p[1] * &inverse].to_vec()
            }),
        }
    }
}

impl Default for Formulas {
    fn default() -> Self {
        Self::new()
    }
}

/// SETMODX of the modulus at 0.
fn set_modulus(code: &mut Assembler, dialect: Dialect, id: u64, registers: u64) {
    code.push(registers);
    if dialect == Dialect::Evmone {
        // In bits, and the context before is gone.
        code.push(8 * ELEMENT).push(0);
    } else {
        code.push(ELEMENT).push(0).push(id);
    }
    code.extended(Operation::SetMod);
}

/// x and y of G to 15·G.
fn multiples_of_g() -> Vec<u8> {
    let generator: Point = Secp256k1::<FpEngine>::generator(&()).to_projective();
    let mut bytes = Vec::new();
    for k in 1..=TABLE as u32 {
        let multiple = generator.mul_vartime(&Fr::from(k)).to_affine();
        for coordinate in [multiple.x(), multiple.y()] {
            let mut element = [0; ELEMENT as usize];
            coordinate.to_bytes(&mut element);
            bytes.extend(element);
        }
    }
    bytes
}

/// The public key that a signature was made with.
///
/// Call data are the hash, v, r and s, 32 bytes big-endian each, as ecrecover takes them; x and y
/// of the key are returned, 32 bytes each, or nothing where ecrecover gives nothing: v is neither
/// 27 nor 28, r or s is zero or not below n, no point has x = r, or the key is the identity.
///
/// Gas depends on how many digits of u₁ and u₂ are zero, and by a few on the parity of y.
///
/// [Example](crate::evmmax::programs).
///
/// # Errors
/// In dialects without registers.
pub fn recover(dialect: Dialect) -> Result<Vec<u8>, Error> {
    let formulas = Formulas::new();
    let Formulas { scalars, lift, doubling, addition, mixed_addition, affine } = &formulas;
    let order = big_endian(&FrModulus::P[..4]);
    let mut code = Assembler::new(dialect);
    let [fail, data] = [0; 2].map(|_| code.label());

    // Whether v − 27 < 2, and r and s are from 1 to n − 1.
    let parity = |code: &mut Assembler| {
        code.push(27).push(input::V).ops(&[op::CALLDATALOAD, op::SUB]);
    };
    code.push(2);
    parity(&mut code);
    code.ops(&[op::LT]);
    for scalar in [input::R, input::S] {
        code.push_bytes(&order).push(scalar).ops(&[op::CALLDATALOAD, op::LT, op::AND]);
        code.push(scalar).ops(&[op::CALLDATALOAD, op::ISZERO, op::ISZERO, op::AND]);
    }
    code.ops(&[op::ISZERO]).push_label(fail).ops(&[op::JUMPI]);

    // Modulo n.
    code.push_bytes(&order).push(0).ops(&[op::MSTORE]);
    code.push(input::R).ops(&[op::CALLDATALOAD]).push(memory::SCALARS).ops(&[op::MSTORE]);
    code.push_bytes(&order).push(input::HASH).ops(&[op::CALLDATALOAD, op::MOD]);
    code.push(memory::SCALARS + 32).ops(&[op::MSTORE]);
    code.push(input::S).ops(&[op::CALLDATALOAD]).push(memory::SCALARS + 64).ops(&[op::MSTORE]);
    let free: Vec<u8> = (4..32).collect();
    set_modulus(&mut code, dialect, 1, 32);
    code.push(3).push(memory::SCALARS).push(0).extended(Operation::Store);
    scalars.emit(
        &mut code,
        &[0, 1, 2],
        constants(&[(0, ZERO_MODULO_N)], None),
        &free,
        Some(&[0, 1]),
    )?;
    code.push(2).push(0).push(memory::SCALARS).extended(Operation::Load);

    // Modulo p.
    let place = |register: u8| memory::IMAGE + ELEMENT * u64::from(register);
    code.push_bytes(&big_endian(&FpModulus::P[..4])).push(0).ops(&[op::MSTORE]);
    let small = [
        (register::SUM[1], 1),
        (register::TWENTY_ONE, 21),
        (register::SEVEN, 7),
        (register::R[2], 1),
    ];
    for (register, value) in small {
        code.push(value).push(place(register)).ops(&[op::MSTORE]);
    }
    code.push(input::R).ops(&[op::CALLDATALOAD]).push(place(register::R[0])).ops(&[op::MSTORE]);
    let tail = multiples_of_g();
    code.push(tail.len() as u64).push_label(data).push(place(register::G)).ops(&[op::CODECOPY]);
    let table = table_of_r()?;
    let all = table.iter().fold(0, |all, &first| all.max(u64::from(first) + 3));
    set_modulus(&mut code, dialect, 0, all);
    code.push(register::LOADED.into()).push(memory::IMAGE).push(0).extended(Operation::Store);
    let free: Vec<u8> = (register::LOADED..register::MULTIPLES).collect();

    let constant = constants(register::SMALL, None);
    // y of R, if there is one, and with the parity that is asked for.
    let y = register::R[1];
    let outputs = lift.emit(&mut code, &register::R[..1], constant, &free, None)?;
    let &[root, rest] = outputs.as_slice() else { return Err(Error::Registers) };
    code.push(1).push(rest.into()).push(0).extended(Operation::Load);
    code.push(0).ops(&[op::MLOAD]).push_label(fail).ops(&[op::JUMPI]);
    copy(&mut code, y, root, 1, register::ZERO);
    code.push(1).push(y.into()).push(0).extended(Operation::Load);
    code.push(0).ops(&[op::MLOAD]).push(1).ops(&[op::AND]);
    parity(&mut code);
    let right = code.label();
    code.ops(&[op::XOR, op::ISZERO]).push_label(right).ops(&[op::JUMPI]);
    negate(&mut code, y, 1, register::ZERO);
    code.bind(right);

    // Even multiples are doubled, odd ones are one more than the even.
    let triple = |first: u8| [first, first + 1, first + 2];
    for i in 1..TABLE {
        let target = triple(table[i]);
        if i & 1 == 1 {
            doubling.emit(&mut code, &triple(table[i >> 1]), constant, &free, Some(&target))?;
        } else {
            let inputs = [triple(table[i - 1]).as_slice(), &register::R[..2]].concat();
            mixed_addition.emit(&mut code, &inputs, constant, &free, Some(&target))?;
        }
    }

    // On the stack: the place of the digits before.
    let [body, of_r, of_g, behind_r, behind_g] = [0; 5].map(|_| code.label());
    code.push(256).bind(body).push(WIDTH).ops(&[op::SWAP1, op::SUB]);
    for _ in 0..WIDTH {
        doubling.emit(&mut code, &register::SUM, constant, &free, Some(&register::SUM))?;
    }
    let digit = |code: &mut Assembler, scalar: u64, start: Label| {
        let back = code.label();
        code.push_label(back).push(scalar).ops(&[op::MLOAD, op::DUP1 + 2, op::SHR]);
        code.push((1 << WIDTH) - 1).ops(&[op::AND]).push(BLOCK_BITS).ops(&[op::SHL]);
        code.push_label(start).ops(&[op::ADD, op::JUMP]).bind(back);
    };
    digit(&mut code, memory::SCALARS + 32, of_r);
    let inputs = [register::SUM, register::OPERAND].concat();
    addition.emit(&mut code, &inputs, constant, &free, Some(&register::SUM))?;
    code.bind(behind_r);
    digit(&mut code, memory::SCALARS, of_g);
    mixed_addition.emit(&mut code, &inputs[..5], constant, &free, Some(&register::SUM))?;
    code.bind(behind_g).ops(&[op::DUP1]).push_label(body).ops(&[op::JUMPI]);

    code.push(1).push(register::SUM[2].into()).push(0).extended(Operation::Load);
    code.push(0).ops(&[op::MLOAD, op::ISZERO]).push_label(fail).ops(&[op::JUMPI]);
    affine.emit(&mut code, &register::SUM, constant, &free, Some(&register::SUM[..2]))?;
    code.push(2).push(register::SUM[0].into()).push(0).extended(Operation::Load);
    code.push(64).push(0).ops(&[op::RETURN]).bind(fail).push(0).push(0).ops(&[op::RETURN]);

    let of_g_multiples: Vec<u8> = (0..TABLE as u8).map(|i| register::G + 2 * i).collect();
    for (start, behind, firsts, count) in
        [(of_r, behind_r, &table, 3), (of_g, behind_g, &of_g_multiples, 2)]
    {
        // Nothing is added for zero.
        code.bind(start).ops(&[op::POP]).push_label(behind).ops(&[op::JUMP]);
        pad(&mut code, 6);
        for &first in firsts {
            code.ops(&[op::JUMPDEST]);
            copy(&mut code, register::OPERAND[0], first, count, register::ZERO);
            code.ops(&[op::JUMP]);
            pad(&mut code, 10);
        }
    }
    code.data(data, &tail);
    code.finish()
}

/// STOP up to the next block.
fn pad(code: &mut Assembler, length: usize) {
    code.ops(&Vec::from_iter((length..1 << BLOCK_BITS).map(|_| op::STOP)));
}

/// The first registers of R, 2R, … 15R.
fn table_of_r() -> Result<Vec<u8>, Error> {
    let mut table = [register::R[0]].to_vec();
    // Three by three from a number on that leaves none behind before the gap.
    let numbers: Vec<u8> = (usize::from(register::MULTIPLES)..)
        .map_while(safe_register)
        .filter(|number| !(0x5b..0x80).contains(number))
        .collect();
    table.extend(numbers.chunks_exact(3).take(TABLE - 1).map(|triple| triple[0]));
    if table.len() == TABLE { Ok(table) } else { Err(Error::Registers) }
}
