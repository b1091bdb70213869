//! Sums of products of complex operands a₀ + a₁·i, i² = −1, with one reduction per coefficient.
//!
//! Σ aₖ·bₖ = (S₀ − S₁) + (S₂ − S₀ − S₁)·i with S₀ = Σ a₀b₀, S₁ = Σ a₁b₁, S₂ = Σ (a₀ + a₁)(b₀ + b₁): Karatsuba once per sum, not once
//! per product, so that three subtractions of double width serve any number of products. Sums and reduction go by columns
//! ("product scanning", Koç, Acar, Kaliski 1996) with three words of accumulator: compilers keep those in registers, where the
//! rows of [`Wide`](crate::Wide) go through memory. 3KN² + 2(N² + N) word products.
//!
//! Bounds, for moduli with two spare bits (4m ≤ R) and lazy operands (below 2m): sums of two operands are below 4m and fit N
//! words; S₁ ≤ K·4m² ≤ K·m·R, so that K·m·R + S₀ − S₁ is not negative and at most 2K·m·R, as S₂ − S₀ − S₁ is; S₂ itself is below
//! K·R² and fits 2N + 1 words. What Montgomery's step leaves is at most (2K + 1)·m, which the quotient estimate takes up to
//! K = 127.

use crate::modulus::Params;
use crate::mont::{Mont, add_words};
use crate::word::Word;

/// A complex operand, lazy.
pub type Complex<W, const N: usize> = [[W; N]; 2];

/// A sum of double width: low half, high half, carry.
struct Double<W, const N: usize>([[W; N]; 2], W);

/// Σ aₖ·bₖ as integers; the operands may be any N words, the sum must fit 2N + 1.
#[inline(always)]
fn sum<W: Word, const N: usize, const K: usize>(terms: [(&[W; N], &[W; N]); K]) -> Double<W, N> {
    let mut out = [[W::ZERO; N]; 2];
    let words = out.as_flattened_mut();
    let mut acc = [W::ZERO; 3];
    for (column, word) in words.iter_mut().enumerate() {
        for (a, b) in terms {
            for i in column.saturating_sub(N - 1)..=column.min(N - 1) {
                W::mac3(&mut acc, a[i], b[column - i]);
            }
        }
        *word = acc[0];
        acc = [acc[1], acc[2], W::ZERO];
    }
    Double(out, acc[0])
}

impl<W: Word, const N: usize> Double<W, N> {
    /// a − b modulo 2^(bits of 2N + 1 words).
    #[inline(always)]
    fn minus(mut self, other: &Self) -> Self {
        let mut borrow = W::ZERO;
        for (mine, theirs) in self.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
            (*mine, borrow) = W::sbb(*mine, *theirs, borrow);
        }
        (self.1, _) = W::sbb(self.1, other.1, borrow);
        self
    }

    /// a + k·m·R.
    #[inline(always)]
    fn plus_modulus<M: Params<W, N>>(mut self, k: usize) -> Self {
        let mut carry = W::ZERO;
        let k = W::from_u64(k as u64);
        for (mine, &p) in self.0[1].iter_mut().zip(&M::P_W) {
            (*mine, carry) = W::mac(*mine, p, k, carry);
        }
        self.1 = W::wrapping_add(self.1, carry);
        self
    }

    /// The sum times R⁻¹, reduced; at most 255·m·R.
    #[inline(always)]
    fn reduce<M: Params<W, N>>(&self) -> [W; N] {
        let words = self.0.as_flattened();
        let mut q = [W::ZERO; N];
        let mut out = [W::ZERO; N];
        let mut acc = [W::ZERO; 3];
        for column in 0..2 * N {
            add(&mut acc, words[column]);
            for j in column.saturating_sub(N - 1)..column.min(N) {
                W::mac3(&mut acc, q[j], M::P_W[column - j]);
            }
            if column < N {
                q[column] = W::wrapping_mul(acc[0], M::N0_W);
                W::mac3(&mut acc, q[column], M::P_W[0]);
            } else {
                out[column - N] = acc[0];
            }
            acc = [acc[1], acc[2], W::ZERO];
        }
        Mont::<M, W, N>::reduce_small(&out, W::wrapping_add(acc[0], self.1))
    }
}

/// Adds a word to an accumulator.
#[inline(always)]
fn add<W: Word>(acc: &mut [W; 3], word: W) {
    let mut carry;
    (acc[0], carry) = W::adc(acc[0], word, W::ZERO);
    (acc[1], carry) = W::adc(acc[1], W::ZERO, carry);
    acc[2] = W::wrapping_add(acc[2], carry);
}

impl<M: Params<W, N>, W: Word, const N: usize> Mont<M, W, N> {
    /// Σ aₖ·bₖ·R⁻¹, both coefficients reduced, for lazy operands; only for moduli with two spare bits.
    #[inline(never)]
    pub fn complex_sum<const K: usize>(terms: [(&Complex<W, N>, &Complex<W, N>); K]) -> Complex<W, N> {
        const { assert!(M::SPARE_BITS >= 2 && K >= 1 && K <= 127) };
        debug_assert!(terms.iter().all(|(a, b)| {
            Self::is_lazy(&a[0]) && Self::is_lazy(&a[1]) && Self::is_lazy(&b[0]) && Self::is_lazy(&b[1])
        }));
        let sums = terms.map(|(a, b)| [add_words(&a[0], &a[1]).0, add_words(&b[0], &b[1]).0]);
        let s0 = sum(terms.map(|(a, b)| (&a[0], &b[0])));
        let s1 = sum(terms.map(|(a, b)| (&a[1], &b[1])));
        let s2 = sum::<W, N, K>(core::array::from_fn(|k| (&sums[k][0], &sums[k][1])));
        let imaginary = s2.minus(&s0).minus(&s1).reduce::<M>();
        let real = s0.minus(&s1).plus_modulus::<M>(K).reduce::<M>();
        [real, imaginary]
    }
}
