//! The kernels for 4 words.
//!
//! Names: m is the modulus, R = 2^256. Lazy operands are below 2m where R ≥ 4m and reduced
//! otherwise. Every kernel may be given one place as input and output. None branches on data or
//! takes an address from it.

use core::arch::naked_asm;

use super::{Reduction, Wide};

macro_rules! first {
    ($src:literal; $t0:ident $t1:ident $t2:ident $t3:ident $t4:ident) => {
        first_row!($src; $t4; 0 $t0 $t1, 1 $t1 $t2, 2 $t2 $t3, 3 $t3 $t4)
    };
}

macro_rules! next {
    ($src:literal; $t0:ident $t1:ident $t2:ident $t3:ident $t4:ident) => {
        product_row!($src; $t4; 0 $t0 $t1, 1 $t1 $t2, 2 $t2 $t3, 3 $t3 $t4)
    };
}

macro_rules! further {
    ($src:literal; $t0:ident $t1:ident $t2:ident $t3:ident $t4:ident) => {
        further_row!($src; $t4; 0 $t0 $t1, 1 $t1 $t2, 2 $t2 $t3, 3 $t3 $t4)
    };
}

macro_rules! reduction {
    ($t0:ident $t1:ident $t2:ident $t3:ident $t4:ident) => {
        reduction_row!("rcx", "rcx + 32"; $t4; 0 $t0 $t1, 1 $t1 $t2, 2 $t2 $t3, 3 $t3 $t4)
    };
}

macro_rules! opening_reduction {
    ($t0:ident $t1:ident $t2:ident $t3:ident $t4:ident) => {
        opening_reduction_row!("rcx", "rcx + 32"; $t4; 0 $t0 $t1, 1 $t1 $t2, 2 $t2 $t3, 3 $t3 $t4)
    };
}

/// x = t − m if that is not negative, else t.
macro_rules! subtract_modulus {
    ($t0:ident $t1:ident $t2:ident $t3:ident; $x0:ident $x1:ident $x2:ident $x3:ident) => {
        subtract_once!("rcx"; 0 $t0 $x0 "sub", 1 $t1 $x1 "sbb", 2 $t2 $x2 "sbb", 3 $t3 $x3 "sbb")
    };
}

/// As `subtract_modulus`, to memory.
macro_rules! store_less_modulus {
    ($out:literal; $($t:ident)+; $x0:ident $x1:ident $x2:ident $x3:ident) => {
        concat!(subtract_modulus!($($t)+; $x0 $x1 $x2 $x3), store!($out; 0 $x0, 1 $x1, 2 $x2, 3 $x3))
    };
}

/// t = t − m if that is not negative.
macro_rules! subtract_modulus_in_place {
    ($t0:ident $t1:ident $t2:ident $t3:ident; $x0:ident $x1:ident $x2:ident $x3:ident) => {
        subtract_once_in_place!("rcx"; 0 $t0 $x0 "sub", 1 $t1 $x1 "sbb", 2 $t2 $x2 "sbb", 3 $t3 $x3 "sbb")
    };
}

/// \[out\] = \[a\]·\[b\], 8 words.
macro_rules! wide_product {
    ($out:literal, $a:literal, $b:literal) => {
        concat!(
            "mov rdx, [", $a, " + 8*0]\n",
            first!($b; r8 r9 r10 r11 r12),
            "mov [", $out, " + 8*0], r8\n",
            "mov rdx, [", $a, " + 8*1]\n",
            next!($b; r9 r10 r11 r12 r8),
            "mov [", $out, " + 8*1], r9\n",
            "mov rdx, [", $a, " + 8*2]\n",
            next!($b; r10 r11 r12 r8 r9),
            "mov [", $out, " + 8*2], r10\n",
            "mov rdx, [", $a, " + 8*3]\n",
            next!($b; r11 r12 r8 r9 r10),
            store!($out; 3 r11, 4 r12, 5 r8, 6 r9, 7 r10),
        )
    };
}

