//! Inversion modulo any odd modulus: constant-time safegcd and its variable-time twin.
//!
//! D. J. Bernstein, B.-Y. Yang, "Fast constant-time gcd computation and modular inversion" (ePrint
//! 2019/266), in the variant that starts at δ = 1/2 (P. Wuille, 2021). A division step maps
//!
//! (δ, f, g) → (1 − δ, g, (g − f)/2) if δ > 0 and g is odd, else (1 + δ, f, (g + (g mod 2)·f)/2),
//!
//! with f odd throughout. From f = m, g = a it ends at g = 0, f = ±gcd(a, m) after a number of
//! steps that is bounded by the length of m alone. The next k steps depend on the low k bits of f
//! and g only, so k = (bits of a word − 2) of them are done on single words, collecting a matrix (u
//! v; q r) with (f, g) ← (u·f + v·g, q·f + r·g)/2^k, which is then applied to the long numbers;
//! each row has |u| + |v| ≤ 2^k.
//!
//! Beside f and g run d and e with d·a ≡ f·c, e·a ≡ g·c for one c. They are divided by a whole word
//! instead of 2^k, modulo m, by adding the multiple of m that clears the lowest word: no shifts,
//! and ranges that need no correction (below). The missing factor 4 per batch and the passage to
//! Montgomery form lie in the constant that e starts from, which is all that depends on the form of
//! the residues ([`Residues`]).
//!
//! | value | range | why |
//! |---|---|---|
//! | f, g | [−m, m] | a divstep takes means of ±f and g |
//! | d, e | [−m/3, 4m/3) | (u·d + v·e + q·m)/2^w with |u| + |v| ≤ 2^(w−2), 0 ≤ q < 2^w: a quarter of ±4m/3, plus [0, m) |
//!
//! All four are held in two's complement, N words and a top word.
//!
//! Cost at 381 bits with 64-bit words: 15 batches of 62 divsteps (about 9 instructions each) and
//! 10·N word products. On x86-64 a batch is two halves, which carry each row of the matrix in one
//! word (`halves`).
#![allow(clippy::needless_range_loop)] // One index runs over two or three arrays and their neighbours.

#[cfg(all(target_arch = "x86_64", not(miri)))]
use crate::each::Each;
use crate::modulus::{Modulus, Params, divsteps_per_batch, inversion_batches};
use crate::mont::{add_words, masked, sub_words, subtract_modulus_once};
use crate::residues::Residues;
use crate::word::Word;

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod halves;
#[cfg(test)]
mod hull;

/// An integer of N words and a signed top word, in two's complement.
#[derive(Clone, Copy)]
pub(crate) struct Signed<W, const N: usize> {
    pub(crate) words: [W; N],
    pub(crate) top: W,
}

/// What a batch of divsteps does to (f, g): 2^k times the new pair is this matrix times the old
/// one. Two's complement.
struct Matrix<W> {
    u: W,
    v: W,
    q: W,
    r: W,
}

/// 1/a; zero for zero.
///
/// Where the modulus is not prime and a shares a factor with it, the result r has r·a = gcd(a, m)
/// instead: a caller to whom that can happen multiplies back and compares.
pub fn invert<T: Residues<W, N>, W: Word, const N: usize>(a: &[W; N]) -> [W; N] {
    if W::KERNELS && T::Modulus::SPARE_BITS >= 2 {
        return W::inverted::<T, N>(a);
    }
    by_words::<T, W, N>(a)
}

/// See [`invert`].
#[inline(always)]
pub(crate) fn by_words<T: Residues<W, N>, W: Word, const N: usize>(a: &[W; N]) -> [W; N] {
    let mut zeta = W::MAX;
    let mut f = Signed { words: T::Modulus::P_W, top: W::ZERO };
    let mut g = Signed { words: T::least(a), top: W::ZERO };
    debug_assert!(is_below_modulus::<T::Modulus, W, N>(&g.words));
    let mut d = Signed { words: [W::ZERO; N], top: W::ZERO };
    let mut e = Signed { words: T::INVERSION_START, top: W::ZERO };
    for _ in 0..inversion_batches(T::Modulus::BITS, W::BITS) {
        let matrix;
        (matrix, zeta) = batch(zeta, f.words[0], g.words[0]);
        (f, g) = apply_exactly(&matrix, &f, &g);
        (d, e) = apply_modulo::<T::Modulus, W, N>(&matrix, &d, &e);
    }
    debug_assert!(g.is_zero_vartime(), "the bound on divsteps failed");
    let out = with_sign_of::<T::Modulus, W, N>(&f, &d);
    // The code of a small chip has a budget, and the bound is proved.
    if cfg!(target_arch = "riscv32") { out } else { if_ended(&g, &out) }
}

