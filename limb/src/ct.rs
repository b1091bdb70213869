//! What keeps masks masks.
//!
//! A compiler that can prove a mask to be 0 or −1 may turn the selection that follows into a branch on a secret; this has
//! happened to a published library (RUSTSEC-2024-0344). Every mask here passes once through [`opaque`].

use crate::word::Word;

/// The same value, hidden from the optimiser, for the price of no instruction where inline assembly is at hand.
#[inline(always)]
pub fn opaque(value: u64) -> u64 {
    #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64"), not(miri)))]
    {
        let mut value = value;
        // SAFETY: the template is empty: it reads and writes nothing but the register that it is given.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) value, options(pure, nomem, nostack, preserves_flags));
        }
        value
    }
    #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64"), not(miri))))]
    {
        core::hint::black_box(value)
    }
}

/// Entry `index` of a table of K numbers each, by reading every word of it; zeros if there is none. The index is a secret.
///
/// A mask per entry, an AND and an OR per word: what is left after the masks are hidden is a loop that compilers vectorise.
#[inline(always)]
pub fn lookup<W: Word, const N: usize, const K: usize>(table: &[[[W; N]; K]], index: u32) -> [[W; N]; K] {
    let mut out = [[W::ZERO; N]; K];
    for (i, entry) in table.iter().enumerate() {
        // Zero alone borrows.
        let is = u64::from(index ^ i as u32).wrapping_sub(1) >> 63;
        let mask = W::wrapping_neg(W::from_u64(is)).opaque();
        for (out, number) in out.iter_mut().zip(entry) {
            for (out, &word) in out.iter_mut().zip(number) {
                *out = *out | (word & mask);
            }
        }
    }
    out
}
