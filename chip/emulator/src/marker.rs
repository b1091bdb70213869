//! Calls of a program to the emulator, as hints: `slti x0, x0, n`.
//!
//! The specification gives this form to custom use and lets every chip treat it as no operation, so
//! that one image runs in both places. Arguments are in a0 and a1. A marker counts as
//! [`Event::Marker`](crate::Event::Marker) and costs no cycles.

/// A row begins: a0 and a1 are address and length of its name.
pub const BEGIN: i32 = 0x4c1;
/// The row that began last ends.
pub const END: i32 = 0x4c2;
/// Text for the console: a0 and a1 are its address and length.
pub const PRINT: i32 = 0x4c3;
/// The program ends: a0 is its exit code.
pub const EXIT: i32 = 0x4c4;

/// Whether `slti x0, x0, immediate` is a marker.
pub(crate) fn is_one(immediate: i32) -> bool {
    (BEGIN..=EXIT).contains(&immediate)
}
