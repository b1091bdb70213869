//! Residues modulo 2^k − c on 4 full words: the values and ranges of [`crate::Fold`], see there.

use core::marker::PhantomData;

use super::{Words, fold4};
use crate::cpu;
use crate::fold;
use crate::modulus::Params;

/// The residues modulo `M`, 2^k − c, on N words: a namespace of functions, never a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold<M, const N: usize>(PhantomData<M>);

impl<M: Params<u64, N>, const N: usize> Fold<M, N> {
    /// Whether there are kernels for this modulus.
    pub const SUPPORTED: bool = N == 4;

    /// What values are made with, if there are kernels for this modulus and the CPU runs them.
    #[inline(always)]
    pub fn token() -> Option<cpu::Adx> {
        if Self::SUPPORTED { cpu::Adx::get() } else { None }
    }

    /// C, for moduli with kernels.
    #[inline(always)]
    fn c() -> u64 {
        assert!(Self::SUPPORTED, "there are no kernels for this modulus");
        const { fold::Fold::<M, u64, N>::C }
    }

    /// a + b.
    #[inline(always)]
    pub fn add(a: &Words<N>, b: &Words<N>) -> Words<N> {
        a.map(|a| fold::Fold::<M, u64, N>::add(a, b.words()))
    }

    /// a − b.
    #[inline(always)]
    pub fn sub(a: &Words<N>, b: &Words<N>) -> Words<N> {
        a.map(|a| fold::Fold::<M, u64, N>::sub(a, b.words()))
    }

    /// −a.
    #[inline(always)]
    pub fn neg(a: &Words<N>) -> Words<N> {
        a.map(fold::Fold::<M, u64, N>::neg)
    }

    /// a·b.
    #[inline(always)]
    pub fn mul(a: &Words<N>, b: &Words<N>) -> Words<N> {
        let c = Self::c();
        // SAFETY: the pointers come from references to 4 words, as `c` has asserted, and the
        // operands carry the token of the CPU's features.
        a.with_all(unsafe { words_by!(mul fold4::mul, &raw const *a, &raw const *b, c) })
    }

    /// a².
    #[inline(always)]
    pub fn sqr(a: &Words<N>) -> Words<N> {
        let c = Self::c();
        // SAFETY: as in `mul`.
        a.with_all(unsafe { words_by!(sqr fold4::sqr, &raw const *a, c) })
    }

    /// a = a·b.
    #[inline(always)]
    pub fn mul_assign(a: &mut Words<N>, b: &Words<N>) {
        *a = Self::mul(a, b);
    }

    /// a = a^(2^n), by n squarings.
    #[inline(always)]
    pub fn sqr_times_assign(a: &mut Words<N>, n: u32) {
        for _ in 0..n {
            *a = Self::sqr(a);
        }
    }

    /// a·b + c·d.
    #[inline(always)]
    pub fn sum_of_two([(a, b), (x, y)]: [(&Words<N>, &Words<N>); 2]) -> Words<N> {
        let c = Self::c();
        // SAFETY: as in `mul`.
        a.with_all(unsafe {
            words_by!(sum fold4::sum_of_two, &raw const *a, &raw const *b, &raw const *x, &raw const *y, c)
        })
    }

    powers!(fold::Fold<M, u64, N>);
}
