//! Montgomery's form with R = 2^(rL), eight residues at a time: see the [module](super) for why
//! each operation is exact and each result below m.
//!
//! On AVX2 a kernel works on four lanes, and runs twice: its columns just fit the sixteen
//! registers. On AVX-512 it works on all eight. A product, a square and a sum of two are reduced on
//! the way. What is longer goes through columns in memory, which costs a twelfth of the products
//! and lets all moduli of a length share them.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::linear::{carry, digit, store_limbs, sum};
use super::vector::{Form, Magic, Vector, Ymm};
use super::wide::subtract;
use super::{B, Eight, Facts, LANES, Lanes, Of, Sum, Wide, is_within, limbs, linear, rows};
use crate::cpu;
use crate::each::{Each, array};
use crate::modulus::{Constant, Params};

/// A product of two complex numbers, one term of a sum.
pub type ComplexTerm<'a, const N: usize> = (&'a [Lanes<N>; 2], &'a [Lanes<N>; 2]);

/// Products of complex numbers that [`Mont::complex_sum`] adds up.
pub const MOST_TERMS: usize = 8;

/// Residues modulo `M` in eight lanes, in Montgomery's form: a namespace of functions, never a
/// value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mont<M, const N: usize>(PhantomData<M>);

impl<V: Vector> Magic<V> {
    #[inline(always)]
    pub(super) fn new<const N: usize>(v: V) -> Self {
        Self { c1: v.double(Of::<N>::C1), c2: v.double(Of::<N>::C2) }
    }
}

/// The columns of a product, and one more, from memory.
///
/// # Safety
/// There is a sum at `sum`.
#[inline(always)]
pub(super) unsafe fn load_columns<V: Vector, const N: usize>(
    v: V,
    sum: *const Sum<N>,
) -> [V::Column; 17] {
    let (mut out, sum) = ([v.integer(0); 17], v.place(sum));
    for i in 0..2 * limbs(N) {
        // SAFETY: the caller has a sum, whose columns are one after the other.
        out[i] = v.bits(unsafe { v.load(sum.add(8 * i)) });
    }
    out
}

/// The columns of a product, to memory.
///
/// # Safety
/// There is room for a sum at `sum`.
#[inline(always)]
pub(super) unsafe fn store_columns<V: Vector, const N: usize>(
    v: V,
    columns: &[V::Column; 17],
    sum: *mut Sum<N>,
) {
    let sum = v.place_mut(sum);
    for i in 0..2 * limbs(N) {
        // SAFETY: the caller has room for a sum, whose columns are one after the other.
        unsafe { v.store(v.number(columns[i]), sum.add(8 * i)) };
    }
}

/// The same integers in every lane.
#[inline(always)]
pub(super) fn columns<V: Vector>(v: V, starts: &[u64; 17]) -> [V::Column; 17] {
    let mut out = [v.integer(0); 17];
    for i in 0..17 {
        out[i] = v.integer(starts[i]);
    }
    out
}

/// The digit of the last step's quotient: c times the lowest r bits of a column, modulo 2^r.
#[inline(always)]
fn last_digit<V: Vector, M: Params<u64, N>, const N: usize>(
    v: V,
    column: V::Column,
    magic: Magic<V>,
) -> V::Limb {
    let (low, c) = (digit::<V, N>(v, column), v.double(const { Facts::<M, N>::C as f64 }));
    // The low half of a limb product; by integers it comes around zero however that was rounded.
    let high = v.mul_add(low, c, magic.c1);
    let low = v.mul_sub(low, c, v.sub(high, magic.c2));
    digit::<V, N>(v, v.plus(v.bits(low), v.integer(Of::<N>::HALF)))
}

/// Takes the lowest r bits of column i to zero and what is above them to column i + 1, by adding a
/// multiple of m·2^(ri).
macro_rules! montgomery_step {
    ($v:ident, $t:ident[$i:ident], $magic:ident, $modulus:ident, $words:ident) => {
        let table = const { &Facts::<$modulus, $words>::TABLE };
        if const { $i + 1 < limbs($words) } {
            // The column less its lowest r bits, which vanish.
            let quotient = digit::<V, $words>($v, $t[$i]);
            $t[$i + 1] = $v.plus($t[$i + 1], carry::<V, $words>($v, $t[$i]));
            let shifted = table.shifted.as_ptr().cast::<f64>();
            add_row!($v, $t[$i + 1], quotient, shifted, $magic, $words);
        } else {
            let quotient = last_digit::<V, $modulus, $words>($v, $t[$i], $magic);
            let modulus = table.modulus.as_ptr().cast::<f64>();
            add_row!($v, $t[$i], quotient, modulus, $magic, $words);
            $t[$i + 1] = $v.plus($t[$i + 1], carry::<V, $words>($v, $t[$i]));
        }
    };
}

