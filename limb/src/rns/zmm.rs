//! The vectors of AVX-512 IFMA.
//!
//! Every function here is a single instruction, inlined into whoever enters the CPU's feature
//! ([`Vector::enter`], [`Vector::call`]). Outside, each becomes a call, which is right all the same
//! and tens of times slower: counts of instructions are tests.

use core::arch::x86_64::*;

use subtle::Choice;

use super::vector::{Row, Vector};
use crate::cpu;
use crate::ct::opaque;

/// Eight numbers in a register, made with the token of the CPU's feature or from others.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Zmm(__m512i);

impl PartialEq for Zmm {
    fn eq(&self, other: &Self) -> bool {
        self.equal(*other).into()
    }
}

impl Vector for Zmm {
    type Token = cpu::Ifma;

    #[inline(always)]
    fn token() -> Option<cpu::Ifma> {
        cpu::Ifma::for_remainders()
    }

    #[inline(always)]
    fn found() -> Option<cpu::Ifma> {
        cpu::Ifma::found()
    }

    #[inline(always)]
    fn enter<R>(_: cpu::Ifma, formula: impl FnOnce() -> R) -> R {
        #[inline]
        #[target_feature(enable = "avx512f,avx512ifma")]
        fn entered<R>(formula: impl FnOnce() -> R) -> R {
            formula()
        }
        // SAFETY: the token proves the feature.
        unsafe { entered(formula) }
    }

    #[inline(always)]
    fn call<A, B, R>(_: cpu::Ifma, a: A, b: B, formula: impl FnOnce(A, B) -> R) -> R {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512ifma")]
        fn called<A, B, R>(a: A, b: B, formula: impl FnOnce(A, B) -> R) -> R {
            formula(a, b)
        }
        // SAFETY: the token proves the feature.
        unsafe { called(a, b, formula) }
    }

    #[inline(always)]
    fn splat(_: cpu::Ifma, word: u64) -> Self {
        // SAFETY: the token proves the feature.
        Self(unsafe { _mm512_set1_epi64(word.cast_signed()) })
    }

    #[inline(always)]
    fn load(_: cpu::Ifma, row: &Row) -> Self {
        // SAFETY: the token proves the feature; a row is 64 bytes.
        Self(unsafe { _mm512_loadu_si512(row.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn spill(self, row: &mut Row) {
        // SAFETY: the vector is there, and with it the feature; a row is 64 bytes. The template is
        // empty, and touches memory that is its own.
        unsafe {
            _mm512_storeu_si512(row.0.as_mut_ptr().cast(), self.0);
            core::arch::asm!("/* {0} */", in(reg) row.0.as_mut_ptr(), options(nostack, preserves_flags));
        }
    }

    /// As instructions: compilers would make a vector of it, of words that were stored by several,
    /// for which a CPU waits.
    #[inline(always)]
    fn sum<const COUNT: usize>(row: &Row) -> u64 {
        const { assert!(COUNT == 6 || COUNT == 8) };
        let mut sum: u64;
        // SAFETY: all of it is read from a row.
        unsafe {
            core::arch::asm!(
                "mov {sum}, [{row}]",
                "mov {other}, [{row} + 8]",
                "add {sum}, [{row} + 16]",
                "add {other}, [{row} + 24]",
                "add {sum}, [{row} + 32]",
                "add {other}, [{row} + 40]",
                "add {sum}, {other}",
                sum = out(reg) sum,
                other = out(reg) _,
                row = in(reg) row.0.as_ptr(),
                options(pure, readonly, nostack)
            );
            if COUNT == 8 {
                core::arch::asm!(
                    "add {sum}, [{row} + 48]",
                    "add {sum}, [{row} + 56]",
                    sum = inout(reg) sum,
                    row = in(reg) row.0.as_ptr(),
                    options(pure, readonly, nostack)
                );
            }
        }
        sum
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: the vectors are there, and with them the feature.
        Self(unsafe { _mm512_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: as in `add`.
        Self(unsafe { _mm512_sub_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: as in `add`.
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: as in `add`.
        Self(unsafe { _mm512_min_epu64(self.0, other.0) })
    }

    #[inline(always)]
    fn above_50(self) -> Self {
        // SAFETY: as in `add`.
        Self(unsafe { _mm512_srli_epi64::<50>(self.0) })
    }

    #[inline(always)]
    fn above_52(self) -> Self {
        // SAFETY: as in `add`.
        Self(unsafe { _mm512_srai_epi64::<52>(self.0) })
    }

    #[inline(always)]
    fn add_low(self, y: Self, z: Self) -> Self {
        // SAFETY: as in `add`.
        Self(unsafe { _mm512_madd52lo_epu64(self.0, y.0, z.0) })
    }

    #[inline(always)]
    fn add_high(self, y: Self, z: Self) -> Self {
        // SAFETY: as in `add`.
        Self(unsafe { _mm512_madd52hi_epu64(self.0, y.0, z.0) })
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Choice {
        // SAFETY: as in `add`.
        let unequal = u64::from(unsafe { _mm512_cmpneq_epi64_mask(self.0, other.0) });
        // Zero alone borrows.
        Choice::from((opaque(unequal.wrapping_sub(1)) >> 63) as u8)
    }

    #[inline(always)]
    fn select(self, other: Self, choice: Choice) -> Self {
        let mask = opaque(u64::from(choice.unwrap_u8()).wrapping_neg()) as u8;
        // SAFETY: as in `add`.
        Self(unsafe { _mm512_mask_blend_epi64(mask, self.0, other.0) })
    }
}
