//! Inversion modulo the p of BLS12-381 by Fermat's little theorem, in dialects with registers: x^(p − 2) by windows of five bits, without a branch.

use alloc::vec::Vec;

use curve::bls12_381::{FpConst, FpEngine, FpModulus};
use curve::field::Red;
use limb::Modulus;
use limb::modulus::minus_small;

use super::load_modulus;
use crate::evmmax::assembler::{Assembler, Error, op};
use crate::evmmax::dialect::{Dialect, Operation};
use crate::evmmax::formula::{Formula, Recorded, Shape};

/// Bytes of an element.
const ELEMENT: u64 = 48;
/// Bits of a window.
const WIDTH: usize = 5;
/// Odd powers below 2^5, the value itself first; and one register more.
const REGISTERS: u8 = 18;

/// x^(p − 2): 379 squares and 78 other products.
pub fn inverse() -> Formula<FpConst> {
    let exponent = minus_small(&FpModulus::P, 2);
    let bit = |i: usize| exponent[i >> 6] >> (i & 63) & 1;
    let square = |x: &Recorded<FpEngine>| x * x;
    Formula::record::<FpEngine>(Shape { karatsuba: false, most_sums: 3 }, 1, |inputs| {
        let twice = square(&inputs[0]);
        let mut odd: Vec<Recorded<FpEngine>> = [inputs[0].clone()].to_vec();
        for i in 1..1 << (WIDTH - 1) {
            odd.push(&odd[i - 1] * &twice);
        }
        let mut out: Option<Recorded<FpEngine>> = None;
        let mut left = FpModulus::BITS as usize;
        while let Some(top) = left.checked_sub(1) {
            if bit(top) == 0 {
                out = out.map(|out| square(&out));
                left -= 1;
                continue;
            }
            // The longest window that ends in a one.
            let lowest = (left.saturating_sub(WIDTH)..left).find(|&i| bit(i) == 1).unwrap_or(top);
            let window = (lowest..left).rev().fold(0, |window, i| window << 1 | bit(i) as usize);
            let power: &Red<_> = &odd[window >> 1];
            out = Some(match out {
                Some(out) => &(lowest..left).fold(out, |out, _| square(&out)) * power,
                None => power.clone(),
            });
            left = lowest;
        }
        out.into_iter().collect()
    })
}

/// 1/x, and 0 for 0.
///
/// Call data is x, 48 bytes big-endian and below p; its inverse is returned in the same form. Gas does not depend on it.
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
