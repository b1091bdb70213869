//! Multiplication in G1 of BLS12-381 by double-and-add, with complete formulas.
//!
//! The formulas are `curve`'s: the doubling of [`G1Curve`], which is algorithm 9 of Renes, Costello
//! and Batina (ePrint 2015/1060), and the general addition of `curve::formulas::complete` for a =
//! 0, which with Karatsuba's trick is their algorithm 7: 9 products and 9 sums or differences, and
//! 14 and 19. Neither has an exceptional case, so the programs branch on bits of the scalar alone.
//!
//! Neither program checks that the point is on the curve; on other points the result means nothing.

use alloc::vec::Vec;
use core::marker::PhantomData;

use curve::bls12_381::{FpConst, FpEngine, FpModulus, G1Curve};
use curve::engines::recorder::Recorder;
use curve::field::{Field, Red};
use curve::formulas::complete::{self, Coefficient};
use curve::weierstrass::{Projective, Weierstrass};
use limb::Modulus;

use crate::evmmax::assembler::{Assembler, Error, op};
use crate::evmmax::dialect::{Dialect, Operation, Vector};
use crate::evmmax::formula::{Constant, Formula, Recorded, Shape};

/// 3b = 12.
const B_3: u32 = 12;
/// Bytes of an element.
const ELEMENT: u64 = 48;
/// Its words.
const WORDS: u64 = 6;

/// A curve with a = 0 by the general formulas, whose products of coordinates stand alone, so that
/// Karatsuba's trick finds them.
///
/// [Example](crate::evmmax::programs).
#[derive(Clone, Copy, Debug)]
pub struct General<C>(PhantomData<C>);

/// The coefficient a of [`General`].
///
/// [Example](crate::evmmax::programs).
#[derive(Clone, Copy, Debug)]
pub struct GeneralZero;

impl<C: Weierstrass> Weierstrass for General<C> {
    type Base = C::Base;
    type A = GeneralZero;

    fn b(ctx: &<C::Base as Field>::Ctx) -> Red<C::Base> {
        C::b(ctx)
    }

    fn times_3b(x: &Red<C::Base>) -> Red<C::Base> {
        C::times_3b(x)
    }
}

impl<C: Weierstrass> Coefficient<General<C>> for GeneralZero {
    fn times(x: &Red<C::Base>) -> Red<C::Base> {
        Red::zero_in(&x.ctx())
    }
}

/// The points of the seed's formulas on the recorder.
type Recording = G1Curve<Recorder<FpEngine>>;

fn point<C: Weierstrass<Base = Recorder<FpEngine>>>(
    coordinates: &[Recorded<FpEngine>],
) -> Projective<C> {
    let [x, y, z] = [0, 1, 2].map(|i| coordinates[i].clone());
    Projective::from_xyz_unchecked_curve_and_subgroup(x, y, z)
}

fn coordinates<C: Weierstrass>(point: &Projective<C>) -> Vec<Red<C::Base>> {
    point.coordinates().map(Clone::clone).to_vec()
}

/// As the paper prints its algorithms: products saved by sums, 3 and 8 by sums, 12 by a product.
pub const AS_PRINTED: Shape = Shape { karatsuba: true, most_sums: 3 };

/// 2P from X, Y, Z: algorithm 9.
///
/// [Example](crate::evmmax::programs).
pub fn doubling(shape: Shape) -> Formula<FpConst> {
    Formula::record::<FpEngine>(shape, 3, |p| {
        coordinates(&complete::double(&point::<Recording>(p)))
    })
}

/// P + Q from X₁, Y₁, Z₁, X₂, Y₂, Z₂: algorithm 7.
///
/// [Example](crate::evmmax::programs).
pub fn addition(shape: Shape) -> Formula<FpConst> {
    Formula::record::<FpEngine>(shape, 6, |p| {
        let [left, right] = [point::<General<Recording>>(p), point(&p[3..])];
        coordinates(&complete::add(&left, &right))
    })
}