/// The limbs of columns from L on, which start as [`Of::cut`] says.
#[inline(always)]
fn upper<V: Vector, const N: usize>(v: V, t: &mut [V::Column; 17]) -> [V::Limb; 8] {
    let mut out = [v.double(0.0); 8];
    unrolled!(j < limbs(N) => {
        if const { j + 1 < limbs(N) } {
            t[limbs(N) + j + 1] =
                v.plus(t[limbs(N) + j + 1], carry::<V, N>(v, t[limbs(N) + j]));
            out[j] = digit::<V, N>(v, t[limbs(N) + j]);
        } else {
            // The bits of B, and the limb.
            out[j] = v.sub(v.number(t[limbs(N) + j]), v.double(B));
        }
    });
    out
}

/// a·b, which may stand in the place of the result.
///
/// # Safety
/// There are numbers at `a` and `b`, and there is room at `out`.
#[inline(always)]
pub(super) unsafe fn mul<V: Vector, M: Params<u64, N>, const N: usize>(
    v: V,
    out: *mut Lanes<N>,
    a: *const Lanes<N>,
    b: *const Lanes<N>,
) {
    let (magic, a, b) = (Magic::new::<N>(v), v.place(a), v.place(b));
    let mut t = columns(v, &const { Of::<N>::starts_of_product(1, false) });
    unrolled!(i < limbs(N) => {
        // SAFETY: the caller has a number there.
        let x = unsafe { v.load(a.add(8 * i)) };
        add_row!(v, t[i], x, b, magic, N);
        montgomery_step!(v, t[i], magic, M, N);
    });
    // SAFETY: the caller has room there. All of the operands was read.
    store_limbs::<V, N>(v, &upper::<V, N>(v, &mut t), unsafe { &mut *out.cast() });
}

/// a².
#[inline(always)]
pub(super) fn sqr<V: Vector, M: Params<u64, N>, const N: usize>(
    v: V,
    out: &mut MaybeUninit<Lanes<N>>,
    a: &Lanes<N>,
) {
    let (magic, a) = (Magic::new::<N>(v), v.place(a));
    let mut t = columns(v, &const { Of::<N>::starts_of_product(1, true) });
    unrolled!(i < limbs(N) => {
        // SAFETY: a reference is to a number.
        let x = unsafe { v.load(a.add(8 * i)) };
        add_limb_product!(v, t[2 * i], x, a, i, magic);
        let twice = v.add(x, x);
        unrolled!(j < limbs(N) => {
            if const { j > i } {
                add_limb_product!(v, t[i + j], twice, a, j, magic);
            }
        });
        montgomery_step!(v, t[i], magic, M, N);
    });
    store_limbs(v, &upper::<V, N>(v, &mut t), out);
}

/// a·b + c·d.
#[inline(always)]
pub(super) fn sum_of_two<V: Vector, M: Params<u64, N>, const N: usize>(
    v: V,
    out: &mut MaybeUninit<Lanes<N>>,
    [(a, b), (c, d)]: [(&Lanes<N>, &Lanes<N>); 2],
) {
    let magic = Magic::new::<N>(v);
    let (a, b) = (v.place(a), v.place(b));
    let (c, d) = (v.place(c), v.place(d));
    let mut t = columns(v, &const { Of::<N>::starts_of_product(2, false) });
    unrolled!(i < limbs(N) => {
        // SAFETY: references are to numbers.
        let (x, y) = unsafe { (v.load(a.add(8 * i)), v.load(c.add(8 * i))) };
        add_row!(v, t[i], x, b, magic, N);
        add_row!(v, t[i], y, d, magic, N);
        montgomery_step!(v, t[i], magic, M, N);
    });
    store_limbs(v, &upper::<V, N>(v, &mut t), out);
}

