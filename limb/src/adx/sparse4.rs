//! The kernels for moduli h·2^192 + 2^96 − 1 of 4 full words, in Montgomery's form with R = 2^256 < 2m.
//!
//! m ≡ −1 modulo the word, so the quotient q of a step is the lowest word t₀ itself, and t + q·m = (t − q) + q·2^96 + q·h·2^192: one word
//! product, two shifts and four additions a step, where a general modulus takes five products and twelve (S. Gueron, V. Krasnov,
//! "Fast prime field elliptic-curve cryptography with 256-bit primes", ePrint 2013/816, have P-256 so).
//!
//! There are no spare bits: interleaved rows would need a carry word each. So the product comes first, in 8 words; its lower half reduces to
//! at most m, and the upper half, below m, is added. Operands and results are reduced. Every kernel may be given one place as
//! input and output. None branches on data or takes an address from it.

use core::arch::naked_asm;

/// One step: the register of t₀ is used up, and a new one holds the highest word. h is in rcx.
macro_rules! step {
    ($t0:ident $t1:ident $t2:ident $t3:ident $new:ident) => {
        concat!(
            "mov rdx, ",
            stringify!($t0),
            "\n",
            "mulx ",
            stringify!($new),
            ", rax, rcx\n",
            "shl ",
            stringify!($t0),
            ", 32\n",
            "shr rdx, 32\n",
            "add ",
            stringify!($t1),
            ", ",
            stringify!($t0),
            "\n",
            "adc ",
            stringify!($t2),
            ", rdx\n",
            "adc ",
            stringify!($t3),
            ", rax\n",
            "adc ",
            stringify!($new),
            ", 0\n",
        )
    };
}

/// rsi, rbp, r8, r9 and a carry in the flag = r8…r15 times R⁻¹: the lower half's share is at most m.
macro_rules! reduce_in_registers {
    () => {
        concat!(
            step!(r8 r9 r10 r11 rsi),
            step!(r9 r10 r11 rsi rbp),
            step!(r10 r11 rsi rbp r8),
            step!(r11 rsi rbp r8 r9),
            "add rsi, r12\n",
            "adc rbp, r13\n",
            "adc r8, r14\n",
            "adc r9, r15\n",
        )
    };
}

/// r10, r11, r12, r13 = rsi, rbp, r8, r9 − m; the carry flag if that is negative, with rbx as the word above. The words of m: −1, 2^32 − 1, 0, h.
macro_rules! less_modulus {
    () => {
        concat!(
            "mov r10, rsi\n",
            "mov r11, rbp\n",
            "mov r12, r8\n",
            "mov r13, r9\n",
            "sub r10, -1\n",
            "sbb r11, rdx\n",
            "sbb r12, 0\n",
            "sbb r13, rcx\n",
            "sbb rbx, 0\n",
        )
    };
}

/// \[rdi\] = rsi, rbp, r8, r9 and a word rbx above, less m if that is not negative. rdx is the second word of m.
macro_rules! finish {
    () => {
        concat!(
            less_modulus!(),
            "cmovc r10, rsi\n",
            "cmovc r11, rbp\n",
            "cmovc r12, r8\n",
            "cmovc r13, r9\n",
            store!("rdi"; 0 r10, 1 r11, 2 r12, 3 r13),
        )
    };
}

/// out = a·b·R⁻¹.
///
/// # Safety
/// The pointers are valid, the modulus is h·2^192 + 2^96 − 1, the operands are below it, and the CPU has BMI2 and ADX.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn mul(out: *mut [u64; 4], a: *const [u64; 4], b: *const [u64; 4], h: u64) {
    naked_asm!(
        save!(),
        "mov rbp, rdx",
        product_in_registers!(),
        "xor ebx, ebx",
        reduce_in_registers!(),
        "adc rbx, 0",
        "mov edx, -1",
        finish!(),
        restore!(),
    )
}

/// out = a²·R⁻¹.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn sqr(out: *mut [u64; 4], a: *const [u64; 4], _: u64, h: u64) {
    naked_asm!(
        save!(),
        square_in_registers!(),
        "xor ebx, ebx",
        reduce_in_registers!(),
        "adc rbx, 0",
        "mov edx, -1",
        finish!(),
        restore!(),
    )
}

/// out = (a·b + x·y)·R⁻¹. Below 2m²/R + m < 3m before the last steps, which subtract m twice.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn sum_of_two(
    out: *mut [u64; 4],
    a: *const [u64; 4],
    b: *const [u64; 4],
    h: u64,
    x: *const [u64; 4],
    y: *const [u64; 4],
) {
    naked_asm!(
        save!(),
        "mov rbp, rdx",
        sum_in_registers!(),
        "mov ebx, 0",
        "adc rbx, 0",
        reduce_in_registers!(),
        "adc rbx, 0",
        "mov edx, -1",
        "mov rax, rbx",
        less_modulus!(),
        "cmovnc rsi, r10",
        "cmovnc rbp, r11",
        "cmovnc r8, r12",
        "cmovnc r9, r13",
        "cmovc rbx, rax",
        finish!(),
        restore!(),
    )
}
