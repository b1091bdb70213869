//! The kernels for numbers whose length is known at run time only: blocks of 4 or 8 words, whose
//! products stay in registers until they are done.
//!
//! A row x·b of a long number loads and stores a word for each product of words. In a block the
//! running value is a window of as many registers as the block has words: each row finishes the
//! window's lowest word and needs a new one at its top, which takes the register that just came
//! free. So a block loads and stores a word for each row.
//!
//! N is 4 or 8, B = 2^(64N). Where a whole modulus has 4 words, a product and its reduction are one
//! kernel, and nothing goes to memory between them. No kernel branches on data or takes an address
//! from it.

use core::arch::naked_asm;

use crate::cpu;

/// The last product of a row: its upper half is the window's new top, in the register of the lowest
/// word, which is done.
macro_rules! upper {
    ($b:literal, $last:literal; $t0:ident $high:ident) => {
        concat!(
            "mulx ",
            stringify!($t0),
            ", rax, [",
            $b,
            " + 8*",
            $last,
            "]\n",
            "adox ",
            stringify!($high),
            ", rax\n",
            "mov eax, 0\n",
            "adcx ",
            stringify!($t0),
            ", rax\n",
            "adox ",
            stringify!($t0),
            ", rax\n",
        )
    };
}

/// The window += \[rbp + 8k\]·\[rcx\] + \[rdi + 8k\]; its lowest word goes to \[rdi + 8k\], and the
/// window moves up by a word.
macro_rules! row_of_product {
    ($k:literal; $t0:ident $t1:ident $t2:ident $t3:ident) => {
        concat!(
            row_of_product!(@ $k $t0),
            row!("rcx"; 0 $t0 $t1, 1 $t1 $t2, 2 $t2 $t3),
            "mov [rdi + 8*", $k, "], ", stringify!($t0), "\n",
            upper!("rcx", 3; $t0 $t3),
        )
    };
    ($k:literal; $t0:ident $t1:ident $t2:ident $t3:ident $t4:ident $t5:ident $t6:ident $t7:ident) => {
        concat!(
            row_of_product!(@ $k $t0),
            row!("rcx"; 0 $t0 $t1, 1 $t1 $t2, 2 $t2 $t3, 3 $t3 $t4, 4 $t4 $t5, 5 $t5 $t6, 6 $t6 $t7),
            "mov [rdi + 8*", $k, "], ", stringify!($t0), "\n",
            upper!("rcx", 7; $t0 $t7),
        )
    };
    // Adds a word; its carry is the first of the row's upper halves.
    (@ $k:literal $t0:ident) => {
        concat!(
            "mov rdx, [rbp + 8*", $k, "]\n",
            "xor eax, eax\n",
            "adcx ", stringify!($t0), ", [rdi + 8*", $k, "]\n",
        )
    };
}

/// The window += q·\[rcx\] with q = t₀·rbp, which goes to \[rdi + 8k\]; its lowest word is zero
/// then, and the window moves up by a word.
macro_rules! row_of_quotient {
    ($k:literal; $t0:ident $t1:ident $t2:ident $t3:ident) => {
        concat!(
            row_of_quotient!(@ $k $t0),
            row!("rcx"; 0 $t0 $t1, 1 $t1 $t2, 2 $t2 $t3),
            upper!("rcx", 3; $t0 $t3),
        )
    };
    ($k:literal; $t0:ident $t1:ident $t2:ident $t3:ident $t4:ident $t5:ident $t6:ident $t7:ident) => {
        concat!(
            row_of_quotient!(@ $k $t0),
            row!("rcx"; 0 $t0 $t1, 1 $t1 $t2, 2 $t2 $t3, 3 $t3 $t4, 4 $t4 $t5, 5 $t5 $t6, 6 $t6 $t7),
            upper!("rcx", 7; $t0 $t7),
        )
    };
    (@ $k:literal $t0:ident) => {
        concat!(
            "mov rdx, ", stringify!($t0), "\n",
            "imul rdx, rbp\n",
            "mov [rdi + 8*", $k, "], rdx\n",
            "xor eax, eax\n",
        )
    };
}

/// As `row_of_quotient` of four words, t₀ times \[rcx + 32\], and not stored.
macro_rules! row_of_reduction {
    ($k:literal; $t0:ident $t1:ident $t2:ident $t3:ident) => {
        concat!(
            "mov rdx, ", stringify!($t0), "\n",
            "imul rdx, [rcx + 32]\n",
            "xor eax, eax\n",
            row!("rcx"; 0 $t0 $t1, 1 $t1 $t2, 2 $t2 $t3),
            upper!("rcx", 3; $t0 $t3),
        )
    };
}

