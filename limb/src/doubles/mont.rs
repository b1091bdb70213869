//! Montgomery's form with R = 2^(rL), eight residues at a time: see the [module](super) for why
//! each operation is exact and each result below m.
//!
//! A kernel works on four lanes, and runs twice: its columns just fit the sixteen registers. A
//! product, a square and a sum of two are reduced on the way. What is longer goes through columns
//! in memory, which costs a twelfth of the products and lets all moduli of a length share them.

use core::arch::x86_64::*;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::linear::{self, add_integers, carry, constant, digit, double, integer};
use super::{
    B, Column, Columns, Facts, Half, LANES, Lanes, Limb, NOUGHT, Number, Of, Wide, WideHalf, ZERO,
    is_within, limbs, rows, wide,
};
use crate::cpu;
use crate::each::Each;
use crate::modulus::{Constant, Params};

/// A product of two complex numbers, one term of a sum.
pub type ComplexTerm<'a, const N: usize> = (&'a [Lanes<N>; 2], &'a [Lanes<N>; 2]);

/// Products of complex numbers that [`Mont::complex_sum`] adds up.
pub const MOST_TERMS: usize = 8;

/// Residues modulo `M` in eight lanes, in Montgomery's form: a namespace of functions, never a
/// value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mont<M, const N: usize>(PhantomData<M>);

/// C₁ and C₂.
#[derive(Clone, Copy)]
pub(super) struct Magic {
    pub(super) c1: Limb,
    pub(super) c2: Limb,
}

impl Magic {
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn new<const N: usize>() -> Self {
        Self { c1: double(Of::<N>::C1), c2: double(Of::<N>::C2) }
    }
}

/// The same integers in every lane.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn columns(starts: &[u64; 17]) -> Columns {
    let mut out = [ZERO; 17];
    for i in 0..17 {
        out[i] = integer(starts[i]);
    }
    out
}

/// A limb of a number.
///
/// # Safety
/// There is a number at `a`.
#[inline]
#[target_feature(enable = "avx2,fma")]
unsafe fn limb<const N: usize>(a: *const Half<N>, i: usize) -> Limb {
    // SAFETY: limbs are one after the other, and the caller asks for one of them.
    unsafe { a.cast::<Limb>().add(i).read() }
}

/// The digit of the last step's quotient: c times the lowest r bits of a column, modulo 2^r.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn last_digit<M: Params<u64, N>, const N: usize>(column: Column, magic: Magic) -> Limb {
    let (low, c) = (digit::<N>(column), double(const { Facts::<M, N>::C as f64 }));
    // The low half of a limb product; by integers it comes around zero however that was rounded.
    let high = _mm256_fmadd_pd(low, c, magic.c1);
    let low = _mm256_fmsub_pd(low, c, _mm256_sub_pd(high, magic.c2));
    digit::<N>(_mm256_add_epi64(_mm256_castpd_si256(low), integer(Of::<N>::HALF)))
}

/// Takes the lowest r bits of column i to zero and what is above them to column i + 1, by adding a
/// multiple of m·2^(ri).
macro_rules! montgomery_step {
    ($t:ident[$i:ident], $magic:ident, $modulus:ident, $words:ident) => {
        let table = const { &Facts::<$modulus, $words>::TABLE };
        if const { $i + 1 < limbs($words) } {
            // The column less its lowest r bits, which vanish.
            let quotient = digit::<$words>($t[$i]);
            $t[$i + 1] = _mm256_add_epi64($t[$i + 1], carry::<$words>($t[$i]));
            let shifted = table.shifted.as_ptr().cast::<f64>();
            add_row!($t[$i + 1], quotient, shifted, $magic, $words);
        } else {
            let quotient = last_digit::<$modulus, $words>($t[$i], $magic);
            let modulus = table.modulus.as_ptr().cast::<f64>();
            add_row!($t[$i], quotient, modulus, $magic, $words);
            $t[$i + 1] = _mm256_add_epi64($t[$i + 1], carry::<$words>($t[$i]));
        }
    };
}

/// The limbs of columns from L on, which start as [`Of::cut`] says.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn upper<const N: usize>(t: &mut Columns) -> Number {
    let mut out = [NOUGHT; 8];
    unrolled!(j < limbs(N) => {
        if const { j + 1 < limbs(N) } {
            t[limbs(N) + j + 1] =
                _mm256_add_epi64(t[limbs(N) + j + 1], carry::<N>(t[limbs(N) + j]));
            out[j] = digit::<N>(t[limbs(N) + j]);
        } else {
            // The bits of B, and the limb.
            out[j] = _mm256_sub_pd(_mm256_castsi256_pd(t[limbs(N) + j]), double(B));
        }
    });
    out
}

