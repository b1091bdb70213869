//! The cyclotomic subgroup of Fp12*, order p⁴ − p² + 1: what the easy part of a final exponentiation gives.
//!
//! There the inverse is the conjugate, and a square costs about half (Granger, Scott, "Faster Squaring in the Cyclotomic
//! Subgroup of Sixth Degree Extensions", ePrint 2009/565, §3.2). With Fp4 = Fp2\[s\]/(s² − ξ), s = w³, and
//! a = A + B·w + C·w², A = a₀ + a₃s, B = a₁ + a₄s, C = a₂ + a₅s:
//!
//! a² = (3A² − 2Ā) + (3sC² + 2B̄)·w + (3B² − 2C̄)·w².
//!
//! B and C of the square depend on B and C alone, so a run of squarings may leave A out, and a third of the work with it
//! ([`Compressed`]; K. Karabina, "Squaring in cyclotomic subgroups", ePrint 2010/542).

use super::{Fp2Of, Fp12, Tower, WideOf, assert_products, xi};
use crate::field::{Field, Invert, Karatsuba, Red, linear, product, reduce, square, squares, sums, term};

mod power;

pub use power::CyclotomicPower;

/// One of the three squares in Fp4, (x + y·s)², and what is added to three times each of its coefficients: 3(x² + ξy²) − 2e and
/// 6xy + 2o, the latter with ξ·y for y if it comes to stand before w.
#[derive(Clone, Copy)]
struct Block<'a, T: Tower> {
    x: &'a Fp2Of<T>,
    y: &'a Fp2Of<T>,
    e: &'a Fp2Of<T>,
    o: &'a Fp2Of<T>,
    by_xi: bool,
}

/// The squares of B and C, which give C and B of the square: what is left of a cyclotomic square when A is.
#[inline(always)]
fn blocks<'a, T: Tower>([a1, a2, a4, a5]: [&'a Fp2Of<T>; 4]) -> [Block<'a, T>; 2] {
    [Block { x: a1, y: a4, e: a2, o: a5, by_xi: false }, Block { x: a2, y: a5, e: a4, o: a1, by_xi: true }]
}

impl<T: Tower> Fp12<T> {
    /// a² for a in the cyclotomic subgroup; for other a some other value.
    #[inline(never)]
    #[must_use]
    pub fn cyclotomic_sqr(&self) -> Self {
        T::Fp::kernel(
            #[inline(always)]
            || match T::Fp::KARATSUBA {
                Karatsuba::Never => self.cyclotomic_sqr_layered(),
                Karatsuba::Reduced => self.cyclotomic_sqr_narrow(),
                Karatsuba::Wide => self.cyclotomic_sqr_wide(),
            },
        )
    }

    #[inline(always)]
    fn blocks(&self) -> [Block<'_, T>; 3] {
        let [a0, a1, a2, a3, a4, a5] = self.w();
        let [b, c] = blocks([a1, a2, a4, a5]);
        [Block { x: a0, y: a3, e: a0, o: a3, by_xi: false }, b, c]
    }

    /// The square as one layer of six sums with small multiples; 9 M, 6 R.
    #[inline(always)]
    #[must_use]
    pub fn cyclotomic_sqr_layered(&self) -> Self {
        // Not by `map`: what an array maps by is a function of its own, which a kernel may not be able to take in.
        let [a, b, c] = self.blocks();
        let ([a0, a3], [a2, a5], [a4, a1]) = (layered(a), layered(b), layered(c));
        let [a0, a1, a2, a3, a4, a5] = reduce([a0, a1, a2, a3, a4, a5]);
        Self::from_w([a0, a1, a2, a3, a4, a5])
    }

    /// The square with two products per Fp4: (x + y·s)² = (m − t − ξt) + 2t·s with t = xy, m = (x + y)(x + ξy), and everything
    /// after the products as one linear combination per coefficient in Fp; 6 M, 6 R.
    #[inline(always)]
    #[must_use]
    pub fn cyclotomic_sqr_narrow(&self) -> Self {
        let [[a0, a3], [a2, a5], [a4, a1]] = self.blocks().map(narrow);
        Self::from_w([a0, a1, a2, a3, a4, a5])
    }

