//! Sums of double-width products, reduced once.
//!
//! A [`Wide`] holds Σ ±aᵢ·bᵢ in two's complement on 2N words and one on top. Negative products
//! enter with one operand negated (m or 2m minus it, N words), which costs less than arithmetic on
//! the double width; only a difference of whole sums is negative. Reduction is Montgomery's, then a
//! quotient estimate ([`Mont::reduce_small`](crate::Mont)) for whatever multiple of m is left.
//!
//! Bound: each product is below 4m² (2m)·(2m), or m² without spare bits. [`MAX_PRODUCTS`] of them
//! keep the value after Montgomery's step, W/R + m, within ±33·m, far from the 256·m that the
//! estimate takes. Debug builds count the products, and look at the value itself when it is
//! reduced.

#[cfg(not(curvemark_multiplier))]
use core::mem::MaybeUninit;

use crate::modulus::Params;
use crate::mont::{Mont, add_product, shifted, sub_words};
use crate::word::Word;

/// A sum of products of N-word integers.
#[derive(Clone, Copy, Debug)]
pub struct Wide<W, const N: usize> {
    words: [[W; N]; 2],
    top: W,
    #[cfg(debug_assertions)]
    products: u32,
}

/// Most products of two lazy operands in one [`Wide`]; k·a counts as k of them. Each adds at most m
/// to the reduced value ((2m)²/R ≤ m with two spare bits, m²/R ≤ m without), so that the last step
/// sees at most 33·m.
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

    /// A sum that another engine or a kernel made.
    pub(crate) fn of_parts(words: [[W; N]; 2], top: W) -> Self {
        Self {
            words,
            top,
            #[cfg(debug_assertions)]
            products: 0,
        }
    }

    /// A sum whose words are put by a function, which gives the word on top.
    #[cfg(not(curvemark_multiplier))]
    #[inline(always)]
    pub(crate) fn put(
        place: &mut MaybeUninit<Self>,
        words: impl FnOnce(&mut MaybeUninit<[[W; N]; 2]>) -> W,
    ) {
        let place = place.as_mut_ptr();
        // SAFETY: a field of it, which may hold anything.
        let top = words(unsafe { &mut *(&raw mut (*place).words).cast() });
        // SAFETY: the other fields.
        unsafe {
            (&raw mut (*place).top).write(top);
            #[cfg(debug_assertions)]
            (&raw mut (*place).products).write(0);
        }
    }

    /// a·b for any N-word integers; the caller answers for the bound of the sum.
    #[inline(always)]
    pub(crate) fn of_product(a: &[W; N], b: &[W; N]) -> Self {
        let mut out = Self::of_parts(W::product(a, b), W::ZERO);
        out.count(1);
        out
    }

    /// a·b; lazy operands.
    #[inline(always)]
    pub fn product<M: Params<W, N>>(a: &[W; N], b: &[W; N]) -> Self {
        debug_assert!(Mont::<M, W, N>::is_lazy(a) && Mont::<M, W, N>::is_lazy(b));
        Self::of_parts(W::product(a, b), W::ZERO)
    }

    /// a²; a lazy operand.
    #[inline(always)]
    pub fn square<M: Params<W, N>>(a: &[W; N]) -> Self {
        debug_assert!(Mont::<M, W, N>::is_lazy(a));
        let words =
            if Mont::<M, W, N>::LAZY { W::square::<N, false>(a) } else { W::square::<N, true>(a) };
        Self::of_parts(words, W::ZERO)
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
        if W::KERNELS && k == -1 {
            let mut borrow = W::ZERO;
            each_word!(i < N => {
                let word = &mut self.words[1][i];
                (*word, borrow) = W::sbb(W::wanted(word), W::wanted(&a[i]), borrow);
            });
            self.top = W::wrapping_sub(self.top, borrow);
            return self.count(1);
        }
        let magnitude = k.unsigned_abs();
        let a = if k < 0 { sub_words(&M::P_W, a).0 } else { *a };
        let k = W::from_u64(magnitude as u64);
        let high = &mut self.words[1];
        let mut carry = W::ZERO;
        each_word!(i < N => {
            (high[i], carry) = W::mac(high[i], a[i], k, carry);
        });
        self.top = W::wrapping_add(self.top, carry);
        self.count(magnitude);
    }

    /// Adds another sum; see [`Wide::sub`].
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        let mut carry = W::ZERO;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            each_word!(i < N => {
                (mine[i], carry) = W::adc(W::wanted(&mine[i]), W::wanted(&theirs[i]), carry);
            });
        }
        (self.top, _) = W::adc(self.top, other.top, carry);
        self.join(other);
    }

    /// Subtracts another sum. Whoever combines whole sums answers for the value that comes out,
    /// which differences keep small.
    #[inline(always)]
    pub fn sub(&mut self, other: &Self) {
        let mut borrow = W::ZERO;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            each_word!(i < N => {
                (mine[i], borrow) = W::sbb(W::wanted(&mine[i]), W::wanted(&theirs[i]), borrow);
            });
        }
        (self.top, _) = W::sbb(self.top, other.top, borrow);
        self.join(other);
    }

    /// Adds two other sums, in one pass; see [`Wide::sub`].
    #[inline(always)]
    pub fn add_two(&mut self, one: &Self, other: &Self) {
        let mut carry = W::ZERO;
        for (mine, (one, other)) in self.words.iter_mut().zip(one.words.iter().zip(&other.words)) {
            each_word!(i < N => {
                let (one, other) = (W::wanted(&one[i]), W::wanted(&other[i]));
                (mine[i], carry) = add_three(W::wanted(&mine[i]), one, other, carry);
            });
        }
        (self.top, _) = add_three(self.top, one.top, other.top, carry);
        self.join(one);
        self.join(other);
    }

    /// Subtracts two other sums, in one pass; see [`Wide::sub`].
    #[inline(always)]
    pub fn sub_two(&mut self, one: &Self, other: &Self) {
        let mut borrow = W::ZERO;
        for (mine, (one, other)) in self.words.iter_mut().zip(one.words.iter().zip(&other.words)) {
            each_word!(i < N => {
                let (one, other) = (W::wanted(&one[i]), W::wanted(&other[i]));
                (mine[i], borrow) = sub_both(W::wanted(&mine[i]), one, other, borrow);
            });
        }
        (self.top, _) = sub_both(self.top, one.top, other.top, borrow);
        self.join(one);
        self.join(other);
    }

    /// Adds a sum and subtracts another, in one pass; see [`Wide::sub`].
    #[inline(always)]
    pub fn add_sub(&mut self, plus: &Self, minus: &Self) {
        let (mut carry, mut borrow) = (W::ZERO, W::ZERO);
        for (mine, (plus, minus)) in self.words.iter_mut().zip(plus.words.iter().zip(&minus.words))
        {
            each_word!(i < N => {
                let sum;
                (sum, carry) = W::adc(W::wanted(&mine[i]), W::wanted(&plus[i]), carry);
                (mine[i], borrow) = W::sbb(sum, W::wanted(&minus[i]), borrow);
            });
        }
        let (sum, _) = W::adc(self.top, plus.top, carry);
        (self.top, _) = W::sbb(sum, minus.top, borrow);
        self.join(plus);
        self.join(minus);
    }

    /// Adds k times a sum and subtracts another, in one pass; see [`Wide::sub`].
    #[inline(always)]
    pub fn add_times_sub(&mut self, plus: &Self, k: u32, minus: &Self) {
        let factor = W::from_u64(u64::from(k));
        let (mut carry, mut borrow) = (W::ZERO, W::ZERO);
        for (mine, (plus, minus)) in self.words.iter_mut().zip(plus.words.iter().zip(&minus.words))
        {
            each_word!(i < N => {
                let sum;
                (sum, carry) = W::mac(W::wanted(&mine[i]), W::wanted(&plus[i]), factor, carry);
                (mine[i], borrow) = W::sbb(sum, W::wanted(&minus[i]), borrow);
            });
        }
        let sum = W::wrapping_add(self.top, W::wrapping_mul(plus.top, factor));
        (self.top, _) = W::sbb(W::wrapping_add(sum, carry), minus.top, borrow);
        self.join(plus);
        self.join(minus);
    }

    /// Adds k times a sum and another, in one pass; see [`Wide::sub`].
    #[inline(always)]
    pub fn add_times_add(&mut self, one: &Self, k: u32, other: &Self) {
        let factor = W::from_u64(u64::from(k));
        // At most k + 1.
        let mut carry = W::ZERO;
        for (mine, (one, other)) in self.words.iter_mut().zip(one.words.iter().zip(&other.words)) {
            each_word!(i < N => {
                let (sum, bit);
                (sum, carry) = W::mac(W::wanted(&mine[i]), W::wanted(&one[i]), factor, carry);
                (mine[i], bit) = W::adc(sum, W::wanted(&other[i]), W::ZERO);
                carry = W::wrapping_add(carry, bit);
            });
        }
        let sum = W::wrapping_add(self.top, W::wrapping_mul(one.top, factor));
        self.top = W::wrapping_add(W::wrapping_add(sum, carry), other.top);
        self.join(one);
        self.join(other);
    }

    /// Multiplies the sum by k; see [`Wide::sub`].
    #[inline(always)]
    pub fn times(&mut self, k: u32) {
        let factor = W::from_u64(u64::from(k));
        let mut carry = W::ZERO;
        for half in &mut self.words {
            each_word!(i < N => {
                (half[i], carry) = W::mac(W::ZERO, W::wanted(&half[i]), factor, carry);
            });
        }
        self.top = W::wrapping_add(W::wrapping_mul(self.top, factor), carry);
    }

    /// Adds a·b for any N-word integers; the caller answers for the bound of the sum.
    #[inline(always)]
    pub(crate) fn accumulate_any(&mut self, a: &[W; N], b: &[W; N]) {
        if W::KERNELS {
            add_product_of(&mut self.words, &mut self.top, a, b);
            self.count(1);
        } else {
            self.accumulate_rows(a, b);
        }
    }

    /// As [`Wide::accumulate_any`], row by row.
    #[inline(always)]
    pub(crate) fn accumulate_rows(&mut self, a: &[W; N], b: &[W; N]) {
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
    fn join(&mut self, _other: &Self) {
        #[cfg(debug_assertions)]
        {
            self.products = self.products.max(_other.products);
        }
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
        let (mut t, over) = W::divided::<M, N>(&self.words);
        if W::KERNELS {
            return W::small_reduced::<M, N>(&t, W::wrapping_add(self.top, over));
        }
        // Within ±33·m: made positive.
        let offset = W::from_u64(u64::from(MAX_PRODUCTS));
        let mut carry = W::ZERO;
        each_word!(i < N => {
            (t[i], carry) = W::mac(t[i], M::P_W[i], offset, carry);
        });
        let top = W::wrapping_add(W::wrapping_add(self.top, over), carry);
        debug_assert!(top.to_u64() < 1 << 16, "a sum left its bounds");
        Mont::<M, W, N>::reduce_small(&t, top)
    }
}

