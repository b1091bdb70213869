//! Digits of scalars in base |x|, which the endomorphisms take.

use limb::ct::opaque;
use zeroize::Zeroize;

use super::X;
use crate::integer::Integer;

/// ⌊(2^128 − 1)/|x|⌋ − 2^64: the reciprocal of |x|, whose top bit is set.
pub(super) const X_RECIPROCAL: u64 = 0x3812_04ca_56cd_56b5;

/// The digits of k < x⁴ in base |x|, least significant first. Constant-time: no division
/// instruction sees the scalar.
pub(super) fn digits_base_x(k: &Integer) -> [u64; 4] {
    let mut quotient = *k;
    let mut digits = [0; 4];
    for digit in &mut digits[..3] {
        let mut remainder = 0;
        for limb in quotient.iter_mut().rev() {
            (*limb, remainder) = divide_by_x(remainder, *limb);
        }
        *digit = remainder;
    }
    digits[3] = quotient[0];
    quotient.zeroize();
    digits
}

/// (high·2^64 + low) divided by |x|, for high < |x|: quotient and remainder.
///
/// N. Möller, T. Granlund, "Improved division by invariant integers" (IEEE Transactions on
/// Computers, 2011), algorithm 4, with both corrections by masks. The sum does not overflow:
/// (2^64 + reciprocal)·high ≤ (2^128 − 1)·(|x| − 1)/|x|.
#[inline(always)]
fn divide_by_x(high: u64, low: u64) -> (u64, u64) {
    let estimate =
        u128::from(X_RECIPROCAL) * u128::from(high) + ((u128::from(high) << 64) | u128::from(low));
    let mut quotient = ((estimate >> 64) as u64).wrapping_add(1);
    let mut remainder = low.wrapping_sub(quotient.wrapping_mul(X));
    // One too many, if the remainder is above the estimate's low half.
    let (_, above) = (estimate as u64).overflowing_sub(remainder);
    let mask = opaque(u64::from(above).wrapping_neg());
    quotient = quotient.wrapping_add(mask);
    remainder = remainder.wrapping_add(mask & X);
    // One too few, which is rare.
    let (_, below) = remainder.overflowing_sub(X);
    let mask = opaque(u64::from(!below).wrapping_neg());
    (quotient.wrapping_sub(mask), remainder.wrapping_sub(mask & X))
}