/// A window's rows, one after the other.
macro_rules! rows_of {
    ($row:ident; $t0:ident $t1:ident $t2:ident $t3:ident) => {
        concat!(
            $row!(0; $t0 $t1 $t2 $t3),
            $row!(1; $t1 $t2 $t3 $t0),
            $row!(2; $t2 $t3 $t0 $t1),
            $row!(3; $t3 $t0 $t1 $t2),
        )
    };
    ($row:ident; $t0:ident $t1:ident $t2:ident $t3:ident $t4:ident $t5:ident $t6:ident $t7:ident) => {
        concat!(
            $row!(0; $t0 $t1 $t2 $t3 $t4 $t5 $t6 $t7),
            $row!(1; $t1 $t2 $t3 $t4 $t5 $t6 $t7 $t0),
            $row!(2; $t2 $t3 $t4 $t5 $t6 $t7 $t0 $t1),
            $row!(3; $t3 $t4 $t5 $t6 $t7 $t0 $t1 $t2),
            $row!(4; $t4 $t5 $t6 $t7 $t0 $t1 $t2 $t3),
            $row!(5; $t5 $t6 $t7 $t0 $t1 $t2 $t3 $t4),
            $row!(6; $t6 $t7 $t0 $t1 $t2 $t3 $t4 $t5),
            $row!(7; $t7 $t0 $t1 $t2 $t3 $t4 $t5 $t6),
        )
    };
}

/// \[out\] = 2·\[out\] + the squares of the words of \[rsi\], the words of `out` in pairs: doubling
/// carries in one flag, the squares in the other. The lowest and the highest word come in as zeros.
macro_rules! doubled_in_memory {
    ($($i:literal)+) => {
        concat!(
            "xor eax, eax\n",
            $(
                "mov rdx, [rsi + 8*", $i, "]\n",
                "mulx rbx, rax, rdx\n",
                "mov r8, [rdi + 16*", $i, "]\n",
                "adcx r8, r8\n",
                "adox r8, rax\n",
                "mov [rdi + 16*", $i, "], r8\n",
                "mov r8, [rdi + 16*", $i, " + 8]\n",
                "adcx r8, r8\n",
                "adox r8, rbx\n",
                "mov [rdi + 16*", $i, " + 8], r8\n",
            )+
        )
    };
}

/// r8 to r15 = the square of \[src\], whose second word is at \[second\].
macro_rules! square_in_registers {
    ($src:literal, $second:literal) => {
        concat!(
            "mov rdx, [", $src, " + 0]\n",
            first_row!($second; r12; 0 r9 r10, 1 r10 r11, 2 r11 r12),
            "mov rdx, [", $src, " + 8]\n",
            product_row!($src; r13; 2 r11 r12, 3 r12 r13),
            "mov rdx, [", $src, " + 16]\n",
            product_row!($src; r14; 3 r13 r14),
            "mov rdx, [", $src, " + 0]\n",
            "mulx rbx, r8, rdx\n",
            "xor eax, eax\n",
            "adcx r9, r9\n",
            "adox r9, rbx\n",
            doubled!($src; 1 r10 r11, 2 r12 r13),
            "mov rdx, [", $src, " + 24]\n",
            "mulx r15, rax, rdx\n",
            "adcx r14, r14\n",
            "adox r14, rax\n",
            "mov eax, 0\n",
            "adcx r15, rax\n",
            "adox r15, rax\n",
        )
    };
}

/// \[rdi\] = (r8 to r15 + q·\[rcx\])/B, less \[rcx\] where that is not below B.
macro_rules! reduced_in_registers {
    () => {
        concat!(
            rows_of!(row_of_reduction; r8 r9 r10 r11),
            "add r8, r12\n",
            "adc r9, r13\n",
            "adc r10, r14\n",
            "adc r11, r15\n",
            "sbb rax, rax\n",
            load!("rcx"; 0 r12, 1 r13, 2 r14, 3 r15),
            masked!(rax; r12, r13, r14, r15),
            "sub r8, r12\n",
            "sbb r9, r13\n",
            "sbb r10, r14\n",
            "sbb r11, r15\n",
            store!("rdi"; 0 r8, 1 r9, 2 r10, 3 r11),
        )
    };
}

/// z + B·c = z + c + a·b, in place.
///
/// (B − 1)² + 2·(B − 1) = B² − 1, and likewise after each row, so that no window overflows.
///
/// # Safety
/// The pointers are valid, z and c are no part of another operand, and the CPU has BMI2 and ADX.
#[unsafe(naked)]
unsafe extern "sysv64" fn add_product4(
    z: *mut [u64; 4],
    c: *mut [u64; 4],
    a: *const [u64; 4],
    b: *const [u64; 4],
) {
    naked_asm!(
        save_few!(),
        "mov rbp, rdx",
        load!("rsi"; 0 r8, 1 r9, 2 r10, 3 r11),
        rows_of!(row_of_product; r8 r9 r10 r11),
        store!("rsi"; 0 r8, 1 r9, 2 r10, 3 r11),
        restore_few!(),
    )
}

