//! Powers by public exponents, square roots, and whether a residue is a square.
//!
//! Square roots are modulo a prime m, m − 1 = 2^v·t with t odd. One exponentiation w = a^((t−1)/2)
//! gives the candidate x = a·w = a^((t+1)/2) and its error b = x·w = a^t, since x² = a·b. Where v =
//! 1 (m ≡ 3 modulo 4), b is 1 for every square. Else b is removed bit by bit (A. Tonelli, 1891; D.
//! Shanks, 1972), in the same sequence of operations for every a: at each of v − 1 levels, b^(2^i)
//! decides by mask whether x and b are multiplied by a root of unity.

use subtle::Choice;

use crate::modulus::{Modulus, Params};
use crate::mont::sub_words;
use crate::residues::Residues;
use crate::word::Word;

/// Bits of the window of [`pow_vartime`]; its table holds the odd powers below 2^5.
const WINDOW: u32 = 5;

/// From how many ones on top of an exponent on they are taken together. Small code has windows
/// only.
const LONG_RUN: u32 = if cfg!(curvemark_small) { u32::MAX } else { 24 };

/// a^exponent, the exponent in 64-bit limbs, least significant first. Constant-time in a, not in
/// the exponent. See `power`.
pub fn pow_vartime<T: Residues<W, N>, W: Word, const N: usize>(
    a: &[W; N],
    exponent: &[u64],
) -> [W; N] {
    if let Some(power) = T::power_beside(a, exponent) {
        return power;
    }
    power(a, T::ONE, exponent, |a, b| *a = T::product(a, b), T::square_times)
}

/// a^exponent in any monoid with products and runs of squarings in place, the exponent in 64-bit
/// limbs, least significant first; time depends on the exponent alone.
///
/// Sliding windows of five bits: for a dense exponent of n bits about n squarings and 16 + n/6
/// multiplications (79 at 381 bits, where an addition chain found by search saves about ten). A
/// long run of ones on top, which the exponents of special primes have, is a power of its own: r −
/// 1 squarings and about log₂ r + (ones of r) multiplications for r of them.
#[inline(always)]
pub fn power<V: Copy>(
    a: &V,
    one: V,
    exponent: &[u64],
    mul_assign: impl Fn(&mut V, &V),
    sqr_times: impl Fn(&mut V, u32),
) -> V {
    let bit = |i: u32| bit(exponent, i);
    let mut length = 64 * exponent.len() as u32;
    while length > 0 && bit(length - 1) == 0 {
        length -= 1;
    }
    if length == 0 {
        return one;
    }
    let mut out = one;
    let mut started = false;
    let mut i = length;
    while i > 0 && bit(i - 1) == 1 {
        i -= 1;
    }
    if length - i >= LONG_RUN {
        out = power_of_ones(a, length - i, &mul_assign, &sqr_times);
        started = true;
    } else {
        i = length;
    }
    // a^1, a^3, a^5, …: no more of them than the exponent can repay.
    let window = match i {
        _ if cfg!(curvemark_small) => WINDOW,
        0..=6 => 1,
        7..=24 => 2,
        25..=80 => 3,
        81..=240 => 4,
        _ => WINDOW,
    };
    let mut odd_powers = [*a; 1 << (WINDOW - 1)];
    if window > 1 {
        let (mut power, mut square) = (*a, *a);
        sqr_times(&mut square, 1);
        for place in odd_powers.iter_mut().take(1 << (window - 1)).skip(1) {
            mul_assign(&mut power, &square);
            *place = power;
        }
    }
    // Squarings that wait for the next product.
    let mut squarings = 0;
    while i > 0 {
        if bit(i - 1) == 0 {
            // The first window holds the leading bit: there is always a value to square.
            squarings += 1;
            i -= 1;
            continue;
        }
        // The longest window of bits i − 1, …, low that ends in a one.
        let mut low = i.saturating_sub(window);
        while bit(low) == 0 {
            low += 1;
        }
        let digit = (low..i).rev().fold(0, |digit, j| 2 * digit + bit(j) as usize);
        // A digit is below 2^5; the mask shows it to the compiler.
        let power = &odd_powers[(digit >> 1) & (odd_powers.len() - 1)];
        if started {
            sqr_times(&mut out, squarings + (i - low));
            mul_assign(&mut out, power);
        } else {
            out = *power;
            started = true;
        }
        squarings = 0;
        i = low;
    }
    sqr_times(&mut out, squarings);
    out
}

