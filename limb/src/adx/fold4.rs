//! The kernels for residues modulo 2^k − c on 4 full words, see [`crate::fold`].
//!
//! Names: R = 2^256 ≡ C, C below 2^40. Operands and results are any integers below R. The whole product, then the fold of its upper half: there
//! is nothing to interleave, since no quotient waits for anything. Every kernel may be given one place as input and output. None branches
//! on data or takes an address from it.

use core::arch::naked_asm;

/// \[rdi\] = r8…r15 modulo 2^k − c, with C in rcx.
///
/// The words above R after the first fold are at most C (2C with what `$above` adds), and the second fold adds less than 2^82 to R − 1: whatever
/// carries leaves less than 2^82, which takes C within two words.
macro_rules! fold {
    ($($above:literal),*) => {
        concat!(
            "mov rdx, rcx\n",
            "xor eax, eax\n",
            "mulx rbx, rax, r12\n",
            "adox r8, rax\n",
            "adcx r9, rbx\n",
            "mulx rbx, rax, r13\n",
            "adox r9, rax\n",
            "adcx r10, rbx\n",
            "mulx rbx, rax, r14\n",
            "adox r10, rax\n",
            "adcx r11, rbx\n",
            "mulx rbx, rax, r15\n",
            "adox r11, rax\n",
            "mov eax, 0\n",
            "adcx rbx, rax\n",
            "adox rbx, rax\n",
            $($above, "\n",)*
            "mulx rbx, rax, rbx\n",
            "mov esi, 0\n",
            "add r8, rax\n",
            "adc r9, rbx\n",
            "adc r10, 0\n",
            "adc r11, 0\n",
            "cmovc rsi, rdx\n",
            "add r8, rsi\n",
            "adc r9, 0\n",
            store!("rdi"; 0 r8, 1 r9, 2 r10, 3 r11),
        )
    };
}

/// out = a·b.
///
/// # Safety
/// The pointers are valid, c is below 2^40, and the CPU has BMI2 and ADX.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn mul(out: *mut [u64; 4], a: *const [u64; 4], b: *const [u64; 4], c: u64) {
    naked_asm!(save!(), "mov rbp, rdx", product_in_registers!(), fold!(), restore!(),)
}

/// out = a².
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn sqr(out: *mut [u64; 4], a: *const [u64; 4], _: u64, c: u64) {
    naked_asm!(save!(), square_in_registers!(), fold!(), restore!(),)
}

/// out = a·b + x·y.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn sum_of_two(
    out: *mut [u64; 4],
    a: *const [u64; 4],
    b: *const [u64; 4],
    c: u64,
    x: *const [u64; 4],
    y: *const [u64; 4],
) {
    naked_asm!(
        save!(),
        "mov rbp, rdx",
        sum_in_registers!(),
        // R² ≡ C·R.
        "mov esi, 0",
        "cmovc rsi, rcx",
        fold!("add rbx, rsi"),
        restore!(),
    )
}
