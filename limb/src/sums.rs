//! Sums of products of complex operands a₀ + a₁·i, i² = −1, with one reduction per coefficient; small linear combinations.
//!
//! Σ aₖ·bₖ = Σ (a₀b₀ + a₁·(2m − b₁)) + Σ (a₀b₁ + a₁b₀)·i: two sums of 2K products, each interleaved with its reduction (row i of
//! every product, then row i of the reduction), so that the running value is N + 2 words and stays in registers. A sum
//! costs 2KN² + N² + N word products. The same sums through [`Wide`](crate::Wide), and Karatsuba over double width with
//! three products instead of four, were measured and are slower in compiled code, which pays more for carries than for
//! multiplications. (P. Longa, ePrint 2022/367, §3, algorithm 2.)
//!
//! Bounds: those of [`Mont::sum_of_products`] with 2K products.

use crate::modulus::Params;
use crate::mont::{Mont, sub_words};
use crate::word::Word;

/// A complex operand, lazy.
pub type Complex<W, const N: usize> = [[W; N]; 2];

/// Up to this Σ |k| a linear combination is quicker term by term than by products and one reduction: λ² − x₁ − x₂ takes half the time.
const FEW: u32 = 3;

impl<M: Params<W, N>, W: Word, const N: usize> Mont<M, W, N> {
    /// Σ aₖ·bₖ·R⁻¹, both coefficients reduced, for lazy operands; only for moduli with two spare bits.
    #[inline(never)]
    pub fn complex_sum<const K: usize>(terms: [(&Complex<W, N>, &Complex<W, N>); K]) -> Complex<W, N> {
        const { assert!(M::SPARE_BITS >= 2 && K >= 1 && K <= 16) };
        debug_assert!(terms.iter().all(|(a, b)| {
            Self::is_lazy(&a[0]) && Self::is_lazy(&a[1]) && Self::is_lazy(&b[0]) && Self::is_lazy(&b[1])
        }));
        let minus_b1 = terms.map(|(_, b)| Self::complement(&b[1]));
        let real = Self::sum_of_both::<K, K>(
            terms.map(|(a, b)| (&a[0], &b[0])),
            core::array::from_fn(|k| (&terms[k].0[1], &minus_b1[k])),
        );
        let imaginary = Self::sum_of_both(terms.map(|(a, b)| (&a[0], &b[1])), terms.map(|(a, b)| (&a[1], &b[0])));
        [real, imaginary]
    }

    /// Σ k·a, reduced, of reduced values; Σ |k| at most 256. The k are public.
    #[inline(always)]
    pub fn linear<const K: usize>(terms: [(&[W; N], i32); K]) -> [W; N] {
        debug_assert!(terms.iter().all(|(a, _)| Self::is_reduced(a)));
        if terms.iter().map(|(_, k)| k.unsigned_abs()).sum::<u32>() <= FEW {
            Self::linear_by_steps(terms)
        } else {
            Self::linear_by_products(terms)
        }
    }

    /// Term by term, each time reduced: two chains of carries for one that is taken away, three for one that is added.
    #[inline(always)]
    fn linear_by_steps<const K: usize>(terms: [(&[W; N], i32); K]) -> [W; N] {
        let mut out: Option<[W; N]> = None;
        for (a, k) in terms {
            for _ in 0..k.unsigned_abs() {
                out = Some(match (out, k > 0) {
                    (None, true) => *a,
                    (None, false) => Self::neg(a),
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
        debug_assert!(terms.iter().map(|(_, k)| k.unsigned_abs()).sum::<u32>() <= 256, "more than the estimate takes");
        let mut out = [W::ZERO; N];
        let mut above = W::ZERO;
        for (a, k) in terms {
            let a = if k < 0 { sub_words(&M::P_W, a).0 } else { *a };
            let k = W::from_u64(u64::from(k.unsigned_abs()));
            let mut carry = W::ZERO;
            for j in 0..N {
                (out[j], carry) = W::mac(out[j], a[j], k, carry);
            }
            above = W::wrapping_add(above, carry);
        }
        Self::reduce_small(&out, above)
    }
}
