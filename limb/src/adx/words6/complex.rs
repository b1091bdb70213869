//! The kernels of (ℤ/m)\[u\]/(u² + 1) for 6 words, by the names and rules of [`super`].

use core::arch::naked_asm;

use crate::adx::{Reduction, Wide};

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

/// out = a·b·R⁻¹ in (ℤ/m)\[u\]/(u² + 1), reduced; of lazy operands. Karatsuba on double width: v₀ =
/// a₀b₀, v₁ = a₁b₁ and s = (a₀ + a₁)(b₀ + b₁) give v₀ − v₁ and s − v₀ − v₁: three products and two
/// reductions.
///
/// Bounds, with R ≥ 8m: a₀ + a₁ < 4m fits. |v₀ − v₁| < 4m² ≤ mR, so that adding mR to a negative
/// one leaves it below mR, and its reduction below 2m. s − v₀ − v₁ < 8m² reduces to below 8m²/R + m
/// ≤ 2m, as in [`sum_of_two`].
///
/// # Safety
/// As [`mul`]; R ≥ 8m.
#[unsafe(naked)]
pub(in crate::adx) unsafe extern "sysv64" fn complex_mul(
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
        store_less_modulus!("rdi + 48"; r14 r8 r9 r10 r11 r12; rax rbx rdx rsi rbp r15),
        reduce_low!("rsp"),
        each!("rsp"; "add" 6 r14, "adc" 7 r8, "adc" 8 r9, "adc" 9 r10, "adc" 10 r11, "adc" 11 r12),
        store_less_modulus!("rdi"; r14 r8 r9 r10 r11 r12; rax rbx rdx rsi rbp r15),
        "add rsp, 392",
        restore!(),
    )
}

/// out = a²·R⁻¹ in (ℤ/m)\[u\]/(u² + 1), reduced; of reduced operands: (a₀ + a₁)(a₀ − a₁ + m) +
/// 2a₀a₁·u.
///
/// # Safety
/// As [`mul`]; R ≥ 8m.
#[unsafe(naked)]
pub(in crate::adx) unsafe extern "sysv64" fn complex_sqr(
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
        sum_rows!("rsp" "rsi + 48"),
        store_less_modulus!("rdi + 48"; r14 r8 r9 r10 r11 r12; rax rbx rdx rbp r15 rsi),
        sum_rows!("rsp + 48" "rsp + 96"),
        store_less_modulus!("rdi"; r14 r8 r9 r10 r11 r12; rax rbx rdx rbp r15 rsi),
        "add rsp, 144",
        restore!(),
    )
}

/// out = (a·b − 8c²)·R⁻¹ in (ℤ/m)\[u\]/(u² + 1), reduced; of a reduced, b lazy and c reduced. Three
/// products for each coefficient, interleaved with its reduction, so that there are no additions in
/// double width: a₀b₀ + (m − a₁)b₁ + 2(c₀ + c₁)·4(c₁ − c₀ + m) and a₀b₁ + a₁b₀ + 4c₁·4(m − c₀).
///
/// Bounds, with R ≥ 8m: all fits, the last factors being below 8m; the sum of the multiplicands
/// (those on the right in the rows) and m is at most 7m. Before the last steps there is less than
/// (4 + 32)m²/R + m < 6m.
///
/// # Safety
/// As [`mul`]; R ≥ 8m.
#[unsafe(naked)]
pub(in crate::adx) unsafe extern "sysv64" fn complex_mul_less_squares(
    out: *mut [[u64; 6]; 2],
    a: *const [[u64; 6]; 2],
    b: *const [[u64; 6]; 2],
    c: *const [[u64; 6]; 2],
    modulus: *const Reduction<6>,
) {
    naked_asm!(
        save!(),
        "sub rsp, 248",
        "mov [rsp + 240], rdi",
        "mov rdi, rdx",
        "mov rbp, rcx",
        "mov rcx, r8",
        load!("rcx"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13),
        each!("rsi + 48"; "sub" 0 r8, "sbb" 1 r9, "sbb" 2 r10, "sbb" 3 r11, "sbb" 4 r12, "sbb" 5 r13),
        store_times!("rsp";),
        load!("rbp"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13),
        each!("rbp + 48"; "add" 0 r8, "adc" 1 r9, "adc" 2 r10, "adc" 3 r11, "adc" 4 r12, "adc" 5 r13),
        store_times!("rsp + 48"; 2),
        load!("rcx"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13),
        each!("rbp"; "sub" 0 r8, "sbb" 1 r9, "sbb" 2 r10, "sbb" 3 r11, "sbb" 4 r12, "sbb" 5 r13),
        each!("rbp + 48"; "add" 0 r8, "adc" 1 r9, "adc" 2 r10, "adc" 3 r11, "adc" 4 r12, "adc" 5 r13),
        store_times!("rsp + 96"; 2 2),
        load!("rcx"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13),
        each!("rbp"; "sub" 0 r8, "sbb" 1 r9, "sbb" 2 r10, "sbb" 3 r11, "sbb" 4 r12, "sbb" 5 r13),
        store_times!("rsp + 144"; 2 2),
        load!("rbp + 48"; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13),
        store_times!("rsp + 192"; 2 2),
        sum_rows!("rdi" "rsi", "rdi + 48" "rsp", "rsp + 96" "rsp + 48"),
        store!("rsp"; 0 r14, 1 r8, 2 r9, 3 r10, 4 r11, 5 r12),
        sum_rows!("rdi + 48" "rsi", "rdi" "rsi + 48", "rsp + 144" "rsp + 192"),
        "mov rdi, [rsp + 240]",
        store_reduced!("rdi + 48"),
        load!("rsp"; 0 r14, 1 r8, 2 r9, 3 r10, 4 r11, 5 r12),
        store_reduced!("rdi"),
        "add rsp, 248",
        restore!(),
    )
}

/// out = a·b in (ℤ/m)\[u\]/(u² + 1) without reduction; of lazy operands. As [`complex_mul`]; the
/// first coefficient is in two's complement.
///
/// # Safety
/// As [`product`]; R ≥ 4m.
#[unsafe(naked)]
pub(in crate::adx) unsafe extern "sysv64" fn complex_product(
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
pub(in crate::adx) unsafe extern "sysv64" fn complex_square(
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
