//! Powers by public exponents, square roots, and whether a residue is a square.
//!
//! Square roots are modulo a prime m, m − 1 = 2^v·t with t odd. One exponentiation w = a^((t−1)/2) gives the candidate
//! x = a·w = a^((t+1)/2) and its error b = x·w = a^t, since x² = a·b. Where v = 1 (m ≡ 3 modulo 4), b is 1 for every square. Else
//! b is removed bit by bit (A. Tonelli, 1891; D. Shanks, 1972), in the same sequence of operations for every a: at
//! each of v − 1 levels, b^(2^i) decides by mask whether x and b are multiplied by a root of unity.

use subtle::Choice;

use crate::modulus::{Params, shift_right};
use crate::mont::{Mont, sub_words};
use crate::word::Word;

/// Bits of the window of [`Mont::pow_vartime`]; its table holds the odd powers below 2^5.
const WINDOW: u32 = 5;

/// a^exponent in any monoid, the exponent in 64-bit limbs, least significant first. Time depends on the exponent alone.
///
/// Sliding windows of five bits: for a dense exponent of n bits about n squarings and 16 + n/6 multiplications (79 at
/// 381 bits, where an addition chain found by search saves about ten).
#[inline(always)]
pub(crate) fn pow_vartime<V: Copy>(
    a: &V,
    one: V,
    exponent: &[u64],
    mul_assign: impl Fn(&mut V, &V),
    sqr_assign: impl Fn(&mut V),
) -> V {
    let bit = |i: u32| (exponent[(i >> 6) as usize] >> (i & 63)) & 1;
    let mut length = 64 * exponent.len() as u32;
    while length > 0 && bit(length - 1) == 0 {
        length -= 1;
    }
    if length == 0 {
        return one;
    }
    // a^1, a^3, a^5, …: no more of them than the exponent can repay.
    let window = match length {
        0..=6 => 1,
        7..=24 => 2,
        25..=80 => 3,
        81..=240 => 4,
        _ => WINDOW,
    };
    let mut odd_powers = [*a; 1 << (WINDOW - 1)];
    if window > 1 {
        let mut square = *a;
        sqr_assign(&mut square);
        for i in 1..1 << (window - 1) {
            odd_powers[i] = odd_powers[i - 1];
            mul_assign(&mut odd_powers[i], &square);
        }
    }
    let mut out = one;
    let mut started = false;
    let mut i = length;
    while i > 0 {
        if bit(i - 1) == 0 {
            // The first window holds the leading bit: there is always a value to square.
            sqr_assign(&mut out);
            i -= 1;
            continue;
        }
        // The longest window of bits i − 1, …, low that ends in a one.
        let mut low = i.saturating_sub(window);
        while bit(low) == 0 {
            low += 1;
        }
        let mut digit = 0;
        for j in (low..i).rev() {
            digit = 2 * digit + bit(j) as usize;
            if started {
                sqr_assign(&mut out);
            }
        }
        let power = &odd_powers[digit >> 1];
        if started {
            mul_assign(&mut out, power);
        } else {
            out = *power;
            started = true;
        }
        i = low;
    }
    out
}

impl<M: Params<W, N>, W: Word, const N: usize> Mont<M, W, N> {
    /// a^exponent, the exponent in 64-bit limbs, least significant first. Constant-time in a, not in the exponent.
    pub fn pow_vartime(a: &[W; N], exponent: &[u64]) -> [W; N] {
        pow_vartime(a, Self::ONE, exponent, |a, b| *a = Self::mul(a, b), |a| *a = Self::sqr(a))
    }

    /// A square root of a, and whether a is a square (zero is); if it is not, the first value means nothing. Which of the
    /// two roots comes out is a fixed function of a. Modulo a prime only; constant-time in a.
    ///
    /// Cost: one power by (t − 1)/2, then (v − 1)·(v + 4)/2 products for the 2-adicity v; and 3 products.
    pub fn sqrt(a: &[W; N]) -> ([W; N], Choice) {
        Self::sqrt_by(a, Self::pow_vartime)
    }

