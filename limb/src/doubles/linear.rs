//! Sums, differences, small multiples, carries, comparisons and choices.

use core::arch::x86_64::*;
use core::mem::MaybeUninit;

use super::mont::Mont;
use super::vector::{Magic, Vector, Ymm};
use super::{B, Facts, Lanes, Of, is_within, limbs, power};
use crate::cpu;
use crate::modulus::Params;
use crate::wide::MAX_PRODUCTS;

/// Limbs of a value, from memory, zeros above.
#[inline(always)]
pub(super) fn load_limbs<V: Vector, const N: usize>(v: V, a: &Lanes<N>) -> [V::Limb; 8] {
    let (mut out, a) = ([v.double(0.0); 8], v.place(a));
    for i in 0..limbs(N) {
        // SAFETY: limbs are one after the other, and the vector's lanes are among theirs.
        out[i] = unsafe { v.load(a.add(8 * i)) };
    }
    out
}

/// Limbs of a value, to memory.
#[inline(always)]
pub(super) fn store_limbs<V: Vector, const N: usize>(
    v: V,
    number: &[V::Limb; 8],
    out: &mut MaybeUninit<Lanes<N>>,
) {
    let out = v.place_mut(out.as_mut_ptr());
    for i in 0..limbs(N) {
        // SAFETY: as above.
        unsafe { v.store(number[i], out.add(8 * i)) };
    }
}

/// What a column that was started as [`Of::cut`] says carries to the next.
#[inline(always)]
pub(super) fn carry<V: Vector, const N: usize>(v: V, column: V::Column) -> V::Column {
    v.shift_right(column, Of::<N>::R)
}

/// The lowest r bits of such a column, around zero: they are 2^(r − 1) too large, and with the bits
/// of 2^52 a double.
#[inline(always)]
pub(super) fn digit<V: Vector, const N: usize>(v: V, column: V::Column) -> V::Limb {
    let low = v.and(column, v.integer(Of::<N>::LOW));
    let bits = v.or(low, v.integer(power(52).to_bits()));
    v.sub(v.number(bits), v.double(power(52) + Of::<N>::HALF as f64))
}

/// Limbs at most 2^(r − 1) of integers below 2^51; the highest keeps its carry.
#[inline(always)]
fn carried<V: Vector, const N: usize>(v: V, x: &[V::Limb; 8]) -> [V::Limb; 8] {
    let (mut out, mut above) = ([v.double(0.0); 8], v.integer(0));
    let l = limbs(N);
    for i in 0..l {
        // As a column is started to be cut: B + 2^(r − 1), less what the carry of B will bring.
        let half = if i + 1 < l { Of::<N>::HALF } else { 0 };
        let less = if i > 0 { Of::<N>::CARRY } else { 0 };
        let start = v.double(B + half as f64 - less as f64);
        let column = v.plus(v.bits(v.add(x[i], start)), above);
        above = carry::<V, N>(v, column);
        out[i] =
            if i + 1 < l { digit::<V, N>(v, column) } else { v.sub(v.number(column), v.double(B)) };
    }
    out
}

/// −q for q the integer next to V/m, by V's highest limb, of |V| ≤ 2^30·m.
///
/// The highest limbs of V and m are known to the fraction of 16 and of 1/2 that the limbs below may
/// be, of 2^19 or more that m's is: q is off the nearest integer only if V/m is within 2^-14 of the
/// middle between two. The fraction is rounded by integers, whatever the CPU's way of rounding:
/// −V/m times 2^20, below 2^51, is off by less than one.
#[inline(always)]
fn minus_quotient<V: Vector, M: Params<u64, N>, const N: usize>(v: V, highest: V::Limb) -> V::Limb {
    let reciprocal = v.double(const { Facts::<M, N>::MINUS_RECIPROCAL });
    let fixed = v.bits(v.mul_add(highest, reciprocal, v.double(B)));
    let rounded = v.shift_right(v.plus(fixed, v.integer(1 << 19)), 20);
    let bits = v.plus(rounded, v.integer(B.to_bits() - (B.to_bits() >> 20)));
    v.sub(v.number(bits), v.double(B))
}

