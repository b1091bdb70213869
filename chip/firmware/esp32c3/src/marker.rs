//! Rows by the chip's performance counter: control registers 0x7E0 (which event), 0x7E1 (on or off)
//! and 0x7E2 (the count). Source: ESP32-C3 technical reference manual, "Custom CSRs". The standard
//! counters do not exist there.

use core::arch::asm;
use core::sync::atomic::{AtomicUsize, Ordering};

use esp_println::println;

/// The events that the models price, by their bits of 0x7E0.
pub const EVENTS: [(&str, u32); 5] = [
    ("cycles", 1),
    ("instructions", 1 << 1),
    ("load hazards", 1 << 2),
    ("jump hazards", 1 << 3),
    ("idle", 1 << 4),
];

/// What stands before and after the names of rows: by what multiplies, and of how many keys a token
/// is.
const PREFIXES: [&str; 2] = ["", "rsa/"];
const SUFFIXES: [&str; 3] = ["", "_10_one_key", "_10_ten_keys"];

/// What is counted: the index of the event, none beyond them; and the indices of what stands around
/// the names.
static COUNTED: AtomicUsize = AtomicUsize::new(usize::MAX);
static PREFIX: AtomicUsize = AtomicUsize::new(0);
static SUFFIX: AtomicUsize = AtomicUsize::new(0);

/// Rows count this event from now on, or none.
pub fn count(event: Option<usize>) {
    COUNTED.store(event.unwrap_or(usize::MAX), Ordering::Relaxed);
}

/// Rows are of the RSA block from now on, or of software.
pub fn on_block(block: bool) {
    PREFIX.store(usize::from(block), Ordering::Relaxed);
}

/// Rows are of tokens of so many keys from now on, or of no token: 1, 2 or 0.
pub fn of_token(kind: usize) {
    SUFFIX.store(kind, Ordering::Relaxed);
}

/// The images of the emulator tell these apart, since stacks are counted there.
pub use self::row as operation;

/// What `work` does is a row of this name.
#[inline(always)]
pub fn row<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let Some((event, bits)) = EVENTS.get(COUNTED.load(Ordering::Relaxed)) else { return work() };
    // SAFETY: the registers are this chip's and nobody else's; the counter starts from zero. What
    // is counted must not move across, so memory counts as touched.
    unsafe {
        asm!("csrwi 0x7e1, 0", "csrw 0x7e0, {bits}", "csrwi 0x7e2, 0", "csrwi 0x7e1, 1", bits = in(reg) *bits)
    };
    let result = work();
    let count: u32;
    // SAFETY: as above.
    unsafe { asm!("csrwi 0x7e1, 0", "csrr {count}, 0x7e2", count = out(reg) count) };
    let around = |texts: &[&'static str], index: &AtomicUsize| {
        texts.get(index.load(Ordering::Relaxed)).copied().unwrap_or("")
    };
    println!(
        "{}{name}{} | {event} | {count}",
        around(&PREFIXES, &PREFIX),
        around(&SUFFIXES, &SUFFIX)
    );
    result
}