/// P + (x₂, y₂) from X₁, Y₁, Z₁, x₂, y₂: algorithm 8.
///
/// [Example](crate::evmmax::programs).
pub fn mixed_addition(shape: Shape) -> Formula<FpConst> {
    Formula::record::<FpEngine>(shape, 5, |p| {
        coordinates(&complete::add_mixed(&point::<General<Recording>>(p), &p[3], &p[4]))
    })
}

/// Where things are in the seed's program, in slots of memory.
mod slot {
    pub(super) const POINT: u8 = 0x00;
    pub(super) const SUM: u8 = 0x03;
    pub(super) const TEMPORARY_POINT: u8 = 0x06;
    pub(super) const TEMPORARIES: [u8; 9] = [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11];
    /// The integer 1, by which a product leaves Montgomery's form.
    pub(super) const ONE: u8 = 0x12;
    pub(super) const TWELVE: u8 = 0x13;
    /// Zero, and another slot of zeros behind it.
    pub(super) const ZERO: u8 = 0x14;
    pub(super) const MODULUS: u8 = 0x16;
}

const fn slot_offset(slot: u8) -> u64 {
    ELEMENT * slot as u64
}

const fn three(first: u8) -> [u8; 3] {
    [first, first + 1, first + 2]
}

/// Bits of the scalar that the seed's program looks at: all but the highest of 256.
const BITS: usize = 255;

/// The program in the making.
struct Seed {
    code: Assembler,
    dialect: Dialect,
}

impl Seed {
    /// An integer of 48 bytes into a slot: two stores that overlap.
    fn store(&mut self, slot: u8, little_endian: &[u64]) {
        let mut bytes: Vec<u8> = little_endian.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.resize(ELEMENT as usize, 0);
        if self.dialect == Dialect::Eip5843Be {
            bytes.reverse();
        }
        let offset = slot_offset(slot);
        self.code.push_bytes(&bytes[..32]).push(offset).ops(&[op::MSTORE]);
        self.code.push_bytes(&bytes[16..]).push(offset + 16).ops(&[op::MSTORE]);
    }

    /// 48 bytes of call data into a slot.
    fn load(&mut self, slot: u8, from: u64) {
        for part in [0, 16] {
            self.code.push(from + part).ops(&[op::CALLDATALOAD]);
            self.code.push(slot_offset(slot) + part).ops(&[op::MSTORE]);
        }
    }

    fn enter_montgomery(&mut self, out: u8, input: u8) {
        self.code.push(slot_offset(input)).push(slot_offset(out)).extended(Operation::ToMont);
    }

    fn copy(&mut self, out: u8, from: u8) {
        self.code.vector(Operation::Add, &Vector::one(out, from, slot::ZERO));
    }

    fn copy_point(&mut self, out: u8, from: [u8; 3]) {
        for (out, from) in three(out).into_iter().zip(from) {
            self.copy(out, from);
        }
    }

    /// Whether a slot is not zero, as a word that is zero if it is.
    fn is_not_zero(&mut self, slot: u8) {
        let offset = slot_offset(slot);
        self.code.push(offset).ops(&[op::MLOAD]).push(offset + 16).ops(&[op::MLOAD, op::OR]);
    }

    fn formula(&mut self, formula: &Formula<FpConst>, inputs: &[u8]) -> Result<[u8; 3], Error> {
        let constant = |constant: &Constant<FpConst>| match constant {
            Constant::Small(0) => Some(slot::ZERO),
            Constant::Small(B_3) => Some(slot::TWELVE),
            _ => None,
        };
        let outputs = formula.emit(&mut self.code, inputs, constant, &slot::TEMPORARIES, None)?;
        outputs.first_chunk().copied().ok_or(Error::Registers)
    }

    /// The sum becomes twice itself.
    fn double(&mut self) -> Result<(), Error> {
        let outputs = self.formula(&doubling(AS_PRINTED), &three(slot::SUM))?;
        self.copy_point(slot::SUM, outputs);
        Ok(())
    }

    /// The point is added to the sum, by way of the temporary point.
    fn add(&mut self) -> Result<(), Error> {
        self.copy_point(slot::TEMPORARY_POINT, three(slot::SUM));
        let inputs = [three(slot::TEMPORARY_POINT), three(slot::POINT)].concat();
        let outputs = self.formula(&addition(AS_PRINTED), &inputs)?;
        self.copy_point(slot::SUM, outputs);
        Ok(())
    }