/// As [`add_product4`], of 8 words.
///
/// # Safety
/// As there.
#[unsafe(naked)]
unsafe extern "sysv64" fn add_product8(
    z: *mut [u64; 8],
    c: *mut [u64; 8],
    a: *const [u64; 8],
    b: *const [u64; 8],
) {
    naked_asm!(
        save!(),
        "mov rbp, rdx",
        load!("rsi"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13, 6 r14, 7 r15),
        rows_of!(row_of_product; r8 r9 r10 r11 r12 r13 r14 r15),
        store!("rsi"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13, 6 r14, 7 r15),
        restore!(),
    )
}

/// x = q = −x/n mod B and c = (x + q·n)/B, for the lowest N words of n and n₀ = −1/n modulo the
/// word; for another n₀ they are some numbers. c is below B.
///
/// # Safety
/// The pointers are valid, x and c are no part of another operand, and the CPU has BMI2 and ADX.
#[unsafe(naked)]
unsafe extern "sysv64" fn quotient4(
    x: *mut [u64; 4],
    c: *mut [u64; 4],
    n0: u64,
    n: *const [u64; 4],
) {
    naked_asm!(
        save_few!(),
        "mov rbp, rdx",
        load!("rdi"; 0 r8, 1 r9, 2 r10, 3 r11),
        rows_of!(row_of_quotient; r8 r9 r10 r11),
        store!("rsi"; 0 r8, 1 r9, 2 r10, 3 r11),
        restore_few!(),
    )
}

/// As [`quotient4`], of 8 words.
///
/// # Safety
/// As there.
#[unsafe(naked)]
unsafe extern "sysv64" fn quotient8(
    x: *mut [u64; 8],
    c: *mut [u64; 8],
    n0: u64,
    n: *const [u64; 8],
) {
    naked_asm!(
        save!(),
        "mov rbp, rdx",
        load!("rdi"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13, 6 r14, 7 r15),
        rows_of!(row_of_quotient; r8 r9 r10 r11 r12 r13 r14 r15),
        store!("rsi"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13, 6 r14, 7 r15),
        restore!(),
    )
}

/// out = a²: products of different words once, doubled, and the squares.
///
/// # Safety
/// The pointers are valid, out is no part of a, and the CPU has BMI2 and ADX.
#[unsafe(naked)]
unsafe extern "sysv64" fn square4(out: *mut [u64; 8], a: *const [u64; 4]) {
    naked_asm!(
        save!(),
        square_in_registers!("rsi", "rsi + 8"),
        store!("rdi"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13, 6 r14, 7 r15),
        restore!(),
    )
}

/// x = (x² + q·n)/B, less n where that is not below B, so many times, once at least: squares in
/// Montgomery's form for any n, below B for every x. Behind n is −1/n modulo the word.
///
/// # Safety
/// The pointers are valid, the modulus is no part of x, and the CPU has BMI2 and ADX.
#[unsafe(naked)]
unsafe extern "sysv64" fn square_times4(x: *mut [u64; 4], times: u64, modulus: *const [u64; 5]) {
    naked_asm!(
        save!(),
        "mov rcx, rdx",
        "2:",
        square_in_registers!("rdi", "rdi + 8"),
        reduced_in_registers!(),
        "dec rsi",
        "jnz 2b",
        restore!(),
    )
}

/// As [`square_times4`], x·a.
///
/// # Safety
/// As there; a is no part of x.
#[unsafe(naked)]
unsafe extern "sysv64" fn multiply4(
    x: *mut [u64; 4],
    a: *const [u64; 4],
    modulus: *const [u64; 5],
) {
    naked_asm!(
        save!(),
        "mov rcx, rdx",
        "mov rdx, [rdi + 0]",
        first_row!("rsi"; r12; 0 r8 r9, 1 r9 r10, 2 r10 r11, 3 r11 r12),
        "mov rdx, [rdi + 8]",
        product_row!("rsi"; r13; 0 r9 r10, 1 r10 r11, 2 r11 r12, 3 r12 r13),
        "mov rdx, [rdi + 16]",
        product_row!("rsi"; r14; 0 r10 r11, 1 r11 r12, 2 r12 r13, 3 r13 r14),
        "mov rdx, [rdi + 24]",
        product_row!("rsi"; r15; 0 r11 r12, 1 r12 r13, 2 r13 r14, 3 r14 r15),
        reduced_in_registers!(),
        restore!(),
    )
}