/// What was found, if g has become zero; else zero. By the bound it has: a compiler's fault, or a
/// computer's, ends in zero, which passes for the inverse of nothing, rather than in a number that
/// might. No branch, since g is as secret as what is inverted.
#[inline(always)]
fn if_ended<W: Word, const N: usize>(g: &Signed<W, N>, out: &[W; N]) -> [W; N] {
    let left = g.words.iter().fold(g.top, |left, word| left | *word);
    // The highest bit of left | −left says that left is not zero.
    let open = W::sar(left | W::wrapping_neg(left), W::BITS - 1).opaque();
    masked(out, !open)
}

/// As [`invert`], in time that depends on a.
pub fn invert_vartime<T: Residues<W, N>, W: Word, const N: usize>(a: &[W; N]) -> [W; N] {
    let mut zeta = -1;
    let mut f = Signed { words: T::Modulus::P_W, top: W::ZERO };
    let mut g = Signed { words: T::least(a), top: W::ZERO };
    debug_assert!(is_below_modulus::<T::Modulus, W, N>(&g.words));
    let mut d = Signed { words: [W::ZERO; N], top: W::ZERO };
    let mut e = Signed { words: T::INVERSION_FACTOR, top: W::ZERO };
    let mut batches = 0;
    while !g.is_zero_vartime() {
        let matrix;
        (matrix, zeta) = divsteps_vartime(zeta, f.words[0], g.words[0]);
        (f, g) = apply_exactly(&matrix, &f, &g);
        (d, e) = apply_modulo::<T::Modulus, W, N>(&matrix, &d, &e);
        batches += 1;
    }
    // The factor 4^batches, which the constant-time twin knows beforehand.
    let mut out = with_sign_of::<T::Modulus, W, N>(&f, &d);
    while batches >= 4 {
        out = T::multiple(&out, 256);
        batches -= 4;
    }
    T::multiple(&out, 1 << (2 * batches))
}

/// Inverts every value in place by one inversion and 3·(n − 1) multiplications (P. L. Montgomery,
/// "Speeding the Pollard and elliptic curve methods of factorization", 1987, §10.3.1). Zeros stay
/// zeros, without a branch: they enter the product as ones. Constant-time in the values, not in
/// their number.
///
/// The modulus must be prime: one value that shares a factor with a composite modulus spoils the
/// whole batch.
///
/// # Panics
/// If `scratch` is shorter than `values`.
pub fn invert_batch<T: Residues<W, N>, W: Word, const N: usize>(
    values: &mut [[W; N]],
    scratch: &mut [[W; N]],
) {
    invert_batch_with::<T, W, N>(values, scratch, invert::<T, W, N>);
}

/// As [`invert_batch`], in time that depends on the values.
///
/// # Panics
/// If `scratch` is shorter than `values`.
pub fn invert_batch_vartime<T: Residues<W, N>, W: Word, const N: usize>(
    values: &mut [[W; N]],
    scratch: &mut [[W; N]],
) {
    invert_batch_with::<T, W, N>(values, scratch, invert_vartime::<T, W, N>);
}

#[inline(always)]
fn invert_batch_with<T: Residues<W, N>, W: Word, const N: usize>(
    values: &mut [[W; N]],
    scratch: &mut [[W; N]],
    invert: fn(&[W; N]) -> [W; N],
) {
    let scratch = &mut scratch[..values.len()];
    let mut product = T::ONE;
    for (value, before) in values.iter().zip(scratch.iter_mut()) {
        *before = product;
        product = T::product(&product, &T::choose(value, &T::ONE, T::vanishes(value)));
    }
    let mut inverse = invert(&product);
    for (value, before) in values.iter_mut().zip(scratch.iter()).rev() {
        let zero = T::vanishes(value);
        let factor = T::choose(value, &T::ONE, zero);
        let own = T::product(&inverse, before);
        inverse = T::product(&inverse, &factor);
        *value = T::choose(&own, &[W::ZERO; N], zero);
    }
}

/// (u·d + v·e, q·d + r·e)/2^w modulo m for words of w bits.
#[inline(always)]
fn apply_modulo<M: Params<W, N>, W: Word, const N: usize>(
    matrix: &Matrix<W>,
    d: &Signed<W, N>,
    e: &Signed<W, N>,
) -> (Signed<W, N>, Signed<W, N>) {
    (
        divide_by_word::<M, W, N>(combine(matrix.u, d, matrix.v, e)),
        divide_by_word::<M, W, N>(combine(matrix.q, d, matrix.r, e)),
    )
}

