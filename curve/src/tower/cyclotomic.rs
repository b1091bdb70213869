//! The cyclotomic subgroup of Fp12*, order p⁴ − p² + 1: what the easy part of a final exponentiation gives.
//!
//! There the inverse is the conjugate, and a square costs about half (Granger, Scott, "Faster Squaring in the Cyclotomic
//! Subgroup of Sixth Degree Extensions", ePrint 2009/565, §3.2). With Fp4 = Fp2\[s\]/(s² − ξ), s = w³, and
//! a = A + B·w + C·w², A = a₀ + a₃s, B = a₁ + a₄s, C = a₂ + a₅s:
//!
//! a² = (3A² − 2Ā) + (3sC² + 2B̄)·w + (3B² − 2C̄)·w².

use super::{Fp2Of, Fp12, Tower, assert_products, xi};
use crate::field::{Field, product, reduce};

impl<T: Tower> Fp12<T> {
    /// a² for a in the cyclotomic subgroup; for other a some other value.
    #[inline(never)]
    #[must_use]
    pub fn cyclotomic_sqr(&self) -> Self {
        T::Fp::kernel(
            #[inline(always)]
            || if T::Fp::KARATSUBA { self.cyclotomic_sqr_narrow() } else { self.cyclotomic_sqr_layered() },
        )
    }

    /// The square as one layer of six sums with small multiples; 9 M, 6 R.
    #[inline(always)]
    #[must_use]
    pub fn cyclotomic_sqr_layered(&self) -> Self {
        const { assert_products::<T>(4) };
        let a = self.w();
        let (x3, x4, x5) = (xi::<T>(a[3]), xi::<T>(a[4]), xi::<T>(a[5]));
        let [t0, t1, t2, t3, t4, t5] = a.map(|a| a.times(3));
        let (u0, u1, u2) = (t0.twice(), t1.twice(), t2.twice());
        let [c0, c1, c2, c3, c4, c5] = reduce([
            product(&t0, a[0]).plus(&t3, &x3).plus_small(a[0], -2),
            product(&u2, &x5).plus_small(a[1], 2),
            product(&t1, a[1]).plus(&t4, &x4).plus_small(a[2], -2),
            product(&u0, a[3]).plus_small(a[3], 2),
            product(&t2, a[2]).plus(&t5, &x5).plus_small(a[4], -2),
            product(&u1, a[4]).plus_small(a[5], 2),
        ]);
        Self::from_w([c0, c1, c2, c3, c4, c5])
    }

    /// The square with three squarings per Fp4, (x + y)² − x² − y² = 2xy, and the small multiples on reduced values; 9 S, 9 R.
    #[inline(always)]
    #[must_use]
    pub fn cyclotomic_sqr_narrow(&self) -> Self {
        let a = self.w();
        let (s0, t0) = sqr4::<T>(a[0], a[3]);
        let (s1, t1) = sqr4::<T>(a[1], a[4]);
        let (s2, t2) = sqr4::<T>(a[2], a[5]);
        let xt2 = xi::<T>(&t2).weak();
        Self::from_w([
            three_less_two::<T>(&s0, a[0]),
            three_and_two::<T>(&xt2, a[1]),
            three_less_two::<T>(&s1, a[2]),
            three_and_two::<T>(&t0, a[3]),
            three_less_two::<T>(&s2, a[4]),
            three_and_two::<T>(&t1, a[5]),
        ])
    }

    /// a^n for a in the cyclotomic subgroup and a public n ≥ 1, by squarings and products from the highest bit down.
    #[must_use]
    pub fn cyclotomic_pow_vartime(&self, n: u64) -> Self {
        debug_assert!(n != 0, "the power starts with the highest set bit");
        let mut out = self.clone();
        for i in (0..n.ilog2()).rev() {
            out = out.cyclotomic_sqr();
            if (n >> i) & 1 == 1 {
                out = out.mul(self);
            }
        }
        out
    }
}

/// (x + y·s)² = (x² + ξy²) + 2xy·s.
#[inline(always)]
fn sqr4<T: Tower>(x: &Fp2Of<T>, y: &Fp2Of<T>) -> (Fp2Of<T>, Fp2Of<T>) {
    let (xx, yy, sum) = (x.sqr(), y.sqr(), x.plus(y).sqr());
    (&xx + &xi::<T>(&yy).weak(), &sum - &(&xx + &yy))
}

/// 3s − 2a.
#[inline(always)]
fn three_less_two<T: Tower>(s: &Fp2Of<T>, a: &Fp2Of<T>) -> Fp2Of<T> {
    let difference = s - a;
    &difference.twice().weak() + s
}

/// 3s + 2a.
#[inline(always)]
fn three_and_two<T: Tower>(s: &Fp2Of<T>, a: &Fp2Of<T>) -> Fp2Of<T> {
    let sum = s + a;
    &sum.twice().weak() + s
}
