//! Where the program begins, and how it ends if it panics.

use core::panic::PanicInfo;

use crate::marker;

core::arch::global_asm!(
    ".section .text.start, \"ax\"",
    ".globl _start",
    "_start:",
    "la sp, _stack_top",
    "call {main}",
    "slti x0, x0, {exit}",
    "1: j 1b",
    main = sym crate::main,
    exit = const marker::EXIT,
);

/// The length that says that the program panicked.
const PANICKED: u32 = u32::MAX;

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    marker::exit(PANICKED)
}