/// The limbs of a sum's quotient by R.
///
/// # Safety
/// There is a sum.
#[inline(always)]
pub(super) unsafe fn reduce<V: Vector, M: Params<u64, N>, const N: usize>(
    v: V,
    out: &mut MaybeUninit<Lanes<N>>,
    sum: *const Sum<N>,
) {
    let magic = Magic::new::<N>(v);
    // SAFETY: the caller has a sum.
    let mut t = unsafe { load_columns(v, sum) };
    let starts = &const { Of::<N>::starts_of_reduction() };
    for i in 0..17 {
        t[i] = v.plus(t[i], v.integer(starts[i]));
    }
    unrolled!(i < limbs(N) => {
        montgomery_step!(v, t[i], magic, M, N);
    });
    store_limbs(v, &upper::<V, N>(v, &mut t), out);
}

/// The columns of Σ (a₀b₀ − a₁b₁) and of Σ (a₀b₁ + a₁b₀), each the difference of Σ a₀b₀, Σ a₁b₁ and
/// Σ (a₀ + a₁)(b₀ + b₁): three products for one of complex numbers.
///
/// # Safety
/// There is room for two sums.
#[inline(always)]
unsafe fn complex_columns<V: Form, const N: usize>(
    v: V,
    [real, imaginary]: [*mut Sum<N>; 2],
    terms: &[ComplexTerm<'_, N>],
    starts: &[u64; 17],
) {
    let (mut both, mut left, mut right) =
        (MaybeUninit::uninit(), MaybeUninit::uninit(), MaybeUninit::uninit());
    let both = both.as_mut_ptr();
    // SAFETY: the caller has room, and the vector's lanes are written before they are read.
    unsafe {
        let starts = columns(v, starts);
        store_columns(v, &starts, real);
        store_columns(v, &starts, both);
        store_columns(v, &starts, imaginary);
        for ([a0, a1], [b0, b1]) in terms {
            v.add_product(real, a0, b0);
            v.add_product(both, a1, b1);
            sum(v, &mut left, a0, a1);
            sum(v, &mut right, b0, b1);
            v.add_product(imaginary, left.as_ptr(), right.as_ptr());
        }
        subtract(v, imaginary, real);
        subtract(v, imaginary, both);
        subtract(v, real, both);
    }
}

/// The place of a coordinate.
///
/// # Safety
/// There is room at `out`, for 'a, and nobody else has it.
#[inline(always)]
unsafe fn coordinate<'a, const N: usize>(
    out: *mut [Lanes<N>; 2],
    i: usize,
) -> &'a mut MaybeUninit<Lanes<N>> {
    // SAFETY: the place is within the value; it may be unwritten.
    unsafe { &mut *(&raw mut (*out)[i]).cast() }
}

/// The lanes are written where they are to stand: a complex number is a kilobyte.
///
/// # Safety
/// There is room at `out`.
#[inline(always)]
pub(super) unsafe fn complex_sum<V: Form, M: Params<u64, N>, const N: usize>(
    v: V,
    out: *mut [Lanes<N>; 2],
    terms: &[ComplexTerm<'_, N>],
    starts: &[u64; 17],
) {
    let (mut real, mut imaginary) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    let sums = [real.as_mut_ptr(), imaginary.as_mut_ptr()];
    // SAFETY: there is room for the sums, which are written first, and the caller has room for the
    // result.
    unsafe {
        complex_columns(v, sums, terms, starts);
        v.reduce::<M, N>(coordinate(out, 0), sums[0]);
        v.reduce::<M, N>(coordinate(out, 1), sums[1]);
    }
}

/// A product as two sums.
///
/// # Safety
/// There is room at both places.
#[inline(always)]
pub(super) unsafe fn complex_product<V: Form, const N: usize>(
    v: V,
    out: [*mut Sum<N>; 2],
    term: ComplexTerm<'_, N>,
) {
    // SAFETY: the caller's.
    unsafe { complex_columns(v, out, &[term], &const { Of::<N>::starts(1) }) }
}

/// As [`complex_sum`].
///
/// # Safety
/// There is room at `out`.
#[inline(always)]
pub(super) unsafe fn complex_sqr<V: Form, M: Params<u64, N>, const N: usize>(
    v: V,
    out: *mut [Lanes<N>; 2],
    [a0, a1]: &[Lanes<N>; 2],
) {
    let (mut left, mut right) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    sum(v, &mut left, a0, a1);
    linear::difference(v, &mut right, a0, a1);
    // SAFETY: numbers whose lanes were written, and the caller has room.
    unsafe {
        v.mul::<M, N>(&raw mut (*out)[0], left.as_ptr(), right.as_ptr());
        sum(v, &mut left, a0, a0);
        v.mul::<M, N>(&raw mut (*out)[1], left.as_ptr(), a1);
    }
}

/// Eight integers of N words, one per lane.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Words<const N: usize> {
    words: [Eight<u64>; N],
    token: cpu::Doubles,
}

