//! Products of single and of complex operands whose additions are done while a multiplier is at
//! work.
//!
//! What a processor does beside a product of 12 words on such a multiplier is free for some 300
//! cycles, which three additions take. So a complex product adds the parts of its first operand
//! beside a₀b₀, those of its second beside a₁b₁, and subtracts those products beside the third.
//! Where there is no multiplier the same steps come one after the other.

use super::Narrow;
use crate::modulus::Params;
use crate::mont::{Mont, add_words};
use crate::sums::Complex;
use crate::word::Word;

impl<M: Params<W, N>, W: Word, const N: usize> Mont<M, W, N> {
    /// Whether a multiplier beside the processor may take products of this length.
    pub const MULTIPLIED: bool = W::MULTIPLIED == N;

    /// Begins a·b·R⁻¹ on the multiplier, where a·b < m·R, and says whether it did; what is done
    /// from here to [`Mont::end`] multiplies nothing.
    #[inline(always)]
    pub fn begin(a: &[W; N], b: &[W; N]) -> bool {
        Self::MULTIPLIED && W::begin::<M, N>(a, b)
    }

    /// a·b·R⁻¹, reduced, of the operands for which [`Mont::begin`] said that: by value all the way,
    /// and a call of its own on the chip, so that the product is written where it is to stand.
    #[cfg_attr(
        target_arch = "riscv32",
        inline(never),
        unsafe(link_section = ".text.curvemark.narrow")
    )]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    pub fn end(begun: bool, a: &[W; N], b: &[W; N]) -> [W; N] {
        if begun && W::wait() { W::fetch::<M, N>() } else { mul_in_words::<M, W, N>(a, b) }
    }

    /// a^(2^n), reduced, of a reduced value, in place.
    #[inline(always)]
    pub fn sqr_times(a: &mut [W; N], n: u32) {
        if !(Self::MULTIPLIED && W::square_times::<M, N>(a, n)) {
            (0..n).for_each(|_| *a = Self::sqr(a));
        }
    }

    /// a^exponent, reduced, of a reduced value by a public exponent in 64-bit limbs, the lowest
    /// first, if a multiplier takes whole powers.
    #[inline(always)]
    pub fn power_beside(a: &[W; N], exponent: &[u64]) -> Option<[W; N]> {
        let mut power = *a;
        (Self::MULTIPLIED && W::power::<M, N>(&mut power, exponent)).then_some(power)
    }

    /// (Σ aₖ·bₖ)·R⁻¹ for at most [`MAX_PRODUCTS`](crate::wide::MAX_PRODUCTS) pairs of lazy
    /// operands: each product is added beside the next.
    #[inline(always)]
    pub(crate) fn sum_of_reduced<'a>(
        mut terms: impl Iterator<Item = (&'a [W; N], &'a [W; N])>,
        count: usize,
    ) -> [W; N] {
        let Some((a, b)) = terms.next() else { return Self::ZERO };
        let mut sum = Self::end(Self::begin(a, b), a, b);
        let (mut above, mut before) = (W::ZERO, None);
        for (a, b) in terms {
            let begun = Self::begin(a, b);
            if let Some(before) = &before {
                let carry;
                (sum, carry) = add_words(&sum, before);
                above = W::wrapping_add(above, carry);
            }
            before = Some(Self::end(begun, a, b));
        }
        let Some(before) = before else { return sum };
        let (sum, carry) = add_words(&sum, &before);
        let above = W::wrapping_add(above, carry);
        if count == 2 { Self::subtract_once(&sum, above) } else { Self::reduce_small(&sum, above) }
    }

    /// a·b·R⁻¹ by three products, for lazy operands, as sums: a₀b₀ − a₁b₁ in (−m, m), (a₀ +
    /// a₁)(b₀ + b₁) − a₀b₀ − a₁b₁ in (−2m, m). Only for moduli with two spare bits.
    #[inline(never)]
    pub fn complex_product_narrow(a: &Complex<W, N>, b: &Complex<W, N>) -> [Narrow<W, N>; 2] {
        let ([a0, a1], [b0, b1]) = (a, b);
        let begun = Self::begin(a0, b0);
        let sum_a = Self::sum_below_double(a0, a1);
        let first = Self::end(begun, a0, b0);
        let begun = Self::begin(a1, b1);
        let sum_b = Self::other_sum(b0, b1);
        let second = Self::end(begun, a1, b1);
        let begun = Self::begin(&sum_a, &sum_b);
        let real = Narrow::difference(&first, &second);
        let both = W::plain_sum(&first, &second);
        let cross = Self::end(begun, &sum_a, &sum_b);
        [real, Narrow::difference_of_double(&cross, &both)]
    }

    /// A product as sums, of its three products f = a₀b₀, s = a₁b₁ and t = (a₀ + a₁)(b₀ + b₁),
    /// reduced: f − s in (−m, m) and t − f − s in (−2m, m).
    #[inline(never)]
    #[cfg_attr(target_arch = "riscv32", unsafe(link_section = ".text.curvemark.narrow"))]
    pub fn complex_of_three_products(
        first: &[W; N],
        second: &[W; N],
        third: &[W; N],
    ) -> [Narrow<W, N>; 2] {
        [Narrow::difference(first, second), Narrow::less_two(third, first, second)]
    }

    /// a·b·R⁻¹ by three products, both coefficients reduced, for lazy operands. Only for moduli
    /// with two spare bits.
    #[inline(never)]
    #[cfg_attr(target_arch = "riscv32", unsafe(link_section = ".text.curvemark.narrow"))]
    pub fn complex_mul_narrow(a: &Complex<W, N>, b: &Complex<W, N>) -> Complex<W, N> {
        let ([a0, a1], [b0, b1]) = (a, b);
        let begun = Self::begin(a0, b0);
        let sum_a = Self::sum_below_double(a0, a1);
        let first = Self::end(begun, a0, b0);
        let begun = Self::begin(a1, b1);
        let sum_b = Self::other_sum(b0, b1);
        let second = Self::end(begun, a1, b1);
        let begun = Self::begin(&sum_a, &sum_b);
        let real = Self::difference(&first, &second);
        let both = Self::sum(&first, &second);
        let cross = Self::end(begun, &sum_a, &sum_b);
        [real, Self::difference(&cross, &both)]
    }

    /// a²·R⁻¹, both coefficients reduced, of reduced ones: 2a₀·a₁ first, whose operand is one
    /// addition away. Only for moduli with two spare bits.
    #[inline(never)]
    #[cfg_attr(target_arch = "riscv32", unsafe(link_section = ".text.curvemark.narrow"))]
    pub fn complex_sqr_narrow([a0, a1]: &Complex<W, N>) -> Complex<W, N> {
        let double = Self::add(a0, a0);
        let begun = Self::begin(&double, a1);
        let (sum, difference) = (Self::add(a0, a1), Self::sub(a0, a1));
        let imaginary = Self::end(begun, &double, a1);
        let begun = Self::begin(&sum, &difference);
        [Self::end(begun, &sum, &difference), imaginary]
    }

    /// a + b or a + b − 2m, whichever is below 2m; lazy operands of a modulus with two spare bits.
    #[inline(always)]
    pub fn sum_below_double(a: &[W; N], b: &[W; N]) -> [W; N] {
        W::sum_below_double::<M, N>(a, b)
    }

    /// a + b, below 2m if a sum below 4m times one below 2m could reach m·R.
    #[inline(always)]
    fn other_sum(a: &[W; N], b: &[W; N]) -> [W; N] {
        if M::SPARE_BITS >= 3 { W::plain_sum(a, b) } else { Self::sum_below_double(a, b) }
    }
}

/// a·b·R⁻¹ by the processor, reduced, where a·b < m·R.
#[cold]
#[inline(never)]
fn mul_in_words<M: Params<W, N>, W: Word, const N: usize>(a: &[W; N], b: &[W; N]) -> [W; N] {
    W::reduced::<M, N>(&W::product(a, b))
}
