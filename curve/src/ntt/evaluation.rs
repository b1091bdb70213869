//! The value of a polynomial anywhere from its values at the roots of unity, without an inversion.
//!
//! Of f = e(X²) + X·o(X²) the values at x and −x lie side by side in bit-reversed order, and
//!
//! e(x²) + z·o(x²) = ( f(x) + f(−x) + (z/x)·(f(x) − f(−x)) )/2
//!
//! is the value at x² of a polynomial of half the length whose value at z² is f(z) (E. Ben-Sasson,
//! I. Bentov, Y. Horesh, M. Riabzev, "Fast Reed-Solomon interactive oracle proofs of proximity",
//! ICALP 2018, §3.1). After log₂ n such steps one value is left, and that is it: for every z, the
//! roots and zero among them, so that there is no case apart as in the barycentric formula. What z²
//! is divided by next are the squares of every other x.
//!
//! On W lanes the first step takes n/W neighbours for each lane, so that all pairs, until W values
//! are left, are of two vectors.
//!
//! Cost: n products and n/2 to turn by z/x, of which half as many are squares; 2n sums. On lanes
//! nothing to enter.

#![allow(clippy::integer_division_remainder_used)] // Of sizes, which are public.

use alloc::vec::Vec;

use super::{MOST, TwoAdic, bit_reverse_permutation, root_of_order};
use crate::engines::door::side_by_side;
use crate::error::{BatchError, DomainError};
use crate::field::{Lanes, Red, linear};

/// What it takes to find the value of a polynomial of degree below n = 2^k from its values at the
/// roots of unity of order n.
///
/// [Example](super#example).
#[derive(Clone, Debug)]
pub struct Evaluator<F: TwoAdic> {
    /// 1/x for every other root x in bit-reversed order: one of each pair x, −x.
    inverses: Vec<Red<F>>,
    /// 1/n.
    inverse_size: Red<F>,
    size: usize,
}

impl<F: TwoAdic> Evaluator<F> {
    /// Of the domain of size 2^log₂, which [`Domain`](super::Domain) has too. It holds half as many
    /// elements.
    ///
    /// # Errors
    /// [`DomainError::TooLarge`] if there are no such roots.
    #[inline(never)]
    pub fn new(log_size: u32) -> Result<Self, DomainError> {
        if log_size > F::TWO_ADICITY || log_size >= usize::BITS - 6 {
            return Err(DomainError::TooLarge);
        }
        let size = 1usize << log_size;
        let inverse = root_of_order::<F>(log_size).invert();
        let mut power = Red::one();
        let next = |_| {
            let this = power;
            power *= &inverse;
            this
        };
        let mut inverses: Vec<_> = (0..size / 2).map(next).collect();
        if size > 1 {
            bit_reverse_permutation(&mut inverses).map_err(|_| DomainError::TooSmall)?;
        }
        let half = Red::<F>::from(2u32).invert();
        let inverse_size = (0..log_size).fold(Red::one(), |power, _| &power * &half);
        Ok(Self { inverses, inverse_size, size })
    }

    /// f(z), given the values of f at the roots of unity in bit-reversed order. Constant-time in
    /// the values and in z.
    ///
    /// On vectors where the CPU has them: 4,096 values modulo the order of BLS12-381 take 52 µs.
    ///
    /// # Errors
    /// [`BatchError::LengthMismatch`] if there are not as many values as roots.
    #[inline(never)]
    pub fn value(&self, values: &[Red<F>], z: &Red<F>) -> Result<Red<F>, BatchError> {
        side_by_side!(F, self.size >= 2 * MOST, &() => value_on_lanes::<F, _>(self, values, z))
    }

    /// The steps from n values to one for each lane, divided by n, and the z/x of the last.
    #[inline(always)]
    fn fold_lanes<L>(&self, ctx: &L::Ctx, values: &[Red<F>], z: &Red<F>) -> [[Red<F>; MOST]; 2]
    where
        L: Lanes<One = F>,
    {
        let mut count = self.inverses.len() / L::WIDTH;
        // c times what users hold; twice that with 1/c² is one of a product's factors without c.
        let enter = |element: &Red<F>| Red::<L>::from_raw(L::enter_scaled(ctx, |_| element.raw()));
        let unscale = Red::from_raw(L::unscale(ctx));
        let z = &enter(z) * &unscale;
        let (mut folded, mut turns) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for j in 0..count {
            let inverse = L::enter_scaled(ctx, |lane| self.inverses[lane * count + j].raw());
            let value = |i: usize| {
                Red::from_raw(L::enter_scaled(ctx, |lane| values[2 * (lane * count + j) + i].raw()))
            };
            let turn = &Red::from_raw(inverse) * &z;
            folded.push(fold(&value(0), &value(1), &turn));
            turns.push(turn);
        }
        while count > 1 {
            count /= 2;
            for j in 0..count {
                turns[j] = turns[2 * j].sqr();
                folded[j] = fold(&folded[2 * j], &folded[2 * j + 1], &turns[j]);
            }
        }
        let mut out = [[Red::zero(); MOST]; 2];
        let last = [&folded[0] * &(&enter(&self.inverse_size) * &unscale), turns[0]];
        for (out, last) in out.iter_mut().zip(&last) {
            L::leave_lanes(last.raw(), |lane, raw| out[lane] = Red::from_raw(raw));
        }
        out
    }
}

/// a + b + t·(a − b).
#[inline(always)]
fn fold<L: Lanes>(a: &Red<L>, b: &Red<L>, t: &Red<L>) -> Red<L> {
    let [out] = linear([[(&(&a.minus(b) * t), 1), (a, 1), (b, 1)]]);
    out
}

/// As [`Evaluator::value`], on lanes of the caller's choice, of which there are at most half as
/// many as roots.
///
/// # Errors
/// As there; and the same for more lanes.
pub fn value_on_lanes<F, L>(
    ctx: &L::Ctx,
    evaluator: &Evaluator<F>,
    values: &[Red<F>],
    z: &Red<F>,
) -> Result<Red<F>, BatchError>
where
    F: TwoAdic,
    L: Lanes<One = F>,
{
    if values.len() != evaluator.size || (evaluator.size > 1 && evaluator.size < 2 * L::WIDTH) {
        return Err(BatchError::LengthMismatch);
    }
    if let [value] = values {
        return Ok(*value);
    }
    let [mut values, mut turns] = L::enter(
        ctx,
        #[inline(always)]
        || evaluator.fold_lanes::<L>(ctx, values, z),
    );
    let mut count = L::WIDTH;
    while count > 1 {
        count /= 2;
        for i in 0..count {
            turns[i] = turns[2 * i].sqr();
            let [a, b] = [values[2 * i], values[2 * i + 1]];
            values[i] = &(&a + &b) + &(&turns[i] * &(&a - &b));
        }
    }
    Ok(values[0])
}