/// r12, r8, r9, r10 = (lower half of \[wide\] + q·m)/R, at most m.
macro_rules! reduce_low {
    ($wide:literal) => {
        concat!(
            load!($wide; 0 r8, 1 r9, 2 r10, 3 r11),
            opening_reduction!(r8 r9 r10 r11 r12),
            opening_reduction!(r9 r10 r11 r12 r8),
            opening_reduction!(r10 r11 r12 r8 r9),
            opening_reduction!(r11 r12 r8 r9 r10),
        )
    };
}

/// \[rsi\]·\[rdi\]·R⁻¹, reduced; of lazy operands. One row of the product, then one of the
/// reduction, for each word of a ("coarsely integrated operand scanning", Koç, Acar, Kaliski,
/// 1996). By `in_registers!`.
///
/// # Safety
/// The pointers are valid, R ≥ 5m, and the CPU has BMI2 and ADX.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn mul() {
    naked_asm!(
        save_few!(),
        "mov rdx, [rsi + 0]",
        first!("rdi"; r8 r9 r10 r11 r12),
        reduction!(r8 r9 r10 r11 r12),
        "mov rdx, [rsi + 8]",
        next!("rdi"; r9 r10 r11 r12 r8),
        reduction!(r9 r10 r11 r12 r8),
        "mov rdx, [rsi + 16]",
        next!("rdi"; r10 r11 r12 r8 r9),
        reduction!(r10 r11 r12 r8 r9),
        "mov rdx, [rsi + 24]",
        next!("rdi"; r11 r12 r8 r9 r10),
        reduction!(r11 r12 r8 r9 r10),
        subtract_modulus!(r12 r8 r9 r10; rax rdx rsi rdi),
        restore_few!(),
    )
}

/// out = a^(2^n)·R^(1 − 2^n), n squarings in Montgomery's form, n > 0: reduced, of a lazy operand.
///
/// Products of different words are taken once and doubled on the way, in one chain of carries while
/// the squares come in by the other. What goes from round to round is lazy: for a < 2m and R ≥ 4m,
/// (a² + q·m)/R is below 4m²/R + m ≤ 2m.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn sqr_times(
    out: *mut [u64; 4],
    a: *const [u64; 4],
    modulus: *const Reduction<4>,
    n: u64,
) {
    naked_asm!(
        save!(),
        "push rdi",
        "mov rbp, rcx",
        "mov rcx, rdx",
        "mov rdi, rsi",
        "2:",
        "mov rdx, [rdi + 0]",
        first_row!("rdi + 8"; r11; 0 r8 r9, 1 r9 r10, 2 r10 r11),
        "mov rdx, [rdi + 8]",
        product_row!("rdi"; r12; 2 r10 r11, 3 r11 r12),
        "mov rdx, [rdi + 16]",
        product_row!("rdi"; r13; 3 r12 r13),
        "mov rdx, [rdi + 0]",
        "mulx rbx, r14, rdx",
        "xor eax, eax",
        "adcx r8, r8",
        "adox r8, rbx",
        doubled!("rdi"; 1 r9 r10, 2 r11 r12),
        "mov rdx, [rdi + 24]",
        "mulx r15, rax, rdx",
        "adcx r13, r13",
        "adox r13, rax",
        "mov eax, 0",
        "adcx r15, rax",
        "adox r15, rax",
        opening_reduction!(r14 r8 r9 r10 rsi),
        opening_reduction!(r8 r9 r10 rsi r14),
        opening_reduction!(r9 r10 rsi r14 r8),
        opening_reduction!(r10 rsi r14 r8 r9),
        "add rsi, r11",
        "adc r14, r12",
        "adc r8, r13",
        "adc r9, r15",
        "mov rdi, [rsp]",
        store!("rdi"; 0 rsi, 1 r14, 2 r8, 3 r9),
        "dec rbp",
        "jnz 2b",
        store_less_modulus!("rdi"; rsi r14 r8 r9; rax rbx rdx r10),
        "add rsp, 8",
        restore!(),
    )
}

