//! Between lanes and one number after the other: transposition, and limbs of 52 bits from words.

use core::arch::x86_64::*;

use super::linear::splat;
use super::{LANES, LOW, Lanes, ZERO};
use crate::cpu;

/// Row i and column j change places.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn transpose(rows: &[__m512i; 8]) -> [__m512i; 8] {
    // Pairs, then quarters, then halves.
    let mut pairs = [ZERO; 8];
    for i in 0..4 {
        pairs[2 * i] = _mm512_unpacklo_epi64(rows[2 * i], rows[2 * i + 1]);
        pairs[2 * i + 1] = _mm512_unpackhi_epi64(rows[2 * i], rows[2 * i + 1]);
    }
    let mut quarters = [ZERO; 8];
    for i in 0..2 {
        for j in 0..2 {
            let (a, b) = (pairs[4 * i + j], pairs[4 * i + 2 + j]);
            quarters[4 * i + j] = _mm512_shuffle_i64x2::<0b10_00_10_00>(a, b);
            quarters[4 * i + 2 + j] = _mm512_shuffle_i64x2::<0b11_01_11_01>(a, b);
        }
    }
    let mut out = [ZERO; 8];
    for j in 0..4 {
        let (a, b) = (quarters[j], quarters[4 + j]);
        out[j] = _mm512_shuffle_i64x2::<0b10_00_10_00>(a, b);
        out[4 + j] = _mm512_shuffle_i64x2::<0b11_01_11_01>(a, b);
    }
    out
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn load<const N: usize>(token: cpu::Ifma, rows: [&[u64; N]; LANES]) -> Lanes<N> {
    let mask = (1u16 << N).wrapping_sub(1) as u8;
    let mut words = [ZERO; 8];
    for i in 0..8 {
        // SAFETY: masked to the N words that the reference is to.
        words[i] = unsafe { _mm512_maskz_loadu_epi64(mask, rows[i].as_ptr().cast()) };
    }
    let words = transpose(&words);
    let mut limbs = [ZERO; 8];
    for i in 0..Lanes::<N>::LIMBS {
        let (word, shift) = ((52 * i) >> 6, (52 * i) & 63);
        let mut limb = _mm512_srlv_epi64(words[word], splat(shift as u64));
        if shift > 12 && word + 1 < N {
            limb = _mm512_or_si512(limb, _mm512_sllv_epi64(words[word + 1], splat(64 - shift as u64)));
        }
        limbs[i] = _mm512_and_si512(limb, splat(LOW));
    }
    Lanes::of(token, &limbs)
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn store<T, const N: usize>(a: &Lanes<N>, places: &mut [T], row: impl Fn(&mut T) -> &mut [u64; N]) {
    let limbs = a.number();
    let mut words = [ZERO; 8];
    for i in 0..N {
        let mut word = ZERO;
        for j in 0..Lanes::<N>::LIMBS {
            let (from, to) = (64 * i as i32, 52 * j as i32);
            // Limb j has the bits from `to` on; those from `from` to `from` + 63 are this word's.
            if to >= from && to < from + 64 {
                word = _mm512_or_si512(word, _mm512_sllv_epi64(limbs[j], splat((to - from) as u64)));
            } else if to < from && to + 52 > from {
                word = _mm512_or_si512(word, _mm512_srlv_epi64(limbs[j], splat((from - to) as u64)));
            }
        }
        words[i] = word;
    }
    let words = transpose(&words);
    let mask = (1u16 << N).wrapping_sub(1) as u8;
    for (place, words) in places.iter_mut().zip(words) {
        // SAFETY: masked to the N words that the reference is to.
        unsafe { _mm512_mask_storeu_epi64(row(place).as_mut_ptr().cast(), mask, words) };
    }
}

impl<const N: usize> Lanes<N> {
    /// One integer of N words per lane, cut into limbs: of whatever form and range they are.
    #[inline(always)]
    pub fn of_rows(token: cpu::Ifma, rows: [&[u64; N]; LANES]) -> Self {
        // SAFETY: the token proves the feature.
        unsafe { load(token, rows) }
    }

    /// Each lane as an integer of N words, which must hold it: whatever is below 2^(64N).
    #[inline(always)]
    pub fn to_rows(&self) -> [[u64; N]; LANES] {
        let mut out = [[0; N]; LANES];
        self.store_rows(&mut out, |row| row);
        out
    }

    /// As [`Lanes::to_rows`], the first lanes to as many places as there are, each of which has its row.
    #[inline(always)]
    pub fn store_rows<T>(&self, places: &mut [T], row: impl Fn(&mut T) -> &mut [u64; N]) {
        // SAFETY: the value carries the token of the CPU's feature.
        unsafe { store(self, places, row) }
    }
}
