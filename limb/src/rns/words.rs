//! To and from Montgomery's form in words, and whether a value is zero.

use core::mem::MaybeUninit;

use subtle::Choice;

use super::tables::Facts;
use super::vector::{LANES, Row, Vector};
use super::{Element, Rns, Sum, kernels};
use crate::each::Each;
use crate::modulus::{Limbs, Modulus, Params};
use crate::mont::Mont;

/// Digits of 52 bits that N words have.
const fn count(words: usize) -> usize {
    (64 * words).div_ceil(52)
}

/// An integer of N words in digits of 52 bits.
#[inline(always)]
fn digits_of<const N: usize>(words: &[u64; N]) -> Row {
    let mut out = Row([0; LANES]);
    unrolled!(i < count(N) => {
        let (word, shift) = ((52 * i) >> 6, (52 * i) & 63);
        let mut digit = words[word] >> shift;
        if shift > 12 && word + 1 < N {
            digit |= words[word + 1] << (64 - shift);
        }
        out.0[i] = digit & ((1 << 52) - 1);
    });
    out
}

/// Σ digitᵢ·2^(52i) + carries in the digits above, modulo 2^416, as N words and the one above them.
#[inline(always)]
fn words_of<const N: usize>(low: &Row, high: &Row) -> ([u64; N], u64) {
    let mut digits = [0; LANES];
    let mut sum = 0;
    unrolled!(i < 8 => {
        // High halves of products belong to the next digit.
        let below = if i > 0 { high.0[i - 1] } else { 0 };
        sum = low.0[i] + below + (sum >> 52);
        digits[i] = sum & ((1 << 52) - 1);
    });
    let mut out = [0; N];
    let mut above = 0;
    unrolled!(i < 7 => {
        if i <= N {
            let mut value = 0;
            unrolled!(j < 8 => {
                let (from, to) = (64 * i, 52 * j);
                if to >= from && to < from + 64 {
                    value |= digits[j] << (to - from);
                } else if to < from && to + 52 > from {
                    value |= digits[j] >> (from - to);
                }
            });
            if i < N {
                out[i] = value;
            } else {
                above = value;
            }
        }
    });
    (out, above)
}

