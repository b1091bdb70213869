//! The kernels for moduli h·2^192 + 2^96 − 1 of 4 full words, in Montgomery's form with R = 2^256 <
//! 2m.
//!
//! m ≡ −1 modulo the word, so the quotient q of a step is the lowest word t₀ itself, and t + q·m =
//! (t − q) + q·2^96 + q·h·2^192: one word product, two shifts and four additions a step (S. Gueron,
//! V. Krasnov, "Fast prime field elliptic-curve cryptography with 256-bit primes", ePrint 2013/816,
//! have the NIST prime so). h is in x4.
//!
//! There are no spare bits: interleaved rows would need a carry word each. So the product comes
//! first, in 8 words from x11 on; its lower half reduces to at most m, and the upper half, below m,
//! is added. Operands and results are reduced.

use core::arch::naked_asm;

/// One step: the register of t₀ is used up, and then holds the highest word.
macro_rules! step {
    ($t0:ident $t1:ident $t2:ident $t3:ident) => {
        concat!(
            "adds ",
            stringify!($t1),
            ", ",
            stringify!($t1),
            ", ",
            stringify!($t0),
            ", lsl #32\n",
            "lsr x1, ",
            stringify!($t0),
            ", #32\n",
            "adcs ",
            stringify!($t2),
            ", ",
            stringify!($t2),
            ", x1\n",
            "mul x2, ",
            stringify!($t0),
            ", x4\n",
            "umulh ",
            stringify!($t0),
            ", ",
            stringify!($t0),
            ", x4\n",
            "adcs ",
            stringify!($t3),
            ", ",
            stringify!($t3),
            ", x2\n",
            "adc ",
            stringify!($t0),
            ", ",
            stringify!($t0),
            ", xzr\n",
        )
    };
}

/// x11…x14 and a carry in the flag = the running value times R⁻¹: the lower half's share is at most
/// m.
macro_rules! reduce_in_registers {
    () => {
        concat!(
            step!(x11 x12 x13 x14),
            step!(x12 x13 x14 x11),
            step!(x13 x14 x11 x12),
            step!(x14 x11 x12 x13),
            each!("adds" "adcs"; [x11 x12 x13 x14] [x11 x12 x13 x14] [x15 x16 x17 x20]),
        )
    };
}

/// x5…x8 and x9 = x11…x14 and the word x10 above, less m; the flag borrows if that is negative. The
/// words of m: −1 in x21, 2^32 − 1 in x22, 0, h.
macro_rules! less {
    () => {
        concat!(
            each!("subs" "sbcs"; [x5 x6 x7 x8 x9] [x11 x12 x13 x14 x10] [x21 x22 xzr x4 xzr]),
        )
    };
}

/// The end of a kernel: x11…x14 and a word x10 above, less m if that is not negative.
macro_rules! finish {
    () => {
        concat!(
            less!(),
            select!([x0 x1 x2 x3] [x11 x12 x13 x14] [x5 x6 x7 x8]),
            "ret\n",
        )
    };
}

/// The words of m that are not in registers yet.
macro_rules! modulus {
    () => {
        "mov x21, #-1\nmov x22, #0xffffffff\n"
    };
}

/// \[x0\]·\[x1\]·R⁻¹: by `words_by!`.
///
/// # Safety
/// The pointers are valid, the modulus is h·2^192 + 2^96 − 1, and the operands are below it.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn mul() {
    naked_asm!(product4!(), reduce_in_registers!(), "adc x10, xzr, xzr", modulus!(), finish!(),)
}

/// \[x0\]²·R⁻¹: by `words_by!`.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn sqr() {
    naked_asm!(square4!(), reduce_in_registers!(), "adc x10, xzr, xzr", modulus!(), finish!(),)
}

/// (\[x0\]·\[x1\] + \[x2\]·\[x3\])·R⁻¹: by `words_by!`. Below 2m²/R + m < 3m before the last steps,
/// which subtract m twice.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn sum_of_two() {
    naked_asm!(
        sum4!(),
        "adc x10, xzr, xzr",
        reduce_in_registers!(),
        "adc x10, x10, xzr",
        modulus!(),
        less!(),
        select!([x11 x12 x13 x14 x10] [x11 x12 x13 x14 x10] [x5 x6 x7 x8 x9]),
        finish!(),
    )
}