    fn top_bit(&mut self) {
        self.code.ops(&[op::DUP1]).push(255).ops(&[op::SHR]);
    }

    fn shift(&mut self) {
        self.code.push(2).ops(&[op::MUL]);
    }
}

/// The program of the document "EVMMAX: BLS12-381 G1 multiplication" (2023), in a dialect of
/// EIP-5843: k·P by double-and-add, most significant bit first.
///
/// Call data are the scalar k, 32 bytes big-endian, and an affine point (x, y). The scalar's
/// highest bit is ignored, leading zeros are skipped, and each of the 255 bits has a body of its
/// own that calls a doubling, or a doubling with an addition, as a subroutine. Returned are X, Y
/// and Z out of Montgomery's form, or 96 zeros if Z is zero and Y is not. (0, 0, 0), which points
/// off the curve lead to, is returned as it is.
///
/// Gas, without that of a transaction, for a scalar with z leading zeros among the 255 bits, `ones`
/// ones and `zeros` other zeros, sums at a, products at m, and 98 for SETMODX: 452 + 30·z +
/// 70·ones + 60·zeros + m·(7 + 9·(ones + zeros) + 14·ones) + a·(4 + 12·(ones + zeros) + 25·ones),
/// and 1 + 2m less for the identity.
///
/// [Example](crate::evmmax::programs).
///
/// # Errors
/// In dialects without slots in memory.
pub fn seed(dialect: Dialect) -> Result<Vec<u8>, Error> {
    if !dialect.in_memory() {
        return Err(Error::Operation);
    }
    let mut seed = Seed { code: Assembler::new(dialect), dialect };
    seed.store(slot::MODULUS, &FpModulus::P[..WORDS as usize]);
    seed.store(slot::ONE, &[1]);
    seed.store(slot::TWELVE, &[B_3.into()]);
    seed.store(slot::ZERO, &[0]);
    seed.code.push(0).push(WORDS).push(slot_offset(slot::MODULUS)).extended(Operation::SetMod);
    seed.load(slot::POINT, 32);
    seed.load(slot::POINT + 1, 32 + ELEMENT);
    let [x, y, z] = three(slot::POINT);
    let one = slot::TEMPORARIES[0];
    for (out, input) in [(x, x), (y, y), (one, slot::ONE), (slot::TWELVE, slot::TWELVE)] {
        seed.enter_montgomery(out, input);
    }
    seed.copy(z, one);
    seed.copy_point(slot::SUM, [slot::ZERO, one, slot::ZERO]);

    seed.code.push(0).ops(&[op::CALLDATALOAD]);
    seed.shift();
    let bodies: Vec<_> = (0..BITS).map(|_| seed.code.label()).collect();
    for (i, &body) in bodies.iter().enumerate() {
        if i > 0 {
            seed.shift();
        }
        seed.top_bit();
        seed.code.push_label(body).ops(&[op::JUMPI]);
    }
    let identity = |code: &mut Assembler| {
        code.push(2 * ELEMENT).push(slot_offset(slot::ZERO)).ops(&[op::RETURN]);
    };
    identity(&mut seed.code);

    let [double, double_and_add] = [seed.code.label(), seed.code.label()];
    for &body in &bodies {
        let [zero, next, after_double, after_both] = [0; 4].map(|_| seed.code.label());
        seed.code.bind(body);
        seed.top_bit();
        seed.code.ops(&[op::ISZERO]).push_label(zero).ops(&[op::JUMPI]);
        seed.code
            .push_label(after_both)
            .push_label(double_and_add)
            .ops(&[op::JUMP])
            .bind(after_both);
        seed.code.push_label(next).ops(&[op::JUMP]).bind(zero);
        seed.code
            .push_label(after_double)
            .push_label(double)
            .ops(&[op::JUMP])
            .bind(after_double)
            .bind(next);
        seed.shift();
    }

    seed.code.ops(&[op::POP]);
    let [x, y, z] = three(slot::SUM);
    let leave = |seed: &mut Seed, element| {
        seed.code.vector(Operation::Mul, &Vector::one(element, element, slot::ONE));
    };
    leave(&mut seed, z);
    let finite = seed.code.label();
    seed.is_not_zero(z);
    seed.is_not_zero(y);
    seed.code.ops(&[op::ISZERO, op::OR]).push_label(finite).ops(&[op::JUMPI]);
    identity(&mut seed.code);
    seed.code.bind(finite);
    leave(&mut seed, x);
    leave(&mut seed, y);
    seed.code.push(3 * ELEMENT).push(slot_offset(slot::SUM)).ops(&[op::RETURN]);

    seed.code.bind(double);
    seed.double()?;
    seed.code.ops(&[op::JUMP]).bind(double_and_add);
    seed.double()?;
    seed.add()?;
    seed.code.ops(&[op::JUMP]);
    seed.code.finish()
}

