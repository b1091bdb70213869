//! The kernels for 6 words.
//!
//! Names: m is the modulus, R = 2^384. Lazy operands are below 2m where R ≥ 4m and reduced otherwise. Every kernel may be given one place
//! as input and output. None branches on data or takes an address from it.

use core::arch::naked_asm;

use super::{Reduction, Wide};

macro_rules! first {
    ($src:literal; $t0:ident $t1:ident $t2:ident $t3:ident $t4:ident $t5:ident $t6:ident) => {
        first_row!($src; $t6; 0 $t0 $t1, 1 $t1 $t2, 2 $t2 $t3, 3 $t3 $t4, 4 $t4 $t5, 5 $t5 $t6)
    };
}

macro_rules! next {
    ($src:literal; $t0:ident $t1:ident $t2:ident $t3:ident $t4:ident $t5:ident $t6:ident) => {
        product_row!($src; $t6; 0 $t0 $t1, 1 $t1 $t2, 2 $t2 $t3, 3 $t3 $t4, 4 $t4 $t5, 5 $t5 $t6)
    };
}

macro_rules! further {
    ($src:literal; $t0:ident $t1:ident $t2:ident $t3:ident $t4:ident $t5:ident $t6:ident) => {
        further_row!($src; $t6; 0 $t0 $t1, 1 $t1 $t2, 2 $t2 $t3, 3 $t3 $t4, 4 $t4 $t5, 5 $t5 $t6)
    };
}

macro_rules! reduction {
    ($t0:ident $t1:ident $t2:ident $t3:ident $t4:ident $t5:ident $t6:ident) => {
        reduction_row!("rcx", "rcx + 48"; $t6; 0 $t0 $t1, 1 $t1 $t2, 2 $t2 $t3, 3 $t3 $t4, 4 $t4 $t5, 5 $t5 $t6)
    };
}

macro_rules! opening_reduction {
    ($t0:ident $t1:ident $t2:ident $t3:ident $t4:ident $t5:ident $t6:ident) => {
        opening_reduction_row!("rcx", "rcx + 48"; $t6; 0 $t0 $t1, 1 $t1 $t2, 2 $t2 $t3, 3 $t3 $t4, 4 $t4 $t5, 5 $t5 $t6)
    };
}

/// \[out\] = t − m if that is not negative, else t.
macro_rules! subtract_modulus {
    ($out:literal; $t0:ident $t1:ident $t2:ident $t3:ident $t4:ident $t5:ident; $x0:ident $x1:ident $x2:ident $x3:ident $x4:ident $x5:ident) => {
        subtract_once!($out, "rcx"; 0 $t0 $x0 "sub", 1 $t1 $x1 "sbb", 2 $t2 $x2 "sbb", 3 $t3 $x3 "sbb", 4 $t4 $x4 "sbb", 5 $t5 $x5 "sbb")
    };
}

/// \[out\] = \[a\]·\[b\], 12 words.
macro_rules! wide_product {
    ($out:literal, $a:literal, $b:literal) => {
        concat!(
            "mov rdx, [", $a, " + 8*0]\n",
            first!($b; r8 r9 r10 r11 r12 r13 r14),
            "mov [", $out, " + 8*0], r8\n",
            "mov rdx, [", $a, " + 8*1]\n",
            next!($b; r9 r10 r11 r12 r13 r14 r8),
            "mov [", $out, " + 8*1], r9\n",
            "mov rdx, [", $a, " + 8*2]\n",
            next!($b; r10 r11 r12 r13 r14 r8 r9),
            "mov [", $out, " + 8*2], r10\n",
            "mov rdx, [", $a, " + 8*3]\n",
            next!($b; r11 r12 r13 r14 r8 r9 r10),
            "mov [", $out, " + 8*3], r11\n",
            "mov rdx, [", $a, " + 8*4]\n",
            next!($b; r12 r13 r14 r8 r9 r10 r11),
            "mov [", $out, " + 8*4], r12\n",
            "mov rdx, [", $a, " + 8*5]\n",
            next!($b; r13 r14 r8 r9 r10 r11 r12),
            store!($out; 5 r13, 6 r14, 7 r8, 8 r9, 9 r10, 10 r11, 11 r12),
        )
    };
}

/// r14, r8, r9, r10, r11, r12 = (lower half of \[wide\] + q·m)/R, at most m.
macro_rules! reduce_low {
    ($wide:literal) => {
        concat!(
            load!($wide; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13),
            opening_reduction!(r8 r9 r10 r11 r12 r13 r14),
            opening_reduction!(r9 r10 r11 r12 r13 r14 r8),
            opening_reduction!(r10 r11 r12 r13 r14 r8 r9),
            opening_reduction!(r11 r12 r13 r14 r8 r9 r10),
            opening_reduction!(r12 r13 r14 r8 r9 r10 r11),
            opening_reduction!(r13 r14 r8 r9 r10 r11 r12),
        )
    };
}

