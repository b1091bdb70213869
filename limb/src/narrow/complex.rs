//! Products of single and of complex operands whose additions are done while a multiplier is at work.
//!
//! What a processor does beside a product of 12 words on such a multiplier is free for some 300 cycles, which three additions take. So a complex product adds
//! the parts of its first operand beside a₀b₀, those of its second beside a₁b₁, and subtracts those products beside the third. Where there is no multiplier the
//! same steps come one after the other.

use super::Narrow;
use crate::modulus::Params;
use crate::mont::{Mont, add_words, masked, sub_words};
use crate::sums::Complex;
use crate::word::Word;

impl<M: Params<W, N>, W: Word, const N: usize> Mont<M, W, N> {
    /// Whether a multiplier beside the processor may take products of this length.
    pub(crate) const MULTIPLIED: bool = W::MULTIPLIED == N;

    /// a·b·R⁻¹, reduced, where a·b < m·R; and what `meanwhile` gives, which multiplies nothing.
    #[inline(always)]
    pub(crate) fn mul_while<T>(a: &[W; N], b: &[W; N], meanwhile: impl FnOnce() -> T) -> ([W; N], T) {
        let begun = Self::MULTIPLIED && W::begin::<M, N>(a, b);
        let other = meanwhile();
        if begun && let Some(product) = W::finish::<M, N>() {
            return (product, other);
        }
        (mul_in_words::<M, W, N>(a, b), other)
    }

    /// a^(2^n), reduced, of a reduced value, in place.
    #[inline(always)]
    pub fn sqr_times(a: &mut [W; N], n: u32) {
        if !(Self::MULTIPLIED && W::square_times::<M, N>(a, n)) {
            (0..n).for_each(|_| *a = Self::sqr(a));
        }
    }

    /// (Σ aₖ·bₖ)·R⁻¹ for at most [`MAX_PRODUCTS`](crate::wide::MAX_PRODUCTS) pairs of lazy operands: each product is added beside the next.
    #[inline(always)]
    pub(crate) fn sum_of_reduced<'a>(
        mut terms: impl Iterator<Item = (&'a [W; N], &'a [W; N])>,
        count: usize,
    ) -> [W; N] {
        let Some((a, b)) = terms.next() else { return Self::ZERO };
        let (mut sum, ()) = Self::mul_while(a, b, || ());
        let (mut above, mut before) = (W::ZERO, None);
        for (a, b) in terms {
            let (product, added) = Self::mul_while(a, b, || before.map(|before| add_words(&sum, &before)));
            if let Some((next, carry)) = added {
                (sum, above) = (next, W::wrapping_add(above, carry));
            }
            before = Some(product);
        }
        let Some(before) = before else { return sum };
        let (sum, carry) = add_words(&sum, &before);
        let above = W::wrapping_add(above, carry);
        if count == 2 { Self::subtract_once(&sum, above) } else { Self::reduce_small(&sum, above) }
    }

    /// a·b·R⁻¹ by three products, for lazy operands, as sums: a₀b₀ − a₁b₁ in (−m, m), (a₀ + a₁)(b₀ + b₁) − a₀b₀ − a₁b₁ in (−2m, m). Only for moduli with
    /// two spare bits.
    #[inline(never)]
    #[cfg_attr(target_arch = "riscv32", unsafe(link_section = ".text.curvemark.narrow"))]
    pub fn complex_product_narrow(a: &Complex<W, N>, b: &Complex<W, N>) -> [Narrow<W, N>; 2] {
        let ([a0, a1], [b0, b1]) = (a, b);
        let (first, sum_a) = Self::mul_while(a0, b0, || Self::sum_below_double(a0, a1));
        let (second, sum_b) = Self::mul_while(a1, b1, || Self::other_sum(b0, b1));
        let (cross, (real, both)) = Self::mul_while(&sum_a, &sum_b, || {
            let mut real = Narrow::of_reduced(first);
            real.sub(&Narrow::of_reduced(second));
            let mut both = Narrow::of_reduced(first);
            both.add(&Narrow::of_reduced(second));
            (real, both)
        });
        let mut imaginary = Narrow::of_reduced(cross);
        imaginary.sub(&both);
        [real, imaginary]
    }

    /// a·b·R⁻¹ by three products, both coefficients reduced, for lazy operands. Only for moduli with two spare bits.
    #[inline(never)]
    pub fn complex_mul_narrow(a: &Complex<W, N>, b: &Complex<W, N>) -> Complex<W, N> {
        let ([a0, a1], [b0, b1]) = (a, b);
        let (first, sum_a) = Self::mul_while(a0, b0, || Self::sum_below_double(a0, a1));
        let (second, sum_b) = Self::mul_while(a1, b1, || Self::other_sum(b0, b1));
        let (cross, (real, both)) =
            Self::mul_while(&sum_a, &sum_b, || (Self::sub_any(&first, &second), add_words(&first, &second).0));
        // In (−2m, m): m is added twice at most.
        let (mut imaginary, mut negative) = sub_words(&cross, &both);
        for _ in 0..2 {
            let carry;
            (imaginary, carry) = add_words(&imaginary, &masked(&M::P_W, W::wrapping_neg(negative).opaque()));
            negative = W::wrapping_sub(negative, carry);
        }
        [real, imaginary]
    }

    /// a²·R⁻¹, both coefficients reduced, of reduced ones: 2a₀·a₁ first, whose operand is one addition away. Only for moduli with two spare bits.
    #[inline(never)]
    #[cfg_attr(target_arch = "riscv32", unsafe(link_section = ".text.curvemark.narrow"))]
    pub fn complex_sqr_narrow([a0, a1]: &Complex<W, N>) -> Complex<W, N> {
        let double = Self::add(a0, a0);
        let (imaginary, (sum, difference)) = Self::mul_while(&double, a1, || (Self::add(a0, a1), Self::sub(a0, a1)));
        let (real, ()) = Self::mul_while(&sum, &difference, || ());
        [real, imaginary]
    }

    /// a + b or a + b − 2m, whichever is below 2m; lazy operands of a modulus with two spare bits.
    #[inline(never)]
    #[cfg_attr(target_arch = "riscv32", unsafe(link_section = ".text.curvemark.narrow"))]
    fn sum_below_double(a: &[W; N], b: &[W; N]) -> [W; N] {
        const { assert!(M::SPARE_BITS >= 2) };
        let (sum, _) = add_words(a, b);
        let (less, borrow) = sub_words(&sum, &add_words(&M::P_W, &M::P_W).0);
        let mask = W::wrapping_neg(borrow).opaque();
        let mut out = [W::ZERO; N];
        each_word!(i < N => {
            out[i] = (sum[i] & mask) | (less[i] & !mask);
        });
        out
    }

    /// a + b, below 2m if a sum below 4m times one below 2m could reach m·R.
    #[inline(always)]
    fn other_sum(a: &[W; N], b: &[W; N]) -> [W; N] {
        if M::SPARE_BITS >= 3 { add_words(a, b).0 } else { Self::sum_below_double(a, b) }
    }
}

/// a·b·R⁻¹ by the processor, reduced, where a·b < m·R.
#[inline(never)]
fn mul_in_words<M: Params<W, N>, W: Word, const N: usize>(a: &[W; N], b: &[W; N]) -> [W; N] {
    W::reduced::<M, N>(&W::product(a, b))
}