/// a·b, which may stand in the place of the result.
///
/// # Safety
/// There are numbers at `a` and `b`, and there is room at `out`.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
unsafe fn mul<M: Params<u64, N>, const N: usize>(
    out: *mut Half<N>,
    a: *const Half<N>,
    b: *const Half<N>,
) {
    let (magic, b) = (Magic::new::<N>(), b.cast::<f64>());
    let mut t = columns(&const { Of::<N>::starts_of_product(1, false) });
    unrolled!(i < limbs(N) => {
        // SAFETY: the caller has a number there.
        let x = unsafe { limb(a, i) };
        add_row!(t[i], x, b, magic, N);
        montgomery_step!(t[i], magic, M, N);
    });
    // SAFETY: the caller has room there. All of the operands was read.
    unsafe { out.write(Half::of(&upper::<N>(&mut t))) };
}

/// a².
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn sqr<M: Params<u64, N>, const N: usize>(out: &mut MaybeUninit<Half<N>>, a: &Half<N>) {
    let (magic, number, a) = (Magic::new::<N>(), a, a.place());
    let mut t = columns(&const { Of::<N>::starts_of_product(1, true) });
    unrolled!(i < limbs(N) => {
        // SAFETY: a reference is to a number.
        let x = unsafe { limb(number, i) };
        add_limb_product!(t[2 * i], x, a, i, magic);
        let twice = _mm256_add_pd(x, x);
        unrolled!(j < limbs(N) => {
            if const { j > i } {
                add_limb_product!(t[i + j], twice, a, j, magic);
            }
        });
        montgomery_step!(t[i], magic, M, N);
    });
    out.write(Half::of(&upper::<N>(&mut t)));
}

/// a·b + c·d.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn sum_of_two<M: Params<u64, N>, const N: usize>(
    out: &mut MaybeUninit<Half<N>>,
    [(a, b), (c, d)]: [(&Half<N>, &Half<N>); 2],
) {
    let (magic, b, d) = (Magic::new::<N>(), b.place(), d.place());
    let mut t = columns(&const { Of::<N>::starts_of_product(2, false) });
    unrolled!(i < limbs(N) => {
        // SAFETY: a reference is to a number.
        let (x, y) = unsafe { (limb(a, i), limb(c, i)) };
        add_row!(t[i], x, b, magic, N);
        add_row!(t[i], y, d, magic, N);
        montgomery_step!(t[i], magic, M, N);
    });
    out.write(Half::of(&upper::<N>(&mut t)));
}

/// The limbs of a sum's quotient by R.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn reduce<M: Params<u64, N>, const N: usize>(out: &mut MaybeUninit<Half<N>>, sum: &WideHalf<N>) {
    let magic = Magic::new::<N>();
    let mut t = columns(&const { Of::<N>::starts_of_reduction() });
    add_integers(&mut t, &sum.columns(), 2 * limbs(N));
    unrolled!(i < limbs(N) => {
        montgomery_step!(t[i], magic, M, N);
    });
    out.write(Half::of(&upper::<N>(&mut t)));
}

/// The columns of Σ (a₀b₀ − a₁b₁) and of Σ (a₀b₁ + a₁b₀), each the difference of Σ a₀b₀, Σ a₁b₁ and
/// Σ (a₀ + a₁)(b₀ + b₁): three products for one of complex numbers.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn complex_columns<const N: usize>(
    half: usize,
    terms: &[ComplexTerm<'_, N>],
    starts: &[u64; 17],
) -> [WideHalf<N>; 2] {
    let start = WideHalf::of(&columns(starts));
    let [mut real, mut both, mut imaginary] = [start; 3];
    for (a, b) in terms {
        let ([a0, a1], [b0, b1]) =
            (a.each_ref().each(|a| &a.halves[half]), b.each_ref().each(|b| &b.halves[half]));
        wide::add_product(&mut real, a0, b0);
        wide::add_product(&mut both, a1, b1);
        let (a, b) = (linear::sum(a0, a1), linear::sum(b0, b1));
        wide::add_product(&mut imaginary, &a, &b);
    }
    wide::subtract(&mut imaginary, &real);
    wide::subtract(&mut imaginary, &both);
    wide::subtract(&mut real, &both);
    [real, imaginary]
}