    /// As [`Mont::sqrt`], with an engine's way to take the power.
    #[inline(always)]
    pub fn sqrt_by(a: &[W; N], pow: impl Fn(&[W; N], &[u64]) -> [W; N]) -> ([W; N], Choice) {
        let w = pow(a, &M::SQRT_EXPONENT);
        let mut x = Self::mul(a, &w);
        if M::TWO_ADICITY > 1 {
            // Invariant: x² = a·b, z has order 2^(i + 2), and for a square a the order of b divides 2^(i + 1).
            let mut b = Self::mul(&x, &w);
            let mut z = M::ROOT_OF_UNITY_W;
            for i in (0..M::TWO_ADICITY - 1).rev() {
                let mut sign = b;
                for _ in 0..i {
                    sign = Self::sqr(&sign);
                }
                let keep = Self::equal(&sign, &Self::ONE);
                x = Self::select(&Self::mul(&x, &z), &x, keep);
                z = Self::sqr(&z);
                b = Self::select(&Self::mul(&b, &z), &b, keep);
            }
        }
        (x, Self::equal(&Self::sqr(&x), a))
    }

    /// f with a·f² = 1, and whether a is a square that is not zero; constant-time in a.
    ///
    /// Otherwise f is zero for zero, and modulo a prime m ≡ 3 (mod 4) the one with a·f² = −1. There it costs one power,
    /// f = a^((m − 3)/4), as a·f² = a^((m − 1)/2); for other primes a root and an inversion.
    pub fn inverse_sqrt(a: &[W; N]) -> ([W; N], Choice) {
        Self::inverse_sqrt_by(a, Self::pow_vartime)
    }

    /// As [`Mont::inverse_sqrt`], with an engine's way to take the power.
    #[inline(always)]
    pub fn inverse_sqrt_by(a: &[W; N], pow: impl Fn(&[W; N], &[u64]) -> [W; N]) -> ([W; N], Choice) {
        if M::P[0] & 3 == 3 {
            let power = pow(a, &const { shift_right(&M::P, 2) });
            let root = Self::mul(a, &power);
            (power, Self::equal(&Self::mul(&root, &power), &Self::ONE))
        } else {
            let (root, exists) = Self::sqrt_by(a, pow);
            (Self::invert(&root), exists & !Self::is_zero(a))
        }
    }

    /// Whether a is a square other than zero, and whether it is zero: Euler's criterion, modulo a prime. Constant-time in a.
    ///
    /// Cost: one power by (m − 1)/2.
    pub fn legendre(a: &[W; N]) -> (Choice, Choice) {
        Self::legendre_by(a, Self::pow_vartime)
    }

    /// As [`Mont::legendre`], with an engine's way to take the power.
    #[inline(always)]
    pub fn legendre_by(a: &[W; N], pow: impl Fn(&[W; N], &[u64]) -> [W; N]) -> (Choice, Choice) {
        let power = pow(a, &M::HALF);
        (Self::equal(&power, &Self::ONE), Self::is_zero(a))
    }

    /// Whether a is a square, zero included: as [`Mont::legendre`].
    pub fn is_square(a: &[W; N]) -> Choice {
        let (square, zero) = Self::legendre(a);
        square | zero
    }

    /// The Jacobi symbol (a/m) for any odd m, which for a prime m is Legendre's: 1 for a square, −1 for none, 0 for a
    /// common factor. In time that depends on a.
    ///
    /// The binary algorithm (H. Cohen, "A course in computational algebraic number theory", 1993, algorithm 1.4.12). The Montgomery
    /// form needs no conversion: R is an even power of two, so (a·R/m) = (a/m).
    pub fn legendre_vartime(a: &[W; N]) -> i8 {
        debug_assert!(Self::is_reduced(a));
        let (mut x, mut y) = (*a, M::P_W);
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

    /// Whether a is a square, zero included, in time that depends on a: as [`Mont::legendre_vartime`], modulo a prime.
    pub fn is_square_vartime(a: &[W; N]) -> bool {
        Self::legendre_vartime(a) >= 0
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
