//! The remainder of a long division (D. E. Knuth, "The Art of Computer Programming", volume 2,
//! §4.3.1, algorithm D).
#![expect(clippy::integer_division_remainder_used, reason = "of public numbers")]

use super::words::{add, sub_product};

/// x·2^(64·shift) mod n, for an n whose highest word is not zero.
///
/// `scratch` has the words of x, `shift` of them, one more, and those of n.
pub(super) fn remainder_of_shifted(
    x: &[u64],
    shift: usize,
    n: &[u64],
    out: &mut [u64],
    scratch: &mut [u64],
) {
    if x.len() + shift < n.len() {
        out.fill(0);
        out[shift..shift + x.len()].copy_from_slice(x);
        return;
    }
    let (length, &top) = (n.len(), n.last().unwrap_or_else(|| unreachable!("n is not empty")));
    let (dividend, scratch) = scratch.split_at_mut(x.len() + shift + 1);
    dividend[..shift].fill(0);
    // Both are shifted until the divisor's highest bit is set: then a quotient word that is guessed
    // from the highest words is at most two too large.
    let bits = top.leading_zeros();
    let overflow = shift_left(&mut dividend[shift..], x, bits);
    dividend[shift + x.len()] = overflow;
    if length == 1 {
        let divisor = top << bits;
        let rest = dividend.iter().rev().fold(0, |rest, &word| {
            ((u128::from(rest) << 64 | u128::from(word)) % u128::from(divisor)) as u64
        });
        out[0] = rest >> bits;
        return;
    }
    let divisor = &mut scratch[..length];
    shift_left(divisor, n, bits);
    let divisor = &*divisor;
    let [high, next] = [divisor[length - 1], divisor[length - 2]];
    for low in (0..dividend.len() - length).rev() {
        let part = &mut dividend[low..=low + length];
        let quotient = guess([part[length], part[length - 1], part[length - 2]], high, next);
        let (rest, last) = part.split_at_mut(length);
        let borrow = sub_product(rest, divisor, quotient);
        let (difference, under) = last[0].overflowing_sub(borrow);
        last[0] = difference;
        if under {
            // One too many still.
            let carry = add(rest, divisor);
            last[0] = last[0].wrapping_add(carry.into());
        }
    }
    let rest = &dividend[..length];
    for (i, out) in out.iter_mut().enumerate() {
        let above = rest.get(i + 1).copied().unwrap_or(0);
        *out = (rest[i] >> bits) | ((above << 1) << (63 - bits));
    }
}

/// A word of the quotient from the three highest words of the dividend and the two of the divisor:
/// right, or one too large.
fn guess([a, b, c]: [u64; 3], high: u64, next: u64) -> u64 {
    let above = u128::from(a) << 64 | u128::from(b);
    let (mut quotient, mut rest) = if a >= high {
        // The largest word; what is left over is b + high, since a = high.
        (u64::MAX, u128::from(b) + u128::from(high))
    } else {
        ((above / u128::from(high)) as u64, above % u128::from(high))
    };
    while rest >> 64 == 0 && u128::from(quotient) * u128::from(next) > (rest << 64 | u128::from(c))
    {
        quotient -= 1;
        rest += u128::from(high);
    }
    quotient
}

/// a·2^bits for fewer than 64 bits, in the first words of `out`; what is shifted out.
fn shift_left(out: &mut [u64], a: &[u64], bits: u32) -> u64 {
    let mut below = 0;
    for (out, &word) in out.iter_mut().zip(a) {
        *out = (word << bits) | ((below >> 1) >> (63 - bits));
        below = word;
    }
    (below >> 1) >> (63 - bits)
}
