//! The kernels for moduli h·2^192 + 2^96 − 1 of 4 full words, in Montgomery's form with R = 2^256 <
//! 2m.
//!
//! m ≡ −1 modulo the word, so the quotient q of a step is the lowest word t₀ itself, and t + q·m =
//! (t − q) + q·2^96 + q·h·2^192: one word product, two shifts and four additions a step, where a
//! general modulus takes five products and twelve (S. Gueron, V. Krasnov, "Fast prime field
//! elliptic-curve cryptography with 256-bit primes", ePrint 2013/816, have the NIST prime so).
//!
//! Against compiled code for the same modulus, which interleaves rows ([`crate::Mont`]; one core of
//! a Xeon, nanoseconds): a product 11.4 of 19.5, its latency 15.4 of 32; a square 9.1 of 19.4,
//! where as a product it would take 11.4; a sum of two products 20.8 of 33.9.
//!
//! There are no spare bits: interleaved rows would need a carry word each. So the product comes
//! first, in 8 words; its lower half reduces to at most m, and the upper half, below m, is added.
//! Operands and results are reduced. None branches on data or takes an address from it.

use core::arch::{asm, naked_asm};

/// The second word of such a modulus. In memory, where it takes no register.
static LOW: u64 = u64::MAX >> 32;

// A caller that lies in a function of lanes has 13 registers, not 15: its frame is aligned, and
// addressed by two of them. Statements of 11 did not always find them, which is an error of the
// compiler's, so these take 10 and 9.

/// a + b, reduced; of reduced operands. Compilers take sums and differences with these constants
/// apart, into three times the instructions.
#[inline(always)]
pub(super) fn add(
    [mut a0, mut a1, mut a2, mut a3]: [u64; 4],
    [b0, b1, b2, b3]: [u64; 4],
    h: u64,
) -> [u64; 4] {
    // SAFETY: changes nothing but its registers, and reads a constant.
    unsafe {
        asm!(
            "add {a0}, {b0}",
            "adc {a1}, {b1}",
            "adc {a2}, {b2}",
            "adc {a3}, {b3}",
            "sbb {above}, {above}",
            // a − m in place of b.
            "mov {b0}, {a0}",
            "mov {b1}, {a1}",
            "mov {b2}, {a2}",
            "mov {b3}, {a3}",
            "sub {b0}, -1",
            "sbb {b1}, qword ptr [rip + {low}]",
            "sbb {b2}, 0",
            "sbb {b3}, {h}",
            // Minus the carry, and the borrow: not zero if there was a borrow alone.
            "adc {above}, 0",
            "cmovz {a0}, {b0}",
            "cmovz {a1}, {b1}",
            "cmovz {a2}, {b2}",
            "cmovz {a3}, {b3}",
            a0 = inout(reg) a0, a1 = inout(reg) a1, a2 = inout(reg) a2, a3 = inout(reg) a3,
            b0 = inout(reg) b0 => _, b1 = inout(reg) b1 => _, b2 = inout(reg) b2 => _, b3 = inout(reg) b3 => _,
            above = out(reg) _, h = in(reg) h, low = sym LOW,
            options(pure, readonly, nostack),
        );
    }
    [a0, a1, a2, a3]
}

/// a − b, reduced; of reduced operands.
#[inline(always)]
pub(super) fn sub(
    [mut a0, mut a1, mut a2, mut a3]: [u64; 4],
    [b0, b1, b2, b3]: [u64; 4],
    h: u64,
) -> [u64; 4] {
    // SAFETY: changes nothing but its registers.
    unsafe {
        asm!(
            "sub {a0}, {b0}",
            "sbb {a1}, {b1}",
            "sbb {a2}, {b2}",
            "sbb {a3}, {b3}",
            // m under the mask of the borrow, in place of b.
            "sbb {b0}, {b0}",
            "mov {b1:e}, {b0:e}",
            "and {h}, {b0}",
            "add {a0}, {b0}",
            "adc {a1}, {b1}",
            "adc {a2}, 0",
            "adc {a3}, {h}",
            a0 = inout(reg) a0, a1 = inout(reg) a1, a2 = inout(reg) a2, a3 = inout(reg) a3,
            b0 = inout(reg) b0 => _, b1 = inout(reg) b1 => _, b2 = in(reg) b2, b3 = in(reg) b3,
            h = inout(reg) h => _,
            options(pure, nomem, nostack),
        );
    }
    [a0, a1, a2, a3]
}

