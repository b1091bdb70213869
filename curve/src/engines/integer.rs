//! Integers behind field elements: bytes and order, for the engines of one element.

use limb::Word;
use limb::modulus::{LIMBS, Limbs};
use subtle::Choice;

/// The integer of at most 64 big-endian bytes.
pub(super) fn of_be_bytes(bytes: &[u8]) -> Limbs {
    let mut limbs = [0; LIMBS];
    for (i, &byte) in bytes.iter().rev().enumerate() {
        limbs[i >> 3] |= u64::from(byte) << (8 * (i & 7));
    }
    limbs
}

/// Big-endian bytes of an integer, as many as `out` takes.
pub(super) fn to_be_bytes(limbs: &Limbs, out: &mut [u8]) {
    for (i, byte) in out.iter_mut().rev().enumerate() {
        *byte = (limbs[i >> 3] >> (8 * (i & 7))) as u8;
    }
}

/// Whether a > b: exactly if b − a borrows. Constant-time.
pub(super) fn is_greater<W: Word, const N: usize>(a: &[W; N], b: &[W; N]) -> Choice {
    let mut borrow = W::ZERO;
    for (a, b) in a.iter().zip(b) {
        (_, borrow) = W::sbb(*b, *a, borrow);
    }
    Choice::from(borrow.to_u64() as u8)
}
