//! A check of two pairings on BLS12-381, e(P₁, Q₁)·e(P₂, Q₂) = 1, in dialects with registers.
//!
//! The lines, the tower and its maps are `curve`'s, recorded for a machine that reduces each
//! product ([`Eager`]). The Miller loop goes by the digits of [`Pairing::LOOP`], a body for a
//! doubling of both pairs and one for an addition; the final exponentiation goes by the steps of
//! [`curve::pairing::hard_part`], and raises by x with [`Pairing::SEED`].

use alloc::vec::Vec;

use curve::bls12_381::{Bls12381, FpConst, FpEngine};
use curve::field::Red;
use curve::pairing::hard_part::{Map, Step, program};
use curve::pairing::{Pairing, TwistPoint};
use curve::tower::{Fp2Of, Fp6, Fp12};
use curve::windows::Windows;

use super::routines::{call, copy, negate, repeat};
use super::{ELEMENT, big_endian, load_modulus, set_modulus};
use crate::evmmax::assembler::{Assembler, Error, Label, op, safe_register};
use crate::evmmax::dialect::{Dialect, Operation, Vector};
use crate::evmmax::formula::{Constant, Eager, Formula, Shape};

type Engine = Eager<FpEngine>;
type Curve = Bls12381<Engine>;
type Value = Red<Engine>;

/// Karatsuba's trick is in the formulas.
const SHAPE: Shape = Shape { karatsuba: false, most_sums: 3 };

/// Bytes of a pair: x and y of P, x and y of Q with c₀ first.
const PAIR: u64 = 6 * ELEMENT;

fn fp2(values: &[Value]) -> Fp2Of<Curve> {
    Red::new(values[0].clone(), values[1].clone())
}

fn parts(a: &Fp2Of<Curve>) -> [Value; 2] {
    [a.c0(), a.c1()]
}

fn fp12(values: &[Value]) -> Fp12<Curve> {
    let fp6 = |at: usize| Fp6 {
        c0: fp2(&values[at..]),
        c1: fp2(&values[at + 2..]),
        c2: fp2(&values[at + 4..]),
    };
    Fp12 { c0: fp6(0), c1: fp6(6) }
}

fn coefficients(a: &Fp12<Curve>) -> Vec<Value> {
    [&a.c0.c0, &a.c0.c1, &a.c0.c2, &a.c1.c0, &a.c1.c1, &a.c1.c2]
        .into_iter()
        .flat_map(parts)
        .collect()
}

/// The formulas, of elements as twelve coefficients in Fp, those of 1, v and v² before those of w,
/// vw and v²w.
///
/// [Example](crate::evmmax::programs).
#[derive(Clone, Debug)]
pub struct Formulas {
    /// f, then for each pair T (X, Y, Z) and P (x, y), to f²·l₁·l₂ and both 2T: 28 values to 24.
    pub doubling: Formula<FpConst>,
    /// f, then for each pair T, P and Q (x, y), to f·l₁·l₂ and both T + Q: 36 values to 24.
    pub addition: Formula<FpConst>,
    /// 1/a.
    pub inverse: Formula<FpConst>,
    /// a·b.
    pub product: Formula<FpConst>,
    /// a² in the cyclotomic subgroup.
    pub square: Formula<FpConst>,
    /// a^p.
    pub frobenius: Formula<FpConst>,
    /// a^(p²).
    pub frobenius_2: Formula<FpConst>,
}

/// One stage of the loop for both pairs, each of so many values.
fn stage(
    values: &[Value],
    of_each: usize,
    square: bool,
    line: impl Fn(&mut TwistPoint<Curve>, &[Value]) -> curve::pairing::Coefficients<Curve>,
) -> Vec<Value> {
    let mut f = fp12(values);
    if square {
        f = f.sqr();
    }
    let mut points = Vec::new();
    for pair in values[12..].chunks_exact(of_each) {
        let xyz = [fp2(pair), fp2(&pair[2..]), fp2(&pair[4..])];
        let mut t = TwistPoint::from_xyz_unchecked_curve_and_subgroup(xyz);
        let coefficients = line(&mut t, pair);
        f = f.mul_by_line(&coefficients.at(&[pair[6].clone(), pair[7].clone()]));
        points.extend(t.coordinates().into_iter().flat_map(parts));
    }
    [coefficients(&f), points].concat()
}