/// Reduced from lazy: V − q·m, limb by limb below 2^(r + 1).
#[inline(always)]
pub(super) fn weak<V: Vector, M: Params<u64, N>, const N: usize>(
    v: V,
    out: &mut MaybeUninit<Lanes<N>>,
    a: &Lanes<N>,
) {
    let mut x = load_limbs(v, a);
    let q = minus_quotient::<V, M, N>(v, x[limbs(N) - 1]);
    for i in 0..limbs(N) {
        x[i] = v.mul_add(q, v.double(Facts::<M, N>::M[i] as f64), x[i]);
    }
    store_limbs(v, &carried::<V, N>(v, &x), out);
}

/// k·V − q·m, of limbs at most 2^53 and |k·V| ≤ 300·m: reduced.
///
/// # Safety
/// The vector's lanes of a number stand at `a`.
#[inline(always)]
unsafe fn multiple<V: Vector, M: Params<u64, N>, const N: usize>(
    v: V,
    out: &mut MaybeUninit<Lanes<N>>,
    a: *const f64,
    k: V::Limb,
) {
    let (magic, l) = (Magic::new::<N>(v), limbs(N));
    // SAFETY: the caller has a number.
    let highest = v.times(unsafe { v.load(a.add(8 * (l - 1))) }, k);
    let q = minus_quotient::<V, M, N>(v, highest);
    // Two limb products in each column but the highest, which is exact as it is.
    let highest = v.mul_add(q, v.double(const { Facts::<M, N>::HIGHEST }), highest);
    let mut t = [v.integer(0); 17];
    for i in 0..l {
        let (lows, highs) = (if i + 1 < l { 2 } else { 0 }, if i > 0 { 2 } else { 0 });
        let start = Of::<N>::less(lows, highs).wrapping_add(Of::<N>::cut(i, l));
        t[i] = v.integer(if i + 1 < l { start } else { start.wrapping_sub(B.to_bits()) });
    }
    t[l - 1] = v.plus(t[l - 1], bits_of(v, highest));
    let m = const { &Facts::<M, N>::TABLE }.modulus.as_ptr().cast::<f64>();
    unrolled!(j < limbs(N) => {
        if const { j + 1 < limbs(N) } {
            add_limb_product!(v, t[j], k, a, j, magic);
            add_limb_product!(v, t[j], q, m, j, magic);
        }
    });
    let mut number = [v.double(0.0); 8];
    for i in 0..l {
        if i + 1 < l {
            t[i + 1] = v.plus(t[i + 1], carry::<V, N>(v, t[i]));
            number[i] = digit::<V, N>(v, t[i]);
        } else {
            number[i] = v.sub(v.number(t[i]), v.double(B));
        }
    }
    store_limbs(v, &number, out);
}

/// The bits of B, and an integer below 2^51.
#[inline(always)]
pub(super) fn bits_of<V: Vector>(v: V, x: V::Limb) -> V::Column {
    v.bits(v.add(x, v.double(B)))
}

/// k·a for k ≤ 256: reduced from reduced.
#[inline(always)]
pub(super) fn times<V: Vector, M: Params<u64, N>, const N: usize>(
    v: V,
    out: &mut MaybeUninit<Lanes<N>>,
    a: &Lanes<N>,
    k: u32,
) {
    // SAFETY: the lanes of a number.
    unsafe { multiple::<V, M, N>(v, out, v.place(a), v.double(f64::from(k))) }
}

/// Σ k·a with Σ |k| at most [`MAX_PRODUCTS`]: the limbs of reduced values are summed as they are,
/// up to 2^53, which doubles still hold.
#[inline(always)]
pub(super) fn linear<V: Vector, M: Params<u64, N>, const N: usize>(
    v: V,
    out: &mut MaybeUninit<Lanes<N>>,
    terms: &[(&Lanes<N>, i32)],
) {
    let mut sum = [v.double(0.0); 8];
    for (a, k) in terms {
        let (a, k) = (load_limbs(v, *a), v.double(f64::from(*k)));
        for i in 0..limbs(N) {
            sum[i] = v.mul_add(a[i], k, sum[i]);
        }
    }
    let mut place = MaybeUninit::<Lanes<N>>::uninit();
    store_limbs(v, &sum, &mut place);
    // SAFETY: the vector's lanes of a number, which were just written.
    unsafe { multiple::<V, M, N>(v, out, v.place(place.as_ptr()), v.double(1.0)) }
}

/// Limbs around zero of an integer in limbs of r bits: reduced if it is below m.
#[inline(always)]
pub(super) fn around_zero<V: Vector, const N: usize>(
    v: V,
    out: &mut MaybeUninit<Lanes<N>>,
    a: &Lanes<N>,
) {
    store_limbs(v, &carried::<V, N>(v, &load_limbs(v, a)), out);
}

