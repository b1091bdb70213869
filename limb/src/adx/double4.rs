//! Products and squares of 4 words in 8 registers, as assembly text: what the kernels that reduce afterwards begin with.
//!
//! The result lies in r8 to r15, lowest word first. rax, rbx and rdx are used; squares use rbp.

/// r8…r15 = \[rsi\]·\[rbp\].
macro_rules! product_in_registers {
    () => {
        concat!(
            "mov rdx, [rsi]\n",
            first_row!("rbp"; r12; 0 r8 r9, 1 r9 r10, 2 r10 r11, 3 r11 r12),
            "mov rdx, [rsi + 8]\n",
            product_row!("rbp"; r13; 0 r9 r10, 1 r10 r11, 2 r11 r12, 3 r12 r13),
            "mov rdx, [rsi + 16]\n",
            product_row!("rbp"; r14; 0 r10 r11, 1 r11 r12, 2 r12 r13, 3 r13 r14),
            "mov rdx, [rsi + 24]\n",
            product_row!("rbp"; r15; 0 r11 r12, 1 r12 r13, 2 r13 r14, 3 r14 r15),
        )
    };
}

/// r8…r15 = \[rsi\]². The six products of different words once, doubled in the carry flag's chain while the overflow flag's
/// adds the squares of the words.
macro_rules! square_in_registers {
    () => {
        concat!(
            "mov rdx, [rsi]\n",
            "mulx r10, r9, [rsi + 8]\n",
            "mulx r11, rax, [rsi + 16]\n",
            "mulx r12, rbx, [rsi + 24]\n",
            "mov rdx, [rsi + 8]\n",
            "mulx rbp, r8, [rsi + 16]\n",
            "mulx r13, r15, [rsi + 24]\n",
            "mov rdx, [rsi + 16]\n",
            "mulx r14, rdx, [rsi + 24]\n",
            // r9 r10 r11 r12 + (rax rbx) at 2 + (r8 rbp) at 3 + r15 at 4 + (r13 r14) at 5 + rdx at 5.
            "add r10, rax\n",
            "adc r11, rbx\n",
            "adc r12, 0\n",
            "add r13, rdx\n",
            "adc r14, 0\n",
            "add r11, r8\n",
            "adc r12, rbp\n",
            "adc r13, 0\n",
            "adc r14, 0\n",
            "xor ebp, ebp\n",
            "adox r12, r15\n",
            "adox r13, rbp\n",
            "adox r14, rbp\n",
            "mov rdx, [rsi]\n",
            "mulx rax, r8, rdx\n",
            "xor r15, r15\n",
            "adcx r9, r9\n",
            "adox r9, rax\n",
            "mov rdx, [rsi + 8]\n",
            "mulx rbx, rax, rdx\n",
            "adcx r10, r10\n",
            "adox r10, rax\n",
            "adcx r11, r11\n",
            "adox r11, rbx\n",
            "mov rdx, [rsi + 16]\n",
            "mulx rbx, rax, rdx\n",
            "adcx r12, r12\n",
            "adox r12, rax\n",
            "adcx r13, r13\n",
            "adox r13, rbx\n",
            "mov rdx, [rsi + 24]\n",
            "mulx rbx, rax, rdx\n",
            "adcx r14, r14\n",
            "adox r14, rax\n",
            "adcx r15, rbx\n",
            "adox r15, rbp\n",
        )
    };
}

/// r8…r15 = \[a\]·\[b\] + \[c\]·\[d\], the carry flag on top; c and d are in r8 and r9 at first, and a, b in rsi and rbp. Uses 10 words of the
/// stack, and leaves rsp as it was.
macro_rules! sum_in_registers {
    () => {
        concat!(
            "push r8\n",
            "push r9\n",
            product_in_registers!(),
            "mov rsi, [rsp + 8]\n",
            "mov rbp, [rsp]\n",
            "sub rsp, 64\n",
            store!("rsp"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13, 6 r14, 7 r15),
            product_in_registers!(),
            each!("rsp"; "add" 0 r8, "adc" 1 r9, "adc" 2 r10, "adc" 3 r11, "adc" 4 r12, "adc" 5 r13, "adc" 6 r14, "adc" 7 r15),
            "lea rsp, [rsp + 80]\n",
        )
    };
}
