//! Modulo an odd n of L words: a stands as a·R mod n, R = 2^(64L) (P. L. Montgomery, "Modular
//! multiplication without trial division", 1985).

use super::division::remainder_of_shifted;
use super::windows::Ring;
use super::words::{Modulus, Rows, less, sub, trim};

/// An odd modulus above 1. Elements are any numbers of L words, not only those below n: a product
/// of two is below R², so that (ab + qn)/R is below R + n, and n goes off it where it is not below
/// R. Who leaves has a number below n.
pub(super) struct Odd<'n, R> {
    rows: R,
    modulus: Modulus<'n>,
}

/// 1/a modulo 2^64 for an odd a: Newton's iteration, which doubles the right bits, from five of
/// (3a) XOR 2 on.
pub(super) const fn inverse_of_word(a: u64) -> u64 {
    let mut x = a.wrapping_mul(3) ^ 2;
    let mut right = 5;
    while right < 64 {
        x = x.wrapping_mul(2_u64.wrapping_sub(a.wrapping_mul(x)));
        right *= 2;
    }
    x
}

impl<'n, R: Rows> Odd<'n, R> {
    /// Of an n with a word of space behind it.
    pub(super) fn new(rows: R, n: &'n mut [u64]) -> Self {
        if let [lowest, .., n0] = n {
            *n0 = inverse_of_word(*lowest).wrapping_neg();
        }
        Self { rows, modulus: Modulus(n) }
    }

    /// Any integer into Montgomery's form.
    pub(super) fn enter(&self, x: &[u64], out: &mut [u64], scratch: &mut [u64]) {
        let (n, _) = self.modulus.parts();
        let (words, n) = (n.len(), trim(n));
        let (out, rest) = out.split_at_mut(n.len());
        remainder_of_shifted(x, words, n, out, scratch);
        rest.fill(0);
    }

    /// Back to an integer below n, in place: x is below R, and (x + qn)/R at most n.
    pub(super) fn leave(&self, x: &mut [u64], product: &mut [u64]) {
        let (low, high) = product.split_at_mut(x.len());
        low.copy_from_slice(x);
        high.fill(0);
        self.rows.reduce(x, product, self.modulus);
        let (n, _) = self.modulus.parts();
        if !less(x, n) {
            sub(x, n);
        }
    }
}

impl<R: Rows> Ring for Odd<'_, R> {
    fn square(&self, x: &mut [u64], times: usize, product: &mut [u64]) {
        self.rows.square_modulo(x, times, self.modulus, product);
    }

    fn multiply(&self, x: &mut [u64], a: &[u64], product: &mut [u64]) {
        self.rows.multiply_modulo(x, a, self.modulus, product);
    }
}
