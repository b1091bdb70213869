//! Sums, differences, small multiples, carries, comparisons and choices.

use core::arch::x86_64::*;
use core::mem::MaybeUninit;

use super::mont::{Magic, Mont};
use super::{
    B, Column, Facts, Half, Lanes, Limb, NOUGHT, Number, Of, ZERO, is_within, limbs, power,
};
use crate::modulus::Params;
use crate::wide::MAX_PRODUCTS;

/// The same number in every lane.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn double(x: f64) -> Limb {
    _mm256_set1_pd(x)
}

/// The same integer in every lane.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn integer(word: u64) -> Column {
    _mm256_set1_epi64x(word as i64)
}

/// A constant in every lane.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn constant(limbs: &[i64; 8]) -> Number {
    let mut out = [NOUGHT; 8];
    for i in 0..8 {
        out[i] = double(limbs[i] as f64);
    }
    out
}

/// a ≫ by, without a sign.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn shift_right(a: Column, by: u32) -> Column {
    _mm256_srl_epi64(a, _mm_cvtsi32_si128(by as i32))
}

/// a ≪ by.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn shift_left(a: Column, by: u32) -> Column {
    _mm256_sll_epi64(a, _mm_cvtsi32_si128(by as i32))
}

/// What a column that was started as [`Of::cut`] says carries to the next.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn carry<const N: usize>(column: Column) -> Column {
    shift_right(column, Of::<N>::R)
}

/// The lowest r bits of such a column, around zero: they are 2^(r − 1) too large, and with the bits
/// of 2^52 a double.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn digit<const N: usize>(column: Column) -> Limb {
    let bits = _mm256_or_si256(
        _mm256_and_si256(column, integer(Of::<N>::LOW)),
        integer(power(52).to_bits()),
    );
    _mm256_sub_pd(_mm256_castsi256_pd(bits), double(power(52) + Of::<N>::HALF as f64))
}

/// t += u for the first columns.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn add_integers(t: &mut [Column], u: &[Column], count: usize) {
    for i in 0..count {
        t[i] = _mm256_add_epi64(t[i], u[i]);
    }
}

/// Limbs at most 2^(r − 1) of integers below 2^51; the highest keeps its carry.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn carried<const N: usize>(x: &Number) -> Number {
    let (mut out, mut above) = ([NOUGHT; 8], ZERO);
    let l = limbs(N);
    for i in 0..l {
        // As a column is started to be cut: B + 2^(r − 1), less what the carry of B will bring.
        let half = if i + 1 < l { Of::<N>::HALF } else { 0 };
        let less = if i > 0 { Of::<N>::CARRY } else { 0 };
        let start = double(B + half as f64 - less as f64);
        let column = _mm256_add_epi64(_mm256_castpd_si256(_mm256_add_pd(x[i], start)), above);
        above = carry::<N>(column);
        out[i] = if i + 1 < l {
            digit::<N>(column)
        } else {
            _mm256_sub_pd(_mm256_castsi256_pd(column), double(B))
        };
    }
    out
}

/// −q for q the integer next to V/m, by V's highest limb, of |V| ≤ 2^30·m.
///
/// The highest limbs of V and m are known to the fraction of 16 and of 1/2 that the limbs below may
/// be, of 2^19 or more that m's is: q is off the nearest integer only if V/m is within 2^-14 of the
/// middle between two. The fraction is rounded by integers, whatever the CPU's way of rounding:
/// −V/m times 2^20, below 2^51, is off by less than one.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn minus_quotient<M: Params<u64, N>, const N: usize>(highest: Limb) -> Limb {
    let reciprocal = double(const { Facts::<M, N>::MINUS_RECIPROCAL });
    let fixed = _mm256_castpd_si256(_mm256_fmadd_pd(highest, reciprocal, double(B)));
    let rounded = shift_right(_mm256_add_epi64(fixed, integer(1 << 19)), 20);
    let bits = _mm256_add_epi64(rounded, integer(B.to_bits() - (B.to_bits() >> 20)));
    _mm256_sub_pd(_mm256_castsi256_pd(bits), double(B))
}

