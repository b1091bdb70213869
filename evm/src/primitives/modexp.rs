//! Powers modulo any integer.

use alloc::vec;
use alloc::vec::Vec;

use limb::runtime::{Exponent, pow_vartime, scratch_words};

/// base^exponent mod modulus, as long as the modulus; zeros for the modulus zero, and 0⁰ = 1. Each
/// of them has any length, none included.
///
/// Time: in proportion to the bits of the exponent and to the square of the modulus' length. Nobody
/// asks for a price here: see [`gas`](crate::gas).
///
/// [Example](super).
pub fn modexp(base: &[u8], exponent: &[u8], modulus: &[u8]) -> Vec<u8> {
    power((base, 0), &Exponent { bytes: exponent, zero_bytes: 0 }, (modulus, 0))
}

/// The power of integers that have zeros behind them, as long as the modulus.
pub(crate) fn power(base: (&[u8], u64), exponent: &Exponent<'_>, modulus: (&[u8], u64)) -> Vec<u8> {
    let length = modulus.0.len() + modulus.1 as usize;
    let [base, modulus] = [base, modulus].map(|(bytes, zeros)| to_words(bytes, zeros as usize));
    let mut result = vec![0; modulus.len()];
    let mut scratch = vec![0; scratch_words(base.len(), modulus.len(), exponent)];
    pow_vartime(&base, exponent, &modulus, &mut result, &mut scratch);
    let mut out = vec![0; length];
    for (bytes, word) in out.rchunks_mut(8).zip(&result) {
        bytes.copy_from_slice(&word.to_be_bytes()[8 - bytes.len()..]);
    }
    out
}

/// The words of big-endian bytes and zeros behind them, least significant first.
fn to_words(bytes: &[u8], zeros: usize) -> Vec<u64> {
    let first = bytes.iter().position(|&byte| byte != 0).unwrap_or(bytes.len());
    let bytes = &bytes[first..];
    let mut words = vec![0; if bytes.is_empty() { 0 } else { (bytes.len() + zeros).div_ceil(8) }];
    for (i, &byte) in bytes.iter().rev().enumerate() {
        let at = i + zeros;
        words[at >> 3] |= u64::from(byte) << (8 * (at & 7));
    }
    words
}
