//! Sums of products of complex operands a₀ + a₁·i, i² = −1, with one reduction per coefficient;
//! small linear combinations.
//!
//! Σ aₖ·bₖ = Σ (a₀b₀ + a₁·(2m − b₁)) + Σ (a₀b₁ + a₁b₀)·i: two sums of 2K products, each interleaved
//! with its reduction (row i of every product, then row i of the reduction), so that the running
//! value is N + 2 words and stays in registers. A sum costs 2KN² + N² + N word products. The same
//! sums through [`Wide`](crate::Wide), and Karatsuba over double width with three products instead
//! of four, were measured and are slower in compiled code, which pays more for carries than for
//! multiplications. (P. Longa, ePrint 2022/367, §3, algorithm 2.)
//!
//! Bounds: those of [`Mont::sum_of_products`] with 2K products.

use core::mem::MaybeUninit;

use crate::Sum;
use crate::each::Each;
use crate::modulus::Params;
use crate::mont::{Mont, add_words, masked, sub_words};
use crate::wide::sub_both;
use crate::word::Word;

/// A complex operand, lazy.
pub type Complex<W, const N: usize> = [[W; N]; 2];

/// Up to this Σ |k| a linear combination is quicker term by term than by products and one
/// reduction: λ² − x₁ − x₂ takes half the time.
const FEW: u32 = 3;

impl<M: Params<W, N>, W: Word, const N: usize> Mont<M, W, N> {
    /// Σ aₖ·bₖ·R⁻¹, both coefficients reduced, for lazy operands; only for moduli with two spare
    /// bits.
    #[inline(never)]
    // On plain words the standard library's `map` takes a few instructions less.
    #[allow(clippy::disallowed_methods)]
    pub fn complex_sum<const K: usize>(
        terms: [(&Complex<W, N>, &Complex<W, N>); K],
    ) -> Complex<W, N> {
        const { assert!(M::SPARE_BITS >= 2 && K >= 1 && K <= 16) };
        debug_assert!(terms.iter().all(|(a, b)| {
            Self::is_lazy(&a[0])
                && Self::is_lazy(&a[1])
                && Self::is_lazy(&b[0])
                && Self::is_lazy(&b[1])
        }));
        let minus_b1 = terms.map(|(_, b)| Self::complement(&b[1]));
        let real = Self::sum_of_both::<K, K>(
            terms.map(|(a, b)| (&a[0], &b[0])),
            core::array::from_fn(|k| (&terms[k].0[1], &minus_b1[k])),
        );
        let imaginary = Self::sum_of_both(
            terms.map(|(a, b)| (&a[0], &b[1])),
            terms.map(|(a, b)| (&a[1], &b[0])),
        );
        [real, imaginary]
    }

    /// a·b before its reduction, for lazy operands, by three products: a₀b₀ − a₁b₁ and (a₀ +
    /// a₁)(b₀ + b₁) − a₀b₀ − a₁b₁ (A. A. Karatsuba, Yu. P. Ofman, 1962), which pays where products
    /// are kernels of their own ([`Word::KERNELS`]). The sums of two are below 4m, which fits with
    /// two spare bits.
    #[cfg(not(curvemark_multiplier))]
    #[inline(always)]
    pub fn complex_product(a: &Complex<W, N>, b: &Complex<W, N>) -> [Sum<W, N>; 2] {
        let mut out = MaybeUninit::uninit();
        Self::put_complex_product(&mut out, a, b);
        // SAFETY: both parts were put.
        unsafe { out.assume_init() }
    }

    /// [`Mont::complex_product`] where it is to stand: sums are long, and moving one takes a tenth
    /// of what the product does.
    #[cfg(not(curvemark_multiplier))]
    #[inline(never)]
    fn put_complex_product(
        out: &mut MaybeUninit<[Sum<W, N>; 2]>,
        a: &Complex<W, N>,
        b: &Complex<W, N>,
    ) {
        let [real, imaginary] = parts(out);
        Sum::put(real, |first| {
            let mut borrow = W::ZERO;
            Sum::put(imaginary, |sum| {
                borrow = Self::put_complex_parts(first, sum, a, b);
                W::ZERO
            });
            W::wrapping_neg(borrow)
        });
    }

