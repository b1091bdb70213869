//! Sums of products in columns, before their reduction.

use core::arch::x86_64::*;

use super::linear::{bits_of, double, integer, shift_left, shift_right};
use super::mont::{Magic, columns};
use super::{Half, Of, Wide, WideHalf, ZERO, limbs};

/// sum += a·b with what its limb products add to the columns on top: see [`Of::starts`].
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
pub(super) fn add_product<const N: usize>(sum: &mut WideHalf<N>, a: &Half<N>, b: &Half<N>) {
    let (mut t, magic, x, b) = (sum.columns(), Magic::new::<N>(), a.number(), b.place());
    unrolled!(i < limbs(N) => {
        let x = x[i];
        add_row!(t[i], x, b, magic, N);
    });
    *sum = WideHalf::of(&t);
}

/// a·b.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn product<const N: usize>(a: &Half<N>, b: &Half<N>) -> WideHalf<N> {
    let mut sum = WideHalf::of(&columns(const { &Of::<N>::starts(1) }));
    add_product(&mut sum, a, b);
    sum
}

/// sum += a·b.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn mac<const N: usize>(sum: &mut WideHalf<N>, a: &Half<N>, b: &Half<N>) {
    let mut t = sum.columns();
    let starts = const { &Of::<N>::starts(1) };
    for i in 0..2 * limbs(N) {
        t[i] = _mm256_add_epi64(t[i], integer(starts[i]));
    }
    *sum = WideHalf::of(&t);
    add_product(sum, a, b);
}

/// sum + other, column by column.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn add<const N: usize>(sum: &mut WideHalf<N>, other: &WideHalf<N>) {
    let (mut t, u) = (sum.columns(), other.columns());
    for i in 0..2 * limbs(N) {
        t[i] = _mm256_add_epi64(t[i], u[i]);
    }
    *sum = WideHalf::of(&t);
}

/// sum − other, column by column.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn subtract<const N: usize>(sum: &mut WideHalf<N>, other: &WideHalf<N>) {
    let (mut t, u) = (sum.columns(), other.columns());
    for i in 0..2 * limbs(N) {
        t[i] = _mm256_sub_epi64(t[i], u[i]);
    }
    *sum = WideHalf::of(&t);
}

/// k times a sum: the formula proves that it stays one of a few products.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn times<const N: usize>(sum: &mut WideHalf<N>, k: u32) {
    let (mut t, k) = (sum.columns(), integer(u64::from(k)));
    for i in 0..2 * limbs(N) {
        // 32 by 32 bits, low half and high half, modulo 2^64.
        let high = _mm256_mul_epu32(shift_right(t[i], 32), k);
        t[i] = _mm256_add_epi64(_mm256_mul_epu32(t[i], k), shift_left(high, 32));
    }
    *sum = WideHalf::of(&t);
}

/// sum + k·a·R for |k| ≤ 32: a's limb products with k, but the highest, which is exact as it is.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn mac_small<const N: usize>(sum: &mut WideHalf<N>, a: &Half<N>, k: i32) {
    let (magic, k, l) = (Magic::new::<N>(), double(f64::from(k)), limbs(N));
    let mut t = [ZERO; 17];
    for i in 0..l {
        // The highest has the bits of B too.
        t[i] = integer(Of::<N>::less(1, u64::from(i > 0)));
    }
    let highest = bits_of(_mm256_mul_pd(a.number()[l - 1], k));
    t[l - 1] = _mm256_add_epi64(t[l - 1], highest);
    let a = a.place();
    unrolled!(j < limbs(N) => {
        if const { j + 1 < limbs(N) } {
            add_limb_product!(t[j], k, a, j, magic);
        }
    });
    let mut columns = sum.columns();
    for i in 0..l {
        columns[l + i] = _mm256_add_epi64(columns[l + i], t[i]);
    }
    *sum = WideHalf::of(&columns);
}

impl<const N: usize> Wide<N> {
    /// Adds another sum.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        for (sum, other) in self.halves.iter_mut().zip(&other.halves) {
            // SAFETY: the sums carry the token of the CPU's feature.
            unsafe { add(sum, other) }
        }
        self.join(other);
    }

    /// Subtracts another sum.
    #[inline(always)]
    pub fn sub(&mut self, other: &Self) {
        for (sum, other) in self.halves.iter_mut().zip(&other.halves) {
            // SAFETY: as in `add`.
            unsafe { subtract(sum, other) }
        }
        self.join(other);
    }

    /// Multiplies the sum by k, at most 256.
    #[inline(always)]
    pub fn times(&mut self, k: u32) {
        for sum in &mut self.halves {
            // SAFETY: as in `add`.
            unsafe { times(sum, k) }
        }
    }
}