/// (x + k·m)/2^w for the k of [0, 2^w) that makes this exact.
#[inline(always)]
fn divide_by_word<M: Params<W, N>, W: Word, const N: usize>(x: Signed<W, N>) -> Signed<W, N> {
    let k = W::wrapping_mul(x.words[0], M::N0_W);
    let mut words = [W::ZERO; N];
    let (_, mut carry) = W::mac(x.words[0], k, M::P_W[0], W::ZERO);
    for i in 1..N {
        (words[i - 1], carry) = W::mac(x.words[i], k, M::P_W[i], carry);
    }
    // x's top word is signed and `carry` is not: together they may need one bit more than a word.
    let (last, over) = W::adc(x.top, carry, W::ZERO);
    words[N - 1] = last;
    Signed { words, top: W::wrapping_add(W::sar(x.top, W::BITS - 1), over) }
}

/// ±d reduced, with the sign of f; d in [−m/3, 4m/3).
#[inline(always)]
pub(crate) fn with_sign_of<M: Params<W, N>, W: Word, const N: usize>(
    f: &Signed<W, N>,
    d: &Signed<W, N>,
) -> [W; N] {
    let sign = W::sar(f.top, W::BITS - 1).opaque();
    let mut carry = sign & W::ONE;
    let mut x = *d;
    for word in &mut x.words {
        (*word, carry) = W::adc(*word ^ sign, W::ZERO, carry);
    }
    x.top = W::wrapping_add(x.top ^ sign, carry);
    // In (−4m/3, 4m/3): adding m where negative, twice, leaves [0, 4m/3).
    for _ in 0..2 {
        let negative = W::sar(x.top, W::BITS - 1).opaque();
        let (words, carry) = add_words(&x.words, &masked(&M::P_W, negative));
        x = Signed { words, top: W::wrapping_add(x.top, carry) };
    }
    subtract_modulus_once::<M, W, N>(&x.words, x.top)
}

/// Whether words are those of an integer below m; for debug assertions.
fn is_below_modulus<M: Params<W, N>, W: Word, const N: usize>(words: &[W; N]) -> bool {
    sub_words(words, &M::P_W).1 == W::ONE
}

impl<W: Word, const N: usize> Signed<W, N> {
    #[inline(always)]
    fn is_zero_vartime(&self) -> bool {
        self.top == W::ZERO && self.words.iter().all(|&word| word == W::ZERO)
    }
}

/// A batch of divsteps, with what this processor has for words of this size.
#[inline(always)]
fn batch<W: Word>(zeta: W, f: W, g: W) -> (Matrix<W>, W) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if W::BITS == 64 {
        let ([u, v, q, r], zeta) = halves::divsteps(zeta.to_u64(), f.to_u64(), g.to_u64());
        let [u, v, q, r] = [u, v, q, r].each(W::from_u64);
        return (Matrix { u, v, q, r }, W::from_u64(zeta));
    }
    divsteps(zeta, f, g)
}

/// A batch of divsteps, from the low words of f and g. ζ = −(δ + 1/2), so that δ > 0 is the sign of
/// ζ.
#[inline(always)]
fn divsteps<W: Word>(mut zeta: W, mut f: W, mut g: W) -> (Matrix<W>, W) {
    let (mut u, mut v, mut q, mut r) = (W::ONE, W::ZERO, W::ZERO, W::ONE);
    for _ in 0..divsteps_per_batch(W::BITS) {
        let positive = W::sar(zeta, W::BITS - 1).opaque();
        let odd = W::wrapping_neg(g & W::ONE).opaque();
        let swap = positive & odd;
        // g ± f where g is odd: minus if δ > 0.
        g = W::wrapping_add(g, negate_if(f, positive) & odd);
        q = W::wrapping_add(q, negate_if(u, positive) & odd);
        r = W::wrapping_add(r, negate_if(v, positive) & odd);
        // On a swap f + (g − f) is the old g, and ζ' = −(1 − δ + 1/2) = −ζ − 2; without, ζ' = ζ −
        // 1.
        f = W::wrapping_add(f, g & swap);
        u = W::wrapping_add(u, q & swap);
        v = W::wrapping_add(v, r & swap);
        zeta = W::wrapping_sub(zeta ^ swap, W::ONE);
        g = W::shr(g, 1);
        u = W::shl(u, 1);
        v = W::shl(v, 1);
    }
    (Matrix { u, v, q, r }, zeta)
}

