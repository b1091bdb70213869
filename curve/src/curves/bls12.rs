//! What curves of the family BLS12 have in common: scalars by their digits in base |x|, which the
//! endomorphisms take. The top bit of |x| is set, and `RECIPROCAL` is ⌊(2^128 − 1)/|x|⌋ − 2^64.

use limb::ct::opaque;
use limb::each::Each;
use zeroize::Zeroize;

use crate::integer::{Integer, SignedPart};

/// k = k₀ + k₁·x² with the digits of k two by two, for k ≤ r − 1 = x²(x² − 1): both parts are below
/// x² < 2^128. Constant-time.
pub(super) fn two_parts<const X: u64, const RECIPROCAL: u64>(k: &Integer) -> [SignedPart; 4] {
    let [d0, d1, d2, d3] = digits::<X, RECIPROCAL>(k);
    let pair = |low: u64, high: u64| {
        let value = u128::from(high) * u128::from(X) + u128::from(low);
        SignedPart::positive([value as u64, (value >> 64) as u64, 0, 0])
    };
    SignedPart::four([pair(d0, d1), pair(d2, d3)])
}

/// The digits of k in base |x|: four, since k < r < x⁴. Constant-time.
pub(super) fn four_parts<const X: u64, const RECIPROCAL: u64>(k: &Integer) -> [SignedPart; 4] {
    digits::<X, RECIPROCAL>(k).each(|digit| SignedPart::positive([digit, 0, 0, 0]))
}

/// The digits of k < x⁴ in base |x|, least significant first. Constant-time: no division
/// instruction sees the scalar.
fn digits<const X: u64, const RECIPROCAL: u64>(k: &Integer) -> [u64; 4] {
    let mut quotient = *k;
    let mut digits = [0; 4];
    for digit in &mut digits[..3] {
        let mut remainder = 0;
        for limb in quotient.iter_mut().rev() {
            (*limb, remainder) = divide_by_x::<X, RECIPROCAL>(remainder, *limb);
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
fn divide_by_x<const X: u64, const RECIPROCAL: u64>(high: u64, low: u64) -> (u64, u64) {
    let estimate =
        u128::from(RECIPROCAL) * u128::from(high) + ((u128::from(high) << 64) | u128::from(low));
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