/// a + b + c + carry; the carry, in and out, is at most 2.
#[inline(always)]
pub(crate) fn add_three<W: Word>(a: W, b: W, c: W, carry: W) -> (W, W) {
    let (sum, first) = W::adc(a, b, W::ZERO);
    let (sum, second) = W::adc(sum, c, W::ZERO);
    let (sum, third) = W::adc(sum, carry, W::ZERO);
    (sum, W::wrapping_add(W::wrapping_add(first, second), third))
}

/// a − b − c − borrow; the borrow, in and out, is at most 2.
#[inline(always)]
pub(crate) fn sub_both<W: Word>(a: W, b: W, c: W, borrow: W) -> (W, W) {
    let (rest, first) = W::sbb(a, b, W::ZERO);
    let (rest, second) = W::sbb(rest, c, W::ZERO);
    let (rest, third) = W::sbb(rest, borrow, W::ZERO);
    (rest, W::wrapping_add(W::wrapping_add(first, second), third))
}

/// a − b − c and the borrow, at most 2.
#[inline(always)]
pub(crate) fn sub_both_words<W: Word, const N: usize>(
    a: &[W; N],
    b: &[W; N],
    c: &[W; N],
) -> ([W; N], W) {
    let mut out = [W::ZERO; N];
    let mut borrow = W::ZERO;
    each_word!(i < N => {
        (out[i], borrow) = sub_both(a[i], b[i], c[i], borrow);
    });
    (out, borrow)
}

/// Adds a·b to a number of 2N words and one on top: by a kernel, and out of line, for cores whose
/// cache is small.
#[inline(never)]
fn add_product_of<W: Word, const N: usize>(
    words: &mut [[W; N]; 2],
    top: &mut W,
    a: &[W; N],
    b: &[W; N],
) {
    let product = W::product(a, b);
    let mut carry = W::ZERO;
    for (mine, theirs) in words.iter_mut().zip(&product) {
        each_word!(i < N => {
            (mine[i], carry) = W::adc(mine[i], theirs[i], carry);
        });
    }
    *top = W::wrapping_add(*top, carry);
}