impl Formulas {
    /// Records them.
    pub fn new() -> Self {
        let record = |inputs: usize, formula: &dyn Fn(&[Value]) -> Vec<Value>| {
            Formula::record_tower::<FpEngine>(SHAPE, inputs, formula)
        };
        Self {
            doubling: record(28, &|values| stage(values, 8, true, |t, _| t.double())),
            addition: record(36, &|values| {
                stage(values, 12, false, |t, pair| t.add(&[fp2(&pair[8..]), fp2(&pair[10..])]))
            }),
            inverse: record(12, &|a| coefficients(&fp12(a).invert())),
            product: record(24, &|a| coefficients(&fp12(a).mul(&fp12(&a[12..])))),
            square: record(12, &|a| coefficients(&fp12(a).cyclotomic_sqr())),
            frobenius: record(12, &|a| coefficients(&fp12(a).frobenius())),
            frobenius_2: record(12, &|a| coefficients(&fp12(a).frobenius_p2())),
        }
    }
}

impl Default for Formulas {
    fn default() -> Self {
        Self::new()
    }
}

/// Registers. Behind the loop the value keeps its place, Y takes that of the multiples, and the
/// first block that of the points.
mod register {
    pub(super) const F: u8 = 0;
    /// X, Y, Z of the multiple of Q₁, then of Q₂.
    pub(super) const T: [u8; 2] = [12, 18];
    /// P and Q of each pair.
    pub(super) const P: [u8; 2] = [24, 30];
    pub(super) const Q: [u8; 2] = [26, 32];
    pub(super) const ZERO: u8 = 36;
    pub(super) const ONE: u8 = 37;
    /// Constants of the formulas.
    pub(super) const CONSTANTS: u8 = 38;

    pub(super) const Y: u8 = 12;
    /// Blocks of twelve for what is needed later.
    pub(super) const BLOCKS: [u8; 2] = [24, 0x80];
    /// The first number that is free behind these.
    pub(super) const HIGH: u8 = BLOCKS[1] + 12;
}

const fn block(first: u8, count: u8) -> core::ops::Range<u8> {
    first..first + count
}

fn registers(blocks: &[core::ops::Range<u8>]) -> Vec<u8> {
    blocks.iter().cloned().flatten().collect()
}

/// The program in the making.
struct Program {
    code: Assembler,
    constants: Vec<Constant<FpConst>>,
    free: Vec<u8>,
}

impl Program {
    fn emit(
        &mut self,
        formula: &Formula<FpConst>,
        inputs: &[u8],
        targets: &[u8],
    ) -> Result<(), Error> {
        let Self { code, constants, free } = self;
        let constant = |constant: &Constant<FpConst>| match constant {
            Constant::Small(0) => Some(register::ZERO),
            Constant::Small(1) => Some(register::ONE),
            other => {
                let at = constants.iter().position(|constant| constant == other)?;
                Some(register::CONSTANTS + at as u8)
            }
        };
        formula.emit(code, inputs, constant, free, Some(targets))?;
        Ok(())
    }

    /// A formula as a routine.
    fn routine(
        &mut self,
        label: Label,
        formula: &Formula<FpConst>,
        inputs: &[u8],
        targets: &[u8],
    ) -> Result<(), Error> {
        self.code.bind(label);
        self.emit(formula, inputs, targets)?;
        self.code.ops(&[op::JUMP]);
        Ok(())
    }

    /// The digits of the seed, which are all one: a routine for doublings, one for additions.
    fn digits(&mut self, number: &Windows, double: Label, add: Label) {
        for &(doublings, _) in number.steps {
            repeat(&mut self.code, double, doublings.into());
            call(&mut self.code, add);
        }
        repeat(&mut self.code, double, number.last.into());
    }
}

/// What the hard part calls.
struct Routines {
    /// F·Y to F.
    multiply: Label,
    /// F².
    squared: Label,
    /// F^x, F staying in Y.
    power: Label,
}

/// What a step of the hard part writes, and what it reads.
const fn registers_of(step: &Step) -> (usize, [usize; 2]) {
    match *step {
        Step::Power(to, of, _) | Step::Square(to, of) => (to, [of, of]),
        Step::Product(to, a, b, _) => (to, [a, b]),
    }
}

/// Whether a register of the hard part is read by some steps before it is written.
fn is_needed(register: usize, steps: &[Step]) -> bool {
    steps
        .iter()
        .map(registers_of)
        .find(|(to, read)| *to == register || read.contains(&register))
        .is_some_and(|(_, read)| read.contains(&register))
}

/// Which registers of the hard part are where.
struct Held {
    f: usize,
    y: Option<usize>,
    blocks: [Option<usize>; 2],
}

impl Held {
    /// Where a register is.
    fn find(&self, register: usize) -> Option<u8> {
        if self.f == register {
            return Some(register::F);
        }
        if self.y == Some(register) {
            return Some(register::Y);
        }
        let block = self.blocks.iter().position(|&held| held == Some(register))?;
        Some(register::BLOCKS[block])
    }

