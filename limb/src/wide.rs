//! Sums of double-width products, reduced once.
//!
//! A [`Wide`] holds Σ aᵢ·bᵢ as an integer of 2N words and a carry word. Negative terms enter with one operand negated
//! (m or 2m minus it, N words), which costs less than any arithmetic on the double width. Reduction is Montgomery's, then a
//! quotient estimate ([`Mont::reduce_small`](crate::Mont)) for whatever multiple of m is left.
//!
//! Bound: each product is below 4m² (2m)·(2m), or m² without spare bits. [`MAX_PRODUCTS`] of them keep the value after
//! Montgomery's step, W/R + m, far below the 256·m that the estimate takes. Debug builds count the products.

use crate::modulus::Params;
use crate::mont::{Mont, sub_words};
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
        self.accumulate_any::<M>(a, b);
    }

    /// Subtracts a·b; lazy operands: adds a·(2m − b).
    #[inline(always)]
    pub fn msub<M: Params<W, N>>(&mut self, a: &[W; N], b: &[W; N]) {
        debug_assert!(Mont::<M, W, N>::is_lazy(a) && Mont::<M, W, N>::is_lazy(b));
        self.accumulate_any::<M>(a, &Self::complement::<M>(b));
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

    /// 2m − b, or m − b where lazy values are reduced.
    #[inline(always)]
    pub(crate) fn complement<M: Params<W, N>>(b: &[W; N]) -> [W; N] {
        let (from_m, borrow) = sub_words(&M::P_W, b);
        if Mont::<M, W, N>::LAZY {
            // m − b may be negative; the carry out of the second addition cancels its borrow.
            crate::mont::add_words(&from_m, &M::P_W).0
        } else {
            debug_assert!(borrow == W::ZERO);
            from_m
        }
    }

    /// Adds a·b for any N-word integers; the caller answers for the bound of the sum.
    #[inline(always)]
    pub(crate) fn accumulate_any<M: Params<W, N>>(&mut self, a: &[W; N], b: &[W; N]) {
        let words = self.words.as_flattened_mut();
        let mut above = W::ZERO;
        for i in 0..N {
            let mut carry = W::ZERO;
            for j in 0..N {
                (words[i + j], carry) = W::mac(words[i + j], a[i], b[j], carry);
            }
            (words[i + N], above) = W::adc(words[i + N], carry, above);
        }
        self.top = W::wrapping_add(self.top, above);
        self.count(1);
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
    pub fn reduce<M: Params<W, N>>(mut self) -> [W; N] {
        let words = self.words.as_flattened_mut();
        let mut above = W::ZERO;
        for i in 0..N {
            let q = W::wrapping_mul(words[i], M::N0_W);
            let mut carry = W::ZERO;
            for j in 0..N {
                (words[i + j], carry) = W::mac(words[i + j], q, M::P_W[j], carry);
            }
            (words[i + N], above) = W::adc(words[i + N], carry, above);
        }
        let top = W::wrapping_add(self.top, above);
        Mont::<M, W, N>::reduce_small(&self.words[1], top)
    }
}