/// (\[rsi\]·\[rdi\] + \[r8\]·\[r9\])·R⁻¹, reduced; of lazy operands. By `in_registers!`.
///
/// The running value stays below 2·2m + m ≤ R. Before the last step it is below 2·4m²/R + m: under
/// 2m where R ≥ 8m, under 3m otherwise, which takes one subtraction more.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn sum_of_two() {
    naked_asm!(
        save_few!(),
        "mov rbp, r8",
        "mov r15, r9",
        "mov rdx, [rsi + 0]",
        first!("rdi"; r8 r9 r10 r11 r12),
        "mov rdx, [rbp + 0]",
        further!("r15"; r8 r9 r10 r11 r12),
        reduction!(r8 r9 r10 r11 r12),
        "mov rdx, [rsi + 8]",
        next!("rdi"; r9 r10 r11 r12 r8),
        "mov rdx, [rbp + 8]",
        further!("r15"; r9 r10 r11 r12 r8),
        reduction!(r9 r10 r11 r12 r8),
        "mov rdx, [rsi + 16]",
        next!("rdi"; r10 r11 r12 r8 r9),
        "mov rdx, [rbp + 16]",
        further!("r15"; r10 r11 r12 r8 r9),
        reduction!(r10 r11 r12 r8 r9),
        "mov rdx, [rsi + 24]",
        next!("rdi"; r11 r12 r8 r9 r10),
        "mov rdx, [rbp + 24]",
        further!("r15"; r11 r12 r8 r9 r10),
        reduction!(r11 r12 r8 r9 r10),
        subtract_modulus_in_place!(r12 r8 r9 r10; rax rbx rdx rsi),
        subtract_modulus!(r12 r8 r9 r10; rax rdx rsi rdi),
        restore_few!(),
    )
}

/// out = a·b; any operands.
///
/// # Safety
/// The pointers are valid, and the CPU has BMI2 and ADX.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn product(
    out: *mut Wide<4>,
    a: *const [u64; 4],
    b: *const [u64; 4],
) {
    naked_asm!(
        save!(),
        "mov rbp, rdx",
        wide_product!("rdi", "rsi", "rbp"),
        "mov qword ptr [rdi + 64], 0",
        restore!(),
    )
}

/// \[rsi\]·R⁻¹, reduced, of a sum within ±32·mR. By `in_registers!`.
///
/// The upper half of the sum and what the lower half leaves, at most m, are made positive by 32·m;
/// then the multiple of m is estimated from the highest bits, as [`crate::Mont`] proves for its
/// `reduce_small`, and taken off by a row of R − m.
///
/// # Safety
/// As [`product`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn reduce() {
    naked_asm!(
        save_few!(),
        reduce_low!("rsi"),
        each!("rsi"; "add" 4 r12, "adc" 5 r8, "adc" 6 r9, "adc" 7 r10),
        "mov rbp, [rsi + 64]",
        "adc rbp, 0",
        each!("rcx + 72"; "add" 0 r12, "adc" 1 r8, "adc" 2 r9, "adc" 3 r10),
        "adc rbp, [rcx + 104]",
        "mov rax, [rcx + 120]",
        "mov rbx, [rcx + 128]",
        "shrx rdx, r10, rax",
        "shlx rbp, rbp, rbx",
        "or rdx, rbp",
        "imul rdx, [rcx + 112]",
        "shr rdx, 32",
        "xor eax, eax",
        row!("rcx + 40"; 0 r12 r8, 1 r8 r9, 2 r9 r10, 3 r10 r11),
        subtract_modulus!(r12 r8 r9 r10; rax rdx rsi rdi),
        restore_few!(),
    )
}

/// \[s\] −= v₀ + v₁ and \[v₀\] −= \[v₁\]; the carry flag says whether the latter is negative.
macro_rules! karatsuba {
    ($v0:literal, $v1:literal, $s:literal) => {
        concat!(
            load!($v0; 0 rax, 1 rbx, 2 rdx, 3 rsi, 4 r8, 5 r9, 6 r10, 7 r11),
            each!($v1; "add" 0 rax, "adc" 1 rbx, "adc" 2 rdx, "adc" 3 rsi, "adc" 4 r8, "adc" 5 r9, "adc" 6 r10, "adc" 7 r11),
            subtract_from!($s; "sub" 0 rax, "sbb" 1 rbx, "sbb" 2 rdx, "sbb" 3 rsi, "sbb" 4 r8, "sbb" 5 r9, "sbb" 6 r10, "sbb" 7 r11),
            load!($v0; 0 rax, 1 rbx, 2 rdx, 3 rsi, 4 r8, 5 r9, 6 r10, 7 r11),
            each!($v1; "sub" 0 rax, "sbb" 1 rbx, "sbb" 2 rdx, "sbb" 3 rsi, "sbb" 4 r8, "sbb" 5 r9, "sbb" 6 r10, "sbb" 7 r11),
            store!($v0; 0 rax, 1 rbx, 2 rdx, 3 rsi, 4 r8, 5 r9, 6 r10, 7 r11),
        )
    };
}