    /// The square on sums, (x + y·s)² = (x² + ξy²) + 2xy·s, and all after it before the reduction; 6 S, 3 M, 6 R.
    ///
    /// A product costs half as much again as a square, and less than a third square with its sum and two differences.
    #[inline(always)]
    #[must_use]
    pub fn cyclotomic_sqr_wide(&self) -> Self {
        let [a, b, c] = self.blocks();
        let ([a0, a3], [a2, a5], [a4, a1]) = (wide(a), wide(b), wide(c));
        Self::from_w([a0, a1, a2, a3, a4, a5])
    }

    /// B and C, to be squared without A.
    pub fn compress(&self) -> Compressed<T> {
        let [_, a1, a2, _, a4, a5] = self.w();
        Compressed { a1: a1.clone(), a2: a2.clone(), a4: a4.clone(), a5: a5.clone() }
    }
}

/// An element of the cyclotomic subgroup without A = a₀ + a₃s: B and C determine it, by A·B = s·C² + B̄ and
/// a₀ = ξ(2a₃² + a₁a₅ − 3a₂a₄) + 1 (Granger, Scott; Karabina).
#[derive(Debug)]
pub struct Compressed<T: Tower> {
    a1: Fp2Of<T>,
    a2: Fp2Of<T>,
    a4: Fp2Of<T>,
    a5: Fp2Of<T>,
}

impl<T: Tower> Clone for Compressed<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self { a1: self.a1.clone(), a2: self.a2.clone(), a4: self.a4.clone(), a5: self.a5.clone() }
    }
}

impl<T: Tower> Compressed<T> {
    /// The square: two thirds of [`Fp12::cyclotomic_sqr`], by the same formulas.
    #[inline(never)]
    #[must_use]
    pub fn sqr(&self) -> Self {
        T::Fp::kernel(
            #[inline(always)]
            || {
                let [b, c] = blocks::<T>([&self.a1, &self.a2, &self.a4, &self.a5]);
                let ([a2, a5], [a4, a1]) = match T::Fp::KARATSUBA {
                    Karatsuba::Never => {
                        let ([a2, a5], [a4, a1]) = (layered(b), layered(c));
                        let [a2, a5, a4, a1] = reduce([a2, a5, a4, a1]);
                        ([a2, a5], [a4, a1])
                    }
                    Karatsuba::Reduced => (narrow(b), narrow(c)),
                    Karatsuba::Wide => (wide(b), wide(c)),
                };
                Self { a1, a2, a4, a5 }
            },
        )
    }

    /// a₃ as a fraction: numerator and denominator.
    ///
    /// With E = s·C² + B̄ = e₀ + e₁s it is the second coefficient of A = E·B̄/(B·B̄): (e₁a₁ − e₀a₄)/(a₁² − ξa₄²). Since ξ is no square, the
    /// denominator is zero only if B is, which in the cyclotomic subgroup one alone has; no other coefficient makes a special case.
    fn fraction(&self) -> [Fp2Of<T>; 2] {
        let Self { a1, a2, a4, a5 } = self;
        let [aa2, aa5] = squares([a2, a5]);
        let [aa25] = sums([[term(&a2.twice(), a5)]]);
        let e0 = &aa25.mul_by_small_plus_u(T::XI) + a1;
        let e1 = &(&aa2 + &aa5.mul_by_small_plus_u(T::XI)) - a4;
        sums([[term(&e1, a1), term(&-&e0, a4)], [term(a1, a1), term(&-&a4.mul_by_small_plus_u(T::XI), a4)]])
    }
}

