//! The markers of the emulator, `slti x0, x0, n` (`emulator::marker`): rows and the end.

use core::arch::asm;

pub const BEGIN: i32 = 0x4c1;
pub const END: i32 = 0x4c2;
pub const EXIT: i32 = 0x4c4;

/// What `work` does is a row of this name.
#[inline(always)]
pub fn row<T>(name: &str, work: impl FnOnce() -> T) -> T {
    // SAFETY: the instruction writes register 0 alone; the emulator reads `name`. What is counted
    // must not move across, so memory counts as touched.
    unsafe {
        asm!("slti x0, x0, {n}", n = const BEGIN, in("a0") name.as_ptr(), in("a1") name.len())
    };
    let result = work();
    // SAFETY: as above.
    unsafe { asm!("slti x0, x0, {n}", n = const END) };
    result
}

/// As [`row`], of an operation of the library: a call, so that what the compiler takes in of it
/// stands in a frame that is counted.
#[allow(dead_code)] // Not every image asks.
#[inline(always)]
pub fn operation<T>(name: &str, work: impl FnOnce() -> T) -> T {
    #[inline(never)]
    fn apart<T>(work: impl FnOnce() -> T) -> T {
        work()
    }
    row(name, || apart(work))
}

/// Ends the program.
pub fn exit(code: u32) -> ! {
    loop {
        // SAFETY: the instruction writes register 0 alone.
        unsafe { asm!("slti x0, x0, {n}", n = const EXIT, in("a0") code) };
    }
}
