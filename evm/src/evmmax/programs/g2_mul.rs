//! Multiplication in G2 of BLS12-381 by double-and-add, in dialects with registers: one body in a
//! loop, the complete formulas over Fp2 lowered to Fp.

use alloc::vec::Vec;

use curve::bls12_381::{FpConst, FpEngine, G2Curve};
use curve::engines::recorder::Recorder;
use curve::field::Red;
use curve::formulas::complete;
use curve::fp2::Quad;
use curve::weierstrass::Projective;

use super::{load_modulus, set_modulus};
use crate::evmmax::assembler::{Assembler, Error, op};
use crate::evmmax::dialect::{Dialect, Operation};
use crate::evmmax::formula::{Constant, Formula, Recorded, Shape};

/// Bytes of an element.
const ELEMENT: u64 = 48;

/// Products in Fp2 stay sums of products: at these prices Karatsuba's trick saves nothing.
const SHAPE: Shape = Shape { karatsuba: false, most_sums: 3 };

type Curve = G2Curve<Recorder<FpEngine>>;

fn quad(values: &[Recorded<FpEngine>]) -> Red<Quad<Recorder<FpEngine>>> {
    Red::new(values[0].clone(), values[1].clone())
}

fn point(values: &[Recorded<FpEngine>]) -> Projective<Curve> {
    Projective::from_xyz_unchecked_curve_and_subgroup(
        quad(values),
        quad(&values[2..]),
        quad(&values[4..]),
    )
}

fn coordinates(point: &Projective<Curve>) -> Vec<Recorded<FpEngine>> {
    point.coordinates().into_iter().flat_map(|a| [a.c0(), a.c1()]).collect()
}

/// 2P from the six coefficients of X, Y, Z, each c₀ first.
///
/// [Example](crate::evmmax::programs).
pub fn doubling() -> Formula<FpConst> {
    Formula::record::<FpEngine>(SHAPE, 6, |p| coordinates(&complete::double(&point(p))))
}

/// P + (x₂, y₂) from the six coefficients of P and the four of x₂ and y₂.
///
/// [Example](crate::evmmax::programs).
pub fn mixed_addition() -> Formula<FpConst> {
    Formula::record::<FpEngine>(SHAPE, 10, |p| {
        coordinates(&complete::add_mixed(&point(p), &quad(&p[6..]), &quad(&p[8..])))
    })
}

/// k·P for a point of E′(Fp2).
///
/// Call data are the scalar k, 32 bytes big-endian, and x and y, each as c₀ and c₁ of 48 bytes
/// big-endian. Neither curve nor group is checked. Returned are X, Y and Z in the same form; Z is
/// zero for the identity. Gas depends only on the number of ones in k.
///
/// [Example](crate::evmmax::programs).
///
/// # Errors
/// In dialects without registers.
pub fn g2_mul(dialect: Dialect) -> Result<Vec<u8>, Error> {
    const POINT: [u8; 4] = [0, 1, 2, 3];
    // X, Y, Z: 0, 1, 0 at first.
    const SUM: [u8; 6] = [4, 5, 6, 7, 8, 9];
    const TWELVE: u8 = 10;
    const ZERO: u8 = 11;
    const FIRST_FREE: u8 = 12;
    const REGISTERS: u8 = 40;
    let mut code = Assembler::new(dialect);
    load_modulus(&mut code);
    // Registers 0 to 10 from 48 on; what is not written is zero.
    code.push(4 * ELEMENT).push(32).push(ELEMENT).ops(&[op::CALLDATACOPY]);
    for (register, value) in [(SUM[2], 1), (TWELVE, 12)] {
        // The lowest of its bytes ends the word.
        code.push(value).push(ELEMENT * (u64::from(register) + 2) - 32).ops(&[op::MSTORE]);
    }
    set_modulus(&mut code, dialect, REGISTERS.into());
    code.push(11).push(ELEMENT).push(0).extended(Operation::Store);

    let constant = |constant: &Constant<FpConst>| match constant {
        Constant::Small(0) => Some(ZERO),
        Constant::Small(12) => Some(TWELVE),
        _ => None,
    };
    let free: Vec<u8> = (FIRST_FREE..REGISTERS).collect();
    let [body, next] = [code.label(), code.label()];
    // The scalar, and above it how many bits are left.
    code.push(0).ops(&[op::CALLDATALOAD]).push(256).bind(body);
    doubling().emit(&mut code, &SUM, constant, &free, Some(&SUM))?;
    code.push(1).ops(&[op::SWAP1, op::SUB]);
    code.ops(&[op::DUP1 + 1, op::DUP1 + 1, op::SHR]).push(1).ops(&[op::AND, op::ISZERO]);
    code.push_label(next).ops(&[op::JUMPI]);
    mixed_addition().emit(
        &mut code,
        &[SUM.as_slice(), &POINT].concat(),
        constant,
        &free,
        Some(&SUM),
    )?;
    code.bind(next).ops(&[op::DUP1]).push_label(body).ops(&[op::JUMPI]);
    code.push(6).push(SUM[0].into()).push(0).extended(Operation::Load);
    code.push(6 * ELEMENT).push(0).ops(&[op::RETURN]);
    code.finish()
}