/// out = a·b·R⁻¹, reduced; of lazy operands. One row of the product, then one of the reduction, for each word of a ("coarsely integrated
/// operand scanning", Koç, Acar, Kaliski, 1996).
///
/// # Safety
/// The pointers are valid, R ≥ 5m, and the CPU has BMI2 and ADX.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn mul(
    out: *mut [u64; 6],
    a: *const [u64; 6],
    b: *const [u64; 6],
    modulus: *const Reduction<6>,
) {
    naked_asm!(
        save!(),
        "mov rbp, rdx",
        "mov rdx, [rsi + 0]",
        first!("rbp"; r8 r9 r10 r11 r12 r13 r14),
        reduction!(r8 r9 r10 r11 r12 r13 r14),
        "mov rdx, [rsi + 8]",
        next!("rbp"; r9 r10 r11 r12 r13 r14 r8),
        reduction!(r9 r10 r11 r12 r13 r14 r8),
        "mov rdx, [rsi + 16]",
        next!("rbp"; r10 r11 r12 r13 r14 r8 r9),
        reduction!(r10 r11 r12 r13 r14 r8 r9),
        "mov rdx, [rsi + 24]",
        next!("rbp"; r11 r12 r13 r14 r8 r9 r10),
        reduction!(r11 r12 r13 r14 r8 r9 r10),
        "mov rdx, [rsi + 32]",
        next!("rbp"; r12 r13 r14 r8 r9 r10 r11),
        reduction!(r12 r13 r14 r8 r9 r10 r11),
        "mov rdx, [rsi + 40]",
        next!("rbp"; r13 r14 r8 r9 r10 r11 r12),
        reduction!(r13 r14 r8 r9 r10 r11 r12),
        subtract_modulus!("rdi"; r14 r8 r9 r10 r11 r12; rax rbx rdx rsi rbp r15),
        restore!(),
    )
}

/// out = (a·b + c·d)·R⁻¹, reduced; of lazy operands.
///
/// The running value stays below 2·2m + m ≤ R. Before the last step it is below 2·4m²/R + m: under 2m where R ≥ 8m, under 3m otherwise, which
/// takes one subtraction more.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn sum_of_two(
    out: *mut [u64; 6],
    a: *const [u64; 6],
    b: *const [u64; 6],
    modulus: *const Reduction<6>,
    c: *const [u64; 6],
    d: *const [u64; 6],
) {
    naked_asm!(
        save!(),
        "push rdi",
        "mov rbp, rdx",
        "mov rdi, r8",
        "mov r15, r9",
        "mov rdx, [rsi + 0]",
        first!("rbp"; r8 r9 r10 r11 r12 r13 r14),
        "mov rdx, [rdi + 0]",
        further!("r15"; r8 r9 r10 r11 r12 r13 r14),
        reduction!(r8 r9 r10 r11 r12 r13 r14),
        "mov rdx, [rsi + 8]",
        next!("rbp"; r9 r10 r11 r12 r13 r14 r8),
        "mov rdx, [rdi + 8]",
        further!("r15"; r9 r10 r11 r12 r13 r14 r8),
        reduction!(r9 r10 r11 r12 r13 r14 r8),
        "mov rdx, [rsi + 16]",
        next!("rbp"; r10 r11 r12 r13 r14 r8 r9),
        "mov rdx, [rdi + 16]",
        further!("r15"; r10 r11 r12 r13 r14 r8 r9),
        reduction!(r10 r11 r12 r13 r14 r8 r9),
        "mov rdx, [rsi + 24]",
        next!("rbp"; r11 r12 r13 r14 r8 r9 r10),
        "mov rdx, [rdi + 24]",
        further!("r15"; r11 r12 r13 r14 r8 r9 r10),
        reduction!(r11 r12 r13 r14 r8 r9 r10),
        "mov rdx, [rsi + 32]",
        next!("rbp"; r12 r13 r14 r8 r9 r10 r11),
        "mov rdx, [rdi + 32]",
        further!("r15"; r12 r13 r14 r8 r9 r10 r11),
        reduction!(r12 r13 r14 r8 r9 r10 r11),
        "mov rdx, [rsi + 40]",
        next!("rbp"; r13 r14 r8 r9 r10 r11 r12),
        "mov rdx, [rdi + 40]",
        further!("r15"; r13 r14 r8 r9 r10 r11 r12),
        reduction!(r13 r14 r8 r9 r10 r11 r12),
        "pop rdi",
        subtract_modulus!("rdi"; r14 r8 r9 r10 r11 r12; rax rbx rdx rsi rbp r15),
        restore!(),
    )
}

