//! Montgomery's form with R = 2^(52L), eight residues at a time.
//!
//! What a product of operands within k·m and l·m gives is below (1 + c/2^52 + kl·m/R)·m, see the
//! [module](super). With 31 bits or more between m and R the last term vanishes, and sums need no
//! more care than products: whatever is negative or small gets m. With four to six bits products of
//! two lazy operands, 16·m/R ≤ 1, stay reduced; anything longer goes through an estimate of the
//! quotient by m.

use core::arch::x86_64::*;
use core::marker::PhantomData;

use super::functions::{by_length, functions, products};
use super::linear::{self, add_lazy, carry, constant, splat, sub_lazy};
use super::{
    BITS, Columns, Facts, LOW, Lanes, Number, Wide, ZERO, is_within, of_limbs, power, wide,
};
use crate::cpu;
use crate::modulus::{Constant, Params};
use crate::wide::MAX_PRODUCTS;

/// A product of two complex numbers, one term of a sum.
pub type ComplexTerm<'a, const N: usize> = (&'a [Lanes<N>; 2], &'a [Lanes<N>; 2]);

/// Products of complex numbers that [`Mont::complex_sum`] adds up.
pub const MOST_TERMS: usize = 8;

/// Residues modulo `M` in eight lanes, in Montgomery's form: a namespace of functions, never a
/// value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mont<M, const N: usize>(PhantomData<M>);

impl<M: Params<u64, N>, const N: usize> Facts<M, N> {
    /// c = −1/m mod 2^52.
    const C: u64 = M::N0 & LOW;

    /// (c·m + 1)/2^52.
    const SHIFTED: [u64; 8] = {
        let mut t = [0u64; 9];
        let mut carry = 1u128;
        let mut i = 0;
        while i < 8 {
            let sum = Self::M1[i] as u128 * Self::C as u128 + carry;
            t[i] = sum as u64 & LOW;
            carry = sum >> BITS;
            i += 1;
        }
        t[8] = carry as u64;
        assert!(t[0] == 0, "c is minus the inverse");
        [t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8]]
    };

    /// Steps at the end that take c and m apart: as few as keep a product of lazy operands below
    /// 2m. With M everywhere but in the last n steps, n > 0, quotients add less than (1 +
    /// c·2^(−52n))·m; with none, c being one, less than (1 + 2^-52)·m.
    const APART: usize = match () {
        () if Self::C == 1 => 0,
        () if Self::fits(16, 1) => 1,
        () if Self::fits(16, 2) => 2,
        () => Self::LIMBS,
    };

    /// Whether T/R for T ≤ k·m², and what quotients add with so many steps apart, are at most 2m.
    const fn fits(k: u64, apart: usize) -> bool {
        let rest = match apart {
            1 => Self::C as u128 + 1,
            0 | 2 => 2,
            _ => 0,
        };
        k as u128 * (Self::TOP as u128 + 1) + rest <= 1 << BITS
    }

    /// Whether columns that are not negative, and at most k·m², reduce like a product.
    const fn is_product(k: u64) -> bool {
        Self::fits(k, Self::APART)
    }

    /// Takes x·2^(64N) to x·R, by a product.
    const INTO: [u64; 8] = power::<M>((104 * Self::LIMBS).saturating_sub(64 * N));

    /// Takes x·R to x·2^(64N), by a product.
    const OUT: [u64; 8] = power::<M>(64 * N);

    /// R mod m: one.
    const ONE: [u64; 8] = power::<M>(52 * Self::LIMBS);

    /// What makes a sum of [`MAX_PRODUCTS`] negative products or multiples positive: so many times
    /// m.
    const OFFSET: u64 = MAX_PRODUCTS as u64 * 2 + ((MAX_PRODUCTS as u64 * 16) >> Self::SLACK) + 1;

    /// Half of m's highest limb: what is below has no m to spare, what is not is positive.
    const HALF_TOP: u64 = Self::TOP >> 1;
}