/// The same product in a dialect with registers: one body in a loop, formulas that write where
/// their results belong, and the mixed addition of algorithm 8.
///
/// Call data as those of [`seed`], big-endian, all 256 bits of the scalar counting. Returned are X,
/// Y and Z; Z is zero for the identity.
///
/// [Example](crate::evmmax::programs).
///
/// # Errors
/// In dialects without registers.
pub fn tight(dialect: Dialect) -> Result<Vec<u8>, Error> {
    const POINT: [u8; 2] = [0, 1];
    const SUM: [u8; 3] = [2, 3, 4];
    const TWELVE: u8 = 5;
    const ZERO: u8 = 6;
    const TEMPORARIES: [u8; 9] = [7, 8, 9, 10, 11, 12, 13, 14, 15];
    const REGISTERS: u64 = 16;
    let shape = AS_PRINTED;
    let mut code = Assembler::new(dialect);
    let modulus: Vec<u8> =
        FpModulus::P[..WORDS as usize].iter().rev().flat_map(|word| word.to_be_bytes()).collect();

    // Memory: the modulus, then x, y, 0, 1, 0 and 12 from 48 on, as registers 0 to 5.
    code.push_bytes(&modulus[..32]).push(0).ops(&[op::MSTORE]);
    code.push_bytes(&modulus[16..]).push(16).ops(&[op::MSTORE]);
    code.push(2 * ELEMENT).push(32).push(ELEMENT).ops(&[op::CALLDATACOPY]);
    for (register, value) in [(SUM[1], 1), (TWELVE, B_3)] {
        // The lowest of its bytes ends the word.
        code.push(value.into()).push(ELEMENT * (u64::from(register) + 2) - 32).ops(&[op::MSTORE]);
    }
    code.push(REGISTERS);
    if dialect == Dialect::Evmone {
        // In bits.
        code.push(8 * ELEMENT).push(0);
    } else {
        code.push(ELEMENT).push(0).push(0);
    }
    code.extended(Operation::SetMod);
    code.push(6).push(ELEMENT).push(0).extended(Operation::Store);

    let constant = |constant: &Constant<FpConst>| match constant {
        Constant::Small(0) => Some(ZERO),
        Constant::Small(B_3) => Some(TWELVE),
        _ => None,
    };
    let [body, next] = [code.label(), code.label()];
    // The scalar, and above it how many bits are left.
    code.push(0).ops(&[op::CALLDATALOAD]).push(256).bind(body);
    doubling(shape).emit(&mut code, &SUM, constant, &TEMPORARIES, Some(&SUM))?;
    // Down by one, and the bit of that number.
    code.push(1).ops(&[op::SWAP1, op::SUB]);
    code.ops(&[op::DUP1 + 1, op::DUP1 + 1, op::SHR]).push(1).ops(&[op::AND, op::ISZERO]);
    code.push_label(next).ops(&[op::JUMPI]);
    mixed_addition(shape).emit(
        &mut code,
        &[SUM.as_slice(), &POINT].concat(),
        constant,
        &TEMPORARIES,
        Some(&SUM),
    )?;
    code.bind(next).ops(&[op::DUP1]).push_label(body).ops(&[op::JUMPI]);
    code.push(3).push(SUM[0].into()).push(0).extended(Operation::Load);
    code.push(3 * ELEMENT).push(0).ops(&[op::RETURN]);
    code.finish()
}