impl<const N: usize> Words<N> {
    /// One integer per lane.
    #[inline(always)]
    pub fn of_rows(token: cpu::Doubles, rows: [&[u64; N]; LANES]) -> Self {
        cpu::count_vector();
        let [a, b, c, d, e, f, g, h] = rows;
        let mut words = [Eight([0; LANES]); N];
        for (v, rows) in Ymm::halves(token).into_iter().zip([[a, b, c, d], [e, f, g, h]]) {
            // SAFETY: the token proves the feature.
            unsafe { rows::load_words(v, rows, &mut words) }
        }
        Self { words, token }
    }

    /// As limbs without signs, times 2^shift.
    #[inline(always)]
    fn cut(&self, shift: u32) -> Lanes<N> {
        Lanes::made(self.token, |out| {
            for v in Ymm::halves(self.token) {
                // SAFETY: the value carries the token of the CPU's feature, and there is room.
                unsafe { rows::cut(v, &self.words, shift, out) }
            }
        })
    }
}

impl<M: Params<u64, N>, const N: usize> Mont<M, N> {
    /// Whether there are kernels that can take this modulus.
    pub const SUPPORTED: bool = Facts::<M, N>::SUPPORTED;

    /// What values are made with, if the kernels serve this modulus and the CPU runs them.
    #[inline(always)]
    pub fn token() -> Option<cpu::Doubles> {
        if M::DOUBLES && Self::SUPPORTED { cpu::Doubles::get() } else { None }
    }

    /// A constant in every lane.
    #[inline]
    pub fn constant(token: cpu::Doubles, constant: &Constant<M>) -> Lanes<N> {
        Self::splat(token, &constant.doubles)
    }

    /// A small integer in every lane.
    #[inline]
    pub fn small(token: cpu::Doubles, value: u32) -> Lanes<N> {
        match value {
            0 => Lanes::zero(token),
            1 => Self::splat(token, &const { Facts::<M, N>::ONE }),
            _ => Self::times(&Self::splat(token, &const { Facts::<M, N>::ONE }), value),
        }
    }

    #[inline]
    fn splat(token: cpu::Doubles, limbs: &[i64; 8]) -> Lanes<N> {
        let limb = |i: usize| Eight([limbs[i] as f64; LANES]);
        Lanes { low: array(limb), high: array(|i| limb(N + i)), token }
    }

    /// Residues in Montgomery's form for 64-bit words, one per lane: reduced.
    pub fn of_words(token: cpu::Doubles, lanes: [&[u64; N]; LANES]) -> Lanes<N> {
        let mut out = Words::of_rows(token, lanes).cut(0);
        Self::mul_assign_any(&mut out, &Self::splat(token, &const { Facts::<M, N>::INTO }));
        out
    }

    /// The same times 2^(64N)/R, which is less work: reduced.
    pub fn of_words_scaled(token: cpu::Doubles, lanes: [&[u64; N]; LANES]) -> Lanes<N> {
        let words = Words::of_rows(token, lanes).cut(0);
        Lanes::made(token, |out| {
            // SAFETY: the token proves the feature, and there is room.
            unsafe { by_kernel!(token, around_zero::<N>(out, &words)) }
        })
    }

    /// What undoes two factors of [`Self::of_words_scaled`]: reduced.
    #[inline]
    pub fn unscale(token: cpu::Doubles) -> Lanes<N> {
        Self::splat(token, &const { Facts::<M, N>::UNSCALE })
    }

