//! What generic code over the traits cannot reach, since they name single operations only: sums of
//! many multiples and transforms, on vectors where the CPU has them.

use alloc::vec::Vec;

use curve::field::Red;
use curve::msm::msm_vartime_alloc;
use curve::ntt::{Domain, TwoAdic};
use curve::weierstrass::Projective;

use crate::field::{Element, PrimeFacts};
use crate::point::{AffinePoint, CurveFacts, Point, ScalarOf};

/// Σ kᵢ·Pᵢ, in place of halo2curves' `msm_best(scalars, points)`; the identity for no points.
///
/// Time: variable, for public values. Cost: both lists are copied, in a hundredth of the time.
///
/// # Panics
/// If there are not as many scalars as points.
pub fn msm<C: CurveFacts>(scalars: &[ScalarOf<C>], points: &[AffinePoint<C>]) -> Point<C> {
    assert_eq!(scalars.len(), points.len(), "as many scalars as points");
    let points: Vec<_> = points.iter().map(|point| point.0).collect();
    let scalars: Vec<_> = scalars.iter().map(|scalar| scalar.0).collect();
    // No points are the only error that is left.
    Point(msm_vartime_alloc(&points, &scalars).unwrap_or_else(|_| Projective::identity()))
}

/// Values Σ aₑ·ω^(ke) of a polynomial, in place of halo2curves' `best_fft(a, omega, log_n)`.
///
/// Time: constant in the coefficients. Cost: the roots of unity are made again, with a product for
/// each, and the list is copied.
///
/// # Panics
/// If there are not 2^`log_n` coefficients, or `omega` has not the order 2^`log_n`.
pub fn fft<F: TwoAdic + PrimeFacts>(a: &mut [Element<F>], omega: Element<F>, log_n: u32) {
    let domain = Domain::<F>::new(log_n).expect("a field with so many roots of unity");
    let mut values: Vec<Red<F>> = a.iter().map(|element| element.0).collect();
    domain.forward(&mut values).expect("2^log_n coefficients");
    // The domain's root is another one: ω is its power k, so value i is that at place k·i.
    let k = logarithm(&omega.0, &domain.root(), log_n);
    for (i, element) in a.iter_mut().enumerate() {
        element.0 = values[i.wrapping_mul(k) & (values.len() - 1)];
    }
}

/// k with a = root^k, for a root of order 2^log: bit by bit, as a^(2^j) tells those below. (S.
/// Pohlig, M. Hellman, "An improved algorithm for computing logarithms over GF(p)", 1978.)
fn logarithm<F: PrimeFacts>(a: &Red<F>, root: &Red<F>, log: u32) -> usize {
    let (mut rest, mut inverse, mut k) = (*a, root.invert(), 0);
    for bit in 0..log {
        let mut test = rest;
        test.square_times(log - 1 - bit);
        if test != F::ONE {
            assert!(test == -F::ONE, "the order of ω is 2^log_n");
            rest *= &inverse;
            k |= 1 << bit;
        }
        inverse.square_times(1);
    }
    assert!(rest == F::ONE && (log == 0 || k & 1 == 1), "the order of ω is 2^log_n");
    k
}