/// As [`square4`], of 8 words. Words 1 and 2 of the sum of products of different words are done
/// after the first row, 3 and 4 after the second, and so on.
///
/// # Safety
/// As there.
#[unsafe(naked)]
unsafe extern "sysv64" fn square8(out: *mut [u64; 16], a: *const [u64; 8]) {
    naked_asm!(
        save!(),
        "mov rdx, [rsi + 0]",
        first_row!("rsi + 8"; r15; 0 r8 r9, 1 r9 r10, 2 r10 r11, 3 r11 r12, 4 r12 r13, 5 r13 r14, 6 r14 r15),
        store!("rdi"; 1 r8, 2 r9),
        "mov rdx, [rsi + 8]",
        product_row!("rsi"; r8; 2 r10 r11, 3 r11 r12, 4 r12 r13, 5 r13 r14, 6 r14 r15, 7 r15 r8),
        store!("rdi"; 3 r10, 4 r11),
        "mov rdx, [rsi + 16]",
        product_row!("rsi"; r9; 3 r12 r13, 4 r13 r14, 5 r14 r15, 6 r15 r8, 7 r8 r9),
        store!("rdi"; 5 r12, 6 r13),
        "mov rdx, [rsi + 24]",
        product_row!("rsi"; r10; 4 r14 r15, 5 r15 r8, 6 r8 r9, 7 r9 r10),
        store!("rdi"; 7 r14, 8 r15),
        "mov rdx, [rsi + 32]",
        product_row!("rsi"; r11; 5 r8 r9, 6 r9 r10, 7 r10 r11),
        store!("rdi"; 9 r8, 10 r9),
        "mov rdx, [rsi + 40]",
        product_row!("rsi"; r12; 6 r10 r11, 7 r11 r12),
        store!("rdi"; 11 r10, 12 r11),
        "mov rdx, [rsi + 48]",
        // Leaves a zero in rax.
        product_row!("rsi"; r13; 7 r12 r13),
        store!("rdi"; 0 rax, 13 r12, 14 r13, 15 rax),
        doubled_in_memory!(0 1 2 3 4 5 6 7),
        restore!(),
    )
}

/// A block of N words, N being 4 or 8.
pub(crate) trait Block: Copy + Sized {
    /// A block of zeros.
    const ZERO: Self;
    /// z + B·c = z + c + a·b, in place.
    fn add_product(token: cpu::Adx, z: &mut Self, c: &mut Self, a: &Self, b: &Self);
    /// x = q = −x/n mod B and c = (x + q·n)/B, for n₀ = −1/n modulo the word.
    fn quotient(token: cpu::Adx, x: &mut Self, c: &mut Self, n: &Self, n0: u64);
    /// The lower and the upper half of a².
    fn square(token: cpu::Adx, out: &mut [Self; 2], a: &Self);
}

macro_rules! block {
    ($n:literal, $add_product:ident, $quotient:ident, $square:ident) => {
        impl Block for [u64; $n] {
            const ZERO: Self = [0; $n];

            #[inline(always)]
            fn add_product(_: cpu::Adx, z: &mut Self, c: &mut Self, a: &Self, b: &Self) {
                // SAFETY: references are valid, those to be written are no part of others, and the
                // token says that the CPU has the instructions.
                unsafe { $add_product(z, c, a, b) }
            }

            #[inline(always)]
            fn quotient(_: cpu::Adx, x: &mut Self, c: &mut Self, n: &Self, n0: u64) {
                // SAFETY: as above.
                unsafe { $quotient(x, c, n0, n) }
            }

            #[inline(always)]
            fn square(_: cpu::Adx, out: &mut [Self; 2], a: &Self) {
                // SAFETY: as above; two blocks are twice as many words.
                unsafe { $square((&raw mut *out).cast(), a) }
            }
        }
    };
}

block!(4, add_product4, quotient4, square4);
block!(8, add_product8, quotient8, square8);

/// x = x²/B mod n so many times, below B for every x below B; behind n is −1/n modulo the word.
#[inline(always)]
pub(crate) fn square_times(_: cpu::Adx, x: &mut [u64; 4], times: usize, modulus: &[u64; 5]) {
    if times != 0 {
        // SAFETY: references are valid, that to be written is no part of the other, and the token
        // says that the CPU has the instructions.
        unsafe { square_times4(x, times as u64, modulus) }
    }
}

/// x = x·a/B mod n, likewise.
#[inline(always)]
pub(crate) fn multiply(_: cpu::Adx, x: &mut [u64; 4], a: &[u64; 4], modulus: &[u64; 5]) {
    // SAFETY: as above.
    unsafe { multiply4(x, a, modulus) }
}
