//! Products and squares of 4 words in 8 registers, as assembly text: what the kernels that reduce
//! afterwards begin with.
//!
//! These kernels are not called as functions: operands come as pointers in rsi and r15 and the
//! result leaves in registers (`words_by!`), so that the compiler sees a value and puts it where it
//! is wanted. A result in memory was measured before: every copy of it loads words in another width
//! than they were just stored, and waits; a double-base multiplication of points took 1.2 times as
//! long.
//!
//! The result of these macros lies in r8 to r14 and rsi, lowest word first. They use rax, rdx and
//! rdi. Neither rbx nor rbp is touched, which inline assembly cannot name.

/// As `row!` with rdi for rbx.
macro_rules! short_row {
    ($($i:literal $lo:ident $hi:ident),+) => {
        concat!($(
            "mulx rdi, rax, [r15 + 8*", $i, "]\n",
            "adox ", stringify!($lo), ", rax\n",
            "adcx ", stringify!($hi), ", rdi\n",
        )+)
    };
}

/// t += rdx·\[r15\], whose highest register is new.
macro_rules! short_product_row {
    ($top:ident; $($row:tt)+) => {
        concat!(
            "xor ", stringify!($top), ", ", stringify!($top), "\n",
            short_row!($($row)+),
            "mov eax, 0\n",
            "adox ", stringify!($top), ", rax\n",
        )
    };
}

/// r8…r14, rsi = \[rsi\]·\[r15\].
macro_rules! product_in_registers {
    () => {
        concat!(
            "mov rdx, [rsi]\n",
            first_row!("r15"; r12; 0 r8 r9, 1 r9 r10, 2 r10 r11, 3 r11 r12),
            "mov rdx, [rsi + 8]\n",
            short_product_row!(r13; 0 r9 r10, 1 r10 r11, 2 r11 r12, 3 r12 r13),
            "mov rdx, [rsi + 16]\n",
            short_product_row!(r14; 0 r10 r11, 1 r11 r12, 2 r12 r13, 3 r13 r14),
            "mov rdx, [rsi + 24]\n",
            short_product_row!(rsi; 0 r11 r12, 1 r12 r13, 2 r13 r14, 3 r14 rsi),
        )
    };
}

/// r8…r14, rsi = \[rsi\]². The six products of different words once, doubled in the carry flag's
/// chain while the overflow flag's adds the squares of the words. Uses r15.
macro_rules! square_in_registers {
    () => {
        concat!(
            "mov rdx, [rsi]\n",
            "mulx r10, r9, [rsi + 8]\n",
            "mulx r11, rax, [rsi + 16]\n",
            "mulx r12, rdi, [rsi + 24]\n",
            "add r10, rax\n",
            "adc r11, rdi\n",
            "adc r12, 0\n",
            "mov rdx, [rsi + 8]\n",
            "mulx rdi, rax, [rsi + 16]\n",
            "mulx r13, r8, [rsi + 24]\n",
            "mov rdx, [rsi + 16]\n",
            "mulx r14, r15, [rsi + 24]\n",
            "add r11, rax\n",
            "adc r12, rdi\n",
            "adc r13, r15\n",
            "adc r14, 0\n",
            "add r12, r8\n",
            "adc r13, 0\n",
            "adc r14, 0\n",
            "mov rdx, [rsi]\n",
            "mulx rax, r8, rdx\n",
            "xor edi, edi\n",
            "adcx r9, r9\n",
            "adox r9, rax\n",
            "mov rdx, [rsi + 8]\n",
            "mulx rdi, rax, rdx\n",
            "adcx r10, r10\n",
            "adox r10, rax\n",
            "adcx r11, r11\n",
            "adox r11, rdi\n",
            "mov rdx, [rsi + 16]\n",
            "mulx rdi, rax, rdx\n",
            "adcx r12, r12\n",
            "adox r12, rax\n",
            "adcx r13, r13\n",
            "adox r13, rdi\n",
            "mov rdx, [rsi + 24]\n",
            "mulx rsi, rax, rdx\n",
            "adcx r14, r14\n",
            "adox r14, rax\n",
            "mov eax, 0\n",
            "adcx rsi, rax\n",
            "adox rsi, rax\n",
        )
    };
}

/// r8…r14, rsi = \[rsi\]·\[r15\] + \[r8\]·\[r9\], the carry flag on top. Uses 10 words of the
/// stack, and leaves rsp as it was.
macro_rules! sum_in_registers {
    () => {
        concat!(
            "push r8\n",
            "push r9\n",
            product_in_registers!(),
            "mov r15, [rsp]\n",
            "sub rsp, 64\n",
            store!("rsp"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13, 6 r14, 7 rsi),
            "mov rsi, [rsp + 72]\n",
            product_in_registers!(),
            each!("rsp"; "add" 0 r8, "adc" 1 r9, "adc" 2 r10, "adc" 3 r11, "adc" 4 r12, "adc" 5 r13, "adc" 6 r14, "adc" 7 rsi),
            "lea rsp, [rsp + 80]\n",
        )
    };
}

/// The words that a kernel of this convention gives: in r8 to r11.
///
/// # Safety
/// The pointers are to 4 words each, the CPU has BMI2 and ADX, and what the kernel asks of its
/// constant holds.
macro_rules! words_by {
    (mul $kernel:path, $a:expr, $b:expr, $constant:expr) => {
        words_by!(@ $kernel, $constant, (inout("rsi") $a => _, inout("r15") $b => _, out("r8") w0, out("r9") w1), w0 w1)
    };
    (sqr $kernel:path, $a:expr, $constant:expr) => {
        words_by!(@ $kernel, $constant, (inout("rsi") $a => _, out("r15") _, out("r8") w0, out("r9") w1), w0 w1)
    };
    (sum $kernel:path, $a:expr, $b:expr, $x:expr, $y:expr, $constant:expr) => {
        words_by!(@ $kernel, $constant, (inout("rsi") $a => _, inout("r15") $b => _, inout("r8") $x => w0, inout("r9") $y => w1), w0 w1)
    };
    (@ $kernel:path, $constant:expr, ($($operands:tt)*), $w0:ident $w1:ident) => {{
        let ($w0, $w1, w2, w3): (u64, u64, u64, u64);
        core::arch::asm!(
            "call {}", sym $kernel,
            $($operands)*,
            inout("rcx") $constant => _,
            out("r10") w2, out("r11") w3,
            out("rax") _, out("rdx") _, out("rdi") _, out("r12") _, out("r13") _, out("r14") _,
            options(pure, readonly),
        );
        [$w0, $w1, w2, w3]
    }};
}