/// Bit i of an exponent. Out of line where a shift of 64 bits is a function's worth of code.
#[cfg_attr(target_arch = "riscv32", inline(never))]
#[cfg_attr(not(target_arch = "riscv32"), inline(always))]
fn bit(exponent: &[u64], i: u32) -> u64 {
    exponent.get((i >> 6) as usize).map_or(0, |limb| (limb >> (i & 63)) & 1)
}

/// a^(2^r − 1) for r ≥ 1, from 2^(2n) − 1 = (2^n − 1)·2^n + (2^n − 1) and 2^(n + 1) − 1 = 2·(2^n −
/// 1) + 1 along the bits of r.
#[inline(always)]
fn power_of_ones<V: Copy>(
    a: &V,
    r: u32,
    mul_assign: impl Fn(&mut V, &V),
    sqr_times: impl Fn(&mut V, u32),
) -> V {
    let mut out = *a;
    for i in (0..r.ilog2()).rev() {
        let half = out;
        sqr_times(&mut out, r >> (i + 1));
        mul_assign(&mut out, &half);
        if (r >> i) & 1 == 1 {
            sqr_times(&mut out, 1);
            mul_assign(&mut out, a);
        }
    }
    out
}

/// A square root of a, and whether a is a square (zero is); if it is not, the first value means
/// nothing. Which of the two roots comes out is a fixed function of a. Modulo a prime only;
/// constant-time in a.
///
/// Cost: that of [`inverse_sqrt`] and a square.
pub fn sqrt<T: Residues<W, N>, W: Word, const N: usize>(a: &[W; N]) -> ([W; N], Choice) {
    sqrt_by::<T, W, N>(a, pow_vartime::<T, W, N>)
}

/// As [`sqrt`], with an engine's way to take the power.
#[inline(always)]
pub(crate) fn sqrt_by<T: Residues<W, N>, W: Word, const N: usize>(
    a: &[W; N],
    pow: impl Fn(&[W; N], &[u64]) -> [W; N],
) -> ([W; N], Choice) {
    let (_, x, _) = inverse_and_root::<T, W, N>(a, pow);
    (x, T::agree(&T::square(&x), a))
}

/// f with a·f² = 1, and whether there is one: a is a square other than zero. Modulo a prime only;
/// constant-time in a.
///
/// Otherwise f is zero for zero, and modulo m ≡ 3 (mod 4) the one with a·f² = −1.
///
/// Cost: one power by (t − 1)/2, then (v − 1)·(v + 6)/2 products for the 2-adicity v; and 2
/// products.
pub fn inverse_sqrt<T: Residues<W, N>, W: Word, const N: usize>(a: &[W; N]) -> ([W; N], Choice) {
    inverse_sqrt_by::<T, W, N>(a, pow_vartime::<T, W, N>)
}

/// As [`inverse_sqrt`], with an engine's way to take the power.
#[inline(always)]
pub(crate) fn inverse_sqrt_by<T: Residues<W, N>, W: Word, const N: usize>(
    a: &[W; N],
    pow: impl Fn(&[W; N], &[u64]) -> [W; N],
) -> ([W; N], Choice) {
    let (f, _, b) = inverse_and_root::<T, W, N>(a, pow);
    (f, T::agree(&b, &T::ONE))
}