    /// Which lanes stand for an odd integer below m, a bit each: reduced.
    pub fn is_odd(a: &Lanes<N>) -> u8 {
        let integer = Self::mul(a, &Self::splat(a.token, &[1, 0, 0, 0, 0, 0, 0, 0]));
        let mut out = 0;
        for v in Ymm::halves(a.token) {
            // SAFETY: the value carries the token of the CPU's feature.
            out |= unsafe { rows::is_odd::<M, N>(v, &integer) } << v.first();
        }
        out
    }

    /// The residues in Montgomery's form for 64-bit words, below m.
    pub fn to_words(a: &Lanes<N>) -> [[u64; N]; LANES] {
        let a = Self::mul(a, &Self::splat(a.token, &const { Facts::<M, N>::OUT }));
        let mut out = [[0; N]; LANES];
        for (v, rows) in Ymm::halves(a.token).into_iter().zip(out.as_chunks_mut().0) {
            // SAFETY: the value carries the token of the CPU's feature.
            unsafe { rows::store_words::<M, N, false>(v, &a, rows) }
        }
        out
    }

    /// a·b/2^(64N) for K vectors at once: below m, of integers below m.
    ///
    /// One operand is cut R/2^(64N) times as long, so that the quotient by R is one by 2^(64N).
    pub fn mul_words<const K: usize>(
        a: &[Words<N>; K],
        b: &[Words<N>; K],
    ) -> [[[u64; N]; LANES]; K] {
        let mut out = [[[0; N]; LANES]; K];
        for ((a, b), out) in a.iter().zip(b).zip(&mut out) {
            let mut product = a.cut(Facts::<M, N>::SHIFT);
            // Below a·b/2^(64N) + 3m/4, a quotient of a product of two integers below m.
            Self::mul_assign_any(&mut product, &b.cut(0));
            for (v, rows) in Ymm::halves(product.token).into_iter().zip(out.as_chunks_mut().0) {
                // SAFETY: the value carries the token of the CPU's feature.
                unsafe { rows::store_words::<M, N, true>(v, &product, rows) }
            }
        }
        out
    }

    /// a = a·b/R, of limbs of r bits without signs too.
    #[inline(always)]
    fn mul_assign_any(a: &mut Lanes<N>, b: &Lanes<N>) {
        let out: *mut Lanes<N> = a;
        // SAFETY: the operands carry the token of the CPU's feature.
        unsafe { by_kernel!(b.token, mul::<M, N>(out, out, b)) }
    }

    /// a·b/R: reduced from lazy.
    #[inline(always)]
    pub fn mul(a: &Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
        debug_assert!(is_within::<M, N>(a, 2) && is_within::<M, N>(b, 2));
        Lanes::made(a.token, |out| {
            // SAFETY: the operands carry the token of the CPU's feature, and there is room.
            unsafe { by_kernel!(a.token, mul::<M, N>(out.as_mut_ptr(), a, b)) }
        })
    }

    /// a = a·b/R: reduced from lazy, in place.
    #[inline(always)]
    pub fn mul_assign(a: &mut Lanes<N>, b: &Lanes<N>) {
        debug_assert!(is_within::<M, N>(a, 2) && is_within::<M, N>(b, 2));
        Self::mul_assign_any(a, b);
    }

    /// a²/R: reduced from lazy.
    #[inline(always)]
    pub fn sqr(a: &Lanes<N>) -> Lanes<N> {
        debug_assert!(is_within::<M, N>(a, 2));
        Lanes::made(a.token, |out| {
            // SAFETY: the operand carries the token of the CPU's feature.
            unsafe { by_kernel!(a.token, sqr::<M, N>(out, a)) }
        })
    }

    /// (a·b + c·d)/R: reduced from lazy.
    #[inline(always)]
    pub fn sum_of_two(terms: [(&Lanes<N>, &Lanes<N>); 2]) -> Lanes<N> {
        debug_assert!(
            terms.iter().all(|(a, b)| is_within::<M, N>(a, 2) && is_within::<M, N>(b, 2))
        );
        let token = terms[0].0.token;
        Lanes::made(token, |out| {
            // SAFETY: the operands carry the token of the CPU's feature, and there is room.
            unsafe { by_kernel!(token, sum_of_two::<M, N>(out, terms)) }
        })
    }

