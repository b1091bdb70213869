//! The cyclotomic subgroup of Fp12*, order p⁴ − p² + 1: what the easy part of a final exponentiation gives.
//!
//! There the inverse is the conjugate, and a square costs about half (Granger, Scott, "Faster Squaring in the Cyclotomic
//! Subgroup of Sixth Degree Extensions", ePrint 2009/565, §3.2). With Fp4 = Fp2\[s\]/(s² − ξ), s = w³, and
//! a = A + B·w + C·w², A = a₀ + a₃s, B = a₁ + a₄s, C = a₂ + a₅s:
//!
//! a² = (3A² − 2Ā) + (3sC² + 2B̄)·w + (3B² − 2C̄)·w².

use super::{Fp2Of, Fp12, Tower, assert_products, xi};
use crate::field::{Field, Red, linear, product, reduce, sums, term};
use crate::windows::Windows;

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

    /// The square with two products per Fp4: (x + y·s)² = (m − t − ξt) + 2t·s with t = xy, m = (x + y)(x + ξy), and everything
    /// after the products as one linear combination per coefficient in Fp; 6 M, 6 R.
    #[inline(always)]
    #[must_use]
    pub fn cyclotomic_sqr_narrow(&self) -> Self {
        let a = self.w();
        let (m0, t0) = products4::<T>(a[0], a[3]);
        let (m1, t1) = products4::<T>(a[1], a[4]);
        let (m2, t2) = products4::<T>(a[2], a[5]);
        let c1 = odd::<T>(&t2, a[1]);
        let [c3, c5] = linear([[(&t0, 6), (a[3], 2)], [(&t1, 6), (a[5], 2)]]);
        let [c0, c2, c4] = [(&m0, &t0, a[0]), (&m1, &t1, a[2]), (&m2, &t2, a[4])].map(|(m, t, x)| even::<T>(m, t, x));
        Self::from_w([c0, c1, c2, c3, c4, c5])
    }

    /// a^n for a in the cyclotomic subgroup and a public n; time depends on n alone.
    #[must_use]
    pub fn cyclotomic_power(&self, n: &Windows) -> Self {
        n.multiple(self, Self::cyclotomic_sqr, Self::mul, Self::conjugate)
    }
}

/// (x + y)(x + ξy) and xy.
#[inline(always)]
fn products4<T: Tower>(x: &Fp2Of<T>, y: &Fp2Of<T>) -> (Fp2Of<T>, Fp2Of<T>) {
    let [m, t] = sums([[term(&x.plus(y), &x.plus(&xi::<T>(y).weak()))], [term(x, y)]]);
    (m, t)
}

/// 6ξt + 2y, with ξ = k + u.
///
/// For k = 1 as combinations in Fp, which saves bringing ξt back into range; other k are too large for one combination.
#[inline(always)]
fn odd<T: Tower>(t: &Fp2Of<T>, y: &Fp2Of<T>) -> Fp2Of<T> {
    if T::XI > 1 {
        let [c] = linear([[(&xi::<T>(t).weak(), 6), (y, 2)]]);
        return c;
    }
    let (t0, t1) = (t.c0(), t.c1());
    let [c0, c1] = linear([[(&t0, 6), (&t1, -6), (&y.c0(), 2)], [(&t0, 6), (&t1, 6), (&y.c1(), 2)]]);
    Red::new(c0, c1)
}

/// 3(m − t − ξt) − 2x, with ξ = k + u; as [`odd`].
#[inline(always)]
fn even<T: Tower>(m: &Fp2Of<T>, t: &Fp2Of<T>, x: &Fp2Of<T>) -> Fp2Of<T> {
    if T::XI > 1 {
        let [c] = linear([[(m, 3), (t, -3), (&xi::<T>(t).weak(), -3), (x, -2)]]);
        return c;
    }
    let (m0, m1, t0, t1) = (m.c0(), m.c1(), t.c0(), t.c1());
    let [c0, c1] =
        linear([[(&m0, 3), (&t0, -6), (&t1, 3), (&x.c0(), -2)], [(&m1, 3), (&t1, -6), (&t0, -3), (&x.c1(), -2)]]);
    Red::new(c0, c1)
}