    /// See [`Mont::complex_product_narrow`].
    #[cfg(curvemark_multiplier)]
    #[inline(always)]
    pub fn complex_product(a: &Complex<W, N>, b: &Complex<W, N>) -> [Sum<W, N>; 2] {
        Self::complex_product_narrow(a, b)
    }

    /// Puts the real part modulo 2^(2·N words) and the imaginary part, and says whether the real
    /// one is negative.
    #[inline(always)]
    fn put_complex_parts(
        real: &mut MaybeUninit<[[W; N]; 2]>,
        imaginary: &mut MaybeUninit<[[W; N]; 2]>,
        a: &Complex<W, N>,
        b: &Complex<W, N>,
    ) -> W {
        const { assert!(M::SPARE_BITS >= 2) };
        debug_assert!(
            Self::is_lazy(&a[0])
                && Self::is_lazy(&a[1])
                && Self::is_lazy(&b[0])
                && Self::is_lazy(&b[1])
        );
        W::put_product(real, &a[0], &b[0]);
        let second = W::product(&a[1], &b[1]);
        W::put_product(imaginary, &add_words(&a[0], &a[1]).0, &add_words(&b[0], &b[1]).0);
        // SAFETY: both were put.
        let (first, sum) = unsafe { (real.assume_init_mut(), imaginary.assume_init_mut()) };
        karatsuba(sum, first, &second)
    }

    /// a·b·R⁻¹, both coefficients reduced, for lazy operands: [`Mont::complex_product`] and two
    /// reductions.
    #[inline(never)]
    pub fn complex_mul(a: &Complex<W, N>, b: &Complex<W, N>) -> Complex<W, N> {
        if Self::MULTIPLIED {
            return Self::complex_mul_narrow(a, b);
        }
        if M::SPARE_BITS < 3 {
            return Self::complex_product(a, b).each(Sum::reduce::<M>);
        }
        // With three spare bits 8m² is below m·R; a real part below zero is above −m·R.
        let (mut real, mut imaginary) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        let borrow = Self::put_complex_parts(&mut real, &mut imaginary, a, b);
        // SAFETY: both were put.
        let (real, imaginary) = unsafe { (real.assume_init_mut(), imaginary.assume_init_ref()) };
        let mask = W::wrapping_neg(borrow).opaque();
        real[1] = add_words(&real[1], &masked(&M::P_W, mask)).0;
        [W::reduced::<M, N>(real), W::reduced::<M, N>(imaginary)]
    }

    /// a² before its reduction, for reduced coefficients: (a₀ + a₁)(a₀ + (m − a₁)) and 2a₀·a₁.
    #[cfg(not(curvemark_multiplier))]
    #[inline(always)]
    pub fn complex_square(a: &Complex<W, N>) -> [Sum<W, N>; 2] {
        let mut out = MaybeUninit::uninit();
        Self::put_complex_square(&mut out, a);
        // SAFETY: both parts were put.
        unsafe { out.assume_init() }
    }

    #[cfg(not(curvemark_multiplier))]
    #[inline(never)]
    fn put_complex_square(out: &mut MaybeUninit<[Sum<W, N>; 2]>, [a0, a1]: &Complex<W, N>) {
        let [real, imaginary] = parts(out);
        let product = |place: &mut _, a: &_, b: &_| {
            W::put_product(place, a, b);
            W::ZERO
        };
        Sum::put(real, |place| product(place, &Self::add(a0, a1), &Self::sub(a0, a1)));
        Sum::put(imaginary, |place| product(place, &Self::add(a0, a0), a1));
    }

    /// a²·R⁻¹ as sums, for reduced coefficients.
    #[cfg(curvemark_multiplier)]
    #[inline(always)]
    pub fn complex_square(a: &Complex<W, N>) -> [Sum<W, N>; 2] {
        Self::complex_sqr(a).map(Sum::of_reduced)
    }

    #[inline(always)]
    fn complex_square_parts([a0, a1]: &Complex<W, N>) -> [[[W; N]; 2]; 2] {
        [W::product(&Self::add(a0, a1), &Self::sub(a0, a1)), W::product(&Self::add(a0, a0), a1)]
    }

