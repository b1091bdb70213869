//! Single sums, differences and products modulo an n of run time: what a machine's instructions ask
//! for one at a time.
//!
//! Odd n: elements stand in Montgomery's form, a·R mod n with R = 2^(64L). n = 2^k: they stand as
//! they are. Set-up takes one long division, for R² mod n, not 128·L doublings.

#[cfg(all(target_arch = "x86_64", not(miri)))]
use super::blocks::Blocks;
use super::division::remainder_of_shifted;
use super::montgomery::inverse_of_word;
use super::words::{Modulus, Portable, Rows, add, less, sub, trim};

/// Most words of a modulus of [`Residues`].
pub const MAX_WORDS: usize = 16;

/// The integers modulo an odd n > 1 or a power of two above 1, of at most [`MAX_WORDS`] words whose
/// highest is not zero. For public numbers.
///
/// Every function takes elements below n, of [`Residues::words`] words, and gives such.
#[derive(Clone, Copy, Debug)]
pub struct Residues {
    /// n, and behind it −1/n mod 2^64, or zero for a power of two.
    n: [u64; MAX_WORDS + 1],
    /// R² mod n; for a power of two not used.
    r2: [u64; MAX_WORDS],
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
        let mut out = Self { n: [0; MAX_WORDS + 1], r2: [0; MAX_WORDS], words };
        out.n[..words].copy_from_slice(n);
        if odd {
            out.n[words] = inverse_of_word(n[0]).wrapping_neg();
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
        self.n[self.words] != 0
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
            return self.mul_by_rows(Blocks(token), x, Some(a));
        }
        self.mul_by_rows(Portable, x, Some(a));
    }

    /// x = x²/R, or x² for a power of two.
    pub fn square_assign(&self, x: &mut [u64]) {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if let Some(token) = crate::cpu::Adx::get() {
            return self.mul_by_rows(Blocks(token), x, None);
        }
        self.mul_by_rows(Portable, x, None);
    }

    /// The product, or the square without an a.
    #[inline(always)]
    fn mul_by_rows<R: Rows>(&self, rows: R, x: &mut [u64], a: Option<&[u64]>) {
        let mut product = [0; 2 * MAX_WORDS];
        let product = &mut product[..2 * self.words];
        match (self.is_odd(), a) {
            (true, Some(a)) => rows.multiply_modulo(x, a, self.odd(), product),
            (true, None) => rows.square_modulo(x, 1, self.odd(), product),
            (false, a) => {
                rows.multiply(product, x, a.unwrap_or(x));
                x.copy_from_slice(&product[..self.words]);
                // n is 2^k and has one bit, in its highest word.
                x[self.words - 1] &= self.n[self.words - 1] - 1;
                return;
            }
        }
        self.subtract_once(x);
    }

    fn odd(&self) -> Modulus<'_> {
        Modulus(&self.n[..=self.words])
    }

    /// Below n, of a number below 2n.
    #[inline(always)]
    fn subtract_once(&self, x: &mut [u64]) {
        if !less(x, self.modulus()) {
            sub(x, self.modulus());
        }
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
            Portable.reduce(x, product, self.odd());
            self.subtract_once(x);
        }
    }
}
