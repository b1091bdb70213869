//! What keeps masks masks.
//!
//! A compiler that can prove a mask to be 0 or −1 may turn the selection that follows into a branch on a secret; this has
//! happened to a published library (RUSTSEC-2024-0344). Every mask here passes once through [`opaque`].

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
