//! Residues modulo m = 2^k − c with a small c, on N full words: reduction by folding.
//!
//! With R = 2^(64·LEN), the next power of the words, R ≡ C (mod m) for C = c·2^(R's bits − k): the
//! high half of a product is multiplied by C and added to the low half, twice, and a last carry
//! once more. A residue is held as itself (no Montgomery form), and as any integer of N words that
//! is congruent to it:
//!
//! | range | values | who makes it |
//! |---|---|---|
//! | reduced, lazy | [0, R) | every function |
//! | canonical | [0, m) | [`Fold::canonical`] |
//!
//! One range means that a sum is a chain of additions and the fold of its carry, nothing is ever
//! brought back, and only tests for zero, comparisons and encodings pay for the representative
//! below m.
//!
//! A product is N² + N word products and a few (Montgomery's 2N² + N); a sum of K products KN² + N,
//! since the fold is done once. Here a square has its own form: the product stands in double width
//! anyway.
//!
//! Measured for k = 255, c = 19 on 64-bit words (one core of a Xeon with ADX, nanoseconds; a
//! product, its latency, a sum of two products, and as a whole formula the doubling of a point by 4
//! products and 3 squares), in one process with its turns interleaved:
//!
//! | representation | product | latency | sum of two | doubling |
//! |---|---|---|---|---|
//! | this: four full words, compiled | 14.8 | 24.9 | 25.5 | 124 |
//! | [`Mont`](crate::Mont) on four words of the same modulus, compiled | 23.5 | 37.2 | 33.4 | 211 |
//! | this in assembly, `adx::Fold` | 9.4 | 14.7 | 17.3 | 76 |
//!
//! Five words of 51 bits with carries kept in the words were measured before, against the first
//! line: a product took 1.35 of its time, its latency 1.05, a sum of two 1.5, a doubling by 4
//! products and 4 squares 1.12.
//!
//! Words with room for carries make sums free and products dearer, by 25 word products against 20;
//! they also need another radix for each word size, and kernels with two carry chains have no use
//! for them.
//!
//! One source serves 64- and 32-bit words, with C of one word or of two.

#![allow(clippy::needless_range_loop)] // One index runs over several arrays.

use core::marker::PhantomData;

use subtle::Choice;

use crate::modulus::{LIMBS, Limbs, Params};
use crate::mont::{
    add_words, is_zero_words, masked, select_words, sub_words, subtract_modulus_once,
};
use crate::wide::{MAX_PRODUCTS, Wide};
use crate::word::Word;

/// The residues modulo `M`, 2^k − c, on N words of type `W`: a namespace of functions, never a
/// value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold<M, W, const N: usize>(PhantomData<(M, W)>);

impl<M: Params<W, N>, W: Word, const N: usize> Fold<M, W, N> {
    /// R mod m = c·2^(spare bits); at most 40 bits.
    pub(crate) const C: u64 = {
        let mut i = 1;
        while i < LIMBS {
            assert!(M::R[i] == 0, "the modulus is not 2^k - c with a small c");
            i += 1;
        }
        assert!(
            M::R[0] >> 40 == 0 && M::SPARE_BITS < 8,
            "the modulus is not 2^k - c with a small c"
        );
        assert!(N >= 2 && M::LEN >= 2, "two words at least");
        M::R[0]
    };

    /// Bits of C.
    const C_BITS: u32 = 64 - Self::C.leading_zeros();

    /// Whether what a fold carries beyond N words, (2·MAX_PRODUCTS + 1)·C + 1, may have a second
    /// word.
    const LONG_C: bool = Self::C_BITS + MAX_PRODUCTS.ilog2() + 2 > W::BITS;

    /// Words that hold 2C: how far the last carry of a sum can reach.
    const AFTER_SUM: usize = (Self::C_BITS + 1).div_ceil(W::BITS) as usize;

    /// Words that hold what the second fold of a product adds, (2·MAX_PRODUCTS·C + 1)·C, and C: how
    /// far its last carry can reach.
    const AFTER_PRODUCT: usize = {
        let words = (2 * Self::C_BITS + MAX_PRODUCTS.ilog2() + 2).div_ceil(W::BITS) as usize;
        if words < N { words } else { N }
    };

    /// Zero.
    pub const ZERO: [W; N] = [W::ZERO; N];

    /// One.
    pub const ONE: [W; N] = M::ONE_W;

    /// Words of an integer in 64-bit limbs.
    #[inline(always)]
    pub fn words(limbs: &Limbs) -> [W; N] {
        let mut out = [W::ZERO; N];
        for (i, word) in out.iter_mut().enumerate() {
            *word = W::of_limbs(limbs, i);
        }
        out
    }

