//! Numbers of whole blocks of 4 or 8 words, by the kernels of x86-64 with ADX.

use core::arch::x86_64::{_addcarry_u64, _subborrow_u64};

use super::lanes::power_on_lanes;
use super::windows::Exponent;
use super::words::{Modulus, Rows, less};
use crate::adx::blocks::{self as kernels, Block};
use crate::cpu::{Adx, Ifma};

/// Numbers of fewer words have none.
pub(super) const LEAST: usize = 3;

/// Blocks where a length has them, rows otherwise.
#[derive(Clone, Copy)]
pub(super) struct Blocks(pub(super) Adx);

impl Rows for Blocks {
    /// Three words take less as four, six and seven as eight; beyond, rows take as little as
    /// blocks that are not full.
    #[inline(always)]
    fn length(words: usize) -> usize {
        match words {
            3 => 4,
            6 | 7 => 8,
            _ => words,
        }
    }

    #[inline(always)]
    fn add_product(self, x: &mut [u64], a: &[u64], b: u64) -> u64 {
        self.0.add_product(x, a, b)
    }

    #[inline(always)]
    fn multiply(self, x: &mut [u64], a: &[u64], b: &[u64]) {
        match b.len() & 7 {
            0 => multiply::<8>(self.0, x, a, b),
            4 => multiply::<4>(self.0, x, a, b),
            _ => self.0.multiply(x, a, b),
        }
    }

    #[inline(always)]
    fn square(self, x: &mut [u64], a: &[u64]) {
        match a.len() & 7 {
            0 if (HALVED..=MOST_HALVED).contains(&a.len()) => {
                square_by_halves(self.0, x, a, &mut [0; SPACE]);
            }
            0 => square::<8>(self.0, x, a),
            4 => square::<4>(self.0, x, a),
            _ => self.0.square(x, a),
        }
    }

    #[inline(always)]
    fn reduce(self, out: &mut [u64], x: &mut [u64], modulus: Modulus<'_>) {
        match modulus.parts().0.len() & 7 {
            0 => reduce::<8>(self.0, out, x, modulus),
            4 => reduce::<4>(self.0, out, x, modulus),
            _ => self.0.reduce(out, x, modulus),
        }
    }

    #[inline(always)]
    fn square_modulo(self, x: &mut [u64], times: usize, modulus: Modulus<'_>, product: &mut [u64]) {
        if let (Ok(x), Ok(modulus)) = ((&mut *x).try_into(), modulus.0.try_into()) {
            return kernels::square_times(self.0, x, times, modulus);
        }
        for _ in 0..times {
            self.square(product, x);
            self.reduce(x, product, modulus);
        }
    }

    #[inline(always)]
    fn multiply_modulo(self, x: &mut [u64], a: &[u64], modulus: Modulus<'_>, product: &mut [u64]) {
        if let (Ok(x), Ok(a), Ok(modulus)) =
            ((&mut *x).try_into(), a.try_into(), modulus.0.try_into())
        {
            return kernels::multiply(self.0, x, a, modulus);
        }
        self.multiply(product, x, a);
        self.reduce(x, product, modulus);
    }

    fn power_on_lanes(
        self,
        base: &[u64],
        exponent: &Exponent<'_>,
        n: &[u64],
        out: &mut [u64],
        scratch: &mut [u64],
    ) -> bool {
        Ifma::get().is_some_and(|token| power_on_lanes(token, base, exponent, n, out, scratch))
    }
}

/// [`Rows::multiply`].
fn multiply<const N: usize>(token: Adx, x: &mut [u64], a: &[u64], b: &[u64])
where
    [u64; N]: Block,
{
    let (x, a, b) = (x.as_chunks_mut::<N>().0, a.as_chunks::<N>().0, b.as_chunks::<N>().0);
    x[..b.len()].fill(Block::ZERO);
    for (i, a) in a.iter().enumerate() {
        add_products(token, &mut x[i..], a, b);
    }
}

/// x = x + a·b on as many blocks as b has, and the block above them = what is carried.
#[inline(always)]
fn add_products<const N: usize>(token: Adx, x: &mut [[u64; N]], a: &[u64; N], b: &[[u64; N]])
where
    [u64; N]: Block,
{
    let (low, above) = x.split_at_mut(b.len());
    let Some(carried) = above.first_mut() else { return };
    *carried = Block::ZERO;
    for (z, b) in low.iter_mut().zip(b) {
        Block::add_product(token, z, carried, a, b);
    }
}

/// [`Rows::square`].
fn square<const N: usize>(token: Adx, x: &mut [u64], a: &[u64])
where
    [u64; N]: Block,
{
    let (x, a) = (x.as_chunks_mut::<N>().0, a.as_chunks::<N>().0);
    if let ([a], Some(x)) = (a, x.as_chunks_mut().0.first_mut()) {
        return Block::square(token, x, a);
    }
    x[..a.len()].fill(Block::ZERO);
    for (i, block) in a.iter().enumerate() {
        add_products(token, &mut x[2 * i + 1..], block, &a[i + 1..]);
    }
    let (mut bit, mut carry, mut squares) = (0, 0, [Block::ZERO; 2]);
    for (pair, a) in x.as_chunks_mut::<2>().0.iter_mut().zip(a) {
        Block::square(token, &mut squares, a);
        for (x, square) in pair.iter_mut().zip(&squares) {
            for (word, &square) in x.iter_mut().zip(square) {
                let twice = (*word << 1) | bit;
                bit = *word >> 63;
                carry = _addcarry_u64(carry, twice, square, word);
            }
        }
    }
}