    /// Copies what is about to be overwritten to a block that is free now, if it is there alone and
    /// steps to come need it.
    fn save(
        &mut self,
        code: &mut Assembler,
        from: u8,
        now: &[Step],
        coming: &[Step],
    ) -> Result<(), Error> {
        let held = if from == register::F { Some(self.f) } else { self.y };
        let Some(register) = held.filter(|&register| is_needed(register, coming)) else {
            return Ok(());
        };
        let elsewhere = if from == register::F { self.y == held } else { self.f == register };
        if elsewhere || self.blocks.contains(&held) {
            return Ok(());
        }
        let free = |held: &Option<usize>| held.is_none_or(|register| !is_needed(register, now));
        let block = self.blocks.iter().position(free).ok_or(Error::Registers)?;
        copy(code, register::BLOCKS[block], from, 12, register::ZERO);
        self.blocks[block] = held;
        Ok(())
    }

    /// A register has a new value, which is in F.
    fn written(&mut self, register: usize) {
        for held in self.blocks.iter_mut().chain([&mut self.y]) {
            if *held == Some(register) {
                *held = None;
            }
        }
        self.f = register;
    }
}

impl Program {
    /// The hard part: what a step gives stands in F, its second operand in Y.
    fn hard_part(
        &mut self,
        routines: &Routines,
        maps: [&Formula<FpConst>; 2],
    ) -> Result<(), Error> {
        let steps = program(<Curve as Pairing>::FAMILY);
        let y = registers(&[block(register::Y, 12)]);
        let mut held = Held { f: 0, y: None, blocks: [None; 2] };
        for (at, step) in steps.iter().enumerate() {
            let (now, later) = (&steps[at..], &steps[at + 1..]);
            let (to, [mut a, mut b]) = registers_of(step);
            if matches!(step, Step::Product(.., Map::Same)) && held.f == b {
                (a, b) = (b, a);
            }
            // What the step itself replaces is not needed later.
            let later = |register: usize| if register == to { &steps[..0] } else { later };
            if held.f != a {
                held.save(&mut self.code, register::F, now, now)?;
                let from = held.find(a).ok_or(Error::Registers)?;
                copy(&mut self.code, register::F, from, 12, register::ZERO);
                held.f = a;
            }
            match *step {
                Step::Power(..) => {
                    held.save(&mut self.code, register::Y, now, held.y.map_or(&steps[..0], later))?;
                    call(&mut self.code, routines.power);
                    held.y = Some(a);
                }
                Step::Square(..) => {
                    held.save(&mut self.code, register::F, now, later(a))?;
                    call(&mut self.code, routines.squared);
                }
                Step::Product(.., map) => {
                    if held.y != Some(b) {
                        held.save(
                            &mut self.code,
                            register::Y,
                            now,
                            held.y.map_or(&steps[..0], later),
                        )?;
                        let from = held.find(b).ok_or(Error::Registers)?;
                        copy(&mut self.code, register::Y, from, 12, register::ZERO);
                        held.y = Some(b);
                    }
                    if map != Map::Same {
                        held.save(&mut self.code, register::Y, now, later(b))?;
                        held.y = None;
                    }
                    match map {
                        Map::Same => {}
                        Map::Inverse => negate(&mut self.code, register::Y + 6, 6, register::ZERO),
                        Map::P => self.emit(maps[0], &y, &y)?,
                        Map::P2 => self.emit(maps[1], &y, &y)?,
                        Map::P3 => return Err(Error::Operation),
                    }
                    held.save(&mut self.code, register::F, now, later(a))?;
                    call(&mut self.code, routines.multiply);
                }
            }
            held.written(to);
        }
        Ok(())
    }
}