/// out = a·b; any operands.
///
/// # Safety
/// The pointers are valid, and the CPU has BMI2 and ADX.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn product(out: *mut Wide<6>, a: *const [u64; 6], b: *const [u64; 6]) {
    naked_asm!(save!(), "mov rbp, rdx", wide_product!("rdi", "rsi", "rbp"), "mov qword ptr [rdi + 96], 0", restore!(),)
}

/// out = wide·R⁻¹, reduced, of a sum within ±32·mR.
///
/// The upper half of the sum and what the lower half leaves, at most m, are made positive by 32·m; then the multiple of m is estimated
/// from the highest bits, as [`crate::Mont`] proves for its `reduce_small`, and taken off by a row of R − m.
///
/// # Safety
/// As [`product`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn reduce(out: *mut [u64; 6], wide: *const Wide<6>, modulus: *const Reduction<6>) {
    naked_asm!(
        save!(),
        "mov rcx, rdx",
        reduce_low!("rsi"),
        each!("rsi"; "add" 6 r14, "adc" 7 r8, "adc" 8 r9, "adc" 9 r10, "adc" 10 r11, "adc" 11 r12),
        "mov rbp, [rsi + 96]",
        "adc rbp, 0",
        each!("rcx + 104"; "add" 0 r14, "adc" 1 r8, "adc" 2 r9, "adc" 3 r10, "adc" 4 r11, "adc" 5 r12),
        "adc rbp, [rcx + 152]",
        "mov rax, [rcx + 168]",
        "mov rbx, [rcx + 176]",
        "shrx rdx, r12, rax",
        "shlx rbp, rbp, rbx",
        "or rdx, rbp",
        "imul rdx, [rcx + 160]",
        "shr rdx, 32",
        "xor eax, eax",
        row!("rcx + 56"; 0 r14 r8, 1 r8 r9, 2 r9 r10, 3 r10 r11, 4 r11 r12, 5 r12 r13),
        subtract_once!("rdi", "rcx"; 0 r14 rax "sub", 1 r8 rbx "sbb", 2 r9 rdx "sbb", 3 r10 rsi "sbb", 4 r11 rbp "sbb", 5 r12 r15 "sbb"),
        restore!(),
    )
}

/// \[s\] −= v₀ + v₁ and \[v₀\] −= \[v₁\]; the carry flag says whether the latter is negative.
macro_rules! karatsuba {
    ($v0:literal, $v1:literal, $s:literal) => {
        concat!(
            load!($v0; 0 rax, 1 rbx, 2 rdx, 3 rsi, 4 r8, 5 r9, 6 r10, 7 r11, 8 r12, 9 r13, 10 r14, 11 r15),
            each!($v1; "add" 0 rax, "adc" 1 rbx, "adc" 2 rdx, "adc" 3 rsi, "adc" 4 r8, "adc" 5 r9, "adc" 6 r10, "adc" 7 r11, "adc" 8 r12, "adc" 9 r13, "adc" 10 r14, "adc" 11 r15),
            subtract_from!($s; "sub" 0 rax, "sbb" 1 rbx, "sbb" 2 rdx, "sbb" 3 rsi, "sbb" 4 r8, "sbb" 5 r9, "sbb" 6 r10, "sbb" 7 r11, "sbb" 8 r12, "sbb" 9 r13, "sbb" 10 r14, "sbb" 11 r15),
            load!($v0; 0 rax, 1 rbx, 2 rdx, 3 rsi, 4 r8, 5 r9, 6 r10, 7 r11, 8 r12, 9 r13, 10 r14, 11 r15),
            each!($v1; "sub" 0 rax, "sbb" 1 rbx, "sbb" 2 rdx, "sbb" 3 rsi, "sbb" 4 r8, "sbb" 5 r9, "sbb" 6 r10, "sbb" 7 r11, "sbb" 8 r12, "sbb" 9 r13, "sbb" 10 r14, "sbb" 11 r15),
            store!($v0; 0 rax, 1 rbx, 2 rdx, 3 rsi, 4 r8, 5 r9, 6 r10, 7 r11, 8 r12, 9 r13, 10 r14, 11 r15),
        )
    };
}