/// \[out\] = \[a\] + \[b\], 4 words.
macro_rules! add {
    ($out:literal, $a:literal, $b:literal) => {
        concat!(
            load!($a; 0 r8, 1 r9, 2 r10, 3 r11),
            each!($b; "add" 0 r8, "adc" 1 r9, "adc" 2 r10, "adc" 3 r11),
            store!($out; 0 r8, 1 r9, 2 r10, 3 r11),
        )
    };
}

/// out = a·b·R⁻¹ in (ℤ/m)\[u\]/(u² + 1), reduced; of lazy operands. Karatsuba on double width: v₀ =
/// a₀b₀, v₁ = a₁b₁ and s = (a₀ + a₁)(b₀ + b₁) give v₀ − v₁ and s − v₀ − v₁: three products and two
/// reductions.
///
/// Bounds, with R ≥ 4m: a₀ + a₁ < 4m fits. |v₀ − v₁| < 4m² ≤ mR, so that adding mR to a negative
/// one leaves it below mR, and its reduction below 2m. s − v₀ − v₁ < 8m² reduces to below 8m²/R +
/// m, as in [`sum_of_two`].
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn complex_mul(
    out: *mut [[u64; 4]; 2],
    a: *const [[u64; 4]; 2],
    b: *const [[u64; 4]; 2],
    modulus: *const Reduction<4>,
) {
    naked_asm!(
        save!(),
        "sub rsp, 264",
        "mov [rsp + 256], rdi",
        "mov rbp, rdx",
        add!("rsp + 192", "rsi", "rsi + 32"),
        add!("rsp + 224", "rbp", "rbp + 32"),
        wide_product!("rsp", "rsi", "rbp"),
        wide_product!("rsp + 64", "rsi + 32", "rbp + 32"),
        wide_product!("rsp + 128", "rsp + 192", "rsp + 224"),
        karatsuba!("rsp", "rsp + 64", "rsp + 128"),
        "sbb r15, r15",
        load!("rcx"; 0 r8, 1 r9, 2 r10, 3 r11),
        masked!(r15; r8, r9, r10, r11),
        add_to!("rsp + 32"; "add" 0 r8, "adc" 1 r9, "adc" 2 r10, "adc" 3 r11),
        "mov rdi, [rsp + 256]",
        reduce_low!("rsp + 128"),
        each!("rsp + 128"; "add" 4 r12, "adc" 5 r8, "adc" 6 r9, "adc" 7 r10),
        subtract_modulus_in_place!(r12 r8 r9 r10; rax rbx rdx rsi),
        store_less_modulus!("rdi + 32"; r12 r8 r9 r10; rax rbx rdx rsi),
        reduce_low!("rsp"),
        each!("rsp"; "add" 4 r12, "adc" 5 r8, "adc" 6 r9, "adc" 7 r10),
        store_less_modulus!("rdi"; r12 r8 r9 r10; rax rbx rdx rsi),
        "add rsp, 264",
        restore!(),
    )
}