/// Reduced from lazy: V − q·m, limb by limb below 2^(r + 1).
#[inline]
#[target_feature(enable = "avx2,fma")]
fn weak<M: Params<u64, N>, const N: usize>(a: &Half<N>) -> Half<N> {
    let mut x = a.number();
    let q = minus_quotient::<M, N>(x[limbs(N) - 1]);
    for i in 0..limbs(N) {
        x[i] = _mm256_fmadd_pd(q, double(Facts::<M, N>::M[i] as f64), x[i]);
    }
    Half::of(&carried::<N>(&x))
}

/// k·V − q·m, of limbs at most 2^53 and |k·V| ≤ 300·m: reduced.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn multiple<M: Params<u64, N>, const N: usize>(a: &Half<N>, k: Limb) -> Half<N> {
    let (magic, l) = (Magic::new::<N>(), limbs(N));
    let highest = _mm256_mul_pd(a.number()[l - 1], k);
    let q = minus_quotient::<M, N>(highest);
    // Two limb products in each column but the highest, which is exact as it is.
    let highest = _mm256_fmadd_pd(q, double(const { Facts::<M, N>::HIGHEST }), highest);
    let mut t = [ZERO; 17];
    for i in 0..l {
        let (lows, highs) = (if i + 1 < l { 2 } else { 0 }, if i > 0 { 2 } else { 0 });
        let start = Of::<N>::less(lows, highs).wrapping_add(Of::<N>::cut(i, l));
        t[i] = integer(if i + 1 < l { start } else { start.wrapping_sub(B.to_bits()) });
    }
    t[l - 1] = _mm256_add_epi64(t[l - 1], bits_of(highest));
    let (a, m) = (a.place(), const { &Facts::<M, N>::TABLE }.modulus.as_ptr().cast::<f64>());
    unrolled!(j < limbs(N) => {
        if const { j + 1 < limbs(N) } {
            add_limb_product!(t[j], k, a, j, magic);
            add_limb_product!(t[j], q, m, j, magic);
        }
    });
    let mut out = [NOUGHT; 8];
    for i in 0..l {
        if i + 1 < l {
            t[i + 1] = _mm256_add_epi64(t[i + 1], carry::<N>(t[i]));
            out[i] = digit::<N>(t[i]);
        } else {
            out[i] = _mm256_sub_pd(_mm256_castsi256_pd(t[i]), double(B));
        }
    }
    Half::of(&out)
}

/// The bits of B, and an integer below 2^51.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn bits_of(x: Limb) -> Column {
    _mm256_castpd_si256(_mm256_add_pd(x, double(B)))
}

/// k·a for k ≤ 256: reduced from reduced.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn times<M: Params<u64, N>, const N: usize>(out: &mut MaybeUninit<Half<N>>, a: &Half<N>, k: u32) {
    out.write(multiple::<M, N>(a, double(f64::from(k))));
}

/// Σ k·a with Σ |k| at most [`MAX_PRODUCTS`]: the limbs of reduced values are summed as they are,
/// up to 2^53, which doubles still hold.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn linear<M: Params<u64, N>, const N: usize>(half: usize, terms: &[(&Lanes<N>, i32)]) -> Half<N> {
    let mut sum = [NOUGHT; 8];
    for (a, k) in terms {
        let (a, k) = (a.halves[half].number(), double(f64::from(*k)));
        for i in 0..limbs(N) {
            sum[i] = _mm256_fmadd_pd(a[i], k, sum[i]);
        }
    }
    multiple::<M, N>(&Half::of(&sum), double(1.0))
}

/// Limbs around zero of an integer in limbs of r bits: reduced if it is below m.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn around_zero<const N: usize>(a: &Half<N>) -> Half<N> {
    Half::of(&carried::<N>(&a.number()))
}

/// a + b.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn sum<const N: usize>(a: &Half<N>, b: &Half<N>) -> Half<N> {
    let (mut x, y) = (a.number(), b.number());
    for i in 0..limbs(N) {
        x[i] = _mm256_add_pd(x[i], y[i]);
    }
    Half::of(&x)
}