/// Takes the lowest 52 bits of column i to zero and what is above them to column i + 1, by adding a
/// multiple of m·2^(52i).
macro_rules! montgomery_step {
    ($t:expr, $i:expr, $modulus:ty, $words:expr) => {
        if const { $i + Facts::<$modulus, $words>::APART < Facts::<$modulus, $words>::LIMBS } {
            // The column less its lowest 52 bits, which vanish.
            let quotient = $t[$i];
            $t[$i + 1] = _mm512_add_epi64($t[$i + 1], _mm512_srai_epi64::<BITS>(quotient));
            unrolled!(j < Facts::<$modulus, $words>::LIMBS => {
                if const { Facts::<$modulus, $words>::SHIFTED[j] != 0 } {
                    let digit = splat(Facts::<$modulus, $words>::SHIFTED[j]);
                    $t[$i + j + 1] = _mm512_madd52lo_epu64($t[$i + j + 1], quotient, digit);
                    $t[$i + j + 2] = _mm512_madd52hi_epu64($t[$i + j + 2], quotient, digit);
                }
            });
        } else {
            let quotient = _mm512_madd52lo_epu64(ZERO, $t[$i], splat(Facts::<$modulus, $words>::C));
            $t[$i] = _mm512_madd52lo_epu64($t[$i], quotient, splat(Facts::<$modulus, $words>::M1[0]));
            $t[$i + 1] = _mm512_add_epi64($t[$i + 1], _mm512_srai_epi64::<BITS>($t[$i]));
            $t[$i + 1] = _mm512_madd52hi_epu64($t[$i + 1], quotient, splat(Facts::<$modulus, $words>::M1[0]));
            unrolled!(j < Facts::<$modulus, $words>::LIMBS => {
                if j > 0 {
                    let digit = splat(Facts::<$modulus, $words>::M1[j]);
                    $t[$i + j] = _mm512_madd52lo_epu64($t[$i + j], quotient, digit);
                    $t[$i + j + 1] = _mm512_madd52hi_epu64($t[$i + j + 1], quotient, digit);
                }
            });
        }
    };
}

/// (T + multiples of m)/R in limbs with carries, T in columns of either sign; the limbs are
/// t\[L..2L\].
macro_rules! montgomery {
    ($t:expr, $modulus:ty, $words:expr) => {
        unrolled!(i < Facts::<$modulus, $words>::LIMBS => {
            montgomery_step!($t, i, $modulus, $words);
        });
    };
}

/// The limbs of a quotient by R, with carries.
macro_rules! upper {
    ($t:expr, $words:expr) => {{
        let mut upper = [ZERO; 8];
        unrolled!(i < Lanes::<$words>::LIMBS => {
            upper[i] = $t[Lanes::<$words>::LIMBS + i];
        });
        upper
    }};
}

/// The residue of columns that are a product of lazy operands.
macro_rules! reduced_product {
    ($t:ident, $modulus:ty, $words:expr) => {{
        montgomery!($t, $modulus, $words);
        let mut out = upper!($t, $words);
        carry(&mut out, Lanes::<$words>::LIMBS);
        out
    }};
}

/// The residue of columns of either sign.
macro_rules! reduced_sum {
    ($t:expr, $linear:expr, $modulus:ty, $words:expr) => {{
        montgomery!($t, $modulus, $words);
        let mut out = upper!($t, $words);
        finish::<$modulus, $words>(&mut out, $linear);
        out
    }};
}

/// Reduced from V between −32·16·m²/R and (1 + c/2^52)·m + 32·16·m²/R; with small multiples, 64·m
/// more on both sides.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn finish<M: Params<u64, N>, const N: usize>(t: &mut Number, linear: bool) {
    let count = Facts::<M, N>::LIMBS;
    if Facts::<M, N>::ROOMY && !linear {
        // Only just negative, or not: from half of m on it is not, below it there is room for m.
        let top = _mm512_add_epi64(t[count - 1], _mm512_srai_epi64::<BITS>(t[count - 2]));
        let small = _mm512_cmplt_epi64_mask(top, splat(Facts::<M, N>::HALF_TOP));
        for i in 0..count {
            t[i] = _mm512_mask_add_epi64(t[i], small, t[i], splat(Facts::<M, N>::M1[i]));
        }
        carry(t, count);
    } else {
        let offset = const { Facts::<M, N>::multiple(Facts::<M, N>::OFFSET) };
        for i in 0..count {
            t[i] = _mm512_add_epi64(t[i], splat(offset[i]));
        }
        carry(t, count);
        linear::reduce_small::<M, N>(t);
    }
}

mod words;

pub use words::Words;