/// out = a²·R⁻¹ in (ℤ/m)\[u\]/(u² + 1), reduced; of reduced operands: (a₀ + a₁)(a₀ − a₁ + m) +
/// 2a₀a₁·u.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn complex_sqr(
    out: *mut [[u64; 4]; 2],
    a: *const [[u64; 4]; 2],
    modulus: *const Reduction<4>,
) {
    naked_asm!(
        save!(),
        "sub rsp, 96",
        "mov rcx, rdx",
        add!("rsp", "rsi", "rsi"),
        add!("rsp + 32", "rsi", "rsi + 32"),
        load!("rsi"; 0 r8, 1 r9, 2 r10, 3 r11),
        each!("rsi + 32"; "sub" 0 r8, "sbb" 1 r9, "sbb" 2 r10, "sbb" 3 r11),
        each!("rcx"; "add" 0 r8, "adc" 1 r9, "adc" 2 r10, "adc" 3 r11),
        store!("rsp + 64"; 0 r8, 1 r9, 2 r10, 3 r11),
        "mov rdx, [rsp + 0]",
        first!("rsi + 32"; r8 r9 r10 r11 r12),
        reduction!(r8 r9 r10 r11 r12),
        "mov rdx, [rsp + 8]",
        next!("rsi + 32"; r9 r10 r11 r12 r8),
        reduction!(r9 r10 r11 r12 r8),
        "mov rdx, [rsp + 16]",
        next!("rsi + 32"; r10 r11 r12 r8 r9),
        reduction!(r10 r11 r12 r8 r9),
        "mov rdx, [rsp + 24]",
        next!("rsi + 32"; r11 r12 r8 r9 r10),
        reduction!(r11 r12 r8 r9 r10),
        store_less_modulus!("rdi + 32"; r12 r8 r9 r10; rax rbx rdx rbp),
        "mov rdx, [rsp + 32 + 0]",
        first!("rsp + 64"; r8 r9 r10 r11 r12),
        reduction!(r8 r9 r10 r11 r12),
        "mov rdx, [rsp + 32 + 8]",
        next!("rsp + 64"; r9 r10 r11 r12 r8),
        reduction!(r9 r10 r11 r12 r8),
        "mov rdx, [rsp + 32 + 16]",
        next!("rsp + 64"; r10 r11 r12 r8 r9),
        reduction!(r10 r11 r12 r8 r9),
        "mov rdx, [rsp + 32 + 24]",
        next!("rsp + 64"; r11 r12 r8 r9 r10),
        reduction!(r11 r12 r8 r9 r10),
        store_less_modulus!("rdi"; r12 r8 r9 r10; rax rbx rdx rbp),
        "add rsp, 96",
        restore!(),
    )
}

/// out = a·b in (ℤ/m)\[u\]/(u² + 1) without reduction; of lazy operands. As [`complex_mul`]; the
/// first coefficient is in two's complement.
///
/// # Safety
/// As [`product`]; R ≥ 4m.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn complex_product(
    out: *mut [Wide<4>; 2],
    a: *const [[u64; 4]; 2],
    b: *const [[u64; 4]; 2],
) {
    naked_asm!(
        save!(),
        "sub rsp, 128",
        "mov rbp, rdx",
        add!("rsp + 64", "rsi", "rsi + 32"),
        add!("rsp + 96", "rbp", "rbp + 32"),
        wide_product!("rdi", "rsi", "rbp"),
        wide_product!("rsp", "rsi + 32", "rbp + 32"),
        wide_product!("rdi + 72", "rsp + 64", "rsp + 96"),
        karatsuba!("rdi", "rsp", "rdi + 72"),
        "sbb rax, rax",
        "mov [rdi + 64], rax",
        "mov qword ptr [rdi + 136], 0",
        "add rsp, 128",
        restore!(),
    )
}

/// out = a² in (ℤ/m)\[u\]/(u² + 1) without reduction; of reduced operands, as in [`complex_sqr`].
///
/// # Safety
/// As [`product`]; the modulus too is valid, R ≥ 4m.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn complex_square(
    out: *mut [Wide<4>; 2],
    a: *const [[u64; 4]; 2],
    modulus: *const Reduction<4>,
) {
    naked_asm!(
        save!(),
        "sub rsp, 96",
        "mov rcx, rdx",
        add!("rsp", "rsi", "rsi"),
        add!("rsp + 32", "rsi", "rsi + 32"),
        load!("rsi"; 0 r8, 1 r9, 2 r10, 3 r11),
        each!("rsi + 32"; "sub" 0 r8, "sbb" 1 r9, "sbb" 2 r10, "sbb" 3 r11),
        each!("rcx"; "add" 0 r8, "adc" 1 r9, "adc" 2 r10, "adc" 3 r11),
        store!("rsp + 64"; 0 r8, 1 r9, 2 r10, 3 r11),
        wide_product!("rdi + 72", "rsp", "rsi + 32"),
        wide_product!("rdi", "rsp + 32", "rsp + 64"),
        "mov qword ptr [rdi + 64], 0",
        "mov qword ptr [rdi + 136], 0",
        "add rsp, 96",
        restore!(),
    )
}

