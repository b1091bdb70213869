//! Inversion modulo the p of BLS12-381 by Fermat's little theorem, in dialects with registers: x^(p
//! − 2) by windows of five bits, without a branch.

use alloc::vec::Vec;

use curve::bls12_381::{FpConst, FpEngine, FpModulus};
use limb::Modulus;

use super::{load_modulus, power};
use crate::evmmax::assembler::{Assembler, Error, op};
use crate::evmmax::dialect::{Dialect, Operation};
use crate::evmmax::formula::{Formula, Shape};

/// Bytes of an element.
const ELEMENT: u64 = 48;
/// Odd powers below 2^5, the value itself first; and one register more.
const REGISTERS: u8 = 18;

/// x^(p − 2): 379 squares and 78 other products.
///
/// [Example](crate::evmmax::programs).
pub fn inverse() -> Formula<FpConst> {
    Formula::record::<FpEngine>(Shape { karatsuba: false, most_sums: 3 }, 1, |inputs| {
        [power(&inputs[0], &FpModulus::P_MINUS_2)].to_vec()
    })
}

/// 1/x, and 0 for 0.
///
/// Call data is x, 48 bytes big-endian and below p; its inverse is returned in the same form. Gas
/// does not depend on it.
///
/// [Example](crate::evmmax::programs).
///
/// # Errors
/// In dialects without registers.
pub fn inversion(dialect: Dialect) -> Result<Vec<u8>, Error> {
    let mut code = Assembler::new(dialect);
    load_modulus(&mut code);
    code.push(ELEMENT).push(0).push(ELEMENT).ops(&[op::CALLDATACOPY]);
    super::set_modulus(&mut code, dialect, REGISTERS.into());
    code.push(1).push(ELEMENT).push(0).extended(Operation::Store);
    let free: Vec<u8> = (0..REGISTERS).collect();
    let outputs = inverse().emit(&mut code, &[0], |_| None, &free, None)?;
    let out = outputs.first().copied().ok_or(Error::Registers)?;
    code.push(1).push(out.into()).push(0).extended(Operation::Load);
    code.push(ELEMENT).push(0).ops(&[op::RETURN]);
    code.finish()
}