/// a + b.
#[inline(always)]
pub(super) fn sum<V: Vector, const N: usize>(
    v: V,
    out: &mut MaybeUninit<Lanes<N>>,
    a: &Lanes<N>,
    b: &Lanes<N>,
) {
    let (mut x, y) = (load_limbs(v, a), load_limbs(v, b));
    for i in 0..limbs(N) {
        x[i] = v.add(x[i], y[i]);
    }
    store_limbs(v, &x, out);
}

/// a − b.
#[inline(always)]
pub(super) fn difference<V: Vector, const N: usize>(
    v: V,
    out: &mut MaybeUninit<Lanes<N>>,
    a: &Lanes<N>,
    b: &Lanes<N>,
) {
    let (mut x, y) = (load_limbs(v, a), load_limbs(v, b));
    for i in 0..limbs(N) {
        x[i] = v.sub(x[i], y[i]);
    }
    store_limbs(v, &x, out);
}

// What follows makes masks, or chooses by them. It is bound by loads and stores, and runs on halves
// in either form.

/// The sign of each lane's number as a bit, of numbers that are masks.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn signs(mask: __m256d) -> u8 {
    _mm256_movemask_pd(mask) as u8
}

/// Which lanes of a reduced value are zero.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn is_zero<const N: usize>(v: Ymm, a: &Lanes<N>) -> u8 {
    let (a, zero) = (load_limbs(v, a), v.double(0.0));
    let mut out = _mm256_cmp_pd::<_CMP_EQ_OQ>(a[0], zero);
    for i in 1..limbs(N) {
        out = _mm256_and_pd(out, _mm256_cmp_pd::<_CMP_EQ_OQ>(a[i], zero));
    }
    signs(out)
}

/// Which lanes of a lazy value may be zero: those whose lowest limb is, modulo 2^r, that of 0, m or
/// −m.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn may_be_zero<M: Params<u64, N>, const N: usize>(v: Ymm, a: &Lanes<N>) -> u8 {
    // 2^r less than its absolute value where that is above half of 2^r.
    let lowest = bits_of(v, load_limbs(v, a)[0]);
    let lowest = digit::<_, N>(v, v.plus(lowest, v.integer(Of::<N>::HALF)));
    let size = _mm256_andnot_pd(v.double(-0.0), lowest);
    let m = v.double(const { Facts::<M, N>::M[0].unsigned_abs() as f64 });
    signs(_mm256_or_pd(
        _mm256_cmp_pd::<_CMP_EQ_OQ>(size, v.double(0.0)),
        _mm256_cmp_pd::<_CMP_EQ_OQ>(size, m),
    ))
}

/// All bits of the lanes whose bit is 1, of the lowest four.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn lanes_of(bits: u8) -> __m256d {
    let each = _mm256_setr_epi64x(1, 2, 4, 8);
    let bits = _mm256_and_si256(_mm256_set1_epi64x(i64::from(bits)), each);
    _mm256_castsi256_pd(_mm256_cmpeq_epi64(bits, each))
}

/// Lanes of a where the mask is 0, of b where it is 1.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn select<const N: usize>(
    v: Ymm,
    out: &mut MaybeUninit<Lanes<N>>,
    a: &Lanes<N>,
    b: &Lanes<N>,
    mask: u8,
) {
    let (mut x, y) = (load_limbs(v, a), load_limbs(v, b));
    let mask = lanes_of(mask >> v.first());
    for i in 0..limbs(N) {
        x[i] = _mm256_blendv_pd(x[i], y[i], mask);
    }
    store_limbs(v, &x, out);
}

/// Lanes of the entries whose masks are 1, of `none` where no mask is.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn scan<T, K, const N: usize>(
    v: Ymm,
    out: &mut MaybeUninit<Lanes<N>>,
    none: &Lanes<N>,
    table: &[T],
    entry: impl Fn(&T) -> &Lanes<N>,
    is: &[K],
    mask: impl Fn(&K) -> u8,
) {
    let mut t = load_limbs(v, none);
    for (item, is) in table.iter().zip(is) {
        let (x, mask) = (load_limbs(v, entry(item)), lanes_of(mask(is) >> v.first()));
        for i in 0..limbs(N) {
            t[i] = _mm256_blendv_pd(t[i], x[i], mask);
        }
    }
    store_limbs(v, &t, out);
}

