//! Between lanes and one number after the other: transposition, and limbs from words.
//!
//! This runs on halves in either form: a value goes through once, and shuffles are not what it
//! takes time for.

use core::arch::x86_64::*;
use core::mem::MaybeUninit;

use super::linear::{bits_of, load_limbs, store_limbs};
use super::vector::{Vector, Ymm};
use super::{B, Eight, Facts, LANES, Lanes, Of, bits, limbs, power};
use crate::cpu;
use crate::each::Each;
use crate::modulus::Params;

/// A residue in memory, in the form of lanes: its limbs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Row<const N: usize> {
    low: [f64; N],
    high: [f64; 2],
}

impl<const N: usize> Row<N> {
    /// Zero.
    pub const ZERO: Self = Self { low: [0.0; N], high: [0.0; 2] };
}

/// Numbers 2i and 2i + 1 of each of four rows.
///
/// # Safety
/// There are as many numbers at each place.
#[inline]
#[target_feature(enable = "avx2,fma")]
unsafe fn load_pair(rows: [*const f64; 4], i: usize) -> [__m256d; 2] {
    // SAFETY: the caller has two numbers there.
    let [a, b, c, d] = rows.each(|row| unsafe { _mm_loadu_pd(row.add(2 * i)) });
    let even = _mm256_insertf128_pd::<1>(_mm256_castpd128_pd256(a), c);
    let odd = _mm256_insertf128_pd::<1>(_mm256_castpd128_pd256(b), d);
    [_mm256_unpacklo_pd(even, odd), _mm256_unpackhi_pd(even, odd)]
}

/// A vector of two numbers for each of four rows.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn pairs([a, b]: [__m256d; 2]) -> [__m128d; 4] {
    let (even, odd) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
    [
        _mm256_castpd256_pd128(even),
        _mm256_castpd256_pd128(odd),
        _mm256_extractf128_pd::<1>(even),
        _mm256_extractf128_pd::<1>(odd),
    ]
}

/// A number of each of four rows to a half.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn load<const N: usize>(v: Ymm, rows: [&Row<N>; 4], out: &mut MaybeUninit<Lanes<N>>) {
    let rows = rows.each(|row| core::ptr::from_ref(row).cast::<f64>());
    let mut number = [v.double(0.0); 8];
    for i in 0..limbs(N) >> 1 {
        // SAFETY: a row has N + 2 numbers, one after the other.
        [number[2 * i], number[2 * i + 1]] = unsafe { load_pair(rows, i) };
    }
    store_limbs(v, &number, out);
}

#[inline]
#[target_feature(enable = "avx2,fma")]
fn store<T, const N: usize>(
    v: Ymm,
    a: &Lanes<N>,
    places: &mut [T],
    row: impl Fn(&mut T) -> &mut Row<N>,
) {
    let number = load_limbs(v, a);
    for i in 0..limbs(N) >> 1 {
        let pairs = pairs([number[2 * i], number[2 * i + 1]]);
        for (place, pair) in places.iter_mut().zip(pairs) {
            let row = core::ptr::from_mut(row(place)).cast::<f64>();
            // SAFETY: a row has N + 2 numbers, one after the other.
            unsafe { _mm_storeu_pd(row.add(2 * i), pair) }
        }
    }
}

/// One word of each of four rows after the other.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn load_words<const N: usize>(v: Ymm, rows: [&[u64; N]; 4], out: &mut [Eight<u64>; N]) {
    let rows = rows.each(|row| row.as_ptr().cast::<f64>());
    for i in 0..N >> 1 {
        // SAFETY: a row has N words, and N is even where this is called; a word has eight lanes.
        unsafe {
            let [even, odd] = load_pair(rows, i);
            v.store(even, v.place_mut(&raw mut out[2 * i]));
            v.store(odd, v.place_mut(&raw mut out[2 * i + 1]));
        }
    }
}

/// 2^shift times an integer of N words, below R, as limbs of r bits without signs.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn cut<const N: usize>(
    v: Ymm,
    words: &[Eight<u64>; N],
    shift: u32,
    out: &mut MaybeUninit<Lanes<N>>,
) {
    // SAFETY: a word has eight lanes.
    let words = words.each_ref().each(|word| v.bits(unsafe { v.load(v.place(word)) }));
    let mut number = [v.double(0.0); 8];
    for i in 0..limbs(N) {
        let from = (bits(N) * i as u32).saturating_sub(shift);
        let (word, bit) = ((from >> 6) as usize, from & 63);
        let mut limb = if word < N { v.shift_right(words[word], bit) } else { v.integer(0) };
        if bit > 0 && word + 1 < N {
            limb = v.or(limb, v.shift_left(words[word + 1], 64 - bit));
        }
        if i == 0 {
            limb = v.shift_left(limb, shift);
        }
        let limb = v.and(limb, v.integer(Of::<N>::LOW));
        let limb = v.or(limb, v.integer(power(52).to_bits()));
        number[i] = v.sub(v.number(limb), v.double(power(52)));
    }
    store_limbs(v, &number, out);
}