impl<T: Tower<Fp: Invert>> Compressed<T> {
    /// All of elements of the cyclotomic subgroup that are one together or not at all, as powers of one element by powers of two are:
    /// one inversion.
    pub fn decompress<const N: usize>(elements: &[Self; N]) -> [Fp12<T>; N] {
        let fractions = elements.each_ref().map(Self::fraction);
        // Of one, all numerators and denominators are zero, and any inverse will do.
        let mut inverses = fractions.clone().map(|[_, denominator]| denominator);
        batch_invert(&mut inverses);
        core::array::from_fn(|i| {
            let Self { a1, a2, a4, a5 } = &elements[i];
            let [a3] = sums([[term(&fractions[i][0], &inverses[i])]]);
            let [inner] = sums([[term(&a3.twice(), &a3), term(a1, a5), term(&-&a2.times(3), a4)]]);
            let a0 = &inner.mul_by_small_plus_u(T::XI) + &Red::one_in(&inner.ctx());
            Fp12::from_w([a0, a1.clone(), a2.clone(), a3, a4.clone(), a5.clone()])
        })
    }
}

/// Inverts a few elements with one inversion (Montgomery's trick); if one is zero, all become zero.
fn batch_invert<F: Invert, const N: usize>(values: &mut [Red<F>; N]) {
    const { assert!(N > 0, "nothing to invert") };
    // The product of all values up to each.
    let mut products = values.clone();
    for i in 1..N {
        products[i] = &products[i - 1] * &values[i];
    }
    let mut inverse = products[N - 1].invert();
    for i in (1..N).rev() {
        let next = &inverse * &values[i];
        values[i] = &inverse * &products[i - 1];
        inverse = next;
    }
    values[0] = inverse;
}

/// Both coefficients as sums to be reduced in one layer.
#[inline(always)]
fn layered<T: Tower>(Block { x, y, e, o, by_xi }: Block<'_, T>) -> [WideOf<T>; 2] {
    const { assert_products::<T>(4) };
    let xi_y = xi::<T>(y);
    let (x_3, y_3) = (x.times(3), y.times(3));
    let even = product(&x_3, x).plus(&y_3, &xi_y).plus_small(e, -2);
    let x_6 = x_3.twice();
    let odd = if by_xi { product(&x_6, &xi_y) } else { product(&x_6, y) };
    [even, odd.plus_small(o, 2)]
}

/// Both coefficients from two products.
#[inline(always)]
fn narrow<T: Tower>(Block { x, y, e, o, by_xi }: Block<'_, T>) -> [Fp2Of<T>; 2] {
    let (m, t) = products4::<T>(x, y);
    let odd = if by_xi {
        odd_by_xi::<T>(&t, o)
    } else {
        let [odd] = linear([[(&t, 6), (o, 2)]]);
        odd
    };
    [even::<T>(&m, &t, e), odd]
}

/// Both coefficients from sums.
///
/// Bound: a coefficient of a square is below 4p², so 3(x² + ξy²) is below 12(k + 2)p²: within the engine's 32·pR for k = 1, and for k = 9, where
/// p is below R/5.
#[inline(always)]
fn wide<T: Tower>(Block { x, y, e, o, by_xi }: Block<'_, T>) -> [Fp2Of<T>; 2] {
    let mut even = square(x);
    even.add_times_small_plus_u(&square(y), T::XI);
    let mut odd = if by_xi { product(&x.twice(), &xi::<T>(y)) } else { product(&x.twice(), y) };
    even.scale(3);
    even.add_small(e, -2);
    odd.scale(3);
    odd.add_small(o, 2);
    [even.reduced(), odd.reduced()]
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
fn odd_by_xi<T: Tower>(t: &Fp2Of<T>, y: &Fp2Of<T>) -> Fp2Of<T> {
    if T::XI > 1 {
        let [c] = linear([[(&xi::<T>(t).weak(), 6), (y, 2)]]);
        return c;
    }
    let (t0, t1) = (t.c0(), t.c1());
    let [c0, c1] = linear([[(&t0, 6), (&t1, -6), (&y.c0(), 2)], [(&t0, 6), (&t1, 6), (&y.c1(), 2)]]);
    Red::new(c0, c1)
}

/// 3(m − t − ξt) − 2x, with ξ = k + u; as [`odd_by_xi`].
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
