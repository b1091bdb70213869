//! Single sums, differences and products modulo an n of run time: what a machine's instructions ask
//! for one at a time.
//!
//! Odd n: elements stand in Montgomery's form, a·R mod n with R = 2^(64L). n = 2^k: they stand as
//! they are. Set-up takes one long division, for R² mod n, not 128·L doublings.

use super::division::remainder_of_shifted;
use super::montgomery::{self, inverse_of_word};
use super::words::{Portable, Rows, add, less, multiply, square, sub, trim};

/// Most words of a modulus of [`Residues`].
pub const MAX_WORDS: usize = 16;

/// The integers modulo an odd n > 1 or a power of two above 1, of at most [`MAX_WORDS`] words whose
/// highest is not zero. For public numbers.
///
/// Every function takes elements below n, of [`Residues::words`] words, and gives such.
#[derive(Clone, Copy, Debug)]
pub struct Residues {
    n: [u64; MAX_WORDS],
    /// R² mod n; for a power of two not used.
    r2: [u64; MAX_WORDS],
    /// −1/n mod 2^64; zero for a power of two.
    minus_inverse: u64,
    words: usize,
}

impl Residues {
    /// Arithmetic modulo n, little-endian words, zeros at the top allowed; none for an n that is
    /// neither odd nor a power of two, below 2, or too long.
    ///
    /// Cost: one long division of 2L + 1 words by L.
    pub fn new(n: &[u64]) -> Option<Self> {
        let n = trim(n);
        let words = n.len();
        let ones: u32 = n.iter().map(|word| word.count_ones()).sum();
        let odd = n.first()? & 1 == 1;
        if words > MAX_WORDS || n == [1] || !(odd || ones == 1) {
            return None;
        }
        let mut out = Self { n: [0; MAX_WORDS], r2: [0; MAX_WORDS], minus_inverse: 0, words };
        out.n[..words].copy_from_slice(n);
        if odd {
            out.minus_inverse = inverse_of_word(n[0]).wrapping_neg();
            // The dividend, one word more, and the divisor.
            let mut scratch = [0; 3 * MAX_WORDS + 2];
            remainder_of_shifted(&[1], 2 * words, n, &mut out.r2[..words], &mut scratch);
        }
        Some(out)
    }

    /// L, the words of an element.
    pub const fn words(&self) -> usize {
        self.words
    }

    /// n.
    pub fn modulus(&self) -> &[u64] {
        &self.n[..self.words]
    }

    /// R² mod n, which a product takes into Montgomery's form; zeros for a power of two.
    pub fn radix_squared(&self) -> &[u64] {
        &self.r2[..self.words]
    }

    /// Whether n is odd, and elements in Montgomery's form.
    pub const fn is_odd(&self) -> bool {
        self.minus_inverse != 0
    }

    /// Whether an integer of L words is below n.
    pub fn is_element(&self, a: &[u64]) -> bool {
        less(a, self.modulus())
    }

    /// x = x + a.
    pub fn add_assign(&self, x: &mut [u64], a: &[u64]) {
        let carry = add(x, a);
        if carry || !less(x, self.modulus()) {
            sub(x, self.modulus());
        }
    }

    /// x = x − a.
    pub fn sub_assign(&self, x: &mut [u64], a: &[u64]) {
        if sub(x, a) {
            add(x, self.modulus());
        }
    }

    /// x = x·a/R for an odd n, x·a for a power of two. 2L² products of words.
    pub fn mul_assign(&self, x: &mut [u64], a: &[u64]) {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if let Some(token) = crate::cpu::Adx::get() {
            return self.mul_by_rows(token, x, a);
        }
        self.mul_by_rows(Portable, x, a);
    }

    #[inline(always)]
    fn mul_by_rows<R: Rows>(&self, rows: R, x: &mut [u64], a: &[u64]) {
        let mut product = [0; 2 * MAX_WORDS];
        let product = &mut product[..2 * self.words];
        multiply(rows, product, x, a);
        self.reduce(rows, x, product);
    }

    /// x = x²/R, or x² for a power of two.
    pub fn square_assign(&self, x: &mut [u64]) {
        let mut product = [0; 2 * MAX_WORDS];
        let product = &mut product[..2 * self.words];
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if let Some(token) = crate::cpu::Adx::get() {
            square(token, product, x);
            return self.reduce(token, x, product);
        }
        square(Portable, product, x);
        self.reduce(Portable, x, product);
    }

    /// An integer below n into the form of elements.
    pub fn enter(&self, x: &mut [u64]) {
        if self.is_odd() {
            self.mul_assign(x, &self.r2[..self.words]);
        }
    }

    /// The integer below n of an element.
    pub fn leave(&self, x: &mut [u64]) {
        if self.is_odd() {
            let mut product = [0; 2 * MAX_WORDS];
            let product = &mut product[..2 * self.words];
            product[..self.words].copy_from_slice(x);
            self.reduce(Portable, x, product);
        }
    }

    /// A double product, below n·R, to its element: by Montgomery's reduction, or cut off.
    #[inline(always)]
    fn reduce<R: Rows>(&self, rows: R, out: &mut [u64], x: &mut [u64]) {
        let n = self.modulus();
        if !self.is_odd() {
            out.copy_from_slice(&x[..n.len()]);
            // n is 2^k and has one bit, in its highest word.
            out[n.len() - 1] &= n[n.len() - 1] - 1;
            return;
        }
        montgomery::reduce(rows, n, self.minus_inverse, out, x);
    }
}