/// All lanes of a complex number are written where it is to stand: they are a kilobyte.
///
/// # Safety
/// There is room at `out`.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
unsafe fn complex_sum<M: Params<u64, N>, const N: usize>(
    out: *mut [Lanes<N>; 2],
    terms: &[ComplexTerm<'_, N>],
    starts: &[u64; 17],
) {
    for half in 0..2 {
        for (i, sum) in complex_columns(half, terms, starts).iter().enumerate() {
            // SAFETY: the caller has room there.
            reduce::<M, N>(unsafe { place(out, i, half) }, sum);
        }
    }
}

/// The place of half a coordinate.
///
/// # Safety
/// There is room at `out`, for 'a, and nobody else has it.
#[inline(always)]
unsafe fn place<'a, const N: usize>(
    out: *mut [Lanes<N>; 2],
    i: usize,
    half: usize,
) -> &'a mut MaybeUninit<Half<N>> {
    // SAFETY: the place is within the value; it may be unwritten.
    unsafe { &mut *(&raw mut (*out)[i].halves[half]).cast() }
}

#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn complex_product<const N: usize>(half: usize, term: ComplexTerm<'_, N>) -> [WideHalf<N>; 2] {
    complex_columns(half, &[term], &const { Of::<N>::starts(1) })
}

/// As [`complex_sum`].
///
/// # Safety
/// There is room at `out`.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
unsafe fn complex_sqr<M: Params<u64, N>, const N: usize>(
    out: *mut [Lanes<N>; 2],
    a: &[Lanes<N>; 2],
) {
    for half in 0..2 {
        let [a0, a1] = a.each_ref().each(|a| &a.halves[half]);
        let (sum, difference, double) =
            (linear::sum(a0, a1), linear::difference(a0, a1), linear::sum(a0, a0));
        // SAFETY: numbers, and the caller has room.
        unsafe {
            mul::<M, N>(place(out, 0, half).as_mut_ptr(), &raw const sum, &raw const difference);
            mul::<M, N>(place(out, 1, half).as_mut_ptr(), &raw const double, a1);
        }
    }
}

/// Eight integers of N words, one per lane.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Words<const N: usize> {
    halves: [[Column; N]; 2],
    token: cpu::Doubles,
}

impl<const N: usize> Words<N> {
    /// One integer per lane.
    #[inline(always)]
    pub fn of_rows(token: cpu::Doubles, rows: [&[u64; N]; LANES]) -> Self {
        cpu::count_vector();
        let [a, b, c, d, e, f, g, h] = rows;
        // SAFETY: the token proves the feature.
        let halves = unsafe { [rows::load_words([a, b, c, d]), rows::load_words([e, f, g, h])] };
        Self { halves, token }
    }