/// a += b: sums of products, 9 words.
///
/// An addition to memory takes three times as long as a load, an addition and a store, so words go
/// through registers, in two groups; moves leave the chain's flag alone.
///
/// # Safety
/// The pointers are valid.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn wide_add(a: *mut Wide<4>, b: *const Wide<4>) {
    naked_asm!(
        load!("rdi"; 0 rax, 1 rcx, 2 rdx, 3 r8, 4 r9),
        each!("rsi"; "add" 0 rax, "adc" 1 rcx, "adc" 2 rdx, "adc" 3 r8, "adc" 4 r9),
        store!("rdi"; 0 rax, 1 rcx, 2 rdx, 3 r8, 4 r9),
        load!("rdi"; 5 rax, 6 rcx, 7 rdx, 8 r8),
        each!("rsi"; "adc" 5 rax, "adc" 6 rcx, "adc" 7 rdx, "adc" 8 r8),
        store!("rdi"; 5 rax, 6 rcx, 7 rdx, 8 r8),
        "ret",
    )
}

/// a −= b.
///
/// # Safety
/// The pointers are valid.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn wide_sub(a: *mut Wide<4>, b: *const Wide<4>) {
    naked_asm!(
        load!("rdi"; 0 rax, 1 rcx, 2 rdx, 3 r8, 4 r9),
        each!("rsi"; "sub" 0 rax, "sbb" 1 rcx, "sbb" 2 rdx, "sbb" 3 r8, "sbb" 4 r9),
        store!("rdi"; 0 rax, 1 rcx, 2 rdx, 3 r8, 4 r9),
        load!("rdi"; 5 rax, 6 rcx, 7 rdx, 8 r8),
        each!("rsi"; "sbb" 5 rax, "sbb" 6 rcx, "sbb" 7 rdx, "sbb" 8 r8),
        store!("rdi"; 5 rax, 6 rcx, 7 rdx, 8 r8),
        "ret",
    )
}

/// a += b + c: two chains, whose carries wait in r10 and r11 between the groups.
///
/// # Safety
/// The pointers are valid.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn wide_add_two(
    a: *mut Wide<4>,
    b: *const Wide<4>,
    c: *const Wide<4>,
) {
    naked_asm!(
        "push rbx",
        load!("rdi"; 0 rax, 1 rcx, 2 r8, 3 r9),
        each!("rsi"; "add" 0 rax, "adc" 1 rcx, "adc" 2 r8, "adc" 3 r9),
        "sbb r10, r10",
        each!("rdx"; "add" 0 rax, "adc" 1 rcx, "adc" 2 r8, "adc" 3 r9),
        "sbb r11, r11",
        store!("rdi"; 0 rax, 1 rcx, 2 r8, 3 r9),
        load!("rdi"; 4 rax, 5 rcx, 6 r8, 7 r9, 8 rbx),
        "add r10, r10",
        each!("rsi"; "adc" 4 rax, "adc" 5 rcx, "adc" 6 r8, "adc" 7 r9, "adc" 8 rbx),
        "add r11, r11",
        each!("rdx"; "adc" 4 rax, "adc" 5 rcx, "adc" 6 r8, "adc" 7 r9, "adc" 8 rbx),
        store!("rdi"; 4 rax, 5 rcx, 6 r8, 7 r9, 8 rbx),
        "pop rbx",
        "ret",
    )
}

