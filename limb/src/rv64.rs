//! Word products of RV64, in assembly: it has no flag for carries.
//!
//! A step takes eight instructions. Of many steps the compiler made all products first, to hide
//! what a multiplier waits for, and had no registers for them: a sum with a product of six words
//! took 467 instructions, and takes 373 so (Rust 1.96). A zkVM's guest pays for each load and store
//! and waits for nothing. A block of assembly is not taken apart, and each needs the carry of the
//! one before.
//!
//! Constant-time as far as the processor multiplies so.

/// `acc + a·b + carry` as (low, high).
#[inline(always)]
pub(crate) fn mac(acc: u64, a: u64, b: u64, carry: u64) -> (u64, u64) {
    let (low, high);
    // SAFETY: registers are all that it reads and writes.
    unsafe {
        core::arch::asm!(
            "mul {low}, {a}, {b}",
            "mulhu {high}, {a}, {b}",
            "add {low}, {low}, {acc}",
            "sltu {over}, {low}, {acc}",
            "add {high}, {high}, {over}",
            "add {low}, {low}, {carry}",
            "sltu {over}, {low}, {carry}",
            "add {high}, {high}, {over}",
            a = in(reg) a,
            b = in(reg) b,
            acc = in(reg) acc,
            carry = in(reg) carry,
            low = out(reg) low,
            high = out(reg) high,
            over = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    (low, high)
}

/// `acc + a·b` as (low, high).
#[inline(always)]
pub(crate) fn mac_first(acc: u64, a: u64, b: u64) -> (u64, u64) {
    let (low, high);
    // SAFETY: as in `mac`.
    unsafe {
        core::arch::asm!(
            "mul {low}, {a}, {b}",
            "mulhu {high}, {a}, {b}",
            "add {low}, {low}, {acc}",
            "sltu {over}, {low}, {acc}",
            "add {high}, {high}, {over}",
            a = in(reg) a,
            b = in(reg) b,
            acc = in(reg) acc,
            low = out(reg) low,
            high = out(reg) high,
            over = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    (low, high)
}
