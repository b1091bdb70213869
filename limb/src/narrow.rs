//! Sums of products that come reduced, one by one: N words and one on top.
//!
//! Where a reduction costs nothing beside its product, as on a multiplier beside the processor
//! (`limb::multiplier`), double-width products make no sense: a sum of residues is half as long as
//! a [`Wide`](crate::Wide), which takes as many instructions. The interface is the same, so that
//! formulas do not see which of them an engine has ([`Sum`](crate::Sum)).
//!
//! Bound: the value lies within ±[`MOST`]·m. Differences of products are not those of integers
//! here, so that each term counts: Karatsuba's trick leaves (a₀ + a₁)(b₀ + b₁) − a₀b₀ − a₁b₁ in
//! (−2m, m), and a coefficient of a product in an extension of degree 12 with the non-residue 9 + i
//! is made of 177 terms. Debug builds count them.

use crate::modulus::Params;
use crate::mont::Mont;
use crate::wide::{add_three, sub_both};
use crate::word::Word;

mod complex;

/// A sum of reduced values and their multiples, in two's complement.
#[derive(Clone, Copy, Debug)]
pub struct Narrow<W, const N: usize> {
    words: [W; N],
    top: W,
    /// The value is at most so many times the modulus, on either side of zero.
    #[cfg(debug_assertions)]
    most: u32,
}

/// How many times the modulus a sum may be, on either side of zero. The quotient's estimate takes
/// twice as much.
pub const MOST: u32 = 256;

impl<W: Word, const N: usize> Narrow<W, N> {
    /// The empty sum.
    #[inline(always)]
    pub fn zero() -> Self {
        Self::of([W::ZERO; N], W::ZERO, 0)
    }

    /// The sum of one reduced value.
    #[inline(always)]
    pub fn of_reduced(words: [W; N]) -> Self {
        Self::of(words, W::ZERO, 1)
    }

    #[inline(always)]
    fn of(words: [W; N], top: W, _most: u32) -> Self {
        Self {
            words,
            top,
            #[cfg(debug_assertions)]
            most: _most,
        }
    }

    /// a·b·R⁻¹; lazy operands.
    #[inline(always)]
    pub fn product<M: Params<W, N>>(a: &[W; N], b: &[W; N]) -> Self {
        Self::of_reduced(Mont::<M, W, N>::mul(a, b))
    }

    /// a²·R⁻¹; a lazy operand.
    #[inline(always)]
    pub fn square<M: Params<W, N>>(a: &[W; N]) -> Self {
        Self::of_reduced(Mont::<M, W, N>::sqr(a))
    }

    /// Adds a·b·R⁻¹; lazy operands.
    #[inline(always)]
    pub fn mac<M: Params<W, N>>(&mut self, a: &[W; N], b: &[W; N]) {
        self.add(&Self::product::<M>(a, b));
    }

    /// Subtracts a·b·R⁻¹; lazy operands.
    #[inline(always)]
    pub fn msub<M: Params<W, N>>(&mut self, a: &[W; N], b: &[W; N]) {
        self.sub(&Self::product::<M>(a, b));
    }

    /// Adds k·a; a reduced.
    #[inline(always)]
    pub fn mac_small<M: Params<W, N>>(&mut self, a: &[W; N], k: i32) {
        debug_assert!(Mont::<M, W, N>::is_reduced(a));
        let mut multiple = Self::of_reduced(*a);
        multiple.times(k.unsigned_abs());
        if k < 0 {
            self.sub(&multiple);
        } else {
            self.add(&multiple);
        }
    }

    /// a ± b ± c of reduced values, in one pass: minus b where `LESS_B` says so, minus c where
    /// `LESS_C` does.
    #[inline(always)]
    pub fn of_three<const LESS_B: bool, const LESS_C: bool>(
        a: &[W; N],
        b: &[W; N],
        c: &[W; N],
    ) -> Self {
        let mut words = [W::ZERO; N];
        let (mut carry, mut borrow) = (W::ZERO, W::ZERO);
        each_word!(i < N => {
            (words[i], carry, borrow) = match (LESS_B, LESS_C) {
                (false, false) => {
                    let (sum, carry) = add_three(a[i], b[i], c[i], carry);
                    (sum, carry, borrow)
                }
                (true, true) => {
                    let (rest, borrow) = sub_both(a[i], b[i], c[i], borrow);
                    (rest, carry, borrow)
                }
                _ => {
                    let (plus, minus) = if LESS_B { (c[i], b[i]) } else { (b[i], c[i]) };
                    let (sum, carry) = W::adc(a[i], plus, carry);
                    let (rest, borrow) = W::sbb(sum, minus, borrow);
                    (rest, carry, borrow)
                }
            };
        });
        Self::of(words, W::sbb(carry, borrow, W::ZERO).0, 3)
    }

    /// a − b of reduced values.
    #[inline(always)]
    pub(crate) fn difference(a: &[W; N], b: &[W; N]) -> Self {
        let (words, borrow) = W::minus(a, b);
        Self::of(words, W::wrapping_neg(borrow), 1)
    }