/// Whether e(P₁, Q₁)·e(P₂, Q₂) = 1.
///
/// Call data are two pairs, each x and y of P in G1 and x and y of Q in G2, coefficients of 48
/// bytes big-endian with c₀ first: 576 bytes. No point may be the identity; neither curves nor
/// groups are checked. Returned is 1 or 0 in 32 bytes. Gas does not depend on the points.
///
/// [Example](crate::evmmax::programs).
///
/// # Errors
/// In dialects without registers.
pub fn pairing(dialect: Dialect) -> Result<Vec<u8>, Error> {
    const { assert!(<Curve as Pairing>::LOOP.table == 1 && <Curve as Pairing>::SEED.first == 1) };
    let formulas = Formulas::new();
    let Formulas { doubling, addition, inverse, product, square, frobenius, frobenius_2 } =
        &formulas;
    let mut constants: Vec<Constant<FpConst>> = Vec::new();
    for formula in [doubling, addition, inverse, product, square, frobenius, frobenius_2] {
        for constant in formula.constants() {
            if !matches!(constant, Constant::Small(0 | 1)) && !constants.contains(constant) {
                constants.push(constant.clone());
            }
        }
    }
    let loaded = register::CONSTANTS + constants.len() as u8;
    let low = (usize::from(loaded)..)
        .map_while(safe_register)
        .take_while(|&register| register < register::BLOCKS[1]);
    let high = register::HIGH..=u8::MAX;
    let free: Vec<u8> = low.chain(high).collect();
    let mut tail = Vec::new();
    for constant in &constants {
        match constant {
            Constant::Small(value) => tail.extend(big_endian(&[u64::from(*value), 0, 0, 0, 0, 0])),
            Constant::Element(value) => tail.extend(big_endian(&value.integer()[..6])),
        }
    }
    let mut program = Program { code: Assembler::new(dialect), constants, free };

    // Memory: the modulus, then registers from 0 on.
    let place = |register: u8| ELEMENT * (u64::from(register) + 1);
    let code = &mut program.code;
    let data = code.label();
    load_modulus(code);
    for one in [register::F, register::T[0] + 4, register::T[1] + 4, register::ONE] {
        // The lowest of its bytes ends the word.
        code.push(1).push(place(one) + 16).ops(&[op::MSTORE]);
    }
    for (i, t) in register::T.into_iter().enumerate() {
        let q = PAIR * i as u64 + 2 * ELEMENT;
        code.push(4 * ELEMENT).push(q).push(place(t)).ops(&[op::CALLDATACOPY]);
    }
    code.push(2 * PAIR).push(0).push(place(register::P[0])).ops(&[op::CALLDATACOPY]);
    code.push(tail.len() as u64)
        .push_label(data)
        .push(place(register::CONSTANTS))
        .ops(&[op::CODECOPY]);
    set_modulus(code, dialect, 256);
    code.push(loaded.into()).push(ELEMENT).push(0).extended(Operation::Store);

    // The seed is negative, so the value is the inverse of what the pairing is by it, which is one
    // where that is.
    let [double, add, multiply, squared, power] = [0; 5].map(|_| program.code.label());
    program.digits(&<Curve as Pairing>::LOOP, double, add);

    // f^((p⁶ − 1)(p² + 1)).
    let [f, y] = [register::F, register::Y].map(|first| registers(&[block(first, 12)]));
    program.emit(inverse, &f, &y)?;
    negate(&mut program.code, register::F + 6, 6, register::ZERO);
    call(&mut program.code, multiply);
    copy(&mut program.code, register::Y, register::F, 12, register::ZERO);
    program.emit(frobenius_2, &y, &y)?;
    call(&mut program.code, multiply);
    program.hard_part(&Routines { multiply, squared, power }, [frobenius, frobenius_2])?;
    let code = &mut program.code;
    code.vector(Operation::Sub, &Vector::one(register::F, register::F, register::ONE));
    code.push(12).push(register::F.into()).push(0).extended(Operation::Load);
    code.push(0).ops(&[op::MLOAD]);
    for word in 1..(12 * ELEMENT) >> 5 {
        code.push(32 * word).ops(&[op::MLOAD, op::OR]);
    }
    code.ops(&[op::ISZERO]).push(0).ops(&[op::MSTORE]).push(32).push(0).ops(&[op::RETURN]);

    let [t1, t2] = register::T.map(|first| block(first, 6));
    let [p1, p2] = register::P.map(|first| block(first, 2));
    let [q1, q2] = register::Q.map(|first| block(first, 4));
    let f_block = block(register::F, 12);
    let targets = registers(&[f_block.clone(), t1.clone(), t2.clone()]);
    let inputs = registers(&[f_block.clone(), t1.clone(), p1.clone(), t2.clone(), p2.clone()]);
    program.routine(double, doubling, &inputs, &targets)?;
    let inputs = registers(&[f_block, t1, p1, q1, t2, p2, q2]);
    program.routine(add, addition, &inputs, &targets)?;
    program.routine(multiply, product, &[&f[..], &y].concat(), &f)?;
    program.routine(squared, square, &f, &f)?;
    // f^x, f staying in Y; x is negative.
    program.code.bind(power);
    copy(&mut program.code, register::Y, register::F, 12, register::ZERO);
    program.digits(&<Curve as Pairing>::SEED, squared, multiply);
    negate(&mut program.code, register::F + 6, 6, register::ZERO);
    program.code.ops(&[op::JUMP]);
    program.code.data(data, &tail);
    program.code.finish()
}
