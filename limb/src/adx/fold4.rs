//! The kernels for residues modulo 2^k − c on 4 full words, see [`crate::fold`].
//!
//! Names: R = 2^256 ≡ C, C below 2^40. Operands and results are any integers below R. The whole
//! product, then the fold of its upper half: there is nothing to interleave, since no quotient
//! waits for anything. None branches on data or takes an address from it.
//!
//! Against compiled code (one core of a Xeon, nanoseconds): a product 9.4 of 14.8, its latency 14.7
//! of 24.9; a square 7.1 of 12.0, where as a product it would take 9.4; a sum of two products 17.3
//! of 25.5, and 20.5 as two products and a sum.

use core::arch::naked_asm;

/// r8…r11 = r8…r14, rsi modulo 2^k − c, with C in rcx.
///
/// The words above R after the first fold are at most C (2C with what `$above` adds), and the
/// second fold adds less than 2^82 to R − 1: whatever carries leaves less than 2^82, which takes C
/// within two words.
macro_rules! fold {
    ($($above:literal),*) => {
        concat!(
            "mov rdx, rcx\n",
            "xor eax, eax\n",
            "mulx rdi, rax, r12\n",
            "adox r8, rax\n",
            "adcx r9, rdi\n",
            "mulx rdi, rax, r13\n",
            "adox r9, rax\n",
            "adcx r10, rdi\n",
            "mulx rdi, rax, r14\n",
            "adox r10, rax\n",
            "adcx r11, rdi\n",
            "mulx rdi, rax, rsi\n",
            "adox r11, rax\n",
            "mov eax, 0\n",
            "adcx rdi, rax\n",
            "adox rdi, rax\n",
            $($above, "\n",)*
            "mulx rdi, rax, rdi\n",
            "mov esi, 0\n",
            "add r8, rax\n",
            "adc r9, rdi\n",
            "adc r10, 0\n",
            "adc r11, 0\n",
            "cmovc rsi, rdx\n",
            "add r8, rsi\n",
            "adc r9, 0\n",
            "ret\n",
        )
    };
}

/// \[rsi\]·\[r15\], with C in rcx: by `words_by!`.
///
/// # Safety
/// The pointers are valid, C is below 2^40, and the CPU has BMI2 and ADX.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn mul() {
    naked_asm!(product_in_registers!(), fold!())
}

/// \[rsi\]², with C in rcx: by `words_by!`.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn sqr() {
    naked_asm!(square_in_registers!(), fold!())
}

/// \[rsi\]·\[r15\] + \[r8\]·\[r9\], with C in rcx: by `words_by!`.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn sum_of_two() {
    naked_asm!(
        sum_in_registers!(),
        // R² ≡ C·R.
        "mov r15d, 0",
        "cmovc r15, rcx",
        fold!("add rdi, r15"),
    )
}