impl<M: Params<u64, N>, V: Vector, const N: usize> Rns<M, V, N> {
    /// From Montgomery's form in words, of any N words: the result of a reduction. 20 multiply-adds
    /// for four words and 32 for six, and a reduction.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn of_words(token: V::Token, words: &[u64; N]) -> Element<V> {
        V::call(
            token,
            words,
            (),
            #[inline(always)]
            move |words, ()| {
                let (facts, edges) = (Facts::<M, N>::FOR_REDUCTION, Facts::<M, N>::FOR_EDGES);
                // The integers in the table are the residues of the digits' places, so that what is
                // added up is a sum of products already.
                let digits = digits_of(words);
                let [mut a_low, mut a_high] =
                    facts.a.start.each_ref().each(|row| V::load(token, row));
                let [mut b_low, mut b_high] =
                    facts.b.start.each_ref().each(|row| V::load(token, row));
                unrolled!(i < count(N) => {
                    let digit = V::splat(token, digits.0[i]);
                    let [a, b] = &edges.into[i];
                    let (a, b) = (V::load(token, a), V::load(token, b));
                    a_low = a_low.add_low(a, digit);
                    a_high = a_high.add_high(a, digit);
                    b_low = b_low.add_low(b, digit);
                    b_high = b_high.add_high(b, digit);
                });
                let mut sums = [Sum { quotient: Row([0; LANES]), low: b_low, high: b_high }];
                kernels::digit(token, a_low, a_high, &facts.a).spill(&mut sums[0].quotient);
                Self::finished(token, &sums[0])
            },
        )
    }

    /// The digits of a·b in the second basis, of a lazy value and a stored integer below p.
    #[inline(always)]
    fn digits_of_product(a: &Element<V>, [of_a, of_b]: &[Row; 2]) -> Row {
        let other = Element::of(a.token, V::load(a.token, of_a), V::load(a.token, of_b), 1);
        let (mut sum, mut out) = (MaybeUninit::uninit(), [MaybeUninit::uninit()]);
        let sum = Self::begin_started(&Self::started_product(a, &other), &mut sum);
        kernels::digits::<M, V, N, 1, 0, 1>(a.token, core::array::from_ref(sum), &mut out);
        // SAFETY: the one row was filled.
        unsafe { kernels::filled(&out)[0] }
    }

    /// Montgomery's form in words, below the modulus, of a lazy value: 44 multiply-adds for six
    /// words, 36 for four.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn to_words(a: &Element<V>) -> [u64; N] {
        let token = a.token;
        let (low, high) = V::call(
            token,
            a,
            (),
            #[inline(always)]
            move |a, ()| {
                let edges = Facts::<M, N>::FOR_EDGES;
                let digits = Self::digits_of_product(a, &edges.radix);
                // R + p of R in (−p, 9p), in limbs: Σ digitⱼ·(N/bⱼ) less the rank times N.
                let (mut low, mut high) = (V::load(token, &edges.p), V::splat(token, 0));
                unrolled!(j < Facts::<M, N>::LANES => {
                    let (row, digit) = (V::load(token, &edges.out[j]), V::splat(token, digits.0[j]));
                    low = low.add_low(row, digit);
                    high = high.add_high(row, digit);
                });
                let (row, rank) = (
                    V::load(token, &edges.minus_n),
                    V::splat(token, kernels::rank::<M, V, N>(&digits)),
                );
                low = low.add_low(row, rank);
                high = high.add_high(row, rank);
                let mut out = (Row([0; LANES]), Row([0; LANES]));
                low.spill(&mut out.0);
                high.spill(&mut out.1);
                out
            },
        );
        let (words, above) = words_of::<N>(&low, &high);
        Mont::<M, u64, N>::reduce_small(&words, above)
    }

    /// Whether a lazy value is zero: 26 multiply-adds for eight primes.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_zero(a: &Element<V>) -> Choice {
        let token = a.token;
        V::call(
            token,
            a,
            (),
            #[inline(always)]
            move |a, ()| {
                let (facts, edges) = (Facts::<M, N>::FOR_REDUCTION, Facts::<M, N>::FOR_EDGES);
                // Of a multiple of p the result is one of 0, p, … 8p, and of nothing else: so its
                // digits are in the table.
                let digits = V::load(token, &Self::digits_of_product(a, &edges.unit));
                let digits = digits.min(digits.sub(V::load(token, &facts.b.m)));
                let mut out = Choice::from(0);
                unrolled!(r < 8 => {
                    out |= digits.equal(V::load(token, &edges.zeros[r]));
                });
                out | digits.equal(V::load(token, &edges.zeros[8]))
            },
        )
    }

    /// Whether two reduced values are equal.
    #[inline(always)]
    pub fn equal(a: &Element<V>, b: &Element<V>) -> Choice {
        Self::is_zero(&Self::sub(a, b))
    }
}

/// A residue as it is kept, made at compile time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored(pub(super) [Row; 2]);

impl Stored {
    /// From Montgomery's form for words; zero where there are no kernels for the modulus.
    pub const fn of<M: Modulus>(montgomery: &Limbs) -> Self {
        match M::LEN {
            4 => Self::in_words::<M, 4>(montgomery),
            6 => Self::in_words::<M, 6>(montgomery),
            _ => Self([Row([0; LANES]); 2]),
        }
    }

    const fn in_words<M: Modulus, const N: usize>(montgomery: &Limbs) -> Self {
        if Facts::<M, N>::SUPPORTED {
            Self::of_facts::<M, N>(montgomery)
        } else {
            Self([Row([0; LANES]); 2])
        }
    }

    const fn of_facts<M: Modulus, const N: usize>(montgomery: &Limbs) -> Self {
        Self(Facts::<M, N>::stored(montgomery))
    }
}