/// a += b − c, as [`wide_add_two`].
///
/// # Safety
/// The pointers are valid.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn wide_add_sub(
    a: *mut Wide<4>,
    b: *const Wide<4>,
    c: *const Wide<4>,
) {
    naked_asm!(
        "push rbx",
        load!("rdi"; 0 rax, 1 rcx, 2 r8, 3 r9),
        each!("rsi"; "add" 0 rax, "adc" 1 rcx, "adc" 2 r8, "adc" 3 r9),
        "sbb r10, r10",
        each!("rdx"; "sub" 0 rax, "sbb" 1 rcx, "sbb" 2 r8, "sbb" 3 r9),
        "sbb r11, r11",
        store!("rdi"; 0 rax, 1 rcx, 2 r8, 3 r9),
        load!("rdi"; 4 rax, 5 rcx, 6 r8, 7 r9, 8 rbx),
        "add r10, r10",
        each!("rsi"; "adc" 4 rax, "adc" 5 rcx, "adc" 6 r8, "adc" 7 r9, "adc" 8 rbx),
        "add r11, r11",
        each!("rdx"; "sbb" 4 rax, "sbb" 5 rcx, "sbb" 6 r8, "sbb" 7 r9, "sbb" 8 rbx),
        store!("rdi"; 4 rax, 5 rcx, 6 r8, 7 r9, 8 rbx),
        "pop rbx",
        "ret",
    )
}

/// a −= b + c, as [`wide_add_two`].
///
/// # Safety
/// The pointers are valid.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn wide_sub_two(
    a: *mut Wide<4>,
    b: *const Wide<4>,
    c: *const Wide<4>,
) {
    naked_asm!(
        "push rbx",
        load!("rdi"; 0 rax, 1 rcx, 2 r8, 3 r9),
        each!("rsi"; "sub" 0 rax, "sbb" 1 rcx, "sbb" 2 r8, "sbb" 3 r9),
        "sbb r10, r10",
        each!("rdx"; "sub" 0 rax, "sbb" 1 rcx, "sbb" 2 r8, "sbb" 3 r9),
        "sbb r11, r11",
        store!("rdi"; 0 rax, 1 rcx, 2 r8, 3 r9),
        load!("rdi"; 4 rax, 5 rcx, 6 r8, 7 r9, 8 rbx),
        "add r10, r10",
        each!("rsi"; "sbb" 4 rax, "sbb" 5 rcx, "sbb" 6 r8, "sbb" 7 r9, "sbb" 8 rbx),
        "add r11, r11",
        each!("rdx"; "sbb" 4 rax, "sbb" 5 rcx, "sbb" 6 r8, "sbb" 7 r9, "sbb" 8 rbx),
        store!("rdi"; 4 rax, 5 rcx, 6 r8, 7 r9, 8 rbx),
        "pop rbx",
        "ret",
    )
}

/// a = k·a.
///
/// # Safety
/// The pointer is valid, and the CPU has BMI2.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn wide_times(a: *mut Wide<4>, k: u64) {
    naked_asm!(
        "mov rdx, rsi",
        scaled!("rdi"; r8; 1 "add" r8 r9, 2 "adc" r9 r8, 3 "adc" r8 r9, 4 "adc" r9 r8, 5 "adc" r8 r9, 6 "adc" r9 r8, 7 "adc" r8 r9, 8 "adc" r9 r8),
        "ret",
    )
}

/// a += k·b·R.
///
/// # Safety
/// The pointers are valid, and the CPU has BMI2.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn wide_add_multiple(
    a: *mut Wide<4>,
    b: *const [u64; 4],
    k: u64,
) {
    naked_asm!(
        "push rbx",
        multiple!("rsi"; rax rcx; 1 "add" rcx r8, 2 "adc" r8 r9, 3 "adc" r9 rsi),
        "adc rsi, 0",
        combine!("rdi + 32"; "add" 0 rax, "adc" 1 rcx, "adc" 2 r8, "adc" 3 r9, "adc" 4 rsi),
        "pop rbx",
        "ret",
    )
}

/// a −= k·b·R.
///
/// # Safety
/// The pointers are valid, and the CPU has BMI2.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn wide_sub_multiple(
    a: *mut Wide<4>,
    b: *const [u64; 4],
    k: u64,
) {
    naked_asm!(
        "push rbx",
        multiple!("rsi"; rax rcx; 1 "add" rcx r8, 2 "adc" r8 r9, 3 "adc" r9 rsi),
        "adc rsi, 0",
        combine!("rdi + 32"; "sub" 0 rax, "sbb" 1 rcx, "sbb" 2 r8, "sbb" 3 r9, "sbb" 4 rsi),
        "pop rbx",
        "ret",
    )
}