    /// a·b as a sum: lazy operands.
    #[inline(always)]
    pub fn product(a: &Lanes<N>, b: &Lanes<N>) -> Wide<N> {
        debug_assert!(is_within::<M, N>(a, 2) && is_within::<M, N>(b, 2));
        let mut out = Wide::zero(a.token);
        // SAFETY: the operands carry the token of the CPU's feature.
        unsafe { by_kernel!(a.token, product::<N>(&raw mut out.sum, a, b)) }
        out.count(1);
        out
    }

    /// Adds a·b to a sum: lazy operands.
    #[inline(always)]
    pub fn mac(wide: &mut Wide<N>, a: &Lanes<N>, b: &Lanes<N>) {
        debug_assert!(is_within::<M, N>(a, 2) && is_within::<M, N>(b, 2));
        // SAFETY: the operands carry the token of the CPU's feature.
        unsafe { by_kernel!(a.token, mac::<N>(&raw mut wide.sum, a, b)) }
        wide.count(1);
    }

    /// Adds k·a to what a sum reduces to: a reduced value.
    #[inline(always)]
    pub fn mac_small(wide: &mut Wide<N>, a: &Lanes<N>, k: i32) {
        debug_assert!(is_within::<M, N>(a, 1));
        // SAFETY: the operands carry the token of the CPU's feature.
        unsafe { by_kernel!(a.token, mac_small::<N>(&raw mut wide.sum, a, k)) }
        wide.linear = true;
        wide.count(k.unsigned_abs());
    }

    /// The residue of a sum divided by R: reduced.
    #[inline(always)]
    pub fn reduce(wide: &Wide<N>) -> Lanes<N> {
        let out = Lanes::made(wide.token, |out| {
            // SAFETY: the sum carries the token of the CPU's feature, and there is room.
            unsafe { by_kernel!(wide.token, reduce::<M, N>(out, &raw const wide.sum)) }
        });
        let out = if wide.linear { Self::linear(&[(&out, 1)]) } else { out };
        debug_assert!(is_within::<M, N>(&out, 1), "a sum left its bounds");
        out
    }

    /// Σ a·b/R for complex numbers, of at least one product and at most [`MOST_TERMS`], where it is
    /// to stand: reduced from lazy.
    #[inline(always)]
    pub fn complex_sum<const K: usize>(out: &mut [Lanes<N>; 2], terms: &[ComplexTerm<'_, N>; K]) {
        const { assert!(K > 0 && K <= MOST_TERMS) };
        debug_assert!(
            terms.iter().all(|(a, b)| a.iter().chain(*b).all(|a| is_within::<M, N>(a, 2)))
        );
        let starts = const { &Of::<N>::starts(K as u64) };
        // SAFETY: the operands carry the token of the CPU's feature, and there is room.
        unsafe { by_kernel!(terms[0].0[0].token, complex_sum::<M, N>(out, terms, starts)) }
        debug_assert!(out.iter().all(|a| is_within::<M, N>(a, 1)), "a sum left its bounds");
    }

    /// a·b for complex numbers, as two sums: lazy operands.
    #[inline(always)]
    pub fn complex_product(a: &[Lanes<N>; 2], b: &[Lanes<N>; 2]) -> [Wide<N>; 2] {
        debug_assert!(a.iter().chain(b).all(|a| is_within::<M, N>(a, 2)));
        let mut out = [Wide::zero(a[0].token); 2];
        let [real, imaginary] = &mut out;
        let sums = [&raw mut real.sum, &raw mut imaginary.sum];
        // SAFETY: the operands carry the token of the CPU's feature.
        unsafe { by_kernel!(a[0].token, complex_product::<N>(sums, (a, b))) }
        out.each_mut().each(|sum| sum.count(2));
        out
    }

    /// a²/R for complex numbers: reduced from lazy.
    #[inline(always)]
    pub fn complex_sqr(a: &[Lanes<N>; 2]) -> [Lanes<N>; 2] {
        debug_assert!(a.iter().all(|a| is_within::<M, N>(a, 2)));
        if const { limbs(N) == 0 } {
            return [Lanes::zero(a[0].token); 2];
        }
        let mut out = MaybeUninit::uninit();
        // SAFETY: the operand carries the token of the CPU's feature. All is written but the tokens
        // of the result, which have no bytes.
        unsafe {
            by_kernel!(a[0].token, complex_sqr::<M, N>(out.as_mut_ptr(), a));
            out.assume_init()
        }
    }
}