    /// a²·R⁻¹, both coefficients reduced, of reduced ones.
    #[inline(never)]
    pub fn complex_sqr(a: &Complex<W, N>) -> Complex<W, N> {
        if Self::MULTIPLIED {
            return Self::complex_sqr_narrow(a);
        }
        Self::complex_square_parts(a).each(|words| W::reduced::<M, N>(&words))
    }

    /// Σ k·a, reduced, of reduced values; Σ |k| at most 256. The k are public.
    #[inline(always)]
    pub fn linear<const K: usize>(terms: [(&[W; N], i32); K]) -> [W; N] {
        debug_assert!(terms.iter().all(|(a, _)| Self::is_reduced(a)));
        if W::KERNELS {
            return W::combination::<M, N, K>(terms);
        }
        if terms.iter().map(|(_, k)| k.unsigned_abs()).sum::<u32>() <= FEW {
            Self::linear_by_steps(terms)
        } else {
            Self::linear_by_products(terms)
        }
    }

    /// Term by term, each time reduced: two chains of carries for one that is taken away, three for
    /// one that is added.
    #[inline(always)]
    fn linear_by_steps<const K: usize>(terms: [(&[W; N], i32); K]) -> [W; N] {
        let mut out: Option<[W; N]> = None;
        for (a, k) in terms {
            for _ in 0..k.unsigned_abs() {
                out = Some(match (out, k > 0) {
                    (None, true) => *a,
                    (None, false) => Self::neg(a),
                    (Some(out), true) if W::SUMS => Self::sum(&out, a),
                    (Some(out), false) if W::SUMS => Self::difference(&out, a),
                    (Some(out), true) => Self::sub_any(&out, &sub_words(&M::P_W, a).0),
                    (Some(out), false) => Self::sub_any(&out, a),
                });
            }
        }
        out.unwrap_or(Self::ZERO)
    }

    /// Negative terms enter as |k|·(m − a), and one reduction takes what is above m.
    #[inline(never)]
    fn linear_by_products<const K: usize>(terms: [(&[W; N], i32); K]) -> [W; N] {
        debug_assert!(
            terms.iter().map(|(_, k)| k.unsigned_abs()).sum::<u32>() <= 256,
            "more than the estimate takes"
        );
        let mut out = [W::ZERO; N];
        let mut above = W::ZERO;
        for (a, k) in terms {
            let a = if k < 0 { sub_words(&M::P_W, a).0 } else { *a };
            let k = W::from_u64(u64::from(k.unsigned_abs()));
            let mut carry = W::ZERO;
            each_word!(j < N => {
                (out[j], carry) = W::mac(out[j], a[j], k, carry);
            });
            above = W::wrapping_add(above, carry);
        }
        Self::reduce_small(&out, above)
    }
}

/// The places of both elements of an array.
#[cfg(not(curvemark_multiplier))]
#[inline(always)]
fn parts<T>(place: &mut MaybeUninit<[T; 2]>) -> &mut [MaybeUninit<T>; 2] {
    // SAFETY: an array of places is laid out as the place of an array.
    unsafe { &mut *core::ptr::from_mut(place).cast() }
}

/// sum ← sum − first − second, which is not negative, and first ← first − second, whose borrow is
/// returned: one pass, and out of line.
#[inline(never)]
fn karatsuba<W: Word, const N: usize>(
    sum: &mut [[W; N]; 2],
    first: &mut [[W; N]; 2],
    second: &[[W; N]; 2],
) -> W {
    let (mut both, mut borrow) = (W::ZERO, W::ZERO);
    // Four words at a time, where a word's own step takes 18 instructions and a loop's five.
    let (sum, first, second) =
        (sum.as_flattened_mut(), first.as_flattened_mut(), second.as_flattened());
    for ((sum, first), second) in sum.chunks_mut(4).zip(first.chunks_mut(4)).zip(second.chunks(4)) {
        for ((sum, first), second) in sum.iter_mut().zip(first).zip(second) {
            let (a, b, c) = (W::wanted(sum), W::wanted(first), W::wanted(second));
            (*sum, both) = sub_both(a, b, c, both);
            (*first, borrow) = W::sbb(b, c, borrow);
        }
    }
    borrow
}
