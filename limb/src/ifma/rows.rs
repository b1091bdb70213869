//! Between lanes and one number after the other: transposition, and limbs of 52 bits from words.

use core::arch::x86_64::*;

use super::linear::splat;
use super::{LANES, LOW, Lanes, Limb, ZERO};
use crate::cpu;
use crate::each::{Each, array};

/// Row i and column j change places.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
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

/// Four words of each of two rows.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn load_pair<const N: usize>(a: &[u64; N], b: &[u64; N]) -> __m512i {
    assert!(N >= 4);
    // SAFETY: four words from references to N words, which are four or more.
    let [a, b] =
        unsafe { [_mm256_loadu_si256(a.as_ptr().cast()), _mm256_loadu_si256(b.as_ptr().cast())] };
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(a), b)
}

/// One word of each of eight rows after the other.
///
/// Rows of four words are read two by two, as they lie in memory, and eight permutations put them
/// in order; others go through the square.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn load_words<const N: usize>(rows: [&[u64; N]; LANES]) -> [Limb; N] {
    let mut words = [ZERO; N];
    if N == 4 {
        let mut pairs = [ZERO; 4];
        for i in 0..4 {
            pairs[i] = load_pair(rows[2 * i], rows[2 * i + 1]);
        }
        // Rows 0 and 2, 1 and 3, by words 0 and 2, or 1 and 3; then the same of the other rows.
        let even =
            [_mm512_unpacklo_epi64(pairs[0], pairs[1]), _mm512_unpacklo_epi64(pairs[2], pairs[3])];
        let odd =
            [_mm512_unpackhi_epi64(pairs[0], pairs[1]), _mm512_unpackhi_epi64(pairs[2], pairs[3])];
        let first = _mm512_setr_epi64(0, 4, 1, 5, 8, 12, 9, 13);
        let second = _mm512_setr_epi64(2, 6, 3, 7, 10, 14, 11, 15);
        words[0] = _mm512_permutex2var_epi64(even[0], first, even[1]);
        words[1] = _mm512_permutex2var_epi64(odd[0], first, odd[1]);
        words[2] = _mm512_permutex2var_epi64(even[0], second, even[1]);
        words[3] = _mm512_permutex2var_epi64(odd[0], second, odd[1]);
        return words;
    }
    let mask = (1u16 << N).wrapping_sub(1) as u8;
    let mut square = [ZERO; 8];
    for i in 0..8 {
        // SAFETY: masked to the N words that the reference is to.
        square[i] = unsafe { _mm512_maskz_loadu_epi64(mask, rows[i].as_ptr().cast()) };
    }
    words.copy_from_slice(&transpose(&square)[..N]);
    words
}

/// The rows of four words of [`load_words`], two by two.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn pairs(words: &[Limb; 4]) -> [Limb; 4] {
    // As there, backwards.
    let first = _mm512_setr_epi64(0, 2, 8, 10, 1, 3, 9, 11);
    let second = _mm512_setr_epi64(4, 6, 12, 14, 5, 7, 13, 15);
    let [e0, e1] =
        [first, second].each(|order| _mm512_permutex2var_epi64(words[0], order, words[2]));
    let [o0, o1] =
        [first, second].each(|order| _mm512_permutex2var_epi64(words[1], order, words[3]));
    [
        _mm512_unpacklo_epi64(e0, o0),
        _mm512_unpackhi_epi64(e0, o0),
        _mm512_unpacklo_epi64(e1, o1),
        _mm512_unpackhi_epi64(e1, o1),
    ]
}

/// The rows of [`load_words`].
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn rows_of_words<const N: usize>(words: &[Limb; N]) -> [[u64; N]; LANES] {
    let mut out = [[0; N]; LANES];
    if N == 4 {
        for (i, pair) in pairs(&array(|i| words[i])).into_iter().enumerate() {
            // SAFETY: a vector to two rows of four words.
            unsafe { _mm512_storeu_epi64(out[2 * i..2 * i + 2].as_mut_ptr().cast(), pair) };
        }
    } else {
        store_words(words, &mut out, |row| row);
    }
    out
}

/// The rows of [`load_words`], the first ones to as many places as there are.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn store_words<T, const N: usize>(
    words: &[Limb; N],
    places: &mut [T],
    row: impl Fn(&mut T) -> &mut [u64; N],
) {
    if N == 4 {
        let mut rows = [ZERO; 8];
        for (i, pair) in pairs(&array(|i| words[i])).into_iter().enumerate() {
            rows[2 * i] = pair;
            rows[2 * i + 1] = _mm512_castsi256_si512(_mm512_extracti64x4_epi64::<1>(pair));
        }
        for (place, words) in places.iter_mut().zip(rows) {
            // SAFETY: four words to a reference to N, which are four.
            unsafe {
                _mm256_storeu_si256(row(place).as_mut_ptr().cast(), _mm512_castsi512_si256(words))
            };
        }
        return;
    }
    let mut square = [ZERO; 8];
    square[..N].copy_from_slice(words);
    let mask = (1u16 << N).wrapping_sub(1) as u8;
    for (place, words) in places.iter_mut().zip(transpose(&square)) {
        // SAFETY: masked to the N words that the reference is to.
        unsafe { _mm512_mask_storeu_epi64(row(place).as_mut_ptr().cast(), mask, words) };
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn load<const N: usize>(token: cpu::Ifma, rows: [&[u64; N]; LANES]) -> Lanes<N> {
    let words = load_words(rows);
    let mut limbs = [ZERO; 8];
    for i in 0..Lanes::<N>::LIMBS {
        let (word, shift) = ((52 * i) >> 6, (52 * i) & 63);
        let mut limb = _mm512_srlv_epi64(words[word], splat(shift as u64));
        if shift > 12 && word + 1 < N {
            limb =
                _mm512_or_si512(limb, _mm512_sllv_epi64(words[word + 1], splat(64 - shift as u64)));
        }
        limbs[i] = _mm512_and_si512(limb, splat(LOW));
    }
    Lanes::of(token, &limbs)
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn store<T, const N: usize>(a: &Lanes<N>, places: &mut [T], row: impl Fn(&mut T) -> &mut [u64; N]) {
    let limbs = a.number();
    let mut words = [ZERO; N];
    for i in 0..N {
        let mut word = ZERO;
        for j in 0..Lanes::<N>::LIMBS {
            let (from, to) = (64 * i as i32, 52 * j as i32);
            // Limb j has the bits from `to` on; those from `from` to `from` + 63 are this word's.
            if to >= from && to < from + 64 {
                word =
                    _mm512_or_si512(word, _mm512_sllv_epi64(limbs[j], splat((to - from) as u64)));
            } else if to < from && to + 52 > from {
                word =
                    _mm512_or_si512(word, _mm512_srlv_epi64(limbs[j], splat((from - to) as u64)));
            }
        }
        words[i] = word;
    }
    store_words(&words, places, row);
}

impl<const N: usize> Lanes<N> {
    /// One integer of N words per lane, cut into limbs: of whatever form and range they are.
    #[inline(always)]
    pub fn of_rows(token: cpu::Ifma, rows: [&[u64; N]; LANES]) -> Self {
        cpu::count_vector();
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

    /// As [`Lanes::to_rows`], the first lanes to as many places as there are, each of which has its
    /// row.
    #[inline(always)]
    pub fn store_rows<T>(&self, places: &mut [T], row: impl Fn(&mut T) -> &mut [u64; N]) {
        // SAFETY: the value carries the token of the CPU's feature.
        unsafe { store(self, places, row) }
    }
}
