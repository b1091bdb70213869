//! Sums of double-width products, reduced once.
//!
//! A [`Wide`] holds Σ aᵢ·bᵢ as an integer of 2N words and a carry word. Negative terms enter with one operand negated
//! (m or 2m minus it, N words), which costs less than any arithmetic on the double width. Reduction is Montgomery's, then a
//! quotient estimate ([`Mont::reduce_small`](crate::Mont)) for whatever multiple of m is left.
//!
//! Bound: each product is below 4m² (2m)·(2m), or m² without spare bits. [`MAX_PRODUCTS`] of them keep the value after
//! Montgomery's step, W/R + m, far below the 256·m that the estimate takes. Debug builds count the products.

use crate::modulus::Params;
use crate::mont::{Mont, add_product, cancel_lowest, shifted, sub_words};
use crate::word::Word;

/// A sum of products of N-word integers.
#[derive(Clone, Copy, Debug)]
pub struct Wide<W, const N: usize> {
    words: [[W; N]; 2],
    top: W,
    #[cfg(debug_assertions)]
    products: u32,
}

/// Most products of two lazy operands in one [`Wide`]; k·a counts as k of them. Each adds at most m to the reduced value
/// ((2m)²/R ≤ m with two spare bits, m²/R ≤ m without), so that the last step sees at most 33·m.
pub const MAX_PRODUCTS: u32 = 32;

impl<W: Word, const N: usize> Wide<W, N> {
    /// The empty sum.
    #[inline(always)]
    pub fn zero() -> Self {
        Self {
            words: [[W::ZERO; N]; 2],
            top: W::ZERO,
            #[cfg(debug_assertions)]
            products: 0,
        }
    }

    /// Adds a·b; lazy operands.
    #[inline(always)]
    pub fn mac<M: Params<W, N>>(&mut self, a: &[W; N], b: &[W; N]) {
        debug_assert!(Mont::<M, W, N>::is_lazy(a) && Mont::<M, W, N>::is_lazy(b));
        self.accumulate_any(a, b);
    }

    /// Subtracts a·b; lazy operands: adds a·(2m − b).
    #[inline(always)]
    pub fn msub<M: Params<W, N>>(&mut self, a: &[W; N], b: &[W; N]) {
        debug_assert!(Mont::<M, W, N>::is_lazy(a) && Mont::<M, W, N>::is_lazy(b));
        self.accumulate_any(a, &Mont::<M, W, N>::complement(b));
    }

    /// Adds k·a·R, that is k·a to what the reduction will give; a reduced.
    #[inline(always)]
    pub fn mac_small<M: Params<W, N>>(&mut self, a: &[W; N], k: i32) {
        debug_assert!(Mont::<M, W, N>::is_reduced(a));
        let magnitude = k.unsigned_abs();
        let a = if k < 0 { sub_words(&M::P_W, a).0 } else { *a };
        let k = W::from_u64(magnitude as u64);
        let high = &mut self.words[1];
        let mut carry = W::ZERO;
        for i in 0..N {
            (high[i], carry) = W::mac(high[i], a[i], k, carry);
        }
        self.top = W::wrapping_add(self.top, carry);
        self.count(magnitude);
    }

    /// Adds another sum.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        let mut carry = W::ZERO;
        for (mine, theirs) in self.words.as_flattened_mut().iter_mut().zip(other.words.as_flattened()) {
            (*mine, carry) = W::adc(*mine, *theirs, carry);
        }
        (self.top, _) = W::adc(self.top, other.top, carry);
        #[cfg(debug_assertions)]
        {
            self.products += other.products;
        }
    }

    /// Adds a·b for any N-word integers; the caller answers for the bound of the sum.
    #[inline(always)]
    pub(crate) fn accumulate_any(&mut self, a: &[W; N], b: &[W; N]) {
        let [low, high] = &mut self.words;
        let mut t = *low;
        let mut over = W::ZERO;
        for i in 0..N {
            let (top, carry) = W::adc(high[i], over, W::ZERO);
            let top = add_product(&mut t, (top, carry), a[i], b);
            low[i] = t[0];
            over = top.1;
            t = shifted(&t, top.0);
        }
        *high = t;
        self.top = W::wrapping_add(self.top, over);
        self.count(1);
    }

    /// Adds k·a, at the low end.
    #[inline(always)]
    pub(crate) fn accumulate_small(&mut self, a: &[W; N], k: u32) {
        let [low, high] = &mut self.words;
        let factor = W::from_u64(u64::from(k));
        let mut carry = W::ZERO;
        for i in 0..N {
            (low[i], carry) = W::mac(low[i], a[i], factor, carry);
        }
        let mut bit = W::ZERO;
        (high[0], bit) = W::adc(high[0], carry, bit);
        for word in &mut high[1..] {
            (*word, bit) = W::adc(*word, W::ZERO, bit);
        }
        self.top = W::wrapping_add(self.top, bit);
        self.count(k);
    }

    /// Low and high half, and the carry word.
    #[inline(always)]
    pub(crate) fn parts(&self) -> (&[[W; N]; 2], W) {
        (&self.words, self.top)
    }

    #[inline(always)]
    fn count(&mut self, _products: u32) {
        #[cfg(debug_assertions)]
        {
            self.products += _products;
            assert!(self.products <= MAX_PRODUCTS, "too many products in one sum");
        }
    }

    /// The sum times R⁻¹, reduced.
    #[inline(always)]
    pub fn reduce<M: Params<W, N>>(self) -> [W; N] {
        let [mut t, high] = self.words;
        let mut over = W::ZERO;
        for word in high {
            let above = W::adc(word, over, W::ZERO);
            let top = cancel_lowest::<M, W, N>(&mut t, above);
            over = top.1;
            t = shifted(&t, top.0);
        }
        Mont::<M, W, N>::reduce_small(&t, W::wrapping_add(self.top, over))
    }
}
