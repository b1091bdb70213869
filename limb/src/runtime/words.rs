//! Rows of words: what everything here is made of.

use super::windows::Exponent;

/// a without the zeros at its top.
pub(super) fn trim(a: &[u64]) -> &[u64] {
    let length = a.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
    &a[..length]
}

/// An odd n of L words, zeros at its top allowed, and behind them n₀ = −1/n modulo the word.
#[derive(Clone, Copy)]
pub(super) struct Modulus<'n>(pub(super) &'n [u64]);

impl<'n> Modulus<'n> {
    /// n and n₀.
    #[inline(always)]
    pub(super) fn parts(self) -> (&'n [u64], u64) {
        let (n0, n) = self.0.split_last().unwrap_or_else(|| unreachable!("n₀ is there"));
        (n, *n0)
    }
}

/// What multiplies numbers of equal length, row by row where it knows nothing better.
pub(super) trait Rows: Copy {
    /// How many words to take, zeros at the top, for so many.
    #[inline(always)]
    fn length(words: usize) -> usize {
        words
    }

    /// x += a·b on the first words of x, as many as a has or there are; the word that is carried
    /// out of them.
    fn add_product(self, x: &mut [u64], a: &[u64], b: u64) -> u64;

    /// x = a·b, of twice as many words.
    #[inline(always)]
    fn multiply(self, x: &mut [u64], a: &[u64], b: &[u64]) {
        let length = b.len();
        x[..length].fill(0);
        for (i, &a) in a.iter().enumerate() {
            x[i + length] = self.add_product(&mut x[i..i + length], b, a);
        }
    }

    /// x = a²: half the products twice, and the squares.
    #[inline(always)]
    fn square(self, x: &mut [u64], a: &[u64]) {
        let length = a.len();
        x[..length].fill(0);
        for i in 0..length {
            x[i + length] = self.add_product(&mut x[2 * i + 1..i + length], &a[i + 1..], a[i]);
        }
        let (mut bit, mut carry) = (0, 0);
        for (pair, &a) in x.chunks_exact_mut(2).zip(a) {
            let [low, high] = [pair[0], pair[1]];
            let twice = u128::from((low << 1) | bit) | u128::from((high << 1) | (low >> 63)) << 64;
            bit = high >> 63;
            let (sum, over) = twice.overflowing_add(u128::from(a) * u128::from(a));
            let (sum, again) = sum.overflowing_add(carry);
            carry = u128::from(over) + u128::from(again);
            [pair[0], pair[1]] = [sum as u64, (sum >> 64) as u64];
        }
    }

    /// out = (x + q·n)/R, x being as long as two n and R as one, less n where that is not below R.
    /// x is used up.
    #[inline(always)]
    fn reduce(self, out: &mut [u64], x: &mut [u64], modulus: Modulus<'_>) {
        let (n, n0) = modulus.parts();
        let length = n.len();
        let mut over = false;
        for i in 0..length {
            let quotient = x[i].wrapping_mul(n0);
            let carry = self.add_product(&mut x[i..i + length], n, quotient);
            let (sum, first) = x[i + length].overflowing_add(carry);
            let (sum, second) = sum.overflowing_add(over.into());
            x[i + length] = sum;
            over = first | second;
        }
        out.copy_from_slice(&x[length..2 * length]);
        if over {
            sub(out, n);
        }
    }

    /// x = x²/R mod n so many times, in Montgomery's form, any numbers below R, with space for a
    /// double product.
    #[inline(always)]
    fn square_modulo(self, x: &mut [u64], times: usize, modulus: Modulus<'_>, product: &mut [u64]) {
        for _ in 0..times {
            self.square(product, x);
            self.reduce(x, product, modulus);
        }
    }

    /// x = x·a/R mod n, likewise.
    #[inline(always)]
    fn multiply_modulo(self, x: &mut [u64], a: &[u64], modulus: Modulus<'_>, product: &mut [u64]) {
        self.multiply(product, x, a);
        self.reduce(x, product, modulus);
    }

    /// out = base^exponent mod n for an odd n above 1 and an exponent that is not zero, if there
    /// are vectors that take less than rows; whether there are.
    fn power_on_lanes(
        self,
        _base: &[u64],
        _exponent: &Exponent<'_>,
        _n: &[u64],
        _out: &mut [u64],
        _scratch: &mut [u64],
    ) -> bool {
        false
    }
}

/// Portable rows.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Rows for Portable {
    #[inline(always)]
    fn add_product(self, x: &mut [u64], a: &[u64], b: u64) -> u64 {
        add_product_and(x, a, b, 0)
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
impl Rows for crate::cpu::Adx {
    #[inline(always)]
    fn add_product(self, x: &mut [u64], a: &[u64], b: u64) -> u64 {
        let (done, carry) = crate::adx::run_time::add_product_in_fours(self, x, a, b);
        add_product_and(&mut x[done..], a.get(done..).unwrap_or_default(), b, carry)
    }
}

/// x += a·b + carry.
#[inline(always)]
pub(super) fn add_product_and(x: &mut [u64], a: &[u64], b: u64, mut carry: u64) -> u64 {
    for (x, &a) in x.iter_mut().zip(a) {
        // (2^64 − 1)² + 2·(2^64 − 1) = 2^128 − 1.
        let sum = u128::from(a) * u128::from(b) + u128::from(*x) + u128::from(carry);
        *x = sum as u64;
        carry = (sum >> 64) as u64;
    }
    carry
}

/// x −= a·b on the first words of x, as many as a has; the word that is borrowed.
#[inline(always)]
pub(super) fn sub_product(x: &mut [u64], a: &[u64], b: u64) -> u64 {
    let mut borrow = 0;
    for (x, &a) in x.iter_mut().zip(a) {
        let product = u128::from(a) * u128::from(b) + u128::from(borrow);
        let (difference, under) = x.overflowing_sub(product as u64);
        *x = difference;
        borrow = (product >> 64) as u64 + u64::from(under);
    }
    borrow
}

/// x += a for equal lengths; whether it carries.
pub(super) fn add(x: &mut [u64], a: &[u64]) -> bool {
    let mut carry = false;
    for (x, &a) in x.iter_mut().zip(a) {
        let (sum, over) = x.overflowing_add(a);
        let (sum, again) = sum.overflowing_add(carry.into());
        *x = sum;
        carry = over | again;
    }
    carry
}

/// x −= a for equal lengths; whether it borrows.
#[inline(always)]
pub(super) fn sub(x: &mut [u64], a: &[u64]) -> bool {
    let mut borrow = false;
    for (x, &a) in x.iter_mut().zip(a) {
        let (difference, under) = x.overflowing_sub(a);
        let (difference, again) = difference.overflowing_sub(borrow.into());
        *x = difference;
        borrow = under | again;
    }
    borrow
}

/// x − a modulo 2^(64·words of x), for an a of any length.
pub(super) fn sub_from(x: &mut [u64], a: &[u64]) {
    let common = x.len().min(a.len());
    let (low, high) = x.split_at_mut(common);
    let mut borrow = sub(low, &a[..common]);
    for word in high {
        (*word, borrow) = word.overflowing_sub(borrow.into());
    }
}

/// Whether x < a, for equal lengths.
#[inline(always)]
pub(super) fn less(x: &[u64], a: &[u64]) -> bool {
    for (x, a) in x.iter().zip(a).rev() {
        if x != a {
            return x < a;
        }
    }
    false
}
