//! Modulo an odd n of L words: a stands as a·R mod n, R = 2^(64L) (P. L. Montgomery, "Modular
//! multiplication without trial division", 1985).

use super::division::remainder_of_shifted;
use super::windows::Ring;
use super::words::{Rows, less, multiply, square, sub};

/// x/R mod n, below n for x < n·R. x is used up.
#[inline(always)]
pub(super) fn reduce<R: Rows>(
    rows: R,
    n: &[u64],
    minus_inverse: u64,
    out: &mut [u64],
    x: &mut [u64],
) {
    let length = n.len();
    let mut over = false;
    for i in 0..length {
        let quotient = x[i].wrapping_mul(minus_inverse);
        let carry = rows.add_product(&mut x[i..i + length], n, quotient);
        let (sum, first) = x[i + length].overflowing_add(carry);
        let (sum, second) = sum.overflowing_add(over.into());
        x[i + length] = sum;
        over = first | second;
    }
    out.copy_from_slice(&x[length..2 * length]);
    // The sum is below 2n.
    if over || !less(out, n) {
        sub(out, n);
    }
}

/// An odd modulus above 1, whose highest word is not zero.
pub(super) struct Odd<'n, R> {
    rows: R,
    n: &'n [u64],
    /// −1/n mod 2^64.
    minus_inverse: u64,
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
    pub(super) fn new(rows: R, n: &'n [u64]) -> Self {
        Self { rows, n, minus_inverse: inverse_of_word(n[0]).wrapping_neg() }
    }

    /// Any integer into Montgomery's form.
    pub(super) fn enter(&self, x: &[u64], out: &mut [u64], scratch: &mut [u64]) {
        remainder_of_shifted(x, self.n.len(), self.n, out, scratch);
    }

    /// Back to an integer below n, in place.
    pub(super) fn leave(&self, x: &mut [u64], product: &mut [u64]) {
        let (low, high) = product.split_at_mut(x.len());
        low.copy_from_slice(x);
        high.fill(0);
        self.reduce(x, product);
    }

    #[inline(always)]
    fn reduce(&self, out: &mut [u64], x: &mut [u64]) {
        reduce(self.rows, self.n, self.minus_inverse, out, x);
    }
}

impl<R: Rows> Ring for Odd<'_, R> {
    fn square(&self, x: &mut [u64], product: &mut [u64]) {
        square(self.rows, product, x);
        self.reduce(x, product);
    }

    fn multiply(&self, x: &mut [u64], a: &[u64], product: &mut [u64]) {
        multiply(self.rows, product, x, a);
        self.reduce(x, product);
    }
}
