//! Powers modulo an odd number whose limbs lie side by side in vectors: AVX-512 IFMA.

use super::division::remainder_of_shifted;
use super::montgomery::inverse_of_word;
use super::windows::{Exponent, Ring, power};
use crate::cpu::Ifma;
use crate::ifma::long::{Long, limbs, to_limbs, to_words};

/// Shorter moduli, in words, take less on blocks of words.
const LEAST: usize = 5;

/// Up to so many words what is made of the modulus first is worth it for longer exponents only: on
/// a Rocket Lake, at 8 words, 0x10001 took 2.19 µs here and 2.04 on blocks, and 512 bits 39.6 and
/// 45.3.
const SHORT: usize = 8;

/// Bits of the exponent from which it is.
const LONG_EXPONENT: usize = 64;

impl Ring for Long<'_> {
    fn square(&self, x: &mut [u64], times: usize, _: &mut [u64]) {
        for _ in 0..times {
            self.mul_assign(x, None);
        }
    }

    fn multiply(&self, x: &mut [u64], a: &[u64], _: &mut [u64]) {
        self.mul_assign(x, Some(a));
    }
}

/// base^exponent mod n for an odd n whose highest word is not zero and an exponent that is not
/// zero, if there are lanes for such an n; whether there are.
pub(super) fn power_on_lanes(
    token: Ifma,
    base: &[u64],
    exponent: &Exponent<'_>,
    n: &[u64],
    out: &mut [u64],
    scratch: &mut [u64],
) -> bool {
    let pays = n.len() > SHORT || n.len() >= LEAST && exponent.bits() >= LONG_EXPONENT;
    let Some(top) = n.last().filter(|_| pays) else { return false };
    let bits = 64 * n.len() - top.leading_zeros() as usize;
    let Some(limbs) = limbs(bits) else { return false };
    let (multiple, scratch) = scratch.split_at_mut(n.len() + 1);
    let (space, scratch) = scratch.split_at_mut(2 * limbs);
    let n0 = inverse_of_word(n[0]).wrapping_neg();
    let long = Long::new(token, n, bits, n0, multiple, space);
    let (x, scratch) = scratch.split_at_mut(limbs);

    // base·R mod n, R being 2^(64·words + left).
    let (words, left) = (long.radix() >> 6, long.radix() & 63);
    let (shifted, rest) = scratch.split_at_mut(base.len() + 1);
    let mut below = 0;
    for (out, &word) in shifted.iter_mut().zip(base.iter().chain(&[0])) {
        *out = (word << left) | ((below >> 1) >> (63 - left));
        below = word;
    }
    remainder_of_shifted(shifted, words, n, out, rest);
    to_limbs(out, 0, x);

    power(&long, x, exponent, exponent.width(), &mut [], scratch);

    let (one, scratch) = scratch.split_at_mut(limbs);
    one.fill(0);
    one[0] = 1;
    long.mul_assign(x, Some(one));
    // At most n', which is 52 bits longer than n.
    let (words, scratch) = scratch.split_at_mut(n.len() + 1);
    to_words(x, words);
    remainder_of_shifted(words, 0, n, out, scratch);
    true
}
