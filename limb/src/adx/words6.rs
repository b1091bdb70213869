//! The kernels for 6 words.
//!
//! Names: m is the modulus, R = 2^384. Lazy operands are below 2m where R ≥ 4m and reduced
//! otherwise. Every kernel may be given one place as input and output. None branches on data or
//! takes an address from it.

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

/// x = t − m if that is not negative, else t.
macro_rules! subtract_modulus {
    ($t0:ident $t1:ident $t2:ident $t3:ident $t4:ident $t5:ident; $x0:ident $x1:ident $x2:ident $x3:ident $x4:ident $x5:ident) => {
        subtract_once!("rcx"; 0 $t0 $x0 "sub", 1 $t1 $x1 "sbb", 2 $t2 $x2 "sbb", 3 $t3 $x3 "sbb", 4 $t4 $x4 "sbb", 5 $t5 $x5 "sbb")
    };
}

/// As `subtract_modulus`, to memory.
macro_rules! store_less_modulus {
    ($out:literal; $($t:ident)+; $x0:ident $x1:ident $x2:ident $x3:ident $x4:ident $x5:ident) => {
        concat!(
            subtract_modulus!($($t)+; $x0 $x1 $x2 $x3 $x4 $x5),
            store!($out; 0 $x0, 1 $x1, 2 $x2, 3 $x3, 4 $x4, 5 $x5),
        )
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

/// A macro of rows on a list of registers that came as one.
macro_rules! on {
    ($row:ident $src:literal ($($t:ident)+)) => { $row!($src; $($t)+) };
    ($row:ident ($($t:ident)+)) => { $row!($($t)+) };
}

/// t += Σ xᵢ·\[b\] for the words xᵢ of places x beside places b, and the row of the reduction.
macro_rules! sum_row {
    ($open:ident $i:literal $t:tt; $x:literal $b:literal $(, $more_x:literal $more_b:literal)*) => {
        concat!(
            "mov rdx, [", $x, " + 8*", $i, "]\n",
            on!($open $b $t),
            $("mov rdx, [", $more_x, " + 8*", $i, "]\n", on!(further $more_b $t),)*
            on!(reduction $t),
        )
    };
}

/// r14, r8, r9, r10, r11, r12 = Σ \[x\]·\[b\]·R⁻¹, not reduced: with B the sum of all \[b\] and m,
/// the running value is below B between the rows, so B ≤ R is asked for.
macro_rules! sum_rows {
    ($($terms:tt)+) => {
        concat!(
            sum_row!(first 0 (r8 r9 r10 r11 r12 r13 r14); $($terms)+),
            sum_row!(next 1 (r9 r10 r11 r12 r13 r14 r8); $($terms)+),
            sum_row!(next 2 (r10 r11 r12 r13 r14 r8 r9); $($terms)+),
            sum_row!(next 3 (r11 r12 r13 r14 r8 r9 r10); $($terms)+),
            sum_row!(next 4 (r12 r13 r14 r8 r9 r10 r11); $($terms)+),
            sum_row!(next 5 (r13 r14 r8 r9 r10 r11 r12); $($terms)+),
        )
    };
}

/// \[out\] = t modulo m, t at most 512·m in r14, r8 to r12: as the end of [`reduce`].
macro_rules! store_reduced {
    ($out:literal) => {
        concat!(
            "mov rax, [rcx + 168]\n",
            "shrx rdx, r12, rax\n",
            "imul rdx, [rcx + 160]\n",
            "shr rdx, 32\n",
            "xor eax, eax\n",
            row!("rcx + 56"; 0 r14 r8, 1 r8 r9, 2 r9 r10, 3 r10 r11, 4 r11 r12, 5 r12 r13),
            store_less_modulus!($out; r14 r8 r9 r10 r11 r12; rax rbx rdx rsi rbp r15),
        )
    };
}

/// \[out\] = 2^k·t in r8 to r13, k twos.
macro_rules! store_times {
    ($out:literal; $($two:tt)*) => {
        concat!(
            $(double!($two),)*
            store!($out; 0 r8, 1 r9, 2 r10, 3 r11, 4 r12, 5 r13),
        )
    };
}

/// t = 2t in r8 to r13.
macro_rules! double {
    (2) => {
        "add r8, r8\nadc r9, r9\nadc r10, r10\nadc r11, r11\nadc r12, r12\nadc r13, r13\n"
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
        sum_rows!("rsi" "rdi"),
        subtract_modulus!(r14 r8 r9 r10 r11 r12; rax rdx rsi rdi r13 r15),
        restore_few!(),
    )
}

/// r14, r12, r8, r9, r10, r11 = \[rdi\]²·R⁻¹, lazy. Products of different words are taken once and
/// doubled on the way, in one chain of carries while the squares come in by the other. Uses rsi,
/// r13, r15, rbp and 7 words of the stack.
macro_rules! square {
    () => {
        concat!(
            "mov rdx, [rdi + 0]\n",
            first_row!("rdi + 8"; r12; 0 r8 r9, 1 r9 r10, 2 r10 r11, 3 r11 r13, 4 r13 r12),
            "mov rdx, [rdi + 8]\n",
            product_row!("rdi"; r14; 2 r10 r11, 3 r11 r13, 4 r13 r12, 5 r12 r14),
            "mov rdx, [rdi + 16]\n",
            product_row!("rdi"; r15; 3 r13 r12, 4 r12 r14, 5 r14 r15),
            "mov rdx, [rdi + 24]\n",
            product_row!("rdi"; rsi; 4 r14 r15, 5 r15 rsi),
            "mov rdx, [rdi + 32]\n",
            product_row!("rdi"; rbp; 5 rsi rbp),
            "mov rdx, [rdi + 0]\n",
            "mulx rbx, rax, rdx\n",
            "mov [rsp + 48], rax\n",
            "xor eax, eax\n",
            "adcx r8, r8\n",
            "adox r8, rbx\n",
            doubled!("rdi"; 1 r9 r10, 2 r11 r13, 3 r12 r14, 4 r15 rsi),
            "mov rdx, [rdi + 40]\n",
            "mulx rbx, rax, rdx\n",
            "adcx rbp, rbp\n",
            "adox rbp, rax\n",
            "mov eax, 0\n",
            "adcx rbx, rax\n",
            "adox rbx, rax\n",
            store!("rsp"; 0 r12, 1 r14, 2 r15, 3 rsi, 4 rbp, 5 rbx),
            "mov r12, [rsp + 48]\n",
            opening_reduction!(r12 r8 r9 r10 r11 r13 r14),
            opening_reduction!(r8 r9 r10 r11 r13 r14 r12),
            opening_reduction!(r9 r10 r11 r13 r14 r12 r8),
            opening_reduction!(r10 r11 r13 r14 r12 r8 r9),
            opening_reduction!(r11 r13 r14 r12 r8 r9 r10),
            opening_reduction!(r13 r14 r12 r8 r9 r10 r11),
            each!("rsp"; "add" 0 r14, "adc" 1 r12, "adc" 2 r8, "adc" 3 r9, "adc" 4 r10, "adc" 5 r11),
        )
    };
}

/// \[rsi\]²·R⁻¹, reduced; of a lazy operand. By `in_registers!`.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn sqr() {
    naked_asm!(
        save_few!(),
        "sub rsp, 56",
        "mov rdi, rsi",
        square!(),
        "add rsp, 56",
        subtract_modulus!(r14 r12 r8 r9 r10 r11; rax rdx rsi rdi r13 r15),
        restore_few!(),
    )
}

/// out = a^(2^n)·R^(1 − 2^n), n squarings in Montgomery's form, n > 0: reduced, of a lazy operand.
///
/// What goes from round to round is lazy: for a < 2m and R ≥ 4m, (a² + q·m)/R is below 4m²/R + m ≤
/// 2m.
///
/// # Safety
/// The pointers are valid, and as [`mul`].
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn sqr_times(
    out: *mut [u64; 6],
    a: *const [u64; 6],
    modulus: *const Reduction<6>,
    n: u64,
) {
    naked_asm!(
        save!(),
        "sub rsp, 72",
        "mov [rsp + 56], rcx",
        "mov [rsp + 64], rdi",
        "mov rcx, rdx",
        "mov rdi, rsi",
        "2:",
        square!(),
        "mov rdi, [rsp + 64]",
        store!("rdi"; 0 r14, 1 r12, 2 r8, 3 r9, 4 r10, 5 r11),
        "dec qword ptr [rsp + 56]",
        "jnz 2b",
        store_less_modulus!("rdi"; r14 r12 r8 r9 r10 r11; rax rbx rdx rsi rbp r15),
        "add rsp, 72",
        restore!(),
    )
}

/// (\[rsi\]·\[rdi\] + \[r8\]·\[r9\])·R⁻¹, reduced; of lazy operands. By `in_registers!`.
///
/// R ≥ 8m. The running value stays below 2·2m + m ≤ R. Before the last step it is below 2·4m²/R +
/// m, under 2m, for which there is one subtraction.
///
/// # Safety
/// As [`mul`]; R ≥ 8m.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn sum_of_two() {
    naked_asm!(
        save_few!(),
        "mov rbp, r8",
        "mov r15, r9",
        sum_rows!("rsi" "rdi", "rbp" "r15"),
        subtract_modulus!(r14 r8 r9 r10 r11 r12; rax rdx rsi rdi r13 r15),
        restore_few!(),
    )
}

