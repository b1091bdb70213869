//! Doubling and addition on the twist with the line functions, in homogeneous coordinates and in layers.
//!
//! E′: y² = x³ + b′ is a twist of M type: (x, y) ↦ (x/w², y/w³) takes it to E. With the slope λ on E′, the line through T,
//! evaluated at P and scaled by w³, is (λ·x_T − y_T) − λ·x_P·w² + y_P·w³. Scaling by w³, by 2YZ or by the
//! denominator μ of the slope changes the value by factors in proper subfields, which the final exponentiation takes to one.
//!
//! Sources: Costello, Lange, Naehrig, "Faster Pairing Computations on Curves with High-Degree Twists" (ePrint 2009/615) §5;
//! Aranha, Karabina, Longa, Gebotys, López, "Faster Explicit Formulas for Computing Pairings over Ordinary Curves"
//! (ePrint 2010/526) §4. We scale by 4 instead of halving, and evaluate the line in a step of its own, so that prepared lines
//! are the same objects.

use super::{Pairing, lines};
use crate::field::{Field, Masked, Red, linear, product, reduce, squares, sums, term};
use crate::tower::{Fp2Of, Fp12, Line};

/// A line function before its evaluation at P: l₀ + l₂·x_P·w² + l₃·y_P·w³.
#[derive(Debug)]
pub struct Coefficients<T: Pairing> {
    l0: Fp2Of<T>,
    l2: Fp2Of<T>,
    l3: Fp2Of<T>,
}

impl<T: Pairing> Clone for Coefficients<T> {
    fn clone(&self) -> Self {
        Self { l0: self.l0.clone(), l2: self.l2.clone(), l3: self.l3.clone() }
    }
}

impl<T: Pairing<Fp: Field<Raw: Copy>>> Copy for Coefficients<T> {}

impl<T: Pairing> Coefficients<T> {
    /// The coefficient of 1, which does not depend on P.
    pub fn constant_term(&self) -> &Fp2Of<T> {
        &self.l0
    }

    /// The line at P; 4 products in Fp.
    #[inline(always)]
    pub fn at(&self, [x, y]: &[Red<T::Fp>; 2]) -> Line<T> {
        let [l20, l21, l30, l31] = reduce([
            product(&self.l2.c0(), x),
            product(&self.l2.c1(), x),
            product(&self.l3.c0(), y),
            product(&self.l3.c1(), y),
        ]);
        Line { l0: self.l0.clone(), l2: Fp2Of::<T>::new(l20, l21), l3: Fp2Of::<T>::new(l30, l31) }
    }

    /// f times the line at P.
    #[inline(never)]
    pub(super) fn multiply(&self, f: &Fp12<T>, p: &[Red<T::Fp>; 2]) -> Fp12<T> {
        T::Fp::kernel(
            #[inline(always)]
            || f.mul_by_line_formula(&self.at(p)),
        )
    }
}

/// A point of the twist in homogeneous coordinates, x = X/Z, y = Y/Z.
#[derive(Debug)]
pub struct TwistPoint<T: Pairing> {
    x: Fp2Of<T>,
    y: Fp2Of<T>,
    z: Fp2Of<T>,
}

impl<T: Pairing> Clone for TwistPoint<T> {
    fn clone(&self) -> Self {
        Self { x: self.x.clone(), y: self.y.clone(), z: self.z.clone() }
    }
}

impl<T: Pairing> TwistPoint<T> {
    /// (x : y : 1).
    pub fn from_affine([x, y]: &[Fp2Of<T>; 2]) -> Self {
        Self { x: x.clone(), y: y.clone(), z: Red::one_in(&x.ctx()) }
    }

    /// T ← 2T with the tangent; 5 M, 4 S, 9 R.
    ///
    /// B = Y², E = 3b′Z², H = 2YZ, A = 2XY: X₃ = A·(B − 3E), Y₃ = (B + 3E)² − 12E², Z₃ = 4B·H, four times the source's. The
    /// tangent times 2YZ: (B − E) − 3X²·x_P·w² + H·y_P·w³, where λ·x_T − y_T came to 3X³/Z − 2Y² = B − E by the curve's
    /// equation. Safe for points of odd order: Y ≠ 0.
    #[inline(never)]
    pub fn double(&mut self) -> Coefficients<T> {
        T::Fp::kernel(
            #[inline(always)]
            || self.double_formula(),
        )
    }