    /// 64-bit limbs of an integer in words.
    #[inline(always)]
    pub fn limbs(words: &[W; N]) -> Limbs {
        let mut out = [0; LIMBS];
        for (i, word) in words.iter().enumerate() {
            word.into_limbs(&mut out, i);
        }
        out
    }

    /// The word of C at an index.
    #[inline(always)]
    fn c(index: usize) -> W {
        W::of_limbs(&[Self::C], index)
    }

    /// C in N words.
    #[inline(always)]
    fn c_words() -> [W; N] {
        let mut out = Self::ZERO;
        out[0] = Self::c(0);
        out[1] = Self::c(1);
        out
    }

    /// a + b.
    #[inline(always)]
    pub fn add(a: &[W; N], b: &[W; N]) -> [W; N] {
        W::folded_sum::<M, N>(a, b)
    }

    /// [`Fold::add`] by words.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    pub(crate) fn add_in_words(a: &[W; N], b: &[W; N]) -> [W; N] {
        let (sum, carry) = add_words(a, b);
        // R ≡ C. Below 2R − 1, so the fold's own carry leaves less than C, which takes C without
        // another.
        let (sum, carry) =
            add_words(&sum, &masked(&Self::c_words(), W::wrapping_neg(carry).opaque()));
        Self::add_last(sum, carry, Self::AFTER_SUM)
    }

    /// a − b.
    #[inline(always)]
    pub fn sub(a: &[W; N], b: &[W; N]) -> [W; N] {
        W::folded_difference::<M, N>(a, b)
    }

    /// [`Fold::sub`] by words.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    pub(crate) fn sub_in_words(a: &[W; N], b: &[W; N]) -> [W; N] {
        let (difference, borrow) = sub_words(a, b);
        let (mut out, borrow) =
            sub_words(&difference, &masked(&Self::c_words(), W::wrapping_neg(borrow).opaque()));
        // A second borrow leaves at least R − C, from which C is taken without another.
        let c = masked(&Self::c_words(), W::wrapping_neg(borrow).opaque());
        let mut borrow = W::ZERO;
        for i in 0..Self::AFTER_SUM {
            (out[i], borrow) = W::sbb(out[i], c[i], borrow);
        }
        debug_assert!(borrow == W::ZERO);
        out
    }

    /// a + b: all values of N words are reduced here.
    #[inline(always)]
    pub fn sum(a: &[W; N], b: &[W; N]) -> [W; N] {
        Self::add(a, b)
    }

    /// a − b: all values of N words are reduced here.
    #[inline(always)]
    pub fn difference(a: &[W; N], b: &[W; N]) -> [W; N] {
        Self::sub(a, b)
    }

    /// −a.
    #[inline(always)]
    pub fn neg(a: &[W; N]) -> [W; N] {
        W::folded_negative::<M, N>(a)
    }

    /// [`Fold::neg`] by words.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    pub(crate) fn neg_in_words(a: &[W; N]) -> [W; N] {
        Self::sub(&Self::ZERO, a)
    }

    /// Adds C under the last carry; the sum ends within `words` words.
    #[inline(always)]
    fn add_last(mut sum: [W; N], carry: W, words: usize) -> [W; N] {
        let c = masked(&Self::c_words(), W::wrapping_neg(carry).opaque());
        let mut carry = W::ZERO;
        for i in 0..words {
            (sum[i], carry) = W::adc(sum[i], c[i], carry);
        }
        debug_assert!(carry == W::ZERO, "no carry leaves the words that a fold changes");
        sum
    }

    /// a·b.
    #[inline(always)]
    pub fn mul(a: &[W; N], b: &[W; N]) -> [W; N] {
        W::folded_product::<M, N>(a, b)
    }

    /// [`Fold::mul`] by words.
    #[inline(always)]
    pub(crate) fn mul_in_words(a: &[W; N], b: &[W; N]) -> [W; N] {
        Self::fold(&W::product(a, b), W::ZERO)
    }

    /// a².
    #[inline(always)]
    pub fn sqr(a: &[W; N]) -> [W; N] {
        W::folded_square::<M, N>(a)
    }

    /// [`Fold::sqr`] by words.
    #[inline(always)]
    pub(crate) fn sqr_in_words(a: &[W; N]) -> [W; N] {
        Self::fold(&W::square::<N, true>(a), W::ZERO)
    }

    /// a^(2^n) in place.
    #[inline(always)]
    pub fn sqr_times(a: &mut [W; N], n: u32) {
        (0..n).for_each(|_| *a = Self::sqr(a));
    }

    /// Σ aₖ·bₖ for at most [`MAX_PRODUCTS`] pairs.
    #[inline(always)]
    pub fn sum_of_products<const K: usize>(terms: [(&[W; N], &[W; N]); K]) -> [W; N] {
        const { assert!(K >= 1 && K <= MAX_PRODUCTS as usize, "too many products in one sum") };
        W::folded_sum_of_products::<M, N, K>(terms)
    }

    /// [`Fold::sum_of_products`] by words.
    #[inline(always)]
    pub(crate) fn sum_of_products_in_words<const K: usize>(
        terms: [(&[W; N], &[W; N]); K],
    ) -> [W; N] {
        let mut wide = Wide::zero();
        for (a, b) in terms {
            wide.accumulate_any(a, b);
        }
        Self::reduce(&wide)
    }

    /// Adds a·b to a sum.
    #[inline(always)]
    pub fn mac(wide: &mut Wide<W, N>, a: &[W; N], b: &[W; N]) {
        wide.accumulate_any(a, b);
    }

    /// Subtracts a·b from a sum: adds a·(−b).
    #[inline(always)]
    pub fn msub(wide: &mut Wide<W, N>, a: &[W; N], b: &[W; N]) {
        wide.accumulate_any(a, &Self::neg(b));
    }

    /// Adds k·a to a sum.
    #[inline(always)]
    pub fn mac_small(wide: &mut Wide<W, N>, a: &[W; N], k: i32) {
        let a = if k < 0 { Self::neg(a) } else { *a };
        wide.accumulate_small(&a, k.unsigned_abs());
    }

    /// The residue of a sum of products.
    #[inline(always)]
    pub fn reduce(wide: &Wide<W, N>) -> [W; N] {
        let (words, top) = wide.parts();
        Self::fold(words, top)
    }

    /// The residue of low + high·R + top·R², top at most 2·[`MAX_PRODUCTS`].
    #[inline(always)]
    fn fold([low, high]: &[[W; N]; 2], top: W) -> [W; N] {
        let mut out = *low;
        let mut carry = W::ZERO;
        for i in 0..N {
            (out[i], carry) = W::mac(out[i], high[i], Self::c(0), carry);
        }
        // What has gone beyond N words: below (top + 1)·C + 1.
        let (mut above, mut over) = W::mac(carry, top, Self::c(0), W::ZERO);
        if Self::LONG_C {
            let mut carry = W::ZERO;
            for i in 1..N {
                (out[i], carry) = W::mac(out[i], high[i - 1], Self::c(1), carry);
            }
            let (sum, carry) = W::mac(above, high[N - 1], Self::c(1), carry);
            above = sum;
            over = W::wrapping_add(over, W::wrapping_add(carry, W::wrapping_mul(top, Self::c(1))));
        }
        Self::fold_above(out, above, over)
    }

    /// The residue of value + (above + over·2^w)·R, the bracket at most (2·MAX_PRODUCTS + 1)·C + 1.
    #[inline(always)]
    fn fold_above(mut value: [W; N], above: W, over: W) -> [W; N] {
        let mut carry;
        if Self::LONG_C {
            let (p0, high) = W::mac(W::ZERO, above, Self::c(0), W::ZERO);
            let (p1, p2) = W::mac(high, above, Self::c(1), W::ZERO);
            let (p1, high) = W::mac(p1, over, Self::c(0), W::ZERO);
            let p2 = W::wrapping_add(p2, W::wrapping_add(high, W::wrapping_mul(over, Self::c(1))));
            let mut folded = Self::ZERO;
            (folded[0], folded[1], folded[2]) = (p0, p1, p2);
            (value, carry) = add_words(&value, &folded);
        } else {
            debug_assert!(over == W::ZERO);
            let high;
            (value[0], high) = W::mac(value[0], above, Self::c(0), W::ZERO);
            (value[1], carry) = W::adc(value[1], high, W::ZERO);
            for i in 2..N {
                (value[i], carry) = W::adc(value[i], W::ZERO, carry);
            }
        }
        Self::add_last(value, carry, Self::AFTER_PRODUCT)
    }

    /// k·a for k ≤ 256.
    #[inline(always)]
    pub fn times(a: &[W; N], k: u32) -> [W; N] {
        debug_assert!(k <= 1 << 8);
        W::folded_multiple::<M, N>(a, k)
    }

    /// [`Fold::times`] by words.
    #[inline(always)]
    pub(crate) fn times_in_words(a: &[W; N], k: u32) -> [W; N] {
        let k = W::from_u64(u64::from(k));
        let mut out = Self::ZERO;
        let mut carry = W::ZERO;
        for i in 0..N {
            (out[i], carry) = W::mac(W::ZERO, a[i], k, carry);
        }
        Self::fold_above(out, carry, W::ZERO)
    }

    /// Σ k·a, Σ |k| at most 256. Negative terms enter as |k|·(−a).
    #[inline(always)]
    pub fn linear<const K: usize>(terms: [(&[W; N], i32); K]) -> [W; N] {
        debug_assert!(terms.iter().map(|(_, k)| k.unsigned_abs()).sum::<u32>() <= 256);
        let mut out = Self::ZERO;
        let mut above = W::ZERO;
        for (a, k) in terms {
            let a = if k < 0 { Self::neg(a) } else { *a };
            let k = W::from_u64(u64::from(k.unsigned_abs()));
            let mut carry = W::ZERO;
            for j in 0..N {
                (out[j], carry) = W::mac(out[j], a[j], k, carry);
            }
            above = W::wrapping_add(above, carry);
        }
        Self::fold_above(out, above, W::ZERO)
    }

    /// The representative below m.
    #[inline(always)]
    pub fn canonical(a: &[W; N]) -> [W; N] {
        // a = q·2^k + rest ≡ rest + q·c, below 2^k + 2^8·c < 2m.
        let spare = M::SPARE_BITS;
        let mut out = *a;
        if spare > 0 {
            let q = W::shr(out[N - 1], W::BITS - spare);
            out[N - 1] = W::shr(W::shl(out[N - 1], spare), spare);
            let c = Self::C >> spare;
            let (low, high) = W::mac(W::ZERO, q, W::of_limbs(&[c], 0), W::ZERO);
            let mut folded = Self::ZERO;
            (folded[0], folded[1]) =
                (low, W::wrapping_add(high, W::wrapping_mul(q, W::of_limbs(&[c], 1))));
            out = add_words(&out, &folded).0;
        }
        subtract_modulus_once::<M, W, N>(&out, W::ZERO)
    }

    /// Whether a is zero.
    #[inline(always)]
    pub fn is_zero(a: &[W; N]) -> Choice {
        if M::SPARE_BITS == 0 {
            // Of the multiples of m the words hold 0 and m.
            let (mut bits, mut apart) = (W::ZERO, W::ZERO);
            each_word!(i < N => {
                bits = bits | a[i];
                apart = apart | (a[i] ^ M::P_W[i]);
            });
            // Zero minus a word borrows unless that is zero.
            let borrow = W::sbb(W::ZERO, bits, W::ZERO).1 & W::sbb(W::ZERO, apart, W::ZERO).1;
            return Choice::from(1 ^ borrow.to_u64() as u8);
        }
        is_zero_words(&Self::canonical(a))
    }

    /// Whether two residues are equal.
    #[inline(always)]
    pub fn equal(a: &[W; N], b: &[W; N]) -> Choice {
        Self::is_zero(&Self::sub(a, b))
    }

    /// a if the choice is 0, b if it is 1.
    #[inline(always)]
    pub fn select(a: &[W; N], b: &[W; N], choice: Choice) -> [W; N] {
        select_words(a, b, choice)
    }

    /// Whether an integer of N words is below m.
    #[inline(always)]
    pub fn is_below_modulus(integer: &[W; N]) -> Choice {
        let (_, borrow) = sub_words(integer, &M::P_W);
        Choice::from(borrow.to_u64() as u8)
    }
}

