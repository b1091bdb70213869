//! What programs have in common: routines, loops, blocks of registers.

use super::{Assembler, Operation, op};
use crate::evmmax::assembler::Label;
use crate::evmmax::dialect::Vector;
use crate::evmmax::formula::Constant;

/// The registers of a program's constants: of small integers, and of the one other element, if
/// there is one.
pub(super) fn constants<C>(
    small: &'static [(u32, u8)],
    element: Option<u8>,
) -> impl Fn(&Constant<C>) -> Option<u8> + Copy {
    move |constant| match constant {
        Constant::Small(value) => {
            small.iter().find(|(of, _)| of == value).map(|&(_, register)| register)
        }
        Constant::Element(_) => element,
    }
}

/// Calls a routine, which ends with a JUMP to what is on the stack: 24 gas with that.
pub(super) fn call(code: &mut Assembler, routine: Label) {
    let back = code.label();
    code.push_label(back).push_label(routine).ops(&[op::JUMP]).bind(back);
}

/// Calls a routine so often: 26 gas a time beside the call, and 5.
pub(super) fn repeat(code: &mut Assembler, routine: Label, times: u64) {
    if times == 1 {
        return call(code, routine);
    }
    let again = code.label();
    code.push(times).bind(again);
    call(code, routine);
    code.push(1).ops(&[op::SWAP1, op::SUB, op::DUP1]).push_label(again).ops(&[op::JUMPI, op::POP]);
}

/// `count` registers become those from `from` on: sums with zero.
pub(super) fn copy(code: &mut Assembler, to: u8, from: u8, count: u8, zero: u8) {
    code.vector(
        Operation::Add,
        &Vector { y: zero, y_stride: 0, count, ..Vector::one(to, from, zero) },
    );
}

/// `count` registers change their sign.
pub(super) fn negate(code: &mut Assembler, first: u8, count: u8, zero: u8) {
    code.vector(Operation::Sub, &Vector { x_stride: 0, count, ..Vector::one(first, zero, first) });
}
