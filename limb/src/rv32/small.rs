//! Residues of numbers that are little longer than the modulus: sums of reduced values, small
//! multiples, small linear combinations.
//!
//! The quotient by m is estimated from the upper bits, as in [`Mont::reduce_small`](crate::Mont),
//! whose notation is used here, but with a sign, so that a sum that may be negative needs no
//! multiple of m added before: with |V| ≤ 512·m, e = h·ρ/2^32 differs from V/m by less than 0.024.
//! For h ≥ 0 that is shown there; for h < 0, e is at least h/d ≥ h/M ≥ V/m − 1/M, and at most h/d +
//! |h|/2^32 ≤ h/M + 513/2^15 + 2^-7. So e − 1/32 lies in (V/m − 0.056, V/m), and one more than its
//! integer part is the quotient or the quotient plus one: V less so many m lies in [−m, m), and m
//! comes back under the mask of its sign. That is one chain of carries, where a subtraction of m
//! and a choice after it keep two numbers in registers.
//!
//! Out of line, and in a section of its own (`.text.curvemark.narrow`), as the kernels are.

use super::hidden;
use super::linear::restored;
use crate::modulus::Params;
use crate::mont::Mont;

/// 1/32 of the estimate's unit.
const BIAS: i64 = 1 << 27;

/// The quotient of the header, or one more.
#[inline(always)]
fn quotient<M: Params<u32, N>, const N: usize>(h: i32) -> i64 {
    let quotient = (i64::from(h) * Mont::<M, u32, N>::RECIPROCAL as i64 - BIAS) >> 32;
    quotient + 1
}

/// The word that holds bit s, and which bit of it that is.
#[allow(clippy::integer_division_remainder_used)] // Of compile-time constants.
const fn place<M: Params<u32, N>, const N: usize>() -> (usize, u32) {
    let s = Mont::<M, u32, N>::ESTIMATE_FROM;
    ((s / 32) as usize, s % 32)
}

/// V modulo m, reduced, for V of N words and one on top, in two's complement, |V| ≤ 512·m.
#[inline(never)]
#[cfg_attr(target_arch = "riscv32", unsafe(link_section = ".text.curvemark.narrow"))]
pub fn reduced<M: Params<u32, N>, const N: usize>(words: &[u32; N], top: u32) -> [u32; N] {
    let (index, offset) = const { place::<M, N>() };
    let word = |i: usize| if i < N { words[i] } else { top };
    let mut h = word(index) >> offset;
    if offset > 0 {
        h |= word(index + 1) << (32 - offset);
    }
    let q = quotient::<M, N>(h.cast_signed());
    let p = hidden(&M::P_W);
    let mut out = [0; N];
    let mut carry = 0;
    each_word!(i < N => {
        let sum = carry + i64::from(words[i]) - q * i64::from(p[i]);
        (out[i], carry) = (sum as u32, sum >> 32);
    });
    restored::<M, N>(&out, top.wrapping_add(carry as u32))
}

/// k·a modulo m, reduced, for a reduced a and k ≤ 256: the multiple is made while the quotient's is
/// taken away.
///
/// The estimate sees the upper words of a alone: it misses a carry below 256 out of the lower ones,
/// at most 257/2^15 of a quotient.
#[inline(never)]
#[cfg_attr(target_arch = "riscv32", unsafe(link_section = ".text.curvemark.narrow"))]
pub fn multiple<M: Params<u32, N>, const N: usize>(a: &[u32; N], k: u32) -> [u32; N] {
    let (index, offset) = const { place::<M, N>() };
    let above = if index + 1 < N { a[index + 1] } else { 0 };
    let upper = (u64::from(above) << 32 | u64::from(a[index])) * u64::from(k);
    let q = quotient::<M, N>((upper >> offset) as i32);
    let p = hidden(&M::P_W);
    let mut out = [0; N];
    let mut carry = 0;
    each_word!(i < N => {
        let sum = carry + (u64::from(a[i]) * u64::from(k)).cast_signed() - q * i64::from(p[i]);
        (out[i], carry) = (sum as u32, sum >> 32);
    });
    restored::<M, N>(&out, carry as u32)
}

/// Σ k·a modulo m, reduced, of reduced values; Σ |k| at most 256.
#[inline(never)]
pub fn combination<M: Params<u32, N>, const N: usize, const K: usize>(
    terms: [(&[u32; N], i32); K],
) -> [u32; N] {
    let mut sum = [0; N];
    let mut carry = 0;
    each_word!(i < N => {
        for &(a, k) in &terms {
            carry += i64::from(k) * i64::from(a[i]);
        }
        (sum[i], carry) = (carry as u32, carry >> 32);
    });
    reduced::<M, N>(&sum, carry as u32)
}

/// k·V + 2a modulo m, or k·V − 2a, reduced, for V as in [`reduced`] and a reduced a, that value
/// within ±256·m: both multiples are made while the quotient's is taken away.
///
/// The estimate sees the words from the one of bit s upwards. It misses what carries out of the
/// lower ones, fewer than k + 2 of that word: less than 258/2^15 of a quotient.
#[inline(never)]
pub fn multiple_and_twice<M: Params<u32, N>, const N: usize, const MINUS: bool>(
    words: &[u32; N],
    top: u32,
    k: u32,
    a: &[u32; N],
) -> [u32; N] {
    let (index, offset) = const { place::<M, N>() };
    let with_twice =
        |multiple: i64, a: i64| if MINUS { multiple - 2 * a } else { multiple + 2 * a };
    let above = if index + 1 < N { words[index + 1] } else { top };
    let above_a = if index + 1 < N { a[index + 1] } else { 0 };
    let upper = (u64::from(above) << 32 | u64::from(words[index])).cast_signed() * i64::from(k);
    let upper = with_twice(upper, (u64::from(above_a) << 32 | u64::from(a[index])).cast_signed());
    let q = quotient::<M, N>((upper >> offset) as i32);
    let p = hidden(&M::P_W);
    let mut out = [0; N];
    let mut carry = 0;
    each_word!(i < N => {
        let multiple = (u64::from(words[i]) * u64::from(k)).cast_signed();
        let sum = carry + with_twice(multiple, a[i].into()) - q * i64::from(p[i]);
        (out[i], carry) = (sum as u32, sum >> 32);
    });
    restored::<M, N>(&out, top.wrapping_mul(k).wrapping_add(carry as u32))
}