/// The residue of columns that are the sum of two products of lazy operands, none of them negative.
macro_rules! reduced_two {
    ($t:ident, $modulus:ty, $words:expr) => {
        if const { Facts::<$modulus, $words>::is_product(32) } {
            reduced_product!($t, $modulus, $words)
        } else {
            reduced_sum!($t, false, $modulus, $words)
        }
    };
}

products!(reduced_product, two: reduced_two, #[inline(never)] fn);

/// The same kernels to be inlined, for moduli with short ones.
mod short {
    use super::*;

    products!(reduced_product, two: reduced_two, #[inline] pub(super) fn);
}

#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
#[inline(never)]
fn reduce<M: Params<u64, N>, const N: usize>(wide: &Wide<N>) -> Lanes<N> {
    let mut t = wide.columns();
    Lanes::of(wide.token, &reduced_sum!(t, wide.linear, M, N))
}

/// The columns of Σ (a₀b₀ − a₁b₁) and of Σ (a₀b₁ + a₁b₀), each the difference of Σ a₀b₀, Σ a₁b₁ and
/// Σ (a₀ + a₁)(b₀ + b₁): three products for one of complex numbers, and each of the three sums
/// stays in registers. Products are many instructions, so that a loop over terms costs nothing.
macro_rules! complex_columns {
    ($terms:expr, $modulus:ty, $words:expr) => {{
        let mut real: Columns = [ZERO; 17];
        for (a, b) in $terms {
            let (a, b) = (a[0].number(), b[0].number());
            add_product!(real, a, b, Lanes::<$words>::LIMBS);
        }
        let mut both: Columns = [ZERO; 17];
        for (a, b) in $terms {
            let (a, b) = (a[1].number(), b[1].number());
            add_product!(both, a, b, Lanes::<$words>::LIMBS);
        }
        // Minus both, plus the product of the sums.
        let mut imaginary: Columns = [ZERO; 17];
        for i in 0..2 * Lanes::<$words>::LIMBS {
            imaginary[i] = _mm512_sub_epi64(ZERO, _mm512_add_epi64(real[i], both[i]));
            real[i] = _mm512_sub_epi64(real[i], both[i]);
        }
        for ([a0, a1], [b0, b1]) in $terms {
            let a = add_lazy::<$modulus, $words>(&a0.number(), &a1.number());
            let b = add_lazy::<$modulus, $words>(&b0.number(), &b1.number());
            add_product!(imaginary, a, b, Lanes::<$words>::LIMBS);
        }
        (real, imaginary)
    }};
}

#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
#[inline(never)]
fn complex_sum<M: Params<u64, N>, const N: usize, const K: usize>(
    out: &mut [Lanes<N>; 2],
    terms: &[ComplexTerm<'_, N>; K],
) {
    let (mut real, mut imaginary) = complex_columns!(terms, M, N);
    let token = terms[0].0[0].token;
    out[0] = Lanes::of(token, &reduced_sum!(real, false, M, N));
    out[1] = Lanes::of(token, &reduced_sum!(imaginary, false, M, N));
}

#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
#[inline(never)]
fn complex_product<M: Params<u64, N>, const N: usize>(
    a: &[Lanes<N>; 2],
    b: &[Lanes<N>; 2],
) -> [Wide<N>; 2] {
    let (real, imaginary) = complex_columns!(&[(a, b)], M, N);
    [Wide::of(a[0].token, &real, 2), Wide::of(a[0].token, &imaginary, 2)]
}

#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
#[inline(never)]
fn complex_sqr<M: Params<u64, N>, const N: usize>(a: &[Lanes<N>; 2]) -> [Lanes<N>; 2] {
    let [a0, a1] = [a[0].number(), a[1].number()];
    let (sum, difference, double) =
        (add_lazy::<M, N>(&a0, &a1), sub_lazy::<M, N>(&a0, &a1), add_lazy::<M, N>(&a0, &a0));
    let mut real: Columns = [ZERO; 17];
    add_product!(real, sum, difference, Lanes::<N>::LIMBS);
    let mut imaginary: Columns = [ZERO; 17];
    add_product!(imaginary, double, a1, Lanes::<N>::LIMBS);
    let token = a[0].token;
    // At most 8m each, and 8m by 4m.
    if const { Facts::<M, N>::is_product(64) } {
        [
            Lanes::of(token, &reduced_product!(real, M, N)),
            Lanes::of(token, &reduced_product!(imaginary, M, N)),
        ]
    } else {
        [
            Lanes::of(token, &reduced_sum!(real, false, M, N)),
            Lanes::of(token, &reduced_sum!(imaginary, false, M, N)),
        ]
    }
}

impl<M: Params<u64, N>, const N: usize> Mont<M, N> {
    /// Whether kernels are short: m ≡ −1 modulo 2^52, so that a quotient takes no product, and few
    /// limbs.
    const SHORT: bool = N == 4 && M::P[0] & LOW == LOW;

    /// A constant in every lane.
    #[inline]
    pub fn constant(token: cpu::Ifma, constant: &Constant<M>) -> Lanes<N> {
        Self::splat(token, &of_limbs(&constant.montgomery_52))
    }

    /// A small integer in every lane.
    #[inline]
    pub fn small(token: cpu::Ifma, value: u32) -> Lanes<N> {
        match value {
            0 => Self::splat(token, &[0; 8]),
            1 => Self::splat(token, &const { Facts::<M, N>::ONE }),
            _ => Self::times(&Self::splat(token, &const { Facts::<M, N>::ONE }), value),
        }
    }

    #[inline]
    fn splat(token: cpu::Ifma, limbs: &[u64; 8]) -> Lanes<N> {
        // SAFETY: the token proves the feature.
        Lanes::of(token, &unsafe { constant(limbs) })
    }

    /// Residues in Montgomery's form for 64-bit words, one per lane: reduced.
    pub fn of_words(token: cpu::Ifma, lanes: [&[u64; N]; 8]) -> Lanes<N> {
        Self::mul(
            &Lanes::of_rows(token, lanes),
            &Self::splat(token, &const { Facts::<M, N>::INTO }),
        )
    }

    /// Which lanes stand for an odd integer below m, a bit each: reduced.
    pub fn is_odd(a: &Lanes<N>) -> u8 {
        let integer =
            Self::canonical(&Self::mul(a, &Self::splat(a.token, &[1, 0, 0, 0, 0, 0, 0, 0])));
        // SAFETY: the value carries the token of the CPU's feature.
        unsafe { linear::is_odd(&integer) }
    }

    /// The residues in Montgomery's form for 64-bit words, below m.
    pub fn to_words(a: &Lanes<N>) -> [[u64; N]; 8] {
        let out = Self::mul(a, &Self::splat(a.token, &const { Facts::<M, N>::OUT }));
        Self::canonical(&out).to_rows()
    }

    /// Σ a·b/R for complex numbers, of at least one product and at most [`MOST_TERMS`], where it is
    /// to stand: reduced from lazy.
    #[inline(always)]
    pub fn complex_sum<const K: usize>(out: &mut [Lanes<N>; 2], terms: &[ComplexTerm<'_, N>; K]) {
        const { assert!(K > 0 && K <= MOST_TERMS) };
        debug_assert!(
            terms.iter().all(|(a, b)| a.iter().chain(*b).all(|a| is_within::<M, N>(a, 4)))
        );
        // SAFETY: as in `mul`.
        unsafe { complex_sum::<M, N, K>(out, terms) }
        debug_assert!(out.iter().all(|a| is_within::<M, N>(a, 2)), "a sum left its bounds");
    }

    /// a·b for complex numbers, as two sums: lazy operands.
    #[inline(always)]
    pub fn complex_product(a: &[Lanes<N>; 2], b: &[Lanes<N>; 2]) -> [Wide<N>; 2] {
        debug_assert!(a.iter().chain(b).all(|a| is_within::<M, N>(a, 4)));
        // SAFETY: as in `mul`.
        unsafe { complex_product::<M, N>(a, b) }
    }

    /// a²/R for complex numbers: reduced from lazy.
    #[inline(always)]
    pub fn complex_sqr(a: &[Lanes<N>; 2]) -> [Lanes<N>; 2] {
        debug_assert!(a.iter().all(|a| is_within::<M, N>(a, 4)));
        // SAFETY: as in `mul`.
        unsafe { complex_sqr::<M, N>(a) }
    }
}

functions!(Mont, supported: Facts::<M, N>::SUPPORTED, ones: Lanes::<N>::LIMBS);