/// Squares of so many words are made of three squares of half as many (A. Karatsuba, Y. Ofman,
/// "Multiplication of many-digital numbers by automatic computers", 1962), up to what there is
/// space for.
const HALVED: usize = 64;
const MOST_HALVED: usize = 128;
/// Words for |low − high| and its square, and as much again for halves of halves.
const SPACE: usize = 3 * MOST_HALVED;

/// [`Rows::square`]: with h words in a half and B = 2^(64h), (l + uB)² is
/// l² + (l² + u² − (l − u)²)·B + u²·B².
fn square_by_halves(token: Adx, x: &mut [u64], a: &[u64], space: &mut [u64]) {
    let half = a.len() >> 1;
    if a.len() < HALVED || half & 7 != 0 {
        return square::<8>(token, x, a);
    }
    let (low, high) = a.split_at(half);
    let (distance, space) = space.split_at_mut(half);
    let (middle, space) = space.split_at_mut(2 * half);
    put_distance(distance, low, high);
    square_by_halves(token, middle, distance, space);
    let (low_square, high_square) = x.split_at_mut(2 * half);
    square_by_halves(token, low_square, low, space);
    square_by_halves(token, high_square, high, space);

    let (mut carry, mut borrow) = (0, 0);
    let squares = low_square.as_chunks::<8>().0.iter().zip(high_square.as_chunks::<8>().0);
    for (middle, (low, high)) in middle.as_chunks_mut::<8>().0.iter_mut().zip(squares) {
        for (word, (&low, &high)) in middle.iter_mut().zip(low.iter().zip(high)) {
            let mut sum = 0;
            carry = _addcarry_u64(carry, low, high, &mut sum);
            borrow = _subborrow_u64(borrow, sum, *word, word);
        }
    }
    // 2lu·B, which is not negative, and has a word above `middle`.
    let (product, top) = x[half..].split_at_mut(2 * half);
    let mut over = 0;
    for (x, middle) in product.as_chunks_mut::<8>().0.iter_mut().zip(middle.as_chunks::<8>().0) {
        for (word, &middle) in x.iter_mut().zip(middle) {
            over = _addcarry_u64(over, *word, middle, word);
        }
    }
    let mut above = u64::from(carry) + u64::from(over) - u64::from(borrow);
    for word in top {
        if above == 0 {
            break;
        }
        let more;
        (*word, more) = word.overflowing_add(above);
        above = more.into();
    }
}

/// |a − b| for whole blocks of eight words.
fn put_distance(out: &mut [u64], a: &[u64], b: &[u64]) {
    let (a, b) = if less(a, b) { (b, a) } else { (a, b) };
    let mut borrow = 0;
    let blocks = a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0);
    for (out, (a, b)) in out.as_chunks_mut::<8>().0.iter_mut().zip(blocks) {
        for (out, (&a, &b)) in out.iter_mut().zip(a.iter().zip(b)) {
            borrow = _subborrow_u64(borrow, a, b, out);
        }
    }
}

/// [`Rows::reduce`].
///
/// Nothing is copied here, neither does a function give a block back: words that were just stored
/// one by one would be loaded by twos or fours, and a CPU waits for that.
fn reduce<const N: usize>(token: Adx, out: &mut [u64], x: &mut [u64], modulus: Modulus<'_>)
where
    [u64; N]: Block,
{
    let (n, n0) = modulus.parts();
    let (x, n) = (x.as_chunks_mut::<N>().0, n.as_chunks::<N>().0);
    let [lowest, upper @ ..] = n else { return };
    let (mut carried, mut over) = (Block::ZERO, 0);
    for i in 0..n.len() {
        let [first, rest @ ..] = &mut x[i..] else { return };
        Block::quotient(token, first, &mut carried, lowest, n0);
        for (z, n) in rest.iter_mut().zip(upper) {
            Block::add_product(token, z, &mut carried, first, n);
        }
        for (word, &carried) in rest[upper.len()].iter_mut().zip(&carried) {
            over = _addcarry_u64(over, *word, carried, word);
        }
    }
    let (mask, mut borrow) = (u64::from(over).wrapping_neg(), 0);
    let sum = x[n.len()..].as_flattened();
    for ((out, &sum), &n) in out.iter_mut().zip(sum).zip(n.as_flattened()) {
        borrow = _subborrow_u64(borrow, sum, n & mask, out);
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::{SPACE, square, square_by_halves};
    use crate::cpu::Adx;

    /// Squares by halves are those of blocks: halves that are equal, the lower or the upper one
    /// larger, all ones, zero, and carries through whole halves.
    #[test]
    fn halves() {
        let Some(token) = Adx::get() else { return };
        let mut seed = 1u64;
        let mut random = || {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            seed ^ (seed >> 33)
        };
        // A half of 72 words is no whole number of blocks.
        for length in [64, 72, 80, 96, 112, 128] {
            let half = length >> 1;
            let mut numbers: Vec<Vec<u64>> = Vec::new();
            for low in [0, 1, u64::MAX] {
                for high in [0, 1, u64::MAX] {
                    numbers.push((0..length).map(|i| if i < half { low } else { high }).collect());
                }
            }
            for _ in 0..20 {
                let number: Vec<u64> = (0..length).map(|_| random()).collect();
                let mut equal = number.clone();
                equal.copy_within(..half, half);
                let mut swapped = number.clone();
                swapped.rotate_left(half);
                let sparse = number.iter().map(|&word| if word & 1 == 0 { 0 } else { u64::MAX });
                numbers.extend([sparse.collect(), number, equal, swapped]);
            }
            for number in numbers {
                let (mut by_halves, mut expected) =
                    (std::vec![u64::MAX; 2 * length], std::vec![0; 2 * length]);
                square_by_halves(token, &mut by_halves, &number, &mut [u64::MAX; SPACE]);
                square::<8>(token, &mut expected, &number);
                assert_eq!(by_halves, expected, "{number:x?}");
            }
        }
    }
}