    #[inline(always)]
    fn double_formula(&mut self) -> Coefficients<T> {
        let Self { x, y, z } = &*self;
        let y2 = y.twice();
        let [a, e, h] = sums([[term(x, &y2)], [term(z, &T::times_3b_twist(z))], [term(z, &y2)]]);
        let [b, xx] = squares([y, x]);
        let f = e.times(3);
        let sum = b.plus(&f).weak();
        let [x3, z3] = sums([[term(&a, &b.minus(&f))], [term(&b.twice(), &h.twice())]]);
        let [g, ee] = squares([&sum, &e]);
        let [y3] = linear([[(&g, 1), (&ee, -12)]]);
        let [l2] = linear([[(&xx, -3)]]);
        *self = Self { x: x3, y: y3, z: z3 };
        Coefficients { l0: &b - &e, l2, l3: h }
    }

    /// T ← T + Q with the chord; 11 M, 2 S, 11 R.
    ///
    /// θ = Y − y_Q·Z, μ = X − x_Q·Z, C = θ², D = μ², E = μD, G = XD, H = E + ZC − 2G: X₃ = μH, Y₃ = θ(G − H) − YE, Z₃ = ZE.
    /// The chord times μ: (θ·x_Q − μ·y_Q) − θ·x_P·w² + μ·y_P·w³. Safe while T ≠ ±Q and T is not the identity: Q has prime order
    /// r, and T = kQ with 1 < k < |x| < r − 1.
    #[inline(never)]
    pub fn add(&mut self, q: &[Fp2Of<T>; 2]) -> Coefficients<T> {
        T::Fp::kernel(
            #[inline(always)]
            || self.add_formula(q),
        )
    }

    #[inline(always)]
    fn add_formula(&mut self, [xq, yq]: &[Fp2Of<T>; 2]) -> Coefficients<T> {
        let Self { x, y, z } = &*self;
        let [yz, xz] = sums([[term(yq, z)], [term(xq, z)]]);
        let (theta, mu) = (y - &yz, x - &xz);
        let [c, d] = squares([&theta, &mu]);
        let [e, g, zc] = sums([[term(&mu, &d)], [term(x, &d)], [term(z, &c)]]);
        let [h] = linear([[(&e, 1), (&zc, 1), (&g, -2)]]);
        let [x3, z3] = sums([[term(&mu, &h)], [term(z, &e)]]);
        let [l0, y3] = sums([[term(&theta, xq), term(&xz.minus(x), yq)], [term(&theta, &g.minus(&h)), term(&-y, &e)]]);
        *self = Self { x: x3, y: y3, z: z3 };
        Coefficients { l0, l2: -&theta, l3: mu }
    }
}

/// All lines of one Q: 6 field elements each; for BLS12-381 and 64-bit words 68 lines of 288 bytes, 19,584 bytes.
///
/// A Miller loop with prepared lines saves the arithmetic on the twist.
pub struct Prepared<T: Pairing<Fp: Masked>, const LINES: usize> {
    lines: [Coefficients<T>; LINES],
    infinity: <T::Fp as Masked>::Mask,
}

impl<T: Pairing<Fp: Masked>, const LINES: usize> Clone for Prepared<T, LINES> {
    fn clone(&self) -> Self {
        Self { lines: self.lines.clone(), infinity: self.infinity.clone() }
    }
}

impl<T: Pairing<Fp: Masked>, const LINES: usize> core::fmt::Debug for Prepared<T, LINES> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Prepared").finish_non_exhaustive()
    }
}

impl<T: Pairing<Fp: Masked>, const LINES: usize> Prepared<T, LINES> {
    /// From the affine coordinates of Q, of order r, or of anything where `infinity` is set.
    pub fn new(q: &[Fp2Of<T>; 2], infinity: &<T::Fp as Masked>::Mask) -> Self {
        const { assert!(LINES == lines::<T>(), "one line per doubling and per addition") };
        let stand_in = T::stand_in(&q[0].ctx());
        let q = [Red::select(&q[0], &stand_in[0], infinity), Red::select(&q[1], &stand_in[1], infinity)];
        let mut t = TwistPoint::from_affine(&q);
        let mut bit = T::X.ilog2();
        let mut addition_next = false;
        let lines = core::array::from_fn(|_| {
            if addition_next {
                addition_next = false;
                return t.add(&q);
            }
            bit -= 1;
            addition_next = (T::X >> bit) & 1 == 1;
            t.double()
        });
        Self { lines, infinity: infinity.clone() }
    }

    /// The lines in the order of the loop.
    pub fn lines(&self) -> &[Coefficients<T>] {
        &self.lines
    }

    /// Where Q was the identity.
    pub fn infinity(&self) -> &<T::Fp as Masked>::Mask {
        &self.infinity
    }
}