    /// a − b − c of reduced values, in (−2m, m).
    #[inline(always)]
    pub(crate) fn less_two(a: &[W; N], b: &[W; N], c: &[W; N]) -> Self {
        let (words, borrow) = W::minus_both(a, b, c);
        Self::of(words, W::wrapping_neg(borrow), 2)
    }

    /// a − b for a reduced a, and b below 2m.
    #[inline(always)]
    pub(crate) fn difference_of_double(a: &[W; N], b: &[W; N]) -> Self {
        let (words, borrow) = W::minus(a, b);
        Self::of(words, W::wrapping_neg(borrow), 2)
    }

    /// Adds two other sums, in one pass.
    #[inline(always)]
    pub fn add_two(&mut self, one: &Self, other: &Self) {
        let mut carry = W::ZERO;
        each_word!(i < N => {
            (self.words[i], carry) = add_three(self.words[i], one.words[i], other.words[i], carry);
        });
        (self.top, _) = add_three(self.top, one.top, other.top, carry);
        self.join(one);
        self.join(other);
    }

    /// Subtracts two other sums, in one pass.
    #[inline(always)]
    pub fn sub_two(&mut self, one: &Self, other: &Self) {
        let borrow;
        (self.words, borrow) = W::minus_both(&self.words, &one.words, &other.words);
        (self.top, _) = sub_both(self.top, one.top, other.top, borrow);
        self.join(one);
        self.join(other);
    }

    /// Adds a sum and subtracts another, in one pass.
    #[inline(always)]
    pub fn add_sub(&mut self, plus: &Self, minus: &Self) {
        let (mut carry, mut borrow) = (W::ZERO, W::ZERO);
        each_word!(i < N => {
            let sum;
            (sum, carry) = W::adc(self.words[i], plus.words[i], carry);
            (self.words[i], borrow) = W::sbb(sum, minus.words[i], borrow);
        });
        let (sum, _) = W::adc(self.top, plus.top, carry);
        (self.top, _) = W::sbb(sum, minus.top, borrow);
        self.join(plus);
        self.join(minus);
    }

    /// Adds another sum.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        let mut carry = W::ZERO;
        each_word!(i < N => {
            (self.words[i], carry) = W::adc(self.words[i], other.words[i], carry);
        });
        (self.top, _) = W::adc(self.top, other.top, carry);
        self.join(other);
    }

    /// Subtracts another sum.
    #[inline(always)]
    pub fn sub(&mut self, other: &Self) {
        let mut borrow = W::ZERO;
        each_word!(i < N => {
            (self.words[i], borrow) = W::sbb(self.words[i], other.words[i], borrow);
        });
        (self.top, _) = W::sbb(self.top, other.top, borrow);
        self.join(other);
    }

    /// Multiplies the sum by k.
    #[inline(always)]
    pub fn times(&mut self, k: u32) {
        let factor = W::from_u64(u64::from(k));
        let mut carry = W::ZERO;
        each_word!(i < N => {
            (self.words[i], carry) = W::mac(W::ZERO, self.words[i], factor, carry);
        });
        self.top = W::wrapping_add(W::wrapping_mul(self.top, factor), carry);
        self.scale(k);
    }

    #[inline(always)]
    fn scale(&mut self, _k: u32) {
        #[cfg(debug_assertions)]
        {
            self.most *= _k;
            assert!(self.most <= MOST, "too many terms in one sum");
        }
    }

    #[inline(always)]
    fn join(&mut self, _other: &Self) {
        #[cfg(debug_assertions)]
        {
            self.most += _other.most;
            assert!(self.most <= MOST, "too many terms in one sum");
        }
    }

    /// The residue, reduced, of k times the sum and 2a, or of that less 2a where `MINUS` says so; a
    /// reduced.
    #[inline(always)]
    pub fn reduce_with_twice<M: Params<W, N>, const MINUS: bool>(
        &self,
        k: u32,
        a: &[W; N],
    ) -> [W; N] {
        debug_assert!(Mont::<M, W, N>::is_reduced(a));
        #[cfg(debug_assertions)]
        debug_assert!(self.most * k + 2 <= MOST, "too many terms in one sum");
        if W::KERNELS {
            return W::multiple_and_twice::<M, N, MINUS>(&self.words, self.top, k, a);
        }
        let mut sum = *self;
        sum.times(k);
        sum.mac_small::<M>(a, if MINUS { -2 } else { 2 });
        sum.reduce::<M>()
    }

    /// The sum's residue, reduced.
    #[inline(always)]
    pub fn reduce<M: Params<W, N>>(self) -> [W; N] {
        if W::KERNELS {
            return W::small_reduced::<M, N>(&self.words, self.top);
        }
        // Made positive.
        let mut t = self.words;
        let offset = W::from_u64(u64::from(MOST));
        let mut carry = W::ZERO;
        each_word!(i < N => {
            (t[i], carry) = W::mac(t[i], M::P_W[i], offset, carry);
        });
        let top = W::wrapping_add(self.top, carry);
        debug_assert!(top.to_u64() < 1 << 16, "a sum left its bounds");
        Mont::<M, W, N>::reduce_small(&t, top)
    }
}
