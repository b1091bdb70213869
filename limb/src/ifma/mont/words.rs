//! Products of residues as users hold them: in their words' own Montgomery form, a·b/2^(64N) mod m
//! from below m to below m.
//!
//! A value that is used for one product alone is not worth the passage to R = 2^(52L) and back, two
//! products more. Instead one operand is cut into limbs 52L − 64N bits higher: (2^(52L −
//! 64N)·a)·b/2^(52L) = a·b/2^(64N). That is as a product of operands k·m with k = 2^(52L − 64N):
//! for 4 words 16, which lazy operands have too.
//!
//! The multiply-adds look at the low 52 bits of their operands alone, so that limbs are cut by one
//! shift of two words each, without masks. The upper columns start from −m, so that their carries
//! tell whether m must come back. Two vectors go side by side, step by step: what is left between
//! products, carries above all, is a chain that no product of the same vector fills. The kernel is
//! inlined into the loop over a slice, which so keeps the constants in registers and stores each
//! row where it belongs.
//!
//! On one EPYC (Zen 4), where a vector's multiply-adds issue once a cycle, from rows to rows in
//! slices of 1,024 in the cache, nanoseconds per product of 255 bits, the least of three runs on a
//! busy machine: as a function of its own one vector at a time 5.6, two 5.7, three 5.5, four 5.4;
//! inlined two 4.8 (5.2 in most runs), three 5.0.

use core::arch::x86_64::*;

use super::super::linear::{self, splat};
use super::super::rows;
use super::super::{BITS, Columns, Facts, LANES, LOW, Lanes, Limb, Number, ZERO, limbs, words_of};
use super::{Mont, finish};
use crate::cpu;
use crate::each::{Each, array};
use crate::modulus::Params;

/// Eight integers of N words, one per lane.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Words<const N: usize> {
    words: [Limb; N],
    token: cpu::Ifma,
}

impl<const N: usize> Words<N> {
    /// By how many bits 2^(52L) is longer than 2^(64N).
    const SHIFT: u32 = (BITS * limbs(N) as u32).saturating_sub(64 * N as u32);

    /// The integers, for assertions.
    fn rows(&self) -> [[u64; N]; LANES] {
        let words = self.words.each(words_of);
        array(|lane| array(|i| words[i][lane]))
    }

    /// One integer per lane.
    #[inline(always)]
    pub fn of_rows(token: cpu::Ifma, rows: [&[u64; N]; LANES]) -> Self {
        cpu::count_vector();
        // SAFETY: the token proves the feature.
        Self { words: unsafe { rows::load_words(rows) }, token }
    }
}

/// 2^shift·a in limbs of which the low 52 bits count, for shift < 52.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn cut<const N: usize>(words: &[Limb; N], shift: u32) -> Number {
    let mut out = [ZERO; 8];
    out[0] = _mm512_sllv_epi64(words[0], splat(u64::from(shift)));
    for i in 1..limbs(N) {
        let from = BITS * i as u32 - shift;
        let (word, bit) = ((from >> 6) as usize, u64::from(from & 63));
        out[i] = if word + 1 < N {
            _mm512_shrdv_epi64(words[word], words[word + 1], splat(bit))
        } else {
            _mm512_srlv_epi64(words[word], splat(bit))
        };
    }
    out
}

/// The words of limbs of which the low 52 bits count, and all bits of the highest.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn join<const N: usize>(t: &Number) -> [Limb; N] {
    let mut out = [ZERO; N];
    for i in 0..N {
        // From this bit of limb j on; two limbs fill the word, or three.
        let (j, bit) = limb_of(i);
        let low = _mm512_sllv_epi64(t[j], splat(u64::from(64 - BITS)));
        let three = 2 * BITS - bit < 64;
        let next = if three { _mm512_and_si512(t[j + 1], splat(LOW)) } else { t[j + 1] };
        out[i] = _mm512_shrdv_epi64(low, next, splat(u64::from(bit + 64 - BITS)));
        if three {
            out[i] = _mm512_or_si512(
                out[i],
                _mm512_sllv_epi64(t[j + 2], splat(u64::from(2 * BITS - bit))),
            );
        }
    }
    out
}