/// a·b in double width.
#[inline(always)]
pub(crate) fn product<W: Word, const N: usize>(a: &[W; N], b: &[W; N]) -> [[W; N]; 2] {
    let mut wide = Wide::zero();
    wide.accumulate_rows(a, b);
    *wide.parts().0
}

/// a² in double width: the products aᵢ·aⱼ with i < j once, doubled, and the squares.
#[inline(always)]
pub(crate) fn square<W: Word, const N: usize>(a: &[W; N]) -> [[W; N]; 2] {
    let mut out = [[W::ZERO; N]; 2];
    let flat = out.as_flattened_mut();
    for i in 0..N - 1 {
        let mut carry = W::ZERO;
        for j in i + 1..N {
            (flat[i + j], carry) = W::mac(flat[i + j], a[i], a[j], carry);
        }
        flat[i + N] = carry;
    }
    let mut bit = W::ZERO;
    let mut carry = W::ZERO;
    for i in 0..N {
        let (low, high) = W::mac(W::ZERO, a[i], a[i], W::ZERO);
        for (place, add) in [(2 * i, low), (2 * i + 1, high)] {
            let word = flat[place];
            let double = W::shl(word, 1) | bit;
            bit = W::shr(word, W::BITS - 1);
            (flat[place], carry) = W::adc(double, add, carry);
        }
    }
    out
}
