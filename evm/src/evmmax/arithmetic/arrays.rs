//! Arithmetic whose words are counted when it is compiled: elements are arrays, and a run of steps is one loop without a call for each.

use core::fmt::Debug;

use super::Arithmetic;
use crate::evmmax::Step;
use crate::evmmax::dialect::Operation;

/// Arithmetic on elements of N words.
pub(super) trait OnArrays<const N: usize>: Debug {
    /// x + a.
    fn add(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N];
    /// x − a.
    fn sub(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N];
    /// x·a.
    fn mul(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N];
    /// The element of an integer below the modulus.
    fn of_integer(&self, x: &[u64; N]) -> [u64; N];
    /// The integer below the modulus of an element.
    fn to_integer(&self, x: &[u64; N]) -> [u64; N];
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
            let (x, y) = (&registers[usize::from(step.x)], &registers[usize::from(step.y)]);
            let out = match step.operation {
                Operation::Add => self.0.add(x, y),
                Operation::Sub => self.0.sub(x, y),
                _ => self.0.mul(x, y),
            };
            registers[usize::from(step.out)] = out;
        }
    }

    fn enter(&self, x: &mut [u64]) {
        x.copy_from_slice(&self.0.of_integer(array(x)));
    }

    fn leave(&self, x: &mut [u64]) {
        x.copy_from_slice(&self.0.to_integer(array(x)));
    }
}
