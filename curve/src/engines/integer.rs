//! Integers behind field elements: bytes and order, for the engines of one element.

use limb::Word;
use limb::modulus::{LIMBS, Limbs};
use subtle::Choice;

/// The integer of at most 64 big-endian bytes.
#[inline]
pub(super) fn of_be_bytes(bytes: &[u8]) -> Limbs {
    debug_assert!(bytes.len() <= 8 * LIMBS, "the highest bytes would be lost");
    let mut limbs = [0; LIMBS];
    let (first, whole) = bytes.as_rchunks::<8>();
    for (limb, bytes) in limbs.iter_mut().zip(whole.iter().rev()) {
        *limb = u64::from_be_bytes(*bytes);
    }
    if let Some(limb) = limbs.get_mut(whole.len()) {
        *limb = first.iter().fold(0, |limb, &byte| limb << 8 | u64::from(byte));
    }
    limbs
}

/// Big-endian bytes of an integer, as many as `out` takes.
#[inline]
pub(super) fn to_be_bytes(limbs: &Limbs, out: &mut [u8]) {
    let (first, whole) = out.as_rchunks_mut::<8>();
    for (limb, bytes) in limbs.iter().zip(whole.iter_mut().rev()) {
        *bytes = limb.to_be_bytes();
    }
    let highest = limbs.get(whole.len()).copied().unwrap_or(0);
    for (i, byte) in first.iter_mut().rev().enumerate() {
        *byte = (highest >> (8 * i)) as u8;
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