/// out = a·b; any operands.
///
/// # Safety
/// The pointers are valid, and the CPU has BMI2 and ADX.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn product(
    out: *mut Wide<6>,
    a: *const [u64; 6],
    b: *const [u64; 6],
) {
    naked_asm!(
        save!(),
        "mov rbp, rdx",
        wide_product!("rdi", "rsi", "rbp"),
        "mov qword ptr [rdi + 96], 0",
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
        subtract_modulus!(r14 r8 r9 r10 r11 r12; rax rdx rsi rdi r13 r15),
        restore_few!(),
    )
}

mod complex;

pub(super) use complex::{
    complex_mul, complex_mul_less_squares, complex_product, complex_sqr, complex_square,
};

/// a += b: sums of products, 13 words.
///
/// An addition to memory takes three times as long as a load, an addition and a store, so words go
/// through registers, in two groups; moves leave the chain's flag alone.
///
/// # Safety
/// The pointers are valid.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn wide_add(a: *mut Wide<6>, b: *const Wide<6>) {
    naked_asm!(
        load!("rdi"; 0 rax, 1 rcx, 2 rdx, 3 r8, 4 r9, 5 r10, 6 r11),
        each!("rsi"; "add" 0 rax, "adc" 1 rcx, "adc" 2 rdx, "adc" 3 r8, "adc" 4 r9, "adc" 5 r10, "adc" 6 r11),
        store!("rdi"; 0 rax, 1 rcx, 2 rdx, 3 r8, 4 r9, 5 r10, 6 r11),
        load!("rdi"; 7 rax, 8 rcx, 9 rdx, 10 r8, 11 r9, 12 r10),
        each!("rsi"; "adc" 7 rax, "adc" 8 rcx, "adc" 9 rdx, "adc" 10 r8, "adc" 11 r9, "adc" 12 r10),
        store!("rdi"; 7 rax, 8 rcx, 9 rdx, 10 r8, 11 r9, 12 r10),
        "ret",
    )
}