/// A bit of each lane, from both halves.
#[inline(always)]
fn by_halves(token: cpu::Doubles, bits: impl Fn(Ymm) -> u8) -> u8 {
    let [low, high] = Ymm::halves(token);
    bits(low) | bits(high) << high.first()
}

impl<M: Params<u64, N>, const N: usize> Mont<M, N> {
    /// a + b: lazy from reduced.
    #[inline(always)]
    pub fn add(a: &Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
        debug_assert!(is_within::<M, N>(a, 1) && is_within::<M, N>(b, 1));
        Lanes::made(a.token, |out| {
            // SAFETY: the operands carry the token of the CPU's feature.
            unsafe { by_kernel!(a.token, sum::<N>(out, a, b)) }
        })
    }

    /// a − b: lazy from reduced.
    #[inline(always)]
    pub fn sub(a: &Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
        debug_assert!(is_within::<M, N>(a, 1) && is_within::<M, N>(b, 1));
        Lanes::made(a.token, |out| {
            // SAFETY: the operands carry the token of the CPU's feature.
            unsafe { by_kernel!(a.token, difference::<N>(out, a, b)) }
        })
    }

    /// −a: reduced from reduced.
    #[inline(always)]
    pub fn neg(a: &Lanes<N>) -> Lanes<N> {
        debug_assert!(is_within::<M, N>(a, 1));
        let zero = Lanes::zero(a.token);
        Lanes::made(a.token, |out| {
            // SAFETY: the operand carries the token of the CPU's feature.
            unsafe { by_kernel!(a.token, difference::<N>(out, &zero, a)) }
        })
    }

    /// Reduced from lazy.
    #[inline(always)]
    pub fn weak(a: &Lanes<N>) -> Lanes<N> {
        debug_assert!(is_within::<M, N>(a, 2));
        Lanes::made(a.token, |out| {
            // SAFETY: the operand carries the token of the CPU's feature.
            unsafe { by_kernel!(a.token, weak::<M, N>(out, a)) }
        })
    }

    /// k·a for k ≤ 256: reduced from reduced.
    #[inline(always)]
    pub fn times(a: &Lanes<N>, k: u32) -> Lanes<N> {
        debug_assert!(is_within::<M, N>(a, 1) && k <= 256);
        Lanes::made(a.token, |out| {
            // SAFETY: the operand carries the token of the CPU's feature.
            unsafe { by_kernel!(a.token, times::<M, N>(out, a, k)) }
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
        let token = terms[0].0.token;
        Lanes::made(token, |out| {
            // SAFETY: the operands carry the token of the CPU's feature.
            unsafe { by_kernel!(token, linear::<M, N>(out, terms)) }
        })
    }

    /// Which lanes are zero, a bit each: reduced.
    #[inline(always)]
    pub fn is_zero(a: &Lanes<N>) -> u8 {
        debug_assert!(is_within::<M, N>(a, 1));
        // SAFETY: the operand carries the token of the CPU's feature.
        by_halves(a.token, |v| unsafe { is_zero(v, a) })
    }

    /// Which lanes are zero, a bit each, in variable time: lazy. A lowest limb that is no
    /// multiple's of m settles most lanes.
    #[inline(always)]
    pub fn zeros_vartime(a: &Lanes<N>) -> u8 {
        debug_assert!(is_within::<M, N>(a, 2));
        // SAFETY: the operand carries the token of the CPU's feature.
        let candidates = by_halves(a.token, |v| unsafe { may_be_zero::<M, N>(v, a) });
        if candidates == 0 { 0 } else { Self::is_zero(&Self::weak(a)) }
    }
}

impl<const N: usize> Lanes<N> {
    /// Lanes of a where the mask is 0, of b where it is 1.
    #[inline(always)]
    pub fn select(a: &Self, b: &Self, mask: u8) -> Self {
        Self::made(a.token, |out| {
            for v in Ymm::halves(a.token) {
                // SAFETY: the operands carry the token of the CPU's feature.
                unsafe { select(v, out, a, b, mask) }
            }
        })
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
        Self::made(self.token, |out| {
            for v in Ymm::halves(self.token) {
                // SAFETY: the value carries the token of the CPU's feature.
                unsafe { scan(v, out, self, table, &entry, is, &mask) }
            }
        })
    }
}
