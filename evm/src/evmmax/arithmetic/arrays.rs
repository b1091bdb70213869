//! Arithmetic whose words are counted when it is compiled: elements are arrays, and a run of steps
//! is one loop without a call for each.

use core::fmt::Debug;

use super::Arithmetic;
use crate::evmmax::fusion::{Place, Step};

/// Arithmetic on elements of N words.
pub(super) trait OnArrays<const N: usize>: Debug {
    /// x + a.
    fn add(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N];
    /// x − a.
    fn sub(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N];
    /// x·a; of lazy operands.
    fn mul(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N];
    /// x²; of a lazy operand.
    #[inline(always)]
    fn square(&self, x: &[u64; N]) -> [u64; N] {
        self.mul(x, x)
    }
    /// x + a, which only products take: lazy.
    #[inline(always)]
    fn lazy_add(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
        self.add(x, a)
    }
    /// x − a, which only products take: lazy.
    #[inline(always)]
    fn lazy_sub(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
        self.sub(x, a)
    }
    /// a·b + c·d; of lazy operands.
    #[inline(always)]
    fn sum(&self, [a, b, c, d]: [&[u64; N]; 4]) -> [u64; N] {
        self.add(&self.mul(a, b), &self.mul(c, d))
    }
    /// a·b − c·d; of lazy operands but c.
    #[inline(always)]
    fn difference(&self, [a, b, c, d]: [&[u64; N]; 4]) -> [u64; N] {
        self.sub(&self.mul(a, b), &self.mul(c, d))
    }
    /// (a₀ + a₁·u)·(b₀ + b₁·u) with u² = −1; of lazy operands.
    #[inline(always)]
    fn complex(&self, a: &[[u64; N]; 2], b: &[[u64; N]; 2]) -> [[u64; N]; 2] {
        by_three_products(self, a, b)
    }
    /// The element of an integer below the modulus.
    fn of_integer(&self, x: &[u64; N]) -> [u64; N];
    /// The integer below the modulus of an element.
    fn to_integer(&self, x: &[u64; N]) -> [u64; N];
}

/// A complex product by Karatsuba's trick; of reduced operands.
#[inline(always)]
pub(super) fn by_three_products<A: OnArrays<N> + ?Sized, const N: usize>(
    on: &A,
    [a0, a1]: &[[u64; N]; 2],
    [b0, b1]: &[[u64; N]; 2],
) -> [[u64; N]; 2] {
    let (low, high) = (on.mul(a0, b0), on.mul(a1, b1));
    let both = on.mul(&on.add(a0, a1), &on.add(b0, b1));
    [on.sub(&low, &high), on.sub(&both, &on.add(&low, &high))]
}

/// Two elements side by side: where they are, if they are so, else in the space.
#[inline(always)]
fn pair<'a, const N: usize>(
    registers: &'a [[u64; N]],
    [first, second]: [Place; 2],
    space: &'a mut [[u64; N]; 2],
) -> &'a [[u64; N]; 2] {
    let [first, second] = [first, second].map(usize::from);
    if first + 1 == second
        && let Some(pair) = registers.get(first..).and_then(<[_]>::first_chunk)
    {
        return pair;
    }
    *space = [registers[first], registers[second]];
    space
}

/// It as [`Arithmetic`].
#[derive(Debug)]
pub(super) struct InArrays<A, const N: usize>(pub(super) A);

/// An element as an array. Elements have as many words as their modulus.
pub(super) fn array<const N: usize>(x: &[u64]) -> &[u64; N] {
    x.first_chunk().unwrap_or_else(|| unreachable!("an element has the words of its modulus"))
}

impl<A: OnArrays<N>, const N: usize> Arithmetic for InArrays<A, N> {
    fn words(&self) -> usize {
        N
    }

    fn add_assign(&self, x: &mut [u64], a: &[u64]) {
        x.copy_from_slice(&self.0.add(array(x), array(a)));
    }

    fn sub_assign(&self, x: &mut [u64], a: &[u64]) {
        x.copy_from_slice(&self.0.sub(array(x), array(a)));
    }

    fn mul_assign(&self, x: &mut [u64], a: &[u64]) {
        x.copy_from_slice(&self.0.mul(array(x), array(a)));
    }

    fn run(&self, steps: &[Step], registers: &mut [u64]) {
        let (registers, _) = registers.as_chunks_mut::<N>();
        for step in steps {
            let at = |place: Place| &registers[usize::from(place)];
            let (out, value) = match *step {
                Step::Add(out, [x, y]) => (out, self.0.add(at(x), at(y))),
                Step::Sub(out, [x, y]) => (out, self.0.sub(at(x), at(y))),
                Step::Mul(out, [x, y]) => (out, self.0.mul(at(x), at(y))),
                Step::Square(out, x) => (out, self.0.square(at(x))),
                Step::LazyAdd(out, [x, y]) => (out, self.0.lazy_add(at(x), at(y))),
                Step::LazySub(out, [x, y]) => (out, self.0.lazy_sub(at(x), at(y))),
                Step::Sum(out, all) => (out, self.0.sum(all.map(at))),
                Step::Difference(out, all) => (out, self.0.difference(all.map(at))),
                Step::Complex([re, im], [a0, a1, b0, b1]) => {
                    let [a, b] = &mut [[[0; N]; 2]; 2];
                    let (a, b) = (pair(registers, [a0, a1], a), pair(registers, [b0, b1], b));
                    let [first, second] = self.0.complex(a, b);
                    registers[usize::from(re)] = first;
                    (im, second)
                }
                Step::Copy(out, x) => (out, *at(x)),
            };
            registers[usize::from(out)] = value;
        }
    }

    fn enter(&self, x: &mut [u64]) {
        x.copy_from_slice(&self.0.of_integer(array(x)));
    }

    fn leave(&self, x: &mut [u64]) {
        x.copy_from_slice(&self.0.to_integer(array(x)));
    }
}