/// f, a·f and a·f² for the f of [`inverse_sqrt`].
#[inline(always)]
fn inverse_and_root<T: Residues<W, N>, W: Word, const N: usize>(
    a: &[W; N],
    pow: impl Fn(&[W; N], &[u64]) -> [W; N],
) -> ([W; N], [W; N], [W; N]) {
    let mut f = pow(a, &T::Modulus::SQRT_EXPONENT);
    let mut x = T::product(a, &f);
    let mut b = T::product(&x, &f);
    // Invariant: x = a·f, b = a·f², z has order 2^(i + 2), and for a square a the order of b
    // divides 2^(i + 1).
    let mut z = T::ROOT_OF_UNITY;
    for i in (0..T::Modulus::TWO_ADICITY - 1).rev() {
        let mut sign = b;
        for _ in 0..i {
            sign = T::square(&sign);
        }
        let keep = T::agree(&sign, &T::ONE);
        f = T::choose(&T::product(&f, &z), &f, keep);
        x = T::choose(&T::product(&x, &z), &x, keep);
        z = T::square(&z);
        b = T::choose(&T::product(&b, &z), &b, keep);
    }
    (f, x, b)
}

/// Whether a is a square other than zero, and whether it is zero: Euler's criterion, modulo a
/// prime. Constant-time in a.
///
/// Cost: one power by (m − 1)/2.
pub fn legendre<T: Residues<W, N>, W: Word, const N: usize>(a: &[W; N]) -> (Choice, Choice) {
    legendre_by::<T, W, N>(a, pow_vartime::<T, W, N>)
}

/// As [`legendre`], with an engine's way to take the power.
#[inline(always)]
pub(crate) fn legendre_by<T: Residues<W, N>, W: Word, const N: usize>(
    a: &[W; N],
    pow: impl Fn(&[W; N], &[u64]) -> [W; N],
) -> (Choice, Choice) {
    let power = pow(a, &T::Modulus::HALF);
    (T::agree(&power, &T::ONE), T::vanishes(a))
}

/// The Jacobi symbol (a/m) for any odd m, which for a prime m is Legendre's: 1 for a square, −1 for
/// none, 0 for a common factor. In time that depends on a.
///
/// The binary algorithm (H. Cohen, "A course in computational algebraic number theory", 1993,
/// algorithm 1.4.12). The Montgomery form needs no conversion: R is an even power of two, so
/// (a·R/m) = (a/m).
pub fn legendre_vartime<T: Residues<W, N>, W: Word, const N: usize>(a: &[W; N]) -> i8 {
    let (mut x, mut y) = (T::least(a), T::Modulus::P_W);
    let mut sign = 1;
    loop {
        // y is odd, and (a/m) is sign·(x/y).
        let Some(word) = x.iter().position(|&word| word != W::ZERO) else {
            let mut one = [W::ZERO; N];
            one[0] = W::ONE;
            return if y == one { sign } else { 0 };
        };
        let twos = W::trailing_zeros_vartime(x[word]);
        shift_right_vartime(&mut x, word, twos);
        // (2/y) = −1 for y ≡ 3, 5 modulo 8; a word has an even number of bits.
        let y_8 = y[0].to_u64() & 7;
        if twos & 1 == 1 && (y_8 == 3 || y_8 == 5) {
            sign = -sign;
        }
        let (difference, borrow) = sub_words(&x, &y);
        if borrow == W::ZERO {
            x = difference;
        } else {
            // Reciprocity of two odd numbers.
            if x[0].to_u64() & y[0].to_u64() & 3 == 3 {
                sign = -sign;
            }
            (x, y) = (sub_words(&y, &x).0, x);
        }
    }
}

/// x >> (whole words and bits), bits less than a word.
fn shift_right_vartime<W: Word, const N: usize>(x: &mut [W; N], words: usize, bits: u32) {
    for i in 0..N {
        let word = |j: usize| if j < N { x[j] } else { W::ZERO };
        let (low, high) = (word(i + words), word(i + words + 1));
        // Two shifts to the left, since one by a whole word is not defined.
        x[i] = W::shr(low, bits) | W::shl(W::shl(high, 1), W::BITS - 1 - bits);
    }
}