/// As [`divsteps`], several steps at a time: runs of zeros of g by shifting, and up to six odd
/// steps without a swap by adding the multiple of f that they add in total.
#[inline(always)]
fn divsteps_vartime<W: Word>(mut zeta: i32, mut f: W, mut g: W) -> (Matrix<W>, i32) {
    let (mut u, mut v, mut q, mut r) = (W::ONE, W::ZERO, W::ZERO, W::ONE);
    let mut left = divsteps_per_batch(W::BITS);
    loop {
        let zeros = W::trailing_zeros_vartime(g | W::shl(W::MAX, left));
        g = W::shr(g, zeros);
        u = W::shl(u, zeros);
        v = W::shl(v, zeros);
        zeta -= zeros as i32;
        left -= zeros;
        if left == 0 {
            return (Matrix { u, v, q, r }, zeta);
        }
        if zeta < 0 {
            // δ' = −δ, (f, g) = (g, −f): the step that follows is then one without a swap.
            zeta = !zeta;
            (f, g) = (g, W::wrapping_neg(f));
            (u, q) = (q, W::wrapping_neg(u));
            (v, r) = (r, W::wrapping_neg(v));
        }
        // δ ≤ 0 for ζ + 1 more steps. −1/f ≡ f·(f² − 2) modulo 64, from f² ≡ 1 modulo 8 by one step
        // of Newton's.
        let steps = (zeta as u32 + 1).min(left).min(6);
        let minus_inverse =
            W::wrapping_mul(f, W::wrapping_sub(W::wrapping_mul(f, f), W::from_u64(2)));
        let k = W::wrapping_mul(g, minus_inverse) & W::from_u64((1 << steps) - 1);
        g = W::wrapping_add(g, W::wrapping_mul(f, k));
        q = W::wrapping_add(q, W::wrapping_mul(u, k));
        r = W::wrapping_add(r, W::wrapping_mul(v, k));
    }
}

/// −a under a mask of ones, a under a mask of zeros.
#[inline(always)]
pub(crate) fn negate_if<W: Word>(a: W, mask: W) -> W {
    W::wrapping_sub(a ^ mask, mask)
}

/// (u·f + v·g, q·f + r·g)/2^k, which is exact by the choice of the matrix.
#[inline(always)]
fn apply_exactly<W: Word, const N: usize>(
    matrix: &Matrix<W>,
    f: &Signed<W, N>,
    g: &Signed<W, N>,
) -> (Signed<W, N>, Signed<W, N>) {
    (shift(combine(matrix.u, f, matrix.v, g)), shift(combine(matrix.q, f, matrix.r, g)))
}

/// ⌊x/2^k⌋ for the k of a batch.
#[inline(always)]
fn shift<W: Word, const N: usize>(x: Signed<W, N>) -> Signed<W, N> {
    let k = divsteps_per_batch(W::BITS);
    let mut words = [W::ZERO; N];
    for i in 0..N {
        let above = if i + 1 < N { x.words[i + 1] } else { x.top };
        words[i] = W::shr(x.words[i], k) | W::shl(above, W::BITS - k);
    }
    Signed { words, top: W::sar(x.top, k) }
}

/// u·x + v·y for signed words u and v.
///
/// A signed factor is its magnitude times a sign; the sign goes to the other operand, as −x = !x +
/// 1, where the inversion costs one instruction per word and the 1 is the first carry. Exact modulo
/// N + 1 words, and the sums that occur fit them.
#[inline(always)]
fn combine<W: Word, const N: usize>(
    u: W,
    x: &Signed<W, N>,
    v: W,
    y: &Signed<W, N>,
) -> Signed<W, N> {
    let (sign_u, sign_v) = (W::sar(u, W::BITS - 1).opaque(), W::sar(v, W::BITS - 1).opaque());
    let (u, v) = (negate_if(u, sign_u), negate_if(v, sign_v));
    let (mut carry_u, mut carry_v) = (u & sign_u, v & sign_v);
    let mut words = [W::ZERO; N];
    for i in 0..N {
        let low;
        (low, carry_u) = W::mac(W::ZERO, u, x.words[i] ^ sign_u, carry_u);
        (words[i], carry_v) = W::mac(low, v, y.words[i] ^ sign_v, carry_v);
    }
    let top_u = W::wrapping_add(W::wrapping_mul(u, x.top ^ sign_u), carry_u);
    let top_v = W::wrapping_add(W::wrapping_mul(v, y.top ^ sign_v), carry_v);
    Signed { words, top: W::wrapping_add(top_u, top_v) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_an_end_there_is_no_inverse() {
        fn all<W: Word + core::fmt::Debug>() {
            let out = [W::from_u64(5), W::MAX, W::ONE];
            let zero = [W::ZERO; 3];
            let ended = |words, top| if_ended(&Signed { words, top }, &out);
            assert_eq!(ended(zero, W::ZERO), out);
            for left in [W::ONE, W::MAX, W::shl(W::ONE, W::BITS - 1)] {
                assert_eq!(ended(zero, left), zero);
                for place in 0..3 {
                    let mut words = zero;
                    words[place] = left;
                    assert_eq!(ended(words, W::ZERO), zero);
                }
            }
        }
        all::<u32>();
        all::<u64>();
    }
}
