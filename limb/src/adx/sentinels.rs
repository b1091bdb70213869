//! What kernels that are called from inline assembly keep, tested by sentinels.
//!
//! The compiler is told which registers they lose. rbx and rbp cannot be named there, and rcx is an
//! input that must stay as it is where `in_registers!` says so: that a kernel keeps these is a
//! promise which only a test can hold it to.

use core::arch::asm;

use super::{Mont, Reduction, fold4, sparse4, words4, words6};
use crate::cpu;
use crate::each::{Each, array};
use crate::modulus::{Limbs, Modulus, hex};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Six;

impl Modulus for Six {
    // 381 bits.
    const P: Limbs = hex(
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    );
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Four;

impl Modulus for Four {
    // 254 bits.
    const P: Limbs = hex("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
}

/// The control words of vectors and of the old floating-point unit.
fn control() -> (u32, u16) {
    let (mut vectors, mut old) = (0_u32, 0_u16);
    // SAFETY: both write a local value of the size that they have.
    unsafe {
        asm!(
            "stmxcsr [{vectors}]",
            "fnstcw [{old}]",
            vectors = in(reg) &raw mut vectors,
            old = in(reg) &raw mut old,
            options(nostack, preserves_flags),
        );
    }
    // What was computed before is noted in the low bits of the first: it is no setting.
    (vectors & !0x3f, old)
}

/// Calls a kernel between sentinels: it must keep rbx, rbp and the stack pointer, leave the
/// direction of strings and the settings of floating point alone. Gives rcx.
macro_rules! between_sentinels {
    ($kernel:path, $operands:expr, $rcx:expr) => {{
        let [a, b, c, d]: [*const u64; 4] = $operands;
        let before = control();
        let (rcx, rbx, stack, flags): (u64, u64, u64, u64);
        // SAFETY: the operands are as long as the kernel reads, the caller has seen that the CPU
        // runs it, and whatever it does to its registers is declared or put back.
        unsafe {
            asm!(
                "push rbx",
                "push rbp",
                "movabs rbx, 0x6b656570206d6521",
                "mov rbp, rsp",
                "call {}",
                "movabs rax, 0x6b656570206d6521",
                "sub rax, rbx",
                "sub rbp, rsp",
                "mov rsi, rax",
                "mov rdi, rbp",
                "pop rbp",
                "pop rbx",
                "pushfq",
                "pop r8",
                sym $kernel,
                inout("rcx") $rcx => rcx,
                inout("rsi") a => rbx,
                inout("rdi") b => stack,
                inout("r8") c => flags,
                inout("r9") d => _,
                inout("r15") b => _,
                out("rax") _, out("rdx") _, out("r10") _, out("r11") _, out("r12") _, out("r13") _,
                out("r14") _,
            );
        }
        let name = stringify!($kernel);
        assert_eq!((rbx, stack), (0, 0), "{name} keeps rbx; rbp and the stack pointer");
        assert_eq!(flags & 1 << 10, 0, "{name} leaves strings their direction");
        assert_eq!(control(), before, "{name} leaves floating point its settings");
        rcx
    }};
}

/// Calls a kernel of `in_registers!`, which keeps rcx too.
macro_rules! keeps_all {
    ($kernel:path, $operands:expr, $reduction:expr) => {{
        let place: *const Reduction<_> = $reduction;
        let rcx = between_sentinels!($kernel, $operands, place);
        assert_eq!(rcx, place as u64, "{} keeps rcx", stringify!($kernel));
    }};
}

/// Numbers below 2^128 in 13 words, which are the longest operand of all: a sum of products.
fn operands() -> [[u64; 13]; 4] {
    let word = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    [1, 2, 3, 4].each(|i| array(|at| if at < 2 { word(i + at as u64) } else { 0 }))
}

#[test]
fn kernels_keep_what_the_compiler_is_not_told_of() {
    if cpu::Adx::get().is_none() {
        return;
    }
    let operands = operands();
    let places = operands.each_ref().each(|words| words.as_ptr());
    let four = Mont::<Four, 4>::REDUCTION;
    keeps_all!(words4::mul, places, four);
    keeps_all!(words4::sum_of_two, places, four);
    keeps_all!(words4::reduce, places, four);
    let six = Mont::<Six, 6>::REDUCTION;
    keeps_all!(words6::mul, places, six);
    keeps_all!(words6::sqr, places, six);
    keeps_all!(words6::sum_of_two, places, six);
    keeps_all!(words6::reduce, places, six);

    // Kernels of `words_by!`, which may lose rcx: it is a word of the modulus, or what is folded.
    const HIGHEST: u64 = 0xffff_ffff_0000_0001;
    between_sentinels!(sparse4::mul, places, HIGHEST);
    between_sentinels!(sparse4::sqr, places, HIGHEST);
    between_sentinels!(sparse4::sum_of_two, places, HIGHEST);
    const FOLDED: u64 = 0x1_0000_03d1;
    between_sentinels!(fold4::mul, places, FOLDED);
    between_sentinels!(fold4::sqr, places, FOLDED);
    between_sentinels!(fold4::sum_of_two, places, FOLDED);
}