/// a − b.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn difference<const N: usize>(a: &Half<N>, b: &Half<N>) -> Half<N> {
    let (mut x, y) = (a.number(), b.number());
    for i in 0..limbs(N) {
        x[i] = _mm256_sub_pd(x[i], y[i]);
    }
    Half::of(&x)
}

/// The sign of each lane's number as a bit, of numbers that are masks.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn signs(mask: Limb) -> u8 {
    _mm256_movemask_pd(mask) as u8
}

/// Which lanes of a reduced value are zero.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn is_zero<const N: usize>(a: &Half<N>) -> u8 {
    let a = a.number();
    let mut out = _mm256_cmp_pd::<_CMP_EQ_OQ>(a[0], NOUGHT);
    for i in 1..limbs(N) {
        out = _mm256_and_pd(out, _mm256_cmp_pd::<_CMP_EQ_OQ>(a[i], NOUGHT));
    }
    signs(out)
}

/// Which lanes of a lazy value may be zero: those whose lowest limb is, modulo 2^r, that of 0, m or
/// −m.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn may_be_zero<M: Params<u64, N>, const N: usize>(a: &Half<N>) -> u8 {
    // 2^r less than its absolute value where that is above half of 2^r.
    let lowest = bits_of(a.number()[0]);
    let lowest = digit::<N>(_mm256_add_epi64(lowest, integer(Of::<N>::HALF)));
    let size = _mm256_andnot_pd(double(-0.0), lowest);
    let m = double(const { Facts::<M, N>::M[0].unsigned_abs() as f64 });
    signs(_mm256_or_pd(
        _mm256_cmp_pd::<_CMP_EQ_OQ>(size, NOUGHT),
        _mm256_cmp_pd::<_CMP_EQ_OQ>(size, m),
    ))
}

/// All bits of the lanes whose bit is 1, of the lowest four.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn lanes_of(bits: u8) -> Limb {
    let each = _mm256_setr_epi64x(1, 2, 4, 8);
    let bits = _mm256_and_si256(integer(u64::from(bits)), each);
    _mm256_castsi256_pd(_mm256_cmpeq_epi64(bits, each))
}

/// Lanes of a where the mask is 0, of b where it is 1.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn select<const N: usize>(a: &Half<N>, b: &Half<N>, mask: u8) -> Half<N> {
    let (mut x, y, mask) = (a.number(), b.number(), lanes_of(mask));
    for i in 0..limbs(N) {
        x[i] = _mm256_blendv_pd(x[i], y[i], mask);
    }
    Half::of(&x)
}

/// Lanes of the entries whose masks are 1, of `none` where no mask is.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn scan<T, K, const N: usize>(
    half: usize,
    none: &Lanes<N>,
    table: &[T],
    entry: impl Fn(&T) -> &Lanes<N>,
    is: &[K],
    mask: impl Fn(&K) -> u8,
) -> Half<N> {
    let mut t = none.halves[half].number();
    for (item, is) in table.iter().zip(is) {
        let (x, mask) = (entry(item).halves[half].number(), lanes_of(mask(is) >> (4 * half)));
        for i in 0..limbs(N) {
            t[i] = _mm256_blendv_pd(t[i], x[i], mask);
        }
    }
    Half::of(&t)
}

/// A function of the halves of a value, or of two.
macro_rules! by_halves {
    ($a:expr $(, $more:expr)* => $function:path) => {
        Lanes {
            // SAFETY: the operands carry the token of the CPU's feature.
            halves: unsafe {
                [
                    $function(&$a.halves[0] $(, &$more.halves[0])*),
                    $function(&$a.halves[1] $(, &$more.halves[1])*),
                ]
            },
            token: $a.token,
        }
    };
}

impl<M: Params<u64, N>, const N: usize> Mont<M, N> {
    /// a + b: lazy from reduced.
    #[inline(always)]
    pub fn add(a: &Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
        debug_assert!(is_within::<M, N>(a, 1) && is_within::<M, N>(b, 1));
        by_halves!(a, b => sum)
    }

