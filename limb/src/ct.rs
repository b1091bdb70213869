//! What keeps masks masks, and the one way out of them.
//!
//! A compiler that can prove a mask to be 0 or −1 may turn the selection that follows into a branch
//! on a secret; this has happened to a published library (RUSTSEC-2024-0344). Every mask here
//! passes once through [`opaque`].

use subtle::Choice;

use crate::word::Word;

/// The same value, hidden from the optimiser, for the price of no instruction where inline assembly
/// is at hand.
#[inline(always)]
pub fn opaque(value: u64) -> u64 {
    #[cfg(all(target_arch = "riscv32", not(miri)))]
    {
        let (mut low, mut high) = (value as u32, (value >> 32) as u32);
        // SAFETY: the template is empty: it reads and writes nothing but the registers that it is
        // given.
        unsafe {
            core::arch::asm!("/* {0} {1} */", inout(reg) low, inout(reg) high, options(pure, nomem, nostack, preserves_flags));
        }
        return u64::from(low) | (u64::from(high) << 32);
    }
    #[cfg(all(
        any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64"),
        not(miri)
    ))]
    {
        let mut value = value;
        // SAFETY: the template is empty: it reads and writes nothing but the register that it is
        // given.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) value, options(pure, nomem, nostack, preserves_flags));
        }
        value
    }
    #[cfg(not(all(
        any(
            target_arch = "x86_64",
            target_arch = "aarch64",
            target_arch = "riscv64",
            target_arch = "riscv32"
        ),
        not(miri)
    )))]
    {
        core::hint::black_box(value)
    }
}

/// As [`opaque`], of 32 bits: where words have no more, the other half would be a register that is
/// cleared for it.
#[inline(always)]
pub(crate) fn opaque_32(value: u32) -> u32 {
    #[cfg(all(target_arch = "riscv32", not(miri)))]
    {
        let mut value = value;
        // SAFETY: as above.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) value, options(pure, nomem, nostack, preserves_flags));
        }
        value
    }
    #[cfg(not(all(target_arch = "riscv32", not(miri))))]
    {
        opaque(u64::from(value)) as u32
    }
}

/// Entry `index` of a table of K numbers each, by reading every word of it; zeros if there is none.
/// The index is a secret.
#[inline(always)]
pub fn lookup<W: Word, const N: usize, const K: usize>(
    table: &[[[W; N]; K]],
    index: u32,
) -> [[W; N]; K] {
    #[cfg(target_arch = "x86_64")]
    if vectors::fits::<[[W; N]; K]>() {
        return vectors::lookup(table, index);
    }
    // A mask per entry, an AND and an OR per word.
    let mut out = [[W::ZERO; N]; K];
    for (i, entry) in table.iter().enumerate() {
        // Zero alone borrows.
        let is = u64::from(index ^ i as u32).wrapping_sub(1) >> 63;
        let mask = W::wrapping_neg(W::from_u64(is)).opaque();
        for (out, number) in out.iter_mut().zip(entry) {
            each_word!(j < N => {
                out[j] = out[j] | (number[j] & mask);
            });
        }
    }
    out
}

/// Lookups in vectors of 16 bytes, which every x86-64 CPU has: a comparison per entry, an AND and
/// an OR per vector. Compilers make vectors of the loop above only where they do not inline it; a
/// third of a comb's time was its words.
#[cfg(target_arch = "x86_64")]
mod vectors {
    use core::arch::x86_64::{
        __m128i, _mm_add_epi32, _mm_and_si128, _mm_cmpeq_epi32, _mm_loadu_si128, _mm_or_si128,
        _mm_set1_epi32, _mm_setzero_si128, _mm_storeu_si128,
    };
    use core::mem::MaybeUninit;

    /// Most vectors of an entry.
    const MOST: usize = 12;

    /// Whether entries of this type are whole vectors, and few.
    pub(super) const fn fits<T>() -> bool {
        size_of::<T>() & 15 == 0 && size_of::<T>() > 0 && size_of::<T>() >> 4 <= MOST
    }

    /// Entry `index`, of integers alone and such that `fits` holds; bytes of zero if there is none.
    #[inline(always)]
    pub(super) fn lookup<T: Copy>(table: &[T], index: u32) -> T {
        let count = size_of::<T>() >> 4;
        // SAFETY: SSE2 is part of x86-64.
        let (mut sum, mut at, one) =
            unsafe { ([_mm_setzero_si128(); MOST], _mm_setzero_si128(), _mm_set1_epi32(1)) };
        // SAFETY: as above.
        let index = unsafe { _mm_set1_epi32(index as i32) };
        for entry in table {
            let source = (&raw const *entry).cast::<__m128i>();
            // SAFETY: as above; an entry is `count` vectors, read from any alignment.
            unsafe {
                let mask = _mm_cmpeq_epi32(index, at);
                at = _mm_add_epi32(at, one);
                for (i, sum) in sum.iter_mut().enumerate().take(count) {
                    *sum = _mm_or_si128(*sum, _mm_and_si128(mask, _mm_loadu_si128(source.add(i))));
                }
            }
        }
        let mut out = MaybeUninit::<T>::uninit();
        let place = out.as_mut_ptr().cast::<__m128i>();
        for (i, sum) in sum.iter().enumerate().take(count) {
            // SAFETY: as above, within the value.
            unsafe { _mm_storeu_si128(place.add(i), *sum) };
        }
        // SAFETY: all its bytes are written, and any are good for integers.
        unsafe { out.assume_init() }
    }
}

/// A verdict that is public although it was computed from secrets: whether a scalar is acceptable,
/// say. From here on it may decide a branch.
///
/// Nothing else may turn a mask into a `bool` where secrets are at hand; whoever calls this says
/// why the answer is public. It is a load from one of two neighbouring bytes, out of line, so that
/// a checker that follows secrets through a program (`ctcheck`) sees every verdict as one event
/// with this name, and what is loaded as public.
#[inline(never)]
pub fn declassify(verdict: Choice) -> bool {
    static ANSWERS: [bool; 2] = [false, true];
    let answers: &[bool; 2] = core::hint::black_box(&ANSWERS);
    answers[usize::from(verdict.unwrap_u8() & 1)]
}
