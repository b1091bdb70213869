//! Modulo 2^(64K): words that are cut off.

use super::montgomery::inverse_of_word;
use super::windows::{Exponent, Ring, power};
use super::words::{Rows, sub_product};

/// The integers modulo 2^(64K), K being the words of its elements.
pub(super) struct Cut<R>(pub(super) R);

impl<R: Rows> Cut<R> {
    /// base^exponent modulo 2^(64K) for an exponent that is not zero, K being the words of `out`.
    ///
    /// An odd base has an order that divides 2^(64K − 2), so the exponent's lowest 64K bits are
    /// enough; an even one to the power 64K or more is zero.
    pub(super) fn power(
        &self,
        base: &[u64],
        exponent: &Exponent<'_>,
        out: &mut [u64],
        product: &mut [u64],
        table: &mut [u64],
    ) {
        let words = out.len();
        out.fill(0);
        let common = words.min(base.len());
        out[..common].copy_from_slice(&base[..common]);
        let odd = base.first().is_some_and(|word| word & 1 == 1);
        let bits = exponent.bits();
        if !odd && (exponent.zero_bytes > 8 || bits > 64 || value(exponent) >= 64 * words as u128) {
            out.fill(0);
            return;
        }
        let kept = if odd {
            let bytes = (8 * words as u64).saturating_sub(exponent.zero_bytes);
            let skipped = exponent.bytes.len().saturating_sub(bytes as usize);
            // All bits of the zeros that are left are above, or the power is one.
            Exponent { bytes: &exponent.bytes[skipped..], zero_bytes: exponent.zero_bytes }
        } else {
            *exponent
        };
        if kept.bits() == 0 {
            out.fill(0);
            out[0] = 1;
            return;
        }
        // No wider than the whole exponent's, for whose table there is space.
        power(self, out, &kept, kept.width().min(exponent.width()), product, table);
    }
}

/// An exponent of at most 64 bits and eight bytes of zeros.
fn value(exponent: &Exponent<'_>) -> u128 {
    let head = exponent.bytes.iter().fold(0, |value: u128, &byte| value << 8 | u128::from(byte));
    head << (8 * exponent.zero_bytes)
}

/// x/n modulo 2^(64K) for an odd n: word by word from the lowest, exactly (K. Hensel). x is used
/// up.
pub(super) fn divide(x: &mut [u64], n: &[u64], out: &mut [u64]) {
    let inverse = inverse_of_word(n[0]);
    for i in 0..x.len() {
        let quotient = x[i].wrapping_mul(inverse);
        let rest = &mut x[i..];
        let common = rest.len().min(n.len());
        let mut borrow = sub_product(&mut rest[..common], &n[..common], quotient);
        for word in &mut rest[common..] {
            let (difference, under) = word.overflowing_sub(borrow);
            *word = difference;
            borrow = under.into();
        }
        out[i] = quotient;
    }
}

impl<R: Rows> Ring for Cut<R> {
    fn square(&self, x: &mut [u64], times: usize, product: &mut [u64]) {
        let words = x.len();
        for _ in 0..times {
            product[..words].fill(0);
            for (i, &word) in x.iter().enumerate() {
                self.0.add_product(&mut product[i..words], x, word);
            }
            x.copy_from_slice(&product[..words]);
        }
    }

    fn multiply(&self, x: &mut [u64], a: &[u64], product: &mut [u64]) {
        let words = x.len();
        product[..words].fill(0);
        for (i, &word) in x.iter().enumerate() {
            self.0.add_product(&mut product[i..words], a, word);
        }
        x.copy_from_slice(&product[..words]);
    }
}
