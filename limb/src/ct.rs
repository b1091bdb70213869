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
    if let Some(found) = vectors::lookup(table, index) {
        return found;
    }
    // A mask per entry, an AND and an OR per word.
    let mut out = [[W::ZERO; N]; K];
    if cfg!(target_arch = "riscv32") {
        // One number after the other, whose words stay in registers.
        for (k, out) in out.iter_mut().enumerate() {
            let mut found = [W::ZERO; N];
            for (i, entry) in table.iter().enumerate() {
                let is = (index ^ i as u32).wrapping_sub(1) >> 31;
                let mask = W::wrapping_neg(W::from_u64(is.into())).opaque();
                each_word!(j < N => {
                    found[j] = found[j] | (entry[k][j] & mask);
                });
            }
            *out = found;
        }
        return out;
    }
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

/// Lookups in vectors, of 16 bytes on every x86-64 CPU and of 32 where there is AVX2: a comparison
/// per entry, an AND and an OR per vector. Compilers make vectors of the loop above only where they
/// do not inline it; a third of a comb's time was its words, a quarter its short vectors.
#[cfg(target_arch = "x86_64")]
mod vectors {
    use core::mem::MaybeUninit;

    use crate::word::Word;

    /// Most vectors of an entry.
    const MOST: usize = 12;

    /// Entry `index`; zeros if there is none. `None` if entries are not whole vectors, or long.
    #[inline(always)]
    pub(super) fn lookup<W: Word, const N: usize, const K: usize>(
        table: &[[[W; N]; K]],
        index: u32,
    ) -> Option<[[W; N]; K]> {
        #[cfg(not(miri))]
        if avx2::fits::<[[W; N]; K]>() && crate::cpu::Avx2::get().is_some() {
            // SAFETY: the token says so; the entries are integers and fit.
            return Some(unsafe { avx2::lookup(table, index) });
        }
        if sse2::fits::<[[W; N]; K]>() {
            // SAFETY: SSE2 is part of x86-64; the entries are integers and fit.
            return Some(unsafe { sse2::lookup(table, index) });
        }
        None
    }

    /// The lookup in one kind of vector: its features, type and operations.
    macro_rules! lookup {
        (
            $name:ident, $feature:meta, $vector:ident, $zero:ident, $all:ident, $add:ident,
            $equal:ident, $and:ident, $or:ident, $load:ident, $store:ident
        ) => {
            mod $name {
                use core::arch::x86_64::{
                    $add, $all, $and, $equal, $load, $or, $store, $vector, $zero,
                };

                use super::{MOST, MaybeUninit};

                /// Whether entries of this type are whole vectors, and few.
                pub(super) const fn fits<T>() -> bool {
                    let size = size_of::<T>();
                    size & (size_of::<$vector>() - 1) == 0 && size > 0 && size >> BITS <= MOST
                }

                /// A vector has two to the power of this many bytes.
                const BITS: u32 = size_of::<$vector>().trailing_zeros();

                /// Entry `index`; bytes of zero if there is none.
                ///
                /// # Safety
                /// The CPU must have the feature, entries must be of integers only, and such that
                /// `fits` holds.
                #[inline]
                #[$feature]
                pub(super) unsafe fn lookup<T: Copy>(table: &[T], index: u32) -> T {
                    let count = size_of::<T>() >> BITS;
                    let (mut sum, mut at) = ([$zero(); MOST], $zero());
                    let (one, index) = ($all(1), $all(index as i32));
                    for entry in table {
                        let source = (&raw const *entry).cast::<$vector>();
                        let mask = $equal(index, at);
                        at = $add(at, one);
                        for (i, sum) in sum.iter_mut().enumerate().take(count) {
                            // SAFETY: an entry is `count` vectors, read from any alignment.
                            let vector = unsafe { $load(source.add(i)) };
                            *sum = $or(*sum, $and(mask, vector));
                        }
                    }
                    let mut out = MaybeUninit::<T>::uninit();
                    let place = out.as_mut_ptr().cast::<$vector>();
                    for (i, sum) in sum.iter().enumerate().take(count) {
                        // SAFETY: as above, within the value.
                        unsafe { $store(place.add(i), *sum) };
                    }
                    // SAFETY: all its bytes are written, and any are good for integers.
                    unsafe { out.assume_init() }
                }
            }
        };
    }
    lookup! {
        sse2, target_feature(enable = "sse2"), __m128i, _mm_setzero_si128, _mm_set1_epi32,
        _mm_add_epi32, _mm_cmpeq_epi32, _mm_and_si128, _mm_or_si128, _mm_loadu_si128,
        _mm_storeu_si128
    }
    #[cfg(not(miri))]
    lookup! {
        avx2, target_feature(enable = "avx2"), __m256i, _mm256_setzero_si256, _mm256_set1_epi32,
        _mm256_add_epi32, _mm256_cmpeq_epi32, _mm256_and_si256, _mm256_or_si256,
        _mm256_loadu_si256, _mm256_storeu_si256
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
