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

    /// a·b.
    #[inline(always)]
    pub fn mul(a: &Words<N>, b: &Words<N>) -> Words<N> {
        let (pa, pb, c) = (&raw const *a, &raw const *b, Self::c());
        // SAFETY: the pointers come from references, but for the result's, which is only written; N is 4, and the operands carry the
        // token of the CPU's features.
        filled!(Words<N>, out => unsafe { fold4::mul(out.cast(), pa.cast(), pb.cast(), c) })
    }

    /// a².
    #[inline(always)]
    pub fn sqr(a: &Words<N>) -> Words<N> {
        let (pa, c) = (&raw const *a, Self::c());
        // SAFETY: as in `mul`.
        filled!(Words<N>, out => unsafe { fold4::sqr(out.cast(), pa.cast(), 0, c) })
    }

    /// a = a·b, in place.
    #[inline(always)]
    pub fn mul_assign(a: &mut Words<N>, b: &Words<N>) {
        let (pa, pb, c) = (&raw mut *a, &raw const *b, Self::c());
        // SAFETY: as in `mul`; the kernel may be given one place as input and output.
        unsafe { fold4::mul(pa.cast(), pa.cast(), pb.cast(), c) };
    }

    /// a = a², in place.
    #[inline(always)]
    pub fn sqr_assign(a: &mut Words<N>) {
        let (pa, c) = (&raw mut *a, Self::c());
        // SAFETY: as in `mul_assign`.
        unsafe { fold4::sqr(pa.cast(), pa.cast(), 0, c) };
    }

    /// a·b + c·d.
    #[inline(always)]
    pub fn sum_of_two(terms: [(&Words<N>, &Words<N>); 2]) -> Words<N> {
        let [(a, b), (x, y)] = terms.map(|(a, b)| (&raw const *a, &raw const *b));
        let c = Self::c();
        // SAFETY: as in `mul`.
        filled!(Words<N>, out => unsafe { fold4::sum_of_two(out.cast(), a.cast(), b.cast(), c, x.cast(), y.cast()) })
    }

    powers!(fold::Fold<M, u64, N>);
}