/// \[out\] = \[a\] + \[b\], 6 words.
macro_rules! add {
    ($out:literal, $a:literal, $b:literal) => {
        concat!(
            load!($a; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13),
            each!($b; "add" 0 r8, "adc" 1 r9, "adc" 2 r10, "adc" 3 r11, "adc" 4 r12, "adc" 5 r13),
            store!($out; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13),
        )
    };
}

/// out = a·b·R⁻¹ in (ℤ/m)\[u\]/(u² + 1), reduced; of lazy operands. Karatsuba on double width: v₀ = a₀b₀, v₁ = a₁b₁ and
/// s = (a₀ + a₁)(b₀ + b₁) give v₀ − v₁ and s − v₀ − v₁: three products and two reductions.
///
/// Bounds, with R ≥ 4m: a₀ + a₁ < 4m fits. |v₀ − v₁| < 4m² ≤ mR, so that adding mR to a negative one leaves it below mR, and its
/// reduction below 2m. s − v₀ − v₁ < 8m² reduces to below 8m²/R + m, as in [`sum_of_two`].
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn complex_mul(
    out: *mut [[u64; 6]; 2],
    a: *const [[u64; 6]; 2],
    b: *const [[u64; 6]; 2],
    modulus: *const Reduction<6>,
) {
    naked_asm!(
        save!(),
        "sub rsp, 392",
        "mov [rsp + 384], rdi",
        "mov rbp, rdx",
        add!("rsp + 288", "rsi", "rsi + 48"),
        add!("rsp + 336", "rbp", "rbp + 48"),
        wide_product!("rsp", "rsi", "rbp"),
        wide_product!("rsp + 96", "rsi + 48", "rbp + 48"),
        wide_product!("rsp + 192", "rsp + 288", "rsp + 336"),
        karatsuba!("rsp", "rsp + 96", "rsp + 192"),
        "sbb r15, r15",
        load!("rcx"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13),
        masked!(r15; r8, r9, r10, r11, r12, r13),
        add_to!("rsp + 48"; "add" 0 r8, "adc" 1 r9, "adc" 2 r10, "adc" 3 r11, "adc" 4 r12, "adc" 5 r13),
        "mov rdi, [rsp + 384]",
        reduce_low!("rsp + 192"),
        each!("rsp + 192"; "add" 6 r14, "adc" 7 r8, "adc" 8 r9, "adc" 9 r10, "adc" 10 r11, "adc" 11 r12),
        subtract_modulus!("rdi + 48"; r14 r8 r9 r10 r11 r12; rax rbx rdx rsi rbp r15),
        reduce_low!("rsp"),
        each!("rsp"; "add" 6 r14, "adc" 7 r8, "adc" 8 r9, "adc" 9 r10, "adc" 10 r11, "adc" 11 r12),
        subtract_modulus!("rdi"; r14 r8 r9 r10 r11 r12; rax rbx rdx rsi rbp r15),
        "add rsp, 392",
        restore!(),
    )
}

