//! Rows on machines whose words have 32 bits: two words of a factor at a time, which are four rows
//! of 32 bits.
//!
//! On RV32 a step of a row, x + a·b + c, is eight instructions. A row by itself loads two words for
//! it, stores one and counts. Four rows that move along a number together do that once for four
//! steps:
//!
//! ```text
//! column j:  x[j] + a₀·b[j] + a₁·b[j − 1] + a₂·b[j − 2] + a₃·b[j − 3], a carry for each row
//! ```

use super::words::{Modulus, Rows, add_product_and, sub};

/// For fewer words rows by themselves take less: a power modulo 4 words takes 10 % more
/// instructions of RV32 here, one modulo 32 words 18 % fewer. Lengths between them were not
/// counted.
#[cfg(target_pointer_width = "32")]
pub(super) const LEAST: usize = 8;

/// Rows of 32 bits.
#[derive(Clone, Copy)]
pub(super) struct Narrow;

impl Rows for Narrow {
    #[inline(always)]
    fn add_product(self, x: &mut [u64], a: &[u64], b: u64) -> u64 {
        add_product_and(x, a, b, 0)
    }

    fn multiply(self, x: &mut [u64], a: &[u64], b: &[u64]) {
        let length = b.len();
        x[..length].fill(0);
        let (pairs, last) = a.as_chunks::<2>();
        for (i, &pair) in (0..).step_by(2).zip(pairs) {
            let top = add_product_of_two(&mut x[i..i + length], b, pair);
            x[i + length..][..2].copy_from_slice(&top);
        }
        if let &[a] = last {
            let i = 2 * pairs.len();
            x[i + length] = self.add_product(&mut x[i..i + length], b, a);
        }
    }

    fn square(self, x: &mut [u64], a: &[u64]) {
        let (pairs, last) = a.as_chunks::<2>();
        if !last.is_empty() {
            // No length that anybody asks for often.
            return self.multiply(x, a, a);
        }
        let length = a.len();
        x[..length].fill(0);
        for (i, &pair) in (0..).step_by(2).zip(pairs) {
            let top = add_product_of_two(&mut x[2 * i + 2..i + length], &a[i + 2..], pair);
            x[i + length..][..2].copy_from_slice(&top);
        }
        let (mut bit, mut carry) = (0, false);
        for (x, &pair) in x.as_chunks_mut::<4>().0.iter_mut().zip(pairs) {
            for (word, square) in x.iter_mut().zip(square_of_two(pair)) {
                let twice = (*word << 1) | bit;
                bit = *word >> 63;
                let (sum, over) = twice.overflowing_add(square);
                let (sum, again) = sum.overflowing_add(carry.into());
                (*word, carry) = (sum, over | again);
            }
        }
    }

    fn reduce(self, out: &mut [u64], x: &mut [u64], modulus: Modulus<'_>) {
        let (n, n0) = modulus.parts();
        let length = n.len();
        let mut over = false;
        let mut i = 0;
        if let &[lowest, second, ..] = n {
            while i + 2 <= length {
                // The second digit is that of x + q₀·n one word up.
                let low = x[i].wrapping_mul(n0);
                let carry = (u128::from(low) * u128::from(lowest) + u128::from(x[i])) >> 64;
                let next = low.wrapping_mul(second).wrapping_add(carry as u64);
                let high = x[i + 1].wrapping_add(next).wrapping_mul(n0);
                let top = add_product_of_two(&mut x[i..i + length], n, [low, high]);
                for (word, top) in x[i + length..].iter_mut().zip(top) {
                    let (sum, first) = word.overflowing_add(top);
                    let (sum, second) = sum.overflowing_add(over.into());
                    (*word, over) = (sum, first | second);
                }
                i += 2;
            }
        }
        if i < length {
            let quotient = x[i].wrapping_mul(n0);
            let carry = self.add_product(&mut x[i..i + length], n, quotient);
            let (sum, first) = x[i + length].overflowing_add(carry);
            let (sum, second) = sum.overflowing_add(over.into());
            (x[i + length], over) = (sum, first | second);
        }
        out.copy_from_slice(&x[length..2 * length]);
        if over {
            sub(out, n);
        }
    }
}