    /// a − b: lazy from reduced.
    #[inline(always)]
    pub fn sub(a: &Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
        debug_assert!(is_within::<M, N>(a, 1) && is_within::<M, N>(b, 1));
        by_halves!(a, b => difference)
    }

    /// −a: reduced from reduced.
    #[inline(always)]
    pub fn neg(a: &Lanes<N>) -> Lanes<N> {
        debug_assert!(is_within::<M, N>(a, 1));
        let zero = Lanes::zero(a.token);
        by_halves!(zero, a => difference)
    }

    /// Reduced from lazy.
    #[inline(always)]
    pub fn weak(a: &Lanes<N>) -> Lanes<N> {
        debug_assert!(is_within::<M, N>(a, 2));
        by_halves!(a => weak::<M, N>)
    }

    /// k·a for k ≤ 256: reduced from reduced.
    #[inline(always)]
    pub fn times(a: &Lanes<N>, k: u32) -> Lanes<N> {
        debug_assert!(is_within::<M, N>(a, 1) && k <= 256);
        Lanes::made(a.token, |place, half| {
            // SAFETY: the operand carries the token of the CPU's feature.
            unsafe { times::<M, N>(place, &a.halves[half], k) }
        })
    }

    /// Σ k·a with Σ |k| ≤ 32: reduced from reduced.
    ///
    /// # Panics
    /// If there is no term.
    #[inline(always)]
    pub fn linear(terms: &[(&Lanes<N>, i32)]) -> Lanes<N> {
        debug_assert!(
            terms.iter().map(|(_, k)| k.unsigned_abs()).sum::<u32>() <= MAX_PRODUCTS,
            "a sum is too long"
        );
        Lanes::made(terms[0].0.token, |place, half| {
            // SAFETY: the operands carry the token of the CPU's feature.
            place.write(unsafe { linear::<M, N>(half, terms) });
        })
    }

    /// Which lanes are zero, a bit each: reduced.
    #[inline(always)]
    pub fn is_zero(a: &Lanes<N>) -> u8 {
        debug_assert!(is_within::<M, N>(a, 1));
        // SAFETY: the operand carries the token of the CPU's feature.
        unsafe { is_zero(&a.halves[0]) | is_zero(&a.halves[1]) << 4 }
    }

    /// Which lanes are zero, a bit each, in variable time: lazy. A lowest limb that is no
    /// multiple's of m settles most lanes.
    #[inline(always)]
    pub fn zeros_vartime(a: &Lanes<N>) -> u8 {
        debug_assert!(is_within::<M, N>(a, 2));
        // SAFETY: the operand carries the token of the CPU's feature.
        let candidates =
            unsafe { may_be_zero::<M, N>(&a.halves[0]) | may_be_zero::<M, N>(&a.halves[1]) << 4 };
        if candidates == 0 { 0 } else { Self::is_zero(&Self::weak(a)) }
    }
}

impl<const N: usize> Lanes<N> {
    /// Lanes of a where the mask is 0, of b where it is 1.
    #[inline(always)]
    pub fn select(a: &Self, b: &Self, mask: u8) -> Self {
        // SAFETY: the operands carry the token of the CPU's feature.
        let halves = unsafe {
            [
                select(&a.halves[0], &b.halves[0], mask),
                select(&a.halves[1], &b.halves[1], mask >> 4),
            ]
        };
        Self { halves, token: a.token }
    }

    /// In each lane the entry of the item of a table whose mask is 1, this value where no mask is;
    /// at most one is. By reading the whole table.
    #[inline(always)]
    #[must_use]
    pub fn scan<T, K>(
        &self,
        table: &[T],
        entry: impl Fn(&T) -> &Self,
        is: &[K],
        mask: impl Fn(&K) -> u8,
    ) -> Self {
        // SAFETY: the value carries the token of the CPU's feature.
        let halves = unsafe {
            [scan(0, self, table, &entry, is, &mask), scan(1, self, table, &entry, is, &mask)]
        };
        Self { halves, token: self.token }
    }
}
