//! Residues modulo 2^k − c on 4 full words: the values and ranges of [`crate::Fold`], see there.

use core::marker::PhantomData;

#[cfg(target_arch = "x86_64")]
use subtle::Choice;
#[cfg(target_arch = "x86_64")]
use zeroize::Zeroize;

#[cfg(target_arch = "x86_64")]
use super::ladder4::{self, Constants};
use super::{Words, fold4};
use crate::cpu;
#[cfg(target_arch = "x86_64")]
use crate::each::Each;
use crate::fold;
use crate::modulus::Params;
#[cfg(target_arch = "x86_64")]
use crate::mont::select_words;

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

    /// Whether [`Fold::ladder`] has a kernel: for 2^255 − c with c below 2^20.
    #[cfg(target_arch = "x86_64")]
    pub const LADDER: bool = N == 4 && M::SPARE_BITS == 1 && fold::Fold::<M, u64, N>::C < 1 << 21;

    /// x and z of \[k\]P on y² = x³ + Ax² + x, for u = x of P and the lowest `bits` bits of k; by
    /// `a24` = (A + 2)/4. P may lie on the twist, and z is zero for the point at infinity.
    /// Constant-time in u and k.
    ///
    /// # Panics
    /// If there is no kernel for this modulus, k has not as many bits, or a24 has more than 24.
    #[cfg(target_arch = "x86_64")]
    pub fn ladder(u: &Words<N>, k: &[u64], bits: usize, a24: u32) -> [Words<N>; 2] {
        assert!(Self::LADDER, "there is no kernel for this modulus");
        assert!(a24 < 1 << 24, "(A + 2)/4 below 2^24");
        let twice_c = fold::Fold::<M, u64, N>::C;
        let constants = Constants { c: twice_c >> 1, twice_c, a24: a24.into() };
        // Below the modulus, so short as the kernel has it.
        let x = u.map(fold::Fold::<M, u64, N>::canonical).four();
        let (zero, one) = ([0; 4], [1, 0, 0, 0]);
        let mut state = [one, zero, x, one];
        // Whether the pairs stand the other way round.
        let mut swapped = 0;
        for i in (0..bits).rev() {
            let bit = (k[i >> 6] >> (i & 63)) & 1;
            // SAFETY: the places are local values of 4 words each and a pair of constants, within
            // the bounds that were asserted; u carries the token of the CPU's features.
            unsafe {
                ladder4::step(&raw mut state, &raw const x, swapped ^ bit, &raw const constants);
            }
            swapped = bit;
        }
        let choice = Choice::from(swapped as u8);
        let out = [0, 1].each(|i| u.with_all(select_words(&state[i], &state[i + 2], choice)));
        state.zeroize();
        out
    }
}