/// out = a²·R⁻¹ in (ℤ/m)\[u\]/(u² + 1), reduced; of reduced operands: (a₀ + a₁)(a₀ − a₁ + m) + 2a₀a₁·u.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn complex_sqr(
    out: *mut [[u64; 6]; 2],
    a: *const [[u64; 6]; 2],
    modulus: *const Reduction<6>,
) {
    naked_asm!(
        save!(),
        "sub rsp, 144",
        "mov rcx, rdx",
        add!("rsp", "rsi", "rsi"),
        add!("rsp + 48", "rsi", "rsi + 48"),
        load!("rsi"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13),
        each!("rsi + 48"; "sub" 0 r8, "sbb" 1 r9, "sbb" 2 r10, "sbb" 3 r11, "sbb" 4 r12, "sbb" 5 r13),
        each!("rcx"; "add" 0 r8, "adc" 1 r9, "adc" 2 r10, "adc" 3 r11, "adc" 4 r12, "adc" 5 r13),
        store!("rsp + 96"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13),
        "mov rdx, [rsp + 0]",
        first!("rsi + 48"; r8 r9 r10 r11 r12 r13 r14),
        reduction!(r8 r9 r10 r11 r12 r13 r14),
        "mov rdx, [rsp + 8]",
        next!("rsi + 48"; r9 r10 r11 r12 r13 r14 r8),
        reduction!(r9 r10 r11 r12 r13 r14 r8),
        "mov rdx, [rsp + 16]",
        next!("rsi + 48"; r10 r11 r12 r13 r14 r8 r9),
        reduction!(r10 r11 r12 r13 r14 r8 r9),
        "mov rdx, [rsp + 24]",
        next!("rsi + 48"; r11 r12 r13 r14 r8 r9 r10),
        reduction!(r11 r12 r13 r14 r8 r9 r10),
        "mov rdx, [rsp + 32]",
        next!("rsi + 48"; r12 r13 r14 r8 r9 r10 r11),
        reduction!(r12 r13 r14 r8 r9 r10 r11),
        "mov rdx, [rsp + 40]",
        next!("rsi + 48"; r13 r14 r8 r9 r10 r11 r12),
        reduction!(r13 r14 r8 r9 r10 r11 r12),
        subtract_modulus!("rdi + 48"; r14 r8 r9 r10 r11 r12; rax rbx rdx rbp r15 rsi),
        "mov rdx, [rsp + 48 + 0]",
        first!("rsp + 96"; r8 r9 r10 r11 r12 r13 r14),
        reduction!(r8 r9 r10 r11 r12 r13 r14),
        "mov rdx, [rsp + 48 + 8]",
        next!("rsp + 96"; r9 r10 r11 r12 r13 r14 r8),
        reduction!(r9 r10 r11 r12 r13 r14 r8),
        "mov rdx, [rsp + 48 + 16]",
        next!("rsp + 96"; r10 r11 r12 r13 r14 r8 r9),
        reduction!(r10 r11 r12 r13 r14 r8 r9),
        "mov rdx, [rsp + 48 + 24]",
        next!("rsp + 96"; r11 r12 r13 r14 r8 r9 r10),
        reduction!(r11 r12 r13 r14 r8 r9 r10),
        "mov rdx, [rsp + 48 + 32]",
        next!("rsp + 96"; r12 r13 r14 r8 r9 r10 r11),
        reduction!(r12 r13 r14 r8 r9 r10 r11),
        "mov rdx, [rsp + 48 + 40]",
        next!("rsp + 96"; r13 r14 r8 r9 r10 r11 r12),
        reduction!(r13 r14 r8 r9 r10 r11 r12),
        subtract_modulus!("rdi"; r14 r8 r9 r10 r11 r12; rax rbx rdx rbp r15 rsi),
        "add rsp, 144",
        restore!(),
    )
}

/// out = a·b in (ℤ/m)\[u\]/(u² + 1) without reduction; of lazy operands. As [`complex_mul`]; the first coefficient is in two's complement.
///
/// # Safety
/// As [`product`]; R ≥ 4m.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn complex_product(
    out: *mut [Wide<6>; 2],
    a: *const [[u64; 6]; 2],
    b: *const [[u64; 6]; 2],
) {
    naked_asm!(
        save!(),
        "sub rsp, 192",
        "mov rbp, rdx",
        add!("rsp + 96", "rsi", "rsi + 48"),
        add!("rsp + 144", "rbp", "rbp + 48"),
        wide_product!("rdi", "rsi", "rbp"),
        wide_product!("rsp", "rsi + 48", "rbp + 48"),
        wide_product!("rdi + 104", "rsp + 96", "rsp + 144"),
        karatsuba!("rdi", "rsp", "rdi + 104"),
        "sbb rax, rax",
        "mov [rdi + 96], rax",
        "mov qword ptr [rdi + 200], 0",
        "add rsp, 192",
        restore!(),
    )
}

/// out = a² in (ℤ/m)\[u\]/(u² + 1) without reduction; of reduced operands, as in [`complex_sqr`].
///
/// # Safety
/// As [`product`]; the modulus too is valid, R ≥ 4m.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn complex_square(
    out: *mut [Wide<6>; 2],
    a: *const [[u64; 6]; 2],
    modulus: *const Reduction<6>,
) {
    naked_asm!(
        save!(),
        "sub rsp, 144",
        "mov rcx, rdx",
        add!("rsp", "rsi", "rsi"),
        add!("rsp + 48", "rsi", "rsi + 48"),
        load!("rsi"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13),
        each!("rsi + 48"; "sub" 0 r8, "sbb" 1 r9, "sbb" 2 r10, "sbb" 3 r11, "sbb" 4 r12, "sbb" 5 r13),
        each!("rcx"; "add" 0 r8, "adc" 1 r9, "adc" 2 r10, "adc" 3 r11, "adc" 4 r12, "adc" 5 r13),
        store!("rsp + 96"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13),
        wide_product!("rdi + 104", "rsp", "rsi + 48"),
        wide_product!("rdi", "rsp + 48", "rsp + 96"),
        "mov qword ptr [rdi + 96], 0",
        "mov qword ptr [rdi + 200], 0",
        "add rsp, 144",
        restore!(),
    )
}