/// Limbs of r bits of integers in limbs of either sign; the highest keeps its sign.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn floor<const N: usize>(v: Ymm, t: &mut [__m256i; 8]) {
    // So large that all are positive; a multiple of 2^r.
    const OFFSET: u64 = 1 << 62;
    for i in 0..limbs(N) - 1 {
        let carry = v.shift_right(v.plus(t[i], v.integer(OFFSET)), Of::<N>::R);
        let carry = v.minus(carry, v.integer(OFFSET >> Of::<N>::R));
        t[i + 1] = v.plus(t[i + 1], carry);
        t[i] = v.and(t[i], v.integer(Of::<N>::LOW));
    }
}

/// Adds m where an integer is below zero.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn add_if_negative<M: Params<u64, N>, const N: usize>(v: Ymm, t: &mut [__m256i; 8]) {
    let negative = _mm256_cmpgt_epi64(v.integer(0), t[limbs(N) - 1]);
    for i in 0..limbs(N) {
        let m = v.integer(Facts::<M, N>::PLAIN[i] as u64);
        t[i] = v.plus(t[i], v.and(m, negative));
    }
    floor::<N>(v, t);
}

/// The representative from zero to m, in limbs of r bits: of a value above −m, and below m, or
/// below 2m if `LONG`.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn canonical<M: Params<u64, N>, const N: usize, const LONG: bool>(
    v: Ymm,
    a: &Lanes<N>,
) -> [__m256i; 8] {
    let a = load_limbs(v, a);
    let mut t = [v.integer(0); 8];
    for i in 0..limbs(N) {
        let less = if LONG { Facts::<M, N>::PLAIN[i] as u64 } else { 0 };
        t[i] = v.minus(bits_of(v, a[i]), v.integer(B.to_bits().wrapping_add(less)));
    }
    floor::<N>(v, &mut t);
    add_if_negative::<M, N>(v, &mut t);
    if LONG {
        add_if_negative::<M, N>(v, &mut t);
    }
    t
}

/// Which lanes are odd integers, of values that are integers.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn is_odd<M: Params<u64, N>, const N: usize>(v: Ymm, a: &Lanes<N>) -> u8 {
    let integer = canonical::<M, N, false>(v, a)[0];
    _mm256_movemask_pd(v.number(v.shift_left(integer, 63))) as u8
}

/// The representatives as words, to four rows: of what [`canonical`] takes.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
pub(super) fn store_words<M: Params<u64, N>, const N: usize, const LONG: bool>(
    v: Ymm,
    a: &Lanes<N>,
    rows: &mut [[u64; N]; 4],
) {
    let t = canonical::<M, N, LONG>(v, a);
    let mut words = [v.integer(0); N];
    for i in 0..N {
        for j in 0..limbs(N) {
            let (from, to) = (64 * i as i32, bits(N) as i32 * j as i32);
            // Limb j has the bits from `to` on; those from `from` to `from` + 63 are this word's.
            if to >= from && to < from + 64 {
                words[i] = v.or(words[i], v.shift_left(t[j], (to - from) as u32));
            } else if to < from && to + bits(N) as i32 > from {
                words[i] = v.or(words[i], v.shift_right(t[j], (from - to) as u32));
            }
        }
    }
    for i in 0..N >> 1 {
        let pair = [v.number(words[2 * i]), v.number(words[2 * i + 1])];
        for (row, pair) in rows.iter_mut().zip(pairs(pair)) {
            let pair = _mm_castpd_si128(pair);
            row[2 * i] = _mm_cvtsi128_si64(pair) as u64;
            row[2 * i + 1] = _mm_extract_epi64::<1>(pair) as u64;
        }
    }
}

impl<const N: usize> Lanes<N> {
    /// A residue per lane, as [`Lanes::store_rows`] gave it.
    #[inline(always)]
    pub fn of_rows(token: cpu::Doubles, rows: [&Row<N>; LANES]) -> Self {
        cpu::count_vector();
        let [a, b, c, d, e, f, g, h] = rows;
        Self::made(token, |out| {
            for (v, rows) in Ymm::halves(token).into_iter().zip([[a, b, c, d], [e, f, g, h]]) {
                // SAFETY: the token proves the feature.
                unsafe { load(v, rows, out) }
            }
        })
    }

    /// The limbs of each lane, the first lanes to as many places as there are, each of which has
    /// its row.
    #[inline(always)]
    pub fn store_rows<T>(&self, places: &mut [T], row: impl Fn(&mut T) -> &mut Row<N>) {
        let (first, second) = places.split_at_mut(places.len().min(LANES >> 1));
        for (v, places) in Ymm::halves(self.token).into_iter().zip([first, second]) {
            // SAFETY: the value carries the token of the CPU's feature.
            unsafe { store(v, self, places, &row) }
        }
    }
}