/// a −= b.
///
/// # Safety
/// The pointers are valid.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn wide_sub(a: *mut Wide<6>, b: *const Wide<6>) {
    naked_asm!(
        load!("rdi"; 0 rax, 1 rcx, 2 rdx, 3 r8, 4 r9, 5 r10, 6 r11),
        each!("rsi"; "sub" 0 rax, "sbb" 1 rcx, "sbb" 2 rdx, "sbb" 3 r8, "sbb" 4 r9, "sbb" 5 r10, "sbb" 6 r11),
        store!("rdi"; 0 rax, 1 rcx, 2 rdx, 3 r8, 4 r9, 5 r10, 6 r11),
        load!("rdi"; 7 rax, 8 rcx, 9 rdx, 10 r8, 11 r9, 12 r10),
        each!("rsi"; "sbb" 7 rax, "sbb" 8 rcx, "sbb" 9 rdx, "sbb" 10 r8, "sbb" 11 r9, "sbb" 12 r10),
        store!("rdi"; 7 rax, 8 rcx, 9 rdx, 10 r8, 11 r9, 12 r10),
        "ret",
    )
}

/// a += b + c: two chains, whose carries wait in r10 and r11 between the groups.
///
/// # Safety
/// The pointers are valid.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn wide_add_two(
    a: *mut Wide<6>,
    b: *const Wide<6>,
    c: *const Wide<6>,
) {
    naked_asm!(
        "push rbx",
        load!("rdi"; 0 rax, 1 rcx, 2 r8, 3 r9),
        each!("rsi"; "add" 0 rax, "adc" 1 rcx, "adc" 2 r8, "adc" 3 r9),
        "sbb r10, r10",
        each!("rdx"; "add" 0 rax, "adc" 1 rcx, "adc" 2 r8, "adc" 3 r9),
        "sbb r11, r11",
        store!("rdi"; 0 rax, 1 rcx, 2 r8, 3 r9),
        load!("rdi"; 4 rax, 5 rcx, 6 r8, 7 r9),
        "add r10, r10",
        each!("rsi"; "adc" 4 rax, "adc" 5 rcx, "adc" 6 r8, "adc" 7 r9),
        "sbb r10, r10",
        "add r11, r11",
        each!("rdx"; "adc" 4 rax, "adc" 5 rcx, "adc" 6 r8, "adc" 7 r9),
        "sbb r11, r11",
        store!("rdi"; 4 rax, 5 rcx, 6 r8, 7 r9),
        load!("rdi"; 8 rax, 9 rcx, 10 r8, 11 r9, 12 rbx),
        "add r10, r10",
        each!("rsi"; "adc" 8 rax, "adc" 9 rcx, "adc" 10 r8, "adc" 11 r9, "adc" 12 rbx),
        "add r11, r11",
        each!("rdx"; "adc" 8 rax, "adc" 9 rcx, "adc" 10 r8, "adc" 11 r9, "adc" 12 rbx),
        store!("rdi"; 8 rax, 9 rcx, 10 r8, 11 r9, 12 rbx),
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
    a: *mut Wide<6>,
    b: *const Wide<6>,
    c: *const Wide<6>,
) {
    naked_asm!(
        "push rbx",
        load!("rdi"; 0 rax, 1 rcx, 2 r8, 3 r9),
        each!("rsi"; "add" 0 rax, "adc" 1 rcx, "adc" 2 r8, "adc" 3 r9),
        "sbb r10, r10",
        each!("rdx"; "sub" 0 rax, "sbb" 1 rcx, "sbb" 2 r8, "sbb" 3 r9),
        "sbb r11, r11",
        store!("rdi"; 0 rax, 1 rcx, 2 r8, 3 r9),
        load!("rdi"; 4 rax, 5 rcx, 6 r8, 7 r9),
        "add r10, r10",
        each!("rsi"; "adc" 4 rax, "adc" 5 rcx, "adc" 6 r8, "adc" 7 r9),
        "sbb r10, r10",
        "add r11, r11",
        each!("rdx"; "sbb" 4 rax, "sbb" 5 rcx, "sbb" 6 r8, "sbb" 7 r9),
        "sbb r11, r11",
        store!("rdi"; 4 rax, 5 rcx, 6 r8, 7 r9),
        load!("rdi"; 8 rax, 9 rcx, 10 r8, 11 r9, 12 rbx),
        "add r10, r10",
        each!("rsi"; "adc" 8 rax, "adc" 9 rcx, "adc" 10 r8, "adc" 11 r9, "adc" 12 rbx),
        "add r11, r11",
        each!("rdx"; "sbb" 8 rax, "sbb" 9 rcx, "sbb" 10 r8, "sbb" 11 r9, "sbb" 12 rbx),
        store!("rdi"; 8 rax, 9 rcx, 10 r8, 11 r9, 12 rbx),
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
    a: *mut Wide<6>,
    b: *const Wide<6>,
    c: *const Wide<6>,
) {
    naked_asm!(
        "push rbx",
        load!("rdi"; 0 rax, 1 rcx, 2 r8, 3 r9),
        each!("rsi"; "sub" 0 rax, "sbb" 1 rcx, "sbb" 2 r8, "sbb" 3 r9),
        "sbb r10, r10",
        each!("rdx"; "sub" 0 rax, "sbb" 1 rcx, "sbb" 2 r8, "sbb" 3 r9),
        "sbb r11, r11",
        store!("rdi"; 0 rax, 1 rcx, 2 r8, 3 r9),
        load!("rdi"; 4 rax, 5 rcx, 6 r8, 7 r9),
        "add r10, r10",
        each!("rsi"; "sbb" 4 rax, "sbb" 5 rcx, "sbb" 6 r8, "sbb" 7 r9),
        "sbb r10, r10",
        "add r11, r11",
        each!("rdx"; "sbb" 4 rax, "sbb" 5 rcx, "sbb" 6 r8, "sbb" 7 r9),
        "sbb r11, r11",
        store!("rdi"; 4 rax, 5 rcx, 6 r8, 7 r9),
        load!("rdi"; 8 rax, 9 rcx, 10 r8, 11 r9, 12 rbx),
        "add r10, r10",
        each!("rsi"; "sbb" 8 rax, "sbb" 9 rcx, "sbb" 10 r8, "sbb" 11 r9, "sbb" 12 rbx),
        "add r11, r11",
        each!("rdx"; "sbb" 8 rax, "sbb" 9 rcx, "sbb" 10 r8, "sbb" 11 r9, "sbb" 12 rbx),
        store!("rdi"; 8 rax, 9 rcx, 10 r8, 11 r9, 12 rbx),
        "pop rbx",
        "ret",
    )
}

/// a = k·a.
///
/// # Safety
/// The pointer is valid, and the CPU has BMI2.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn wide_times(a: *mut Wide<6>, k: u64) {
    naked_asm!(
        "mov rdx, rsi",
        scaled!("rdi"; r8; 1 "add" r8 r9, 2 "adc" r9 r8, 3 "adc" r8 r9, 4 "adc" r9 r8, 5 "adc" r8 r9, 6 "adc" r9 r8, 7 "adc" r8 r9, 8 "adc" r9 r8, 9 "adc" r8 r9, 10 "adc" r9 r8, 11 "adc" r8 r9, 12 "adc" r9 r8),
        "ret",
    )
}

/// a += k·b·R.
///
/// # Safety
/// The pointers are valid, and the CPU has BMI2.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn wide_add_multiple(
    a: *mut Wide<6>,
    b: *const [u64; 6],
    k: u64,
) {
    naked_asm!(
        "push rbx",
        multiple!("rsi"; rax rcx; 1 "add" rcx r8, 2 "adc" r8 r9, 3 "adc" r9 r10, 4 "adc" r10 r11, 5 "adc" r11 rsi),
        "adc rsi, 0",
        combine!("rdi + 48"; "add" 0 rax, "adc" 1 rcx, "adc" 2 r8, "adc" 3 r9, "adc" 4 r10, "adc" 5 r11, "adc" 6 rsi),
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
    a: *mut Wide<6>,
    b: *const [u64; 6],
    k: u64,
) {
    naked_asm!(
        "push rbx",
        multiple!("rsi"; rax rcx; 1 "add" rcx r8, 2 "adc" r8 r9, 3 "adc" r9 r10, 4 "adc" r10 r11, 5 "adc" r11 rsi),
        "adc rsi, 0",
        combine!("rdi + 48"; "sub" 0 rax, "sbb" 1 rcx, "sbb" 2 r8, "sbb" 3 r9, "sbb" 4 r10, "sbb" 5 r11, "sbb" 6 rsi),
        "pop rbx",
        "ret",
    )
}