    /// As limbs without signs, times 2^shift.
    #[inline(always)]
    fn cut(&self, shift: u32) -> Lanes<N> {
        Lanes::made(self.token, |place, half| {
            // SAFETY: the value carries the token of the CPU's feature.
            place.write(unsafe { rows::cut(&self.halves[half], shift) });
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
        // SAFETY: the token proves the feature.
        let half = Half::of(&unsafe { constant(limbs) });
        Lanes { halves: [half; 2], token }
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
        Lanes::made(token, |place, half| {
            // SAFETY: the token proves the feature.
            place.write(unsafe { linear::around_zero(&words.halves[half]) });
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
        for half in 0..2 {
            // SAFETY: the value carries the token of the CPU's feature.
            out |= unsafe { rows::is_odd::<M, N>(&integer.halves[half]) } << (4 * half);
        }
        out
    }

    /// The residues in Montgomery's form for 64-bit words, below m.
    pub fn to_words(a: &Lanes<N>) -> [[u64; N]; LANES] {
        let a = Self::mul(a, &Self::splat(a.token, &const { Facts::<M, N>::OUT }));
        let mut out = [[0; N]; LANES];
        for half in 0..2 {
            // SAFETY: the value carries the token of the CPU's feature.
            unsafe { rows::store_words::<M, N, false>(&a.halves[half], &mut out[4 * half..]) };
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
            for half in 0..2 {
                // SAFETY: the value carries the token of the CPU's feature.
                unsafe {
                    rows::store_words::<M, N, true>(&product.halves[half], &mut out[4 * half..]);
                }
            }
        }
        out
    }

    /// a = a·b/R, of limbs of r bits without signs too.
    #[inline(always)]
    fn mul_assign_any(a: &mut Lanes<N>, b: &Lanes<N>) {
        for (a, b) in a.halves.iter_mut().zip(&b.halves) {
            let a: *mut Half<N> = a;
            // SAFETY: the operands carry the token of the CPU's feature.
            unsafe { mul::<M, N>(a, a, b) }
        }
    }

    /// a·b/R: reduced from lazy.
    #[inline(always)]
    pub fn mul(a: &Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
        debug_assert!(is_within::<M, N>(a, 2) && is_within::<M, N>(b, 2));
        Lanes::made(a.token, |place, half| {
            // SAFETY: the operands carry the token of the CPU's feature.
            unsafe { mul::<M, N>(place.as_mut_ptr(), &a.halves[half], &b.halves[half]) }
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
        Lanes::made(a.token, |place, half| {
            // SAFETY: the operand carries the token of the CPU's feature.
            unsafe { sqr::<M, N>(place, &a.halves[half]) }
        })
    }

    /// (a·b + c·d)/R: reduced from lazy.
    #[inline(always)]
    pub fn sum_of_two(terms: [(&Lanes<N>, &Lanes<N>); 2]) -> Lanes<N> {
        debug_assert!(
            terms.iter().all(|(a, b)| is_within::<M, N>(a, 2) && is_within::<M, N>(b, 2))
        );
        let [(a, b), (c, d)] = terms;
        Lanes::made(a.token, |place, i| {
            let terms = [(&a.halves[i], &b.halves[i]), (&c.halves[i], &d.halves[i])];
            // SAFETY: the operands carry the token of the CPU's feature.
            unsafe { sum_of_two::<M, N>(place, terms) }
        })
    }

    /// a·b as a sum: lazy operands.
    #[inline(always)]
    pub fn product(a: &Lanes<N>, b: &Lanes<N>) -> Wide<N> {
        debug_assert!(is_within::<M, N>(a, 2) && is_within::<M, N>(b, 2));
        let mut out = Wide::zero(a.token);
        // SAFETY: the operands carry the token of the CPU's feature.
        out.halves = unsafe {
            [wide::product(&a.halves[0], &b.halves[0]), wide::product(&a.halves[1], &b.halves[1])]
        };
        out.count(1);
        out
    }

    /// Adds a·b to a sum: lazy operands.
    #[inline(always)]
    pub fn mac(wide: &mut Wide<N>, a: &Lanes<N>, b: &Lanes<N>) {
        debug_assert!(is_within::<M, N>(a, 2) && is_within::<M, N>(b, 2));
        for ((wide, a), b) in wide.halves.iter_mut().zip(&a.halves).zip(&b.halves) {
            // SAFETY: the operands carry the token of the CPU's feature.
            unsafe { wide::mac(wide, a, b) }
        }
        wide.count(1);
    }

    /// Adds k·a to what a sum reduces to: a reduced value.
    #[inline(always)]
    pub fn mac_small(wide: &mut Wide<N>, a: &Lanes<N>, k: i32) {
        debug_assert!(is_within::<M, N>(a, 1));
        for (wide, a) in wide.halves.iter_mut().zip(&a.halves) {
            // SAFETY: the operands carry the token of the CPU's feature.
            unsafe { wide::mac_small(wide, a, k) }
        }
        wide.linear = true;
        wide.count(k.unsigned_abs());
    }

    /// The residue of a sum divided by R: reduced.
    #[inline(always)]
    pub fn reduce(wide: &Wide<N>) -> Lanes<N> {
        let out = Lanes::made(wide.token, |place, half| {
            // SAFETY: the sum carries the token of the CPU's feature.
            unsafe { reduce::<M, N>(place, &wide.halves[half]) }
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
        unsafe { complex_sum::<M, N>(out, terms, starts) }
        debug_assert!(out.iter().all(|a| is_within::<M, N>(a, 1)), "a sum left its bounds");
    }

    /// a·b for complex numbers, as two sums: lazy operands.
    #[inline(always)]
    pub fn complex_product(a: &[Lanes<N>; 2], b: &[Lanes<N>; 2]) -> [Wide<N>; 2] {
        debug_assert!(a.iter().chain(b).all(|a| is_within::<M, N>(a, 2)));
        // SAFETY: the operands carry the token of the CPU's feature.
        let [[r0, i0], [r1, i1]] =
            unsafe { [complex_product(0, (a, b)), complex_product(1, (a, b))] };
        let mut out = [Wide::zero(a[0].token); 2];
        for (out, halves) in out.iter_mut().zip([[r0, r1], [i0, i1]]) {
            out.halves = halves;
            out.count(2);
        }
        out
    }

    /// a²/R for complex numbers: reduced from lazy.
    #[inline(always)]
    pub fn complex_sqr(a: &[Lanes<N>; 2]) -> [Lanes<N>; 2] {
        debug_assert!(a.iter().all(|a| is_within::<M, N>(a, 2)));
        let mut out = MaybeUninit::uninit();
        // SAFETY: the operand carries the token of the CPU's feature. All is written but the tokens
        // of the result, which have no bytes.
        unsafe {
            complex_sqr::<M, N>(out.as_mut_ptr(), a);
            out.assume_init()
        }
    }
}
