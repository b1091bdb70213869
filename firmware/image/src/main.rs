//! A program without an operating system and without a heap that answers one request: an operation of Cashu v3, from bytes to bytes.
//!
//! The host puts the request into [`mailbox::REQUEST`], its number and length into a0 and a1, and starts at `_start`. The program ends by
//! the marker of exit with the length of the response in a0. What is counted stands between markers, which are hints that every RISC-V
//! processor ignores.
#![no_std]
#![no_main]

mod answer;
mod mailbox;
mod marker;

use core::panic::PanicInfo;

core::arch::global_asm!(
    ".section .text.start, \"ax\"",
    ".globl _start",
    "_start:",
    "la sp, _stack_top",
    "call {main}",
    "slti x0, x0, {exit}",
    "1: j 1b",
    main = sym main,
    exit = const marker::EXIT,
);

/// The length that says that the program panicked.
const PANICKED: u32 = u32::MAX;

extern "C" fn main(operation: u32, length: u32) -> u32 {
    let mut response = mailbox::Response::new();
    let status = mailbox::with_request(length as usize, |request| answer::answer(operation, request, &mut response));
    response.finish(status as u8)
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    marker::exit(PANICKED)
}