/// The limb in which word i begins, and at which of its bits.
#[allow(clippy::integer_division_remainder_used)] // Of indices.
const fn limb_of(word: usize) -> (usize, u32) {
    let from = 64 * word as u32;
    ((from / BITS) as usize, from % BITS)
}

/// Whether products end below 2m, or not quite.
const fn fits<M: Params<u64, N>, const N: usize>() -> bool {
    Facts::<M, N>::is_product(1 << Words::<N>::SHIFT)
}

#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
#[inline]
fn mul_words<M: Params<u64, N>, const N: usize, const K: usize>(
    a: &[Words<N>; K],
    b: &[Words<N>; K],
) -> [[[u64; N]; LANES]; K] {
    let (mut x, mut y, mut t) = ([[ZERO; 8]; K], [[ZERO; 8]; K], [[ZERO; 17] as Columns; K]);
    unrolled!(k < K, at most four => {
        (x[k], y[k]) = (cut(&a[k].words, Words::<N>::SHIFT), cut(&b[k].words, 0));
        if const { fits::<M, N>() } {
            unrolled!(i < limbs(N) => {
                t[k][limbs(N) + i] = splat(Facts::<M, N>::M1[i].wrapping_neg());
            });
        }
    });
    unrolled!(i < limbs(N) => {
        unrolled!(k < K, at most four => {
            unrolled!(j < limbs(N) => {
                t[k][i + j] = _mm512_madd52lo_epu64(t[k][i + j], x[k][i], y[k][j]);
                t[k][i + j + 1] = _mm512_madd52hi_epu64(t[k][i + j + 1], x[k][i], y[k][j]);
            });
        });
    });
    unrolled!(i < limbs(N) => {
        unrolled!(k < K, at most four => {
            montgomery_step!(t[k], i, M, N);
        });
    });
    let mut t = t.each(|t| upper!(t, N));
    if const { fits::<M, N>() } {
        let mut highest = [ZERO; K];
        unrolled!(i < limbs(N) => {
            unrolled!(k < K, at most four => {
                highest[k] = _mm512_add_epi64(t[k][i], _mm512_srai_epi64::<BITS>(highest[k]));
            });
        });
        let negative = highest.each(|highest| _mm512_cmplt_epi64_mask(highest, ZERO));
        unrolled!(i < limbs(N) => {
            unrolled!(k < K, at most four => {
                t[k][i] = _mm512_mask_add_epi64(t[k][i], negative[k], t[k][i], splat(Facts::<M, N>::M1[i]));
                if i > 0 {
                    t[k][i] = _mm512_add_epi64(t[k][i], _mm512_srai_epi64::<BITS>(t[k][i - 1]));
                }
            });
        });
    } else {
        unrolled!(k < K, at most four => {
            // As sums are finished that are longer than a product's: nearly 3m if m is as long as
            // its words.
            finish::<M, N>(&mut t[k], true);
            t[k] = linear::canonical::<M, N>(&Lanes::of(a[k].token, &t[k])).number();
        });
    }
    let mut out = [[[0; N]; LANES]; K];
    unrolled!(k < K, at most four => {
        out[k] = rows::rows_of_words(&join(&t[k]));
    });
    out
}

impl<M: Params<u64, N>, const N: usize> Mont<M, N> {
    /// a·b/2^(64N) for K vectors at once, at most four: below m, of integers below m.
    #[inline(always)]
    pub fn mul_words<const K: usize>(
        a: &[Words<N>; K],
        b: &[Words<N>; K],
    ) -> [[[u64; N]; LANES]; K] {
        const { assert!(K <= 4) };
        debug_assert!(a.iter().chain(b).all(|a| are_below::<M, N>(&a.rows())));
        // SAFETY: the operands carry the token of the CPU's feature.
        let out = unsafe { mul_words::<M, N, K>(a, b) };
        debug_assert!(out.iter().all(are_below::<M, N>), "a product left its bounds");
        out
    }
}

/// Whether all rows are below m; for debug assertions.
fn are_below<M: Params<u64, N>, const N: usize>(rows: &[[u64; N]; LANES]) -> bool {
    rows.iter().all(crate::Mont::<M, u64, N>::is_reduced)
}