/// x += a·b for x and b of one length, modulo what x can hold; the two words above that. All of it
/// is below (2^128 − 1)·(B − 1) + B − 1 < 2^128·B, B being what x cannot hold.
#[inline(never)]
fn add_product_of_two(x: &mut [u64], b: &[u64], a: [u64; 2]) -> [u64; 2] {
    let [(a0, a1), (a2, a3)] = [halves(a[0]), halves(a[1])];
    let mut carries = [0; 4];
    // x[j] and the terms of a column; a term of zeros is none.
    let mut column = |x: u32, [b0, b1, b2, b3]: [u32; 4]| {
        let [c0, c1, c2, c3] = &mut carries;
        let x = step(x, a0, b0, c0);
        let x = step(x, a1, b1, c1);
        let x = step(x, a2, b2, c2);
        step(x, a3, b3, c3)
    };
    let [mut b1, mut b2, mut b3] = [0; 3];
    for (x, &b) in x.iter_mut().zip(b) {
        let ((x0, x1), (low, high)) = (halves(*x), halves(b));
        let x0 = column(x0, [low, b1, b2, b3]);
        let x1 = column(x1, [high, low, b1, b2]);
        *x = whole(x0, x1);
        [b1, b2, b3] = [high, low, b1];
    }
    let low = [column(0, [0, b1, b2, b3]), column(0, [0, 0, b1, b2])];
    let high = [column(0, [0, 0, 0, b1]), column(0, [0; 4])];
    [low, high].map(|[low, high]| whole(low, high))
}

/// x + a·b + c, whose upper half is the next c: at most (2^32 − 1)² + 2·(2^32 − 1) = 2^64 − 1.
#[inline(always)]
fn step(x: u32, a: u32, b: u32, carry: &mut u32) -> u32 {
    let sum = u64::from(a) * u64::from(b) + u64::from(x) + u64::from(*carry);
    let (low, high) = halves(sum);
    *carry = high;
    low
}

/// (a₀ + a₁·2^64)².
#[inline(always)]
fn square_of_two([a0, a1]: [u64; 2]) -> [u64; 4] {
    let [low, middle, high] =
        [(a0, a0), (a0, a1), (a1, a1)].map(|(a, b)| u128::from(a) * u128::from(b));
    let second = (low >> 64) + (u128::from(middle as u64) << 1);
    // The square is below 2^256.
    let upper = high + (second >> 64) + ((middle >> 64) << 1);
    [low as u64, second as u64, upper as u64, (upper >> 64) as u64]
}

#[inline(always)]
fn halves(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}

#[inline(always)]
fn whole(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use super::super::words::{Modulus, Portable, Rows};
    use super::Narrow;
    use crate::runtime::montgomery::inverse_of_word;

    /// Products, squares and reductions are those of rows, for every length: random words, zeros
    /// and words of ones.
    #[test]
    fn rows_agree() {
        let mut seed = 1u64;
        let mut random = || {
            // Knuth's MMIX generator, its high bits mixed into the low ones.
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            seed ^ (seed >> 33)
        };
        for length in 1..=33 {
            for round in 0..40 {
                let mut number = || -> Vec<u64> {
                    let words = (0..length).map(|_| match random() & 3 {
                        _ if round == 0 => u64::MAX,
                        0 => 0,
                        1 => u64::MAX,
                        _ => random(),
                    });
                    words.collect()
                };
                let (a, b, mut n) = (number(), number(), number());
                n[0] |= 1;
                n.push(inverse_of_word(n[0]).wrapping_neg());
                let blank = || vec![0x5555; 2 * length];
                let (mut x, mut expected) = (blank(), blank());
                Narrow.multiply(&mut x, &a, &b);
                Portable.multiply(&mut expected, &a, &b);
                assert_eq!(x, expected, "{a:x?} times {b:x?}");
                Narrow.square(&mut x, &a);
                Portable.square(&mut expected, &a);
                assert_eq!(x, expected, "the square of {a:x?}");
                let (mut out, mut other) = (vec![0; length], vec![0; length]);
                Narrow.multiply(&mut x, &a, &b);
                let mut again = x.clone();
                Narrow.reduce(&mut out, &mut x, Modulus(&n));
                Portable.reduce(&mut other, &mut again, Modulus(&n));
                assert_eq!(out, other, "{a:x?} times {b:x?} modulo {n:x?}");
            }
        }
    }
}