/// One step: the register of t₀ is used up, and a new one holds the highest word. h is in rcx.
///
/// Both shifts are one product by 2^32: what bounds these kernels is the two ports that shift and
/// add with carry.
macro_rules! step {
    ($t0:ident $t1:ident $t2:ident $t3:ident $new:ident) => {
        concat!(
            "mov rdx, ",
            stringify!($t0),
            "\n",
            "mulx rax, ",
            stringify!($t0),
            ", [rip + 2f]\n",
            "add ",
            stringify!($t1),
            ", ",
            stringify!($t0),
            "\n",
            "adc ",
            stringify!($t2),
            ", rax\n",
            "mulx ",
            stringify!($new),
            ", rax, rcx\n",
            "adc ",
            stringify!($t3),
            ", rax\n",
            "adc ",
            stringify!($new),
            ", 0\n",
        )
    };
}

/// rdi, r15, r8, r9 and a carry in the flag = r8…r14, rsi times R⁻¹: the lower half's share is at
/// most m.
macro_rules! reduce_in_registers {
    () => {
        concat!(
            step!(r8 r9 r10 r11 rdi),
            step!(r9 r10 r11 rdi r15),
            step!(r10 r11 rdi r15 r8),
            step!(r11 rdi r15 r8 r9),
            "add rdi, r12\n",
            "adc r15, r13\n",
            "adc r8, r14\n",
            "adc r9, rsi\n",
        )
    };
}

/// r10, r11, r12, r13 = rdi, r15, r8, r9 − m; the carry flag if that is negative, with rax as the
/// word above. The words of m: −1, 2^32 − 1 (in rdx), 0, h.
macro_rules! less_modulus {
    () => {
        concat!(
            "mov r10, rdi\n",
            "mov r11, r15\n",
            "mov r12, r8\n",
            "mov r13, r9\n",
            "sub r10, -1\n",
            "sbb r11, rdx\n",
            "sbb r12, 0\n",
            "sbb r13, rcx\n",
            "sbb rax, 0\n",
        )
    };
}

/// r8…r11 = rdi, r15, r8, r9 and a word rax above, less m if that is not negative. rdx is the
/// second word of m.
macro_rules! finish {
    () => {
        concat!(
            less_modulus!(),
            "cmovc r12, r8\n",
            "cmovc r13, r9\n",
            "cmovc r10, rdi\n",
            "cmovc r11, r15\n",
            "mov r8, r10\n",
            "mov r9, r11\n",
            "mov r10, r12\n",
            "mov r11, r13\n",
            "ret\n",
            ".p2align 3\n",
            "2: .quad 0x100000000\n",
        )
    };
}

/// \[rsi\]·\[r15\]·R⁻¹, with h in rcx: by `words_by!`.
///
/// # Safety
/// The pointers are valid, the modulus is h·2^192 + 2^96 − 1, the operands are below it, and the
/// CPU has BMI2 and ADX.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn mul() {
    naked_asm!(
        product_in_registers!(),
        reduce_in_registers!(),
        "mov eax, 0",
        "adc rax, 0",
        "mov edx, -1",
        finish!(),
    )
}

/// \[rsi\]²·R⁻¹, with h in rcx: by `words_by!`.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn sqr() {
    naked_asm!(
        square_in_registers!(),
        reduce_in_registers!(),
        "mov eax, 0",
        "adc rax, 0",
        "mov edx, -1",
        finish!(),
    )
}

/// (\[rsi\]·\[r15\] + \[r8\]·\[r9\])·R⁻¹, with h in rcx: by `words_by!`. Below 2m²/R + m < 3m
/// before the last steps, which subtract m twice.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn sum_of_two() {
    naked_asm!(
        sum_in_registers!(),
        "mov eax, 0",
        "adc rax, 0",
        "push rax",
        reduce_in_registers!(),
        "pop rax",
        "adc rax, 0",
        "mov edx, -1",
        "mov rsi, rax",
        less_modulus!(),
        "cmovnc rdi, r10",
        "cmovnc r15, r11",
        "cmovnc r8, r12",
        "cmovnc r9, r13",
        "cmovc rax, rsi",
        finish!(),
    )
}
